//! JML's own words and functions, `\result`, `\old(…)`, `\fresh(…)` and so on (JML reference manual, 12.4).

use super::{Resolver, Site, a};
use crate::loops;
use crate::resolved::{
    Expr, ExprKind, Literal, LocSetTest, Location, LocationKind, OldState, Type,
};
use crate::similar::{did_you_mean, most_similar, nearest};
use crate::syntax::{self, Argument};
use crate::types::{INT, object};
use classpath::FieldType;
use source::Span;

impl Resolver<'_, '_> {
    pub(super) fn keyword(&mut self, word: &str, span: Span) -> Expr {
        match word {
            "result" => match (self.site, self.around.result.clone()) {
                (Site::Ensures, _) if self.earlier => {
                    self.error("`\\result` has no value in an earlier state", span, None)
                }
                (Site::Ensures, Some(ty)) => self.node(ExprKind::Result, Type::Java(ty), span),
                (Site::Ensures, None) => self.error("this method has no `\\result`", span, None),
                _ => self.error("there is no `\\result` here", span, None),
            },
            "exception" => match self.thrown.clone() {
                Some((_, ty)) => self.node(ExprKind::Thrown, Type::Java(ty), span),
                None => self.error("there is no `\\exception` here", span, None),
            },
            "inv" => {
                let this = self.this(span);
                self.invariant_for(this, span)
            }
            "nothing" | "strictly_nothing" | "everything" | "empty" => {
                let location = self.keyword_location(word, span);
                self.location_value(location, span)
            }
            "index" | "count" if self.counted.is_some() => self.count(span),
            "lockset" | "index" | "values" | "count" | "same" | "not_specified"
            | "everything_else" | "measured_by" | "permission" | "caller" => {
                self.unsupported(format!("`\\{word}`"), span)
            }
            _ if word.starts_with("seq_") || word.starts_with("map_") => {
                self.unsupported(format!("`\\{word}`"), span)
            }
            _ if known_function(word) => {
                self.error(format!("`\\{word}` needs arguments"), span, None)
            }
            _ => {
                let message = format!("JML has no `\\{word}`");
                let help = similar_word(word);
                self.error(message, span, help)
            }
        }
    }

    /// The rounds of a loop that are over, which a ghost variable counts.
    fn count(&mut self, span: Span) -> Expr {
        let Some(counted) = &mut self.counted else {
            return self.unsupported("`\\count`", span);
        };
        counted.used = true;
        let variable = loops::counter(counted.statement);
        self.node(ExprKind::Local(variable), INT, span)
    }

    pub(super) fn function(&mut self, name: &str, arguments: &[Argument], span: Span) -> Expr {
        match name {
            "old" | "pre" => self.old(name, arguments, span),
            "fresh" => {
                let objects = self.values(arguments, span);
                if let Some(bad) = objects.iter().find(|e| e.ty == Type::Unknown) {
                    return self.poisoned(bad, span);
                }
                if let [Argument::Expr(_)] = arguments
                    && objects[0].ty == Type::LocSet
                    && self.site != Site::Requires
                {
                    return self.set_test(LocSetTest::Fresh, arguments, span);
                }
                if let Some(bad) = objects.iter().find(|e| !e.ty.is_reference()) {
                    let message = format!("expected an object, found {}", a(&bad.ty));
                    let span = bad.span;
                    return self.error(message, span, None);
                }
                match self.site {
                    Site::Ensures | Site::Signals | Site::Body | Site::Constraint => {
                        self.boolean(ExprKind::Fresh(objects), span)
                    }
                    _ => self.error("nothing is fresh here", span, None),
                }
            }
            "typeof" => match self.one(name, arguments, span) {
                Ok(value) => self.type_of(value, span),
                Err(wrong) => *wrong,
            },
            "type" => match arguments {
                [Argument::Type(ty)] if ty.name == "void" => {
                    self.node(ExprKind::TypeLiteral(None), Type::TypeValue, span)
                }
                [Argument::Type(written)] => match self.java_type(written) {
                    Some(ty) => self.node(ExprKind::TypeLiteral(Some(ty)), Type::TypeValue, span),
                    None => self.unknown_type(written, span),
                },
                _ => self.error("`\\type` needs one type", span, None),
            },
            "elemtype" => match self.one(name, arguments, span) {
                Ok(value) if value.ty == Type::TypeValue => {
                    let kind = ExprKind::ElementType(Box::new(value));
                    self.node(kind, Type::TypeValue, span)
                }
                Ok(value) if value.ty == Type::Unknown => self.poisoned(&value, span),
                Ok(value) => {
                    let message = format!("expected a type, found {}", a(&value.ty));
                    self.error(message, span, None)
                }
                Err(wrong) => *wrong,
            },
            "nonnullelements" => match self.one(name, arguments, span) {
                Ok(value) => self.non_null_elements(value, span),
                Err(wrong) => *wrong,
            },
            "invariant_for" | "inv" => match self.one(name, arguments, span) {
                Ok(value) => self.invariant_for(value, span),
                Err(wrong) => *wrong,
            },
            "static_invariant_for" => self.static_invariant_for(arguments, span),
            "not_modified" => match self.site {
                Site::Ensures | Site::Signals | Site::Body | Site::Constraint => {
                    let locations = self.location_arguments(arguments, span);
                    self.boolean(ExprKind::NotModified(locations), span)
                }
                _ => self.error("there is no earlier state here", span, None),
            },
            "reach" | "reachable" => self.reach(arguments, span),
            "disjoint" => self.set_test(LocSetTest::Disjoint, arguments, span),
            "subset" => self.set_test(LocSetTest::Subset, arguments, span),
            "new_elems_fresh" => self.set_test(LocSetTest::NewElementsFresh, arguments, span),
            _ if is_set_function(name) => {
                let location = self.set_function(name, arguments, span);
                self.location_value(location, span)
            }
            "java_math" => match self.one(name, arguments, span) {
                Ok(value) => value,
                Err(wrong) => *wrong,
            },
            _ if known_function(name) => self.unsupported(format!("`\\{name}`"), span),
            _ => {
                let message = format!("JML has no `\\{name}`");
                let help = similar_word(name);
                self.error(message, span, help)
            }
        }
    }

    fn values(&mut self, arguments: &[Argument], span: Span) -> Vec<Expr> {
        (arguments.iter())
            .map(|argument| match argument {
                Argument::Expr(expr) => self.expr(expr),
                Argument::Type(ty) => self.error("expected a value", ty.span, None),
                Argument::Fields(_, span) => self.error("expected a value", *span, None),
            })
            .chain(arguments.is_empty().then(|| {
                // Only reached without arguments.
                Expr {
                    kind: ExprKind::Unsupported("a function without arguments".to_owned()),
                    ty: Type::Unknown,
                    span,
                }
            }))
            .collect()
    }

    /// The only argument.
    fn one(&mut self, name: &str, arguments: &[Argument], span: Span) -> Result<Expr, Box<Expr>> {
        match arguments {
            [Argument::Expr(expr)] => Ok(self.expr(expr)),
            _ => {
                let wrong = self.error(format!("`\\{name}` needs one value"), span, None);
                Err(Box::new(wrong))
            }
        }
    }

    fn old(&mut self, name: &str, arguments: &[Argument], span: Span) -> Expr {
        if self.site == Site::Invariant {
            let message = "there is no earlier state here";
            return self.error(message, span, None);
        }
        let (value, state) = match arguments {
            [Argument::Expr(value)] => (value, OldState::Pre),
            [Argument::Expr(value), Argument::Expr(label)] if name == "old" => {
                let syntax::ExprKind::Name(label_name) = &label.kind else {
                    return self.error("expected a label", label.span, None);
                };
                match label_name.as_str() {
                    "Pre" | "Old" => (value, OldState::Pre),
                    "Here" | "LoopInit" | "LoopBodyBegin" | "LoopBodyEnd" => {
                        let what = format!("the state `{label_name}`");
                        return self.unsupported(what, span);
                    }
                    other if self.around.labels.iter().any(|l| l == other) => {
                        (value, OldState::Label(other.into()))
                    }
                    other => {
                        let message = format!("there is no label `{other}` here");
                        let labels = self.around.labels.iter().map(String::as_str);
                        let help = nearest(other, labels);
                        return self.error(message, label.span, help);
                    }
                }
            }
            _ => return self.error(format!("`\\{name}` needs one value"), span, None),
        };
        let outer = std::mem::replace(&mut self.earlier, true);
        let value = self.expr(value);
        self.earlier = outer;
        if value.ty == Type::Unknown {
            return self.poisoned(&value, span);
        }
        let ty = value.ty.clone();
        self.node(ExprKind::Old(Box::new(value), state), ty, span)
    }

    pub(super) fn type_of(&mut self, value: Expr, span: Span) -> Expr {
        match &value.ty {
            Type::Java(ty) if ty.is_primitive() => {
                let kind = ExprKind::TypeLiteral(Some(ty.clone()));
                self.node(kind, Type::TypeValue, span)
            }
            Type::Java(_) => self.node(ExprKind::TypeOf(Box::new(value)), Type::TypeValue, span),
            Type::Unknown => self.poisoned(&value, span),
            other => {
                let message = format!("{} has no type of Java", a(other));
                self.error(message, span, None)
            }
        }
    }

    fn non_null_elements(&mut self, value: Expr, span: Span) -> Expr {
        match &value.ty {
            Type::Java(FieldType::Array(element)) if element.is_reference() => {
                self.boolean(ExprKind::NonNullElements(Box::new(value)), span)
            }
            Type::Java(FieldType::Array(_)) => {
                // Numbers are never null, but the array may be.
                let null = Expr {
                    kind: ExprKind::Literal(Literal::Null),
                    ty: Type::Null,
                    span,
                };
                let op = crate::resolved::BinaryOp::NotEqual;
                let kind = ExprKind::Binary(op, Box::new(value), Box::new(null));
                self.boolean(kind, span)
            }
            Type::Unknown => self.poisoned(&value, span),
            Type::Java(_) => self.unsupported("`\\nonnullelements` of a collection", span),
            other => {
                let message = format!("expected an array, found {}", a(other));
                self.error(message, span, None)
            }
        }
    }

    pub(super) fn invariant_for(&mut self, value: Expr, span: Span) -> Expr {
        match &value.ty {
            Type::Java(ty) if ty.is_reference() => {
                self.boolean(ExprKind::InvariantFor(Box::new(value)), span)
            }
            Type::Unknown => self.poisoned(&value, span),
            other => {
                let message = format!("expected an object, found {}", a(other));
                self.error(message, span, None)
            }
        }
    }

    fn static_invariant_for(&mut self, arguments: &[Argument], span: Span) -> Expr {
        let ty = match arguments {
            [Argument::Expr(expr)] => match self.denoted(expr) {
                super::names::Denoted::Type(ty) => ty,
                _ => object(""),
            },
            _ => object(""),
        };
        match ty {
            FieldType::Object(class) if !class.is_empty() => {
                self.boolean(ExprKind::StaticInvariantFor(class), span)
            }
            _ => self.error("`\\static_invariant_for` needs a class", span, None),
        }
    }

    fn set_test(&mut self, test: LocSetTest, arguments: &[Argument], span: Span) -> Expr {
        let locations = self.location_arguments(arguments, span);
        let fits = match test {
            LocSetTest::Disjoint => locations.len() >= 2,
            LocSetTest::Subset | LocSetTest::Equal => locations.len() == 2,
            LocSetTest::NewElementsFresh | LocSetTest::Fresh => locations.len() == 1,
        };
        match fits {
            true => self.boolean(ExprKind::LocSetTest(test, locations), span),
            false => self.error("the number of arguments is wrong", span, None),
        }
    }

    pub(super) fn location_arguments(
        &mut self,
        arguments: &[Argument],
        span: Span,
    ) -> Vec<Location> {
        let mut locations = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Expr(expr) => locations.push(self.location(expr)),
                Argument::Type(_) | Argument::Fields(..) => {
                    self.error("expected a location", span, None);
                    locations.push(Location {
                        kind: LocationKind::Unsupported("no location".to_owned()),
                        span,
                    });
                }
            }
        }
        locations
    }
}

pub(super) fn is_set_function(name: &str) -> bool {
    matches!(
        name,
        "locset"
            | "singleton"
            | "set_union"
            | "union"
            | "intersect"
            | "set_minus"
            | "all_fields"
            | "all_elements"
            | "array_range"
            | "all_objects"
            | "reachLocs"
            | "reach_locs"
            | "storeref"
            | "infinite_union"
            | "fresh_locs"
            | "object_creation"
    )
}

const WORDS: &[&str] = &[
    "result",
    "old",
    "pre",
    "fresh",
    "typeof",
    "type",
    "elemtype",
    "nonnullelements",
    "invariant_for",
    "inv",
    "static_invariant_for",
    "not_modified",
    "reach",
    "disjoint",
    "subset",
    "new_elems_fresh",
    "forall",
    "exists",
    "sum",
    "product",
    "min",
    "max",
    "num_of",
    "nothing",
    "everything",
    "strictly_nothing",
    "locset",
    "singleton",
    "set_union",
    "intersect",
    "set_minus",
    "all_fields",
    "empty",
    "bigint",
    "real",
    "TYPE",
    "not_specified",
];

/// Functions of JML and of KeY that are read without being given a meaning.
/// What somebody may have meant who wrote this behind a backslash.
fn similar_word(word: &str) -> Option<String> {
    let meant = match word {
        "return" => Some("result"),
        _ => most_similar(word, WORDS.iter().copied()),
    };
    meant.map(|meant| did_you_mean(&format!("\\{meant}")))
}

/// What somebody may have meant who wrote this without a backslash.
pub(super) fn without_backslash(word: &str) -> Option<String> {
    // These are names of methods as well, and of quantifiers only.
    let doubtful = matches!(word, "min" | "max" | "sum" | "product");
    (WORDS.contains(&word) && !doubtful).then(|| did_you_mean(&format!("\\{word}")))
}

fn known_function(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "not_assigned",
        "only_assigned",
        "only_accessed",
        "only_called",
        "only_captured",
        "is_initialized",
        "space",
        "working_space",
        "duration",
        "lockset",
        "max",
        "min",
        "sum",
        "seq",
        "seq_get",
        "seq_length",
        "seq_concat",
        "seq_sub",
        "seq_put",
        "seq_reverse",
        "seq_singleton",
        "seq_empty",
        "seq_def",
        "indexOf",
        "index",
        "values",
        "map",
        "map_get",
        "map_put",
        "map_empty",
        "in_domain",
        "exclusive_lock",
        "spec_bigint_math",
        "safe_math",
        "bigint_math",
        "backup",
        "transactionUpdated",
        "choose",
        "let",
        "bsum",
        "count",
        "string_equal",
        "static_constraint_for",
        "key",
        "peer",
        "rep",
        "not_specified",
        "same",
        "such_that",
        "into",
        "concat",
        "nowarn",
        "nowarn_op",
        "warn",
        "warn_op",
        "erases",
        "dl_",
        "new",
    ];
    let families = ["dl_", "seq_", "map_"];
    WORDS.contains(&name)
        || OTHERS.contains(&name)
        || families.iter().any(|family| name.starts_with(family))
}
