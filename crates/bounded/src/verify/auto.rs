//! How `--split auto` goes about a method. Small methods are done with after a short look at the whole. In others a fault on
//! a short path is found at once in a small part, so the smallest parts get a short look first. Where there is none, today's
//! solvers seldom need longer for the whole than for all of its parts, so from then on the whole has most of the time,
//! and the parts some. Whatever comes to an end first is the answer, and took not much longer than it would have alone.
//!
//! Turns are counted in steps of the solver: what is found does not depend on how fast the machine is.

use super::{Asked, Checked, Limit, Run};
use crate::graph::Part;
use crate::split::Splitter;
use std::collections::VecDeque;
use std::time::Instant;

/// How long is looked at what, in steps.
struct Turns {
    /// The whole at first, where it has no more terms than this.
    small: usize,
    at_first: u64,
    /// Then its parts.
    parts_at_first: u64,
    /// What the whole has then; three times as much from turn to turn.
    turn: u64,
    /// What parts have of what the whole has had: one part in so many.
    share: u64,
    /// Parts that take longer than this are split again.
    long: u64,
    /// To begin with a part costs as much as one step for so many terms.
    terms_per_step: usize,
    /// A part is small if it has no more of the terms of the whole than this, of a hundred. Others have to wait for the whole,
    /// which has had so many steps then.
    small_part: usize,
    patience: u64,
}

const EXPANDED: Turns = Turns {
    small: 8000,
    at_first: 100,
    parts_at_first: 1000,
    turn: 30_000,
    share: 8,
    long: 4000,
    terms_per_step: 8,
    small_part: 70,
    patience: 1_000_000,
};

/// Where there are quantifiers parts are much easier; the whole begins anew in every turn.
const QUANTIFIED: Turns = Turns {
    small: usize::MAX,
    at_first: 500,
    parts_at_first: 500,
    turn: 1000,
    share: 1,
    long: 500,
    terms_per_step: usize::MAX,
    small_part: 100,
    patience: 0,
};

impl Run<'_, '_> {
    /// The whole and its parts in turns, each longer than the last. Hard parts are split again.
    pub(super) fn automatically(&self, whole: &Part) -> Vec<Checked> {
        let turns = match self.is_quantified() {
            true => QUANTIFIED,
            false => EXPANDED,
        };
        let mut entire = Entire::new(self, whole);
        let mut done: Vec<Checked> = Vec::new();
        if entire.checked().stats.terms <= turns.small {
            entire.go_on(self, whole, Some(turns.at_first));
            if !entire.checked().hard {
                return entire.beside(done);
            }
        }
        let mut open = Splitter::sorted(smaller(whole));
        if open.len() < 2 {
            // There is nothing else to try.
            entire.go_on(self, whole, None);
            return entire.beside(done);
        }
        let begin = |checked: &Checked| (checked.stats.terms / turns.terms_per_step) as u64;
        // What parts may still spend; they may be in debt.
        let mut saved = turns.parts_at_first as i64;
        let mut expected = 0;
        let mut turn = turns.turn;
        let mut spent = 0;
        // Only large parts are left.
        let mut waiting = false;
        let mut most = Some(entire.checked().stats.terms * turns.small_part / 100);
        loop {
            let mut queue = VecDeque::from(open);
            let mut left = Vec::new();
            while saved > expected && !queue.is_empty() && !(waiting && most.is_some()) {
                let jobs = self.options.jobs.clamp(1, queue.len());
                let wave: Vec<Part> = queue.drain(..jobs).collect();
                let steps = (saved - expected) as u64;
                let limit = Limit {
                    steps: Some(steps),
                    terms: most,
                };
                let checked = self.all(&wave, limit);
                let mut found = false;
                let mut large = false;
                for (part, mut checked) in wave.into_iter().zip(checked) {
                    if most.is_some_and(|most| checked.hard && checked.stats.terms > most) {
                        large = true;
                        left.push(part);
                        continue;
                    }
                    expected = begin(&checked) as i64;
                    saved -= checked.steps as i64 + expected;
                    found |= !checked.broken.is_empty();
                    if checked.hard {
                        match steps >= turns.long {
                            true => left.extend(smaller(&part)),
                            false => left.push(part),
                        }
                        // What took so long counts, though it was for nothing.
                        checked.for_nothing();
                    }
                    done.push(checked);
                }
                if found {
                    return entire.aside(done);
                }
                // The others have at least as many edges.
                waiting |= large;
            }
            left.extend(queue);
            if left.is_empty() {
                return entire.aside(done);
            }
            open = Splitter::sorted(left);
            entire.go_on(self, whole, Some(turn));
            let over = self.deadline.is_some_and(|end| Instant::now() >= end);
            if !entire.checked().hard || over || self.interrupter.is_set() {
                return entire.beside(done);
            }
            saved += (turn / turns.share) as i64;
            spent += turn;
            if spent > turns.patience {
                most = None;
            }
            turn *= 3;
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

    fn go_on(&mut self, run: &Run<'_, 's>, whole: &Part, steps: Option<u64>) {
        match self {
            Entire::Resumed(asked) => run.go_on(asked, steps),
            Entire::Again(checked) => *checked = run.quantified(whole, steps, run.interrupter),
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

    /// The answer is the parts', whatever became of the whole.
    fn aside(self, mut parts: Vec<Checked>) -> Vec<Checked> {
        let mut entire = self.into_checked();
        entire.for_nothing();
        parts.insert(0, entire);
        parts
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
