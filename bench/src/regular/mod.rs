//! Regular properties of real programs: Debian's jars with drivers of ours, as they are and with an event put in at a
//! branch, checked in four modes. The tables and figures are those of the papers on guided search (001) and on slicing and
//! guiding (000).

mod packages;
mod paths;
mod plot;
mod prepare;
mod programs;
mod record;
mod run;
mod summary;
mod table;

pub use packages::Packages;
pub use paths::{figures, read_paths};
pub use plot::completed_over_time;
pub use prepare::prepare;
pub use programs::{PROGRAMS, Program};
pub use record::{Ending, Run, read, write};
pub use run::Runner;
pub use summary::summary;
pub use table::tables;

use std::path::PathBuf;

/// How branches are chosen: the four columns of the papers' tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    Dfs,
    Guided,
    Sliced,
    Srv,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Dfs, Mode::Guided, Mode::Sliced, Mode::Srv];

    /// The value of `--strategy`.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Dfs => "dfs",
            Mode::Guided => "guided",
            Mode::Sliced => "sliced",
            Mode::Srv => "srv",
        }
    }

    pub fn of(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// A program and a property.
#[derive(Clone, Debug)]
pub struct Task {
    /// Such as `nanoxml/reader/bug1`.
    pub name: String,
    /// The classes of the program and of its driver.
    pub classes: PathBuf,
    pub main: String,
    /// The value of `--property`.
    pub property: String,
    /// Where an event was put in.
    pub injected: Option<String>,
}
