//! Where blocks begin ([`Plan`]), and the blocks found so far with the types at their entries ([`Graph`]).

use super::decode::{Decoded, Op, decode};
use super::error::Fault;
use super::frame::Ty;
use crate::{Block, BlockId};
use classpath::{Code, Name};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// What the code array and the exception table say, before anything is executed.
pub(crate) struct Plan<'a> {
    pub code: &'a Code,
    pub decoded: Decoded,
    /// By op: whether a block starts there.
    pub leader: Vec<bool>,
    /// By op: whether it is reached other than by an exception, as far as the shape of the code tells.
    pub entered_normally: Vec<bool>,
}

impl<'a> Plan<'a> {
    pub fn new(code: &'a Code) -> Result<Plan<'a>, Fault> {
        let decoded = decode(&code.bytes)?;
        let count = decoded.ops.len();
        let mut leader = vec![false; count];
        let mut entered_normally = vec![false; count];
        leader[0] = true;
        entered_normally[0] = true;
        for (index, op) in decoded.ops.iter().enumerate() {
            op.for_each_target(|target| {
                // `decode` has checked that targets are instruction starts.
                if let Some(at) = decoded.at(target) {
                    leader[at] = true;
                    entered_normally[at] = true;
                }
            });
            if index + 1 < count {
                leader[index + 1] |= op.ends_block();
                // A subroutine comes back to the instruction after its call.
                entered_normally[index + 1] |= !op.ends_flow() || matches!(op, Op::Jsr(_));
            }
        }
        for handler in &code.handlers {
            let start = decoded.at(handler.start_pc);
            let end = decoded.at(handler.end_pc);
            let ends_with_code = handler.end_pc as usize == code.bytes.len();
            let (Some(start), true) = (start, end.is_some() || ends_with_code) else {
                return Err(Fault::new(
                    handler.start_pc,
                    format!(
                        "the exception range {}..{} does not begin and end at instructions",
                        handler.start_pc, handler.end_pc
                    ),
                ));
            };
            if handler.start_pc >= handler.end_pc {
                return Err(Fault::new(handler.start_pc, "an exception range is empty"));
            }
            let Some(target) = decoded.at(handler.handler_pc) else {
                return Err(Fault::new(
                    handler.handler_pc,
                    "an exception handler does not begin at an instruction",
                ));
            };
            leader[start] = true;
            leader[target] = true;
            if let Some(end) = end {
                leader[end] = true;
            }
        }
        Ok(Plan {
            code,
            decoded,
            leader,
            entered_normally,
        })
    }

    /// One more than the highest local variable that the code mentions.
    pub fn locals_used(&self) -> usize {
        let used = self.decoded.ops.iter().map(|op| match op {
            Op::Load(kind, slot) | Op::Store(kind, slot) => {
                usize::from(*slot) + usize::from(kind.words())
            }
            Op::Iinc(slot, _) | Op::Ret(slot) => usize::from(*slot) + 1,
            _ => 0,
        });
        used.max().unwrap_or(0)
    }

    /// The handlers of the block that starts at `pc`: what catches first comes first, what can never catch is left out.
    pub fn handlers(&self, pc: u32) -> Vec<(Option<Name>, usize)> {
        let mut found: Vec<(Option<Name>, usize)> = Vec::new();
        for handler in &self.code.handlers {
            if !(handler.start_pc..handler.end_pc).contains(&pc) {
                continue;
            }
            let Some(target) = self.decoded.at(handler.handler_pc) else {
                continue;
            };
            if found
                .iter()
                .all(|(caught, _)| *caught != handler.catch_type)
            {
                found.push((handler.catch_type.clone(), target));
            }
            match handler.catch_type.as_deref() {
                None | Some("java/lang/Throwable") => break,
                Some(_) => {}
            }
        }
        found
    }
}

/// The call that code outside of subroutines belongs to.
pub(crate) const NO_CALL: u16 = 0;

/// A `jsr` on the way to a block. Where several calls of one subroutine lie on top of each other in different orders, the
/// copies multiply, hence the limits.
#[derive(Debug)]
pub(crate) struct Call {
    pub caller: u16,
    /// The op after the `jsr`, which may not exist.
    pub return_to: usize,
    subroutine: usize,
    depth: u32,
}

const MAX_CALLS: usize = 4096;
const MAX_CALL_DEPTH: u32 = 64;
const MAX_NODES: usize = 1 << 18;

pub(crate) struct Node {
    pub op: usize,
    pub call: u16,
    /// Whether this only receives a thrown object for a block that is also entered normally.
    pub landing: bool,
    entry: Option<Entry>,
    queued: bool,
    /// Targets in here are node numbers.
    pub block: Option<Block>,
}

#[derive(Clone)]
pub(crate) struct Entry {
    pub stack: Vec<Ty>,
    pub locals: Vec<Ty>,
}

#[derive(Default)]
pub(crate) struct Graph {
    pub nodes: Vec<Node>,
    lookup: HashMap<(usize, u16, bool), u32>,
    calls: Vec<Call>,
    call_lookup: HashMap<(u16, usize), u16>,
    queue: BinaryHeap<Reverse<(usize, u32)>>,
}

impl Graph {
    pub fn node(&mut self, op: usize, call: u16, landing: bool) -> BlockId {
        let next = self.nodes.len() as u32;
        let id = *self.lookup.entry((op, call, landing)).or_insert(next);
        if id == next {
            let node = Node {
                op,
                call,
                landing,
                entry: None,
                queued: false,
                block: None,
            };
            self.nodes.push(node);
        }
        BlockId(id)
    }

    /// The block to translate next, in the order of the code: values then mostly arrive before they are used.
    pub fn next(&mut self) -> Option<BlockId> {
        let Reverse((_, id)) = self.queue.pop()?;
        self.nodes[id as usize].queued = false;
        Some(BlockId(id))
    }

    pub fn entry(&self, id: BlockId) -> Option<Entry> {
        self.nodes[id.0 as usize].entry.clone()
    }

    /// Merges a state into the entry of `target` and queues it if that changed anything.
    pub fn flow(&mut self, target: BlockId, stack: &[Ty], locals: &[Ty]) -> Result<(), String> {
        if self.nodes.len() > MAX_NODES {
            return Err(format!("the method has more than {MAX_NODES} blocks"));
        }
        let node = &mut self.nodes[target.0 as usize];
        let changed = match &mut node.entry {
            None => {
                node.entry = Some(Entry {
                    stack: stack.to_vec(),
                    locals: locals.to_vec(),
                });
                true
            }
            Some(entry) => {
                if entry.stack != stack {
                    return Err(different_stacks(&entry.stack, stack));
                }
                let mut changed = false;
                for (known, new) in entry.locals.iter_mut().zip(locals) {
                    if *known != *new && *known != Ty::Unusable {
                        *known = Ty::Unusable;
                        changed = true;
                    }
                }
                changed
            }
        };
        if changed && !node.queued {
            node.queued = true;
            self.queue.push(Reverse((node.op, target.0)));
        }
        Ok(())
    }

    /// The call made by the `jsr` before `return_to`, executed within `caller`.
    pub fn call(
        &mut self,
        caller: u16,
        return_to: usize,
        subroutine: usize,
    ) -> Result<u16, String> {
        if self.calls.is_empty() {
            // Number 0 is `NO_CALL`; nothing ever returns from it.
            let outermost = Call {
                caller: 0,
                return_to: usize::MAX,
                subroutine: usize::MAX,
                depth: 0,
            };
            self.calls.push(outermost);
        }
        // Subroutines are not recursive (JVMS §4.9.2). One that is called again from within was left without `ret`, by an
        // exception, and the code after it is still labelled with the abandoned call: drop that label. Labels only tell
        // copies of blocks apart; where `ret` goes is known from the types of locals.
        let mut caller = caller;
        let mut outer = caller;
        while outer != NO_CALL {
            let call = &self.calls[usize::from(outer)];
            outer = call.caller;
            if call.subroutine == subroutine {
                caller = outer;
            }
        }
        if let Some(&known) = self.call_lookup.get(&(caller, return_to)) {
            return Ok(known);
        }
        let depth = self.calls[usize::from(caller)].depth + 1;
        if self.calls.len() > MAX_CALLS || depth > MAX_CALL_DEPTH {
            return Err("subroutines are nested too deeply or called too often to inline".into());
        }
        let number = self.calls.len() as u16;
        self.calls.push(Call {
            caller,
            return_to,
            subroutine,
            depth,
        });
        self.call_lookup.insert((caller, return_to), number);
        Ok(number)
    }

    pub fn call_info(&self, call: u16) -> Option<&Call> {
        self.calls.get(usize::from(call))
    }
}

fn different_stacks(known: &[Ty], new: &[Ty]) -> String {
    if known.len() != new.len() {
        return format!(
            "paths meet with {} and {} values on the operand stack",
            known.len(),
            new.len()
        );
    }
    let different = known.iter().zip(new).find(|(a, b)| a != b);
    match different {
        Some((a, b)) => {
            format!(
                "paths meet with {} and {} on the operand stack",
                a.describe(),
                b.describe()
            )
        }
        None => "paths meet with different operand stacks".into(),
    }
}
