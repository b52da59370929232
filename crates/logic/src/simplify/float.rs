//! Floating-point arithmetic, sign and conversions. Only identities that hold for NaN, infinities and both zeros are
//! applied: `x + (-0)` and `x - 0` are `x`, `x + 0` is not.

use crate::floats::{self, Conversion};
use crate::op::{Op, RoundingMode, Term};
use crate::pool::Pool;
use crate::sort::{FpSort, Sort};

impl Pool {
    /// The format of a floating-point term.
    ///
    /// # Panics
    /// If the term is not a float.
    #[track_caller]
    pub fn fp_sort(&self, t: Term) -> FpSort {
        match self.sort(t) {
            Sort::Fp(sort) => sort,
            other => panic!("expected a float, found a term of sort {other:?}"),
        }
    }

    #[track_caller]
    fn expect_same_format(&self, a: Term, b: Term) -> FpSort {
        let sort = self.fp_sort(a);
        assert!(
            sort == self.fp_sort(b),
            "floats of different formats: {sort:?} and {:?}",
            self.fp_sort(b)
        );
        sort
    }

    /// Folds literals; NaN swallows everything.
    fn fold_fp(&mut self, op: Op, sort: FpSort, args: &[Term]) -> Option<Term> {
        let mut values = [0; 3];
        let mut all = true;
        for (slot, &arg) in values.iter_mut().zip(args) {
            match self.as_fp_bits(arg) {
                Some(bits) if bits == floats::nan(sort) => return Some(arg),
                Some(bits) => *slot = bits,
                None => all = false,
            }
        }
        let bits = if all {
            floats::arithmetic(op, sort, &values[..args.len()])?
        } else {
            return None;
        };
        Some(self.fp_bits(sort, bits))
    }

    #[track_caller]
    pub fn fp_add(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        if let Some(folded) = self.fold_fp(Op::FpAdd, sort, &[a, b]) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if self.as_fp_bits(b) == Some(floats::minus_zero(sort)) {
            return a;
        }
        self.mk(Op::FpAdd, Sort::Fp(sort), &[a, b])
    }

    #[track_caller]
    pub fn fp_sub(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        if let Some(folded) = self.fold_fp(Op::FpSub, sort, &[a, b]) {
            return folded;
        }
        if self.as_fp_bits(b) == Some(0) {
            return a;
        }
        self.mk(Op::FpSub, Sort::Fp(sort), &[a, b])
    }

    #[track_caller]
    pub fn fp_mul(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        if let Some(folded) = self.fold_fp(Op::FpMul, sort, &[a, b]) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(result) = self.fp_unit(sort, a, b) {
            return result;
        }
        self.mk(Op::FpMul, Sort::Fp(sort), &[a, b])
    }

    #[track_caller]
    pub fn fp_div(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        if let Some(folded) = self.fold_fp(Op::FpDiv, sort, &[a, b]) {
            return folded;
        }
        if let Some(result) = self.fp_unit(sort, a, b) {
            return result;
        }
        self.mk(Op::FpDiv, Sort::Fp(sort), &[a, b])
    }

    /// Multiplication with or division by one and minus one.
    fn fp_unit(&mut self, sort: FpSort, a: Term, b: Term) -> Option<Term> {
        let bits = self.as_fp_bits(b)?;
        if bits == floats::one(sort) {
            return Some(a);
        }
        if bits == floats::one(sort) | floats::minus_zero(sort) {
            return Some(self.fp_neg(a));
        }
        None
    }

    /// IEEE remainder, with the quotient rounded to nearest; Java's `%` truncates it instead.
    #[track_caller]
    pub fn fp_rem(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        if let Some(folded) = self.fold_fp(Op::FpRem, sort, &[a, b]) {
            return folded;
        }
        self.mk(Op::FpRem, Sort::Fp(sort), &[a, b])
    }

    #[track_caller]
    pub fn fp_sqrt(&mut self, a: Term) -> Term {
        let sort = self.fp_sort(a);
        if let Some(folded) = self.fold_fp(Op::FpSqrt, sort, &[a]) {
            return folded;
        }
        self.mk(Op::FpSqrt, Sort::Fp(sort), &[a])
    }

    /// `a * b + c`, rounded once.
    #[track_caller]
    pub fn fp_fma(&mut self, a: Term, b: Term, c: Term) -> Term {
        let sort = self.expect_same_format(a, b);
        self.expect_same_format(b, c);
        if let Some(folded) = self.fold_fp(Op::FpFma, sort, &[a, b, c]) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        self.mk(Op::FpFma, Sort::Fp(sort), &[a, b, c])
    }

    #[track_caller]
    pub fn fp_neg(&mut self, a: Term) -> Term {
        let sort = self.fp_sort(a);
        if let Some(folded) = self.fold_fp(Op::FpNeg, sort, &[a]) {
            return folded;
        }
        match self.op(a) {
            Op::FpNeg => self.arg(a, 0),
            _ => self.mk(Op::FpNeg, Sort::Fp(sort), &[a]),
        }
    }

    #[track_caller]
    pub fn fp_abs(&mut self, a: Term) -> Term {
        let sort = self.fp_sort(a);
        if let Some(folded) = self.fold_fp(Op::FpAbs, sort, &[a]) {
            return folded;
        }
        match self.op(a) {
            Op::FpAbs => a,
            Op::FpNeg => {
                let inner = self.arg(a, 0);
                self.fp_abs(inner)
            }
            _ => self.mk(Op::FpAbs, Sort::Fp(sort), &[a]),
        }
    }

    /// Rounds to an integral value.
    #[track_caller]
    pub fn fp_round(&mut self, mode: RoundingMode, a: Term) -> Term {
        let sort = self.fp_sort(a);
        let op = Op::FpRound(mode);
        if let Some(folded) = self.fold_fp(op, sort, &[a]) {
            return folded;
        }
        // Rounded values and whole numbers are fixed points.
        if matches!(self.op(a), Op::FpRound(_) | Op::FpFromSbv | Op::FpFromUbv) {
            return a;
        }
        self.mk(op, Sort::Fp(sort), &[a])
    }

    /// Conversion to another format, to nearest even.
    #[track_caller]
    pub fn fp_to_fp(&mut self, t: Term, to: FpSort) -> Term {
        let from = self.fp_sort(t);
        assert!(
            to.is_supported(),
            "unsupported floating-point format {to:?}"
        );
        if from == to {
            return t;
        }
        if let Some(bits) = self.as_fp_bits(t)
            && let Some(bits) = floats::convert(from, to, bits)
        {
            return self.fp_bits(to, bits);
        }
        // Widening is exact, so that narrowing back, or further widening, may skip it.
        if let Some(inner) = self.unary(t, Op::FpToFp) {
            let first = self.fp_sort(inner);
            if first.exponent <= from.exponent && first.significand <= from.significand {
                return self.fp_to_fp(inner, to);
            }
        }
        self.mk(Op::FpToFp, Sort::Fp(to), &[t])
    }

    /// The nearest float of a signed integer.
    #[track_caller]
    pub fn fp_from_sbv(&mut self, t: Term, to: FpSort) -> Term {
        let width = self.width(t);
        assert!(
            to.is_supported(),
            "unsupported floating-point format {to:?}"
        );
        if let Some(value) = self.as_bv(t)
            && let Some(bits) = floats::from_signed(width, value, to)
        {
            return self.fp_bits(to, bits);
        }
        match self.op(t) {
            Op::BvSext => {
                let inner = self.arg(t, 0);
                self.fp_from_sbv(inner, to)
            }
            Op::BvZext => {
                let inner = self.arg(t, 0);
                self.fp_from_ubv(inner, to)
            }
            _ => self.mk(Op::FpFromSbv, Sort::Fp(to), &[t]),
        }
    }

    /// The nearest float of an unsigned integer.
    #[track_caller]
    pub fn fp_from_ubv(&mut self, t: Term, to: FpSort) -> Term {
        self.width(t);
        assert!(
            to.is_supported(),
            "unsupported floating-point format {to:?}"
        );
        if let Some(value) = self.as_bv(t)
            && let Some(bits) = floats::from_unsigned(value, to)
        {
            return self.fp_bits(to, bits);
        }
        match self.op(t) {
            Op::BvZext => {
                let inner = self.arg(t, 0);
                self.fp_from_ubv(inner, to)
            }
            _ => self.mk(Op::FpFromUbv, Sort::Fp(to), &[t]),
        }
    }

    /// Towards zero. The result for NaN and values out of range is unspecified: guard it.
    #[track_caller]
    pub fn fp_to_sbv(&mut self, t: Term, width: u32) -> Term {
        self.fp_to_integer(Op::FpToSbv, t, width)
    }

    /// Towards zero. The result for NaN and values out of range is unspecified: guard it.
    #[track_caller]
    pub fn fp_to_ubv(&mut self, t: Term, width: u32) -> Term {
        self.fp_to_integer(Op::FpToUbv, t, width)
    }

    fn fp_to_integer(&mut self, op: Op, t: Term, width: u32) -> Term {
        let sort = self.fp_sort(t);
        assert!(
            (1..=128).contains(&width),
            "a bit-vector has 1 to 128 bits, not {width}"
        );
        let is_signed = op == Op::FpToSbv;
        if let Some(bits) = self.as_fp_bits(t)
            && let Conversion::Value(value) = floats::to_integer(sort, bits, width, is_signed)
        {
            return self.bv(width, value);
        }
        // An integer that was converted exactly comes back.
        match self.op(t) {
            Op::FpFromSbv if is_signed => {
                let inner = self.arg(t, 0);
                if self.is_exact(inner, sort) && self.width(inner) <= width {
                    return self.sext(inner, width);
                }
            }
            Op::FpFromUbv => {
                let inner = self.arg(t, 0);
                let room = width - u32::from(is_signed);
                if self.is_exact(inner, sort) && self.width(inner) <= room {
                    return self.zext(inner, width);
                }
            }
            // Widening does not change the value, and rounding towards zero is what the conversion does.
            Op::FpToFp => {
                let inner = self.arg(t, 0);
                let from = self.fp_sort(inner);
                if from.exponent <= sort.exponent && from.significand <= sort.significand {
                    return self.fp_to_integer(op, inner, width);
                }
            }
            Op::FpRound(RoundingMode::Rtz) => {
                let inner = self.arg(t, 0);
                return self.fp_to_integer(op, inner, width);
            }
            _ => {}
        }
        self.mk(op, Sort::Bv(width), &[t])
    }

    /// Whether every integer of this term's width is a value of the format.
    pub(crate) fn is_exact(&self, integer: Term, sort: FpSort) -> bool {
        // The largest exponent is 2^(e-1) - 1; wide enough for the significand in every format of interest.
        self.width(integer) <= sort.significand
            && (sort.exponent >= 8 || sort.significand < 1 << (sort.exponent - 1))
    }

    /// The float with these bits.
    #[track_caller]
    pub fn fp_from_ieee(&mut self, t: Term, to: FpSort) -> Term {
        let width = self.width(t);
        assert!(
            to.is_supported() && width == to.width(),
            "{width} bits are not a float of format {to:?}"
        );
        if let Some(bits) = self.as_bv(t) {
            return self.fp_bits(to, bits);
        }
        self.mk(Op::FpFromIeee, Sort::Fp(to), &[t])
    }
}
