//! `java.lang.Class`: what a program asks about its own types. Members are found in [`super::members`].

use super::{Call, Entry, Return, boolean, int, null, value};
use crate::class::{Shape, binary_name};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};
use classpath::{InnerClass, access};

const CLASS: &str = "java/lang/Class";

pub const NATIVES: &[Entry] = &[
    (CLASS, "getPrimitiveClass", "*", get_primitive_class),
    (
        CLASS,
        "desiredAssertionStatus",
        "()Z",
        desired_assertion_status,
    ),
    (
        CLASS,
        "initClassName",
        "()Ljava/lang/String;",
        init_class_name,
    ),
    (CLASS, "forName0", "*", for_name),
    (CLASS, "isInstance", "(Ljava/lang/Object;)Z", is_instance),
    (
        CLASS,
        "isAssignableFrom",
        "(Ljava/lang/Class;)Z",
        is_assignable_from,
    ),
    (CLASS, "isInterface", "()Z", is_interface),
    (CLASS, "isArray", "()Z", is_array),
    (CLASS, "isPrimitive", "()Z", is_primitive),
    (CLASS, "isHidden", "()Z", is_hidden),
    (CLASS, "isRecord0", "()Z", is_record),
    (
        CLASS,
        "getSuperclass",
        "()Ljava/lang/Class;",
        get_superclass,
    ),
    (
        CLASS,
        "getInterfaces0",
        "()[Ljava/lang/Class;",
        get_interfaces,
    ),
    (CLASS, "getModifiers", "()I", get_modifiers),
    (CLASS, "getClassAccessFlagsRaw0", "()I", raw_access_flags),
    (CLASS, "getClassFileVersion0", "()I", class_file_version),
    (
        CLASS,
        "getSimpleBinaryName0",
        "()Ljava/lang/String;",
        simple_binary_name,
    ),
    (
        CLASS,
        "getDeclaringClass0",
        "()Ljava/lang/Class;",
        declaring_class,
    ),
    (
        CLASS,
        "getEnclosingMethod0",
        "()[Ljava/lang/Object;",
        enclosing_method,
    ),
    (CLASS, "getSimpleName", "()Ljava/lang/String;", simple_name),
    (
        CLASS,
        "getEnumConstantsShared",
        "()[Ljava/lang/Object;",
        enum_constants,
    ),
    (CLASS, "getNestHost0", "()Ljava/lang/Class;", nest_host),
    (
        CLASS,
        "getGenericSignature0",
        "()Ljava/lang/String;",
        generic_signature,
    ),
    (CLASS, "getSigners", "()[Ljava/lang/Object;", nothing),
    (CLASS, "getReflectionFactory", "*", reflection_factory),
];

/// `I`, `Ljava/lang/String;`, `[J`: the descriptor of a type.
pub fn descriptor_of(m: &Machine, class: ClassId) -> String {
    let linked = m.class(class);
    match linked.shape {
        Shape::Primitive(c) => (c as char).to_string(),
        Shape::Array { .. } => linked.name.to_string(),
        _ => format!("L{};", linked.name),
    }
}

fn this(m: &Machine, st: &State, call: &Call<'_>) -> Step<ClassId> {
    m.mirrored(st, call.reference(0))
}

fn mirror(m: &mut Machine, st: &mut State, class: Option<ClassId>) -> Step<Return> {
    match class {
        Some(class) => value(Slot::reference(m.mirror(st, class)?)),
        None => null(),
    }
}

fn get_primitive_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let name = m.string_name(st, call.reference(0), "Class.getPrimitiveClass")?;
    let class = m.load(&name)?;
    mirror(m, st, Some(class))
}

/// Assertions are on for the program (and its dependencies), as under `java -ea`.
fn desired_assertion_status(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    boolean(super::module::from_program(m, class))
}

fn init_class_name(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let name = binary_name(&m.class(class).name);
    let name = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
    m.set_field(st, call.reference(0), "name", Slot::reference(name))?;
    value(Slot::reference(name))
}

fn for_name(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(0).is_null() {
        return Err(Halt::null_pointer());
    }
    let name = m.string_name(st, call.reference(0), "Class.forName")?;
    let initialize = m.concrete_int(st, call.args[1])? != 0;
    let Some(class) = find(m, &name)? else {
        return Err(Halt::throw("java/lang/ClassNotFoundException", name));
    };
    if initialize {
        m.ensure_initialized(st, class)?;
    }
    mirror(m, st, Some(class))
}

/// A class by the name that `Class.getName` gives; primitive types have no such name.
pub fn find(m: &mut Machine, name: &str) -> Step<Option<ClassId>> {
    if name.contains('/') {
        return Ok(None);
    }
    let internal = name.replace('.', "/");
    let element = internal.trim_start_matches('[');
    let exists = if element.len() < internal.len() {
        match element.as_bytes() {
            [c] => b"ZBCSIJFD".contains(c),
            [b'L', .., b';'] => known(m, &element[1..element.len() - 1])?,
            _ => false,
        }
    } else {
        known(m, &internal)?
    };
    if !exists {
        return Ok(None);
    }
    m.load(&internal).map(Some)
}

fn known(m: &Machine, internal: &str) -> Step<bool> {
    let found = m.classpath().find(internal);
    found
        .map(|f| f.is_some())
        .map_err(|e| Halt::unsupported(e.to_string()))
}

fn is_instance(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let object = call.reference(1);
    if object == Ref::OPAQUE {
        return Err(m.bad_reference(object));
    }
    boolean(m.is_instance(st, object, class))
}

fn is_assignable_from(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let other = m.mirrored(st, call.reference(1))?;
    boolean(m.class(other).is_subclass_of(class))
}

fn is_interface(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    boolean(m.class(class).is_interface())
}

fn is_array(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    boolean(matches!(m.class(class).shape, Shape::Array { .. }))
}

fn is_primitive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    boolean(matches!(m.class(class).shape, Shape::Primitive(_)))
}

fn is_hidden(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(false)
}

fn is_record(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    boolean(
        m.class(class)
            .file
            .as_ref()
            .is_some_and(|f| f.record.is_some()),
    )
}

fn get_superclass(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let linked = m.class(class);
    let parent = if linked.is_interface() {
        None
    } else {
        linked.super_class
    };
    mirror(m, st, parent)
}

/// An array of `Class` objects.
pub fn mirrors(m: &mut Machine, st: &mut State, classes: &[ClassId]) -> Step<Ref> {
    let mut refs = Vec::with_capacity(classes.len());
    for class in classes {
        refs.push(m.mirror(st, *class)?);
    }
    super::array_of_refs(m, st, "[Ljava/lang/Class;", refs)
}

fn get_interfaces(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let interfaces = m.class(class).interfaces.clone();
    value(Slot::reference(mirrors(m, st, &interfaces)?))
}

/// The entry of a nested class about itself (JVMS §4.7.6).
fn own_entry(m: &Machine, class: ClassId) -> Option<&InnerClass> {
    let linked = m.class(class);
    linked
        .file
        .as_ref()?
        .inner_classes
        .iter()
        .find(|i| i.inner == linked.name)
}

/// The modifiers of the declaration: those of a nested class stand in its own entry, not in its access flags.
pub fn modifiers(m: &Machine, class: ClassId) -> i32 {
    let flags = match own_entry(m, class) {
        Some(entry) => entry.access,
        None => m.class(class).access,
    };
    i32::from(flags & !access::SUPER)
}

fn get_modifiers(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    if let Shape::Array { element, .. } = m.class(class).shape {
        let visibility = access::PUBLIC | access::PRIVATE | access::PROTECTED;
        let kept = modifiers(m, element) & i32::from(visibility);
        return int(kept | i32::from(access::FINAL | access::ABSTRACT));
    }
    int(modifiers(m, class))
}

/// The access flags of the class file itself; types without one have none.
fn raw_access_flags(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let linked = m.class(class);
    int(linked.file.as_ref().map_or(0, |_| i32::from(linked.access)))
}

fn class_file_version(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let file = m.class(class).file.as_ref();
    int(file.map_or(0, |f| i32::from(f.minor) << 16 | i32::from(f.major)))
}

fn simple_binary_name(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let name = own_entry(m, class).and_then(|e| e.inner_name.clone());
    match name {
        Some(name) => value(Slot::reference(m.new_java_string(st, &name)?)),
        None => null(),
    }
}

fn simple_name(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let mut class = this(m, st, call)?;
    let mut dimensions = 0;
    while let Shape::Array { element, .. } = m.class(class).shape {
        class = element;
        dimensions += 1;
    }
    let name = match own_entry(m, class) {
        // An anonymous class has no name.
        Some(entry) => entry.inner_name.as_deref().unwrap_or("").to_owned(),
        None => {
            let name = &m.class(class).name;
            name.rsplit('/').next().unwrap_or(name).to_owned()
        }
    };
    let name = name + &"[]".repeat(dimensions);
    let name = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
    value(Slot::reference(name))
}

fn declaring_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    match own_entry(m, class).and_then(|e| e.outer.clone()) {
        Some(outer) => {
            let outer = m.load(&outer)?;
            mirror(m, st, Some(outer))
        }
        None => null(),
    }
}

fn enclosing_method(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let Some(enclosing) = m
        .class(class)
        .file
        .as_ref()
        .and_then(|f| f.enclosing_method.clone())
    else {
        return null();
    };
    let outer = m.load(&enclosing.class)?;
    let mut parts = vec![m.mirror(st, outer)?, Ref::NULL, Ref::NULL];
    if let Some((name, descriptor)) = &enclosing.method {
        parts[1] = m.new_java_string(st, name)?;
        parts[2] = m.new_java_string(st, descriptor)?;
    }
    value(Slot::reference(super::array_of_refs(
        m,
        st,
        "[Ljava/lang/Object;",
        parts,
    )?))
}

/// What the JDK gets from `values()` through reflection.
fn enum_constants(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let known = m.field(st, call.reference(0), "enumConstants")?;
    if !known.as_ref().is_null() {
        return value(known);
    }
    let base = m.load("java/lang/Enum")?;
    if m.class(class).access & access::ENUM == 0 || m.class(class).super_class != Some(base) {
        return null();
    }
    let name = m.class(class).name.clone();
    let values = m.lookup(&name, "values", &format!("()[L{name};"))?;
    Ok(Return::Call(values, vec![]))
}

fn nest_host(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    let host = m
        .class(class)
        .file
        .as_ref()
        .and_then(|f| f.nest_host.clone());
    let host = match host {
        Some(name) => m.load(&name)?,
        None => class,
    };
    mirror(m, st, Some(host))
}

fn generic_signature(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = this(m, st, call)?;
    match m
        .class(class)
        .file
        .as_ref()
        .and_then(|f| f.signature.clone())
    {
        Some(signature) => value(Slot::reference(m.new_java_string(st, &signature)?)),
        None => null(),
    }
}

fn nothing(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    null()
}

/// On a JVM, reflection has been used before any program starts; its classes depend on that order.
fn reflection_factory(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let base = m.load("java/lang/reflect/AccessibleObject")?;
    m.ensure_initialized(st, base)?;
    Ok(Return::Bytecode)
}
