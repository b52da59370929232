//! `cortado verify`: classes and interfaces that nobody in the program extends.

mod common;

use common::{decisions, verify_source};

#[test]
fn classes_that_nobody_extends() {
    let source = r"
        abstract class Shape {
            /*@ spec_public @*/ protected int scale;
            //@ public invariant scale >= 0;

            //@ ensures \result >= 0;
            abstract /*@ pure @*/ int area();

            abstract int unspecified();

            //@ requires s >= 0;
            //@ ensures scale == s;
            void right(int s) { scale = s; }

            //@ ensures scale == s;
            void wrong(int s) { scale = s; }

            //@ ensures \result >= 0;
            static int byContract(Shape s) { return s.area(); }

            //@ ensures \result > 0;
            static int byContractWrong(Shape s) { return s.area(); }

            //@ ensures \result > 0;
            int without() { return unspecified(); }
        }
        interface Counter {
            //@ ensures \result >= 0;
            /*@ pure @*/ int count();

            //@ ensures \result >= 1;
            default int more() { int c = count(); return c < 1000 ? c + 1 : 1000; }

            //@ ensures \result >= 2;
            default int muchMore() { int c = count(); return c < 1000 ? c + 1 : 1000; }
        }";
    let (text, error, _) = verify_source("Shape", source, &[]);
    let decided: Vec<_> = decisions(&text).collect();
    let wanted = [
        ("Counter.more", "holds within the scope"),
        ("Counter.muchMore", "violated"),
        ("Shape.right", "holds within the scope"),
        ("Shape.wrong", "violated"),
        ("Shape.byContract", "holds within the scope"),
        ("Shape.byContractWrong", "violated"),
        (
            "Shape.without",
            "unknown: abstract method Shape.unspecified",
        ),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
    assert!(
        text.contains("rests on the contract of Shape.area"),
        "{text}"
    );
    assert!(text.contains("Shape.unspecified (Shape.java:"), "{text}");
    let why = "not replayed: an object of Shape, which is abstract, cannot be built";
    assert!(text.contains(why), "{text}");
}

/// Decisions by method, without what comes behind them.
fn decided(name: &str, source: &str) -> Vec<(String, String)> {
    let (text, error, status) = verify_source(name, source, &[]);
    assert_ne!(status, Some(2), "{error}");
    let word = |decision: &str| decision.split([' ', ':']).next().unwrap_or("").to_owned();
    let found = decisions(&text).map(|(method, decision)| (method.to_owned(), word(decision)));
    found.collect()
}

/// The decisions of all methods, by class and name.
#[track_caller]
fn check_all(name: &str, source: &str, wanted: &[(&str, &str)]) {
    let found = decided(name, source);
    let found: Vec<(&str, &str)> = (found.iter())
        .map(|(method, decision)| (method.as_str(), decision.as_str()))
        .collect();
    assert_eq!(found, wanted);
}

/// The same where all methods are of one class.
#[track_caller]
fn check(name: &str, source: &str, wanted: &[(&str, &str)]) {
    let wanted: Vec<(String, &str)> = (wanted.iter())
        .map(|(method, decision)| (format!("{name}.{method}"), *decision))
        .collect();
    let wanted: Vec<(&str, &str)> = wanted.iter().map(|(m, d)| (m.as_str(), *d)).collect();
    check_all(name, source, &wanted);
}

#[test]
fn classes_of_objects() {
    let source = r"
        class Point {
            int x, y;
            //@ also
            //@ ensures \result ==> o != null && o.getClass() == this.getClass();
            //@ ensures o == this ==> \result;
            public boolean equals(/*@ nullable @*/ Object o) {
                if (this == o) return true;
                if (o == null || getClass() != o.getClass()) return false;
                Point p = (Point) o;
                return x == p.x && y == p.y;
            }
            //@ ensures \result == (p instanceof Point3);
            static boolean three(Point p) { return p.getClass() == Point3.class; }
            //@ ensures \result;
            static boolean notThree(Point p) { return p.getClass() != Point3.class; }
            //@ ensures \result;
            static boolean never(Object o) { return o.getClass() != Point3.class; }
            //@ ensures \result;
            static boolean made() { return new Point3().getClass() == Point3.class; }
            //@ ensures \result;
            static boolean library(Object o) { return o.getClass() != Integer.class; }
            //@ ensures \result;
            static boolean same(Shape x, Shape y) { return x.getClass() == y.getClass(); }
            //@ ensures \typeof(x) == \type(Shape);
            static void shape(Shape x) { }
            //@ ensures \typeof(x) != \type(Shape);
            static void noShape(Shape x) { }
        }
        class Point3 extends Point { int z; }
        abstract class Shape { }";
    check(
        "Point",
        source,
        &[
            ("equals", "holds"),
            ("three", "holds"),
            ("notThree", "violated"),
            ("never", "violated"),
            ("made", "holds"),
            ("library", "unknown"),
            ("same", "unknown"),
            ("shape", "violated"),
            ("noShape", "holds"),
        ],
    );
}

/// What exceptions, streams and objects of the library do is known or unknown, but never something else.
#[test]
fn objects_of_the_library() {
    let source = r#"
        class Lib {
            final int k = 5;
            final String s = "a";

            static class Stream extends java.io.PrintStream {
                int n;
                Stream() { super(System.err); }
                @Override public void println(String s) { n++; }
            }

            //@ ensures \result;
            static boolean message() {
                try { throw new RuntimeException("a"); } catch (RuntimeException e) { return e.getMessage() == null; }
            }
            //@ ensures \result == null;
            static /*@ nullable @*/ Throwable cause(Exception x) { return new RuntimeException(x).getCause(); }
            //@ ensures \result == 0;
            static int offset() { return new java.text.ParseException("x", 5).getErrorOffset(); }
            //@ signals (java.io.UncheckedIOException e) true;
            //@ signals_only java.io.UncheckedIOException;
            static void unchecked() { throw new java.io.UncheckedIOException(null); }
            //@ requires a.intValue() == b.intValue();
            //@ ensures \result == (a == b);
            static boolean boxes(Integer a, Integer b) { Object o = a; return o.equals(b); }
            //@ ensures \result == (a == b);
            static boolean objects(Object a, Object b) { return a.equals(b); }
            //@ ensures my.n == \old(my.n);
            static void prints(Stream my, String s) { java.io.PrintStream p = my; p.println(s); }
            //@ ensures \fresh(\result);
            static String fresh(boolean b) { return "" + b; }
            //@ ensures \result == k && k == 5;
            int constant() { return k; }
            //@ ensures k == 4;
            void constantWrong() { }
            //@ ensures \result == s;
            String text() { return s; }
            //@ ensures n < 3 ==> count(n) >= n;
            //@ ensures \result == 0;
            static int guarded(int n) { return n == 50 ? 1 : 0; }
            /*@ pure @*/ static int count(int n) { int i = 0; while (i < n) i++; return i; }
            //@ requires count(n) >= 10;
            //@ ensures false;
            static void beyond(int n) { }
        }"#;
    check(
        "Lib",
        source,
        &[
            ("message", "unknown"),
            ("cause", "unknown"),
            ("offset", "unknown"),
            ("unchecked", "violated"),
            ("boxes", "violated"),
            ("objects", "violated"),
            ("prints", "violated"),
            ("fresh", "unknown"),
            ("constant", "holds"),
            ("constantWrong", "violated"),
            ("text", "holds"),
            ("guarded", "violated"),
            ("beyond", "unknown"),
        ],
    );
}

#[test]
fn constraints() {
    common::check(
        "Counter",
        r"
        class Counter {
            static int all;
            int n;
            //@ static constraint all >= \old(all);
            //@ constraint n >= \old(n);

            // violated
            //@ ensures true;
            static void fewer() { all--; }

            // holds
            //@ ensures true;
            static void more() { if (all < 100) all++; }

            // violated
            //@ ensures true;
            static void of(Counter c) { c.n = 0; }

            // holds
            //@ ensures n == 0;
            private /*@ helper @*/ void helping() { n = 0; }
        }
        abstract class Without {
            static int all;
            //@ static constraint all >= \old(all);

            // violated
            //@ ensures true;
            static void fewerYet() { all--; }
        }
        class Elsewhere {
            // violated
            //@ ensures true;
            static void fewerFromHere() { Counter.all--; }
        }",
        &[],
    );
}

/// A constructor answers for the constraints of objects that were there before, and its own object is none of them.
#[test]
fn objects_of_constructors() {
    let source = r"
        class Limited {
            int n;
            //@ constraint n >= \old(n);

            //@ ensures true;
            Limited(Limited other) { other.n = 0; }

            //@ ensures n == -1;
            Limited() { n = -1; }
        }
        class Counted {
            static int all;
            //@ static constraint all >= \old(all);

            //@ ensures true;
            Counted() { all--; }
        }
        class Ranged {
            int v;

            //@ requires (\forall Ranged r; r.v == 1);
            //@ ensures false;
            Ranged() { v = 2; }
        }
        class First {
            //@ requires (\num_of First f; true) == 0;
            //@ ensures (\num_of First f; true) == 1;
            First() { }
        }
        class Fresh {
            int v;

            //@ ensures \fresh(this);
            //@ ensures (\forall Fresh f; !\fresh(f); f.v == \old(f.v));
            //@ ensures (\num_of Fresh f; true) == \old((\num_of Fresh f; true)) + 1;
            Fresh() { v = 2; }
        }";
    let (text, error, _) = verify_source("Limited", source, &["--no-replay"]);
    let mut decided: Vec<_> = decisions(&text).collect();
    decided.sort_unstable();
    let holds = "holds within the scope";
    let wanted = [
        ("Counted.<init>", "violated"),
        ("First.<init>", holds),
        ("Fresh.<init>", holds),
        ("Limited.<init>", holds),
        ("Limited.<init>", "violated"),
        ("Ranged.<init>", "violated"),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
}

/// An object whose constructor fails counts where the constructor has handed it out.
#[test]
fn objects_whose_constructors_fail() {
    let source = r"
        class Broken {
            static /*@ nullable @*/ Broken last;
            int x;
            //@ invariant x > 0;

            //@ signals_only RuntimeException;
            Broken(boolean b) { last = this; if (b) throw new RuntimeException(); x = 1; }
        }
        class Lost {
            int x;
            //@ invariant x > 0;

            //@ signals_only RuntimeException;
            Lost(boolean b) { if (b) throw new RuntimeException(); x = 1; }
        }";
    let (text, error, _) = verify_source("Broken", source, &["--no-replay"]);
    let decided: Vec<_> = decisions(&text).collect();
    let wanted = [
        ("Broken.<init>", "violated"),
        ("Lost.<init>", "holds within the scope"),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
}

/// A constructor is verified for objects of its own class; where those of a sub-class would come to run other methods, the
/// verdict says that this has not been looked at.
#[test]
fn constructors_that_call_what_is_overridden() {
    let source = r"
        class Base {
            int v;
            //@ ensures v == 1;
            Base() { init(); }
            void init() { v = 1; }
        }
        class Below extends Base {
            void init() { v = 2; }
        }
        class Alone {
            int v;
            //@ ensures v == 1;
            Alone() { init(); }
            void init() { v = 1; }
        }";
    let (text, _, _) = verify_source("Base", source, &["--no-replay"]);
    let bound = "objects of sub-classes, which override what the constructor calls";
    assert_eq!(text.matches(bound).count(), 1, "{text}");
    assert!(text.contains("Alone.<init>(): holds"), "{text}");
}

/// Calls by contract keep constraints; the object of a constructor is there where its contract is called, so contracts that
/// depend on its not being there are unknown. Constraints of objects elsewhere are named.
#[test]
fn constraints_and_constructors_by_contract() {
    let source = r"
        class E {
            int v;
            //@ ensures \fresh(this);
            E() { }
            //@ ensures false;
            static E made() { return new E(); }
            //@ requires (\exists E e; true);
            E(boolean b) { }
            //@ requires (\num_of E e; true) == 0;
            static E first() { return new E(true); }
        }
        class W {
            int v;
            static int t;
            //@ constraint v <= \old(v);
            //@ static constraint t >= \old(t);
            //@ ensures true;
            void kept() { }
            //@ ensures true;
            void keeps() { kept(); }
        }
        class D { int n; }
        class Y {
            D x;
            //@ constraint x.n == \old(x.n);
            //@ ensures true;
            static void shared(D d) { d.n = 4; }
        }";
    let options = ["--no-replay", "--scope", "2", "--calls", "contract"];
    let (text, error, _) = verify_source("E", source, &options);
    for line in [
        "E.made(): unknown",
        "E.first(): unknown",
        "W.keeps(): holds",
        "Y.shared(D): holds",
        "not checked: constraint x.n",
    ] {
        assert!(text.contains(line), "{line}: {text}{error}");
    }
}

/// A field that another one of the same name hides is a field of its own.
#[test]
fn hidden_fields_differ() {
    let source = r"
        class Upper { int x; /*@ nullable @*/ Upper link; }
        class Lower extends Upper {
            int x;
            /*@ nullable @*/ Upper link;
            //@ ensures \result;
            boolean same() { return x == ((Upper) this).x; }
            //@ ensures link == super.link;
            void linked() { }
            //@ ensures super.x == \old(super.x) && x == 1;
            void apart() { x = 1; }
        }";
    for encoding in ["expanded", "quantified"] {
        let options = ["--encoding", encoding];
        let (text, error, _) = verify_source("Lower", source, &options);
        for line in [
            "Lower.same(): violated",
            "Lower.linked(): violated",
            "Lower.apart(): holds",
        ] {
            assert!(text.contains(line), "{line}: {text}{error}");
        }
        assert!(!text.contains("refuted"), "{text}");
    }
}

/// What holds the object of a constructor that fails may itself be new, or the exception.
#[test]
fn objects_whose_constructors_fail_and_that_new_ones_hold() {
    let source = r"
        class Box { /*@ nullable @*/ Cell in; Box(Cell in) { this.in = in; } }
        class Failure extends RuntimeException {
            /*@ nullable @*/ Cell of;
            Failure(Cell of) { this.of = of; }
        }
        class Cell {
            static /*@ nullable @*/ Box kept;
            int v;
            //@ invariant v > 0;

            //@ ensures true; signals (RuntimeException e) true;
            Cell(int x) { v = 1; if (x > 0) { kept = new Box(this); v = 0; throw new RuntimeException(); } }

            //@ ensures true; signals (RuntimeException e) true;
            Cell(byte x) { v = 1; if (x > 0) { v = 0; throw new Failure(this); } }

            //@ ensures true; signals (RuntimeException e) true;
            Cell(char x) { v = 1; if (x > 0) { Box b = new Box(this); v = 0; throw new RuntimeException(); } }

            //@ ensures true; signals (RuntimeException e) true;
            Cell(long x) { v = 1; if (x > 0) { kept = new Box(this); v = 0; kept = null; throw new RuntimeException(); } }
        }";
    let wanted = [
        ("Cell.<init>(int)", "violated"),
        ("Cell.<init>(byte)", "violated"),
        ("Cell.<init>(char)", "holds"),
        ("Cell.<init>(long)", "holds"),
    ];
    let (text, error, _) = verify_source("Cell", source, &[]);
    for (method, verdict) in wanted {
        assert!(
            text.contains(&format!("{method}: {verdict}")),
            "{text}{error}"
        );
    }
}

/// What is said of the static fields of a class binds whoever can break it, and holds for whoever speaks of it.
#[test]
fn static_invariants_of_other_classes() {
    let source = r"
        class Other {
            static /*@ nullable @*/ Node root;
            static int least;
            //@ static invariant root == null || root.v >= 0;
            //@ static invariant least >= 0;
            //@ static constraint root == null || \old(root) != root || root.w >= \old(root.w);
        }
        class Node {
            int v, w;

            //@ ensures true;
            void breaks(int x) { v = x; }

            //@ ensures true;
            void keeps(int x) { v = x & 7; }

            //@ ensures true;
            void falls() { w = 0; }

            //@ ensures true;
            void rises() { if (w < 100) w++; }
        }
        class High {
            int v;
            //@ invariant v >= Other.least;

            //@ ensures v >= 0;
            void look() { }
        }";
    let wanted = [
        ("High.look", "holds"),
        ("Node.breaks", "violated"),
        ("Node.keeps", "holds"),
        ("Node.falls", "violated"),
        ("Node.rises", "holds"),
    ];
    check_all("Other", source, &wanted);
}

/// A range whose bound can have no value leaves nothing out: the quantifier has none, and the clause does not hold.
#[test]
fn bounds_of_quantifiers_that_never_have_a_value() {
    let source = r"
        class Row {
            /*@ nullable @*/ int[] data;
            int size;
            //@ invariant size >= 0;

            //@ ensures (\exists int i; 0 <= i && i <= data.length; i == 0);
            Row(int x) { size = x & 7; }

            //@ ensures (\forall int i; 0 <= i && i < data.length; data[i] == 0);
            void clear() { data = null; }

            //@ ensures data == null || (\forall int i; 0 <= i && i < data.length; data[i] == 0);
            void forget() { data = null; }
        }";
    let wanted = [
        ("Row.<init>", "violated"),
        ("Row.clear", "violated"),
        ("Row.forget", "holds"),
    ];
    check_all("Row", source, &wanted);
}
