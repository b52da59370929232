//! The cache of bodies, from several threads, and the Graphviz output.

mod support;

use ir::{Graphs, Methods};
use std::sync::Arc;

const SOURCE: &str = r#"class Kept { abstract static class A { abstract int g(); }
    static int f(int n) { String s = "a\"\\b"; while (n > 0) { try { n /= s.length(); } catch (ArithmeticException e) { n--; } } return n; }
    static native void h(); }"#;

#[test]
fn bodies_are_built_once() {
    let class = Arc::new(support::compile("Kept", SOURCE));
    let index = class.methods.iter().position(|m| &*m.name == "f").unwrap();
    let methods = Methods::new();
    let bodies: Vec<_> = std::thread::scope(|scope| {
        let ask = || methods.get(&class, index).unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(bodies.iter().all(|body| Arc::ptr_eq(body, &bodies[0])));
    assert_eq!(bodies[0].graphs().loops.len(), 1);
    // Another copy of the class is another class.
    let copy = Arc::new((*class).clone());
    assert!(!Arc::ptr_eq(
        &methods.get(&copy, index).unwrap(),
        &bodies[0]
    ));

    let native = class.methods.iter().position(|m| &*m.name == "h").unwrap();
    assert!(
        methods
            .get(&class, native)
            .unwrap_err()
            .reason
            .contains("no code")
    );
    assert!(methods.get(&class, 1000).is_err());
}

#[test]
fn graphviz() {
    let class = support::compile("Drawn", &SOURCE.replace("Kept", "Drawn"));
    let method = class.method("f", "(I)I").unwrap();
    let body = ir::lower(&class, method).unwrap();
    let drawn = ir::dot(&class, method, &body, &Graphs::new(&body));
    let expected = r#"
digraph "Drawn.f(I)I" {
  node [shape=box, fontname=monospace];
  b0 [label="b0\la1.s = \"a\\\"\\\\b\"\l"];
  b4 [label="b4\lreturn i0.n\l"];
  subgraph cluster_0 {
  label="Drawn.f:2";
  b1 [label="b1\lif i0.n <= 0\l"];
  b2 [label="b2\li3 = call virtual java/lang/String.length()I (a1.s)\li0.n = i0.n / i3\l"];
  b3 [label="b3\lcatch a2.e\li0.n = i0.n + -1\l"];
  }
  b0 -> b1;
  b1 -> b4 [label="yes"];
  b1 -> b2 [label="no"];
  b2 -> b1;
  b2 -> b3 [style=dashed, label="java/lang/ArithmeticException"];
  b3 -> b1;
}
"#;
    assert!(drawn.trim() == expected.trim(), "{drawn}");
}
