//! The parser of `*.prop` files: recursive descent, and after a complaint it goes on with the next declaration, so that
//! one run tells all that is wrong. `docs/properties.md` teaches the language.

use crate::cursor::{Cursor, Failed, Parsed};
use crate::diagnostics::{Diagnostic, Span, did_you_mean};
use crate::lexer::{Kind, lex};
use crate::model::{Argument, Returned, Target, When};
use crate::syntax::*;

/// What a declaration starts with.
const DECLARATIONS: [&str; 6] = [
    "property",
    "import",
    "object",
    "event",
    "states",
    "violation",
];

pub fn parse(text: &str) -> (Draft, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    let mut parser = Parser {
        cursor: Cursor::new(tokens, diagnostics),
        draft: Draft {
            language: Language::Prop,
            name: Spanned {
                text: String::new(),
                span: Span::default(),
            },
            title: String::new(),
            about: String::new(),
            imports: Vec::new(),
            objects: Vec::new(),
            events: Vec::new(),
            machine: Machine::Missing,
            modifiers: Vec::new(),
            unreadable: Vec::new(),
        },
    };
    parser.file();
    (parser.draft, parser.cursor.diagnostics)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    draft: Draft,
}

impl Parser<'_> {
    fn file(&mut self) {
        let mut named = false;
        let mut described = false;
        while !self.cursor.at_end() {
            let token = self.cursor.peek().clone();
            let result = match token.text {
                _ if token.kind == Kind::Doc => {
                    self.documentation();
                    Ok(())
                }
                "property" if named => self.again(token.span, "a file has one property"),
                "property" => {
                    named = true;
                    self.header()
                }
                "import" => self.import(),
                "object" => self.object(),
                "event" => self.event(),
                "states" | "violation" if described => self.again(
                    token.span,
                    "violations are described twice: a property has either `states` or one `violation`",
                ),
                "states" => {
                    described = true;
                    self.states()
                }
                "violation" => {
                    described = true;
                    self.violation()
                }
                _ => self.stray(),
            };
            if result.is_err() {
                self.recover();
            }
        }
        let end = self.cursor.peek().span;
        if !named && self.cursor.diagnostics.is_empty() {
            self.cursor.diagnostics.push(
                Diagnostic::error(Span::default(), "the file names no property")
                    .hint("start with `property NAME \"what a program should do\"`"),
            );
        }
        if !described && named {
            self.cursor.diagnostics.push(
                Diagnostic::error(end, "the property does not say what a violation is").hint(
                    "add `states` with transitions, or `violation` with a regular expression",
                ),
            );
        }
    }

    fn again(&mut self, span: Span, message: &str) -> Parsed<()> {
        self.cursor.next();
        self.cursor.fail(Diagnostic::error(span, message))
    }

    fn stray(&mut self) -> Parsed<()> {
        let token = self.cursor.peek().clone();
        let hint = did_you_mean(token.text, DECLARATIONS);
        let message = format!("expected a declaration, found {}", token.shown());
        let all = "a declaration starts with `property`, `import`, `object`, `event`, `states` or `violation`";
        let diagnostic = Diagnostic::error(token.span, message);
        self.cursor.next();
        self.cursor.fail(diagnostic.hint(all).maybe_hint(hint))
    }

    /// To the next declaration.
    fn recover(&mut self) {
        while !self.cursor.at_end() {
            let starts = self.cursor.is_any(&DECLARATIONS) || self.cursor.peek().kind == Kind::Doc;
            // `event` may also be a state or an event called so, which then is followed by something else.
            if starts && self.cursor.ahead(1).kind != Kind::Mark {
                return;
            }
            self.cursor.next();
        }
    }

    fn documentation(&mut self) {
        while self.cursor.peek().kind == Kind::Doc {
            let token = self.cursor.next();
            let line = token.text.trim_start_matches('/');
            let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
            self.draft.about.push_str(line);
            self.draft.about.push('\n');
        }
    }

    fn header(&mut self) -> Parsed<()> {
        self.cursor.next();
        let mut name = self.cursor.word("the name of the property")?;
        while self.cursor.is("-") && self.cursor.adjacent() {
            self.cursor.next();
            let part = self.cursor.word("the rest of the name")?;
            name.text = format!("{}-{}", name.text, part.text);
            name.span = name.span.to(part.span);
        }
        self.draft.name = name;
        if self.cursor.peek().kind == Kind::Text {
            self.draft.title = self.cursor.next().content();
        }
        Ok(())
    }

    fn import(&mut self) -> Parsed<()> {
        let start = self.cursor.next().span;
        let path = self.cursor.dotted("a class or a package")?;
        let mut import = Import {
            span: start.to(path.span),
            path: path.text,
            all: false,
        };
        if self.cursor.is(".") && self.cursor.ahead(1).is("*") {
            self.cursor.next();
            import.all = true;
            import.span = import.span.to(self.cursor.next().span);
        }
        self.cursor.eat(";");
        self.draft.imports.push(import);
        Ok(())
    }

    fn object(&mut self) -> Parsed<()> {
        self.cursor.next();
        loop {
            let name = self.cursor.word("the name of an object")?;
            self.cursor.expect(":")?;
            let class = self.cursor.type_name("the type of the object")?;
            let mut except = Vec::new();
            if self.cursor.eat("except") {
                except.push(self.cursor.type_name("a type")?);
                while self.cursor.is("|") {
                    self.cursor.next();
                    except.push(self.cursor.type_name("a type")?);
                }
            }
            self.draft.objects.push(DraftObject {
                name,
                class,
                except,
            });
            if !self.cursor.eat(",") {
                return Ok(());
            }
        }
    }

    fn event(&mut self) -> Parsed<()> {
        self.cursor.next();
        let name = self.cursor.word("the name of an event")?;
        let text = name.text.clone();
        let result = self.event_of(name);
        if result.is_err() {
            self.draft.unreadable.push(text);
        }
        result
    }

    fn event_of(&mut self, name: Spanned) -> Parsed<()> {
        self.cursor.expect("=")?;
        let when = match () {
            () if self.cursor.eat("before") => When::Before,
            () if self.cursor.eat("after") => When::After,
            () if self.cursor.is("end") => {
                self.cursor.next();
                self.cursor.expect("of")?;
                self.cursor.expect("program")?;
                self.draft.events.push(DraftEvent {
                    name,
                    when: When::End,
                    calls: Vec::new(),
                    creation: false,
                });
                return Ok(());
            }
            () => {
                let token = self.cursor.peek().clone();
                let message = format!(
                    "expected `before`, `after` or `end of program`, found {}",
                    token.shown()
                );
                let hint = did_you_mean(token.text, ["before", "after", "end"]);
                let usual = "an event happens `before` or `after` a call";
                return self.cursor.fail(
                    Diagnostic::error(token.span, message)
                        .hint(usual)
                        .maybe_hint(hint),
                );
            }
        };
        let mut calls = vec![self.call(when)?];
        while self.cursor.eat("|") {
            calls.push(self.call(when)?);
        }
        self.draft.events.push(DraftEvent {
            name,
            when,
            calls,
            creation: false,
        });
        Ok(())
    }

    fn call(&mut self, when: When) -> Parsed<DraftCall> {
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

    fn states(&mut self) -> Parsed<()> {
        self.cursor.next();
        let mut states = States::default();
        let mut result = Ok(());
        loop {
            let token = self.cursor.peek().clone();
            let declared = token.is("error") || token.is("safe");
            if declared && self.cursor.ahead(1).kind == Kind::Word {
                self.cursor.next();
                let name = self.cursor.word("the name of a state")?;
                let message = self.message();
                states.states.push(DraftState {
                    name,
                    error: token.is("error"),
                    safe: token.is("safe"),
                    message,
                    transitions: Vec::new(),
                    otherwise: None,
                });
            } else if token.kind == Kind::Word && self.cursor.ahead(1).is(":") {
                let name = self.cursor.word("a state")?;
                self.cursor.next();
                states.states.push(DraftState {
                    error: name.text == "error",
                    safe: false,
                    name,
                    message: None,
                    transitions: Vec::new(),
                    otherwise: None,
                });
                if self.transitions(&mut states).is_err() {
                    result = Err(Failed);
                    self.skip_to_state();
                }
            } else if token.kind == Kind::End
                || token.kind == Kind::Doc
                || self.cursor.is_any(&DECLARATIONS)
            {
                break;
            } else {
                result = self
                    .cursor
                    .unexpected("a state, as in `start: event -> state`");
                self.cursor.next();
                self.skip_to_state();
            }
        }
        self.draft.machine = match result {
            Ok(()) => Machine::States(states),
            Err(Failed) => Machine::Missing,
        };
        Ok(())
    }

    fn skip_to_state(&mut self) {
        while !self.cursor.at_end() && !self.cursor.is_any(&DECLARATIONS) {
            let word = self.cursor.peek().kind == Kind::Word;
            let next = self.cursor.ahead(1);
            let error = self.cursor.is_any(&["error", "safe"]) && next.kind == Kind::Word;
            if word && next.is(":") || error || self.cursor.peek().kind == Kind::Doc {
                return;
            }
            self.cursor.next();
        }
    }

    fn message(&mut self) -> Option<String> {
        let text = self.cursor.peek().kind == Kind::Text;
        text.then(|| self.cursor.next().content())
    }

    /// The transitions of the state that was begun last.
    fn transitions(&mut self, states: &mut States) -> Parsed<()> {
        loop {
            let next = self.cursor.ahead(1);
            let more = self.cursor.peek().kind == Kind::Word && (next.is("->") || next.is("|"));
            if !more {
                let word = self.cursor.peek().kind == Kind::Word;
                let other = word && (next.is(":") || next.kind == Kind::Word);
                let declaration = self.cursor.is_any(&DECLARATIONS);
                if other
                    || declaration
                    || self.cursor.at_end()
                    || self.cursor.peek().kind == Kind::Doc
                {
                    return Ok(());
                }
                return self
                    .cursor
                    .unexpected("a transition, as in `event -> state`");
            }
            let mut events = vec![self.cursor.word("an event")?];
            while self.cursor.eat("|") {
                events.push(self.cursor.word("an event")?);
            }
            self.cursor.expect("->")?;
            let to = self.cursor.word("a state")?;
            let at = self.cursor.peek().span;
            if let Some(message) = self.message() {
                self.describe(states, &to, message, at);
            }
            let Some(state) = states.states.last_mut() else {
                return Ok(());
            };
            for event in events {
                if event.text != "else" {
                    state.transitions.push(DraftTransition {
                        event,
                        to: to.clone(),
                    });
                } else if state.otherwise.is_none() {
                    state.otherwise = Some(to.clone());
                } else {
                    let message =
                        format!("state `{}` has two transitions for `else`", state.name.text);
                    self.cursor
                        .diagnostics
                        .push(Diagnostic::error(event.span, message));
                }
            }
            self.cursor.eat(",");
            self.cursor.eat(";");
        }
    }

    /// `-> error "what is wrong"`: the state `error` needs no declaration, but it has one message.
    fn describe(&mut self, states: &mut States, to: &Spanned, message: String, at: Span) {
        if to.text != "error" {
            let problem = format!(
                "only a transition to an error has a message, and `{}` is declared elsewhere",
                to.text
            );
            let hint = format!("write `error {} \"…\"` among the states", to.text);
            self.cursor
                .diagnostics
                .push(Diagnostic::error(at, problem).hint(hint));
            return;
        }
        let known = states.states.iter_mut().find(|s| s.name.text == "error");
        match known {
            Some(state)
                if state
                    .message
                    .as_ref()
                    .is_some_and(|known| *known != message) =>
            {
                let problem = "the state `error` has another message already";
                let hint =
                    "declare a second one, `error NAME \"…\"`, and let this transition lead there";
                self.cursor
                    .diagnostics
                    .push(Diagnostic::error(at, problem).hint(hint));
            }
            Some(state) => state.message = Some(message),
            None => {
                let state = DraftState {
                    name: to.clone(),
                    error: true,
                    safe: false,
                    message: Some(message),
                    transitions: Vec::new(),
                    otherwise: None,
                };
                // Before the state whose transitions are being read, which must stay the last.
                let end = states.states.len().saturating_sub(1);
                states.states.insert(end, state);
            }
        }
    }

    fn violation(&mut self) -> Parsed<()> {
        self.cursor.next();
        self.cursor.eat("=");
        let message = self.message();
        let start = self.cursor.peek().span;
        let stop = |cursor: &Cursor| {
            let declared = cursor.is_any(&DECLARATIONS) && cursor.ahead(1).kind != Kind::Mark;
            cursor.at_end() || declared
        };
        let expression = self.cursor.expression(&stop)?;
        if !stop(&self.cursor) && self.cursor.peek().kind != Kind::Doc {
            return self
                .cursor
                .unexpected("an event, an operator or the end of the expression");
        }
        self.draft.machine = Machine::Expression {
            expression,
            span: start.to(self.cursor.last_span()),
            on_match: true,
            on_fail: false,
            message,
        };
        Ok(())
    }
}
