//! The one place where this crate runs a program on the machine. Everything else sees only `RunResult`, so that the
//! comparison with the JVM does not depend on how the machine is driven.

use std::collections::BTreeSet;
use std::path::Path;

use crate::jvm::Escaped;

/// What a program did on the machine.
#[derive(Debug, Clone, Default)]
pub struct RunResult {
    pub stdout: String,
    /// The exception that escaped from `main`, if one did.
    pub exception: Option<Escaped>,
    /// Mnemonics of the bytecodes executed, library code included.
    pub opcodes: BTreeSet<String>,
    /// Native methods and intrinsics called, as `class.name(descriptor)`.
    pub natives: BTreeSet<String>,
}

/// What `run_on_machine` says while the machine is not behind it.
pub const NOT_CONNECTED: &str = "not connected";

/// Runs `main` of `class`, found in the directory `class_dir`, concretely and with assertions enabled. An error is a
/// reason why there is no result: something unsupported, by name, or a limit.
pub fn run_on_machine(
    _class_dir: &Path,
    _class: &str,
    _arguments: &[String],
) -> Result<RunResult, String> {
    Err(NOT_CONNECTED.to_string())
}
