//! Solvers behind one trait. [`Bitwuzla`] is linked in and is the default; [`Pipe`] asks any SMT-LIB program found on the
//! PATH; [`CrossCheck`] asks two and stops on disagreement; [`Dump`] writes every query down. [`asking`] has the ways in
//! which an exploration asks; [`PathSolver`] keeps the assertion stacks of a few contexts aligned with path prefixes.
//! [`optimise`] maximises and minimises by search over assumptions, for every backend.
//!
//! Questions and answers are in `logic`'s terms; `unknown` is a value with a reason, and no question, however odd, may end
//! the process.

mod answer;
pub mod asking;
pub mod bitwuzla;
mod cross_check;
mod dump;
pub mod optimise;
mod path_solver;
pub mod pipe;
pub mod record;
mod stack;

pub use answer::{Answer, Budget, Disagreement, Interrupter, ModelError, Reason};
pub use asking::{Asking, Mode, Question, Solved};
pub use bitwuzla::Bitwuzla;
pub use cross_check::CrossCheck;
pub use dump::Dump;
pub use path_solver::{Factory, PathSolver, Stats};
pub use pipe::{Found, Pipe, discover};

use logic::{Model, Pool, Term};

/// An incremental solver. All terms given to one solver must come from one pool: translations are remembered by term.
pub trait Solver: Send {
    /// For messages: `bitwuzla`, `z3`, …
    fn name(&self) -> &str;

    /// Adds a Boolean term to the current level.
    fn assert(&mut self, pool: &Pool, term: Term);

    fn push(&mut self);

    /// Drops the `levels` topmost levels and what was asserted there. Levels that do not exist are ignored.
    fn pop(&mut self, levels: u32);

    /// Says that these terms are about to be assumed, so that what it takes to state them is not part of the check.
    fn prepare(&mut self, _pool: &Pool, _terms: &[Term]) {}

    /// Is there a model of the assertions and the assumptions (Boolean terms, held true for this question only)?
    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer;

    /// After [`Answer::Sat`], and before anything else is asserted, pushed, popped or checked: values of the given symbols.
    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError>;

    /// After [`Answer::Unsat`]: assumptions that suffice, in the order in which they were given. Empty if the assertions
    /// alone are contradictory.
    fn unsat_core(&mut self) -> Vec<Term>;

    /// After [`Answer::Unsat`]: assertions and assumptions that cannot hold together, if the solver can tell.
    fn core(&mut self) -> Option<Vec<Term>> {
        None
    }

    /// How often the last check came up to ask whether to go on (see [`Budget::steps`]).
    fn steps(&self) -> u64 {
        0
    }

    /// A handle that stops this solver's checks from any thread.
    fn interrupter(&self) -> Interrupter;

    /// Makes this solver listen to a shared handle instead of its own.
    fn set_interrupter(&mut self, interrupter: Interrupter);
}
