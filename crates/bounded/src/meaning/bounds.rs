//! Bounds of quantified integers, read off the conditions that say which values count: `0 <= i && i < a.length`, and
//! through other variables, `0 <= i && i < j && j < a.length`.

use super::{Meaning, Meant, Polarity, Result};
use crate::encode::Heap;
use crate::values;
use jml::resolved::{BinaryOp, BoundId, BoundVariable, Expr, ExprKind, Quantifier, QuantifierKind};
use logic::{Sort, Term};

/// The smallest and the largest value that can count, where something says so.
pub(super) struct Bounds {
    pub low: Option<Term>,
    pub high: Option<Term>,
    /// The condition under which the bounds have values.
    pub defined: Term,
}

impl<H: Heap> Meaning<'_, H> {
    /// The bounds of a variable, while those from `open` on have no values yet; `asking` are those whose bounds are being
    /// looked for already.
    pub(super) fn bounds(
        &mut self,
        quantifier: &Quantifier,
        open: usize,
        variable: &BoundVariable,
        width: u32,
        asking: &mut Vec<BoundId>,
    ) -> Result<Bounds> {
        let mut bounds = Bounds {
            low: None,
            high: None,
            defined: self.heap.pool().tt(),
        };
        asking.push(variable.id);
        for source in sources(quantifier) {
            let mut conditions = Vec::new();
            conjuncts(source, &mut conditions);
            for condition in conditions {
                let Some((op, bound)) = comparison(condition, variable.id) else {
                    continue;
                };
                if let Some(meant) = self.bound(quantifier, open, op, bound, width, asking)? {
                    self.tighten(&mut bounds, op, meant, width);
                }
            }
        }
        asking.pop();
        Ok(bounds)
    }

    /// What a variable is compared with: a value, or the end of another variable's range that lies beyond it.
    fn bound(
        &mut self,
        quantifier: &Quantifier,
        open: usize,
        op: BinaryOp,
        bound: &Expr,
        width: u32,
        asking: &mut Vec<BoundId>,
    ) -> Result<Option<Meant>> {
        let unknown = &quantifier.variables[open..];
        if let ExprKind::Bound(id) = &stripped(bound).kind
            && let Some(other) = unknown.iter().find(|other| other.id == *id)
        {
            if asking.contains(id) || self.number_width(&other.ty) != Ok(width) {
                return Ok(None);
            }
            let bounds = self.bounds(quantifier, open, other, width, asking)?;
            let end = match op {
                BinaryOp::Less | BinaryOp::LessEqual => bounds.high,
                BinaryOp::Greater | BinaryOp::GreaterEqual => bounds.low,
                _ => None,
            };
            return Ok(end.map(|value| Meant {
                value,
                defined: bounds.defined,
            }));
        }
        let unknown: Vec<BoundId> = unknown.iter().map(|other| other.id).collect();
        if mentions(bound, &unknown) {
            return Ok(None);
        }
        // What has no meaning, or is no integer, bounds nothing.
        let Ok(meant) = self.eval(bound, Polarity::Both) else {
            return Ok(None);
        };
        let pool = self.heap.pool();
        let fits = matches!(pool.sort(meant.value), Sort::Bv(_));
        Ok(fits.then_some(meant))
    }

    /// The last value on this side of a bound that may be no value of the variable's type.
    fn nearest(&mut self, op: BinaryOp, bound: Term, width: u32) -> Term {
        let pool = self.heap.pool();
        let wide = pool.width(bound).max(width) + 1;
        let half = 1i128 << (width - 1);
        let smallest = values::signed(pool, wide, -half);
        let largest = values::signed(pool, wide, half - 1);
        let one = values::signed(pool, wide, 1);
        let bound = pool.sext(bound, wide);
        let value = match op {
            BinaryOp::Less => pool.sub(bound, one),
            BinaryOp::Greater => pool.add(bound, one),
            _ => bound,
        };
        let above = pool.sgt(value, largest);
        let value = pool.ite(above, largest, value);
        let below = pool.slt(value, smallest);
        let value = pool.ite(below, smallest, value);
        pool.extract(value, width - 1, 0)
    }

    /// Where the bound itself has no value nothing is known.
    fn tighten(&mut self, bounds: &mut Bounds, op: BinaryOp, meant: Meant, width: u32) {
        let mut nearest = None;
        if self.heap.pool().width(meant.value) != width {
            nearest = Some(self.nearest(op, meant.value, width));
        }
        let pool = self.heap.pool();
        let half = 1i128 << (width - 1);
        let smallest = values::signed(pool, width, -half);
        let largest = values::signed(pool, width, half - 1);
        let one = values::signed(pool, width, 1);
        let lower = matches!(
            op,
            BinaryOp::Greater | BinaryOp::GreaterEqual | BinaryOp::Equal
        );
        let upper = matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal);
        // Beyond the last number there is none: such a range is empty only together with the test itself, which every
        // instance repeats.
        let value = match (nearest, op) {
            (Some(nearest), _) => nearest,
            (None, BinaryOp::Greater | BinaryOp::Less) => {
                let end = if lower { largest } else { smallest };
                let next = if lower {
                    pool.add(meant.value, one)
                } else {
                    pool.sub(meant.value, one)
                };
                let is_end = pool.eq(meant.value, end);
                pool.ite(is_end, meant.value, next)
            }
            _ => meant.value,
        };
        if lower {
            let value = pool.ite(meant.defined, value, smallest);
            bounds.low = Some(match bounds.low {
                None => value,
                Some(known) => {
                    let less = pool.slt(known, value);
                    pool.ite(less, value, known)
                }
            });
        }
        if upper {
            let value = pool.ite(meant.defined, value, largest);
            bounds.high = Some(match bounds.high {
                None => value,
                Some(known) => {
                    let less = pool.slt(known, value);
                    pool.ite(less, known, value)
                }
            });
        }
        if lower || upper {
            bounds.defined = pool.and(bounds.defined, meant.defined);
        }
    }
}

fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => stripped(inner),
        _ => expr,
    }
}

/// What a condition compares a variable with, and how, seen from the variable.
fn comparison(condition: &Expr, variable: BoundId) -> Option<(BinaryOp, &Expr)> {
    let ExprKind::Binary(op, a, b) = &condition.kind else {
        return None;
    };
    let is_variable =
        |e: &Expr| matches!(&stripped(e).kind, ExprKind::Bound(id) if *id == variable);
    match (is_variable(a), is_variable(b)) {
        (true, false) => Some((*op, b)),
        (false, true) => {
            let op = match op {
                BinaryOp::Less => BinaryOp::Greater,
                BinaryOp::LessEqual => BinaryOp::GreaterEqual,
                BinaryOp::Greater => BinaryOp::Less,
                BinaryOp::GreaterEqual => BinaryOp::LessEqual,
                other => *other,
            };
            Some((op, a))
        }
        _ => None,
    }
}

/// The conditions that say which values of variables count.
pub(super) fn sources(quantifier: &Quantifier) -> Vec<&Expr> {
    let mut sources = vec![&quantifier.range];
    match quantifier.kind {
        QuantifierKind::Forall => {
            if let ExprKind::Binary(BinaryOp::Implies, left, _) = &quantifier.body.kind {
                sources.push(left);
            }
        }
        QuantifierKind::Exists | QuantifierKind::NumOf => sources.push(&quantifier.body),
        _ => {}
    }
    sources
}

/// What a conjunction consists of, in order.
pub(super) fn conjuncts<'e>(condition: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, into);
            conjuncts(b, into);
        }
        _ => into.push(condition),
    }
}

pub(super) fn has_quantifier(expr: &Expr) -> bool {
    let mut found = false;
    super::types::visit(expr, &mut |e| {
        found |= matches!(e.kind, ExprKind::Quantifier(_))
    });
    found
}

/// Whether an expression depends on one of these variables.
pub(super) fn mentions(expr: &Expr, variables: &[BoundId]) -> bool {
    let mut found = false;
    super::types::visit(expr, &mut |e| {
        if let ExprKind::Bound(id) = &e.kind {
            found |= variables.contains(id);
        }
    });
    found
}
