//! Text from the user's program made fit for one terminal line.

use std::fmt::Write;

/// One line without control characters, cut after `limit` characters.
pub(crate) fn line(text: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len().min(limit));
    for (i, c) in text.chars().enumerate() {
        if i == limit {
            out.push('…');
            break;
        }
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Direction marks could make the line read differently from what it says.
            c if c.is_control()
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
            {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// ` (3 times)`, or nothing for once.
pub(crate) fn times(count: u64) -> String {
    match count {
        0 | 1 => String::new(),
        n => format!(" ({n} times)"),
    }
}

/// `1 path`, `2 paths`, `1 query`, `2 queries`.
pub(crate) fn plural(count: u64, one: &str) -> String {
    match one.strip_suffix('y') {
        _ if count == 1 => format!("1 {one}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_lines() {
        assert_eq!(
            line("a\nb\u{1b}[31m\u{202e}", 99),
            "a\\nb\\u001b[31m\\u202e"
        );
        assert_eq!(line("abcdef", 3), "abc…");
        assert_eq!(plural(2, "query"), "2 queries");
        assert_eq!(plural(1, "path"), "1 path");
        assert_eq!(times(1), "");
    }
}
