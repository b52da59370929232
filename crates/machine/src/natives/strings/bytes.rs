//! The arrays behind strings: characters of `StringUTF16`, and the comparison of stretches of arrays.

use super::super::{Call, Entry, Return, boolean, int, value};
use super::{in_range, unit};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::natives::memory::BASE;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;

const UTF16: &str = "java/lang/StringUTF16";

pub const NATIVES: &[Entry] = &[
    (UTF16, "isBigEndian", "()Z", is_big_endian),
    (UTF16, "getChar", "([BI)C", get_char),
    (UTF16, "putChar", "([BII)V", put_char),
    (UTF16, "reverse", "([BI)V", reverse),
    (
        "jdk/internal/util/ArraysSupport",
        "vectorizedMismatch",
        "*",
        vectorized_mismatch,
    ),
];

fn is_big_endian(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(false)
}

fn get_char(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (array, index) = (call.reference(0), call.args[1]);
    if index.is_symbolic() {
        return get_char_symbolic(m, st, array, index);
    }
    let Ok(i) = usize::try_from(index.as_int()) else {
        return Ok(Return::Bytecode);
    };
    match st.heap.get(array).map(|o| &o.data) {
        Some(Data::Bytes(bytes)) if 2 * i + 1 < bytes.len() => int(i32::from(unit(bytes, i))),
        Some(Data::Symbolic(_)) => {
            let at = Slot::int(2 * i as i32);
            let low = m.array_load(st, array, at)?;
            let high = m.array_load(st, array, Slot::int(2 * i as i32 + 1))?;
            value(m.character_of(low, high))
        }
        _ => Ok(Return::Bytecode),
    }
}

fn get_char_symbolic(m: &mut Machine, st: &mut State, array: Ref, index: Slot) -> Step<Return> {
    if array.is_null() {
        return Err(Halt::null_pointer());
    }
    let bytes = m.array_slots(st, array)?;
    let (i, length) = (m.int_term(index), m.pool.bv32(bytes.len() as i32 / 2));
    let inside = m.pool.ult(i, length);
    if !m.decide(st, inside)? {
        return Ok(Return::Bytecode);
    }
    let characters: Vec<Slot> = bytes
        .chunks_exact(2)
        .map(|p| m.character_of(p[0], p[1]))
        .collect();
    value(m.character_at(&characters, i))
}

fn put_char(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (array, index, character) = (call.reference(0), call.args[1], call.args[2]);
    if index.is_symbolic() {
        return put_anywhere(m, st, array, index, character);
    }
    let Ok(i) = usize::try_from(index.as_int()) else {
        return Ok(Return::Bytecode);
    };
    let Some(Data::Bytes(bytes)) = st.heap.get(array).map(|o| &o.data) else {
        return put_symbolic(m, st, array, i, character);
    };
    if 2 * i + 1 >= bytes.len() {
        return Ok(Return::Bytecode);
    }
    if character.is_symbolic() {
        return put_symbolic(m, st, array, i, character);
    }
    if let Data::Bytes(bytes) = &mut st.heap.get_mut(array).data {
        let bytes = crate::heap::unshared(bytes);
        let [low, high] = (character.as_int() as u16).to_le_bytes();
        bytes[2 * i] = low as i8;
        bytes[2 * i + 1] = high as i8;
    }
    Ok(Return::Void)
}

fn put_symbolic(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    i: usize,
    character: Slot,
) -> Step<Return> {
    let length = m.array_length(st, array)?;
    if length.is_symbolic() || 2 * i + 1 >= length.as_int() as usize {
        return Ok(Return::Bytecode);
    }
    let [low, high] = m.bytes_of(character);
    m.array_store(st, array, Slot::int(2 * i as i32), low)?;
    m.array_store(st, array, Slot::int(2 * i as i32 + 1), high)?;
    Ok(Return::Void)
}

/// A write at a symbolic index: every character may be the one.
fn put_anywhere(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    index: Slot,
    character: Slot,
) -> Step<Return> {
    if array.is_null() {
        return Err(Halt::null_pointer());
    }
    let bytes = m.array_slots(st, array)?;
    let (at, length) = (m.int_term(index), m.pool.bv32(bytes.len() as i32 / 2));
    let inside = m.pool.ult(at, length);
    if !m.decide(st, inside)? {
        return Ok(Return::Bytecode);
    }
    let new = m.bytes_of(character);
    for (i, old) in bytes.iter().enumerate() {
        let here = m.pool.bv32(i as i32 / 2);
        let here = m.pool.eq(at, here);
        let (new, old) = (m.int_term(new[i % 2]), m.int_term(*old));
        let stored = m.pool.ite(here, new, old);
        let stored = m.slot(stored);
        m.array_store(st, array, Slot::int(i as i32), stored)?;
    }
    Ok(Return::Void)
}

/// `StringBuilder.reverse` looks at every character for surrogates. Here a pair that the reversal turned around is
/// turned back by a choice: a low surrogate right before a high one, and no two such pairs overlap.
fn reverse(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let array = call.reference(0);
    if call.args[1].is_symbolic()
        || !matches!(st.heap.get(array).map(|o| &o.data), Some(Data::Symbolic(_)))
    {
        return Ok(Return::Bytecode);
    }
    let bytes = m.array_slots(st, array)?;
    let count = call.args[1].as_int().max(0) as usize;
    let Some(bytes) = bytes.get(..2 * count) else {
        return Ok(Return::Bytecode);
    };
    let mut reversed: Vec<Term> = Vec::with_capacity(count);
    for pair in bytes.chunks_exact(2).rev() {
        let character = m.character_of(pair[0], pair[1]);
        reversed.push(m.int_term(character));
    }
    let mut turned = Vec::with_capacity(count);
    for i in 0..count.saturating_sub(1) {
        let low = in_range(m, reversed[i], 0xDC00, 0xDFFF);
        let high = in_range(m, reversed[i + 1], 0xD800, 0xDBFF);
        turned.push(m.pool.and(low, high));
    }
    for i in 0..count {
        let mut character = reversed[i];
        if i > 0 {
            character = m.pool.ite(turned[i - 1], reversed[i - 1], character);
        }
        if i + 1 < count {
            character = m.pool.ite(turned[i], reversed[i + 1], character);
        }
        let character = m.slot(character);
        put_symbolic(m, st, array, i, character)?;
    }
    Ok(Return::Void)
}

/// The first difference between two stretches of arrays, by their bits. With symbolic elements the caller is told that
/// nothing was compared yet and looks for itself; for elements of eight bytes it would not, and the bytecode runs.
fn vectorized_mismatch(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let [a, b] = [call.reference(0), call.reference(2)];
    let length = m.concrete_int(st, call.args[4])?;
    let log2_width = m.concrete_int(st, call.args[5])?;
    let (from_a, from_b) = (
        m.concrete_long(st, call.args[1])?,
        m.concrete_long(st, call.args[3])?,
    );
    let first = |offset: i64| usize::try_from((offset - BASE) >> log2_width).ok();
    let plain = |array: Ref| {
        st.heap
            .get(array)
            .map(|o| &o.data)
            .filter(|d| !matches!(d, Data::Symbolic(_)))
    };
    let stretches = plain(a).zip(plain(b)).zip(first(from_a).zip(first(from_b)));
    let Some(((x, y), (i, j))) = stretches.filter(|((x, y), _)| x.element() == y.element()) else {
        return if log2_width == 3 {
            Ok(Return::Bytecode)
        } else {
            int(!length)
        };
    };
    for k in 0..length.max(0) as usize {
        match (x.load(i + k), y.load(j + k)) {
            (Some(p), Some(q)) if p.bits == q.bits => {}
            (Some(_), Some(_)) => return int(k as i32),
            _ => return Ok(Return::Bytecode),
        }
    }
    int(!0)
}
