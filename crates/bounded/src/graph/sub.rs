//! Parts of a graph: sets of edges, every one on a path from entry to exit within the set. [`Part::go_through`] has the
//! paths that take an edge, [`Part::bypass`] those that do not (003, section IV): together they are the part, and they
//! have no path in common.

use super::{Edge, EdgeId, End, Graph};
use std::sync::Arc;

#[derive(Debug, Clone)]
pub struct Part {
    graph: Arc<Graph>,
    /// In the order of the graph.
    edges: Vec<EdgeId>,
}

impl Part {
    /// The edges that a predicate keeps, and that are still of use.
    pub fn new(graph: &Arc<Graph>, keep: impl Fn(&Edge) -> bool) -> Part {
        let edges = (graph.edge_ids()).filter(|id| keep(graph.edge(*id)));
        Part {
            graph: graph.clone(),
            edges: edges.collect(),
        }
        .pruned()
    }

    /// The whole graph as far as violations are concerned.
    pub fn violations(graph: &Arc<Graph>) -> Part {
        Part::new(graph, |edge| {
            edge.end.as_ref().is_none_or(End::is_violation)
        })
    }

    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    pub fn ids(&self) -> &[EdgeId] {
        &self.edges
    }

    pub fn edges(&self) -> impl DoubleEndedIterator<Item = (EdgeId, &Edge)> {
        self.edges.iter().map(|id| (*id, self.graph.edge(*id)))
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// The same without some edges.
    pub fn without(&self, drop: impl Fn(EdgeId, &Edge) -> bool) -> Part {
        let edges = self.edges().filter(|(id, edge)| !drop(*id, edge));
        Part {
            graph: self.graph.clone(),
            edges: edges.map(|(id, _)| id).collect(),
        }
        .pruned()
    }

    /// Exactly the paths that take the edge.
    pub fn go_through(&self, through: EdgeId) -> Part {
        let middle = self.graph.edge(through);
        let mut before = vec![false; self.graph.nodes as usize];
        let mut after = vec![false; self.graph.nodes as usize];
        before[middle.from.0 as usize] = true;
        after[middle.to.0 as usize] = true;
        // Edges are in the order of their sources and lead upwards.
        for (_, edge) in self.edges().rev() {
            before[edge.from.0 as usize] |= before[edge.to.0 as usize];
        }
        for (_, edge) in self.edges() {
            after[edge.to.0 as usize] |= after[edge.from.0 as usize];
        }
        self.without(|id, edge| {
            id != through && !before[edge.to.0 as usize] && !after[edge.from.0 as usize]
        })
    }

    /// Exactly the paths that do not take the edge.
    pub fn bypass(&self, around: EdgeId) -> Part {
        self.without(|id, _| id == around)
    }

    /// Nodes with several ways to go on, checks not counted.
    pub fn branches(&self) -> usize {
        let mut count = 0;
        let mut at = 0;
        while at < self.edges.len() {
            let from = self.graph.edge(self.edges[at]).from;
            let mut ways = 0;
            while at < self.edges.len() && self.graph.edge(self.edges[at]).from == from {
                let is_check =
                    (self.graph.edge(self.edges[at]).end.as_ref()).is_some_and(End::is_check);
                ways += usize::from(!is_check);
                at += 1;
            }
            count += usize::from(ways > 1);
        }
        count
    }

    /// The number of paths, as far as it can be counted.
    pub fn paths(&self) -> u64 {
        let mut counts = vec![0u64; self.graph.nodes as usize];
        counts[0] = 1;
        for (_, edge) in self.edges() {
            let ways = counts[edge.from.0 as usize];
            let slot = &mut counts[edge.to.0 as usize];
            *slot = slot.saturating_add(ways);
        }
        counts.last().copied().unwrap_or(0)
    }

    fn pruned(mut self) -> Part {
        let nodes = self.graph.nodes as usize;
        let mut reached = vec![false; nodes];
        let mut useful = vec![false; nodes];
        reached[0] = true;
        useful[nodes - 1] = true;
        for (_, edge) in self.edges() {
            reached[edge.to.0 as usize] |= reached[edge.from.0 as usize];
        }
        for (_, edge) in self.edges().rev() {
            useful[edge.from.0 as usize] |= useful[edge.to.0 as usize];
        }
        let graph = self.graph.clone();
        self.edges.retain(|id| {
            let edge = graph.edge(*id);
            reached[edge.from.0 as usize] && useful[edge.to.0 as usize]
        });
        self
    }
}
