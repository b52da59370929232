//! Monitors against their definition: a reference that keeps the whole trace, forms every tuple of objects, and runs the
//! automaton over the events whose objects are all in the tuple.

use property::{
    Automaton, Event, EventId, Monitors, Object, ObjectId, Plan, Property, State, StateId,
    StateSet, When,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

type Tuple = Vec<Option<u32>>;

/// Events are given by the objects that they bind, transitions by state, event and next state; the last state is the
/// error.
fn property(objects: usize, events: &[&[u8]], states: usize, edges: &[(u8, u8, u8)]) -> Property {
    let mut next: Vec<Vec<StateId>> = (0..states)
        .map(|state| vec![StateId(state as u8); events.len()])
        .collect();
    for (from, event, to) in edges {
        next[usize::from(*from)][usize::from(*event)] = StateId(*to);
    }
    let states = (0..states).map(|state| State {
        name: format!("q{state}"),
        message: None,
        error: state + 1 == states,
    });
    let automaton = Automaton::new(states.collect(), StateId(0), next);
    let object = |i: usize| Object {
        name: format!("o{i}"),
        class: "java/lang/Object".into(),
        except: Vec::new(),
    };
    let event = |(i, binds): (usize, &&[u8])| Event {
        name: format!("e{i}"),
        when: When::After,
        calls: Vec::new(),
        binds: binds.iter().map(|o| ObjectId(*o)).collect(),
    };
    Property {
        name: "test".into(),
        title: String::new(),
        about: String::new(),
        objects: (0..objects).map(object).collect(),
        events: events.iter().enumerate().map(event).collect(),
        automaton,
    }
}

fn within(small: &Tuple, large: &Tuple) -> bool {
    small.iter().zip(large).all(|(a, b)| a.is_none() || a == b)
}

fn joined(a: &Tuple, b: &Tuple) -> Option<Tuple> {
    let pair = |(a, b): (&Option<u32>, &Option<u32>)| match (a, b) {
        (Some(x), Some(y)) if x != y => None,
        _ => Some(a.or(*b)),
    };
    a.iter().zip(b).map(pair).collect()
}

/// For every tuple that is the join of the events in it: its state, and the index of the event that violated it.
fn reference(property: &Property, trace: &[(EventId, Tuple)]) -> BTreeMap<Tuple, (StateId, usize)> {
    let mut tuples = BTreeSet::from([vec![None; property.objects.len()]]);
    for (_, binding) in trace {
        let more: Vec<Tuple> = tuples.iter().filter_map(|t| joined(t, binding)).collect();
        tuples.extend(more);
    }
    let automaton = &property.automaton;
    let run = |tuple: Tuple| {
        let mut state = automaton.initial();
        let mut violated = usize::MAX;
        for (time, (event, binding)) in trace.iter().enumerate() {
            if within(binding, &tuple) && !automaton.is_error(state) {
                state = automaton.next(state, *event);
                if automaton.is_error(state) {
                    violated = time;
                }
            }
        }
        (tuple, (state, violated))
    };
    tuples.into_iter().map(run).collect()
}

fn compare(property: &Property, trace: &[(EventId, Tuple)]) {
    let mut monitors = Monitors::new(Arc::new(Plan::new(property)));
    let mut violated: BTreeMap<Tuple, usize> = BTreeMap::new();
    for (time, (event, binding)) in trace.iter().enumerate() {
        let before = monitors.clone();
        for step in monitors.step(*event, binding, time as u32) {
            assert_ne!(step.from, step.to);
            assert_eq!(step.to, property.automaton.next(step.from, *event));
            if step.violation {
                let tuple = step.binding.to_vec();
                assert_eq!(violated.insert(tuple, time), None, "reported twice");
            }
        }
        // A copy is not changed by what happens to the original.
        assert!(before.iter().all(|m| m.events as usize <= time));
    }
    let expected = reference(property, trace);
    let existing: BTreeMap<Tuple, StateId> = monitors
        .iter()
        .map(|m| (m.binding.to_vec(), m.state))
        .collect();
    assert_eq!(existing.len(), monitors.len(), "two monitors of a tuple");
    for (tuple, (state, when)) in &expected {
        // The invariant: the largest monitors within a tuple are in its state.
        let below = |t: &&Tuple| within(t, tuple);
        let maximal = existing.keys().filter(below).filter(|t| {
            let above = |u: &&Tuple| *u != *t && within(t, u);
            !existing.keys().filter(below).any(|u| above(&u))
        });
        for part in maximal {
            assert_eq!(existing[part], *state, "{tuple:?} as {part:?} in {trace:?}");
        }
        match violated.get(tuple) {
            Some(time) => assert_eq!(time, when, "{tuple:?} in {trace:?}"),
            // A tuple without a monitor of its own is violated with, and exactly when, a part of it.
            None => assert!(
                *when == usize::MAX
                    || violated
                        .iter()
                        .any(|(t, time)| time == when && within(t, tuple)),
                "{tuple:?} in {trace:?}"
            ),
        }
    }
    for tuple in violated.keys() {
        assert!(expected.contains_key(tuple), "{tuple:?} in {trace:?}");
    }
    for monitor in monitors.iter() {
        let mut state = property.automaton.initial();
        for change in monitor.history.changes() {
            let (event, binding) = &trace[change.site as usize];
            assert_eq!((change.from, change.event), (state, *event));
            assert!(within(binding, &monitor.binding.to_vec()));
            state = change.to;
        }
        assert_eq!(state, monitor.state);
        let seen = trace.iter().enumerate().filter(|(time, (_, binding))| {
            let done = monitor.history.backwards().next();
            let over =
                done.is_some_and(|c| property.automaton.is_error(c.to) && *time as u32 > c.site);
            within(binding, &monitor.binding.to_vec()) && !over
        });
        // What left a tuple where it was before it had a monitor is not counted.
        let counted = monitor.events as usize;
        assert!(
            monitor.history.len() <= counted && counted <= seen.count(),
            "{trace:?}"
        );
    }
}

fn random_trace(property: &Property, random: &mut fastrand::Rng) -> Vec<(EventId, Tuple)> {
    let length = random.usize(..14);
    let mut trace = Vec::new();
    for _ in 0..length {
        let event = EventId(random.u8(..property.events.len() as u8));
        let mut binding = vec![None; property.objects.len()];
        for object in &property.event(event).binds {
            // Objects of different roles may be one and the same.
            binding[usize::from(object.0)] = Some(random.u32(..3));
        }
        trace.push((event, binding));
    }
    trace
}

/// create(c, i), update(c), hasNext(i), next(i), as in Fig. 2 of 000.
fn iterator() -> Property {
    property(
        2,
        &[&[0, 1], &[0], &[1], &[1]],
        5,
        &[
            (0, 0, 1),
            (1, 2, 2),
            (1, 3, 4),
            (1, 1, 3),
            (2, 3, 1),
            (2, 1, 3),
            (3, 3, 4),
        ],
    )
}

/// view(m, c), iterator(c, i), update(m), next(i), end.
fn triple() -> Property {
    property(
        3,
        &[&[0, 1], &[1, 2], &[0], &[2], &[]],
        5,
        &[(0, 0, 1), (1, 1, 2), (2, 2, 3), (3, 3, 4)],
    )
}

#[test]
fn known_properties_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(1);
    let apart = property(2, &[&[0], &[1]], 3, &[(0, 0, 1), (1, 1, 2)]);
    let single = property(1, &[&[0], &[0], &[]], 3, &[(0, 0, 1), (1, 1, 0), (1, 2, 2)]);
    for property in [iterator(), triple(), apart, single] {
        for _ in 0..3000 {
            compare(&property, &random_trace(&property, &mut random));
        }
    }
}

#[test]
fn random_properties_agree_with_the_definition() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..20_000 {
        let objects = random.usize(1..4);
        let events: Vec<Vec<u8>> = (0..random.usize(1..5))
            .map(|_| (0..objects as u8).filter(|_| random.bool()).collect())
            .collect();
        let events: Vec<&[u8]> = events.iter().map(Vec::as_slice).collect();
        let states = random.usize(2..5);
        let mut edges = Vec::new();
        for from in 0..states as u8 - 1 {
            for event in 0..events.len() as u8 {
                if random.u8(..3) > 0 {
                    edges.push((from, event, random.u8(..states as u8)));
                }
            }
        }
        let property = property(objects, &events, states, &edges);
        for _ in 0..4 {
            compare(&property, &random_trace(&property, &mut random));
        }
    }
}

#[test]
fn an_iterator_is_bound_to_its_own_collection() {
    let property = iterator();
    let mut monitors = Monitors::new(Arc::new(Plan::new(&property)));
    let (create, update, has_next, next) = (EventId(0), EventId(1), EventId(2), EventId(3));
    // Collections are filled before anything iterates them, and unknown iterators are nobody's.
    assert!(monitors.step(update, &[Some(1), None], 0).is_empty());
    assert!(monitors.step(next, &[None, Some(9)], 0).is_empty());
    assert!(monitors.is_empty() && monitors.len() == 1);
    for (list, iterator) in [(1, 10), (2, 20), (1, 11)] {
        assert_eq!(
            monitors
                .step(create, &[Some(list), Some(iterator)], 1)
                .len(),
            1
        );
    }
    assert_eq!(monitors.len(), 4);
    monitors.step(has_next, &[None, Some(10)], 2);
    monitors.step(has_next, &[None, Some(20)], 3);
    // One list is updated: both of its iterators are concerned, the other list's is not.
    assert_eq!(monitors.step(update, &[Some(1), None], 4).len(), 2);
    assert!(!monitors.step(next, &[None, Some(20)], 5)[0].violation);
    let steps = monitors.step(next, &[None, Some(10)], 6);
    assert!(steps.len() == 1 && steps[0].violation);
    assert_eq!(*steps[0].binding, [Some(1), Some(10)]);
    let violated = monitors.get(steps[0].monitor).expect("it exists");
    let sites: Vec<u32> = violated.history.changes().iter().map(|c| c.site).collect();
    assert_eq!(sites, [1, 2, 4, 6]);
    assert!(monitors.step(next, &[None, Some(10)], 7).is_empty(), "once");
}

#[test]
fn many_iterators_of_one_list_stay_cheap() {
    let property = iterator();
    let mut monitors = Monitors::new(Arc::new(Plan::new(&property)));
    for i in 0..20_000_u32 {
        monitors.step(EventId(0), &[Some(0), Some(i)], i);
        for _ in 0..5 {
            monitors.step(EventId(2), &[None, Some(i)], i);
            monitors.step(EventId(3), &[None, Some(i)], i);
        }
    }
    assert_eq!(monitors.len(), 20_001);
}

#[test]
fn a_long_history_is_dropped_without_recursion() {
    let property = iterator();
    let mut monitors = Monitors::new(Arc::new(Plan::new(&property)));
    monitors.step(EventId(0), &[Some(0), Some(0)], 0);
    for i in 0..500_000 {
        monitors.step(EventId(2 + (i & 1) as u8), &[None, Some(0)], i);
    }
    let copy = monitors.clone();
    assert_eq!(copy.get(1).expect("one").history.len(), 500_001);
    assert!(copy.same_states(&monitors));
    drop(monitors);
    drop(copy);
}

#[test]
fn going_back_tells_what_can_still_fail() {
    let automaton = iterator().automaton;
    let states = |set: StateSet| -> Vec<u8> { set.iter().map(|s| s.0).collect() };
    let (create, update, has_next, next) = (EventId(0), EventId(1), EventId(2), EventId(3));
    // Fig. 5 of 000, and the comments of Fig. 1: behind line 12, before it, and before line 11.
    let behind_12 = automaton.predecessors(automaton.errors(), next);
    assert_eq!(states(behind_12), [1, 3, 4]);
    let before_12 = automaton.predecessors(behind_12, has_next);
    assert_eq!(states(before_12), [3, 4]);
    let before_11 = automaton.predecessors(before_12, update);
    assert_eq!(states(before_11), [1, 2, 3, 4]);
    let before_create = automaton.predecessors(before_11, create);
    assert_eq!(states(before_create), [0, 1, 2, 3, 4]);
}

/// A sequence read backwards leads to the states from which it leads to an error.
#[test]
fn going_back_agrees_with_running() {
    let mut random = fastrand::Rng::with_seed(3);
    for property in [iterator(), triple()] {
        let automaton = &property.automaton;
        for _ in 0..2000 {
            let event =
                |random: &mut fastrand::Rng| EventId(random.u8(..property.events.len() as u8));
            let trace: Vec<EventId> = (0..random.usize(..8)).map(|_| event(&mut random)).collect();
            let back = trace.iter().rev();
            let back = back.fold(automaton.errors(), |s, e| automaton.predecessors(s, *e));
            for state in automaton.state_ids() {
                let end = trace.iter().fold(state, |s, e| automaton.next(s, *e));
                assert_eq!(back.contains(state), automaton.is_error(end));
            }
        }
    }
}
