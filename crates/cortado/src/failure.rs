//! What ends a command without a verdict, in words for the user.

use std::fmt;

#[derive(Debug)]
pub enum Failure {
    /// Wrong usage or unreadable input: something for the user to change.
    Usage(String),
    /// An error of our own.
    Internal(String),
}

impl Failure {
    pub fn usage(what: impl fmt::Display) -> Failure {
        Failure::Usage(what.to_string())
    }

    pub fn internal(what: impl fmt::Display) -> Failure {
        Failure::Internal(what.to_string())
    }

    pub fn status(&self) -> u8 {
        match self {
            Failure::Usage(_) => outcome::EXIT_USAGE as u8,
            Failure::Internal(_) => outcome::Verdict::Unknown.exit_status() as u8,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(what) => write!(f, "error: {what}"),
            Failure::Internal(what) => write!(
                f,
                "error: internal error: {what}\nThis is a bug in Cortado; please report it with the program that shows it."
            ),
        }
    }
}

impl From<classpath::Error> for Failure {
    fn from(error: classpath::Error) -> Failure {
        Failure::usage(error)
    }
}
