//! Walking a region: both answers to a branch are followed on the machine to where its sides meet, with the branches in
//! between likewise, and the ways that come to the same place become one.

use super::{Checked, Worker};
use crate::merging::Merge;
use crate::path::Path;
use crate::strands;
use logic::{Bounds, Term};
use machine::{Claims, ClassId, End, MethodId, Plan, Reached, State, Stop};
use std::time::Instant;

/// Instructions that the walks from one branch may take.
const INSTRUCTIONS: u64 = 100_000;
/// Branches that they may split at.
const SPLITS: u32 = 100;
/// Questions about what is possible that they may have, whether or not a solver is needed.
const QUERIES: u32 = 64;
/// Ways that may stay apart.
const APART: usize = 24;
/// How often a solver may ask whether to go on before merging counts as too expensive.
pub(super) const BRIEF: u64 = 500;

/// One way through a region.
pub(super) struct Strand {
    pub state: State,
    pub bounds: Bounds,
    /// What was decided and assumed since the branch that the region begins with, in order.
    pub guard: Vec<Term>,
    /// Everything that was decided, implied or not, also on ways that have become one with this.
    pub decided: Vec<Term>,
    pub claims: Claims,
    /// Where somebody wants to see inside of regions, the guards of the ways that have become one in this.
    pub ways: Vec<Term>,
    pub end: Ended,
}

/// Where a way stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Where the sides of the branch meet.
    Met,
    /// Outside of the region; a region around it may go on.
    Left,
    /// About to throw an exception that the region does not catch; a region around it may go on.
    Throwing,
    /// At something that no region has.
    Stuck,
}

/// What the walks from one branch have come to.
pub(super) struct Walk {
    pub instructions: u64,
    pub splits: u32,
    pub queries: u32,
    /// Whether that was too much.
    pub exhausted: bool,
    /// The number of the next object on any way.
    pub numbers: u32,
    /// States that became one.
    pub merged: u32,
    /// Why some did not.
    pub apart: Option<&'static str>,
    /// Branches inside, and whether something became one there.
    pub inside: Vec<(MethodId, u32, bool)>,
    pub calls: u64,
    /// A class that must be initialised before the branch.
    pub hoist: Option<ClassId>,
    /// Whether some way rests on an assumption, so that the ways together are not all there is.
    pub assumed: bool,
    /// Whether an instruction that is no branch had a question.
    pub asked_within: bool,
    /// Whether the path has no model yet because its decisions are being repeated.
    pub repeated: bool,
    /// What came of the questions, of which so many were asked: a bit is set where the answer was that something is not
    /// possible. Another worker's solver may come to less, and its walk to other ways.
    pub answers: u64,
    pub asked: u32,
}

impl Worker<'_> {
    /// All ways from the branch to where its sides meet, or to where they leave.
    pub(super) fn walk_from(
        &mut self,
        path: &mut Path,
        plan: &Plan,
        term: Term,
        walk: &mut Walk,
    ) -> Vec<Strand> {
        let mut state = path.state.snapshot();
        state.heap.keep_all();
        let strand = Strand {
            state,
            bounds: path.bounds.clone(),
            guard: Vec::new(),
            decided: Vec::new(),
            claims: Claims::default(),
            ways: Vec::new(),
            end: Ended::Left,
        };
        self.split(path, strand, term, plan, walk)
    }

    /// Answers the question of a strand both ways and follows each to where the plan's sides meet.
    fn split(
        &mut self,
        path: &mut Path,
        mut strand: Strand,
        term: Term,
        plan: &Plan,
        walk: &mut Walk,
    ) -> Vec<Strand> {
        walk.splits += 1;
        let narrow = strand.bounds.narrowed(&mut self.machine.pool, term);
        let mut other = strand.fork();
        let base = strand.state.snapshot();
        let bounds = strand.bounds.clone();
        self.take(&mut strand, term, narrow, true);
        let one = self.follow_strand(path, strand, plan, true, walk);
        if walk.hoist.is_some() {
            return Vec::new();
        }
        for done in &one {
            self.machine.share_constants(&done.state, &mut other.state);
        }
        let shared = other.state.snapshot();
        self.take(&mut other, term, narrow, false);
        let two = self.follow_strand(path, other, plan, true, walk);
        if walk.hoist.is_some() {
            return Vec::new();
        }
        let mut all = one;
        for strand in two {
            self.join(&base, &bounds, &shared, &mut all, strand, walk);
        }
        all
    }

    fn take(&mut self, strand: &mut Strand, term: Term, narrow: Term, holds: bool) {
        self.machine.learn(&mut strand.state, term, holds);
        strand.bounds.learn(&self.machine.pool, term, holds);
        strand.state.forks += 1;
        let guard = if holds {
            narrow
        } else {
            self.machine.pool.not(narrow)
        };
        strand.guard.push(guard);
        strand.decided.push(narrow);
        strand.decided.push(term);
    }

    /// Adds a way to those that have come to their ends, as one with another if that can be.
    fn join(
        &mut self,
        base: &State,
        bounds: &Bounds,
        shared: &State,
        all: &mut Vec<Strand>,
        strand: Strand,
        walk: &mut Walk,
    ) {
        for known in all.iter_mut() {
            // What is about to throw is still at the instruction that told the two apart.
            if known.end != strand.end || matches!(known.end, Ended::Stuck | Ended::Throwing) {
                continue;
            }
            if self.config.merge < Merge::Full
                && (known.state.heap.bytes() != base.heap.bytes()
                    || strand.state.heap.bytes() != shared.heap.bytes())
            {
                walk.apart = Some("a side makes objects");
                continue;
            }
            let one = (&known.state, &known.guard[..]);
            let two = (&strand.state, &strand.guard[..]);
            let references = self.config.merge == Merge::Full;
            match strands::join(&mut self.machine, base, one, two, references) {
                Ok((state, condition, guard)) => {
                    walk.merged += 1;
                    let ways = self.ways_of(known, &strand);
                    let mut decided = std::mem::take(&mut known.decided);
                    decided.extend(strand.decided);
                    let mut claims = std::mem::take(&mut known.claims);
                    claims.add(strand.claims);
                    decided.push(condition);
                    decided.sort_unstable();
                    decided.dedup();
                    *known = Strand {
                        state,
                        bounds: bounds.clone(),
                        guard,
                        decided,
                        claims,
                        ways,
                        end: known.end,
                    };
                    return;
                }
                Err(why) => walk.apart = Some(why),
            }
        }
        all.push(strand);
    }

    /// The guards of the ways that two strands consist of.
    fn ways_of(&mut self, one: &Strand, two: &Strand) -> Vec<Term> {
        let mut ways = Vec::new();
        if self.config.paths.is_some() {
            for strand in [one, two] {
                match strand.ways.is_empty() {
                    true => ways.push(strands::all(&mut self.machine.pool, &strand.guard)),
                    false => ways.extend(&strand.ways),
                }
            }
        }
        ways
    }

    /// Runs one way to where the plan's sides meet, splitting and merging at the branches in between. `answered` if it has
    /// just been given an answer.
    fn follow_strand(
        &mut self,
        path: &mut Path,
        mut strand: Strand,
        plan: &Plan,
        mut answered: bool,
        walk: &mut Walk,
    ) -> Vec<Strand> {
        loop {
            let left = INSTRUCTIONS.saturating_sub(walk.instructions);
            let used_up = left == 0 || walk.splits > SPLITS || walk.queries > QUERIES;
            if used_up || self.limits.exceeded() {
                walk.apart = Some("the ways from it are too long");
                walk.exhausted = true;
                return strand.ends(Ended::Stuck);
            }
            let (before, calls) = (strand.state.instructions, strand.state.frames_made);
            // Ways that may become one later do not use the same number for different objects.
            strand.state.heap.number_from(walk.numbers);
            let claimed = self.machine.take_claims();
            let started = Instant::now();
            let stop = self.machine.walk(&mut strand.state, plan, left, answered);
            self.running += started.elapsed();
            strand.claims.add(self.machine.take_claims());
            self.machine.claim(claimed);
            answered = !matches!(stop, Stop::Fuel);
            walk.instructions += strand.state.instructions - before;
            walk.numbers = strand.state.heap.next_number();
            walk.calls += u64::from(strand.state.frames_made.saturating_sub(calls));
            let (term, guard) = match stop {
                Stop::Region(Reached::Meet) => return strand.ends(Ended::Met),
                Stop::Region(Reached::Initialization(class)) => {
                    walk.hoist = Some(class);
                    return Vec::new();
                }
                Stop::Region(reached) => {
                    if reached == Reached::Throw {
                        walk.apart = Some("an exception leaves a side");
                        return strand.ends(Ended::Throwing);
                    }
                    return strand.ends(Ended::Left);
                }
                Stop::Branch(term) => (term, false),
                Stop::Guard(term) => (term, true),
                Stop::Value(_) if self.slices() => {
                    walk.asked_within = true;
                    return strand.ends(Ended::Stuck);
                }
                Stop::Assume(term) => match self.assume_in(path, &mut strand, term, walk) {
                    true => continue,
                    false => return Vec::new(),
                },
                Stop::Value(term) => match strand.bounds.value(&self.machine.pool, term) {
                    Some(value) => {
                        self.machine.learn_value(&mut strand.state, term, value);
                        strand.decided.push(term);
                        continue;
                    }
                    None => {
                        walk.apart = Some("a side needs the value of a number");
                        return strand.ends(Ended::Stuck);
                    }
                },
                Stop::End(End::Infeasible) => {
                    walk.assumed = true;
                    return Vec::new();
                }
                Stop::Fuel => continue,
                Stop::Calling | Stop::Returned => {
                    walk.apart = Some("an event of the property happens on a side");
                    return strand.ends(Ended::Stuck);
                }
                Stop::End(_) | Stop::Deeper | Stop::Head => {
                    walk.apart = Some("a path ends on a side");
                    return strand.ends(Ended::Stuck);
                }
            };
            walk.asked_within |= !self.machine.is_at_branch(&strand.state);
            if let Some(holds) = strand.bounds.decide(&self.machine.pool, term) {
                self.machine.learn(&mut strand.state, term, holds);
                strand.decided.push(term);
                continue;
            }
            let Some((_, nested)) = self.plan(&strand.state, guard, Some(plan)) else {
                if self.only_side(path, &mut strand, term, walk) {
                    continue;
                }
                // No region belongs to the branch: its sides go on by themselves.
                return self.split(path, strand, term, plan, walk);
            };
            // The region inside has a meeting point of its own; what leaves it goes on in this one.
            let mut ends = Vec::new();
            let merged = walk.merged;
            let inside = self.split(path, strand, term, &nested, walk);
            walk.inside
                .push((nested.method, nested.pc, walk.merged > merged));
            for inner in inside {
                if inner.end == Ended::Met && nested.returns_as(plan) {
                    ends.push(inner);
                } else if inner.end == Ended::Stuck || ends.len() > APART {
                    ends.extend(inner.ends(Ended::Stuck));
                } else {
                    ends.extend(self.follow_strand(path, inner, plan, false, walk));
                }
            }
            return ends;
        }
    }

    /// Takes the only side that a strand's question has, if the solver finds that there is but one.
    fn only_side(
        &mut self,
        path: &mut Path,
        strand: &mut Strand,
        term: Term,
        walk: &mut Walk,
    ) -> bool {
        let not = self.machine.pool.not(term);
        for (side, other, holds) in [(term, not, true), (not, term, false)] {
            if !self.is_possible(path, strand, other, walk) {
                self.machine.learn(&mut strand.state, term, holds);
                strand.decided.push(term);
                strand.bounds.learn(&self.machine.pool, side, true);
                return true;
            }
        }
        false
    }

    /// Whether a strand and a condition can hold together, as far as the solver can tell.
    fn is_possible(
        &mut self,
        path: &mut Path,
        strand: &Strand,
        also: Term,
        walk: &mut Walk,
    ) -> bool {
        let mut all = also;
        for term in &strand.guard {
            all = self.machine.pool.and(all, *term);
        }
        match self.machine.pool.as_bool(all) {
            Some(known) => return known,
            None if strand.bounds.decide(&self.machine.pool, all) == Some(false) => return false,
            None => {}
        }
        // Whoever repeats the walk has no model, and must come as far.
        walk.queries += 1;
        let bit = 1_u64.checked_shl(walk.asked).unwrap_or(0);
        walk.asked += 1;
        if walk.repeated && bit != 0 {
            return walk.answers & bit == 0;
        }
        let (pool, model) = (&self.machine.pool, &path.model);
        if !walk.repeated && self.evaluator.eval_bool(pool, model, all) == Ok(true) {
            return true;
        }
        self.effort = Some(BRIEF);
        let answer = self.check(path, Some(all));
        self.effort = None;
        let possible = !matches!(answer, Checked::Unsat);
        if !possible {
            walk.answers |= bit;
        }
        possible
    }

    /// The strand goes on where the condition holds; `false` if that is nowhere.
    fn assume_in(
        &mut self,
        path: &mut Path,
        strand: &mut Strand,
        term: Term,
        walk: &mut Walk,
    ) -> bool {
        walk.assumed = true;
        if self.machine.pool.as_bool(term) == Some(false) {
            return false;
        }
        self.machine
            .define(&mut self.evaluator, &mut path.model, term);
        self.machine.learn(&mut strand.state, term, true);
        strand.decided.push(term);
        if strand.bounds.decide(&self.machine.pool, term) != Some(true) {
            strand.bounds.learn(&self.machine.pool, term, true);
            strand.guard.push(term);
        }
        true
    }
}

impl Strand {
    /// Whether there are inputs that were not there before the branch.
    pub(super) fn made_inputs(&self, base: &State) -> bool {
        self.state.inputs.len() != base.inputs.len()
    }

    fn fork(&mut self) -> Strand {
        Strand {
            state: self.state.snapshot(),
            bounds: self.bounds.clone(),
            guard: self.guard.clone(),
            decided: self.decided.clone(),
            claims: self.claims.clone(),
            ways: self.ways.clone(),
            end: Ended::Left,
        }
    }

    fn ends(mut self, end: Ended) -> Vec<Strand> {
        self.end = end;
        vec![self]
    }
}

impl Walk {
    /// Tells walks apart that went differently.
    pub(super) fn mark(&self, exits: &[Strand]) -> u32 {
        let counts = [u64::from(self.merged), u64::from(self.splits)];
        let parts = exits.iter().map(|exit| exit.end as u64).chain(counts);
        let mix = |mark: u64, part: u64| (mark ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (parts.fold(1, mix) >> 32) as u32
    }

    /// A walk that repeats another has the answers of that.
    pub(super) fn new(repeated: Option<u64>) -> Walk {
        Walk {
            instructions: 0,
            splits: 0,
            queries: 0,
            exhausted: false,
            numbers: 0,
            merged: 0,
            apart: None,
            inside: Vec::new(),
            calls: 0,
            hoist: None,
            assumed: false,
            asked_within: false,
            repeated: repeated.is_some(),
            answers: repeated.unwrap_or(0),
            asked: 0,
        }
    }
}
