//! What the figures come to: the aims, whether runs agree, and how this differs from the thesis's experiment.

use super::record::{Report, Run};
use solver::Mode;
use std::fmt::Write;

/// A mode is to be so many times as fast as another. The aims are for programs of this many lines.
const LINES: usize = 5_000;
const AIMS: [(Mode, Mode, f64); 4] = [
    (Mode::Stack, Mode::Baseline, 5.0),
    (Mode::Shared, Mode::Stack, 1.0),
    (Mode::Auto, Mode::Shared, 1.5),
    (Mode::Auto, Mode::Baseline, 40.0),
];

const DIFFERENCES: &str = "\
How this differs from the thesis (004, 7.3), whose multiples of `baseline` are beside ours:
- Its path conditions are over unbounded integers, solved by Z3's simplex. Ours are over Java's 32-bit integers, which
  wrap around, and Bitwuzla turns them into clauses: making a query anew costs more, and so does each answer.
- It counts path conditions solved. We count sides of branches decided, by whatever means; in the five modes of the
  thesis each takes one query (with `caching` and `partitioning` possibly none), while `auto` decides most without.
- It builds expressions for Z3 from its own in every mode, `shared` (SymbolicJ) before exploration. Here all modes have
  the same terms, which are shared and simplified as they are made; only their way into the solver differs. This makes
  exploration and construction of expressions cheap in all modes, and the gap between `stack` and `shared` small.
- In the thesis popping a frame loses what was learned above it; Bitwuzla keeps clauses that do not depend on the frame.
- It explored 100 programs of each size for 10 minutes each, with RUGRAT's grammar. These programs are ours, in that style.
";

#[derive(Clone, Debug)]
pub struct Summary {
    pub text: String,
    /// Whether all runs came to a result, and those that completed a program to the same one.
    pub agree: bool,
}

pub fn summary(report: &Report) -> Summary {
    let mut text = String::new();
    let mut agree = true;
    for run in &report.runs {
        if let Some(why) = &run.stopped {
            agree = false;
            // Writing to a string does not fail, here and below.
            let _ = writeln!(text, "STOPPED: {}: {why}", described(run));
        }
    }
    for complaint in disagreements(&report.runs) {
        agree = false;
        let _ = writeln!(text, "DISAGREE: {complaint}");
    }
    for (mode, of, aim) in AIMS {
        let Some(ratio) = report.ratio(LINES, mode, of) else {
            continue;
        };
        let met = match ratio >= aim {
            true => "met",
            false => "missed",
        };
        let (mode, of) = (mode.name(), of.name());
        let _ = writeln!(
            text,
            "aim at {LINES} lines: {mode} at least {aim} x {of}: {ratio:.2}, {met}"
        );
    }
    text.push('\n');
    text.push_str(DIFFERENCES);
    Summary { text, agree }
}

fn described(run: &Run) -> String {
    format!(
        "{} lines, seed {}, {}",
        run.lines,
        run.seed,
        run.mode.name()
    )
}

/// Runs of one program that followed all its paths, and do not say the same.
fn disagreements(runs: &[Run]) -> Vec<String> {
    let mut complaints = Vec::new();
    let complete: Vec<&Run> = runs.iter().filter(|run| run.complete).collect();
    for (index, run) in complete.iter().enumerate() {
        let same = |other: &&&Run| other.lines == run.lines && other.seed == run.seed;
        let Some(first) = complete[..index].iter().find(same) else {
            continue;
        };
        if (run.paths, &run.verdict) != (first.paths, &first.verdict) {
            complaints.push(format!(
                "{}: {}, {} paths; {}: {}, {} paths",
                described(first),
                first.verdict,
                first.paths,
                run.mode.name(),
                run.verdict,
                run.paths
            ));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solving::record::tests::a_run;

    #[test]
    fn aims_are_met_or_missed() {
        let report = Report {
            runs: vec![
                a_run(5000, Mode::Baseline, 100, 1),
                a_run(5000, Mode::Stack, 600, 3),
                a_run(5000, Mode::Auto, 3900, 20),
            ],
        };
        let summary = summary(&report);
        assert!(summary.agree);
        let has = |text: &str| assert!(summary.text.contains(text), "{}", summary.text);
        has("stack at least 5 x baseline: 6.00, met");
        has("auto at least 40 x baseline: 39.00, missed");
        assert!(!summary.text.contains("shared at least"));
    }

    #[test]
    fn complete_runs_have_the_same_paths() {
        let mut runs = vec![
            a_run(100, Mode::Baseline, 10, 5),
            a_run(100, Mode::Stack, 10, 6),
            a_run(100, Mode::Auto, 10, 5),
        ];
        for run in &mut runs {
            run.complete = true;
            run.verdict = "safe".to_owned();
        }
        assert_eq!(disagreements(&runs).len(), 1);
        runs[1].complete = false;
        assert!(disagreements(&runs).is_empty());
    }
}
