//! A path as the stretches of instructions that ran, read from the blocks that the machine wrote down.

use super::super::guide::Guide;
use crate::path::Path;
use flow::{MethodId, Point, Program};
use ir::{BlockId, Terminator};
use machine::Machine;
use std::collections::HashMap;

/// When and where something happened on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Blocks that had begun.
    pub marks: usize,
    /// The innermost frame of the program, and its method.
    pub frame: u32,
    pub method: machine::MethodId,
    /// Where that frame was.
    pub pc: u32,
}

impl Moment {
    pub fn of(machine: &Machine, state: &machine::State) -> Option<Moment> {
        let mut moment = None;
        state.stack.for_each(|frame, _| {
            if machine.is_program(frame.method) {
                moment = Some(Moment {
                    marks: state.trace.len(),
                    frame: frame.serial,
                    method: frame.method,
                    pc: frame.watched.as_ref().map_or(frame.code_pc(), |w| w.pc),
                });
            }
            moment.is_none()
        });
        moment
    }
}

/// How a path ended, as far as its last frames are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a return from the entry, by `System.exit`, or by the last event.
    Usual,
    /// An exception left the entry.
    Threw,
}

/// Instructions of one block that ran one after the other.
pub struct Stretch {
    pub frame: u32,
    pub method: MethodId,
    pub block: BlockId,
    /// The first and, exclusively, the last instruction; the terminator counts.
    pub from: u32,
    pub to: u32,
    pub then: Then,
    /// Marks up to and including this stretch's own.
    pub marks: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The last instruction led to this frame.
    Enter(u32),
    /// The terminator led to this block.
    Block(BlockId),
    /// The sides of the branch met in this block, and became one.
    Met(BlockId),
    /// The frame has returned.
    Returned,
    /// The frame was left, perhaps by an exception.
    Left,
    /// An exception led to this block. Which instruction threw is not known.
    Caught(BlockId),
    /// The path ends after the last instruction.
    End,
    /// An exception ends the path.
    Threw,
}

/// A path, as the stretches that ran.
pub struct Stretches {
    /// In order.
    pub all: Vec<Stretch>,
    /// By whom each frame was called.
    pub parents: HashMap<u32, (u32, Point)>,
    by_frame: HashMap<u32, Vec<u32>>,
}

impl Stretches {
    fn new(all: Vec<Stretch>, parents: HashMap<u32, (u32, Point)>) -> Stretches {
        let mut by_frame: HashMap<u32, Vec<u32>> = HashMap::new();
        for (number, stretch) in all.iter().enumerate() {
            by_frame
                .entry(stretch.frame)
                .or_default()
                .push(number as u32);
        }
        Stretches {
            all,
            parents,
            by_frame,
        }
    }

    /// The stretch that has the instruction at which something happened: the last one of the frame before that moment,
    /// or, where the instruction has led to other frames meanwhile, an earlier one.
    pub fn of(&self, program: &Program, moment: &Moment) -> Option<usize> {
        let has = |number: &u32| {
            let s = &self.all[*number as usize];
            let code = program.method(s.method).body().block(s.block);
            let pc = |index: u32| code.pcs.get(index as usize).unwrap_or(&code.terminator_pc);
            (s.from..s.to).any(|index| *pc(index) == moment.pc)
        };
        let own = self.by_frame.get(&moment.frame)?;
        let end = own.partition_point(|s| self.all[*s as usize].marks <= moment.marks);
        let found = own[..end].iter().rfind(|number| has(number))?;
        Some(*found as usize)
    }
}

/// Reads what a path wrote down.
pub fn read(
    guide: &mut Guide<'_>,
    machine: &Machine,
    path: &Path,
    ending: Ending,
) -> Option<Stretches> {
    struct Open {
        frame: u32,
        method: MethodId,
        block: BlockId,
        next: u32,
        marks: usize,
        /// The sides of the branch at its end became one.
        merged: bool,
        /// Runs on after having led to another frame, from whenever that was left.
        resumed: bool,
    }
    let program = guide.statics.program;
    let mut marks: Vec<machine::Mark> = path.state.trace.backwards().collect();
    marks.reverse();
    let mut stretches = Vec::with_capacity(marks.len());
    let mut parents = HashMap::new();
    let mut stack: Vec<Open> = Vec::new();
    let length = |method: MethodId, block: BlockId| {
        program.method(method).body().block(block).insts.len() as u32 + 1
    };
    let close = |open: &Open, then: Then, to: u32, now: usize| Stretch {
        frame: open.frame,
        method: open.method,
        block: open.block,
        from: open.next,
        to,
        then,
        marks: if open.resumed { now } else { open.marks },
    };
    // A frame whose caller ran on in the usual way has returned, unless the library was between them.
    let gone = |open: &Open, parents: &HashMap<u32, (u32, Point)>, usual: bool| {
        let call = parents.get(&open.frame);
        let direct = call.is_none_or(|(_, call)| !program.library_call(*call));
        let code = program.method(open.method).body().block(open.block);
        match usual && direct && matches!(code.terminator, Terminator::Return(_)) {
            true => Then::Returned,
            false => Then::Left,
        }
    };
    for (number, mark) in marks.iter().enumerate() {
        let now = number + 1;
        if mark.block == machine::Mark::REGION {
            // What comes next is where the sides met.
            while stack.last().is_some_and(|open| open.frame != mark.frame) {
                let open = stack.pop()?;
                let then = gone(&open, &parents, true);
                let whole = length(open.method, open.block);
                stretches.push(close(&open, then, whole, number));
            }
            stack.last_mut()?.merged = true;
            continue;
        }
        let block = BlockId(mark.block);
        let known = stack.iter().rposition(|open| open.frame == mark.frame);
        match known {
            None => {
                // Before the entry itself has begun, its class is initialised.
                let caller = mark.caller.filter(|(caller, _)| {
                    let mut open = stack.iter();
                    open.any(|open| open.frame == *caller)
                });
                if let Some((caller, pc)) = caller {
                    while stack.last().is_some_and(|open| open.frame != caller) {
                        let open = stack.pop()?;
                        let then = gone(&open, &parents, true);
                        let whole = length(open.method, open.block);
                        stretches.push(close(&open, then, whole, number));
                    }
                    let open = stack.last_mut()?;
                    let code = program.method(open.method).body().block(open.block);
                    let index = code.pcs[open.next.min(code.pcs.len() as u32) as usize..]
                        .iter()
                        .position(|at| *at == pc)
                        .map(|i| i as u32 + open.next)
                        .or_else(|| (code.terminator_pc == pc).then_some(code.insts.len() as u32));
                    // The same instruction may lead to several frames: call-backs, initialisers before a call.
                    let index = index.or_else(|| open.next.checked_sub(1))?;
                    let point = Point {
                        method: open.method,
                        block: open.block,
                        index,
                    };
                    parents.insert(mark.frame, (open.frame, point));
                    let stretch = close(open, Then::Enter(mark.frame), index + 1, number);
                    stretches.push(stretch);
                    open.next = index + 1;
                    open.resumed = true;
                } else {
                    while let Some(open) = stack.pop() {
                        let then = gone(&open, &parents, true);
                        let whole = length(open.method, open.block);
                        stretches.push(close(&open, then, whole, number));
                    }
                }
                let method = guide.method(machine, mark.method)?;
                stack.push(Open {
                    frame: mark.frame,
                    method,
                    block,
                    next: 0,
                    marks: now,
                    merged: false,
                    resumed: false,
                });
            }
            Some(at) => {
                let mut normal = false;
                let code = program.method(stack[at].method).body();
                let code = code.block(stack[at].block);
                code.terminator.for_each_target(|to| normal |= to == block);
                while stack.len() > at + 1 {
                    let open = stack.pop()?;
                    let then = gone(&open, &parents, normal);
                    let whole = length(open.method, open.block);
                    stretches.push(close(&open, then, whole, number));
                }
                let open = stack.last_mut()?;
                let then = match normal {
                    _ if open.merged => Then::Met(block),
                    true => Then::Block(block),
                    false => Then::Caught(block),
                };
                let stretch = close(open, then, length(open.method, open.block), number);
                stretches.push(stretch);
                open.block = block;
                open.next = 0;
                open.marks = now;
                open.merged = false;
                open.resumed = false;
            }
        }
    }
    // What is still open: the frames that the path ended in, or has left at its end.
    let mut innermost = true;
    let last = path.ended_at;
    while let Some(open) = stack.pop() {
        let whole = length(open.method, open.block);
        let at_last = last.filter(|last| last.frame == open.frame);
        let (then, to) = match (at_last, ending) {
            (_, Ending::Threw) => (Then::Threw, whole),
            (Some(last), Ending::Usual) => {
                let code = program.method(open.method).body().block(open.block);
                let index = code.pcs.iter().rposition(|pc| *pc == last.pc);
                let to = index.map_or(whole, |index| index as u32 + 1);
                (Then::End, to.max(open.next))
            }
            (None, Ending::Usual) if last.is_some() && !innermost => (Then::End, open.next),
            (None, Ending::Usual) => (gone(&open, &parents, true), whole),
        };
        innermost &= at_last.is_none();
        stretches.push(close(&open, then, to, marks.len()));
    }
    Some(Stretches::new(stretches, parents))
}
