//! What changed since an earlier run.

use super::{Answer, Record, Tally};
use std::collections::BTreeMap;
use std::fmt::Write;

/// In words, one line for each task whose answer is another one now.
pub fn compare(old: &[Record], new: &[Record]) -> String {
    let key = |record: &Record| (record.task.clone(), record.property.clone());
    let before: BTreeMap<_, _> = old.iter().map(|r| (key(r), r)).collect();
    let after: BTreeMap<_, _> = new.iter().map(|r| (key(r), r)).collect();
    let mut out = String::from("compared with the earlier run:\n");
    let mut changes = 0;
    // Writing to a string does not fail, here and below.
    for (name, now) in &after {
        let Some(was) = before.get(name) else {
            continue;
        };
        if was.answer == now.answer && was.expected == now.expected {
            continue;
        }
        changes += 1;
        let _ = writeln!(
            out,
            "  {:+4}  {} ({}): {} -> {}",
            now.mark.points() - was.mark.points(),
            name.0,
            name.1,
            words(was),
            words(now)
        );
    }
    if changes == 0 {
        out.push_str("  every answer is the same\n");
    }
    let only = |these: &BTreeMap<_, &Record>, those: &BTreeMap<_, &Record>| {
        these
            .keys()
            .filter(|name| !those.contains_key(*name))
            .count()
    };
    let (added, gone) = (only(&after, &before), only(&before, &after));
    if added + gone > 0 {
        let _ = writeln!(out, "  {added} tasks are new, {gone} are gone");
    }
    let common = |records: &[Record], other: &BTreeMap<_, &Record>| {
        Tally::of(records.iter().filter(|r| other.contains_key(&key(r))))
    };
    let (was, now) = (common(old, &after), common(new, &before));
    let _ = writeln!(
        out,
        "  tasks in both: score {} -> {}, wrong {} -> {}, unknown {} -> {}, median {:.2} s -> {:.2} s",
        was.points,
        now.points,
        was.wrong(),
        now.wrong(),
        was.unknown,
        now.unknown,
        was.median(),
        now.median()
    );
    out
}

fn words(record: &Record) -> String {
    match &record.answer {
        Answer::Unknown(reason) => format!("unknown ({reason})"),
        _ => record.mark.words().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Mark, Time};
    use super::*;

    #[test]
    fn changes_are_listed() {
        let record = |task: &str, answer: Answer| Record {
            task: task.to_owned(),
            property: "p".to_owned(),
            expected: true,
            mark: Mark::of(&answer, true),
            answer,
            time: Time {
                wall: 1.0,
                cpu: 0.5,
            },
            again: None,
        };
        let old = [
            record("a", Answer::Unknown("time".to_owned())),
            record("b", Answer::True),
            record("gone", Answer::True),
        ];
        let new = [record("a", Answer::True), record("b", Answer::True)];
        let text = compare(&old, &new);
        assert!(
            text.contains("+2  a (p): unknown (time) -> correct true"),
            "{text}"
        );
        assert!(!text.contains("b (p)"), "{text}");
        assert!(text.contains("0 tasks are new, 1 are gone"), "{text}");
        assert!(text.contains("score 2 -> 4"), "{text}");
        assert!(compare(&new, &new).contains("every answer is the same"));
    }
}
