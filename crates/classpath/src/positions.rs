//! From a program counter to a place in the source: lines from LineNumberTable, spans from CharacterRangeTable.

use crate::class_file::{CharacterRange, Code};

/// The flags of [`CharacterRange`].
pub mod range {
    pub const STATEMENT: u16 = 0x0001;
    pub const BLOCK: u16 = 0x0002;
    pub const ASSIGNMENT: u16 = 0x0004;
    pub const FLOW_CONTROLLER: u16 = 0x0008;
    pub const FLOW_TARGET: u16 = 0x0010;
    pub const INVOKE: u16 = 0x0020;
    pub const CREATE: u16 = 0x0040;
    pub const BRANCH_TRUE: u16 = 0x0080;
    pub const BRANCH_FALSE: u16 = 0x0100;
}

impl Code {
    pub fn line_at(&self, pc: u32) -> Option<u32> {
        let after = self.lines.partition_point(|entry| entry.start_pc <= pc);
        let last = self.lines.get(after.checked_sub(1)?)?;
        Some(last.line)
    }

    /// The innermost range covering `pc`: the fewest instructions and then the shortest text. A block spans many
    /// statements and is only taken where nothing finer is known. None where its beginning cannot be right.
    pub fn range_at(&self, pc: u32) -> Option<&CharacterRange> {
        let covering = self
            .ranges
            .iter()
            .filter(|range| range.start_pc <= pc && pc <= range.end_pc);
        let innermost = covering.min_by_key(|range| {
            (
                range.flags & !(range::BLOCK | range::FLOW_TARGET) == 0,
                range.end_pc - range.start_pc,
                range.end_line.saturating_sub(range.start_line),
                // On one line the shorter text wins; over several, columns do not compare.
                range.end_column.wrapping_sub(range.start_column),
            )
        });
        innermost.filter(|range| self.is_plausible(range))
    }

    /// javac makes up trees for pattern variables and for lambdas that capture, without a position or with that of what
    /// it looked at before. A range that begins with such a tree claims to begin with the file, where no statement can
    /// be, before the block around it, or so early that its text takes in statements whose code is elsewhere.
    fn is_plausible(&self, range: &CharacterRange) -> bool {
        let start = |r: &CharacterRange| (r.start_line, r.start_column);
        let end = |r: &CharacterRange| (r.end_line, r.end_column);
        let lost = |r: &CharacterRange| r.start_line == 0 || start(r) == (1, 1);
        let contradicts = |other: &&CharacterRange| {
            let around = other.start_pc <= range.start_pc && range.end_pc <= other.end_pc;
            let apart = other.end_pc < range.start_pc || range.end_pc < other.start_pc;
            let outer_block = other.flags & range::BLOCK != 0 && around && !lost(other);
            let inner_statement = other.flags & range::STATEMENT != 0 && apart;
            outer_block && start(range) < start(other)
                || inner_statement && start(range) < start(other) && end(other) < end(range)
        };
        !lost(range) && !self.ranges.iter().any(|other| contradicts(&other))
    }
}
