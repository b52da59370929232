//! `VarHandle`: handles are objects of the JDK's own classes (`VarHandleInts$FieldInstanceReadWrite` and its kin) with
//! their fields filled in, but looked up and accessed here; the JDK's way leads through generated lambda forms.

use super::memory::{self, Place};
use super::{Call, Entry, Return, boolean, value};
use crate::class::{Shape, kind_of, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use classpath::access;
use ir::{BinaryOp, Kind};

const HANDLE: &str = "java/lang/invoke/VarHandle";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";

pub const NATIVES: &[Entry] = &[
    (HANDLES, "lookup", "*", lookup),
    (HANDLES, "privateLookupIn", "*", private_lookup),
    (HANDLES, "arrayElementVarHandle", "*", array_handle),
    (HANDLES, "byteArrayViewVarHandle", "*", view_handle),
    (LOOKUP, "findVarHandle", "*", find_handle),
    (LOOKUP, "findStaticVarHandle", "*", find_static_handle),
    (HANDLE, "get", "*", get),
    (HANDLE, "getVolatile", "*", get),
    (HANDLE, "getOpaque", "*", get),
    (HANDLE, "getAcquire", "*", get),
    (HANDLE, "set", "*", set),
    (HANDLE, "setVolatile", "*", set),
    (HANDLE, "setOpaque", "*", set),
    (HANDLE, "setRelease", "*", set),
    (HANDLE, "compareAndSet", "*", compare_and_set),
    (HANDLE, "weakCompareAndSet", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetPlain", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetAcquire", "*", compare_and_set),
    (HANDLE, "weakCompareAndSetRelease", "*", compare_and_set),
    (HANDLE, "compareAndExchange", "*", compare_and_exchange),
    (
        HANDLE,
        "compareAndExchangeAcquire",
        "*",
        compare_and_exchange,
    ),
    (
        HANDLE,
        "compareAndExchangeRelease",
        "*",
        compare_and_exchange,
    ),
    (HANDLE, "getAndSet", "*", get_and_update),
    (HANDLE, "getAndSetAcquire", "*", get_and_update),
    (HANDLE, "getAndSetRelease", "*", get_and_update),
    (HANDLE, "getAndAdd", "*", get_and_update),
    (HANDLE, "getAndAddAcquire", "*", get_and_update),
    (HANDLE, "getAndAddRelease", "*", get_and_update),
    (HANDLE, "getAndBitwiseOr", "*", get_and_update),
    (HANDLE, "getAndBitwiseOrAcquire", "*", get_and_update),
    (HANDLE, "getAndBitwiseOrRelease", "*", get_and_update),
    (HANDLE, "getAndBitwiseAnd", "*", get_and_update),
    (HANDLE, "getAndBitwiseAndAcquire", "*", get_and_update),
    (HANDLE, "getAndBitwiseAndRelease", "*", get_and_update),
    (HANDLE, "getAndBitwiseXor", "*", get_and_update),
    (HANDLE, "getAndBitwiseXorAcquire", "*", get_and_update),
    (HANDLE, "getAndBitwiseXorRelease", "*", get_and_update),
    (
        "java/util/concurrent/atomic/AtomicLong",
        "VMSupportsCS8",
        "()Z",
        supports_long_swap,
    ),
    (REFERENCE, "refersTo0", "*", refers_to),
    (REFERENCE, "clear0", "*", clear),
    (PHANTOM, "refersTo0", "*", refers_to),
    (PHANTOM, "clear0", "*", clear),
];

/// The middle of the names of the JDK's handle classes, by the type of the variable.
const FAMILIES: [(u8, &str); 10] = [
    (b'Z', "Booleans"),
    (b'B', "Bytes"),
    (b'C', "Chars"),
    (b'S', "Shorts"),
    (b'I', "Ints"),
    (b'J', "Longs"),
    (b'F', "Floats"),
    (b'D', "Doubles"),
    (b'L', "References"),
    // Up to JDK 11.
    (b'L', "Objects"),
];

fn family(m: &Machine, descriptor: u8) -> &'static str {
    let known = |family: &str| {
        let class = format!("{HANDLE}{family}");
        matches!(m.classpath().find(&class), Ok(Some(_)))
    };
    FAMILIES
        .iter()
        .find(|(c, name)| *c == descriptor && known(name))
        .map_or("References", |(_, name)| name)
}

/// A lookup for the calling class; it may do what the caller may.
fn lookup(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let Some(caller) = super::caller(m, st, 0) else {
        return Err(Halt::unsupported("MethodHandles.lookup without a caller"));
    };
    make_lookup(m, st, caller)
}

fn private_lookup(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    make_lookup(m, st, class)
}

fn make_lookup(m: &mut Machine, st: &mut State, class: ClassId) -> Step<Return> {
    let lookup_class = m.load(LOOKUP)?;
    let mirror = m.mirror(st, class)?;
    let made = m.allocate(st, lookup_class);
    m.set_field(st, made, "lookupClass", Slot::reference(mirror))?;
    // All modes but UNCONDITIONAL, as `MethodHandles.lookup` gives them.
    m.set_field(st, made, "allowedModes", Slot::int(0x5f))?;
    value(Slot::reference(made))
}

fn find_handle(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (class, index, ty) = find_field(m, st, call, false)?;
    let (slot, is_final, owner) = describe(m, class, index);
    let shape = if is_final {
        "FieldInstanceReadOnly"
    } else {
        "FieldInstanceReadWrite"
    };
    let handle = new_handle(m, st, ty, shape)?;
    let receiver = m.mirror(st, owner)?;
    m.set_field(
        st,
        handle,
        "fieldOffset",
        Slot::long(memory::field_offset(slot)),
    )?;
    m.set_field(st, handle, "receiverType", Slot::reference(receiver))?;
    if ty == b'L' {
        m.set_field(st, handle, "fieldType", call.args[3])?;
    }
    value(Slot::reference(handle))
}

fn find_static_handle(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (class, index, ty) = find_field(m, st, call, true)?;
    let (slot, is_final, owner) = describe(m, class, index);
    m.ensure_initialized(st, owner)?;
    let shape = if is_final {
        "FieldStaticReadOnly"
    } else {
        "FieldStaticReadWrite"
    };
    let handle = new_handle(m, st, ty, shape)?;
    let base = m.mirror(st, owner)?;
    m.set_field(
        st,
        handle,
        "fieldOffset",
        Slot::long(memory::static_offset(slot)),
    )?;
    m.set_field(st, handle, "base", Slot::reference(base))?;
    if ty == b'L' {
        m.set_field(st, handle, "fieldType", call.args[3])?;
    }
    value(Slot::reference(handle))
}

fn describe(m: &Machine, class: ClassId, index: usize) -> (usize, bool, ClassId) {
    let field = &m.class(class).fields[index];
    (
        usize::from(field.slot),
        field.access & access::FINAL != 0,
        class,
    )
}

/// The field that a lookup names: receiver's class, name and type.
fn find_field(
    m: &mut Machine,
    st: &mut State,
    call: &Call<'_>,
    is_static: bool,
) -> Step<(ClassId, usize, u8)> {
    let class = m.mirrored(st, call.reference(1))?;
    if call.reference(2).is_null() {
        return Err(Halt::null_pointer());
    }
    let name = m.string_name(st, call.reference(2), "findVarHandle")?;
    let ty = m.mirrored(st, call.reference(3))?;
    let descriptor = super::class::descriptor_of(m, ty);
    let found = m.find_field(class, &name, &descriptor);
    let found =
        found.filter(|(c, i)| (m.class(*c).fields[*i].access & access::STATIC != 0) == is_static);
    let Some((class, index)) = found else {
        let text = format!(
            "no such field: {}.{name}/{}/{}",
            m.class(class).java_name(),
            m.class(ty).java_name(),
            if is_static { "getStatic" } else { "getField" }
        );
        return Err(Halt::throw("java/lang/NoSuchFieldException", text));
    };
    Ok((class, index, letter(&descriptor)))
}

/// The first letter of a descriptor, `L` for every reference.
fn letter(descriptor: &str) -> u8 {
    match descriptor.as_bytes().first() {
        Some(b'[') | None => b'L',
        Some(c) => *c,
    }
}

fn new_handle(m: &mut Machine, st: &mut State, ty: u8, shape: &str) -> Step<Ref> {
    let class = m.load(&format!("{HANDLE}{}${shape}", family(m, ty)))?;
    Ok(m.allocate(st, class))
}

fn array_handle(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let Shape::Array { element, .. } = m.class(class).shape else {
        let text = format!("not an array type: {}", m.class(class).java_name());
        return Err(Halt::throw("java/lang/IllegalArgumentException", text));
    };
    let ty = letter(&super::class::descriptor_of(m, element));
    let handle = new_handle(m, st, ty, "Array")?;
    if ty == b'L' {
        let component = m.mirror(st, element)?;
        m.set_field(st, handle, "componentType", Slot::reference(component))?;
    }
    value(Slot::reference(handle))
}

fn view_handle(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let Shape::Array { element, .. } = m.class(class).shape else {
        return Err(Halt::throw(
            "java/lang/IllegalArgumentException",
            m.class(class).java_name(),
        ));
    };
    let order = m.load("java/nio/ByteOrder")?;
    m.ensure_initialized(st, order)?;
    let big = m
        .static_field(st, order, "BIG_ENDIAN")
        .is_some_and(|b| b.as_ref() == call.reference(1));
    let ty = letter(&super::class::descriptor_of(m, element));
    let handle_class = m.load(&format!("{HANDLE}ByteArrayAs{}$ArrayHandle", family(m, ty)))?;
    let handle = m.allocate(st, handle_class);
    m.set_field(st, handle, "be", Slot::boolean(big))?;
    value(Slot::reference(handle))
}

/// What an access of a handle is about.
struct Access {
    place: Target,
    ty: u8,
    read_only: bool,
    /// Where the new values start in the arguments.
    values: usize,
}

#[derive(Clone, Copy)]
enum Target {
    Place(Place),
    /// Bytes of an array from an index on, and whether the first is the most significant.
    View(Ref, usize, bool),
}

fn access_of(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Access> {
    let handle = call.reference(0);
    let class = m.class_of(st, handle)?;
    let name = m.class(class).name.clone();
    let unknown = || {
        Halt::unsupported(format!(
            "access through a {}",
            crate::class::java_type_name(&name)
        ))
    };
    let rest = name.strip_prefix(HANDLE).ok_or_else(unknown)?;
    let (family, shape) = rest.split_once('$').ok_or_else(unknown)?;
    let viewed = family.strip_prefix("ByteArrayAs");
    let ty = FAMILIES
        .iter()
        .find(|(_, n)| *n == viewed.unwrap_or(family))
        .ok_or_else(unknown)?
        .0;
    let (place, values) = match shape {
        "FieldInstanceReadOnly" | "FieldInstanceReadWrite" => {
            let object = call.reference(1);
            if object.is_null() {
                return Err(Halt::null_pointer());
            }
            let offset = m.field(st, handle, "fieldOffset")?;
            (Target::Place(memory::place(m, st, object, offset, ty)?), 2)
        }
        "FieldStaticReadOnly" | "FieldStaticReadWrite" => {
            let offset = m.field(st, handle, "fieldOffset")?;
            let base = m.field(st, handle, "base")?.as_ref();
            (Target::Place(memory::place(m, st, base, offset, ty)?), 1)
        }
        "Array" => {
            let array = call.reference(1);
            if array.is_null() {
                return Err(Halt::null_pointer());
            }
            m.materialize(st, array)?;
            let index = m.checked_index(st, array, call.args[2])?;
            let index = m.concrete_int(st, index)?;
            (Target::Place(Place::Element(array, index)), 3)
        }
        "ArrayHandle" => {
            let array = call.reference(1);
            if array.is_null() {
                return Err(Halt::null_pointer());
            }
            m.materialize(st, array)?;
            let length = m.array_length(st, array)?;
            let (length, index) = (
                m.concrete_int(st, length)?,
                m.concrete_int(st, call.args[2])?,
            );
            let last = length - memory::width(memory::element_of(ty)) as i32 + 1;
            if index < 0 || index >= last {
                let text = format!("Index {index} out of bounds for length {}", last.max(0));
                return Err(Halt::throw("java/lang/IndexOutOfBoundsException", text));
            }
            let big = m.field(st, handle, "be")?.as_int() != 0;
            (Target::View(array, index as usize, big), 3)
        }
        _ => return Err(unknown()),
    };
    let access = Access {
        place,
        ty,
        read_only: shape.ends_with("ReadOnly"),
        values,
    };
    check_types(m, call, &access)?;
    Ok(access)
}

/// A call site may ask for conversions of what it passes or gets; boxing ones are not modelled.
fn check_types(m: &Machine, call: &Call<'_>, access: &Access) -> Step<()> {
    let method = m.method(call.method);
    let kind = memory::kind_of(access.ty);
    let Some((params, result)) = split_descriptor(&method.descriptor) else {
        return Ok(());
    };
    let values = params
        .iter()
        .skip(access.values - 1)
        .all(|p| kind_of(p) == Some(kind));
    let returns_old =
        method.name.starts_with("get") || method.name.starts_with("compareAndExchange");
    let result = !returns_old || result == "V" || kind_of(result) == Some(kind);
    if values && result {
        return Ok(());
    }
    Err(Halt::unsupported(format!(
        "VarHandle.{} with a conversion of types",
        method.name
    )))
}

fn writable(access: &Access) -> Step<()> {
    if access.read_only {
        return Err(Halt::throw_plain("java/lang/UnsupportedOperationException"));
    }
    Ok(())
}

fn load(m: &mut Machine, st: &mut State, access: &Access) -> Step<Slot> {
    match access.place {
        Target::Place(place) => memory::load(m, st, place, access.ty),
        Target::View(array, at, big) => memory::load_bytes(m, st, array, at, access.ty, big),
    }
}

fn store(m: &mut Machine, st: &mut State, access: &Access, value: Slot) -> Step<()> {
    match access.place {
        Target::Place(place) => memory::store(m, st, place, value, access.ty),
        Target::View(array, at, big) => {
            memory::store_bytes(m, st, array, at, value, access.ty, big)
        }
    }
}

fn get(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let access = access_of(m, st, call)?;
    value(load(m, st, &access)?)
}

fn set(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let access = access_of(m, st, call)?;
    writable(&access)?;
    store(m, st, &access, call.args[access.values])?;
    Ok(Return::Void)
}

fn compare_and_set(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let access = access_of(m, st, call)?;
    writable(&access)?;
    let old = load(m, st, &access)?;
    let same = memory::same(m, st, old, call.args[access.values], access.ty)?;
    if same {
        store(m, st, &access, call.args[access.values + 1])?;
    }
    boolean(same)
}

fn compare_and_exchange(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let access = access_of(m, st, call)?;
    writable(&access)?;
    let old = load(m, st, &access)?;
    if memory::same(m, st, old, call.args[access.values], access.ty)? {
        store(m, st, &access, call.args[access.values + 1])?;
    }
    value(old)
}

fn get_and_update(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let access = access_of(m, st, call)?;
    writable(&access)?;
    let old = load(m, st, &access)?;
    let operand = call.args[access.values];
    let name = m.method(call.method).name.clone();
    let op = match &name[..] {
        n if n.starts_with("getAndSet") => None,
        n if n.starts_with("getAndAdd") => Some(BinaryOp::Add),
        n if n.starts_with("getAndBitwiseOr") => Some(BinaryOp::Or),
        n if n.starts_with("getAndBitwiseAnd") => Some(BinaryOp::And),
        _ => Some(BinaryOp::Xor),
    };
    let new = match op {
        None => operand,
        Some(op) => {
            let sum = compute(m, st, op, memory::kind_of(access.ty), old, operand)?;
            let conversion = match access.ty {
                b'B' => Some(ir::Conversion::I2B),
                b'S' => Some(ir::Conversion::I2S),
                b'C' => Some(ir::Conversion::I2C),
                _ => None,
            };
            conversion.map_or(sum, |c| m.convert_symbolic(c, sum))
        }
    };
    store(m, st, &access, new)?;
    value(old)
}

fn compute(m: &mut Machine, st: &State, op: BinaryOp, kind: Kind, a: Slot, b: Slot) -> Step<Slot> {
    if kind == Kind::Ref {
        return Err(Halt::throw_plain("java/lang/UnsupportedOperationException"));
    }
    // Terms fold when both operands are constant, so one way serves both.
    m.binary(st, op, kind, a, b)
}

fn supports_long_swap(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

/// The machine never clears a reference by itself: to the program it looks as if no collection happened.
fn refers_to(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let referent = m.field(st, call.reference(0), "referent")?;
    let same = memory::same(m, st, referent, call.args[1], b'L')?;
    boolean(same)
}

fn clear(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    m.set_field(st, call.reference(0), "referent", Slot::NULL)?;
    Ok(Return::Void)
}
