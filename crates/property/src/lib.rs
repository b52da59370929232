//! Regular properties: state machines over method calls on one or several related objects. This crate has the language
//! (`*.prop`, and JavaMOP's `*.mop`), the automata, the built-in library, which calls are events, and the monitors that
//! follow the objects of one path.

mod automaton;
mod history;
mod matching;
mod model;
mod monitors;

pub use automaton::{
    Automaton, MAX_EVENTS, MAX_STATES, Reversed, ReversedId, State, StateId, StateSet,
};
pub use history::{Change, History};
pub use matching::{Candidate, Matcher, PropertyId};
pub use model::*;
pub use monitors::{Binding, MAX_OBJECTS, Monitor, Monitors, Plan, Step};
