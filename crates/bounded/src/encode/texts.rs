//! Strings: objects that nobody changes, with a length and characters as an array of them has, and constants among them.
//! What `String` says of two of them is said of their characters.

use super::heap::Heap;
use super::text_values::{TextArgument, TextValues};
use crate::graph::MapInfo;
use crate::universe::TEXT;
use crate::values;
use ir::ElementKind;
use logic::{Pool, Term};

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
            let longer = longer_hash(pool, hash, character);
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
            TextMethod::EqualsIgnoreCase => {
                let (text, other) = (self.text_at(state, text), self.text_at(state, argument?));
                let null = self.null();
                let null = self.pool().eq(argument?, null);
                let (same, _) = self.of_text_value(method, &text, TextArgument::Text(&other))?;
                let no = widths.int(self.pool(), 0);
                (self.pool().ite(null, no, same), always)
            }
            method => {
                let text = self.text_at(state, text);
                if !method.takes_text() {
                    let argument = argument.map_or(TextArgument::Nothing, TextArgument::Plain);
                    return self.of_text_value(method, &text, argument);
                }
                let other = self.text_at(state, argument?);
                let null = self.null();
                let null = self.pool().eq(argument?, null);
                let not_null = self.pool().not(null);
                let (value, returns) =
                    self.of_text_value(method, &text, TextArgument::Text(&other))?;
                (value, self.pool().and(returns, not_null))
            }
        })
    }
}

impl<H: Heap + ?Sized> Texts for H {}

/// The hash of one more character: 31 times what comes before; sums are less work for a solver than products.
pub(super) fn longer_hash(pool: &mut Pool, hash: Term, character: Term) -> Term {
    let mut product = hash;
    for _ in 0..5 {
        product = pool.add(product, product);
    }
    let product = pool.sub(product, hash);
    pool.add(product, character)
}

/// The methods of `String` that tell something of strings and have a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMethod {
    Length,
    IsEmpty,
    CharAt,
    Equals,
    HashCode,
    IndexOf,
    LastIndexOf,
    IndexOfText,
    Contains,
    StartsWith,
    EndsWith,
    CompareTo,
    IsBlank,
    EqualsIgnoreCase,
    /// Whether all characters are of ASCII, which Java has no method for.
    IsAscii,
    /// Where a text starts without what `trim` leaves out there, or `strip`.
    Start {
        strips: bool,
    },
    /// Where it ends, and whether its start is left out as well.
    End {
        strips: bool,
        both: bool,
    },
}

impl TextMethod {
    const ALL: [(TextMethod, &str, &str); 14] = [
        (TextMethod::Length, "length", "()I"),
        (TextMethod::IsEmpty, "isEmpty", "()Z"),
        (TextMethod::CharAt, "charAt", "(I)C"),
        (TextMethod::Equals, "equals", "(Ljava/lang/Object;)Z"),
        (TextMethod::HashCode, "hashCode", "()I"),
        (TextMethod::IndexOf, "indexOf", "(I)I"),
        (TextMethod::LastIndexOf, "lastIndexOf", "(I)I"),
        (TextMethod::IndexOfText, "indexOf", "(Ljava/lang/String;)I"),
        (
            TextMethod::Contains,
            "contains",
            "(Ljava/lang/CharSequence;)Z",
        ),
        (
            TextMethod::StartsWith,
            "startsWith",
            "(Ljava/lang/String;)Z",
        ),
        (TextMethod::EndsWith, "endsWith", "(Ljava/lang/String;)Z"),
        (TextMethod::CompareTo, "compareTo", "(Ljava/lang/String;)I"),
        (TextMethod::IsBlank, "isBlank", "()Z"),
        (
            TextMethod::EqualsIgnoreCase,
            "equalsIgnoreCase",
            "(Ljava/lang/String;)Z",
        ),
    ];

    pub fn name(self) -> &'static str {
        match self {
            TextMethod::IsAscii => return "is of ASCII",
            TextMethod::Start { .. } => return "start without spaces",
            TextMethod::End { .. } => return "end without spaces",
            _ => {}
        }
        let mut all = Self::ALL.iter();
        all.find(|(method, ..)| *method == self)
            .map_or("", |(_, name, _)| name)
    }

    /// Whether it has a meaning for texts of ASCII only.
    pub fn is_of_ascii(self) -> bool {
        matches!(self, TextMethod::IsBlank | TextMethod::EqualsIgnoreCase)
    }

    /// Whether it is given another string, which must not be null.
    pub fn takes_text(self) -> bool {
        matches!(
            self,
            TextMethod::IndexOfText
                | TextMethod::Contains
                | TextMethod::StartsWith
                | TextMethod::EndsWith
                | TextMethod::CompareTo
        )
    }

    pub fn new(class: &str, name: &str, descriptor: &str) -> Option<TextMethod> {
        if class != TEXT {
            return None;
        }
        let mut all = Self::ALL.iter();
        let found = all.find(|(_, known, of)| *known == name && *of == descriptor);
        found.map(|(method, ..)| *method)
    }
}
