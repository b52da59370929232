//! Bitwise operators. Contiguous masks become extractions and extensions; operands that share no bits are joined by
//! concatenation; booleans held as 0 and 1 are computed as booleans.

use crate::bits::mask;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    #[track_caller]
    pub fn bv_not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_bv(a) {
            return self.bv(width, !value);
        }
        match self.op(a) {
            Op::BvNot => self.arg(a, 0),
            // ~(-x) is x - 1; ~(x + c) is ~c - x; ~(c - x) is x + ~c.
            Op::BvNeg => {
                let ones = self.bv(width, u128::MAX);
                self.add(self.arg(a, 0), ones)
            }
            Op::BvAdd if self.is_const(self.arg(a, 1)) => {
                let flipped = self.bv_not(self.arg(a, 1));
                self.sub(flipped, self.arg(a, 0))
            }
            Op::BvSub if self.is_const(self.arg(a, 0)) => {
                let flipped = self.bv_not(self.arg(a, 0));
                self.add(self.arg(a, 1), flipped)
            }
            Op::Ite if self.is_literal_tree(a) => {
                self.map_tree(a, &mut |pool, leaf| pool.bv_not(leaf))
            }
            _ => self.mk(Op::BvNot, Sort::Bv(width), &[a]),
        }
    }

    #[track_caller]
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return a;
        }
        if let Some(folded) = self.fold_binary(Op::BvAnd, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return b;
            }
            if c == mask(width) {
                return a;
            }
            if let Some((x, k)) = self.with_literal(a, Op::BvAnd) {
                let both = self.bv(width, k & c);
                return self.bv_and(x, both);
            }
            // A run of ones keeps a slice in place.
            let low = c.trailing_zeros();
            let run = c >> low;
            if run & run.wrapping_add(1) == 0 {
                let high = 127 - c.leading_zeros();
                let kept = self.extract(a, high, low);
                let placed = if low == 0 {
                    kept
                } else {
                    let zeros = self.bv(low, 0);
                    self.concat(kept, zeros)
                };
                return self.zext(placed, width);
            }
        }
        if self.flipped(a, b) {
            return self.bv(width, 0);
        }
        if let Some(result) = self.absorb(Op::BvAnd, Op::BvOr, a, b) {
            return result;
        }
        if let Some(result) = self.both_flags(Op::BvAnd, a, b) {
            return result;
        }
        self.mk(Op::BvAnd, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return a;
        }
        if let Some(folded) = self.fold_binary(Op::BvOr, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return a;
            }
            if c == mask(width) {
                return b;
            }
            if let Some((x, k)) = self.with_literal(a, Op::BvOr) {
                let both = self.bv(width, k | c);
                return self.bv_or(x, both);
            }
        }
        if self.flipped(a, b) {
            return self.bv(width, u128::MAX);
        }
        if let Some(result) = self.absorb(Op::BvOr, Op::BvAnd, a, b) {
            return result;
        }
        if let Some(result) = self.both_flags(Op::BvOr, a, b) {
            return result;
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.mk(Op::BvOr, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return self.bv(width, 0);
        }
        if let Some(folded) = self.fold_binary(Op::BvXor, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return a;
            }
            if c == mask(width) {
                return self.bv_not(a);
            }
            if let Some((x, k)) = self.with_literal(a, Op::BvXor) {
                let both = self.bv(width, k ^ c);
                return self.bv_xor(x, both);
            }
        }
        if self.flipped(a, b) {
            return self.bv(width, u128::MAX);
        }
        // Complements move outwards.
        for (x, y) in [(a, b), (b, a)] {
            if let Some(inner) = self.unary(x, Op::BvNot) {
                let rest = self.bv_xor(inner, y);
                return self.bv_not(rest);
            }
            if let Some((p, q)) = self.binary(x, Op::BvXor) {
                if p == y {
                    return q;
                }
                if q == y {
                    return p;
                }
            }
        }
        if let Some(result) = self.both_flags(Op::BvXor, a, b) {
            return result;
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.mk(Op::BvXor, Sort::Bv(width), &[a, b])
    }

    fn with_literal(&self, t: Term, op: Op) -> Option<(Term, u128)> {
        let (x, k) = self.binary(t, op)?;
        Some((x, self.as_bv(k)?))
    }

    fn flipped(&self, a: Term, b: Term) -> bool {
        self.unary(a, Op::BvNot) == Some(b) || self.unary(b, Op::BvNot) == Some(a)
    }

    /// `a op (a op b)` is `a op b`; `a op (a dual b)` is `a`.
    fn absorb(&self, op: Op, dual: Op, a: Term, b: Term) -> Option<Term> {
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.binary(y, op)
                && (p == x || q == x)
            {
                return Some(y);
            }
            if let Some((p, q)) = self.binary(y, dual)
                && (p == x || q == x)
            {
                return Some(x);
            }
        }
        None
    }

    /// Two booleans held as numbers: `c ? k : 0` with the same `k`.
    fn both_flags(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let ([c, k, z], [d, l, y]) = (self.ternary(a, Op::Ite)?, self.ternary(b, Op::Ite)?);
        if z != y || k != l || self.as_bv(z)? != 0 || !self.is_const(k) {
            return None;
        }
        let flag = match op {
            Op::BvAnd => self.and(c, d),
            Op::BvOr => self.or(c, d),
            _ => self.xor(c, d),
        };
        Some(self.ite(flag, k, z))
    }

    /// Joins operands of a sum or union that have no bit in common, one above the other.
    pub(crate) fn join_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        for (high, low) in [(a, b), (b, a)] {
            let split = self.trailing_zeros(high);
            if split == 0 || split >= width || width - self.leading_zeros(low) > split {
                continue;
            }
            let top = self.extract(high, width - 1, split);
            let bottom = self.extract(low, split - 1, 0);
            return Some(self.concat(top, bottom));
        }
        None
    }

    /// How many low bits are zero by construction.
    fn trailing_zeros(&self, t: Term) -> u32 {
        let t = self.unary(t, Op::BvZext).unwrap_or(t);
        match self.op(t) {
            Op::BvConst(id) => self.constant_bits(id).trailing_zeros().min(self.width(t)),
            Op::BvConcat => {
                let low = self.arg(t, 1);
                if self.as_bv(low) == Some(0) {
                    self.width(low)
                } else {
                    0
                }
            }
            _ => 0,
        }
    }

    /// How many high bits are zero by construction.
    fn leading_zeros(&self, t: Term) -> u32 {
        match self.op(t) {
            Op::BvConst(id) => self.width(t) - (128 - self.constant_bits(id).leading_zeros()),
            Op::BvZext => self.width(t) - self.width(self.arg(t, 0)),
            _ => 0,
        }
    }
}
