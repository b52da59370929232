//! Verification graphs of small methods, as text.

use bounded::graph::{Bounds, build};
use bounded::program::Program;
use classpath::ClassPathBuilder;
use std::sync::Arc;

/// The graph of a method of a class, with loops gone through once.
fn graph(name: &str, source: &str, method: &str) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join(format!("{name}.java"));
    std::fs::write(&file, source).expect("a file");
    let classpath = ClassPathBuilder::new()
        .target(&file)
        .build()
        .expect("classes");
    let program = Program::new(Arc::new(classpath)).expect("a program");
    let class = program
        .classpath
        .find(name)
        .expect("a class path")
        .expect("the class");
    let at = class
        .methods
        .iter()
        .position(|m| &*m.name == method)
        .expect("the method");
    let bounds = Bounds {
        unroll: 1,
        edges: 1000,
    };
    build(&program, &class, at, &bounds, &|_| false)
        .expect("a graph")
        .print()
}

/// Fig. 3.3 of the thesis; the path that goes on beyond the bound is not in the figure.
#[test]
fn set_all() {
    let source = "
        class Entry {
            Object data;
            Entry next;
            void setAll(Object d) {
                Entry e = this;
                while (e != null) {
                    e.data = d;
                    e = e.next;
                }
            }
        }";
    assert_eq!(
        graph("Entry", source, "setAll"),
        "0 -> 1: e = this
1 -> 5: e == null
1 -> 2: e != null
2 -> 3: e.data = d
3 -> 4: e = e.next
4 -> 5: e == null
4 -> 6: e != null  [beyond the bound]
5 -> 6: not the post-condition  [returns]
"
    );
}
