//! Regular expressions over events, and the automata that they stand for, by Brzozowski's derivatives: what is left to
//! match after an event is again an expression, complement and intersection included.

use crate::diagnostics::Span;
use crate::model::EventId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// As written, with the places of the names.
#[derive(Debug, Clone)]
pub enum Expression {
    /// Matches nothing at all.
    Empty,
    /// Matches the empty sequence.
    Epsilon,
    /// Any one event.
    Any,
    Event(String, Span),
    Sequence(Vec<Expression>),
    Either(Vec<Expression>),
    Both(Vec<Expression>),
    Not(Box<Expression>),
    Star(Box<Expression>),
    Plus(Box<Expression>),
    Optional(Box<Expression>),
}

/// An index into [`Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Id(u32);

/// In a normal form in which equal meanings are often, and repetitions of a derivative always, equal terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Term {
    Empty,
    Epsilon,
    /// One of these, sorted.
    Events(Vec<EventId>),
    Sequence(Id, Id),
    /// Sorted.
    Either(Vec<Id>),
    /// Sorted.
    Both(Vec<Id>),
    Not(Id),
    Star(Id),
}

/// Every term once, so that comparing them is comparing numbers, and every derivative once.
#[derive(Default)]
struct Terms {
    all: Vec<(Term, bool)>,
    ids: HashMap<Term, Id>,
    derivatives: HashMap<(Id, EventId), Id>,
}

/// A deterministic automaton; state 0 is the initial one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// By state, then event.
    pub next: Vec<Vec<usize>>,
    pub accepts: Vec<bool>,
}

/// More states than any sensible property has, before minimisation.
const LIMIT: usize = 2048;
/// More terms than their derivatives have.
const TERM_LIMIT: usize = 200_000;

impl Expression {
    /// Every name with its place.
    pub fn names(&self) -> Vec<(&str, Span)> {
        let mut names = Vec::new();
        self.collect(&mut names);
        names
    }

    fn collect<'a>(&'a self, names: &mut Vec<(&'a str, Span)>) {
        match self {
            Expression::Empty | Expression::Epsilon | Expression::Any => {}
            Expression::Event(name, span) => names.push((name, *span)),
            Expression::Sequence(parts) | Expression::Either(parts) | Expression::Both(parts) => {
                parts.iter().for_each(|part| part.collect(names));
            }
            Expression::Not(inner)
            | Expression::Star(inner)
            | Expression::Plus(inner)
            | Expression::Optional(inner) => inner.collect(names),
        }
    }

    /// How large it is once `x+` is written as `x x*`.
    pub fn size(&self) -> usize {
        let sum = |parts: &[Expression]| {
            let sizes = parts.iter().map(Expression::size);
            sizes.fold(1, usize::saturating_add)
        };
        match self {
            Expression::Empty | Expression::Epsilon | Expression::Any | Expression::Event(..) => 1,
            Expression::Sequence(parts) | Expression::Either(parts) | Expression::Both(parts) => {
                sum(parts)
            }
            Expression::Not(inner) | Expression::Star(inner) | Expression::Optional(inner) => {
                inner.size().saturating_add(1)
            }
            Expression::Plus(inner) => inner.size().saturating_mul(2).saturating_add(1),
        }
    }

    /// The automaton that accepts what the expression matches; `None` if it has too many states. Unknown names match
    /// nothing.
    pub fn table(&self, events: usize, find: &dyn Fn(&str) -> Option<EventId>) -> Option<Table> {
        let mut terms = Terms::default();
        let start = self.term(&mut terms, events, find);
        let mut ids: HashMap<Id, usize> = HashMap::from([(start, 0)]);
        let mut pending = vec![start];
        let mut table = Table {
            next: Vec::new(),
            accepts: Vec::new(),
        };
        while table.next.len() < pending.len() {
            let state = pending[table.next.len()];
            table.accepts.push(terms.nullable(state));
            let mut row = Vec::with_capacity(events);
            for event in 0..events {
                let after = terms.derivative(state, EventId(event as u8));
                let id = ids.len();
                let id = *ids.entry(after).or_insert_with(|| {
                    pending.push(after);
                    id
                });
                row.push(id);
            }
            table.next.push(row);
            if pending.len() > LIMIT || terms.all.len() > TERM_LIMIT {
                return None;
            }
        }
        Some(table)
    }

    fn term(&self, terms: &mut Terms, events: usize, find: &dyn Fn(&str) -> Option<EventId>) -> Id {
        let each = |terms: &mut Terms, parts: &[Expression]| -> Vec<Id> {
            let ids = parts.iter().map(|part| part.term(terms, events, find));
            ids.collect()
        };
        match self {
            Expression::Empty => terms.make(Term::Empty),
            Expression::Epsilon => terms.make(Term::Epsilon),
            Expression::Any => terms.letters((0..events).map(|i| EventId(i as u8)).collect()),
            Expression::Event(name, _) => terms.letters(find(name).into_iter().collect()),
            Expression::Sequence(parts) => {
                let parts = each(terms, parts);
                let end = terms.make(Term::Epsilon);
                let join = |rest, part: &Id| terms.sequence(*part, rest);
                parts.iter().rev().fold(end, join)
            }
            Expression::Either(parts) => {
                let parts = each(terms, parts);
                terms.either(&parts)
            }
            Expression::Both(parts) => {
                let parts = each(terms, parts);
                terms.both(&parts)
            }
            Expression::Not(inner) => {
                let inner = inner.term(terms, events, find);
                terms.not(inner)
            }
            Expression::Star(inner) => {
                let inner = inner.term(terms, events, find);
                terms.star(inner)
            }
            Expression::Plus(inner) => {
                let inner = inner.term(terms, events, find);
                let star = terms.star(inner);
                terms.sequence(inner, star)
            }
            Expression::Optional(inner) => {
                let inner = inner.term(terms, events, find);
                let nothing = terms.make(Term::Epsilon);
                terms.either(&[nothing, inner])
            }
        }
    }
}

impl Terms {
    fn make(&mut self, term: Term) -> Id {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let nullable = match &term {
            Term::Empty | Term::Events(_) => false,
            Term::Epsilon | Term::Star(_) => true,
            Term::Sequence(a, b) => self.nullable(*a) && self.nullable(*b),
            Term::Either(parts) => parts.iter().any(|part| self.nullable(*part)),
            Term::Both(parts) => parts.iter().all(|part| self.nullable(*part)),
            Term::Not(inner) => !self.nullable(*inner),
        };
        let id = Id(self.all.len() as u32);
        self.all.push((term.clone(), nullable));
        self.ids.insert(term, id);
        id
    }

    fn get(&self, id: Id) -> &Term {
        &self.all[id.0 as usize].0
    }

    /// Whether the empty sequence matches.
    fn nullable(&self, id: Id) -> bool {
        self.all[id.0 as usize].1
    }

    /// Whether every sequence matches.
    fn is_everything(&self, id: Id) -> bool {
        matches!(self.get(id), Term::Not(inner) if *self.get(*inner) == Term::Empty)
    }

    fn letters(&mut self, events: BTreeSet<EventId>) -> Id {
        match events.is_empty() {
            true => self.make(Term::Empty),
            false => self.make(Term::Events(events.into_iter().collect())),
        }
    }

    fn sequence(&mut self, first: Id, second: Id) -> Id {
        match (self.get(first), self.get(second)) {
            (Term::Empty, _) | (_, Term::Epsilon) => first,
            (_, Term::Empty) | (Term::Epsilon, _) => second,
            // To the right, so that there is one shape for each sequence.
            (Term::Sequence(a, b), _) => {
                let (a, b) = (*a, *b);
                let rest = self.sequence(b, second);
                self.sequence(a, rest)
            }
            _ => self.make(Term::Sequence(first, second)),
        }
    }

    fn either(&mut self, parts: &[Id]) -> Id {
        let mut flat = BTreeSet::new();
        let mut events = BTreeSet::new();
        let mut pending = parts.to_vec();
        while let Some(part) = pending.pop() {
            match self.get(part) {
                Term::Empty => {}
                Term::Events(some) => events.extend(some.iter().copied()),
                Term::Either(inner) => pending.extend(inner),
                _ if self.is_everything(part) => return part,
                _ => {
                    flat.insert(part);
                }
            }
        }
        if !events.is_empty() {
            flat.insert(self.letters(events));
        }
        let flat: Vec<Id> = flat.into_iter().collect();
        match flat[..] {
            [] => self.make(Term::Empty),
            [only] => only,
            _ => self.make(Term::Either(flat)),
        }
    }

    fn both(&mut self, parts: &[Id]) -> Id {
        let mut flat = BTreeSet::new();
        let mut pending = parts.to_vec();
        while let Some(part) = pending.pop() {
            match self.get(part) {
                Term::Empty => return part,
                Term::Both(inner) => pending.extend(inner),
                _ if self.is_everything(part) => {}
                _ => {
                    flat.insert(part);
                }
            }
        }
        let flat: Vec<Id> = flat.into_iter().collect();
        match flat[..] {
            [] => {
                let nothing = self.make(Term::Empty);
                self.not(nothing)
            }
            [only] => only,
            _ => self.make(Term::Both(flat)),
        }
    }

    fn not(&mut self, inner: Id) -> Id {
        match self.get(inner) {
            Term::Not(inner) => *inner,
            _ => self.make(Term::Not(inner)),
        }
    }

    fn star(&mut self, inner: Id) -> Id {
        match self.get(inner) {
            Term::Empty | Term::Epsilon => self.make(Term::Epsilon),
            Term::Star(_) => inner,
            _ => self.make(Term::Star(inner)),
        }
    }

    /// What is left to match after an event.
    fn derivative(&mut self, term: Id, event: EventId) -> Id {
        if let Some(known) = self.derivatives.get(&(term, event)) {
            return *known;
        }
        let found = match self.get(term).clone() {
            Term::Empty | Term::Epsilon => self.make(Term::Empty),
            Term::Events(events) => self.make(match events.contains(&event) {
                true => Term::Epsilon,
                false => Term::Empty,
            }),
            Term::Sequence(a, b) => {
                let first = self.derivative(a, event);
                let first = self.sequence(first, b);
                match self.nullable(a) {
                    true => {
                        let second = self.derivative(b, event);
                        self.either(&[first, second])
                    }
                    false => first,
                }
            }
            Term::Either(parts) => {
                let parts: Vec<Id> = parts.iter().map(|p| self.derivative(*p, event)).collect();
                self.either(&parts)
            }
            Term::Both(parts) => {
                let parts: Vec<Id> = parts.iter().map(|p| self.derivative(*p, event)).collect();
                self.both(&parts)
            }
            Term::Not(inner) => {
                let inner = self.derivative(inner, event);
                self.not(inner)
            }
            Term::Star(inner) => {
                let inner = self.derivative(inner, event);
                self.sequence(inner, term)
            }
        };
        self.derivatives.insert((term, event), found);
        found
    }
}

/// Merges states that no sequence of events tells apart (Moore), and drops those that none reaches. `classes` are what
/// must stay apart. Returns the table, with the states in the order in which they are reached, and the class of each.
pub fn minimise(next: &[Vec<usize>], classes: &[u8], start: usize) -> (Vec<Vec<usize>>, Vec<u8>) {
    let mut block: Vec<usize> = classes.iter().map(|class| usize::from(*class)).collect();
    loop {
        let mut ids: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
        let refined: Vec<usize> = (0..next.len())
            .map(|state| {
                let row = next[state].iter().map(|to| block[*to]).collect();
                let id = ids.len();
                *ids.entry((block[state], row)).or_insert(id)
            })
            .collect();
        let before = block.iter().collect::<BTreeSet<_>>().len();
        let stable = ids.len() == before;
        block = refined;
        if stable {
            break;
        }
    }
    let mut order: Vec<usize> = vec![start];
    let mut number: BTreeMap<usize, usize> = BTreeMap::from([(block[start], 0)]);
    let mut rows = Vec::new();
    while rows.len() < order.len() {
        let state = order[rows.len()];
        let mut row = Vec::new();
        for to in &next[state] {
            let id = number.len();
            let id = *number.entry(block[*to]).or_insert_with(|| {
                order.push(*to);
                id
            });
            row.push(id);
        }
        rows.push(row);
    }
    let kinds = order.iter().map(|state| classes[*state]).collect();
    (rows, kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str) -> Expression {
        Expression::Event(name.into(), Span::default())
    }

    /// What grows with every derivative must end soon all the same.
    #[test]
    fn large_expressions_end() {
        let optional = Expression::Optional(Box::new(Expression::Any));
        let chain = Expression::Sequence(vec![optional; 240]);
        assert_eq!(
            chain.table(3, &find).expect("241 and the rest").next.len(),
            242
        );
        let any = Expression::Star(Box::new(Expression::Any));
        let mut parts = vec![any, event("a")];
        parts.extend(vec![Expression::Any; 200]);
        assert_eq!(Expression::Sequence(parts).table(3, &find), None);
    }

    fn find(name: &str) -> Option<EventId> {
        let index = name.bytes().next()?.checked_sub(b'a')?;
        (index < 3).then_some(EventId(index))
    }

    /// Whether an expression matches, by its definition.
    fn matches(expression: &Expression, word: &[u8]) -> bool {
        match expression {
            Expression::Empty => false,
            Expression::Epsilon => word.is_empty(),
            Expression::Any => word.len() == 1,
            Expression::Event(name, _) => word.len() == 1 && find(name) == Some(EventId(word[0])),
            Expression::Sequence(parts) => match &parts[..] {
                [] => word.is_empty(),
                [first, rest @ ..] => (0..=word.len()).any(|at| {
                    matches(first, &word[..at])
                        && matches(&Expression::Sequence(rest.to_vec()), &word[at..])
                }),
            },
            Expression::Either(parts) => parts.iter().any(|part| matches(part, word)),
            Expression::Both(parts) => parts.iter().all(|part| matches(part, word)),
            Expression::Not(inner) => !matches(inner, word),
            Expression::Plus(inner) => {
                let star = Expression::Star(inner.clone());
                matches(&Expression::Sequence(vec![(**inner).clone(), star]), word)
            }
            Expression::Optional(inner) => word.is_empty() || matches(inner, word),
            Expression::Star(inner) => {
                word.is_empty()
                    || (1..=word.len())
                        .any(|at| matches(inner, &word[..at]) && matches(expression, &word[at..]))
            }
        }
    }

    fn random(random: &mut fastrand::Rng, depth: usize) -> Expression {
        let part = |r: &mut fastrand::Rng| self::random(r, depth.saturating_sub(1));
        match random.u8(..if depth == 0 { 5 } else { 10 }) {
            0 => event("a"),
            1 => event("b"),
            2 => event("c"),
            3 => Expression::Any,
            4 => Expression::Epsilon,
            5 | 6 => Expression::Sequence(vec![part(random), part(random)]),
            7 => Expression::Either(vec![part(random), part(random)]),
            8 if random.bool() => Expression::Both(vec![part(random), part(random)]),
            8 => Expression::Not(Box::new(part(random))),
            _ => match random.u8(..4) {
                0 => Expression::Plus(Box::new(part(random))),
                1 => Expression::Optional(Box::new(part(random))),
                _ => Expression::Star(Box::new(part(random))),
            },
        }
    }

    #[test]
    fn automata_accept_what_expressions_match() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..400 {
            let expression = random(&mut rng, 3);
            let table = expression.table(3, &find).expect("small");
            let classes: Vec<u8> = table.accepts.iter().map(|a| u8::from(*a)).collect();
            let (small, kinds) = minimise(&table.next, &classes, 0);
            assert!(small.len() <= table.next.len());
            for _ in 0..60 {
                let word: Vec<u8> = (0..rng.usize(..6)).map(|_| rng.u8(..3)).collect();
                let run = |next: &[Vec<usize>]| {
                    word.iter().fold(0, |state, e| next[state][usize::from(*e)])
                };
                let expected = matches(&expression, &word);
                assert_eq!(table.accepts[run(&table.next)], expected, "{expression:?}");
                assert_eq!(kinds[run(&small)] == 1, expected, "{expression:?}");
            }
        }
    }
}
