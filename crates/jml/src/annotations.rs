//! Finds the annotations among the comments of a file (JML reference manual, 4.4): `//@ …` and `/*@ … @*/`, perhaps with
//! keys as in `//+ESC@`. Annotations with nothing but white space and plain comments between them form a group, which
//! is read as one text: a clause may go on over several lines that begin with `//@`.

use crate::contract::Place;
use crate::diagnostic::{Diagnostic, Severity};
use source::{SourceFile, Span};
use std::path::Path;
use std::sync::Arc;

/// The keys that this tool answers to: it is a static checker.
const KEYS: &[&str] = &["CORTADO", "ESC"];

/// The text of one annotation, without what delimits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub start: usize,
    pub end: usize,
    /// From `/*@`: lines may begin with `@`.
    pub block: bool,
}

/// Annotations that are read as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub pieces: Vec<Piece>,
    /// From the first comment to the last.
    pub start: usize,
    pub end: usize,
}

pub fn find(file: &SourceFile, path: &Arc<Path>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Group> {
    let text = file.text();
    let mut groups: Vec<Group> = Vec::new();
    // Where the group that is open ended, plain comments behind it included.
    let mut open_until: Option<usize> = None;
    for comment in file.comments() {
        let near = open_until.is_some_and(|end| blank(text, end, comment.start));
        let piece = piece(text, *comment);
        match (piece, groups.last_mut()) {
            (Some(piece), Some(group)) if near => {
                group.pieces.push(piece);
                group.end = comment.end;
            }
            (Some(piece), _) => groups.push(Group {
                pieces: vec![piece],
                start: comment.start,
                end: comment.end,
            }),
            (None, _) => {
                if let Some(diagnostic) = nearly(file, *comment, path) {
                    diagnostics.push(diagnostic);
                }
                if !near {
                    open_until = None;
                    continue;
                }
            }
        }
        open_until = Some(comment.end);
    }
    groups
}

fn blank(text: &str, from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|t| t.trim().is_empty())
}

fn piece(text: &str, comment: Span) -> Option<Piece> {
    let whole = text.get(comment.start..comment.end)?;
    let block = whole.starts_with("/*");
    let inner = whole.get(2..)?;
    let keys = inner.find('@')?;
    if !enabled(&inner[..keys])? {
        return None;
    }
    let start = comment.start + 2 + keys;
    let body = &text[start..comment.end];
    let body = match block {
        true => body.strip_suffix("*/").unwrap_or(body),
        false => body,
    };
    let lead = body.len() - body.trim_start_matches('@').len();
    let tail = match block {
        true => body.trim_end_matches('@').len(),
        false => body.len(),
    };
    Some(Piece {
        start: start + lead,
        end: start + tail.max(lead),
        block,
    })
}

/// The length of `@` or `+KEY@` at the beginning of a comment's text, if it lets the comment count.
pub fn marker(inner: &str) -> Option<usize> {
    let keys = inner.find(['@', '\n'])?;
    let counts = inner[keys..].starts_with('@') && enabled(&inner[..keys])?;
    counts.then_some(keys + 1)
}

/// Whether keys such as `+ESC-RAC` let an annotation count: one of the positive ones must be known, if there are any,
/// and none of the negative ones. None if it is no list of keys.
fn enabled(mut keys: &str) -> Option<bool> {
    let (mut positive, mut wanted, mut refused) = (false, false, false);
    while let Some(sign) = keys.chars().next() {
        if sign != '+' && sign != '-' {
            return None;
        }
        let rest = &keys[1..];
        let length = rest.find(['+', '-']).unwrap_or(rest.len());
        let key = &rest[..length];
        if key.is_empty() || !key.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let known = KEYS.iter().any(|k| k.eq_ignore_ascii_case(key));
        if sign == '+' {
            positive = true;
            wanted |= known;
        } else {
            refused |= known;
        }
        keys = &rest[length..];
    }
    Some(!refused && (wanted || !positive))
}

/// `/* @ requires … @*/` is a plain comment, which its author rarely means.
fn nearly(file: &SourceFile, comment: Span, path: &Arc<Path>) -> Option<Diagnostic> {
    let inner = file.slice(comment).get(2..)?;
    let rest = inner.trim_start();
    let word = rest.strip_prefix('@')?.trim_start_matches('@').trim_start();
    let word = word
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let spaced = rest.len() < inner.len();
    if !spaced || !crate::parser::begins_clause(word) {
        return None;
    }
    Some(Diagnostic {
        severity: Severity::Warning,
        message: format!("this comment is no annotation, although it looks like `{word}`"),
        place: Place {
            file: path.clone(),
            span: comment,
        },
        help: Some("leave out the space before `@`".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let file = SourceFile::parse(text);
        let mut diagnostics = Vec::new();
        let groups = find(&file, &Arc::from(Path::new("A.java")), &mut diagnostics);
        let found: Vec<Vec<&str>> = (groups.iter())
            .map(|g| {
                let piece = |p: &Piece| text[p.start..p.end].trim();
                g.pieces.iter().map(piece).collect()
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn groups_and_keys() {
        check(
            "class A { //@ a\n //@ b\n // no\n /*@@ c @@*/ int x; /*@d*/ int y; //@e\n int z; }",
            &[&["a", "b", "c"], &["d"], &["e"]],
        );
        check("//+ESC@ a\n//-ESC@ b\n//+RAC@ c\n//-RAC@ d", &[&["a", "d"]]);
        check("/*+RAC+ESC@ a @*/ /** @b */ // @c", &[&["a"]]);
        check("/*@*/ /*@@*/ //@", &[&["", "", ""]]);
        check("String s = \"//@ a\"; // x@y.z", &[]);
    }
}
