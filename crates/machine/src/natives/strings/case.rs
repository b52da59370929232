//! Case mapping of whole strings: where all characters are ASCII, which is one question, each becomes a choice.
//! Languages with rules of their own and other characters run as bytecode.

use super::super::{Call, Entry, Return};
use super::{edit, in_range, is_concrete};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;

const UTF16: &str = "java/lang/StringUTF16";
const DESCRIPTOR: &str = "(Ljava/lang/String;[BLjava/util/Locale;)Ljava/lang/String;";

pub const NATIVES: &[Entry] = &[
    (UTF16, "toLowerCase", DESCRIPTOR, to_lower_case),
    (UTF16, "toUpperCase", DESCRIPTOR, to_upper_case),
    ("java/lang/String", "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", whole_lower),
    ("java/lang/String", "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", whole_upper),
];

fn to_lower_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    mapped(m, st, call.reference(0), call.reference(2), b'A')
}

fn to_upper_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    mapped(m, st, call.reference(0), call.reference(2), b'a')
}

fn whole_lower(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    mapped(m, st, call.reference(0), call.reference(1), b'A')
}

fn whole_upper(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    mapped(m, st, call.reference(0), call.reference(1), b'a')
}

/// Letters from `first` on change their case.
fn mapped(m: &mut Machine, st: &mut State, string: Ref, locale: Ref, first: u8) -> Step<Return> {
    if locale.is_null() || is_concrete(m, st, string)? || has_own_rules(m, st, locale)? {
        return Ok(Return::Bytecode);
    }
    let text = m.bounded_text(st, string)?;
    let mut ascii = Vec::with_capacity(text.characters.len());
    let mut letters: Vec<Term> = Vec::with_capacity(text.characters.len());
    let mut changed: Vec<Slot> = Vec::with_capacity(text.characters.len());
    let (limit, bit) = (m.pool.bv32(128), m.pool.bv32(0x20));
    for (i, character) in text.characters.iter().enumerate() {
        let here = text.has(m, i);
        let character = m.int_term(*character);
        let small = m.pool.ult(character, limit);
        ascii.push(m.pool.implies(here, small));
        let letter = in_range(m, character, u16::from(first), u16::from(first) + 25);
        letters.push(letter);
        let other = m.pool.bv_xor(character, bit);
        let made = m.pool.ite(letter, other, character);
        changed.push(m.slot(made));
    }
    let ascii = m.pool.and_all(&ascii);
    if !m.decide(st, ascii)? {
        return Ok(Return::Bytecode);
    }
    let always = m.pool.tt();
    edit::changed_text(m, st, string, &text, &letters, always, changed)
}

/// Turkish, Azeri and Lithuanian map some ASCII letters to others.
fn has_own_rules(m: &mut Machine, st: &mut State, locale: Ref) -> Step<bool> {
    let base = m.field(st, locale, "baseLocale")?.as_ref();
    let language = m.field(st, base, "language")?.as_ref();
    let language = m.string_text(st, language)?;
    let language = language.map(|l| String::from_utf16_lossy(&l));
    Ok(!matches!(language.as_deref(), Some(l) if !matches!(l, "tr" | "az" | "lt")))
}
