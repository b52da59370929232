//! Modules, as far as access checks look at them: one for the platform, the unnamed module for the program. Layers and
//! descriptors are not modelled. Class loaders are in [`super::loaders`].

use super::{Call, Entry, Return, boolean, null, value};
use crate::class::Shape;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};

const CLASS: &str = "java/lang/Class";
const MODULE: &str = "java/lang/Module";

pub const NATIVES: &[Entry] = &[
    (CLASS, "getModule", "()Ljava/lang/Module;", module),
    (MODULE, "isExported", "*", is_exported),
    (MODULE, "isOpen", "*", is_open),
    (MODULE, "canRead", "*", can_read),
    // The platform uses the services that it looks for, and an unnamed module all of them.
    (MODULE, "canUse", "*", can_read),
    (MODULE, "implAddReads", "*", super::nothing),
    (MODULE, "implAddExportsToAllUnnamed", "*", super::nothing),
    (MODULE, "getLayer", "*", layer),
    (MODULE, "getDescriptor", "*", layer),
    (
        "jdk/internal/loader/BootLoader",
        "loadClassOrNull",
        "*",
        boot_class,
    ),
    (
        "jdk/internal/loader/BootLoader",
        "loadLibrary",
        "*",
        super::nothing,
    ),
    (
        "jdk/internal/loader/BootLoader",
        "setBootLoaderUnnamedModule0",
        "*",
        super::nothing,
    ),
    (
        "java/lang/Class",
        "forName",
        "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        class_in_module,
    ),
    (
        "java/text/BreakIterator",
        "getBreakInstance",
        "*",
        word_boundaries,
    ),
];

/// Whether a type belongs to the program (or its dependencies) rather than to the JDK.
pub fn from_program(m: &Machine, class: ClassId) -> bool {
    let mut class = class;
    while let Shape::Array { element, .. } = m.class(class).shape {
        class = element;
    }
    if let Some(interfaces) = m.proxied_interfaces(class) {
        return interfaces.iter().any(|i| from_program(m, *i));
    }
    m.class(class).file.is_some() && m.classpath().role(&m.class(class).name).is_some()
}

fn module(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.mirrored(st, call.reference(0))?;
    let of_program = from_program(m, class);
    value(Slot::reference(module_object(m, st, of_program)?))
}

/// The unnamed module of the program, or that of the platform.
pub(super) fn module_object(m: &mut Machine, st: &mut State, of_program: bool) -> Step<Ref> {
    let (key, name) = if of_program {
        ("unnamed module", None)
    } else {
        ("java.base", Some("java.base"))
    };
    if let Some(&known) = st.singletons.get(key) {
        return Ok(known);
    }
    let module_class = m.load(MODULE)?;
    let made = m.allocate(st, module_class);
    if let Some(name) = name {
        let name = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
        m.set_field(st, made, "name", Slot::reference(name))?;
    }
    st.singletons.insert(key, made);
    Ok(made)
}

pub(super) fn is_platform(st: &State, module: Ref) -> bool {
    st.singletons.get("java.base") == Some(&module)
}

/// `java.base` exports its `java.…` packages and opens none.
fn is_exported(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let other = call.args.get(2).map(|o| o.as_ref());
    if !is_platform(st, call.reference(0)) || other.is_some_and(|o| is_platform(st, o)) {
        return boolean(true);
    }
    let package = m.string_name(st, call.reference(1), "Module.isExported")?;
    boolean(package.starts_with("java.") || package.starts_with("javax."))
}

fn is_open(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let other = call.args.get(2).map(|o| o.as_ref());
    boolean(!is_platform(st, call.reference(0)) || other.is_some_and(|o| is_platform(st, o)))
}

fn can_read(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    boolean(true)
}

fn layer(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "module layers and descriptors are not modelled",
    ))
}

/// The rules are a resource of a module. Lower case of a capital sigma needs them as well: whether it ends a word.
fn word_boundaries(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Err(Halt::unsupported(
        "java.text.BreakIterator: resources are not modelled",
    ))
}

/// A class of the JDK by name, or null.
fn boot_class(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    named_class(m, st, call.reference(0))
}

/// Unlike other forms of `forName`, this one neither initialises the class nor throws.
fn class_in_module(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(0).is_null() || call.reference(1).is_null() {
        return Err(Halt::null_pointer());
    }
    named_class(m, st, call.reference(1))
}

fn named_class(m: &mut Machine, st: &mut State, name: Ref) -> Step<Return> {
    let name = m.string_name(st, name, "the name of a class")?;
    match super::class::find(m, &name)? {
        Some(class) => value(Slot::reference(m.mirror(st, class)?)),
        None => null(),
    }
}
