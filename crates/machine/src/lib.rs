//! The symbolic Java machine: values, heap, frames, natives. It knows Java and nothing of solvers: when an instruction
//! depends on a symbolic value, [`Machine::run`] returns with the question, and whoever drives the machine decides.

mod arithmetic;
mod arrays;
mod calls;
pub mod class;
mod code;
mod compile;
pub mod concrete;
mod coverage;
mod dynamic;
mod early;
mod entry;
mod exceptions;
mod fix;
pub mod functions;
mod generics;
mod guarded;
mod halt;
pub mod heap;
mod histories;
mod inputs;
mod interpret;
mod iterations;
mod known_types;
mod link;
mod machine;
mod makers;
mod merge;
pub mod natives;
mod open_fields;
mod passed;
mod pending;
mod pvec;
mod quiet;
mod ranges;
mod recipes;
mod region;
pub mod state;
mod strings;
mod subtypes;
mod symbolic_calls;
mod text;
mod value;
mod visible;
mod watch;

pub use class::{Class, Method};
pub use coverage::{Coverage, CoveredMethod};
pub use generics::Type;
pub use halt::{Halt, Message, Step};
pub use inputs::{FieldOf, Input, InputValue, MadeObject, Role};
pub use interpret::{End, Stop};
pub use machine::{Machine, Options, SymbolicMethod};
pub use merge::{Apart, Merging};
pub use passed::{OUTSIDE, Passed};
pub use ranges::{EndValue, InputEnd};
pub use recipes::{CallStep, Make, Param, Recipe};
pub use region::{Claims, Plan, Reached};
pub use state::{BoundHit, OpenLength, Printed, State, Status};
pub use text::{
    HASH_CHARACTERS, LONGEST, character_symbol, exact_hash_length, hash_symbol, length_symbol,
};
pub use value::{ClassId, MethodId, Ref, Slot};
pub use watch::{CallFilter, Mark, Reused, Trace, Watch, Watched};
