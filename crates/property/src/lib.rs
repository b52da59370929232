//! Regular properties: state machines over method calls on one or several related objects. This crate has the language
//! (`*.prop`, and JavaMOP's `*.mop`), the automata, the built-in library, which calls are events, and the monitors that
//! follow the objects of one path.

mod automaton;
mod checks;
mod cursor;
mod describe;
mod diagnostics;
mod draw;
mod history;
mod lexer;
mod library;
mod matching;
mod model;
mod monitors;
mod mop;
mod names;
mod pointcut;
mod program;
mod prop;
mod regular;
mod resolve;
mod syntax;

pub use automaton::{Automaton, MAX_EVENTS, MAX_STATES, State, StateId, StateSet};
pub use diagnostics::{Diagnostic, Severity, Span};
pub use draw::svg;
pub use history::{Change, History};
pub use library::{Builtin, LIBRARY, builtin};
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
    let (draft, diagnostics) = prop::parse(text);
    resolved(&[draft], diagnostics, classpath)
}

/// Reads a `.mop` file of JavaMOP.
pub fn parse_mop(text: &str, classpath: &ClassPath) -> Loaded {
    let (drafts, diagnostics) = mop::parse(text);
    resolved(&drafts, diagnostics, classpath)
}

fn resolved(
    drafts: &[syntax::Draft],
    mut diagnostics: Vec<Diagnostic>,
    classpath: &ClassPath,
) -> Loaded {
    let mut properties = Vec::new();
    for draft in drafts {
        properties.extend(resolve::resolve(draft, classpath, &mut diagnostics));
    }
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.span.start, d.severity, d.message.clone());
        key(a).cmp(&key(b))
    });
    diagnostics.dedup();
    let mut loaded = Loaded {
        properties,
        diagnostics,
    };
    if loaded.has_errors() {
        loaded.properties.clear();
    }
    loaded
}
