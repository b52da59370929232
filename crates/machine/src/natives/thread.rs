//! The one thread that there is. Making other `Thread` objects is fine; starting one is not modelled, except for the
//! JDK's own housekeeping threads, which wait for collected references that this machine never announces.

use super::{Call, Entry, Return, boolean, null, value};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};

const THREAD: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";
/// What most of a thread's fields moved into with JDK 19.
const HOLDER: &str = "java/lang/Thread$FieldHolder";
const IDENTIFIERS: &str = "java/lang/Thread$ThreadIdentifiers";
/// The singleton that is the interrupted thread, where threads have no field for that (up to JDK 13).
const INTERRUPTED: &str = "interrupted";
/// The singleton that counts threads, where a JVM counts them in its own memory (from JDK 19 on).
const NUMBERS: &str = "thread numbers";
/// The singleton that is the thread's cache of scoped values (from JDK 20 on).
const SCOPED_VALUES: &str = "scoped values";

pub const NATIVES: &[Entry] = &[
    (
        THREAD,
        "currentThread",
        "()Ljava/lang/Thread;",
        current_thread,
    ),
    (
        THREAD,
        "currentCarrierThread",
        "()Ljava/lang/Thread;",
        current_thread,
    ),
    (THREAD, "yield", "()V", super::nothing),
    (THREAD, "yield0", "()V", super::nothing),
    (THREAD, "onSpinWait", "()V", super::nothing),
    (THREAD, "sleep", "(J)V", sleep),
    (THREAD, "sleep0", "(J)V", sleep),
    (THREAD, "sleepNanos0", "(J)V", sleep),
    (THREAD, "start0", "()V", start),
    (THREAD, "holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    (THREAD, "setPriority0", "*", super::nothing),
    (THREAD, "interrupt0", "()V", interrupt),
    (THREAD, "isInterrupted", "(Z)Z", is_interrupted),
    (THREAD, "clearInterruptEvent", "()V", super::nothing),
    (THREAD, "isAlive", "()Z", is_alive),
    (
        THREAD,
        "ensureMaterializedForStackWalk",
        "*",
        super::nothing,
    ),
    (THREAD, "scopedValueCache", "*", scoped_value_cache),
    (THREAD, "setScopedValueCache", "*", set_scoped_value_cache),
    (IDENTIFIERS, "next", "()J", next_number),
    (THREAD, "getNextThreadIdOffset", "()J", no_address),
    (THREAD, "setNativeName", "*", super::nothing),
    (THREAD, "getContextClassLoader", "*", super::loaders::system),
    (
        "java/util/concurrent/locks/LockSupport",
        "parkNanos",
        "*",
        park,
    ),
];

/// Threads that only ever wait for the collector.
const HOUSEKEEPING: &[&str] = &[
    "java/lang/ref/Reference$ReferenceHandler",
    "java/lang/ref/Finalizer$FinalizerThread",
    "jdk/internal/misc/InnocuousThread",
];

fn current_thread(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::reference(main_thread(m, st)?))
}

/// The main thread as a JVM's start-up leaves it: in group `main`, priority 5, number 1, running.
pub fn main_thread(m: &mut Machine, st: &mut State) -> Step<Ref> {
    if !st.main_thread.is_null() {
        return Ok(st.main_thread);
    }
    let group_class = m.load(GROUP)?;
    let system = group(m, st, group_class, "system", Ref::NULL)?;
    let main = group(m, st, group_class, "main", system)?;
    let class = m.load(THREAD)?;
    let thread = m.allocate(st, class);
    let name = m.intern(st, &"main".encode_utf16().collect::<Vec<_>>())?;
    let object = m.load("java/lang/Object")?;
    let lock = m.allocate(st, object);
    // `Thread.PRIMORDIAL_TID`, where there is one.
    let number = match m.static_slot(class, "PRIMORDIAL_TID") {
        Some(_) => 3,
        None => 1,
    };
    let mirror = m.mirror(st, class)?;
    let fields = [
        ("name", Slot::reference(name)),
        ("tid", Slot::long(number)),
        // A native thread behind it.
        ("eetop", Slot::long(1)),
        ("blockerLock", Slot::reference(lock)),
        ("interruptLock", Slot::reference(lock)),
        // `NEW_THREAD_BINDINGS`: none yet.
        ("scopedValueBindings", Slot::reference(mirror)),
    ];
    for (name, slot) in fields {
        super::set_if_present(m, st, thread, name, slot)?;
    }
    let held = [
        ("group", Slot::reference(main)),
        ("priority", Slot::int(5)),
        // The JVMTI state "alive and runnable".
        ("threadStatus", Slot::int(5)),
    ];
    let holder = if m.instance_slot(class, "holder").is_some() {
        let class = m.load(HOLDER)?;
        let holder = m.allocate(st, class);
        m.set_field(st, thread, "holder", Slot::reference(holder))?;
        holder
    } else {
        thread
    };
    for (name, slot) in held {
        m.set_field(st, holder, name, slot)?;
    }
    let threads = super::array_of_refs(m, st, "[Ljava/lang/Thread;", vec![thread])?;
    super::set_if_present(m, st, main, "threads", Slot::reference(threads))?;
    super::set_if_present(m, st, main, "nthreads", Slot::int(1))?;
    st.main_thread = thread;
    Ok(thread)
}

fn group(m: &mut Machine, st: &mut State, class: ClassId, name: &str, parent: Ref) -> Step<Ref> {
    let made = m.allocate(st, class);
    let name = m.intern(st, &name.encode_utf16().collect::<Vec<_>>())?;
    m.set_field(st, made, "name", Slot::reference(name))?;
    m.set_field(st, made, "maxPriority", Slot::int(10))?;
    m.set_field(st, made, "parent", Slot::reference(parent))?;
    Ok(made)
}

/// Time passes without anyone seeing it.
fn sleep(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let negative = match call.args[0].term {
        None => call.args[0].as_long() < 0,
        Some(term) => {
            let zero = m.pool.bv64(0);
            let negative = m.pool.slt(term, zero);
            m.decide(st, negative)?
        }
    };
    if negative {
        return Err(Halt::throw(
            "java/lang/IllegalArgumentException",
            "timeout value is negative",
        ));
    }
    let thread = main_thread(m, st)?;
    let class = m.class_of(st, thread)?;
    let interrupted = if m.instance_slot(class, "interrupted").is_some() {
        let set = m.field(st, thread, "interrupted")?.as_int() != 0;
        m.set_field(st, thread, "interrupted", Slot::int(0))?;
        set
    } else {
        st.singletons.remove(INTERRUPTED).is_some()
    };
    if interrupted {
        return Err(Halt::throw(
            "java/lang/InterruptedException",
            "sleep interrupted",
        ));
    }
    Ok(Return::Void)
}

fn start(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.class_of(st, call.reference(0))?;
    if HOUSEKEEPING.contains(&&*m.class(class).name) {
        return Ok(Return::Void);
    }
    Err(Halt::unsupported(
        "starting a thread: threads are not modelled",
    ))
}

/// Later JDKs keep the mark in a field and only tell the JVM; a thread that has not started takes no mark.
fn interrupt(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let class = m.load(THREAD)?;
    let thread = call.reference(0);
    if m.instance_slot(class, "interrupted").is_none() && thread == main_thread(m, st)? {
        st.singletons.insert(INTERRUPTED, thread);
    }
    Ok(Return::Void)
}

/// `boolean isInterrupted(boolean clear)`, up to JDK 13.
fn is_interrupted(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let clear = m.concrete_int(st, call.args[1])? != 0;
    let set = st.singletons.get(INTERRUPTED) == Some(&call.reference(0));
    if set && clear {
        st.singletons.remove(INTERRUPTED);
    }
    boolean(set)
}

fn is_alive(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if !m.method(call.method).is_native() {
        return Ok(Return::Bytecode);
    }
    let main = main_thread(m, st)?;
    boolean(call.reference(0) == main)
}

fn scoped_value_cache(_: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    let cache = st.singletons.get(SCOPED_VALUES).copied();
    cache.map_or_else(null, |cache| value(Slot::reference(cache)))
}

fn set_scoped_value_cache(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let cache = call.reference(0);
    if cache.is_null() {
        st.singletons.remove(SCOPED_VALUES);
    } else {
        st.singletons.insert(SCOPED_VALUES, cache);
    }
    Ok(Return::Void)
}

/// Numbers of threads that a program makes; how many a JVM has made before differs from one to the next.
fn next_number(m: &mut Machine, st: &mut State, _: &Call<'_>) -> Step<Return> {
    const FIRST: i64 = 32;
    let counter = match st.singletons.get(NUMBERS) {
        Some(known) => *known,
        None => {
            let class = m.load("[J")?;
            let made = st.heap.allocate(class, Data::Longs([FIRST].into()));
            st.singletons.insert(NUMBERS, made);
            made
        }
    };
    let number = m.array_load(st, counter, Slot::int(0))?;
    m.array_store(st, counter, Slot::int(0), Slot::long(number.as_long() + 1))?;
    value(number)
}

/// Of the JVM's counter, which [`next_number`] replaces.
fn no_address(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    value(Slot::long(0))
}

fn holds_lock(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(0).is_null() {
        return Err(Halt::null_pointer());
    }
    boolean(st.monitors.contains_key(&call.reference(0)))
}

fn park(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Ok(Return::Void)
}
