//! The library on the machine: each program of `tests/programs` prints the same there as under `java`.

use machine::concrete::RunEnd;
use machine::{Machine, Options};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn program(class: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(format!("{class}.java"))
}

/// Runs `main` on both and compares standard output.
fn check(class: &str) {
    let classpath = classpath::ClassPathBuilder::new()
        .target(program(class))
        .build()
        .unwrap_or_else(|e| panic!("{class}: {e}"));
    let java = classpath
        .jdk()
        .java
        .clone()
        .expect("the JDK has a java launcher");
    let entries = classpath.entries().expect("the class path has directories");
    let joined = std::env::join_paths(entries).expect("paths without separators");
    let expected = Command::new(java)
        .args(["-ea", "-Duser.language=en", "-Duser.country=US", "-cp"])
        .arg(joined)
        .arg(class)
        .output()
        .expect("java runs");
    let mut machine = Machine::new(Arc::new(classpath), Options::default());
    let run = machine.run_main(class, &[]);
    let expected = String::from_utf8_lossy(&expected.stdout).into_owned();
    for (number, (ours, theirs)) in run.out.lines().zip(expected.lines()).enumerate() {
        assert_eq!(ours, theirs, "{class}: line {} of the output", number + 1);
    }
    assert_eq!(run.end, RunEnd::Returned, "{class}");
    assert_eq!(run.out, expected, "{class}");
}

#[test]
fn strings() {
    check("Strings");
}

#[test]
fn collections() {
    check("Collects");
}

#[test]
fn numbers() {
    check("Numbers");
}

#[test]
fn formatting_and_text() {
    check("Formats");
}

#[test]
fn classes_atomics_threads_and_traces() {
    check("Reflects");
}

#[test]
fn dates_and_streams() {
    check("Times");
}

#[test]
fn scanning_and_locale_formats() {
    check("Locales");
}
