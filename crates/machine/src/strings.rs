//! Java strings: real `java.lang.String` objects over `byte[]`. All of them are UTF-16 (as on a JVM started with
//! `-XX:-CompactStrings`), so that a symbolic character is two bytes of one term wherever it goes.

use crate::halt::{Halt, Step};
use crate::heap::{Cells, Data, SymbolicArray};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use ir::ElementKind;
use std::collections::HashMap;
use std::rc::Rc;

/// Numbers for the contents of string constants, so that a state's table of interned strings stays small.
#[derive(Default)]
pub struct StringTable {
    numbers: HashMap<Rc<[u16]>, u32>,
}

impl StringTable {
    fn number(&mut self, text: &[u16]) -> u32 {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(text.into(), next);
        next
    }
}

/// `String.UTF16` of the JDK.
const UTF16: i32 = 1;

impl Machine {
    /// The one string object with this content (JLS §3.10.5).
    pub fn intern(&mut self, st: &mut State, text: &[u16]) -> Step<Ref> {
        let number = self.strings.number(text);
        if let Some(&known) = st.interned.get(&number) {
            return Ok(known);
        }
        let made = self.new_string(st, text)?;
        st.interned.insert(number, made);
        Ok(made)
    }

    /// `String.intern` for a string object: it becomes the canonical one if there is none yet.
    pub fn intern_object(&mut self, st: &mut State, string: Ref) -> Step<Ref> {
        let Some(text) = self.string_text(st, string)? else {
            return Err(Halt::unsupported("String.intern of a symbolic string"));
        };
        let number = self.strings.number(&text);
        Ok(*st.interned.entry(number).or_insert(string))
    }

    pub fn new_string(&mut self, st: &mut State, text: &[u16]) -> Step<Ref> {
        let bytes: Rc<[i8]> = text
            .iter()
            .flat_map(|c| c.to_le_bytes())
            .map(|b| b as i8)
            .collect();
        self.string_over(st, Data::Bytes(bytes))
    }

    pub fn new_java_string(&mut self, st: &mut State, text: &str) -> Step<Ref> {
        self.new_string(st, &text.encode_utf16().collect::<Vec<_>>())
    }

    /// A string of characters of which some may be symbolic.
    pub fn new_string_of(&mut self, st: &mut State, characters: &[Slot]) -> Step<Ref> {
        if characters.iter().all(|c| !c.is_symbolic()) {
            let text: Vec<u16> = characters.iter().map(|c| c.as_int() as u16).collect();
            return self.new_string(st, &text);
        }
        let mut slots = Vec::with_capacity(2 * characters.len());
        for character in characters {
            slots.extend(self.bytes_of(*character));
        }
        let length = Slot::int(slots.len() as i32);
        let array = SymbolicArray {
            element: ElementKind::Byte,
            boolean: false,
            length,
            cells: Cells::Slots(slots),
        };
        self.string_over(st, Data::Symbolic(Rc::new(array)))
    }

    /// The two bytes of a character, low one first, as `byte` registers.
    pub fn bytes_of(&mut self, character: Slot) -> [Slot; 2] {
        match character.term {
            None => (character.as_int() as u16)
                .to_le_bytes()
                .map(|b| Slot::int(i32::from(b as i8))),
            Some(term) => [(7, 0), (15, 8)].map(|(hi, lo)| {
                let byte = self.pool.extract(term, hi, lo);
                let wide = self.pool.sext(byte, 32);
                self.slot(wide)
            }),
        }
    }

    /// The character that two `byte` registers make.
    pub fn character_of(&mut self, low: Slot, high: Slot) -> Slot {
        if !low.is_symbolic() && !high.is_symbolic() {
            return Slot::int(i32::from(u16::from_le_bytes([
                low.as_int() as u8,
                high.as_int() as u8,
            ])));
        }
        let (low, high) = (self.int_term(low), self.int_term(high));
        let (low, high) = (self.pool.extract(low, 7, 0), self.pool.extract(high, 7, 0));
        let both = self.pool.concat(high, low);
        let wide = self.pool.zext(both, 32);
        self.slot(wide)
    }

    pub(crate) fn string_over(&mut self, st: &mut State, data: Data) -> Step<Ref> {
        let byte_array = self.load("[B")?;
        let value = st.heap.allocate(byte_array, data);
        let class = self.load("java/lang/String")?;
        let string = self.allocate(st, class);
        self.set_field(st, string, "value", Slot::reference(value))?;
        self.set_field(st, string, "coder", Slot::int(UTF16))?;
        Ok(string)
    }

    /// The characters of a string, each a concrete or symbolic `char`; asks for the length if that is symbolic.
    pub fn string_characters(&mut self, st: &mut State, string: Ref) -> Step<Vec<Slot>> {
        let value = self.field(st, string, "value")?.as_ref();
        let bytes = self.array_slots(st, value)?;
        Ok(bytes
            .chunks_exact(2)
            .map(|pair| self.character_of(pair[0], pair[1]))
            .collect())
    }

    /// The text of a string without symbolic parts.
    pub fn string_text(&mut self, st: &mut State, string: Ref) -> Step<Option<Vec<u16>>> {
        let value = self.field(st, string, "value")?.as_ref();
        if let Some(Data::Bytes(bytes)) = st.heap.get(value).map(|o| &o.data) {
            let pairs = bytes.chunks_exact(2);
            return Ok(Some(
                pairs
                    .map(|p| u16::from_le_bytes([p[0] as u8, p[1] as u8]))
                    .collect(),
            ));
        }
        let characters = self.string_characters(st, string)?;
        if characters.iter().any(|c| c.is_symbolic()) {
            return Ok(None);
        }
        Ok(Some(characters.iter().map(|c| c.as_int() as u16).collect()))
    }

    /// Like [`Machine::string_text`] for names that natives look up; symbolic ones are unsupported.
    pub fn string_name(&mut self, st: &mut State, string: Ref, what: &str) -> Step<String> {
        match self.string_text(st, string)? {
            Some(text) => Ok(String::from_utf16_lossy(&text)),
            None => Err(Halt::unsupported(format!("{what} with a symbolic string"))),
        }
    }
}
