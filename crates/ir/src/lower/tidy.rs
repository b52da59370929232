//! Translated blocks to a [`Body`]: jumps to jumps are shortened, chains of blocks joined, blocks put in reverse
//! post-order with each loop in one piece, and registers numbered densely.

use super::graph::Graph;
use super::registers::{Origin, Registers};
use crate::{Block, BlockId, Body, Cfg, Kind, Loops, Operand, Reg, Terminator, Variable};

/// Shortening one jump can make the next one possible; deep towers of empty `if`s are not worth more rounds.
const MAX_ROUNDS: usize = 8;

pub(super) fn finish(
    graph: Graph,
    entry: BlockId,
    registers: Registers,
    params: Vec<Reg>,
    variables: impl FnOnce(&Registers) -> Vec<Variable>,
) -> Body {
    let mut blocks: Vec<Block> = graph
        .nodes
        .into_iter()
        .map(|node| {
            node.block
                .expect("a block that something flows into is translated")
        })
        .collect();
    let mut entry = entry;
    for _ in 0..MAX_ROUNDS {
        entry = thread_jumps(&mut blocks, entry);
        if !drop_empty_decisions(&mut blocks) {
            break;
        }
    }
    join_chains(&mut blocks, entry);
    entry = separate_entry(&mut blocks, entry);

    let variables = variables(&registers);
    let order = depth_first(&blocks, entry, |_| &[]);
    let mut body = Body {
        registers: registers.kinds.clone(),
        params,
        blocks,
        variables,
    };
    arrange(&mut body, &order);
    if has_retreating_edge(&body) {
        let exits = exits_by_header(&body);
        let order = depth_first(&body.blocks, BlockId(0), |id| &exits[id.0 as usize]);
        arrange(&mut body, &order);
    }
    number_registers(&mut body, &registers);
    body
}

/// Lets jumps to blocks that only jump go where those go, and returns the new entry.
fn thread_jumps(blocks: &mut [Block], entry: BlockId) -> BlockId {
    const UNKNOWN: u32 = u32::MAX;
    const IN_PROGRESS: u32 = u32::MAX - 1;
    let mut ends = vec![UNKNOWN; blocks.len()];
    let mut path = Vec::new();
    for start in 0..blocks.len() {
        let mut at = start as u32;
        let end = loop {
            match ends[at as usize] {
                UNKNOWN => {}
                // A cycle of jumps: one of its blocks stays, jumping to itself.
                IN_PROGRESS => break at,
                known => break known,
            }
            let block = &blocks[at as usize];
            match block.terminator {
                Terminator::Goto(BlockId(next))
                    if block.insts.is_empty() && block.caught.is_none() =>
                {
                    ends[at as usize] = IN_PROGRESS;
                    path.push(at);
                    at = next;
                }
                _ => {
                    ends[at as usize] = at;
                    break at;
                }
            }
        };
        for at in path.drain(..) {
            ends[at as usize] = end;
        }
    }
    for block in blocks.iter_mut() {
        block
            .terminator
            .for_each_target_mut(|target| target.0 = ends[target.0 as usize]);
        for handler in &mut block.handlers {
            handler.target.0 = ends[handler.target.0 as usize];
        }
    }
    BlockId(ends[entry.0 as usize])
}

/// Branches whose every way leads to one place become jumps. Returns whether any block became empty by that.
fn drop_empty_decisions(blocks: &mut [Block]) -> bool {
    let mut emptied = false;
    for block in blocks {
        if let Terminator::Switch { cases, default, .. } = &mut block.terminator
            && cases.iter().any(|(_, target)| target == default)
        {
            let kept = cases.iter().filter(|(_, target)| target != default);
            *cases = kept.copied().collect();
        }
        let only = match &block.terminator {
            Terminator::If {
                then, otherwise, ..
            } if then == otherwise => *then,
            Terminator::Switch { cases, default, .. } if cases.is_empty() => *default,
            _ => continue,
        };
        block.terminator = Terminator::Goto(only);
        emptied |= block.insts.is_empty();
    }
    emptied
}

/// Appends a block to its only predecessor where that one always continues with it and both have the same handlers.
fn join_chains(blocks: &mut [Block], entry: BlockId) {
    let mut incoming = vec![0u32; blocks.len()];
    let mut reached = vec![false; blocks.len()];
    let mut stack = vec![entry];
    reached[entry.0 as usize] = true;
    incoming[entry.0 as usize] = 1;
    while let Some(id) = stack.pop() {
        for_each_successor(&blocks[id.0 as usize], |next| {
            incoming[next.0 as usize] += 1;
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                stack.push(next);
            }
        });
    }
    let can_throw: Vec<bool> = blocks.iter().map(Block::can_throw).collect();
    let mut can_throw = can_throw;
    for at in 0..blocks.len() {
        if !reached[at] {
            continue;
        }
        while let Terminator::Goto(BlockId(next)) = blocks[at].terminator {
            let next = next as usize;
            if next == at || incoming[next] != 1 || blocks[next].caught.is_some() {
                break;
            }
            if can_throw[at] && can_throw[next] && blocks[at].handlers != blocks[next].handlers {
                break;
            }
            // `next` is only reached from here and so is no longer; its place stays empty.
            reached[next] = false;
            let nothing = Block {
                insts: Vec::new(),
                pcs: Vec::new(),
                terminator: Terminator::Return(None),
                terminator_pc: 0,
                handlers: Vec::new(),
                caught: None,
            };
            let mut joined = std::mem::replace(&mut blocks[next], nothing);
            let block = &mut blocks[at];
            block.insts.append(&mut joined.insts);
            block.pcs.append(&mut joined.pcs);
            block.terminator = joined.terminator;
            block.terminator_pc = joined.terminator_pc;
            if !can_throw[at] {
                block.handlers = joined.handlers;
            }
            can_throw[at] |= can_throw[next];
        }
    }
}

/// The entry has no predecessors: a loop that starts with the method's first instruction gets a block before it.
fn separate_entry(blocks: &mut Vec<Block>, entry: BlockId) -> BlockId {
    let mut entered = false;
    for block in blocks.iter() {
        for_each_successor(block, |next| entered |= next == entry);
    }
    if !entered {
        return entry;
    }
    let id = BlockId(blocks.len() as u32);
    let pc = blocks[entry.0 as usize].first_pc();
    blocks.push(Block {
        insts: Vec::new(),
        pcs: Vec::new(),
        terminator: Terminator::Goto(entry),
        terminator_pc: pc,
        handlers: Vec::new(),
        caught: None,
    });
    id
}

/// Handlers first, then jump targets, what the code falls through to last: in reverse post-order, the last comes next.
/// Cases are taken backwards, so that they come out in order.
fn for_each_successor(block: &Block, mut f: impl FnMut(BlockId)) {
    block.handlers.iter().for_each(|handler| f(handler.target));
    match &block.terminator {
        Terminator::Switch { cases, default, .. } => {
            f(*default);
            cases.iter().rev().for_each(|(_, target)| f(*target));
        }
        other => other.for_each_target(f),
    }
}

/// Reverse post-order. What `first` names for a block is visited before its successors, and so comes after all of them.
fn depth_first<'a>(
    blocks: &[Block],
    entry: BlockId,
    first: impl Fn(BlockId) -> &'a [BlockId],
) -> Vec<BlockId> {
    let successors = |id: BlockId| {
        let mut found = first(id).to_vec();
        for_each_successor(&blocks[id.0 as usize], |next| found.push(next));
        found
    };
    let mut visited = vec![false; blocks.len()];
    visited[entry.0 as usize] = true;
    let mut stack = vec![(entry, successors(entry).into_iter())];
    let mut order = Vec::with_capacity(blocks.len());
    while let Some((id, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) => {
                if !std::mem::replace(&mut visited[next.0 as usize], true) {
                    stack.push((next, successors(next).into_iter()));
                }
            }
            None => {
                order.push(*id);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// By block: where the loop that it heads is left to. Visiting those first keeps the loop in one piece; they can be reached
/// from the header, so the order stays a reverse post-order.
fn exits_by_header(body: &Body) -> Vec<Vec<BlockId>> {
    let loops = Loops::new(&Cfg::new(body));
    let mut exits = vec![Vec::new(); body.blocks.len()];
    for id in body.block_ids() {
        for_each_successor(body.block(id), |next| {
            if let Some(left) = loops.outermost_left(id, next) {
                exits[loops.get(left).header.0 as usize].push(next);
            }
        });
    }
    exits
}

/// Puts the blocks into this order and drops the ones that are not in it.
fn arrange(body: &mut Body, order: &[BlockId]) {
    let mut number = vec![BlockId(0); body.blocks.len()];
    for (new, old) in order.iter().enumerate() {
        number[old.0 as usize] = BlockId(new as u32);
    }
    let mut old: Vec<Option<Block>> = std::mem::take(&mut body.blocks)
        .into_iter()
        .map(Some)
        .collect();
    for id in order {
        // An order names each block once.
        if let Some(mut block) = old[id.0 as usize].take() {
            block
                .terminator
                .for_each_target_mut(|target| *target = number[target.0 as usize]);
            for handler in &mut block.handlers {
                handler.target = number[handler.target.0 as usize];
            }
            body.blocks.push(block);
        }
    }
}

fn has_retreating_edge(body: &Body) -> bool {
    let mut found = false;
    for id in body.block_ids() {
        for_each_successor(body.block(id), |next| found |= next <= id);
    }
    found
}

/// Parameters come first, in order, then local variables, then stack registers.
fn number_registers(body: &mut Body, registers: &Registers) {
    let mut used = vec![false; registers.kinds.len()];
    let mut mark = |operand| {
        if let Operand::Reg(Reg(number)) = operand {
            used[usize::from(number)] = true;
        }
    };
    for block in &body.blocks {
        block.caught.map(Operand::Reg).map(&mut mark);
        for inst in &block.insts {
            inst.dst().map(Operand::Reg).map(&mut mark);
            inst.for_each_operand(&mut mark);
        }
        block.terminator.for_each_operand(&mut mark);
    }
    for param in &body.params {
        used[usize::from(param.0)] = false;
    }
    let mut rest: Vec<(Origin, Kind, Reg)> = (0..registers.kinds.len())
        .filter(|number| used[*number])
        .map(|number| {
            (
                registers.origins[number],
                registers.kinds[number],
                Reg(number as u16),
            )
        })
        .collect();
    rest.sort_unstable();
    let mut number = vec![None; registers.kinds.len()];
    let order = body
        .params
        .iter()
        .copied()
        .chain(rest.into_iter().map(|(_, _, reg)| reg));
    body.registers = Vec::new();
    for reg in order {
        number[usize::from(reg.0)] = Some(Reg(body.registers.len() as u16));
        body.registers.push(registers.kinds[usize::from(reg.0)]);
    }

    let renumber = |reg: &mut Reg| {
        if let Some(new) = number[usize::from(reg.0)] {
            *reg = new;
        }
    };
    let renumber_operand = |operand: &mut Operand| {
        if let Operand::Reg(reg) = operand {
            renumber(reg);
        }
    };
    body.params.iter_mut().for_each(renumber);
    for block in &mut body.blocks {
        block.caught.iter_mut().for_each(renumber);
        for inst in &mut block.insts {
            inst.dst_mut().map(renumber);
            inst.for_each_operand_mut(renumber_operand);
        }
        block.terminator.for_each_operand_mut(renumber_operand);
    }
    body.variables
        .retain(|variable| number[usize::from(variable.reg.0)].is_some());
    body.variables
        .iter_mut()
        .for_each(|variable| renumber(&mut variable.reg));
}
