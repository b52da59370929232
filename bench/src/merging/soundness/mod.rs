//! Generated programs with branches, calls, fields, arrays, exceptions, early returns, loops and references that depend on
//! inputs. A JVM says what each does for every input, or for some if there are too many; each level of merging must find
//! the same results and the same exceptions, and reach what is reached.

mod claims;
mod expressions;
mod judge;
mod program;
mod scope;
mod shrink;
mod statements;

use super::Level;
use crate::jvm::{Jdk, Scratch};
use claims::{Claims, Inputs, Observed};
use judge::{Said, Verdicts, judge};
use program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Programs to a process of `javac`, `java` and `cortado`.
const BATCH: usize = 50;

/// What to compare.
#[derive(Clone, Debug)]
pub struct Settings {
    pub cortado: PathBuf,
    pub first_seed: u64,
    pub count: u64,
    pub levels: Vec<Level>,
    /// Whether `cortado` knows `--merge`.
    pub pass_level: bool,
    /// Where programs go of which a level says something wrong.
    pub keep: PathBuf,
    pub shrink: bool,
    /// For one program.
    pub limit: Duration,
    pub options: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            cortado: "cortado".into(),
            first_seed: 1,
            count: 50,
            levels: vec![Level::None, Level::Full],
            pass_level: true,
            keep: "target/merging".into(),
            shrink: false,
            limit: Duration::from_secs(10),
            options: Vec::new(),
        }
    }
}

/// What came of it at a level.
#[derive(Debug, Default)]
pub struct Counts {
    pub right: u64,
    /// Why, by seed.
    pub undecided: BTreeMap<u64, String>,
    pub wrong: BTreeMap<u64, String>,
    pub paths: u64,
    pub regions: u64,
    pub inlined: u64,
}

#[derive(Debug, Default)]
pub struct Summary {
    pub programs: u64,
    /// Programs in which something is thrown.
    pub throwing: u64,
    /// Programs that do not compile or do not end: faults of the generator.
    pub broken: BTreeMap<u64, String>,
    pub levels: BTreeMap<Level, Counts>,
    /// Programs of which two levels that decided them say different things, and which.
    pub differing: BTreeMap<u64, String>,
}

impl Summary {
    pub fn is_clean(&self) -> bool {
        let wrong = self.levels.values().any(|counts| !counts.wrong.is_empty());
        self.broken.is_empty() && self.differing.is_empty() && !wrong
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, why) in &self.broken {
            writeln!(f, "broken: {seed}: {why}")?;
        }
        for (level, counts) in &self.levels {
            for (seed, why) in &counts.wrong {
                writeln!(f, "WRONG: {seed} {}: {why}", level.name())?;
            }
        }
        for (seed, why) in &self.differing {
            writeln!(f, "DIFFERENT: {seed}: {why}")?;
        }
        writeln!(
            f,
            "{} programs, {} of them throw something; {} broken, {} on which levels differ",
            self.programs,
            self.throwing,
            self.broken.len(),
            self.differing.len()
        )?;
        for (level, counts) in &self.levels {
            writeln!(
                f,
                "{:8} {} right, {} wrong, {} undecided; {} paths, {} regions, {} calls inlined",
                level.name(),
                counts.right,
                counts.wrong.len(),
                counts.undecided.len(),
                counts.paths,
                counts.regions,
                counts.inlined
            )?;
            let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for (seed, reason) in &counts.undecided {
                reasons.entry(reason).or_default().push(seed.to_string());
            }
            for (reason, seeds) in reasons {
                writeln!(f, "         undecided: {reason}: {}", seeds.join(" "))?;
            }
        }
        Ok(())
    }
}

/// The text of a program.
pub fn source(seed: u64) -> String {
    statements::generate(seed).source()
}

/// Compares. `report` gets text to print as soon as something is found.
pub fn run(settings: &Settings, report: &mut dyn FnMut(&str)) -> Result<Summary, String> {
    let tools = Tools::new()?;
    let mut summary = Summary::default();
    let seeds: Vec<u64> = (0..settings.count)
        .map(|n| settings.first_seed.wrapping_add(n))
        .collect();
    for batch in seeds.chunks(BATCH) {
        let programs: Vec<Program> = batch
            .iter()
            .map(|seed| statements::generate(*seed))
            .collect();
        summary.programs += programs.len() as u64;
        match compare(settings, &tools, &programs) {
            Ok(compared) => summary.add(settings, &tools, &programs, compared, report)?,
            // One bad program must not hide the others.
            Err(Fault::Program(_)) => {
                for program in programs {
                    let alone = std::slice::from_ref(&program);
                    match compare(settings, &tools, alone) {
                        Ok(compared) => summary.add(settings, &tools, alone, compared, report)?,
                        Err(Fault::Program(error)) => {
                            report(&format!("{}: {error}", program.seed));
                            summary.broken.insert(program.seed, error);
                        }
                        Err(Fault::Tool(error)) => return Err(error),
                    }
                }
            }
            Err(Fault::Tool(error)) => return Err(error),
        }
        report(&format!(
            "{} of {} programs",
            summary.programs, settings.count
        ));
    }
    Ok(summary)
}

/// Why there is no comparison.
enum Fault {
    /// A program does not compile, or does not end.
    Program(String),
    Tool(String),
}

/// What was said of a batch.
struct Compared {
    claims: Vec<Claims>,
    levels: BTreeMap<Level, Verdicts>,
}

impl Compared {
    /// What is wrong with what a level says of a program.
    fn complaint(&self, claims: &Claims, level: Level) -> Option<String> {
        match self.said(claims, level)? {
            Said::Violations(found) => claims.complaint(found),
            Said::Undecided(_) => None,
            Said::Crashed(why) => Some(why.clone()),
        }
    }

    fn said(&self, claims: &Claims, level: Level) -> Option<&Said> {
        self.levels.get(&level)?.said.get(&claims.class)
    }

    /// Levels that decided a program and say different things of it.
    fn difference(&self, claims: &Claims) -> Option<String> {
        let mut first: Option<(Level, &BTreeSet<String>)> = None;
        for level in self.levels.keys() {
            let Some(Said::Violations(found)) = self.said(claims, *level) else {
                continue;
            };
            match first {
                None => first = Some((*level, found)),
                Some((other, violations)) if violations != found => {
                    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                        a.difference(b).cloned().collect::<Vec<String>>().join(", ")
                    };
                    return Some(format!(
                        "only {}: [{}], only {}: [{}]",
                        other.name(),
                        only(violations, found),
                        level.name(),
                        only(found, violations)
                    ));
                }
                Some(_) => {}
            }
        }
        None
    }
}

const SHARED: &str = include_str!("Shared.java");

/// The JDK, and what all programs are compiled against: the harness for inputs, what they share, and what runs them.
struct Tools {
    jdk: Jdk,
    classes: PathBuf,
    _scratch: Scratch,
}

impl Tools {
    fn new() -> Result<Tools, String> {
        let (jdk, scratch) = (Jdk::find()?, Scratch::new()?);
        // Without sources, which `cortado` would compile again.
        let classes = scratch.directory("classes")?;
        jdk.compile_harness(scratch.path(), &classes)?;
        let directory = scratch.path().to_owned();
        let tools = Tools {
            jdk,
            classes,
            _scratch: scratch,
        };
        let texts = [("Oracle", include_str!("Oracle.java")), ("Shared", SHARED)];
        let texts = texts.map(|(class, text)| (class.to_owned(), text.to_owned()));
        tools.compile(&directory, &tools.classes, texts.into_iter())?;
        Ok(tools)
    }

    fn path(&self, classes: &Path) -> Result<OsString, String> {
        env::join_paths([classes, &self.classes]).map_err(|error| format!("no class path: {error}"))
    }

    fn compile(
        &self,
        directory: &Path,
        classes: &Path,
        texts: impl Iterator<Item = (String, String)>,
    ) -> Result<(), String> {
        let mut files = Vec::new();
        for (class, text) in texts {
            let file = directory.join(format!("{class}.java"));
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
            files.push(file);
        }
        self.jdk
            .compile_against(&files, &self.path(classes)?, classes)
    }
}

fn compare(settings: &Settings, tools: &Tools, programs: &[Program]) -> Result<Compared, Fault> {
    let scratch = Scratch::new().map_err(Fault::Tool)?;
    let classes = scratch.directory("classes").map_err(Fault::Tool)?;
    let texts = programs.iter().map(|p| (p.class(), p.source()));
    tools
        .compile(scratch.path(), &classes, texts)
        .map_err(Fault::Program)?;
    let inputs: Vec<Inputs> = programs.iter().map(Inputs::of).collect();
    let observed = observe(tools, scratch.path(), &classes, programs, &inputs)?;
    let mut claims = Vec::new();
    for ((program, inputs), observed) in programs.iter().zip(&inputs).zip(&observed) {
        claims.push(Claims::new(program, inputs, observed));
    }
    let texts = claims.iter().map(|c| (c.class.clone(), c.source.clone()));
    tools
        .compile(scratch.path(), &classes, texts)
        .map_err(Fault::Tool)?;
    let mut levels = BTreeMap::new();
    let all: Vec<&Claims> = claims.iter().collect();
    for level in &settings.levels {
        let verdicts = judge(
            settings,
            &tools.path(&classes).map_err(Fault::Tool)?,
            scratch.path(),
            &all,
            *level,
        );
        levels.insert(*level, verdicts.map_err(Fault::Tool)?);
    }
    Ok(Compared { claims, levels })
}

/// What the JVM makes of every vector of every program.
fn observe(
    tools: &Tools,
    directory: &Path,
    classes: &Path,
    programs: &[Program],
    inputs: &[Inputs],
) -> Result<Vec<Vec<Observed>>, Fault> {
    let mut text = String::new();
    for (program, inputs) in programs.iter().zip(inputs) {
        for [a, b, c] in &inputs.vectors {
            text.push_str(&format!("{} {a} {b} {c}\n", program.class()));
        }
    }
    let file = directory.join("vectors");
    fs::write(&file, text).map_err(|error| Fault::Tool(format!("{}: {error}", file.display())))?;
    // Hot exceptions would otherwise lose their stack traces once compiled.
    let flags = [
        "-XX:-OmitStackTraceInFastThrow",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
    ];
    let words = [file.to_string_lossy().into_owned()];
    let path = tools.path(classes).map_err(Fault::Tool)?;
    let (_, out) = tools
        .jdk
        .time(&flags, Path::new(&path), "Oracle", &words)
        .map_err(Fault::Program)?;
    let mut lines = out.lines().map(|line| {
        let (value, thrown) = match line.split_once(' ') {
            Some((value, thrown)) => (value, Some(thrown.to_owned())),
            None => (line, None),
        };
        let value = value
            .parse()
            .map_err(|_| Fault::Program(format!("the JVM says `{line}`")))?;
        Ok(Observed { value, thrown })
    });
    let mut observed = Vec::new();
    for inputs in inputs {
        let of_one: Result<Vec<Observed>, Fault> =
            lines.by_ref().take(inputs.vectors.len()).collect();
        let of_one = of_one?;
        if of_one.len() != inputs.vectors.len() {
            return Err(Fault::Program("the JVM says too little".to_owned()));
        }
        observed.push(of_one);
    }
    Ok(observed)
}

impl Summary {
    fn add(
        &mut self,
        settings: &Settings,
        tools: &Tools,
        programs: &[Program],
        compared: Compared,
        report: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        for (program, claims) in programs.iter().zip(&compared.claims) {
            let throws = claims.expected.iter().any(|e| e.starts_with("escape"));
            self.throwing += u64::from(throws);
            let mut at_fault = Vec::new();
            for level in compared.levels.keys() {
                let counts = self.levels.entry(*level).or_default();
                if let Some(complaint) = compared.complaint(claims, *level) {
                    report(&format!("{} {}: {complaint}", program.seed, level.name()));
                    counts.wrong.insert(program.seed, complaint);
                    at_fault.push(*level);
                } else if let Some(Said::Undecided(why)) = compared.said(claims, *level) {
                    counts.undecided.insert(program.seed, why.clone());
                } else {
                    counts.right += 1;
                }
            }
            if let Some(difference) = compared.difference(claims) {
                report(&format!("{}: {difference}", program.seed));
                self.differing.insert(program.seed, difference);
                at_fault.extend(settings.levels.iter().copied());
            }
            if !at_fault.is_empty() {
                keep(settings, program, claims, "")?;
                if settings.shrink {
                    let small = make_smaller(settings, tools, program, &at_fault)?;
                    if let Ok(compared) = compare(settings, tools, std::slice::from_ref(&small)) {
                        let place = keep(settings, &small, &compared.claims[0], "small")?;
                        report(&format!("{}: kept in {}", program.seed, place.display()));
                    }
                }
            }
        }
        for (level, verdicts) in compared.levels {
            let counts = self.levels.entry(level).or_default();
            counts.paths += verdicts.paths;
            counts.regions += verdicts.regions;
            counts.inlined += verdicts.inlined;
        }
        Ok(())
    }
}

fn keep(
    settings: &Settings,
    program: &Program,
    claims: &Claims,
    variant: &str,
) -> Result<PathBuf, String> {
    let directory = settings.keep.join(format!("{}{variant}", program.seed));
    let complain = |error| format!("{}: {error}", directory.display());
    fs::create_dir_all(&directory).map_err(complain)?;
    for (class, text) in [
        ("Shared".to_owned(), SHARED.to_owned()),
        (program.class(), program.source()),
        (claims.class.clone(), claims.source.clone()),
    ] {
        fs::write(directory.join(format!("{class}.java")), text).map_err(complain)?;
    }
    let expected: Vec<&str> = claims.expected.iter().map(String::as_str).collect();
    fs::write(directory.join("expected"), expected.join("\n") + "\n").map_err(complain)?;
    Ok(directory)
}

/// Smaller, with one of these levels still wrong.
fn make_smaller(
    settings: &Settings,
    tools: &Tools,
    program: &Program,
    levels: &[Level],
) -> Result<Program, String> {
    let settings = Settings {
        levels: settings
            .levels
            .iter()
            .copied()
            .filter(|l| *l == Level::None || levels.contains(l))
            .collect(),
        ..settings.clone()
    };
    shrink::shrink(program, |candidate| {
        match compare(&settings, tools, std::slice::from_ref(candidate)) {
            Ok(compared) => {
                let claims = &compared.claims[0];
                let wrong = settings
                    .levels
                    .iter()
                    .any(|l| compared.complaint(claims, *l).is_some());
                Ok(wrong || compared.difference(claims).is_some())
            }
            // It does not compile any more.
            Err(Fault::Program(_)) => Ok(false),
            Err(Fault::Tool(error)) => Err(error),
        }
    })
}
