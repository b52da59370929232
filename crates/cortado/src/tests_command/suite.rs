//! Chooses the tests, writes their classes, and runs them on the JVM. A test that fails there is taken out, with the
//! reason, and another path takes its place where one can.

use super::arguments::TestsOptions;
use super::cases::Candidate;
use crate::failure::Failure;
use crate::names::dotted;
use crate::replay;
use classpath::ClassPath;
use explore::Entry;
use explore::suite::{Pass, choose};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use witness::{JUnit, Limits, SuiteRunner, TestClass, TestResult};

/// For compiling and running a whole suite.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(300),
    by_user: false,
    heap_mb: 1024,
};

/// How often a suite is mended, and from which time on without replacing what was taken out, which may fail in its turn.
const ROUNDS: usize = 24;
const REPLACING: usize = 6;

pub struct Suite<'a> {
    classpath: &'a ClassPath,
    options: &'a TestsOptions,
    runner: Result<SuiteRunner, String>,
    class_path: Vec<PathBuf>,
    /// The classes that stand in the end, with their files.
    pub classes: Vec<(PathBuf, TestClass)>,
    /// Files of the classes under test that an earlier run may have left.
    stale: Vec<PathBuf>,
    /// The chosen candidates, by number.
    pub chosen: BTreeSet<usize>,
    /// Tests that were taken out.
    pub removed: Vec<Removed>,
    /// Paths for which no test can be written, by reason.
    pub unwritable: BTreeMap<String, usize>,
    /// The suite ran, and what was left of it passed.
    pub ran: Result<(), String>,
    /// The JDK that ran it.
    pub jdk: String,
}

/// What the user asked to be tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Methods,
    Classes,
    All,
}

pub struct Removed {
    pub candidate: usize,
    pub test: String,
    pub why: String,
    /// Whether Cortado was wrong.
    pub fault: bool,
}

/// The directory must be one, or to be made.
pub fn check_directory(directory: &Path) -> Result<(), Failure> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot write to {}: {error}", directory.display()))
    };
    std::fs::create_dir_all(directory).map_err(|error| cannot(&error))?;
    // Permissions are what trying tells.
    let probe = directory.join(".cortado-probe");
    std::fs::write(&probe, "").map_err(|error| cannot(&error))?;
    std::fs::remove_file(&probe).map_err(|error| cannot(&error))
}

impl<'a> Suite<'a> {
    pub fn new(classpath: &'a ClassPath, options: &'a TestsOptions) -> Result<Suite<'a>, Failure> {
        let class_path = classpath.entries()?;
        let runner = match options.no_run {
            true => Err("--no-run".to_owned()),
            false => replay::jvm(classpath).and_then(|jvm| {
                let runner = SuiteRunner {
                    jvm,
                    class_path: class_path.clone(),
                    junit: JUnit::find(&[], &class_path),
                    limits: LIMITS,
                };
                match runner.obstacle() {
                    Some(why) => Err(why),
                    None => Ok(runner),
                }
            }),
        };
        let jdk = match &runner {
            Ok(runner) => runner.jvm.version.clone(),
            Err(_) => String::new(),
        };
        Ok(Suite {
            classpath,
            options,
            ran: match &runner {
                Ok(_) => Ok(()),
                Err(why) => Err(why.clone()),
            },
            runner,
            class_path,
            classes: Vec::new(),
            stale: Vec::new(),
            chosen: BTreeSet::new(),
            removed: Vec::new(),
            unwritable: BTreeMap::new(),
            jdk,
        })
    }

    /// Whether single methods, some classes, or all of the targets are tested.
    pub fn asked(&self) -> Asked {
        match (
            self.options.method.is_empty(),
            self.options.class.is_empty(),
        ) {
            (false, _) => Asked::Methods,
            (true, false) => Asked::Classes,
            (true, true) => Asked::All,
        }
    }

    /// Nobody's own file is in the way.
    pub fn check_files(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        for entry in entries {
            if let Entry::Method { class, .. } = entry {
                self.check_package(class)?;
                let (_, _, file) = self.place(class);
                if witness::is_foreign_file(&file) {
                    return Err(Failure::usage(format!(
                        "{} is there and was not written by Cortado; choose another directory with --output",
                        file.display()
                    )));
                }
                if !self.stale.contains(&file) {
                    self.stale.push(file);
                }
            }
        }
        Ok(())
    }

    /// In another package, tests see only what is public, and nothing of the unnamed package.
    fn check_package(&self, class: &str) -> Result<(), Failure> {
        let Some(package) = &self.options.package else {
            return Ok(());
        };
        let own = class.rsplit_once('/').map_or("", |(own, _)| own);
        let why = match self.classpath.find(class)? {
            _ if own.replace('/', ".") == *package => return Ok(()),
            _ if own.is_empty() => "is in the unnamed package",
            Some(found) if !super::cases::is_public(&found) => "is not public",
            _ => return Ok(()),
        };
        Err(Failure::usage(format!(
            "--package {package}: {} {why}, so that tests in another package cannot use it",
            dotted(class)
        )))
    }

    /// The package, the simple name and the file of the tests of a class.
    fn place(&self, class: &str) -> (String, String, PathBuf) {
        let own = class.rsplit_once('/').map_or("", |(package, _)| package);
        let package = match &self.options.package {
            Some(package) => package.clone(),
            None => own.replace('/', "."),
        };
        let simple = class.rsplit('/').next().unwrap_or(class);
        let parts: Vec<&str> = simple.split('$').filter(|part| !part.is_empty()).collect();
        let mut base = parts.concat();
        let other = match own.is_empty() {
            true => base.clone(),
            false => format!("{own}/{base}"),
        };
        // The tests of `Option.Builder` must not be those of `OptionBuilder`.
        if parts.len() > 1 && matches!(self.classpath.find(&other), Ok(Some(_))) {
            base = parts.join("_");
        }
        let directory: PathBuf = package.split('.').filter(|p| !p.is_empty()).collect();
        let taken = |name: &str| {
            let file = directory.join(format!("{name}.class"));
            (self.class_path.iter()).any(|path| path.join(&file).is_file())
        };
        let mut number = 1;
        while taken(&witness::test_name(&base, number)) {
            number += 1;
        }
        let name = witness::test_name(&base, number);
        let file = self
            .options
            .output
            .join(directory)
            .join(format!("{name}.java"));
        (package, name, file)
    }

    /// Writes the suite, runs it, and mends it until all its tests pass.
    pub fn write(&mut self, candidates: &[Candidate]) -> Result<(), Failure> {
        let mut usable: Vec<bool> = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let (package, ..) = self.place(&candidate.class);
            let why = witness::cannot_write(&candidate.case, &package);
            usable.push(why.is_none());
            if let Some(why) = why {
                *self.unwritable.entry(why).or_default() += 1;
            }
        }
        let weighed = self.weigh(candidates);
        for round in 0..ROUNDS {
            self.choose(candidates, &weighed, &usable);
            self.write_classes(candidates)?;
            let Ok(runner) = self.runner.clone() else {
                return Ok(());
            };
            let before = self.removed.len();
            if let Err(why) = self.run(&runner, candidates)? {
                self.ran = Err(why);
                return Ok(());
            }
            if self.removed.len() == before {
                self.ran = Ok(());
                return Ok(());
            }
            for removed in &self.removed[before..] {
                usable[removed.candidate] = false;
            }
            if round >= REPLACING {
                for (at, usable) in usable.iter_mut().enumerate() {
                    *usable &= self.chosen.contains(&at);
                }
            }
        }
        self.ran = Err("the suite still has tests that fail".to_owned());
        Ok(())
    }

    /// What each candidate covers, as numbers, and what it costs its reader.
    fn weigh(&self, candidates: &[Candidate]) -> Vec<(Vec<u32>, usize)> {
        let mut numbers: BTreeMap<(usize, &str), u32> = BTreeMap::new();
        let mut passes: BTreeMap<&Pass, u32> = BTreeMap::new();
        let mut next = 0;
        let mut fresh = || {
            next += 1;
            next - 1
        };
        let mut weighed = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let end = (candidate.entry, candidate.end.as_str());
            let mut covers = vec![*numbers.entry(end).or_insert_with(&mut fresh)];
            for pass in &candidate.passed {
                covers.push(*passes.entry(pass).or_insert_with(&mut fresh));
            }
            covers.sort_unstable();
            let package = self.place(&candidate.class).0;
            weighed.push((covers, witness::reading_cost(&candidate.case, &package)));
        }
        weighed
    }

    fn choose(&mut self, candidates: &[Candidate], weighed: &[(Vec<u32>, usize)], usable: &[bool]) {
        let mut chosen: Vec<usize> = match self.options.all_paths {
            true => (0..candidates.len()).filter(|at| usable[*at]).collect(),
            false => {
                let offered: Vec<(Vec<u32>, usize)> = weighed
                    .iter()
                    .zip(usable)
                    .map(|((covers, cost), usable)| match usable {
                        true => (covers.clone(), *cost),
                        false => (Vec::new(), *cost),
                    })
                    .collect();
                choose(&offered, usize::MAX)
            }
        };
        let mut per_class: BTreeMap<&str, usize> = BTreeMap::new();
        chosen.retain(|at| {
            let count = per_class.entry(&candidates[*at].class).or_default();
            *count += 1;
            *count <= self.options.max_tests
        });
        self.chosen = chosen.into_iter().collect();
    }

    fn write_classes(&mut self, candidates: &[Candidate]) -> Result<(), Failure> {
        let mut by_class: BTreeMap<&str, Vec<(usize, &witness::Case)>> = BTreeMap::new();
        for at in &self.chosen {
            let candidate = &candidates[*at];
            by_class
                .entry(&candidate.class)
                .or_default()
                .push((*at, &candidate.case));
        }
        let mut before: Vec<PathBuf> = self.classes.iter().map(|(file, _)| file.clone()).collect();
        before.extend(self.stale.iter().cloned());
        self.classes.clear();
        for (class, cases) in by_class {
            let (package, name, file) = self.place(class);
            let written = witness::write_tests(&package, &name, &dotted(class), &cases);
            let cannot = |error: std::io::Error| {
                Failure::usage(format!("cannot write {}: {error}", file.display()))
            };
            if let Some(directory) = file.parent() {
                std::fs::create_dir_all(directory).map_err(cannot)?;
            }
            std::fs::write(&file, &written.text).map_err(cannot)?;
            self.classes.push((file, written));
        }
        for file in before {
            if !self.classes.iter().any(|(other, _)| *other == file) {
                // A class none of whose tests is left.
                let _ = std::fs::remove_file(file);
            }
        }
        Ok(())
    }

    /// Runs what is written and notes which tests have to go. The error says why nothing was run.
    fn run(
        &mut self,
        runner: &SuiteRunner,
        candidates: &[Candidate],
    ) -> Result<Result<(), String>, Failure> {
        if self.classes.is_empty() {
            return Ok(Ok(()));
        }
        let cannot = |error: std::io::Error| {
            Failure::usage(format!("cannot run {}: {error}", runner.jvm.java.display()))
        };
        let suite: Vec<(PathBuf, String)> = (self.classes.iter())
            .map(|(file, class)| (file.clone(), class.class.clone()))
            .collect();
        let result = runner.run(&suite).map_err(cannot)?;
        if let Some(why) = result.broken {
            return Ok(Err(why));
        }
        let mut removed = Vec::new();
        for (source, line, message) in &result.errors {
            match self.test_at(source, *line) {
                Some((candidate, test)) => removed.push(Removed {
                    candidate,
                    test,
                    why: format!("it does not compile: {message}"),
                    fault: true,
                }),
                None => return Ok(Err(format!("the suite does not compile: {message}"))),
            }
        }
        if let Some((class, method)) = &result.hanging
            && let Some((candidate, test)) = self.test_named(class, method)
        {
            removed.push(Removed {
                candidate,
                test,
                why: "the JVM did not come to its end".to_owned(),
                fault: true,
            });
        }
        for ((class, method), outcome) in &result.tests {
            let TestResult::Failed(thrown) = outcome else {
                continue;
            };
            let Some((candidate, test)) = self.test_named(class, method) else {
                continue;
            };
            // Alone it sees the program's classes as they are at first.
            let file = self.file_of(class);
            let alone = runner
                .run(&[(file, format!("{class}#{method}"))])
                .map_err(cannot)?;
            let passes = alone.tests.get(&(class.clone(), method.clone()));
            let (why, fault) = match (&candidates[candidate].unsure, passes) {
                (_, Some(TestResult::Passed)) => (
                    "it passes alone, but not after the others: the program keeps state in static fields".to_owned(),
                    false,
                ),
                (Some(unsure), _) => (format!("it depends on {unsure}"), false),
                (None, _) => (format!("it fails: {thrown}"), true),
            };
            removed.push(Removed {
                candidate,
                test,
                why,
                fault,
            });
        }
        removed.sort_by_key(|removed| removed.candidate);
        removed.dedup_by_key(|removed| removed.candidate);
        self.removed.extend(removed);
        Ok(Ok(()))
    }

    fn file_of(&self, class: &str) -> PathBuf {
        let found = self.classes.iter().find(|(_, c)| c.class == class);
        found.map(|(file, _)| file.clone()).unwrap_or_default()
    }

    fn test_at(&self, source: &Path, line: usize) -> Option<(usize, String)> {
        let same = |file: &PathBuf| std::path::absolute(file).is_ok_and(|file| file == source);
        let (_, class) = self.classes.iter().find(|(file, _)| same(file))?;
        let test = (class.tests.iter()).find(|t| (t.lines.0..=t.lines.1).contains(&line))?;
        Some((test.case, format!("{}.{}", class.class, test.method)))
    }

    fn test_named(&self, class: &str, method: &str) -> Option<(usize, String)> {
        let (_, found) = self.classes.iter().find(|(_, c)| c.class == class)?;
        let test = found.tests.iter().find(|test| test.method == method)?;
        Some((test.case, format!("{class}.{method}")))
    }
}
