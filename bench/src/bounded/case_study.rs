//! A vote-counting system, every method with every splitter, and the summary that 003 gives of its own in section V.B: for
//! which methods splitting pays, and how long those are.

use super::measure::{SPLITTERS, Settings};
use super::verified::{self, Verified};
use crate::columns::table;
use crate::jvm::Scratch;
use source::SourceFile;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::time::Duration;

const PROGRAM: &str = "votes";
const SCOPE: &str = "--scope 2 --unroll 2 --int-bits 6";

/// What the methods came to with each splitter: whether all hold, and the text.
pub fn case_study(settings: &Settings, tell: &dyn Fn(&str)) -> Result<(bool, String), String> {
    let scratch = Scratch::new()?;
    let target = settings.directory.join("programs").join(PROGRAM);
    let lines = lines_of_code(&target)?;
    let mut runs: Vec<(&str, Verified)> = Vec::new();
    for splitter in SPLITTERS {
        let mut arguments: Vec<String> = SCOPE.split(' ').map(str::to_owned).collect();
        arguments.extend(["--split".to_owned(), splitter.to_owned()]);
        let limits = (settings.limit, Duration::from_secs(3600));
        let json = scratch.path().join("result.json");
        let run = verified::verify(&settings.cortado, &target, &arguments, limits, &json)?;
        tell(&format!(
            "{splitter}: {} in {:.1} s",
            run.verdict, run.seconds
        ));
        runs.push((splitter, run));
    }
    Ok(summary(&runs, &lines))
}

fn summary(runs: &[(&str, Verified)], lines: &BTreeMap<String, usize>) -> (bool, String) {
    let mut text = String::new();
    let mut rows = Vec::new();
    let mut hold = true;
    let whole = runs.iter().find(|(name, _)| *name == "whole");
    let whole = whole.map(|(_, run)| by_method(run)).unwrap_or_default();
    let mut remarks = Vec::new();
    for (splitter, run) in runs {
        hold &= matches!(&*run.verdict, "safe" | "safe_within_bounds");
        for reason in &run.reasons {
            remarks.push(format!("{splitter}: unknown: {reason}"));
        }
        let methods = by_method(run);
        let mut faster = Vec::new();
        let mut slower = Vec::new();
        for (method, cost) in &methods {
            let Some(before) = whole.get(method).filter(|_| *splitter != "whole") else {
                continue;
            };
            let ratio = before / cost.max(1e-6);
            let length = lines.get(*method).copied().unwrap_or(0);
            match ratio > 1.0 {
                true => faster.push((ratio, length, *method)),
                false => slower.push((ratio, length, *method)),
            }
        }
        let average = |of: &[(f64, usize, &str)]| match of.len() {
            0 => "-".to_owned(),
            count => {
                let sum: usize = of.iter().map(|(_, length, _)| length).sum();
                format!("{:.1}", sum as f64 / count as f64)
            }
        };
        let most = faster.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        rows.push((
            (*splitter).to_owned(),
            vec![
                methods.len().to_string(),
                run.verdict.clone(),
                run.formulas().to_string(),
                format!("{:.2}", run.encoding()),
                format!("{:.2}", run.solving()),
                faster.len().to_string(),
                average(&faster),
                slower.len().to_string(),
                average(&slower),
                most.map_or("-".to_owned(), |(ratio, length, method)| {
                    format!("{ratio:.2}x {method}, {length} lines")
                }),
            ],
        ));
    }
    let columns = [
        "methods",
        "verdict",
        "formulas",
        "encode s",
        "solve s",
        "faster",
        "lines",
        "slower",
        "lines",
        "most ahead of whole",
    ];
    let title = format!(
        "{PROGRAM}, {SCOPE}: methods that are faster or slower to encode and solve than whole, and their lines of code on average"
    );
    table(&mut text, &title, &columns, rows);
    for remark in remarks {
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "{remark}");
    }
    let _ = writeln!(
        text,
        "003 (67 methods, scope 2, 3 bits, 1 unrolling): whole is the fastest for methods of 1.4 lines on average; for a method of\n\
         6 lines vardef is 23 times as fast."
    );
    (hold, text)
}

/// Seconds to encode and to solve.
fn by_method(run: &Verified) -> BTreeMap<&str, f64> {
    let mut found = BTreeMap::new();
    for part in &run.parts {
        *found.entry(&*part.method).or_default() += part.encoding_seconds + part.solving_seconds;
    }
    found
}

/// Lines of bodies with something on them, comments and braces not counted, by the names that `cortado verify` gives.
fn lines_of_code(directory: &std::path::Path) -> Result<BTreeMap<String, usize>, String> {
    let complain = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(complain)? {
        let text = fs::read_to_string(entry.map_err(complain)?.path()).map_err(complain)?;
        let source = SourceFile::parse(text);
        for method in source.methods() {
            let (Some(class), Some(body)) = (&method.class, method.body) else {
                continue;
            };
            let types: Vec<&str> = method.parameters.iter().map(|p| &*p.ty).collect();
            let (class, name) = (class.replace('$', "."), &method.name);
            let counts = |line: &&str| {
                let line = line.trim();
                line.chars().any(char::is_alphanumeric)
                    && !line.starts_with("//")
                    && !line.starts_with("/*")
                    && !line.starts_with('@')
            };
            let lines = source.slice(body).lines().filter(counts).count();
            found.insert(format!("{class}.{name}({})", types.join(", ")), lines);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::verified::Part;
    use super::*;

    #[test]
    fn methods_are_compared_with_whole() {
        let run = |costs: [f64; 2]| Verified {
            verdict: "safe_within_bounds".into(),
            parts: ["A.a()", "A.b()"]
                .into_iter()
                .zip(costs)
                .map(|(method, seconds)| Part {
                    method: method.into(),
                    solving_seconds: seconds,
                    answer: "holds".into(),
                    ..Part::default()
                })
                .collect(),
            ..Verified::default()
        };
        let lines = BTreeMap::from([("A.a()".to_owned(), 1), ("A.b()".to_owned(), 6)]);
        let runs = [("whole", run([1.0, 4.0])), ("vardef", run([2.0, 1.0]))];
        let (hold, text) = summary(&runs, &lines);
        assert!(hold);
        assert!(text.contains("4.00x A.b(), 6 lines"), "{text}");
        let line = text.lines().find(|line| line.starts_with("vardef"));
        let words: Vec<&str> = line.expect("a line").split_whitespace().collect();
        assert_eq!(words[6..10], ["1", "6.0", "1", "1.0"]);
    }
}
