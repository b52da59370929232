//! Five ways of asking a solver along paths, and the one that Cortado has as its default, compared on generated programs.

pub mod programs;
