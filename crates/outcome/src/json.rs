//! The JSON that `--json` writes. `docs/json-schema.md` documents it, `schema/outcome.schema.json` describes it for
//! machines, and a test holds all three together. Field order is fixed, so equal outcomes are equal bytes.

use crate::account::{BoundHit, BranchInfo, LoopInfo, Note, Reason};
use crate::outcome::{MethodOutcome, Outcome};
use crate::place::Place;
use crate::stats::Stats;
use crate::value::InputValue;
use crate::verdict::{Kind, Obligation, Verdict};
use crate::violation::{Input, Replay, Thrown, TraceStep, Violation};
use serde::{Serialize, Serializer};

/// Raised whenever a script that reads the previous version could break.
pub const SCHEMA_VERSION: u32 = 1;

/// The JSON Schema of what [`Outcome::to_json`] writes.
pub const JSON_SCHEMA: &str = include_str!("../schema/outcome.schema.json");

#[derive(Serialize)]
struct OutcomeJson<'a> {
    schema: u32,
    verdict: Verdict,
    reasons: Vec<Reason>,
    bounds: Vec<BoundHit>,
    obligations: Vec<Obligation>,
    violations: Vec<ViolationJson<'a>>,
    notes: Vec<Note>,
    loops: Vec<&'a LoopInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merging: Option<Vec<&'a BranchInfo>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    methods: &'a [MethodOutcome],
    stats: &'a Stats,
}

#[derive(Serialize)]
struct ViolationJson<'a> {
    kind: Kind,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<ThrownJson<'a>>,
    r#where: &'a Place,
    inputs: Vec<InputJson<'a>>,
    trace: &'a [TraceStep],
    replayed: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jdk: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

#[derive(Serialize)]
struct ThrownJson<'a> {
    class: &'a str,
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<Box<ThrownJson<'a>>>,
}

impl<'a> From<&'a Thrown> for ThrownJson<'a> {
    fn from(thrown: &'a Thrown) -> ThrownJson<'a> {
        ThrownJson {
            class: &thrown.class,
            message: thrown.message.as_deref(),
            cause: (thrown.cause.as_deref()).map(|cause| Box::new(ThrownJson::from(cause))),
        }
    }
}

#[derive(Serialize)]
struct InputJson<'a> {
    name: &'a str,
    r#type: &'a str,
    value: &'a InputValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#where: Option<&'a Place>,
}

impl<'a> From<&'a Input> for InputJson<'a> {
    fn from(input: &'a Input) -> InputJson<'a> {
        InputJson {
            name: &input.name,
            r#type: &input.ty,
            value: &input.value,
            r#where: input.place(),
        }
    }
}

impl<'a> From<&'a Violation> for ViolationJson<'a> {
    fn from(violation: &'a Violation) -> ViolationJson<'a> {
        let (replayed, why, jdk) = match &violation.replayed {
            Replay::Confirmed { jdk } => ("confirmed", None, Some(jdk.as_str())),
            Replay::Refuted { why } => ("refuted", Some(why.as_str()), None),
            Replay::NotReplayed { why } => ("not_replayed", Some(why.as_str()), None),
        };
        ViolationJson {
            kind: violation.kind,
            what: &violation.what,
            entry: violation.entry.as_deref(),
            exception: violation.thrown.as_ref().map(ThrownJson::from),
            r#where: &violation.place,
            inputs: violation.inputs.iter().map(InputJson::from).collect(),
            trace: &violation.trace,
            replayed,
            why,
            jdk,
            test: (violation.test.as_ref()).map(|path| path.to_string_lossy().into_owned()),
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OutcomeJson {
            schema: SCHEMA_VERSION,
            verdict: self.verdict(),
            reasons: self.reasons(),
            bounds: self.bounds(),
            obligations: self.obligations(),
            violations: self.violations().iter().map(ViolationJson::from).collect(),
            notes: self.notes(),
            loops: self.loops().collect(),
            merging: self.merging(),
            methods: self.methods(),
            stats: self.stats(),
        }
        .serialize(serializer)
    }
}

impl Outcome {
    /// The one JSON object, indented, with a line end.
    pub fn to_json(&self) -> String {
        // Serialisation fails only on map keys that are not strings and on failing writers; there are neither.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_else(|error| {
            format!("{{\"schema\": {SCHEMA_VERSION}, \"error\": \"{error}\"}}")
        });
        text.push('\n');
        text
    }
}
