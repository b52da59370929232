//! What a JVM with compact strings does differently. Strings are UTF-16 throughout here; the few results that tell a
//! string of Latin-1 characters from another are those of a JVM that keeps it in single bytes.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};

const UTF16: &str = "java/lang/StringUTF16";

pub const NATIVES: &[Entry] = &[
    (UTF16, "newBytesFor", "(I)[B", negative_capacity),
    (UTF16, "compareToCI", "([B[B)I", compare_ignoring_case),
    (UTF16, "codePointIncluding", "([BIIII)I", code_point),
];

/// A JVM with compact strings comes to `new byte[capacity]` for a builder of negative capacity, which says how much.
fn negative_capacity(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let length = call.args[0];
    if length.is_symbolic() {
        let (term, zero) = (m.int_term(length), m.pool.bv32(0));
        let negative = m.pool.slt(term, zero);
        return match m.decide(st, negative)? {
            true => Err(Halt::throw_quoting(
                "java/lang/NegativeArraySizeException",
                &["", ""],
                &[length],
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

const SURROGATES: &str = "String.compareToIgnoreCase of an input and a character beyond 16 bits";

/// Two UTF-16 strings are compared by code point, but a Latin-1 string and another by character. Where a character is
/// symbolic the bytecode runs, which differs only in how far apart a surrogate and a Latin-1 character are.
fn compare_ignoring_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let both = [0, 1].map(|i| latin1(st, call.reference(i)));
    let [Some(first), Some(second)] = both else {
        let beyond = |i: usize| has_surrogate(st, call.reference(i));
        return match beyond(0) || beyond(1) {
            true => Err(Halt::unsupported(SURROGATES)),
            false => Ok(Return::Bytecode),
        };
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

/// Called for a character that differs from the other string's. If it is a surrogate of an input, how far the strings are
/// apart depends on whether the other one is Latin-1.
fn code_point(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let mut callers = Vec::new();
    st.stack.for_each(|frame, _| {
        callers.push(frame.method);
        callers.len() < 2
    });
    let compares = callers
        .get(1)
        .is_some_and(|caller| &*m.method(*caller).name == "compareToCI");
    if !compares || latin1(st, call.reference(0)).is_some() {
        return Ok(Return::Bytecode);
    }
    let character = m.int_term(call.args[1]);
    let (mask, surrogates) = (m.pool.bv32(0xf800), m.pool.bv32(0xd800));
    let kind = m.pool.bv_and(mask, character);
    let is_surrogate = m.pool.eq(kind, surrogates);
    match m.decide(st, is_surrogate)? {
        true => Err(Halt::unsupported(SURROGATES)),
        false => Ok(Return::Bytecode),
    }
}

fn has_surrogate(st: &State, array: Ref) -> bool {
    let Some(Data::Bytes(bytes)) = st.heap.get(array).map(|o| &o.data) else {
        return false;
    };
    bytes
        .chunks_exact(2)
        .any(|pair| pair[1] as u8 & 0xf8 == 0xd8)
}

/// The characters behind a string in single bytes, `Some(None)` if not all are Latin-1, `None` if not all are known.
fn latin1(st: &State, array: Ref) -> Option<Option<Vec<i8>>> {
    let Some(Data::Bytes(bytes)) = st.heap.get(array).map(|o| &o.data) else {
        return None;
    };
    let pairs = bytes.chunks_exact(2);
    Some(pairs.map(|p| (p[1] == 0).then_some(p[0])).collect())
}
