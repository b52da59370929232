//! Equality on every sort. An equation with a literal is solved for the innermost unknown as far as operators can be
//! undone; an equation of two terms of the same shape is reduced to their parts.

use crate::bits::{mask, signed};
use crate::floats;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

/// The inverse of an odd number modulo 2^128, by Newton's iteration: each step doubles the number of correct bits.
fn odd_inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// How deep equations may be reduced to equations of their parts; beyond that they are left as they stand.
const NESTING: u32 = 64;

/// What undoing one operator of an equation with a literal gives.
enum Step {
    /// The equation holds exactly if this simpler one does.
    Next(Term, u128),
    Never,
    Done(Term),
    Stuck,
}

impl Pool {
    /// SMT-LIB `=`: on booleans equivalence, on floats identity.
    #[track_caller]
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let sort = self.expect_same_sort(a, b);
        if a == b {
            return self.tt();
        }
        let (a, b) = self.ordered(a, b);
        // Literals are hash-consed: different ones of one sort differ.
        if self.is_const(a) && self.is_const(b) {
            return self.ff();
        }
        if self.nesting >= NESTING {
            return self.plain_eq(a, b);
        }
        self.nesting += 1;
        let result = match sort {
            Sort::Bool => self.bool_eq(a, b),
            Sort::Bv(_) => self.bv_eq(a, b),
            _ => self.other_eq(a, b),
        };
        self.nesting -= 1;
        result
    }

    fn plain_eq(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        self.mk(Op::Eq, Sort::Bool, &[a, b])
    }

    fn bool_eq(&mut self, a: Term, b: Term) -> Term {
        if let Some(value) = self.as_bool(b) {
            return if value { a } else { self.not(a) };
        }
        if self.complementary(a, b) {
            return self.ff();
        }
        // a = (a = q) is q.
        for (x, y) in [(a, b), (b, a)] {
            let (atom, negated) = match self.as_not(x) {
                Some(atom) => (atom, true),
                None => (x, false),
            };
            let (other, other_negated) = match self.as_not(y) {
                Some(other) => (other, true),
                None => (y, false),
            };
            if let Some((p, q)) = self.binary(other, Op::Eq)
                && (p == atom || q == atom)
            {
                let rest = if p == atom { q } else { p };
                return if negated == other_negated {
                    rest
                } else {
                    self.not(rest)
                };
            }
        }
        // Negations are pulled out, so that an equivalence and its negation share a node.
        match (self.as_not(a), self.as_not(b)) {
            (Some(a), Some(b)) => self.plain_eq(a, b),
            (Some(a), None) => {
                let same = self.plain_eq(a, b);
                self.not(same)
            }
            (None, Some(b)) => {
                let same = self.plain_eq(a, b);
                self.not(same)
            }
            (None, None) => self.plain_eq(a, b),
        }
    }

    fn other_eq(&mut self, a: Term, b: Term) -> Term {
        if self.is_const(b) {
            if self.is_literal_tree(a) {
                return self.map_tree(a, &mut |pool, leaf| pool.bool(leaf == b));
            }
            if let (Sort::Fp(sort), Some(bits)) = (self.sort(b), self.as_fp_bits(b)) {
                // A number has one representation; NaN has many.
                if let Some(inner) = self.unary(a, Op::FpFromIeee)
                    && !floats::is_nan(sort, bits)
                {
                    let bits = self.bv(sort.width(), bits);
                    return self.eq(inner, bits);
                }
                if bits == floats::nan(sort) {
                    return self.fp_is_nan(a);
                }
                if let Some(inner) = self.unary(a, Op::FpNeg) {
                    let negated = self.fp_neg(b);
                    return self.eq(inner, negated);
                }
            }
            if let Some(value) = self.as_int(b)
                && let Some((x, k)) = self.binary(a, Op::IntAdd)
                && let Some(k) = self.as_int(k)
                && let Some(rest) = value.checked_sub(k)
            {
                let rest = self.int(rest);
                return self.plain_eq(x, rest);
            }
        }
        self.plain_eq(a, b)
    }

    fn bv_eq(&mut self, a: Term, b: Term) -> Term {
        if let Some(value) = self.as_bv(b) {
            return self.bv_eq_literal(a, value);
        }
        if let Some(result) = self.bv_eq_parts(a, b) {
            return result;
        }
        if let Some(result) = self.bv_eq_offset(a, b).or_else(|| self.bv_eq_offset(b, a)) {
            return result;
        }
        self.plain_eq(a, b)
    }

    /// Both sides have the same shape.
    fn bv_eq_parts(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a).args, self.node(b).args);
        match (self.op(a), self.op(b)) {
            (Op::BvNeg, Op::BvNeg) | (Op::BvNot, Op::BvNot) => Some(self.eq(x[0], y[0])),
            (Op::BvZext, Op::BvZext) | (Op::BvSext, Op::BvSext) => {
                // Of two different widths, the narrower is extended to the wider.
                let widest = self.width(x[0]).max(self.width(y[0]));
                let (left, right) = if self.op(a) == Op::BvZext {
                    (self.zext(x[0], widest), self.zext(y[0], widest))
                } else {
                    (self.sext(x[0], widest), self.sext(y[0], widest))
                };
                Some(self.eq(left, right))
            }
            (Op::BvConcat, Op::BvConcat) if self.width(x[1]) == self.width(y[1]) => {
                let high = self.eq(x[0], y[0]);
                let low = self.eq(x[1], y[1]);
                Some(self.and(high, low))
            }
            (op @ (Op::BvAdd | Op::BvXor), same) if op == same => {
                let (left, right) = if x[0] == y[0] {
                    (x[1], y[1])
                } else if x[1] == y[1] {
                    (x[0], y[0])
                } else if x[0] == y[1] {
                    (x[1], y[0])
                } else if x[1] == y[0] {
                    (x[0], y[1])
                } else {
                    return None;
                };
                Some(self.eq(left, right))
            }
            (Op::BvSub, Op::BvSub) if x[0] == y[0] => Some(self.eq(x[1], y[1])),
            (Op::BvSub, Op::BvSub) if x[1] == y[1] => Some(self.eq(x[0], y[0])),
            (Op::Ite, Op::Ite)
                if x[1] == y[1] && x[2] == y[2] && self.is_const(x[1]) && self.is_const(x[2]) =>
            {
                Some(self.eq(x[0], y[0]))
            }
            (Op::Ite, Op::Ite)
                if x[1] == y[2] && x[2] == y[1] && self.is_const(x[1]) && self.is_const(x[2]) =>
            {
                Some(self.xor(x[0], y[0]))
            }
            _ => None,
        }
    }

    /// One side is the other plus, minus or xor something.
    fn bv_eq_offset(&mut self, a: Term, b: Term) -> Option<Term> {
        let node = *self.node(a);
        let offset = match node.op {
            Op::BvXor if node.args[0] == b => node.args[1],
            Op::BvXor if node.args[1] == b => node.args[0],
            Op::BvAdd | Op::BvSub => match self.taken_from(a, b) {
                Some(rest) => rest,
                None => {
                    let (left, right) = self.without_common(a, b)?;
                    return Some(self.eq(left, right));
                }
            },
            _ => return None,
        };
        let zero = self.bv(self.width(offset), 0);
        Some(self.eq(offset, zero))
    }

    /// An equation with a literal, operators undone from the outside in.
    fn bv_eq_literal(&mut self, mut t: Term, mut value: u128) -> Term {
        loop {
            match self.undo(t, value) {
                Step::Next(inner, rest) => (t, value) = (inner, rest),
                Step::Never => return self.ff(),
                Step::Done(result) => return result,
                Step::Stuck => {
                    let literal = self.bv(self.width(t), value);
                    // Undoing may have reached a literal.
                    return if t == literal {
                        self.tt()
                    } else {
                        self.plain_or_ff(t, literal)
                    };
                }
            }
        }
    }

    fn plain_or_ff(&mut self, t: Term, literal: Term) -> Term {
        if self.is_const(t) {
            self.ff()
        } else {
            self.plain_eq(t, literal)
        }
    }

    fn undo(&mut self, t: Term, value: u128) -> Step {
        let node = *self.node(t);
        let width = self.width(t);
        let ones = mask(width);
        let [x, y, _] = node.args;
        match node.op {
            Op::BvNot => return Step::Next(x, !value & ones),
            Op::BvNeg => return Step::Next(x, value.wrapping_neg() & ones),
            Op::BvAdd => {
                if let Some(c) = self.as_bv(y) {
                    return Step::Next(x, value.wrapping_sub(c) & ones);
                }
            }
            Op::BvXor => {
                if let Some(c) = self.as_bv(y) {
                    return Step::Next(x, value ^ c);
                }
                if value == 0 {
                    return Step::Done(self.eq(x, y));
                }
            }
            Op::BvSub => {
                if let Some(c) = self.as_bv(x) {
                    return Step::Next(y, c.wrapping_sub(value) & ones);
                }
                if value == 0 {
                    return Step::Done(self.eq(x, y));
                }
            }
            Op::BvMul => {
                if let Some(c) = self.as_bv(y)
                    && c & 1 == 1
                {
                    return Step::Next(x, value.wrapping_mul(odd_inverse(c)) & ones);
                }
            }
            Op::BvZext => {
                let inner = self.width(x);
                return if value > mask(inner) {
                    Step::Never
                } else {
                    Step::Next(x, value)
                };
            }
            Op::BvSext => {
                let inner = self.width(x);
                let kept = value & mask(inner);
                let fits = signed(inner, kept) == signed(width, value);
                return if fits {
                    Step::Next(x, kept)
                } else {
                    Step::Never
                };
            }
            Op::BvConcat => {
                let shift = self.width(y);
                let (high, low) = (value >> shift, value & mask(shift));
                if let Some(c) = self.as_bv(y) {
                    return if c == low {
                        Step::Next(x, high)
                    } else {
                        Step::Never
                    };
                }
                if let Some(c) = self.as_bv(x) {
                    return if c == high {
                        Step::Next(y, low)
                    } else {
                        Step::Never
                    };
                }
            }
            Op::BvAnd => {
                if let Some(c) = self.as_bv(y)
                    && value & !c != 0
                {
                    return Step::Never;
                }
            }
            Op::BvOr => {
                if let Some(c) = self.as_bv(y)
                    && c & !value != 0
                {
                    return Step::Never;
                }
                if value == 0 {
                    let zero = self.bv(width, 0);
                    let (left, right) = (self.eq(x, zero), self.eq(y, zero));
                    return Step::Done(self.and(left, right));
                }
            }
            Op::Ite if self.is_literal_tree(t) => {
                let literal = self.bv(width, value);
                return Step::Done(self.map_tree(t, &mut |pool, leaf| pool.bool(leaf == literal)));
            }
            Op::Ite => return self.undo_ite(node.args, value),
            _ => {}
        }
        let (least, most) = self.unsigned_range(t);
        let (signed_least, signed_most) = self.signed_range(t);
        let as_signed = signed(width, value);
        if value < least || value > most || as_signed < signed_least || as_signed > signed_most {
            return Step::Never;
        }
        Step::Stuck
    }

    /// An if-then-else with one literal branch: either it is chosen, or the other side has to agree.
    fn undo_ite(&mut self, [c, a, b]: [Term; 3], value: u128) -> Step {
        let literal = self.bv(self.width(a), value);
        match (self.is_const(a), self.is_const(b)) {
            (true, _) if a != literal => {
                let rest = self.eq(b, literal);
                let not_c = self.not(c);
                Step::Done(self.and(not_c, rest))
            }
            (_, true) if b != literal => {
                let rest = self.eq(a, literal);
                Step::Done(self.and(c, rest))
            }
            (true, _) => {
                let rest = self.eq(b, literal);
                Step::Done(self.or(c, rest))
            }
            (_, true) => {
                let rest = self.eq(a, literal);
                let not_c = self.not(c);
                Step::Done(self.or(not_c, rest))
            }
            _ => Step::Stuck,
        }
    }
}
