//! `cortado verify` on methods that touch static final fields: constants of enums, tables, shared objects, boxes. Each
//! decision is known and stands in a comment before its method; whatever is violated must be confirmed on the JVM.

mod common;

use common::{decisions, verify_source};
use std::collections::BTreeMap;

fn verify(name: &str, source: &str, options: &[&str]) -> String {
    let (text, error, status) = verify_source(name, source, options);
    assert_ne!(status, Some(2), "{error}");
    text
}

/// Compares each decision with the comment before the method, `// holds`, `// violated` or `// unknown: why`; methods are
/// told apart by their names. Returns what is told.
#[track_caller]
fn check(name: &str, source: &str, options: &[&str]) -> String {
    let text = verify(name, source, options);
    let mut decided = BTreeMap::new();
    for (method, decision) in decisions(&text) {
        let method = method.rsplit('.').next().unwrap_or(method);
        let decision = decision.split(" within").next().unwrap_or(decision);
        decided.insert(method.to_owned(), decision.to_owned());
    }
    let mut wanted = BTreeMap::new();
    let mut next = None;
    for line in source.lines().map(str::trim) {
        if let Some(decision) = line.strip_prefix("// ") {
            next = Some(decision.to_owned());
        } else if let (Some(decision), Some((head, _))) = (&next, line.split_once(") {")) {
            let head = head.split('(').next().unwrap_or(head);
            let method = head.rsplit(' ').next().unwrap_or(head);
            wanted.insert(method.to_owned(), decision.clone());
            next = None;
        }
    }
    assert_eq!(decided, wanted, "{text}");
    if !options.contains(&"--no-replay") {
        let violated = wanted.values().filter(|d| *d == "violated").count();
        let confirmed = text.matches(": confirmed").count();
        assert!(confirmed >= violated, "{text}");
        assert!(!text.contains("refuted"), "{text}");
    }
    text
}

/// What a class has in its static final fields is no matter of methods that do not look at it.
#[test]
fn methods_that_do_not_touch_a_field() {
    let source = r#"
        import java.util.*;
        import java.util.logging.Logger;

        class Apart {
            static final int[] TABLE = {1, 2, 3};
            static final Object LOCK = new Object();
            static final Map<String, Integer> CACHE = new HashMap<>();
            static final Logger LOG = Logger.getLogger("apart");
            static final long START = System.nanoTime();
            static final Runnable ACTION = () -> {};
            enum Color { RED, GREEN }
            int x;

            // holds
            //@ ensures \result == x + 1;
            int next() { return x + 1; }

            // violated
            //@ ensures \result == x + 1;
            int nextButOne() { return x + 2; }

            // holds
            //@ ensures x == 3;
            void locked() { synchronized (LOCK) { x = 3; } }

            // unknown: the static final field Apart.START
            //@ ensures \result > 0;
            static long start() { return START; }

            // unknown: the static final field Apart.LOG
            //@ ensures \result != null;
            static Object log() { return LOG; }
        }"#;
    check("Apart", source, &[]);
}

/// An enum has its constants and no other objects.
#[test]
fn enums() {
    let source = r#"
        import java.util.function.IntBinaryOperator;

        class Enums {
            enum Size {
                S(1), M(2), L(3) { int twice() { return 7; } };
                final int width; int hits;
                //@ public invariant width > 0;
                Size(int width) { this.width = width; }

                int twice() { return width + width; }

                // holds
                //@ ensures hits == \old(hits) + 1;
                void hit() { hits++; }

                // violated
                //@ ensures \result;
                boolean isFirst() { return this == S; }

                // violated
                //@ ensures \result.width == width;
                static Size of(int width) { for (Size s : values()) if (s.width == width) return s; return null; }

                // holds
                //@ requires 1 <= width && width <= 3;
                //@ ensures \result.width == width;
                static Size within(int width) { for (Size s : values()) if (s.width == width) return s; return null; }
            }
            interface Shape { int sides(); }
            enum Polygon implements Shape {
                TRIANGLE(3), SQUARE(4);
                private int sides;
                Polygon(int sides) { this.sides = sides; }
                public int sides() { return sides; }
            }
            enum Operator {
                PLUS("+", (a, b) -> a + b), TIMES("*", (a, b) -> a * b);
                final String sign; final IntBinaryOperator meaning;
                Operator(String sign, IntBinaryOperator meaning) { this.sign = sign; this.meaning = meaning; }
            }

            enum Clock {
                NOW(System.nanoTime());
                final int k;
                Clock(long time) { if (time > 5) k = 1; else k = 2; }
            }

            Size size;

            // unknown: the constants of Enums$Clock
            //@ ensures \result > 0;
            static int clock(Clock c) { return c.k; }

            // holds
            //@ ensures \result == (s == Size.S);
            static boolean isSmall(Size s) { return s == Size.S; }

            // violated
            //@ ensures \result == (s == Size.S);
            static boolean isNotLarge(Size s) { return s != Size.L; }

            // violated
            //@ ensures size == Size.L;
            void grow() { switch (size) { case S: size = Size.M; break; case M: size = Size.L; break; default: } }

            // holds
            //@ ensures \old(size) == Size.L ? size == Size.L : size.ordinal() == \old(size.ordinal()) + 1;
            void growByOne() { switch (size) { case S: size = Size.M; break; case M: size = Size.L; break; default: } }

            // holds
            //@ ensures \result > 0;
            static int all(Size s) { return switch (s) { case S, M -> 1; case L -> 2; }; }

            // violated
            //@ ensures \result == 1;
            static int notAll(Size s) { return switch (s) { case S, M -> 1; case L -> 2; }; }

            // holds
            //@ ensures \result == 2 * s.width || s == Size.L && \result == 7;
            static int body(Size s) { return s.twice(); }

            // violated
            //@ ensures \result == 2 * s.width;
            static int otherBody(Size s) { return s.twice(); }

            // holds
            //@ ensures a == b || a.ordinal() != b.ordinal();
            static void differ(Size a, Size b) { }

            // violated
            //@ ensures a == b;
            static void oneOnly(Size a, Size b) { }

            // violated
            //@ ensures \result != null;
            static /*@ nullable @*/ Size maybe(/*@ nullable @*/ Size s) { return s; }

            // holds
            //@ ensures \result.length == 3 && \result[2] == Size.L && \fresh(\result);
            static Size[] values() { return Size.values(); }

            // violated
            //@ ensures \result[0] == Size.M;
            static Size[] otherValues() { return Size.values(); }

            // violated
            //@ ensures \fresh(\result);
            static Size neverNew() { return Size.M; }

            // holds
            //@ ensures \result.equals("S") ==> s == Size.S;
            static String name(Size s) { return s.name(); }

            // violated
            //@ ensures \result.equals("S");
            static String otherName(Size s) { return s.name(); }

            // holds
            //@ ensures \result == (a.compareTo(b) < 0) && (\result ==> a.width < b.width);
            static boolean less(Size a, Size b) { return a.compareTo(b) < 0; }

            // violated
            //@ ensures \result == (a.width <= b.width);
            static boolean notLess(Size a, Size b) { return a.compareTo(b) < 0; }

            // holds
            //@ requires name.equals("M") || name.equals("L");
            //@ ensures \result.name().equals(name) && \result != Size.S;
            static Size named(String name) { return Size.valueOf(name); }

            // violated
            //@ ensures \result != Size.L;
            //@ signals (IllegalArgumentException e) !name.equals("M");
            static Size otherNamed(String name) { return Size.valueOf(name); }

            // violated
            //@ ensures true;
            static Size unnamed(String name) { return Size.valueOf(name); }

            // holds
            //@ accessible \nothing;
            static int readsWhatIsFixed(Size s) { return s.ordinal() + s.width + Size.values().length; }

            // violated
            //@ accessible \nothing;
            static int readsState(Size s) { return s.ordinal() + s.hits; }

            // holds
            //@ assignable s.hits;
            static void hitOne(Size s) { s.hits = 0; }

            // violated
            //@ assignable s.hits;
            static void hitTwo(Size s) { s.hits = 0; Size.S.hits = 1; }

            // violated
            //@ ensures (\forall Size s; s.hits > 0);
            static void hitFirst() { Size.S.hits = 1; }

            // holds
            //@ ensures \result == 3 || \result == 4;
            static int sides(Shape s) { return s.sides(); }

            // violated
            //@ ensures \result == 3;
            static int three(Shape s) { return s.sides(); }

            // holds
            //@ ensures \result == (o == Polygon.SQUARE || o == Polygon.TRIANGLE);
            static boolean isPolygon(Object o) { return o instanceof Polygon; }

            // violated
            //@ ensures \result == (o == Polygon.SQUARE);
            static boolean isSquare(Object o) { return o instanceof Polygon; }

            // holds
            //@ ensures \result == "+" || \result == "*";
            static String sign(Operator o) { return o.sign; }

            // violated
            //@ ensures \result == "+";
            static String plus(Operator o) { return o.sign; }

            // unknown: the final field Enums$Operator.meaning of a constant
            //@ ensures \result == a + b;
            static int apply(int a, int b) { return Operator.PLUS.meaning.applyAsInt(a, b); }
        }"#;
    let text = check("Enums", source, &["--no-replay"]);
    assert!(text.contains("for s = Size.L"), "{text}");
}

/// Replays take the constants themselves.
#[test]
fn enums_on_the_jvm() {
    let source = r#"
        class Sides {
            enum Side {
                LEFT, MIDDLE { int weight() { return 2; } }, RIGHT;
                int hits;
                int weight() { return 1; }

                // violated
                //@ ensures \result == 1;
                int own() { return weight(); }
            }
            Side side;

            // violated
            //@ ensures side == Side.RIGHT;
            void turn() { switch (side) { case LEFT: side = Side.MIDDLE; break; default: side = Side.RIGHT; } }

            // violated
            //@ ensures \result[0] == Side.MIDDLE;
            static Side[] values() { return Side.values(); }

            // violated
            //@ ensures \fresh(\result);
            static Side neverNew() { return Side.MIDDLE; }

            // violated
            //@ ensures !\result.equals("LEFT");
            static String name(Side s) { return s.name(); }

            // violated
            //@ assignable s.hits;
            static void hitTwo(Side s) { s.hits = 0; Side.LEFT.hits = 1; }

            // violated
            //@ ensures (\forall Side s; s.hits > 0);
            static void hitFirst() { Side.LEFT.hits = 1; }

            // violated
            //@ ensures true;
            static Side unnamed(String name) { return Side.valueOf(name); }
        }"#;
    check("Sides", source, &[]);
}

/// Objects that static final fields lead to: who they are is fixed, what can be changed is not.
#[test]
fn objects_and_arrays() {
    let source = r#"
        import java.util.*;

        class Shared {
            static final int[] OPEN = {1, 2, 3};
            private static final int[] TABLE = {1, 2, 3};
            private static final int[][] ROWS = {{1, 2}, {3}};
            private static final int[] LEAKED = {1};
            private static final int[] WRITTEN = {1};
            private static final int[] FILLED = new int[2];
            private static final int[] PASSED = {1};
            private static final int[] COPIED = {1, 2};
            private static final int[] CHOSEN = {new Random().nextInt()};
            static final int SUM;
            static final Object LOCK = new Object();
            static final List<String> NAMES = new ArrayList<>();
            static class Node { int value; final int id; /*@ nullable @*/ Node next; Node(int id) { this.id = id; value = id; } }
            static final Node HEAD = new Node(7);
            static { int s = 0; for (int i = 0; i < 10; i++) s += i; SUM = s; Arrays.fill(FILLED, 9); assert s > 0; }

            static class Counter { static int next = 5; }
            static class Numbered { static final int ID = Counter.next++; }
            static class One { static final int A = 1 + Two.two(); static int a() { return A; } }
            static class Two { static final int B = One.a(); static int two() { return 2; } }

            static int[] leak() { return LEAKED; }
            static void write() { WRITTEN[0] = 3; }
            static int pass() { return Collections.max(Arrays.asList(PASSED[0], first(PASSED))); }
            static int first(int[] a) { return a[0]; }
            static int[] copy() { return Arrays.copyOf(COPIED, 1); }

            // violated
            //@ ensures \result == 2;
            static int open() { return OPEN[1]; }

            // holds
            //@ ensures \result == 3;
            static int openLength() { return OPEN.length; }

            // holds
            //@ requires 0 <= i && i < 3;
            //@ ensures \result == i + 1;
            static int table(int i) { return TABLE[i]; }

            // violated
            //@ requires 0 <= i && i <= 3;
            //@ ensures \result == i + 1;
            static int behindTable(int i) { return TABLE[i]; }

            // holds
            //@ ensures a != TABLE;
            static void notGiven(int[] a) { }

            // violated
            //@ ensures a != OPEN;
            static void given(int[] a) { }

            // holds
            //@ requires 0 <= i && i < 2;
            //@ ensures \result == 1 || \result == 3;
            static int row(int i) { return ROWS[i][0]; }

            // violated
            //@ requires 0 <= i && i < 2;
            //@ ensures \result == 1 || \result == 3;
            static int diagonal(int i) { return ROWS[i][i]; }

            // violated
            //@ ensures \result == 1;
            static int leaked() { return LEAKED[0]; }

            // violated
            //@ ensures \result == 1;
            static int written() { return WRITTEN[0]; }

            // holds
            //@ ensures \result == 9;
            static int filled() { return FILLED[1]; }

            // unknown: the static final field Shared.PASSED
            //@ ensures \result == 1;
            static int passed() { return PASSED[0]; }

            // holds
            //@ ensures \result == 2;
            static int copied() { return COPIED[1]; }

            // unknown: the static final field Shared.CHOSEN
            //@ ensures \result == 1;
            static int chosen() { return CHOSEN[0]; }

            // holds
            //@ ensures \result == 45;
            static int sum() { return SUM; }

            // violated
            //@ ensures \result == 44;
            static int otherSum() { return SUM; }

            // violated
            //@ ensures \result != o;
            static Object lock(Object o) { return LOCK; }

            // holds
            //@ ensures \result == NAMES && \result != null;
            static Object names() { return NAMES; }

            // holds
            //@ ensures \result == 7;
            static int head() { return HEAD.id; }

            // violated
            //@ ensures \result == 7;
            static int headValue() { return HEAD.value; }

            // violated
            //@ ensures n.id != 7;
            static void anyNode(Node n) { }

            // unknown: the static final field Shared$Numbered.ID
            //@ ensures \result == 5;
            static int numbered() { return Numbered.ID; }

            // unknown: the static final field Shared$One.A
            //@ ensures \result == 3;
            static int circle() { return One.A; }
        }"#;
    let text = check("Shared", source, &[]);
    assert!(text.contains("for o = Shared.LOCK"), "{text}");
}

/// Boxes have values; which of equal ones are the same object decides nothing, unless the language says it.
#[test]
fn boxes() {
    let source = r#"
        class Boxes {
            private static final Integer BIG = 1000;
            static final Integer SMALL = 5;
            static final Integer OTHER = 5;
            /*@ nullable @*/ Integer box;

            // holds
            //@ ensures \result == 5;
            static int five() { Integer i = 5; return i; }

            // violated
            //@ ensures \result == 6;
            static int six() { Integer i = 5; return i; }

            // holds
            //@ ensures \result == a;
            static int unbox(Integer a) { return a; }

            // violated
            //@ ensures \result == 0;
            static int unboxNull(/*@ nullable @*/ Integer a) { return a; }

            // holds
            //@ ensures \result == a;
            static Integer box(int a) { return a; }

            // violated
            //@ ensures \result == a + 1;
            static Integer boxOther(int a) { return a; }

            // holds
            //@ ensures \result == (a.intValue() == b.intValue());
            static boolean equal(Integer a, Integer b) { return a.equals(b); }

            // violated
            //@ ensures \result == (a.intValue() == b.intValue());
            static boolean same(Integer a, Integer b) { return a == b; }

            // holds
            //@ ensures \result;
            static boolean small() { Integer a = 100, b = 100; return a == b; }

            // violated
            //@ ensures !\result;
            static boolean notSmall() { Integer a = 100, b = 100; return a == b; }

            // unknown: whether two boxes of the same value, or two classes of the library, are the same object
            //@ ensures \result;
            static boolean large() { Integer a = 1000, b = 1000; return a == b; }

            // unknown: whether two boxes of the same value, or two classes of the library, are the same object
            //@ ensures !\result;
            static boolean notLarge() { Integer a = 1000, b = 1000; return a == b; }

            // holds
            //@ ensures \result;
            static boolean fields() { return SMALL == OTHER && BIG == 1000; }

            // unknown: whether a box is new
            //@ ensures \fresh(\result);
            static Integer isNew() { return 5; }

            // holds
            //@ requires box != null;
            //@ ensures box.intValue() == \old(box.intValue()) + 1;
            void increment() { box++; }

            // violated
            //@ ensures box == 1;
            void incrementOrZero() { box = box == null ? 0 : box + 1; }

            // holds
            //@ ensures \result == !x;
            static boolean not(boolean x) { Boolean y = !x; return y == Boolean.TRUE; }

            // violated
            //@ ensures \result == x;
            static boolean notNot(boolean x) { Boolean y = !x; return y == Boolean.TRUE; }

            // holds
            //@ ensures \result == x;
            static long wide(long x) { Long y = x; return y; }

            // holds
            //@ ensures \result == x;
            static char unit(char x) { Character y = x; return y; }

            // violated
            //@ ensures \result != 7;
            static int seven(Object o) { return o instanceof Integer ? (Integer) o : 0; }
        }"#;
    check("Boxes", source, &[]);
}

/// What a contract says of a call makes no new constants of enums and changes none of what is fixed.
#[test]
fn calls_by_contract() {
    let source = r#"
        class Calls {
            enum Mode { ON, OFF; int hits; }
            private static final int[] TABLE = {1, 2};

            // holds
            //@ ensures \result != m;
            //@ assignable \everything;
            static Mode flip(Mode m) { return m == Mode.ON ? Mode.OFF : Mode.ON; }

            // holds
            //@ ensures \result == a + 1;
            //@ assignable \nothing;
            static Integer next(int a) { return a + 1; }

            // holds
            //@ ensures \result == m;
            static Mode twice(Mode m) { return flip(flip(m)); }

            // violated
            //@ ensures \result == m;
            static Mode thrice(Mode m) { return flip(flip(flip(m))); }

            // holds
            //@ ensures \result.ordinal() + \old(m.ordinal()) == 1;
            static Mode other(Mode m) { return flip(m); }

            // violated
            //@ ensures m.hits == \old(m.hits);
            static void changes(Mode m) { flip(m); }

            // holds
            //@ ensures \result == 2;
            static int table(Mode m) { flip(m); return TABLE[1]; }

            // holds
            //@ ensures \result == a + 2;
            static int nextButOne(int a) { return next(next(a)); }

            // violated
            //@ ensures \result == a + 3;
            static int nextButTwo(int a) { return next(next(a)); }
        }"#;
    check("Calls", source, &["--calls", "contract", "--no-replay"]);
}

/// One encoding knows no such objects, and says so.
#[test]
fn the_other_encoding_refuses() {
    let source = r#"
        class Refused {
            enum Side { LEFT, RIGHT }

            // unknown: objects of static final fields, in the quantified encoding
            //@ ensures \result == (s == Side.LEFT);
            static boolean isLeft(Side s) { return s == Side.LEFT; }

            // unknown: boxes, in the quantified encoding
            //@ ensures \result == a;
            static int boxed(int a) { Integer b = a; return b; }

            // holds
            //@ ensures \result == a + 1;
            static int next(int a) { return a + 1; }
        }"#;
    check("Refused", source, &["--encoding", "quantified"]);
}

/// Printing changes nothing that a program can see.
#[test]
fn printing() {
    let source = r#"
        class Printer {
            int n;

            //@ ensures n == \old(n) + 1;
            void counts() {
                System.out.println("value: " + n);
                n++;
                System.err.print(n);
                System.out.println(n > 3 ? "big" : "small");
            }

            //@ ensures n == \old(n) + 1;
            void countsWrong(String s) {
                System.out.println(s);
                n += 2;
            }

            //@ ensures \result != null;
            static java.io.PrintStream stream() { return System.out; }

            //@ ensures \result;
            static boolean other(java.io.PrintStream p) { return p != System.out; }

            //@ ensures true;
            static void object(Object o) { System.out.println(o); }
        }"#;
    let (text, error, _) = verify_source("Printer", source, &[]);
    let decided: Vec<_> = decisions(&text).collect();
    let wanted = [
        ("Printer.counts", "holds within the scope"),
        ("Printer.countsWrong", "violated"),
        ("Printer.stream", "holds within the scope"),
        ("Printer.other", "violated"),
        (
            "Printer.object",
            "unknown: a call of java.io.PrintStream.println(java.lang.Object)",
        ),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
    assert_eq!(text.matches("confirmed").count(), 2, "{text}");
}

/// Objects of static final fields of the method's class are there, whether the method speaks of the fields or not.
#[test]
fn quantifiers_over_objects_of_static_final_fields() {
    common::check(
        "Single",
        r"
        class Single {
            int v;
            private Single() { }
            static final Single ONE = new Single();

            // holds
            //@ ensures (\exists Single s; true);
            static void some() { }

            // vacuous
            //@ requires (\num_of Single s; true) == 0;
            //@ ensures false;
            static void none() { }

            // violated
            //@ ensures (\forall Single s; s == ONE);
            static void only() { }
        }
        class Unlisted {
            int v;
            static final Unlisted ONE = make();
            static native Unlisted make();

            // unknown
            //@ ensures (\exists Unlisted u; true);
            static void someOfThem() { }

            // unknown
            //@ requires (\forall Unlisted u; u.v == 0);
            //@ ensures false;
            static void assumed() { }

            // violated
            //@ ensures (\forall Unlisted u; u.v == 0);
            static void all() { }
        }
        class Elsewhere {
            // violated
            //@ ensures (\exists Unlisted u; true);
            static void beforeItIsInitialised() { }
        }",
        &[],
    );
}
