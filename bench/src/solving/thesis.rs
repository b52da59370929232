//! The thesis's figures (004, Fig. 7.5): path conditions solved a second, for programs of 5, 10 and 20 thousand lines.

use solver::Mode;

const SPEEDS: [(Mode, [f64; 3]); 5] = [
    (Mode::Baseline, [92.1, 27.0, 15.5]),
    (Mode::Caching, [109.6, 13.5, 8.1]),
    (Mode::Partitioning, [187.9, 30.6, 12.8]),
    (Mode::Stack, [1319.0, 518.9, 298.0]),
    (Mode::Shared, [3672.4, 1443.9, 862.0]),
];

/// The speed of a mode as a multiple of the speed of `baseline`; none for what the thesis does not have.
pub fn ratio(lines: usize, mode: Mode) -> Option<f64> {
    let column = match lines {
        5_000 => 0,
        10_000 => 1,
        20_000 => 2,
        _ => return None,
    };
    let (_, speeds) = SPEEDS.iter().find(|(other, _)| *other == mode)?;
    Some(speeds[column] / SPEEDS[0].1[column])
}
