//! The parser of `*.prop` files: recursive descent, and after a complaint it goes on with the next declaration, so that
//! one run tells all that is wrong. `docs/properties.md` teaches the language.

use crate::cursor::{Cursor, Parsed};
use crate::diagnostics::{Diagnostic, Span, did_you_mean};
use crate::lexer::{Kind, lex};
use crate::model::When;
use crate::syntax::*;

mod calls;
mod states;

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
}
