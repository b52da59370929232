//! Sets of objects and of locations: what `assignable` allows, `\not_modified`, membership in `\reach`.

use super::{Meaning, Meant, Polarity, Result, name_of};
use crate::encode::Heap;
use crate::graph::{Map, MapInfo};
use crate::values::element_kind;
use classpath::Name;
use jml::resolved::{Expr, ExprKind, FieldOrigin, FieldRef, Location, LocationKind, OldState, Via};
use logic::Term;

/// A location: a cell of an object, or a static field.
#[derive(Debug, Clone)]
pub enum Cell {
    Of {
        map: Map,
        object: Term,
        index: Option<Term>,
    },
    Static {
        class: Name,
        name: Name,
    },
}

impl<H: Heap> Meaning<'_, H> {
    /// Whether a location is in a set, evaluated in the current state. Where the set has no meaning because an expression
    /// in it has no value, it is empty.
    pub fn allows(&mut self, location: &Location, cell: &Cell) -> Result<Term> {
        let never = self.heap.pool().ff();
        Ok(match &location.kind {
            LocationKind::Nothing | LocationKind::StrictlyNothing | LocationKind::Local(_) => never,
            // What is fresh is not asked about.
            LocationKind::FreshLocations => never,
            LocationKind::Everything => self.heap.pool().tt(),
            LocationKind::Field { receiver, field } => match (receiver, cell) {
                (None, Cell::Static { class, name }) => {
                    let same = field.class == *class && field.name == *name;
                    self.heap.pool().bool(same)
                }
                (Some(receiver), Cell::Of { map, object, .. }) => {
                    if self.field_map(field)? != *map {
                        return Ok(never);
                    }
                    self.is_object(receiver, *object)?
                }
                _ => never,
            },
            LocationKind::Element { array, index } => match cell {
                Cell::Of {
                    object,
                    index: Some(at),
                    ..
                } => {
                    let same = self.is_object(array, *object)?;
                    let index = self.eval(index, Polarity::Both)?;
                    let pool = self.heap.pool();
                    let here = pool.eq(index.value, *at);
                    let here = pool.and(here, index.defined);
                    pool.and(same, here)
                }
                _ => never,
            },
            LocationKind::Range { array, low, high } => match cell {
                Cell::Of {
                    object,
                    index: Some(at),
                    ..
                } => {
                    let mut within = self.is_object(array, *object)?;
                    if let Some(low) = low {
                        let low = self.eval(low, Polarity::Both)?;
                        let pool = self.heap.pool();
                        let above = pool.sle(low.value, *at);
                        let above = pool.and(above, low.defined);
                        within = pool.and(within, above);
                    }
                    if let Some(high) = high {
                        let high = self.eval(high, Polarity::Both)?;
                        let pool = self.heap.pool();
                        let below = pool.sle(*at, high.value);
                        let below = pool.and(below, high.defined);
                        within = pool.and(within, below);
                    }
                    within
                }
                _ => never,
            },
            LocationKind::AllFields(expr) => match cell {
                Cell::Of { object, .. } => self.is_object(expr, *object)?,
                Cell::Static { .. } => never,
            },
            LocationKind::AllStatic(holder) => match cell {
                Cell::Static { class, .. } => self.heap.pool().bool(holder == class),
                Cell::Of { .. } => never,
            },
            LocationKind::EachOf { objects, field } => match cell {
                Cell::Of { map, object, .. } => {
                    if let Some(field) = field
                        && self.field_map(field)? != *map
                    {
                        return Ok(never);
                    }
                    let member = self.member(objects, *object)?;
                    self.heap.pool().and(member.value, member.defined)
                }
                Cell::Static { .. } => never,
            },
            LocationKind::Value(expr) => self.is_in(expr, cell)?,
            LocationKind::Union(list) => {
                let mut any = never;
                for one in list {
                    let holds = self.allows(one, cell)?;
                    any = self.heap.pool().or(any, holds);
                }
                any
            }
            LocationKind::Intersection(list) => {
                let mut all = self.heap.pool().tt();
                for one in list {
                    let holds = self.allows(one, cell)?;
                    all = self.heap.pool().and(all, holds);
                }
                all
            }
            LocationKind::Difference(a, b) => {
                let (a, b) = (self.allows(a, cell)?, self.allows(b, cell)?);
                let not = self.heap.pool().not(b);
                self.heap.pool().and(a, not)
            }
            LocationKind::Conditional { condition, yes, no } => {
                let condition = self.eval(condition, Polarity::Both)?;
                let (yes, no) = (self.allows(yes, cell)?, self.allows(no, cell)?);
                let pool = self.heap.pool();
                let chosen = pool.ite(condition.value, yes, no);
                pool.and(chosen, condition.defined)
            }
            LocationKind::Each {
                variables,
                guard,
                of,
            } => self.some(variables, guard, &mut |this| this.allows(of, cell))?,
            LocationKind::Unsupported(what) => return Err(what.clone().into()),
        })
    }

    /// Whether a location is in a set that is the value of an expression.
    fn is_in(&mut self, set: &Expr, cell: &Cell) -> Result<Term> {
        match &set.kind {
            ExprKind::Locations(inner) => self.allows(inner, cell),
            ExprKind::Old(inner, OldState::Pre) => self.before(|this| this.is_in(inner, cell)),
            ExprKind::Field { receiver, field } if field.origin == FieldOrigin::Model => {
                let mut any = self.heap.pool().ff();
                let exists =
                    self.represented(receiver.as_deref(), field, &mut |this, runs, value| {
                        let one = this.is_in(value, cell)?;
                        let pool = this.heap.pool();
                        let one = pool.and(runs, one);
                        any = pool.or(any, one);
                        Ok(())
                    })?;
                Ok(self.heap.pool().and(exists, any))
            }
            _ => Err(no_meaning(set).into()),
        }
    }

    fn is_object(&mut self, expr: &Expr, object: Term) -> Result<Term> {
        let meant = self.eval(expr, Polarity::Both)?;
        let pool = self.heap.pool();
        let same = pool.eq(meant.value, object);
        Ok(pool.and(same, meant.defined))
    }

    pub(super) fn field_map(&mut self, field: &FieldRef) -> Result<Map> {
        let descriptor = field.descriptor().ok_or("a field of a type of JML")?;
        Ok(self.heap.map(MapInfo::Field {
            class: field.class.clone(),
            name: field.name.clone(),
            descriptor: descriptor.into(),
        }))
    }

    /// The maps that reachability follows.
    pub(super) fn via(&mut self, via: &Via) -> Result<Vec<Map>> {
        match via {
            Via::Fields(fields) => fields.iter().map(|field| self.field_map(field)).collect(),
            Via::AllFields => Ok(self.heap.reference_maps()),
        }
    }

    /// Whether an object is in a set of objects.
    pub(super) fn member(&mut self, set: &Expr, object: Term) -> Result<Meant> {
        let ExprKind::Reachable { from, class, via } = &set.kind else {
            return Err("a set of objects that is computed".into());
        };
        let from = self.eval(from, Polarity::Both)?;
        let maps = self.via(via)?;
        let now = self.context.now.clone();
        let reached = self.heap.reaches(&now, from.value, object, &maps);
        let exists = self.not_null(object);
        let mut value = self.heap.pool().and(reached, exists);
        if let Some(class) = class {
            let instance = self.heap.instance(object, &name_of(class));
            value = self.heap.pool().and(value, instance);
        }
        Ok(Meant {
            value,
            defined: from.defined,
        })
    }

    pub(super) fn size_of(&mut self, set: &Expr) -> Result<Meant> {
        let widths = self.heap.widths();
        let now = self.context.now.clone();
        let listed = self.heap.objects(&now, "java/lang/Object");
        if listed.binder.is_some() {
            return Err("the size of a set that is not listed".into());
        }
        let mut size = widths.int(self.heap.pool(), 0);
        let mut defined = self.heap.pool().tt();
        for (object, exists) in listed.values {
            let member = self.member(set, object)?;
            let pool = self.heap.pool();
            let counts = pool.and(exists, member.value);
            defined = pool.and(defined, member.defined);
            let (one, zero) = (widths.int(pool, 1), widths.int(pool, 0));
            let part = pool.ite(counts, one, zero);
            size = pool.add(size, part);
        }
        Ok(Meant {
            value: size,
            defined,
        })
    }

    pub(super) fn non_null_elements(&mut self, array: &Expr) -> Result<Meant> {
        let meant = self.eval(array, Polarity::Both)?;
        let now = self.context.now.clone();
        let widths = self.heap.widths();
        let exists = self.not_null(meant.value);
        let length = self.heap.length(&now, meant.value);
        let map = self.heap.map(MapInfo::Elements(element_kind("L")));
        let zero = widths.int(self.heap.pool(), 0);
        let one = widths.int(self.heap.pool(), 1);
        let last = self.heap.pool().sub(length, one);
        let listed = self.heap.integers(zero, last);
        let mut all = exists;
        for (index, counts) in listed.values {
            let cell = self.heap.element(&now, map, meant.value, index);
            let some = self.not_null(cell);
            let holds = self.heap.pool().implies(counts, some);
            all = self.heap.pool().and(all, holds);
        }
        if let Some(binder) = listed.binder {
            all = self.heap.pool().forall(&[binder], all);
        }
        // An array of the scope has no more elements than are listed.
        Ok(Meant {
            value: all,
            defined: meant.defined,
        })
    }

    /// Each location has the value that it had before. A field is read in both states; other locations are those of the
    /// state before, as in frames.
    pub(super) fn not_modified(&mut self, locations: &[Location]) -> Result<Meant> {
        if self.body.is_some() {
            return Err("\\not_modified within a body".into());
        }
        let mut value = self.heap.pool().tt();
        let mut defined = value;
        for location in locations {
            let LocationKind::Field { receiver, field } = &location.kind else {
                let meant = self.not_changed(location)?;
                let pool = self.heap.pool();
                value = pool.and(value, meant.value);
                defined = pool.and(defined, meant.defined);
                continue;
            };
            let read = Expr {
                kind: ExprKind::Field {
                    receiver: receiver.clone().map(Box::new),
                    field: field.clone(),
                },
                ty: field.ty.clone(),
                span: location.span,
            };
            let now = self.eval(&read, Polarity::Both)?;
            let state = self.switch(self.context.pre.clone());
            let before = self.eval(&read, Polarity::Both);
            self.switch(state);
            let before = before?;
            let pool = self.heap.pool();
            let same = pool.eq(now.value, before.value);
            value = pool.and(value, same);
            defined = pool.and(defined, now.defined);
            defined = pool.and(defined, before.defined);
        }
        Ok(Meant { value, defined })
    }

    /// Nothing in a set of locations has changed.
    fn not_changed(&mut self, location: &Location) -> Result<Meant> {
        let defined = self.before(|this| this.has_values(location))?;
        let (pre, now) = (self.context.pre.clone(), self.context.now.clone());
        let mut changed = self.heap.pool().ff();
        for change in self.heap.changes(&pre, &now) {
            let cell = &change.cell;
            let within = self.before(|this| this.allows(location, cell))?;
            let pool = self.heap.pool();
            let mut one = pool.and(change.changed, within);
            if !change.binders.is_empty() {
                one = pool.exists(&change.binders, one);
            }
            changed = pool.or(changed, one);
        }
        Ok(Meant {
            value: self.heap.pool().not(changed),
            defined,
        })
    }

    /// Whether the expressions have values that name the locations of a set; null has no locations.
    fn has_values(&mut self, location: &Location) -> Result<Term> {
        let (owner, bounds) = match &location.kind {
            LocationKind::Field {
                receiver: Some(receiver),
                ..
            } => (receiver, [None, None]),
            LocationKind::Element { array, index } => (array, [Some(index), None]),
            LocationKind::Range { array, low, high } => (array, [low.as_ref(), high.as_ref()]),
            LocationKind::AllFields(object) => (object, [None, None]),
            LocationKind::Union(list) => {
                let mut all = self.heap.pool().tt();
                for one in list {
                    let one = self.has_values(one)?;
                    all = self.heap.pool().and(all, one);
                }
                return Ok(all);
            }
            // As in frames, what has no value stands for nothing.
            _ => return Ok(self.heap.pool().tt()),
        };
        let owner = self.eval(owner, Polarity::Both)?;
        let exists = self.not_null(owner.value);
        let mut all = self.heap.pool().and(owner.defined, exists);
        for bound in bounds.into_iter().flatten() {
            let bound = self.eval(bound, Polarity::Both)?;
            all = self.heap.pool().and(all, bound.defined);
        }
        Ok(all)
    }
}

/// Why an expression of type `\locset` stands for no set.
pub(super) fn no_meaning(set: &Expr) -> String {
    match &set.kind {
        ExprKind::Unsupported(what) => what.clone(),
        ExprKind::Field { field, .. } => {
            format!("the field `{}`, which holds a location set", field.name)
        }
        ExprKind::ModelCall(call) | ExprKind::Call(call) => {
            let name = &call.method.name;
            format!("the location set that the method `{name}` returns")
        }
        _ => "a location set that is computed".into(),
    }
}
