//! Regular properties along paths. The machine stops at calls that may be events; here it is found out which events
//! they are, the monitors of the path take their steps, and a monitor that enters an error state is a violation.

mod diary;
mod futures;
mod guide;
mod postset;
mod report;
mod slice;
mod steer;
mod worklist;

pub use diary::{Branches, PathRecord};
pub(crate) use guide::Statics;
pub(crate) use report::{Kinds, Sequence};
pub(crate) use slice::{Moment, Question};
pub(crate) use steer::Steering;
pub(crate) use worklist::Rank;

use crate::path::Path;
use classpath::MemberRef;
use ir::InvokeKind;
use machine::{ClassId, Machine, MethodId, Ref, Slot, State, Stop, Watch};
use property::{CallKind, Candidate, EventId, Matcher, Monitors, Plan, PropertyId, Returned, When};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// How the branches of a program are chosen when a property is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The branch found last goes first.
    Dfs,
    /// The branch from which most monitors can still come to an error goes first.
    Guided,
    /// Depth first, without branches on which no event depends.
    Sliced,
    /// Both, and without branches that lead to no violation or to none that is new.
    #[default]
    Srv,
}

impl Strategy {
    pub fn guides(self) -> bool {
        matches!(self, Strategy::Guided | Strategy::Srv)
    }

    /// The strategy that follows every branch in the same order.
    pub fn without_pruning(self) -> Strategy {
        match self.guides() {
            true => Strategy::Guided,
            false => Strategy::Dfs,
        }
    }

    pub fn slices(self) -> bool {
        matches!(self, Strategy::Sliced | Strategy::Srv)
    }
}

/// The monitors of one path, and what it has been through.
#[derive(Clone)]
pub struct Followed {
    /// By property.
    pub monitors: Vec<Monitors<Ref>>,
    /// How many events the path has raised.
    pub events: u64,
    /// How often a monitor changed its state.
    pub transitions: u64,
    /// When and where, as far as slices need it.
    pub raised: imbl::Vector<Moment>,
}

/// An event that a call is, or will be when it has returned.
#[derive(Clone, Copy, Debug)]
struct Matched {
    candidate: Candidate,
    when: When,
}

/// A place in the program at which an event was raised, together with the calls that led there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    pub at: (MethodId, u32),
    /// The innermost call first, as many as the user wants to tell apart.
    pub callers: Vec<(MethodId, u32)>,
}

/// A monitor has entered an error state.
pub struct Broken {
    pub property: PropertyId,
    /// The index of the monitor.
    pub monitor: usize,
}

/// Stands for the place behind the last instruction of a method.
const END: u32 = u32::MAX;

pub struct Regular {
    pub matcher: Arc<Matcher>,
    plans: Vec<Arc<Plan>>,
    /// How many calls tell two events at one place apart.
    pub contexts: usize,
    /// Whether paths will be sliced.
    slices: bool,
    /// What a call instruction raises, by the class of the receiver.
    raised: HashMap<(MethodId, u32, Option<ClassId>), Rc<[Matched]>>,
    sites: HashMap<Site, u32>,
    by_number: Vec<Site>,
}

fn call_kind(member: &MemberRef, kind: InvokeKind) -> CallKind {
    match kind {
        InvokeKind::Static => CallKind::Static,
        InvokeKind::Special if &*member.name == "<init>" => CallKind::Constructor,
        _ => CallKind::Instance,
    }
}

/// What the machine has to look out for.
pub fn watch(matcher: &Arc<Matcher>, strategy: Strategy) -> Watch {
    let mut types: Vec<String> = Vec::new();
    for property in matcher.properties() {
        types.extend(property.objects.iter().map(|o| o.class.to_string()));
    }
    types.sort();
    types.dedup();
    let matcher = Arc::clone(matcher);
    let calls = move |member: &MemberRef, kind| {
        let kind = call_kind(member, kind);
        let found = matcher.may(&member.class, &member.name, &member.descriptor, kind);
        !found.is_empty()
    };
    Watch {
        calls: Arc::new(calls),
        types,
        trace: strategy != Strategy::Dfs,
        reuse: strategy.slices(),
    }
}

impl Regular {
    pub fn new(matcher: Arc<Matcher>, contexts: usize, slices: bool) -> Regular {
        let plans = matcher.properties().iter().map(Plan::new);
        Regular {
            plans: plans.map(Arc::new).collect(),
            matcher,
            contexts,
            slices,
            raised: HashMap::new(),
            sites: HashMap::new(),
            by_number: Vec::new(),
        }
    }

    /// The monitors at the start of a path.
    pub fn start(&self) -> Followed {
        let monitors = self.plans.iter().map(|plan| Monitors::new(plan.clone()));
        Followed {
            monitors: monitors.collect(),
            events: 0,
            transitions: 0,
            raised: imbl::Vector::new(),
        }
    }

    pub fn site(&self, number: u32) -> &Site {
        &self.by_number[number as usize]
    }

    /// The number of the place where the innermost frame of the program is.
    fn number(&mut self, machine: &Machine, state: &State, at: (MethodId, u32)) -> u32 {
        let mut callers = Vec::new();
        let mut first = true;
        state.stack.for_each(|frame, _| {
            if callers.len() == self.contexts {
                return false;
            }
            if machine.is_program(frame.method) && !std::mem::take(&mut first) {
                callers.push((frame.method, frame.code_pc()));
            }
            true
        });
        self.intern(Site { at, callers })
    }

    fn intern(&mut self, site: Site) -> u32 {
        if let Some(known) = self.sites.get(&site) {
            return *known;
        }
        let number = self.by_number.len() as u32;
        self.by_number.push(site.clone());
        self.sites.insert(site, number);
        number
    }

    /// The patterns that the watched call of the running frame matches.
    fn matched(&mut self, machine: &Machine, state: &State) -> Rc<[Matched]> {
        let none = || Rc::from(Vec::new());
        let (Some(watched), Some((caller, _))) = (state.watched(), state.current()) else {
            return none();
        };
        let kind = call_kind(&watched.member, watched.kind);
        let receiver = match kind {
            CallKind::Instance => watched.args.first().map(|slot| slot.as_ref()),
            CallKind::Static | CallKind::Constructor => None,
        };
        let class = receiver.and_then(|receiver| state.heap.class_of(receiver));
        let key = (caller, watched.pc, class);
        if let Some(known) = self.raised.get(&key) {
            return known.clone();
        }
        let MemberRef {
            class: owner,
            name,
            descriptor,
        } = &watched.member;
        let class_name = class.map(|class| &*machine.class(class).name);
        let matcher = &self.matcher;
        let found = matcher.may(owner, name, descriptor, kind).into_iter();
        let found = found.filter(|c| matcher.does(*c, owner, name, descriptor, kind, class_name));
        let found = found.map(|candidate| Matched {
            candidate,
            when: matcher
                .property(candidate.property)
                .event(candidate.event)
                .when,
        });
        let found: Rc<[Matched]> = found.collect::<Vec<_>>().into();
        self.raised.insert(key, found.clone());
        found
    }

    /// The objects that the call binds; `None` if one of them is null or of another type.
    fn binding(
        &self,
        machine: &Machine,
        state: &State,
        candidate: Candidate,
    ) -> Option<Vec<Option<Ref>>> {
        let watched = state.watched()?;
        let property = self.matcher.property(candidate.property);
        let call = self.matcher.call(candidate);
        let kind = call_kind(&watched.member, watched.kind);
        let skip = usize::from(kind != CallKind::Static);
        let mut binding = vec![None; property.objects.len()];
        let mut bind = |object: property::ObjectId, slot: Slot| {
            let value = slot.as_ref();
            let class = state.heap.class_of(value)?;
            let class = &machine.class(class).name;
            let fits = self.matcher.accepts(candidate.property, object, class);
            let place = &mut binding[usize::from(object.0)];
            if !fits || place.is_some_and(|other| other != value) {
                return None;
            }
            *place = Some(value);
            Some(())
        };
        if let Some(object) = call.receiver {
            bind(object, *watched.args.first()?)?;
        }
        let count = watched.args.len() - skip;
        for (argument, object) in &call.arguments {
            bind(*object, *watched.args.get(skip + argument.index(count)?)?)?;
        }
        if let Some(object) = call.result {
            let made = match kind {
                CallKind::Constructor => *watched.args.first()?,
                _ => watched.returned??,
            };
            bind(object, made)?;
        }
        Some(binding)
    }

    /// A watched call is about to begin. Says whether it is an event, now or later.
    pub fn calling(&mut self, machine: &Machine, path: &mut Path) -> (bool, Vec<Broken>) {
        let matched = self.matched(machine, &path.state);
        let Some(at) = path.state.current() else {
            return (false, Vec::new());
        };
        let before: Vec<Candidate> = matched
            .iter()
            .filter(|m| m.when == When::Before)
            .map(|m| m.candidate)
            .collect();
        // A call that binds nothing of what a property speaks of is no event, whatever its name; what it returns is
        // not known yet.
        let concerns = matched.iter().any(|m| {
            m.when == When::After || self.binding(machine, &path.state, m.candidate).is_some()
        });
        let broken = self.raise(machine, path, &before, at);
        (concerns, broken)
    }

    /// A watched call has returned. Whether it is an event may depend on what it returned; if that is open, there is a
    /// question to answer first.
    pub fn returned(
        &mut self,
        machine: &mut Machine,
        path: &mut Path,
    ) -> Result<Vec<Broken>, Option<Stop>> {
        let matched = self.matched(machine, &path.state);
        let (Some(watched), Some((caller, _))) = (path.state.watched(), path.state.current())
        else {
            return Ok(Vec::new());
        };
        let at = (caller, watched.pc);
        let returned = watched.returned.flatten();
        let mut now = Vec::new();
        for m in matched.iter().filter(|m| m.when == When::After) {
            let wanted = self.matcher.call(m.candidate).returns;
            if let (Some(wanted), Some(value)) = (wanted, returned) {
                let holds = match wanted {
                    Returned::True => machine.decide_truth(&mut path.state, value)?,
                    Returned::False => !machine.decide_truth(&mut path.state, value)?,
                    Returned::Null => value.as_ref().is_null(),
                    Returned::NonNull => !value.as_ref().is_null(),
                };
                if !holds {
                    continue;
                }
            }
            now.push(m.candidate);
        }
        Ok(self.raise(machine, path, &now, at))
    }

    /// The program, whose entry this is, has ended.
    pub fn ended(&mut self, path: &mut Path, entry: MethodId) -> Vec<Broken> {
        let matcher = Arc::clone(&self.matcher);
        let mut broken = Vec::new();
        for (property, event) in matcher.at_end() {
            let site = self.intern(Site {
                at: (entry, END),
                callers: Vec::new(),
            });
            let objects = vec![None; matcher.property(property).objects.len()];
            self.step(path, property, event, &objects, site, &mut broken);
        }
        broken
    }

    fn raise(
        &mut self,
        machine: &Machine,
        path: &mut Path,
        candidates: &[Candidate],
        at: (MethodId, u32),
    ) -> Vec<Broken> {
        let mut broken = Vec::new();
        let mut done: Vec<(PropertyId, EventId)> = Vec::new();
        for candidate in candidates {
            // Alternatives of one event are one event.
            let event = (candidate.property, candidate.event);
            if done.contains(&event) {
                continue;
            }
            let Some(binding) = self.binding(machine, &path.state, *candidate) else {
                continue;
            };
            done.push(event);
            let site = self.number(machine, &path.state, at);
            if self.slices
                && let Some(moment) = Moment::of(machine, &path.state)
                && let Some(followed) = &mut path.followed
            {
                followed.raised.push_back(moment);
            }
            self.step(path, event.0, event.1, &binding, site, &mut broken);
        }
        broken
    }

    fn step(
        &mut self,
        path: &mut Path,
        property: PropertyId,
        event: EventId,
        binding: &[Option<Ref>],
        site: u32,
        broken: &mut Vec<Broken>,
    ) {
        let Some(followed) = &mut path.followed else {
            return;
        };
        followed.events += 1;
        let monitors = &mut followed.monitors[usize::from(property.0)];
        let steps = monitors.step(event, binding, site);
        followed.transitions += steps.len() as u64;
        for step in steps {
            if step.violation {
                broken.push(Broken {
                    property,
                    monitor: step.monitor,
                });
            }
        }
        // A number may be given to another object only when no monitor speaks of it any more.
        for object in binding.iter().flatten() {
            path.state.kept.insert(*object);
        }
    }
}
