//! What merging paths saves: programs of ours in the classes of the paper's Table 1 (002), each explored at the levels of
//! `--merge`, with tables like its Tables 2 to 4; and generated programs of which every level must say the same as a JVM.

mod climb;
mod external;
mod growth;
mod jbmc;
mod prepare;
mod programs;
mod record;
mod run;
pub mod soundness;
mod summary;
mod table;

pub use climb::climb;
pub use external::{External, find};
pub use growth::growth;
pub use jbmc::Jbmc;
pub use prepare::{Prepared, prepare};
pub use programs::{PROGRAMS, Program};
pub use record::{Ending, Report, Run};
pub use run::{Runner, has_levels};
pub use summary::{Summary, summary};
pub use table::tables;

use serde::Serialize;

/// How much is merged: the paper's features one after the other, and what lies beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    None,
    Basic,
    Inline,
    Exits,
    Returns,
    Full,
}

impl Level {
    pub const ALL: [Level; 6] = [
        Level::None,
        Level::Basic,
        Level::Inline,
        Level::Exits,
        Level::Returns,
        Level::Full,
    ];

    /// The value of `--merge`.
    pub fn name(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::Basic => "basic",
            Level::Inline => "inline",
            Level::Exits => "exits",
            Level::Returns => "returns",
            Level::Full => "full",
        }
    }

    pub fn of(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
