//! `cortado verify` on small methods whose decision is known: it stands in a comment before each.

mod common;

use common::{decisions, verify_source};
use std::collections::BTreeMap;

/// Verifies all methods of a source and compares each decision with the comment before the method: `// holds` or
/// `// violated`, and so on, on the line before its contract; methods are told apart by their names. Returns what is told.
fn check(name: &str, source: &str, options: &[&str]) -> String {
    let mut all = vec!["--no-replay"];
    all.extend(options);
    let (text, error, _) = verify_source(name, source, &all);
    let mut decided = BTreeMap::new();
    for (method, decision) in decisions(&text) {
        let method = method.rsplit('.').next().unwrap_or(method);
        let decision = decision.split([' ', ':']).next().unwrap_or(decision);
        decided.insert(method.to_owned(), decision.to_owned());
    }
    let mut wanted = BTreeMap::new();
    let mut next = None;
    for line in source.lines().map(str::trim) {
        if let Some(decision) = line.strip_prefix("// ") {
            next = Some(decision.to_owned());
        } else if let (Some(decision), Some((head, _))) = (
            &next,
            line.split_once(") {").or(line.split_once(") throws ")),
        ) {
            let head = head.split('(').next().unwrap_or(head);
            // A constructor has no type before its name.
            let method = match head.rsplit_once(' ') {
                Some((_, method)) => method,
                None => "<init>",
            };
            wanted.insert(method.to_owned(), decision.clone());
            next = None;
        }
    }
    assert_eq!(decided, wanted, "{text}\n{error}");
    text
}

/// Where only what `\reach` leads to is spoken of, other objects are left out; what can be is not.
#[test]
fn only_what_is_reached() {
    let source = r"
        class Item { int v; /*@ nullable @*/ Item next; /*@ nullable @*/ Item other; }
        class Pair { /*@ nullable @*/ Item a; /*@ nullable @*/ Item b; }
        class Reached {
            /*@ nullable spec_public @*/ private Item first;

            // violated
            //@ ensures !(\exists Item i; \reach(first, i, next); \reach(i.next, i, next));
            void mayBeCyclic() { }

            // violated
            //@ requires first != null && first.next != null && first.next.next == first && first.next != first;
            //@ ensures \result != 2;
            int two() { return first.next.next == first ? 2 : 1; }

            // holds
            //@ requires (\forall Item i; \reach(first, i, next); i.next != i);
            //@ ensures (\forall Item i; \reach(first, i, next); i.next != i);
            void noLoops() { }

            // violated
            //@ requires (\forall Item i; \reach(first, i, next); !\reach(i.next, i, next));
            //@ ensures (\forall Item i; \reach(first, i, next); !\reach(i.next, i, next));
            void pushes(Item i) { i.next = first; first = i; }

            // holds
            //@ requires (\forall Item i; \reach(first, i, next); !\reach(i.next, i, next));
            //@ requires !\reach(first, i, next);
            //@ requires i != null;
            //@ ensures (\forall Item j; \reach(first, j, next); !\reach(j.next, j, next));
            void pushesOther(/*@ nullable @*/ Item i) { i.next = first; first = i; }

            // violated
            //@ requires (\forall Item i; \reach(first, i, next); !\reach(i.next, i, next));
            //@ ensures (\forall Item i; \reach(first, i, next); i.other == \old(i.other));
            void alongOthers() { if (first != null && first.other != null) first.other.other = null; }

            // violated
            //@ requires (\forall Item i; \reach(p.a, i, next); !\reach(i.next, i, next));
            //@ requires p.b != null && p.a != null;
            //@ ensures !\reach(p.a, p.b, next) || p.a == p.b;
            static void shared(Pair p) { }

            // violated
            //@ requires (\exists Item i; i.v == 7);
            //@ requires first == null;
            //@ ensures false;
            void elsewhere() { }

            // violated
            //@ ensures !(\exists Item i; \reach(i.next, i, next); i.v == 7);
            void ringElsewhere() { }

            // violated
            //@ requires first == null;
            //@ ensures !(\exists Item i, j; \reach(j, i, next) && \reach(i, j, next); i != j);
            void leadToEachOther() { }

            // violated
            //@ requires first != null && first.v == 0 && first.next == null;
            //@ requires (\exists Item i; \reach(first, i, next) ==> i.v == 7);
            //@ ensures false;
            void impliedOfOthers() { }

            // violated
            //@ requires first == null;
            //@ ensures (\forall Item i; i.next != null; \reach(first, i, next) || i.v == 0);
            void allOfThem() { }

            // violated
            //@ requires first != null && p.a == null && p.b == null;
            //@ ensures (\num_of Item i; \reach(first, i, next); true) < 3;
            void three(Pair p) { }

            // violated
            //@ requires (\forall Item i; \reach(first, i, next); !\reach(i.next, i, next));
            //@ requires (\forall Item i; \reach(x, i, next); !\reach(i.next, i, next));
            //@ requires x != null && !\reach(first, x, next);
            //@ ensures (\forall Item i; \reach(x, i, next); !\reach(first, i, next));
            void tailsAreShared(/*@ nullable @*/ Item x) { }
        }";
    for options in [
        &["--scope", "3"][..],
        &["--scope", "4", "--split", "vardef"],
    ] {
        check("Reached", source, options);
    }
}

/// Objects that nothing leads to count where a specification speaks of all objects, and only there.
#[test]
fn objects_that_nothing_leads_to() {
    let source = r"
        class Other {
            int x;
            /*@ nullable @*/ int[] data;

            // violated
            //@ requires (\exists Other o; o != this && o.x == 7);
            //@ ensures false;
            void one() { }

            // violated
            //@ requires (\exists Other o, p; o != this && p != this && o != p && o.x + p.x == 5);
            //@ ensures \result != 3;
            int two() { return x; }

            // vacuous
            //@ requires (\exists Other o, p, q; o != this && p != this && q != this && o.x < p.x && p.x < q.x);
            //@ ensures false;
            void three() { }

            // violated
            //@ requires x == 0 && (\forall Other o; o.x == 2 || (\exists Other p; p.x == o.x + 1));
            //@ ensures (\forall Other o; 0 <= o.x && o.x <= 2) ==> false;
            void successors() { }

            // vacuous
            //@ requires x == 0 && (\forall Other o; o.x == 3 || (\exists Other p; p.x == o.x + 1 && p.x > 0));
            //@ ensures false;
            void more() { }

            // violated
            //@ ensures (\num_of Other o; true) != 3;
            void count() { }

            // holds
            //@ ensures (\num_of Other o; true) <= 3;
            void few() { }

            // holds
            //@ requires (\forall Other o; o.x > 0);
            //@ ensures \result > 0 && \old(q.x) > 0;
            int all(Other q) { return x; }

            // violated
            //@ ensures (\forall Other o; o != this && data != null ==> o.data != data);
            void shared() { }

            // violated
            //@ ensures (\forall Other o, p; o != p ==> o.x != p.x || o == this || p == this);
            void pairs() { }

            // holds
            //@ requires !(\exists Other o; o != this);
            //@ ensures q == this;
            void alone(Other q) { }
        }";
    check("Other", source, &["--scope", "3"]);
    check(
        "Other",
        source,
        &["--scope", "3", "--int-bits", "5", "--split", "vardef"],
    );
}

/// The same where frames, ghost variables and classes of one simple name are concerned.
#[test]
fn objects_in_frames_and_values() {
    let source = r"
        class Frames {
            int v;
            //@ static ghost nullable Item root;

            // violated
            /*@ ensures (\forall Item z; z != null);
              @ assignable ((\exists Item x, y; x != y && x != a && y != a && x.v == 7 && y.v == 7) ? \empty : \locset(a.v)); @*/
            static void frame(Item a) { a.v = 8; }

            // violated
            //@ ensures (\forall Item z; z != null);
            static void ghost(Item a) {
                //@ ghost boolean g = (\exists Item x, y; x != y && x != a && y != a);
                //@ assert !g;
            }

            // violated
            //@ ensures a == b;
            static void namesakes(java.util.Random a, java.util.Random b, Random c) { }

            // violated
            //@ requires a.item != null;
            //@ ensures (\forall Link n; n.item.v >= 0 || n.item.v < 0) ==> true;
            static void undefined(Link a) { }

            // violated
            //@ requires ((\forall Link n; n.item.v > 0) || true) && a != b && a.item == null && b.item == null;
            //@ ensures false;
            static void settled(Link a, Link b) { }

            // violated
            //@ requires root != null && root != a;
            //@ ensures false;
            static void ghosts(Item a) { }

            // holds
            //@ ensures \static_invariant_for(Kept);
            static void kept() { }
        }
        class Item { int v; }
        class Link { /*@ nullable @*/ Item item; }
        class Random { int v; }
        class Kept {
            static int cur;
            //@ static invariant cur > 3;
        }";
    check("Frames", source, &["--scope", "3"]);
}

/// Arrays that only an array of objects holds can be taken out of it and written, unnoticed: what they hold is not known.
#[test]
fn arrays_within_arrays_of_objects() {
    let source = r"
        class Held {
            private static final Object[] OBJECTS = { new int[] {1, 2} };
            private static final Object[] NESTED = new int[][] { {1, 2} };
            private static final int[][] NUMBERS = { {1, 2} };
            static void set() { ((int[]) OBJECTS[0])[0] = 7; ((int[]) NESTED[0])[0] = 7; }

            // unknown
            //@ ensures \result == 1;
            static int objects() { return ((int[]) OBJECTS[0])[0]; }

            // unknown
            //@ ensures \result == 1;
            static int nested() { return ((int[]) NESTED[0])[0]; }

            // holds
            //@ ensures \result == 1;
            static int numbers() { return NUMBERS[0][0]; }
        }";
    check("Held", source, &["--scope", "3"]);
}

/// Several clauses about the same number: what is asked of a solver is a disjunction of comparisons with other literals
/// than those that were written.
#[test]
fn several_clauses_about_one_number() {
    let source = r"
        class Paths {
            // violated
            //@ requires 0 < i;
            //@ ensures \result != 3;
            //@ ensures \result < 3 || \result == 3;
            //@ ensures \result != 4;
            int identity(int i) { return i; }

            // holds
            //@ requires 0 < i && i < 4;
            //@ ensures \result < 5;
            //@ ensures \result != 5;
            //@ ensures \result != 4;
            int small(int i) { return i; }
        }";
    check("Paths", source, &[]);
}

/// Where a bound of a quantifier has no value, the quantifier has none, unless it ranges over nothing.
#[test]
fn bounds_without_a_value() {
    let source = r"
        class Bounds {
            /*@ nullable @*/ int[] data;

            // violated
            //@ requires r == null;
            //@ ensures (\forall int i; 0 <= i && i < r.data.length; false) ==> true;
            void antecedent(/*@ nullable @*/ Bounds r) { }

            // violated
            //@ requires r == null;
            //@ ensures \old((\forall int i; -1 <= i && i <= r.data.length; (\exists Bounds b; r != null))) ==> true;
            void before(/*@ nullable @*/ Bounds r) { }

            // holds
            //@ requires r == null;
            //@ ensures r == null || (\forall int i; 0 <= i && i < r.data.length; false);
            void guarded(/*@ nullable @*/ Bounds r) { }

            // holds
            //@ requires r == null;
            //@ ensures (\forall int i; i != i && i < r.data.length; false);
            void empty(/*@ nullable @*/ Bounds r) { }
        }";
    check("Bounds", source, &["--int-bits", "5"]);
}

/// Integers that a quantifier ranges over are missing only where the quantifier is asked at all.
#[test]
fn ranges_without_a_bound() {
    let source = r"
        class Ranges {
            /*@ nullable @*/ int[] a;

            // violated
            /*@ requires a != null ==> (\forall int i; 0 <= i && i < a.length; a[i] > 0);
              @ ensures a != null; @*/
            void behindImplication() { }

            // violated
            /*@ requires (\forall int i; a != null && 0 <= i && i < a.length; a[i] > 0);
              @ ensures a != null; @*/
            void inTheRange() { }

            // violated
            /*@ requires (\forall int i; a != null && 0 <= i && i < a.length ==> a[i] > 0);
              @ ensures a != null; @*/
            void inTheBody() { }

            // violated
            /*@ requires a == null || (\forall int i; 0 <= i && i < a.length; a[i] > 0);
              @ ensures a != null; @*/
            void behindOr() { }

            // violated
            /*@ requires (\forall Ranges r; r.a != null; (\forall int i; 0 <= i && i < r.a.length; r.a[i] > 0));
              @ ensures a != null; @*/
            void ofEachObject() { }

            // violated
            /*@ ensures a != null ? (\num_of int i; 0 <= i && i < a.length; true) >= 0 : false; @*/
            void inOneOfTwo() { }

            // violated
            /*@ ensures (\sum int i; 0 <= i && i < a.length; 1) >= 0; @*/
            void withoutValue() { }

            // vacuous
            /*@ requires a == null && (\forall int i; 0 <= i && i < a.length; true);
              @ ensures true; @*/
            void assumedWithoutValue() { }
        }";
    check("Ranges", source, &[]);
}

/// `i < j && j < n` bounds both.
#[test]
fn ranges_through_other_variables() {
    let source = r"
        class Pairs {
            // holds
            /*@ requires (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
              @ requires a.length == 3 && a[1] > 0;
              @ ensures a[2] > 0; @*/
            static void sorted(int[] a) { }

            // violated
            /*@ requires (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
              @ requires a.length == 3 && a[1] > 0;
              @ ensures a[2] > 1; @*/
            static void sortedOnly(int[] a) { }

            // holds
            /*@ requires (\forall int i, j, k; a.length > i && i > j && j >= k && k >= 0; a[i] != a[k]);
              @ requires a.length == 3;
              @ ensures a[2] != a[0] && a[1] != a[2]; @*/
            static void ofThree(int[] a) { }

            // unknown
            /*@ requires (\forall int i, j; i < j && j < i; false);
              @ ensures true; @*/
            static void inACircle() { }
        }";
    check("Pairs", source, &[]);
}

/// Fields of a range of elements.
#[test]
fn frames_of_elements() {
    let source = r"
        class Frames {
            static class Cell { int value; int other; }

            // holds
            /*@ assignable cells[0 .. n - 1].value; @*/
            static void within(Cell[] cells, int n) {
                for (int i = 0; i < n && i < cells.length; i++) if (cells[i] != null) cells[i].value++;
            }

            // violated
            /*@ assignable cells[0 .. n - 1].value; @*/
            static void tooFar(Cell[] cells, int n) {
                for (int i = 0; i <= n && i < cells.length; i++) if (cells[i] != null) cells[i].value++;
            }

            // violated
            /*@ assignable cells[*].value; @*/
            static void another(Cell[] cells) {
                if (cells.length > 0 && cells[0] != null) cells[0].other++;
            }

            /*@ nullable @*/ Cell cell;

            // holds
            /*@ assignable frames[*].cell.value; @*/
            static void behind(Frames[] frames) {
                if (frames.length > 0 && frames[0] != null && frames[0].cell != null) frames[0].cell.value++;
            }

            // holds
            /*@ assignable cells[*].value; @*/
            static void all(Cell[] cells) {
                if (cells.length > 0 && cells[0] != null) cells[0].value++;
            }
        }";
    check("Frames", source, &[]);
}

/// What exceptions say is not looked at.
#[test]
fn messages() {
    let source = r#"
        class Messages {
            static class Refused extends RuntimeException {
                final int code;
                Refused(String message, int code) {
                    super(message);
                    this.code = code;
                }
            }

            String name;

            // holds
            /*@ requires i >= 0; ensures \result == i;
              @ also requires i < 0; signals_only IllegalArgumentException; @*/
            int concatenated(int i) {
                if (i < 0) throw new IllegalArgumentException("no " + i + " of " + name);
                return i;
            }

            // violated
            /*@ signals (Refused e) e.code == 4; signals_only Refused; @*/
            int ofAnOwnException(int i) {
                if (i < 0) throw new Refused("no", 3);
                return i;
            }
        }"#;
    check("Messages", source, &[]);
}

/// A method all of whose executions a bound ends has not been looked at.
#[test]
fn executions_that_no_bound_allows() {
    let source = r"
        class Rounds {
            // vacuous
            //@ ensures \result == 6;
            static int five() {
                int n = 0;
                for (int i = 0; i < 5; i++) n++;
                return n;
            }

            // violated
            //@ ensures \result == 6;
            static int three() {
                int n = 0;
                for (int i = 0; i < 3; i++) n++;
                return n;
            }
        }";
    check("Rounds", source, &["--unroll", "3"]);
}

/// A method answers for the objects that it gets, makes and writes to. Where others share something with them, also of
/// classes that it does not speak of, their invariants may break, and the verdict says which.
#[test]
fn invariants_of_other_objects() {
    let source = r"
        class Other {
            static class Node {
                int v;
                int w;

                // holds
                /*@ ensures v == k; @*/
                void breaksHolder(int k) { v = k; }

                // holds
                /*@ requires k > 0; ensures v == k; @*/
                void keepsHolder(int k) { v = k; }

                // holds
                /*@ ensures w == k; @*/
                void isNobodysBusiness(int k) { w = k; }

                // holds
                /*@ ensures \result != null; @*/
                static Node makesOneTooMany() { return new Node(); }

                // violated
                /*@ ensures v == k; @*/
                void breaksGiven(int k, Holder h) { v = k; }

                // violated
                /*@ ensures true; assignable h.head; @*/
                static void breaksWritten(/*@ nullable @*/ Node n, Holder h) { h.head = n; }
            }

            static class Holder {
                /*@ nullable @*/ Node head;
                //@ invariant head == null || head.v > 0;
            }

            static class Census {
                //@ invariant (\forall Node n; n.v != 0);
            }
        }";
    let text = check("Other", source, &["--scope", "2"]);
    let mut lines = text.lines();
    let mut about = |method: &str| {
        lines.find(|line| line.contains(method)).expect("a line");
        lines.next().unwrap_or_default().to_owned()
    };
    let breaks = about("breaksHolder");
    assert!(breaks.contains("not checked: invariant"), "{breaks}");
    let keeps = about("keepsHolder");
    assert!(!keeps.contains("not checked"), "{keeps}");
}

/// Static invariants are assumed and kept also where no object of the class is about.
#[test]
fn static_invariants() {
    let source = r"
        class Counter {
            static int n;
            //@ static invariant n >= 0;

            // violated
            /*@ ensures true; @*/
            static void decrement() { n--; }

            // holds
            /*@ ensures \result >= 0; @*/
            static int get() { return n; }

            // holds
            /*@ requires n < 10; ensures n == \old(n) + 1; @*/
            static void increment() { n++; }
        }";
    check("Counter", source, &[]);
}

/// A static field that the method does not speak of has its invariant, too: that it is not null.
#[test]
fn static_fields_that_are_not_null() {
    let source = r"
        class Codes {
            static int[] codes = new int[0];
            static int closed;

            // violated
            /*@ ensures closed == \old(closed) + n; @*/
            static void close(int n) { if (n != 3) closed += n; }

            // holds
            /*@ ensures closed == \old(closed) + n; @*/
            static void closes(int n) { closed += n; }
        }";
    check("Codes", source, &[]);
}

/// Where every execution goes on beyond the bounds, nothing has been shown.
#[test]
fn executions_beyond_the_bounds_only() {
    let source = r"
        class Rounds {
            /*@ nullable @*/ Rounds next;

            // vacuous
            /*@ requires next == this; ensures false; @*/
            void forEver() { Rounds r = this; while (r != null) r = r.next; }

            // vacuous
            /*@ ensures false; @*/
            void tooLong() { int[] a = new int[9]; }
        }";
    check("Rounds", source, &["--array-length", "3", "--unroll", "3"]);
}

/// What is only asked about, cast to or called can be there: classes that nothing declares, and those of the library.
#[test]
fn objects_of_classes_that_nothing_declares() {
    let source = r"
        class Asked {
            static class Equal {
                public boolean equals(Object o) { return true; }
                public int hashCode() { return 1; }
            }

            // violated
            //@ ensures \result == 0;
            static int asks(Object o) { return o instanceof Asked ? 1 : 0; }

            // violated
            //@ ensures \result == 0;
            static int number(Number n) { return n instanceof Integer ? 1 : 0; }

            // violated
            //@ ensures \result == 0;
            static int casts(Object o) {
                try { Asked a = (Asked) o; return 1; } catch (ClassCastException e) { return 0; }
            }

            // violated
            //@ requires o instanceof Asked; ensures false;
            static void required(Object o) { }

            // violated
            //@ ensures !\result;
            static boolean overridden(Object a, Object b) { return a != b && a.equals(b); }

            // violated
            //@ ensures \result == 0;
            static int both(Number n) { return n instanceof Comparable ? 1 : 0; }

            // violated
            //@ ensures \result;
            static boolean array(Object a, int[] b, Equal c) { return !(a instanceof int[]) || a.equals(null); }
        }";
    check("Asked", source, &[]);
}

/// Strings have a length, characters and equality; constants are the same object everywhere.
#[test]
fn strings() {
    let source = r#"
        class Names {
            private /*@ spec_public nullable @*/ String name;
            private /*@ spec_public @*/ int kind;

            // holds
            //@ ensures \result == (s.length() > 0 && s.charAt(0) == 'x');
            static boolean first(String s) { return !s.isEmpty() && s.charAt(0) == 'x'; }

            // violated
            //@ ensures \result == (s.length() > 0 && s.charAt(0) == 'x');
            static boolean outside(String s) { return s.charAt(0) == 'x'; }

            // holds
            /*@ assignable kind;
              @ ensures s.equals("red") ==> kind == 1;
              @ ensures s.equals("green") ==> kind == 2;
              @ ensures !s.equals("red") && !s.equals("green") ==> kind == 0; @*/
            void choose(String s) { switch (s) { case "red": kind = 1; break; case "green": kind = 2; break; default: kind = 0; } }

            // violated
            /*@ assignable kind; ensures s.equals("red") ==> kind == 1; @*/
            void identical(String s) { if (s == "red") kind = 1; else kind = 0; }

            // violated
            /*@ assignable kind; ensures kind == 0; @*/
            void constant(String s) { if (s == "red") kind = 1; else kind = 0; }

            // holds
            /*@ ensures \result <==> (a.length() == b.length()
              @     && (\forall int i; 0 <= i && i < a.length(); a.charAt(i) == b.charAt(i))); @*/
            static boolean each(String a, String b) {
                if (a.length() != b.length()) return false;
                for (int i = 0; i < a.length(); i++) if (a.charAt(i) != b.charAt(i)) return false;
                return true;
            }

            // violated
            //@ ensures \result == a.equals(b);
            static boolean hashes(String a, String b) { return a.hashCode() == b.hashCode(); }

            // holds
            //@ ensures \result.equals(name == null ? "none" : name);
            String get() { return name == null ? "none" : name; }

            // violated
            //@ ensures \result.length() == 4;
            String four() { return name == null ? "none" : name; }

            // unknown
            //@ ensures \result.length() == 1;
            static String part(String s) { return s.intern(); }

            // unknown
            //@ ensures \result.length() > 0;
            static String made(float i) { return "a" + i; }
        }"#;
    check("Names", source, &["--timeout", "20"]);
    let quantified = source.replace("float", "int");
    check(
        "Names",
        &quantified,
        &["--timeout", "20", "--encoding", "quantified"],
    );
    let source = r"
        class Hashes {
            // holds
            //@ ensures \result == (a == null ? b == null : a.equals(b));
            static boolean same(/*@ nullable @*/ String a, /*@ nullable @*/ String b) { return java.util.Objects.equals(a, b); }

            // holds
            //@ ensures a.equals(b) ==> \result;
            static boolean equal(String a, String b) { return a.hashCode() == b.hashCode(); }
        }";
    check(
        "Hashes",
        source,
        &["--timeout", "60", "--array-length", "2"],
    );
}

/// What cannot be looked into is what its contract says, the library's or the user's.
#[test]
fn calls_by_contract() {
    let source = r#"
        class Calls {
            static class A { }
            static class B extends A { }

            // holds
            /*@ requires src.length == dest.length; assignable dest[*];
              @ ensures (\forall int i; 0 <= i && i < src.length; dest[i] == \old(src[i])); @*/
            static void copy(int[] src, int[] dest) { System.arraycopy(src, 0, dest, 0, src.length); }

            // violated
            /*@ requires src.length <= dest.length; assignable dest[*];
              @ ensures (\forall int i; 0 <= i && i < src.length; dest[i] == \old(src[i])); @*/
            static void tooFar(int[] src, int[] dest) { System.arraycopy(src, 0, dest, 0, dest.length); }

            // violated
            /*@ requires 0 < a.length; assignable a[*];
              @ ensures (\forall int i; 0 <= i && i < a.length; a[i] == \old(a[0])); @*/
            static void shift(int[] a) { System.arraycopy(a, 0, a, 1, a.length - 1); }

            // violated
            /*@ requires src.length == dest.length; assignable dest[*];
              @ ensures (\forall int i; 0 <= i && i < src.length; dest[i] == \old(src[i])); @*/
            static void intoSpecial(/*@ nullable @*/ A[] src, /*@ nullable @*/ A[] dest) { System.arraycopy(src, 0, dest, 0, src.length); }

            // holds
            /*@ requires src.length == dest.length && \typeof(dest) == \type(A[]); assignable dest[*];
              @ ensures (\forall int i; 0 <= i && i < src.length; dest[i] == \old(src[i])); @*/
            static void objects(/*@ nullable @*/ A[] src, /*@ nullable @*/ A[] dest) { System.arraycopy(src, 0, dest, 0, src.length); }

            // violated
            /*@ requires src.length == dest.length && src.length > 0; assignable \nothing; @*/
            static void frame(int[] src, int[] dest) { System.arraycopy(src, 0, dest, 0, 1); }

            // holds
            //@ requires s.length() > 0; ensures \result.length() == s.length() - 1;
            static String tail(String s) { return s.substring(1); }

            // violated
            //@ requires s.length() > 0; ensures \result.length() == s.length();
            static String wrongTail(String s) { return s.substring(1); }

            // holds
            //@ ensures \result <==> s.length() >= 2 && s.charAt(0) == 'a' && s.charAt(1) == 'b';
            static boolean begins(String s) { return s.startsWith("ab"); }

            // holds
            //@ ensures \result <==> \typeof(a) == \type(B);
            static boolean isB(A a) { return a instanceof B; }

            // violated
            //@ ensures \result ==> \typeof(a) <: \typeof(b);
            static boolean below(A a, A b) { return a != b; }
        }"#;
    check("Calls", source, &["--timeout", "20"]);
}

/// With `--calls contract` nothing of a method is known but its contract.
#[test]
fn modular_verification() {
    let source = r#"
        class Modular {
            int n;

            // holds
            /*@ requires x >= 0; assignable n; ensures n == \old(n) + x; @*/
            void add(int x) { n += x; }

            // holds
            /*@ requires x >= 0; assignable n; ensures n == \old(n) + 2 * x; @*/
            void twice(int x) { add(x); add(x); }

            // violated
            /*@ assignable n; @*/
            void unguarded(int x) { add(x); }

            // violated
            /*@ assignable \nothing; @*/
            void frame() { add(1); }

            // holds
            /*@ assignable n; ensures n >= 0; @*/
            void reset() { n = 0; }

            // holds
            /*@ assignable n; ensures n >= 0; @*/
            void useReset() { reset(); }

            // holds
            /*@ assignable n; ensures n == 1 && x > 0;
              @ signals (IllegalArgumentException e) x <= 0 && n == \old(n);
              @ signals_only IllegalArgumentException; @*/
            void positive(int x) { if (x <= 0) throw new IllegalArgumentException(); n = 1; }

            // holds
            /*@ assignable n; ensures \result == (x > 0); @*/
            boolean caught(int x) { try { positive(x); return true; } catch (IllegalArgumentException e) { return false; } }

            // violated
            /*@ assignable n; ensures \result; @*/
            boolean notAlways(int x) { try { positive(x); return true; } catch (IllegalArgumentException e) { return false; } }

            // holds
            /*@ behavior assignable n; signals_only IllegalStateException; @*/
            void either(boolean b) { if (b) throw new IllegalStateException(); }

            // violated
            /*@ assignable n; ensures \result == 1; @*/
            int thrown() { try { either(true); return 1; } catch (IllegalStateException e) { return 2; } }

            // violated
            /*@ assignable n; ensures \result == 2; @*/
            int notThrown() { try { either(true); return 1; } catch (IllegalStateException e) { return 2; } }

            // holds
            /*@ ensures \fresh(\result) && \result.n == 0; @*/
            static Modular make() { return new Modular(); }

            // holds
            /*@ ensures \result != m; @*/
            static Modular other(/*@ nullable @*/ Modular m) { return make(); }

            // violated
            /*@ ensures \result.n == 1; @*/
            static Modular wrong() { return make(); }

            static class Three {
                int q;
                //@ invariant q == 3;

                // holds
                /*@ ensures true; assignable this.*; @*/
                Three() { q = 3; }

                // holds
                //@ ensures true;
                static void makes() { new Three(); }
            }

            // holds
            /*@ assignable \everything; @*/
            static void all() { }

            // holds
            //@ ensures \result;
            static boolean literal() { all(); return "ab".charAt(0) == 'a'; }

            // violated
            //@ ensures !c;
            static void longOne(boolean c) { if (c) "helloo".substring(1); }

            // holds
            //@ signals (Exception e) true;
            static void risk(boolean b) throws Exception { if (b) throw new RuntimeException(); }

            // violated
            //@ ensures \result;
            static boolean unchecked() { try { risk(true); return true; } catch (Exception x) { return !(x instanceof RuntimeException); } }

            // holds
            /*@ ensures \result == 3; @*/
            static int untouched(Modular m) { int[] b = new int[]{3}; m.reset(); return b[0]; }
        }"#;
    let options = ["--timeout", "20", "--calls", "contract"];
    let text = check("Modular", source, &options);
    // What is only sampled of a contract is told.
    let exceptions =
        "other exceptions below java.lang.IllegalArgumentException from Modular.positive";
    assert!(text.contains(exceptions), "{text}");
    assert!(text.contains("new objects of Modular.make"), "{text}");
}

/// One instance settles a quantifier, whether others have a value or not; an inner object has one around it.
#[test]
fn partial_expressions() {
    let source = r"
        class Partial {
            int i;
            class Inner {
                int k;

                // holds
                //@ ensures \result == i + k;
                int outer() { return i + k; }
            }

            // holds
            /*@ ensures (\forall int x; 0 <= x && x < a.length; a[x] == b) ==> \result < 0;
              @ ensures (\exists int x; 0 <= x && x < a.length; a[x] != b) ==> (\exists int j; \result == j && a[j] != b); @*/
            static int some(int[] a, int b) { for (int k = 0; k < a.length; k++) if (a[k] != b) return k; return -1; }

            // violated
            //@ ensures (\exists int j; -1 <= j && j < a.length; a[j] == 0);
            static void noneOrNoValue(int[] a) { }

            // violated
            //@ ensures (\forall int j; -1 <= j && j < a.length; a[j] != 0 || a[j] == 0);
            static void noValue(int[] a) { }

            // holds
            //@ requires a.length > 0 && a[0] == 0; ensures !(\forall int j; -1 <= j && j < a.length; a[j] != 0);
            static void oneIsFalse(int[] a) { }

            // holds
            //@ requires (\exists int j; -1 <= j && j < a.length; a[j] == 7); ensures a.length > 0;
            static void assumed(int[] a) { }

            //@ pure
            static int positive(int x) { if (x <= 0) throw new IllegalArgumentException(); return x; }

            // holds
            //@ requires x > 0; ensures \result == positive(x);
            static int throwing(int x) { return x; }

            // violated
            //@ ensures positive(x) > 0;
            static void throwsThere(int x) { }
        }";
    check("Partial", source, &[]);
}

/// Arrays of arrays, made at once.
#[test]
fn several_dimensions() {
    let source = r"
        class Matrix {
            // holds
            /*@ requires 0 <= n && n <= 3 && 0 <= m && m <= 3;
              @ ensures \result.length == n;
              @ ensures (\forall int i; 0 <= i && i < n; \result[i] != null && \result[i].length == m);
              @ ensures (\forall int i; 0 <= i && i < n; (\forall int j; 0 <= j && j < m; \result[i][j] == 0)); @*/
            static int[][] make(int n, int m) { return new int[n][m]; }

            // violated
            //@ requires n <= 3 && m <= 3; ensures \result.length == n;
            static int[][] negative(int n, int m) { return new int[n][m]; }

            // violated
            /*@ requires 1 < n && n <= 3; ensures \result[0] == \result[1]; @*/
            static int[][] apart(int n) { return new int[n][1]; }

            // holds
            /*@ requires 1 < n && n <= 3; ensures \result[0][0] == 5 && \result[1][0] == 0; @*/
            static int[][] write(int n) { int[][] a = new int[n][1]; a[0][0] = 5; return a; }
        }";
    check("Matrix", source, &[]);
}

/// Questions about a set of the state before.
#[test]
fn sets_of_the_state_before() {
    let source = r"
        class Before {
            static class N { /*@ nullable @*/ N next; }
            /*@ nullable @*/ N root;
            // holds
            //@ ensures (\forall N n; \reach(root, N, next).has(n); \old(\reach(root, N, next)).has(n));
            void same() { }
            // violated
            //@ ensures (\forall N n; \old(\reach(root, N, next)).has(n); \reach(root, N, next).has(n));
            void drops() { if (root != null) root = root.next; }
            // violated
            //@ ensures \old(\reach(root, N, next)).int_size() == \reach(root, N, next).int_size();
            void grows() { root = new N(); }
        }";
    check("Before", source, &[]);
}
