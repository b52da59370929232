//! The decision graph: what leaves a trace in it and what does not, and that its paths are those of an exploration.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Decisions, Ending, Entry, Explored, Merge, Next, Search, explore};
use solver::{Budget, Mode, Solver};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn program(name: &str, body: &str) -> Arc<ClassPath> {
    let directory =
        std::env::temp_dir().join(format!("cortado-decisions-{}-{name}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory");
    let file = directory.join("Main.java");
    fs::write(&file, format!("public class Main {{\n{body}\n}}\n")).expect("a source file");
    let classpath = ClassPathBuilder::new().target(&file).build();
    Arc::new(classpath.expect("the program compiles"))
}

fn entry(descriptor: &str) -> Entry {
    Entry::Method {
        class: "Main".to_owned(),
        name: "f".to_owned(),
        descriptor: descriptor.to_owned(),
    }
}

fn followed(graph: &Decisions) -> Explored {
    let mode = Mode::Shared;
    let factory = move || Box::new(mode.solver()) as Box<dyn Solver>;
    let mut asking = mode.asking(Box::new(factory));
    graph.explore(&mut *asking, &Budget::UNLIMITED, |_| true)
}

/// Looks at a graph, after its paths have been compared with those of an exploration without it.
fn check(
    name: &str,
    descriptor: &str,
    body: &str,
    look: impl FnOnce(&Decisions, &Explored) + Send,
) {
    compare(&program(name, body), &entry(descriptor), look);
}

fn compare(
    classpath: &Arc<ClassPath>,
    entry: &Entry,
    look: impl FnOnce(&Decisions, &Explored) + Send,
) {
    // Every path to its end, also where nothing can fail.
    let config = Config {
        merge: Merge::None,
        search: Search::Dfs,
        ..Config::default()
    };
    let outcome = explore(classpath.clone(), entry, &config);
    let compared = Decisions::with(classpath, entry, &config, |graph| {
        let explored = followed(graph);
        assert_eq!(explored.unknown, 0);
        let paths: u64 = explored.paths.values().sum();
        assert_eq!(paths, outcome.stats().paths, "{:?}", explored.paths);
        for (index, decided) in graph.decisions.iter().enumerate() {
            for next in &decided.then {
                if let Next::Decision(id) = next {
                    assert!(id.0 as usize > index, "a cycle");
                }
            }
        }
        look(graph, &explored);
    });
    assert_eq!(compared, Ok(()), "{}", entry.file_name());
}

/// Objects, calls, exceptions that are caught, loops: what merging is tested with.
#[test]
fn graphs_have_the_paths_of_an_exploration() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict/merging");
    let mut merged = 0;
    for directory in fs::read_dir(programs).expect("the programs are there") {
        let directory = directory.expect("a directory").path();
        let files = fs::read_dir(&directory).expect("files").flatten();
        let mut sources = files.map(|file| file.path()).filter(|file| {
            let text = fs::read_to_string(file).unwrap_or_default();
            file.extension().is_some_and(|end| end == "java") && text.contains("void main(")
        });
        let (Some(main), None) = (sources.next(), sources.next()) else {
            continue;
        };
        let class = main
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let classpath = ClassPathBuilder::new().target(&directory).build();
        let classpath = Arc::new(classpath.expect("the program compiles"));
        let args = Vec::new();
        compare(&classpath, &Entry::Main { class, args }, |graph, _| {
            merged += graph.merged
        });
    }
    assert!(merged > 20, "{merged}");
}

#[test]
fn the_thesis_example_has_three_decisions() {
    let body = "
      static int f(int a, int b) {
        if (a < 0) { b = a + b; }
        if (b < 0) { b = -b; }
        assert b >= 0;
        return b;
      }";
    check("add", "(II)I", body, |graph, explored| {
        // The second branch is one decision for both values of b, and the assertion is one for all four.
        assert_eq!(graph.decisions.len(), 3);
        assert!((graph.log_ways() - 8f64.log10()).abs() < 1e-9);
        assert_eq!(graph.merged, 2);
        // `-Integer.MIN_VALUE` is negative: the thesis's integers have no such thing.
        let failed = Ending::Threw("java.lang.AssertionError".to_owned());
        assert_eq!(explored.paths[&failed], 2);
        let dot = graph.dot("Main.f");
        assert!(dot.contains("Main.f:4"), "{dot}");
        assert!(dot.contains("throws java.lang.AssertionError"), "{dot}");
    });
}

#[test]
fn what_is_concrete_leaves_no_trace() {
    let body = "
      int x;
      static int f(int a) {
        Main m = new Main();
        int[] some = new int[4];
        for (int i = 0; i < 4; i++) { some[i] = i * a; m.x += some[i] / 3; }
        if (some.length == 4 && m != null && m.x > 7) { m.x++; }
        return m.x;
      }";
    check("concrete", "(I)I", body, |graph, _| {
        assert_eq!(graph.decisions.len(), 1);
    });
}

#[test]
fn exceptions_that_can_happen_are_decisions() {
    let body = "
      static int f(int a, int b) {
        int r = 0;
        try { r = a / b; } catch (ArithmeticException e) { r = 1; }
        if (a > 5) { r++; }
        return 100 / (a - 3) + r;
      }";
    check("exceptions", "(II)I", body, |graph, _| {
        let thrown = Ending::Threw("java.lang.ArithmeticException".to_owned());
        let endings = graph.endings();
        assert!(endings.contains_key(&thrown), "{endings:?}");
    });
}

#[test]
fn calls_and_loops_of_inputs_are_unrolled() {
    let body = "
      int x;
      static int g(int n, int k) { return n > k ? n - k : k; }
      static int f(int a, int b) {
        int s = 0;
        Main m = a > 3 ? new Main() : null;
        for (int i = 0; i < 4 && i < a; i++) { if (g(b, i) > 2) s += i; }
        for (int j = 0; j < 3; j++) {
          if (b <= 10) break;
          b = g(b, 7);
          if (m != null) { m.x = b; s += m.x; }
          if (s > 6) return s;
        }
        switch (s) { case 0: s += b; break; case 1: return 3; default: s++; }
        return s > 100 ? g(s, b) : s;
      }";
    check("loops", "(II)I", body, |graph, _| {
        assert_eq!(graph.endings().len(), 1);
        assert!(graph.merged > 10);
    });
}

#[test]
fn bounds_end_loops() {
    let body = "static int f(int a) { int s = 0; while (a > s) { s += 3; } return s; }";
    let classpath = program("bounds", body);
    let mut config = Config::default();
    config.machine.unwind = Some(5);
    let seen = Decisions::with(&classpath, &entry("(I)I"), &config, |graph| {
        assert_eq!(followed(graph).paths[&Ending::Bound("--unwind")], 1);
        graph.decisions.len()
    });
    assert_eq!(seen, Ok(6));
}

#[test]
fn limits_end_ways_and_are_told() {
    let body = "static int f(int a) { int s = 0; while (a > s) { s += 3; } return s; }";
    let classpath = program("limits", body);
    let config = Config {
        timeout: Some(Duration::from_millis(300)),
        ..Config::default()
    };
    let cut = Decisions::with(&classpath, &entry("(I)I"), &config, |graph| {
        let mut endings = graph.endings().into_keys();
        endings.any(|ending| matches!(ending, Ending::Unknown(_)))
    });
    assert_eq!(cut, Ok(true));
}
