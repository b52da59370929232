//! Runs `cortado check` in a child process with a limit, and hands back the JSON that it wrote.

use crate::process::{Ended, kill_group, read_all, wait};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What the process gets beyond the limit that it knows of itself.
const GRACE: Duration = Duration::from_secs(10);

/// What came of a run.
pub(crate) struct Checked {
    /// `Null` if there is none.
    pub json: Value,
    /// None if it had to be ended.
    pub ended: Option<Ended>,
    pub seconds: f64,
    pub stderr: String,
}

impl Checked {
    /// Why there is no JSON, unless the limit is the reason.
    pub fn complaint(&self) -> Option<String> {
        if !self.json.is_null() || self.ended.is_none() {
            return None;
        }
        let telling = |line: &&str| line.contains("error") || line.contains("panicked");
        let mut lines = self.stderr.lines().map(str::trim).filter(telling);
        let first = lines.next().unwrap_or("no result");
        Some(match first.ends_with(':') {
            true => format!("{first} {}", lines.next().unwrap_or_default()),
            false => first.to_owned(),
        })
    }
}

/// `cortado check` with the options that all benchmarks give; `json` and `tests` are for files of the run.
pub(crate) fn command(cortado: &Path, limit: Duration, json: &Path, tests: &Path) -> Command {
    let mut command = Command::new(cortado);
    command
        .arg("check")
        .args(["--jobs", "1", "--no-replay"])
        .arg("--timeout")
        .arg(format!("{}ms", limit.as_millis()))
        .arg("--junit")
        .arg(tests)
        .arg("--json")
        .arg(json);
    command
}

/// Runs the command, which writes `json`.
pub(crate) fn run(mut command: Command, limit: Duration, json: &Path) -> Result<Checked, String> {
    // An earlier run's must not pass for this one's.
    let _ = fs::remove_file(json);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let started = Instant::now();
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot run {program}: {error}"))?;
    let stderr = child.stderr.take().map(|s| thread::spawn(|| read_all(s)));
    let ended = wait(&mut child, started + limit + GRACE);
    let seconds = started.elapsed().as_secs_f64();
    kill_group(&mut child);
    let stderr = stderr
        .and_then(|reader| reader.join().ok())
        .unwrap_or_default();
    let text = fs::read_to_string(json).unwrap_or_default();
    Ok(Checked {
        json: serde_json::from_str(&text).unwrap_or(Value::Null),
        ended,
        seconds,
        stderr,
    })
}
