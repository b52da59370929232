//! Control dependence (Ferrante, Ottenstein and Warren, 1987): block `b` depends on the edge `a → s` if taking it makes
//! `b` certain while `a` can still avoid `b`.

use crate::{BlockId, Cfg, Edges, PostDominators};

/// One decision that decides about a block: at the end (or, for exceptional edges, in the middle) of `branch`, going to
/// `taken`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dependence {
    pub branch: BlockId,
    pub taken: BlockId,
}

#[derive(Debug, Clone)]
pub struct ControlDependence {
    dependences: Vec<Vec<Dependence>>,
    dependents: Vec<Vec<BlockId>>,
}

impl ControlDependence {
    /// `post` must have been computed over the same edges.
    pub fn new(cfg: &Cfg, post: &PostDominators, edges: Edges) -> ControlDependence {
        let mut dependences: Vec<Vec<Dependence>> = vec![Vec::new(); cfg.len()];
        let mut dependents: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for branch in cfg.blocks() {
            let stop = post.immediate(branch);
            let mut targets: Vec<BlockId> = cfg.successors_along(branch, edges).collect();
            targets.sort_unstable();
            // A block can be followed by another one both normally and by exception.
            targets.dedup();
            for taken in targets {
                // Everything from the edge's target up to where all ways from `branch` meet again.
                let mut at = Some(taken);
                while let Some(block) = at
                    && at != stop
                {
                    let known = &mut dependences[block.0 as usize];
                    let dependence = Dependence { branch, taken };
                    if known.last() == Some(&dependence) {
                        break;
                    }
                    known.push(dependence);
                    let known = &mut dependents[branch.0 as usize];
                    if known.last() != Some(&block) {
                        known.push(block);
                    }
                    at = post.immediate(block);
                }
            }
            let known = &mut dependents[branch.0 as usize];
            known.sort_unstable();
            known.dedup();
        }
        ControlDependence {
            dependences,
            dependents,
        }
    }

    /// The decisions that `block` depends on, in block order.
    pub fn of(&self, block: BlockId) -> &[Dependence] {
        &self.dependences[block.0 as usize]
    }

    /// The blocks that a decision of `branch` decides about, in block order.
    pub fn dependents(&self, branch: BlockId) -> &[BlockId] {
        &self.dependents[branch.0 as usize]
    }
}
