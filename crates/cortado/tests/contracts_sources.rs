//! `cortado verify`: which sources and files of specifications are read, and how.

mod common;

use common::{Scratch, check, decisions};

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
