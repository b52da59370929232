//! Random statements.

use super::grammar;
use super::scope::{Callee, Scope, Style, Value};
use crate::code::{Statement, block, line, lines};

impl Scope<'_> {
    /// Declarations of locals, which nothing comes before.
    pub fn locals(&mut self) -> Vec<Statement> {
        let count = self.random.range(1, 3);
        let declared = (0..count).map(|n| {
            let value = self.expression(grammar::WEIGHT / 2);
            let text = format!("int v{n} = {};", value.text);
            self.variables.push(Value {
                text: format!("v{n}"),
                ..value
            });
            line(text)
        });
        declared.collect()
    }

    /// Statements of about so many lines.
    pub fn statements(&mut self, budget: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut left = budget;
        while left > 0 {
            let statement = self.statement(left);
            left = left.saturating_sub(lines(std::slice::from_ref(&statement)));
            statements.push(statement);
        }
        statements
    }

    fn statement(&mut self, budget: usize) -> Statement {
        let nests = self.nesting < grammar::NESTING && self.decisions > 0;
        match self.random.weighted(&grammar::STATEMENTS) {
            1 if self.rounds == 1 && !self.fields.is_empty() => self.field(),
            2 if nests && budget > 2 => self.branch(budget),
            3 if nests && budget > 2 && self.rounds == 1 => self.repeated(budget),
            4 if self.rounds == 1 => self.call(),
            _ => self.assignment(),
        }
    }

    fn field(&mut self) -> Statement {
        let index = self.random.below(self.fields.len());
        let value = loop {
            let value = self.expression(grammar::FIELD_WEIGHT);
            // Fields outlive the method: a product there would be multiplied again.
            if value.linear {
                break value;
            }
        };
        line(format!("{} = {};", self.fields[index], value.text))
    }

    fn assignment(&mut self) -> Statement {
        let Some(target) = self.target() else {
            return self.field_or_nothing();
        };
        let name = self.variables[target].text.clone();
        if self.rounds > 1 {
            return self.growth(target, &name);
        }
        let value = self.expression(grammar::WEIGHT);
        self.assign(target, &value);
        line(format!("{name} = {};", value.text))
    }

    /// What a loop does to a variable: adds something in each round, if it does not become too much, or sets it anew.
    fn growth(&mut self, target: usize, name: &str) -> Statement {
        let (old, value) = (
            self.variables[target].clone(),
            self.expression(grammar::WEIGHT),
        );
        let grown = old.weight + self.rounds * value.weight;
        if grown <= grammar::WEIGHT && self.random.chance(70) {
            let operator = self.random.pick(&["+=", "-="]);
            let text = format!("{name} {operator} {};", value.text);
            let linear = old.linear && value.linear;
            self.assign(
                target,
                &Value {
                    weight: grown,
                    linear,
                    ..old
                },
            );
            return line(text);
        }
        self.assign(target, &value);
        line(format!("{name} = {};", value.text))
    }

    fn field_or_nothing(&mut self) -> Statement {
        match self.fields.is_empty() || self.rounds > 1 {
            true => line(";"),
            false => self.field(),
        }
    }

    fn branch(&mut self, budget: usize) -> Statement {
        let inside = (budget - 2).min(12);
        let mut arms = Vec::new();
        let mut heads = vec![format!("if ({}) {{", self.condition())];
        if self.decisions > 0 && budget > 6 && self.random.chance(grammar::ELSE_IF) {
            heads.push(format!("}} else if ({}) {{", self.condition()));
        }
        if self.random.chance(grammar::ELSE) {
            heads.push("} else {".to_owned());
        }
        let share = (inside / heads.len()).max(1);
        let (left, mut most) = (self.decisions, 0);
        for head in heads {
            let budget = 1 + self.random.below(share);
            self.nesting += 1;
            let (body, used) = self.within(left, |scope| scope.statements(budget));
            self.nesting -= 1;
            most = most.max(used);
            arms.push((head, body));
        }
        self.decisions -= most;
        block(arms, "}")
    }

    fn repeated(&mut self, budget: usize) -> Statement {
        let rounds = self.random.range(2, grammar::ROUNDS) as u32;
        let open = self.decisions >= rounds * 2 && self.random.chance(grammar::OPEN_LOOPS);
        let k = format!("k{}", self.loops);
        self.loops += 1;
        let locals = self.variables.len() - self.parameters;
        let growing = (self.parameters..self.variables.len()).filter(|_| locals > 0);
        // Half of the locals stay as they are, so that there is something to add.
        self.growing = growing.step_by(2).collect();
        let condition = match open {
            true => {
                self.decisions -= rounds;
                format!(" && {k} < {}", self.expression(grammar::WEIGHT).text)
            }
            false => String::new(),
        };
        let condition = match self.style {
            Style::Capped => format!("{k} < {rounds}{condition}"),
            Style::Open => format!("{k} < {}", self.parameter().text),
        };
        let head = format!("for (int {k} = 0; {condition}; {k}++) {{");
        self.rounds = rounds;
        self.nesting += 1;
        self.variables.push(Value::constant(k));
        let inside = 1 + self.random.below((budget - 2).min(8));
        let (body, used) = self.within(self.decisions / rounds, |scope| scope.statements(inside));
        self.variables.pop();
        self.nesting -= 1;
        self.rounds = 1;
        self.growing.clear();
        self.decisions -= used * rounds;
        block(vec![(head, body)], "}")
    }

    fn call(&mut self) -> Statement {
        let affordable = |callee: &&Callee| callee.decisions <= self.decisions;
        let callees: Vec<&Callee> = self.callees.iter().filter(affordable).collect();
        let Some(target) = self.target().filter(|_| !callees.is_empty()) else {
            return self.assignment();
        };
        let callee = self.random.choose(&callees);
        self.decisions -= callee.decisions;
        let text = self.call_of(callee);
        let value = Value {
            text,
            weight: grammar::RESULT_WEIGHT,
            linear: false,
        };
        self.assign(target, &value);
        line(format!("{} = {};", self.variables[target].text, value.text))
    }

    /// The call as an expression.
    pub fn call_of(&mut self, callee: &Callee) -> String {
        let object = callee.class.as_ref().map(|(class, parameters)| {
            let arguments = self.arguments(*parameters);
            format!("new {class}({arguments}).")
        });
        let arguments = self.arguments(callee.parameters);
        format!("{}{}({arguments})", object.unwrap_or_default(), callee.name)
    }

    /// Parameters are handed on as they are, so that what a callee computes with is no heavier than what its caller does.
    fn arguments(&mut self, count: usize) -> String {
        // A constant would say how often an open loop goes round.
        let constants = self.style == Style::Capped;
        let argument = |_| match self.random.chance(12) && constants {
            true => self.constant().text,
            false => self.parameter().text,
        };
        (0..count).map(argument).collect::<Vec<_>>().join(", ")
    }
}
