//! What `cortado verify` tells besides its verdicts: where things fail, what the verdict rests on, and all of it as JSON.

mod common;
#[path = "../../outcome/tests/validator/mod.rs"]
mod validator;

use common::{Ran, Scratch};
use serde_json::{Value, json};

/// Verifies a source in a directory of its own and reads the JSON, which must fit its schema.
fn told(name: &str, source: &str, options: &[&str]) -> (Ran, Value) {
    let scratch = Scratch::new();
    let file = format!("in/{name}.java");
    scratch.file(&file, source);
    let mut arguments = vec!["verify", "-q", "--json", "result.json", &file];
    arguments.extend(options);
    let ran = scratch.run(&arguments);
    let json: Value = serde_json::from_str(&scratch.read("result.json")).expect("JSON is written");
    let schema: Value = serde_json::from_str(outcome::JSON_SCHEMA).expect("the schema is JSON");
    if let Err(error) = validator::validate(&schema, &json, &schema, "") {
        panic!("{error}\n{json:#}");
    }
    (ran, json)
}

#[track_caller]
fn contains(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "`{wanted}` is missing in {text}");
}

/// Three dereferences in one line are told apart, in files as they were named.
#[test]
fn failing_statements() {
    let source = r#"
import java.util.Objects;
class Chain {
    /*@ nullable @*/ Chain next; int v;
    //@ ensures true;
    int fields() { return next.next.v; }
    //@ ensures true;
    int calls() { return next.get().get().v; }
    /*@ nullable pure @*/ Chain get() { return next; }
    //@ ensures true;
    int elements(int[] a, int[] b, int i) { return a[i] + b[i + 1]; }
    //@ ensures true;
    void library(/*@ nullable @*/ String s) { v = 1; Objects.requireNonNull(s); }
    //@ requires k > 0;
    //@ ensures true;
    static int half(int k) { return k / 2; }
    //@ ensures true;
    int broken(int p) { v = 1; return half(p); }
    //@ ensures true;
    int marked(int p) {
        //@ assert p == p;
        int x = 10 / p; //@ assert x == x;
        return x;
    }
    //@ ensures \result > 0;
    //@ signals (IllegalStateException e) v > 3;
    //@ signals_only IllegalStateException;
    int leaves(int p) {
        if (p > 3)
            return p - 5;
        if (v == 2)
            throw new IllegalStateException();
        return 1;
    }
}"#;
    let (ran, json) = told("Chain", source, &["--no-replay"]);
    for wanted in [
        "    at in/Chain.java:6:27\n    | next.next\n",
        "    at in/Chain.java:6:27\n    | next.next.v\n",
        "    at in/Chain.java:8:26\n    | next.get\n",
        "    at in/Chain.java:8:31\n    | get().get\n",
        "    at in/Chain.java:8:37\n    | get().v\n",
        "    at in/Chain.java:11:52\n    | a[i]\n",
        "    at in/Chain.java:11:59\n    | b[i + 1]\n",
        "    called at in/Chain.java:13:54\n    | Objects.requireNonNull(s);\n",
        "    at in/Chain.java:18:32\n    | return half(p);\n",
        "    at in/Chain.java:22:9\n    | int x = 10 / p;\n",
        "    returns 0 at in/Chain.java:30\n",
        "    throws java.lang.IllegalStateException at in/Chain.java:32\n",
    ] {
        contains(&ran.stdout, wanted);
    }
    let violations = json["violations"].as_array().expect("a list").iter();
    let places: Vec<&Value> = violations
        .filter(|one| one["entry"] == "Chain.fields()")
        .map(|one| &one["where"])
        .collect();
    let place = |column: u32, end: u32| {
        json!({ "class": "Chain", "method": "fields", "file": "in/Chain.java", "line": 6, "column": column,
                "end_line": 6, "end_column": end })
    };
    assert_eq!(places, [&place(27, 36), &place(27, 38)]);
}

/// Parameters are inputs, exceptions are named, and the lines on the way are part of the trace.
#[test]
fn violations_as_json() {
    let source = r#"
class Pair {
    /*@ nullable @*/ Pair other; int v;
    //@ requires p.other == p && a.length == 2 && a[1] == 7 && s != null && s.length() == 0;
    //@ ensures \result != k;
    static int same(Pair p, int[] a, String s, /*@ nullable @*/ Pair q, long k) {
        int x = 3;
        return x;
    }
    //@ requires v == 2;
    //@ ensures true;
    int fails(boolean b) { return 1 / (b ? 1 : 0); }
    //@ ensures v == 1;
    Pair(int v) { this.v = v; }
}"#;
    let (_, json) = told("Pair", source, &["--no-replay"]);
    let of = |entry: &str| {
        let mut violations = json["violations"].as_array().expect("a list").iter();
        let found =
            violations.find(|one| one["entry"].as_str().is_some_and(|e| e.starts_with(entry)));
        found.unwrap_or_else(|| panic!("{entry} is missing in {json:#}"))
    };
    let same = of("Pair.same");
    assert_eq!(same["inputs"][0]["name"], "p");
    assert_eq!(same["inputs"][0]["type"], "Pair");
    let object = &same["inputs"][0]["value"];
    assert_eq!(object["new"], "Pair");
    assert_eq!(object["fields"]["other"], json!({ "same": "p" }));
    assert_eq!(same["inputs"][1]["type"], "int[]");
    assert_eq!(same["inputs"][1]["value"][1], 7);
    assert_eq!(
        same["inputs"][2],
        json!({ "name": "s", "type": "java.lang.String", "value": "" })
    );
    assert_eq!(
        same["inputs"][4],
        json!({ "name": "k", "type": "long", "value": 3 })
    );
    assert!(same["exception"].is_null());
    let steps: Vec<&Value> = same["trace"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| &s["what"])
        .collect();
    assert_eq!(steps, ["before", "int x = 3;", "return x;", "after"]);
    assert_eq!(same["trace"][2]["where"]["line"], 8);

    let fails = of("Pair.fails");
    assert_eq!(fails["exception"]["class"], "java.lang.ArithmeticException");
    assert_eq!(fails["inputs"][0]["name"], "this");
    assert_eq!(fails["inputs"][1]["value"], false);
    // The object that a constructor makes is no input.
    assert_eq!(
        of("Pair.<init>")["inputs"].as_array().map(Vec::len),
        Some(1)
    );
}

/// What holds without a contract says how little that is.
#[test]
fn methods_without_a_contract() {
    let source = r#"
class Bare {
    static int one() { return 1; }
    //@ ensures \result == 2;
    static int two() { return 2; }
}"#;
    let (ran, json) = told(
        "Bare",
        source,
        &["--all", "--method", "Bare.one", "--method", "Bare.two"],
    );
    let note = "no contract: only exceptions and invariants were looked at";
    contains(
        &ran.stdout,
        &format!("Bare.one(): holds within the scope\n  {note}\n"),
    );
    assert_eq!(ran.stdout.matches(note).count(), 1, "{}", ran.stdout);
    assert_eq!(json["notes"][0]["what"], format!("Bare.one(): {note}"));
    assert_eq!(json["notes"][0]["where"]["file"], "in/Bare.java");
}

/// What is written of several methods stands one after the other.
#[test]
fn dumps_of_several_methods() {
    let scratch = Scratch::new();
    let source = "class Two {\n//@ ensures true;\nint b() { return 1; }\n//@ ensures true;\nint a() { return 2; }\n}";
    scratch.file("Two.java", source);
    for (option, file, comment) in [
        ("--dump-graph", "graphs.txt", "//"),
        ("--dump-graph", "graphs.dot", "//"),
        ("--dump-smt", "formulas.smt2", ";"),
    ] {
        scratch.file(file, "left over");
        scratch
            .run(&["verify", "-q", "Two.java", option, file])
            .answers("safe within bounds", 0);
        let text = scratch.read(file);
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix(comment))
            .collect();
        assert_eq!(names, [" Two.b()", " Two.a()"], "{text}");
        assert_eq!(
            text.matches("(check-sat)").count(),
            if comment == ";" { 2 } else { 0 }
        );
    }
    scratch.run(&[
        "verify",
        "-q",
        "Two.java",
        "--method",
        "Two.a",
        "--dump-graph",
        "one.txt",
    ]);
    assert!(!scratch.read("one.txt").contains("//"));
}

/// Constructors have the name of their class, and make an object that is not there before.
#[test]
fn constructors() {
    let source = r#"
class Made {
    int x; int y;
    //@ ensures x == 0;
    Made(boolean b) { x = b ? 1 : 0; }
    //@ ensures true;
    int get() { return x; }
}"#;
    let (ran, json) = told("Made", source, &["--method", "Made.Made", "--no-replay"]);
    contains(&ran.stdout, "Made.<init>(boolean): violated");
    contains(
        &ran.stdout,
        "    for b = true\n    after (* changed):\n      this: Made { *x = 1",
    );
    assert!(!ran.stdout.contains("before:"), "{}", ran.stdout);
    let trace = &json["violations"][0]["trace"];
    assert_eq!(
        trace[0]["values"],
        json!([{ "name": "b", "value": "true" }])
    );
}

/// Bounds of integers are named as what they are, and those of loops with their place.
#[test]
fn bounds_of_integers_and_loops() {
    let source = r#"
class Small {
    //@ ensures \result <= 7 && \result >= -8;
    static int same(int x) { return x; }
    //@ requires n >= 0;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        while (i < n) i++;
        return i;
    }
}"#;
    let (ran, json) = told("Small", source, &["--int-bits", "4"]);
    let line = "  beyond the scope: integers of more than 4 bits (--int-bits)\n";
    contains(
        &ran.stdout,
        &format!("Small.same(int): holds within the scope\n{line}"),
    );
    let bounds = json["bounds"].as_array().expect("a list");
    let of = |kind: &str| {
        let mut found = bounds.iter().filter(|bound| bound["kind"] == kind);
        found
            .next()
            .unwrap_or_else(|| panic!("no {kind} in {json:#}"))
    };
    assert_eq!(of("integers")["name"], "--int-bits");
    assert_eq!(of("integers")["limit"], 4);
    assert_eq!(of("loop")["where"]["file"], "in/Small.java");
    assert_eq!(of("loop")["where"]["line"], 9);
}

/// Values are written as Java writes them.
#[test]
fn values_as_java_writes_them() {
    let source = r#"
class Values {
    //@ requires s.length() == 2 && s.charAt(0) == 1 && s.charAt(1) == '"' && d == 1.0 / 0.0 && f != f && c == '\'';
    //@ ensures false;
    static void all(String s, double d, float f, char c) { }
}"#;
    let (ran, _) = told("Values", source, &["--no-replay"]);
    contains(&ran.stdout, r#"for d = Infinity, f = NaN, c = '\''"#);
    contains(&ran.stdout, r#"s: java.lang.String "\u0001\"""#);
}
