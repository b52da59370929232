//! The paths that wait, in the order that the search wants. Under a deepening search a path that has come as far as the
//! horizon is put aside, and the horizon moves on when nothing is left within it: what happens after few decisions is
//! seen before a loop or a recursion without end has eaten the time, and nothing runs twice, because paths are snapshots.

use crate::config::Search;
use crate::path::Path;
use std::collections::VecDeque;

/// Where a deepening search pauses a path for the first time.
const FORKS: u32 = 8;
const INSTRUCTIONS: u64 = 4_000_000;
/// With so many paths put aside, the rest is searched depth first, for the sake of memory.
const ASIDE: usize = 4096;

pub struct Waiting {
    search: Search,
    paths: VecDeque<Path>,
    /// Paths beyond the horizon, in the order in which they came to it.
    aside: VecDeque<Path>,
    forks: u32,
    instructions: u64,
    random: u64,
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
            aside: VecDeque::new(),
            forks: FORKS,
            instructions: INSTRUCTIONS,
            random: seed ^ 0x9E37_79B9_7F4A_7C15,
        }
    }

    pub fn push(&mut self, path: Path) {
        self.paths.push_back(path);
    }

    pub fn pop(&mut self) -> Option<Path> {
        match self.search {
            Search::Dfs => self.paths.pop_back(),
            Search::Deepening => {
                if self.paths.is_empty() {
                    self.move_horizon();
                }
                self.paths.pop_back()
            }
            Search::Bfs => self.paths.pop_front(),
            Search::Random(_) => {
                if self.paths.is_empty() {
                    return None;
                }
                let pick = (self.next_random() % self.paths.len() as u64) as usize;
                self.paths.swap_remove_back(pick)
            }
        }
    }

    /// Whether a path has come far enough for now.
    pub fn pauses(&self, path: &Path) -> bool {
        self.search == Search::Deepening && self.aside.len() < ASIDE && self.beyond(path)
    }

    pub fn put_aside(&mut self, path: Path) {
        self.aside.push_back(path);
    }

    fn beyond(&self, path: &Path) -> bool {
        path.state.forks > self.forks || path.state.instructions > self.instructions
    }

    fn move_horizon(&mut self) {
        while self.paths.is_empty() && !self.aside.is_empty() {
            self.forks = self.forks.saturating_add(self.forks / 2);
            self.instructions = self.instructions.saturating_mul(2);
            // Those that came to it first go on first.
            for path in std::mem::take(&mut self.aside) {
                if self.beyond(&path) {
                    self.aside.push_back(path);
                } else {
                    self.paths.push_front(path);
                }
            }
        }
    }

    /// The path that is likely to have the most work below it: the one that left its parent first.
    pub fn give(&mut self) -> Option<Path> {
        self.paths.pop_front().or_else(|| self.aside.pop_front())
    }

    pub fn len(&self) -> usize {
        self.paths.len() + self.aside.len()
    }

    /// SplitMix64.
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
