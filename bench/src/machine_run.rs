//! The one place where this crate runs a program on the machine. Everything else sees only `RunResult`, so that the
//! comparison with the JVM does not depend on how the machine is driven.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use classpath::{ClassPath, ClassPathBuilder};
use machine::concrete::RunEnd;
use machine::{Machine, Options};

use crate::jvm::Escaped;
use crate::opcodes;

/// What a program did on the machine.
#[derive(Debug, Clone, Default)]
pub struct RunResult {
    pub stdout: String,
    /// The exception that escaped from `main`, if one did.
    pub exception: Option<Escaped>,
    pub instructions: u64,
    /// Mnemonics of the bytecodes executed, library code included; empty unless asked for.
    pub opcodes: BTreeSet<&'static str>,
    /// Native methods and intrinsics called, as `class.name(descriptor)`; empty unless asked for.
    pub natives: BTreeSet<String>,
}

/// A directory of class files together with the JDK. Parsed classes are kept, so that programs of one directory share
/// the work of reading the library.
#[derive(Clone)]
pub struct Classes {
    classpath: Arc<ClassPath>,
}

impl Classes {
    pub fn open(class_dir: &Path) -> Result<Self, String> {
        let builder = ClassPathBuilder::new().target(class_dir);
        let classpath = builder.build().map_err(|error| error.to_string())?;
        Ok(Classes {
            classpath: Arc::new(classpath),
        })
    }

    pub fn classpath(&self) -> &Arc<ClassPath> {
        &self.classpath
    }

    /// Runs `main` of `class` concretely on a machine of its own, with assertions enabled. An error is a reason why there
    /// is no result: something unsupported, by name, or the limit on instructions.
    pub fn run(
        &self,
        class: &str,
        arguments: &[String],
        limit: u64,
        cover: bool,
    ) -> Result<RunResult, String> {
        let options = Options {
            record_coverage: cover,
            ..Options::default()
        };
        let mut machine = Machine::new(self.classpath.clone(), options);
        let run = machine.run_main_within(class, arguments, limit);
        let exception = match run.end {
            RunEnd::Returned => None,
            RunEnd::Threw { class, message } => Some(Escaped { class, message }),
            RunEnd::Stopped(reason) => return Err(reason),
        };
        let opcodes = if cover {
            opcodes::executed(&machine)
        } else {
            BTreeSet::new()
        };
        let natives = std::mem::take(&mut machine.coverage.natives);
        Ok(RunResult {
            stdout: run.out,
            exception,
            instructions: run.instructions,
            opcodes,
            natives,
        })
    }
}
