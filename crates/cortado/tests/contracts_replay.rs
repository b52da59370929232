//! Violations that `cortado verify` finds are replayed on the JVM, and the tests that it leaves are regression tests: they
//! fail for the faulty program and pass for the mended one.

mod common;

use common::{Ran, Scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Stands in for JUnit, so that tests compile wherever they are.
const ANNOTATION: &str = "package org.junit.jupiter.api;\n@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\npublic @interface Test {}\n";

/// Runs tests and says of each whether it passed.
const RUNNER: &str = r#"
import java.lang.reflect.*;

public class Runner {
    public static void main(String[] classes) throws Throwable {
        for (String name : classes) {
            Class<?> test = Class.forName(name);
            String said = "passed";
            try {
                for (Method method : test.getDeclaredMethods()) {
                    if (method.getName().endsWith("BreaksItsContract")) {
                        Constructor<?> constructor = test.getDeclaredConstructor();
                        constructor.setAccessible(true);
                        method.setAccessible(true);
                        method.invoke(constructor.newInstance());
                    } else if (method.getName().equals("main")) {
                        method.invoke(null, (Object) new String[0]);
                    }
                }
            } catch (InvocationTargetException thrown) {
                Throwable why = thrown.getCause();
                said = "failed: " + why + (why.getCause() == null ? "" : " because of " + why.getCause());
            }
            System.out.println(name + " " + said);
        }
    }
}
"#;

struct Violation {
    what: String,
    replayed: String,
    why: String,
    test: Option<String>,
}

fn violations(scratch: &Scratch) -> Vec<Violation> {
    let json: serde_json::Value =
        serde_json::from_str(&scratch.read("result.json")).expect("JSON is written");
    let list = json["violations"].as_array().expect("a list").iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    list.map(|one| Violation {
        what: format!("{} {}", text(&one["entry"]), text(&one["what"])),
        replayed: text(&one["replayed"]),
        why: text(&one["why"]),
        test: one["test"].as_str().map(str::to_owned),
    })
    .collect()
}

fn verify(scratch: &Scratch, options: &[&str]) -> Ran {
    let mut arguments = vec!["verify", "-q", "--json", "result.json"];
    arguments.extend(options);
    scratch.run(&arguments)
}

/// Verifies a source, in which `// mended: …` at the end of a line says what it should be. Every violation must be
/// confirmed, and be one of those that are listed; its test must fail, and pass for the mended source.
#[track_caller]
fn check(file: &str, source: &str, options: &[&str], wanted: &[&str]) {
    let scratch = Scratch::new();
    scratch.file(file, source);
    let mut arguments = vec![file];
    arguments.extend(options);
    let ran = verify(&scratch, &arguments);
    ran.answers("violated", 1);
    let found = violations(&scratch);
    for violation in &found {
        let Violation { what, why, .. } = violation;
        assert_eq!(violation.replayed, "confirmed", "{what}: {why}\n{ran:#?}");
        assert!(violation.test.is_some(), "{what}");
    }
    let mut known: Vec<&str> = found.iter().map(|one| one.what.as_str()).collect();
    let mut wanted = wanted.to_vec();
    known.sort_unstable();
    wanted.sort_unstable();
    let same = |(known, wanted): (&&str, &&str)| match wanted.strip_suffix('…') {
        Some(start) => known.starts_with(start),
        None => known == wanted,
    };
    let all = known.len() == wanted.len() && known.iter().zip(&wanted).all(same);
    assert!(all, "{known:#?}\n{wanted:#?}\n{}", ran.stdout);
    let mended: Vec<&str> = (source.lines())
        .map(|line| line.split_once("// mended:").map_or(line, |(_, line)| line))
        .collect();
    scratch.file(&format!("mended.dir/{file}"), mended.join("\n"));
    let tests: Vec<String> = found.into_iter().filter_map(|one| one.test).collect();
    for said in run_tests(&scratch, file, &tests) {
        assert!(said.contains(" failed: "), "{said}");
        assert!(!said.contains(" because of "), "{said}");
    }
    for said in run_tests(&scratch, &format!("mended.dir/{file}"), &tests) {
        assert!(said.ends_with(" passed"), "{said}");
    }
}

/// Compiles a program with tests and runs them; a line for each.
fn run_tests(scratch: &Scratch, program: &str, tests: &[String]) -> Vec<String> {
    let annotation = scratch.file("junit/org/junit/jupiter/api/Test.java", ANNOTATION);
    let runner = scratch.file("Runner.java", RUNNER);
    let classes = scratch.path().join(format!("{program}.classes"));
    let mut files: Vec<PathBuf> = vec![annotation, runner, program.into()];
    files.extend(tests.iter().map(PathBuf::from));
    let status = Command::new("javac")
        .args(["-nowarn", "-d"])
        .arg(&classes)
        .args(&files)
        .current_dir(scratch.path())
        .status()
        .expect("javac runs");
    assert!(status.success());
    let name = |test: &String| {
        let path = Path::new(test).strip_prefix("cortado-out").expect("a test");
        let path = path.with_extension("").display().to_string();
        path.replace(['/', '\\'], ".")
    };
    let output = Command::new("java")
        .arg("-cp")
        .arg(&classes)
        .arg("Runner")
        .args(tests.iter().map(name))
        .output()
        .expect("java runs");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(lines.len(), tests.len(), "{lines:#?}\n{error}");
    lines
}

/// A linked structure with private fields, an inner and a nested class, in a package; exceptions and an invariant.
#[test]
fn linked_structures() {
    let source = r"
package shop;

public class Register {
    private static final class Entry {
        private final int amount;
        private /*@ nullable @*/ Entry next;

        private Entry(int amount, /*@ nullable @*/ Entry next) {
            this.amount = amount;
            this.next = next;
        }
    }

    class Drawer {
        int coins;

        //@ ensures coins == \old(coins) + n && \result == opened;
        int put(int n) {
            coins += n;
            opened++;
            return opened - 1; // mended: return opened;
        }
    }

    private /*@ nullable @*/ Entry first;
    private int count;
    private int opened;
    //@ private invariant count >= 0;

    /*@ requires first != null;
      @ ensures \result == (\num_of Entry e; \reach(first, e, next); true); @*/
    private int length() {
        int n = 0; // mended: int n = 1;
        for (Entry e = first; e.next != null; e = e.next) n++;
        return n;
    }

    //@ ensures first != null ==> \result == first.amount;
    int top() {
        // mended: if (first == null) return 0;
        return first.amount;
    }

    //@ ensures true;
    void drop() {
        count--; // mended: if (count > 0) count--;
    }

    /*@ ensures \result == \old(first); @*/
    /*@ nullable @*/ Entry push(int n) {
        Entry was = first;
        first = new Entry(n, first);
        return n == 5 ? first : was; // mended: return was;
    }

    /*@ signals (IllegalStateException e) count == 0;
      @ signals_only IllegalStateException; @*/
    void check() {
        if (count < 5) throw new IllegalStateException(); // mended: if (count == 0) throw new IllegalStateException();
        if (count == 9) throw new UnsupportedOperationException(); // mended:
    }
}
";
    check(
        "shop/Register.java",
        source,
        &["--scope", "2"],
        &[
            "shop.Register$Drawer.put(int) ensures \\result == opened",
            "shop.Register.length() ensures \\result == (\\num_of Entry e; \\reach(first, e, next); true)",
            "shop.Register.top() throws java.lang.NullPointerException",
            "shop.Register.drop() invariant count >= 0",
            "shop.Register.push(int) ensures \\result == \\old(first)",
            "shop.Register.check() signals count == 0",
            "shop.Register.check() throws java.lang.UnsupportedOperationException",
        ],
    );
}

/// Arrays, static fields, frames, constructors; quantifiers and `\old` with variables of a quantifier in it.
#[test]
fn arrays_and_statics() {
    let source = r"
public class Table {
    int count;
    static int closed;

    /*@ assignable count, a[*]; @*/
    void copy(int[] a, int[] b) {
        count = 0;
        for (int i = 0; i < a.length && i < b.length; i++) {
            a[i] = b[i];
            b[i] = 0; // mended:
        }
    }

    /*@ ensures closed == \old(closed) + n; @*/
    static void close(int n) {
        if (n != 3) // mended:
        closed += n;
    }

    /*@ requires 0 <= i && i < a.length;
      @ ensures (\forall int k; 0 <= k && k < a.length; k != i ==> a[k] == \old(a[k])); @*/
    static void set(int[] a, int i) {
        a[i] = 7;
        a[a.length - 1] = 8; // mended:
    }

    //@ ensures this.count == count;
    public Table(int count) {
        this.count = count > 9 ? 9 : count; // mended: this.count = count;
    }

    /*@ requires a != null; ensures \fresh(\result) && \result.length == a.length; @*/
    static int[] copied(int[] a) {
        if (a.length == 2) return a; // mended:
        return new int[a.length];
    }

    /*@ requires \nonnullelements(all);
      @ ensures all.length > 0 ==> \result == (\max int i; 0 <= i && i < all.length; all[i].count);
      @ assignable \nothing; @*/
    static int most(Table[] all) {
        int most = 0; // mended: int most = all.length > 0 ? all[0].count : 0;
        for (int i = 0; i < all.length; i++) if (all[i].count > most) most = all[i].count;
        return most;
    }
}
";
    check(
        "Table.java",
        source,
        &["--scope", "2"],
        &[
            "Table.copy(int[], int[]) assignable: another location is changed",
            "Table.close(int) ensures closed == \\old(closed) + n",
            "Table.set(int[], int) ensures (\\forall int k; 0 <= k && k < a.length; k != i ==> a[k] == \\old(a[k]))",
            "Table.<init>(int) ensures this.count == count",
            "Table.copied(int[]) ensures \\fresh(\\result)",
            "Table.most(Table[]) ensures all.length > 0 ==> \\result == (\\max int i; 0 <= i && i < all.length; all[i].count)",
        ],
    );
}

/// Classes of the program that are called like those that a test needs itself; pure methods, model fields, constraints,
/// strings, records, interfaces.
#[test]
fn other_constructs() {
    let source = r#"
public class List {
    static class Field { int value; }
    record Pair(int a, /*@ nullable @*/ Field field) {}

    private int size;
    /*@ nullable @*/ Field head;
    //@ public model int length;
    //@ public represents length = size * 2;
    //@ constraint size >= \old(size);

    //@ ensures \result == size;
    /*@ pure @*/ private int size() { return size; }

    //@ requires size < 100; ensures size() == \old(size()) + 1 && length == \old(length) + 2;
    void grow() {
        size += 2; // mended: size++;
    }

    //@ ensures true;
    void shrink() {
        if (size > 3) size--; // mended:
    }

    //@ ensures \result ==> s.equals("no");
    static boolean isNo(String s) {
        return s.length() == 2; // mended: return s.equals("no");
    }

    //@ ensures \result == (pair.field() != null && pair.field().value == pair.a());
    static boolean fits(Pair pair) {
        return pair.field() != null; // mended: return pair.field() != null && pair.field().value == pair.a();
    }

    //@ ensures \result;
    static boolean same(Runnable a, Runnable b) {
        return a == b; // mended: return true;
    }
}
class Map {}
class Integer {}
"#;
    check(
        "List.java",
        source,
        &["--scope", "2"],
        &[
            "List.grow() ensures size() == \\old(size()) + 1",
            "List.shrink() constraint size >= \\old(size)",
            "List.isNo(java.lang.String) ensures \\result ==> s.equals(\"no\")",
            "List.fits(List$Pair) ensures \\result == (pair.field() != null && pair.field().value == pair.a())",
            "List.same(java.lang.Runnable, java.lang.Runnable) ensures \\result",
        ],
    );
}

/// Everything holds that is negated here, so each construct must mean on the JVM what it means in the formula.
#[test]
fn expressions() {
    let source = r"
public class Words {
    static class Node { int v; /*@ nullable @*/ Node next; }
    static class Leaf extends Node { }

    int n;
    boolean done;
    Node node = new Node();

    /*@ requires \typeof(node) == \type(Leaf) && node.next != null && node.next.next == null && node != node.next;
      @ requires n == 3 && node.v == 5 && node.next.v == -2 && node.next instanceof Leaf;
      @ ensures done || !(
      @     (\forall boolean b; b || !b) && (\exists nullable Node x; x == null)
      @     && \typeof(node) <: \type(Node) && \typeof(node) != \type(Node) && \typeof(node) == \typeof(node.next)
      @     && (\num_of Node x; \reach(node, x, next); x.v < 3) == 1
      @     && (\sum int i; 0 <= i && i < n; i * i) == 5 && (\product int i; 1 <= i && i <= n; i + 1) == 24
      @     && (\min Node x; \reach(node, x, next); x.v) == -2 && (\max int i, j; 0 <= i && i < j && j < n; i + j) == 3
      @     && (\bigint) Integer.MAX_VALUE + n > Integer.MAX_VALUE
      @     && \reach(node, Node, next).int_size() == 2 && \reach(node, Node, next).has(node.next)
      @     && \reach(node, null, next) && !\reach(node.next, node, next)
      @     && (\forall Node x; \old(x.v) == x.v) && \not_modified(n) && \invariant_for(this) && !\fresh(node)
      @     && (n > 3 ? false : -n >>> 28 == 15) && (char) (n + 65536) == 3 && (byte) 200 == -56 && n / 2.0 == 1.5
      @     && !(\exists int i; 0 <= i && i < n; \old(node.v) == i)); @*/
    void words() {
        n += 0; // mended: done = true;
    }
}
";
    check(
        "Words.java",
        source,
        &["--scope", "2"],
        &["Words.words() ensures done || !( (\\forall boolean b; …"],
    );
}

const SUM: &str = r"
class Sum {
    //@ requires a >= 0 && b >= 0; ensures \result >= 0;
    static int of(int a, int b) { return a + b; }
}
";

/// Where integers are narrower than on the JVM, what they show need not be so there.
#[test]
fn narrow_integers() {
    let scratch = Scratch::new();
    scratch.file("Sum.java", SUM);
    let ran = verify(&scratch, &["Sum.java", "--int-bits", "4"]);
    ran.answers("violated", 1);
    let found = violations(&scratch);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].replayed, "not_replayed");
    assert!(
        found[0].why.contains("integers of 4 bits (--int-bits)"),
        "{}",
        found[0].why
    );
    assert_eq!(found[0].test, None);
    let ran = verify(&scratch, &["Sum.java"]);
    ran.answers("violated", 1);
    assert_eq!(violations(&scratch)[0].replayed, "confirmed");
}

/// Without a replay the tests are written all the same, and nothing is run.
#[test]
fn tests_without_replay() {
    let scratch = Scratch::new();
    scratch.file("Sum.java", SUM);
    let ran = verify(
        &scratch,
        &["Sum.java", "--no-replay", "--junit", "found/here"],
    );
    ran.answers("violated", 1);
    let line = "not replayed: --no-replay        test: found/here/SumCortadoTest.java";
    assert!(ran.stdout.contains(line), "{}", ran.stdout);
    assert!(
        scratch
            .read("found/here/SumCortadoTest.java")
            .contains("run(")
    );
}

/// A violation that the JVM does not show is none: here the JVM runs an initialiser on the way.
#[test]
fn refuted() {
    let scratch = Scratch::new();
    let source = r"
class Late {
    static int n;
    static class Other {
        static { n = 5; }
    }
    //@ ensures n == 1;
    static void set() {
        n = 0;
        new Other();
    }
}
";
    scratch.file("Late.java", source);
    let ran = verify(&scratch, &["Late.java"]);
    ran.answers("unknown", 3);
    let found = violations(&scratch);
    assert_eq!(found[0].replayed, "refuted", "{}", ran.stdout);
    let why = "the replay did not confirm it: Late.n is 5 and not 0";
    assert_eq!(found[0].why, why);
    assert_eq!(found[0].test, None);
    assert!(ran.stdout.contains("Late.set(): unknown"), "{}", ran.stdout);
    assert!(ran.stdout.contains(why), "{}", ran.stdout);
}

/// What a call does by its contract need not be what it does.
#[test]
fn calls_by_contract() {
    let scratch = Scratch::new();
    let source = r"
class Steps {
    //@ ensures \result >= 1;
    static int step() { return 2; }
    //@ ensures \result == 2;
    static int one() { return step(); }
}
";
    scratch.file("Steps.java", source);
    let ran = verify(&scratch, &["Steps.java", "--calls", "contract"]);
    ran.answers("violated", 1);
    let found = violations(&scratch);
    assert_eq!(found[0].replayed, "not_replayed", "{}", ran.stdout);
    assert!(
        found[0].why.contains("Steps.step as the contract says"),
        "{}",
        found[0].why
    );
}

/// A runtime without a compiler runs nothing, and says so.
#[test]
fn no_compiler() {
    let scratch = Scratch::new();
    scratch.file("Sum.java", SUM);
    let home = Command::new("java")
        .args(["-XshowSettings:properties", "-version"])
        .output()
        .expect("java runs");
    let home = String::from_utf8_lossy(&home.stderr).into_owned();
    let home = home
        .lines()
        .find_map(|line| line.trim().strip_prefix("java.home = "));
    let home = PathBuf::from(home.expect("a home"));
    // The same runtime, as if it came without `javac`: its parts are linked to.
    let runtime = scratch.path().join("runtime");
    for name in ["lib", "conf", "release", "bin"] {
        let from = home.join(name);
        match name {
            "bin" => {
                std::fs::create_dir_all(runtime.join("bin")).expect("a directory");
                link(&from.join("java"), &runtime.join("bin/java"));
            }
            _ if from.exists() => {
                std::fs::create_dir_all(&runtime).expect("a directory");
                link(&from, &runtime.join(name));
            }
            _ => {}
        }
    }
    // Compiled before; sources would need a compiler, too.
    let project = "<project><modelVersion>4.0.0</modelVersion></project>";
    scratch.file("project/pom.xml", project);
    scratch.file("project/src/main/java/Sum.java", SUM);
    scratch.javac(&["Sum.java"]);
    let class = std::fs::read(scratch.path().join("classes/Sum.class")).expect("a class");
    scratch.file("project/target/classes/Sum.class", class);
    let ran = verify(&scratch, &["project", "--jdk", "runtime"]);
    ran.answers("violated", 1);
    let found = violations(&scratch);
    assert_eq!(found[0].replayed, "not_replayed");
    assert!(found[0].why.contains("no compiler"), "{}", found[0].why);
}

fn link(from: &Path, to: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(from, to).expect("a link");
    #[cfg(not(unix))]
    let _ = (from, to);
}

/// A method that does not end is not waited for for ever, and what a class does on the way is no reason to fail.
#[test]
fn states_that_cannot_be_built() {
    let scratch = Scratch::new();
    let source = r"
class Early {
    static int[] table = new int[2];
    static { if (table.length == 2) throw new IllegalStateException(); }
    //@ ensures \result > 0;
    static int one(int n) { return n; }
}
";
    scratch.file("Early.java", source);
    let ran = verify(&scratch, &["Early.java"]);
    ran.answers("violated", 1);
    let found = violations(&scratch);
    assert_eq!(found[0].replayed, "not_replayed", "{}", ran.stdout);
    assert!(
        found[0].why.contains("the state before cannot be built"),
        "{}",
        found[0].why
    );
}
