//! What is in scope where a statement is made, and what it may still cost.

use super::grammar;
use crate::generator::random::Random;

/// Something that can be read.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    /// What its coefficients add up to at most; 0 for a constant.
    pub weight: u32,
    /// Whether it is linear in the parameters.
    pub linear: bool,
}

impl Value {
    pub fn constant(text: String) -> Value {
        Value {
            text,
            weight: 0,
            linear: true,
        }
    }
}

/// A method that may be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// What comes before the arguments: `m2`, or `new C1(a, b).m0`; the latter takes arguments for the constructor too.
    pub class: Option<(String, usize)>,
    pub name: String,
    pub parameters: usize,
    pub decisions: u32,
}

/// The inside of a method.
pub struct Scope<'a> {
    pub random: &'a mut Random,
    /// Parameters first, then locals.
    pub variables: Vec<Value>,
    pub parameters: usize,
    pub fields: Vec<String>,
    pub callees: &'a [Callee],
    /// Decisions that a path may still take.
    pub decisions: u32,
    /// How many branches and loops are around.
    pub nesting: usize,
    /// In a loop: the variables that it may change. They must not be read in it, or they would grow with each round.
    pub growing: Vec<usize>,
    pub rounds: u32,
    /// Loop variables made so far.
    pub loops: usize,
}

impl<'a> Scope<'a> {
    pub fn new(
        random: &'a mut Random,
        parameters: usize,
        fields: Vec<String>,
        callees: &'a [Callee],
    ) -> Scope<'a> {
        let parameter = |n| Value {
            text: format!("p{n}"),
            weight: 1,
            linear: true,
        };
        Scope {
            random,
            variables: (0..parameters).map(parameter).collect(),
            parameters,
            fields,
            callees,
            decisions: grammar::DECISIONS,
            nesting: 0,
            growing: Vec::new(),
            rounds: 1,
            loops: 0,
        }
    }

    /// The number of a variable that may be assigned here, if there is one.
    pub fn target(&mut self) -> Option<usize> {
        match self.rounds {
            1 => {
                let locals = self.variables.len() - self.parameters;
                (locals > 0).then(|| self.parameters + self.random.below(locals))
            }
            _ => (!self.growing.is_empty()).then(|| self.random.choose(&self.growing)),
        }
    }

    /// Records an assignment.
    pub fn assign(&mut self, target: usize, value: &Value) {
        let variable = &mut self.variables[target];
        // Somewhere inside, the old value may survive on another way.
        let keeps = self.nesting > 0;
        variable.weight = value.weight.max(if keeps { variable.weight } else { 0 });
        variable.linear = value.linear && (variable.linear || !keeps);
    }

    /// Runs `make` with at most so many decisions, and tells how many it has used.
    pub fn within<T>(&mut self, decisions: u32, make: impl FnOnce(&mut Self) -> T) -> (T, u32) {
        let before = self.decisions;
        self.decisions = decisions.min(before);
        let limit = self.decisions;
        let result = make(self);
        let used = limit - self.decisions;
        self.decisions = before;
        (result, used)
    }
}
