//! Who follows whom: the edges of a body in both directions, normal and exceptional ones apart.

use crate::{BlockId, Body, Terminator};

/// Which edges an analysis follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edges {
    /// Normal and exceptional ones.
    All,
    Normal,
}

/// The other end of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    pub block: BlockId,
    pub exceptional: bool,
}

/// How a block can leave the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Exits {
    /// It returns, or throws explicitly.
    pub normally: bool,
    /// Something it does can throw past its handlers.
    pub by_exception: bool,
}

#[derive(Debug, Clone)]
pub struct Cfg {
    successors: Adjacency,
    predecessors: Adjacency,
    exits: Vec<Exits>,
}

/// All lists in one vector; `starts` has one more entry than there are blocks.
#[derive(Debug, Clone)]
struct Adjacency {
    starts: Vec<u32>,
    links: Vec<Link>,
}

impl Adjacency {
    fn of(&self, block: BlockId) -> &[Link] {
        let at = block.0 as usize;
        &self.links[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl Cfg {
    pub fn new(body: &Body) -> Cfg {
        let count = body.blocks.len();
        let mut starts = Vec::with_capacity(count + 1);
        let mut links: Vec<Link> = Vec::new();
        let mut exits = Vec::with_capacity(count);
        // By block: the last source that linked to it normally and by exception, so that parallel edges count once.
        let mut seen = vec![[u32::MAX; 2]; count];
        for id in body.block_ids() {
            starts.push(links.len() as u32);
            let block = body.block(id);
            let mut link = |target: BlockId, exceptional: bool| {
                let last = &mut seen[target.0 as usize][usize::from(exceptional)];
                if *last != id.0 {
                    *last = id.0;
                    links.push(Link {
                        block: target,
                        exceptional,
                    });
                }
            };
            block
                .terminator
                .for_each_target(|target| link(target, false));
            for handler in &block.handlers {
                link(handler.target, true);
            }
            exits.push(Exits {
                normally: matches!(
                    block.terminator,
                    Terminator::Return(_) | Terminator::Throw(_)
                ),
                by_exception: block.can_throw() && !block.catches_all(),
            });
        }
        starts.push(links.len() as u32);
        let successors = Adjacency { starts, links };
        let predecessors = reverse(&successors, count);
        Cfg {
            successors,
            predecessors,
            exits,
        }
    }

    pub fn len(&self) -> usize {
        self.exits.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }

    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.len() as u32).map(BlockId)
    }

    /// Each (block, exceptional) once: normal ones first, in the terminator's order, then handlers in theirs.
    pub fn successors(&self, block: BlockId) -> &[Link] {
        self.successors.of(block)
    }

    /// Each (block, exceptional) once, in block order.
    pub fn predecessors(&self, block: BlockId) -> &[Link] {
        self.predecessors.of(block)
    }

    pub fn successors_along(
        &self,
        block: BlockId,
        edges: Edges,
    ) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        along(self.successors(block), edges)
    }

    pub fn predecessors_along(
        &self,
        block: BlockId,
        edges: Edges,
    ) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        along(self.predecessors(block), edges)
    }

    pub fn exits(&self, block: BlockId) -> Exits {
        self.exits[block.0 as usize]
    }
}

fn along(links: &[Link], edges: Edges) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
    let follows = move |link: &&Link| edges == Edges::All || !link.exceptional;
    links.iter().filter(follows).map(|link| link.block)
}

fn reverse(successors: &Adjacency, count: usize) -> Adjacency {
    let mut starts = vec![0u32; count + 1];
    for link in &successors.links {
        starts[link.block.0 as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    let placeholder = Link {
        block: BlockId(0),
        exceptional: false,
    };
    let mut links = vec![placeholder; successors.links.len()];
    for source in 0..count as u32 {
        for link in successors.of(BlockId(source)) {
            let place = &mut next[link.block.0 as usize];
            links[*place as usize] = Link {
                block: BlockId(source),
                exceptional: link.exceptional,
            };
            *place += 1;
        }
    }
    Adjacency { starts, links }
}
