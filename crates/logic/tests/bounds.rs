//! Bounds never leave out a value: conditions that hold under a random model are learned, and whatever is then said about
//! other terms must agree with the model; a term that was narrowed on their behalf keeps its value.

mod common;

use common::{Random, random_model};
use logic::{Bounds, Evaluator, Pool, Sort, Term};

struct Garden {
    pool: Pool,
    random: Random,
    numbers: Vec<Term>,
    conditions: Vec<Term>,
}

impl Garden {
    fn number(&mut self, width: u32) -> Term {
        if self.random.chance(30) {
            let bits = if self.random.chance(60) {
                self.random.below(20) as u128 & (u128::MAX >> (128 - width))
            } else {
                self.random.bits(width)
            };
            return self.pool.bv(width, bits);
        }
        let fitting: Vec<Term> = self
            .numbers
            .iter()
            .copied()
            .filter(|t| self.pool.sort(*t) == Sort::Bv(width))
            .collect();
        self.random.pick(&fitting)
    }

    fn grow(&mut self) {
        let width = self.random.pick(&[8u32, 32, 64]);
        let (a, b) = (self.number(width), self.number(width));
        let pool = &mut self.pool;
        let made = match self.random.below(19) {
            0 | 1 => pool.add(a, b),
            2 => pool.sub(a, b),
            3 => pool.mul(a, b),
            4 => pool.udiv(a, b),
            5 => pool.urem(a, b),
            6 => pool.sdiv(a, b),
            7 => pool.srem(a, b),
            8 => pool.bv_and(a, b),
            9 => pool.bv_or(a, b),
            10 => pool.bv_xor(a, b),
            11 => pool.shl(a, b),
            12 => pool.lshr(a, b),
            13 => pool.ashr(a, b),
            14 => pool.neg(a),
            15 => pool.bv_not(a),
            16 => match width {
                8 => pool.sext(a, 32),
                32 => pool.zext(a, 64),
                _ => pool.extract(a, 31, 0),
            },
            17 => match width {
                8 => pool.zext(a, 32),
                32 => pool.sext(a, 64),
                _ => pool.extract(a, 39, 32),
            },
            _ => {
                let condition = self.random.pick(&self.conditions);
                pool.ite(condition, a, b)
            }
        };
        self.numbers.push(made);
    }

    fn condition(&mut self) {
        let width = self.random.pick(&[8u32, 32, 64]);
        let (a, b) = (self.number(width), self.number(width));
        let (p, q) = (
            self.random.pick(&self.conditions),
            self.random.pick(&self.conditions),
        );
        let pool = &mut self.pool;
        let made = match self.random.below(9) {
            0 | 1 => pool.slt(a, b),
            2 => pool.sle(a, b),
            3 => pool.ult(a, b),
            4 | 5 => pool.eq(a, b),
            6 => pool.and(p, q),
            7 => pool.or(p, q),
            _ => pool.not(p),
        };
        self.conditions.push(made);
    }
}

#[test]
fn what_is_said_is_true_of_the_model() {
    let (mut decided, mut narrowed, mut rebuilt, mut fixed) = (0, 0, 0, 0);
    for seed in 0..3000 {
        let mut pool = Pool::new();
        let mut symbols = Vec::new();
        for width in [8u32, 32, 64] {
            for i in 0..2 {
                symbols.push(pool.symbol(&format!("s{i}_{width}"), Sort::Bv(width)));
            }
        }
        let flag = pool.symbol("flag", Sort::Bool);
        let mut garden = Garden {
            pool,
            random: Random::new(seed),
            numbers: symbols.clone(),
            conditions: vec![flag],
        };
        symbols.push(flag);
        for _ in 0..20 {
            garden.grow();
            garden.condition();
        }
        let Garden {
            mut pool,
            mut random,
            numbers,
            conditions,
        } = garden;
        let model = random_model(&pool, &mut random, &symbols);
        let mut evaluator = Evaluator::new();
        let mut bounds = Bounds::default();
        for _ in 0..8 {
            let condition = random.pick(&conditions);
            let holds = evaluator.eval_bool(&pool, &model, condition).unwrap();
            bounds.learn(&pool, condition, holds);
        }
        for &condition in &conditions {
            if let Some(said) = bounds.decide(&pool, condition) {
                let holds = evaluator.eval_bool(&pool, &model, condition).unwrap();
                assert_eq!(said, holds, "seed {seed}");
                decided += 1;
            }
        }
        for &number in &numbers {
            let Some(interval) = bounds.interval(&pool, number) else {
                continue;
            };
            let value = evaluator.eval(&pool, &model, number).unwrap();
            let value = value.as_bv().unwrap();
            let width = pool.width(number);
            let signed = logic::bits::signed(width, value);
            let (least, most) = interval.unsigned;
            assert!(least <= value && value <= most, "seed {seed}");
            let (least, most) = interval.signed;
            assert!(least <= signed && signed <= most, "seed {seed}");
            if interval.unsigned != (0, logic::bits::mask(width)) {
                narrowed += 1;
            }
            let narrow = bounds.narrowed(&mut pool, number);
            let same = evaluator.eval(&pool, &model, narrow).unwrap();
            assert_eq!(same.as_bv(), Some(value), "seed {seed}");
            if narrow != number {
                rebuilt += 1;
            }
        }
        for (symbol, value) in bounds.take_fixed() {
            let actual = evaluator.eval(&pool, &model, symbol).unwrap();
            assert_eq!(actual.as_bv(), Some(value), "seed {seed}");
            fixed += 1;
        }
    }
    // The law must not hold for want of cases.
    assert!(
        decided > 10_000 && narrowed > 10_000 && rebuilt > 500 && fixed > 20,
        "{decided} {narrowed} {rebuilt} {fixed}"
    );
}
