//! The four verdicts with their exit statuses, and the obligations that a verdict sums up.

use crate::place::Place;
use serde::Serialize;
use std::fmt;

/// Exit status for wrong usage and unreadable input, which never get as far as a verdict.
pub const EXIT_USAGE: i32 = 2;

/// What is claimed about a program. Obtained from [`crate::Outcome::verdict`].
///
/// The order is the precedence: the larger one wins when outcomes are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every path ended; nothing was truncated, approximated or unsupported.
    Safe,
    /// The same, up to bounds that the user can see and change.
    SafeWithinBounds,
    /// Something could not be decided; the reasons say what.
    Unknown,
    /// At least one violation that no replay refuted.
    Violated,
}

impl Verdict {
    pub fn exit_status(self) -> i32 {
        match self {
            Verdict::Safe | Verdict::SafeWithinBounds => 0,
            Verdict::Violated => 1,
            Verdict::Unknown => 3,
        }
    }
}

/// The words of the last line on standard output.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Safe => "safe",
            Verdict::SafeWithinBounds => "safe within bounds",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
        })
    }
}

/// What sort of claim an obligation makes or a violation breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An `assert` statement, or a harness's own check.
    Assertion,
    /// No exception leaves the entry.
    Exception,
    /// A regular property of a sequence of calls.
    Property,
    /// A JML contract.
    Contract,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Assertion => "assertion",
            Kind::Exception => "exception",
            Kind::Property => "property",
            Kind::Contract => "contract",
        })
    }
}

/// What is known about one obligation.
///
/// The order is the join: what one path or one worker learned overrides everything below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// No execution gets there.
    Unreachable,
    Holds,
    Unknown,
    Violated,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Unreachable => "unreachable",
            Status::Holds => "holds",
            Status::Unknown => "unknown",
            Status::Violated => "violated",
        })
    }
}

/// Which obligation: the same key from several paths, workers or entries means the same obligation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObligationKey {
    pub place: Place,
    pub kind: Kind,
    /// The claim in the user's words: the assertion's condition, the exception's class, the property's name.
    pub what: String,
}

impl ObligationKey {
    pub fn new(kind: Kind, what: impl Into<String>, place: Place) -> ObligationKey {
        ObligationKey {
            place,
            kind,
            what: what.into(),
        }
    }
}

/// One obligation and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Obligation {
    pub kind: Kind,
    pub what: String,
    #[serde(rename = "where")]
    pub place: Place,
    pub status: Status,
}
