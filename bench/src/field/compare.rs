//! What changed between two files of results, such as those of two builds.

use super::Record;
use super::table::cause;
use std::collections::BTreeMap;
use std::fmt::Write;

/// In words: a line for each method about which something else is said now. Methods count by their exact signatures.
pub fn compare(old: &[Record], new: &[Record]) -> String {
    let key = |record: &Record| (record.library.clone(), record.method.clone());
    let before: BTreeMap<_, _> = old.iter().map(|r| (key(r), r)).collect();
    let both: Vec<(&Record, &Record)> = new
        .iter()
        .filter_map(|now| Some((*before.get(&key(now))?, now)))
        .collect();
    let mut out = format!("compared with before, {} methods in both\n", both.len());
    let mut changes: BTreeMap<String, usize> = BTreeMap::new();
    // Writing to a string does not fail, here and below.
    for (was, now) in both.iter().filter(|(was, now)| said(was) != said(now)) {
        *changes
            .entry(format!("{} -> {}", was.verdict, now.verdict))
            .or_default() += 1;
        let _ = writeln!(out, "  {}: {} -> {}", now.method, said(was), said(now));
    }
    if changes.is_empty() {
        out.push_str("  the same is said of each\n");
    }
    for (change, count) in &changes {
        let _ = writeln!(out, "  {count:4}  {change}");
    }
    let count = |which: fn(&(&Record, &Record)) -> bool| both.iter().filter(|p| which(p)).count();
    let refuted = |record: &Record| {
        let replayed = record.violations.iter().map(|found| &found.replayed);
        replayed.filter(|r| *r == "refuted").count()
    };
    let seconds = |of: fn(&(&Record, &Record)) -> f64| both.iter().map(of).sum::<f64>();
    let _ = writeln!(
        out,
        "  unknown {} -> {}, refuted {} -> {}, processor {:.0} s -> {:.0} s",
        count(|p| p.0.is_unknown()),
        count(|p| p.1.is_unknown()),
        both.iter().map(|p| refuted(p.0)).sum::<usize>(),
        both.iter().map(|p| refuted(p.1)).sum::<usize>(),
        seconds(|p| p.0.cpu_seconds),
        seconds(|p| p.1.cpu_seconds),
    );
    out
}

fn said(record: &Record) -> String {
    if record.is_unknown() {
        return format!("{} ({})", record.verdict, cause(record));
    }
    let confirmed = record
        .violations
        .iter()
        .filter(|found| found.replayed == "confirmed");
    match record.violations.len() {
        0 => record.verdict.clone(),
        all => format!(
            "{} ({} of {all} confirmed)",
            record.verdict,
            confirmed.count()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::example;
    use super::*;

    #[test]
    fn changes_are_listed() {
        let old = [
            example("A.f(int)", "unknown", "time: 20 s"),
            example("A.f(long)", "safe", ""),
            example("A.gone()", "safe", ""),
        ];
        let new = [
            example("A.f(int)", "safe_within_bounds", ""),
            example("A.f(long)", "safe", ""),
        ];
        let text = compare(&old, &new);
        assert!(text.contains("2 methods in both"), "{text}");
        assert!(
            text.contains("A.f(int): unknown (time) -> safe_within_bounds"),
            "{text}"
        );
        assert!(!text.contains("A.f(long)"), "{text}");
        assert!(text.contains("unknown 1 -> 0"), "{text}");
        assert!(compare(&new, &new).contains("the same is said of each"));
    }
}
