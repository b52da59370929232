//! What an analysis may claim: verdicts, obligations, violations, bounds hit, reasons for not knowing, and the JSON in
//! which scripts read them. A verdict is always derived from what was found, never set, so that an engine which gave
//! up, cut a loop short or was refuted by a real JVM cannot call a program safe.

mod account;
mod heap;
mod json;
mod object;
mod outcome;
mod place;
mod rank;
mod stats;
mod value;
mod verdict;
mod violation;

pub use account::{Apart, BoundHit, BoundKind, BranchInfo, LoopInfo, Note, Reason, ReasonKind};
pub use heap::{
    Execution, HeapArgument, HeapConstant, HeapContent, HeapEnd, HeapField, HeapObject, HeapStatic,
    HeapStep, HeapText, HeapValue,
};
pub use json::{JSON_SCHEMA, SCHEMA_VERSION};
pub use object::{FieldValue, Made, MethodCall, ObjectValue, Visibility};
pub use outcome::{Findings, MethodOutcome, Outcome};
pub use place::Place;
pub use rank::Rank;
pub use stats::{Stat, Stats};
pub use value::{InputValue, JavaString, write_java_char, write_java_string};
pub use verdict::{EXIT_USAGE, Kind, Obligation, ObligationKey, Status, Verdict};
pub use violation::{Input, Origin, Replay, Thrown, TraceStep, TraceValue, Violation};
