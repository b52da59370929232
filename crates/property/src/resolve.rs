//! From what a file says to a property: classes are looked up, names of objects, events and states become numbers, and the
//! description of the violations becomes an automaton.

use crate::automaton::{Automaton, MAX_EVENTS, MAX_STATES, State, StateId};
use crate::checks;
use crate::diagnostics::{Diagnostic, Severity, Span, did_you_mean};
use crate::model::*;
use crate::monitors::MAX_OBJECTS;
use crate::names::Names;
use crate::regular::{Expression, minimise};
use crate::syntax::*;
use classpath::{ClassPath, FieldType, Name};

/// Turns a draft into a property; `None` if a diagnostic is an error.
pub fn resolve(
    draft: &Draft,
    classpath: &ClassPath,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Property> {
    let mut resolver = Resolver {
        draft,
        names: Names::new(classpath, &draft.imports),
        diagnostics,
        objects: Vec::new(),
        unknown: Vec::new(),
        events: Vec::new(),
    };
    resolver.imports();
    resolver.objects();
    resolver.events();
    let automaton = resolver.automaton();
    let property = Property {
        name: draft.name.text.clone(),
        title: draft.title.clone(),
        about: draft.about.trim().to_owned(),
        objects: resolver.objects,
        events: resolver.events,
        automaton: automaton?,
    };
    let broken = |d: &Diagnostic| d.severity == Severity::Error;
    if diagnostics.iter().any(broken) {
        return None;
    }
    checks::automaton(draft, &property, diagnostics);
    (!diagnostics.iter().any(broken)).then_some(property)
}

struct Resolver<'a> {
    draft: &'a Draft,
    names: Names<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
    objects: Vec<Object>,
    /// Those whose class there is not, so that nothing can be said about their methods.
    unknown: Vec<ObjectId>,
    events: Vec<Event>,
}

impl Resolver<'_> {
    fn complain(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn imports(&mut self) {
        for import in self.draft.imports.iter().filter(|import| !import.all) {
            // JavaMOP's files import what only the code of their handlers needs.
            if self.draft.language == Language::Prop && self.names.class(&import.path).is_none() {
                let message = format!("there is no class `{}`", import.path);
                let hint = "classes of your own need --classpath";
                self.complain(Diagnostic::error(import.span, message).hint(hint));
            }
        }
    }

    fn objects(&mut self) {
        if self.draft.objects.len() > MAX_OBJECTS {
            let span = self.draft.objects[MAX_OBJECTS].name.span;
            let message = format!("a property relates at most {MAX_OBJECTS} objects");
            self.complain(Diagnostic::error(span, message));
        }
        for (index, object) in self.draft.objects.iter().enumerate() {
            let same = |other: &DraftObject| other.name.text == object.name.text;
            if self.draft.objects[..index].iter().any(same) {
                let message = format!("the object `{}` is declared twice", object.name.text);
                self.complain(Diagnostic::error(object.name.span, message));
            }
            let class = self.names.field_type(&object.class, self.diagnostics);
            let class = match class {
                Some(Some(FieldType::Object(name))) => name,
                Some(Some(array @ FieldType::Array(_))) => Name::from(array.to_string()),
                Some(_) => {
                    let message = format!(
                        "`{}` is a {}, and only objects can be followed",
                        object.name.text, object.class.name.text
                    );
                    self.complain(Diagnostic::error(object.class.name.span, message));
                    Name::from("java/lang/Object")
                }
                None => {
                    self.unknown.push(ObjectId(index.min(255) as u8));
                    Name::from("java/lang/Object")
                }
            };
            let except = object.except.iter();
            let except = except.filter_map(|ty| self.names.known_class(ty, self.diagnostics));
            let except = except.collect();
            self.objects.push(Object {
                name: object.name.text.clone(),
                class,
                except,
            });
        }
        self.objects.truncate(MAX_OBJECTS);
    }

    fn object(&mut self, name: &Spanned) -> Option<ObjectId> {
        let found = self.objects.iter().position(|o| o.name == name.text);
        if found.is_none() {
            let message = format!("there is no object `{}`", name.text);
            let known = self.objects.iter().map(|object| &*object.name);
            let hint = did_you_mean(&name.text, known);
            let usual = format!("declare it: `object {} : TYPE`", name.text);
            let diagnostic = Diagnostic::error(name.span, message);
            self.complain(diagnostic.hint(usual).maybe_hint(hint));
        }
        found.map(|index| ObjectId(index as u8))
    }

    fn events(&mut self) {
        if self.draft.events.len() > MAX_EVENTS {
            let span = self.draft.events[MAX_EVENTS].name.span;
            let message = format!("a property has at most {MAX_EVENTS} events");
            self.complain(Diagnostic::error(span, message));
        }
        for (index, draft) in self.draft.events.iter().take(MAX_EVENTS).enumerate() {
            let same = |other: &DraftEvent| other.name.text == draft.name.text;
            if self.draft.events[..index].iter().any(same) {
                let message = format!("the event `{}` is declared twice", draft.name.text);
                let hint = "alternatives are separated by `|` within one event";
                self.complain(Diagnostic::error(draft.name.span, message).hint(hint));
            }
            let mut event = Event {
                name: draft.name.text.clone(),
                when: draft.when,
                calls: Vec::new(),
                binds: Vec::new(),
            };
            let before = self.diagnostics.len();
            for call in &draft.calls {
                if let Some(call) = self.call(call) {
                    event.calls.push(call);
                }
            }
            if self.diagnostics.len() == before {
                self.bindings(draft, &mut event);
            }
            let known = !event
                .binds
                .iter()
                .any(|object| self.unknown.contains(object));
            if self.diagnostics.len() == before && known {
                checks::methods(
                    self.names.classpath,
                    self.draft.language,
                    draft,
                    &event,
                    self.diagnostics,
                );
            }
            self.events.push(event);
        }
    }

    /// All alternatives of an event bind the same objects, so that it concerns the same tuples.
    fn bindings(&mut self, draft: &DraftEvent, event: &mut Event) {
        let binds: Vec<Vec<ObjectId>> = event.calls.iter().map(bound).collect();
        let Some(first) = binds.first() else {
            return;
        };
        for (other, call) in binds.iter().zip(&draft.calls) {
            let missing = first.iter().find(|object| !other.contains(object));
            let missing = missing.or_else(|| other.iter().find(|object| !first.contains(object)));
            if let Some(missing) = missing {
                let message = format!(
                    "not every alternative of `{}` binds the object `{}`",
                    event.name,
                    self.objects[usize::from(missing.0)].name
                );
                let hint = "make two events of it";
                self.complain(Diagnostic::error(call.span, message).hint(hint));
            }
            let twice = other.windows(2).find(|pair| pair[0] == pair[1]);
            if let Some([object, _]) = twice {
                let name = &self.objects[usize::from(object.0)].name;
                let message = format!("the call binds the object `{name}` twice");
                self.complain(Diagnostic::error(call.span, message));
            }
        }
        event.binds = first.clone();
    }

    fn call(&mut self, draft: &DraftCall) -> Option<Call> {
        let signature = self.signature(&draft.signature);
        let except: Option<Vec<Signature>> =
            draft.except.iter().map(|s| self.signature(s)).collect();
        let receiver = draft.receiver.as_ref().map(|name| self.object(name));
        let result = draft.result.as_ref().map(|name| self.object(name));
        let mut arguments = Vec::new();
        for (argument, name) in &draft.arguments {
            arguments.push((*argument, self.object(name)?));
        }
        // Written out so that each part has had its chance to complain.
        let receiver = match receiver {
            Some(None) => return None,
            receiver => receiver.flatten(),
        };
        let result = match result {
            Some(None) => return None,
            result => result.flatten(),
        };
        Some(Call {
            signature: signature?,
            except: except?,
            receiver,
            arguments,
            result,
            returns: draft.returns,
        })
    }

    fn signature(&mut self, draft: &DraftSignature) -> Option<Signature> {
        let class = match &draft.class {
            DraftClass::Any => ClassPattern::Any,
            DraftClass::Object(name) => {
                let object = self.object(name)?;
                ClassPattern::Subtype(self.objects[usize::from(object.0)].class.clone())
            }
            DraftClass::Type { name, exact } => {
                let known = self.names.known_class(name, self.diagnostics);
                let written = &name.name.text;
                if known.is_none()
                    && written.starts_with(char::is_lowercase)
                    && !written.contains('.')
                    && let Some(last) = self.diagnostics.last_mut()
                {
                    let declared = self.draft.objects.iter().map(|o| &*o.name.text);
                    let close = did_you_mean(written, declared);
                    let usual = format!("declare it: `object {written} : TYPE`");
                    last.message = format!("there is no object `{written}`");
                    last.hint = close.or(Some(usual));
                }
                match exact {
                    true => ClassPattern::Exact(known?),
                    false => ClassPattern::Subtype(known?),
                }
            }
        };
        let class = match &draft.also {
            None => class,
            Some(also) => self.narrower(class, also)?,
        };
        let mut parameters = None;
        if let Some(drafts) = &draft.parameters {
            let mut found = Vec::new();
            for parameter in drafts {
                found.push(match parameter {
                    DraftParameter::Rest => ParameterPattern::Rest,
                    DraftParameter::One(ty) => ParameterPattern::One(self.ty(ty)?),
                });
            }
            parameters = Some(found);
        }
        let returns = match &draft.returns {
            None => None,
            Some(ty) => Some(self.ty(ty)?),
        };
        let mut signature = Signature {
            class,
            target: draft.target,
            name: NamePattern::new(&*draft.name.text),
            parameters,
            returns,
        };
        signature.target = checks::target(self.names.classpath, &signature);
        Some(signature)
    }

    /// The class of receivers that are of both classes.
    fn narrower(&mut self, class: ClassPattern, also: &TypeName) -> Option<ClassPattern> {
        let other = self.names.known_class(also, self.diagnostics)?;
        let ClassPattern::Subtype(own) = &class else {
            return Some(class);
        };
        let within = |a: &Name, b: &Name| self.names.classpath.is_subclass(a, b).unwrap_or(false);
        if within(&other, own) {
            return Some(ClassPattern::Subtype(other));
        }
        if !within(own, &other) {
            let message = format!(
                "a receiver that is both a {} and a {} is not supported",
                own.replace('/', "."),
                other.replace('/', ".")
            );
            self.complain(Diagnostic::error(also.name.span, message));
            return None;
        }
        Some(class)
    }

    fn ty(&mut self, draft: &DraftType) -> Option<TypePattern> {
        match draft {
            DraftType::Any => Some(TypePattern::Any),
            DraftType::Type(ty) => {
                let found = self.names.field_type(ty, self.diagnostics)?;
                Some(match found {
                    Some(FieldType::Object(name)) if ty.subtypes => TypePattern::Subtype(name),
                    other => TypePattern::Exact(other),
                })
            }
        }
    }

    fn find_event(&self, name: &str) -> Option<EventId> {
        let found = self.events.iter().position(|event| event.name == name);
        found.map(|index| EventId(index as u8))
    }

    fn event(&mut self, name: &str, span: Span) -> Option<EventId> {
        let found = self.find_event(name);
        let unreadable = self.draft.unreadable.iter().any(|other| other == name);
        if found.is_none() && !unreadable {
            let declared = self.draft.events.iter().map(|event| &*event.name.text);
            let message = format!("there is no event `{name}`");
            let hint = did_you_mean(name, declared);
            self.complain(Diagnostic::error(span, message).maybe_hint(hint));
        }
        found
    }

    fn automaton(&mut self) -> Option<Automaton> {
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

fn bound(call: &Call) -> Vec<ObjectId> {
    let arguments = call.arguments.iter().map(|(_, object)| *object);
    let mut all: Vec<ObjectId> = call
        .receiver
        .into_iter()
        .chain(call.result)
        .chain(arguments)
        .collect();
    all.sort();
    all
}
