//! Boxes. `valueOf` of a symbolic value would index the JDK's cache with a term; instead, it gets an object of its own
//! that [`crate::state::State::cached_boxes`] lets stand for whichever cached one it is, if any. Nothing is asked before
//! somebody compares references.

use super::{Call, Entry, Return};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use ir::Kind;
use logic::Term;

pub const NATIVES: &[Entry] = &[
    (
        "java/lang/Integer",
        "valueOf",
        "(I)Ljava/lang/Integer;",
        value_of,
    ),
    (
        "java/lang/Short",
        "valueOf",
        "(S)Ljava/lang/Short;",
        value_of,
    ),
    ("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;", value_of),
    (
        "java/lang/Character",
        "valueOf",
        "(C)Ljava/lang/Character;",
        value_of,
    ),
    ("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", value_of),
];

fn value_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let value = call.args[0];
    let Some(term) = value.term else {
        return Ok(Return::Bytecode);
    };
    let class = m.method(call.method).class;
    m.ensure_initialized(st, class)?;
    let made = m.allocate(st, class);
    m.set_field(st, made, "value", value)?;
    st.cached_boxes.insert(made, term);
    Ok(Return::Value(Slot::reference(made)))
}

/// The condition that the JDK has a cached box for a value.
pub fn in_cache(m: &mut Machine, class: ClassId, term: Term) -> Term {
    let (low, high) = if &*m.class(class).name == "java/lang/Character" {
        (0, 127)
    } else {
        (-128, 127)
    };
    let width = m.pool.width(term);
    let (low, high) = (
        m.pool.bv(width, low as i128 as u128),
        m.pool.bv(width, high),
    );
    let above = m.pool.sle(low, term);
    let below = m.pool.sle(term, high);
    m.pool.and(above, below)
}

/// The value of a box if it is the JDK's cached object for that value.
pub fn cached_value(m: &mut Machine, st: &State, object: Ref) -> Step<Option<Term>> {
    let class = m.class_of(st, object)?;
    let (cache_class, offset, kind) = match &*m.class(class).name {
        "java/lang/Integer" => ("java/lang/Integer$IntegerCache", 128, Kind::Int),
        "java/lang/Short" => ("java/lang/Short$ShortCache", 128, Kind::Int),
        "java/lang/Byte" => ("java/lang/Byte$ByteCache", 128, Kind::Int),
        "java/lang/Character" => ("java/lang/Character$CharacterCache", 0, Kind::Int),
        "java/lang/Long" => ("java/lang/Long$LongCache", 128, Kind::Long),
        _ => return Ok(None),
    };
    let value = m.field(st, object, "value")?;
    if value.is_symbolic() {
        return Ok(None);
    }
    let cache_class = m.load(cache_class)?;
    let Some(cache) = m.static_field(st, cache_class, "cache") else {
        return Ok(None);
    };
    let number = if kind == Kind::Long {
        value.as_long()
    } else {
        i64::from(value.as_int())
    };
    let index = usize::try_from(number + offset).ok();
    let cached = index.and_then(|i| st.heap.get(cache.as_ref()).and_then(|o| o.data.load(i)));
    Ok(cached
        .filter(|c| c.as_ref() == object)
        .map(|_| m.term(kind, value)))
}

/// The identity hash code of a box of a value for which the JDK has a cached object: one number for all of a class, so
/// that it need not be known which of them a box of a symbolic value is. Hash codes may collide.
pub fn identity_hash(m: &mut Machine, st: &mut State, object: Ref) -> Step<Option<i32>> {
    const FIRST: i32 = 0x2a1b_3c01;
    if object.is_null() {
        return Ok(None);
    }
    let class = m.class_of(st, object)?;
    let (kind, number) = match &*m.class(class).name {
        "java/lang/Integer" => (Kind::Int, 0),
        "java/lang/Short" => (Kind::Int, 1),
        "java/lang/Byte" => (Kind::Int, 2),
        "java/lang/Character" => (Kind::Int, 3),
        "java/lang/Long" => (Kind::Long, 4),
        _ => return Ok(None),
    };
    let value = m.field(st, object, "value")?;
    let term = match st.cached_boxes.get(&object) {
        Some(&term) => term,
        // The constructor made an object of its own.
        None if value.is_symbolic() => return Ok(None),
        None => m.term(kind, value),
    };
    let cached = in_cache(m, class, term);
    Ok(m.decide(st, cached)?.then_some(FIRST + number))
}
