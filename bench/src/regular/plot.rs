//! The papers' figures as SVG.

use super::{Mode, Run};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 56.0;

fn colour(mode: Mode) -> &'static str {
    match mode {
        Mode::Dfs => "#7f7f7f",
        Mode::Guided => "#1f77b4",
        Mode::Sliced => "#e08214",
        Mode::Srv => "#2ca02c",
    }
}

/// A line of a chart.
pub struct Line {
    pub name: &'static str,
    pub colour: &'static str,
    pub points: Vec<(f64, f64)>,
}

impl Line {
    pub fn of(mode: Mode, points: Vec<(f64, f64)>) -> Line {
        Line {
            name: mode.name(),
            colour: colour(mode),
            points,
        }
    }
}

/// How many tasks each mode has completed after so many seconds (000, Fig. 6).
pub fn completed_over_time(runs: &[Run], limit: f64) -> String {
    let lines = Mode::ALL.map(|mode| {
        let mut times: Vec<f64> = runs
            .iter()
            .filter(|run| run.mode == mode && run.is_complete())
            .map(|run| run.seconds.min(limit))
            .collect();
        times.sort_by(f64::total_cmp);
        let mut points = vec![(0.0, 0.0)];
        for (count, time) in times.iter().enumerate() {
            points.push((*time, count as f64));
            points.push((*time, count as f64 + 1.0));
        }
        points.push((limit, times.len() as f64));
        Line::of(mode, points)
    });
    chart("Completed tasks", "seconds", "tasks", limit, &lines)
}

/// A chart from zero, or below if there are negative values.
pub fn chart(title: &str, x: &str, y: &str, right: f64, lines: &[Line]) -> String {
    let values = || lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y);
    let top = values().fold(1.0, f64::max);
    let bottom = values().fold(0.0, f64::min);
    let at = |(px, py): (f64, f64)| {
        let x = MARGIN + px / right.max(1e-9) * (WIDTH - 2.0 * MARGIN);
        let part = (py - bottom) / (top - bottom);
        (x, HEIGHT - MARGIN - part * (HEIGHT - 2.0 * MARGIN))
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    // Writing to a string does not fail, here and below.
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{title}</text>"
    );
    for step in 0..=4 {
        let part = f64::from(step) / 4.0;
        let (x, _) = at((right * part, 0.0));
        let value = bottom + (top - bottom) * part;
        let (left, level) = at((0.0, value));
        let _ = writeln!(
            out,
            "<path d=\"M{left:.1} {level:.1}H{:.1}\" stroke=\"#e5e5e5\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            WIDTH - MARGIN,
            left - 6.0,
            level + 4.0,
            number(value),
            HEIGHT - MARGIN + 18.0,
            number(right * part),
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>\
         <text x=\"16\" y=\"{:.1}\" transform=\"rotate(-90 16 {:.1})\" text-anchor=\"middle\">{y}</text>",
        WIDTH / 2.0,
        HEIGHT - 12.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0,
    );
    for (index, line) in lines.iter().enumerate() {
        let path: Vec<String> = line
            .points
            .iter()
            .map(|point| at(*point))
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        let (colour, level) = (line.colour, 44.0 + 16.0 * index as f64);
        let _ = writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{level:.1}\" fill=\"{colour}\">{}</text>",
            path.join("L"),
            WIDTH - MARGIN + 6.0,
            line.name,
        );
    }
    out.push_str("</svg>\n");
    out
}

fn number(number: f64) -> String {
    match number.abs() >= 10.0 || number.fract() == 0.0 {
        true => format!("{number:.0}"),
        false => format!("{number:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regular::record::tests::a_run;

    #[test]
    fn each_task_is_a_step_at_its_time() {
        let runs = [a_run("a", Mode::Srv, 30.0), a_run("b", Mode::Srv, 15.0)];
        let svg = completed_over_time(&runs, 60.0);
        // A quarter of the way, half of the height.
        let (x, y) = (MARGIN + 132.0, HEIGHT - MARGIN - 144.0);
        assert!(svg.contains(&format!("{x:.1} {y:.1}")), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
