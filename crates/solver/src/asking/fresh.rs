//! A solver per question. This is how symbolic execution asks if nothing is done about it (*Baseline* in the thesis).

use super::{Asking, Question, Solved, solved, symbols};
use crate::{Budget, Factory, Interrupter, Solver, Stats};
use logic::{Pool, Term};
use std::time::Instant;

/// Makes solvers that live for one question.
pub struct Fresh {
    factory: Factory,
    interrupter: Interrupter,
    pub stats: Stats,
}

impl Fresh {
    pub fn new(factory: Factory) -> Fresh {
        Fresh {
            factory,
            interrupter: Interrupter::new(),
            stats: Stats::default(),
        }
    }

    pub fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    /// Whether these conjuncts can hold together.
    pub fn solve(&mut self, pool: &Pool, conjuncts: &[Term], budget: &Budget) -> Solved {
        let start = Instant::now();
        let mut solver: Box<dyn Solver> = (self.factory)();
        self.stats.contexts += 1;
        solver.set_interrupter(self.interrupter.clone());
        for term in conjuncts {
            solver.assert(pool, *term);
        }
        let built = start.elapsed();
        self.stats.asserted += conjuncts.len() as u64;
        let answer = solver.check(pool, &[], &budget.minus(built));
        self.stats.count(&answer, built, start.elapsed());
        let symbols = symbols(pool, conjuncts.iter().copied());
        solved(&mut *solver, pool, answer, &symbols)
    }
}

pub struct Baseline {
    fresh: Fresh,
}

impl Baseline {
    pub fn new(factory: Factory) -> Baseline {
        Baseline {
            fresh: Fresh::new(factory),
        }
    }
}

impl Asking for Baseline {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let start = Instant::now();
        let conjuncts: Vec<Term> = question.conjuncts().collect();
        let solved = self.fresh.solve(pool, &conjuncts, budget);
        self.fresh.stats.time += start.elapsed();
        solved
    }

    fn stats(&self) -> Stats {
        self.fresh.stats
    }

    fn interrupter(&self) -> Interrupter {
        self.fresh.interrupter()
    }
}
