//! One solver whose assertion stack follows the exploration tree, a level per decision (*Stack* in the thesis). A question
//! goes back to where its path leaves the last one, and asserts what is new. With a solver that keeps its translation of
//! terms, each sub-expression is defined once, and what it learned about it stays (*SymbolicJ*); with one that makes
//! terms by assertion ([`crate::Bitwuzla::by_assertion`]), each assertion brings its own.

use super::{Asking, Question, Solved, solved, symbols};
use crate::{Budget, Factory, Interrupter, Solver, Stats};
use logic::{Pool, Term};
use std::time::Instant;

pub struct Stacked {
    solver: Box<dyn Solver>,
    /// What is asserted, a level each.
    path: Vec<Term>,
    interrupter: Interrupter,
    stats: Stats,
}

impl Stacked {
    pub fn new(mut factory: Factory) -> Stacked {
        let solver = factory();
        Stacked {
            interrupter: solver.interrupter(),
            solver,
            path: Vec::new(),
            stats: Stats {
                contexts: 1,
                ..Stats::default()
            },
        }
    }

    /// Makes the stack hold these conjuncts.
    fn align(&mut self, pool: &Pool, conjuncts: &[Term]) {
        let pairs = self.path.iter().zip(conjuncts);
        let common = pairs.take_while(|(a, b)| a == b).count();
        let lost = self.path.len() - common;
        if lost > 0 {
            self.solver.pop(lost as u32);
            self.stats.popped += lost as u64;
            self.path.truncate(common);
        }
        for term in &conjuncts[common..] {
            self.solver.push();
            self.solver.assert(pool, *term);
            self.path.push(*term);
            self.stats.asserted += 1;
        }
    }
}

impl Asking for Stacked {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let start = Instant::now();
        let conjuncts: Vec<Term> = question.conjuncts().collect();
        self.align(pool, &conjuncts);
        let built = start.elapsed();
        let answer = self.solver.check(pool, &[], &budget.minus(built));
        self.stats.count(&answer, built, start.elapsed());
        let symbols = symbols(pool, conjuncts);
        let solved = solved(&mut *self.solver, pool, answer, &symbols);
        self.stats.time += start.elapsed();
        solved
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }
}
