//! Runs `cortado check` on a program at a level, and reads what it was.

use super::{Ending, Level, Prepared, Run};
use crate::checked;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How to run a program.
#[derive(Clone, Debug)]
pub struct Runner {
    pub cortado: PathBuf,
    pub limit: Duration,
    /// More arguments.
    pub options: Vec<String>,
    /// For files of this run.
    pub scratch: PathBuf,
    /// Whether there are levels to choose from; `none` is all there is otherwise.
    pub levels: bool,
}

/// Whether this `cortado` knows `--merge`.
pub fn has_levels(cortado: &Path) -> Result<bool, String> {
    let output = Command::new(cortado)
        .args(["check", "--help"])
        .output()
        .map_err(|error| {
            format!(
                "cannot run {}: {error}; build it with `cargo build --release -p cortado` or name it with --cortado",
                cortado.display()
            )
        })?;
    Ok(String::from_utf8_lossy(&output.stdout).contains("--merge"))
}

impl Runner {
    /// A run of a program of ours.
    pub fn run(&self, program: &Prepared, size: u64, level: Level) -> Result<Run, String> {
        let mut run = self.run_words(&program.words, &[size.to_string()], level)?;
        run.program.clone_from(&program.name);
        run.size = Some(size);
        Ok(run)
    }

    /// A run with these targets and options, and these arguments of the program.
    pub(super) fn run_words(
        &self,
        words: &[String],
        arguments: &[String],
        level: Level,
    ) -> Result<Run, String> {
        let json = self.scratch.join("result.json");
        let tests = self.scratch.join("tests");
        let mut command = checked::command(&self.cortado, self.limit, &json, &tests);
        command.arg("--quiet").args(words).args(&self.options);
        if self.levels {
            command.args(["--merge", level.name()]);
        }
        if !arguments.is_empty() {
            command.arg("--").args(arguments);
        }
        let checked = checked::run(command, self.limit, &json)?;
        let mut run = Run::of_json(&checked.json);
        if let Some(complaint) = checked.complaint() {
            run.ending = Ending::Stopped(complaint);
        }
        run.level = level;
        run.seconds = checked.seconds;
        run.cpu_seconds = checked
            .ended
            .as_ref()
            .map_or(checked.seconds, |ended| ended.cpu);
        run.megabytes = checked.ended.map_or(0, |ended| ended.memory >> 20);
        Ok(run)
    }
}
