//! Mathematical integers, for solvers that reason about them. Literals are 128 bits wide: an operation on literals
//! that would leave that range stays symbolic.

use crate::bits::mask;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    #[track_caller]
    fn expect_int(&self, t: Term) {
        assert!(
            self.sort(t) == Sort::Int,
            "expected an integer, found a term of sort {:?}",
            self.sort(t)
        );
    }

    #[track_caller]
    pub fn int_neg(&mut self, a: Term) -> Term {
        self.expect_int(a);
        if let Some(value) = self.as_int(a).and_then(i128::checked_neg) {
            return self.int(value);
        }
        match self.op(a) {
            Op::IntNeg => self.arg(a, 0),
            Op::IntSub => self.int_sub(self.arg(a, 1), self.arg(a, 0)),
            _ => self.mk(Op::IntNeg, Sort::Int, &[a]),
        }
    }

    #[track_caller]
    pub fn int_add(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_int(b) {
            if c == 0 {
                return a;
            }
            if let Some(value) = self.as_int(a).and_then(|x| x.checked_add(c)) {
                return self.int(value);
            }
            if let Some((x, k)) = self.binary(a, Op::IntAdd)
                && let Some(sum) = self.as_int(k).and_then(|k| k.checked_add(c))
            {
                let sum = self.int(sum);
                return self.int_add(x, sum);
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(z) = self.unary(y, Op::IntNeg) {
                return self.int_sub(x, z);
            }
            if let Some((p, q)) = self.binary(x, Op::IntSub)
                && q == y
            {
                return p;
            }
        }
        self.mk(Op::IntAdd, Sort::Int, &[a, b])
    }

    #[track_caller]
    pub fn int_sub(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        if a == b {
            return self.int(0);
        }
        if let Some(c) = self.as_int(b).and_then(i128::checked_neg) {
            let negated = self.int(c);
            return self.int_add(a, negated);
        }
        if self.as_int(a) == Some(0) {
            return self.int_neg(b);
        }
        if let Some(z) = self.unary(b, Op::IntNeg) {
            return self.int_add(a, z);
        }
        if let Some((p, q)) = self.binary(a, Op::IntAdd) {
            if p == b {
                return q;
            }
            if q == b {
                return p;
            }
        }
        self.mk(Op::IntSub, Sort::Int, &[a, b])
    }

    #[track_caller]
    pub fn int_mul(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_int(b) {
            match c {
                0 => return b,
                1 => return a,
                -1 => return self.int_neg(a),
                _ => {}
            }
            if let Some(value) = self.as_int(a).and_then(|x| x.checked_mul(c)) {
                return self.int(value);
            }
        }
        self.mk(Op::IntMul, Sort::Int, &[a, b])
    }

    /// Euclidean division; unspecified for a zero divisor.
    #[track_caller]
    pub fn int_div(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        if let Some(c) = self.as_int(b) {
            if c == 1 {
                return a;
            }
            if let Some(value) = self.as_int(a).and_then(|x| x.checked_div_euclid(c)) {
                return self.int(value);
            }
        }
        self.mk(Op::IntDiv, Sort::Int, &[a, b])
    }

    /// Euclidean remainder; unspecified for a zero divisor.
    #[track_caller]
    pub fn int_mod(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        if let Some(c) = self.as_int(b) {
            if c == 1 || c == -1 {
                return self.int(0);
            }
            if let Some(value) = self.as_int(a).and_then(|x| x.checked_rem_euclid(c)) {
                return self.int(value);
            }
        }
        self.mk(Op::IntMod, Sort::Int, &[a, b])
    }

    #[track_caller]
    pub fn int_lt(&mut self, a: Term, b: Term) -> Term {
        self.expect_int(a);
        self.expect_int(b);
        if a == b {
            return self.ff();
        }
        match (self.as_int(a), self.as_int(b)) {
            (Some(x), Some(y)) => return self.bool(x < y),
            // k < x is not x < k+1.
            (Some(x), None) => {
                if let Some(next) = x.checked_add(1) {
                    let next = self.int(next);
                    let at_most = self.int_lt(b, next);
                    return self.not(at_most);
                }
            }
            (None, Some(y)) => {
                // Integers do not wrap around: an offset moves to the other side.
                if let Some((x, c)) = self.binary(a, Op::IntAdd)
                    && let Some(rest) = self.as_int(c).and_then(|c| y.checked_sub(c))
                {
                    let rest = self.int(rest);
                    return self.int_lt(x, rest);
                }
                if self.is_literal_tree(a) {
                    return self.map_tree(a, &mut |pool, leaf| pool.int_lt(leaf, b));
                }
            }
            (None, None) => {}
        }
        self.mk(Op::IntLt, Sort::Bool, &[a, b])
    }

    #[track_caller]
    pub fn int_le(&mut self, a: Term, b: Term) -> Term {
        let greater = self.int_lt(b, a);
        self.not(greater)
    }

    /// The unsigned value of a bit-vector.
    #[track_caller]
    pub fn bv_to_int(&mut self, t: Term) -> Term {
        self.width(t);
        if let Some(value) = self.as_bv(t).and_then(|value| i128::try_from(value).ok()) {
            return self.int(value);
        }
        if let Some(inner) = self.unary(t, Op::BvZext) {
            return self.bv_to_int(inner);
        }
        self.mk(Op::BvToInt, Sort::Int, &[t])
    }

    /// The signed value of a bit-vector.
    #[track_caller]
    pub fn sbv_to_int(&mut self, t: Term) -> Term {
        let zero = self.bv(self.width(t), 0);
        let negative = self.slt(t, zero);
        let magnitude = self.neg(t);
        let magnitude = self.bv_to_int(magnitude);
        let below = self.int_neg(magnitude);
        let above = self.bv_to_int(t);
        self.ite(negative, below, above)
    }

    /// The integer modulo 2^width.
    #[track_caller]
    pub fn int_to_bv(&mut self, t: Term, width: u32) -> Term {
        self.expect_int(t);
        assert!(
            (1..=128).contains(&width),
            "a bit-vector has 1 to 128 bits, not {width}"
        );
        if let Some(value) = self.as_int(t) {
            return self.bv(width, value as u128 & mask(width));
        }
        if let Some(inner) = self.unary(t, Op::BvToInt) {
            let from = self.width(inner);
            return if from <= width {
                self.zext(inner, width)
            } else {
                self.extract(inner, width - 1, 0)
            };
        }
        self.mk(Op::IntToBv, Sort::Bv(width), &[t])
    }
}
