//! Strings made from strings, without a fork for each character or length: parts of a string, and strings with some
//! characters replaced. Where Java returns the string itself because nothing changes, that is a question.

use super::super::{Call, Entry, Return, value};
use super::compare::same;
use super::{STRING, characters, is_concrete, out_of_range};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::text::Text;
use crate::value::{Ref, Slot};
use logic::Term;

const TEXT: &str = "()Ljava/lang/String;";

pub const NATIVES: &[Entry] = &[
    (STRING, "substring", "(I)Ljava/lang/String;", substring),
    (STRING, "substring", "(II)Ljava/lang/String;", substring),
    (STRING, "trim", TEXT, trim),
    (STRING, "strip", TEXT, strip),
    (STRING, "stripLeading", TEXT, strip),
    (STRING, "stripTrailing", TEXT, strip),
    (STRING, "isBlank", "()Z", is_blank),
    (
        STRING,
        "replace",
        "(CC)Ljava/lang/String;",
        replace_character,
    ),
];

/// Parts of texts with more characters than this times the length of the part are given a known start first.
const MOST_CHOICES: usize = 4096;

fn substring(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let symbolic = call.args[1..].iter().any(|a| a.is_symbolic());
    if is_concrete(m, st, string)? && !symbolic {
        return Ok(Return::Bytecode);
    }
    let mut text = m.text(st, string)?;
    if !symbolic && m.pool.is_const(text.length) {
        return Ok(Return::Bytecode);
    }
    let begin = m.int_term(call.args[1]);
    let end = match call.args.get(2) {
        Some(end) => m.int_term(*end),
        None => text.length,
    };
    let zero = m.pool.bv32(0);
    let conditions = [
        m.pool.sle(zero, begin),
        m.pool.sle(begin, end),
        m.pool.sle(end, text.length),
    ];
    let inside = m.pool.and_all(&conditions);
    if !m.decide(st, inside)? {
        return Err(out_of_range());
    }
    // A part of an open string that ends at a known place needs no more of it than that.
    match m.pool.as_bv(end) {
        Some(end) if (end as usize) <= text.characters.len() => {}
        _ => text = m.bounded_text(st, string)?,
    }
    part(m, st, string, &text, begin, end)
}

/// The characters from `begin` to `end`, which are within the text: the string itself if that is all of it.
fn part(
    m: &mut Machine,
    st: &mut State,
    string: Ref,
    text: &Text,
    begin: Term,
    end: Term,
) -> Step<Return> {
    let zero = m.pool.bv32(0);
    let from_start = m.pool.eq(begin, zero);
    let to_end = m.pool.eq(end, text.length);
    let all = m.pool.and(from_start, to_end);
    if m.decide(st, all)? {
        return value(Slot::reference(string));
    }
    // Since JDK 17 an empty part is the constant.
    let empty = m.pool.eq(begin, end);
    if m.decide(st, empty)? {
        let made = match m.classpath().jdk().version {
            ..=16 => m.new_string(st, &[])?,
            _ => m.intern(st, &[])?,
        };
        return value(Slot::reference(made));
    }
    let mut begin = begin;
    let available = match m.pool.as_bv(end) {
        Some(end) => text.characters.len().min(end as usize),
        None => text.characters.len(),
    };
    if m.pool.as_bv(begin).is_none() && available * available > MOST_CHOICES {
        let known = m.concretize(st, begin)?;
        begin = m.pool.bv(32, known);
    }
    let length = m.pool.sub(end, begin);
    let source = &text.characters[..available];
    let characters: Vec<Slot> = match m.pool.as_bv(begin) {
        Some(begin) => source.get(begin as usize..).unwrap_or(&[]).to_vec(),
        None => (0..available)
            .map(|i| {
                // Character `i` of the part exists only where it starts so early that there is one.
                let offset = m.pool.bv32(i as i32);
                let at = m.pool.add(begin, offset);
                m.character_at(source, at)
            })
            .collect(),
    };
    let made = m.new_text(st, length, characters)?;
    value(Slot::reference(made))
}

/// The first place whose character is not to go, or the length; and one behind the last such place, or 0.
fn kept(m: &mut Machine, text: &Text, stays: &[Term]) -> (Term, Term) {
    let mut first = text.length;
    let mut last = m.pool.bv32(0);
    let here: Vec<Term> = (0..stays.len())
        .map(|i| {
            let there = text.has(m, i);
            m.pool.and(there, stays[i])
        })
        .collect();
    for i in 0..here.len() {
        let behind = m.pool.bv32(i as i32 + 1);
        last = m.pool.ite(here[i], behind, last);
    }
    for i in (0..here.len()).rev() {
        let at = m.pool.bv32(i as i32);
        first = m.pool.ite(here[i], at, first);
    }
    (first, last)
}

fn trim(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    if is_concrete(m, st, string)? {
        return Ok(Return::Bytecode);
    }
    let text = m.bounded_text(st, string)?;
    let space = m.pool.bv32(i32::from(b' '));
    let stays: Vec<Term> = text
        .characters
        .iter()
        .map(|c| {
            let character = m.int_term(*c);
            m.pool.ult(space, character)
        })
        .collect();
    let (first, last) = kept(m, &text, &stays);
    // Of a string without anything else the empty part at its end is left.
    let empty = m.pool.ult(last, first);
    let end = m.pool.ite(empty, first, last);
    part(m, st, string, &text, first, end)
}

fn strip(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    if is_concrete(m, st, string)? {
        return Ok(Return::Bytecode);
    }
    let which = m.method(call.method).name.clone();
    let text = m.bounded_text(st, string)?;
    let stays = not_white(m, st, &text)?;
    let (first, last) = kept(m, &text, &stays);
    let empty = m.pool.ult(last, first);
    let end = m.pool.ite(empty, first, last);
    let (begin, end) = match &*which {
        "stripLeading" => (first, text.length),
        "stripTrailing" => (m.pool.bv32(0), last),
        _ => (first, end),
    };
    // Where nothing is left, even of an empty string, stripping both ends gives the constant.
    let none_left = m.pool.eq(begin, end);
    if &*which == "strip" && m.decide(st, none_left)? {
        return value(Slot::reference(m.intern(st, &[])?));
    }
    part(m, st, string, &text, begin, end)
}

fn not_white(m: &mut Machine, st: &mut State, text: &Text) -> Step<Vec<Term>> {
    let mut stays = Vec::with_capacity(text.characters.len());
    for character in &text.characters {
        let white = characters::is_white(m, st, *character)?;
        stays.push(m.pool.not(white));
    }
    Ok(stays)
}

fn is_blank(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    if is_concrete(m, st, string)? {
        return Ok(Return::Bytecode);
    }
    let text = m.bounded_text(st, string)?;
    let stays = not_white(m, st, &text)?;
    let mut any = Vec::with_capacity(stays.len());
    for (i, stays) in stays.into_iter().enumerate() {
        let here = text.has(m, i);
        any.push(m.pool.and(here, stays));
    }
    let any = m.pool.or_all(&any);
    let blank = m.pool.not(any);
    value(m.boolean(blank))
}

fn replace_character(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let (old, new) = (call.args[1], call.args[2]);
    if is_concrete(m, st, string)? && !old.is_symbolic() && !new.is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let text = m.bounded_text(st, string)?;
    let there: Vec<Term> = text.characters.iter().map(|c| same(m, *c, old)).collect();
    let replaced = m.int_term(new);
    let changed: Vec<Slot> = there
        .iter()
        .zip(&text.characters)
        .map(|(there, character)| {
            let character = m.int_term(*character);
            let made = m.pool.ite(*there, replaced, character);
            m.slot(made)
        })
        .collect();
    let useless = same(m, old, new);
    let useful = m.pool.not(useless);
    changed_text(m, st, string, &text, &there, useful, changed)
}

/// A string whose characters became others at some places; the string itself where there is no such place.
pub(super) fn changed_text(
    m: &mut Machine,
    st: &mut State,
    string: Ref,
    text: &Text,
    places: &[Term],
    also: Term,
    characters: Vec<Slot>,
) -> Step<Return> {
    let mut any = Vec::with_capacity(places.len());
    for (i, place) in places.iter().enumerate() {
        let here = text.has(m, i);
        any.push(m.pool.and(here, *place));
    }
    let any = m.pool.or_all(&any);
    let any = m.pool.and(any, also);
    if !m.decide(st, any)? {
        return value(Slot::reference(string));
    }
    let made = m.new_text(st, text.length, characters)?;
    value(Slot::reference(made))
}
