//! The verdict tests: every directory below `tests/verdict` holds a Java program, optional arguments, what is true of
//! the program (`truth`, written by hand) and the exact standard output of `cortado check` (`expected`). Each program
//! is run in a scratch copy of its directory; its output must agree with both files. `UPDATE_EXPECT=1` rewrites
//! `expected`, but only where the output agrees with the truth; `VERDICT_FILTER=text` runs a part. See
//! `tests/README.md` for the format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// With fewer programs than this a part of the suite went missing.
const FEWEST_PROGRAMS: usize = 120;

/// No program here needs long; one that takes this long hangs.
const TIME_LIMIT: Duration = Duration::from_secs(180);

/// One directory.
struct Program {
    /// `group/name`.
    id: String,
    dir: PathBuf,
    /// The name of the source file, `Name.java`.
    source: String,
    args: Vec<String>,
    truth: Truth,
}

/// What is true of a program, whatever the tool says.
#[derive(Debug, PartialEq)]
struct Truth {
    verdict: Verdict,
    /// One for each violation, in no order; empty unless violated.
    violations: Vec<Violation>,
    /// Words that the reasons or bounds in the output must contain.
    mentions: Vec<String>,
    /// Words that the notes must contain, on either stream.
    notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    Safe,
    SafeWithinBounds,
    Violated,
    Unknown,
}

#[derive(Debug, Clone, PartialEq)]
struct Violation {
    kind: String,
    class: String,
    line: usize,
    /// Whether the replay on the JVM must have confirmed it.
    confirmed: bool,
}

/// What one run printed.
struct Output {
    stdout: String,
    stderr: String,
    status: Option<i32>,
}

impl Verdict {
    const ALL: [Verdict; 4] = [
        Verdict::Safe,
        Verdict::SafeWithinBounds,
        Verdict::Violated,
        Verdict::Unknown,
    ];

    fn words(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::SafeWithinBounds => "safe within bounds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        }
    }

    fn exit_status(self) -> i32 {
        match self {
            Verdict::Safe | Verdict::SafeWithinBounds => 0,
            Verdict::Violated => 1,
            Verdict::Unknown => 3,
        }
    }
}

impl Truth {
    fn parse(text: &str) -> Result<Truth, String> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let verdict = Verdict::ALL
            .into_iter()
            .find(|v| v.words() == first)
            .ok_or_else(|| format!("truth starts with `{first}`, which is no verdict"))?;
        let mut truth = Truth {
            verdict,
            violations: Vec::new(),
            mentions: Vec::new(),
            notes: Vec::new(),
        };
        for line in lines.filter(|l| !l.trim().is_empty()) {
            if let Some(note) = line.strip_prefix("note: ") {
                truth.notes.push(note.to_string());
            } else if verdict == Verdict::Violated {
                truth.violations.push(Violation::parse(line)?);
            } else {
                truth.mentions.push(line.to_string());
            }
        }
        let complete = match verdict {
            Verdict::Safe => truth.mentions.is_empty(),
            Verdict::Violated => !truth.violations.is_empty(),
            Verdict::SafeWithinBounds | Verdict::Unknown => !truth.mentions.is_empty(),
        };
        if complete {
            Ok(truth)
        } else {
            Err(format!(
                "truth `{first}` has too many or too few lines after it"
            ))
        }
    }

    /// What in the output contradicts the truth, one line each.
    fn contradictions(&self, source: &str, output: &Output) -> Vec<String> {
        let mut found = Vec::new();
        let stdout = &output.stdout;
        let last = stdout.lines().last().unwrap_or_default();
        let expected = format!("verdict: {}", self.verdict.words());
        if last != expected {
            found.push(format!("the last line is `{last}` and not `{expected}`"));
        }
        let status = self.verdict.exit_status();
        if output.status != Some(status) {
            found.push(format!(
                "the exit status is {:?} and not {status}",
                output.status
            ));
        }
        // A refuted replay is a bug of the tool, whatever the verdict.
        if stdout.contains("refuted") {
            found.push("a replay was refuted".to_string());
        }
        found.extend(self.wrong_violations(source, stdout));
        let class = source.trim_end_matches(".java");
        for word in &self.mentions {
            if !mentions(stdout, word, class) {
                found.push(format!("no reason or bound mentions `{word}`"));
            }
        }
        for word in &self.notes {
            if !stdout.contains(word.as_str()) && !output.stderr.contains(word.as_str()) {
                found.push(format!("no note mentions `{word}`"));
            }
        }
        found
    }

    /// Violations that were reported and are none, and those that were not reported.
    fn wrong_violations(&self, source: &str, stdout: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut missing = self.violations.clone();
        for block in violation_blocks(stdout) {
            match missing.iter().position(|v| v.describes(source, block)) {
                Some(i) => {
                    missing.remove(i);
                }
                None => {
                    let head = block.lines().next().unwrap_or_default();
                    found.push(format!("not a violation of this program: {head}"));
                }
            }
        }
        for v in missing {
            let confirmed = if v.confirmed { ", confirmed" } else { "" };
            found.push(format!(
                "not reported: {} of {} in line {}{confirmed}",
                v.kind, v.class, v.line
            ));
        }
        found
    }
}

impl Violation {
    fn parse(line: &str) -> Result<Violation, String> {
        let bad = || format!("`{line}` is not `KIND CLASS LINE [unconfirmed]`");
        let words: Vec<&str> = line.split_whitespace().collect();
        let (kind, class, number, confirmed) = match words[..] {
            [kind, class, number] => (kind, class, number, true),
            [kind, class, number, "unconfirmed"] => (kind, class, number, false),
            _ => return Err(bad()),
        };
        if !matches!(kind, "assertion" | "exception" | "property") {
            return Err(bad());
        }
        Ok(Violation {
            kind: kind.to_string(),
            class: class.to_string(),
            line: number.parse().map_err(|_| bad())?,
            confirmed,
        })
    }

    /// Whether a block of the output, from `error[` on, reports this violation.
    fn describes(&self, source: &str, block: &str) -> bool {
        let head = block.lines().next().unwrap_or_default();
        let place = block
            .lines()
            .find_map(|l| l.trim_start().strip_prefix("--> "))
            .unwrap_or_default();
        let mut place = place
            .trim()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .split(':');
        let simple = self.class.rsplit(['.', '$']).next().unwrap_or_default();
        head.starts_with(&format!("error[{}]", self.kind))
            && (self.kind == "assertion" || block.contains(simple))
            && place.next() == Some(source)
            && place.next().and_then(|n| n.parse().ok()) == Some(self.line)
            && (!self.confirmed || block.contains(": confirmed"))
    }
}

/// The parts of the output that each report one violation.
fn violation_blocks(stdout: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in stdout.split_inclusive('\n') {
        let opens = line.starts_with("error[");
        // A block ends where the next one starts or with the verdict.
        if (opens || line.starts_with("verdict:")) && ends.len() < starts.len() {
            ends.push(at);
        }
        if opens {
            starts.push(at);
        }
        at += line.len();
    }
    ends.resize(starts.len(), at);
    starts
        .into_iter()
        .zip(ends)
        .map(|(start, end)| &stdout[start..end])
        .collect()
}

/// Whether the output says a word, apart from the verdict itself and the name of the class, which may happen to contain
/// it (`StringLoop` speaks of no string).
fn mentions(stdout: &str, word: &str, class: &str) -> bool {
    let body: Vec<&str> = stdout
        .lines()
        .filter(|l| !l.starts_with("verdict:"))
        .collect();
    let mut body = body.join("\n");
    if !word.contains(class) {
        body = body.replace(class, "");
    }
    body.to_lowercase().contains(&word.to_lowercase())
}

/// The output without what depends on the machine: the version of its JDK.
fn normalized(stdout: &str) -> String {
    let mark = "replayed on JDK ";
    let mut result = String::new();
    let mut rest = stdout;
    while let Some(at) = rest.find(mark) {
        let (before, after) = rest.split_at(at + mark.len());
        result.push_str(before);
        result.push_str("NN");
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    }
    result + rest
}

/// A diff by lines, `-` for what is expected and `+` for what was printed.
fn diff(expected: &str, actual: &str) -> String {
    let a: Vec<&str> = expected.lines().collect();
    let b: Vec<&str> = actual.lines().collect();
    // common[i][j] is the length of the longest common subsequence of a[i..] and b[j..].
    let mut common = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = if a[i] == b[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = String::new();
    while i < a.len() || j < b.len() {
        let (sign, line) = if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
            (' ', a[i - 1])
        } else if j == b.len() || i < a.len() && common[i + 1][j] >= common[i][j + 1] {
            i += 1;
            ('-', a[i - 1])
        } else {
            j += 1;
            ('+', b[j - 1])
        };
        let _ = writeln!(out, "    {sign}{line}");
    }
    out
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict")
}

fn subdirectories(dir: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(dir)
        .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|p| p.is_dir())
        .collect();
    found.sort();
    found
}

fn load(id: String, dir: PathBuf) -> Result<Program, String> {
    let mut sources: Vec<String> = fs::read_dir(&dir)
        .map_err(|e| e.to_string())?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".java"))
        .collect();
    let source = match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => source,
        _ => return Err("needs exactly one Java file".to_string()),
    };
    let args = fs::read_to_string(dir.join("args")).unwrap_or_default();
    let truth = fs::read_to_string(dir.join("truth")).map_err(|e| format!("truth: {e}"))?;
    Ok(Program {
        truth: Truth::parse(&truth)?,
        args: args.split_whitespace().map(str::to_string).collect(),
        id,
        dir,
        source,
    })
}

/// All programs, sorted, or what is wrong with their directories.
fn programs() -> Result<Vec<Program>, String> {
    let mut found = Vec::new();
    let mut wrong = String::new();
    for group in subdirectories(&root()) {
        for dir in subdirectories(&group) {
            let name = |p: &Path| p.file_name().unwrap_or_default().display().to_string();
            let id = format!("{}/{}", name(&group), name(&dir));
            match load(id.clone(), dir) {
                Ok(program) => found.push(program),
                Err(why) => {
                    let _ = writeln!(wrong, "{id}: {why}");
                }
            }
        }
    }
    if wrong.is_empty() {
        Ok(found)
    } else {
        Err(wrong)
    }
}

fn copy_all(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy_all(&from, &to)?,
            false => fs::copy(&from, &to).map(|_| ())?,
        }
    }
    Ok(())
}

/// Runs the program in a scratch copy of its directory, so that what the tool writes there stays out of the sources.
fn run(program: &Program) -> Result<Output, String> {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let scratch = temporary.join("verdicts").join(&program.id);
    let failed = |what: &str, e: std::io::Error| format!("cannot {what}: {e}");
    if scratch.exists() {
        fs::remove_dir_all(&scratch).map_err(|e| failed("clear the scratch directory", e))?;
    }
    let work = scratch.join("work");
    fs::create_dir_all(&work).map_err(|e| failed("make the scratch directory", e))?;
    fs::copy(
        program.dir.join(&program.source),
        work.join(&program.source),
    )
    .map_err(|e| failed("copy the program", e))?;
    let resources = program.dir.join("resources");
    if resources.is_dir() {
        copy_all(&resources, &work.join("resources"))
            .map_err(|e| failed("copy the resources", e))?;
    }
    // Files instead of pipes: a full pipe cannot block the child, and what it printed survives for a look.
    let create = |name: &str| {
        File::create(scratch.join(name)).map_err(|e| failed("create a file for the output", e))
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_cortado"))
        .arg("check")
        .args(&program.args)
        .arg(&program.source)
        .current_dir(&work)
        .env("CORTADO_CACHE", temporary.join("verdict-cache"))
        .stdin(Stdio::null())
        .stdout(create("stdout")?)
        .stderr(create("stderr")?)
        .spawn()
        .map_err(|e| failed("start cortado", e))?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| failed("wait", e))? {
            break status;
        }
        if started.elapsed() > TIME_LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no answer within {} s", TIME_LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let read = |name: &str| {
        let bytes = fs::read(scratch.join(name)).map_err(|e| failed("read the output", e))?;
        String::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))
    };
    Ok(Output {
        stdout: read("stdout")?,
        stderr: read("stderr")?,
        status: status.code(),
    })
}

/// Runs a program and compares; the complaint is ready to print.
fn check(program: &Program, update: bool) -> Result<(), String> {
    let output = run(program)?;
    let actual = normalized(&output.stdout);
    let wrong = program.truth.contradictions(&program.source, &output);
    if !wrong.is_empty() {
        let mut complaint = wrong.join("\n");
        for (name, text) in [("stdout", &actual), ("stderr", &output.stderr)] {
            let _ = write!(complaint, "\n--- {name}");
            for line in text.lines().take(40) {
                let _ = write!(complaint, "\n    {line}");
            }
        }
        return Err(complaint);
    }
    let path = program.dir.join("expected");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == actual {
        Ok(())
    } else if update {
        fs::write(&path, actual).map_err(|e| format!("cannot write `expected`: {e}"))
    } else {
        Err(format!(
            "the output is true but not the expected one (UPDATE_EXPECT=1 accepts it):\n{}",
            diff(&expected, &actual)
        ))
    }
}

/// Runs the programs on all cores; complaints by program.
fn check_all(programs: &[&Program], update: bool) -> BTreeMap<String, String> {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(BTreeMap::new());
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(program, update) {
                        let mut complaints = complaints.lock().expect("no worker panics");
                        complaints.insert(program.id.clone(), complaint);
                    }
                }
            });
        }
    });
    complaints.into_inner().expect("no worker panics")
}

/// Why a program and its variant do not make a pair, if they do not.
fn wrong_pair(safe: &Program, bad: Option<&Program>) -> Option<String> {
    let Some(bad) = bad else {
        return Some(format!("has no violated variant `{}_bad`", safe.id));
    };
    if bad.truth.verdict != Verdict::Violated {
        return Some("its variant is not violated".to_string());
    }
    if safe.source != bad.source || safe.args != bad.args {
        return Some("its variant has another class name or other arguments".to_string());
    }
    let read = |p: &Program| fs::read_to_string(p.dir.join(&p.source)).unwrap_or_default();
    let (a, b) = (read(safe), read(bad));
    let different = a.lines().zip(b.lines()).filter(|(x, y)| x != y).count();
    (different != 1 || a.lines().count() != b.lines().count())
        .then(|| "must differ from its variant in exactly one line".to_string())
}

#[test]
fn every_safe_program_has_a_violated_variant() {
    let programs = programs().unwrap_or_else(|wrong| panic!("{wrong}"));
    let count = programs.len();
    assert!(count >= FEWEST_PROGRAMS, "only {count} programs found");
    let by_id: BTreeMap<&str, &Program> = programs.iter().map(|p| (p.id.as_str(), p)).collect();
    let mut wrong = String::new();
    for p in &programs {
        let variant = by_id.get(format!("{}_bad", p.id).as_str()).copied();
        let safe = matches!(p.truth.verdict, Verdict::Safe | Verdict::SafeWithinBounds);
        if safe && let Some(why) = wrong_pair(p, variant) {
            let _ = writeln!(wrong, "{}: {why}", p.id);
        }
        if let Some(base) = p.id.strip_suffix("_bad")
            && !by_id.contains_key(base)
        {
            let _ = writeln!(wrong, "{}: there is no `{base}`", p.id);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn verdicts_are_true_and_as_expected() {
    let programs = programs().unwrap_or_else(|wrong| panic!("{wrong}"));
    let update = std::env::var_os("UPDATE_EXPECT").is_some_and(|v| v != "0");
    let filter = std::env::var("VERDICT_FILTER").unwrap_or_default();
    let chosen: Vec<&Program> = programs.iter().filter(|p| p.id.contains(&filter)).collect();
    let complaints = check_all(&chosen, update);
    if complaints.is_empty() {
        return;
    }
    let mut report = String::new();
    for (id, complaint) in &complaints {
        let _ = writeln!(report, "\n=== {id}\n{complaint}");
    }
    panic!(
        "{report}\n{} of {} programs failed: {}",
        complaints.len(),
        chosen.len(),
        complaints.keys().cloned().collect::<Vec<_>>().join(", ")
    );
}

#[cfg(test)]
mod reading {
    use super::*;

    const OUTPUT: &str = "\
error[assertion]: `mid >= lo` can fail
  --> BinarySearch.java:9:5
   |
  inputs: lo = 1073741824, hi = 1073741825
  replayed on JDK 17: confirmed        test: cortado-out/BinarySearchCortadoTest.java
error[exception]: ArithmeticException can escape
  --> BinarySearch.java:12:9
  replayed on JDK 17.0.2: confirmed
verdict: violated
";

    fn contradictions(truth: &str, stdout: &str, status: i32) -> Vec<String> {
        let output = Output {
            stdout: stdout.to_string(),
            stderr: String::new(),
            status: Some(status),
        };
        let truth = Truth::parse(truth).expect("a truth");
        truth.contradictions("BinarySearch.java", &output)
    }

    #[test]
    fn agrees() {
        let truth = "violated\nexception java.lang.ArithmeticException 12\nassertion java.lang.AssertionError 9\n";
        assert_eq!(contradictions(truth, OUTPUT, 1), Vec::<String>::new());
    }

    #[test]
    fn misses_and_surplus() {
        let truth = "violated\nexception java.lang.ArithmeticException 13\nassertion java.lang.AssertionError 9\n";
        let found = contradictions(truth, OUTPUT, 3);
        assert_eq!(
            found,
            [
                "the exit status is Some(3) and not 1",
                "not a violation of this program: error[exception]: ArithmeticException can escape",
                "not reported: exception of java.lang.ArithmeticException in line 13, confirmed",
            ]
        );
    }

    #[test]
    fn a_class_name_is_no_reason() {
        let output = "unknown: BinarySearch could not be followed\nverdict: unknown\n";
        assert_eq!(
            contradictions("unknown\nsearch\n", output, 3),
            ["no reason or bound mentions `search`"]
        );
        assert!(contradictions("unknown\nFOLLOWED\n", output, 3).is_empty());
    }

    #[test]
    fn rejects_half_a_truth() {
        assert!(Truth::parse("unknown\n").is_err());
        assert!(Truth::parse("violated\n").is_err());
        assert!(Truth::parse("violated\nerror X 3\n").is_err());
        assert!(Truth::parse("fine\n").is_err());
    }

    #[test]
    fn leaves_out_the_version() {
        assert_eq!(
            normalized(OUTPUT)
                .matches("replayed on JDK NN: confirmed")
                .count(),
            2
        );
    }

    #[test]
    fn shows_a_difference() {
        assert_eq!(
            diff("a\nb\nc\n", "a\nx\nc\n"),
            "     a\n    -b\n    +x\n     c\n"
        );
    }
}
