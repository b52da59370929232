//! Parts of bit-vectors: extraction, concatenation, extension. All shifts by literals and contiguous masks are written
//! with these, so that byte juggling fuses; concatenations lean to the left, with zero extension outermost.

use crate::bits;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    /// Bits `hi` down to `lo`.
    #[track_caller]
    pub fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        let width = self.width(t);
        assert!(
            lo <= hi && hi < width,
            "bits {hi} to {lo} of a bit-vector of {width} bits"
        );
        let size = hi - lo + 1;
        if size == width {
            return t;
        }
        if let Some(value) = self.as_bv(t) {
            return self.bv(size, value >> lo);
        }
        let [x, y, _] = self.node(t).args;
        match self.op(t) {
            Op::BvExtract { lo: offset, .. } => self.extract(x, hi + offset, lo + offset),
            Op::BvConcat => {
                let split = self.width(y);
                if hi < split {
                    self.extract(y, hi, lo)
                } else if lo >= split {
                    self.extract(x, hi - split, lo - split)
                } else {
                    let high = self.extract(x, hi - split, 0);
                    let low = self.extract(y, split - 1, lo);
                    self.concat(high, low)
                }
            }
            Op::BvZext => {
                let inner = self.width(x);
                if hi < inner {
                    self.extract(x, hi, lo)
                } else if lo >= inner {
                    self.bv(size, 0)
                } else {
                    let low = self.extract(x, inner - 1, lo);
                    self.zext(low, size)
                }
            }
            Op::BvSext => {
                let inner = self.width(x);
                if hi < inner {
                    self.extract(x, hi, lo)
                } else {
                    // At least the sign bit takes part.
                    let low = self.extract(x, inner - 1, lo.min(inner - 1));
                    self.sext(low, size)
                }
            }
            Op::BvAnd | Op::BvOr | Op::BvXor if self.slices_well(x) && self.slices_well(y) => {
                let (left, right) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                self.build(self.op(t), Sort::Bv(size), &[left, right])
            }
            // Low bits of sums and products depend on low bits only.
            Op::BvAdd | Op::BvSub | Op::BvMul
                if lo == 0 && self.slices_well(x) && self.slices_well(y) =>
            {
                let (left, right) = (self.extract(x, hi, 0), self.extract(y, hi, 0));
                self.build(self.op(t), Sort::Bv(size), &[left, right])
            }
            Op::Ite if self.is_literal_tree(t) => {
                self.map_tree(t, &mut |pool, leaf| pool.extract(leaf, hi, lo))
            }
            _ => self.mk(Op::BvExtract { hi, lo }, Sort::Bv(size), &[t]),
        }
    }

    /// Whether extracting from this term does more than wrap it.
    fn slices_well(&self, t: Term) -> bool {
        self.is_const(t) || matches!(self.op(t), Op::BvZext | Op::BvSext | Op::BvConcat)
    }

    /// The high part, then the low part.
    #[track_caller]
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        assert!(
            width <= 128,
            "a concatenation of {high_width} and {low_width} bits is wider than 128 bits"
        );
        if let Some(value) = self.as_bv(high) {
            if let Some(rest) = self.as_bv(low) {
                return self.bv(width, (value << low_width) | rest);
            }
            if value == 0 {
                return self.zext(low, width);
            }
        }
        // Widths bound the length of these chains, so that walking them is bounded too.
        match (self.op(high), self.op(low)) {
            (_, Op::BvConcat) => {
                let (a, b) = (self.arg(low, 0), self.arg(low, 1));
                let high = self.concat(high, a);
                return self.concat(high, b);
            }
            // Zeros in the middle are a literal of their own, joined with those before.
            (_, Op::BvZext) => {
                let inner = self.arg(low, 0);
                let zeros = self.bv(low_width - self.width(inner), 0);
                let high = self.concat(high, zeros);
                return self.concat(high, inner);
            }
            (Op::BvZext, _) => {
                let inner = self.arg(high, 0);
                let joined = self.concat(inner, low);
                return self.zext(joined, width);
            }
            (Op::BvExtract { hi, lo }, Op::BvExtract { hi: next, lo: end })
                if lo == next + 1 && self.arg(high, 0) == self.arg(low, 0) =>
            {
                return self.extract(self.arg(high, 0), hi, end);
            }
            // The low part continues what the last component of the high part began.
            (Op::BvConcat, _) => {
                let (a, b) = (self.arg(high, 0), self.arg(high, 1));
                let both_literal = self.is_const(b) && self.is_const(low);
                if both_literal || self.adjacent(b, low) {
                    let joined = self.concat(b, low);
                    return self.concat(a, joined);
                }
            }
            _ => {}
        }
        if let Some(extended) = self.sign_of(high, low) {
            return self.sext(extended, width);
        }
        self.mk(Op::BvConcat, Sort::Bv(width), &[high, low])
    }

    fn adjacent(&self, high: Term, low: Term) -> bool {
        match (self.op(high), self.op(low)) {
            (Op::BvExtract { lo, .. }, Op::BvExtract { hi, .. }) => {
                lo == hi + 1 && self.arg(high, 0) == self.arg(low, 0)
            }
            _ => false,
        }
    }

    /// `low`, if `high` consists of copies of its sign bit.
    fn sign_of(&self, high: Term, low: Term) -> Option<Term> {
        let bit = match self.op(high) {
            Op::BvSext => self.arg(high, 0),
            _ => high,
        };
        let Op::BvExtract { hi, lo } = self.op(bit) else {
            return None;
        };
        let whole = self.arg(bit, 0);
        let is_sign = match self.op(low) {
            Op::BvExtract { hi: top, .. } if self.arg(low, 0) == whole => top == hi,
            _ => low == whole && hi == self.width(low) - 1,
        };
        (hi == lo && is_sign).then_some(low)
    }

    /// Zero extension to a width.
    #[track_caller]
    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        let inner = self.width(t);
        assert!(
            inner <= width && width <= 128,
            "cannot extend {inner} bits to {width}"
        );
        if inner == width {
            return t;
        }
        if let Some(value) = self.as_bv(t) {
            return self.bv(width, value);
        }
        match self.op(t) {
            Op::BvZext => return self.zext(self.arg(t, 0), width),
            Op::Ite if self.is_literal_tree(t) => {
                return self.map_tree(t, &mut |pool, leaf| pool.zext(leaf, width));
            }
            Op::BvExtract { lo: 0, .. } => {
                // Cutting off what is zero anyway.
                let whole = self.arg(t, 0);
                if self.width(whole) == width && self.unsigned_range(whole).1 <= bits::mask(inner) {
                    return whole;
                }
            }
            _ => {}
        }
        self.mk(Op::BvZext, Sort::Bv(width), &[t])
    }

    /// Sign extension to a width.
    #[track_caller]
    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        let inner = self.width(t);
        assert!(
            inner <= width && width <= 128,
            "cannot extend {inner} bits to {width}"
        );
        if inner == width {
            return t;
        }
        if let Some(value) = self.as_bv(t) {
            return self.bv(width, bits::signed(inner, value) as u128);
        }
        match self.op(t) {
            Op::BvSext => return self.sext(self.arg(t, 0), width),
            // The sign bit is zero.
            Op::BvZext => return self.zext(self.arg(t, 0), width),
            Op::Ite if self.is_literal_tree(t) => {
                return self.map_tree(t, &mut |pool, leaf| pool.sext(leaf, width));
            }
            Op::BvExtract { lo: 0, .. } => {
                // Cutting off copies of the sign.
                let whole = self.arg(t, 0);
                let (least, most) = self.signed_range(whole);
                let limit = 1i128 << (inner - 1);
                if self.width(whole) == width && -limit <= least && most < limit {
                    return whole;
                }
            }
            _ => {}
        }
        self.mk(Op::BvSext, Sort::Bv(width), &[t])
    }
}
