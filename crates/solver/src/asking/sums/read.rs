//! Terms as sums: what a condition compares, and which unknown numbers a term is made of. Each term is read once.

use super::{Comparison, DEPTH, LONG, Less, Origin, Sum, Sums, Unknown};
use logic::{Bounds, Op, Pool, Sort, Term};
use std::rc::Rc;

impl Sums {
    /// What a condition compares.
    pub(super) fn compare(&mut self, pool: &Pool, condition: Term) -> Rc<[Comparison]> {
        if let Some(known) = self.comparisons.get(&condition) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let mut waiting = vec![condition];
        while let Some(t) = waiting.pop() {
            let (holds, t) = match (pool.op(t), pool.children(t)) {
                (Op::And, parts) => {
                    waiting.extend_from_slice(parts);
                    continue;
                }
                (Op::Not, [t]) => (false, *t),
                _ => (true, t),
            };
            let [a, b] = *pool.children(t) else {
                continue;
            };
            if !matches!(pool.sort(a), Sort::Bv(1..=64)) {
                continue;
            }
            let (a, b) = (self.sum(pool, a, DEPTH), self.sum(pool, b, DEPTH));
            // What is not less is at most, the other way around.
            let (less, left, right) = match (pool.op(t), holds) {
                (Op::BvSlt, true) => (Less::Strictly, a, b),
                (Op::BvSlt, false) => (Less::OrEqual, b, a),
                (Op::BvUlt, true) => (Less::UnsignedStrictly, a, b),
                (Op::BvUlt, false) => (Less::UnsignedOrEqual, b, a),
                (Op::Eq, true) => (Less::Equal, a, b),
                (Op::Eq, false) => (Less::Different, a, b),
                _ => continue,
            };
            let modular = matches!(less, Less::Equal | Less::Different);
            if let Some(difference) = self.minus(&left, &right, modular) {
                found.push(Comparison {
                    less,
                    left,
                    right,
                    difference,
                });
            }
        }
        let found: Rc<[Comparison]> = found.into();
        self.comparisons.insert(condition, Rc::clone(&found));
        found
    }

    /// The sum that a term is.
    fn sum(&mut self, pool: &Pool, t: Term, depth: u32) -> Rc<Sum> {
        if let Some(known) = self.sums.get(&t) {
            return Rc::clone(known);
        }
        let sum = match self.taken_apart(pool, t, depth) {
            Some(sum) if sum.parts.len() <= LONG => Rc::new(sum),
            _ => self.unknown(pool, t, depth),
        };
        self.sums.insert(t, Rc::clone(&sum));
        sum
    }

    fn taken_apart(&mut self, pool: &Pool, t: Term, depth: u32) -> Option<Sum> {
        let width = pool.width(t);
        let depth = depth.checked_sub(1)?;
        if let Some(bits) = pool.as_bv(t) {
            return Some(self.made(width, Vec::new(), bits as i128));
        }
        let children = pool.children(t);
        let two = |a: Rc<Sum>, b: Rc<Sum>, by: i128| {
            let mut parts = a.parts.to_vec();
            parts.extend(b.parts.iter().map(|(n, f)| (*n, f * by)));
            (parts, a.constant + b.constant * by)
        };
        let (parts, constant) = match (pool.op(t), children) {
            (Op::BvAdd, [a, b]) => {
                let (a, b) = (self.sum(pool, *a, depth), self.sum(pool, *b, depth));
                two(a, b, 1)
            }
            (Op::BvSub, [a, b]) => {
                let (a, b) = (self.sum(pool, *a, depth), self.sum(pool, *b, depth));
                two(a, b, -1)
            }
            (Op::BvNeg, [a]) => times(&*self.sum(pool, *a, depth), -1)?,
            (Op::BvMul, [a, b]) => {
                let (a, by) = match (pool.as_bv(*a), pool.as_bv(*b)) {
                    (Some(by), _) => (*b, by),
                    (_, Some(by)) => (*a, by),
                    _ => return None,
                };
                times(&*self.sum(pool, a, depth), reduced(by as i128, width))?
            }
            // A power of two times a number is its lower bits with zeros behind them.
            (Op::BvConcat, [high, low]) if pool.as_bv(*low) == Some(0) => {
                let zeros = pool.width(*low);
                let (Op::BvExtract { hi, lo: 0 }, [of]) = (pool.op(*high), pool.children(*high))
                else {
                    return None;
                };
                if pool.width(*of) != width || hi + 1 + zeros != width {
                    return None;
                }
                times(&*self.sum(pool, *of, depth), 1i128 << zeros)?
            }
            _ => return None,
        };
        Some(self.made(width, parts, constant))
    }

    /// A term that stands for itself.
    fn unknown(&mut self, pool: &Pool, t: Term, depth: u32) -> Rc<Sum> {
        let width = pool.width(t);
        let number = match self.numbers.get(&t) {
            Some(number) => *number,
            None => {
                let half = 1i128 << (width - 1);
                let known = Bounds::default().interval(pool, t);
                let range = known.map_or((-half, half - 1), |interval| interval.signed);
                let origin = self.origin(pool, t, depth);
                let number = self.unknowns.len() as u32;
                self.unknowns.push(Unknown { range, origin });
                self.numbers.insert(t, number);
                number
            }
        };
        Rc::new(self.made(width, vec![(number, 1)], 0))
    }

    fn origin(&mut self, pool: &Pool, t: Term, depth: u32) -> Origin {
        let (Some(depth), [a, b]) = (depth.checked_sub(1), pool.children(t)) else {
            return Origin::Anything;
        };
        let by = pool.as_bv(*b).map(|by| by as i128);
        let small = by.filter(|by| *by > 0 && *by < 1i128 << (pool.width(t) - 1));
        match (pool.op(t), small) {
            (Op::BvMul, _) => Origin::Product(self.sum(pool, *a, depth), self.sum(pool, *b, depth)),
            (Op::BvSrem, Some(by)) => Origin::Remainder(self.sum(pool, *a, depth), by),
            (Op::BvSdiv, Some(by)) => Origin::Quotient(self.sum(pool, *a, depth), by),
            _ => Origin::Anything,
        }
    }

    /// A sum modulo a power of two, with each unknown number once and factors near zero.
    fn made(&mut self, width: u32, mut parts: Vec<(u32, i128)>, constant: i128) -> Sum {
        collect(&mut parts);
        for (_, factor) in &mut parts {
            *factor = reduced(*factor, width);
        }
        parts.retain(|(_, factor)| *factor != 0);
        self.with_row(width, parts, reduced(constant, width))
    }

    /// The difference of two sums: over the integers, or modulo the power of two.
    fn minus(&mut self, left: &Sum, right: &Sum, modular: bool) -> Option<Rc<Sum>> {
        if left.width != right.width {
            return None;
        }
        let mut parts = left.parts.to_vec();
        parts.extend(
            right
                .parts
                .iter()
                .map(|(number, factor)| (*number, -factor)),
        );
        let constant = left.constant - right.constant;
        if modular {
            return Some(Rc::new(self.made(left.width, parts, constant)));
        }
        collect(&mut parts);
        Some(Rc::new(self.with_row(left.width, parts, constant)))
    }

    fn with_row(&mut self, width: u32, parts: Vec<(u32, i128)>, constant: i128) -> Sum {
        let mut row = None;
        if parts.len() > 1 {
            let common = parts.iter().fold(0, |a, (_, factor)| gcd(a, factor.abs()));
            let by = if parts[0].1 < 0 { -common } else { common };
            let key: Box<[(u32, i128)]> = parts.iter().map(|(n, f)| (*n, f / by)).collect();
            let next = self.factors.len() as u32;
            let number = *self.rows.entry(key.clone()).or_insert(next);
            if number == next {
                self.factors.push(key);
            }
            row = Some((number, by));
        }
        Sum {
            width,
            parts: parts.into(),
            constant,
            row,
        }
    }
}

/// Adds up the factors of each unknown number.
fn collect(parts: &mut Vec<(u32, i128)>) {
    parts.sort_unstable_by_key(|(number, _)| *number);
    parts.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    parts.retain(|(_, factor)| *factor != 0);
}

fn times(sum: &Sum, by: i128) -> Option<(Vec<(u32, i128)>, i128)> {
    let mut parts = Vec::with_capacity(sum.parts.len());
    for (number, factor) in &sum.parts {
        parts.push((*number, factor.checked_mul(by)?));
    }
    Some((parts, sum.constant.checked_mul(by)?))
}

/// The representative of a number modulo a power of two that is nearest to zero.
fn reduced(value: i128, width: u32) -> i128 {
    let modulus = 1i128 << width;
    let value = value.rem_euclid(modulus);
    match value >= modulus / 2 {
        true => value - modulus,
        false => value,
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
