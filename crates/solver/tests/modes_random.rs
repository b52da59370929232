//! All ways to ask agree on walks over trees of random conditions: bit-vectors of Java's widths, arrays, booleans, and sums
//! near the ends of their ranges. The default way gets the model of its path, as in an exploration, and what it answers
//! has to be a model of the whole path.

mod common;

use common::random::{Random, Terms};
use logic::{Evaluator, Model, Op, Pool, Sort, Term};
use solver::asking::{Asking, Question, Solved};
use solver::{Budget, Mode, Solver};

fn budget() -> Budget {
    Budget::millis(3000)
}

fn asking(mode: Mode) -> Box<dyn Asking> {
    mode.asking(Box::new(move || Box::new(mode.solver()) as Box<dyn Solver>))
}

fn has_functions(pool: &Pool, term: Term) -> bool {
    let mut found = false;
    pool.visit(&[term], |t| found |= matches!(pool.op(t), Op::Apply(_)));
    found
}

/// Linear conditions over two inputs of a width, with numbers near zero and near the ends.
fn linear(pool: &mut Pool, random: &mut Random, width: u32) -> Term {
    let near = |random: &mut Random| {
        let small = i128::from(random.below(24)) - 12;
        small + (i128::from(random.below(4)) << (width - 2))
    };
    let mut sum = {
        let bits = near(random) as u128;
        pool.bv(width, bits)
    };
    for _ in 0..1 + random.below(3) {
        let name = ["u", "v"][random.below(2) as usize];
        let input = pool.symbol(&format!("{name}{width}"), Sort::Bv(width));
        let factor = i128::from(random.below(9)) - 4;
        let factor = pool.bv(width, factor as u128);
        let part = match random.below(8) {
            0 => pool.srem(input, factor),
            1 => pool.sdiv(input, factor),
            2 => pool.mul(input, factor),
            3 if width == 8 => pool.mul(input, input),
            _ => input,
        };
        sum = match random.below(2) {
            0 => pool.add(sum, part),
            _ => pool.sub(sum, part),
        };
    }
    let bits = near(random) as u128;
    let bound = pool.bv(width, bits);
    match random.below(5) {
        0 => pool.eq(sum, bound),
        1 => pool.ult(sum, bound),
        _ => pool.slt(sum, bound),
    }
}

struct Asked {
    path: Vec<Term>,
    also: Term,
    whole: bool,
    holds: Option<bool>,
}

/// Questions of a search that goes down and back, with the answers of new solvers, and the models that the default way
/// has found for their paths.
fn walk(terms: &mut Terms, random: &mut Random, count: usize) -> Vec<Asked> {
    let width = [8, 16, 32, 64][random.below(4) as usize];
    let conditions: Vec<Term> = (0..24)
        .map(|_| match random.below(6) {
            0 => terms.boolean(3),
            _ => linear(&mut terms.pool, random, width),
        })
        .collect();
    let mut baseline = asking(Mode::Baseline);
    let mut auto = asking(Mode::Auto);
    let mut evaluator = Evaluator::new();
    let mut all = Vec::new();
    let mut path: Vec<Term> = Vec::new();
    let mut models = vec![Model::new()];
    for _ in 0..count {
        if random.below(4) == 0 {
            let keep = random.below(path.len() as u64 + 1) as usize;
            path.truncate(keep);
        }
        models.truncate(path.len() + 1);
        let mut also = conditions[random.below(24) as usize];
        if random.below(2) == 0 {
            also = terms.pool.not(also);
        }
        let pool = &terms.pool;
        if pool.as_bool(also).is_some() {
            continue;
        }
        let whole = path.iter().chain([&also]).any(|t| has_functions(pool, *t));
        let question = |model| Question {
            path: &path,
            also: Some(also),
            model,
            whole,
        };
        let holds = match baseline.ask(pool, &question(None), &budget()) {
            Solved::Sat(_) => Some(true),
            Solved::Unsat => Some(false),
            Solved::Unknown(_) => None,
        };
        let model = models.last().expect("that of the empty path");
        let found = auto.ask(pool, &question(Some(model)), &budget());
        match &found {
            Solved::Sat(_) => assert_ne!(holds, Some(false), "{}", pool.print(also)),
            Solved::Unsat => assert_ne!(holds, Some(true), "{}", pool.print(also)),
            Solved::Unknown(_) => {}
        }
        all.push(Asked {
            path: path.clone(),
            also,
            whole,
            holds,
        });
        if let (Solved::Sat(values), Some(true)) = (found, holds) {
            let mut model = if whole { Model::new() } else { model.clone() };
            for (symbol, value) in values.iter() {
                model.set(symbol, value.clone());
            }
            for (function, table) in values.functions() {
                model.set_function(function, table.clone());
            }
            path.push(also);
            for term in &path {
                let holds = evaluator.eval_bool(pool, &model, *term);
                assert_eq!(holds, Ok(true), "{}", pool.print(*term));
            }
            models.push(model);
        }
    }
    all
}

#[test]
fn ways_to_ask_agree_on_odd_conditions() {
    // Three are enough to see that it works; a change to a way of asking deserves more of them.
    let seeds = std::env::var("SEEDS").ok().and_then(|n| n.parse().ok());
    let (mut can, mut cannot) = (0, 0);
    for seed in 1..=seeds.unwrap_or(3) {
        let mut terms = Terms::new(seed, seed % 3 == 0);
        let mut random = Random::new(seed + 1000);
        let asked = walk(&mut terms, &mut random, 100);
        can += asked.iter().filter(|one| one.holds == Some(true)).count();
        cannot += asked.iter().filter(|one| one.holds == Some(false)).count();
        for mode in Mode::ALL {
            let mut asking = asking(mode);
            for one in &asked {
                let question = Question {
                    path: &one.path,
                    also: Some(one.also),
                    model: None,
                    whole: one.whole,
                };
                let holds = match asking.ask(&terms.pool, &question, &budget()) {
                    Solved::Sat(_) => true,
                    Solved::Unsat => false,
                    Solved::Unknown(_) => continue,
                };
                let what = || format!("{} with seed {seed}", mode.name());
                assert_eq!(holds, one.holds.unwrap_or(holds), "{}", what());
            }
        }
    }
    assert!(can > 30 && cannot > 30, "{can} and {cannot}");
}
