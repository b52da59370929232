//! From the text of a method's specification to its cases: nesting is undone, every clause resolved, and what JML says by
//! default written down.
//!
//! Defaults (JML reference manual, 9.9; `docs/jml.md` has them for users). A clause that is not written says nothing,
//! except that `signals_only` defaults to the exceptions of the `throws` clause and of the case's own `signals` clauses;
//! for an `exceptional_behavior` without either to every `Exception`. A `pure` method has `assignable \nothing`, a pure
//! constructor may assign to the fields of its object. Reference parameters and results are not null unless declared so.

use crate::attach::MethodText;
use crate::contract::{
    Case, CaseKind, Clause, Origin, ParameterSpec, Place, SignalsClause, Unsupported,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::parser::not_specified;
use crate::resolve::{Resolver, Site};
use crate::resolved::{BinaryOp, Expr, ExprKind, Literal, Location, LocationKind, OldState, Type};
use crate::syntax::{self, ClauseKind};
use crate::types::{BOOLEAN, object};
use classpath::{FieldType, Name};
use source::Span;

/// What the cases of a method depend on, besides their text.
pub struct Frame<'a> {
    pub class: &'a Name,
    pub parameters: &'a [ParameterSpec],
    /// Where each parameter is declared.
    pub parameter_spans: &'a [Span],
    pub result: Option<&'a FieldType>,
    pub result_nullable: bool,
    pub throws: &'a [Name],
    pub pure: bool,
    pub strictly_pure: bool,
    pub is_constructor: bool,
    pub name_span: Span,
}

pub struct Cases {
    pub written: Vec<Case>,
    pub implicit: Case,
    pub unsupported: Vec<Unsupported>,
}

const EXCEPTION: &str = "java/lang/Exception";

pub fn cases(resolver: &mut Resolver, frame: &Frame, text: Option<&MethodText>) -> Cases {
    let mut flat = Vec::new();
    for case in text.map_or(&[][..], |t| &t.cases) {
        flatten(case, case.kind, &[], (case.redundant, case.code), &mut flat);
    }
    let mut unsupported = Vec::new();
    let mut written = Vec::new();
    for case in &flat {
        written.push(resolve_case(resolver, frame, case, &mut unsupported));
    }
    let place = resolver.place(frame.name_span);
    let mut implicit = empty_case(resolver, frame, CaseKind::Implicit, place);
    implicit.signals_only = frame.throws.to_vec();
    Cases {
        written,
        implicit,
        unsupported,
    }
}

/// A case with the clauses of the cases around it before its own.
struct FlatCase<'t> {
    kind: syntax::CaseKind,
    clauses: Vec<&'t syntax::Clause>,
    redundant: bool,
    code: bool,
    span: Span,
}

fn flatten<'t>(
    case: &'t syntax::Case,
    kind: syntax::CaseKind,
    before: &[&'t syntax::Clause],
    (redundant, code): (bool, bool),
    out: &mut Vec<FlatCase<'t>>,
) {
    let mut clauses = before.to_vec();
    clauses.extend(&case.clauses);
    if case.nested.is_empty() {
        out.push(FlatCase {
            kind,
            clauses,
            redundant,
            code,
            span: case.span,
        });
        return;
    }
    for nested in &case.nested {
        flatten(nested, kind, &clauses, (redundant, code), out);
    }
}

/// A case in which nothing is written, with what is implied by declarations.
fn empty_case(resolver: &Resolver, frame: &Frame, kind: CaseKind, place: Place) -> Case {
    let mut requires = Vec::new();
    for (index, parameter) in frame.parameters.iter().enumerate() {
        if parameter.nullable || !parameter.ty.is_reference() {
            continue;
        }
        let span = frame.parameter_spans.get(index).copied();
        let span = span.unwrap_or(frame.name_span);
        let value = Expr {
            kind: ExprKind::Parameter(index),
            ty: Type::Java(parameter.ty.clone()),
            span,
        };
        let what = format!("parameter {}", parameter.name);
        requires.push(non_null(value, what, resolver.place(span)));
    }
    let mut ensures = Vec::new();
    if let Some(result) = frame.result
        && result.is_reference()
        && !frame.result_nullable
        && kind != CaseKind::ExceptionalBehavior
    {
        let value = Expr {
            kind: ExprKind::Result,
            ty: Type::Java(result.clone()),
            span: frame.name_span,
        };
        let place = resolver.place(frame.name_span);
        ensures.push(non_null(value, "result".to_owned(), place));
    }
    Case {
        kind,
        class: frame.class.clone(),
        code: false,
        place,
        requires,
        ensures,
        signals: Vec::new(),
        signals_only: Vec::new(),
        signals_only_place: None,
        assignable: default_frame(frame),
        assignable_place: None,
        accessible: None,
        diverges: Vec::new(),
        measured_by: Vec::new(),
    }
}

pub fn non_null(value: Expr, what: String, place: Place) -> Clause {
    let span = value.span;
    let null = Expr {
        kind: ExprKind::Literal(Literal::Null),
        ty: Type::Null,
        span,
    };
    let kind = ExprKind::Binary(BinaryOp::NotEqual, Box::new(value), Box::new(null));
    Clause {
        expr: Expr {
            kind,
            ty: BOOLEAN,
            span,
        },
        origin: Origin::NonNull(what),
        place,
    }
}

fn default_frame(frame: &Frame) -> Option<Vec<Location>> {
    if !frame.pure {
        return None;
    }
    let kind = match (frame.is_constructor, frame.strictly_pure) {
        (true, _) => LocationKind::AllFields(Expr {
            kind: ExprKind::This,
            ty: Type::Java(FieldType::Object(frame.class.clone())),
            span: frame.name_span,
        }),
        (false, true) => LocationKind::StrictlyNothing,
        (false, false) => LocationKind::Nothing,
    };
    Some(vec![Location {
        kind,
        span: frame.name_span,
    }])
}

fn falsehood(span: Span, why: &'static str, place: Place) -> Clause {
    Clause {
        expr: Expr {
            kind: ExprKind::Literal(Literal::Boolean(false)),
            ty: BOOLEAN,
            span,
        },
        origin: Origin::Default(why),
        place,
    }
}

fn resolve_case(
    resolver: &mut Resolver,
    frame: &Frame,
    flat: &FlatCase,
    unsupported: &mut Vec<Unsupported>,
) -> Case {
    let kind = match flat.kind {
        syntax::CaseKind::Normal => CaseKind::NormalBehavior,
        syntax::CaseKind::Exceptional => CaseKind::ExceptionalBehavior,
        syntax::CaseKind::Behavior | syntax::CaseKind::Model => CaseKind::Behavior,
        syntax::CaseKind::Lightweight => CaseKind::Lightweight,
    };
    let place = resolver.place(flat.span);
    let mut case = empty_case(resolver, frame, kind, place.clone());
    let unsupported_here = |what: &str, span: Span, resolver: &mut Resolver| {
        resolver.unsupported.push((what.to_owned(), span));
    };
    if flat.redundant {
        unsupported_here("a redundant case", flat.span, resolver);
    }
    if flat.kind == syntax::CaseKind::Model {
        unsupported_here("`model_behavior` of a method of Java", flat.span, resolver);
    }
    case.code = flat.code;
    let mut assignable: Option<Vec<Location>> = None;
    let mut signals_only: Option<Vec<Name>> = None;
    for clause in &flat.clauses {
        match &clause.kind {
            ClauseKind::Requires(condition) if !not_specified(condition) => {
                resolver.site = Site::Requires;
                case.requires.extend(resolver.conjuncts(condition));
            }
            ClauseKind::Ensures(condition) if !not_specified(condition) => {
                resolver.site = Site::Ensures;
                case.ensures.extend(resolver.conjuncts(condition));
                if kind == CaseKind::ExceptionalBehavior {
                    misplaced(resolver, "`ensures` in an exceptional case", clause.span);
                }
            }
            ClauseKind::Diverges(condition) if !not_specified(condition) => {
                resolver.site = Site::Requires;
                let expr = resolver.condition(condition);
                // `diverges false` says no more than the default.
                if expr.kind != ExprKind::Literal(Literal::Boolean(false)) {
                    case.diverges.push(Clause {
                        expr,
                        origin: Origin::Written,
                        place: resolver.place(condition.span),
                    });
                }
            }
            ClauseKind::Signals {
                exception,
                name,
                condition,
            } => {
                if kind == CaseKind::NormalBehavior {
                    misplaced(resolver, "`signals` in a normal case", clause.span);
                }
                let signals = resolve_signals(
                    resolver,
                    exception,
                    name.as_ref(),
                    condition.as_ref(),
                    clause.span,
                );
                case.signals.extend(signals);
            }
            ClauseKind::SignalsOnly(types) => {
                let mut names = Vec::new();
                for ty in types {
                    names.extend(resolver.exception_class(ty));
                }
                signals_only.get_or_insert_default().extend(names);
                case.signals_only_place = Some(resolver.place(clause.span));
            }
            ClauseKind::Assignable(locations) => {
                if locations.iter().any(not_specified) {
                    continue;
                }
                resolver.site = Site::Frame;
                let resolved = resolver.frame(locations);
                assignable.get_or_insert_default().extend(resolved);
                case.assignable_place = Some(resolver.place(clause.span));
            }
            ClauseKind::Accessible(locations) => {
                if locations.iter().any(not_specified) {
                    continue;
                }
                resolver.site = Site::Frame;
                let resolved = resolver.frame(locations);
                case.accessible.get_or_insert_default().extend(resolved);
            }
            ClauseKind::MeasuredBy(values) | ClauseKind::Decreases(values) => {
                resolver.site = Site::Requires;
                let values = values.iter().map(|v| resolver.expr(v));
                case.measured_by.extend(values);
            }
            ClauseKind::Old { variable, value } => {
                resolver.site = Site::Requires;
                let value = resolver.expr(value);
                let (ty, span) = (value.ty.clone(), value.span);
                let old = Expr {
                    kind: ExprKind::Old(Box::new(value), OldState::Pre),
                    ty,
                    span,
                };
                let old = resolver.old_variable(variable, old);
                resolver.lets.push((variable.name.text.clone(), old));
            }
            ClauseKind::LoopInvariant(_) => {
                misplaced(
                    resolver,
                    "an invariant of a loop before a method",
                    clause.span,
                );
            }
            ClauseKind::Unsupported(what) => unsupported_here(what, clause.span, resolver),
            // \not_specified
            _ => {}
        }
    }
    resolver.lets.clear();
    if assignable.is_some() {
        case.assignable = assignable;
    }
    let span = flat.span;
    match kind {
        CaseKind::NormalBehavior => {
            case.signals = vec![SignalsClause {
                exception: EXCEPTION.into(),
                clauses: vec![falsehood(span, "normal_behavior", place.clone())],
                place: place.clone(),
            }];
            case.signals_only = Vec::new();
        }
        _ => {
            case.signals_only = signals_only.unwrap_or_else(|| {
                let mut default = frame.throws.to_vec();
                for signals in &case.signals {
                    let never =
                        |c: &Clause| c.expr.kind == ExprKind::Literal(Literal::Boolean(false));
                    if !signals.clauses.iter().any(never) && !default.contains(&signals.exception) {
                        default.push(signals.exception.clone());
                    }
                }
                if default.is_empty() && kind == CaseKind::ExceptionalBehavior {
                    default.push(EXCEPTION.into());
                }
                default
            });
        }
    }
    if kind == CaseKind::ExceptionalBehavior {
        case.ensures = vec![falsehood(span, "exceptional_behavior", place)];
    }
    for (what, span) in resolver.unsupported.drain(..).collect::<Vec<_>>() {
        let place = resolver.place(span);
        unsupported.push(Unsupported { what, place });
    }
    case
}

fn misplaced(resolver: &mut Resolver, what: &str, span: Span) {
    resolver.diagnostics.push(Diagnostic {
        severity: Severity::Error,
        message: format!("{what} has no meaning"),
        place: resolver.place(span),
        help: None,
    });
    resolver.unsupported.push((what.to_owned(), span));
}

fn resolve_signals(
    resolver: &mut Resolver,
    exception: &syntax::TypeName,
    name: Option<&syntax::Word>,
    condition: Option<&syntax::Expr>,
    span: Span,
) -> Option<SignalsClause> {
    let class = resolver.exception_class(exception)?;
    resolver.site = Site::Signals;
    resolver.thrown = Some((name.map(|n| n.text.clone()), object(&class)));
    let clauses = match condition {
        Some(condition) if !not_specified(condition) => resolver.conjuncts(condition),
        _ => Vec::new(),
    };
    resolver.thrown = None;
    Some(SignalsClause {
        exception: class,
        clauses,
        place: resolver.place(span),
    })
}

impl Resolver<'_, '_> {
    /// The class of an exception; none, with a complaint, if it is none.
    fn exception_class(&mut self, written: &syntax::TypeName) -> Option<Name> {
        let message = match self.scope.resolve(&written.name, written.dimensions) {
            Some(Type::Java(FieldType::Object(class))) => {
                let throwable = object("java/lang/Throwable");
                let ty = FieldType::Object(class.clone());
                if self.scope.world.is_subtype(&ty, &throwable) {
                    return Some(class);
                }
                format!("`{}` cannot be thrown", written.name)
            }
            _ => format!("there is no class `{}` here", written.name),
        };
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            message: message.clone(),
            place: self.place(written.span),
            help: None,
        });
        self.unsupported.push((message, written.span));
        None
    }

    fn old_variable(&mut self, variable: &syntax::Variable, value: Expr) -> Expr {
        match self
            .scope
            .resolve(&variable.ty.name, variable.ty.dimensions)
        {
            Some(ty) => self.assigned_or_error(value, &ty),
            None => {
                let what = format!("the type `{}`", variable.ty.name);
                self.unsupported.push((what.clone(), variable.ty.span));
                Expr {
                    kind: ExprKind::Unsupported(what),
                    ty: Type::Unknown,
                    span: value.span,
                }
            }
        }
    }
}
