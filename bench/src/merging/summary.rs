//! What the figures come to: means of `full` against `none`, what the benchmark aims at, and whether levels agree.

use super::growth::points;
use super::table::by_program;
use super::{Ending, Level, PROGRAMS, Program, Report, Run};
use crate::mean::geometric;
use std::fmt::Write;

/// Parts of `none` that `full` may need in the mean, and at worst.
const PATHS: f64 = 0.2;
const TIME: f64 = 0.4;
const WORST: f64 = 1.2;

/// Differences below this are noise: starting a process takes about as long.
const NOISE: f64 = 0.05;

/// The exponent up to which growth counts as about linear.
const LINEAR: f64 = 1.5;

#[derive(Clone, Debug)]
pub struct Summary {
    pub text: String,
    /// Whether levels that completed a program have the same verdict and violations.
    pub agree: bool,
}

pub fn summary(report: &Report) -> Summary {
    let mut text = String::new();
    let mut aims: Vec<(String, bool)> = Vec::new();
    means(&mut text, report, &mut aims);
    for program in PROGRAMS.iter().filter(|program| program.single_path) {
        single_path(&mut text, report, program, &mut aims);
    }
    for program in PROGRAMS.iter().filter(|program| program.counts_words) {
        word_count(report, program, &mut aims);
    }
    for run in report.compared.iter().chain(&report.others) {
        if let Ending::Stopped(reason) = &run.ending {
            // Writing to a string does not fail, here and below.
            let _ = writeln!(
                text,
                "stopped: {} {}: {reason}",
                run.program,
                run.level.name()
            );
        }
    }
    let agree = disagreements(&mut text, report);
    aims.push(("no levels that complete disagree".to_owned(), agree));
    for (aim, met) in aims {
        let met = if met { "met" } else { "NOT MET" };
        let _ = writeln!(text, "  {met:8} {aim}");
    }
    Summary { text, agree }
}

fn means(text: &mut String, report: &Report, aims: &mut Vec<(String, bool)>) {
    let compared = by_program(&report.compared);
    let mut pairs: Vec<(&str, &Run, &Run)> = Vec::new();
    for (name, levels) in &compared {
        if let (Some(none), Some(full)) = (levels[0], levels[Level::Full as usize])
            && none.is_complete()
        {
            pairs.push((name, none, full));
        }
    }
    let ratios = |of: fn(&Run) -> f64| pairs.iter().map(move |(_, none, full)| of(full) / of(none));
    let time = geometric(ratios(|run| run.cpu_seconds.max(1e-3)), 1e-12);
    let paths = geometric(ratios(|run| run.paths.max(1) as f64), 1e-12);
    let queries = geometric(ratios(|run| run.queries.max(1) as f64), 1e-12);
    let (Some(time), Some(paths), Some(queries)) = (time, paths, queries) else {
        return;
    };
    let _ = writeln!(
        text,
        "full against none, {} programs, geometric mean: time {time:.3}, paths {paths:.4}, queries {queries:.3}",
        pairs.len()
    );
    let mut slower = false;
    for (name, none, full) in &pairs {
        let late = !full.is_complete();
        let ratio = full.cpu_seconds / none.cpu_seconds.max(1e-3);
        if late || ratio > WORST && full.cpu_seconds - none.cpu_seconds > NOISE {
            slower = true;
            let _ = writeln!(text, "slower: {name}: {ratio:.2} times as long");
        }
    }
    if pairs.iter().any(|(_, none, _)| none.size.is_none()) {
        // Of programs of others there is nothing to be aimed at.
        return;
    }
    aims.push((
        format!("full needs at most {PATHS} of the paths of none"),
        paths <= PATHS,
    ));
    aims.push((
        format!("full needs at most {TIME} of the time of none"),
        time <= TIME,
    ));
    aims.push((
        format!("no program takes more than {WORST} times as long"),
        !slower,
    ));
}

fn single_path(
    text: &mut String,
    report: &Report,
    program: &Program,
    aims: &mut Vec<(String, bool)>,
) {
    let runs = full_runs(report, program.name);
    if runs.is_empty() {
        return;
    }
    let one = runs.iter().all(|run| run.is_complete() && run.paths == 1);
    aims.push((
        format!("{} has one path under full at every size", program.name),
        one,
    ));
    let points = points(report, program.name, Level::Full);
    // The smallest sizes show what starting costs.
    if let [.., half, _, _, _, _, last] = points[..] {
        let exponent = (last.1 / half.1).ln() / (last.0 / half.0).ln();
        let _ = writeln!(
            text,
            "{}: time grows from {} to {} inputs as a power of {exponent:.2}",
            program.name, half.0, last.0
        );
        aims.push((
            format!("{} grows about linearly under full", program.name),
            exponent <= LINEAR,
        ));
    }
}

fn word_count(report: &Report, program: &Program, aims: &mut Vec<(String, bool)>) {
    let all = report.compared.iter().chain(&report.others);
    let mut none = all.filter(|run| run.program == program.name && run.level == Level::None);
    if let Some(run) = none.find(|run| run.size == Some(7)) {
        let met = run.is_complete() && run.paths == 255 && run.violations.len() == 1;
        aims.push((
            format!("{} has 255 paths under none for 7 elements", program.name),
            met,
        ));
    }
    for run in full_runs(report, program.name) {
        let Some(inputs) = run.inputs else { continue };
        let soon = run.first_violation_iteration.is_some_and(|n| n <= 2);
        let met = run.is_complete() && soon && run.paths <= inputs + 2;
        let aim = format!(
            "{} with {inputs} elements under full: violation within 2 iterations, at most {} paths",
            program.name,
            inputs + 2
        );
        aims.push((aim, met));
    }
}

fn full_runs<'a>(report: &'a Report, program: &str) -> Vec<&'a Run> {
    let all = report.compared.iter().chain(&report.others);
    all.filter(|run| run.program == program && run.level == Level::Full)
        .collect()
}

/// What one level finds, others that complete the same program at the same size must find as well.
fn disagreements(text: &mut String, report: &Report) -> bool {
    let all: Vec<&Run> = report.compared.iter().chain(&report.others).collect();
    let mut agree = true;
    for one in &all {
        for other in all.iter().filter(|other| other.is_complete()) {
            if other.level == one.level || other.program != one.program || other.size != one.size {
                continue;
            }
            let verdict =
                one.is_complete() && one.level < other.level && one.verdict != other.verdict;
            let found: Vec<&String> = one.violations.difference(&other.violations).collect();
            if verdict || !found.is_empty() {
                agree = false;
                let _ = writeln!(
                    text,
                    "DISAGREE: {} with {} inputs: {} says {}, {} says {}; only {} finds {found:?}",
                    one.program,
                    one.inputs.map_or("its".to_owned(), |n| n.to_string()),
                    one.level.name(),
                    one.verdict,
                    other.level.name(),
                    other.verdict,
                    one.level.name(),
                );
            }
        }
    }
    agree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merging::record::tests::a_run;

    fn of(compared: Vec<Run>) -> Summary {
        summary(&Report {
            compared,
            ..Report::default()
        })
    }

    #[test]
    fn what_is_slower_is_named() {
        let both = |name: &str, none: f64, full: f64| {
            [
                a_run(name, 3, Level::None, none, 100),
                a_run(name, 3, Level::Full, full, 1),
            ]
        };
        let summary = of([both("p", 10.0, 1.0), both("q", 1.0, 1.6)].concat());
        let mean = "2 programs, geometric mean: time 0.400, paths 0.0100";
        assert!(summary.text.contains(mean), "{}", summary.text);
        assert!(
            summary.text.contains("slower: q: 1.60 times"),
            "{}",
            summary.text
        );
        assert!(!summary.text.contains("slower: p"), "{}", summary.text);
        assert!(summary.agree);
    }

    #[test]
    fn levels_must_agree() {
        let none = a_run("p", 3, Level::None, 1.0, 100);
        let mut full = a_run("p", 3, Level::Full, 1.0, 1);
        full.verdict = "violated".to_owned();
        let summary = of(vec![none.clone(), full.clone()]);
        assert!(!summary.agree);
        assert!(summary.text.contains("none says safe"), "{}", summary.text);
        // What was not seen in time says nothing.
        full.ending = Ending::Limit;
        assert!(of(vec![none.clone(), full.clone()]).agree);
        // What was seen does.
        full.violations.insert("E at A.f:1".to_owned());
        assert!(!of(vec![none, full]).agree);
    }

    #[test]
    fn the_controllers_have_one_path() {
        let runs = (1..=10).map(|n| a_run("wheelbrake", n, Level::Full, n as f64, 1));
        let summary = of(runs.collect());
        let line = "met      wheelbrake has one path";
        assert!(summary.text.contains(line), "{}", summary.text);
        assert!(
            summary.text.contains("as a power of 1.00"),
            "{}",
            summary.text
        );
    }
}
