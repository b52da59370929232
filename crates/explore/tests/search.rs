//! The search as a whole, on small programs that are compiled here: how many paths and queries it takes, that its order
//! changes nothing but the order, and that limits stop it with a reason.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Entry, Merge, Search, explore};
use outcome::{InputValue, Outcome, ReasonKind, Verdict};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A program of one class `Main`, compiled (or found in the cache).
fn program(name: &str, body: &str) -> Arc<ClassPath> {
    let dir: PathBuf =
        std::env::temp_dir().join(format!("cortado-explore-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let file = dir.join("Main.java");
    std::fs::write(
        &file,
        format!("import cortado.Any;\npublic class Main {{\n{body}\n}}\n"),
    )
    .expect("a source file");
    Arc::new(
        ClassPathBuilder::new()
            .target(&file)
            .build()
            .expect("the program compiles"),
    )
}

fn main_entry() -> Entry {
    Entry::Main {
        class: "Main".to_owned(),
        args: vec![],
    }
}

fn check(name: &str, body: &str, config: &Config) -> Outcome {
    explore(program(name, body), &main_entry(), config)
}

fn branches(n: usize) -> String {
    let mut body = String::from("  public static void main(String[] a) {\n    int s = 0;\n");
    for i in 0..n {
        body += &format!("    if (Any.anInt() > {i}) s += {};\n", 1 << i);
    }
    body + "    assert s >= 0;\n  }"
}

/// Every path by itself, so that paths can be counted.
fn unmerged() -> Config {
    Config {
        merge: Merge::None,
        ..Config::default()
    }
}

#[test]
fn one_query_a_branch() {
    for n in [0, 1, 3, 6] {
        let outcome = check(&format!("branches{n}"), &branches(n), &unmerged());
        assert_eq!(outcome.verdict(), Verdict::Safe);
        assert_eq!(outcome.stats().paths, 1 << n, "{n} branches");
        assert!(
            outcome.stats().queries < 1 << n,
            "{n} branches, {} queries",
            outcome.stats().queries
        );
    }
}

const TWO_BUGS: &str = "
  static int f(int x) { return 10 / (x - 7); }
  public static void main(String[] a) {
    int x = Any.anInt();
    int y = Any.anInt();
    if (x > 0 && x < 20) f(x);
    if (y == 12345) assert x != 99;
    for (int i = 0; i < 4; i++) { if (Any.aBoolean()) x++; }
  }";

/// The set of violations, and the counts.
fn summary(outcome: &Outcome) -> (Vec<String>, u64) {
    let what = |v: &outcome::Violation| format!("{} {} {:?}", v.kind, v.what, v.place.line);
    (
        outcome.violations().iter().map(what).collect(),
        outcome.stats().paths,
    )
}

#[test]
fn the_order_of_the_search_changes_no_result() {
    let classpath = program("orders", TWO_BUGS);
    let run = |search, jobs| {
        let config = Config {
            search,
            jobs,
            all: false,
            ..Config::default()
        };
        explore(classpath.clone(), &main_entry(), &config)
    };
    let dfs = run(Search::Dfs, 1);
    assert_eq!(dfs.verdict(), Verdict::Violated);
    assert_eq!(summary(&dfs).0.len(), 2, "{:?}", summary(&dfs));
    for (search, jobs) in [
        (Search::Mixed, 1),
        (Search::Bfs, 1),
        (Search::Random(7), 1),
        (Search::Random(8), 1),
        (Search::Dfs, 3),
    ] {
        let other = run(search, jobs);
        assert_eq!(
            summary(&dfs),
            summary(&other),
            "{search:?} with {jobs} workers"
        );
    }
}

#[test]
fn two_runs_are_equal_in_every_count() {
    let classpath = program("twice", TWO_BUGS);
    let run = || {
        let mut outcome = explore(classpath.clone(), &main_entry(), &Config::default());
        outcome.stats_mut().wall_ms = 0;
        outcome.stats_mut().solver_ms = 0;
        // Times differ; counts do not.
        let extra = &mut outcome.stats_mut().extra;
        extra.retain(|name, _| !name.ends_with("_ms"));
        outcome.to_json()
    };
    assert_eq!(run(), run());
}

#[test]
fn the_first_path_takes_the_initial_values() {
    let body =
        "  public static void main(String[] a) { int x = Any.anInt(); if (x == 77) assert false; }";
    let mut config = Config::default();
    config.machine.initial = vec![77];
    let outcome = check("initial", body, &config);
    assert_eq!(outcome.stats().first_violation_iteration, Some(1));
    assert_eq!(outcome.violations()[0].inputs[0].value, InputValue::Int(77));
    let outcome = check("initial", body, &Config::default());
    assert_eq!(outcome.stats().first_violation_iteration, Some(2));
}

const ENDLESS: &str = "
  public static void main(String[] a) {
    int x = 0;
    while (true) { if (Any.aBoolean()) x++; else x--; assert x != 1000000; }
  }";

fn reasons(outcome: &Outcome) -> Vec<ReasonKind> {
    outcome.reasons().iter().map(|r| r.kind).collect()
}

#[test]
fn time_stops_the_search() {
    let config = Config {
        timeout: Some(Duration::from_millis(500)),
        ..Config::default()
    };
    let started = Instant::now();
    let outcome = check("time", ENDLESS, &config);
    assert_eq!(
        (outcome.verdict(), reasons(&outcome)),
        (Verdict::Unknown, vec![ReasonKind::Time])
    );
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_user_stops_the_search() {
    let interrupt = Arc::new(AtomicBool::new(false));
    let config = Config {
        interrupt: interrupt.clone(),
        ..Config::default()
    };
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        interrupt.store(true, Ordering::SeqCst);
    });
    let outcome = check("interrupt", ENDLESS, &config);
    stopper.join().expect("the stopper ends");
    assert_eq!(
        (outcome.verdict(), reasons(&outcome)),
        (Verdict::Unknown, vec![ReasonKind::Interrupted])
    );
}

#[test]
fn memory_stops_the_search() {
    // Every path keeps an array of its own, so that the waiting ones fill the memory soon.
    let body = "
  public static void main(String[] a) {
    int x = 0;
    int[][] all = new int[100000][];
    for (int i = 0; i < all.length; i++) { all[i] = new int[50000]; all[i][i % 7] = i; if (Any.aBoolean()) x++; }
    assert x >= 0;
  }";
    let config = Config {
        memory: Some(300 << 20),
        timeout: Some(Duration::from_secs(120)),
        search: Search::Bfs,
        ..Config::default()
    };
    let outcome = check("memory", body, &config);
    assert_eq!(
        (outcome.verdict(), reasons(&outcome)),
        (Verdict::Unknown, vec![ReasonKind::Memory])
    );
}

#[test]
fn a_bound_is_named_and_counted() {
    let body = "
  public static void main(String[] a) {
    int n = Any.anInt(), s = 0;
    while (s < n) s++;
    assert n < 0 || s == n;
  }";
    let mut config = unmerged();
    config.machine.unwind = Some(5);
    let outcome = check("bound", body, &config);
    assert_eq!(outcome.verdict(), Verdict::SafeWithinBounds);
    let bounds = outcome.bounds();
    assert_eq!(bounds.len(), 1);
    assert_eq!(
        (bounds[0].name.as_str(), bounds[0].limit),
        ("Main.main:6", 5)
    );
    config.machine.unwind = None;
    config
        .machine
        .unwind_loops
        .insert("Main.main:6".to_owned(), 2);
    let outcome = check("bound", body, &config);
    assert_eq!(outcome.bounds()[0].limit, 2);
    assert_eq!(
        outcome.stats().paths,
        5,
        "negative, 0, 1, 2 iterations, and the cut"
    );
}

#[test]
fn concrete_loops_are_not_bounded() {
    let body = "
  public static void main(String[] a) {
    int s = 0;
    for (int i = 0; i < 1000; i++) s += i;
    assert s == 499500 && Any.anInt() < 3 | true;
  }";
    let mut config = Config::default();
    config.machine.unwind = Some(3);
    assert_eq!(check("concrete", body, &config).verdict(), Verdict::Safe);
}

#[test]
fn assertions_that_are_not_reached_are_listed() {
    let body = "
  public static void main(String[] a) {
    int x = Any.anInt();
    assert x * 0 == 0;
    if (x > x) assert false;
  }";
    let outcome = check("unreached", body, &Config::default());
    let statuses: Vec<String> = outcome
        .obligations()
        .iter()
        .map(|o| o.status.to_string())
        .collect();
    assert_eq!(
        statuses,
        ["holds", "holds", "unreachable"],
        "{:?}",
        outcome.obligations()
    );
}

#[test]
fn all_reports_every_violation_of_an_obligation() {
    let body = "
  static void f(int x) { assert x != 3; }
  public static void main(String[] a) { int x = Any.anInt(); if (Any.aBoolean()) f(x); else f(x + 1); }";
    let config = Config {
        all: true,
        ..Config::default()
    };
    assert_eq!(check("all", body, &config).violations().len(), 2);
    assert_eq!(check("all", body, &Config::default()).violations().len(), 1);
}
