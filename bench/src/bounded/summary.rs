//! What was aimed at, and what came of it; and why splitters do less than they did in 2011.

use super::measure::{ENCODINGS, Report, SPLITTERS};
use super::subjects::{SUBJECTS, Size, Subject};
use std::fmt::Write;

/// Less than this is not worth a comparison.
const SHORT: f64 = 0.1;

const DIFFERENCES: &str = "\
How this differs from the papers:
- 003 solves with MiniSat what Kodkod makes of a relational formula, 004 with Z3 a formula with quantifiers. Here the
  expanded encoding has one symbol for each field of each object; Bitwuzla simplifies it as terms before CaDiCaL gets
  clauses, and shares what paths have in common. What costs most is the state before, which all parts have in full:
  splitting repeats it, and a part is hardly easier than the whole.
- So `auto` gives the whole most of the time and its parts the rest.
- In the quantified encoding, times are of Z3 (or cvc5) if there is one, and count all that the machine does.
";

/// Whether two runs of one size say different things, and the text.
pub fn summary(report: &Report) -> (bool, String) {
    let mut text = String::new();
    let agree = disagreements(report, &mut text);
    ahead(report, &mut text);
    add(report, &mut text);
    half(report, &mut text);
    heap(report, &mut text);
    red_black(report, &mut text);
    auto(report, &mut text);
    let _ = write!(text, "\n{DIFFERENCES}");
    (agree, text)
}

fn aim(text: &mut String, what: &str, is_met: bool, figures: &str) {
    let met = match is_met {
        true => "met",
        false => "missed",
    };
    // Writing to a string does not fail, here and below.
    let _ = writeln!(text, "aim: {what}: {met}: {figures}");
}

fn named(subject: &Subject, size: &Size) -> String {
    let (scope, unroll) = (size.scope, size.unroll);
    format!("{} ({scope}, {unroll} unrollings)", subject.name)
}

fn sizes() -> impl Iterator<Item = (&'static Subject, &'static Size)> {
    let subjects = SUBJECTS.iter();
    subjects.flat_map(|subject| subject.sizes.iter().map(move |size| (subject, size)))
}

fn size(name: &str, scope: u32, unroll: u32) -> Option<(&'static Subject, &'static Size)> {
    sizes().find(|(subject, size)| {
        subject.name == name && (size.scope, size.unroll) == (scope, unroll)
    })
}

fn disagreements(report: &Report, text: &mut String) -> bool {
    let mut agree = true;
    for (subject, size) in sizes() {
        let mut said: Vec<(&str, String)> = Vec::new();
        for run in report.runs.iter().filter(|run| run.is_of(subject, size)) {
            if run.verified.is_decided() {
                let how = format!("{} {}", run.encoding, run.splitter);
                said.push((&run.verified.verdict, how));
            }
        }
        if let Some((first, how)) = said.first()
            && let Some((other, otherwise)) = said.iter().find(|(verdict, _)| verdict != first)
        {
            agree = false;
            let name = named(subject, size);
            let _ = writeln!(
                text,
                "DISAGREE: {name}: {first} ({how}), {other} ({otherwise})"
            );
        }
    }
    agree
}

/// VARDEF against the others, where loops are unrolled three times or more.
fn ahead(report: &Report, text: &mut String) {
    let (mut all, mut won, mut worst) = (0, 0, (f64::INFINITY, String::new()));
    for (subject, size) in sizes().filter(|(subject, size)| subject.is_split && size.unroll >= 3) {
        let solving = |splitter| {
            let run = report.decided(subject, size, splitter)?;
            Some(run.verified.solving().max(1e-4))
        };
        let (Some(whole), Some(branch)) = (solving("whole"), solving("branch")) else {
            continue;
        };
        all += 1;
        let Some(vardef) = solving("vardef") else {
            continue;
        };
        let ratio = whole.min(branch) / vardef;
        won += usize::from(ratio > 1.0);
        if ratio < worst.0 {
            worst = (ratio, named(subject, size));
        }
    }
    if all > 0 {
        let figures = format!(
            "in {won} of {all} sizes; at worst {:.2} times as fast, {}",
            worst.0, worst.1
        );
        let what = "vardef ahead of branch and of whole with 3 unrollings or more";
        aim(text, what, won == all, &figures);
    }
}

fn add(report: &Report, text: &mut String) {
    let Some((subject, size)) = size("tree add", 7, 4) else {
        return;
    };
    let solving = |splitter| Some(report.decided(subject, size, splitter)?.verified.solving());
    if let (Some(whole), Some(vardef)) = (solving("whole"), solving("vardef")) {
        let ratio = whole / vardef.max(1e-4);
        let figures = format!("{ratio:.2} times: {whole:.2} s and {vardef:.2} s; the paper: 147");
        let what = "vardef at least 20 times as fast as whole on tree add, 4 unrollings";
        aim(text, what, ratio >= 20.0, &figures);
    }
}

fn half(report: &Report, text: &mut String) {
    let (mut all, mut won, mut worst) = (0, 0, (0.0, String::new()));
    for (subject, size) in sizes().filter(|(subject, size)| subject.is_split && size.unroll >= 3) {
        let variables = |splitter| {
            let run = report.decided(subject, size, splitter)?;
            run.verified.average(|part| part.variables)
        };
        let (Some(whole), Some(vardef)) = (variables("whole"), variables("vardef")) else {
            continue;
        };
        all += 1;
        let ratio = vardef / whole.max(1.0);
        won += usize::from(ratio <= 0.5);
        if ratio > worst.0 {
            worst = (ratio, named(subject, size));
        }
    }
    if all > 0 {
        let figures = format!(
            "in {won} of {all} sizes; at worst {:.2} of whole's variables, {}",
            worst.0, worst.1
        );
        let what = "the average formula of vardef at most half of whole's";
        aim(text, what, won == all, &figures);
    }
}

fn heap(report: &Report, text: &mut String) {
    for name in ["heap insert", "heap insert, many heaps"] {
        let Some((subject, size)) = size(name, 7, 6) else {
            continue;
        };
        let what = format!("{name} at scope 7, 7 bits and 6 unrollings within 60 s");
        match report.decided(subject, size, "auto") {
            Some(run) => {
                let figures = format!("{:.2} s; the thesis: 313.0", run.cost());
                aim(text, &what, run.cost() < 60.0, &figures);
            }
            None if report.runs.iter().any(|run| run.subject == name) => {
                aim(text, &what, false, "no end within the limit");
            }
            None => {}
        }
    }
    for name in ["heap minElement", "heap minElement, many heaps"] {
        // Every turn of `auto` begins anew in the quantified encoding.
        for (encoding, splitter) in ENCODINGS.into_iter().zip(["auto", "whole"]) {
            scopes(report, name, encoding, splitter, text);
        }
    }
}

/// How the cost of `minElement` grows with the scope; the thesis's does not.
fn scopes(report: &Report, name: &str, encoding: &str, splitter: &str, text: &mut String) {
    let cost = |scope| {
        let (subject, size) = size(name, scope, scope)?;
        let run = report.get(subject, size, splitter, encoding)?;
        run.verified.is_decided().then(|| run.cost())
    };
    let what = format!("{name} at scope 11 within 1.5 times scope 4, {encoding}");
    match (cost(4), cost(11)) {
        (Some(small), Some(large)) => {
            let ratio = large / small.max(1e-4);
            let figures = format!("{ratio:.1} times: {large:.2} s and {small:.2} s");
            aim(text, &what, ratio <= 1.5, &figures);
        }
        (Some(_), None) => aim(text, &what, false, "no end within the limit"),
        _ => {}
    }
}

fn red_black(report: &Report, text: &mut String) {
    let Some((subject, size)) = size("red-black insert", 4, 4) else {
        return;
    };
    let what = "red-black insert at scope 4 with 4 unrollings";
    if let Some(run) = report.decided(subject, size, "auto") {
        aim(text, what, true, &format!("{:.2} s", run.cost()));
    } else if report.runs.iter().any(|run| run.subject == subject.name) {
        aim(text, what, false, "no end within the limit");
    }
}

fn auto(report: &Report, text: &mut String) {
    let (mut all, mut won, mut worst) = (0, 0, (0.0, String::new()));
    for (subject, size) in sizes() {
        let cost = |splitter: &&'static str| {
            Some((report.decided(subject, size, splitter)?.cost(), *splitter))
        };
        let others = SPLITTERS.iter().filter(|name| **name != "auto");
        let others: Vec<(f64, &str)> = others.filter_map(cost).collect();
        let best = others.iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((best, splitter)) = best.filter(|(best, _)| *best >= SHORT) else {
            continue;
        };
        all += 1;
        let ratio = match cost(&"auto") {
            Some((auto, _)) => auto / best,
            None => f64::INFINITY,
        };
        won += usize::from(ratio <= 1.5);
        if ratio > worst.0 {
            worst = (ratio, format!("{}, {splitter}", named(subject, size)));
        }
    }
    if all > 0 {
        let figures = format!(
            "in {won} of {all} sizes where the best takes {SHORT} s or more; at worst {:.2} times, {}",
            worst.0, worst.1
        );
        let what = "auto within 1.5 times the best splitter";
        aim(text, what, won == all, &figures);
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Run;
    use super::super::verified::{Part, Verified};
    use super::*;

    fn a_run(splitter: &'static str, seconds: f64, verdict: &str) -> Run {
        let part = Part {
            variables: Some(10),
            solving_seconds: seconds,
            answer: "holds".into(),
            ..Part::default()
        };
        Run {
            subject: "tree add",
            scope: 7,
            bits: 5,
            unroll: 4,
            splitter,
            encoding: "expanded",
            verified: Verified {
                verdict: verdict.into(),
                parts: vec![part],
                ..Verified::default()
            },
        }
    }

    #[test]
    fn aims_are_met_or_missed() {
        let safe = "safe_within_bounds";
        let runs = vec![
            a_run("whole", 42.0, safe),
            a_run("branch", 3.0, safe),
            a_run("vardef", 2.0, safe),
            a_run("auto", 4.0, safe),
        ];
        let (agree, text) = summary(&Report { runs });
        assert!(agree);
        let has = |line: &str| assert!(text.contains(line), "{text}");
        has("vardef ahead of branch and of whole with 3 unrollings or more: met: in 1 of 1");
        has("tree add, 4 unrollings: met: 21.00 times");
        has("at most half of whole's: missed: in 0 of 1 sizes; at worst 1.00");
        has("auto within 1.5 times the best splitter: missed");
    }

    #[test]
    fn runs_of_one_size_say_the_same() {
        let runs = vec![
            a_run("whole", 1.0, "violated"),
            a_run("vardef", 1.0, "safe_within_bounds"),
        ];
        let (agree, text) = summary(&Report { runs });
        assert!(!agree && text.contains("DISAGREE: tree add"), "{text}");
    }
}
