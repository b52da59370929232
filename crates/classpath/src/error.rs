//! What can go wrong while finding and reading classes. Every message names the file and the reason, and where there is
//! something to do about it, what to do.

use crate::Name;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why some bytes are not a class file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason} (at byte {offset})")]
pub struct ClassFileError {
    pub offset: usize,
    pub reason: String,
}

impl ClassFileError {
    pub(crate) fn new(offset: usize, reason: impl Into<String>) -> Self {
        ClassFileError {
            offset,
            reason: reason.into(),
        }
    }
}

/// Cloneable, because the class path remembers failed look-ups and answers the next one alike.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    #[error("{place}: not a valid class file: {source}")]
    ClassFile {
        place: String,
        source: ClassFileError,
    },
    #[error("{place}: holds class {found}, but its place says {expected}")]
    WrongName {
        place: String,
        expected: String,
        found: Name,
    },
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        path: PathBuf,
        action: &'static str,
        source: Arc<std::io::Error>,
    },
    #[error("{jar}: {}{reason}", entry.as_ref().map(|e| format!("entry {e}: ")).unwrap_or_default())]
    Jar {
        jar: String,
        entry: Option<String>,
        reason: String,
    },
    #[error("{}: {reason}", path.display())]
    Image { path: PathBuf, reason: String },
    #[error(
        "class {name} is missing, and {needed_by} needs it; add its jar or directory with --classpath"
    )]
    MissingClass { name: Name, needed_by: Name },
    #[error("cyclic inheritance: {}", cycle.join(" extends "))]
    CyclicInheritance { cycle: Vec<Name> },
    #[error("{message}")]
    Javac { message: String },
    #[error("no JDK found ({tried}); install one, or name it with --jdk PATH or JAVA_HOME")]
    NoJdk { tried: String },
    #[error("{}: this runtime has no javac, and there are sources to compile; name a full JDK with --jdk PATH or give compiled classes", home.display())]
    NoJavac { home: PathBuf },
    #[error("{}: {reason}", path.display())]
    Target { path: PathBuf, reason: String },
}

impl Error {
    pub(crate) fn io(path: &Path, action: &'static str, source: std::io::Error) -> Self {
        Error::Io {
            path: path.to_path_buf(),
            action,
            source: Arc::new(source),
        }
    }

    pub(crate) fn target(path: &Path, reason: impl Into<String>) -> Self {
        Error::Target {
            path: path.to_path_buf(),
            reason: reason.into(),
        }
    }
}
