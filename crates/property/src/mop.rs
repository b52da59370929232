//! The parser of JavaMOP's `*.mop` files: events as AspectJ pointcuts, and the logics `fsm` and `ere` with their handlers.
//! Packages, the code of handlers and of events, and declarations of variables are passed over; whatever else would change
//! the meaning of the property and is not supported is an error that names it.

use crate::cursor::{Cursor, Failed, Parsed};
use crate::diagnostics::{Diagnostic, Span};
use crate::lexer::{Kind, lex};
use crate::model::When;
use crate::pointcut::{self, Context, Meaning};
use crate::syntax::*;

const LOGICS: [&str; 10] = [
    "fsm", "ere", "ltl", "cfg", "ptltl", "ftltl", "srs", "ptcaret", "po", "raw",
];
/// They say how the monitor is to be built, not what it means.
const HARMLESS: [&str; 3] = ["unsynchronized", "decentralized", "avoid"];

/// One draft for each logic formula of the file.
pub fn parse(text: &str) -> (Vec<Draft>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    let tokens = tokens.into_iter().filter(|token| token.kind != Kind::Doc);
    let mut parser = Parser {
        cursor: Cursor::new(tokens.collect(), diagnostics),
        text,
        drafts: Vec::new(),
    };
    parser.file();
    (parser.drafts, parser.cursor.diagnostics)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    text: &'a str,
    drafts: Vec<Draft>,
}

/// A logic formula and the handlers that follow it.
struct Formula {
    machine: Machine,
    aliases: Vec<(Spanned, Vec<Spanned>)>,
    span: Span,
    handlers: usize,
}

impl Parser<'_> {
    fn file(&mut self) {
        let mut imports = Vec::new();
        if self.cursor.eat("package") {
            self.skip_to(";");
        }
        while self.cursor.is("import") {
            if let Some(import) = self.import() {
                imports.push(import);
            }
        }
        let mut any = false;
        while !self.cursor.at_end() {
            any = true;
            if self.specification(&imports).is_err() {
                return;
            }
        }
        if !any {
            let span = self.cursor.peek().span;
            let message = "the file has no specification";
            self.cursor
                .diagnostics
                .push(Diagnostic::error(span, message));
        }
    }

    fn skip_to(&mut self, mark: &str) {
        while !self.cursor.at_end() && !self.cursor.eat(mark) {
            self.cursor.next();
        }
    }

    fn import(&mut self) -> Option<Import> {
        let start = self.cursor.next().span;
        if self.cursor.eat("static") {
            self.skip_to(";");
            return None;
        }
        let path = self.cursor.dotted("a class or a package").ok();
        let mut all = false;
        if self.cursor.is(".") && self.cursor.ahead(1).is("*") {
            self.cursor.next();
            self.cursor.next();
            all = true;
        }
        let span = start.to(self.cursor.last_span());
        self.skip_to(";");
        path.map(|path| Import {
            path: path.text,
            all,
            span,
        })
    }

    /// `modifiers Name(parameters) { … }`
    fn specification(&mut self, imports: &[Import]) -> Parsed<()> {
        let start = self.cursor.peek().span.start;
        let mut modifiers = Vec::new();
        let name = loop {
            let mut word = self.cursor.word("the name of the specification")?;
            while self.cursor.is("-") && self.cursor.adjacent() {
                self.cursor.next();
                let part = self.cursor.word("the rest of the name")?;
                word.text = format!("{}-{}", word.text, part.text);
                word.span = word.span.to(part.span);
            }
            if self.cursor.is("(") {
                break word;
            }
            modifiers.push(word);
        };
        for modifier in &modifiers {
            let known = HARMLESS.contains(&&*modifier.text)
                || matches!(&*modifier.text, "full-binding" | "connected");
            if !known {
                let message = format!("the modifier `{}` is not supported", modifier.text);
                self.cursor
                    .diagnostics
                    .push(Diagnostic::error(modifier.span, message));
            }
        }
        let objects = self.parameters()?;
        let (title, about) = documentation(&self.text[..start]);
        let draft = Draft {
            language: Language::Mop,
            name,
            title,
            about,
            imports: imports.to_vec(),
            objects: objects
                .into_iter()
                .map(|(class, name)| DraftObject {
                    name,
                    class,
                    except: Vec::new(),
                })
                .collect(),
            events: Vec::new(),
            machine: Machine::Missing,
            modifiers,
            unreadable: Vec::new(),
        };
        self.cursor.expect("{")?;
        self.body(draft)
    }

    /// `(Type name, …)`
    fn parameters(&mut self) -> Parsed<Vec<(TypeName, Spanned)>> {
        self.cursor.expect("(")?;
        let mut parameters = Vec::new();
        while !self.cursor.is(")") {
            self.cursor.eat("final");
            let ty = self.cursor.type_name("a type")?;
            let name = self.cursor.word("the name of a parameter")?;
            parameters.push((ty, name));
            if !self.cursor.is(")") {
                self.cursor.expect(",")?;
            }
        }
        self.cursor.next();
        Ok(parameters)
    }

    fn body(&mut self, mut draft: Draft) -> Parsed<()> {
        let mut formulas: Vec<Formula> = Vec::new();
        let mut failed = false;
        while !self.cursor.is("}") {
            let token = self.cursor.peek().clone();
            if token.kind == Kind::End {
                return self.cursor.unexpected("`}`");
            }
            let creation = token.is("creation") && self.cursor.ahead(1).is("event");
            let special =
                (token.is("static") || token.is("blocking")) && self.cursor.ahead(1).is("event");
            if special {
                let message = format!("`{} event` is not supported", token.text);
                self.cursor
                    .diagnostics
                    .push(Diagnostic::error(token.span, message));
                self.cursor.next();
            } else if creation || token.is("event") {
                if creation {
                    self.cursor.next();
                }
                failed |= self.event(&mut draft, creation).is_err();
            } else if token.kind == Kind::Word && self.cursor.ahead(1).is(":") {
                match self.formula() {
                    Ok(formula) => formulas.push(formula),
                    Err(Failed) => {
                        failed = true;
                        self.skip_formula();
                    }
                }
            } else if token.is("@") {
                failed |= self.handler(&mut formulas).is_err();
            } else if token.is("{") {
                self.block()?;
            } else {
                // A declaration of the monitor's own.
                self.cursor.next();
            }
        }
        self.cursor.next();
        if failed {
            return Ok(());
        }
        if formulas.is_empty() {
            let message = "a specification without a logic is not supported: what it checks is in the code of its events";
            self.cursor
                .diagnostics
                .push(Diagnostic::error(draft.name.span, message));
            return Ok(());
        }
        for (index, formula) in formulas.into_iter().enumerate() {
            if formula.handlers == 0 {
                let message = "the formula has no handler, so that nothing is a violation";
                let hint = "JavaMOP's `@match` and `@fail` say what is one";
                self.cursor
                    .diagnostics
                    .push(Diagnostic::error(formula.span, message).hint(hint));
                continue;
            }
            let mut one = draft.clone();
            if index > 0 {
                one.name.text = format!("{}-{}", draft.name.text, index + 1);
            }
            one.machine = formula.machine;
            self.drafts.push(one);
        }
        Ok(())
    }

    /// To the next handler, event or formula.
    fn skip_formula(&mut self) {
        while !self.cursor.at_end() && !self.cursor.is_any(&["@", "}"]) {
            self.cursor.next();
        }
    }

    /// `{ … }`; returns the texts in it.
    fn block(&mut self) -> Parsed<(Vec<String>, bool)> {
        let open = self.cursor.expect("{")?;
        let mut texts = Vec::new();
        let mut code = false;
        let mut depth = 1;
        loop {
            let token = self.cursor.next();
            match token.text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if token.kind == Kind::End => {
                    return self
                        .cursor
                        .fail(Diagnostic::error(open, "`{` is not closed with `}`"));
                }
                _ if token.kind == Kind::Text => texts.push(token.content()),
                _ => {}
            }
            if depth == 0 {
                return Ok((texts, code));
            }
            code = true;
        }
    }

    /// An event that cannot be read is passed over up to its code.
    fn event(&mut self, draft: &mut Draft, creation: bool) -> Parsed<()> {
        self.cursor.next();
        let result = self.event_head(draft, creation);
        if result.is_err() {
            while !self.cursor.at_end() && !self.cursor.is("{") {
                self.cursor.next();
            }
        }
        if self.cursor.is("{") {
            let (_, code) = self.block()?;
            if code && let (Ok(()), Some(event)) = (&result, draft.events.last()) {
                let message = format!("the code of the event `{}` is not run", event.name.text);
                self.cursor
                    .diagnostics
                    .push(Diagnostic::warning(event.name.span, message));
            }
        } else {
            self.cursor.eat(";");
        }
        result
    }

    fn event_head(&mut self, draft: &mut Draft, creation: bool) -> Parsed<()> {
        let name = self.cursor.word("the name of an event")?;
        let when = match () {
            () if self.cursor.eat("before") => When::Before,
            () if self.cursor.eat("after") => When::After,
            () => {
                let token = self.cursor.peek().clone();
                let around = token.is("around") || self.cursor.ahead(1).is("around");
                let message = match around {
                    true => "an event `around` a call is not supported".to_owned(),
                    false => format!("expected `before` or `after`, found {}", token.shown()),
                };
                return self.cursor.fail(Diagnostic::error(token.span, message));
            }
        };
        let parameters = match self.cursor.is("returning") {
            true => Vec::new(),
            false => self.parameters()?,
        };
        let returning = self.returning(when)?;
        for (ty, parameter) in parameters.iter().chain(&returning) {
            let declared = draft.objects.iter().find(|o| o.name.text == parameter.text);
            if let Some(object) = declared {
                let same = object.class.name.text == ty.name.text
                    && object.class.dimensions == ty.dimensions;
                if !same {
                    let message = format!(
                        "`{}` is a {} here and a {} above, which is not supported",
                        parameter.text, ty.name.text, object.class.name.text
                    );
                    return self.cursor.fail(Diagnostic::error(ty.name.span, message));
                }
            }
        }
        self.cursor.expect(":")?;
        let context = Context {
            objects: &draft.objects,
            parameters: &parameters,
            returning: returning.as_ref(),
        };
        let start = self.cursor.peek().span;
        let (when, calls) = match pointcut::parse(&mut self.cursor, &context)? {
            Meaning::EndOfProgram => (When::End, Vec::new()),
            Meaning::Calls(calls) => (when, calls),
        };
        let conditional = calls.iter().any(|call| call.returns.is_some());
        if conditional && when == When::Before {
            let message = "what a call returns is not known before it";
            return self.cursor.fail(Diagnostic::error(start, message));
        }
        if !self.cursor.is("{") && !self.cursor.is(";") {
            return self
                .cursor
                .unexpected("`&&`, `||` or the code of the event");
        }
        let known = draft.events.iter_mut().find(|e| e.name.text == name.text);
        match known {
            // JavaMOP joins events of one name.
            Some(event) if event.when == when => {
                event.calls.extend(calls);
                event.creation |= creation;
            }
            Some(_) => {
                let message = format!(
                    "the event `{}` is both before and after a call, which is not supported",
                    name.text
                );
                return self.cursor.fail(Diagnostic::error(name.span, message));
            }
            None => draft.events.push(DraftEvent {
                name,
                when,
                calls,
                creation,
            }),
        }
        Ok(())
    }

    fn returning(&mut self, when: When) -> Parsed<Option<(TypeName, Spanned)>> {
        if self.cursor.is("throwing") {
            let span = self.cursor.peek().span;
            let message = "an event after a call that throws is not supported";
            return self.cursor.fail(Diagnostic::error(span, message));
        }
        if !self.cursor.is("returning") {
            return Ok(None);
        }
        let span = self.cursor.next().span;
        if when == When::Before {
            let message = "what a call returns is not known before it";
            return self.cursor.fail(Diagnostic::error(span, message));
        }
        if !self.cursor.is("(") {
            return Ok(None);
        }
        let mut parameters = self.parameters()?;
        if self.cursor.is("throwing") {
            return self.returning(when);
        }
        match parameters.len() {
            0 => Ok(None),
            1 => Ok(parameters.pop()),
            _ => self
                .cursor
                .fail(Diagnostic::error(span, "a call returns one thing")),
        }
    }

    fn formula(&mut self) -> Parsed<Formula> {
        let logic = self.cursor.word("a logic")?;
        self.cursor.expect(":")?;
        let mut formula = Formula {
            machine: Machine::Missing,
            aliases: Vec::new(),
            span: logic.span,
            handlers: 0,
        };
        match &*logic.text {
            "ere" => {
                let start = self.cursor.peek().span;
                let stop = |cursor: &Cursor| cursor.is_any(&["@", "}"]) || cursor.at_end();
                let expression = self.cursor.expression(&stop)?;
                if !stop(&self.cursor) {
                    return self.cursor.unexpected("an event, an operator or a handler");
                }
                formula.machine = Machine::Expression {
                    expression,
                    span: start.to(self.cursor.last_span()),
                    on_match: false,
                    on_fail: false,
                    message: None,
                };
            }
            "fsm" => formula.machine = Machine::States(self.fsm(&mut formula.aliases)?),
            other => {
                let message = match LOGICS.contains(&other) {
                    true => format!("the logic `{other}` is not supported"),
                    false => format!("there is no logic `{other}`"),
                };
                let hint = "`fsm` and `ere` are supported";
                return self
                    .cursor
                    .fail(Diagnostic::error(logic.span, message).hint(hint));
            }
        }
        Ok(formula)
    }

    /// `state [ event -> state … ] … alias name = state, …`
    fn fsm(&mut self, aliases: &mut Vec<(Spanned, Vec<Spanned>)>) -> Parsed<States> {
        let mut states = States {
            closed: true,
            ..States::default()
        };
        while !self.cursor.is_any(&["@", "}"]) {
            let name = self
                .cursor
                .word("a state, as in `start [ event -> state ]`")?;
            if name.text == "alias" && self.cursor.ahead(1).is("=") {
                let alias = self.cursor.word("the name of an alias")?;
                self.cursor.next();
                let mut of = vec![self.cursor.word("a state")?];
                while self.cursor.eat(",") {
                    of.push(self.cursor.word("a state")?);
                }
                aliases.push((alias, of));
                continue;
            }
            let mut state = DraftState {
                name,
                error: false,
                safe: false,
                message: None,
                transitions: Vec::new(),
                otherwise: None,
            };
            self.cursor.expect("[")?;
            while !self.cursor.eat("]") {
                let event = self.cursor.word("an event or `]`")?;
                if event.text == "default" {
                    self.cursor.eat("->");
                    state.otherwise = Some(self.cursor.word("a state")?);
                } else {
                    self.cursor.expect("->")?;
                    let to = self.cursor.word("a state")?;
                    state.transitions.push(DraftTransition { event, to });
                }
                self.cursor.eat(",");
            }
            states.states.push(state);
        }
        Ok(states)
    }

    /// `@fail { … }`, after the formula that it belongs to.
    fn handler(&mut self, formulas: &mut [Formula]) -> Parsed<()> {
        let at = self.cursor.next().span;
        let name = self.cursor.word("`match`, `fail` or a state")?;
        let (texts, _) = self.block()?;
        let span = at.to(name.span);
        let Some(formula) = formulas.last_mut() else {
            // Of a formula that has been complained about.
            return Ok(());
        };
        // What it tells the user says best what is wrong.
        let text = texts.into_iter().next_back();
        let known = match &mut formula.machine {
            Machine::Missing => true,
            Machine::Expression {
                on_match,
                on_fail,
                message,
                ..
            } => {
                *message = text.or(message.take());
                match &*name.text {
                    "match" => *on_match = true,
                    "fail" => *on_fail = true,
                    _ => {}
                }
                matches!(&*name.text, "match" | "fail")
            }
            Machine::States(states) => {
                let alias = formula
                    .aliases
                    .iter()
                    .find(|(alias, _)| alias.text == name.text);
                let named: Vec<String> = match alias {
                    Some((_, of)) => of.iter().map(|state| state.text.clone()).collect(),
                    None => vec![name.text.clone()],
                };
                let mut found = false;
                for state in &mut states.states {
                    if named.contains(&state.name.text) {
                        state.error = true;
                        state.message = text.clone();
                        found = true;
                    }
                }
                if name.text == "fail" && !found {
                    states.on_fail = true;
                    found = true;
                }
                found
            }
        };
        if !known {
            let message = format!("the handler `@{}` is for nothing in the formula", name.text);
            let diagnostic = Diagnostic::error(span, message);
            return self.cursor.fail(diagnostic);
        }
        formula.handlers += 1;
        Ok(())
    }
}

/// The first sentence and the whole of the last comment `/** … */` before the specification.
fn documentation(before: &str) -> (String, String) {
    let Some(start) = before.rfind("/**") else {
        return Default::default();
    };
    let comment = &before[start + 3..];
    let comment = &comment[..comment.find("*/").unwrap_or(comment.len())];
    let lines = comment.lines().map(|line| {
        let line = line.trim().trim_start_matches('*');
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    });
    let lines: Vec<&str> = lines.collect();
    let about = lines.join("\n").trim().to_owned();
    let first = about.split("\n\n").next().unwrap_or_default();
    let title = first.replace('\n', " ").trim_end_matches('.').to_owned();
    (title, about)
}
