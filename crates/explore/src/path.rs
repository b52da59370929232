//! One path: a state of the machine, the condition under which it is reached, and a model of that condition.

use crate::merging::Merged;
use crate::regular::{Followed, Moment, Question, Rank};
use logic::{Bounds, Model, Term};
use machine::State;

pub struct Path {
    pub state: State,
    /// Conjuncts that were not implied by those before them.
    pub conditions: Vec<Term>,
    /// What the answers so far say about the values of terms.
    pub bounds: Bounds,
    /// Satisfies all conditions.
    pub model: Model,
    /// Every answer given so far, so that another worker can repeat the path.
    pub decisions: Vec<Decision>,
    /// How many symbolic inputs the model has seen.
    pub inputs_seen: usize,
    /// The path whose inputs take their values from `--initial`.
    pub first: bool,
    /// The monitors of regular properties, if there are any.
    pub followed: Option<Followed>,
    /// What was asked on the way, where slices are made.
    pub questions: imbl::Vector<Question>,
    /// Where the path ended, if not at the end of its entry.
    pub ended_at: Option<Moment>,
    /// Tells the sides of branches apart.
    pub number: u64,
    /// How promising the path is.
    pub rank: Rank,
    /// Regions in which other paths have become one with this.
    pub merged: Merged,
    /// An answer that has to be found possible before the path goes on.
    pub open: Option<Open>,
}

/// A side of a branch that nobody has asked for.
#[derive(Clone, Copy)]
pub struct Open {
    pub term: Term,
    pub decision: Decision,
}

impl Path {
    /// The path's condition, and what was decided where others became one with it.
    pub fn all_conditions(&self) -> impl Iterator<Item = Term> + '_ {
        let own = self.conditions.iter().copied();
        own.chain(self.merged.conditions())
    }

    /// Another path that has come the same way so far, with a model of its own.
    pub fn split(&mut self, model: Model) -> Path {
        Path {
            state: self.state.snapshot(),
            conditions: self.conditions.clone(),
            bounds: self.bounds.clone(),
            model,
            decisions: self.decisions.clone(),
            inputs_seen: self.inputs_seen,
            first: false,
            followed: self.followed.clone(),
            questions: self.questions.clone(),
            ended_at: None,
            number: 0,
            rank: Rank::default(),
            merged: self.merged.clone(),
            open: None,
        }
    }
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
    /// Which way out of a region was taken: the number of the plan, and that of the way.
    Region,
    /// A region, by its number on the path, was taken back.
    Undo,
    Assume,
}
