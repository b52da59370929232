//! When two runs count as the same, and how a difference is shown.

use std::fmt;

use crate::jvm::Escaped;

/// Its message mentions class loaders, and that of the batch runner is none of the program's; only the class is compared.
const MESSAGE_NAMES_LOADERS: &str = "java.lang.ClassCastException";

/// Where two runs part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Lines before the first difference, at most three.
    context: Vec<String>,
    line: usize,
    expected: Vec<String>,
    observed: Vec<String>,
}

/// The first difference between what the JVM did and what the other side did, if there is one.
pub fn difference(
    expected: (&str, Option<&Escaped>),
    observed: (&str, Option<&Escaped>),
) -> Option<Difference> {
    let expected = lines(expected.0, expected.1);
    let observed = lines(observed.0, observed.1);
    if expected == observed {
        return None;
    }
    let common = expected
        .iter()
        .zip(&observed)
        .take_while(|(a, b)| a == b)
        .count();
    let after = |lines: &[String]| lines[common..].iter().take(5).cloned().collect();
    Some(Difference {
        context: expected[common.saturating_sub(3)..common].to_vec(),
        line: common + 1,
        expected: after(&expected),
        observed: after(&observed),
    })
}

/// The whole run as lines: its output, then how it ended.
fn lines(stdout: &str, exception: Option<&Escaped>) -> Vec<String> {
    let mut lines: Vec<String> = stdout.split('\n').map(str::to_string).collect();
    lines.push(match exception {
        None => "(ended normally)".to_string(),
        Some(escaped) if escaped.class == MESSAGE_NAMES_LOADERS => {
            format!("(escaped: {})", escaped.class)
        }
        Some(Escaped {
            class,
            message: None,
        }) => format!("(escaped: {class}, no message)"),
        Some(Escaped {
            class,
            message: Some(message),
        }) => format!("(escaped: {class}: {message})"),
    });
    lines
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "  at line {} of the output (- JVM, + machine):",
            self.line
        )?;
        for line in &self.context {
            writeln!(f, "    {line}")?;
        }
        for line in &self.expected {
            writeln!(f, "  - {line}")?;
        }
        for line in &self.observed {
            writeln!(f, "  + {line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(class: &str, message: Option<&str>) -> Escaped {
        Escaped {
            class: class.to_string(),
            message: message.map(str::to_string),
        }
    }

    #[test]
    fn equal_runs_do_not_differ() {
        assert_eq!(difference(("a\n", None), ("a\n", None)), None);
        let (ours, theirs) = (
            escaped("java.lang.ClassCastException", None),
            escaped("java.lang.ClassCastException", Some("class A …")),
        );
        assert_eq!(difference(("", Some(&ours)), ("", Some(&theirs))), None);
    }

    #[test]
    fn output_and_exception_both_count() {
        let text = difference(("a\nb\nc\n", None), ("a\nB\nc\n", None)).map(|d| d.to_string());
        assert!(
            text.is_some_and(|t| t.contains("line 2") && t.contains("- b") && t.contains("+ B"))
        );
        let error = escaped("java.lang.Error", Some("x"));
        assert!(difference(("", None), ("", Some(&error))).is_some());
        assert!(
            difference(
                ("", Some(&escaped("java.lang.Error", None))),
                ("", Some(&error))
            )
            .is_some()
        );
    }
}
