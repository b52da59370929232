//! Strings: objects that nobody changes, with a length and characters as an array of them has, and constants among them.
//! What `String` says of two of them is said of their characters.

use super::heap::Heap;
use crate::graph::MapInfo;
use crate::universe::TEXT;
use crate::values;
use ir::ElementKind;
use logic::Term;

pub trait Texts: Heap {
    /// A character as a register has it; the index is within the string.
    fn character(&mut self, state: &Self::State, text: Term, index: Term) -> Term {
        let map = self.map(MapInfo::Elements(ElementKind::Char));
        let cell = self.element(state, map, text, index);
        let widths = self.widths();
        widths.load(self.pool(), "C", cell)
    }

    /// Whether an object is a string with the same characters as one that is not null.
    fn same_text(&mut self, state: &Self::State, text: Term, other: Term) -> Term {
        let identical = self.pool().eq(text, other);
        if self.pool().as_bool(identical) == Some(true) {
            return identical;
        }
        let is_text = self.instance(other, TEXT);
        let (length, others) = (self.length(state, text), self.length(state, other));
        let mut same = self.pool().eq(length, others);
        for index in 0..self.longest() {
            let index = self.widths().int(self.pool(), index as i32);
            let here = self.character(state, text, index);
            let there = self.character(state, other, index);
            let equal = self.pool().eq(here, there);
            let inside = self.pool().slt(index, length);
            let equal = self.pool().implies(inside, equal);
            same = self.pool().and(same, equal);
        }
        let same = self.pool().and(is_text, same);
        self.pool().or(identical, same)
    }

    /// What `String.hashCode` returns.
    fn hash_of_text(&mut self, state: &Self::State, text: Term) -> Term {
        let widths = self.widths();
        let length = self.length(state, text);
        let mut hash = widths.int(self.pool(), 0);
        for index in 0..self.longest() {
            let index = widths.int(self.pool(), index as i32);
            let character = self.character(state, text, index);
            let pool = self.pool();
            // 31 times what comes before; sums are less work for a solver than products.
            let mut product = hash;
            for _ in 0..5 {
                product = pool.add(product, product);
            }
            let product = pool.sub(product, hash);
            let longer = pool.add(product, character);
            let inside = pool.slt(index, length);
            hash = pool.ite(inside, longer, hash);
        }
        hash
    }

    /// What a method of `String` returns that has a meaning here, and the condition under which it does not throw; the
    /// receiver is not null.
    fn of_text(
        &mut self,
        state: &Self::State,
        method: TextMethod,
        text: Term,
        argument: Option<Term>,
    ) -> Option<(Term, Term)> {
        let widths = self.widths();
        let always = self.pool().tt();
        Some(match method {
            TextMethod::Length => (self.length(state, text), always),
            TextMethod::IsEmpty => {
                let length = self.length(state, text);
                let zero = widths.int(self.pool(), 0);
                let empty = self.pool().eq(length, zero);
                (values::flag(self.pool(), widths, empty), always)
            }
            TextMethod::CharAt => {
                let index = argument?;
                let length = self.length(state, text);
                let inside = self.pool().ult(index, length);
                (self.character(state, text, index), inside)
            }
            TextMethod::Equals => {
                let same = self.same_text(state, text, argument?);
                (values::flag(self.pool(), widths, same), always)
            }
            TextMethod::HashCode => (self.hash_of_text(state, text), always),
        })
    }
}

impl<H: Heap + ?Sized> Texts for H {}

/// The methods of `String` that have a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMethod {
    Length,
    IsEmpty,
    CharAt,
    Equals,
    HashCode,
}

impl TextMethod {
    pub fn name(self) -> &'static str {
        match self {
            TextMethod::Length => "length",
            TextMethod::IsEmpty => "isEmpty",
            TextMethod::CharAt => "charAt",
            TextMethod::Equals => "equals",
            TextMethod::HashCode => "hashCode",
        }
    }

    pub fn new(class: &str, name: &str, descriptor: &str) -> Option<TextMethod> {
        if class != TEXT {
            return None;
        }
        Some(match (name, descriptor) {
            ("length", "()I") => TextMethod::Length,
            ("isEmpty", "()Z") => TextMethod::IsEmpty,
            ("charAt", "(I)C") => TextMethod::CharAt,
            ("equals", "(Ljava/lang/Object;)Z") => TextMethod::Equals,
            ("hashCode", "()I") => TextMethod::HashCode,
            _ => return None,
        })
    }
}
