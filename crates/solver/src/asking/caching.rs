//! Solutions of sets of conjuncts that depend on each other, kept from question to question (*Caching* in the thesis, after
//! KLEE and Green), and the same with the sets kept along the path (*Partitioning*). What is not known is asked in a
//! solver of its own.

use super::fresh::Fresh;
use super::parts::{Part, Parts};
use super::{Asking, Question, Solved};
use crate::{Budget, Factory, Interrupter, Stats};
use logic::{Model, Pool, Term, Value};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

/// Beyond this, what was solved is forgotten.
const MANY: usize = 100_000;

/// Values of the symbols of a set of conjuncts; none if there are none.
type Solution = Option<Rc<[(Term, Value)]>>;

/// Solutions by set of conjuncts.
struct Solutions {
    known: HashMap<Box<[Term]>, Solution>,
    fresh: Fresh,
}

impl Solutions {
    fn new(factory: Factory) -> Solutions {
        Solutions {
            known: HashMap::new(),
            fresh: Fresh::new(factory),
        }
    }

    fn solve(&mut self, pool: &Pool, part: &Part, budget: &Budget) -> Result<Solution, Solved> {
        let key = part.key();
        if let Some(known) = self.known.get(&key) {
            self.fresh.stats.hits += 1;
            return Ok(known.clone());
        }
        let solution = match self.fresh.solve(pool, &part.conjuncts, budget) {
            Solved::Sat(model) => Some(model.iter().map(|(s, v)| (s, v.clone())).collect()),
            Solved::Unsat => None,
            unknown => return Err(unknown),
        };
        if self.known.len() >= MANY {
            self.known.clear();
        }
        self.known.insert(key, solution.clone());
        Ok(solution)
    }

    /// Solves all parts and puts their solutions together.
    fn solve_all(&mut self, pool: &Pool, parts: &[Rc<Part>], budget: &Budget) -> Solved {
        let start = Instant::now();
        let mut model = Model::new();
        for part in parts {
            match self.solve(pool, part, &budget.minus(start.elapsed())) {
                Ok(Some(values)) => {
                    for (symbol, value) in values.iter() {
                        model.set(*symbol, value.clone());
                    }
                }
                Ok(None) => return Solved::Unsat,
                Err(unknown) => return unknown,
            }
        }
        Solved::Sat(model)
    }

    /// Asks about all conjuncts at once.
    fn solve_whole(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let conjuncts: Vec<Term> = question.conjuncts().collect();
        self.fresh.solve(pool, &conjuncts, budget)
    }
}

/// Whether the parts have all that is asked for.
fn can_part(pool: &Pool, question: &Question<'_>) -> bool {
    !question.whole && question.conjuncts().all(|t| !pool.support(t).is_empty())
}

pub struct Caching {
    solutions: Solutions,
}

impl Caching {
    pub fn new(factory: Factory) -> Caching {
        Caching {
            solutions: Solutions::new(factory),
        }
    }
}

impl Asking for Caching {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let start = Instant::now();
        let solved = if can_part(pool, question) {
            let conjuncts: Vec<Term> = question.conjuncts().collect();
            let parts = Parts::of(pool, &conjuncts).all();
            self.solutions.solve_all(pool, &parts, budget)
        } else {
            self.solutions.solve_whole(pool, question, budget)
        };
        self.solutions.fresh.stats.time += start.elapsed();
        solved
    }

    fn stats(&self) -> Stats {
        self.solutions.fresh.stats
    }

    fn interrupter(&self) -> Interrupter {
        self.solutions.fresh.interrupter()
    }
}

pub struct Partitioning {
    solutions: Solutions,
    parts: Parts,
}

impl Partitioning {
    pub fn new(factory: Factory) -> Partitioning {
        Partitioning {
            solutions: Solutions::new(factory),
            parts: Parts::default(),
        }
    }
}

impl Asking for Partitioning {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let start = Instant::now();
        let solved = if can_part(pool, question) {
            let conjuncts: Vec<Term> = question.conjuncts().collect();
            self.parts.align(pool, &conjuncts);
            let parts = self.parts.all();
            self.solutions.solve_all(pool, &parts, budget)
        } else {
            self.solutions.solve_whole(pool, question, budget)
        };
        self.solutions.fresh.stats.time += start.elapsed();
        solved
    }

    fn stats(&self) -> Stats {
        self.solutions.fresh.stats
    }

    fn interrupter(&self) -> Interrupter {
        self.solutions.fresh.interrupter()
    }
}
