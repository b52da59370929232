//! Generated Java programs in the style of the thesis's second benchmark set (004, 7.3.2): classes with methods made from a
//! grammar with weights, which branch on linear arithmetic over a few `int` inputs. A seed and a number of lines give
//! one program, the same one for ever.

mod classes;
mod expressions;
mod grammar;
mod scope;
mod statements;

pub use classes::{CLASS, METHOD, source};

/// Lines that a program may have. One of fewer is no program of classes; a method has at most 64 kilobytes of code, and
/// the one that calls all classes grows with their number.
pub const SMALLEST: usize = 100;
pub const LARGEST: usize = 200_000;
