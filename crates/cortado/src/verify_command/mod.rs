//! `cortado verify`: reads the contracts, decides method after method, and tells.

mod arguments;
mod decide;
mod inputs;
mod marks;
mod named;
mod parts;
mod picture;
mod places;
mod record;
mod replay;
mod tell;

pub use arguments::VerifyOptions;

use crate::check::{check_writable, class_path, millis, print, tell_along};
use crate::failure::Failure;
use crate::progress::Display;
use crate::{implementations, interrupt, names};
use bounded::problem::Subject;
use bounded::program::Program;
use bounded::universe::Scope;
use bounded::verify::{self, Decision, PartStats, Verified};
use classpath::{ClassFile, ClassPath, access};
use decide::{Decided, Deciding, Given, Unbounded};
use jml::Specifications;
use jml::contract::Arithmetic;
use outcome::{Findings, Note, Outcome, Reason, ReasonKind, Replay};
use solver::Interrupter;
use source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub fn run(options: &VerifyOptions) -> Result<u8, Failure> {
    let started = Instant::now();
    let classpath = Arc::new(class_path(&options.targets, &options.classes)?);
    tell_along(&classpath, options.quiet)?;
    if let Some(file) = &options.json {
        check_writable(file)?;
    }
    if let Some(directory) = &options.svg {
        std::fs::create_dir_all(directory)
            .map_err(|error| Failure::usage(format!("--svg {}: {error}", directory.display())))?;
    }
    named::require(&classpath, &options.scope.classes)?;
    let sources = sources(&classpath)?;
    let library = library(&options.specs)?;
    let arithmetic = Arithmetic {
        spec: options.spec_math.math(),
        code: options.code_math.math(),
    };
    let (specifications, diagnostics) =
        Specifications::read_with(&sources, &library, &classpath, arithmetic);
    let along = classpath.sources_along()?;
    let errors = tell::diagnostics(&diagnostics, &sources, &library, &along, options.quiet);
    let errors = match errors {
        0 => None,
        1 => Some("the specifications have 1 error; see above".to_owned()),
        count => Some(format!("the specifications have {count} errors; see above")),
    };
    let specifications = Arc::new(specifications);
    let methods = chosen(&classpath, &specifications, options, errors.as_deref())?;
    let skipped = match options.method.is_empty() {
        true => named::without_body(&classpath, &specifications)?,
        false => Vec::new(),
    };
    let marks = marks::read(&classpath, &specifications, &sources)?;
    let program = Program::new(Arc::clone(&classpath), specifications)?.with_marks(marks);
    let replays = replay::Replays::new(
        &classpath,
        options.junit.clone(),
        options.no_replay,
        options.int_bits,
    );
    let unbounded = Unbounded::new(&classpath, &sources, &library, arithmetic);
    let mut run = Run {
        options,
        replays,
        program: &program,
        unbounded: &unbounded,
        sources: &sources,
    };
    // Who names methods asks about those; else an error may be about something that no method has told of.
    let errors = errors.filter(|_| options.method.is_empty());
    let mut outcome = run.all(&methods, errors, started)?;
    for note in skipped {
        if !options.quiet {
            eprintln!("note: {note}");
        }
        outcome.add_note(Note::new(note));
    }
    if let Some(file) = &options.json {
        report::write_json(&outcome, file).map_err(Failure::usage)?;
    }
    print(&tell::last(&outcome));
    Ok(outcome.verdict().exit_status() as u8)
}

fn wanted_scope(options: &VerifyOptions) -> Scope {
    let mut scope = Scope::new(options.scope.all.unwrap_or(3));
    scope.classes = options
        .scope
        .classes
        .iter()
        .cloned()
        .collect::<BTreeMap<_, _>>();
    scope.int_bits = options.int_bits;
    let length = options.array_length.unwrap_or(scope.objects);
    scope.length = length.min(longest(options));
    scope
}

/// The numbers of indices must fit into an int.
fn longest(options: &VerifyOptions) -> u32 {
    (1u32 << (options.int_bits - 1).min(16)) - 1
}

type Files = Vec<(PathBuf, SourceFile)>;

/// The sources of the program's classes.
fn sources(classpath: &ClassPath) -> Result<Files, Failure> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for name in classpath.application_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        if let Some(path) = classpath.source_file(&class)
            && !paths.contains(&path)
        {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: PathBuf| read(&path, SourceFile::parse);
    paths.into_iter().map(read).collect()
}

fn read(
    path: &Path,
    parse: impl FnOnce(String) -> SourceFile,
) -> Result<(PathBuf, SourceFile), Failure> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((path.to_owned(), parse(text)))
}

/// Specifications that the user gave, files and directories.
fn library(given: &[PathBuf]) -> Result<Files, Failure> {
    let read = |path: &Path| read(path, SourceFile::parse_declarations);
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(read(path)?);
            continue;
        }
        let before = files.len();
        let mut open = vec![path.clone()];
        let mut within = Vec::new();
        while let Some(directory) = open.pop() {
            let failed =
                |error| Failure::usage(format!("cannot read {}: {error}", directory.display()));
            for entry in std::fs::read_dir(&directory).map_err(failed)?.flatten() {
                let path = entry.path();
                // Directories are packages; a link to one may lead back here.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(path),
                    _ if path.extension().is_some_and(|e| e == "jml") && path.is_file() => {
                        within.push(path);
                    }
                    _ => {}
                }
            }
        }
        within.sort();
        for path in within {
            files.push(read(&path)?);
        }
        if files.len() == before {
            let path = path.display();
            return Err(Failure::usage(format!(
                "there is no specification (*.jml) in {path}"
            )));
        }
    }
    Ok(files)
}

type Method = (Arc<ClassFile>, usize);

/// The methods that were named, or else those that have something to be verified.
fn chosen(
    classpath: &ClassPath,
    specifications: &Specifications,
    options: &VerifyOptions,
    errors: Option<&str>,
) -> Result<Vec<Method>, Failure> {
    let mut methods = Vec::new();
    for text in &options.method {
        let (class, found) = names::methods(classpath, text)?;
        if let [only] = found[..]
            && class.methods[only].code.is_none()
        {
            return Err(implementations::instead(
                classpath,
                &class,
                &class.methods[only],
            )?);
        }
        methods.extend(found.into_iter().map(|at| (class.clone(), at)));
    }
    if !options.method.is_empty() {
        return Ok(methods);
    }
    for name in classpath.named_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        for (at, method) in class.methods.iter().enumerate() {
            if method.code.is_none()
                || method.access & access::SYNTHETIC != 0
                || &*method.name == "<clinit>"
            {
                continue;
            }
            let contract = specifications.contract(&class.name, &method.name, &method.descriptor);
            let said = specifications.body(&class.name, &method.name, &method.descriptor);
            let is_said = !said.statements.is_empty()
                || !said.loops.is_empty()
                || !said.unsupported.is_empty();
            // What is wrong about a method is told, even where nothing is left of its contract.
            let is_wrong = specifications.is_wrong(&class.name, &method.name, &method.descriptor);
            if contract.is_some_and(|c| options.all || c.is_specified || is_said || is_wrong) {
                methods.push((class.clone(), at));
            }
        }
    }
    if methods.is_empty() {
        return Err(Failure::usage(errors.unwrap_or(
            "no method has a contract in JML; write one (//@ ensures \\result > 0;), name a method with --method, or take \
             all with --all",
        )));
    }
    Ok(methods)
}

/// What took how long.
#[derive(Default)]
struct Measured {
    /// Each part with its method.
    parts: Vec<(String, PartStats)>,
    replaying: Duration,
}

struct Run<'r> {
    options: &'r VerifyOptions,
    replays: replay::Replays<'r>,
    program: &'r Program,
    unbounded: &'r Unbounded<'r>,
    sources: &'r Files,
}

impl Run<'_> {
    /// Verifies all of them; `errors` is what else is not known.
    fn all(
        &mut self,
        methods: &[Method],
        errors: Option<String>,
        started: Instant,
    ) -> Result<Outcome, Failure> {
        let flag = interrupt::listen();
        let interrupter = Interrupter::new();
        let display = (!self.options.quiet).then(Display::start);
        let mut findings = Findings::new();
        let mut measured = Measured::default();
        let stopped = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stopped.load(Ordering::SeqCst) {
                    if flag.load(Ordering::SeqCst) {
                        interrupter.interrupt();
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
            let result = self.each(
                methods,
                &interrupter,
                display.as_ref(),
                &mut findings,
                &mut measured,
            );
            stopped.store(true, Ordering::SeqCst);
            result
        })?;
        drop(display);
        if let Some(errors) = errors {
            findings.reason(Reason::new(ReasonKind::Unsupported, errors));
        }
        findings.stats.count("methods", methods.len() as u64);
        parts::record(&mut findings.stats, &measured.parts);
        let replaying = millis(measured.replaying);
        findings.stats.count("replay_ms", replaying);
        findings.stats.wall_ms = millis(started.elapsed());
        Ok(findings.exhausted())
    }

    fn each(
        &mut self,
        methods: &[Method],
        interrupter: &Interrupter,
        display: Option<&Display>,
        findings: &mut Findings,
        measured: &mut Measured,
    ) -> Result<(), Failure> {
        let options = self.options;
        let dumps = Dumps {
            options,
            several: methods.len() > 1,
            written: Mutex::default(),
        };
        let begin = |subject: &Subject, scope: &Scope| dumps.dump(subject, scope);
        let deciding = Deciding {
            options,
            program: self.program,
            scope: wanted_scope(options),
            unbounded: self.unbounded,
            interrupter,
            display,
            begin: &begin,
        };
        deciding.each(methods, |decided| {
            self.told(decided, interrupter, display, findings, measured)
        })
    }

    /// Tells what became of a method.
    fn told(
        &mut self,
        decided: Decided,
        interrupter: &Interrupter,
        display: Option<&Display>,
        findings: &mut Findings,
        measured: &mut Measured,
    ) -> Result<(), Failure> {
        let Decided {
            name,
            class,
            method,
            result,
        } = decided;
        let name = &name;
        let answer = match result {
            Ok(answer) => answer,
            Err(Given::Failed(failure)) => return Err(failure),
            Err(Given::Up) => {
                print(&format!(
                    "{name}: unknown: interrupted before it was looked at\n"
                ));
                let what = format!("{name} was not looked at");
                findings.reason(Reason::new(ReasonKind::Interrupted, what));
                return Ok(());
            }
            Err(Given::Unknown(kind, why)) => {
                print(&format!("{name}: unknown: {why}\n"));
                let reason = Reason::new(kind, format!("{name}: {why}"));
                let place = places::line(self.program, &class, method, 0);
                findings.reason(reason.at(place));
                return Ok(());
            }
        };
        let (subject, verified) = (&answer.subject, &answer.verified);
        let parts = verified.parts.iter();
        (measured.parts).extend(parts.map(|part| (name.clone(), part.clone())));
        let begun = Instant::now();
        let replayed = self.replayed(subject, verified, interrupter, display);
        measured.replaying += begun.elapsed();
        let telling = tell::Telling {
            answer: &answer,
            subject,
            verified,
            replayed: &replayed,
            name,
            sources: self.sources,
            options: self.options,
        };
        print(&telling.text());
        if self.options.why && matches!(verified.decision, Decision::Holds) {
            let core = bounded::core::core(subject, &answer.scope);
            print(&telling.why(&core));
        }
        telling.record(findings);
        if let (Some(directory), Decision::Violated(found)) =
            (&self.options.svg, &verified.decision)
        {
            self.draw(directory, name, found, findings)?;
        }
        Ok(())
    }

    /// Replays all counterexamples, after everything has been decided.
    fn replayed(
        &mut self,
        subject: &Subject,
        verified: &Verified,
        interrupter: &Interrupter,
        display: Option<&Display>,
    ) -> Vec<replay::Replayed> {
        let Decision::Violated(found) = &verified.decision else {
            return Vec::new();
        };
        if let Some(display) = display.filter(|_| !self.options.no_replay) {
            let what = match found.len() {
                1 => "1 violation".to_owned(),
                count => format!("{count} violations"),
            };
            display.other(format!("replaying {what} on the JVM"));
        }
        let mut all = Vec::new();
        for example in found {
            if interrupter.is_set() {
                let why = "interrupted".to_owned();
                all.push((Replay::NotReplayed { why }, None));
                continue;
            }
            let claim = tell::claim(subject, self.sources, &example.obligation);
            all.push(self.replays.replay(subject, example, claim));
        }
        all
    }

    fn draw(
        &self,
        directory: &Path,
        name: &str,
        found: &[bounded::counterexample::Counterexample],
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let stem: String = name
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || c == '.' {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        for (at, example) in found.iter().enumerate() {
            let file = directory.join(format!("{}-{}.svg", stem.trim_end_matches('_'), at + 1));
            std::fs::write(&file, picture::svg(name, example)).map_err(|error| {
                Failure::usage(format!("cannot write {}: {error}", file.display()))
            })?;
            findings.note(Note::new(format!("{name}: picture in {}", file.display())));
        }
        Ok(())
    }
}

/// Writes out what was asked for, one method after the other.
struct Dumps<'d> {
    options: &'d VerifyOptions,
    /// Whether there are several methods, so that each is named.
    several: bool,
    /// Files that others have been written to.
    written: Mutex<BTreeSet<PathBuf>>,
}

impl Dumps<'_> {
    fn dump(&self, subject: &Subject, scope: &Scope) -> Result<(), Failure> {
        if let Some(file) = &self.options.dump_graph {
            let is_dot = file.extension().is_some_and(|extension| extension == "dot");
            let text = match is_dot {
                true => subject.graph.dot(),
                false => subject.graph.print(),
            };
            self.write(file, "//", "", subject, &text)?;
        }
        if let Some(file) = &self.options.dump_smt {
            let text = (verify::script(subject, scope, self.options.encoding.choice()))
                .map_err(|why| Failure::usage(format!("--dump-smt: {why}")))?;
            self.write(file, ";", "(reset)\n", subject, &text)?;
        }
        Ok(())
    }

    /// `between` stands between what is about two methods.
    fn write(
        &self,
        file: &Path,
        comment: &str,
        between: &str,
        subject: &Subject,
        text: &str,
    ) -> Result<(), Failure> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = written.insert(file.to_owned());
        let mut all = String::new();
        if self.several {
            let name = names::written(&subject.class, &subject.class.methods[subject.method]);
            if !is_first {
                all.push_str(between);
            }
            all.push_str(&format!("{comment} {name}\n"));
        }
        all.push_str(text);
        if file == Path::new("-") {
            print(&all);
            return Ok(());
        }
        let opened = match is_first {
            true => std::fs::File::create(file),
            false => std::fs::OpenOptions::new().append(true).open(file),
        };
        (opened.and_then(|mut opened| opened.write_all(all.as_bytes())))
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))
    }
}

/// What a method's decision is called.
fn word(verified: &Verified, replayed: &[replay::Replayed]) -> &'static str {
    let refuted = |(replay, _): &replay::Replayed| matches!(replay, Replay::Refuted { .. });
    match &verified.decision {
        Decision::Holds => "holds within the scope",
        Decision::Violated(_) if replayed.iter().all(refuted) => "unknown: replay refuted",
        Decision::Violated(_) => "violated",
        Decision::Vacuous => "vacuous",
        Decision::Unknown(_) => "unknown",
    }
}
