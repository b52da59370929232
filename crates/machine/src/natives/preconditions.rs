//! `jdk.internal.util.Preconditions`: the message of a failed range check formats the numbers involved, digit by digit.
//! With symbolic numbers the exception gets a message that is not worked out. And one check of `StringUTF16` whose message
//! would show that strings are never compact here.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Message, Step};
use crate::machine::Machine;
use crate::state::State;

const PRECONDITIONS: &str = "jdk/internal/util/Preconditions";

pub const NATIVES: &[Entry] = &[
    (PRECONDITIONS, "outOfBoundsCheckIndex", "*", out_of_bounds),
    (
        PRECONDITIONS,
        "outOfBoundsCheckFromToIndex",
        "*",
        out_of_bounds,
    ),
    (
        PRECONDITIONS,
        "outOfBoundsCheckFromIndexSize",
        "*",
        out_of_bounds,
    ),
    (
        "java/lang/StringUTF16",
        "newBytesFor",
        "(I)[B",
        negative_capacity,
    ),
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

/// The first argument makes exceptions of another class; without it the class is known.
fn out_of_bounds(_: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let symbolic = call.args[1..].iter().any(|number| number.is_symbolic());
    if !symbolic || !call.reference(0).is_null() {
        return Ok(Return::Bytecode);
    }
    Err(Halt::ThrowNew(
        "java/lang/IndexOutOfBoundsException",
        Message::Opaque,
    ))
}
