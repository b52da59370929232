//! References that depend on a condition: what is left where two paths have merged that held different objects in the
//! same place. Such a slot carries [`Ref::GUARDED`], which is no object, and a term that chooses among the numbers of
//! objects. It may be moved, stored and compared; whoever wants the object itself asks which one it is.

use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use ir::Kind;
use logic::{Op, Term};
use std::collections::HashMap;

/// Fields of more objects than this are not looked at together.
const MOST_OBJECTS: u32 = 32;
/// Conditions that are made of more parts than this are not taken apart.
const MOST_PARTS: u32 = 64;

impl Slot {
    /// Whether this is a reference of which a condition decides what it refers to.
    #[inline]
    pub fn is_guarded(self) -> bool {
        self.term.is_some() && self.as_ref() == Ref::GUARDED
    }

    pub(crate) fn guarded(term: Term) -> Slot {
        Slot {
            bits: u64::from(Ref::GUARDED.0),
            term: Some(term),
        }
    }
}

impl Machine {
    /// `a` where the condition holds, `b` elsewhere.
    pub(crate) fn choose_reference(&mut self, condition: Term, a: Slot, b: Slot) -> Slot {
        let (a, b) = (self.int_term(a), self.int_term(b));
        self.reference_of(condition, a, b)
    }

    fn reference_of(&mut self, condition: Term, a: Term, b: Term) -> Slot {
        let term = self.pool.ite(condition, a, b);
        match self.pool.as_bv(term) {
            Some(number) => Slot::reference(Ref(number as u32)),
            None => Slot::guarded(term),
        }
    }

    /// The reference that a guarded one is on this path; asks for an object if that is not decided. Where many conditions
    /// choose among few objects, the objects are asked for one by one, so that there are no more paths than objects.
    pub(crate) fn which(&mut self, st: &State, slot: Slot) -> Step<Slot> {
        let halt = match self.settled(st, slot) {
            Err(halt @ Halt::Guard(_)) => halt,
            settled => return settled,
        };
        let (mut objects, choices) = self.objects_and_choices(slot);
        if choices < objects.len() {
            return Err(halt);
        }
        objects.sort_unstable();
        let last = objects.pop();
        for object in objects {
            let same = self.same_reference(slot, Slot::reference(object));
            match self.known(st, same, &mut { MOST_PARTS }) {
                Some(true) => return Ok(Slot::reference(object)),
                Some(false) => {}
                None => return Err(Halt::Guard(same)),
            }
        }
        last.map(Slot::reference).ok_or(halt)
    }

    /// The reference that a guarded one is on this path; asks for a condition if that is not decided.
    pub(crate) fn settled(&self, st: &State, slot: Slot) -> Step<Slot> {
        let Some(mut term) = slot.term.filter(|_| slot.is_guarded()) else {
            return Ok(slot);
        };
        loop {
            if let Some(number) = self.pool.as_bv(term) {
                return Ok(Slot::reference(Ref(number as u32)));
            }
            if self.pool.op(term) != Op::Ite {
                return Err(Halt::unsupported("a reference that no condition chooses"));
            }
            let [condition, a, b] = *self.pool.children(term) else {
                return Err(Halt::unsupported("a reference that no condition chooses"));
            };
            term = match self.known(st, condition, &mut { MOST_PARTS }) {
                Some(true) => a,
                Some(false) => b,
                None => return Err(Halt::Guard(condition)),
            };
        }
    }

    /// Whether a condition holds that only decides which object is meant.
    pub(crate) fn decide_which(&mut self, st: &State, condition: Term) -> Step<bool> {
        self.decide(st, condition).map_err(|halt| match halt {
            Halt::Branch(term) => Halt::Guard(term),
            halt => halt,
        })
    }

    /// Whether a condition, or what it is made of, is decided on this path, as far as `left` parts of it tell.
    fn known(&self, st: &State, condition: Term, left: &mut u32) -> Option<bool> {
        if let Some(value) = self.pool.as_bool(condition) {
            return Some(value);
        }
        if let Some(value) = st.facts.get(&condition) {
            return Some(*value != 0);
        }
        *left = left.checked_sub(1)?;
        match (self.pool.op(condition), self.pool.children(condition)) {
            (Op::Not, [inner]) => self.known(st, *inner, left).map(|value| !value),
            (Op::And, parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.known(st, *part, left) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all = None,
                    }
                }
                all
            }
            _ => None,
        }
    }

    /// For an instruction that found no object at a reference: the object if it is a guarded one, or else what is wrong
    /// with it.
    #[cold]
    pub(crate) fn object_at(&mut self, st: &State, slot: Slot) -> Step<Slot> {
        match slot.is_guarded() {
            true => self.which(st, slot),
            false => Err(self.bad_reference(slot.as_ref())),
        }
    }

    /// A field of whichever object a guarded reference is; `None` if that is null or not there, or there are many.
    #[cold]
    pub(crate) fn guarded_field(&mut self, st: &State, slot: Slot, field: u16) -> Option<Slot> {
        let term = slot.term.filter(|_| slot.is_guarded())?;
        let mut left = MOST_OBJECTS;
        self.field_of(st, term, usize::from(field), &mut left)
            .map(|(value, _)| value)
    }

    fn field_of(
        &mut self,
        st: &State,
        term: Term,
        field: usize,
        left: &mut u32,
    ) -> Option<(Slot, Kind)> {
        *left = left.checked_sub(1)?;
        if let Some(number) = self.pool.as_bv(term) {
            let object = st.heap.get(Ref(number as u32))?;
            let kind = *self.class(object.class?).instance_slots.get(field)?;
            let Data::Fields(fields) = &object.data else {
                return None;
            };
            let value = fields[field];
            let special = matches!(value.as_ref(), Ref::OPEN | Ref::OPAQUE);
            return (kind != Kind::Ref || !special).then_some((value, kind));
        }
        let [condition, a, b] = *self.pool.children(term) else {
            return None;
        };
        match self.known(st, condition, &mut { MOST_PARTS }) {
            Some(true) => return self.field_of(st, a, field, left),
            Some(false) => return self.field_of(st, b, field, left),
            None => {}
        }
        let (x, kind) = self.field_of(st, a, field, left)?;
        let (y, other) = self.field_of(st, b, field, left)?;
        if kind != other {
            return None;
        }
        if x == y {
            return Some((x, kind));
        }
        let value = match kind {
            Kind::Ref => self.choose_reference(condition, x, y),
            _ => {
                let (x, y) = (self.term(kind, x), self.term(kind, y));
                let term = self.pool.ite(condition, x, y);
                self.slot(term)
            }
        };
        Some((value, kind))
    }

    /// Makes the guarded references among an object's fields those that somebody says they are.
    pub fn settle_fields(
        &self,
        st: &mut State,
        object: Ref,
        mut number: impl FnMut(Term) -> Option<u128>,
    ) {
        let Some(Data::Fields(fields)) = st.heap.get(object).map(|o| o.data.clone()) else {
            return;
        };
        let mut settled = fields.to_vec();
        for slot in &mut settled {
            if let Some(term) = slot.term.filter(|_| slot.is_guarded())
                && let Some(number) = number(term)
            {
                *slot = Slot::reference(Ref(number as u32));
            }
        }
        if *settled != *fields {
            st.heap.get_mut(object).data = Data::Fields(settled.into());
        }
    }

    /// All objects, and perhaps null, that a reference may be.
    pub fn candidates(&self, slot: Slot) -> Vec<Ref> {
        self.objects_and_choices(slot).0
    }

    /// All objects that a reference may be, and how many choices there are among them.
    fn objects_and_choices(&self, slot: Slot) -> (Vec<Ref>, usize) {
        let Some(term) = slot.term.filter(|_| slot.is_guarded()) else {
            return (vec![slot.as_ref()], 0);
        };
        let mut found = Vec::new();
        let mut choices = 0;
        let mut seen = std::collections::BTreeSet::new();
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match (self.pool.as_bv(term), self.pool.op(term)) {
                (Some(number), _) => found.push(Ref(number as u32)),
                (None, Op::Ite) => {
                    choices += 1;
                    work.extend(&self.pool.children(term)[1..]);
                }
                _ => {}
            }
        }
        (found, choices)
    }

    /// Whether two references of which at least one is guarded are the same; asks if that is not decided. `None` where
    /// comparing needs the objects themselves.
    pub(crate) fn same_guarded(&mut self, st: &State, a: Slot, b: Slot) -> Step<Option<bool>> {
        let boxes = !st.cached_boxes.is_empty() || !st.lone.is_empty();
        if boxes && !self.is_null(a) && !self.is_null(b) {
            return Ok(None);
        }
        let same = self.same_reference(a, b);
        self.decide(st, same).map(Some)
    }

    fn is_null(&self, slot: Slot) -> bool {
        slot.term.is_none() && slot.as_ref().is_null()
    }

    /// Whether two references of which at least one is guarded are the same, as a condition.
    pub(crate) fn same_reference(&mut self, a: Slot, b: Slot) -> Term {
        let (a, b) = (self.int_term(a), self.int_term(b));
        self.same_number(a, b, &mut HashMap::new())
    }

    /// Choices share their parts, so that each pair of them is compared once.
    fn same_number(&mut self, a: Term, b: Term, known: &mut HashMap<(Term, Term), Term>) -> Term {
        if let Some(same) = known.get(&(a, b)) {
            return *same;
        }
        let (chosen, other) = match self.pool.op(a) {
            Op::Ite => (a, b),
            _ => (b, a),
        };
        let same = match *self.pool.children(chosen) {
            [condition, x, y] if self.pool.op(chosen) == Op::Ite => {
                let (x, y) = (
                    self.same_number(x, other, known),
                    self.same_number(y, other, known),
                );
                self.pool.ite(condition, x, y)
            }
            _ => self.pool.eq(a, b),
        };
        known.insert((a, b), same);
        same
    }
}
