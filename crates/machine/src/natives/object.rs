//! `java.lang.Object` and `System.arraycopy`.

use super::{Call, Entry, Return};
use crate::class::Shape;
use crate::halt::{Halt, Message, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use ir::ElementKind;

pub const NATIVES: &[Entry] = &[
    (
        "java/lang/Object",
        "getClass",
        "()Ljava/lang/Class;",
        get_class,
    ),
    ("java/lang/Object", "hashCode", "()I", identity_hash_code),
    ("java/lang/Object", "clone", "()Ljava/lang/Object;", clone),
    ("java/lang/Object", "notify", "()V", notify),
    ("java/lang/Object", "notifyAll", "()V", notify),
    ("java/lang/Object", "wait", "*", wait),
    ("java/lang/Object", "wait0", "*", wait),
    (
        "java/lang/System",
        "identityHashCode",
        "(Ljava/lang/Object;)I",
        identity_hash_code,
    ),
    (
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
        arraycopy,
    ),
];

fn get_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.class_of(st, call.reference(0))?;
    let mirror = m.mirror(st, class)?;
    Ok(Return::Value(Slot::reference(mirror)))
}

fn identity_hash_code(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let object = call.reference(0);
    if object == Ref::OPAQUE {
        return Err(m.bad_reference(object));
    }
    let of_cache = super::boxes::identity_hash(m, st, object)?;
    // A JVM draws these numbers anew in each run. Those of classes, modules and their loaders only order tables inside the JDK, and where other
    // parts of the JDK keep tables of their own, their results do not depend on the order.
    if st.lone.contains(&object) {
        m.approximations.insert(crate::arithmetic::LONE);
    }
    let own_table = st.mirrors.contains_key(&object)
        || super::loaders::is_of_the_platform(st, object)
        || for_the_platform(m, st);
    if !object.is_null() && !own_table {
        m.approximations
            .insert("identity hash codes: one assignment of them");
    }
    let hash = of_cache.unwrap_or_else(|| st.heap.identity_hash(object));
    Ok(Return::Value(Slot::int(hash)))
}

/// Whether a collection of `java.util` is at work for some other part of the JDK, not for the program.
fn for_the_platform(m: &Machine, st: &State) -> bool {
    let mut platform = false;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        let class = m.class(method.class);
        // A stack trace that is printed keeps a set of the exceptions that were there already.
        let tool = class.name.starts_with("java/util/")
            || class.name.starts_with("java/lang/") && &*class.name != "java/lang/Throwable";
        if method.is_synthetic_frame() || tool && !class.application {
            return true;
        }
        platform = !class.application;
        false
    });
    platform
}

fn clone(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let object = call.reference(0);
    let class = m.class_of(st, object)?;
    let cloneable = m.load("java/lang/Cloneable")?;
    if !m.class(class).is_subclass_of(cloneable) {
        let name = m.class(class).java_name();
        return Err(Halt::throw("java/lang/CloneNotSupportedException", name));
    }
    m.fill_all(st, object)?;
    let data = st
        .heap
        .get(object)
        .map(|o| o.data.clone())
        .unwrap_or_default();
    Ok(Return::Value(Slot::reference(
        st.heap.allocate(class, data),
    )))
}

/// JDK 11 gives no reason.
fn not_owner(m: &Machine) -> Halt {
    const CLASS: &str = "java/lang/IllegalMonitorStateException";
    match m.classpath().jdk().version {
        ..=11 => Halt::throw_plain(CLASS),
        _ => Halt::throw(CLASS, "current thread is not owner"),
    }
}

fn notify(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !st.monitors.contains_key(&call.reference(0)) {
        return Err(not_owner(m));
    }
    Ok(Return::Void)
}

fn wait(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !st.monitors.contains_key(&call.reference(0)) {
        return Err(not_owner(m));
    }
    Err(Halt::unsupported("Object.wait: threads are not modelled"))
}

/// JLS and `System.arraycopy`: bounds first, then the elements, with a store check for each reference that needs one.
fn arraycopy(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (source, from) = (call.reference(0), call.args[1]);
    let (target, to) = (call.reference(2), call.args[3]);
    let length = call.args[4];
    let (source_class, target_class) = (m.class_of(st, source)?, m.class_of(st, target)?);
    let kinds = [source, target].map(|array| st.heap.get(array).and_then(|o| o.data.element()));
    let [Some(source_kind), Some(target_kind)] = kinds else {
        let (i, which) = if kinds[0].is_none() {
            (source_class, "source")
        } else {
            (target_class, "destination")
        };
        let name = m.class(i).java_name();
        let text = format!("arraycopy: {which} type {name} is not an array");
        return Err(Halt::throw("java/lang/ArrayStoreException", text));
    };
    let both_refs = source_kind == ElementKind::Ref && target_kind == ElementKind::Ref;
    if !both_refs && source_class != target_class {
        let describe = |class| {
            let name = m.class(class).java_name();
            if m.class(class).name.len() == 2 {
                name
            } else {
                "object array[]".to_owned()
            }
        };
        let (from, to) = (describe(source_class), describe(target_class));
        let text = format!("arraycopy: type mismatch: can not copy {from} into {to}");
        return Err(Halt::throw("java/lang/ArrayStoreException", text));
    }
    m.materialize(st, source)?;
    m.materialize(st, target)?;
    let symbolic = [from, to, length].iter().any(|s| s.is_symbolic());
    let (source_length, target_length) = (m.array_length(st, source)?, m.array_length(st, target)?);
    if symbolic || source_length.is_symbolic() || target_length.is_symbolic() {
        check_symbolic_bounds(m, st, [from, to, length, source_length, target_length])?;
    }
    let (from, to) = (m.concrete_int(st, from)?, m.concrete_int(st, to)?);
    let length = m.concrete_int(st, length)?;
    if !symbolic && !source_length.is_symbolic() && !target_length.is_symbolic() {
        let (n, k) = (source_length.as_int(), target_length.as_int());
        check_bounds(m, [from, to, length, n, k], source_class, target_class)?;
    }
    if length == 0 {
        return Ok(Return::Void);
    }
    if copy_plain(
        st,
        source,
        from as usize,
        target,
        to as usize,
        length as usize,
        both_refs && source_class != target_class,
    ) {
        return Ok(Return::Void);
    }
    let mut values = Vec::with_capacity(length as usize);
    for i in 0..length {
        values.push(m.array_load(st, source, Slot::int(from + i))?);
    }
    // Every question about the target comes before the first store: an instruction that asks is run again from its
    // start, and would read what it has already moved.
    for i in 0..length {
        m.checked_index(st, target, Slot::int(to + i))?;
    }
    // The elements before the one that does not fit are copied all the same.
    for (i, value) in values.into_iter().enumerate() {
        let stored = m.array_store(st, target, Slot::int(to + i as i32), value);
        stored.map_err(|halt| element_mismatch(m, halt, source_class, target_class))?;
    }
    Ok(Return::Void)
}

/// A failed store check in HotSpot's words for a copy.
fn element_mismatch(m: &Machine, halt: Halt, source: ClassId, target: ClassId) -> Halt {
    let (Shape::Array { element: from, .. }, Shape::Array { element: to, .. }) =
        (&m.class(source).shape, &m.class(target).shape)
    else {
        return halt;
    };
    match halt {
        Halt::ThrowNew("java/lang/ArrayStoreException", _) => {}
        other => return other,
    }
    let (a, b) = (m.class(*from).java_name(), m.class(*to).java_name());
    let text = if m.class(*to).is_subclass_of(*from) {
        format!(
            "arraycopy: element type mismatch: can not cast one of the elements of {a}[] to the type of the destination \
             array, {b}"
        )
    } else {
        format!("arraycopy: type mismatch: can not copy {a}[] into {b}[]")
    };
    Halt::throw("java/lang/ArrayStoreException", text)
}

/// Copies between slices; `false` when symbolic parts or store checks need the slow way.
fn copy_plain(
    st: &mut State,
    source: Ref,
    from: usize,
    target: Ref,
    to: usize,
    n: usize,
    checked: bool,
) -> bool {
    fn copy<T: Copy>(
        a: &std::rc::Rc<[T]>,
        from: usize,
        b: &mut std::rc::Rc<[T]>,
        to: usize,
        n: usize,
    ) -> bool {
        crate::heap::unshared(b)[to..to + n].copy_from_slice(&a[from..from + n]);
        true
    }
    if checked {
        return false;
    }
    let Some(a) = st.heap.get(source).map(|o| o.data.clone()) else {
        return false;
    };
    let same = source == target;
    match (&a, &mut st.heap.get_mut(target).data) {
        (Data::Symbolic(_), _) | (_, Data::Symbolic(_)) => false,
        // Within one array the clone above would force a copy of the whole; move in place instead.
        _ if same => {
            drop(a);
            copy_within(&mut st.heap.get_mut(target).data, from, to, n)
        }
        (Data::Bytes(a), Data::Bytes(b)) => copy(a, from, b, to, n),
        (Data::Chars(a), Data::Chars(b)) => copy(a, from, b, to, n),
        (Data::Shorts(a), Data::Shorts(b)) => copy(a, from, b, to, n),
        (Data::Ints(a), Data::Ints(b)) => copy(a, from, b, to, n),
        (Data::Longs(a), Data::Longs(b)) => copy(a, from, b, to, n),
        (Data::Floats(a), Data::Floats(b)) => copy(a, from, b, to, n),
        (Data::Doubles(a), Data::Doubles(b)) => copy(a, from, b, to, n),
        (Data::Refs(a), Data::Refs(b)) => copy(a, from, b, to, n),
        _ => false,
    }
}

fn copy_within(data: &mut Data, from: usize, to: usize, n: usize) -> bool {
    match data {
        Data::Bytes(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Chars(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Shorts(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Ints(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Longs(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Floats(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Doubles(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Refs(a) => crate::heap::unshared(a).copy_within(from..from + n, to),
        Data::Free | Data::Fields(_) | Data::Pending(_) | Data::Symbolic(_) => return false,
    }
    true
}

const INDEX: &str = "java/lang/ArrayIndexOutOfBoundsException";

fn check_bounds(
    m: &Machine,
    [from, to, length, n, k]: [i32; 5],
    source: crate::value::ClassId,
    target: crate::value::ClassId,
) -> Step<()> {
    let describe = |class: crate::value::ClassId, count: i32| {
        let name = m.class(class).java_name();
        let element = name.trim_end_matches("[]");
        if m.class(class).name.len() == 2 {
            format!("{element}[{count}]")
        } else {
            format!("object array[{count}]")
        }
    };
    let text = if from < 0 {
        format!(
            "arraycopy: source index {from} out of bounds for {}",
            describe(source, n)
        )
    } else if to < 0 {
        format!(
            "arraycopy: destination index {to} out of bounds for {}",
            describe(target, k)
        )
    } else if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else if i64::from(from) + i64::from(length) > i64::from(n) {
        let last = from as u32 as u64 + length as u32 as u64;
        format!(
            "arraycopy: last source index {last} out of bounds for {}",
            describe(source, n)
        )
    } else if i64::from(to) + i64::from(length) > i64::from(k) {
        let last = to as u32 as u64 + length as u32 as u64;
        format!(
            "arraycopy: last destination index {last} out of bounds for {}",
            describe(target, k)
        )
    } else {
        return Ok(());
    };
    Err(Halt::throw(INDEX, text))
}

fn check_symbolic_bounds(m: &mut Machine, st: &State, slots: [Slot; 5]) -> Step<()> {
    let [from, to, length, n, k] = slots.map(|s| {
        let term = m.int_term(s);
        m.pool.sext(term, 64)
    });
    let zero = m.pool.bv64(0);
    let mut inside = m.pool.tt();
    for (start, end) in [(from, n), (to, k)] {
        let positive = m.pool.sle(zero, start);
        let last = m.pool.add(start, length);
        let fits = m.pool.sle(last, end);
        let both = m.pool.and(positive, fits);
        inside = m.pool.and(inside, both);
    }
    let positive = m.pool.sle(zero, length);
    inside = m.pool.and(inside, positive);
    if m.decide(st, inside)? {
        Ok(())
    } else {
        Err(Halt::ThrowNew(INDEX, Message::Opaque))
    }
}
