//! Whether merging is worth it. What has been done is measured in units that do not depend on the machine it runs on, and
//! what every path by itself would take is estimated by sampling the tree of paths: of those that are alike one is
//! followed, and counts for all (Knuth 1975, Chen 1992). When merging has used up a share of that and will not be done much
//! sooner, every path by itself is the better way.

use solver::Stats;

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    pub instructions: u64,
    /// Terms that were made.
    pub terms: u64,
    /// Nodes of terms that were looked at.
    pub looked: u64,
    pub solver: Stats,
    /// Paths that were split.
    pub splits: u64,
    /// Conditions that they had.
    pub carried: u64,
    /// Ways through regions.
    pub walked: u64,
}

impl Done {
    /// About as many as nanoseconds of a processor. The weights were fitted to the processor time of searches with and
    /// without merging; they must not favour either.
    pub fn units(&self) -> u64 {
        self.on_paths() + self.asking()
    }

    /// What was not for questions.
    pub fn on_paths(&self) -> u64 {
        32 * self.instructions
            + 5_000 * self.terms
            + 80 * self.looked
            + 10_000 * self.splits
            + 300 * self.carried
            + 40_000 * self.walked
    }

    /// What questions took that nobody had asked before.
    pub fn asking(&self) -> u64 {
        100_000 * self.solver.queries + 500 * self.solver.nodes + 25 * self.solver.effort
    }
}

/// What a probe says about all paths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The units that they take, without those for questions.
    pub units: f64,
    /// The questions that they have, whether or not they were asked before.
    pub questions: f64,
}

/// The questions of all probes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Questions {
    pub all: u64,
    /// Those that nobody had asked before.
    pub new: u64,
    /// The units that they took.
    pub units: u64,
}

/// So much is done before anybody asks.
const FIRST: u64 = 50_000_000;
/// Somebody asks again when so much more of what was done then has been done.
const AGAIN: u64 = 8;
/// Probes may take this share of what was done.
const PROBING: u64 = 4;
/// Walks may take this share of what was done as long as nothing comes of any.
const IN_VAIN: u64 = 16;
/// Merging may take this share of what every path by itself is expected to take.
const SHARE: f64 = 0.16;
/// Whoever is expected to be done before this share may go on.
const WHOLE: f64 = 0.6;
/// How far off the part that was seen may be at most times: it is told from a few inputs, and not always the same.
const NOISE: f64 = 0.05;
/// Fewer probes than this say nothing.
const FEWEST: usize = 4;
/// So many are enough.
const MOST: usize = 200;

/// Whether another walk may begin when nothing has come of those so far.
pub fn may_walk(in_vain: u64, units: u64) -> bool {
    in_vain <= FIRST + units / IN_VAIN
}

/// What the probes say.
#[derive(Clone, Debug)]
pub struct Worth {
    /// When to ask next.
    next: u64,
    /// What every path by itself would take, in the order of the probes.
    estimates: Vec<Estimate>,
    /// How many questions the probes had as time went by.
    questions: Vec<Questions>,
    /// How much had been done, and what part of all paths was seen to its end, whenever somebody asked.
    asked: Vec<(u64, f64)>,
}

impl Default for Worth {
    fn default() -> Self {
        Worth {
            next: FIRST,
            estimates: Vec::new(),
            questions: Vec::new(),
            asked: Vec::new(),
        }
    }
}

impl Worth {
    pub fn is_due(&self, units: u64) -> bool {
        units >= self.next
    }

    /// How many units probes may take by now.
    pub fn allowance(&self, units: u64) -> u64 {
        units / PROBING
    }

    pub fn wants_more(&self) -> bool {
        self.estimates.len() < MOST
    }

    pub fn probed(&mut self, estimate: Estimate) {
        self.estimates.push(estimate);
    }

    /// Takes note of the questions so far.
    pub fn had(&mut self, questions: Questions) {
        let last = self.questions.last().map_or(0, |last| last.all);
        if questions.all > last + last / 8 {
            self.questions.push(questions);
        }
    }

    /// The units that every path by itself is expected to take. `None` if nobody can tell yet.
    pub fn expected(&self) -> Option<f64> {
        if self.estimates.len() < FEWEST {
            return None;
        }
        let units = mean(self.estimates.iter().map(|estimate| estimate.units));
        let questions = mean(self.estimates.iter().map(|estimate| estimate.questions));
        Some(units + self.questions_cost(questions))
    }

    /// What so many questions take. The more were asked, the fewer are new: their number grows like a power of that of all
    /// (Heaps 1978), which is read off the later half of those that probes had.
    fn questions_cost(&self, all: f64) -> f64 {
        let Some(last) = self.questions.last().filter(|last| last.new > 0) else {
            return 0.0;
        };
        let half = self.questions.iter().rev().find(|q| q.all <= last.all / 2);
        let power = half.filter(|half| half.new > 0).map_or(1.0, |half| {
            let grown = |now: u64, then: u64| (now as f64 / then as f64).ln();
            grown(last.new, half.new) / grown(last.all, half.all)
        });
        let times = (all / last.all as f64).max(1.0);
        times.powf(power.clamp(0.0, 1.0)) * last.units as f64
    }

    /// Whether to go on after this much, when this part of all paths has been seen to its end.
    pub fn goes_on(&mut self, units: u64, seen: f64) -> bool {
        self.next = units.saturating_add(units / AGAIN);
        let half = self.asked.iter().rev().find(|(then, _)| *then <= units / 2);
        let (then, before) = half.copied().unwrap_or((0, 0.0));
        self.asked.push((units, seen));
        let Some(expected) = self.expected() else {
            return true;
        };
        // If it goes on as it did on the whole, and as in the later half: what is left may get on far more slowly.
        let left = units as f64 * (1.0 - seen) / seen;
        let lately = (units - then) as f64 * (1.0 - seen) / ((seen - before).max(0.0) + NOISE);
        let whole = units as f64 + left.max(lately);
        units as f64 <= expected * SHARE || whole <= expected * WHOLE
    }
}

/// A few probes are far too high, for they stand for many paths of their kind that are shorter: the highest do not count.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.truncate(values.len() - values.len() / 16);
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probed(estimates: &[f64]) -> Worth {
        let mut worth = Worth::default();
        for units in estimates {
            worth.probed(Estimate {
                units: *units,
                questions: 0.0,
            });
        }
        worth
    }

    fn after(estimates: &[f64], units: u64, seen: f64) -> bool {
        probed(estimates).goes_on(units, seen)
    }

    #[test]
    fn what_takes_less_than_all_paths_goes_on() {
        let all = [1e9; 8];
        assert!(after(&all, 100_000_000, 0.0));
        assert!(!after(&all, 300_000_000, 0.0));
    }

    #[test]
    fn what_is_done_much_sooner_goes_on() {
        let all = [1e9; 8];
        assert!(after(&all, 500_000_000, 0.9));
        assert!(!after(&all, 500_000_000, 0.5));
        assert!(!after(&all, 900_000_000, 0.9));
    }

    #[test]
    fn what_gets_on_slowly_is_far_from_done() {
        let mut worth = probed(&[1e9; 8]);
        assert!(worth.goes_on(100_000_000, 0.6));
        assert!(worth.goes_on(200_000_000, 0.75));
        assert!(!worth.goes_on(400_000_000, 0.8));
    }

    #[test]
    fn walks_in_vain_get_a_share() {
        assert!(may_walk(0, 0));
        assert!(may_walk(FIRST, FIRST));
        assert!(!may_walk(3 * FIRST, 10 * FIRST));
        assert!(may_walk(3 * FIRST, 100 * FIRST));
    }

    #[test]
    fn nobody_gives_up_without_probes() {
        assert!(after(&[], u64::MAX, 0.0));
        assert!(after(&[1.0; FEWEST - 1], u64::MAX, 0.0));
    }

    #[test]
    fn the_highest_do_not_count() {
        let mut estimates = [1e9; 16];
        estimates[3] = 1e15;
        assert!(!after(&estimates, 300_000_000, 0.0));
    }

    /// Probes that had these questions, and now expect a million.
    fn asked(questions: &[(u64, u64)]) -> f64 {
        let mut worth = Worth::default();
        for (all, new) in questions {
            let (all, new, units) = (*all, *new, 1_000 * new);
            worth.had(Questions { all, new, units });
        }
        for _ in 0..FEWEST {
            worth.probed(Estimate {
                units: 0.0,
                questions: 1e6,
            });
        }
        worth.expected().unwrap_or_default()
    }

    #[test]
    fn questions_that_were_asked_before_cost_nothing() {
        let each_is_new = asked(&[(100, 100), (1_000, 1_000)]);
        assert!((each_is_new / 1e9 - 1.0).abs() < 0.01, "{each_is_new}");
        let none_is_new = asked(&[(100, 100), (1_000, 100)]);
        assert!((none_is_new / 1e5 - 1.0).abs() < 0.01, "{none_is_new}");
        // Twice as many of four times as many.
        let some_are_new = asked(&[(2_500, 1_000), (10_000, 2_000)]);
        assert!((some_are_new / 2e7 - 1.0).abs() < 0.01, "{some_are_new}");
    }
}
