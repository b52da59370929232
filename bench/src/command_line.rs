//! What the command lines of the benchmarks have in common.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Runs with the arguments, if there are any and help was not asked for. `run` says whether all is as it should be.
pub fn main<A>(
    help: &str,
    arguments: Result<Option<A>, String>,
    run: impl FnOnce(A) -> Result<bool, String>,
) -> ExitCode {
    let result = match arguments {
        Ok(Some(arguments)) => run(arguments),
        Ok(None) => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(error),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

pub fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// Values separated by commas.
pub fn list<T>(text: &str, read: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    text.split(',').map(read).collect()
}

/// Writes a file.
pub fn save(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
