//! The paths that wait, in the order that the search wants.

use crate::config::Search;
use crate::path::Path;
use std::collections::VecDeque;

pub struct Waiting {
    search: Search,
    paths: VecDeque<Path>,
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
            random: seed ^ 0x9E37_79B9_7F4A_7C15,
        }
    }

    pub fn push(&mut self, path: Path) {
        self.paths.push_back(path);
    }

    pub fn pop(&mut self) -> Option<Path> {
        match self.search {
            Search::Dfs => self.paths.pop_back(),
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

    /// The path that is likely to have the most work below it: the one that left its parent first.
    pub fn give(&mut self) -> Option<Path> {
        self.paths.pop_front()
    }

    pub fn len(&self) -> usize {
        self.paths.len()
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
