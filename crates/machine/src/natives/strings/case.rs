//! Case mapping of whole strings: where all characters are ASCII, which is one question, each becomes a choice, and so
//! it is by the JDK's tables where each becomes one other. Languages with rules of their own run as bytecode.

use super::super::{Call, Entry, Return};
use super::{characters, edit, in_range, is_concrete};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::text::Text;
use crate::value::{Ref, Slot};
use logic::Term;

const UTF16: &str = "java/lang/StringUTF16";
const DESCRIPTOR: &str = "(Ljava/lang/String;[BLjava/util/Locale;)Ljava/lang/String;";

const DOTTED_I: u16 = 0x130;
const SPECIAL: &str =
    "case mapping: no surrogates, no capital sigma, of letters that become several only one ß or İ";

pub const NATIVES: &[Entry] = &[
    (UTF16, "toLowerCase", DESCRIPTOR, to_lower_case),
    (UTF16, "toUpperCase", DESCRIPTOR, to_upper_case),
    (
        "java/lang/String",
        "toLowerCase",
        "(Ljava/util/Locale;)Ljava/lang/String;",
        whole_lower,
    ),
    (
        "java/lang/String",
        "toUpperCase",
        "(Ljava/util/Locale;)Ljava/lang/String;",
        whole_upper,
    ),
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
    let always = m.pool.tt();
    if m.decide(st, ascii)? {
        return edit::changed_text(m, st, string, &text, &letters, always, changed);
    }
    let upper = first == b'a';
    let (mut plain_at, mut places, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    let error = m.pool.bv32(-1);
    for (i, character) in text.characters.iter().enumerate() {
        let here = text.has(m, i);
        let mut mapped = match upper {
            true => characters::mapped(m, st, "toUpperCaseEx", *character)?,
            false => characters::mapped(m, st, "toLowerCase", *character)?,
        };
        let character = m.int_term(*character);
        let mut special = vec![in_range(m, character, 0xD800, 0xDFFF)];
        if upper {
            // The dotted capital I has an entry of its own among the letters that become several: itself.
            let dotted = in_range(m, character, DOTTED_I, DOTTED_I);
            mapped = m.pool.ite(dotted, character, mapped);
            special.push(m.pool.eq(mapped, error));
        } else {
            special.push(in_range(m, character, DOTTED_I, DOTTED_I));
            special.push(in_range(m, character, 0x3A3, 0x3A3));
        }
        let special = m.pool.or_all(&special);
        let simple = m.pool.not(special);
        plain_at.push(m.pool.implies(here, simple));
        places.push(m.pool.distinct(mapped, character));
        changed.push(m.slot(mapped));
    }
    let plain = m.pool.and_all(&plain_at);
    if m.decide(st, plain)? {
        return edit::changed_text(m, st, string, &text, &places, always, changed);
    }
    one_that_grows(m, st, &text, &plain_at, upper, changed)
}

/// The letters that become two: of the many, the one of Latin-1 in upper case, and the only one in lower case. A string
/// with one of them, once, is mapped; strings with more of them, with surrogates, or with letters that depend on their
/// neighbours are left out, and the verdict says so.
fn one_that_grows(
    m: &mut Machine,
    st: &mut State,
    text: &Text,
    plain: &[Term],
    upper: bool,
    mut changed: Vec<Slot>,
) -> Step<Return> {
    let (letter, becomes) = if upper {
        (0xDF, ['S', 'S'])
    } else {
        (DOTTED_I, ['i', '\u{307}'])
    };
    let mut at = m.pool.bv32(-1);
    for (i, plain) in plain.iter().enumerate().rev() {
        let special = m.pool.not(*plain);
        let here = m.pool.bv32(i as i32);
        at = m.pool.ite(special, here, at);
    }
    let mut once = Vec::with_capacity(plain.len());
    for (i, plain) in plain.iter().enumerate() {
        let here = m.pool.bv32(i as i32);
        let elsewhere = m.pool.distinct(at, here);
        let character = m.int_term(text.characters[i]);
        let grows = in_range(m, character, letter, letter);
        let no_other = m.pool.implies(elsewhere, *plain);
        let itself = m.pool.or(elsewhere, grows);
        once.extend([no_other, itself]);
    }
    let once = m.pool.and_all(&once);
    if !m.decide(st, once)? {
        m.approximations.insert(SPECIAL);
        return Err(Halt::Infeasible);
    }
    let at = m.concretize(st, at)? as usize;
    let becomes = becomes.map(|c| Slot::int(c as i32));
    changed.splice(at..=at, becomes);
    let one = m.pool.bv32(1);
    let length = m.pool.add(text.length, one);
    let made = m.new_text(st, length, changed)?;
    Ok(Return::Value(Slot::reference(made)))
}

/// Turkish, Azeri and Lithuanian map some ASCII letters to others.
fn has_own_rules(m: &mut Machine, st: &mut State, locale: Ref) -> Step<bool> {
    let base = m.field(st, locale, "baseLocale")?.as_ref();
    let language = m.field(st, base, "language")?.as_ref();
    let language = m.string_text(st, language)?;
    let language = language.map(|l| String::from_utf16_lossy(&l));
    Ok(!matches!(language.as_deref(), Some(l) if !matches!(l, "tr" | "az" | "lt")))
}
