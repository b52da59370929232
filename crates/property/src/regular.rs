//! Regular expressions over events, and the automata that they stand for, by Brzozowski's derivatives: what is left to
//! match after an event is again an expression, complement and intersection included.

use crate::diagnostics::Span;
use crate::model::EventId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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

/// In a normal form in which equal meanings are often, and repetitions of a derivative always, equal terms.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Empty,
    Epsilon,
    Events(BTreeSet<EventId>),
    Sequence(Rc<Term>, Rc<Term>),
    Either(BTreeSet<Rc<Term>>),
    Both(BTreeSet<Rc<Term>>),
    Not(Rc<Term>),
    Star(Rc<Term>),
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
        let start = self.term(events, find);
        let mut ids: BTreeMap<Rc<Term>, usize> = BTreeMap::from([(start.clone(), 0)]);
        let mut pending = vec![start.clone()];
        let mut table = Table {
            next: Vec::new(),
            accepts: Vec::new(),
        };
        while table.next.len() < pending.len() {
            let state = pending[table.next.len()].clone();
            table.accepts.push(nullable(&state));
            let mut row = Vec::with_capacity(events);
            for event in 0..events {
                let after = derivative(&state, EventId(event as u8));
                let id = ids.len();
                let id = *ids.entry(after.clone()).or_insert_with(|| {
                    pending.push(after);
                    id
                });
                row.push(id);
            }
            table.next.push(row);
            if pending.len() > LIMIT {
                return None;
            }
        }
        Some(table)
    }

    fn term(&self, events: usize, find: &dyn Fn(&str) -> Option<EventId>) -> Rc<Term> {
        let term = |e: &Expression| e.term(events, find);
        match self {
            Expression::Empty => Rc::new(Term::Empty),
            Expression::Epsilon => Rc::new(Term::Epsilon),
            Expression::Any => letters((0..events).map(|i| EventId(i as u8)).collect()),
            Expression::Event(name, _) => letters(find(name).into_iter().collect()),
            Expression::Sequence(parts) => parts
                .iter()
                .rev()
                .fold(Rc::new(Term::Epsilon), |rest, part| {
                    sequence(term(part), rest)
                }),
            Expression::Either(parts) => either(parts.iter().map(term)),
            Expression::Both(parts) => both(parts.iter().map(term)),
            Expression::Not(inner) => not(term(inner)),
            Expression::Star(inner) => star(term(inner)),
            Expression::Plus(inner) => {
                let inner = term(inner);
                sequence(inner.clone(), star(inner))
            }
            Expression::Optional(inner) => either([Rc::new(Term::Epsilon), term(inner)]),
        }
    }
}

fn letters(events: BTreeSet<EventId>) -> Rc<Term> {
    Rc::new(match events.is_empty() {
        true => Term::Empty,
        false => Term::Events(events),
    })
}

fn sequence(first: Rc<Term>, second: Rc<Term>) -> Rc<Term> {
    match (&*first, &*second) {
        (Term::Empty, _) | (_, Term::Epsilon) => first,
        (_, Term::Empty) | (Term::Epsilon, _) => second,
        // To the right, so that there is one shape for each sequence.
        (Term::Sequence(a, b), _) => sequence(a.clone(), sequence(b.clone(), second)),
        _ => Rc::new(Term::Sequence(first, second)),
    }
}

fn either(parts: impl IntoIterator<Item = Rc<Term>>) -> Rc<Term> {
    let mut flat = BTreeSet::new();
    let mut events = BTreeSet::new();
    for part in parts {
        match &*part {
            Term::Empty => {}
            Term::Events(some) => events.extend(some.iter().copied()),
            Term::Either(inner) => {
                for part in inner {
                    match &**part {
                        Term::Events(some) => events.extend(some.iter().copied()),
                        _ => {
                            flat.insert(part.clone());
                        }
                    }
                }
            }
            Term::Not(inner) if **inner == Term::Empty => return part,
            _ => {
                flat.insert(part);
            }
        }
    }
    if !events.is_empty() {
        flat.insert(letters(events));
    }
    match flat.len() {
        0 => Rc::new(Term::Empty),
        1 => flat.into_iter().next().expect("one"),
        _ => Rc::new(Term::Either(flat)),
    }
}

fn both(parts: impl IntoIterator<Item = Rc<Term>>) -> Rc<Term> {
    let mut flat = BTreeSet::new();
    for part in parts {
        match &*part {
            Term::Empty => return part,
            Term::Both(inner) => flat.extend(inner.iter().cloned()),
            Term::Not(inner) if **inner == Term::Empty => {}
            _ => {
                flat.insert(part);
            }
        }
    }
    match flat.len() {
        0 => not(Rc::new(Term::Empty)),
        1 => flat.into_iter().next().expect("one"),
        _ => Rc::new(Term::Both(flat)),
    }
}

fn not(inner: Rc<Term>) -> Rc<Term> {
    match &*inner {
        Term::Not(inner) => inner.clone(),
        _ => Rc::new(Term::Not(inner)),
    }
}

fn star(inner: Rc<Term>) -> Rc<Term> {
    match &*inner {
        Term::Empty | Term::Epsilon => Rc::new(Term::Epsilon),
        Term::Star(_) => inner,
        _ => Rc::new(Term::Star(inner)),
    }
}

fn nullable(term: &Term) -> bool {
    match term {
        Term::Empty | Term::Events(_) => false,
        Term::Epsilon | Term::Star(_) => true,
        Term::Sequence(a, b) => nullable(a) && nullable(b),
        Term::Either(parts) => parts.iter().any(|part| nullable(part)),
        Term::Both(parts) => parts.iter().all(|part| nullable(part)),
        Term::Not(inner) => !nullable(inner),
    }
}

fn derivative(term: &Rc<Term>, event: EventId) -> Rc<Term> {
    match &**term {
        Term::Empty | Term::Epsilon => Rc::new(Term::Empty),
        Term::Events(events) => Rc::new(match events.contains(&event) {
            true => Term::Epsilon,
            false => Term::Empty,
        }),
        Term::Sequence(a, b) => {
            let first = sequence(derivative(a, event), b.clone());
            match nullable(a) {
                true => either([first, derivative(b, event)]),
                false => first,
            }
        }
        Term::Either(parts) => either(parts.iter().map(|part| derivative(part, event))),
        Term::Both(parts) => both(parts.iter().map(|part| derivative(part, event))),
        Term::Not(inner) => not(derivative(inner, event)),
        Term::Star(inner) => sequence(derivative(inner, event), term.clone()),
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
