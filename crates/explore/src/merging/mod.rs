//! Path merging: how far it goes, and what became of it at each branch.

pub(crate) mod worth;

use crate::regular::Followed;
use logic::{Bounds, Op, Pool, Term};
use machine::{MethodId, State};
use outcome::{Apart, BranchInfo, Place};
use std::collections::{BTreeMap, BTreeSet};

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
    /// How often they did so inside of a region of another branch.
    pub within: u64,
    /// How often that was taken back.
    pub taken_back: u64,
    /// Where sides became one, why some ways did not.
    pub except: BTreeMap<&'static str, u64>,
    /// How often no sides became one, by why.
    pub apart: BTreeMap<&'static str, u64>,
    /// Queries that depend on what came of merging here.
    pub(crate) asked: u64,
    /// Walks that merged nothing, by the number of the plan.
    pub(crate) wasted: [u32; 4],
    /// Walks that did, likewise.
    pub(crate) useful: [u32; 4],
}

/// The regions that a path has been through in which others became one with it.
#[derive(Clone, Default)]
pub struct Merged {
    /// In their order, with what it takes to go back before them.
    pub(crate) regions: imbl::Vector<Before>,
    /// What was decided within them, with the number of the region.
    pub(crate) decided: imbl::HashMap<Term, u32>,
    /// The guards of the ways through them, with the number of the region, where somebody wants to see inside.
    pub(crate) ways: imbl::Vector<(Term, u32)>,
    /// In which ranges values were proved to be on this path, by the windows of questions about them.
    pub(crate) ranges: imbl::HashMap<Term, (i128, i128)>,
    /// Branches at which nothing is to be merged on this path any more.
    pub(crate) undone: imbl::HashSet<(MethodId, u32)>,
}

/// A path at the branch of a region.
#[derive(Clone)]
pub(crate) struct Before {
    pub state: State,
    pub bounds: Bounds,
    /// How many conditions there were.
    pub conditions: usize,
    pub followed: Option<Followed>,
    pub branch: (MethodId, u32),
}

impl Merged {
    /// The conditions that something within a region depended on.
    pub fn conditions(&self) -> impl Iterator<Item = Term> + '_ {
        self.decided.keys().copied()
    }

    /// The regions by whose conditions some of these terms choose, the earliest first.
    pub(crate) fn behind(&self, pool: &Pool, terms: &[Term]) -> Vec<u32> {
        let mut conditions = Vec::new();
        pool.visit(terms, |term| {
            if pool.op(term) == Op::Ite {
                conditions.push(pool.children(term)[0]);
            }
        });
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        while let Some(condition) = conditions.pop() {
            if !seen.insert(condition) {
                continue;
            }
            if let Some(region) = self.decided.get(&condition) {
                found.insert(*region);
            } else if matches!(pool.op(condition), Op::Not | Op::And) {
                conditions.extend(pool.children(condition));
            }
        }
        found.into_iter().collect()
    }
}

/// The branches of a run: the method and the bytecode offset.
pub type Branches = BTreeMap<(MethodId, u32), Branch>;

/// Queries that may depend on what was merged at a branch: so many, and so many more for each time.
const FEW: u64 = 16;
const PER_MERGE: u64 = 4;
/// Walks without any gain after which a branch is left alone.
const ENOUGH: u32 = 3;

impl Branch {
    /// For whoever wants to know; `None` if there is nothing to tell.
    pub(crate) fn describe(&self, place: Place, library: bool) -> Option<BranchInfo> {
        let reasons = |from: &BTreeMap<&'static str, u64>| {
            let all = from.iter().map(|(why, count)| Apart {
                why: (*why).to_owned(),
                count: *count,
            });
            all.collect::<Vec<Apart>>()
        };
        let info = BranchInfo {
            merged: self.merged + self.within,
            taken_back: self.taken_back,
            except: reasons(&self.except),
            apart: reasons(&self.apart),
            ..BranchInfo::new(place, library)
        };
        (info.merged > 0 || !info.apart.is_empty()).then_some(info)
    }

    /// Whether it still makes sense to walk this plan.
    pub(crate) fn is_worth_it(&self, plan: usize) -> bool {
        let plan = plan.min(self.wasted.len() - 1);
        self.wasted[plan] < ENOUGH + 4 * self.useful[plan]
    }

    /// A query depends on what came of merging here. Where that happens again and again, the paths had better be kept
    /// apart: they will come apart anyway.
    pub(crate) fn ask(&mut self) {
        self.asked += 1;
        if self.asked > FEW + PER_MERGE * self.merged {
            self.asked = 0;
            self.regret();
        }
    }

    /// A merge turned out to cost more than it saved.
    pub(crate) fn regret(&mut self) {
        for (wasted, useful) in self.wasted.iter_mut().zip(self.useful) {
            *wasted += ENOUGH + 4 * useful;
        }
    }

    pub(crate) fn count(&mut self, plan: usize, gained: bool) {
        let plan = plan.min(self.wasted.len() - 1);
        match gained {
            true => self.useful[plan] += 1,
            false => self.wasted[plan] += 1,
        }
    }
}
