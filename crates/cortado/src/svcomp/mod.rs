//! `cortado svcomp`: the interface of the Software Verification Competition's Java track. A property file and
//! directories of sources in; `TRUE`, `FALSE` or `UNKNOWN (reason)` as the last line out, and a witness for a `FALSE`.

mod property;
mod witness_file;

use crate::arguments::{ClassOptions, SvcompOptions};
use crate::check;
use crate::entries::{self, Wish};
use crate::failure::Failure;
use crate::limits;
use crate::progress::Display;
use crate::quantities::Limit;
use crate::replay::Replays;
use crate::sources::SourceTexts;
use crate::{engine, interrupt};
use explore::Config;
use outcome::{BoundKind, Outcome, ReasonKind, Verdict};
use property::Property;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many times the usual length strings are given when that was too short to know.
const LONGER: [u32; 2] = [4, 16];
const WHILE: Duration = Duration::from_secs(10);

pub fn run(options: &SvcompOptions) -> Result<u8, Failure> {
    let started = Instant::now();
    let file = &options.property;
    let unusable = |what: String| Failure::usage(format!("--property {}: {what}", file.display()));
    let text = std::fs::read(file).map_err(|error| unusable(error.to_string()))?;
    let property = Property::parse(&String::from_utf8_lossy(&text)).map_err(unusable)?;
    let result = decide(options, &property, started);
    if let Err(failure) = &result {
        // Scripts look for an answer in any case.
        let text = failure.to_string();
        let what = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end_matches(':');
        let what = what.trim_start_matches("error: ");
        check::print(&format!("UNKNOWN ({})\n", one_line(what)));
    }
    result
}

fn decide(options: &SvcompOptions, property: &Property, started: Instant) -> Result<u8, Failure> {
    let classes = ClassOptions {
        classpath: options.classpath.clone(),
        jdk: options.jdk.clone(),
        stub: Vec::new(),
    };
    let classpath = Arc::new(check::class_path(&options.sources, &classes)?);
    let wish = Wish {
        main: Some(&property.class),
        // The property says where a program starts, not the launcher of some JVM.
        hidden: true,
        methods: &[],
        classes: &[],
        args: &[],
        targets: &options.sources,
    };
    let chosen = entries::choose(&classpath, &wish)?;
    let [entry] = &chosen.entries[..] else {
        return Err(Failure::internal("one main, several entries"));
    };
    let sources = Arc::new(SourceTexts::new(Arc::clone(&classpath)));

    let display = options.verbose.then(Display::start);
    let mut config = Config {
        jobs: usize::from(options.jobs),
        // Compiling was part of the time; the replay takes a fraction of a second more.
        timeout: (options.timeout.0).map(|limit| {
            let left = limit.saturating_sub(started.elapsed());
            left.max(Duration::from_millis(1))
        }),
        memory: match options.memory {
            Some(Limit(limit)) => limit,
            None => Some(limits::default_memory()),
        },
        // One question without an answer spoils a proof, so it gets a good part of the time.
        query_time: match options.timeout.0 {
            Some(limit) => (limit / 10).max(Duration::from_secs(10)),
            None => Duration::MAX,
        },
        one: true,
        checks: property.checks(),
        // The rules: what `Verifier` returns is the only thing that may vary.
        no_other_arguments: true,
        interrupt: interrupt::listen(),
        progress: display.as_ref().map(Display::callback),
        ..Config::default()
    };
    config.machine.string_length = options.string_length;
    config.machine.array_length = options.array_length;
    let texts = Arc::clone(&sources);
    config.condition_text = Some(Arc::new(move |place| texts.condition(place)));

    let mut outcome = engine::explore(&classpath, entry, &config);
    // What needs longer strings than these is not ruled out: longer ones are looked at as well, for a while.
    for factor in LONGER {
        let cut = |hit: &outcome::BoundHit| hit.kind == BoundKind::StringLength;
        let spent = started.elapsed();
        let left = match options.timeout.0 {
            Some(limit) => limit.saturating_sub(spent).min(limit / 10),
            None => WHILE,
        };
        let left = left.min(WHILE);
        if outcome.verdict() == Verdict::Violated
            || !outcome.bounds().iter().any(cut)
            || left < spent
        {
            break;
        }
        config.machine.string_length = options.string_length.saturating_mul(factor);
        config.timeout = Some(left);
        let longer = engine::explore(&classpath, entry, &config);
        if longer.verdict() == Verdict::Violated {
            outcome = longer;
        }
    }
    if !options.no_replay && !outcome.violations().is_empty() {
        Replays::run_main(&classpath, &mut outcome, entry);
    }
    drop(display);
    if options.verbose {
        eprint!("{}", report::notes(&outcome, report::Style::default()));
        eprint!("{}", report::stats(&outcome));
    }
    if let Some(file) = &options.witness
        && outcome.verdict() == Verdict::Violated
    {
        witness_file::write(file, &outcome, property, &classpath)?;
    }
    let mut text = report::findings(&outcome, &*sources, report::Style::default());
    text.push_str(&answer(&outcome));
    text.push('\n');
    check::print(&text);
    Ok(match outcome.verdict() {
        Verdict::SafeWithinBounds => Verdict::Unknown.exit_status() as u8,
        verdict => verdict.exit_status() as u8,
    })
}

/// The last line. What holds up to a bound of ours is not known.
fn answer(outcome: &Outcome) -> String {
    match outcome.verdict() {
        Verdict::Safe => "TRUE".to_owned(),
        Verdict::Violated => "FALSE".to_owned(),
        Verdict::SafeWithinBounds => {
            let bounds = outcome.bounds();
            let kind = bounds.first().map_or_else(
                || "bound".to_owned(),
                |hit| match hit.name.split_once(": ") {
                    Some((what, _)) => what.to_owned(),
                    None => hit.kind.to_string(),
                },
            );
            format!("UNKNOWN (within bounds: {})", one_line(&kind))
        }
        Verdict::Unknown => {
            let reasons = outcome.reasons();
            let why = reasons.first().map_or_else(
                || "no reason on record".to_owned(),
                |reason| match reason.kind {
                    // The same words for every task that ran into the same limit.
                    ReasonKind::Time | ReasonKind::Memory => reason.kind.to_string(),
                    kind => format!("{kind}: {}", reason.what),
                },
            );
            format!("UNKNOWN ({})", one_line(&why))
        }
    }
}

/// Scripts read this line; it stays one, and of a sensible length.
fn one_line(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(300).collect()
}
