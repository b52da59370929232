//! Tokens of SMT-LIB 2 with their positions.

use super::{ParseError, error};
use crate::names;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) col: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'a> {
    Open,
    Close,
    /// An unquoted symbol: a word of the language or a name.
    Word(&'a str),
    /// A quoted or marked symbol: always a name.
    Name(String),
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    /// Digits of `#x`.
    Hex(&'a str),
    /// Digits of `#b`.
    Binary(&'a str),
    Text,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) position: Position,
}

/// Splits a text into tokens; also gives the position of its end.
pub(super) fn tokens(text: &str) -> Result<(Vec<Token<'_>>, Position), ParseError> {
    let mut lexer = Lexer {
        text,
        at: 0,
        position: Position { line: 1, col: 1 },
    };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.token()? {
        tokens.push(token);
    }
    Ok((tokens, lexer.position))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    position: Position,
}

impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.position = Position {
                line: self.position.line + 1,
                col: 1,
            };
        } else {
            self.position.col += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&accept) {
            self.bump();
        }
        &self.text[start..self.at]
    }

    fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some(';') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        self.skip_blank();
        let position = self.position;
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        let kind = match c {
            '(' => {
                self.bump();
                TokenKind::Open
            }
            ')' => {
                self.bump();
                TokenKind::Close
            }
            '|' => TokenKind::Name(self.quoted(position)?),
            '"' => {
                self.string(position)?;
                TokenKind::Text
            }
            ':' => {
                self.bump();
                TokenKind::Keyword(self.take_while(is_symbol_char))
            }
            '#' => self.literal(position)?,
            '0'..='9' => {
                let number = self.take_while(|c| c.is_ascii_digit() || c == '.');
                if number.contains('.') {
                    TokenKind::Decimal(number)
                } else {
                    TokenKind::Numeral(number)
                }
            }
            c if is_symbol_char(c) => {
                let word = self.take_while(is_symbol_char);
                match names::read_marked(word) {
                    Some(name) => TokenKind::Name(name),
                    None => TokenKind::Word(word),
                }
            }
            other => return Err(error(position, format!("unexpected character `{other}`"))),
        };
        Ok(Some(Token { kind, position }))
    }

    fn quoted(&mut self, position: Position) -> Result<String, ParseError> {
        self.bump();
        let name = self.take_while(|c| c != '|');
        if self.bump().is_none() {
            return Err(error(position, "the quoted symbol is not closed"));
        }
        Ok(names::read_marked(name).unwrap_or_else(|| name.to_owned()))
    }

    fn string(&mut self, position: Position) -> Result<(), ParseError> {
        self.bump();
        loop {
            self.take_while(|c| c != '"');
            if self.bump().is_none() {
                return Err(error(position, "the string is not closed"));
            }
            // A doubled quote stands for one.
            if self.peek() != Some('"') {
                return Ok(());
            }
            self.bump();
        }
    }

    fn literal(&mut self, position: Position) -> Result<TokenKind<'a>, ParseError> {
        self.bump();
        let radix = self.bump();
        let digits = self.take_while(|c| c.is_ascii_alphanumeric());
        match radix {
            Some('x') if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit()) => {
                Ok(TokenKind::Hex(digits))
            }
            Some('b') if !digits.is_empty() && digits.chars().all(|c| matches!(c, '0' | '1')) => {
                Ok(TokenKind::Binary(digits))
            }
            _ => Err(error(
                position,
                "expected `#x` with hexadecimal or `#b` with binary digits",
            )),
        }
    }
}

fn is_symbol_char(c: char) -> bool {
    c.is_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}
