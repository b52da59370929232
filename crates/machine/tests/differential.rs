//! Programs on which the machine and a JVM once differed: each is run on both, and what they print and throw must be the
//! same. The programs are in `tests/programs`.

use machine::concrete::RunEnd;
use machine::{Machine, Options};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn agrees(class: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(format!("{class}.java"));
    let classes = std::env::temp_dir().join(format!(
        "cortado-differential-{}-{class}",
        std::process::id()
    ));
    compile(&source, &classes);
    let (expected, threw) = on_jvm(&classes, class);
    let classpath = match classpath::ClassPathBuilder::new().target(&classes).build() {
        Ok(classpath) => classpath,
        Err(error) => panic!("{error}"),
    };
    let run = Machine::new(Arc::new(classpath), Options::default()).run_main_within(
        class,
        &[],
        1_000_000_000,
    );
    // A leftover directory in the place for temporary files harms nobody.
    let _ = std::fs::remove_dir_all(&classes);
    assert_eq!(
        run.out, expected,
        "output of {class}; it ended with {:?}",
        run.end
    );
    let observed = match run.end {
        RunEnd::Returned => None,
        RunEnd::Threw { class, .. } => Some(class),
        RunEnd::Stopped(reason) => panic!("{class}: {reason}"),
    };
    assert_eq!(observed, threw, "end of {class}");
}

fn compile(source: &Path, classes: &PathBuf) {
    let output = Command::new("javac")
        .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(classes)
        .arg(source)
        .output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!("javac: {}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => panic!("cannot run javac: {error}; install a JDK"),
    }
}

/// What the program printed, and the class of the exception that escaped.
fn on_jvm(classes: &Path, class: &str) -> (String, Option<String>) {
    let output = Command::new("java")
        .args(["-ea", "-Dfile.encoding=UTF-8", "-cp"])
        .arg(classes)
        .arg(class)
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => panic!("cannot run java: {error}; install a JDK"),
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let threw = errors
        .lines()
        .find_map(|line| line.strip_prefix("Exception in thread \"main\" "))
        .map(|text| {
            let end = text.find([':', ' ']).unwrap_or(text.len());
            text[..end].to_owned()
        });
    (String::from_utf8_lossy(&output.stdout).into_owned(), threw)
}

macro_rules! programs {
    ($($test:ident: $class:literal),* $(,)?) => {
        $(#[test] fn $test() { agrees($class); })*
    };
}

programs! {
    arraycopy: "Copies",
    mathematical_functions: "Functions",
    language: "Language",
    library: "Library",
    null_messages: "NullMessages",
    overridden_messages: "Overridden",
    semantics: "Semantics",
    serializable_lambdas: "SerializableLambdas",
}
