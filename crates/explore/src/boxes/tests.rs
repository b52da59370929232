//! Boxes and the search against plain evaluation, on random conditions.

use super::*;
use crate::search::Search;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 33) % n
    }

    fn number(&mut self) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
        match self.below(8) {
            0 => [
                0.0,
                -0.0,
                1.0,
                -1.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
                1e308,
                5e-324,
            ][self.below(8) as usize],
            1 => f64::from_bits(self.next()),
            2 => (unit * 10.0).round(),
            _ => unit * 100.0,
        }
    }
}

/// A random term of a sort over these symbols.
fn term(pool: &mut Pool, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    if depth == 0 || random.below(5) == 0 {
        return match random.below(3) {
            0 => {
                let x = random.number();
                pool.f64(if x.is_nan() { 2.5 } else { x })
            }
            _ => symbols[random.below(symbols.len() as u64) as usize],
        };
    }
    let a = term(pool, random, symbols, depth - 1);
    let b = term(pool, random, symbols, depth - 1);
    match random.below(16) {
        0 | 1 => pool.fp_add(a, b),
        2 => pool.fp_sub(a, b),
        3 | 4 => pool.fp_mul(a, b),
        5 => pool.fp_mul(a, a),
        6 => pool.fp_div(a, b),
        7 => pool.fp_sqrt(a),
        8 => pool.fp_abs(a),
        9 => pool.fp_neg(a),
        10 => pool.fp_round(logic::RoundingMode::Rtn, a),
        11 => {
            let narrow = pool.fp_to_fp(a, FpSort::F32);
            let other = pool.fp_to_fp(b, FpSort::F32);
            let sum = pool.fp_mul(narrow, other);
            pool.fp_to_fp(sum, FpSort::F64)
        }
        12 => {
            let less = pool.fp_lt(a, b);
            pool.ite(less, a, b)
        }
        13 => {
            let negative = pool.fp_is_negative(a);
            pool.ite(negative, b, a)
        }
        14 => {
            let zero = pool.fp_is_zero(a);
            let one = pool.f64(1.0);
            pool.ite(zero, one, b)
        }
        _ => {
            let nan = pool.fp_is_nan(a);
            let infinite = pool.fp_is_inf(b);
            let both = pool.or(nan, infinite);
            let zero = pool.f64(0.0);
            pool.ite(both, zero, a)
        }
    }
}

fn condition(pool: &mut Pool, random: &mut Random, symbols: &[Term]) -> Term {
    let a = term(pool, random, symbols, 4);
    let b = term(pool, random, symbols, 2);
    let condition = match random.below(6) {
        0 => pool.fp_lt(a, b),
        1 => pool.fp_eq(a, b),
        2 => pool.eq(a, b),
        3 => {
            let integer = pool.fp_to_sbv(a, 32);
            let (low, high) = (pool.f64(-1e9), pool.f64(1e9));
            let (above, below) = (pool.fp_le(low, a), pool.fp_le(a, high));
            let three = pool.bv32(3);
            let small = pool.slt(integer, three);
            pool.and_all(&[above, below, small])
        }
        _ => pool.fp_le(a, b),
    };
    if random.below(3) == 0 {
        pool.not(condition)
    } else {
        condition
    }
}

/// Boxes never rule out what a point shows, and what they or the search find is real.
#[test]
fn agree_with_evaluation() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut decided = 0;
    for _ in 0..800 {
        let mut pool = Pool::new();
        let symbols = [
            pool.symbol("x", Sort::Fp(FpSort::F64)),
            pool.symbol("y", Sort::Fp(FpSort::F64)),
        ];
        let conditions: Vec<Term> = (0..1 + random.below(3))
            .map(|_| condition(&mut pool, &mut random, &symbols))
            .collect();
        let mut evaluator = Evaluator::new();
        let mut holds = |model: &Model| {
            let mut all = conditions.iter();
            all.all(|c| evaluator.eval_bool(&pool, model, *c) == Ok(true))
        };
        let mut witness = None;
        for _ in 0..60 {
            let mut model = Model::new();
            for symbol in symbols {
                model.set(symbol, Value::f64(random.number()));
            }
            if holds(&model) {
                witness = Some(model);
                break;
            }
        }
        let Some(boxes) = Boxes::new(&pool, &conditions) else {
            continue;
        };
        match boxes.decide(&mut Evaluator::new(), &Model::new(), 60_000) {
            Decided::Never => {
                decided += 1;
                let text: Vec<String> = conditions.iter().map(|c| pool.print(*c)).collect();
                assert!(witness.is_none(), "{witness:?} satisfies {text:#?}");
            }
            Decided::Holds(model) => {
                decided += 1;
                assert!(holds(&model));
            }
            Decided::Open => {}
        }
        let mut searching = Evaluator::new();
        let found =
            Search::new(&pool, &mut searching, &conditions, 200).run(&Model::new(), |_, _| true);
        assert!(found.is_none_or(|model| holds(&model)));
    }
    assert!(decided > 400, "{decided} decided");
}

/// Of a random point in a random box, every node's value is in the node's set.
#[test]
fn sets_hold_the_values() {
    let mut random = Random(0x0dd0_beef_1234_5679);
    for _ in 0..20_000 {
        let mut pool = Pool::new();
        let symbols = [
            pool.symbol("x", Sort::Fp(FpSort::F64)),
            pool.symbol("y", Sort::Fp(FpSort::F64)),
        ];
        let conditions = [condition(&mut pool, &mut random, &symbols)];
        let Some(boxes) = Boxes::new(&pool, &conditions) else {
            continue;
        };
        let mut model = Model::new();
        let mut sets = Vec::new();
        for variable in &boxes.variables {
            let x = random.number();
            let (a, b) = match random.below(3) {
                0 => (x, x),
                1 => (x - random.number().abs(), x + random.number().abs()),
                _ => (x * 0.9, x * 1.1),
            };
            let set = match x.is_nan() || a.is_nan() || b.is_nan() {
                true => everything(Sort::Fp(FpSort::F64)),
                false => Set::Float {
                    low: a.min(b).min(x),
                    high: a.max(b).max(x),
                    nan: random.below(4) == 0,
                },
            };
            model.set(*variable, Value::f64(x));
            sets.push(set);
        }
        let nodes = boxes.nodes.iter();
        let bounds: Vec<Set> = nodes.map(|(t, _)| everything(pool.sort(*t))).collect();
        let mut all = Vec::new();
        boxes.look(&sets, &bounds, &mut all);
        let mut evaluator = Evaluator::new();
        for ((t, _), set) in boxes.nodes.iter().zip(&all) {
            let Ok(value) = evaluator.eval(&pool, &model, *t) else {
                continue;
            };
            let inside = match (*set, &value) {
                (Set::Float { low, high, nan }, value) => {
                    let x = crate::search::number(value).expect("a number");
                    x.is_nan() && nan || low <= x && x <= high
                }
                (Set::Integer { low, high }, value) => {
                    let x = i128::from(value.as_i32().expect("an int"));
                    low <= x && x <= high
                }
                (Set::Truth { yes, no }, value) => match value.as_bool() {
                    Some(true) => yes,
                    _ => no,
                },
                (Set::Other, _) => true,
            };
            assert!(inside, "{} is {value:?}, not in {set:?}", pool.print(*t));
        }
    }
}
