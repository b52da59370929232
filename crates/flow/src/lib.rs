//! Facts about a whole program, all of them over-approximations of what its runs can do: which methods call which
//! ([`Program::callees`]), what a register may refer to ([`Program::points_to`]), what a stretch of code may read and
//! write ([`Effects`]), and whatever a distributive data-flow problem asks ([`ifds`]).
//!
//! Only the application's own code is looked into. What library code may do with the objects it gets is described in
//! [`library`]; where that description is not enough, [`Program::unknowns`] says so.

mod bits;
mod effects;
mod hash;
pub mod ifds;
pub mod library;
mod object;
mod patience;
mod points_to;
mod program;
mod types;
mod webs;

pub use effects::{Effects, Location, Throws};
pub use object::{Object, ObjectId, Origin, RegionId};
pub use patience::Patience;
pub use program::{Method, MethodId, Point, Program, Root, Unknown};
