//! One worker, or several. Workers share nothing but the limits and a list of paths to repeat: a worker with more than
//! it can do gives its oldest waiting path away as the decisions that lead there (terms and states stay where they
//! were made).

use crate::config::{Config, Entry};
use crate::limits::{Limits, Why};
use crate::path::Decision;
use crate::regular::{Statics, Strategy};
use crate::worker::Worker;
use classpath::ClassPath;
use flow::Patience;
use outcome::{Findings, Note, Reason, ReasonKind};
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

pub struct Results {
    pub findings: Findings,
    pub stopped: Option<Why>,
}

impl Results {
    /// The results of a search that began anew after another was given up. What that one had found stays: a violation is
    /// for the replay to judge, whoever found it.
    pub fn after(mut self, first: Results) -> Results {
        let findings = &mut self.findings;
        let stats = &mut findings.stats;
        stats.queries += first.findings.stats.queries;
        stats.solver_ms += first.findings.stats.solver_ms;
        stats.instructions += first.findings.stats.instructions;
        stats.count("merging_given_up", 1);
        findings.explain_merging_as(&first.findings);
        let known: BTreeSet<_> = findings
            .violations()
            .iter()
            .map(|v| v.obligation())
            .collect();
        for violation in first.findings.violations() {
            if !known.contains(&violation.obligation()) {
                findings.violation(violation.clone());
            }
        }
        self
    }
}

/// Deep recursion in a solver must not end the process.
pub const STACK: usize = 256 << 20;

pub fn run(classpath: &Arc<ClassPath>, entry: &Entry, config: &Config, limits: &Limits) -> Results {
    match &config.properties {
        Some(matcher) if config.strategy != Strategy::Dfs => {
            let ends = |steps| limits.analysis_ends(config, steps);
            let patience = Patience::new(&ends);
            Statics::with(
                classpath,
                entry,
                matcher,
                &patience,
                |statics| match statics {
                    Some(statics) => {
                        let mut results = explore(classpath, entry, config, limits, Some(statics));
                        let stats = &mut results.findings.stats;
                        stats.count("static_ms", statics.milliseconds);
                        results
                    }
                    None => explore_without(classpath, entry, config, limits),
                },
            )
        }
        _ => explore(classpath, entry, config, limits, None),
    }
}

/// The analysis of the program was given up: every branch is followed, in the order that needs no facts.
fn explore_without(
    classpath: &Arc<ClassPath>,
    entry: &Entry,
    config: &Config,
    limits: &Limits,
) -> Results {
    let (milliseconds, over) = (limits.elapsed_ms(), limits.exceeded());
    let mut plain = config.clone();
    plain.strategy = Strategy::Dfs;
    let mut results = explore(classpath, entry, &plain, limits, None);
    let findings = &mut results.findings;
    findings.stats.count("static_ms", milliseconds);
    // A search that has to end as well gives its own reason.
    if over {
        return results;
    }
    findings.note(Note::new(format!(
        "the analysis of the program was given up after {} s, so that branches were taken depth first and none was left out; \
         it may take half of --timeout",
        milliseconds as f64 / 1000.0
    )));
    results
}

fn explore(
    classpath: &Arc<ClassPath>,
    entry: &Entry,
    config: &Config,
    limits: &Limits,
    statics: Option<&Statics<'_>>,
) -> Results {
    // Whether a branch matters is for all paths through it to say, so they must be in one place.
    let jobs = match statics {
        Some(_) => 1,
        None => config.jobs.max(1),
    };
    let exchange = Exchange::new(jobs);
    let over = AtomicBool::new(false);
    let mut all: Vec<Option<(Findings, (u64, u64))>> = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| limits.watch(&over));
        let mut handles = Vec::new();
        for number in 0..jobs {
            let exchange = &exchange;
            let body = move || work(classpath, entry, config, limits, statics, exchange, number);
            let spawned = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, body);
            handles.push(spawned);
        }
        let all = handles
            .into_iter()
            .map(|handle| handle.ok().and_then(|h| h.join().ok()))
            .collect();
        over.store(true, Ordering::SeqCst);
        watcher.thread().unpark();
        all
    });
    let mut findings = Findings::new();
    let mut seen = BTreeSet::new();
    let (mut ended, mut cut_off) = (0, 0);
    for one in &mut all {
        match one.take() {
            Some((mut one, (worker_ended, worker_cut))) => {
                ended += worker_ended;
                cut_off += worker_cut;
                // Two workers may come to the same violation; the first in order stands for both.
                if !config.all {
                    one.retain_violations(|v| seen.insert(v.obligation()));
                }
                findings.merge(one);
            }
            None => limits.stop(Why::Internal(
                "a worker failed; please report this".to_owned(),
            )),
        }
    }
    if ended > 0 && cut_off == ended {
        // Nothing was seen to its end: there is no claim that the bounds could limit.
        let what = "every path was cut off by a bound on lengths";
        findings.reason(Reason::new(ReasonKind::Vacuous, what));
        limits.leave_out(0);
    }
    if exchange.is_left() {
        limits.leave_out(0);
    }
    Results {
        findings,
        stopped: limits.why(),
    }
}

fn work(
    classpath: &Arc<ClassPath>,
    entry: &Entry,
    config: &Config,
    limits: &Limits,
    statics: Option<&Statics<'_>>,
    exchange: &Exchange,
    number: usize,
) -> (Findings, (u64, u64)) {
    let guard = Leaving { exchange };
    let mut worker = Worker::new(classpath, entry, config, limits, statics, number);
    // Assertions and exceptions have to be looked for on paths.
    if let Some(statics) = statics
        && !config.checks.any()
        && matches!(entry, Entry::Main { .. })
        && statics.all_safe()
    {
        worker.answer_without_paths(statics);
    } else if number == 0
        && let Some(root) = worker.root(entry)
    {
        worker.wait(root);
    }
    loop {
        worker.work(|worker| exchange.offer(worker));
        if limits.exceeded() {
            break;
        }
        let Some(decisions) = exchange.take(limits) else {
            break;
        };
        match worker.repeat(entry, &decisions) {
            Some(path) => worker.wait(path),
            None => limits.leave_out(0),
        }
    }
    drop(guard);
    worker.finish()
}

/// Tells the others when a worker ends, also by a panic.
struct Leaving<'a> {
    exchange: &'a Exchange,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.exchange.leave();
    }
}

struct Exchange {
    jobs: usize,
    shared: Mutex<Shared>,
    changed: Condvar,
}

#[derive(Default)]
struct Shared {
    paths: VecDeque<Vec<Decision>>,
    idle: usize,
    /// All work is done, or a worker has left for good.
    over: bool,
}

impl Exchange {
    fn new(jobs: usize) -> Exchange {
        // Worker 0 starts with the root; the others start out idle and count themselves as such in `take`.
        Exchange {
            jobs,
            shared: Mutex::new(Shared::default()),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Gives away a path if somebody has nothing to do.
    fn offer(&self, worker: &mut Worker<'_>) {
        if self.jobs == 1 || worker.waiting.len() < 2 {
            return;
        }
        let mut shared = self.lock();
        if shared.idle > shared.paths.len()
            && let Some(path) = worker.give()
        {
            shared.paths.push_back(path.decisions);
            self.changed.notify_one();
        }
    }

    /// Waits for a path; `None` when there will be none.
    fn take(&self, limits: &Limits) -> Option<Vec<Decision>> {
        let mut shared = self.lock();
        shared.idle += 1;
        loop {
            if let Some(path) = shared.paths.pop_front() {
                shared.idle -= 1;
                return Some(path);
            }
            if shared.over || shared.idle == self.jobs || limits.exceeded() {
                shared.over = true;
                self.changed.notify_all();
                return None;
            }
            let waited = self.changed.wait_timeout(shared, Duration::from_millis(50));
            shared = waited.unwrap_or_else(|e| e.into_inner()).0;
        }
    }

    /// Whether nobody took what was given away.
    fn is_left(&self) -> bool {
        !self.lock().paths.is_empty()
    }

    fn leave(&self) {
        let mut shared = self.lock();
        shared.over |= shared.idle == self.jobs;
        self.changed.notify_all();
    }
}
