//! Random expressions and conditions.

use super::grammar;
use super::scope::{Scope, Value};

impl Scope<'_> {
    pub fn constant(&mut self) -> Value {
        Value::constant(self.random.range(0, grammar::CONSTANT).to_string())
    }

    /// A variable that may be read here.
    fn variable(&mut self) -> Value {
        let readable = |n: &usize| !self.growing.contains(n);
        let readable: Vec<usize> = (0..self.variables.len()).filter(readable).collect();
        let chosen = self.random.choose(&readable);
        self.variables[chosen].clone()
    }

    fn leaf(&mut self) -> Value {
        match self.random.weighted(&grammar::LEAVES) {
            0 => self.variable(),
            1 if !self.fields.is_empty() => {
                let index = self.random.below(self.fields.len());
                Value {
                    text: self.fields[index].clone(),
                    weight: grammar::FIELD_WEIGHT,
                    linear: true,
                }
            }
            1 => self.variable(),
            _ => self.constant(),
        }
    }

    pub fn parameter(&mut self) -> Value {
        let index = self.random.below(self.parameters);
        self.variables[index].clone()
    }

    /// An expression of at most this weight.
    pub fn expression(&mut self, weight: u32) -> Value {
        // A parameter is light enough for everything.
        let tries = (0..4).map(|_| self.any_expression()).collect::<Vec<_>>();
        let light = tries.into_iter().find(|value| value.weight <= weight);
        light.unwrap_or_else(|| self.parameter())
    }

    fn any_expression(&mut self) -> Value {
        match self.random.weighted(&grammar::EXPRESSIONS) {
            0 => self.leaf(),
            1 => self.sum("+"),
            2 => self.sum("-"),
            3 => self.multiple(),
            4 => {
                let (a, b) = (self.variable(), self.variable());
                match a.linear && b.linear {
                    true => Value {
                        text: format!("{} * {}", a.text, b.text),
                        weight: a.weight.max(1) * b.weight.max(1),
                        linear: false,
                    },
                    false => a,
                }
            }
            5 => self.divided("/"),
            _ => self.divided("%"),
        }
    }

    fn sum(&mut self, operator: &str) -> Value {
        let mut sum = match self.random.chance(20) {
            true => self.multiple(),
            false => self.variable(),
        };
        for _ in 0..1 + usize::from(self.random.chance(30)) {
            let leaf = self.leaf();
            if leaf.text == sum.text {
                continue;
            }
            sum.text = format!("{} {operator} {}", sum.text, leaf.text);
            sum.weight += leaf.weight;
            sum.linear &= leaf.linear;
        }
        sum
    }

    fn multiple(&mut self) -> Value {
        let factor = self.random.range(2, 5);
        let variable = self.variable();
        Value {
            text: format!("{factor} * {}", variable.text),
            weight: factor as u32 * variable.weight,
            linear: variable.linear,
        }
    }

    fn divided(&mut self, operator: &str) -> Value {
        let divisor = self.random.range(2, 9);
        let variable = self.variable();
        Value {
            text: format!("{} {operator} {divisor}", variable.text),
            // What a remainder is does not grow, but it is as hard to reason about.
            weight: variable.weight.max(1),
            linear: false,
        }
    }

    /// A condition; takes its decisions.
    pub fn condition(&mut self) -> String {
        self.decisions = self.decisions.saturating_sub(1);
        let first = self.comparison();
        if self.decisions == 0 || !self.random.chance(grammar::CONNECTED) {
            return first;
        }
        self.decisions -= 1;
        let connective = self.random.pick(&["&&", "||"]);
        format!("{first} {connective} {}", self.comparison())
    }

    fn comparison(&mut self) -> String {
        let left = loop {
            let left = self.expression(grammar::WEIGHT);
            if left.weight > 0 {
                break left;
            }
        };
        let right = match self.random.weighted(&grammar::COMPARED) {
            0 => self.constant(),
            1 => self.leaf(),
            _ => self.expression(grammar::WEIGHT),
        };
        let relations = ["<", "<=", ">", ">=", "==", "!="];
        let relation = relations[self.random.weighted(&grammar::RELATIONS)];
        format!("{} {relation} {}", left.text, right.text)
    }
}
