//! The options that bound a path: loops, lengths, heap and stack, and whether parameters may be null.

mod common;

use logic::{Evaluator, Model, Value};
use machine::{BoundHit, End, Machine, Options, Slot, State, Stop};
use std::sync::Arc;

const CLASS: &str = "Bounds";

/// Runs a method on symbolic parameters that have these values, all others being zero.
fn run(options: Options, name: &str, descriptor: &str, values: &[i32]) -> (Machine, State, End) {
    let mut machine = Machine::new(Arc::new(common::class_path(CLASS)), options);
    let mut st = machine
        .start_method(CLASS, name, descriptor)
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    let mut model = Model::new();
    let mut known = 0;
    loop {
        let stop = machine.run(&mut st, 10_000_000);
        while known < st.inputs.len() {
            if let machine::InputValue::Primitive(symbol) = st.inputs[known].value {
                model.set(symbol, Value::i32(values.get(known).copied().unwrap_or(0)));
            }
            known += 1;
        }
        let (Stop::Branch(term) | Stop::Guard(term) | Stop::Value(term) | Stop::Assume(term)) =
            stop
        else {
            match stop {
                Stop::End(end) => return (machine, st, end),
                other => panic!("{other:?}"),
            }
        };
        // As the search does when both answers are possible.
        st.forks += 1;
        match Evaluator::new().eval(&machine.pool, &model, term) {
            Ok(Value::Bool(holds)) => machine.learn(&mut st, term, holds),
            Ok(Value::Bv { bits, .. }) => machine.learn_value(&mut st, term, bits),
            other => panic!("{other:?}"),
        }
    }
}

fn with_unwind(limit: u32) -> Options {
    Options {
        unwind: Some(limit),
        ..Options::default()
    }
}

/// The limit that cut the path, if one did.
fn cut(end: &End) -> Option<u32> {
    match end {
        End::Bound(
            BoundHit::Loop { limit, .. }
            | BoundHit::ArrayLength { limit, .. }
            | BoundHit::StringLength { limit, .. }
            | BoundHit::Recursion { limit, .. },
        ) => Some(*limit),
        End::Returned(_) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn loops_are_cut_after_that_many_iterations() {
    for limit in 1..5 {
        for n in 0..7 {
            let (_, _, end) = run(with_unwind(limit), "loop", "(I)I", &[n]);
            let expected = (n > limit as i32).then_some(limit);
            assert_eq!(cut(&end), expected, "{n} iterations of {limit}");
        }
    }
    let (_, _, end) = run(Options::default(), "loop", "(I)I", &[30]);
    assert_eq!(cut(&end), None);
}

/// A search claims what has fewer iterations of each loop, so these must not be too many.
#[test]
fn iterations_of_an_inner_loop_begin_anew() {
    for (name, expected) in [("begunTogether", 4), ("backFromSwitch", 4)] {
        let rounds = Options {
            rounds: true,
            ..Options::default()
        };
        // Three iterations of the inner loop in each of four.
        let (_, st, end) = run(rounds, name, "(I)I", &[255]);
        assert!(matches!(end, End::Returned(_)), "{end:?}");
        assert_eq!(st.deepest, expected, "{name}");
    }
}

#[test]
fn a_switch_begins_another_iteration() {
    for limit in 1..6 {
        let (_, _, end) = run(with_unwind(limit), "backFromSwitch", "(I)I", &[255]);
        assert_eq!(cut(&end), (limit < 4).then_some(limit));
    }
}

#[test]
fn a_loop_without_decisions_is_not_bounded() {
    let (_, _, end) = run(with_unwind(2), "fixed", "()I", &[]);
    assert_eq!(cut(&end), None);
}

#[test]
fn a_loop_is_bounded_by_its_name() {
    let (mut machine, _, end) = run(with_unwind(1), "loop", "(I)I", &[5]);
    let End::Bound(BoundHit::Loop { method, pc, .. }) = end else {
        panic!("{end:?}");
    };
    let name = machine.loop_name(method, pc);
    for (limit, n, expected) in [(3, 5, Some(3)), (6, 5, None)] {
        let named = Options {
            unwind_loops: [(name.clone(), limit)].into(),
            ..Options::default()
        };
        let (_, _, end) = run(named, "loop", "(I)I", &[n]);
        assert_eq!(cut(&end), expected);
        let both = Options {
            unwind: Some(2),
            unwind_loops: [(name.clone(), limit)].into(),
            ..Options::default()
        };
        let (_, _, end) = run(both, "loop", "(I)I", &[n]);
        assert_eq!(cut(&end), expected);
    }
    machine.loop_iterations.clear();
}

#[test]
fn arrays_are_made_up_to_the_longest() {
    // One term whatever its length; or one path for each length, some more than an input may have.
    for (method, limit) in [("array", 1 << 16), ("grid", 35), ("references", 35)] {
        for n in [0, 1, limit, limit + 1] {
            let short = Options {
                array_length: 3,
                ..Options::default()
            };
            let (_, _, end) = run(short, method, "(I)I", &[n as i32]);
            assert_eq!(cut(&end), (n > limit).then_some(limit), "{method} of {n}");
        }
    }
}

fn thrown(machine: &Machine, st: &State, end: &End) -> String {
    let End::Threw(exception) = end else {
        panic!("{end:?}");
    };
    let class = machine.class_of(st, *exception).expect("an object");
    machine.class(class).name.to_string()
}

#[test]
fn negative_and_impossible_lengths_throw() {
    for method in ["array", "grid", "references"] {
        let (machine, st, end) = run(Options::default(), method, "(I)I", &[-1]);
        assert_eq!(
            thrown(&machine, &st, &end),
            "java/lang/NegativeArraySizeException"
        );
        for (n, refused) in [
            (i32::MAX, true),
            (i32::MAX - 1, true),
            (i32::MAX - 2, false),
        ] {
            let (machine, st, end) = run(Options::default(), method, "(I)I", &[n]);
            if refused {
                let class = thrown(&machine, &st, &end);
                assert_eq!(class, "java/lang/OutOfMemoryError");
            } else {
                assert!(cut(&end).is_some_and(|limit| limit >= 10));
            }
        }
    }
}

#[test]
fn memory_ends() {
    let small = |heap_limit, stack_limit| Options {
        heap_limit,
        stack_limit,
        ..Options::default()
    };
    let (machine, st, end) = run(small(4 << 20, 1 << 20), "hoard", "()I", &[]);
    assert_eq!(thrown(&machine, &st, &end), "java/lang/OutOfMemoryError");
    let (_, _, end) = run(small(64 << 20, 1 << 20), "hoard", "()I", &[]);
    assert_eq!(cut(&end), None);
    let (machine, st, end) = run(small(64 << 20, 16 << 10), "deep", "()I", &[]);
    assert_eq!(thrown(&machine, &st, &end), "java/lang/StackOverflowError");
    let (_, _, end) = run(small(64 << 20, 1 << 20), "deep", "()I", &[]);
    assert_eq!(cut(&end), None);
}

#[test]
fn parameters_are_null_only_if_they_may_be() {
    for nullable in [false, true] {
        let options = Options {
            nullable,
            ..Options::default()
        };
        let (_, st, end) = run(options, "nulls", "(Ljava/lang/String;[II)I", &[]);
        assert!(matches!(end, End::Returned(_)), "{end:?}");
        // Nobody sets the question whether it is null, and false is the default.
        let names: Vec<_> = st.inputs.iter().map(|i| (&*i.name, &*i.ty)).collect();
        assert_eq!(
            names,
            [("s", "java.lang.String"), ("a", "int[]"), ("i", "int")]
        );
        assert_eq!(st.forks > 2, nullable, "{} questions", st.forks);
    }
    assert_eq!(Slot::NULL, Slot::ZERO);
}
