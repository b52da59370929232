//! The library of other JDKs on the machine: programs of `tests/programs` print the same there as under the JDK's own
//! `java`. The JDKs' homes are in `CORTADO_TEST_JDKS`, separated as in a path list; without it there is nothing to do.

use machine::concrete::RunEnd;
use machine::{Machine, Options};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Programs, and the oldest release whose language and library they need.
const PROGRAMS: &[(&str, u32)] = &[
    ("Collects", 11),
    ("Formats", 11),
    ("Language", 17),
    ("Library", 17),
    ("Locales", 11),
    ("Modern", 21),
    ("NullMessages", 11),
    ("Numbers", 11),
    ("Overridden", 11),
    ("Reflects", 17),
    ("Semantics", 17),
    ("SerializableLambdas", 11),
    ("Strings", 17),
    ("Times", 17),
    ("Versions", 11),
];

#[test]
fn programs_on_every_jdk() {
    let Some(homes) = std::env::var_os("CORTADO_TEST_JDKS") else {
        println!("CORTADO_TEST_JDKS is not set: no other JDK to run on");
        return;
    };
    let mut failures = Vec::new();
    for home in std::env::split_paths(&homes) {
        let jdk = classpath::Jdk::at(&home).unwrap_or_else(|e| panic!("{e}"));
        // A JDK without a compiler runs what the `javac` of the path makes, which is at least that of JDK 17.
        let (javac, release) = match &jdk.javac {
            Some(own) => (own.clone(), jdk.version),
            None => ("javac".into(), if jdk.version < 17 { 11 } else { 17 }),
        };
        for (class, oldest) in PROGRAMS {
            if release < *oldest {
                continue;
            }
            if let Err(why) = agrees(&home, class, &javac, release) {
                failures.push(format!("JDK {}, {class}: {why}", jdk.version));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs `main` on the JDK and on the machine, and compares what they print and what escapes.
fn agrees(home: &Path, class: &str, javac: &Path, release: u32) -> Result<(), String> {
    let classes = compile(class, javac, release)?;
    let classpath = classpath::ClassPathBuilder::new()
        .jdk(home)
        .target(&classes)
        .build()
        .map_err(|e| e.to_string())?;
    let java = classpath.jdk().java.clone();
    let java = java.ok_or("the JDK has no java launcher")?;
    let (expected, threw) = on_jvm(&java, &classes, class)?;
    let run = Machine::new(Arc::new(classpath), Options::default()).run_main_within(
        class,
        &[],
        1_000_000_000,
    );
    let end = match run.end {
        RunEnd::Stopped(reason) => return Err(reason),
        RunEnd::Returned => None,
        RunEnd::Threw { class, .. } => Some(class),
    };
    let both = run.out.lines().zip(expected.lines()).enumerate();
    for (number, (ours, theirs)) in both {
        if ours != theirs {
            let line = number + 1;
            return Err(format!("line {line} is `{ours}` and should be `{theirs}`"));
        }
    }
    if run.out != expected {
        return Err("the lengths of the outputs differ".to_owned());
    }
    if end != threw {
        return Err(format!("ends with {end:?} and should end with {threw:?}"));
    }
    Ok(())
}

/// The directory of the classes, compiled once for all JDKs that run the same release.
fn compile(class: &str, javac: &Path, release: u32) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(format!("{class}.java"));
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("jdks-{release}-{class}"));
    if classes.join(format!("{class}.class")).is_file() && newer(&classes, &source) {
        return Ok(classes);
    }
    let output = Command::new(javac)
        .args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8"])
        .args(["--release", &release.to_string(), "-d"])
        .arg(&classes)
        .arg(&source)
        .output()
        .map_err(|e| format!("cannot run {}: {e}; install a JDK", javac.display()))?;
    if output.status.success() {
        Ok(classes)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

fn newer(made: &Path, source: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|m| m.modified()).ok();
    matches!((modified(made), modified(source)), (Some(a), Some(b)) if a > b)
}

/// What the program printed, and the class of the exception that escaped.
fn on_jvm(java: &Path, classes: &Path, class: &str) -> Result<(String, Option<String>), String> {
    let output = Command::new(java)
        .args(["-ea", "-Duser.language=en", "-Duser.country=US"])
        .args(["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp"])
        .arg(classes)
        .arg(class)
        .output()
        .map_err(|e| format!("cannot run {}: {e}", java.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let threw = errors
        .lines()
        .find_map(|line| line.strip_prefix("Exception in thread \"main\" "))
        .map(|text| {
            let end = text.find([':', ' ']).unwrap_or(text.len());
            text[..end].to_owned()
        });
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), threw))
}
