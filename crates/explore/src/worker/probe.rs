//! Whether merging pays off: now and then a few paths are taken, each by itself, to see what all of them would take. What
//! probes find is found again by whoever goes on, so that it is not kept.

use super::walk::BRIEF;
use super::{Heard, Worker, asking};
use crate::limits::Why;
use crate::merging::worth::{self, Done, Estimate, Questions, Worth};
use crate::path::Path;
use crate::random::Random;
use logic::{Evaluator, Model, Pool};
use machine::{MethodId, Stop};
use outcome::Findings;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Of the calls that a path is in, so many tell it from others. All of them would tell every path of a recursion apart.
const INNERMOST: usize = 4;
/// How many inputs are drawn.
const DRAWN: usize = 64;

/// Paths that are taken to be alike: how many forks they have come through, the calls in which the last one was, and the
/// side that they took there.
type Kind = (u32, Vec<(MethodId, u32)>, usize);

/// What all paths would take, as far as some of them have been followed.
#[derive(Default)]
pub(super) struct Probe {
    /// One path stands for all of its kind.
    waiting: BTreeMap<Kind, (f64, Path)>,
    estimate: Estimate,
}

/// Inputs by chance, each as likely as what its path takes by itself is large: which of them lead along paths that are not
/// done says how much is left.
#[derive(Default)]
struct Drawn {
    inputs: Vec<Model>,
    /// What all paths take from which they were drawn.
    total: f64,
}

/// Who takes probes, and what came of them.
pub(super) struct Prober {
    worth: Worth,
    random: Random,
    drawn: Drawn,
    /// Units that probes took on their paths.
    spent: u64,
    /// The one that did not come to its end when it was time to stop.
    unfinished: Option<Probe>,
    /// What a solver has learned is for the paths of the search.
    solver: Box<dyn solver::Asking>,
    queries_reported: u64,
    evaluator: Evaluator,
}

impl Prober {
    pub fn new(config: &crate::Config, number: usize) -> Prober {
        Prober {
            worth: Worth::default(),
            random: Random::new(0),
            drawn: Drawn::default(),
            spent: 0,
            unfinished: None,
            solver: asking(config, format!("p{number}")),
            queries_reported: 0,
            evaluator: Evaluator::new(),
        }
    }

    pub fn stats(&self) -> solver::Stats {
        self.solver.stats()
    }

    pub fn interrupter(&self) -> solver::Interrupter {
        self.solver.interrupter()
    }

    /// The part of what was drawn that leads along none of these paths.
    fn part_without(&mut self, pool: &Pool, paths: &[&Path]) -> f64 {
        let inputs = &self.drawn.inputs;
        let evaluator = &mut self.evaluator;
        let mut takes = |model: &Model, path: &Path| {
            let mut conditions = path.conditions.iter();
            conditions.all(|term| evaluator.eval_bool(pool, model, *term) != Ok(false))
        };
        let done = inputs
            .iter()
            .filter(|model| !paths.iter().any(|path| takes(model, path)));
        // If none of a few is left, less than one of them may be.
        (done.count() as f64).min(DRAWN as f64 - 0.5) / DRAWN as f64
    }
}

impl Drawn {
    /// Takes note of a path's end that stands for this much.
    fn draw(&mut self, model: &Model, weight: f64, random: &mut Random) {
        self.total += weight;
        if self.inputs.is_empty() {
            self.inputs = vec![model.clone(); DRAWN];
        }
        for input in &mut self.inputs {
            if random.unit() * self.total < weight {
                *input = model.clone();
            }
        }
    }
}

/// Where a path of a probe came to.
struct Fork {
    /// The calls in which that is.
    at: Vec<(MethodId, u32)>,
    sides: Vec<Path>,
    /// What leads to the end of the path, if it has ended.
    ended: Option<Model>,
}

impl Worker<'_> {
    /// `false` if every path by itself is the better way, which ends the search on the way of a path.
    pub(super) fn pays_off(&mut self, path: &Path) -> bool {
        let Some(prober) = &self.prober else {
            return true;
        };
        let asking = Done {
            solver: prober.stats(),
            ..Done::default()
        };
        let units = self.done().units() + asking.asking();
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
        let allowed = prober.worth.allowance(units).saturating_sub(prober.spent);
        while prober.worth.wants_more() && !self.limits.exceeded() {
            let left = (before + allowed).saturating_sub(self.done().units());
            if left == 0 {
                break;
            }
            let Some(mut probe) = prober.unfinished.take().or_else(|| self.begin_probe()) else {
                break;
            };
            if !self.go_on_with(&mut probe, left, &mut prober) {
                prober.unfinished = Some(probe);
                break;
            }
            prober.worth.probed(probe.estimate);
        }
        let probing = self.done().units() - before;
        prober.spent += probing;
        self.swap_solvers(&mut prober);
        self.effort = None;
        self.machine.options.guarded_elements = guarded;
        (self.first_path, self.sides) = kept;
        self.machine.take_claims();
        self.machine.claim(claimed);
        self.findings = findings;
        let open: Vec<&Path> = self.waiting.iter().chain(std::iter::once(path)).collect();
        // Other workers have paths that nobody knows of here.
        let seen = match self.config.jobs {
            0 | 1 => prober.part_without(&self.machine.pool, &open),
            _ => 0.0,
        };
        let goes_on = prober.worth.goes_on(units + probing, seen);
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
            looked: self.machine.pool.looked(),
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
    fn go_on_with(&mut self, probe: &mut Probe, units: u64, prober: &mut Prober) -> bool {
        let end = self.done().units() + units;
        while let Some(((forks, ..), (weight, path))) = probe.waiting.pop_first() {
            let before = self.done();
            let fork = self.follow_to_fork(path, end);
            let now = self.done();
            let asked = |done: &Done| done.solver.queries + done.solver.hits;
            let took = (now.on_paths() - before.on_paths()) as f64;
            probe.estimate.units += weight * took;
            probe.estimate.questions += weight * (asked(&now) - asked(&before)) as f64;
            // The prober's solver has taken the place of the worker's.
            let solver = self.solver.stats();
            let all = Done {
                solver,
                ..Done::default()
            };
            prober.worth.had(Questions {
                all: asked(&all),
                new: solver.queries,
                units: all.asking(),
            });
            if let Some(model) = fork.ended {
                prober.drawn.draw(&model, weight * took, &mut prober.random);
            }
            for (number, side) in fork.sides.into_iter().enumerate() {
                match probe.waiting.entry((forks + 1, fork.at.clone(), number)) {
                    Entry::Vacant(entry) => {
                        entry.insert((weight, side));
                    }
                    Entry::Occupied(mut entry) => {
                        let (others, one) = entry.get_mut();
                        *others += weight;
                        if prober.random.unit() * *others < weight {
                            *one = side;
                        }
                    }
                }
            }
            if now.units() > end || self.limits.exceeded() {
                return probe.waiting.is_empty();
            }
        }
        true
    }

    /// Follows a path to where it ends or forks, or for so many units.
    fn follow_to_fork(&mut self, mut path: Path, end: u64) -> Fork {
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
                let mut ended = None;
                match goes_on {
                    true => sides.push(path),
                    false => ended = Some(path.model),
                }
                return Fork { at, sides, ended };
            }
        }
    }
}
