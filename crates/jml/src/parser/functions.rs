//! JML's own words within expressions: `\result`, functions such as `\old(…)`, quantifiers.

use super::{Parsed, Parser};
use crate::syntax::{Argument, BinaryOp, Expr, ExprKind, Quantifier, Variable, Word};

impl Parser<'_> {
    /// `\result`, `\old(…)`, `\forall …`.
    pub(super) fn backslash(&mut self, word: String) -> Parsed<Expr> {
        let start = self.bump().start;
        if matches!(
            word.as_str(),
            "forall" | "exists" | "sum" | "product" | "min" | "max" | "num_of" | "infinite_union"
        ) && !self.is("(")
        {
            return self.quantifier(word, start);
        }
        if matches!(word.as_str(), "bsum" | "bprod" | "seq_def") {
            return self.between_bounds(word, start);
        }
        if word == "infinite_union" && self.is("(") {
            self.bump();
            let inner = self.quantifier(word, start)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if !self.is("(") {
            let span = self.since(start);
            return self.make(ExprKind::Keyword(word), span);
        }
        self.bump();
        let mut arguments = Vec::new();
        while !self.is(")") {
            arguments.push(self.argument(&word)?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        let span = self.since(start);
        let kind = ExprKind::Function {
            name: word,
            arguments,
        };
        self.make(kind, span)
    }

    fn argument(&mut self, function: &str) -> Parsed<Argument> {
        if matches!(function, "type" | "object_creation") {
            return Ok(Argument::Type(self.type_name()?));
        }
        if self.is("{") {
            let start = self.bump().start;
            let mut fields = vec![self.field_name()?];
            while self.eat(",") {
                fields.push(self.field_name()?);
            }
            self.expect("}")?;
            return Ok(Argument::Fields(fields, self.since(start)));
        }
        Ok(Argument::Expr(self.expression()?))
    }

    /// The last part of `Node.next` says which field is meant.
    fn field_name(&mut self) -> Parsed<Word> {
        let mut name = self.identifier()?;
        while self.eat(".") {
            name = self.identifier()?;
        }
        Ok(name)
    }

    fn quantifier(&mut self, name: String, start: usize) -> Parsed<Expr> {
        let variables = self.variables()?;
        self.expect(";")?;
        let mut range = None;
        if !self.eat(";") {
            let first = self.expression()?;
            if !self.eat(";") {
                let span = self.span(start, first.span.end);
                let quantifier = Quantifier {
                    name,
                    variables,
                    range,
                    body: first,
                };
                return self.make(ExprKind::Quantifier(Box::new(quantifier)), span);
            }
            range = Some(first);
        }
        let body = self.expression()?;
        let span = self.span(start, body.span.end);
        let quantifier = Quantifier {
            name,
            variables,
            range,
            body,
        };
        self.make(ExprKind::Quantifier(Box::new(quantifier)), span)
    }

    /// KeY's `\bsum int i; low; high; e`, where `high` does not belong to it.
    fn between_bounds(&mut self, name: String, start: usize) -> Parsed<Expr> {
        let parenthesized = self.eat("(");
        let variables = self.variables()?;
        self.expect(";")?;
        let low = self.expression()?;
        self.expect(";")?;
        let high = self.expression()?;
        self.expect(";")?;
        let body = self.expression()?;
        if parenthesized {
            self.expect(")")?;
        }
        let span = self.since(start);
        let Some(variable) = variables.first() else {
            return Err(self.error("a variable is missing", span));
        };
        let index = self.make(
            ExprKind::Name(variable.name.text.clone()),
            variable.name.span,
        )?;
        let from = self.combined(BinaryOp::LessEqual, low, index.clone())?;
        let to = self.combined(BinaryOp::Less, index, high)?;
        let range = self.combined(BinaryOp::And, from, to)?;
        let name = match name.as_str() {
            "bsum" => "sum".to_owned(),
            "bprod" => "product".to_owned(),
            _ => name,
        };
        let quantifier = Quantifier {
            name,
            variables,
            range: Some(range),
            body,
        };
        self.make(ExprKind::Quantifier(Box::new(quantifier)), span)
    }

    /// `nullable Node n, m`.
    fn variables(&mut self) -> Parsed<Vec<Variable>> {
        let modifiers = self.modifier_words();
        let nullable = modifiers.iter().any(|w| w.text == "nullable");
        let ty = self.type_name()?;
        self.list(|p| {
            let name = p.identifier()?;
            let mut ty = ty.clone();
            ty.dimensions += p.dimensions();
            Ok(Variable { ty, name, nullable })
        })
    }
}
