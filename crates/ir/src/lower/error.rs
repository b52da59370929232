//! Why a method cannot be lowered: always the fault of its code, never a panic.

use std::fmt;

/// A method whose code breaks the rules of JVMS §4.9, or exceeds a size limit of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowerError {
    /// `Class.name` and descriptor, as in `Foo.bar(I)V`.
    pub method: String,
    /// Byte offset of the offending instruction.
    pub pc: u32,
    pub reason: String,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: bytecode offset {}: {}",
            self.method, self.pc, self.reason
        )
    }
}

impl std::error::Error for LowerError {}

/// A [`LowerError`] before the method's name is attached.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub pc: u32,
    pub reason: String,
}

impl Fault {
    pub fn new(pc: u32, reason: impl Into<String>) -> Fault {
        Fault {
            pc,
            reason: reason.into(),
        }
    }
}
