//! The assertions of a solver by level, as our own terms: what a backend that died or threw is rebuilt from, and what a
//! script is printed from.

use logic::Term;

#[derive(Clone, Debug)]
pub struct Stack {
    assertions: Vec<Term>,
    /// For each level above the first, how many assertions lie below it.
    levels: Vec<usize>,
}

impl Stack {
    pub fn new() -> Stack {
        Stack {
            assertions: Vec::new(),
            levels: Vec::new(),
        }
    }

    pub fn assert(&mut self, term: Term) {
        self.assertions.push(term);
    }

    pub fn push(&mut self) {
        self.levels.push(self.assertions.len());
    }

    /// How many levels there were to drop.
    pub fn pop(&mut self, levels: u32) -> u32 {
        let dropped = (levels as usize).min(self.levels.len());
        for _ in 0..dropped {
            if let Some(height) = self.levels.pop() {
                self.assertions.truncate(height);
            }
        }
        dropped as u32
    }

    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    /// The assertions level by level, the bottom first.
    pub fn by_level(&self) -> impl Iterator<Item = &[Term]> {
        let starts = std::iter::once(0).chain(self.levels.iter().copied());
        let ends = self
            .levels
            .iter()
            .copied()
            .chain(std::iter::once(self.assertions.len()));
        starts
            .zip(ends)
            .map(|(start, end)| &self.assertions[start..end])
    }
}
