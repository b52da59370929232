//! States at the head of a loop: in which numbers two of them differ, and a state that has any numbers there. A state
//! with any numbers in all places that the loop changes stands for every number of iterations.

use crate::arrays::element_sort;
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::merge::{Apart, Merging};
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use ir::{BlockId, ElementKind, Kind};
use logic::{FpSort, Sort, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a state has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// A register of the running frame.
    Register(u32),
    /// A field of an object, by its slot.
    Field(Ref, u32),
    /// A static field, by its slot.
    Static(ClassId, u32),
    /// All elements of an array.
    Elements(Ref),
}

/// Longer arrays become one term instead of a symbol for each element.
const FEW_ELEMENTS: usize = 16;

impl State {
    /// Where the running frame is, if it begins another iteration of a loop there: the method, the place in its code, and
    /// the number that tells this call from others.
    pub fn head(&self) -> Option<(MethodId, u32, u32)> {
        let frame = self.stack.frames.last()?;
        Some((frame.method, frame.pc, frame.serial))
    }
}

impl Machine {
    /// In which numbers two states at the head of the same loop differ, of which the second came from the first. An error
    /// if they differ in anything else that a program can see.
    pub fn differing(&mut self, one: &State, other: &State) -> Result<BTreeSet<Location>, Apart> {
        let alone = one.stack.frames.len() == 1 && other.stack.frames.len() == 1;
        let Some(frame) = one.stack.frames.last().filter(|_| alone) else {
            return Err("other frames are on the stack");
        };
        let code = frame.code.clone();
        let block = code.block_starts.partition_point(|at| *at <= frame.pc) - 1;
        let Some(regions) = self.regions(frame.method) else {
            return Err("the code has no blocks");
        };
        let live = regions.live(BlockId(block as u32));
        // What cannot be told apart by numbers cannot become one either.
        let condition = self.pool.symbol("#either", Sort::Bool);
        let how = Merging {
            base: one,
            condition,
            live,
            references: false,
        };
        self.merge(&how, one, other)?;

        let mut found = BTreeSet::new();
        for register in 0..code.kinds.len() {
            let (x, y) = (one.stack.slots[register], other.stack.slots[register]);
            if x != y && live.get(register) != Some(&false) {
                found.insert(Location::Register(register as u32));
            }
        }
        for at in one.heap.differences(&other.heap) {
            // What is new is reachable from nothing that was there before.
            let (Some(x), Some(y)) = (one.heap.get(at), other.heap.get(at)) else {
                continue;
            };
            match (&x.data, &y.data) {
                // It only remembers what it has computed of its characters.
                (Data::Fields(_), _) if self.is_string(x.class) => {}
                (Data::Fields(x), Data::Fields(y)) => {
                    let slots = differing_slots(x, y);
                    found.extend(slots.map(|slot| Location::Field(at, slot)));
                }
                (x, y) if x.is_same(y) => {}
                _ => {
                    found.insert(Location::Elements(at));
                }
            }
        }
        for index in one.classes.differences(&other.classes) {
            let statics = |state: &State| state.classes.get(index).and_then(|c| c.statics.clone());
            if let (Some(x), Some(y)) = (statics(one), statics(other)) {
                let class = ClassId::from_index(index as usize);
                found.extend(differing_slots(&x, &y).map(|slot| Location::Static(class, slot)));
            }
        }
        Ok(found)
    }

    /// Puts any number into each of these places; `false` if that cannot be said of one of them.
    pub fn forget(&mut self, st: &mut State, places: &BTreeSet<Location>) -> bool {
        // What is new on one way must not get the number of something else on another.
        st.heap.keep_all();
        places.iter().all(|place| self.forget_one(st, *place))
    }

    fn forget_one(&mut self, st: &mut State, place: Location) -> bool {
        match place {
            Location::Register(register) => {
                let Some(frame) = st.stack.frames.last() else {
                    return false;
                };
                let at = frame.base as usize + register as usize;
                let kind = frame.code.kinds[register as usize];
                let Some(any) = self.any(kind) else {
                    return false;
                };
                st.stack.slots[at] = any;
                true
            }
            Location::Field(at, slot) => {
                let Some(Data::Fields(fields)) = st.heap.get(at).map(|object| &object.data) else {
                    return false;
                };
                let mut fields = fields.to_vec();
                let class = st.heap.class_of(at);
                let kinds = class.map(|class| self.class(class).instance_slots.clone());
                let kind = kinds.and_then(|kinds| kinds.get(slot as usize).copied());
                let Some(any) = kind.and_then(|kind| self.any(kind)) else {
                    return false;
                };
                fields[slot as usize] = any;
                st.heap.get_mut(at).data = Data::Fields(fields.into());
                true
            }
            Location::Static(class, slot) => {
                let kind = self.class(class).static_slots.get(slot as usize).copied();
                let Some(any) = kind.and_then(|kind| self.any(kind)) else {
                    return false;
                };
                let Some(statics) = st.class(class).and_then(|c| c.statics.clone()) else {
                    return false;
                };
                let mut statics = statics.to_vec();
                statics[slot as usize] = any;
                st.class_mut(class).statics = Some(statics.into());
                true
            }
            Location::Elements(at) => self.forget_elements(st, at),
        }
    }

    fn forget_elements(&mut self, st: &mut State, at: Ref) -> bool {
        let Some(object) = st.heap.get(at) else {
            return false;
        };
        let (Some(element), Some(length)) = (object.data.element(), object.data.length()) else {
            return false;
        };
        if element == ElementKind::Ref {
            return false;
        }
        if let Data::Symbolic(array) = &object.data
            && matches!(array.cells, Cells::Text { .. } | Cells::Deferred { .. })
        {
            return false;
        }
        let boolean = object.class.is_some_and(|c| &*self.class(c).name == "[Z");
        let few = !length.is_symbolic() && length.as_int() as usize <= FEW_ELEMENTS;
        let cells = if few {
            let count = length.as_int() as usize;
            Cells::Slots((0..count).map(|_| self.any_element(element)).collect())
        } else {
            let sort = self.pool.array_sort(Sort::Bv(32), element_sort(element));
            Cells::Array(self.fresh(sort))
        };
        st.heap.get_mut(at).data = Data::Symbolic(Rc::new(SymbolicArray {
            element,
            boolean,
            length,
            cells,
        }));
        true
    }

    fn any(&mut self, kind: Kind) -> Option<Slot> {
        let sort = match kind {
            Kind::Int => Sort::Bv(32),
            Kind::Long => Sort::Bv(64),
            Kind::Float => Sort::Fp(FpSort::F32),
            Kind::Double => Sort::Fp(FpSort::F64),
            Kind::Ref => return None,
        };
        Some(Slot::symbolic(self.fresh(sort)))
    }

    /// An element as a register has it.
    fn any_element(&mut self, element: ElementKind) -> Slot {
        let symbol = self.fresh(element_sort(element));
        Slot::symbolic(match element {
            ElementKind::Byte | ElementKind::Short => self.pool.sext(symbol, 32),
            ElementKind::Char => self.pool.zext(symbol, 32),
            _ => symbol,
        })
    }

    fn fresh(&mut self, sort: Sort) -> Term {
        self.forgotten += 1;
        let name = format!("#any{}", self.forgotten);
        self.pool.symbol(&name, sort)
    }
}

fn differing_slots(x: &[Slot], y: &[Slot]) -> impl Iterator<Item = u32> {
    let pairs = x.iter().zip(y).enumerate();
    let differ = pairs.filter_map(|(slot, (x, y))| (x != y).then_some(slot as u32));
    differ.collect::<Vec<_>>().into_iter()
}
