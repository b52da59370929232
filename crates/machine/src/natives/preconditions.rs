//! `jdk.internal.util.Preconditions`: the message of a failed range check formats the numbers involved, digit by digit.
//! With symbolic numbers that waits until somebody reads it.

use super::{Call, Entry, Return};
use crate::halt::{Halt, Step};
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
fn out_of_bounds(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let numbers = &call.args[1..];
    let symbolic = numbers.iter().any(|number| number.is_symbolic());
    let method = m.method(call.method);
    // Later JDKs have variants for long numbers.
    if !symbolic || !call.reference(0).is_null() || method.descriptor.contains('J') {
        return Ok(Return::Bytecode);
    }
    const END: &str = " out of bounds for length ";
    const EXCEPTION: &str = "java/lang/IndexOutOfBoundsException";
    Err(match (&*method.name, numbers) {
        ("outOfBoundsCheckIndex", _) => {
            Halt::throw_quoting(EXCEPTION, &["Index ", END, ""], numbers)
        }
        ("outOfBoundsCheckFromToIndex", _) => {
            let end = format!("){END}");
            Halt::throw_quoting(EXCEPTION, &["Range [", ", ", &end, ""], numbers)
        }
        (_, &[from, size, length]) => {
            let end = format!("){END}");
            let texts = ["Range [", ", ", " + ", &end, ""];
            Halt::throw_quoting(EXCEPTION, &texts, &[from, from, size, length])
        }
        _ => return Ok(Return::Bytecode),
    })
}
