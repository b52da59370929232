//! Arithmetic on bit-vectors and shifts. Sums keep one literal, outermost and on the right; differences stay
//! differences unless a literal is subtracted; multiplication and shifts by powers of two become concatenations.

use crate::bits::{self, mask};
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    /// A literal result, or the operator applied to the leaves of a tree of literals.
    pub(crate) fn fold_binary(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let sort = self.sort(a);
        let width = sort.bv_width()?;
        match (self.as_bv(a), self.as_bv(b)) {
            (Some(x), Some(y)) => {
                let value = bits::binary(op, width, x, y)?;
                Some(self.bv(width, value))
            }
            (None, Some(_)) if self.is_literal_tree(a) => {
                Some(self.map_tree(a, &mut |pool, leaf| pool.build(op, sort, &[leaf, b])))
            }
            (Some(_), None) if self.is_literal_tree(b) => {
                Some(self.map_tree(b, &mut |pool, leaf| pool.build(op, sort, &[a, leaf])))
            }
            _ => None,
        }
    }

    #[track_caller]
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvAdd, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_bv(b) {
            return self.add_literal(a, b, c, width);
        }
        for (x, y) in [(a, b), (b, a)] {
            // x + (-z) and (p - y) + y.
            if let Some(z) = self.unary(y, Op::BvNeg) {
                return self.sub(x, z);
            }
            if let Some(rest) = self.given_back(x, y) {
                return rest;
            }
            if self.unary(x, Op::BvNot) == Some(y) {
                return self.bv(width, u128::MAX);
            }
            if let Some(dividend) = self.recombine(x, y) {
                return dividend;
            }
        }
        // Literals move outwards.
        if let Some((x, c)) = self.offset(a) {
            let sum = self.add(x, b);
            return self.add(sum, c);
        }
        if let Some((y, c)) = self.offset(b) {
            let sum = self.add(a, y);
            return self.add(sum, c);
        }
        for (x, y) in [(a, b), (b, a)] {
            // (c - z) + y.
            if let Some((c, z)) = self.binary(x, Op::BvSub)
                && self.is_const(c)
            {
                let difference = self.sub(y, z);
                return self.add(difference, c);
            }
            // One level into a sum: (p + q) + y where q and y recombine or cancel.
            if let Some((p, q)) = self.binary(x, Op::BvAdd) {
                for (p, q) in [(p, q), (q, p)] {
                    if let Some(dividend) = self.recombine(q, y).or_else(|| self.recombine(y, q)) {
                        return self.add(p, dividend);
                    }
                }
            }
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.mk(Op::BvAdd, Sort::Bv(width), &[a, b])
    }

    /// A sum with a literal.
    fn offset(&self, t: Term) -> Option<(Term, Term)> {
        self.binary(t, Op::BvAdd).filter(|&(_, c)| self.is_const(c))
    }

    fn add_literal(&mut self, a: Term, literal: Term, c: u128, width: u32) -> Term {
        if c == 0 {
            return a;
        }
        if let Some((x, k)) = self.offset(a) {
            let sum = self.as_bv(k).unwrap_or_default().wrapping_add(c);
            let sum = self.bv(width, sum);
            return self.add(x, sum);
        }
        match self.op(a) {
            Op::BvSub => {
                let (k, x) = (self.arg(a, 0), self.arg(a, 1));
                if let Some(k) = self.as_bv(k) {
                    let sum = self.bv(width, k.wrapping_add(c));
                    return self.sub(sum, x);
                }
            }
            // ~x is -x - 1.
            Op::BvNot => {
                let x = self.arg(a, 0);
                let less = self.bv(width, c.wrapping_sub(1));
                return self.sub(less, x);
            }
            Op::BvNeg => {
                let x = self.arg(a, 0);
                return self.sub(literal, x);
            }
            _ => {}
        }
        if let Some(joined) = self.join_disjoint(a, literal) {
            return joined;
        }
        self.mk(Op::BvAdd, Sort::Bv(width), &[a, literal])
    }

    #[track_caller]
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return self.bv(width, 0);
        }
        if let Some(folded) = self.fold_binary(Op::BvSub, a, b) {
            return folded;
        }
        if let Some(c) = self.as_bv(b) {
            let negated = self.bv(width, c.wrapping_neg());
            return self.add(a, negated);
        }
        if let Some(c) = self.as_bv(a) {
            if c == 0 {
                return self.neg(b);
            }
            if c == mask(width) {
                return self.bv_not(b);
            }
        }
        if let Some(z) = self.unary(b, Op::BvNeg) {
            return self.add(a, z);
        }
        // (… + b …) - b, a - (… + a …), and sums with a term in common.
        if let Some(rest) = self.taken_from(a, b) {
            return rest;
        }
        if let Some(rest) = self.taken_from(b, a) {
            return self.neg(rest);
        }
        if let Some((a, b)) = self.without_common(a, b) {
            return self.sub(a, b);
        }
        // Literals move outwards.
        if let Some((x, c)) = self.offset(a) {
            let difference = self.sub(x, b);
            return self.add(difference, c);
        }
        if let Some((y, c)) = self.offset(b) {
            let negated = self.neg(c);
            // A literal on the left takes the offset in; otherwise it stays outside.
            if self.is_const(a) {
                let rest = self.add(a, negated);
                return self.sub(rest, y);
            }
            let difference = self.sub(a, y);
            return self.add(difference, negated);
        }
        if let Some((c, x)) = self.binary(b, Op::BvSub)
            && self.is_const(c)
        {
            // a - (c - x)
            let negated = self.neg(c);
            let sum = self.add(a, x);
            return self.add(sum, negated);
        }
        if let Some((c, x)) = self.binary(a, Op::BvSub)
            && self.is_const(c)
        {
            // (c - x) - b
            let sum = self.add(x, b);
            return self.sub(c, sum);
        }
        if let Some(rest) = self.remainder_of(a, b) {
            return rest;
        }
        self.mk(Op::BvSub, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(value) = self.as_bv(a) {
            return self.bv(width, value.wrapping_neg());
        }
        match self.op(a) {
            Op::BvNeg => self.arg(a, 0),
            Op::BvSub => self.sub(self.arg(a, 1), self.arg(a, 0)),
            Op::BvAdd => match self.offset(a) {
                Some((x, c)) => {
                    let negated = self.neg(c);
                    self.sub(negated, x)
                }
                None => self.mk(Op::BvNeg, Sort::Bv(width), &[a]),
            },
            // -(~x) is x + 1.
            Op::BvNot => {
                let one = self.bv(width, 1);
                self.add(self.arg(a, 0), one)
            }
            Op::BvMul if self.is_const(self.arg(a, 1)) => {
                let negated = self.neg(self.arg(a, 1));
                self.mul(self.arg(a, 0), negated)
            }
            Op::Ite if self.is_literal_tree(a) => {
                self.map_tree(a, &mut |pool, leaf| pool.neg(leaf))
            }
            _ => self.mk(Op::BvNeg, Sort::Bv(width), &[a]),
        }
    }

    #[track_caller]
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvMul, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_bv(b) {
            if c == mask(width) {
                return self.neg(a);
            }
            if c == 0 {
                return b;
            }
            if c.is_power_of_two() {
                return self.shl_literal(a, c.trailing_zeros());
            }
            if let Some((x, k)) = self.binary(a, Op::BvMul)
                && let Some(k) = self.as_bv(k)
            {
                let product = self.bv(width, k.wrapping_mul(c));
                return self.mul(x, product);
            }
            if let Some(x) = self.unary(a, Op::BvNeg) {
                let negated = self.neg(b);
                return self.mul(x, negated);
            }
        }
        match (self.unary(a, Op::BvNeg), self.unary(b, Op::BvNeg)) {
            (Some(x), Some(y)) => return self.mul(x, y),
            (Some(x), None) => {
                let product = self.mul(x, b);
                return self.neg(product);
            }
            (None, Some(y)) => {
                let product = self.mul(a, y);
                return self.neg(product);
            }
            (None, None) => {}
        }
        self.mk(Op::BvMul, Sort::Bv(width), &[a, b])
    }

    /// A product, whether written as one or as a shift: `(x, y)` with `t = x * y`.
    pub(crate) fn factors(&mut self, t: Term) -> Option<(Term, Term)> {
        match self.op(t) {
            Op::BvMul => Some((self.arg(t, 0), self.arg(t, 1))),
            Op::BvNeg => {
                let ones = self.bv(self.width(t), u128::MAX);
                Some((self.arg(t, 0), ones))
            }
            Op::BvConcat => {
                let (high, zeros) = (self.arg(t, 0), self.arg(t, 1));
                let Op::BvExtract { lo: 0, .. } = self.op(high) else {
                    return None;
                };
                let whole = self.arg(high, 0);
                if self.as_bv(zeros) != Some(0) || self.width(whole) != self.width(t) {
                    return None;
                }
                let power = self.bv(self.width(t), 1 << self.width(zeros));
                Some((whole, power))
            }
            _ => None,
        }
    }

    fn shl_literal(&mut self, a: Term, amount: u32) -> Term {
        let width = self.width(a);
        if amount == 0 {
            return a;
        }
        if amount >= width {
            return self.bv(width, 0);
        }
        let kept = self.extract(a, width - 1 - amount, 0);
        let zeros = self.bv(amount, 0);
        self.concat(kept, zeros)
    }

    /// A literal shift amount, cut off at the width.
    fn amount(&self, t: Term) -> Option<u32> {
        let width = self.width(t);
        self.as_bv(t).map(|n| n.min(u128::from(width)) as u32)
    }

    #[track_caller]
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvShl, a, b) {
            return folded;
        }
        if let Some(amount) = self.amount(b) {
            return self.shl_literal(a, amount);
        }
        if self.as_bv(a) == Some(0) {
            return a;
        }
        self.mk(Op::BvShl, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvLshr, a, b) {
            return folded;
        }
        if let Some(amount) = self.amount(b) {
            if amount >= width {
                return self.bv(width, 0);
            }
            let kept = self.extract(a, width - 1, amount);
            return self.zext(kept, width);
        }
        if self.as_bv(a) == Some(0) {
            return a;
        }
        self.mk(Op::BvLshr, Sort::Bv(width), &[a, b])
    }

    #[track_caller]
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if let Some(folded) = self.fold_binary(Op::BvAshr, a, b) {
            return folded;
        }
        if let Some(amount) = self.amount(b) {
            let kept = self.extract(a, width - 1, amount.min(width - 1));
            return self.sext(kept, width);
        }
        if self.as_bv(a) == Some(0) || self.as_bv(a) == Some(mask(width)) {
            return a;
        }
        if self.is_non_negative(a) {
            return self.lshr(a, b);
        }
        self.mk(Op::BvAshr, Sort::Bv(width), &[a, b])
    }
}
