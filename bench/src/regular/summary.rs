//! What the tables come to: tasks completed, geometric means, whether the modes agree, and which of the aims are met.

use super::table::by_task;
use super::{Ending, Mode, Run};
use crate::mean::geometric;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the analysis of the largest program may cost.
const STATIC_SECONDS: f64 = 10.0;
const STATIC_MEGABYTES: u64 = 1024;

type Tasks<'a> = [(&'a str, [Option<&'a Run>; 4])];

/// The whole text.
pub fn summary(runs: &[Run], limit: f64) -> String {
    let all = by_task(runs);
    let tasks: Vec<(&str, [Option<&Run>; 4])> = all
        .iter()
        .filter(|(_, modes)| modes.iter().all(Option::is_some))
        .copied()
        .collect();
    let mut out = String::new();
    // Writing to a string does not fail, here and below.
    let _ = writeln!(
        out,
        "{} tasks in all four modes, limit {limit} s",
        tasks.len()
    );
    if tasks.len() < all.len() {
        let _ = writeln!(
            out,
            "{} more were not run in all modes",
            all.len() - tasks.len()
        );
    }
    let completed = completed(&mut out, &tasks);
    let ahead = means(&mut out, &tasks, limit);
    let first = first_violation(&mut out, &tasks);
    let unchanged = unchanged(&mut out, &tasks);
    let agree = disagreements(&mut out, &all);
    let statics = static_analysis(&mut out, runs);
    stopped(&mut out, runs);

    let most = completed[..3].iter().all(|count| *count <= completed[3]);
    let aims = [
        ("srv is ahead of each other mode in geometric mean", ahead),
        ("srv completes the most", Some(most)),
        (
            "srv finds the first violation within twice the time of guided",
            first,
        ),
        (
            "pruning instead of ranking changes no result on 90 % of the tasks",
            unchanged,
        ),
        (
            "no mode that completes a task has missed what another found",
            Some(agree),
        ),
        (
            "static analysis of the largest program within 10 s and 1 GB",
            statics,
        ),
    ];
    let _ = writeln!(out, "\naims:");
    for (aim, met) in aims {
        let met = match met {
            Some(true) => "met",
            Some(false) => "NOT MET",
            None => "no data",
        };
        let _ = writeln!(out, "  {met:8} {aim}");
    }
    out
}

fn is_complete(run: &Option<&Run>) -> bool {
    run.is_some_and(Run::is_complete)
}

fn completed(out: &mut String, tasks: &Tasks) -> [usize; 4] {
    let mut counts = [0; 4];
    for (_, modes) in tasks {
        for (count, run) in counts.iter_mut().zip(modes) {
            *count += usize::from(is_complete(run));
        }
    }
    let _ = write!(out, "completed:");
    for (mode, count) in Mode::ALL.iter().zip(counts) {
        let _ = write!(out, " {} {count}", mode.name());
    }
    out.push('\n');
    counts
}

/// Whether `srv` is the fastest on the tasks that it completes.
fn means(out: &mut String, tasks: &Tasks, limit: f64) -> Option<bool> {
    let by_srv = |modes: &[Option<&Run>; 4]| is_complete(&modes[3]);
    let by_all = |modes: &[Option<&Run>; 4]| modes.iter().all(is_complete);
    let wall = |run: &Run| run.seconds;
    let what = "completed by srv, others at most the limit";
    let means = mean_line(out, tasks, limit, (what, "s"), by_srv, wall);
    mean_line(
        out,
        tasks,
        limit,
        (what, "s of the processor"),
        by_srv,
        |run| run.cpu_seconds,
    );
    mean_line(out, tasks, limit, ("completed by all", "s"), by_all, wall);
    let srv = means[3]?;
    Some(means[..3].iter().flatten().all(|other| srv < *other))
}

fn mean_line(
    out: &mut String,
    tasks: &Tasks,
    limit: f64,
    (what, unit): (&str, &str),
    wanted: impl Fn(&[Option<&Run>; 4]) -> bool,
    of: impl Fn(&Run) -> f64,
) -> [Option<f64>; 4] {
    let seconds = |run: Option<&Run>| match run {
        Some(run) if run.is_complete() => of(run).min(limit),
        _ => limit,
    };
    let chosen: Vec<_> = tasks.iter().filter(|(_, modes)| wanted(modes)).collect();
    let means = Mode::ALL.map(|mode| {
        let runs = chosen.iter().map(|(_, modes)| modes[mode as usize]);
        geometric(runs.map(seconds), 0.001)
    });
    let _ = write!(
        out,
        "{what}, {} tasks, geometric mean ({unit}):",
        chosen.len()
    );
    for (mode, mean) in Mode::ALL.iter().zip(means) {
        let text = mean.map_or("-".to_owned(), |m| format!("{m:.2}"));
        let _ = write!(out, " {} {text}", mode.name());
    }
    out.push('\n');
    means
}

fn first_violation(out: &mut String, tasks: &Tasks) -> Option<bool> {
    let mut counts = [0; 4];
    let mut both = Vec::new();
    for (_, modes) in tasks {
        for (count, run) in counts.iter_mut().zip(modes) {
            *count += usize::from(run.is_some_and(|run| !run.violations.is_empty()));
        }
        let first = |mode: Mode| modes[mode as usize].and_then(|run| run.first_seconds);
        if let (Some(guided), Some(srv)) = (first(Mode::Guided), first(Mode::Srv)) {
            both.push((guided, srv));
        }
    }
    let _ = write!(out, "tasks with a violation found:");
    for (mode, count) in Mode::ALL.iter().zip(counts) {
        let _ = write!(out, " {} {count}", mode.name());
    }
    out.push('\n');
    let guided = geometric(both.iter().map(|(guided, _)| *guided), 0.001)?;
    let srv = geometric(both.iter().map(|(_, srv)| *srv), 0.001)?;
    let _ = writeln!(
        out,
        "first violation, {} tasks, geometric mean (s): guided {guided:.2} srv {srv:.2}",
        both.len()
    );
    Some(srv <= 2.0 * guided)
}

/// Whether pruning has the result of ranking: a violation or none.
fn unchanged(out: &mut String, tasks: &Tasks) -> Option<bool> {
    let mut same = 0;
    let mut known = 0;
    let mut changed = Vec::new();
    for (name, modes) in tasks {
        let [_, Some(guided), _, Some(srv)] = modes else {
            continue;
        };
        // What one has not found in time says nothing about the other.
        let result = |run: &Run| match (run.violations.is_empty(), &run.ending) {
            (false, _) => Some(true),
            (true, Ending::Complete) => Some(false),
            (true, _) => None,
        };
        if let (Some(ranked), Some(pruned)) = (result(guided), result(srv)) {
            known += 1;
            same += usize::from(ranked == pruned);
            if ranked != pruned {
                changed.push(*name);
            }
        }
    }
    let _ = writeln!(
        out,
        "results with pruning as with ranking: {same} of {known}"
    );
    for name in changed {
        let _ = writeln!(out, "  differs: {name}");
    }
    (known > 0).then(|| same * 10 >= known * 9)
}

/// What a mode has found, one that explored everything must have found too.
fn disagreements(out: &mut String, tasks: &Tasks) -> bool {
    let mut agree = true;
    for (name, modes) in tasks {
        let runs: Vec<&Run> = modes.iter().flatten().copied().collect();
        let names = |of: &dyn Fn(&Run) -> bool| {
            let names = runs.iter().filter(|run| of(run));
            let names: Vec<&str> = names.map(|run| run.mode.name()).collect();
            names.join(" ")
        };
        let yes = names(&|run| !run.violations.is_empty());
        let no = names(&|run| run.is_complete() && run.violations.is_empty());
        if !yes.is_empty() && !no.is_empty() {
            agree = false;
            let _ = writeln!(out, "DISAGREE: {name}: violated in {yes}, not in {no}");
            continue;
        }
        let complete: Vec<&Run> = runs.into_iter().filter(|run| run.is_complete()).collect();
        let Some((one, others)) = complete.split_first() else {
            continue;
        };
        for other in others {
            let count = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).count();
            let more = count(&one.violations, &other.violations);
            let fewer = count(&other.violations, &one.violations);
            if more + fewer > 0 {
                let (one, other) = (one.mode.name(), other.mode.name());
                let _ = writeln!(
                    out,
                    "differs: {name}: {more} violations only in {one}, {fewer} only in {other}"
                );
            }
        }
    }
    agree
}

/// The most that the analysis of `htmlparser` took. The memory is that of a whole run, exploration included.
fn static_analysis(out: &mut String, runs: &[Run]) -> Option<bool> {
    let of = |run: &&Run| run.task.starts_with("htmlparser/") && run.static_seconds.is_some();
    let worst = runs.iter().filter(of).max_by(|a, b| {
        a.static_seconds
            .partial_cmp(&b.static_seconds)
            .unwrap_or(std::cmp::Ordering::Equal)
    })?;
    let seconds = worst.static_seconds?;
    let _ = writeln!(
        out,
        "static analysis of htmlparser: at most {seconds:.2} s ({}), that whole run {} MB",
        worst.task, worst.megabytes
    );
    Some(seconds <= STATIC_SECONDS && worst.megabytes <= STATIC_MEGABYTES)
}

fn stopped(out: &mut String, runs: &[Run]) {
    for run in runs {
        if let Ending::Stopped(reason) = &run.ending {
            let _ = writeln!(out, "stopped: {} {}: {reason}", run.task, run.mode.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regular::record::tests::a_run;

    fn task(name: &str, seconds: [f64; 4], found: [bool; 4]) -> Vec<Run> {
        let run = |i: usize| {
            let mut run = a_run(name, Mode::ALL[i], seconds[i]);
            if seconds[i] >= 60.0 {
                run.ending = Ending::Limit;
            }
            if found[i] {
                run.violations.insert("A.f:1".to_owned());
                run.first_seconds = Some(seconds[i] / 2.0);
            }
            run
        };
        (0..4).map(run).collect()
    }

    #[test]
    fn time_outs_count_as_the_limit() {
        let mut runs = task("p/reader/O", [60.0, 15.0, 60.0, 4.0], [false; 4]);
        runs.extend(task("p/reader/bug1", [15.0, 15.0, 15.0, 1.0], [true; 4]));
        let text = summary(&runs, 60.0);
        assert!(
            text.contains("completed: dfs 1 guided 2 sliced 1 srv 2"),
            "{text}"
        );
        let means = "2 tasks, geometric mean (s): dfs 30.00 guided 15.00 sliced 30.00 srv 2.00";
        assert!(text.contains(means), "{text}");
        assert!(text.contains("completed by all, 1 tasks"), "{text}");
        assert!(text.contains("guided 7.50 srv 0.50"), "{text}");
        assert!(!text.contains("NOT MET"), "{text}");
    }

    #[test]
    fn modes_that_complete_must_agree() {
        let text = summary(
            &task("p/reader/O", [1.0; 4], [true, true, true, false]),
            60.0,
        );
        let line = "DISAGREE: p/reader/O: violated in dfs guided sliced, not in srv";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("NOT MET  no mode that completes"), "{text}");
        // Not found in time is not there being none.
        let found = [true, true, true, false];
        let text = summary(&task("p/reader/O", [1.0, 1.0, 1.0, 60.0], found), 60.0);
        assert!(!text.contains("DISAGREE"), "{text}");
        let text = summary(&task("p/reader/O", [60.0, 60.0, 60.0, 1.0], found), 60.0);
        assert!(text.contains("DISAGREE"), "{text}");
    }
}
