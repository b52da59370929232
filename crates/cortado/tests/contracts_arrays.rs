//! `cortado verify`: what may be stored in arrays of objects, and what copies of them hold.

mod common;

use common::{check, check_replayed};

/// An array may be of a type below the one that is declared: a parameter, or a field that anything was assigned to. What a class
/// has made for itself is of the type that it was made with.
#[test]
fn stores_into_arrays() {
    let source = r#"
        class Thing { }
        class Special extends Thing { }
        final class Closed { }
        class Stores {
          // violated
          //@ requires z.length > 0;
          static void any(Object[] z, Object o) { z[0] = o; }
          // holds
          //@ requires \typeof(z) == \type(Object[]);
          //@ requires z.length > 0;
          static void very(Object[] z, Object o) { z[0] = o; }
          // violated
          //@ requires z.length > 0;
          static void things(Thing[] z, Thing o) { z[0] = o; }
          // holds
          //@ requires z.length > 0;
          static void closed(Closed[] z, Closed o) { z[0] = o; }
          // holds
          //@ requires z.length > 1;
          static <T> void swap(T[] z) { T x = z[0]; z[0] = z[1]; z[1] = x; }
          // holds
          //@ requires z.length > 0;
          static <T extends Comparable<T>> void put(T[] z, T o) { z[0] = o; }
          // violated
          //@ requires z.length > 0;
          static void text(Object[] z) { z[0] = "a"; }
          // violated
          //@ requires z.length > 0;
          static void string(Object[] z, String s) { z[0] = s; }
          // holds
          //@ requires z.length > 0;
          static void nothing(Object[] z) { z[0] = null; }
          // holds
          //@ signals (ArrayStoreException e) true;
          //@ signals_only ArrayStoreException;
          //@ requires z.length > 0;
          static void allowed(Object[] z, Object o) { z[0] = o; }
          // violated
          //@ requires a.length == 1 && b.length == 1;
          static void copy(Object[] a, Object[] b) { System.arraycopy(a, 0, b, 0, 1); }
          // holds
          //@ requires a.length == 1;
          static Object[] cloned(Object[] a, Object o) { Object[] c = a.clone(); c[0] = o; return c; }
        }
        class Shared {
          private Object[] items;
          Shared(Object[] items) { this.items = items; }
          // violated
          //@ requires items.length > 0;
          //@ assignable items[0];
          void set(Object o) { items[0] = o; }
        }
        class Open {
          Object[] items = new Object[3];
          // holds
          //@ requires items.length > 0;
          void setOwn(Object o) { items[0] = o; }
          // holds
          //@ requires p.items.length > 0;
          void setOther(Open p, Object o) { p.items[0] = o; }
        }
        "#;
    let text = check_replayed("Stores", source, &["--scope", "2"]);
    // Others may assign to a field that is not private; and what a bounded type variable stands for has types below.
    let told = "beyond the scope: arrays of a more special type than declared";
    let told = text.matches(told).count();
    assert_eq!(told, 4, "{text}");
}

/// The quantified encoding knows these arrays, too.
#[test]
fn stores_in_both_encodings() {
    let source = r"
        class Two {
            static class Thing { }
            static class Special extends Thing { }
            private Thing[] own = new Thing[2];
            // violated
            //@ requires z.length > 0;
            static void any(Thing[] z, Thing o) { z[0] = o; }
            // holds
            //@ requires own.length > 0;
            void kept(Thing o) { own[0] = o; }
            // holds
            //@ requires z.length > 0 && \typeof(z) == \type(Thing[]);
            static void very(Thing[] z, Thing o) { z[0] = o; }
        }";
    for encoding in ["expanded", "quantified"] {
        check("Two", source, &["--scope", "2", "--encoding", encoding]);
    }
}

/// A field is judged by what is assigned to it, not by what else its class makes.
#[test]
fn fields_beside_each_other() {
    let source = r"
        class Beside {
            static class Thing { }
            static class Special extends Thing { }
            private Thing[] own = {new Thing(), null};
            private Thing[][] rows = new Thing[1][];
            private Special[] few = new Special[2];
            private Thing[] either;
            Beside(boolean b) { either = b ? new Thing[1] : new Special[1]; }
            // holds
            //@ requires own.length > 0;
            void store() { own[0] = new Thing(); }
            // holds
            //@ requires few.length > 0;
            void storeSpecial() { few[0] = new Special(); }
            // violated
            //@ requires either.length > 0;
            void storeEither() { either[0] = new Thing(); }
        }";
    check_replayed("Beside", source, &["--scope", "2"]);
}

/// `Arrays.copyOf`, by which classes make room.
#[test]
fn copies_of_arrays() {
    let source = r"
        class Stack<E> {
          private Object[] items = new Object[2];
          private int size;
          //@ private invariant 0 <= size && size <= items.length;
          // holds
          //@ requires items.length < 10;
          //@ ensures size == \old(size) + 1 && items[size - 1] == e;
          //@ ensures (\forall int i; 0 <= i && i < \old(size); items[i] == \old(items[i]));
          void push(E e) { if (size == items.length) items = java.util.Arrays.copyOf(items, 2 * items.length + 1); items[size++] = e; }
          // violated
          //@ requires items.length < 10;
          //@ ensures size == \old(size) + 1 && items[size - 1] == e;
          void bad(E e) { if (size == items.length) items = java.util.Arrays.copyOf(items, 2 * items.length); items[size++] = e; }
          // violated
          //@ ensures true;
          static Object[] neg(Object[] a, int n) { return java.util.Arrays.copyOf(a, n); }
          // holds
          //@ requires n >= 0 && n < 4;
          //@ ensures \result.length == n && (\forall int i; 0 <= i && i < n; \result[i] == (i < a.length ? a[i] : null));
          //@ ensures \fresh(\result);
          static Object[] cut(Object[] a, int n) { return java.util.Arrays.copyOf(a, n); }
          // violated
          //@ requires n >= 0 && n < 4;
          //@ ensures \result[n - 1] != null;
          static String[] strings(String[] a, int n) { return java.util.Arrays.copyOf(a, n); }
        }
        ";
    check_replayed("Grow", source, &["--scope", "2"]);
}
