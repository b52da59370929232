//! Bytecode to typed register code, and the graphs over it.
//!
//! [`lower()`] makes a [`Body`] of a method; [`Methods`] keeps bodies and their [`Graphs`]; [`check()`] says whether a body
//! is well formed; [`print()`] and [`dot()`] show it.

mod body;
mod cfg;
mod check;
mod control;
mod descriptors;
mod dominators;
mod dot;
pub mod dynamic;
mod loops;
mod lower;
mod methods;
mod null_message;
mod order;
mod print;
mod regions;
pub mod synthetic;
mod visit;

pub use body::*;
pub use cfg::{Cfg, Edges, Exits, Link};
pub use check::check;
pub use control::{ControlDependence, Dependence};
pub use descriptors::{kind_of, kinds_of, split_descriptor};
pub use dominators::{Dominators, PostDominators};
pub use dot::dot;
pub use loops::{Loop, LoopId, Loops};
pub use lower::{LowerError, lower};
pub use methods::{Graphs, MethodBody, Methods};
pub use null_message::null_message;
pub use order::ReversePostOrder;
pub use print::{Names, print};
pub use regions::{Contents, Meet, Region, Regions};
