//! What `cortado verify` is held against: the programs of `bench/bounded` in growing scopes, with the papers' figures; all
//! their mutants; a vote-counting system; and generated methods with contracts, whose verdicts an enumeration of all heaps
//! on a JVM gives.

mod case_study;
pub mod differential;
mod measure;
pub mod mutants;
mod plot;
mod subjects;
mod summary;
mod table;
mod verified;

pub use case_study::case_study;
pub use measure::{Report, Run, Settings, measure};
pub use plot::charts;
pub use subjects::{SUBJECTS, Size, Subject};
pub use summary::summary;
pub use table::tables;
pub use verified::{Part, Verified};
