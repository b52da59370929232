//! The lines about bounds. A few bounds have a line each; many are grouped by what they limit and by package, those that
//! an option of the user's changes first, so that there are never more than [`MOST`] lines. The JSON and `-v` have all.

use crate::terminal::at;
use crate::words;
use outcome::{BoundHit, BoundKind};
use std::collections::{BTreeMap, BTreeSet};

/// The most lines about bounds.
const MOST: usize = 6;

/// How many names a line about several bounds has.
const NAMED: usize = 3;

/// The longest string that a violation is shown with, and the greatest value of `--string-length`.
const LONGEST_STRING: u64 = 4096;

/// What a bound is about; the order is that of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Topic {
    Search,
    Ways,
    Loops,
    Recursion,
    /// Of strings, by the limit.
    Strings(u64),
    /// Of arrays, by the limit.
    Arrays(u64),
    /// How many objects and elements.
    Counts,
    NewArrays,
    Arguments,
    Configuration,
    Integers,
    Environment,
    /// Which classes stand for a type.
    Classes,
    /// The states that objects are in.
    States,
    StaticFields,
    Rest,
}

impl Topic {
    fn of(hit: &BoundHit) -> Topic {
        match hit.kind {
            BoundKind::Iterations => Topic::Search,
            BoundKind::Ways => Topic::Ways,
            BoundKind::Loop => Topic::Loops,
            BoundKind::Recursion => Topic::Recursion,
            BoundKind::StringLength => Topic::Strings(hit.limit),
            BoundKind::ArrayLength => Topic::Arrays(hit.limit),
            BoundKind::NewArray => Topic::NewArrays,
            BoundKind::StaticField => Topic::StaticFields,
            BoundKind::Integers => Topic::Integers,
            BoundKind::Configuration => Topic::Configuration,
            BoundKind::Objects => Topic::of_objects(&hit.name),
        }
    }

    /// These say what they are in words.
    fn of_objects(name: &str) -> Topic {
        let Some((subject, rest)) = name.split_once(": ") else {
            return Topic::Counts;
        };
        let of = |word: &str| subject.starts_with(word);
        match rest {
            _ if subject == "environment" => Topic::Environment,
            _ if subject == "arguments" => Topic::Arguments,
            _ if of("field ") => Topic::States,
            _ if of("type ") => Topic::Classes,
            _ if !of("objects of ") && !of("elements of ") && !of("arrays of ") => Topic::Rest,
            _ if rest.starts_with("as ") => Topic::States,
            _ if rest.contains("at most") || rest.starts_with("no cycles") => Topic::Counts,
            _ => Topic::Classes,
        }
    }

    /// What the bounds of a topic are called where they are only counted.
    fn noun(self) -> &'static str {
        match self {
            Topic::Search | Topic::Loops => "loops",
            Topic::Ways => "ways to make inputs",
            Topic::Recursion => "recursion",
            Topic::Strings(_) | Topic::Arrays(_) | Topic::NewArrays => "lengths",
            Topic::Counts => "numbers of objects",
            Topic::Arguments => "arguments",
            Topic::Integers => "integers",
            Topic::Configuration => "the configuration file",
            Topic::Environment => "the environment",
            Topic::Classes => "classes of objects",
            Topic::States => "states of objects",
            Topic::StaticFields => "static fields",
            Topic::Rest => "the library",
        }
    }
}

/// The lines about bounds; with `all` each bound has one, however many there are.
pub(crate) fn lines(hits: &[BoundHit], all: bool) -> Vec<String> {
    let hits = hits.iter().filter(|hit| !is_wider(hit, hits));
    let mut sorted: Vec<(Topic, &BoundHit)> = hits.map(|h| (Topic::of(h), h)).collect();
    // Otherwise they stay in their order.
    sorted.sort_by_key(|(topic, _)| *topic);
    let mut single: Vec<String> = Vec::new();
    for (_, hit) in &sorted {
        let line = line(hit, all);
        // The same about two entries.
        if !single.contains(&line) {
            single.push(line);
        }
    }
    if all || single.len() <= MOST {
        return single;
    }
    let mut groups: Vec<(Topic, Vec<&BoundHit>)> = Vec::new();
    for (topic, hit) in sorted {
        match groups.last_mut() {
            Some((last, group)) if *last == topic => group.push(hit),
            _ => groups.push((topic, vec![hit])),
        }
    }
    let shown = match groups.len() <= MOST {
        true => groups.len(),
        false => MOST - 1,
    };
    let mut lines: Vec<String> = (groups[..shown].iter())
        .map(|(topic, group)| together(*topic, group))
        .collect();
    let rest = &groups[shown..];
    if !rest.is_empty() {
        let count: usize = rest.iter().map(|(_, group)| group.len()).sum();
        let nouns: Vec<&str> = rest.iter().map(|(topic, _)| topic.noun()).collect();
        lines.push(format!(
            "{count} more, about {} (-v lists them)",
            list(&nouns)
        ));
    }
    lines
}

/// Whether there is a smaller limit for a string or an array of the same name, of another method for example. Both lines
/// would contradict each other, and the smaller limit is what holds of all methods.
fn is_wider(hit: &BoundHit, hits: &[BoundHit]) -> bool {
    matches!(hit.kind, BoundKind::StringLength | BoundKind::ArrayLength)
        && (hits.iter()).any(|other| {
            other.kind == hit.kind && other.name == hit.name && other.limit < hit.limit
        })
}

/// One line about all bounds of a topic.
fn together(topic: Topic, group: &[&BoundHit]) -> String {
    let [first, _, ..] = group else {
        return group
            .first()
            .map_or_else(String::new, |hit| line(hit, false));
    };
    let mut names: Vec<&str> = group.iter().map(|hit| &*hit.name).collect();
    names.dedup();
    let subjects = || -> Vec<&str> {
        let mut subjects: Vec<&str> = names.iter().map(|name| subject(name)).collect();
        subjects.sort_unstable();
        subjects.dedup();
        subjects
    };
    match topic {
        Topic::Loops => {
            let most = group.iter().map(|hit| hit.limit).max().unwrap_or(0);
            format!(
                "{} loops unrolled at most {} (--unwind): {}",
                names.len(),
                often(most),
                some(&names)
            )
        }
        Topic::Recursion => {
            let most = group.iter().map(|hit| hit.limit).max().unwrap_or(0);
            format!(
                "recursion of {} methods followed at most {} deep (--unwind): {}",
                names.len(),
                words::plural(most, "call"),
                some(&names)
            )
        }
        Topic::Strings(limit) => string_length(&some(&names), limit),
        Topic::Arrays(limit) => {
            format!(
                "length of {} at most {limit} (--array-length)",
                some(&names)
            )
        }
        Topic::Environment => {
            let said = names.iter().map(|name| name.split_once(": "));
            let said: Vec<&str> = said.map(|said| said.map_or("", |(_, rest)| rest)).collect();
            format!("environment: {}", words::line(&some_of(&said, "; "), 300))
        }
        Topic::Counts if group.len() <= NAMED => {
            let lines: Vec<String> = group.iter().map(|hit| line(hit, false)).collect();
            lines.join("; ")
        }
        Topic::Counts => {
            let types = subjects();
            format!(
                "objects of each class and elements of each collection: {}, of {} (--objects, --array-length; -v lists them)",
                limits(group),
                many(types.len(), "type")
            )
        }
        Topic::Classes => {
            let types = subjects();
            format!(
                "objects of {}: only of the classes among the targets, or of a few of the library (-v lists them)",
                types_in_words(&types, "type")
            )
        }
        Topic::States => {
            let types = subjects();
            format!(
                "objects of {}: as their constructors and factories make them (-v lists them)",
                types_in_words(&types, "class")
            )
        }
        Topic::StaticFields => {
            format!(
                "{}: as their class initialisers leave them (-v lists them)",
                packages(&names, "static field")
            )
        }
        Topic::Rest => some_of(&names, "; "),
        _ => {
            let more = group.len() - 1;
            let line = line(first, false);
            format!("{line}; and {more} more like this (-v lists them)")
        }
    }
}

/// `acme.Tool` of `objects of acme.Tool: only acme.Hammer`.
fn subject(name: &str) -> &str {
    let subject = name.split_once(": ").map_or(name, |(subject, _)| subject);
    let words = [
        "objects of ",
        "elements of ",
        "arrays of ",
        "field ",
        "type ",
    ];
    let stripped = words.iter().find_map(|word| subject.strip_prefix(word));
    stripped.unwrap_or(subject)
}

/// The limits on numbers of objects and elements, those that most bounds have first: `at most 3 or 10`.
fn limits(group: &[&BoundHit]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for hit in group {
        let said = hit.name.split_once("at most ").map(|(_, rest)| {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].to_owned()
        });
        let limit = match said {
            Some(number) if !number.is_empty() => number,
            _ if hit.name.contains(": ") => continue,
            _ => hit.limit.to_string(),
        };
        *counts.entry(limit).or_default() += 1;
    }
    let mut limits: Vec<(String, usize)> = counts.into_iter().collect();
    limits.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let limits: Vec<String> = limits.into_iter().map(|(limit, _)| limit).collect();
    match limits.is_empty() {
        true => "limited".to_owned(),
        false => format!("at most {}", limits.join(" or ")),
    }
}

/// A few types by name, or else as [`packages`].
fn types_in_words(types: &[&str], one: &str) -> String {
    match types.len() <= NAMED {
        true => list(types),
        false => packages(types, one),
    }
}

/// `3 classes of acme.util` or `9 classes of 2 packages (acme.util, acme.io)`, the packages with most of them first.
fn packages(names: &[&str], one: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        let class = match one {
            "static field" => name.rsplit_once('.').map_or("", |(class, _)| class),
            _ => name,
        };
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        *counts.entry(package).or_default() += 1;
    }
    let mut ordered: Vec<(&str, usize)> = counts.into_iter().collect();
    ordered.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let said = |package: &str| match package.is_empty() {
        true => "the unnamed package".to_owned(),
        false => words::line(package, 100),
    };
    let count = many(names.len(), one);
    match &ordered[..] {
        [(package, _)] => format!("{count} of {}", said(package)),
        several => {
            let names: Vec<String> = several.iter().map(|(package, _)| said(package)).collect();
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            format!("{count} of {} packages ({})", several.len(), some(&names))
        }
    }
}

fn many(count: usize, one: &str) -> String {
    match (count, one) {
        (1, one) => format!("1 {one}"),
        (count, "class") => format!("{count} classes"),
        (count, one) => format!("{count} {one}s"),
    }
}

/// `a, b, c and 4 more`
fn some(names: &[&str]) -> String {
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    let mut names: Vec<&str> = names.to_vec();
    if unique.len() < names.len() {
        names = unique.into_iter().collect();
    }
    some_of(&names, ", ")
}

fn some_of(names: &[&str], between: &str) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(NAMED)
        .map(|n| words::line(n, 100))
        .collect();
    let text = shown.join(between);
    match names.len().saturating_sub(NAMED) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

/// `a`, `a and b`, `a, b and c`
fn list(nouns: &[&str]) -> String {
    let mut unique: Vec<&str> = Vec::new();
    for noun in nouns {
        if !unique.contains(noun) {
            unique.push(noun);
        }
    }
    match &unique[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Violations with longer strings are not shown, whatever the bound: nobody could read them.
fn string_length(names: &str, limit: u64) -> String {
    let how = match limit < LONGEST_STRING {
        true => "--string-length",
        false => "no option allows longer strings",
    };
    format!("length of {names} at most {limit} ({how})")
}

/// One bound, and the option that changes it.
fn line(hit: &BoundHit, all: bool) -> String {
    let name = match all {
        true => words::line(&hit.name, 2000),
        false => words::line(&shortened(&hit.name), 300),
    };
    let limit = hit.limit;
    let text = match hit.kind {
        BoundKind::Loop => format!("loop {name} unrolled {} (--unwind)", often(limit)),
        BoundKind::Recursion => format!(
            "recursion of {name} followed {} deep (--unwind)",
            words::plural(limit, "call")
        ),
        BoundKind::StringLength => string_length(&name, limit),
        BoundKind::ArrayLength => format!("length of {name} at most {limit} (--array-length)"),
        BoundKind::NewArray => new_array(limit),
        BoundKind::StaticField => {
            return format!("static field {name}: as it is at first, set by its class initialiser");
        }
        BoundKind::Objects => {
            let text = match name.contains(": ") {
                // No option changes these: one receiver, one assignment of identity hash codes.
                true => name,
                false => return format!("objects of {name} at most {limit} (--objects)"),
            };
            match Topic::of_objects(&hit.name) {
                // These hold of the whole run, wherever it begins.
                Topic::Counts | Topic::Classes | Topic::States => return text,
                _ => text,
            }
        }
        BoundKind::Configuration => name.to_string(),
        BoundKind::Integers => format!("integers of {limit} bits: {name}"),
        BoundKind::Ways => {
            let ways = match limit {
                1 => "the first of their ways".to_owned(),
                n => format!("the first {n} of their ways"),
            };
            format!(
                "{name} made only in {ways} (constructor, factory, size), because the search was stopped"
            )
        }
        BoundKind::Iterations => format!(
            "{name} at most {limit} {}, because the search was stopped",
            if limit == 1 {
                "iteration"
            } else {
                "iterations"
            }
        ),
    };
    format!("{text}{}", at(hit.place.as_ref()))
}

/// The engine lets arrays that the program makes be longer than those that are inputs: far longer where they hold
/// numbers, a little where they hold references, because each length of those takes a path of its own.
fn new_array(limit: u64) -> String {
    const LONGER: u64 = 32;
    let text =
        format!("an array made with a length that depends on inputs: at most {limit} elements");
    match limit.checked_sub(LONGER) {
        Some(length) if limit < 1 << 16 => {
            format!("{text}, {LONGER} more than inputs may have (--array-length, now {length})")
        }
        _ => format!("{text} (a larger --array-length raises it)"),
    }
}

/// Of many ways to make an object, how many there are; `-v` has them.
fn shortened(name: &str) -> String {
    let Some((subject, ways)) = name.split_once(": as ") else {
        return name.to_owned();
    };
    let Some((ways, rest)) = ways.split_once(" makes them") else {
        return name.to_owned();
    };
    let count = ways.split(" or ").count();
    match count > 2 {
        true => format!("{subject}: as one of {count} constructors or factories makes them{rest}"),
        false => name.to_owned(),
    }
}

fn often(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        n => format!("{n} times"),
    }
}
