//! Integers as far as they are compared: of a number only that is told which constants it does not exceed. That is enough to
//! follow how much of an array is in use.

use crate::propagate::{Clauses, Lit};
use logic::{Pool, Term};
use std::collections::{BTreeMap, HashMap};

/// More comparisons of two numbers than this are left open.
const PAIRS: usize = 2000;

#[derive(Default)]
pub struct Thresholds {
    /// Of a number and a constant: the number is no larger.
    most: HashMap<Term, BTreeMap<i128, Lit>>,
    /// Of two numbers: the first is smaller.
    pairs: Vec<(Term, Term, Lit)>,
    /// Numbers in the order in which they came up.
    numbers: Vec<Term>,
}

impl Thresholds {
    /// Whether a number is at most a constant, both with a sign.
    fn at_most(&mut self, pool: &Pool, clauses: &mut Clauses, number: Term, constant: i128) -> Lit {
        let half = 1i128 << (pool.width(number) - 1);
        if constant < -half {
            return Lit::FALSE;
        }
        if constant >= half - 1 {
            return Lit::TRUE;
        }
        if !self.most.contains_key(&number) {
            self.numbers.push(number);
        }
        let known = self.most.entry(number).or_default();
        *known.entry(constant).or_insert_with(|| clauses.variable())
    }

    pub fn less_signed(
        &mut self,
        pool: &Pool,
        clauses: &mut Clauses,
        a: Term,
        b: Term,
    ) -> Option<Lit> {
        match (signed(pool, a), signed(pool, b)) {
            (Some(_), Some(_)) => None,
            (None, Some(bound)) => Some(self.at_most(pool, clauses, a, bound - 1)),
            (Some(bound), None) => Some(!self.at_most(pool, clauses, b, bound)),
            (None, None) => {
                if self.pairs.len() >= PAIRS {
                    return None;
                }
                let less = clauses.variable();
                self.pairs.push((a, b, less));
                Some(less)
            }
        }
    }

    /// Comparisons with constants that are no negative numbers either way.
    pub fn less_unsigned(
        &mut self,
        pool: &Pool,
        clauses: &mut Clauses,
        a: Term,
        b: Term,
    ) -> Option<Lit> {
        match (signed(pool, a), signed(pool, b)) {
            (None, Some(bound)) if bound >= 0 => {
                let most = self.at_most(pool, clauses, a, bound - 1);
                let negative = self.at_most(pool, clauses, a, -1);
                Some(clauses.and(&[most, !negative]))
            }
            (Some(bound), None) if bound >= 0 => {
                let most = self.at_most(pool, clauses, b, bound);
                let negative = self.at_most(pool, clauses, b, -1);
                Some(!clauses.and(&[most, !negative]))
            }
            _ => None,
        }
    }

    pub fn equal(&mut self, pool: &Pool, clauses: &mut Clauses, a: Term, b: Term) -> Option<Lit> {
        let (number, constant) = match (signed(pool, a), signed(pool, b)) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) => (b, constant),
            _ => return None,
        };
        let most = self.at_most(pool, clauses, number, constant);
        let less = self.at_most(pool, clauses, number, constant - 1);
        Some(clauses.and(&[most, !less]))
    }

    /// Says what thresholds have to do with each other, once all of them are known.
    pub fn connect(&mut self, pool: &Pool, clauses: &mut Clauses) {
        for (a, b, less) in std::mem::take(&mut self.pairs) {
            let known = |number: Term| self.most.get(&number).into_iter().flat_map(BTreeMap::keys);
            let mut constants: Vec<i128> = known(a).chain(known(b)).copied().collect();
            constants.sort_unstable();
            constants.dedup();
            for constant in constants {
                let first = self.at_most(pool, clauses, a, constant);
                let before = self.at_most(pool, clauses, a, constant - 1);
                let second = self.at_most(pool, clauses, b, constant);
                clauses.add(&[!less, !second, before]);
                clauses.add(&[less, !first, second]);
            }
        }
        for number in &self.numbers {
            let mut last = Lit::FALSE;
            for most in self.most[number].values() {
                clauses.add(&[!last, *most]);
                last = *most;
            }
        }
    }
}

/// The value of a constant, with a sign.
fn signed(pool: &Pool, term: Term) -> Option<i128> {
    let shift = 128 - pool.width(term);
    pool.as_bv(term)
        .map(|bits| ((bits << shift) as i128) >> shift)
}
