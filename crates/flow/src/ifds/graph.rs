//! The supergraph: a node before each instruction, two exits per method, and a node within each instruction during which
//! the library or the JVM may call the application's methods any number of times.

use super::{Call, Edge, Node};
use crate::program::{MethodId, Point, Program};
use ir::{Inst, Terminator};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EdgeKind {
    Normal,
    CallToReturn,
    /// From a point into the node within it; nothing happens along it.
    Enter,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Flow {
    pub from: NodeId,
    pub to: NodeId,
    pub kind: EdgeKind,
    pub exceptional: bool,
}

/// Where the exits of a call's callees, or of its call-backs, lead: from the exit of this kind to the node.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReturnTo {
    pub call: NodeId,
    pub callback: bool,
    pub exceptional: bool,
    pub node: NodeId,
}

/// A method that a node calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Callee {
    pub call: NodeId,
    pub method: MethodId,
    pub callback: bool,
}

/// The nodes of each method are consecutive: its points, its two exits, then the nodes within points.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(super) nodes: Vec<Node>,
    /// By method, the first of its nodes, which is its entry; and the number of nodes at the end.
    pub(super) first: Vec<u32>,
    /// By method, the node of its normal exit; the exceptional one follows.
    pub(super) exits: Vec<NodeId>,
    pub(super) roots: Vec<MethodId>,
    pub(super) flows: Lists<Flow>,
    pub(super) flows_back: Lists<Flow>,
    pub(super) callees: Lists<Callee>,
    pub(super) returns: Lists<ReturnTo>,
    pub(super) returns_back: Lists<ReturnTo>,
}

/// One list per node, in one vector.
#[derive(Debug, Clone)]
pub(super) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn new(count: usize, mut items: Vec<T>, key: impl Fn(&T) -> NodeId) -> Lists<T> {
        items.sort_by_key(&key);
        let mut starts = vec![0; count + 1];
        for item in &items {
            starts[key(item).0 as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Lists { starts, items }
    }

    pub fn of(&self, node: NodeId) -> &[T] {
        let at = node.0 as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Builds a graph method by method; tests build graphs that no program has.
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<Node>,
    first: Vec<u32>,
    exits: Vec<NodeId>,
    roots: Vec<MethodId>,
    flows: Vec<Flow>,
    callees: Vec<Callee>,
    returns: Vec<ReturnTo>,
}

impl GraphBuilder {
    pub fn new() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// Starts the next method, which has this many points; its entry is the first.
    pub fn method(&mut self, points: &[Point]) -> MethodId {
        let id = MethodId(self.first.len() as u32);
        self.first.push(self.nodes.len() as u32);
        self.nodes
            .extend(points.iter().map(|point| Node::At(*point)));
        self.exits.push(NodeId(self.nodes.len() as u32));
        self.nodes.extend([Node::Return(id), Node::Throw(id)]);
        id
    }

    pub fn root(&mut self, method: MethodId) {
        self.roots.push(method);
    }

    fn flow(&mut self, from: NodeId, to: NodeId, kind: EdgeKind, exceptional: bool) {
        self.flows.push(Flow {
            from,
            to,
            kind,
            exceptional,
        });
    }

    /// An instruction that is no call, with the nodes that follow and whether they do so by an exception.
    pub fn plain(&mut self, from: NodeId, to: &[(NodeId, bool)]) {
        for (node, exceptional) in to {
            self.flow(from, *node, EdgeKind::Normal, *exceptional);
        }
    }

    pub fn call(&mut self, from: NodeId, callees: &[MethodId], to: &[(NodeId, bool)]) {
        self.calls(from, false, callees, to);
        for (node, exceptional) in to {
            self.flow(from, *node, EdgeKind::CallToReturn, *exceptional);
        }
    }

    fn calls(&mut self, call: NodeId, callback: bool, callees: &[MethodId], to: &[(NodeId, bool)]) {
        if callees.is_empty() {
            return;
        }
        self.callees.extend(callees.iter().map(|method| Callee {
            call,
            method: *method,
            callback,
        }));
        self.returns
            .extend(to.iter().map(|(node, exceptional)| ReturnTo {
                call,
                callback,
                exceptional: *exceptional,
                node: *node,
            }));
    }

    /// A point of the method that was started last, at which call-backs may run before the callees are entered, or
    /// while library code runs. What they throw, the library may catch. Returns the node within the point.
    pub fn with_callbacks(
        &mut self,
        point: NodeId,
        is_call: bool,
        callees: &[MethodId],
        callbacks: &[MethodId],
        to: &[(NodeId, bool)],
    ) -> NodeId {
        let Node::At(place) = self.nodes[point.0 as usize] else {
            unreachable!("only points have something within");
        };
        let within = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::Within(place));
        self.flow(point, within, EdgeKind::Enter, false);
        let kind = match is_call {
            true => EdgeKind::CallToReturn,
            false => EdgeKind::Normal,
        };
        let mut after = vec![(within, false), (within, true)];
        for (node, exceptional) in to {
            self.flow(within, *node, kind, *exceptional);
            if *exceptional {
                after.push((*node, true));
            }
        }
        self.calls(within, false, callees, to);
        self.calls(within, true, callbacks, &after);
        within
    }

    /// The node of a point of the method that was started last, by its number.
    pub fn at(&self, number: u32) -> NodeId {
        NodeId(self.first.last().copied().unwrap_or(0) + number)
    }

    /// The normal and the exceptional exit of the method that was started last.
    pub fn exits(&self) -> (NodeId, NodeId) {
        let normal = self.exits.last().copied().unwrap_or(NodeId(0));
        (normal, NodeId(normal.0 + 1))
    }

    pub fn finish(mut self) -> Graph {
        let count = self.nodes.len();
        self.first.push(count as u32);
        Graph {
            flows: Lists::new(count, self.flows.clone(), |flow| flow.from),
            flows_back: Lists::new(count, self.flows, |flow| flow.to),
            callees: Lists::new(count, self.callees, |callee| callee.call),
            returns: Lists::new(count, self.returns.clone(), |r| r.call),
            returns_back: Lists::new(count, self.returns, |r| r.node),
            nodes: self.nodes,
            first: self.first,
            exits: self.exits,
            roots: self.roots,
        }
    }
}

impl Graph {
    pub fn new(program: &Program) -> Graph {
        let mut builder = GraphBuilder::new();
        for id in program.method_ids() {
            let points: Vec<Point> = program.points(id).collect();
            builder.method(&points);
            for point in points {
                add_point(&mut builder, program, point);
            }
        }
        for root in program.roots() {
            builder.root(*root);
        }
        builder.finish()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    pub fn node_ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The number of a node. `None` for one that is not there, such as within a point without call-backs.
    pub fn find(&self, node: Node) -> Option<NodeId> {
        let method = match node {
            Node::At(point) | Node::Within(point) => point.method,
            Node::Return(method) | Node::Throw(method) => method,
        };
        let start = *self.first.get(method.0 as usize)? as usize;
        let end = *self.first.get(method.0 as usize + 1)? as usize;
        let exit = self.exits[method.0 as usize].0 as usize;
        let within = match node {
            Node::Return(_) => return Some(NodeId(exit as u32)),
            Node::Throw(_) => return Some(NodeId(exit as u32 + 1)),
            Node::At(_) => start..exit,
            Node::Within(_) => exit + 2..end,
        };
        // Points come in their order, and so do the nodes within them.
        let found = self.nodes[within.clone()].binary_search(&node).ok()?;
        Some(NodeId((within.start + found) as u32))
    }

    pub fn entry(&self, method: MethodId) -> NodeId {
        NodeId(self.first[method.0 as usize])
    }

    /// Where an instruction leads within its method, and whether by an exception. From the point of a call, past it.
    pub fn successors(&self, node: NodeId) -> impl Iterator<Item = (NodeId, bool)> + '_ {
        let flows = self.flows.of(node).iter();
        flows.map(|flow| (flow.to, flow.exceptional))
    }

    /// The methods that a node calls, and whether as call-backs.
    pub fn callees(&self, node: NodeId) -> impl Iterator<Item = (MethodId, bool)> + '_ {
        let callees = self.callees.of(node).iter();
        callees.map(|callee| (callee.method, callee.callback))
    }

    /// Where the exits of a callee, or of a call-back, lead: the node, and whether from the exceptional exit.
    pub fn returns(
        &self,
        call: NodeId,
        callback: bool,
    ) -> impl Iterator<Item = (NodeId, bool)> + '_ {
        let returns = self.returns.of(call).iter();
        let returns = returns.filter(move |r| r.callback == callback);
        returns.map(|r| (r.node, r.exceptional))
    }

    /// The method that a node belongs to.
    pub fn method(&self, node: NodeId) -> MethodId {
        match self.node(node) {
            Node::At(point) | Node::Within(point) => point.method,
            Node::Return(method) | Node::Throw(method) => method,
        }
    }

    pub(super) fn nodes_of(&self, method: MethodId) -> impl Iterator<Item = NodeId> + use<> {
        let at = method.0 as usize;
        (self.first[at]..self.first[at + 1]).map(NodeId)
    }

    pub(super) fn exit(&self, method: MethodId, exceptional: bool) -> NodeId {
        NodeId(self.exits[method.0 as usize].0 + u32::from(exceptional))
    }

    pub(super) fn edge(&self, flow: &Flow) -> Edge {
        let from = self.node(flow.from);
        let point = match from {
            Node::At(point) | Node::Within(point) => point,
            // Nothing follows an exit within a method.
            Node::Return(method) | Node::Throw(method) => Point {
                method,
                block: ir::BlockId(0),
                index: 0,
            },
        };
        Edge {
            point,
            from,
            to: self.node(flow.to),
            exceptional: flow.exceptional,
        }
    }

    pub(super) fn call(&self, callee: &Callee, exceptional: bool) -> Call {
        let point = match self.node(callee.call) {
            Node::At(point) | Node::Within(point) => point,
            Node::Return(_) | Node::Throw(_) => unreachable!("exits call nothing"),
        };
        Call {
            point,
            callee: callee.method,
            callback: callee.callback,
            exceptional,
        }
    }
}

fn add_point(builder: &mut GraphBuilder, program: &Program, point: Point) {
    let method = program.method(point.method);
    let block = method.body().block(point.block);
    let first = method.starts[point.block.0 as usize];
    let from = builder.at(first + point.index);
    let (normal_exit, throw_exit) = builder.exits();
    let mut to: Vec<(NodeId, bool)> = Vec::new();
    let start = |id: ir::BlockId| method.starts[id.0 as usize];
    let inst = block.insts.get(point.index as usize);
    let throws = match inst {
        Some(inst) => {
            to.push((builder.at(first + point.index + 1), false));
            inst.can_throw()
        }
        None => {
            block.terminator.for_each_target(|target| {
                let node = (builder.at(start(target)), false);
                if !to.contains(&node) {
                    to.push(node);
                }
            });
            if matches!(block.terminator, Terminator::Return(_)) {
                to.push((normal_exit, false));
            }
            block.terminator.can_throw()
        }
    };
    if throws {
        for handler in &block.handlers {
            let node = (builder.at(start(handler.target)), true);
            if !to.contains(&node) {
                to.push(node);
            }
        }
        if !block.catches_all() {
            to.push((throw_exit, true));
        }
    }
    let is_call = matches!(inst, Some(Inst::Invoke { .. } | Inst::InvokeDynamic { .. }));
    let (callees, callbacks) = (program.callees(point), program.callbacks(point));
    if !callbacks.is_empty() {
        builder.with_callbacks(from, is_call, callees, callbacks, &to);
    } else if is_call {
        builder.call(from, callees, &to);
    } else {
        builder.plain(from, &to);
    }
}
