//! Regular properties: state machines over method calls on one or several related objects. This crate has the language
//! (`*.prop`, and JavaMOP's `*.mop`), the automata, the built-in library, which calls are events, and the monitors that
//! follow the objects of one path.

mod automaton;
mod checks;
mod cursor;
mod diagnostics;
mod history;
mod lexer;
mod matching;
mod model;
mod monitors;
mod names;
mod prop;
mod regular;
mod resolve;
mod syntax;

pub use automaton::{
    Automaton, MAX_EVENTS, MAX_STATES, Reversed, ReversedId, State, StateId, StateSet,
};
pub use diagnostics::{Diagnostic, Severity, Span};
pub use history::{Change, History};
pub use matching::{Candidate, Matcher, PropertyId};
pub use model::*;
pub use monitors::{Binding, MAX_OBJECTS, Monitor, Monitors, Plan, Step};

use classpath::ClassPath;

/// What reading a property file gave.
#[derive(Debug)]
pub struct Loaded {
    /// Empty if a diagnostic is an error.
    pub properties: Vec<Property>,
    /// In the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    pub fn has_errors(&self) -> bool {
        let mut all = self.diagnostics.iter();
        all.any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Reads a `.prop` file.
pub fn parse_prop(text: &str, classpath: &ClassPath) -> Loaded {
    let (draft, mut diagnostics) = prop::parse(text);
    let property = resolve::resolve(&draft, classpath, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity));
    Loaded {
        properties: property.into_iter().collect(),
        diagnostics,
    }
}
