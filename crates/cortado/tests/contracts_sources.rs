//! `cortado verify`: which sources and files of specifications are read, and how.

mod common;

use common::{Scratch, check, check_replayed, decisions, verify_source};

#[test]
fn sources_that_are_needed_come_along() {
    let scratch = Scratch::new();
    scratch.file(
        "src/p/A.java",
        "package p; class A {
            //@ ensures \\result == 2 * x;
            static int twice(int x) { return B.sum(x, x); }
            //@ ensures \\result == 3;
            static int wrong() { return q.C.TWO; }
            public static void main(String[] a) { assert B.sum(1, 1) == 2; }
        }",
    );
    scratch.file(
        "src/p/B.java",
        "package p; class B {
            //@ ensures \\result == x + y;
            static int sum(int x, int y) { return x + y; }
            //@ ensures \\result == nobody;
            static int broken() { return 0; }
            public static void main(String[] a) { }
        }",
    );
    scratch.file(
        "src/q/C.java",
        "package q; public class C { public static final int TWO = 2; }",
    );
    let ran = scratch.run(&["verify", "--no-replay", "src/p/A.java"]);
    let told: Vec<_> = decisions(&ran.stdout).collect();
    assert_eq!(
        told,
        [
            ("p.A.twice", "holds within the scope"),
            ("p.A.wrong", "violated")
        ],
        "{ran:#?}"
    );
    ran.answers("violated", 1);
    assert!(
        ran.stderr.contains("note: took along 2 more sources"),
        "{ran:#?}"
    );
    let ran = scratch.run(&[
        "verify",
        "-q",
        "--no-replay",
        "--calls",
        "contract",
        "src/p",
    ]);
    assert!(ran.stdout.contains("p.A.twice(int): holds"), "{ran:#?}");
    assert!(ran.stderr.contains("nobody"), "{ran:#?}");
    // Only one of the classes with a main was named.
    let ran = scratch.run(&["check", "src/p/A.java"]);
    ran.answers("safe", 0);
}

#[test]
fn files_of_specifications_that_say_nothing() {
    let scratch = Scratch::new();
    scratch.file(
        "M.java",
        "class M { //@ ensures \\result == 1;\n static int m() { return 1; } }",
    );
    scratch.file("g.jml", "class M {\n  int m() }{");
    let ran = scratch.run(&["verify", "-q", "M.java", "--specs", "g.jml"]);
    ran.complains(
        3,
        &[
            "error: this file of specifications cannot be read",
            "g.jml:2:",
        ],
    );
    scratch.file("h.jml", "package a.b; class Nope { /*@ pure @*/ int f(); }");
    let ran = scratch.run(&["verify", "M.java", "--specs", "h.jml"]);
    ran.complains(0, &["warning: there is no class a.b.Nope", "h.jml:1:20"]);
    scratch.file("i.jml", "// nothing\n");
    let ran = scratch.run(&["verify", "M.java", "--specs", "i.jml"]);
    ran.complains(0, &["declares no class", "i.jml:1:1"]);
    // A constructor without a body is none to complain of.
    scratch.file(
        "j.jml",
        "package java.util; public class Random { public Random(long seed); }",
    );
    let ran = scratch.run(&["verify", "-q", "M.java", "--specs", "j.jml"]);
    assert_eq!(ran.stderr, "", "{ran:#?}");
}

#[test]
fn lines_that_end_with_a_carriage_return() {
    let source = "class Cr { int x;\r //@ ensures x == 2;\r void m() { x = 1; }\r\
                  //@ ensures x == 2;\r void n() {\r //@ assert x == x;\r x = 2; }\r}\r";
    let (text, error, status) = verify_source("Cr", source, &["--no-replay"]);
    assert_eq!(status, Some(1), "{text}{error}");
    assert!(
        text.contains("Cr.m(): violated") && text.contains("Cr.n(): holds"),
        "{text}{error}"
    );
    assert!(text.contains("Cr.java:2:"), "{text}");
}

#[test]
fn locations_that_are_not_modified() {
    let source = r"
        class Kept {
            int x;
            int y;
            static int s;

            // holds
            //@ requires a.length > 2;
            //@ ensures \not_modified(a[0], a[1..2], x);
            void past(int[] a) { if (a.length > 3) a[3] = 7; y = 1; }

            // violated
            //@ requires a.length > 2;
            //@ ensures \not_modified(a[0]);
            void first(int[] a, int i) { if (0 <= i && i < a.length) a[i] = 7; }

            // violated
            //@ requires a.length > 2;
            //@ ensures \not_modified(a[1..2]);
            void within(int[] a) { a[2]++; }

            // violated
            //@ ensures \not_modified(a[*]);
            void any(int[] a) { if (a.length > 1) a[1]++; }

            // holds
            //@ requires a != b;
            //@ ensures \not_modified(a[*]);
            void other(int[] a, int[] b) { if (b.length > 1) b[1]++; }

            // violated
            //@ ensures \not_modified(this.*);
            void fields() { y++; }

            // holds
            //@ requires k != this;
            //@ ensures \not_modified(this.*) && \not_modified(\nothing);
            void fieldsOf(Kept k) { k.y++; s++; }

            // violated
            //@ ensures \not_modified(Kept.*);
            void statics() { s++; }

            // violated
            //@ ensures \not_modified(a[*]);
            void ofNull(/*@ nullable @*/ int[] a) { }
        }";
    check_replayed("Kept", source, &[]);
}

#[test]
fn products_over_arrays_of_any_length() {
    let source = r"
        class Products {
            // holds
            //@ ensures \result == (\product int i; 0 <= i && i < z.length; z[i]);
            static int all(int[] z) { int r = 1; for (int i = 0; i < z.length; i++) r *= z[i]; return r; }

            // violated
            //@ ensures \result == (\product int i; 0 <= i && i < z.length; z[i]);
            static int notLast(int[] z) { int r = 1; for (int i = 0; i + 1 < z.length; i++) r *= z[i]; return r; }

            // holds
            //@ requires 0 <= n && n <= z.length;
            //@ ensures \result == (\product int i; 1 <= i && i < n; z[i]);
            static int some(int[] z, int n) { int r = 1; for (int i = 1; i < n; i++) r *= z[i]; return r; }
        }";
    check("Products", source, &["--timeout", "60s"]);
}

#[test]
fn results_have_no_old_value() {
    let source = "class Old { //@ ensures \\old(\\result) == 3;\n static int m() { return 3; } }";
    let (text, error, status) = verify_source("Old", source, &[]);
    assert_eq!(status, Some(3), "{text}{error}");
    assert!(
        error.contains("`\\result` has no value in an earlier state"),
        "{error}"
    );
}

#[test]
fn long_conditions_are_not_deep() {
    let both = vec!["x == 1"; 3000].join(" && ");
    let any = vec!["x == 2"; 3000].join(" || ");
    let sum = vec!["x"; 800].join(" + ");
    let source = format!(
        "class Long {{ int x;
            //@ ensures {both};
            void m() {{ x = 1; }}
            //@ ensures x == 1 || {any};
            void n() {{ x = 1; }}
            //@ ensures \\result == {sum};
            int s() {{ return 800 * x; }}
        }}"
    );
    let (text, error, status) = verify_source("Long", &source, &["--no-replay"]);
    assert_eq!(status, Some(0), "{text}{error}");
}

#[test]
fn violations_show_variables_and_static_fields() {
    let source = r"
        class Shown {
            static int c;

            //@ requires c >= 0;
            //@ ensures c >= 0;
            static void inc() { c++; }

            static int sum(int n) {
                int s = 0;
                //@ loop_invariant s < 3;
                for (int i = 0; i < n; i++) { s += 3; }
                return s;
            }

            static void local(int n) {
                int twice = n + n;
                n = 5;
                //@ assert n == 5 && twice != 14;
            }

            //@ requires n > 0;
            static void rounds(int n) {
                //@ loop_invariant \count < 1;
                for (int i = 0; i < n; i++) { }
            }
        }";
    let (text, error, _) = verify_source("Shown", source, &["--no-replay"]);
    let has = |what: &str| assert!(text.contains(what), "`{what}` is missing in {text}{error}");
    has("      Shown: class { c = 2147483647 }\n");
    has("      Shown: class { *c = -2147483648 }\n");
    has("    where s = 3\n");
    has("    where twice = 14");
    has("    where \\count = 1\n");
}

#[test]
fn copies_of_arrays_in_specifications() {
    let source = r"
        class Copies {
            // holds
            //@ ensures (\forall int i; 0 <= i && i < s.length; s[i] == \old(s.clone())[i]);
            static void keeps(char[] s) { }

            // violated
            //@ ensures (\forall int i; 0 <= i && i < s.length; s[i] == \old(s.clone())[i]);
            static void changes(char[] s) { if (s.length > 1) s[1]++; }

            // holds
            //@ ensures \result == s.clone().length && \result == \old(s.clone()).length;
            static int length(int[] s) { return s.length; }

            //@ public static pure model boolean big(int /*@ non_null @*/ [] a) { return a.length > 1; }

            // holds
            //@ requires big(a);
            //@ ensures \result == a[1];
            static int second(int /*@ non_null @*/ [] a) { return a[1]; }
        }";
    check("Copies", source, &[]);
}

#[test]
fn nothing_is_replayed_where_nobody_asks() {
    let source = "class No { //@ ensures \\result > 0;\n static int m() { return 0; } }";
    let scratch = Scratch::new();
    scratch.file("No.java", source);
    let ran = scratch.run(&["verify", "--no-replay", "No.java"]);
    assert!(!ran.stderr.contains("replaying"), "{ran:#?}");
}
