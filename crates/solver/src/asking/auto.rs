//! The default. A question is cut down to the conjuncts that it depends on; what earlier answers imply is not asked; what
//! is left goes to a few assertion stacks near it.

use super::cores::{Answered, Known, Values};
use super::parts::{Part, Parts};
use super::sums::Sums;
use super::{Asking, Question, Solved, solved, symbols};
use crate::{Budget, Factory, Interrupter, PathSolver, Stats};
use logic::{Model, Pool, Term};
use std::time::Instant;

pub struct Auto {
    solver: PathSolver,
    parts: Parts,
    answered: Answered,
    sums: Sums,
    hits: u64,
    /// Time that was not the solver's.
    looking: std::time::Duration,
}

impl Auto {
    pub fn new(factory: Factory) -> Auto {
        Auto {
            solver: PathSolver::with_factory(factory),
            parts: Parts::default(),
            answered: Answered::default(),
            sums: Sums::default(),
            hits: 0,
            looking: std::time::Duration::ZERO,
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
        let answer = self.solver.check(pool, path, also.as_slice(), budget);
        solved(self.solver.current(), pool, answer, symbols)
    }

    /// What earlier answers say about the question.
    fn known(
        &mut self,
        pool: &Pool,
        part: &Part,
        key: &[Term],
        also: Term,
        model: &Model,
        budget: &Budget,
    ) -> Option<Solved> {
        loop {
            match self.answered.find(key, also)? {
                Known::Unsat => return Some(Solved::Unsat),
                Known::Sat(values) => {
                    return Some(Solved::Sat(with(model, &values, &part.symbols)));
                }
                Known::Doubtful(number, core) => {
                    match self.solver.check(pool, &[], &core, budget) {
                        crate::Answer::Unsat => {
                            self.answered.confirm(number, true);
                            return Some(Solved::Unsat);
                        }
                        _ => self.answered.confirm(number, false),
                    }
                }
            }
        }
    }

    fn ask_part(
        &mut self,
        pool: &Pool,
        part: &Part,
        also: Term,
        model: &Model,
        budget: &Budget,
    ) -> Solved {
        let start = Instant::now();
        let before = self.solver.stats().time;
        let key = part.key();
        if let Some(known) = self.known(pool, part, &key, also, model, budget) {
            self.hits += 1;
            return known;
        }
        if self.sums.refute(pool, &part.conjuncts) {
            self.hits += 1;
            self.answered.refuted(key, None);
            self.looking += start.elapsed();
            return Solved::Unsat;
        }
        let (_, path) = part.conjuncts.split_last().unwrap_or((&also, &[]));
        let solvers = self.solver.stats().time - before;
        self.looking += start.elapsed().saturating_sub(solvers);
        let left = budget.minus(start.elapsed());
        let solved = self.query(pool, path, Some(also), &part.symbols, &left);
        match &solved {
            Solved::Sat(model) => {
                let values = part.symbols.iter();
                let values: Values = values.map(|s| (*s, model.value_of(pool, *s))).collect();
                self.answered.solved(key, also, values);
            }
            Solved::Unsat => {
                let core = self.solver.current().core();
                self.answered.refuted(key, core);
            }
            Solved::Unknown(_) => {}
        }
        solved
    }
}

/// A model with the values of some symbols changed. Those of others belong to conjuncts that the question has nothing to do
/// with here, whatever it was part of when it was solved.
fn with(model: &Model, values: &Values, symbols: &[Term]) -> Model {
    let mut model = model.clone();
    for (symbol, value) in values.iter() {
        if symbols.binary_search(symbol).is_ok() {
            model.set(*symbol, value.clone());
        }
    }
    model
}

impl Asking for Auto {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let (Some(also), false) = (question.also, question.whole) else {
            let symbols = symbols(pool, question.conjuncts());
            return self.query(pool, question.path, question.also, &symbols, budget);
        };
        let start = Instant::now();
        let empty = Model::new();
        let model = question.model.unwrap_or(&empty);
        self.parts.align(pool, question.path);
        let part = self.parts.with(pool, also);
        self.looking += start.elapsed();
        self.ask_part(pool, &part, also, model, budget)
    }

    fn stats(&self) -> Stats {
        let mut stats = self.solver.stats();
        stats.hits = self.hits;
        stats.time += self.looking;
        stats
    }

    fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }
}
