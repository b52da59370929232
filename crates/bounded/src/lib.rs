//! Bounded verification of methods against their JML contracts: on every heap with so many objects of each class, and for
//! every execution with so many iterations of each loop.
//!
//! - [`graph`]: the verification graph of a method, from its register code.
//! - [`meaning`]: what JML means, over any [`encode::Heap`].
//! - [`encode`]: graphs and heaps as formulas.
//! - [`program`], [`universe`]: the classes of the program, the objects of the scope.

mod arrays;
pub mod boxes;
mod clock;
pub mod constants;
pub mod core;
pub mod counterexample;
mod dynamic;
pub mod encode;
mod generics;
pub mod graph;
pub mod lists;
pub mod literals;
pub mod marks;
pub mod meaning;
mod needed;
mod obligations;
mod plain;
mod posed;
pub mod problem;
pub mod program;
mod propagate;
pub mod reasons;
mod records;
pub mod split;
mod standing;
pub mod stop;
pub mod universe;
pub mod values;
pub mod verify;
