//! Branch and bound over boxes of inputs, for conditions with floating-point numbers: a box on which some condition
//! cannot hold is dropped, any other is split, until a point satisfies all of them or nothing is left. It decides with a
//! few intervals what costs a solver seconds, and it knows functions that solvers do not.

use crate::abstracts::{Set, everything, literal, of_node};
use logic::{Evaluator, FpSort, Model, Op, Pool, Sort, Term, Value};
use machine::functions;
use std::collections::VecDeque;

/// Nodes evaluated before a solver is asked, and after it had no answer.
pub const FEW: usize = 300_000;
pub const MANY: usize = 5_000_000;

/// Larger conditions cost too much per box.
const NODES: usize = 4_000;

/// How many disjunctions inside each other are looked into for bounds.
const NESTING: u32 = 4;

pub enum Decided {
    Holds(Model),
    Never,
    Open,
}

pub struct Boxes<'a> {
    pool: &'a Pool,
    conditions: &'a [Term],
    /// All nodes, children first, with the positions of their children.
    nodes: Vec<(Term, Vec<usize>)>,
    variables: Vec<Term>,
    /// There are symbols that are not followed, or functions whose last bit is open, so that a point decides nothing.
    hidden: bool,
    /// Operations that solvers find hard.
    pub hard: bool,
}

impl<'a> Boxes<'a> {
    /// `None` where this is no way to go.
    pub fn new(pool: &'a Pool, conditions: &'a [Term]) -> Option<Boxes<'a>> {
        let mut terms = Vec::new();
        let (mut floats, mut hidden, mut hard) = (false, false, false);
        pool.visit(conditions, |t| {
            terms.push(t);
            floats |= matches!(pool.sort(t), Sort::Fp(_));
            hard |= matches!(
                pool.op(t),
                Op::FpMul | Op::FpDiv | Op::FpSqrt | Op::FpFma | Op::FpRem | Op::Apply(_)
            );
            hidden |= match pool.op(t) {
                Op::Apply(f) => !functions::find(pool.fun_name(f)).is_some_and(|f| f.is_fixed()),
                op => op.is_quantifier(),
            };
        });
        if !floats || terms.len() > NODES {
            return None;
        }
        terms.sort_unstable();
        let nodes = terms.iter().map(|t| {
            let children = pool.children(*t).iter();
            let positions = children.map(|c| terms.binary_search(c).unwrap_or_default());
            (*t, positions.collect())
        });
        let nodes = nodes.collect();
        let symbols = terms.into_iter().filter(|t| pool.is_symbol(*t));
        let (variables, others): (Vec<Term>, Vec<Term>) =
            symbols.partition(|t| match pool.sort(*t) {
                Sort::Bv(width) => width <= 64,
                Sort::Fp(sort) => matches!(sort, FpSort::F32 | FpSort::F64),
                _ => false,
            });
        hidden |= !others.is_empty();
        Some(Boxes {
            pool,
            conditions,
            nodes,
            variables,
            hidden,
            hard,
        })
    }

    pub fn decide(&self, evaluator: &mut Evaluator, base: &Model, effort: usize) -> Decided {
        let nodes = self.nodes.iter();
        let mut bounds: Vec<Set> = nodes.map(|(t, _)| everything(self.pool.sort(*t))).collect();
        for condition in self.conditions {
            self.narrow(&mut bounds, *condition, true, NESTING);
        }
        let places = self.variables.iter().map(|v| self.place(*v));
        let start: Vec<Set> = places.filter_map(|i| Some(bounds[i?])).collect();
        // The oldest first, which are the largest: going deep would follow a boundary down to single points.
        let mut waiting = VecDeque::from([start]);
        let mut all = Vec::with_capacity(self.nodes.len());
        for _ in 0..effort / self.nodes.len() {
            let Some(sets) = waiting.pop_front() else {
                return Decided::Never;
            };
            match self.look(&sets, &bounds, &mut all) {
                Some(false) => continue,
                _ => {
                    if let Some(Ok(model)) = self.point(evaluator, base, &sets) {
                        return Decided::Holds(model);
                    }
                }
            }
            match self.split(&sets) {
                Some((first, second)) => {
                    waiting.push_back(first);
                    waiting.push_back(second);
                }
                None => match self.point(evaluator, base, &sets) {
                    Some(Ok(model)) => return Decided::Holds(model),
                    Some(Err(())) if !self.hidden => {}
                    _ => return Decided::Open,
                },
            }
        }
        Decided::Open
    }

    fn place(&self, t: Term) -> Option<usize> {
        self.nodes.binary_search_by_key(&t, |(t, _)| *t).ok()
    }

    /// Whether all conditions hold, or one of them cannot, all over a box.
    fn look(&self, sets: &[Set], bounds: &[Set], all: &mut Vec<Set>) -> Option<bool> {
        all.clear();
        let mut args = Vec::new();
        for (t, children) in &self.nodes {
            let set = match self.variables.binary_search(t) {
                Ok(i) => sets[i],
                Err(_) => literal(self.pool, *t).unwrap_or_else(|| {
                    args.clear();
                    args.extend(children.iter().map(|c| all[*c]));
                    of_node(self.pool, *t, &args)
                }),
            };
            // Only points that satisfy all conditions matter.
            match meet(set, bounds[all.len()]) {
                Some(set) => all.push(set),
                None => return Some(false),
            }
        }
        let mut sure = true;
        for condition in self.conditions {
            match self.place(*condition).map(|i| all[i]) {
                Some(Set::Truth { yes: false, .. }) => return Some(false),
                Some(Set::Truth { no: false, .. }) => {}
                _ => sure = false,
            }
        }
        sure.then_some(true)
    }

    /// What a condition says about the values of single terms.
    fn narrow(&self, sets: &mut [Set], condition: Term, holds: bool, depth: u32) {
        let mut waiting = vec![(condition, holds)];
        while let Some((t, holds)) = waiting.pop() {
            match (self.pool.op(t), self.pool.children(t), holds) {
                (Op::Not, [inner], _) => waiting.push((*inner, !holds)),
                (Op::And, [a, b], true) => waiting.extend([(*a, true), (*b, true)]),
                (Op::And, [a, b], false) if depth > 0 => {
                    // One of them fails: whatever both cases allow.
                    let mut other = sets.to_vec();
                    self.narrow(sets, *a, false, depth - 1);
                    self.narrow(&mut other, *b, false, depth - 1);
                    for (set, other) in sets.iter_mut().zip(other) {
                        *set = hull(*set, other);
                    }
                }
                (Op::FpIsZero, [x], true) => self.bound(sets, *x, 0.0, 0.0),
                (Op::FpLt | Op::FpLe, [a, b], true) => {
                    if let Some(Set::Float { high, .. }) = literal(self.pool, *b) {
                        self.bound(sets, *a, -f64::INFINITY, high);
                    }
                    if let Some(Set::Float { low, .. }) = literal(self.pool, *a) {
                        self.bound(sets, *b, low, f64::INFINITY);
                    }
                }
                (Op::FpEq | Op::Eq, [a, b], true) => {
                    for (x, y) in [(*a, *b), (*b, *a)] {
                        match literal(self.pool, y) {
                            Some(Set::Float { low, high, .. }) if low <= high => {
                                self.bound(sets, x, low, high);
                            }
                            Some(Set::Integer { low, high }) => {
                                self.bound_integer(sets, x, low, high);
                            }
                            _ => {}
                        }
                    }
                }
                (Op::BvSlt, [a, b], _) => {
                    // a < b, or b <= a.
                    let one = i128::from(holds);
                    let (x, y) = if holds { (*a, *b) } else { (*b, *a) };
                    if let Some(Set::Integer { high, .. }) = literal(self.pool, y) {
                        self.bound_integer(sets, x, i128::MIN, high - one);
                    }
                    if let Some(Set::Integer { low, .. }) = literal(self.pool, x) {
                        self.bound_integer(sets, y, low + one, i128::MAX);
                    }
                }
                _ => {}
            }
        }
    }

    /// A term is a number between these.
    fn bound(&self, bounds: &mut [Set], term: Term, low: f64, high: f64) {
        match (self.pool.op(term), self.pool.children(term)) {
            (Op::FpNeg, [x]) => self.bound(bounds, *x, -high, -low),
            (Op::FpAbs, [x]) => self.bound(bounds, *x, -high, high),
            (Op::FpFromSbv, [x])
                if self.pool.sort(term) == Sort::Fp(FpSort::F64)
                    && matches!(self.pool.sort(*x), Sort::Bv(..=32)) =>
            {
                let clamp = |x: f64| x.clamp(-1e15, 1e15) as i128;
                self.bound_integer(bounds, *x, clamp(low.ceil()), clamp(high.floor()));
            }
            _ => {}
        }
        if let Some(i) = self.place(term)
            && let Set::Float {
                low: l, high: h, ..
            } = bounds[i]
        {
            // Both zeros are equal: a bound includes the other one.
            let (low, high) = (l.max(low), h.min(high));
            bounds[i] = Set::Float {
                low: if low == 0.0 { -0.0 } else { low },
                high: if high == 0.0 { 0.0 } else { high },
                nan: false,
            };
        }
    }

    fn bound_integer(&self, bounds: &mut [Set], term: Term, low: i128, high: i128) {
        if let (Op::BvSext, [x]) = (self.pool.op(term), self.pool.children(term)) {
            self.bound_integer(bounds, *x, low, high);
        }
        if let Some(i) = self.place(term)
            && let Set::Integer { low: l, high: h } = &mut bounds[i]
        {
            *l = low.max(*l);
            *h = high.min(*h);
        }
    }

    /// Cuts the widest variable in two.
    fn split(&self, sets: &[Set]) -> Option<(Vec<Set>, Vec<Set>)> {
        let widest = (0..sets.len())
            .filter(|i| width(&sets[*i]) > 0.0)
            .max_by(|i, j| width(&sets[*i]).total_cmp(&width(&sets[*j])).then(j.cmp(i)))?;
        let (mut first, mut second) = (sets.to_vec(), sets.to_vec());
        (first[widest], second[widest]) = halves(&sets[widest], self.is_single(widest));
        Some((first, second))
    }

    fn is_single(&self, variable: usize) -> bool {
        self.pool.sort(self.variables[variable]) == Sort::Fp(FpSort::F32)
    }

    /// The model of a point of the box, `Err` if the conditions do not hold there, and nothing if that is not known.
    fn point(
        &self,
        evaluator: &mut Evaluator,
        base: &Model,
        sets: &[Set],
    ) -> Option<Result<Model, ()>> {
        let mut model = base.clone();
        model.clear_functions();
        for (i, (variable, set)) in self.variables.iter().zip(sets).enumerate() {
            let value = match (*set, self.pool.sort(*variable)) {
                (Set::Integer { low, high }, Sort::Bv(width)) => {
                    let near_zero = 0.clamp(low.min(high), high.max(low));
                    Value::bv(width, near_zero as u128)
                }
                (Set::Float { low, high, nan }, _) => {
                    let x = if low > high && nan {
                        f64::NAN
                    } else {
                        plain_number(low, high, self.is_single(i))
                    };
                    if self.is_single(i) {
                        Value::f32(x as f32)
                    } else {
                        Value::f64(x)
                    }
                }
                _ => return None,
            };
            model.set(*variable, value);
        }
        for condition in self.conditions {
            match evaluator.eval_bool(self.pool, &model, *condition) {
                Ok(true) => {}
                Ok(false) => return Some(Err(())),
                Err(_) => return None,
            }
        }
        Some(Ok(model))
    }
}

/// What is in both, if anything.
fn meet(a: Set, b: Set) -> Option<Set> {
    match (a, b) {
        (
            Set::Float { low, high, nan },
            Set::Float {
                low: l,
                high: h,
                nan: n,
            },
        ) => {
            let low = if l.total_cmp(&low).is_gt() { l } else { low };
            let high = if h.total_cmp(&high).is_lt() { h } else { high };
            let nan = nan && n;
            (low <= high || nan).then_some(Set::Float { low, high, nan })
        }
        (Set::Integer { low, high }, Set::Integer { low: l, high: h }) => {
            let (low, high) = (low.max(l), high.min(h));
            (low <= high).then_some(Set::Integer { low, high })
        }
        (a, _) => Some(a),
    }
}

/// All of both; none is empty because of a bound that leaves nothing.
fn hull(a: Set, b: Set) -> Set {
    let empty = |set: &Set| match set {
        Set::Float { low, high, nan } => low > high && !nan,
        Set::Integer { low, high } => low > high,
        _ => false,
    };
    if empty(&a) || empty(&b) {
        return if empty(&a) { b } else { a };
    }
    match (a, b) {
        (
            Set::Float { low, high, nan },
            Set::Float {
                low: l,
                high: h,
                nan: n,
            },
        ) => Set::Float {
            low: if l.total_cmp(&low).is_lt() { l } else { low },
            high: if h.total_cmp(&high).is_gt() { h } else { high },
            nan: nan || n,
        },
        (Set::Integer { low, high }, Set::Integer { low: l, high: h }) => Set::Integer {
            low: low.min(l),
            high: high.max(h),
        },
        (a, _) => a,
    }
}

/// A number of the interval, as short as possible.
fn plain_number(low: f64, high: f64, single: bool) -> f64 {
    if low.to_bits() == high.to_bits() {
        return low;
    }
    if low <= 0.0 && 0.0 <= high {
        return if high.to_bits() == (-0.0f64).to_bits() {
            -0.0
        } else {
            0.0
        };
    }
    let middle = low / 2.0 + high / 2.0;
    for places in [1.0, 10.0, 100.0, 1e4] {
        let rounded = (middle * places).round() / places;
        let rounded = if single {
            f64::from(rounded as f32)
        } else {
            rounded
        };
        if low <= rounded && rounded <= high {
            return rounded;
        }
    }
    if single { low } else { middle }
}

fn ordinal(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { !(bits & i64::MAX) } else { bits }
}

fn from_ordinal(n: i64) -> f64 {
    f64::from_bits(if n < 0 {
        (!n) as u64 | 1 << 63
    } else {
        n as u64
    })
}

fn ordinal_single(x: f32) -> i32 {
    let bits = x.to_bits() as i32;
    if bits < 0 { !(bits & i32::MAX) } else { bits }
}

fn from_ordinal_single(n: i32) -> f32 {
    f32::from_bits(if n < 0 {
        (!n) as u32 | 1 << 31
    } else {
        n as u32
    })
}

/// How much there is to split; zero for a single value.
fn width(set: &Set) -> f64 {
    match *set {
        Set::Integer { low, high } if low < high => (high - low) as f64,
        Set::Float { low, high, nan } => {
            if nan && low <= high {
                f64::INFINITY
            } else if low.to_bits() == high.to_bits() || low > high {
                0.0
            } else {
                (high - low).max(f64::MIN_POSITIVE)
            }
        }
        _ => 0.0,
    }
}

fn halves(set: &Set, single: bool) -> (Set, Set) {
    match *set {
        Set::Integer { low, high } => {
            let middle = (low + high).div_euclid(2);
            (
                Set::Integer { low, high: middle },
                Set::Integer {
                    low: middle + 1,
                    high,
                },
            )
        }
        Set::Float { low, high, nan } => {
            let number = |low: f64, high: f64| Set::Float {
                low,
                high,
                nan: false,
            };
            if nan {
                let only = Set::Float {
                    low: f64::INFINITY,
                    high: f64::NEG_INFINITY,
                    nan: true,
                };
                return (number(low, high), only);
            }
            // Halfway by value where the numbers are of a similar size, and by their count where they are not.
            let (from, to) = (ordinal(low), ordinal(high));
            let mut middle = low / 2.0 + high / 2.0;
            let moderate = (high - low) <= 1e7 && high - low > 1e-3;
            if !(moderate && low < middle && middle < high) {
                middle = from_ordinal((i128::from(from) + i128::from(to)).div_euclid(2) as i64);
            }
            if single {
                // Both halves end in floats; both zeros are their own.
                let mut below = ordinal_single(middle as f32);
                if f64::from(from_ordinal_single(below)) > middle {
                    below -= 1;
                }
                let (below, above) = (from_ordinal_single(below), from_ordinal_single(below + 1));
                return (number(low, below.into()), number(above.into(), high));
            }
            let next = from_ordinal(ordinal(middle).saturating_add(1));
            (number(low, middle), number(next, high))
        }
        other => (other, other),
    }
}

#[cfg(test)]
mod tests;
