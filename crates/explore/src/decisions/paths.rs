//! Explores the paths of a decision graph with a solver, depth first (004, Algorithm 4, with a question for each side). No
//! program runs any more: what is asserted was made before.

use super::{Decisions, Ending, Next};
use logic::Term;
use solver::{Asking, Budget, Question, Solved};
use std::collections::BTreeMap;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Paths that exist, by how they end.
    pub paths: BTreeMap<Ending, u64>,
    /// Sides of which it was found out whether they exist.
    pub sides: u64,
    /// Sides of which it was not.
    pub unknown: u64,
}

impl Decisions {
    /// Follows the paths that exist until `more` says no.
    pub fn explore(
        &self,
        asking: &mut dyn Asking,
        budget: &Budget,
        mut more: impl FnMut(&Explored) -> bool,
    ) -> Explored {
        let mut explored = Explored::default();
        let mut path: Vec<Term> = Vec::new();
        // What comes next, how long the path is there, and what is to hold then.
        let mut waiting: Vec<(&Next, usize, Option<Term>)> = vec![(&self.first, 0, None)];
        while let Some((next, length, also)) = waiting.pop() {
            if !more(&explored) {
                break;
            }
            path.truncate(length);
            if let Some(also) = also {
                let question = Question {
                    path: &path,
                    also: Some(also),
                    model: None,
                    whole: true,
                };
                match asking.ask(&self.pool, &question, budget) {
                    Solved::Sat(_) => explored.sides += 1,
                    Solved::Unsat => {
                        explored.sides += 1;
                        continue;
                    }
                    Solved::Unknown(_) => {
                        explored.unknown += 1;
                        continue;
                    }
                }
                path.push(also);
            }
            match next {
                Next::End(Ending::RuledOut) => {}
                Next::End(ending) => *explored.paths.entry(ending.clone()).or_insert(0) += 1,
                Next::Decision(id) => {
                    let decided = &self.decisions[id.0 as usize];
                    for (then, condition) in decided.then.iter().zip(decided.conditions) {
                        waiting.push((then, path.len(), Some(condition)));
                    }
                }
            }
        }
        explored
    }
}
