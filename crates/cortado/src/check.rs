//! `cortado check`: finds the entries, explores each, replays what was found, and tells.

use crate::arguments::{CheckKind, CheckOptions, ClassOptions, Color, MergeLevel};
use crate::decisions;
use crate::diary::Diary;
use crate::documented;
use crate::entries::{self, Wish};
use crate::failure::Failure;
use crate::limits;
use crate::loops;
use crate::property_command;
use crate::quantities::{Limit, Unwind};
use crate::rounds;
use crate::sources::SourceTexts;
use crate::wanted::Wanted;
use classpath::{ClassPath, ClassPathBuilder};
use explore::{Assertions, Checks, Config, Entry, Exceptions, Search, Timeline};
use outcome::{Kind, Note, Outcome, Reason, ReasonKind, Status};
use property::{Matcher, Property, When};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// How many sources that do not compile an error names.
const LEFT_OUT_SHOWN: usize = 5;

pub fn run(options: &CheckOptions) -> Result<u8, Failure> {
    let started = Instant::now();
    let wanted = Wanted::new(options)?;
    let builder = builder(&wanted.targets, &options.classes);
    let classpath = Arc::new(builder.leave_out_incomplete().build()?);
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
            classes: &options.class,
            args: &wanted.args,
            targets: &wanted.targets,
        },
    )
    .map_err(|failure| with_left_out(failure, &classpath))?;
    let sources = Arc::new(SourceTexts::new(Arc::clone(&classpath)));
    let mut config = configure(options, &classpath, &sources)?;
    wanted.configure(&classpath, &mut config)?;
    // The user named what to check, and did not ask for the rest. But another class of the same name, such as one that a
    // file imports with `*`, may now take the place of one that is left out.
    if !checks_all(options) {
        config.unfollowed.extend(left_out(&classpath));
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
    let mut outcome = rounds::explore_all(&classpath, &chosen.entries, config, options, started)?;
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

/// The class path of a command's targets and options.
pub fn class_path(targets: &[PathBuf], options: &ClassOptions) -> Result<ClassPath, Failure> {
    Ok(builder(targets, options).build()?)
}

fn builder(targets: &[PathBuf], options: &ClassOptions) -> ClassPathBuilder {
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
    builder
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
        checks: checks(&options.check, !options.property.is_empty()),
        allow: options.allow.clone(),
        cross_check: options.cross_check,
        ..Config::default()
    };
    config.machine.array_length = options.array_length;
    config.machine.nullable = options.nullable;
    if let Some(stdin) = &options.stdin {
        config.machine.stdin = Some(standard_input(stdin)?.into());
    }
    config.machine.env = options.env.iter().cloned().collect();
    config.machine.objects = options.objects;
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
        let class = name.replace('.', "/");
        if classpath.find(&class)?.is_none() {
            return Err(Failure::usage(format!(
                "--allow {name}: there is no such class; write the full name, as in java.lang.{name}"
            )));
        }
        if !classpath.is_subclass(&class, "java/lang/Throwable")? {
            return Err(Failure::usage(format!(
                "--allow {name}: this class is no exception; name a subclass of java.lang.Throwable"
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

/// Whether the user named nothing among the targets.
fn checks_all(options: &CheckOptions) -> bool {
    options.main.is_none() && options.method.is_empty() && options.class.is_empty()
}

/// A line for each source that does not compile.
fn left_out(classpath: &ClassPath) -> impl Iterator<Item = String> {
    classpath.left_out().iter().map(|left_out| {
        format!(
            "{} is not checked, because it does not compile: {}",
            left_out.source.display(),
            left_out.why
        )
    })
}

/// What the user named may be in a source that does not compile.
fn with_left_out(failure: Failure, classpath: &ClassPath) -> Failure {
    let Failure::Usage(mut what) = failure else {
        return failure;
    };
    let mut there = left_out(classpath);
    for line in there.by_ref().take(LEFT_OUT_SHOWN) {
        what.push_str(&format!("\nnote: {line}"));
    }
    let more = there.count();
    if more > 0 {
        what.push_str(&format!("\nnote: and {more} more sources do not compile"));
    }
    Failure::Usage(what)
}

/// What compiled classes refer to and the class path does not have: a line for each package, with the fix.
fn missing_libraries(outcome: &Outcome, classpath: &ClassPath) -> Vec<String> {
    let mut packages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let reasons = outcome.reasons();
    for reason in &reasons {
        let name = reason.what.split_once(" not found");
        let name = name.and_then(|(before, _)| before.rsplit_once("class "));
        let Some((package, _)) = name.and_then(|(_, name)| name.rsplit_once('.')) else {
            continue;
        };
        let own = ["java.", "javax.", "jdk.", "sun.", "cortado."];
        if !own
            .iter()
            .any(|prefix| reason.what.contains(&format!("class {prefix}")))
        {
            packages.entry(package).or_default().insert(&reason.what);
        }
    }
    let line = |(package, classes): (&str, BTreeSet<&str>)| {
        let (count, library) = (classes.len(), classpath.library_with(package));
        match count {
            1 => format!("a class of {package} is missing, which is in {library}"),
            _ => format!("{count} classes of {package} are missing, which are in {library}"),
        }
    };
    packages.into_iter().map(line).collect()
}

/// What the class path itself has to say about how far the verdict goes.
fn add_class_path_notes(outcome: &mut Outcome, classpath: &ClassPath, options: &CheckOptions) {
    for stub in &options.classes.stub {
        outcome.add_note(Note::new(format!(
            "classes from {} stand in for those of the program and the JDK (--stub)",
            stub.display()
        )));
    }
    if checks_all(options) {
        for what in left_out(classpath) {
            outcome.add_reason(Reason::new(ReasonKind::Unsupported, what));
        }
    }
    for note in missing_libraries(outcome, classpath) {
        outcome.add_note(Note::new(note));
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
        verbose: options.verbose,
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
    let style = style(options);
    print(&report::render(outcome, sources, style));
}

/// How to draw on standard output.
pub fn style(options: &CheckOptions) -> report::Style {
    let terminal = std::io::stdout().is_terminal();
    let mut style = report::Style {
        color: colored(options.color, terminal),
        verbose: options.verbose,
        ..report::Style::default()
    };
    if terminal && let Some((_, columns)) = console::Term::stdout().size_checked() {
        style.width = usize::from(columns).max(40);
    }
    style
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
