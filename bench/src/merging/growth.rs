//! How time grows with the number of inputs, as SVG.

use super::{Level, PROGRAMS, Report, Run};
use crate::chart::{Chart, Line, stacked};

/// A chart for each of the programs that are to have a single path.
pub fn growth(report: &Report) -> String {
    let charts = PROGRAMS.iter().filter(|program| program.single_path);
    let charts: Vec<String> = charts
        .map(|program| {
            let lines = [(Level::None, "#7f7f7f"), (Level::Full, "#2ca02c")];
            let lines = lines.map(|(level, colour)| Line {
                name: level.name(),
                colour,
                points: points(report, program.name, level),
            });
            let ends = lines.iter().flat_map(|line| &line.points);
            let chart = Chart {
                title: program.name,
                x: "inputs",
                y: "seconds of processor time",
                right: ends.map(|(x, _)| *x).fold(1.0, f64::max),
                logarithmic: true,
                lines: &lines,
            };
            chart.svg()
        })
        .collect();
    stacked(&charts)
}

/// Inputs and seconds of the complete runs, each size once.
pub(super) fn points(report: &Report, program: &str, level: Level) -> Vec<(f64, f64)> {
    let runs = report.compared.iter().chain(&report.others);
    let of = |run: &&Run| run.program == program && run.level == level && run.is_complete();
    let mut points: Vec<(f64, f64)> = runs
        .filter(of)
        .filter_map(|run| Some((run.inputs? as f64, run.cpu_seconds)))
        .collect();
    points.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    points.dedup_by(|a, b| a.0 == b.0);
    points
}
