//! Calls as events: receiver, name, parameters, result and conditions.

use super::Parser;
use crate::cursor::Parsed;
use crate::diagnostics::Diagnostic;
use crate::model::{Argument, Returned, Target, When};
use crate::syntax::*;

impl Parser<'_> {
    pub(super) fn call(&mut self, when: When) -> Parsed<DraftCall> {
        let start = self.cursor.peek().span;
        let result = match self.cursor.ahead(1).is(":=") {
            true => {
                let name = self.cursor.word("an object")?;
                self.cursor.next();
                Some(name)
            }
            false => None,
        };
        if let (Some(result), When::Before) = (&result, when) {
            let message = format!("`{}` does not exist before the call", result.text);
            let diagnostic = Diagnostic::error(result.span, message);
            self.cursor
                .diagnostics
                .push(diagnostic.hint("an event that binds the result happens `after` the call"));
        }
        let mut arguments = Vec::new();
        let mut receiver = None;
        let mut signature = match self.cursor.is("new") {
            true => {
                let new = self.cursor.next().span;
                let class = self.cursor.type_name("the class of the new object")?;
                DraftSignature {
                    span: new.to(class.name.span),
                    name: Spanned {
                        text: "<init>".into(),
                        span: new,
                    },
                    class: DraftClass::Type {
                        name: class,
                        exact: false,
                    },
                    target: Target::Constructor,
                    parameters: None,
                    returns: None,
                    also: None,
                }
            }
            false => self.method(&mut receiver)?,
        };
        signature.parameters = Some(self.parameters(&mut arguments)?);
        signature.span = signature.span.to(self.cursor.last_span());
        let mut call = DraftCall {
            span: start.to(signature.span),
            signature,
            except: Vec::new(),
            receiver,
            arguments,
            result,
            returns: None,
        };
        self.conditions(&mut call, when)?;
        Ok(call)
    }

    /// `i.next`, `List.add*`, `java.util.List.add`, `*.iterator`.
    fn method(&mut self, receiver: &mut Option<Spanned>) -> Parsed<DraftSignature> {
        let start = self.cursor.peek().span;
        let any = (self.cursor.is("*") || self.cursor.is("_")) && self.cursor.ahead(1).is(".");
        let (class, name) = if any {
            self.cursor.next();
            self.cursor.next();
            (DraftClass::Any, self.cursor.name_pattern("a method")?)
        } else if self.cursor.eat("(") {
            // `(i : ListIterator).previous()`: the object, as what only a subtype can do.
            let object = self.cursor.word("an object")?;
            self.cursor.expect(":")?;
            let name = self.cursor.type_name("the type of the receiver")?;
            self.cursor.expect(")")?;
            self.cursor.expect(".")?;
            *receiver = Some(object);
            let class = DraftClass::Type { name, exact: false };
            (class, self.cursor.name_pattern("a method")?)
        } else {
            // The last part of a name with dots is the method.
            let mut parts = vec![self.cursor.word("a call such as `i.next()`")?];
            let name = loop {
                self.cursor.expect(".")?;
                let part = self.cursor.name_pattern("a method")?;
                if !self.cursor.is(".") {
                    break part;
                }
                parts.push(part);
            };
            let span = parts[0].span.to(parts[parts.len() - 1].span);
            let text: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
            let written = Spanned {
                text: text.join("."),
                span,
            };
            let known = |object: &DraftObject| object.name.text == written.text;
            let class = match self.draft.objects.iter().any(known) {
                true => {
                    *receiver = Some(written.clone());
                    DraftClass::Object(written)
                }
                false => DraftClass::Type {
                    name: TypeName {
                        name: written,
                        dimensions: 0,
                        subtypes: false,
                    },
                    exact: false,
                },
            };
            (class, name)
        };
        Ok(DraftSignature {
            class,
            target: match receiver {
                Some(_) => Target::Instance,
                None => Target::Method,
            },
            span: start.to(name.span),
            name,
            parameters: None,
            returns: None,
            also: None,
        })
    }

    fn parameters(
        &mut self,
        arguments: &mut Vec<(Argument, Spanned)>,
    ) -> Parsed<Vec<DraftParameter>> {
        if !self.cursor.is("(") {
            let token = self.cursor.peek().clone();
            let message = format!("expected `(` and the parameters, found {}", token.shown());
            let hint = "write `(..)` for all overloads, `()` for none";
            return self
                .cursor
                .fail(Diagnostic::error(token.span, message).hint(hint));
        }
        self.cursor.next();
        let mut parameters = Vec::new();
        let mut bound: Vec<(usize, Spanned)> = Vec::new();
        while !self.cursor.is(")") {
            let token = self.cursor.peek().clone();
            let object = |object: &DraftObject| object.name.text == token.text;
            let single = !self.cursor.ahead(1).is(".");
            if single && self.draft.objects.iter().any(object) {
                self.cursor.next();
                let name = Spanned {
                    text: token.text.to_owned(),
                    span: token.span,
                };
                bound.push((parameters.len(), name));
                parameters.push(DraftParameter::One(DraftType::Any));
            } else {
                parameters.push(self.cursor.parameter()?);
            }
            if !self.cursor.is(")") {
                self.cursor.expect(",")?;
            }
        }
        self.cursor.next();
        let rest = |p: &DraftParameter| matches!(p, DraftParameter::Rest);
        for (at, name) in bound {
            let before = parameters[..at].iter().any(rest);
            let after = parameters[at..].iter().any(rest);
            let position = match (before, after) {
                (false, _) => Argument::FromStart(at.min(255) as u8),
                (true, false) => Argument::FromEnd((parameters.len() - 1 - at).min(255) as u8),
                (true, true) => {
                    let message = format!("which argument `{}` is depends on the call", name.text);
                    let hint = "put `..` only before or only after it";
                    self.cursor
                        .diagnostics
                        .push(Diagnostic::error(name.span, message).hint(hint));
                    continue;
                }
            };
            arguments.push((position, name));
        }
        Ok(parameters)
    }

    fn conditions(&mut self, call: &mut DraftCall, when: When) -> Parsed<()> {
        loop {
            let token = self.cursor.peek().clone();
            if self.cursor.eat("returns") {
                call.returns = match () {
                    () if self.cursor.eat("true") => Some(Returned::True),
                    () if self.cursor.eat("false") => Some(Returned::False),
                    () if self.cursor.eat("null") => Some(Returned::Null),
                    () if self.cursor.eat("non") => {
                        self.cursor.expect("-")?;
                        self.cursor.expect("null")?;
                        Some(Returned::NonNull)
                    }
                    () => {
                        return self
                            .cursor
                            .unexpected("`true`, `false`, `null` or `non-null`");
                    }
                };
                if when == When::Before {
                    let message = "what a call returns is not known before it";
                    let hint = "an event with `returns` happens `after` the call";
                    self.cursor
                        .diagnostics
                        .push(Diagnostic::error(token.span, message).hint(hint));
                }
            } else if self.cursor.eat("except") {
                loop {
                    let name = self.cursor.name_pattern("a method that is no event")?;
                    let mut bound = Vec::new();
                    let start = name.span;
                    let parameters = self.parameters(&mut bound)?;
                    if let Some((_, object)) = bound.first() {
                        let message = "an exception names types, not objects";
                        let diagnostic = Diagnostic::error(object.span, message);
                        self.cursor.diagnostics.push(diagnostic);
                    }
                    call.except.push(DraftSignature {
                        class: call.signature.class.clone(),
                        target: call.signature.target,
                        span: start.to(self.cursor.last_span()),
                        name,
                        parameters: Some(parameters),
                        returns: None,
                        also: None,
                    });
                    if !self.cursor.eat(",") {
                        break;
                    }
                }
            } else {
                call.span = call.span.to(self.cursor.last_span());
                return Ok(());
            }
        }
    }
}
