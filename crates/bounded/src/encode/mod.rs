//! From graphs and contracts to formulas. [`Heap`] is what the meaning of JML is written over (`crate::meaning`);
//! [`Expanded`] implements it without quantifiers, over the finite scope.

mod expanded;
mod heap;
mod prestate;
mod reach;
mod walk;

pub use expanded::{Expanded, State};
pub use heap::{Heap, Instances};
pub use walk::{Arrival, Arrivals};
