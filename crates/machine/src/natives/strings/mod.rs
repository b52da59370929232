//! `String` and its helpers: fast paths over concrete characters, and single terms where the bytecode would fork at
//! every character. Strings are UTF-16 here (see [`crate::strings`]); messages that differ on a JVM by whether a string
//! is Latin-1 are those that a JVM with compact strings gives.

pub mod builder;
pub mod bytes;
pub mod case;
pub mod characters;
pub mod compare;
pub mod edit;
pub mod numbers;
pub mod search;

use super::{Call, Entry, Return, int, value};
use crate::halt::{Halt, Message, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use logic::Term;

const STRING: &str = "java/lang/String";

pub const NATIVES: &[Entry] = &[
    (STRING, "intern", "()Ljava/lang/String;", intern),
    (STRING, "length", "()I", length),
    (STRING, "isEmpty", "()Z", is_empty),
    (STRING, "charAt", "(I)C", char_at),
];

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

fn is_concrete(m: &Machine, st: &State, string: Ref) -> Step<bool> {
    Ok(concrete(st, bytes_of(m, st, string)?).is_some())
}

fn unit(bytes: &[i8], index: usize) -> u16 {
    u16::from_le_bytes([bytes[2 * index] as u8, bytes[2 * index + 1] as u8])
}

/// Whether a character, as an `int`, is one of these.
fn in_range(m: &mut Machine, character: Term, first: u16, last: u16) -> Term {
    let low = m.pool.bv32(i32::from(first));
    let offset = m.pool.sub(character, low);
    let size = m.pool.bv32(i32::from(last) - i32::from(first));
    m.pool.ule(offset, size)
}

fn out_of_range() -> Halt {
    Halt::ThrowNew("java/lang/StringIndexOutOfBoundsException", Message::Opaque)
}

/// Code of the JDK that asks for the length goes on to look at all characters, and is better off with a known one.
fn length(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let array = bytes_of(m, st, string)?;
    if let Some(bytes) = concrete(st, array) {
        return int(bytes.len() as i32 / 2);
    }
    if let Some(length) = numbers::open_length(m, st, array)? {
        return value(m.slot(length));
    }
    let own = super::caller(m, st, 0).is_some_and(|class| m.class(class).application);
    if !own {
        m.materialize(st, array)?;
    }
    let text = m.text(st, string)?;
    value(m.slot(text.length))
}

fn is_empty(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    if is_concrete(m, st, string)? {
        return Ok(Return::Bytecode);
    }
    let text = m.text(st, string)?;
    let zero = m.pool.bv32(0);
    let empty = m.pool.eq(text.length, zero);
    value(m.boolean(empty))
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
    let text = m.text(st, string)?;
    let i = m.int_term(index);
    let inside = m.pool.ult(i, text.length);
    if !m.decide(st, inside)? {
        return Err(out_of_range());
    }
    if let Some(name) = &text.open {
        let most = m.pool.bv32(text.characters.len() as i32);
        let known = m.pool.ult(i, most);
        if !m.decide(st, known)? {
            return Err(m.beyond_bound(name));
        }
    }
    value(m.character_at(&text.characters, i))
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
