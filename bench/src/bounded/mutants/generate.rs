//! Mutants of a source: one operator exchanged, one constant off by one, one condition the other way round, or one
//! statement dropped, in the body of a method. What is written in comments, JML among it, stays as it is.

use source::{SourceFile, Span, StatementKind};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The directory of the program and its file.
    pub file: String,
    /// From 1.
    pub line: u32,
    pub column: u32,
    /// `C.m`, and whether that is a name that a user may give: methods of nested classes are.
    pub method: String,
    pub what: String,
    /// The file as it is then.
    pub text: String,
}

impl Mutant {
    /// Tells it from all others.
    pub fn name(&self) -> String {
        let Mutant {
            file, line, column, ..
        } = self;
        format!("{file}:{line}:{column} {}", self.what)
    }
}

/// Longer ones come before those that they begin with.
const OPERATORS: [(&str, Option<&str>); 24] = [
    ("->", None),
    ("<<", None),
    (">>", None),
    ("<=", Some("<")),
    (">=", Some(">")),
    ("==", Some("!=")),
    ("!=", Some("==")),
    ("&&", Some("||")),
    ("||", Some("&&")),
    ("++", Some("--")),
    ("--", Some("++")),
    ("+=", Some("-=")),
    ("-=", Some("+=")),
    ("*=", None),
    ("/=", None),
    ("%=", None),
    ("<", Some("<=")),
    (">", Some(">=")),
    ("+", Some("-")),
    ("-", Some("+")),
    ("*", Some("+")),
    ("/", Some("*")),
    ("%", Some("/")),
    ("&", None),
];

/// All mutants of a file, in the order of their places.
pub fn mutants(file: &str, text: &str) -> Vec<Mutant> {
    let source = SourceFile::parse(text);
    let mut found: Vec<Mutant> = Vec::new();
    for method in source.methods() {
        let (Some(body), Some(class)) = (method.body, &method.class) else {
            continue;
        };
        let mut add = |span: Span, with: &str, what: String| {
            let mut changed = text.to_owned();
            changed.replace_range(span.start..span.end, with);
            if changed == text || found.iter().any(|known| known.text == changed) {
                return;
            }
            found.push(Mutant {
                file: file.to_owned(),
                line: span.from.line,
                column: span.from.column,
                method: format!("{}.{}", class.replace('$', "."), method.name),
                what,
                text: changed,
            });
        };
        for (start, end) in tokens(&source, body) {
            let span = source.span_of(start, end);
            for (with, what) in exchanges(&text[start..end]) {
                add(span, &with, what);
            }
        }
        let within = |span: Span| body.start < span.start && span.end < body.end;
        for statement in source.statements() {
            if !within(statement.span) {
                continue;
            }
            if let Some(condition) = statement.condition {
                let said = source.slice(condition);
                let what = format!("not ({})", source.one_line(condition));
                add(condition, &format!("!({said})"), what);
            }
            if statement.kind == StatementKind::Simple {
                let what = format!("without {}", source.one_line(statement.span));
                add(statement.span, ";", what);
            }
        }
    }
    found.sort_by_key(|mutant| (mutant.line, mutant.column));
    found
}

/// What a token is exchanged with, and how that is called.
fn exchanges(token: &str) -> Vec<(String, String)> {
    let to = |with: String| {
        let what = format!("{token} to {with}");
        (with, what)
    };
    if let Ok(number) = token.parse::<u32>() {
        let more = number.checked_add(1).map(|more| to(more.to_string()));
        let less = number.checked_sub(1).map(|less| to(less.to_string()));
        return more.into_iter().chain(less).collect();
    }
    match token {
        "true" => vec![to("false".into())],
        "false" => vec![to("true".into())],
        _ => {
            let known = OPERATORS.iter().find(|(operator, _)| *operator == token);
            let with = known.and_then(|(_, with)| *with);
            with.map(|with| to(with.to_owned())).into_iter().collect()
        }
    }
}

/// Operators, numbers and words of a body, outside of comments and of literals of text.
fn tokens(source: &SourceFile, body: Span) -> Vec<(usize, usize)> {
    let text = source.text();
    let mut found = Vec::new();
    let mut at = body.start;
    while at < body.end {
        let comment = source.comments().iter();
        if let Some(comment) = comment.clone().find(|c| c.start <= at && at < c.end) {
            at = comment.end;
            continue;
        }
        let rest = &text[at..body.end];
        let Some(first) = rest.chars().next() else {
            break;
        };
        let length = if first == '"' || first == '\'' {
            literal(rest, first)
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            let operator = OPERATORS.iter().find(|(text, _)| rest.starts_with(text));
            operator.map_or(first.len_utf8(), |(text, _)| text.len())
        };
        found.push((at, at + length));
        at += length;
    }
    found
}

/// The length of a literal that begins here.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_change_and_contracts_do_not() {
        let text = "class A {\n  int f;\n  /*@ ensures \\result < 1; @*/\n  int m(int a) {\n    \
                    // a < b\n    if (a < 10) {\n      f = a;\n    }\n    return a;\n  }\n}\n";
        let found = mutants("a/A.java", text);
        let names: Vec<String> = found.iter().map(Mutant::name).collect();
        assert_eq!(
            names,
            [
                "a/A.java:6:9 not (a < 10)",
                "a/A.java:6:11 < to <=",
                "a/A.java:6:13 10 to 11",
                "a/A.java:6:13 10 to 9",
                "a/A.java:7:7 without f = a;",
            ]
        );
        assert!(found.iter().all(|mutant| mutant.method == "A.m"));
        assert!(found[4].text.contains("      ;\n"), "{}", found[4].text);
        assert!(
            found
                .iter()
                .all(|mutant| mutant.text.contains("\\result < 1"))
        );
    }

    #[test]
    fn nothing_changes_within_text() {
        let text = "class A { String m() { return \"a < \\\" 1\" + '+'; } }";
        let found = mutants("a/A.java", text);
        let names: Vec<&str> = found.iter().map(|mutant| &*mutant.what).collect();
        assert_eq!(names, ["+ to -"]);
    }
}
