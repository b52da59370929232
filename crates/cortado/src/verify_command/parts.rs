//! How the parts of a method went, for JSON.

use bounded::verify::{PartAnswer, PartStats};
use outcome::{Stat, Stats};
use std::collections::BTreeMap;
use std::time::Duration;

/// Adds the times of all parts of the methods named, and a list of the parts.
pub(super) fn record(stats: &mut Stats, parts: &[(String, PartStats)]) {
    let sum = |time: fn(&PartStats) -> Duration| -> u64 {
        let all: Duration = parts.iter().map(|(_, part)| time(part)).sum();
        crate::check::millis(all)
    };
    stats.count("encoding_ms", sum(|part| part.encoding));
    stats.solver_ms = sum(|part| part.solving);
    let list = parts.iter().map(|(method, part)| entry(method, part));
    (stats.extra).insert("parts".into(), Stat::List(list.collect()));
}

fn entry(method: &str, part: &PartStats) -> BTreeMap<String, Stat> {
    let micros = |time: Duration| Stat::Count(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    let mut entry = BTreeMap::from([
        ("method".to_owned(), Stat::Text(method.to_owned())),
        ("edges".to_owned(), Stat::Count(part.edges as u64)),
        ("terms".to_owned(), Stat::Count(part.terms as u64)),
        ("encoding_us".to_owned(), micros(part.encoding)),
        ("solving_us".to_owned(), micros(part.solving)),
        ("answer".to_owned(), Stat::Text(answer(part).to_owned())),
    ]);
    if let Some((variables, clauses)) = part.clauses {
        entry.insert("variables".to_owned(), Stat::Count(variables));
        entry.insert("clauses".to_owned(), Stat::Count(clauses));
    }
    entry
}

pub(super) fn answer(part: &PartStats) -> &'static str {
    match part.answer {
        PartAnswer::Holds => "holds",
        PartAnswer::Violated => "violated",
        PartAnswer::Unknown => "unknown",
        PartAnswer::Skipped => "skipped",
    }
}
