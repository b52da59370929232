//! The library on the machine: each program of `tests/programs` prints the same there as under `java`.

mod common;

use common::{class_path, on_jvm};
use machine::concrete::RunEnd;
use machine::{End, Machine, Options, Stop};
use std::sync::Arc;

/// Runs `main` on both and compares standard output.
fn check(class: &str) {
    let classpath = class_path(class);
    let expected = on_jvm(&classpath, class);
    assert_eq!(expected.threw, None, "{class} under java");
    let expected = expected.out;
    let mut machine = Machine::new(Arc::new(classpath), Options::default());
    let run = machine.run_main_within(class, &[], 1_000_000_000);
    for (number, (ours, theirs)) in run.out.lines().zip(expected.lines()).enumerate() {
        assert_eq!(ours, theirs, "{class}: line {} of the output", number + 1);
    }
    assert_eq!(run.end, RunEnd::Returned, "{class}");
    assert_eq!(run.out, expected, "{class}");
}

#[test]
fn strings() {
    check("Strings");
}

#[test]
fn collections() {
    check("Collects");
}

#[test]
fn numbers() {
    check("Numbers");
}

#[test]
fn formatting_and_text() {
    check("Formats");
}

#[test]
fn classes_atomics_threads_and_traces() {
    check("Reflects");
}

#[test]
fn dates_and_streams() {
    check("Times");
}

#[test]
fn scanning_and_locale_formats() {
    check("Locales");
}

/// Walks the path on which every input has its default value, deciding by evaluation instead of a solver.
#[test]
fn natives_on_symbolic_values() {
    let class = "Symbolic";
    let mut machine = Machine::new(Arc::new(class_path(class)), Options::default());
    let mut state = machine.empty_state();
    machine
        .prepare_main(&mut state, class, &[])
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    let mut model = logic::Model::new();
    let end = loop {
        match machine.run(&mut state, 1_000_000_000) {
            Stop::Fuel => {}
            Stop::Branch(condition) | Stop::Guard(condition) => {
                let holds = truth(&machine.pool, &model, condition);
                machine.learn(&mut state, condition, holds);
            }
            Stop::Value(term) => {
                let value = logic::Evaluator::new().eval(&machine.pool, &model, term);
                let value = value.ok().and_then(|v| v.as_bv()).expect("a bit-vector");
                machine.learn_value(&mut state, term, value);
            }
            Stop::Assume(condition) => {
                if !truth(&machine.pool, &model, condition) {
                    // The only assumption here that zeros do not satisfy: there is at least one processor.
                    for symbol in machine.pool.symbols(condition) {
                        model.set(symbol, logic::Value::i32(1));
                    }
                }
                assert!(truth(&machine.pool, &model, condition));
                machine.learn(&mut state, condition, true);
            }
            Stop::Calling | Stop::Returned | Stop::Deeper | Stop::Head => {
                panic!("nothing is watched")
            }
            Stop::Region(_) => panic!("no region is walked"),
            Stop::End(end) => break end,
        }
    };
    let printed = machine::concrete::text(&state.console.out);
    assert!(
        matches!(end, End::Returned(_)),
        "{end:?} at {:?}: {printed}",
        state.current()
    );
    assert_eq!(printed, "checks: 22\n");
}

fn truth(pool: &logic::Pool, model: &logic::Model, condition: logic::Term) -> bool {
    let value = logic::Evaluator::new().eval_bool(pool, model, condition);
    value.unwrap_or_else(|error| panic!("{error:?} in {}", pool.print(condition)))
}
