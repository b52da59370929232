//! What a snapshot of a state costs whose heap has 100,000 objects, when a few objects change between two snapshots.

use std::fs;
use std::mem;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use machine::heap::{Data, Heap};
use machine::{Machine, Options, Ref, State, Stop};

use super::Row;
use crate::jvm::Jdk;
use crate::machine_run::Classes;

const OBJECTS: usize = 100_000;

/// Snapshots taken for a figure; all are kept until the end, as an exploration would.
const ROUNDS: usize = 2_000;

/// Of these snapshots the copied bytes are counted, which means looking at every object.
const COUNTED: usize = 5;

const PROGRAM: &str = "\
public class Touch {
    int value;
    Touch next;

    public static void main(String[] args) {
        Touch[] all = new Touch[100000];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Touch();
        }
        int at = 0;
        while (true) {
            all[at].value++;
            at = (at + 7919) % all.length;
        }
    }
}
";

/// Measures snapshots with these numbers of objects touched between two of them, spread over the whole heap.
pub fn measure(jdk: &Jdk, touched: &[u64], directory: &Path) -> Result<Vec<Row>, String> {
    let source = directory.join("Touch.java");
    fs::write(&source, PROGRAM)
        .map_err(|error| format!("cannot write {}: {error}", source.display()))?;
    let classes = directory.join("touch");
    fs::create_dir_all(&classes)
        .map_err(|error| format!("cannot create {}: {error}", classes.display()))?;
    jdk.compile(&[source], &classes)?;
    let classes = Classes::open(&classes)?;
    let mut machine = Machine::new(classes.classpath().clone(), Options::default());
    let mut state = machine.empty_state();
    machine
        .prepare_main(&mut state, "Touch", &[])
        .map_err(|halt| format!("{halt:?}"))?;
    while state.heap.size_hint() < OBJECTS {
        advance(&mut machine, &mut state, 1_000)?;
    }
    // Past the last allocations and into the loop, twice around, so that all its instructions are resolved.
    advance(&mut machine, &mut state, 2_000_000)?;
    let per_touch = instructions_per_touch(&mut machine, &mut state)?;
    touched
        .iter()
        .map(|k| measure_one(&mut machine, &mut state, *k, k * per_touch))
        .collect()
}

fn advance(machine: &mut Machine, state: &mut State, fuel: u64) -> Result<(), String> {
    match machine.run(state, fuel) {
        Stop::Fuel => Ok(()),
        other => Err(format!("stopped: {other:?}")),
    }
}

/// The loop stops only at its back edge, so one unit of fuel is one round.
fn instructions_per_touch(machine: &mut Machine, state: &mut State) -> Result<u64, String> {
    let before = state.instructions;
    for _ in 0..100 {
        advance(machine, state, 0)?;
    }
    Ok(((state.instructions - before) / 100).max(1))
}

fn measure_one(
    machine: &mut Machine,
    state: &mut State,
    touched: u64,
    fuel: u64,
) -> Result<Row, String> {
    let mut kept = Vec::with_capacity(ROUNDS);
    let mut taking = std::time::Duration::ZERO;
    let started = Instant::now();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        kept.push(state.snapshot());
        taking += start.elapsed();
        advance(machine, state, fuel - 1)?;
    }
    let whole = started.elapsed();
    let (mut bytes, mut copied) = (0, 0);
    for pair in kept[ROUNDS - COUNTED - 1..].windows(2) {
        let (objects, their_bytes) = copied_objects(&pair[1].heap, &pair[0].heap);
        copied += objects;
        bytes += pair[1].heap.unshared_bytes(&pair[0].heap) + their_bytes;
    }
    let (bytes, copied) = (bytes / COUNTED + mem::size_of::<State>(), copied / COUNTED);
    let per_second = |time: std::time::Duration| ROUNDS as f64 / time.as_secs_f64();
    Ok(Row::new(
        format!("snapshots of 100,000 objects, {touched} touched between two"),
        format!(
            "{:.0}/s ({:.0}/s with touching), {bytes} bytes each, {copied} objects copied",
            per_second(taking),
            per_second(whole)
        ),
    ))
}

/// How many objects of `heap` no longer share their fields with `before`, and the bytes of those fields.
fn copied_objects(heap: &Heap, before: &Heap) -> (usize, usize) {
    let (mut objects, mut bytes) = (0, 0);
    for number in 0..heap.size_hint() as u32 {
        let both = (heap.get(Ref(number)), before.get(Ref(number)));
        let (Some(now), Some(then)) = both else {
            continue;
        };
        if let (Data::Fields(now), Data::Fields(then)) = (&now.data, &then.data)
            && !Rc::ptr_eq(now, then)
        {
            objects += 1;
            // The two counts of the shared slice come before its contents.
            bytes += mem::size_of_val(&**now) + 2 * mem::size_of::<usize>();
        }
    }
    (objects, bytes)
}
