//! `cortado property`: lists, shows, checks and draws regular properties, those of the library and those in files.

use crate::arguments::{ClassOptions, PropertyCommand, PropertyOptions};
use crate::check::{class_path, print};
use crate::failure::Failure;
use classpath::ClassPath;
use property::{Builtin, LIBRARY, Loaded, Property, Severity, When};
use std::fmt::Write;
use std::path::Path;

pub fn run(options: &PropertyOptions) -> Result<u8, Failure> {
    match &options.command {
        PropertyCommand::List => {
            print(&list());
            Ok(0)
        }
        PropertyCommand::Show { property, classes } => {
            let mut text = String::new();
            for property in load(property, &class_path(&[], classes)?)? {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&show(&property));
            }
            print(&text);
            Ok(0)
        }
        PropertyCommand::Check { files, classes } => check(files, classes),
        PropertyCommand::Draw {
            property: name,
            svg,
            classes,
        } => {
            let properties = load(name, &class_path(&[], classes)?)?;
            let [property] = &properties[..] else {
                return Err(Failure::usage(format!(
                    "{name} has {} properties, and a drawing is of one",
                    properties.len()
                )));
            };
            let drawing = property::svg(property);
            std::fs::write(svg, drawing).map_err(|error| {
                Failure::usage(format!("cannot write {}: {error}", svg.display()))
            })?;
            Ok(0)
        }
    }
}

/// The properties of the library with their titles.
fn list() -> String {
    let width = LIBRARY.iter().map(|builtin| builtin.name.len()).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for builtin in LIBRARY {
        let _ = writeln!(text, "{:width$}  {}", builtin.name, builtin.title());
    }
    text
}

/// A property of the library, or those of a file. Warnings go to standard error; errors are failures.
pub fn load(name: &str, classpath: &ClassPath) -> Result<Vec<Property>, Failure> {
    let (file, text) = source(name)?;
    let loaded = parse(&file, &text, classpath);
    let complaints = rendered(&file, &text, &loaded);
    match loaded.has_errors() {
        true => Err(Failure::Usage(format!(
            "{file} cannot be used\n{}",
            complaints.trim_end()
        ))),
        false => {
            eprint!("{complaints}");
            Ok(loaded.properties)
        }
    }
}

/// What `--property` and the arguments of `cortado property` name: the library's first, then a file.
fn source(name: &str) -> Result<(String, String), Failure> {
    if let Some(Builtin { file, text, .. }) = property::builtin(name) {
        return Ok(((*file).to_owned(), (*text).to_owned()));
    }
    let path = Path::new(name);
    let extension = path.extension().and_then(|extension| extension.to_str());
    if !matches!(extension, Some("prop" | "mop")) {
        let known: Vec<&str> = LIBRARY.iter().map(|builtin| builtin.name).collect();
        return Err(Failure::usage(format!(
            "there is no property `{name}`, and it is not a .prop or .mop file\nThe library has {}.",
            known.join(", ")
        )));
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("cannot read {name}: {error}")))?;
    Ok((name.to_owned(), text))
}

fn parse(file: &str, text: &str, classpath: &ClassPath) -> Loaded {
    match file.ends_with(".mop") {
        true => property::parse_mop(text, classpath),
        false => property::parse_prop(text, classpath),
    }
}

fn rendered(file: &str, text: &str, loaded: &Loaded) -> String {
    let all = loaded.diagnostics.iter();
    all.map(|diagnostic| diagnostic.render(file, text))
        .collect()
}

/// Tells of every file whether it can be used.
fn check(files: &[String], classes: &ClassOptions) -> Result<u8, Failure> {
    let classpath = class_path(&[], classes)?;
    let mut failed = false;
    let mut summary = String::new();
    for name in files {
        let (file, text) = match source(name) {
            Ok(found) => found,
            Err(failure) => {
                eprintln!("{failure}");
                let _ = writeln!(summary, "{name}: cannot be used");
                failed = true;
                continue;
            }
        };
        let loaded = parse(&file, &text, &classpath);
        eprint!("{}", rendered(&file, &text, &loaded));
        failed |= loaded.has_errors();
        let count = |severity| {
            let all = loaded.diagnostics.iter();
            all.filter(|d| d.severity == severity).count()
        };
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let plural = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let mut parts = Vec::new();
        if errors > 0 {
            parts.push(plural(errors, "error"));
        }
        if warnings > 0 {
            parts.push(plural(warnings, "warning"));
        }
        if errors == 0 {
            let names: Vec<&str> = loaded.properties.iter().map(|p| &*p.name).collect();
            parts.insert(0, format!("ok, {}", names.join(", ")));
        }
        let _ = writeln!(summary, "{name}: {}", parts.join(", "));
    }
    print(&summary);
    match failed {
        true => Ok(outcome::EXIT_USAGE as u8),
        false => Ok(0),
    }
}

/// A property as a page: what it is about, its objects and events, and a table of its transitions.
fn show(property: &Property) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}", property.name, property.title);
    if !property.about.is_empty() {
        let _ = writeln!(text, "\n{}", property.about);
    }
    let _ = writeln!(text, "\nobjects");
    let width = property
        .objects
        .iter()
        .map(|o| o.name.chars().count())
        .max();
    for object in &property.objects {
        let class = object.class.replace(['/', '$'], ".");
        let _ = write!(text, "  {:1$}  {class}", object.name, width.unwrap_or(0));
        for (index, except) in object.except.iter().enumerate() {
            let word = match index {
                0 => "except",
                _ => ",",
            };
            let space = if index == 0 { " " } else { "" };
            let _ = write!(text, "{space}{word} {}", except.replace(['/', '$'], "."));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "\nevents");
    let width = property.events.iter().map(|e| e.name.chars().count()).max();
    let width = width.unwrap_or(0);
    for event in &property.events {
        for (index, line) in property.describe_event(event).iter().enumerate() {
            let name = if index == 0 { &*event.name } else { "" };
            let _ = writeln!(text, "  {name:width$}  {line}");
        }
    }
    let _ = writeln!(text, "\ntransitions");
    text.push_str(&transitions(property));
    let automaton = &property.automaton;
    for state in automaton.states().iter().filter(|state| state.error) {
        if let Some(message) = &state.message {
            let _ = writeln!(text, "\n{}: {message}", state.name);
        }
    }
    text
}

/// States down, events across; a dot where the event leaves the state.
fn transitions(property: &Property) -> String {
    let automaton = &property.automaton;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut head = vec!["state".to_owned()];
    head.extend(property.events.iter().map(|event| match event.when {
        When::End => format!("({})", event.name),
        _ => event.name.clone(),
    }));
    rows.push(head);
    for state in automaton.state_ids() {
        let start = match state == automaton.initial() {
            true => "> ",
            false => "  ",
        };
        let error = match automaton.is_error(state) {
            true => " !",
            false => "",
        };
        let mut row = vec![format!("{start}{}{error}", automaton.state(state).name)];
        row.extend(
            property
                .event_ids()
                .map(|event| match automaton.is_self_loop(state, event) {
                    true => "·".to_owned(),
                    false => automaton.state(automaton.next(state, event)).name.clone(),
                }),
        );
        rows.push(row);
    }
    rows[0][0] = "  state".into();
    let columns = rows[0].len();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
