//! What a set of conditions says about the values of terms, as intervals: enough to answer most questions about loop
//! counters, indices and inputs with a stated range without asking a solver. Every answer is an over-approximation; what
//! cannot be told cheaply is not told.

use crate::bits::{mask, sign_bit, signed};
use crate::op::{Op, Term};
use crate::pool::{FastMap, Pool};
use crate::sort::Sort;

/// Wider terms are not looked at, so that products fit into 128 bits.
const WIDEST: u32 = 64;
/// How deep a term is looked into; as deep as the call stack surely allows.
const DEPTH: u32 = 60;
/// How many nodes one question may look at.
const NODES: usize = 1000;

/// The values that a bit-vector may have, seen both ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub unsigned: (u128, u128),
    pub signed: (i128, i128),
}

impl Interval {
    fn full(width: u32) -> Interval {
        Interval {
            unsigned: (0, mask(width)),
            signed: (signed(width, sign_bit(width)), (mask(width) >> 1) as i128),
        }
    }

    fn constant(width: u32, value: u128) -> Interval {
        let as_signed = signed(width, value);
        Interval {
            unsigned: (value, value),
            signed: (as_signed, as_signed),
        }
    }

    fn of_unsigned(width: u32, least: u128, most: u128) -> Interval {
        Interval {
            unsigned: (least, most),
            ..Interval::full(width)
        }
    }

    fn of_signed(width: u32, least: i128, most: i128) -> Interval {
        Interval {
            signed: (least, most),
            ..Interval::full(width)
        }
    }

    /// What both say; `None` if no value is left.
    fn meet(self, other: Interval, width: u32) -> Option<Interval> {
        let mut unsigned = (
            self.unsigned.0.max(other.unsigned.0),
            self.unsigned.1.min(other.unsigned.1),
        );
        let mut as_signed = (
            self.signed.0.max(other.signed.0),
            self.signed.1.min(other.signed.1),
        );
        let half = sign_bit(width);
        let whole = 1i128 << width;
        // Each view sharpens the other once the sign is known; twice is enough.
        for _ in 0..2 {
            if unsigned.0 > unsigned.1 || as_signed.0 > as_signed.1 {
                return None;
            }
            let shift = if unsigned.1 < half {
                Some(0)
            } else if unsigned.0 >= half {
                Some(whole)
            } else {
                None
            };
            if let Some(shift) = shift {
                as_signed.0 = as_signed.0.max(unsigned.0 as i128 - shift);
                as_signed.1 = as_signed.1.min(unsigned.1 as i128 - shift);
            }
            let shift = if as_signed.0 >= 0 {
                Some(0)
            } else if as_signed.1 < 0 {
                Some(whole)
            } else {
                None
            };
            if let Some(shift) = shift
                && as_signed.0 <= as_signed.1
            {
                unsigned.0 = unsigned.0.max((as_signed.0 + shift) as u128);
                unsigned.1 = unsigned.1.min((as_signed.1 + shift) as u128);
            }
        }
        (unsigned.0 <= unsigned.1 && as_signed.0 <= as_signed.1).then_some(Interval {
            unsigned,
            signed: as_signed,
        })
    }

    fn hull(self, other: Interval) -> Interval {
        Interval {
            unsigned: (
                self.unsigned.0.min(other.unsigned.0),
                self.unsigned.1.max(other.unsigned.1),
            ),
            signed: (
                self.signed.0.min(other.signed.0),
                self.signed.1.max(other.signed.1),
            ),
        }
    }

    /// The only value left.
    pub fn single(&self) -> Option<u128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }
}

/// What is known on one path. Copies share.
#[derive(Clone, Default)]
pub struct Bounds {
    intervals: imbl::HashMap<Term, Interval>,
    truths: imbl::HashMap<Term, bool>,
    /// Symbols that have come down to one value and were not yet asked for.
    fixed: Vec<(Term, u128)>,
}

/// What was found out on behalf of one question.
#[derive(Default)]
pub(crate) struct Memo {
    intervals: FastMap<Term, Interval>,
    truths: FastMap<Term, Option<bool>>,
    nodes: usize,
}

impl Bounds {
    /// Whether a condition holds, if that can be told.
    pub fn decide(&self, pool: &Pool, condition: Term) -> Option<bool> {
        self.truth(pool, condition, &mut Memo::default(), DEPTH)
    }

    /// The only value that a term can have, if that can be told.
    pub fn value(&self, pool: &Pool, term: Term) -> Option<u128> {
        self.interval(pool, term).and_then(|i| i.single())
    }

    /// The values that a bit-vector can have; `None` for terms of other sorts and wide ones.
    pub fn interval(&self, pool: &Pool, term: Term) -> Option<Interval> {
        match pool.sort(term) {
            Sort::Bv(width) if width <= WIDEST => {
                Some(self.bounds(pool, term, &mut Memo::default(), DEPTH))
            }
            _ => None,
        }
    }

    /// The same for a term of which the caller knows that it is a bit-vector and not wide.
    pub(crate) fn within(&self, pool: &Pool, term: Term, memo: &mut Memo) -> Interval {
        self.bounds(pool, term, memo, DEPTH)
    }

    /// Symbols that conditions have brought down to one value since the last call.
    pub fn take_fixed(&mut self) -> Vec<(Term, u128)> {
        std::mem::take(&mut self.fixed)
    }

    /// Adds what follows from a condition being true, or false.
    pub fn learn(&mut self, pool: &Pool, condition: Term, holds: bool) {
        self.learn_to(pool, condition, holds, 24);
    }

    fn learn_to(&mut self, pool: &Pool, condition: Term, holds: bool, depth: u32) {
        if pool.op(condition).is_const() {
            return;
        }
        self.truths.insert(condition, holds);
        if depth == 0 {
            return;
        }
        let arg = |i: usize| pool.arg(condition, i);
        match pool.op(condition) {
            Op::Not => self.learn_to(pool, arg(0), !holds, depth - 1),
            Op::And if holds => {
                for &part in pool.children(condition) {
                    self.learn_to(pool, part, true, depth - 1);
                }
            }
            Op::And => {
                // One part is false; if all others are true, it is the one that is left.
                let mut open = pool
                    .children(condition)
                    .iter()
                    .filter(|&&part| self.decide(pool, part) != Some(true));
                if let (Some(&part), None) = (open.next(), open.next()) {
                    self.learn_to(pool, part, false, depth - 1);
                }
            }
            Op::Ite => match self.decide(pool, arg(0)) {
                Some(first) => {
                    let side = if first { arg(1) } else { arg(2) };
                    self.learn_to(pool, side, holds, depth - 1);
                }
                None => {
                    for (side, chosen) in [(1, false), (2, true)] {
                        if self.decide(pool, arg(side)) == Some(!holds) {
                            self.learn_to(pool, arg(0), chosen, depth - 1);
                        }
                    }
                }
            },
            Op::Eq => self.learn_equal(pool, arg(0), arg(1), holds, depth),
            Op::BvUlt => self.learn_below(pool, arg(0), arg(1), holds, false, depth),
            Op::BvSlt => self.learn_below(pool, arg(0), arg(1), holds, true, depth),
            _ => {}
        }
    }

    fn learn_equal(&mut self, pool: &Pool, a: Term, b: Term, holds: bool, depth: u32) {
        if pool.sort(a) == Sort::Bool {
            for (x, y) in [(a, b), (b, a)] {
                if let Some(known) = self.decide(pool, x) {
                    self.learn_to(pool, y, known == holds, depth - 1);
                }
            }
            return;
        }
        let (Some(of_a), Some(of_b)) = (self.interval(pool, a), self.interval(pool, b)) else {
            return;
        };
        let width = pool.width(a);
        if holds {
            if let Some(both) = of_a.meet(of_b, width) {
                self.refine_both(pool, [(a, of_a, both), (b, of_b, both)], depth);
            }
            return;
        }
        for (x, of_x, of_y) in [(a, of_a, of_b), (b, of_b, of_a)] {
            let Some(value) = of_y.single() else { continue };
            let mut left = of_x;
            // Only a value at an end of the interval can be cut off.
            if left.unsigned.0 == value {
                left.unsigned.0 += 1;
            } else if left.unsigned.1 == value {
                left.unsigned.1 = left.unsigned.1.wrapping_sub(1);
            }
            let value = signed(width, value);
            if left.signed.0 == value {
                left.signed.0 += 1;
            } else if left.signed.1 == value {
                left.signed.1 -= 1;
            }
            self.refine(pool, x, left, depth);
        }
    }

    fn learn_below(
        &mut self,
        pool: &Pool,
        a: Term,
        b: Term,
        holds: bool,
        as_signed: bool,
        depth: u32,
    ) {
        let (Some(of_a), Some(of_b)) = (self.interval(pool, a), self.interval(pool, b)) else {
            return;
        };
        let width = pool.width(a);
        let full = Interval::full(width);
        let (mut new_a, mut new_b) = (full, full);
        match (as_signed, holds) {
            (true, true) => {
                new_a.signed.1 = of_b.signed.1 - 1;
                new_b.signed.0 = of_a.signed.0 + 1;
            }
            (true, false) => {
                new_a.signed.0 = of_b.signed.0;
                new_b.signed.1 = of_a.signed.1;
            }
            (false, true) => {
                // Nothing is below zero: such a condition does not hold.
                let Some(most) = of_b.unsigned.1.checked_sub(1) else {
                    return;
                };
                new_a.unsigned.1 = most;
                new_b.unsigned.0 = of_a.unsigned.0 + 1;
            }
            (false, false) => {
                new_a.unsigned.0 = of_b.unsigned.0;
                new_b.unsigned.1 = of_a.unsigned.1;
            }
        }
        self.refine_both(pool, [(a, of_a, new_a), (b, of_b, new_b)], depth);
    }

    /// The same for two terms whose intervals were just asked for; that of the second need not be asked for again unless
    /// something was learned from the first.
    fn refine_both(&mut self, pool: &Pool, terms: [(Term, Interval, Interval); 2], depth: u32) {
        let [(a, of_a, new_a), (b, of_b, new_b)] = terms;
        if self.refine_from(pool, a, of_a, new_a, depth) {
            self.refine(pool, b, new_b, depth);
        } else {
            self.refine_from(pool, b, of_b, new_b, depth);
        }
    }

    /// The term's value is in the interval as well.
    fn refine(&mut self, pool: &Pool, term: Term, interval: Interval, depth: u32) {
        if depth == 0 || pool.op(term).is_const() {
            return;
        }
        let before = self.bounds(pool, term, &mut Memo::default(), DEPTH);
        self.refine_from(pool, term, before, interval, depth);
    }

    /// The same for a term whose interval is known; tells whether something was learned.
    fn refine_from(
        &mut self,
        pool: &Pool,
        term: Term,
        before: Interval,
        interval: Interval,
        depth: u32,
    ) -> bool {
        if depth == 0 || pool.op(term).is_const() {
            return false;
        }
        let width = pool.width(term);
        // No value left means that the path does not exist; its end will be found elsewhere.
        let Some(now) = before.meet(interval, width) else {
            return false;
        };
        if now == before {
            return false;
        }
        self.intervals.insert(term, now);
        let arg = |i: usize| pool.arg(term, i);
        match pool.op(term) {
            Op::Symbol(_) => {
                if let Some(value) = now.single() {
                    self.fixed.push((term, value));
                }
            }
            Op::BvAdd if pool.children(term).len() == 2 => {
                for (x, other) in [(arg(0), arg(1)), (arg(1), arg(0))] {
                    if let Some(by) = self.value(pool, other) {
                        let moved = moved(now, width, signed(width, by));
                        self.refine(pool, x, moved, depth - 1);
                    }
                }
            }
            Op::BvSub => {
                if let Some(by) = self.value(pool, arg(1)) {
                    let moved = moved(now, width, -signed(width, by));
                    self.refine(pool, arg(0), moved, depth - 1);
                }
            }
            Op::BvZext => {
                let inner = pool.width(arg(0));
                if now.unsigned.0 <= mask(inner) {
                    let most = now.unsigned.1.min(mask(inner));
                    let interval = Interval::of_unsigned(inner, now.unsigned.0, most);
                    self.refine(pool, arg(0), interval, depth - 1);
                }
            }
            Op::BvSext => {
                let inner = Interval::full(pool.width(arg(0)));
                let least = now.signed.0.max(inner.signed.0);
                let most = now.signed.1.min(inner.signed.1);
                if least <= most {
                    let interval = Interval {
                        signed: (least, most),
                        ..inner
                    };
                    self.refine(pool, arg(0), interval, depth - 1);
                }
            }
            Op::Ite => match self.decide(pool, arg(0)) {
                Some(first) => {
                    let side = if first { arg(1) } else { arg(2) };
                    self.refine(pool, side, now, depth - 1);
                }
                None => {
                    for (side, chosen) in [(1, false), (2, true)] {
                        let Some(of_side) = self.interval(pool, arg(side)) else {
                            continue;
                        };
                        if of_side.meet(now, width).is_none() {
                            self.learn_to(pool, arg(0), chosen, depth - 1);
                            let other = arg(3 - side);
                            self.refine(pool, other, now, depth - 1);
                            break;
                        }
                    }
                }
            },
            _ => {}
        }
        true
    }

    fn truth(&self, pool: &Pool, t: Term, memo: &mut Memo, depth: u32) -> Option<bool> {
        match pool.op(t) {
            Op::True => return Some(true),
            Op::False => return Some(false),
            _ => {}
        }
        if let Some(&known) = self.truths.get(&t) {
            return Some(known);
        }
        if let Some(&known) = memo.truths.get(&t) {
            return known;
        }
        memo.nodes += 1;
        pool.look(1);
        if depth == 0 || memo.nodes > NODES {
            return None;
        }
        let arg = |i: usize| pool.arg(t, i);
        let of = |i: usize, memo: &mut Memo| self.truth(pool, arg(i), memo, depth - 1);
        let result = match pool.op(t) {
            Op::Not => of(0, memo).map(|x| !x),
            Op::And => {
                let mut all = Some(true);
                for &part in pool.children(t) {
                    match self.truth(pool, part, memo, depth - 1) {
                        Some(true) => {}
                        Some(false) => {
                            all = Some(false);
                            break;
                        }
                        None => all = None,
                    }
                }
                all
            }
            Op::Ite => match of(0, memo) {
                Some(true) => of(1, memo),
                Some(false) => of(2, memo),
                None => of(1, memo).filter(|x| of(2, memo) == Some(*x)),
            },
            Op::Eq if pool.sort(arg(0)) == Sort::Bool => {
                of(0, memo).zip(of(1, memo)).map(|(x, y)| x == y)
            }
            Op::Eq | Op::BvUlt | Op::BvSlt if matches!(pool.sort(arg(0)), Sort::Bv(w) if w <= WIDEST) =>
            {
                let a = self.bounds(pool, arg(0), memo, depth - 1);
                let b = self.bounds(pool, arg(1), memo, depth - 1);
                match pool.op(t) {
                    Op::Eq => match (a.single(), b.single()) {
                        (Some(x), Some(y)) => Some(x == y),
                        _ => a.meet(b, pool.width(arg(0))).is_none().then_some(false),
                    },
                    Op::BvUlt if a.unsigned.1 < b.unsigned.0 => Some(true),
                    Op::BvUlt if a.unsigned.0 >= b.unsigned.1 => Some(false),
                    Op::BvSlt if a.signed.1 < b.signed.0 => Some(true),
                    Op::BvSlt if a.signed.0 >= b.signed.1 => Some(false),
                    _ => None,
                }
            }
            _ => None,
        };
        memo.truths.insert(t, result);
        result
    }

    /// The interval of a bit-vector of at most [`WIDEST`] bits.
    fn bounds(&self, pool: &Pool, t: Term, memo: &mut Memo, depth: u32) -> Interval {
        let width = pool.width(t);
        if let Some(value) = pool.as_bv(t) {
            return Interval::constant(width, value);
        }
        if let Some(&known) = memo.intervals.get(&t) {
            return known;
        }
        let full = Interval::full(width);
        let learned = self.intervals.get(&t).copied();
        memo.nodes += 1;
        pool.look(1);
        if depth == 0 || memo.nodes > NODES {
            return learned.unwrap_or(full);
        }
        let judged = self.judge(pool, t, memo, depth - 1);
        let judged = judged.meet(full, width).unwrap_or(full);
        let result = match learned {
            Some(learned) => judged.meet(learned, width).unwrap_or(learned),
            None => judged,
        };
        memo.intervals.insert(t, result);
        result
    }

    /// The interval by the topmost operator (SMT-LIB's meaning of division by zero and of long shifts included).
    fn judge(&self, pool: &Pool, t: Term, memo: &mut Memo, depth: u32) -> Interval {
        let width = pool.width(t);
        let full = Interval::full(width);
        let children = pool.children(t);
        let narrow = |c: &Term| matches!(pool.sort(*c), Sort::Bv(w) if w <= WIDEST);
        if pool.op(t) == Op::Ite {
            return match self.truth(pool, children[0], memo, depth) {
                Some(true) => self.bounds(pool, children[1], memo, depth),
                Some(false) => self.bounds(pool, children[2], memo, depth),
                None => {
                    let a = self.bounds(pool, children[1], memo, depth);
                    a.hull(self.bounds(pool, children[2], memo, depth))
                }
            };
        }
        if children.is_empty() || children.len() > 2 || !children.iter().all(narrow) {
            return full;
        }
        let a = self.bounds(pool, children[0], memo, depth);
        let b = match children.get(1) {
            Some(&b) => self.bounds(pool, b, memo, depth),
            None => a,
        };
        let fitting = |bounds: Option<(i128, i128)>| match bounds {
            Some((least, most)) if full.signed.0 <= least && most <= full.signed.1 => (least, most),
            _ => full.signed,
        };
        let fitting_unsigned = |bounds: Option<(u128, u128)>| match bounds {
            Some((least, most)) if most <= full.unsigned.1 => (least, most),
            _ => full.unsigned,
        };
        let unsigned = |least, most| Interval::of_unsigned(width, least, most);
        match pool.op(t) {
            Op::BvZext => unsigned(a.unsigned.0, a.unsigned.1),
            Op::BvSext => Interval::of_signed(width, a.signed.0, a.signed.1),
            Op::BvConcat => {
                let shift = pool.width(children[1]);
                unsigned(
                    a.unsigned.0 << shift | b.unsigned.0,
                    a.unsigned.1 << shift | b.unsigned.1,
                )
            }
            Op::BvExtract { hi, lo } => {
                if a.unsigned.1 <= mask(hi + 1) {
                    unsigned(a.unsigned.0 >> lo, a.unsigned.1 >> lo)
                } else if lo == 0 {
                    Interval {
                        signed: fitting(Some(a.signed)),
                        ..full
                    }
                } else {
                    full
                }
            }
            Op::BvAdd => Interval {
                signed: fitting(Some((a.signed.0 + b.signed.0, a.signed.1 + b.signed.1))),
                unsigned: fitting_unsigned(Some((
                    a.unsigned.0 + b.unsigned.0,
                    a.unsigned.1 + b.unsigned.1,
                ))),
            },
            Op::BvSub => Interval {
                signed: fitting(Some((a.signed.0 - b.signed.1, a.signed.1 - b.signed.0))),
                unsigned: fitting_unsigned(
                    a.unsigned
                        .0
                        .checked_sub(b.unsigned.1)
                        .map(|least| (least, a.unsigned.1 - b.unsigned.0)),
                ),
            },
            Op::BvNeg => Interval {
                signed: fitting(Some((-a.signed.1, -a.signed.0))),
                ..full
            },
            Op::BvNot => Interval {
                signed: (!a.signed.1, !a.signed.0),
                unsigned: (
                    full.unsigned.1 - a.unsigned.1,
                    full.unsigned.1 - a.unsigned.0,
                ),
            },
            Op::BvMul => {
                let corners = [
                    a.signed.0 * b.signed.0,
                    a.signed.0 * b.signed.1,
                    a.signed.1 * b.signed.0,
                    a.signed.1 * b.signed.1,
                ];
                let most = a.unsigned.1.checked_mul(b.unsigned.1);
                Interval {
                    signed: fitting(hull_of(&corners)),
                    unsigned: fitting_unsigned(
                        most.map(|most| (a.unsigned.0 * b.unsigned.0, most)),
                    ),
                }
            }
            Op::BvUdiv if b.unsigned.0 > 0 => {
                unsigned(a.unsigned.0 / b.unsigned.1, a.unsigned.1 / b.unsigned.0)
            }
            Op::BvUrem if b.unsigned.0 > 0 => {
                if a.unsigned.1 < b.unsigned.0 {
                    a
                } else {
                    unsigned(0, a.unsigned.1.min(b.unsigned.1 - 1))
                }
            }
            // A zero divisor gives the dividend.
            Op::BvUrem => unsigned(0, a.unsigned.1),
            Op::BvSdiv if b.signed.0 > 0 => {
                let corners = [
                    a.signed.0 / b.signed.0,
                    a.signed.0 / b.signed.1,
                    a.signed.1 / b.signed.0,
                    a.signed.1 / b.signed.1,
                ];
                Interval {
                    signed: fitting(hull_of(&corners)),
                    ..full
                }
            }
            Op::BvSrem if b.signed.0 > 0 => {
                if a.signed.0 >= 0 && a.signed.1 < b.signed.0 {
                    return a;
                }
                let limit = b.signed.1 - 1;
                // The remainder has the sign of the dividend and is no larger.
                Interval::of_signed(
                    width,
                    a.signed.0.clamp(-limit, 0),
                    a.signed.1.clamp(0, limit),
                )
            }
            // A quotient is no larger than the dividend, or 1 or -1 for a zero divisor; the remainder is smaller than the
            // divisor, or the dividend.
            Op::BvSdiv => {
                let most = a.signed.0.abs().max(a.signed.1.abs()).max(1);
                Interval {
                    signed: fitting(Some((-most, most))),
                    ..full
                }
            }
            Op::BvSrem => {
                let mut limit = a.signed.0.abs().max(a.signed.1.abs());
                if b.signed.1 < 0 {
                    limit = limit.min(-b.signed.0 - 1);
                }
                Interval::of_signed(
                    width,
                    a.signed.0.clamp(-limit, 0),
                    a.signed.1.clamp(0, limit),
                )
            }
            Op::BvAnd => unsigned(0, a.unsigned.1.min(b.unsigned.1)),
            Op::BvOr => unsigned(
                a.unsigned.0.max(b.unsigned.0),
                ones_below(a.unsigned.1 | b.unsigned.1),
            ),
            Op::BvXor => unsigned(0, ones_below(a.unsigned.1 | b.unsigned.1)),
            Op::BvShl => match b.single() {
                Some(by) if by < u128::from(width) => {
                    let by = by as u32;
                    Interval {
                        signed: fitting(Some((a.signed.0 << by, a.signed.1 << by))),
                        unsigned: fitting_unsigned(Some((a.unsigned.0 << by, a.unsigned.1 << by))),
                    }
                }
                _ => full,
            },
            Op::BvLshr => match b.single() {
                Some(by) if by < u128::from(width) => {
                    unsigned(a.unsigned.0 >> by, a.unsigned.1 >> by)
                }
                _ => unsigned(0, a.unsigned.1),
            },
            Op::BvAshr => match b.single() {
                Some(by) if by < u128::from(width) => {
                    Interval::of_signed(width, a.signed.0 >> by, a.signed.1 >> by)
                }
                _ => Interval::of_signed(width, a.signed.0.min(0), a.signed.1.max(-1)),
            },
            _ => full,
        }
    }
}

/// The values of `x` where `x + by` is in the interval, as far as they are an interval themselves.
fn moved(interval: Interval, width: u32, by: i128) -> Interval {
    let full = Interval::full(width);
    let whole = 1i128 << width;
    let mut result = full;
    let (least, most) = (interval.signed.0 - by, interval.signed.1 - by);
    for turn in [-whole, 0, whole] {
        let (least, most) = (least + turn, most + turn);
        if full.signed.0 <= least && most <= full.signed.1 {
            result.signed = (least, most);
        }
    }
    let (least, most) = (
        interval.unsigned.0 as i128 - by,
        interval.unsigned.1 as i128 - by,
    );
    for turn in [-whole, 0, whole] {
        let (least, most) = (least + turn, most + turn);
        if 0 <= least && most < whole {
            result.unsigned = (least as u128, most as u128);
        }
    }
    result
}

fn hull_of(values: &[i128]) -> Option<(i128, i128)> {
    values
        .iter()
        .copied()
        .min()
        .zip(values.iter().copied().max())
}

/// All ones up to the highest bit of a number.
fn ones_below(value: u128) -> u128 {
    match value {
        0 => 0,
        _ => mask(128 - value.leading_zeros()),
    }
}
