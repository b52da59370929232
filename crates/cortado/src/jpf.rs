//! The configuration files of Java PathFinder as targets: the class whose `main` runs, its arguments, where classes are,
//! and which arguments of which methods become symbolic. Keys that mean nothing here are noted, not refused.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a file asks for.
#[derive(Debug, Default, PartialEq)]
pub struct Jpf {
    pub target: Option<String>,
    pub args: Vec<String>,
    /// Directories and jars, relative to the file's own directory.
    pub classpath: Vec<PathBuf>,
    pub sourcepath: Vec<PathBuf>,
    /// As `--symbolic` takes them.
    pub symbolic: Vec<String>,
    /// Keys that were not looked at.
    pub ignored: Vec<String>,
}

pub fn is_jpf(target: &Path) -> bool {
    target.extension().is_some_and(|end| end == "jpf")
}

/// Reads a file; `definitions` are the values of `${name}`.
pub fn read(file: &Path, definitions: &[(String, String)]) -> Result<Jpf, Failure> {
    let bytes = std::fs::read(file)
        .map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    parse(&text, directory, definitions)
        .map_err(|(line, what)| Failure::usage(format!("{}:{line}: {what}", file.display())))
}

type Problem = (usize, String);

fn parse(text: &str, directory: &Path, definitions: &[(String, String)]) -> Result<Jpf, Problem> {
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    let mut order: Vec<(String, usize)> = Vec::new();
    values.insert(
        "config_path".to_owned(),
        directory.to_string_lossy().into_owned(),
    );
    for (name, value) in definitions {
        values.insert(name.clone(), value.clone());
    }
    for (line, text) in logical_lines(text) {
        if text.starts_with(['#', '!']) || text.starts_with("//") {
            continue;
        }
        let Some((key, value)) = text.split_once('=') else {
            return Err((line, format!("expected `key = value`, found `{text}`")));
        };
        let key = key.trim_end();
        let (key, appends) = match key.strip_suffix('+') {
            Some(key) => (key.trim_end(), true),
            None => (key, false),
        };
        if key.is_empty() || key.contains(char::is_whitespace) {
            return Err((line, format!("expected `key = value`, found `{text}`")));
        }
        // What the command line defines wins over the file.
        if definitions.iter().any(|(name, _)| name == key) {
            continue;
        }
        let looked_at = is_known(key);
        let value = match expand(value.trim(), &values) {
            Ok(value) => value,
            Err(what) if looked_at => return Err((line, what)),
            Err(_) => value.trim().to_owned(),
        };
        let value = match values.get(key) {
            Some(before) if appends => format!("{before}{value}"),
            _ => value,
        };
        values.insert(key.to_owned(), value);
        if !order.iter().any(|(known, _)| known == key) {
            order.push((key.to_owned(), line));
        }
    }
    for (name, _) in definitions.iter().filter(|(name, _)| is_known(name)) {
        order.push((name.clone(), 0));
    }
    let mut jpf = Jpf::default();
    let paths = |value: &str| -> Vec<PathBuf> {
        value
            .split([',', ';', ':'])
            .map(str::trim)
            .filter(|path| !path.is_empty())
            .map(|path| directory.join(path))
            .collect()
    };
    for (key, line) in order {
        let value = values.get(&key).cloned().unwrap_or_default();
        match key.as_str() {
            "target" => jpf.target = Some(value).filter(|target| !target.is_empty()),
            "target.args" | "target_args" => {
                jpf.args = value.split(',').map(|arg| arg.trim().to_owned()).collect();
                if value.is_empty() {
                    jpf.args.clear();
                }
            }
            "classpath" => jpf.classpath = paths(&value),
            "sourcepath" => jpf.sourcepath = paths(&value),
            "symbolic.method" => {
                jpf.symbolic = split_methods(&value).map_err(|what| (line, what))?
            }
            _ => jpf.ignored.push(key),
        }
    }
    Ok(jpf)
}

fn is_known(key: &str) -> bool {
    matches!(
        key,
        "target" | "target.args" | "target_args" | "classpath" | "sourcepath" | "symbolic.method"
    )
}

/// Lines that are not empty, with those joined that a backslash ends.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        let continues = line.ends_with('\\') && !line.ends_with("\\\\");
        let part = if continues {
            &line[..line.len() - 1]
        } else {
            line
        };
        match lines.last_mut() {
            Some((_, last)) if open => last.push_str(part),
            _ if part.is_empty() => {}
            _ => lines.push((i + 1, part.to_owned())),
        }
        open = continues && (open || !part.is_empty());
    }
    lines.retain(|(_, line)| !line.is_empty());
    lines
}

/// Replaces each `${name}` by its value.
fn expand(text: &str, values: &BTreeMap<String, String>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            return Err(format!("`${{` without its `}}` in `{text}`"));
        };
        match values.get(name) {
            Some(value) => out.push_str(value),
            None => {
                return Err(format!(
                    "${{{name}}} is not set; set it with -D {name}=VALUE"
                ));
            }
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// `C.m(sym#con),D.n(sym)` in its parts.
fn split_methods(value: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut rest = value.trim();
    while !rest.is_empty() {
        let Some(end) = rest.find(')') else {
            return Err(format!("expected CLASS.NAME(sym#con), found `{rest}`"));
        };
        let (method, after) = rest.split_at(end + 1);
        Spec::parse(method)?;
        found.push(method.trim().to_owned());
        let after = after.trim_start();
        rest = match after.strip_prefix([',', ';']) {
            Some(after) => after.trim_start(),
            None if after.is_empty() => after,
            None => return Err(format!("expected a comma before `{after}`")),
        };
    }
    Ok(found)
}

/// `C.m(sym#con#sym)`: a method by its name, and which of its arguments become symbolic.
#[derive(Debug, PartialEq)]
pub struct Spec<'a> {
    /// Class and name, as `--method` takes them.
    pub path: &'a str,
    pub symbolic: Vec<bool>,
}

impl<'a> Spec<'a> {
    pub fn parse(text: &'a str) -> Result<Spec<'a>, String> {
        let problem =
            || format!("`{text}`: expected CLASS.NAME(sym#con), with sym or con per parameter");
        let (path, rest) = text.trim().split_once('(').ok_or_else(problem)?;
        let inside = rest.trim_end().strip_suffix(')').ok_or_else(problem)?;
        if !path.contains('.') {
            return Err(problem());
        }
        let mut symbolic = Vec::new();
        if !inside.trim().is_empty() {
            for mark in inside.split('#') {
                symbolic.push(match mark.trim() {
                    "sym" | "SYM" => true,
                    "con" | "CON" => false,
                    _ => return Err(problem()),
                });
            }
        }
        Ok(Spec {
            path: path.trim(),
            symbolic,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(own).collect()
    }

    #[test]
    fn a_file_of_the_usual_kind() {
        let text = "# an example\n\ntarget = acme.Main\ntarget.args= 1, two\nclasspath=${root}/classes,lib/a.jar\n\
                    classpath += ;b.jar\nsourcepath=${root}/src\n\
                    symbolic.method = acme.Main.run(sym#con),\\\n   acme.Main.twice(sym)\nsymbolic.dp=z3\n\
                    listener = ${nobody}\n";
        let jpf =
            parse(text, Path::new("dir"), &defined(&[("root", "/r")])).expect("it is well formed");
        assert_eq!(jpf.target.as_deref(), Some("acme.Main"));
        assert_eq!(jpf.args, ["1", "two"]);
        let paths = ["/r/classes", "dir/lib/a.jar", "dir/b.jar"].map(PathBuf::from);
        assert_eq!(jpf.classpath, paths);
        assert_eq!(jpf.sourcepath, [PathBuf::from("/r/src")]);
        assert_eq!(
            jpf.symbolic,
            ["acme.Main.run(sym#con)", "acme.Main.twice(sym)"]
        );
        assert_eq!(jpf.ignored, ["symbolic.dp", "listener"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |text: &str, line: usize, part: &str| {
            let (at, what) = parse(text, Path::new("."), &[]).expect_err("it is malformed");
            assert_eq!(at, line, "{what}");
            assert!(what.contains(part), "{what}");
        };
        check("target=A\nnonsense\n", 2, "key = value");
        check("\nclasspath=${home}/x\n", 2, "-D home=VALUE");
        check("classpath=${home\n", 1, "without its");
        check("symbolic.method=A.f(sym#maybe)", 1, "sym or con");
        check("symbolic.method=A.f", 1, "CLASS.NAME");
        check("symbolic.method=A.f(sym) B.g(sym)", 1, "comma");
        check("=x", 1, "key = value");
    }

    #[test]
    fn the_command_line_wins() {
        let jpf = parse("target=A\n", Path::new("."), &defined(&[("target", "B")]));
        assert_eq!(jpf.expect("well formed").target.as_deref(), Some("B"));
    }
}
