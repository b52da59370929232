//! `cortado verify`: what type arguments say.

mod common;

use common::{check, check_replayed};

/// What a method finds is of the types that type arguments say: no cast fails that the compiler has put in.
#[test]
fn objects_are_of_their_type_arguments() {
    let source = r#"
        import java.util.*;
        class P { int row; }
        class Q extends P { }
        class R { }
        class Box<T> { T v; /*@ pure @*/ T get() { return v; } }
        class Node<T> { T val; Node<T> next; }
        class Tree<K extends Comparable<K>, V> {
          class Entry { K key; V value; Entry left; Entry right; }
          Entry root;
          // holds
          //@ ensures true;
          int count() { return root == null ? 0 : 1; }
        }
        class Sub extends Box<P> {
          // holds
          //@ ensures true;
          int mine() { return get() == null ? 0 : get().row; }
        }
        interface Source<T> { /*@ pure nullable @*/ T take(); }
        class Kept<U> implements Source<U> { /*@ nullable @*/ U kept; public /*@ pure nullable @*/ U take() { return kept; } }
        class Stack<T> { private Object[] items = new Object[2]; private int n;
          //@ private invariant 0 <= n && n <= items.length;
          @SuppressWarnings("unchecked") /*@ nullable @*/ T top() { return n == 0 ? null : (T) items[n - 1]; }
        }
        class I {
          Box<P> b = new Box<P>();
          /*@ nullable @*/ Node<P> head;
          /*@ nullable @*/ Tree<String, P> tree;
          // holds
          //@ ensures true;
          int viaField() { return b.v == null ? 0 : b.v.row; }
          // holds
          //@ ensures true;
          static int param(Box<P> p) { return p.get() == null ? 0 : p.get().row; }
          // holds
          //@ ensures true;
          int chain() { return head == null || head.next == null || head.next.val == null ? 0 : head.next.val.row; }
          // holds
          //@ ensures true;
          int inTree() { if (tree == null || tree.root == null || tree.root.left == null || tree.root.left.value == null) return 0; return tree.root.left.value.row; }
          // holds
          //@ ensures true;
          static int wild(Box<? extends P> p) { return p.get() == null ? 0 : p.get().row; }
          // holds
          //@ ensures true;
          static <Z extends Q> int bounded(Box<Z> p) { return p.get() == null ? 0 : p.get().row; }
          // violated
          //@ ensures true;
          static int cast(Box<?> p) { return p.get() == null ? 0 : ((P) p.get()).row; }
          // violated
          //@ ensures true;
          static int down(Box<P> p) { return p.get() == null ? 0 : ((Q) p.get()).row; }
          // violated
          //@ ensures \result == 0;
          static int some(Box<P> p) { return p.get() == null ? 0 : 1; }
          // holds
          //@ ensures true;
          static int source(Source<P> s) { P p = s.take(); return p == null ? 0 : p.row; }
          // holds
          //@ ensures true;
          static int nested(Box<Box<P>> m) { return m.get() == null || m.get().get() == null ? 0 : m.get().get().row; }
          // holds
          //@ ensures true;
          static int listed(List<Box<P>> m) { return m.size() == 0 || m.get(0) == null || m.get(0).get() == null ? 0 : m.get(0).get().row; }
          // holds
          //@ ensures \result ==> p != q;
          static boolean two(Box<P> p, Box<R> q) { return (Object) p != (Object) q; }
        }
        "#;
    check_replayed("I", source, &["--scope", "2"]);
}

/// Fields and results have the types that type arguments say in specifications, too.
#[test]
fn specifications_know_type_arguments() {
    let source = r#"
        import java.util.*;
        class P { int row; /*@ pure @*/ int same() { return row; } }
        class Box<T> {
          /*@ nullable @*/ T v;
          /*@ pure nullable @*/ T get() { return v; }
        }
        class Lists<T> { List<T> l = new ArrayList<>(); }
        class Said {
          Box<P> b = new Box<P>();
          List<P> l = new ArrayList<>();
          // holds
          //@ requires b.v != null && b.v.row == 3;
          //@ ensures \result == 3;
          int viaField() { return b.v.row; }
          // holds
          //@ requires b.get() != null && b.get().same() == 3;
          //@ ensures \result == 3;
          int viaCall() { return b.v.row; }
          // holds
          //@ requires l.size() > 0 && (\forall int i; 0 <= i && i < l.size(); l.get(i) != null && l.get(i).same() == 4);
          //@ ensures \result == 4;
          int viaList() { return l.get(0).row; }
          // holds
          //@ requires p.get() != null;
          //@ ensures p.get().row == 5 && p.v.row == 5;
          //@ assignable p.v.row;
          static void set(Box<P> p) { p.get().row = 5; }
          // violated
          //@ requires p.get() != null;
          //@ assignable p.v;
          static void frame(Box<P> p) { p.get().row = 5; }
          // holds
          //@ ensures \result.get().row == 1;
          static Box<P> result() { Box<P> r = new Box<P>(); r.v = new P(); r.v.row = 1; return r; }
          // holds
          //@ requires m.get() != null && m.get().get() != null;
          //@ ensures \result == m.get().get().row;
          static int nested(Box<Box<P>> m) { return m.get().get().row; }
          // holds
          //@ requires m.get() != null;
          //@ ensures \result == m.get().row;
          static <Q extends P> int bounded(Box<Q> m) { return m.get().row; }
          // holds
          //@ requires m.get() != null;
          //@ ensures \result == m.get().row;
          static int wild(Box<? extends P> m) { return m.get().row; }
          // holds
          //@ requires x.l.size() > 0 && x.l.get(0) != null;
          //@ ensures \result == x.l.get(0).row;
          static int inList(Lists<P> x) { return x.l.get(0).row; }
          // holds
          //@ requires m.length == 1 && m[0] != null && m[0].v != null;
          //@ ensures \result == m[0].v.row;
          static int inArray(Box<P>[] m) { return m[0].v.row; }
        }
        class Below extends Box<P> {
          // holds
          //@ requires get() != null;
          //@ ensures \result == get().row && \result == v.row;
          int mine() { return get().row; }
        }
        "#;
    check("Said", source, &["--scope", "2"]);
}

/// An object that nothing is given for by its type may hold anything, and so may one that two types have in common.
#[test]
fn raw_types_say_nothing() {
    let source = r#"
        class Box<T> { /*@ nullable @*/ T v; }
        class Raw {
            static final Box<Object> NOTHING = new Box<Object>();
            // violated
            //@ ensures true;
            static int raw(Box b) { return b.v == null ? 0 : ((String) b.v).length(); }
            // violated
            //@ ensures \result;
            static boolean shared(Box<String> a, Box<Integer> b) { return (Object) a != NOTHING || (Object) b != NOTHING; }
        }"#;
    check("Raw", source, &["--scope", "2"]);
}

/// Objects of a type variable with an order are of one type, which has that order: `Integer` stands for those of the library.
#[test]
fn what_has_an_order() {
    let source = r#"
        class Bst<K extends Comparable<K>, V> {
          private class Node { K key; V val; /*@ nullable @*/ Node left, right; Node(K k, V v) { key = k; val = v; } }
          /*@ nullable @*/ private Node root;
          // holds
          //@ ensures true;
          /*@ nullable @*/ V get(K k) { Node n = root; while (n != null) { int c = k.compareTo(n.key); if (c == 0) return n.val; n = c < 0 ? n.left : n.right; } return null; }
          // holds
          //@ requires root == null;
          //@ ensures root != null && root.key == k && root.val == v;
          void first(K k, V v) { put(k, v); }
          private void put(K k, V v) { Node p = null; Node n = root; int c = 0; while (n != null) { p = n; c = k.compareTo(n.key); if (c == 0) { n.val = v; return; } n = c < 0 ? n.left : n.right; }
            if (p == null) root = new Node(k, v); else if (c < 0) p.left = new Node(k, v); else p.right = new Node(k, v); }
        }
        class Holder<T extends Comparable<T>> {
          /*@ nullable @*/ T best;
          // holds
          //@ ensures best != null && best.compareTo(t) >= 0;
          //@ ensures best == t || best == \old(best);
          void offer(T t) { if (best == null || t.compareTo(best) > 0) best = t; }
          // violated
          //@ ensures best != null && best.compareTo(t) >= 0;
          void wrong(T t) { if (best == null || t.compareTo(best) < 0) best = t; }
        }
        class Ver implements Comparable<Ver> { int n;
          // holds
          //@ also ensures true;
          public /*@ pure @*/ int compareTo(Ver o) { return n < o.n ? -1 : n > o.n ? 1 : 0; } }
        class Util {
          // holds
          //@ ensures \result.compareTo(a) >= 0 && \result.compareTo(b) >= 0;
          static <T extends Comparable<T>> T max(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
          // violated
          //@ ensures \result.compareTo(a) > 0 || \result.compareTo(b) > 0;
          static <T extends Comparable<T>> T strict(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
          // holds
          //@ requires \nonnullelements(a);
          //@ ensures (\forall int i; 0 < i && i < a.length; a[i - 1].compareTo(a[i]) <= 0);
          static <T extends Comparable<T>> void sort(T[] a) {
            for (int i = 1; i < a.length; i++) { T x = a[i]; int j = i; while (j > 0 && a[j - 1].compareTo(x) > 0) { a[j] = a[j - 1]; j--; } a[j] = x; }
          }
          // holds
          //@ ensures \result <==> a.n > b.n;
          static boolean newer(Ver a, Ver b) { return max(a, b) == a && a.compareTo(b) != 0; }
          // violated
          //@ ensures true;
          static int raw(Comparable a, Comparable b) { return a.compareTo(b); }
          Holder<Integer> h = new Holder<>();
          // holds
          //@ ensures true;
          int best() { return h.best == null ? 0 : h.best; }
          // holds
          //@ requires h.best != null && h.best == 5;
          //@ ensures h.best == 7;
          void better() { h.offer(7); }
        }
        interface Shape extends Comparable<Shape> { /*@ pure @*/ int area(); }
        class Square implements Shape {
          int side;
          public /*@ pure @*/ int area() { return side; }
          public /*@ pure @*/ int compareTo(Shape other) { return Integer.compare(side, other.area()); }
        }
        class Circle implements Shape {
          int radius;
          public /*@ pure @*/ int area() { return radius; }
          public /*@ pure @*/ int compareTo(Shape other) { return Integer.compare(radius, other.area()); }
        }
        class Kinds<K extends Comparable<K>> {
          K first; K second;
          // violated
          //@ ensures \result;
          boolean alike() { return !((Object) first instanceof Square) || !((Object) second instanceof Circle); }
          // holds
          //@ ensures \result;
          boolean numbers() { return !((Object) first instanceof Square) || !((Object) second instanceof Integer); }
        }
        abstract class Handler<T> { /*@ nullable @*/ Handler<T> next; abstract /*@ pure @*/ boolean can(T t);
          // holds
          //@ requires true;
          boolean run(T t) { Handler<T> h = this; while (h != null) { if (h.can(t)) return true; h = h.next; } return false; } }
        class IntHandler extends Handler<Integer> { /*@ pure @*/ boolean can(Integer i) { return i > 0; } }
        class StrHandler extends Handler<String> { /*@ pure @*/ boolean can(String s) { return s.length() > 0; } }
        "#;
    let text = check_replayed("Ord", source, &["--scope", "2"]);
    let bound = "objects of the library with an order, other than java.lang.Integer";
    assert!(text.contains(bound), "{text}");
}

/// `equals` of objects of any type: of the program's own, of boxes and strings. Others are beyond the scope.
#[test]
fn equality_of_elements() {
    let source = r#"
        class Row<T> {
          private final Object[] items; private int n;
          //@ private invariant 0 <= n && n <= items.length;
          //@ private invariant (\forall int i; 0 <= i && i < n; items[i] != null);
          Row() { items = new Object[4]; }
          // holds
          //@ ensures \result == -1 || (0 <= \result && \result < n && items[\result].equals(x));
          //@ ensures \result == -1 ==> (\forall int i; 0 <= i && i < n; !items[i].equals(x));
          /*@ pure @*/ int indexOf(T x) { for (int i = 0; i < n; i++) if (items[i].equals(x)) return i; return -1; }
          // violated
          //@ ensures \result == -1 || items[\result] == x;
          int same(T x) { for (int i = 0; i < n; i++) if (items[i].equals(x)) return i; return -1; }
        }
        class Name {
          int id;
          public /*@ pure @*/ boolean equals(/*@ nullable @*/ Object o) { return o instanceof Name && ((Name) o).id == id; }
          public int hashCode() { return id; }
        }
        class Rows {
          // holds
          //@ requires r.indexOf(k) == 0;
          //@ ensures \result;
          static boolean boxes(Row<Integer> r, Integer k) { return r.indexOf(k) >= 0; }
        }
        "#;
    let text = check_replayed("Rows", source, &["--scope", "2"]);
    let bound = "calls of java.lang.Object.equals on objects of the library";
    assert!(text.contains(bound), "{text}");
}

/// A class of the program may be generic where the library's type is not known to have arguments.
#[test]
fn types_of_the_library() {
    let source = r#"
        import java.util.Iterator;
        class P { }
        class Mine<T> implements Iterable<T> {
            /*@ nullable @*/ T v;
            public Iterator<T> iterator() { throw new IllegalStateException(); }
        }
        class Uses {
            // violated
            //@ ensures \result;
            static boolean never(Iterable<? extends P> x) { return !(x instanceof Mine); }
            // violated
            //@ ensures \result;
            static boolean empty(Mine<? extends P> x) { return x.v == null; }
        }"#;
    check("Uses", source, &["--scope", "2"]);
}

/// What is compared with objects of one type is of a type that says so; arguments tell objects apart.
#[test]
fn arguments_tell_apart() {
    let source = r#"
        class P implements Comparable<P> { int x; public /*@ pure @*/ int compareTo(P o) { return Integer.compare(x, o.x); } }
        class Q extends P { }
        class Box<T> { /*@ nullable @*/ T v; }
        class Tree<K> {
          /*@ nullable @*/ Entry root;
          class Entry { /*@ nullable @*/ K key; /*@ pure @*/ Tree<K> owner() { return Tree.this; } }
        }
        class Apart {
          // holds
          //@ requires true;
          static int numbers(Comparable<Integer> x, int y) { return x.compareTo(y); }
          // holds
          //@ requires true;
          static int own(Comparable<P> x, P y) { return x.compareTo(y); }
          // holds
          //@ requires true;
          static int above(Comparable<? super P> x, P y) { return x.compareTo(y); }
          // holds
          //@ requires true;
          static <T> int any(Comparable<T> x, T y) { return x.compareTo(y); }
          // holds
          //@ requires true;
          static <T extends Object & Comparable<? super T>> int two(T x, T y) { return x.compareTo(y); }
          // holds
          //@ requires true;
          static void boxes(Box<? super P> b, Box<Q> c) { b.v = new P(); Q q = c.v; }
          // violated
          //@ requires true;
          static void same(Box<? super Q> b, Box<P> c) { b.v = new Q(); Q q = (Q) (P) c.v; }
          // holds
          //@ requires e.owner().root != null && e.owner().root.key != null;
          //@ ensures \result == e.owner().root.key.x;
          static int around(Tree<P>.Entry e) { return e.owner().root.key.x; }
        }"#;
    check_replayed("Apart", source, &["--scope", "2"]);
}

/// Fields of different types with arguments need an object each, whatever the scope.
#[test]
fn many_types() {
    let source = r#"
        class A { } class B { } class C { } class D { }
        class Box<T> { /*@ nullable @*/ T v; }
        class Many {
          Box<A> a = new Box<>(); Box<B> b = new Box<>(); Box<C> c = new Box<>(); Box<D> d = new Box<>();
          // holds
          //@ requires a.v != null && b.v != null && c.v != null && d.v != null;
          //@ ensures \result;
          boolean all() { A x = a.v; B y = b.v; C z = c.v; D w = d.v; return x != null && w != null; }
        }"#;
    check("Many", source, &["--scope", "2"]);
}

/// A raw type says nothing of its variable, whatever its bound; and an array that was made as one of objects is one.
#[test]
fn what_is_left_open() {
    let source = r#"
        class P { }
        class Node<T extends Node<T>> { /*@ nullable @*/ T next; }
        class Leaf extends Node<Leaf> { }
        class Made<T> {
          @SuppressWarnings("unchecked") private final T[] own = (T[]) new Object[2];
          /*@ pure @*/ T[] own() { return own; }
        }
        class Open {
          // violated
          //@ requires n.next != null;
          //@ ensures n.next instanceof Leaf;
          static void raw(Node n) { }
          // violated
          //@ requires m.own() != null;
          static void array(Made<P> m) { P[] p = m.own(); }
        }"#;
    check("Open", source, &["--scope", "2"]);
}

/// Without quantifiers only.
#[test]
fn quantified_encoding() {
    let source = r#"
        class Box<T> { /*@ nullable @*/ T v; }
        class Two {
            // unknown
            //@ ensures true;
            static int length(Box<String> b) { return b.v == null ? 0 : b.v.length(); }
        }"#;
    let text = check("Two", source, &["--scope", "2", "--encoding", "quantified"]);
    assert!(
        text.contains("type arguments, in the quantified encoding"),
        "{text}"
    );
}
