//! Recorded path conditions (`cortado check --record`), solved in every mode by every solver: the thesis's first benchmark set
//! (004, Fig. 7.4 and 7.9).

use crate::columns::table;
use serde::Serialize;
use solver::asking::Asking;
use solver::{Budget, Found, Mode, Pipe, Solver, discover, record};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How the thesis's *Stack* compares with its *Partitioning* on such files, in the median.
const THESIS: f64 = 5.0;

/// What a solver made of a file in a mode.
#[derive(Clone, Debug, Serialize)]
pub struct Replay {
    pub file: PathBuf,
    pub solver: String,
    pub mode: &'static str,
    /// In the file.
    pub questions: usize,
    /// Seconds after each question that was asked before the time was up.
    pub seconds: Vec<f64>,
    pub unknown: u64,
    /// Answers that are not those that were recorded.
    pub different: u64,
}

/// Solves what was recorded below a directory; `done` is told of each file, solver and mode.
pub fn replay(
    directory: &Path,
    modes: &[Mode],
    limit: Duration,
    done: &mut dyn FnMut(&Replay),
) -> Result<Vec<Replay>, String> {
    let mut files = Vec::new();
    find(directory, &mut files).map_err(|error| format!("{}: {error}", directory.display()))?;
    files.sort();
    if files.is_empty() {
        return Err(format!("no recording in {}", directory.display()));
    }
    let external = discover();
    let external = external.into_iter();
    let solvers: Vec<Option<Found>> = [None].into_iter().chain(external.map(Some)).collect();
    let mut replays = Vec::new();
    for file in &files {
        let complain = |error: String| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| complain(error.to_string()))?;
        let mut pool = logic::Pool::new();
        let questions = record::read(&text, &mut pool).map_err(|e| complain(e.to_string()))?;
        for solver in &solvers {
            for mode in modes {
                let mut replay = again(&pool, &questions, *mode, solver.as_ref(), limit);
                replay.file.clone_from(file);
                done(&replay);
                replays.push(replay);
            }
        }
    }
    Ok(replays)
}

/// The recordings in a directory and below.
fn find(directory: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|end| end == "smt2") {
            files.push(path);
        }
    }
    Ok(())
}

fn again(
    pool: &logic::Pool,
    questions: &[record::Recorded],
    mode: Mode,
    found: Option<&Found>,
    limit: Duration,
) -> Replay {
    let program = found.cloned();
    let factory = move || match &program {
        Some(found) => Box::new(Pipe::new(found)) as Box<dyn Solver>,
        None => Box::new(mode.solver()),
    };
    let mut asking: Box<dyn Asking> = mode.asking(Box::new(factory));
    let budget = Budget::time(limit);
    let mut seconds = Vec::new();
    let start = Instant::now();
    let replayed = record::replay(pool, questions, mode, &mut *asking, &budget, |_| {
        seconds.push(start.elapsed().as_secs_f64());
        start.elapsed() < limit
    });
    if seconds.len() == questions.len() {
        seconds.push(start.elapsed().as_secs_f64());
    }
    // The time before a question is the time after the one before it.
    if !seconds.is_empty() {
        seconds.remove(0);
    }
    Replay {
        file: PathBuf::new(),
        solver: found.map_or("bitwuzla".to_owned(), |found| found.name.clone()),
        mode: mode.name(),
        questions: questions.len(),
        seconds,
        unknown: replayed.unknown,
        different: replayed.different,
    }
}

/// A table for each solver. Modes are compared on the questions of each file that all of them got to.
pub fn replay_tables(replays: &[Replay]) -> String {
    let mut out = String::new();
    let mut solvers: Vec<&str> = Vec::new();
    for replay in replays {
        if !solvers.contains(&replay.solver.as_str()) {
            solvers.push(&replay.solver);
        }
    }
    for solver in solvers {
        let all: Vec<&Replay> = replays.iter().filter(|r| r.solver == solver).collect();
        solver_table(&mut out, solver, &all);
    }
    out
}

fn solver_table(out: &mut String, solver: &str, replays: &[&Replay]) {
    // Questions that all modes got to, of the same file.
    let common = |replay: &Replay| {
        let same = replays.iter().filter(|other| other.file == replay.file);
        same.map(|other| other.seconds.len()).min().unwrap_or(0)
    };
    let spent = |replay: &Replay| match common(replay) {
        0 => 0.0,
        count => replay.seconds[count - 1],
    };
    let of = |mode: Mode| replays.iter().filter(move |r| r.mode == mode.name());
    let total = |mode: Mode| of(mode).map(|replay| spent(replay)).sum::<f64>();
    let baseline = total(Mode::Baseline);
    let modes = Mode::ALL.into_iter().filter(|mode| of(*mode).count() > 0);
    let lines = modes.map(|mode| {
        let reached: usize = of(mode).map(|replay| replay.seconds.len()).sum();
        let questions: usize = of(mode).map(|replay| replay.questions).sum();
        let shared: usize = of(mode).map(|replay| common(replay)).sum();
        let (unknown, different) = of(mode).fold((0, 0), |(unknown, different), replay| {
            (unknown + replay.unknown, different + replay.different)
        });
        let cells = vec![
            format!("{reached}/{questions}"),
            shared.to_string(),
            format!("{:.3}", total(mode)),
            format!("{:.0}", total(mode) * 1e6 / shared.max(1) as f64),
            match baseline > 0.0 {
                true => format!("{:.2}", baseline / total(mode).max(1e-6)),
                false => "-".to_owned(),
            },
            unknown.to_string(),
            different.to_string(),
        ];
        (mode.name().to_owned(), cells)
    });
    let lines = lines.collect();
    let columns = [
        "asked",
        "by all",
        "seconds",
        "us each",
        "x baseline",
        "unknown",
        "different",
    ];
    table(
        out,
        &format!("{solver}: recorded path conditions"),
        &columns,
        lines,
    );
    let mut ratios: Vec<f64> = of(Mode::Stack)
        .filter_map(|stack| {
            let other = of(Mode::Partitioning).find(|other| other.file == stack.file)?;
            (spent(stack) > 0.0).then(|| spent(other) / spent(stack))
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        out.push_str(&format!(
            "stack is {median:.2} x as fast as partitioning in the median of {} files (thesis, with Z3: {THESIS})\n\n",
            ratios.len()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_compared_on_what_all_of_them_got_to() {
        let replay = |mode: Mode, seconds: &[f64]| Replay {
            file: "a.smt2".into(),
            solver: "bitwuzla".to_owned(),
            mode: mode.name(),
            questions: 4,
            seconds: seconds.to_vec(),
            unknown: 0,
            different: 0,
        };
        let replays = [
            replay(Mode::Baseline, &[1.0, 2.0]),
            replay(Mode::Partitioning, &[0.5, 1.0, 1.5]),
            replay(Mode::Stack, &[0.1, 0.2, 0.3, 9.0]),
        ];
        let text = replay_tables(&replays);
        let line = text
            .lines()
            .find(|line| line.starts_with("stack"))
            .expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(
            words,
            ["stack", "4/4", "2", "0.200", "100000", "10.00", "0", "0"]
        );
        assert!(
            text.contains("stack is 5.00 x as fast as partitioning"),
            "{text}"
        );
    }
}
