//! Regular properties under the four strategies: how many iterations they need, and that they agree.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Config, Entry, Merge, Search, Strategy, explore};
use outcome::{Outcome, Stat, Verdict};
use property::Matcher;
use std::sync::Arc;
use std::time::Duration;

struct Program {
    classpath: Arc<ClassPath>,
    matcher: Arc<Matcher>,
}

/// The program of the class `Main`, to be checked against a property of the library.
fn program(name: &str, property: &str, source: &str) -> Program {
    let text = property::builtin(property).expect("in the library").text;
    program_with(name, text, source)
}

/// The same with a property of its own.
fn program_with(name: &str, text: &str, source: &str) -> Program {
    let dir = std::env::temp_dir().join(format!("cortado-regular-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let file = dir.join("Main.java");
    std::fs::write(&file, source).expect("a source file");
    let classpath = ClassPathBuilder::new().target(&file).build();
    let classpath = Arc::new(classpath.expect("the program compiles"));
    std::fs::remove_dir_all(&dir).expect("the directory was made");
    let loaded = property::parse_prop(text, &classpath);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    Program {
        matcher: Arc::new(Matcher::new(loaded.properties, classpath.clone())),
        classpath,
    }
}

impl Program {
    /// All violations, to the end of the search.
    fn run(&self, strategy: Strategy, initial: &[i64], args: &[&str], seconds: u64) -> Outcome {
        self.explore(strategy, initial, args, seconds, true)
    }

    /// Up to the first violation.
    fn first(&self, strategy: Strategy, initial: &[i64], args: &[&str]) -> Outcome {
        self.explore(strategy, initial, args, 60, false)
    }

    fn explore(
        &self,
        strategy: Strategy,
        initial: &[i64],
        args: &[&str],
        seconds: u64,
        all: bool,
    ) -> Outcome {
        let mut config = self.config(strategy, initial, all);
        config.timeout = Some(Duration::from_secs(seconds));
        explore(self.classpath.clone(), &main(args), &config)
    }

    fn config(&self, strategy: Strategy, initial: &[i64], all: bool) -> Config {
        let mut config = Config {
            search: Search::Dfs,
            properties: Some(self.matcher.clone()),
            strategy,
            all,
            // The counts are those of single paths.
            merge: Merge::None,
            ..Config::default()
        };
        config.checks.assertions = explore::Assertions::Off;
        config.checks.exceptions = explore::Exceptions::Off;
        config.machine.initial = initial.to_vec();
        config
    }
}

fn main(args: &[&str]) -> Entry {
    Entry::Main {
        class: "Main".to_owned(),
        args: args.iter().map(|a| (*a).to_owned()).collect(),
    }
}

fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.stats().extra.get(name) {
        Some(Stat::Count(count)) => *count,
        other => panic!("{name}: {other:?}"),
    }
}

fn ended(outcome: &Outcome) -> bool {
    outcome.reasons().is_empty()
}

fn first(outcome: &Outcome) -> Option<u64> {
    outcome.stats().first_violation_iteration
}

/// Finds the largest of the first half, removes it if it is 100, and goes on with an iterator made before.
const REMOVES: &str = "
    import java.util.ArrayList;
    import java.util.Iterator;
    class Main {
        static int test(ArrayList<Integer> list, int m) {
            if (m > 10)
                m++;
            int max = 0;
            Iterator<Integer> iterator = list.iterator();
            for (int i = 0; i < list.size() / 2; i++) {
                if (list.get(i).intValue() > max)
                    max = list.get(i).intValue();
            }
            if (max == 100)
                list.remove(Integer.valueOf(max));
            while (iterator.hasNext()) {
                int next = iterator.next();
                if (next > max)
                    max = next;
            }
            return m + max;
        }
        public static void main(String[] args) {
            ArrayList<Integer> list = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[0]); i++)
                list.add(cortado.Any.anInt());
            test(list, cortado.Any.anInt());
        }
    }";

#[test]
fn two_iterations_are_enough_for_lists_of_any_length() {
    let program = program("any-length", "safe-iteration", REMOVES);
    for length in [2, 8, 32, 128] {
        let mut initial: Vec<i64> = (1..=length).collect();
        initial.push(3);
        let length = length.to_string();
        let srv = program.run(Strategy::Srv, &initial, &[&length], 60);
        assert!(ended(&srv), "{length}: {:?}", srv.reasons());
        assert_eq!(srv.stats().iterations, 2, "{length}");
        assert_eq!(first(&srv), Some(2), "{length}");
        assert_eq!(srv.violations().len(), 1);
        let from_zeros = program.run(Strategy::Srv, &[], &[&length], 60);
        assert!(ended(&from_zeros));
        assert!(from_zeros.stats().iterations <= 4, "{length}");
        assert_eq!(from_zeros.violations().len(), 1);
        let guided = program.first(Strategy::Guided, &initial, &[&length]);
        assert_eq!(first(&guided), Some(2), "{length}");
    }
}

#[test]
fn a_guided_search_alone_does_not_come_to_an_end() {
    let program = program("no-end", "safe-iteration", REMOVES);
    for (length, ends) in [(8, true), (32, false)] {
        let initial: Vec<i64> = (1..=length).chain([3]).collect();
        let seconds = if ends { 60 } else { 3 };
        let guided = program.run(Strategy::Guided, &initial, &[&length.to_string()], seconds);
        assert_eq!(ended(&guided), ends, "{length}");
    }
}

/// Facts that are not complete are not used: the search does without them, and says so.
#[test]
fn an_analysis_that_is_given_up_prunes_nothing() {
    let removes = program("given-up", "safe-iteration", REMOVES);
    let safe = REMOVES.replace("list.remove(", "list.contains(");
    let safe = program("given-up-safe", "safe-iteration", &safe);
    for strategy in [Strategy::Guided, Strategy::Sliced, Strategy::Srv] {
        let given_up = |program: &Program, timeout: Option<Duration>| {
            let mut config = program.config(strategy, &[1, 2, 3], true);
            config.analysis = timeout.is_none().then_some(Duration::ZERO);
            config.timeout = timeout;
            explore(program.classpath.clone(), &main(&["2"]), &config)
        };
        let plain = given_up(&removes, None);
        assert!(ended(&plain));
        assert_eq!(plain.stats().iterations, 10);
        assert_eq!(plain.violations().len(), 1);
        let said = |outcome: &Outcome| {
            let notes = outcome.notes();
            notes.iter().any(|n| n.what.contains("was given up after"))
        };
        assert!(said(&plain), "{:?}", plain.notes());
        // With all the facts nothing would be explored.
        let plain = given_up(&safe, None);
        assert_eq!(plain.verdict(), Verdict::Safe);
        assert!(plain.stats().iterations > 0);
        // No time at all is no reason to call it safe.
        let late = given_up(&safe, Some(Duration::ZERO));
        assert_eq!(late.verdict(), Verdict::Unknown);
        let whole = safe.run(strategy, &[1, 2, 3], &["2"], 60);
        assert_eq!(whole.stats().iterations, 0);
        assert!(!said(&whole));
    }
}

/// A branch that matters to nothing itself decides what a later one can do, also where the later one is not asked any more
/// because the answer is known.
#[test]
fn a_branch_that_has_decided_a_later_one_is_kept() {
    let cases = [
        ("if (c == 1) x++;", "c == 1"),
        ("if (c > 1) x++;", "c > 1"),
        ("if (c != 0) x++;", "c == 7"),
        ("x = positive(c) ? 3 : 4;", "c > 0"),
        (
            "switch (c) { case 1: x = 5; break; default: x = 9; }",
            "c == 1",
        ),
        (
            "int[] array = {1, 2, 3}; if (c >= 0 && c < 3) x = array[c];",
            "c == 2",
        ),
        ("field = c; if (field == 9) x++;", "field == 9"),
        (
            "if (new ArrayList<>(List.of(c)).contains(8)) x++;",
            "c == 8",
        ),
        ("if (c == d) x++;", "c == 7 && d == 7"),
        ("if (Integer.toString(c).equals(\"7\")) x++;", "c == 7"),
    ];
    for (number, (first, second)) in cases.into_iter().enumerate() {
        let source = format!(
            "import java.util.*;
            class Main {{
                static int field;
                static boolean positive(int c) {{ return c > 0; }}
                public static void main(String[] args) {{
                    int c = cortado.Any.anInt(), d = cortado.Any.anInt(), x = 0;
                    List<Integer> list = new ArrayList<>(List.of(1, 2));
                    Iterator<Integer> iterator = list.iterator();
                    {first}
                    if ({second}) list.add(3);
                    if (iterator.hasNext()) iterator.next();
                }}
            }}"
        );
        let program = program(&format!("decided-{number}"), "safe-iteration", &source);
        for strategy in [Strategy::Guided, Strategy::Sliced, Strategy::Srv] {
            let outcome = program.run(strategy, &[], &[], 60);
            assert!(ended(&outcome));
            assert_eq!(outcome.violations().len(), 1, "{first} {strategy:?}");
        }
    }
}

/// Something that matters to nothing looks at an input, which is settled from then on.
#[test]
fn what_settles_an_input_is_kept() {
    let cases = [
        (
            "String s",
            "(Ljava/lang/String;)V",
            "new StringReader(s);",
            "s.length() == 2",
        ),
        (
            "String s",
            "(Ljava/lang/String;)V",
            "if (s.isEmpty()) x++; new StringReader(s);",
            "s.length() == 2",
        ),
        (
            "Node n",
            "(LMain$Node;)V",
            "if (n.next == null) x++;",
            "n.next != null",
        ),
        (
            "int c",
            "(I)V",
            "x = Integer.toString(c).length();",
            "Integer.toString(c).length() == 3",
        ),
        (
            "int[] a",
            "([I)V",
            "x = a.length > 2 ? 1 : 2;",
            "a.length == 1",
        ),
    ];
    for (number, (parameter, descriptor, first, second)) in cases.into_iter().enumerate() {
        let source = format!(
            "import java.io.*;
            class Main {{
                public static class Node {{ public Node next; }}
                public static void run({parameter}) throws IOException {{
                    Reader reader = new StringReader(\"text\");
                    int x = 0;
                    {first}
                    if ({second}) reader.close();
                    reader.read();
                }}
            }}"
        );
        let program = program(&format!("settles-{number}"), "reader", &source);
        let entry = Entry::Method {
            class: "Main".to_owned(),
            name: "run".to_owned(),
            descriptor: descriptor.to_owned(),
        };
        for strategy in [
            Strategy::Dfs,
            Strategy::Guided,
            Strategy::Sliced,
            Strategy::Srv,
        ] {
            let config = program.config(strategy, &[], true);
            let outcome = explore(program.classpath.clone(), &entry, &config);
            assert_eq!(outcome.verdict(), Verdict::Violated, "{first} {strategy:?}");
        }
    }
}

/// What an argument is, is decided before the program begins.
#[test]
fn every_argument_counts() {
    let source = "
        import java.util.*;
        class Main {
            static int sum(List<Integer> list, int k) {
                int sum = 0;
                for (Iterator<Integer> iterator = list.iterator(); iterator.hasNext();) {
                    int next = iterator.next();
                    sum += next;
                    if (k == 3 && next == 2) list.remove(0);
                }
                return sum;
            }
        }";
    let program = program("arguments", "safe-iteration", source);
    let entry = Entry::Method {
        class: "Main".to_owned(),
        name: "sum".to_owned(),
        descriptor: "(Ljava/util/List;I)I".to_owned(),
    };
    for strategy in [
        Strategy::Dfs,
        Strategy::Guided,
        Strategy::Sliced,
        Strategy::Srv,
    ] {
        let config = program.config(strategy, &[], true);
        let outcome = explore(program.classpath.clone(), &entry, &config);
        assert_eq!(outcome.verdict(), Verdict::Violated, "{strategy:?}");
    }
}

#[test]
fn every_path_counts_without_slices() {
    let program = program("every-path", "safe-iteration", REMOVES);
    let dfs = program.run(Strategy::Dfs, &[1, 2, 3], &["2"], 60);
    assert!(ended(&dfs));
    assert_eq!(dfs.stats().iterations, 10);
    assert_eq!(count(&dfs, "accepted_paths"), 2);
    let initial: Vec<i64> = (1..=32).chain([3]).collect();
    let long = program.run(Strategy::Dfs, &initial, &["32"], 2);
    assert!(!ended(&long));
}

#[test]
fn merging_only_lowers_the_counts() {
    let program = program("merging", "safe-iteration", REMOVES);
    for strategy in [
        Strategy::Dfs,
        Strategy::Guided,
        Strategy::Sliced,
        Strategy::Srv,
    ] {
        let run = |merge| {
            let mut config = program.config(strategy, &[1, 2, 3], true);
            config.merge = merge;
            explore(program.classpath.clone(), &main(&["2"]), &config)
        };
        let (single, merged) = (run(Merge::None), run(Merge::Full));
        assert!(ended(&merged), "{strategy:?}");
        assert_eq!(merged.verdict(), Verdict::Violated, "{strategy:?}");
        let iterations = [&merged, &single].map(|outcome| outcome.stats().iterations);
        assert!(
            iterations[0] <= iterations[1],
            "{strategy:?}: {iterations:?}"
        );
    }
}

#[test]
fn a_slice_keeps_the_branches_that_events_depend_on() {
    let program = program("keeps", "safe-iteration", REMOVES);
    let sliced = program.run(Strategy::Sliced, &[1, 2, 3], &["2"], 60);
    assert!(ended(&sliced));
    // The first path, the other side of `max == 100`, and the other side of the comparison in the first loop. The
    // branch on `m` and those of the second loop are left out.
    assert_eq!(sliced.stats().iterations, 3);
    assert_eq!(sliced.violations().len(), 1);
    assert_eq!(count(&sliced, "pruned_sliced"), 3);
}

/// A reader that is read, closed under a condition, and read again.
fn reads(second: &str) -> String {
    format!(
        "class Main {{
            public static void main(String[] args) throws java.io.IOException {{
                int m = cortado.Any.anInt();
                int tag = cortado.Any.anInt();
                int n = cortado.Any.anInt();
                cortado.Any.assume(m <= Integer.parseInt(args[0]));
                cortado.Any.assume(n <= Integer.parseInt(args[0]));
                java.io.Reader reader = new java.io.StringReader(\"text\");
                for (int i = 0; i < m; i++)
                    reader.read();
                if (tag == 0)
                    reader.close();
                for (int i = 0; i < {second}; i++)
                    reader.read();
            }}
        }}"
    )
}

#[test]
fn a_guided_search_goes_to_the_close_at_once() {
    // Where both loops have the same number of rounds, the first decides all of the second.
    for (name, second) in [("same", "m"), ("other", "n")] {
        let program = program(name, "reader", &reads(second));
        for bound in [3u64, 30, 300] {
            let rounds = bound.to_string();
            let guided = program.first(Strategy::Guided, &[1, 1, 1], &[&rounds]);
            assert_eq!(first(&guided), Some(2), "{name} {bound}");
            let srv = program.run(Strategy::Srv, &[1, 1, 1], &[&rounds], 60);
            assert_eq!(first(&srv), Some(2), "{name} {bound}");
            assert!(ended(&srv));
        }
        let dfs = program.run(Strategy::Dfs, &[1, 1, 1], &["30"], 60);
        // One path for each number of rounds of the second loop comes before the branch that closes.
        let expected = if second == "m" { 2 } else { 32 };
        assert_eq!(first(&dfs), Some(expected), "{name}");
    }
}

#[test]
fn nothing_is_followed_where_no_call_can_do_harm() {
    let program = program(
        "harmless",
        "reader",
        "class Main {
            public static void main(String[] args) throws java.io.IOException {
                java.io.Reader reader = new java.io.StringReader(\"text\");
                for (int i = 0; i < 2; i++)
                    if (cortado.Any.anInt() > 0)
                        reader.read();
                reader.close();
            }
        }",
    );
    let srv = program.run(Strategy::Srv, &[], &[], 60);
    assert_eq!(srv.verdict(), Verdict::Safe);
    assert_eq!(srv.stats().iterations, 0);
    let dfs = program.run(Strategy::Dfs, &[], &[], 60);
    assert_eq!(dfs.verdict(), Verdict::Safe);
    assert_eq!(dfs.stats().iterations, 4);
}

#[test]
fn nothing_is_left_out_where_assertions_count_too() {
    let program = program(
        "assertions",
        "reader",
        "class Main {
            public static void main(String[] args) throws java.io.IOException {
                int x = cortado.Any.anInt();
                java.io.Reader reader = new java.io.StringReader(\"text\");
                reader.read();
                reader.close();
                if (x == 7)
                    assert false;
            }
        }",
    );
    for strategy in [Strategy::Sliced, Strategy::Srv] {
        let config = Config {
            properties: Some(program.matcher.clone()),
            strategy,
            ..Config::default()
        };
        let entry = Entry::Main {
            class: "Main".to_owned(),
            args: Vec::new(),
        };
        let outcome = explore(program.classpath.clone(), &entry, &config);
        assert_eq!(outcome.verdict(), Verdict::Violated, "{strategy:?}");
    }
}

/// An input decides both a branch on which no event depends and one on which an event does.
#[test]
fn a_branch_that_says_something_about_later_ones_is_kept() {
    let program = program(
        "says",
        "reader",
        "class Main {
            public static void main(String[] args) throws java.io.IOException {
                int x = cortado.Any.anInt();
                java.io.Reader reader = new java.io.StringReader(\"text\");
                int y = 0;
                if (x > 0)
                    y = 1;
                if (x > 5)
                    reader.close();
                reader.read();
            }
        }",
    );
    for strategy in [
        Strategy::Dfs,
        Strategy::Guided,
        Strategy::Sliced,
        Strategy::Srv,
    ] {
        let outcome = program.run(strategy, &[], &[], 60);
        assert_eq!(outcome.verdict(), Verdict::Violated, "{strategy:?}");
    }
}

/// What a branch writes decides a later one that depends on no input by itself.
#[test]
fn a_branch_that_writes_what_decides_events_is_kept() {
    for (name, set, test) in [
        ("local", "flag = true;", "flag"),
        ("field", "Main.box.flag = true;", "Main.box.flag"),
        ("static", "Main.global = true;", "Main.global"),
        ("array", "Main.flags[0] = true;", "Main.flags[0]"),
        ("call", "set();", "Main.global"),
        ("list", "Main.list.add(1);", "!Main.list.isEmpty()"),
        (
            "builder",
            "Main.text.append('x');",
            "Main.text.length() > 0",
        ),
    ] {
        let source = format!(
            "class Main {{
                boolean flag;
                static Main box = new Main();
                static boolean global;
                static boolean[] flags = new boolean[1];
                static java.util.ArrayList<Integer> list = new java.util.ArrayList<>();
                static StringBuilder text = new StringBuilder();
                static void set() {{ global = true; }}
                public static void main(String[] args) throws java.io.IOException {{
                    java.io.Reader reader = new java.io.StringReader(\"text\");
                    boolean flag = false;
                    if (cortado.Any.anInt() == 7)
                        {set}
                    if ({test})
                        reader.close();
                    reader.read();
                }}
            }}"
        );
        let program = program(&format!("writes-{name}"), "reader", &source);
        for strategy in [
            Strategy::Dfs,
            Strategy::Guided,
            Strategy::Sliced,
            Strategy::Srv,
        ] {
            let outcome = program.run(strategy, &[], &[], 60);
            assert_eq!(outcome.verdict(), Verdict::Violated, "{name} {strategy:?}");
        }
    }
}

/// A call of a method of the program may be an event. What it does inside decides what comes after it, and whether it is
/// an event at all.
#[test]
fn branches_within_events_are_followed() {
    let source = "
        class Main {
            static class Node {}
            static class Tag extends Node {}
            boolean flag;
            static Main other = new Main();
            void open(int x) { if (x == 7) flag = true; }
            Node make(int x) { return x == 7 ? new Tag() : new Node(); }
            boolean test(int x) { if (x > 5) { return x == 7; } return false; }
            void take(Node node) {}
            void use() {}
            public static void main(String[] args) {
                Main main = new Main();
                int x = cortado.Any.anInt();
                BODY
            }
        }";
    let property = "
        property p \"use after it\"
        object m : Main
        object t : Main.Tag
        event first = EVENT
        event use = before m.use()
        states
          start: first -> ready
          ready: use -> error";
    for (name, event, body) in [
        (
            "before",
            "before m.open(..)",
            "main.open(x); if (main.flag) main.use();",
        ),
        (
            "after",
            "after m.open(..)",
            "main.open(x); if (main.flag) main.use();",
        ),
        ("type", "after t := m.make(..)", "main.make(x); main.use();"),
        (
            "argument",
            "before m.take(t)",
            "main.take(x == 7 ? new Tag() : new Node()); main.use();",
        ),
        (
            "returns",
            "after m.test(..) returns true",
            "main.test(x); main.use();",
        ),
        (
            "twice",
            "after m.test(..) returns true",
            "main.test(3); main.test(x); main.use();",
        ),
        (
            "seen",
            "after m.test(..) returns true",
            "if (cortado.Any.anInt() == 3) { main.test(7); main.use(); } else { other.test(x); other.use(); }",
        ),
    ] {
        let mut text = property.replace("EVENT", event);
        if !["type", "argument"].contains(&name) {
            text = text.replace("object t : Main.Tag\n", "");
        }
        let program = program_with(
            &format!("within-{name}"),
            &text,
            &source.replace("BODY", body),
        );
        let found = |strategy| {
            let outcome = program.run(strategy, &[], &[], 60);
            assert!(ended(&outcome), "{name} {strategy:?}");
            let trails: std::collections::BTreeSet<String> = outcome
                .violations()
                .iter()
                .map(|v| format!("{:?}", v.trace))
                .collect();
            trails
        };
        let all = found(Strategy::Dfs);
        assert!(!all.is_empty(), "{name}");
        for strategy in [Strategy::Guided, Strategy::Sliced, Strategy::Srv] {
            assert_eq!(found(strategy), all, "{name} {strategy:?}");
        }
    }
}
