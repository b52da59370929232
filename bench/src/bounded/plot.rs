//! Time against the number of unrollings, or the scope, as SVG: a chart for each subject, a line for each splitter.

use super::measure::{Report, SPLITTERS};
use super::subjects::{SUBJECTS, Subject};
use crate::chart::{Chart, Line, stacked};

const COLOURS: [&str; 5] = ["#7f7f7f", "#e08214", "#1f77b4", "#9467bd", "#2ca02c"];

pub fn charts(report: &Report) -> String {
    let measured = SUBJECTS.iter().filter(|subject| {
        let mut runs = report.runs.iter();
        runs.any(|run| run.subject == subject.name)
    });
    let charts: Vec<String> = measured.map(|subject| chart(report, subject)).collect();
    stacked(&charts)
}

fn chart(report: &Report, subject: &Subject) -> String {
    let grows = |size: &super::Size| match subject.is_split {
        true => f64::from(size.unroll),
        false => f64::from(size.scope),
    };
    let lines = SPLITTERS.iter().zip(COLOURS).map(|(splitter, colour)| {
        let sizes = subject.sizes.iter();
        let points = sizes.filter_map(|size| {
            let run = report.decided(subject, size, splitter)?;
            Some((grows(size), run.cost()))
        });
        Line {
            name: splitter,
            colour,
            points: points.collect(),
        }
    });
    let lines: Vec<Line<'_>> = lines.filter(|line| !line.points.is_empty()).collect();
    let right = subject.sizes.iter().map(grows).fold(1.0, f64::max);
    let chart = Chart {
        title: subject.name,
        x: match subject.is_split {
            true => "unrollings",
            false => "scope",
        },
        y: "seconds to encode and solve",
        right,
        logarithmic: true,
        lines: &lines,
    };
    chart.svg()
}
