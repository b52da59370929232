//! A position in a list of tokens, with the rules that `.prop` and `.mop` have in common: names, types, patterns of names
//! and regular expressions.

use crate::diagnostics::{Diagnostic, Span};
use crate::lexer::{Kind, Token};
use crate::regular::Expression;
use crate::syntax::{DraftParameter, DraftType, Spanned, TypeName};

/// A rule did not apply, and that has been said.
#[derive(Debug)]
pub struct Failed;

pub type Parsed<T> = Result<T, Failed>;

pub struct Cursor<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    pub diagnostics: Vec<Diagnostic>,
    depth: usize,
    atoms: usize,
}

/// Parentheses within parentheses; nothing sensible comes close.
const MAX_DEPTH: usize = 60;
/// Names in one expression.
const MAX_ATOMS: usize = 500;

impl<'a> Cursor<'a> {
    pub fn new(tokens: Vec<Token<'a>>, diagnostics: Vec<Diagnostic>) -> Cursor<'a> {
        Cursor {
            tokens,
            at: 0,
            diagnostics,
            depth: 0,
            atoms: 0,
        }
    }

    pub fn peek(&self) -> &Token<'a> {
        self.ahead(0)
    }

    pub fn ahead(&self, by: usize) -> &Token<'a> {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + by).min(last)]
    }

    /// The token before this one.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub fn next(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub fn at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    pub fn is(&self, text: &str) -> bool {
        self.peek().is(text)
    }

    pub fn is_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(text))
    }

    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    pub fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }

    pub fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let token = self.peek();
        let message = format!("expected {expected}, found {}", token.shown());
        let span = token.span;
        self.fail(Diagnostic::error(span, message))
    }

    pub fn expect(&mut self, text: &str) -> Parsed<Span> {
        match self.is(text) {
            true => Ok(self.next().span),
            false => self.unexpected(&format!("`{text}`")),
        }
    }

    pub fn word(&mut self, what: &str) -> Parsed<Spanned> {
        match self.peek().kind {
            Kind::Word => {
                let token = self.next();
                Ok(Spanned {
                    text: token.text.to_owned(),
                    span: token.span,
                })
            }
            _ => self.unexpected(what),
        }
    }

    /// Whether the next token follows the last without a space.
    pub fn adjacent(&self) -> bool {
        self.at > 0 && self.last_span().end == self.peek().span.start
    }

    /// A name with `*` in it, written without spaces.
    pub fn name_pattern(&mut self, what: &str) -> Parsed<Spanned> {
        let piece = |token: &Token| token.kind == Kind::Word || token.is("*");
        if !piece(self.peek()) {
            return self.unexpected(what);
        }
        let first = self.next();
        let mut found = Spanned {
            text: first.text.to_owned(),
            span: first.span,
        };
        while self.adjacent() && (piece(self.peek()) || self.peek().kind == Kind::Number) {
            let token = self.next();
            found.text.push_str(token.text);
            found.span = found.span.to(token.span);
        }
        Ok(found)
    }

    /// `java.util.Map.Entry`; leaves a dot that no name follows.
    pub fn dotted(&mut self, what: &str) -> Parsed<Spanned> {
        let mut name = self.word(what)?;
        while self.is(".") && self.ahead(1).kind == Kind::Word {
            self.next();
            let part = self.word(what)?;
            name.text.push('.');
            name.text.push_str(&part.text);
            name.span = name.span.to(part.span);
        }
        Ok(name)
    }

    /// What may follow a class's name: type arguments, which mean nothing to a class file, `+`, and `[]`.
    pub fn type_suffix(&mut self, name: Spanned) -> Parsed<TypeName> {
        if self.is("<") {
            let open = self.peek().span;
            let mut depth = 0_usize;
            loop {
                let token = self.next();
                match token.text {
                    "<" => depth += 1,
                    ">" => depth -= 1,
                    _ if token.kind == Kind::End => {
                        return self.fail(Diagnostic::error(open, "`<` is not closed with `>`"));
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        }
        let mut found = TypeName {
            name,
            dimensions: 0,
            subtypes: self.eat("+"),
        };
        while self.is("[") {
            self.next();
            self.expect("]")?;
            found.dimensions += 1;
        }
        Ok(found)
    }

    pub fn type_name(&mut self, what: &str) -> Parsed<TypeName> {
        let name = self.dotted(what)?;
        self.type_suffix(name)
    }

    /// A type in a list of parameters, `*` or `_` for any, `..` for the rest.
    pub fn parameter(&mut self) -> Parsed<DraftParameter> {
        if self.eat("..") {
            return Ok(DraftParameter::Rest);
        }
        if self.eat("*") || self.eat("_") {
            return Ok(DraftParameter::One(DraftType::Any));
        }
        let ty = self.type_name("a type, `*` or `..`")?;
        Ok(DraftParameter::One(DraftType::Type(ty)))
    }

    /// A regular expression; `stop` tells where it may end.
    pub fn expression(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        self.depth = 0;
        self.atoms = 0;
        let start = self.peek().span;
        let found = self.alternatives(stop)?;
        if found.size() > MAX_ATOMS {
            return self.too_large(start.to(self.last_span()));
        }
        Ok(found)
    }

    fn too_large<T>(&mut self, span: Span) -> Parsed<T> {
        let message = format!("the expression is too large: more than {MAX_ATOMS} parts");
        self.fail(Diagnostic::error(span, message))
    }

    fn alternatives(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        let mut parts = vec![self.conjunction(stop)?];
        while self.eat("|") || self.eat("||") {
            parts.push(self.conjunction(stop)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expression::Either(parts),
        })
    }

    fn conjunction(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        let mut parts = vec![self.sequence(stop)?];
        while self.eat("&") || self.eat("&&") {
            parts.push(self.sequence(stop)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expression::Both(parts),
        })
    }

    fn sequence(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        let mut parts = vec![self.repeated(stop)?];
        while (self.peek().kind == Kind::Word || self.is_any(&["(", "~"])) && !stop(self) {
            parts.push(self.repeated(stop)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expression::Sequence(parts),
        })
    }

    fn repeated(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        let inner = self.atom(stop)?;
        let (mut many, mut none) = (false, false);
        loop {
            match () {
                () if self.eat("*") => (many, none) = (true, true),
                () if self.eat("+") => many = true,
                () if self.eat("?") => none = true,
                () => break,
            }
        }
        let inner = Box::new(inner);
        Ok(match (many, none) {
            (true, true) => Expression::Star(inner),
            (true, false) => Expression::Plus(inner),
            (false, true) => Expression::Optional(inner),
            (false, false) => *inner,
        })
    }

    /// Refuses what no one writes by hand, before it costs anything.
    fn count(&mut self) -> Parsed<()> {
        self.atoms += 1;
        match self.atoms > MAX_ATOMS {
            true => self.too_large(self.last_span()),
            false => Ok(()),
        }
    }

    fn atom(&mut self, stop: &dyn Fn(&Cursor) -> bool) -> Parsed<Expression> {
        self.count()?;
        if stop(self) {
            return self.unexpected("the name of an event or `(`");
        }
        if self.is("(") || self.is("~") {
            let open = self.next();
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return self.fail(Diagnostic::error(
                    open.span,
                    "parentheses are nested too deep",
                ));
            }
            let inner = match open.is("(") {
                true => {
                    let inner = self.alternatives(stop)?;
                    self.expect(")")?;
                    inner
                }
                // It takes what repetition applies to with it: `~a*` is `~(a*)`.
                false => Expression::Not(Box::new(self.repeated(stop)?)),
            };
            self.depth -= 1;
            return Ok(inner);
        }
        let name = self.word("the name of an event or `(`")?;
        Ok(match &*name.text {
            "epsilon" => Expression::Epsilon,
            "empty" => Expression::Empty,
            "any" => Expression::Any,
            _ => Expression::Event(name.text, name.span),
        })
    }
}
