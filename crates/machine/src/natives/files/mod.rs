//! Files, as the program's system calls see them (`machine/src/files/`): `java.io` has natives of its own, `java.nio`
//! goes through `UnixNativeDispatcher` and the channels. Nothing on the host is read or written.

pub mod io;
pub mod nio;

use super::{Call, Return};
use crate::files::{Answer, Errno};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};

/// Answers with an `IOException` that has the system's message.
fn or_throw<T>(answer: Result<T, Errno>) -> Step<T> {
    answer.map_err(|errno| Halt::throw("java/io/IOException", errno.message()))
}

/// The number in a `FileDescriptor`.
fn number_of(m: &mut Machine, st: &State, descriptor: Ref) -> Step<i32> {
    let number = m.field(st, descriptor, "fd")?;
    m.concrete_int(st, number)
}

fn close_descriptor(m: &mut Machine, st: &mut State, descriptor: Ref) -> Step<()> {
    let number = number_of(m, st, descriptor)?;
    m.close_file(st, number);
    m.set_field(st, descriptor, "fd", Slot::int(-1))
}

/// A byte register as `read` returns it, from 0 to 255.
fn unsigned(m: &mut Machine, byte: Slot) -> Slot {
    match byte.term {
        None => Slot::int(byte.as_int() & 0xff),
        Some(term) => {
            let low = m.pool.extract(term, 7, 0);
            let wide = m.pool.zext(low, 32);
            m.slot(wide)
        }
    }
}

/// The lowest eight bits of an `int`, as a byte register.
fn low_byte(m: &mut Machine, number: Slot) -> Slot {
    match number.term {
        None => Slot::int(i32::from(number.as_int() as i8)),
        Some(term) => {
            let low = m.pool.extract(term, 7, 0);
            let wide = m.pool.sext(low, 32);
            m.slot(wide)
        }
    }
}

/// Offset and count within an array, as the methods of `java.io` check them.
fn range(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<(Ref, usize, usize)> {
    let array = call.reference(1);
    if array.is_null() {
        return Err(Halt::null_pointer());
    }
    m.materialize(st, array)?;
    let length = m.array_length(st, array)?;
    let length = i64::from(m.concrete_int(st, length)?);
    let offset = i64::from(m.concrete_int(st, call.args[2])?);
    let count = i64::from(m.concrete_int(st, call.args[3])?);
    if offset < 0 || count < 0 || offset + count > length {
        return Err(Halt::throw_plain("java/lang/IndexOutOfBoundsException"));
    }
    Ok((array, offset as usize, count as usize))
}

fn put(m: &mut Machine, st: &mut State, array: Ref, offset: usize, bytes: &[Slot]) -> Step<()> {
    for (i, byte) in bytes.iter().enumerate() {
        m.array_store(st, array, Slot::int((offset + i) as i32), *byte)?;
    }
    Ok(())
}

fn get(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    offset: usize,
    count: usize,
) -> Step<Vec<Slot>> {
    (offset..offset + count)
        .map(|i| m.array_load(st, array, Slot::int(i as i32)))
        .collect()
}

/// Reads into an array; -1 at the end of the file.
fn read_into(
    m: &mut Machine,
    st: &mut State,
    number: i32,
    (array, offset, count): (Ref, usize, usize),
    at: Option<u64>,
) -> Answer<i32> {
    if count == 0 {
        return Ok(Ok(0));
    }
    let bytes = crate::files::granted!(m.read_file(st, number, at, count));
    if bytes.is_empty() {
        return Ok(Ok(-1));
    }
    put(m, st, array, offset, &bytes)?;
    Ok(Ok(bytes.len() as i32))
}

/// What the host would have to do, which nothing here models.
fn refuse(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let method = m.method(call.method);
    let class = m.class(method.class).java_name();
    let name = &method.name;
    Err(Halt::unsupported(format!("{class}.{name} is not modelled")))
}
