//! Helpers shared by the tests: ask the embedded solver and evaluate what it says.
#![allow(dead_code, reason = "every test program uses its own part of this")]

pub mod random;

use logic::{Evaluator, Model, Pool, Term, Value};
use solver::{Answer, Bitwuzla, Budget, Solver};

/// Asserts that the terms have a model, and that it satisfies them.
#[track_caller]
pub fn assert_sat(pool: &mut Pool, terms: &[Term]) -> Model {
    let mut solver = Bitwuzla::new();
    for term in terms {
        solver.assert(pool, *term);
    }
    assert_eq!(solver.check(pool, &[], &Budget::UNLIMITED), Answer::Sat);
    check_model(pool, &mut solver, terms)
}

#[track_caller]
pub fn assert_unsat(pool: &mut Pool, terms: &[Term]) {
    let mut solver = Bitwuzla::new();
    for term in terms {
        solver.assert(pool, *term);
    }
    assert_eq!(solver.check(pool, &[], &Budget::UNLIMITED), Answer::Unsat);
}

/// After `Sat`: reads a model of all symbols and evaluates the terms under it.
#[track_caller]
pub fn check_model(pool: &Pool, solver: &mut dyn Solver, terms: &[Term]) -> Model {
    let mut symbols: Vec<Term> = terms.iter().flat_map(|term| pool.symbols(*term)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let model = solver
        .model(pool, &symbols)
        .unwrap_or_else(|error| panic!("{}: {error}", solver.name()));
    let mut evaluator = Evaluator::new();
    for term in terms {
        let value = evaluator.eval(pool, &model, *term);
        assert_eq!(
            value,
            Ok(Value::Bool(true)),
            "{} under {:?}",
            pool.print(*term),
            model
        );
    }
    model
}
