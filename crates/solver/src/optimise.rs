//! The largest and the smallest value of a bit-vector term, by search over assumptions: bits are settled from the most
//! significant one, and every model found settles several at once. Works with any backend and leaves its assertions as
//! they were.

use crate::{Answer, Budget, Reason, Solver};
use logic::{Pool, Sort, Term};
use std::time::Instant;

/// How the bits of the term are to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    Signed,
    Unsigned,
}

/// The outcome of an optimisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The assertions have no model.
    Infeasible,
    /// The optimum, as bits. Assume `term = value` to get a model of it.
    Best(u128),
    /// The search ended early; `best` is a value that the term can have, if one was found.
    Unknown { best: Option<u128>, reason: Reason },
}

/// The largest value that `term` has in a model of the assertions. The budget is for the whole search.
pub fn maximise(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    term: Term,
    signedness: Signedness,
    budget: &Budget,
) -> Optimum {
    optimise(solver, pool, term, signedness, true, budget)
}

/// The smallest value that `term` has in a model of the assertions. The budget is for the whole search.
pub fn minimise(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    term: Term,
    signedness: Signedness,
    budget: &Budget,
) -> Optimum {
    optimise(solver, pool, term, signedness, false, budget)
}

fn optimise(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    term: Term,
    signedness: Signedness,
    largest: bool,
    budget: &Budget,
) -> Optimum {
    let Sort::Bv(width) = pool.sort(term) else {
        let reason = Reason::Unsupported("the optimum of a term that is no bit-vector".into());
        return Optimum::Unknown { best: None, reason };
    };
    if let Some(value) = pool.as_bv(term) {
        return match solver.check(pool, &[], budget) {
            Answer::Sat => Optimum::Best(value),
            Answer::Unsat => Optimum::Infeasible,
            Answer::Unknown(reason) => Optimum::Unknown { best: None, reason },
        };
    }
    solver.push();
    // A name for the term, so that models tell its value whatever its shape.
    let name = if pool.is_symbol(term) {
        term
    } else {
        pool.fresh_symbol("optimum", Sort::Bv(width))
    };
    if name != term {
        let definition = pool.eq(name, term);
        solver.assert(pool, definition);
    }
    let optimum = search(solver, pool, name, width, signedness, largest, budget);
    solver.pop(1);
    optimum
}

fn search(
    solver: &mut dyn Solver,
    pool: &mut Pool,
    name: Term,
    width: u32,
    signedness: Signedness,
    largest: bool,
    budget: &Budget,
) -> Optimum {
    let start = Instant::now();
    let mut best = match value(solver, pool, name, None, budget) {
        Ok(Some(value)) => value,
        Ok(None) => return Optimum::Infeasible,
        Err(reason) => return Optimum::Unknown { best: None, reason },
    };
    // Bits from `bit` up are settled and equal to those of `best`.
    for bit in (0..width).rev() {
        let sign = bit + 1 == width && signedness == Signedness::Signed;
        let wanted = u128::from(largest != sign);
        if best >> bit & 1 == wanted {
            continue;
        }
        let high = pool.extract(name, width - 1, bit);
        let target = pool.bv(width - bit, (best >> bit) ^ 1);
        let better = pool.eq(high, target);
        match value(
            solver,
            pool,
            name,
            Some(better),
            &budget.minus(start.elapsed()),
        ) {
            Ok(Some(value)) => best = value,
            Ok(None) => {}
            Err(reason) => {
                return Optimum::Unknown {
                    best: Some(best),
                    reason,
                };
            }
        }
    }
    Optimum::Best(best)
}

/// The value of `name` in some model in which the assumption holds; none if there is no model.
fn value(
    solver: &mut dyn Solver,
    pool: &Pool,
    name: Term,
    assumption: Option<Term>,
    budget: &Budget,
) -> Result<Option<u128>, Reason> {
    match solver.check(pool, assumption.as_slice(), budget) {
        Answer::Unsat => Ok(None),
        Answer::Unknown(reason) => Err(reason),
        Answer::Sat => {
            let model = solver
                .model(pool, &[name])
                .map_err(|error| Reason::Failed(error.to_string()))?;
            let bits = model.value_of(pool, name).as_bv();
            bits.map(Some)
                .ok_or_else(|| Reason::Failed("a bit-vector symbol with another value".into()))
        }
    }
}
