//! Drives the machine along paths. A path that comes to a question is split: its own model answers one side, one query
//! decides whether the other side exists, and that side waits as a snapshot. What was found becomes an
//! [`outcome::Outcome`], which can only claim what the search has earned.

mod abstracts;
mod ahead;
mod asserts;
mod boxes;
mod checks;
mod config;
mod confirm;
mod decisions;
mod describe;
mod entry;
mod library_call;
mod limits;
mod merging;
mod objects;
mod path;
mod permitted;
mod random;
mod regular;
mod search;
mod share;
mod strands;
mod strings;
pub mod suite;
mod waiting;
mod worker;

pub use checks::{Assertions, Checks, Exceptions};
pub use config::{
    ConditionText, Config, Diary, Documented, Entry, Progress, Sample, Search, Timeline, Watch,
};
pub use decisions::{Decided, DecisionId, Decisions, Ending, Explored, Next};
pub use merging::Merge;
pub use regular::{Branches, PathRecord, Strategy};
pub use solver::Mode as Solving;

use classpath::ClassPath;
use outcome::{Findings, Note, Outcome, Reason, ReasonKind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Explores every path from the entry, within the limits.
pub fn explore(classpath: Arc<ClassPath>, entry: &Entry, config: &Config) -> Outcome {
    let started = Instant::now();
    // What does not matter to a property may matter to an assertion.
    let mut whole = None;
    if config.properties.is_some() && config.checks.any() {
        let mut config = config.clone();
        config.strategy = config.strategy.without_pruning();
        whole = Some(config);
    }
    let config = whole.as_ref().unwrap_or(config);
    let mut limits = limits::Limits::new(config, started);
    let mut results = share::run(&classpath, entry, config, &limits);
    if results.stopped == Some(limits::Why::Merging) {
        let mut apart = config.clone();
        apart.merge = Merge::None;
        limits = limits::Limits::new(&apart, started);
        limits.again = true;
        results = share::run(&classpath, entry, &apart, &limits).after(results);
    }
    let mut findings = results.findings;
    findings.stats.wall_ms = started.elapsed().as_millis() as u64;
    findings.stats.iterations = findings.stats.paths;
    limits.end_timeline();
    note_uncalled(config, &limits, &mut findings);
    // A method that could never be called was not checked.
    let is_method = matches!(entry, Entry::Method { .. });
    let ended = results.stopped.is_none();
    if is_method && ended && !limits.entered.load(Ordering::Relaxed) && !findings.has_reasons() {
        let what = "no arguments could be made to call the method with; write a main that calls it";
        findings.reason(Reason::new(ReasonKind::Vacuous, what));
    }
    match results.stopped.take() {
        None => findings.exhausted(),
        Some(limits::Why::EnoughFound) => findings.stopped_at_violation(),
        Some(why) => {
            let entered = !is_method || limits.entered.load(Ordering::Relaxed);
            match limits.followed_up_to() {
                Some(most) if entered && findings.violations().is_empty() => {
                    let ways = limits.ways.load(Ordering::Relaxed);
                    findings.stopped_beyond(most, ways, reason(why, config, false))
                }
                _ => {
                    let found = !findings.violations().is_empty();
                    findings.stopped(reason(why, config, found))
                }
            }
        }
    }
}

/// The user expects inputs where the program, or what of it was followed, makes none.
fn note_uncalled(config: &Config, limits: &limits::Limits, findings: &mut Findings) {
    let called = limits.called.lock().unwrap_or_else(|e| e.into_inner());
    let all = &config.machine.symbolic;
    for method in all {
        let overloads = all.iter().enumerate();
        let mut same = overloads.filter(|(_, m)| m.class == method.class && m.name == method.name);
        if !same.any(|(at, _)| called.contains(&at)) {
            let class = method.class.replace('/', ".");
            let what = format!(
                "{class}.{} was not called: none of its arguments became an input (--symbolic)",
                method.name
            );
            findings.note(Note::new(what));
        }
    }
}

/// Seconds to the millisecond, or to a tenth where there are several.
fn rounded(time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 2.0 { 1e3 } else { 1e1 };
    (seconds * digits).round() / digits
}

fn reason(why: limits::Why, config: &Config, found: bool) -> Reason {
    match why {
        limits::Why::Time => {
            let limit = config.timeout.unwrap_or_default();
            let (reserve, seconds) = (config.reserve, rounded(limit));
            let option = match config.shares_time {
                true => "its share of --timeout",
                false => "--timeout",
            };
            let what = match found && !reserve.is_zero() {
                true => format!(
                    "stopped after {} s of {seconds} s ({option}), to replay what was found",
                    rounded(limit.saturating_sub(reserve))
                ),
                false => format!("stopped after {seconds} s ({option})"),
            };
            Reason::new(ReasonKind::Time, what)
        }
        limits::Why::Memory => {
            let limit = config.memory.unwrap_or_default() >> 20;
            Reason::new(
                ReasonKind::Memory,
                format!("stopped at {limit} MB (--memory)"),
            )
        }
        limits::Why::Interrupted => Reason::new(ReasonKind::Interrupted, "stopped by the user"),
        limits::Why::Disagreement(text) => Reason::new(ReasonKind::SolverUnknown, text),
        // Whoever gives up merging goes on without.
        limits::Why::Merging => Reason::new(ReasonKind::Internal, "merging was given up"),
        limits::Why::EnoughFound => {
            Reason::new(ReasonKind::Truncated, "stopped after the violations found")
        }
        limits::Why::Covered => Reason::new(
            ReasonKind::Truncated,
            "stopped when paths brought nothing new",
        ),
        limits::Why::Internal(text) => Reason::new(ReasonKind::Internal, text),
    }
}
