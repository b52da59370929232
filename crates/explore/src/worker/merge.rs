//! Merging at a branch: both sides are walked to where they meet, side by side with the path that waits at the branch, and
//! become one state. What does not meet the others goes on as a path of its own, if there are inputs for it.

use super::{Checked, Worker};
use crate::merging::{Before, Merge};
use crate::path::{Asked, Decision, Path};
use logic::{Bounds, Term};
use machine::{Claims, ClassId, End, Merging, MethodId, Plan, Reached, State, Status, Stop};

/// Instructions that the walks from one branch may take.
const INSTRUCTIONS: u64 = 100_000;
/// Instructions that the initialiser of a class may take.
const INITIALIZER: u64 = 1_000_000;
/// Branches that they may split at.
const SPLITS: u32 = 100;
/// Questions about what is possible that they may have, whether or not a solver is needed.
const QUERIES: u32 = 64;
/// How often a solver may ask whether to go on before merging counts as too expensive.
const BRIEF: u64 = 500;
/// Ways that may stay apart.
const APART: usize = 24;

/// One way through a region.
struct Strand {
    state: State,
    bounds: Bounds,
    /// What was decided and assumed since the branch that the region begins with, in order.
    guard: Vec<Term>,
    /// Everything that was decided, implied or not, also on ways that have become one with this.
    decided: Vec<Term>,
    claims: Claims,
    end: Ended,
}

/// Where a way stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
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
struct Walk {
    instructions: u64,
    splits: u32,
    queries: u32,
    /// Whether that was too much.
    exhausted: bool,
    /// The number of the next object on any way.
    numbers: u32,
    /// States that became one.
    merged: u32,
    /// Why some did not.
    apart: Option<&'static str>,
    /// Branches inside, and whether something became one there.
    inside: Vec<(MethodId, u32, bool)>,
    calls: u64,
    /// A class that must be initialised before the branch.
    hoist: Option<ClassId>,
    /// Whether some way rests on an assumption, so that the ways together are not all there is.
    assumed: bool,
}

impl Worker<'_> {
    /// Tries to merge what follows from a question. `None` if it has to be answered as any other.
    pub(super) fn merge(&mut self, path: &mut Path, term: Term, guard: bool) -> Option<bool> {
        if self.config.merge == Merge::None || self.slices() {
            return None;
        }
        let here = path.state.current()?;
        if path.merged.undone.contains(&here) {
            return None;
        }
        let (number, plan) = self.plan(&path.state, guard, None)?;
        let (base, mut walk, exits) = self.walk_initialized(path, &plan, term);
        let site = self.branches.entry((plan.method, plan.pc)).or_default();
        // One instruction is worth it only if nothing of it is left.
        let met = exits.iter().filter(|exit| exit.end == Ended::Met).count();
        let whole = met <= 1 && exits.iter().all(|exit| exit.end != Ended::Stuck);
        let gained = walk.merged > 0 && !walk.exhausted && (whole || !plan.instruction);
        site.count(number, gained);
        let all_met = exits.iter().all(|exit| exit.end == Ended::Met);
        if !gained || self.config.merge < Merge::Exits && !all_met {
            let why = walk.apart.unwrap_or("its ways end in different places");
            *site.apart.entry(why).or_default() += 1;
            path.state = base;
            return None;
        }
        site.merged += 1;
        if let Some(why) = walk.apart {
            *site.except.entry(why).or_default() += 1;
        }
        for (method, pc, merged) in std::mem::take(&mut walk.inside) {
            let inner = self.branches.entry((method, pc)).or_default();
            match (merged, walk.apart) {
                (true, _) => inner.within += 1,
                (false, Some(why)) => *inner.apart.entry(why).or_default() += 1,
                (false, None) => {}
            }
        }
        self.limits.region_done();
        self.findings.stats.add_to("merged_regions", 1);
        self.findings.stats.add_to("inlined_calls", walk.calls);
        let walked = walk.mark(&exits);
        Some(self.leave_region(path, base, (number, walked), &plan, exits, walk.assumed))
    }

    /// The ways from a branch, and the state before it, in which the classes are initialised that they need and of which
    /// nobody can tell when that happens.
    fn walk_initialized(
        &mut self,
        path: &mut Path,
        plan: &Plan,
        term: Term,
    ) -> (State, Walk, Vec<Strand>) {
        loop {
            let base = path.state.snapshot();
            let mut walk = Walk::new();
            let exits = self.walk_from(path, plan, term, &mut walk);
            let Some(class) = walk.hoist else {
                return (base, walk, exits);
            };
            path.state = base.clone();
            if !self.initialize_early(path, class, term) {
                path.state = base;
                self.machine.comes_in_time(class);
            }
        }
    }

    /// Initialises a class before the branch at which a path is. `false` if that does not come back to the branch as if
    /// nothing had happened.
    fn initialize_early(&mut self, path: &mut Path, class: ClassId, term: Term) -> bool {
        let (here, depth) = (path.state.current(), path.state.stack.depth());
        let inputs = path.state.inputs.len();
        let begun = self.machine.initialize_now(&mut path.state, class);
        if begun.is_some() {
            return false;
        }
        let stop = self.machine.run(&mut path.state, INITIALIZER);
        let state = &path.state;
        matches!(stop, Stop::Branch(again) | Stop::Guard(again) if again == term)
            && (state.current(), state.stack.depth()) == (here, depth)
            && state.inputs.len() == inputs
            && state
                .class(class)
                .is_some_and(|class| class.status == Status::Initialized)
    }

    fn slices(&self) -> bool {
        self.steering.is_some() && self.config.strategy.slices()
    }

    /// The region to walk from here, if any is worth it. What came of walks before counts only for the outermost one:
    /// whoever repeats a path must find the same regions within its regions.
    fn plan(&mut self, state: &State, guard: bool, outer: Option<&Plan>) -> Option<(usize, Plan)> {
        let level = self.config.merge;
        let plans = self.machine.plans(state);
        let first = plans.first()?;
        let site = self.branches.entry((first.method, first.pc)).or_default();
        let mut why = "its sides do not meet again";
        for (number, plan) in plans.iter().enumerate() {
            let has = &plan.contents;
            why = match () {
                () if plan.instruction && !(guard || has.calls && level == Merge::Full) => {
                    return None;
                }
                () if has.decides_loop => "it decides whether a loop goes on",
                () if has.meeting < 2 => "a side throws or leaves",
                () if has.calls && level < Merge::Inline => "a side has calls",
                () if has.loops && level < Merge::Full => "a side has a loop",
                () if has.allocates && level < Merge::Exits => "a side makes objects",
                () if has.leaves && level < Merge::Exits => "a side leaves by another way",
                () if plan.at_return && level < Merge::Returns => {
                    "its sides meet only at the return"
                }
                () if plan.at_return && state.stack.depth() < 2 => {
                    "its sides meet only where the entry returns"
                }
                () if outer.is_none() && !site.is_worth_it(number) => "it did not pay off before",
                () => match outer {
                    None => return Some((number, plan.clone())),
                    Some(outer) => match plan.clone().inside(outer) {
                        Some(plan) => return Some((number, plan)),
                        None => "its sides meet only behind the region around it",
                    },
                },
            };
        }
        *site.apart.entry(why).or_default() += 1;
        None
    }

    /// All ways from the branch to where its sides meet, or to where they leave.
    fn walk_from(
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
            let (condition, guard) = self.apart(&known.guard, &strand.guard);
            let live = self.machine.live_here(&known.state);
            let how = Merging {
                base,
                condition,
                live: &live,
                references: self.config.merge == Merge::Full,
            };
            match self.machine.merge(&how, &known.state, &strand.state) {
                Ok(state) => {
                    walk.merged += 1;
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
                        end: known.end,
                    };
                    return;
                }
                Err(why) => walk.apart = Some(why),
            }
        }
        all.push(strand);
    }

    /// What tells two ways apart, and what holds on both of them together.
    fn apart(&mut self, one: &[Term], two: &[Term]) -> (Term, Vec<Term>) {
        let common = one.iter().zip(two).take_while(|(a, b)| a == b).count();
        let (one, rest) = (&one[common..], &two[common..]);
        let mut guard = two[..common].to_vec();
        let pool = &mut self.machine.pool;
        let first = one.first().copied();
        let opposite = match (first, rest.first()) {
            (Some(a), Some(b)) => pool.not(a) == *b,
            _ => false,
        };
        let condition = match first {
            Some(first) if opposite => first,
            _ => self.all(one),
        };
        if !(opposite && one.len() == 1 && rest.len() == 1) {
            let (a, b) = (self.all(one), self.all(rest));
            let either = self.machine.pool.or(a, b);
            if self.machine.pool.as_bool(either) != Some(true) {
                guard.push(either);
            }
        }
        (condition, guard)
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
            let stop = self.machine.walk(&mut strand.state, plan, left, answered);
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
                Stop::End(_) => {
                    walk.apart = Some("a path ends on a side");
                    return strand.ends(Ended::Stuck);
                }
            };
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
        // Whoever repeats the walk has another model, and must come as far.
        walk.queries += 1;
        let (pool, model) = (&self.machine.pool, &path.model);
        if self.evaluator.eval_bool(pool, model, all) == Ok(true) {
            return true;
        }
        self.effort = Some(BRIEF);
        let answer = self.check(path, Some(all));
        self.effort = None;
        !matches!(answer, Checked::Unsat)
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

    /// The path goes on with the way that its model takes; the others wait.
    fn leave_region(
        &mut self,
        path: &mut Path,
        base: State,
        (number, walked): (usize, u32),
        plan: &Plan,
        exits: Vec<Strand>,
        assumed: bool,
    ) -> bool {
        let mut own = None;
        let mut open = Vec::new();
        for (index, strand) in exits.into_iter().enumerate() {
            let guard = self.all(&strand.guard);
            let (pool, model) = (&self.machine.pool, &path.model);
            if own.is_none() && self.evaluator.eval_bool(pool, model, guard) == Ok(true) {
                own = Some((index, guard, strand));
            } else {
                open.push((index, guard, strand));
            }
        }
        let before = Before {
            state: base,
            bounds: path.bounds.clone(),
            conditions: path.conditions.len(),
            followed: path.followed.clone(),
            branch: (plan.method, plan.pc),
        };
        let mut others = 0;
        let mut sides = Vec::new();
        for (index, guard, strand) in open {
            let answer = match self.check_merged(path, guard) {
                Ok(answer) => answer,
                Err(regions) => {
                    path.state = before.state;
                    self.undo(path, &regions);
                    return true;
                }
            };
            match answer {
                Checked::Sat(model) if own.is_none() => {
                    // An assumption on its way rules the model out.
                    path.model = model;
                    own = Some((index, guard, strand));
                }
                Checked::Sat(model) => {
                    others += 1;
                    let mut side = path.split(model);
                    side.number = self.next_fork().unwrap_or(0);
                    let to = Exit {
                        number,
                        index,
                        walked,
                        guard,
                        forked: true,
                    };
                    self.enter(&mut side, &before, strand, to);
                    sides.push(side);
                }
                Checked::Unsat => {}
                Checked::Unknown => {
                    others += 1;
                    self.solver_unknown(path);
                }
            }
        }
        for side in sides {
            self.wait(side);
        }
        let Some((index, guard, strand)) = own else {
            return false;
        };
        let certain = self.machine.pool.as_bool(guard) == Some(true);
        let to = Exit {
            number,
            index,
            walked,
            guard,
            forked: others > 0 || assumed && !certain,
        };
        self.enter(path, &before, strand, to);
        true
    }

    /// Whether a path and a condition can hold together. If that is hard to tell because of what paths have become one
    /// on the way, says which regions those were.
    pub(super) fn check_merged(
        &mut self,
        path: &mut Path,
        also: Term,
    ) -> Result<Checked, Vec<u32>> {
        if path.merged.regions.is_empty() {
            return Ok(self.check(path, Some(also)));
        }
        let mut terms = path.conditions.clone();
        terms.push(also);
        let regions = path.merged.behind(&self.machine.pool, &terms);
        if regions.is_empty() {
            return Ok(self.check(path, Some(also)));
        }
        let merged = &path.merged.regions;
        let mut branches: Vec<_> = regions.iter().map(|r| merged[*r as usize].branch).collect();
        branches.sort_unstable();
        branches.dedup();
        for branch in branches {
            self.branches.entry(branch).or_default().ask();
        }
        // The more paths have become one, the more is lost by taking them apart.
        self.effort = Some(BRIEF * (1 + regions.len() as u64));
        let answer = self.check(path, Some(also));
        self.effort = None;
        match answer {
            Checked::Unknown => Err(regions),
            answer => Ok(answer),
        }
    }

    /// Whether a path that goes back to a state would ask for its inputs in the same order again: their numbers name them.
    fn keeps_inputs(path: &Path, before: &State) -> bool {
        let since = path.state.inputs.iter().skip(before.inputs.len());
        since.into_iter().all(|input| input.when.is_none())
    }

    /// Goes back to before the first of some regions and takes the paths through them one by one. What the path has
    /// found out about its inputs since then stays, where that can be: the others are on paths of their own.
    pub(super) fn undo(&mut self, path: &mut Path, regions: &[u32]) {
        let Some(&first) = regions.first() else {
            return;
        };
        for region in regions {
            let branch = path.merged.regions[*region as usize].branch;
            path.merged.undone.insert(branch);
            // Other paths had better not try the same.
            let site = self.branches.entry(branch).or_default();
            site.taken_back += 1;
            site.regret();
        }
        self.go_back(path, first);
        self.findings.stats.add_to("merges_undone", 1);
        path.decisions.push(Decision {
            kind: Asked::Undo,
            answer: u128::from(first),
            forked: false,
        });
    }

    pub(super) fn go_back(&mut self, path: &mut Path, region: u32) {
        let Some(before) = path.merged.regions.get(region as usize).cloned() else {
            return;
        };
        // What was done is done, even if it was in vain.
        let instructions = path.state.instructions;
        if !Self::keeps_inputs(path, &before.state) {
            // What was found out since may be about inputs that now get other numbers.
            path.conditions.truncate(before.conditions);
            path.bounds = before.bounds;
        }
        path.state = before.state;
        path.state.instructions = instructions;
        path.followed = before.followed;
        path.merged.regions.truncate(region as usize);
        path.merged.decided.retain(|_, of| *of < region);
    }

    fn all(&mut self, terms: &[Term]) -> Term {
        let mut all = self.machine.pool.tt();
        for term in terms {
            all = self.machine.pool.and(all, *term);
        }
        all
    }

    /// Puts a path at the end of one way through a region.
    fn enter(&mut self, path: &mut Path, before: &Before, strand: Strand, to: Exit) {
        let base = &before.state;
        let region = path.merged.regions.len() as u32;
        path.merged.regions.push_back(before.clone());
        self.machine.claim(strand.claims);
        for term in strand.decided {
            if self.machine.pool.sort(term) != logic::Sort::Bool {
                path.merged.decided.entry(term).or_insert(region);
                continue;
            }
            let not = self.machine.pool.not(term);
            for term in [term, not] {
                path.merged.decided.entry(term).or_insert(region);
            }
        }
        let guard = to.guard;
        let met = strand.end == Ended::Met;
        path.state = strand.state;
        path.state.heap.collect_as(&base.heap);
        path.state.forks = base.forks;
        if to.forked {
            let narrow = path.bounds.narrowed(&mut self.machine.pool, guard);
            path.conditions.push(narrow);
            path.state.forks += 1;
        }
        if met {
            path.bounds.learn(&self.machine.pool, guard, true);
        } else {
            path.bounds = strand.bounds;
            path.bounds.learn(&self.machine.pool, guard, true);
        }
        path.decisions.push(Decision {
            kind: Asked::Region,
            answer: (to.number as u128) << 64 | u128::from(to.walked) << 32 | to.index as u128,
            forked: to.forked,
        });
        let fixed = path.bounds.take_fixed();
        if !fixed.is_empty() {
            self.machine.fix(&mut path.state, &fixed);
        }
    }

    /// Repeats a walk that another worker made. `false` if it cannot be.
    pub(super) fn repeat_region(
        &mut self,
        path: &mut Path,
        term: Term,
        decision: Decision,
    ) -> bool {
        let number = (decision.answer >> 64) as usize;
        let index = decision.answer as u32 as usize;
        let walked = (decision.answer >> 32) as u32;
        let plans = self.machine.plans(&path.state);
        let Some(plan) = plans.get(number) else {
            return false;
        };
        let (base, walk, mut exits) = self.walk_initialized(path, plan, term);
        // Whoever came to other ways does not know which of them is meant.
        if index >= exits.len() || walk.mark(&exits) != walked {
            return false;
        }
        let strand = exits.swap_remove(index);
        let to = Exit {
            number,
            index,
            walked,
            guard: self.all(&strand.guard),
            forked: decision.forked,
        };
        let before = Before {
            state: base,
            bounds: path.bounds.clone(),
            conditions: path.conditions.len(),
            followed: path.followed.clone(),
            branch: (plan.method, plan.pc),
        };
        self.enter(path, &before, strand, to);
        true
    }
}

/// A way out of a region.
struct Exit {
    /// The number of the plan.
    number: usize,
    /// The number of the way.
    index: usize,
    /// A mark of all that was walked.
    walked: u32,
    guard: Term,
    /// Whether there are others.
    forked: bool,
}

impl Strand {
    fn fork(&mut self) -> Strand {
        Strand {
            state: self.state.snapshot(),
            bounds: self.bounds.clone(),
            guard: self.guard.clone(),
            decided: self.decided.clone(),
            claims: self.claims.clone(),
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
    fn mark(&self, exits: &[Strand]) -> u32 {
        let counts = [u64::from(self.merged), u64::from(self.splits)];
        let parts = exits.iter().map(|exit| exit.end as u64).chain(counts);
        let mix = |mark: u64, part: u64| (mark ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (parts.fold(1, mix) >> 32) as u32
    }

    fn new() -> Walk {
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
        }
    }
}
