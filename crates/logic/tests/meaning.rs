//! Every constructor keeps the meaning of its operator: terms are grown at random, and after each step the value of the
//! new term under several models is compared with the operator applied to the operands' values.

mod common;

use common::{
    BINARY, BOOLEAN, COMPARE, Random, bit, from_bits, ones, random_model, signed, value_bits, wrap,
};
use logic::{Evaluator, FpSort, Model, Pool, RoundingMode, Sort, Term, Value};

const MODELS: usize = 6;

#[derive(Clone)]
struct Grown {
    term: Term,
    values: Vec<Value>,
}

struct Garden {
    pool: Pool,
    random: Random,
    symbols: Vec<Term>,
    models: Vec<Model>,
    evaluators: Vec<Evaluator>,
    grown: Vec<Grown>,
}

impl Garden {
    fn new(seed: u64, sorts: &[(Sort, usize)]) -> Garden {
        let mut pool = Pool::new();
        let mut random = Random::new(seed);
        let mut symbols = Vec::new();
        for &(sort, count) in sorts {
            for i in 0..count {
                symbols.push(pool.symbol(&format!("s{i}_{sort:?}"), sort));
            }
        }
        let models: Vec<Model> = (0..MODELS)
            .map(|_| random_model(&pool, &mut random, &symbols))
            .collect();
        let evaluators = (0..MODELS).map(|_| Evaluator::new()).collect();
        let mut garden = Garden {
            pool,
            random,
            symbols: symbols.clone(),
            models,
            evaluators,
            grown: Vec::new(),
        };
        for symbol in symbols {
            let values = garden
                .models
                .iter()
                .map(|model| model.get(symbol).unwrap().clone())
                .collect();
            garden.grown.push(Grown {
                term: symbol,
                values,
            });
        }
        garden
    }

    fn of_sort(&mut self, sort: Sort) -> Option<Grown> {
        if let Sort::Bv(width) = sort
            && self.random.chance(25)
        {
            let bits = self.random.bits(width);
            let term = self.pool.bv(width, bits);
            return Some(Grown {
                term,
                values: vec![Value::bv(width, bits); MODELS],
            });
        }
        let fitting: Vec<usize> = (0..self.grown.len())
            .filter(|&i| self.pool.sort(self.grown[i].term) == sort)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        // Recent terms and symbols are the most interesting operands.
        let i = if self.random.chance(50) {
            fitting[fitting.len() - 1 - self.random.below(fitting.len().min(4))]
        } else {
            self.random.pick(&fitting)
        };
        Some(self.grown[i].clone())
    }

    fn add(&mut self, what: &str, term: Term, values: Vec<Value>, operands: &[Term]) {
        for (i, expected) in values.iter().enumerate() {
            let found = self.evaluators[i].eval(&self.pool, &self.models[i], term);
            assert!(
                found.as_ref() == Ok(expected),
                "{what} of\n{}\nbecame\n  {}\nwhich is {found:?} instead of {expected:?}",
                operands
                    .iter()
                    .map(|&t| format!("  {}\n", self.pool.print(t)))
                    .collect::<String>(),
                self.pool.print(term)
            );
        }
        self.grown.push(Grown { term, values });
    }

    fn map2(&self, a: &Grown, b: &Grown, f: impl Fn(u128, u128) -> Value) -> Vec<Value> {
        a.values
            .iter()
            .zip(&b.values)
            .map(|(x, y)| f(value_bits(x), value_bits(y)))
            .collect()
    }

    fn map1(&self, a: &Grown, f: impl Fn(u128) -> Value) -> Vec<Value> {
        a.values.iter().map(|x| f(value_bits(x))).collect()
    }

    fn bool_step(&mut self) {
        let Some(a) = self.of_sort(Sort::Bool) else {
            return;
        };
        let Some(b) = self.of_sort(Sort::Bool) else {
            return;
        };
        if self.random.chance(25) {
            let term = self.pool.not(a.term);
            let values = self.map1(&a, |x| Value::Bool(x == 0));
            return self.add("not", term, values, &[a.term]);
        }
        let (name, build, meaning) = self.random.pick(BOOLEAN);
        let term = build(&mut self.pool, a.term, b.term);
        let values = self.map2(&a, &b, |x, y| Value::Bool(meaning(x == 1, y == 1)));
        self.add(name, term, values, &[a.term, b.term]);
    }

    fn ite_step(&mut self, sort: Sort) {
        let Some(c) = self.of_sort(Sort::Bool) else {
            return;
        };
        let Some(a) = self.of_sort(sort) else { return };
        let Some(b) = self.of_sort(sort) else { return };
        let term = self.pool.ite(c.term, a.term, b.term);
        let values = (0..MODELS).map(|i| {
            if value_bits(&c.values[i]) == 1 {
                &a.values[i]
            } else {
                &b.values[i]
            }
        });
        let values = values.cloned().collect();
        self.add("ite", term, values, &[c.term, a.term, b.term]);
    }

    fn bv_step(&mut self, widths: &[u32]) {
        let width = self.random.pick(widths);
        let Some(a) = self.of_sort(Sort::Bv(width)) else {
            return;
        };
        let Some(b) = self.of_sort(Sort::Bv(width)) else {
            return;
        };
        let operands = [a.term, b.term];
        match self.random.below(12) {
            0..5 => {
                let (name, build, meaning) = self.random.pick(BINARY);
                let term = build(&mut self.pool, a.term, b.term);
                let values = self.map2(&a, &b, |x, y| Value::bv(width, meaning(width, x, y)));
                self.add(name, term, values, &operands);
            }
            5..8 => {
                let (name, build, meaning) = self.random.pick(COMPARE);
                let term = build(&mut self.pool, a.term, b.term);
                let values = self.map2(&a, &b, |x, y| Value::Bool(meaning(width, x, y)));
                self.add(name, term, values, &operands);
            }
            8 => {
                if self.random.chance(50) {
                    let term = self.pool.neg(a.term);
                    let values = self.map1(&a, |x| Value::bv(width, wrap(width, -(x as i128))));
                    self.add("neg", term, values, &operands[..1]);
                } else {
                    let term = self.pool.bv_not(a.term);
                    let values =
                        self.map1(&a, |x| Value::bv(width, from_bits(width, |i| !bit(x, i))));
                    self.add("not", term, values, &operands[..1]);
                }
            }
            9 => {
                let lo = self.random.below(width as usize) as u32;
                let hi = lo + self.random.below((width - lo) as usize) as u32;
                let lo = if self.random.chance(50) { 0 } else { lo };
                let term = self.pool.extract(a.term, hi, lo);
                let values = self.map1(&a, |x| {
                    Value::bv(hi - lo + 1, from_bits(hi - lo + 1, |i| bit(x, i + lo)))
                });
                self.add(&format!("extract {hi} {lo}"), term, values, &operands[..1]);
            }
            10 => {
                let other = self.random.pick(widths);
                let Some(c) = self.of_sort(Sort::Bv(other)) else {
                    return;
                };
                if width + other > 64 {
                    return;
                }
                let term = self.pool.concat(a.term, c.term);
                let values = self.map2(&a, &c, |x, y| Value::bv(width + other, (x << other) + y));
                self.add("concat", term, values, &[a.term, c.term]);
            }
            _ => {
                let wide: Vec<u32> = widths.iter().copied().filter(|&w| w >= width).collect();
                let wide = self.random.pick(&wide);
                if self.random.chance(50) {
                    let term = self.pool.zext(a.term, wide);
                    let values = self.map1(&a, |x| Value::bv(wide, x));
                    self.add("zext", term, values, &operands[..1]);
                } else {
                    let term = self.pool.sext(a.term, wide);
                    let values = self.map1(&a, |x| Value::bv(wide, wrap(wide, signed(width, x))));
                    self.add("sext", term, values, &operands[..1]);
                }
            }
        }
    }

    /// Printing and reading gives the same term, and another pool the same meaning.
    fn check_text_and_transport(&mut self) {
        for i in (0..self.grown.len()).step_by(3) {
            let term = self.grown[i].term;
            let text = self.pool.print(term);
            let read = logic::parse::term(&text, &mut self.pool)
                .unwrap_or_else(|e| panic!("{e} in {text}"));
            assert_eq!(read, term, "{text}\n read as \n{}", self.pool.print(read));
        }
        let roots: Vec<Term> = self.grown.iter().map(|grown| grown.term).collect();
        let portable = self.pool.export(&roots);
        let mut other = Pool::new();
        // Shifts the ids, so that operand orders differ.
        for &symbol in self.symbols.iter().rev() {
            other.symbol(self.pool.symbol_name(symbol), self.pool.sort(symbol));
        }
        let moved = other.import(&portable);
        let mut model = Model::new();
        for (symbol, value) in self.models[0].iter() {
            let symbol = other.symbol(self.pool.symbol_name(symbol), self.pool.sort(symbol));
            model.set(symbol, value.clone());
        }
        let mut evaluator = Evaluator::new();
        for (grown, moved) in self.grown.iter().zip(moved) {
            assert_eq!(
                evaluator.eval(&other, &model, moved).as_ref(),
                Ok(&grown.values[0])
            );
        }
    }

    /// Evaluating after substitution is evaluating under the changed model.
    fn check_substitution(&mut self) {
        let last = self.grown.len() - 1;
        for &symbol in &self.symbols.clone() {
            let sort = self.pool.sort(symbol);
            let Some(by) = self.of_sort(sort) else {
                continue;
            };
            let target = self.grown[last - self.random.below(last.min(20))].clone();
            let map = [(symbol, by.term)].into_iter().collect();
            let replaced = self.pool.substitute(target.term, &map);
            for i in 0..MODELS {
                let mut changed = self.models[i].clone();
                changed.set(symbol, by.values[i].clone());
                let expected = Evaluator::new().eval(&self.pool, &changed, target.term);
                // Integer division by zero has no value; folding may still decide what depends on it.
                if expected.is_ok() {
                    assert_eq!(
                        self.evaluators[i].eval(&self.pool, &self.models[i], replaced),
                        expected
                    );
                }
            }
        }
    }
}

fn grow_bit_vectors(seeds: std::ops::Range<u64>, widths: &[u32], steps: usize) {
    for seed in seeds {
        let mut sorts: Vec<(Sort, usize)> = widths.iter().map(|&w| (Sort::Bv(w), 2)).collect();
        sorts.push((Sort::Bool, 2));
        let mut garden = Garden::new(seed, &sorts);
        for _ in 0..steps {
            match garden.random.below(10) {
                0 => garden.bool_step(),
                1 => {
                    let width = garden.random.pick(widths);
                    garden.ite_step(Sort::Bv(width));
                }
                2 => garden.ite_step(Sort::Bool),
                _ => garden.bv_step(widths),
            }
        }
        garden.check_text_and_transport();
        garden.check_substitution();
    }
}

#[test]
fn tiny_bit_vectors_keep_their_meaning() {
    grow_bit_vectors(0..600, &[1, 2, 4], 60);
}

#[test]
fn small_bit_vectors_keep_their_meaning() {
    grow_bit_vectors(1000..1600, &[4, 8], 60);
}

#[test]
fn java_bit_vectors_keep_their_meaning() {
    grow_bit_vectors(2000..2500, &[8, 16, 32, 64], 80);
}

#[test]
fn one_width_keeps_its_meaning() {
    for (i, width) in [3, 8, 32, 63].into_iter().enumerate() {
        grow_bit_vectors(3000 + 100 * i as u64..3090 + 100 * i as u64, &[width], 60);
    }
}

fn double(value: &Value) -> f64 {
    f64::from_bits(value_bits(value) as u64)
}

fn single(value: &Value) -> f32 {
    f32::from_bits(value_bits(value) as u32)
}

type FloatOp = (
    &'static str,
    fn(&mut Pool, Term, Term) -> Term,
    fn(f64, f64) -> f64,
    fn(f32, f32) -> f32,
);

const FLOAT: &[FloatOp] = &[
    ("add", Pool::fp_add, |a, b| a + b, |a, b| a + b),
    ("sub", Pool::fp_sub, |a, b| a - b, |a, b| a - b),
    ("mul", Pool::fp_mul, |a, b| a * b, |a, b| a * b),
    ("div", Pool::fp_div, |a, b| a / b, |a, b| a / b),
    ("neg", |p, a, _| p.fp_neg(a), |a, _| -a, |a, _| -a),
    ("abs", |p, a, _| p.fp_abs(a), |a, _| a.abs(), |a, _| a.abs()),
    (
        "sqrt",
        |p, a, _| p.fp_sqrt(a),
        |a, _| a.sqrt(),
        |a, _| a.sqrt(),
    ),
    (
        "rne",
        |p, a, _| p.fp_round(RoundingMode::Rne, a),
        |a, _| a.round_ties_even(),
        |a, _| a.round_ties_even(),
    ),
    (
        "rna",
        |p, a, _| p.fp_round(RoundingMode::Rna, a),
        |a, _| a.round(),
        |a, _| a.round(),
    ),
    (
        "rtz",
        |p, a, _| p.fp_round(RoundingMode::Rtz, a),
        |a, _| a.trunc(),
        |a, _| a.trunc(),
    ),
    (
        "rtp",
        |p, a, _| p.fp_round(RoundingMode::Rtp, a),
        |a, _| a.ceil(),
        |a, _| a.ceil(),
    ),
    (
        "rtn",
        |p, a, _| p.fp_round(RoundingMode::Rtn, a),
        |a, _| a.floor(),
        |a, _| a.floor(),
    ),
    (
        "fma",
        |p, a, b| p.fp_fma(a, b, a),
        |a, b| a.mul_add(b, a),
        |a, b| a.mul_add(b, a),
    ),
];

type FloatTest = (
    &'static str,
    fn(&mut Pool, Term, Term) -> Term,
    fn(f64, f64) -> bool,
);

const FLOAT_TEST: &[FloatTest] = &[
    ("lt", Pool::fp_lt, |a, b| a < b),
    ("le", Pool::fp_le, |a, b| a <= b),
    ("gt", Pool::fp_gt, |a, b| a > b),
    ("ge", Pool::fp_ge, |a, b| a >= b),
    ("fp_eq", Pool::fp_eq, |a, b| a == b),
    ("eq", Pool::eq, |a, b| {
        a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()
    }),
    ("nan", |p, a, _| p.fp_is_nan(a), |a, _| a.is_nan()),
    ("inf", |p, a, _| p.fp_is_inf(a), |a, _| a.is_infinite()),
    ("zero", |p, a, _| p.fp_is_zero(a), |a, _| a == 0.0),
    (
        "negative",
        |p, a, _| p.fp_is_negative(a),
        |a, _| !a.is_nan() && a.is_sign_negative(),
    ),
    (
        "positive",
        |p, a, _| p.fp_is_positive(a),
        |a, _| !a.is_nan() && a.is_sign_positive(),
    ),
];

impl Garden {
    fn float_step(&mut self) {
        let sort = self.random.pick(&[FpSort::F32, FpSort::F64]);
        let Some(a) = self.float_operand(sort) else {
            return;
        };
        let Some(b) = self.float_operand(sort) else {
            return;
        };
        let operands = [a.term, b.term];
        let widened = |value: &Value| {
            if sort == FpSort::F64 {
                double(value)
            } else {
                f64::from(single(value))
            }
        };
        match self.random.below(8) {
            0..3 => {
                let (name, build, on_double, on_single) = self.random.pick(FLOAT);
                let term = build(&mut self.pool, a.term, b.term);
                let values = a.values.iter().zip(&b.values).map(|(x, y)| match sort {
                    FpSort::F64 => Value::f64(on_double(double(x), double(y))),
                    _ => Value::f32(on_single(single(x), single(y))),
                });
                let values = values.collect();
                self.add(name, term, values, &operands);
            }
            3..5 => {
                let (name, build, meaning) = self.random.pick(FLOAT_TEST);
                let term = build(&mut self.pool, a.term, b.term);
                let values = a.values.iter().zip(&b.values);
                let values = values
                    .map(|(x, y)| Value::Bool(meaning(widened(x), widened(y))))
                    .collect();
                self.add(name, term, values, &operands);
            }
            5 => {
                let to = if sort == FpSort::F64 {
                    FpSort::F32
                } else {
                    FpSort::F64
                };
                let term = self.pool.fp_to_fp(a.term, to);
                let values = a.values.iter().map(|x| match sort {
                    FpSort::F64 => Value::f32(double(x) as f32),
                    _ => Value::f64(f64::from(single(x))),
                });
                let values = values.collect();
                self.add("convert", term, values, &operands[..1]);
            }
            6 => self.integer_to_float_step(sort),
            _ => {
                // Java's saturating conversion, guarded as the machine does it.
                let width = self.random.pick(&[32, 64]);
                let is_single = sort == FpSort::F32;
                let limit = 2f64.powi(width - 1);
                let bound = if is_single {
                    self.pool.f32(limit as f32)
                } else {
                    self.pool.f64(limit)
                };
                let below = self.pool.fp_lt(a.term, bound);
                let least = self.pool.fp_neg(bound);
                let above = self.pool.fp_le(least, a.term);
                let inside = self.pool.and(below, above);
                let converted = self.pool.fp_to_sbv(a.term, width as u32);
                let zero = self.pool.bv(width as u32, 0);
                let term = self.pool.ite(inside, converted, zero);
                let values = a.values.iter().map(|x| {
                    let x = widened(x);
                    let value = if x < limit && x >= -limit {
                        x as i64
                    } else {
                        0
                    };
                    Value::bv(width as u32, wrap(width as u32, i128::from(value)))
                });
                let values = values.collect();
                self.add("to_sbv", term, values, &operands[..1]);
            }
        }
    }

    fn float_operand(&mut self, sort: FpSort) -> Option<Grown> {
        if self.random.chance(25) {
            let value = self.random.float();
            let (term, value) = match sort {
                FpSort::F64 => (self.pool.f64(value), Value::f64(value)),
                _ => (self.pool.f32(value as f32), Value::f32(value as f32)),
            };
            return Some(Grown {
                term,
                values: vec![value; MODELS],
            });
        }
        self.of_sort(Sort::Fp(sort))
    }

    fn integer_to_float_step(&mut self, sort: FpSort) {
        if self.random.chance(20) {
            let Some(a) = self.of_sort(Sort::Bv(sort.width())) else {
                return;
            };
            let term = self.pool.fp_from_ieee(a.term, sort);
            let values = self.map1(&a, |x| match sort {
                FpSort::F64 => Value::f64(f64::from_bits(x as u64)),
                _ => Value::f32(f32::from_bits(x as u32)),
            });
            return self.add("from_ieee", term, values, &[a.term]);
        }
        let width = self.random.pick(&[8, 16, 32, 64]);
        let Some(a) = self.of_sort(Sort::Bv(width)) else {
            return;
        };
        if self.random.chance(70) {
            let term = self.pool.fp_from_sbv(a.term, sort);
            let values = self.map1(&a, |x| match sort {
                FpSort::F64 => Value::f64(signed(width, x) as i64 as f64),
                _ => Value::f32(signed(width, x) as i64 as f32),
            });
            self.add("from_sbv", term, values, &[a.term]);
        } else {
            let term = self.pool.fp_from_ubv(a.term, sort);
            let values = self.map1(&a, |x| match sort {
                FpSort::F64 => Value::f64(x as u64 as f64),
                _ => Value::f32(x as u64 as f32),
            });
            self.add("from_ubv", term, values, &[a.term]);
        }
    }
}

#[test]
fn floats_keep_their_meaning() {
    for seed in 5000..5500 {
        let floats = [(Sort::Fp(FpSort::F32), 2), (Sort::Fp(FpSort::F64), 2)];
        let others = [
            (Sort::Bool, 1),
            (Sort::Bv(8), 1),
            (Sort::Bv(16), 1),
            (Sort::Bv(32), 1),
            (Sort::Bv(64), 1),
        ];
        let mut garden = Garden::new(seed, &[&floats[..], &others[..]].concat());
        for _ in 0..60 {
            match garden.random.below(12) {
                0 => garden.bool_step(),
                1 => garden.ite_step(Sort::Fp(FpSort::F64)),
                2 => garden.bv_step(&[8, 16, 32, 64]),
                3 => garden.ite_step(Sort::Bool),
                _ => garden.float_step(),
            }
        }
        garden.check_text_and_transport();
        garden.check_substitution();
    }
}

fn integer(value: &Value) -> i128 {
    value.as_int().unwrap()
}

impl Garden {
    fn int_step(&mut self) {
        let operand = |garden: &mut Garden| {
            if garden.random.chance(30) {
                let value = garden.random.below(9) as i128 - 4;
                let term = garden.pool.int(value);
                return Grown {
                    term,
                    values: vec![Value::Int(value); MODELS],
                };
            }
            garden.of_sort(Sort::Int).unwrap()
        };
        let a = operand(self);
        let b = operand(self);
        // Products of products would leave the range of the literals.
        if a.values
            .iter()
            .chain(&b.values)
            .any(|v| integer(v).abs() > 1 << 60)
        {
            return;
        }
        let operands = [a.term, b.term];
        let map = |f: fn(i128, i128) -> Value| {
            a.values
                .iter()
                .zip(&b.values)
                .map(|(x, y)| f(integer(x), integer(y)))
                .collect::<Vec<_>>()
        };
        let nonzero = b.values.iter().all(|v| integer(v) != 0);
        let (name, term, values) = match self.random.below(11) {
            0 => ("neg", self.pool.int_neg(a.term), map(|x, _| Value::Int(-x))),
            1 => (
                "add",
                self.pool.int_add(a.term, b.term),
                map(|x, y| Value::Int(x + y)),
            ),
            2 => (
                "sub",
                self.pool.int_sub(a.term, b.term),
                map(|x, y| Value::Int(x - y)),
            ),
            3 => (
                "mul",
                self.pool.int_mul(a.term, b.term),
                map(|x, y| Value::Int(x * y)),
            ),
            4 => (
                "lt",
                self.pool.int_lt(a.term, b.term),
                map(|x, y| Value::Bool(x < y)),
            ),
            5 => (
                "le",
                self.pool.int_le(a.term, b.term),
                map(|x, y| Value::Bool(x <= y)),
            ),
            6 => (
                "eq",
                self.pool.eq(a.term, b.term),
                map(|x, y| Value::Bool(x == y)),
            ),
            7 if nonzero => (
                "div",
                self.pool.int_div(a.term, b.term),
                map(|x, y| Value::Int(x.div_euclid(y))),
            ),
            8 if nonzero => (
                "mod",
                self.pool.int_mod(a.term, b.term),
                map(|x, y| Value::Int(x.rem_euclid(y))),
            ),
            9 => (
                "to_bv",
                self.pool.int_to_bv(a.term, 8),
                map(|x, _| Value::bv(8, wrap(8, x))),
            ),
            _ => {
                let v = self.of_sort(Sort::Bv(8)).unwrap();
                if self.random.chance(50) {
                    let term = self.pool.bv_to_int(v.term);
                    let values = self.map1(&v, |x| Value::Int(x as i128));
                    return self.add("bv_to_int", term, values, &[v.term]);
                }
                let term = self.pool.sbv_to_int(v.term);
                let values = self.map1(&v, |x| Value::Int(signed(8, x)));
                return self.add("sbv_to_int", term, values, &[v.term]);
            }
        };
        self.add(name, term, values, &operands);
    }
}

#[test]
fn integers_keep_their_meaning() {
    for seed in 7000..7150 {
        let mut garden = Garden::new(seed, &[(Sort::Int, 2), (Sort::Bool, 1), (Sort::Bv(8), 1)]);
        for _ in 0..60 {
            match garden.random.below(10) {
                0 => garden.bool_step(),
                1 => garden.ite_step(Sort::Int),
                2 => garden.bv_step(&[8]),
                _ => garden.int_step(),
            }
        }
        garden.check_text_and_transport();
        garden.check_substitution();
    }
}

/// Arrays as tables of all their elements.
#[test]
fn arrays_keep_their_meaning() {
    for seed in 9000..9500 {
        let mut garden = Garden::new(seed, &[(Sort::Bv(3), 2), (Sort::Bv(4), 2), (Sort::Bool, 1)]);
        let sort = garden.pool.array_sort(Sort::Bv(3), Sort::Bv(4));
        let free = garden.pool.symbol("free", sort);
        let mut arrays: Vec<(Term, Vec<Vec<u128>>)> = vec![(free, vec![vec![0; 8]; MODELS])];
        for _ in 0..60 {
            let (array, tables) = garden.random.pick(&arrays);
            match garden.random.below(8) {
                0 => garden.bv_step(&[3, 4]),
                1 => {
                    let element = garden.of_sort(Sort::Bv(4)).unwrap();
                    let term = garden.pool.const_array(sort, element.term);
                    arrays.push((
                        term,
                        element
                            .values
                            .iter()
                            .map(|v| vec![value_bits(v); 8])
                            .collect(),
                    ));
                }
                2..5 => {
                    let (index, value) = (
                        garden.of_sort(Sort::Bv(3)).unwrap(),
                        garden.of_sort(Sort::Bv(4)).unwrap(),
                    );
                    let term = garden.pool.store(array, index.term, value.term);
                    let mut tables = tables;
                    for (i, table) in tables.iter_mut().enumerate() {
                        table[value_bits(&index.values[i]) as usize] = value_bits(&value.values[i]);
                    }
                    arrays.push((term, tables));
                }
                5 => {
                    let (other, others) = garden.random.pick(&arrays);
                    let Some(c) = garden.of_sort(Sort::Bool) else {
                        continue;
                    };
                    let term = garden.pool.ite(c.term, array, other);
                    let chosen = (0..MODELS).map(|i| {
                        if value_bits(&c.values[i]) == 1 {
                            &tables[i]
                        } else {
                            &others[i]
                        }
                    });
                    arrays.push((term, chosen.cloned().collect()));
                    let same = garden.pool.eq(array, other);
                    let values = tables
                        .iter()
                        .zip(&others)
                        .map(|(a, b)| Value::Bool(a == b))
                        .collect();
                    garden.add("array equality", same, values, &[array, other]);
                }
                _ => {
                    let index = garden.of_sort(Sort::Bv(3)).unwrap();
                    let term = garden.pool.select(array, index.term);
                    let values = (0..MODELS)
                        .map(|i| Value::bv(4, tables[i][value_bits(&index.values[i]) as usize]));
                    let values = values.collect();
                    garden.add("select", term, values, &[array, index.term]);
                }
            }
        }
        for (array, tables) in arrays {
            for (i, table) in tables.iter().enumerate() {
                let value = garden.evaluators[i]
                    .eval(&garden.pool, &garden.models[i], array)
                    .unwrap();
                let value = value.as_array().unwrap();
                let found: Vec<u128> = (0..8)
                    .map(|i| value_bits(value.get(&Value::bv(3, i))))
                    .collect();
                assert_eq!(&found, table);
            }
        }
        garden.check_text_and_transport();
    }
}

#[test]
fn wide_bit_vectors_keep_their_meaning() {
    // Arithmetic of the reference is 128 bits wide, so that only operators without carries are compared here.
    for seed in 11000..11030 {
        let mut garden = Garden::new(seed, &[(Sort::Bv(128), 2), (Sort::Bv(100), 1)]);
        for _ in 0..40 {
            let a = garden.of_sort(Sort::Bv(128)).unwrap();
            let b = garden.of_sort(Sort::Bv(128)).unwrap();
            let c = garden.of_sort(Sort::Bv(100)).unwrap();
            match garden.random.below(7) {
                0 => {
                    let term = garden.pool.add(a.term, b.term);
                    let values = garden.map2(&a, &b, |x, y| Value::bv(128, x.wrapping_add(y)));
                    garden.add("add", term, values, &[a.term, b.term]);
                }
                1 => {
                    let term = garden.pool.bv_xor(a.term, b.term);
                    let values = garden.map2(&a, &b, |x, y| Value::bv(128, x ^ y));
                    garden.add("xor", term, values, &[a.term, b.term]);
                }
                2 => {
                    let term = garden.pool.sext(c.term, 128);
                    let values = garden.map1(&c, |x| {
                        Value::bv(128, if x >> 99 == 1 { x | !ones(100) } else { x })
                    });
                    garden.add("sext", term, values, &[c.term]);
                }
                3 => {
                    let term = garden.pool.slt(a.term, b.term);
                    let values = garden.map2(&a, &b, |x, y| Value::Bool((x as i128) < y as i128));
                    garden.add("slt", term, values, &[a.term, b.term]);
                }
                4 => {
                    let term = garden.pool.extract(a.term, 99, 0);
                    let values = garden.map1(&a, |x| Value::bv(100, x & ones(100)));
                    garden.add("extract", term, values, &[a.term]);
                }
                5 => {
                    let term = garden.pool.sdiv(a.term, b.term);
                    let values = garden.map2(&a, &b, |x, y| {
                        let (x, y) = (x as i128, y as i128);
                        Value::bv(
                            128,
                            if y == 0 {
                                if x < 0 { 1 } else { u128::MAX }
                            } else {
                                x.wrapping_div(y) as u128
                            },
                        )
                    });
                    garden.add("sdiv", term, values, &[a.term, b.term]);
                }
                _ => {
                    let term = garden.pool.ult(a.term, b.term);
                    let values = garden.map2(&a, &b, |x, y| Value::Bool(x < y));
                    garden.add("ult", term, values, &[a.term, b.term]);
                }
            }
        }
        garden.check_text_and_transport();
    }
}
