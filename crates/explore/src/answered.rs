//! Questions that were answered before. A question is the set of conditions that it depends on: those that share no
//! symbol with it, directly or through others, are left out, which makes questions on different paths the same one.

use logic::{Term, Value};
use std::collections::HashMap;

/// Beyond this, what was answered is forgotten.
const MANY: usize = 100_000;

#[derive(Clone)]
pub enum Known {
    /// Values of the symbols of the question.
    Sat(Vec<(Term, Value)>),
    Unsat,
}

#[derive(Default)]
pub struct Answered {
    answers: HashMap<Box<[Term]>, Known>,
}

impl Answered {
    /// The question as a key: the order of its conditions does not matter.
    pub fn key(conditions: &[Term], also: Term) -> Box<[Term]> {
        let mut key: Vec<Term> = conditions.to_vec();
        key.push(also);
        key.sort_unstable();
        key.dedup();
        key.into()
    }

    pub fn find(&self, key: &[Term]) -> Option<&Known> {
        self.answers.get(key)
    }

    pub fn remember(&mut self, key: Box<[Term]>, known: Known) {
        if self.answers.len() >= MANY {
            self.answers.clear();
        }
        self.answers.insert(key, known);
    }
}
