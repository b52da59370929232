//! `cortado verify` on parts of JML's language that few programs need: each decision is known, and stands in a comment before
//! its method. What is said to hold has a neighbour in which one thing is wrong.

mod common;

use common::{Scratch, check, check_replayed, decisions, verify_source};

/// What is wrong with one specification makes that method unknown, and no other.
#[test]
fn errors_stay_where_they_are() {
    let source = r"
        class Errors {
            // holds
            //@ ensures \result == x;
            static int good(int x) { return x; }

            // violated
            //@ ensures \result == x + 1;
            static int bad(int x) { return x; }

            // unknown
            //@ ensures \result == x + ;
            static int syntax(int x) { return x; }

            // unknown
            //@ ensures \result == y;
            static int name(int x) { return x; }

            // unknown
            //@ ensures \result == 1;
            static void result(int x) { }

            // unknown
            static int body(int x) {
                //@ assert y == 1;
                return x;
            }

            // unknown
            static int parameter(/*@ nulable @*/ String x) { return 1; }

            // unknown
            //@ requires true;
            static int caller(int x) { return body(x); }
        }

        class Invariant {
            //@ invariant z > 0;
            int q;
            static int s;

            // unknown
            //@ ensures \result == 1;
            int one() { return 1; }
        }

        class Speaks {
            // unknown
            //@ ensures \result == Invariant.s;
            static int ofIt() { return Invariant.s; }
        }

        class Nothing {
            // unknown
            //@ ensures \result == 2;
            static int two() { return 2; }
            //@ pure
        }";
    check("Errors", source, &[]);
    let (_, error, status) = verify_source("Errors", source, &["--no-replay"]);
    assert_eq!(status, Some(1), "{error}");
    let places = [
        "12:40", "16:36", "20:25", "25:28", "30:38", "38:27", "57:17",
    ];
    for place in places {
        let place = format!("Errors.java:{place}");
        assert!(error.contains(&place), "{place}\n{error}");
    }
    // Who asks for one method is told about that one.
    let (text, _, status) = verify_source("Errors", source, &["--method", "Errors.good"]);
    assert_eq!(status, Some(0), "{text}");
    // Else an error is no success, even where no method tells of it.
    let lone = "class Lone { //@ ensures \\result == 1;\nint one() { return 1; } }\nclass Wrong { //@ invariant z > 0;\n }";
    let (text, _, status) = verify_source("Lone", lone, &[]);
    assert!(text.contains("Lone.one(): holds"), "{text}");
    assert!(text.ends_with("verdict: unknown\n"), "{text}");
    assert_eq!(status, Some(3));
}

/// A record is made of what was there before it, so it is no part of itself; an object of a class may be.
#[test]
fn records_are_no_parts_of_themselves() {
    let source = r"
        class Records {
            record Link(/*@ nullable @*/ Link next, int n) { }
            record Any(/*@ nullable @*/ Object o) { }
            record Open(/*@ nullable @*/ Object o) {
                Open { o = o == null ? this : o; }
            }
            static class Node { /*@ nullable @*/ Node next; }

            // holds
            //@ ensures l.next != l;
            static void one(Link l) { }

            // holds
            //@ ensures l.next == null || l.next.next != l;
            static void two(Link l) { }

            // holds
            //@ ensures a.o != l || l.next == null || l.next.next != l;
            static void mixed(Any a, Link l) { }

            // holds
            //@ ensures a.o != a && !(a.o instanceof Any && ((Any) a.o).o == a);
            static void any(Any a) { }

            // violated
            //@ ensures l.next == null || l.next.next == null;
            static void wrong(Link l) { }

            // violated
            //@ ensures a.o != n;
            static void other(Any a, Node n) { }

            // violated
            //@ ensures n.next != n;
            static void node(Node n) { }

            // holds
            //@ ensures o.o != o;
            static void open(Open o) { }

            /*@ ensures true; assignable \nothing; @*/
            static native Link make();

            // holds
            //@ ensures \result.next != \result && l.n == \old(l.n);
            static Link made(Link l) { return make(); }

            // violated
            //@ ensures \result.next == null;
            static Link madeWrong(Link l) { return make(); }
        }";
    for options in [&[][..], &["--encoding", "expanded", "--scope", "4"]] {
        let text = check("Records", source, options);
        // A constructor that hands out its object could make one that is; nobody claims the contrary.
        assert_eq!(
            text.matches("records that contain themselves").count(),
            1,
            "{text}"
        );
    }
    let quantified = source
        .split("/*@ ensures true;")
        .next()
        .unwrap_or("")
        .to_owned()
        + "}";
    check("Records", &quantified, &["--encoding", "quantified"]);
}

/// What a contract that stands for a call leaves open may come out otherwise on the JVM; the clause is broken all the same.
#[test]
fn replays_with_contracts_for_calls() {
    let source = r"
        class Parts {
            // holds
            //@ requires x < 100; ensures \result > x;
            static int more(int x) { return x + 1; }

            // violated
            //@ requires x < 100; ensures \result == x + 2;
            static int two(int x) { return more(x); }

            // holds
            //@ requires x < 100; ensures \result >= x + 1;
            static int least(int x) { return more(x); }
        }";
    check_replayed("Parts", source, &["--calls", "contract"]);
}

/// Elements that do not fit are what makes copying fail.
#[test]
fn copies_between_arrays_of_different_types() {
    let source = r"
        class Copies {
            static class Su { }

            // violated
            //@ requires n >= 0 && n <= a.length && n <= b.length;
            static void any(Object[] a, Su[] b, int n) { System.arraycopy(a, 0, b, 0, n); }

            // holds
            //@ requires n >= 0 && n <= a.length && n <= b.length && (\forall int i; 0 <= i && i < n; a[i] == null);
            //@ ensures (\forall int i; 0 <= i && i < n; b[i] == null);
            static void nulls(Object[] a, Su[] b, int n) { System.arraycopy(a, 0, b, 0, n); }

            // holds
            //@ requires n >= 0 && n <= a.length && n <= b.length && (\forall int i; 0 <= i && i < n; a[i] instanceof Su);
            //@ ensures (\forall int i; 0 <= i && i < n; b[i] == a[i]);
            static void fitting(Object[] a, Su[] b, int n) { System.arraycopy(a, 0, b, 0, n); }

            // violated
            //@ requires n >= 0 && n <= a.length && n <= b.length && (\forall int i; 0 <= i && i < n; a[i] instanceof Su);
            //@ ensures (\forall int i; 0 <= i && i < n; b[i] != a[i]);
            static void wrong(Object[] a, Su[] b, int n) { System.arraycopy(a, 0, b, 0, n); }
        }";
    check_replayed("Copies", source, &["--scope", "2"]);
}

/// What a type variable stands for is not in a contract; that the compiler's casts fail is not blamed on it.
#[test]
fn generic_methods_by_contract() {
    let source = r"
        class Generic {
            static class A { }
            static class Box<T> {
                /*@ nullable @*/ T v;

                // holds
                //@ ensures \result == v;
                /*@ pure nullable @*/ T get() { return v; }
            }

            // holds
            //@ ensures true;
            static <T> T weak(T x) { return x; }

            // holds
            //@ ensures \result instanceof A;
            static A called(A a) { return weak(a); }

            // violated
            //@ ensures \result == a;
            static A calledWrong(A a) { return weak(a); }

            // violated
            //@ ensures true;
            static A cast(Object o) { return (A) o; }

            // holds
            //@ ensures \result == b.v;
            static /*@ nullable @*/ A got(Box<A> b) { return b.get(); }
        }";
    check("Generic", source, &["--calls", "contract"]);
}

/// The quantified encoding finds violations among integers that the other one does not list.
#[test]
fn integers_beyond_the_scope() {
    let source = r"
        class Beyond {
            // unknown
            //@ ensures (\exists int i; i > k);
            static void up(int k) { }

            // holds
            //@ requires k < 100; ensures (\exists int i; i > k);
            static void below(int k) { }
        }";
    let text = check("Beyond", source, &["--encoding", "quantified"]);
    assert!(
        text.contains(
            "a violation that cannot be shown, beyond the scope: a quantifier over more integers"
        ),
        "{text}"
    );
}

/// A model method means what its body returns, that of the receiver's class, or what its contract says the result equals.
#[test]
fn model_methods() {
    let source = r"
        class Models {
            int h;
            /*@ ensures \result <==> 0 <= x && x < 24;
                public static pure helper model boolean legal(int x); @*/
            //@ public model pure boolean ok() { return legal(h); }
            /*@ model pure int twice(int x) { return 2 * x; } @*/
            /*@ requires x > 0; ensures \result == 100 / x; model pure int part(int x); @*/
            //@ model int nothing(int x);
            /*@ model pure int branches(int x) { if (x > 0) return 1; return 2; } @*/
            /*@ model pure int again(int x) { return x <= 0 ? 0 : again(x - 1); } @*/
            /*@ model pure boolean all(int n) { return (\forall int i; 0 <= i && i < n; i != h); } @*/

            //@ invariant ok();

            // holds
            //@ requires h < 23; ensures h == \old(h) + 1;
            void inc() { h++; }

            // violated
            //@ ensures h == \old(h) + 1;
            void incWrong() { h++; }

            // holds
            //@ ensures \result == twice(x) && \old(twice(h)) == this.twice(h);
            int dbl(int x) { return x + x; }

            // violated
            //@ ensures \result == twice(x);
            int dblWrong(int x) { return x + x + 1; }

            // violated
            //@ ensures part(x) >= 0;
            void undefinedPart(int x) { }

            // holds
            //@ requires x > 0; ensures part(x) >= 0;
            void definedPart(int x) { }

            // unknown
            //@ ensures nothing(x) == 1;
            void noBody(int x) { }

            // holds
            //@ ensures branches(x) >= 1;
            void twoReturns(int x) { }

            // holds
            //@ ensures again(x) == 0;
            void recursive(int x) { }

            // holds
            //@ requires h >= 3; ensures (\forall int i; 0 <= i && i < 3; all(i));
            void nested() { }

            // violated
            //@ requires h >= 2; ensures (\forall int i; 0 <= i && i <= 3; all(i));
            void nestedWrong() { }

            static abstract class Shape {
                //@ model pure int area();
            }
            static class Square extends Shape {
                int a;
                //@ model pure int area() { return a * a; }
            }
            static class Oblong extends Shape {
                int a; int b;
                //@ model pure int area() { return a * b; }
            }

            // holds
            /*@ ensures \result == s.area(); @*/
            static int area(Shape s) {
                if (s instanceof Square) return ((Square) s).a * ((Square) s).a;
                return ((Oblong) s).a * ((Oblong) s).b;
            }

            // violated
            /*@ ensures \result == s.area(); @*/
            static int areaWrong(Shape s) {
                if (s instanceof Square) return ((Square) s).a * ((Square) s).a;
                return ((Oblong) s).a * ((Oblong) s).a;
            }
        }";
    check_replayed("Models", source, &["--int-bits", "32"]);
}

/// Branches, variables and checks within the body of a model method become one expression.
#[test]
fn bodies_of_model_methods() {
    let source = r"
        class Bodies {
            int x;
            static int z;
            //@ static invariant z > 0;
            /*@ model pure int paths(int n) {
                    final int a = 1, c = 0;
                    if (n > 0) { int b = a + 1; if (n > 1) return b; }
                    else { ; int b = 5; if (n < -1) { return b; } }
                    return a;
                } @*/
            //@ model pure int hidden(int n) { { int x = 7; } return x; }
            //@ model pure int sure(int n) { assert n > 0 : n; return 10 / n; }
            //@ model pure int given(int n) { assume n > 0; return 10 / n; }
            //@ model pure int unused(int n) { int d = 10 / n; return 1; }
            //@ model static pure int global() { if (z > 0) return z; return -1; }
            //@ model pure int open(int n) { if (n > 0) return 1; }
            //@ model pure int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
            //@ model pure int assigned(int n) { int s = 0; s = n; return s; }
            //@ model pure int made(int n) { int[] a = new int[n]; return a.length; }
            //@ model pure int bare(int n) { int a; return 1; }
            //@ model pure int behind(int n) { return 1; assert n > 0; }

            // holds
            //@ ensures paths(2) == 2 && paths(1) == 1 && paths(0) == 1 && paths(-2) == 5;
            void everyPath() { }

            // violated
            //@ ensures paths(n) != 5;
            void onePath(int n) { }

            // holds
            //@ ensures hidden(0) == x;
            void scopes() { }

            // violated
            //@ ensures hidden(0) == 7;
            void scopesWrong() { }

            // holds
            //@ requires n > 0; ensures sure(n) == 10 / n && given(n) == 10 / n;
            void checked(int n) { }

            // violated
            //@ requires n != 0; ensures sure(n) == 10 / n;
            void noValue(int n) { }

            // violated
            //@ requires n != 0; ensures given(n) == 10 / n;
            void noAssumption(int n) { }

            // violated
            //@ ensures !(given(n) < 0);
            void negated(int n) { }

            // holds
            //@ requires sure(n) >= 0; ensures n > 0;
            void assumed(int n) { }

            // holds
            //@ requires n > 0 || !(sure(n) >= 0); ensures n > 0;
            void assumedNegated(int n) { }

            // violated
            //@ ensures unused(n) == 1;
            void valueOfVariable(int n) { }

            // holds
            //@ ensures global() > 0;
            static void staticInvariant() { }

            // unknown
            //@ ensures open(1) == 1;
            void noReturn() { }

            // unknown
            //@ ensures loop(1) == 0;
            void loops() { }

            // unknown
            //@ ensures assigned(1) == 1;
            void assigns() { }

            // unknown
            //@ ensures made(1) == 1;
            void makes() { }

            // unknown
            //@ ensures bare(1) == 1;
            void declares() { }

            // unknown
            //@ ensures behind(1) == 1;
            void goesOn() { }
        }";
    let text = check_replayed("Bodies", source, &["--int-bits", "32"]);
    for reason in [
        "the model method `open`: a path without `return`",
        "the model method `loop`: what is in its body has no meaning: a loop",
        "a statement that changes something",
        "an object that a specification makes",
        "a local variable without a first value",
        "statements behind a `return`",
    ] {
        assert!(text.contains(reason), "{reason}: {text}");
    }
}

/// Model methods that call themselves are unfolded as deep as methods of Java; what needs more is beyond the scope, whether
/// it is assumed or promised.
#[test]
fn recursive_model_methods() {
    let source = r"
        class Recursive {
            static class Node { /*@ nullable @*/ Node next; /*@ nullable @*/ Node other; }
            /*@ model static pure int size(nullable Node n) { return n == null ? 0 : 1 + size(n.next); } @*/
            /*@ model static pure int tree(nullable Node n) {
                    if (n == null) return 0;
                    int left = tree(n.next), right = tree(n.other);
                    return left + right + 1;
                } @*/
            /*@ ensures \result >= 1;
                public model function static pure long product(int n) {
                    if (n == 0) { return 1; }
                    else { assert n * product(n - 1) <= 1000; return n * product(n - 1); }
                } @*/
            //@ model static pure boolean even(int n) { if (n == 0) return true; return n > 0 && odd(n - 1); }
            //@ model static pure boolean odd(int n) { return n != 0 && even(n - 1); }
            //@ model static pure int sum(int n) { if (n <= 1) return n; return sum(n - 1) + sum(n - 2); }
            //@ model static pure boolean never(int n) { return !never(n); }
            //@ requires n >= 0; ensures \result == (n == 0 ? 0 : said(n - 1)); model static pure int said(int n);

            // holds
            //@ ensures \result == size(n);
            static int length(/*@ nullable @*/ Node n) {
                int c = 0;
                while (n != null) { c++; n = n.next; }
                return c;
            }

            // violated
            //@ ensures \result == size(n);
            static int lengthWrong(/*@ nullable @*/ Node n) {
                int c = 0;
                while (n != null) { n = n.next; if (n != null) c++; }
                return c;
            }

            // holds
            //@ requires n.next != n; requires n.next == null || n.next.next == null; ensures size(n) <= 2;
            static void atMostTwo(Node n) { }

            // holds
            //@ requires tree(n) == 2; ensures n.next == null <=!=> n.other == null;
            static void twoNodes(Node n) { }

            // violated
            //@ requires tree(n) == 2; ensures n.next == null;
            static void twoNodesWrong(Node n) { }

            // holds
            //@ requires 0 <= n; ensures \result == product(n);
            static long multiply(int n) { long f = 1; for (int c = 1; c <= n; c++) f = f * c; return f; }

            // violated
            //@ requires 0 <= n; ensures \result == product(n);
            static long multiplyWrong(int n) { long f = 1; for (int c = 1; c < n; c++) f = f * c; return f; }

            // holds
            //@ requires n >= 0; ensures \result == even(n);
            static boolean isEven(int n) { return n % 2 == 0; }

            // violated
            //@ requires n >= 0; ensures \result == odd(n);
            static boolean isEvenWrong(int n) { return n % 2 == 0; }

            // holds
            //@ requires even(n); ensures n % 2 == 0;
            static void assumedEven(int n) { }

            // violated
            //@ requires !even(n); ensures n % 2 != 0;
            static void assumedNotEven(int n) { }

            // holds
            //@ requires n >= 0 && !even(n); ensures n % 2 != 0;
            static void assumedOdd(int n) { }

            // holds
            //@ ensures sum(4) == 3;
            static void constant() { }

            // holds
            //@ ensures (\forall int i; 0 <= i && i < 4; sum(i) <= i);
            static void each() { }

            // unknown
            //@ ensures sum(6) == 7;
            static void tooDeep() { }

            // unknown
            //@ requires never(n); ensures false;
            static void fromNothing(int n) { }

            // unknown
            //@ ensures never(n);
            static void forNothing(int n) { }

            // unknown
            //@ ensures !never(n);
            static void forNothingEither(int n) { }

            // holds
            //@ requires n >= 0; ensures said(n) == 0;
            static void byContract(int n) { }
        }";
    let text = check_replayed("Recursive", source, &["--int-bits", "32"]);
    let of = |method: &str| {
        let from = text.find(&format!("Recursive.{method}(")).expect("told");
        let next = text[from..]
            .find("\nRecursive.")
            .map_or(text.len(), |end| from + end);
        &text[from..next]
    };
    let beyond = |times: u32, name: &str| {
        format!("more than {times} calls of the model method Recursive.{name} within itself")
    };
    assert!(!of("atMostTwo").contains("beyond"), "{text}");
    assert!(!of("constant").contains("beyond"), "{text}");
    assert!(!of("each").contains("beyond"), "{text}");
    for (method, name) in [
        ("isEven", "even"),
        ("assumedEven", "even"),
        ("assumedOdd", "even"),
        ("byContract", "said"),
        ("tooDeep", "sum"),
        ("fromNothing", "never"),
        ("forNothing", "never"),
        ("forNothingEither", "never"),
    ] {
        assert!(of(method).contains(&beyond(3, name)), "{method}: {text}");
    }

    // The same with another bound, and in the encoding that cannot tell what is beyond it.
    let deeper = r"
        class Deeper {
            //@ model static pure int sum(int n) { if (n <= 1) return n; return sum(n - 1) + sum(n - 2); }

            // holds
            //@ ensures sum(6) == 8;
            static void deepEnough() { }

            // violated
            //@ ensures sum(6) == 7;
            static void deepEnoughWrong() { }

            // holds
            //@ ensures k > 8 || sum(k) <= 21;
            static void withinTheBound(int k) { }
        }";
    let text = check_replayed("Deeper", deeper, &["--unroll", "12", "--int-bits", "32"]);
    assert!(!text.contains("beyond"), "{text}");
    let refused = r"
        class Refused {
            //@ model static pure int down(int n) { if (n <= 0) return 0; return down(n - 1); }

            // holds
            //@ ensures down(2) == 0;
            static void folds() { }

            // unknown
            //@ ensures down(n) == 0;
            static void beyond(int n) { }
        }";
    let text = check("Refused", refused, &["--encoding", "quantified"]);
    assert!(
        text.contains("more than 3 calls of the model method Refused.down within itself, in"),
        "{text}"
    );
}

/// Model methods of a name differ in the types of their parameters.
#[test]
fn overloaded_model_methods() {
    let source = r"
        class Overloaded {
            static class A { }
            static class B extends A { }
            //@ model static pure int f(int x) { return 1; }
            //@ model static pure int f(boolean x) { return 2; }
            //@ model static pure int f(A x) { return 3; }
            //@ model static pure int f(B x) { return 4; }
            //@ model static pure int f(long x) { return 5; }
            //@ model static pure int two(A x, B y) { return 3; }
            //@ model static pure int two(B x, A y) { return 4; }
            //@ model static pure int same(int x) { return 3; }
            //@ model static pure int same(int y) { return 4; }
            //@ model static pure int java(int y) { return 4; }
            static int java(long x) { return 1; }

            // holds
            //@ ensures f(i) == 1 && f(z) == 2 && f(a) == 3 && f(b) == 4 && f(l) == 5 && f('c') == 1 && f((A) b) == 3;
            static void all(int i, boolean z, A a, B b, long l) { }

            // violated
            //@ ensures f(i) == 5;
            static void wrong(int i) { }

            // unknown
            //@ ensures two(b, b) == 3;
            static void ambiguous(A a, B b) { }

            // unknown
            //@ ensures same(1) == 3;
            static void twice() { }

            // unknown
            //@ ensures java(1) == 1;
            static void both() { }
        }";
    check_replayed("Overloaded", source, &[]);
}

/// Specifications make no objects; only what would need them is unknown.
#[test]
fn objects_made_in_specifications() {
    let source = r"
        class Makes {
            //@ public ghost int[] arr = new int[19];
            //@ ghost int[] none = {};
            //@ ghost int k = 3;
            static class Cell { }
            int x;

            // unknown
            //@ ensures \result.x == 0;
            static Makes made() { return new Makes(); }

            // holds
            //@ requires arr.length > 2; ensures x == \old(x) + 1 && k == \old(k) && none == \old(none);
            void inc() { x++; }

            // violated
            //@ requires arr.length > 2; ensures arr.length == 2;
            void wrong() { x++; }

            // unknown
            //@ old Cell g = new Cell(); ensures g != null;
            void olds() { }

            // unknown
            //@ ensures \result == new int[] {1}.length;
            int length() { return 1; }
        }";
    let text = check("Makes", source, &[]);
    assert!(
        text.contains(
            "the first value of the ghost field arr: an object that a specification makes"
        ),
        "{text}"
    );
    assert!(
        text.contains("Makes.olds(): unknown: an object that a specification makes"),
        "{text}"
    );
}

/// A field in a frame stands for all that is in its group.
#[test]
fn data_groups() {
    let source = r"
        class Groups {
            //@ public model JMLDataGroup state;
            //@ public model int time; //@ in state;
            //@ represents time = h * 60 + m;
            int h; //@ in time;
            int m; //@ in time;
            int other;
            int[] a = new int[2]; //@ in state; maps a[*] \into state;
            Cell c = new Cell();
            //@ maps c.v \into state;
            static class Cell { int v; int w; }
            //@ model int loose;
            //@ represents loose = other;

            // holds
            //@ assignable time;
            void allOfTime() { h = 1; m = 2; }

            // violated
            //@ assignable time;
            void timeWrong() { h = 1; other = 2; }

            // holds
            //@ assignable state;
            void throughAll() { h = 1; if (a.length > 0) a[0] = 3; c.v = 3; a = new int[1]; }

            // violated
            //@ assignable state;
            void anotherField() { c.w = 3; }

            // violated
            //@ assignable state;
            void notInIt() { c = new Cell(); }

            // violated
            //@ assignable h;
            void onlyOne() { m = 3; }

            // violated
            //@ requires g != this; assignable g.time;
            void ofAnother(Groups g) { h = 1; }

            // unknown
            //@ assignable loose;
            void notDeclared() { other = 1; }

            // holds
            //@ requires h >= 0; ensures time == \old(time); assignable h;
            void value() { h = h + 0; }

            static class Below extends Groups {
                int extra; //@ in time;

                // holds
                //@ also assignable time;
                void allOfTime() { extra = 1; }

                // violated
                //@ also assignable time;
                void timeWrong() { other = 1; }
            }
        }";
    check_replayed("Groups", source, &["--scope", "2"]);
}

/// What arithmetic does where a result does not fit is said for specifications and for code.
#[test]
fn arithmetics() {
    let source = r"
        class Arith {
            // violated
            //@ ensures \result > x;
            /*@ spec_bigint_math @*/
            static int inc(int x) { return x + 1; }

            // holds
            //@ requires x + 1 <= 2147483647;
            //@ ensures \result == x + 1;
            /*@ spec_bigint_math @*/
            static int incOk(int x) { return x + 1; }

            // violated
            //@ requires x + 1 <= 2147483647;
            //@ ensures \result > x;
            static int incJava(int x) { return x + 1; }

            // violated
            //@ ensures \result == x + y;
            /*@ spec_safe_math @*/
            static int safeSpec(int x, int y) { return x + y; }

            // holds
            //@ requires 0 <= x && x <= 100 && 0 <= y && y <= 100;
            //@ ensures \result == x * y + -x;
            /*@ spec_safe_math @*/
            static int safeSpecOk(int x, int y) { return x * y - x; }

            // violated
            //@ ensures \result == x + y;
            /*@ code_safe_math @*/
            static int safe(int x, int y) { return x + y; }

            // holds
            //@ requires 0 <= x && x <= 100 && 0 <= y && y <= 100;
            //@ ensures \result == x + y;
            /*@ code_safe_math @*/
            static int safeOk(int x, int y) { return x + y; }

            // holds
            //@ requires x >= 0 && y >= 0;
            //@ ensures \result >= 0;
            /*@ code_bigint_math @*/
            static int big(int x, int y) { return x + y; }

            // violated
            //@ requires x >= 0 && y >= 0;
            //@ ensures \result > 0;
            /*@ code_bigint_math @*/
            static int bigWrong(int x, int y) { return x + y; }

            // violated
            //@ requires x >= 0;
            //@ ensures \result >= 0;
            static int java(int x) { return x * 2; }

            // violated
            //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
            /*@ spec_bigint_math @*/
            static int sum(int[] a) { int s = 0; 
                for (int i = 0; i < a.length; i++) s += a[i];
                return s; }

            // holds
            //@ requires (\forall int i; 0 <= i && i < a.length; 0 <= a[i] && a[i] < 100);
            //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
            /*@ spec_bigint_math @*/
            static int sumOk(int[] a) { int s = 0; 
                for (int i = 0; i < a.length; i++) s += a[i];
                return s; }

            // holds
            //@ requires (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]) && a.length == 3;
            //@ ensures a[0] <= a[2];
            /*@ spec_bigint_math @*/
            static void idx(int[] a) { }

            // violated
            //@ requires (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]) && a.length == 3;
            //@ ensures a[0] < a[2];
            /*@ spec_bigint_math @*/
            static void idxWrong(int[] a) { }

            // violated
            //@ ensures \result == -x;
            /*@ code_safe_math @*/
            static int neg(int x) { return -x; }

            // violated
            //@ requires y != 0;
            //@ ensures true;
            /*@ code_safe_math @*/
            static int div(int x, int y) { return x / y; }

            // holds
            //@ requires y > 0;
            //@ ensures true;
            /*@ code_safe_math @*/
            static int divOk(int x, int y) { return x / y; }
        }

        /*@ spec_bigint_math code_safe_math @*/
        class OfTheClass {
            int size;
            //@ invariant size + 1 > size;

            // holds
            //@ ensures x + 1 > x;
            static void spec(int x) { }

            // violated
            //@ ensures true;
            void grow() { size++; }

            // holds
            //@ requires size < 100;
            //@ ensures size == \old(size) + 1;
            void growABit() { size++; }

            // violated
            //@ ensures x + 1 > x;
            /*@ spec_java_math @*/
            static void javaAgain(int x) { }

            // violated
            //@ requires true;
            /*@ code_java_math @*/
            static int called(int x) { return twice(x); }

            static int twice(int x) { return 2 * x; }
        }";
    let text = check("Arith", source, &[]);
    assert_eq!(
        text.matches("results that do not fit in Arith.big (code_bigint_math)")
            .count(),
        1
    );
}

/// Some execution must come to a statement `reachable`; that none does within the scope proves nothing.
#[test]
fn reachable_statements() {
    let source = r"
        class Reach {
            // holds
            //@ ensures true;
            static void both(int x) {
                if (x > 3) {
                    //@ reachable;
                    x++;
                }
            }

            // unknown
            //@ requires x < 3;
            static void never(int x) {
                if (x > 3) {
                    //@ reachable;
                    x++;
                }
            }

            // holds
            //@ ensures true;
            static void inARound(int[] a) {
                for (int i = 0; i < a.length; i++) {
                    if (i == 1) {
                        //@ reachable;
                        a[i] = 0;
                    }
                }
            }

            // violated
            //@ ensures false;
            static void broken(int x) {
                //@ reachable;
                x++;
            }

            // holds
            //@ ensures true;
            static int ofALoop(int[] a) {
                int s = 0;
                //@ loop_invariant 0 <= \count && \count <= a.length;
                for (int x : a) s += x;
                return s;
            }
        }";
    check("Reach", source, &[]);
}

/// Modifiers of JML may be annotations of Java, which programs need not bring along.
#[test]
fn modifiers_as_annotations() {
    let source = r"
        import org.jmlspecs.annotation.*;

        class Annotated {
            @Nullable Object o;
            @SpecPublic private int n;

            // holds
            //@ ensures \result == n;
            @Pure int get() { return n; }

            // violated
            //@ ensures \result == null;
            @Pure @Nullable Object set() { n = 1; return null; }

            // violated
            //@ ensures true;
            Object notNull() { return null; }

            // violated
            //@ ensures \result == x + 1;
            @CodeSafeMath static int inc(int x) { return x + 1; }

            // holds
            //@ ensures \result == 1;
            int argument(@NonNull String s) { return s == null ? 0 : 1; }

            // violated
            //@ ensures \result == 1;
            int nullable(@Nullable String s) { return s == null ? 0 : 1; }
        }";
    check("Annotated", source, &[]);
}

/// What `accessible` does not list is not read, if it was there before.
#[test]
fn accessible_locations() {
    let source = r"
        class Access {
            //@ model JMLDataGroup state;
            int f; //@ in state;
            int g;
            static int s;
            int[] a = new int[2];
            /*@ nullable @*/ Access next;

            Access() { }

            // holds
            //@ accessible f;
            int own() { return f; }

            // violated
            //@ accessible f;
            int another() { return f + g; }

            // holds
            //@ accessible state;
            int group() { return f; }

            // violated
            //@ accessible \nothing;
            int nothing() { return f; }

            // holds
            //@ accessible a, a[0 .. n - 1];
            int elements(int n) { return 0 < n && n <= a.length ? a[n - 1] : 0; }

            // violated
            //@ accessible a, a[0];
            int anElement(int n) { return 0 <= n && n < a.length ? a[n] : 0; }

            // violated
            //@ accessible a[*];
            int notTheArray() { return a.length > 0 ? a[0] : 0; }

            // holds
            //@ accessible \nothing;
            int ofNew() { Access n = new Access(); n.f = 3; return n.f; }

            // violated
            //@ accessible this.f;
            int ofAnother(Access o) { return o.f; }

            // holds
            //@ accessible o.f;
            int ofThis(Access o) { return o.f; }

            // violated
            //@ accessible f;
            int called() { return inner(); }

            private int inner() { return g; }

            // holds
            //@ accessible Access.s;
            static int ofTheClass() { return s; }

            // violated
            //@ accessible \nothing;
            static int notOfTheClass() { return s; }

            // holds
            //@ requires b; accessible f;
            //@ also requires !b; accessible g;
            int cases(boolean b) { return b ? f : g; }

            // violated
            //@ requires b; accessible f;
            //@ also requires !b; accessible g;
            int casesWrong(boolean b) { return b ? g : f; }

            // holds
            //@ accessible \everything;
            int everything() { return g; }

            // unknown
            //@ accessible \nothing;
            void byContract(int[] a) { System.arraycopy(a, 0, a, 0, 0); }
        }";
    check("Access", source, &[]);
}

/// A model field is what the class of its object says.
#[test]
fn model_fields_of_classes() {
    let source = r"
        class Fields {
            static abstract class Shape {
                //@ model int area;
                //@ model Object state;
            }
            static class Square extends Shape {
                int a;
                //@ represents area = a * a;
            }
            static class Oblong extends Shape {
                int a; int b;
                //@ represents area = a * b;
            }
            static class Twice extends Square {
                //@ represents area = 2 * a;
            }

            // holds
            //@ requires o.area == 6 && o.a == 3; ensures \result == 2;
            static int of(Oblong o) { return o.b; }

            // violated
            //@ requires o.area == 6 && o.a == 3; ensures \result == 3;
            static int ofWrong(Oblong o) { return o.b; }

            // unknown
            //@ ensures s.area == \result;
            static int twoOfThem(Square s) { return s.a * s.a; }

            static abstract class Base {
                //@ model int size;
            }
            static class One extends Base {
                int n;
                //@ represents size = n;
            }
            static class Two extends Base {
                int m;
                //@ represents size = m + 1;
            }

            // holds
            //@ ensures \result == b.size;
            static int size(Base b) {
                return b instanceof One ? ((One) b).n : ((Two) b).m + 1;
            }

            // violated
            //@ ensures \result == b.size;
            static int sizeWrong(Base b) {
                return b instanceof One ? ((One) b).n : ((Two) b).m;
            }
        }";
    check("Fields", source, &[]);
}

/// Bounds of a quantified variable do not give it values that its type has not.
#[test]
fn values_of_small_types() {
    let source = r"
        class Small {
            // violated
            //@ requires x == 0; ensures (\exists char i; i == x - 1);
            static void below(int x) { }

            // violated
            //@ requires x == 300; ensures (\exists byte i; i == x);
            static void above(int x) { }

            // violated
            //@ requires x == 40000; ensures (\exists short i; i == x);
            static void aShort(int x) { }

            // holds
            //@ requires x == 3; ensures (\exists short i; i == x) && (\exists byte i; i == x) && (\exists char i; i == x);
            static void each(int x) { }

            // holds
            //@ ensures (\forall byte i; i < x; i < 128) && (\forall char i; i > x; i >= 0);
            static void all(int x) { }

            // violated
            //@ requires x > 200; ensures (\forall byte i; i < x; i < 127);
            static void allWrong(int x) { }

            // unknown
            //@ ensures (\forall \bigint i; i < x; i < 2147483647);
            static void noEnd(int x) { }
        }";
    check("Small", source, &[]);
}

#[test]
fn a_misspelt_clause_is_told_of_its_method_only() {
    let source = "class K {
    //@ ensures \\result == a;
    static int good(int a) { return a; }
    //@ ensure \\result == 0;
    static int bad(int a) { return a; }
    //@ loop_invariant a > 0;
    static int loop(int a) { return a; }
}
";
    let (told, complaints, status) = verify_source("K", source, &[]);
    let found: Vec<(&str, &str)> = decisions(&told).collect();
    assert_eq!(
        found,
        [
            ("K.good", "holds within the scope"),
            (
                "K.bad",
                "unknown: an annotation that cannot be read, `ensure` in line 4"
            ),
            (
                "K.loop",
                "unknown: an annotation that cannot be read, `loop_invariant` in line 6"
            ),
        ],
        "{told}"
    );
    assert!(
        complaints.contains("did you mean `ensures`?"),
        "{complaints}"
    );
    assert_eq!(status, Some(3));
}

#[test]
fn a_scope_of_a_class_that_does_not_exist_is_wrong_usage() {
    let source = "import java.util.function.*;
class K {
    static class Node { Node next; }
    Supplier<Node> supplier;
    //@ ensures \\result == a;
    static int good(int a) { return a; }
}
";
    let (_, complaints, status) = verify_source("K", source, &["--scope", "2,Nod=3"]);
    assert!(
        complaints.contains("--scope Nod: there is no class Nod; did you mean `Node`?"),
        "{complaints}"
    );
    assert_eq!(status, Some(2));
    for wrong in ["K9=3", "K.Node=1", "Nothing[]=1", "int=2"] {
        let (_, complaints, status) = verify_source("K", source, &["--scope", wrong]);
        assert!(complaints.contains("there is no class"), "{complaints}");
        assert_eq!(status, Some(2), "{wrong}");
    }
    let all =
        "2,K=1,Node=3,K$Node=3,int[]=2,Node[]=1,int[][]=1,String=2,java.util.List=1,Supplier=1";
    let (told, complaints, status) = verify_source("K", source, &["--scope", all]);
    assert_eq!(status, Some(0), "{told}{complaints}");
    assert!(!complaints.contains("there is no class"), "{complaints}");
}

/// Where the group of an object has that of the next one in it, it has all that are reached so.
#[test]
fn groups_along_a_list() {
    let source = r"
        class Chain {
            //@ public model JMLDataGroup values;
            int value; //@ in values;
            int other;
            /*@ nullable */ Chain next; //@ maps next.values \into values;

            // holds
            //@ assignable values;
            void all() {
                value = 1;
                if (next != null) {
                    next.value = 2;
                    if (next.next != null) next.next.value = 3;
                }
            }

            // violated
            //@ assignable values;
            void other() { if (next != null && next.next != null) next.next.other = 3; }

            // violated
            //@ assignable values;
            void relinked() { next = null; }

            // violated
            //@ requires next == null;
            //@ assignable values;
            void elsewhere(Chain c) { c.value = 3; }

            // holds
            //@ requires next != null;
            //@ assignable next.values;
            void behind() { next.value = 3; }

            // violated
            //@ requires next != null && next.next != this && next != this;
            //@ assignable next.values;
            void before() { value = 3; }
        }

        class Crossed {
            //@ public model JMLDataGroup a;
            //@ public model JMLDataGroup b;
            int v; //@ in a;
            /*@ nullable */ Crossed next; //@ maps next.a \into b; maps next.b \into a;

            // unknown
            //@ assignable a;
            void crossed() { v = 1; }
        }";
    check("Chain", source, &["--scope", "3"]);
}

/// A static final ghost field with a literal is that literal, as a field of Java would be.
#[test]
fn ghost_constants() {
    let source = r"
        class States {
            //@ public static final ghost int FRESH = 0;
            //@ public static final ghost byte DONE = (1);
            //@ public static final ghost boolean YES = true;
            //@ public static final ghost long LOW = -5;
            //@ public ghost int state = FRESH;
            //@ invariant state == FRESH || state == DONE;

            // holds
            //@ ensures \result.state == 0;
            static States make() { return new States(); }

            // holds
            //@ ensures YES && state == 1 && LOW == -5;
            void finish() {
                //@ set state = DONE;
            }

            // violated
            //@ ensures state == FRESH;
            void finishWrong() {
                //@ set state = DONE;
            }

            // unknown
            void change() {
                //@ set FRESH = 3;
            }
        }";
    check("States", source, &[]);
}

/// Conditions in English and promises with a meaning that is not known here are not passed over.
#[test]
fn unchecked_promises() {
    let source = r"
        class Promises {
            int f;

            // unknown
            //@ ensures \result == x && (* it is good *);
            static int good(int x) { return x; }

            // unknown
            //@ ensures (* it is good *) && \result == x + 1;
            static int bad(int x) { return x; }

            // unknown
            /*@ normal_behavior
              @ ensures \result == f;
              @ determines \result \by f;
              @*/
            int flow() { return f; }

            // unknown
            //@ captures \nothing;
            static int kept(int x) { return x; }

            // unknown
            //@ requires (* x is good *);
            static int assumed(int x) { return x; }

            // unknown
            //@ ensures \result == x || (* it is good *);
            static int either(int x) { return x; }

            // unknown
            static void among(int x) {
                //@ assert (* x is good *);
            }
        }";
    check("Promises", source, &[]);
}

/// What is said of the very type of an array keeps `ArrayStoreException` away; arrays of more special types are beyond the scope.
#[test]
fn very_types_of_arrays() {
    let source = r"
        class Slots {
            static class Thing { }
            static class Special extends Thing { }
            //@ invariant \typeof(all) == \type(Thing[]);
            Thing[] all = new Thing[2];
            Special[] few = new Special[1];
            //@ invariant (\forall int i; 0 <= i < rows.length; rows[i] != null && \elemtype(\typeof(rows[i])) == \type(Thing));
            Thing[][] rows = new Thing[1][1];

            // holds
            //@ requires all.length > 0;
            void store(Thing t) { all[0] = t; }

            // holds
            //@ requires rows.length > 0 && rows[0].length > 0;
            void storeIn(Thing t) { rows[0][0] = t; }

            // violated
            //@ ensures all == few;
            void replace() { all = few; }

            // violated
            //@ requires a.length > 0;
            static void any(Thing[] a, Special[] b, Thing t) { a[0] = t; }

            // holds
            //@ ensures \typeof(\result) == \type(Thing[]);
            Thing[] made() { return new Thing[1]; }

            // violated
            //@ ensures \typeof(\result) == \type(Thing[]);
            Thing[] madeWrong() { return new Special[1]; }

            // holds
            //@ ensures \typeof(\result) == \type(int[]) && \typeof(\result) != \type(long[]);
            int[] numbers() { return new int[1]; }
        }";
    check("Slots", source, &["--scope", "2"]);
    let (text, _, _) = verify_source("Slots", source, &["--no-replay", "--scope", "2"]);
    assert!(text.contains("arrays of more special types"), "{text}");
}

/// An axiom has no meaning here, and may be what a method needs whose class has no objects.
#[test]
fn axioms_of_static_methods() {
    common::check(
        "Facts",
        r"
        class Facts {
            //@ axiom (\forall int x; Facts.f(x) > 0);
            static /*@ pure @*/ int f(int x) { return x * x; }

            // unknown
            //@ ensures \result > 0;
            static int own(int x) { return f(x); }
        }
        class Others {
            // unknown
            //@ ensures \result > 0;
            static int called(int x) { return Facts.f(x); }

            // unknown
            //@ ensures Facts.f(x) > 0;
            static void spokenOf(int x) { }

            // holds
            //@ ensures \result == x;
            static int neither(int x) { return x; }
        }",
        &[],
    );
}

/// What assigns to fields has no value in a specification.
#[test]
fn methods_in_specifications_that_are_not_pure() {
    common::check(
        "Counting",
        r"
        class Counting {
            int v;
            int next() { return v++; }
            int now() { return v; }

            // unknown
            //@ ensures next() == \old(v) && next() == \old(v);
            void twice() { }

            // holds
            //@ ensures now() == \old(now());
            void same() { }
        }",
        &[],
    );
}

/// What a contract calls new must be able to be, or no execution would come back from the call.
#[test]
fn new_objects_within_the_result_of_a_call_by_contract() {
    common::check(
        "Holder",
        r"
        class Holder {
            int v;
            int[] a = new int[1];

            // holds
            //@ ensures \fresh(\result) && \result.v == 4 && \fresh(\result.a);
            //@ assignable \nothing;
            static Holder make() { Holder h = new Holder(); h.v = 4; return h; }

            // holds
            //@ ensures \fresh(\result.a) && \result.v == 4;
            static Holder taken() { return make(); }

            // violated
            //@ ensures \result.v == 5;
            static Holder wrong() { return make(); }
        }",
        &["--calls", "contract"],
    );
}

/// Names that other tools have for what printing changes, and brackets behind the name of an `old` variable.
#[test]
fn as_other_tools_write() {
    let source = r"
        class Prints {
            int printed;

            // holds
            //@ assignable System.out.outputText, System.out.eol;
            void print(int x) { System.out.println(x); }

            // violated
            //@ assignable System.out.outputText, System.out.eol;
            void count(int x) { System.out.println(x); printed++; }

            // holds
            //@ old int before[] = a;
            //@ ensures \result == before;
            int[] same(int[] a) { return a; }

            // violated
            //@ old int before[] = a;
            //@ ensures \result == before;
            int[] another(int[] a) { return new int[a.length]; }
        }";
    check("Prints", source, &[]);
}

/// Specifications of library classes lie in directories like those of packages.
#[test]
fn specifications_in_packages() {
    let scratch = Scratch::new();
    let dice = r"
        class Dice {
            //@ ensures 1 <= \result && \result <= 6;
            int roll(java.util.Random random) { return random.nextInt(6) + 1; }
        }";
    let random = r"
        package java.util;
        public class Random {
            //@ requires 0 < bound; ensures 0 <= \result && \result < bound; assignable \nothing;
            public int nextInt(int bound);
        }";
    let dice = scratch.file("Dice.java", dice);
    scratch.file("specs/java/util/Random.jml", random);
    scratch.file("empty/read.me", "");
    let verify = |specs: &str| {
        let mut command = scratch.command(&["verify", "-q", "--no-replay", "--specs", specs]);
        let output = command.arg(&dice).output().expect("cortado runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            text(&output.stdout),
            text(&output.stderr),
            output.status.code(),
        )
    };
    let (told, error, status) = verify("specs");
    assert!(
        told.starts_with("Dice.roll(java.util.Random): holds"),
        "{told}{error}"
    );
    assert_eq!(status, Some(0), "{told}{error}");
    let (_, error, status) = verify("empty");
    assert!(
        error.contains("there is no specification (*.jml) in empty"),
        "{error}"
    );
    assert_eq!(status, Some(2), "{error}");
}
