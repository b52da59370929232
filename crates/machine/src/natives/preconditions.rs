//! `jdk.internal.util.Preconditions`: the message of a failed range check formats the numbers involved, digit by digit.
//! With symbolic numbers the exception gets a message that is not worked out.

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
];

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
