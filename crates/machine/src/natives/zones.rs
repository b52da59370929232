//! Time zones. The JDK opens and parses its table of them, `lib/tzdb.dat`, itself. Providers of further zones are not
//! looked for.

use super::{Call, Entry, Return, value};
use crate::halt::Step;
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;

const LOADER: &str = "java/util/ServiceLoader";

pub const NATIVES: &[Entry] = &[
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
