//! Whether merging is worth it. What has been done is measured in units that do not depend on the machine it runs on, and
//! what every path by itself would take is estimated by sampling the tree of paths: of those that are alike one is
//! followed, and counts for all (Knuth 1975, Chen 1992). When merging has used up a share of that and is not done, every
//! path by itself is the better way.

use solver::Stats;

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    pub instructions: u64,
    /// Terms that were made.
    pub terms: u64,
    pub solver: Stats,
    /// Paths that were split.
    pub splits: u64,
    /// Conditions that they had.
    pub carried: u64,
    /// Ways through regions.
    pub walked: u64,
}

impl Done {
    /// About as many as nanoseconds on an ordinary machine.
    pub fn units(&self) -> u64 {
        50 * self.instructions
            + 10_000 * self.terms
            + 100_000 * self.solver.queries
            + 25 * self.solver.effort
            + 20_000 * self.splits
            + 1_000 * self.carried
            + 50_000 * self.walked
    }
}

/// So much is done before anybody asks.
const FIRST: u64 = 50_000_000;
/// Probes may take this share of what was done.
const PROBING: u64 = 8;
/// Walks may take this share of what was done as long as nothing comes of any.
const IN_VAIN: u64 = 16;
/// Merging may take this share of what every path by itself is expected to take.
const SHARE: f64 = 0.13;
/// Nobody gives up who is expected to need less than this share of it to the end.
const LEFT: f64 = 0.4;
/// Fewer probes than this say nothing.
const FEWEST: usize = 2;
/// So many are enough.
const MOST: usize = 100;

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
    estimates: Vec<f64>,
    /// How much had been done, and what part of all paths seen to its end, whenever somebody asked.
    asked: Vec<(u64, f64)>,
}

impl Default for Worth {
    fn default() -> Self {
        Worth {
            next: FIRST,
            estimates: Vec::new(),
            asked: Vec::new(),
        }
    }
}

impl Worth {
    pub fn is_due(&self, units: u64) -> bool {
        units >= self.next
    }

    /// How many units the next probes may take.
    pub fn allowance(&self, units: u64) -> u64 {
        units / PROBING
    }

    pub fn wants_more(&self) -> bool {
        self.estimates.len() < MOST
    }

    pub fn probed(&mut self, estimate: f64) {
        self.estimates.push(estimate);
    }

    /// Whether to go on after this much, when this part of all paths has been seen to its end.
    pub fn goes_on(&mut self, units: u64, seen: f64) -> bool {
        self.next = units.saturating_add(units / 4);
        // Questions that were asked before cost nothing, so that the first probes are too expensive.
        let mut later = self.estimates[self.estimates.len() / 2..].to_vec();
        if later.len() < FEWEST {
            return true;
        }
        // A few probes are far too high, for they stand for many paths of their kind that are shorter.
        later.sort_unstable_by(f64::total_cmp);
        later.truncate(later.len() - later.len() / 8);
        let expected = later.iter().sum::<f64>() / later.len() as f64;
        let half = self.asked.iter().rev().find(|(then, _)| *then <= units / 2);
        let (then, before) = half.copied().unwrap_or((0, 0.0));
        self.asked.push((units, seen));
        // If it goes on as it did on the whole, and as in the later half: short paths are seen first, and are a large part
        // of all, so that the rest may get on far more slowly.
        let left = units as f64 * (1.0 - seen) / seen;
        let lately = (units - then) as f64 * (1.0 - seen) / (seen - before).max(0.0);
        units as f64 <= expected * SHARE || left <= expected * LEFT && lately <= expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(estimates: &[f64], units: u64, seen: f64) -> bool {
        let mut worth = Worth::default();
        for estimate in estimates {
            worth.probed(*estimate);
        }
        worth.goes_on(units, seen)
    }

    #[test]
    fn what_takes_less_than_all_paths_goes_on() {
        let all = [1e9; 8];
        assert!(after(&all, 100_000_000, 0.0));
        assert!(!after(&all, 300_000_000, 0.0));
    }

    #[test]
    fn what_is_nearly_done_goes_on() {
        let all = [1e9; 8];
        assert!(after(&all, 900_000_000, 0.9));
        assert!(!after(&all, 900_000_000, 0.5));
    }

    #[test]
    fn what_gets_on_slowly_is_far_from_done() {
        let mut worth = Worth::default();
        for _ in 0..8 {
            worth.probed(1e9);
        }
        assert!(worth.goes_on(100_000_000, 0.6));
        assert!(worth.goes_on(200_000_000, 0.65));
        assert!(!worth.goes_on(400_000_000, 0.66));
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
        assert!(after(&[1.0, 1.0], u64::MAX, 0.0));
    }

    #[test]
    fn the_first_probes_and_the_highest_do_not_count() {
        let mut estimates = [1e9; 16];
        estimates[..8].fill(1e15);
        estimates[15] = 1e15;
        assert!(!after(&estimates, 300_000_000, 0.0));
    }
}
