//! `cortado check`: finds the entries, explores each, replays what was found, and tells.

use crate::arguments::{CheckKind, CheckOptions, ClassOptions, Color, MergeLevel};
use crate::decisions;
use crate::diary::Diary;
use crate::documented;
use crate::entries::{self, Wish};
use crate::failure::Failure;
use crate::jpf;
use crate::limits;
use crate::loops;
use crate::names;
use crate::needed;
use crate::progress::Display;
use crate::property_command;
use crate::quantities::{Limit, Unwind};
use crate::replay::Replays;
use crate::sources::SourceTexts;
use crate::{engine, interrupt};
use classpath::{ClassPath, ClassPathBuilder};
use explore::{Assertions, Checks, Config, Entry, Exceptions, Search, Timeline};
use outcome::{Findings, Kind, Note, Outcome, Reason, ReasonKind, Status};
use property::{Matcher, Property, When};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

pub fn run(options: &CheckOptions) -> Result<u8, Failure> {
    let started = Instant::now();
    let wanted = Wanted::new(options)?;
    let classpath = Arc::new(class_path(&wanted.targets, &options.classes)?);
    tell_along(&classpath, options.quiet)?;
    if options.list_loops {
        print(&loops::list(&classpath)?);
        return Ok(0);
    }
    let chosen = entries::choose(
        &classpath,
        &Wish {
            hidden: false,
            main: wanted.main.as_deref(),
            methods: &options.method,
            args: &wanted.args,
            targets: &wanted.targets,
        },
    )?;
    let sources = Arc::new(SourceTexts::new(Arc::clone(&classpath)));
    let mut config = configure(options, &classpath, &sources)?;
    for text in &wanted.symbolic {
        config
            .machine
            .symbolic
            .extend(symbolic_methods(&classpath, text)?);
    }
    if !wanted.symbolic.is_empty() && !matches!(chosen.entries[..], [Entry::Main { .. }]) {
        return Err(Failure::usage(
            "--symbolic is for a program that starts at its main; --method makes all arguments symbolic",
        ));
    }
    config.merge = options.merge.level();
    config.explain_merge = options.explain_merge;
    config.solving = options.solving.mode();
    config.record = options.record.clone();
    config.timeline = options.dump_timeline.as_ref().map(|_| Timeline::default());
    let timeline = config.timeline.clone();
    if !options.property.is_empty() {
        let mut properties: Vec<Property> = Vec::new();
        for name in &options.property {
            for property in property_command::load(name, &classpath)? {
                if !properties.iter().any(|known| known.name == property.name) {
                    properties.push(property);
                }
            }
        }
        config.properties = Some(Arc::new(Matcher::new(properties, Arc::clone(&classpath))));
        config.strategy = options.strategy.strategy();
        config.contexts = usize::from(options.contexts);
        if config.search == Search::Mixed {
            config.search = Search::Dfs;
        }
    }
    for file in options.json.iter().chain(&options.dump_timeline) {
        check_writable(file)?;
    }
    if let Some(directory) = &options.record {
        let made = std::fs::create_dir_all(directory);
        made.map_err(|error| {
            Failure::usage(format!("cannot record in {}: {error}", directory.display()))
        })?;
    }
    let mut notes = wanted.notes;
    if let Some(file) = &options.dump_decisions {
        notes.extend(decisions::write(
            file,
            &classpath,
            &chosen.entries,
            &config,
        )?);
    }

    let diary = options.dump_paths.as_deref().map(Diary::new).transpose()?;
    config.diary = diary.as_ref().map(Diary::callback);
    let matcher = config.properties.clone();
    let checked = (matcher.is_none()).then(|| config.checks.clone());
    let mut outcome = explore_all(&classpath, &chosen.entries, config, options, started)?;
    for note in chosen.left_out.into_iter().chain(notes) {
        outcome.add_note(Note::new(note));
    }
    add_class_path_notes(&mut outcome, &classpath, options);
    if let Some(matcher) = &matcher {
        for note in uncalled(matcher, &classpath)? {
            outcome.add_note(Note::new(note));
        }
    }
    add_hint(&mut outcome, options);
    if let Some(note) = nothing_reached(&outcome, &checked) {
        outcome.add_note(Note::new(note));
    }
    if let Some(note) = solving_note(options) {
        outcome.add_note(Note::new(note));
    }
    outcome.stats_mut().wall_ms = millis(started.elapsed());

    if let Some(diary) = &diary {
        diary.write()?;
    }
    if let (Some(file), Some(timeline)) = (&options.dump_timeline, &timeline) {
        write_timeline(file, timeline)?;
    }
    if let Some(file) = &options.json {
        report::write_json(&outcome, file).map_err(Failure::usage)?;
    }
    tell(&outcome, &sources, options);
    Ok(outcome.verdict().exit_status() as u8)
}

/// What of a way of solving does not come to bear.
fn solving_note(options: &CheckOptions) -> Option<String> {
    let mode = options.solving.mode();
    let forced = match (options.property.is_empty(), options.merge) {
        (_, MergeLevel::None) => return None,
        (false, _) => "--property and --merge look",
        (true, _) => "--merge looks",
    };
    mode.asks_both_sides().then(|| {
        format!(
            "--solving {}: within what {forced} into, questions are asked as with auto; --merge none has them all in one way",
            mode.name()
        )
    })
}

fn write_timeline(file: &Path, timeline: &Timeline) -> Result<(), Failure> {
    let samples = timeline.lock().unwrap_or_else(PoisonError::into_inner);
    let mut text = String::from("ms,paths,decided_sides\n");
    for sample in &*samples {
        text += &format!("{},{},{}\n", sample.ms, sample.paths, sample.decided_sides);
    }
    std::fs::write(file, text)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", file.display())))
}

/// What the command line and the `.jpf` files among its targets ask for.
struct Wanted {
    targets: Vec<PathBuf>,
    main: Option<String>,
    args: Vec<String>,
    symbolic: Vec<String>,
    notes: Vec<String>,
}

impl Wanted {
    fn new(options: &CheckOptions) -> Result<Wanted, Failure> {
        let mut wanted = Wanted {
            targets: Vec::new(),
            main: options.main.clone(),
            args: options.args.clone(),
            symbolic: options.symbolic.clone(),
            notes: Vec::new(),
        };
        for target in &options.targets {
            if !jpf::is_jpf(target) {
                wanted.targets.push(target.clone());
                continue;
            }
            let file = jpf::read(target, &options.define)?;
            if wanted.main.is_none() && options.method.is_empty() {
                wanted.main = file.target;
            }
            if wanted.args.is_empty() {
                wanted.args = file.args;
            }
            if options.method.is_empty() {
                wanted.symbolic.extend(file.symbolic);
            }
            wanted.targets.extend(jpf_targets(
                target,
                wanted.main.as_deref(),
                &file.classpath,
                &file.sourcepath,
            )?);
            if !file.ignored.is_empty() {
                wanted.notes.push(format!(
                    "{}: not looked at: {}",
                    target.display(),
                    file.ignored.join(", ")
                ));
            }
        }
        Ok(wanted)
    }
}

/// Where the program of a `.jpf` file is: its classes if they are there, or else its sources, or else beside it. Of
/// sources, the file of the main class and what it needs are enough if it is there: others need not even compile.
fn jpf_targets(
    file: &Path,
    main: Option<&str>,
    classpath: &[PathBuf],
    sourcepath: &[PathBuf],
) -> Result<Vec<PathBuf>, Failure> {
    let there = |paths: &[PathBuf]| -> Vec<PathBuf> {
        paths.iter().filter(|p| p.exists()).cloned().collect()
    };
    let (classes, sources) = (there(classpath), there(sourcepath));
    if !classes.is_empty() {
        return Ok(classes);
    }
    let own = main.and_then(|main| {
        let top = main.split('$').next().unwrap_or(main);
        let path = format!("{}.java", top.replace('.', "/"));
        let files = sources.iter().map(|root| root.join(&path));
        files.into_iter().find(|file| file.exists())
    });
    if let Some(own) = own {
        return Ok(needed::sources(&own, &sources));
    }
    if !sources.is_empty() {
        return Ok(sources);
    }
    match classpath.first().or(sourcepath.first()) {
        Some(missing) => Err(Failure::usage(format!(
            "{}: {} is not there",
            file.display(),
            missing.display()
        ))),
        None => Ok(vec![match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        }]),
    }
}

/// The methods that `--symbolic` means: of that name, with as many parameters as there are marks.
fn symbolic_methods(
    classpath: &ClassPath,
    text: &str,
) -> Result<Vec<machine::SymbolicMethod>, Failure> {
    let spec =
        jpf::Spec::parse(text).map_err(|what| Failure::usage(format!("--symbolic {what}")))?;
    let (class, found) = names::methods(classpath, spec.path)?;
    let mut methods = Vec::new();
    for method in found.into_iter().map(|at| &class.methods[at]) {
        let arity = classpath::MethodDescriptor::parse(&method.descriptor).map(|d| d.params.len());
        if method.code.is_some()
            && arity == Ok(spec.symbolic.len())
            && !method.name.starts_with('<')
        {
            methods.push(machine::SymbolicMethod {
                class: class.name.to_string(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                params: spec.symbolic.clone(),
            });
        }
    }
    if methods.is_empty() {
        return Err(Failure::usage(format!(
            "--symbolic {text}: no {} with code has {} parameters",
            spec.path,
            spec.symbolic.len()
        )));
    }
    Ok(methods)
}

/// The class path of a command's targets and options.
pub fn class_path(targets: &[PathBuf], options: &ClassOptions) -> Result<ClassPath, Failure> {
    let mut builder = ClassPathBuilder::new();
    for target in targets {
        builder = builder.target(target);
    }
    for list in &options.classpath {
        builder = builder.classpath_list(list);
    }
    for stub in &options.stub {
        builder = builder.stub(stub);
    }
    if let Some(jdk) = &options.jdk {
        builder = builder.jdk(jdk);
    }
    Ok(builder.build()?)
}

/// Says that there are more sources than were named.
pub fn tell_along(classpath: &ClassPath, quiet: bool) -> Result<(), Failure> {
    let along = classpath.sources_along()?;
    let Some(first) = along.first().filter(|_| !quiet) else {
        return Ok(());
    };
    match along.len() {
        1 => eprintln!(
            "note: took along 1 more source that is needed: {}",
            first.display()
        ),
        count => eprintln!(
            "note: took along {count} more sources that are needed, such as {}",
            first.display()
        ),
    }
    Ok(())
}

/// The content of a file, or the text itself.
fn standard_input(given: &str) -> Result<String, Failure> {
    let path = std::path::Path::new(given);
    if path.is_file() {
        return std::fs::read_to_string(path).map_err(|error| {
            Failure::usage(format!("--stdin {given}: {error}; it must be UTF-8 text"))
        });
    }
    if looks_like_file(given) {
        eprintln!(
            "warning: --stdin {given}: there is no such file; the program reads these characters"
        );
    }
    let mut text = String::with_capacity(given.len());
    let mut characters = given.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('\\') => text.push('\\'),
                Some(other) => text.extend(['\\', other]),
                None => text.push('\\'),
            },
            _ => text.push(c),
        }
    }
    Ok(text)
}

/// Whether a text is more likely the name of a file than what a program should read: one word with a directory or an
/// extension.
fn looks_like_file(text: &str) -> bool {
    let word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '\\');
    let extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    });
    let letters = text.contains(|c: char| c.is_ascii_alphabetic());
    word && (extension || text.contains('/') && letters)
}

fn configure(
    options: &CheckOptions,
    classpath: &Arc<ClassPath>,
    sources: &Arc<SourceTexts>,
) -> Result<Config, Failure> {
    let mut config = Config {
        search: options.search,
        jobs: usize::from(options.jobs),
        timeout: options.timeout.0,
        memory: match options.memory {
            Some(Limit(limit)) => limit,
            None => Some(limits::default_memory()),
        },
        all: options.all,
        checks: checks(&options.check, !options.property.is_empty()),
        allow: options.allow.clone(),
        cross_check: options.cross_check,
        ..Config::default()
    };
    config.machine.string_length = options.string_length;
    config.machine.array_length = options.array_length;
    config.machine.nullable = options.nullable;
    if let Some(stdin) = &options.stdin {
        config.machine.stdin = Some(standard_input(stdin)?.into());
    }
    config.machine.env = options.env.iter().cloned().collect();
    config.machine.objects = options.objects;
    config.machine.lazy = options.lazy;
    config.machine.initial = options.initial.clone();
    for unwind in &options.unwind {
        match unwind {
            Unwind::All(count) => config.machine.unwind = Some(*count),
            Unwind::One(name, count) => {
                loops::require(classpath, name)?;
                config.machine.unwind_loops.insert(name.clone(), *count);
            }
        }
    }
    for name in &options.allow {
        let known = classpath.find(&name.replace('.', "/"))?.is_some();
        if !known {
            return Err(Failure::usage(format!(
                "--allow {name}: there is no such class; write the full name, as in java.lang.{name}"
            )));
        }
    }
    if let Some(time) = options.query_timeout.0 {
        config.query_time = time;
    } else {
        config.query_time = Duration::MAX;
    }
    if let Some(directory) = &options.dump_smt {
        std::fs::create_dir_all(directory).map_err(|error| {
            Failure::usage(format!("--dump-smt {}: {error}", directory.display()))
        })?;
        config.dump_smt = Some(directory.clone());
    }
    let texts = Arc::clone(sources);
    config.condition_text = Some(Arc::new(move |place| texts.condition(place)));
    let (texts, classpath) = (Arc::clone(sources), Arc::clone(classpath));
    config.documented = Some(Arc::new(move |entry, thrown| {
        documented::says(&classpath, &texts, entry, thrown)
    }));
    Ok(config)
}

fn checks(chosen: &[CheckKind], has_properties: bool) -> Checks {
    let mut checks = Checks::default();
    if chosen.is_empty() && !has_properties {
        return checks;
    }
    if !chosen.contains(&CheckKind::Assertions) {
        checks.assertions = Assertions::Off;
    }
    if !chosen.contains(&CheckKind::Exceptions) {
        checks.exceptions = Exceptions::Off;
    }
    checks
}

/// A file that cannot be written is better known before a long run than after it.
pub fn check_writable(file: &Path) -> Result<(), Failure> {
    let opened = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(file);
    match opened {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::usage(format!(
            "cannot write JSON to {}: {error}",
            file.display()
        ))),
    }
}

/// Explores one entry after the other and puts what was found together.
fn explore_all(
    classpath: &Arc<ClassPath>,
    entries: &[Entry],
    mut config: Config,
    options: &CheckOptions,
    started: Instant,
) -> Result<Outcome, Failure> {
    let interrupt = interrupt::listen();
    config.interrupt = Arc::clone(&interrupt);
    let mut replays = Replays::new(
        classpath,
        options.junit.clone(),
        options.no_replay,
        config.machine.symbolic.clone(),
        config.properties.clone(),
    )?
    .until(config.timeout.map(|total| started + total));
    let display = (!options.quiet).then(Display::start);
    config.progress = display.as_ref().map(Display::callback);
    let total = config.timeout;
    let mut result: Option<Outcome> = None;
    let mut replay_time = Duration::ZERO;
    for (index, entry) in entries.iter().enumerate() {
        let name = entries::describe(classpath, entry);
        if options.verbose {
            eprintln!("entry: {name}");
        }
        if let Some(display) = &display {
            display.search(if entries.len() > 1 {
                name.clone()
            } else {
                String::new()
            });
        }
        let left = entries.len() - index;
        config.timeout = total.map(|total| match index {
            0 if left == 1 => total,
            _ => limits::share(total.saturating_sub(started.elapsed()), left),
        });
        if let (Some(time), false) = (config.timeout, options.no_replay) {
            config.reserve = limits::for_replays(time);
        }
        let mut outcome = match config.timeout {
            _ if interrupt.load(Ordering::SeqCst) => {
                let what = format!("{name} was not explored");
                Findings::new().stopped(Reason::new(ReasonKind::Interrupted, what))
            }
            Some(Duration::ZERO) => {
                let what = format!("{name} was not explored (--timeout)");
                Findings::new().stopped(Reason::new(ReasonKind::Time, what))
            }
            _ => engine::explore(classpath, entry, &config),
        };
        let before = Instant::now();
        if let Some(display) = &display {
            let count = outcome.violations().len();
            let what = match count {
                1 => "1 violation".to_owned(),
                count => format!("{count} violations"),
            };
            display.other(format!("replaying {what} on the JVM"));
        }
        replays.replay(&mut outcome, entry);
        replay_time += before.elapsed();
        match &mut result {
            Some(result) => result.merge(outcome),
            None => result = Some(outcome),
        }
    }
    let mut result = result.unwrap_or_else(|| Findings::new().exhausted());
    result.stats_mut().count("replay_ms", millis(replay_time));
    result.stats_mut().count("entries", entries.len() as u64);
    Ok(result)
}

/// What the class path itself has to say about how far the verdict goes.
fn add_class_path_notes(outcome: &mut Outcome, classpath: &ClassPath, options: &CheckOptions) {
    for stub in &options.classes.stub {
        outcome.add_note(Note::new(format!(
            "classes from {} stand in for those of the program and the JDK (--stub)",
            stub.display()
        )));
    }
    let missing = classpath.missing_dependencies();
    if !missing.is_empty() {
        outcome.add_note(Note::new(format!(
            "not found in the local repositories: {}; let the build fetch them, or add them with --classpath",
            missing.join(", ")
        )));
    }
}

/// The events of each property that no call of the program can be.
fn uncalled(matcher: &Matcher, classpath: &ClassPath) -> Result<Vec<String>, Failure> {
    let uncalled = matcher.uncalled(classpath)?;
    let mut notes = Vec::new();
    for id in matcher.property_ids() {
        let property = matcher.property(id);
        let of_this = uncalled.iter().filter(|(of, _)| *of == id);
        let names: Vec<String> = of_this
            .map(|(_, event)| format!("`{}`", property.event(*event).name))
            .collect();
        let calls = property.events.iter().filter(|e| e.when != When::End);
        let what = match &names[..] {
            [] => continue,
            all if all.len() == calls.count() => "an event".to_owned(),
            [one] => format!("the event {one}"),
            [many @ .., last] => format!("the events {} and {last}", many.join(", ")),
        };
        notes.push(format!(
            "no call of the program can be {what} of {}",
            property.name
        ));
    }
    Ok(notes)
}

/// Where only assertions are checked, a program that comes to none passes whatever it does.
fn nothing_reached(outcome: &Outcome, checked: &Option<Checks>) -> Option<&'static str> {
    let checks = checked.as_ref()?;
    let only_assertions = checks.exceptions == Exceptions::Off;
    let reached = (outcome.obligations().iter())
        .any(|o| o.kind == Kind::Assertion && o.status != Status::Unreachable);
    (only_assertions && !reached)
        .then_some("no assertion was reached: nothing was checked (--check assertions)")
}

/// A search that ran into a limit has most often been in a loop.
fn add_hint(outcome: &mut Outcome, options: &CheckOptions) {
    let ran_out = |reason: &Reason| matches!(reason.kind, ReasonKind::Time | ReasonKind::Memory);
    if options.unwind.is_empty() && outcome.reasons().iter().any(ran_out) {
        outcome.add_note(Note::new(
            "no bound was set on loops that depend on inputs; --unwind N sets one, --list-loops names them",
        ));
    }
}

/// Notes and numbers to standard error, the answer to standard output.
fn tell(outcome: &Outcome, sources: &SourceTexts, options: &CheckOptions) {
    let on_error = report::Style {
        color: colored(options.color, std::io::stderr().is_terminal()),
        all: options.verbose,
        ..report::Style::default()
    };
    if !options.quiet {
        eprint!("{}", report::notes(outcome, on_error));
    }
    if options.explain_merge {
        eprint!("{}", report::merging(outcome));
    }
    if options.verbose {
        for info in outcome.loops() {
            let limit = info
                .limit
                .map_or_else(String::new, |n| format!(" of at most {n}"));
            eprintln!("loop: {}, {} iterations{limit}", info.name, info.iterations);
        }
        eprint!("{}", report::stats(outcome));
    }
    let terminal = std::io::stdout().is_terminal();
    let mut style = report::Style {
        color: colored(options.color, terminal),
        all: options.verbose,
        ..report::Style::default()
    };
    if terminal && let Some((_, columns)) = console::Term::stdout().size_checked() {
        style.width = usize::from(columns).max(40);
    }
    print(&report::render(outcome, sources, style));
}

fn colored(choice: Color, terminal: bool) -> bool {
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            terminal && !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// Writes to standard output; whoever closed it does not want to hear about it.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
