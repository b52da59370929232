//! `cortado tests`: follows the paths of methods, makes a suite of some of them, runs it on the JVM, and tells what it
//! covers.

mod arguments;
mod cases;
mod collect;
mod subjects;
mod suite;
mod summary;

pub use arguments::TestsOptions;

use crate::check::{check_writable, class_path, print, tell_along};
use crate::entries;
use crate::failure::Failure;
use crate::progress::Display;
use crate::quantities::{Limit, Unwind};
use crate::sources::SourceTexts;
use crate::{engine, interrupt, limits, loops};
use classpath::ClassPath;
use collect::{Collected, Collector};
use explore::suite::{Program, bound_words};
use explore::{Assertions, Checks, Config, Entry, Exceptions};
use outcome::{Outcome, ReasonKind};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What became of the search from one entry.
pub struct Searched {
    pub entry: Entry,
    /// As the user would write it.
    pub name: String,
    /// Why not every path was followed, in words; empty if every one was.
    pub open: Vec<String>,
    /// Which values and objects were looked at only.
    pub bounds: Vec<String>,
}

pub fn run(options: &TestsOptions) -> Result<u8, Failure> {
    let classpath = Arc::new(class_path(&options.targets, &options.classes)?);
    tell_along(&classpath, options.quiet)?;
    let subjects = subjects::choose(&classpath, options)?;
    suite::check_directory(&options.output)?;
    if let Some(file) = &options.json {
        check_writable(file)?;
    }
    let mut writer = suite::Suite::new(&classpath, options)?;
    // Better known before a long search than after it.
    writer.check_files(&subjects.entries)?;
    let display = (!options.quiet).then(Display::start);
    let (searched, collected) = search(&classpath, &subjects.entries, options, display.as_ref())?;
    let sources = SourceTexts::new(Arc::clone(&classpath));
    let package = options.package.as_deref();
    let cases = cases::of(&classpath, &sources, &searched, &collected, package);
    if let Some(display) = &display {
        display.other("running the suite on the JVM".to_owned());
    }
    writer.write(&cases)?;
    drop(display);
    let summary = summary::Summary::new(&classpath, &searched, &collected, &cases, &writer);
    if !options.quiet {
        for note in &subjects.left_out {
            eprintln!("note: {note}");
        }
        eprint!("{}", summary.notes(options.verbose));
    }
    if let Some(file) = &options.json {
        summary.write_json(file)?;
    }
    print(&summary.render());
    Ok(summary.status())
}

fn search(
    classpath: &Arc<ClassPath>,
    entries: &[Entry],
    options: &TestsOptions,
    display: Option<&Display>,
) -> Result<(Vec<Searched>, Collected), Failure> {
    let started = Instant::now();
    let interrupt = interrupt::listen();
    let collector = Arc::new(Collector::new(
        classpath,
        options.all_paths,
        options.patience,
    ));
    let mut config = configure(options, classpath)?;
    config.interrupt = Arc::clone(&interrupt);
    config.progress = display.map(Display::callback);
    config.paths = Some(collector.clone());
    let mut searched: Vec<Option<Searched>> = entries.iter().map(|_| None).collect();
    collector.expect(entries.len());
    for (done, index) in by_size(classpath, entries).into_iter().enumerate() {
        let entry = &entries[index];
        let name = entries::describe(classpath, entry);
        if options.verbose {
            eprintln!("entry: {name}");
        }
        if let Some(display) = display {
            display.search(name.clone());
        }
        let left = entries.len() - done;
        config.timeout = (options.timeout.0)
            .map(|total| limits::share(total.saturating_sub(started.elapsed()), left));
        collector.begin(index);
        let one = |open: &str| Searched {
            entry: entry.clone(),
            name: name.clone(),
            open: vec![open.to_owned()],
            bounds: Vec::new(),
        };
        searched[index] = Some(match config.timeout {
            _ if interrupt.load(Ordering::SeqCst) => one("stopped by the user"),
            Some(Duration::ZERO) => one("no time was left (--timeout)"),
            _ => {
                let outcome = engine::explore(classpath, entry, &config);
                told(entry, name, &outcome)
            }
        });
    }
    let searched = searched.into_iter().flatten().collect();
    Ok((searched, collector.finish()))
}

/// The order in which methods are explored: what has few branches first, so that the time it leaves over goes to what has
/// many.
fn by_size(classpath: &ClassPath, entries: &[Entry]) -> Vec<usize> {
    let classes: BTreeSet<String> = entries.iter().filter_map(class_of).collect();
    let program = Program::of(classpath, classes);
    let size = |at: &usize| match &entries[*at] {
        Entry::Method {
            class,
            name,
            descriptor,
        } => program.branches_below(&format!("{class}.{name}{descriptor}")),
        Entry::Main { .. } => 0,
    };
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_cached_key(size);
    order
}

fn class_of(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Method { class, .. } => Some(class.clone()),
        Entry::Main { .. } => None,
    }
}

fn told(entry: &Entry, name: String, outcome: &Outcome) -> Searched {
    let mut open = Vec::new();
    for reason in outcome.reasons() {
        let place = match &reason.place {
            Some(place) => match place.line {
                Some(line) => format!(" at {}:{line}", place.class),
                None => format!(" in {}.{}", place.class, place.method),
            },
            None => String::new(),
        };
        open.push(match reason.kind {
            ReasonKind::Unsupported => format!("unsupported: {}{place}", reason.what),
            // How much time a method got depends on those before it.
            ReasonKind::Time => "its time was up (--timeout)".to_owned(),
            ReasonKind::Truncated if reason.what.starts_with("stopped") => {
                "paths brought nothing new (--patience)".to_owned()
            }
            _ => format!("{}{place}", reason.what),
        });
    }
    let bounds = outcome.bounds().into_iter().map(|hit| bound_words(&hit));
    Searched {
        entry: entry.clone(),
        name,
        open,
        bounds: bounds.collect(),
    }
}

fn configure(options: &TestsOptions, classpath: &ClassPath) -> Result<Config, Failure> {
    let mut config = Config {
        search: options.search,
        memory: match options.memory {
            Some(Limit(limit)) => limit,
            None => Some(limits::default_memory()),
        },
        query_time: options.query_timeout.0.unwrap_or(Duration::MAX),
        // What comes of a path is for a test to state, not to judge.
        checks: Checks {
            assertions: Assertions::Off,
            exceptions: Exceptions::Off,
        },
        merge: options.merge.level(),
        ..Config::default()
    };
    let machine = &mut config.machine;
    machine.passed = true;
    machine.history = options.history;
    machine.string_length = options.string_length;
    machine.array_length = options.array_length;
    machine.nullable = options.nullable;
    machine.objects = options.objects;
    for unwind in &options.unwind {
        match unwind {
            Unwind::All(count) => machine.unwind = Some(*count),
            Unwind::One(name, count) => {
                loops::require(classpath, name)?;
                machine.unwind_loops.insert(name.clone(), *count);
            }
        }
    }
    Ok(config)
}
