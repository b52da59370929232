//! Places that `Unsafe` and `VarHandle` reach without naming a field: an instance field, a static field, an element of
//! an array. Offsets are ours: 16 + 8·slot for a field, 16 + i·width for an element, and statics start far above both.

use crate::class::Shape;
use crate::halt::{Halt, Step};
use crate::heap::{Data, unshared};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use ir::{ElementKind, Kind};

/// Where fields and elements start, as on a 64-bit HotSpot.
pub const BASE: i64 = 16;
const FIELD_WIDTH: i64 = 8;
/// Where the statics of a class start; its mirror, a `Class` object, has fields of its own below.
const STATICS: i64 = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub enum Place {
    Field(Ref, usize),
    Static(ClassId, usize),
    Element(Ref, i32),
    /// An access of another width than the array's elements: the offset in bytes from the first element.
    Bytes(Ref, usize),
}

pub fn field_offset(slot: usize) -> i64 {
    BASE + FIELD_WIDTH * slot as i64
}

pub fn static_offset(slot: usize) -> i64 {
    STATICS + FIELD_WIDTH * slot as i64
}

pub fn width(element: ElementKind) -> usize {
    match element {
        ElementKind::Byte => 1,
        ElementKind::Char | ElementKind::Short => 2,
        ElementKind::Int | ElementKind::Float | ElementKind::Ref => 4,
        ElementKind::Long | ElementKind::Double => 8,
    }
}

/// The element kind that a primitive type or reference descriptor stands for.
pub fn element_of(descriptor: u8) -> ElementKind {
    match descriptor {
        b'Z' | b'B' => ElementKind::Byte,
        b'C' => ElementKind::Char,
        b'S' => ElementKind::Short,
        b'I' => ElementKind::Int,
        b'J' => ElementKind::Long,
        b'F' => ElementKind::Float,
        b'D' => ElementKind::Double,
        _ => ElementKind::Ref,
    }
}

pub fn kind_of(descriptor: u8) -> Kind {
    crate::arrays::register_kind(element_of(descriptor))
}

/// The place at an offset from an object, for an access of the given type.
pub fn place(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    offset: Slot,
    descriptor: u8,
) -> Step<Place> {
    if object.is_null() {
        return Err(Halt::unsupported("Unsafe: memory outside the heap"));
    }
    let offset = m.concrete_long(st, offset)?;
    m.materialize(st, object)?;
    let bad = || Halt::unsupported("Unsafe: an offset that no field or element has");
    if offset >= STATICS
        && let Some(class) = st.mirrors.get(&object).copied()
    {
        m.prepare(st, class)?;
        let slot = (offset - STATICS) / FIELD_WIDTH;
        let known = m.class(class).static_slots.len();
        return usize::try_from(slot)
            .ok()
            .filter(|s| *s < known)
            .map(|s| Place::Static(class, s))
            .ok_or_else(bad);
    }
    let Some(found) = st.heap.get(object) else {
        return Err(m.bad_reference(object));
    };
    let from_base = usize::try_from(offset - BASE).map_err(|_| bad())?;
    let Some(element) = found.data.element() else {
        let slot = from_base / FIELD_WIDTH as usize;
        let Data::Fields(fields) = &found.data else {
            return Err(bad());
        };
        return if slot < fields.len() {
            Ok(Place::Field(object, slot))
        } else {
            Err(bad())
        };
    };
    let length = m.array_length(st, object)?;
    let length = m.concrete_int(st, length)? as usize;
    let (own, wanted) = (width(element), width(element_of(descriptor)));
    if from_base + wanted > length * own {
        return Err(Halt::unsupported(
            "Unsafe: an offset beyond the end of an array",
        ));
    }
    let same = element == element_of(descriptor)
        || own == wanted && matches!(element, ElementKind::Char | ElementKind::Short);
    if same && from_base.is_multiple_of(own) {
        return Ok(Place::Element(object, (from_base / own) as i32));
    }
    Ok(Place::Bytes(object, from_base))
}

pub fn load(m: &mut Machine, st: &mut State, place: Place, descriptor: u8) -> Step<Slot> {
    let value = match place {
        Place::Field(object, slot) => {
            let Some(found) = st.heap.get(object) else {
                return Err(m.bad_reference(object));
            };
            let Data::Fields(fields) = &found.data else {
                return Err(m.bad_reference(object));
            };
            let (value, class) = (fields[slot], found.class);
            if value.as_ref() == crate::value::Ref::OPEN {
                m.fill_first(st, object, slot as u16)?;
            }
            let kind = class.map(|c| m.class(c).instance_slots[slot]);
            same_kind(value, kind, descriptor)?
        }
        Place::Static(class, slot) => {
            let statics = st.class(class).and_then(|c| c.statics.as_ref());
            let value = statics.map_or(Slot::ZERO, |s| s[slot]);
            same_kind(value, Some(m.class(class).static_slots[slot]), descriptor)?
        }
        Place::Element(array, index) => m.array_load(st, array, Slot::int(index))?,
        Place::Bytes(array, at) => return load_bytes(m, st, array, at, descriptor, false),
    };
    Ok(narrow(m, value, descriptor))
}

/// A symbolic value must not be read as a value of another kind: its term has the sort of its own.
fn same_kind(value: Slot, kind: Option<Kind>, descriptor: u8) -> Step<Slot> {
    if value.is_symbolic() && kind != Some(kind_of(descriptor)) {
        return Err(Halt::unsupported(
            "Unsafe: a symbolic value read as another type",
        ));
    }
    Ok(value)
}

/// `char` and `short` share their cells; what is read has the range of the type asked for.
fn narrow(m: &mut Machine, value: Slot, descriptor: u8) -> Slot {
    let conversion = match descriptor {
        b'C' => ir::Conversion::I2C,
        b'S' => ir::Conversion::I2S,
        b'B' => ir::Conversion::I2B,
        _ => return value,
    };
    m.convert_symbolic(conversion, value)
}

pub fn store(
    m: &mut Machine,
    st: &mut State,
    place: Place,
    value: Slot,
    descriptor: u8,
) -> Step<()> {
    match place {
        Place::Field(object, slot) => {
            if let Data::Fields(fields) = &mut st.heap.get_mut(object).data {
                unshared(fields)[slot] = value;
            }
        }
        Place::Static(class, slot) => {
            if let Some(statics) = &mut st.class_mut(class).statics {
                unshared(statics)[slot] = value;
            }
        }
        // References skip the store check, as they do on a JVM.
        Place::Element(array, index) if descriptor == b'L' => {
            let value = m.which(st, value)?.as_ref();
            m.store_reference(st, array, Slot::int(index), value)?;
        }
        Place::Element(array, index) => m.array_store(st, array, Slot::int(index), value)?,
        Place::Bytes(array, at) => store_bytes(m, st, array, at, value, descriptor, false)?,
    }
    Ok(())
}

/// Whether the two values of this type are the same, bit by bit.
pub fn same(m: &mut Machine, st: &mut State, a: Slot, b: Slot, descriptor: u8) -> Step<bool> {
    match kind_of(descriptor) {
        Kind::Ref => {
            let (a, b) = (m.which(st, a)?.as_ref(), m.which(st, b)?.as_ref());
            if a != b && !a.is_null() && !b.is_null() {
                st.identity |= m.relies_on_identity(st, a, b);
            }
            Ok(a == b || !st.cached_boxes.is_empty() && m.same_box(st, a, b)?)
        }
        Kind::Float | Kind::Double if a.is_symbolic() || b.is_symbolic() => Err(Halt::unsupported(
            "comparing the bits of symbolic floating-point values",
        )),
        Kind::Int if !a.is_symbolic() && !b.is_symbolic() => Ok(a.as_int() == b.as_int()),
        _ if !a.is_symbolic() && !b.is_symbolic() => Ok(a.bits == b.bits),
        kind => {
            let (x, y) = (m.term(kind, a), m.term(kind, b));
            let equal = m.pool.eq(x, y);
            m.decide(st, equal)
        }
    }
}

/// A value composed of neighbouring bytes of an array.
pub fn load_bytes(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    at: usize,
    descriptor: u8,
    big: bool,
) -> Step<Slot> {
    let count = width(element_of(descriptor));
    let mut bytes = Vec::with_capacity(count);
    for i in 0..count {
        bytes.push(byte_at(m, st, array, at + i)?);
    }
    if big {
        bytes.reverse();
    }
    if bytes.iter().all(|b| !b.is_symbolic()) {
        let bits = bytes
            .iter()
            .rev()
            .fold(0u64, |bits, b| bits << 8 | b.bits & 0xff);
        return Ok(match descriptor {
            b'J' | b'D' => Slot { bits, term: None },
            b'I' | b'F' => Slot {
                bits: bits & 0xffff_ffff,
                term: None,
            },
            b'C' => Slot::int(i32::from(bits as u16)),
            b'S' => Slot::int(i32::from(bits as i16)),
            _ => Slot::int(i32::from(bits as i8)),
        });
    }
    let mut term = None;
    for byte in bytes {
        let byte = m.int_term(byte);
        let byte = m.pool.extract(byte, 7, 0);
        term = Some(term.map_or(byte, |low| m.pool.concat(byte, low)));
    }
    let Some(term) = term else {
        return Ok(Slot::ZERO);
    };
    let wide = match descriptor {
        b'J' | b'I' => term,
        b'C' => m.pool.zext(term, 32),
        b'S' | b'B' | b'Z' => m.pool.sext(term, 32),
        b'F' => m.pool.fp_from_ieee(term, logic::FpSort::F32),
        _ => m.pool.fp_from_ieee(term, logic::FpSort::F64),
    };
    Ok(m.slot(wide))
}

/// One byte of an array's contents, as a `byte` register.
fn byte_at(m: &mut Machine, st: &mut State, array: Ref, at: usize) -> Step<Slot> {
    let element = st
        .heap
        .get(array)
        .and_then(|o| o.data.element())
        .unwrap_or(ElementKind::Byte);
    let width = width(element);
    let value = m.array_load(st, array, Slot::int((at / width) as i32))?;
    let shift = 8 * (at % width) as u32;
    match (element, value.term) {
        (ElementKind::Ref, _) => Err(Halt::unsupported("Unsafe: the bytes of a reference")),
        (_, None) => Ok(Slot::int(i32::from((value.bits >> shift) as i8))),
        (ElementKind::Float | ElementKind::Double, Some(_)) => Err(Halt::unsupported(
            "Unsafe: the bytes of a symbolic floating-point value",
        )),
        (_, Some(term)) => {
            let byte = m.pool.extract(term, shift + 7, shift);
            let wide = m.pool.sext(byte, 32);
            Ok(m.slot(wide))
        }
    }
}

pub fn store_bytes(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    at: usize,
    value: Slot,
    descriptor: u8,
    big: bool,
) -> Step<()> {
    if st.heap.get(array).and_then(|o| o.data.element()) != Some(ElementKind::Byte) {
        return Err(Halt::unsupported(
            "Unsafe: writing elements of an array as another type",
        ));
    }
    let count = width(element_of(descriptor));
    for i in 0..count {
        let shift = 8 * if big { count - 1 - i } else { i } as u32;
        let byte = match value.term {
            None => Slot::int(i32::from((value.bits >> shift) as i8)),
            Some(_) if matches!(descriptor, b'F' | b'D' | b'L') => {
                return Err(Halt::unsupported(
                    "Unsafe: the bytes of a symbolic floating-point value",
                ));
            }
            Some(term) => {
                let byte = m.pool.extract(term, shift + 7, shift);
                let wide = m.pool.sext(byte, 32);
                m.slot(wide)
            }
        };
        m.array_store(st, array, Slot::int((at + i) as i32), byte)?;
    }
    Ok(())
}

/// The width of an array class's elements.
pub fn scale(m: &Machine, class: ClassId) -> Option<usize> {
    match m.class(class).shape {
        Shape::Array { kind, .. } => Some(width(kind)),
        _ => None,
    }
}
