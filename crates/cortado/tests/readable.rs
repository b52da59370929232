//! What a user is told where there is little to check, little time, or documentation.

mod common;

use common::Scratch;
use std::process::Command;
use std::time::{Duration, Instant};

const SHAPES: &str = "
interface Shape { int area(int scale); }
class Square implements Shape { public int area(int scale) { return scale * scale; } }
abstract class Base { abstract int f(int x); }
";

#[test]
fn a_method_without_a_body_is_refused_with_advice() {
    let scratch = Scratch::new();
    scratch.file("Shapes.java", SHAPES);
    for command in ["check", "verify"] {
        scratch
            .run(&[command, "Shapes.java", "--method", "Shape.area"])
            .rejects(&[
                "Shape.area(int) is abstract",
                "name a method that implements it: Square.area(int)",
            ]);
        scratch
            .run(&[command, "Shapes.java", "--method", "Base.f"])
            .rejects(&["Base.f(int) is abstract; no class among the targets implements it"]);
    }
    let ran = scratch.run(&[
        "check",
        "Shapes.java",
        "--method",
        "Square.area",
        "--no-replay",
    ]);
    assert_ne!(ran.status, Some(2), "{ran:#?}");
}

#[test]
fn options_that_contradict_themselves_are_refused() {
    let scratch = Scratch::new();
    scratch.file(
        "Env.java",
        "public class Env { public static void main(String[] a) {
           int n = System.getenv().size();
           assert !\"x\".equals(System.getenv(\"MODE\"));
         } }",
    );
    let check = |more: &[&str]| scratch.run(&[&["check", "Env.java"], more].concat());
    check(&["--env", "MODE=a", "--env", "MODE=b"])
        .rejects(&["--env gives MODE two values, `a` and `b`"]);
    check(&["--allow", "java.lang.String"])
        .rejects(&["--allow java.lang.String: this class is no exception"]);
    // Of the variables as a whole, the bound says what they are; no line shows them as an input.
    let ran = check(&["--env", "MODE=x", "--env", "MODE=x"]);
    ran.answers("violated", 1);
    let inputs = "  inputs: System.getenv(\"MODE\") at line 2 = \"x\"\n";
    assert!(ran.stdout.contains(inputs), "{ran:#?}");
}

#[test]
fn assertions_that_nothing_reaches_are_told_of() {
    let scratch = Scratch::new();
    scratch.file(
        "A.java",
        "public class A {
    public static int f(int x) { return x + 1; }
    public static void g(int x) { assert x == x; }
}",
    );
    let note = "no assertion was reached: nothing was checked";
    let run = |method: &str| {
        scratch.run(&[
            "check",
            "A.java",
            "--method",
            method,
            "--check",
            "assertions",
        ])
    };
    let (without, with) = (run("A.f"), run("A.g"));
    without.answers("safe", 0);
    assert!(without.stderr.contains(note), "{without:#?}");
    with.answers("safe", 0);
    assert!(!with.stderr.contains(note), "{with:#?}");
    let both = scratch.run(&["check", "A.java", "--method", "A.f"]);
    assert!(!both.stderr.contains(note), "{both:#?}");
}

/// The program sleeps far longer than the time limit before it throws; only the JVM takes that time.
#[test]
fn replays_end_with_the_time_limit() {
    let scratch = Scratch::new();
    scratch.file(
        "Sleeper.java",
        "public class Sleeper {
    public static int f(int x) throws InterruptedException {
        Thread.sleep(50_000);
        return 1 / x;
    }
}",
    );
    let started = Instant::now();
    let ran = scratch.run(&[
        "check",
        "Sleeper.java",
        "--method",
        "Sleeper.f",
        "--timeout",
        "4s",
    ]);
    ran.answers("violated", 1);
    assert!(
        ran.stdout
            .contains("not replayed: the time was up (--timeout)        test: "),
        "{ran:#?}"
    );
    // Four seconds and two; the rest is for busy machines.
    assert!(started.elapsed() < Duration::from_secs(25), "{ran:#?}");
}

#[test]
fn contracts_of_methods_without_bodies_are_listed() {
    let scratch = Scratch::new();
    scratch.file(
        "Counter.java",
        "interface Counter {
    //@ ensures \\result > x;
    int after(int x);
    int plain(int x);
}
abstract class Alone {
    //@ ensures \\result > x;
    abstract int other(int x);
}
class Step implements Counter {
    //@ also requires x < 9; ensures true;
    public int after(int x) { return x < 9 ? x + 1 : x; }
    public int plain(int x) { return x; }
}",
    );
    let ran = scratch.run(&["verify", "Counter.java", "--no-replay"]);
    let note = "note: not checked by itself: ";
    for told in [
        "Counter.after(int) has no body; it is checked where Step.after(int) implements it",
        "Alone.other(int) has no body; no class among the targets implements it",
    ] {
        assert!(ran.stderr.contains(&format!("{note}{told}")), "{ran:#?}");
    }
    assert_eq!(ran.stderr.matches(note).count(), 2, "{ran:#?}");
    let named = scratch.run(&[
        "verify",
        "Counter.java",
        "--no-replay",
        "--method",
        "Step.after",
    ]);
    assert!(!named.stderr.contains(note), "{named:#?}");
}

/// `tool-sources.jar` beside `tool.jar` has the documentation.
#[test]
fn a_jar_of_sources_documents_exceptions() {
    let scratch = Scratch::new();
    let text = |documented: &str| {
        format!(
            "package acme;
public class Ratio {{
    /** @throws {documented} if b is zero */
    public static int of(int a, int b) {{ return a / b; }}
    /** @throws IllegalStateException never */
    public static int of(long a, int b) {{ return (int) (a / b); }}
}}"
        )
    };
    let jar = |arguments: &[&str]| {
        let mut command = Command::new("jar");
        let status = command.args(arguments).current_dir(scratch.path()).status();
        assert!(status.expect("jar runs").success());
    };
    scratch.file("acme/Ratio.java", text("ArithmeticException"));
    scratch.javac(&["acme/Ratio.java"]);
    jar(&["cf", "tool.jar", "-C", "classes", "."]);
    let check =
        |method: &str| scratch.run(&["check", "tool.jar", "--method", method, "--no-replay"]);
    check("acme.Ratio.of(int, int)").answers("violated", 1);
    jar(&["cf", "tool-sources.jar", "acme"]);
    let documented = check("acme.Ratio.of(int, int)");
    documented.answers("safe", 0);
    let note = "note: documented (@throws): java.lang.ArithmeticException";
    assert!(documented.stderr.contains(note), "{documented:#?}");
    check("acme.Ratio.of(long, int)").answers("violated", 1);
}
