//! The command line: arguments in, verdicts out. Standard output carries the answer and nothing else; progress, notes
//! and complaints go to standard error. The exit status is the verdict's, or 2 for wrong usage and unreadable input.

mod arguments;
mod check;
mod decisions;
mod diary;
mod documented;
mod engine;
mod entries;
mod failure;
mod implementations;
mod interrupt;
mod ir_command;
mod jpf;
mod limits;
mod loops;
mod names;
mod needed;
mod progress;
mod property_command;
mod quantities;
mod replay;
mod rounds;
mod sources;
mod svcomp;
mod tests_command;
mod verify_command;
mod wanted;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    engine::keep_panics_quiet();
    let status = engine::guarded(|| match &arguments.command {
        Command::Check(options) => check::run(options),
        Command::Ir(options) => ir_command::run(options),
        Command::Property(options) => property_command::run(options),
        Command::Svcomp(options) => svcomp::run(options),
        Command::Tests(options) => tests_command::run(options),
        Command::Verify(options) => verify_command::run(options),
    });
    let result = status.unwrap_or_else(|panic| Err(Failure::internal(panic)));
    match result {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.status())
        }
    }
}
