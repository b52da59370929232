//! The competition's interface seen from outside: properties, verdicts, what counts, witnesses, and the score over a few
//! tasks of the suite.

mod common;

use bench::score::{self, Mark, Runner, Tally};
use common::{Ran, Scratch};
use std::path::{Path, PathBuf};
use std::time::Duration;

const ASSERT: &str = "CHECK( init(Main.main()), LTL(G assert) )\n";
const UNCAUGHT: &str = "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))\n";

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suite")
}

/// A directory with the competition's parts: its `Verifier`, both properties, and a program whose `main` has this body.
fn task(body: &str, members: &str) -> Scratch {
    let scratch = Scratch::new();
    let verifier = "common/org/sosy_lab/sv_benchmarks/Verifier.java";
    let text = std::fs::read(suite().join(verifier)).expect("the suite has a Verifier");
    scratch.file(verifier, text);
    scratch.file("assert.prp", ASSERT);
    scratch.file("uncaught.prp", UNCAUGHT);
    scratch.file(
        "task/Main.java",
        format!(
            "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main {{\n{members}\n\
             public static void main(String[] args) throws Exception {{\n{body}\n}}\n}}\n"
        ),
    );
    scratch
}

fn check(scratch: &Scratch, property: &str) -> Ran {
    scratch.run(&["svcomp", "--property", property, "common", "task"])
}

/// The last lines for both properties.
fn answers(body: &str, members: &str) -> (String, String) {
    let scratch = task(body, members);
    let answer = |property: &str| {
        let ran = check(&scratch, property);
        let last = ran.stdout.lines().last().unwrap_or_default().to_owned();
        let status = match last.split(' ').next() {
            Some("TRUE") => 0,
            Some("FALSE") => 1,
            Some("UNKNOWN") => 3,
            _ => panic!("no verdict: {ran:?}"),
        };
        assert_eq!(ran.status, Some(status), "{ran:?}");
        last
    };
    (answer("assert.prp"), answer("uncaught.prp"))
}

fn are(body: &str, members: &str, assert: &str, uncaught: &str) {
    let (first, second) = answers(body, members);
    assert!(first.starts_with(assert), "{body}: {first}");
    assert!(second.starts_with(uncaught), "{body}: {second}");
}

#[test]
fn each_property_sees_its_own() {
    are(
        "int x = Verifier.nondetInt(); assert x != 7;",
        "",
        "FALSE",
        "TRUE",
    );
    are("int x = 6 / Verifier.nondetInt();", "", "TRUE", "FALSE");
    are("Verifier.assume(false); assert false;", "", "TRUE", "TRUE");
    are("throw new Exception();", "", "TRUE", "TRUE");
    are("throw new StackOverflowError();", "", "TRUE", "TRUE");
    // The replay must not meet the Verifier of the task, which draws at random.
    let body = "assert Verifier.nondetLong() != 123456789012345L || !Verifier.nondetString().equals(\"ab\");";
    are(body, "", "FALSE", "TRUE");
}

#[test]
fn errors_thrown_by_hand_are_failed_assertions() {
    are(
        "if (Verifier.nondetInt() == 3) throw new AssertionError();",
        "",
        "FALSE",
        "TRUE",
    );
    are(
        "throw new Mine();",
        "static class Mine extends AssertionError {}",
        "UNKNOWN (unsupported: whether Main$Mine",
        "TRUE",
    );
}

#[test]
fn where_readings_differ_there_is_no_claim() {
    let caught = "UNKNOWN (unsupported: whether an assertion counts that fails";
    are(
        "try { assert Verifier.nondetInt() != 0; } catch (AssertionError e) { }",
        "",
        caught,
        "TRUE",
    );
    are(
        "try { assert Verifier.nondetInt() != 0; } catch (Error e) { throw new RuntimeException(e); }",
        "",
        caught,
        "FALSE",
    );
    are(
        "new Late();",
        "static class Late { static int x = 1 / Verifier.nondetInt(); }",
        "TRUE",
        "UNKNOWN (unsupported: whether java.lang.ArithmeticException counts",
    );
    // An Error is not wrapped (JLS 12.4.2).
    are(
        "new Late();",
        "static class Late { static { assert Verifier.nondetInt() != 0; } }",
        "FALSE",
        "TRUE",
    );
}

#[test]
fn bounds_are_no_proof() {
    let body = "String s = Verifier.nondetString(); int n = 0;\n\
                for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == 'a') { n++; } }\n\
                assert n <= s.length();";
    let scratch = task(body, "");
    let options = ["--property", "assert.prp", "--string-length", "2"];
    let limit = ["--timeout", "20s"];
    let ran = scratch.run(&[&["svcomp"], &options[..], &limit, &["common", "task"]].concat());
    let answer = "UNKNOWN (within bounds: string length)\n";
    assert!(ran.stdout.ends_with(answer), "{ran:?}");
    assert_eq!(ran.status, Some(3));
}

#[test]
fn a_larger_jvm_may_go_on() {
    let deep = "static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }";
    let stack = "UNKNOWN (within bounds: stack)";
    are("int d = depth(200000); assert d == 0;", deep, stack, stack);
    let heap = "UNKNOWN (within bounds: heap)";
    are(
        "long[] a = new long[300000000]; assert false;",
        "",
        heap,
        heap,
    );
    // The JVM of the replay has less than most, which refutes nothing.
    are(
        "long[] a = new long[100000000]; assert false;",
        "",
        "FALSE",
        "TRUE",
    );
}

#[test]
fn directories_may_overlap_and_be_files() {
    let scratch = task("assert false;", "");
    let sources = ["common", ".", "task/Main.java", "./task"];
    let ran = scratch.run(&[&["svcomp", "--property", "assert.prp"], &sources[..]].concat());
    assert!(ran.stdout.ends_with("FALSE\n"), "{ran:?}");
}

#[test]
fn wrong_usage_is_refused() {
    let scratch = task("", "");
    scratch.file("end.prp", "CHECK( init(Main.main()), LTL(F end) )");
    scratch.file("other.prp", "CHECK( init(Other.main()), LTL(G assert) )");
    for (property, message, answer) in [
        ("end.prp", "`Fend` is none of G assert", ""),
        ("gone.prp", "--property gone.prp", ""),
        ("other.prp", "Other", "UNKNOWN (there is no class Other"),
    ] {
        let ran = check(&scratch, property);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(message), "{ran:?}");
        assert!(ran.stdout.starts_with(answer), "{ran:?}");
        assert_eq!(ran.stdout.is_empty(), answer.is_empty(), "{ran:?}");
    }
    let ran = scratch.run(&["svcomp", "common"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("--property"), "{ran:?}");
}

#[test]
fn sources_that_do_not_compile_are_no_answer() {
    let ran = check(&task("int x = \"text\";", ""), "assert.prp");
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert_eq!(ran.stdout, "UNKNOWN (the sources do not compile)\n");
    assert!(ran.stderr.contains("incompatible types"), "{ran:?}");
}

#[test]
fn sources_need_not_be_utf8_nor_main_public() {
    let scratch = task("", "");
    let text =
        b"class Main { static void main(String[] args) { assert \"\xe9t\xe9\".length() != 3; } }";
    scratch.file("task/Main.java", text);
    let ran = check(&scratch, "assert.prp");
    assert!(ran.stdout.ends_with("confirmed\nFALSE\n"), "{ran:?}");
}

#[test]
fn longer_strings_are_looked_at_where_the_bound_is_too_short() {
    let body =
        "String rest = Verifier.nondetString().substring(25); assert !rest.startsWith(\"abc\");";
    are(body, "", "FALSE", "FALSE");
}

#[test]
fn a_witness_tells_the_values_in_order() {
    let scratch = task(
        "int x = pick(); String s = Verifier.nondetString();\nassert x != 5 || !s.equals(\"<&>\");",
        "static int pick() { return Verifier.nondetInt(); }",
    );
    let arguments = [
        "svcomp",
        "--property",
        "assert.prp",
        "--witness",
        "out/witness.graphml",
        "common",
        "task",
    ];
    let ran = scratch.run(&arguments);
    assert!(ran.stdout.contains("confirmed"), "{ran:?}");
    let text = scratch.read("out/witness.graphml");
    let at = |part: &str| {
        let found = text.find(part);
        found.unwrap_or_else(|| panic!("no {part} in {text}"))
    };
    let order = [
        at("<data key=\"entry\">true</data>"),
        at("<data key=\"assumption\">nondetInt() = 5</data>"),
        at("<data key=\"assumption.scope\">java::LMain;.pick()I</data>"),
        at("<data key=\"assumption\">nondetString.equals(&quot;&lt;&amp;&gt;&quot;)</data>"),
        at("<data key=\"violation\">true</data>"),
    ];
    assert!(order.is_sorted(), "{text}");
    at("<data key=\"specification\">CHECK( init(Main.main()), LTL(G assert) )</data>");
    at("<data key=\"programfile\">task/Main.java</data>");
    at("<data key=\"startline\">3</data>");
    at("<data key=\"startline\">5</data>");
}

#[test]
fn there_is_no_witness_without_a_violation() {
    let scratch = task("assert args != null;", "");
    let arguments = [
        "svcomp",
        "--property",
        "assert.prp",
        "--witness",
        "w",
        "common",
        "task",
    ];
    let ran = scratch.run(&arguments);
    assert_eq!(ran.stdout, "TRUE\n");
    assert!(!scratch.path().join("w").exists());
}

/// Quick tasks of each folder, both verdicts and both properties.
const QUICK: &[&str] = &[
    "arithmetic/midpoint",
    "arithmetic/exact_sum",
    "arrays/transpose",
    "arrays/histogram",
    "collections/lru_cache",
    "exceptions/checked_stays",
    "exceptions/declared_runtime",
    "exceptions/finally_wins",
    "floats/not_a_number",
    "objects/linked_list_null",
    "records-and-switches/shapes_sealed",
    "recursion/mccarthy91_late",
    "state-machines/minepump",
    "state-machines/minepump_methane",
    "strings/commands",
];

#[test]
fn the_score_of_a_few_tasks() {
    let mut tasks = score::find(&suite()).expect("the suite is readable");
    tasks.retain(|task| QUICK.contains(&task.name.as_str()));
    assert!(tasks.len() >= QUICK.len());
    let runner = Runner {
        cortado: env!("CARGO_BIN_EXE_cortado").into(),
        limit: Duration::from_secs(60),
        cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")),
        twice: false,
    };
    let records = score::score_all(&runner, &tasks, 2, |_| {}).expect("cortado runs");
    let tally = Tally::of(&records);
    let table = score::render(&records);
    assert_eq!((tally.wrong(), tally.unknown), (0, 0), "{table}");
    assert!(records.iter().any(|r| r.mark == Mark::CorrectTrue));
    assert!(records.iter().any(|r| r.mark == Mark::CorrectFalse));
    assert_eq!(tally.points, tally.most);
}

#[test]
fn the_tool_info_module_passes_its_checks() {
    let file = suite().join("../svcomp/test_cortado.py");
    let ran = std::process::Command::new("python3")
        .arg("-B")
        .arg(file)
        .output();
    // Whoever has no Python does not run BenchExec either.
    if let Ok(ran) = ran {
        let text = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{text}");
    }
}

#[test]
fn the_suite_is_complete() {
    let tasks = score::find(&suite()).expect("the suite is readable");
    let mut names: Vec<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
    names.dedup();
    assert!(names.len() >= 60, "{} tasks", names.len());
    let safe = tasks.iter().filter(|task| task.expected).count();
    assert!(safe * 3 > tasks.len() && safe * 4 < tasks.len() * 3);
    for task in &tasks {
        for path in task.inputs.iter().chain([&task.property_file]) {
            assert!(path.exists(), "{}: no {}", task.name, path.display());
        }
    }
}
