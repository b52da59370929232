//! Booleans: everything is a negation or a conjunction. Besides the laws of Boolean algebra, two literals over the
//! same operands meet here: `a < b or a = b` is `a <= b`, whatever the theory.

use crate::bits;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

/// How many conjuncts of a nested conjunction are compared with a new one.
const LOOK: usize = 8;

impl Pool {
    #[track_caller]
    fn expect_bool(&self, t: Term) {
        assert!(
            self.sort(t) == Sort::Bool,
            "expected a boolean, found a term of sort {:?}",
            self.sort(t)
        );
    }

    #[track_caller]
    pub fn not(&mut self, a: Term) -> Term {
        self.expect_bool(a);
        match self.op(a) {
            Op::True => self.ff(),
            Op::False => self.tt(),
            Op::Not => self.arg(a, 0),
            _ => self.mk(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// The formula under a negation.
    pub fn as_not(&self, t: Term) -> Option<Term> {
        self.unary(t, Op::Not)
    }

    /// Whether one is the negation of the other.
    pub(crate) fn complementary(&self, a: Term, b: Term) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    #[track_caller]
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.expect_bool(a);
        self.expect_bool(b);
        if a == b || b == self.tt() {
            return a;
        }
        if a == self.tt() {
            return b;
        }
        if a == self.ff() || b == self.ff() || self.complementary(a, b) {
            return self.ff();
        }
        if let Some(result) = self.and_clause(a, b).or_else(|| self.and_clause(b, a)) {
            return result;
        }
        if let Some(result) = self.and_literals(a, b).or_else(|| self.and_literals(b, a)) {
            return result;
        }
        if let Some(result) = self.and_member(a, b).or_else(|| self.and_member(b, a)) {
            return result;
        }
        let (a, b) = self.ordered(a, b);
        self.mk(Op::And, Sort::Bool, &[a, b])
    }

    /// `a` against the members of a conjunction `b`.
    fn and_member(&mut self, a: Term, b: Term) -> Option<Term> {
        let mut rest = b;
        for _ in 0..LOOK {
            let (x, y) = self.binary(rest, Op::And)?;
            for member in [x, y] {
                if member == a {
                    return Some(b);
                }
                if self.complementary(member, a) {
                    return Some(self.ff());
                }
            }
            rest = if self.op(x) == Op::And { x } else { y };
        }
        None
    }

    /// `a` and a clause `not (x and y)`: absorption, unit resolution, resolution of two clauses.
    fn and_clause(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.binary(self.as_not(b)?, Op::And)?;
        for (x, y) in [(x, y), (y, x)] {
            if a == x {
                let rest = self.not(y);
                return Some(self.and(a, rest));
            }
            if self.complementary(a, x) {
                return Some(a);
            }
        }
        let (p, q) = self.binary(self.as_not(a)?, Op::And)?;
        for (x, y) in [(x, y), (y, x)] {
            for (p, q) in [(p, q), (q, p)] {
                if x == p && self.complementary(y, q) {
                    return Some(self.not(x));
                }
            }
        }
        None
    }

    /// Two literals over the same operands.
    fn and_literals(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a_atom, a_negated) = self.literal(a);
        let (b_atom, b_negated) = self.literal(b);
        match (self.op(a_atom), self.op(b_atom)) {
            (Op::Eq, Op::Eq) if !a_negated => {
                // x = k rules out or decides every other equation of x with a literal.
                let (x, k) = self.equation(a_atom)?;
                let (y, l) = self.equation(b_atom)?;
                (x == y && k != l).then(|| if b_negated { a } else { self.ff() })
            }
            (op @ (Op::BvSlt | Op::BvUlt | Op::IntLt | Op::FpLt), Op::Eq | Op::FpEq) => {
                self.order_and_equation(op, a, b)
            }
            (op @ (Op::BvSlt | Op::BvUlt), same) if op == same => self.two_bounds(a, b),
            _ => None,
        }
    }

    /// The atom and whether it is negated.
    fn literal(&self, t: Term) -> (Term, bool) {
        match self.as_not(t) {
            Some(atom) => (atom, true),
            None => (t, false),
        }
    }

    /// An equation of something with a literal value.
    fn equation(&self, t: Term) -> Option<(Term, Term)> {
        self.binary(t, Op::Eq).filter(|&(_, k)| self.is_const(k))
    }

    fn order_and_equation(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (less, less_negated) = self.literal(a);
        let (equal, equal_negated) = self.literal(b);
        let (x, y) = (self.arg(less, 0), self.arg(less, 1));
        let (p, q) = (self.arg(equal, 0), self.arg(equal, 1));
        let same_operands = (p, q) == (x, y) || (p, q) == (y, x);
        let fp_equation = self.op(equal) == Op::FpEq;
        if same_operands && (op != Op::FpLt || fp_equation || !equal_negated) {
            return match (less_negated, equal_negated) {
                // x < y and x = y. For floats, identity implies equality or NaN, and neither is less.
                (false, false) => Some(self.ff()),
                // x < y and not x = y.
                (false, true) => Some(a),
                // not x < y and x = y.
                (true, false) => Some(b),
                // Neither less nor equal is greater, or, for floats, not less-or-equal.
                (true, true) if op == Op::FpLt => {
                    let at_most = self.fp_le(x, y);
                    Some(self.not(at_most))
                }
                (true, true) => Some(self.build(op, Sort::Bool, &[y, x])),
            };
        }
        if op == Op::BvSlt || op == Op::BvUlt {
            return self.bound_and_equation(op, a, b);
        }
        None
    }

    /// A bound `x < k` (or its negation) and an equation of `x` with a literal (or its negation).
    fn bound_and_equation(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (less, less_negated) = self.literal(a);
        let (equal, equal_negated) = self.literal(b);
        let (x, l) = self.equation(equal)?;
        if self.arg(less, 0) != x {
            return None;
        }
        let k = self.as_bv(self.arg(less, 1))?;
        let l = self.as_bv(l)?;
        let width = self.width(x);
        let within = bits::compare(op, width, l, k)? != less_negated;
        if !equal_negated {
            return Some(if within { b } else { self.ff() });
        }
        if !within {
            return Some(a);
        }
        // Cutting off the last value of the range moves the bound by one.
        let one_less = k.wrapping_sub(1) & bits::mask(width);
        let moved = if less_negated && l == k {
            k + 1
        } else if !less_negated && l == one_less {
            one_less
        } else {
            return None;
        };
        let moved = self.bv(width, moved);
        // Canonical bounds are never at the edge of the domain, so that moving one does not wrap around.
        let bound = self.build(op, Sort::Bool, &[x, moved]);
        Some(if less_negated { self.not(bound) } else { bound })
    }

    /// Two bounds `x < k`, `x < l`, possibly negated, on the same term.
    fn two_bounds(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a_atom, a_negated) = self.literal(a);
        let (b_atom, b_negated) = self.literal(b);
        let (x, y) = (self.arg(a_atom, 0), self.arg(a_atom, 1));
        let (p, q) = (self.arg(b_atom, 0), self.arg(b_atom, 1));
        if (x, y) == (q, p) {
            return match (a_negated, b_negated) {
                (false, false) => Some(self.ff()),
                // x < y implies not y < x.
                (false, true) => Some(a),
                (true, true) => Some(self.eq(x, y)),
                // The caller tries the other order.
                (true, false) => None,
            };
        }
        if x != p {
            return None;
        }
        let (k, l) = (self.as_bv(y)?, self.as_bv(q)?);
        let k_less = bits::compare(self.op(a_atom), self.width(x), k, l)?;
        match (a_negated, b_negated) {
            (false, false) => Some(if k_less { a } else { b }),
            (true, true) => Some(if k_less { b } else { a }),
            // x < k and not x < l: empty, or one value, or a range; the caller tries the other order.
            (false, true) if k_less => Some(self.ff()),
            (false, true) if k == l.wrapping_add(1) & bits::mask(self.width(x)) => {
                Some(self.eq(x, q))
            }
            _ => None,
        }
    }

    #[track_caller]
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// The conjunction of all, independent of their order and of repetitions.
    #[track_caller]
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        let mut terms = terms.to_vec();
        terms.sort_unstable();
        terms.dedup();
        // The list is sorted, so the negation of a term is found by search rather than by comparing all pairs.
        if terms.iter().any(|&t| {
            self.as_not(t)
                .is_some_and(|atom| terms.binary_search(&atom).is_ok())
        }) {
            return self.ff();
        }
        terms.into_iter().fold(self.tt(), |all, t| self.and(all, t))
    }

    /// The disjunction of all, independent of their order and of repetitions.
    #[track_caller]
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        let negated: Vec<Term> = terms.iter().map(|&t| self.not(t)).collect();
        let none = self.and_all(&negated);
        self.not(none)
    }

    #[track_caller]
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    #[track_caller]
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        self.expect_bool(a);
        self.eq(a, b)
    }

    #[track_caller]
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.iff(a, b);
        self.not(same)
    }

    #[track_caller]
    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }
}
