//! The tables: per folder and in all, and the reasons for not knowing, the most frequent first.

use super::task::folder_of;
use super::{Answer, Mark, Record, Time};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Counts over some tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub tasks: usize,
    pub correct_true: usize,
    pub correct_false: usize,
    pub wrong_true: usize,
    pub wrong_false: usize,
    pub unknown: usize,
    pub points: i64,
    /// What could be had.
    pub most: i64,
    times: Vec<Time>,
    again: Vec<Time>,
}

impl Tally {
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            tally.tasks += 1;
            *match record.mark {
                Mark::CorrectTrue => &mut tally.correct_true,
                Mark::CorrectFalse => &mut tally.correct_false,
                Mark::WrongTrue => &mut tally.wrong_true,
                Mark::WrongFalse => &mut tally.wrong_false,
                Mark::Unknown => &mut tally.unknown,
            } += 1;
            tally.points += record.mark.points();
            tally.most += if record.expected { 2 } else { 1 };
            tally.times.push(record.time);
            tally.again.extend(record.again);
        }
        tally
    }

    pub fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }

    /// Of the time on the clock.
    pub fn median(&self) -> f64 {
        median(self.times.iter().map(|time| time.wall))
    }
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = times.collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// Everything that a run has to say.
pub fn render(records: &[Record]) -> String {
    let mut folders: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        folders
            .entry(folder_of(&record.task))
            .or_default()
            .push(record);
    }
    let names = folders.keys().map(|name| name.chars().count());
    let width = names.max().unwrap_or(0).max(6);
    let twice = records.iter().any(|r| r.again.is_some());
    let mut out = String::new();
    // Writing to a string does not fail, here and below.
    let _ = write!(
        out,
        "{:width$}  tasks   true  false  WRONG true  WRONG false  unknown     score  total s  median s  (cpu)",
        "folder"
    );
    out.push_str(if twice { "  cached s  (cpu)\n" } else { "\n" });
    for (name, records) in &folders {
        line(
            &mut out,
            name,
            width,
            &Tally::of(records.iter().copied()),
            twice,
        );
    }
    line(&mut out, "all", width, &Tally::of(records), twice);

    let wrong: Vec<&Record> = records.iter().filter(|r| r.mark.is_wrong()).collect();
    if !wrong.is_empty() {
        out.push_str("\nwrong:\n");
        for record in wrong {
            let _ = writeln!(
                out,
                "  {}: {} ({})",
                record.mark.words(),
                record.task,
                record.property
            );
        }
    }
    let mut reasons: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        if let Answer::Unknown(reason) = &record.answer {
            reasons.entry(reason).or_default().push(record);
        }
    }
    if !reasons.is_empty() {
        out.push_str("\nunknown, by reason:\n");
        let mut reasons: Vec<(&str, Vec<&Record>)> = reasons.into_iter().collect();
        // Stable, so that equal counts stay in the order of the text.
        reasons.sort_by_key(|(_, records)| std::cmp::Reverse(records.len()));
        for (reason, records) in reasons {
            let _ = writeln!(out, "  {:4}  {reason}", records.len());
            for record in records.iter().take(3) {
                let _ = writeln!(out, "          {} ({})", record.task, record.property);
            }
            if records.len() > 3 {
                let _ = writeln!(out, "          and {} more", records.len() - 3);
            }
        }
    }
    out
}

fn line(out: &mut String, name: &str, width: usize, tally: &Tally, twice: bool) {
    let score = format!("{}/{}", tally.points, tally.most);
    let total: f64 = tally.times.iter().map(|time| time.wall).sum();
    let _ = write!(
        out,
        "{name:width$}  {:5}  {:5}  {:5}  {:10}  {:11}  {:7}  {score:>8}  {total:7.1}  {:8.2}  {:5.2}",
        tally.tasks,
        tally.correct_true,
        tally.correct_false,
        tally.wrong_true,
        tally.wrong_false,
        tally.unknown,
        tally.median(),
        median(tally.times.iter().map(|time| time.cpu)),
    );
    let again = |of: fn(&Time) -> f64| median(tally.again.iter().map(of));
    let _ = match twice {
        true => writeln!(out, "  {:8.2}  {:5.2}", again(|t| t.wall), again(|t| t.cpu)),
        false => writeln!(out),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(task: &str, expected: bool, answer: Answer, seconds: f64) -> Record {
        Record {
            task: task.to_owned(),
            property: "assert_java".to_owned(),
            expected,
            mark: Mark::of(&answer, expected),
            answer,
            time: Time {
                wall: seconds,
                cpu: 0.0,
            },
            again: None,
        }
    }

    #[test]
    fn points_are_the_competitions() {
        let unknown = || Answer::Unknown("time".to_owned());
        let records = [
            record("a/1", true, Answer::True, 1.0),
            record("a/2", false, Answer::False, 2.0),
            record("b/3", false, Answer::True, 3.0),
            record("b/4", true, Answer::False, 4.0),
            record("b/5", true, unknown(), 10.0),
        ];
        let tally = Tally::of(&records);
        assert_eq!((tally.points, tally.most), (2 + 1 - 32 - 16, 8));
        assert_eq!((tally.wrong(), tally.unknown), (2, 1));
        assert_eq!(tally.median(), 3.0);
        assert_eq!(median([1.0, 2.0].into_iter()), 1.5);
        let text = render(&records);
        assert!(text.contains("WRONG TRUE: b/3"), "{text}");
        assert!(text.contains("1  time"), "{text}");
    }
}
