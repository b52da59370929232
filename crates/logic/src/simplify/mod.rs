//! The constructors: each folds literals, applies local rules and finds or adds one node. A rule may call other
//! constructors, but only to a depth that does not grow with the term: chains are handled by loops, trees by bounded
//! searches, everything else looks two or three levels down.

mod array;
mod bitvector;
mod bitwise;
mod boolean;
mod compare;
mod division;
mod equality;
mod float;
mod float_compare;
mod function;
mod integer;
mod ite;
mod range;
mod slice;
mod sums;

use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    /// Operands of a commutative operator in canonical order: by id, literals last.
    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |t: Term| (self.is_const(t), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    #[track_caller]
    pub(crate) fn expect_same_sort(&self, a: Term, b: Term) -> Sort {
        let sort = self.sort(a);
        assert!(
            sort == self.sort(b),
            "operands of different sorts: {sort:?} and {:?}",
            self.sort(b)
        );
        sort
    }

    /// The common width of two bit-vectors.
    #[track_caller]
    pub(crate) fn expect_same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert!(
            width == self.width(b),
            "bit-vectors of {width} and {} bits",
            self.width(b)
        );
        width
    }

    /// The node of this operator over these children, through its constructor: what substitution, import and parsing
    /// use. Children must fit the operator; the sort matters only where the operator does not determine it.
    pub fn build(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let width = sort.bv_width().unwrap_or(0);
        match (op, args) {
            (Op::Not, &[a]) => self.not(a),
            (Op::And, &[a, b]) => self.and(a, b),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::BvNeg, &[a]) => self.neg(a),
            (Op::BvAdd, &[a, b]) => self.add(a, b),
            (Op::BvSub, &[a, b]) => self.sub(a, b),
            (Op::BvMul, &[a, b]) => self.mul(a, b),
            (Op::BvUdiv, &[a, b]) => self.udiv(a, b),
            (Op::BvUrem, &[a, b]) => self.urem(a, b),
            (Op::BvSdiv, &[a, b]) => self.sdiv(a, b),
            (Op::BvSrem, &[a, b]) => self.srem(a, b),
            (Op::BvNot, &[a]) => self.bv_not(a),
            (Op::BvAnd, &[a, b]) => self.bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.bv_xor(a, b),
            (Op::BvShl, &[a, b]) => self.shl(a, b),
            (Op::BvLshr, &[a, b]) => self.lshr(a, b),
            (Op::BvAshr, &[a, b]) => self.ashr(a, b),
            (Op::BvConcat, &[a, b]) => self.concat(a, b),
            (Op::BvExtract { hi, lo }, &[a]) => self.extract(a, hi, lo),
            (Op::BvZext, &[a]) => self.zext(a, width),
            (Op::BvSext, &[a]) => self.sext(a, width),
            (Op::BvUlt, &[a, b]) => self.ult(a, b),
            (Op::BvSlt, &[a, b]) => self.slt(a, b),
            (Op::FpAdd, &[a, b]) => self.fp_add(a, b),
            (Op::FpSub, &[a, b]) => self.fp_sub(a, b),
            (Op::FpMul, &[a, b]) => self.fp_mul(a, b),
            (Op::FpDiv, &[a, b]) => self.fp_div(a, b),
            (Op::FpRem, &[a, b]) => self.fp_rem(a, b),
            (Op::FpSqrt, &[a]) => self.fp_sqrt(a),
            (Op::FpFma, &[a, b, c]) => self.fp_fma(a, b, c),
            (Op::FpNeg, &[a]) => self.fp_neg(a),
            (Op::FpAbs, &[a]) => self.fp_abs(a),
            (Op::FpRound(mode), &[a]) => self.fp_round(mode, a),
            (Op::FpLt, &[a, b]) => self.fp_lt(a, b),
            (Op::FpLe, &[a, b]) => self.fp_le(a, b),
            (Op::FpEq, &[a, b]) => self.fp_eq(a, b),
            (Op::FpIsNan, &[a]) => self.fp_is_nan(a),
            (Op::FpIsInf, &[a]) => self.fp_is_inf(a),
            (Op::FpIsZero, &[a]) => self.fp_is_zero(a),
            (Op::FpIsNormal, &[a]) => self.fp_is_normal(a),
            (Op::FpIsSubnormal, &[a]) => self.fp_is_subnormal(a),
            (Op::FpIsNegative, &[a]) => self.fp_is_negative(a),
            (Op::FpToSbv, &[a]) => self.fp_to_sbv(a, width),
            (Op::FpToUbv, &[a]) => self.fp_to_ubv(a, width),
            (Op::FpToFp | Op::FpFromSbv | Op::FpFromUbv | Op::FpFromIeee, &[a]) => {
                let Sort::Fp(format) = sort else {
                    panic!("{op:?} gives a float, not {sort:?}");
                };
                match op {
                    Op::FpToFp => self.fp_to_fp(a, format),
                    Op::FpFromSbv => self.fp_from_sbv(a, format),
                    Op::FpFromUbv => self.fp_from_ubv(a, format),
                    _ => self.fp_from_ieee(a, format),
                }
            }
            (Op::ConstArray, &[a]) => self.const_array(sort, a),
            (Op::Select, &[a, i]) => self.select(a, i),
            (Op::Store, &[a, i, v]) => self.store(a, i, v),
            (Op::IntNeg, &[a]) => self.int_neg(a),
            (Op::IntAdd, &[a, b]) => self.int_add(a, b),
            (Op::IntSub, &[a, b]) => self.int_sub(a, b),
            (Op::IntMul, &[a, b]) => self.int_mul(a, b),
            (Op::IntDiv, &[a, b]) => self.int_div(a, b),
            (Op::IntMod, &[a, b]) => self.int_mod(a, b),
            (Op::IntLt, &[a, b]) => self.int_lt(a, b),
            (Op::BvToInt, &[a]) => self.bv_to_int(a),
            (Op::IntToBv, &[a]) => self.int_to_bv(a, width),
            (Op::Apply(f), args) => self.apply(f, args),
            (Op::Forall, [bound @ .., body]) => self.forall(bound, *body),
            (Op::Exists, [bound @ .., body]) => self.exists(bound, *body),
            _ => panic!("{op:?} does not take {} arguments", args.len()),
        }
    }
}
