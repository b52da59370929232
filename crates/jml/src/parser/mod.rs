//! A hand-written parser of JML. Whatever cannot be read is reported where it stands; the clause that it belongs to is kept
//! as unreadable, so that nobody takes a specification for shorter than it is, and reading goes on behind it.

mod clauses;
mod expressions;
mod functions;
mod members;
mod models;
mod statements;
mod words;

pub use clauses::not_specified;
pub use expressions::dotted;
pub use words::{begins_clause, is_java_keyword};

use crate::annotations::Group;
use crate::contract::Place;
use crate::diagnostic::{Diagnostic, Severity};
use crate::lexer::{Token, TokenKind, tokens};
use crate::similar::nearest;
use crate::syntax::{Expr, MemberItem, StatementItem, TypeName, Word};
use source::{SourceFile, Span};
use std::path::Path;
use std::sync::Arc;

/// Something could not be read, and that was reported.
pub struct Failed;

type Parsed<T> = Result<T, Failed>;

/// Stands among modifiers for something that is none.
pub const UNREADABLE: &str = "?";

/// Deeper nesting is refused, so that nobody needs more stack than a thread has.
const DEEPEST: u32 = 160;

/// What a level of nesting adds to the height of a tree; one more operand of a chain adds one.
const LEVEL: u32 = 8;

pub struct Parser<'a> {
    file: &'a SourceFile,
    path: &'a Arc<Path>,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// The annotations of a group that stands among the members of a class, or before one.
pub fn members(
    file: &SourceFile,
    path: &Arc<Path>,
    group: &Group,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<MemberItem> {
    Parser::new(file, path, group, diagnostics).members()
}

/// The annotations of a group that stands among statements.
pub fn statements(
    file: &SourceFile,
    path: &Arc<Path>,
    group: &Group,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<StatementItem> {
    Parser::new(file, path, group, diagnostics).statements()
}

/// The words of a group that stands among modifiers or parameters.
pub fn modifiers(
    file: &SourceFile,
    path: &Arc<Path>,
    group: &Group,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Word> {
    let mut parser = Parser::new(file, path, group, diagnostics);
    let mut words = parser.modifier_words();
    if !parser.is_end() {
        let words_of = words::OF_DECLARATIONS.iter().copied();
        let help = parser.word().and_then(|word| nearest(word, words_of));
        parser.unexpected_with("a modifier such as `pure` or `nullable`", help);
        let token = parser.bump();
        words.push(Word {
            text: UNREADABLE.to_owned(),
            span: parser.span(token.start, token.end),
        });
    }
    words
}

impl<'a> Parser<'a> {
    fn new(
        file: &'a SourceFile,
        path: &'a Arc<Path>,
        group: &Group,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Parser<'a> {
        Parser {
            file,
            path,
            tokens: tokens(file.text(), group),
            at: 0,
            depth: 0,
            diagnostics,
        }
    }

    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    /// A token behind the current one; the last one is the end, for ever.
    fn ahead(&self, by: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + by).min(last)]
    }

    fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn is_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    fn is(&self, symbol: &str) -> bool {
        self.is_ahead(0, symbol)
    }

    fn is_ahead(&self, by: usize, symbol: &str) -> bool {
        matches!(&self.ahead(by).kind, TokenKind::Symbol(s) if *s == symbol)
    }

    fn word(&self) -> Option<&str> {
        self.word_ahead(0)
    }

    fn word_ahead(&self, by: usize) -> Option<&str> {
        match &self.ahead(by).kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let is = self.is(symbol);
        if is {
            self.bump();
        }
        is
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is = self.word() == Some(word);
        if is {
            self.bump();
        }
        is
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        match self.eat(symbol) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{symbol}`"))),
        }
    }

    fn identifier(&mut self) -> Parsed<Word> {
        match &self.peek().kind {
            TokenKind::Word(word) if !words::is_java_keyword(word) => {
                let text = word.clone();
                let token = self.bump();
                Ok(Word {
                    text,
                    span: self.span(token.start, token.end),
                })
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.file.span_of(start, end)
    }

    /// Where the token before the current one ended.
    fn last_end(&self) -> usize {
        match self.at {
            0 => self.peek().start,
            at => self.tokens[at - 1].end,
        }
    }

    /// From a start to the token before the current one.
    fn since(&self, start: usize) -> Span {
        self.span(start, self.last_end().max(start))
    }

    fn report(&mut self, severity: Severity, message: String, span: Span, help: Option<String>) {
        self.diagnostics.push(Diagnostic {
            severity,
            message,
            place: Place {
                file: self.path.clone(),
                span,
            },
            help,
        });
    }

    fn error(&mut self, message: impl Into<String>, span: Span) -> Failed {
        self.report(Severity::Error, message.into(), span, None);
        Failed
    }

    /// Reports the current token, where something else should be.
    fn unexpected(&mut self, expected: &str) -> Failed {
        self.unexpected_with(expected, None)
    }

    fn unexpected_with(&mut self, expected: &str, help: Option<String>) -> Failed {
        let token = self.peek().clone();
        let (message, span) = match &token.kind {
            TokenKind::End => {
                // The place where the missing thing should be.
                let end = self.last_end();
                let message = format!("the annotation ends where {expected} is expected");
                (message, self.span(end, end))
            }
            TokenKind::Bad(why) => ((*why).to_owned(), self.span(token.start, token.end)),
            _ => {
                let span = self.span(token.start, token.end);
                let found = self.file.one_line(span);
                (format!("expected {expected}, found `{found}`"), span)
            }
        };
        self.report(Severity::Error, message, span, help);
        Failed
    }

    /// Goes behind the end of a clause that cannot be read: its `;`, or else to where something new begins.
    fn skip_clause(&mut self) {
        let mut depth = 0usize;
        loop {
            let token = self.peek();
            match &token.kind {
                TokenKind::End => return,
                TokenKind::Symbol("(" | "[" | "{") => depth += 1,
                TokenKind::Symbol(")" | "]" | "}") => depth = depth.saturating_sub(1),
                // The semicolons of quantifiers are within parentheses.
                TokenKind::Symbol(";") if depth == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::Symbol("|}" | "{|") => return,
                TokenKind::Word(word) if token.first && begins_clause(word) => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// The `;` of a clause. Where it is missing but the clause has clearly ended, a warning must do.
    fn semicolon(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        let ended = match &self.peek().kind {
            TokenKind::End => true,
            TokenKind::Word(word) => self.peek().first && begins_clause(word),
            _ => false,
        };
        if !ended {
            return Err(self.unexpected("`;`"));
        }
        let end = self.last_end();
        let span = self.span(end, end);
        let message = "a `;` is missing at the end of this clause".to_owned();
        self.report(Severity::Warning, message, span, None);
        Ok(())
    }

    /// A type, without its type arguments.
    fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.peek().start;
        let mut name = match self.peek().kind.clone() {
            TokenKind::Backslash(word) if words::is_jml_type(&word) => {
                self.bump();
                format!("\\{word}")
            }
            TokenKind::Word(word)
                if words::is_primitive(&word) || !words::is_java_keyword(&word) =>
            {
                self.bump();
                word
            }
            _ => return Err(self.unexpected("a type")),
        };
        self.type_arguments()?;
        while self.is(".")
            && self
                .word_ahead(1)
                .is_some_and(|w| !words::is_java_keyword(w))
        {
            self.bump();
            name.push('.');
            name.push_str(&self.identifier()?.text);
            self.type_arguments()?;
        }
        let dimensions = self.dimensions();
        Ok(TypeName {
            name,
            dimensions,
            span: self.since(start),
        })
    }

    fn dimensions(&mut self) -> usize {
        let mut dimensions = 0;
        while self.is("[") && self.is_ahead(1, "]") {
            self.bump();
            self.bump();
            dimensions += 1;
        }
        dimensions
    }

    fn type_arguments(&mut self) -> Parsed<()> {
        if !self.is("<") {
            return Ok(());
        }
        match self.type_arguments_end(0) {
            Some(tokens) => {
                self.at += tokens;
                Ok(())
            }
            None => Err(self.unexpected("type arguments")),
        }
    }

    /// The number of tokens of the type arguments that begin `from` tokens ahead, if there are any.
    fn type_arguments_end(&self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut i = from;
        loop {
            match &self.ahead(i).kind {
                TokenKind::Symbol("<") => depth += 1,
                TokenKind::Symbol(">") => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(i + 1 - from);
                    }
                }
                TokenKind::Symbol("," | "." | "?" | "[" | "]" | "&") | TokenKind::Word(_) => {}
                _ => return None,
            }
            if depth == 0 {
                return None;
            }
            i += 1;
        }
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        self.list(Parser::expression)
    }
}
