//! What the suites of `cortado tests` cover, by its own count and by JaCoCo's, which has nothing to do with ours: the
//! suite is compiled and run with JaCoCo's probes in the program's classes.

use crate::jvm::Jdk;
use crate::regular::Packages;
use serde::Deserialize;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The share of the branches reached that a suite has to take.
pub const AIM: f64 = 0.9;

/// What there is to be tested.
pub const PROGRAMS: [&str; 2] = ["structures", "commons-cli"];

/// Where everything is.
pub struct Setting {
    pub jdk: Jdk,
    pub cortado: PathBuf,
    /// The repository's root.
    pub root: PathBuf,
    pub out: PathBuf,
    /// Seconds for the search of one program.
    pub timeout: u64,
    /// Further options of `cortado tests`.
    pub options: Vec<String>,
}

/// What came of one program.
#[derive(Debug, Clone, Default)]
pub struct Covered {
    pub program: String,
    pub tests: u64,
    pub passed: u64,
    /// Tests that Cortado had to take out because it was wrong.
    pub faults: u64,
    pub branches: u64,
    pub reached: u64,
    pub covered: u64,
    /// As JaCoCo has it.
    pub jacoco_branches: u64,
    pub jacoco_covered: u64,
}

impl Covered {
    /// How much of what was reached the suite takes on the JVM.
    pub fn share(&self) -> f64 {
        match self.reached {
            0 => 0.0,
            reached => self.jacoco_covered as f64 / reached as f64,
        }
    }

    pub fn meets_the_aim(&self) -> bool {
        self.tests > 0 && self.passed == self.tests && self.faults == 0 && self.share() >= AIM
    }
}

#[derive(Deserialize)]
struct Summary {
    branches: Figures,
    removed: Vec<Removed>,
}

#[derive(Deserialize)]
struct Figures {
    all: u64,
    reached: u64,
    covered: u64,
}

#[derive(Deserialize)]
struct Removed {
    fault: bool,
}

/// Writes the suite of a program and measures it.
pub fn measure(setting: &Setting, program: &str) -> Result<Covered, String> {
    let out = setting.out.join(program);
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let inside = |name: &str| -> Result<PathBuf, String> {
        let directory = out.join(name);
        fs::create_dir_all(&directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        Ok(directory)
    };
    let packages = Packages::new(setting.out.join("packages"));
    let classes = match program {
        "commons-cli" => packages.jar("libcommons-cli-java", "commons-cli.jar")?,
        _ => {
            let to = inside("program")?;
            // JaCoCo knows class files only up to its own time.
            let sources = java_files(&setting.root.join("examples/structures"))?;
            let status = Command::new(setting.jdk.javac())
                .args(["-g", "--release", "11", "-d"])
                .arg(&to)
                .args(&sources)
                .status();
            match status {
                Ok(status) if status.success() => to,
                Ok(_) => return Err("the examples do not compile".to_owned()),
                Err(error) => return Err(format!("cannot run javac: {error}")),
            }
        }
    };
    let (suite, json) = (inside("suite")?, out.join("suite.json"));
    let output = Command::new(&setting.cortado)
        .arg("tests")
        .arg(&classes)
        .args(["--timeout", &setting.timeout.to_string(), "--quiet", "-o"])
        .arg(&suite)
        .arg("--json")
        .arg(&json)
        .args(&setting.options)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", setting.cortado.display()))?;
    if output.status.code() == Some(2) {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{program}: {}", said.trim()));
    }
    let text = fs::read_to_string(&json).map_err(|error| format!("{}: {error}", json.display()))?;
    let summary: Summary =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", json.display()))?;
    let mut covered = Covered {
        program: program.to_owned(),
        faults: summary.removed.iter().filter(|r| r.fault).count() as u64,
        branches: summary.branches.all,
        reached: summary.branches.reached,
        covered: summary.branches.covered,
        ..Covered::default()
    };
    let (tests, copies, tool) = (inside("tests")?, inside("copies")?, inside("tool")?);
    let libraries = libraries(&packages)?;
    let mut path = vec![copies.clone(), tool.clone(), tests.clone(), classes.clone()];
    path.extend(libraries);
    let path = std::env::join_paths(&path).map_err(|error| error.to_string())?;
    let source = setting.root.join("bench/coverage/tool/Measure.java");
    setting.jdk.compile_against(&[source], &path, &tool)?;
    setting
        .jdk
        .compile_against(&java_files(&suite)?, &path, &tests)?;
    let answer = out.join("measured");
    let arguments: [OsString; 6] = [
        "-ea".into(),
        "-cp".into(),
        path,
        "Measure".into(),
        classes.into(),
        copies.into(),
    ];
    let output = Command::new(setting.jdk.java())
        .args(arguments)
        .arg(&tests)
        .arg(&answer)
        .output()
        .map_err(|error| format!("cannot run java: {error}"))?;
    let measured = fs::read_to_string(&answer).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{program}: nothing was measured: {}", said.trim())
    })?;
    read(&measured, &mut covered);
    Ok(covered)
}

/// Adds what the tool wrote down.
fn read(measured: &str, covered: &mut Covered) {
    for line in measured.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| {
            words
                .get(at)
                .and_then(|w| w.parse::<u64>().ok())
                .unwrap_or(0)
        };
        match words.first() {
            Some(&"class") => {
                covered.jacoco_covered += number(2);
                covered.jacoco_branches += number(3);
            }
            Some(&"tests") => (covered.tests, covered.passed) = (number(1), number(2)),
            _ => {}
        }
    }
}

fn libraries(packages: &Packages) -> Result<Vec<PathBuf>, String> {
    [
        ("junit5", "junit-jupiter-api.jar"),
        ("junit5", "junit-jupiter-engine.jar"),
        ("junit5", "junit-platform-commons.jar"),
        ("junit5", "junit-platform-engine.jar"),
        ("junit5", "junit-platform-launcher.jar"),
        ("libopentest4j-java", "opentest4j.jar"),
        ("libapiguardian-java", "apiguardian-api.jar"),
        ("libjacoco-java", "org.jacoco.core.jar"),
        ("libasm-java", "asm.jar"),
        ("libasm-java", "asm-commons.jar"),
        ("libasm-java", "asm-tree.jar"),
        ("libasm-java", "asm-analysis.jar"),
    ]
    .into_iter()
    .map(|(package, jar)| packages.jar(package, jar))
    .collect()
}

/// The sources below a directory, in the order of their names.
fn java_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            found.extend(java_files(&path)?);
        } else if path.extension().is_some_and(|e| e == "java") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The table, a line for each program.
pub fn table(all: &[Covered]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "{:<12} {:>6} {:>6} {:>9} {:>8} {:>8} {:>7} {:>6}",
        "program", "tests", "pass", "branches", "reached", "covered", "JaCoCo", "share"
    );
    for one in all {
        let _ = writeln!(
            text,
            "{:<12} {:>6} {:>6} {:>9} {:>8} {:>8} {:>7} {:>5.1}%",
            one.program,
            one.tests,
            one.passed,
            one.branches,
            one.reached,
            one.covered,
            one.jacoco_covered,
            100.0 * one.share()
        );
        if one.jacoco_branches != one.branches {
            let _ = writeln!(text, "  JaCoCo counts {} branches", one.jacoco_branches);
        }
        if one.faults > 0 {
            let _ = writeln!(
                text,
                "  {} tests were taken out as bugs of ours",
                one.faults
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_is_met_only_if_all_tests_pass() {
        let mut one = Covered {
            reached: 10,
            ..Covered::default()
        };
        read(
            "class a/B 5 8 3 4\nclass a/C 4 4 1 1\ntests 3 3\n",
            &mut one,
        );
        assert_eq!((one.jacoco_covered, one.jacoco_branches), (9, 12));
        assert!(one.meets_the_aim());
        one.passed = 2;
        assert!(!one.meets_the_aim());
        one.passed = 3;
        one.jacoco_covered = 8;
        assert!(!one.meets_the_aim());
    }
}
