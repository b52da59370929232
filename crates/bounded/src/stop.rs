//! Giving up in time. Graphs and formulas can grow without end; whoever makes them asks here every now and then whether to
//! go on.

use crate::reasons::Undecided;
use solver::Interrupter;
use std::time::Instant;

/// When to give up: at a time, or when somebody says so.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    pub deadline: Option<Instant>,
    pub interrupter: Interrupter,
}

/// More terms than this are no formula that a solver would come to an end with.
const TERMS: usize = 40_000_000;

/// How often the clock is looked at.
const OFTEN: u32 = 256;

impl Stop {
    /// Why to give up, if so.
    pub fn check(&self) -> Result<(), Undecided> {
        if self.interrupter.is_set() {
            return Err(Undecided::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Undecided::Time),
            _ => Ok(()),
        }
    }
}

/// Asks once in a while, at little cost; once it is time, it stays so.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Stop,
    ticks: u32,
    why: Option<Undecided>,
}

impl Watch {
    pub fn new(stop: &Stop) -> Watch {
        Watch {
            stop: stop.clone(),
            ..Watch::default()
        }
    }

    /// Counts a step; `terms` is how large the formula is.
    pub fn tick(&mut self, terms: usize) -> Result<(), Undecided> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.why.is_none() && self.ticks.is_multiple_of(OFTEN) {
            self.why = self.stop.check().err();
            if terms > TERMS {
                self.why = Some(Undecided::TooLarge(TERMS));
            }
        }
        match &self.why {
            Some(why) => Err(why.clone()),
            None => Ok(()),
        }
    }
}
