//! The monitors of one property on one path: parametric trace slicing. There is, in principle, a monitor for every tuple
//! of objects, and it sees the events whose objects are all in its tuple. Monitors are only made where they can differ
//! from a smaller one that exists, which keeps them as few as the tuples that creation events have bound together.
//!
//! The invariant: of the tuples that have monitors and are contained in some tuple, the largest are all in the state that
//! the tuple's own monitor would be in. So a tuple without a monitor has a state all the same, and its monitor can be
//! made when an event first tells it from its part.

use crate::automaton::{Automaton, StateId};
use crate::history::{Change, History};
use crate::model::{EventId, ObjectId, Property};
use imbl::{OrdMap, Vector};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most objects a property may have.
pub const MAX_OBJECTS: usize = 8;

/// Which objects are bound, one bit each.
type Domain = u8;

/// The objects of a tuple, by [`ObjectId`]; `None` where not bound.
pub type Binding<O> = Arc<[Option<O>]>;

/// What all monitors of a property have in common, found out once.
#[derive(Debug)]
pub struct Plan {
    automaton: Automaton,
    objects: usize,
    events: Vec<EventPlan>,
    /// Every domain and state that a monitor may have.
    reachable: BTreeSet<(Domain, StateId)>,
}

#[derive(Debug)]
struct EventPlan {
    domain: Domain,
    /// The domains of monitors that this event steps.
    steps: Vec<Domain>,
    /// The domains of monitors that this event may extend to larger ones.
    extends: Vec<Domain>,
}

/// A monitor and what it has seen.
#[derive(Debug, Clone)]
pub struct Monitor<O> {
    pub binding: Binding<O>,
    pub state: StateId,
    pub history: History,
    /// How many events it has seen since it exists, or the one that it grew from; those without effect included.
    pub events: u32,
    domain: Domain,
}

/// A change of state that an event made.
#[derive(Debug, Clone)]
pub struct Step<O> {
    /// The index of the monitor in [`Monitors::iter`].
    pub monitor: usize,
    pub binding: Binding<O>,
    pub from: StateId,
    pub to: StateId,
    /// Whether `to` is an error state: a violation, reported once.
    pub violation: bool,
}

/// All monitors of one property on one path. A copy shares everything with the original.
#[derive(Debug, Clone)]
pub struct Monitors<O: Copy + Ord> {
    plan: Arc<Plan>,
    /// In the order of creation. The first binds nothing and stands for all tuples that have no monitor.
    all: Vector<Monitor<O>>,
    /// By domain.
    by_domain: OrdMap<Domain, Vector<u32>>,
    /// By domain and one of its objects.
    by_object: OrdMap<(Domain, ObjectId, O), Vector<u32>>,
}

impl Plan {
    pub fn new(property: &Property) -> Plan {
        let automaton = property.automaton.clone();
        let domain = |event| domain_of(&property.event(event).binds);
        let domains: Vec<Domain> = property.event_ids().map(domain).collect();
        let reachable = configurations(&automaton, &domains);
        let known: BTreeSet<Domain> = reachable.iter().map(|(domain, _)| *domain).collect();
        let plan = |event: EventId| {
            let own = domains[usize::from(event.0)];
            let steps = known.iter().copied().filter(|d| d & own == own);
            let growing = growing(&automaton, &reachable, event, own);
            let extends = known
                .iter()
                .copied()
                .filter(|d| *d != 0 && d & own != own && looked_at(&growing, own, *d));
            EventPlan {
                domain: own,
                steps: steps.filter(|d| *d != 0).collect(),
                extends: extends.collect(),
            }
        };
        Plan {
            objects: property.objects.len(),
            events: property.event_ids().map(plan).collect(),
            automaton,
            reachable,
        }
    }

    /// Whether a monitor may come to an error without having bound all objects.
    pub fn fails_with_fewer(&self) -> bool {
        let all = (1_u16 << self.objects) - 1;
        let mut reachable = self.reachable.iter();
        reachable
            .any(|(domain, state)| u16::from(*domain) != all && self.automaton.is_error(*state))
    }

    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }
}

pub(crate) fn domain_of(objects: &[ObjectId]) -> Domain {
    objects.iter().fold(0, |all, object| all | 1 << object.0)
}

/// The domains of monitors that an event makes larger ones of because it changes their state.
fn growing(
    automaton: &Automaton,
    known: &BTreeSet<(Domain, StateId)>,
    event: EventId,
    own: Domain,
) -> BTreeSet<Domain> {
    let grows = |(domain, state): &&(Domain, StateId)| {
        domain & own != own && !automaton.is_self_loop(*state, event)
    };
    known
        .iter()
        .filter(grows)
        .map(|(domain, _)| *domain)
        .collect()
}

/// Whether an event must look at monitors of a domain that does not have all of its objects: because the event makes a
/// larger one of it, or of another one, for the same tuple or for a part of it, whose state would then count.
fn looked_at(growing: &BTreeSet<Domain>, own: Domain, domain: Domain) -> bool {
    let counts = |other: &Domain| {
        let smaller = other | own;
        smaller & (domain | own) == smaller
    };
    growing.iter().any(counts)
}

/// Every domain and state that a monitor may have, or more.
fn configurations(automaton: &Automaton, domains: &[Domain]) -> BTreeSet<(Domain, StateId)> {
    let mut known = BTreeSet::from([(0, automaton.initial())]);
    loop {
        let mut more = known.clone();
        for event in automaton.event_ids() {
            let own = domains[usize::from(event.0)];
            let growing = growing(automaton, &known, event, own);
            for (domain, state) in &known {
                if domain & own == own || looked_at(&growing, own, *domain) {
                    more.insert((domain | own, automaton.next(*state, event)));
                }
            }
        }
        if more == known {
            return known;
        }
        known = more;
    }
}

impl<O: Copy + Ord> Monitors<O> {
    pub fn new(plan: Arc<Plan>) -> Monitors<O> {
        let nothing = Monitor {
            binding: vec![None; plan.objects].into(),
            state: plan.automaton.initial(),
            history: History::default(),
            events: 0,
            domain: 0,
        };
        Monitors {
            plan,
            all: Vector::unit(nothing),
            by_domain: OrdMap::new(),
            by_object: OrdMap::new(),
        }
    }

    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// In the order of creation. The first binds nothing: it is in the state in which a tuple is that no event has
    /// concerned yet.
    pub fn iter(&self) -> impl Iterator<Item = &Monitor<O>> {
        self.all.iter()
    }

    pub fn get(&self, monitor: usize) -> Option<&Monitor<O>> {
        self.all.get(monitor)
    }

    /// Counts the one that binds nothing.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether no event has made a difference yet.
    pub fn is_empty(&self) -> bool {
        self.all.len() == 1 && self.all[0].state == self.plan.automaton.initial()
    }

    /// Whether two paths have the same tuples in the same states, however they came there.
    pub fn same_states(&self, other: &Monitors<O>) -> bool {
        let states = |monitors: &Monitors<O>| -> BTreeSet<(Binding<O>, StateId)> {
            let all = monitors.all.iter();
            all.map(|m| (m.binding.clone(), m.state)).collect()
        };
        self.all.ptr_eq(&other.all) || states(self) == states(other)
    }

    /// An event with the objects that it binds, by [`ObjectId`]. Returns the changes of state, in the order of the
    /// monitors' creation. The objects must be those that the property says the event binds.
    pub fn step(&mut self, event: EventId, binding: &[Option<O>], site: u32) -> Vec<Step<O>> {
        let plan = Arc::clone(&self.plan);
        let event_plan = &plan.events[usize::from(event.0)];
        debug_assert_eq!(domain(binding), event_plan.domain);
        self.extend(&plan.automaton, event, event_plan, binding);
        let mut concerned = Vec::new();
        if event_plan.domain == 0 {
            concerned.push(0);
        }
        for domain in &event_plan.steps {
            self.including(*domain, event_plan.domain, binding, &mut concerned);
        }
        concerned.sort_unstable();
        let mut steps = Vec::new();
        for index in concerned {
            let monitor = &self.all[index as usize];
            let from = monitor.state;
            if plan.automaton.is_error(from) {
                continue;
            }
            let to = plan.automaton.next(from, event);
            let monitor = &mut self.all[index as usize];
            monitor.events = monitor.events.saturating_add(1);
            if from == to {
                continue;
            }
            monitor.state = to;
            monitor.history.push(Change {
                event,
                from,
                to,
                site,
            });
            steps.push(Step {
                monitor: index as usize,
                binding: monitor.binding.clone(),
                from,
                to,
                violation: plan.automaton.is_error(to),
            });
        }
        steps
    }

    /// Makes the monitors that an event tells from those that exist.
    fn extend(
        &mut self,
        automaton: &Automaton,
        event: EventId,
        event_plan: &EventPlan,
        binding: &[Option<O>],
    ) {
        let own = event_plan.domain;
        if own == 0 {
            return;
        }
        let mut bases = vec![0];
        for domain in &event_plan.extends {
            self.compatible(*domain, own, binding, &mut bases);
        }
        // Small tuples first, so that what they give rise to is known; of those with the same result, the largest base.
        let joined = |index: u32| self.all[index as usize].domain | own;
        bases.sort_by_key(|index| {
            let base = &self.all[*index as usize];
            let size = joined(*index).count_ones();
            (size, std::cmp::Reverse(base.domain.count_ones()), *index)
        });
        let mut made: Vec<Binding<O>> = Vec::new();
        let mut seen: Vec<Binding<O>> = Vec::new();
        for index in bases {
            let base = &self.all[index as usize];
            let tuple = join(&base.binding, binding);
            if seen.contains(&tuple) || self.find(&tuple).is_some() {
                continue;
            }
            let changes = !automaton.is_self_loop(base.state, event);
            if changes || made.iter().any(|other| includes(&tuple, other)) {
                let monitor = Monitor {
                    binding: tuple.clone(),
                    domain: base.domain | own,
                    ..base.clone()
                };
                made.push(tuple.clone());
                self.insert(monitor);
            }
            seen.push(tuple);
        }
    }

    fn insert(&mut self, monitor: Monitor<O>) {
        let index = self.all.len() as u32;
        let domain = monitor.domain;
        self.by_domain.entry(domain).or_default().push_back(index);
        for (object, value) in bound(&monitor.binding) {
            let key = (domain, object, value);
            self.by_object.entry(key).or_default().push_back(index);
        }
        self.all.push_back(monitor);
    }

    fn find(&self, tuple: &[Option<O>]) -> Option<u32> {
        let domain = domain(tuple);
        let list = self.shortest(domain, domain, tuple)?;
        let same = |index: &&u32| *self.all[**index as usize].binding == *tuple;
        list.iter().find(same).copied()
    }

    /// The shortest list that has every monitor of a domain with these objects.
    fn shortest(
        &self,
        domain: Domain,
        shared: Domain,
        binding: &[Option<O>],
    ) -> Option<&Vector<u32>> {
        let mut best: Option<&Vector<u32>> = None;
        for (object, value) in bound(binding) {
            if shared >> object.0 & 1 == 1 {
                let list = self.by_object.get(&(domain, object, value))?;
                if best.is_none_or(|best| list.len() < best.len()) {
                    best = Some(list);
                }
            }
        }
        best.or_else(|| self.by_domain.get(&domain))
    }

    /// The monitors of a domain that bind all objects of an event.
    fn including(&self, domain: Domain, own: Domain, binding: &[Option<O>], into: &mut Vec<u32>) {
        let list = self.shortest(domain, own, binding);
        let fits = |index: &&u32| includes_values(&self.all[**index as usize].binding, binding);
        into.extend(list.into_iter().flatten().filter(fits));
    }

    /// The monitors of a domain that bind no object otherwise than an event does.
    fn compatible(&self, domain: Domain, own: Domain, binding: &[Option<O>], into: &mut Vec<u32>) {
        let list = self.shortest(domain, domain & own, binding);
        let fits = |index: &&u32| {
            let other = &self.all[**index as usize].binding;
            let mut pairs = other.iter().zip(binding);
            pairs.all(|(a, b)| a.is_none() || b.is_none() || a == b)
        };
        into.extend(list.into_iter().flatten().filter(fits));
    }
}

fn domain<O>(binding: &[Option<O>]) -> Domain {
    let bits = binding.iter().enumerate();
    bits.fold(0, |all, (i, o)| all | u8::from(o.is_some()) << i)
}

fn bound<O: Copy>(binding: &[Option<O>]) -> impl Iterator<Item = (ObjectId, O)> + '_ {
    let all = binding.iter().enumerate();
    all.filter_map(|(i, o)| o.map(|o| (ObjectId(i as u8), o)))
}

fn join<O: Copy>(a: &[Option<O>], b: &[Option<O>]) -> Binding<O> {
    a.iter().zip(b).map(|(a, b)| a.or(*b)).collect()
}

fn includes_values<O: PartialEq>(large: &[Option<O>], small: &[Option<O>]) -> bool {
    large.iter().zip(small).all(|(a, b)| b.is_none() || a == b)
}

/// Whether one tuple contains another and more.
fn includes<O: PartialEq>(large: &[Option<O>], small: &[Option<O>]) -> bool {
    large != small && includes_values(large, small)
}
