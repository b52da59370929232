//! Reachability, in all forms in use:
//!
//! - sets, as in the JML reference manual and in TACO: `\reach(x)`, `\reach(x, T)`, `\reach(x, T, f)`, `\reach(x, T, f, g)`,
//!   `\reach(x, T, f + g)`, `\reach(x, f)`, with `.has(o)`, `.contains(o)` and `.int_size()`;
//! - predicates, as in the bounded verification thesis: `\reach(x, y, f)`, `\reach(x, y, f, g)`, `\reach(x, y, {f, g})`, with
//!   the fields in the middle `\reach(x, f, y)`, and as in KeY with the field first, `\reach(f, x, y)`.
//!
//! A field is named by its name alone; it must be a field of what reachability starts from. Where more than one reading is
//! possible the braces of `{f}` decide; without them the annotation is refused.

use super::{Resolver, a, class_of};
use crate::resolved::{Expr, ExprKind, FieldOrigin, FieldRef, Type, Via};
use crate::syntax::{self, Argument, Word};
use crate::types::INT;
use classpath::{FieldType, Name};
use source::Span;

impl Resolver<'_, '_> {
    pub(super) fn reach(&mut self, arguments: &[Argument], span: Span) -> Expr {
        let Some((first, rest)) = arguments.split_first() else {
            return self.error("`\\reach` needs an object", span, None);
        };
        if let [_, _, Argument::Expr(steps)] = rest
            && self.quiet_type(steps).is_integral()
        {
            return self.unsupported("reachability in a number of steps", span);
        }
        // KeY: the field comes first.
        if let [start, end] = rest
            && let Some(reading) = self.field_first(first, start, end, arguments, span)
        {
            return reading;
        }
        let Argument::Expr(from) = first else {
            return self.error("expected an object", argument_span(first), None);
        };
        let from = self.expr(from);
        if from.ty == Type::Unknown {
            return self.poisoned(&from, span);
        }
        if !from.ty.is_reference() {
            let message = format!("expected an object, found {}", a(&from.ty));
            let span = from.span;
            return self.error(message, span, None);
        }
        let class = class_of(&from.ty);
        match rest {
            [] => self.reachable(from, None, Via::AllFields, span),
            [Argument::Expr(second), fields @ ..] if self.names_type(second).is_some() => {
                let ty = self.names_type(second);
                match self.fields(class.as_ref().or(object_name(&ty).as_ref()), fields) {
                    Ok(found) if found.is_empty() => self.reachable(from, ty, Via::AllFields, span),
                    Ok(found) => self.reachable(from, ty, Via::Fields(found), span),
                    Err(wrong) => *wrong,
                }
            }
            // All the rest are fields: a set, unless the first of them can only be an object.
            [only] => match self.fields(class.as_ref(), std::slice::from_ref(only)) {
                Ok(found) => self.reachable(from, None, Via::Fields(found), span),
                Err(wrong) => *wrong,
            },
            [second, third @ ..] => self.predicate(from, class, second, third, span),
        }
    }

    /// `\reach(x, y, f…)` or `\reach(x, f, y)`.
    fn predicate(
        &mut self,
        from: Expr,
        class: Option<Name>,
        second: &Argument,
        rest: &[Argument],
        span: Span,
    ) -> Expr {
        let rest_are_fields = rest.iter().all(|r| self.may_be_fields(class.as_ref(), r));
        let middle_are_fields = rest.len() == 1
            && self.may_be_fields(class.as_ref(), second)
            && !matches!(rest[0], Argument::Fields(..));
        let braced = |argument: &Argument| matches!(argument, Argument::Fields(..));
        let middle = match (rest_are_fields, middle_are_fields) {
            _ if braced(second) => true,
            _ if rest.iter().any(braced) => false,
            (true, true) => {
                let message = "it is not clear which of these is the field";
                let help = "put the fields in braces, `\\reach(x, y, {f})`".to_owned();
                return self.error(message, span, Some(help));
            }
            (_, true) => true,
            // Complaints speak of this form.
            _ => false,
        };
        let (to, fields) = match middle {
            true => (&rest[0], std::slice::from_ref(second)),
            false => (second, rest),
        };
        let Argument::Expr(to) = to else {
            return self.error("expected an object", argument_span(to), None);
        };
        let to = self.expr(to);
        if to.ty == Type::Unknown {
            return self.poisoned(&to, span);
        }
        if !to.ty.is_reference() {
            let message = format!("expected an object, found {}", a(&to.ty));
            let span = to.span;
            return self.error(message, span, None);
        }
        match self.fields(class.as_ref(), fields) {
            Ok(fields) => {
                let kind = ExprKind::Reaches {
                    from: Box::new(from),
                    to: Box::new(to),
                    via: Via::Fields(fields),
                };
                self.boolean(kind, span)
            }
            Err(wrong) => *wrong,
        }
    }

    /// KeY's `\reach(f, x, y)`, if that is the only reading.
    fn field_first(
        &mut self,
        field: &Argument,
        from: &Argument,
        to: &Argument,
        all: &[Argument],
        span: Span,
    ) -> Option<Expr> {
        let (Argument::Expr(from), Argument::Expr(to)) = (from, to) else {
            return None;
        };
        // `first.next` means the field `next`, of whatever object.
        let selected = match field {
            Argument::Expr(expr) => match &expr.kind {
                syntax::ExprKind::Select(_, word) => {
                    Some(Argument::Fields(vec![word.clone()], expr.span))
                }
                _ => field_words(expr).map(|words| Argument::Fields(words, expr.span)),
            },
            Argument::Fields(..) => Some(field.clone()),
            Argument::Type(_) => None,
        };
        let fields = selected?;
        if self.names_type(from).is_some() || self.quiet_class(to).is_none() {
            return None;
        }
        let class = self.quiet_class(from)?;
        if !self.may_be_fields(Some(&class), &fields) {
            return None;
        }
        // Could it be one of the other forms?
        if let Argument::Expr(first) = field
            && let Some(first_class) = self.quiet_class(first)
            && (self.may_be_fields(Some(&first_class), &all[1])
                || self.may_be_fields(Some(&first_class), &all[2]))
        {
            let message = "it is not clear which of these is the field";
            let help = "put the fields in braces, `\\reach(x, y, {f})`".to_owned();
            return Some(self.error(message, span, Some(help)));
        }
        let from = self.expr(from);
        let to = self.expr(to);
        for object in [&from, &to] {
            if object.ty == Type::Unknown {
                return Some(self.poisoned(object, span));
            }
            if !object.ty.is_reference() {
                let message = format!("expected an object, found {}", a(&object.ty));
                let span = object.span;
                return Some(self.error(message, span, None));
            }
        }
        Some(
            match self.fields(Some(&class), std::slice::from_ref(&fields)) {
                Ok(fields) => {
                    let kind = ExprKind::Reaches {
                        from: Box::new(from),
                        to: Box::new(to),
                        via: Via::Fields(fields),
                    };
                    self.boolean(kind, span)
                }
                Err(wrong) => *wrong,
            },
        )
    }

    /// The class of an expression, without complaints.
    fn quiet_class(&mut self, expr: &syntax::Expr) -> Option<Name> {
        class_of(&self.quiet_type(expr))
    }

    fn quiet_type(&mut self, expr: &syntax::Expr) -> Type {
        let reports = self.diagnostics.len();
        let unsupported = self.unsupported.len();
        let ty = self.expr(expr).ty;
        self.diagnostics.truncate(reports);
        self.unsupported.truncate(unsupported);
        ty
    }

    /// The type that a name denotes, if it is no variable.
    fn names_type(&mut self, expr: &syntax::Expr) -> Option<FieldType> {
        crate::parser::dotted(expr)?;
        let reports = self.diagnostics.len();
        let unsupported = self.unsupported.len();
        let denoted = self.denoted(expr);
        self.diagnostics.truncate(reports);
        self.unsupported.truncate(unsupported);
        match denoted {
            super::names::Denoted::Type(ty) => Some(ty),
            _ => None,
        }
    }

    /// Whether an argument can be read as fields of the class: names of fields that no variable hides.
    fn may_be_fields(&self, class: Option<&Name>, argument: &Argument) -> bool {
        let Some(class) = class else { return false };
        let words = match argument {
            Argument::Fields(words, _) => words.clone(),
            Argument::Expr(expr) => match field_words(expr) {
                Some(words) => words,
                None => return false,
            },
            Argument::Type(_) => return false,
        };
        words.iter().all(|word| {
            let hidden = self.bound.iter().any(|(n, ..)| *n == word.text)
                || self.variables.iter().any(|v| *v.local.name == *word.text)
                || self.around.parameters.iter().any(|(n, _)| *n == word.text);
            let field = self.find_field(class, &word.text);
            !hidden && field.is_some_and(|f| f.field.ty.is_reference() && !f.field.is_static)
        })
    }

    fn fields(
        &mut self,
        class: Option<&Name>,
        arguments: &[Argument],
    ) -> Result<Vec<FieldRef>, Box<Expr>> {
        let mut found: Vec<FieldRef> = Vec::new();
        for argument in arguments {
            let words = match argument {
                Argument::Fields(words, _) => Some(words.clone()),
                Argument::Expr(expr) => field_words(expr),
                Argument::Type(_) => None,
            };
            let Some(words) = words else {
                let span = argument_span(argument);
                return Err(Box::new(self.error(
                    "expected the name of a field",
                    span,
                    None,
                )));
            };
            for word in words {
                found.push(self.reach_field(class, &word)?);
            }
        }
        Ok(found)
    }

    fn reach_field(&mut self, class: Option<&Name>, word: &Word) -> Result<FieldRef, Box<Expr>> {
        let Some(class) = class else {
            return Err(Box::new(self.error(
                "there are no fields here",
                word.span,
                None,
            )));
        };
        let Some(found) = self.find_field(class, &word.text) else {
            return Err(Box::new(self.no_field(class, word)));
        };
        let field = found.field;
        if field.is_static || !field.ty.is_reference() {
            let message = format!("`{}` leads from no object to another", word.text);
            return Err(Box::new(self.error(message, word.span, None)));
        }
        if field.origin == FieldOrigin::Model {
            let what = "reachability through a model field";
            return Err(Box::new(self.unsupported(what, word.span)));
        }
        Ok(field)
    }

    fn reachable(&mut self, from: Expr, class: Option<FieldType>, via: Via, span: Span) -> Expr {
        let kind = ExprKind::Reachable {
            from: Box::new(from),
            class,
            via,
        };
        self.node(kind, Type::ObjectSet, span)
    }

    /// The methods of the set that `\reach(x)` denotes.
    pub(super) fn set_method(
        &mut self,
        set: Expr,
        name: &Word,
        mut arguments: Vec<Expr>,
        span: Span,
    ) -> Expr {
        // What is asked of a set of the state before is asked in that state, if the object is the same there.
        let is_fixed = |e: &Expr| {
            let is =
                |k: &ExprKind| matches!(k, ExprKind::Bound(_) | ExprKind::This | ExprKind::Result);
            is(&e.kind) || matches!(&e.kind, ExprKind::Convert(inner) if is(&inner.kind))
        };
        if let ExprKind::Old(inner, state) = &set.kind
            && inner.ty == Type::ObjectSet
            && arguments.iter().all(is_fixed)
        {
            let (inner, state) = ((**inner).clone(), state.clone());
            let asked = self.set_method(inner, name, arguments, span);
            let ty = asked.ty.clone();
            return self.node(ExprKind::Old(Box::new(asked), state), ty, span);
        }
        match (name.text.as_str(), arguments.len()) {
            ("has" | "contains", 1) => {
                let element = arguments.remove(0);
                if element.ty == Type::Unknown {
                    return self.poisoned(&element, span);
                }
                if !element.ty.is_reference() {
                    let message = format!("expected an object, found {}", a(&element.ty));
                    let span = element.span;
                    return self.error(message, span, None);
                }
                let kind = ExprKind::Has {
                    set: Box::new(set),
                    element: Box::new(element),
                };
                self.boolean(kind, span)
            }
            ("int_size" | "size", 0) => self.node(ExprKind::SizeOfSet(Box::new(set)), INT, span),
            ("isEmpty", 0) => {
                let size = self.node(ExprKind::SizeOfSet(Box::new(set)), INT, span);
                let zero = ExprKind::Literal(crate::resolved::Literal::Integer(0));
                let zero = self.node(zero, INT, span);
                let op = crate::resolved::BinaryOp::Equal;
                self.boolean(ExprKind::Binary(op, Box::new(size), Box::new(zero)), span)
            }
            (other, _) => self.unsupported(format!("`{other}` of a set of objects"), span),
        }
    }
}

fn object_name(ty: &Option<FieldType>) -> Option<Name> {
    match ty {
        Some(FieldType::Object(name)) => Some(name.clone()),
        _ => None,
    }
}

/// `next`, `left + right`, `Node.next`: the names of fields, if it is nothing else.
fn field_words(expr: &syntax::Expr) -> Option<Vec<Word>> {
    match &expr.kind {
        syntax::ExprKind::Name(text) => Some(vec![Word {
            text: text.clone(),
            span: expr.span,
        }]),
        syntax::ExprKind::Select(target, word) => {
            crate::parser::dotted(target)?;
            // `this.next` is a value.
            let type_like = crate::parser::dotted(target)?
                .rsplit('.')
                .next()?
                .starts_with(char::is_uppercase);
            type_like.then(|| vec![word.clone()])
        }
        syntax::ExprKind::Binary(syntax::BinaryOp::Add, left, right) => {
            let mut words = field_words(left)?;
            words.extend(field_words(right)?);
            Some(words)
        }
        syntax::ExprKind::Parenthesized(inner) => field_words(inner),
        _ => None,
    }
}

fn argument_span(argument: &Argument) -> Span {
    match argument {
        Argument::Expr(expr) => expr.span,
        Argument::Type(ty) => ty.span,
        Argument::Fields(_, span) => *span,
    }
}
