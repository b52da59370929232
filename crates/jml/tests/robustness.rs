//! Whatever stands in a file, it is read to its end without a panic, and two readings agree.

mod common;

use common::{METHOD, PROGRAM, text};
use jml::Specifications;
use source::SourceFile;
use std::path::PathBuf;

/// Every construct once.
fn annotated() -> String {
    text(&[
        ("type", "/*@ nullable_by_default pure @*/"),
        ("field", "/*@ spec_public nullable @*/"),
        (
            "members",
            r"/*@ public ghost \bigint steps = 0x1FL; model instance Object[] contents; ghost \locset fp;
                @ static invariant count > 0 && (\forall int i, j; 0 <= i && i < j; i <= j ==> i != j);
                @ invariant (\sum int i; 0 <= i && i < data.length; data[i]) == 1.5e3 || \typeof(head) <: \type(Node);
                @ constraint \old(size) <= size; initially size == 'a'; represents contents = items;
                @ represents fp = \set_union(this.*, \reach(head, Node, next).key, data[0 .. 3]);
                @ in group; model int f(int q) { return q; } @*/
            ",
        ),
        (
            "method",
            r"/*@ public normal_behavior requires x > 0 && (* informal *); {| requires flag; ensures size == 1; also
                @   requires !flag ==> x == 2; ensures \fresh(\result) <==> \reach(head, n, {left, right}); |}
                @ also exceptional_behavior old int z = size; signals_only Exception; signals (Exception e) e != null;
                @ also assignable \nothing, a[*], nodes[*].key, this.*; accessible \everything; diverges false;
                @ measured_by x; ensures \not_modified(size) && \nonnullelements(items) && \invariant_for(this);
                @ implies_that requires (\num_of int i; i > 0; flag) == (\max int i; i < 3; i);
                @*/ //+ESC@ also requires s.charAt(0) == name.length() && (Node) n instanceof Node;
            ",
        ),
        ("modifier", "/*@ pure @*/"),
        ("parameter", "/*@ nullable @*/"),
        (
            "before",
            "//@ set steps = steps + 1; assert local > 0 : \"x\"; ghost int g = local; assume g == 1;",
        ),
        (
            "loop",
            "/*@ loop_invariant 0 <= i; decreases 10 - i; assignable i, size; @*/",
        ),
        ("inside", "//@ refining requires x > 0;"),
        ("end", "//@ unreachable;"),
        (
            "compare",
            "//@ also requires other.size >>> 2 == (flag ? 1 : 0) && \\old(size, outer) == 1;",
        ),
    ])
}

fn read(text: String) -> usize {
    let source = SourceFile::parse(text);
    let files = [(PathBuf::from("List.java"), source)];
    let (specifications, diagnostics) = Specifications::read(&files, &[], &PROGRAM.classpath);
    let (class, name, descriptor) = METHOD;
    let shown = format!(
        "{:?}{:?}{:?}{diagnostics:?}",
        specifications.contract(class, name, descriptor),
        specifications.class(class),
        specifications.body(class, name, descriptor),
    );
    shown.len()
}

#[test]
fn mutations() {
    let original = annotated();
    assert_eq!(read(original.clone()), read(original.clone()));
    let characters: Vec<char> = original.chars().collect();
    let pieces = [
        "(",
        ")",
        "{|",
        "|}",
        ";",
        "\\",
        "\"",
        "'",
        "@",
        "//@",
        "/*@",
        "@*/",
        "\n",
        "==>",
        "<==",
        "..",
        "\\old(",
        "\\forall int q;",
        "also",
        "requires",
        "invariant",
        "é",
        "😀",
        "0x",
        "1e",
        "[*]",
        ".*",
        "<",
        ">",
        "new",
        "\\reach(",
        ",",
        "?",
        ":",
        "=",
        "\u{0}",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..400 {
        let mut text = characters.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(0..text.len());
            match random.usize(0..4) {
                0 => {
                    let to = (at + random.usize(0..30)).min(text.len());
                    text.drain(at..to);
                }
                1 => {
                    let piece = pieces[random.usize(0..pieces.len())];
                    text.splice(at..at, piece.chars());
                }
                2 => {
                    let to = (at + random.usize(0..60)).min(text.len());
                    let copy: Vec<char> = text[at..to].to_vec();
                    let into = random.usize(0..text.len());
                    text.splice(into..into, copy);
                }
                _ => text.truncate(at.max(1)),
            }
        }
        read(text.into_iter().collect());
    }
}

#[test]
fn depth() {
    let deep = [
        "(".repeat(5000),
        "!".repeat(5000),
        "1 + ".repeat(5000),
        "flag ==> ".repeat(5000),
        "flag <==> ".repeat(5000),
        "flag && ".repeat(5000),
        "flag ? x : ".repeat(5000),
        "\\old(".repeat(5000),
        "(int) ".repeat(5000),
        format!("x{}", "[0]".repeat(5000)),
        format!("head{}", ".next".repeat(5000)),
        "(\\forall int i; ".repeat(2000),
        "{| ".repeat(5000),
    ];
    for expression in deep {
        read(text(&[("method", &format!("//@ requires {expression};"))]));
        read(text(&[("method", &format!("//@ {expression};"))]));
    }
    // What people write is not refused.
    let long = [
        vec!["x > 0"; 3000].join(" && "),
        vec!["x > 0"; 3000].join(" || "),
        format!("{} > 0", vec!["x"; 1000].join(" + ")),
    ];
    for long in long {
        let (_, diagnostics, _) = common::read(&[("method", &format!("//@ requires {long};"))]);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
    }
    let deep = format!("//@ requires {}x > 0;", "(".repeat(1_000_000));
    let (_, diagnostics, _) = common::read(&[("method", &deep)]);
    assert!(diagnostics[0].message.contains("nested too deeply"));
}
