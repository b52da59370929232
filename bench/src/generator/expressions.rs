//! Random expressions of a given type. Every compound expression is parenthesised, and its static type is exactly the
//! type asked for, so that overload resolution and the typing of conditionals never surprise the caller.

use super::context::Context;
use super::types::{ELEMENTS, Elem, NUMERIC, SCALARS, Ty};

impl Context<'_> {
    /// An expression of type `ty` with at most `depth` nested operators.
    pub fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(8) {
            return self.leaf(ty);
        }
        if self.random.chance(16) {
            return self.any_type(ty, depth);
        }
        match ty {
            Ty::Boolean => self.boolean(depth),
            Ty::Int | Ty::Long => self.integer(ty, depth),
            Ty::Byte | Ty::Short | Ty::Char => self.narrow(ty, depth),
            Ty::Float | Ty::Double => self.floating(ty, depth),
            Ty::Str => self.string(depth),
            Ty::Array(elem) => self.array(elem, depth),
            Ty::Grid => self.grid(depth),
        }
    }

    /// A variable or a literal.
    pub fn leaf(&mut self, ty: Ty) -> String {
        if self.random.chance(72)
            && let Some(var) = self.variable(|var| var.ty == ty)
        {
            return var.name;
        }
        match ty {
            Ty::Array(elem) => self.new_array(elem),
            Ty::Grid => self.new_grid(),
            Ty::Str if self.random.chance(1) => "((String) null)".to_string(),
            _ => ty.literal(&mut self.random),
        }
    }

    /// An expression of any scalar type.
    pub fn scalar(&mut self, depth: usize) -> String {
        let ty = self.random.choose(&SCALARS);
        self.expression(ty, depth)
    }

    fn numeric(&mut self, depth: usize) -> String {
        let ty = self.random.choose(&NUMERIC);
        self.expression(ty, depth)
    }

    /// Forms that exist for every type.
    fn any_type(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        match self.random.below(9) {
            0 | 1 => {
                let condition = self.expression(Ty::Boolean, d);
                let (yes, no) = (self.expression(ty, d), self.expression(ty, d));
                format!("({condition} ? {yes} : {no})")
            }
            2 | 3 => match self.place(ty, d) {
                Some(place) => {
                    let value = self.expression(ty, d);
                    let value = clipped(ty, value);
                    format!("({place} = {value})")
                }
                None => self.leaf(ty),
            },
            4 | 5 => self.call(ty, d),
            6 => {
                let selector = self.expression(Ty::Int, d);
                let (zero, one, other) = (
                    self.leaf(ty),
                    self.expression(ty, d),
                    self.expression(ty, d),
                );
                let java = ty.java();
                let late = self.fresh("y");
                format!(
                    "(switch ({selector} & 3) {{ case 0 -> {zero}; case 1, 2 -> {{ {java} {late} = {one}; yield {late}; }} default -> {other}; }})"
                )
            }
            7 if self.features.has("lambdas") => {
                let body = self.in_lambda(|c| c.expression(ty, d));
                let (java, boxed) = (ty.java(), boxed(ty));
                format!("(({java}) ((java.util.function.Supplier<{boxed}>) (() -> {body})).get())")
            }
            _ => match (
                ty,
                self.variable(|var| matches!(var.ty, Ty::Array(elem) if elem.ty() == ty)),
            ) {
                (_, Some(array)) => {
                    let index = self.index(&array.name, d);
                    format!("{}[{index}]", array.name)
                }
                _ => self.leaf(ty),
            },
        }
    }

    /// A call of a function of this unit with result `ty`, or a leaf.
    fn call(&mut self, ty: Ty, depth: usize) -> String {
        let matching: Vec<usize> = (0..self.functions.len())
            .filter(|index| self.functions[*index].result == ty)
            .collect();
        if matching.is_empty() {
            return self.leaf(ty);
        }
        let function = self.functions[self.random.choose(&matching)].clone();
        self.call_of(&function.name, &function.parameters, depth)
    }

    /// A call of `name` with random arguments.
    pub fn call_of(&mut self, name: &str, parameters: &[Ty], depth: usize) -> String {
        let arguments: Vec<String> = parameters
            .iter()
            .map(|ty| self.expression(*ty, depth))
            .collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// Something of type `ty` that can be assigned: a variable, a field or an array element.
    pub fn place(&mut self, ty: Ty, depth: usize) -> Option<String> {
        if self.random.chance(35)
            && let Some(array) =
                self.variable(|var| matches!(var.ty, Ty::Array(elem) if elem.ty() == ty))
        {
            let index = self.index(&array.name, depth.min(1));
            return Some(format!("{}[{index}]", array.name));
        }
        if ty == Ty::Int
            && self.random.chance(10)
            && let Some(grid) = self.variable(|var| var.ty == Ty::Grid)
        {
            let (row, column) = (self.random.below(2), self.random.below(2));
            return Some(format!("{}[{row}][{column}]", grid.name));
        }
        self.variable(|var| var.ty == ty && var.assignable)
            .map(|var| var.name)
    }

    /// An index into `array`, nearly always inside its bounds.
    pub fn index(&mut self, array: &str, depth: usize) -> String {
        match self.random.below(40) {
            0 => self.random.range(-1, 8).to_string(),
            1..=9 => self.random.range(0, 2).to_string(),
            10..=25 => {
                let value = self.expression(Ty::Int, depth);
                format!("({value} & 0x7fffffff) % {array}.length")
            }
            _ => {
                let value = self.expression(Ty::Int, depth);
                format!("Math.floorMod({value}, {array}.length)")
            }
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        let d = depth - 1;
        match self.random.below(20) {
            0..=7 => {
                let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (left, right) = match self.random.below(8) {
                    0..=2 => (self.expression(Ty::Int, d), self.expression(Ty::Int, d)),
                    3 => (self.expression(Ty::Long, d), self.expression(Ty::Long, d)),
                    4 => (
                        self.expression(Ty::Double, d),
                        self.expression(Ty::Double, d),
                    ),
                    5 => (self.expression(Ty::Float, d), self.expression(Ty::Float, d)),
                    6 => (self.expression(Ty::Int, d), "0".to_string()),
                    _ => (self.numeric(d), self.numeric(d)),
                };
                format!("({left} {operator} {right})")
            }
            8..=10 => {
                let operator = self.random.pick(&["&&", "||"]);
                let (left, right) = (self.boolean_operand(d), self.boolean_operand(d));
                format!("({left} {operator} {right})")
            }
            11 | 12 => {
                let operator = self.random.pick(&["&", "|", "^", "==", "!="]);
                let (left, right) = (self.boolean_operand(d), self.boolean_operand(d));
                format!("({left} {operator} {right})")
            }
            13 => format!("!{}", self.boolean_operand(d)),
            14 => match self.place(Ty::Boolean, d) {
                Some(place) => {
                    let operator = self.random.pick(&["&=", "|=", "^="]);
                    let value = self.boolean_operand(d);
                    format!("({place} {operator} {value})")
                }
                None => self.leaf(Ty::Boolean),
            },
            15 => {
                let value = self.expression(Ty::Double, d);
                let test = self.random.pick(&["isNaN", "isInfinite", "isFinite"]);
                format!("Double.{test}({value})")
            }
            16 => {
                let value = self.expression(Ty::Char, d);
                let test = self.random.pick(&[
                    "isDigit",
                    "isLetter",
                    "isUpperCase",
                    "isWhitespace",
                    "isSurrogate",
                ]);
                format!("Character.{test}({value})")
            }
            17 => {
                let elem = self.random.choose(&ELEMENTS);
                let (left, right) = (self.leaf(Ty::Array(elem)), self.leaf(Ty::Array(elem)));
                match self.random.below(2) {
                    0 => format!("({left} == {right})"),
                    _ => format!("java.util.Arrays.equals({left}, {right})"),
                }
            }
            _ => {
                let text = self.expression(Ty::Str, d);
                match self.random.below(6) {
                    0 => format!("{text}.isEmpty()"),
                    1 => format!("{text}.startsWith({})", self.leaf(Ty::Str)),
                    2 => format!("{text}.contains({})", self.leaf(Ty::Str)),
                    3 => format!("{text}.equalsIgnoreCase({})", self.leaf(Ty::Str)),
                    4 => format!("({text} == {})", self.leaf(Ty::Str)),
                    _ => format!("{text}.equals({})", self.expression(Ty::Str, d)),
                }
            }
        }
    }

    fn boolean_operand(&mut self, depth: usize) -> String {
        self.expression(Ty::Boolean, depth)
    }

    fn integer(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        let java = ty.java();
        let class = if ty == Ty::Int { "Integer" } else { "Long" };
        match self.random.below(30) {
            0..=6 => {
                let operator = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                let (left, right) = (self.promoted(ty, d), self.expression(ty, d));
                format!("({left} {operator} {right})")
            }
            7 | 8 => {
                let operator = self.random.pick(&["<<", ">>", ">>>"]);
                let left = self.expression(ty, d);
                let distance = self.random.choose(&[Ty::Int, Ty::Long, Ty::Byte, Ty::Char]);
                let right = self.expression(distance, d);
                format!("({left} {operator} {right})")
            }
            9..=11 => {
                let operator = self.random.pick(&["/", "%"]);
                let (left, right) = (self.expression(ty, d), self.expression(ty, d));
                if self.random.chance(88) {
                    format!("({left} {operator} ({right} | 1))")
                } else {
                    format!("({left} {operator} {right})")
                }
            }
            12 => {
                let operator = self.random.pick(&["-", "~", "+"]);
                format!("({operator}({}))", self.expression(ty, d))
            }
            13..=15 => format!("(({java}) {})", self.numeric(d)),
            16..=18 => match self.place(ty, d) {
                Some(place) => match self.random.below(5) {
                    0 => format!("({place}++)"),
                    1 => format!("(--{place})"),
                    _ => {
                        let operator = self
                            .random
                            .pick(&["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", ">>>="]);
                        let shift = operator.contains('<') || operator.contains('>');
                        let bits = shift || matches!(operator, "&=" | "|=" | "^=");
                        let right = if bits {
                            self.expression(Ty::Int, d)
                        } else {
                            self.numeric(d)
                        };
                        format!("({place} {operator} {right})")
                    }
                },
                None => self.leaf(ty),
            },
            19..=21 => self.integer_helper(ty, class, d),
            22 if ty == Ty::Int => {
                let text = self.expression(Ty::Str, d);
                match self.random.below(5) {
                    0 => format!("{text}.hashCode()"),
                    1 => format!("{text}.compareTo({})", self.leaf(Ty::Str)),
                    2 => format!("{text}.indexOf({})", self.leaf(Ty::Str)),
                    3 => format!("(({text} + 'z').charAt(0) - 'a')"),
                    _ => format!("{text}.length()"),
                }
            }
            22 => format!(
                "Double.doubleToLongBits({})",
                self.expression(Ty::Double, d)
            ),
            23 if ty == Ty::Int => {
                let elem = self.random.choose(&ELEMENTS);
                format!("{}.length", self.leaf_array(elem))
            }
            23 => format!("Math.round({})", self.expression(Ty::Double, d)),
            24 if ty == Ty::Int => {
                let helper =
                    self.random
                        .pick(&["Double.compare", "Float.compare", "Math.getExponent"]);
                match helper {
                    "Double.compare" => {
                        format!(
                            "Double.compare({}, {})",
                            self.expression(Ty::Double, d),
                            self.expression(Ty::Double, d)
                        )
                    }
                    "Float.compare" => {
                        format!(
                            "Float.compare({}, {})",
                            self.expression(Ty::Float, d),
                            self.expression(Ty::Float, d)
                        )
                    }
                    _ => format!("Math.getExponent({})", self.expression(Ty::Float, d)),
                }
            }
            24 => format!("((long) {})", self.expression(Ty::Int, d)),
            25 if ty == Ty::Int => match self.random.below(3) {
                0 => format!("Float.floatToIntBits({})", self.expression(Ty::Float, d)),
                1 => format!("Boolean.hashCode({})", self.expression(Ty::Boolean, d)),
                _ => format!(
                    "Character.getNumericValue({})",
                    self.expression(Ty::Char, d)
                ),
            },
            26 if self.features.has("lambdas") => {
                let parameter = self.fresh("w");
                let body = self.in_lambda(|c| {
                    c.nested(|c| {
                        c.declare(&parameter, ty, false, true);
                        c.expression(ty, d)
                    })
                });
                let argument = self.expression(ty, d);
                let (interface, method) = match ty {
                    Ty::Int => ("IntUnaryOperator", "applyAsInt"),
                    _ => ("LongUnaryOperator", "applyAsLong"),
                };
                format!(
                    "((java.util.function.{interface}) ({parameter} -> {body})).{method}({argument})"
                )
            }
            27 => {
                let value = self.expression(ty, d);
                format!("({java}) {class}.valueOf({value})")
            }
            _ => {
                let (left, right) = (self.expression(ty, d), self.expression(ty, d));
                let operator = self.random.pick(&["+", "-", "*"]);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn leaf_array(&mut self, elem: Elem) -> String {
        match self.variable(|var| matches!(var.ty, Ty::Array(_) | Ty::Grid)) {
            Some(var) => var.name,
            None => self.new_array(elem),
        }
    }

    /// An operand that binary numeric promotion turns into `ty`.
    fn promoted(&mut self, ty: Ty, depth: usize) -> String {
        let narrow = match self.random.below(6) {
            0 => Ty::Byte,
            1 => Ty::Char,
            2 => Ty::Short,
            3 if ty == Ty::Long => Ty::Int,
            _ => ty,
        };
        self.expression(narrow, depth)
    }

    fn integer_helper(&mut self, ty: Ty, class: &str, d: usize) -> String {
        let value = self.expression(ty, d);
        let java = ty.java();
        match self.random.below(14) {
            0 => format!("({java}) {class}.bitCount({value})"),
            1 => format!(
                "({java}) {class}.compare({value}, {})",
                self.expression(ty, d)
            ),
            2 => format!("({java}) {class}.numberOfLeadingZeros({value})"),
            3 => format!("({java}) {class}.numberOfTrailingZeros({value})"),
            4 => format!("{class}.reverse({value})"),
            5 => format!(
                "{class}.rotateLeft({value}, {})",
                self.expression(Ty::Int, d)
            ),
            6 => format!("{class}.highestOneBit({value})"),
            7 => format!("({java}) {class}.signum({value})"),
            8 => format!("Math.floorMod({value}, {} | 1)", self.expression(ty, d)),
            9 => format!("Math.floorDiv({value}, {} | 1)", self.expression(ty, d)),
            10 => {
                let helper = self.random.pick(&["min", "max"]);
                format!("Math.{helper}({value}, {})", self.expression(ty, d))
            }
            11 => {
                let helper = self
                    .random
                    .pick(&["addExact", "subtractExact", "multiplyExact"]);
                // Exact helpers on small operands, or nearly every unit would end in an ArithmeticException.
                format!(
                    "Math.{helper}({value} >> 18, {} % 1000)",
                    self.expression(ty, d)
                )
            }
            12 => format!("{class}.reverseBytes({value})"),
            _ => format!("Math.abs({value})"),
        }
    }

    fn narrow(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        let java = ty.java();
        match self.random.below(8) {
            0 | 1 => match self.place(ty, d) {
                Some(place) => match self.random.below(4) {
                    0 => format!("({place}++)"),
                    1 => format!("(--{place})"),
                    2 => {
                        let operator = self.random.pick(&["<<=", ">>=", ">>>=", "&=", "^="]);
                        format!("({place} {operator} {})", self.expression(Ty::Int, d))
                    }
                    _ => {
                        let operator = self.random.pick(&["+=", "-=", "*="]);
                        format!("({place} {operator} {})", self.numeric(d))
                    }
                },
                None => self.leaf(ty),
            },
            2 if ty == Ty::Char => format!("({} + \"x\").charAt(0)", self.expression(Ty::Str, d)),
            3 if ty == Ty::Char => {
                let helper = self
                    .random
                    .pick(&["toUpperCase", "toLowerCase", "reverseBytes"]);
                format!("Character.{helper}({})", self.expression(Ty::Char, d))
            }
            4 => format!("(({java}) {})", self.numeric(d)),
            _ => format!("(({java}) {})", self.expression(Ty::Int, d)),
        }
    }

    fn floating(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        let java = ty.java();
        let class = if ty == Ty::Float { "Float" } else { "Double" };
        match self.random.below(16) {
            0..=6 => {
                let operator = self.random.pick(&["+", "-", "*", "/", "%"]);
                let left = self.expression(ty, d);
                let right = if ty == Ty::Double {
                    self.numeric(d)
                } else {
                    self.expression(ty, d)
                };
                format!("({left} {operator} {right})")
            }
            7 => format!("(-({}))", self.expression(ty, d)),
            8 | 9 => format!("(({java}) {})", self.numeric(d)),
            10 | 11 => match self.place(ty, d) {
                Some(place) => match self.random.below(4) {
                    0 => format!("({place}++)"),
                    1 => format!("(--{place})"),
                    _ => {
                        let operator = self.random.pick(&["+=", "-=", "*=", "/=", "%="]);
                        format!("({place} {operator} {})", self.numeric(d))
                    }
                },
                None => self.leaf(ty),
            },
            12 => {
                let helper = self.random.pick(&["abs", "ulp", "signum", "nextUp"]);
                format!("Math.{helper}({})", self.expression(ty, d))
            }
            13 => {
                let helper = self.random.pick(&["min", "max", "copySign"]);
                format!(
                    "Math.{helper}({}, {})",
                    self.expression(ty, d),
                    self.expression(ty, d)
                )
            }
            14 if ty == Ty::Double => {
                let helper = self.random.pick(&["sqrt", "floor", "ceil", "rint"]);
                format!("Math.{helper}({})", self.expression(ty, d))
            }
            14 => format!(
                "Float.intBitsToFloat({} & 0x7f7fffff)",
                self.expression(Ty::Int, d)
            ),
            _ => format!("({java}) {class}.valueOf({})", self.expression(ty, d)),
        }
    }
}

/// Keeps strings short: a loop around `s = s + s` would otherwise grow one without bound.
pub fn clipped(ty: Ty, value: String) -> String {
    if ty == Ty::Str {
        format!("clip({value})")
    } else {
        value
    }
}

fn boxed(ty: Ty) -> &'static str {
    match ty {
        Ty::Boolean => "Boolean",
        Ty::Byte => "Byte",
        Ty::Short => "Short",
        Ty::Char => "Character",
        Ty::Int => "Integer",
        Ty::Long => "Long",
        Ty::Float => "Float",
        Ty::Double => "Double",
        other => other.java(),
    }
}
