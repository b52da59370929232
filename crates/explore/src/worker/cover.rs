//! Loops that need not be followed to their end. When a path begins another iteration of a loop that inputs decide, the
//! numbers that an iteration changes are replaced by any numbers, and what lies ahead is followed from there, once around
//! the loop and on to the end of the program. Where nothing can fail, nothing can fail after any number of iterations, and
//! the path is done. Otherwise it goes on as if nobody had tried.

use super::{Worker, asking};
use crate::merging::Merged;
use crate::path::Path;
use machine::{Claims, End, Location, MethodId, State, Stop};
use outcome::{Findings, Note};
use std::collections::{BTreeMap, BTreeSet};

/// An attempt is made when a loop has begun so many iterations that inputs decide.
const FIRST: u32 = 2;
/// After an attempt in vain the next one waits for so many times as many iterations.
const LATER: u32 = 8;
/// So many attempts in vain are enough for a loop.
const MOST_IN_VAIN: u32 = 3;
/// All attempts together may take so many units (see `Done`), about a third of a second, ...
const ALLOWANCE: u64 = 300_000_000;
/// ... and this share of all that was done; one attempt at most half of what is left of that.
const SHARE: u64 = 8;
/// With less than this left nobody tries.
const LEAST: u64 = 10_000_000;
/// How often the numbers that an iteration changes may turn out to be more than those known before.
const ROUNDS: usize = 12;
/// How deep attempts may lie in each other: a loop within or behind a loop.
const NESTED: usize = 4;
/// The solver's effort for one question.
const EFFORT: u64 = 20_000;

/// By loop: when to try next, and what came of it.
#[derive(Clone, Copy, Default)]
struct Tried {
    in_vain: u32,
    covered: bool,
}

pub(super) struct Coverer {
    loops: BTreeMap<(MethodId, u32), Tried>,
    /// What the search has learned is not for attempts, and the other way round.
    solver: Box<dyn solver::Asking>,
    queries_reported: u64,
    /// Units that attempts have taken.
    spent: u64,
    /// The attempts that lie in each other, the innermost last: the state at the head and where it has any numbers.
    open: Vec<(State, BTreeSet<Location>)>,
    /// An attempt ends when so many units are done.
    until: u64,
}

impl Coverer {
    pub fn new(config: &crate::Config, number: usize) -> Coverer {
        Coverer {
            loops: BTreeMap::new(),
            solver: asking(config, format!("l{number}")),
            queries_reported: 0,
            spent: 0,
            open: Vec::new(),
            until: 0,
        }
    }

    pub fn stats(&self) -> solver::Stats {
        self.solver.stats()
    }

    pub fn interrupter(&self) -> solver::Interrupter {
        self.solver.interrupter()
    }
}

/// What came of following a state that has any numbers in some places.
enum Came {
    /// Nothing can fail.
    Covered,
    /// Of the attempt with this number: an iteration changes numbers in other places, too.
    Changes(usize, BTreeSet<Location>),
    Failed,
}

impl Worker<'_> {
    /// Whether nothing can fail on the path, which is at the head of a loop; then there is no need to follow it.
    pub(super) fn is_covered(&mut self, path: &mut Path) -> bool {
        let Some(at) = path.state.current() else {
            return false;
        };
        let Some(mut coverer) = self.coverer.take() else {
            return false;
        };
        let share = ALLOWANCE + self.done().units() / SHARE;
        let left = share.saturating_sub(coverer.spent);
        if left < LEAST {
            self.coverer = Some(coverer);
            return false;
        }
        let kept = (self.first_path, self.sides, self.effort);
        let findings = std::mem::replace(&mut self.findings, Findings::new());
        let claimed = self.machine.take_claims();
        let reached = self.machine.asserts_reached.clone();
        let aside = self.aside.take();
        self.first_path = false;
        self.effort = Some(EFFORT);
        std::mem::swap(&mut self.solver, &mut coverer.solver);
        std::mem::swap(&mut self.queries_reported, &mut coverer.queries_reported);

        let begun = self.done().units();
        coverer.until = begun + left / 2;
        self.coverer = Some(coverer);
        let covered = matches!(self.try_loop(path), Came::Covered);
        let units = self.done().units() - begun;

        if let Some(coverer) = &mut self.coverer {
            std::mem::swap(&mut self.solver, &mut coverer.solver);
            std::mem::swap(&mut self.queries_reported, &mut coverer.queries_reported);
            coverer.spent += units;
        }
        self.aside = aside;
        (self.first_path, self.sides, self.effort) = kept;
        let found = std::mem::replace(&mut self.findings, findings);
        let claims: Claims = self.machine.take_claims();
        self.machine.claim(claimed);
        if covered {
            self.machine.claim(claims);
            self.findings.merge(found);
            self.describer
                .path_ended(&mut self.machine, path, &mut self.findings);
            self.note_covered(at);
        } else {
            self.machine.asserts_reached = reached;
        }
        covered
    }

    fn note_covered(&mut self, at: (MethodId, u32)) {
        let Some(coverer) = &mut self.coverer else {
            return;
        };
        let tried = coverer.loops.entry(at).or_default();
        if !std::mem::replace(&mut tried.covered, true) {
            let place = self.describer.place(&self.machine, at.0, at.1);
            let what = "a loop was not followed to its end: nothing fails, however often it runs (whether it ends is not checked)";
            self.findings.note(Note::new(what).at(place));
        }
        self.findings.stats.add_to("covered_paths", 1);
    }

    /// One attempt. Everything about the search is set aside already.
    fn try_loop(&mut self, path: &Path) -> Came {
        let Some(at) = path.state.current() else {
            return Came::Failed;
        };
        let number = self
            .coverer
            .as_ref()
            .map_or(0, |coverer| coverer.open.len());
        let mut places = BTreeSet::new();
        for _ in 0..ROUNDS {
            let Some(general) = self.generalise(path, &places) else {
                break;
            };
            match self.follow_all(general, &places) {
                Came::Changes(which, more) if which == number => places.extend(more),
                Came::Failed => break,
                came => return came,
            }
        }
        if let Some(coverer) = &mut self.coverer {
            let tried = coverer.loops.entry(at).or_default();
            tried.in_vain += 1;
            let next = match tried.in_vain {
                0..MOST_IN_VAIN => FIRST * LATER.pow(tried.in_vain),
                _ => u32::MAX,
            };
            self.machine.stop_at_head(at, next);
        }
        Came::Failed
    }

    /// The path with any numbers in these places.
    fn generalise(&mut self, path: &Path, places: &BTreeSet<Location>) -> Option<Path> {
        let mut state = path.state.clone().snapshot();
        state.round = u32::MAX;
        if !self.machine.forget(&mut state, places) {
            return None;
        }
        Some(Path {
            state,
            conditions: path.conditions.clone(),
            bounds: path.bounds.clone(),
            model: path.model.clone(),
            decisions: path.decisions.clone(),
            inputs_seen: path.inputs_seen,
            first: false,
            followed: None,
            questions: imbl::Vector::new(),
            ended_at: None,
            number: 0,
            rank: crate::regular::Rank::default(),
            // No merging before this place is taken back.
            merged: Merged::default(),
            open: None,
        })
    }

    /// Follows all paths from a state until each has ended or is back at a state that the first one stands for.
    fn follow_all(&mut self, general: Path, places: &BTreeSet<Location>) -> Came {
        let opened = (general.state.clone(), places.clone());
        if let Some(coverer) = &mut self.coverer {
            coverer.open.push(opened);
        }
        let mut waiting = vec![general];
        let mut came = Came::Covered;
        while let (Came::Covered, Some(path)) = (&came, waiting.pop()) {
            self.aside = Some(Vec::new());
            came = self.follow_one(path);
            waiting.append(&mut self.aside.take().unwrap_or_default());
            // A question that the search's own end has cut off leaves no reason.
            let open = self.findings.has_reasons() || self.limits.exceeded();
            let failed = open || !self.findings.violations().is_empty();
            if failed && matches!(came, Came::Covered) {
                came = Came::Failed;
            }
        }
        if let Some(coverer) = &mut self.coverer {
            coverer.open.pop();
        }
        came
    }

    fn follow_one(&mut self, mut path: Path) -> Came {
        loop {
            let until = self.coverer.as_ref().map_or(0, |coverer| coverer.until);
            if self.limits.exceeded() || self.done().units() > until {
                return Came::Failed;
            }
            let goes_on = match self.run(&mut path, super::SLICE) {
                Stop::Fuel => true,
                Stop::Deeper => {
                    path.state.round = u32::MAX;
                    true
                }
                Stop::Head => match self.at_head(&path) {
                    Some(Came::Covered) => false,
                    Some(other) => return other,
                    None => true,
                },
                Stop::Branch(term) => self.branch(&mut path, term, false),
                Stop::Guard(term) => self.branch(&mut path, term, true),
                Stop::Value(term) => self.value(&mut path, term),
                Stop::Assume(term) => self.assume(&mut path, term),
                Stop::End(End::Returned(_) | End::Exited | End::Infeasible) => false,
                Stop::End(_) | Stop::Calling | Stop::Returned | Stop::Region(_) => {
                    return Came::Failed;
                }
            };
            if !goes_on {
                // The path has ended, or does not exist; where the solver had no answer, there is a reason. It is no path
                // of the search, so it is not counted as one that ended.
                self.describer
                    .input_bounds(&mut self.machine, &path, &mut self.findings);
                return Came::Covered;
            }
        }
    }

    /// At the head of a loop: one of the attempts may stand for this state; otherwise another attempt is made for it. `None`
    /// if that comes to nothing.
    fn at_head(&mut self, path: &Path) -> Option<Came> {
        let coverer = self.coverer.as_ref()?;
        let head = path.state.head();
        let known = (coverer.open.iter()).rposition(|(first, _)| first.head() == head);
        if let Some(number) = known {
            let (first, places) = &coverer.open[number];
            return Some(match self.machine.differing(first, &path.state) {
                Ok(found) if found.is_subset(places) => Came::Covered,
                Ok(found) => Came::Changes(number, found),
                Err(_) => Came::Failed,
            });
        }
        if coverer.open.len() >= NESTED {
            return None;
        }
        let aside = self.aside.take();
        let came = self.try_loop(path);
        self.aside = aside;
        (!matches!(came, Came::Failed)).then_some(came)
    }
}
