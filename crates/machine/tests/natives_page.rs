//! `docs/natives.md` lists the methods that have a body in Rust, from the table itself. `UPDATE_EXPECT=1` writes the page
//! anew. Which of them have bytecode is told by the JDK at hand; the page speaks of JDK 17.

mod common;

use machine::{Machine, Options};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

const JDK: u32 = 17;

const INTRODUCTION: &str = "\
# Methods with a body in Rust

The JDK's classes run as bytecode. The methods below do not: *native* ones have no bytecode, and *intrinsic* ones have some
that would split paths needlessly or needs what only a JVM has; their bodies may still leave a call to it. This page is made
from the table in `crates/machine/src/natives/` (`UPDATE_EXPECT=1 cargo test -p machine --test natives_page`) and speaks of
JDK 17; methods of other versions are marked. Some entries only say by name that something is not modelled, such as starting a process.
";

/// `native`, `intrinsic` or where else the method is from.
fn kind(machine: &mut Machine, class: &str, name: &str, descriptor: &str) -> &'static str {
    let Ok(id) = machine.load(class) else {
        return match class.split('/').next() {
            Some("java" | "jdk" | "sun") => "other JDKs",
            _ => "harness",
        };
    };
    let methods = machine.class(id).methods.to_vec();
    let mut found = methods
        .iter()
        .map(|m| machine.method(*m))
        .filter(|m| *m.name == *name && (descriptor == "*" || *m.descriptor == *descriptor))
        .peekable();
    if found.peek().is_none() {
        return "other JDKs";
    }
    if found.any(|m| m.is_native()) {
        "native"
    } else {
        "intrinsic"
    }
}

fn page(machine: &mut Machine) -> String {
    let mut page = INTRODUCTION.to_owned();
    for (family, entries) in machine::natives::families() {
        let _ = write!(page, "\n## {family}\n\n");
        page.push_str("| class | method | descriptor | kind |\n|---|---|---|---|\n");
        let rows: BTreeSet<_> = entries.iter().map(|e| (e.0, e.1, e.2)).collect();
        for (class, name, descriptor) in rows {
            let kind = kind(machine, class, name, descriptor);
            let class = class.replace('/', ".");
            let descriptor = match descriptor {
                "*" => "all".to_owned(),
                d => format!("`{d}`"),
            };
            let _ = writeln!(page, "| {class} | `{name}` | {descriptor} | {kind} |");
        }
    }
    page
}

/// Without the column that depends on the JDK.
fn rows(page: &str) -> Vec<&str> {
    page.lines()
        .map(|line| match line.strip_suffix(" |") {
            Some(row) => row.rsplit_once('|').map_or(row, |(row, _)| row),
            None => line,
        })
        .collect()
}

#[test]
fn the_page_is_up_to_date() {
    let classpath = Arc::new(common::class_path("Bounds"));
    let version = classpath.jdk().version;
    let mut machine = Machine::new(classpath, Options::default());
    let page = page(&mut machine);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/natives.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() && version == JDK {
        std::fs::write(&file, &page).expect("docs can be written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let same = if version == JDK {
        written == page
    } else {
        rows(&written) == rows(&page)
    };
    assert!(
        same,
        "docs/natives.md is stale; UPDATE_EXPECT=1 with JDK {JDK} renews it"
    );
}
