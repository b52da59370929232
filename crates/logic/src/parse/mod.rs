//! SMT-LIB 2 text, read. Everything that [`crate::print`](mod@crate::print) writes is read back, and so is what other
//! tools write in the same theories, as far as our terms can express it. Nothing here recurses over the depth of the
//! input, and nothing panics on it: an error names line, column and reason.

mod floats;
mod lexer;
mod terms;
mod theory;

use crate::op::{FunId, Term};
use crate::pool::Pool;
use crate::sort::{FpSort, Sort};
use lexer::{Position, Token, TokenKind};
use std::collections::HashMap;
use std::fmt;

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// From one.
    pub line: u32,
    /// From one, in characters.
    pub col: u32,
    pub msg: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.msg)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// A command of a script. Terms are in the pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    SetLogic(String),
    DeclareSymbol(Term),
    DeclareFun(FunId),
    DeclareSort(Sort),
    Assert(Term),
    CheckSat,
    CheckSatAssuming(Vec<Term>),
    Push(u32),
    Pop(u32),
    /// A command without meaning for the formula, by its name.
    Other(String),
}

/// A script: its commands in order. Definitions are expanded where they are used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub commands: Vec<Command>,
}

impl Script {
    /// What is asserted at the end, after all pushes and pops.
    pub fn assertions(&self) -> Vec<Term> {
        let mut active = Vec::new();
        let mut levels = Vec::new();
        for command in &self.commands {
            match command {
                Command::Assert(t) => active.push(*t),
                Command::Push(count) => levels.extend((0..*count).map(|_| active.len())),
                Command::Pop(count) => {
                    for _ in 0..*count {
                        active.truncate(levels.pop().unwrap_or(0));
                    }
                }
                _ => {}
            }
        }
        active
    }
}

/// Reads a script.
pub fn script(text: &str, pool: &mut Pool) -> Result<Script> {
    let mut parser = Parser::new(text, pool)?;
    let mut script = Script::default();
    while parser.peek().is_some() {
        parser.command(&mut script)?;
    }
    Ok(script)
}

/// Reads one term. Free symbols are those that the pool has already.
pub fn term(text: &str, pool: &mut Pool) -> Result<Term> {
    let mut parser = Parser::new(text, pool)?;
    let term = parser.term()?;
    match parser.peek() {
        None => Ok(term),
        Some(token) => Err(error(
            token.position,
            "expected the end of the text after the term",
        )),
    }
}

/// Reads a sort.
pub fn sort(text: &str, pool: &mut Pool) -> Result<Sort> {
    let mut parser = Parser::new(text, pool)?;
    let sort = parser.sort()?;
    match parser.peek() {
        None => Ok(sort),
        Some(token) => Err(error(
            token.position,
            "expected the end of the text after the sort",
        )),
    }
}

fn error(position: Position, msg: impl Into<String>) -> ParseError {
    ParseError {
        line: position.line,
        col: position.col,
        msg: msg.into(),
    }
}

/// How deep sorts may be nested.
const SORT_DEPTH: u32 = 64;

struct Macro {
    parameters: Vec<Term>,
    body: Term,
}

struct Parser<'a> {
    pool: &'a mut Pool,
    tokens: Vec<Token<'a>>,
    next: usize,
    end: Position,
    /// Local names, innermost last: bound variables and `let`.
    locals: HashMap<String, Vec<Term>>,
    /// Symbols that this text declared, by name.
    declared: HashMap<String, Term>,
    macros: HashMap<String, Macro>,
    sorts: HashMap<String, Sort>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, pool: &'a mut Pool) -> Result<Parser<'a>> {
        let (tokens, end) = lexer::tokens(text)?;
        Ok(Parser {
            pool,
            tokens,
            next: 0,
            end,
            locals: HashMap::new(),
            declared: HashMap::new(),
            macros: HashMap::new(),
            sorts: HashMap::new(),
        })
    }

    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.next)
    }

    fn position(&self) -> Position {
        self.peek().map_or(self.end, |token| token.position)
    }

    fn fail<T>(&self, msg: impl Into<String>) -> Result<T> {
        Err(error(self.position(), msg))
    }

    fn advance(&mut self) -> Result<Token<'a>> {
        match self.tokens.get(self.next) {
            Some(token) => {
                self.next += 1;
                Ok(token.clone())
            }
            None => self.fail("unexpected end of the text"),
        }
    }

    fn at_open(&self) -> bool {
        matches!(
            self.peek(),
            Some(Token {
                kind: TokenKind::Open,
                ..
            })
        )
    }

    fn at_close(&self) -> bool {
        matches!(
            self.peek(),
            Some(Token {
                kind: TokenKind::Close,
                ..
            })
        )
    }

    fn open(&mut self) -> Result<()> {
        if !self.at_open() {
            return self.fail("expected `(`");
        }
        self.next += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        if !self.at_close() {
            return self.fail("expected `)`");
        }
        self.next += 1;
        Ok(())
    }

    /// A name that the text may introduce or refer to.
    fn name(&mut self) -> Result<String> {
        let token = self.advance()?;
        match token.kind {
            TokenKind::Word(word) => Ok(word.to_owned()),
            TokenKind::Name(name) => Ok(name),
            _ => Err(error(token.position, "expected a name")),
        }
    }

    fn numeral(&mut self) -> Result<u32> {
        let token = self.advance()?;
        match token.kind {
            TokenKind::Numeral(digits) => digits
                .parse()
                .map_err(|_| error(token.position, format!("`{digits}` is too large here"))),
            _ => Err(error(token.position, "expected a number")),
        }
    }

    /// Skips one token or one parenthesised group.
    fn skip(&mut self) -> Result<()> {
        let mut depth = 0usize;
        loop {
            match self.advance()?.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return self.fail("unexpected `)`"),
                },
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn sort(&mut self) -> Result<Sort> {
        self.sort_within(SORT_DEPTH)
    }

    fn sort_within(&mut self, depth: u32) -> Result<Sort> {
        if depth == 0 {
            return self.fail("sorts are nested too deep");
        }
        let position = self.position();
        if !self.at_open() {
            let marked = !matches!(
                self.peek(),
                Some(Token {
                    kind: TokenKind::Word(_),
                    ..
                })
            );
            let name = self.name()?;
            if let Some(&sort) = self.sorts.get(&name) {
                return Ok(sort);
            }
            return match name.as_str() {
                "Bool" if !marked => Ok(Sort::Bool),
                "Int" if !marked => Ok(Sort::Int),
                "Float16" if !marked => Ok(Sort::Fp(FpSort {
                    exponent: 5,
                    significand: 11,
                })),
                "Float32" if !marked => Ok(Sort::Fp(FpSort::F32)),
                "Float64" if !marked => Ok(Sort::Fp(FpSort::F64)),
                "Float128" if !marked => Ok(Sort::Fp(FpSort {
                    exponent: 15,
                    significand: 113,
                })),
                _ => match self.pool.find_sort(&name) {
                    Some(sort) => Ok(sort),
                    None => Err(error(
                        position,
                        format!("unknown sort `{name}`; declare it with declare-sort"),
                    )),
                },
            };
        }
        self.open()?;
        let head = self.name()?;
        let sort = match head.as_str() {
            "_" => self.indexed_sort(position)?,
            "Array" => {
                let index = self.sort_within(depth - 1)?;
                let element = self.sort_within(depth - 1)?;
                self.pool.array_sort(index, element)
            }
            other => {
                return Err(error(
                    position,
                    format!("unknown sort constructor `{other}`"),
                ));
            }
        };
        self.close()?;
        Ok(sort)
    }

    fn indexed_sort(&mut self, position: Position) -> Result<Sort> {
        match self.name()?.as_str() {
            "BitVec" => {
                let width = self.numeral()?;
                if !(1..=128).contains(&width) {
                    return Err(error(
                        position,
                        format!("bit-vectors of {width} bits are not supported, only 1 to 128"),
                    ));
                }
                Ok(Sort::Bv(width))
            }
            "FloatingPoint" => Ok(Sort::Fp(self.format(position)?)),
            other => Err(error(position, format!("unknown sort `{other}`"))),
        }
    }

    fn format(&mut self, position: Position) -> Result<FpSort> {
        let format = FpSort {
            exponent: self.numeral()?,
            significand: self.numeral()?,
        };
        if format.exponent > 128 || format.significand > 128 || !format.is_supported() {
            let FpSort {
                exponent,
                significand,
            } = format;
            return Err(error(
                position,
                format!("the floating-point format {exponent} {significand} is not supported"),
            ));
        }
        Ok(format)
    }

    fn sorts_in_parentheses(&mut self) -> Result<Vec<Sort>> {
        self.open()?;
        let mut sorts = Vec::new();
        while !self.at_close() {
            sorts.push(self.sort()?);
        }
        self.close()?;
        Ok(sorts)
    }

    fn declare(&mut self, name: &str, sort: Sort) -> Command {
        let symbol = self.pool.symbol(name, sort);
        self.declared.insert(name.to_owned(), symbol);
        self.macros.remove(name);
        Command::DeclareSymbol(symbol)
    }

    fn command(&mut self, script: &mut Script) -> Result<()> {
        self.open()?;
        let position = self.position();
        let name = self.name()?;
        let command = match name.as_str() {
            "set-logic" => Command::SetLogic(self.name()?),
            "declare-const" => {
                let name = self.name()?;
                let sort = self.sort()?;
                self.declare(&name, sort)
            }
            "declare-fun" => {
                let name = self.name()?;
                let parameters = self.sorts_in_parentheses()?;
                let result = self.sort()?;
                if parameters.is_empty() {
                    self.declare(&name, result)
                } else {
                    Command::DeclareFun(self.pool.declare_fun(&name, &parameters, result))
                }
            }
            "declare-sort" => {
                let name = self.name()?;
                if !self.at_close() && self.numeral()? != 0 {
                    return Err(error(position, "sorts with parameters are not supported"));
                }
                Command::DeclareSort(self.pool.uninterpreted_sort(&name))
            }
            "define-sort" => {
                let alias = self.name()?;
                self.open()?;
                if !self.at_close() {
                    return self.fail("sorts with parameters are not supported");
                }
                self.close()?;
                let sort = self.sort()?;
                self.sorts.insert(alias, sort);
                Command::Other(name)
            }
            "define-fun" | "define-const" => {
                self.define(name == "define-fun")?;
                Command::Other(name)
            }
            "assert" => {
                let position = self.position();
                let t = self.term()?;
                if self.pool.sort(t) != Sort::Bool {
                    return Err(error(position, "an assertion must be boolean"));
                }
                Command::Assert(t)
            }
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => {
                self.open()?;
                let mut assumptions = Vec::new();
                while !self.at_close() {
                    assumptions.push(self.term()?);
                }
                self.close()?;
                Command::CheckSatAssuming(assumptions)
            }
            "push" | "pop" => {
                let count = if self.at_close() { 1 } else { self.numeral()? };
                if count > 10_000 {
                    return Err(error(position, format!("{count} levels are too many")));
                }
                if name == "push" {
                    Command::Push(count)
                } else {
                    Command::Pop(count)
                }
            }
            "set-info"
            | "set-option"
            | "get-model"
            | "get-value"
            | "get-unsat-core"
            | "get-unsat-assumptions"
            | "get-info"
            | "get-option"
            | "get-assertions"
            | "echo"
            | "exit"
            | "reset"
            | "reset-assertions" => {
                while !self.at_close() {
                    self.skip()?;
                }
                Command::Other(name)
            }
            other => return Err(error(position, format!("unsupported command `{other}`"))),
        };
        self.close()?;
        script.commands.push(command);
        Ok(())
    }

    /// A definition is expanded where it is used, with fresh symbols standing for the parameters until then.
    fn define(&mut self, with_parameters: bool) -> Result<()> {
        let name = self.name()?;
        let mut parameters = Vec::new();
        let mut names = Vec::new();
        if with_parameters {
            self.open()?;
            while !self.at_close() {
                self.open()?;
                let parameter = self.name()?;
                let sort = self.sort()?;
                self.close()?;
                parameters.push(self.pool.fresh_symbol(&parameter, sort));
                names.push(parameter);
            }
            self.close()?;
        }
        let position = self.position();
        let sort = self.sort()?;
        for (name, &symbol) in names.iter().zip(&parameters) {
            self.enter(name.clone(), symbol);
        }
        let body = self.term()?;
        for name in &names {
            self.leave(name);
        }
        if self.pool.sort(body) != sort {
            return Err(error(
                position,
                format!("the body of `{name}` does not have the declared sort"),
            ));
        }
        self.macros.insert(name, Macro { parameters, body });
        Ok(())
    }

    fn enter(&mut self, name: String, t: Term) {
        self.locals.entry(name).or_default().push(t);
    }

    fn leave(&mut self, name: &str) {
        if let Some(terms) = self.locals.get_mut(name) {
            terms.pop();
            if terms.is_empty() {
                self.locals.remove(name);
            }
        }
    }
}
