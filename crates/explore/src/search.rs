//! Search for concrete inputs where a solver cannot follow: values for the symbols of some conditions under which they
//! all hold, with functions evaluated as they are. The search changes one variable at a time towards a smaller branch
//! distance (alternating variable method, Korel 1990) and starts again elsewhere when it is stuck. It is deterministic,
//! and limited by a number of evaluations instead of time.

use crate::random::Random;
use logic::{Evaluator, FpSort, Model, Op, Pool, Sort, Term, Value};

/// How deep a condition is taken apart before it only counts as true or false.
const DEPTH: u32 = 64;

pub struct Search<'a> {
    pool: &'a Pool,
    evaluator: &'a mut Evaluator,
    conditions: &'a [Term],
    variables: Vec<Term>,
    /// Literals of the conditions, by sort: boundaries are near them.
    literals: Vec<Value>,
    left: usize,
    random: Random,
}

impl<'a> Search<'a> {
    pub fn new(
        pool: &'a Pool,
        evaluator: &'a mut Evaluator,
        conditions: &'a [Term],
        evaluations: usize,
    ) -> Search<'a> {
        let mut variables = Vec::new();
        let mut literals = Vec::new();
        pool.visit(conditions, |t| match (pool.op(t), pool.sort(t)) {
            (Op::Symbol(_), Sort::Bool | Sort::Bv(_) | Sort::Fp(FpSort::F32 | FpSort::F64)) => {
                variables.push(t);
            }
            (Op::BvConst(id), Sort::Bv(width)) => {
                literals.push(Value::bv(width, pool.constant_bits(id)));
            }
            (Op::FpConst(id), Sort::Fp(sort)) => {
                literals.push(Value::fp(sort, pool.constant_bits(id)));
            }
            _ => {}
        });
        variables.sort_unstable();
        literals.sort_unstable();
        literals.dedup();
        Search {
            pool,
            evaluator,
            conditions,
            variables,
            literals,
            left: evaluations,
            random: Random::new(0),
        }
    }

    /// A model of the conditions that passes the test, starting from one.
    pub fn run(
        &mut self,
        start: &Model,
        mut accept: impl FnMut(&mut Evaluator, &Model) -> bool,
    ) -> Option<Model> {
        let mut current = start.clone();
        current.clear_functions();
        let mut distance = self.distance(&current);
        loop {
            if distance == 0.0 && accept(self.evaluator, &current) {
                return Some(current);
            }
            if self.left == 0 || self.variables.is_empty() {
                return None;
            }
            // Where a solution was refused, only another start leads elsewhere.
            let better = if distance > 0.0 {
                self.improve(&current, distance)
            } else {
                None
            };
            match better {
                Some((model, smaller)) => (current, distance) = (model, smaller),
                None => {
                    for variable in self.variables.clone() {
                        let value = self.anything(self.pool.sort(variable));
                        current.set(variable, value);
                    }
                    distance = self.distance(&current);
                }
            }
        }
    }

    /// The best change of one variable.
    fn improve(&mut self, from: &Model, distance: f64) -> Option<(Model, f64)> {
        let mut best: Option<(Model, f64)> = None;
        for variable in self.variables.clone() {
            let value = from.value_of(self.pool, variable);
            let mut least = best.as_ref().map_or(distance, |(_, d)| *d);
            for candidate in self.neighbours(&value) {
                if self.left == 0 {
                    return best;
                }
                let mut model = from.clone();
                model.set(variable, candidate);
                let found = self.distance(&model);
                if found < least {
                    least = found;
                    best = Some((model, found));
                    if found == 0.0 {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn neighbours(&self, value: &Value) -> Vec<Value> {
        let mut found = Vec::new();
        match value {
            Value::Bool(b) => found.push(Value::Bool(!b)),
            Value::Bv { width, bits } => {
                for k in 0..*width {
                    let by = 1u128 << k;
                    found.push(Value::bv(*width, bits.wrapping_add(by)));
                    found.push(Value::bv(*width, bits.wrapping_sub(by)));
                }
                found.push(Value::bv(*width, bits.wrapping_neg()));
            }
            Value::Fp { sort, .. } => {
                let x = number(value).unwrap_or(0.0);
                let ordinal = ordinal(value).unwrap_or(0);
                let most = if *sort == FpSort::F32 { 32 } else { 64 };
                for k in 0..most - 1 {
                    found.extend(from_ordinal(*sort, ordinal + (1 << k)));
                    found.extend(from_ordinal(*sort, ordinal - (1 << k)));
                }
                for k in -12..24 {
                    let by = 2f64.powi(k);
                    found.push(float(*sort, x + by));
                    found.push(float(*sort, x - by));
                }
                for other in [0.0, -x, x / 2.0, x * 2.0, x * 10.0, x / 10.0, x.round()] {
                    found.push(float(*sort, other));
                }
                for other in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    found.push(float(*sort, other));
                }
            }
            _ => {}
        }
        found.extend(
            self.literals
                .iter()
                .filter(|literal| same_sort(literal, value))
                .cloned(),
        );
        found
    }

    fn anything(&mut self, sort: Sort) -> Value {
        let (how, bits) = (self.random.next() % 8, self.random.next());
        let near: Vec<Value> = self
            .literals
            .iter()
            .filter(|v| match (v, sort) {
                (Value::Fp { sort, .. }, Sort::Fp(wanted)) => *sort == wanted,
                (Value::Bv { width, .. }, Sort::Bv(wanted)) => *width == wanted,
                _ => false,
            })
            .cloned()
            .collect();
        if how < 2 && !near.is_empty() {
            return near[(bits % near.len() as u64) as usize].clone();
        }
        let unit = (bits >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
        match sort {
            Sort::Fp(sort) => match how {
                0..=2 => float(sort, unit * 4.0),
                3 => float(sort, unit * 100.0),
                4 => float(sort, (unit * 100.0).round()),
                5 => float(sort, unit * 1e6),
                6 => float(sort, (unit * 40.0).exp2() * unit.signum()),
                _ => Value::fp(sort, u128::from(bits) & logic::bits::mask(sort.width())),
            },
            Sort::Bv(width) if how < 5 => Value::bv(width, (unit * 100.0) as i128 as u128),
            Sort::Bv(width) => Value::bv(width, u128::from(bits)),
            _ => Value::Bool(bits & 1 == 1),
        }
    }

    fn distance(&mut self, model: &Model) -> f64 {
        self.left = self.left.saturating_sub(1);
        let conditions = self.conditions;
        conditions
            .iter()
            .map(|c| self.far(model, *c, true, DEPTH))
            .sum()
    }

    fn value(&mut self, model: &Model, t: Term) -> Option<Value> {
        self.evaluator.eval(self.pool, model, t).ok()
    }

    /// How far a condition is from being as wanted; zero when it is.
    fn far(&mut self, model: &Model, t: Term, wanted: bool, depth: u32) -> f64 {
        match self.value(model, t) {
            Some(Value::Bool(holds)) if holds == wanted => return 0.0,
            Some(_) => {}
            // Somewhere a partial operation has no value: far from everything.
            None => return 1000.0,
        }
        if depth == 0 {
            return 1.0;
        }
        let pool = self.pool;
        let mut of = |t: Term, wanted: bool| self.far(model, t, wanted, depth - 1);
        match (pool.op(t), pool.children(t)) {
            (Op::Not, [inner]) => of(*inner, !wanted),
            (Op::And, [a, b]) if wanted => of(*a, true) + of(*b, true),
            (Op::And, [a, b]) => of(*a, false).min(of(*b, false)),
            (Op::Ite, [c, a, b]) => {
                let first = of(*c, true) + of(*a, wanted);
                first.min(of(*c, false) + of(*b, wanted))
            }
            (Op::Eq, [a, b]) if pool.sort(*a) == Sort::Bool => {
                let (Some(x), Some(y)) = (self.value(model, *a), self.value(model, *b)) else {
                    return 1.0;
                };
                let (x, y) = (x == Value::Bool(true), y == Value::Bool(true));
                let first = self.far(model, *a, !x, depth - 1);
                first.min(self.far(model, *b, !y, depth - 1))
            }
            (Op::Eq | Op::FpEq | Op::FpLt | Op::FpLe | Op::BvSlt | Op::BvUlt, [a, b]) => {
                let (Some(x), Some(y)) = (self.value(model, *a), self.value(model, *b)) else {
                    return 1.0;
                };
                apart(&x, &y, pool.op(t) != Op::BvUlt)
            }
            _ => 1.0,
        }
    }
}

/// A distance between two numbers, never zero: how many doubles, or integers, lie between them, on a logarithmic scale.
fn apart(a: &Value, b: &Value, signed: bool) -> f64 {
    let gap = match (a, b) {
        (Value::Fp { .. }, Value::Fp { .. }) => match (ordinal(a), ordinal(b)) {
            (Some(a), Some(b)) => (a - b).unsigned_abs(),
            _ => return 100.0,
        },
        (Value::Bv { width, bits: a }, Value::Bv { bits: b, .. }) => {
            let flip = if signed { 1u128 << (width - 1) } else { 0 };
            (a ^ flip).abs_diff(b ^ flip)
        }
        _ => return 1.0,
    };
    (gap as f64 + 2.0).log2()
}

fn same_sort(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Bv { width: a, .. }, Value::Bv { width: b, .. }) => a == b,
        (Value::Fp { sort: a, .. }, Value::Fp { sort: b, .. }) => a == b,
        _ => false,
    }
}

/// The value of a float or a double.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Fp { sort, bits } => logic::floats::widen(*sort, *bits),
        _ => None,
    }
}

fn float(sort: FpSort, x: f64) -> Value {
    if sort == FpSort::F32 {
        Value::f32(x as f32)
    } else {
        Value::f64(x)
    }
}

/// Numbers of a format in their order, as integers; none for NaN.
fn ordinal(value: &Value) -> Option<i128> {
    let Value::Fp { sort, bits } = value else {
        return None;
    };
    if number(value)?.is_nan() {
        return None;
    }
    let sign = 1u128 << (sort.width() - 1);
    let size = (bits & !sign) as i128;
    Some(if bits & sign != 0 { -size - 1 } else { size })
}

fn from_ordinal(sort: FpSort, ordinal: i128) -> Option<Value> {
    let sign = 1u128 << (sort.width() - 1);
    let (size, negative) = if ordinal < 0 {
        (-(ordinal + 1), true)
    } else {
        (ordinal, false)
    };
    let size = size as u128;
    if size >= sign {
        return None;
    }
    let value = Value::fp(sort, if negative { size | sign } else { size });
    number(&value).filter(|x| !x.is_nan()).map(|_| value)
}
