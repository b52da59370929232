//! Two states that have come to the same place by different ways, as one: values become terms that choose by the
//! condition that told the ways apart, references become guarded ones, and what only one of them made is there for
//! both. Whatever cannot be told by a term must be equal, or the two stay apart.

use crate::heap::{Cells, Data, Object, Pending, SymbolicArray};
use crate::inputs::{Input, InputValue, Role};
use crate::machine::Machine;
use crate::state::{Printed, State};
use crate::value::{ClassId, Ref, Slot};
use ir::{ElementKind, Kind};
use logic::Term;
use std::rc::Rc;

/// Why two states stay apart.
pub type Apart = &'static str;

/// How two states are told apart and what is asked of their merging.
pub struct Merging<'a> {
    /// What both came from.
    pub base: &'a State,
    /// Holds where the first of the two is.
    pub condition: Term,
    /// The registers of the running frame that are still read; all if empty.
    pub live: &'a [bool],
    /// Whether references may come to depend on the condition.
    pub references: bool,
}

/// More open stores into an array than this are not worth it.
const MOST_CELLS: usize = 8;

impl Machine {
    /// The state that is `a` where the condition holds and `b` where it does not.
    pub fn merge(&mut self, how: &Merging, a: &State, b: &State) -> Result<State, Apart> {
        let mut merged = a.clone();
        self.merge_stacks(how, &mut merged, b)?;
        self.merge_bookkeeping(how, &mut merged, a, b)?;
        self.merge_classes(how, &mut merged, b)?;
        self.merge_heaps(how, &mut merged, b)?;
        Ok(merged)
    }

    fn merge_stacks(&mut self, how: &Merging, merged: &mut State, b: &State) -> Result<(), Apart> {
        if !merged.stack.is_same_below(&b.stack)
            || merged.stack.frames.len() != b.stack.frames.len()
        {
            return Err("other frames are on the stack");
        }
        let top = merged.stack.frames.len();
        for index in 0..top {
            let (mine, other) = (&merged.stack.frames[index], &b.stack.frames[index]);
            if !mine.is_same(other) || mine.base != other.base {
                return Err("other frames are on the stack");
            }
            let code = mine.code.clone();
            let base = mine.base as usize;
            let live = if index + 1 == top { how.live } else { &[] };
            for (register, kind) in code.kinds.iter().enumerate() {
                let at = base + register;
                let (x, y) = (merged.stack.slots[at], b.stack.slots[at]);
                if x == y {
                    continue;
                }
                merged.stack.slots[at] = match live.get(register) {
                    Some(false) => Slot::ZERO,
                    _ => self.merge_slots(how, *kind, x, y)?,
                };
            }
        }
        // A bound of the user's cuts off the longest of the executions that become one; a search that counts iterations
        // may only claim what all of them have begun.
        let longest = self.options.unwinds();
        for (mine, other) in merged.stack.frames.iter_mut().zip(&b.stack.frames) {
            match (&mut mine.loops, &other.loops) {
                (Some(mine), Some(other)) => {
                    for (mine, other) in mine.iter_mut().zip(other.iter()) {
                        mine.iterations = match longest {
                            true => mine.iterations.max(other.iterations),
                            false => mine.iterations.min(other.iterations),
                        };
                        mine.forks = mine.forks.min(how.base.forks);
                    }
                }
                (mine @ None, Some(other)) if longest => *mine = Some(other.clone()),
                (mine @ Some(_), None) if !longest => *mine = None,
                _ => {}
            }
        }
        merged.forks = how.base.forks;
        Ok(())
    }

    fn merge_slots(&mut self, how: &Merging, kind: Kind, x: Slot, y: Slot) -> Result<Slot, Apart> {
        if x == y {
            return Ok(x);
        }
        if kind == Kind::Ref {
            let special = |slot: Slot| matches!(slot.as_ref(), Ref::OPEN | Ref::OPAQUE);
            if special(x) || special(y) {
                return Err("an object is not there yet");
            }
            if !how.references {
                return Err("a reference depends on the branch");
            }
            return Ok(self.choose_reference(how.condition, x, y));
        }
        let (x, y) = (self.term(kind, x), self.term(kind, y));
        let term = self.pool.ite(how.condition, x, y);
        Ok(self.slot(term))
    }

    /// Everything but values.
    fn merge_bookkeeping(
        &mut self,
        how: &Merging,
        merged: &mut State,
        a: &State,
        b: &State,
    ) -> Result<(), Apart> {
        if a.monitors != b.monitors {
            return Err("monitors are held on one side");
        }
        if a.stdin.position != b.stdin.position || a.stdin.closed != b.stdin.closed {
            return Err("standard input is read on one side");
        }
        if a.stdin.symbolic.is_some() != b.stdin.symbolic.is_some() {
            return Err("standard input is read on one side");
        }
        if a.files != b.files {
            return Err("a file is used on one side");
        }
        if a.singletons != b.singletons {
            return Err("an object of the JVM's own is made on one side");
        }
        if a.variables != b.variables {
            return Err("an environment variable is read on one side");
        }
        if a.set_by_program != b.set_by_program {
            return Err("a property is set on one side");
        }
        if a.building.len() != b.building.len() || a.made.len() != b.made.len() {
            return Err("an input is made on one side");
        }
        if a.atomic != b.atomic || a.overflow_headroom != b.overflow_headroom {
            return Err("an exception is on its way on one side");
        }
        if a.open_lengths.len() != b.open_lengths.len() {
            return Err("a string is made on one side");
        }
        self.merge_inputs(how, merged, a, b)?;
        for (mine, other) in merged.open_lengths.iter_mut().zip(&b.open_lengths) {
            mine.questions = mine.questions.max(other.questions);
        }
        for (constant, object) in &b.interned {
            match merged.interned.get(constant) {
                Some(known) if known != object => return Err("a constant has two objects"),
                Some(_) => {}
                None => {
                    merged.interned.insert(*constant, *object);
                }
            }
        }
        for (site, object) in &b.site_objects {
            match merged.site_objects.get(site) {
                Some(known) if known != object => return Err("a lambda has two objects"),
                Some(_) => {}
                None => {
                    merged.site_objects.insert(*site, *object);
                }
            }
        }
        merged
            .mirrors
            .extend(b.mirrors.iter().map(|(k, v)| (*k, *v)));
        merged
            .cached_boxes
            .extend(b.cached_boxes.iter().map(|(k, v)| (*k, *v)));
        merged.lone.extend(b.lone.iter().copied());
        merged.kept.extend(b.kept.iter().copied());
        merged
            .origins
            .extend(b.origins.iter().map(|(k, v)| (*k, *v)));
        merged
            .about_arguments
            .extend(b.about_arguments.iter().copied());
        merged.identity |= b.identity;
        // What was decided on one way alone is not decided any more.
        merged.facts = how.base.facts.clone();
        merged.fixed = how.base.fixed.clone();
        merged.digits = how.base.digits.clone();
        merged.digit_characters = how.base.digit_characters.clone();
        for (mine, other) in [
            (&mut merged.console.out, &b.console.out),
            (&mut merged.console.err, &b.console.err),
        ] {
            if mine.len() != other.len() {
                mine.push_back(Printed::Symbolic);
            }
        }
        // What holds of every execution on both.
        merged.deepest = a.deepest.min(b.deepest);
        merged.instructions += b.instructions - how.base.instructions.min(b.instructions);
        merged.frames_made = merged.frames_made.max(b.frames_made);
        Ok(())
    }

    /// An input that only one way asks for is one only where that way is taken.
    fn merge_inputs(
        &mut self,
        how: &Merging,
        merged: &mut State,
        a: &State,
        b: &State,
    ) -> Result<(), Apart> {
        let before = how.base.inputs.len();
        if a.inputs.len() == before && b.inputs.len() == before {
            return Ok(());
        }
        let simple = |input: &Input| {
            matches!(input.value, InputValue::Primitive(_))
                && input.role == Role::Call
                && input.field.is_none()
        };
        let new =
            |state: &State| -> Vec<Input> { state.inputs.iter().skip(before).cloned().collect() };
        let (mine, other) = (new(a), new(b));
        if !mine.iter().chain(&other).all(simple) {
            return Err("an input is made on one side");
        }
        let not = self.pool.not(how.condition);
        merged.inputs = how.base.inputs.clone();
        for (inputs, condition) in [(mine, how.condition), (other, not)] {
            for mut input in inputs {
                input.when = Some(match input.when {
                    Some(when) => self.pool.and(condition, when),
                    None => condition,
                });
                merged.inputs.push_back(input);
            }
        }
        Ok(())
    }

    fn merge_classes(&mut self, how: &Merging, merged: &mut State, b: &State) -> Result<(), Apart> {
        for index in merged.classes.differences(&b.classes) {
            let mine = merged.classes.get(index).cloned().unwrap_or_default();
            let other = b.classes.get(index).cloned().unwrap_or_default();
            if mine.status != other.status {
                return Err("a class is initialised on one side");
            }
            let mut result = mine.clone();
            result.mirror = match (mine.mirror.is_null(), other.mirror.is_null()) {
                (true, _) => other.mirror,
                (_, true) => mine.mirror,
                _ if mine.mirror == other.mirror => mine.mirror,
                _ => return Err("a class has two objects"),
            };
            result.statics = match (mine.statics, other.statics) {
                (Some(x), Some(y)) if !Rc::ptr_eq(&x, &y) => {
                    let class = ClassId::from_index(index as usize);
                    let kinds = self.class(class).static_slots.clone();
                    Some(self.merge_fields(how, &kinds, &x, &y)?)
                }
                (Some(x), _) => Some(x),
                (None, y) => y,
            };
            *merged.classes.get_mut(index) = result;
        }
        Ok(())
    }

    fn merge_fields(
        &mut self,
        how: &Merging,
        kinds: &[Kind],
        x: &[Slot],
        y: &[Slot],
    ) -> Result<Rc<[Slot]>, Apart> {
        if x.len() != y.len() {
            return Err("a class is another one");
        }
        let mut merged = Vec::with_capacity(x.len());
        for (at, (x, y)) in x.iter().zip(y).enumerate() {
            let kind = kinds.get(at).copied().unwrap_or(Kind::Ref);
            merged.push(self.merge_slots(how, kind, *x, *y)?);
        }
        Ok(merged.into())
    }

    fn merge_heaps(&mut self, how: &Merging, merged: &mut State, b: &State) -> Result<(), Apart> {
        for at in merged.heap.differences(&b.heap) {
            let mine = merged.heap.get(at).cloned();
            let other = b.heap.get(at).cloned();
            let object = match (mine, other) {
                (Some(mine), Some(other)) => self.merge_objects(how, mine, other)?,
                (None, Some(other)) => other,
                _ => continue,
            };
            *merged.heap.get_mut(at) = object;
        }
        merged.heap.continue_behind(&b.heap);
        Ok(())
    }

    fn merge_objects(
        &mut self,
        how: &Merging,
        mine: Object,
        other: Object,
    ) -> Result<Object, Apart> {
        if mine.class != other.class {
            return Err("one place has two objects");
        }
        let hash = match (mine.hash, other.hash) {
            (0, hash) | (hash, 0) => hash,
            (x, y) if x == y => x,
            _ => return Err("an object has two identity hash codes"),
        };
        let data = match (&mine.data, &other.data) {
            (Data::Fields(x), Data::Fields(y)) if self.is_string(mine.class) => {
                Data::Fields(computed(x, y)?)
            }
            (Data::Fields(x), Data::Fields(y)) if !Rc::ptr_eq(x, y) => {
                let kinds = mine
                    .class
                    .map(|class| self.class(class).instance_slots.clone());
                Data::Fields(self.merge_fields(how, kinds.as_deref().unwrap_or(&[]), x, y)?)
            }
            (Data::Fields(_), Data::Fields(_)) => mine.data.clone(),
            (x, y) if x.is_same(y) => mine.data.clone(),
            (x, y) => self.merge_arrays(how, mine.class, x, y)?,
        };
        Ok(Object {
            class: mine.class,
            hash,
            data,
        })
    }

    pub(crate) fn is_string(&self, class: Option<ClassId>) -> bool {
        class.is_some_and(|class| &*self.class(class).name == "java/lang/String")
    }

    fn merge_arrays(
        &mut self,
        how: &Merging,
        class: Option<ClassId>,
        x: &Data,
        y: &Data,
    ) -> Result<Data, Apart> {
        let (Some(element), Some(length)) = (x.element(), x.length()) else {
            return Err("one place has two objects");
        };
        if y.element() != Some(element) || y.length() != Some(length) {
            return Err("a string or an array is taken apart on one side");
        }
        if element == ElementKind::Ref {
            return self.merge_reference_arrays(how, x, y);
        }
        if length.is_symbolic() || is_term(x) || is_term(y) {
            return self.merge_array_terms(how, x, y);
        }
        let kind = crate::arrays::register_kind(element);
        let count = length.as_int() as usize;
        let mut slots = Vec::with_capacity(count);
        for i in 0..count {
            let (Some(x), Some(y)) = (x.load(i), y.load(i)) else {
                return Err("a string or an array is taken apart on one side");
            };
            slots.push(self.merge_slots(how, kind, x, y)?);
        }
        let boolean = class.is_some_and(|class| &*self.class(class).name == "[Z");
        Ok(Data::Symbolic(Rc::new(SymbolicArray {
            element,
            boolean,
            length,
            cells: Cells::Slots(slots),
        })))
    }

    fn merge_array_terms(&mut self, how: &Merging, x: &Data, y: &Data) -> Result<Data, Apart> {
        let (Some(a), Some(b)) = (self.array_term(x), self.array_term(y)) else {
            return Err("a string or an array is taken apart on one side");
        };
        let ((Data::Symbolic(shape), _) | (_, Data::Symbolic(shape))) = (x, y) else {
            return Err("a string or an array is taken apart on one side");
        };
        let term = self.pool.ite(how.condition, a, b);
        Ok(Data::Symbolic(Rc::new(SymbolicArray {
            cells: Cells::Array(term),
            ..(**shape).clone()
        })))
    }

    /// Differences become stores that happen under the condition: their index is one that no array has otherwise.
    fn merge_reference_arrays(&mut self, how: &Merging, x: &Data, y: &Data) -> Result<Data, Apart> {
        if !how.references {
            return Err("a reference depends on the branch");
        }
        let parts = |data: &Data| match data {
            Data::Refs(cells) => Some((cells.clone(), Vec::new())),
            Data::Pending(pending) => Some((pending.cells.clone(), pending.writes.clone())),
            _ => None,
        };
        let (Some((x, mine)), Some((y, other))) = (parts(x), parts(y)) else {
            return Err("a string or an array is taken apart on one side");
        };
        // Stores that both have in common stay; the others happen under the condition of their side.
        let common = mine.iter().zip(&other).take_while(|(a, b)| a == b).count();
        if common > 0 && x != y {
            return Err("an array has open stores");
        }
        let mut writes: Vec<(Term, Ref)> = mine[..common].to_vec();
        let nowhere = self.pool.bv32(-1);
        for (at, (mine, other)) in x.iter().zip(y.iter()).enumerate() {
            if mine != other {
                let at = self.pool.bv32(at as i32);
                writes.push((self.pool.ite(how.condition, at, nowhere), *mine));
            }
        }
        for (index, value) in &mine[common..] {
            writes.push((self.pool.ite(how.condition, *index, nowhere), *value));
        }
        for (index, value) in &other[common..] {
            writes.push((self.pool.ite(how.condition, nowhere, *index), *value));
        }
        if writes.len() > MOST_CELLS {
            return Err("many references depend on the branch");
        }
        if writes.is_empty() {
            return Ok(Data::Refs(y));
        }
        Ok(Data::Pending(Rc::new(Pending { cells: y, writes })))
    }

    /// Makes constants and class objects that one way made known to the other before that begins: nobody can tell
    /// when they came into being.
    pub fn share_constants(&mut self, from: &State, to: &mut State) {
        if !from.interned.ptr_eq(&to.interned) {
            for (key, string) in &from.interned {
                if to.interned.contains_key(key) {
                    continue;
                }
                let Ok(value) = self.field(from, *string, "value") else {
                    continue;
                };
                for at in [*string, value.as_ref()] {
                    if let Some(object) = from.heap.get(at) {
                        *to.heap.get_mut(at) = object.clone();
                    }
                }
                to.interned.insert(*key, *string);
            }
        }
        if !from.site_objects.ptr_eq(&to.site_objects) {
            for (site, object) in &from.site_objects {
                if !to.site_objects.contains_key(site) && self.share_site_object(from, to, *object)
                {
                    to.site_objects.insert(*site, *object);
                }
            }
        }
        if !from.mirrors.ptr_eq(&to.mirrors) {
            for (mirror, class) in &from.mirrors {
                if to.mirrors.contains_key(mirror)
                    || to.class(*class).is_some_and(|c| !c.mirror.is_null())
                {
                    continue;
                }
                let Some(made) = from.heap.get(*mirror) else {
                    continue;
                };
                let Data::Fields(fields) = &made.data else {
                    continue;
                };
                let mut fresh = vec![Slot::ZERO; fields.len()];
                if let Some(slot) = made
                    .class
                    .and_then(|c| self.instance_slot(c, "componentType"))
                {
                    fresh[slot] = fields[slot];
                }
                *to.heap.get_mut(*mirror) = Object {
                    class: made.class,
                    hash: made.hash,
                    data: Data::Fields(fresh.into()),
                };
                to.mirrors.insert(*mirror, *class);
                to.class_mut(*class).mirror = *mirror;
            }
        }
        to.heap.continue_behind(&from.heap);
    }

    /// A lambda has no fields. The `Method` of a proxy is what it was when it was made: what it refers to are constants
    /// and class objects, and arrays of the latter, which never change.
    fn share_site_object(&self, from: &State, to: &mut State, at: Ref) -> bool {
        let Some(mut object) = from.heap.get(at).cloned() else {
            return false;
        };
        let mut arrays = Vec::new();
        if let (Data::Fields(fields), Some(class)) = (&mut object.data, object.class) {
            let mut made = vec![Slot::ZERO; fields.len()];
            let known = crate::natives::members::MADE_WITH.iter();
            for slot in known.filter_map(|name| self.instance_slot(class, name)) {
                made[slot] = fields[slot];
                let target = fields[slot].as_ref();
                if self.class(class).instance_slots[slot] == Kind::Ref
                    && let Some(array) = from.heap.get(target)
                    && matches!(array.data, Data::Refs(_) | Data::Bytes(_))
                {
                    arrays.push((target, array.clone()));
                }
            }
            *fields = made.into();
        }
        for (at, object) in arrays.into_iter().chain([(at, object)]) {
            *to.heap.get_mut(at) = object;
        }
        true
    }
}

/// A string never changes; it only remembers what somebody has computed of it, which holds on both ways.
fn computed(x: &[Slot], y: &[Slot]) -> Result<Rc<[Slot]>, Apart> {
    let one = |(x, y): (&Slot, &Slot)| match (*x, *y) {
        (x, y) if x == y || y == Slot::ZERO => Ok(x),
        (Slot::ZERO, y) => Ok(y),
        _ => Err("a string has two contents"),
    };
    x.iter().zip(y).map(one).collect()
}

fn is_term(data: &Data) -> bool {
    matches!(data, Data::Symbolic(array) if matches!(array.cells, Cells::Array(_)))
}
