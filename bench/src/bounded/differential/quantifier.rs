//! Quantifiers of contracts over objects and over integers.

use super::formula::Formula;

/// `(\forall Node n; range; body)` and its relatives over objects.
pub fn over_objects(
    kind: Kind,
    class: &str,
    name: &str,
    range: Option<&Formula>,
    body: &Formula,
) -> Formula {
    let always = Formula::same("true");
    let java = |pre: bool, range: &str, body: &str| {
        format!(
            "R.{}({pre}, {class}.class, {name} -> {range}, {name} -> {body})",
            kind.java()
        )
    };
    let shown = range.map(|r| format!("{}; ", r.jml)).unwrap_or_default();
    let range = range.unwrap_or(&always);
    // A count is a long.
    let int = if kind == Kind::Count { "(int) " } else { "" };
    Formula {
        jml: format!(
            "({int}(\\{} {class} {name}; {shown}{}))",
            kind.jml(),
            body.jml
        ),
        now: java(false, &range.now, &body.now),
        pre: java(true, &range.pre, &body.pre),
    }
}

/// The same over integers.
pub fn over_ints(kind: Kind, name: &str, range: &Formula, body: &Formula) -> Formula {
    let java = |range: &str, body: &str| {
        format!(
            "R.{}{name} -> {range}, {name} -> {body})",
            kind.java_of_ints()
        )
    };
    let int = if kind == Kind::Count { "(int) " } else { "" };
    Formula {
        jml: format!(
            "({int}(\\{} int {name}; {}; {}))",
            kind.jml(),
            range.jml,
            body.jml
        ),
        now: java(&range.now, &body.now),
        pre: java(&range.pre, &body.pre),
    }
}

/// The same over the constants of the enum; in Java, by their numbers.
pub fn over_constants(kind: Kind, name: &str, body: &Formula) -> Formula {
    let java = |body: &str| {
        let range = format!("0 <= {name} && {name} < Color.values().length");
        format!(
            "R.{}{name} -> {range}, {name} -> {body})",
            kind.java_of_ints()
        )
    };
    Formula {
        jml: format!("(\\{} Color {name}; {})", kind.jml(), body.jml),
        now: java(&body.now),
        pre: java(&body.pre),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Forall,
    Exists,
    Count,
    Sum,
    Min,
    Max,
}

impl Kind {
    fn jml(self) -> &'static str {
        match self {
            Kind::Forall => "forall",
            Kind::Exists => "exists",
            Kind::Count => "num_of",
            Kind::Sum => "sum",
            Kind::Min => "min",
            Kind::Max => "max",
        }
    }

    fn java(self) -> &'static str {
        match self {
            Kind::Forall => "forall",
            Kind::Exists => "exists",
            _ => "count",
        }
    }

    fn java_of_ints(self) -> &'static str {
        match self {
            Kind::Forall => "forall(",
            Kind::Exists => "exists(",
            Kind::Count => "count(",
            Kind::Sum => "sum(",
            Kind::Min => "extreme(true, ",
            Kind::Max => "extreme(false, ",
        }
    }
}
