//! Searching in strings as terms: the first or last place where a character or a string stands, in one term.

use super::super::{Call, Entry, Return, int, value};
use super::compare::{part_of, same, stands_at};
use super::{STRING, bytes_of, concrete, is_concrete};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;

pub const NATIVES: &[Entry] = &[
    (STRING, "indexOf", "(I)I", index_of_character),
    (STRING, "indexOf", "(II)I", index_of_character),
    (STRING, "indexOf", "(Ljava/lang/String;)I", index_of),
    (STRING, "indexOf", "(Ljava/lang/String;I)I", index_of),
    (STRING, "lastIndexOf", "(I)I", last_index_of_character),
    (STRING, "lastIndexOf", "(II)I", last_index_of_character),
    (
        STRING,
        "lastIndexOf",
        "(Ljava/lang/String;)I",
        last_index_of,
    ),
    (
        STRING,
        "lastIndexOf",
        "(Ljava/lang/String;I)I",
        last_index_of,
    ),
];

/// Which of several places is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

fn index_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (string, part) = (call.reference(0), call.reference(1));
    if part.is_null() {
        return Ok(Return::Bytecode);
    }
    if call.args.len() == 2 {
        let (x, y) = (bytes_of(m, st, string)?, bytes_of(m, st, part)?);
        if let (Some(x), Some(y)) = (concrete(st, x), concrete(st, y)) {
            if y.is_empty() {
                return int(0);
            }
            let found = x.windows(y.len()).step_by(2).position(|w| w == y);
            return int(found.map_or(-1, |i| i as i32));
        }
    }
    string_place(m, st, call, End::First)
}

fn last_index_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(1).is_null() {
        return Ok(Return::Bytecode);
    }
    string_place(m, st, call, End::Last)
}

fn string_place(m: &mut Machine, st: &mut State, call: &Call<'_>, end: End) -> Step<Return> {
    let (string, part) = (call.reference(0), call.reference(1));
    let from = call.args.get(2).copied();
    if is_concrete(m, st, string)?
        && is_concrete(m, st, part)?
        && from.is_none_or(|f| !f.is_symbolic())
    {
        return Ok(Return::Bytecode);
    }
    let part = part_of(m, st, part)?;
    place(m, st, string, &part, from, end)
}

fn index_of_character(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    character_place(m, st, call, End::First)
}

fn last_index_of_character(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    character_place(m, st, call, End::Last)
}

fn character_place(m: &mut Machine, st: &mut State, call: &Call<'_>, end: End) -> Step<Return> {
    let (string, wanted) = (call.reference(0), call.args[1]);
    if is_concrete(m, st, string)? && call.args.iter().all(|a| !a.is_symbolic()) {
        return Ok(Return::Bytecode);
    }
    let part: Vec<Slot> = match wanted.term {
        None => match u32::try_from(wanted.as_int()).ok().map(char::from_u32) {
            Some(Some(character)) => {
                let mut units = [0; 2];
                let units = character.encode_utf16(&mut units);
                units.iter().map(|u| Slot::int(i32::from(*u))).collect()
            }
            // A surrogate is looked for as it is.
            Some(None) if wanted.as_int() <= 0xFFFF => vec![wanted],
            _ => return int(-1),
        },
        Some(term) if m.pool.unsigned_range(term).1 <= 0xFFFF => vec![wanted],
        Some(_) => return Ok(Return::Bytecode),
    };
    place(m, st, string, &part, call.args.get(2).copied(), end)
}

/// The first place not before, or the last not behind, an offset.
fn place(
    m: &mut Machine,
    st: &mut State,
    string: Ref,
    part: &[Slot],
    from: Option<Slot>,
    end: End,
) -> Step<Return> {
    let text = m.bounded_text(st, string)?;
    let places = (text.characters.len() + 1).saturating_sub(part.len());
    let mut found = m.pool.bv32(-1);
    let order: Vec<usize> = match end {
        // The choice made last stands outermost and wins.
        End::First => (0..places).rev().collect(),
        End::Last => (0..places).collect(),
    };
    for i in order {
        let mut here = stands_at(m, &text, part, i, same);
        let at: Term = m.pool.bv32(i as i32);
        if let Some(from) = from {
            let from = m.int_term(from);
            let allowed = match end {
                End::First => m.pool.sle(from, at),
                End::Last => m.pool.sle(at, from),
            };
            here = m.pool.and(here, allowed);
        }
        found = m.pool.ite(here, at, found);
    }
    if let (true, End::First, Some(from)) = (part.is_empty(), end, from) {
        // The empty string stands behind the last character, however far one starts.
        let from = m.int_term(from);
        let behind = m.pool.sle(text.length, from);
        found = m.pool.ite(behind, text.length, found);
    }
    value(m.slot(found))
}
