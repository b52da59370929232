//! Bytecode to typed register code, and the graphs over it.

mod body;
mod cfg;
mod check;
mod loops;
mod lower;
mod position;
mod visit;

pub use body::*;
pub use cfg::{Cfg, Edges, Exits, Link};
pub use check::check;
pub use loops::{Loop, LoopId, Loops};
pub use lower::{LowerError, lower};
pub use position::{line_at, lines_of};
