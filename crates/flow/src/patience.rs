//! When to give up. Facts about a program are only of use when all of them were found, so an analysis that is told to
//! stop comes to nothing instead of to something incomplete.

use std::cell::Cell;

/// Between two looks at the clock.
const STEPS: u64 = 4096;

/// Asks somebody now and then whether to go on.
pub struct Patience<'a> {
    ends: &'a dyn Fn(u64) -> bool,
    steps: Cell<u64>,
    next: Cell<u64>,
    ended: Cell<bool>,
}

impl<'a> Patience<'a> {
    /// `ends` gets told how many steps were taken, and says whether that is enough.
    pub fn new(ends: &'a dyn Fn(u64) -> bool) -> Patience<'a> {
        Patience {
            ends,
            steps: Cell::new(0),
            next: Cell::new(0),
            ended: Cell::new(false),
        }
    }

    /// Waits for as long as it takes.
    pub fn endless() -> Patience<'static> {
        Patience::new(&|_| false)
    }

    /// Some more work was done. Says whether there is to be no more of it.
    pub fn is_over_after(&self, steps: u64) -> bool {
        let all = self.steps.get() + steps;
        self.steps.set(all);
        if all >= self.next.get() && !self.ended.get() {
            self.next.set(all + STEPS);
            self.ended.set((self.ends)(all));
        }
        self.ended.get()
    }
}
