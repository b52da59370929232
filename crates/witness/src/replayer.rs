//! From a violation to a verdict of the JVM: write the test, compile and run it, compare.

use crate::copies::Copies;
use crate::entry::Entry;
use crate::generate::{Framework, Generated, MARK, generate};
use crate::inject::{self, Injection, Original, Prepared};
use crate::judge::{Answer, is_by_size, judge, judge_property};
use crate::junit::JUnit;
use crate::jvm::{self, Ended, Jvm, Limits};
use outcome::{InputValue, Kind, Origin, Replay, Violation};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) const LAUNCHER: &str = include_str!("../java/CortadoReplay.java");
pub(crate) const LAUNCHER_CLASS: &str = "CortadoReplay";
/// Path and text of what [`Config::launcher`] is compiled from.
pub const LAUNCHER_SOURCES: &[(&str, &str)] = &[("CortadoReplay.java", LAUNCHER)];
pub(crate) const JUNIT_RUNNER: &str = include_str!("../java/CortadoJUnit.java");

#[derive(Clone, Debug)]
pub struct Config {
    /// The JVM, or why there is none, for the user.
    pub jvm: Result<Jvm, String>,
    /// The program, its dependencies and the classes that answer nondeterministic calls (`cortado.Replay`).
    pub class_path: Vec<PathBuf>,
    /// Where tests are written, as the user names it: `cortado-out`.
    pub tests: PathBuf,
    pub junit: JUnit,
    pub limits: Limits,
    /// Where the classes of [`LAUNCHER_SOURCES`] are; without, every replay compiles them.
    pub launcher: Option<PathBuf>,
    /// What it takes to choose values of clocks and the like; without, they are as they come.
    pub injection: Option<Injection>,
}

/// Replays the violations of one run. Test classes get names that are unique within it.
#[derive(Debug)]
pub struct Replayer {
    pub(crate) config: Config,
    pub(crate) used: BTreeSet<PathBuf>,
    /// How many of the tests need copies of the program's classes beside them.
    with_copies: usize,
}

impl Replayer {
    pub fn new(config: Config) -> Replayer {
        Replayer {
            config,
            used: BTreeSet::new(),
            with_copies: 0,
        }
    }

    /// How long the next test may take, and whether that is what the user's time limit leaves; none at all, and it is only
    /// written.
    pub fn limit_time(&mut self, time: Duration, by_user: bool) {
        self.config.limits.time = time;
        self.config.limits.by_user = by_user;
    }

    /// Writes the test for a violation and runs it. The path is that of the test, if one stays: a test that does not
    /// show the violation is removed again.
    pub fn replay(&mut self, violation: &Violation, entry: &Entry) -> (Replay, Option<PathBuf>) {
        self.write_and_run(violation, entry, None)
    }

    /// The same where the test needs copies of the program's classes, which stay beside it. The violation of a property
    /// is confirmed if their monitors find it at its place.
    pub fn replay_with(
        &mut self,
        violation: &Violation,
        entry: &Entry,
        copies: &Copies,
    ) -> (Replay, Option<PathBuf>) {
        if self.with_copies == 0
            && let Err(why) = copies.install(&self.config.tests)
        {
            return (Replay::NotReplayed { why }, None);
        }
        let (replay, test) = self.write_and_run(violation, entry, Some(copies));
        self.with_copies += usize::from(test.is_some());
        if self.with_copies == 0 {
            copies.uninstall(&self.config.tests);
        }
        (replay, test)
    }

    fn write_and_run(
        &mut self,
        violation: &Violation,
        entry: &Entry,
        copies: Option<&Copies>,
    ) -> (Replay, Option<PathBuf>) {
        let begun = Instant::now();
        let (replay, test, compiles) = self.try_once(violation, entry, copies, false);
        if compiles {
            return (replay, test);
        }
        // Casts make a test harder to read, and are seldom necessary. Both attempts share the time.
        let time = self.config.limits.time;
        self.config.limits.time = time.saturating_sub(begun.elapsed());
        let (replay, test, _) = self.try_once(violation, entry, copies, true);
        self.config.limits.time = time;
        (replay, test)
    }

    /// Also returns whether the test compiles; true if it was not compiled. If `exact`, arguments are cast to the declared types.
    fn try_once(
        &mut self,
        violation: &Violation,
        entry: &Entry,
        copies: Option<&Copies>,
        exact: bool,
    ) -> (Replay, Option<PathBuf>, bool) {
        let not_replayed = |why: String| Replay::NotReplayed { why };
        let framework = match self.config.junit {
            JUnit::Absent => Framework::PlainMain,
            _ => Framework::JUnit5,
        };
        let (file, name) = self.name_for(entry);
        let test = match generate(violation, entry, &name, framework, copies, exact) {
            Ok(test) => test,
            Err(why) => return (not_replayed(why), None, true),
        };
        if let Err(error) = write(&file, &test.text) {
            let why = format!("cannot write {}: {error}", file.display());
            return (not_replayed(why), None, true);
        }
        self.used.insert(file.clone());
        let jvm = match &self.config.jvm {
            Ok(jvm) if jvm.compiles => jvm,
            Ok(_) => {
                let why = "the Java runtime has no compiler; install a JDK or name one with --jdk";
                return (not_replayed(why.to_owned()), Some(file), true);
            }
            Err(why) => return (not_replayed(why.clone()), Some(file), true),
        };
        if self.config.limits.time.is_zero() {
            return (not_replayed(self.config.limits.time_up()), Some(file), true);
        }
        let (mut wasted, mut compiles) = (false, true);
        let replay = match self.run(jvm, violation, &file, &test, copies) {
            Ok(Ok((answer, luck))) => {
                let watched = copies.filter(|_| violation.kind == Kind::Property);
                let replay = match watched {
                    Some(copies) => judge_property(violation, &answer, copies, &jvm.version),
                    None => judge(violation, &answer, &test.class, &jvm.version),
                };
                compiles = !matches!(answer, Answer::Uncompilable(_));
                wasted = matches!(luck, Luck::Early) || !compiles;
                unless_by_luck(replay, luck, violation)
            }
            Ok(Err(why)) => not_replayed(why),
            Err(error) => not_replayed(format!("cannot run {}: {error}", jvm.java.display())),
        };
        let useless = match &replay {
            Replay::Refuted { .. } => true,
            Replay::NotReplayed { .. } => wasted,
            Replay::Confirmed { .. } => false,
        };
        if useless {
            // A file that cannot be removed does no harm: it is marked as generated.
            let _ = fs::remove_file(&file);
            self.used.remove(&file);
            return (replay, None, compiles);
        }
        (replay, Some(file), compiles)
    }

    /// A file and a simple class name: of no other test in this run, of nobody's own test, of no class of the program.
    pub(crate) fn name_for(&self, entry: &Entry) -> (PathBuf, String) {
        let mut directory = self.config.tests.clone();
        let package: PathBuf = entry
            .package()
            .split('.')
            .filter(|part| !part.is_empty())
            .collect();
        directory.push(&package);
        let class = entry.class().rsplit('.').next().unwrap_or_default();
        let base: String = class.split('$').filter(|part| !part.is_empty()).collect();
        let mut number = 1u64;
        loop {
            let name = test_name(&base, number);
            let file = directory.join(format!("{name}.java"));
            let class_file = package.join(format!("{name}.class"));
            let taken =
                (self.config.class_path.iter()).any(|path| path.join(&class_file).is_file());
            if !self.used.contains(&file) && !taken && !is_foreign(&file) {
                return (file, name);
            }
            number += 1;
        }
    }

    /// Runs the test. The inner error says why there is no answer.
    fn run(
        &self,
        jvm: &Jvm,
        violation: &Violation,
        file: &Path,
        test: &Generated,
        copies: Option<&Copies>,
    ) -> io::Result<Result<(Answer, Luck), String>> {
        let config = &self.config;
        let scratch = tempfile::Builder::new()
            .prefix("cortado-replay")
            .tempdir()?;
        let inside = |name: &str| scratch.path().join(name);
        let (classes, work, tools) = (inside("classes"), inside("work"), inside("tools"));
        for directory in [&classes, &work, &tools] {
            fs::create_dir(directory)?;
        }
        let launcher: OsString = match &config.launcher {
            Some(_) => LAUNCHER_CLASS.into(),
            None => {
                let file = tools.join("CortadoReplay.java");
                fs::write(&file, LAUNCHER)?;
                file.into()
            }
        };
        let answer = inside("answer");
        let mut arguments: Vec<OsString> = vec![
            answer.clone().into(),
            classes.clone().into(),
            (&test.class).into(),
            (&test.method).into(),
        ];
        arguments.push(std::path::absolute(file)?.into());
        if matches!(config.junit, JUnit::Platform(_)) {
            let runner = inside("CortadoJUnit.java");
            fs::write(&runner, JUNIT_RUNNER)?;
            arguments.push(runner.into());
        }
        let injection = match (&config.injection, copies) {
            (Some(injection), Some(copies)) => Some(over(injection, copies)),
            (injection, _) => injection.clone(),
        };
        let prepared = inject::prepare(violation, injection.as_ref(), scratch.path(), &work)?;
        if let Some(why) = &prepared.forbidden {
            return Ok(Err(why.clone()));
        }
        let mut class_path = vec![classes];
        class_path.extend(prepared.classes.clone());
        class_path.extend(copies.map(|copies| copies.directory().to_path_buf()));
        let paths = (config.class_path.iter())
            .chain(config.junit.jars())
            .chain(&config.launcher);
        for path in paths {
            class_path.push(std::path::absolute(path)?);
        }
        let ended = jvm::run(
            jvm,
            config.limits,
            &class_path,
            &launcher,
            &arguments,
            &work,
            &prepared,
        )?;
        Ok(self.answer(ended, &answer, scratch.path(), prepared))
    }

    /// What the launcher wrote down, or why it did not.
    pub(crate) fn answer(
        &self,
        ended: Ended,
        file: &Path,
        scratch: &Path,
        prepared: Prepared,
    ) -> Result<(Answer, Luck), String> {
        match ended {
            Ended::TimedOut => Err(self.config.limits.time_up()),
            Ended::Exited(output) => {
                let text = fs::read_to_string(file).unwrap_or_default();
                let root = scratch.to_string_lossy().into_owned();
                let luck = match prepared.left_out {
                    Some(input) => Luck::Left(input),
                    None => {
                        let said = |what: &str| text.lines().any(|line| line == what);
                        let lucks = [
                            ("strayed", Luck::Strayed),
                            ("early", Luck::Early),
                            ("exceeded", Luck::Exceeded),
                            ("unused", Luck::Unused),
                        ];
                        let found = lucks.into_iter().find(|(what, _)| said(what));
                        found.map_or(Luck::None, |(_, luck)| luck)
                    }
                };
                let answer = Answer::parse(&text).ok_or_else(|| no_answer(&output, &root))?;
                Ok((answer, luck))
            }
        }
    }

    /// Calls the `main` with the inputs of a violation, without a test to write or compile: all that a verdict needs.
    /// Needs [`Config::launcher`].
    pub fn run_main(&self, violation: &Violation, entry: &Entry) -> Replay {
        let not_replayed = |why: String| Replay::NotReplayed { why };
        let Entry::Main { class, args } = entry else {
            return not_replayed("the entry is no main".to_owned());
        };
        let (jvm, launcher) = match (&self.config.jvm, &self.config.launcher) {
            (Ok(jvm), Some(launcher)) => (jvm, launcher),
            (Ok(_), None) => return not_replayed("the Java runtime has no compiler".to_owned()),
            (Err(why), _) => return not_replayed(why.clone()),
        };
        let program_arguments: Option<Vec<String>> =
            args.iter().map(|arg| arg.to_unicode()).collect();
        let Some(program_arguments) = program_arguments else {
            return not_replayed("an argument of main is no Unicode text".to_owned());
        };
        let mut values = String::new();
        for input in &violation.inputs {
            if matches!(input.origin, Origin::Stdin(_)) {
                return not_replayed("it reads standard input".to_owned());
            }
            if !matches!(input.origin, Origin::Call(_)) {
                continue;
            }
            match transfer(&input.value) {
                Some(value) => values.push_str(&value),
                None => return not_replayed(format!("{} is no simple value", input.name)),
            }
            values.push('\n');
        }
        let run = || -> io::Result<Result<(Answer, Luck), String>> {
            let scratch = tempfile::Builder::new()
                .prefix("cortado-replay")
                .tempdir()?;
            let inputs = scratch.path().join("inputs");
            fs::write(&inputs, values)?;
            let answer = scratch.path().join("answer");
            let mut arguments: Vec<OsString> = vec![
                answer.clone().into(),
                "--main".into(),
                inputs.into(),
                class.into(),
            ];
            arguments.extend(program_arguments.iter().map(OsString::from));
            let injection = self.config.injection.as_ref();
            let directory = scratch.path().join("work");
            fs::create_dir(&directory)?;
            let prepared = inject::prepare(violation, injection, scratch.path(), &directory)?;
            if let Some(why) = &prepared.forbidden {
                return Ok(Err(why.clone()));
            }
            let mut class_path = vec![launcher.clone()];
            class_path.extend(prepared.classes.clone());
            class_path.extend(self.config.class_path.iter().cloned());
            for path in &mut class_path {
                *path = std::path::absolute(&*path)?;
            }
            let program = OsString::from(LAUNCHER_CLASS);
            let limits = self.config.limits;
            let ended = jvm::run(
                jvm,
                limits,
                &class_path,
                &program,
                &arguments,
                &directory,
                &prepared,
            )?;
            Ok(self.answer(ended, &answer, scratch.path(), prepared))
        };
        match run() {
            Ok(Ok((answer, luck))) => unless_by_luck(
                judge(violation, &answer, LAUNCHER_CLASS, &jvm.version),
                luck,
                violation,
            ),
            Ok(Err(why)) => not_replayed(why),
            Err(error) => not_replayed(format!("cannot run {}: {error}", jvm.java.display())),
        }
    }
}

/// How far a replay was as the violation needs it.
pub(crate) enum Luck {
    /// Nothing was left to it.
    None,
    /// This input was.
    Left(String),
    /// The JVM asked for other values of its environment than those recorded.
    Strayed,
    /// The program asked for inputs while the test was still making them.
    Early,
    /// The program asked for more inputs than were recorded.
    Exceeded,
    /// The program did not ask for all inputs that were recorded.
    Unused,
}

/// The class of a test, of the first or a further one of the same base: none that a project is likely to have itself, and
/// one that Surefire and JUnit look for, which is that it ends in `Test`.
pub fn test_name(base: &str, number: u64) -> String {
    match number {
        1 => format!("{base}CortadoTest"),
        n => format!("{base}{n}CortadoTest"),
    }
}

/// Redirects calls in the copies, where there are such.
fn over(injection: &Injection, copies: &Copies) -> Injection {
    let (fetch, directory) = (
        Arc::clone(&injection.fetch),
        copies.directory().to_path_buf(),
    );
    Injection {
        classes: Arc::clone(&injection.classes),
        fetch: Arc::new(
            move |name| match fs::read(directory.join(format!("{name}.class"))) {
                Ok(bytes) => Some(Original {
                    bytes,
                    platform: false,
                }),
                Err(_) => fetch(name),
            },
        ),
    }
}

/// Where the machine under the program had a say, the JVM that replayed it may simply have had other luck. And where the
/// program took other inputs than those recorded, it is another execution that was confirmed.
fn unless_by_luck(replay: Replay, luck: Luck, violation: &Violation) -> Replay {
    let thrown = violation.thrown.as_ref();
    let by_size = thrown.is_some_and(|thrown| is_by_size(&thrown.class));
    let why = match (&replay, luck) {
        (Replay::Refuted { why }, Luck::Left(input)) => {
            format!("it depends on {input}, which the replay could not choose ({why})")
        }
        (Replay::Refuted { why }, Luck::Strayed) => {
            format!("the JVM asked for values of its environment in another order ({why})")
        }
        (_, Luck::Early) => {
            "inputs are asked for while an object among the inputs is made".to_owned()
        }
        (Replay::Refuted { why }, Luck::Exceeded) if by_size => {
            format!("the JVM has room for more calls than there are inputs ({why})")
        }
        (Replay::Confirmed { .. }, Luck::Exceeded) if !by_size => {
            "the JVM throws the same, but after asking for more inputs".to_owned()
        }
        (Replay::Confirmed { .. }, Luck::Unused) if !by_size => {
            "the JVM throws the same, but before it has asked for all inputs".to_owned()
        }
        _ => return replay,
    };
    Replay::NotReplayed { why }
}

/// A value as the launcher reads it; none for what has parts.
fn transfer(value: &InputValue) -> Option<String> {
    Some(match value {
        InputValue::Boolean(value) => format!("Z{value}"),
        InputValue::Byte(value) => format!("B{value}"),
        InputValue::Char(value) => format!("C{value}"),
        InputValue::Short(value) => format!("S{value}"),
        InputValue::Int(value) => format!("I{value}"),
        InputValue::Long(value) => format!("J{value}"),
        InputValue::Float(bits) => format!("F{bits}"),
        InputValue::Double(bits) => format!("D{bits}"),
        InputValue::Null => "N".to_owned(),
        InputValue::String(text) => {
            let units = text.units().iter().map(|unit| format!("{unit:04x}"));
            format!("T{}", units.collect::<String>())
        }
        _ => return None,
    })
}

/// The JVM's own complaint, without the directories that only existed for this run.
fn no_answer(output: &str, scratch: &str) -> String {
    let line = output.lines().find(|line| !line.trim().is_empty());
    match line {
        Some(line) => format!(
            "the JVM gave no answer: {}",
            line.trim().replace(scratch, "")
        ),
        None => "the JVM gave no answer".to_owned(),
    }
}

/// Whether there is a file that we did not write.
pub(crate) fn is_foreign(file: &Path) -> bool {
    match fs::read(file) {
        Ok(bytes) => !bytes.starts_with(MARK.as_bytes()),
        // Where nothing can be read, writing will tell why.
        Err(_) => false,
    }
}

pub(crate) fn write(file: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(file, text)
}
