//! The configuration files of Java PathFinder as targets: the class whose `main` runs, its arguments, where classes are,
//! which arguments of which methods become symbolic, and what inputs may be. Keys that are not followed are noted, not
//! refused; those that ask for more than is explored become bounds.

mod keys;

use crate::arguments::LONGEST;
use crate::failure::Failure;
use keys::Meaning;
use machine::{EndValue, InputEnd};
use std::collections::BTreeMap;
use std::io::ErrorKind;
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
    /// `--lazy` and `--all`.
    pub lazy: bool,
    pub all: bool,
    /// `--string-length`
    pub string_length: Option<u32>,
    /// Of the ranges of inputs.
    pub ends: Vec<InputEnd>,
    /// Bounds: executions that the file asks for and that are not explored.
    pub unfollowed: Vec<String>,
    /// Keys that are not followed and may matter.
    pub other: Vec<String>,
    /// Keys without effect on what holds.
    pub nothing: Vec<String>,
}

pub fn is_jpf(target: &Path) -> bool {
    target.extension().is_some_and(|end| end == "jpf")
}

/// Reads a file; `definitions` are the values of `${name}`.
pub fn read(file: &Path, definitions: &[(String, String)]) -> Result<Jpf, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::NotFound => "no such file or directory".to_owned(),
            ErrorKind::IsADirectory => "a directory, and not a file of configuration".to_owned(),
            _ => error.to_string(),
        };
        Failure::usage(format!("{}: {why}", file.display()))
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    parse(&text, &name, directory, definitions).map_err(|(line, what)| {
        let file = file.display();
        Failure::usage(match line {
            // Of a definition on the command line.
            0 => format!("{file} with -D: {what}"),
            line => format!("{file}:{line}: {what}"),
        })
    })
}

/// How many characters of a malformed line an error shows.
const SHOWN: usize = 60;

type Problem = (usize, String);

fn parse(
    text: &str,
    file: &str,
    directory: &Path,
    definitions: &[(String, String)],
) -> Result<Jpf, Problem> {
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
        let malformed = || {
            let what = format!("expected `key = value`, found `{}`", printable(&text));
            Err((line, what))
        };
        let directive = text.starts_with('@');
        let by_space = || text.split_once(char::is_whitespace).filter(|_| directive);
        let Some((key, value)) = text.split_once(['=', ':']).or_else(by_space) else {
            return malformed();
        };
        let (key, adds) = adding(key.trim_end());
        if key.is_empty() || key.contains(char::is_whitespace) {
            return malformed();
        }
        // What the command line defines wins over the file.
        if definitions.iter().any(|(name, _)| name == key) {
            continue;
        }
        let followed = keys::is_followed(key);
        let expanded = expand(value.trim(), &values).and_then(|value| match followed {
            // The value of another key that had no value itself.
            true => expand(&value, &BTreeMap::new()),
            false => Ok(value),
        });
        let value = match expanded {
            Ok(value) => value,
            Err(what) if followed => return Err((line, what)),
            Err(_) => value.trim().to_owned(),
        };
        let value = match (values.get(key), adds) {
            (Some(before), Adds::Behind) => format!("{before}{value}"),
            (Some(behind), Adds::Before) => format!("{value}{behind}"),
            (_, Adds::Nowhere) | (None, _) => value,
        };
        values.insert(key.to_owned(), value);
        if !order.iter().any(|(known, _)| known == key) {
            order.push((key.to_owned(), line));
        }
    }
    for (name, _) in definitions
        .iter()
        .filter(|(name, _)| keys::is_followed(name))
    {
        order.push((name.clone(), 0));
    }
    let mut jpf = Jpf::default();
    let paths = |value: &str| -> Vec<PathBuf> {
        value
            .split([',', ';', ':'])
            .map(str::trim)
            .filter(|path| !path.is_empty())
            .map(|path| {
                let beside = directory.join(path);
                let here = PathBuf::from(path);
                // What `-D` sets is mostly written as seen from where the user stands.
                match !beside.exists() && here.exists() {
                    true => here,
                    false => beside,
                }
            })
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
            "symbolic.lazy" => jpf.lazy = truth(&key, &value).map_err(|what| (line, what))?,
            "symbolic.string_length" => {
                let number = value.parse().ok().filter(|length| *length <= LONGEST);
                let expected = || {
                    let what = format!("{key}: expected a number up to {LONGEST}, found `{value}`");
                    (line, what)
                };
                jpf.string_length = Some(number.ok_or_else(expected)?);
            }
            "search.multiple_errors" => {
                jpf.all = truth(&key, &value).map_err(|what| (line, what))?;
            }
            _ => match keys::meaning(&key, &value) {
                Meaning::Followed => {
                    let end = input_end(&key, &value, file).map_err(|what| (line, what))?;
                    check_order(&jpf.ends, &end).map_err(|what| (line, what))?;
                    jpf.ends.push(end);
                }
                Meaning::More => {
                    let what = format!("what {key} asks for is not explored ({key} in {file})");
                    jpf.unfollowed.push(what);
                }
                Meaning::Other => jpf.other.push(key),
                Meaning::Nothing => jpf.nothing.push(key),
            },
        }
    }
    Ok(jpf)
}

/// A line that is no configuration, such as one of a file that is no text, so that a terminal can show it.
fn printable(line: &str) -> String {
    let mut shown: String = line
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Where a value goes if the key has one already.
#[derive(Clone, Copy)]
enum Adds {
    Nowhere,
    /// `key += value`
    Behind,
    /// `+key = value`
    Before,
}

fn adding(key: &str) -> (&str, Adds) {
    if let Some(key) = key.strip_suffix('+') {
        return (key.trim_end(), Adds::Behind);
    }
    match key.strip_prefix('+') {
        Some(key) => (key.trim_start(), Adds::Before),
        None => (key, Adds::Nowhere),
    }
}

fn truth(key: &str, value: &str) -> Result<bool, String> {
    keys::truth(value).ok_or_else(|| format!("{key}: expected true or false, found `{value}`"))
}

/// An end of a range of inputs.
fn input_end(key: &str, value: &str, file: &str) -> Result<InputEnd, String> {
    let known = keys::range(key).ok_or_else(|| format!("{key} is no range"))?;
    let end = match known.limits {
        Some((least, greatest)) => {
            let number = value.parse().ok();
            let number = number.filter(|number| (least..=greatest).contains(number));
            let number = number.ok_or_else(|| {
                format!("{key}: expected a number from {least} to {greatest}, found `{value}`")
            })?;
            EndValue::Integer(number)
        }
        None => {
            let number = value.parse().ok().filter(|number: &f64| !number.is_nan());
            let number =
                number.ok_or_else(|| format!("{key}: expected a number, found `{value}`"))?;
            EndValue::Real(number)
        }
    };
    Ok(InputEnd {
        types: known.types.to_owned(),
        name: known.name.map(str::to_owned),
        most: known.most,
        value: end,
        key: key.to_owned(),
        file: file.to_owned(),
    })
}

/// Refuses a range without values.
fn check_order(ends: &[InputEnd], end: &InputEnd) -> Result<(), String> {
    let other = |other: &&InputEnd| {
        other.types == end.types && other.name == end.name && other.most != end.most
    };
    let Some(other) = ends.iter().find(other) else {
        return Ok(());
    };
    let (least, most) = match end.most {
        true => (other, end),
        false => (end, other),
    };
    let empty = match (least.value, most.value) {
        (EndValue::Integer(least), EndValue::Integer(most)) => least > most,
        (EndValue::Real(least), EndValue::Real(most)) => least > most,
        _ => false,
    };
    match empty {
        true => Err(format!("{} is above {}", least.key, most.key)),
        false => Ok(()),
    }
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
                    // Files of SPF's have `conc` as well.
                    "con" | "CON" | "conc" => false,
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
        let jpf = parse(text, "T.jpf", Path::new("dir"), &defined(&[("root", "/r")]))
            .expect("it is well formed");
        assert_eq!(jpf.target.as_deref(), Some("acme.Main"));
        assert_eq!(jpf.args, ["1", "two"]);
        let paths = ["/r/classes", "dir/lib/a.jar", "dir/b.jar"].map(PathBuf::from);
        assert_eq!(jpf.classpath, paths);
        assert_eq!(jpf.sourcepath, [PathBuf::from("/r/src")]);
        assert_eq!(
            jpf.symbolic,
            ["acme.Main.run(sym#con)", "acme.Main.twice(sym)"]
        );
        assert_eq!(jpf.nothing, ["symbolic.dp", "listener"]);
        assert!(jpf.other.is_empty() && jpf.ends.is_empty() && !jpf.lazy && !jpf.all);
    }

    #[test]
    fn keys_with_a_counterpart() {
        let text = "symbolic.lazy=on\nsearch.multiple_errors=true\nsymbolic.min_int=-100\nsymbolic.max_double_v=1.5\n\
                    symbolic.fields=static\nsearch.depth_limit=7\n";
        let jpf = parse(
            text,
            "T.jpf",
            Path::new("."),
            &defined(&[("symbolic.max_int", "9")]),
        );
        let jpf = jpf.expect("it is well formed");
        assert!(jpf.lazy && jpf.all);
        let ends: Vec<_> = (jpf.ends.iter())
            .map(|end| (&*end.types, end.name.as_deref(), end.most, end.value))
            .collect();
        assert_eq!(
            ends,
            [
                ("I", None, false, EndValue::Integer(-100)),
                ("FD", Some("v"), true, EndValue::Real(1.5)),
                ("I", None, true, EndValue::Integer(9)),
            ]
        );
        assert_eq!(jpf.other, ["search.depth_limit"]);
        let fields = "what symbolic.fields asks for is not explored (symbolic.fields in T.jpf)";
        assert_eq!(jpf.unfollowed, [fields]);
    }

    #[test]
    fn values_are_added() {
        let text = "classpath: b\nclasspath += ,c\n+classpath = a,\n+sourcepath=s\nsymbolic.string_length=7\n";
        let jpf = parse(text, "T.jpf", Path::new("d"), &[]).expect("it is well formed");
        assert_eq!(jpf.classpath, ["d/a", "d/b", "d/c"].map(PathBuf::from));
        assert_eq!(jpf.sourcepath, [PathBuf::from("d/s")]);
        assert_eq!(jpf.string_length, Some(7));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |text: &str, line: usize, part: &str| {
            let (at, what) =
                parse(text, "T.jpf", Path::new("."), &[]).expect_err("it is malformed");
            assert_eq!(at, line, "{what}");
            assert!(what.contains(part), "{what}");
        };
        check("target=A\nnonsense\n", 2, "key = value");
        check("\nclasspath=${home}/x\n", 2, "-D home=VALUE");
        check("classpath=${home\n", 1, "without its");
        check("symbolic.method=A.f(sym#maybe)", 1, "sym or con");
        check("symbolic.method=A.f", 1, "CLASS.NAME");
        check("symbolic.method=A.f(sym, con)", 1, "CLASS.NAME");
        check("symbolic.method=A.f(sym) B.g(sym)", 1, "comma");
        check("=x", 1, "key = value");
        check("\nsymbolic.lazy=maybe", 2, "true or false");
        check("symbolic.string_length=-1", 1, "a number up to 4096");
        check("symbolic.min_byte=200", 1, "from -128 to 127");
        check("symbolic.max_double=much", 1, "expected a number");
        check("symbolic.max_int=1\nsymbolic.min_int=2", 2, "is above");
    }

    #[test]
    fn the_command_line_wins() {
        let jpf = parse(
            "target=A\n",
            "T.jpf",
            Path::new("."),
            &defined(&[("target", "B")]),
        );
        assert_eq!(jpf.expect("well formed").target.as_deref(), Some("B"));
    }
}
