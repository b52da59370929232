//! Bodies of model methods: statements that change nothing, up to a `return` on every path.

use super::words::{Keyword, keyword};
use super::{Failed, Parser};
use crate::syntax::{Expr, ModelBody, ModelStatement, Word};

/// Why a body cannot be read.
type Read<T> = Result<T, String>;

/// More statements are refused, so that the expression that they become is not too high for anybody.
const MOST: usize = 100;

impl Parser<'_> {
    /// To the end of a model method. Of a body with anything in it that has no meaning nothing but the reason is kept.
    pub(super) fn model_body(&mut self) -> ModelBody {
        if self.eat(";") {
            return ModelBody::None;
        }
        let (at, told) = (self.at, self.diagnostics.len());
        let mut left = MOST;
        let read = match self.eat("{") {
            true => self.model_block(&mut left),
            false => Err("something that is no body".to_owned()),
        };
        match read {
            Ok(statements) => ModelBody::Statements(statements),
            Err(why) => {
                self.at = at;
                self.diagnostics.truncate(told);
                self.skip_body();
                ModelBody::Other(why)
            }
        }
    }

    /// What stands between two braces, behind the first one.
    fn model_block(&mut self, left: &mut usize) -> Read<Vec<ModelStatement>> {
        let mut statements = Vec::new();
        while !self.eat("}") {
            if self.is_end() {
                return Err("a body without an end".to_owned());
            }
            self.model_statement(left, &mut statements)?;
        }
        Ok(statements)
    }

    fn model_statement(&mut self, left: &mut usize, into: &mut Vec<ModelStatement>) -> Read<()> {
        *left = (left.checked_sub(1)).ok_or_else(|| format!("more than {MOST} statements"))?;
        if self.eat(";") {
            return Ok(());
        }
        if self.eat("{") {
            let inner = self.model_inner(|p| p.model_block(left))?;
            into.push(ModelStatement::Block(inner));
            return Ok(());
        }
        let before = self.at;
        let modifiers = self.modifier_words();
        if !modifiers.is_empty() {
            return self.model_locals(&modifiers, into);
        }
        let word = self.word().unwrap_or_default().to_owned();
        match word.as_str() {
            "return" => {
                self.bump();
                let value = self.model_expression(";")?;
                into.push(ModelStatement::Return(value));
            }
            "if" => {
                self.bump();
                self.read_symbol("(")?;
                let condition = self.model_expression(")")?;
                let mut branch = |p: &mut Self| {
                    let mut inner = Vec::new();
                    p.model_statement(left, &mut inner)?;
                    Ok(inner)
                };
                let yes = self.model_inner(&mut branch)?;
                let no = match self.eat_word("else") {
                    true => self.model_inner(&mut branch)?,
                    false => Vec::new(),
                };
                into.push(ModelStatement::If { condition, yes, no });
            }
            "for" | "while" | "do" => return Err("a loop".to_owned()),
            "switch" | "try" | "throw" | "synchronized" | "break" | "continue" | "yield"
            | "class" => return Err(format!("`{word}`")),
            _ => match keyword(&word) {
                Some(Keyword::Assert | Keyword::Assume) => {
                    self.bump();
                    let condition = self.expression().map_err(|Failed| self.last_told())?;
                    if self.eat(":") {
                        self.expression().map_err(|Failed| self.last_told())?;
                    }
                    self.read_symbol(";")?;
                    into.push(ModelStatement::Check(condition));
                }
                Some(Keyword::LoopInvariant | Keyword::Decreases | Keyword::LoopAssignable) => {
                    return Err("a loop".to_owned());
                }
                Some(Keyword::Set) if self.word_ahead(1).is_some() => {
                    return Err("a value that changes".to_owned());
                }
                _ => {
                    self.at = before;
                    return self.model_locals(&[], into);
                }
            },
        }
        Ok(())
    }

    /// Reads something one level deeper.
    fn model_inner<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let mut read = Err("statements that are nested too deeply".to_owned());
        let _ = self.deeper(|p| {
            read = inner(p);
            Ok(())
        });
        read
    }

    /// A declaration of variables, each with its value.
    fn model_locals(&mut self, modifiers: &[Word], into: &mut Vec<ModelStatement>) -> Read<()> {
        const OTHER: &str = "a statement that changes something";
        if let Some(other) = modifiers.iter().find(|w| !of_locals(&w.text)) {
            return Err(format!("`{}`", other.text));
        }
        let ty = self.type_name().map_err(|Failed| OTHER.to_owned())?;
        loop {
            let name = self.identifier().map_err(|Failed| OTHER.to_owned())?;
            let mut ty = ty.clone();
            ty.dimensions += self.dimensions();
            if !self.eat("=") {
                return Err("a local variable without a first value".to_owned());
            }
            let value = match self.is("{") {
                true => self.array_initialiser(),
                false => self.expression(),
            };
            let value = value.map_err(|Failed| self.last_told())?;
            into.push(ModelStatement::Local { ty, name, value });
            if self.eat(";") {
                return Ok(());
            }
            self.read_symbol(",")?;
        }
    }

    /// An expression and the symbol behind it.
    fn model_expression(&mut self, end: &'static str) -> Read<Expr> {
        let read = self.expression().map_err(|Failed| self.last_told())?;
        self.read_symbol(end)?;
        Ok(read)
    }

    fn read_symbol(&mut self, symbol: &'static str) -> Read<()> {
        self.expect(symbol).map_err(|Failed| self.last_told())
    }

    /// What was reported last, in a body that is then given up.
    fn last_told(&self) -> String {
        let last = self.diagnostics.last();
        last.map_or_else(|| "what cannot be read".to_owned(), |d| d.message.clone())
    }
}

fn of_locals(word: &str) -> bool {
    matches!(word, "final" | "ghost" | "nullable" | "non_null")
}
