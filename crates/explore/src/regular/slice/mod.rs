//! Path slicing: which branches of a path that has ended can matter to its events. The path is read backwards with the
//! set of what is live, that is, what decides whether the events that follow happen as they did. A branch matters if its
//! other side can miss what was kept last (the step location), can write something live, or can reach an event.
//!
//! Beyond what the other side does, a branch says something about inputs, and so narrows what later branches can do. A
//! branch is therefore also kept if its condition shares inputs, directly or through other conditions, with one that was
//! kept further down the path.

mod groups;
mod stretches;

pub use stretches::{Ending, Moment};

use super::guide::Guide;
use super::postset::Ahead;
use crate::path::Path;
use flow::{Effects, Location, MethodId, Point, Program};
use groups::Groups;
use ir::{BlockId, Inst, Operand, Reg, Terminator};
use logic::Term;
use machine::Machine;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use stretches::{Stretch, Stretches, Then, read};

/// Longer paths are not sliced: all their branches are kept.
const LONGEST: usize = 400_000;

/// A question that the machine asked on a path, and where the program was.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub term: Term,
    /// The number of the side that waits, if there is one.
    pub fork: Option<u64>,
    /// The path goes on only where the condition holds.
    pub assumed: bool,
    /// Not asked, because it had been answered before.
    pub again: bool,
    pub at: Moment,
}

impl Question {
    fn place(&self) -> (machine::MethodId, u32) {
        (self.at.method, self.at.pc)
    }
}

/// What the other side of a branch can do before it comes back.
struct Detour {
    /// Registers that are written, and that are read.
    registers: BTreeSet<Reg>,
    uses: BTreeSet<Reg>,
    effects: Effects,
    events: bool,
    /// It may not come back to the step location.
    bypasses: bool,
}

/// What is remembered between paths.
#[derive(Default)]
pub struct Slicer {
    detours: HashMap<(MethodId, BlockId, Option<BlockId>), Rc<Detour>>,
    at: HashMap<Point, Rc<Effects>>,
    /// Methods in which an event may be raised, with what they call.
    eventful: Option<HashSet<MethodId>>,
    /// By place of the branch: whether it was pruned when last looked at.
    history: HashMap<(machine::MethodId, u32), bool>,
}

/// The branches that are kept.
pub enum Kept {
    All,
    Forks(BTreeSet<u64>),
}

struct Slice<'w, 's> {
    program: &'s Program,
    aheads: &'w [Ahead<'s>],
    slicer: &'w mut Slicer,
    stretches: Stretches,
    live: BTreeSet<Location>,
    registers: HashSet<(u32, Reg)>,
    /// By frame, the block and instruction that was kept last.
    steps: HashMap<u32, (BlockId, u32)>,
    /// Groups of inputs that conditions relate.
    groups: Groups,
    wanted: HashSet<u32>,
    kept: BTreeSet<u64>,
    ends_matter: bool,
}

impl Slicer {
    /// The branches of a path that matter to its events. `waiting` tells which sides still wait; only those count.
    pub fn slice<'s>(
        &mut self,
        guide: &mut Guide<'s>,
        machine: &Machine,
        path: &Path,
        ending: Ending,
        waiting: impl Fn(u64) -> bool,
    ) -> Kept {
        let Some(followed) = &path.followed else {
            return Kept::All;
        };
        let statics = guide.statics;
        if path.state.trace.len() > LONGEST || statics.program.has_threads {
            return Kept::All;
        }
        // What was kept before will be kept again; a path that has only such branches is not worth the work.
        let promising = path.questions.iter().any(|question| {
            question.fork.is_some_and(&waiting)
                && self.history.get(&question.place()).copied().unwrap_or(true)
        });
        if !promising {
            return Kept::All;
        }
        let Some(stretches) = read(guide, machine, path, ending) else {
            return Kept::All;
        };
        let open: Vec<&Question> = path.questions.iter().collect();
        if self.eventful.is_none() {
            self.eventful = Some(eventful(statics.program, &statics.ahead));
        }
        let mut groups = Groups::default();
        for question in &open {
            groups.join(&machine.pool.support(question.term));
        }
        let ends_matter = statics.ahead.iter().any(|ahead| {
            let property = ahead.property;
            property
                .event_ids()
                .any(|event| property.event(event).when == property::When::End)
        });
        let mut slice = Slice {
            program: statics.program,
            aheads: &statics.ahead,
            slicer: self,
            stretches,
            live: BTreeSet::new(),
            registers: HashSet::new(),
            steps: HashMap::new(),
            groups,
            wanted: HashSet::new(),
            kept: BTreeSet::new(),
            ends_matter,
        };
        let raised: Vec<Moment> = followed.raised.iter().copied().collect();
        slice.run(machine, &open, &raised);
        let kept = slice.kept;
        for question in open {
            if let Some(fork) = question.fork.filter(|fork| waiting(*fork)) {
                let pruned = !kept.contains(&fork);
                self.history.insert(question.place(), pruned);
            }
        }
        Kept::Forks(kept)
    }
}

/// Whether what is asked while an instruction runs may change an input for good. Arithmetic only wants to know.
fn settles(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Binary { .. } | Inst::Negate { .. } | Inst::Convert { .. } | Inst::Compare { .. }
    )
}

/// The methods that raise events, or call such.
fn eventful(program: &Program, aheads: &[Ahead<'_>]) -> HashSet<MethodId> {
    let mut found: HashSet<MethodId> = HashSet::new();
    let mut work = Vec::new();
    for ahead in aheads {
        for (point, _) in ahead.event_points() {
            if found.insert(point.method) {
                work.push(point.method);
            }
        }
    }
    while let Some(method) = work.pop() {
        for caller in program.callers(method) {
            if found.insert(caller.method) {
                work.push(caller.method);
            }
        }
    }
    found
}

impl Slice<'_, '_> {
    fn run(&mut self, machine: &Machine, questions: &[&Question], raised: &[Moment]) {
        // What happened in each stretch.
        let mut asked: HashMap<usize, Vec<&Question>> = HashMap::new();
        for question in questions {
            match self.stretches.of(self.program, &question.at) {
                Some(stretch) => asked.entry(stretch).or_default().push(question),
                // Before the program's own code began: inputs are being made.
                None => {
                    self.kept.extend(question.fork);
                    self.groups.want(&machine.pool.support(question.term));
                }
            }
        }
        let mut events: HashMap<usize, Vec<u32>> = HashMap::new();
        for moment in raised {
            if let Some(stretch) = self.stretches.of(self.program, moment) {
                events.entry(stretch).or_default().push(moment.pc);
            }
        }
        let mut frames = HashSet::new();
        let first: Vec<bool> = (self.stretches.all.iter())
            .map(|stretch| frames.insert(stretch.frame))
            .collect();
        for number in (0..self.stretches.all.len()).rev() {
            let asked = asked.remove(&number).unwrap_or_default();
            let events = events.remove(&number).unwrap_or_default();
            self.stretch(machine, number, &asked, &events);
            if first[number] {
                let Stretch { frame, method, .. } = self.stretches.all[number];
                self.leave_backwards(frame, method);
            }
        }
    }

    fn stretch(&mut self, machine: &Machine, number: usize, asked: &[&Question], events: &[u32]) {
        let Stretch {
            frame,
            method,
            block,
            from,
            to,
            then,
            ..
        } = self.stretches.all[number];
        let program = self.program;
        let code = program.method(method).body().block(block);
        // An instruction may have thrown, so that what follows it did not run.
        let throws = matches!(then, Then::Caught(_) | Then::Threw | Then::Left);
        for index in (from..to).rev() {
            let point = Point {
                method,
                block,
                index,
            };
            let here: Vec<&Question> = {
                let pc = code.pcs.get(index as usize).copied();
                let pc = pc.unwrap_or(code.terminator_pc);
                let first = index == 0 || code.pcs.get(index as usize - 1) != Some(&pc);
                let own = asked.iter().copied().filter(|q| q.at.pc == pc);
                // Instructions of the same offset: the first of them stands for all.
                own.filter(|_| first || index == from).collect()
            };
            let kept = match code.insts.get(index as usize) {
                None => self.terminator(frame, point, &code.terminator, then),
                Some(inst) => {
                    let pc = code.pcs[index as usize];
                    let entered = match then {
                        Then::Enter(callee) if index + 1 == to => Some(callee),
                        _ => None,
                    };
                    // What was no event might have been one.
                    let raises =
                        self.has_events(point) && events.contains(&pc) || self.is_open(point);
                    self.inst(frame, point, inst, entered, raises, throws)
                }
            };
            let thrown_here = throws && code.insts.get(index as usize).is_some_and(Inst::can_throw);
            if thrown_here {
                // Whether this threw decides what followed.
                self.use_all(frame, point);
                self.keep(frame, block, index);
            }
            self.questions(machine, frame, point, &here, kept || thrown_here);
        }
    }

    /// Whether an event can be raised at a point.
    fn has_events(&self, point: Point) -> bool {
        self.aheads
            .iter()
            .any(|ahead| !ahead.events(point).is_empty())
    }

    /// Whether more than the point decides if an event is raised there.
    fn is_open(&self, point: Point) -> bool {
        self.aheads.iter().any(|ahead| ahead.is_open(point))
    }

    fn keep(&mut self, frame: u32, block: BlockId, index: u32) {
        self.steps.insert(frame, (block, index));
        self.wanted.insert(frame);
    }

    fn use_operand(&mut self, frame: u32, operand: Operand) {
        if let Operand::Reg(reg) = operand {
            self.registers.insert((frame, reg));
        }
    }

    fn use_all(&mut self, frame: u32, point: Point) {
        let body = self.program.method(point.method).body();
        let block = body.block(point.block);
        match block.insts.get(point.index as usize) {
            Some(inst) => {
                inst.for_each_operand(|operand| self.use_operand(frame, operand));
                let effects = self.effects(point);
                self.live.extend(effects.reads.iter().cloned());
            }
            None => block
                .terminator
                .for_each_operand(|operand| self.use_operand(frame, operand)),
        }
    }

    fn effects(&mut self, point: Point) -> Rc<Effects> {
        let program = self.program;
        let at = &mut self.slicer.at;
        at.entry(point)
            .or_insert_with(|| Rc::new(program.effects_at(point)))
            .clone()
    }

    /// Processes an instruction; says whether it is kept.
    fn inst(
        &mut self,
        frame: u32,
        point: Point,
        inst: &Inst,
        entered: Option<u32>,
        raises: bool,
        may_throw: bool,
    ) -> bool {
        let effects = self.effects(point);
        let dst = inst.dst().map(|reg| (frame, reg));
        let defines = dst.is_some_and(|dst| self.registers.contains(&dst));
        let writes = effects.writes.iter().any(|l| self.live.contains(l));
        // The callee's own instructions say what they write; the call itself hands over arguments. But a library method
        // that calls back does things of its own.
        let within = entered.is_some_and(|callee| self.wanted.contains(&callee));
        let entered = entered.filter(|_| !self.program.library_call(point));
        let kept = raises || defines || within || (entered.is_none() && writes);
        if let (Some(dst), false) = (dst, may_throw) {
            self.registers.remove(&dst);
        }
        if !kept {
            return false;
        }
        match entered {
            // An event may bind any of the arguments.
            Some(_) if raises => {
                inst.for_each_operand(|operand| self.use_operand(frame, operand));
            }
            // Which method is called depends on the receiver.
            Some(_) => match inst {
                Inst::Invoke { kind, args, .. } if *kind != ir::InvokeKind::Static => {
                    if let Some(receiver) = args.first() {
                        self.use_operand(frame, *receiver);
                    }
                }
                Inst::Invoke { .. } => {}
                _ => inst.for_each_operand(|operand| self.use_operand(frame, operand)),
            },
            None => {
                inst.for_each_operand(|operand| self.use_operand(frame, operand));
                self.live.extend(effects.reads.iter().cloned());
            }
        }
        self.keep(frame, point.block, point.index);
        true
    }

    fn terminator(
        &mut self,
        frame: u32,
        point: Point,
        terminator: &Terminator,
        then: Then,
    ) -> bool {
        match terminator {
            Terminator::Goto(_) => false,
            Terminator::Throw(_) => {
                terminator.for_each_operand(|operand| self.use_operand(frame, operand));
                self.keep(frame, point.block, point.index);
                true
            }
            Terminator::Return(value) => {
                let Some((caller, call)) = self.stretches.parents.get(&frame).copied() else {
                    return false;
                };
                let dst = self
                    .program
                    .method(call.method)
                    .inst(call)
                    .and_then(Inst::dst);
                // The result may also decide whether the call is an event.
                let wanted =
                    dst.is_some_and(|dst| self.result_wanted(caller, dst)) || self.is_open(call);
                if let (true, Some(value)) = (wanted, value) {
                    self.use_operand(frame, *value);
                    self.keep(frame, point.block, point.index);
                }
                wanted
            }
            Terminator::If { .. } | Terminator::Switch { .. } => {
                if let Then::Met(meet) = then {
                    return self.region(frame, point, terminator, meet);
                }
                let Then::Block(taken) = then else {
                    return false;
                };
                let mut others = Vec::new();
                terminator.for_each_target(|to| {
                    if to != taken && !others.contains(&to) {
                        others.push(to);
                    }
                });
                let matters = others
                    .into_iter()
                    .any(|other| self.matters(frame, point.method, other));
                if matters {
                    terminator.for_each_operand(|operand| self.use_operand(frame, operand));
                    self.keep(frame, point.block, point.index);
                }
                matters
            }
        }
    }

    /// Processes a branch whose sides met and became one, as an instruction with all that its blocks use and define.
    /// What only some of its ways define is not gone before it.
    fn region(&mut self, frame: u32, point: Point, terminator: &Terminator, meet: BlockId) -> bool {
        let mut sides = Vec::new();
        terminator.for_each_target(|to| sides.push(to));
        let stop = Some(meet);
        let detours: Vec<_> = (sides.into_iter())
            .map(|side| self.detour(point.method, side, stop))
            .collect();
        let defines = detours.iter().any(|side| self.changes(frame, side));
        if defines {
            terminator.for_each_operand(|operand| self.use_operand(frame, operand));
            for side in detours {
                self.registers
                    .extend(side.uses.iter().map(|reg| (frame, *reg)));
                self.live.extend(side.effects.reads.iter().cloned());
            }
            self.keep(frame, point.block, point.index);
        }
        defines
    }

    /// Whether what a side of a branch defines is live.
    fn changes(&self, frame: u32, side: &Detour) -> bool {
        let registers = &self.registers;
        let live = |reg: &Reg| registers.contains(&(frame, *reg));
        side.registers.iter().any(live) || side.effects.writes.iter().any(|l| self.live.contains(l))
    }

    /// Whether what a call returned was needed behind it. The caller's stretch behind the call was seen already.
    fn result_wanted(&self, caller: u32, dst: Reg) -> bool {
        self.registers.contains(&(caller, dst))
    }

    /// Whether the other side of a branch may change what follows.
    fn matters(&mut self, frame: u32, method: MethodId, other: BlockId) -> bool {
        let stop = self.steps.get(&frame).map(|(block, _)| *block);
        let detour = self.detour(method, other, stop);
        if detour.events || detour.bypasses {
            return true;
        }
        let throws = detour.effects.throws;
        let may_throw = throws.implicitly || throws.explicitly || throws.in_library;
        if may_throw && (self.ends_matter || self.is_caught_outside(frame)) {
            return true;
        }
        self.changes(frame, &detour)
    }

    /// Whether one of the callers may catch something.
    fn is_caught_outside(&self, frame: u32) -> bool {
        let mut frame = frame;
        while let Some((caller, call)) = self.stretches.parents.get(&frame) {
            let block = self.program.method(call.method).body().block(call.block);
            if !block.handlers.is_empty() {
                return true;
            }
            frame = *caller;
        }
        false
    }

    fn detour(&mut self, method: MethodId, from: BlockId, stop: Option<BlockId>) -> Rc<Detour> {
        let key = (method, from, stop);
        if let Some(known) = self.slicer.detours.get(&key) {
            return known.clone();
        }
        let made = Rc::new(self.make_detour(method, from, stop));
        self.slicer.detours.insert(key, made.clone());
        made
    }

    fn make_detour(&mut self, method: MethodId, from: BlockId, stop: Option<BlockId>) -> Detour {
        let linked = self.program.method(method);
        let body = linked.body();
        let graphs = linked.body.graphs();
        let mut blocks = BTreeSet::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if Some(block) == stop || !blocks.insert(block) {
                continue;
            }
            work.extend(graphs.cfg.successors(block).iter().map(|link| link.block));
        }
        let mut detour = Detour {
            registers: BTreeSet::new(),
            uses: BTreeSet::new(),
            effects: Effects::default(),
            events: false,
            bypasses: stop.is_some_and(|stop| {
                // Handlers that lead elsewhere count as ways round.
                blocks
                    .iter()
                    .any(|block| !graphs.normal_post_dominators.post_dominates(stop, *block))
            }),
        };
        for block in &blocks {
            let code = body.block(*block);
            detour.registers.extend(code.caught);
            for (index, inst) in code.insts.iter().enumerate() {
                detour.registers.extend(inst.dst());
                inst.for_each_operand(|operand| {
                    if let Operand::Reg(reg) = operand {
                        detour.uses.insert(reg);
                    }
                });
                let point = Point {
                    method,
                    block: *block,
                    index: index as u32,
                };
                let effects = self.effects(point);
                detour.effects.writes.extend(effects.writes.iter().cloned());
                detour.effects.reads.extend(effects.reads.iter().cloned());
                let throws = &mut detour.effects.throws;
                throws.implicitly |= effects.throws.implicitly;
                throws.explicitly |= effects.throws.explicitly;
                throws.in_library |= effects.throws.in_library;
                detour.events |= self.has_events(point);
                let callees = self.program.callees(point).iter();
                let called = callees.chain(self.program.callbacks(point));
                let eventful = self.slicer.eventful.as_ref();
                detour.events |= called
                    .into_iter()
                    .any(|m| eventful.is_none_or(|e| e.contains(m)));
            }
            code.terminator.for_each_operand(|operand| {
                if let Operand::Reg(reg) = operand {
                    detour.uses.insert(reg);
                }
            });
            detour.effects.throws.explicitly |= matches!(code.terminator, Terminator::Throw(_));
        }
        detour
    }

    /// What was asked while an instruction ran.
    fn questions(
        &mut self,
        machine: &Machine,
        frame: u32,
        point: Point,
        asked: &[&Question],
        kept: bool,
    ) {
        for question in asked {
            let inputs = machine.pool.support(question.term);
            // Behind an assumption everything depends on it.
            let mut wanted = kept || question.assumed || self.groups.is_wanted(&inputs);
            let inst = self.program.method(point.method).inst(point);
            let is_branch = inst.is_none();
            // The answer may have settled what an input is, for everybody who looks at it later: how long a string is,
            // what a field holds.
            wanted |= !question.again && inst.is_some_and(settles);
            if !wanted && !is_branch {
                // The other answer may be an exception, or another way through the library.
                let callbacks = self.program.callbacks(point);
                let eventful = self.slicer.eventful.as_ref();
                let called_back =
                    (callbacks.iter()).any(|method| eventful.is_none_or(|e| e.contains(method)));
                let block = self.program.method(point.method).body().block(point.block);
                wanted = called_back
                    || self.ends_matter
                    || !block.handlers.is_empty()
                    || self.is_caught_outside(frame);
            }
            if wanted {
                self.groups.want(&inputs);
                self.kept.extend(question.fork);
            }
            if question.assumed {
                self.use_all(frame, point);
                self.keep(frame, point.block, point.index);
            }
        }
    }

    /// The frame begins here: what it needs of its parameters, the caller has to give.
    fn leave_backwards(&mut self, frame: u32, method: MethodId) {
        let Some((caller, call)) = self.stretches.parents.get(&frame).copied() else {
            return;
        };
        let program = self.program;
        let params = &program.method(method).body().params;
        let used: Vec<usize> = (0..params.len())
            .filter(|i| self.registers.contains(&(frame, params[*i])))
            .collect();
        self.registers.retain(|(of, _)| *of != frame);
        let inst = program.method(call.method).inst(call);
        match inst {
            Some(Inst::Invoke { args, .. }) if args.len() == params.len() => {
                for i in used {
                    self.use_operand(caller, args[i]);
                }
            }
            // Called by the library: its arguments come from wherever.
            Some(inst) if !used.is_empty() => {
                inst.for_each_operand(|operand| self.use_operand(caller, operand));
                let effects = self.effects(call);
                self.live.extend(effects.reads.iter().cloned());
            }
            _ => {}
        }
    }
}
