//! How `--split auto` goes about a method: the whole has most of the time, its parts some. Today's solvers often need
//! no longer for the whole than for the hardest of its parts, and sometimes much longer; which it is shows only in the end.
//! Whatever comes to an end first is the answer, and took not much longer than it would have alone.

use super::{Asked, Checked, PartAnswer, Run};
use crate::graph::Part;
use crate::split::Splitter;
use std::time::{Duration, Instant};

/// How long the whole is looked at before there are parts.
const FIRST_LOOK: Duration = Duration::from_millis(500);

impl Run<'_, '_> {
    /// The whole and its parts in turns, each longer than the last. Hard parts are split again.
    pub(super) fn automatically(&self, whole: &Part) -> Vec<Checked> {
        let mut turn = FIRST_LOOK;
        let mut entire = Entire::new(self, whole);
        let mut done: Vec<Checked> = Vec::new();
        let mut open: Option<Vec<Part>> = None;
        loop {
            entire.go_on(self, whole, Some(turn));
            let over = self.deadline.is_some_and(|end| Instant::now() >= end);
            if !entire.checked().hard || over || self.interrupter.is_set() {
                return entire.beside(done);
            }
            let parts = open.take().unwrap_or_else(|| smaller(whole));
            if parts.len() < 2 && done.is_empty() {
                // There is nothing else to try.
                entire.go_on(self, whole, None);
                return entire.beside(done);
            }
            // The first time they have as much as the whole: a fault on a short path is found at once in its part.
            let share = if turn == FIRST_LOOK { turn } else { turn / 3 };
            let until = Instant::now() + share;
            let checked = self.all(&parts, Some(until));
            let mut left = Vec::new();
            let mut found = false;
            for (part, mut checked) in parts.into_iter().zip(checked) {
                found |= !checked.broken.is_empty();
                match checked.stats.answer {
                    PartAnswer::Unknown if checked.hard => {
                        left.extend(smaller(&part));
                        // What took so long counts, though it was for nothing.
                        checked.for_nothing();
                        done.push(checked);
                    }
                    PartAnswer::Skipped if checked.hard => left.push(part),
                    _ => done.push(checked),
                }
            }
            if left.is_empty() || found {
                let mut entire = entire.into_checked();
                entire.for_nothing();
                done.insert(0, entire);
                return done;
            }
            left.sort_by_key(Part::len);
            open = Some(left);
            turn *= 2;
        }
    }
}

/// The whole, as far as it has been looked at.
enum Entire<'s> {
    Resumed(Box<Asked<'s>>),
    /// In the quantified encoding every turn begins anew.
    Again(Checked),
}

impl<'s> Entire<'s> {
    fn new(run: &Run<'_, 's>, whole: &Part) -> Entire<'s> {
        match run.is_quantified() {
            true => Entire::Again(Checked::skipped(whole)),
            false => Entire::Resumed(Box::new(run.asked(whole, run.interrupter))),
        }
    }

    fn go_on(&mut self, run: &Run<'_, 's>, whole: &Part, limit: Option<Duration>) {
        match self {
            Entire::Resumed(asked) => run.go_on(asked, limit),
            Entire::Again(checked) => *checked = run.quantified(whole, limit, run.interrupter),
        }
    }

    fn checked(&self) -> &Checked {
        match self {
            Entire::Resumed(asked) => &asked.checked,
            Entire::Again(checked) => checked,
        }
    }

    fn into_checked(self) -> Checked {
        match self {
            Entire::Resumed(asked) => asked.checked,
            Entire::Again(checked) => checked,
        }
    }

    /// The answer is the whole's, whatever became of parts.
    fn beside(self, mut parts: Vec<Checked>) -> Vec<Checked> {
        parts.iter_mut().for_each(Checked::for_nothing);
        parts.push(self.into_checked());
        parts
    }
}

fn smaller(part: &Part) -> Vec<Part> {
    let parts = Splitter::VarDef.once(part);
    match parts.len() {
        0 | 1 => Splitter::Branch.once(part),
        _ => parts,
    }
}

impl Checked {
    /// Another one says as much.
    fn for_nothing(&mut self) {
        self.unknown = None;
    }
}
