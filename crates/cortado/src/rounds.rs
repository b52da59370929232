//! Explores the entries of a run one after the other, each within its share of the time. What quick ones leave over goes to
//! those after them, and then, in further rounds, to those that ran out of time.

use crate::arguments::CheckOptions;
use crate::check::{millis, print, style};
use crate::failure::Failure;
use crate::progress::Display;
use crate::replay::Replays;
use crate::{engine, entries, interrupt, limits};
use classpath::ClassPath;
use explore::{Config, Entry};
use outcome::{BoundKind, Findings, Outcome, Reason, ReasonKind, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// It takes so many times the time that an entry had for another attempt to be worth it.
const WORTH: u32 = 2;

struct Rounds<'a> {
    classpath: &'a Arc<ClassPath>,
    entries: &'a [Entry],
    names: Vec<String>,
    options: &'a CheckOptions,
    config: Config,
    replays: Replays<'a>,
    display: Option<Display>,
    interrupt: Arc<AtomicBool>,
    started: Instant,
    replay_time: Duration,
    /// What became of each entry, and the time that it had.
    done: Vec<Option<(Outcome, Option<Duration>)>>,
}

/// Explores every entry, replays what was found, tells what became of each where there are several, and puts it together.
pub fn explore_all(
    classpath: &Arc<ClassPath>,
    entries: &[Entry],
    mut config: Config,
    options: &CheckOptions,
    started: Instant,
) -> Result<Outcome, Failure> {
    let interrupt = interrupt::listen();
    config.interrupt = Arc::clone(&interrupt);
    let replays = Replays::new(
        classpath,
        options.junit.clone(),
        options.no_replay,
        config.machine.symbolic.clone(),
        config.properties.clone(),
    )?
    .until(config.timeout.map(|total| started + total));
    let display = (!options.quiet).then(Display::start);
    config.progress = display.as_ref().map(Display::callback);
    let names = entries.iter();
    let names: Vec<String> = names.map(|e| entries::describe(classpath, e)).collect();
    let mut rounds = Rounds {
        classpath,
        entries,
        done: names.iter().map(|_| None).collect(),
        names,
        options,
        replays,
        display,
        interrupt,
        started,
        replay_time: Duration::ZERO,
        config,
    };
    let mut open: Vec<usize> = (0..entries.len()).collect();
    while !open.is_empty() {
        open = rounds.round(&open);
    }
    // Before anything else is told.
    drop(rounds.display);
    let outcomes = rounds
        .done
        .into_iter()
        .flatten()
        .map(|(outcome, _)| outcome);
    let mut result = Outcome::of_methods(rounds.names.into_iter().zip(outcomes));
    let stats = result.stats_mut();
    stats.count("replay_ms", millis(rounds.replay_time));
    stats.count("entries", entries.len() as u64);
    Ok(result)
}

impl Rounds<'_> {
    /// Explores these entries; returns those that may have another attempt.
    fn round(&mut self, open: &[usize]) -> Vec<usize> {
        let total = self.options.timeout.0;
        let alone = self.entries.len() == 1;
        let mut again = Vec::new();
        for (position, &at) in open.iter().enumerate() {
            let left = open.len() - position;
            let share = total.map(|total| match alone {
                true => total,
                false => limits::share(total.saturating_sub(self.started.elapsed()), left),
            });
            // Another attempt begins anew, and needs more time than the last one to get any further.
            if let (Some((_, Some(had))), Some(share)) = (&self.done[at], share)
                && (share < *had * WORTH || share.is_zero() || self.is_interrupted())
            {
                self.finish(at);
                continue;
            }
            let before = Instant::now();
            let outcome = self.explore(at, share);
            let used_up = share.is_some_and(|share| before.elapsed() >= share);
            let more = !alone && used_up && self.is_repeatable() && ran_out(&outcome);
            self.done[at] = Some((outcome, share));
            match more {
                true => again.push(at),
                false => self.finish(at),
            }
        }
        again
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }

    /// Whether nothing records the explorations one by one.
    fn is_repeatable(&self) -> bool {
        let options = self.options;
        let recorded = [
            &options.record,
            &options.dump_paths,
            &options.dump_timeline,
            &options.dump_smt,
        ];
        !self.is_interrupted() && recorded.iter().all(|file| file.is_none())
    }

    fn explore(&mut self, at: usize, share: Option<Duration>) -> Outcome {
        let name = &self.names[at];
        let alone = self.entries.len() == 1;
        if self.options.verbose {
            eprintln!("entry: {name}");
        }
        if let Some(display) = &self.display {
            display.search(match alone {
                true => String::new(),
                false => format!("{name} ({} of {})", at + 1, self.entries.len()),
            });
        }
        let not_explored = |kind, why: &str| {
            let what = format!("{name} was not explored{why}");
            Findings::new().stopped(Reason::new(kind, what))
        };
        match share {
            _ if self.is_interrupted() => not_explored(ReasonKind::Interrupted, ""),
            Some(Duration::ZERO) => not_explored(ReasonKind::Time, " (--timeout)"),
            _ => {
                self.config.timeout = share;
                self.config.shares_time = self.entries.len() > 1;
                if let (Some(time), false) = (share, self.options.no_replay) {
                    self.config.reserve = limits::for_replays(time);
                }
                engine::explore(self.classpath, &self.entries[at], &self.config)
            }
        }
    }

    /// Replays what was found from an entry, and tells what became of it if it is one of several.
    fn finish(&mut self, at: usize) {
        let Some((outcome, _)) = &mut self.done[at] else {
            return;
        };
        let before = Instant::now();
        if let Some(display) = &self.display {
            let count = outcome.violations().len();
            let what = match count {
                1 => "1 violation".to_owned(),
                count => format!("{count} violations"),
            };
            display.other(format!("replaying {what} on the JVM"));
        }
        self.replays.replay(outcome, &self.entries[at]);
        self.replay_time += before.elapsed();
        if self.entries.len() == 1 {
            return;
        }
        let method = outcome.as_method(self.names[at].clone());
        let line = report::method_line(&method, style(self.options));
        match &self.display {
            Some(display) => display.interrupted_by(|| print(&line)),
            None => print(&line),
        }
    }
}

/// Whether an exploration ended for want of time without having found anything.
fn ran_out(outcome: &Outcome) -> bool {
    let of_time = |reason: &Reason| reason.kind == ReasonKind::Time;
    outcome.violations().is_empty()
        && match outcome.verdict() {
            Verdict::Unknown => outcome.reasons().iter().any(of_time),
            Verdict::SafeWithinBounds => {
                let bounds = outcome.bounds();
                bounds
                    .iter()
                    .any(|bound| bound.kind == BoundKind::Iterations)
            }
            Verdict::Safe | Verdict::Violated => false,
        }
}
