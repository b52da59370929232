//! Tables as in the thesis: speeds and totals (004, Fig. 7.5), complete paths (Fig. 7.6), and where the time goes (Fig. 7.7).

use super::record::{Report, Sum};
use super::thesis;
use crate::columns::table;
use solver::Mode;

/// All of them.
pub fn tables(report: &Report) -> String {
    let mut out = String::new();
    for lines in report.sizes() {
        speeds(&mut out, report, lines);
    }
    for lines in report.sizes() {
        parts(&mut out, report, lines);
    }
    out
}

fn modes(report: &Report, lines: usize) -> impl Iterator<Item = (Mode, Sum)> + '_ {
    Mode::ALL
        .into_iter()
        .filter_map(move |mode| Some((mode, report.sum(lines, mode)?)))
}

fn speeds(out: &mut String, report: &Report, lines: usize) {
    let mut count = 0;
    let lines_of = modes(report, lines).map(|(mode, sum)| {
        count = count.max(sum.programs);
        let times = |ratio: Option<f64>| match ratio {
            Some(ratio) if ratio < 10.0 => format!("{ratio:.2}"),
            Some(ratio) => format!("{ratio:.1}"),
            None => "-".to_owned(),
        };
        let cells = vec![
            format!("{:.1}", sum.speed()),
            times(report.ratio(lines, mode, Mode::Baseline)),
            times(thesis::ratio(lines, mode)),
            sum.decided.to_string(),
            sum.queries.to_string(),
            sum.paths.to_string(),
            format!("{:.1}", sum.seconds),
        ];
        (mode.name().to_owned(), cells)
    });
    let lines_of = lines_of.collect();
    let columns = [
        "sides/s",
        "x baseline",
        "thesis x",
        "sides",
        "queries",
        "paths",
        "seconds",
    ];
    let title =
        format!("{lines} lines, {count} programs: decided sides of branches, complete paths");
    table(out, &title, &columns, lines_of);
}

fn parts(out: &mut String, report: &Report, lines: usize) {
    let lines_of = modes(report, lines).map(|(mode, sum)| {
        let all: f64 = sum.parts.iter().sum();
        let share = |part: &f64| format!("{:.1}", part / all.max(1e-6) * 100.0);
        let per_side = sum.parts[2] * 1e6 / (sum.decided.max(1) as f64);
        let mut cells: Vec<String> = sum.parts.iter().map(share).collect();
        cells.push(format!("{per_side:.0}"));
        (mode.name().to_owned(), cells)
    });
    let lines_of = lines_of.collect();
    let columns = ["exploration", "expressions", "solving", "rest", "us/side"];
    let title = format!("{lines} lines: where the time goes, in percent; solving per decided side");
    table(out, &title, &columns, lines_of);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::record::tests::a_run;

    #[test]
    fn speeds_are_multiples_of_baseline_beside_the_thesis() {
        let report = Report {
            runs: vec![
                a_run(5000, Mode::Baseline, 100, 1),
                a_run(5000, Mode::Baseline, 300, 1),
                a_run(5000, Mode::Stack, 2000, 30),
                a_run(5000, Mode::Auto, 8000, 90),
            ],
        };
        let text = tables(&report);
        let find = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name));
            let words = line.expect("a line").split_whitespace();
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(find("baseline")[1..4], ["20.0", "1.00", "1.00"]);
        assert_eq!(find("stack")[1..4], ["200.0", "10.0", "14.3"]);
        assert_eq!(find("auto")[1..4], ["800.0", "40.0", "-"]);
        assert!(text.contains("solving"), "{text}");
    }
}
