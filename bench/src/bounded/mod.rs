//! What `cortado verify` is held against: generated methods with contracts, whose verdicts an enumeration of all heaps
//! on a JVM gives.

pub mod differential;
