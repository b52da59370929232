//! Tokens of `.prop` and `.mop` files. The two languages share Java's comments, strings and names; everything else is a
//! punctuation mark. Lexing never fails: what belongs to no language becomes a token that no rule accepts.

use crate::diagnostics::{Diagnostic, Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name or a word of the language.
    Word,
    /// With its quotes.
    Text,
    Number,
    /// A line of documentation, `/// …`.
    Doc,
    Mark,
    End,
}

/// The marks of more than one character.
const LONG_MARKS: [&str; 8] = [":=", "->", "..", "||", "&&", "==", "!=", "=>"];

pub fn lex<'a>(text: &'a str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if c.is_whitespace() {
            (None, c.len_utf8())
        } else if rest.starts_with("///") {
            let length = rest.find('\n').unwrap_or(rest.len());
            // A rule of slashes is a comment.
            let kind = (!rest.starts_with("////")).then_some(Kind::Doc);
            (kind, length)
        } else if rest.starts_with("//") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(inside) = rest.strip_prefix("/*") {
            let end = inside.find("*/");
            if end.is_none() {
                let span = Span {
                    start: at,
                    end: at + 2,
                };
                diagnostics.push(Diagnostic::error(span, "a comment is not closed with `*/`"));
            }
            (None, end.map_or(rest.len(), |end| end + 4))
        } else if c == '"' || c == '\'' {
            (Some(Kind::Text), quoted(rest, c, at, diagnostics))
        } else if is_start(c) {
            (Some(Kind::Word), scan(rest, is_part))
        } else if c.is_ascii_digit() {
            (Some(Kind::Number), scan(rest, is_part))
        } else {
            let long = LONG_MARKS.iter().find(|mark| rest.starts_with(**mark));
            let length = long.map_or(c.len_utf8(), |mark| mark.len());
            (Some(Kind::Mark), length)
        };
        if let Some(kind) = kind {
            tokens.push(Token {
                kind,
                text: &rest[..length],
                span: Span {
                    start: at,
                    end: at + length,
                },
            });
        }
        at += length;
    }
    tokens.push(Token {
        kind: Kind::End,
        text: "",
        span: Span {
            start: text.trim_end().len(),
            end: text.trim_end().len(),
        },
    });
    tokens
}

fn scan(rest: &str, accept: impl Fn(char) -> bool) -> usize {
    rest.find(|c| !accept(c)).unwrap_or(rest.len())
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    is_start(c) || c.is_numeric()
}

/// The length of a text in quotes, which ends at the end of its line if nothing else ends it.
fn quoted(rest: &str, quote: char, at: usize, diagnostics: &mut Vec<Diagnostic>) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        if c == '\n' {
            let span = Span {
                start: at,
                end: at + i,
            };
            diagnostics.push(Diagnostic::error(span, "a text is not closed on its line"));
            return i;
        }
        if c == quote && !escaped {
            return i + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    let span = Span {
        start: at,
        end: at + rest.len(),
    };
    diagnostics.push(Diagnostic::error(span, "a text is not closed"));
    rest.len()
}

impl Token<'_> {
    pub fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, Kind::Word | Kind::Mark)
    }

    /// The content of a text in quotes.
    pub fn content(&self) -> String {
        let quote = self.text.chars().next().unwrap_or('"');
        let inner = self.text.strip_prefix(quote).unwrap_or(self.text);
        let inner = inner.strip_suffix(quote).unwrap_or(inner);
        let mut out = String::new();
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => out.push(chars.next().unwrap_or('\\')),
                c => out.push(c),
            }
        }
        out
    }

    /// The token in words, for a message.
    pub fn shown(&self) -> String {
        match self.kind {
            Kind::End => "the end of the file".into(),
            Kind::Doc => "documentation".into(),
            _ => format!("`{}`", self.text),
        }
    }
}
