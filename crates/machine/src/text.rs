//! Strings as terms: a length that may be a term, and characters of which some or all may be. An input string is *open*
//! while nothing has settled that it is within the bound on strings: what can be said of its length and of its first
//! characters is said without that question, and only what needs all of it asks.

use crate::halt::{Halt, Step};
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::state::{BoundHit, OpenLength, State};
use crate::value::{Ref, Slot};
use ir::ElementKind;
use logic::{Sort, Term};
use std::rc::Rc;

/// The most characters that a string can have on HotSpot.
pub const LONGEST: u32 = i32::MAX as u32 - 2;

/// How many questions about its length alone an open string answers, beyond its bound, before it must be within it.
const QUESTIONS: u32 = 4;

/// A term with so few values is given each of them whatever strings it depends on.
const FEW: u128 = 1024;

/// What is known of a string.
#[derive(Clone)]
pub(crate) struct Text {
    /// Of 32 bits, in characters.
    pub length: Term,
    /// As many of these as `length` says are the string's.
    pub characters: Vec<Slot>,
    /// The input that may be longer than `characters`.
    pub open: Option<Rc<str>>,
}

/// The symbol of character `i` of the symbolic string `name`.
pub fn character_symbol(name: &str, i: usize) -> String {
    format!("{name}[{i}]")
}

/// The symbol of the length of the symbolic string `name`.
pub fn length_symbol(name: &str) -> String {
    format!("{name}.length")
}

/// The symbol of the hash code of the symbolic string `name` where it is longer than [`exact_hash_length`].
pub fn hash_symbol(name: &str) -> String {
    format!("{name}.hash")
}

/// Up to this length the hash code of an open string is computed from its characters. Beyond it there are enough
/// characters that nobody has looked at to give it any hash code.
pub fn exact_hash_length(limit: usize) -> usize {
    limit + HASH_CHARACTERS
}

/// So many free characters reach every hash code.
pub const HASH_CHARACTERS: usize = 6;

impl Machine {
    /// An input string: `limit` characters can be looked at.
    pub(crate) fn open_string(
        &mut self,
        st: &mut State,
        length: Term,
        name: &Rc<str>,
        limit: usize,
        open: bool,
    ) -> Step<Ref> {
        let characters = (0..limit).map(|i| self.input_character(name, i)).collect();
        let string = self.string_of_text(st, length, characters, open.then(|| name.clone()))?;
        if open {
            st.open_lengths.push_back(OpenLength {
                length,
                name: name.clone(),
                questions: 0,
            });
        }
        Ok(string)
    }

    fn input_character(&mut self, name: &str, i: usize) -> Slot {
        let symbol = self.pool.symbol(&character_symbol(name, i), Sort::Bv(16));
        let wide = self.pool.zext(symbol, 32);
        Slot::symbolic(wide)
    }

    /// A string of which only as many characters count as its length says.
    pub(crate) fn new_text(
        &mut self,
        st: &mut State,
        length: Term,
        mut characters: Vec<Slot>,
    ) -> Step<Ref> {
        match self.pool.as_bv(length) {
            Some(count) => {
                characters.truncate(count as usize);
                self.new_string_of(st, &characters)
            }
            None => self.string_of_text(st, length, characters.into(), None),
        }
    }

    fn string_of_text(
        &mut self,
        st: &mut State,
        length: Term,
        characters: Rc<[Slot]>,
        open: Option<Rc<str>>,
    ) -> Step<Ref> {
        // The array behind the string has two bytes per character.
        let one = self.pool.bv32(1);
        let bytes = self.pool.shl(length, one);
        let array = SymbolicArray {
            element: ElementKind::Byte,
            boolean: false,
            length: Slot::symbolic(bytes),
            cells: Cells::Text {
                length,
                characters,
                open,
            },
        };
        self.string_over(st, Data::Symbolic(Rc::new(array)))
    }

    /// What is known of a string, without asking for its length or whether it is within the bound. A concatenation
    /// that was left open is carried out.
    pub(crate) fn text(&mut self, st: &mut State, string: Ref) -> Step<Text> {
        let array = self.field(st, string, "value")?.as_ref();
        self.force_open(st, array)?;
        if let Some(Data::Symbolic(symbolic)) = st.heap.get(array).map(|o| &o.data)
            && let Cells::Text {
                length,
                characters,
                open,
            } = &symbolic.cells
        {
            let length = *length;
            let mut text = Text {
                length,
                characters: characters.to_vec(),
                open: open.clone(),
            };
            if text.open.is_some() {
                let within = self.within(length);
                if st.facts.get(&within) == Some(&1) {
                    text.open = None;
                }
            }
            let count = self.pool.as_bv(length);
            if count.is_none() && st.facts.contains_key(&length) {
                self.reuse(st, length);
            }
            if let Some(count) = count.or_else(|| st.facts.get(&length).copied()) {
                let known = self.pool.bv(32, count);
                text.length = known;
                if text.open.is_none() {
                    text.characters.truncate(count as usize);
                }
            }
            return Ok(text);
        }
        let characters = self.string_characters(st, string)?;
        Ok(self.closed(characters))
    }

    /// A text of these characters and no others.
    pub(crate) fn closed(&mut self, characters: Vec<Slot>) -> Text {
        Text {
            length: self.pool.bv32(characters.len() as i32),
            characters,
            open: None,
        }
    }

    /// The text of a string that is within the bound; asks for that.
    pub(crate) fn bounded_text(&mut self, st: &mut State, string: Ref) -> Step<Text> {
        let mut text = self.text(st, string)?;
        if let Some(name) = text.open.take() {
            self.within_bound(st, &name)?;
        }
        Ok(text)
    }

    /// Makes at least so many characters of an open text available.
    pub(crate) fn reach(&mut self, text: &mut Text, count: usize) {
        let Some(name) = text.open.clone() else {
            return;
        };
        for i in text.characters.len()..count {
            let character = self.input_character(&name, i);
            text.characters.push(character);
        }
    }

    fn within(&mut self, length: Term) -> Term {
        let most = self.pool.bv32(self.options.string_length as i32);
        self.pool.ule(length, most)
    }

    /// Goes on where the input string is within the bound; elsewhere the path ends at that bound.
    pub(crate) fn within_bound(&mut self, st: &State, name: &Rc<str>) -> Step<()> {
        let length = self.pool.symbol(&length_symbol(name), Sort::Bv(32));
        let within = self.within(length);
        let known = match self.pool.as_bool(within) {
            Some(known) => Some(known),
            None => st.facts.get(&within).map(|v| *v != 0),
        };
        match known {
            Some(true) => Ok(()),
            Some(false) => Err(self.beyond_bound(name)),
            None => Err(Halt::Branch(within)),
        }
    }

    /// The path needs more of an input string than the bound allows.
    pub(crate) fn beyond_bound(&self, name: &Rc<str>) -> Halt {
        Halt::Bound(BoundHit::StringLength {
            limit: self.options.string_length,
            input: name.clone(),
        })
    }

    /// The question to put for a condition: first whether a string is within the bound, where questions about its
    /// length come without end.
    pub(crate) fn ask(&mut self, st: &State, condition: Term) -> Halt {
        let most = self.options.string_length + QUESTIONS;
        for open in &st.open_lengths {
            if open.questions > most
                && self.about_length(open, condition)
                && let Err(halt) = self.within_bound(st, &open.name)
            {
                return halt;
            }
        }
        Halt::Branch(condition)
    }

    /// A term is given every value in turn only where the strings whose lengths it depends on are within the bound.
    pub(crate) fn bound_lengths_of(&mut self, st: &State, term: Term) -> Step<()> {
        let (_, most) = self.pool.unsigned_range(term);
        if st.open_lengths.is_empty() || most < FEW {
            return Ok(());
        }
        let support = self.pool.support(term);
        for open in &st.open_lengths {
            if support.binary_search(&open.length).is_ok() {
                self.within_bound(st, &open.name)?;
            }
        }
        Ok(())
    }

    /// Whether a condition depends on the length of an open string and on none of its characters.
    fn about_length(&self, open: &OpenLength, condition: Term) -> bool {
        let support = self.pool.support(condition);
        let first = character_symbol(&open.name, 0);
        let stem = first.trim_end_matches("0]");
        support.binary_search(&open.length).is_ok()
            && !support
                .iter()
                .any(|s| self.pool.symbol_name(*s).starts_with(stem))
    }

    pub(crate) fn count_length_question(&mut self, st: &mut State, condition: Term, holds: bool) {
        if st.open_lengths.is_empty() {
            return;
        }
        let mut settled = None;
        for i in 0..st.open_lengths.len() {
            let length = st.open_lengths[i].length;
            let within = self.within(length);
            if condition == within {
                settled = holds.then_some(i).or(settled);
            } else if self.about_length(&st.open_lengths[i], condition) {
                st.open_lengths[i].questions += 1;
            }
        }
        if let Some(i) = settled {
            st.open_lengths.remove(i);
        }
    }

    /// The value at a symbolic index among these, which it is known to be within: a balanced tree of choices.
    pub(crate) fn choice(&mut self, index: Term, values: &[Term], first: i32) -> Option<Term> {
        match values {
            [] => None,
            [one] => Some(*one),
            _ => {
                let middle = values.len() / 2;
                let start = first + middle as i32;
                let low = self.choice(index, &values[..middle], first)?;
                let high = self.choice(index, &values[middle..], start)?;
                let bound = self.pool.bv32(start);
                let below = self.pool.ult(index, bound);
                Some(self.pool.ite(below, low, high))
            }
        }
    }

    /// The character at an index that is within bounds.
    pub(crate) fn character_at(&mut self, characters: &[Slot], index: Term) -> Slot {
        if let Some(at) = self.pool.as_bv(index) {
            return characters.get(at as usize).copied().unwrap_or_default();
        }
        let terms: Vec<Term> = characters.iter().map(|c| self.int_term(*c)).collect();
        match self.choice(index, &terms, 0) {
            Some(term) => self.slot(term),
            None => Slot::ZERO,
        }
    }
}

impl Text {
    /// Whether position `i` is one of the string.
    pub fn has(&self, m: &mut Machine, i: usize) -> Term {
        let at = m.pool.bv32(i as i32);
        m.pool.ult(at, self.length)
    }
}
