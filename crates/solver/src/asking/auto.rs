//! The default. A question is cut down to the conjuncts that it depends on; what earlier answers imply is not asked; what
//! is left goes to a few assertion stacks near it.

use super::cores::{Answered, Known};
use super::parts::Parts;
use super::{Asking, Question, Solved, solved, symbols};
use crate::{Budget, Factory, Interrupter, PathSolver, Stats};
use logic::{Model, Pool, Term};
use std::time::Instant;

pub struct Auto {
    solver: PathSolver,
    parts: Parts,
    answered: Answered,
    hits: u64,
}

impl Auto {
    pub fn new(factory: Factory) -> Auto {
        Auto {
            solver: PathSolver::with_factory(factory),
            parts: Parts::default(),
            answered: Answered::default(),
            hits: 0,
        }
    }

    fn query(
        &mut self,
        pool: &Pool,
        path: &[Term],
        also: Option<Term>,
        symbols: &[Term],
        budget: &Budget,
    ) -> Solved {
        let assumed = also.as_slice();
        let answer = self.solver.check(pool, path, assumed, budget);
        solved(self.solver.current(), pool, answer, symbols)
    }
}

impl Asking for Auto {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let (Some(also), Some(base), false) = (question.also, question.model, question.whole)
        else {
            let symbols = symbols(pool, question.conjuncts());
            return self.query(pool, question.path, question.also, &symbols, budget);
        };
        let start = Instant::now();
        self.parts.align(pool, question.path);
        let part = self.parts.with(pool, also);
        let key = part.key();
        let spent = start.elapsed();
        match self.answered.find(&key) {
            Some(Known::Unsat) => {
                self.hits += 1;
                return Solved::Unsat;
            }
            Some(Known::Sat(values)) => {
                self.hits += 1;
                let mut model: Model = base.clone();
                for (symbol, value) in values.iter() {
                    model.set(*symbol, value.clone());
                }
                return Solved::Sat(model);
            }
            None => {}
        }
        let (_, path) = part.conjuncts.split_last().unwrap_or((&also, &[]));
        let solved = self.query(pool, path, Some(also), &part.symbols, &budget.minus(spent));
        match &solved {
            Solved::Sat(model) => {
                let values = part.symbols.iter();
                let values = values.map(|s| (*s, model.value_of(pool, *s)));
                self.answered.remember(key, Known::Sat(values.collect()));
            }
            Solved::Unsat => self.answered.remember(key, Known::Unsat),
            Solved::Unknown(_) => {}
        }
        solved
    }

    fn stats(&self) -> Stats {
        Stats {
            hits: self.hits,
            ..self.solver.stats()
        }
    }

    fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }
}
