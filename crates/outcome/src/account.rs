//! The honest part of an outcome: why something is not known, which bounds were hit and where, which loops there are,
//! and what was seen but is deliberately not called a violation.

use crate::place::Place;
use serde::Serialize;
use std::fmt;

/// Why a verdict is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// The user's time limit.
    Time,
    /// The user's memory limit.
    Memory,
    /// A solver answered unknown, or ran out of its budget for one query.
    SolverUnknown,
    /// A part of the language or the library that nothing models; `what` names it.
    Unsupported,
    /// A real JVM did not show the violation: a bug of ours.
    RefutedReplay,
    /// The user stopped the run.
    Interrupted,
    /// A specification that no execution reaches.
    Vacuous,
    /// Paths given up by a limit other than a bound that the user sees.
    Truncated,
    /// An error inside the tool.
    Internal,
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReasonKind::Time => "time limit",
            ReasonKind::Memory => "memory limit",
            ReasonKind::SolverUnknown => "solver gave no answer",
            ReasonKind::Unsupported => "unsupported",
            ReasonKind::RefutedReplay => "replay refuted",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::Vacuous => "vacuous",
            ReasonKind::Truncated => "truncated",
            ReasonKind::Internal => "internal error",
        })
    }
}

/// One reason for not knowing, with how often it occurred.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Reason {
    pub kind: ReasonKind,
    pub what: String,
    #[serde(rename = "where")]
    pub place: Option<Place>,
    pub count: u64,
    /// What stopped it below the call that `what` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Reason {
    pub fn new(kind: ReasonKind, what: impl Into<String>) -> Reason {
        Reason {
            kind,
            what: what.into(),
            place: None,
            count: 1,
            detail: None,
        }
    }

    pub fn at(mut self, place: Place) -> Reason {
        self.place = Some(place);
        self
    }

    pub fn detail(mut self, detail: impl Into<String>) -> Reason {
        self.detail = Some(detail.into());
        self
    }
}

/// What a bound limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundKind {
    /// Iterations of every loop, and calls of every method within itself, where a search was stopped.
    Iterations,
    /// Input objects are made in the first so many of their ways, where a search was stopped.
    Ways,
    Loop,
    Recursion,
    StringLength,
    ArrayLength,
    /// An array that the program makes with a length that inputs decide.
    NewArray,
    Objects,
    /// Values of integers; the limit is the bits of an int.
    Integers,
    /// A static field of a class holds what its initialiser puts there; the name is that of the class and the field.
    StaticField,
    /// What a configuration file says, or asks for in vain; the name is the whole sentence.
    Configuration,
}

impl fmt::Display for BoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BoundKind::Loop => "loop",
            BoundKind::Recursion => "recursion",
            BoundKind::StringLength => "string length",
            BoundKind::ArrayLength => "array length",
            BoundKind::NewArray => "new array",
            BoundKind::Objects => "objects",
            BoundKind::Integers => "integers",
            BoundKind::Iterations => "iterations",
            BoundKind::Ways => "ways",
            BoundKind::StaticField => "static field",
            BoundKind::Configuration => "configuration",
        })
    }
}

/// A bound that cut something off. Bounds that were set but never reached are not listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BoundHit {
    pub kind: BoundKind,
    /// The loop, method, parameter or class, as the option that changes the bound names it.
    pub name: String,
    pub limit: u64,
    #[serde(rename = "where")]
    pub place: Option<Place>,
    pub count: u64,
}

impl BoundHit {
    pub fn new(kind: BoundKind, name: impl Into<String>, limit: u64) -> BoundHit {
        BoundHit {
            kind,
            name: name.into(),
            limit,
            place: None,
            count: 1,
        }
    }

    pub fn at(mut self, place: Place) -> BoundHit {
        self.place = Some(place);
        self
    }
}

/// Something worth telling that changes no verdict, such as arguments that a method rejects on purpose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Note {
    pub what: String,
    #[serde(rename = "where")]
    pub place: Option<Place>,
    pub count: u64,
}

impl Note {
    pub fn new(what: impl Into<String>) -> Note {
        Note {
            what: what.into(),
            place: None,
            count: 1,
        }
    }

    pub fn at(mut self, place: Place) -> Note {
        self.place = Some(place);
        self
    }
}

/// What became of a branch at which paths might have become one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BranchInfo {
    #[serde(rename = "where")]
    pub place: Place,
    /// Outside of the program itself.
    pub library: bool,
    /// How often its sides became one.
    pub merged: u64,
    /// How often that was taken back, because it made a query hard.
    pub taken_back: u64,
    /// Ways that did not become one with the others where those did, by why.
    pub except: Vec<Apart>,
    /// How often nothing was merged, by why.
    pub apart: Vec<Apart>,
}

/// Why paths stayed apart at a branch, and how often.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Apart {
    pub why: String,
    pub count: u64,
}

impl BranchInfo {
    pub fn new(place: Place, library: bool) -> BranchInfo {
        BranchInfo {
            place,
            library,
            merged: 0,
            taken_back: 0,
            except: Vec::new(),
            apart: Vec::new(),
        }
    }

    /// Adds what another worker, or another entry, met at the same branch.
    pub(crate) fn add(&mut self, other: BranchInfo) {
        self.merged = self.merged.saturating_add(other.merged);
        self.taken_back = self.taken_back.saturating_add(other.taken_back);
        for (mine, theirs) in [
            (&mut self.except, other.except),
            (&mut self.apart, other.apart),
        ] {
            for one in theirs {
                match mine.iter_mut().find(|known| known.why == one.why) {
                    Some(known) => known.count = known.count.saturating_add(one.count),
                    None => mine.push(one),
                }
            }
            // The most frequent first.
            mine.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.why.cmp(&b.why)));
        }
    }
}

/// A loop that the analysis entered, under the name that `--unwind LOOP=N` takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LoopInfo {
    pub name: String,
    #[serde(rename = "where")]
    pub place: Option<Place>,
    /// The most iterations that one path made.
    pub iterations: u64,
    /// The bound in force, if any.
    pub limit: Option<u64>,
}
