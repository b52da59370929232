//! `cortado verify`: lists of the JDK, in code and in specifications.

mod common;

use common::{check, check_replayed};

#[test]
fn operations_of_lists() {
    let source = r"
        import java.util.*;
        class Names {
            List<String> names = new ArrayList<>();

            // holds
            //@ ensures names.size() == \old(names.size()) + 1 && names.get(names.size() - 1) == n;
            //@ ensures (\forall int i; 0 <= i && i < \old(names.size()); names.get(i) == \old(names.get(i)));
            void add(String n) { names.add(n); }

            // holds
            //@ requires 0 <= k && k <= names.size();
            //@ ensures names.size() == \old(names.size()) + 1 && names.get(k) == n;
            //@ ensures (\forall int i; 0 <= i && i < k; names.get(i) == \old(names.get(i)));
            //@ ensures (\forall int i; k <= i && i < \old(names.size()); names.get(i + 1) == \old(names.get(i)));
            void insert(int k, String n) { names.add(k, n); }

            // holds
            //@ requires 0 <= k && k < names.size();
            //@ ensures \result == \old(names.get(k)) && names.size() == \old(names.size()) - 1;
            //@ ensures (\forall int i; 0 <= i && i < k; names.get(i) == \old(names.get(i)));
            //@ ensures (\forall int i; k <= i && i < names.size(); names.get(i) == \old(names.get(i + 1)));
            /*@ nullable @*/ String removeAt(int k) { return names.remove(k); }

            // holds
            //@ ensures \result == \old(names.contains(n));
            //@ ensures names.size() == \old(names.size()) - (\result ? 1 : 0);
            boolean remove(String n) { return names.remove(n); }

            // holds
            //@ requires 0 <= k && k < names.size();
            //@ ensures \result == \old(names.get(k)) && names.get(k) == n && names.size() == \old(names.size());
            /*@ nullable @*/ String set(int k, String n) { return names.set(k, n); }

            // holds
            //@ ensures names.isEmpty() && names.size() == 0;
            void clear() { names.clear(); }

            // holds
            //@ ensures \result == -1 || names.get(\result).equals(n);
            //@ ensures \result == names.indexOf(n);
            int find(String n) { return names.indexOf(n); }

            // holds
            //@ ensures \result >= names.indexOf(n) && \result < names.size();
            int findLast(String n) { return names.lastIndexOf(n); }

            // holds
            //@ ensures \result <==> names.contains(n);
            boolean has(String n) { return names.contains(n); }

            // holds
            //@ requires names != other;
            //@ ensures names.size() == \old(names.size()) + other.size();
            //@ ensures (\forall int i; 0 <= i && i < other.size(); names.get(\old(names.size()) + i) == other.get(i));
            //@ ensures \result == (other.size() > 0);
            boolean addAll(List<String> other) { return names.addAll(other); }

            // holds
            //@ ensures \fresh(\result) && \result.size() == names.size();
            //@ ensures (\forall int i; 0 <= i && i < names.size(); names.get(i) == \result.get(i));
            List<String> copy() { return new ArrayList<>(names); }
        }";
    let text = check("Names", source, &["--scope", "2"]);
    let bound = "beyond the scope: collections other than java.util.ArrayList";
    assert!(text.contains(bound), "{text}");
}

#[test]
fn wrong_operations_are_confirmed() {
    let source = r"
        import java.util.*;
        class Names {
            List<String> names = new ArrayList<>();

            // violated
            //@ ensures names.get(0) == n;
            void add(String n) { names.add(n); }

            // violated
            //@ requires 0 <= k && k <= names.size() + 1;
            //@ ensures true;
            void insert(int k, String n) { names.add(k, n); }

            // violated
            //@ requires 0 <= k && k <= names.size();
            //@ ensures true;
            /*@ nullable @*/ String removeAt(int k) { return names.remove(k); }

            // violated
            //@ ensures !names.contains(n);
            boolean remove(String n) { return names.remove(n); }

            // violated
            //@ requires 0 <= k && k < names.size();
            //@ ensures \result == n;
            /*@ nullable @*/ String set(int k, String n) { return names.set(k, n); }

            // violated
            //@ ensures \result == names.indexOf(n);
            int findLast(String n) { return names.lastIndexOf(n); }

            // violated
            //@ ensures names.size() == \old(names.size()) + other.size();
            boolean addAll(List<String> other) { return names.addAll(other); }

            // violated
            //@ ensures \result == names;
            List<String> copy() { return new ArrayList<>(names); }

            // violated
            //@ ensures \result != null;
            String first() { return names.get(0); }
        }";
    let text = check_replayed("Names", source, &["--scope", "2"]);
    assert!(text.contains("java.util.ArrayList { size = "), "{text}");
}

#[test]
fn loops_over_lists() {
    let source = r"
        import java.util.*;
        class Names {
            List<String> names = new ArrayList<>();
            ArrayList<Integer> numbers = new ArrayList<>();
            //@ invariant !names.contains(null) && !numbers.contains(null);

            // holds
            //@ ensures \result == (\exists int i; 0 <= i && i < names.size(); names.get(i).equals(s));
            boolean has(String s) { for (String n : names) if (n.equals(s)) return true; return false; }

            // violated
            //@ ensures \result == (\exists int i; 0 <= i && i < names.size(); names.get(i).equals(s));
            boolean hasNot(String s) { for (int i = 1; i < names.size(); i++) if (names.get(i).equals(s)) return true; return false; }

            // violated
            //@ ensures true;
            void breaks() { names.add(null); }

            // holds
            //@ ensures \result == (\sum int i; 0 <= i && i < numbers.size(); numbers.get(i));
            int sum() { int sum = 0; for (int n : numbers) sum += n; return sum; }

            // holds
            //@ ensures (\forall int i; 0 <= i && i < numbers.size(); numbers.get(i) >= 0);
            void drop() { for (Iterator<Integer> it = numbers.iterator(); it.hasNext();) if (it.next() < 0) it.remove(); }

            // violated
            //@ ensures true;
            void dropWrong() { for (Integer n : numbers) if (n < 0) numbers.remove(n); }

            // holds
            //@ signals_only ConcurrentModificationException;
            //@ signals (ConcurrentModificationException e) \old(numbers.size()) > 0;
            void changes() { for (Integer n : numbers) numbers.add(n); }

            // holds
            //@ ensures \result <==> (\exists int i; 0 <= i && i < numbers.size(); numbers.get(i) == x);
            boolean hasNumber(int x) { return numbers.contains(x); }

            // holds
            //@ requires names.size() > 0;
            //@ ensures (\forall int i; 0 <= i && i < names.size(); names.get(i).length() <= \result.length());
            String longest() { String best = names.get(0); for (String n : names) if (n.length() > best.length()) best = n; return best; }

            // holds
            //@ ensures (\forall int i; 0 <= i && i < names.size(); names.get(i) == \old(names.get(names.size() - 1 - i)));
            void reverse() {
                for (int i = 0, j = names.size() - 1; i < j; i++, j--) {
                    String t = names.get(i);
                    names.set(i, names.get(j));
                    names.set(j, t);
                }
            }

            // holds
            //@ ensures names.isEmpty();
            void drain() { while (!names.isEmpty()) names.remove(names.size() - 1); }

            // violated
            //@ ensures names.isEmpty();
            void drainWrong() { for (int i = 0; i < names.size(); i++) names.remove(i); }

            // holds
            //@ ensures \result == 3;
            static int local() { List<Integer> l = new ArrayList<>(); l.add(1); l.add(2); int s = 0; for (int x : l) s += x; return s; }

            // violated
            //@ ensures true;
            static void none(List<String> l) { Iterator<String> it = l.iterator(); it.next(); }

            // holds
            //@ ensures \result == -1 || \result == 0;
            int caught() { try { names.get(0); return 0; } catch (IndexOutOfBoundsException e) { return -1; } }
        }";
    check_replayed("Names", source, &["--scope", "2"]);
}

#[test]
fn elements_have_the_types_of_signatures() {
    let source = r"
        import java.util.*;
        class P { int v; }
        class Sub extends P { }
        class Node<T> {
            /*@ nullable @*/ T value;

            /*@ pure nullable @*/ T get() { return value; }
        }
        class Holder<T, U extends P> {
            List<T> any = new ArrayList<>();
            List<U> bound = new ArrayList<>();
            List raw = new ArrayList();
            List<List<String>> nested = new ArrayList<>();
            List<? extends P> wild = new ArrayList<>();
            List<Sub> subs = new ArrayList<>();
            Node<String> node = new Node<>();

            // holds
            //@ ensures node.get() == \old(node.get());
            void erased() { }

            // holds
            //@ requires any.size() > 0;
            //@ ensures \result == any.get(0);
            /*@ nullable @*/ T variable() { return any.get(0); }

            // holds
            //@ requires bound.size() > 0 && bound.get(0) != null;
            //@ ensures true;
            int bound() { return bound.get(0).v; }

            // violated
            //@ requires raw.size() > 0;
            //@ ensures true;
            void raw() { String s = (String) raw.get(0); }

            // holds
            //@ requires nested.size() > 0 && nested.get(0) != null && nested.get(0).size() > 0;
            //@ ensures \result == nested.get(0).get(0);
            /*@ nullable @*/ String nested() { return nested.get(0).get(0); }

            // holds
            //@ requires wild.size() > 0;
            //@ ensures true;
            void wild() { P p = wild.get(0); }

            // holds
            //@ requires subs.size() > 0 && ps.size() > 0;
            //@ ensures true;
            void several(List<P> ps) { Sub s = subs.get(0); P p = ps.get(0); }

            // violated
            //@ requires ps.size() > 0;
            //@ ensures true;
            static void special(List<P> ps) { Sub s = (Sub) ps.get(0); }

            // violated
            //@ ensures true;
            static void polluted(List<String> l) {
                Object o = l;
                List<Integer> k = (List<Integer>) o;
                k.add(3);
                String s = l.get(l.size() - 1);
            }

            // holds
            //@ requires (\forall int i; 0 <= i && i < ls.length; ls[i] != null);
            //@ ensures ls.length > 0 ==> ls[0].size() == \old(ls[0].size()) + 1;
            static void array(List<String>[] ls, String s) { if (ls.length > 0) ls[0].add(s); }
        }";
    check_replayed("Holder", source, &["--scope", "2"]);
}

#[test]
fn lists_are_shared_and_framed() {
    let source = r"
        import java.util.*;
        class P {
            int v;
            public boolean equals(Object o) { return o instanceof P && ((P) o).v == v; }
            public int hashCode() { return v; }
        }
        class Two {
            List<P> a = new ArrayList<>();
            List<P> b = new ArrayList<>();
            static List<P> all = new ArrayList<>();

            // violated
            //@ ensures b.size() == \old(b.size());
            void shared(P p) { a.add(p); }

            // holds
            //@ requires a != b;
            //@ ensures b.size() == \old(b.size());
            void apart(P p) { a.add(p); }

            // holds
            //@ ensures \result <==> a.contains(p);
            boolean has(P p) { for (P q : a) if (p.equals(q)) return true; return false; }

            // violated
            //@ ensures \result <==> (\exists int i; 0 <= i && i < a.size(); a.get(i) == p);
            boolean hasOther(P p) { return a.contains(p); }

            // holds
            //@ ensures all.size() == \old(all.size()) + 1;
            void keep(P p) { all.add(p); }

            // holds
            //@ assignable \nothing;
            //@ ensures \result == a.size();
            int size() { return a.size(); }

            // violated
            //@ assignable \nothing;
            //@ ensures true;
            void grows(P p) { a.add(p); }

            // violated
            //@ assignable a;
            //@ ensures true;
            void assigns(P p) { if (a.size() > 0) a.set(0, p); }

            // holds
            //@ assignable a.*;
            //@ ensures true;
            void allowed(P p) { a.add(p); }

            // violated
            //@ assignable b.*;
            //@ ensures true;
            void other(P p) { a.add(p); }

            // holds
            //@ ensures \reach(this).contains(p);
            void reached(P p) { a.add(p); }

            // holds
            //@ ensures \result == (a.size() >= b.size() ? a : b);
            List<P> larger() { return a.size() >= b.size() ? a : b; }
        }";
    check_replayed("Two", source, &["--scope", "2"]);
}

#[test]
fn what_lists_cannot_do_is_unknown() {
    let source = r"
        import java.util.*;
        class P { public boolean equals(Object o) { Other.all.clear(); return true; } }
        class Other {
            static List<P> all = new ArrayList<>();
            static final List<String> FIXED = new ArrayList<>();
            List<String> names = new ArrayList<>();

            // unknown
            //@ ensures true;
            void sort() { names.sort(null); }

            // unknown
            //@ ensures true;
            void sub() { names.subList(0, 0); }

            // holds
            //@ ensures true;
            void each() { names.forEach(n -> {}); }

            // unknown
            //@ ensures true;
            void array() { names.toArray(); }

            // unknown
            //@ ensures true;
            void fixed(String s) { FIXED.add(s); }

            // unknown
            //@ ensures true;
            void linked(LinkedList<String> l) { l.size(); }

            // unknown
            //@ ensures true;
            void given(Iterator<String> it) { it.hasNext(); }

            // unknown
            //@ ensures true;
            boolean changesWhileSearched(P p) { return all.contains(p); }

            // unknown
            //@ ensures true;
            void perhapsLinked(List<String> l) { if (!(l instanceof LinkedList)) return; l.clear(); }

            // unknown
            //@ accessible this.*;
            //@ ensures true;
            void reads() { names.size(); }
        }";
    check("Other", source, &["--scope", "2"]);
}

#[test]
fn classes_of_the_program_that_are_lists() {
    let source = r"
        import java.util.*;
        class Mine extends ArrayList<String> {
            // unknown
            //@ ensures true;
            static void take(List<String> l) { l.add(null); }

            // unknown
            //@ ensures true;
            void own() { add(null); }
        }";
    check("Mine", source, &["--scope", "2"]);
    let source = r"
        import java.util.*;
        class Range implements Iterable<Integer> {
            int low, high;
            // holds
            //@ ensures true;
            public Iterator<Integer> iterator() { return new ArrayList<Integer>().iterator(); }

            // holds
            //@ ensures \result == 0;
            static int count(Range r) { int n = 0; for (Integer i : r) n++; return n; }

            // violated
            //@ ensures \result == 0;
            static int countAny(Iterable<Integer> r) { int n = 0; for (Integer i : r) n++; return n; }
        }";
    check("Range", source, &["--scope", "2"]);
}

#[test]
fn collections_that_are_no_lists_are_not_taken_for_none() {
    let source = r"
        import java.util.*;
        class Queue {
            Deque<Integer> queue;

            // unknown
            //@ requires !queue.isEmpty();
            //@ ensures \result == 1;
            int some() { return 1; }

            // unknown
            //@ requires queue.isEmpty();
            //@ ensures \result == 2;
            int none() { return 1; }
        }";
    check("Queue", source, &[]);
}

#[test]
fn arrays_are_compared_as_the_library_does() {
    let source = r"
        import java.util.Arrays;
        class Compared {
            // holds
            //@ ensures \result <==> a.length == b.length && (\forall int i; 0 <= i && i < a.length; a[i] == b[i]);
            static boolean ints(int[] a, int[] b) { return Arrays.equals(a, b); }

            // violated
            //@ ensures \result <==> a.length == b.length;
            static boolean intsBad(int[] a, int[] b) { return Arrays.equals(a, b); }

            // holds
            //@ ensures \result <==> a.length == b.length && (\forall int i; 0 <= i && i < a.length; a[i] == b[i]);
            static boolean longs(long[] a, long[] b) { return Arrays.equals(a, b); }

            // holds
            //@ ensures \result <==> a == b || a != null && b != null && a.length == b.length && (\forall int i; 0 <= i && i < a.length; a[i] == b[i]);
            static boolean flags(/*@ nullable @*/ boolean[] a, /*@ nullable @*/ boolean[] b) { return Arrays.equals(a, b); }

            // holds
            //@ ensures Arrays.equals(\result, a);
            static char[] copy(char[] a) { return a.clone(); }

            // violated
            //@ ensures Arrays.equals(\result, a);
            static byte[] copyBad(byte[] a) { return Arrays.copyOf(a, 2); }

            // holds
            //@ ensures \result == -1 ==> a.length == b.length;
            //@ ensures \result >= 0 && \result < a.length && \result < b.length ==> a[\result] != b[\result];
            static int first(short[] a, short[] b) { return Arrays.mismatch(a, b); }
        }";
    check_replayed("Compared", source, &[]);
}
