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
