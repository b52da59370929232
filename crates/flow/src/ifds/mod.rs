//! Inter-procedural, finite, distributive subset problems (Reps, Horwitz, Sagiv: *Precise interprocedural dataflow
//! analysis via graph reachability*, POPL 1995), solved by tabulation over the program's supergraph, forward or
//! backward.
//!
//! A problem says what becomes of one fact along each kind of edge. The [`Solution`] knows the facts of each node in the
//! join over all ways to get there, and the path edges, from which [`Solution::under`] finds the facts under one
//! concrete call stack.

mod graph;
mod solver;

pub use graph::{Graph, GraphBuilder, NodeId};
pub use solver::{Solution, solve, solve_within};

use crate::program::{MethodId, Point};
use std::hash::Hash;

/// Which way facts travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    Forward,
    Backward,
}

/// A node of the supergraph, in terms of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// Before the instruction.
    At(Point),
    /// While the instruction is executed, between the methods of the application that the library or the JVM calls
    /// meanwhile. Only points with call-backs have it.
    Within(Point),
    /// After the method has returned.
    Return(MethodId),
    /// After it has thrown.
    Throw(MethodId),
}

/// An edge within a method, in the direction of the control flow whatever the problem's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The instruction that is executed along the edge.
    pub point: Point,
    pub from: Node,
    pub to: Node,
    /// The instruction throws: what it would have done may not have happened.
    pub exceptional: bool,
}

/// A call and the method that it enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub point: Point,
    pub callee: MethodId,
    /// The callee is called by the library, or by the JVM to initialise a class, while the instruction is executed;
    /// arguments and result are none of the instruction's.
    pub callback: bool,
    /// The callee is left by an exception. Not known, and `false`, where a forward problem enters the callee.
    pub exceptional: bool,
}

/// What happens to facts. Each function appends what one fact becomes; `zero` is the fact that always holds, and facts
/// that come from nothing come from it. A function that is to keep `zero` must append it, and should.
///
/// *Entering* and *leaving* a callee are meant in the problem's direction: backward, a callee is entered from behind the
/// call and left to the point before it.
pub trait Problem {
    type Fact: Clone + Ord + Hash;

    fn direction(&self) -> Direction;

    fn zero(&self) -> Self::Fact;

    /// What holds where facts start to travel in a root, besides `zero`: at its entry, or after its return or throw.
    fn seeds(&self, _root: MethodId) -> Vec<Self::Fact> {
        Vec::new()
    }

    /// An instruction that is no call.
    fn normal(&self, edge: &Edge, fact: &Self::Fact, to: &mut Vec<Self::Fact>);

    /// From the call into the callee.
    fn call(&self, call: &Call, fact: &Self::Fact, to: &mut Vec<Self::Fact>);

    /// From the callee back to the caller.
    fn ret(&self, call: &Call, fact: &Self::Fact, to: &mut Vec<Self::Fact>);

    /// Past a call, without entering a method of the application: what callees do not see, and what library calls do.
    fn call_to_return(&self, edge: &Edge, fact: &Self::Fact, to: &mut Vec<Self::Fact>);
}
