//! Benchmarks run to their ends at their smallest sizes, so that none rots between two measurements. The differential
//! tests of contracts and of merging are run at larger sizes by the tests of `cortado`.

use bench::jvm::{Jdk, Scratch};
use std::path::Path;
use std::process::{Command, Output};

fn output(program: &str, arguments: &[&str]) -> Output {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"))
}

/// Runs a benchmark; what it prints, if it ends with success.
fn run(program: &str, arguments: &[&str]) -> String {
    let output = output(program, arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}\n{text}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// Runs a benchmark that calls the program `cortado`; what it prints. Status 1 says that an aim was missed, which a build
/// without optimisation may do. `None` if a Debian package that it measures can be had from nowhere.
fn measure(program: &str, arguments: &[&str]) -> Option<String> {
    // `cargo test --workspace` builds it; `cargo test -p bench` alone does not.
    let cortado = Path::new(program).with_file_name("cortado");
    assert!(
        cortado.exists(),
        "{} is missing: run cargo build -p cortado",
        cortado.display()
    );
    let output = output(program, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && errors.contains("apt-get") {
        eprintln!("not measured: {errors}");
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{program} {arguments:?}: {}\n{text}{errors}",
        output.status,
    );
    Some(text)
}

/// A directory for what a benchmark writes.
fn out(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn the_foundation_is_measured_to_its_end() {
    let program = env!("CARGO_BIN_EXE_spine");
    let text = run(program, &["--runs", "1", "--size", "1"]);
    assert!(text.contains("geometric mean"), "{text}");
    for (branches, paths) in [(4, 16), (8, 256), (10, 1024)] {
        let what = format!("{branches} independent branches ");
        let line = text.lines().find_map(|line| line.strip_prefix(&what));
        let found = line.is_some_and(|rest| rest.trim().starts_with(&format!("{paths} paths, ")));
        assert!(found, "{branches} branches: not {paths} paths in\n{text}");
    }
}

#[test]
fn random_programs_are_compared() {
    let program = env!("CARGO_BIN_EXE_differential");
    run(program, &["--count", "1"]);
    run(program, &["--count", "1", "--symbolic"]);
}

#[test]
fn generated_programs_are_printed() {
    let merging = env!("CARGO_BIN_EXE_merging");
    assert!(run(merging, &["--soundness", "1", "--print"]).contains("class"));
    let solving = env!("CARGO_BIN_EXE_solving");
    assert!(run(solving, &["--print", "100"]).contains("class"));
}

#[test]
fn merging_is_measured_to_its_end() {
    let text = measure(
        env!("CARGO_BIN_EXE_merging"),
        &[
            "--filter",
            "wordcount",
            "--size",
            "wordcount=2",
            "--levels",
            "none,full",
            "--timeout",
            "60",
        ],
    );
    let text = text.expect("it measures programs of its own");
    assert!(text.contains("no levels that complete disagree"), "{text}");
    assert!(!text.contains("disagree: missed"), "{text}");
}

#[test]
fn solving_is_measured_to_its_end() {
    let arguments = ["--sizes", "100", "--count", "1", "--seconds", "2"];
    let text = measure(env!("CARGO_BIN_EXE_solving"), &arguments);
    let text = text.expect("it measures programs of its own");
    assert!(text.contains("baseline"), "{text}");
}

#[test]
fn contracts_are_measured_to_their_end() {
    let arguments = ["--filter", "list contains", "--timeout", "3", "--jobs", "1"];
    let text = measure(env!("CARGO_BIN_EXE_bounded"), &arguments);
    let text = text.expect("it measures programs of its own");
    assert!(text.contains("list contains: "), "{text}");
}

#[test]
fn the_score_is_counted_to_its_end() {
    let arguments = ["bench/suite/recursion", "--filter", "hanoi"];
    let text = measure(env!("CARGO_BIN_EXE_score"), &arguments);
    let text = text.expect("it measures programs of its own");
    assert!(text.contains("WRONG true"), "{text}");
}

#[test]
fn methods_of_a_jar_are_measured_to_their_end() {
    let scratch = Scratch::new().expect("a temporary directory");
    let classes = scratch.directory("classes").expect("a directory");
    let source = scratch.path().join("Shares.java");
    let text = "public class Shares {
      public static int each(int whole, int parts) { return whole / parts; }
      public static int most(int a, int b) { return a > b ? a : b; }
    }";
    std::fs::write(&source, text).expect("a source");
    let jdk = Jdk::find().expect("a JDK");
    jdk.compile(&[source], &classes).expect("it compiles");
    let jar = scratch.path().join("shares.jar");
    let packed = Command::new(jdk.javac().with_file_name("jar"))
        .arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&classes)
        .arg(".")
        .status();
    assert!(packed.is_ok_and(|status| status.success()));

    let jar = jar.display().to_string();
    let text = measure(
        env!("CARGO_BIN_EXE_field"),
        &["--jar", &jar, "--count", "2"],
    );
    let text = text.expect("nothing is downloaded");
    let row = text.lines().find(|line| line.starts_with("all"));
    let words: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
    assert!(words.contains(&"2"), "{text}");
}

#[test]
fn properties_of_a_real_program_are_measured_to_their_end() {
    let out = out("regular");
    let arguments = [
        "--filter",
        "commons-cli/format/O",
        "--modes",
        "dfs,srv",
        "--timeout",
        "5",
        "--out",
        &out,
    ];
    if let Some(text) = measure(env!("CARGO_BIN_EXE_regular"), &arguments) {
        assert!(text.contains("commons-cli"), "{text}");
    }
}

#[test]
fn coverage_of_a_real_program_is_measured_to_its_end() {
    let out = out("coverage");
    let arguments = ["--filter", "commons-cli", "--timeout", "5", "--out", &out];
    if let Some(text) = measure(env!("CARGO_BIN_EXE_coverage"), &arguments) {
        assert!(text.contains("JaCoCo"), "{text}");
    }
}

#[test]
fn every_benchmark_has_help() {
    for program in [
        env!("CARGO_BIN_EXE_bounded"),
        env!("CARGO_BIN_EXE_coverage"),
        env!("CARGO_BIN_EXE_differential"),
        env!("CARGO_BIN_EXE_field"),
        env!("CARGO_BIN_EXE_merging"),
        env!("CARGO_BIN_EXE_regular"),
        env!("CARGO_BIN_EXE_score"),
        env!("CARGO_BIN_EXE_solving"),
        env!("CARGO_BIN_EXE_spine"),
    ] {
        assert!(!run(program, &["--help"]).is_empty());
    }
}
