//! Standard input. A text that the user gave is read as it is; otherwise the input is symbolic: ASCII characters up to the
//! bound on strings, and then the end. `System.in` is a `BufferedInputStream` whose reading is done here; any other runs
//! its own code.

use super::{Call, Entry, Return, int, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::BoundHit;
use crate::state::State;
use crate::text::character_symbol;
use crate::value::{ClassId, Ref, Slot};
use logic::{Sort, Term};
use std::rc::Rc;

const STREAM: &str = "java/io/BufferedInputStream";

/// The name of the input.
pub const NAME: &str = "System.in";

pub const NATIVES: &[Entry] = &[
    (STREAM, "read", "()I", read),
    (STREAM, "read", "([BII)I", read_bytes),
    (STREAM, "available", "()I", available),
    (STREAM, "skip", "(J)J", skip),
    (STREAM, "close", "()V", close),
    (STREAM, "mark", "(I)V", unsupported),
    (STREAM, "reset", "()V", unsupported),
    (STREAM, "transferTo", "*", unsupported),
];

/// How many bytes come at once is up to whoever writes them.
const ALL_THERE: &str = "standard input: all of it is there from the start";

/// Whether the program itself, or through a reader's `ready`, asks how much there is; readers that only fill their
/// buffers give the same characters however they come.
fn by_program(m: &Machine, st: &State) -> bool {
    let mut asks = true;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        if m.class(method.class).application {
            return false;
        }
        if !method.is_synthetic_frame() {
            asks = &*method.name == "ready";
        }
        !asks
    });
    asks
}

/// How far a path has read.
#[derive(Clone, Default)]
pub struct Stdin {
    pub position: u32,
    pub closed: bool,
    /// The length, and the name of the symbols of the characters; made at the first use.
    pub symbolic: Option<(Term, Rc<str>)>,
}

/// Called once `System` is initialised.
pub fn set_stream(m: &mut Machine, st: &mut State, system: ClassId) -> Step<()> {
    let class = m.load(STREAM)?;
    let stream = m.allocate(st, class);
    st.singletons.insert("in", stream);
    m.set_static(st, system, "in", Slot::reference(stream))
}

fn is_ours(st: &State, stream: Ref) -> bool {
    st.singletons.get("in") == Some(&stream)
}

/// Asks for what the stream's length is to be assumed; afterwards the input is there.
fn open(m: &mut Machine, st: &mut State) -> Step<()> {
    if st.stdin.closed {
        return Err(Halt::throw("java/io/IOException", "Stream closed"));
    }
    if st.stdin.symbolic.is_none() {
        let made = m.stdin_text(st, NAME)?;
        st.stdin.symbolic = Some(made);
    }
    Ok(())
}

/// Whether there is a byte at the position.
fn more(m: &mut Machine, st: &State) -> Step<bool> {
    let position = st.stdin.position;
    let Some(length) = symbolic_length(m, st) else {
        let given = m.options.stdin.as_ref().map_or(0, |text| text.len());
        return Ok((position as usize) < given);
    };
    let at = m.pool.bv32(position as i32);
    let inside = m.pool.ult(at, length);
    let inside = m.decide(st, inside)?;
    if inside && position >= m.options.string_length {
        return Err(too_long(m, st));
    }
    Ok(inside)
}

/// The length, unless the user gave the text.
fn symbolic_length(m: &Machine, st: &State) -> Option<Term> {
    let (length, _) = st.stdin.symbolic.as_ref()?;
    m.options.stdin.is_none().then_some(*length)
}

fn too_long(m: &Machine, st: &State) -> Halt {
    let input = st.stdin.symbolic.as_ref().map(|(_, symbol)| symbol.clone());
    Halt::Bound(BoundHit::StringLength {
        limit: m.options.string_length,
        input: input.unwrap_or_else(|| NAME.into()),
    })
}

/// How many bytes there are in all.
fn total(m: &mut Machine, st: &State) -> Step<u32> {
    let Some(length) = symbolic_length(m, st) else {
        return Ok(m.options.stdin.as_ref().map_or(0, |t| t.len()) as u32);
    };
    let most = m.pool.bv32(m.options.string_length as i32);
    let within = m.pool.ule(length, most);
    if !m.decide(st, within)? {
        return Err(too_long(m, st));
    }
    Ok(m.concretize(st, length)? as u32)
}

/// The byte at a position where there is one, as an `int` from 0 to 255.
fn byte_at(m: &mut Machine, st: &State, position: u32) -> Step<Slot> {
    if let Some(text) = &m.options.stdin {
        let byte = text.as_bytes().get(position as usize);
        return Ok(Slot::int(byte.map_or(-1, |b| i32::from(*b))));
    }
    let Some((_, symbol)) = st.stdin.symbolic.clone() else {
        return Err(Halt::unsupported("standard input before it is opened"));
    };
    m.approximations.insert("standard input: ASCII text");
    let name = character_symbol(&symbol, position as usize);
    let character = m.pool.symbol(&name, Sort::Bv(16));
    let limit = m.pool.bv(16, 128);
    let ascii = m.pool.ult(character, limit);
    if st.facts.get(&ascii) != Some(&1) {
        return Err(Halt::Assume(ascii));
    }
    let wide = m.pool.zext(character, 32);
    Ok(Slot::symbolic(wide))
}

fn read(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    open(m, st)?;
    if !more(m, st)? {
        return int(-1);
    }
    let byte = byte_at(m, st, st.stdin.position)?;
    st.stdin.position += 1;
    value(byte)
}

/// Reads as much as fits, as from a file.
fn read_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    let array = call.reference(1);
    open(m, st)?;
    if array.is_null() {
        return Err(Halt::null_pointer());
    }
    m.materialize(st, array)?;
    let length = m.array_length(st, array)?;
    let length = i64::from(m.concrete_int(st, length)?);
    let offset = i64::from(m.concrete_int(st, call.args[2])?);
    let wanted = i64::from(m.concrete_int(st, call.args[3])?);
    if offset < 0 || wanted < 0 || offset + wanted > length {
        return Err(Halt::throw_plain("java/lang/IndexOutOfBoundsException"));
    }
    if wanted == 0 {
        return int(0);
    }
    if !more(m, st)? {
        return int(-1);
    }
    if by_program(m, st) {
        m.approximations.insert(ALL_THERE);
    }
    let position = st.stdin.position;
    let count = i64::from(total(m, st)? - position).min(wanted) as u32;
    let mut bytes = Vec::with_capacity(count as usize);
    for i in 0..count {
        bytes.push(byte_at(m, st, position + i)?);
    }
    for (i, byte) in (0..).zip(bytes) {
        m.array_store(st, array, Slot::int(offset as i32 + i), byte)?;
    }
    st.stdin.position += count;
    int(count as i32)
}

fn available(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    open(m, st)?;
    if by_program(m, st) {
        if let Some(length) = symbolic_length(m, st) {
            return some_available(m, st, length);
        }
        m.approximations.insert(ALL_THERE);
    }
    let total = total(m, st)?;
    int((total - st.stdin.position.min(total)) as i32)
}

/// Any part of what is left may have come already.
fn some_available(m: &mut Machine, st: &mut State, length: Term) -> Step<Return> {
    const CALL: &str = "System.in.available()";
    let possible = {
        // The symbol that the input will get, without making it an input yet.
        let slot = m.environment_primitive(&mut st.clone(), CALL, b'I');
        let count = m.int_term(slot);
        let position = m.pool.bv32(st.stdin.position as i32);
        let left = m.pool.sub(length, position);
        m.pool.ule(count, left)
    };
    if st.facts.get(&possible) != Some(&1) {
        return Err(Halt::Assume(possible));
    }
    value(m.environment_primitive(st, CALL, b'I'))
}

fn skip(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    open(m, st)?;
    let wanted = m.concrete_long(st, call.args[1])?;
    let left = i64::from(total(m, st)? - st.stdin.position);
    let skipped = wanted.clamp(0, left);
    st.stdin.position += skipped as u32;
    value(Slot::long(skipped))
}

fn close(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    st.stdin.closed = true;
    Ok(Return::Void)
}

fn unsupported(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !is_ours(st, call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    let name = m.method(call.method).name.clone();
    Err(Halt::unsupported(format!("System.in.{name}")))
}
