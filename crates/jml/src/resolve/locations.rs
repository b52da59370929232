//! Sets of locations: what `assignable` and `accessible` list, and KeY's `\locset` expressions (JML reference manual,
//! 12.7).

use super::names::Denoted;
use super::{Resolver, Site, a, class_of, ranges};
use crate::resolved::{Expr, ExprKind, FieldOrigin, Location, LocationKind, Type};
use crate::syntax::{self, Argument, ExprKind as Written};
use classpath::FieldType;
use source::Span;

impl Resolver<'_, '_> {
    pub fn location(&mut self, expr: &syntax::Expr) -> Location {
        let span = expr.span;
        let index = self.next_index();
        if let Some((of, range)) = ranges::take(expr, &index) {
            let kind = self.over_range(&of, &range, index);
            return Location { kind, span };
        }
        let kind = match &expr.kind {
            Written::Parenthesized(inner) => return self.location(inner),
            Written::Keyword(word)
                if matches!(
                    word.as_str(),
                    "nothing" | "everything" | "strictly_nothing" | "empty"
                ) =>
            {
                return self.keyword_location(word, span);
            }
            Written::Function { name, arguments } if super::functions::is_set_function(name) => {
                return self.set_function(name, arguments, span);
            }
            Written::Function { name, .. } if name == "reach" || name == "reachable" => {
                let objects = self.expr(expr);
                match objects.ty {
                    Type::ObjectSet => LocationKind::EachOf {
                        objects,
                        field: None,
                    },
                    _ => self.no_location(objects, span),
                }
            }
            Written::Quantifier(quantifier) if quantifier.name == "infinite_union" => {
                return self.each(quantifier, span);
            }
            Written::Conditional(condition, yes, no) => LocationKind::Conditional {
                condition: self.condition(condition),
                yes: Box::new(self.location(yes)),
                no: Box::new(self.location(no)),
            },
            Written::AllFields(target) => self.all_fields(target, span),
            Written::Range { array, low, high } => {
                let array = self.expr(array);
                let low = low.as_ref().map(|low| self.expr(low));
                let low = low.map(|low| self.index_value(low));
                let high = high.as_ref().map(|high| self.expr(high));
                let high = high.map(|high| self.index_value(high));
                self.range(array, low, high, span)
            }
            Written::Select(target, word) => match &target.kind {
                Written::Function { name, .. } if name == "reach" => {
                    let objects = self.expr(target);
                    self.field_of_set(objects, word, span)
                }
                _ => {
                    let value = self.without_constants(expr);
                    self.located(value, span)
                }
            },
            _ => {
                let value = self.without_constants(expr);
                self.located(value, span)
            }
        };
        Location { kind, span }
    }

    pub(super) fn keyword_location(&mut self, word: &str, span: Span) -> Location {
        let kind = match word {
            "nothing" | "empty" => LocationKind::Nothing,
            "strictly_nothing" => LocationKind::StrictlyNothing,
            _ => LocationKind::Everything,
        };
        Location { kind, span }
    }

    pub(super) fn location_value(&mut self, location: Location, span: Span) -> Expr {
        let kind = ExprKind::Locations(Box::new(location));
        self.node(kind, Type::LocSet, span)
    }

    fn no_location(&mut self, value: Expr, span: Span) -> LocationKind {
        if let ExprKind::Unsupported(what) = value.kind {
            return LocationKind::Unsupported(what);
        }
        let message = "this denotes no location";
        self.error(message, span, None);
        LocationKind::Unsupported(message.to_owned())
    }

    pub(crate) fn unsupported_location(&mut self, what: &str, span: Span) -> LocationKind {
        self.unsupported(what, span);
        LocationKind::Unsupported(what.to_owned())
    }

    /// A name or a selection as it is, where expressions would put in the value of a constant.
    fn without_constants(&mut self, expr: &syntax::Expr) -> Expr {
        let value = self.expr(expr);
        if !matches!(value.kind, ExprKind::Literal(_)) {
            return value;
        }
        self.error("a constant cannot be assigned to", expr.span, None)
    }

    /// The location that an expression reads, or the set that is its value.
    fn located(&mut self, value: Expr, span: Span) -> LocationKind {
        if value.ty == Type::LocSet {
            return match value.kind {
                ExprKind::Locations(location) => location.kind,
                _ => LocationKind::Value(value),
            };
        }
        // What type arguments say of its value is nothing of the location.
        let value = match value.kind {
            ExprKind::Cast(inner) if inner.span == value.span => *inner,
            _ => value,
        };
        match value.kind {
            ExprKind::Field { receiver, field } if self.frame => {
                self.group(receiver.map(|r| *r), field, span)
            }
            ExprKind::Field { field, .. } if field.origin == FieldOrigin::Model => {
                self.unsupported_location("a model field as a location", span)
            }
            ExprKind::Field { receiver, field } => LocationKind::Field {
                receiver: receiver.map(|r| *r),
                field,
            },
            ExprKind::Element { array, index } => LocationKind::Element {
                array: *array,
                index: *index,
            },
            ExprKind::Local(_) | ExprKind::Parameter(_) if self.site == Site::Body => {
                LocationKind::Local(value)
            }
            // The caller's variable is not the method's.
            ExprKind::Parameter(_) => {
                let message = "a parameter is no location that a caller can see";
                self.error(message, span, None);
                LocationKind::Unsupported(message.to_owned())
            }
            _ => self.no_location(value, span),
        }
    }

    /// The location itself, where elsewhere a field of type `\locset` stands for its value.
    fn singleton(&mut self, expr: &syntax::Expr, span: Span) -> LocationKind {
        match self.location(expr).kind {
            LocationKind::Value(value) => match value.kind {
                ExprKind::Field { receiver, field } => LocationKind::Field {
                    receiver: receiver.map(|r| *r),
                    field,
                },
                _ => self.no_location(value, span),
            },
            kind => kind,
        }
    }

    fn all_fields(&mut self, target: &syntax::Expr, span: Span) -> LocationKind {
        if let Written::Super = target.kind {
            return self.unsupported_location("`super.*`", span);
        }
        match self.denoted(target) {
            Denoted::Type(FieldType::Object(class)) => LocationKind::AllStatic(class),
            Denoted::Expr(objects) if objects.ty == Type::ObjectSet => LocationKind::EachOf {
                objects,
                field: None,
            },
            Denoted::Expr(object) if object.ty.is_reference() => LocationKind::AllFields(object),
            Denoted::Expr(other) => self.no_location(other, span),
            Denoted::Type(_) | Denoted::Package(_) => {
                let wrong = self.unknown_chain(target);
                self.no_location(wrong, span)
            }
        }
    }

    fn range(
        &mut self,
        array: Expr,
        low: Option<Expr>,
        high: Option<Expr>,
        span: Span,
    ) -> LocationKind {
        for part in [Some(&array), low.as_ref(), high.as_ref()]
            .into_iter()
            .flatten()
        {
            if let ExprKind::Unsupported(what) = &part.kind {
                return LocationKind::Unsupported(what.clone());
            }
        }
        if !matches!(array.ty, Type::Java(FieldType::Array(_))) {
            let message = format!("expected an array, found {}", a(&array.ty));
            self.error(message.clone(), span, None);
            return LocationKind::Unsupported(message);
        }
        LocationKind::Range { array, low, high }
    }

    fn field_of_set(&mut self, objects: Expr, word: &syntax::Word, span: Span) -> LocationKind {
        let class = match &objects.kind {
            ExprKind::Reachable {
                class: Some(FieldType::Object(class)),
                ..
            } => Some(class.clone()),
            ExprKind::Reachable { from, .. } => class_of(&from.ty),
            _ => None,
        };
        let Some(class) = class else {
            return self.no_location(objects, span);
        };
        match self.find_field(&class, &word.text) {
            Some(found) if !found.field.is_static => LocationKind::EachOf {
                objects,
                field: Some(found.field),
            },
            _ => {
                let wrong = self.no_field(&class, word);
                self.no_location(wrong, span)
            }
        }
    }

    /// `\infinite_union(T x; guard; locations)`.
    pub(super) fn each(&mut self, quantifier: &syntax::Quantifier, span: Span) -> Location {
        let depth = self.bound.len();
        let Some(variables) = self.bind(&quantifier.variables) else {
            self.bound.truncate(depth);
            let what = "a union over an unknown type".to_owned();
            return Location {
                kind: LocationKind::Unsupported(what),
                span,
            };
        };
        let guard = match &quantifier.range {
            Some(range) => self.condition(range),
            None => self.truth(span),
        };
        let of = self.location(&quantifier.body);
        self.bound.truncate(depth);
        let kind = LocationKind::Each {
            variables,
            guard,
            of: Box::new(of),
        };
        Location { kind, span }
    }

    pub(super) fn set_function(
        &mut self,
        name: &str,
        arguments: &[Argument],
        span: Span,
    ) -> Location {
        let kind = match (name, arguments) {
            ("all_fields" | "all_elements", [Argument::Expr(object)]) => {
                self.all_fields(object, span)
            }
            (
                "array_range",
                [
                    Argument::Expr(array),
                    Argument::Expr(low),
                    Argument::Expr(high),
                ],
            ) => {
                let array = self.expr(array);
                let low = self.expr(low);
                let low = self.index_value(low);
                let high = self.expr(high);
                let high = self.index_value(high);
                self.range(array, Some(low), Some(high), span)
            }
            ("singleton", [Argument::Expr(only)]) => self.singleton(only, span),
            ("fresh_locs", _) => LocationKind::FreshLocations,
            // New objects are no locations here: a frame forbids none.
            ("object_creation", [Argument::Type(written)]) => match self.java_type(written) {
                Some(_) => LocationKind::Nothing,
                None => LocationKind::Unsupported(format!("the type `{}`", written.name)),
            },
            ("locset" | "set_union" | "union" | "singleton" | "storeref", _) => {
                LocationKind::Union(self.location_arguments(arguments, span))
            }
            ("intersect", [_, ..]) => {
                LocationKind::Intersection(self.location_arguments(arguments, span))
            }
            ("set_minus", [_, _]) => {
                let mut both = self.location_arguments(arguments, span);
                match (both.pop(), both.pop()) {
                    (Some(right), Some(left)) => {
                        LocationKind::Difference(Box::new(left), Box::new(right))
                    }
                    _ => LocationKind::Nothing,
                }
            }
            ("all_objects" | "reachLocs" | "reach_locs" | "infinite_union", _) => {
                self.unsupported_location(&format!("`\\{name}`"), span)
            }
            _ => {
                let message = "the number of arguments is wrong";
                self.error(message, span, None);
                LocationKind::Unsupported(message.to_owned())
            }
        };
        // A union of one is that one.
        match kind {
            LocationKind::Union(mut of) if of.len() == 1 => of.remove(0),
            kind => Location { kind, span },
        }
    }
}
