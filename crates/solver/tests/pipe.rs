//! SMT-LIB programs through a pipe: fake ones that misbehave in every way, and the real ones that are installed.
#![cfg(unix)]

mod common;

use common::check_model;
use logic::{FpSort, Pool, Sort, Term, Value};
use solver::optimise::{Optimum, Signedness, maximise};
use solver::{Answer, Budget, Found, Interrupter, ModelError, Pipe, Reason, Solver, discover};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const SECOND: Budget = Budget {
    time: Some(Duration::from_secs(1)),
    steps: None,
};
const MINUTE: Budget = Budget {
    time: Some(Duration::from_secs(60)),
    steps: None,
};

/// A program written in shell.
fn fake(script: &str) -> Pipe {
    Pipe::command(
        "fake",
        PathBuf::from("/bin/sh"),
        vec!["-c".into(), script.into()],
    )
}

/// Answers every check with the given words and ignores everything else.
fn answering(words: &str) -> Pipe {
    fake(&format!(
        "while read -r line; do case \"$line\" in *check-sat*) {words};; esac; done"
    ))
}

fn ask(solver: &mut Pipe, budget: &Budget) -> Answer {
    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bool);
    solver.assert(&pool, a);
    solver.check(&pool, &[], budget)
}

#[track_caller]
fn assert_failed(answer: &Answer, part: &str) {
    let Answer::Unknown(Reason::Failed(why)) = answer else {
        panic!("{answer:?}")
    };
    assert!(why.contains(part), "{why}");
}

/// The installed programs; tests that need one say so and pass without it.
fn installed() -> Vec<Found> {
    let found = discover();
    let found: Vec<Found> = found
        .into_iter()
        .filter(|f| ["z3", "cvc5"].contains(&f.name.as_str()))
        .collect();
    if found.is_empty() {
        eprintln!("skipped: neither z3 nor cvc5 on the PATH");
    }
    found
}

#[test]
fn a_program_that_does_not_exist() {
    let mut solver = Pipe::command("none", PathBuf::from("/nonexistent/solver"), Vec::new());
    assert_failed(&ask(&mut solver, &SECOND), "/nonexistent/solver");
}

#[test]
fn a_program_that_dies() {
    assert_failed(&ask(&mut fake("exit 3"), &SECOND), "exit status: 3");
    assert_failed(
        &ask(&mut fake("echo 'out of memory' >&2; exit 1"), &SECOND),
        "out of memory",
    );
    assert_failed(&ask(&mut fake("read x; kill -9 $$"), &SECOND), "signal");
}

#[test]
fn a_program_that_prints_something_else() {
    assert_failed(&ask(&mut answering("echo maybe"), &SECOND), "`maybe`");
    assert_failed(
        &ask(&mut answering("echo '(error \"line 7: no\")'"), &SECOND),
        "line 7: no",
    );
    assert_failed(
        &ask(&mut answering("printf '\\377\\376 x\\n'"), &SECOND),
        "instead of an answer",
    );
    // An error that was printed before the check is not mistaken for silence either.
    assert_failed(
        &ask(
            &mut fake("echo '(error \"early\")'; cat >/dev/null"),
            &SECOND,
        ),
        "early",
    );
}

#[test]
fn a_program_that_hangs_is_killed() {
    let file = std::env::temp_dir().join(format!("cortado-hang-{}", std::process::id()));
    let mut solver = fake(&format!("echo $$ > {}; exec sleep 100", file.display()));
    let start = Instant::now();
    assert_eq!(
        ask(&mut solver, &Budget::millis(300)),
        Answer::Unknown(Reason::Timeout)
    );
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    // Neither running nor a zombie: the process is gone from the table.
    let id = std::fs::read_to_string(&file).unwrap_or_default();
    let _ = std::fs::remove_file(&file);
    if !id.trim().is_empty() && std::path::Path::new("/proc/self").exists() {
        assert!(!PathBuf::from(format!("/proc/{}", id.trim())).exists());
    }
}

/// More than a pipe holds, to a program that reads nothing.
#[test]
fn a_program_that_does_not_read() {
    let mut pool = Pool::new();
    let mut solver = fake("sleep 100");
    for i in 0..20_000 {
        let symbol = pool.symbol(&format!("a rather long name {i}"), Sort::Bool);
        solver.assert(&pool, symbol);
    }
    let start = Instant::now();
    assert_eq!(
        solver.check(&pool, &[], &Budget::millis(300)),
        Answer::Unknown(Reason::Timeout)
    );
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn an_interrupt_ends_the_wait() {
    let mut solver = fake("sleep 100");
    let shared = Interrupter::new();
    solver.set_interrupter(shared.clone());
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        shared.interrupt();
    });
    let start = Instant::now();
    assert_eq!(
        ask(&mut solver, &MINUTE),
        Answer::Unknown(Reason::Interrupted)
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    thread.join().unwrap();
}

#[test]
fn reasons_and_unreadable_models() {
    let reason = "echo unknown;; *reason-unknown*) echo '(:reason-unknown \"too hard\")'";
    assert_eq!(
        ask(&mut answering(reason), &SECOND),
        Answer::Unknown(Reason::Incomplete("too hard".into()))
    );
    let canceled = "echo unknown;; *reason-unknown*) echo '(:reason-unknown canceled)'";
    assert_eq!(
        ask(&mut answering(canceled), &SECOND),
        Answer::Unknown(Reason::Timeout)
    );

    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bool);
    for (answer, readable) in [
        ("((a true))", true),
        ("((a maybe))", false),
        ("()", false),
        ("sat", false),
        ("((a true) (b true))", false),
    ] {
        let mut solver = answering(&format!("echo sat;; *get-value*) echo '{answer}'"));
        solver.assert(&pool, a);
        assert_eq!(solver.check(&pool, &[], &SECOND), Answer::Sat);
        match solver.model(&pool, &[a]) {
            Ok(model) => assert_eq!((model.get(a), readable), (Some(&Value::Bool(true)), true)),
            Err(error) => assert!(
                matches!(error, ModelError::Unreadable(_)) && !readable,
                "{error}"
            ),
        }
    }
    let mut solver = answering("echo unsat");
    solver.assert(&pool, a);
    assert_eq!(solver.check(&pool, &[a], &SECOND), Answer::Unsat);
    assert_eq!(solver.model(&pool, &[a]).err(), Some(ModelError::NoModel));
}

/// A child that dies after each answer is replaced by one that knows all assertions.
#[test]
fn a_new_child_is_told_everything() {
    // Answers with the number of assertions it has heard, then ends.
    let script = "n=0; while read -r line; do case \"$line\" in *assert*) n=$((n+1));; \
                  *check-sat*) [ $n = 3 ] && echo sat || echo unsat; exit;; esac; done";
    let mut pool = Pool::new();
    let symbols: Vec<Term> = ["a", "b", "c"]
        .iter()
        .map(|name| pool.symbol(name, Sort::Bool))
        .collect();
    let mut solver = fake(script);
    solver.assert(&pool, symbols[0]);
    solver.push();
    solver.assert(&pool, symbols[1]);
    assert_eq!(solver.check(&pool, &[], &SECOND), Answer::Unsat);
    solver.assert(&pool, symbols[2]);
    // The first child has ended; this is noticed, and the next question starts another.
    assert!(matches!(
        solver.check(&pool, &[], &SECOND),
        Answer::Unknown(Reason::Failed(_))
    ));
    assert_eq!(solver.check(&pool, &[], &SECOND), Answer::Sat);
}

#[test]
fn the_real_ones_answer_and_their_models_hold() {
    for found in installed() {
        let mut pool = Pool::new();
        let mut solver = Pipe::new(&found);
        let [x, y] = ["x", "a name with spaces"].map(|name| pool.symbol(name, Sort::Bv(32)));
        let f = pool.symbol("f", Sort::Fp(FpSort::F64));
        let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
        let array = pool.symbol("array", sort);
        let fun = pool.declare_fun("fun", &[Sort::Bv(32)], Sort::Bv(32));
        let (hundred, five) = (pool.bv32(100), pool.bv(8, 5));
        let (fx, fy) = (pool.apply(fun, &[x]), pool.apply(fun, &[y]));
        let half = pool.f64(0.5);
        let read = pool.select(array, x);
        let terms = [
            pool.slt(x, hundred),
            pool.distinct(fx, fy),
            pool.fp_lt(f, half),
            pool.eq(read, five),
        ];
        for term in terms {
            solver.assert(&pool, term);
        }
        assert_eq!(
            solver.check(&pool, &[], &MINUTE),
            Answer::Sat,
            "{}",
            found.name
        );
        check_model(&pool, &mut solver, &terms);

        // Assumptions, cores, levels.
        let same = pool.eq(x, y);
        let large = pool.sgt(x, hundred);
        assert_eq!(solver.check(&pool, &[same], &MINUTE), Answer::Unsat);
        assert_eq!(solver.unsat_core(), [same]);
        solver.push();
        assert_eq!(
            solver.check(&pool, &[terms[0], large, same], &MINUTE),
            Answer::Unsat
        );
        assert!(!solver.unsat_core().is_empty());
        let fresh = pool.symbol("fresh", Sort::Bool);
        solver.assert(&pool, fresh);
        solver.pop(1);
        let not = pool.not(fresh);
        assert_eq!(solver.check(&pool, &[not], &MINUTE), Answer::Sat);
        check_model(&pool, &mut solver, &[terms[0], not]);
    }
}

#[test]
fn integers_and_uninterpreted_sorts_go_to_the_real_ones() {
    for found in installed() {
        let mut pool = Pool::new();
        let mut solver = Pipe::new(&found);
        let [m, n] = ["m", "n"].map(|name| pool.symbol(name, Sort::Int));
        let (sum, ten, minus) = (pool.int_add(m, n), pool.int(10), pool.int(-4));
        let sort = pool.uninterpreted_sort("Object");
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, sort));
        let terms = [
            pool.eq(sum, ten),
            pool.int_lt(m, minus),
            pool.distinct(a, b),
        ];
        for term in terms {
            solver.assert(&pool, term);
        }
        assert_eq!(
            solver.check(&pool, &[], &MINUTE),
            Answer::Sat,
            "{}",
            found.name
        );
        check_model(&pool, &mut solver, &terms);
    }
}

#[test]
fn the_real_ones_keep_to_their_budget() {
    for found in installed() {
        let mut pool = Pool::new();
        let mut solver = Pipe::new(&found);
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(64)));
        let (wide_x, wide_y) = (pool.zext(x, 128), pool.zext(y, 128));
        let product = pool.mul(wide_x, wide_y);
        let target = pool.bv(128, 15_837_184_877_706_723_481 * 17_429_142_207_974_170_187);
        let one = pool.bv(64, 1);
        for term in [pool.eq(product, target), pool.ugt(x, one), pool.ugt(y, one)] {
            solver.assert(&pool, term);
        }
        let start = Instant::now();
        assert_eq!(
            solver.check(&pool, &[], &Budget::millis(200)),
            Answer::Unknown(Reason::Timeout)
        );
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{}: {:?}",
            found.name,
            start.elapsed()
        );
        let ff = pool.ff();
        assert_eq!(solver.check(&pool, &[ff], &MINUTE), Answer::Unsat);
    }
}

#[test]
fn optima_do_not_depend_on_the_backend() {
    for found in installed() {
        let mut pool = Pool::new();
        let mut solver = Pipe::new(&found);
        let x = pool.symbol("x", Sort::Bv(16));
        let bound = pool.bv(16, 1234);
        let below = pool.ult(x, bound);
        solver.assert(&pool, below);
        let three = pool.bv(16, 3);
        let tripled = pool.mul(x, three);
        let best = maximise(
            &mut solver,
            &mut pool,
            tripled,
            Signedness::Unsigned,
            &MINUTE,
        );
        assert_eq!(best, Optimum::Best(3699), "{}", found.name);
    }
}
