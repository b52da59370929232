//! Walking a region of code: where the sides of a branch meet, and a run of the machine that stops there, or where a side
//! leaves. The machine only walks; who splits and merges states is whoever drives it.

use crate::code::Op;
use crate::halt::{Halt, Step};
use crate::interpret::Stop;
use crate::machine::Machine;
use crate::state::{OnReturn, State};
use crate::value::{ClassId, MethodId};
use ir::{BlockId, Contents, Meet, Regions};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A way to merge what follows from a branch.
#[derive(Clone, Debug)]
pub struct Plan {
    pub method: MethodId,
    /// The bytecode offset of the branch.
    pub pc: u32,
    pub contents: Contents,
    /// The sides meet where the method returns.
    pub at_return: bool,
    /// The branch is inside of one instruction; its sides meet behind it.
    pub instruction: bool,
    pub(crate) within: Rc<Within>,
}

/// Where a walk ends.
#[derive(Debug)]
pub(crate) struct Within {
    /// The frame that the branch is in.
    pub serial: u32,
    /// The op at which the sides meet; `u32::MAX` if they do so behind the frame's return.
    pub meet: u32,
    /// Ops of the frame that are outside.
    pub others: Box<[u32]>,
    /// The op of the branch.
    pub branch: u32,
}

/// Why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Where the sides meet.
    Meet,
    /// Another place outside of the region.
    Outside,
    /// A return of the frame, which has not happened yet.
    Return,
    /// An exception that nothing within the region catches is about to be thrown.
    Throw,
    /// A class must be initialised first, and nobody can tell whether that happens before the branch.
    Initialization(ClassId),
}

impl Within {
    #[inline]
    pub fn ends_at(&self, op: u32) -> bool {
        op == self.meet || self.others.contains(&op)
    }

    #[inline]
    pub fn at_return(&self) -> bool {
        self.meet == u32::MAX
    }
}

/// What a run found out that a verdict must mention. A walk may take a way that no input does, so that what it finds
/// counts only once that way is taken. Assumptions and refused arguments are not among them: some are made where an
/// instruction is linked, which happens once, or end the way, so that they must not be lost with it.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    assertion_errors: BTreeSet<(MethodId, u32)>,
    exhausted: BTreeSet<&'static str>,
    approximations: BTreeSet<&'static str>,
    asked: BTreeMap<String, Option<(MethodId, u32)>>,
}

impl Claims {
    pub fn add(&mut self, mut other: Claims) {
        self.assertion_errors.append(&mut other.assertion_errors);
        self.exhausted.append(&mut other.exhausted);
        self.approximations.append(&mut other.approximations);
        for (what, place) in other.asked {
            self.asked.entry(what).or_insert(place);
        }
    }
}

impl Machine {
    /// All claims so far, which are gone from the machine then.
    pub fn take_claims(&mut self) -> Claims {
        Claims {
            assertion_errors: std::mem::take(&mut self.assertion_errors),
            exhausted: std::mem::take(&mut self.exhausted),
            approximations: std::mem::take(&mut self.approximations),
            asked: std::mem::take(&mut self.asked),
        }
    }

    pub fn claim(&mut self, claims: Claims) {
        let mut all = self.take_claims();
        all.add(claims);
        self.assertion_errors = all.assertion_errors;
        self.exhausted = all.exhausted;
        self.approximations = all.approximations;
        self.asked = all.asked;
    }
}

impl Plan {
    /// Whether this region and another end with the same return: who has left one of them has left both.
    pub fn returns_as(&self, other: &Plan) -> bool {
        let (one, other) = (&self.within, &other.within);
        one.at_return() && other.at_return() && one.serial == other.serial
    }

    /// The same region, which also ends where one around it does; `None` if it goes beyond that.
    pub fn inside(mut self, outer: &Plan) -> Option<Plan> {
        let (inner, outer) = (&self.within, &outer.within);
        if inner.serial != outer.serial {
            return Some(self);
        }
        if inner.at_return() && !outer.at_return() {
            return None;
        }
        let ends = outer.others.iter().chain([&outer.meet]);
        let mut others: Vec<u32> = inner.others.to_vec();
        others.extend(ends.filter(|end| **end != inner.meet && **end != u32::MAX));
        others.sort_unstable();
        others.dedup();
        self.within = Rc::new(Within {
            serial: inner.serial,
            meet: inner.meet,
            others: others.into(),
            branch: inner.branch,
        });
        Some(self)
    }
}

impl Machine {
    /// The ways to merge the sides of the question that the running frame's instruction has, the best first.
    pub fn plans(&mut self, st: &State) -> Rc<[Plan]> {
        let Some(frame) = st.stack.frames.last() else {
            return Rc::new([]);
        };
        let (method, code, pc) = (frame.method, frame.code.clone(), frame.pc);
        let Some(op) = code.ops.get(pc as usize) else {
            return Rc::new([]);
        };
        let within = |meet: u32, others: Box<[u32]>| {
            Rc::new(Within {
                serial: frame.serial,
                meet,
                others,
                branch: pc,
            })
        };
        if !is_branch(op.get()) {
            let plan = Plan {
                method,
                pc: code.pcs[pc as usize],
                contents: Contents {
                    paths: 2,
                    meeting: 2,
                    ..Contents::default()
                },
                at_return: false,
                instruction: true,
                within: within(pc + 1, Box::new([])),
            };
            return Rc::new([plan]);
        }
        let Some(regions) = self.regions(method) else {
            return Rc::new([]);
        };
        let starts = &code.block_starts;
        let block = starts.partition_point(|start| *start <= pc) - 1;
        // Behind the last block there are only ways round loops.
        let start = |block: BlockId| starts[block.0 as usize];
        let plans = regions.of(BlockId(block as u32)).iter().map(|region| {
            let others = region.other_exits.iter().map(|b| start(*b)).collect();
            let meet = match region.meet {
                Meet::Block(block) => start(block),
                Meet::Return => u32::MAX,
            };
            Plan {
                method,
                pc: code.pcs[pc as usize],
                contents: region.contents,
                at_return: region.meet == Meet::Return,
                instruction: false,
                within: within(meet, others),
            }
        });
        plans.collect()
    }

    /// Whether the question that the running frame has is which way a branch of its own code goes.
    pub fn is_at_branch(&self, st: &State) -> bool {
        let frame = st.stack.frames.last();
        let op = frame.and_then(|frame| frame.code.ops.get(frame.pc as usize));
        op.is_some_and(|op| is_branch(op.get()))
    }

    /// Which registers of the running frame are still read, if it is at the beginning of a block; empty otherwise.
    pub fn live_here(&mut self, st: &State) -> Rc<[bool]> {
        let Some(frame) = st.stack.frames.last() else {
            return Rc::new([]);
        };
        let (method, code, pc) = (frame.method, frame.code.clone(), frame.pc);
        match (code.block_starts.binary_search(&pc), self.regions(method)) {
            (Ok(block), Some(regions)) => regions.live(BlockId(block as u32)).into(),
            _ => Rc::new([]),
        }
    }

    /// The regions of a method, found once.
    pub(crate) fn regions(&mut self, method: MethodId) -> Option<Rc<Regions>> {
        if let Some(known) = self.regions.get(&method) {
            return known.clone();
        }
        let begun = std::time::Instant::now();
        let found = self.body(method).map(|body| Rc::new(Regions::new(body)));
        self.region_time += begun.elapsed();
        self.regions.insert(method, found.clone());
        found
    }

    /// Runs the state until it comes to the end of a region or has a question. With `answered`, the running frame's
    /// instruction had a question and was given the answer.
    pub fn walk(&mut self, st: &mut State, plan: &Plan, fuel: u64, answered: bool) -> Stop {
        let within = plan.within.clone();
        let frame = st.stack.frames.last();
        self.answered =
            answered && frame.is_some_and(|f| f.serial == within.serial && within.ends_at(f.pc));
        self.within = Some(within);
        let stop = self.run(st, fuel);
        self.within = None;
        self.answered = false;
        stop
    }

    /// Whether an exception of this class would leave the region that is being walked.
    pub(crate) fn leaves_region(&mut self, st: &State, class: ClassId) -> Step<bool> {
        let Some(within) = self.within.clone() else {
            return Ok(false);
        };
        let mut frames = Vec::new();
        st.stack.for_each(|frame, _| {
            frames.push(frame.clone());
            frame.serial != within.serial
        });
        for frame in frames {
            if matches!(frame.on_return, OnReturn::Initialized(_)) {
                return Ok(true);
            }
            if let Some(range) = self.handler_range(&frame, class)? {
                let handler = &frame.code.handlers[range];
                let around = handler.start..handler.end;
                return Ok(frame.serial == within.serial && around.contains(&within.branch));
            }
        }
        Ok(true)
    }

    /// Begins the initialisation of a class before the running frame's instruction.
    pub fn initialize_now(&mut self, st: &mut State, class: ClassId) -> Option<Stop> {
        self.handle(st, Halt::Initialize(class))
    }
}

fn is_branch(op: Op) -> bool {
    matches!(
        op,
        Op::JumpEq { .. }
            | Op::JumpNe { .. }
            | Op::JumpLt { .. }
            | Op::JumpGe { .. }
            | Op::JumpGt { .. }
            | Op::JumpLe { .. }
            | Op::JumpSame { .. }
            | Op::JumpNotSame { .. }
            | Op::Switch { .. }
    )
}
