//! What stands in annotations among statements: specifications of the loop that follows, assertions, assumptions, and
//! what happens to ghost variables (JML reference manual, 13).

use super::words::{Keyword, OF_BODIES, keyword};
use super::{Failed, Parsed, Parser};
use crate::lexer::TokenKind;
use crate::similar::nearest;
use crate::syntax::{Expr, ExprKind, FieldDeclaration, StatementItem};

impl Parser<'_> {
    pub(super) fn statements(mut self) -> Vec<StatementItem> {
        let mut items = Vec::new();
        while !self.is_end() {
            if self.eat(";") {
                continue;
            }
            let start = self.peek().start;
            let before = self.at;
            let result = self.statement(&mut items);
            if result.is_err() || self.at == before {
                if result.is_ok() {
                    let words = OF_BODIES.iter().copied();
                    let help = self.word().and_then(|word| nearest(word, words));
                    self.unexpected_with("a statement of JML", help);
                    self.bump();
                }
                self.skip_clause();
                let what = "an annotation that cannot be read".to_owned();
                items.push(StatementItem::Unsupported(what, self.since(start)));
            }
        }
        items
    }

    fn statement(&mut self, items: &mut Vec<StatementItem>) -> Parsed<()> {
        let start = self.peek().start;
        let modifiers = self.modifier_words();
        if modifiers.iter().any(|w| w.text == "ghost") {
            let ty = self.type_name()?;
            loop {
                let name = self.identifier()?;
                let mut ty = ty.clone();
                ty.dimensions += self.dimensions();
                let initial = match self.eat("=") {
                    true if self.is("{") => Some(self.array_initialiser()?),
                    true => Some(self.expression()?),
                    false => None,
                };
                items.push(StatementItem::Ghost(FieldDeclaration {
                    modifiers: modifiers.clone(),
                    ty,
                    name,
                    initial,
                    groups: Vec::new(),
                    span: self.since(start),
                }));
                if !self.eat(",") {
                    return self.semicolon();
                }
            }
        }
        let kind = self.word().and_then(keyword);
        if self.is_end() && !modifiers.is_empty() {
            items.push(StatementItem::Modifiers(modifiers));
            return Ok(());
        }
        match kind {
            Some(Keyword::Assert | Keyword::Assume) => {
                self.bump();
                let condition = self.expression()?;
                if self.eat(":") {
                    self.expression()?;
                }
                // KeY: how to prove it.
                if matches!(&self.peek().kind, TokenKind::Backslash(word) if word == "by") {
                    self.skip_body();
                } else {
                    self.semicolon()?;
                }
                let span = self.since(start);
                items.push(match kind {
                    Some(Keyword::Assert) => StatementItem::Assert(condition, span),
                    _ => StatementItem::Assume(condition, span),
                });
            }
            Some(Keyword::Set) => {
                self.bump();
                let target = self.postfix_target()?;
                self.expect("=")?;
                let value = self.expression()?;
                self.semicolon()?;
                let span = self.since(start);
                items.push(StatementItem::Set {
                    target,
                    value,
                    span,
                });
            }
            Some(Keyword::Unreachable) => {
                self.bump();
                self.semicolon()?;
                items.push(StatementItem::Unreachable(self.since(start)));
            }
            Some(Keyword::Reachable) => {
                self.bump();
                self.semicolon()?;
                items.push(StatementItem::Reachable(self.since(start)));
            }
            Some(
                Keyword::LoopInvariant
                | Keyword::Decreases
                | Keyword::LoopAssignable
                | Keyword::Assignable,
            ) => {
                let clause = self.clause().ok_or(Failed)?;
                items.push(StatementItem::Loop(clause));
            }
            Some(Keyword::Halt) => {
                self.bump();
                let never = Expr {
                    kind: ExprKind::Boolean(false),
                    span: self.since(start),
                    height: 0,
                };
                self.semicolon()?;
                items.push(StatementItem::Assume(never, self.since(start)));
            }
            Some(Keyword::Hint) => {
                self.bump();
                self.skip_clause();
            }
            Some(Keyword::OtherStatement) => {
                let what = format!("`{}`", self.word().unwrap_or(""));
                self.bump();
                self.skip_clause();
                items.push(StatementItem::Unsupported(what, self.since(start)));
            }
            _ if self.begins_case() => {
                self.cases();
                let what = "the contract of a block".to_owned();
                items.push(StatementItem::Unsupported(what, self.since(start)));
            }
            _ => {}
        }
        Ok(())
    }

    /// What may stand to the left of `=`.
    pub(super) fn postfix_target(&mut self) -> Parsed<Expr> {
        self.postfix()
    }
}
