//! The reasons why a method is not decided, and the limits of a claim, as types. Renderers turn them into words, so that no
//! code recovers a kind by searching a text.

use std::fmt;

/// Why a method, or a part of it, is not decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undecided {
    /// The time limit of the method.
    Time,
    Interrupted,
    /// The graph has more edges than this.
    TooManyEdges(usize),
    /// The formula has more terms than this, too many for any solver.
    TooLarge(usize),
    /// The solver gave no answer, for a reason other than time: in its words.
    NoAnswer(String),
    /// A promise ranges over more integers than a scope lists: the line of its quantifier.
    UnlistedIntegers {
        line: u32,
    },
    /// Every execution needs something that the scope leaves out.
    NothingWithin(Vec<Beyond>),
    /// No execution within the scope reaches the statement `reachable` of this line.
    NotReached {
        line: u32,
    },
    /// One encoding finds a violation, and the other leaves this out, so that it cannot be shown.
    NotShown(Vec<Beyond>),
    /// The two encodings contradict each other.
    Contradiction,
    /// A violation for a value of a captured variable that the surrounding method may rule out.
    Captured(String),
    /// Something that has no meaning here.
    Unsupported(String),
    /// A mistake of ours that the checks within have found.
    Internal(&'static str),
}

/// What a claim leaves out, because the scope ends there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beyond {
    /// Integers that a promise ranges over, too many to be listed: the line of its quantifier.
    UnlistedIntegers { line: u32 },
    /// Integers that a quantifier ranges over, within an assumption.
    Integers,
    /// Objects, texts, calls and the like, in words.
    Objects(String),
}

impl From<String> for Undecided {
    fn from(what: String) -> Undecided {
        Undecided::Unsupported(what)
    }
}

impl From<&str> for Undecided {
    fn from(what: &str) -> Undecided {
        Undecided::Unsupported(what.to_owned())
    }
}

impl From<solver::Reason> for Undecided {
    fn from(reason: solver::Reason) -> Undecided {
        match reason {
            solver::Reason::Timeout => Undecided::Time,
            solver::Reason::Interrupted => Undecided::Interrupted,
            other => Undecided::NoAnswer(other.to_string()),
        }
    }
}

impl From<String> for Beyond {
    fn from(what: String) -> Beyond {
        Beyond::Objects(what)
    }
}

impl From<&str> for Beyond {
    fn from(what: &str) -> Beyond {
        Beyond::Objects(what.to_owned())
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Time => f.write_str("the time is up"),
            Undecided::Interrupted => f.write_str("interrupted"),
            Undecided::TooManyEdges(edges) => write!(
                f,
                "the graph has more than {edges} edges; choose fewer iterations with --unroll"
            ),
            Undecided::TooLarge(terms) => write!(
                f,
                "the formula has more than {terms} terms; choose a smaller scope"
            ),
            Undecided::NoAnswer(why) | Undecided::Unsupported(why) => f.write_str(why),
            Undecided::UnlistedIntegers { line } => {
                write!(f, "{}", Beyond::UnlistedIntegers { line: *line })
            }
            Undecided::NothingWithin(beyond) => {
                write!(f, "every execution is beyond the scope: {}", list(beyond))
            }
            Undecided::NotReached { line } => write!(
                f,
                "no execution within the scope reaches `reachable`, line {line}"
            ),
            Undecided::NotShown(beyond) => write!(
                f,
                "a violation that cannot be shown, beyond the scope: {}",
                list(beyond)
            ),
            Undecided::Contradiction => {
                f.write_str("the two encodings contradict each other: a bug of ours")
            }
            Undecided::Captured(variable) => write!(
                f,
                "a violation for a value of the captured variable {variable} that it may never have"
            ),
            Undecided::Internal(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Beyond::UnlistedIntegers { line } => write!(
                f,
                "a quantifier over more integers than are listed, line {line}"
            ),
            Beyond::Integers => f.write_str("integers of a quantifier beyond the scope"),
            Beyond::Objects(what) => f.write_str(what),
        }
    }
}

/// The texts, separated by commas.
fn list(all: &[Beyond]) -> String {
    let texts: Vec<String> = all.iter().map(Beyond::to_string).collect();
    texts.join(", ")
}
