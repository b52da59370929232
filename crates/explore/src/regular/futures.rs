//! Whether everything that may still break a property from somewhere has been seen to break it already, by an
//! equivalent sequence of events at the same places. The possible sequences are not listed: the program's graph is walked
//! together with the tree of the sequences seen, call stacks included, until something new is reached.

use super::guide::{Guide, Location, Position};
use super::postset::{Ahead, Event, Fact};
use super::{Followed, Regular};
use flow::ifds::{Node, NodeId};
use flow::{ObjectId, Point};
use machine::{Machine, State};
use property::{Change, EventId, StateId, When};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Walks longer than this are given up: the branch is followed.
const MOST_STEPS: usize = 20_000;
/// Calls on top of those that the path is in.
const MOST_CALLS: usize = 16;

/// An event at a place, with as many of the calls that led there as are told apart.
type Label = (EventId, Point, Vec<Point>);

/// The sequences that broke one property, as a tree.
#[derive(Default)]
pub struct Seen {
    nodes: Vec<SeenNode>,
}

#[derive(Default)]
struct SeenNode {
    children: BTreeMap<Label, u32>,
    /// A sequence ends here.
    ends: bool,
}

impl Seen {
    /// Says whether the sequence is new.
    fn insert(&mut self, labels: &[Label]) -> bool {
        if self.nodes.is_empty() {
            self.nodes.push(SeenNode::default());
        }
        let mut at = 0;
        for label in labels {
            at = match self.nodes[at].children.get(label) {
                Some(child) => *child as usize,
                None => {
                    let child = self.nodes.len();
                    self.nodes.push(SeenNode::default());
                    self.nodes[at].children.insert(label.clone(), child as u32);
                    child
                }
            };
        }
        !std::mem::replace(&mut self.nodes[at].ends, true)
    }

    fn child(&self, at: Option<u32>, label: &Label) -> Option<u32> {
        let node = self.nodes.get(at? as usize)?;
        node.children.get(label).copied()
    }

    fn is_end(&self, at: Option<u32>) -> bool {
        at.and_then(|at| self.nodes.get(at as usize))
            .is_some_and(|node| node.ends)
    }

    fn find(&self, labels: &[Label]) -> Option<u32> {
        let root = (!self.nodes.is_empty()).then_some(0);
        labels.iter().fold(root, |at, label| self.child(at, label))
    }
}

/// What a monitor's objects may be; `None` is any.
type Objects = Vec<Option<Rc<[ObjectId]>>>;

/// What decides whether something new lies ahead of a monitor: the property, where the path is, what the monitor's objects
/// may be and which are bound, its state, and where it is in the tree of what was seen.
pub type Ask = (usize, Location, Objects, u8, StateId, u32);

/// A monitor somewhere ahead.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Walker {
    node: NodeId,
    /// The nodes of the calls that are being made, the outermost first, and whether they are call-backs.
    stack: Rc<[(NodeId, bool)]>,
    objects: Objects,
    /// Which objects are bound at all.
    bound: u8,
    state: StateId,
    /// Where in the tree; `None` once the sequence is none of those seen.
    seen: Option<u32>,
}

struct Walk<'w, 's> {
    ahead: &'w Ahead<'s>,
    guide: &'w Guide<'s>,
    seen: &'w Seen,
    property: usize,
    contexts: usize,
    deepest: usize,
    known: HashSet<Walker>,
    work: Vec<Walker>,
    live: HashMap<NodeId, Rc<[Fact]>>,
    /// Something that was not seen is ahead.
    news: bool,
}

impl Guide<'_> {
    fn label(&mut self, machine: &Machine, regular: &Regular, change: &Change) -> Option<Label> {
        let site = regular.site(change.site);
        let point = match site.at {
            (_, super::END) => end_of_program(),
            (method, pc) => self.point(machine, method, pc)?,
        };
        let callers = site.callers.iter();
        let callers = callers.map(|(method, pc)| self.point(machine, *method, *pc));
        Some((change.event, point, callers.collect::<Option<_>>()?))
    }

    fn labels(
        &mut self,
        machine: &Machine,
        regular: &Regular,
        changes: &[Change],
    ) -> Option<Vec<Label>> {
        let labels = changes.iter().map(|c| self.label(machine, regular, c));
        labels.collect()
    }

    /// Remembers a sequence that broke a property.
    pub fn remember(
        &mut self,
        machine: &Machine,
        regular: &Regular,
        seen: &mut Seen,
        changes: &[Change],
    ) {
        if let Some(labels) = self.labels(machine, regular, changes)
            && seen.insert(&labels)
        {
            self.news.clear();
        }
    }

    /// Whether all that may still break a property from here has been seen.
    pub fn nothing_new(
        &mut self,
        machine: &mut Machine,
        regular: &Regular,
        state: &State,
        followed: &Followed,
        seen: &[Seen],
        contexts: usize,
    ) -> bool {
        let Some(location) = self.locate(machine, state) else {
            return false;
        };
        let Some(facts) = self.ahead(&location) else {
            return false;
        };
        for (property, monitors) in followed.monitors.iter().enumerate() {
            let ahead = &self.statics.ahead[property];
            let automaton = &ahead.property.automaton;
            for monitor in monitors.iter() {
                if automaton.is_error(monitor.state) || !automaton.can_fail(monitor.state) {
                    continue;
                }
                let Some(prefix) = self.labels(machine, regular, &monitor.history.changes()) else {
                    return false;
                };
                let at = seen[property].find(&prefix);
                let objects = self.tuple_of(machine, state, monitor);
                // No sequence that was seen begins like this one, so that every error ahead is new. No walk is needed to
                // know whether there is one.
                let Some(at) = at else {
                    let mut facts = facts[property].iter();
                    match facts.any(|fact| fact.fits(monitor.state, &objects)) {
                        true => return false,
                        false => continue,
                    }
                };
                let bound = monitor.binding.iter().enumerate();
                let bound = bound.fold(0, |all, (i, o)| all | u8::from(o.is_some()) << i);
                let ask = (
                    property,
                    location.clone(),
                    objects.clone(),
                    bound,
                    monitor.state,
                    at,
                );
                if let Some(known) = self.news.get(&ask) {
                    match known {
                        true => return false,
                        false => continue,
                    }
                }
                let walk = Walk {
                    ahead,
                    guide: self,
                    seen: &seen[property],
                    property,
                    contexts,
                    deepest: location.calls.len() + MOST_CALLS,
                    known: HashSet::new(),
                    work: Vec::new(),
                    live: HashMap::new(),
                    news: false,
                };
                let news = walk.finds_news(&location, objects, bound, monitor.state, at);
                self.news.insert(ask, news);
                if news {
                    return false;
                }
            }
        }
        true
    }
}

/// Where events at the end of the program are.
fn end_of_program() -> Point {
    Point {
        method: flow::MethodId(u32::MAX),
        block: ir::BlockId(u32::MAX),
        index: u32::MAX,
    }
}

impl Walk<'_, '_> {
    fn finds_news(
        mut self,
        location: &Location,
        objects: Objects,
        bound: u8,
        state: StateId,
        seen: u32,
    ) -> bool {
        let graph = self.guide.statics.graph;
        let mut stack = Vec::new();
        for (i, call) in location.calls.iter().enumerate() {
            let callee = location.calls.get(i + 1).map(|next| next.method);
            let (Position::Before(point) | Position::Within(point)) = location.at;
            let callee = callee.unwrap_or(point.method);
            let nodes = [Node::At(*call), Node::Within(*call)];
            let mut nodes = nodes.into_iter().filter_map(|node| graph.find(node));
            // Not a call that the graph knows.
            let calls = |node| {
                let mut callees = graph.callees(node);
                let found = callees.find(|(method, _)| *method == callee);
                found.map(|(_, callback)| (node, callback))
            };
            let Some(call) = nodes.find_map(calls) else {
                return true;
            };
            stack.push(call);
        }
        for (calls, at) in location.seen_by(self.ahead) {
            let (Position::Before(point) | Position::Within(point)) = at;
            let Some(node) = graph.find(Node::At(point)) else {
                return true;
            };
            let start = Walker {
                node,
                stack: stack[..calls.len()].into(),
                objects: objects.clone(),
                bound,
                state,
                seen: Some(seen),
            };
            match at {
                Position::Before(_) => self.go(start),
                Position::Within(_) => match graph.find(Node::Within(point)) {
                    Some(within) => self.go(Walker {
                        node: within,
                        ..start
                    }),
                    None => self.past(point, &start),
                },
            }
        }
        while let Some(walker) = self.work.pop() {
            self.step(&walker);
            if self.news || self.known.len() > MOST_STEPS {
                return true;
            }
        }
        self.news
    }

    fn go(&mut self, walker: Walker) {
        if self.is_live(&walker) && !self.known.contains(&walker) {
            self.known.insert(walker.clone());
            self.work.push(walker);
        }
    }

    /// Whether an error may lie ahead of a walker at all.
    fn is_live(&mut self, walker: &Walker) -> bool {
        let statics = self.guide.statics;
        let property = self.property;
        let facts = self.live.entry(walker.node).or_insert_with(|| {
            let facts = statics.postsets[property].facts(walker.node);
            facts.into_iter().cloned().collect()
        });
        facts
            .iter()
            .any(|fact| fact.fits(walker.state, &walker.objects))
    }

    fn step(&mut self, walker: &Walker) {
        let graph = self.guide.statics.graph;
        match graph.node(walker.node) {
            Node::At(point) => {
                let events = self.ahead.events(point);
                let enters = graph.callees(walker.node).next().is_some();
                if self.ahead.passes(point) {
                    let mut now = vec![walker.clone()];
                    for event in events.iter().filter(|e| e.when == When::Before) {
                        now = self.raise(point, event, now);
                    }
                    if self.ahead.ends(point) {
                        self.end(&now);
                    }
                    for walker in now {
                        match graph.find(Node::Within(point)) {
                            Some(within) => self.go(Walker {
                                node: within,
                                ..walker
                            }),
                            None => self.past(point, &walker),
                        }
                    }
                } else if !enters {
                    self.past(point, walker);
                }
                if enters && !self.ahead.is_atomic(point) {
                    self.enter(walker);
                }
            }
            Node::Within(point) => {
                if !self.ahead.is_atomic(point) {
                    self.enter(walker);
                }
                self.past(point, walker);
            }
            Node::Return(_) => self.leave(walker, false),
            Node::Throw(_) => self.leave(walker, true),
        }
    }

    /// Goes on behind an instruction.
    fn past(&mut self, point: Point, walker: &Walker) {
        let graph = self.guide.statics.graph;
        let after: Vec<(NodeId, bool)> = graph.successors(walker.node).collect();
        for (node, exceptional) in after {
            let mut now = vec![walker.clone()];
            if !exceptional {
                let events = self.ahead.events(point).iter();
                for event in events.filter(|e| e.when == When::After) {
                    now = self.raise(point, event, now);
                }
            }
            for walker in now {
                self.go(Walker { node, ..walker });
            }
        }
    }

    fn enter(&mut self, walker: &Walker) {
        let graph = self.guide.statics.graph;
        for (callee, callback) in graph.callees(walker.node) {
            if walker.stack.len() >= self.deepest {
                self.news = true;
                return;
            }
            let calls = walker.stack.iter().copied();
            self.go(Walker {
                node: graph.entry(callee),
                stack: calls.chain([(walker.node, callback)]).collect(),
                ..walker.clone()
            });
        }
    }

    fn leave(&mut self, walker: &Walker, thrown: bool) {
        let graph = self.guide.statics.graph;
        let Some(((call, callback), below)) = walker.stack.split_last() else {
            self.end(std::slice::from_ref(walker));
            return;
        };
        let stack: Rc<[(NodeId, bool)]> = below.into();
        let after: Vec<(NodeId, bool)> = graph.returns(*call, *callback).collect();
        for (node, exceptional) in after {
            if exceptional == thrown {
                self.go(Walker {
                    node,
                    stack: stack.clone(),
                    ..walker.clone()
                });
            }
        }
    }

    /// The program ends.
    fn end(&mut self, walkers: &[Walker]) {
        let property = self.ahead.property;
        for event in property.event_ids() {
            if property.event(event).when == When::End {
                let label = (event, end_of_program(), Vec::new());
                for walker in walkers {
                    self.advance(walker, event, &label);
                }
            }
        }
    }

    /// What becomes of walkers when a call may be an event.
    fn raise(&mut self, point: Point, event: &Event, walkers: Vec<Walker>) -> Vec<Walker> {
        let mut after = Vec::new();
        for walker in walkers {
            let mut fits = true;
            let mut certain = event.certain;
            let mut objects = walker.objects.clone();
            let mut bound = walker.bound;
            for (object, of) in &event.objects {
                let at = usize::from(object.0);
                let is_bound = bound >> at & 1 == 1;
                if is_bound && event.made == Some(*object) {
                    // What is bound exists already.
                    fits = false;
                    break;
                }
                match (&objects[at], of) {
                    (Some(known), Some(of)) => {
                        let both: Vec<ObjectId> =
                            known.iter().copied().filter(|o| of.contains(o)).collect();
                        fits &= !both.is_empty();
                        let same = known.len() == 1
                            && of.len() == 1
                            && !self.guide.statics.program.object(of[0]).many;
                        certain &= is_bound && same;
                        objects[at] = Some(both.into());
                    }
                    (None, Some(of)) => {
                        certain = false;
                        objects[at] = Some((&**of).into());
                    }
                    (_, None) => certain = false,
                }
                bound |= 1 << at;
            }
            if !fits || !certain {
                after.push(walker.clone());
            }
            if !fits {
                continue;
            }
            let label = (event.id, point, self.callers(&walker));
            let moved = Walker {
                objects,
                bound,
                ..walker
            };
            after.extend(self.advance(&moved, event.id, &label));
        }
        after
    }

    fn callers(&self, walker: &Walker) -> Vec<Point> {
        let graph = self.guide.statics.graph;
        let calls = walker.stack.iter().rev().take(self.contexts);
        calls
            .filter_map(|(node, _)| match graph.node(*node) {
                Node::At(point) | Node::Within(point) => Some(point),
                Node::Return(_) | Node::Throw(_) => None,
            })
            .collect()
    }

    fn advance(&mut self, walker: &Walker, event: EventId, label: &Label) -> Option<Walker> {
        let automaton = &self.ahead.property.automaton;
        let state = automaton.next(walker.state, event);
        if state == walker.state {
            return Some(walker.clone());
        }
        let seen = self.seen.child(walker.seen, label);
        if automaton.is_error(state) {
            self.news |= !self.seen.is_end(seen);
            return None;
        }
        Some(Walker {
            state,
            seen,
            ..walker.clone()
        })
    }
}
