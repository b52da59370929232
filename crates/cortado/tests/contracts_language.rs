//! `cortado verify` on parts of JML's language that few programs need: each decision is known, and stands in a comment before
//! its method. What is said to hold has a neighbour in which one thing is wrong.

use std::collections::BTreeMap;
use std::process::Command;

/// What is told on standard output and on standard error, and the exit status.
fn verify(name: &str, source: &str, options: &[&str]) -> (String, String, Option<i32>) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join(format!("{name}.java"));
    std::fs::write(&file, source).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_cortado"))
        .current_dir(directory.path())
        .args(["verify", "-q"])
        .args(options)
        .arg(&file)
        .output()
        .expect("cortado runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.code(),
    )
}

/// Compares each decision with the comment before the method, `// holds` or `// violated` and so on. Methods have different
/// names. Returns what is told.
fn check(name: &str, source: &str, options: &[&str]) -> String {
    let mut all = vec!["--no-replay"];
    all.extend(options);
    compare(name, source, &all)
}

/// The same, and the JVM must confirm each violation.
fn check_replayed(name: &str, source: &str, options: &[&str]) -> String {
    let text = compare(name, source, options);
    let count = |what: &str| text.matches(what).count();
    assert_eq!(count("): violated"), count("replayed: confirmed"), "{text}");
    text
}

fn compare(name: &str, source: &str, options: &[&str]) -> String {
    let (text, error, _) = verify(name, source, options);
    let mut decided = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with(' ')) {
        if let Some((method, decision)) = line.split_once("): ") {
            let method = method.split('(').next().unwrap_or(method);
            let method = method.rsplit('.').next().unwrap_or(method);
            let decision = decision.split([' ', ':']).next().unwrap_or(decision);
            decided.insert(method.to_owned(), decision.to_owned());
        }
    }
    let mut wanted = BTreeMap::new();
    let mut next: Option<&str> = None;
    for line in source.lines().map(str::trim) {
        if let Some(decision) = line.strip_prefix("// ") {
            next = Some(decision);
        } else if !line.starts_with(['/', '@'])
            && line.contains('(')
            && let Some(decision) = next.take()
        {
            let head = line.split('(').next().unwrap_or(line);
            let method = head.rsplit(' ').next().unwrap_or(head);
            wanted.insert(method.to_owned(), decision.to_owned());
        }
    }
    assert_eq!(decided, wanted, "{text}\n{error}");
    text
}

/// What is wrong with one specification makes that method unknown, and no other.
#[test]
fn errors_stay_where_they_are() {
    let source = r"
        class Errors {
            // holds
            //@ ensures \result == x;
            static int good(int x) { return x; }

            // violated
            //@ ensures \result == x + 1;
            static int bad(int x) { return x; }

            // unknown
            //@ ensures \result == x + ;
            static int syntax(int x) { return x; }

            // unknown
            //@ ensures \result == y;
            static int name(int x) { return x; }

            // unknown
            //@ ensures \result == 1;
            static void result(int x) { }

            // unknown
            static int body(int x) {
                //@ assert y == 1;
                return x;
            }

            // unknown
            static int parameter(/*@ nulable @*/ String x) { return 1; }

            // unknown
            //@ requires true;
            static int caller(int x) { return body(x); }
        }

        class Invariant {
            //@ invariant z > 0;
            int q;
            static int s;

            // unknown
            //@ ensures \result == 1;
            int one() { return 1; }
        }

        class Speaks {
            // unknown
            //@ ensures \result == Invariant.s;
            static int ofIt() { return Invariant.s; }
        }

        class Nothing {
            // unknown
            //@ ensures \result == 2;
            static int two() { return 2; }
            //@ pure
        }";
    check("Errors", source, &[]);
    let (_, error, status) = verify("Errors", source, &["--no-replay"]);
    assert_eq!(status, Some(1), "{error}");
    let places = [
        "12:40", "16:36", "20:25", "25:28", "30:38", "38:27", "57:17",
    ];
    for place in places {
        let place = format!("Errors.java:{place}");
        assert!(error.contains(&place), "{place}\n{error}");
    }
    // Who asks for one method is told about that one.
    let (text, _, status) = verify("Errors", source, &["--method", "Errors.good"]);
    assert_eq!(status, Some(0), "{text}");
    // Else an error is no success, even where no method tells of it.
    let lone = "class Lone { //@ ensures \\result == 1;\nint one() { return 1; } }\nclass Wrong { //@ invariant z > 0;\n }";
    let (text, _, status) = verify("Lone", lone, &[]);
    assert!(text.contains("Lone.one(): holds"), "{text}");
    assert!(text.ends_with("verdict: unknown\n"), "{text}");
    assert_eq!(status, Some(3));
}
