//! Contracts: cases normalised, defaults written down, clauses inherited; and what is said of classes and bodies.

mod common;

use common::{METHOD, at, contract, read, told};
use jml::contract::{Anchor, BodyStatementKind, Representation};

/// Compares texts line by line, without the indentation of the test.
fn same(found: &str, expected: &str) {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|l| l.trim().to_owned());
        lines.filter(|l| !l.is_empty()).collect()
    };
    assert_eq!(lines(found), lines(expected), "found:\n{found}");
}

/// The contract of the method, without what is implied about `null`.
fn check(annotations: &[(&str, &str)], expected: &str) {
    let (specifications, diagnostics, source) = read(annotations);
    let complaints = told(&diagnostics, &source);
    assert!(complaints.is_empty(), "{complaints:?}");
    let contract = contract(&specifications).to_string();
    let shown: Vec<&str> = contract
        .lines()
        .filter(|l| !l.ends_with(']') || l.contains("behavior]"))
        .collect();
    same(&shown.join("\n"), expected);
}

#[test]
fn nothing_written() {
    let (specifications, diagnostics, _) = read(&[]);
    assert!(diagnostics.is_empty());
    let contract = contract(&specifications);
    assert!(!contract.is_specified);
    same(
        &contract.to_string(),
        r#"implicit of p/List
        requires ($2 != null) [parameter n]
        requires ($3 != null) [parameter a]
        requires ($4 != null) [parameter s]
        requires ($5 != null) [parameter item]
        ensures (\result != null) [result]
        signals_only java/io/IOException"#,
    );
}

#[test]
fn nullness() {
    let (specifications, ..) = read(&[
        ("parameter", "/*@ nullable @*/"),
        ("method", "/*@ nullable @*/"),
    ]);
    let both = contract(&specifications).to_string();
    assert!(
        !both.contains("$2") && !both.contains("result") && both.contains("$3"),
        "{both}"
    );
    let (specifications, ..) = read(&[
        ("type", "/*@ nullable_by_default @*/"),
        ("modifier", "/*@ non_null @*/"),
        ("parameter", "/*@ non_null @*/"),
    ]);
    let both = contract(&specifications).to_string();
    assert!(
        both.contains("$2") && both.contains("result") && !both.contains("$3"),
        "{both}"
    );
    assert!(contract(&specifications).parameters[3].nullable);
    assert!(!contract(&specifications).parameters[2].nullable);
}

#[test]
fn lightweight() {
    check(
        &[(
            "method",
            r"//@ requires x > 0 && (y > 0 && flag);
              //@ ensures \result == n
              //@      || flag;
              //@ signals (IllegalStateException e) e != null;
              //@ assignable size, data[0 .. x], this.next.*;
              //@ diverges x == 1;
              //@ measured_by x, y;
              //@ accessible \everything;"
                .replace("this.next", "head.next")
                .leak(),
        )],
        r#"lightweight of p/List
        requires ($0 > 0)
        requires ($1 > (long)0)
        requires this.List::flag
        diverges ($0 == 1)
        ensures ((\result == $2) || this.List::flag)
        signals java/lang/IllegalStateException
            (\thrown != null)
        signals_only java/io/IOException, java/lang/IllegalStateException
        assignable this.List::size, this.List::data[0 .. $0], this.List::head.List$Node::next.*
        accessible \everything
        measured_by $0
        measured_by $1"#,
    );
}

#[test]
fn heavyweight_and_nested() {
    check(
        &[(
            "method",
            r"/*@ public normal_behavior
            @   requires x > 0;
            @   {|
            @     requires flag;
            @     ensures size == 1;
            @   also
            @     requires !flag;
            @     ensures size == 2;
            @   |}
            @ also
            @ public exceptional_behavior
            @   requires x < 0;
            @   signals_only IllegalArgumentException, java.io.IOException;
            @ also private behavior
            @   old int before = size;
            @   requires x == 0; ensures size == before; signals (RuntimeException) false;
            @*/",
        )],
        r#"normal_behavior of p/List
        requires ($0 > 0)
        requires this.List::flag
        ensures (this.List::size == 1)
        signals java/lang/Exception
            false [normal_behavior]
        signals_only \nothing
        normal_behavior of p/List
        requires ($0 > 0)
        requires !this.List::flag
        ensures (this.List::size == 2)
        signals java/lang/Exception
            false [normal_behavior]
        signals_only \nothing
        exceptional_behavior of p/List
        requires ($0 < 0)
        ensures false [exceptional_behavior]
        signals_only java/lang/IllegalArgumentException, java/io/IOException
        behavior of p/List
        requires ($0 == 0)
        ensures (this.List::size == \old(this.List::size))
        signals java/lang/RuntimeException
            false
        signals_only java/io/IOException"#,
    );
}

#[test]
fn purity_and_frames() {
    check(
        &[
            ("modifier", "/*@ pure @*/"),
            ("method", "//@ ensures flag;"),
        ],
        "pure\n lightweight of p/List\n ensures this.List::flag\n signals_only java/io/IOException\n assignable \\nothing",
    );
    check(
        &[("method", "/*@ strictly_pure helper @*/")],
        "pure\n strictly_pure\n helper\n implicit of p/List\n signals_only java/io/IOException\n assignable \\strictly_nothing",
    );
    check(
        &[(
            "method",
            "/*@ assignable \\strictly_nothing; ensures \\not_specified; @*/",
        )],
        "lightweight of p/List\n signals_only java/io/IOException\n assignable \\strictly_nothing",
    );
    check(
        &[("method", "/*@ modifies List.count, List.*, \\reach(head, Node, next).key, nodes[*].key; @*/")],
        "lightweight of p/List\n signals_only java/io/IOException\n
         assignable List::count, List::*, \\reach(this.List::head, List.Node, {List$Node::next}).List$Node::key, \\infinite_union(int ?0; ((0 <= ?0) && (?0 < this.List::nodes.length)); this.List::nodes[?0].List$Node::key)",
    );
}

#[test]
fn ranges_within() {
    check(
        &[("method", "/*@ assignable nodes[0 .. x].next.key, nodes[*].*, grid[*][*]; @*/"), ("members", "//@ ghost int[][] grid;")],
        "lightweight of p/List\n signals_only java/io/IOException\n
         assignable \\infinite_union(int ?0; ((0 <= ?0) && (?0 <= $0)); this.List::nodes[?0].List$Node::next.List$Node::key), \\infinite_union(int ?1; ((0 <= ?1) && (?1 < this.List::nodes.length)); this.List::nodes[?1].*), \\infinite_union(int ?2; ((0 <= ?2) && (?2 < this.List::grid{ghost}.length)); this.List::grid{ghost}[?2][*])",
    );
}

#[test]
fn without_a_meaning() {
    check(
        &[("method", "//@ requires x > 0; when flag; ensures \\not_assigned(size);\n//@ implies_that ensures flag;")],
        "lightweight of p/List\n requires ($0 > 0)\n ensures <unsupported: `\\not_assigned`>\n signals_only java/io/IOException
         lightweight of p/List\n ensures this.List::flag\n signals_only java/io/IOException
         unsupported `when`\n unsupported `\\not_assigned`\n unsupported a redundant case",
    );
}

#[test]
fn keys_and_continuations() {
    check(
        &[(
            "method",
            "/*+ESC@ requires x > 0; // why not\n @ ensures flag; @*/ //-ESC@ requires x > 1;\n//+OPENJML@ requires x > 2;\n",
        )],
        "lightweight of p/List\n requires ($0 > 0)\n ensures this.List::flag\n signals_only java/io/IOException",
    );
}

#[test]
fn inheritance() {
    let (specifications, diagnostics, source) = read(&[
        (
            "base_area",
            "//@ requires inherited > 0; ensures \\result > 0;",
        ),
        ("shape_area", "/*@ pure @*/ /*@ ensures \\result >= 0; @*/"),
        (
            "compare2",
            "//@ requires other != this; ensures \\result != 0;",
        ),
        ("compare", "//@ ensures \\result == size;"),
        ("base", "//@ "),
        (
            "members",
            "//@ invariant size >= 0 && head != null;\n//@ static invariant count > 0;",
        ),
        ("enum", "//@ ensures true;"),
    ]);
    let complaints = told(&diagnostics, &source);
    assert_eq!(
        complaints,
        [
            "`ensures \\result == size;` warning: this adds to the cases that are inherited from `p.Comparable2` (begin with `also`)"
        ]
    );
    let contract = |name: &str, descriptor: &str| {
        let contract = specifications.contract("p/List", name, descriptor).unwrap();
        assert!(contract.is_specified);
        contract.to_string()
    };
    same(
        &contract("area", "()I"),
        r"pure
        lightweight of p/Base
        requires (this.Base::inherited > 0)
        ensures (\result > 0)
        signals_only \nothing
        assignable \nothing
        lightweight of p/Shape
        ensures (\result >= 0)
        signals_only \nothing
        assignable \nothing",
    );
    same(
        &contract("compareTo", "(Lp/List;)I"),
        r"lightweight of p/List
        requires ($0 != null) [parameter other]
        ensures (\result == this.List::size)
        signals_only \nothing
        lightweight of p/Comparable2
        requires ($0 != null) [parameter other]
        requires ($0 != this)
        ensures (\result != 0)
        signals_only \nothing",
    );
    let class = specifications.class("p/List");
    let written: Vec<String> = (class.invariants.iter())
        .map(|i| format!("{} {} {}", i.class, i.is_static, i.clause))
        .collect();
    assert_eq!(
        written[0],
        "p/Base false (this.Base::parent != null) [field parent]"
    );
    assert_eq!(
        written[written.len() - 3..],
        [
            "p/List false (this.List::size >= 0)",
            "p/List false (this.List::head != null)",
            "p/List true (List::count > 0)"
        ]
    );
    let enumeration = specifications.contract("p/Color", "<init>", "(Ljava/lang/String;I)V");
    assert_eq!(enumeration.unwrap().hidden_parameters, 2);
}

#[test]
fn constructors_and_library() {
    let (specifications, diagnostics, source) = read(&[
        (
            "constructor",
            "/*@ requires size > 0; ensures this.size == size; pure @*/",
        ),
        ("static", "//@ requires q > 0; ensures \\result == 2 * q;"),
        ("void", "//@ ensures \\result == 1;"),
        (
            "inner",
            "//@ ensures \\result == depth + size && this.depth > List.this.size;",
        ),
    ]);
    let complaints = told(&diagnostics, &source);
    assert_eq!(
        complaints,
        ["`\\result` error: this method has no `\\result`"]
    );
    let shown = |class: &str, name: &str, descriptor: &str| {
        let contract = specifications.contract(class, name, descriptor);
        contract.expect("it exists").to_string()
    };
    same(
        &shown("p/List", "<init>", "(I)V"),
        "pure\n lightweight of p/List\n requires ($0 > 0)\n ensures (this.List::size == $0)\n signals_only \\nothing\n assignable this.*",
    );
    same(
        &shown("p/List", "twice", "(I)I"),
        "lightweight of p/List\n requires ($0 > 0)\n ensures (\\result == (2 * $0))\n signals_only \\nothing",
    );
    same(
        &shown("p/List$Inner", "inner", "()I"),
        "lightweight of p/List$Inner
         ensures (\\result == (this.List$Inner::depth + this.List$Inner::this$0.List::size))
         ensures (this.List$Inner::depth > this.List$Inner::this$0.List::size)\n signals_only \\nothing",
    );
    let broken = specifications
        .contract("p/List", "nothing", "(I)V")
        .unwrap();
    assert_eq!(broken.unsupported.len(), 1);
    let thread = specifications
        .contract("java/lang/Thread", "join", "(J)V")
        .unwrap();
    assert!(!thread.is_specified);
    same(
        &thread.to_string(),
        "implicit of java/lang/Thread\n signals_only java/lang/InterruptedException",
    );
    assert!(
        specifications
            .contract("java/lang/Thread", "join", "(Z)V")
            .is_none()
    );
}

#[test]
fn fields_of_jml() {
    let (specifications, diagnostics, source) = read(&[
        (
            "members",
            r"//@ public ghost \bigint steps = 0;
              //@ model instance nullable Object[] contents; private represents contents = items;
              //@ ghost \locset footprint; model int length, width; represents length <- size;
              //@ represents width \such_that width > size;
              //@ constraint size >= \old(size); initially size == 0; axiom MAX > 3;
              /*@ model public int f(int q) { return q; } @*/
              ",
        ),
        (
            "method",
            "//@ requires steps > x && contents != null && length == 0; assignable steps, footprint; ensures f(1) == 2;",
        ),
        (
            "before",
            "//@ set steps = steps + 1; assert length > 0 && local == x; ghost int g = local;",
        ),
        (
            "loop",
            r"/*@ loop_invariant 0 <= i && i <= 10 && g == 1 && inferred == 1;
                     @ maintaining \old(size) == size; decreases 10 - i; assignable i, size, data[*]; @*/",
        ),
        ("inside", "//@ assume i < 10; set g = 3;"),
        ("end", "//@ unreachable;"),
    ]);
    let complaints = told(&diagnostics, &source);
    assert!(complaints.is_empty(), "{complaints:?}");
    let class = specifications.class("p/List");
    let ghosts: Vec<String> = (class.ghost_fields.iter())
        .map(|g| {
            format!(
                "{} {} {:?}",
                g.field,
                g.field.ty,
                g.initial.as_ref().map(|e| e.to_string())
            )
        })
        .collect();
    assert_eq!(
        ghosts,
        [
            "List::steps{ghost} \\bigint Some(\"(\\\\bigint)0\")",
            "List::footprint{ghost} \\locset None"
        ]
    );
    let models: Vec<String> = (class.model_fields.iter())
        .map(|m| match &m.represents[0].meaning {
            Representation::Value(value) => format!("{} = {value}", m.field),
            Representation::SuchThat(condition) => format!("{} | {condition}", m.field),
        })
        .collect();
    assert_eq!(
        models,
        [
            "List::contents{model} = this.List::items",
            "List::length{model} = this.List::size",
            "List::width{model} | (this.List::width{model} > this.List::size)"
        ]
    );
    assert_eq!(
        class.constraints[0].clause.expr.to_string(),
        "(this.List::size >= \\old(this.List::size))"
    );
    assert_eq!((class.initially.len(), class.axioms.len()), (1, 1));
    let contract = contract(&specifications);
    let assignable: Vec<String> = (contract.cases[0].assignable.as_ref().unwrap().iter())
        .map(|l| l.to_string())
        .collect();
    assert_eq!(
        assignable,
        [
            "this.List::steps{ghost}",
            "value(this.List::footprint{ghost})"
        ]
    );
    assert!(
        contract.unsupported.is_empty(),
        "{:?}",
        contract.unsupported
    );
    let models = &class.model_methods;
    assert_eq!(models.len(), 1);
    let body = models[0].body.as_ref().map(|body| body.to_string());
    assert_eq!(body.as_deref(), Some("$0"));

    let (class, name, descriptor) = METHOD;
    let body = specifications.body(class, name, descriptor);
    assert!(body.unsupported.is_empty(), "{:?}", body.unsupported);
    let the_loop = &body.loops[0];
    assert!(source.slice(the_loop.statement).starts_with("for (int i"));
    let invariants: Vec<String> = the_loop.invariants.iter().map(|c| c.to_string()).collect();
    assert_eq!(
        invariants,
        [
            "(0 <= i)",
            "(i <= 10)",
            "(g{ghost} == 1)",
            "(inferred == (long)1)",
            "(\\old(this.List::size) == this.List::size)"
        ]
    );
    assert_eq!(the_loop.decreases[0].to_string(), "(10 - i)");
    let frame: Vec<String> = (the_loop.assignable.as_ref().unwrap().iter())
        .map(|l| l.to_string())
        .collect();
    assert_eq!(frame, ["i", "this.List::size", "this.List::data[*]"]);
    let statements: Vec<String> = (body.statements.iter())
        .map(|s| {
            let kind = match &s.kind {
                BodyStatementKind::Assert(clauses) => format!("assert {}", clauses.len()),
                BodyStatementKind::Assume(clauses) => format!("assume {}", clauses[0]),
                BodyStatementKind::Set { target, value } => format!("set {target} = {value}"),
                BodyStatementKind::Ghost { variable, ty, .. } => {
                    format!("ghost {ty} {}", variable.name)
                }
                BodyStatementKind::Unreachable => "unreachable".to_owned(),
                BodyStatementKind::Reachable => "reachable".to_owned(),
                BodyStatementKind::Frame(locations) => format!("frame of {}", locations.len()),
            };
            let anchor = match s.at {
                Anchor::Before(span) => format!("before {}", source.one_line(span)),
                Anchor::AtEndOf(span) => format!("at the end of {}", source.one_line(span)),
                Anchor::Behind(span) => format!("behind {}", source.one_line(span)),
                Anchor::Loop(span) => format!("at the test of {}", source.one_line(span)),
            };
            format!("{kind}: {anchor}")
        })
        .collect();
    assert_eq!(
        statements,
        [
            "set this.List::steps{ghost} = (this.List::steps{ghost} + (\\bigint)1): before var inferred = 1L;",
            "assert 2: before var inferred = 1L;",
            "ghost int g: before var inferred = 1L;",
            "assume (i < 10): before int deep = i;",
            "set g{ghost} = 3: before int deep = i;",
            "unreachable: at the end of { if (deep > 3) break; deep++; }",
        ]
    );
}

/// The statements of a model method become one expression.
#[test]
fn bodies_of_model_methods() {
    let body = |text: &str| {
        let declared = format!("/*@ model static pure int f(int n) {{ {text} }} @*/");
        let (specifications, diagnostics, source) = read(&[("members", &declared)]);
        let model = specifications.class("p/List").model_methods.remove(0);
        match (model.body, model.unsupported.first()) {
            (Some(body), None) => body.to_string(),
            (_, Some(what)) => what.what.clone(),
            (None, None) => format!("{:?}", told(&diagnostics, &source)),
        }
    };
    assert_eq!(body("return n;"), "$0");
    assert_eq!(
        body("if (n > 0) return 1; else { return 2; }"),
        "(($0 > 0) ? 1 : 2)"
    );
    assert_eq!(
        body("{ int n2 = n; if (n > 0) { int a = n2, b = a; return b; } } return 2;"),
        "(let ?0 = $0 in (($0 > 0) ? (let ?1 = ?0 in (let ?2 = ?1 in ?2)) : 2))"
    );
    assert_eq!(
        body("assert n > 0 : n; assume n > 1; ; return n;"),
        "(($0 if ($0 > 1)) if ($0 > 0))"
    );
    for (text, why) in [
        ("", "a path without `return`"),
        ("if (n > 0) return 1;", "a path without `return`"),
        (
            "while (true) { }",
            "what is in its body has no meaning: a loop",
        ),
        (
            "n = 2; return n;",
            "what is in its body has no meaning: a statement that changes something",
        ),
        (
            "int a; return n;",
            "what is in its body has no meaning: a local variable without a first value",
        ),
        (
            "switch (n) { }",
            "what is in its body has no meaning: `switch`",
        ),
        ("return 1; return 2;", "statements behind a `return`"),
        ("{ int a = 1; } return a;", "there is no variable `a` here"),
        (
            "return new List() == null ? 1 : 2;",
            "an object that a specification makes",
        ),
    ] {
        let found = body(text);
        assert!(found.ends_with(why), "{text}: {found}");
    }
}

fn complaints(annotations: &[(&str, &str)]) -> Vec<String> {
    let (_, diagnostics, source) = read(annotations);
    told(&diagnostics, &source)
}

#[test]
fn recovery() {
    // One bad clause does not hide the others.
    let (specifications, diagnostics, source) = read(&[(
        "method",
        "//@ requires x > ;\n//@ requires flag;\n//@ ensures (x > 0;\n//@ ensures flag\n//@ signals (Foo e) true;",
    )]);
    assert_eq!(
        told(&diagnostics, &source),
        [
            "`;` error: expected an expression, found `;`",
            "`;` error: expected `)`, found `;`",
            "`` warning: a `;` is missing at the end of this clause",
            "`Foo` error: there is no class `Foo` here",
        ]
    );
    let contract = contract(&specifications);
    let texts: Vec<String> = (contract.cases[0]
        .requires
        .iter()
        .chain(&contract.cases[0].ensures))
    .map(|c| at(&c.place, &source))
    .collect();
    assert_eq!(texts[4..], ["flag", "method", "flag"]);
    let whats: Vec<&str> = contract
        .unsupported
        .iter()
        .map(|u| u.what.as_str())
        .collect();
    assert_eq!(
        whats,
        [
            "a clause `requires` that cannot be read",
            "a clause `ensures` that cannot be read",
            "there is no class `Foo` here",
        ]
    );
}

/// What makes the method or its class unknown.
fn unsupported(annotations: &[(&str, &str)]) -> Vec<String> {
    let (specifications, ..) = read(annotations);
    let (class, name, descriptor) = METHOD;
    let body = specifications.body(class, name, descriptor).unsupported;
    let class = specifications.class(class).unsupported;
    let all = contract(&specifications)
        .unsupported
        .into_iter()
        .chain(body)
        .chain(class);
    let mut all: Vec<String> = all.map(|u| u.what).collect();
    all.dedup();
    all
}

#[test]
fn nothing_is_dropped() {
    let check = |place: &str, annotation: &str, what: &str| {
        assert_eq!(
            unsupported(&[(place, annotation)]),
            [what],
            "{place}: {annotation}"
        );
    };
    check(
        "parameter",
        "/*@ nulable @*/",
        "a modifier that cannot be read",
    );
    check(
        "field",
        "/*@ requires true; @*/",
        "a specification without a method",
    );
    check(
        "before",
        "/*@ non_null @*/",
        "`non_null` of a local variable",
    );
    check(
        "before",
        "//@ Runnable r;",
        "an annotation that cannot be read",
    );
    check("before", "//@ requires x > 0;", "the contract of a block");
    check("inside", "//@ debug x;", "`debug`");
    check("members", "//@ readable x if flag;", "`readable`");
    check("members", "//@ model import java.util.*;", "a model import");
    check(
        "method",
        "/*@ requires<heap> x > 0; @*/",
        "`requires` of another heap",
    );
    check(
        "before",
        "/*@ assert x > 0; @*/ int = ;",
        "a file with parts that cannot be read",
    );
}

#[test]
fn unreadable_clauses_stay_with_their_method() {
    let found = |annotations: &[(&str, &str)]| {
        let (specifications, diagnostics, source) = read(annotations);
        let (class, name, descriptor) = METHOD;
        let whats = |found: Vec<jml::contract::Unsupported>| -> Vec<String> {
            found.into_iter().map(|u| u.what).collect()
        };
        (
            whats(contract(&specifications).unsupported),
            whats(specifications.class(class).unsupported),
            specifications.is_wrong(class, name, descriptor),
            told(&diagnostics, &source),
        )
    };
    let cannot = |word: &str, line: u32| {
        format!("an annotation that cannot be read, `{word}` in line {line}")
    };
    let (method, class, is_wrong, complaints) = found(&[("method", "//@ ensure x == 0;")]);
    assert_eq!(method, [cannot("ensure", 14)]);
    assert!(class.is_empty() && is_wrong, "{class:?}");
    assert_eq!(
        complaints,
        [
            "`ensure` error: expected a clause or a declaration of JML, found `ensure` (did you mean `ensures`?)"
        ]
    );
    // No `also` is missing behind it, and it is seen among other clauses.
    let among = "//@ requires x > 0;\n//@ ensure x == 0;\n//@ assignable size;";
    let (method, class, is_wrong, complaints) = found(&[("method", among)]);
    assert_eq!(method, [cannot("ensure", 15)]);
    assert!(class.is_empty() && is_wrong && complaints.len() == 1);
    let (method, class, _, complaints) = found(&[("method", "//@ loop_invariant x > 0;")]);
    assert_eq!(method, [cannot("loop_invariant", 14)]);
    assert!(class.is_empty(), "{class:?}");
    assert!(complaints[0].ends_with("(this belongs into the body of a method)"));
    let (method, class, ..) = found(&[("method", "//@ requires x > 0; x < 3;")]);
    assert_eq!(method, [cannot("x", 14)]);
    assert!(class.is_empty(), "{class:?}");
    let (method, class, ..) = found(&[("modifier", "//@ ensure x > 0;")]);
    assert_eq!(method, [cannot("ensure", 15)]);
    assert!(class.is_empty(), "{class:?}");
    // What may be about the class is, wherever it stands.
    for (place, text, word, line) in [
        ("method", "//@ invarient size > 0;", "invarient", 14),
        (
            "method",
            "//@ class_invariant size > 0;",
            "class_invariant",
            14,
        ),
        ("method", "//@ whatever size > 0;", "whatever", 14),
        ("modifier", "//@ invarient size > 0;", "invarient", 15),
        ("field", "//@ ensure size > 0;", "ensure", 8),
        ("void", "//@ invarient size > 0;", "invarient", 31),
        ("void", "//@ ensure x > 0; model int f();", "ensure", 31),
    ] {
        let (method, class, ..) = found(&[(place, text)]);
        assert_eq!(class, [cannot(word, line)], "{text}");
        assert!(method.contains(&cannot(word, line)), "{text}");
    }
    let (.., complaints) = found(&[("members", "//@ invarient size > 0;")]);
    assert!(complaints[0].ends_with("(did you mean `invariant`?)"));
    let (.., complaints) = found(&[("before", "//@ asert size > 0;")]);
    assert!(complaints[0].ends_with("(did you mean `assert`?)"));
}

#[test]
fn complaints_come_once() {
    assert_eq!(
        complaints(&[(
            "method",
            "//@ requires nobody > 0; {| ensures flag; also ensures noone; |}"
        )]),
        [
            "`nobody` error: there is no variable `nobody` here",
            "`noone` error: there is no variable `noone` here"
        ]
    );
}

#[test]
fn misplaced() {
    assert_eq!(
        complaints(&[("field", "//@ requires x > 0;\n")]),
        ["`requires x > 0;` error: no method follows this specification"]
    );
    assert_eq!(
        complaints(&[("members", "int x; //@ nullable\n")]),
        ["`nullable` warning: this modifier counts for the declaration that follows it"]
    );
    assert_eq!(
        complaints(&[("before", "//@ loop_invariant true;")]),
        ["`loop_invariant true;` error: no loop follows this specification"]
    );
    assert_eq!(
        complaints(&[("before", "//@ set local = 3;")]),
        ["`local` error: only ghost fields and ghost variables can be set"]
    );
    assert_eq!(
        complaints(&[("method", "/* @ requires x > 0; @*/")]),
        [
            "`/* @ requires x > 0; @*/` warning: this comment is no annotation, although it looks like `requires` (leave out the space before `@`)"
        ]
    );
    assert_eq!(
        complaints(&[("static", "//@ requires size > 0 && this != null;")]),
        [
            "`size` error: there is no `this` in a static context",
            "`this` error: there is no `this` in a static context"
        ]
    );
    assert_eq!(
        complaints(&[
            ("method", "//@ requires \\result == n; ensures deep > 0;"),
            ("members", "//@ invariant \\old(size) == 1;")
        ]),
        [
            "`\\old(size)` error: there is no earlier state here",
            "`\\result` error: there is no `\\result` here",
            "`deep` error: there is no variable `deep` here"
        ]
    );
    assert_eq!(
        complaints(&[(
            "method",
            "//@ normal_behavior signals (Exception e) true;\n//@ also exceptional_behavior ensures true;"
        )]),
        [
            "`signals (Exception e) true;` error: `signals` in a normal case has no meaning",
            "`ensures true;` error: `ensures` in an exceptional case has no meaning"
        ]
    );
    assert_eq!(
        complaints(&[("method", "//@ assignable x, MAX, \\result;")]),
        [
            "`x` error: a parameter is no location that a caller can see",
            "`MAX` error: a constant cannot be assigned to",
            "`\\result` error: there is no `\\result` here"
        ]
    );
    assert_eq!(
        complaints(&[(
            "members",
            "//@ invariant size > ;\n//@ garbage here;\n//@ ghost Foo x;\n//@ represents size = 3;"
        )]),
        [
            "`;` error: expected an expression, found `;`",
            "`garbage` error: expected a clause or a declaration of JML, found `garbage`",
            "`Foo` error: there is no type `Foo` here",
            "`size` error: only a model field is represented by something"
        ]
    );
}

#[test]
fn code_is_not_inherited() {
    let (specifications, diagnostics, _) = read(&[(
        "base_area",
        "//@ code ensures inherited == 1;\n//@ also ensures \\result > 0;",
    )]);
    assert!(diagnostics.is_empty());
    let area = |class: &str| {
        let contract = specifications.contract(class, "area", "()I");
        contract.unwrap().cases.len()
    };
    assert_eq!((area("p/Base"), area("p/List")), (2, 1));
}

#[test]
fn records() {
    let program = "record Pair(/*@ nullable @*/ Object left, Object right, int n) {
        //@ requires n > 0;
        Pair { if (n < 0) throw new IllegalArgumentException(); }
        //@ ensures \\result == left;
        /*@ nullable @*/ Object first() { return left; }
    }";
    let compiled = common::compile("Pair.java", program);
    let files = [("Pair.java".into(), source::SourceFile::parse(program))];
    let (specifications, diagnostics) = jml::Specifications::read(&files, &[], &compiled.classpath);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let invariants = specifications.class("Pair").invariants;
    let invariants: Vec<String> = invariants.iter().map(|i| i.clause.to_string()).collect();
    assert_eq!(invariants, ["(this.Pair::right != null) [field right]"]);
    let constructor = specifications
        .contract("Pair", "<init>", "(Ljava/lang/Object;Ljava/lang/Object;I)V")
        .expect("it exists");
    same(
        &constructor.to_string(),
        "lightweight of Pair\n requires ($1 != null) [parameter right]\n requires ($2 > 0)\n signals_only \\nothing",
    );
}
