//! Tables of text: a name and columns that are aligned on the right.

use std::fmt::Write;

/// A table with a title, and an empty line after it.
pub(crate) fn table(
    out: &mut String,
    title: &str,
    columns: &[&str],
    lines: Vec<(String, Vec<String>)>,
) {
    let header = columns.iter().map(|c| (*c).to_owned()).collect();
    let mut all = vec![(String::new(), header)];
    all.extend(lines);
    let width = |i: usize| {
        let cells = all
            .iter()
            .map(|(_, cells): &(_, Vec<String>)| cells[i].len());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let first = all.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    // Writing to a string does not fail, here and below.
    let _ = writeln!(out, "{title}");
    for (name, cells) in &all {
        let _ = write!(out, "{name:first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(out, "  {cell:>width$}");
        }
        out.push('\n');
    }
    out.push('\n');
}
