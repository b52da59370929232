//! The library of scenario templates, one file per area. Adding a scenario is adding text to one of these files; the
//! syntax is described in `template.rs`.

use super::template::{Scenario, parse};

const FILES: &[(&str, &str)] = &[
    ("numbers", include_str!("numbers.txt")),
    ("arrays", include_str!("arrays.txt")),
    ("classes", include_str!("classes.txt")),
    ("initialisation", include_str!("initialisation.txt")),
    ("exceptions", include_str!("exceptions.txt")),
    ("strings", include_str!("strings.txt")),
    ("control", include_str!("control.txt")),
    ("types", include_str!("types.txt")),
    ("lambdas", include_str!("lambdas.txt")),
    ("collections", include_str!("collections.txt")),
    ("library", include_str!("library.txt")),
];

/// Every scenario that reads well. A file that does not parse contributes nothing and fails the test below.
pub fn all() -> Vec<Scenario> {
    FILES
        .iter()
        .flat_map(|(_, text)| parse(text).unwrap_or_default())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_parses() {
        for (name, text) in FILES {
            let scenarios = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!scenarios.is_empty(), "{name} has no scenario");
        }
    }
}
