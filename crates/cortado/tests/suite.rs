//! `cortado tests`: suites for the data structures among the examples, which compile and pass, and what comes of input
//! that is no good.

mod common;

use common::Scratch;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn structure(scratch: &Scratch, name: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/structures")
        .join(name);
    let text = fs::read(&from).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
    scratch.file(&format!("structures/{name}"), text);
}

#[test]
fn the_data_structures_get_suites_that_pass_and_take_all_branches_reached() {
    let scratch = Scratch::new();
    for name in [
        "BoundedStack",
        "IntList",
        "RingBuffer",
        "SearchTree",
        "SmallMap",
    ] {
        structure(&scratch, &format!("{name}.java"));
    }
    let ran = scratch.run(&["tests", "structures", "--json", "out.json"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(last.contains("tests, all pass on JDK"), "{ran:#?}");
    assert!(!ran.stdout.contains("taken out"), "{ran:#?}");
    let json: Value = serde_json::from_str(&scratch.read("out.json")).expect("valid JSON");
    assert_eq!(json["schema"], 1);
    assert_eq!(json["passed"], true);
    let figures = &json["branches"];
    assert_eq!(figures["all"], 102, "{figures}");
    assert_eq!(figures["reached"], figures["covered"], "{figures}");
    assert!(figures["covered"].as_u64() >= Some(100), "{figures}");
    assert_eq!(json["lines"]["reached"], json["lines"]["covered"]);
    // The one side that takes a longer history says so.
    let open = json["not_covered"].as_array().expect("an array");
    assert!(open.iter().all(|o| o["why"][0].is_string()), "{open:?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tests.md");
    let page = fs::read_to_string(page).expect("docs/tests.md");
    for field in json.as_object().expect("an object").keys() {
        assert!(
            page.contains(&format!("`{field}`")),
            "docs/tests.md lacks {field}"
        );
    }
    let stack = scratch.read("cortado-tests/BoundedStackCortadoTest.java");
    for line in [
        "    void popThrowsIllegalStateException() {\n",
        "        assertThrows(IllegalStateException.class, () -> boundedStack.pop());\n",
        "        boundedStack.push(2);\n",
        "        assertEquals(1, boundedStack.size());\n",
        "        assertThrows(IllegalArgumentException.class, () -> new BoundedStack(0));\n",
    ] {
        assert!(stack.contains(line), "`{line}` is missing in {stack}");
    }
}

#[test]
fn two_runs_write_the_same_bytes() {
    let scratch = Scratch::new();
    structure(&scratch, "RingBuffer.java");
    let args = ["tests", "structures", "--no-run", "-o"];
    let first = scratch.run(&[&args[..], &["a"]].concat());
    let second = scratch.run(&[&args[..], &["b"]].concat());
    assert_eq!(first.status, Some(0), "{first:#?}");
    assert_eq!(first.stdout.replace("a/", "b/"), second.stdout);
    assert_eq!(
        scratch.read("a/RingBufferCortadoTest.java"),
        scratch.read("b/RingBufferCortadoTest.java")
    );
}

const SIGNS: &str = "package acme;
public class Signs {
  public enum Sign { MINUS, ZERO, PLUS }
  private Signs() {}
  public static Sign of(int n) {
    return n < 0 ? Sign.MINUS : n == 0 ? Sign.ZERO : Sign.PLUS;
  }
  public static int[] both(int n) {
    assert n > 0;
    return new int[] {n, -n};
  }
  public static String name(String text) {
    if (text.isEmpty()) { return null; }
    return \"<\" + text + \">\";
  }
  public static double half(Double d) throws java.io.IOException {
    if (d.isNaN()) { throw new java.io.IOException(); }
    return d / 2;
  }
  public static int first(int[] numbers) { return numbers[0]; }
}
";

#[test]
fn results_are_stated_as_what_they_are() {
    let scratch = Scratch::new();
    scratch.file("acme/Signs.java", SIGNS);
    let ran = scratch.run(&["tests", "acme/Signs.java"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    let text = scratch.read("cortado-tests/acme/SignsCortadoTest.java");
    for line in [
        "package acme;\n",
        "    void ofReturnsMINUS() {\n",
        "        assertSame(Signs.Sign.PLUS, Signs.of(1));\n",
        "        assertArrayEquals(new int[] {1, -1}, Signs.both(1));\n",
        "        // `n > 0` fails.\n        assertThrows(AssertionError.class, () -> Signs.both(0));\n",
        "        assertNull(Signs.name(\"\"));\n",
        "        assertEquals(\"<a>\", Signs.name(\"a\"));\n",
        "() throws Exception {\n        assertEquals(0.5, Signs.half(Double.valueOf(1.0)));\n",
        "assertThrows(IOException.class, () -> Signs.half(Double.valueOf(Double.NaN)));\n",
        "assertThrows(ArrayIndexOutOfBoundsException.class, () -> Signs.first(new int[0]));\n",
    ] {
        assert!(text.contains(line), "`{line}` is missing in {text}");
    }
}

const PARCELS: &str = "package acme;
import java.util.*;
public class Parcels {
  public enum Size { SMALL, LARGE }
  public record Label(int weight, Size size) {}
  public static Label label(int weight) { return new Label(weight, weight > 10 ? Size.LARGE : Size.SMALL); }
  public static List<Size> sizes(boolean two) { return two ? List.of(Size.SMALL, Size.LARGE) : new ArrayList<>(); }
  public static Map<String, Integer> count(String text) { Map<String, Integer> all = new TreeMap<>(); all.put(text, 2); return all; }
  public static Set<Long> numbers(long n) { return new HashSet<>(Arrays.asList(n, n)); }
  public static Optional<Size> find(int n) { return n == 0 ? Optional.empty() : Optional.of(Size.LARGE); }
  public static java.math.BigInteger big(int n) { return n == 1 ? java.math.BigInteger.TEN.pow(20) : null; }
  public static StringBuilder text(int n) { return new StringBuilder(\"n\").append(n); }
  public static void reverse(int[] a) {
    for (int i = 0, j = a.length - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
  }
  public static List<int[]> arrays() { return Collections.singletonList(new int[1]); }
  static abstract class Account {
    protected long balance;
    public void pay(long amount) { if (amount > 0) balance += amount; }
    public long balance() { return balance; }
    public int audit() throws java.io.IOException { return 1; }
  }
  public static class Savings extends Account {}
}
";

#[test]
fn what_is_in_a_result_is_stated() {
    let scratch = Scratch::new();
    scratch.file("acme/Parcels.java", PARCELS);
    let ran = scratch.run(&["tests", "acme/Parcels.java"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    assert!(!ran.stdout.contains("taken out"), "{ran:#?}");
    let text = scratch.read("cortado-tests/acme/ParcelsCortadoTest.java");
    for line in [
        "        Parcels.Label result = Parcels.label(1);\n        assertSame(Parcels.Size.SMALL, result.size());\n        \
         assertEquals(1, result.weight());\n",
        "        assertEquals(Arrays.asList(Parcels.Size.SMALL, Parcels.Size.LARGE), Parcels.sizes(true));\n",
        "        assertEquals(Map.of(\"a\", Integer.valueOf(2)), Parcels.count(\"a\"));\n",
        "        assertEquals(Set.of(Long.valueOf(1L)), Parcels.numbers(1L));\n",
        "        assertEquals(Optional.empty(), Parcels.find(0));\n",
        "        assertEquals(Optional.of(Parcels.Size.LARGE), Parcels.find(1));\n",
        "        assertEquals(new BigInteger(\"100000000000000000000\"), Parcels.big(1));\n",
        "        assertEquals(\"n1\", Parcels.text(1).toString());\n",
        "        int[] a = new int[] {1, 2};\n        Parcels.reverse(a);\n        \
         assertArrayEquals(new int[] {2, 1}, a);\n",
        // Equal to nothing that source can make.
        "        assertNotNull(Parcels.arrays());\n",
    ] {
        assert!(text.contains(line), "`{line}` is missing in {text}");
    }
    let text = scratch.read("cortado-tests/acme/ParcelsSavingsCortadoTest.java");
    let line = "        savings.pay(1L);\n        assertEquals(1L, savings.balance());\n";
    assert!(text.contains(line), "`{line}` is missing in {text}");
    assert!(!text.contains(".audit();"), "{text}");
}

#[test]
fn what_goes_on_and_on_does_not_keep_others_from_a_test() {
    let scratch = Scratch::new();
    scratch.file(
        "Endless.java",
        "public class Endless {
  public static int steps(int n) {
    int count = 0;
    while (n != 1) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      count++;
    }
    return count;
  }
  public static void waits(int n) {
    while (n > 0) {
      if (n == 5) { n = 7; }
    }
  }
}
",
    );
    let ran = scratch.run(&["tests", "Endless.java", "--patience", "40"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    let text = scratch.read("cortado-tests/EndlessCortadoTest.java");
    assert!(text.contains(", Endless.steps("), "{text}");
    assert!(text.contains("Endless.waits(0);"), "{text}");
    let why = "Endless.java:12, true: reached, but by no path that makes a test; it runs for more than 10 million";
    assert!(ran.stdout.contains(why), "{ran:#?}");
    assert!(!ran.stdout.contains("no path came to"), "{ran:#?}");
}

#[test]
fn every_path_gets_a_test_if_asked_for() {
    let scratch = Scratch::new();
    scratch.file(
        "Pair.java",
        "public class Pair { public static int both(boolean a, boolean b) { int n = 0; if (a) n++; if (b) n += 2; return n; } }",
    );
    let count = |args: &[&str]| {
        let ran = scratch.run(&[&["tests", "Pair.java", "--method", "Pair.both"], args].concat());
        assert_eq!(ran.status, Some(0), "{ran:#?}");
        scratch
            .read("cortado-tests/PairCortadoTest.java")
            .matches("@Test")
            .count()
    };
    assert_eq!(count(&[]), 2);
    assert_eq!(count(&["--all-paths"]), 4);
    assert_eq!(count(&["--all-paths", "--max-tests", "3"]), 3);
}

#[test]
fn what_cannot_be_reached_is_told_from_what_was_not() {
    let scratch = Scratch::new();
    scratch.file(
        "Why.java",
        "public class Why {
  public static int never(int n) {
    if (n > 5 && n < 3) { return 1; }
    return 0;
  }
  public static int started(int n) throws Exception {
    if (n == 7) { new Thread(() -> {}).start(); return 1; }
    return 0;
  }
}
",
    );
    let ran = scratch.run(&["tests", "Why.java", "--json", "out.json"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    assert!(
        ran.stdout
            .contains("Why.java:3, true: no input leads there\n"),
        "{ran:#?}"
    );
    let line = ran.stdout.lines().find(|line| line.contains("Why.java:7"));
    let line = line.unwrap_or_else(|| panic!("{ran:#?}"));
    assert!(line.contains("by no path that makes a test"), "{line}");
    assert!(line.contains("unsupported"), "{line}");
}

#[test]
fn what_differs_from_machine_to_machine_is_not_stated() {
    let scratch = Scratch::new();
    scratch.file(
        "Where.java",
        "public class Where {
  public static String here() { return System.getProperty(\"user.dir\"); }
  public static String lines(int n) { return n + System.getProperty(\"line.separator\"); }
}
",
    );
    let ran = scratch.run(&["tests", "Where.java"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    let why = "it depends on System.getProperty(\"user.dir\"), which a test cannot choose";
    assert!(ran.stderr.contains(why), "{ran:#?}");
    let text = scratch.read("cortado-tests/WhereCortadoTest.java");
    assert!(
        text.contains("assertEquals(\"1\\n\", Where.lines(1));"),
        "{text}"
    );
    assert!(!text.contains("Where.here()"), "{text}");
}

#[test]
fn state_that_tests_leave_behind_is_not_our_fault() {
    let scratch = Scratch::new();
    scratch.file(
        "Counter.java",
        "public class Counter { private static int next; public static int next() { return ++next; } public static int next(int by) { return next += by; } }",
    );
    let ran = scratch.run(&["tests", "Counter.java"]);
    assert_eq!(ran.status, Some(0), "{ran:#?}");
    assert!(
        ran.stdout.contains("keeps state in static fields") || !ran.stdout.contains("taken out"),
        "{ran:#?}"
    );
    assert!(ran.stdout.contains(", all pass on JDK"), "{ran:#?}");
}

#[test]
fn nobodys_file_is_overwritten() {
    let scratch = Scratch::new();
    structure(&scratch, "BoundedStack.java");
    scratch.file(
        "cortado-tests/BoundedStackCortadoTest.java",
        "// My own tests.\n",
    );
    let ran = scratch.run(&["tests", "structures"]);
    ran.rejects(&[
        "BoundedStackCortadoTest.java is there and was not written by Cortado",
        "--output",
    ]);
    assert_eq!(
        scratch.read("cortado-tests/BoundedStackCortadoTest.java"),
        "// My own tests.\n"
    );
    // Its own files it writes again.
    for _ in 0..2 {
        let ran = scratch.run(&["tests", "structures", "--no-run", "-o", "other"]);
        assert_eq!(ran.status, Some(0), "{ran:#?}");
    }
}

#[test]
fn bad_input_is_told_in_words() {
    let scratch = Scratch::new();
    scratch.file("Hidden.java", "class Hidden { private static int f(int n) { return n; } int g() { return 1; } private Hidden() {} }");
    scratch.file("file", "");
    structure(&scratch, "BoundedStack.java");
    let run = |args: &[&str]| scratch.run(&[&["tests"], args].concat());
    run(&["nowhere"]).rejects(&["nowhere"]);
    run(&["Hidden.java"]).rejects(&["nothing to test", "no public constructor or method"]);
    run(&["Hidden.java", "--method", "Hidden.f"]).rejects(&["Hidden.f(int) is private"]);
    run(&["structures", "--method", "BoundedStack.nothing"]).rejects(&["nothing", "pop"]);
    run(&["structures", "--class", "Nobody"]).rejects(&["there is no class Nobody"]);
    run(&["structures", "-o", "file/below"]).rejects(&["cannot write to file/below"]);
    run(&["structures", "--json", "no/where.json"]).rejects(&["cannot write JSON"]);
    run(&[
        "structures",
        "--method",
        "BoundedStack.pop",
        "--class",
        "BoundedStack",
    ])
    .complains(2, &["cannot be used with"]);
    run(&["structures", "--package", "acme"]).rejects(&["unnamed package"]);
    run(&["structures", "--unwind", "Nobody.f:1=3"]).rejects(&["Nobody.f:1"]);
}
