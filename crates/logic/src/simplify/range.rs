//! Cheap bounds: what interval a bit-vector term lies in, judged by its topmost operators. The answer is always an
//! over-approximation; looking only a few levels down keeps it cheap.

use crate::bits::{mask, sign_bit, signed};
use crate::op::{Op, Term};
use crate::pool::Pool;

/// How many levels are looked at.
const LEVELS: u32 = 4;

/// All ones up to the highest bit of a number.
fn ones_below(value: u128) -> u128 {
    if value == 0 {
        0
    } else {
        mask(128 - value.leading_zeros())
    }
}

impl Pool {
    /// Least and greatest unsigned value.
    pub fn unsigned_range(&self, t: Term) -> (u128, u128) {
        self.unsigned_bounds(t, LEVELS)
    }

    /// Least and greatest signed value.
    pub fn signed_range(&self, t: Term) -> (i128, i128) {
        self.signed_bounds(t, LEVELS)
    }

    fn unsigned_bounds(&self, t: Term, levels: u32) -> (u128, u128) {
        let width = self.width(t);
        let full = (0, mask(width));
        if let Some(value) = self.as_bv(t) {
            return (value, value);
        }
        if levels == 0 {
            return full;
        }
        let of = |i: usize| self.unsigned_bounds(self.arg(t, i), levels - 1);
        match self.op(t) {
            Op::BvZext => of(0),
            Op::BvSext => {
                let inner = of(0);
                if inner.1 < sign_bit(self.width(self.arg(t, 0))) {
                    inner
                } else {
                    full
                }
            }
            Op::BvConcat => {
                let (high, low) = (of(0), of(1));
                let shift = self.width(self.arg(t, 1));
                ((high.0 << shift) | low.0, (high.1 << shift) | low.1)
            }
            Op::BvExtract { hi, lo } => {
                let inner = of(0);
                if inner.1 <= mask(hi + 1) {
                    (inner.0 >> lo, inner.1 >> lo)
                } else {
                    full
                }
            }
            Op::Ite => {
                let (a, b) = (of(1), of(2));
                (a.0.min(b.0), a.1.max(b.1))
            }
            // A zero divisor gives the dividend, which is within its own bound; a literal one is never zero here.
            Op::BvUrem => {
                let limit = self
                    .as_bv(self.arg(t, 1))
                    .map_or(u128::MAX, |c| c.wrapping_sub(1));
                (0, of(0).1.min(limit))
            }
            Op::BvUdiv => match self.as_bv(self.arg(t, 1)) {
                Some(c) if c != 0 => {
                    let inner = of(0);
                    (inner.0 / c, inner.1 / c)
                }
                _ => full,
            },
            Op::BvLshr => (0, of(0).1),
            Op::BvAnd => (0, of(0).1.min(of(1).1)),
            Op::BvOr => {
                let (a, b) = (of(0), of(1));
                (a.0.max(b.0), ones_below(a.1 | b.1))
            }
            Op::BvXor => (0, ones_below(of(0).1 | of(1).1)),
            Op::BvNot => {
                let inner = of(0);
                (full.1 - inner.1, full.1 - inner.0)
            }
            Op::BvAdd => {
                let (a, b) = (of(0), of(1));
                match a.1.checked_add(b.1) {
                    Some(most) if most <= full.1 => (a.0 + b.0, most),
                    _ => full,
                }
            }
            Op::BvMul => {
                let (a, b) = (of(0), of(1));
                match a.1.checked_mul(b.1) {
                    Some(most) if most <= full.1 => (a.0 * b.0, most),
                    _ => full,
                }
            }
            _ => full,
        }
    }

    fn signed_bounds(&self, t: Term, levels: u32) -> (i128, i128) {
        let width = self.width(t);
        let full = (signed(width, sign_bit(width)), (mask(width) >> 1) as i128);
        if let Some(value) = self.as_bv(t) {
            let value = signed(width, value);
            return (value, value);
        }
        if levels == 0 {
            return full;
        }
        let (least, most) = self.unsigned_bounds(t, levels);
        if most < sign_bit(width) {
            return (least as i128, most as i128);
        }
        let of = |i: usize| self.signed_bounds(self.arg(t, i), levels - 1);
        let fitting = |bounds: Option<(i128, i128)>| match bounds {
            Some((least, most)) if full.0 <= least && most <= full.1 => (least, most),
            _ => full,
        };
        match self.op(t) {
            Op::BvSext => of(0),
            Op::Ite => {
                let (a, b) = (of(1), of(2));
                (a.0.min(b.0), a.1.max(b.1))
            }
            Op::BvSrem => match self.as_bv(self.arg(t, 1)) {
                Some(c) if c != 0 => {
                    let limit = (signed(width, c).unsigned_abs() - 1) as i128;
                    let dividend = of(0);
                    // The remainder has the sign of the dividend and is no larger.
                    (dividend.0.clamp(-limit, 0), dividend.1.clamp(0, limit))
                }
                _ => full,
            },
            Op::BvSdiv => match self.as_bv(self.arg(t, 1)).map(|c| signed(width, c)) {
                Some(c) if c > 0 => {
                    let dividend = of(0);
                    (dividend.0 / c, dividend.1 / c)
                }
                _ => full,
            },
            Op::BvNot => {
                let inner = of(0);
                (!inner.1, !inner.0)
            }
            Op::BvNeg => {
                let inner = of(0);
                fitting(inner.1.checked_neg().zip(inner.0.checked_neg()))
            }
            Op::BvAdd => {
                let (a, b) = (of(0), of(1));
                fitting(a.0.checked_add(b.0).zip(a.1.checked_add(b.1)))
            }
            Op::BvSub => {
                let (a, b) = (of(0), of(1));
                fitting(a.0.checked_sub(b.1).zip(a.1.checked_sub(b.0)))
            }
            Op::BvMul => match self.as_bv(self.arg(t, 1)).map(|c| signed(width, c)) {
                Some(c) => {
                    let inner = of(0);
                    let ends = inner.0.checked_mul(c).zip(inner.1.checked_mul(c));
                    fitting(ends.map(|(x, y)| (x.min(y), x.max(y))))
                }
                None => full,
            },
            _ => full,
        }
    }
}
