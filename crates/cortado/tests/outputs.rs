//! What comes out: the example of the README, JSON, register code, the same bytes twice.

mod common;

use common::{Scratch, run};
use serde_json::Value;
use std::path::Path;

#[test]
fn the_first_example_says_what_the_readme_promises() {
    let scratch = Scratch::new();
    scratch.example("BinarySearch.java");
    let ran = scratch.run(&["check", "BinarySearch.java"]);
    ran.answers("violated", 1);
    for line in [
        "error[assertion]: `mid >= lo` can fail\n",
        "  --> BinarySearch.java:9:5\n",
        "9 |     assert mid >= lo;\n",
        "  inputs: lo = ",
        ": confirmed        test: cortado-out/BinarySearchCortadoTest.java\n",
    ] {
        assert!(
            ran.stdout.contains(line),
            "`{line}` is missing in {}",
            ran.stdout
        );
    }
    let test = scratch.read("cortado-out/BinarySearchCortadoTest.java");
    assert!(test.contains("BinarySearch.middle("), "{test}");
    // Arguments rejected on purpose are no violation.
    assert!(ran.stderr.contains("rejected on purpose"), "{}", ran.stderr);
}

#[test]
fn two_runs_print_the_same_bytes() {
    let scratch = Scratch::new();
    scratch.example("Months.java");
    let first = scratch.run(&["check", "Months.java"]);
    let second = scratch.run(&["check", "Months.java"]);
    assert_eq!(first.stdout, second.stdout);
    assert_eq!(first.status, second.status);
}

#[test]
fn json_has_the_documented_fields() {
    let scratch = Scratch::new();
    scratch.example("BinarySearch.java");
    let ran = scratch.run(&["check", "--json", "out.json", "BinarySearch.java"]);
    ran.answers("violated", 1);
    let json: Value = serde_json::from_str(&scratch.read("out.json")).expect("valid JSON");
    let fields = |value: &Value| -> Vec<String> {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect()
    };
    let mut expected = vec![
        "schema",
        "verdict",
        "reasons",
        "bounds",
        "obligations",
        "violations",
        "notes",
        "loops",
        "stats",
    ];
    expected.sort_unstable();
    let mut found = fields(&json);
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(json["schema"], 1);
    assert_eq!(json["verdict"], "violated");
    let violation = &json["violations"][0];
    assert_eq!(violation["kind"], "assertion");
    assert_eq!(violation["what"], "mid >= lo");
    assert_eq!(violation["entry"], "BinarySearch.middle(int, int)");
    assert_eq!(violation["where"]["class"], "BinarySearch");
    assert_eq!(violation["where"]["method"], "middle");
    assert_eq!(violation["where"]["file"], "BinarySearch.java");
    assert_eq!(violation["where"]["line"], 9);
    assert_eq!(violation["where"]["column"], 5);
    assert_eq!(violation["replayed"], "confirmed");
    assert_eq!(
        violation["test"],
        "cortado-out/BinarySearchCortadoTest.java"
    );
    assert_eq!(violation["inputs"][0]["name"], "lo");
    assert_eq!(violation["inputs"][0]["type"], "int");
    let (lo, hi) = (
        &violation["inputs"][0]["value"],
        &violation["inputs"][1]["value"],
    );
    let sum = lo.as_i64().expect("a number") + hi.as_i64().expect("a number");
    assert!(sum > i64::from(i32::MAX), "{lo} and {hi} do not overflow");
    let statuses: Vec<&Value> = (json["obligations"].as_array().expect("an array").iter())
        .map(|obligation| &obligation["status"])
        .collect();
    assert!(statuses.contains(&&Value::from("violated")), "{statuses:?}");
    for number in [
        "paths",
        "iterations",
        "first_violation_iteration",
        "instructions",
        "queries",
        "solver_ms",
        "wall_ms",
    ] {
        assert!(
            json["stats"][number].is_u64(),
            "{number} in {}",
            json["stats"]
        );
    }
}

#[test]
fn without_replay_the_test_is_written_and_not_run() {
    let scratch = Scratch::new();
    scratch.example("Months.java");
    let ran = scratch.run(&[
        "check",
        "--no-replay",
        "--junit",
        "found/here",
        "Months.java",
    ]);
    ran.answers("violated", 1);
    assert!(
        ran.stdout
            .contains("not replayed: --no-replay        test: found/here/MonthsCortadoTest.java"),
        "{}",
        ran.stdout
    );
    assert!(
        scratch
            .path()
            .join("found/here/MonthsCortadoTest.java")
            .is_file()
    );
}

#[test]
fn colours_are_for_terminals() {
    let scratch = Scratch::new();
    scratch.example("BinarySearchFixed.java");
    let args = ["check", "BinarySearchFixed.java"];
    assert_eq!(scratch.run(&args).stdout, "verdict: safe\n");
    let ran = scratch.run(&["check", "--color", "always", "BinarySearchFixed.java"]);
    assert!(ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
    let ran = scratch.run(&["check", "--quiet", "BinarySearchFixed.java"]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn queries_are_dumped() {
    let scratch = Scratch::new();
    scratch.example("BinarySearch.java");
    let ran = scratch.run(&[
        "check",
        "--no-replay",
        "--dump-smt",
        "smt",
        "BinarySearch.java",
    ]);
    ran.answers("violated", 1);
    let dumped: Vec<_> = std::fs::read_dir(scratch.path().join("smt"))
        .expect("a directory")
        .collect();
    assert!(!dumped.is_empty());
    for file in dumped {
        let text = std::fs::read_to_string(file.expect("an entry").path()).expect("text");
        assert!(text.contains("(check-sat"), "{text}");
    }
}

#[test]
fn register_code_is_printed() {
    let scratch = Scratch::new();
    scratch.example("Parking.java");
    let ran = scratch.run(&["ir", "Parking.fee(int)", "Parking.java"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    assert!(ran.stdout.starts_with("Parking.fee(I)I"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Parking.fee:5"), "{}", ran.stdout);
    let ran = scratch.run(&["ir", "--dot", "Parking.fee", "Parking.java"]);
    assert!(ran.stdout.starts_with("digraph"), "{}", ran.stdout);
    // Of the JDK, all overloads, with no target at all.
    let ran = scratch.run(&["ir", "java.lang.Math.abs"]);
    for overload in ["abs(I)I", "abs(J)J", "abs(F)F", "abs(D)D"] {
        assert!(
            ran.stdout.contains(overload),
            "{overload} is missing in {}",
            ran.stdout
        );
    }
    let ran = scratch.run(&["ir", "java.lang.Object.hashCode"]);
    assert!(ran.stderr.contains("no code"), "{ran:#?}");
}

#[test]
fn compiled_classes_and_stubs() {
    let scratch = Scratch::new();
    scratch.file(
        "src/lib/Dice.java",
        "package lib; public class Dice { public static native int roll(); }",
    );
    scratch.file(
        "src/Game.java",
        "public class Game { public static void main(String[] a) { assert lib.Dice.roll() != 0; } }",
    );
    scratch.javac(&["src/lib/Dice.java", "src/Game.java"]);
    let ran = scratch.run(&["check", "classes", "--main", "Game"]);
    ran.answers("unknown", 3);
    assert!(ran.stdout.contains("lib.Dice.roll"), "{}", ran.stdout);

    scratch.file(
        "stub/lib/Dice.java",
        "package lib; public class Dice { public static int roll() { return 4; } }",
    );
    let status = std::process::Command::new("javac")
        .args(["-d", "stubs", "stub/lib/Dice.java"])
        .current_dir(scratch.path())
        .status()
        .expect("javac runs");
    assert!(status.success());
    let ran = scratch.run(&["check", "classes", "--main", "Game", "--stub", "stubs"]);
    ran.answers("safe", 0);
    assert!(ran.stderr.contains("stubs stand in"), "{}", ran.stderr);
}

/// A closed pipe must not turn into a panic.
#[test]
fn nobody_has_to_read_on() {
    let scratch = Scratch::new();
    let mut command = scratch.command(&["ir", "java.lang.String.valueOf"]);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    command.stdout(writer);
    let ran = run(&mut command);
    ran.complains(0, &[]);
}

#[test]
fn the_way_of_searching_changes_no_verdict() {
    let scratch = Scratch::new();
    scratch.example("Months.java");
    scratch.example("BinarySearchFixed.java");
    let ways: &[&[&str]] = &[
        &["--search", "bfs"],
        &["--search", "random:3"],
        &["--jobs", "2"],
        &["--all"],
        &["--initial", "3,true"],
    ];
    for way in ways {
        let check = |file| {
            let mut args = vec!["check", "--no-replay"];
            args.extend(*way);
            args.push(file);
            scratch.run(&args)
        };
        check("Months.java").answers("violated", 1);
        check("BinarySearchFixed.java").answers("safe", 0);
    }
}

#[test]
fn the_examples_end_as_their_page_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/README.md");
    let page = std::fs::read_to_string(page).expect("examples/README.md");
    let scratch = Scratch::new();
    let mut count = 0;
    for row in page.lines().filter(|line| line.starts_with("| [`")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0]
            .split('`')
            .nth(1)
            .expect("a name in the first cell");
        let file = format!("{name}.java");
        scratch.example(&file);
        let mut args = vec!["check", "--no-replay"];
        // An option that the program needs stands in its row.
        let quoted = cells[1].split('`').skip(1).step_by(2);
        let option = quoted.into_iter().find(|text| text.starts_with("--"));
        args.extend(option.iter().flat_map(|option| option.split(' ')));
        args.push(&file);
        let status = match cells[2] {
            "violated" => 1,
            _ => 0,
        };
        scratch.run(&args).answers(cells[2], status);
        count += 1;
    }
    assert!(count >= 6, "only {count} examples on the page");
}

#[test]
fn merging_is_explained_on_request() {
    let scratch = Scratch::new();
    let source = "public class Clamp {
  public static int clamp(int x) {
    int y = x;
    if (x > 9) {
      y = 9;
    }
    if (y < 0) {
      y = 0;
    }
    assert y >= 0 && y <= 9;
    return y;
  }
}
";
    scratch.file("Clamp.java", source);
    let line = [
        "check",
        "-v",
        "--explain-merge",
        "--json",
        "out.json",
        "Clamp.java",
    ];
    let ran = scratch.run(&line);
    ran.answers("safe", 0);
    assert!(
        ran.stderr.contains("1 path, 2 merged regions"),
        "{}",
        ran.stderr
    );
    let explained = "merging: Clamp.java:4:9    merged once\n";
    assert!(ran.stderr.contains(explained), "{}", ran.stderr);
    let json: Value = serde_json::from_str(&scratch.read("out.json")).expect("valid JSON");
    assert_eq!(json["merging"][0]["where"]["line"], 4);
    assert_eq!(json["merging"][0]["merged"], 1);
    assert_eq!(json["stats"]["merged_regions"], 2);
}

#[test]
fn a_decision_graph_is_drawn() {
    let scratch = Scratch::new();
    scratch.file(
        "Rounds.java",
        "class Rounds {
           static int up(int n) { int k = 0; while (k < n) { k++; } return k; }
         }",
    );
    let words = [
        "check",
        "Rounds.java",
        "--method",
        "Rounds.up",
        "--unwind",
        "2",
    ];
    let ran = scratch.run(&[&words[..], &["--dump-decisions", "graph.dot"]].concat());
    ran.answers("safe within bounds", 0);
    let told = "the decision graph of Rounds.up(int) has 3 decisions and 4 ways through it\n";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let graph = scratch.read("graph.dot");
    assert!(
        graph.starts_with("digraph \"Rounds.up(int)\" {\n"),
        "{graph}"
    );
    assert!(
        graph.contains("Rounds.up:2") && graph.contains("bound (--unwind)"),
        "{graph}"
    );
    let ran = scratch.run(&[&words[..], &["--dump-decisions", "missing/graph.dot"]].concat());
    ran.complains(2, &["missing"]);
}

#[test]
fn the_work_is_told_in_all_ways_of_solving() {
    let scratch = Scratch::new();
    let source = "public class Signs { public static int of(int a, int b) {
        int s = 0; if (a < 0) s++; if (b < a) s++; if (a + b > 10) s++; return s; } }";
    scratch.file("Signs.java", source);
    for (mode, merge) in [("stack", "none"), ("caching", "full"), ("auto", "full")] {
        let ran = scratch.run(&[
            "check",
            "--solving",
            mode,
            "--merge",
            merge,
            "--json",
            "out.json",
            "--dump-timeline",
            "timeline.csv",
            "--record",
            "asked",
            "Signs.java",
        ]);
        ran.answers("safe", 0);
        let json: Value = serde_json::from_str(&scratch.read("out.json")).expect("valid JSON");
        let stats = &json["stats"];
        for name in [
            "decided_sides",
            "exploration_ms",
            "expressions_ms",
            "solving_ms",
            "rest_ms",
            "known_answers",
        ] {
            assert!(stats[name].is_u64(), "{name} in {mode}: {stats}");
        }
        let timeline = scratch.read("timeline.csv");
        let (head, rest) = timeline.split_once('\n').expect("lines");
        assert_eq!(head, "ms,paths,decided_sides");
        let last: Vec<&str> = rest.lines().last().expect("a line").split(',').collect();
        assert_eq!(last[1], stats["paths"].to_string());
        assert_eq!(last[2], stats["decided_sides"].to_string());
        let asked = scratch.read("asked/Signs.of_II_I-0.smt2");
        assert!(asked.contains("(check-sat)") || mode != "stack", "{asked}");
        // What other options make of a way of solving is said.
        assert_eq!(ran.stderr.contains("--solving caching"), mode == "caching");
    }
}
