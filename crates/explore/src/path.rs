//! One path: a state of the machine, the condition under which it is reached, and a model of that condition.

use logic::{Model, Term};
use machine::State;

#[derive(Clone)]
pub struct Path {
    pub state: State,
    /// Conjuncts that were not implied by those before them.
    pub conditions: Vec<Term>,
    /// Satisfies all conditions.
    pub model: Model,
    /// Every answer given so far, so that another worker can repeat the path.
    pub decisions: Vec<Decision>,
    /// How many symbolic inputs the model has seen.
    pub inputs_seen: usize,
}

/// One answer to the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub kind: Asked,
    /// 0 or 1 for a condition.
    pub answer: u128,
    /// Whether the other answer was possible too, so that this one is part of the path's condition.
    pub forked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Branch,
    Value,
    /// Any value but this one.
    NotValue,
    Assume,
}
