//! Comparison and classification of floats. Comparisons of integers that were converted exactly are comparisons of
//! the integers; nothing here assumes the absence of NaN.

use crate::floats;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::{FpSort, Sort};

impl Pool {
    #[track_caller]
    pub fn fp_lt(&mut self, a: Term, b: Term) -> Term {
        self.fp_relation(Op::FpLt, a, b)
    }

    #[track_caller]
    pub fn fp_le(&mut self, a: Term, b: Term) -> Term {
        self.fp_relation(Op::FpLe, a, b)
    }

    /// IEEE `==`: NaN differs from itself, zeros are equal.
    #[track_caller]
    pub fn fp_eq(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        self.fp_relation(Op::FpEq, a, b)
    }

    #[track_caller]
    pub fn fp_gt(&mut self, a: Term, b: Term) -> Term {
        self.fp_lt(b, a)
    }

    #[track_caller]
    pub fn fp_ge(&mut self, a: Term, b: Term) -> Term {
        self.fp_le(b, a)
    }

    #[track_caller]
    fn fp_relation(&mut self, op: Op, a: Term, b: Term) -> Term {
        let sort = self.fp_sort(a);
        assert!(
            sort == self.fp_sort(b),
            "floats of different formats: {sort:?} and {:?}",
            self.fp_sort(b)
        );
        if a == b {
            if op == Op::FpLt {
                return self.ff();
            }
            let nan = self.fp_is_nan(a);
            return self.not(nan);
        }
        let (x, y) = (self.as_fp_bits(a), self.as_fp_bits(b));
        if let (Some(x), Some(y)) = (x, y) {
            return self.bool(floats::relate(op, sort, x, y) == Some(true));
        }
        if x.or(y) == Some(floats::nan(sort)) {
            return self.ff();
        }
        let (infinity, minus_infinity) = (
            floats::infinity(sort),
            floats::infinity(sort) | floats::minus_zero(sort),
        );
        if op == Op::FpLt && (x == Some(infinity) || y == Some(minus_infinity)) {
            return self.ff();
        }
        if op == Op::FpEq
            && let Some(bits) = y
        {
            // Only the zeros have two representations.
            return if floats::is_zero(sort, bits) {
                self.fp_is_zero(a)
            } else {
                self.eq(a, b)
            };
        }
        if let Some(result) = self.fp_relation_parts(op, sort, a, b) {
            return result;
        }
        self.mk(op, Sort::Bool, &[a, b])
    }

    fn fp_relation_parts(&mut self, op: Op, sort: FpSort, a: Term, b: Term) -> Option<Term> {
        let (p, q) = (self.arg(a, 0), self.arg(b, 0));
        match (self.op(a), self.op(b)) {
            (Op::FpNeg, Op::FpNeg) => Some(self.fp_relation_ordered(op, q, p)),
            (Op::FpToFp, Op::FpToFp) if self.fp_sort(p) == self.fp_sort(q) => {
                let from = self.fp_sort(p);
                let widening =
                    from.exponent <= sort.exponent && from.significand <= sort.significand;
                widening.then(|| self.fp_relation_ordered(op, p, q))
            }
            (Op::FpFromSbv, Op::FpFromSbv) if self.is_exact(p, sort) && self.is_exact(q, sort) => {
                let widest = self.width(p).max(self.width(q));
                let (p, q) = (self.sext(p, widest), self.sext(q, widest));
                Some(match op {
                    Op::FpLt => self.slt(p, q),
                    Op::FpLe => self.sle(p, q),
                    _ => self.eq(p, q),
                })
            }
            (Op::FpFromSbv, Op::FpConst(_)) if self.is_exact(p, sort) => {
                let bound = floats::widen(sort, self.as_fp_bits(b)?)?;
                // x < c is x < ceil(c); x <= c is x < floor(c) + 1.
                let limit = if op == Op::FpLt {
                    bound.ceil()
                } else {
                    bound.floor() + 1.0
                };
                Some(self.signed_below(p, limit))
            }
            (Op::FpConst(_), Op::FpFromSbv) if self.is_exact(q, sort) => {
                let bound = floats::widen(sort, self.as_fp_bits(a)?)?;
                // c < x is not x < floor(c) + 1; c <= x is not x < ceil(c).
                let limit = if op == Op::FpLt {
                    bound.floor() + 1.0
                } else {
                    bound.ceil()
                };
                let below = self.signed_below(q, limit);
                Some(self.not(below))
            }
            _ => None,
        }
    }

    /// A relation whose operands may be in any order if it is symmetric.
    fn fp_relation_ordered(&mut self, op: Op, a: Term, b: Term) -> Term {
        match op {
            Op::FpLt => self.fp_lt(a, b),
            Op::FpLe => self.fp_le(a, b),
            _ => self.fp_eq(a, b),
        }
    }

    /// `x < limit` for an integral limit, which may be infinite or beyond the width.
    fn signed_below(&mut self, x: Term, limit: f64) -> Term {
        let width = self.width(x);
        let largest = 2f64.powi(width as i32 - 1);
        if limit >= largest {
            return self.tt();
        }
        if limit <= -largest {
            return self.ff();
        }
        let limit = self.bv(width, limit as i128 as u128);
        self.slt(x, limit)
    }

    fn classify(&mut self, op: Op, t: Term) -> Term {
        let sort = self.fp_sort(t);
        if let Some(bits) = self.as_fp_bits(t) {
            return self.bool(floats::classify(op, sort, bits) == Some(true));
        }
        let inner = self.arg(t, 0);
        match (op, self.op(t)) {
            // The sign does not matter for these.
            (
                Op::FpIsNan | Op::FpIsInf | Op::FpIsZero | Op::FpIsNormal | Op::FpIsSubnormal,
                Op::FpNeg | Op::FpAbs,
            ) => self.classify(op, inner),
            (Op::FpIsNan, Op::FpFromSbv | Op::FpFromUbv) => self.ff(),
            (Op::FpIsSubnormal, Op::FpFromSbv | Op::FpFromUbv) if sort.exponent >= 8 => self.ff(),
            (Op::FpIsInf, Op::FpFromSbv | Op::FpFromUbv)
                if self.width(inner) <= 64 && sort.exponent >= 8 =>
            {
                self.ff()
            }
            (Op::FpIsZero, Op::FpFromSbv | Op::FpFromUbv) => {
                let zero = self.bv(self.width(inner), 0);
                self.eq(inner, zero)
            }
            (Op::FpIsNegative, Op::FpFromSbv) => {
                let zero = self.bv(self.width(inner), 0);
                self.slt(inner, zero)
            }
            (Op::FpIsNegative, Op::FpFromUbv | Op::FpAbs) => self.ff(),
            (Op::FpIsNan, Op::FpToFp | Op::FpRound(_)) => self.fp_is_nan(inner),
            (Op::FpIsInf, Op::FpRound(_)) => self.fp_is_inf(inner),
            _ => self.mk(op, Sort::Bool, &[t]),
        }
    }

    #[track_caller]
    pub fn fp_is_nan(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsNan, t)
    }

    #[track_caller]
    pub fn fp_is_inf(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsInf, t)
    }

    #[track_caller]
    pub fn fp_is_zero(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsZero, t)
    }

    #[track_caller]
    pub fn fp_is_normal(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsNormal, t)
    }

    #[track_caller]
    pub fn fp_is_subnormal(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsSubnormal, t)
    }

    /// Minus zero included, NaN not.
    #[track_caller]
    pub fn fp_is_negative(&mut self, t: Term) -> Term {
        self.classify(Op::FpIsNegative, t)
    }

    /// Plus zero included, NaN not.
    #[track_caller]
    pub fn fp_is_positive(&mut self, t: Term) -> Term {
        let negated = self.fp_neg(t);
        self.fp_is_negative(negated)
    }
}
