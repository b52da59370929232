//! Everything that holds the machine against a real JVM: a generator of random Java programs, five timing kernels, and
//! the harness that compiles and runs them; and the score of `cortado svcomp` over tasks of the competition's kind. The
//! programs in `src/bin` are thin command lines over these modules.

pub mod differential;
pub mod generator;
pub mod jvm;
pub mod kernels;
pub mod machine_run;
pub mod opcodes;
pub mod score;
pub mod spine;
