//! Locations of each element of an array, `districts[*].box.sealed`: the range within becomes an index that ranges over it.

use super::Resolver;
use crate::resolved::{BinaryOp, BoundVariable, Expr, ExprKind, Literal, LocationKind};
use crate::syntax::{self, ExprKind as Written};
use crate::types::INT;

/// Puts an index in the place of the innermost range that an expression reads through; gives both. None if there is no
/// range, or if the range is all there is.
pub(super) fn take(expr: &syntax::Expr, index: &str) -> Option<(syntax::Expr, syntax::Expr)> {
    let rebuilt = |target: &syntax::Expr, build: &dyn Fn(Box<syntax::Expr>) -> Written| {
        let (inside, range) = replaced(target, index)?;
        let kind = build(Box::new(inside));
        Some((
            syntax::Expr {
                kind,
                ..expr.clone()
            },
            range,
        ))
    };
    match &expr.kind {
        Written::Select(target, word) => {
            rebuilt(target, &|target| Written::Select(target, word.clone()))
        }
        Written::AllFields(target) => rebuilt(target, &Written::AllFields),
        Written::Index(array, at) => rebuilt(array, &|array| Written::Index(array, at.clone())),
        Written::Range { array, low, high } => rebuilt(array, &|array| Written::Range {
            array,
            low: low.clone(),
            high: high.clone(),
        }),
        _ => None,
    }
}

fn replaced(target: &syntax::Expr, index: &str) -> Option<(syntax::Expr, syntax::Expr)> {
    if let Some(deeper) = take(target, index) {
        return Some(deeper);
    }
    let Written::Range { array, .. } = &target.kind else {
        return None;
    };
    let name = syntax::Expr {
        kind: Written::Name(index.to_owned()),
        span: target.span,
        height: 1,
    };
    let kind = Written::Index(array.clone(), Box::new(name));
    let element = syntax::Expr {
        kind,
        ..target.clone()
    };
    Some((element, target.clone()))
}

impl Resolver<'_, '_> {
    /// A name that nobody can write.
    pub(super) fn next_index(&self) -> String {
        format!("[{}]", self.bound.len())
    }

    pub(super) fn over_range(
        &mut self,
        of: &syntax::Expr,
        range: &syntax::Expr,
        name: String,
    ) -> LocationKind {
        let span = range.span;
        let (array, low, high) = match self.location(range).kind {
            LocationKind::Range { array, low, high } => (array, low, high),
            LocationKind::Unsupported(what) => return LocationKind::Unsupported(what),
            _ => return self.unsupported_location("this kind of locations", span),
        };
        let id = self.fresh_bound();
        let index = self.node(ExprKind::Bound(id), INT, span);
        let compare = |s: &Self, op, left: Expr, right: Expr| {
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            s.boolean(kind, span)
        };
        let zero = self.node(ExprKind::Literal(Literal::Integer(0)), INT, span);
        let low = compare(
            self,
            BinaryOp::LessEqual,
            low.unwrap_or(zero),
            index.clone(),
        );
        let high = match high {
            Some(high) => compare(self, BinaryOp::LessEqual, index, high),
            None => {
                let length = self.node(ExprKind::Length(Box::new(array)), INT, span);
                compare(self, BinaryOp::Less, index, length)
            }
        };
        let guard = compare(self, BinaryOp::And, low, high);
        self.bound.push((name, id, INT));
        let of = Box::new(self.location(of));
        self.bound.pop();
        let variable = BoundVariable {
            id,
            name: "i".into(),
            ty: INT,
            nullable: false,
        };
        LocationKind::Each {
            variables: vec![variable],
            guard,
            of,
        }
    }
}
