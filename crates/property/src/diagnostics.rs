//! What is wrong with a property file, and where: every complaint has a place in the text and, where one is known, a way
//! out.

use std::fmt::Write;

/// Bytes of the text, end exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The property cannot be used.
    Error,
    /// It can, but probably does not mean what its author wanted.
    Warning,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    pub hint: Option<String>,
}

impl Span {
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            hint: None,
        }
    }

    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint where there is one.
    pub fn maybe_hint(mut self, hint: Option<String>) -> Diagnostic {
        self.hint = hint.or(self.hint);
        self
    }

    /// Line and column, both from 1; columns are characters.
    pub fn position(&self, text: &str) -> (usize, usize) {
        position(text, self.span.start)
    }

    /// The complaint with its place and the line of the text that it is about.
    pub fn render(&self, file: &str, text: &str) -> String {
        let (line, column) = self.position(text);
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let source = text.lines().nth(line - 1).unwrap_or_default();
        // Tabs would put the mark elsewhere on every terminal.
        let shown: String = source.chars().map(plain).collect();
        let left = column - 1;
        let inside = text.get(self.span.start..self.span.end).unwrap_or_default();
        let marked = inside.lines().next().unwrap_or_default().chars().count();
        let room = shown.chars().count().saturating_sub(left).max(1);
        let marks = "^".repeat(marked.clamp(1, room));
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let mut out = String::new();
        let _ = writeln!(out, "{kind}: {}", self.message);
        let _ = writeln!(out, "{gutter}--> {file}:{line}:{column}");
        let _ = writeln!(out, "{gutter} |");
        let _ = writeln!(out, "{number} | {shown}");
        let _ = writeln!(out, "{gutter} | {}{marks}", " ".repeat(left));
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "{gutter} = hint: {hint}");
        }
        out
    }
}

fn plain(c: char) -> char {
    match c.is_control() {
        true => ' ',
        false => c,
    }
}

fn position(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// "did you mean `next`?", where a name is close to one that exists.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let allowed = match name.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for other in known {
        let distance = match other.eq_ignore_ascii_case(name) {
            true => 0,
            false => distance(name, other),
        };
        let better = best.is_none_or(|(least, chosen)| (distance, other) < (least, chosen));
        if other != name && distance <= allowed && distance < other.chars().count() && better {
            best = Some((distance, other));
        }
    }
    best.map(|(_, other)| format!("did you mean `{other}`?"))
}

/// Levenshtein's.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(x != *y))
                .min(above + 1)
                .min(row[j] + 1);
            corner = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_shows_its_line() {
        let text = "property x\n\tevent é = befor i.next()\n";
        let start = text.find("befor").unwrap();
        let span = Span {
            start,
            end: start + 5,
        };
        let shown = Diagnostic::error(span, "unexpected `befor`")
            .maybe_hint(did_you_mean("befor", ["after", "before"]))
            .render("a.prop", text);
        let expected = "\
error: unexpected `befor`
 --> a.prop:2:12
  |
2 |  event é = befor i.next()
  |            ^^^^^
  = hint: did you mean `before`?
";
        assert_eq!(shown, expected);
    }

    #[test]
    fn hints_are_close() {
        let known = ["next", "hasNext", "remove", "i"];
        assert_eq!(
            did_you_mean("nxt", known).as_deref(),
            Some("did you mean `next`?")
        );
        assert_eq!(
            did_you_mean("hasnext", known).as_deref(),
            Some("did you mean `hasNext`?")
        );
        assert_eq!(did_you_mean("close", known), None);
        assert_eq!(did_you_mean("j", known), None);
    }
}
