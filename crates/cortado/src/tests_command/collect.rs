//! Collects the paths of all methods under test: those that are worth a test, what they pass, and what was only seen on
//! paths that make no test.

use classpath::ClassPath;
use explore::suite::{Kind, Pass, PathEnd, PathSink, Program, What};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More than any reader wants, and no trouble for memory.
const MOST: usize = 20_000;

pub struct Collector {
    classpath: Arc<ClassPath>,
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
    /// The entry that is explored, and the ways to end that it has shown.
    current: usize,
    kinds: BTreeSet<Kind>,
    /// Paths in a row that brought nothing new.
    quiet: u64,
    /// By how a path of the entry ended and what it passed, the least decisions that takes.
    least: BTreeMap<(Kind, u64), usize>,
    /// How often a path let others go on meanwhile.
    pauses: u64,
    /// The branches of the classes that were called.
    program: Program,
    classes: BTreeSet<String>,
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
}

impl Collector {
    pub fn new(classpath: &Arc<ClassPath>, all_paths: bool, patience: u64) -> Collector {
        Collector {
            classpath: Arc::clone(classpath),
            all_paths,
            patience,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There will be so many entries.
    pub fn expect(&self, entries: usize) {
        self.lock()
            .entries
            .resize_with(entries, EntryPaths::default);
    }

    /// An entry begins.
    pub fn begin(&self, entry: usize) {
        let mut state = self.lock();
        state.current = entry;
        state.kinds.clear();
        state.least.clear();
        state.quiet = 0;
        state.pauses = 0;
    }

    /// Where nothing seems to be left, less patience will do. Paths that go on and on count a little, once one has returned.
    fn seems_whole(&self, state: &mut Collected) -> bool {
        let little = (self.patience / 10).max(1);
        let paused = match state.kinds.contains(&Kind::Returned) {
            true => state.pauses / 8,
            false => 0,
        };
        let quiet = state.quiet + paused;
        !self.all_paths
            && quiet >= little
            && quiet.is_multiple_of(little)
            && state.is_whole(&self.classpath)
    }

    pub fn finish(&self) -> Collected {
        std::mem::take(&mut self.lock())
    }
}

impl Collected {
    /// Whether tests take every branch of the methods that the entry has called so far.
    fn is_whole(&mut self, classpath: &ClassPath) -> bool {
        let Some(entry) = self.entries.get(self.current) else {
            return false;
        };
        for method in &entry.called {
            let class = method.split('.').next().unwrap_or_default();
            if self.classes.insert(class.to_owned()) {
                let more = Program::of(classpath, [class.to_owned()]);
                self.program.methods.extend(more.methods);
            }
            let Some(shape) = self.program.methods.get(method) else {
                continue;
            };
            let name: Arc<str> = method.as_str().into();
            let taken = |from: u32, to: u32| {
                self.covered.contains(&Pass {
                    method: name.clone(),
                    what: What::Edge(from, to),
                })
            };
            if !shape.branches.iter().all(|b| taken(b.from, b.to)) {
                return false;
            }
        }
        true
    }

    /// Whether a path does what another one does with half as many decisions, and notes it: loops tend to be followed for
    /// many rounds first, and a reader prefers few.
    fn is_simpler(&mut self, passed: &[Pass], kind: &Kind, decisions: usize) -> bool {
        let mut hasher = DefaultHasher::new();
        passed.hash(&mut hasher);
        let least = self.least.entry((kind.clone(), hasher.finish()));
        match least {
            Entry::Vacant(entry) => {
                entry.insert(decisions);
                false
            }
            Entry::Occupied(mut entry) => {
                let simpler = decisions <= entry.get() / 2;
                if simpler {
                    entry.insert(decisions);
                }
                simpler
            }
        }
    }

    fn note(&mut self, passed: &[Pass]) {
        for pass in passed {
            if !self.reached.contains(pass) {
                self.reached.insert(pass.clone());
            }
        }
        let current = self.current;
        if let Some(entry) = self.entries.get_mut(current) {
            for pass in passed {
                if !entry.called.contains(&*pass.method) {
                    entry.called.insert(pass.method.to_string());
                }
            }
        }
    }
}

impl PathSink for Collector {
    fn wants(&self, passed: &[Pass], kind: &Kind, decisions: usize) -> bool {
        let mut state = self.lock();
        state.note(passed);
        let current = state.current;
        if let Some(entry) = state.entries.get_mut(current) {
            entry.paths += 1;
        }
        let new = !state.kinds.contains(kind) || passed.iter().any(|p| !state.covered.contains(p));
        state.quiet += 1;
        let simpler = state.is_simpler(passed, kind, decisions);
        state.paths.len() < MOST && (new || simpler || self.all_paths)
    }

    fn take(&self, end: PathEnd) {
        let mut state = self.lock();
        let kind = match &end.ending {
            explore::suite::Ending::Returned(_) => Kind::Returned,
            explore::suite::Ending::Threw { class, .. } => Kind::Threw(class.clone()),
        };
        let mut new = state.kinds.insert(kind);
        for pass in &end.passed {
            new |= state.covered.insert(pass.clone());
        }
        if new {
            state.quiet = 0;
            state.pauses = 0;
        }
        let entry = state.current;
        state.paths.push((entry, end));
    }

    fn refuse(&self, passed: &[Pass], why: String) {
        let mut state = self.lock();
        state.note(passed);
        let current = state.current;
        if let Some(entry) = state.entries.get_mut(current) {
            *entry.refused.entry(why).or_default() += 1;
        }
    }

    fn reach(&self, passed: &[Pass]) {
        self.lock().note(passed);
    }

    fn pause(&self, passed: &[Pass]) -> bool {
        let mut state = self.lock();
        state.note(passed);
        state.pauses += 1;
        !self.seems_whole(&mut state)
    }

    fn goes_on(&self) -> bool {
        let mut state = self.lock();
        state.quiet < self.patience && !self.seems_whole(&mut state)
    }
}
