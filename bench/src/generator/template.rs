//! Scenario templates: Java text with holes. A scenario file holds several, each introduced by `=== name [features]`,
//! then members of the program's class, then `---` and the body of the unit's method. After a line `+++ 12 30` come
//! statements of one line each, of which between 12 and 30 are drawn, with repetition, each with its holes filled anew and
//! its exceptions caught and printed.
//!
//! Holes, filled from left to right:
//!
//! | hole | becomes |
//! |---|---|
//! | `$U`, `$u` | the unit's prefix for classes and for methods and fields |
//! | `${int}`, `${String}`, … | a random literal of that type |
//! | `${e int}`, `${e2 int}` | a random expression of that type, of depth 2 or as given |
//! | `${n 3 8}` | a number from 3 to 8 |
//! | `${pick a @ b @ c}` | one of the alternatives, which may have holes themselves |
//! | `${let x HOLE}`, `${x}` | the first remembers what HOLE became, the second repeats it |
//! | `${word}` | a lower-case word |
//! | `${times 900 TEXT}` | the text so many times, its holes filled each time anew |
//! | `${stmts 3}` | random statements, in a scope of their own |
//! | `${text}`, `${regex}`, `${v Integer}`, … | a value for the library, see `values.rs` |
//!
//! A line that starts with `?` is kept in half of the programs. Body lines that start with `out(` or `line(` at the
//! method's top level count as statements that shrinking may leave out.

use std::collections::BTreeMap;

use super::context::Context;
use super::types::{Ty, word};
use super::unit::Unit;
use super::values;

/// A scenario as read from its file.
#[derive(Debug, Clone, Copy)]
pub struct Scenario {
    pub name: &'static str,
    features: &'static str,
    members: &'static str,
    body: &'static str,
    draws: Option<Draws>,
}

/// Statements to draw from, and how often at least and at most.
#[derive(Debug, Clone, Copy)]
struct Draws {
    low: i64,
    high: i64,
    lines: &'static str,
}

impl Scenario {
    /// The features without which this scenario is left out.
    pub fn features(&self) -> impl Iterator<Item = &'static str> {
        self.features.split_whitespace()
    }

    /// Fills the holes.
    pub fn expand(&self, c: &mut Context<'_>) -> Unit {
        let mut names = BTreeMap::new();
        let members = indented(&fill(self.members, c, &mut names), 1);
        let body = indented(&fill(self.body, c, &mut names), 2);
        let mut kept = String::new();
        for line in body.lines() {
            let statement = line.trim_start();
            let top = line.len() - statement.len() == 8;
            let droppable = top
                && statement.ends_with(';')
                && (statement.starts_with("out(") || statement.starts_with("line("));
            if !droppable || c.keep_statement() {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        if let Some(draws) = &self.draws {
            draws.expand(c, &mut names, &mut kept);
        }
        Unit {
            name: self.name.to_string(),
            members,
            body: kept,
        }
    }
}

impl Draws {
    fn expand(&self, c: &mut Context<'_>, names: &mut Names, kept: &mut String) {
        let lines: Vec<&str> = self.lines.lines().filter(|line| !line.is_empty()).collect();
        // With inputs every statement may split the paths, so there are fewer of them.
        let (low, high) = match c.inputs {
            [] => (self.low, self.high),
            _ => (3, 8),
        };
        for number in 0..c.random.range(low, high) {
            let mut text = String::new();
            fill_line(c.random.pick(&lines), c, names, &mut text);
            if c.keep_statement() {
                kept.push_str(&format!(
                    "        try {{ {text} }} catch (Throwable thrown) {{ caught(\"d{number}\", thrown); }}\n"
                ));
            }
        }
    }
}

/// Reads the scenarios of one file. Malformed text is a bug of this crate, found by its tests; it yields a message here
/// so that the test can name the place.
pub fn parse(file: &'static str) -> Result<Vec<Scenario>, String> {
    let mut scenarios = Vec::new();
    for text in file.split("\n=== ").skip(1) {
        let (head, rest) = text.split_once('\n').ok_or("a scenario without text")?;
        let (name, features) = head
            .split_once(" [")
            .and_then(|(name, rest)| Some((name, rest.trim_end().strip_suffix(']')?)))
            .ok_or_else(|| format!("`=== {head}` should read `=== name [features]`"))?;
        let (members, body) = match rest.strip_prefix("---\n") {
            Some(body) => ("", body),
            None => rest
                .split_once("\n---\n")
                .ok_or_else(|| format!("scenario `{name}` has no `---` line"))?,
        };
        let (body, draws) = match body.split_once("+++ ") {
            Some((body, drawn)) => (body, Some(parse_draws(name, drawn)?)),
            None => (body, None),
        };
        scenarios.push(Scenario {
            name,
            features,
            members,
            body,
            draws,
        });
    }
    Ok(scenarios)
}

fn parse_draws(name: &str, text: &'static str) -> Result<Draws, String> {
    let (head, lines) = text.split_once('\n').unwrap_or((text, ""));
    let bounds = head
        .split_once(' ')
        .and_then(|(low, high)| Some((low.parse().ok()?, high.trim_end().parse().ok()?)));
    match bounds {
        Some((low, high)) if !lines.trim().is_empty() => Ok(Draws { low, high, lines }),
        _ => Err(format!(
            "scenario `{name}`: `+++ {head}` should read `+++ LEAST MOST`, with statements below it"
        )),
    }
}

fn indented(text: &str, levels: usize) -> String {
    let pad = "    ".repeat(levels);
    let mut result = String::new();
    // Text blocks keep their relative indentation, so adding the same everywhere does not change their value.
    for line in text.lines() {
        if !line.trim().is_empty() {
            result.push_str(&pad);
            result.push_str(line);
        }
        result.push('\n');
    }
    result
}

type Names = BTreeMap<String, String>;

fn fill(text: &str, c: &mut Context<'_>, names: &mut Names) -> String {
    let mut result = String::new();
    for line in text.lines() {
        let line = match line.strip_prefix('?') {
            Some(line) if c.random.chance(50) => line,
            Some(_) => continue,
            None => line,
        };
        fill_line(line, c, names, &mut result);
        result.push('\n');
    }
    result
}

fn fill_line(line: &str, c: &mut Context<'_>, names: &mut Names, result: &mut String) {
    let mut rest = line;
    while let Some(start) = rest.find('$') {
        result.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        if let Some(hole) = after.strip_prefix('{') {
            let end = closing(hole);
            result.push_str(&fill_hole(&hole[..end], c, names));
            rest = hole.get(end + 1..).unwrap_or("");
        } else if let Some(next) = after.strip_prefix('U') {
            result.push_str(&format!("U{}", c.unit));
            rest = next;
        } else if let Some(next) = after.strip_prefix('u') {
            result.push_str(&format!("u{}", c.unit));
            rest = next;
        } else {
            result.push('$');
            rest = after;
        }
    }
    result.push_str(rest);
}

/// Where the hole that starts `text` ends, holes inside it skipped.
fn closing(text: &str) -> usize {
    let mut depth = 0usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return index,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// What stands between the ` @ ` of a pick, those of holes inside it left alone.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'@' if depth == 0 && index > start && text[..index].ends_with(' ') => {
                if let Some(next) = text[index..].strip_prefix("@ ") {
                    found.push(&text[start..index - 1]);
                    start = text.len() - next.len();
                }
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

fn fill_hole(hole: &str, c: &mut Context<'_>, names: &mut Names) -> String {
    let (head, tail) = hole.split_once(' ').unwrap_or((hole, ""));
    if tail.is_empty()
        && let Some(value) = names.get(head)
    {
        return value.clone();
    }
    if let Some(name) = filled_by_input(head, tail, c, names) {
        return name.to_string();
    }
    match head {
        "n" => {
            let mut bounds = tail
                .split_whitespace()
                .filter_map(|word| word.parse::<i64>().ok());
            match (bounds.next(), bounds.next()) {
                (Some(low), Some(high)) => c.random.range(low, high).to_string(),
                _ => malformed(hole),
            }
        }
        "pick" => {
            let alternatives = alternatives(tail);
            let chosen = c.random.pick(&alternatives);
            let mut result = String::new();
            fill_line(chosen, c, names, &mut result);
            result
        }
        "let" => match tail.split_once(' ') {
            Some((name, inner)) => {
                let value = fill_hole(inner, c, names);
                names.insert(name.to_string(), value);
                String::new()
            }
            None => malformed(hole),
        },
        "times" => match tail
            .split_once(' ')
            .map(|(count, text)| (count.parse::<usize>(), text))
        {
            Some((Ok(count), text)) => {
                let mut result = String::new();
                for _ in 0..count {
                    fill_line(text, c, names, &mut result);
                    result.push('\n');
                }
                result
            }
            _ => malformed(hole),
        },
        "vs" => {
            let count = c.random.below(7);
            let hole = format!("v {tail}");
            let values: Vec<String> = (0..count).map(|_| fill_hole(&hole, c, names)).collect();
            values.join(", ")
        }
        "word" => word(&mut c.random),
        "stmts" => match tail.parse() {
            Ok(count) => format!("\n{}", c.statements(count, 1, 1)),
            Err(_) => malformed(hole),
        },
        "e" | "e1" | "e2" | "e3" => match Ty::named(tail) {
            Some(ty) => {
                let depth = head[1..].parse().unwrap_or(2);
                c.expression(ty, depth)
            }
            None => malformed(hole),
        },
        _ => match Ty::named(head) {
            Some(ty) if tail.is_empty() => ty.literal(&mut c.random),
            _ => {
                let mut argument = String::new();
                fill_line(tail, c, names, &mut argument);
                values::value(head, &argument, &mut c.random).unwrap_or_else(|| malformed(hole))
            }
        },
    }
}

/// The input that fills a hole, in programs that have inputs.
fn filled_by_input(
    head: &str,
    tail: &str,
    c: &mut Context<'_>,
    names: &mut Names,
) -> Option<&'static str> {
    if c.inputs.is_empty() {
        return None;
    }
    let mut argument = String::new();
    fill_line(tail, c, names, &mut argument);
    match (head, argument.as_str()) {
        ("v", ty) => c.input(ty),
        (head, "") => c.input(head),
        _ => None,
    }
}

/// Stands in for a hole that says nothing; javac rejects it, and the test over all scenarios looks for it.
fn malformed(hole: &str) -> String {
    format!("#malformed hole `{hole}`#")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::features::Features;
    use super::super::random::Random;
    use super::*;

    fn filled(text: &str) -> String {
        let dropped = BTreeSet::new();
        let mut c = Context::new(Random::new(1, 1), Features::all(), 4, &dropped);
        fill(text, &mut c, &mut BTreeMap::new())
    }

    #[test]
    fn holes_are_filled() {
        assert_eq!(
            filled("class $UA { int $u_x; }"),
            "class U4A { int u4_x; }\n"
        );
        assert_eq!(filled("${let k n 3 3}${k} ${k}"), "3 3\n");
        assert_eq!(filled("${pick ${n 7 7} @ ${n 7 7}}"), "7\n");
        assert_eq!(
            alternatives("a @ ${pick b @ c}d @ @ @ e"),
            ["a", "${pick b @ c}d", "@", "e"]
        );
        assert_eq!(alternatives(" @ x"), ["", "x"]);
        assert!(filled("${nonsense}").contains("malformed"));
    }
}
