//! What stands in annotations among the members of a class: cases of the method that follows, invariants and other clauses of
//! the class, ghost and model fields, model methods, and modifiers (JML reference manual, 7 and 8).

use super::words::{Keyword, OF_CLASSES, OF_DECLARATIONS, OF_METHODS, is_modifier, keyword};
use super::{DEEPEST, Failed, LEVEL, Parsed, Parser};
use crate::diagnostic::Severity;
use crate::lexer::TokenKind;
use crate::similar::{did_you_mean, most_similar};
use crate::syntax::{
    Argument, Case, Expr, ExprKind, FieldDeclaration, MemberItem, ModelMethod, Modifiers,
    TypeClause, TypeClauseKind, Variable, Word,
};

impl Parser<'_> {
    pub(super) fn modifier_words(&mut self) -> Modifiers {
        let mut words = Vec::new();
        loop {
            // `@Nullable` in an annotation of JML.
            let at = self.is("@") && self.word_ahead(1).is_some_and(|w| w != "interface");
            if at {
                let start = self.bump().start;
                let token = self.bump();
                let span = self.span(start, token.end);
                let text = self.file.one_line(span);
                words.push(Word { text, span });
                continue;
            }
            // Some people put commas between modifiers.
            let comma = self.is(",") && !words.is_empty();
            if comma && self.word_ahead(1).is_some_and(is_modifier) {
                self.bump();
            }
            match self.word() {
                Some(word) if is_modifier(word) => {
                    let text = word.to_owned();
                    let token = self.bump();
                    let span = self.span(token.start, token.end);
                    words.push(Word { text, span });
                }
                _ => return words,
            }
        }
    }

    pub(super) fn members(mut self) -> Vec<MemberItem> {
        let mut items: Vec<MemberItem> = Vec::new();
        while !self.is_end() {
            let before = self.at;
            // A stray semicolon does no harm.
            if self.eat(";") {
                continue;
            }
            self.member(&mut items);
            if self.at == before {
                let item = self.unreadable_member(items.last());
                items.push(item);
            }
        }
        items
    }

    fn unreadable_member(&mut self, before: Option<&MemberItem>) -> MemberItem {
        let word = self.word().unwrap_or_default().to_owned();
        let of_bodies = matches!(keyword(&word), Some(kind) if is_of_bodies(kind));
        let known = OF_METHODS.iter().chain(OF_CLASSES).chain(OF_DECLARATIONS);
        let meant = most_similar(&word, known.copied());
        let help = match meant {
            _ if of_bodies => Some("this belongs into the body of a method".to_owned()),
            _ => meant.map(did_you_mean),
        };
        self.unexpected_with("a clause or a declaration of JML", help);
        // Where it follows clauses of a method, it is most likely another one.
        let follows = matches!(
            before,
            Some(
                MemberItem::Cases { .. }
                    | MemberItem::Unreadable {
                        of_class: false,
                        ..
                    }
            )
        );
        let of_class = match meant {
            _ if of_bodies => false,
            // There are many words for invariants.
            _ if word.to_lowercase().contains("inv") => true,
            Some(meant) => OF_CLASSES.contains(&meant),
            None => !follows,
        };
        let token = self.bump();
        let span = self.span(token.start, token.end);
        self.skip_clause();
        let found = self.file.one_line(span);
        let line = span.from.line;
        MemberItem::Unreadable {
            what: format!("an annotation that cannot be read, `{found}` in line {line}"),
            of_class,
            span,
        }
    }

    fn member(&mut self, items: &mut Vec<MemberItem>) {
        let start = self.peek().start;
        let modifiers = self.modifier_words();
        if self.is_end() {
            items.push(MemberItem::Modifiers(modifiers));
            return;
        }
        if self
            .word()
            .is_some_and(|w| keyword(w) == Some(Keyword::Accessible))
            && self.clause_has(":")
        {
            // KeY: what an invariant or a model field depends on. It adds nothing to what they mean.
            self.bump();
            self.skip_clause();
            let span = self.since(start);
            let message = "what this depends on is not checked".to_owned();
            self.report(Severity::Warning, message, span, None);
            return;
        }
        if self.begins_case() {
            let found = self.cases();
            items.push(MemberItem::Cases {
                cases: found.cases,
                also: found.also,
                span: found.span,
            });
            // `pure` before a case is meant for the method; visibility is the case's own.
            let rest: Modifiers = (modifiers.into_iter())
                .filter(|w| !matches!(w.text.as_str(), "public" | "protected" | "private"))
                .collect();
            if !rest.is_empty() {
                items.push(MemberItem::Modifiers(rest));
            }
            return;
        }
        let word = self.word().map(str::to_owned);
        let kind = word.as_deref().and_then(keyword);
        if let (Some(kind), Some(word)) = (kind, &word)
            && is_type_clause(kind)
            // A field may have such a name: `ghost int set;` does not come here, `invariant x;` does.
            && !self.is_ahead(1, "=")
        {
            items.push(self.type_clause(modifiers, kind, word, start));
            return;
        }
        if self.word() == Some("import") {
            self.bump();
            self.skip_clause();
            let span = self.since(start);
            items.push(unreadable("a model import", span));
            return;
        }
        let declares = modifiers
            .iter()
            .any(|w| w.text == "ghost" || w.text == "model");
        if declares {
            self.declaration(modifiers, start, items);
            return;
        }
        if !modifiers.is_empty() {
            // Modifiers of what follows the annotation, then something else that cannot be.
            items.push(MemberItem::Modifiers(modifiers));
        }
    }

    /// Whether a symbol stands in the clause that begins here.
    fn clause_has(&self, symbol: &str) -> bool {
        let mut i = 0;
        while !self.is_ahead(i, ";") && self.ahead(i).kind != TokenKind::End {
            if self.is_ahead(i, symbol) {
                return true;
            }
            i += 1;
        }
        false
    }

    fn type_clause(
        &mut self,
        modifiers: Modifiers,
        kind: Keyword,
        word: &str,
        start: usize,
    ) -> MemberItem {
        self.bump();
        let result = self.type_clause_body(kind, word);
        let kind = result.unwrap_or_else(|Failed| {
            self.skip_clause();
            TypeClauseKind::Unsupported(format!("a clause `{word}` that cannot be read"))
        });
        MemberItem::TypeClause(TypeClause {
            modifiers,
            kind,
            span: self.since(start),
        })
    }

    fn type_clause_body(&mut self, kind: Keyword, word: &str) -> Parsed<TypeClauseKind> {
        let read = match kind {
            Keyword::Invariant => TypeClauseKind::Invariant(self.expression()?),
            Keyword::Initially => TypeClauseKind::Initially(self.expression()?),
            Keyword::Axiom => TypeClauseKind::Axiom(self.expression()?),
            Keyword::Constraint => {
                let condition = self.expression()?;
                if self.eat_word("for") {
                    self.skip_clause();
                    return Ok(TypeClauseKind::Unsupported(
                        "`constraint … for` some methods".to_owned(),
                    ));
                }
                TypeClauseKind::Constraint(condition)
            }
            Keyword::Represents => return self.represents(),
            Keyword::DataGroup => {
                let mut maps = None;
                if word.starts_with("maps") {
                    maps = Some(self.postfix_target()?);
                    let is_into = matches!(
                        &self.peek().kind,
                        TokenKind::Backslash(word) if word == "into"
                    );
                    if !is_into {
                        return Err(self.unexpected("`\\into`"));
                    }
                    self.bump();
                }
                let into = self.expressions()?;
                TypeClauseKind::Group { maps, into }
            }
            _ => {
                self.skip_clause();
                return Ok(TypeClauseKind::Unsupported(format!("`{word}`")));
            }
        };
        self.semicolon()?;
        Ok(read)
    }

    fn represents(&mut self) -> Parsed<TypeClauseKind> {
        let target = self.postfix_target()?;
        let such_that = matches!(
            &self.peek().kind,
            TokenKind::Backslash(word) if word == "such_that"
        );
        if such_that {
            self.bump();
        } else if self.is("<") && self.is_ahead(1, "-") {
            // An older spelling of `=`.
            self.bump();
            self.bump();
        } else if !self.eat("=") {
            return Err(self.unexpected("`=` or `\\such_that`"));
        }
        let mut value = self.expression()?;
        // A list is the union of its sets of locations.
        if self.is(",") {
            let start = value.span.start;
            let mut arguments = vec![Argument::Expr(value)];
            while self.eat(",") {
                arguments.push(Argument::Expr(self.expression()?));
            }
            value = Expr {
                kind: ExprKind::Function {
                    name: "set_union".to_owned(),
                    arguments,
                },
                span: self.since(start),
                height: DEEPEST * LEVEL,
            };
        }
        self.semicolon()?;
        Ok(TypeClauseKind::Represents {
            target,
            such_that,
            value,
        })
    }

    /// A ghost or model field, or a model method.
    fn declaration(&mut self, modifiers: Modifiers, start: usize, items: &mut Vec<MemberItem>) {
        let result = self.declaration_body(modifiers, start, items);
        if result.is_err() {
            self.skip_clause();
            let span = self.since(start);
            items.push(unreadable("a declaration that cannot be read", span));
        }
    }

    fn declaration_body(
        &mut self,
        modifiers: Modifiers,
        start: usize,
        items: &mut Vec<MemberItem>,
    ) -> Parsed<()> {
        if matches!(self.word(), Some("class" | "interface" | "enum")) {
            self.skip_body();
            let span = self.since(start);
            items.push(unreadable("a model class", span));
            return Ok(());
        }
        self.type_arguments()?;
        let constructor = self.is_ahead(1, "(");
        let ty = match constructor {
            true => None,
            false => Some(self.type_name()?),
        };
        let name = self.identifier()?;
        if self.is("(") {
            self.bump();
            let parameters = self.parameters()?;
            let body = self.model_body();
            let cases = take_cases(items);
            items.push(MemberItem::ModelMethod(ModelMethod {
                modifiers,
                ty,
                name,
                parameters,
                cases,
                body,
                span: self.since(start),
            }));
            return Ok(());
        }
        let Some(ty) = ty else {
            return Err(self.unexpected("a type"));
        };
        let mut name = name;
        let first = items.len();
        loop {
            let mut ty = ty.clone();
            ty.dimensions += self.dimensions();
            let initial = match self.eat("=") {
                true if self.is("{") => Some(self.array_initialiser()?),
                true => Some(self.expression()?),
                false => None,
            };
            items.push(MemberItem::Field(FieldDeclaration {
                modifiers: modifiers.clone(),
                ty,
                name,
                initial,
                groups: Vec::new(),
                span: self.since(start),
            }));
            if !self.eat(",") {
                break;
            }
            name = self.identifier()?;
        }
        if self.eat_word("in") {
            let groups = self.expressions()?;
            for item in &mut items[first..] {
                if let MemberItem::Field(field) = item {
                    field.groups = groups.clone();
                }
            }
        }
        self.semicolon()
    }

    fn parameters(&mut self) -> Parsed<Vec<Variable>> {
        if self.eat(")") {
            return Ok(Vec::new());
        }
        let parameters = self.list(|p| {
            let mut modifiers = p.modifier_words();
            let mut ty = p.type_name()?;
            // Of the array, in Java's order: `int /*@ non_null @*/ [] a`.
            if p.is_ahead(1, "[") && matches!(p.word(), Some("non_null" | "nullable")) {
                modifiers.extend(p.modifier_words());
                ty.dimensions += p.dimensions();
            }
            if p.eat("...") {
                ty.dimensions += 1;
            }
            let name = p.identifier()?;
            ty.dimensions += p.dimensions();
            let nullable = modifiers.iter().any(|w| w.text == "nullable");
            Ok(Variable { ty, name, nullable })
        })?;
        self.expect(")")?;
        Ok(parameters)
    }

    /// To the end of a declaration: its `;` or the brace that closes its body.
    pub(super) fn skip_body(&mut self) {
        let mut depth = 0usize;
        while !self.is_end() {
            if self.is("{") || self.is("{|") {
                depth += 1;
            } else if self.is("}") || self.is("|}") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    self.bump();
                    return;
                }
            } else if self.is(";") && depth == 0 {
                self.bump();
                return;
            }
            self.bump();
        }
        let end = self.last_end();
        let span = self.span(end, end);
        let message = "this declaration never ends".to_owned();
        self.report(Severity::Warning, message, span, None);
    }
}

/// The cases that were read just before a model method are its own.
fn take_cases(items: &mut Vec<MemberItem>) -> Vec<Case> {
    match items.pop() {
        Some(MemberItem::Cases { cases, .. }) => cases,
        Some(other) => {
            items.push(other);
            Vec::new()
        }
        None => Vec::new(),
    }
}

fn is_type_clause(kind: Keyword) -> bool {
    use Keyword::*;
    matches!(
        kind,
        Invariant | Constraint | Initially | Axiom | Represents | OtherMember | DataGroup
    )
}

/// Whether a clause or statement stands in bodies only.
fn is_of_bodies(kind: Keyword) -> bool {
    use Keyword::*;
    matches!(
        kind,
        LoopInvariant
            | LoopAssignable
            | Assert
            | Assume
            | Set
            | Unreachable
            | Reachable
            | Halt
            | Hint
            | OtherStatement
    )
}

fn unreadable(what: &str, span: source::Span) -> MemberItem {
    MemberItem::TypeClause(TypeClause {
        modifiers: Vec::new(),
        kind: TypeClauseKind::Unsupported(what.to_owned()),
        span,
    })
}
