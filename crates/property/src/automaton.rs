//! The automaton of a property's violations: deterministic and total, an event that a state does not mention leaves it
//! where it is, and an error state is never left. Its reverse (001, III-D) tells from which states what lies ahead can
//! still lead to an error.

use crate::model::EventId;
use std::fmt;

/// An index into [`Automaton::states`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u8);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub name: String,
    /// For an error state, what is wrong, where the property says so.
    pub message: Option<String>,
    pub error: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    states: Vec<State>,
    initial: StateId,
    events: usize,
    /// By state, then event.
    next: Vec<StateId>,
    can_fail: StateSet,
}

/// A set of states of one automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StateSet(u128);

/// The most states an automaton may have.
pub const MAX_STATES: usize = 128;

/// The most events a property may have.
pub const MAX_EVENTS: usize = 64;

impl Automaton {
    /// `next[state][event]`. Transitions out of error states are dropped: the violation has happened.
    pub fn new(states: Vec<State>, initial: StateId, next: Vec<Vec<StateId>>) -> Automaton {
        assert!(!states.is_empty() && states.len() <= MAX_STATES && states.len() == next.len());
        let events = next.first().map_or(0, Vec::len);
        let mut flat = Vec::with_capacity(states.len() * events);
        for (index, row) in next.iter().enumerate() {
            assert_eq!(row.len(), events);
            let here = StateId(index as u8);
            flat.extend(row.iter().map(|to| match states[index].error {
                true => here,
                false => *to,
            }));
        }
        let mut automaton = Automaton {
            states,
            initial,
            events,
            next: flat,
            can_fail: StateSet::default(),
        };
        let mut live = automaton.errors();
        loop {
            let more = automaton.event_ids().fold(live, |all, event| {
                all.union(automaton.predecessors(live, event))
            });
            if more == live {
                break;
            }
            live = more;
        }
        automaton.can_fail = live;
        automaton
    }

    pub fn states(&self) -> &[State] {
        &self.states
    }

    pub fn state(&self, id: StateId) -> &State {
        &self.states[usize::from(id.0)]
    }

    pub fn state_ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len()).map(|i| StateId(i as u8))
    }

    pub fn event_ids(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.events).map(|i| EventId(i as u8))
    }

    pub fn initial(&self) -> StateId {
        self.initial
    }

    pub fn next(&self, state: StateId, event: EventId) -> StateId {
        self.next[usize::from(state.0) * self.events + usize::from(event.0)]
    }

    pub fn is_error(&self, state: StateId) -> bool {
        self.state(state).error
    }

    pub fn is_self_loop(&self, state: StateId, event: EventId) -> bool {
        self.next(state, event) == state
    }

    /// Whether some sequence of events leads from here to an error.
    pub fn can_fail(&self, state: StateId) -> bool {
        self.can_fail.contains(state)
    }

    pub fn errors(&self) -> StateSet {
        self.state_ids().filter(|s| self.is_error(*s)).collect()
    }

    /// The states that some sequence of events leads to.
    pub fn reachable(&self) -> StateSet {
        let mut found = StateSet::from_iter([self.initial]);
        let mut pending = vec![self.initial];
        while let Some(state) = pending.pop() {
            for event in self.event_ids() {
                let next = self.next(state, event);
                if !found.contains(next) {
                    found.insert(next);
                    pending.push(next);
                }
            }
        }
        found
    }

    /// The states that an event leads into the set from.
    pub fn predecessors(&self, set: StateSet, event: EventId) -> StateSet {
        let leads = |state: &StateId| set.contains(self.next(*state, event));
        self.state_ids().filter(leads).collect()
    }
}

impl StateSet {
    pub fn contains(self, state: StateId) -> bool {
        self.0 >> state.0 & 1 == 1
    }

    pub fn insert(&mut self, state: StateId) {
        self.0 |= 1 << state.0;
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn union(self, other: StateSet) -> StateSet {
        StateSet(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = StateId> {
        (0..MAX_STATES as u8)
            .map(StateId)
            .filter(move |s| self.contains(*s))
    }
}

impl FromIterator<StateId> for StateSet {
    fn from_iter<I: IntoIterator<Item = StateId>>(states: I) -> StateSet {
        let mut set = StateSet::default();
        for state in states {
            set.insert(state);
        }
        set
    }
}

impl fmt::Debug for StateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}
