//! Runs `cortado check --method` on each method, some at a time.

use super::{Record, Subject};
use crate::checked::{self, Checked};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// How a method is run.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program.
    pub cortado: PathBuf,
    /// For the search; replays come on top.
    pub limit: Duration,
    /// Further options of `cortado check`.
    pub options: Vec<String>,
}

/// Replays have limits of their own.
const REPLAYS: Duration = Duration::from_secs(60);

/// Runs all methods, `jobs` at a time; the records are in their order. `done` is told of each as it ends.
pub fn run_all(
    runner: &Runner,
    subjects: &[Subject],
    scratch: &Path,
    jobs: usize,
    done: impl Fn(&Record) + Sync,
) -> Result<Vec<Record>, String> {
    let next = AtomicUsize::new(0);
    let records: Mutex<Vec<Option<Result<Record, String>>>> =
        Mutex::new(vec![None; subjects.len()]);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(subject) = subjects.get(index) else {
                        break;
                    };
                    let directory = scratch.join(index.to_string());
                    let record = runner.run(subject, &directory);
                    // Only what is read again is kept.
                    let _ = std::fs::remove_dir_all(&directory);
                    if let Ok(record) = &record {
                        done(record);
                    }
                    let mut records = records.lock().unwrap_or_else(|e| e.into_inner());
                    records[index] = Some(record);
                }
            });
        }
    });
    let records = records.into_inner().unwrap_or_else(|e| e.into_inner());
    records.into_iter().flatten().collect()
}

impl Runner {
    fn run(&self, subject: &Subject, directory: &Path) -> Result<Record, String> {
        std::fs::create_dir_all(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        let json = directory.join("result.json");
        let mut command = Command::new(&self.cortado);
        command
            .arg("check")
            .arg(&subject.jar)
            .args(["--jobs", "1"])
            .arg("--method")
            .arg(&subject.method)
            .arg("--timeout")
            .arg(format!("{}ms", self.limit.as_millis()))
            .arg("--junit")
            .arg(directory.join("tests"))
            .arg("--json")
            .arg(&json)
            .args(&self.options);
        if !subject.class_path.is_empty() {
            let path = env::join_paths(&subject.class_path);
            command
                .arg("--classpath")
                .arg(path.map_err(|error| format!("no class path: {error}"))?);
        }
        let checked = checked::run(command, self.limit + REPLAYS, &json)?;
        Ok(record(subject, &checked))
    }
}

fn record(subject: &Subject, checked: &Checked) -> Record {
    let mut record = Record {
        library: subject.library.clone(),
        method: subject.method.clone(),
        verdict: "failed".to_owned(),
        reasons: Vec::new(),
        violations: Vec::new(),
        seconds: checked.seconds,
        cpu_seconds: checked
            .ended
            .as_ref()
            .map_or(checked.seconds, |ended| ended.cpu),
    };
    match (checked.json.is_null(), checked.complaint()) {
        (false, _) => record.fill(&checked.json),
        (true, Some(complaint)) => record.reasons.push(complaint),
        (true, None) => record
            .reasons
            .push("ended: it took longer than its limits".to_owned()),
    }
    record
}
