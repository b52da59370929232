//! Where an instruction comes from: the file as the user named it, and the statement or expression in it.

use bounded::program::Program;
use classpath::ClassFile;
use outcome::Place;
use source::{Position, SourceFile, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Files = [(PathBuf, SourceFile)];

/// The line of an instruction.
pub fn line(program: &Program, class: &ClassFile, method: usize, pc: u32) -> Place {
    let info = &class.methods[method];
    let mut place = Place::new(class.name.replace('/', "."), &*info.name);
    place.file = match program.classpath.source_file(class) {
        Some(path) => Some(path.display().to_string()),
        None => class.source_file.as_ref().map(|file| file.to_string()),
    };
    place.line = info.code.as_ref().and_then(|code| code.line_at(pc));
    place
}

/// The place of an instruction, as exactly as it can be told.
pub fn place(
    program: &Program,
    sources: &Files,
    class: &Arc<ClassFile>,
    method: usize,
    pc: u32,
) -> Place {
    let place = line(program, class, method, pc);
    let path = program.classpath.source_file(class);
    let file = path.and_then(|path| file(sources, &path));
    let Some((file, code)) = file.zip(class.methods[method].code.as_ref()) else {
        return place;
    };
    let span = match program.marks.is_marked(class) {
        // It was compiled from a text with other columns.
        true => place.line.and_then(|line| only_statement(file, line)),
        false => code.range_at(pc).and_then(|range| {
            let from = Position {
                line: range.start_line,
                column: range.start_column,
            };
            let to = Position {
                line: range.end_line,
                column: range.end_column,
            };
            file.span(from, to)
        }),
    };
    let Some(span) = span else {
        return place;
    };
    let Span { from, to, .. } = dereference(file, span, class, method, pc).unwrap_or(span);
    place.span(from.line, from.column, to.line, to.column)
}

/// The source text of a place: of the range, or else of the line.
pub fn text(sources: &Files, place: &Place) -> Option<String> {
    let file = file(sources, Path::new(place.file.as_deref()?))?;
    let line = place.line?;
    let range = (place.column.zip(place.end_line)).zip(place.end_column);
    let text = match range {
        Some(((column, end_line), end_column)) => {
            let to = Position {
                line: end_line,
                column: end_column,
            };
            file.one_line(file.span(Position { line, column }, to)?)
        }
        None => file.line(line)?.trim().to_owned(),
    };
    let shown: String = text.chars().take(WIDTH).collect();
    Some(match shown.len() < text.len() {
        true => format!("{shown}…"),
        false => shown,
    })
}

/// The most characters of a statement that are shown.
const WIDTH: usize = 100;

pub fn file<'f>(files: &'f Files, path: &Path) -> Option<&'f SourceFile> {
    let found = files.iter().find(|(known, _)| known == path);
    found.map(|(_, file)| file)
}

/// The statement that begins on a line, if no other one is there.
fn only_statement(file: &SourceFile, line: u32) -> Option<Span> {
    let mut here = (file.statements().iter()).filter(|one| one.span.from.line == line);
    let only = here.next()?.span;
    here.next().is_none().then_some(only)
}

/// The part of a statement that looks into an object or array, `a.next` in `x = a.next.value`, if it can be made out: class
/// files tell no more than the statement, but the code says what it looks into.
fn dereference(
    file: &SourceFile,
    statement: Span,
    class: &ClassFile,
    method: usize,
    pc: u32,
) -> Option<Span> {
    let message = ir::null_message(class, &class.methods[method], pc)?;
    let (action, cause) = message.split_once(" because ")?;
    let (lead, object) = cause.strip_suffix("\" is null")?.split_once('"')?;
    let member = if action.ends_with("array length") {
        Some("length")
    } else if action.ends_with(" array") {
        None
    } else {
        let named = action.split('"').nth(1)?.split('(').next()?;
        Some(named.rsplit('.').next().unwrap_or(named))
    };
    let (call, object) = match object.split_once(')') {
        Some((call, rest)) if !call.contains('[') => {
            let name = call.split('(').next()?;
            (name.rsplit('.').next(), rest)
        }
        None if lead.is_empty() => (None, object),
        _ => return None,
    };
    if object.contains(['(', '<']) || object.contains("...") {
        return None;
    }
    let own = format!("{}.", class.name.replace('/', "."));
    let shorter = ["this.", &*own].map(|prefix| object.strip_prefix(prefix));
    let all = tokens(file.slice(statement));
    let mut found = Vec::new();
    for object in [Some(object)].into_iter().chain(shorter).flatten() {
        let mut wanted: Vec<&str> = call.into_iter().chain(call.map(|_| "()")).collect();
        wanted.extend(tokens(object).into_iter().map(|(_, word)| word));
        match member {
            Some(member) => wanted.extend([".", member]),
            None => wanted.push("[]"),
        }
        for at in 0..all.len() {
            let begins = at == 0 || all[at - 1].1 != "." || call.is_some();
            if begins && let Some(end) = matched(&all, at, &wanted) {
                found.push((at, end));
            }
        }
    }
    let [(first, end)] = found[..] else {
        return None;
    };
    let (last, word) = all[end - 1];
    Some(file.span_of(
        statement.start + all[first].0,
        statement.start + last + word.len(),
    ))
}

/// The end of what is wanted, if it begins at a token; `()` and `[]` stand for brackets with anything in them.
fn matched(all: &[(usize, &str)], at: usize, wanted: &[&str]) -> Option<usize> {
    let mut at = at;
    for word in wanted {
        if !matches!(*word, "()" | "[]") {
            (all.get(at)?.1 == *word).then_some(())?;
            at += 1;
            continue;
        }
        let (open, close) = word.split_at(1);
        (all.get(at)?.1 == open).then_some(())?;
        let mut depth = 0;
        loop {
            let (_, token) = all.get(at)?;
            depth += i32::from(*token == open) - i32::from(*token == close);
            at += 1;
            if depth == 0 {
                break;
            }
        }
    }
    Some(at)
}

/// Words and signs with their offsets, without white space and comments.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' || first == '\'' {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, c)| {
                let ends = *c == first && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |(end, _)| end + 1)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let is_comment = rest.starts_with("//") || rest.starts_with("/*");
        if !is_comment && !first.is_whitespace() {
            found.push((at, &rest[..length]));
        }
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn tokens() {
        let words = |text| -> Vec<&str> { super::tokens(text).into_iter().map(|t| t.1).collect() };
        assert_eq!(words("a.b /* c */[1] // d"), ["a", ".", "b", "[", "1", "]"]);
        assert_eq!(
            words(r#"f("a\"b", 'c')"#),
            ["f", "(", r#""a\"b""#, ",", "'c'", ")"]
        );
    }
}
