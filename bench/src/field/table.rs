//! The tables: verdicts for each library, why methods are unknown, what became of violations, and which aims are met.

use super::Record;
use crate::columns::table;
use std::collections::BTreeMap;
use std::fmt::Write;

/// At most so many of a hundred methods may be unknown.
const UNKNOWN: usize = 10;

const VERDICTS: [&str; 5] = [
    "safe",
    "safe_within_bounds",
    "violated",
    "unknown",
    "failed",
];

/// How many lines of reasons are printed.
const LISTED: usize = 20;

/// All tables.
pub fn render(records: &[Record]) -> String {
    let mut out = String::new();
    let mut libraries: Vec<&str> = Vec::new();
    for record in records {
        if !libraries.contains(&record.library.as_str()) {
            libraries.push(&record.library);
        }
    }
    let mut lines: Vec<(String, Vec<String>)> = libraries
        .iter()
        .map(|name| {
            let of = records.iter().filter(|r| r.library == *name);
            ((*name).to_owned(), counts(&of.collect::<Vec<_>>()))
        })
        .collect();
    lines.push((
        "all".to_owned(),
        counts(&records.iter().collect::<Vec<_>>()),
    ));
    let columns = [
        "methods",
        "safe",
        "within bounds",
        "violated",
        "unknown",
        "failed",
        "total s",
        "median s",
    ];
    table(&mut out, "verdicts", &columns, lines);

    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for record in records.iter().filter(|r| r.is_unknown()) {
        *reasons.entry(cause(record)).or_default() += 1;
    }
    ranked(&mut out, "first reasons for unknown", reasons);

    let mut fates: BTreeMap<String, usize> = BTreeMap::new();
    for found in records.iter().flat_map(|r| &r.violations) {
        let fate = match &found.why {
            Some(why) => format!("{}: {}", found.replayed, shortened(why)),
            None => found.replayed.clone(),
        };
        *fates.entry(fate).or_default() += 1;
    }
    ranked(&mut out, "violations", fates);

    if records.iter().any(|r| !r.violations.is_empty()) {
        out.push_str("each violation\n");
    }
    // Writing to a string does not fail, here and below.
    for record in records {
        for found in &record.violations {
            let _ = writeln!(
                out,
                "  {}: {} at {} ({})",
                record.method, found.what, found.place, found.replayed
            );
        }
    }
    out
}

fn counts(records: &[&Record]) -> Vec<String> {
    let mut cells = vec![records.len().to_string()];
    for verdict in VERDICTS {
        let of = records.iter().filter(|r| r.verdict == verdict);
        cells.push(of.count().to_string());
    }
    let mut seconds: Vec<f64> = records.iter().map(|r| r.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    cells.push(format!("{:.0}", seconds.iter().sum::<f64>()));
    let median = seconds.get(seconds.len() / 2).copied().unwrap_or(0.0);
    cells.push(format!("{median:.1}"));
    cells
}

/// The first reason of a method that is unknown, without the place, so that the same cause counts once.
pub(super) fn cause(record: &Record) -> String {
    match record.reasons.first() {
        None => record.verdict.clone(),
        Some(reason) if reason.starts_with("time:") => "time".to_owned(),
        Some(reason) => shortened(reason),
    }
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(110).collect()
}

fn ranked(out: &mut String, title: &str, counts: BTreeMap<String, usize>) {
    if counts.is_empty() {
        return;
    }
    let mut ranked: Vec<(String, usize)> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let _ = writeln!(out, "{title}");
    for (what, count) in ranked.iter().take(LISTED) {
        let _ = writeln!(out, "  {count:4}  {what}");
    }
    if ranked.len() > LISTED {
        let rest: usize = ranked[LISTED..].iter().map(|(_, count)| count).sum();
        let _ = writeln!(out, "  {rest:4}  others");
    }
    out.push('\n');
}

/// The aims, and whether those are met that a program can judge.
pub fn aims(records: &[Record]) -> (String, bool) {
    let unknown = records.iter().filter(|r| r.is_unknown()).count();
    let found = || records.iter().flat_map(|r| &r.violations);
    let refuted = found().filter(|f| f.replayed == "refuted").count();
    // A test that does not compile is a fault of ours, and so is a violation about which nothing is said.
    let bad = |why: &str| why.is_empty() || why.contains("does not compile");
    let unexcused = found()
        .filter(|f| f.replayed == "not_replayed" && bad(f.why.as_deref().unwrap_or_default()))
        .count();
    let confirmed = found().filter(|f| f.replayed == "confirmed").count();
    let few = unknown * 100 <= records.len() * UNKNOWN;
    let percent = match records.len() {
        0 => 0.0,
        all => unknown as f64 * 100.0 / all as f64,
    };
    let word = |met: bool| if met { "met" } else { "NOT met" };
    let mut out = String::from("aims\n");
    let _ = writeln!(
        out,
        "  {}: at most {UNKNOWN} % unknown: {unknown} of {} methods, {percent:.1} %",
        word(few),
        records.len()
    );
    let _ = writeln!(
        out,
        "  {}: no refuted replay: {refuted}",
        word(refuted == 0)
    );
    let _ = writeln!(
        out,
        "  {}: every violation confirmed or with a good reason: {confirmed} of {} confirmed, {unexcused} without a test that \
         compiles or a reason; the other reasons above are for a person to judge",
        word(unexcused == 0),
        found().count()
    );
    (out, few && refuted == 0 && unexcused == 0)
}

#[cfg(test)]
mod tests {
    use super::super::record::example;
    use super::*;

    #[test]
    fn aims_are_counted() {
        let mut records: Vec<Record> = (0..9).map(|_| example("A.f()", "safe", "")).collect();
        records.push(example("A.g()", "unknown", "time: 20 s"));
        let (text, met) = aims(&records);
        assert!(met, "{text}");
        assert!(text.contains("1 of 10 methods, 10.0 %"), "{text}");
        records.push(example("A.h()", "failed", "error: no class A"));
        assert!(!aims(&records).1);
        let text = render(&records);
        assert!(text.contains("   1  time\n"), "{text}");
        assert!(text.contains("   1  error: no class A\n"), "{text}");
        assert!(aims(&[]).1);
    }

    #[test]
    fn a_test_that_does_not_compile_is_no_good_reason() {
        let found = |why: &str| super::super::Found {
            what: "java.lang.NullPointerException".to_owned(),
            place: "A.java:1".to_owned(),
            replayed: "not_replayed".to_owned(),
            why: Some(why.to_owned()),
        };
        let mut record = example("A.f()", "violated", "");
        record.violations = vec![found("the Java runtime has no compiler")];
        assert!(aims(std::slice::from_ref(&record)).1);
        record.violations = vec![found("the generated test does not compile: line 10")];
        assert!(!aims(&[record]).1);
    }
}
