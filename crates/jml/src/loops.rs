//! What a specification of a loop says, as statements: the invariant is asserted whenever control comes to the test of the loop,
//! and what decreases is kept from round to round in a ghost variable.

use crate::contract::{Anchor, BodyStatement, BodyStatementKind, Clause, LoopSpec, Origin, Place};
use crate::resolved::{
    BinaryOp, Expr, ExprKind, Literal, Local, Location, LocationKind, Type, UnaryOp,
};
use classpath::FieldType;
use source::Span;

impl LoopSpec {
    /// The statements that say as much, in the order in which they run where they have the same place.
    pub fn statements(&self) -> Vec<BodyStatement> {
        let mut statements = Vec::new();
        if self.counts {
            self.count(&mut statements);
        }
        if !self.invariants.is_empty() {
            let clauses = self.invariants.iter().map(|clause| Clause {
                origin: Origin::Loop("loop_invariant"),
                ..clause.clone()
            });
            let place = self.invariants[0].place.clone();
            let kind = BodyStatementKind::Assert(clauses.collect());
            statements.push(self.at_test(kind, place));
        }
        if !self.decreases.is_empty() {
            self.decreases(&mut statements);
        }
        if let Some(locations) = &self.assignable {
            self.assignable(locations, &mut statements);
        }
        statements
    }

    /// What the loop may change is kept at the first test, and asked at the others and behind the loop.
    fn assignable(&self, locations: &[Location], statements: &mut Vec<BodyStatement>) {
        let (Some(first), Some(last)) = (locations.first(), locations.last()) else {
            return;
        };
        if locations.iter().any(|l| l.kind == LocationKind::Everything) {
            return;
        }
        let place = Place {
            file: self.file.clone(),
            span: Span {
                end: last.span.end,
                to: last.span.to,
                ..first.span
            },
        };
        for at in [
            Anchor::Before(self.statement),
            Anchor::Loop(self.statement),
            Anchor::Behind(self.statement),
        ] {
            statements.push(BodyStatement {
                kind: BodyStatementKind::Frame(locations.to_vec()),
                place: place.clone(),
                at,
            });
        }
    }

    /// Rounds are counted before anything else is said at the test, which control comes to once before the first of them.
    fn count(&self, statements: &mut Vec<BodyStatement>) {
        let invariants = self.invariants.iter().map(|clause| clause.place.span);
        let said = invariants.chain(self.decreases.iter().map(|value| value.span));
        let Some(span) = said.min_by_key(|span| span.start) else {
            return;
        };
        let place = Place {
            file: self.file.clone(),
            span,
        };
        let ty = Type::Java(FieldType::Int);
        let number = |value| node(ExprKind::Literal(Literal::Integer(value)), &ty, span);
        let variable = counter(self.statement);
        let read = node(ExprKind::Local(variable.clone()), &ty, span);
        statements.push(BodyStatement {
            kind: BodyStatementKind::Ghost {
                variable,
                ty: ty.clone(),
                initial: Some(number(-1)),
            },
            place: place.clone(),
            at: Anchor::Before(self.statement),
        });
        let next = ExprKind::Binary(BinaryOp::Add, Box::new(read.clone()), Box::new(number(1)));
        let kind = BodyStatementKind::Set {
            target: Location {
                kind: LocationKind::Local(read),
                span,
            },
            value: node(next, &ty, span),
        };
        statements.push(self.at_test(kind, place));
    }

    /// A round begins only where the value is not negative, and ends with a smaller one; of several values the first that
    /// is another one counts.
    fn decreases(&self, statements: &mut Vec<BodyStatement>) {
        let (Some(first), Some(last)) = (self.decreases.first(), self.decreases.last()) else {
            return;
        };
        let span = Span {
            end: last.span.end,
            to: last.span.to,
            ..first.span
        };
        let place = Place {
            file: self.file.clone(),
            span,
        };
        let boolean = Type::Java(FieldType::Boolean);
        let ghost = |name: String| Local {
            name: name.into(),
            declared: span,
            ghost: true,
        };
        let read = |local: &Local, ty: &Type| node(ExprKind::Local(local.clone()), ty, span);
        let truth = |is: bool| node(ExprKind::Literal(Literal::Boolean(is)), &boolean, span);
        let binary = |op, a: Expr, b: Expr| {
            node(
                ExprKind::Binary(op, Box::new(a), Box::new(b)),
                &boolean,
                span,
            )
        };
        let begun = ghost("\\begun".into());
        let mut kept = vec![(begun.clone(), boolean.clone(), truth(false), truth(true))];
        let mut less: Option<Expr> = None;
        for (at, value) in self.decreases.iter().enumerate().rev() {
            let Some((ty, value)) = kept_in(value) else {
                return;
            };
            let last = ghost(match at {
                0 => "\\decreases".into(),
                _ => format!("\\decreases{at}"),
            });
            let zero = node(ExprKind::Literal(Literal::Integer(0)), &ty, span);
            let not_negative = binary(BinaryOp::LessEqual, zero.clone(), read(&last, &ty));
            let smaller = binary(BinaryOp::Less, value.clone(), read(&last, &ty));
            let both = binary(BinaryOp::And, not_negative, smaller);
            less = Some(match less {
                None => both,
                Some(rest) => {
                    let same = binary(BinaryOp::Equal, value.clone(), read(&last, &ty));
                    let later = binary(BinaryOp::And, same, rest);
                    binary(BinaryOp::Or, both, later)
                }
            });
            kept.push((last, ty, zero, value));
        }
        let not_begun = ExprKind::Unary(UnaryOp::Not, Box::new(read(&begun, &boolean)));
        let Some(less) = less else {
            return;
        };
        let clause = Clause {
            expr: binary(BinaryOp::Or, node(not_begun, &boolean, span), less),
            origin: Origin::Loop("decreases"),
            place: place.clone(),
        };
        for (variable, ty, initial, _) in &kept {
            statements.push(BodyStatement {
                kind: BodyStatementKind::Ghost {
                    variable: variable.clone(),
                    ty: ty.clone(),
                    initial: Some(initial.clone()),
                },
                place: place.clone(),
                at: Anchor::Before(self.statement),
            });
        }
        statements.push(self.at_test(BodyStatementKind::Assert(vec![clause]), place.clone()));
        for (variable, ty, _, value) in kept {
            let target = Location {
                kind: LocationKind::Local(read(&variable, &ty)),
                span,
            };
            let kind = BodyStatementKind::Set { target, value };
            statements.push(self.at_test(kind, place.clone()));
        }
    }

    fn at_test(&self, kind: BodyStatementKind, place: Place) -> BodyStatement {
        BodyStatement {
            kind,
            place,
            at: Anchor::Loop(self.statement),
        }
    }
}

/// The variable that counts the rounds of a loop.
pub fn counter(statement: Span) -> Local {
    Local {
        name: "\\count".into(),
        declared: statement,
        ghost: true,
    }
}

fn node(kind: ExprKind, ty: &Type, span: Span) -> Expr {
    Expr {
        kind,
        ty: ty.clone(),
        span,
    }
}

/// A measure as a value of a type that Java has; none where it may be too large for one.
pub fn kept_in(value: &Expr) -> Option<(Type, Expr)> {
    let ty = match &value.ty {
        Type::Java(FieldType::Long) => value.ty.clone(),
        Type::Java(FieldType::Int | FieldType::Short | FieldType::Byte | FieldType::Char) => {
            Type::Java(FieldType::Int)
        }
        // A `long` has twice the bits of an `int`, and an `int` has two or more.
        Type::BigInt if is_product(value) || summands(value)? < 4 => Type::Java(FieldType::Long),
        _ => return None,
    };
    let value = match value.ty == ty {
        true => value.clone(),
        false => node(ExprKind::Convert(Box::new(value.clone())), &ty, value.span),
    };
    Some((ty, value))
}

/// Whether a number is the product of two of type `int`.
fn is_product(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Binary(BinaryOp::Multiply, a, b) => {
            summands(a) == Some(1) && summands(b) == Some(1)
        }
        _ => false,
    }
}

/// How many numbers of type `int` a number is at most the sum of, or the difference, where its form tells.
fn summands(value: &Expr) -> Option<u32> {
    match &value.kind {
        ExprKind::Convert(inner) => match &inner.ty {
            Type::Java(FieldType::Int | FieldType::Short | FieldType::Byte | FieldType::Char) => {
                Some(1)
            }
            Type::BigInt => summands(inner),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Negate, inner) => summands(inner),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
            summands(a)?.checked_add(summands(b)?)
        }
        ExprKind::Binary(BinaryOp::Multiply, a, b) => match (times(a), times(b)) {
            (Some(times), _) => summands(b)?.checked_mul(times),
            (None, Some(times)) => summands(a)?.checked_mul(times),
            (None, None) => None,
        },
        ExprKind::Binary(BinaryOp::Divide, a, _) => summands(a),
        ExprKind::Conditional(_, a, b) => Some(summands(a)?.max(summands(b)?)),
        _ => None,
    }
}

/// A number that is written down.
fn times(value: &Expr) -> Option<u32> {
    match &value.kind {
        ExprKind::Convert(inner) => times(inner),
        ExprKind::Literal(Literal::Integer(value)) => u32::try_from(*value).ok(),
        _ => None,
    }
}
