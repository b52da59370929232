//! `cortado verify`: lambdas, method references and what the compiler leaves to the JVM for records.

mod common;

use common::{check, check_replayed, verify_source};

#[test]
fn lambdas_do_what_their_bodies_do() {
    let source = r"
        import java.util.*;
        import java.util.function.*;
        class Lam {
            interface Step { int apply(int x); }
            int field;

            // holds
            //@ ensures \result == x + field;
            int capturesThis(int x) { Step s = y -> y + field; return s.apply(x); }

            // violated
            //@ ensures \result == x + 1;
            int capturesThisBad(int x) { Step s = y -> y + field; return s.apply(x); }

            // holds
            //@ ensures field == \old(field) + 2;
            //@ assignable field;
            void changes() { Runnable r = () -> field++; r.run(); r.run(); }

            // violated
            //@ assignable \nothing;
            void changesBad() { Runnable r = () -> field++; r.run(); }

            // violated
            //@ ensures \result == Math.max(a, b);
            static int difference(int a, int b) { Comparator<Integer> c = (p, q) -> p - q; return c.compare(a, b) >= 0 ? a : b; }

            // holds
            //@ ensures \result == a + b;
            static int nested(int a, int b) { Function<Integer, Function<Integer, Integer>> f = x -> y -> x + y; return f.apply(a).apply(b); }

            // holds
            //@ ensures \result == (a ? 1 : 2);
            static int choose(boolean a) { IntSupplier f = a ? () -> 1 : () -> 2; return f.getAsInt(); }

            // violated
            //@ ensures \result == 1;
            static int chooseBad(boolean a) { IntSupplier f = a ? () -> 1 : () -> 2; return f.getAsInt(); }

            // holds
            //@ ensures \result == 3;
            static int caught(int x) {
                Step s = y -> { if (y < 0) throw new IllegalArgumentException(); return 3; };
                try { return s.apply(x); } catch (IllegalArgumentException e) { return 3; }
            }

            // violated
            //@ ensures \result == 10 / x;
            static int divides(int x) { IntUnaryOperator s = y -> 10 / y; return s.applyAsInt(x); }

            // violated
            //@ ensures \result == a + 1;
            static long widens(int a) { IntToLongFunction f = y -> y + 1L; return f.applyAsLong(a); }

            // holds
            //@ ensures \result == l.size();
            static int each(List<String> l) { int[] n = {0}; l.forEach(s -> n[0]++); return n[0]; }
        }";
    check_replayed("Lam", source, &[]);
}

#[test]
fn method_references_and_what_the_library_makes_of_lambdas() {
    let source = r"
        import java.util.*;
        import java.util.function.*;
        class Refs {
            int field;

            // holds
            //@ ensures \result == s.length();
            static int unbound(String s) { Function<String, Integer> f = String::length; return f.apply(s); }

            // violated
            //@ ensures true;
            static int unboundNull(/*@ nullable @*/ String s) { Function<String, Integer> f = String::length; return f.apply(s); }

            // holds
            //@ ensures \result == s.length();
            static int bound(String s) { Supplier<Integer> f = s::length; return f.get(); }

            // holds
            //@ ensures \result.field == 0;
            static Refs constructor() { Supplier<Refs> f = Refs::new; return f.get(); }

            // holds
            //@ requires n >= 0 && n <= 2;
            //@ ensures \result.length == n;
            static int[] array(int n) { IntFunction<int[]> f = int[]::new; return f.apply(n); }

            // holds
            //@ ensures \result == (x > 0 && x < 10);
            static boolean both(int x) { Predicate<Integer> p = y -> y > 0; return p.and(y -> y < 10).test(x); }

            // holds
            //@ ensures \result == (x + 1) * 2;
            static int composed(int x) { Function<Integer, Integer> f = y -> y + 1; return f.andThen(y -> y * 2).apply(x); }

            // violated
            //@ ensures \result == 2 * x + 1;
            static int composedBad(int x) { Function<Integer, Integer> f = y -> y + 1; return f.andThen(y -> y * 2).apply(x); }

            // holds
            //@ ensures \result == (s.length() > t.length() ? s : t);
            static String longer(String s, String t) { return Comparator.comparingInt(String::length).compare(s, t) > 0 ? s : t; }
        }";
    check_replayed("Refs", source, &[]);
}

#[test]
fn which_object_a_lambda_is_is_up_to_the_jvm() {
    let source = r"
        import java.util.function.*;
        class Same {
            interface Step { int apply(int x); }
            static Runnable get() { return () -> {}; }

            // unknown
            //@ ensures \result;
            static boolean same() { return get() == get(); }

            // unknown
            //@ ensures !\result;
            static boolean other() { return get() == get(); }

            // unknown
            //@ ensures \fresh(\result);
            static Runnable made() { return get(); }

            // holds
            //@ ensures \result;
            static boolean one() { Runnable r = get(), s = r; return r == s; }

            // unknown
            //@ ensures \result == 1;
            int given(Step s) { return s.apply(1) == s.apply(1) ? 1 : 0; }
        }";
    check("Same", source, &[]);
}

#[test]
fn lambdas_in_the_state_after_are_replayed() {
    let source = r"
        import java.util.function.*;
        class Kept {
            /*@ nullable @*/ IntSupplier kept;
            int count;

            // violated
            //@ ensures count == x;
            void keep(int x) { kept = () -> x; count = kept.getAsInt() + 1; }
        }";
    check_replayed("Kept", source, &[]);
}

#[test]
fn records_are_equal_where_their_parts_are() {
    let source = r"
        import java.util.*;
        class Recs {
            record P(int x, int y) {}
            record Q(String name, long id, P p, boolean b) {}
            record D(double d) {}
            record E() {}

            // holds
            //@ ensures \result == (a.x() == b.x() && a.y() == b.y());
            static boolean equal(P a, P b) { return a.equals(b); }

            // violated
            //@ ensures \result == (a.x() == b.x());
            static boolean equalBad(P a, P b) { return a.equals(b); }

            // holds
            //@ ensures !\result;
            static boolean isNull(P a) { return a.equals(null); }

            // holds
            //@ ensures a.equals(b) ==> \result;
            static boolean hash(P a, P b) { return a.hashCode() == b.hashCode(); }

            // holds
            //@ ensures \result == 31 * a.x() + a.y();
            static int hashIs(P a) { return a.hashCode(); }

            // holds
            //@ ensures \result == (a.name().equals(b.name()) && a.id() == b.id() && a.p().equals(b.p()) && a.b() == b.b());
            static boolean parts(Q a, Q b) { return a.equals(b); }

            // violated
            //@ ensures \result ==> a.d() == b.d();
            static boolean fractions(D a, D b) { return a.equals(b); }

            // holds
            //@ ensures \result;
            static boolean empty(E a, E b) { return a.equals(b) && a.hashCode() == b.hashCode(); }

            // holds
            //@ ensures \result.equals(a);
            static P copy(P a) { return new P(a.x(), a.y()); }

            // holds
            //@ ensures \result == (\exists int i; 0 <= i && i < l.size(); p.equals(l.get(i)));
            static boolean within(List<P> l, P p) { return l.contains(p); }
        }";
    check_replayed("Recs", source, &[]);
}

/// An object that a method is given is of a class; lambdas that may be given instead are a bound.
#[test]
fn lambdas_that_a_method_is_given() {
    let source = r"
        interface Fee { int of(int amount); }
        class Fixed implements Fee { public int of(int amount) { return 3; } }
        class Till {
            static Fee free() { return amount -> 0; }
            //@ ensures \result == 3;
            static int charge(Fee fee) { return fee.of(10); }
            //@ ensures \result == 3;
            static int fixed(Fixed fee) { return 3; }
        }";
    let (text, error, _) = verify_source("Till", source, &["--no-replay"]);
    let bound = "\n  beyond the scope: lambdas that the method is given as Fee";
    let charge = format!("Till.charge(Fee): holds within the scope{bound}");
    assert!(text.contains(&charge), "{text}{error}");
    assert_eq!(text.matches(bound).count(), 1, "{text}{error}");
}
