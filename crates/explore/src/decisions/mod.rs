//! The decision graph of a program within bounds (004, 7.2.1): what is decided on the way from its entry to its ends, with
//! the conditions, made once before anything is explored and without a solver. As the machine runs the program, calls are
//! inlined and constants propagated, loops of a concrete number of rounds and exceptions that cannot happen leave no trace,
//! and others are unrolled up to `--unwind`. Where the sides of a branch meet again, so do the ways in the graph; a
//! condition behind that is one term for all of them, in which values choose by what was decided.

mod build;
mod dot;
mod paths;

pub use paths::Explored;

use crate::config::{Config, Entry};
use classpath::ClassPath;
use logic::{Pool, Term};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The number of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecisionId(pub u32);

/// Something that is decided.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What holds on the way after *no* and after *yes*, over the inputs alone.
    pub conditions: [Term; 2],
    /// Where in the program: `Main.f:12`.
    pub place: String,
    /// Where it goes on if the condition does not hold, and if it does.
    pub then: [Next; 2],
}

/// What comes after an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    Decision(DecisionId),
    End(Ending),
}

/// How a way through the graph ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The entry returns, or the program exits.
    Returned,
    /// An exception of this class leaves the entry.
    Threw(String),
    /// An assumption of the program rules it out.
    RuledOut,
    /// A bound ends it, which this option sets.
    Bound(&'static str),
    /// The graph does not tell what comes after this.
    Unknown(String),
}

/// A decision graph. It has no cycles: what comes after a decision has a larger number.
pub struct Decisions {
    /// The terms of the conditions.
    pub pool: Pool,
    pub decisions: Vec<Decided>,
    pub first: Next,
    /// Ways that have become one.
    pub merged: u64,
    /// Instructions that were run, on all ways.
    pub instructions: u64,
    /// Spent on running the program, which unrolls and inlines, and in all.
    pub running: Duration,
    pub time: Duration,
}

impl Decisions {
    /// Makes the graph of what can happen from an entry on, and does something with it. The bounds are those of the
    /// configuration; its time and a limit on the size end ways as [`Ending::Unknown`].
    pub fn with<R: Send>(
        classpath: &Arc<ClassPath>,
        entry: &Entry,
        config: &Config,
        then: impl FnOnce(&Decisions) -> R + Send,
    ) -> Result<R, String> {
        // Regions within regions are a recursion, and so are deep terms; and terms stay in the thread that made them.
        std::thread::scope(|scope| {
            let work = || build::build(classpath, entry, config).map(|graph| then(&graph));
            let builder = std::thread::Builder::new().stack_size(crate::share::STACK);
            let built = builder.spawn_scoped(scope, work);
            let built =
                built.map_err(|error| format!("no thread to build the graph in: {error}"))?;
            built
                .join()
                .unwrap_or_else(|_| Err("building the graph failed".to_owned()))
        })
    }

    /// How many ways there are through the graph, possible or not: the logarithm of their number to the base of ten.
    pub fn log_ways(&self) -> f64 {
        let mut ways: Vec<f64> = vec![0.0; self.decisions.len()];
        let of = |next: &Next, ways: &[f64]| match next {
            Next::Decision(id) => ways[id.0 as usize],
            Next::End(_) => 0.0,
        };
        for (index, decided) in self.decisions.iter().enumerate().rev() {
            let [a, b] = [0, 1].map(|side| of(&decided.then[side], &ways));
            ways[index] = a.max(b) + (1.0 + 10f64.powf(-(a - b).abs())).log10();
        }
        of(&self.first, &ways)
    }

    /// The ends, and how many answers lead to each.
    pub fn endings(&self) -> BTreeMap<&Ending, usize> {
        let mut endings = BTreeMap::new();
        let nexts = self.decisions.iter().flat_map(|decided| &decided.then);
        for next in nexts.chain([&self.first]) {
            if let Next::End(ending) = next {
                *endings.entry(ending).or_insert(0) += 1;
            }
        }
        endings
    }

    /// In Graphviz's language, under a name for the reader.
    pub fn dot(&self, name: &str) -> String {
        dot::dot(self, name)
    }
}
