//! What a user reads, compared as text.

use outcome::*;
use report::{NoSources, Style, merging, notes, render, stats};

const BINARY_SEARCH: &str = "\
/** Finds the middle of a range. */
public class BinarySearch {
  public static int middle(int lo, int hi) {
    if (lo < 0 || hi <= lo) {
      return -1;
    }

    int mid = (lo + hi) / 2;
    assert mid >= lo;
    return mid;
  }
}
";

fn text_of(place: &Place) -> Option<String> {
    (place.file.as_deref() == Some("examples/BinarySearch.java")).then(|| BINARY_SEARCH.to_owned())
}

fn middle() -> Place {
    Place::new("BinarySearch", "middle").file("examples/BinarySearch.java")
}

fn binary_search() -> Violation {
    let mut violation = Violation::new(Kind::Assertion, "mid >= lo", middle().span(9, 5, 9, 22));
    violation.entry = Some("BinarySearch.middle(int, int)".to_owned());
    violation.thrown = Some(Thrown::new("java.lang.AssertionError", None));
    violation.inputs = vec![
        Input::parameter("lo", "int", InputValue::Int(1_073_741_824)),
        Input::parameter("hi", "int", InputValue::Int(1_073_741_825)),
    ];
    violation.trace = vec![
        TraceStep::new(middle().line(4), "`lo < 0 || hi <= lo` is false"),
        TraceStep::new(middle().line(8), "").value("mid", -1_073_741_823),
    ];
    violation
}

fn confirmed(index: usize, _: &Violation) -> (Replay, Option<std::path::PathBuf>) {
    let jdk = "17".to_owned();
    let name = [
        "BinarySearchCortadoTest.java",
        "BinarySearch2CortadoTest.java",
    ][index];
    (
        Replay::Confirmed { jdk },
        Some(format!("cortado-out/{name}").into()),
    )
}

#[track_caller]
fn check(outcome: &Outcome, expected: &str) {
    let shown = render(outcome, &text_of, Style::default());
    assert_eq!(shown, expected, "\n{shown}");
}

#[test]
fn a_confirmed_assertion() {
    let mut findings = Findings::new();
    findings.violation(binary_search());
    let mut outcome = findings.exhausted();
    outcome.replay(confirmed);
    check(
        &outcome,
        "\
error[assertion]: `mid >= lo` can fail
  --> examples/BinarySearch.java:9:5
   |
 4 |     if (lo < 0 || hi <= lo) {
   |     ----------------------- `lo < 0 || hi <= lo` is false
 ...
 8 |     int mid = (lo + hi) / 2;
   |     ------------------------ mid = -1073741823
 9 |     assert mid >= lo;
   |     ^^^^^^^^^^^^^^^^^
  inputs: lo = 1073741824, hi = 1073741825
  replayed on JDK 17: confirmed        test: cortado-out/BinarySearchCortadoTest.java
verdict: violated
",
    );
}

#[test]
fn an_exception_from_a_file_that_is_not_there() {
    let mut findings = Findings::new();
    let place = Place::new("a.Table", "get").file("Table.java").line(12);
    let mut violation = Violation::new(
        Kind::Exception,
        "java.lang.ArrayIndexOutOfBoundsException",
        place.clone(),
    );
    violation.thrown = Some(Thrown::new(
        "java.lang.ArrayIndexOutOfBoundsException",
        Some("Index 3 out of bounds for length 3".to_owned()),
    ));
    violation.entry = Some("a.Main.main(java.lang.String[])".to_owned());
    violation.inputs = vec![Input::call(
        "Any.anInt()",
        "int",
        InputValue::Int(3),
        Some(Place::new("a.Main", "main").file("Main.java").line(4)),
    )];
    violation.trace =
        vec![TraceStep::new(Place::new("a.Main", "main").line(5), "calls get").value("index", 3)];
    violation.replayed = Replay::NotReplayed {
        why: "no `java` found; install a JDK or pass --jdk".to_owned(),
    };
    findings.violation(violation);
    check(
        &findings.exhausted(),
        "\
error[exception]: java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 3
  --> Table.java:12
   via a.Main.main:5: calls get: index = 3
  entry: a.Main.main(java.lang.String[])
  inputs: Any.anInt() at Main.java:4 = 3
  not replayed: no `java` found; install a JDK or pass --jdk
verdict: violated
",
    );
}

#[test]
fn unknown_and_bounds() {
    let mut findings = Findings::new();
    for _ in 0..3 {
        let what = "native method java.net.Socket.connect";
        findings.reason(Reason::new(ReasonKind::Unsupported, what).at(middle().line(4)));
    }
    findings.bound(BoundHit::new(BoundKind::Loop, "BinarySearch.find:14", 8).at(middle().line(14)));
    findings.bound(BoundHit::new(BoundKind::StringLength, "name", 16));
    check(
        &findings.stopped(Reason::new(ReasonKind::Time, "60 s (--timeout)")),
        "\
unknown: unsupported: native method java.net.Socket.connect at examples/BinarySearch.java:4 (3 times)
unknown: time limit: 60 s (--timeout)
bound: loop BinarySearch.find:14 unrolled 8 times (--unwind) at examples/BinarySearch.java:14
bound: length of name at most 16 (--string-length)
verdict: unknown
",
    );
}

#[test]
fn a_refuted_violation_is_no_error() {
    let mut findings = Findings::new();
    findings.violation(binary_search());
    let mut outcome = findings.exhausted();
    let why = "the program ended normally".to_owned();
    outcome.replay(|_, _| (Replay::Refuted { why: why.clone() }, None));
    check(
        &outcome,
        "\
unknown: replay refuted: the program ended normally; this is a bug in Cortado, please report it at examples/BinarySearch.java:9:5
verdict: unknown
",
    );
}

#[test]
fn safe_says_only_so() {
    let mut findings = Findings::new();
    let key = |line, what| ObligationKey::new(Kind::Assertion, what, middle().line(line));
    findings.obligation(key(9, "mid >= lo"), Status::Holds);
    findings.obligation(key(10, "false"), Status::Unreachable);
    findings.note(Note::new("IllegalArgumentException rejects arguments").at(middle().line(4)));
    findings.stats.paths = 1;
    findings.stats.queries = 2;
    let outcome = findings.exhausted();
    check(&outcome, "verdict: safe\n");
    assert_eq!(
        notes(&outcome, Style::default()),
        "\
note: IllegalArgumentException rejects arguments at examples/BinarySearch.java:4
note: no execution reaches the assertion `false` at examples/BinarySearch.java:10
"
    );
    assert_eq!(
        stats(&outcome),
        "1 path, 2 queries, 0 instructions, 0.0 s (0.0 s solving)\n"
    );
}

#[test]
fn branches_say_what_became_of_them() {
    let apart = |why: &str, count| Apart {
        why: why.to_owned(),
        count,
    };
    let mut merged = BranchInfo::new(middle().line(4), false);
    merged.merged = 7;
    merged.taken_back = 1;
    merged.except = vec![apart("an exception leaves a side", 1)];
    let mut other = BranchInfo::new(middle().line(12), false);
    other.apart = vec![apart("a side has a loop", 1), apart("a side has calls", 3)];
    let mut library = BranchInfo::new(Place::new("java.util.ArrayList", "get").line(1), true);
    library.merged = 3;
    let mut findings = Findings::new();
    findings.merging([library, other, merged]);
    findings.stats.paths = 8;
    findings.stats.count("merged_regions", 7);
    findings.stats.count("inlined_calls", 1);
    findings.stats.count("region_ms", 3);
    let outcome = findings.exhausted();
    let shown = merging(&outcome);
    assert_eq!(
        shown,
        "\
merging: examples/BinarySearch.java:4   merged 7 times, taken back once, but not all: an exception leaves a side
merging: examples/BinarySearch.java:12  not merged: a side has calls (3 times); a side has a loop
merging: 1 branch of the library: 1 merged (3 times), 0 not
",
        "\n{shown}"
    );
    assert_eq!(
        stats(&outcome),
        "8 paths, 7 merged regions, 1 inlined call, 0 queries, 0 instructions, 0.0 s (0.0 s solving), region_ms 3\n"
    );
}

#[test]
fn lines_in_loops_are_counted_and_far_ones_dropped() {
    let mut violation = binary_search();
    violation.trace = vec![TraceStep::new(middle().line(8), "").value("mid", 1)];
    for mid in [2, 3] {
        violation
            .trace
            .push(TraceStep::new(middle().line(8), "").value("mid", mid));
    }
    let mut findings = Findings::new();
    findings.violation(violation);
    let shown = render(&findings.exhausted(), &text_of, Style::default());
    assert!(shown.contains("mid = 3 (3 times)"), "{shown}");
}

#[test]
fn other_line_ends_are_lines_too() {
    let mut findings = Findings::new();
    findings.violation(binary_search());
    let outcome = findings.exhausted();
    let unix = render(&outcome, &text_of, Style::default());
    for end in ["\r\n", "\r"] {
        let sources = |_: &Place| Some(BINARY_SEARCH.replace('\n', end));
        assert_eq!(render(&outcome, &sources, Style::default()), unix);
    }
}

#[test]
fn colour_only_on_request() {
    let mut findings = Findings::new();
    findings.violation(binary_search());
    let outcome = findings.exhausted();
    let style = Style {
        color: true,
        ..Style::default()
    };
    let shown = render(&outcome, &text_of, style);
    assert!(shown.contains("\u{1b}["));
    assert!(shown.ends_with("verdict: \u{1b}[1;91mviolated\u{1b}[0m\n"));
    assert!(!render(&outcome, &text_of, Style::default()).contains('\u{1b}'));
}

/// Class files may be of another version than the source text, and programs may name anything.
#[test]
fn positions_that_do_not_fit_never_panic() {
    let at = [0, 1, 9, 10, 400, u32::MAX];
    for line in at {
        for column in at {
            for (end_line, end_column) in [(line, column), (9, 1), (9, 7), (1, u32::MAX)] {
                let mut violation = binary_search();
                violation.place = middle().span(line, column, end_line, end_column);
                violation.what = "\u{1b}[2J\n".repeat(9);
                violation.trace[0].place.line = Some(line);
                let mut findings = Findings::new();
                findings.violation(violation);
                let outcome = findings.exhausted();
                for text in [BINARY_SEARCH, "", "é\r\n😀", "a\rb\n\n\n\n\n\n\n\n\t\té x"] {
                    let sources = |_: &Place| Some(text.to_owned());
                    let shown = render(&outcome, &sources, Style::default());
                    assert!(shown.ends_with("verdict: violated\n"));
                    assert!(!shown.contains('\u{1b}'));
                }
                render(&outcome, &NoSources, Style::default());
            }
        }
    }
}

#[test]
fn json_names_the_file_it_cannot_write() {
    let outcome = Findings::new().exhausted();
    let missing = std::path::Path::new("no/such/directory/out.json");
    let error = report::write_json(&outcome, missing).unwrap_err();
    assert!(error.to_string().contains("no/such/directory/out.json"));
}

/// Many bounds take six lines at most; `-v` has them all.
#[test]
fn no_option_is_named_that_cannot_help() {
    let mut findings = Findings::new();
    findings.bound(BoundHit::new(BoundKind::StringLength, "text", 4096));
    check(
        &findings.exhausted(),
        "\
bound: length of text at most 4096 (no option allows longer strings)
verdict: safe within bounds
",
    );
}

#[test]
fn many_bounds_are_grouped() {
    let mut findings = Findings::new();
    let length = |limit| BoundHit::new(BoundKind::StringLength, "text", limit);
    findings.bound(length(4096));
    findings.bound(length(10));
    for package in ["a.b", "c"] {
        for i in 0..20 {
            let name = format!("{package}.Table$Row.FIELD{i}");
            findings.bound(BoundHit::new(BoundKind::StaticField, name, 1));
        }
    }
    findings.bound(BoundHit::new(BoundKind::StaticField, "c.Other.X", 1));
    let outcome = findings.clone().exhausted();
    assert_eq!(
        render(&outcome, &NoSources, Style::default()),
        "bound: length of text at most 10 (--string-length)\n\
         bound: 41 static fields of 2 packages (c, a.b): as their class initialisers leave them (-v lists them)\n\
         verdict: safe within bounds\n"
    );
    let all = Style {
        verbose: true,
        ..Style::default()
    };
    assert_eq!(render(&outcome, &NoSources, all).lines().count(), 43);
    let objects = |name: &str| BoundHit::new(BoundKind::Objects, name, 1);
    for i in 0..9 {
        let at = |line| Place::new("A", "main").file("A.java").line(line);
        findings.bound(BoundHit::new(BoundKind::Loop, format!("A.main:{i}"), 3).at(at(i)));
        let made = format!("objects of a.C{i}: as new a.C{i}() or a.C{i}.of(int) makes them");
        findings.bound(objects(&made).at(at(1)));
        findings.bound(objects(&format!("objects of a.I{i}: only a.C{i}")).at(at(1)));
        findings.bound(objects(&format!(
            "elements of a.L{i}: at most 3 (--objects)"
        )));
        findings.bound(BoundHit::new(BoundKind::ArrayLength, format!("a[{i}]"), 10));
    }
    findings.bound(objects("environment: TimeZone.getDefault() is UTC").at(Place::new("A", "m")));
    findings.bound(objects("identity hash codes: one assignment of them"));
    assert_eq!(
        render(&findings.exhausted(), &NoSources, Style::default()),
        "bound: 9 loops unrolled at most 3 times (--unwind): A.main:0, A.main:1, A.main:2 and 6 more\n\
         bound: length of text at most 10 (--string-length)\n\
         bound: length of a[0], a[1], a[2] and 6 more at most 10 (--array-length)\n\
         bound: objects of each class and elements of each collection: at most 3, of 9 types (--objects, --array-length; -v lists them)\n\
         bound: environment: TimeZone.getDefault() is UTC at A.m\n\
         bound: 60 more, about classes of objects, states of objects, static fields and the library (-v lists them)\n\
         verdict: safe within bounds\n"
    );
}

/// Limits that differ are not told as one.
#[test]
fn counts_with_different_limits() {
    let mut findings = Findings::new();
    for i in 0..7 {
        let name = format!("text{i}");
        findings.bound(BoundHit::new(BoundKind::StringLength, name, 10));
    }
    let mut objects = |name: String| findings.bound(BoundHit::new(BoundKind::Objects, name, 1));
    objects("arrays of java.lang.String: at most 10 elements (--array-length)".to_owned());
    objects("elements of java.util.List: at most 3 (--objects)".to_owned());
    let shown = |findings: &Findings| {
        let text = render(&findings.clone().exhausted(), &NoSources, Style::default());
        text.lines().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(
        shown(&findings),
        "bound: arrays of java.lang.String: at most 10 elements (--array-length); elements of java.util.List: at most 3 (--objects)"
    );
    for i in 0..3 {
        let name = format!("elements of a.L{i}: at most 3 (--objects)");
        findings.bound(BoundHit::new(BoundKind::Objects, name, 1));
    }
    assert_eq!(
        shown(&findings),
        "bound: objects of each class and elements of each collection: at most 3 or 10, of 5 types (--objects, --array-length; -v lists them)"
    );
}

/// Few bounds have a line each: what an option changes comes first, what holds of all entries is said once, and of many
/// ways to make an object only their number.
#[test]
fn few_bounds_are_told_one_by_one() {
    let mut findings = Findings::new();
    let at = |line| Place::new("A", "m").file("A.java").line(line);
    let new_array = |limit| BoundHit::new(BoundKind::NewArray, "new array", limit);
    for line in [3, 7] {
        let name = "objects of A: as new A() or new A(int) or A.of(int) makes them";
        findings.bound(BoundHit::new(BoundKind::Objects, name, 1).at(at(line)));
    }
    findings.bound(BoundHit::new(BoundKind::StaticField, "A.x", 1).at(at(3)));
    findings.bound(new_array(42).at(at(4)));
    findings.bound(new_array(65536).at(at(5)));
    findings.bound(BoundHit::new(BoundKind::Loop, "A.m:9", 1).at(at(9)));
    assert_eq!(
        render(&findings.exhausted(), &NoSources, Style::default()),
        "bound: loop A.m:9 unrolled once (--unwind) at A.java:9\n\
         bound: an array made with a length that depends on inputs: at most 42 elements, 32 more than inputs may have \
         (--array-length, now 10) at A.java:4\n\
         bound: an array made with a length that depends on inputs: at most 65536 elements (a larger --array-length \
         raises it) at A.java:5\n\
         bound: objects of A: as one of 3 constructors or factories makes them\n\
         bound: static field A.x: as it is at first, set by its class initialiser\n\
         verdict: safe within bounds\n"
    );
}

/// A long line is cut around what fails in it, and the marks stay below that.
#[test]
fn marks_stay_below_long_lines() {
    let filler = "int aVariableWithARatherLongName = 1; ".repeat(8);
    let text = format!(
        "class A {{\n  void m() {{\n    {filler}use(a[i]); {filler}\n    {filler}\n  }}\n}}\n"
    );
    let column = 5 + filler.len() as u32;
    let mut violation = Violation::new(
        Kind::Exception,
        "E",
        Place::new("A", "m")
            .file("A.java")
            .span(3, column + 4, 3, column + 8),
    );
    violation.thrown = Some(Thrown::new("E", None));
    violation.trace = vec![TraceStep::new(
        Place::new("A", "m").file("A.java").line(4),
        "called from here",
    )];
    let mut findings = Findings::new();
    findings.violation(violation);
    let shown = render(
        &findings.exhausted(),
        &|_: &Place| Some(text.clone()),
        Style::default(),
    );
    let header = format!("  --> A.java:3:{}\n", column + 4);
    assert!(shown.contains(&header), "{shown}");
    let lines: Vec<&str> = shown.lines().collect();
    let marked = lines.iter().position(|line| line.contains("^^^^")).unwrap();
    let characters = |line: &str| line.chars().collect::<Vec<char>>();
    let (above, marks) = (characters(lines[marked - 1]), characters(lines[marked]));
    let pointed: String = (above.iter().zip(&marks))
        .filter(|(_, mark)| **mark == '^')
        .map(|(c, _)| *c)
        .collect();
    assert_eq!(pointed, "a[i]", "{shown}");
    assert!(
        lines.iter().all(|line| line.chars().count() <= 140),
        "{shown}"
    );
    assert!(shown.contains("called from here"), "{shown}");
}

/// Many constructors that refuse arguments are told in one line.
#[test]
fn many_refusals_are_one_note() {
    let mut findings = Findings::new();
    let refusal = |i| {
        format!("some arguments of new A{i}(int) are refused: java.lang.IllegalArgumentException")
    };
    for i in 0..3 {
        findings.note(Note::new(refusal(i)));
    }
    let few = notes(&findings.clone().exhausted(), Style::default());
    assert_eq!(few.lines().count(), 3, "{few}");
    findings.note(Note::new(refusal(3)));
    findings.note(Note::new("another note"));
    let outcome = findings.exhausted();
    assert_eq!(
        notes(&outcome, Style::default()),
        "note: some arguments of 4 constructors and factories are refused, such as those of new A0(int); there are no \
         such objects (-v lists them)\n\
         note: another note\n"
    );
    let all = Style {
        verbose: true,
        ..Style::default()
    };
    assert_eq!(notes(&outcome, all).lines().count(), 5);
}

/// A reason names a call of the program; what stopped it below is for `-v`, and does not tell reasons apart.
#[test]
fn details_of_reasons_are_for_verbose_reports() {
    let mut findings = Findings::new();
    for below in ["native method a.B.c", "native method a.B.d"] {
        let reason = Reason::new(ReasonKind::Unsupported, "Paths.get").detail(below);
        findings.reason(reason.at(middle().line(4)));
    }
    let outcome = findings.exhausted();
    let short = render(&outcome, &NoSources, Style::default());
    assert!(
        short.starts_with("unknown: unsupported: Paths.get at "),
        "{short}"
    );
    assert!(short.contains(" (2 times)\nverdict: unknown\n"), "{short}");
    let verbose = Style {
        verbose: true,
        ..Style::default()
    };
    let long = render(&outcome, &NoSources, verbose);
    assert!(
        long.contains("\n  stopped by: native method a.B.c\n"),
        "{long}"
    );
}

#[test]
fn several_methods_are_summed_up_by_cause() {
    let unknown = |what: &str, kind| Findings::new().stopped(Reason::new(kind, what));
    let thread = || unknown("threads", ReasonKind::Unsupported);
    let mut bounded = Findings::new();
    bounded.bound(BoundHit::new(BoundKind::Loop, "A.a:1", 3));
    let outcomes = [
        ("A.a()", bounded.exhausted()),
        ("A.b()", Findings::new().exhausted()),
        ("A.c()", thread()),
        (
            "A.d()",
            unknown("stopped after 1 s (--timeout)", ReasonKind::Time),
        ),
        ("A.e()", thread()),
        (
            "A.f()",
            unknown("stopped after 2 s (--timeout)", ReasonKind::Time),
        ),
        ("A.g()", thread()),
    ];
    let named = outcomes.map(|(name, outcome)| (name.to_owned(), outcome));
    let outcome = Outcome::of_methods(named);
    let table: String = (outcome.methods().iter())
        .map(|method| report::method_line(method, Style::default()))
        .collect();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "safe within bounds  A.a()",
            "safe                A.b()",
            "unknown             A.c()  (unsupported: threads)",
            "unknown             A.d()  (time limit: stopped after 1 s (--timeout))",
        ]
    );
    let text = render(&outcome, &NoSources, Style::default());
    let summary = "\
methods: 1 safe, 1 safe within bounds, 5 unknown
  3 unknown: unsupported: threads
  2 unknown: time limit
verdict: unknown
";
    assert!(text.ends_with(summary), "{text}");

    // A hundred reasons are no report; all of them are there to be had.
    let many = (0..100).map(|n| {
        let what = format!("method {n}");
        (what.clone(), unknown(&what, ReasonKind::Unsupported))
    });
    let outcome = Outcome::of_methods(many);
    let count = |style| {
        let text = render(&outcome, &NoSources, style);
        text.lines()
            .filter(|line| line.starts_with("unknown: "))
            .count()
    };
    assert_eq!(count(Style::default()), 20);
    let all = Style {
        verbose: true,
        ..Style::default()
    };
    assert_eq!(count(all), 100);
}
