//! Names of the JDK's classes as readers know them: `java.util.ArrayList` becomes `ArrayList` with an import, unless the
//! test means another class by that name.

use std::collections::{BTreeMap, BTreeSet};

/// Shortens qualified names of classes in packages of the JDK, and returns what has to be imported.
pub(crate) fn shorten(lines: &mut [&mut String], own_package: &str) -> BTreeSet<String> {
    let mut qualified: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut plain: BTreeSet<String> = BTreeSet::new();
    for line in lines.iter() {
        for name in names(line).into_iter().map(|(at, end)| &line[at..end]) {
            match class_of(name) {
                Some((package, class)) => {
                    let packages = qualified.entry(class.to_owned()).or_default();
                    packages.insert(package.to_owned());
                }
                None => {
                    let first = name.split('.').next().unwrap_or(name);
                    plain.insert(first.to_owned());
                }
            }
        }
    }
    // Of one name only one class can be meant, and `java.lang` is there already.
    qualified.retain(|class, packages| {
        packages.len() == 1 && (!plain.contains(class) || packages.contains("java.lang"))
    });
    let mut imports = BTreeSet::new();
    for line in lines {
        let mut short = String::with_capacity(line.len());
        let mut done = 0;
        for (at, end) in names(line) {
            let Some((package, class)) = class_of(&line[at..end]) else {
                continue;
            };
            if !qualified.get(class).is_some_and(|p| p.contains(package)) {
                continue;
            }
            short.push_str(&line[done..at]);
            done = at + package.len() + 1;
            if package != "java.lang" && package != own_package {
                imports.insert(format!("{package}.{class}"));
            }
        }
        short.push_str(&line[done..]);
        **line = short;
    }
    imports
}

/// Package and class of a qualified name of the JDK.
fn class_of(name: &str) -> Option<(&str, &str)> {
    if !name.starts_with("java.") {
        return None;
    }
    let starts_class = |part: &str| part.starts_with(|c: char| c.is_uppercase());
    let mut end = 0;
    for part in name.split('.') {
        if starts_class(part) {
            return Some((&name[..end - 1], part));
        }
        end += part.len() + 1;
    }
    None
}

/// Where names stand in a line, with the dots in them; not inside of literals and comments.
fn names(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut characters = line.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' => {
                let mut escaped = false;
                for (_, inside) in characters.by_ref() {
                    match inside {
                        _ if escaped => escaped = false,
                        '\\' => escaped = true,
                        end if end == c => break,
                        _ => {}
                    }
                }
            }
            '/' if line[at..].starts_with("//") => break,
            c if c.is_alphabetic() || c == '_' || c == '$' => {
                let mut end = at + c.len_utf8();
                while let Some((next, c)) = characters.peek().copied() {
                    if !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')) {
                        break;
                    }
                    end = next + c.len_utf8();
                    characters.next();
                }
                found.push((at, end));
            }
            // `3L` is no name, nor is what follows a dot after a bracket.
            c if c.is_ascii_digit() || c == '.' => {
                while let Some((_, c)) = characters.peek().copied() {
                    if !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')) {
                        break;
                    }
                    characters.next();
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[&str], expected: &[&str], imports: &[&str]) {
        let mut lines: Vec<String> = text.iter().map(|line| (*line).to_owned()).collect();
        let mut all: Vec<&mut String> = lines.iter_mut().collect();
        let found: Vec<String> = shorten(&mut all, "acme").into_iter().collect();
        assert_eq!(lines, expected);
        assert_eq!(found, imports);
    }

    #[test]
    fn classes_of_the_jdk_are_imported() {
        check(
            &["java.util.ArrayList<java.lang.String> a = new java.util.ArrayList<>();"],
            &["ArrayList<String> a = new ArrayList<>();"],
            &["java.util.ArrayList"],
        );
        check(
            &["assertThrows(java.io.IOException.class, () -> f(3L, 1.5e3, x.f().java));"],
            &["assertThrows(IOException.class, () -> f(3L, 1.5e3, x.f().java));"],
            &["java.io.IOException"],
        );
        check(
            &["java.util.Map.Entry e = java.time.LocalDate.of(1, 2, 3);"],
            &["Map.Entry e = LocalDate.of(1, 2, 3);"],
            &["java.time.LocalDate", "java.util.Map"],
        );
    }

    #[test]
    fn another_class_of_that_name_and_literals_stay() {
        check(
            &["List list = new List(java.util.List.of());"],
            &["List list = new List(java.util.List.of());"],
            &[],
        );
        check(
            &["java.util.Date a = new java.sql.Date(0);"],
            &["java.util.Date a = new java.sql.Date(0);"],
            &[],
        );
        check(
            &["f(\"java.util.List \\\" java.util.Set\", '\"'); // java.util.Map"],
            &["f(\"java.util.List \\\" java.util.Set\", '\"'); // java.util.Map"],
            &[],
        );
    }
}
