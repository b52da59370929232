//! The solver against brute force: on small random supergraphs, forward and backward, the facts at each node are those
//! that some valid path brings there, and under a call stack those that some path with this stack does.

use flow::ifds::{Call, Direction, Edge, Graph, GraphBuilder, Node, NodeId, Problem, solve};
use flow::{MethodId, Point};
use ir::BlockId;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32 % n
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

fn point(method: u32, index: u32) -> Point {
    Point {
        method: MethodId(method),
        block: BlockId(0),
        index,
    }
}

/// Methods call only later ones unless `recursive`.
fn random_graph(random: &mut Random, recursive: bool) -> Graph {
    let methods = 1 + random.below(4);
    let mut builder = GraphBuilder::new();
    for method in 0..methods {
        let count = 2 + random.below(6);
        let points: Vec<Point> = (0..count).map(|index| point(method, index)).collect();
        builder.method(&points);
        let (returned, threw) = builder.exits();
        for index in 0..count {
            let here = builder.at(index);
            let mut to = vec![match index + 1 == count {
                true => (returned, false),
                false => (builder.at(index + 1), false),
            }];
            if random.chance(30) {
                // Not to the entry, which has no predecessors.
                to.push((builder.at(1 + random.below(count - 1)), random.chance(30)));
            }
            if random.chance(30) {
                to.push((threw, true));
            }
            to.dedup();
            let called = |random: &mut Random| -> Vec<MethodId> {
                let from = if recursive { 0 } else { method + 1 };
                let mut called = BTreeSet::new();
                for _ in 0..2 {
                    if from < methods && random.chance(50) {
                        called.insert(MethodId(from + random.below(methods - from)));
                    }
                }
                called.into_iter().collect()
            };
            match random.below(10) {
                0..=3 => builder.plain(here, &to),
                4..=7 => {
                    let callees = called(random);
                    builder.call(here, &callees, &to);
                }
                kind => {
                    let (callees, callbacks) = (called(random), called(random));
                    builder.with_callbacks(here, kind == 8, &callees, &callbacks, &to);
                }
            }
        }
    }
    builder.root(MethodId(0));
    builder.finish()
}

const ZERO: u8 = 0;
const FACTS: u8 = 4;

/// Any distributive problem: what becomes of a fact is drawn from a hash.
struct Arbitrary {
    seed: u64,
    direction: Direction,
}

impl Arbitrary {
    fn draw(&self, key: impl Hash, fact: u8, to: &mut Vec<u8>) {
        if fact == ZERO {
            to.push(ZERO);
        }
        for next in 1..FACTS {
            let mut hasher = DefaultHasher::new();
            (self.seed, &key, fact, next).hash(&mut hasher);
            let odds = match (fact, fact == next) {
                (ZERO, _) => 12,
                (_, true) => 60,
                _ => 15,
            };
            if hasher.finish() % 100 < odds {
                to.push(next);
            }
        }
    }

    fn along(&self, from: Node, to: Node, exceptional: bool, fact: u8, out: &mut Vec<u8>) {
        match (from, to) {
            (Node::At(a), Node::Within(b)) if a == b => out.push(fact),
            _ => self.draw((0, from, to, exceptional), fact, out),
        }
    }
}

impl Problem for Arbitrary {
    type Fact = u8;

    fn direction(&self) -> Direction {
        self.direction
    }

    fn zero(&self) -> u8 {
        ZERO
    }

    fn seeds(&self, _: MethodId) -> Vec<u8> {
        vec![1]
    }

    fn normal(&self, edge: &Edge, fact: &u8, to: &mut Vec<u8>) {
        self.along(edge.from, edge.to, edge.exceptional, *fact, to);
    }

    fn call(&self, call: &Call, fact: &u8, to: &mut Vec<u8>) {
        let key = (1, call.point, call.callee, call.callback, call.exceptional);
        self.draw(key, *fact, to);
    }

    fn ret(&self, call: &Call, fact: &u8, to: &mut Vec<u8>) {
        let key = (2, call.point, call.callee, call.callback, call.exceptional);
        self.draw(key, *fact, to);
    }

    fn call_to_return(&self, edge: &Edge, fact: &u8, to: &mut Vec<u8>) {
        self.along(edge.from, edge.to, edge.exceptional, *fact, to);
    }
}

/// A call under way: its node, whether it is a call-back and, backward, by which exit its callee was entered.
type Frame = (NodeId, MethodId, bool, bool);

/// All states that a path can be in, up to a depth of the stack.
struct Brute<'g> {
    graph: &'g Graph,
    problem: &'g Arbitrary,
    depth: usize,
    seen: HashSet<(Vec<Frame>, NodeId, u8)>,
    work: Vec<(Vec<Frame>, NodeId, u8)>,
}

impl Brute<'_> {
    fn add(&mut self, stack: &[Frame], node: NodeId, fact: u8) {
        let state = (stack.to_vec(), node, fact);
        if self.seen.insert(state.clone()) {
            self.work.push(state);
        }
    }

    /// Facts begin to travel in a method.
    fn begin(&mut self, stack: &[Frame], method: MethodId, thrown: bool, fact: u8) {
        if self.problem.direction == Direction::Forward {
            self.add(stack, self.graph.entry(method), fact);
            return;
        }
        let exit = match thrown {
            true => Node::Throw(method),
            false => Node::Return(method),
        };
        let exit = self.graph.find(exit).expect("methods have exits");
        self.add(stack, exit, fact);
        if fact == ZERO {
            for node in self.graph.node_ids() {
                let exit = matches!(self.graph.node(node), Node::Return(_) | Node::Throw(_));
                if self.graph.method(node) == method && !exit {
                    self.add(stack, node, ZERO);
                }
            }
        }
    }

    fn place(&self, node: NodeId) -> Point {
        match self.graph.node(node) {
            Node::At(point) | Node::Within(point) => point,
            other => panic!("{other:?} is no place"),
        }
    }

    fn call(&self, frame: Frame, exceptional: bool) -> Call {
        Call {
            point: self.place(frame.0),
            callee: frame.1,
            callback: frame.2,
            exceptional,
        }
    }

    fn run(&mut self) {
        for fact in [ZERO, 1] {
            self.begin(&[], MethodId(0), false, fact);
            self.begin(&[], MethodId(0), true, fact);
        }
        while let Some((stack, node, fact)) = self.work.pop() {
            match self.problem.direction {
                Direction::Forward => self.forward(&stack, node, fact),
                Direction::Backward => self.backward(&stack, node, fact),
            }
        }
    }

    fn forward(&mut self, stack: &[Frame], node: NodeId, fact: u8) {
        let mut out = Vec::new();
        if let (Some((frame, below)), Node::Return(_) | Node::Throw(_)) =
            (stack.split_last(), self.graph.node(node))
        {
            let thrown = matches!(self.graph.node(node), Node::Throw(_));
            self.problem
                .ret(&self.call(*frame, thrown), &fact, &mut out);
            let returns: Vec<_> = self.graph.returns(frame.0, frame.2).collect();
            for (target, exceptional) in returns {
                if exceptional == thrown {
                    out.iter().for_each(|fact| self.add(below, target, *fact));
                }
            }
        }
        let next: Vec<_> = self.graph.successors(node).collect();
        for (to, exceptional) in next {
            let mut out = Vec::new();
            let (from, target) = (self.graph.node(node), self.graph.node(to));
            self.problem
                .along(from, target, exceptional, fact, &mut out);
            out.iter().for_each(|fact| self.add(stack, to, *fact));
        }
        let callees: Vec<_> = self.graph.callees(node).collect();
        for (callee, callback) in callees {
            let frame = (node, callee, callback, false);
            self.enter(stack, frame, fact);
        }
    }

    fn enter(&mut self, stack: &[Frame], frame: Frame, fact: u8) {
        if stack.len() == self.depth {
            return;
        }
        let mut out = Vec::new();
        self.problem
            .call(&self.call(frame, frame.3), &fact, &mut out);
        let mut deeper = stack.to_vec();
        deeper.push(frame);
        for fact in out {
            self.begin(&deeper, frame.1, frame.3, fact);
        }
    }

    fn backward(&mut self, stack: &[Frame], node: NodeId, fact: u8) {
        let method = self.graph.method(node);
        if let (Some((frame, below)), true) = (stack.split_last(), self.graph.entry(method) == node)
        {
            let mut out = Vec::new();
            self.problem
                .ret(&self.call(*frame, frame.3), &fact, &mut out);
            out.iter().for_each(|fact| self.add(below, frame.0, *fact));
        }
        for from in self.graph.node_ids() {
            let edges: Vec<_> = self
                .graph
                .successors(from)
                .filter(|(to, _)| *to == node)
                .collect();
            for (to, exceptional) in edges {
                let mut out = Vec::new();
                let (source, target) = (self.graph.node(from), self.graph.node(to));
                self.problem
                    .along(source, target, exceptional, fact, &mut out);
                out.iter().for_each(|fact| self.add(stack, from, *fact));
            }
            for callback in [false, true] {
                let returns: Vec<_> = self
                    .graph
                    .returns(from, callback)
                    .filter(|(to, _)| *to == node)
                    .collect();
                for (_, exceptional) in returns {
                    let callees: Vec<_> = self
                        .graph
                        .callees(from)
                        .filter(|(_, c)| *c == callback)
                        .collect();
                    for (callee, callback) in callees {
                        self.enter(stack, (from, callee, callback, exceptional), fact);
                    }
                }
            }
        }
    }
}

fn compare(seed: u64, direction: Direction) -> usize {
    let mut random = Random(seed);
    let graph = random_graph(&mut random, false);
    let problem = Arbitrary { seed, direction };
    let solution = solve(&graph, &problem);
    let mut brute = Brute {
        graph: &graph,
        problem: &problem,
        depth: 9,
        seen: HashSet::new(),
        work: Vec::new(),
    };
    brute.run();
    let mut expected: BTreeMap<NodeId, BTreeSet<u8>> = BTreeMap::new();
    let mut stacks: BTreeMap<(Vec<Point>, NodeId), BTreeSet<u8>> = BTreeMap::new();
    for (stack, node, fact) in &brute.seen {
        expected.entry(*node).or_default().insert(*fact);
        let calls: Vec<Point> = stack.iter().map(|frame| brute.place(frame.0)).collect();
        stacks.entry((calls, *node)).or_default().insert(*fact);
    }
    for node in graph.node_ids() {
        let found: BTreeSet<u8> = solution.facts(node).into_iter().copied().collect();
        let wanted = expected.remove(&node).unwrap_or_default();
        assert_eq!(found, wanted, "seed {seed}, {:?}", graph.node(node));
    }
    let mut count = 0;
    for ((calls, node), wanted) in &stacks {
        let found = solution.under(&problem, calls, *node);
        let found: BTreeSet<u8> = found
            .expect("the stack fits")
            .into_iter()
            .copied()
            .collect();
        assert_eq!(
            &found,
            wanted,
            "seed {seed}, {calls:?}, {:?}",
            graph.node(*node)
        );
        count += calls.len();
    }
    count
}

#[test]
fn forward_problems() {
    let stacks: usize = (0..400).map(|seed| compare(seed, Direction::Forward)).sum();
    assert!(stacks > 1000, "{stacks}");
}

#[test]
fn backward_problems() {
    let stacks: usize = (0..400)
        .map(|seed| compare(seed, Direction::Backward))
        .sum();
    assert!(stacks > 1000, "{stacks}");
}

#[test]
fn recursion() {
    for seed in 0..150 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, true);
        for direction in [Direction::Forward, Direction::Backward] {
            let problem = Arbitrary { seed, direction };
            let solution = solve(&graph, &problem);
            let mut brute = Brute {
                graph: &graph,
                problem: &problem,
                depth: 2,
                seen: HashSet::new(),
                work: Vec::new(),
            };
            brute.run();
            for (_, node, fact) in &brute.seen {
                let found = solution.facts(*node);
                assert!(
                    found.contains(&fact),
                    "seed {seed}, {:?}",
                    graph.node(*node)
                );
            }
        }
    }
}

/// Whenever patience ends, there is either nothing or all of it.
#[test]
fn patience_ends() {
    use std::cell::Cell;
    let mut ends = (0, 0);
    for seed in 0..40 {
        let mut random = Random(seed);
        let graph = random_graph(&mut random, false);
        let direction = Direction::Backward;
        let problem = Arbitrary { seed, direction };
        let whole = solve(&graph, &problem);
        for asked in 0..3 {
            let left = Cell::new(asked);
            let stop = |_| left.replace(left.get() - 1) == 0;
            let patience = flow::Patience::new(&stop);
            match flow::ifds::solve_within(&graph, &problem, &patience) {
                None => ends.0 += 1,
                Some(solution) => {
                    assert_eq!(solution.len(), whole.len());
                    ends.1 += 1;
                }
            }
        }
    }
    assert!(ends.0 > 0 && ends.1 > 0, "{ends:?}");
}
