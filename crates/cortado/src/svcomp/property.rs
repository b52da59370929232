//! The competition's property files: one `CHECK( init(ENTRY), LTL(FORMULA) )`. Spaces mean nothing in them, and the entry
//! is written with and without its parentheses.

use explore::{Assertions, Checks, Exceptions};

const RUNTIME_EXCEPTION: &str = "java.lang.RuntimeException";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `G assert`: no assertion fails.
    Assert,
    /// `G ! uncaught(java.lang.RuntimeException)`: no such exception leaves the entry.
    NoRuntimeException,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The class whose `main` is the entry.
    pub class: String,
    pub formula: Formula,
    /// The text, on one line, for the witness.
    pub text: String,
}

impl Property {
    /// The error says, for the user, what is wrong.
    pub fn parse(file: &str) -> Result<Property, String> {
        let text: Vec<&str> = file
            .trim_start_matches('\u{feff}')
            .split_whitespace()
            .collect();
        let dense = text.concat();
        if dense.matches("CHECK(").count() > 1 {
            return Err("several properties in one file; give one".to_owned());
        }
        let expected = || {
            "expected CHECK( init(Main.main()), LTL(G assert) ) or \
             CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )"
                .to_owned()
        };
        let inside = dense.strip_prefix("CHECK(init(").ok_or_else(expected)?;
        let (entry, formula) = inside.split_once("),LTL(").ok_or_else(expected)?;
        let formula = formula.strip_suffix("))").ok_or_else(expected)?;
        let class = main_class(entry).ok_or_else(|| {
            format!("the entry is `{entry}`; expected a main, such as Main.main()")
        })?;
        let uncaught = format!("G!uncaught({RUNTIME_EXCEPTION})");
        let formula = match formula {
            "Gassert" => Formula::Assert,
            text if text == uncaught => Formula::NoRuntimeException,
            text => {
                return Err(format!(
                    "the property `{text}` is none of G assert and G ! uncaught({RUNTIME_EXCEPTION})"
                ));
            }
        };
        Ok(Property {
            class: class.to_owned(),
            formula,
            text: text.join(" "),
        })
    }

    pub fn checks(&self) -> Checks {
        match self.formula {
            Formula::Assert => Checks {
                assertions: Assertions::Every,
                exceptions: Exceptions::Off,
            },
            Formula::NoRuntimeException => Checks {
                assertions: Assertions::Off,
                exceptions: Exceptions::Of(RUNTIME_EXCEPTION.to_owned()),
            },
        }
    }
}

/// `Main` of `Main.main()`, `Main.main` or `Main.main(String[])`.
fn main_class(entry: &str) -> Option<&str> {
    let path = match entry.split_once('(') {
        None => entry,
        Some((path, "" | ")" | "String[])" | "java.lang.String[])" | "String[]args)")) => path,
        Some(_) => return None,
    };
    let class = path.strip_suffix(".main")?;
    let named = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    };
    class.split('.').all(named).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(text: &str) -> Option<(String, Formula)> {
        Property::parse(text).ok().map(|p| (p.class, p.formula))
    }

    #[test]
    fn all_spellings_mean_the_same() {
        let main = || "Main".to_owned();
        for text in [
            "CHECK( init(Main.main()), LTL(G assert) )",
            "CHECK( init(Main.main()), LTL(G assert) )\n",
            "\u{feff}CHECK(init(Main.main()),LTL(G assert))",
            "CHECK( init( Main.main ), LTL( G assert ) )",
            "CHECK( init(Main.main), LTL(G  assert) )\r\n\r\n",
            "\nCHECK (init (Main.main (String[])) , LTL (G assert))",
        ] {
            assert_eq!(formula(text), Some((main(), Formula::Assert)), "{text}");
        }
        for text in [
            "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))",
            "CHECK( init(Main.main()), LTL(G !uncaught(java.lang.RuntimeException) ) )",
            "CHECK( init(Main.main), LTL( G ! uncaught( java.lang.RuntimeException ) ) )",
        ] {
            assert_eq!(
                formula(text),
                Some((main(), Formula::NoRuntimeException)),
                "{text}"
            );
        }
        assert_eq!(
            formula("CHECK( init(acme.Tool.main()), LTL(G assert) )"),
            Some(("acme.Tool".to_owned(), Formula::Assert))
        );
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "LTL(G assert)",
            "CHECK( init(Main.main()), LTL(G assert)",
            "CHECK( init(Main.main()), LTL(G assert) ) )",
            "CHECK( init(main()), LTL(G ! call(reach_error())) )",
            "CHECK( init(Main.run()), LTL(G assert) )",
            "CHECK( init(Main.main(int)), LTL(G assert) )",
            "CHECK( init(.main()), LTL(G assert) )",
            "CHECK( init(Main.main()), LTL(F end) )",
            "CHECK( init(Main.main()), LTL(G !deadlock) )",
            "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.Error)) )",
            "CHECK( init(Main.main()), LTL(G assert) )\nCHECK( init(Main.main()), LTL(F end) )",
            "COVER( init(Main.main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        ] {
            assert!(Property::parse(text).is_err(), "{text}");
        }
    }
}
