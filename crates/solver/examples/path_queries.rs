//! What questions along paths cost, by way of asking: `cargo run --release -p solver --example path_queries`. Prints
//! milliseconds a query for a long path, for depth-first search over a full tree, and for a search that jumps.

use logic::{Pool, Sort, Term};
use solver::{Answer, Bitwuzla, Budget, PathSolver, Solver};
use std::time::Instant;

const NO_LIMIT: Budget = Budget::UNLIMITED;

/// Conditions as programs have them: sums, small products, remainders, array reads, compared with literals.
fn conditions(pool: &mut Pool, n: u32) -> Vec<Term> {
    let inputs: Vec<Term> = (0..40)
        .map(|i| pool.symbol(&format!("x{i}"), Sort::Bv(32)))
        .collect();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(32));
    let array = pool.symbol("array", sort);
    let mut seed = 12345_u64;
    let mut next = |n: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    let mut all = Vec::new();
    for i in 0..n {
        let (a, b) = (inputs[next(40) as usize], inputs[next(40) as usize]);
        let factor = pool.bv32(next(7) as i32 + 1);
        let bound = pool.bv32(1_000_000 + next(1_000_000_000) as i32);
        let value = match i % 8 {
            0 => pool.select(array, a),
            1 => pool.mul(a, factor),
            2 => pool.bv_xor(a, b),
            3 => pool.srem(a, factor),
            _ => pool.add(a, b),
        };
        all.push(if i % 3 == 0 {
            pool.distinct(value, bound)
        } else {
            pool.slt(value, bound)
        });
    }
    all
}

fn report(what: &str, start: Instant, queries: u64) {
    let millis = start.elapsed().as_secs_f64() * 1000.0;
    println!(
        "{what:<58} {queries:>6} queries  {:>8.3} ms each",
        millis / queries.max(1) as f64
    );
}

fn single() -> PathSolver {
    PathSolver::new(Box::new(Bitwuzla::new()))
}

fn several() -> PathSolver {
    PathSolver::with_factory(Box::new(|| Box::new(Bitwuzla::new()) as Box<dyn Solver>))
}

fn main() {
    let mut pool = Pool::new();
    let all = conditions(&mut pool, 200);
    let negated: Vec<Term> = all.iter().map(|term| pool.not(*term)).collect();
    let inputs: Vec<Term> = (0..40)
        .map(|i| pool.symbol(&format!("x{i}"), Sort::Bv(32)))
        .collect();

    let start = Instant::now();
    let mut solver = single();
    let mut feasible = 0;
    for i in 0..all.len() {
        if solver
            .check_branch(&pool, &all[..i], negated[i], &NO_LIMIT)
            .is_sat()
        {
            feasible += 1;
            solver.model(&pool, &inputs).expect("a model");
        }
    }
    report(
        &format!("path of 200, branch assumed, model read ({feasible} feasible)"),
        start,
        200,
    );

    let start = Instant::now();
    let mut plain = Bitwuzla::new();
    for i in 0..all.len() {
        plain.push();
        plain.assert(&pool, negated[i]);
        plain.check(&pool, &[], &NO_LIMIT);
        plain.pop(1);
        plain.assert(&pool, all[i]);
    }
    report("path of 200, branch pushed and popped", start, 200);

    let start = Instant::now();
    let mut plain = Bitwuzla::new();
    for i in 0..all.len() {
        let mut assumptions = all[..i].to_vec();
        assumptions.push(negated[i]);
        plain.check(&pool, &assumptions, &NO_LIMIT);
    }
    report("path of 200, everything assumed", start, 200);

    let start = Instant::now();
    for i in (0..all.len()).step_by(20) {
        let mut fresh = Bitwuzla::new();
        for term in &all[..i] {
            fresh.assert(&pool, *term);
        }
        fresh.check(&pool, &[negated[i]], &NO_LIMIT);
    }
    report("path of 200, a fresh solver a query", start, 10);

    // One query a branch: the side that the state's model does not take.
    for (what, mut solver) in [("one context", single()), ("four contexts", several())] {
        let start = Instant::now();
        let mut waiting: Vec<Vec<Term>> = vec![Vec::new()];
        while let Some(path) = waiting.pop() {
            let d = path.len();
            if d == 12 {
                continue;
            }
            let with = |branch: Term| path.iter().copied().chain([branch]).collect::<Vec<_>>();
            if solver.check_branch(&pool, &path, negated[d], &NO_LIMIT) == Answer::Sat {
                waiting.push(with(negated[d]));
            }
            waiting.push(with(all[d]));
        }
        report(
            &format!("depth-first, 12 branches, {what}"),
            start,
            solver.stats().queries,
        );
    }

    // Two subtrees behind different first conditions, 100 deep, asked in turn.
    for (what, mut solver) in [("one context", single()), ("four contexts", several())] {
        let start = Instant::now();
        let sides: Vec<Vec<Term>> = [0, 100]
            .iter()
            .map(|from| all[*from..from + 100].to_vec())
            .collect();
        for length in 60..99 {
            for (side, from) in sides.iter().zip([0, 100]) {
                solver.check_branch(&pool, &side[..length], negated[from + length], &NO_LIMIT);
            }
        }
        report(
            &format!("jumping between two paths of 60 to 100, {what}"),
            start,
            solver.stats().queries,
        );
    }
}
