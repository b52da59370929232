//! Reading what SMT-LIB programs print for values: literals, and arrays as stores over a constant array. Expressions live in
//! a flat table, so that deep chains of stores neither recurse when read nor when dropped.

use logic::{ArrayValue, FpSort, Pool, Sort, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A list of expressions or an atom, by position in [`Expressions`].
enum Expression {
    Atom(String),
    List(Vec<usize>),
}

/// All expressions of a text, children before parents.
pub struct Expressions(Vec<Expression>);

impl Expressions {
    /// Reads one expression; its position is the second result.
    pub fn read(text: &str) -> Option<(Expressions, usize)> {
        let mut all = Vec::new();
        let mut open: Vec<Vec<usize>> = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let first = rest.chars().next()?;
            let length = match first {
                '(' => {
                    open.push(Vec::new());
                    rest = rest[1..].trim_start();
                    continue;
                }
                ')' => {
                    let list = open.pop()?;
                    all.push(Expression::List(list));
                    1
                }
                '|' | '"' => {
                    let length = rest[1..].find(first)? + 2;
                    all.push(Expression::Atom(rest[..length].to_string()));
                    length
                }
                _ => {
                    let end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
                    let length = rest.find(end).unwrap_or(rest.len());
                    all.push(Expression::Atom(rest[..length].to_string()));
                    length
                }
            };
            rest = rest[length..].trim_start();
            let position = all.len() - 1;
            match open.last_mut() {
                Some(list) => list.push(position),
                None => return Some((Expressions(all), position)),
            }
        }
    }

    pub fn atom(&self, at: usize) -> Option<&str> {
        match &self.0[at] {
            Expression::Atom(text) => Some(text),
            Expression::List(_) => None,
        }
    }

    pub fn list(&self, at: usize) -> Option<&[usize]> {
        match &self.0[at] {
            Expression::Atom(_) => None,
            Expression::List(children) => Some(children),
        }
    }

    /// The words of a list that holds only atoms.
    fn words(&self, at: usize) -> Option<Vec<&str>> {
        self.list(at)?
            .iter()
            .map(|child| self.atom(*child))
            .collect()
    }

    fn text(&self, at: usize) -> String {
        match &self.0[at] {
            Expression::Atom(text) => text.clone(),
            // Only names of elements get here, and those are shallow.
            Expression::List(children) => {
                let parts: Vec<String> = children
                    .iter()
                    .filter_map(|child| self.atom(*child))
                    .map(str::to_string)
                    .collect();
                parts.join(" ")
            }
        }
    }

    /// The value of the given sort written at a position; none if it is not written as a value.
    pub fn value(
        &self,
        at: usize,
        pool: &Pool,
        sort: Sort,
        elements: &mut Elements,
    ) -> Option<Value> {
        match sort {
            Sort::Bool => match self.atom(at)? {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::Bv(width) => {
                let (bits, length) = self.bits(at)?;
                (length == width).then(|| Value::bv(width, bits))
            }
            Sort::Fp(format) => self.float(at, format),
            Sort::Int => self.integer(at).map(Value::Int),
            Sort::Uninterpreted(id) => {
                let index = elements.number(sort, self.text(at));
                Some(Value::Uninterpreted { sort: id, index })
            }
            Sort::Array(id) => {
                let (index_sort, element_sort) = pool.array_parts(id);
                let mut stores = Vec::new();
                let mut array = at;
                let default = loop {
                    match *self.list(array)? {
                        [head, inner, index, value] if self.atom(head) == Some("store") => {
                            stores.push((index, value));
                            array = inner;
                        }
                        // ((as const (Array I E)) value)
                        [head, value] if self.is_const(head) => break value,
                        _ => return None,
                    }
                };
                let mut value =
                    ArrayValue::constant(self.value(default, pool, element_sort, elements)?);
                for (index, element) in stores.into_iter().rev() {
                    let index = self.value(index, pool, index_sort, elements)?;
                    value.set(index, self.value(element, pool, element_sort, elements)?);
                }
                Some(Value::Array(Rc::new(value)))
            }
        }
    }

    fn is_const(&self, at: usize) -> bool {
        matches!(self.list(at), Some(&[a, c, _]) if self.atom(a) == Some("as") && self.atom(c) == Some("const"))
    }

    /// A bit-vector literal and its width.
    fn bits(&self, at: usize) -> Option<(u128, u32)> {
        if let Some(text) = self.atom(at) {
            let (digits, radix, each) = match text.get(..2)? {
                "#b" => (&text[2..], 2, 1),
                "#x" => (&text[2..], 16, 4),
                _ => return None,
            };
            return Some((
                u128::from_str_radix(digits, radix).ok()?,
                digits.len() as u32 * each,
            ));
        }
        match self.words(at)?[..] {
            ["_", number, width] => Some((
                number.strip_prefix("bv")?.parse().ok()?,
                width.parse().ok()?,
            )),
            _ => None,
        }
    }

    fn float(&self, at: usize, format: FpSort) -> Option<Value> {
        let words = self.words(at)?;
        let all_ones = u128::MAX >> (128 - format.exponent);
        let infinity = all_ones << (format.significand - 1);
        let minus = 1_u128 << (format.width() - 1);
        let bits = match words[..] {
            ["_", "NaN", ..] => infinity | 1,
            ["_", "+oo", ..] => infinity,
            ["_", "-oo", ..] => minus | infinity,
            ["_", "+zero", ..] => 0,
            ["_", "-zero", ..] => minus,
            ["fp", ..] => {
                let parts = self.list(at)?;
                let mut bits = 0;
                for (part, width) in
                    parts[1..]
                        .iter()
                        .zip([1, format.exponent, format.significand - 1])
                {
                    let (value, length) = self.bits(*part)?;
                    if length != width {
                        return None;
                    }
                    bits = bits << width | value;
                }
                bits
            }
            _ => return None,
        };
        Some(Value::fp(format, bits))
    }

    fn integer(&self, at: usize) -> Option<i128> {
        if let Some(text) = self.atom(at) {
            return text.parse().ok();
        }
        match self.words(at)?[..] {
            ["-", number] => number.parse::<i128>().ok()?.checked_neg(),
            _ => None,
        }
    }
}

/// Numbers the elements of uninterpreted sorts in the order in which they are met, for one model.
#[derive(Default)]
pub struct Elements(BTreeMap<(Sort, String), u32>);

impl Elements {
    fn number(&mut self, sort: Sort, name: String) -> u32 {
        let known = self.0.keys().filter(|(known, _)| *known == sort).count() as u32;
        *self.0.entry((sort, name)).or_insert(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, pool: &Pool, sort: Sort) -> Option<Value> {
        let (expressions, root) = Expressions::read(text)?;
        expressions.value(root, pool, sort, &mut Elements::default())
    }

    #[test]
    fn literals() {
        let pool = Pool::new();
        let f32 = Sort::Fp(FpSort::F32);
        for (text, sort, expected) in [
            ("true", Sort::Bool, Some(Value::Bool(true))),
            ("#b101", Sort::Bv(3), Some(Value::bv(3, 5))),
            ("#xfF", Sort::Bv(8), Some(Value::bv(8, 255))),
            ("(_ bv7 8)", Sort::Bv(8), Some(Value::bv(8, 7))),
            ("#xff", Sort::Bv(9), None),
            ("-3", Sort::Int, Some(Value::Int(-3))),
            ("(- 3)", Sort::Int, Some(Value::Int(-3))),
            ("(_ NaN 8 24)", f32, Some(Value::f32(f32::NAN))),
            ("(_ -oo 8 24)", f32, Some(Value::f32(f32::NEG_INFINITY))),
            ("(_ -zero 8 24)", f32, Some(Value::f32(-0.0))),
            ("(fp #b0 #x7f #b1)", f32, None),
            (
                "(fp #b0 #x7f #b10000000000000000000001)",
                Sort::Bv(32),
                None,
            ),
            ("(fp #b0 #x7f #b10000000000000000000000)", Sort::Bool, None),
            (
                "(fp #b1 #b01111111 #b00000000000000000000000)",
                f32,
                Some(Value::f32(-1.0)),
            ),
            ("(let ((x 1)) x)", Sort::Int, None),
            ("(", Sort::Int, None),
            (")", Sort::Int, None),
            ("", Sort::Int, None),
        ] {
            let found = value(text, &pool, sort);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn deep_arrays() {
        let mut pool = Pool::new();
        let sort = pool.array_sort(Sort::Int, Sort::Bool);
        let depth = 200_000;
        let mut text = "(store ".repeat(depth);
        text.push_str("((as const (Array Int Bool)) false)");
        for i in 0..depth {
            text.push_str(&format!(" {} true)", i % 100));
        }
        let Some(Value::Array(array)) = value(&text, &pool, sort) else {
            panic!("no array")
        };
        assert_eq!(array.entries().len(), 100);
        assert_eq!(value("(_ as-array k!0)", &pool, sort), None);
    }
}
