//! `--dump-paths`: the paths that a strategy followed, a line each.

use crate::failure::Failure;
use explore::PathRecord;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

const HEADER: &str = "path,milliseconds,events,transitions,distance,violation,branches,hopeless,seen,sliced,promising\n";

/// Collects the paths of all workers and entries.
pub struct Diary {
    file: PathBuf,
    paths: Arc<Mutex<Vec<PathRecord>>>,
}

impl Diary {
    /// Fails at once if the file cannot be written.
    pub fn new(file: &Path) -> Result<Diary, Failure> {
        let diary = Diary {
            file: file.to_owned(),
            paths: Arc::default(),
        };
        diary.write()?;
        Ok(diary)
    }

    /// What the engine calls.
    pub fn callback(&self) -> explore::Diary {
        let paths = Arc::clone(&self.paths);
        Arc::new(move |more: Vec<PathRecord>| {
            let mut paths = paths.lock().unwrap_or_else(PoisonError::into_inner);
            paths.extend(more);
        })
    }

    pub fn write(&self) -> Result<(), Failure> {
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        std::fs::write(&self.file, text(&paths)).map_err(|error| {
            let file = self.file.display();
            Failure::usage(format!("cannot write the paths to {file}: {error}"))
        })
    }
}

fn text(paths: &[PathRecord]) -> String {
    let mut text = HEADER.to_owned();
    for (number, path) in (1..).zip(paths) {
        let branches = &path.branches;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{number},{},{},{},{},{},{},{},{},{},{}",
            path.milliseconds,
            path.events,
            path.transitions,
            path.distance,
            path.violation,
            branches.all,
            branches.hopeless,
            branches.seen,
            branches.sliced,
            branches.promising,
        );
    }
    text
}
