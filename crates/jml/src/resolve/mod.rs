//! Resolution: names get their meaning from the file, the class files and JML's own declarations, and expressions get
//! types. What cannot be resolved is reported once and becomes [`ExprKind::Unsupported`], so that it taints whatever it is
//! part of.

mod calls;
mod expressions;
mod functions;
mod generics;
mod literals;
mod locations;
mod model_bodies;
mod names;
mod operators;
mod ranges;
mod reach;

pub(crate) use literals::integer;

use crate::contract::{Clause, Math, Origin, Place};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolved::{BoundId, Expr, ExprKind, Local, Location, Type};
use crate::scope::Scope;
use crate::syntax;
use crate::types::BOOLEAN;
use classpath::{FieldType, Name};
use source::{SourceFile, Span};
use std::path::Path;
use std::sync::Arc;

/// Where an expression stands, which decides what it may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    Requires,
    Ensures,
    Signals,
    /// Frames and measures.
    Frame,
    Invariant,
    Constraint,
    Body,
}

/// A variable of a body that is known at some place.
#[derive(Clone, Debug)]
pub struct Variable {
    pub local: Local,
    /// None if the type cannot be told.
    pub ty: Option<Type>,
}

/// A loop with a specification, and whether somebody asks for the number of its rounds.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub statement: Span,
    pub used: bool,
}

/// What is the same for all expressions of a method, or of a class.
pub struct Surroundings<'a> {
    pub file: &'a SourceFile,
    pub path: &'a Arc<Path>,
    pub is_static: bool,
    pub parameters: &'a [(String, FieldType)],
    /// None for `void`, constructors and outside of methods.
    pub result: Option<FieldType>,
    /// Of a method that has type arguments somewhere.
    pub signature: Option<Name>,
    pub labels: &'a [String],
}

pub struct Resolver<'a, 'd> {
    pub scope: Scope<'a>,
    pub around: &'a Surroundings<'a>,
    pub diagnostics: &'d mut Vec<Diagnostic>,
    pub next_bound: &'d mut u32,
    pub site: Site,
    /// Known in a body, inner ones last.
    pub variables: Vec<Variable>,
    /// The name and the class of the exception of a `signals` clause.
    pub thrown: Option<(Option<String>, FieldType)>,
    /// Variables of the quantifiers around, inner ones last.
    bound: Vec<(String, BoundId, Type)>,
    /// `old` variables of a case.
    pub lets: Vec<(String, Expr)>,
    pub math: Math,
    /// The loop of which `\count` is spoken.
    pub counted: Option<Counted>,
    /// Whether this is within `\old`.
    earlier: bool,
    /// Whether this is a frame, in which fields stand for their groups.
    pub frame: bool,
    /// What was found to have no meaning, since this was last taken.
    pub unsupported: Vec<(String, Span)>,
}

impl<'a, 'd> Resolver<'a, 'd> {
    pub fn new(
        scope: Scope<'a>,
        around: &'a Surroundings<'a>,
        diagnostics: &'d mut Vec<Diagnostic>,
        next_bound: &'d mut u32,
        site: Site,
    ) -> Resolver<'a, 'd> {
        Resolver {
            scope,
            around,
            diagnostics,
            next_bound,
            site,
            variables: Vec::new(),
            thrown: None,
            bound: Vec::new(),
            lets: Vec::new(),
            math: Math::default(),
            counted: None,
            earlier: false,
            frame: false,
            unsupported: Vec::new(),
        }
    }

    /// The locations of a frame.
    pub fn frame(&mut self, locations: &[syntax::Expr]) -> Vec<Location> {
        self.frame = true;
        let found = locations.iter().map(|l| self.location(l)).collect();
        self.frame = false;
        found
    }

    pub fn place(&self, span: Span) -> Place {
        Place {
            file: self.around.path.clone(),
            span,
        }
    }

    /// A condition as its conjuncts.
    pub fn conjuncts(&mut self, condition: &syntax::Expr) -> Vec<Clause> {
        let mut parts = Vec::new();
        split(condition, &mut parts);
        parts
            .into_iter()
            .map(|part| Clause {
                expr: self.condition(part),
                origin: Origin::Written,
                place: self.place(part.span),
            })
            .collect()
    }

    /// An expression that must be boolean.
    pub fn condition(&mut self, expr: &syntax::Expr) -> Expr {
        let resolved = self.expr(expr);
        self.as_boolean(resolved)
    }

    fn as_boolean(&mut self, expr: Expr) -> Expr {
        let expr = self.unboxed(expr);
        if expr.ty.is_boolean() || expr.ty == Type::Unknown {
            return expr;
        }
        let message = format!("expected a condition, found {}", a(&expr.ty));
        self.error(message, expr.span, None)
    }

    fn node(&self, kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    fn boolean(&self, kind: ExprKind, span: Span) -> Expr {
        self.node(kind, BOOLEAN, span)
    }

    /// Reports something wrong; the result stands for what it should have been.
    fn error(&mut self, message: impl Into<String>, span: Span, help: Option<String>) -> Expr {
        let message = message.into();
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            message: message.clone(),
            place: self.place(span),
            help,
        });
        self.unsupported(message, span)
    }

    /// Something that is right, but has no meaning here.
    fn unsupported(&mut self, what: impl Into<String>, span: Span) -> Expr {
        let what = what.into();
        self.unsupported.push((what.clone(), span));
        self.node(ExprKind::Unsupported(what), Type::Unknown, span)
    }

    /// The result of an operation on something that has no meaning: it has none either, for the same reason.
    fn poisoned(&self, operand: &Expr, span: Span) -> Expr {
        let what = match &operand.kind {
            ExprKind::Unsupported(what) => what.clone(),
            _ => "an expression without a meaning".to_owned(),
        };
        self.node(ExprKind::Unsupported(what), Type::Unknown, span)
    }

    pub(crate) fn fresh_bound(&mut self) -> BoundId {
        let id = BoundId(*self.next_bound);
        *self.next_bound += 1;
        id
    }

    fn this_type(&self) -> FieldType {
        FieldType::Object(self.scope.class.clone())
    }

    fn this(&mut self, span: Span) -> Expr {
        if self.around.is_static {
            let message = "there is no `this` in a static context";
            return self.error(message, span, None);
        }
        let ty = Type::Java(self.this_type());
        self.node(ExprKind::This, ty, span)
    }
}

/// Splits at `&&`, also through parentheses.
fn split<'e>(condition: &'e syntax::Expr, parts: &mut Vec<&'e syntax::Expr>) {
    match &condition.kind {
        syntax::ExprKind::Binary(syntax::BinaryOp::And, left, right) => {
            split(left, parts);
            split(right, parts);
        }
        syntax::ExprKind::Parenthesized(inner)
            if matches!(
                inner.kind,
                syntax::ExprKind::Binary(syntax::BinaryOp::And, ..)
                    | syntax::ExprKind::Parenthesized(_)
            ) =>
        {
            split(inner, parts);
        }
        _ => parts.push(condition),
    }
}

/// `an int`, `a String`.
fn a(ty: &Type) -> String {
    let name = ty.describe();
    match ty {
        Type::ObjectSet | Type::Unknown | Type::Null => name,
        _ => match name
            .trim_start_matches('\\')
            .starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O'])
        {
            true => format!("an `{name}`"),
            false => format!("a `{name}`"),
        },
    }
}

fn class_of(ty: &Type) -> Option<Name> {
    match ty {
        Type::Java(FieldType::Object(name)) => Some(name.clone()),
        _ => None,
    }
}
