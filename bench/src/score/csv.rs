//! One line a task, for spreadsheets and for comparing with a later run.

use super::{Answer, Mark, Time};
use crate::csv::{quoted, rows};

/// What became of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub task: String,
    pub property: String,
    pub expected: bool,
    pub answer: Answer,
    pub mark: Mark,
    pub time: Time,
    /// The second run, where there was one.
    pub again: Option<Time>,
}

const HEADER: &str = "task,property,expected,answer,reason,points,seconds,cpu_seconds,\
    cached_seconds,cached_cpu_seconds";

pub fn write(records: &[Record]) -> String {
    let mut out = format!("{HEADER}\n");
    for record in records {
        let (answer, reason) = match &record.answer {
            Answer::True => ("true", ""),
            Answer::False => ("false", ""),
            Answer::Unknown(reason) => ("unknown", reason.as_str()),
        };
        let fields = [
            record.task.clone(),
            record.property.clone(),
            record.expected.to_string(),
            answer.to_owned(),
            reason.to_owned(),
            record.mark.points().to_string(),
            number(Some(record.time.wall)),
            number(Some(record.time.cpu)),
            number(record.again.map(|time| time.wall)),
            number(record.again.map(|time| time.cpu)),
        ];
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

fn number(seconds: Option<f64>) -> String {
    seconds.map_or_else(String::new, |s| format!("{s:.3}"))
}

/// Reads what `write` wrote.
pub fn read(text: &str) -> Result<Vec<Record>, String> {
    let mut rows = rows(text).into_iter();
    if rows.next().map(|row| row.join(",")).as_deref() != Some(HEADER) {
        return Err(format!("not a score: the first line is not {HEADER}"));
    }
    let records = rows.enumerate().map(|(number, row)| {
        record(&row).ok_or_else(|| format!("line {}: not a record of a score", number + 2))
    });
    records.collect()
}

fn record(row: &[String]) -> Option<Record> {
    let [
        task,
        property,
        expected,
        answer,
        reason,
        _,
        wall,
        cpu,
        again_wall,
        again_cpu,
    ] = row
    else {
        return None;
    };
    let time = |wall: &str, cpu: &str| {
        Some(Time {
            wall: wall.parse().ok()?,
            cpu: cpu.parse().ok()?,
        })
    };
    let expected = expected.parse().ok()?;
    let answer = match answer.as_str() {
        "true" => Answer::True,
        "false" => Answer::False,
        "unknown" => Answer::Unknown(reason.clone()),
        _ => return None,
    };
    Some(Record {
        task: task.clone(),
        property: property.clone(),
        expected,
        mark: Mark::of(&answer, expected),
        answer,
        time: time(wall, cpu)?,
        again: match again_wall.as_str() {
            "" => None,
            wall => Some(time(wall, again_cpu)?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let answers = [
            Answer::True,
            Answer::False,
            Answer::Unknown("a \"b\", c\nd".to_owned()),
        ];
        let record = |answer: Answer| Record {
            task: "arrays/sum".to_owned(),
            property: "assert_java".to_owned(),
            expected: true,
            mark: Mark::of(&answer, true),
            answer,
            time: Time {
                wall: 0.125,
                cpu: 0.25,
            },
            again: Some(Time {
                wall: 0.5,
                cpu: 0.625,
            }),
        };
        let mut records: Vec<Record> = answers.into_iter().map(record).collect();
        records[0].again = None;
        assert_eq!(read(&write(&records)), Ok(records));
        assert!(read("a,b\n").is_err());
        assert!(read(&format!("{HEADER}\nx\n")).is_err());
    }
}
