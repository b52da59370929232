//! The tables of the paper (002): levels side by side (Table 2), other tools (Table 3), and the ratios to `none` of each
//! level (Table 4).

use super::{Ending, Level, Report, Run};
use crate::columns::table;

/// All of them.
pub fn tables(report: &Report) -> String {
    let mut out = String::new();
    let columns = [
        "inputs", "level", "verdict", "time", "cpu", "paths", "queries", "solver", "regions",
        "inlined", "finding", "MB",
    ];
    let legend = "times in seconds: TO over the limit, -- stopped; finding: time spent on finding regions; ratios are of processor time";
    let lines = report.compared.iter().map(details).collect();
    table(&mut out, legend, &columns, lines);
    let further = report.others.iter().filter(|run| run.level == Level::Full);
    let further: Vec<_> = further.map(details).collect();
    if !further.is_empty() {
        table(&mut out, "further sizes", &columns, further);
    }
    let compared = by_program(&report.compared);
    if compared
        .iter()
        .any(|(_, levels)| levels[1..].iter().any(Option::is_some))
    {
        let names: Vec<&str> = Level::ALL[1..].iter().map(|level| level.name()).collect();
        let ratios = |of: fn(&Run) -> f64| {
            let line = |(name, levels): &(String, Levels<'_>)| {
                (
                    name.clone(),
                    levels[1..]
                        .iter()
                        .map(|run| ratio(levels[0], *run, of))
                        .collect(),
                )
            };
            compared.iter().map(line).collect()
        };
        table(
            &mut out,
            "time, as a part of none's",
            &names,
            ratios(|run| run.cpu_seconds),
        );
        table(
            &mut out,
            "paths, as a part of none's",
            &names,
            ratios(|run| run.paths as f64),
        );
        table(
            &mut out,
            "queries, as a part of none's",
            &names,
            ratios(|run| run.queries as f64),
        );
    }
    if !report.jbmc.is_empty() {
        others(&mut out, report, &compared);
    }
    out
}

/// Table 3.
fn others(out: &mut String, report: &Report, compared: &[(String, Levels<'_>)]) {
    let lines = report.jbmc.iter().map(|(name, seconds)| {
        let run = |level: Level| {
            let all = compared.iter().find(|(other, _)| other == name);
            all.and_then(|(_, levels)| levels[level as usize])
                .map_or("-".to_owned(), time)
        };
        let jbmc = match seconds {
            Ok(seconds) => format!("{seconds:.2}"),
            Err(reason) => reason.clone(),
        };
        (name.clone(), vec![run(Level::None), jbmc, run(Level::Full)])
    });
    table(out, "seconds", &["none", "jbmc", "full"], lines.collect());
}

fn details(run: &Run) -> (String, Vec<String>) {
    let cells = vec![
        run.inputs.map_or("-".to_owned(), |n| n.to_string()),
        run.level.name().to_owned(),
        run.verdict.clone(),
        time(run),
        format!("{:.2}", run.cpu_seconds),
        run.paths.to_string(),
        run.queries.to_string(),
        format!("{:.2}", run.solver_seconds),
        run.regions.to_string(),
        run.inlined.to_string(),
        format!("{:.2}", run.region_seconds),
        run.megabytes.to_string(),
    ];
    (run.program.clone(), cells)
}

fn time(run: &Run) -> String {
    match run.ending {
        Ending::Complete => format!("{:.2}", run.seconds),
        Ending::Limit => "TO".to_owned(),
        Ending::Stopped(_) => "--".to_owned(),
    }
}

fn ratio(none: Option<&Run>, run: Option<&Run>, of: fn(&Run) -> f64) -> String {
    match (none, run) {
        (Some(none), Some(run)) if none.is_complete() && run.is_complete() => {
            short(of(run) / of(none).max(1e-3))
        }
        (_, Some(run)) => time(run),
        _ => "-".to_owned(),
    }
}

fn short(ratio: f64) -> String {
    match ratio {
        0.0 => "0".to_owned(),
        small if small < 0.001 => format!("{small:.1e}"),
        small if small < 0.1 => format!("{small:.3}"),
        ratio => format!("{ratio:.2}"),
    }
}

pub(super) type Levels<'a> = [Option<&'a Run>; 6];

/// The runs of a program, by level; in the order in which they were made.
pub(super) fn by_program(runs: &[Run]) -> Vec<(String, Levels<'_>)> {
    let mut programs: Vec<(String, Levels<'_>)> = Vec::new();
    for run in runs {
        let at = programs.iter().position(|(name, _)| *name == run.program);
        let at = at.unwrap_or_else(|| {
            programs.push((run.program.clone(), [None; 6]));
            programs.len() - 1
        });
        programs[at].1[run.level as usize] = Some(run);
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merging::record::tests::a_run;

    #[test]
    fn levels_are_parts_of_none() {
        let mut late = a_run("p", 3, Level::Basic, 60.0, 90);
        late.ending = Ending::Limit;
        let report = Report {
            compared: vec![
                a_run("p", 3, Level::None, 10.0, 100),
                late,
                a_run("p", 3, Level::Full, 1.0, 5),
            ],
            jbmc: vec![("p".to_owned(), Ok(2.5))],
            ..Report::default()
        };
        let text = tables(&report);
        let lines: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("p "))
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(lines[3], ["p", "TO", "-", "-", "-", "0.10"]);
        assert_eq!(lines[4], ["p", "TO", "-", "-", "-", "0.050"]);
        assert_eq!(lines[6], ["p", "10.00", "2.50", "1.00"]);
    }
}
