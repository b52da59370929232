//! Random statements and the methods made of them.

use super::program::Program;
use super::scope::{Returns, Scope};
use crate::code::{Method, Statement, block, line};
use crate::generator::random::Random;

const METHODS: usize = 3;

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed, 7_000);
    let wide = random.chance(30);
    let mut methods: Vec<Method> = (0..METHODS).map(|n| helper(&mut random, n)).collect();
    methods.push(entry(&mut random));
    Program {
        seed,
        methods,
        wide,
    }
}

fn helper(random: &mut Random, number: usize) -> Method {
    let statements = 1 + random.below(4);
    let mut scope = Scope {
        random,
        ints: ["w", "u", "v"].map(str::to_owned).to_vec(),
        writable: 2,
        nodes: vec!["n".to_owned()],
        arrays: vec!["arr".to_owned()],
        callable: number,
        calls_left: 1,
        statements_left: 7,
        loops: 0,
        names: 0,
        returns: Returns::Int,
    };
    let body = scope.statements(statements, 2);
    Method {
        head: format!("static int m{number}(int u, int v, N n) {{\n        int w = u - v;"),
        tail: format!("    return {};\n}}", scope.int()),
        body,
    }
}

fn entry(random: &mut Random) -> Method {
    let statements = 4 + random.below(5);
    let mut scope = Scope {
        random,
        ints: ["x", "y", "a", "b", "c"].map(str::to_owned).to_vec(),
        writable: 3,
        nodes: ["n", "k"].map(str::to_owned).to_vec(),
        arrays: ["p", "arr"].map(str::to_owned).to_vec(),
        callable: METHODS,
        calls_left: 4,
        statements_left: 16,
        loops: 0,
        names: 0,
        returns: Returns::Digest,
    };
    // These stay when a program is made smaller, so that what is left compiles.
    let head = "static long f(int a, int b, int c) {\n        reset();\n        int x = a;\n        int y = 2;\n        \
                N n = so;\n        N k = sn;\n        int[] p = arr;";
    let body = scope.statements(statements, 3);
    Method {
        head: head.to_owned(),
        body,
        tail: "    return x * 31L + y + digest(n, 1) * 7 + digest(k, 1) * 3 + (n == k ? 1 : 0) + p[0];\n}".to_owned(),
    }
}

impl Scope<'_> {
    fn statements(&mut self, count: usize, depth: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _ in 0..count {
            if self.statements_left == 0 {
                break;
            }
            self.statements_left -= 1;
            statements.push(self.statement(depth));
        }
        statements
    }

    fn body(&mut self, depth: usize) -> Vec<Statement> {
        let count = 1 + self.random.below(2);
        let mut body = self.statements(count, depth - 1);
        if body.is_empty() {
            body.push(self.assignment());
        }
        body
    }

    fn statement(&mut self, depth: usize) -> Statement {
        if depth == 0 {
            return self.simple();
        }
        match self.random.below(20) {
            0..=7 => self.branch(depth),
            8 => self.switch(depth),
            9 => self.counted_loop(depth),
            10 => self.walk(),
            11 => self.attempt(depth),
            12 => self.leave(),
            _ => self.simple(),
        }
    }

    fn branch(&mut self, depth: usize) -> Statement {
        let mut arms = vec![(format!("if ({}) {{", self.boolean()), self.body(depth))];
        if self.random.chance(20) {
            arms.push((
                format!("}} else if ({}) {{", self.boolean()),
                self.body(depth),
            ));
        }
        if self.random.chance(55) {
            arms.push(("} else {".to_owned(), self.body(depth)));
        }
        if self.random.chance(12) {
            // Leaves from the inside of a region.
            let leave = self.leave_inside();
            let last = arms.len() - 1;
            arms[last].1.push(leave);
        }
        block(arms, "}")
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let subject = match self.random.chance(50) {
            true => format!("{} & 3", self.int_variable()),
            false => self.int_variable(),
        };
        let mut arms = vec![(format!("switch ({subject}) {{"), Vec::new())];
        for label in 0..1 + self.random.below(3) {
            let mut body = self.body(depth.min(2));
            // Falls through otherwise.
            if self.random.chance(75) {
                body.push(line("break;"));
            }
            arms.push((format!("case {label}:"), body));
        }
        if self.random.chance(60) {
            arms.push(("default:".to_owned(), self.body(depth.min(2))));
        }
        block(arms, "}")
    }

    fn counted_loop(&mut self, depth: usize) -> Statement {
        if self.loops > 0 {
            return self.simple();
        }
        let i = self.fresh('i');
        let bound = match self.random.below(3) {
            0 => format!("({} & 3)", self.int_variable()),
            _ => (1 + self.random.below(3)).to_string(),
        };
        self.loops += 1;
        self.ints.push(i.clone());
        let mut body = self.body(depth.min(2));
        if self.random.chance(35) {
            let word = self.random.pick(&["break;", "continue;"]);
            let guard = format!("if ({}) {{", self.boolean());
            body.insert(0, block(vec![(guard, vec![line(word)])], "}"));
        }
        self.ints.pop();
        self.loops -= 1;
        block(
            vec![(format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"), body)],
            "}",
        )
    }

    /// Along a list that may be a cycle.
    fn walk(&mut self) -> Statement {
        let (node, count) = (self.fresh('q'), self.fresh('j'));
        let start = self.node_variable();
        let target = self.writable_int();
        let head = format!("for (N {node} = {start}; {node} != null; {node} = {node}.next) {{");
        let stop = format!("if (++{count} > 3) break;");
        let body = vec![line(stop), line(format!("{target} += {node}.v;"))];
        block(
            vec![
                (format!("{{ int {count} = 0;"), Vec::new()),
                (head, body),
                ("}".to_owned(), Vec::new()),
            ],
            "}",
        )
    }

    fn attempt(&mut self, depth: usize) -> Statement {
        let mut arms = vec![("try {".to_owned(), self.body(depth))];
        let e = self.fresh('e');
        let kinds = [
            "ArithmeticException",
            "NullPointerException",
            "ArrayIndexOutOfBoundsException",
            "E",
            "RuntimeException",
            "ClassCastException",
        ];
        let kind = self.random.pick(&kinds);
        if self.random.chance(90) {
            let mut body = self.body(depth.min(2));
            if kind == "E" {
                let target = self.writable_int();
                body.push(line(format!("{target} ^= {e}.code;")));
            }
            arms.push((format!("}} catch ({kind} {e}) {{"), body));
            if self.random.chance(25) {
                arms.push(("} finally {".to_owned(), vec![self.assignment()]));
            }
        } else {
            arms.push(("} finally {".to_owned(), vec![self.assignment()]));
        }
        block(arms, "}")
    }

    fn leave(&mut self) -> Statement {
        let guard = format!("if ({}) {{", self.boolean());
        let leave = self.leave_inside();
        block(vec![(guard, vec![leave])], "}")
    }

    /// A return or an exception, such that the compiler does not know that what follows is not reached.
    fn leave_inside(&mut self) -> Statement {
        match self.random.below(5) {
            0 => line(format!(
                "if (s1 != 12345) throw new E({});",
                self.int_variable()
            )),
            1 => line("if (s1 != 12345) throw new IllegalStateException();"),
            _ => match self.returns {
                Returns::Int => line(format!("if (s1 != 12345) return {};", self.int())),
                Returns::Digest => line(format!("if (s1 != 12345) return {};", self.long())),
            },
        }
    }

    fn simple(&mut self) -> Statement {
        match self.random.below(24) {
            0..=6 => self.assignment(),
            7 => line(format!("{}.v = {};", self.node_variable(), self.int())),
            8 => line(format!("{}.next = {};", self.node_variable(), self.node())),
            9 => line(format!("{}.set({});", self.node_variable(), self.int())),
            10 => line(format!(
                "{}[{} & 3] = {};",
                self.array(),
                self.int_variable(),
                self.int()
            )),
            11 => line(format!(
                "{}[{}] = {};",
                self.array(),
                self.int_variable(),
                self.int()
            )),
            12 => line(format!(
                "bytes[{}] = (byte) {};",
                self.random.below(3),
                self.int()
            )),
            13..=15 => {
                let target = match self.nodes.is_empty() {
                    true => "sn".to_owned(),
                    false => {
                        let index = self.random.below(self.nodes.len());
                        self.nodes[index].clone()
                    }
                };
                line(format!("{target} = {};", self.node()))
            }
            16 => line(format!(
                "{} = {};",
                self.random.pick(&["sn", "so"]),
                self.node()
            )),
            17 => line(format!("sz = {};", self.boolean())),
            19 => line(format!("list.add({});", self.node())),
            20 => line(format!("map.put({}, {});", self.string(), self.node())),
            21 => {
                let letter = self.int_variable();
                line(format!(
                    "put(key((char) ('n' + ({letter} & 1))), {});",
                    self.node()
                ))
            }
            22 => line(format!("text.append({});", self.string())),
            18 if self.returns == Returns::Digest => {
                let (condition, size) = (self.boolean(), self.int_variable());
                line(match self.random.chance(50) {
                    true => format!(
                        "p = {condition} ? arr : new int[] {{{}, 2, 3, 4}};",
                        self.int()
                    ),
                    false => format!("p = {condition} ? p : new int[({size} & 3) + 1];"),
                })
            }
            _ => line(format!(
                "nodes[{}] = {};",
                self.int_variable(),
                self.node_variable()
            )),
        }
    }

    fn assignment(&mut self) -> Statement {
        let target = match self.random.below(5) {
            0 => "s0".to_owned(),
            1 => "s1".to_owned(),
            _ => self.writable_int(),
        };
        match self.random.below(10) {
            0 => line(format!("{target}++;")),
            1 => line(format!("s2 = {};", self.long())),
            2 => {
                let operator = self.random.pick(&["+=", "-=", "^=", "|="]);
                line(format!("{target} {operator} {};", self.int()))
            }
            _ => line(format!("{target} = {};", self.int())),
        }
    }
}
