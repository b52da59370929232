//! `cortado verify` on methods with statements of JML within their bodies and on ghost fields; each decision is known, and
//! stands in a comment before its method.

mod common;

use common::{decisions, verify_source};
use std::collections::BTreeMap;

fn verify(name: &str, source: &str, options: &[&str]) -> String {
    let (text, error, status) = verify_source(name, source, options);
    assert_ne!(status, Some(2), "{error}");
    text
}

/// Compares each decision with the comment before the method: `// holds`, `// violated`, and so on.
fn check(name: &str, source: &str, options: &[&str]) {
    let mut all = vec!["--no-replay"];
    all.extend(options);
    let text = verify(name, source, &all);
    let mut decided = BTreeMap::new();
    for (method, decision) in decisions(&text) {
        let decision = decision.split([' ', ':']).next().unwrap_or(decision);
        decided.insert(method.to_owned(), decision.to_owned());
    }
    let mut wanted = BTreeMap::new();
    let (mut next, mut class) = (None, name.to_owned());
    for line in source.lines().map(str::trim) {
        let mut words = line.split(' ').skip_while(|word| *word != "class");
        if let (Some(_), Some(inner), false) = (words.next(), words.next(), line.contains("//")) {
            class = match inner == name {
                true => name.to_owned(),
                false => format!("{name}${inner}"),
            };
        }
        if let Some(decision) = line.strip_prefix("// ") {
            next = Some(decision.to_owned());
        } else if let (Some(decision), Some((head, _))) = (&next, line.split_once(") {")) {
            let head = head.split('(').next().unwrap_or(head);
            let method = head.rsplit(' ').next().unwrap_or(head);
            let simple = class.rsplit('$').next().unwrap_or(&class);
            let method = match method == simple {
                true => "<init>",
                false => method,
            };
            wanted.insert(format!("{class}.{method}"), decision.clone());
            next = None;
        }
    }
    assert_eq!(decided, wanted, "{text}");
}

#[test]
fn assertions() {
    let source = r"
        class Asserts {
            int[] a;

            // holds
            static int max(int x, int y) {
                int m = x;
                if (y > m) {
                    //@ assert y > x;
                    m = y;
                }
                //@ assert m >= x && m >= y;
                //@ assert m == x || m == y;
                return m;
            }

            // violated
            static int maxWrong(int x, int y) {
                int m = x;
                if (y > m) m = x;
                //@ assert m >= x && m >= y;
                return m;
            }

            // holds
            //@ requires a.length > 1;
            void old(int x) {
                a[0] = a[0] + 1;
                x = x - 1;
                //@ assert a[0] == \old(a[0]) + 1 && a[1] == \old(a[1]);
                //@ assert x == \old(x) - 1 && \pre(x) == x + 1;
            }

            // violated
            //@ requires a.length > 1;
            void oldOfAParameter(int x) {
                x = x - 1;
                //@ assert x == \old(x);
            }

            // violated
            void withoutValue() {
                //@ assert a[0] == a[0];
            }

            // unknown
            static int localUnderOld(int x) {
                int y = x;
                //@ assert \old(y) == x;
                return y;
            }

            // holds
            //@ requires 0 <= n && n <= 3;
            static int loop(int n) {
                int i = 0;
                //@ assert i == 0;
                while (i < n) {
                    //@ assert i < n;
                    i++;
                    //@ assert i <= n;
                }
                //@ assert i == n;
                return i;
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            static int onceOnly(int n) {
                int i = 0;
                while (i < n) {
                    //@ assert i == 0;
                    i++;
                }
                return i;
            }

            // holds
            //@ requires 0 <= n && n <= 3;
            static int beforeTheLoop(int n) {
                int i = 0;
                //@ assert i == 0;
                do {
                    i++;
                } while (i < n);
                return i;
            }

            // holds
            //@ requires 0 <= n && n <= 3;
            static int jumps(int n) {
                int odd = 0;
                outer:
                for (int i = 0; ; i++) {
                    //@ assert i <= n;
                    while (true) {
                        if (i == n) {
                            //@ assert i == n;
                            break outer;
                        }
                        if (i % 2 == 0) {
                            //@ assert i != 1;
                            continue outer;
                        }
                        odd++;
                        break;
                    }
                    //@ assert i % 2 == 1 && odd > 0;
                }
                //@ assert odd <= 2;
                return odd;
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            static int afterContinue(int n) {
                int odd = 0;
                for (int i = 0; i < n; i++) {
                    if (i % 2 == 0) continue;
                    odd++;
                    //@ assert odd == 0;
                }
                return odd;
            }

            // holds
            static int handlers(int[] b, int i) {
                int n = 0;
                try {
                    n = b[i];
                    //@ assert b != null && 0 <= i;
                } catch (RuntimeException e) {
                    //@ assert n == 0;
                    n = -1;
                } finally {
                    //@ assert i == \old(i);
                }
                return n;
            }

            // violated
            static int inAHandler(int[] b, int i) {
                int n = 0;
                try {
                    n = b[i];
                } catch (RuntimeException e) {
                    //@ assert i < 0;
                    n = -1;
                }
                return n;
            }
        }";
    check("Asserts", source, &["--unroll", "4"]);
}

#[test]
fn what_is_assumed_or_unreachable() {
    let source = r"
        class Assumes {
            // holds
            //@ ensures \result > 0;
            static int positive(int x) {
                //@ assume x > 0;
                return x;
            }

            // violated
            //@ ensures \result > 0;
            static int tooLate(int x) {
                if (x == -1) return x;
                //@ assume x > 0;
                return x;
            }

            // vacuous
            //@ ensures \result > 0;
            static int never(int x) {
                //@ assume x > 0 && x < 0;
                return x;
            }

            // holds
            static int signs(int x) {
                if (x > 0) return 1;
                if (x < 0) return -1;
                if (x == 0) return 0;
                //@ unreachable;
                return 2;
            }

            // violated
            static int signsWithoutZero(int x) {
                if (x > 0) return 1;
                if (x < 0) return -1;
                //@ unreachable;
                return 2;
            }

            // holds
            static int dead(int x) {
                while (true) {
                    if (x > 0) return 1;
                    else return 2;
                    //@ assert false;
                }
                //@ unreachable;
            }
        }";
    check("Assumes", source, &[]);
    let text = verify("Assumes", source, &["--method", "Assumes.positive"]);
    assert!(
        text.contains("where it holds: assume x > 0, line 6"),
        "{text}"
    );
}

#[test]
fn ghost_variables() {
    let source = r"
        class Ghosts {
            // holds
            //@ requires 0 <= n && n <= 3;
            static int rounds(int n) {
                //@ ghost int rounds = 0;
                //@ ghost boolean even = true;
                int i = 0;
                while (i < n) {
                    i++;
                    //@ set rounds = rounds + 1;
                    //@ set even = !even;
                }
                //@ assert rounds == n;
                //@ assert even <==> n % 2 == 0;
                return i;
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            static int forgotten(int n) {
                //@ ghost int rounds = 0;
                for (int i = 0; i < n; i++) {
                    if (i == 2) continue;
                    //@ set rounds = rounds + 1;
                }
                //@ assert rounds == n;
                return n;
            }

            // violated
            static int withoutAValue(int n) {
                //@ ghost int any;
                //@ assert any != 5;
                return n;
            }

            // holds
            static int lookedAt(int n) {
                //@ ghost int any;
                //@ assert any == 5 || any != 5;
                //@ set any = n;
                //@ assert any == n;
                return n;
            }

            // violated
            static int divided(int n) {
                //@ ghost int q = 10 / n;
                return n;
            }

            // holds
            //@ requires 0 <= n && n <= 3;
            static int inEachRound(int n) {
                for (int i = 0; i < n; i++) {
                    //@ ghost int twice = i;
                    //@ set twice = twice + i;
                    //@ assert twice == 2 * i;
                }
                return n;
            }

            // holds
            //@ requires true;
            static Ghosts objects(/*@ nullable @*/ Ghosts g) {
                //@ ghost Ghosts first = g;
                Ghosts other = new Ghosts();
                //@ assert first == g && first != other;
                return other;
            }
        }";
    check("Ghosts", source, &["--unroll", "4"]);
}

#[test]
fn ghost_fields() {
    let source = r"
        class Bag {
            private int[] items = new int[3];
            private int size;
            //@ ghost int count;
            //@ ghost int capacity = 1 + 2;
            //@ invariant count == size && 0 <= size && size <= items.length;
            //@ invariant capacity == items.length;

            // holds
            //@ ensures count == 0 && capacity == 3;
            Bag() { }

            // holds
            //@ requires size < items.length;
            //@ ensures count == \old(count) + 1;
            //@ assignable size, count, items[*];
            void add(int x) {
                items[size] = x;
                size++;
                //@ set count = count + 1;
            }

            // violated
            //@ requires size < items.length;
            void addWithoutCounting(int x) {
                items[size] = x;
                size++;
            }

            // violated
            //@ requires size < items.length;
            //@ assignable size, items[*];
            void addOutsideOfTheFrame(int x) {
                items[size] = x;
                size++;
                //@ set count = count + 1;
            }

            // holds
            //@ requires size + 2 <= items.length;
            //@ ensures count == \old(count) + 2;
            void addTwice(int x) {
                add(x);
                //@ assert count == \old(count) + 1;
                add(x);
            }

            // violated
            //@ requires size + 2 <= items.length;
            //@ ensures count == \old(count) + 1;
            void addTwiceWrong(int x) {
                add(x);
                add(x);
            }

            // violated
            //@ requires true;
            static void ofNothing(/*@ nullable @*/ Bag b) {
                //@ set b.count = b.count;
            }

            static class Full {
                int size;
                //@ ghost int count;
                //@ invariant count == size;

                // violated
                //@ ensures count == 0;
                Full() {
                    size = 1;
                }
            }
        }";
    check("Bag", source, &["--scope", "2", "--array-length", "3"]);
    check(
        "Bag",
        source,
        &["--scope", "2", "--array-length", "3", "--calls", "contract"],
    );
    // A JVM has the rest of the state.
    let options = |method: &'static str| ["--array-length", "3", "--method", method];
    let text = verify("Bag", source, &options("Bag.addWithoutCounting"));
    assert!(text.contains("invariant count == size"), "{text}");
    assert!(text.contains(": confirmed"), "{text}");
    let text = verify("Bag", source, &options("Bag.addOutsideOfTheFrame"));
    assert!(
        text.contains("not replayed: the JVM does not know ghost fields"),
        "{text}"
    );
}

#[test]
fn static_and_inherited_ghosts() {
    let source = r"
        class Tickets {
            //@ static ghost int sold;
            static int counter;
            //@ static invariant sold == counter;

            // holds
            //@ ensures sold == \old(sold) + 1;
            static void sell() {
                counter++;
                //@ set sold = sold + 1;
            }

            // violated
            //@ ensures true;
            static void lose() {
                counter++;
            }

            // violated
            //@ assignable counter;
            static void sellInSecret() {
                counter++;
                //@ set sold = sold + 1;
            }

            static class Base {
                //@ ghost int version = 7;
                //@ invariant version >= 7;

                // holds
                //@ ensures version == 7;
                Base() { }
            }

            static class Derived extends Base {
                int seen;

                // holds
                //@ ensures version == 8;
                Derived() {
                    //@ set version = version + 1;
                }

                // violated
                //@ ensures true;
                void reset() {
                    //@ set version = 0;
                }
            }
        }";
    check("Tickets", source, &[]);
}

/// Statements of a method that is inlined count, and \old is the state in which that method began.
#[test]
fn inlined_methods() {
    let source = r"
        class Inlined {
            int value;

            // holds
            //@ requires value < 100;
            //@ ensures value == \old(value) + 1;
            void step() {
                value++;
                //@ assert value == \old(value) + 1;
            }

            // holds
            //@ requires value < 50;
            //@ ensures value == \old(value) + 2;
            void twice() {
                step();
                step();
                //@ assert value == \old(value) + 2;
            }

            // violated
            //@ requires true;
            void small(int x) {
                //@ assert x < 10;
                value = x;
            }

            // holds
            //@ requires x < 10;
            void within(int x) {
                small(x);
            }

            // violated
            //@ requires x <= 10;
            void beyond(int x) {
                small(x);
            }

            // holds
            //@ requires true;
            //@ ensures value > 0;
            void assumes(int x) {
                //@ assume x > 0;
                value = x;
            }

            // holds
            //@ ensures value > 0;
            void byAssumption(int x) {
                assumes(x);
            }

            // holds
            //@ requires 0 <= n && n <= 2;
            //@ ensures \result == n;
            static int recursive(int n) {
                //@ ghost int before = n;
                if (n == 0) return 0;
                n = n - 1;
                int below = recursive(n);
                //@ assert before == n + 1 && \old(n) == before && below == n;
                return below + 1;
            }
        }";
    check("Inlined", source, &[]);
    let text = verify("Inlined", source, &["--method", "Inlined.beyond"]);
    assert!(text.contains("assert x < 10"), "{text}");
    let text = verify("Inlined", source, &["--method", "Inlined.byAssumption"]);
    assert!(text.contains("where it holds: assume x > 0"), "{text}");
}

/// Where the place or the meaning of a statement is not known, the method is unknown.
#[test]
fn what_is_not_understood() {
    let source = r"
        class Unclear {
            // unknown
            static int notInABlock(int x) {
                x = x + 1 //@ assert x > 0;
                    ;
                return x;
            }

            // unknown
            static int betweenThenAndElse(int x) {
                if (x > 0) { x++; }
                //@ assert x > 0;
                else { x--; }
                return x;
            }

            // unknown
            static int inALambda(int x) {
                java.util.function.IntSupplier s = () -> {
                    //@ assert x > 0;
                    return x;
                };
                return x;
            }

            // unknown
            //@ requires true;
            static int below(int x) {
                return x > 0 ? 1 : inALambda(x);
            }

            // unknown
            static int behindALabel(int x) {
                L: //@ assert x == x;
                while (true) {
                    if (x > 0) break L;
                    x = 1;
                }
                return x;
            }

            // unknown
            static int ofJml(int x) {
                //@ ghost \bigint big = x;
                return x;
            }

            // unknown
            static int without(int x) {
                int y;
                //@ assert y == 0;
                y = x;
                return y;
            }

            // holds
            static int clear(int x) {
                switch (x) {
                case 1:
                    //@ ghost int g = x;
                    //@ assert g == 1;
                    return x;
                default:
                    //@ assert x != 1;
                }
                return x;
            }
        }";
    check("Unclear", source, &[]);
}

#[test]
fn loops() {
    let source = r"
        class Loops {
            // holds
            //@ requires 0 <= n;
            //@ ensures \result == n;
            static int counts(int n) {
                int s = 0;
                //@ loop_invariant 0 <= i && i <= n && s == i;
                //@ decreases n - i;
                for (int i = 0; i < n; i++) s++;
                return s;
            }

            // violated
            //@ requires 0 <= n;
            static int notAtTheEnd(int n) {
                int i = 0;
                //@ maintaining i < n;
                while (i < n) { i++; }
                return i;
            }

            // holds
            //@ requires 0 <= n;
            static int leavesBeforeTheEnd(int n) {
                int i = 0;
                //@ maintaining i <= 1;
                while (i < n) { i++; if (i == 2) break; }
                return i;
            }

            // violated
            static int goesUp(int n) {
                int i = 0;
                //@ decreases i;
                while (i < n) { i++; if (i == 2) break; }
                return i;
            }

            // violated
            static int becomesNegative(int n) {
                int i = 0;
                //@ decreases -i;
                while (i < n) i++;
                return i;
            }

            // holds
            static int withoutTest() {
                int i = 0;
                //@ loop_invariant i <= 1;
                //@ decreases 5 - i;
                while (true) { i++; if (i == 2) return i; }
            }

            // violated
            static int withoutTestWrong() {
                int i = 0;
                //@ loop_invariant i < 1;
                for (;;) { i++; if (i == 2) return i; }
            }

            // holds
            static int testedBehind() {
                int i = 0;
                //@ loop_invariant i <= 1;
                //@ decreases 5 - i;
                do i++; while (i < 2);
                return i;
            }

            // holds
            static int within(int n) {
                int t = 0;
                while (true) {
                    int j = 0;
                    //@ loop_invariant 0 <= j && j <= 2;
                    //@ decreases 2 - j;
                    while (j < 2) j++;
                    t++;
                    if (t > n) return t;
                }
            }

            // violated
            //@ requires a.length > 0;
            static void indexBeyond(int[] a) {
                int i = 0;
                //@ loop_invariant a[i] == a[i];
                while (i < a.length) i++;
            }

            // violated
            //@ requires true;
            static int calls(int n) {
                return n > 0 ? notAtTheEnd(n) : 0;
            }
        }";
    check("Loops", source, &[]);
}

/// Where no place is found for what is said of a loop, the method is unknown.
#[test]
fn loops_without_a_place() {
    let source = r"
        class Placeless {
            // unknown
            //@ ensures \result;
            static boolean constant(int n) {
                final boolean yes = true;
                //@ loop_invariant n >= 0;
                while (yes) { if (n < 7) return true; n--; }
            }

            Box b;

            // unknown
            //@ ensures \result == b;
            Box pattern(Object o) {
                //@ loop_invariant true;
                while (!(o instanceof Box b)) { return this.b; }
                return b;
            }

            // unknown
            static void ofTheElement(int[] a) {
                //@ loop_invariant x == x;
                for (int x : a) { }
            }

            // unknown
            static void large(long n) {
                //@ decreases n * n;
                while (n > 0) n--;
            }

            static final class Box { int v; }
        }";
    check("Placeless", source, &["--spec-math", "bigint"]);
    let text = verify("Placeless", source, &["--spec-math", "bigint"]);
    for told in [
        "unknown: the place of a JML statement: missing return statement",
        "unknown: what is said of a loop whose test has `instanceof` and `!`",
        "unknown: the local variable x, whose value is not known there",
        "unknown: `decreases` of a `\\bigint` that may be large",
    ] {
        assert!(text.contains(told), "{text}");
    }
}

/// Variables of patterns and of other groups of a `switch` hide fields, wherever they are known.
#[test]
fn variables_that_hide_fields() {
    let source = r"
        class Hidden {
            Hidden b;
            int x;
            int k;

            // violated
            //@ requires k == 1;
            void behindWrong(Object o) {
                if (!(o instanceof Hidden b)) return;
                //@ assert b == this.b;
                k = 2;
            }

            // holds
            //@ requires k == 1;
            void behind(Object o) {
                if (!(o instanceof Hidden b)) return;
                //@ assert b == o;
                k = 2;
            }

            // holds
            //@ requires k == 1;
            void within(Object o) {
                if (o instanceof Hidden b) {
                    //@ assert b == o;
                    k = 2;
                }
            }

            // violated
            //@ requires x == 5;
            void groupsWrong(int y) {
                switch (y) {
                    case 1: int x = 3; break;
                    case 2: x = 4;
                        //@ assert x == 5;
                        k = 2;
                }
            }

            // holds
            //@ requires x == 5;
            void groups(int y) {
                switch (y) {
                    case 1: int x = 3; break;
                    case 2: x = 4;
                        //@ assert x == 4;
                        k = 2;
                }
            }
        }";
    check("Hidden", source, &[]);
}

/// A statement of JML goes with the statement behind it that an `if` or a loop governs, braces or not.
#[test]
fn governed_statements() {
    let source = r"
        class Governed {
            // holds
            //@ ensures \result >= 0;
            static int branch(int x) {
                if (x < 0)
                    //@ assert x < 0;
                    return 0;
                else //@ assert x >= 0;
                    return x;
            }

            // violated
            static int branchWrong(int x) {
                if (x < 0)
                    //@ assert x < -1;
                    return 0;
                return x;
            }

            // holds
            //@ requires 0 <= n; ensures \result == n;
            static int loop(int n) {
                int i = 0;
                while (i < n)
                    //@ assert i < n;
                    i++;
                //@ assert i == n;
                return i;
            }

            // violated
            //@ requires 0 <= n;
            static int loopWrong(int n) {
                int i = 0;
                for (int j = 0; j < n; j++)
                    //@ assert i < 1;
                    /*@ assert j == i; */ i++;
                return i;
            }

            // violated
            static void block(int x) {
                if (x > 3)
                //@ assert x > 4;
                {
                    x = 0;
                }
            }

            // holds
            static int both(int x) {
                int y = 0;
                do //@ assert y == 0;
                    if (x > 3)
                        //@ assert x > 3 && y == 0;
                        y = x;
                while (y < 0);
                return y;
            }

            // unknown
            static int variable(int x) {
                if (x > 3)
                    //@ ghost int z = x;
                    x++;
                return x;
            }
        }";
    check("Governed", source, &[]);
}

/// `\count` is the number of rounds that are over.
#[test]
fn rounds_of_loops_are_counted() {
    let source = r"
        class Counts {
            // holds
            //@ requires a.length % 2 == 0;
            static void alternate(boolean[] a) {
                int k = 0;
                //@ maintaining 0 <= \count <= a.length / 2;
                //@ maintaining k == 2 * \count;
                //@ decreases a.length / 2 - \count;
                while (k < a.length) {
                    a[k] = true;
                    k += 2;
                }
            }

            // violated
            static void tooMany(boolean[] a) {
                int k = 0;
                //@ maintaining k >= 0;
                //@ maintaining k == \count;
                while (k < a.length) {
                    k += 2;
                }
            }

            // violated
            static void last(int[] a) {
                //@ decreases a.length - 1 - \count;
                //@ maintaining \count < a.length;
                for (int i = 0; i < a.length; i++) { }
            }

            // holds
            static void nested(int n) {
                //@ maintaining i == \count;
                for (int i = 0; i < n; i++) {
                    //@ maintaining j == \count && \count <= i;
                    for (int j = 0; j < i; j++) { }
                }
            }

            // holds
            static int atLeastOnce() {
                int i = 0;
                //@ maintaining i == \count;
                do {
                    i++;
                } while (i < 3);
                return i;
            }

            // violated
            static int neverZero() {
                int i = 0;
                //@ maintaining \count > 0;
                do {
                    i++;
                } while (i < 3);
                return i;
            }

            // unknown
            static int among(int n) {
                int i = 0;
                while (i < n) {
                    //@ assert \count == i;
                    i++;
                }
                return i;
            }
        }";
    check("Counts", source, &[]);
}

/// What only tells a tool how to go on says nothing; `halt` ends what is looked at.
#[test]
fn hints_and_halt() {
    let source = r"
        class Hints {
            // holds
            //@ ensures \result == x;
            static int hints(int x) {
                //@ show x, x + 1;
                //@ split x > 3;
                //@ comment 'x stays as it is';
                //@ assert x == x;
                return x;
            }

            // violated
            //@ ensures \result == x;
            static int hintsWrong(int x) {
                //@ show x; assert x != 3;
                return x;
            }

            // holds
            //@ ensures \result == 0;
            static int halted(int x) {
                if (x > 3) {
                    //@ assert x > 2;
                    //@ halt;
                    return x;
                }
                return 0;
            }

            // violated
            //@ ensures \result == 0;
            static int haltedLate(int x) {
                if (x > 3) {
                    //@ assert x > 4;
                    //@ halt;
                    return x;
                }
                return 0;
            }
        }"
    .replace('\'', "\"");
    check("Hints", &source, &[]);
    let text = verify("Hints", &source, &["--no-replay"]);
    assert!(
        text.contains("where it holds: assume halt, line 25"),
        "{text}"
    );
}

/// What is said of a loop over elements is checked at its test like that of others.
#[test]
fn loops_over_elements() {
    let source = r"
        import java.util.List;

        class Each {
            int s;

            // holds
            //@ requires a.length < 4;
            //@ ensures \result == a.length;
            static int counts(int[] a) {
                int n = 0;
                //@ loop_invariant n == \count && n <= a.length;
                //@ decreases a.length - n;
                for (int x : a) { if (x == 7) { n++; continue; } n++; }
                return n;
            }

            // violated
            static int notAtTheEnd(int[] a) {
                int n = 0;
                //@ loop_invariant n < 2;
                for (int x : a) n++;
                return n;
            }

            // violated
            //@ requires a.length > 0;
            static int lastCounts(int[] a) {
                int n = 0;
                //@ loop_invariant \count < a.length;
                for (int x : a) n++;
                return n;
            }

            // violated
            void other(int[] a) {
                //@ loop_invariant s == 5;
                for (int x : a) { }
            }

            // holds
            static int once(int[] a) {
                //@ loop_invariant \count == 0;
                //@ decreases -3;
                for (int x : a) return x;
                return 0;
            }

            // violated
            static int onceWrong(int[] a) {
                int n = 1;
                //@ loop_invariant n == 0;
                for (int x : a) return x;
                return 0;
            }

            // holds
            static int list(List<Integer> l) {
                int n = 0;
                //@ loop_invariant 0 <= n <= l.size() && \count == n;
                //@ decreases l.size() - n;
                out: for (Integer x : l) { if (x == null) break out; n++; }
                return n;
            }

            // violated
            static int listWrong(Iterable<Integer> l) {
                int n = 0;
                //@ loop_invariant n == 0;
                for (Integer x : l) { if (x == null) break; n++; }
                return n;
            }

            // holds
            static int chosen(boolean c, int[] a, int[] b) {
                int n = 0;
                //@ loop_invariant 0 <= n;
                for (var x : c ? a : b) n++;
                return n;
            }

            // holds
            static int nested(int[][] a) {
                int n = 0;
                //@ loop_invariant n >= 0;
                for (int[] row : a) {
                    int k = 0;
                    if (row == null) continue;
                    //@ loop_invariant k == \count;
                    for (int x : row) k++;
                    n += k;
                    if (n < 0) return 0;
                }
                return n;
            }

            // holds
            static int tried(int[] a) {
                int n = 0;
                try {
                    //@ loop_invariant n <= a.length;
                    for (int x : a) n += 1;
                } finally {
                    n = 0;
                }
                return n;
            }

            // holds
            static int pattern(Object o) {
                int n = 0;
                //@ loop_invariant n >= 0;
                while (o instanceof Box b && n < 2) { n++; o = b.next; }
                return n;
            }

            // violated
            static int patternWrong(Object o) {
                int n = 0;
                //@ loop_invariant n < 2;
                while (o instanceof Box b && n < 2) { n++; o = b.next; }
                return n;
            }

            // holds
            static void pairs(int n) {
                int i = n, j = 2;
                //@ decreases i, j;
                while (i > 0) { if (j > 0) j--; else { i--; j = 2; } }
            }

            // violated
            static void pairsWrong(int n) {
                int i = n, j = 2;
                //@ decreases j, i;
                while (i > 0) { if (j > 0) j--; else { i--; j = 2; } }
            }

            // violated
            static void pairsUp() {
                int i = 0, j = 0;
                //@ decreases i, j;
                while (i < 2) { i++; j++; }
            }

            static final class Box { int v; Box next; }
        }";
    check("Each", source, &[]);
}

/// A loop changes nothing of what was there when it began but what it lists.
#[test]
fn frames_of_loops() {
    let source = r"
        import java.util.List;

        class Frames {
            int[] a = new int[2];
            int s;
            Frames other;
            static int total;

            // violated
            void nothing() {
                //@ assignable \nothing;
                for (int i = 0; i < a.length; i++) { a[i] = 3; }
            }

            // holds
            void elements() {
                //@ assignable a[*];
                for (int i = 0; i < a.length; i++) { a[i] = 3; }
            }

            // holds
            void localsAreFree(int n) {
                int k = 0;
                //@ assignable \nothing;
                //@ decreases n - k;
                while (k < n) { k++; n--; }
            }

            // holds
            void namedLocals(int n) {
                int k = 0;
                //@ loop_invariant k >= 0;
                //@ assignable k, n, a[k];
                while (k < n) { k++; n--; }
            }

            // violated
            //@ requires a.length >= 2;
            void evaluatedAtTheBeginning() {
                int k = 0;
                //@ assignable a[k];
                while (k < 2) { a[k] = 1 + a[k]; k++; }
            }

            // holds
            //@ requires a.length >= 2;
            void rangeFromTheFirstIndex() {
                //@ assignable a[i .. a.length - 1];
                for (int i = 1; i < a.length; i++) { a[i] = 1; }
            }

            // violated
            //@ requires a.length >= 2;
            void rangeTooShort() {
                //@ assignable a[i .. a.length - 2];
                for (int i = 0; i < a.length; i++) { a[i] = 1; }
            }

            // holds
            void restored() {
                //@ assignable \strictly_nothing;
                for (int i = 0; i < 2; i++) { s++; s--; }
            }

            // violated
            void field() {
                //@ assignable other.s;
                for (int i = 0; i < 2; i++) { if (other != null) other.s = 1; s = 7; }
            }

            // holds
            void fields() {
                //@ assignable other.s, this.s, total;
                for (int i = 0; i < 2; i++) { if (other != null) other.s = 1; s = 7; total++; }
            }

            // violated
            void statics() {
                //@ assignable this.*;
                for (int i = 0; i < 2; i++) { s = 7; total++; }
            }

            // holds
            int newObjects(int n) {
                int[] mine = null;
                int r = 0;
                //@ assignable \nothing;
                for (int i = 0; i < 2; i++) { mine = new int[1]; mine[0] = 4; r += mine[0]; }
                return r;
            }

            // violated
            int madeBefore(int n) {
                int[] mine = new int[1];
                //@ assignable \nothing;
                for (int i = 0; i < 2; i++) { mine[0] = 4; }
                return 0;
            }

            // violated
            void atBreak(int n) {
                //@ assignable \nothing;
                while (n > 0) { if (n == 2) { s = n; break; } n--; }
            }

            // holds
            void setBeforeAndBehind(int n) {
                s = 4;
                //@ assignable \nothing;
                while (n > 0) n--;
                s = 5;
            }

            // violated
            void each() {
                //@ assignable s;
                for (int x : a) { total = x + 1; }
            }

            // holds
            void eachRight() {
                //@ assignable s, total;
                for (int x : a) { total = x; s++; }
            }

            // holds
            void everything() {
                //@ assignable \everything;
                for (int x : a) { total = x; s++; }
            }

            // holds
            //@ requires a.length <= 3;
            //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
            //@ assignable a[*];
            static void sort(int[] a) {
                /*@ loop_invariant 0 <= i && i <= a.length;
                  @ loop_invariant (\forall int k, l; 0 <= k && k < i && k <= l && l < a.length; a[k] <= a[l]);
                  @ assignable a[*];
                  @ decreases a.length - i;
                  @*/
                for (int i = 0; i < a.length; i++) {
                    int min = i;
                    /*@ loop_invariant i < j && j <= a.length && i <= min && min < j;
                      @ loop_invariant (\forall int k; i <= k && k < j; a[min] <= a[k]);
                      @ assignable \strictly_nothing;
                      @ decreases a.length - j;
                      @*/
                    for (int j = i + 1; j < a.length; j++) if (a[j] < a[min]) min = j;
                    int t = a[i]; a[i] = a[min]; a[min] = t;
                }
            }

            // violated
            //@ requires a.length <= 3;
            static void bubble(int[] a) {
                //@ assignable a[*];
                for (int i = 0; i < a.length; i++)
                    //@ loop_invariant j <= a.length;
                    //@ decreases a.length - j;
                    //@ assignable a[j];
                    for (int j = 0; j < a.length - 1; j++)
                        if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
            }

            // holds
            /*@ requires (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
              @ ensures \result == -1 || a[\result] == x;
              @ assignable \nothing;
              @*/
            static int search(int[] a, int x) {
                int low = 0, high = a.length;
                /*@ maintaining 0 <= low && low <= high && high <= a.length;
                  @ assignable \nothing;
                  @ decreases high - low;
                  @*/
                while (low < high) {
                    int mid = low + (high - low) / 2;
                    if (a[mid] == x) return mid;
                    if (a[mid] < x) low = mid + 1; else high = mid;
                }
                return -1;
            }

            // holds
            //@ ensures \result >= 0;
            static int length(/*@ nullable @*/ Node n) {
                int k = 0;
                //@ loop_invariant k == \count && k >= 0;
                //@ assignable n, k;
                while (n != null) { k++; n = n.next; }
                return k;
            }

            // violated
            static void cuts(/*@ nullable @*/ Node n) {
                //@ assignable \nothing;
                while (n != null) { Node m = n.next; n.next = null; n = m; }
            }

            // holds
            static void labelled(int[][] m) {
                int k = 0;
                //@ assignable k;
                outer: for (int i = 0; i < m.length; i++) {
                    if (m[i] == null) continue;
                    //@ assignable k;
                    for (int j = 0; j < m[i].length; j++) { if (m[i][j] == 0) continue outer; k++; }
                }
            }

            // holds
            void lists(List<Integer> l) {
                //@ loop_invariant s >= \old(s) || true;
                //@ assignable s;
                for (Integer x : l) s = 1;
            }

            // holds
            static int untilReturn(int[] a) {
                int i = 0;
                if (a.length > 0)
                    //@ loop_invariant i < a.length;
                    //@ assignable \nothing;
                    while (true) { if (a[i] == 3 || i + 1 == a.length) return i; i++; }
                else
                    //@ assignable \nothing;
                    do i++; while (i < 2);
                return i;
            }

            // violated
            static int[] finallyTwice(int[] a) {
                try { if (a.length == 1) return a; }
                finally {
                    //@ assignable \nothing;
                    for (int i = 0; i < a.length; i++) a[i] = 1;
                }
                return a;
            }

            // violated
            //@ requires true;
            void followed(int n) {
                total = n;
                nothing();
            }

            static final class Node { int v; /*@ nullable @*/ Node next; }
        }";
    check("Frames", source, &[]);
}

/// What a method is measured by becomes smaller in each call of it within itself.
#[test]
fn measures_of_methods() {
    let source = r"
        class Measures {
            /*@ nullable @*/ Measures next;
            int v;

            // holds
            //@ requires 0 <= n && n <= 3;
            //@ measured_by n;
            static int down(int n) {
                return n == 0 ? 0 : down(n - 1);
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            //@ measured_by n;
            static void same(int n) {
                if (n > 0) same(n);
            }

            // violated
            //@ requires n <= 3;
            //@ measured_by n;
            static void negative(int n) {
                if (n > -2) negative(n - 1);
            }

            // holds
            //@ requires 0 <= a && a <= 1 && 0 <= b && b <= 1;
            //@ measured_by a, b;
            static void pairs(int a, int b) {
                if (b > 0) pairs(a, b - 1);
                else if (a > 0) pairs(a - 1, 1);
            }

            // violated
            //@ requires 0 <= a && a <= 1 && 0 <= b && b <= 1;
            //@ measured_by b, a;
            static void pairsWrong(int a, int b) {
                if (b > 0) pairsWrong(a, b - 1);
                else if (a > 0) pairsWrong(a - 1, 1);
            }

            // holds
            //@ requires v >= 0;
            //@ measured_by v;
            int ofTheState(int n) {
                if (v == 0) return n;
                v--;
                return ofTheState(n);
            }

            // violated
            //@ requires v >= 0;
            //@ measured_by v;
            int ofTheStateWrong(int n) {
                if (v == 0 || n > 3) return n;
                v--;
                v++;
                return ofTheStateWrong(n + 1);
            }

            // holds
            //@ requires 0 <= n && n <= 3;
            //@ measured_by n;
            static boolean even(int n) {
                return n == 0 || n != 1 && even(n - 2);
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            //@ measured_by n + 1;
            static boolean odd(int n) {
                return n != 0 && (n == 1 || oddAgain(n));
            }

            // violated
            //@ requires 0 <= n && n <= 3;
            static boolean oddAgain(int n) {
                return odd(n);
            }

            // holds
            /*@ public normal_behavior
              @ requires 0 <= n && n <= 2;
              @ measured_by n;
              @ also public normal_behavior
              @ requires n < 0 && n >= -2;
              @ measured_by -n;
              @*/
            static void cases(int n) {
                if (n > 0) cases(n - 1);
                if (n < 0) cases(n + 1);
            }

            // violated
            /*@ public normal_behavior
              @ requires 0 <= n && n <= 2;
              @ measured_by n;
              @ also public normal_behavior
              @ requires n < 0 && n >= -2;
              @ measured_by n;
              @*/
            static void casesWrong(int n) {
                if (n > 0) casesWrong(n - 1);
                if (n < 0) casesWrong(n + 1);
            }

            // holds
            //@ requires n >= 0;
            //@ measured_by n * n * n * n;
            static int notRecursive(int n) {
                return n;
            }
        }";
    check("Measures", source, &[]);
    check("Measures", source, &["--spec-math", "bigint"]);
}
