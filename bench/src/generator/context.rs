//! What the generator knows while it writes one unit of a program: the variables in scope, the functions that may be
//! called, the loops that may be left, and which statements a shrinking run has asked to leave out.

use std::collections::BTreeSet;

use super::features::Features;
use super::random::Random;
use super::types::Ty;

/// A local variable, parameter or field that expressions may name.
#[derive(Debug, Clone)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
    /// May be assigned. Loop counters and captured variables may not.
    pub assignable: bool,
    /// May be named inside a lambda body: a field, or a local that is never assigned again.
    pub capturable: bool,
}

/// A method that expressions may call.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub result: Ty,
    pub parameters: Vec<Ty>,
}

/// The state of writing one unit.
pub struct Context<'a> {
    pub random: Random,
    pub features: Features,
    /// Number of the unit; prefixes every name it declares.
    pub unit: usize,
    pub scope: Vec<Var>,
    pub functions: Vec<Function>,
    /// Labels of the enclosing loops, innermost last; empty inside a lambda.
    pub loops: Vec<String>,
    /// Result type of the method being written, if statements may return.
    pub returns: Option<Ty>,
    /// Inputs of the program, as the type of the hole that they may fill and their name.
    pub inputs: &'static [(&'static str, &'static str)],
    dropped: &'a BTreeSet<usize>,
    statements: usize,
    names: usize,
}

impl<'a> Context<'a> {
    pub fn new(
        random: Random,
        features: Features,
        unit: usize,
        dropped: &'a BTreeSet<usize>,
    ) -> Self {
        Context {
            random,
            features,
            unit,
            scope: Vec::new(),
            functions: Vec::new(),
            loops: Vec::new(),
            returns: None,
            inputs: &[],
            dropped,
            statements: 0,
            names: 0,
        }
    }

    /// A name not used before in this unit. Java forbids a lambda parameter to shadow a local, so names never repeat.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Numbers a statement that could be left out, and says whether it is kept. The statement has been written either
    /// way, so that the rest of the program does not depend on the answer.
    pub fn keep_statement(&mut self) -> bool {
        let number = self.statements;
        self.statements += 1;
        !self.dropped.contains(&number)
    }

    /// How many statements could be left out so far.
    pub fn statement_count(&self) -> usize {
        self.statements
    }

    /// Declares a variable for the rest of the current scope.
    pub fn declare(&mut self, name: &str, ty: Ty, assignable: bool, capturable: bool) {
        self.scope.push(Var {
            name: name.to_string(),
            ty,
            assignable,
            capturable,
        });
    }

    /// Runs `write` in a nested scope: what it declares is forgotten afterwards.
    pub fn nested<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.scope.len();
        let result = write(self);
        self.scope.truncate(depth);
        result
    }

    /// Runs `write` with the scope of a lambda body: only capturable variables, none assignable but fields, no loops.
    pub fn in_lambda<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let capturable = self
            .scope
            .iter()
            .filter(|var| var.capturable)
            .cloned()
            .collect();
        let scope = std::mem::replace(&mut self.scope, capturable);
        let loops = std::mem::take(&mut self.loops);
        let returns = self.returns.take();
        let result = write(self);
        self.scope = scope;
        self.loops = loops;
        self.returns = returns;
        result
    }

    /// Now and then an input instead of a literal for the hole `hole`.
    pub fn input(&mut self, hole: &str) -> Option<&'static str> {
        if self.inputs.is_empty() || self.random.chance(45) {
            return None;
        }
        let matching: Vec<&'static str> = self
            .inputs
            .iter()
            .filter(|(kind, _)| *kind == hole)
            .map(|(_, name)| *name)
            .collect();
        match matching[..] {
            [] => None,
            _ => Some(self.random.choose(&matching)),
        }
    }

    /// A variable in scope that satisfies `test`; recent ones are preferred.
    pub fn variable(&mut self, test: impl Fn(&Var) -> bool) -> Option<Var> {
        let matching: Vec<&Var> = self.scope.iter().filter(|var| test(var)).collect();
        if matching.is_empty() {
            return None;
        }
        let recent = matching.len().min(6);
        let index = if self.random.chance(60) {
            matching.len() - 1 - self.random.below(recent)
        } else {
            self.random.below(matching.len())
        };
        Some(matching[index].clone())
    }
}
