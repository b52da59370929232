//! Contracts as text, a line for each clause, with what is implied in brackets. For tests and for whoever debugs a
//! specification.

use crate::contract::*;
use crate::resolved::Location;
use std::fmt::{self, Display, Formatter};

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::Written | Origin::Loop(_) => write!(f, "{}", self.expr),
            Origin::NonNull(what) => write!(f, "{} [{what}]", self.expr),
            Origin::Default(what) => write!(f, "{} [{what}]", self.expr),
        }
    }
}

impl Display for Contract {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let flags = [
            (self.pure, "pure"),
            (self.strictly_pure, "strictly_pure"),
            (self.helper, "helper"),
        ];
        for (_, word) in flags.iter().filter(|(set, _)| *set) {
            writeln!(f, "{word}")?;
        }
        for case in &self.cases {
            write!(f, "{case}")?;
        }
        for unsupported in &self.unsupported {
            writeln!(f, "unsupported {}", unsupported.what)?;
        }
        Ok(())
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            CaseKind::Lightweight => "lightweight",
            CaseKind::Behavior => "behavior",
            CaseKind::NormalBehavior => "normal_behavior",
            CaseKind::ExceptionalBehavior => "exceptional_behavior",
            CaseKind::Implicit => "implicit",
        };
        writeln!(f, "{kind} of {}", self.class)?;
        for clause in &self.requires {
            writeln!(f, "  requires {clause}")?;
        }
        for clause in &self.diverges {
            writeln!(f, "  diverges {clause}")?;
        }
        for clause in &self.ensures {
            writeln!(f, "  ensures {clause}")?;
        }
        for signals in &self.signals {
            writeln!(f, "  signals {}", signals.exception)?;
            for clause in &signals.clauses {
                writeln!(f, "    {clause}")?;
            }
        }
        let only: Vec<&str> = self.signals_only.iter().map(|n| &**n).collect();
        match only.is_empty() {
            true => writeln!(f, "  signals_only \\nothing")?,
            false => writeln!(f, "  signals_only {}", only.join(", "))?,
        }
        frame(f, "assignable", &self.assignable)?;
        frame(f, "accessible", &self.accessible)?;
        for measure in &self.measured_by {
            writeln!(f, "  measured_by {measure}")?;
        }
        Ok(())
    }
}

fn frame(f: &mut Formatter<'_>, word: &str, locations: &Option<Vec<Location>>) -> fmt::Result {
    let Some(locations) = locations else {
        return Ok(());
    };
    let all: Vec<String> = locations.iter().map(Location::to_string).collect();
    writeln!(f, "  {word} {}", all.join(", "))
}
