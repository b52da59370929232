//! Bytecode to typed register code, and the graphs over it.

mod body;

pub use body::*;
