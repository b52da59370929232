//! Inputs that a path has brought down to one value: from then on the path computes with the number instead of the
//! term, everywhere in its state.

use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;
use logic::Term;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

impl Machine {
    /// Puts values in the place of symbols. The path's condition must imply them; what was decided stays decided.
    pub fn fix(&mut self, st: &mut State, fixed: &[(Term, u128)]) {
        let mut map = BTreeMap::new();
        for &(symbol, value) in fixed {
            let width = self.pool.width(symbol);
            // Conditions on single bits are facts already, and there are many of them.
            if width > 1 {
                map.insert(symbol, self.pool.bv(width, value));
                st.fixed.insert(symbol, value);
            }
        }
        if map.is_empty() {
            return;
        }
        let mut known: HashMap<Term, Term> = HashMap::new();
        let mut term = |m: &mut Machine, t: Term| -> Term {
            if let Some(&done) = known.get(&t) {
                return done;
            }
            let touched = m.pool.support(t).iter().any(|s| map.contains_key(s));
            let result = if touched {
                m.pool.substitute(t, &map)
            } else {
                t
            };
            known.insert(t, result);
            result
        };
        let mut slot = |m: &mut Machine, s: Slot| -> Slot {
            match s.term {
                None => s,
                Some(t) => match term(m, t) {
                    same if same == t => s,
                    other => {
                        let new = m.slot(other);
                        // A guarded reference stays one as long as there is a choice.
                        match new.term {
                            Some(_) => Slot {
                                bits: s.bits,
                                ..new
                            },
                            None => new,
                        }
                    }
                },
            }
        };
        st.stack.replace(&mut |s| slot(self, s));
        let mut statics = Vec::new();
        st.classes.for_each(&mut |index, class| {
            if let Some(old) = &class.statics
                && let Some(new) = self.replaced(old, &mut slot)
            {
                statics.push((index, new));
            }
        });
        for (index, new) in statics {
            st.classes.get_mut(index).statics = Some(new);
        }
        let mut objects = Vec::new();
        st.heap.for_each(&mut |at, object| {
            let data = match &object.data {
                Data::Fields(old) => self.replaced(old, &mut slot).map(Data::Fields),
                Data::Symbolic(array) => self.fixed_array(array, &mut slot),
                Data::Pending(pending) => {
                    let writes: Vec<_> = pending
                        .writes
                        .iter()
                        .map(|&(index, value)| {
                            let index = slot(self, Slot::symbolic(index));
                            (self.int_term(index), value)
                        })
                        .collect();
                    Some(pending.with(self, writes))
                }
                _ => None,
            };
            if let Some(data) = data {
                objects.push((at, data));
            }
        });
        for (at, data) in objects {
            st.heap.get_mut(at).data = data;
        }
    }

    fn replaced(
        &mut self,
        old: &Rc<[Slot]>,
        slot: &mut impl FnMut(&mut Machine, Slot) -> Slot,
    ) -> Option<Rc<[Slot]>> {
        if !old.iter().any(|s| s.is_symbolic()) {
            return None;
        }
        let new: Rc<[Slot]> = old.iter().map(|s| slot(self, *s)).collect();
        (new != *old).then_some(new)
    }

    fn fixed_array(
        &mut self,
        array: &SymbolicArray,
        slot: &mut impl FnMut(&mut Machine, Slot) -> Slot,
    ) -> Option<Data> {
        let cells = match &array.cells {
            Cells::Slots(slots) => Cells::Slots(slots.iter().map(|s| slot(self, *s)).collect()),
            Cells::Array(t) => Cells::Array(slot(self, Slot::symbolic(*t)).term?),
            // An input's length and characters are known by these terms elsewhere.
            Cells::Text { open: Some(_), .. } | Cells::Deferred { .. } => return None,
            Cells::Text {
                length,
                characters,
                open: None,
            } => {
                let length = slot(self, Slot::symbolic(*length));
                Cells::Text {
                    length: self.int_term(length),
                    characters: characters.iter().map(|c| slot(self, *c)).collect(),
                    open: None,
                }
            }
        };
        Some(Data::Symbolic(Rc::new(SymbolicArray {
            length: slot(self, array.length),
            cells,
            ..array.clone()
        })))
    }
}
