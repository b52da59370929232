//! Random expressions over the variables in scope.

use super::scope::Scope;

/// How deep expressions nest.
const DEPTH: usize = 3;

impl Scope<'_> {
    pub fn int(&mut self) -> String {
        self.int_to(DEPTH)
    }

    pub fn boolean(&mut self) -> String {
        self.boolean_to(DEPTH - 1)
    }

    pub fn node(&mut self) -> String {
        self.node_to(2)
    }

    fn literal(&mut self) -> String {
        match self.random.below(8) {
            0 => self
                .random
                .pick(&[
                    "Integer.MAX_VALUE",
                    "Integer.MIN_VALUE",
                    "127",
                    "-129",
                    "65535",
                    "1000",
                ])
                .to_owned(),
            _ => {
                let value = self.random.range(-3, 9);
                if value < 0 {
                    format!("({value})")
                } else {
                    value.to_string()
                }
            }
        }
    }

    pub fn int_variable(&mut self) -> String {
        let index = self.random.below(self.ints.len());
        self.ints[index].clone()
    }

    fn int_leaf(&mut self) -> String {
        match self.random.below(12) {
            0 | 1 => self.literal(),
            2 => self.random.pick(&["s0", "s1"]).to_owned(),
            3 => format!("{}.v", self.node_variable()),
            4 => format!("{}[{} & 3]", self.array(), self.int_variable()),
            5 => format!("bytes[{}]", self.random.below(3)),
            _ => self.int_variable(),
        }
    }

    fn int_to(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.int_leaf();
        }
        let d = depth - 1;
        match self.random.below(28) {
            0..=4 => self.int_leaf(),
            5..=8 => {
                let operator = self.random.pick(&["+", "-", "+", "-", "&", "|", "^"]);
                format!("({} {operator} {})", self.int_to(d), self.int_to(d))
            }
            9 => {
                let factor = self.random.range(2, 5);
                format!("({} * {factor})", self.int_to(d))
            }
            10 => {
                let operator = self.random.pick(&["/", "%"]);
                let divisor = self.random.pick(&["2", "3", "(-2)", "5"]);
                format!("({} {operator} {divisor})", self.int_to(d))
            }
            11 => {
                // May be zero.
                let operator = self.random.pick(&["/", "%"]);
                format!("({} {operator} ({} & 3))", self.int_to(d), self.int_leaf())
            }
            12 => {
                let operator = self.random.pick(&["<<", ">>", ">>>"]);
                let amount = self.random.below(5);
                format!("({} {operator} {amount})", self.int_to(d))
            }
            13 => {
                let cast =
                    self.random
                        .pick(&["(byte)", "(char)", "(short)", "(int) (long)", "-", "~"]);
                format!("({cast} {})", self.int_to(d))
            }
            14..=16 => format!(
                "({} ? {} : {})",
                self.boolean_to(d),
                self.int_to(d),
                self.int_to(d)
            ),
            17 | 18 => self.call(d),
            19 | 20 => format!("{}.apply({})", self.node_variable(), self.int_to(d)),
            21 => format!("{}.kind()", self.node_variable()),
            22 => {
                // May be out of bounds.
                format!("{}[{}]", self.array(), self.int_leaf())
            }
            23 => {
                let function = self.random.pick(&["max", "min"]);
                format!("Math.{function}({}, {})", self.int_to(d), self.int_to(d))
            }
            24 => format!("Lazy.TABLE[{} & 7]", self.int_to(d)),
            25 => format!("recurse({} & 1, {})", self.int_leaf(), self.int_leaf()),
            26 => match self.random.below(7) {
                3 => "list.size()".to_owned(),
                4 => "map.size()".to_owned(),
                5 => "text.length()".to_owned(),
                6 => format!("{}.length()", self.string()),
                0 => format!("(({}) {}).w", "S", self.node_variable()),
                1 => format!("color({}).ordinal()", self.int_leaf()),
                _ => format!("({} ? \"ab\" : \"c\").length()", self.boolean_to(d)),
            },
            _ => format!("(int) ({} >> {})", self.long(), self.random.below(4)),
        }
    }

    /// A call of a method of a lower number, or something else if there is none.
    fn call(&mut self, depth: usize) -> String {
        if self.callable == 0 || self.calls_left == 0 {
            return self.int_leaf();
        }
        self.calls_left -= 1;
        let method = self.random.below(self.callable);
        let node = self.node_variable();
        format!(
            "m{method}({}, {}, {node})",
            self.int_to(depth),
            self.int_leaf()
        )
    }

    /// One of a few strings, never null.
    pub fn string(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("KEYS[{}]", self.random.below(4)),
            1 => format!("KEYS[{} & 3]", self.int_variable()),
            _ => format!("({} ? \"out\" : \"v\")", self.boolean_to(0)),
        }
    }

    pub fn long(&mut self) -> String {
        match self.random.below(5) {
            0 => "s2".to_owned(),
            1 => format!("({} + {}L)", self.int_leaf(), self.random.range(-2, 5)),
            2 => format!("(s2 ^ {})", self.int_leaf()),
            3 => format!("((long) {} * 3)", self.int_leaf()),
            _ => format!("({} ? {} : s2)", self.boolean_to(1), self.int_leaf()),
        }
    }

    fn boolean_to(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 8 } else { 16 }) {
            0..=3 => {
                let operator = self.random.pick(&["<", "<=", "==", "!=", ">", ">="]);
                let right = match self.random.chance(60) {
                    true => self.literal(),
                    false => self.int_variable(),
                };
                format!("{} {operator} {right}", self.int_variable())
            }
            4 => {
                let operator = self.random.pick(&["==", "!="]);
                let right = match self.random.chance(50) {
                    true => "null".to_owned(),
                    false => self.node_variable(),
                };
                format!("{} {operator} {right}", self.node_variable())
            }
            5 => {
                let class = self.random.pick(&["S", "T", "N"]);
                format!("{} instanceof {class}", self.node_variable())
            }
            6 => match self.random.below(3) {
                0 => format!("map.containsKey({})", self.string()),
                _ => self.random.pick(&["sz", "!sz"]).to_owned(),
            },
            7 => format!("({} & 1) == 0", self.int_variable()),
            8..=10 => {
                let operator = self.random.pick(&["<", "==", "!=", ">"]);
                format!("{} {operator} {}", self.int_to(d), self.int_to(d))
            }
            11..=13 => {
                let operator = self.random.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.boolean_to(d), self.boolean_to(d))
            }
            14 => format!("!({})", self.boolean_to(d)),
            _ => {
                let operator = self.random.pick(&["<", ">="]);
                format!("{} {operator} {}", self.long(), self.int_leaf())
            }
        }
    }

    pub fn node_variable(&mut self) -> String {
        let index = self.random.below(self.nodes.len() + 1);
        match self.nodes.get(index) {
            Some(name) => name.clone(),
            None => self.random.pick(&["so", "sn"]).to_owned(),
        }
    }

    pub fn array(&mut self) -> String {
        let index = self.random.below(self.arrays.len());
        self.arrays[index].clone()
    }

    fn node_to(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 5 } else { 13 }) {
            0..=2 => self.node_variable(),
            3 => format!("nodes[{}]", self.random.below(3)),
            4 => format!("{}.next", self.node_variable()),
            5..=8 => {
                let class = self.random.pick(&["N", "S", "T"]);
                format!("new {class}({})", self.int_to(1))
            }
            9 => match self.random.below(3) {
                0 => format!("element({})", self.int_variable()),
                1 => format!("map.get({})", self.string()),
                _ => format!("nodes[{} & 1]", self.int_variable()),
            },
            10 => "null".to_owned(),
            _ => format!(
                "({} ? {} : {})",
                self.boolean_to(1),
                self.node_to(depth - 1),
                self.node_to(depth - 1)
            ),
        }
    }
}
