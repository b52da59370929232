//! What lies ahead of a point of the program, as far as a property is concerned: a backward data-flow problem whose
//! facts are tuples of objects with a state from which events that may still happen lead to an error.
//!
//! The facts carry single states and walk the automaton against its transitions, which gives the same as the reversed
//! and determinised automaton with fewer facts.

use flow::ifds::{Call, Direction, Edge, Problem};
use flow::{MethodId, ObjectId, Point, Program};
use ir::{Inst, Operand};
use property::{CallKind, EventId, Matcher, PropertyId, StateId, When};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Bindings of more combinations than this are left open.
const MOST_TUPLES: usize = 256;

/// By object of the property; `None` is any.
pub type Tuple = Box<[Option<ObjectId>]>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// Holds everywhere.
    Zero,
    /// From here, the objects with this state can come to an error.
    Live(Tuple, StateId),
}

impl Fact {
    /// Whether it says that a monitor in this state, whose objects are among these, can come to an error.
    pub fn fits(&self, in_state: StateId, objects: &[Option<Rc<[ObjectId]>>]) -> bool {
        let Fact::Live(tuple, state) = self else {
            return false;
        };
        *state == in_state
            && tuple.iter().zip(objects).all(|pair| match pair {
                (Some(one), Some(among)) => among.contains(one),
                _ => true,
            })
    }
}

/// An event that a call instruction may be.
#[derive(Clone, Debug)]
pub struct Event {
    pub id: EventId,
    pub when: When,
    /// What the objects that it binds may be; of the others, and where there are too many, nothing is known.
    pub objects: Vec<(property::ObjectId, Option<Box<[ObjectId]>>)>,
    /// An object that does not exist before the event.
    pub made: Option<property::ObjectId>,
    /// Whether the call is this event whenever it is made.
    pub certain: bool,
}

/// The events of one property in one program.
pub struct Ahead<'p> {
    pub program: &'p Program,
    pub property: &'p property::Property,
    events: HashMap<Point, Vec<Event>>,
    /// Calls that end the program.
    exits: HashSet<Point>,
}

impl<'p> Ahead<'p> {
    pub fn new(program: &'p Program, matcher: &'p Matcher, property: PropertyId) -> Ahead<'p> {
        let mut ahead = Ahead {
            program,
            property: matcher.property(property),
            events: HashMap::new(),
            exits: HashSet::new(),
        };
        for id in program.method_ids() {
            let body = program.method(id).body();
            for block in body.block_ids() {
                for (index, inst) in body.block(block).insts.iter().enumerate() {
                    let point = Point {
                        method: id,
                        block,
                        index: index as u32,
                    };
                    ahead.add(matcher, property, point, inst);
                }
            }
        }
        ahead
    }

    fn add(&mut self, matcher: &Matcher, property: PropertyId, point: Point, inst: &Inst) {
        let Inst::Invoke {
            kind,
            method,
            args,
            dst,
            ..
        } = inst
        else {
            return;
        };
        let ends = matches!(
            (&*method.class, &*method.name),
            ("java/lang/System", "exit") | ("java/lang/Runtime", "exit" | "halt")
        );
        if ends {
            self.exits.insert(point);
        }
        let kind = super::call_kind(method, *kind);
        let found = matcher.may(&method.class, &method.name, &method.descriptor, kind);
        let mut events: Vec<Event> = Vec::new();
        for candidate in found.into_iter().filter(|c| c.property == property) {
            let call = matcher.call(candidate);
            let mut objects = Vec::new();
            let of = |operand: &Operand| Some(self.program.operand(point, *operand).to_vec());
            let skip = usize::from(kind != CallKind::Static);
            if let (Some(object), Some(receiver)) = (call.receiver, args.first()) {
                objects.push((object, of(receiver)));
            }
            let count = args.len() - skip;
            for (argument, object) in &call.arguments {
                let argument = argument.index(count).and_then(|i| args.get(skip + i));
                if let Some(argument) = argument {
                    objects.push((*object, of(argument)));
                }
            }
            if let Some(object) = call.result {
                let made = match (kind, dst) {
                    (CallKind::Constructor, _) => args.first().and_then(of),
                    (_, Some(_)) => Some(self.program.result(point).to_vec()),
                    // Nobody needs the result, but there is one.
                    (_, None) => None,
                };
                objects.push((object, made));
            }
            // A result or an argument may be null, and then the call is no event. A receiver that is null throws.
            let nullable = !call.arguments.is_empty()
                || call.result.is_some() && kind != CallKind::Constructor;
            let is = |object: &property::ObjectId, of: &Vec<ObjectId>| {
                let mut of = of.iter();
                of.all(|o| self.must_be(matcher, property, *object, *o))
            };
            let mut all = objects.iter();
            let bound = all.all(|(object, of)| of.as_ref().is_some_and(|of| is(object, of)));
            let certain = candidate.certain && call.returns.is_none() && !nullable && bound;
            let objects: Vec<_> = objects
                .into_iter()
                .map(|(object, of)| {
                    let may_be = |o: &ObjectId| self.may_be(matcher, property, object, *o);
                    let of = of.map(|of| of.into_iter().filter(may_be).collect::<Vec<_>>());
                    let of = of.filter(|of| of.len() <= MOST_TUPLES);
                    (object, of.map(Vec::into_boxed_slice))
                })
                .collect();
            // An object that can be nothing is null or of another class: the call is no event.
            if objects
                .iter()
                .any(|(_, of): &(_, Option<Box<[ObjectId]>>)| {
                    of.as_ref().is_some_and(|of| of.is_empty())
                })
            {
                continue;
            }
            events.push(Event {
                id: candidate.event,
                when: self.property.event(candidate.event).when,
                objects,
                made: call.result.filter(|_| kind == CallKind::Constructor),
                certain,
            });
        }
        // In the order in which they are raised.
        events.sort_by_key(|event| event.when == When::After);
        if !events.is_empty() {
            self.events.insert(point, events);
        }
    }

    fn may_be(
        &self,
        matcher: &Matcher,
        property: PropertyId,
        object: property::ObjectId,
        of: ObjectId,
    ) -> bool {
        let abstract_object = self.program.object(of);
        !abstract_object.exact || matcher.accepts(property, object, &abstract_object.class)
    }

    /// Whether whatever the object stands for can be bound.
    fn must_be(
        &self,
        matcher: &Matcher,
        property: PropertyId,
        object: property::ObjectId,
        of: ObjectId,
    ) -> bool {
        let abstract_object = self.program.object(of);
        let all = abstract_object.exact || self.property.object(object).except.is_empty();
        all && matcher.accepts(property, object, &abstract_object.class)
    }

    /// What the call at a point may raise, in order.
    pub fn events(&self, point: Point) -> &[Event] {
        self.events.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The points with events.
    pub fn event_points(&self) -> impl Iterator<Item = (&Point, &Vec<Event>)> {
        self.events.iter()
    }

    /// Whether a call may be an event, or go past the program's own methods.
    pub fn passes(&self, point: Point) -> bool {
        self.program.library_call(point)
            || self.program.callees(point).is_empty()
            || !self.events(point).is_empty()
    }

    /// Whether the program ends within the call.
    pub fn ends(&self, point: Point) -> bool {
        self.exits.contains(&point)
    }

    /// Whether it depends on objects or on a result if the call is an event.
    pub fn is_open(&self, point: Point) -> bool {
        self.events(point).iter().any(|event| !event.certain)
    }

    /// Whether what the call enters raises nothing, because the call itself surely is an event.
    pub fn is_atomic(&self, point: Point) -> bool {
        self.events(point).iter().any(|event| event.certain)
    }

    fn open_tuple(&self) -> Tuple {
        vec![None; self.property.objects.len()].into()
    }

    /// What an end of the program makes of nothing.
    fn at_end(&self) -> Vec<Fact> {
        let automaton = &self.property.automaton;
        let mut facts = Vec::new();
        for event in self.property.event_ids() {
            if self.property.event(event).when != When::End {
                continue;
            }
            for state in automaton.predecessors(automaton.errors(), event).iter() {
                if !automaton.is_error(state) {
                    facts.push(Fact::Live(self.open_tuple(), state));
                }
            }
        }
        facts
    }

    /// What holds before some events of a point if these facts hold after them.
    pub fn before(&self, point: Point, events: impl Fn(&Event) -> bool, facts: &mut Vec<Fact>) {
        for event in self.events(point).iter().rev().filter(|e| events(e)) {
            let mut result = Vec::new();
            for fact in facts.iter() {
                self.step_back(event, fact, &mut result);
            }
            result.sort();
            result.dedup();
            *facts = result;
        }
    }

    fn step_back(&self, event: &Event, fact: &Fact, to: &mut Vec<Fact>) {
        let automaton = &self.property.automaton;
        match fact {
            Fact::Zero => {
                to.push(Fact::Zero);
                let states = automaton.predecessors(automaton.errors(), event.id);
                for tuple in self.tuples(event, &self.open_tuple()) {
                    for state in states.iter().filter(|s| !automaton.is_error(*s)) {
                        to.push(Fact::Live(tuple.clone(), state));
                    }
                }
            }
            Fact::Live(tuple, state) => {
                let extended = self.tuples(event, tuple);
                let definite = event.certain
                    && event.objects.iter().all(|(object, of)| {
                        let bound = tuple[usize::from(object.0)];
                        match (bound, of.as_deref()) {
                            (Some(bound), Some([only])) => {
                                bound == *only && !self.program.object(bound).many
                            }
                            _ => false,
                        }
                    });
                if !definite || extended.is_empty() {
                    to.push(fact.clone());
                }
                let only = property::StateSet::from_iter([*state]);
                for before in automaton.predecessors(only, event.id).iter() {
                    if automaton.is_error(before) {
                        continue;
                    }
                    for tuple in &extended {
                        to.push(Fact::Live(tuple.clone(), before));
                    }
                }
            }
        }
    }

    /// The tuples, before the event, whose monitors the event may step into those of this tuple.
    fn tuples(&self, event: &Event, tuple: &Tuple) -> Vec<Tuple> {
        let mut all = vec![tuple.clone()];
        for (object, of) in &event.objects {
            let at = usize::from(object.0);
            let made = event.made == Some(*object);
            let mut next = Vec::new();
            for tuple in &all {
                match (tuple[at], of) {
                    (Some(bound), Some(of)) if !of.contains(&bound) => continue,
                    (Some(_), _) => next.push(tuple.clone()),
                    (None, Some(of)) if !made && all.len() * of.len() <= MOST_TUPLES => {
                        for object in of.iter() {
                            let mut tuple = tuple.clone();
                            tuple[at] = Some(*object);
                            next.push(tuple);
                        }
                    }
                    (None, _) => next.push(tuple.clone()),
                }
            }
            if made {
                for tuple in &mut next {
                    tuple[at] = None;
                }
            }
            all = next;
        }
        all.sort();
        all.dedup();
        all
    }
}

impl Problem for Ahead<'_> {
    type Fact = Fact;

    fn direction(&self) -> Direction {
        Direction::Backward
    }

    fn zero(&self) -> Fact {
        Fact::Zero
    }

    fn seeds(&self, _root: MethodId) -> Vec<Fact> {
        self.at_end()
    }

    fn normal(&self, _edge: &Edge, fact: &Fact, to: &mut Vec<Fact>) {
        to.push(fact.clone());
    }

    fn call(&self, call: &Call, fact: &Fact, to: &mut Vec<Fact>) {
        if !self.is_atomic(call.point) {
            to.push(fact.clone());
        }
    }

    fn ret(&self, call: &Call, fact: &Fact, to: &mut Vec<Fact>) {
        if !self.is_atomic(call.point) {
            to.push(fact.clone());
        }
    }

    fn call_to_return(&self, edge: &Edge, fact: &Fact, to: &mut Vec<Fact>) {
        // What the program's own methods do is seen within them.
        if *fact != Fact::Zero && !self.passes(edge.point) {
            return;
        }
        let mut facts = vec![fact.clone()];
        if *fact == Fact::Zero && self.ends(edge.point) {
            facts.extend(self.at_end());
        }
        let raised = |event: &Event| event.when == When::Before || !edge.exceptional;
        self.before(edge.point, raised, &mut facts);
        to.append(&mut facts);
    }
}
