//! What a task came to in a mode, and a line of comma-separated values for it, from which all tables can be made again.

use super::Mode;
use crate::csv::{quoted, rows};
use std::collections::BTreeSet;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The whole path space was explored.
    Complete,
    Limit,
    /// Something is in the way; the reason.
    Stopped(String),
}

/// What a task came to in a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub task: String,
    pub mode: Mode,
    pub ending: Ending,
    pub seconds: f64,
    /// Of the processor, which does not count what else the machine does.
    pub cpu_seconds: f64,
    /// When the first violation was found, and in which iteration.
    pub first_seconds: Option<f64>,
    pub first_iteration: Option<u64>,
    pub iterations: u64,
    pub hopeless: u64,
    pub seen: u64,
    pub sliced: u64,
    pub ranked_last: u64,
    pub relevant: u64,
    pub irrelevant: u64,
    pub accepted: u64,
    pub static_seconds: Option<f64>,
    /// The most memory at a time.
    pub megabytes: u64,
    /// The sequences of places that break the property.
    pub violations: BTreeSet<String>,
}

impl Run {
    pub fn is_complete(&self) -> bool {
        self.ending == Ending::Complete
    }

    pub fn pruned(&self) -> u64 {
        self.hopeless + self.seen + self.sliced
    }
}

const HEADER: &str = "task,mode,ending,seconds,cpu_seconds,first_seconds,first_iteration,iterations,hopeless,seen,sliced,ranked_last,\
    relevant,irrelevant,accepted,static_seconds,megabytes,violations";

pub fn write(runs: &[Run]) -> String {
    let mut out = format!("{HEADER}\n");
    let seconds = |time: Option<f64>| time.map_or_else(String::new, |s| format!("{s:.3}"));
    for run in runs {
        let ending = match &run.ending {
            Ending::Complete => "complete",
            Ending::Limit => "limit",
            Ending::Stopped(reason) => reason,
        };
        let violations: Vec<&str> = run.violations.iter().map(String::as_str).collect();
        let fields = [
            run.task.clone(),
            run.mode.name().to_owned(),
            ending.to_owned(),
            seconds(Some(run.seconds)),
            seconds(Some(run.cpu_seconds)),
            seconds(run.first_seconds),
            run.first_iteration
                .map_or_else(String::new, |n| n.to_string()),
            run.iterations.to_string(),
            run.hopeless.to_string(),
            run.seen.to_string(),
            run.sliced.to_string(),
            run.ranked_last.to_string(),
            run.relevant.to_string(),
            run.irrelevant.to_string(),
            run.accepted.to_string(),
            seconds(run.static_seconds),
            run.megabytes.to_string(),
            violations.join("\n"),
        ];
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

/// Reads what `write` wrote.
pub fn read(text: &str) -> Result<Vec<Run>, String> {
    let mut rows = rows(text).into_iter();
    if rows.next().map(|row| row.join(",")).as_deref() != Some(HEADER) {
        return Err(format!(
            "not of this benchmark: the first line is not {HEADER}"
        ));
    }
    let runs = rows.enumerate().map(|(number, row)| {
        run(&row).ok_or_else(|| format!("record {}: not of this benchmark", number + 1))
    });
    runs.collect()
}

fn run(row: &[String]) -> Option<Run> {
    let mut fields = row.iter();
    let mut field = || fields.next().map(String::as_str);
    let task = field()?.to_owned();
    let mode = Mode::of(field()?)?;
    let ending = match field()? {
        "complete" => Ending::Complete,
        "limit" => Ending::Limit,
        reason => Ending::Stopped(reason.to_owned()),
    };
    let seconds = field()?.parse().ok()?;
    let cpu_seconds = field()?.parse().ok()?;
    let first_seconds = optional(field()?)?;
    let first_iteration = optional(field()?)?;
    let mut number = || field()?.parse().ok();
    let run = Run {
        task,
        mode,
        ending,
        seconds,
        cpu_seconds,
        first_seconds,
        first_iteration,
        iterations: number()?,
        hopeless: number()?,
        seen: number()?,
        sliced: number()?,
        ranked_last: number()?,
        relevant: number()?,
        irrelevant: number()?,
        accepted: number()?,
        static_seconds: optional(field()?)?,
        megabytes: field()?.parse().ok()?,
        violations: field()?.lines().map(str::to_owned).collect(),
    };
    Some(run)
}

/// None for what is neither empty nor a number.
fn optional<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
    match text {
        "" => Some(None),
        number => number.parse().ok().map(Some),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn a_run(task: &str, mode: Mode, seconds: f64) -> Run {
        Run {
            task: task.to_owned(),
            mode,
            ending: Ending::Complete,
            seconds,
            cpu_seconds: seconds,
            first_seconds: None,
            first_iteration: None,
            iterations: 10,
            hopeless: 1,
            seen: 2,
            sliced: 3,
            ranked_last: 4,
            relevant: 5,
            irrelevant: 6,
            accepted: 0,
            static_seconds: Some(0.25),
            megabytes: 100,
            violations: BTreeSet::new(),
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut found = a_run("p/reader/bug1", Mode::Srv, 1.5);
        found.first_seconds = Some(0.5);
        found.first_iteration = Some(3);
        found.violations = ["A.f:1 B.g:2", "C.h:3"].map(str::to_owned).into();
        let mut stopped = a_run("p/reader/O", Mode::Dfs, 60.0);
        stopped.ending = Ending::Stopped("unsupported: \"x\", y".to_owned());
        let runs = vec![found, stopped];
        assert_eq!(read(&write(&runs)), Ok(runs));
        assert!(read("a,b\n").is_err());
        assert!(read(&format!("{HEADER}\nx,dfs\n")).is_err());
    }
}
