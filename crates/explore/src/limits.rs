//! When to stop: time, memory, the user, or enough violations. All workers look at the same limits.

use crate::config::{Config, Progress, Sample, Timeline, Watch};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search ended before its work was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Time,
    Memory,
    Interrupted,
    /// Violations were found, and the search for more of them has gone on long enough.
    EnoughFound,
    /// Whoever collects paths wants no more of them.
    Covered,
    /// Every path by itself is expected to take less than merging.
    Merging,
    /// Two solvers contradict each other.
    Disagreement(String),
    Internal(String),
}

/// After the first violation the search for others goes on for this many paths and instructions; a count, not a time,
/// so that the same input gives the same output.
const MORE_PATHS: u64 = 1_000;
const MORE_INSTRUCTIONS: u64 = 50_000_000;

/// Time between two samples of a timeline.
const SAMPLED_MS: u64 = 50;

pub struct Limits {
    started: Instant,
    timeout: Option<Duration>,
    reserve: Duration,
    memory: Option<u64>,
    interrupt: Arc<AtomicBool>,
    all: bool,
    one: bool,
    stop: AtomicBool,
    solvers: Mutex<Vec<solver::Interrupter>>,
    why: Mutex<Option<Why>>,
    pub paths: AtomicU64,
    merged: AtomicU64,
    pub queries: AtomicU64,
    /// Sides of branches that are known to exist or not to.
    pub decided: AtomicU64,
    pub instructions: AtomicU64,
    pub waiting: AtomicU64,
    pub violations: AtomicU64,
    /// Whether some path had all arguments of a method entry.
    pub entered: AtomicBool,
    /// Whether ways to make inputs were counted.
    pub ways: AtomicBool,
    /// Which of the methods whose arguments are replaced were called ([`machine::Machine::called_symbolic`]).
    pub called: Mutex<BTreeSet<usize>>,
    /// The fewest iterations that a path had begun which was not followed to its end ([`machine::State::deepest`]).
    left_out: AtomicU32,
    /// The same of the paths that were followed to their end.
    ended: AtomicU32,
    /// Paths and instructions at the first violation.
    first: Mutex<Option<(u64, u64)>>,
    progress: Option<Watch>,
    timeline: Option<Timeline>,
    /// What was done before this exploration, and the last sample of it.
    before: Sample,
    sampled: AtomicU64,
    last_progress: Mutex<Instant>,
    /// Whether the search began anew without merging.
    pub again: bool,
}

impl Limits {
    pub fn new(config: &Config, started: Instant) -> Limits {
        Limits {
            started,
            timeout: config.timeout,
            reserve: config.reserve,
            memory: config.memory,
            interrupt: config.interrupt.clone(),
            all: config.all,
            one: config.one,
            stop: AtomicBool::new(false),
            solvers: Mutex::new(Vec::new()),
            why: Mutex::new(None),
            paths: AtomicU64::new(0),
            merged: AtomicU64::new(0),
            queries: AtomicU64::new(0),
            decided: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            violations: AtomicU64::new(0),
            entered: AtomicBool::new(false),
            ways: AtomicBool::new(false),
            called: Mutex::default(),
            left_out: AtomicU32::new(u32::MAX),
            ended: AtomicU32::new(u32::MAX),
            first: Mutex::new(None),
            progress: config.progress.clone(),
            timeline: config.timeline.clone(),
            before: config.timeline.as_ref().map_or_else(Sample::default, |t| {
                let samples = t.lock().unwrap_or_else(|e| e.into_inner());
                samples.last().copied().unwrap_or_default()
            }),
            sampled: AtomicU64::new(0),
            last_progress: Mutex::new(started),
            again: false,
        }
    }

    pub fn elapsed_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    pub fn stop(&self, why: Why) {
        let mut slot = self.why.lock().unwrap_or_else(|e| e.into_inner());
        slot.get_or_insert(why);
        self.stop.store(true, Ordering::SeqCst);
    }

    pub fn why(&self) -> Option<Why> {
        self.why.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }

    /// Whether the search has to end.
    pub fn exceeded(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Solvers to be stopped with the search.
    pub fn register(&self, interrupter: solver::Interrupter) {
        self.solvers
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .push(interrupter);
    }

    /// Looks at the clock, the memory and the user until the search is over or has to end; runs in a thread of its own,
    /// so that neither a long query nor a long path goes unwatched.
    pub fn watch(&self, over: &AtomicBool) {
        while !over.load(Ordering::SeqCst) {
            self.look();
            self.sample(false);
            if self.exceeded() {
                for solver in &*self.solvers.lock().unwrap_or_else(|e| e.into_inner()) {
                    solver.interrupt();
                }
                return;
            }
            std::thread::park_timeout(Duration::from_millis(10));
        }
    }

    /// Adds a sample to the timeline, if one is wanted and the last is long enough ago, or in any case at the end.
    fn sample(&self, end: bool) {
        let Some(timeline) = &self.timeline else {
            return;
        };
        let ms = self.elapsed_ms();
        if !end && ms < self.sampled.load(Ordering::Relaxed) + SAMPLED_MS {
            return;
        }
        self.sampled.store(ms, Ordering::Relaxed);
        let mut samples = timeline.lock().unwrap_or_else(|e| e.into_inner());
        samples.push(Sample {
            ms: self.before.ms + ms,
            paths: self.before.paths + self.paths.load(Ordering::SeqCst),
            decided_sides: self.before.decided_sides + self.decided.load(Ordering::SeqCst),
        });
    }

    pub fn end_timeline(&self) {
        self.sample(true);
    }

    pub fn look(&self) {
        if self.interrupt.load(Ordering::SeqCst) {
            self.stop(Why::Interrupted);
        } else if self
            .timeout
            .is_some_and(|limit| self.started.elapsed() >= self.without_reserve(limit))
        {
            self.stop(Why::Time);
        } else if self
            .memory
            .is_some_and(|limit| resident_bytes().is_some_and(|used| used > limit))
        {
            self.stop(Why::Memory);
        }
    }

    /// A violation is worth more if there is time left to replay it.
    fn without_reserve(&self, limit: Duration) -> Duration {
        match self.violations.load(Ordering::SeqCst) {
            0 => limit,
            _ => limit.saturating_sub(self.reserve),
        }
    }

    /// Records that a path is not followed to its end. Every execution on it has begun so many iterations of some loop.
    pub fn leave_out(&self, begun: u32) {
        self.left_out.fetch_min(begun, Ordering::SeqCst);
    }

    /// Where a limit of the user's ended the search: up to how many iterations of each loop every execution was followed
    /// to its end nevertheless, if there were any such executions. Where every execution has more iterations, such as those
    /// of a loop that counts to a hundred and reads an input each time, there is nothing to claim.
    pub fn followed_up_to(&self) -> Option<u32> {
        let limit = matches!(self.why(), Some(Why::Time | Why::Memory | Why::Interrupted));
        let begun = self.left_out.load(Ordering::SeqCst);
        let some = self.ended.load(Ordering::SeqCst) < begun;
        (limit && some && (2..u32::MAX).contains(&begun)).then(|| begun - 1)
    }

    /// What is left of the time limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.timeout
            .map(|limit| limit.saturating_sub(self.started.elapsed()))
    }

    /// Whether the analysis before the search has to end: with everything else, or because the search needs its share of
    /// the time as well.
    pub fn analysis_ends(&self, config: &Config, steps: u64) -> bool {
        self.look();
        self.tell(|| Progress {
            elapsed: self.started.elapsed(),
            analysed: Some(steps),
            ..Progress::default()
        });
        let share = config.analysis.or(self.timeout.map(|limit| limit / 2));
        self.exceeded() || share.is_some_and(|share| self.started.elapsed() >= share)
    }

    pub fn violation_found(&self) {
        self.violations.fetch_add(1, Ordering::SeqCst);
        let mut first = self.first.lock().unwrap_or_else(|e| e.into_inner());
        let now = (
            self.paths.load(Ordering::SeqCst) + self.merged.load(Ordering::SeqCst),
            self.instructions.load(Ordering::SeqCst),
        );
        first.get_or_insert(now);
        if self.one {
            self.stop(Why::EnoughFound);
        }
    }

    /// Called when a path ends. Every execution on it has begun so many iterations of some loop.
    pub fn path_done(&self, begun: u32) {
        self.ended.fetch_min(begun, Ordering::SeqCst);
        self.paths.fetch_add(1, Ordering::SeqCst);
        self.look_for_more();
    }

    /// Whether paths have become one anywhere.
    pub fn has_merged(&self) -> bool {
        self.merged.load(Ordering::SeqCst) > 0
    }

    /// Called when paths have become one, which is as good as the end of one of them.
    pub fn region_done(&self) {
        self.merged.fetch_add(1, Ordering::SeqCst);
        self.look_for_more();
    }

    /// Ends the search if violations were found and it has gone on long enough since.
    fn look_for_more(&self) {
        let paths = self.paths.load(Ordering::SeqCst) + self.merged.load(Ordering::SeqCst);
        if self.all {
            return;
        }
        let first = *self.first.lock().unwrap_or_else(|e| e.into_inner());
        if let Some((at_paths, at_instructions)) = first {
            let instructions = self.instructions.load(Ordering::SeqCst);
            if paths - at_paths > MORE_PATHS || instructions - at_instructions > MORE_INSTRUCTIONS {
                self.stop(Why::EnoughFound);
            }
        }
    }

    pub fn report(&self, depth: usize) {
        self.tell(|| Progress {
            elapsed: self.started.elapsed(),
            paths: self.paths.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
            queries: self.queries.load(Ordering::Relaxed),
            instructions: self.instructions.load(Ordering::Relaxed),
            violations: self.violations.load(Ordering::Relaxed),
            depth: depth as u64,
            analysed: None,
            again: self.again,
        });
    }

    fn tell(&self, what: impl FnOnce() -> Progress) {
        let Some(progress) = &self.progress else {
            return;
        };
        {
            let mut last = self.last_progress.lock().unwrap_or_else(|e| e.into_inner());
            if last.elapsed() < Duration::from_millis(200) {
                return;
            }
            *last = Instant::now();
        }
        progress(&what());
    }
}

/// Resident memory of this process, where the system tells.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is claimed when time is up after paths of so many iterations have ended, and others have not.
    fn claimed(ended: &[u32], left_out: &[u32]) -> Option<u32> {
        let limits = Limits::new(&Config::default(), Instant::now());
        ended.iter().for_each(|begun| limits.path_done(*begun));
        left_out.iter().for_each(|begun| limits.leave_out(*begun));
        limits.stop(Why::Time);
        limits.followed_up_to()
    }

    #[test]
    fn the_fewest_iterations_left_out_bound_a_claim() {
        assert_eq!(claimed(&[0, 1, 2], &[5, 3]), Some(2));
        assert_eq!(claimed(&[0], &[1]), None);
        assert_eq!(claimed(&[0], &[]), None);
    }

    #[test]
    fn there_is_no_claim_about_no_execution() {
        assert_eq!(claimed(&[], &[3]), None);
        assert_eq!(claimed(&[20], &[5]), None);
        assert_eq!(claimed(&[20, 4], &[5]), Some(4));
    }
}
