//! What the places of the state before can hold, given all that is assumed of it: which fields can lead where in a sorted
//! tree whose nodes are numbered in the order of a walk, for instance. A place that can hold little makes all terms small
//! that read it, write it or follow it.
//!
//! The assumptions become clauses in which a reference is one literal for each object that it can be; a value that leads to
//! a contradiction by propagation alone is left out. Where the walk comes to every object of a class, a value is left out, too,
//! if there is a contradiction whichever way it came to the two objects: a node that leads back to one above it, for instance.
//! Everything else than references and the numbers of objects that exist is left open, so that nothing is left out that is
//! possible.

use super::expanded::Expanded;
use super::order::Slot;
use crate::graph::{Map, MapInfo};
use crate::propagate::{Clauses, Lit};
use logic::{Op, Sort, Term};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Formulas with fewer terms than this are easy anyway; with more than this, looking takes long.
const WORTHWHILE: std::ops::Range<usize> = 1000..400_000;

/// Clauses that are looked at before no more is asked.
const EFFORT: u64 = 30_000_000;

/// Steps along the ways to objects, for each question.
const STEPS: u32 = 500;

/// More values than this are not told apart.
const VALUES: usize = 64;

#[derive(Debug, Default)]
pub struct Tight {
    /// The maps that the walk goes along; only then do these numbers mean the same.
    pub(super) maps: Vec<MapInfo>,
    /// What a place can hold, where that is less than the walk allows.
    pub(super) places: HashMap<Slot, Arc<[u32]>>,
}

/// The values that a term can have, each with its literal, of which exactly one holds.
type Values = Arc<[(u128, Lit)]>;

struct Translation<'t, 'a> {
    heap: &'t Expanded<'a>,
    clauses: Clauses,
    conditions: HashMap<Term, Lit>,
    values: HashMap<Term, Values>,
}

impl Expanded<'_> {
    /// What places can hold where all of these hold. None if that is no less than known, or not worth the time.
    pub fn tight(&self, assumed: &[Term]) -> Option<Tight> {
        if !WORTHWHILE.contains(&self.pool.len()) {
            return None;
        }
        let mut translation = Translation {
            heap: self,
            clauses: Clauses::default(),
            conditions: HashMap::new(),
            values: HashMap::new(),
        };
        let mut terms = Vec::new();
        self.pool.visit(assumed, |term| terms.push(term));
        // Children are made before what they are part of.
        terms.sort_unstable();
        for term in terms {
            translation.translate(term);
        }
        for term in assumed {
            let holds = translation.condition(*term);
            translation.clauses.add(&[holds]);
        }
        let Translation {
            mut clauses,
            values,
            ..
        } = translation;
        // Where nothing satisfies what is assumed, that is for others to say.
        if !clauses.settle() {
            return None;
        }
        let slots = self.slots_in_order();
        let ways = self.ways_to(&slots, &values);
        loop {
            let mut found = false;
            for ((holder, ..), cell) in &slots {
                for (value, literal) in values.get(cell).iter().flat_map(|values| values.iter()) {
                    // What holds null need not exist, and then nothing leads there.
                    let both = [*holder, *value as u32];
                    let chains = if *value == 0 { &[] } else { &both[..] };
                    if clauses.value(*literal).is_none()
                        && ways.refute(&mut clauses, *literal, chains)
                    {
                        found = true;
                        clauses.add(&[!*literal]);
                        if !clauses.settle() {
                            return None;
                        }
                    }
                }
                if clauses.effort > EFFORT {
                    found = false;
                    break;
                }
            }
            if !found {
                break;
            }
        }
        let mut places = HashMap::new();
        for (slot, cell) in slots {
            let Some(values) = values.get(&cell) else {
                continue;
            };
            let possible = values
                .iter()
                .filter(|(_, l)| clauses.value(*l) != Some(false));
            let possible: Vec<u32> = possible.map(|(value, _)| *value as u32).collect();
            if possible.len() < values.len() {
                places.insert(slot, possible.into());
            }
        }
        if places.is_empty() {
            return None;
        }
        Some(Tight {
            maps: self.walked_maps(),
            places,
        })
    }

    /// Whether objects are numbered as they were where the bounds were found.
    pub fn walks_as(&self, tight: &Tight) -> bool {
        self.walked_maps()
            .iter()
            .all(|map| tight.maps.contains(map))
    }

    /// The maps that the walk goes along: those that the formula speaks of.
    fn walked_maps(&self) -> Vec<MapInfo> {
        let mut maps: Vec<Map> = self.initial.keys().copied().collect();
        maps.sort_unstable();
        let info = |map: &Map| self.maps[map.0 as usize].clone();
        maps.iter().map(info).filter(MapInfo::leads_on).collect()
    }
}

/// How the walk comes to objects of which it comes to all.
struct Ways {
    /// By object: the literals that say who leads to it, and that object; null stands for an argument.
    to: HashMap<u32, Vec<(Lit, u32)>>,
}

impl Expanded<'_> {
    fn ways_to(&self, slots: &[(Slot, Term)], values: &HashMap<Term, Values>) -> Ways {
        let mut to: HashMap<u32, Vec<(Lit, u32)>> = HashMap::new();
        let mut unclear: BTreeSet<u32> = BTreeSet::new();
        let led = self.led_in_order();
        let roots = self.roots_in_order().iter().map(|root| (0, *root));
        let places = slots.iter().map(|((holder, ..), cell)| (*holder, *cell));
        for (holder, cell) in roots.chain(places) {
            for (value, literal) in values.get(&cell).iter().flat_map(|values| values.iter()) {
                let object = *value as u32;
                // Something that has its turn later leads to what is known by then.
                let is_later =
                    led.contains(&holder) && self.are_alike(holder, object) && holder >= object;
                if led.contains(&object) && !is_later {
                    to.entry(object).or_default().push((*literal, holder));
                }
            }
            // Nothing is known of this way, so that there is always one.
            if !values.contains_key(&cell) {
                let possible = self.candidates.get(&cell).cloned();
                match possible {
                    Some(possible) => unclear.extend(possible.iter()),
                    None => unclear.extend(led.iter()),
                }
            }
        }
        to.retain(|object, _| !unclear.contains(object));
        Ways { to }
    }
}

impl Ways {
    /// Whether a literal leads to a contradiction, by itself or in all ways in which the walk can come to some objects that
    /// exist where it holds.
    fn refute(&self, clauses: &mut Clauses, literal: Lit, objects: &[u32]) -> bool {
        let mut left = STEPS;
        !clauses.supposing(literal, |clauses| self.follow(clauses, objects, &mut left))
    }

    /// Whether there is a way back from each of these objects to an argument. True if that takes too long to say.
    fn follow(&self, clauses: &mut Clauses, objects: &[u32], left: &mut u32) -> bool {
        let Some((object, rest)) = objects.split_first() else {
            return true;
        };
        let Some(ways) = self.to.get(object) else {
            return self.follow(clauses, rest, left);
        };
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let mut next = vec![0];
        next.extend(rest);
        let known = ways
            .iter()
            .find(|(literal, _)| clauses.value(*literal) == Some(true));
        if let Some((_, holder)) = known {
            next[0] = *holder;
            return self.follow(clauses, &next, left);
        }
        for (literal, holder) in ways {
            next[0] = *holder;
            if clauses.supposing(*literal, |clauses| self.follow(clauses, &next, left)) {
                return true;
            }
        }
        false
    }
}

impl Translation<'_, '_> {
    fn condition(&mut self, term: Term) -> Lit {
        match self.conditions.get(&term) {
            Some(known) => *known,
            // Not looked into: it may or may not hold.
            None => {
                let open = self.clauses.variable();
                self.conditions.insert(term, open);
                open
            }
        }
    }

    fn translate(&mut self, term: Term) {
        match self.heap.pool.sort(term) {
            Sort::Bool => {
                if let Some(literal) = self.boolean(term) {
                    self.conditions.insert(term, literal);
                }
            }
            Sort::Bv(width) => {
                if let Some(values) = self.listed(term, width) {
                    self.values.insert(term, values);
                }
            }
            _ => {}
        }
    }

    fn boolean(&mut self, term: Term) -> Option<Lit> {
        let pool = &self.heap.pool;
        let children = pool.children(term);
        Some(match pool.op(term) {
            Op::True => Lit::TRUE,
            Op::False => Lit::FALSE,
            Op::Not => !self.condition(children[0]),
            Op::And => {
                let all: Vec<Lit> = children.iter().map(|c| self.condition(*c)).collect();
                self.clauses.and(&all)
            }
            Op::Ite => {
                let [condition, yes, no] = [0, 1, 2].map(|at| self.condition(children[at]));
                self.clauses.choose(condition, yes, no)
            }
            Op::Eq if pool.sort(children[0]) == Sort::Bool => {
                let [a, b] = [0, 1].map(|at| self.condition(children[at]));
                self.clauses.choose(a, b, !b)
            }
            Op::Eq => self.compared(children[0], children[1], |a, b| a == b)?,
            Op::BvUlt => self.compared(children[0], children[1], |a, b| a < b)?,
            _ => return None,
        })
    }

    fn compared(&mut self, a: Term, b: Term, holds: impl Fn(u128, u128) -> bool) -> Option<Lit> {
        let (a, b) = (self.values.get(&a)?.clone(), self.values.get(&b)?.clone());
        let mut ways = Vec::new();
        for (left, is_left) in a.iter() {
            let fitting = b.iter().filter(|(right, _)| holds(*left, *right));
            let fitting: Vec<Lit> = fitting.map(|(_, literal)| *literal).collect();
            let some = match fitting.len() == b.len() {
                true => Lit::TRUE,
                false => self.clauses.or(&fitting),
            };
            ways.push(self.clauses.and(&[*is_left, some]));
        }
        Some(self.clauses.or(&ways))
    }

    fn listed(&mut self, term: Term, width: u32) -> Option<Values> {
        let pool = &self.heap.pool;
        if let Some(constant) = pool.as_bv(term) {
            return Some(Arc::new([(constant, Lit::TRUE)]));
        }
        let children = pool.children(term);
        match pool.op(term) {
            Op::Symbol(_) => {
                let possible = self.heap.values_before(term)?;
                if possible.len() > VALUES {
                    return None;
                }
                let all: Vec<(u128, Lit)> = (possible.into_iter())
                    .map(|value| (u128::from(value), self.clauses.variable()))
                    .collect();
                let literals: Vec<Lit> = all.iter().map(|(_, literal)| *literal).collect();
                self.clauses.add(&literals);
                for (at, one) in literals.iter().enumerate() {
                    for other in &literals[at + 1..] {
                        self.clauses.add(&[!*one, !*other]);
                    }
                }
                Some(all.into())
            }
            Op::Ite => {
                let condition = self.condition(children[0]);
                let yes = self.values.get(&children[1])?.clone();
                let no = self.values.get(&children[2])?.clone();
                let all = yes.iter().chain(no.iter()).map(|(value, _)| *value);
                let mut all: Vec<u128> = all.collect();
                all.sort_unstable();
                all.dedup();
                if all.len() > VALUES {
                    return None;
                }
                let of = |values: &Values, wanted: u128| {
                    let found = values.iter().find(|(value, _)| *value == wanted);
                    found.map_or(Lit::FALSE, |(_, literal)| *literal)
                };
                let mut chosen = Vec::new();
                for value in all {
                    let (yes, no) = (of(&yes, value), of(&no, value));
                    chosen.push((value, self.clauses.choose(condition, yes, no)));
                }
                Some(chosen.into())
            }
            Op::BvAdd => {
                let [a, b] = children[..] else {
                    return None;
                };
                let (sum, more) = match (pool.as_bv(a), pool.as_bv(b)) {
                    (Some(more), _) => (b, more),
                    (_, Some(more)) => (a, more),
                    _ => return None,
                };
                let mask = u128::MAX >> (128 - width);
                let values = self.values.get(&sum)?.iter();
                let moved =
                    |(value, literal): &(u128, Lit)| (value.wrapping_add(more) & mask, *literal);
                Some(values.map(moved).collect())
            }
            _ => None,
        }
    }
}
