//! What reflection finds in a class: fields, constructors, methods and their parameters, components of records, nested
//! classes. The objects that it makes have what the JVM gives them, annotations included ([`super::annotations`]). Reading
//! and writing fields is the JDK's own code, over `Unsafe`; for calls see [`super::invoke`].

use super::annotations::{Part, set_annotations};
use super::{Call, Entry, Return, null, value};
use crate::class::{Method, MethodSource, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use classpath::{ClassFile, Name, access};
use std::rc::Rc;
use std::sync::Arc;

const CLASS: &str = "java/lang/Class";

pub const NATIVES: &[Entry] = &[
    (CLASS, "getDeclaredFields0", "*", declared_fields),
    (
        CLASS,
        "getDeclaredConstructors0",
        "*",
        declared_constructors,
    ),
    (CLASS, "getDeclaredMethods0", "*", declared_methods),
    (CLASS, "getRecordComponents0", "*", record_components),
    (CLASS, "getDeclaredClasses0", "*", declared_classes),
    (CLASS, "getNestMembers0", "*", nest_members),
    (CLASS, "getPermittedSubclasses0", "*", permitted_subclasses),
    (
        "java/lang/reflect/Executable",
        "getParameters0",
        "*",
        parameters,
    ),
];

fn declared_fields(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let public_only = m.concrete_int(st, call.args[1])? != 0;
    let linked = m.class(class).clone();
    let field_class = m.load("java/lang/reflect/Field")?;
    let mut made = Vec::new();
    for (index, field) in linked.fields.iter().enumerate() {
        if public_only && field.access & access::PUBLIC == 0 {
            continue;
        }
        let ty = m.load_descriptor(&field.descriptor)?;
        let ty = m.mirror(st, ty)?;
        let name = m.intern(st, &field.name.encode_utf16().collect::<Vec<_>>())?;
        let object = m.allocate(st, field_class);
        m.set_field(st, object, "clazz", call.args[0])?;
        m.set_field(st, object, "slot", Slot::int(index as i32))?;
        m.set_field(st, object, "name", Slot::reference(name))?;
        m.set_field(st, object, "type", Slot::reference(ty))?;
        m.set_field(st, object, "modifiers", Slot::int(i32::from(field.access)))?;
        if let Some(file) = &linked.file {
            let declared = &file.fields[usize::from(field.index)];
            set_signature(m, st, object, declared.signature.as_ref())?;
            set_annotations(m, st, object, &declared.visible, &[Part::Declared])?;
        }
        made.push(object);
    }
    let made = super::array_of_refs(m, st, "[Ljava/lang/reflect/Field;", made)?;
    value(Slot::reference(made))
}

fn set_signature(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    signature: Option<&Name>,
) -> Step<()> {
    let Some(signature) = signature else {
        return Ok(());
    };
    let signature = m.intern(st, &signature.encode_utf16().collect::<Vec<_>>())?;
    m.set_field(st, object, "signature", Slot::reference(signature))
}

/// The members of a class that reflection shows, with their place in it.
fn members(m: &Machine, class: ClassId, public_only: bool) -> Vec<(usize, Rc<Method>)> {
    let methods = m
        .class(class)
        .methods
        .iter()
        .map(|id| m.method(*id).clone())
        .enumerate();
    methods
        .filter(|(_, method)| !public_only || method.access & access::PUBLIC != 0)
        .collect()
}

/// The class file that a method is from, and its index there.
pub(super) fn declaration(m: &Machine, method: &Method) -> Option<(Arc<ClassFile>, usize)> {
    let MethodSource::File(index) = method.source else {
        return None;
    };
    let file = m.class(method.class).file.clone()?;
    Some((file, usize::from(index)))
}

/// The fields that a constructor or method is made with; the others are what the JDK computes later. They hold numbers,
/// constants, class objects, and arrays of these.
pub(crate) const MADE_WITH: &[&str] = &[
    "clazz",
    "slot",
    "name",
    "parameterTypes",
    "exceptionTypes",
    "returnType",
    "modifiers",
    "signature",
    "annotations",
    "parameterAnnotations",
    "annotationDefault",
];

/// Sets what constructors and methods have in common.
fn describe(
    m: &mut Machine,
    st: &mut State,
    object: Ref,
    slot: usize,
    method: &Method,
) -> Step<()> {
    let Some((params, _)) = split_descriptor(&method.descriptor) else {
        return Ok(());
    };
    let mut types = Vec::with_capacity(params.len());
    for param in params {
        types.push(m.load_descriptor(param)?);
    }
    let types = super::class::mirrors(m, st, &types)?;
    let mut thrown = Vec::new();
    if let Some((file, index)) = declaration(m, method) {
        let declared = &file.methods[index];
        for name in &declared.exceptions {
            thrown.push(m.load(name)?);
        }
        set_signature(m, st, object, declared.signature.as_ref())?;
        let parts: &[Part] = match &*method.name {
            "<init>" => &[Part::Declared, Part::Parameters],
            _ => &[Part::Declared, Part::Parameters, Part::Default],
        };
        set_annotations(m, st, object, &declared.visible, parts)?;
    }
    let thrown = super::class::mirrors(m, st, &thrown)?;
    let mirror = m.mirror(st, method.class)?;
    m.set_field(st, object, "clazz", Slot::reference(mirror))?;
    m.set_field(st, object, "slot", Slot::int(slot as i32))?;
    m.set_field(st, object, "parameterTypes", Slot::reference(types))?;
    m.set_field(st, object, "exceptionTypes", Slot::reference(thrown))?;
    m.set_field(st, object, "modifiers", Slot::int(i32::from(method.access)))
}

fn declared_constructors(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let public_only = m.concrete_int(st, call.args[1])? != 0;
    let constructor = m.load("java/lang/reflect/Constructor")?;
    let mut made = Vec::new();
    for (slot, method) in members(m, class, public_only) {
        if &*method.name == "<init>" {
            let object = m.allocate(st, constructor);
            describe(m, st, object, slot, &method)?;
            made.push(object);
        }
    }
    let made = super::array_of_refs(m, st, "[Ljava/lang/reflect/Constructor;", made)?;
    value(Slot::reference(made))
}

/// The constructor of a class at a place among its methods.
pub(super) fn constructor_object(
    m: &mut Machine,
    st: &mut State,
    class: ClassId,
    slot: usize,
) -> Step<Ref> {
    let constructor = m.load("java/lang/reflect/Constructor")?;
    let method = m.method(m.class(class).methods[slot]).clone();
    let object = m.allocate(st, constructor);
    describe(m, st, object, slot, &method)?;
    Ok(object)
}

fn declared_methods(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let public_only = m.concrete_int(st, call.args[1])? != 0;
    let mut made = Vec::new();
    for (slot, method) in members(m, class, public_only) {
        if !method.name.starts_with('<') {
            made.push(method_object(m, st, slot, &method)?);
        }
    }
    let made = super::array_of_refs(m, st, "[Ljava/lang/reflect/Method;", made)?;
    value(Slot::reference(made))
}

/// A new `Method` for a method that has the given place among those of its class.
pub(crate) fn method_object(
    m: &mut Machine,
    st: &mut State,
    slot: usize,
    method: &Method,
) -> Step<Ref> {
    let Some((_, result)) = split_descriptor(&method.descriptor) else {
        return Err(Halt::unsupported("malformed descriptor"));
    };
    let class = m.load("java/lang/reflect/Method")?;
    let result = m.load_descriptor(result)?;
    let result = m.mirror(st, result)?;
    let name = m.intern(st, &method.name.encode_utf16().collect::<Vec<_>>())?;
    let object = m.allocate(st, class);
    describe(m, st, object, slot, method)?;
    m.set_field(st, object, "name", Slot::reference(name))?;
    m.set_field(st, object, "returnType", Slot::reference(result))?;
    Ok(object)
}

/// The components of a record with their accessors.
fn record_components(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let file = m.class(class).file.clone();
    let Some(components) = file.as_ref().and_then(|f| f.record.as_ref()) else {
        return null();
    };
    let component_class = m.load("java/lang/reflect/RecordComponent")?;
    let methods = members(m, class, false);
    let mut made = Vec::new();
    for component in components {
        let ty = m.load_descriptor(&component.descriptor)?;
        let ty = m.mirror(st, ty)?;
        let name = m.intern(st, &component.name.encode_utf16().collect::<Vec<_>>())?;
        let object = m.allocate(st, component_class);
        m.set_field(st, object, "clazz", call.args[0])?;
        m.set_field(st, object, "name", Slot::reference(name))?;
        m.set_field(st, object, "type", Slot::reference(ty))?;
        let descriptor = format!("(){}", component.descriptor);
        let accessor = methods
            .iter()
            .find(|(_, method)| method.name == component.name && *method.descriptor == *descriptor);
        if let Some((slot, method)) = accessor {
            let accessor = method_object(m, st, *slot, method)?;
            m.set_field(st, object, "accessor", Slot::reference(accessor))?;
        }
        set_signature(m, st, object, component.signature.as_ref())?;
        let parts = [Part::Declared, Part::Types];
        set_annotations(m, st, object, &component.visible, &parts)?;
        made.push(object);
    }
    let made = super::array_of_refs(m, st, "[Ljava/lang/reflect/RecordComponent;", made)?;
    value(Slot::reference(made))
}

/// What `MethodParameters` says; null where there is none.
fn parameters(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (_, id) = super::invoke::reflected(m, st, call.reference(0))?;
    let method = m.method(id).clone();
    let Some((file, index)) = declaration(m, &method) else {
        return null();
    };
    let declared = &file.methods[index];
    if declared.parameter_names.is_empty() {
        return null();
    }
    let class = m.load("java/lang/reflect/Parameter")?;
    let mut made = Vec::new();
    for (at, name) in declared.parameter_names.iter().enumerate() {
        let object = m.allocate(st, class);
        if let Some(name) = name {
            let name = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
            m.set_field(st, object, "name", Slot::reference(name))?;
        }
        let flags = declared.parameter_access.get(at).copied().unwrap_or(0);
        m.set_field(st, object, "modifiers", Slot::int(i32::from(flags)))?;
        m.set_field(st, object, "executable", call.args[0])?;
        m.set_field(st, object, "index", Slot::int(at as i32))?;
        made.push(object);
    }
    let made = super::array_of_refs(m, st, "[Ljava/lang/reflect/Parameter;", made)?;
    value(Slot::reference(made))
}

fn classes(m: &mut Machine, st: &mut State, names: &[Name]) -> Step<Return> {
    let mut classes = Vec::with_capacity(names.len());
    for name in names {
        classes.push(m.load(name)?);
    }
    value(Slot::reference(super::class::mirrors(m, st, &classes)?))
}

fn declared_classes(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let linked = m.class(class).clone();
    let entries = linked.file.iter().flat_map(|f| &f.inner_classes);
    let own = entries.filter(|e| e.outer.as_ref() == Some(&linked.name));
    let names: Vec<Name> = own.map(|e| e.inner.clone()).collect();
    classes(m, st, &names)
}

/// The host comes first.
fn nest_members(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let host = match m.class(class).file.as_ref() {
        Some(file) => match file.nest_host.clone() {
            Some(host) => m.load(&host)?,
            None => class,
        },
        None => class,
    };
    let mut names = vec![m.class(host).name.clone()];
    if let Some(file) = &m.class(host).file {
        names.extend(file.nest_members.iter().cloned());
    }
    classes(m, st, &names)
}

fn permitted_subclasses(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let file = m.class(class).file.clone();
    match file.as_ref().map(|f| &f.permitted_subclasses) {
        Some(names) if !names.is_empty() => classes(m, st, names),
        _ => null(),
    }
}
