//! Outcomes for people and programs. Everything meant for standard output is a pure function of the outcome and the
//! source text, so that two runs print the same bytes; times and notes are kept apart for standard error.

mod bounds;
mod snippet;
mod terminal;
mod words;

pub use terminal::{Style, findings, merging, method_line, notes, render, stats};

use outcome::{Outcome, Place};
use std::io;
use std::path::Path;

/// Gives the text of source files. Implemented by whoever knows where they are.
pub trait Sources {
    /// The text of the file in which `place` lies, if it can be had.
    fn text(&self, place: &Place) -> Option<String>;
}

/// No source text at all: reports name places only.
pub struct NoSources;

impl Sources for NoSources {
    fn text(&self, _: &Place) -> Option<String> {
        None
    }
}

impl<F: Fn(&Place) -> Option<String>> Sources for F {
    fn text(&self, place: &Place) -> Option<String> {
        self(place)
    }
}

/// Writes the outcome as JSON. The error names the file.
pub fn write_json(outcome: &Outcome, file: &Path) -> io::Result<()> {
    std::fs::write(file, outcome.to_json()).map_err(|error| {
        let what = format!("cannot write JSON to {}: {error}", file.display());
        io::Error::new(error.kind(), what)
    })
}
