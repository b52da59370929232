//! What became of each path and of the branches that it left behind, in the order in which paths were followed, for those
//! who want to see how a strategy goes about a program.

use super::{Followed, Rank, Regular};
use property::{Automaton, StateId};
use std::collections::HashMap;

/// A path that was followed, with the branches that were first met on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathRecord {
    /// When it ended, since the start.
    pub milliseconds: u64,
    pub events: u64,
    /// How often a monitor changed its state.
    pub transitions: u64,
    /// The fewest events that would have led one of its monitors to an error; zero if it broke a property.
    pub distance: u64,
    pub violation: bool,
    pub branches: Branches,
}

/// Branches, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    pub all: u64,
    /// No error lies ahead.
    pub hopeless: u64,
    /// What lies ahead has been seen.
    pub seen: u64,
    /// No event depends on them.
    pub sliced: u64,
    /// Those of the last two kinds from which an error can be reached as far as guiding tells: without slices they would
    /// have been followed early.
    pub promising: u64,
}

/// The branches of each path.
#[derive(Default)]
pub struct Account {
    paths: Vec<Branches>,
    /// Which path a waiting branch is of.
    of: HashMap<u64, usize>,
    running: Branches,
}

impl Account {
    pub fn hopeless(&mut self) {
        self.running.all += 1;
        self.running.hopeless += 1;
    }

    pub fn waits(&mut self, number: u64) {
        self.running.all += 1;
        self.of.insert(number, self.paths.len());
    }

    pub fn seen(&mut self, number: u64, rank: Rank) {
        if let Some(branches) = self.branches(number) {
            branches.seen += 1;
            branches.promising += u64::from(rank.0 > 0);
        }
    }

    pub fn sliced(&mut self, number: u64, rank: Rank) {
        if let Some(branches) = self.branches(number) {
            branches.sliced += 1;
            branches.promising += u64::from(rank.0 > 0);
        }
    }

    fn branches(&mut self, number: u64) -> Option<&mut Branches> {
        let path = self.of.remove(&number)?;
        match path == self.paths.len() {
            true => Some(&mut self.running),
            false => self.paths.get_mut(path),
        }
    }

    /// A path has ended.
    pub fn path(&mut self) {
        self.paths.push(std::mem::take(&mut self.running));
    }

    pub fn of_path(&self, path: usize) -> Branches {
        self.paths.get(path).copied().unwrap_or_default()
    }
}

/// The fewest events from any of the monitors to an error.
pub fn distance(regular: &Regular, followed: &Followed) -> u64 {
    let properties = regular.matcher.properties().iter();
    let all = properties
        .zip(&followed.monitors)
        .flat_map(|(property, monitors)| {
            let distances = distances(&property.automaton);
            let monitors = monitors.iter().map(|monitor| monitor.state);
            let states = monitors.chain([property.automaton.initial()]);
            states
                .filter_map(|state| distances[usize::from(state.0)])
                .collect::<Vec<u64>>()
        });
    all.min().unwrap_or(0)
}

/// By state, how many events lead to an error at least.
fn distances(automaton: &Automaton) -> Vec<Option<u64>> {
    let mut distances = vec![None; automaton.states().len()];
    let mut front = automaton.errors();
    for distance in 0.. {
        let new: Vec<StateId> = front
            .iter()
            .filter(|state| distances[usize::from(state.0)].is_none())
            .collect();
        if new.is_empty() {
            break;
        }
        for state in &new {
            distances[usize::from(state.0)] = Some(distance);
        }
        let events = automaton.event_ids();
        let before =
            events.map(|event| automaton.predecessors(new.iter().copied().collect(), event));
        front = before.fold(Default::default(), |all: property::StateSet, one| {
            all.union(one)
        });
    }
    distances
}
