//! Merging at a branch: both sides are walked to where they meet, side by side with the path that waits at the branch, and
//! become one state. What does not meet the others goes on as a path of its own, if there are inputs for it.

use super::walk::{BRIEF, Ended, Strand, Walk};
use super::{Checked, Worker};
use crate::merging::{Before, Merge};
use crate::path::{Asked, Decision, Path};
use crate::strands;
use logic::Term;
use machine::{Plan, State};
use outcome::{Reason, ReasonKind};

/// Ways through the regions of a path, where each of them is taken by itself afterwards.
const MOST_WAYS: usize = 200;

impl Worker<'_> {
    /// Tries to merge what follows from a question. `None` if it has to be answered as any other.
    pub(super) fn merge(&mut self, path: &mut Path, term: Term, guard: bool) -> Option<bool> {
        if self.config.merge == Merge::None || self.aside.is_some() || guard && self.slices() {
            return None;
        }
        let here = path.state.current()?;
        if path.merged.undone.contains(&here) {
            return None;
        }
        let (number, plan) = self.plan(&path.state, guard, None)?;
        if self.slices() && plan.at_return {
            return None;
        }
        if !self.may_walk() {
            let site = self.branches.entry((plan.method, plan.pc)).or_default();
            *site.apart.entry("too much was walked in vain").or_default() += 1;
            return None;
        }
        let before = self.done().units();
        let reused = std::mem::take(&mut self.machine.reused);
        let (base, mut walk, exits) = self.walk_initialized(path, &plan, term, None);
        let within = std::mem::replace(&mut self.machine.reused, reused);
        if self.slices() && !self.is_one_instruction(&plan, &base, &walk, &exits) {
            path.state = base;
            return None;
        }
        // The value that an input is given must be known before a way is chosen by it, and whoever takes a way by itself
        // has to know the inputs by their numbers.
        let numbered = self.gives_initial_values() || self.config.paths.is_some();
        let made = exits.iter().any(|exit| exit.made_inputs(&base));
        let ways = exits.iter().map(|exit| exit.ways.len()).sum::<usize>();
        if numbered && made || ways + path.merged.ways.len() > MOST_WAYS {
            path.state = base;
            return None;
        }
        self.walked += u64::from(walk.splits);
        let spent = self.done().units() - before;
        let site = self.branches.entry((plan.method, plan.pc)).or_default();
        // One instruction is worth it only if nothing of it is left.
        let met = exits.iter().filter(|exit| exit.end == Ended::Met).count();
        let whole = met <= 1 && exits.iter().all(|exit| exit.end != Ended::Stuck);
        let gained = walk.merged > 0 && !walk.exhausted && (whole || !plan.instruction);
        site.count(number, gained);
        let all_met = exits.iter().all(|exit| exit.end == Ended::Met);
        if !gained || self.config.merge < Merge::Exits && !all_met {
            self.in_vain += spent;
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
        if let (Some(steering), [exit]) = (&self.steering, &exits[..]) {
            let decided = exit.decided.iter().copied();
            let decided = decided.chain(within.into_iter().map(|reused| reused.term));
            steering.note_region(&self.machine, path, &base, decided);
        }
        let walked = Walked {
            number,
            mark: walk.mark(&exits),
            answers: walk.answers,
        };
        Some(self.leave_region(path, base, walked, &plan, exits, walk.assumed))
    }

    /// The ways from a branch, and the state before it, in which the classes are initialised that they need and of which
    /// nobody can tell when that happens.
    fn walk_initialized(
        &mut self,
        path: &mut Path,
        plan: &Plan,
        term: Term,
        repeated: Option<u64>,
    ) -> (State, Walk, Vec<Strand>) {
        let (mut answers, mut asked) = (repeated.unwrap_or(0), 0);
        loop {
            let base = path.state.snapshot();
            let mut walk = Walk::new(repeated);
            (walk.answers, walk.asked) = (answers, asked);
            let exits = self.walk_from(path, plan, term, &mut walk);
            (answers, asked) = (walk.answers, walk.asked);
            let Some(class) = walk.hoist else {
                return (base, walk, exits);
            };
            path.state = base.clone();
            if !strands::initialize_early(&mut self.machine, &mut path.state, class, term) {
                path.state = base;
                self.machine.comes_in_time(class);
            }
        }
    }

    /// Whether a region is to a slice what an instruction is: it has one end, where it changes what it changes, and
    /// nothing but its branches is decided in it.
    fn is_one_instruction(&self, plan: &Plan, base: &State, walk: &Walk, exits: &[Strand]) -> bool {
        let [exit] = exits else {
            return false;
        };
        let own = self.machine.is_program(plan.method);
        exit.end == Ended::Met
            && !walk.assumed
            && !walk.asked_within
            && !exit.made_inputs(base)
            && (own || exit.state.trace.len() == base.trace.len())
    }

    pub(super) fn slices(&self) -> bool {
        self.steering.is_some() && self.config.strategy.slices()
    }

    /// The region to walk from here, if any is worth it. What came of walks before counts only for the outermost one:
    /// whoever repeats a path must find the same regions within its regions.
    pub(super) fn plan(
        &mut self,
        state: &State,
        guard: bool,
        outer: Option<&Plan>,
    ) -> Option<(usize, Plan)> {
        let level = self.config.merge;
        let plans = self.machine.plans(state);
        let first = plans.first()?;
        let site = self.branches.entry((first.method, first.pc)).or_default();
        let mut why = "its sides do not meet again";
        for (number, plan) in plans.iter().enumerate() {
            let has = &plan.contents;
            why = match () {
                // What a native asks for itself tells apart what it makes; only a choice of objects is worth it.
                () if plan.instruction && !guard => return None,
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

    /// The path goes on with the way that its model takes; the others wait.
    fn leave_region(
        &mut self,
        path: &mut Path,
        base: State,
        walked: Walked,
        plan: &Plan,
        exits: Vec<Strand>,
        assumed: bool,
    ) -> bool {
        let mut own = None;
        let mut open = Vec::new();
        for (index, strand) in exits.into_iter().enumerate() {
            let guard = strands::all(&mut self.machine.pool, &strand.guard);
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
        let mut unknown = false;
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
                    unknown = true;
                    self.solver_unknown(path);
                }
            }
        }
        for side in sides {
            self.wait(side);
        }
        let Some((index, guard, strand)) = own else {
            if !assumed && !unknown {
                let what = "a region that no input takes to its end";
                self.findings
                    .reason(Reason::new(ReasonKind::Internal, what));
            }
            return false;
        };
        let certain = self.machine.pool.as_bool(guard) == Some(true);
        let to = Exit {
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
        if self.is_refuted_by_window(path, also) {
            return Ok(Checked::Unsat);
        }
        // The more paths have become one, the more is lost by taking them apart.
        let spared = self.windows.take_spared();
        self.effort = Some(BRIEF * (1 + regions.len() as u64) * (1 + spared));
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
    }

    /// Whoever repeats the path goes back as well, and may have to tell others.
    pub(super) fn go_back(&mut self, path: &mut Path, region: u32) {
        path.decisions.push(Decision {
            kind: Asked::Undo,
            answer: u128::from(region),
            forked: false,
        });
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
        path.merged.ways.retain(|(_, of)| *of < region);
        // What was found out since may be part of the proofs.
        path.merged.ranges.clear();
    }

    /// Puts a path at the end of one way through a region.
    fn enter(&mut self, path: &mut Path, before: &Before, strand: Strand, to: Exit) {
        let base = &before.state;
        let region = path.merged.regions.len() as u32;
        path.merged.regions.push_back(before.clone());
        self.machine.claim(strand.claims);
        let ways = strand.ways.into_iter().map(|way| (way, region));
        path.merged.ways.extend(ways);
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
        if self.slices() {
            self.machine.mark_region(&mut path.state, base);
        }
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
            answer: to.walked.answer(to.index),
            forked: to.forked,
        });
        let fixed = path.bounds.take_fixed();
        if !fixed.is_empty() && !self.slices() {
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
        let (walked, index) = Walked::read(decision.answer);
        let plans = self.machine.plans(&path.state);
        let Some(plan) = plans.get(walked.number) else {
            return false;
        };
        let answers = Some(walked.answers);
        let (base, walk, mut exits) = self.walk_initialized(path, plan, term, answers);
        // Whoever came to other ways does not know which of them is meant.
        if index >= exits.len() || walk.mark(&exits) != walked.mark {
            return false;
        }
        let strand = exits.swap_remove(index);
        let to = Exit {
            index,
            walked,
            guard: strands::all(&mut self.machine.pool, &strand.guard),
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

/// What it takes to make a walk again.
#[derive(Clone, Copy)]
struct Walked {
    /// The number of the plan.
    number: usize,
    /// A mark of all that was walked.
    mark: u32,
    /// [`Walk::answers`]
    answers: u64,
}

impl Walked {
    /// Which way of the walk a path took, as it is kept among the path's decisions.
    fn answer(self, index: usize) -> u128 {
        let place = (self.number as u128) << 16 | (index as u128 & 0xffff);
        place << 96 | u128::from(self.mark) << 64 | u128::from(self.answers)
    }

    fn read(answer: u128) -> (Walked, usize) {
        let walked = Walked {
            number: (answer >> 112) as usize,
            mark: (answer >> 64) as u32,
            answers: answer as u64,
        };
        (walked, (answer >> 96) as usize & 0xffff)
    }
}

/// A way out of a region.
struct Exit {
    /// The number of the way.
    index: usize,
    walked: Walked,
    guard: Term,
    /// Whether there are others.
    forked: bool,
}
