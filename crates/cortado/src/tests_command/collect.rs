//! Collects the paths of all methods under test: those that are worth a test, what they pass, and what was only seen on
//! paths that make no test.

use explore::suite::{Kind, Pass, PathEnd, PathSink};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More than any reader wants, and no trouble for memory.
const MOST: usize = 20_000;

pub struct Collector {
    all_paths: bool,
    patience: u64,
    state: Mutex<Collected>,
}

#[derive(Default)]
pub struct Collected {
    /// The number of the entry, and the path.
    pub paths: Vec<(usize, PathEnd)>,
    /// What paths with a test pass.
    pub covered: BTreeSet<Pass>,
    /// What any path passed.
    pub reached: BTreeSet<Pass>,
    pub entries: Vec<EntryPaths>,
    /// Ways to end of the entry that is explored.
    kinds: BTreeSet<Kind>,
    /// Paths in a row that brought nothing new.
    quiet: u64,
}

/// What was seen of one entry.
#[derive(Default)]
pub struct EntryPaths {
    /// Paths that ended.
    pub paths: u64,
    /// Why paths make no test, and how many.
    pub refused: BTreeMap<String, u64>,
    /// Methods that were called.
    pub called: BTreeSet<String>,
    /// Whether the search ended because nothing new came.
    pub quiet: bool,
}

impl Collector {
    pub fn new(all_paths: bool, patience: u64) -> Collector {
        Collector {
            all_paths,
            patience,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next entry begins.
    pub fn begin(&self) {
        let mut state = self.lock();
        state.entries.push(EntryPaths::default());
        state.kinds.clear();
        state.quiet = 0;
    }

    pub fn finish(&self) -> Collected {
        std::mem::take(&mut self.lock())
    }
}

impl Collected {
    fn note(&mut self, passed: &[Pass]) {
        for pass in passed {
            if !self.reached.contains(pass) {
                self.reached.insert(pass.clone());
            }
        }
        if let Some(entry) = self.entries.last_mut() {
            for pass in passed {
                if !entry.called.contains(&*pass.method) {
                    entry.called.insert(pass.method.to_string());
                }
            }
        }
    }
}

impl PathSink for Collector {
    fn wants(&self, passed: &[Pass], kind: &Kind) -> bool {
        let mut state = self.lock();
        state.note(passed);
        if let Some(entry) = state.entries.last_mut() {
            entry.paths += 1;
        }
        let new = !state.kinds.contains(kind) || passed.iter().any(|p| !state.covered.contains(p));
        state.quiet += 1;
        state.paths.len() < MOST && (new || self.all_paths)
    }

    fn take(&self, end: PathEnd) {
        let mut state = self.lock();
        let kind = match &end.ending {
            explore::suite::Ending::Returned { .. } => Kind::Returned,
            explore::suite::Ending::Threw { class, .. } => Kind::Threw(class.clone()),
        };
        let mut new = state.kinds.insert(kind);
        for pass in &end.passed {
            new |= state.covered.insert(pass.clone());
        }
        if new {
            state.quiet = 0;
        }
        let entry = state.entries.len().saturating_sub(1);
        state.paths.push((entry, end));
    }

    fn refuse(&self, passed: &[Pass], why: String) {
        let mut state = self.lock();
        state.note(passed);
        if let Some(entry) = state.entries.last_mut() {
            *entry.refused.entry(why).or_default() += 1;
        }
    }

    fn goes_on(&self) -> bool {
        let mut state = self.lock();
        let goes_on = state.quiet < self.patience;
        if !goes_on && let Some(entry) = state.entries.last_mut() {
            entry.quiet = true;
        }
        goes_on
    }
}
