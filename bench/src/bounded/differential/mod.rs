//! Generated methods with contracts: a JVM runs each on every heap within the scope, which says what clauses hold; contracts
//! are chosen from those that do and those that do not; `cortado verify` must come to the same verdicts.

mod body;
mod classwide;
mod facts;
mod formula;
mod judge;
mod lists;
mod oracle;
mod program;
mod quantifier;
mod shape;
mod text;
mod variant;

use crate::jvm::{Jdk, Scratch};
use judge::{Said, judge};
use program::Program;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use variant::{Observed, Seen, Variant, Verdict};

/// Programs to a process of `javac`, `java` and `cortado`.
const BATCH: u64 = 20;

#[derive(Clone, Debug)]
pub struct Settings {
    pub cortado: PathBuf,
    pub first_seed: u64,
    pub count: u64,
    /// Where programs go of which something wrong is said.
    pub keep: PathBuf,
    pub jobs: usize,
    /// Whether violations are replayed.
    pub replay: bool,
    /// For `cortado verify`.
    pub options: Vec<String>,
}

#[derive(Debug, Default)]
pub struct Summary {
    pub programs: u64,
    pub contracts: u64,
    /// Contracts by verdict, where both agree.
    pub same: BTreeMap<&'static str, u64>,
    /// Contracts on which they do not agree.
    pub wrong: Vec<String>,
    /// Contracts that were not decided, by reason.
    pub unknown: BTreeMap<String, Vec<String>>,
    /// Contracts whose verdict depends on iterations that may be looked at or not.
    pub either: u64,
    pub heaps: u64,
    /// What became of replays.
    pub replays: BTreeMap<String, u64>,
    /// Programs that do not compile: faults of the generator.
    pub broken: BTreeMap<u64, String>,
}

impl Summary {
    pub fn is_clean(&self) -> bool {
        self.wrong.is_empty() && self.broken.is_empty()
    }

    fn add(&mut self, other: Summary) {
        self.programs += other.programs;
        self.contracts += other.contracts;
        for (verdict, count) in other.same {
            *self.same.entry(verdict).or_default() += count;
        }
        self.wrong.extend(other.wrong);
        for (reason, names) in other.unknown {
            self.unknown.entry(reason).or_default().extend(names);
        }
        self.either += other.either;
        self.heaps += other.heaps;
        for (what, count) in other.replays {
            *self.replays.entry(what).or_default() += count;
        }
        self.broken.extend(other.broken);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, why) in &self.broken {
            writeln!(f, "broken: {seed}: {why}")?;
        }
        for what in &self.wrong {
            writeln!(f, "WRONG: {what}")?;
        }
        for (reason, names) in &self.unknown {
            let shown: Vec<&str> = names.iter().take(5).map(String::as_str).collect();
            writeln!(
                f,
                "unknown: {reason}: {} ({})",
                names.len(),
                shown.join(" ")
            )?;
        }
        writeln!(
            f,
            "{} programs, {} heaps, {} contracts",
            self.programs, self.heaps, self.contracts
        )?;
        for (verdict, count) in &self.same {
            writeln!(f, "{count:8} {verdict}")?;
        }
        for (what, count) in &self.replays {
            writeln!(f, "{count:8} replays {what}")?;
        }
        let unknown: usize = self.unknown.values().map(Vec::len).sum();
        writeln!(
            f,
            "{unknown:8} unknown\n{:8} either\n{:8} wrong",
            self.either,
            self.wrong.len()
        )
    }
}

/// What all programs of a batch have in common.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    unroll: u32,
    /// Of arrays.
    length: u32,
    /// Arrays of integers, if a program has any.
    int_arrays: u32,
    /// Lists, if a program has any: their loops end within the bound, however long they become.
    lists: u32,
}

fn bounds(batch: u64) -> Bounds {
    let (unroll, length, int_arrays, lists) = [
        (3, 2, 2, 0),
        (2, 2, 1, 0),
        (3, 3, 1, 0),
        (4, 1, 2, 2),
        (1, 2, 2, 0),
        (4, 2, 1, 1),
    ][(batch % 6) as usize];
    Bounds {
        unroll,
        length,
        int_arrays,
        lists,
    }
}

/// The texts of a program: the oracle's and, with every clause that there is, none chosen, the classes.
pub fn print(seed: u64) -> String {
    let program = Program::generate(seed, bounds(seed / BATCH));
    oracle::source(&program)
}

pub fn run(settings: &Settings, report: &(dyn Fn(&str) + Sync)) -> Result<Summary, String> {
    let tools = Tools::new()?;
    let last = settings.first_seed + settings.count;
    let batches: Vec<u64> = (settings.first_seed / BATCH..last.div_ceil(BATCH)).collect();
    let next = AtomicUsize::new(0);
    let summary = Mutex::new(Ok(Summary::default()));
    let work = || {
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::SeqCst)) {
            let seeds = (batch * BATCH).max(settings.first_seed)..((batch + 1) * BATCH).min(last);
            let done = compare(
                settings,
                &tools,
                *batch,
                &seeds.collect::<Vec<u64>>(),
                report,
            );
            let Ok(mut all) = summary.lock() else { return };
            match (&mut *all, done) {
                (Ok(all), Ok(done)) => {
                    all.add(done);
                    let (sum, wrong) = (all.programs, all.wrong.len());
                    report(&format!(
                        "{sum} of {} programs, {wrong} wrong",
                        settings.count
                    ));
                }
                (all @ Ok(_), Err(error)) => *all = Err(error),
                (Err(_), _) => {}
            }
            if all.is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(work);
        }
    });
    summary
        .into_inner()
        .map_err(|_| "a thread failed".to_owned())?
}

struct Tools {
    jdk: Jdk,
    classes: PathBuf,
    _scratch: Scratch,
}

impl Tools {
    fn new() -> Result<Tools, String> {
        let (jdk, scratch) = (Jdk::find()?, Scratch::new()?);
        let classes = scratch.directory("classes")?;
        let file = scratch.path().join("R.java");
        write(&file, include_str!("R.java"))?;
        jdk.compile(&[file], &classes)?;
        Ok(Tools {
            jdk,
            classes,
            _scratch: scratch,
        })
    }
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// One batch.
fn compare(
    settings: &Settings,
    tools: &Tools,
    batch: u64,
    seeds: &[u64],
    report: &(dyn Fn(&str) + Sync),
) -> Result<Summary, String> {
    let bounds = bounds(batch);
    let mut summary = Summary::default();
    let mut programs: Vec<Program> = seeds
        .iter()
        .map(|seed| Program::generate(*seed, bounds))
        .collect();
    summary.programs = programs.len() as u64;
    let scratch = Scratch::new()?;
    let observed = match observe(tools, &scratch, &programs, bounds) {
        Ok(observed) => observed,
        // One bad program must not hide the others.
        Err(_) => {
            let mut good = Vec::new();
            let mut all = Vec::new();
            for program in programs {
                match observe(tools, &scratch, std::slice::from_ref(&program), bounds) {
                    Ok(mut observed) => {
                        all.append(&mut observed);
                        good.push(program);
                    }
                    Err(error) => {
                        report(&format!("{}: {error}", program.seed));
                        summary.broken.insert(program.seed, error);
                    }
                }
            }
            programs = good;
            all
        }
    };
    let directory = scratch.directory("sources")?;
    let mut files = Vec::new();
    let mut all = Vec::new();
    for (program, observed) in programs.iter().zip(&observed) {
        summary.heaps += observed.heaps;
        let variants = variant::choose(program, observed);
        let (text, marks) = variant::source(program, &variants);
        let file = directory.join(format!("{}.java", program.class()));
        write(&file, &text)?;
        files.push(file);
        all.push((variants, text, marks));
    }
    // What static fields keep to may bind others, who write to arrays of the same type: such programs are on their own.
    let (alone, together): (Vec<_>, Vec<_>) = (programs.iter().zip(&files))
        .partition(|(program, _)| !program.static_invariants.is_empty());
    let mut said = BTreeMap::new();
    for group in alone.chunks(1).chain(together.chunks(BATCH as usize)) {
        let (listed, files): (Vec<&Program>, Vec<PathBuf>) = (group.iter())
            .map(|(program, file)| (*program, (*file).clone()))
            .unzip();
        said.extend(judge(
            &settings.cortado,
            &listed,
            &files,
            scratch.path(),
            bounds,
            settings.replay,
            &settings.options,
        )?);
    }
    for ((program, observed), (variants, text, marks)) in programs.iter().zip(&observed).zip(&all) {
        let before = summary.wrong.len();
        for (number, variant) in variants.iter().enumerate() {
            let said = said
                .get(&(program.host_class(), number))
                .cloned()
                .unwrap_or_default();
            if let Some(complaint) = complaint(
                program,
                observed,
                variant,
                marks,
                &said,
                number,
                &mut summary,
            ) {
                report(&complaint);
                summary.wrong.push(complaint);
            }
        }
        if summary.wrong.len() > before {
            keep(settings, program, text, bounds)?;
        }
    }
    Ok(summary)
}

/// What is wrong with what is said of a contract.
fn complaint(
    program: &Program,
    observed: &Observed,
    variant: &Variant,
    marks: &BTreeMap<u64, usize>,
    said: &Said,
    number: usize,
    summary: &mut Summary,
) -> Option<String> {
    summary.contracts += 1;
    let name = format!("{}.test{number}", program.class());
    for replay in &said.replays {
        *summary.replays.entry(replay.clone()).or_default() += 1;
    }
    if let Some(why) = said.replays.iter().find(|one| one.starts_with("refuted")) {
        return Some(format!("{name}: {why}"));
    }
    let verdict = variant.verdict(program, observed);
    if said.verdict == "unknown" {
        summary
            .unknown
            .entry(said.why.clone())
            .or_default()
            .push(name);
        return None;
    }
    for line in &said.lines {
        if let Some(fact) = marks.get(line)
            && observed.facts[*fact] == Seen::Never
        {
            return Some(format!(
                "{name}: the clause in line {line} holds: {}",
                said.why
            ));
        }
    }
    let Some(verdict) = verdict else {
        summary.either += 1;
        return None;
    };
    if said.verdict == verdict.name() {
        *summary.same.entry(verdict.name()).or_default() += 1;
        return None;
    }
    let mut text = format!(
        "{name}: {} is said to be {} {}",
        verdict.name(),
        said.verdict,
        said.why
    );
    if verdict == Verdict::Violated {
        for (line, fact) in marks {
            if observed.facts[*fact] == Seen::Within {
                text += &format!("\n  line {line}: {}", observed.examples[*fact]);
            }
        }
    }
    Some(text)
}

/// Runs the oracles of the programs in one process.
fn observe(
    tools: &Tools,
    scratch: &Scratch,
    programs: &[Program],
    bounds: Bounds,
) -> Result<Vec<Observed>, String> {
    let classes = scratch.directory("classes")?;
    let mut files = Vec::new();
    for program in programs {
        let file = scratch.path().join(format!("{}.java", program.class()));
        write(&file, &oracle::source(program))?;
        files.push(file);
    }
    let path = std::env::join_paths([&classes, &tools.classes])
        .map_err(|error| format!("no class path: {error}"))?;
    tools.jdk.compile_against(&files, &path, &classes)?;
    let mut words = vec![bounds.unroll.to_string(), bounds.length.to_string()];
    words.extend(programs.iter().map(Program::class));
    let flags = [
        "-XX:+UseSerialGC",
        "-Xmx512m",
        "-XX:-OmitStackTraceInFastThrow",
        "-XX:-StackTraceInThrowable",
    ];
    let (_, out) = tools.jdk.time(&flags, Path::new(&path), "R", &words)?;
    let mut lines = out.lines();
    let mut all = Vec::new();
    for program in programs {
        let line = lines.next().ok_or("the JVM says too little")?;
        let words: Vec<&str> = line.split(' ').collect();
        let [_, complete, numbers @ .., facts] = &words[..] else {
            return Err(format!("the JVM says `{line}`"));
        };
        let numbers: Vec<u64> = numbers.iter().map(|n| n.parse().unwrap_or(0)).collect();
        let [heaps, _, ended, ended_late] = numbers[..] else {
            return Err(format!("the JVM says `{line}`"));
        };
        if *complete != "true" {
            return Err(format!("{}: too many heaps", program.class()));
        }
        let facts: Vec<Seen> = (facts.chars())
            .map(|c| match c {
                'S' => Seen::Within,
                'L' => Seen::Late,
                _ => Seen::Never,
            })
            .collect();
        let examples = lines
            .by_ref()
            .take(facts.len())
            .map(str::to_owned)
            .collect();
        all.push(Observed {
            heaps,
            ended,
            ended_late,
            facts,
            examples,
        });
    }
    Ok(all)
}

fn keep(settings: &Settings, program: &Program, text: &str, bounds: Bounds) -> Result<(), String> {
    let directory = settings.keep.join(program.seed.to_string());
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    write(&directory.join(format!("{}.java", program.class())), text)?;
    let mut scopes = vec![format!("int[]={}", program.shape.int_arrays)];
    scopes.push(format!("Node[]={}", program.shape.ref_arrays));
    scopes.push(format!("java.util.ArrayList={}", bounds.lists));
    for class in &program.shape.classes {
        scopes.push(format!("{}={}", class.name, class.objects));
    }
    let arguments = format!(
        "--scope {} --unroll {} --array-length {}\n",
        scopes.join(","),
        bounds.unroll,
        bounds.length
    );
    write(&directory.join("arguments"), &arguments)?;
    let oracle = directory.join("oracle");
    fs::create_dir_all(&oracle).map_err(|error| format!("{}: {error}", oracle.display()))?;
    write(
        &oracle.join(format!("{}.java", program.class())),
        &oracle::source(program),
    )
}
