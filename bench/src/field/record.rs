//! What became of a method, and the file of all of them, from which tables and comparisons can be made again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A method and what was said of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub library: String,
    /// The exact signature.
    pub method: String,
    /// As in the JSON of `cortado check`, or `failed`.
    pub verdict: String,
    /// Why something is not known, the most frequent first: kind and text.
    pub reasons: Vec<String>,
    pub violations: Vec<Found>,
    pub seconds: f64,
    pub cpu_seconds: f64,
}

/// A violation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    pub what: String,
    /// `StringUtils.java:12`
    pub place: String,
    /// `confirmed`, `refuted` or `not_replayed`.
    pub replayed: String,
    /// Unless confirmed.
    pub why: Option<String>,
}

impl Record {
    pub fn is_unknown(&self) -> bool {
        matches!(self.verdict.as_str(), "unknown" | "failed")
    }

    /// Reads the JSON of `cortado check`.
    pub(super) fn fill(&mut self, json: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let list = |name: &str| json[name].as_array().cloned().unwrap_or_default();
        self.verdict = text(&json["verdict"]);
        self.reasons = list("reasons")
            .iter()
            .map(|reason| format!("{}: {}", text(&reason["kind"]), text(&reason["what"])))
            .collect();
        self.violations = list("violations")
            .iter()
            .map(|violation| {
                let place = &violation["where"];
                let file = text(&place["file"]);
                let file = match file.rsplit('/').next() {
                    Some("") | None => text(&place["class"]),
                    Some(file) => file.to_owned(),
                };
                Found {
                    what: text(&violation["what"]),
                    place: match place["line"].as_u64() {
                        Some(line) => format!("{file}:{line}"),
                        None => file,
                    },
                    replayed: text(&violation["replayed"]),
                    why: violation["why"].as_str().map(str::to_owned),
                }
            })
            .collect();
    }
}

pub fn write(records: &[Record]) -> Result<String, String> {
    let text = serde_json::to_string_pretty(records);
    text.map(|text| text + "\n")
        .map_err(|error| error.to_string())
}

pub fn read(text: &str) -> Result<Vec<Record>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
pub(in crate::field) use tests::record as example;

#[cfg(test)]
mod tests {
    use super::*;

    pub(in crate::field) fn record(method: &str, verdict: &str, reason: &str) -> Record {
        Record {
            library: "lang3".to_owned(),
            method: method.to_owned(),
            verdict: verdict.to_owned(),
            reasons: match reason {
                "" => Vec::new(),
                reason => vec![reason.to_owned()],
            },
            violations: Vec::new(),
            seconds: 1.5,
            cpu_seconds: 1.0,
        }
    }

    #[test]
    fn what_was_written_is_read_again() {
        let mut one = record("A.f(int)", "failed", "");
        one.fill(&serde_json::json!({
            "verdict": "violated",
            "reasons": [{ "kind": "time", "what": "20 s were not enough" }],
            "violations": [{ "what": "no NullPointerException", "replayed": "not_replayed", "why": "no test",
                "where": { "class": "a.A", "file": "src/a/A.java", "line": 7 } }]
        }));
        assert_eq!(one.verdict, "violated");
        assert_eq!(one.reasons, ["time: 20 s were not enough"]);
        assert_eq!(one.violations[0].place, "A.java:7");
        let records = [one, record("A.g()", "safe", "")];
        let text = write(&records).expect("records are written");
        assert_eq!(read(&text).as_deref(), Ok(&records[..]));
    }
}
