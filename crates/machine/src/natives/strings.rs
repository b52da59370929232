//! `String` and its helpers: fast paths over concrete characters, and single terms where the bytecode would fork at
//! every character. Strings are UTF-16 here (see [`crate::strings`]); messages that differ on a JVM by whether a string
//! is Latin-1 are those that a JVM with compact strings gives.

use super::{Call, Entry, Return, boolean, int, value};
use crate::halt::{Halt, Message, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;

const STRING: &str = "java/lang/String";
const UTF16: &str = "java/lang/StringUTF16";

pub const NATIVES: &[Entry] = &[
    (STRING, "intern", "()Ljava/lang/String;", intern),
    (STRING, "equals", "(Ljava/lang/Object;)Z", equals),
    (STRING, "hashCode", "()I", hash_code),
    (STRING, "charAt", "(I)C", char_at),
    (STRING, "compareTo", "(Ljava/lang/String;)I", compare_to),
    (STRING, "indexOf", "(Ljava/lang/String;)I", index_of),
    (STRING, "startsWith", "(Ljava/lang/String;I)Z", starts_with),
    (UTF16, "isBigEndian", "()Z", is_big_endian),
    (UTF16, "getChar", "([BI)C", get_char),
    (UTF16, "putChar", "([BII)V", put_char),
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

fn intern(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(Slot::reference(m.intern_object(st, call.reference(0))?))
}

/// The array behind a string.
fn bytes_of(m: &Machine, st: &State, string: Ref) -> Step<Ref> {
    m.field(st, string, "value").map(|v| v.as_ref())
}

fn concrete(st: &State, array: Ref) -> Option<&[i8]> {
    match st.heap.get(array).map(|o| &o.data) {
        Some(Data::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}

fn unit(bytes: &[i8], index: usize) -> u16 {
    u16::from_le_bytes([bytes[2 * index] as u8, bytes[2 * index + 1] as u8])
}

fn equals(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (a, b) = (call.reference(0), call.reference(1));
    if a == b {
        return boolean(true);
    }
    if b.is_null() {
        return boolean(false);
    }
    if m.class_of(st, b)? != m.class_of(st, a)? {
        return boolean(false);
    }
    let (x, y) = (bytes_of(m, st, a)?, bytes_of(m, st, b)?);
    if let (Some(x), Some(y)) = (concrete(st, x), concrete(st, y)) {
        return boolean(x == y);
    }
    let (n, k) = (m.array_length(st, x)?, m.array_length(st, y)?);
    let (n, k) = (m.int_term(n), m.int_term(k));
    let same_length = m.pool.eq(n, k);
    if !m.decide(st, same_length)? {
        return boolean(false);
    }
    let (x, y) = (m.string_characters(st, a)?, m.string_characters(st, b)?);
    let mut same = m.pool.tt();
    for (p, q) in x.into_iter().zip(y) {
        let (p, q) = (m.int_term(p), m.int_term(q));
        let equal = m.pool.eq(p, q);
        same = m.pool.and(same, equal);
    }
    value(m.boolean(same))
}

fn hash_code(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let known = m.field(st, string, "hash")?;
    if known.is_symbolic() || known.as_int() != 0 {
        return value(known);
    }
    let bytes = bytes_of(m, st, string)?;
    if let Some(bytes) = concrete(st, bytes) {
        let units = bytes
            .chunks_exact(2)
            .map(|p| u16::from_le_bytes([p[0] as u8, p[1] as u8]));
        let hash = units.fold(0i32, |h, c| h.wrapping_mul(31).wrapping_add(i32::from(c)));
        m.set_field(st, string, "hash", Slot::int(hash))?;
        return int(hash);
    }
    let characters = m.string_characters(st, string)?;
    let mut hash = m.pool.bv32(0);
    let factor = m.pool.bv32(31);
    for character in characters {
        let character = m.int_term(character);
        hash = m.pool.mul(hash, factor);
        hash = m.pool.add(hash, character);
    }
    value(m.slot(hash))
}

fn char_at(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (string, index) = (call.reference(0), call.args[1]);
    let array = bytes_of(m, st, string)?;
    if let (Some(bytes), None) = (concrete(st, array), index.term) {
        let length = bytes.len() / 2;
        let at = index.as_int();
        return match usize::try_from(at).ok().filter(|i| *i < length) {
            Some(i) => int(i32::from(unit(bytes, i))),
            None => Err(index_failure(m.classpath().jdk().version, bytes, at)),
        };
    }
    m.materialize(st, array)?;
    let length = m.array_length(st, array)?;
    let (i, bytes) = (m.int_term(index), m.int_term(length));
    let one = m.pool.bv32(1);
    let length = m.pool.lshr(bytes, one);
    let inside = m.pool.ult(i, length);
    if !m.decide(st, inside)? {
        return Err(Halt::ThrowNew(
            "java/lang/StringIndexOutOfBoundsException",
            Message::Opaque,
        ));
    }
    let characters = m.string_characters(st, string)?;
    value(character_at(m, &characters, index))
}

fn index_failure(jdk: u32, bytes: &[i8], index: i32) -> Halt {
    let latin = bytes.chunks_exact(2).all(|p| p[1] == 0);
    let length = bytes.len() / 2;
    let text = match jdk {
        ..=17 if latin => format!("String index out of range: {index}"),
        ..=11 => format!("index {index},length {length}"),
        12..=17 => format!("index {index}, length {length}"),
        _ => format!("Index {index} out of bounds for length {length}"),
    };
    Halt::throw("java/lang/StringIndexOutOfBoundsException", text)
}

/// The character at an index that is within bounds.
fn character_at(m: &mut Machine, characters: &[Slot], index: Slot) -> Slot {
    let Some(at) = index.term else {
        return characters
            .get(index.as_int() as usize)
            .copied()
            .unwrap_or_default();
    };
    let terms: Vec<Term> = characters.iter().map(|c| m.int_term(*c)).collect();
    match choose(m, at, &terms, 0) {
        Some(term) => m.slot(term),
        None => Slot::ZERO,
    }
}

/// A balanced tree of choices.
fn choose(m: &mut Machine, index: Term, values: &[Term], first: i32) -> Option<Term> {
    match values {
        [] => None,
        [one] => Some(*one),
        _ => {
            let middle = values.len() / 2;
            let start = first + middle as i32;
            let low = choose(m, index, &values[..middle], first)?;
            let high = choose(m, index, &values[middle..], start)?;
            let bound = m.pool.bv32(start);
            let below = m.pool.ult(index, bound);
            Some(m.pool.ite(below, low, high))
        }
    }
}

/// The concrete bytes of the receiver and of the string passed, if both are concrete.
fn both<'a>(m: &Machine, st: &'a State, call: &Call<'_>) -> Step<Option<(&'a [i8], &'a [i8])>> {
    if call.reference(1).is_null() {
        return Err(Halt::null_pointer());
    }
    let (x, y) = (
        bytes_of(m, st, call.reference(0))?,
        bytes_of(m, st, call.reference(1))?,
    );
    Ok(concrete(st, x).zip(concrete(st, y)))
}

fn compare_to(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some((x, y)) = both(m, st, call)? else {
        return Ok(Return::Bytecode);
    };
    let (n, k) = (x.len() / 2, y.len() / 2);
    for i in 0..n.min(k) {
        let (a, b) = (unit(x, i), unit(y, i));
        if a != b {
            return int(i32::from(a) - i32::from(b));
        }
    }
    int(n as i32 - k as i32)
}

fn index_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some((x, y)) = both(m, st, call)? else {
        return Ok(Return::Bytecode);
    };
    if y.is_empty() {
        return int(0);
    }
    let found = x.windows(y.len()).step_by(2).position(|w| w == y);
    int(found.map_or(-1, |i| i as i32))
}

fn starts_with(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some((x, y)) = both(m, st, call)? else {
        return Ok(Return::Bytecode);
    };
    if call.args[2].is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let from = usize::try_from(call.args[2].as_int()).ok();
    boolean(
        from.and_then(|f| x.get(2 * f..))
            .is_some_and(|rest| rest.starts_with(y)),
    )
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
    value(character_at(m, &characters, index))
}

fn put_char(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (array, index, character) = (call.reference(0), call.args[1], call.args[2]);
    if index.is_symbolic() {
        return Ok(Return::Bytecode);
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
    let first = |offset: i64| usize::try_from((offset - super::memory::BASE) >> log2_width).ok();
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
