//! Runs `cortado check --property` on a task in a mode, and reads what it was.

use super::{Ending, Mode, Run, Task};
use crate::checked;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// How to run a task.
#[derive(Clone, Debug)]
pub struct Runner {
    pub cortado: PathBuf,
    pub limit: Duration,
    /// More arguments.
    pub options: Vec<String>,
    /// Where the paths of each run are kept.
    pub out: PathBuf,
    /// For files of this run.
    pub scratch: PathBuf,
}

impl Runner {
    pub fn run(&self, task: &Task, mode: Mode) -> Result<Run, String> {
        let json = self.scratch.join("result.json");
        let paths = super::paths::file(&self.out, &task.name, mode);
        let _ = std::fs::remove_file(&paths);
        let tests = self.scratch.join("tests");
        let mut command = checked::command(&self.cortado, self.limit, &json, &tests);
        command
            .arg(&task.classes)
            .args(["--main", &task.main, "--property", &task.property])
            .args(["--strategy", mode.name()])
            .args(["--all", "--quiet"])
            .args(single_paths(&self.options))
            .arg("--dump-paths")
            .arg(&paths)
            .args(&self.options);
        let checked = checked::run(command, self.limit, &json)?;
        let mut run = of_json(&checked.json);
        if let Some(complaint) = checked.complaint() {
            run.ending = Ending::Stopped(complaint);
        }
        let seconds = checked.seconds;
        let ended = checked.ended;
        run.task.clone_from(&task.name);
        run.mode = mode;
        run.seconds = seconds;
        run.cpu_seconds = ended.as_ref().map_or(seconds, |ended| ended.cpu);
        run.megabytes = ended.map_or(0, |ended| ended.memory >> 20);
        Ok(run)
    }
}

/// The papers count single paths; whoever wants others says so.
fn single_paths(options: &[String]) -> &'static [&'static str] {
    let said = |option: &String| option == "--merge" || option.starts_with("--merge=");
    match options.iter().any(said) {
        true => &[],
        false => &["--merge", "none"],
    }
}

/// Without a result, the time was up before there was any.
fn of_json(result: &Value) -> Run {
    let stats = &result["stats"];
    let count = |name: &str| stats[name].as_u64().unwrap_or(0);
    let seconds = |name: &str| stats[name].as_u64().map(|ms| ms as f64 / 1000.0);
    Run {
        task: String::new(),
        mode: Mode::Dfs,
        ending: ending(result),
        seconds: 0.0,
        cpu_seconds: 0.0,
        first_seconds: seconds("first_violation_ms"),
        first_iteration: stats["first_violation_iteration"].as_u64(),
        iterations: count("iterations"),
        hopeless: count("pruned_hopeless"),
        seen: count("pruned_seen"),
        sliced: count("pruned_sliced"),
        ranked_last: count("ranked_last"),
        relevant: count("relevant_paths"),
        irrelevant: count("irrelevant_paths"),
        accepted: count("accepted_paths"),
        static_seconds: seconds("static_ms"),
        megabytes: 0,
        violations: violations(result),
    }
}

fn ending(result: &Value) -> Ending {
    let Some(reasons) = result["reasons"].as_array() else {
        return Ending::Limit;
    };
    if reasons.iter().any(|reason| reason["kind"] == "time") {
        return Ending::Limit;
    }
    match reasons.first() {
        None => Ending::Complete,
        Some(reason) => {
            let text = |name: &str| reason[name].as_str().unwrap_or("?").to_owned();
            Ending::Stopped(format!("{}: {}", text("kind"), text("what")))
        }
    }
}

fn violations(result: &Value) -> BTreeSet<String> {
    let place = |at: &Value| {
        let text = |name: &str| at[name].as_str().unwrap_or("?").to_owned();
        format!("{}.{}:{}", text("class"), text("method"), at["line"])
    };
    let none = Vec::new();
    let all = result["violations"].as_array().unwrap_or(&none).iter();
    all.map(|violation| {
        let steps = violation["trace"].as_array().unwrap_or(&none).iter();
        let places: Vec<String> = steps.map(|step| place(&step["where"])).collect();
        places.join(" ")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_how_the_run_ended() {
        let text = r#"{"reasons": [], "violations": [{"trace": [
            {"where": {"class": "A", "method": "f", "line": 3}, "what": "open –close→ closed"},
            {"where": {"class": "A", "method": "g", "line": 5}, "what": "closed –read→ error"}]}],
            "stats": {"iterations": 7, "first_violation_iteration": 2, "static_ms": 1500, "pruned_seen": 4}}"#;
        let run = of_json(&serde_json::from_str(text).expect("JSON"));
        assert_eq!(run.ending, Ending::Complete);
        assert_eq!(
            (run.iterations, run.first_iteration, run.seen),
            (7, Some(2), 4)
        );
        assert_eq!(run.static_seconds, Some(1.5));
        assert_eq!(run.violations, ["A.f:3 A.g:5".to_owned()].into());

        let limit =
            r#"{"reasons": [{"kind": "unsupported", "what": "x"}, {"kind": "time", "what": "y"}]}"#;
        assert_eq!(
            of_json(&serde_json::from_str(limit).expect("JSON")).ending,
            Ending::Limit
        );
        let stopped = r#"{"reasons": [{"kind": "unsupported", "what": "x"}]}"#;
        let run = of_json(&serde_json::from_str(stopped).expect("JSON"));
        assert_eq!(run.ending, Ending::Stopped("unsupported: x".to_owned()));
    }
}
