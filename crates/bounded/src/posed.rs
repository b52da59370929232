//! A formula as it is given to the solver: numbers that are only compared become ranks on the way, and numbers again in
//! models.

use logic::{Model, Pool, Ranks, Term};
use solver::{Answer, Bitwuzla, Budget, Interrupter, Solver};

pub struct Posed {
    solver: Bitwuzla,
    ranks: Option<Ranks>,
}

impl Posed {
    /// For questions that are made of these terms by connectives.
    pub fn new(pool: &Pool, terms: &[Term], interrupter: &Interrupter) -> Posed {
        let mut solver = Bitwuzla::without_cores();
        solver.set_interrupter(interrupter.clone());
        Posed {
            solver,
            ranks: Ranks::of(pool, terms),
        }
    }

    fn ranked(&mut self, pool: &mut Pool, term: Term) -> Term {
        match &mut self.ranks {
            Some(ranks) => ranks.apply(pool, term),
            None => term,
        }
    }

    pub fn assert(&mut self, pool: &mut Pool, term: Term) {
        let term = self.ranked(pool, term);
        self.solver.assert(pool, term);
    }

    pub fn check(&mut self, pool: &mut Pool, assumed: &[Term], budget: &Budget) -> Answer {
        let assumed: Vec<Term> = assumed.iter().map(|t| self.ranked(pool, *t)).collect();
        self.solver.check(pool, &assumed, budget)
    }

    /// Values for everything that these terms speak of, after an answer that there are some.
    pub fn model(&mut self, pool: &mut Pool, terms: &[Term]) -> Result<Model, String> {
        let ranked: Vec<Term> = terms.iter().map(|t| self.ranked(pool, *t)).collect();
        let mut symbols = Vec::new();
        pool.visit(&ranked, |term| {
            if pool.is_symbol(term) {
                symbols.push(term);
            }
        });
        let model = self.solver.model(pool, &symbols);
        let model = model.map_err(|error| error.to_string())?;
        Ok(match &self.ranks {
            Some(ranks) => ranks.model(pool, &model),
            None => model,
        })
    }

    /// How many steps the last check took.
    pub fn steps(&self) -> u64 {
        self.solver.steps()
    }

    /// Variables and clauses of the formula for a SAT solver, where that is known.
    pub fn clauses(&mut self) -> Option<(u64, u64)> {
        self.solver.clauses()
    }
}
