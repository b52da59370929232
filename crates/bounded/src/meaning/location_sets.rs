//! What is said about sets of locations: `\disjoint`, `\subset`, `==`, `\fresh` and `\new_elems_fresh`. A set is the list of what
//! its form names, each with the condition under which it is there; null has no locations.

use super::locations::no_meaning;
use super::{Meaning, Meant, Polarity, Result};
use crate::encode::Heap;
use crate::graph::{Map, MapInfo};
use crate::values::element_kind;
use classpath::{FieldType, Name};
use jml::resolved::{
    Expr, ExprKind, FieldOrigin, LocSetTest, Location, LocationKind, OldState, Type,
};
use logic::Term;

#[derive(Clone)]
enum Member {
    Field {
        map: Map,
        object: Term,
    },
    Element {
        map: Map,
        array: Term,
        index: Term,
    },
    Static {
        class: Name,
        name: Name,
    },
    /// Every location of an object.
    All(Term),
}

impl Member {
    fn object(&self) -> Option<Term> {
        match self {
            Member::Field { object, .. } | Member::All(object) => Some(*object),
            Member::Element { array, .. } => Some(*array),
            Member::Static { .. } => None,
        }
    }
}

struct Set {
    members: Vec<(Term, Member)>,
    /// Whether all expressions in it have a value.
    defined: Term,
}

impl<H: Heap> Meaning<'_, H> {
    pub(super) fn set_test(&mut self, test: LocSetTest, sets: &[Location]) -> Result<Meant> {
        let mut listed = Vec::new();
        let mut defined = self.heap.pool().tt();
        for set in sets {
            let set = self.set(set)?;
            defined = self.heap.pool().and(defined, set.defined);
            listed.push(set);
        }
        if test == LocSetTest::NewElementsFresh {
            for set in sets {
                let before = self.before(|this| this.set(set))?;
                defined = self.heap.pool().and(defined, before.defined);
                listed.push(before);
            }
        }
        let value = match (test, &listed[..]) {
            (LocSetTest::Disjoint, all) => {
                let mut apart = self.heap.pool().tt();
                for (at, one) in all.iter().enumerate() {
                    for other in &all[at + 1..] {
                        let meet = self.meet(one, other);
                        let not = self.heap.pool().not(meet);
                        apart = self.heap.pool().and(apart, not);
                    }
                }
                apart
            }
            (LocSetTest::Subset, [one, other]) => self.each_of(one, other, false)?,
            (LocSetTest::Equal, [one, other]) => {
                let (there, back) = (
                    self.each_of(one, other, false)?,
                    self.each_of(other, one, false)?,
                );
                self.heap.pool().and(there, back)
            }
            (LocSetTest::Fresh, [one]) => {
                let none = self.no_locations();
                self.each_of(one, &none, true)?
            }
            (LocSetTest::NewElementsFresh, [one, before]) => self.each_of(one, before, true)?,
            _ => return Err("a test of location sets of another form".into()),
        };
        Ok(Meant { value, defined })
    }

    fn no_locations(&mut self) -> Set {
        Set {
            members: Vec::new(),
            defined: self.heap.pool().tt(),
        }
    }

    /// Whether each location of a set is in another one, or, if that is enough, belongs to a fresh object.
    fn each_of(&mut self, set: &Set, other: &Set, or_fresh: bool) -> Result<Term> {
        let mut all = self.heap.pool().tt();
        for (there, member) in &set.members {
            let mut fine = self.within(member, other)?;
            if let Some(object) = member.object().filter(|_| or_fresh) {
                let (now, pre) = (self.context.now.clone(), self.context.pre.clone());
                let is = self.heap.exists(&now, object);
                let was = self.heap.exists(&pre, object);
                let pool = self.heap.pool();
                let was_not = pool.not(was);
                let fresh = pool.and(is, was_not);
                fine = pool.or(fine, fresh);
            }
            let holds = self.heap.pool().implies(*there, fine);
            all = self.heap.pool().and(all, holds);
        }
        Ok(all)
    }

    fn within(&mut self, member: &Member, set: &Set) -> Result<Term> {
        let mut any = self.heap.pool().ff();
        for (there, other) in &set.members {
            if let (Member::All(_), Member::Field { .. } | Member::Element { .. }) = (member, other)
            {
                return Err("whether a list of locations has all those of an object".into());
            }
            let same = self.common(member, other);
            let same = self.heap.pool().and(*there, same);
            any = self.heap.pool().or(any, same);
        }
        Ok(any)
    }

    /// Whether two sets have a location in common.
    fn meet(&mut self, one: &Set, other: &Set) -> Term {
        let mut any = self.heap.pool().ff();
        for (here, a) in &one.members {
            for (there, b) in &other.members {
                let common = self.common(a, b);
                let pool = self.heap.pool();
                let both = pool.and(*here, *there);
                let both = pool.and(both, common);
                any = pool.or(any, both);
            }
        }
        any
    }

    /// Whether two members have a location in common.
    fn common(&mut self, a: &Member, b: &Member) -> Term {
        let pool = self.heap.pool();
        match (a, b) {
            (Member::Field { map: x, object: a }, Member::Field { map: y, object: b }) => {
                match x == y {
                    true => pool.eq(*a, *b),
                    false => pool.ff(),
                }
            }
            (
                Member::Element {
                    map: x,
                    array: a,
                    index: i,
                },
                Member::Element {
                    map: y,
                    array: b,
                    index: j,
                },
            ) => match x == y {
                true => {
                    let (array, index) = (pool.eq(*a, *b), pool.eq(*i, *j));
                    pool.and(array, index)
                }
                false => pool.ff(),
            },
            (Member::Static { class: c, name: n }, Member::Static { class: d, name: m }) => {
                pool.bool(c == d && n == m)
            }
            (Member::All(object), other) | (other, Member::All(object)) => match other.object() {
                Some(of) => pool.eq(*object, of),
                None => pool.ff(),
            },
            _ => pool.ff(),
        }
    }

    fn set(&mut self, location: &Location) -> Result<Set> {
        let mut found = self.no_locations();
        match &location.kind {
            LocationKind::Nothing | LocationKind::StrictlyNothing => {}
            LocationKind::Field {
                receiver: None,
                field,
            } => {
                let member = Member::Static {
                    class: field.class.clone(),
                    name: field.name.clone(),
                };
                let always = self.heap.pool().tt();
                found.members.push((always, member));
            }
            LocationKind::Field {
                receiver: Some(receiver),
                field,
            } => {
                let map = self.field_map(field)?;
                let (exists, object) = self.owner(receiver, &mut found)?;
                found.members.push((exists, Member::Field { map, object }));
            }
            LocationKind::AllFields(object) => {
                let (exists, object) = self.owner(object, &mut found)?;
                found.members.push((exists, Member::All(object)));
            }
            LocationKind::Element { array, index } => {
                let bounds = [Some(index), Some(index)];
                self.elements(array, bounds, &mut found)?;
            }
            LocationKind::Range { array, low, high } => {
                self.elements(array, [low.as_ref(), high.as_ref()], &mut found)?;
            }
            LocationKind::Value(expr) => return self.set_value(expr),
            LocationKind::Union(list) => {
                for one in list {
                    let one = self.set(one)?;
                    found.members.extend(one.members);
                    found.defined = self.heap.pool().and(found.defined, one.defined);
                }
            }
            LocationKind::Intersection(list) => {
                let Some((first, others)) = list.split_first() else {
                    return Ok(found);
                };
                found = self.set(first)?;
                for other in others {
                    let other = self.set(other)?;
                    self.narrow(&mut found, &other, true)?;
                }
            }
            LocationKind::Difference(a, b) => {
                found = self.set(a)?;
                let without = self.set(b)?;
                self.narrow(&mut found, &without, false)?;
            }
            LocationKind::Conditional { condition, yes, no } => {
                let condition = self.eval(condition, Polarity::Both)?;
                let not = self.heap.pool().not(condition.value);
                let yes = self.under(condition.value, |this| this.set(yes))?;
                let no = self.under(not, |this| this.set(no))?;
                let pool = self.heap.pool();
                let chosen = pool.ite(condition.value, yes.defined, no.defined);
                found.defined = pool.and(condition.defined, chosen);
                for (runs, set) in [(condition.value, yes), (not, no)] {
                    self.add(&mut found, runs, set);
                }
            }
            LocationKind::Unsupported(what) => return Err(what.clone().into()),
            LocationKind::Everything => {
                return Err("`\\everything` in a test of location sets".into());
            }
            LocationKind::AllStatic(_)
            | LocationKind::FreshLocations
            | LocationKind::EachOf { .. }
            | LocationKind::Each { .. }
            | LocationKind::Local(_) => {
                return Err("a test of location sets that are not listed".into());
            }
        }
        Ok(found)
    }

    fn set_value(&mut self, expr: &Expr) -> Result<Set> {
        match &expr.kind {
            ExprKind::Locations(inner) => self.set(inner),
            ExprKind::Old(inner, OldState::Pre) => self.before(|this| this.set_value(inner)),
            ExprKind::Field { receiver, field } if field.origin == FieldOrigin::Model => {
                let mut found = self.no_locations();
                let exists =
                    self.represented(receiver.as_deref(), field, &mut |this, runs, value| {
                        let one = this.set_value(value)?;
                        let pool = this.heap.pool();
                        let defined = pool.implies(runs, one.defined);
                        found.defined = pool.and(found.defined, defined);
                        this.add(&mut found, runs, one);
                        Ok(())
                    })?;
                found.defined = self.heap.pool().and(exists, found.defined);
                Ok(found)
            }
            _ => Err(no_meaning(expr).into()),
        }
    }

    /// Puts the members of a set into another one, where a condition holds.
    fn add(&mut self, to: &mut Set, condition: Term, set: Set) {
        for (there, member) in set.members {
            let both = self.heap.pool().and(condition, there);
            to.members.push((both, member));
        }
    }

    /// Leaves those members that are in another set, or those that are not.
    fn narrow(&mut self, set: &mut Set, other: &Set, is_in: bool) -> Result<()> {
        for (there, member) in &mut set.members {
            let overlaps = |(_, of): &(Term, Member)| {
                matches!(of, Member::Field { .. } | Member::Element { .. })
            };
            if matches!(member, Member::All(_)) && other.members.iter().any(overlaps) {
                return Err("some of all locations of an object".into());
            }
            let within = self.within(member, other)?;
            let pool = self.heap.pool();
            let stays = match is_in {
                true => within,
                false => pool.not(within),
            };
            *there = pool.and(*there, stays);
        }
        set.defined = self.heap.pool().and(set.defined, other.defined);
        Ok(())
    }

    /// The object that locations belong to, and whether there is one.
    fn owner(&mut self, object: &Expr, set: &mut Set) -> Result<(Term, Term)> {
        let meant = self.eval(object, Polarity::Both)?;
        set.defined = self.heap.pool().and(set.defined, meant.defined);
        Ok((self.not_null(meant.value), meant.value))
    }

    /// The elements of an array between two indices, both included.
    fn elements(
        &mut self,
        array: &Expr,
        [low, high]: [Option<&Expr>; 2],
        set: &mut Set,
    ) -> Result<()> {
        let Type::Java(FieldType::Array(of)) = &array.ty else {
            return Err("elements of what is no array".into());
        };
        let map = (self.heap).map(MapInfo::Elements(element_kind(&of.to_string())));
        let (exists, array) = self.owner(array, set)?;
        let mut bound = |this: &mut Self, index: Option<&Expr>| -> Result<Option<Term>> {
            let Some(index) = index else {
                return Ok(None);
            };
            let meant = this.eval(index, Polarity::Both)?;
            set.defined = this.heap.pool().and(set.defined, meant.defined);
            Ok(Some(meant.value))
        };
        let (low, high) = (bound(self, low)?, bound(self, high)?);
        let (now, widths) = (self.context.now.clone(), self.heap.widths());
        let length = self.heap.length(&now, array);
        let (zero, one) = (
            widths.int(self.heap.pool(), 0),
            widths.int(self.heap.pool(), 1),
        );
        let last = self.heap.pool().sub(length, one);
        let listed = self.heap.integers(zero, last);
        if listed.binder.is_some() {
            return Err("location sets in the quantified encoding".into());
        }
        // An array of the scope has no more elements than are listed.
        for (index, counts) in listed.values {
            let pool = self.heap.pool();
            let mut there = pool.and(exists, counts);
            if let Some(low) = low {
                let above = pool.sle(low, index);
                there = pool.and(there, above);
            }
            if let Some(high) = high {
                let below = pool.sle(index, high);
                there = pool.and(there, below);
            }
            set.members
                .push((there, Member::Element { map, array, index }));
        }
        Ok(())
    }
}
