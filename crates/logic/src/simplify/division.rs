//! Division and remainder, signed and unsigned, with SMT-LIB's total meaning: dividing by zero gives all ones (signed:
//! 1 or -1 against the sign), and the remainder is the dividend. The identity `x/y*y + x%y = x`, which holds for every
//! divisor including zero and for the one overflow, is out of reach for bit-blasting solvers and is applied here.

use crate::bits::{mask, sign_bit, signed};
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    #[track_caller]
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvUdiv, a, b) {
            return folded;
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return self.bv(width, u128::MAX);
            }
            if c.is_power_of_two() {
                let amount = self.bv(width, u128::from(c.trailing_zeros()));
                return self.lshr(a, amount);
            }
            if self.unsigned_range(a).1 < c {
                return self.bv(width, 0);
            }
        }
        self.mk(Op::BvUdiv, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return self.bv(width, 0);
        }
        if let Some(folded) = self.fold_binary(Op::BvUrem, a, b) {
            return folded;
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return a;
            }
            if c.is_power_of_two() {
                let low = self.bv(width, c - 1);
                return self.bv_and(a, low);
            }
            if self.unsigned_range(a).1 < c {
                return a;
            }
        }
        if self.as_bv(a) == Some(0) {
            return a;
        }
        self.mk(Op::BvUrem, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvSdiv, a, b) {
            return folded;
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                let zero = self.bv(width, 0);
                let negative = self.slt(a, zero);
                let (one, ones) = (self.bv(width, 1), self.bv(width, u128::MAX));
                return self.ite(negative, one, ones);
            }
            // In one bit, the literal 1 is minus one.
            if c == mask(width) {
                return self.neg(a);
            }
            if c == 1 {
                return a;
            }
            if c == sign_bit(width) {
                // Only the most negative value reaches its own magnitude.
                let is_min = self.eq(a, b);
                let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
                return self.ite(is_min, one, zero);
            }
            let divisor = signed(width, c);
            let (least, most) = self.signed_range(a);
            let magnitude = divisor.unsigned_abs();
            if least.unsigned_abs().max(most.unsigned_abs()) < magnitude {
                return self.bv(width, 0);
            }
            if divisor > 0 && least >= 0 {
                return self.udiv(a, b);
            }
        }
        self.mk(Op::BvSdiv, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return self.bv(width, 0);
        }
        if let Some(folded) = self.fold_binary(Op::BvSrem, a, b) {
            return folded;
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return a;
            }
            if c == 1 || c == mask(width) {
                return self.bv(width, 0);
            }
            if c == sign_bit(width) {
                let is_min = self.eq(a, b);
                let zero = self.bv(width, 0);
                return self.ite(is_min, zero, a);
            }
            let divisor = signed(width, c);
            if divisor < 0 {
                // The sign of the divisor does not matter.
                let positive = self.neg(b);
                return self.srem(a, positive);
            }
            let (least, most) = self.signed_range(a);
            if -divisor < least && most < divisor {
                return a;
            }
            if least >= 0 {
                return self.urem(a, b);
            }
        }
        if self.as_bv(a) == Some(0) {
            return a;
        }
        self.mk(Op::BvSrem, Sort::Bv(width), &[a, b])
    }

    /// `x`, if the first is `x/y*y` and the second `x%y`.
    pub(crate) fn recombine(&mut self, product: Term, rest: Term) -> Option<Term> {
        let division = match self.op(rest) {
            Op::BvUrem => Op::BvUdiv,
            Op::BvSrem => Op::BvSdiv,
            _ => return None,
        };
        let (x, y) = (self.arg(rest, 0), self.arg(rest, 1));
        let (p, q) = self.factors(product)?;
        for (quotient, divisor) in [(p, q), (q, p)] {
            if self.divides(division, quotient, divisor, x, y) {
                return Some(x);
            }
        }
        None
    }

    /// Whether the quotient is `x` by that divisor, and the divisor is `y` (or, signed, minus `y`: the remainder is
    /// the same).
    fn divides(&mut self, division: Op, quotient: Term, divisor: Term, x: Term, y: Term) -> bool {
        let Some((dividend, by)) = self.binary(quotient, division) else {
            return false;
        };
        if dividend != x || by != divisor {
            return false;
        }
        by == y || division == Op::BvSdiv && self.is_const(by) && self.neg(by) == y
    }

    /// `x - x/y*y` is `x%y`, and `x - x%y` is `x/y*y`.
    pub(crate) fn remainder_of(&mut self, x: Term, b: Term) -> Option<Term> {
        for (division, remainder) in [(Op::BvSdiv, Op::BvSrem), (Op::BvUdiv, Op::BvUrem)] {
            if let Some((dividend, y)) = self.binary(b, remainder)
                && dividend == x
            {
                let sort = self.sort(x);
                let quotient = self.build(division, sort, &[x, y]);
                return Some(self.mul(quotient, y));
            }
        }
        let (p, q) = self.factors(b)?;
        for (quotient, divisor) in [(p, q), (q, p)] {
            for (division, remainder) in [(Op::BvSdiv, Op::BvSrem), (Op::BvUdiv, Op::BvUrem)] {
                if self.divides(division, quotient, divisor, x, divisor) {
                    return Some(self.build(remainder, self.sort(x), &[x, divisor]));
                }
            }
        }
        None
    }
}
