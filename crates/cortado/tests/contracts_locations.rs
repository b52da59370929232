//! `cortado verify` on sets of locations as values: model fields that stand for them, and what is said about them. Each decision
//! stands in a comment before its method.

mod common;

use common::check;

/// A frame that names a model field of type `\locset` allows what its `represents` lists, for the class of the object.
#[test]
fn model_fields_are_frames() {
    let source = r"
        interface Shape {
            //@ instance model \locset footprint;
        }
        class Cell implements Shape {
            //@ represents footprint = \locset(x);
            int x, y;

            // holds
            //@ assignable footprint; ensures x == value;
            void set(int value) { x = value; }

            // violated
            //@ assignable footprint;
            void both(int value) { x = value; y = value; }

            // holds
            //@ accessible footprint; ensures \result == x;
            int get() { return x; }

            // violated
            //@ accessible footprint;
            int another() { return y; }
        }
        class Row implements Shape {
            //@ represents footprint = count, items, items[*];
            int count;
            int[] items;

            // holds
            //@ requires 0 <= count && count < items.length; assignable footprint;
            void push(int value) { items[count++] = value; }

            // holds
            //@ assignable items, \object_creation(int[]);
            void renew() { items = new int[1]; }

            // violated
            //@ assignable \object_creation(int[]);
            void renewUnseen() { items = new int[1]; }

            // violated
            //@ requires 0 < to.items.length; assignable footprint;
            void foreign(Row to) { to.items[0] = 1; }
        }
        class Client {
            // holds
            //@ assignable shape.footprint;
            void change(Shape shape) {
                if (shape instanceof Cell) ((Cell) shape).x = 1;
                if (shape instanceof Row) ((Row) shape).count = 1;
            }

            // violated
            //@ assignable shape.footprint;
            void changeMore(Shape shape) {
                if (shape instanceof Cell) ((Cell) shape).y = 1;
            }
        }";
    check("Row", source, &[]);
}

#[test]
fn sets_are_compared() {
    let source = r"
        class Pair {
            //@ model \locset footprint; represents footprint = \locset(a, b[*]);
            int a;
            int[] b;

            // holds
            //@ requires \disjoint(this.footprint, p.footprint) && 0 < p.b.length;
            //@ ensures a == \old(a) && (\forall int i; 0 <= i && i < b.length; b[i] == \old(b[i]));
            void apart(Pair p) { p.a = 1; p.b[0] = 1; }

            // violated
            //@ requires \disjoint(\locset(a), \locset(p.a)) && 0 < p.b.length;
            //@ ensures (\forall int i; 0 <= i && i < b.length; b[i] == \old(b[i]));
            void sameArray(Pair p) { p.b[0]++; }

            // violated
            //@ requires 0 < p.b.length;
            //@ ensures a == \old(a);
            void same(Pair p) { p.a++; }

            // holds
            //@ ensures \subset(\locset(a), footprint) && !\subset(\locset(b), footprint);
            void parts() { }

            // violated
            //@ ensures \subset(\locset(p.a), footprint);
            void partsOfAnother(Pair p) { }

            // holds
            //@ requires b.length == 3;
            //@ ensures \locset(b[*]) == \set_union(\locset(b[0 .. 1]), \singleton(b[2]));
            //@ ensures \set_minus(\locset(b[*]), \locset(b[1])) == \locset(b[0], b[2]);
            //@ ensures \intersect(\locset(b[0 .. 1]), \locset(b[1 .. 2])) == \locset(b[1]);
            void ranges() { }

            // violated
            //@ requires 1 <= b.length;
            //@ ensures \locset(b[*]) == \locset(b[0]);
            void oneOfMany() { }

            // holds
            //@ ensures \subset(footprint, \set_union(this.*, b.*)) && \disjoint(this.*, b.*);
            void all() { }

            // violated
            //@ ensures \subset(p.footprint, footprint);
            void ofNull(/*@ nullable @*/ Pair p) { }
        }";
    check("Pair", source, &["--scope", "2", "--array-length", "3"]);
}

#[test]
fn new_locations_are_fresh() {
    let source = r"
        class Grows {
            //@ model \locset footprint; represents footprint = a, a[*];
            int[] a;

            Grows() { a = new int[1]; }

            // holds
            //@ ensures \fresh(\result.footprint);
            static Grows make() { return new Grows(); }

            // holds
            //@ ensures \new_elems_fresh(footprint); assignable footprint;
            void grow() { a = new int[2]; }

            // violated
            //@ ensures \new_elems_fresh(footprint); assignable footprint;
            void take(int[] b) { a = b; }

            // violated
            //@ ensures \fresh(footprint);
            void notFresh() { a = new int[2]; }

            // holds
            //@ ensures \subset(\locset(a), \old(footprint));
            void before() { a = new int[2]; }

            // violated
            //@ ensures \subset(footprint, \old(footprint));
            void notBefore() { a = new int[2]; }

            // unknown
            //@ ensures \subset(footprint, \everything);
            void unlisted() { }
        }";
    check("Grows", source, &[]);
}
