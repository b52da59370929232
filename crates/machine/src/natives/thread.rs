//! The one thread that there is. Making other `Thread` objects is fine; starting one is not modelled, except for the
//! JDK's own housekeeping threads, which wait for collected references that this machine never announces.

use super::{Call, Entry, Return, boolean, null, value};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{ClassId, Ref, Slot};

const THREAD: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";

pub const NATIVES: &[Entry] = &[
    (
        THREAD,
        "currentThread",
        "()Ljava/lang/Thread;",
        current_thread,
    ),
    (THREAD, "yield", "()V", super::nothing),
    (THREAD, "onSpinWait", "()V", super::nothing),
    (THREAD, "sleep", "(J)V", sleep),
    (THREAD, "start0", "()V", start),
    (THREAD, "holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    (THREAD, "setPriority0", "*", super::nothing),
    (THREAD, "interrupt0", "()V", super::nothing),
    (THREAD, "clearInterruptEvent", "()V", super::nothing),
    (THREAD, "setNativeName", "*", super::nothing),
    (THREAD, "getContextClassLoader", "*", context_class_loader),
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
    let fields = [
        ("name", Slot::reference(name)),
        ("group", Slot::reference(main)),
        ("priority", Slot::int(5)),
        ("tid", Slot::long(1)),
        // A native thread behind it and the JVMTI state "alive and runnable".
        ("eetop", Slot::long(1)),
        ("threadStatus", Slot::int(5)),
        ("blockerLock", Slot::reference(lock)),
    ];
    for (name, slot) in fields {
        m.set_field(st, thread, name, slot)?;
    }
    let threads = super::array_of_refs(m, st, "[Ljava/lang/Thread;", vec![thread])?;
    m.set_field(st, main, "threads", Slot::reference(threads))?;
    m.set_field(st, main, "nthreads", Slot::int(1))?;
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
    if m.field(st, thread, "interrupted")?.as_int() != 0 {
        m.set_field(st, thread, "interrupted", Slot::int(0))?;
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

fn holds_lock(_: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if call.reference(0).is_null() {
        return Err(Halt::null_pointer());
    }
    boolean(st.monitors.contains_key(&call.reference(0)))
}

fn context_class_loader(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    null()
}

fn park(_: &mut Machine, _: &mut State, _: &Call<'_>) -> Step<Return> {
    Ok(Return::Void)
}
