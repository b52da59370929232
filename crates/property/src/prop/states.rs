//! What a violation is: states with their transitions, or an expression.

use super::{DECLARATIONS, Parser};
use crate::cursor::{Cursor, Failed, Parsed};
use crate::diagnostics::{Diagnostic, Span};
use crate::lexer::Kind;
use crate::syntax::*;

impl Parser<'_> {
    pub(super) fn states(&mut self) -> Parsed<()> {
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

    pub(super) fn violation(&mut self) -> Parsed<()> {
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
