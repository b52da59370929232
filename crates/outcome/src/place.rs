//! Places in a Java program: a class and method, and as much of file, line and column as the class file and the source
//! text give.

use serde::Serialize;
use std::fmt;

/// A position in the user's program. Lines and columns start at 1; columns count UTF-16 code units, as
/// `javac` and editors do.
///
/// The field order is the sort order: reports list what belongs to one class together, top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// Binary name with dots between packages and `$` before nested classes: `com.acme.Outer$Inner`.
    pub class: String,
    /// The method's name, without its descriptor: `middle`, `<init>`, `<clinit>`.
    pub method: String,
    /// The source file, as the user named it where they did, else as the class file's `SourceFile` says.
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// One past the last character, so that an empty range has `end_column == column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

impl Place {
    pub fn new(class: impl Into<String>, method: impl Into<String>) -> Place {
        Place {
            class: class.into(),
            method: method.into(),
            ..Place::default()
        }
    }

    pub fn file(mut self, file: impl Into<String>) -> Place {
        self.file = Some(file.into());
        self
    }

    pub fn line(mut self, line: u32) -> Place {
        self.line = Some(line);
        self
    }

    /// The exact range of the statement or expression; `end_column` is exclusive.
    pub fn span(mut self, line: u32, column: u32, end_line: u32, end_column: u32) -> Place {
        self.line = Some(line);
        self.column = Some(column);
        self.end_line = Some(end_line);
        self.end_column = Some(end_column);
        self
    }
}

/// `BinarySearch.java:9:5` where a file is known, else `BinarySearch.middle:9`, else `BinarySearch.middle`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => {
                write!(f, "{file}:{line}")?;
                match self.column {
                    Some(column) => write!(f, ":{column}"),
                    None => Ok(()),
                }
            }
            (_, line) => {
                write!(f, "{}", self.class)?;
                if !self.method.is_empty() {
                    write!(f, ".{}", self.method)?;
                }
                match line {
                    Some(line) => write!(f, ":{line}"),
                    None => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_uses_what_is_known() {
        let place = Place::new("a.B$C", "m");
        assert_eq!(place.to_string(), "a.B$C.m");
        assert_eq!(place.clone().line(3).to_string(), "a.B$C.m:3");
        let place = place.file("B.java").line(3);
        assert_eq!(place.to_string(), "B.java:3");
        assert_eq!(place.span(3, 7, 3, 9).to_string(), "B.java:3:7");
    }
}
