//! The papers' figures as SVG.

use super::{Mode, Run};
use crate::chart::{Chart, Line};

fn colour(mode: Mode) -> &'static str {
    match mode {
        Mode::Dfs => "#7f7f7f",
        Mode::Guided => "#1f77b4",
        Mode::Sliced => "#e08214",
        Mode::Srv => "#2ca02c",
    }
}

pub(super) fn line(mode: Mode, points: Vec<(f64, f64)>) -> Line<'static> {
    Line {
        name: mode.name(),
        colour: colour(mode),
        points,
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
        line(mode, points)
    });
    let chart = Chart {
        title: "Completed tasks",
        x: "seconds",
        y: "tasks",
        right: limit,
        logarithmic: false,
        lines: &lines,
    };
    chart.svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{HEIGHT, MARGIN};
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
