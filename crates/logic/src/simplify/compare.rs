//! Order on bit-vectors. A literal is always on the right (`k < x` is `not x < k+1`), so that a bound and its negation
//! share a node; extensions are compared in the narrow width; trivial bounds and known ranges decide.

use crate::bits::{self, is_negative, mask, sign_bit, signed};
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    #[track_caller]
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.less(Op::BvUlt, a, b)
    }

    #[track_caller]
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.less(Op::BvSlt, a, b)
    }

    #[track_caller]
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    #[track_caller]
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    #[track_caller]
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    #[track_caller]
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    #[track_caller]
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    #[track_caller]
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    #[track_caller]
    fn less(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.expect_same_width(a, b);
        if a == b {
            return self.ff();
        }
        let largest = if op == Op::BvSlt {
            mask(width) >> 1
        } else {
            mask(width)
        };
        match (self.as_bv(a), self.as_bv(b)) {
            (Some(x), Some(y)) => self.bool(bits::compare(op, width, x, y) == Some(true)),
            // k < x is not x <= k is not x < k+1.
            (Some(x), None) if x == largest => self.ff(),
            (Some(x), None) => {
                let next = self.bv(width, x.wrapping_add(1));
                let at_most = self.less(op, b, next);
                self.not(at_most)
            }
            (None, Some(k)) => self.below(op, a, b, k, width),
            (None, None) => self.less_parts(op, a, b),
        }
    }

    /// `t < k` for a literal `k`.
    fn below(&mut self, op: Op, t: Term, literal: Term, k: u128, width: u32) -> Term {
        let (decided_true, decided_false) = if op == Op::BvSlt {
            let (least, most) = self.signed_range(t);
            (most < signed(width, k), least >= signed(width, k))
        } else {
            let (least, most) = self.unsigned_range(t);
            (most < k, least >= k)
        };
        if decided_true || decided_false {
            return self.bool(decided_true);
        }
        if self.is_literal_tree(t) {
            return self.map_tree(t, &mut |pool, leaf| {
                let leaf = pool.as_bv(leaf).unwrap_or_default();
                pool.bool(bits::compare(op, width, leaf, k) == Some(true))
            });
        }
        let (smallest, largest) = if op == Op::BvSlt {
            (sign_bit(width), mask(width) >> 1)
        } else {
            (0, mask(width))
        };
        // Only the smallest value is below its successor; only the largest is not below itself.
        if k == smallest.wrapping_add(1) & mask(width) {
            let smallest = self.bv(width, smallest);
            return self.eq(t, smallest);
        }
        if k == largest {
            return self.distinct(t, literal);
        }
        if op == Op::BvUlt && k == sign_bit(width) {
            let zero = self.bv(width, 0);
            let negative = self.slt(t, zero);
            return self.not(negative);
        }
        match self.op(t) {
            // The range decides a bound outside the narrow type; for a signed bound inside it, the sign is known.
            Op::BvZext => {
                let inner = self.arg(t, 0);
                let narrow = self.bv(self.width(inner), k);
                self.ult(inner, narrow)
            }
            Op::BvSext if op == Op::BvSlt => {
                let inner = self.arg(t, 0);
                let narrow = self.bv(self.width(inner), k);
                self.slt(inner, narrow)
            }
            // The order is reversed: ~x < k is ~k < x.
            Op::BvNot => {
                let inner = self.arg(t, 0);
                let flipped = self.bv(width, !k);
                self.less(op, flipped, inner)
            }
            // The sign is in the high part.
            Op::BvConcat if op == Op::BvSlt && k == 0 => {
                let high = self.arg(t, 0);
                let zero = self.bv(self.width(high), 0);
                self.slt(high, zero)
            }
            _ => self.mk(op, Sort::Bool, &[t, literal]),
        }
    }

    fn less_parts(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        match (self.op(a), self.op(b)) {
            (Op::BvZext, Op::BvZext) => {
                let widest = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, widest), self.zext(y, widest));
                return self.ult(x, y);
            }
            // Sign extension keeps both orders.
            (Op::BvSext, Op::BvSext) => {
                let widest = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, widest), self.sext(y, widest));
                return self.less(op, x, y);
            }
            (Op::BvNot, Op::BvNot) => return self.less(op, y, x),
            _ => {}
        }
        let (decided_true, decided_false) = if op == Op::BvSlt {
            let (a, b) = (self.signed_range(a), self.signed_range(b));
            (a.1 < b.0, a.0 >= b.1)
        } else {
            let (a, b) = (self.unsigned_range(a), self.unsigned_range(b));
            (a.1 < b.0, a.0 >= b.1)
        };
        if decided_true || decided_false {
            return self.bool(decided_true);
        }
        self.mk(op, Sort::Bool, &[a, b])
    }

    /// Whether the signed value is known not to be negative.
    pub(crate) fn is_non_negative(&self, t: Term) -> bool {
        let width = self.width(t);
        let (_, most) = self.unsigned_range(t);
        !is_negative(width, most) || self.signed_range(t).0 >= 0
    }
}
