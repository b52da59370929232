//! Cancellation in sums and differences: what is added and taken away again, however deep in a chain, is gone. Solvers
//! that work on bits find such identities only by trying all values. Only so much of a chain is looked at.

use crate::op::{Op, Term};
use crate::pool::Pool;

/// How many operators of a chain are looked at.
const NODES: u32 = 48;

impl Pool {
    /// `sum - part`, where the part is one of the terms that are added up.
    pub(crate) fn taken_from(&mut self, sum: Term, part: Term) -> Option<Term> {
        self.cancel(sum, part, false, &mut { NODES })
    }

    /// `sum + part`, where the part is one of the terms that are taken away.
    pub(crate) fn given_back(&mut self, sum: Term, part: Term) -> Option<Term> {
        self.cancel(sum, part, true, &mut { NODES })
    }

    /// The chain without one term that is added, or taken away.
    fn cancel(&mut self, sum: Term, part: Term, taken: bool, left: &mut u32) -> Option<Term> {
        *left = left.checked_sub(1)?;
        let (p, q) = match self.op(sum) {
            Op::BvAdd | Op::BvSub => (self.arg(sum, 0), self.arg(sum, 1)),
            Op::BvNeg if taken && self.arg(sum, 0) == part => {
                return Some(self.bv(self.width(sum), 0));
            }
            _ => return None,
        };
        let adds = self.op(sum) == Op::BvAdd;
        if q == part && adds != taken {
            return Some(p);
        }
        if p == part && !taken {
            return Some(if adds { q } else { self.neg(q) });
        }
        if let Some(rest) = self.cancel(p, part, taken, left) {
            return Some(if adds {
                self.add(rest, q)
            } else {
                self.sub(rest, q)
            });
        }
        // Under the right operand of a difference, what is added is taken away.
        let rest = self.cancel(q, part, taken == adds, left)?;
        Some(if adds {
            self.add(p, rest)
        } else {
            self.sub(p, rest)
        })
    }

    /// Two sums that are to be equal, without a term that both have.
    pub(crate) fn without_common(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let mut open = vec![(a, false)];
        let mut looked = 0;
        while let Some((t, taken)) = open.pop() {
            looked += 1;
            if looked > NODES {
                return None;
            }
            match self.op(t) {
                op @ (Op::BvAdd | Op::BvSub) => {
                    open.push((self.arg(t, 0), taken));
                    open.push((self.arg(t, 1), taken != (op == Op::BvSub)));
                    continue;
                }
                op if op.is_const() => continue,
                _ => {}
            }
            if t == a || t == b {
                continue;
            }
            if let Some(right) = self.cancel(b, t, taken, &mut { NODES })
                && let Some(left) = self.cancel(a, t, taken, &mut { NODES })
            {
                return Some((left, right));
            }
        }
        None
    }
}
