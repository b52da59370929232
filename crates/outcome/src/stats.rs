//! How much work a run was. Times vary between runs, so they appear in JSON and on standard error only.

use serde::Serialize;
use std::collections::BTreeMap;

/// A number or text that one engine adds to the common statistics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Stat {
    Count(u64),
    Ratio(f64),
    Text(String),
    /// One entry for each of several things.
    List(Vec<BTreeMap<String, Stat>>),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Paths completed, cut short by a bound or given up.
    pub paths: u64,
    /// Completed paths in the sense of dynamic symbolic execution: one per path that ran to its end.
    pub iterations: u64,
    /// The iteration, counted from 1, that found the first violation.
    pub first_violation_iteration: Option<u64>,
    pub instructions: u64,
    pub queries: u64,
    pub solver_ms: u64,
    pub wall_ms: u64,
    /// What an engine adds, under names of its own.
    #[serde(flatten)]
    pub extra: BTreeMap<String, Stat>,
}

impl Stats {
    /// Adds the work of a run that came after this one.
    pub fn add(&mut self, later: &Stats) {
        if self.first_violation_iteration.is_none() {
            self.first_violation_iteration = later
                .first_violation_iteration
                .map(|n| n.saturating_add(self.iterations));
        }
        let fields = [
            (&mut self.paths, later.paths),
            (&mut self.iterations, later.iterations),
            (&mut self.instructions, later.instructions),
            (&mut self.queries, later.queries),
            (&mut self.solver_ms, later.solver_ms),
            (&mut self.wall_ms, later.wall_ms),
        ];
        for (mine, theirs) in fields {
            *mine = mine.saturating_add(theirs);
        }
        for (name, stat) in &later.extra {
            match (self.extra.get_mut(name), stat) {
                (Some(Stat::Count(mine)), Stat::Count(theirs)) => {
                    *mine = mine.saturating_add(*theirs)
                }
                (Some(Stat::List(mine)), Stat::List(theirs)) => mine.extend(theirs.iter().cloned()),
                // Ratios and texts cannot be summed; the latest one stands.
                _ => {
                    self.extra.insert(name.clone(), stat.clone());
                }
            }
        }
    }

    /// Adds to a count of an engine.
    pub fn add_to(&mut self, name: &str, count: u64) {
        match self.extra.get_mut(name) {
            Some(Stat::Count(known)) => *known += count,
            _ => self.count(name, count),
        }
    }

    pub fn count(&mut self, name: &str, count: u64) {
        self.extra.insert(name.to_owned(), Stat::Count(count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_violation_is_counted_over_all_runs() {
        let mut stats = Stats {
            iterations: 3,
            ..Stats::default()
        };
        stats.count("forks", 2);
        let mut later = Stats {
            iterations: 5,
            first_violation_iteration: Some(2),
            ..Stats::default()
        };
        later.count("forks", 1);
        stats.add(&later);
        assert_eq!(stats.first_violation_iteration, Some(5));
        assert_eq!(stats.iterations, 8);
        assert_eq!(stats.extra["forks"], Stat::Count(3));
    }
}
