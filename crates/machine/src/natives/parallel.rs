//! What the JDK would split among the threads of its common pool. There is one thread, so parallel streams run as
//! sequential ones, which is one of the orders that a JVM may take; that is a bound with a name.

use super::{Call, Entry, Return, boolean};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;

pub const NATIVES: &[Entry] = &[
    (
        "java/util/stream/AbstractPipeline",
        "isParallel",
        "()Z",
        is_parallel,
    ),
    ("java/util/Arrays", "parallelSort", "*", sort),
];

/// Interfaces whose `concat` hands the answer on to another stream.
const STREAMS: &[&str] = &[
    "java/util/stream/Stream",
    "java/util/stream/IntStream",
    "java/util/stream/LongStream",
    "java/util/stream/DoubleStream",
];

/// A program that asks is told the truth; the JDK, which asks to choose how to evaluate, is told to use one thread.
fn is_parallel(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let caller = super::caller(m, st, 0);
    let truth = caller.is_some_and(|class| {
        super::module::from_program(m, class) || STREAMS.contains(&&*m.class(class).name)
    });
    if truth {
        return Ok(Return::Bytecode);
    }
    let source = m.field(st, call.reference(0), "sourceStage")?.as_ref();
    let parallel = m.field(st, source, "parallel")?;
    if m.concrete_int(st, parallel)? != 0 {
        m.approximations
            .insert("parallel streams: run by one thread, in order");
    }
    boolean(false)
}

/// Both sorts are stable where that can be seen, so only the order of comparisons differs.
fn sort(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let method = m.method(call.method).clone();
    let descriptor = method
        .descriptor
        .replace("[Ljava/lang/Comparable;", "[Ljava/lang/Object;");
    let sort = m.lookup("java/util/Arrays", "sort", &descriptor)?;
    if method.descriptor.contains('L') {
        m.approximations
            .insert("Arrays.parallelSort: compares in the order of Arrays.sort");
    }
    Ok(Return::Call(sort, call.args.to_vec()))
}
