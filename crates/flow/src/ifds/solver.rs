//! The tabulation algorithm, with callers and summaries kept per context, so that nothing is asked of methods that no
//! caller reaches with a fact.

use super::graph::{Callee, EdgeKind, Graph, NodeId};
use super::{Direction, Node, Problem};
use crate::hash::{FastMap, FastSet};
use crate::patience::Patience;
use crate::program::{MethodId, Point};
use std::collections::BTreeSet;

/// A fact that holds where facts start to travel in a method: at its entry, or at one of its exits if they travel
/// backward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Start {
    node: NodeId,
    fact: u32,
}

/// By whom a context was entered: the caller's own context, the call and, backward, by which exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Caller {
    context: u32,
    call: NodeId,
    callback: bool,
    exceptional: bool,
}

/// What a problem comes to.
pub struct Solution<'g, F> {
    graph: &'g Graph,
    direction: Direction,
    facts: Vec<F>,
    contexts: Vec<Start>,
    context_numbers: FastMap<(NodeId, u32), u32>,
    fact_numbers: std::collections::HashMap<F, u32>,
    /// By node: contexts and the facts that they lead to.
    edges: Vec<Vec<(u32, u32)>>,
    /// The contexts in which the program starts.
    initial: Vec<u32>,
}

struct Solver<'g, 'p, P: Problem> {
    problem: &'p P,
    solution: Solution<'g, P::Fact>,
    known: FastSet<(u32, u32, u32)>,
    work: Vec<(u32, NodeId, u32)>,
    callers: Vec<Vec<Caller>>,
    callers_known: FastSet<(u32, Caller)>,
    /// By context: ends of the method and the facts there.
    summaries: Vec<Vec<(NodeId, u32)>>,
    zero: u32,
    buffer: Vec<P::Fact>,
}

pub fn solve<'g, P: Problem>(graph: &'g Graph, problem: &P) -> Solution<'g, P::Fact> {
    let mut solver = Solver::new(graph, problem);
    solver.run(&Patience::endless());
    solver.solution
}

/// The same, or nothing if patience ends before.
pub fn solve_within<'g, P: Problem>(
    graph: &'g Graph,
    problem: &P,
    patience: &Patience<'_>,
) -> Option<Solution<'g, P::Fact>> {
    let mut solver = Solver::new(graph, problem);
    solver.run(patience).then_some(solver.solution)
}

impl<'g, 'p, P: Problem> Solver<'g, 'p, P> {
    fn new(graph: &'g Graph, problem: &'p P) -> Solver<'g, 'p, P> {
        let mut solver = Solver {
            problem,
            solution: Solution {
                graph,
                direction: problem.direction(),
                facts: Vec::new(),
                contexts: Vec::new(),
                context_numbers: FastMap::default(),
                fact_numbers: Default::default(),
                edges: vec![Vec::new(); graph.len()],
                initial: Vec::new(),
            },
            known: FastSet::default(),
            work: Vec::new(),
            callers: Vec::new(),
            callers_known: FastSet::default(),
            summaries: Vec::new(),
            zero: 0,
            buffer: Vec::new(),
        };
        solver.zero = solver.solution.intern(&problem.zero());
        solver
    }
}

impl<F: Clone + Ord + std::hash::Hash> Solution<'_, F> {
    fn intern(&mut self, fact: &F) -> u32 {
        if let Some(known) = self.fact_numbers.get(fact) {
            return *known;
        }
        let number = self.facts.len() as u32;
        self.facts.push(fact.clone());
        self.fact_numbers.insert(fact.clone(), number);
        number
    }

    pub fn graph(&self) -> &Graph {
        self.graph
    }

    /// The facts that may hold at a node in some run, sorted. Those of a backward problem hold of what follows.
    pub fn facts(&self, node: NodeId) -> Vec<&F> {
        let numbers: BTreeSet<u32> = self.of(node).iter().map(|(_, fact)| *fact).collect();
        let mut facts: Vec<&F> = numbers.iter().map(|n| &self.facts[*n as usize]).collect();
        facts.sort();
        facts
    }

    /// The same before an instruction.
    pub fn facts_at(&self, point: Point) -> Vec<&F> {
        match self.graph.find(Node::At(point)) {
            Some(node) => self.facts(node),
            None => Vec::new(),
        }
    }

    /// The path edges to a node: if the first fact holds at the node where facts start to travel in this method, then
    /// the second may hold here.
    pub fn path_edges(&self, node: NodeId) -> impl Iterator<Item = (Node, &F, &F)> {
        self.of(node).iter().map(|(context, fact)| {
            let start = self.contexts[*context as usize];
            let from = &self.facts[start.fact as usize];
            (
                self.graph.node(start.node),
                from,
                &self.facts[*fact as usize],
            )
        })
    }

    /// How many path edges there are.
    pub fn len(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn of(&self, node: NodeId) -> &[(u32, u32)] {
        &self.edges[node.0 as usize]
    }

    /// The facts at a node, sorted, when these calls are on the stack: the outermost first, each the point of a call
    /// that is being executed, and the next in a method that it has entered. `None` where the stack does not fit the
    /// call graph, or does not begin in a root.
    pub fn under<P: Problem<Fact = F>>(
        &self,
        problem: &P,
        calls: &[Point],
        node: NodeId,
    ) -> Option<Vec<&F>> {
        let innermost = self.graph.method(node);
        let outermost = calls.first().map_or(innermost, |call| call.method);
        let of_first = |c: &u32| {
            let node = self.contexts[*c as usize].node;
            self.graph.method(node) == outermost
        };
        let mut contexts: BTreeSet<u32> = self.initial.iter().copied().filter(of_first).collect();
        if contexts.is_empty() {
            return None;
        }
        for (at, call) in calls.iter().enumerate() {
            let callee = calls.get(at + 1).map_or(innermost, |next| next.method);
            contexts = self.enter(problem, *call, callee, &contexts)?;
        }
        let here = self.of(node).iter();
        let numbers: BTreeSet<u32> = here
            .filter(|(context, _)| contexts.contains(context))
            .map(|(_, fact)| *fact)
            .collect();
        let mut facts: Vec<&F> = numbers.iter().map(|n| &self.facts[*n as usize]).collect();
        facts.sort();
        Some(facts)
    }

    /// The contexts of a callee that some contexts of its caller lead to.
    fn enter<P: Problem<Fact = F>>(
        &self,
        problem: &P,
        call: Point,
        callee: MethodId,
        contexts: &BTreeSet<u32>,
    ) -> Option<BTreeSet<u32>> {
        let mut entered = BTreeSet::new();
        let mut fits = false;
        let mut buffer = Vec::new();
        let nodes = [Node::At(call), Node::Within(call)];
        for node in nodes.into_iter().filter_map(|node| self.graph.find(node)) {
            for called in self.graph.callees.of(node) {
                if called.method != callee {
                    continue;
                }
                fits = true;
                for (from, start, exceptional) in entries(self.graph, self.direction, called) {
                    let how = self.graph.call(called, exceptional);
                    for (context, fact) in self.of(from) {
                        if !contexts.contains(context) {
                            continue;
                        }
                        problem.call(&how, &self.facts[*fact as usize], &mut buffer);
                        for fact in buffer.drain(..) {
                            let fact = self.fact_numbers.get(&fact);
                            let number = fact.and_then(|f| self.context_numbers.get(&(start, *f)));
                            entered.extend(number);
                        }
                    }
                }
            }
        }
        fits.then_some(entered)
    }
}

/// The ways in which facts enter a callee: from which node, to which node of the callee, by which of its exits.
fn entries(graph: &Graph, direction: Direction, callee: &Callee) -> Vec<(NodeId, NodeId, bool)> {
    let method = callee.method;
    match direction {
        Direction::Forward => vec![(callee.call, graph.entry(method), false)],
        Direction::Backward => graph
            .returns
            .of(callee.call)
            .iter()
            .filter(|r| r.callback == callee.callback)
            .map(|r| (r.node, graph.exit(method, r.exceptional), r.exceptional))
            .collect(),
    }
}

impl<P: Problem> Solver<'_, '_, P> {
    /// Says whether it came to the end.
    fn run(&mut self, patience: &Patience<'_>) -> bool {
        let graph = self.solution.graph;
        for root in &graph.roots {
            let mut facts = vec![self.problem.zero()];
            facts.extend(self.problem.seeds(*root));
            let starts = match self.problem.direction() {
                Direction::Forward => vec![graph.entry(*root)],
                Direction::Backward => {
                    vec![graph.exit(*root, false), graph.exit(*root, true)]
                }
            };
            for node in starts {
                for fact in &facts {
                    let fact = self.solution.intern(fact);
                    let context = self.context(node, fact);
                    self.solution.initial.push(context);
                }
            }
        }
        while let Some((context, node, fact)) = self.work.pop() {
            self.step(context, node, fact);
            if patience.is_over_after(1) {
                return false;
            }
        }
        true
    }

    /// The number of a context; a new one starts to travel.
    fn context(&mut self, node: NodeId, fact: u32) -> u32 {
        if let Some(known) = self.solution.context_numbers.get(&(node, fact)) {
            return *known;
        }
        let context = self.solution.contexts.len() as u32;
        self.solution.contexts.push(Start { node, fact });
        self.solution.context_numbers.insert((node, fact), context);
        self.callers.push(Vec::new());
        self.summaries.push(Vec::new());
        self.propagate(context, node, fact);
        if self.problem.direction() == Direction::Backward && fact == self.zero {
            // A run may come to its end anywhere: in a loop without end, or by a call that never returns. What always
            // holds, holds there too.
            let graph = self.solution.graph;
            for node in graph.nodes_of(graph.method(node)) {
                if !matches!(graph.node(node), Node::Return(_) | Node::Throw(_)) {
                    self.propagate(context, node, fact);
                }
            }
        }
        context
    }

    fn propagate(&mut self, context: u32, node: NodeId, fact: u32) {
        if self.known.insert((context, node.0, fact)) {
            self.solution.edges[node.0 as usize].push((context, fact));
            self.work.push((context, node, fact));
        }
    }

    fn step(&mut self, context: u32, node: NodeId, fact: u32) {
        let graph = self.solution.graph;
        let direction = self.problem.direction();
        if self.is_end(node) {
            self.summaries[context as usize].push((node, fact));
            let callers = self.callers[context as usize].clone();
            for caller in callers {
                self.leave(&caller, node, fact);
            }
        }
        let flows = match direction {
            Direction::Forward => graph.flows.of(node),
            Direction::Backward => graph.flows_back.of(node),
        };
        for flow in flows {
            let mut results = std::mem::take(&mut self.buffer);
            let next = match direction {
                Direction::Forward => flow.to,
                Direction::Backward => flow.from,
            };
            let known = &self.solution.facts[fact as usize];
            match flow.kind {
                EdgeKind::Normal => self.problem.normal(&graph.edge(flow), known, &mut results),
                EdgeKind::CallToReturn => {
                    self.problem
                        .call_to_return(&graph.edge(flow), known, &mut results);
                }
                EdgeKind::Enter => results.push(known.clone()),
            }
            for result in results.drain(..) {
                let result = self.solution.intern(&result);
                self.propagate(context, next, result);
            }
            self.buffer = results;
        }
        match direction {
            Direction::Forward => {
                for callee in graph.callees.of(node) {
                    self.enter(context, callee, fact, false);
                }
            }
            Direction::Backward => {
                for r in graph.returns_back.of(node) {
                    for callee in graph.callees.of(r.call) {
                        if callee.callback == r.callback {
                            self.enter(context, callee, fact, r.exceptional);
                        }
                    }
                }
            }
        }
    }

    fn is_end(&self, node: NodeId) -> bool {
        let graph = self.solution.graph;
        let method = graph.method(node);
        match self.problem.direction() {
            Direction::Forward => matches!(graph.node(node), Node::Return(_) | Node::Throw(_)),
            Direction::Backward => graph.entry(method) == node,
        }
    }

    fn enter(&mut self, context: u32, callee: &Callee, fact: u32, exceptional: bool) {
        let graph = self.solution.graph;
        let how = graph.call(callee, exceptional);
        let start = match self.problem.direction() {
            Direction::Forward => graph.entry(callee.method),
            Direction::Backward => graph.exit(callee.method, exceptional),
        };
        let mut results = Vec::new();
        let known = &self.solution.facts[fact as usize];
        self.problem.call(&how, known, &mut results);
        for result in results {
            let result = self.solution.intern(&result);
            let inner = self.context(start, result);
            let caller = Caller {
                context,
                call: callee.call,
                callback: callee.callback,
                exceptional,
            };
            if !self.callers_known.insert((inner, caller)) {
                continue;
            }
            self.callers[inner as usize].push(caller);
            let summary = self.summaries[inner as usize].clone();
            for (end, fact) in summary {
                self.leave(&caller, end, fact);
            }
        }
    }

    /// From an end of a callee back to a caller.
    fn leave(&mut self, caller: &Caller, end: NodeId, fact: u32) {
        let graph = self.solution.graph;
        let callee = Callee {
            call: caller.call,
            method: graph.method(end),
            callback: caller.callback,
        };
        let mut targets = Vec::new();
        match self.problem.direction() {
            Direction::Forward => {
                let thrown = matches!(graph.node(end), Node::Throw(_));
                for r in graph.returns.of(caller.call) {
                    if r.exceptional == thrown && r.callback == caller.callback {
                        targets.push((r.node, thrown));
                    }
                }
            }
            Direction::Backward => targets.push((caller.call, caller.exceptional)),
        }
        for (target, exceptional) in targets {
            let how = graph.call(&callee, exceptional);
            let mut results = Vec::new();
            let known = &self.solution.facts[fact as usize];
            self.problem.ret(&how, known, &mut results);
            for result in results {
                let result = self.solution.intern(&result);
                self.propagate(caller.context, target, result);
            }
        }
    }
}
