//! Runs `cortado svcomp` on tasks, several at a time, each in a process group of its own that is killed when its time
//! is up.

use super::{Answer, Mark, Record, Task, Time};
use crate::process::{kill_group, read_all, wait};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How to run a task.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program.
    pub cortado: PathBuf,
    pub limit: Duration,
    /// Instead of the user's cache.
    pub cache: Option<PathBuf>,
    /// Run each task again, and record that time too: the second run needs no compiler.
    pub twice: bool,
}

/// What the process gets beyond the limit that it knows of itself.
const GRACE: Duration = Duration::from_secs(10);

/// Runs all tasks, `jobs` at a time; the records are in the tasks' order. `done` is told of each as it ends.
pub fn score_all(
    runner: &Runner,
    tasks: &[Task],
    jobs: usize,
    done: impl Fn(&Record) + Sync,
) -> Result<Vec<Record>, String> {
    let next = AtomicUsize::new(0);
    let records: Mutex<Vec<Option<Result<Record, String>>>> = Mutex::new(vec![None; tasks.len()]);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(task) = tasks.get(index) else { break };
                    let record = runner.score(task);
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
    fn score(&self, task: &Task) -> Result<Record, String> {
        let (answer, time) = self.run(task)?;
        let again = match self.twice {
            true => Some(self.run(task)?.1),
            false => None,
        };
        Ok(Record {
            task: task.name.clone(),
            property: task.property.clone(),
            expected: task.expected,
            mark: Mark::of(&answer, task.expected),
            answer,
            time,
            again,
        })
    }

    fn run(&self, task: &Task) -> Result<(Answer, Time), String> {
        let mut command = Command::new(&self.cortado);
        command
            .arg("svcomp")
            .arg("--property")
            .arg(&task.property_file)
            .arg("--timeout")
            .arg(format!("{}ms", self.limit.as_millis()))
            .args(&task.inputs)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(cache) = &self.cache {
            command.env("CORTADO_CACHE", cache);
        }
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let started = Instant::now();
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", self.cortado.display()))?;
        let out = child.stdout.take().map(|s| thread::spawn(|| read_all(s)));
        let err = child.stderr.take().map(|s| thread::spawn(|| read_all(s)));
        let ended = wait(&mut child, started + self.limit + GRACE);
        let wall = started.elapsed().as_secs_f64();
        kill_group(&mut child);
        let (status, cpu) = match ended {
            Some(ended) => (Some(ended.code), ended.cpu),
            None => (None, wall),
        };
        let text = |reader: Option<thread::JoinHandle<String>>| {
            reader.and_then(|r| r.join().ok()).unwrap_or_default()
        };
        let (out, err) = (text(out), text(err));
        let answer = match status {
            None => Answer::Unknown("killed: out of time".to_owned()),
            Some(code) => parse(&out).unwrap_or_else(|| failed(code, &err)),
        };
        Ok((answer, Time { wall, cpu }))
    }
}

/// The verdict on the last line.
fn parse(out: &str) -> Option<Answer> {
    let last = out.lines().last()?.trim();
    match last {
        "TRUE" => Some(Answer::True),
        "FALSE" => Some(Answer::False),
        _ => {
            let reason = last.strip_prefix("UNKNOWN")?.trim();
            let reason = reason.strip_prefix('(').and_then(|r| r.strip_suffix(')'));
            Some(Answer::Unknown(reason.unwrap_or("no reason").to_owned()))
        }
    }
}

/// A run without a verdict.
fn failed(code: Option<i32>, err: &str) -> Answer {
    let line = err.lines().find(|line| line.starts_with("error:"));
    let why = line.or_else(|| err.lines().last()).unwrap_or("no output");
    let why: String = why.chars().take(200).collect();
    Answer::Unknown(match code {
        Some(code) => format!("failed with status {code}: {why}"),
        None => format!("crashed: {why}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_decides() {
        assert_eq!(parse("error[…]\nFALSE\n"), Some(Answer::False));
        assert_eq!(parse("TRUE"), Some(Answer::True));
        let reason = "unsupported: f(x)";
        let line = format!("unknown: …\nUNKNOWN ({reason})\n");
        assert_eq!(parse(&line), Some(Answer::Unknown(reason.to_owned())));
        assert_eq!(parse("FALSE\nmore\n"), None);
        assert_eq!(parse(""), None);
    }
}
