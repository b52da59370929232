//! The annotations within a method's body, resolved: which variables are known where, and what is said of loops.

use crate::attach::{BodyItem, MethodText};
use crate::contract::{Anchor, BodySpec, BodyStatement, BodyStatementKind, LoopSpec, Unsupported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::loops;
use crate::resolve::{Counted, Resolver, Site, Variable};
use crate::resolved::{Expr, ExprKind, FieldOrigin, Local, Location, LocationKind, Type};
use crate::syntax::{self, ClauseKind, StatementItem};
use classpath::{FieldType, Method};
use source::Span;

/// A variable with the part of the text in which it is known.
struct Known {
    variable: Variable,
    from: usize,
    to: usize,
}

pub fn body(
    resolver: &mut Resolver,
    text: &MethodText,
    body: Option<Span>,
    compiled: &Method,
) -> BodySpec {
    let mut spec = BodySpec::default();
    resolver.site = Site::Body;
    let mut known = body.map_or_else(Vec::new, |body| java_variables(resolver, body, compiled));
    for item in &text.body {
        match &item.item {
            BodyItem::Loop {
                statement,
                inside,
                clauses,
            } => {
                see(resolver, &known, *inside);
                let index = spec.loops.iter().position(|l| l.statement == *statement);
                let index = index.unwrap_or_else(|| {
                    spec.loops.push(LoopSpec {
                        statement: *statement,
                        file: resolver.around.path.clone(),
                        invariants: Vec::new(),
                        decreases: Vec::new(),
                        assignable: None,
                        counts: false,
                    });
                    spec.loops.len() - 1
                });
                resolver.counted = Some(Counted {
                    statement: *statement,
                    used: false,
                });
                for clause in clauses {
                    loop_clause(resolver, clause, &mut spec.loops[index]);
                }
                let counted = resolver.counted.take();
                spec.loops[index].counts |= counted.is_some_and(|counted| counted.used);
            }
            BodyItem::Statement(statement) => {
                let Some(span) = statement.span() else {
                    continue;
                };
                see(resolver, &known, span.start);
                let kind = self::statement(resolver, statement, item.at, &mut known);
                if let Some(kind) = kind {
                    spec.statements.push(BodyStatement {
                        kind,
                        place: resolver.place(span),
                        at: item.at,
                    });
                }
            }
        }
    }
    resolver.variables.clear();
    for (what, span) in std::mem::take(&mut resolver.unsupported) {
        let place = resolver.place(span);
        spec.unsupported.push(Unsupported { what, place });
    }
    for (what, span) in &text.unsupported {
        spec.unsupported.push(Unsupported {
            what: what.clone(),
            place: resolver.place(*span),
        });
    }
    spec
}

fn java_variables(resolver: &Resolver, body: Span, compiled: &Method) -> Vec<Known> {
    let locals = resolver.around.file.local_variables().iter();
    locals
        .filter(|l| body.start <= l.scope.start && l.scope.end <= body.end)
        .map(|local| {
            let ty = match local.ty.as_str() {
                "var" => compiled_type(compiled, &local.name),
                text => resolver.scope.resolve_text(text),
            };
            let variable = Variable {
                local: Local {
                    name: local.name.as_str().into(),
                    declared: local.name_span,
                    ghost: false,
                },
                ty: ty.map(Type::Java),
            };
            Known {
                variable,
                from: local.name_span.end,
                to: local.scope.end,
            }
        })
        .collect()
}

/// What the compiler inferred for a variable, if all variables of that name have the same type.
fn compiled_type(method: &Method, name: &str) -> Option<FieldType> {
    let locals = &method.code.as_ref()?.locals;
    let mut types = locals.iter().filter(|l| &*l.name == name);
    let first = &types.next()?.descriptor;
    match types.all(|l| l.descriptor == *first) {
        true => FieldType::parse(first).ok(),
        false => None,
    }
}

/// Lets the resolver know the variables of a place, inner ones last.
fn see(resolver: &mut Resolver, known: &[Known], at: usize) {
    let mut visible: Vec<&Known> = known.iter().filter(|k| k.from <= at && at < k.to).collect();
    visible.sort_by_key(|k| k.from);
    resolver.variables = visible.into_iter().map(|k| k.variable.clone()).collect();
}

fn loop_clause(resolver: &mut Resolver, clause: &syntax::Clause, spec: &mut LoopSpec) {
    match &clause.kind {
        ClauseKind::LoopInvariant(condition) => {
            spec.invariants.extend(resolver.conjuncts(condition));
        }
        ClauseKind::Decreases(values) => {
            for value in values {
                let value = resolver.expr(value);
                if !value.ty.is_integral() && value.ty != Type::Unknown {
                    complain(resolver, "expected an integer that decreases", value.span);
                }
                if value.ty == Type::BigInt && loops::kept_in(&value).is_none() {
                    let what = "`decreases` of a `\\bigint` that may be large".to_owned();
                    resolver.unsupported.push((what, value.span));
                }
                spec.decreases.push(value);
            }
        }
        ClauseKind::Assignable(locations) => {
            let locations = resolver.frame(locations);
            spec.assignable.get_or_insert_default().extend(locations);
        }
        ClauseKind::Unsupported(what) => {
            resolver.unsupported.push((what.clone(), clause.span));
        }
        _ => complain(
            resolver,
            "this clause does not belong to a loop",
            clause.span,
        ),
    }
}

fn complain(resolver: &mut Resolver, message: &str, span: Span) {
    resolver.diagnostics.push(Diagnostic {
        severity: Severity::Error,
        message: message.to_owned(),
        place: resolver.place(span),
        help: None,
    });
    resolver.unsupported.push((message.to_owned(), span));
}

fn statement(
    resolver: &mut Resolver,
    item: &StatementItem,
    at: Anchor,
    known: &mut Vec<Known>,
) -> Option<BodyStatementKind> {
    Some(match item {
        StatementItem::Assert(condition, _) => {
            BodyStatementKind::Assert(resolver.conjuncts(condition))
        }
        StatementItem::Assume(condition, _) => {
            BodyStatementKind::Assume(resolver.conjuncts(condition))
        }
        StatementItem::Set { target, value, .. } => {
            let target = resolver.location(target);
            let span = target.span;
            let (target, ty) = match settable(target) {
                Ok(found) => found,
                Err(message) => {
                    if let Some(message) = message {
                        complain(resolver, message, span);
                    }
                    return None;
                }
            };
            let value = resolver.expr(value);
            let value = resolver.assigned_or_error(value, &ty);
            BodyStatementKind::Set { target, value }
        }
        StatementItem::Ghost(declaration) => {
            let written = &declaration.ty;
            if matches!(written.name.as_str(), "\\seq" | "\\map") {
                let what = format!("the type `{}`", written.name);
                resolver.unsupported.push((what, written.span));
                return None;
            }
            let Some(ty) = resolver.scope.resolve(&written.name, written.dimensions) else {
                let message = format!("there is no type `{}` here", written.name);
                complain(resolver, &message, written.span);
                return None;
            };
            let initial = declaration.initial.as_ref().map(|initial| {
                let value = resolver.expr(initial);
                resolver.assigned_or_error(value, &ty)
            });
            let variable = Local {
                name: declaration.name.text.as_str().into(),
                declared: declaration.name.span,
                ghost: true,
            };
            let to = match at {
                Anchor::AtEndOf(block) => block.end,
                Anchor::Before(_) | Anchor::Behind(_) | Anchor::Loop(_) => {
                    block_end(resolver, declaration.span)
                }
            };
            known.push(Known {
                variable: Variable {
                    local: variable.clone(),
                    ty: Some(ty.clone()),
                },
                from: declaration.span.end,
                to,
            });
            BodyStatementKind::Ghost {
                variable,
                ty,
                initial,
            }
        }
        StatementItem::Unreachable(_) => BodyStatementKind::Unreachable,
        StatementItem::Reachable(_) => BodyStatementKind::Reachable,
        StatementItem::Unsupported(what, span) => {
            resolver.unsupported.push((what.clone(), *span));
            return None;
        }
        StatementItem::Loop(_) | StatementItem::Modifiers(_) => return None,
    })
}

/// A ghost location with its type; a message for anything else.
fn settable(target: Location) -> Result<(Location, Type), Option<&'static str>> {
    let span = target.span;
    let kind = match target.kind {
        // In a frame, a field of type `\locset` stands for its value.
        LocationKind::Value(value) => match value.kind {
            ExprKind::Field { receiver, field } => LocationKind::Field {
                receiver: receiver.map(|r| *r),
                field,
            },
            _ => LocationKind::Local(value),
        },
        kind => kind,
    };
    let ty = match &kind {
        LocationKind::Field { field, .. } if field.origin == FieldOrigin::Ghost => field.ty.clone(),
        LocationKind::Local(Expr {
            kind: ExprKind::Local(local),
            ty,
            ..
        }) if local.ghost => ty.clone(),
        // That was complained about already.
        LocationKind::Unsupported(_) => return Err(None),
        _ => return Err(Some("only ghost fields and ghost variables can be set")),
    };
    Ok((Location { kind, span }, ty))
}

fn block_end(resolver: &Resolver, span: Span) -> usize {
    let blocks = resolver.around.file.blocks().iter();
    blocks
        .filter(|b| b.start <= span.start && span.end <= b.end)
        .map(|b| (b.end - b.start, b.end))
        .min()
        .map_or(span.end, |(_, end)| end)
}
