//! The paths that wait, in the order that the search wants. A mixed search takes turns: one is depth first, which ends
//! paths and keeps few of them waiting; the next goes on with those that have come the least far, so that a loop or a
//! recursion without end does not keep it from what happens after few decisions; the third works towards a claim for the
//! case that time runs out: depth first, but only up to 1, 2, 4, 8, … iterations of each loop. Nothing runs twice, because
//! paths are snapshots, and turns are counted, not timed.

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

/// What a turn of a mixed search takes up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The most recent path.
    Deep,
    /// The path that has come the least far.
    Wide,
    /// The most recent path among those with few iterations.
    Round,
}

struct Waits {
    /// How far the path has come.
    rank: u64,
    /// [`machine::State::deepest`]
    begun: u32,
    path: Box<Path>,
}

pub struct Waiting {
    search: Search,
    /// The most recent last.
    paths: VecDeque<Waits>,
    turn: Turn,
    /// Whether iterations are counted, so that there can be rounds.
    counted: bool,
    /// The most iterations of a loop in this round.
    round: u32,
    /// What was done in this turn, without the path that runs.
    done: Progress,
    /// Where the path that runs was when it was taken up.
    start: Progress,
    random: Random,
}

impl Waits {
    fn new(path: Path) -> Waits {
        Waits {
            rank: Progress::of(&path).rank(),
            begun: path.state.deepest,
            path: Box::new(path),
        }
    }
}

impl Waiting {
    pub fn new(search: Search, counted: bool) -> Waiting {
        let seed = if let Search::Random(seed) = search {
            seed
        } else {
            0
        };
        Waiting {
            search,
            paths: VecDeque::new(),
            turn: Turn::Deep,
            counted,
            round: 1,
            done: Progress::default(),
            start: Progress::default(),
            random: Random::new(seed),
        }
    }

    pub fn push(&mut self, path: Path) {
        // What a wide turn leaves waiting does not get in the way of the others.
        if self.turn == Turn::Wide {
            self.paths.push_front(Waits::new(path));
        } else {
            self.paths.push_back(Waits::new(path));
        }
    }

    /// Takes back a path that has more iterations than this round.
    pub fn park(&mut self, path: Path) {
        self.paths.push_front(Waits::new(path));
    }

    pub fn pop(&mut self) -> Option<Path> {
        let mut path = match self.search {
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
        }?
        .path;
        path.state.round = match self.turn {
            Turn::Round => self.round,
            Turn::Deep | Turn::Wide => u32::MAX,
        };
        self.start = Progress::of(&path);
        Some(*path)
    }

    fn pop_mixed(&mut self) -> Option<Waits> {
        if self.done.reaches(TURN) {
            self.done = Progress::default();
            self.turn = match self.turn {
                Turn::Deep => Turn::Wide,
                Turn::Wide if self.counted => Turn::Round,
                Turn::Wide | Turn::Round => Turn::Deep,
            };
        }
        if self.turn == Turn::Wide && self.paths.len() >= MANY {
            self.turn = match self.counted {
                true => Turn::Round,
                false => Turn::Deep,
            };
        }
        match self.turn {
            Turn::Deep => self.paths.pop_back(),
            Turn::Wide => {
                let ranks = self.paths.iter().map(|waits| waits.rank);
                let (least, _) = ranks.enumerate().min_by_key(|&(_, rank)| rank)?;
                self.paths.remove(least)
            }
            Turn::Round => self.pop_round(),
        }
    }

    /// The most recent path of this round, or of the next one that has any.
    fn pop_round(&mut self) -> Option<Waits> {
        let fewest = self.paths.iter().map(|waits| waits.begun).min()?;
        while self.round < fewest {
            self.round = self.round.saturating_mul(2);
        }
        let most = self.round;
        let last = self.paths.iter().rposition(|waits| waits.begun <= most)?;
        self.paths.remove(last)
    }

    /// Whether the path that runs has to let others go on.
    pub fn pauses(&self, path: &Path) -> bool {
        if self.search != Search::Mixed || self.paths.is_empty() {
            return false;
        }
        let now = Progress::of(path).since(self.start);
        if self.turn == Turn::Wide {
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
        self.paths.pop_front().map(|waits| *waits.path)
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(|waits| &*waits.path)
    }
}
