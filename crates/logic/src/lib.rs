//! Terms: hash-consed, simplified, evaluated, printed.
//!
//! A [`Pool`] holds the terms of one worker. Its constructors fold literals and apply local rules, so that what a
//! program computes stays small before any solver sees it; every rule holds for all widths and all values, division by
//! zero included. [`Evaluator`] computes a term's value under a [`Model`]; [`print`](mod@print) and [`parse`] speak
//! SMT-LIB 2; [`Portable`] carries terms to another worker's pool.
//!
//! Invariants:
//! 1. Nothing recurses over the depth of a term: terms may be hundreds of thousands of levels deep. ([`Bounds`] looks
//!    a few levels down and no further.)
//! 2. Nothing depends on hash order. Commutative operands are ordered by id, that is by order of construction.
//! 3. There is one canonical operator per idea; see [`Op`].

pub mod bits;
mod bounds;
mod eval;
pub mod floats;
mod model;
mod names;
mod narrow;
mod op;
pub mod parse;
mod pool;
mod portable;
pub mod print;
mod ranks;
mod simplify;
mod sort;
mod value;
mod walk;

pub use bounds::{Bounds, Interval};
pub use eval::{EvalError, Evaluator};
pub use model::{FunctionTable, Model};
pub use op::{ConstId, FunId, Node, Op, RoundingMode, SymbolId, Term};
pub use pool::{FastHasher, Meaning, Pool};
pub use portable::Portable;
pub use print::Printer;
pub use ranks::Ranks;
pub use sort::{ArraySortId, FpSort, Sort, SortId};
pub use value::{ArrayValue, Value};
