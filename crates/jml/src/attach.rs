//! Gives each group of annotations to what it stands before or within: a type, a field, a method, a parameter, a loop, a
//! place among the statements of a body.

use crate::annotations::{self, Group};
use crate::contract::{Anchor, Place};
use crate::diagnostic::{Diagnostic, Severity};
use crate::parser;
use crate::syntax::{
    Case, CaseKind, Clause, ClauseKind, FieldDeclaration, MemberItem, ModelMethod, Modifiers,
    StatementItem, TypeClause, TypeClauseKind, Word,
};
use source::{SourceFile, Span, StatementKind};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The specifications of one file, by the indices that [`SourceFile`] gives its declarations.
#[derive(Debug, Default)]
pub struct Unit {
    pub types: BTreeMap<usize, TypeText>,
    pub methods: BTreeMap<usize, MethodText>,
    pub fields: BTreeMap<usize, Modifiers>,
}

#[derive(Debug, Default)]
pub struct TypeText {
    pub modifiers: Modifiers,
    pub clauses: Vec<TypeClause>,
    pub fields: Vec<FieldDeclaration>,
    pub model_methods: Vec<ModelMethod>,
    /// Of the components of a record, by index.
    pub components: BTreeMap<usize, Modifiers>,
}

#[derive(Debug, Default)]
pub struct MethodText {
    pub modifiers: Modifiers,
    /// By index of the parameter.
    pub parameters: BTreeMap<usize, Modifiers>,
    pub cases: Vec<Case>,
    /// Whether the cases begin with `also`.
    pub also: bool,
    /// Where the cases stand.
    pub cases_span: Option<Span>,
    pub body: Vec<BodyText>,
    pub unsupported: Vec<(String, Span)>,
}

#[derive(Debug)]
pub struct BodyText {
    pub item: BodyItem,
    pub at: Anchor,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a body has few of them")]
pub enum BodyItem {
    /// All clauses of one loop, which is given by its statement and by an offset at which its variables are known.
    Loop {
        statement: Span,
        inside: usize,
        clauses: Vec<Clause>,
    },
    Statement(StatementItem),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Type(usize),
    Method(usize),
    Field(usize),
}

struct Attacher<'a> {
    file: &'a SourceFile,
    path: &'a Arc<Path>,
    diagnostics: &'a mut Vec<Diagnostic>,
    unit: Unit,
}

pub fn attach(file: &SourceFile, path: &Arc<Path>, diagnostics: &mut Vec<Diagnostic>) -> Unit {
    let groups = annotations::find(file, path, diagnostics);
    let mut attacher = Attacher {
        file,
        path,
        diagnostics,
        unit: Unit::default(),
    };
    for group in &groups {
        attacher.group(group);
    }
    // Where the text was not understood, an annotation may have gone to the wrong place.
    if file.is_broken() && !groups.is_empty() {
        for index in 0..file.types().len() {
            let span = file.types()[index].name_span;
            attacher.type_unsupported(index, "a file with parts that cannot be read", span);
        }
        if let Some(first) = file.types().first() {
            let message = "parts of this file cannot be read, so its annotations are not trusted";
            attacher.report(Severity::Warning, message, first.name_span);
        }
    }
    attacher.unit
}

fn unreadable(words: &[Word]) -> Option<Span> {
    let bad = words.iter().find(|w| w.text == parser::UNREADABLE)?;
    Some(bad.span)
}

/// Stands for a clause that is none.
fn unreadable_case(what: &str, span: Span) -> Case {
    let clause = Clause {
        kind: ClauseKind::Unsupported(what.to_owned()),
        span,
    };
    Case {
        kind: CaseKind::Lightweight,
        clauses: vec![clause],
        nested: Vec::new(),
        code: false,
        redundant: false,
        span,
    }
}

fn is_unreadable(case: &Case) -> bool {
    matches!(&case.clauses[..], [clause] if clause.span == case.span)
        && matches!(case.clauses[0].kind, ClauseKind::Unsupported(_))
}

fn within(span: Span, group: &Group) -> bool {
    span.start <= group.start && group.end <= span.end
}

fn innermost<'t, T: 't>(
    items: impl Iterator<Item = (usize, &'t T)>,
    span: impl Fn(&T) -> Span,
    group: &Group,
) -> Option<usize> {
    items
        .filter(|(_, item)| within(span(item), group))
        .min_by_key(|(_, item)| span(item).end - span(item).start)
        .map(|(i, _)| i)
}

impl Attacher<'_> {
    fn report(&mut self, severity: Severity, message: &str, span: Span) {
        self.diagnostics.push(Diagnostic {
            severity,
            message: message.to_owned(),
            place: Place {
                file: self.path.clone(),
                span,
            },
            help: None,
        });
    }

    fn group(&mut self, group: &Group) {
        let file = self.file;
        let types = file.types();
        let methods = file.methods();
        let in_type = innermost(types.iter().enumerate(), |t| t.span, group);
        let in_method = innermost(methods.iter().enumerate(), |m| m.span, group);
        let size = |span: Span| span.end - span.start;
        // A class may stand within a method, and a method within a class.
        if let Some(method) = in_method
            && in_type.is_none_or(|t| size(methods[method].span) < size(types[t].span))
        {
            match methods[method].body {
                Some(body) if within(body, group) => self.body(method, group),
                _ => self.header(method, group),
            }
            return;
        }
        let in_field = innermost(file.fields().iter().enumerate(), |f| f.span, group);
        if let Some(field) = in_field
            && in_type.is_none_or(|t| size(file.fields()[field].span) < size(types[t].span))
        {
            let words = parser::modifiers(file, self.path, group, self.diagnostics);
            if let (Some(bad), Some(ty)) = (unreadable(&words), in_type) {
                self.type_unsupported(ty, "a modifier that cannot be read", bad);
            }
            self.unit.fields.entry(field).or_default().extend(words);
            return;
        }
        let Some(ty) = in_type else {
            let next = self.next_member(None, group.end);
            self.members(None, next, group);
            return;
        };
        if !within(types[ty].body, group) {
            let words = parser::modifiers(file, self.path, group, self.diagnostics);
            if let Some(bad) = unreadable(&words) {
                self.type_unsupported(ty, "a modifier that cannot be read", bad);
            }
            let declared = &types[ty];
            let component = (declared.components.iter())
                .position(|c| c.span.end >= group.end)
                .filter(|_| group.start > declared.name_span.end);
            let text = self.unit.types.entry(ty).or_default();
            match component {
                Some(component) => text.components.entry(component).or_default().extend(words),
                None => text.modifiers.extend(words),
            }
            return;
        }
        if file
            .initializers()
            .iter()
            .any(|block| within(*block, group))
        {
            let span = file.span_of(group.start, group.end);
            self.type_unsupported(ty, "an annotation in an initialiser", span);
            return;
        }
        let next = self.next_member(Some(ty), group.end);
        self.members(Some(ty), next, group);
    }

    /// The member that follows an offset with nothing but white space and comments in between.
    fn next_member(&self, ty: Option<usize>, from: usize) -> Option<Owner> {
        let file = self.file;
        let end = ty.map_or(usize::MAX, |t| file.types()[t].body.end);
        let types = (file.types().iter().enumerate()).map(|(i, t)| (t.span, Owner::Type(i)));
        let methods = (file.methods().iter().enumerate()).map(|(i, m)| (m.span, Owner::Method(i)));
        let fields = (file.fields().iter().enumerate()).map(|(i, f)| (f.span, Owner::Field(i)));
        let (span, owner) = types
            .chain(methods)
            .chain(fields)
            .filter(|(span, _)| span.start >= from && span.end <= end)
            .min_by_key(|(span, _)| span.start)?;
        let gap = file.span_of(from, span.start);
        file.one_line(gap).trim().is_empty().then_some(owner)
    }

    fn members(&mut self, ty: Option<usize>, next: Option<Owner>, group: &Group) {
        let items = parser::members(self.file, self.path, group, self.diagnostics);
        if let [MemberItem::Modifiers(words)] = &items[..]
            && self.looks_back(next, group)
            && let Some(first) = words.first()
        {
            let message = "this modifier counts for the declaration that follows it";
            self.report(Severity::Warning, message, first.span);
        }
        // What stands before a declaration of JML is not about the member of Java that follows.
        let declares =
            |item: &MemberItem| matches!(item, MemberItem::Field(_) | MemberItem::ModelMethod(_));
        let declared = items.iter().rposition(declares);
        for (at, item) in items.into_iter().enumerate() {
            match item {
                MemberItem::Unreadable {
                    what,
                    of_class,
                    span,
                } => {
                    let next = next.filter(|_| declared.is_none_or(|last| last < at));
                    self.unreadable(ty, next, &what, of_class, span);
                }
                item => self.member(ty, next, item),
            }
        }
    }

    /// Before a method it may be all that is said of it: the method is told about. Where it may be about the class, all
    /// of that is unknown, too.
    fn unreadable(
        &mut self,
        ty: Option<usize>,
        next: Option<Owner>,
        what: &str,
        of_class: bool,
        span: Span,
    ) {
        let mut of_class = of_class;
        match next {
            Some(Owner::Method(method)) => {
                let text = self.unit.methods.entry(method).or_default();
                text.cases.push(unreadable_case(what, span));
            }
            _ => of_class = true,
        }
        let ty = match (next, ty) {
            (Some(Owner::Type(next)), None) => Some(next),
            (_, Some(ty)) => Some(ty),
            // In the declaration of a method.
            (_, None) => (self.file.types().iter().enumerate())
                .filter(|(_, ty)| ty.span.start <= span.start && span.end <= ty.span.end)
                .min_by_key(|(_, ty)| ty.span.end - ty.span.start)
                .map(|(at, _)| at),
        };
        if let Some(ty) = ty.filter(|_| of_class) {
            self.type_unsupported(ty, what, span);
        }
    }

    /// Whether annotations stand behind something on its line, and what they count for is on another one.
    fn looks_back(&self, next: Option<Owner>, group: &Group) -> bool {
        let span = self.file.span_of(group.start, group.end);
        let start = match next {
            Some(Owner::Type(t)) => self.file.types()[t].span.from.line,
            Some(Owner::Method(m)) => self.file.methods()[m].span.from.line,
            Some(Owner::Field(f)) => self.file.fields()[f].span.from.line,
            None => return false,
        };
        let line = self.file.line(span.from.line).unwrap_or("");
        // A declaration ends before it, rather than a class or a body beginning.
        let column = usize::try_from(span.from.column - 1).unwrap_or(0);
        let before: String = line.chars().take(column).collect();
        let behind = before.trim_end().ends_with([';', '}']);
        behind && start > span.to.line
    }

    fn member(&mut self, ty: Option<usize>, next: Option<Owner>, item: MemberItem) {
        match (item, next, ty) {
            (MemberItem::Cases { cases, also, span }, Some(Owner::Method(method)), _) => {
                let text = self.unit.methods.entry(method).or_default();
                let joined = also || text.cases.last().is_none_or(is_unreadable);
                if text.cases_span.is_none() {
                    text.also = also;
                    text.cases_span = Some(span);
                }
                text.cases.extend(cases);
                if !joined {
                    let message = "an `also` is missing before this case";
                    self.report(Severity::Warning, message, span);
                }
            }
            (MemberItem::Cases { span, .. }, _, _) => {
                let message = "no method follows this specification";
                self.report(Severity::Error, message, span);
                if let Some(ty) = ty {
                    self.type_unsupported(ty, "a specification without a method", span);
                }
            }
            (MemberItem::Modifiers(words), next, _) => self.give_modifiers(words, next),
            (MemberItem::Unreadable { .. }, ..) => {}
            (MemberItem::TypeClause(clause), _, Some(ty)) => {
                let clauses = &mut self.unit.types.entry(ty).or_default().clauses;
                clauses.push(clause);
            }
            (MemberItem::Field(field), _, Some(ty)) => {
                self.unit.types.entry(ty).or_default().fields.push(field);
            }
            (MemberItem::ModelMethod(method), _, Some(ty)) => {
                let methods = &mut self.unit.types.entry(ty).or_default().model_methods;
                methods.push(method);
            }
            (
                MemberItem::TypeClause(TypeClause { span, kind, .. }),
                Some(Owner::Type(ty)),
                None,
            ) if matches!(&kind, TypeClauseKind::Unsupported(what) if what == "a model import") => {
                self.type_unsupported(ty, "a model import", span);
            }
            (MemberItem::TypeClause(TypeClause { span, .. }), _, None)
            | (MemberItem::Field(FieldDeclaration { span, .. }), _, None)
            | (MemberItem::ModelMethod(ModelMethod { span, .. }), _, None) => {
                self.report(Severity::Error, "this stands in no class", span);
            }
        }
    }

    fn give_modifiers(&mut self, words: Vec<Word>, next: Option<Owner>) {
        match next {
            Some(Owner::Method(m)) => {
                self.unit
                    .methods
                    .entry(m)
                    .or_default()
                    .modifiers
                    .extend(words);
            }
            Some(Owner::Field(f)) => self.unit.fields.entry(f).or_default().extend(words),
            Some(Owner::Type(t)) => {
                self.unit
                    .types
                    .entry(t)
                    .or_default()
                    .modifiers
                    .extend(words);
            }
            None => {
                if let Some(word) = words.first() {
                    let message = "no declaration follows this modifier";
                    self.report(Severity::Error, message, word.span);
                }
            }
        }
    }

    fn type_unsupported(&mut self, ty: usize, what: &str, span: Span) {
        let clause = TypeClause {
            modifiers: Vec::new(),
            kind: TypeClauseKind::Unsupported(what.to_owned()),
            span,
        };
        self.unit.types.entry(ty).or_default().clauses.push(clause);
    }

    /// A group within a method's declaration but outside of its body.
    fn header(&mut self, index: usize, group: &Group) {
        let method = &self.file.methods()[index];
        let close = self.parameters_end(index);
        let parameter = (method.parameters.iter()).position(|p| p.span.end >= group.end);
        if let Some(parameter) = parameter
            && group.start > method.name_span.end
            && group.end <= close
        {
            let words = parser::modifiers(self.file, self.path, group, self.diagnostics);
            if let Some(bad) = unreadable(&words) {
                self.method_unsupported(index, "a modifier that cannot be read", bad);
            }
            let text = self.unit.methods.entry(index).or_default();
            text.parameters.entry(parameter).or_default().extend(words);
            return;
        }
        self.members(None, Some(Owner::Method(index)), group);
    }

    fn parameters_end(&self, index: usize) -> usize {
        let method = &self.file.methods()[index];
        method.parameters.last().map_or(0, |p| p.span.end)
    }

    fn body(&mut self, index: usize, group: &Group) {
        let file = self.file;
        let items = parser::statements(file, self.path, group, self.diagnostics);
        let span = file.span_of(group.start, group.end);
        let method = &file.methods()[index];
        if method.class.is_none() {
            self.inside_anonymous(group, span);
            return;
        }
        if file.lambdas().iter().any(|lambda| within(*lambda, group)) {
            self.method_unsupported(index, "an annotation in a lambda expression", span);
            return;
        }
        let Some(block) = (file.blocks().iter())
            .filter(|b| within(**b, group))
            .min_by_key(|b| b.end - b.start)
        else {
            self.method_unsupported(index, "an annotation outside of any block", span);
            return;
        };
        let next = (file.statements().iter())
            .filter(|s| s.span.start >= group.end && s.span.end <= block.end)
            .filter(|s| !self.within_another(index, s.span))
            .min_by_key(|s| (s.span.start, usize::MAX - s.span.end));
        let at = match next {
            Some(statement) => Anchor::Before(statement.span),
            None => Anchor::AtEndOf(*block),
        };
        let mut clauses = Vec::new();
        for item in items {
            match item {
                StatementItem::Loop(clause) => clauses.push(clause),
                StatementItem::Modifiers(words) => self.local_modifiers(index, &words),
                item => {
                    let item = BodyItem::Statement(item);
                    let text = self.unit.methods.entry(index).or_default();
                    text.body.push(BodyText { item, at });
                }
            }
        }
        let Some(first) = clauses.first().map(|c| c.span) else {
            return;
        };
        let is_loop = next.filter(|s| {
            let kind = matches!(
                s.kind,
                StatementKind::While
                    | StatementKind::DoWhile
                    | StatementKind::For
                    | StatementKind::ForEach
            );
            let gap = file.one_line(file.span_of(group.end, s.span.start));
            // A label may stand between.
            let gap = gap.trim();
            kind && (gap.is_empty() || (gap.ends_with(':') && !gap.contains([';', '{', '}'])))
        });
        let Some(statement) = is_loop else {
            self.report(Severity::Error, "no loop follows this specification", first);
            self.method_unsupported(index, "a specification of a loop without a loop", first);
            return;
        };
        // The variables that a `for` declares are known to its specification.
        let inside = match statement.kind {
            StatementKind::For | StatementKind::ForEach => statement.header.end,
            _ => statement.span.start,
        };
        let item = BodyItem::Loop {
            statement: statement.span,
            inside,
            clauses,
        };
        let text = self.unit.methods.entry(index).or_default();
        text.body.push(BodyText { item, at });
    }

    /// Whether a statement belongs to a method of a class that stands within this one.
    fn within_another(&self, index: usize, statement: Span) -> bool {
        let own = self.file.methods()[index].span;
        self.file.methods().iter().any(|other| {
            other.span != own
                && own.start <= other.span.start
                && other.span.start <= statement.start
                && statement.end <= other.span.end
                && other.span.end <= own.end
        })
    }

    /// Variables may hold null anyway; only that they may not would say something.
    fn local_modifiers(&mut self, index: usize, words: &[Word]) {
        for word in words {
            if matches!(word.text.as_str(), "non_null" | "nonnull") {
                self.method_unsupported(index, "`non_null` of a local variable", word.span);
            }
        }
    }

    fn method_unsupported(&mut self, index: usize, what: &str, span: Span) {
        let text = self.unit.methods.entry(index).or_default();
        text.unsupported.push((what.to_owned(), span));
    }

    /// Classes without a name of their own are not found again in class files; whatever has one is unknown.
    fn inside_anonymous(&mut self, group: &Group, span: Span) {
        let methods = self.file.methods();
        let named = methods
            .iter()
            .enumerate()
            .filter(|(_, m)| m.class.is_some());
        match innermost(named, |m| m.span, group) {
            Some(method) => {
                self.method_unsupported(method, "an annotation in an anonymous class", span);
            }
            None => {
                let message = "annotations in anonymous classes are not read";
                self.report(Severity::Warning, message, span);
            }
        }
    }
}
