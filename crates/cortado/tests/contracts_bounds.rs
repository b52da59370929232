//! `cortado verify`: bounds and arithmetic, chosen by the user or by Cortado.

mod common;

use common::{check, check_replayed, decisions, verify_source};

/// Bounds that nobody chose are widened where they leave no execution, and the verdict says so.
#[test]
fn bounds_are_widened() {
    let source = r"
        class Wide {
            static final int MAX = 20;
            /*@ spec_public @*/ private int[] all = new int[MAX];
            /*@ spec_public @*/ private int used;
            //@ public invariant all.length == MAX && 0 <= used && used <= MAX;

            //@ requires used < MAX;
            //@ ensures used == \old(used) + 1 && all[\old(used)] == x;
            void add(int x) { all[used++] = x; }

            //@ ensures used == \old(used) + 1;
            void addWrong(int x) { all[used++] = x; }

            //@ ensures \result == 30;
            static int thirty() { int n = 0; for (int i = 0; i < 30; i++) n++; return n; }

            //@ requires all.length == 7;
            //@ ensures false;
            void never() { }

            //@ ensures false;
            static void forever() { while (true) { } }
        }";
    let (text, error, _) = verify_source("Wide", source, &["--no-replay"]);
    let decided: Vec<_> = decisions(&text).collect();
    let wanted = [
        ("Wide.add", "holds within the scope"),
        ("Wide.addWrong", "violated"),
        ("Wide.thirty", "holds within the scope"),
        (
            "Wide.never",
            "vacuous: no state within the scope satisfies the precondition and all invariants",
        ),
        (
            "Wide.forever",
            "vacuous: no execution within the scope comes to an end",
        ),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
    assert!(
        text.contains("arrays and strings of up to 48 elements (--array-length)"),
        "{text}"
    );
    assert!(text.contains("up to 48 iterations (--unroll)"), "{text}");
    // What was chosen stays.
    let chosen = ["--no-replay", "--array-length", "3", "--unroll", "3"];
    let (text, ..) = verify_source("Wide", source, &chosen);
    let vacuous = decisions(&text)
        .filter(|(_, d)| d.starts_with("vacuous"))
        .count();
    assert_eq!(vacuous, 5, "{text}");
}

/// Integers of specifications and of code, chosen for the whole program.
#[test]
fn arithmetic_is_chosen() {
    let source = r"
        class Sums {
            //@ requires 0 < x && 0 < y && x + y <= Integer.MAX_VALUE;
            //@ ensures \result == x + y && \result > 0;
            static int add(int x, int y) { return x + y; }

            //@ ensures \result == x + 1;
            static int next(int x) { return x + 1; }

            //@ ensures \result == x + 1;
            //@ spec_java_math
            static int nextInJava(int x) { return x + 1; }
        }";
    let decided = |options: &[&str]| {
        let mut all = vec!["--no-replay"];
        all.extend(options);
        let (text, error, _) = verify_source("Sums", source, &all);
        let found = decisions(&text).map(|(_, d)| d.split(' ').next().unwrap_or(d).to_owned());
        let found: Vec<String> = found.collect();
        assert_eq!(found.len(), 3, "{text}{error}");
        (found.join(" "), text)
    };
    let (java, text) = decided(&[]);
    assert_eq!(java, "violated holds holds");
    let hint = "holds if integers in specifications do not wrap around (--spec-math bigint)";
    assert_eq!(text.matches(hint).count(), 1, "{text}");
    let (unbounded, text) = decided(&["--spec-math", "bigint"]);
    assert_eq!(unbounded, "holds violated holds");
    assert!(!text.contains(hint), "{text}");
    assert_eq!(decided(&["--spec-math", "safe"]).0, "holds violated holds");
    assert_eq!(
        decided(&["--code-math", "safe"]).0,
        "violated violated violated"
    );
}

/// A variant that is computed without bounds is looked at like any other, and nobody is told that a method would hold where it
/// is unknown.
#[test]
fn variants_without_bounds() {
    let source = r"
        class Search {
            // violated
            //@ requires a.length >= 1;
            static int stays(int[] a, int value) {
                int lo = 0, hi = a.length - 1;
                //@ decreases hi + 1 - lo;
                while (lo < hi) {
                    int mid = (lo + hi) / 2;
                    if (value < a[mid]) hi = mid; else lo = mid;
                    if (a[lo] == a[hi]) break;
                }
                return lo;
            }

            // holds
            static void down(int n) {
                //@ decreases n - i;
                for (int i = 0; i < n; i++) { }
            }

            // violated
            static void twice(int n) {
                //@ decreases 2 * (3 - i);
                for (int i = 0; i < n; i++) { if (i == 5) break; i--; n--; }
            }
        }";
    let hint = "holds if integers in specifications do not wrap around";
    let text = check("Search", source, &[]);
    assert!(!text.contains(hint), "{text}");
    let unbounded = source.replacen(
        "// violated\n            static void twice",
        "// unknown\n            static void twice",
        1,
    );
    let text = check("Search", &unbounded, &["--spec-math", "bigint"]);
    let left_out = "unknown: `decreases` of a `\\bigint` that may be large";
    assert_eq!(text.matches(left_out).count(), 1, "{text}");
}

/// The order of fractions, which Java tells by their bits where they are equal or NaN.
#[test]
fn fractions_are_ordered() {
    let source = r"
        class Fractions {
            // holds
            //@ requires x == x && y == y && x != 0.0;
            //@ ensures (\result == 0) == (x == y) && (\result < 0) == (x < y);
            static int order(double x, double y) { return Double.compare(x, y); }

            // violated
            //@ requires x == x && y == y;
            //@ ensures (\result == 0) == (x == y);
            static int zeros(double x, double y) { return Double.compare(x, y); }

            // holds
            //@ requires x != x && y != y;
            //@ ensures \result == 0;
            static int nans(float x, float y) { return Float.compare(x, y); }

            // violated
            //@ requires x != x;
            //@ ensures \result == 0;
            static int nan(float x, float y) { return Float.compare(x, y); }

            // holds
            //@ requires x == x && y == y && Double.compare(x, y) < 0;
            //@ ensures x <= y;
            static void inSpecification(double x, double y) { }

            // violated
            //@ requires Double.compare(x, y) < 0;
            //@ ensures x < y;
            static void lessInSpecification(double x, double y) { }
        }";
    check_replayed("Fractions", source, &[]);
}

/// Integers that are too many to be listed: one stands for all of them where that is enough, else nothing is claimed.
#[test]
fn unlisted_integers() {
    let source = r"
        class Unlisted {
            // holds
            //@ ensures (\forall int v; (\num_of int i; 0 <= i && i < a.length; a[i] == v)
            //@     == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == v));
            //@ ensures (\forall int i; 0 < i && i < a.length; a[i - 1] <= a[i]);
            static void sort(int[] a) {
                for (int i = 0; i < a.length; i++)
                    for (int j = 0; j + 1 < a.length; j++)
                        if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
            }
            // violated
            //@ ensures (\forall int v; (\num_of int i; 0 <= i && i < a.length; a[i] == v)
            //@     == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == v));
            static void copies(int[] a) { if (a.length > 1) a[0] = a[1]; }
            // unknown
            //@ ensures (\exists int i; i * 2 == p);
            static void odd(int p) { }
            // unknown
            //@ ensures !(\forall int i; i * 2 != p);
            static void oddAsWell(int p) { }
            // holds
            //@ requires 0 <= p && p <= 2;
            //@ ensures (\exists int i; i > p);
            static void larger(int p) { }
            // violated
            //@ ensures (\forall int i; i < p ==> i + 1 < p);
            static void below(int p) { }
            // violated
            //@ ensures (\sum int i; 0 <= i && i < 1000; i) == 499501;
            static void many() { }
        }";
    let told = check("Unlisted", source, &[]);
    let why = "a quantifier over more integers than are listed, line";
    assert!(told.contains(why), "{told}");
}

/// What statements assume, and loops over arrays that had to be longer, widen bounds as well.
#[test]
fn bounds_are_widened_for_bodies() {
    let source = r"
        class Longer {
            // violated
            //@ ensures true;
            static void assumed(int[] a) {
                //@ assume a.length > 4;
                //@ assert a[0] == 0;
            }
            // violated
            //@ requires a.length == 4;
            //@ ensures \result >= -1;
            static int first(boolean[] a) {
                for (int i = 0; i < a.length; i++) if (a[i]) return i;
                return -2;
            }
        }";
    check("Longer", source, &[]);
}
