//! The automaton of a property, from states and transitions or from an expression.

use super::Resolver;
use crate::automaton::{Automaton, MAX_STATES, State, StateId};
use crate::diagnostics::{Diagnostic, Span, did_you_mean};
use crate::regular::{Expression, minimise};
use crate::syntax::*;

impl Resolver<'_> {
    pub(super) fn automaton(&mut self) -> Option<Automaton> {
        let draft = self.draft;
        match &draft.machine {
            Machine::Missing => None,
            Machine::States(states) => self.states(states),
            Machine::Expression {
                expression,
                span,
                on_match,
                on_fail,
                message,
            } => self.expression(expression, *span, *on_match, *on_fail, message.as_ref()),
        }
    }

    fn states(&mut self, drafts: &States) -> Option<Automaton> {
        // `error` needs no declaration; an event that a closed machine does not expect fails.
        let mut states: Vec<&DraftState> = drafts.states.iter().collect();
        // Stable: the first state that is no error is the initial one, and errors come last.
        states.sort_by_key(|state| state.error);
        if states.first().is_none_or(|state| state.error) {
            let span = self.draft.name.span;
            self.complain(Diagnostic::error(span, "there is no state to start in"));
            return None;
        }
        let mut named: Vec<State> = Vec::new();
        for (index, draft) in states.iter().enumerate() {
            let same = |other: &&DraftState| other.name.text == draft.name.text;
            if states[..index].iter().any(same) {
                let message = format!("the state `{}` is declared twice", draft.name.text);
                self.complain(Diagnostic::error(draft.name.span, message));
                return None;
            }
            named.push(State {
                name: draft.name.text.clone(),
                message: draft.message.clone(),
                error: draft.error,
            });
        }
        let targets = states.iter().flat_map(|state| {
            let plain = state.transitions.iter().map(|t| &t.to);
            plain.chain(&state.otherwise)
        });
        let implicit = |to: &Spanned| to.text == "error" && self.draft.language == Language::Prop;
        let known = |state: &State| state.name == "error";
        if targets.clone().any(implicit) && !named.iter().any(known) {
            named.push(State {
                name: "error".into(),
                message: None,
                error: true,
            });
        }
        let fail = named.len();
        if drafts.closed {
            named.push(State {
                name: "fail".into(),
                message: None,
                error: drafts.on_fail,
            });
        }
        if named.len() > MAX_STATES {
            let span = self.draft.name.span;
            let message = format!("a property has at most {MAX_STATES} states");
            self.complain(Diagnostic::error(span, message));
            return None;
        }
        let mut next: Vec<Vec<Option<usize>>> = vec![vec![None; self.events.len()]; named.len()];
        let mut whole = true;
        for (from, draft) in states.iter().enumerate() {
            for transition in &draft.transitions {
                let event = self.event(&transition.event.text, transition.event.span);
                let to = self.state(&transition.to, &named);
                let (Some(event), Some(to)) = (event, to) else {
                    whole = false;
                    continue;
                };
                let known = &mut next[from][usize::from(event.0)];
                let event = &transition.event;
                match *known {
                    Some(other) if other == to => {
                        let message = format!("the transition for `{}` is there twice", event.text);
                        self.complain(Diagnostic::warning(event.span, message));
                    }
                    Some(other) => {
                        let message = format!(
                            "`{}` leads from `{}` to both `{}` and `{}`",
                            event.text, draft.name.text, named[other].name, named[to].name
                        );
                        let hint =
                            "an event has one successor; split the state, or use `violation`";
                        self.complain(Diagnostic::error(event.span, message).hint(hint));
                    }
                    None => *known = Some(to),
                }
            }
            if let Some(otherwise) = &draft.otherwise {
                match self.state(otherwise, &named) {
                    None => whole = false,
                    Some(to) => next[from]
                        .iter_mut()
                        .for_each(|known| *known = known.or(Some(to))),
                }
            }
            if draft.error
                && (!draft.transitions.is_empty() || draft.otherwise.is_some())
                && !drafts.closed
            {
                let message = format!("the error state `{}` is never left", draft.name.text);
                self.complain(Diagnostic::warning(draft.name.span, message));
            }
        }
        if !whole {
            return None;
        }
        let total: Vec<Vec<usize>> = next
            .iter()
            .enumerate()
            .map(|(state, row)| {
                let missing = match drafts.closed {
                    true => fail,
                    false => state,
                };
                row.iter().map(|to| to.unwrap_or(missing)).collect()
            })
            .collect();
        match drafts.closed {
            false => {
                let rows = total
                    .iter()
                    .map(|row| row.iter().map(|to| StateId(*to as u8)).collect());
                Some(Automaton::new(named, StateId(0), rows.collect()))
            }
            true => self.starting(named, total),
        }
    }

    fn state(&mut self, name: &Spanned, states: &[State]) -> Option<usize> {
        let found = states.iter().position(|state| state.name == name.text);
        if found.is_none() {
            let known = states.iter().map(|state| &*state.name);
            let message = format!("there is no state `{}`", name.text);
            let hint = did_you_mean(&name.text, known);
            self.complain(Diagnostic::error(name.span, message).maybe_hint(hint));
        }
        found
    }

    /// Puts a state before the initial one in which only the events count that start something: those marked `creation`,
    /// or else those after which there can still be a violation. Everything before is not part of any sequence.
    fn starting(&mut self, mut states: Vec<State>, mut next: Vec<Vec<usize>>) -> Option<Automaton> {
        for (state, row) in next.iter_mut().enumerate() {
            if states[state].error {
                row.fill(state);
            }
        }
        let live = live(&next, |state| states[state].error);
        let marked = self.draft.events.iter().any(|event| event.creation);
        let row: Vec<Option<usize>> = next[0]
            .iter()
            .enumerate()
            .map(|(event, to)| {
                let creation = self
                    .draft
                    .events
                    .get(event)
                    .is_some_and(|event| event.creation);
                let starts = match marked {
                    true => creation,
                    false => live[*to],
                };
                starts.then_some(*to)
            })
            .collect();
        let first = states[0].name.clone();
        let same = row
            .iter()
            .zip(&next[0])
            .all(|(a, b)| a.map_or(*b == 0, |a| a == *b));
        if !same {
            let before = states.len();
            let name = unused_name("before", &states);
            states.push(State {
                name,
                message: None,
                error: false,
            });
            next.push(row.iter().map(|to| to.unwrap_or(before)).collect());
            // The initial state is the first.
            states.swap(0, before);
            next.swap(0, before);
            for to in next.iter_mut().flatten() {
                *to = match *to {
                    0 => before,
                    to if to == before => 0,
                    to => to,
                };
            }
        }
        if states.len() > MAX_STATES {
            let span = self.draft.name.span;
            let message = format!("a property has at most {MAX_STATES} states");
            self.complain(Diagnostic::error(span, message));
            return None;
        }
        // What only the unmarked start could reach, or nothing at all, is dropped unless the author declared it.
        let reached = reached(&next);
        if let Some(old) = (0..states.len()).find(|s| states[*s].name == first && !reached[*s]) {
            // Nothing comes back to the state that was the first, so the one before it takes its place.
            states[old].name = String::new();
            states[0].name = first;
        }
        let keep: Vec<usize> = (0..states.len()).filter(|s| reached[*s]).collect();
        let number = |old: usize| keep.iter().position(|k| *k == old).unwrap_or(0);
        let rows = keep.iter().map(|old| {
            let row = next[*old].iter().map(|to| StateId(number(*to) as u8));
            row.collect()
        });
        let kept = keep.iter().map(|old| states[*old].clone()).collect();
        Some(Automaton::new(kept, StateId(0), rows.collect()))
    }

    fn expression(
        &mut self,
        expression: &Expression,
        span: Span,
        on_match: bool,
        on_fail: bool,
        message: Option<&String>,
    ) -> Option<Automaton> {
        let mut whole = true;
        for (name, span) in expression.names() {
            whole &= self.event(name, span).is_some();
        }
        if !whole {
            return None;
        }
        let table = expression.table(self.events.len(), &|name| self.find_event(name));
        let Some(table) = table else {
            self.complain(Diagnostic::error(
                span,
                "the expression has too many states",
            ));
            return None;
        };
        if table.accepts[0] && on_match {
            let message = "the expression matches before anything has happened";
            let hint = "make its first event obligatory";
            self.complain(Diagnostic::error(span, message).hint(hint));
            return None;
        }
        let live = live(&table.next, |state| table.accepts[state]);
        // 0: going on, 1: a violation, 2: no violation any more.
        let classes: Vec<u8> = (0..table.next.len())
            .map(|state| match () {
                () if table.accepts[state] && on_match => 1,
                () if !live[state] && on_fail => 1,
                () if !live[state] => 2,
                () => 0,
            })
            .collect();
        // A violation is final, and so is having come to where there is none.
        let stopped: Vec<Vec<usize>> = table
            .next
            .iter()
            .enumerate()
            .map(|(state, row)| match classes[state] {
                0 => row.clone(),
                _ => vec![state; row.len()],
            })
            .collect();
        let (next, kinds) = minimise(&stopped, &classes, 0);
        let states = self.name_states(&next, &kinds, message);
        if states.len() > MAX_STATES {
            let message = format!("the expression has more than {MAX_STATES} states");
            self.complain(Diagnostic::error(span, message));
            return None;
        }
        self.starting(states, next)
    }

    /// A state is called after the event that first leads to it.
    fn name_states(
        &self,
        next: &[Vec<usize>],
        kinds: &[u8],
        message: Option<&String>,
    ) -> Vec<State> {
        let mut states: Vec<State> = Vec::new();
        for (index, kind) in kinds.iter().enumerate() {
            let name = match kind {
                _ if index == 0 => "start".to_owned(),
                1 => "violation".to_owned(),
                2 => "over".to_owned(),
                _ => {
                    let enters = |row: &Vec<usize>| row.iter().position(|to| *to == index);
                    let event = next.iter().find_map(enters).unwrap_or(0);
                    format!("after {}", self.events[event].name)
                }
            };
            let name = unused_name(&name, &states);
            states.push(State {
                name,
                message: message.filter(|_| *kind == 1).cloned(),
                error: *kind == 1,
            });
        }
        states
    }
}

fn unused_name(name: &str, states: &[State]) -> String {
    let used = |name: &str| states.iter().any(|state| state.name == name);
    if !used(name) {
        return name.to_owned();
    }
    let numbered = (2..).map(|n| format!("{name} {n}"));
    let mut free = numbered.filter(|name| !used(name));
    free.next().unwrap_or_default()
}

/// The states from which a good one can be reached.
fn live(next: &[Vec<usize>], good: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut live: Vec<bool> = (0..next.len()).map(good).collect();
    loop {
        let more: Vec<bool> = (0..next.len())
            .map(|state| live[state] || next[state].iter().any(|to| live[*to]))
            .collect();
        if more == live {
            return live;
        }
        live = more;
    }
}

fn reached(next: &[Vec<usize>]) -> Vec<bool> {
    let mut found = vec![false; next.len()];
    let mut pending = vec![0];
    while let Some(state) = pending.pop() {
        if !std::mem::replace(&mut found[state], true) {
            pending.extend(&next[state]);
        }
    }
    found
}
