//! Terms: a machine with a stack of open constructs instead of recursion.

use super::lexer::{Position, Token, TokenKind};
use super::{Parser, Result, error};
use crate::floats;
use crate::names;
use crate::op::{RoundingMode, Term};
use crate::sort::Sort;
use std::collections::BTreeMap;

/// An argument of a function: usually a term.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Term(Term),
    Mode(RoundingMode),
    /// A decimal literal, which only conversion to floats takes.
    Decimal(String),
}

/// What is applied to arguments.
#[derive(Clone, Debug)]
pub(super) enum Head {
    /// A word of the language or a name.
    Word(String),
    /// A quoted name: never a word of the language.
    Name(String),
    /// `(_ word indices)`.
    Indexed(String, Vec<u32>),
    /// `(as const sort)`.
    ConstArray(Sort),
    /// `(as name sort)`.
    Qualified(String, Sort),
}

enum Frame {
    Apply {
        head: Head,
        args: Vec<Arg>,
        position: Position,
    },
    /// Reading the definitions of a `let`; the name is that of the current one.
    Definitions {
        done: Vec<(String, Term)>,
        name: String,
    },
    /// Reading the body of a `let`.
    Body {
        names: Vec<String>,
    },
    Quantifier {
        forall: bool,
        names: Vec<String>,
        bound: Vec<Term>,
        position: Position,
    },
    Annotated,
}

impl Parser<'_> {
    pub(super) fn term(&mut self) -> Result<Term> {
        let position = self.position();
        let mut frames: Vec<Frame> = Vec::new();
        loop {
            let Some(value) = self.begin(&mut frames)? else {
                continue;
            };
            if let Some(result) = self.deliver(&mut frames, value)? {
                return match result {
                    Arg::Term(t) => Ok(t),
                    _ => Err(error(position, "expected a term")),
                };
            }
        }
    }

    /// Reads up to the next complete value, or opens a construct.
    fn begin(&mut self, frames: &mut Vec<Frame>) -> Result<Option<Arg>> {
        let token = self.advance()?;
        let position = token.position;
        match token.kind {
            TokenKind::Open => self.begin_group(frames, position),
            TokenKind::Close => Err(error(position, "expected a term, found `)`")),
            TokenKind::Word(word) => self.atom(word, false, position).map(Some),
            TokenKind::Name(name) => self.atom(&name, true, position).map(Some),
            TokenKind::Numeral(digits) => match digits.parse::<i128>() {
                Ok(value) => Ok(Some(Arg::Term(self.pool.int(value)))),
                Err(_) => Err(error(
                    position,
                    format!("the integer {digits} does not fit in 128 bits"),
                )),
            },
            TokenKind::Decimal(text) => Ok(Some(Arg::Decimal(text.to_owned()))),
            TokenKind::Hex(digits) => self.digits(digits, 16, 4, position).map(Some),
            TokenKind::Binary(digits) => self.digits(digits, 2, 1, position).map(Some),
            TokenKind::Keyword(_) | TokenKind::Text => Err(error(position, "expected a term")),
        }
    }

    fn digits(&mut self, digits: &str, radix: u32, bits: usize, position: Position) -> Result<Arg> {
        let width = digits.len().saturating_mul(bits);
        match u128::from_str_radix(digits, radix) {
            Ok(value) if width <= 128 => Ok(Arg::Term(self.pool.bv(width as u32, value))),
            _ => Err(error(
                position,
                "bit-vectors wider than 128 bits are not supported",
            )),
        }
    }

    fn begin_group(&mut self, frames: &mut Vec<Frame>, position: Position) -> Result<Option<Arg>> {
        if self.at_open() {
            self.next += 1;
            let head = self.compound_head(position)?;
            frames.push(Frame::Apply {
                head,
                args: Vec::new(),
                position,
            });
            return Ok(None);
        }
        let token = self.advance()?;
        match token.kind {
            TokenKind::Word("let") => {
                self.open()?;
                self.open()?;
                let name = self.name()?;
                frames.push(Frame::Definitions {
                    done: Vec::new(),
                    name,
                });
                Ok(None)
            }
            TokenKind::Word(word @ ("forall" | "exists")) => {
                let frame = self.quantifier(word == "forall", position)?;
                frames.push(frame);
                Ok(None)
            }
            TokenKind::Word("_") => self.indexed_constant(position).map(Some),
            TokenKind::Word("as") => {
                let name = self.name()?;
                let sort = self.sort()?;
                self.close()?;
                self.qualified(&name, sort, position)
                    .map(|t| Some(Arg::Term(t)))
            }
            TokenKind::Word("!") => {
                frames.push(Frame::Annotated);
                Ok(None)
            }
            TokenKind::Word(word) => {
                frames.push(Frame::Apply {
                    head: Head::Word(word.to_owned()),
                    args: Vec::new(),
                    position,
                });
                Ok(None)
            }
            TokenKind::Name(name) => {
                frames.push(Frame::Apply {
                    head: Head::Name(name),
                    args: Vec::new(),
                    position,
                });
                Ok(None)
            }
            _ => Err(error(token.position, "expected a function")),
        }
    }

    /// `_ word indices )` or `as name sort )`, after the second opening parenthesis.
    fn compound_head(&mut self, position: Position) -> Result<Head> {
        let head = match self.name()?.as_str() {
            "_" => {
                let word = self.name()?;
                let mut indices = Vec::new();
                while !self.at_close() {
                    indices.push(self.numeral()?);
                }
                Head::Indexed(word, indices)
            }
            "as" => {
                let name = self.name()?;
                let sort = self.sort()?;
                match (name.as_str(), self.pool.as_array_sort(sort)) {
                    ("const", Some(_)) => Head::ConstArray(sort),
                    ("const", None) => return Err(error(position, "`const` needs an array sort")),
                    _ => Head::Qualified(name, sort),
                }
            }
            _ => return Err(error(position, "expected `_` or `as`")),
        };
        self.close()?;
        Ok(head)
    }

    fn quantifier(&mut self, forall: bool, position: Position) -> Result<Frame> {
        self.open()?;
        let mut names = Vec::new();
        let mut bound = Vec::new();
        while !self.at_close() {
            self.open()?;
            let name = self.name()?;
            let sort = self.sort()?;
            self.close()?;
            let symbol = self.pool.symbol(&name, sort);
            // A local definition that mentions a symbol of this name means the one outside. A definition under this
            // very name is hidden from now on.
            let captured = self.locals.iter().any(|(other, terms)| {
                *other != name
                    && terms
                        .iter()
                        .any(|&t| self.pool.support(t).binary_search(&symbol).is_ok())
            });
            bound.push(if captured {
                self.pool.fresh_symbol(&name, sort)
            } else {
                symbol
            });
            names.push(name);
        }
        self.close()?;
        for (name, &symbol) in names.iter().zip(&bound) {
            self.enter(name.clone(), symbol);
        }
        Ok(Frame::Quantifier {
            forall,
            names,
            bound,
            position,
        })
    }

    /// Gives a value to the innermost construct, closing what is complete; the result once nothing is open.
    fn deliver(&mut self, frames: &mut Vec<Frame>, mut value: Arg) -> Result<Option<Arg>> {
        loop {
            let Some(frame) = frames.pop() else {
                return Ok(Some(value));
            };
            match frame {
                Frame::Apply {
                    head,
                    mut args,
                    position,
                } => {
                    args.push(value);
                    if !self.at_close() {
                        frames.push(Frame::Apply {
                            head,
                            args,
                            position,
                        });
                        return Ok(None);
                    }
                    self.close()?;
                    value = self
                        .apply(&head, &args)
                        .map_err(|msg| error(position, msg))?;
                }
                Frame::Definitions { mut done, name } => {
                    let Arg::Term(t) = value else {
                        return self.fail(format!("`{name}` must stand for a term"));
                    };
                    done.push((name, t));
                    self.close()?;
                    if self.at_close() {
                        self.close()?;
                        let mut names = Vec::with_capacity(done.len());
                        for (name, t) in done {
                            self.enter(name.clone(), t);
                            names.push(name);
                        }
                        frames.push(Frame::Body { names });
                    } else {
                        self.open()?;
                        let name = self.name()?;
                        frames.push(Frame::Definitions { done, name });
                    }
                    return Ok(None);
                }
                Frame::Body { names } => {
                    self.close()?;
                    for name in &names {
                        self.leave(name);
                    }
                }
                Frame::Quantifier {
                    forall,
                    names,
                    bound,
                    position,
                } => {
                    self.close()?;
                    for name in &names {
                        self.leave(name);
                    }
                    let body = match value {
                        Arg::Term(t) if self.pool.sort(t) == Sort::Bool => t,
                        _ => {
                            return Err(error(
                                position,
                                "the body of a quantifier must be boolean",
                            ));
                        }
                    };
                    value = Arg::Term(if forall {
                        self.pool.forall(&bound, body)
                    } else {
                        self.pool.exists(&bound, body)
                    });
                }
                Frame::Annotated => self.annotations(&value)?,
            }
        }
    }

    /// Attributes of an annotated term; a name given to it may be used later.
    fn annotations(&mut self, value: &Arg) -> Result<()> {
        while !self.at_close() {
            let position = self.position();
            let TokenKind::Keyword(keyword) = self.advance()?.kind else {
                return Err(error(position, "expected an attribute"));
            };
            if keyword == "named" {
                let name = self.name()?;
                if let Arg::Term(t) = value {
                    self.macros.insert(
                        name,
                        super::Macro {
                            parameters: Vec::new(),
                            body: *t,
                        },
                    );
                }
            } else if !self.at_close()
                && !matches!(
                    self.peek(),
                    Some(Token {
                        kind: TokenKind::Keyword(_),
                        ..
                    })
                )
            {
                self.skip()?;
            }
        }
        self.close()
    }

    /// A symbol standing alone.
    fn atom(&mut self, name: &str, quoted: bool, position: Position) -> Result<Arg> {
        if let Some(&t) = self.locals.get(name).and_then(|terms| terms.last()) {
            return Ok(Arg::Term(t));
        }
        if !quoted {
            match name {
                "true" => return Ok(Arg::Term(self.pool.tt())),
                "false" => return Ok(Arg::Term(self.pool.ff())),
                _ => {}
            }
            if let Some(mode) = names::read_mode(name) {
                return Ok(Arg::Mode(mode));
            }
        }
        if let Some(definition) = self.macros.get(name)
            && definition.parameters.is_empty()
        {
            return Ok(Arg::Term(definition.body));
        }
        if let Some(&t) = self.declared.get(name) {
            return Ok(Arg::Term(t));
        }
        match self.pool.find_symbols(name)[..] {
            [t] => Ok(Arg::Term(t)),
            [] => Err(error(
                position,
                format!("unknown symbol `{name}`; declare it first"),
            )),
            _ => Err(error(
                position,
                format!("`{name}` has several sorts; write `(as {name} SORT)`"),
            )),
        }
    }

    fn qualified(&mut self, name: &str, sort: Sort, position: Position) -> Result<Term> {
        let locals = self
            .locals
            .get(name)
            .and_then(|terms| terms.last())
            .copied();
        if let Some(t) = locals.filter(|&t| self.pool.sort(t) == sort) {
            return Ok(t);
        }
        let found = self
            .pool
            .find_symbols(name)
            .into_iter()
            .find(|&t| self.pool.sort(t) == sort);
        found.ok_or_else(|| {
            error(
                position,
                format!("there is no symbol `{name}` of that sort; declare it first"),
            )
        })
    }

    /// `word indices )` after `(_`.
    fn indexed_constant(&mut self, position: Position) -> Result<Arg> {
        let word = self.name()?;
        if let Some(digits) = word.strip_prefix("bv")
            && let Ok(value) = digits.parse::<u128>()
        {
            let width = self.numeral()?;
            self.close()?;
            if !(1..=128).contains(&width) || value > crate::bits::mask(width) {
                return Err(error(
                    position,
                    format!("{value} is not a bit-vector of {width} bits"),
                ));
            }
            return Ok(Arg::Term(self.pool.bv(width, value)));
        }
        let format = self.format(position)?;
        self.close()?;
        let bits = match word.as_str() {
            "+oo" => floats::infinity(format),
            "-oo" => floats::infinity(format) | floats::minus_zero(format),
            "+zero" => 0,
            "-zero" => floats::minus_zero(format),
            "NaN" => floats::nan(format),
            other => return Err(error(position, format!("unknown constant `{other}`"))),
        };
        Ok(Arg::Term(self.pool.fp_bits(format, bits)))
    }

    /// A macro applied to arguments.
    pub(super) fn expand(
        &mut self,
        name: &str,
        args: &[Term],
    ) -> std::result::Result<Option<Term>, String> {
        let Some(definition) = self.macros.get(name) else {
            return Ok(None);
        };
        let fits = definition.parameters.len() == args.len()
            && definition
                .parameters
                .iter()
                .zip(args)
                .all(|(&p, &a)| self.pool.sort(p) == self.pool.sort(a));
        if !fits {
            return Err(format!(
                "the arguments of `{name}` do not fit its definition"
            ));
        }
        let map: BTreeMap<Term, Term> = definition
            .parameters
            .iter()
            .copied()
            .zip(args.iter().copied())
            .collect();
        let body = definition.body;
        Ok(Some(self.pool.substitute(body, &map)))
    }
}
