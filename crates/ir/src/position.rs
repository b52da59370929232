//! Source positions of bytecode offsets, from the class file's tables.

use classpath::Code;

/// The source line of the instruction at `pc`; `None` without a line table or before its first entry.
pub fn line_at(code: &Code, pc: u32) -> Option<u32> {
    let after = code.lines.partition_point(|entry| entry.start_pc <= pc);
    let entry = code.lines[..after].last()?;
    Some(entry.line)
}
