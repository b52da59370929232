//! What a suite covers: the figures, and for each side of a branch that no test takes, why.

use super::Searched;
use super::cases::Candidate;
use super::collect::Collected;
use super::suite::{Asked, Suite};
use crate::failure::Failure;
use crate::names::dotted;
use classpath::ClassPath;
use explore::Entry;
use explore::suite::{Pass, Program, What};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// How many sides of branches are listed on a terminal; JSON has all.
const LISTED: usize = 40;

/// Everything, as JSON has it.
#[derive(Serialize)]
pub struct Summary {
    schema: u32,
    /// Whether all tests were run and passed.
    passed: bool,
    /// Why the suite was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_run: Option<String>,
    jdk: String,
    tests: Vec<TestLine>,
    removed: Vec<RemovedLine>,
    branches: Figures,
    lines: Figures,
    classes: Vec<ClassLine>,
    not_covered: Vec<Open>,
    not_called: Vec<String>,
    methods: Vec<MethodLine>,
    /// Paths that make no test, by reason.
    no_test: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct TestLine {
    class: String,
    test: String,
    file: String,
    /// The constructor or method that it calls.
    calls: String,
}

#[derive(Serialize)]
struct RemovedLine {
    test: String,
    why: String,
    /// Whether this is a bug in Cortado.
    fault: bool,
}

#[derive(Clone, Copy, Default, Serialize)]
struct Figures {
    all: usize,
    /// By some path that was followed.
    reached: usize,
    /// By the suite.
    covered: usize,
}

#[derive(Serialize)]
struct ClassLine {
    class: String,
    file: Option<String>,
    tests: usize,
    branches: Figures,
    lines: Figures,
}

/// A side of a branch that the suite does not take.
#[derive(Serialize)]
struct Open {
    class: String,
    method: String,
    file: Option<String>,
    line: Option<u32>,
    side: String,
    /// Whether a path took it that makes no test.
    reached: bool,
    why: Vec<String>,
}

/// How far one constructor or method was followed.
#[derive(Serialize)]
struct MethodLine {
    method: String,
    paths: u64,
    /// Why there may be more paths; empty if all were followed.
    open: Vec<String>,
    bounds: Vec<String>,
}

impl Summary {
    pub fn new(
        classpath: &ClassPath,
        searched: &[Searched],
        collected: &Collected,
        candidates: &[Candidate],
        suite: &Suite<'_>,
    ) -> Summary {
        let program = scope(classpath, searched, collected, suite.asked());
        let covered: BTreeSet<&Pass> = (suite.chosen.iter())
            .flat_map(|at| &candidates[*at].passed)
            .collect();
        let reached: BTreeSet<&Pass> = collected.reached.iter().collect();
        let mut summary = Summary {
            schema: 1,
            passed: suite.ran.is_ok(),
            not_run: suite.ran.clone().err(),
            jdk: suite.jdk.clone(),
            tests: Vec::new(),
            removed: Vec::new(),
            branches: Figures::default(),
            lines: Figures::default(),
            classes: Vec::new(),
            not_covered: Vec::new(),
            not_called: Vec::new(),
            methods: Vec::new(),
            no_test: BTreeMap::new(),
        };
        let files = Files { classpath };
        let mut classes: BTreeMap<&str, ClassLine> = BTreeMap::new();
        let mut lines: BTreeMap<(&str, u32), (bool, bool)> = BTreeMap::new();
        for (key, shape) in &program.methods {
            let class = classes
                .entry(&shape.class)
                .or_insert_with(|| ClassLine::new(&shape.class, files.of(&shape.class)));
            let mut at = Places::new(key, &reached, &covered);
            for line in &shape.lines {
                let known = lines.entry((&shape.class, *line)).or_default();
                known.0 |= at.lines(&reached, *line);
                known.1 |= at.lines(&covered, *line);
            }
            class.branches.all += shape.branches.len();
            if !at.is_called() {
                let written = format!("{}.{}", dotted(&shape.class), shape.name);
                summary.not_called.push(written);
            }
            for branch in &shape.branches {
                let (is_reached, is_covered) = at.side(branch.from, branch.to);
                class.branches.reached += usize::from(is_reached);
                class.branches.covered += usize::from(is_covered);
                if is_covered || !at.has_begun(branch.from) {
                    continue;
                }
                let why = match is_reached {
                    true => no_test_reasons(key, collected),
                    false => reasons(key, searched, collected),
                };
                summary.not_covered.push(Open {
                    class: dotted(&shape.class),
                    method: shape.name.clone(),
                    file: files.of(&shape.class),
                    line: branch.line,
                    side: branch.side.clone(),
                    reached: is_reached,
                    why,
                });
            }
        }
        for ((class, _), (is_reached, is_covered)) in lines {
            if let Some(class) = classes.get_mut(class) {
                class.lines.all += 1;
                class.lines.reached += usize::from(is_reached);
                class.lines.covered += usize::from(is_covered);
            }
        }
        for (file, written) in &suite.classes {
            for test in &written.tests {
                let candidate = &candidates[test.case];
                let calls = searched.get(candidate.entry).map(|s| s.name.clone());
                if let Some(class) = classes.get_mut(candidate.class.as_str()) {
                    class.tests += 1;
                }
                summary.tests.push(TestLine {
                    class: written.class.clone(),
                    test: test.method.clone(),
                    file: file.display().to_string(),
                    calls: calls.unwrap_or_default(),
                });
            }
        }
        for class in classes.into_values() {
            summary.branches.add(class.branches);
            summary.lines.add(class.lines);
            summary.classes.push(class);
        }
        for removed in &suite.removed {
            summary.removed.push(RemovedLine {
                test: removed.test.clone(),
                why: removed.why.clone(),
                fault: removed.fault,
            });
        }
        for (searched, entry) in searched.iter().zip(&collected.entries) {
            for (why, count) in &entry.refused {
                *summary.no_test.entry(why.clone()).or_default() += count;
            }
            summary.methods.push(MethodLine {
                method: searched.name.clone(),
                paths: entry.paths,
                open: searched.open.clone(),
                bounds: searched.bounds.clone(),
            });
        }
        for (why, count) in &suite.unwritable {
            *summary.no_test.entry(why.clone()).or_default() += *count as u64;
        }
        summary
    }

    /// For standard output.
    pub fn render(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail, here and below.
        let mut files: BTreeMap<&str, usize> = BTreeMap::new();
        for test in &self.tests {
            *files.entry(&test.file).or_default() += 1;
        }
        for (file, tests) in files {
            let _ = writeln!(text, "{file}: {}", count(tests, "test"));
        }
        for removed in &self.removed {
            match removed.fault {
                true => {
                    let _ = writeln!(
                        text,
                        "error: {} was taken out: {}\n  This is a bug in Cortado; please report it with the program.",
                        removed.test, removed.why
                    );
                }
                false => {
                    let _ = writeln!(text, "taken out: {}: {}", removed.test, removed.why);
                }
            }
        }
        if !self.classes.is_empty() {
            let _ = writeln!(text, "covered by class, of what there is:");
            let width = self.classes.iter().map(|c| c.class.chars().count()).max();
            let width = width.unwrap_or(0).min(60);
            for class in &self.classes {
                let _ = writeln!(
                    text,
                    "  {:width$}  branches {}, lines {}",
                    class.class, class.branches, class.lines
                );
            }
        }
        self.render_open(&mut text);
        let run = match (&self.not_run, self.tests.len()) {
            (_, 0) => "there is no test".to_owned(),
            (None, n) => format!("{}, all pass on JDK {}", count(n, "test"), self.jdk),
            (Some(why), n) => format!("{}, not run: {why}", count(n, "test")),
        };
        let Figures {
            all,
            reached,
            covered,
        } = self.branches;
        let _ = writeln!(
            text,
            "branches: {covered} of the {reached} that were reached, of {all} in all; lines: {} of {}, of {}",
            self.lines.covered, self.lines.reached, self.lines.all
        );
        let _ = writeln!(text, "suite: {run}");
        text
    }

    fn render_open(&self, text: &mut String) {
        if !self.not_covered.is_empty() {
            let _ = writeln!(text, "branches without a test:");
        }
        for open in self.not_covered.iter().take(LISTED) {
            let place = match (&open.file, open.line) {
                (Some(file), Some(line)) => format!("{file}:{line}"),
                _ => format!("{}.{}", open.class, open.method),
            };
            let _ = writeln!(text, "  {place}, {}: {}", open.side, open.why.join("; "));
        }
        if self.not_covered.len() > LISTED {
            let more = self.not_covered.len() - LISTED;
            let _ = writeln!(text, "  and {more} more (--json has all)");
        }
        if !self.not_called.is_empty() {
            let names: Vec<&str> = (self.not_called.iter().take(LISTED))
                .map(String::as_str)
                .collect();
            let more = match self.not_called.len().saturating_sub(LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let _ = writeln!(
                text,
                "methods that no path came to: {}{more}",
                names.join(", ")
            );
        }
    }

    /// For standard error: what makes no test, and with `all`, how far each method was followed.
    pub fn notes(&self, all: bool) -> String {
        let mut text = String::new();
        // Which input it is that would have to be longer is for JSON to say.
        let mut grouped: BTreeMap<String, u64> = BTreeMap::new();
        for (why, paths) in &self.no_test {
            let option = why.rsplit_once('(').map_or("", |(_, option)| option);
            let option = option.trim_end_matches(')');
            let why = match why.starts_with("cut off by length of") {
                true => format!("a string or an array would be too long ({option})"),
                false => why.clone(),
            };
            *grouped.entry(why).or_default() += paths;
        }
        for (why, paths) in &grouped {
            let paths = usize::try_from(*paths).unwrap_or(usize::MAX);
            let _ = writeln!(text, "note: {} without a test: {why}", count(paths, "path"));
        }
        if all {
            for method in &self.methods {
                let paths = usize::try_from(method.paths).unwrap_or(usize::MAX);
                let open = match &method.open[..] {
                    [] => "all of them".to_owned(),
                    reasons => reasons.join("; "),
                };
                let _ = writeln!(text, "{}: {}, {open}", method.method, count(paths, "path"));
            }
        }
        text
    }

    pub fn write_json(&self, file: &Path) -> Result<(), Failure> {
        let cannot = |error: &dyn std::fmt::Display| {
            Failure::usage(format!("cannot write JSON to {}: {error}", file.display()))
        };
        let mut text = serde_json::to_string_pretty(self).map_err(|error| cannot(&error))?;
        text.push('\n');
        std::fs::write(file, text).map_err(|error| cannot(&error))
    }

    pub fn status(&self) -> u8 {
        let fault = self.removed.iter().any(|removed| removed.fault);
        let ran = match &self.not_run {
            None => true,
            Some(why) => why == "--no-run",
        };
        match ran && !fault && !self.tests.is_empty() {
            true => 0,
            false => outcome::Verdict::Unknown.exit_status() as u8,
        }
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

impl Figures {
    fn add(&mut self, other: Figures) {
        self.all += other.all;
        self.reached += other.reached;
        self.covered += other.covered;
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.covered, self.all)
    }
}

impl ClassLine {
    fn new(class: &str, file: Option<String>) -> ClassLine {
        ClassLine {
            class: dotted(class),
            file,
            tests: 0,
            branches: Figures::default(),
            lines: Figures::default(),
        }
    }
}

struct Files<'a> {
    classpath: &'a ClassPath,
}

impl Files<'_> {
    fn of(&self, class: &str) -> Option<String> {
        let class = self.classpath.find(class).ok().flatten()?;
        let source = self.classpath.source_file(&class);
        let source = source.map(|path| path.display().to_string());
        source.or_else(|| class.source_file.as_deref().map(str::to_owned))
    }
}

/// What was passed of one method.
struct Places {
    method: std::sync::Arc<str>,
    reached: BTreeSet<(u32, u32)>,
    covered: BTreeSet<(u32, u32)>,
    begun: BTreeSet<u32>,
}

impl Places {
    fn new(key: &str, reached: &BTreeSet<&Pass>, covered: &BTreeSet<&Pass>) -> Places {
        let method: std::sync::Arc<str> = key.into();
        let edges = |of: &BTreeSet<&Pass>| -> BTreeSet<(u32, u32)> {
            let first = Pass {
                method: method.clone(),
                what: What::Edge(0, 0),
            };
            of.range::<&Pass, _>(&first..)
                .take_while(|pass| pass.method == method)
                .filter_map(|pass| match pass.what {
                    What::Edge(from, to) => Some((from, to)),
                    What::Line(_) => None,
                })
                .collect()
        };
        let (reached, covered) = (edges(reached), edges(covered));
        let begun = reached.iter().map(|(_, to)| *to).collect();
        Places {
            method,
            reached,
            covered,
            begun,
        }
    }

    fn is_called(&self) -> bool {
        !self.begun.is_empty()
    }

    fn has_begun(&self, block: u32) -> bool {
        self.begun.contains(&block)
    }

    fn side(&self, from: u32, to: u32) -> (bool, bool) {
        let edge = (from, to);
        (self.reached.contains(&edge), self.covered.contains(&edge))
    }

    fn lines(&mut self, of: &BTreeSet<&Pass>, line: u32) -> bool {
        of.contains(&Pass {
            method: self.method.clone(),
            what: What::Line(line),
        })
    }
}

/// What there is to be covered: the classes under test, with those nested in them, unless single methods were asked for;
/// and whatever else was called.
fn scope(
    classpath: &ClassPath,
    searched: &[Searched],
    collected: &Collected,
    asked: Asked,
) -> Program {
    let mut tested: BTreeSet<String> = BTreeSet::new();
    let mut methods: BTreeSet<String> = BTreeSet::new();
    for one in searched {
        if let Entry::Method {
            class,
            name,
            descriptor,
        } = &one.entry
        {
            tested.insert(class.clone());
            methods.insert(format!("{class}.{name}{descriptor}"));
        }
    }
    for name in classpath.named_classes().unwrap_or_default() {
        // `a/B$C$D` is within `a/B$C` and `a/B`.
        let around = name
            .match_indices('$')
            .any(|(at, _)| tested.contains(&name[..at]));
        if around || asked == Asked::All {
            tested.insert(name.to_string());
        }
    }
    for entry in &collected.entries {
        methods.extend(entry.called.iter().cloned());
    }
    let mut classes = tested.clone();
    // `acme/Tool.run(I)V`: a class's name has no dot.
    let class_of = |method: &String| method.split('.').next().unwrap_or_default().to_owned();
    classes.extend(methods.iter().map(class_of));
    let mut program = Program::of(classpath, classes);
    program.methods.retain(|key, shape| {
        asked != Asked::Methods && tested.contains(&shape.class) || methods.contains(key)
    });
    program
}

/// Why a side of a branch was not reached: what kept the searches that came to its method from going on.
fn reasons(method: &str, searched: &[Searched], collected: &Collected) -> Vec<String> {
    let mut open: BTreeSet<String> = BTreeSet::new();
    let mut bounds: BTreeSet<String> = BTreeSet::new();
    for (searched, entry) in searched.iter().zip(&collected.entries) {
        if !entry.called.contains(method) {
            continue;
        }
        open.extend(searched.open.iter().cloned());
        bounds.extend(searched.bounds.iter().cloned());
        for why in entry.refused.keys() {
            if why.starts_with("unsupported") || why.starts_with("cut off") {
                open.insert(why.clone());
            }
        }
    }
    if !open.is_empty() {
        let mut why = vec!["not reached".to_owned()];
        why.extend(open.into_iter().take(4));
        return why;
    }
    match bounds.is_empty() {
        true => vec!["no input leads there".to_owned()],
        false => {
            let listed: Vec<String> = bounds.into_iter().take(3).collect();
            vec![format!(
                "no input leads there within the bounds ({})",
                listed.join(", ")
            )]
        }
    }
}

/// Why what was reached is in no test.
fn no_test_reasons(method: &str, collected: &Collected) -> Vec<String> {
    let mut why: BTreeSet<String> = BTreeSet::new();
    for entry in &collected.entries {
        if entry.called.contains(method) {
            why.extend(entry.refused.keys().cloned());
        }
    }
    let mut all = vec!["reached, but by no path that makes a test".to_owned()];
    all.extend(why.into_iter().take(3));
    all
}
