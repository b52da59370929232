//! Tokens of a group of annotations, with byte offsets into the file. Java's comments within annotations are skipped,
//! and so are the `@`s that lines of a block may begin with.

use crate::annotations::{self, Group};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word(String),
    /// `\result`, without the backslash.
    Backslash(String),
    Number(String),
    Character(u16),
    String(Vec<u16>),
    Symbol(&'static str),
    /// `(* … *)`, a condition in English.
    Informal,
    Bad(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// The first of its line.
    pub first: bool,
}

/// Longest first. `>>` is no symbol because of type arguments; whoever reads expressions puts it together.
const SYMBOLS: &[&str] = &[
    "<=!=>", "<==>", "==>", "<==", "<<=", "...", "<:", "<=", ">=", "==", "!=", "&&", "||", "++",
    "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", "->", "::", "..", "{|", "|}", "(",
    ")", "[", "]", "{", "}", ";", ",", ".", "@", "=", "<", ">", "!", "~", "?", ":", "+", "-", "*",
    "/", "&", "|", "^", "%",
];

pub fn tokens(text: &str, group: &Group) -> Vec<Token> {
    let mut out = Vec::new();
    for piece in &group.pieces {
        let mut lexer = Lexer {
            text: text.get(..piece.end).unwrap_or(text),
            at: piece.start,
            first: true,
            block: piece.block,
        };
        while let Some(token) = lexer.next() {
            out.push(token);
        }
    }
    out.push(Token {
        kind: TokenKind::End,
        start: group.end,
        end: group.end,
        first: true,
    });
    out
}

struct Lexer<'a> {
    /// Ends where the annotation does.
    text: &'a str,
    at: usize,
    first: bool,
    block: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn next(&mut self) -> Option<Token> {
        self.skip();
        let start = self.at;
        let c = self.rest().chars().next()?;
        let kind = match c {
            '\\' => self.backslash(),
            '"' => self.string(),
            '\'' => self.character(),
            _ if is_start(c) => TokenKind::Word(self.word()),
            _ if c.is_ascii_digit() => self.number(),
            '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
            '(' if self.rest().starts_with("(*") => self.informal(),
            _ => match SYMBOLS.iter().find(|s| self.rest().starts_with(**s)) {
                Some(symbol) => {
                    self.at += symbol.len();
                    TokenKind::Symbol(symbol)
                }
                None => {
                    self.at += c.len_utf8();
                    TokenKind::Bad("this character has no meaning here")
                }
            },
        };
        let first = std::mem::replace(&mut self.first, false);
        Some(Token {
            kind,
            start,
            end: self.at,
            first,
        })
    }

    fn skip(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            if c == '\n' || c == '\r' {
                self.first = true;
                self.at += 1;
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else if c == '@' && self.first && self.block {
                self.at += 1;
            } else if self.rest().starts_with("//") {
                // An annotation within an annotation is read.
                match annotations::marker(&self.rest()[2..]) {
                    Some(length) => self.at += 2 + length,
                    None => {
                        let length = self.rest().find(['\n', '\r']);
                        self.at += length.unwrap_or(self.rest().len());
                    }
                }
            } else if self.rest().starts_with("/*") {
                let end = self.rest().find("*/").map(|i| i + 2);
                self.at += end.unwrap_or(self.rest().len());
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = rest[..length].to_owned();
        self.at += length;
        word
    }

    fn backslash(&mut self) -> TokenKind {
        self.at += 1;
        match self.rest().starts_with(is_start) {
            true => TokenKind::Backslash(self.word()),
            false => TokenKind::Bad("a word of JML must follow the backslash"),
        }
    }

    /// Takes whatever looks like a number (JLS 3.10); whoever gives it a value complains.
    fn number(&mut self) -> TokenKind {
        let start = self.at;
        let hex = self.rest().starts_with("0x") || self.rest().starts_with("0X");
        let mut last = ' ';
        while let Some(c) = self.rest().chars().next() {
            let exponent = match hex {
                true => matches!(last, 'p' | 'P'),
                false => matches!(last, 'e' | 'E'),
            };
            let takes = c.is_ascii_alphanumeric()
                || c == '_'
                || (c == '.' && !self.rest().starts_with("..") && !self.seen_dot(start))
                || (matches!(c, '+' | '-') && exponent);
            if !takes {
                break;
            }
            last = c;
            self.at += c.len_utf8();
        }
        TokenKind::Number(self.text[start..self.at].to_owned())
    }

    fn seen_dot(&self, start: usize) -> bool {
        self.text[start..self.at].contains('.')
    }

    fn informal(&mut self) -> TokenKind {
        match self.rest().find("*)") {
            Some(end) => {
                self.at += end + 2;
                TokenKind::Informal
            }
            None => {
                self.at = self.text.len();
                TokenKind::Bad("this informal condition never ends")
            }
        }
    }

    fn character(&mut self) -> TokenKind {
        self.at += 1;
        let mut units = Vec::new();
        if !self.unit('\'', &mut units) || !self.rest().starts_with('\'') {
            return TokenKind::Bad("this character literal never ends");
        }
        self.at += 1;
        match units[..] {
            [unit] => TokenKind::Character(unit),
            _ => TokenKind::Bad("this character does not fit into a `char`"),
        }
    }

    fn string(&mut self) -> TokenKind {
        self.at += 1;
        let mut units = Vec::new();
        while !self.rest().starts_with('"') {
            if !self.unit('"', &mut units) {
                return TokenKind::Bad("this string never ends");
            }
        }
        self.at += 1;
        TokenKind::String(units)
    }

    /// One character of a literal, perhaps escaped (JLS 3.10.7); false at the end of the line.
    fn unit(&mut self, quote: char, units: &mut Vec<u16>) -> bool {
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        if c == '\n' || c == '\r' || (c == quote && quote == '\'') {
            return false;
        }
        self.at += c.len_utf8();
        if c != '\\' {
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
            return true;
        }
        let Some(c) = self.rest().chars().next() else {
            return false;
        };
        if c == 'u' {
            let digits = self.rest().trim_start_matches('u');
            let digits = digits.get(..4).unwrap_or("");
            let Ok(unit) = u16::from_str_radix(digits, 16) else {
                return false;
            };
            let us = self.rest().len() - self.rest().trim_start_matches('u').len();
            self.at += us + 4;
            units.push(unit);
            return true;
        }
        if c.is_digit(8) {
            let longest = if c <= '3' { 3 } else { 2 };
            let digits: String = (self.rest().chars())
                .take(longest)
                .take_while(|c| c.is_digit(8))
                .collect();
            self.at += digits.len();
            units.push(u16::from_str_radix(&digits, 8).unwrap_or(0));
            return true;
        }
        self.at += c.len_utf8();
        units.push(match c {
            'n' => 10,
            't' => 9,
            'b' => 8,
            'r' => 13,
            'f' => 12,
            's' => 32,
            '\\' | '"' | '\'' => c as u16,
            _ => return false,
        });
        true
    }
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
