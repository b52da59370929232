//! Benchmarks run to their ends at their smallest sizes, so that none rots between two measurements. Those that explore
//! with the `cortado` program are run by the tests of that package, which has it built (`crates/cortado/tests`).

use std::process::Command;

/// Runs a benchmark; what it prints, if it ends with success.
fn run(program: &str, arguments: &[&str]) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program} {arguments:?}: {}\n{text}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    text
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
fn every_benchmark_has_help() {
    for program in [
        env!("CARGO_BIN_EXE_bounded"),
        env!("CARGO_BIN_EXE_coverage"),
        env!("CARGO_BIN_EXE_differential"),
        env!("CARGO_BIN_EXE_merging"),
        env!("CARGO_BIN_EXE_regular"),
        env!("CARGO_BIN_EXE_score"),
        env!("CARGO_BIN_EXE_solving"),
        env!("CARGO_BIN_EXE_spine"),
    ] {
        assert!(!run(program, &["--help"]).is_empty());
    }
}
