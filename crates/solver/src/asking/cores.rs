//! Answers to earlier questions that answer later ones.

use logic::{Term, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// Beyond this, what was answered is forgotten.
const MANY: usize = 100_000;

#[derive(Clone)]
pub enum Known {
    /// Values of the symbols of the question.
    Sat(Rc<[(Term, Value)]>),
    Unsat,
}

#[derive(Default)]
pub struct Answered {
    answers: HashMap<Box<[Term]>, Known>,
}

impl Answered {
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
