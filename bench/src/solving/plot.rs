//! Complete paths over time (004, Fig. 7.6) as SVG.

use super::record::{Report, Run};
use crate::chart::{Chart, Line, stacked};
use solver::Mode;

/// Points of a line.
const POINTS: u32 = 60;

fn colour(mode: Mode) -> &'static str {
    match mode {
        Mode::Baseline => "#7f7f7f",
        Mode::Caching => "#9467bd",
        Mode::Partitioning => "#8c564b",
        Mode::Stack => "#e08214",
        Mode::Shared => "#1f77b4",
        Mode::Auto => "#2ca02c",
    }
}

/// A chart for each size, with the mean over its programs.
pub fn complete_paths(report: &Report, limit: f64) -> String {
    let charts = report.sizes().into_iter().map(|lines| {
        let of = |mode: Mode| {
            let runs = report.runs.iter();
            let runs = runs.filter(|run| run.lines == lines && run.mode == mode);
            runs.collect::<Vec<&Run>>()
        };
        let drawn: Vec<Line<'_>> = Mode::ALL
            .into_iter()
            .filter(|mode| !of(*mode).is_empty())
            .map(|mode| Line {
                name: mode.name(),
                colour: colour(mode),
                points: mean(&of(mode), limit),
            })
            .collect();
        let chart = Chart {
            title: &format!("Complete paths, {lines} lines"),
            x: "seconds",
            y: "paths",
            right: limit,
            logarithmic: true,
            lines: &drawn,
        };
        chart.svg()
    });
    stacked(&charts.collect::<Vec<String>>())
}

fn mean(runs: &[&Run], limit: f64) -> Vec<(f64, f64)> {
    let at = |point: u32| {
        let time = limit * f64::from(point) / f64::from(POINTS);
        let paths: u64 = runs.iter().map(|run| paths_until(run, time)).sum();
        (time, paths as f64 / runs.len() as f64)
    };
    (0..=POINTS).map(at).collect()
}

fn paths_until(run: &Run, time: f64) -> u64 {
    let until = run.timeline.iter().take_while(|(at, _)| *at <= time + 1e-9);
    until.last().map_or(0, |(_, paths)| *paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::record::tests::a_run;

    #[test]
    fn a_point_is_the_mean_of_what_the_programs_have_until_then() {
        let (one, two) = (a_run(5, Mode::Auto, 1, 30), a_run(5, Mode::Auto, 1, 10));
        let points = mean(&[&one, &two], 10.0);
        assert_eq!(points[0], (0.0, 0.0));
        assert_eq!(points[POINTS as usize - 1].1, 0.0);
        assert_eq!(points[POINTS as usize], (10.0, 20.0));
        let report = Report {
            runs: vec![one, two],
        };
        let svg = complete_paths(&report, 10.0);
        assert!(svg.contains(">auto<") && !svg.contains(">stack<"), "{svg}");
    }
}
