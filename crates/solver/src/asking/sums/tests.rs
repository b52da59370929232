//! Contradictions by sums, by hand and against all values of small inputs.

use super::Sums;
use crate::{Bitwuzla, Budget, Solver};
use logic::{Evaluator, Model, Pool, Sort, Term, Value};

fn less(pool: &mut Pool, a: Term, by: i32) -> Term {
    let bound = pool.bv32(by);
    pool.slt(a, bound)
}

#[test]
fn sums_that_cannot_wrap_around_contradict_each_other() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(32)));
    let (sum, difference) = (pool.add(x, y), pool.sub(x, y));
    let (minus_x, minus_y) = (pool.neg(x), pool.neg(y));
    let small = [x, y, minus_x, minus_y].map(|t| less(&mut pool, t, 1000));
    let above = less(&mut pool, sum, 50);
    let above = pool.not(above);
    let apart = pool.bv32(3);
    let apart = pool.eq(difference, apart);
    let low = less(&mut pool, x, 26);
    let mut sums = Sums::default();
    let with = |more: &[Term]| [&small[..], more].concat();
    assert!(!sums.refute(&pool, &with(&[above, apart])));
    assert!(sums.refute(&pool, &with(&[above, apart, low])));
    // Nothing is left of a question once it is over.
    assert!(!sums.refute(&pool, &with(&[above, apart])));
}

#[test]
fn a_sum_that_wraps_around_says_where_its_parts_are() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    let many = pool.bv32(49);
    let sum = pool.add(x, many);
    let wraps = pool.slt(sum, x);
    let low = less(&mut pool, x, 1_000_000);
    let mut sums = Sums::default();
    assert!(!sums.refute(&pool, &[wraps]));
    assert!(sums.refute(&pool, &[wraps, low]));
    let not = pool.not(wraps);
    assert!(!sums.refute(&pool, &[not, low]));
}

struct Random(u64);

impl Random {
    fn next(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn number(pool: &mut Pool, random: &mut Random, inputs: &[Term], depth: u32) -> Term {
    let width = pool.width(inputs[0]);
    if depth == 0 || random.next(4) == 0 {
        return match random.next(3) {
            0 => pool.bv(width, u128::from(random.next(1 << width))),
            _ => inputs[random.next(inputs.len() as u64) as usize],
        };
    }
    let a = number(pool, random, inputs, depth - 1);
    let b = number(pool, random, inputs, depth - 1);
    let by = pool.bv(width, u128::from(random.next(1 << width)));
    match random.next(8) {
        0 | 1 => pool.add(a, b),
        2 | 3 => pool.sub(a, b),
        4 => pool.mul(a, by),
        5 => pool.mul(a, b),
        6 => pool.srem(a, by),
        _ => pool.sdiv(a, by),
    }
}

/// Whatever is refuted has no solution, by trying all of them.
#[test]
fn what_is_refuted_has_no_solution() {
    let (mut refuted, mut unsolvable) = (0, 0);
    let mut random = Random(3);
    let mut evaluator = Evaluator::new();
    for _ in 0..4000 {
        let mut pool = Pool::new();
        let width = 3 + random.next(3) as u32;
        let inputs = ["x", "y", "z"].map(|name| pool.symbol(name, Sort::Bv(width)));
        let inputs = &inputs[..2 + usize::from(width == 3)];
        let mut conjuncts = Vec::new();
        for _ in 0..2 + random.next(5) {
            let a = number(&mut pool, &mut random, inputs, 2);
            let b = number(&mut pool, &mut random, inputs, 1);
            let term = match random.next(5) {
                0 => pool.eq(a, b),
                1 => pool.ult(a, b),
                _ => pool.slt(a, b),
            };
            conjuncts.push(if random.next(2) == 0 {
                term
            } else {
                pool.not(term)
            });
        }
        let values = 1u64 << width;
        let solvable = (0..values.pow(inputs.len() as u32)).any(|mut at| {
            let mut model = Model::new();
            for input in inputs {
                model.set(*input, Value::bv(width, u128::from(at % values)));
                at /= values;
            }
            conjuncts
                .iter()
                .all(|t| evaluator.eval_bool(&pool, &model, *t) == Ok(true))
        });
        let mut sums = Sums::default();
        let contradicts = sums.refute(&pool, &conjuncts);
        assert!(!(contradicts && solvable), "{:?}", {
            let text = conjuncts.iter().map(|t| pool.print(*t));
            text.collect::<Vec<_>>()
        });
        refuted += u32::from(contradicts);
        unsolvable += u32::from(!solvable);
    }
    // It is worth something.
    assert!(
        refuted * 6 > unsolvable,
        "{refuted} of {unsolvable} were refuted"
    );
}

/// The same for wide numbers, by asking a solver.
#[test]
fn what_is_refuted_is_unsatisfiable() {
    let mut random = Random(5);
    let mut refuted = 0;
    for _ in 0..400 {
        let mut pool = Pool::new();
        let width = [16, 32, 63, 64][random.next(4) as usize];
        let inputs = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(width)));
        let mut conjuncts = Vec::new();
        for _ in 0..3 + random.next(5) {
            let mut sum = inputs[random.next(2) as usize];
            for _ in 0..random.next(3) {
                let near = i128::from(random.next(40)) - 20;
                let far = near + (i128::from(random.next(4)) << (width - 2));
                let by = pool.bv(width, near as u128);
                let more = inputs[random.next(2) as usize];
                let more = match random.next(3) {
                    0 => pool.mul(more, by),
                    1 => pool.bv(width, far as u128),
                    _ => more,
                };
                sum = pool.add(sum, more);
            }
            let bound = match random.next(3) {
                0 => inputs[random.next(2) as usize],
                _ => {
                    let near = i128::from(random.next(200)) - 100;
                    let far = near + (i128::from(random.next(4)) << (width - 2));
                    pool.bv(width, if random.next(3) == 0 { far } else { near } as u128)
                }
            };
            let term = match random.next(6) {
                0 => pool.eq(sum, bound),
                1 => pool.ult(sum, bound),
                _ => pool.slt(sum, bound),
            };
            conjuncts.push(if random.next(2) == 0 {
                term
            } else {
                pool.not(term)
            });
        }
        if !Sums::default().refute(&pool, &conjuncts) {
            continue;
        }
        refuted += 1;
        let mut solver = Bitwuzla::new();
        let answer = solver.check(&pool, &conjuncts, &Budget::millis(2000));
        assert!(!answer.is_sat(), "{:?}", {
            let text = conjuncts.iter().map(|t| pool.print(*t));
            text.collect::<Vec<_>>()
        });
    }
    assert!(refuted > 40, "{refuted}");
}
