//! A run that a limit ends claims what it has completed: executions with few iterations of each loop.

mod common;

use common::Scratch;

/// Checks a method without end for three seconds.
fn stopped(body: &str, options: &[&str]) -> (String, Option<i32>) {
    let scratch = Scratch::new();
    let source = format!(
        "import cortado.Any;\npublic class Endless {{\n  static void run(int n) {{\n    {body}\n  }}\n}}\n"
    );
    scratch.file("Endless.java", source);
    let mut args = vec!["check", "--method", "Endless.run", "--timeout", "3s"];
    args.extend(options);
    args.push("Endless.java");
    let ran = scratch.run(&args);
    (ran.stdout, ran.status)
}

/// The most iterations that the verdict speaks of.
fn iterations(output: &str) -> Option<u64> {
    let (_, rest) = output.split_once("bound: every loop at most ")?;
    rest.split(' ').next()?.parse().ok()
}

#[test]
fn a_time_limit_leaves_a_claim() {
    let body = "int i = 0; while (Any.aBoolean()) { i++; assert i > 0; }";
    let (output, status) = stopped(body, &[]);
    assert!(
        output.ends_with("verdict: safe within bounds\n"),
        "{output}"
    );
    assert!(
        iterations(&output).is_some_and(|most| most >= 1),
        "{output}"
    );
    assert_eq!(status, Some(0));
}

#[test]
fn other_orders_claim_nothing() {
    let body = "int i = 0; while (Any.aBoolean()) { i++; assert i > 0; }";
    let (output, status) = stopped(body, &["--search", "dfs"]);
    assert!(output.ends_with("verdict: unknown\n"), "{output}");
    assert_eq!(status, Some(3));
}

/// Where paths become one, the claim must not be about executions that only some of them have begun: after 25 iterations
/// the assertion can fail.
#[test]
fn merged_paths_claim_no_more_than_all_of_them_have_begun() {
    let body = "int i = 0;
    while (Any.aBoolean()) {
      if (Any.aBoolean()) { i++; } else { i += 2; }
      assert i != 50;
    }";
    let (output, _) = stopped(body, &["--no-replay"]);
    assert!(!output.ends_with("verdict: safe\n"), "{output}");
    assert!(iterations(&output).is_none_or(|most| most < 25), "{output}");
}

/// An endless loop that inputs do not decide has no iterations that could be completed.
#[test]
fn a_loop_without_decisions_stays_unknown() {
    let (output, status) = stopped("long i = 0; while (true) { i++; }", &[]);
    assert!(output.ends_with("verdict: unknown\n"), "{output}");
    assert_eq!(status, Some(3));
}

#[test]
fn a_violation_after_many_iterations_is_found() {
    let body = "int i = 0; while (Any.aBoolean()) { i++; assert i != 40; }";
    let (output, status) = stopped(body, &["--no-replay"]);
    assert!(output.ends_with("verdict: violated\n"), "{output}");
    assert_eq!(status, Some(1));
}

/// Methods for which no time is left are told as unknown; they do not wait for more.
#[test]
fn a_time_limit_that_is_over_ends_the_run() {
    let scratch = Scratch::new();
    let source = "public class Two {
  public static int a(int x) { return x; }
  public static int b(int x) { return x; }
}
";
    scratch.file("Two.java", source);
    let ran = scratch.run(&["check", "Two.java", "--timeout", "1ms"]);
    ran.answers("unknown", 3);
    assert!(ran.stdout.contains("methods: 2 unknown\n"), "{ran:#?}");
}

/// The second constructor has a path for each set of bits, and a violation on one of the last. The claim is about boxes
/// that the first one makes, and says so.
#[test]
fn a_claim_names_the_ways_in_which_inputs_were_made() {
    let scratch = Scratch::new();
    let branches: String = (0..60)
        .map(|bit| format!("if ((bits & {}L) != 0) n++;\n", 1u64 << bit))
        .collect();
    scratch.file(
        "Boxes.java",
        format!(
            "public class Boxes {{
               static class Box {{
                 private final int n;
                 Box(int n) {{ this.n = n % 10; }}
                 Box(long bits) {{ int n = 0; {branches} this.n = n; }}
               }}
               static void run(Box box) {{ assert box.n != 59; }}
             }}"
        ),
    );
    let mut args = vec!["check", "--method", "Boxes.run", "Boxes.java"];
    args.extend(["--timeout", "3s", "--merge", "none"]);
    let ran = scratch.run(&args);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let bound = "bound: input objects made only in the first of their ways";
    assert!(ran.stdout.contains(bound), "{ran:?}");
    assert!(
        ran.stderr.contains("or with inputs made in other ways"),
        "{ran:?}"
    );

    // Depth first there are no rounds, and nothing to claim.
    args.extend(["--search", "dfs"]);
    scratch.run(&args).answers("unknown", 3);
}
