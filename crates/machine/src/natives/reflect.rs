//! `java.lang.reflect.Array`, and the conversions of reflective calls. Members of classes are in [`super::members`].

use super::{Call, Entry, Return, value};
use crate::class::Shape;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};

const ARRAY: &str = "java/lang/reflect/Array";

pub const NATIVES: &[Entry] = &[
    (ARRAY, "newArray", "*", new_array),
    (ARRAY, "multiNewArray", "*", new_multi_array),
    (ARRAY, "getLength", "*", get_length),
    (ARRAY, "get", "*", get),
    (ARRAY, "set", "*", set),
    (ARRAY, "getBoolean", "*", get_primitive),
    (ARRAY, "getByte", "*", get_primitive),
    (ARRAY, "getChar", "*", get_primitive),
    (ARRAY, "getShort", "*", get_primitive),
    (ARRAY, "getInt", "*", get_primitive),
    (ARRAY, "getLong", "*", get_primitive),
    (ARRAY, "getFloat", "*", get_primitive),
    (ARRAY, "getDouble", "*", get_primitive),
    (ARRAY, "setBoolean", "*", set_primitive),
    (ARRAY, "setByte", "*", set_primitive),
    (ARRAY, "setChar", "*", set_primitive),
    (ARRAY, "setShort", "*", set_primitive),
    (ARRAY, "setInt", "*", set_primitive),
    (ARRAY, "setLong", "*", set_primitive),
    (ARRAY, "setFloat", "*", set_primitive),
    (ARRAY, "setDouble", "*", set_primitive),
];

pub const BOXES: [(u8, &str); 8] = [
    (b'Z', "java/lang/Boolean"),
    (b'B', "java/lang/Byte"),
    (b'C', "java/lang/Character"),
    (b'S', "java/lang/Short"),
    (b'I', "java/lang/Integer"),
    (b'J', "java/lang/Long"),
    (b'F', "java/lang/Float"),
    (b'D', "java/lang/Double"),
];

fn new_array(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let element = m.mirrored(st, call.reference(0))?;
    if matches!(m.class(element).shape, Shape::Primitive(b'V')) {
        return Err(Halt::throw_plain("java/lang/IllegalArgumentException"));
    }
    let class = m.array_of(element)?;
    value(Slot::reference(m.new_array(st, class, call.args[1])?))
}

fn new_multi_array(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let mut class = m.mirrored(st, call.reference(0))?;
    let lengths = m.array_slots(st, call.reference(1))?;
    if lengths.is_empty() {
        return Err(Halt::throw(
            "java/lang/IllegalArgumentException",
            "Empty dimensions array",
        ));
    }
    for _ in &lengths {
        class = m.array_of(class)?;
    }
    let descriptor = m.class(class).name.clone();
    value(Slot::reference(m.new_multi_array(
        st,
        &descriptor,
        &lengths,
    )?))
}

/// The element type of an array that a program passed as an `Object`.
fn element(m: &Machine, st: &State, array: Ref) -> Step<ClassId> {
    let class = m.class_of(st, array)?;
    match m.class(class).shape {
        Shape::Array { element, .. } => Ok(element),
        _ => Err(Halt::throw(
            "java/lang/IllegalArgumentException",
            "Argument is not an array",
        )),
    }
}

fn get_length(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    element(m, st, call.reference(0))?;
    value(m.array_length(st, call.reference(0))?)
}

fn get(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let element = element(m, st, call.reference(0))?;
    let loaded = m.array_load(st, call.reference(0), call.args[1])?;
    let Shape::Primitive(primitive) = m.class(element).shape else {
        return value(loaded);
    };
    let Some((_, boxed)) = BOXES.iter().find(|(c, _)| *c == primitive) else {
        return value(loaded);
    };
    let value_of = m.lookup(
        boxed,
        "valueOf",
        &format!("({})L{boxed};", primitive as char),
    )?;
    Ok(Return::Call(value_of, vec![loaded]))
}

fn mismatch() -> Halt {
    Halt::throw(
        "java/lang/IllegalArgumentException",
        "argument type mismatch",
    )
}

fn set(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (array, object) = (call.reference(0), call.reference(2));
    let element = element(m, st, array)?;
    let Shape::Primitive(to) = m.class(element).shape else {
        if !object.is_null() && !m.is_instance(st, object, element) {
            return Err(Halt::throw(
                "java/lang/IllegalArgumentException",
                "array element type mismatch",
            ));
        }
        m.array_store(st, array, call.args[1], call.args[2])?;
        return Ok(Return::Void);
    };
    let stored = unbox(m, st, object, to)?;
    m.array_store(st, array, call.args[1], stored)?;
    Ok(Return::Void)
}

/// The value of a box, widened to a primitive type.
pub fn unbox(m: &mut Machine, st: &State, object: Ref, to: u8) -> Step<Slot> {
    let class = m.class_of(st, object)?;
    let name = m.class(class).name.clone();
    let Some((from, _)) = BOXES.iter().find(|(_, b)| **b == *name) else {
        return Err(mismatch());
    };
    let unboxed = m.field(st, object, "value")?;
    widen(m, unboxed, *from, to)
}

/// JLS §5.1.2, which is what reflection allows.
fn widen(m: &mut Machine, slot: Slot, from: u8, to: u8) -> Step<Slot> {
    use ir::Conversion::*;
    const ORDER: &[u8] = b"BSIJFD";
    if from == to {
        return Ok(slot);
    }
    let rank = |c: u8| ORDER.iter().position(|o| *o == c);
    let start = if from == b'C' { Some(2) } else { rank(from) };
    let (Some(a), Some(b)) = (start, rank(to)) else {
        return Err(mismatch());
    };
    if b < a {
        return Err(mismatch());
    }
    let conversion = match (from, to) {
        (b'J', b'F') => L2F,
        (b'J', b'D') => L2D,
        (b'F', b'D') => F2D,
        (_, b'J') => I2L,
        (_, b'F') => I2F,
        (_, b'D') => I2D,
        _ => return Ok(slot),
    };
    Ok(m.convert_symbolic(conversion, slot))
}

fn primitive_element(m: &Machine, st: &State, array: Ref) -> Step<u8> {
    let element = element(m, st, array)?;
    match m.class(element).shape {
        Shape::Primitive(c) => Ok(c),
        _ => Err(mismatch()),
    }
}

fn get_primitive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let from = primitive_element(m, st, call.reference(0))?;
    let to = m
        .method(call.method)
        .descriptor
        .bytes()
        .last()
        .unwrap_or(b'I');
    let loaded = m.array_load(st, call.reference(0), call.args[1])?;
    value(widen(m, loaded, from, to)?)
}

fn set_primitive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let to = primitive_element(m, st, call.reference(0))?;
    let descriptor = m.method(call.method).descriptor.clone();
    // `(Ljava/lang/Object;IX)V`
    let from = descriptor.bytes().rev().nth(2).unwrap_or(b'I');
    let stored = widen(m, call.args[2], from, to)?;
    m.array_store(st, call.reference(0), call.args[1], stored)?;
    Ok(Return::Void)
}
