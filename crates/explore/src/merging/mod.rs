//! Path merging: how far it goes, and what became of it at each branch.

use machine::MethodId;
use std::collections::BTreeMap;

/// What is merged. Each level includes the ones before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Merge {
    /// Every path by itself.
    None,
    /// Branches without calls, whose sides all meet.
    Basic,
    /// And calls, by the receiver's class.
    Inline,
    /// And branches of which some ways do not meet the others: those go on by themselves.
    Exits,
    /// And ways that return early, where the method returns.
    Returns,
    /// And references that depend on the branch, new objects, loops, exceptions that are caught.
    #[default]
    Full,
}

/// What happened at one branch.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// How often its sides became one.
    pub merged: u64,
    /// How often they did not, by why.
    pub apart: BTreeMap<&'static str, u64>,
    /// Walks that merged nothing, by the number of the plan.
    pub(crate) wasted: [u32; 4],
    /// Regions that turned out to be too long.
    pub(crate) useful: [u32; 4],
}

/// The branches of a run: the method and the bytecode offset.
pub type Branches = BTreeMap<(MethodId, u32), Branch>;

/// Walks without any gain after which a branch is left alone.
const ENOUGH: u32 = 3;

impl Branch {
    /// Whether it still makes sense to walk this plan.
    pub(crate) fn is_worth_it(&self, plan: usize) -> bool {
        let plan = plan.min(self.wasted.len() - 1);
        self.wasted[plan] < ENOUGH + 4 * self.useful[plan]
    }

    pub(crate) fn count(&mut self, plan: usize, gained: bool) {
        let plan = plan.min(self.wasted.len() - 1);
        match gained {
            true => self.useful[plan] += 1,
            false => self.wasted[plan] += 1,
        }
    }
}
