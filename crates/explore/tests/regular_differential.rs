//! Generated programs under all strategies: what a full search finds, and nothing else, is found by those that leave
//! branches out. `CORTADO_PROGRAMS` and `CORTADO_SEED` choose how many programs and which.

use classpath::{ClassPath, ClassPathBuilder};
use explore::{Assertions, Config, Entry, Exceptions, Merge, Search, Strategy, explore};
use outcome::{Outcome, Verdict};
use property::Matcher;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Writes one program: readers or lists with iterators, inputs, and state in locals, fields, arrays and collections.
struct Generator {
    random: Random,
    lists: bool,
    /// Branches on inputs that may still be written; each doubles the paths.
    inputs: u32,
    loops: u32,
}

impl Generator {
    fn program(number: usize, seed: u64) -> String {
        let mut g = Generator {
            random: Random(seed),
            lists: seed.is_multiple_of(3),
            inputs: 9,
            loops: 3,
        };
        let helper = g.block(2, "        ", true);
        let mut main = g.block(3, "        ", false);
        main += &g.block(3, "        ", false);
        let things = match g.lists {
            true => {
                "        java.util.ArrayList<Integer> r = new java.util.ArrayList<>(java.util.List.of(1, 2, 3));
        java.util.ArrayList<Integer> s = new java.util.ArrayList<>(java.util.List.of(4));
        java.util.Iterator<Integer> i = r.iterator(), j = s.iterator();"
            }
            false => {
                "        java.io.Reader r = new java.io.StringReader(\"some text\");
        java.io.Reader s = new java.io.StringReader(\"other\");
        java.io.Reader i = r, j = s;"
            }
        };
        let (t, u) = match g.lists {
            true => (
                "java.util.ArrayList<Integer>",
                "java.util.Iterator<Integer>",
            ),
            false => ("java.io.Reader", "java.io.Reader"),
        };
        let inputs = "int a = cortado.Any.anInt(), b = cortado.Any.anInt(), c = cortado.Any.anInt(), d = cortado.Any.anInt();";
        format!(
            "class P{number} {{
    static boolean global; boolean field; static P{number} box = new P{number}();
    static int[] cells = new int[2]; static java.util.ArrayList<Integer> kept = new java.util.ArrayList<>();
    static boolean helper({t} r, {t} s, {u} i, {u} j, int a, int b) throws Exception {{
        boolean flag = false; int x = 0, c = 0, d = 1;
{helper}        return flag;
    }}
    public static void main(String[] args) throws Exception {{
        {inputs}
        boolean flag = false; int x = 0;
{things}
{main}    }}
}}
"
        )
    }

    fn block(&mut self, depth: u32, indent: &str, helper: bool) -> String {
        let mut out = String::new();
        for _ in 0..2 + self.random.below(3) {
            let statement = self.statement(depth, indent, helper);
            out.push_str(&statement);
        }
        out
    }

    fn event(&mut self) -> String {
        let thing = match self.lists {
            true => [
                "r.add(5);",
                "if (i.hasNext()) i.next();",
                "i.hasNext();",
                "if (j.hasNext()) j.next();",
                "s.remove(Integer.valueOf(4));",
                "r.size();",
                "if (r.iterator().hasNext()) x++;",
            ][..]
                .to_vec(),
            false => [
                "r.read();",
                "r.close();",
                "s.read();",
                "s.close();",
                "i.read();",
                "j.close();",
                "x += r.ready() ? 1 : 0;",
            ][..]
                .to_vec(),
        };
        self.random.pick(&thing).to_owned()
    }

    fn condition(&mut self) -> String {
        let plain = [
            "flag",
            "global",
            "box.field",
            "cells[0] > 0",
            "cells[1] == x",
            "!kept.isEmpty()",
            "x > 1",
            "kept.size() > x",
        ];
        let input = [
            "a > 0",
            "a == 7",
            "a > 5",
            "b < 3",
            "b == a",
            "c == 1",
            "c > x",
            "d > 10",
            "d == cells[0]",
            "a + b > 4",
        ];
        if self.inputs > 0 && self.random.below(3) > 0 {
            self.inputs -= 1;
            self.random.pick(&input).to_owned()
        } else {
            self.random.pick(&plain).to_owned()
        }
    }

    fn change(&mut self) -> String {
        let changes = [
            "flag = !flag;",
            "flag = x > 0;",
            "global = true;",
            "box.field = true;",
            "cells[0]++;",
            "cells[1] = x + 1;",
            "kept.add(x);",
            "kept.clear();",
            "x++;",
            "x = a > b ? x : x + 2;",
        ];
        self.random.pick(&changes).to_owned()
    }

    fn statement(&mut self, depth: u32, indent: &str, helper: bool) -> String {
        let inner = format!("{indent}    ");
        let mut out = String::new();
        match self.random.below(if depth == 0 { 6 } else { 13 }) {
            0..=2 => {
                let event = self.event();
                let _ = writeln!(out, "{indent}{event}");
            }
            3..=5 => {
                let change = self.change();
                let _ = writeln!(out, "{indent}{change}");
            }
            6..=8 => {
                let condition = self.condition();
                let then = self.block(depth - 1, &inner, helper);
                let _ = write!(out, "{indent}if ({condition}) {{\n{then}{indent}}}");
                if self.random.below(2) == 0 {
                    let otherwise = self.block(depth - 1, &inner, helper);
                    let _ = write!(out, " else {{\n{otherwise}{indent}}}");
                }
                out.push('\n');
            }
            9 if self.loops > 0 => {
                self.loops -= 1;
                let name = format!("k{}", self.loops);
                let body = self.block(depth - 1, &inner, helper);
                let _ = writeln!(
                    out,
                    "{indent}for (int {name} = 0; {name} < 2; {name}++) {{\n{body}{indent}}}"
                );
            }
            10 if !helper => {
                let call = self.random.pick(&[
                    "flag |= helper(r, s, i, j, a, b);",
                    "helper(s, r, j, i, c, 2);",
                    "if (helper(r, s, i, j, 1, d)) x++;",
                ]);
                let _ = writeln!(out, "{indent}{call}");
            }
            11 => {
                let body = self.block(depth - 1, &inner, helper);
                let condition = self.condition();
                let change = self.change();
                let _ = writeln!(
                    out,
                    "{indent}try {{\n{inner}if ({condition}) throw new IllegalStateException();\n{body}{indent}}} catch (IllegalStateException e) {{ {change} }}"
                );
            }
            12 => {
                let condition = self.condition();
                let end = if helper { "return true;" } else { "return;" };
                let _ = writeln!(out, "{indent}if ({condition}) {end}");
            }
            _ => {
                let event = self.event();
                let _ = writeln!(out, "{indent}{event}");
            }
        }
        out
    }
}

/// The first is the one to compare with.
const RUNS: [(Strategy, Merge); 7] = [
    (Strategy::Dfs, Merge::None),
    (Strategy::Guided, Merge::None),
    (Strategy::Sliced, Merge::None),
    (Strategy::Srv, Merge::None),
    (Strategy::Guided, Merge::Full),
    (Strategy::Sliced, Merge::Full),
    (Strategy::Srv, Merge::Full),
];

fn run(
    classpath: &Arc<ClassPath>,
    matcher: &Arc<Matcher>,
    class: &str,
    (strategy, merge): (Strategy, Merge),
    seconds: u64,
) -> Outcome {
    let mut config = Config {
        search: Search::Dfs,
        properties: Some(matcher.clone()),
        strategy,
        merge,
        all: true,
        timeout: Some(Duration::from_secs(seconds)),
        ..Config::default()
    };
    config.checks.assertions = Assertions::Off;
    config.checks.exceptions = Exceptions::Off;
    let entry = Entry::Main {
        class: class.to_owned(),
        args: Vec::new(),
    };
    explore(classpath.clone(), &entry, &config)
}

/// The sequences of events that break the property, by line.
fn violations(outcome: &Outcome) -> BTreeSet<Vec<(Option<u32>, String)>> {
    let trace = |v: &outcome::Violation| {
        let steps = v.trace.iter();
        steps.map(|s| (s.place.line, s.what.clone())).collect()
    };
    outcome.violations().iter().map(trace).collect()
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn all_strategies_find_the_same_violations() {
    let (programs, seed) = (number("CORTADO_PROGRAMS", 40), number("CORTADO_SEED", 1));
    let dir = std::env::temp_dir().join(format!("cortado-regular-diff-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let file = dir.join("Programs.java");
    let sources: Vec<String> = (0..programs)
        .map(|n| Generator::program(n as usize, seed.wrapping_mul(1_000_003) + n))
        .collect();
    std::fs::write(&file, sources.concat()).expect("a source file");
    let classpath = ClassPathBuilder::new().target(&file).build();
    let classpath = Arc::new(classpath.expect("the programs compile"));
    let load = |name: &str| {
        let text = property::builtin(name).expect("in the library").text;
        let loaded = property::parse_prop(text, &classpath);
        Arc::new(Matcher::new(loaded.properties, classpath.clone()))
    };
    let (reader, iteration) = (load("reader"), load("safe-iteration"));
    let (mut violated, mut compared, mut different) = (0, 0, Vec::new());
    let mut iterations = [0; RUNS.len()];
    for n in 0..programs {
        let class = format!("P{n}");
        let lists = (seed.wrapping_mul(1_000_003) + n).is_multiple_of(3);
        let matcher = if lists { &iteration } else { &reader };
        let dfs = run(&classpath, matcher, &class, RUNS[0], 20);
        if !dfs.reasons().is_empty() {
            continue;
        }
        compared += 1;
        violated += u64::from(dfs.verdict() == Verdict::Violated);
        iterations[0] += dfs.stats().iterations;
        let expected = violations(&dfs);
        for (at, how) in RUNS.into_iter().enumerate().skip(1) {
            let outcome = run(&classpath, matcher, &class, how, 60);
            iterations[at] += outcome.stats().iterations;
            let found = violations(&outcome);
            if found != expected || outcome.verdict() != dfs.verdict() {
                different.push(format!(
                    "{how:?}: {:?}, not {:?}; missing {:?}, more {:?}\n{}",
                    outcome.verdict(),
                    dfs.verdict(),
                    expected.difference(&found).collect::<Vec<_>>(),
                    found.difference(&expected).collect::<Vec<_>>(),
                    sources[n as usize]
                ));
            }
        }
    }
    println!(
        "{compared} of {programs} programs compared, {violated} violated; iterations of {RUNS:?}: {iterations:?}"
    );
    if std::env::var_os("CORTADO_KEEP").is_none() {
        std::fs::remove_dir_all(&dir).expect("the directory was made");
    }
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
    assert!(compared * 10 >= programs * 9 && violated * 5 >= compared);
}
