//! Everything that holds the machine against a real JVM: a generator of random Java programs, five timing kernels, and
//! the harness that compiles and runs them; the score of `cortado svcomp` over tasks of the competition's kind; regular
//! properties of real programs; methods of real libraries; what merging paths saves; and what test suites cover. The programs in `src/bin` are thin command lines over these modules.

pub mod bounded;
mod chart;
mod checked;
mod code;
mod columns;
pub mod command_line;
pub mod coverage;
mod csv;
pub mod differential;
pub mod field;
pub mod generator;
pub mod jvm;
pub mod kernels;
pub mod machine_run;
mod mean;
pub mod merging;
pub mod opcodes;
mod process;
pub mod regular;
pub mod score;
pub mod solving;
pub mod spine;
