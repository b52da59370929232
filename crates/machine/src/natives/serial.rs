//! Serialization, where the JDK makes bytecode or composes method handles: objects that come into being without their own
//! constructor, and records.

use super::{Call, Entry, Return, boolean, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Slot};
use classpath::MemberRef;
use ir::synthetic::Builder;
use ir::{Inst, InvokeKind, Kind, Operand};

const CLASS: &str = "java/io/ObjectStreamClass";
const INPUT: &str = "java/io/ObjectInputStream";
const FACTORY: &str = "jdk/internal/reflect/ReflectionFactory";
const REFLECTION: &str = "jdk/internal/reflect/Reflection";
const FIELDS: &str = "java/io/ObjectInputStream$FieldValues";

pub const NATIVES: &[Entry] = &[
    (FACTORY, "generateConstructor", "*", same_constructor),
    // Hides fields of the JDK's own from reflection, and would iterate over a map of any order to do so.
    (REFLECTION, "registerFieldsToFilter", "*", super::nothing),
    (REFLECTION, "registerMethodsToFilter", "*", super::nothing),
    (CLASS, "newInstance", "()Ljava/lang/Object;", new_instance),
    (CLASS, "canonicalRecordCtr", "*", no_handle),
    (CLASS, "hasStaticInitializer", "*", has_initializer),
    (INPUT, "readRecord", "*", read_record),
];

fn member(class: &str, name: &str, descriptor: String) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

/// The constructor of a superclass that is to start an object of the first argument: see [`new_instance`].
fn same_constructor(_: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    value(call.args[2])
}

/// An object whose own constructors do not run, only that of the first superclass that is not serializable.
fn new_instance(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let constructor = m.field(st, call.reference(0), "cons")?.as_ref();
    let mirror = m.field(st, call.reference(0), "cl")?.as_ref();
    if constructor.is_null() || mirror.is_null() {
        return Ok(Return::Bytecode);
    }
    let class = m.mirrored(st, mirror)?;
    let declares = m.field(st, constructor, "clazz")?.as_ref();
    let declares = m.mirrored(st, declares)?;
    if declares == class {
        return Ok(Return::Bytecode);
    }
    m.ensure_initialized(st, class)?;
    let start = starter(m, declares)?;
    let made = m.allocate(st, class);
    Ok(Return::Call(start, vec![Slot::reference(made)]))
}

/// `static Object start(T object) { object.<init>(); return object; }`
fn starter(m: &mut Machine, class: ClassId) -> Step<MethodId> {
    let name = m.class(class).name.to_string();
    let key = (name.clone(), "starter");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let mut body = Builder::new(&[Kind::Ref]);
    let object = body.param(0);
    let constructor = member(&name, "<init>", "()V".to_owned());
    body.invoke(InvokeKind::Special, constructor, false, &[object], None);
    let body = body.finish(Some(object));
    let made = m.add_synthetic("start", "(Ljava/lang/Object;)Ljava/lang/Object;", body)?;
    m.throwers.insert(key, made);
    Ok(made)
}

/// See [`read_record`].
fn no_handle(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::NULL)
}

fn has_initializer(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    boolean(m.class(class).initializer.is_some())
}

/// `readRecord(desc)`: the values of the components from the stream go to the canonical constructor.
fn read_record(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let mirror = m.field(st, call.reference(1), "cl")?.as_ref();
    let class = m.mirrored(st, mirror)?;
    let file = m.class(class).file.clone();
    let Some(components) = file.as_ref().and_then(|file| file.record.as_ref()) else {
        return Err(Halt::unsupported("a record that has become another class"));
    };
    m.approximations
        .insert("deserialization: constructors of records take what was written");
    m.ensure_initialized(st, class)?;
    let components: Vec<(String, String)> = components
        .iter()
        .map(|c| (c.name.to_string(), c.descriptor.to_string()))
        .collect();
    let reader = record_reader(m, class, &components)?;
    let mut args = call.args[..2].to_vec();
    for (name, _) in &components {
        args.push(Slot::reference(m.new_java_string(st, name)?));
    }
    Ok(Return::Call(reader, args))
}

/// `static Object read(ObjectInputStream in, ObjectStreamClass desc, String n1, …) { FieldValues v = in.new
/// FieldValues(desc, true); return new R((T1) v.get(n1, default), …); }`
fn record_reader(
    m: &mut Machine,
    class: ClassId,
    components: &[(String, String)],
) -> Step<MethodId> {
    let record = m.class(class).name.to_string();
    let key = (record.clone(), "record");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let mut body = Builder::new(&vec![Kind::Ref; components.len() + 2]);
    let values = body.register(Kind::Ref);
    body.push(Inst::New {
        dst: values,
        class: FIELDS.into(),
    });
    let values = Operand::Reg(values);
    let constructor = member(FIELDS, "<init>", format!("(L{INPUT};L{CLASS};Z)V"));
    let args = [values, body.param(0), body.param(1), Operand::Int(1)];
    body.invoke(InvokeKind::Special, constructor, false, &args, None);
    let made = body.register(Kind::Ref);
    body.push(Inst::New {
        dst: made,
        class: record.as_str().into(),
    });
    let mut args = vec![Operand::Reg(made)];
    for (i, (_, ty)) in components.iter().enumerate() {
        let object = "Ljava/lang/Object;";
        let primitive = ty.len() == 1;
        let asked = if primitive { ty.as_str() } else { object };
        let (kind, default) = match ty.as_bytes() {
            [b'J'] => (Kind::Long, Operand::Long(0)),
            [b'F'] => (Kind::Float, Operand::Float(0)),
            [b'D'] => (Kind::Double, Operand::Double(0)),
            [_] => (Kind::Int, Operand::Int(0)),
            _ => (Kind::Ref, Operand::Null),
        };
        let get = member(FIELDS, "get", format!("(Ljava/lang/String;{asked}){asked}"));
        let found = body.invoke_virtual(get, &[values, body.param(i + 2), default], Some(kind));
        let class = match ty.strip_prefix('L').and_then(|ty| ty.strip_suffix(';')) {
            Some(class) => class,
            None => ty,
        };
        args.push(if primitive {
            found
        } else {
            body.cast(found, class)
        });
    }
    let types: String = components.iter().map(|(_, ty)| ty.as_str()).collect();
    let constructor = member(&record, "<init>", format!("({types})V"));
    body.invoke(InvokeKind::Special, constructor, false, &args, None);
    let body = body.finish(Some(Operand::Reg(made)));
    let names = "Ljava/lang/Object;".repeat(components.len());
    let descriptor = format!("(L{INPUT};L{CLASS};{names})Ljava/lang/Object;");
    let reader = m.add_synthetic("read", &descriptor, body)?;
    m.throwers.insert(key, reader);
    Ok(reader)
}
