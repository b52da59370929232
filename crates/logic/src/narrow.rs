//! Products, quotients and remainders over no more bits than their operands need. A solver that works on bits pays for
//! the width of a division about its square; where a path says that numbers are small, a few bits do.

use crate::bounds::{Bounds, Interval, Memo};
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;
use std::collections::HashMap;

impl Bounds {
    /// A term that equals the given one wherever the conditions hold that these bounds were learned from.
    pub fn narrowed(&self, pool: &mut Pool, t: Term) -> Term {
        let mut hard = false;
        pool.visit(&[t], |t| hard |= is_hard(pool, t));
        if !hard {
            return t;
        }
        let mut memo = Memo::default();
        let mut done: HashMap<Term, Term> = HashMap::new();
        let mut stack = vec![t];
        while let Some(&node) = stack.last() {
            if done.contains_key(&node) {
                stack.pop();
                continue;
            }
            // Bound variables have no bounds.
            if pool.op(node).is_leaf() || pool.op(node).is_quantifier() {
                done.insert(node, node);
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let open = pool.children(node).iter();
            stack.extend(open.filter(|child| !done.contains_key(child)));
            if stack.len() > pending {
                continue;
            }
            let children: Vec<Term> = pool.children(node).iter().map(|c| done[c]).collect();
            let narrow = if is_hard(pool, node) {
                self.narrow(pool, node, &children, &mut memo)
            } else {
                None
            };
            let result = match narrow {
                Some(result) => result,
                None if children == pool.children(node) => node,
                None => pool.build(pool.op(node), pool.sort(node), &children),
            };
            done.insert(node, result);
            stack.pop();
        }
        done[&t]
    }

    /// One operator: its operands' intervals are those of the operands as they were, which is what was learned about.
    fn narrow(
        &self,
        pool: &mut Pool,
        node: Term,
        children: &[Term],
        memo: &mut Memo,
    ) -> Option<Term> {
        let (op, width) = (pool.op(node), pool.width(node));
        let of = |i: usize, memo: &mut Memo| self.within(pool, pool.arg(node, i), memo);
        let (a, b) = (of(0, memo), of(1, memo));
        let positive = a.signed.0 >= 0 && b.signed.0 >= 0;
        let (bits, op, unsigned) = match op {
            // The product of the largest must fit, then every one does.
            Op::BvMul if positive => {
                let most = a.unsigned.1.checked_mul(b.unsigned.1)?;
                (bits_of(most.max(a.unsigned.1).max(b.unsigned.1)), op, true)
            }
            Op::BvMul => (signed_bits(a) + signed_bits(b), op, false),
            Op::BvUrem => (unsigned_bits(a, b), op, true),
            Op::BvUdiv if b.unsigned.0 > 0 => (unsigned_bits(a, b), op, true),
            Op::BvSrem if positive => (unsigned_bits(a, b), Op::BvUrem, true),
            Op::BvSdiv if positive && b.signed.0 > 0 => (unsigned_bits(a, b), Op::BvUdiv, true),
            // One bit more, for the least number divided by -1.
            Op::BvSdiv | Op::BvSrem => (signed_bits(a).max(signed_bits(b)) + 1, op, false),
            _ => return None,
        };
        if bits >= width && op == pool.op(node) {
            return None;
        }
        let bits = bits.min(width);
        let low = [0, 1].map(|i| pool.extract(children[i], bits - 1, 0));
        let result = pool.build(op, Sort::Bv(bits), &low);
        Some(if unsigned {
            pool.zext(result, width)
        } else {
            pool.sext(result, width)
        })
    }
}

/// Operators whose cost depends on the width of both operands, or, for division, of one.
fn is_hard(pool: &Pool, t: Term) -> bool {
    match pool.op(t) {
        Op::BvMul => {
            pool.width(t) <= 64 && !pool.children(t).iter().any(|c| pool.op(*c).is_const())
        }
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => pool.width(t) <= 64,
        _ => false,
    }
}

fn bits_of(most: u128) -> u32 {
    (128 - most.leading_zeros()).max(1)
}

fn unsigned_bits(a: Interval, b: Interval) -> u32 {
    bits_of(a.unsigned.1.max(b.unsigned.1))
}

/// Bits of a number in two's complement.
fn signed_bits(of: Interval) -> u32 {
    let bits = |x: i128| {
        129 - if x < 0 {
            x.leading_ones()
        } else {
            x.leading_zeros()
        }
    };
    bits(of.signed.0).max(bits(of.signed.1))
}
