//! Runs the `cortado` program in a scratch directory of its own.

// Every test program compiles this and uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What one run left.
#[derive(Debug, PartialEq)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
}

/// A directory with files, removed in the end.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a temporary directory"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file below the directory.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("directories are made");
        fs::write(&path, content).expect("a file is written");
        path
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Copies one of the examples here.
    pub fn example(&self, name: &str) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../examples")
            .join(name);
        fs::copy(&from, self.path().join(name))
            .unwrap_or_else(|e| panic!("{}: {e}", from.display()));
    }

    /// The command, not yet started. The cache is shared by all tests, so that the API is compiled once.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cortado"));
        command
            .args(args)
            .current_dir(self.path())
            .env(
                "CORTADO_CACHE",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"),
            )
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        run(&mut self.command(args))
    }

    /// Packs a directory into a jar.
    pub fn jar(&self, name: &str, directory: &str) {
        let path = self.file(name, "");
        let status = Command::new("jar")
            .arg("cf")
            .arg(&path)
            .args(["-C", directory, "."])
            .current_dir(self.path())
            .status()
            .expect("jar runs");
        assert!(status.success());
    }

    /// Compiles sources into `classes/`.
    pub fn javac(&self, sources: &[&str]) {
        let status = Command::new("javac")
            .args(["-g", "-d", "classes"])
            .args(sources)
            .current_dir(self.path())
            .status()
            .expect("javac runs");
        assert!(status.success());
    }
}

pub fn run(command: &mut Command) -> Ran {
    let output = command.output().expect("cortado runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Ran {
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        status: output.status.code(),
    }
}

impl Ran {
    /// The run ended with this status and, on standard error, said each of the words.
    #[track_caller]
    pub fn complains(&self, status: i32, words: &[&str]) {
        assert_eq!(self.status, Some(status), "{self:#?}");
        for word in words {
            assert!(
                self.stderr.contains(word),
                "`{word}` is missing in {self:#?}"
            );
        }
        let noise = ["panicked", "RUST_BACKTRACE", "stack backtrace"];
        for word in noise {
            assert!(!self.stderr.contains(word), "{self:#?}");
        }
    }

    /// Wrong usage or input: status 2 and nothing on standard output.
    #[track_caller]
    pub fn rejects(&self, words: &[&str]) {
        self.complains(2, words);
        assert_eq!(self.stdout, "", "{self:#?}");
    }

    #[track_caller]
    pub fn answers(&self, verdict: &str, status: i32) {
        let last = self.stdout.lines().last().unwrap_or_default();
        assert_eq!(last, format!("verdict: {verdict}"), "{self:#?}");
        assert_eq!(self.status, Some(status), "{self:#?}");
    }
}

/// Verifies one source by itself: what is told on standard output and on standard error, and the exit status.
pub fn verify_source(name: &str, source: &str, options: &[&str]) -> (String, String, Option<i32>) {
    let scratch = Scratch::new();
    let file = scratch.file(&format!("{name}.java"), source);
    let mut command = scratch.command(&["verify", "-q"]);
    let output = command.args(options).arg(&file).output();
    let output = output.expect("cortado runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (told, error) = (text(&output.stdout), text(&output.stderr));
    (told, error, output.status.code())
}

/// What `cortado verify` has told: methods with what is said of them, `holds within the scope` and so on, without the line
/// that leads to what is unknown.
pub fn decisions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.starts_with(' '));
    let told = lines.filter_map(|line| line.split_once("): "));
    told.map(|(method, decision)| {
        let decision = match decision.rsplit_once(" (") {
            Some((what, place)) if place.contains(".java:") => what,
            _ => decision,
        };
        (method.split('(').next().unwrap_or(method), decision)
    })
}

/// Compares each decision with the comment before the method, `// holds` or `// violated` and so on. Methods have different
/// names. Returns what is told.
pub fn check(name: &str, source: &str, options: &[&str]) -> String {
    let mut all = vec!["--no-replay"];
    all.extend(options);
    compare(name, source, &all)
}

/// The same, and the JVM must confirm each violation.
pub fn check_replayed(name: &str, source: &str, options: &[&str]) -> String {
    let text = compare(name, source, options);
    let count = |what: &str| text.matches(what).count();
    assert!(count("): violated") <= count(": confirmed  "), "{text}");
    assert_eq!(count("not replayed") + count("refuted"), 0, "{text}");
    text
}

fn compare(name: &str, source: &str, options: &[&str]) -> String {
    let (text, error, _) = verify_source(name, source, options);
    let mut decided = BTreeMap::new();
    for (method, decision) in decisions(&text) {
        let method = method.rsplit('.').next().unwrap_or(method);
        let decision = decision.split([' ', ':']).next().unwrap_or(decision);
        decided.insert(method.to_owned(), decision.to_owned());
    }
    let mut wanted = BTreeMap::new();
    let mut next: Option<&str> = None;
    for line in source.lines().map(str::trim) {
        if let Some(decision) = line.strip_prefix("// ") {
            next = Some(decision);
        } else if !(line.starts_with("//")
            || line.starts_with("@ ")
            || line.starts_with("/*") && !line.contains(") {"))
            && line.contains('(')
            && let Some(decision) = next.take()
        {
            let head = line.split('(').next().unwrap_or(line);
            let method = head.rsplit(' ').next().unwrap_or(head);
            wanted.insert(method.to_owned(), decision.to_owned());
        }
    }
    assert_eq!(decided, wanted, "{text}\n{error}");
    text
}
