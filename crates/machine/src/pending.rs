//! Arrays of references at symbolic indices, the table of a `HashMap` above all. A store is remembered with its index and
//! takes its place only when a load depends on it, and a load asks which object it finds rather than at which index, so
//! that a path splits by what the program can tell apart.

use crate::halt::{Halt, Step};
use crate::heap::{Data, Pending};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;
use std::rc::Rc;

/// With more open stores than this, the next one settles all of them: loads ask about each.
const MOST_WRITES: usize = 8;
/// A load from more cells than this asks what it finds.
const MOST_CHOICES: usize = 16;

impl Pending {
    /// The same cells with these stores, of which the oldest take their place as far as their indices are known.
    pub(crate) fn with(&self, m: &Machine, writes: Vec<(Term, Ref)>) -> Data {
        let mut cells = self.cells.clone();
        let mut open = writes.into_iter().peekable();
        while let Some(&(index, value)) = open.peek()
            && let Some(index) = m.pool.as_bv(index)
        {
            if let Some(cell) = crate::heap::unshared(&mut cells).get_mut(index as usize) {
                *cell = value;
            }
            open.next();
        }
        let writes: Vec<(Term, Ref)> = open.collect();
        if writes.is_empty() {
            Data::Refs(cells)
        } else {
            Data::Pending(Rc::new(Pending { cells, writes }))
        }
    }
}

impl Machine {
    pub(crate) fn has_pending(&self, st: &State, array: Ref) -> bool {
        matches!(st.heap.get(array).map(|o| &o.data), Some(Data::Pending(_)))
    }

    /// Asks of each open store, the newest first, whether it is the one that a load at this index sees.
    pub(crate) fn load_past_pending(&mut self, st: &State, array: Ref, index: Slot) -> Step<Slot> {
        let Some(Data::Pending(pending)) = st.heap.get(array).map(|o| o.data.clone()) else {
            return Err(self.bad_reference(array));
        };
        let at = self.int_term(index);
        for &(written, value) in pending.writes.iter().rev() {
            let same = self.pool.eq(at, written);
            if self.decide_which(st, same)? {
                return Ok(Slot::reference(value));
            }
        }
        self.load_reference(st, &pending.cells, index)
    }

    /// The reference at an index within bounds. Where many cells hold the same one, asks for the object, not the index.
    pub(crate) fn load_reference(&mut self, st: &State, cells: &[Ref], index: Slot) -> Step<Slot> {
        let Some(term) = index.term else {
            return match cells.get(index.as_int() as usize) {
                Some(&found) => Ok(Slot::reference(found)),
                None => Err(Halt::unsupported("an index beyond its array")),
            };
        };
        if self.options.guarded_elements && may_choose(cells) {
            self.guarded_an_element = true;
            return Ok(self.chosen_reference(cells, term));
        }
        let mut objects: Vec<Ref> = Vec::new();
        for &cell in cells {
            if !objects.contains(&cell) {
                objects.push(cell);
                if 2 * objects.len() > cells.len() {
                    let at = self.concretize(st, term)? as usize;
                    return self.load_reference(st, cells, Slot::int(at as i32));
                }
            }
        }
        // Empty cells come last: they need no question of their own.
        objects.sort_by_key(|object| object.is_null());
        let last = objects.pop().unwrap_or(Ref::NULL);
        for object in objects {
            let here = self.holds(cells, object, term);
            if self.decide_which(st, here)? {
                return Ok(Slot::reference(object));
            }
        }
        Ok(Slot::reference(last))
    }

    /// The reference at an index within bounds, whichever it is.
    fn chosen_reference(&mut self, cells: &[Ref], index: Term) -> Slot {
        let mut chosen: Option<Slot> = None;
        for (at, &cell) in cells.iter().enumerate().rev() {
            let here = Slot::reference(cell);
            chosen = Some(match chosen {
                None => here,
                Some(rest) if rest == here => rest,
                Some(rest) => {
                    let behind = self.pool.bv32(at as i32 + 1);
                    let before = self.pool.ult(index, behind);
                    self.choose_reference(before, here, rest)
                }
            });
        }
        chosen.unwrap_or_default()
    }

    /// The condition that the cell at `index` holds `object`.
    fn holds(&mut self, cells: &[Ref], object: Ref, index: Term) -> Term {
        let mut here = self.pool.ff();
        let mut from = 0;
        while from < cells.len() {
            if cells[from] != object {
                from += 1;
                continue;
            }
            let run = cells[from..].iter().take_while(|&&c| c == object).count();
            let (first, last) = (
                self.pool.bv32(from as i32),
                self.pool.bv32((from + run - 1) as i32),
            );
            let inside = if run == 1 {
                self.pool.eq(index, first)
            } else {
                let (low, high) = (self.pool.ule(first, index), self.pool.ule(index, last));
                self.pool.and(low, high)
            };
            here = self.pool.or(here, inside);
            from += run;
        }
        here
    }

    /// Stores at an index within bounds; the type has been checked.
    pub(crate) fn store_reference(
        &mut self,
        st: &mut State,
        array: Ref,
        index: Slot,
        value: Ref,
    ) -> Step<()> {
        let data = st.heap.get(array).map(|o| o.data.clone());
        let pending = match data {
            Some(Data::Pending(pending)) => pending,
            Some(Data::Refs(cells)) if index.is_symbolic() && cells.len() > 1 => {
                let writes = Vec::new();
                Rc::new(Pending { cells, writes })
            }
            _ => {
                let at = self.concrete_int(st, index)?;
                let data = &mut st.heap.get_mut(array).data;
                data.store(at as usize, Slot::reference(value));
                return Ok(());
            }
        };
        let at = self.int_term(index);
        let mut writes = pending.writes.clone();
        // An older store at the very same index can no longer be seen.
        writes.retain(|(index, _)| *index != at);
        if writes.len() >= MOST_WRITES {
            self.settle(st, array)?;
            return self.store_reference(st, array, index, value);
        }
        writes.push((at, value));
        st.heap.get_mut(array).data = pending.with(self, writes);
        Ok(())
    }

    /// Fixes the places of all open stores.
    pub(crate) fn settle(&mut self, st: &mut State, array: Ref) -> Step<()> {
        let Some(Data::Pending(pending)) = st.heap.get(array).map(|o| o.data.clone()) else {
            return Ok(());
        };
        let mut writes = Vec::with_capacity(pending.writes.len());
        for &(index, value) in &pending.writes {
            let at = self.concretize(st, index)?;
            writes.push((self.pool.bv32(at as u32 as i32), value));
        }
        st.heap.get_mut(array).data = pending.with(self, writes);
        Ok(())
    }
}

/// Whether a reference may be any of these under conditions.
fn may_choose(cells: &[Ref]) -> bool {
    let is_special = |cell: &Ref| matches!(*cell, Ref::OPEN | Ref::OPAQUE);
    cells.len() <= MOST_CHOICES && !cells.iter().any(is_special)
}
