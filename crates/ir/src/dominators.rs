//! Dominators and post-dominators, by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm",
//! 2001). Post-dominators have a virtual exit behind every way out of the method; a loop without any way out is given
//! one, so that each block has a post-dominator.

use crate::{BlockId, Cfg, Edges};

/// A tree over the blocks. Blocks that the followed edges do not reach from the entry are not in it.
#[derive(Debug, Clone)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    pub fn new(cfg: &Cfg, edges: Edges) -> Dominators {
        let root = 0;
        let successors = |n: u32| successors(cfg, edges, n);
        let predecessors = |n: u32| -> Vec<u32> {
            cfg.predecessors_along(BlockId(n), edges)
                .map(|b| b.0)
                .collect()
        };
        Dominators {
            tree: Tree::new(cfg.len(), root, successors, predecessors),
        }
    }

    /// The closest block that every way from the entry to `block` passes before; `None` for the entry and for blocks
    /// that are not reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).map(BlockId)
    }

    /// Whether every way from the entry to `b` passes `a`; reflexive. False if either is not reached.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    pub fn is_reached(&self, block: BlockId) -> bool {
        self.tree.is_reached(block.0)
    }
}

#[derive(Debug, Clone)]
pub struct PostDominators {
    tree: Tree,
    exit: u32,
    pseudo_exits: Vec<BlockId>,
}

impl PostDominators {
    /// With [`Edges::All`], an instruction that can throw past its handlers is a way out; with [`Edges::Normal`] only
    /// `Return` and `Throw` are.
    pub fn new(cfg: &Cfg, edges: Edges) -> PostDominators {
        let mut leaves: Vec<bool> = cfg
            .blocks()
            .map(|block| {
                let exits = cfg.exits(block);
                match edges {
                    Edges::Normal => exits.normally,
                    // A caught `throw` does not leave.
                    Edges::All => {
                        exits.by_exception || exits.normally && cfg.successors(block).is_empty()
                    }
                }
            })
            .collect();
        let pseudo_exits = give_every_block_an_exit(cfg, edges, &mut leaves);
        PostDominators::to_exits(cfg, edges, &leaves, pseudo_exits)
    }

    /// Over normal edges and towards these blocks alone: what cannot reach one of them is left out.
    pub fn towards(cfg: &Cfg, leaves: &[bool]) -> PostDominators {
        PostDominators::to_exits(cfg, Edges::Normal, leaves, Vec::new())
    }

    fn to_exits(
        cfg: &Cfg,
        edges: Edges,
        leaves: &[bool],
        pseudo_exits: Vec<BlockId>,
    ) -> PostDominators {
        let exit = cfg.len() as u32;
        // Edges reversed: the exit's "successors" are the blocks that leave.
        let from_exit: Vec<u32> = cfg
            .blocks()
            .filter(|b| leaves[b.0 as usize])
            .map(|b| b.0)
            .collect();
        let backward = |n: u32| -> Vec<u32> {
            match n == exit {
                true => from_exit.clone(),
                false => cfg
                    .predecessors_along(BlockId(n), edges)
                    .map(|b| b.0)
                    .collect(),
            }
        };
        let forward = |n: u32| -> Vec<u32> {
            if n == exit {
                return Vec::new();
            }
            let mut next = successors(cfg, edges, n);
            if leaves[n as usize] {
                next.push(exit);
            }
            next
        };
        let tree = Tree::new(cfg.len() + 1, exit, backward, forward);
        PostDominators {
            tree,
            exit,
            pseudo_exits,
        }
    }

    /// The closest block that every way from `block` out of the method passes afterwards; `None` if that is only the exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree
            .parent(block.0)
            .filter(|parent| *parent != self.exit)
            .map(BlockId)
    }

    /// Whether every way from `b` out of the method passes `a`; reflexive.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    /// Whether the block reaches one that leaves.
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.tree.is_reached(block.0)
    }

    /// The blocks that count as ways out only because nothing else leaves their endless loop.
    pub fn pseudo_exits(&self) -> &[BlockId] {
        &self.pseudo_exits
    }
}

fn successors(cfg: &Cfg, edges: Edges, n: u32) -> Vec<u32> {
    cfg.successors_along(BlockId(n), edges)
        .map(|b| b.0)
        .collect()
}

/// Marks further blocks until each reaches one that leaves. The last block of a region in reverse post-order is the one
/// that is furthest down in it.
fn give_every_block_an_exit(cfg: &Cfg, edges: Edges, leaves: &mut [bool]) -> Vec<BlockId> {
    let mut reaches = vec![false; cfg.len()];
    let mut work: Vec<BlockId> = cfg.blocks().filter(|b| leaves[b.0 as usize]).collect();
    let mut pseudo = Vec::new();
    let mut candidates = cfg.blocks().rev();
    loop {
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reaches[block.0 as usize], true) {
                work.extend(cfg.predecessors_along(block, edges));
            }
        }
        let Some(stuck) = candidates.find(|b| !reaches[b.0 as usize]) else {
            pseudo.reverse();
            return pseudo;
        };
        leaves[stuck.0 as usize] = true;
        pseudo.push(stuck);
        work.push(stuck);
    }
}

/// A dominator tree over `0..count`.
#[derive(Debug, Clone)]
struct Tree {
    parent: Vec<u32>,
    /// When a depth-first walk of the tree enters and leaves a node: ancestry in constant time.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Tree {
    fn new(
        count: usize,
        root: u32,
        successors: impl Fn(u32) -> Vec<u32>,
        predecessors: impl Fn(u32) -> Vec<u32>,
    ) -> Tree {
        if count == 0 {
            return Tree {
                parent: Vec::new(),
                enter: Vec::new(),
                leave: Vec::new(),
            };
        }
        let order = post_order(count, root, successors);
        // By node: its post-order number. The root has the highest.
        let mut number = vec![NONE; count];
        for (at, node) in order.iter().enumerate() {
            number[*node as usize] = at as u32;
        }
        // Post-order numbers from here on.
        let predecessors: Vec<Vec<u32>> = order
            .iter()
            .map(|node| {
                let all = predecessors(*node).into_iter().map(|p| number[p as usize]);
                all.filter(|p| *p != NONE).collect()
            })
            .collect();
        let top = order.len() as u32 - 1;
        let mut idom = vec![NONE; order.len()];
        idom[top as usize] = top;
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..top).rev() {
                let mut new = NONE;
                for &p in &predecessors[at as usize] {
                    if idom[p as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE {
                        p
                    } else {
                        intersect(&idom, p, new)
                    };
                }
                if idom[at as usize] != new {
                    idom[at as usize] = new;
                    changed = true;
                }
            }
        }
        let mut parent = vec![NONE; count];
        for at in 0..top {
            parent[order[at as usize] as usize] = order[idom[at as usize] as usize];
        }
        let (enter, leave) = intervals(count, root, &parent);
        Tree {
            parent,
            enter,
            leave,
        }
    }

    fn parent(&self, node: u32) -> Option<u32> {
        match self.parent.get(node as usize) {
            Some(&parent) if parent != NONE => Some(parent),
            _ => None,
        }
    }

    fn is_reached(&self, node: u32) -> bool {
        self.enter[node as usize] != NONE
    }

    fn is_ancestor(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.enter[a] != NONE
            && self.enter[b] != NONE
            && self.enter[a] <= self.enter[b]
            && self.leave[b] <= self.leave[a]
    }
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a < b {
            a = idom[a as usize];
        }
        while b < a {
            b = idom[b as usize];
        }
    }
    a
}

fn post_order(count: usize, root: u32, successors: impl Fn(u32) -> Vec<u32>) -> Vec<u32> {
    let mut visited = vec![false; count];
    visited[root as usize] = true;
    let mut order = Vec::with_capacity(count);
    let mut stack = vec![(root, successors(root).into_iter())];
    while let Some((node, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) => {
                if !std::mem::replace(&mut visited[next as usize], true) {
                    stack.push((next, successors(next).into_iter()));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

fn intervals(count: usize, root: u32, parent: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (node, &parent) in parent.iter().enumerate() {
        if parent != NONE {
            children[parent as usize].push(node as u32);
        }
    }
    let mut enter = vec![NONE; count];
    let mut leave = vec![NONE; count];
    let mut clock = 0;
    enter[root as usize] = clock;
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        clock += 1;
        match children[*node as usize].get(*next) {
            Some(&child) => {
                *next += 1;
                enter[child as usize] = clock;
                stack.push((child, 0));
            }
            None => {
                leave[*node as usize] = clock;
                stack.pop();
            }
        }
    }
    (enter, leave)
}
