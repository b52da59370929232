//! Programs on which the machine and a JVM once differed: each is run on both, and what they print and throw must be the
//! same. The programs are in `tests/programs`.

mod common;

use machine::concrete::RunEnd;
use machine::{Machine, Options};
use std::sync::Arc;

fn agrees(class: &str) {
    let classpath = common::class_path(class);
    let expected = common::on_jvm(&classpath, class);
    let run = Machine::new(Arc::new(classpath), Options::default()).run_main_within(
        class,
        &[],
        1_000_000_000,
    );
    assert_eq!(
        run.out, expected.out,
        "output of {class}; it ended with {:?}",
        run.end
    );
    let observed = match run.end {
        RunEnd::Returned => None,
        RunEnd::Threw { class, .. } => Some(class),
        RunEnd::Stopped(reason) => panic!("{class}: {reason}"),
    };
    assert_eq!(observed, expected.threw, "end of {class}");
}

macro_rules! programs {
    ($($test:ident: $class:literal),* $(,)?) => {
        $(#[test] fn $test() { agrees($class); })*
    };
}

programs! {
    arraycopy: "Copies",
    compact_strings: "Compact",
    corners: "Corners",
    files: "FileCalls",
    logging: "LogCalls",
    mathematical_functions: "Functions",
    language: "Language",
    library: "Library",
    null_messages: "NullMessages",
    overridden_messages: "Overridden",
    reflective_calls: "Reflective",
    semantics: "Semantics",
    serializable_lambdas: "SerializableLambdas",
    strict_functions: "Strict",
}
