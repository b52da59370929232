//! What `cortado verify` tells besides its verdicts: where things fail, what the verdict rests on, and all of it as JSON.

mod common;

use common::{Ran, Scratch};
use serde_json::{Value, json};

/// Verifies a source in a directory of its own and reads the JSON.
fn told(name: &str, source: &str, options: &[&str]) -> (Ran, Value) {
    let scratch = Scratch::new();
    let file = format!("in/{name}.java");
    scratch.file(&file, source);
    let mut arguments = vec!["verify", "-q", "--json", "result.json", &file];
    arguments.extend(options);
    let ran = scratch.run(&arguments);
    let json: Value = serde_json::from_str(&scratch.read("result.json")).expect("JSON is written");
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
