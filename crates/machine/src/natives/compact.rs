//! What a JVM with compact strings does differently. Strings are UTF-16 throughout here; the few results that tell a
//! string of Latin-1 characters from another are those of a JVM that keeps it in single bytes.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Message, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};

const UTF16: &str = "java/lang/StringUTF16";

pub const NATIVES: &[Entry] = &[
    (UTF16, "newBytesFor", "(I)[B", negative_capacity),
    (UTF16, "compareToCI", "([B[B)I", compare_ignoring_case),
];

/// A JVM with compact strings comes to `new byte[capacity]` for a builder of negative capacity, which says how much.
fn negative_capacity(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let length = call.args[0];
    if length.is_symbolic() {
        let (term, zero) = (m.int_term(length), m.pool.bv32(0));
        let negative = m.pool.slt(term, zero);
        return match m.decide(st, negative)? {
            true => Err(Halt::ThrowNew(
                "java/lang/NegativeArraySizeException",
                Message::Opaque,
            )),
            false => Ok(Return::Bytecode),
        };
    }
    if length.as_int() >= 0 {
        return Ok(Return::Bytecode);
    }
    Err(Halt::throw(
        "java/lang/NegativeArraySizeException",
        length.as_int().to_string(),
    ))
}

/// Two UTF-16 strings are compared by code point, but a Latin-1 string and another by character. Where a character is
/// symbolic the bytecode runs, which differs only in how far apart a surrogate and a Latin-1 character are.
fn compare_ignoring_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (Some(first), Some(second)) =
        (latin1(st, call.reference(0)), latin1(st, call.reference(1)))
    else {
        return Ok(Return::Bytecode);
    };
    let (class, name) = match (&first, &second) {
        (Some(_), None) => ("java/lang/StringLatin1", "compareToCI_UTF16"),
        (None, Some(_)) => (UTF16, "compareToCI_Latin1"),
        _ => return Ok(Return::Bytecode),
    };
    let method = m.lookup(class, name, "([B[B)I")?;
    let bytes = m.load("[B")?;
    let mut args = call.args.to_vec();
    for (arg, compact) in args.iter_mut().zip([first, second]) {
        if let Some(compact) = compact {
            *arg = Slot::reference(st.heap.allocate(bytes, Data::Bytes(compact.into())));
        }
    }
    Ok(Return::Call(method, args))
}

/// The characters behind a string in single bytes, `Some(None)` if not all are Latin-1, `None` if not all are known.
fn latin1(st: &State, array: Ref) -> Option<Option<Vec<i8>>> {
    let Some(Data::Bytes(bytes)) = st.heap.get(array).map(|o| &o.data) else {
        return None;
    };
    let pairs = bytes.chunks_exact(2);
    Some(pairs.map(|p| (p[1] == 0).then_some(p[0])).collect())
}
