//! Natives and intrinsics: Rust bodies for methods that have no bytecode, or whose bytecode would fork needlessly.
//! One table, keyed by class, name and descriptor; one file per class or family. A native that does not want to handle
//! a call returns [`Return::Bytecode`], and the method's own code runs.

use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, MethodId, Ref, Slot};
use std::collections::HashMap;
use std::sync::LazyLock;

mod annotations;
pub mod atomic;
pub mod boxes;
pub mod class;
mod compact;
pub mod console;
mod digest;
mod environment;
mod files;
pub mod harness;
pub mod invoke;
mod loaders;
mod logging;
pub mod math;
pub(crate) mod members;
pub mod memory;
pub mod module;
mod net;
pub mod object;
mod parallel;
mod preconditions;
mod proxy;
pub mod random;
pub mod reflect;
mod serial;
mod stack_walker;
pub mod stdin;
pub mod strings;
pub mod system;
pub mod thread;
pub mod throwable;
pub mod unsafe_;
mod zip;
mod zones;

/// A body in Rust. It may run several times for one call (see [`crate::state::State::facts`]), so it must ask all its
/// questions before it changes the state.
pub type Native = fn(&mut Machine, &mut State, &Call<'_>) -> Step<Return>;

pub struct Call<'a> {
    /// Receiver first.
    pub args: &'a [Slot],
    /// The method called; its descriptor is that of the call site for signature-polymorphic methods.
    pub method: MethodId,
}

impl Call<'_> {
    pub fn reference(&self, index: usize) -> Ref {
        self.args[index].as_ref()
    }
}

pub enum Return {
    Void,
    Value(Slot),
    /// Go on with this method instead; its result is the native's.
    Call(MethodId, Vec<Slot>),
    /// Run the method's own bytecode.
    Bytecode,
    /// Run the bytecode of this method, whatever native it has, and give back its result.
    Enter(MethodId, Vec<Slot>),
}

/// Class, method name, descriptor (`*` for any), body.
pub type Entry = (&'static str, &'static str, &'static str, Native);

/// All tables, with what their methods are about.
const FAMILIES: &[(&str, &[Entry])] = &[
    ("Object and arrays", object::NATIVES),
    ("Class", class::NATIVES),
    ("Strings", strings::NATIVES),
    ("Strings: bytes", strings::bytes::NATIVES),
    ("Strings: comparison", strings::compare::NATIVES),
    ("Strings: search", strings::search::NATIVES),
    ("Strings: editing", strings::edit::NATIVES),
    ("Strings: case", strings::case::NATIVES),
    ("StringBuilder", strings::builder::NATIVES),
    ("Numbers and their text", strings::numbers::NATIVES),
    ("Characters", strings::characters::NATIVES),
    ("Boxes", boxes::NATIVES),
    ("Math", math::NATIVES),
    ("System and Runtime", system::NATIVES),
    ("The environment", environment::NATIVES),
    ("Threads", thread::NATIVES),
    ("Throwable", throwable::NATIVES),
    ("StackWalker", stack_walker::NATIVES),
    ("Unsafe", unsafe_::NATIVES),
    ("Atomic variables", atomic::NATIVES),
    ("Reflection", reflect::NATIVES),
    ("Members of classes", members::NATIVES),
    ("Annotations", annotations::NATIVES),
    ("Reflective calls", invoke::NATIVES),
    ("Proxies", proxy::NATIVES),
    ("Modules", module::NATIVES),
    ("Class loaders, resources and services", loaders::NATIVES),
    ("Preconditions", preconditions::NATIVES),
    ("Compact strings", compact::NATIVES),
    ("Random numbers", random::NATIVES),
    ("Files: java.io", files::io::NATIVES),
    ("Files: java.nio", files::nio::NATIVES),
    ("Serialization", serial::NATIVES),
    ("Logging", logging::NATIVES),
    ("Internet addresses", net::NATIVES),
    ("Time zones", zones::NATIVES),
    ("Checksums", zip::NATIVES),
    ("Message digests", digest::NATIVES),
    ("Parallel streams", parallel::NATIVES),
    ("Printing", console::NATIVES),
    ("Standard input", stdin::NATIVES),
    ("Harness calls", harness::NATIVES),
    ("Concatenation", crate::dynamic::concat::NATIVES),
];

static TABLE: LazyLock<HashMap<&'static str, Vec<&'static Entry>>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Vec<&'static Entry>> = HashMap::new();
    for entry in FAMILIES.iter().flat_map(|(_, entries)| *entries) {
        table.entry(entry.0).or_default().push(entry);
    }
    table
});

/// The Rust body of a method, if it has one.
pub fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    if descriptor == "()V" && matches!(name, "registerNatives" | "initIDs" | "initNative") {
        return Some(nothing);
    }
    let entries = TABLE.get(class)?;
    let entry = entries
        .iter()
        .find(|e| e.1 == name && (e.2 == descriptor || e.2 == "*"));
    match entry {
        Some(entry) => Some(entry.3),
        None if harness::is_unmodelled(class, name) => Some(harness::unmodelled),
        None => None,
    }
}

/// All entries by family, for the documentation.
pub fn families() -> &'static [(&'static str, &'static [Entry])] {
    FAMILIES
}

/// Does nothing: registration of native methods and the like.
pub fn nothing(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Ok(Return::Void)
}

// --- What natives are written with ---------------------------------------------------------------------------------

fn value(slot: Slot) -> Step<Return> {
    Ok(Return::Value(slot))
}

fn int(number: i32) -> Step<Return> {
    value(Slot::int(number))
}

fn boolean(holds: bool) -> Step<Return> {
    value(Slot::boolean(holds))
}

fn null() -> Step<Return> {
    value(Slot::NULL)
}

/// The class of the `depth`-th frame from the running one; frames that the machine made itself do not count.
fn caller(m: &Machine, st: &State, depth: usize) -> Option<ClassId> {
    let mut left = depth;
    let mut found = None;
    st.stack.for_each(|frame, _| {
        let method = m.method(frame.method);
        if method.is_synthetic_frame() {
            return true;
        }
        if left == 0 {
            found = Some(method.class);
            return false;
        }
        left -= 1;
        true
    });
    found
}

/// The method that called the running native; frames that the machine made itself do not count.
pub(crate) fn calling_method(m: &Machine, st: &State) -> Option<MethodId> {
    let mut found = None;
    st.stack.for_each(|frame, _| {
        if !m.method(frame.method).is_synthetic_frame() {
            found = Some(frame.method);
        }
        found.is_none()
    });
    found
}

/// Sets a field that not every JDK has; where it is missing, nothing reads it.
fn set_if_present(m: &Machine, st: &mut State, object: Ref, name: &str, slot: Slot) -> Step<()> {
    let class = m.class_of(st, object)?;
    match m.instance_slot(class, name) {
        Some(_) => m.set_field(st, object, name, slot),
        None => Ok(()),
    }
}

fn array_of_refs(m: &mut Machine, st: &mut State, descriptor: &str, refs: Vec<Ref>) -> Step<Ref> {
    let class = m.load(descriptor)?;
    if !matches!(m.class(class).shape, crate::class::Shape::Array { .. }) {
        return Err(Halt::unsupported("array of a type that is no array"));
    }
    Ok(st.heap.allocate(class, Data::Refs(refs.into())))
}

/// A static method of the machine's own that gives a reference or nothing, made once under its name.
fn maker(
    m: &mut Machine,
    name: &'static str,
    descriptor: &str,
    body: impl FnOnce(&mut ir::synthetic::Builder) -> ir::Operand,
) -> Step<MethodId> {
    let key = (name.to_owned(), "maker");
    if let Some(&known) = m.throwers.get(&key) {
        return Ok(known);
    }
    let Some((kinds, _)) = crate::class::kinds_of(descriptor) else {
        return Err(Halt::unsupported("malformed descriptor"));
    };
    let mut b = ir::synthetic::Builder::new(&kinds);
    let result = body(&mut b);
    let result = (!descriptor.ends_with('V')).then_some(result);
    let made = m.add_synthetic(name, descriptor, b.finish(result))?;
    m.throwers.insert(key, made);
    Ok(made)
}

/// What the JVM's own start-up would have stored into the statics of a class; called once per path and class, after
/// the class's initialiser has run.
pub fn after_initialization(m: &mut Machine, st: &mut State, class: ClassId) -> Step<()> {
    let name = m.class(class).name.clone();
    match &*name {
        "java/lang/System" => {
            console::set_streams(m, st, class)?;
            stdin::set_stream(m, st, class)?;
            system::after_initialization(m, st, class, &name)
        }
        "java/lang/String" => m.set_static(st, class, "COMPACT_STRINGS", Slot::int(0)),
        "java/util/ImmutableCollections" => any_order(m, st, class),
        _ => system::after_initialization(m, st, class, &name),
    }
}

/// What every JVM draws anew at its start: where iterators of `Set.of` and `Map.of` begin and which way they go. That is
/// left open, so that a claim holds for all orders.
fn any_order(m: &mut Machine, st: &mut State, class: ClassId) -> Step<()> {
    let salt = m.pool.symbol(ORDER_SYMBOL, logic::Sort::Bv(32));
    let salt = m.pool.zext(salt, 64);
    // `(SALT32L & 1) == 0`, as in the class's own initialiser.
    let lowest = m.pool.extract(salt, 0, 0);
    let upward = m.pool.bv_not(lowest);
    let reverse = m.pool.zext(upward, 32);
    for (name, value) in [("SALT32L", salt), ("REVERSE", reverse)] {
        // JDK 11 has other fields; there one order stands for all.
        if m.static_slot(class, name).is_some() {
            m.set_static(st, class, name, Slot::symbolic(value))?;
        }
    }
    Ok(())
}

/// The symbol that stands for the order of `Set.of` and `Map.of`.
pub const ORDER_SYMBOL: &str = "Set.of:salt";
