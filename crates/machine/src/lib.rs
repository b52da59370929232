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
mod entry;
mod exceptions;
mod fix;
pub mod functions;
mod halt;
pub mod heap;
mod inputs;
mod interpret;
mod link;
mod machine;
pub mod natives;
mod pending;
mod pvec;
pub mod state;
mod strings;
mod synthetic;
mod value;
mod visible;

pub use class::{Class, Method};
pub use coverage::{Coverage, CoveredMethod};
pub use halt::{Halt, Message, Step};
pub use inputs::{Input, InputValue};
pub use interpret::{End, Stop};
pub use machine::{Machine, Options};
pub use state::{BoundHit, Printed, State};
pub use strings::character_symbol;
pub use value::{ClassId, MethodId, Ref, Slot};
