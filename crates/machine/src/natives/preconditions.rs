//! `jdk.internal.util.Preconditions`: the message of a failed range check formats the numbers involved, digit by digit.
//! With symbolic numbers the message is put together when somebody reads it.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Message, Quote, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

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
fn out_of_bounds(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let symbolic = call.args[1..].iter().any(|number| number.is_symbolic());
    if !symbolic || !call.reference(0).is_null() {
        return Ok(Return::Bytecode);
    }
    let method = m.method(call.method);
    let ty = if method.descriptor.contains('J') {
        b'J'
    } else {
        b'I'
    };
    let numbers: Vec<(u8, Slot)> = call.args[1..].iter().map(|number| (ty, *number)).collect();
    let message = match (&*method.name, &numbers[..]) {
        ("outOfBoundsCheckIndex", [_, _]) => {
            Quote::message("Index {} out of bounds for length {}", numbers)
        }
        ("outOfBoundsCheckFromToIndex", [_, _, _]) => {
            Quote::message("Range [{}, {}) out of bounds for length {}", numbers)
        }
        ("outOfBoundsCheckFromIndexSize", [from, size, length]) => {
            let numbers = vec![*from, *from, *size, *length];
            Quote::message("Range [{}, {} + {}) out of bounds for length {}", numbers)
        }
        _ => Message::Opaque,
    };
    Err(Halt::ThrowNew(
        "java/lang/IndexOutOfBoundsException",
        message,
    ))
}
