//! What a solver is told and what it says: budgets, interrupts, answers and the reasons for having none.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown(Reason),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        *self == Answer::Sat
    }

    pub fn is_unsat(&self) -> bool {
        *self == Answer::Unsat
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Sat => write!(f, "sat"),
            Answer::Unsat => write!(f, "unsat"),
            Answer::Unknown(reason) => write!(f, "unknown: {reason}"),
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The budget is spent.
    Timeout,
    /// Somebody used the [`Interrupter`].
    Interrupted,
    /// The backend has no such sort or operation.
    Unsupported(String),
    /// The backend gave up by itself.
    Incomplete(String),
    /// The backend died, printed nonsense or could not be started.
    Failed(String),
    /// Two solvers contradict each other: one of them, or the translation, is wrong. The run must stop.
    Disagreement(Box<Disagreement>),
}

impl Reason {
    /// Whether the whole run must stop, because no answer can be trusted any more.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Reason::Disagreement(_))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout => write!(f, "the solver's time is up"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Unsupported(what) => write!(f, "the solver does not support {what}"),
            Reason::Incomplete(why) => write!(f, "the solver gave up ({why})"),
            Reason::Failed(why) => write!(f, "the solver failed ({why})"),
            Reason::Disagreement(what) => write!(f, "{what}"),
        }
    }
}

/// Two answers to one question of which at most one can be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    pub first: (String, Answer),
    pub second: (String, Answer),
    /// The question as a self-contained script.
    pub script: String,
    /// Where the script was written, one file per solver, if it could be.
    pub files: Vec<PathBuf>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((first, a), (second, b)) = (&self.first, &self.second);
        write!(f, "solvers disagree: {first} says {a}, {second} says {b}")?;
        for file in &self.files {
            write!(f, "; see {}", file.display())?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The last question was not answered with [`Answer::Sat`], or something changed since.
    NoModel,
    /// The backend's value has no counterpart among `logic`'s values.
    Unreadable(String),
    Failed(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NoModel => write!(f, "no model: the last check was not satisfiable"),
            ModelError::Unreadable(what) => write!(f, "the solver's model is unreadable: {what}"),
            ModelError::Failed(why) => write!(f, "the solver failed to give a model: {why}"),
        }
    }
}

impl std::error::Error for ModelError {}

/// What one question may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time; none means no limit.
    pub time: Option<Duration>,
    /// How often the solver may come up to ask whether to go on: a measure of effort that does not depend on the
    /// machine. A solver that does not ask ignores it.
    pub steps: Option<u64>,
}

impl Budget {
    pub const UNLIMITED: Budget = Budget {
        time: None,
        steps: None,
    };

    pub fn millis(millis: u64) -> Budget {
        Budget {
            time: Some(Duration::from_millis(millis)),
            steps: None,
        }
    }

    pub fn time(time: Duration) -> Budget {
        Budget {
            time: Some(time),
            steps: None,
        }
    }

    /// The same with a limit on the effort.
    pub fn steps(self, steps: Option<u64>) -> Budget {
        Budget { steps, ..self }
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
    }

    /// What is left of it after `spent`.
    pub fn minus(&self, spent: Duration) -> Budget {
        Budget {
            time: self.time.map(|time| time.saturating_sub(spent)),
            steps: self.steps,
        }
    }
}

/// Stops running checks. It stays set, so that a stop which arrives between two checks is not lost; [`Interrupter::clear`]
/// makes its solvers usable again.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<AtomicBool>);

impl Interrupter {
    pub fn new() -> Interrupter {
        Interrupter::default()
    }

    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
