//! Arrays: bounds, store checks, and what happens when an index or an element is symbolic. An array stays a plain
//! Rust slice until then; symbolic elements turn it into slots, a symbolic index for a write into a term of the theory
//! of arrays. Reading a concrete table at a symbolic index becomes a decision tree over its runs of equal values.

use crate::class::Shape;
use crate::code::Code;
use crate::halt::{Halt, Step};
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::state::{BoundHit, State};
use crate::value::{ClassId, Ref, Slot};
use ir::{ElementKind, Kind};
use logic::{FpSort, Sort, Term};
use std::rc::Rc;

/// A store at a symbolic index into an array of at most so many cells is a choice in each cell.
const MOST_CELLS: usize = 16;
/// Tables with more runs than this are not turned into terms; the index is enumerated instead.
const MOST_RUNS: usize = 512;
/// Arrays longer than this are not turned into terms of the theory of arrays.
const LONGEST_TERM: usize = 4096;

/// Longest new array of primitives whose length is symbolic: it is one term whatever its length.
const LONGEST_NEW: u32 = 1 << 16;
/// How much longer than an input a new array of references may be: each length is a path of its own.
const LONGER_THAN_INPUT: u32 = 32;

const INDEX: &str = "java/lang/ArrayIndexOutOfBoundsException";

pub fn register_kind(element: ElementKind) -> Kind {
    match element {
        ElementKind::Long => Kind::Long,
        ElementKind::Float => Kind::Float,
        ElementKind::Double => Kind::Double,
        ElementKind::Ref => Kind::Ref,
        _ => Kind::Int,
    }
}

/// The sort of an element inside an array term: its own width, not the register's.
pub fn element_sort(element: ElementKind) -> Sort {
    match element {
        ElementKind::Byte => Sort::Bv(8),
        ElementKind::Char | ElementKind::Short => Sort::Bv(16),
        ElementKind::Int | ElementKind::Ref => Sort::Bv(32),
        ElementKind::Long => Sort::Bv(64),
        ElementKind::Float => Sort::Fp(FpSort::F32),
        ElementKind::Double => Sort::Fp(FpSort::F64),
    }
}

impl Machine {
    pub fn array_length(&mut self, st: &mut State, array: Ref) -> Step<Slot> {
        self.materialize(st, array)?;
        let Some(object) = st.heap.get(array) else {
            return Err(self.bad_reference(array));
        };
        match object.data.length() {
            Some(length) => Ok(length),
            None => Err(Halt::unsupported("length of an object that is no array")),
        }
    }

    pub fn array_load(&mut self, st: &mut State, array: Ref, index: Slot) -> Step<Slot> {
        if self.has_pending(st, array) {
            let index = self.checked_index(st, array, index)?;
            return self.load_past_pending(st, array, index);
        }
        self.materialize(st, array)?;
        let index = self.checked_index(st, array, index)?;
        let Some(object) = st.heap.get(array) else {
            return Err(self.bad_reference(array));
        };
        if !index.is_symbolic()
            && let Some(value) = object.data.load(index.as_int() as usize)
        {
            return Ok(value);
        }
        let element = object.data.element().unwrap_or(ElementKind::Ref);
        if let Data::Symbolic(symbolic) = &object.data
            && let Cells::Array(term) = symbolic.cells
        {
            let boolean = symbolic.boolean;
            let at = self.int_term(index);
            let mut value = self.pool.select(term, at);
            if boolean {
                // Whatever the solver makes of the cell, a boolean is one bit.
                let bit = self.pool.extract(value, 0, 0);
                value = self.pool.zext(bit, 8);
            }
            return Ok(self.widen(element, value));
        }
        if element != ElementKind::Ref
            && let Some(value) = self.table_lookup(&object.data.clone(), element, index)
        {
            return Ok(value);
        }
        if let Data::Refs(cells) = &object.data {
            let cells = cells.clone();
            return self.load_reference(st, &cells, index);
        }
        let at = self.concrete_int(st, index)?;
        self.array_load(st, array, Slot::int(at))
    }

    /// A read at a symbolic index from cells that are known: a balanced tree of choices over runs of equal values.
    fn table_lookup(&mut self, data: &Data, element: ElementKind, index: Slot) -> Option<Slot> {
        let length = data.length()?.as_int() as usize;
        let mut runs: Vec<(usize, Slot)> = Vec::new();
        for i in 0..length {
            let value = data.load(i)?;
            if runs.last().is_none_or(|(_, last)| *last != value) {
                runs.push((i, value));
                if runs.len() > MOST_RUNS {
                    return None;
                }
            }
        }
        let kind = register_kind(element);
        let mut terms: Vec<(usize, Term)> = Vec::with_capacity(runs.len());
        for (start, value) in runs {
            terms.push((start, self.term(kind, value)));
        }
        let at = self.int_term(index);
        let term = self.choose(at, &terms)?;
        Some(self.slot(term))
    }

    fn choose(&mut self, index: Term, runs: &[(usize, Term)]) -> Option<Term> {
        match runs {
            [] => None,
            [(_, value)] => Some(*value),
            _ => {
                let (low, high) = runs.split_at(runs.len() / 2);
                let start = self.pool.bv32(high[0].0 as i32);
                let below = self.pool.ult(index, start);
                let (low, high) = (self.choose(index, low)?, self.choose(index, high)?);
                Some(self.pool.ite(below, low, high))
            }
        }
    }

    pub fn array_store(
        &mut self,
        st: &mut State,
        array: Ref,
        index: Slot,
        value: Slot,
    ) -> Step<()> {
        if !self.has_pending(st, array) {
            self.materialize(st, array)?;
        }
        let index = self.checked_index(st, array, index)?;
        let Some(object) = st.heap.get(array) else {
            return Err(self.bad_reference(array));
        };
        let element = object.data.element().unwrap_or(ElementKind::Ref);
        if element == ElementKind::Ref {
            let class = object.class;
            self.store_check(st, class, value.as_ref())?;
            return self.store_reference(st, array, index, value.as_ref());
        }
        let value = self.narrow_slot(element, value, self.is_boolean_array(st, array));
        if index.is_symbolic() {
            if self.store_by_cell(st, array, element, index, value) {
                return Ok(());
            }
            let Some(term) = self.as_term(st, array)? else {
                let at = self.concrete_int(st, index)?;
                return self.array_store(st, array, Slot::int(at), value);
            };
            let at = self.int_term(index);
            let stored = self.cell_term(element, value);
            let term = self.pool.store(term, at, stored);
            self.set_cells(st, array, Cells::Array(term));
            return Ok(());
        }
        let at = index.as_int() as usize;
        if let Data::Symbolic(symbolic) = &object.data
            && let Cells::Array(term) = symbolic.cells
        {
            let at = self.int_term(index);
            let stored = self.cell_term(element, value);
            let term = self.pool.store(term, at, stored);
            self.set_cells(st, array, Cells::Array(term));
            return Ok(());
        }
        if st.heap.get_mut(array).data.store(at, value) {
            return Ok(());
        }
        self.to_slots(st, array);
        st.heap.get_mut(array).data.store(at, value);
        Ok(())
    }

    /// A store at a symbolic index into a short array: each cell becomes a choice. Spares the solver a theory, and what
    /// is known of the index narrows the choices.
    fn store_by_cell(
        &mut self,
        st: &mut State,
        array: Ref,
        element: ElementKind,
        index: Slot,
        value: Slot,
    ) -> bool {
        let Some(object) = st.heap.get(array) else {
            return false;
        };
        let data = object.data.clone();
        let length = match data.length() {
            Some(length) if !length.is_symbolic() => length.as_int() as usize,
            _ => return false,
        };
        if length > MOST_CELLS {
            return false;
        }
        let Some(cells) = (0..length)
            .map(|i| data.load(i))
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let kind = register_kind(element);
        let (at, new) = (self.int_term(index), self.term(kind, value));
        let mut stored = Vec::with_capacity(length);
        for (i, cell) in cells.into_iter().enumerate() {
            let here = self.pool.bv32(i as i32);
            let here = self.pool.eq(at, here);
            let old = self.term(kind, cell);
            let term = self.pool.ite(here, new, old);
            stored.push(self.slot(term));
        }
        self.to_slots(st, array);
        self.set_cells(st, array, Cells::Slots(stored));
        true
    }

    fn is_boolean_array(&self, st: &State, array: Ref) -> bool {
        st.heap
            .class_of(array)
            .is_some_and(|c| &*self.class(c).name == "[Z")
    }

    /// What a register value becomes when stored into an element of this kind and read back.
    fn narrow_slot(&mut self, element: ElementKind, value: Slot, boolean: bool) -> Slot {
        let Some(term) = value.term else {
            let v = value.as_int();
            return match element {
                ElementKind::Byte if boolean => Slot::int(v & 1),
                ElementKind::Byte => Slot::int(i32::from(v as i8)),
                ElementKind::Char => Slot::int(i32::from(v as u16)),
                ElementKind::Short => Slot::int(i32::from(v as i16)),
                _ => value,
            };
        };
        let term = match element {
            ElementKind::Byte if boolean => {
                let one = self.pool.bv32(1);
                self.pool.bv_and(term, one)
            }
            ElementKind::Byte | ElementKind::Char | ElementKind::Short => {
                let cell = self.cell_term(element, value);
                return self.widen(element, cell);
            }
            _ => term,
        };
        self.slot(term)
    }

    /// A register value as an element of an array term.
    pub fn cell_term(&mut self, element: ElementKind, value: Slot) -> Term {
        let term = self.term(register_kind(element), value);
        match element {
            ElementKind::Byte => self.pool.extract(term, 7, 0),
            ElementKind::Char | ElementKind::Short => self.pool.extract(term, 15, 0),
            _ => term,
        }
    }

    /// An element of an array term as a register value.
    pub fn widen(&mut self, element: ElementKind, term: Term) -> Slot {
        let term = match element {
            ElementKind::Byte | ElementKind::Short => self.pool.sext(term, 32),
            ElementKind::Char => self.pool.zext(term, 32),
            _ => term,
        };
        self.slot(term)
    }

    /// JVMS §6.5 aastore: the value must be null or assignable to the array's component type.
    pub(crate) fn store_check(
        &mut self,
        st: &State,
        array: Option<ClassId>,
        value: Ref,
    ) -> Step<()> {
        if value.is_null() {
            return Ok(());
        }
        let Some(Shape::Array { element, .. }) = array.map(|c| &self.class(c).shape) else {
            return Err(Halt::unsupported("store into an object that is no array"));
        };
        if value == Ref::OPAQUE || self.is_instance(st, value, *element) {
            return Ok(());
        }
        let name = self
            .class_of(st, value)
            .map(|c| crate::class::binary_name(&self.class(c).name))?;
        Err(Halt::throw("java/lang/ArrayStoreException", name))
    }

    /// Decides whether the index is within bounds; on the path that goes on it is.
    pub fn checked_index(&mut self, st: &State, array: Ref, index: Slot) -> Step<Slot> {
        let Some(length) = st.heap.get(array).and_then(|o| o.data.length()) else {
            return Err(self.bad_reference(array));
        };
        if !index.is_symbolic() && !length.is_symbolic() {
            let (i, n) = (index.as_int(), length.as_int());
            if i < 0 || i >= n {
                return Err(Halt::throw(
                    INDEX,
                    format!("Index {i} out of bounds for length {n}"),
                ));
            }
            return Ok(index);
        }
        let (i, n) = (self.int_term(index), self.int_term(length));
        // One unsigned comparison covers negative indices: a length is never negative.
        let inside = self.pool.ult(i, n);
        if self.decide(st, inside)? {
            Ok(index)
        } else {
            let texts = ["Index ", " out of bounds for length ", ""];
            Err(Halt::throw_quoting(INDEX, &texts, &[index, length]))
        }
    }

    fn set_cells(&self, st: &mut State, array: Ref, cells: Cells) {
        if let Data::Symbolic(symbolic) = &mut st.heap.get_mut(array).data {
            Rc::make_mut(symbolic).cells = cells;
        }
    }

    /// Gives each element a slot of its own, so that single elements can be symbolic.
    fn to_slots(&self, st: &mut State, array: Ref) {
        let boolean = self.is_boolean_array(st, array);
        let Some(object) = st.heap.get(array) else {
            return;
        };
        let (Some(length), Some(element)) = (object.data.length(), object.data.element()) else {
            return;
        };
        let slots = (0..length.as_int() as usize)
            .filter_map(|i| object.data.load(i))
            .collect();
        let symbolic = SymbolicArray {
            element,
            boolean,
            length,
            cells: Cells::Slots(slots),
        };
        st.heap.account(symbolic_bytes(length));
        st.heap.get_mut(array).data = Data::Symbolic(Rc::new(symbolic));
    }

    /// An array of primitives as one term; `None` if it is too long for that, or a string.
    pub(crate) fn array_term(&mut self, data: &Data) -> Option<Term> {
        if let Data::Symbolic(symbolic) = data {
            match symbolic.cells {
                Cells::Array(term) => return Some(term),
                Cells::Slots(_) => {}
                Cells::Text { .. } | Cells::Deferred { .. } => return None,
            }
        }
        let (length, element) = (data.length()?, data.element()?);
        let count = length.as_int() as usize;
        if count > LONGEST_TERM {
            return None;
        }
        let sort = self.pool.array_sort(Sort::Bv(32), element_sort(element));
        let zero = self.cell_term(element, Slot::ZERO);
        let mut term = self.pool.const_array(sort, zero);
        for i in 0..count {
            let Some(value) = data.load(i) else { continue };
            if value == Slot::ZERO {
                continue;
            }
            let (at, value) = (self.pool.bv32(i as i32), self.cell_term(element, value));
            term = self.pool.store(term, at, value);
        }
        Some(term)
    }

    /// The array as one term, converted on the spot; `None` if it is too long for that.
    fn as_term(&mut self, st: &mut State, array: Ref) -> Step<Option<Term>> {
        let Some(object) = st.heap.get(array) else {
            return Err(self.bad_reference(array));
        };
        let data = object.data.clone();
        if let Data::Symbolic(symbolic) = &data
            && let Cells::Array(term) = symbolic.cells
        {
            return Ok(Some(term));
        }
        let (Some(length), Some(element)) = (data.length(), data.element()) else {
            return Ok(None);
        };
        let Some(term) = self.array_term(&data) else {
            return Ok(None);
        };
        let boolean = self.is_boolean_array(st, array);
        let symbolic = SymbolicArray {
            element,
            boolean,
            length,
            cells: Cells::Array(term),
        };
        st.heap.get_mut(array).data = Data::Symbolic(Rc::new(symbolic));
        Ok(Some(term))
    }

    /// A concatenation that was left open is carried out now.
    pub(crate) fn force_open(&mut self, st: &State, array: Ref) -> Step<()> {
        let Some(object) = st.heap.get(array) else {
            return Ok(());
        };
        let Data::Symbolic(symbolic) = &object.data else {
            return Ok(());
        };
        let Cells::Deferred { site, args } = &symbolic.cells else {
            return Ok(());
        };
        let (site, args) = (*site, args.clone());
        Err(self.force(array, site, &args))
    }

    /// The characters of a string become an array of known length when somebody looks at them one by one.
    pub fn materialize(&mut self, st: &mut State, array: Ref) -> Step<()> {
        self.force_open(st, array)?;
        let Some(object) = st.heap.get(array) else {
            return Ok(());
        };
        if matches!(object.data, Data::Pending(_)) {
            return self.settle(st, array);
        }
        let Data::Symbolic(symbolic) = &object.data else {
            return Ok(());
        };
        let Cells::Text {
            length,
            characters,
            open,
        } = &symbolic.cells
        else {
            return Ok(());
        };
        let (length, characters, open) = (*length, characters.clone(), open.clone());
        if let Some(name) = open {
            self.within_bound(st, &name)?;
        }
        let count = self.concretize(st, length)? as usize;
        let mut slots = Vec::with_capacity(2 * count);
        for character in characters.iter().take(count) {
            slots.extend(self.bytes_of(*character));
        }
        if let Data::Symbolic(symbolic) = &mut st.heap.get_mut(array).data {
            let symbolic = Rc::make_mut(symbolic);
            symbolic.length = Slot::int(slots.len() as i32);
            symbolic.cells = Cells::Slots(slots);
        }
        Ok(())
    }

    pub(crate) fn new_array(&mut self, st: &mut State, class: ClassId, length: Slot) -> Step<Ref> {
        if length.is_symbolic() {
            return self.new_array_of_symbolic_length(st, class, length);
        }
        let count = length.as_int();
        if count < 0 {
            return Err(Halt::throw(
                "java/lang/NegativeArraySizeException",
                count.to_string(),
            ));
        }
        self.allocate_array(st, class, count as usize)
    }

    /// Arrays of primitives keep a symbolic length, up to the bound; arrays of references get each length in turn.
    fn new_array_of_symbolic_length(
        &mut self,
        st: &mut State,
        class: ClassId,
        length: Slot,
    ) -> Step<Ref> {
        let Shape::Array { kind, .. } = self.class(class).shape else {
            return Err(Halt::unsupported("array of a type that is no array"));
        };
        let term = self.int_term(length);
        let zero = self.pool.bv32(0);
        let negative = self.pool.slt(term, zero);
        if self.decide(st, negative)? {
            return Err(negative_size(length));
        }
        let limit = if kind == ElementKind::Ref {
            self.options.array_length + LONGER_THAN_INPUT
        } else {
            self.options.array_length.max(LONGEST_NEW)
        };
        let most = self.pool.bv32(limit as i32);
        let fits = self.pool.sle(term, most);
        if !self.decide(st, fits)? {
            self.check_largest(st, term)?;
            let (method, pc) = st.current().map_or((None, 0), |(m, pc)| (Some(m), pc));
            return Err(Halt::Bound(BoundHit::ArrayLength { limit, method, pc }));
        }
        if kind == ElementKind::Ref {
            let count = self.concrete_int(st, length)?;
            return self.allocate_array(st, class, count as usize);
        }
        let sort = self.pool.array_sort(Sort::Bv(32), element_sort(kind));
        let zero = self.cell_term(kind, Slot::ZERO);
        let cells = Cells::Array(self.pool.const_array(sort, zero));
        let boolean = &*self.class(class).name == "[Z";
        let symbolic = SymbolicArray {
            element: kind,
            boolean,
            length,
            cells,
        };
        Ok(st.heap.allocate(class, Data::Symbolic(Rc::new(symbolic))))
    }

    /// HotSpot refuses the two largest lengths whatever the heap.
    fn check_largest(&mut self, st: &State, length: Term) -> Step<()> {
        let largest = self.pool.bv32(i32::MAX - 2);
        let refused = self.pool.slt(largest, length);
        if self.decide(st, refused)? {
            return Err(Halt::throw(
                "java/lang/OutOfMemoryError",
                "Requested array size exceeds VM limit",
            ));
        }
        Ok(())
    }

    pub(crate) fn new_multi_array(
        &mut self,
        st: &mut State,
        descriptor: &str,
        lengths: &[Slot],
    ) -> Step<Ref> {
        let mut counts = Vec::with_capacity(lengths.len());
        for length in lengths {
            counts.push(self.concrete_array_length(st, *length)?);
        }
        // All dimensions are checked before any array is made (JVMS §6.5 multianewarray).
        if let Some(bad) = counts.iter().find(|c| **c < 0) {
            return Err(Halt::throw(
                "java/lang/NegativeArraySizeException",
                bad.to_string(),
            ));
        }
        self.multi_array(st, descriptor, &counts)
    }

    fn concrete_array_length(&mut self, st: &State, length: Slot) -> Step<i32> {
        let Some(term) = length.term else {
            return Ok(length.as_int());
        };
        let limit = self.options.array_length + LONGER_THAN_INPUT;
        let most = self.pool.bv32(limit as i32);
        let fits = self.pool.sle(term, most);
        if !self.decide(st, fits)? {
            self.check_largest(st, term)?;
            let (method, pc) = st.current().map_or((None, 0), |(m, pc)| (Some(m), pc));
            return Err(Halt::Bound(BoundHit::ArrayLength { limit, method, pc }));
        }
        let zero = self.pool.bv32(0);
        let negative = self.pool.slt(term, zero);
        if self.decide(st, negative)? {
            return Err(negative_size(length));
        }
        self.concrete_int(st, length)
    }

    fn multi_array(&mut self, st: &mut State, descriptor: &str, counts: &[i32]) -> Step<Ref> {
        let class = self.load(descriptor)?;
        let array = self.allocate_array(st, class, counts[0] as usize)?;
        if counts.len() > 1 {
            let element = &descriptor[1..];
            for i in 0..counts[0] as usize {
                let inner = self.multi_array(st, element, &counts[1..])?;
                st.heap.get_mut(array).data.store(i, Slot::reference(inner));
            }
        }
        Ok(array)
    }

    /// All elements as slots; needs a concrete length.
    pub fn array_slots(&mut self, st: &mut State, array: Ref) -> Step<Vec<Slot>> {
        self.materialize(st, array)?;
        let length = self.array_length(st, array)?;
        let count = self.concrete_int(st, length)? as usize;
        let mut slots = Vec::with_capacity(count);
        for i in 0..count {
            let Some(object) = st.heap.get(array) else {
                return Err(self.bad_reference(array));
            };
            slots.push(match object.data.load(i) {
                Some(slot) => slot,
                None => self.array_load(st, array, Slot::int(i as i32))?,
            });
        }
        Ok(slots)
    }

    pub fn array_class(&mut self, descriptor: &str) -> Step<ClassId> {
        debug_assert!(Code::element_of(descriptor).is_some());
        self.load(descriptor)
    }
}

fn symbolic_bytes(length: Slot) -> u64 {
    16 * length.as_int().max(0) as u64
}

fn negative_size(length: Slot) -> Halt {
    Halt::throw_quoting("java/lang/NegativeArraySizeException", &["", ""], &[length])
}
