//! The tables of the papers, a line for each task: times (000, Table 3), iterations, branches pruned, and paths by kind
//! (001, Table III).

use super::{Ending, Run};
use crate::columns;

/// The runs of a task, by mode; in the order in which they were made.
pub(super) fn by_task(runs: &[Run]) -> Vec<(&str, [Option<&Run>; 4])> {
    let mut tasks: Vec<(&str, [Option<&Run>; 4])> = Vec::new();
    for run in runs {
        let at = tasks.iter().position(|(name, _)| *name == run.task);
        let at = at.unwrap_or_else(|| {
            tasks.push((&run.task, [None; 4]));
            tasks.len() - 1
        });
        tasks[at].1[run.mode as usize] = Some(run);
    }
    tasks
}

/// All of them.
pub fn tables(runs: &[Run]) -> String {
    let mut out = String::new();
    let modes = ["dfs", "guided", "sliced", "srv"];
    table(
        &mut out,
        runs,
        "total time, and time of the first violation (s): TO over the limit, -- stopped, NO no violation, NA not known",
        &[modes, modes].concat(),
        |all| [all.map(total), all.map(first)].concat(),
    );
    table(
        &mut out,
        runs,
        "iterations, and the iteration of the first violation",
        &[modes, modes].concat(),
        |all| {
            let count = |run: &Run| run.iterations.to_string();
            let first = |run: &Run| {
                run.first_iteration
                    .map_or("-".to_owned(), |n| n.to_string())
            };
            [
                all.map(|run| cell(run, count)),
                all.map(|run| cell(run, first)),
            ]
            .concat()
        },
    );
    table(
        &mut out,
        runs,
        "branches: pruned as hopeless, as seen, as no event depends on them; ranked last",
        &["guided", "sliced", "srv"],
        |[_, guided, sliced, srv]| {
            let counts = |run: &Run| {
                format!(
                    "{}/{}/{} {}",
                    run.hopeless, run.seen, run.sliced, run.ranked_last
                )
            };
            [guided, sliced, srv].map(|run| cell(run, counts)).to_vec()
        },
    );
    table(
        &mut out,
        runs,
        "paths: accepted/relevant/irrelevant, and the static analysis of srv (s)",
        &["dfs", "guided", "sliced", "srv", "static"],
        |all| {
            let paths = |run: &Run| format!("{}/{}/{}", run.accepted, run.relevant, run.irrelevant);
            let mut cells = all.map(|run| cell(run, paths)).to_vec();
            cells.push(cell(all[3], |run| time(run.static_seconds)));
            cells
        },
    );
    out
}

fn table(
    out: &mut String,
    runs: &[Run],
    title: &str,
    columns: &[&str],
    cells: impl Fn([Option<&Run>; 4]) -> Vec<String>,
) {
    let lines = by_task(runs).into_iter();
    let lines = lines.map(|(name, all)| (name.to_owned(), cells(all)));
    columns::table(out, title, columns, lines.collect());
}

fn cell(run: Option<&Run>, of: impl Fn(&Run) -> String) -> String {
    run.map_or_else(String::new, of)
}

fn time(seconds: Option<f64>) -> String {
    seconds.map_or("-".to_owned(), |s| format!("{s:.2}"))
}

fn total(run: Option<&Run>) -> String {
    cell(run, |run| match run.ending {
        Ending::Complete => time(Some(run.seconds)),
        Ending::Limit => "TO".to_owned(),
        Ending::Stopped(_) => "--".to_owned(),
    })
}

fn first(run: Option<&Run>) -> String {
    cell(run, |run| match (run.violations.is_empty(), &run.ending) {
        (false, _) => time(run.first_seconds),
        (true, Ending::Complete) => "NO".to_owned(),
        (true, _) => "NA".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regular::Mode;
    use crate::regular::record::tests::a_run;

    #[test]
    fn a_line_for_each_task() {
        let mut late = a_run("p/reader/bug1", Mode::Dfs, 60.0);
        late.ending = Ending::Limit;
        let mut found = a_run("p/reader/bug1", Mode::Srv, 1.25);
        found.violations.insert("A.f:1".to_owned());
        found.first_seconds = Some(0.5);
        let runs = [late, found, a_run("p/reader/O", Mode::Dfs, 3.0)];
        let text = tables(&runs);
        let line = |name: &str| {
            let line = text
                .lines()
                .find(|line| line.starts_with(name))
                .unwrap_or("");
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<String>>()
        };
        assert_eq!(
            line("p/reader/bug1"),
            ["p/reader/bug1", "TO", "1.25", "NA", "0.50"]
        );
        assert_eq!(line("p/reader/O"), ["p/reader/O", "3.00", "NO"]);
        assert!(text.contains("1/2/3 4"), "{text}");
        assert!(text.contains("0/5/6"), "{text}");
    }
}
