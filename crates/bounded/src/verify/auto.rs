//! How `--split auto` goes about a method. A fault on a short path is found at once in a small part, so the smallest
//! parts get a short look first. Where there is none, today's solvers seldom need longer for the whole than for all of
//! its parts, so from then on the whole has most of the time, and the parts some. Whatever comes to an end first is
//! the answer, and took not much longer than it would have alone.

use super::{Asked, Checked, PartAnswer, Run};
use crate::graph::Part;
use crate::split::Splitter;
use std::time::{Duration, Instant};

/// The first look at parts takes so many times as long as it took to encode the whole, and at least so long.
const FIRST_LOOK: (u32, Duration) = (8, Duration::from_millis(30));

/// The whole is first looked at so many times as long as the parts were.
const FIRST_TURN: u32 = 10;

/// What parts have of the time that the whole has.
const SHARE: u32 = 8;

/// Parts that take longer than this are split again.
const LONG: Duration = Duration::from_millis(500);

impl Run<'_, '_> {
    /// Parts and the whole in turns, each longer than the last. Hard parts are split again.
    pub(super) fn automatically(&self, whole: &Part) -> Vec<Checked> {
        let mut entire = Entire::new(self, whole);
        let mut open = Splitter::sorted(smaller(whole));
        let mut done: Vec<Checked> = Vec::new();
        let encoding = entire.checked().stats.encoding;
        let mut share = (encoding * FIRST_LOOK.0).max(FIRST_LOOK.1);
        let mut turn = share * FIRST_TURN;
        if open.len() < 2 {
            // There is nothing else to try.
            entire.go_on(self, whole, None);
            return entire.beside(done);
        }
        loop {
            let begun = Instant::now();
            let checked = self.all(&open, Some(begun + share));
            let mut left = Vec::new();
            let mut found = false;
            for (part, mut checked) in open.into_iter().zip(checked) {
                found |= !checked.broken.is_empty();
                match checked.stats.answer {
                    PartAnswer::Unknown if checked.hard => {
                        match share >= LONG {
                            true => left.extend(smaller(&part)),
                            false => left.push(part),
                        }
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
            open = Splitter::sorted(left);
            entire.go_on(self, whole, Some(turn));
            let over = self.deadline.is_some_and(|end| Instant::now() >= end);
            if !entire.checked().hard || over || self.interrupter.is_set() {
                return entire.beside(done);
            }
            share = turn / SHARE;
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
