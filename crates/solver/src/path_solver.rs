//! How an exploration asks. The conjuncts of a path are asserted, one level per extension, and only the branch under
//! question is assumed; going back pops to the common prefix. Several contexts are kept, each near another part of the
//! tree, so that a search that jumps between distant paths does not rebuild a stack at every jump.

use crate::{Answer, Budget, Interrupter, ModelError, Solver};
use logic::{Model, Pool, Term};
use std::time::{Duration, Instant};

/// Makes further solvers like the first one.
pub type Factory = Box<dyn FnMut() -> Box<dyn Solver> + Send>;

/// What was asked and what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Questions answered without a solver, by what was kept of others.
    pub hits: u64,
    /// Time for questions: solvers, translation, models and look-ups.
    pub time: Duration,
    /// The part of it in which solvers are made and told what is asserted.
    pub expressions: Duration,
    /// How often solvers came up to ask whether to go on, each time by the size of the question: a measure of effort that
    /// does not depend on the machine. Counted by assertion stacks alone.
    pub effort: u64,
    /// Nodes of the terms that solvers were asked about. Counted likewise.
    pub nodes: u64,
    /// The longest single query.
    pub slowest: Duration,
    /// Conjuncts asserted, and of those the ones that had been asserted before and were popped.
    pub asserted: u64,
    pub popped: u64,
    /// Contexts made, the first included.
    pub contexts: u64,
}

impl Stats {
    /// Adds what another worker counted.
    pub fn add(&mut self, other: &Stats) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.hits += other.hits;
        self.time += other.time;
        self.expressions += other.expressions;
        self.effort += other.effort;
        self.nodes += other.nodes;
        self.slowest = self.slowest.max(other.slowest);
        self.asserted += other.asserted;
        self.popped += other.popped;
        self.contexts += other.contexts;
    }

    /// Counts one query: what the solver said, and how long it took to tell it what is asserted and to be answered.
    pub(crate) fn count(&mut self, answer: &Answer, built: Duration, spent: Duration) {
        self.queries += 1;
        match answer {
            Answer::Sat => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.expressions += built;
        self.slowest = self.slowest.max(spent);
    }
}

/// A solver and the path that is asserted in it.
struct Held {
    solver: Box<dyn Solver>,
    path: Vec<Term>,
    /// Where in `path` each level starts.
    levels: Vec<usize>,
    /// The number of the query that used it last.
    used: u64,
    /// Queries that it answered.
    answered: u64,
}

impl Held {
    fn new(solver: Box<dyn Solver>) -> Held {
        Held {
            solver,
            path: Vec::new(),
            levels: Vec::new(),
            used: 0,
            answered: 0,
        }
    }

    fn common(&self, path: &[Term]) -> usize {
        self.path
            .iter()
            .zip(path)
            .take_while(|(a, b)| a == b)
            .count()
    }

    /// Makes the asserted path equal to `path`.
    fn align(&mut self, pool: &Pool, path: &[Term], stats: &mut Stats) {
        let common = self.common(path);
        if common < self.path.len() {
            let end = |level: usize| {
                self.levels
                    .get(level + 1)
                    .copied()
                    .unwrap_or(self.path.len())
            };
            let keep = (0..self.levels.len())
                .take_while(|level| end(*level) <= common)
                .count();
            let height = self.levels.get(keep).copied().unwrap_or(self.path.len());
            self.solver.pop((self.levels.len() - keep) as u32);
            stats.popped += (self.path.len() - height) as u64;
            self.path.truncate(height);
            self.levels.truncate(keep);
        }
        // Where paths parted once they are likely to part again: the shared part of a popped level becomes its own.
        for end in [common, path.len()] {
            self.extend(pool, &path[..end], stats);
        }
    }

    fn extend(&mut self, pool: &Pool, path: &[Term], stats: &mut Stats) {
        let start = self.path.len();
        if start >= path.len() {
            return;
        }
        self.levels.push(start);
        self.solver.push();
        for term in &path[start..] {
            self.solver.assert(pool, *term);
        }
        stats.asserted += (path.len() - start) as u64;
        self.path.extend_from_slice(&path[start..]);
    }
}

pub struct PathSolver {
    contexts: Vec<Held>,
    factory: Option<Factory>,
    limit: usize,
    /// The context that answered last.
    current: usize,
    interrupter: Interrupter,
    stats: Stats,
}

/// Enough for a handful of distant subtrees; each context holds its own translation of the terms it was asked about.
const CONTEXTS: usize = 4;

/// How many queries a solver answers before it is replaced: so many, and so many more for each conjunct of the path.
const AGE: u64 = 200;
const AGE_PER_CONJUNCT: u64 = 4;

impl PathSolver {
    /// With a single context.
    pub fn new(solver: Box<dyn Solver>) -> PathSolver {
        let interrupter = solver.interrupter();
        let stats = Stats {
            contexts: 1,
            ..Stats::default()
        };
        PathSolver {
            contexts: vec![Held::new(solver)],
            factory: None,
            limit: 1,
            current: 0,
            interrupter,
            stats,
        }
    }

    /// With several contexts, made when a path has little in common with those that are there.
    pub fn with_factory(mut factory: Factory) -> PathSolver {
        let first = factory();
        PathSolver {
            factory: Some(factory),
            limit: CONTEXTS,
            ..PathSolver::new(first)
        }
    }

    /// How many contexts to keep at most.
    pub fn keep(mut self, contexts: usize) -> PathSolver {
        self.limit = contexts.max(1);
        self
    }

    /// Can `branch` hold after `path`?
    pub fn check_branch(
        &mut self,
        pool: &Pool,
        path: &[Term],
        branch: Term,
        budget: &Budget,
    ) -> Answer {
        self.check(pool, path, &[branch], budget)
    }

    /// Can the path be taken?
    pub fn check_path(&mut self, pool: &Pool, path: &[Term], budget: &Budget) -> Answer {
        self.check(pool, path, &[], budget)
    }

    /// Can all assumptions hold after `path`?
    pub fn check(
        &mut self,
        pool: &Pool,
        path: &[Term],
        assumptions: &[Term],
        budget: &Budget,
    ) -> Answer {
        let start = Instant::now();
        self.align(pool, path);
        let held = &mut self.contexts[self.current];
        held.solver.prepare(pool, assumptions);
        let built = start.elapsed();
        let answer = held.solver.check(pool, assumptions, &budget.minus(built));
        let spent = start.elapsed();
        let steps = held.solver.steps();
        let mut size = 0;
        let asked: Vec<Term> = path.iter().chain(assumptions).copied().collect();
        pool.visit(&asked, |_| size += 1);
        self.stats.effort += steps * size;
        self.stats.nodes += size;
        self.stats.count(&answer, built, spent);
        self.stats.time += spent;
        answer
    }

    /// Chooses a context for the path and brings its stack there.
    pub fn align(&mut self, pool: &Pool, path: &[Term]) {
        self.current = self.choose(path);
        self.renew(path);
        let held = &mut self.contexts[self.current];
        held.answered += 1;
        held.used = self.stats.queries + 1;
        held.align(pool, path, &mut self.stats);
    }

    /// A solver keeps in mind everything it was ever asked about, and every query pays for that. Once that has gone on
    /// for long, compared with what it takes to assert the path anew, another one takes its place.
    fn renew(&mut self, path: &[Term]) {
        let held = &mut self.contexts[self.current];
        if held.answered > AGE + AGE_PER_CONJUNCT * path.len() as u64
            && let Some(factory) = &mut self.factory
        {
            let mut solver = factory();
            solver.set_interrupter(self.interrupter.clone());
            *held = Held::new(solver);
            self.stats.contexts += 1;
        }
    }

    fn choose(&mut self, path: &[Term]) -> usize {
        // The nearest context; among equals the one that loses least, then the oldest, for the sake of determinism.
        let nearness = |held: &Held| (held.common(path), std::cmp::Reverse(held.path.len()));
        let mut best = 0;
        for i in 1..self.contexts.len() {
            if nearness(&self.contexts[i]) > nearness(&self.contexts[best]) {
                best = i;
            }
        }
        let held = &self.contexts[best];
        let common = held.common(path);
        let lost = held.path.len() - common;
        // Going back a little is what a stack is for. A context that would lose more than it keeps stays where it is.
        if lost <= common.max(SMALL) || self.limit == 1 {
            return best;
        }
        if self.contexts.len() < self.limit
            && let Some(factory) = &mut self.factory
        {
            let mut solver = factory();
            solver.set_interrupter(self.interrupter.clone());
            self.contexts.push(Held::new(solver));
            self.stats.contexts += 1;
            return self.contexts.len() - 1;
        }
        let oldest = self
            .contexts
            .iter()
            .enumerate()
            .min_by_key(|(_, held)| held.used);
        oldest.map_or(best, |(i, _)| i)
    }

    /// After [`Answer::Sat`]: values of the given symbols.
    pub fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        let start = Instant::now();
        let model = self.contexts[self.current].solver.model(pool, symbols);
        self.stats.time += start.elapsed();
        model
    }

    /// The solver that answered last.
    pub(crate) fn current(&mut self) -> &mut dyn Solver {
        &mut *self.contexts[self.current].solver
    }

    /// After [`Answer::Unsat`]: assumptions that suffice.
    pub fn unsat_core(&mut self) -> Vec<Term> {
        self.contexts[self.current].solver.unsat_core()
    }

    pub fn stats(&self) -> Stats {
        self.stats
    }

    pub fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    pub fn set_interrupter(&mut self, interrupter: Interrupter) {
        for held in &mut self.contexts {
            held.solver.set_interrupter(interrupter.clone());
        }
        self.interrupter = interrupter;
    }
}

/// Popping this many conjuncts is cheaper than anything clever.
const SMALL: usize = 8;
