//! A formula as it is given to the solver: numbers that are only compared become ranks on the way, and numbers again in
//! models; divisions have no more bits than their operands need.

use crate::reasons::Undecided;
use logic::{Bounds, Evaluator, Model, Pool, Ranks, Sort, Term};
use solver::{Answer, Bitwuzla, Budget, Interrupter, Reason, Solver};

/// Steps that it may take to make a counterexample plain.
const FOR_PLAIN_VALUES: u64 = 1000;

/// How often is asked for that, times the clauses that there are: each time costs about as much as the formula is large.
const CLAUSES_FOR_PLAIN_VALUES: u64 = 250_000;

pub struct Posed {
    solver: Bitwuzla,
    ranks: Option<Ranks>,
    /// Of what was asserted.
    bounds: Bounds,
    /// Something was asserted that has no ranks.
    failed: bool,
}

const NOT_POSED: &str = "a formula that nobody has looked at before";

impl Posed {
    /// For questions about these terms.
    pub fn new(pool: &Pool, terms: &[Term], interrupter: &Interrupter) -> Posed {
        let mut solver = Bitwuzla::without_cores();
        solver.set_interrupter(interrupter.clone());
        Posed {
            solver,
            ranks: Ranks::of(pool, terms),
            bounds: Bounds::default(),
            failed: false,
        }
    }

    fn ranked(&mut self, pool: &mut Pool, term: Term) -> Option<Term> {
        let term = match &mut self.ranks {
            Some(ranks) => ranks.apply(pool, term)?,
            None => term,
        };
        Some(self.bounds.narrowed(pool, term))
    }

    fn all_ranked(&mut self, pool: &mut Pool, terms: &[Term]) -> Option<Vec<Term>> {
        terms.iter().map(|term| self.ranked(pool, *term)).collect()
    }

    pub fn assert(&mut self, pool: &mut Pool, term: Term) {
        match self.ranked(pool, term) {
            Some(term) => {
                self.bounds.learn(pool, term, true);
                self.solver.assert(pool, term);
            }
            None => self.failed = true,
        }
    }

    /// Whether all of these can hold.
    pub fn check(&mut self, pool: &mut Pool, assumed: &[Term], budget: &Budget) -> Answer {
        match self.all_ranked(pool, assumed) {
            Some(assumed) if !self.failed => self.solver.check(pool, &assumed, budget),
            _ => Answer::Unknown(Reason::Failed(NOT_POSED.into())),
        }
    }

    /// Whether one of the conditions can hold where all that is assumed does.
    pub fn check_any(
        &mut self,
        pool: &mut Pool,
        assumed: &[Term],
        conditions: &[Term],
        budget: &Budget,
    ) -> Answer {
        let ranked = self.all_ranked(pool, assumed);
        match (ranked, self.all_ranked(pool, conditions)) {
            (Some(mut assumed), Some(conditions)) if !self.failed => {
                assumed.push(pool.or_all(&conditions));
                self.solver.check(pool, &assumed, budget)
            }
            _ => Answer::Unknown(Reason::Failed(NOT_POSED.into())),
        }
    }

    /// Values for everything that these terms and conditions speak of, after an answer that one of the conditions can hold.
    /// Where it costs little they are null, zero or false, first for terms that `first` says so of.
    pub fn model(
        &mut self,
        pool: &mut Pool,
        terms: &[Term],
        conditions: &[Term],
        first: impl Fn(Term) -> bool,
    ) -> Result<Model, Undecided> {
        let mut ranked = self.all_ranked(pool, terms).ok_or(NOT_POSED)?;
        let conditions = self.all_ranked(pool, conditions).ok_or(NOT_POSED)?;
        let mut assumed = vec![pool.or_all(&conditions)];
        ranked.extend(&assumed);
        let mut symbols = Vec::new();
        pool.visit(&ranked, |term| {
            if pool.is_symbol(term) {
                symbols.push(term);
            }
        });
        symbols.sort_by_key(|symbol| (!first(*symbol), *symbol));
        let mut model = self.values(pool, &symbols)?;
        let mut left = FOR_PLAIN_VALUES;
        let clauses = self.clauses().map_or(1, |(_, clauses)| clauses.max(1));
        let mut checks = CLAUSES_FOR_PLAIN_VALUES / clauses;
        // Most can be plain, all at once; where they cannot, each half by itself, the first one first. What cannot be
        // zero may be one more or less.
        let mut wanted: Vec<(Term, Term)> = Vec::new();
        for symbol in &symbols {
            if let Some(plain) = self.plain(pool, *symbol) {
                wanted.push((*symbol, pool.eq(*symbol, plain)));
            }
        }
        let references = wanted.iter().filter(|(symbol, _)| first(*symbol)).count();
        let others = wanted.split_off(references);
        let mut work = vec![others, wanted];
        while let Some(block) = work.pop() {
            let mut evaluator = Evaluator::new();
            let mut is_so = |term: Term| evaluator.eval_bool(pool, &model, term) == Ok(true);
            let conditions = block.iter().map(|(_, is_plain)| *is_plain);
            if !conditions.clone().all(&mut is_so) {
                if checks == 0 || left == 0 {
                    break;
                }
                checks -= 1;
                let more: Vec<Term> = assumed.iter().copied().chain(conditions.clone()).collect();
                let budget = Budget::UNLIMITED.steps(Some(left));
                let answer = self.solver.check(pool, &more, &budget);
                left = left.saturating_sub(self.solver.steps());
                if answer != Answer::Sat {
                    match block[..] {
                        [(symbol, is_plain)] if !first(symbol) => {
                            let next = self.next_plain(pool, symbol, is_plain);
                            work.extend(next.map(|next| vec![(symbol, next)]));
                        }
                        [] | [_] => {}
                        _ => {
                            let (half, rest) = block.split_at(block.len() / 2);
                            work.extend([rest.to_vec(), half.to_vec()]);
                        }
                    }
                    continue;
                }
                model = self.values(pool, &symbols)?;
            }
            assumed.extend(conditions);
        }
        Ok(match &self.ranks {
            Some(ranks) => ranks.model(pool, &model),
            None => model,
        })
    }

    fn values(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, Undecided> {
        let model = self.solver.model(pool, symbols);
        model.map_err(|error| Undecided::NoAnswer(error.to_string()))
    }

    /// What a symbol should be if nothing speaks against it.
    fn plain(&self, pool: &mut Pool, symbol: Term) -> Option<Term> {
        let rank = (self.ranks.as_ref()).and_then(|ranks| ranks.rank_of_zero(symbol));
        match (pool.sort(symbol), rank) {
            (Sort::Bv(width), Some(rank)) => Some(pool.bv(width, rank?)),
            (Sort::Bv(width), None) => Some(pool.bv(width, 0)),
            _ => None,
        }
    }

    /// What comes after a condition that a number cannot fulfil: after zero one, then minus one.
    fn next_plain(&self, pool: &mut Pool, symbol: Term, is_plain: Term) -> Option<Term> {
        let is_rank = (self.ranks.as_ref()).is_some_and(|r| r.rank_of_zero(symbol).is_some());
        let Sort::Bv(width) = pool.sort(symbol) else {
            return None;
        };
        if is_rank || width < 2 {
            return None;
        }
        let [zero, one, minus] = [0, 1, u128::MAX >> (128 - width)].map(|bits| {
            let number = pool.bv(width, bits);
            pool.eq(symbol, number)
        });
        match is_plain {
            _ if is_plain == zero => Some(one),
            _ if is_plain == one => Some(minus),
            _ => None,
        }
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
