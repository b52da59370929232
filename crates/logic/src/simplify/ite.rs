//! If-then-else. Java compares through numbers (`lcmp`, `fcmpl`, booleans as 0 and 1), so that trees of conditions
//! over literals are everywhere: an operator or comparison applied to such a tree is applied to its leaves.

use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;

/// The largest tree that operators are pushed into.
const LEAVES: usize = 8;

impl Pool {
    /// `then` if the condition holds, else `other`; of any sort.
    #[track_caller]
    pub fn ite(&mut self, condition: Term, then: Term, other: Term) -> Term {
        assert!(
            self.sort(condition) == Sort::Bool,
            "a condition is boolean, not {:?}",
            self.sort(condition)
        );
        let sort = self.expect_same_sort(then, other);
        if let Some(value) = self.as_bool(condition) {
            return if value { then } else { other };
        }
        if let Some(positive) = self.as_not(condition) {
            return self.ite(positive, other, then);
        }
        let then = self.under(condition, true, then);
        let other = self.under(condition, false, other);
        if then == other {
            return then;
        }
        if sort == Sort::Bool {
            return self.bool_ite(condition, then, other);
        }
        // A branch that returns one side of an equation under that equation.
        if let Some((x, k)) = self.binary(condition, Op::Eq)
            && ((then, other) == (k, x) || (then, other) == (x, k))
        {
            return other;
        }
        // Two conditions that choose the same.
        if let Some([inner, a, b]) = self.ternary(other, Op::Ite) {
            if a == then {
                let either = self.or(condition, inner);
                return self.ite(either, then, b);
            }
            if b == then {
                let inner = self.not(inner);
                let either = self.or(condition, inner);
                return self.ite(either, then, a);
            }
        }
        if let Some([inner, a, b]) = self.ternary(then, Op::Ite) {
            if b == other {
                let both = self.and(condition, inner);
                return self.ite(both, a, other);
            }
            if a == other {
                let inner = self.not(inner);
                let both = self.and(condition, inner);
                return self.ite(both, b, other);
            }
        }
        self.mk(Op::Ite, sort, &[condition, then, other])
    }

    pub(crate) fn ternary(&self, t: Term, op: Op) -> Option<[Term; 3]> {
        let node = self.node(t);
        (node.op == op).then_some(node.args)
    }

    /// What an if-then-else, or the negation of one, is where its condition is known.
    fn under(&mut self, condition: Term, holds: bool, mut t: Term) -> Term {
        loop {
            let inner = self.as_not(t).unwrap_or(t);
            match self.ternary(inner, Op::Ite) {
                Some([c, a, b]) if c == condition => {
                    let taken = if holds { a } else { b };
                    t = if inner == t { taken } else { self.not(taken) };
                }
                _ => return t,
            }
        }
    }

    fn bool_ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        let negated = self.not(c);
        if a == self.tt() || a == c {
            return self.or(c, b);
        }
        if a == self.ff() || a == negated {
            return self.and(negated, b);
        }
        if b == self.tt() || b == negated {
            return self.or(negated, a);
        }
        if b == self.ff() || b == c {
            return self.and(c, a);
        }
        if self.complementary(a, b) {
            return self.eq(c, a);
        }
        // One of the branches is kept positive, so that an if-then-else and its negation share a node.
        if self.op(a) == Op::Not {
            let (a, b) = (self.not(a), self.not(b));
            let inverse = self.bool_ite(c, a, b);
            return self.not(inverse);
        }
        self.mk(Op::Ite, Sort::Bool, &[c, a, b])
    }

    /// Whether this is an if-then-else over literals, small enough to work on leaf by leaf.
    pub(crate) fn is_literal_tree(&self, t: Term) -> bool {
        if self.op(t) != Op::Ite {
            return false;
        }
        let mut stack = vec![t];
        let mut leaves = 0;
        while let Some(t) = stack.pop() {
            if let Some([_, a, b]) = self.ternary(t, Op::Ite) {
                stack.extend([a, b]);
            } else if self.is_const(t) {
                leaves += 1;
            } else {
                return false;
            }
            if leaves + stack.len() > LEAVES {
                return false;
            }
        }
        true
    }

    /// Applies a function to the leaves of a literal tree; the depth is bounded by the number of leaves.
    pub(crate) fn map_tree(&mut self, t: Term, f: &mut dyn FnMut(&mut Pool, Term) -> Term) -> Term {
        match self.ternary(t, Op::Ite) {
            Some([c, a, b]) => {
                let a = self.map_tree(a, f);
                let b = self.map_tree(b, f);
                self.ite(c, a, b)
            }
            None => f(self, t),
        }
    }
}
