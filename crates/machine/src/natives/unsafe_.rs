//! `jdk.internal.misc.Unsafe` (and `sun.misc.Unsafe`, which delegates to it) on objects and arrays of the heap. Memory
//! outside the heap, parking and class definition are not modelled.

use super::memory::{self, Place};
use super::{Call, Entry, Return, boolean, int, value};
use crate::class::split_descriptor;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

pub const NATIVES: &[Entry] = &[
    (UNSAFE, "getInt", "(Ljava/lang/Object;J)I", get),
    (
        UNSAFE,
        "getReference",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        get,
    ),
    // Up to JDK 11, references are called objects.
    (
        UNSAFE,
        "getObject",
        "(Ljava/lang/Object;J)Ljava/lang/Object;",
        get,
    ),
    (UNSAFE, "getBoolean", "(Ljava/lang/Object;J)Z", get),
    (UNSAFE, "getByte", "(Ljava/lang/Object;J)B", get),
    (UNSAFE, "getShort", "(Ljava/lang/Object;J)S", get),
    (UNSAFE, "getChar", "(Ljava/lang/Object;J)C", get),
    (UNSAFE, "getLong", "(Ljava/lang/Object;J)J", get),
    (UNSAFE, "getFloat", "(Ljava/lang/Object;J)F", get),
    (UNSAFE, "getDouble", "(Ljava/lang/Object;J)D", get),
    (UNSAFE, "getIntVolatile", "*", get),
    (UNSAFE, "getReferenceVolatile", "*", get),
    (UNSAFE, "getReferenceAcquire", "*", get),
    (UNSAFE, "getObjectVolatile", "*", get),
    (UNSAFE, "getObjectAcquire", "*", get),
    (UNSAFE, "getBooleanVolatile", "*", get),
    (UNSAFE, "getByteVolatile", "*", get),
    (UNSAFE, "getShortVolatile", "*", get),
    (UNSAFE, "getCharVolatile", "*", get),
    (UNSAFE, "getLongVolatile", "*", get),
    (UNSAFE, "getFloatVolatile", "*", get),
    (UNSAFE, "getDoubleVolatile", "*", get),
    (UNSAFE, "getLongUnaligned", "(Ljava/lang/Object;J)J", get),
    (UNSAFE, "getIntUnaligned", "(Ljava/lang/Object;J)I", get),
    (UNSAFE, "getShortUnaligned", "(Ljava/lang/Object;J)S", get),
    (UNSAFE, "getCharUnaligned", "(Ljava/lang/Object;J)C", get),
    (UNSAFE, "putInt", "(Ljava/lang/Object;JI)V", put),
    (
        UNSAFE,
        "putReference",
        "(Ljava/lang/Object;JLjava/lang/Object;)V",
        put,
    ),
    (
        UNSAFE,
        "putObject",
        "(Ljava/lang/Object;JLjava/lang/Object;)V",
        put,
    ),
    (UNSAFE, "putBoolean", "(Ljava/lang/Object;JZ)V", put),
    (UNSAFE, "putByte", "(Ljava/lang/Object;JB)V", put),
    (UNSAFE, "putShort", "(Ljava/lang/Object;JS)V", put),
    (UNSAFE, "putChar", "(Ljava/lang/Object;JC)V", put),
    (UNSAFE, "putLong", "(Ljava/lang/Object;JJ)V", put),
    (UNSAFE, "putFloat", "(Ljava/lang/Object;JF)V", put),
    (UNSAFE, "putDouble", "(Ljava/lang/Object;JD)V", put),
    (UNSAFE, "putIntVolatile", "*", put),
    (UNSAFE, "putReferenceVolatile", "*", put),
    (UNSAFE, "putReferenceRelease", "*", put),
    (UNSAFE, "putObjectVolatile", "*", put),
    (UNSAFE, "putObjectRelease", "*", put),
    (UNSAFE, "putBooleanVolatile", "*", put),
    (UNSAFE, "putByteVolatile", "*", put),
    (UNSAFE, "putShortVolatile", "*", put),
    (UNSAFE, "putCharVolatile", "*", put),
    (UNSAFE, "putLongVolatile", "*", put),
    (UNSAFE, "putFloatVolatile", "*", put),
    (UNSAFE, "putDoubleVolatile", "*", put),
    (UNSAFE, "putLongUnaligned", "(Ljava/lang/Object;JJ)V", put),
    (UNSAFE, "putIntUnaligned", "(Ljava/lang/Object;JI)V", put),
    (UNSAFE, "putShortUnaligned", "(Ljava/lang/Object;JS)V", put),
    (UNSAFE, "putCharUnaligned", "(Ljava/lang/Object;JC)V", put),
    (UNSAFE, "compareAndSetInt", "*", compare_and_set),
    (UNSAFE, "compareAndSetLong", "*", compare_and_set),
    (UNSAFE, "compareAndSetReference", "*", compare_and_set),
    (UNSAFE, "compareAndSetObject", "*", compare_and_set),
    (UNSAFE, "compareAndSetByte", "*", compare_and_set),
    (UNSAFE, "compareAndSetShort", "*", compare_and_set),
    (UNSAFE, "compareAndSetChar", "*", compare_and_set),
    (UNSAFE, "compareAndSetBoolean", "*", compare_and_set),
    (UNSAFE, "compareAndSetFloat", "*", compare_and_set),
    (UNSAFE, "compareAndSetDouble", "*", compare_and_set),
    (UNSAFE, "compareAndExchangeInt", "*", compare_and_exchange),
    (UNSAFE, "compareAndExchangeLong", "*", compare_and_exchange),
    (
        UNSAFE,
        "compareAndExchangeReference",
        "*",
        compare_and_exchange,
    ),
    (
        UNSAFE,
        "compareAndExchangeObject",
        "*",
        compare_and_exchange,
    ),
    (UNSAFE, "compareAndExchangeByte", "*", compare_and_exchange),
    (UNSAFE, "compareAndExchangeShort", "*", compare_and_exchange),
    (UNSAFE, "compareAndExchangeChar", "*", compare_and_exchange),
    (
        UNSAFE,
        "compareAndExchangeBoolean",
        "*",
        compare_and_exchange,
    ),
    (UNSAFE, "compareAndExchangeFloat", "*", compare_and_exchange),
    (
        UNSAFE,
        "compareAndExchangeDouble",
        "*",
        compare_and_exchange,
    ),
    (UNSAFE, "loadFence", "()V", super::nothing),
    (UNSAFE, "storeFence", "()V", super::nothing),
    (UNSAFE, "fullFence", "()V", super::nothing),
    (UNSAFE, "addressSize0", "()I", address_size),
    (UNSAFE, "pageSize", "()I", page_size),
    (UNSAFE, "isBigEndian0", "()Z", is_big_endian),
    (UNSAFE, "unalignedAccess0", "()Z", unaligned_access),
    (UNSAFE, "objectFieldOffset1", "*", object_field_offset),
    (UNSAFE, "objectFieldOffset0", "*", reflected_offset),
    (UNSAFE, "staticFieldOffset0", "*", reflected_offset),
    (UNSAFE, "staticFieldBase0", "*", static_base),
    (UNSAFE, "arrayBaseOffset0", "*", array_base),
    (UNSAFE, "arrayIndexScale0", "*", array_scale),
    (UNSAFE, "shouldBeInitialized0", "*", should_be_initialized),
    (
        UNSAFE,
        "ensureClassInitialized0",
        "*",
        ensure_class_initialized,
    ),
    (UNSAFE, "allocateInstance", "*", allocate_instance),
    (UNSAFE, "allocateUninitializedArray", "*", allocate_array),
    (UNSAFE, "throwException", "*", throw_exception),
    (UNSAFE, "copyMemory0", "*", copy_memory),
    (UNSAFE, "copySwapMemory0", "*", copy_memory),
    (UNSAFE, "setMemory0", "*", set_memory),
    (UNSAFE, "park", "*", park),
    (UNSAFE, "unpark", "*", super::nothing),
];

// What `UnsafeConstants` holds from JDK 13 on (see `system::after_initialization`).

fn address_size(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(8)
}

fn page_size(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(4096)
}

fn is_big_endian(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(false)
}

fn unaligned_access(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

/// The type that is accessed: that of the last parameter, or of the result where there is none.
fn accessed(m: &Machine, call: &Call<'_>) -> u8 {
    let descriptor = &m.method(call.method).descriptor;
    let Some((params, result)) = split_descriptor(descriptor) else {
        return b'I';
    };
    let ty = if params.len() > 2 {
        params[params.len() - 1]
    } else {
        result
    };
    match ty.as_bytes().first() {
        Some(b'[') | None => b'L',
        Some(c) => *c,
    }
}

fn place(m: &mut Machine, st: &mut State, call: &Call<'_>, ty: u8) -> Step<Place> {
    memory::place(m, st, call.reference(1), call.args[2], ty)
}

fn get(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let ty = accessed(m, call);
    let place = place(m, st, call, ty)?;
    value(memory::load(m, st, place, ty)?)
}

fn put(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let ty = accessed(m, call);
    let place = place(m, st, call, ty)?;
    memory::store(m, st, place, call.args[3], ty)?;
    Ok(Return::Void)
}

fn compare_and_set(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let ty = accessed(m, call);
    let place = place(m, st, call, ty)?;
    let old = memory::load(m, st, place, ty)?;
    let same = memory::same(m, st, old, call.args[3], ty)?;
    if same {
        memory::store(m, st, place, call.args[4], ty)?;
    }
    boolean(same)
}

fn compare_and_exchange(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let ty = accessed(m, call);
    let place = place(m, st, call, ty)?;
    let old = memory::load(m, st, place, ty)?;
    if memory::same(m, st, old, call.args[3], ty)? {
        memory::store(m, st, place, call.args[4], ty)?;
    }
    value(old)
}

fn object_field_offset(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    let name = m.string_name(st, call.reference(2), "Unsafe.objectFieldOffset")?;
    match m.instance_slot(class, &name) {
        Some(slot) => value(Slot::long(memory::field_offset(slot))),
        None => Err(Halt::throw("java/lang/InternalError", name)),
    }
}

/// The class and the field that a `java.lang.reflect.Field` stands for.
pub fn reflected(
    m: &mut Machine,
    st: &mut State,
    field: crate::value::Ref,
) -> Step<(crate::value::ClassId, usize)> {
    let mirror = m.field(st, field, "clazz")?.as_ref();
    let class = m.mirrored(st, mirror)?;
    let index = m.field(st, field, "slot")?.as_int();
    match usize::try_from(index)
        .ok()
        .filter(|i| *i < m.class(class).fields.len())
    {
        Some(index) => Ok((class, index)),
        None => Err(Halt::unsupported(
            "a reflected field that the machine did not make",
        )),
    }
}

fn reflected_offset(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (class, index) = reflected(m, st, call.reference(1))?;
    let field = &m.class(class).fields[index];
    let slot = usize::from(field.slot);
    let is_static = field.access & classpath::access::STATIC != 0;
    let offset = if is_static {
        memory::static_offset(slot)
    } else {
        memory::field_offset(slot)
    };
    value(Slot::long(offset))
}

fn static_base(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    value(m.field(st, call.reference(1), "clazz")?)
}

fn array_base(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    int(memory::BASE as i32)
}

fn array_scale(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    int(memory::scale(m, class).unwrap_or(0) as i32)
}

fn should_be_initialized(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    boolean(!st.is_initialized(class))
}

fn ensure_class_initialized(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    m.ensure_initialized(st, class)?;
    Ok(Return::Void)
}

fn allocate_instance(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    let linked = m.class(class);
    if linked.is_abstract() || linked.file.is_none() {
        return Err(Halt::throw(
            "java/lang/InstantiationException",
            linked.java_name(),
        ));
    }
    m.ensure_initialized(st, class)?;
    value(Slot::reference(m.allocate(st, class)))
}

/// Zeroes are as good as what a JVM would leave there.
fn allocate_array(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(1))?;
    if !matches!(m.class(class).shape, crate::class::Shape::Primitive(_)) {
        return Ok(Return::Bytecode);
    }
    let array = m.array_of(class)?;
    value(Slot::reference(m.new_array(st, array, call.args[2])?))
}

fn throw_exception(_: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let exception = call.reference(1);
    Err(if exception.is_null() {
        Halt::null_pointer()
    } else {
        Halt::Throw(exception)
    })
}

/// `(Unsafe this, Object from, long offset, Object to, long offset, long count)`, and for the one that swaps the bytes of
/// each element the size of these.
fn copy_memory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let count = m.concrete_long(st, call.args[5])?;
    let (from, to) = (
        m.concrete_long(st, call.args[2])?,
        m.concrete_long(st, call.args[4])?,
    );
    let mut bytes = Vec::new();
    for i in 0..count {
        let at = memory::place(m, st, call.reference(1), Slot::long(from + i), b'B')?;
        bytes.push(memory::load(m, st, at, b'B')?);
    }
    if let Some(size) = call.args.get(6) {
        let size = usize::try_from(m.concrete_long(st, *size)?).unwrap_or(1);
        bytes.chunks_mut(size.max(1)).for_each(<[Slot]>::reverse);
    }
    for (i, byte) in bytes.into_iter().enumerate() {
        let at = memory::place(m, st, call.reference(3), Slot::long(to + i as i64), b'B')?;
        memory::store(m, st, at, byte, b'B')?;
    }
    Ok(Return::Void)
}

fn set_memory(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (from, count) = (
        m.concrete_long(st, call.args[2])?,
        m.concrete_long(st, call.args[3])?,
    );
    for i in 0..count {
        let at = memory::place(m, st, call.reference(1), Slot::long(from + i), b'B')?;
        memory::store(m, st, at, call.args[4], b'B')?;
    }
    Ok(Return::Void)
}

fn park(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "waiting for another thread: threads are not modelled",
    ))
}
