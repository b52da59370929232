//! Random expressions of reference types: strings and arrays.

use super::context::Context;
use super::types::{ELEMENTS, Elem, Ty};

impl Context<'_> {
    pub(super) fn string(&mut self, depth: usize) -> String {
        let d = depth - 1;
        match self.random.below(22) {
            0..=6 => {
                let parts = 1 + self.random.below(3);
                let mut text = self.expression(Ty::Str, d);
                for _ in 0..parts {
                    let part = self.scalar(d);
                    text.push_str(&format!(" + {part}"));
                }
                format!("({text})")
            }
            7 => format!("String.valueOf({})", self.scalar(d)),
            8 => {
                let (class, ty) = self
                    .random
                    .choose(&[("Integer", Ty::Int), ("Long", Ty::Long)]);
                let helper = self.random.pick(&[
                    "toBinaryString",
                    "toHexString",
                    "toOctalString",
                    "toString",
                    "toUnsignedString",
                ]);
                format!("{class}.{helper}({})", self.expression(ty, d))
            }
            9 => format!(
                "Integer.toString({}, {})",
                self.expression(Ty::Int, d),
                self.random.range(2, 36)
            ),
            10 => format!(
                "{}.repeat({} & 3)",
                self.leaf(Ty::Str),
                self.expression(Ty::Int, d)
            ),
            11 => {
                let text = self.leaf(Ty::Str);
                format!("({text} + \"ab\").substring({})", self.random.below(3))
            }
            12 => {
                let helper = self.random.pick(&[
                    "toUpperCase",
                    "toLowerCase",
                    "trim",
                    "strip",
                    "toString",
                    "intern",
                ]);
                format!("{}.{helper}()", self.expression(Ty::Str, d))
            }
            13 => format!(
                "{}.replace({}, {})",
                self.expression(Ty::Str, d),
                self.leaf(Ty::Char),
                self.leaf(Ty::Char)
            ),
            14 => {
                let (text, other) = (self.expression(Ty::Str, d), self.scalar(d));
                let late = self.random.pick(&[
                    "reverse()",
                    "deleteCharAt(0)",
                    "insert(1, '#')",
                    "append(true)",
                ]);
                format!("new StringBuilder({text} + \"_\").append({other}).{late}.toString()")
            }
            15 => match self.place(Ty::Str, d) {
                Some(place) => format!("clip({place} += {})", self.scalar(d)),
                None => self.leaf(Ty::Str),
            },
            16 => {
                let elem = self.random.choose(&ELEMENTS);
                format!("java.util.Arrays.toString({})", self.leaf(Ty::Array(elem)))
            }
            17 if self.features.has("lambdas") => {
                let parameter = self.fresh("s");
                let body = self.in_lambda(|c| {
                    c.nested(|c| {
                        c.declare(&parameter, Ty::Str, false, true);
                        c.expression(Ty::Str, d)
                    })
                });
                let argument = self.expression(Ty::Str, d);
                format!(
                    "((java.util.function.UnaryOperator<String>) ({parameter} -> {body})).apply({argument})"
                )
            }
            18 => format!(
                "String.join(\"-\", {}, {})",
                self.expression(Ty::Str, d),
                self.leaf(Ty::Str)
            ),
            19 => {
                let value = self.scalar(d);
                format!("String.valueOf((Object) {value})")
            }
            _ => format!("({} + {})", self.scalar(d), self.expression(Ty::Str, d)),
        }
    }

    pub(super) fn array(&mut self, elem: Elem, depth: usize) -> String {
        match self.random.below(6) {
            0 => format!("{}.clone()", self.leaf(Ty::Array(elem))),
            1 => format!(
                "java.util.Arrays.copyOf({}, {})",
                self.leaf(Ty::Array(elem)),
                self.random.range(1, 6)
            ),
            2 => {
                let count = 1 + self.random.below(5);
                let items: Vec<String> = (0..count)
                    .map(|_| self.expression(elem.ty(), depth - 1))
                    .collect();
                format!("new {} {{{}}}", Ty::Array(elem).java(), items.join(", "))
            }
            3 if elem == Elem::Int => match self.variable(|var| var.ty == Ty::Grid) {
                Some(grid) => {
                    let index = self.index(&grid.name, depth - 1);
                    format!("{}[{index}]", grid.name)
                }
                None => self.new_array(elem),
            },
            4 if elem == Elem::Char => format!(
                "({} + \"cd\").toCharArray()",
                self.expression(Ty::Str, depth - 1)
            ),
            _ => self.new_array(elem),
        }
    }

    pub(super) fn new_array(&mut self, elem: Elem) -> String {
        let java = elem.ty().java();
        if elem == Elem::Str || self.random.chance(50) {
            let count = 2 + self.random.below(4);
            let items: Vec<String> = (0..count)
                .map(|_| elem.ty().literal(&mut self.random))
                .collect();
            return format!("new {java}[] {{{}}}", items.join(", "));
        }
        format!("new {java}[{}]", self.random.range(2, 8))
    }

    pub(super) fn grid(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => {
                let (first, second) = (
                    self.expression(Ty::Array(Elem::Int), depth - 1),
                    self.expression(Ty::Array(Elem::Int), depth - 1),
                );
                format!("new int[][] {{{first}, {second}}}")
            }
            _ => self.new_grid(),
        }
    }

    pub(super) fn new_grid(&mut self) -> String {
        format!(
            "new int[{}][{}]",
            self.random.range(2, 4),
            self.random.range(2, 4)
        )
    }
}
