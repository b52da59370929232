//! The JDK's table of time zones, `lib/tzdb.dat`: the one file that is read here, because it belongs to the JDK like its
//! classes. The JDK opens and parses it itself. Providers of further zones are not looked for.

use super::io::{files, input};
use super::{Call, Entry, Return, int, value};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use std::rc::Rc;

const STREAM: &str = "java/io/FileInputStream";
const LOADER: &str = "java/util/ServiceLoader";

pub const NATIVES: &[Entry] = &[
    ("java/io/FileDescriptor", "close0", "*", close),
    ("java/io/FileCleanable", "register", "*", super::nothing),
    ("java/io/FileCleanable", "unregister", "*", super::nothing),
    (STREAM, "open0", "*", open),
    (STREAM, "read", "([BII)I", read),
    (STREAM, "available", "()I", available),
    (
        "java/lang/ClassLoader",
        "getSystemClassLoader",
        "*",
        system_loader,
    ),
    (
        LOADER,
        "load",
        "(Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;",
        load,
    ),
    (LOADER, "iterator", "()Ljava/util/Iterator;", iterator),
    (
        "sun/util/calendar/ZoneInfoFile",
        "getZoneInfo",
        "*",
        old_zone,
    ),
];

/// Beneath the home that `java.home` names.
const ZONES: &str = "/usr/lib/jvm/java/lib/tzdb.dat";
/// Its number among open files; nothing else can be open.
const ZONES_FD: i32 = 100;

fn open(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let path = m.string_text(st, call.reference(1))?;
    let other = path.is_none_or(|path| String::from_utf16_lossy(&path) != ZONES);
    if other || zones(m)?.is_none() {
        return files(m, st, call);
    }
    let descriptor = m.field(st, call.reference(0), "fd")?.as_ref();
    m.set_field(st, descriptor, "fd", Slot::int(ZONES_FD))?;
    m.set_field(st, descriptor, "handle", Slot::long(0))?;
    Ok(Return::Void)
}

fn zones(m: &mut Machine) -> Step<Option<Rc<[u8]>>> {
    if m.zones.is_none() {
        let read = m.classpath().jdk().data_file("lib/tzdb.dat");
        let bytes = read.map_err(|error| Halt::unsupported(error.to_string()))?;
        m.zones = bytes.map(Rc::from);
    }
    Ok(m.zones.clone())
}

/// Whether a descriptor is that of the table.
fn is_zones(m: &Machine, st: &State, descriptor: Ref) -> Step<bool> {
    Ok(!descriptor.is_null() && m.field(st, descriptor, "fd")?.as_int() == ZONES_FD)
}

/// The position is kept where other systems have a handle.
fn read(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let descriptor = m.field(st, call.reference(0), "fd")?.as_ref();
    if !is_zones(m, st, descriptor)? || call.args.iter().any(|arg| arg.is_symbolic()) {
        return input(m, st, call);
    }
    let Some(table) = zones(m)? else {
        return input(m, st, call);
    };
    let at = m.field(st, descriptor, "handle")?.as_long();
    let rest = table.get(at as usize..).unwrap_or_default();
    let (from, wanted) = (call.args[2].as_int(), call.args[3].as_int());
    if rest.is_empty() {
        return int(-1);
    }
    let (Ok(from), Ok(wanted)) = (usize::try_from(from), usize::try_from(wanted)) else {
        return input(m, st, call);
    };
    let count = wanted.min(rest.len());
    let Data::Bytes(buffer) = &mut st.heap.get_mut(call.reference(1)).data else {
        return input(m, st, call);
    };
    let Some(target) = crate::heap::unshared(buffer).get_mut(from..from + count) else {
        return input(m, st, call);
    };
    for (cell, byte) in target.iter_mut().zip(rest) {
        *cell = *byte as i8;
    }
    m.set_field(st, descriptor, "handle", Slot::long(at + count as i64))?;
    int(count as i32)
}

fn available(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let descriptor = m.field(st, call.reference(0), "fd")?.as_ref();
    match (is_zones(m, st, descriptor)?, zones(m)?) {
        (true, Some(table)) => {
            let at = m.field(st, descriptor, "handle")?.as_long();
            int(table.len().saturating_sub(at as usize) as i32)
        }
        _ => input(m, st, call),
    }
}

fn close(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match is_zones(m, st, call.reference(0))? {
        true => Ok(Return::Void),
        false => files(m, st, call),
    }
}

/// A zone of `java.util` has the offset that its rules give it at present, whenever that is.
fn old_zone(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let changes = |i: usize| {
        let array = call.args.get(i).map(|arg| arg.as_ref());
        let data = array.and_then(|array| st.heap.get(array));
        data.is_some_and(|object| matches!(&object.data, Data::Longs(times) if !times.is_empty()))
    };
    if call.args.len() > 4 && (changes(1) || changes(3)) {
        m.approximations
            .insert("time zones of java.util: with their rules of 2024");
    }
    Ok(Return::Bytecode)
}

// --- Providers of further zones ------------------------------------------------------------------------------------

fn is_for_zones(m: &Machine, st: &State) -> bool {
    super::caller(m, st, 0)
        .is_some_and(|class| &*m.class(class).name == "java/time/zone/ZoneRulesProvider")
}

fn system_loader(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    match is_for_zones(m, st) {
        true => value(Slot::NULL),
        false => super::loaders::system(m, st, call),
    }
}

const NO_PROVIDERS: &str = "providers of zones";

fn load(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    if !is_for_zones(m, st) {
        return Ok(Return::Bytecode);
    }
    let class = m.load(LOADER)?;
    let none = m.allocate(st, class);
    st.singletons.insert(NO_PROVIDERS, none);
    value(Slot::reference(none))
}

fn iterator(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if st.singletons.get(NO_PROVIDERS) != Some(&call.reference(0)) {
        return Ok(Return::Bytecode);
    }
    let empty = m.lookup(
        "java/util/Collections",
        "emptyIterator",
        "()Ljava/util/Iterator;",
    )?;
    Ok(Return::Call(empty, vec![]))
}
