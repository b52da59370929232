//! Counterexamples made useful: a violation becomes a JUnit test that a developer can keep, and the test is run on a real
//! JVM, in a child process with limits, before anybody calls the violation confirmed. For the competition it becomes a
//! violation witness in GraphML.

mod arguments;
mod construct;
mod contract;
mod contract_replay;
mod copies;
mod entry;
mod files;
mod generate;
mod graphml;
mod imports;
mod inject;
mod judge;
mod junit;
mod jvm;
mod literal;
mod monitor;
mod replayer;
mod rewrite;
mod suite;
mod suite_run;

pub use arguments::ReplacedArguments;
pub use contract::{Broken, Classes, Counterexample};
pub use copies::Copies;
pub use entry::{Access, Entry, Receiver};
pub use generate::{Framework, Generated, generate};
pub use graphml::{Assumption, Step, ViolationWitness, sha256};
pub use inject::{ENVIRONMENT_SOURCES, Injection, Original};
pub use junit::JUnit;
pub use jvm::{Jvm, Limits};
pub use literal::{initializer, literal};
pub use replayer::{Config, LAUNCHER_SOURCES, Replayer, test_name};
pub use suite::{
    Case, Expect, Like, TestClass, WrittenTest, cannot_write, reading_cost, write_tests,
};
pub use suite_run::{SuiteResult, SuiteRunner, TestResult, is_foreign_file};
