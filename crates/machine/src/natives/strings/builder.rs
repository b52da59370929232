//! `StringBuilder` and `StringBuffer`: numbers are appended and inserted as digits that are terms. All other edits are
//! moves of characters, and run as bytecode.

use super::super::{Call, Entry, Return};
use super::numbers::spelled;
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

const BUILDER: &str = "java/lang/AbstractStringBuilder";

pub const NATIVES: &[Entry] = &[
    (
        BUILDER,
        "append",
        "(I)Ljava/lang/AbstractStringBuilder;",
        append_number,
    ),
    (
        BUILDER,
        "append",
        "(J)Ljava/lang/AbstractStringBuilder;",
        append_number,
    ),
];

fn append_number(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let number = call.args[1];
    if !number.is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let append = m.lookup(
        BUILDER,
        "append",
        "(Ljava/lang/String;)Ljava/lang/AbstractStringBuilder;",
    )?;
    let long = m.method(call.method).descriptor.as_bytes()[1] == b'J';
    let digits = spelled(m, st, number, long)?;
    let text = m.new_string_of(st, &digits)?;
    Ok(Return::Call(
        append,
        vec![call.args[0], Slot::reference(text)],
    ))
}
