//! Annotations at run time. The JDK parses them itself, out of the bodies of attributes and a class's constant pool, and
//! makes proxies of them; the machine gives it both.

use super::{Call, Entry, Return, null, value};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use classpath::{Constant, PoolEntry, Visible};

const CLASS: &str = "java/lang/Class";
const POOL: &str = "jdk/internal/reflect/ConstantPool";

pub const NATIVES: &[Entry] = &[
    (CLASS, "getRawAnnotations", "()[B", of_class),
    (CLASS, "getRawTypeAnnotations", "()[B", types_of_class),
    (CLASS, "getConstantPool", "*", constant_pool),
    (
        "java/lang/reflect/Executable",
        "getTypeAnnotationBytes0",
        "()[B",
        types_of_executable,
    ),
    (
        "java/lang/reflect/Field",
        "getTypeAnnotationBytes0",
        "()[B",
        types_of_field,
    ),
    (POOL, "getIntAt0", "*", constant),
    (POOL, "getLongAt0", "*", constant),
    (POOL, "getFloatAt0", "*", constant),
    (POOL, "getDoubleAt0", "*", constant),
    (POOL, "getUTF8At0", "*", text),
];

/// The kinds of attributes; all but `Types` have a field in `Method`.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Declared,
    Parameters,
    Types,
    Default,
}

fn bytes_of(visible: &Visible, part: Part) -> Option<&[u8]> {
    let visible = visible.as_ref()?;
    let bytes = match part {
        Part::Declared => &visible.declared,
        Part::Parameters => &visible.parameters,
        Part::Types => &visible.types,
        Part::Default => &visible.default,
    };
    bytes.as_deref()
}

fn array(m: &mut Machine, st: &mut State, bytes: Option<&[u8]>) -> Step<Ref> {
    let Some(bytes) = bytes else {
        return Ok(Ref::NULL);
    };
    let class = m.load("[B")?;
    let bytes: Vec<i8> = bytes.iter().map(|b| b.cast_signed()).collect();
    Ok(st.heap.allocate(class, Data::Bytes(bytes.into())))
}

/// Sets the fields of a reflected member that hold annotations.
pub(super) fn set_annotations(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    visible: &Visible,
    parts: &[Part],
) -> Step<()> {
    for part in parts {
        let bytes = array(m, st, bytes_of(visible, *part))?;
        if bytes.is_null() {
            continue;
        }
        let field = match part {
            Part::Declared => "annotations",
            Part::Parameters => "parameterAnnotations",
            Part::Types => "typeAnnotations",
            Part::Default => "annotationDefault",
        };
        m.set_field(st, object, field, Slot::reference(bytes))?;
    }
    Ok(())
}

fn class_bytes(m: &mut Machine, st: &mut State, call: &Call<'_>, part: Part) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let file = m.class(class).file.clone();
    let bytes = file.as_ref().and_then(|f| bytes_of(&f.visible, part));
    value(Slot::reference(array(m, st, bytes)?))
}

fn of_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    class_bytes(m, st, call, Part::Declared)
}

fn types_of_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    class_bytes(m, st, call, Part::Types)
}

fn types_of_executable(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, id) = super::invoke::reflected(m, st, call.reference(0))?;
    let method = m.method(id).clone();
    let declared = super::members::declaration(m, &method);
    let bytes = declared
        .as_ref()
        .and_then(|(file, index)| bytes_of(&file.methods[*index].visible, Part::Types));
    value(Slot::reference(array(m, st, bytes)?))
}

fn types_of_field(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let object = call.reference(0);
    let class = m.mirrored(st, m.field(st, object, "clazz")?.as_ref())?;
    let slot = m.field(st, object, "slot")?.as_int();
    let linked = m.class(class).clone();
    let field = usize::try_from(slot)
        .ok()
        .and_then(|slot| linked.fields.get(slot));
    let declared = field.zip(linked.file.as_ref());
    let bytes = declared.and_then(|(field, file)| {
        bytes_of(&file.fields[usize::from(field.index)].visible, Part::Types)
    });
    value(Slot::reference(array(m, st, bytes)?))
}

/// A `ConstantPool` that knows its class; the JVM has its own object there.
fn constant_pool(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    if m.class(class).file.is_none() {
        return null();
    }
    let pool = m.load(POOL)?;
    let made = m.allocate(st, pool);
    m.set_field(st, made, "constantPoolOop", call.args[0])?;
    value(Slot::reference(made))
}

/// `(ConstantPool this, Object constantPoolOop, int index)`
fn entry(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<PoolEntry> {
    let class = m.mirrored(st, call.reference(1))?;
    let index = m.concrete_int(st, call.args[2])?;
    let file = m.class(class).file.clone();
    let entry = u16::try_from(index)
        .ok()
        .and_then(|index| file.as_ref()?.pool.get(index).cloned());
    entry.ok_or_else(wrong_kind)
}

fn wrong_kind() -> Halt {
    Halt::throw(
        "java/lang/IllegalArgumentException",
        "Wrong type at constant pool index",
    )
}

fn constant(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = m.method(call.method).name.clone();
    let PoolEntry::Loadable(constant) = entry(m, st, call)? else {
        return Err(wrong_kind());
    };
    value(match (&*name, constant) {
        ("getIntAt0", Constant::Int(v)) => Slot::int(v),
        ("getLongAt0", Constant::Long(v)) => Slot::long(v),
        ("getFloatAt0", Constant::Float(bits)) => Slot {
            bits: u64::from(bits),
            term: None,
        },
        ("getDoubleAt0", Constant::Double(bits)) => Slot { bits, term: None },
        _ => return Err(wrong_kind()),
    })
}

fn text(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match entry(m, st, call)? {
        PoolEntry::Utf8(text) => value(Slot::reference(m.new_java_string(st, &text)?)),
        _ => Err(wrong_kind()),
    }
}
