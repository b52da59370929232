//! The ways to put an exploration's questions to a solver, behind one trait: five that chapter 7 of the thesis on bounded
//! verification compares, and one that is better than all of them. What is asked, the terms and the solver are the same
//! in all; they differ in what they keep between two questions.

mod auto;
mod caching;
mod cores;
mod fresh;
mod parts;
mod stack;
mod sums;

pub use auto::Auto;
pub use caching::{Caching, Partitioning};
pub use fresh::Baseline;
pub use stack::Stacked;

use crate::{Answer, Bitwuzla, Budget, Factory, Interrupter, Reason, Solver, Stats};
use logic::{Model, Pool, Term, Value};

/// How questions are asked (`--solving`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Each in a solver of its own.
    Baseline,
    /// The same, but only about conjuncts that depend on each other, and each such set once.
    Caching,
    /// The same, with the sets kept from one question to the next.
    Partitioning,
    /// On the assertion stack of one solver, which follows the exploration tree.
    Stack,
    /// The same, with each sub-expression defined once.
    Shared,
    /// All that, and what earlier answers imply.
    #[default]
    Auto,
}

impl Mode {
    pub const ALL: [Mode; 6] = [
        Mode::Baseline,
        Mode::Caching,
        Mode::Partitioning,
        Mode::Stack,
        Mode::Shared,
        Mode::Auto,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Baseline => "baseline",
            Mode::Caching => "caching",
            Mode::Partitioning => "partitioning",
            Mode::Stack => "stack",
            Mode::Shared => "shared",
            Mode::Auto => "auto",
        }
    }

    /// Whether a solver is asked about both sides of every branch, as in the thesis, instead of about what the model of
    /// the path does not show.
    pub fn asks_both_sides(self) -> bool {
        self != Mode::Auto
    }

    /// The embedded solver, as this way of asking uses it.
    pub fn solver(self) -> Bitwuzla {
        match self {
            Mode::Auto => Bitwuzla::new(),
            Mode::Stack => Bitwuzla::without_cores().by_assertion(),
            _ => Bitwuzla::without_cores(),
        }
    }

    /// Asks solvers from a factory, which should make those of [`Mode::solver`] or others.
    pub fn asking(self, factory: Factory) -> Box<dyn Asking> {
        match self {
            Mode::Baseline => Box::new(Baseline::new(factory)),
            Mode::Caching => Box::new(Caching::new(factory)),
            Mode::Partitioning => Box::new(Partitioning::new(factory)),
            Mode::Stack | Mode::Shared => Box::new(Stacked::new(factory)),
            Mode::Auto => Box::new(Auto::new(factory)),
        }
    }
}

/// Whether conjuncts can hold together.
pub struct Question<'a> {
    /// What was decided so far. It can hold, as long as `also` is there.
    pub path: &'a [Term],
    /// What is to hold after it.
    pub also: Option<Term>,
    /// A model of the path, where there is one.
    pub model: Option<&'a Model>,
    /// The conjuncts share functions, which no model of a part of them knows whole: they are not taken apart.
    pub whole: bool,
}

impl Question<'_> {
    pub fn conjuncts(&self) -> impl Iterator<Item = Term> + '_ {
        self.path.iter().copied().chain(self.also)
    }
}

#[derive(Clone, Debug)]
pub enum Solved {
    /// With values for the symbols of the conjuncts that the question depends on; the others may keep theirs.
    Sat(Model),
    Unsat,
    Unknown(Reason),
}

/// A way to ask.
pub trait Asking {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved;

    fn stats(&self) -> Stats;

    /// Stops what is being asked, from any thread.
    fn interrupter(&self) -> Interrupter;
}

/// The symbols of some terms, sorted.
pub(crate) fn symbols(pool: &Pool, terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    for term in terms {
        all.extend(pool.support(term).iter());
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The answer of a solver with, if it is positive, the values of these symbols.
pub(crate) fn solved(
    solver: &mut dyn Solver,
    pool: &Pool,
    answer: Answer,
    symbols: &[Term],
) -> Solved {
    match answer {
        Answer::Unsat => Solved::Unsat,
        Answer::Unknown(reason) => Solved::Unknown(reason),
        Answer::Sat => match solver.model(pool, symbols) {
            Ok(mut model) => {
                for symbol in symbols {
                    if model.get(*symbol).is_none() {
                        let sort = pool.sort(*symbol);
                        model.set(*symbol, Value::default_of(pool, sort));
                    }
                }
                Solved::Sat(model)
            }
            Err(error) => Solved::Unknown(Reason::Failed(error.to_string())),
        },
    }
}
