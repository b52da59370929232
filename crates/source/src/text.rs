//! Positions in text: byte offsets on the inside, lines and UTF-16 columns on the outside.

/// A line and a column, both from 1; the column counts UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// A range of text; `end` and `to` are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Byte offsets.
    pub start: usize,
    pub end: usize,
    pub from: Position,
    pub to: Position,
}

/// Where each line starts.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// JLS 3.4: a line ends with CR, LF, or CR LF.
    pub(crate) fn new(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (i, byte) in bytes.iter().enumerate() {
            match byte {
                b'\r' if bytes.get(i + 1) == Some(&b'\n') => {}
                b'\r' | b'\n' => starts.push(i + 1),
                _ => {}
            }
        }
        Lines { starts }
    }

    /// The bytes of a line without its line end.
    pub(crate) fn range(&self, text: &str, line: u32) -> Option<(usize, usize)> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(text.len());
        let body = text.get(start..end)?.trim_end_matches(['\r', '\n']);
        Some((start, start + body.len()))
    }

    /// The byte offset of a position; beyond the end of a line, the line's end.
    pub(crate) fn offset(&self, text: &str, at: Position) -> Option<usize> {
        let (start, end) = self.range(text, at.line)?;
        let mut left = at.column.checked_sub(1)?;
        for (i, c) in text.get(start..end)?.char_indices() {
            // A column in the middle of a surrogate pair means the pair.
            let width = u32::from(c.len_utf16() == 2) + 1;
            if left < width {
                return Some(start + i);
            }
            left -= width;
        }
        Some(end)
    }

    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let index = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let before = text.get(self.starts[index]..offset).unwrap_or("");
        let column: usize = before.chars().map(char::len_utf16).sum();
        Position {
            line: u32::try_from(index + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column + 1).unwrap_or(u32::MAX),
        }
    }

    pub(crate) fn span(&self, text: &str, start: usize, end: usize) -> Span {
        Span {
            start,
            end,
            from: self.position(text, start),
            to: self.position(text, end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_java_says() {
        let text = "a\rb\r\nc\n\nd";
        let lines = Lines::new(text);
        let all: Vec<_> = (1..=6)
            .map(|line| lines.range(text, line).map(|(s, e)| &text[s..e]))
            .collect();
        assert_eq!(
            all,
            [Some("a"), Some("b"), Some("c"), Some(""), Some("d"), None]
        );
        assert_eq!(lines.range(text, 0), None);
    }

    #[test]
    fn columns_are_utf16() {
        let text = "é😀x\ny";
        let lines = Lines::new(text);
        let x = text.find('x').unwrap();
        let at = Position { line: 1, column: 4 };
        assert_eq!(lines.position(text, x), at);
        assert_eq!(lines.offset(text, at), Some(x));
        assert_eq!(lines.offset(text, Position { line: 1, column: 3 }), Some(2));
        assert_eq!(
            lines.offset(
                text,
                Position {
                    line: 1,
                    column: 99
                }
            ),
            Some(x + 1)
        );
        assert_eq!(lines.offset(text, Position { line: 1, column: 0 }), None);
    }
}
