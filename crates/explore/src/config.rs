//! What a run of the exploration is told: where to start, how to search, and when to stop.

use crate::checks::Checks;
use crate::merging::Merge;
use crate::regular::{PathRecord, Strategy};
use outcome::Place;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Where execution starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `public static void main(String[])`; the class is an internal name.
    Main { class: String, args: Vec<String> },
    /// Any method, with symbolic arguments and, for an instance method, a receiver from its no-argument constructor.
    Method {
        class: String,
        name: String,
        descriptor: String,
    },
}

impl Entry {
    /// A name for files about this entry.
    pub fn file_name(&self) -> String {
        let text = match self {
            Entry::Main { class, .. } => format!("{class}.main"),
            Entry::Method {
                class,
                name,
                descriptor,
            } => format!("{class}.{name}{descriptor}"),
        };
        let plain = |c: char| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' => c,
            _ => '_',
        };
        text.chars().map(plain).collect()
    }
}

/// In which order waiting paths are taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Depth first, and those that have come the least far, by turns.
    #[default]
    Mixed,
    Dfs,
    Bfs,
    /// Seeded, so that a run can be repeated.
    Random(u64),
}

/// Gets told how a search is going.
pub type Watch = Arc<dyn Fn(&Progress) + Send + Sync>;
/// Gets told which paths were followed, in their order.
pub type Diary = Arc<dyn Fn(Vec<PathRecord>) + Send + Sync>;
/// What was done by when; entries that are explored one after the other go on in one.
pub type Timeline = Arc<Mutex<Vec<Sample>>>;
/// Finds the source text of a condition.
pub type ConditionText = Arc<dyn Fn(&Place) -> Option<String> + Send + Sync>;
/// Whether the documentation of an entry says that it throws one of these classes, given by their Java names.
pub type Documented = Arc<dyn Fn(&Entry, &[String]) -> bool + Send + Sync>;

#[derive(Clone)]
pub struct Config {
    pub machine: machine::Options,
    pub search: Search,
    pub jobs: usize,
    pub timeout: Option<Duration>,
    /// The time limit is a share of the one that the user set.
    pub shares_time: bool,
    /// How much of that is left over for others once a violation was found.
    pub reserve: Duration,
    /// Resident memory of the process, in bytes, at which the search stops.
    pub memory: Option<u64>,
    /// For one query.
    pub query_time: Duration,
    /// Report every inequivalent violation instead of the first of each obligation.
    pub all: bool,
    /// Stop at the first violation instead of looking for others nearby.
    pub one: bool,
    pub checks: Checks,
    /// Regular properties to check.
    pub properties: Option<Arc<property::Matcher>>,
    pub strategy: Strategy,
    /// How long the analysis of the program that a strategy asks for may take before the search goes on without it; if
    /// that is not said, half of the time limit.
    pub analysis: Option<Duration>,
    /// Which paths become one.
    pub merge: Merge,
    /// How solvers are asked.
    pub solving: solver::Mode,
    /// Where to write the questions of each entry, so that they can be asked again.
    pub record: Option<PathBuf>,
    /// Gets what was done by when, a sample now and then.
    pub timeline: Option<Timeline>,
    /// Say what became of merging at each branch.
    pub explain_merge: bool,
    /// How many calls that lead to an event tell it from others at the same place.
    pub contexts: usize,
    /// A `main` is never given other arguments than these.
    pub no_other_arguments: bool,
    /// Exceptions that may leave the entry, as Java names; subclasses included.
    pub allow: Vec<String>,
    /// What the user asked to be explored and is not, as bounds.
    pub unfollowed: Vec<String>,
    /// Gets the paths that each worker has followed, where properties are checked.
    pub diary: Option<Diary>,
    /// Gets the paths that end, with what they passed. Where paths have become one, each way through a region is taken once
    /// by itself.
    pub paths: Option<Arc<dyn crate::suite::PathSink>>,
    /// Where to write each query.
    pub dump_smt: Option<PathBuf>,
    /// Ask a second solver (found on the PATH) every question and stop on disagreement.
    pub cross_check: bool,
    /// Set from outside (Ctrl-C) to stop and report what is known.
    pub interrupt: Arc<AtomicBool>,
    /// Called now and then from a worker.
    pub progress: Option<Watch>,
    /// The condition of the `assert` statement at a place, in the user's words, where the source is at hand.
    pub condition_text: Option<ConditionText>,
    /// What the documentation of methods says, where the source is at hand.
    pub documented: Option<Documented>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            machine: machine::Options::default(),
            search: Search::default(),
            jobs: 1,
            timeout: None,
            shares_time: false,
            reserve: Duration::ZERO,
            memory: None,
            query_time: Duration::from_secs(10),
            all: false,
            one: false,
            checks: Checks::default(),
            properties: None,
            strategy: Strategy::default(),
            analysis: None,
            merge: Merge::default(),
            solving: solver::Mode::default(),
            record: None,
            timeline: None,
            explain_merge: false,
            contexts: 1,
            no_other_arguments: false,
            unfollowed: Vec::new(),
            allow: Vec::new(),
            diary: None,
            paths: None,
            dump_smt: None,
            cross_check: false,
            interrupt: Arc::new(AtomicBool::new(false)),
            progress: None,
            condition_text: None,
            documented: None,
        }
    }
}

/// What was done by a point in time, counted from the start of the exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    pub ms: u64,
    /// Paths that have ended.
    pub paths: u64,
    /// Sides of branches that are known to exist or not to.
    pub decided_sides: u64,
}

/// What is going on, for whoever watches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub elapsed: Duration,
    pub paths: u64,
    pub waiting: u64,
    pub queries: u64,
    pub instructions: u64,
    pub violations: u64,
    /// Decisions on the current path.
    pub depth: u64,
    /// Steps of the analysis of the program, as long as no path was followed.
    pub analysed: Option<u64>,
    /// Whether the search began anew, because every path by itself is expected to take less than merging.
    pub again: bool,
}
