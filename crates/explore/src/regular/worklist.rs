//! The branches that wait when properties are checked. A branch of a path that is still running, or that the slice of
//! every path through it left out, is undecided; it is pruned when nothing else is left. The others are ready, in the
//! order of what the strategy thinks of them.

use crate::path::Path;
use std::collections::{BTreeMap, HashMap};

/// How promising a branch is: by its chances, then its depth, then the latest first.
pub type Rank = (usize, u32, u64);

#[derive(Default)]
pub struct Worklist {
    undecided: HashMap<u64, Path>,
    ready: BTreeMap<Rank, Path>,
    ranks: HashMap<u64, Rank>,
}

impl Worklist {
    pub fn hold(&mut self, path: Path) {
        self.undecided.insert(path.number, path);
    }

    pub fn ready(&mut self, path: Path) {
        let rank = path.rank;
        self.ranks.insert(path.number, rank);
        self.ready.insert(rank, path);
    }

    /// A slice wants the branch.
    pub fn want(&mut self, number: u64) {
        if let Some(path) = self.undecided.remove(&number) {
            self.ready(path);
        }
    }

    pub fn contains(&self, number: u64) -> bool {
        self.undecided.contains_key(&number) || self.ranks.contains_key(&number)
    }

    pub fn pop(&mut self) -> Option<Path> {
        let (_, path) = self.ready.pop_last()?;
        self.ranks.remove(&path.number);
        Some(path)
    }

    /// Gives up the branches that no slice wanted, and says which.
    pub fn prune(&mut self) -> Vec<(u64, Rank)> {
        let undecided = self.undecided.drain();
        undecided
            .map(|(number, path)| (number, path.rank))
            .collect()
    }

    pub fn len(&self) -> usize {
        self.undecided.len() + self.ready.len()
    }
}
