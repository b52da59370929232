//! What a program came to at a size and a level. The JSON of `--json` is a list of these.

use super::Level;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// All paths were followed.
    Complete,
    Limit,
    /// Something is in the way; the reason.
    Stopped(String),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    pub program: String,
    /// None for programs of others.
    pub size: Option<u64>,
    pub inputs: Option<u64>,
    pub level: Level,
    pub ending: Ending,
    pub verdict: String,
    pub seconds: f64,
    /// Of the processor, which does not count what else the machine does.
    pub cpu_seconds: f64,
    pub megabytes: u64,
    pub paths: u64,
    pub queries: u64,
    pub solver_seconds: f64,
    pub first_violation_iteration: Option<u64>,
    pub regions: u64,
    pub inlined: u64,
    /// Spent on finding regions.
    pub region_seconds: f64,
    /// Where something breaks, and by what exception.
    pub violations: BTreeSet<String>,
    /// What was left out of account, such as keys of a `.jpf` file.
    pub notes: Vec<String>,
}

impl Run {
    pub fn is_complete(&self) -> bool {
        self.ending == Ending::Complete
    }

    /// From what `cortado check` wrote; `Null` if the time was up before it wrote anything.
    pub(super) fn of_json(result: &Value) -> Run {
        let stats = &result["stats"];
        let count = |name: &str| stats[name].as_u64().unwrap_or(0);
        Run {
            program: String::new(),
            size: None,
            inputs: None,
            level: Level::None,
            ending: ending(result),
            verdict: result["verdict"].as_str().unwrap_or("").to_owned(),
            seconds: 0.0,
            cpu_seconds: 0.0,
            megabytes: 0,
            paths: count("paths"),
            queries: count("queries"),
            solver_seconds: count("solver_ms") as f64 / 1000.0,
            first_violation_iteration: stats["first_violation_iteration"].as_u64(),
            regions: count("merged_regions"),
            inlined: count("inlined_calls"),
            region_seconds: count("region_ms") as f64 / 1000.0,
            violations: violations(result),
            notes: notes(result),
        }
    }
}

fn notes(result: &Value) -> Vec<String> {
    let none = Vec::new();
    let all = result["notes"].as_array().unwrap_or(&none).iter();
    all.filter_map(|note| note["what"].as_str().map(str::to_owned))
        .collect()
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
    let none = Vec::new();
    let all = result["violations"].as_array().unwrap_or(&none).iter();
    all.map(|violation| {
        let at = &violation["where"];
        let text = |of: &Value| of.as_str().unwrap_or("?").to_owned();
        format!(
            "{} at {}.{}:{}",
            text(&violation["exception"]["class"]),
            text(&at["class"]),
            text(&at["method"]),
            at["line"]
        )
    })
    .collect()
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The levels of each program at the largest size that `none` can do.
    pub compared: Vec<Run>,
    /// The way there, and sizes for `full` alone.
    pub others: Vec<Run>,
    /// Seconds of JBMC by program, or why there are none.
    pub jbmc: Vec<(String, Result<f64, String>)>,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn a_run(program: &str, size: u64, level: Level, seconds: f64, paths: u64) -> Run {
        let mut run = Run::of_json(&Value::Null);
        run.program = program.to_owned();
        run.size = Some(size);
        run.inputs = Some(size);
        run.level = level;
        run.ending = Ending::Complete;
        run.verdict = "safe".to_owned();
        run.seconds = seconds;
        run.cpu_seconds = seconds;
        run.paths = paths;
        run
    }

    #[test]
    fn a_result_says_what_was_merged() {
        let text = r#"{"verdict": "violated", "reasons": [],
            "violations": [{"exception": {"class": "java.lang.AssertionError"},
                            "where": {"class": "A", "method": "f", "line": 3}}],
            "stats": {"paths": 7, "queries": 4, "merged_regions": 3, "inlined_calls": 2, "region_ms": 500,
                      "first_violation_iteration": 2}}"#;
        let run = Run::of_json(&serde_json::from_str(text).expect("JSON"));
        assert!(run.is_complete());
        assert_eq!(
            (run.paths, run.queries, run.regions, run.inlined),
            (7, 4, 3, 2)
        );
        assert_eq!(run.region_seconds, 0.5);
        assert_eq!(run.first_violation_iteration, Some(2));
        assert_eq!(
            run.violations,
            ["java.lang.AssertionError at A.f:3".to_owned()].into()
        );

        let late =
            r#"{"reasons": [{"kind": "unsupported", "what": "x"}, {"kind": "time", "what": "y"}]}"#;
        assert_eq!(
            Run::of_json(&serde_json::from_str(late).expect("JSON")).ending,
            Ending::Limit
        );
        assert_eq!(Run::of_json(&Value::Null).ending, Ending::Limit);
    }
}
