//! What a program came to in a mode. The JSON of `--json` is a list of these.

use serde::{Serialize, Serializer};
use serde_json::Value;
use solver::Mode;

#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub lines: usize,
    pub seed: u64,
    #[serde(serialize_with = "name")]
    pub mode: Mode,
    pub verdict: String,
    /// Why it ended before all paths were followed, if not for the time.
    pub stopped: Option<String>,
    /// Whether all paths were followed.
    pub complete: bool,
    /// Of the search.
    pub seconds: f64,
    /// Sides of branches of which it was found out whether they exist.
    pub decided: u64,
    pub paths: u64,
    pub queries: u64,
    pub exploration_seconds: f64,
    pub expression_seconds: f64,
    pub solving_seconds: f64,
    pub rest_seconds: f64,
    /// Seconds and complete paths until then.
    pub timeline: Vec<(f64, u64)>,
}

fn name<S: Serializer>(mode: &Mode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(mode.name())
}

impl Run {
    /// From what `cortado check` wrote.
    pub(super) fn of_json(lines: usize, seed: u64, mode: Mode, result: &Value) -> Run {
        let stats = &result["stats"];
        let count = |name: &str| stats[name].as_u64().unwrap_or(0);
        let seconds = |name: &str| stats[name].as_f64().unwrap_or(0.0) / 1000.0;
        let none = Vec::new();
        let reasons = result["reasons"].as_array().unwrap_or(&none);
        let other = reasons.iter().find(|reason| reason["kind"] != "time");
        Run {
            lines,
            seed,
            mode,
            verdict: result["verdict"].as_str().unwrap_or("none").to_owned(),
            stopped: other.map(|reason| reason["what"].as_str().unwrap_or("?").to_owned()),
            complete: reasons.is_empty() && !result.is_null(),
            seconds: seconds("wall_ms"),
            decided: count("decided_sides"),
            paths: count("paths"),
            queries: count("queries"),
            exploration_seconds: seconds("exploration_ms"),
            expression_seconds: seconds("expressions_ms"),
            solving_seconds: seconds("solving_ms"),
            rest_seconds: seconds("rest_ms"),
            timeline: Vec::new(),
        }
    }
}

/// The lines `ms,paths,decided_sides` of `--dump-timeline`.
pub(super) fn timeline(text: &str) -> Vec<(f64, u64)> {
    let rows = crate::csv::rows(text);
    let point = |row: &Vec<String>| {
        let (ms, paths) = (row.first()?.parse::<f64>(), row.get(1)?.parse());
        Some((ms.ok()? / 1000.0, paths.ok()?))
    };
    // The header is no point.
    rows.iter().filter_map(point).collect()
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub runs: Vec<Run>,
}

/// What the programs of a size came to in a mode, all of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sum {
    pub programs: usize,
    pub seconds: f64,
    pub decided: u64,
    pub paths: u64,
    pub queries: u64,
    /// Exploration, construction of expressions, solving and the rest, in seconds.
    pub parts: [f64; 4],
}

impl Sum {
    pub fn speed(&self) -> f64 {
        self.decided as f64 / self.seconds.max(1e-3)
    }
}

impl Report {
    /// The sizes, in the order in which they were measured.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = Vec::new();
        for run in &self.runs {
            if !sizes.contains(&run.lines) {
                sizes.push(run.lines);
            }
        }
        sizes
    }

    /// None if the mode was left out.
    pub(super) fn sum(&self, lines: usize, mode: Mode) -> Option<Sum> {
        let mut sum = Sum::default();
        for run in &self.runs {
            if run.lines != lines || run.mode != mode {
                continue;
            }
            sum.programs += 1;
            sum.seconds += run.seconds;
            sum.decided += run.decided;
            sum.paths += run.paths;
            sum.queries += run.queries;
            let parts = [
                run.exploration_seconds,
                run.expression_seconds,
                run.solving_seconds,
                run.rest_seconds,
            ];
            for (total, part) in sum.parts.iter_mut().zip(parts) {
                *total += part;
            }
        }
        (sum.programs > 0).then_some(sum)
    }

    /// How many times as many sides a second the first mode decides as the second.
    pub(super) fn ratio(&self, lines: usize, mode: Mode, of: Mode) -> Option<f64> {
        let (mode, of) = (self.sum(lines, mode)?, self.sum(lines, of)?);
        (of.decided > 0).then(|| mode.speed() / of.speed())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn a_run(lines: usize, mode: Mode, decided: u64, paths: u64) -> Run {
        let mut run = Run::of_json(lines, 1, mode, &Value::Null);
        run.seconds = 10.0;
        run.decided = decided;
        run.paths = paths;
        run.solving_seconds = 8.0;
        run.exploration_seconds = 2.0;
        run.timeline = vec![(0.0, 0), (10.0, paths)];
        run
    }

    #[test]
    fn a_run_is_read_from_json() {
        let text = r#"{"verdict": "unknown", "reasons": [{"kind": "time", "what": "stopped"}],
            "stats": {"paths": 7, "queries": 4, "decided_sides": 20, "wall_ms": 2000, "exploration_ms": 500,
                      "expressions_ms": 250, "solving_ms": 1000, "rest_ms": 250}}"#;
        let json = serde_json::from_str(text).expect("JSON");
        let run = Run::of_json(5000, 3, Mode::Stack, &json);
        assert_eq!((run.paths, run.decided, run.complete), (7, 20, false));
        assert_eq!(run.stopped, None);
        let report = Report { runs: vec![run] };
        let sum = report.sum(5000, Mode::Stack).expect("a sum");
        assert_eq!(sum.speed(), 10.0);
        assert_eq!(sum.parts, [0.5, 0.25, 1.0, 0.25]);
        assert_eq!(report.sum(5000, Mode::Auto), None);
    }

    #[test]
    fn a_timeline_has_a_header() {
        let points = timeline("ms,paths,decided_sides\n50,1,9\n100,3,20\n");
        assert_eq!(points, [(0.05, 1), (0.1, 3)]);
    }
}
