//! Regions of a method that can be walked as one: from a branch to the place where its sides meet again when nothing is
//! thrown. Exceptions and, where the sides meet before it, returns and `break` leave a region; they do not stop it from
//! being one. Which registers somebody still reads where sides meet is told too.

use crate::{
    BlockId, Body, Cfg, Edges, Inst, Loops, PostDominators, Reg, ReversePostOrder, Terminator,
};
use std::cell::OnceCell;

/// Where the sides of a branch meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Meet {
    /// At the beginning of a block.
    Block(BlockId),
    /// Behind the call of the method.
    Return,
}

#[derive(Debug, Clone)]
pub struct Region {
    pub branch: BlockId,
    pub meet: Meet,
    /// Between the branch and the meeting point, in block order; the branch's own block is not among them unless a loop
    /// leads back to it.
    pub blocks: Vec<BlockId>,
    /// Blocks outside that the region can go to instead of the meeting point: behind a `break`, for instance.
    pub other_exits: Vec<BlockId>,
    pub contents: Contents,
}

/// What lies within a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Contents {
    pub calls: bool,
    /// New objects or arrays.
    pub allocates: bool,
    /// A `throw` or a `return` short of the meeting point, or a jump past it.
    pub leaves: bool,
    /// A loop, or the way back to the branch.
    pub loops: bool,
    /// The branch is in a loop that one of its sides stays in and another leaves.
    pub decides_loop: bool,
    /// Sides from which the meeting point can be reached.
    pub meeting: u32,
    /// Ways to the meeting point, loops left out.
    pub paths: u32,
}

/// The regions of a method, found when they are asked for.
#[derive(Debug)]
pub struct Regions {
    body: Body,
    cfg: Cfg,
    /// Towards returns alone.
    post: PostDominators,
    loops: Loops,
    position: Vec<u32>,
    live: Vec<Vec<bool>>,
    found: Vec<OnceCell<Vec<Region>>>,
}

/// More ways than anybody would want to walk.
const MANY: u32 = 1 << 20;

impl Regions {
    pub fn new(body: Body) -> Regions {
        let cfg = Cfg::new(&body);
        let order = ReversePostOrder::new(&cfg, Edges::All);
        let returns: Vec<bool> = body
            .blocks
            .iter()
            .map(|block| matches!(block.terminator, Terminator::Return(_)))
            .collect();
        Regions {
            post: PostDominators::towards(&cfg, &returns),
            loops: Loops::new(&cfg),
            position: cfg
                .blocks()
                .map(|b| order.position(b).map_or(u32::MAX, |p| p as u32))
                .collect(),
            live: live(&body, &cfg),
            found: cfg.blocks().map(|_| OnceCell::new()).collect(),
            cfg,
            body,
        }
    }

    /// The regions of the branch at the end of a block, the one to prefer first. Empty where there is no branch, and
    /// where its sides never meet.
    pub fn of(&self, branch: BlockId) -> &[Region] {
        match self.found.get(branch.0 as usize) {
            Some(found) => found.get_or_init(|| self.regions(branch)),
            None => &[],
        }
    }

    /// For each register, whether it may be read before it is written when the block begins.
    pub fn live(&self, block: BlockId) -> &[bool] {
        &self.live[block.0 as usize]
    }

    fn regions(&self, branch: BlockId) -> Vec<Region> {
        let sides = self.next(branch);
        if sides.len() < 2 || !self.post.is_reached(branch) {
            return Vec::new();
        }
        let far = match self.post.immediate(branch) {
            Some(block) => Meet::Block(block),
            None => Meet::Return,
        };
        let mut meets = vec![far];
        if let Some(near) = self.nearest(branch, &sides).map(Meet::Block)
            && near != far
        {
            // A way round the loop is the worse one; merged returns are the better ones.
            let at = usize::from(far == Meet::Return);
            meets.insert(at, near);
        }
        let regions = meets.into_iter().map(|meet| self.region(branch, meet));
        regions.filter(|region| region.contents.paths > 0).collect()
    }

    fn next(&self, block: BlockId) -> Vec<BlockId> {
        let mut next: Vec<BlockId> = self.cfg.successors_along(block, Edges::Normal).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    fn is_forward(&self, from: BlockId, to: BlockId) -> bool {
        self.position[to.0 as usize] > self.position[from.0 as usize]
    }

    /// The blocks that can be reached by forward edges without passing `but`, which itself is noted, and those at the
    /// ends of back edges.
    fn ahead(&self, from: &[BlockId], but: Option<BlockId>) -> (Vec<bool>, Vec<bool>) {
        let mut seen = vec![false; self.cfg.len()];
        let mut back = vec![false; self.cfg.len()];
        let mut work = from.to_vec();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut seen[block.0 as usize], true) || but == Some(block) {
                continue;
            }
            for next in self.next(block) {
                match self.is_forward(block, next) {
                    true => work.push(next),
                    false => back[next.0 as usize] = true,
                }
            }
        }
        (seen, back)
    }

    /// The first block at which sides meet that every way passes unless it returns, throws, or leaves a loop around the
    /// branch.
    fn nearest(&self, branch: BlockId, sides: &[BlockId]) -> Option<BlockId> {
        let mut reached = vec![0; self.cfg.len()];
        for &side in sides {
            let (seen, back) = match self.is_forward(branch, side) {
                true => self.ahead(&[side], None),
                // The side is the next iteration.
                false => {
                    let mut back = vec![false; self.cfg.len()];
                    back[side.0 as usize] = true;
                    (vec![false; self.cfg.len()], back)
                }
            };
            for (count, (seen, back)) in reached.iter_mut().zip(seen.iter().zip(&back)) {
                *count += u32::from(*seen || *back);
            }
        }
        let mut common: Vec<BlockId> = self
            .cfg
            .blocks()
            .filter(|b| reached[b.0 as usize] > 1)
            .collect();
        // Headers of loops around the branch come last.
        common.sort_by_key(|&b| (!self.is_forward(branch, b), self.position[b.0 as usize]));
        common.into_iter().find(|&meet| {
            let forward: Vec<BlockId> = sides
                .iter()
                .copied()
                .filter(|s| self.is_forward(branch, *s))
                .collect();
            let (around, _) = self.ahead(&forward, Some(meet));
            if !self.is_forward(branch, meet) {
                return true;
            }
            let next = self.next(meet).into_iter();
            let next: Vec<BlockId> = next.filter(|n| self.is_forward(meet, *n)).collect();
            let (behind, _) = self.ahead(&next, None);
            self.cfg
                .blocks()
                .all(|b| b == meet || !around[b.0 as usize] || !behind[b.0 as usize])
        })
    }

    fn region(&self, branch: BlockId, meet: Meet) -> Region {
        let sides = self.next(branch);
        let stop = match meet {
            Meet::Block(block) => Some(block),
            Meet::Return => None,
        };
        // The nearest meeting point of a loop's body: whatever leaves the loop leaves the region.
        let local = match stop {
            Some(block) => self.post.immediate(branch) != Some(block),
            None => false,
        };
        let around = self.loops.innermost(branch);
        let outside = |block: BlockId| {
            local && around.is_some_and(|id| !self.loops.contains(id, block))
                || local
                    && around.is_some_and(|id| self.loops.get(id).header == block)
                    && stop != Some(block)
        };
        let mut inside = vec![false; self.cfg.len()];
        let mut other_exits = Vec::new();
        let mut work = sides.clone();
        while let Some(block) = work.pop() {
            if Some(block) == stop {
                continue;
            }
            if outside(block) {
                other_exits.push(block);
                continue;
            }
            if !std::mem::replace(&mut inside[block.0 as usize], true) {
                work.extend(self.next(block));
            }
        }
        other_exits.sort_unstable();
        other_exits.dedup();
        let blocks: Vec<BlockId> = self.cfg.blocks().filter(|b| inside[b.0 as usize]).collect();
        let mut contents = Contents {
            leaves: !other_exits.is_empty(),
            ..Contents::default()
        };
        for &block in &blocks {
            let code = self.body.block(block);
            for inst in &code.insts {
                contents.calls |= matches!(inst, Inst::Invoke { .. } | Inst::InvokeDynamic { .. });
                contents.allocates |= matches!(
                    inst,
                    Inst::New { .. } | Inst::NewArray { .. } | Inst::NewMultiArray { .. }
                );
            }
            match code.terminator {
                Terminator::Throw(_) => contents.leaves = true,
                Terminator::Return(_) => contents.leaves |= meet != Meet::Return,
                _ => {}
            }
            contents.loops |= self
                .next(block)
                .iter()
                .any(|next| !self.is_forward(block, *next) && Some(*next) != stop);
        }
        contents.decides_loop = sides.iter().any(|side| {
            self.loops.outermost_left(branch, *side).is_some()
                || self.loops.back_edge(branch, *side).is_some() && Some(*side) != stop
        });
        let ways = self.ways(&blocks, stop);
        let each: Vec<u32> = sides.iter().map(|side| ways[side.0 as usize]).collect();
        contents.paths = each.iter().fold(0, |a, b| (a + b).min(MANY));
        contents.meeting = each.iter().filter(|ways| **ways > 0).count() as u32;
        Region {
            branch,
            meet,
            blocks,
            other_exits,
            contents,
        }
    }

    /// In how many ways each of the blocks leads to the meeting point; a way back counts for nothing.
    fn ways(&self, blocks: &[BlockId], stop: Option<BlockId>) -> Vec<u32> {
        let mut ways = vec![0; self.cfg.len()];
        if let Some(stop) = stop {
            ways[stop.0 as usize] = 1;
        }
        let mut latest_first = blocks.to_vec();
        latest_first.sort_by_key(|b| std::cmp::Reverse(self.position[b.0 as usize]));
        for block in latest_first {
            ways[block.0 as usize] = match self.body.block(block).terminator {
                Terminator::Return(_) => u32::from(stop.is_none()),
                _ => self
                    .next(block)
                    .iter()
                    .filter(|next| self.is_forward(block, **next) || Some(**next) == stop)
                    .map(|next| ways[next.0 as usize])
                    .fold(0, |a, b| (a + b).min(MANY)),
            };
        }
        ways
    }
}

/// Backward data flow: what a handler reads is live throughout the blocks that it protects.
fn live(body: &Body, cfg: &Cfg) -> Vec<Vec<bool>> {
    let registers = body.registers.len();
    let mut live: Vec<Vec<bool>> = vec![vec![false; registers]; cfg.len()];
    let mut work: Vec<BlockId> = cfg.blocks().collect();
    let mut waits = vec![true; cfg.len()];
    while let Some(id) = work.pop() {
        waits[id.0 as usize] = false;
        let block = body.block(id);
        let mut now = vec![false; registers];
        let mut kept = vec![false; registers];
        for link in cfg.successors(id) {
            let entry = &live[link.block.0 as usize];
            let into = if link.exceptional {
                &mut kept
            } else {
                &mut now
            };
            for (now, entry) in into.iter_mut().zip(entry) {
                *now |= *entry;
            }
            if link.exceptional
                && let Some(Reg(caught)) = body.block(link.block).caught
            {
                into[usize::from(caught)] = false;
            }
        }
        let read = |now: &mut Vec<bool>, operand: crate::Operand| {
            if let Some(Reg(r)) = operand.reg() {
                now[usize::from(r)] = true;
            }
        };
        block
            .terminator
            .for_each_operand(|operand| read(&mut now, operand));
        for inst in block.insts.iter().rev() {
            if let Some(Reg(d)) = inst.dst() {
                now[usize::from(d)] = false;
            }
            inst.for_each_operand(|operand| read(&mut now, operand));
        }
        for (now, kept) in now.iter_mut().zip(&kept) {
            *now |= *kept;
        }
        if now != live[id.0 as usize] {
            live[id.0 as usize] = now;
            for link in cfg.predecessors(id) {
                if !std::mem::replace(&mut waits[link.block.0 as usize], true) {
                    work.push(link.block);
                }
            }
        }
    }
    live
}
