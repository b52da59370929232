//! `cortado verify`: classes and interfaces that nobody in the program extends.

mod common;

use common::{decisions, verify_source};

#[test]
fn classes_that_nobody_extends() {
    let source = r"
        abstract class Shape {
            /*@ spec_public @*/ protected int scale;
            //@ public invariant scale >= 0;

            //@ ensures \result >= 0;
            abstract /*@ pure @*/ int area();

            abstract int unspecified();

            //@ requires s >= 0;
            //@ ensures scale == s;
            void right(int s) { scale = s; }

            //@ ensures scale == s;
            void wrong(int s) { scale = s; }

            //@ ensures \result >= 0;
            static int byContract(Shape s) { return s.area(); }

            //@ ensures \result > 0;
            static int byContractWrong(Shape s) { return s.area(); }

            //@ ensures \result > 0;
            int without() { return unspecified(); }
        }
        interface Counter {
            //@ ensures \result >= 0;
            /*@ pure @*/ int count();

            //@ ensures \result >= 1;
            default int more() { int c = count(); return c < 1000 ? c + 1 : 1000; }

            //@ ensures \result >= 2;
            default int muchMore() { int c = count(); return c < 1000 ? c + 1 : 1000; }
        }";
    let (text, error, _) = verify_source("Shape", source, &[]);
    let decided: Vec<_> = decisions(&text).collect();
    let wanted = [
        ("Counter.more", "holds within the scope"),
        ("Counter.muchMore", "violated"),
        ("Shape.right", "holds within the scope"),
        ("Shape.wrong", "violated"),
        ("Shape.byContract", "holds within the scope"),
        ("Shape.byContractWrong", "violated"),
        (
            "Shape.without",
            "unknown: abstract method Shape.unspecified",
        ),
    ];
    assert_eq!(decided, wanted, "{text}{error}");
    assert!(
        text.contains("rests on the contract of Shape.area"),
        "{text}"
    );
    let why = "not replayed: an object of Shape, which is abstract, cannot be built";
    assert!(text.contains(why), "{text}");
}
