//! The embedded solver as an instrument: assumptions, cores, levels, budgets, interrupts, optima, very deep terms, and
//! questions that must be answered with a reason instead of a crash.

use logic::{Pool, Sort, Term, Value};
use solver::optimise::{Optimum, Signedness, maximise, minimise};
use solver::{Answer, Bitwuzla, Budget, ModelError, Reason, Solver};
use std::time::{Duration, Instant};

const NO_LIMIT: Budget = Budget::UNLIMITED;

fn symbols(pool: &mut Pool, sort: Sort, names: &[&str]) -> Vec<Term> {
    names.iter().map(|name| pool.symbol(name, sort)).collect()
}

/// Two factors of a large prime product, far beyond what a second can do.
fn hard(pool: &mut Pool) -> Vec<Term> {
    let [x, y] = symbols(pool, Sort::Bv(64), &["x", "y"])[..] else {
        unreachable!()
    };
    let (wide_x, wide_y) = (pool.zext(x, 128), pool.zext(y, 128));
    let product = pool.mul(wide_x, wide_y);
    // 15837184877706723481 * 17429142207974170187, both prime.
    let target = pool.bv(128, 15_837_184_877_706_723_481 * 17_429_142_207_974_170_187);
    let one = pool.bv(64, 1);
    vec![pool.eq(product, target), pool.ugt(x, one), pool.ugt(y, one)]
}

#[test]
fn integers_are_unsupported_and_popping_them_helps() {
    let mut pool = Pool::new();
    let n = pool.symbol("n", Sort::Int);
    let five = pool.int(5);
    let equal = pool.eq(n, five);
    let a = pool.symbol("a", Sort::Bool);
    let mut solver = Bitwuzla::new();
    let unsupported = Answer::Unknown(Reason::Unsupported("integers".into()));
    assert_eq!(solver.check(&pool, &[equal], &NO_LIMIT), unsupported);
    solver.assert(&pool, a);
    solver.push();
    solver.assert(&pool, equal);
    assert_eq!(solver.check(&pool, &[], &NO_LIMIT), unsupported);
    assert_eq!(solver.model(&pool, &[a]).err(), Some(ModelError::NoModel));
    solver.pop(1);
    assert_eq!(solver.check(&pool, &[], &NO_LIMIT), Answer::Sat);
}

/// What Bitwuzla gives up on is told with its own words, and standard output stays clean.
#[test]
fn what_bitwuzla_gives_up_on_has_a_reason() {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::Bv(8), Sort::Bv(8));
    let [a, b] = symbols(&mut pool, sort, &["a", "b"])[..] else {
        unreachable!()
    };
    let [x, y, i] = symbols(&mut pool, Sort::Bv(8), &["x", "y", "i"])[..] else {
        unreachable!()
    };
    let (all_x, all_y) = (pool.const_array(sort, x), pool.const_array(sort, y));
    let (left, right) = (pool.store(all_x, i, y), pool.store(all_y, x, i));
    let terms = [
        pool.eq(a, left),
        pool.eq(b, right),
        pool.eq(a, b),
        pool.distinct(x, y),
    ];
    let mut solver = Bitwuzla::new();
    for term in terms {
        solver.assert(&pool, term);
    }
    match solver.check(&pool, &[], &NO_LIMIT) {
        Answer::Unknown(Reason::Unsupported(why)) => {
            assert!(why.contains("constant arrays"), "{why}")
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        solver.check(&pool, &[terms[3]], &Budget::millis(0)),
        Answer::Unknown(Reason::Timeout)
    );
}

#[test]
fn terms_of_two_pools_are_refused() {
    let (mut one, mut two) = (Pool::new(), Pool::new());
    let (a, b) = (one.symbol("a", Sort::Bool), two.symbol("b", Sort::Bool));
    let mut solver = Bitwuzla::new();
    solver.assert(&one, a);
    assert!(matches!(
        solver.check(&two, &[b], &NO_LIMIT),
        Answer::Unknown(Reason::Failed(_))
    ));
}

#[test]
fn cores_name_the_assumptions_that_matter() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    let noise = pool.symbol("noise", Sort::Bool);
    let (ten, twenty) = (pool.bv32(10), pool.bv32(20));
    let (small, large) = (pool.slt(x, ten), pool.sgt(x, twenty));
    let mut solver = Bitwuzla::new();
    assert_eq!(
        solver.check(&pool, &[noise, small, large], &NO_LIMIT),
        Answer::Unsat
    );
    assert_eq!(solver.unsat_core(), [small, large]);
    assert_eq!(solver.check(&pool, &[noise, small], &NO_LIMIT), Answer::Sat);
    assert!(solver.unsat_core().is_empty());
    solver.assert(&pool, small);
    assert_eq!(
        solver.check(&pool, &[noise, large], &NO_LIMIT),
        Answer::Unsat
    );
    assert_eq!(solver.unsat_core(), [large]);
    solver.assert(&pool, large);
    assert_eq!(solver.check(&pool, &[noise], &NO_LIMIT), Answer::Unsat);
    assert!(solver.unsat_core().is_empty());
}

#[test]
fn levels_come_and_go() {
    let mut pool = Pool::new();
    let a = pool.symbol("a", Sort::Bool);
    let na = pool.not(a);
    let mut solver = Bitwuzla::new();
    solver.assert(&pool, a);
    solver.push();
    solver.push();
    solver.assert(&pool, na);
    assert_eq!(solver.check(&pool, &[], &NO_LIMIT), Answer::Unsat);
    solver.pop(1);
    assert_eq!(solver.check(&pool, &[], &NO_LIMIT), Answer::Sat);
    assert_eq!(solver.check(&pool, &[na], &NO_LIMIT), Answer::Unsat);
    // More than there are: the bottom stays.
    solver.pop(7);
    assert_eq!(solver.check(&pool, &[na], &NO_LIMIT), Answer::Unsat);
    assert_eq!(solver.check(&pool, &[], &NO_LIMIT), Answer::Sat);
    assert_eq!(
        solver.model(&pool, &[a]).unwrap().get(a),
        Some(&Value::Bool(true))
    );
    solver.push();
    assert_eq!(solver.model(&pool, &[a]).err(), Some(ModelError::NoModel));
}

#[test]
fn a_spent_budget_is_a_timeout() {
    let mut pool = Pool::new();
    let mut solver = Bitwuzla::new();
    for term in hard(&mut pool) {
        solver.assert(&pool, term);
    }
    let start = Instant::now();
    assert_eq!(
        solver.check(&pool, &[], &Budget::millis(100)),
        Answer::Unknown(Reason::Timeout)
    );
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(
        solver.check(&pool, &[], &Budget::millis(0)),
        Answer::Unknown(Reason::Timeout)
    );
    // The solver is as good as before.
    let ff = pool.ff();
    assert_eq!(solver.check(&pool, &[ff], &NO_LIMIT), Answer::Unsat);
}

#[test]
fn another_thread_can_interrupt() {
    let mut pool = Pool::new();
    let mut solver = Bitwuzla::new();
    for term in hard(&mut pool) {
        solver.assert(&pool, term);
    }
    let interrupter = solver.interrupter();
    let other = interrupter.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.interrupt();
    });
    let start = Instant::now();
    assert_eq!(
        solver.check(&pool, &[], &Budget::time(Duration::from_secs(60))),
        Answer::Unknown(Reason::Interrupted)
    );
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
    thread.join().unwrap();
    assert_eq!(
        solver.check(&pool, &[], &NO_LIMIT),
        Answer::Unknown(Reason::Interrupted)
    );
    interrupter.clear();
    let ff = pool.ff();
    assert_eq!(solver.check(&pool, &[ff], &NO_LIMIT), Answer::Unsat);
}

/// A hundred thousand levels: neither the translation nor Bitwuzla may run out of stack, not even on a small one.
#[test]
fn deep_terms() {
    type Step = fn(&mut Pool, Term, Term, u32) -> Term;
    let shapes: [(Step, u32); 4] = [
        (
            |pool, term, y, i| {
                let mixed = pool.bv_xor(term, y);
                let odd = pool.bv(32, u128::from(i | 1));
                pool.bv_and(mixed, odd)
            },
            100_000,
        ),
        (
            |pool, term, y, i| {
                let literal = pool.bv(32, i.into());
                let condition = pool.ult(y, literal);
                pool.ite(condition, term, literal)
            },
            100_000,
        ),
        (
            |pool, term, y, i| {
                let literal = pool.bv(32, i.into());
                let condition = pool.ult(term, literal);
                pool.ite(condition, y, literal)
            },
            20_000,
        ),
        (
            |pool, term, y, i| {
                let sum = pool.add(term, y);
                let literal = pool.bv(32, i.into());
                pool.lshr(sum, literal)
            },
            20_000,
        ),
    ];
    for (step, depth) in shapes {
        let run = move || {
            let mut pool = Pool::new();
            let [x, y] = symbols(&mut pool, Sort::Bv(32), &["x", "y"])[..] else {
                unreachable!()
            };
            let mut term = x;
            for i in 0..depth {
                term = step(&mut pool, term, y, i);
            }
            let zero = pool.bv32(0);
            let found = pool.eq(term, zero);
            let mut solver = Bitwuzla::new();
            solver.assert(&pool, found);
            solver.check(&pool, &[], &Budget::time(Duration::from_secs(2)))
        };
        let thread = std::thread::Builder::new()
            .stack_size(512 << 10)
            .spawn(run)
            .unwrap();
        let answer = thread.join().unwrap();
        let fine = matches!(answer, Answer::Sat | Answer::Unknown(Reason::Timeout));
        assert!(fine, "{answer:?}");
    }
}

#[test]
fn the_same_questions_get_the_same_models() {
    let ask = || {
        let mut pool = Pool::new();
        let [x, y] = symbols(&mut pool, Sort::Bv(32), &["x", "y"])[..] else {
            unreachable!()
        };
        let mut solver = Bitwuzla::new();
        let mut seen = Vec::new();
        for i in 1..20 {
            let bound = pool.bv32(i * 37);
            let product = pool.mul(x, y);
            let less = pool.slt(product, bound);
            let unequal = pool.distinct(x, bound);
            solver.push();
            solver.assert(&pool, unequal);
            let answer = solver.check(&pool, &[less], &NO_LIMIT);
            let model = solver.model(&pool, &[x, y]).unwrap();
            seen.push((answer, model.value_of(&pool, x), model.value_of(&pool, y)));
        }
        seen
    };
    assert_eq!(ask(), ask());
}

#[test]
fn optima() {
    let mut pool = Pool::new();
    let [x, y] = symbols(&mut pool, Sort::Bv(32), &["x", "y"])[..] else {
        unreachable!()
    };
    let (low, high) = (pool.bv32(-17), pool.bv32(1000));
    let bounds = [pool.sge(x, low), pool.sle(x, high)];
    let mut solver = Bitwuzla::new();
    for bound in bounds {
        solver.assert(&pool, bound);
    }
    let signed = Signedness::Signed;
    assert_eq!(
        maximise(&mut solver, &mut pool, x, signed, &NO_LIMIT),
        Optimum::Best(1000)
    );
    assert_eq!(
        minimise(&mut solver, &mut pool, x, signed, &NO_LIMIT),
        Optimum::Best(u128::from(-17_i32 as u32))
    );
    let unsigned = Signedness::Unsigned;
    assert_eq!(
        maximise(&mut solver, &mut pool, x, unsigned, &NO_LIMIT),
        Optimum::Best(u128::from(u32::MAX))
    );
    assert_eq!(
        minimise(&mut solver, &mut pool, x, unsigned, &NO_LIMIT),
        Optimum::Best(0)
    );
    let nine = pool.bv32(9);
    let remainder = pool.urem(x, nine);
    let sum = pool.add(remainder, nine);
    assert_eq!(
        maximise(&mut solver, &mut pool, sum, unsigned, &NO_LIMIT),
        Optimum::Best(17)
    );
    assert_eq!(
        minimise(&mut solver, &mut pool, sum, unsigned, &NO_LIMIT),
        Optimum::Best(9)
    );
    assert_eq!(
        maximise(&mut solver, &mut pool, nine, signed, &NO_LIMIT),
        Optimum::Best(9)
    );
    let free = maximise(&mut solver, &mut pool, y, signed, &NO_LIMIT);
    assert_eq!(free, Optimum::Best(i32::MAX as u128));
    // What was asserted is still all there is.
    assert_eq!(solver.check(&pool, &[bounds[0]], &NO_LIMIT), Answer::Sat);
    let contradiction = pool.not(bounds[0]);
    solver.assert(&pool, contradiction);
    assert_eq!(
        maximise(&mut solver, &mut pool, x, signed, &NO_LIMIT),
        Optimum::Infeasible
    );
    let spent = minimise(
        &mut Bitwuzla::new(),
        &mut pool,
        y,
        signed,
        &Budget::millis(0),
    );
    assert_eq!(
        spent,
        Optimum::Unknown {
            best: None,
            reason: Reason::Timeout
        }
    );
}
