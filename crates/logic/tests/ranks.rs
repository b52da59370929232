//! Ranks instead of numbers: the same answers to all comparisons can come together, before and after.

mod common;

use common::Random;
use logic::{Evaluator, Model, Op, Pool, Ranks, Sort, Term, Value};
use std::collections::BTreeSet;

/// The combinations of truths that formulas can have, over all values of the symbols.
fn combinations(pool: &Pool, symbols: &[Term], formulas: &[Term]) -> BTreeSet<Vec<bool>> {
    let models = models(pool, symbols);
    let all = models.iter().map(|model| truths(pool, model, formulas));
    all.collect()
}

fn models(pool: &Pool, symbols: &[Term]) -> Vec<Model> {
    let widths: Vec<u32> = symbols.iter().map(|symbol| pool.width(*symbol)).collect();
    let all = 0u128..1 << widths.iter().sum::<u32>();
    all.map(|mut code| {
        let mut model = Model::new();
        for (symbol, &width) in symbols.iter().zip(&widths) {
            let bits = code & ((1 << width) - 1);
            model.set(*symbol, Value::Bv { width, bits });
            code >>= width;
        }
        model
    })
    .collect()
}

fn truths(pool: &Pool, model: &Model, formulas: &[Term]) -> Vec<bool> {
    let mut evaluator = Evaluator::new();
    let all = formulas.iter();
    all.map(|t| evaluator.eval_bool(pool, model, *t).expect("a truth"))
        .collect()
}

fn symbols_of(pool: &Pool, formulas: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    pool.visit(formulas, |t| {
        if pool.is_symbol(t) {
            found.push(t);
        }
    });
    found.sort();
    found
}

/// Comparisons of symbols, literals and choices; `order` says which kinds.
fn comparisons(pool: &mut Pool, random: &mut Random, width: u32, order: usize) -> Vec<Term> {
    let sort = Sort::Bv(width);
    let mut values: Vec<Term> = ["a", "b", "c"].map(|name| pool.symbol(name, sort)).into();
    for _ in 0..random.below(4) {
        let number = random.below(1 << width);
        values.push(pool.bv(width, number as u128));
    }
    let mut formulas = Vec::new();
    for _ in 0..5 {
        let a = random.pick(&values);
        let b = random.pick(&values);
        let formula = match (order, random.below(2)) {
            (0, _) | (_, 0) => pool.eq(a, b),
            (1, _) => pool.slt(a, b),
            _ => pool.ult(a, b),
        };
        let choice = pool.ite(formula, b, a);
        values.push(choice);
        formulas.push(formula);
    }
    formulas
}

#[test]
fn comparisons_come_out_the_same() {
    let mut random = Random::new(7);
    let mut narrowed = 0;
    for round in 0..300 {
        let mut pool = Pool::new();
        let formulas = comparisons(&mut pool, &mut random, 4, round % 3);
        let Some(mut ranks) = Ranks::of(&pool, &formulas) else {
            continue;
        };
        narrowed += 1;
        let ranked: Vec<Term> = formulas
            .iter()
            .map(|t| ranks.apply(&mut pool, *t).expect("ranks"))
            .collect();
        let (before, after) = (symbols_of(&pool, &formulas), symbols_of(&pool, &ranked));
        assert_eq!(
            combinations(&pool, &before, &formulas),
            combinations(&pool, &after, &ranked),
            "round {round}"
        );
        for model in models(&pool, &after) {
            let numbers = ranks.model(&pool, &model);
            let expected = truths(&pool, &model, &ranked);
            assert_eq!(
                truths(&pool, &numbers, &formulas),
                expected,
                "round {round}"
            );
        }
    }
    assert!(narrowed > 100, "only {narrowed} had ranks");
}

#[test]
fn few_bits_do_for_keys() {
    let mut pool = Pool::new();
    let keys: Vec<Term> = (0..7)
        .map(|at| pool.symbol(&format!("key{at}"), Sort::Bv(32)))
        .collect();
    let sorted: Vec<Term> = keys.windows(2).map(|w| pool.slt(w[0], w[1])).collect();
    let formula = pool.and_all(&sorted);
    let mut ranks = Ranks::of(&pool, &[formula]).expect("ranks");
    let ranked = ranks.apply(&mut pool, formula).expect("the same");
    for symbol in symbols_of(&pool, &[ranked]) {
        assert_eq!(pool.width(symbol), 3);
    }
}

#[test]
fn what_is_computed_keeps_its_numbers() {
    let mut pool = Pool::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bv(32)));
    let sum = pool.add(a, b);
    let with_sum = pool.slt(sum, c);
    assert!(Ranks::of(&pool, &[with_sum]).is_none());
    // Both orders at once are more than one order has.
    let (signed, unsigned) = (pool.slt(a, b), pool.ult(a, b));
    assert!(Ranks::of(&pool, &[signed, unsigned]).is_none());
    assert!(pool.op(sum) == Op::BvAdd);
}

#[test]
fn what_was_not_looked_at_has_no_ranks() {
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bv(32)));
    let formula = pool.slt(a, b);
    let mut ranks = Ranks::of(&pool, &[formula]).expect("ranks");
    let five = pool.bv(32, 5);
    let literal = pool.slt(a, five);
    let sum = pool.add(a, five);
    let computed = pool.slt(sum, b);
    assert_eq!(ranks.apply(&mut pool, literal), None);
    assert_eq!(ranks.apply(&mut pool, computed), None);
    assert!(ranks.apply(&mut pool, formula).is_some());
}
