//! Clauses and specification cases of methods (JML reference manual, 9).

use super::words::{Keyword, is_modifier, keyword};
use super::{Failed, Parsed, Parser};
use crate::lexer::TokenKind;
use crate::syntax::{Case, CaseKind, Clause, ClauseKind, Expr, ExprKind, TypeName, Variable};
use source::Span;

/// Cases, and whether they began with `also`.
pub(super) struct Cases {
    pub cases: Vec<Case>,
    pub also: bool,
    pub span: Span,
}

impl Parser<'_> {
    /// Whether a specification case begins here, behind modifiers.
    pub(super) fn begins_case(&self) -> bool {
        use Keyword::*;
        if self.is("{|") {
            return true;
        }
        let Some(word) = self.word() else {
            return false;
        };
        let kind = keyword(word);
        let case = matches!(
            kind,
            Some(
                Requires
                    | Ensures
                    | Signals
                    | SignalsOnly
                    | Assignable
                    | Accessible
                    | Diverges
                    | MeasuredBy
                    | Decreases
                    | OldVariable
                    | Behavior
                    | NormalBehavior
                    | ExceptionalBehavior
                    | ModelBehavior
                    | Also
                    | Redundant
                    | Code
                    | OtherClause
            )
        );
        case
    }

    pub(super) fn cases(&mut self) -> Cases {
        let start = self.peek().start;
        let also = self.eat_word("also");
        let mut cases = Vec::new();
        let mut redundant = false;
        loop {
            if let Some(word) = self.word()
                && keyword(word) == Some(Keyword::Redundant)
            {
                self.bump();
                redundant = true;
            }
            let mut case = self.case();
            case.redundant = redundant;
            cases.push(case);
            if self.eat_word("also") {
                continue;
            }
            if !matches!(self.word().and_then(keyword), Some(Keyword::Redundant)) {
                break;
            }
        }
        Cases {
            cases,
            also,
            span: self.since(start),
        }
    }

    /// One case, up to what ends it: `also`, `|}`, or something that is no clause.
    fn case(&mut self) -> Case {
        let start = self.peek().start;
        // Visibility says who may see a case; everybody may here.
        let mut clauses = Vec::new();
        let mut code = false;
        while let Some(word) = self.word() {
            if keyword(word) == Some(Keyword::Code) {
                self.bump();
                code = true;
            } else if is_modifier(word) && word != "model" {
                self.bump();
            } else {
                break;
            }
        }
        let kind = match self.word().and_then(keyword) {
            Some(Keyword::Behavior) => CaseKind::Behavior,
            Some(Keyword::NormalBehavior) => CaseKind::Normal,
            Some(Keyword::ExceptionalBehavior) => CaseKind::Exceptional,
            Some(Keyword::ModelBehavior) => CaseKind::Model,
            _ => CaseKind::Lightweight,
        };
        if kind != CaseKind::Lightweight {
            self.bump();
        }
        let mut nested = Vec::new();
        if self.depth >= super::DEEPEST {
            let token = self.bump();
            let span = self.span(token.start, token.end);
            self.error("specification cases are nested too deeply", span);
            self.at = self.tokens.len() - 1;
            clauses.push(unsupported("a nested case", span));
        }
        loop {
            if self.is("{|") {
                self.bump();
                self.depth += 1;
                nested.push(self.case());
                while self.eat_word("also") {
                    nested.push(self.case());
                }
                self.depth -= 1;
                if !self.eat("|}") {
                    self.unexpected("`|}`");
                    let span = self.since(start);
                    clauses.push(unsupported("nested cases that cannot be read", span));
                }
                continue;
            }
            // KeY: what the contract is called.
            let named = matches!(self.ahead(1).kind, TokenKind::String(_));
            if named && self.eat_word("name") {
                self.bump();
                self.eat(";");
                continue;
            }
            match self.clause() {
                Some(clause) => clauses.push(clause),
                None => break,
            }
        }
        Case {
            kind,
            clauses,
            nested,
            code,
            redundant: false,
            span: self.since(start),
        }
    }

    /// The clause of a case or of a loop that begins here, if one does.
    pub(super) fn clause(&mut self) -> Option<Clause> {
        use Keyword::*;
        let word = self.word()?.to_owned();
        let kind = keyword(&word)?;
        let clause = matches!(
            kind,
            Requires
                | Ensures
                | Signals
                | SignalsOnly
                | Assignable
                | Accessible
                | Diverges
                | MeasuredBy
                | OldVariable
                | LoopInvariant
                | Decreases
                | LoopAssignable
                | OtherClause
        );
        if !clause {
            return None;
        }
        let start = self.bump().start;
        let result = self.clause_body(kind, &word);
        let kind = match result {
            Ok(kind) => kind,
            Err(Failed) => {
                self.skip_clause();
                ClauseKind::Unsupported(format!("a clause `{word}` that cannot be read"))
            }
        };
        Some(Clause {
            kind,
            span: self.since(start),
        })
    }

    fn clause_body(&mut self, kind: Keyword, word: &str) -> Parsed<ClauseKind> {
        use Keyword::*;
        let read = match kind {
            OtherClause => {
                self.skip_clause();
                return Ok(ClauseKind::Unsupported(format!("`{word}`")));
            }
            // KeY names heaps: `assignable<savedHeap>`.
            _ if self.is("<") => {
                self.skip_clause();
                return Ok(ClauseKind::Unsupported(format!("`{word}` of another heap")));
            }
            Requires => ClauseKind::Requires(self.expression()?),
            Ensures => ClauseKind::Ensures(self.expression()?),
            Diverges => ClauseKind::Diverges(self.expression()?),
            LoopInvariant => ClauseKind::LoopInvariant(self.expression()?),
            Decreases => ClauseKind::Decreases(self.expressions()?),
            MeasuredBy => {
                let measures = self.expressions()?;
                if self.eat_word("if") {
                    self.expression()?;
                    self.semicolon()?;
                    return Ok(ClauseKind::Unsupported("`measured_by … if`".to_owned()));
                }
                ClauseKind::MeasuredBy(measures)
            }
            Assignable | LoopAssignable => ClauseKind::Assignable(self.expressions()?),
            Accessible => {
                let locations = self.expressions()?;
                // KeY: `accessible \inv: this.*;`
                if self.eat(":") {
                    self.skip_clause();
                    return Ok(ClauseKind::Unsupported("`accessible … : …`".to_owned()));
                }
                ClauseKind::Accessible(locations)
            }
            Signals => self.signals()?,
            SignalsOnly => self.signals_only()?,
            OldVariable => {
                let mut ty = self.type_name()?;
                let name = self.identifier()?;
                ty.dimensions += self.dimensions();
                self.expect("=")?;
                let value = self.expression()?;
                ClauseKind::Old {
                    variable: Variable {
                        ty,
                        name,
                        nullable: true,
                    },
                    value,
                }
            }
            _ => return Err(self.unexpected("a clause")),
        };
        self.semicolon()?;
        Ok(read)
    }

    /// `signals (E e) condition`, where name and condition may be missing.
    fn signals(&mut self) -> Parsed<ClauseKind> {
        self.expect("(")?;
        let exception = self.type_name()?;
        let name = match self.is(")") {
            true => None,
            false => Some(self.identifier()?),
        };
        self.expect(")")?;
        let bare = self.is(";") || self.is_end();
        let condition = match bare {
            true => None,
            false => Some(self.expression()?),
        };
        Ok(ClauseKind::Signals {
            exception,
            name,
            condition,
        })
    }

    fn signals_only(&mut self) -> Parsed<ClauseKind> {
        if let TokenKind::Backslash(word) = &self.peek().kind
            && word == "nothing"
        {
            self.bump();
            return Ok(ClauseKind::SignalsOnly(Vec::new()));
        }
        let types: Vec<TypeName> = self.list(Parser::type_name)?;
        Ok(ClauseKind::SignalsOnly(types))
    }
}

fn unsupported(what: &str, span: Span) -> Clause {
    Clause {
        kind: ClauseKind::Unsupported(what.to_owned()),
        span,
    }
}

/// `\not_specified` says that a clause says nothing.
pub fn not_specified(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Keyword(word) if word == "not_specified")
}
