//! The library of scenario templates, one file per area. Adding a scenario is adding text to one of these files; the
//! syntax is described in `template.rs`.

use super::template::{Scenario, parse};

const LANGUAGE: &[(&str, &str)] = &[
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

/// Scenarios that draw most of their statements.
const LIBRARY: &[(&str, &str)] = &[
    ("lists", include_str!("draw_lists.txt")),
    ("maps", include_str!("draw_maps.txt")),
    ("text", include_str!("draw_text.txt")),
    ("streams", include_str!("draw_streams.txt")),
    ("numbers", include_str!("draw_numbers.txt")),
    ("time", include_str!("draw_time.txt")),
    ("types", include_str!("draw_types.txt")),
];

/// The scenarios around the language, in the order of their files.
pub fn language() -> Vec<Scenario> {
    read(LANGUAGE)
}

/// The scenarios around the library, in the order of their files.
pub fn library() -> Vec<Scenario> {
    read(LIBRARY)
}

/// Every scenario.
pub fn all() -> Vec<Scenario> {
    let mut scenarios = language();
    scenarios.extend(library());
    scenarios
}

/// What reads well. A file that does not parse contributes nothing and fails the test below.
fn read(files: &[(&str, &'static str)]) -> Vec<Scenario> {
    files
        .iter()
        .flat_map(|(_, text)| parse(text).unwrap_or_default())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_parses() {
        for (name, text) in LANGUAGE.iter().chain(LIBRARY) {
            let scenarios = parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!scenarios.is_empty(), "{name} has no scenario");
        }
    }
}
