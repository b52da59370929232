//! Five ways of asking a solver along paths, and the one that is Cortado's default (`--solving`), compared as chapter 7 of
//! the thesis (004) does: on generated programs (its second set), with its Figures 5, 6 and 7, and on recorded path
//! conditions (its first).

mod measure;
mod plot;
pub mod programs;
mod record;
mod replay;
mod summary;
mod table;
mod thesis;

pub use measure::{Settings, measure};
pub use plot::complete_paths;
pub use record::{Report, Run};
pub use replay::{Replay, replay, replay_tables};
pub use solver::Mode;
pub use summary::{Summary, summary};
pub use table::tables;

/// A mode by its name.
pub fn mode(name: &str) -> Option<Mode> {
    Mode::ALL.into_iter().find(|mode| mode.name() == name)
}
