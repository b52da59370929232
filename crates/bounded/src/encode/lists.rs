//! Lists in the expanded encoding: rows of cells like arrays, with a length that changes. What lies behind the end is null.

use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::generics::Generic;
use crate::graph::{Change, Graph, MapInfo};
use crate::reasons::{Beyond, Undecided};
use crate::universe::ObjectClass;
use ir::ElementKind;
use logic::Term;

type Result<T> = std::result::Result<T, Undecided>;

impl Expanded<'_> {
    pub(super) fn is_list(&self, object: u32) -> bool {
        let class = self.universe.class_of(object);
        class.is_some_and(ObjectClass::is_list)
    }

    /// Whether objects of a class may be in lists that were there before.
    pub(super) fn fits_list(&self, class: &ObjectClass) -> bool {
        let mut types = self.universe.elements.iter();
        types.any(|ty| self.program.is_subclass(&class.name, ty))
    }

    /// The elements of a list before the method, each in turn.
    pub(super) fn list_before(
        &mut self,
        object: u32,
        info: &MapInfo,
        stride: u32,
        cells: &mut Vec<Term>,
    ) {
        let null = self.null();
        if !self.is_before(object) {
            cells.extend((0..stride).map(|_| null));
            return;
        }
        let classes: Vec<usize> = (self.universe.classes.iter().enumerate())
            .filter(|(_, class)| !class.hidden && self.fits_list(class))
            .map(|(at, _)| at)
            .collect();
        let list = self.pool.number(object, self.universe.width);
        let start = State::default();
        let length = self.length(&start, list);
        for index in 0..stride {
            if index >= self.scope.length {
                cells.push(null);
                continue;
            }
            let sort = logic::Sort::Bv(self.universe.width);
            let cell = (self.pool).symbol(&format!("list[{object}][{index}]"), sort);
            let most = self.order.most(&(object, info.clone(), index));
            self.constrain_to(cell, classes.clone(), most, None);
            let at = self.widths.int(&mut self.pool, index as i32);
            let inside = self.pool.ult(at, length);
            let nothing = self.pool.eq(cell, null);
            let fact = self.pool.or(inside, nothing);
            self.facts.push(fact);
            cells.push(cell);
        }
    }

    /// Where a condition holds, what lists hold that a value of the state before leads to is of the types that a signature
    /// gives.
    pub(super) fn typed_where(&mut self, condition: Term, value: Term, ty: &Generic) {
        let Some(element) = &ty.of else {
            return;
        };
        let Some(class) = element.class() else {
            return;
        };
        let is_all = self.universe.elements.iter().all(|all| **all == *class);
        let of_lists = !ty.descriptor.starts_with('[');
        if is_all && of_lists && element.of.is_none() {
            return;
        }
        let map = self.map(MapInfo::Elements(ElementKind::Ref));
        let start = State::default();
        for number in self.candidates(value).iter() {
            let holder = self.universe.class_of(*number);
            let holds = holder.is_some_and(|holder| match of_lists {
                true => holder.is_list(),
                false => holder.is_array(),
            });
            if !holds || !self.is_before(*number) {
                continue;
            }
            let is = self.pool.eq_number(value, *number, self.universe.width);
            let is = self.pool.and(condition, is);
            let holder = self.pool.number(*number, self.universe.width);
            for index in 0..self.scope.length {
                if self.tick().is_err() {
                    // Whoever asked is told at its own next step.
                    return;
                }
                let at = self.widths.int(&mut self.pool, index as i32);
                let cell = self.element(&start, map, holder, at);
                if of_lists {
                    let null = self.null();
                    let null = self.pool.eq(cell, null);
                    let instance = self.instance(cell, class);
                    let fits = self.pool.or(null, instance);
                    let fact = self.pool.implies(is, fits);
                    self.facts.push(fact);
                }
                self.typed_where(is, cell, element);
            }
        }
    }

    /// A list changes; where there is room for that.
    pub(super) fn change_list(
        &mut self,
        graph: &Graph,
        state: &mut State,
        list: Term,
        change: &Change,
    ) -> Result<Option<(Term, Beyond)>> {
        let map = self.map(MapInfo::Elements(ElementKind::Ref));
        let lengths = self.map(MapInfo::Length);
        let stride = self.domains[map.0 as usize].stride;
        if !self.widths.holds_int(i64::from(stride)) {
            let bits = self.widths.int;
            return Err(format!("lists need more than {bits} bits (--int-bits)").into());
        }
        let length = self.length(state, list);
        let null = self.null();
        let mut row = Vec::new();
        for index in 0..stride {
            let at = self.widths.int(&mut self.pool, index as i32);
            row.push(self.element(state, map, list, at));
        }
        let one = self.widths.int(&mut self.pool, 1);
        let (changed, longer) = match change {
            Change::Insert { index, value } => {
                let index = self.atom(graph, state, *index)?;
                let value = self.atom(graph, state, *value)?;
                let mut changed = Vec::new();
                for (offset, old) in row.iter().enumerate() {
                    let at = self.widths.int(&mut self.pool, offset as i32);
                    let moved = match offset {
                        0 => value,
                        _ => row[offset - 1],
                    };
                    let here = self.pool.eq(at, index);
                    let before = self.pool.ult(at, index);
                    let rest = self.pool.ite(here, value, moved);
                    changed.push(self.pool.ite(before, *old, rest));
                }
                (changed, self.pool.add(length, one))
            }
            Change::Remove { index } => {
                let index = self.atom(graph, state, *index)?;
                let mut changed = Vec::new();
                for (offset, old) in row.iter().enumerate() {
                    let at = self.widths.int(&mut self.pool, offset as i32);
                    let moved = row.get(offset + 1).copied().unwrap_or(null);
                    let before = self.pool.ult(at, index);
                    changed.push(self.pool.ite(before, *old, moved));
                }
                (changed, self.pool.sub(length, one))
            }
            Change::Clear => {
                let zero = self.widths.int(&mut self.pool, 0);
                (vec![null; row.len()], zero)
            }
            Change::Append(other) => {
                let other = self.atom(graph, state, *other)?;
                let more = self.length(state, other);
                let mut changed = Vec::new();
                for (offset, old) in row.iter().enumerate() {
                    let at = self.widths.int(&mut self.pool, offset as i32);
                    let before = self.pool.ult(at, length);
                    // Behind the end of either list is null.
                    let from = self.pool.sub(at, length);
                    let appended = self.element(state, map, other, from);
                    changed.push(self.pool.ite(before, *old, appended));
                }
                (changed, self.pool.add(length, more))
            }
        };
        for (offset, value) in changed.into_iter().enumerate() {
            let at = self.widths.int(&mut self.pool, offset as i32);
            self.write(state, map, list, Some(at), value);
        }
        self.write(state, lengths, list, None, longer);
        let most = self.widths.int(&mut self.pool, stride as i32);
        let fits = self.pool.ule(longer, most);
        Ok(match self.pool.as_bool(fits) {
            Some(true) => None,
            _ => Some((fits, format!("lists longer than {stride}").into())),
        })
    }
}
