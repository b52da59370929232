//! The score of the competition's Java track over a directory of tasks: finding them, running `cortado svcomp` on each
//! with a limit, counting, and comparing with an earlier run.

mod compare;
mod csv;
mod run;
mod table;
mod task;

pub use compare::compare;
pub use csv::{Record, read, write};
pub use run::{Runner, score_all};
pub use table::{Tally, render};
pub use task::{Task, find};

/// What a run answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    False,
    /// With the reason, as the last line gives it.
    Unknown(String),
}

/// How long a run took, in seconds: on the clock, which counts what else the machine does, and of the processor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    pub wall: f64,
    pub cpu: f64,
}

/// An answer against what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    CorrectTrue,
    CorrectFalse,
    WrongTrue,
    WrongFalse,
    Unknown,
}

impl Mark {
    pub fn of(answer: &Answer, expected: bool) -> Mark {
        match (answer, expected) {
            (Answer::True, true) => Mark::CorrectTrue,
            (Answer::False, false) => Mark::CorrectFalse,
            (Answer::True, false) => Mark::WrongTrue,
            (Answer::False, true) => Mark::WrongFalse,
            (Answer::Unknown(_), _) => Mark::Unknown,
        }
    }

    /// The competition's points.
    pub fn points(self) -> i64 {
        match self {
            Mark::CorrectTrue => 2,
            Mark::CorrectFalse => 1,
            Mark::WrongTrue => -32,
            Mark::WrongFalse => -16,
            Mark::Unknown => 0,
        }
    }

    pub fn is_wrong(self) -> bool {
        matches!(self, Mark::WrongTrue | Mark::WrongFalse)
    }

    pub fn words(self) -> &'static str {
        match self {
            Mark::CorrectTrue => "correct true",
            Mark::CorrectFalse => "correct false",
            Mark::WrongTrue => "WRONG TRUE",
            Mark::WrongFalse => "WRONG FALSE",
            Mark::Unknown => "unknown",
        }
    }
}
