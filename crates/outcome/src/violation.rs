//! A violation: what broke, where, on which inputs, along which steps, and what a real JVM said about it.

use crate::place::Place;
use crate::value::InputValue;
use crate::verdict::{Kind, ObligationKey};
use std::fmt;
use std::path::PathBuf;

/// Where an input enters the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A parameter of the entry method, in order.
    #[default]
    Parameter,
    /// The object on which the entry method is called.
    Receiver,
    /// A harness call that returns any value (`cortado.Any.anInt()`, `Verifier.nondetInt()`), in the order in which the
    /// calls happen. A replay hands these values over.
    Call(Option<Place>),
    /// Something that the machine under the program decides: a clock, the number of processors. `caller` is the class,
    /// by its internal name, whose code asked for it; a replay runs that class with the answer put in.
    Environment {
        place: Option<Place>,
        caller: Option<String>,
    },
    /// What the program reads from `System.in`, first at this place. A replay hands it over.
    Stdin(Option<Place>),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input {
    /// The parameter's name, or the called method's, such as `Any.anInt()`.
    pub name: String,
    /// The Java type as written in source, with full class names: `int`, `java.lang.String`, `int[]`.
    pub ty: String,
    pub value: InputValue,
    pub origin: Origin,
}

impl Input {
    pub fn parameter(name: impl Into<String>, ty: impl Into<String>, value: InputValue) -> Input {
        Input {
            name: name.into(),
            ty: ty.into(),
            value,
            origin: Origin::Parameter,
        }
    }

    pub fn call(
        name: impl Into<String>,
        ty: impl Into<String>,
        value: InputValue,
        place: Option<Place>,
    ) -> Input {
        Input {
            name: name.into(),
            ty: ty.into(),
            value,
            origin: Origin::Call(place),
        }
    }
}

impl Input {
    /// Where the input is made, if it is not a parameter and that is known.
    pub fn place(&self) -> Option<&Place> {
        match &self.origin {
            Origin::Parameter | Origin::Receiver => None,
            Origin::Call(place) | Origin::Environment { place, .. } | Origin::Stdin(place) => {
                place.as_ref()
            }
        }
    }
}

/// A variable's value at a step of the trace, already in words: it may be an object that no literal denotes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct TraceValue {
    pub name: String,
    pub value: String,
}

/// One step on the way to a violation: a branch taken, a call, an assignment worth showing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct TraceStep {
    #[serde(rename = "where")]
    pub place: Place,
    pub what: String,
    pub values: Vec<TraceValue>,
}

impl TraceStep {
    pub fn new(place: Place, what: impl Into<String>) -> TraceStep {
        TraceStep {
            place,
            what: what.into(),
            values: Vec::new(),
        }
    }

    pub fn value(mut self, name: impl Into<String>, value: impl fmt::Display) -> TraceStep {
        self.values.push(TraceValue {
            name: name.into(),
            value: value.to_string(),
        });
        self
    }
}

/// What became of running the violation on a real JVM.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Replay {
    /// The JVM threw what was predicted, where it was predicted. `jdk` is the feature release: `17`.
    Confirmed {
        jdk: String,
    },
    /// The JVM did something else: our analysis was wrong, and the verdict cannot rest on it.
    Refuted {
        why: String,
    },
    NotReplayed {
        why: String,
    },
}

impl Replay {
    /// What a violation carries until somebody replays it.
    pub fn pending() -> Replay {
        Replay::NotReplayed {
            why: "no replay was attempted".to_owned(),
        }
    }
}

/// The exception that left the entry, or that carries a failed assertion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thrown {
    /// Binary name: `java.lang.ArrayIndexOutOfBoundsException`.
    pub class: String,
    /// The detail message, where it is known exactly.
    pub message: Option<String>,
    /// What the JVM wrapped into it; only of an `ExceptionInInitializerError`.
    pub cause: Option<Box<Thrown>>,
    /// The program gave it another stack trace (`Throwable.setStackTrace`), which need not show where it was thrown.
    pub retraced: bool,
}

impl Thrown {
    pub fn new(class: impl Into<String>, message: Option<String>) -> Thrown {
        Thrown {
            class: class.into(),
            message,
            cause: None,
            retraced: false,
        }
    }
}

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class)?;
        if let Some(message) = &self.message {
            write!(f, ": {message}")?;
        }
        match &self.cause {
            Some(cause) => write!(f, ", caused by {cause}"),
            None => Ok(()),
        }
    }
}

/// The field order is the sort order of a report: by place, then by what broke.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    pub place: Place,
    pub kind: Kind,
    /// The broken claim in the user's words, equal to its obligation's `what`: the condition of the assertion, the
    /// class of the exception, the name of the property.
    pub what: String,
    /// The entry from which it was reached, as `--method` takes it: `BinarySearch.middle(int, int)`.
    pub entry: Option<String>,
    pub thrown: Option<Thrown>,
    pub inputs: Vec<Input>,
    pub trace: Vec<TraceStep>,
    pub replayed: Replay,
    /// The generated test, as the user would name the file.
    pub test: Option<PathBuf>,
}

impl Violation {
    pub fn new(kind: Kind, what: impl Into<String>, place: Place) -> Violation {
        Violation {
            place,
            kind,
            what: what.into(),
            entry: None,
            thrown: None,
            inputs: Vec::new(),
            trace: Vec::new(),
            replayed: Replay::pending(),
            test: None,
        }
    }

    /// Whether it counts: a refuted one is a bug of ours, not of the program.
    pub fn stands(&self) -> bool {
        !matches!(self.replayed, Replay::Refuted { .. })
    }

    /// The obligation that it breaks.
    pub fn obligation(&self) -> ObligationKey {
        ObligationKey::new(self.kind, self.what.clone(), self.place.clone())
    }
}
