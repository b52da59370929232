//! The parts of the `spine` benchmark beside the kernels: what a branch, a snapshot and a trivial program cost. Each gives
//! rows of one table.

pub mod branches;
pub mod snapshots;
pub mod trivial;

/// A line of the table: what was measured and what came out.
#[derive(Debug, Clone)]
pub struct Row {
    pub what: String,
    pub result: String,
}

impl Row {
    pub fn new(what: impl Into<String>, result: impl Into<String>) -> Self {
        Row {
            what: what.into(),
            result: result.into(),
        }
    }
}
