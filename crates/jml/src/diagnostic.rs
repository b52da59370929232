//! What is wrong with a specification, where, and what may help.

use crate::contract::Place;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The text does not mean anything; whatever it belongs to is unknown.
    Error,
    /// It means something, but perhaps not what its author thinks.
    Warning,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub place: Place,
    pub help: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let file = self.place.file.display();
        let at = self.place.span.from;
        write!(
            f,
            "{file}:{}:{}: {severity}: {}",
            at.line, at.column, self.message
        )?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}
