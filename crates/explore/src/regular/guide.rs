//! Where a path is in the program's graph, and what may still happen from there. A branch counts by how many states its
//! monitors are in from which an error lies ahead: H = |Preset ∩ Postset|.

use super::Followed;
use super::futures::Ask;
use super::postset::{Ahead, Fact};
use crate::config::Entry;
use classpath::ClassPath;
use flow::ifds::{Graph, Node, NodeId, Solution, solve_within};
use flow::{ObjectId, Patience, Point, Program, Root};
use machine::{Machine, MethodId, Ref, State};
use property::{Matcher, Monitor, StateSet};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

/// What was found out about the program before any path ran.
pub struct Statics<'p> {
    pub program: &'p Program,
    pub graph: &'p Graph,
    /// By property.
    pub ahead: Vec<Ahead<'p>>,
    pub postsets: Vec<Solution<'p, Fact>>,
    /// Whether the facts cover every run.
    pub sound: bool,
    pub milliseconds: u64,
}

impl Statics<'_> {
    /// Analyses the program, and hands the facts over; there are none if patience ended before they were complete.
    pub fn with<R>(
        classpath: &ClassPath,
        entry: &Entry,
        matcher: &Matcher,
        patience: &Patience<'_>,
        then: impl FnOnce(Option<&Statics<'_>>) -> R,
    ) -> R {
        let started = Instant::now();
        let root = match entry {
            Entry::Main { class, .. } => Root::main(class),
            Entry::Method {
                class,
                name,
                descriptor,
            } => Root::new(class, name, descriptor),
        };
        let methods = ir::Methods::new();
        let Some(program) = Program::new_within(classpath, &methods, &[root], patience) else {
            return then(None);
        };
        let graph = Graph::new(&program);
        let ahead: Vec<Ahead> = matcher
            .property_ids()
            .map(|id| Ahead::new(&program, matcher, id))
            .collect();
        let solved = ahead.iter();
        let solved = solved.map(|ahead| solve_within(&graph, ahead, patience));
        let Some(postsets) = solved.collect::<Option<Vec<_>>>() else {
            return then(None);
        };
        then(Some(&Statics {
            // An entry that was not found says nothing about the program.
            sound: !program.roots().is_empty()
                && program.unknowns.is_empty()
                && !program.has_threads,
            program: &program,
            graph: &graph,
            ahead,
            postsets,
            milliseconds: started.elapsed().as_millis() as u64,
        }))
    }

    /// Whether no run breaks a property.
    pub fn all_safe(&self) -> bool {
        self.sound && !(0..self.ahead.len()).any(|property| self.can_fail(property))
    }

    /// Whether, from the start, some events may lead a tuple of objects to an error.
    fn can_fail(&self, property: usize) -> bool {
        let initial = self.ahead[property].property.automaton.initial();
        self.program.roots().iter().any(|root| {
            let facts = self.postsets[property].facts(self.graph.entry(*root));
            let mut facts = facts.into_iter();
            facts.any(|fact| matches!(fact, Fact::Live(_, state) if *state == initial))
        })
    }
}

/// Where a path is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The calls on the stack, the outermost first.
    pub calls: Vec<Point>,
    pub at: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    Before(Point),
    /// Inside of the library call at this point, or just behind it: what the call raises when it begins has been raised.
    Within(Point),
}

pub struct Guide<'s> {
    pub statics: &'s Statics<'s>,
    methods: HashMap<MethodId, Option<flow::MethodId>>,
    points: HashMap<(MethodId, u32), Option<Point>>,
    /// What lies ahead of a location, by property.
    facts: HashMap<Location, Option<Rc<[Vec<Fact>]>>>,
    objects: HashMap<(MethodId, u32), Rc<[ObjectId]>>,
    /// Whether something new lies ahead, as far as that was asked since the last sequence was seen.
    pub(super) news: HashMap<Ask, bool>,
}

impl<'s> Guide<'s> {
    pub fn new(statics: &'s Statics<'s>) -> Guide<'s> {
        Guide {
            statics,
            methods: HashMap::new(),
            points: HashMap::new(),
            facts: HashMap::new(),
            objects: HashMap::new(),
            news: HashMap::new(),
        }
    }

    /// What a method is called in the facts.
    pub fn method(&mut self, machine: &Machine, method: MethodId) -> Option<flow::MethodId> {
        let program = self.statics.program;
        let find = || {
            let linked = machine.method(method);
            let class = machine.class(linked.class);
            program.find_named(&class.name, &linked.name, &linked.descriptor)
        };
        *self.methods.entry(method).or_insert_with(find)
    }

    /// The point of an instruction: the call at this offset if there is one.
    pub fn point(&mut self, machine: &Machine, method: MethodId, pc: u32) -> Option<Point> {
        if let Some(known) = self.points.get(&(method, pc)) {
            return *known;
        }
        let statics = self.statics;
        let id = self.method(machine, method);
        let find = || {
            let id = id?;
            let body = statics.program.method(id).body();
            let mut found = None;
            for block in body.block_ids() {
                let code = body.block(block);
                for (index, at) in code.pcs.iter().enumerate() {
                    let call = matches!(code.insts[index], ir::Inst::Invoke { .. });
                    if *at == pc && (call || found.is_none()) {
                        found = Some((block, index as u32));
                    }
                }
                if code.terminator_pc == pc && found.is_none() {
                    found = Some((block, code.insts.len() as u32));
                }
            }
            let (block, index) = found?;
            Some(Point {
                method: id,
                block,
                index,
            })
        };
        let found = find();
        self.points.insert((method, pc), found);
        found
    }

    /// Where a state is; `None` if that is outside of what was analysed.
    pub fn locate(&mut self, machine: &mut Machine, state: &State) -> Option<Location> {
        let mut frames = Vec::new();
        let mut top = true;
        state.stack.for_each(|frame, _| {
            if machine.is_program(frame.method) {
                let within = !top || frame.watched.as_ref().is_some_and(|w| w.has_begun());
                let pc = frame.watched.as_ref().map_or(frame.code_pc(), |w| w.pc);
                frames.push((frame.method, pc, within));
            }
            top &= machine.method(frame.method).is_synthetic_frame();
            true
        });
        let mut frames = frames.into_iter();
        let (method, pc, within) = frames.next()?;
        let mut calls = Vec::new();
        for (method, pc, _) in frames {
            calls.push(self.point(machine, method, pc)?);
        }
        calls.reverse();
        let point = self.point(machine, method, pc)?;
        let at = match within {
            true => Position::Within(point),
            // The side of a branch that the path takes.
            false => match machine.next_block(state) {
                Some(block) => Position::Before(Point {
                    method: point.method,
                    block: ir::BlockId(block),
                    index: 0,
                }),
                None => Position::Before(point),
            },
        };
        Some(Location { calls, at })
    }

    /// What lies ahead, by property.
    pub fn ahead(&mut self, location: &Location) -> Option<Rc<[Vec<Fact>]>> {
        if let Some(known) = self.facts.get(location) {
            return known.clone();
        }
        let statics = self.statics;
        let facts: Option<Vec<Vec<Fact>>> = (0..statics.ahead.len())
            .map(|property| statics.ahead_of(property, location))
            .collect();
        let facts: Option<Rc<[Vec<Fact>]>> = facts.map(Rc::from);
        self.facts.insert(location.clone(), facts.clone());
        facts
    }

    /// The abstract objects that an object may be; `None` for any.
    fn objects_of(
        &mut self,
        machine: &Machine,
        state: &State,
        object: Ref,
    ) -> Option<Rc<[ObjectId]>> {
        let (method, pc) = *state.origins.get(&object)?;
        let point = self.point(machine, method, pc)?;
        let program = self.statics.program;
        let found = self.objects.entry((method, pc));
        let found = found.or_insert_with(|| program.objects_at(point).into());
        (!found.is_empty()).then(|| found.clone())
    }

    /// What a monitor's objects may be called, by object of the property.
    pub fn tuple_of(
        &mut self,
        machine: &Machine,
        state: &State,
        monitor: &Monitor<Ref>,
    ) -> Vec<Option<Rc<[ObjectId]>>> {
        let bound = monitor.binding.iter();
        bound
            .map(|object| object.and_then(|object| self.objects_of(machine, state, object)))
            .collect()
    }

    /// How many states the monitors are in from which an error may lie ahead; `None` where nothing is known.
    pub fn chances(
        &mut self,
        machine: &mut Machine,
        state: &State,
        followed: &Followed,
    ) -> Option<usize> {
        let location = self.locate(machine, state)?;
        let facts = self.ahead(&location)?;
        let mut chances = 0;
        for (property, monitors) in followed.monitors.iter().enumerate() {
            let mut states = StateSet::default();
            let automaton = &self.statics.ahead[property].property.automaton;
            for monitor in monitors.iter() {
                let known = states.contains(monitor.state);
                if known || automaton.is_error(monitor.state) {
                    continue;
                }
                let objects = self.tuple_of(machine, state, monitor);
                let fits = |fact: &Fact| fact.fits(monitor.state, &objects);
                if facts[property].iter().any(fits) {
                    states.insert(monitor.state);
                }
            }
            chances += states.len();
        }
        Some(chances)
    }
}

impl Location {
    /// Where a path is as far as a property is concerned: the calls on the stack, and the position. Within a call that is
    /// an event nothing else is raised, and something may be raised when it returns, wherever in its callees the path is.
    /// Where it is not certain that the call is an event, both have to be considered.
    pub fn seen_by(&self, ahead: &Ahead<'_>) -> Vec<(&[Point], Position)> {
        let mut all = Vec::new();
        for (depth, call) in self.calls.iter().enumerate() {
            if !ahead.events(*call).is_empty() {
                all.push((&self.calls[..depth], Position::Within(*call)));
            }
            if ahead.is_atomic(*call) {
                return all;
            }
        }
        all.push((&self.calls, self.at));
        all
    }
}

impl Statics<'_> {
    /// What lies ahead of a location; `None` where its stack is not one of the call graph's.
    fn ahead_of(&self, property: usize, location: &Location) -> Option<Vec<Fact>> {
        let mut all = Vec::new();
        for (calls, at) in location.seen_by(&self.ahead[property]) {
            all.extend(self.ahead_at(property, calls, at)?);
        }
        all.sort();
        all.dedup();
        Some(all)
    }

    fn ahead_at(&self, property: usize, calls: &[Point], at: Position) -> Option<Vec<Fact>> {
        let ahead = &self.ahead[property];
        let facts = |node: NodeId| -> Option<Vec<Fact>> {
            let found = self.postsets[property].under(ahead, calls, node)?;
            Some(found.into_iter().cloned().collect())
        };
        match at {
            Position::Before(point) => facts(self.graph.find(Node::At(point))?),
            Position::Within(point) => {
                let before = self.graph.find(Node::At(point))?;
                let within = self.graph.find(Node::Within(point));
                let mut all = match within.filter(|_| !ahead.is_atomic(point)) {
                    Some(within) => facts(within)?,
                    None => Vec::new(),
                };
                for (next, exceptional) in self.graph.successors(within.unwrap_or(before)) {
                    let mut after = facts(next)?;
                    let raised =
                        |e: &super::postset::Event| e.when == property::When::After && !exceptional;
                    ahead.before(point, raised, &mut after);
                    all.extend(after);
                }
                Some(all)
            }
        }
    }
}
