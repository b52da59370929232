//! Whether merging pays off: now and then a few paths are taken, each by itself, to see what all of them would take. What
//! probes find is found again by whoever goes on, so that it is not kept.

use super::walk::BRIEF;
use super::{Heard, Worker, asking};
use crate::limits::Why;
use crate::merging::worth::{self, Done, Worth};
use crate::path::Path;
use crate::random::Random;
use machine::{MethodId, Stop};
use outcome::Findings;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Of the calls that a path is in, so many tell it from others. All of them would tell every path of a recursion apart.
const INNERMOST: usize = 4;

/// Paths that are taken to be alike: how many forks they have come through, the calls in which the last one was, and the
/// side that they took there.
type Kind = (u32, Vec<(MethodId, u32)>, usize);

/// What all paths would take, as far as some of them have been followed.
#[derive(Default)]
pub(super) struct Probe {
    /// One path stands for all of its kind.
    waiting: BTreeMap<Kind, (f64, Path)>,
    estimate: f64,
}

/// Who takes probes, and what came of them.
pub(super) struct Prober {
    worth: Worth,
    random: Random,
    /// The one that did not come to its end when it was time to stop.
    unfinished: Option<Probe>,
    /// What a solver has learned is for the paths of the search.
    solver: Box<dyn solver::Asking>,
    queries_reported: u64,
}

impl Prober {
    pub fn new(config: &crate::Config, number: usize) -> Prober {
        Prober {
            worth: Worth::default(),
            random: Random::new(0),
            unfinished: None,
            solver: asking(config, format!("p{number}")),
            queries_reported: 0,
        }
    }

    pub fn stats(&self) -> solver::Stats {
        self.solver.stats()
    }

    pub fn interrupter(&self) -> solver::Interrupter {
        self.solver.interrupter()
    }
}

impl Worker<'_> {
    /// `false` if every path by itself is the better way, which ends the search.
    pub(super) fn pays_off(&mut self) -> bool {
        let Some(prober) = &self.prober else {
            return true;
        };
        let units = self.done().units();
        // As long as nothing has become one, all that was done is what every path by itself takes.
        if !prober.worth.is_due(units) || self.has_merged_nothing() {
            return true;
        }
        let Some(mut prober) = self.prober.take() else {
            return true;
        };
        let findings = std::mem::replace(&mut self.findings, Findings::new());
        let claimed = self.machine.take_claims();
        let kept = (self.first_path, self.sides);
        let guarded = std::mem::take(&mut self.machine.options.guarded_elements);
        self.first_path = false;
        // A hard question is for the search itself.
        self.effort = Some(BRIEF);
        self.swap_solvers(&mut prober);
        let before = self.done().units();
        let allowed = prober.worth.allowance(units);
        while prober.worth.wants_more() && !self.limits.exceeded() {
            let left = (before + allowed).saturating_sub(self.done().units());
            let Some(mut probe) = prober.unfinished.take().or_else(|| self.begin_probe()) else {
                break;
            };
            if !self.go_on_with(&mut probe, left, &mut prober.random) {
                prober.unfinished = Some(probe);
                break;
            }
            prober.worth.probed(probe.estimate);
        }
        let probing = self.done().units() - before;
        self.swap_solvers(&mut prober);
        self.effort = None;
        self.machine.options.guarded_elements = guarded;
        (self.first_path, self.sides) = kept;
        self.machine.take_claims();
        self.machine.claim(claimed);
        self.findings = findings;
        let goes_on = prober.worth.goes_on(units + probing, self.seen);
        self.prober = Some(prober);
        if !goes_on {
            self.limits.stop(Why::Merging);
        }
        goes_on
    }

    fn has_merged_nothing(&self) -> bool {
        !self.limits.has_merged() && !self.machine.guarded_an_element
    }

    /// Whether walks in vain have left time for another walk.
    pub(super) fn may_walk(&self) -> bool {
        self.limits.has_merged() || worth::may_walk(self.in_vain, self.done().units())
    }

    fn swap_solvers(&mut self, prober: &mut Prober) {
        std::mem::swap(&mut self.solver, &mut prober.solver);
        std::mem::swap(&mut self.queries_reported, &mut prober.queries_reported);
    }

    pub(super) fn done(&self) -> Done {
        let mut solver = self.solver.stats();
        solver.add(&self.windows.stats());
        Done {
            instructions: self.machine.executed,
            terms: self.machine.pool.len() as u64,
            solver,
            splits: self.splits,
            carried: self.carried,
            walked: self.walked,
        }
    }

    fn begin_probe(&mut self) -> Option<Probe> {
        let root = self.root(self.entry)?;
        let mut probe = Probe::default();
        probe.waiting.insert((0, Vec::new(), 0), (1.0, root));
        Some(probe)
    }

    /// Goes on with a probe for so many units; `false` if it did not come to its end.
    fn go_on_with(&mut self, probe: &mut Probe, units: u64, random: &mut Random) -> bool {
        let end = self.done().units() + units;
        while let Some(((forks, ..), (weight, path))) = probe.waiting.pop_first() {
            let before = self.done().units();
            let (at, sides) = self.follow_to_fork(path, end);
            let now = self.done().units();
            probe.estimate += weight * (now - before) as f64;
            for (number, side) in sides.into_iter().enumerate() {
                match probe.waiting.entry((forks + 1, at.clone(), number)) {
                    Entry::Vacant(entry) => {
                        entry.insert((weight, side));
                    }
                    Entry::Occupied(mut entry) => {
                        let (others, one) = entry.get_mut();
                        *others += weight;
                        if random.unit() * *others < weight {
                            *one = side;
                        }
                    }
                }
            }
            if now > end || self.limits.exceeded() {
                return probe.waiting.is_empty();
            }
        }
        true
    }

    /// Follows a path to where it ends or forks, or for so many units; then says where that is and which paths there are
    /// behind it.
    fn follow_to_fork(&mut self, mut path: Path, end: u64) -> (Vec<(MethodId, u32)>, Vec<Path>) {
        self.aside = Some(Vec::new());
        loop {
            let stop = self.run(&mut path, super::SLICE);
            let mut at = Vec::new();
            path.state.stack.for_each(|frame, _| {
                at.push((frame.method, frame.pc));
                at.len() < INNERMOST
            });
            let stop = match self.hear(&mut path, stop) {
                Heard::Stop(stop) => stop,
                Heard::Nothing | Heard::Broken(_) => Stop::Fuel,
            };
            let goes_on = match stop {
                Stop::Fuel | Stop::Head | Stop::Calling | Stop::Returned | Stop::Region(_) => true,
                Stop::Deeper => {
                    path.state.round = u32::MAX;
                    true
                }
                Stop::Branch(term) => self.branch(&mut path, term, false),
                Stop::Guard(term) => self.branch(&mut path, term, true),
                Stop::Value(term) => self.value(&mut path, term),
                Stop::Assume(term) => self.assume(&mut path, term),
                Stop::End(_) => false,
            };
            let forked = self.aside.as_ref().is_some_and(|aside| !aside.is_empty());
            if forked || !goes_on || self.limits.exceeded() || self.done().units() > end {
                let mut sides = self.aside.take().unwrap_or_default();
                if goes_on {
                    sides.push(path);
                }
                return (at, sides);
            }
        }
    }
}
