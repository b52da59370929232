//! The ways to ask a solver: on programs that are compiled here, all of them come to the same verdict, and the example of
//! the thesis leads to its queries in its order.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Entry, Merge, Search, Solving, explore};
use logic::Pool;
use outcome::{Outcome, Stat, Verdict};
use std::path::PathBuf;
use std::sync::Arc;

fn directory(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("cortado-solving-{}-{name}", std::process::id()))
}

/// A program of one class `Main`, compiled (or found in the cache).
fn program(name: &str, body: &str) -> Arc<ClassPath> {
    let dir = directory(name);
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let file = dir.join("Main.java");
    let text = format!("import cortado.Any;\npublic class Main {{\n{body}\n}}\n");
    std::fs::write(&file, text).expect("a source file");
    let built = ClassPathBuilder::new().target(&file).build();
    Arc::new(built.expect("the program compiles"))
}

fn method(name: &str, descriptor: &str) -> Entry {
    Entry::Method {
        class: "Main".to_owned(),
        name: name.to_owned(),
        descriptor: descriptor.to_owned(),
    }
}

fn unmerged(solving: Solving) -> Config {
    Config {
        merge: Merge::None,
        search: Search::Dfs,
        solving,
        ..Config::default()
    }
}

const MODES: [Solving; 6] = Solving::ALL;

const ADD: &str = "
  static int add(int a, int b) {
    if (a < 0) { b = a + b; }
    if (b < 0) { b = -b; }
    assert b >= 0;
    return b;
  }";

/// Fig. 7.2: the path and what is asked. The thesis's queries 5 and 10 ask for the negation of what was just decided,
/// which nobody has to be asked for here; in turn, an assertion is a branch here, and both of its sides are asked for.
const QUERIES: [(&str, bool); 10] = [
    ("1: (bvslt a #x00000000)", true),
    ("2: (bvslt (bvadd a b) #x00000000)", true),
    // Unsatisfiable in the thesis, whose integers have no smallest one.
    ("3: (bvslt (bvneg (bvadd a b)) #x00000000)", true),
    ("3: (bvsle #x00000000 (bvneg (bvadd a b)))", true),
    ("2: (bvsle #x00000000 (bvadd a b))", true),
    ("1: (bvsle #x00000000 a)", true),
    ("2: (bvslt b #x00000000)", true),
    // As well.
    ("3: (bvslt (bvneg b) #x00000000)", true),
    ("3: (bvsle #x00000000 (bvneg b))", true),
    ("2: (bvsle #x00000000 b)", true),
];

#[test]
fn the_example_of_the_thesis_leads_to_its_queries() {
    let classpath = program("add", ADD);
    for solving in [Solving::Stack, Solving::Shared] {
        let records = directory(&format!("add-{}", solving.name()));
        let config = Config {
            record: Some(records.clone()),
            ..unmerged(solving)
        };
        let outcome = explore(classpath.clone(), &method("add", "(II)I"), &config);
        assert_eq!(outcome.verdict(), Verdict::Violated);
        assert_eq!(outcome.stats().queries, 10);
        let text = std::fs::read_to_string(records.join("Main.add_II_I-0.smt2"))
            .expect("the questions were recorded");
        let mut pool = Pool::new();
        let questions = solver::record::read(&text, &mut pool).expect("a script of ours");
        let asked: Vec<(String, bool)> = questions
            .iter()
            .map(|q| {
                let also = q.also.map(|t| pool.print(t)).unwrap_or_default();
                let also = also.replace("|0:a:int|", "a").replace("|1:b:int|", "b");
                (
                    format!("{}: {also}", q.path.len() + 1),
                    q.answer == Some(true),
                )
            })
            .collect();
        let expected = QUERIES.map(|(text, sat)| (text.to_owned(), sat));
        assert_eq!(asked, expected, "{}", solving.name());
    }
}

/// Branches on sums and products, loops, arrays, objects, strings and doubles; what is asserted at the end holds in the
/// first of each pair and not in the second.
const PROGRAMS: [(&str, &str, [&str; 2]); 7] = [
    (
        "sums",
        "int x = Any.anInt(), y = Any.anInt(); int s = 0;
         if (x > 3 && x < 10) s++; if (y > x && y < 20) s++; if (x + y > 25) s++; if (x * 3 == y) s++;",
        ["s < 4", "s < 3"],
    ),
    (
        "loops",
        "int n = Any.anInt(); Any.assume(n >= 0 && n < 6); int s = 0;
         for (int i = 0; i < n; i++) { if (Any.aBoolean()) s += i; }",
        ["s <= 10", "s < 10"],
    ),
    (
        "arrays",
        "int[] a = new int[4]; int i = Any.anInt(); Any.assume(0 <= i && i < 4); a[i] = 7;
         int j = Any.anInt(); Any.assume(0 <= j && j < 4);",
        ["a[j] == 7 || i != j", "a[j] == 0"],
    ),
    (
        "apart",
        "int a = Any.anInt(), b = Any.anInt(), c = Any.anInt(); int s = 0;
         if (a > 0) s |= 1; if (b > 0) s |= 2; if (c > 0) s |= 4; if (a > 5) s |= 8; if (b < -5) s |= 16;",
        ["(s & 9) != 8 && (s & 18) != 18", "s != 15"],
    ),
    (
        "division",
        "int x = Any.anInt(), y = Any.anInt(); Any.assume(x > -50 && x < 50 && y > 0 && y < 50); int q = x / y, r = x % y;",
        ["q * y + r == x", "r >= 0"],
    ),
    (
        "doubles",
        "double d = Any.aDouble(); Any.assume(d >= 1 && d <= 2); double e = d * d;",
        ["e <= 4", "e < 4"],
    ),
    (
        "strings",
        "String t = Any.aString(); Any.assume(t != null && t.length() < 4); boolean b = t.startsWith(\"ab\");",
        ["!b || t.length() >= 2", "!b"],
    ),
];

fn summary(outcome: &Outcome) -> (Verdict, Vec<String>) {
    let what = |v: &outcome::Violation| format!("{} {} {:?}", v.kind, v.what, v.place.line);
    (
        outcome.verdict(),
        outcome.violations().iter().map(what).collect(),
    )
}

#[test]
fn all_ways_to_ask_come_to_the_same_verdict() {
    for (name, body, claims) in PROGRAMS {
        for (claim, verdict) in claims.into_iter().zip([Verdict::Safe, Verdict::Violated]) {
            let body =
                format!("public static void main(String[] args) {{ {body}\n assert {claim}; }}");
            let classpath = program(&format!("{name}-{verdict:?}"), &body);
            let entry = Entry::Main {
                class: "Main".to_owned(),
                args: vec![],
            };
            let mut first = None;
            for solving in MODES {
                for merge in [Merge::None, Merge::Full] {
                    let config = Config {
                        merge,
                        ..unmerged(solving)
                    };
                    let outcome = explore(classpath.clone(), &entry, &config);
                    let summary = summary(&outcome);
                    let how = format!("{name}, {claim}, {}, {merge:?}", solving.name());
                    let within = summary.0 == Verdict::SafeWithinBounds;
                    assert!(
                        summary.0 == verdict || within && verdict == Verdict::Safe,
                        "{how}: {summary:?}"
                    );
                    let first = first.get_or_insert_with(|| summary.clone());
                    assert_eq!(first.0, summary.0, "{how}");
                    assert_eq!(first.1.len(), summary.1.len(), "{how}");
                }
            }
        }
    }
}

#[test]
fn orders_bounds_and_workers_do_not_depend_on_the_way_to_ask() {
    let body = "
      static void run(int n, int x) {
        int s = 0;
        for (int i = 0; i < n; i++) { if (x > i * 10) s++; }
        assert s < 7;
      }";
    let classpath = program("orders", body);
    let entry = method("run", "(II)V");
    for (unwind, verdict) in [(4, Verdict::SafeWithinBounds), (9, Verdict::Violated)] {
        for solving in MODES {
            for (search, jobs) in [(Search::Dfs, 1), (Search::Bfs, 1), (Search::Mixed, 3)] {
                let mut config = Config {
                    search,
                    jobs,
                    ..unmerged(solving)
                };
                config.machine.unwind = Some(unwind);
                let outcome = explore(classpath.clone(), &entry, &config);
                let how = format!("{}, {search:?}, {jobs} workers, {unwind}", solving.name());
                assert_eq!(outcome.verdict(), verdict, "{how}");
            }
        }
    }
    // Without a bound, sides wait before they are asked for, also to be given to another worker.
    let body = "
      static int run(int a, int b, int c, int d, int e) {
        int s = 0;
        if (a > b) s++; if (b > c) s++; if (c > d) s++; if (d > e) s++; if (e > a) s++;
        assert s < 5;
        return s;
      }";
    let classpath = program("workers", body);
    let entry = method("run", "(IIIII)I");
    for solving in MODES {
        for jobs in [1, 3] {
            let config = Config {
                jobs,
                ..unmerged(solving)
            };
            let outcome = explore(classpath.clone(), &entry, &config);
            let how = format!("{}, {jobs} workers", solving.name());
            assert_eq!(outcome.verdict(), Verdict::Safe, "{how}");
            assert_eq!(outcome.stats().paths, 31, "{how}");
        }
    }
}

#[test]
fn work_is_counted_in_the_same_way() {
    let classpath = program("counts", ADD);
    let count = |outcome: &Outcome, name: &str| match outcome.stats().extra.get(name) {
        Some(Stat::Count(count)) => *count,
        other => panic!("{name}: {other:?}"),
    };
    for solving in MODES {
        let timeline = explore::Timeline::default();
        let config = Config {
            timeline: Some(timeline.clone()),
            ..unmerged(solving)
        };
        let outcome = explore(classpath.clone(), &method("add", "(II)I"), &config);
        assert_eq!(count(&outcome, "decided_sides"), 10, "{}", solving.name());
        assert_eq!(outcome.stats().paths, 6);
        let times = ["exploration_ms", "expressions_ms", "solving_ms", "rest_ms"];
        let sum: u64 = times.iter().map(|name| count(&outcome, name)).sum();
        assert!(sum <= outcome.stats().wall_ms + 4, "{}", solving.name());
        let samples = timeline.lock().expect("no worker failed");
        let last = samples.last().expect("one at the end");
        assert_eq!((last.paths, last.decided_sides), (6, 10));
    }
}
