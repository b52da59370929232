//! The paths that wait, in the order that the search wants. A mixed search takes turns: one is depth first, which ends
//! paths and keeps few of them waiting; the next goes on with those that have come the least far, so that a loop or a
//! recursion without end does not keep it from what happens after few decisions. Nothing runs twice, because paths are
//! snapshots, and turns are counted, not timed.

use crate::config::Search;
use crate::path::Path;
use crate::random::Random;
use std::collections::VecDeque;

/// A turn of a mixed search: so many forks, or decisions that need not fork but cost a look at what is known, or
/// instructions.
const TURN: Progress = Progress {
    forks: 256,
    decisions: 8_192,
    instructions: 4_000_000,
};
/// How far one path goes on in a wide turn.
const STEP: Progress = Progress {
    forks: 4,
    decisions: 1_024,
    instructions: 400_000,
};
/// With so many paths waiting only depth first is left, for the sake of memory.
const MANY: usize = 4096;

/// What was done on paths.
#[derive(Clone, Copy, Default)]
struct Progress {
    forks: u32,
    decisions: u32,
    instructions: u64,
}

impl Progress {
    fn of(path: &Path) -> Progress {
        Progress {
            // Where paths have become one, there would have been a fork.
            forks: path.state.forks + path.merged.regions.len() as u32,
            decisions: path.decisions.len() as u32,
            instructions: path.state.instructions,
        }
    }

    fn since(self, start: Progress) -> Progress {
        Progress {
            forks: self.forks.saturating_sub(start.forks),
            decisions: self.decisions.saturating_sub(start.decisions),
            instructions: self.instructions.saturating_sub(start.instructions),
        }
    }

    fn reaches(self, limit: Progress) -> bool {
        self.forks >= limit.forks
            || self.decisions >= limit.decisions
            || self.instructions >= limit.instructions
    }

    /// How far a path has come: by its forks, and slowly by its length.
    fn rank(self) -> u64 {
        u64::from(self.forks) + u64::from(self.decisions / 512) + self.instructions / 200_000
    }
}

pub struct Waiting {
    search: Search,
    /// The most recent last, each with how far it has come.
    paths: VecDeque<(u64, Box<Path>)>,
    /// Whether this is a turn for those that have come the least far.
    wide: bool,
    /// What was done in this turn, without the path that runs.
    done: Progress,
    /// Where the path that runs was when it was taken up.
    start: Progress,
    random: Random,
}

impl Waiting {
    pub fn new(search: Search) -> Waiting {
        let seed = if let Search::Random(seed) = search {
            seed
        } else {
            0
        };
        Waiting {
            search,
            paths: VecDeque::new(),
            wide: false,
            done: Progress::default(),
            start: Progress::default(),
            random: Random::new(seed),
        }
    }

    pub fn push(&mut self, path: Path) {
        // What a wide turn leaves waiting does not get in the way of the others.
        let waiting = (Progress::of(&path).rank(), Box::new(path));
        if self.wide {
            self.paths.push_front(waiting);
        } else {
            self.paths.push_back(waiting);
        }
    }

    pub fn pop(&mut self) -> Option<Path> {
        let (_, path) = match self.search {
            Search::Dfs => self.paths.pop_back(),
            Search::Mixed => self.pop_mixed(),
            Search::Bfs => self.paths.pop_front(),
            Search::Random(_) => {
                if self.paths.is_empty() {
                    return None;
                }
                let pick = self.random.pick(self.paths.len());
                self.paths.swap_remove_back(pick)
            }
        }?;
        self.start = Progress::of(&path);
        Some(*path)
    }

    fn pop_mixed(&mut self) -> Option<(u64, Box<Path>)> {
        if self.done.reaches(TURN) {
            self.done = Progress::default();
            self.wide = !self.wide;
        }
        if self.paths.len() >= MANY {
            self.wide = false;
        }
        if !self.wide {
            return self.paths.pop_back();
        }
        let ranks = self.paths.iter().map(|(rank, _)| *rank);
        let (least, _) = ranks.enumerate().min_by_key(|&(_, rank)| rank)?;
        self.paths.remove(least)
    }

    /// Whether the path that runs has to let others go on.
    pub fn pauses(&self, path: &Path) -> bool {
        if self.search != Search::Mixed || self.paths.is_empty() {
            return false;
        }
        let now = Progress::of(path).since(self.start);
        if self.wide {
            return now.reaches(STEP);
        }
        let turn = Progress {
            forks: self.done.forks.saturating_add(now.forks),
            decisions: self.done.decisions.saturating_add(now.decisions),
            instructions: self.done.instructions + now.instructions,
        };
        self.paths.len() < MANY && turn.reaches(TURN)
    }

    /// Counts what the path that runs has done, when it ends or pauses.
    pub fn count(&mut self, path: &Path) {
        let now = Progress::of(path).since(self.start);
        self.done.forks = self.done.forks.saturating_add(now.forks);
        self.done.decisions = self.done.decisions.saturating_add(now.decisions);
        self.done.instructions += now.instructions;
    }

    /// The path that is likely to have the most work below it: the one that left its parent first.
    pub fn give(&mut self) -> Option<Path> {
        self.paths.pop_front().map(|(_, path)| *path)
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(|(_, path)| &**path)
    }
}
