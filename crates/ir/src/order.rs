//! Reverse post-order: each block before its successors, back edges aside. A body's blocks already are in that order over
//! all edges; this computes it over a choice of edges.

use crate::{BlockId, Cfg, Edges};

#[derive(Debug, Clone)]
pub struct ReversePostOrder {
    order: Vec<BlockId>,
    position: Vec<Option<u32>>,
}

impl ReversePostOrder {
    pub fn new(cfg: &Cfg, edges: Edges) -> ReversePostOrder {
        let mut position = vec![None; cfg.len()];
        let mut order = Vec::with_capacity(cfg.len());
        if cfg.is_empty() {
            return ReversePostOrder { order, position };
        }
        let entry = BlockId(0);
        let mut visited = vec![false; cfg.len()];
        visited[0] = true;
        let mut stack = vec![(entry, cfg.successors_along(entry, edges).rev())];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.next() {
                Some(next) => {
                    if !std::mem::replace(&mut visited[next.0 as usize], true) {
                        stack.push((next, cfg.successors_along(next, edges).rev()));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        for (at, block) in order.iter().enumerate() {
            position[block.0 as usize] = Some(at as u32);
        }
        ReversePostOrder { order, position }
    }

    /// Only the blocks that the followed edges reach from the entry.
    pub fn blocks(&self) -> &[BlockId] {
        &self.order
    }

    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block.0 as usize].map(|at| at as usize)
    }
}
