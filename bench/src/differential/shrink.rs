//! Making a program that shows a difference smaller: whole units are left out first, then single statements, as long as
//! the difference stays. The generator leaves parts out without changing the rest, so no source is edited.

use std::collections::BTreeSet;

use super::Settings;
use crate::generator::{Options, Program};

/// The smallest program found for which `differs` still holds.
pub fn shrink(
    program: &Program,
    settings: &Settings,
    differs: &mut dyn FnMut(&Program) -> bool,
) -> Program {
    let mut options = settings.options.clone();
    let mut best = program.clone();
    for unit in 0..program.units.len() {
        let mut candidate = options.clone();
        candidate.dropped_units.insert(unit);
        let smaller = settings.generate(program.seed, &candidate);
        if differs(&smaller) {
            options = candidate;
            best = smaller;
        }
    }
    for (unit, statements) in program.units.iter().enumerate() {
        if !options.dropped_units.contains(&unit) {
            shrink_unit(
                unit,
                *statements,
                settings,
                &mut options,
                &mut best,
                differs,
            );
        }
    }
    best
}

/// Leaves out runs of statements of one unit, long runs first.
fn shrink_unit(
    unit: usize,
    statements: usize,
    settings: &Settings,
    options: &mut Options,
    best: &mut Program,
    differs: &mut dyn FnMut(&Program) -> bool,
) {
    let mut length = statements;
    while length > 0 {
        for start in (0..statements).step_by(length) {
            let end = (start + length).min(statements);
            let mut candidate = options.clone();
            let dropped: &mut BTreeSet<usize> =
                candidate.dropped_statements.entry(unit).or_default();
            let before = dropped.len();
            dropped.extend(start..end);
            if dropped.len() == before {
                continue;
            }
            let smaller = settings.generate(best.seed, &candidate);
            if differs(&smaller) {
                *options = candidate;
                *best = smaller;
            }
        }
        length /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Features, Profile};

    #[test]
    fn what_does_not_matter_goes() {
        let settings = Settings {
            first_seed: 11,
            count: 1,
            jobs: 1,
            options: Options::new(Profile::Language, Features::all()),
            keep: std::env::temp_dir(),
            shrink: true,
            java_only: false,
            symbolic: false,
        };
        let program = settings.generate(11, &settings.options);
        let last = program.units.len() - 1;
        let call = format!("try {{ unit{last}();");
        let call = if program.source.contains(&call) {
            call
        } else {
            format!("unit{last}();")
        };
        let small = shrink(&program, &settings, &mut |p| p.source.contains(&call));
        assert!(small.source.contains(&call));
        assert!(!small.source.contains("unit0()"));
        assert!(small.source.len() < program.source.len());
    }
}
