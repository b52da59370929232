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
        if let Some(value) = self.decreasing() {
            self.decreases(value, &mut statements);
        }
        statements
    }

    /// What has no such statement.
    pub fn unsaid(&self) -> impl Iterator<Item = &'static str> {
        let decreases = !self.decreases.is_empty() && self.decreasing().is_none();
        let assignable = self.assignable.is_some();
        let named = [
            (
                decreases,
                "`decreases` of several values or of a large `\\bigint`",
            ),
            (assignable, "`assignable` of loops"),
        ];
        named
            .into_iter()
            .filter_map(|(is, what)| is.then_some(what))
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

    fn decreasing(&self) -> Option<&Expr> {
        match &self.decreases[..] {
            [only] if kept_in(only).is_some() => Some(only),
            _ => None,
        }
    }

    /// A round begins only where the value is not negative, and ends with a smaller one.
    fn decreases(&self, value: &Expr, statements: &mut Vec<BodyStatement>) {
        let Some(ty) = kept_in(value) else {
            return;
        };
        let span = value.span;
        let place = Place {
            file: self.file.clone(),
            span,
        };
        let boolean = Type::Java(FieldType::Boolean);
        let value = match value.ty == ty {
            true => value.clone(),
            false => node(ExprKind::Convert(Box::new(value.clone())), &ty, span),
        };
        let ghost = |name: &str| Local {
            name: name.into(),
            declared: span,
            ghost: true,
        };
        let (begun, last) = (ghost("\\begun"), ghost("\\decreases"));
        let read = |local: &Local, ty: &Type| node(ExprKind::Local(local.clone()), ty, span);
        let truth = |is: bool| node(ExprKind::Literal(Literal::Boolean(is)), &boolean, span);
        let zero = node(ExprKind::Literal(Literal::Integer(0)), &ty, span);
        let binary = |op, a: Expr, b: Expr| {
            node(
                ExprKind::Binary(op, Box::new(a), Box::new(b)),
                &boolean,
                span,
            )
        };
        for (variable, ty, initial) in
            [(&begun, &boolean, truth(false)), (&last, &ty, zero.clone())]
        {
            statements.push(BodyStatement {
                kind: BodyStatementKind::Ghost {
                    variable: variable.clone(),
                    ty: ty.clone(),
                    initial: Some(initial),
                },
                place: place.clone(),
                at: Anchor::Before(self.statement),
            });
        }
        let not_begun = ExprKind::Unary(UnaryOp::Not, Box::new(read(&begun, &boolean)));
        let not_negative = binary(BinaryOp::LessEqual, zero, read(&last, &ty));
        let smaller = binary(BinaryOp::Less, value.clone(), read(&last, &ty));
        let both = binary(BinaryOp::And, not_negative, smaller);
        let clause = Clause {
            expr: binary(BinaryOp::Or, node(not_begun, &boolean, span), both),
            origin: Origin::Loop("decreases"),
            place: place.clone(),
        };
        let set = |variable: &Local, ty: &Type, value: Expr| BodyStatementKind::Set {
            target: Location {
                kind: LocationKind::Local(read(variable, ty)),
                span,
            },
            value,
        };
        for kind in [
            BodyStatementKind::Assert(vec![clause]),
            set(&last, &ty, value),
            set(&begun, &boolean, truth(true)),
        ] {
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

/// The type that the value of an expression is kept in from round to round.
fn kept_in(value: &Expr) -> Option<Type> {
    match &value.ty {
        Type::Java(FieldType::Long) => Some(value.ty.clone()),
        Type::Java(FieldType::Int | FieldType::Short | FieldType::Byte | FieldType::Char) => {
            Some(Type::Java(FieldType::Int))
        }
        // A `long` has twice the bits of an `int`, and an `int` has two or more.
        Type::BigInt if summands(value)? < 4 => Some(Type::Java(FieldType::Long)),
        _ => None,
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
        ExprKind::Conditional(_, a, b) => Some(summands(a)?.max(summands(b)?)),
        _ => None,
    }
}
