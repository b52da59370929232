//! Runs `cortado verify` in a child process, and reads what it wrote.

use crate::checked;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How one formula went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    pub method: String,
    pub edges: u64,
    pub terms: u64,
    /// Of the SAT solver, where there is one.
    pub variables: Option<u64>,
    pub clauses: Option<u64>,
    /// Of the processor.
    pub encoding_seconds: f64,
    pub solving_seconds: f64,
    pub answer: String,
}

/// What came of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verified {
    /// As in the JSON; empty if it had to be ended.
    pub verdict: String,
    pub parts: Vec<Part>,
    /// Why something is unknown.
    pub reasons: Vec<String>,
    pub seconds: f64,
    /// Of the processor, everything included.
    pub cpu_seconds: f64,
}

impl Verified {
    /// None for a formula that another made unnecessary.
    fn begun(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.answer != "skipped")
    }

    pub fn solving(&self) -> f64 {
        self.parts.iter().map(|part| part.solving_seconds).sum()
    }

    pub fn encoding(&self) -> f64 {
        self.parts.iter().map(|part| part.encoding_seconds).sum()
    }

    /// Formulas that were solved, or that time ran out for.
    pub fn formulas(&self) -> usize {
        self.begun().count()
    }

    /// The average of something over formulas.
    pub fn average(&self, of: impl Fn(&Part) -> Option<u64>) -> Option<f64> {
        let all: Vec<u64> = self.begun().filter_map(of).collect();
        (!all.is_empty()).then(|| all.iter().sum::<u64>() as f64 / all.len() as f64)
    }

    pub fn largest(&self, of: impl Fn(&Part) -> Option<u64>) -> Option<u64> {
        self.begun().filter_map(of).max()
    }

    pub fn is_decided(&self) -> bool {
        matches!(&*self.verdict, "violated" | "safe_within_bounds" | "safe")
    }

    fn of_json(json: &Value) -> Verified {
        let none = Vec::new();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let parts = json["stats"]["parts"].as_array().unwrap_or(&none);
        let part = |part: &Value| Part {
            method: text(&part["method"]),
            edges: part["edges"].as_u64().unwrap_or(0),
            terms: part["terms"].as_u64().unwrap_or(0),
            variables: part["variables"].as_u64(),
            clauses: part["clauses"].as_u64(),
            encoding_seconds: part["encoding_us"].as_f64().unwrap_or(0.0) / 1e6,
            solving_seconds: part["solving_us"].as_f64().unwrap_or(0.0) / 1e6,
            answer: text(&part["answer"]),
        };
        let reasons = json["reasons"].as_array().unwrap_or(&none);
        Verified {
            verdict: text(&json["verdict"]),
            parts: parts.iter().map(part).collect(),
            reasons: reasons.iter().map(|reason| text(&reason["what"])).collect(),
            seconds: 0.0,
            cpu_seconds: 0.0,
        }
    }
}

/// Verifies with these arguments; `limit` is for one method, `all` for all of them. An error is one of usage, such as a
/// program that does not compile.
pub(super) fn verify(
    cortado: &Path,
    target: &Path,
    arguments: &[String],
    (limit, all): (Duration, Duration),
    json: &Path,
) -> Result<Verified, String> {
    let mut command = Command::new(cortado);
    command
        .args(["verify", "--quiet", "--no-replay", "--color", "never"])
        .args(["--jobs", "1"])
        .arg(target)
        .args(arguments)
        .arg("--timeout")
        .arg(format!("{}ms", limit.as_millis()))
        .arg("--json")
        .arg(json);
    let checked = checked::run(command, all, json)?;
    if let Some(complaint) = checked.complaint() {
        return Err(format!("{}: {complaint}", target.display()));
    }
    let mut verified = Verified::of_json(&checked.json);
    verified.seconds = checked.seconds;
    verified.cpu_seconds = checked.ended.map_or(checked.seconds, |ended| ended.cpu);
    Ok(verified)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read_from_json() {
        let text = r#"{"verdict": "safe_within_bounds", "reasons": [], "stats": {"parts": [
            {"method": "A.m()", "edges": 4, "terms": 10, "variables": 7, "clauses": 20, "encoding_us": 500000,
             "solving_us": 1500000, "answer": "holds"},
            {"method": "A.m()", "edges": 6, "terms": 30, "variables": 9, "clauses": 40, "encoding_us": 500000,
             "solving_us": 500000, "answer": "holds"},
            {"method": "A.m()", "edges": 9, "terms": 0, "encoding_us": 0, "solving_us": 0, "answer": "skipped"}]}}"#;
        let verified = Verified::of_json(&serde_json::from_str(text).expect("JSON"));
        assert!(verified.is_decided());
        assert_eq!((verified.solving(), verified.encoding()), (2.0, 1.0));
        assert_eq!(verified.formulas(), 2);
        assert_eq!(verified.average(|part| part.variables), Some(8.0));
        assert_eq!(verified.largest(|part| Some(part.terms)), Some(30));
        assert_eq!(verified.average(|_| None), None);
    }
}
