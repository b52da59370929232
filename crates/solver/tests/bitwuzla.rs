//! The embedded solver: every family of operators is solved and its models are evaluated; assumptions, cores, levels,
//! budgets, interrupts, and questions that must be answered with a reason instead of a crash.

mod common;

use common::{assert_sat, assert_unsat, check_model};
use logic::{FpSort, Pool, RoundingMode, Sort, Term, Value};
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
fn it_is_the_version_we_build() {
    assert_eq!(Bitwuzla::version(), "0.8.0");
}

#[test]
fn booleans() {
    let mut pool = Pool::new();
    let [a, b, c] = symbols(&mut pool, Sort::Bool, &["a", "b", "c"])[..] else {
        unreachable!()
    };
    let (na, nb) = (pool.not(a), pool.not(b));
    let either = pool.or(a, b);
    let both = pool.iff(a, b);
    let choice = pool.ite(c, na, nb);
    assert_sat(&mut pool, &[either, both]);
    assert_sat(&mut pool, &[either, choice]);
    assert_unsat(&mut pool, &[either, both, choice]);
    let x = pool.xor(a, c);
    let i = pool.implies(x, b);
    assert_sat(&mut pool, &[x, i]);
}

#[test]
fn bit_vector_arithmetic_and_bits() {
    for width in [1, 7, 8, 32, 64] {
        let mut pool = Pool::new();
        let [x, y, z] = symbols(&mut pool, Sort::Bv(width), &["x", "y", "z"])[..] else {
            unreachable!()
        };
        let operations: [fn(&mut Pool, Term, Term) -> Term; 14] = [
            Pool::add,
            Pool::sub,
            Pool::mul,
            Pool::udiv,
            Pool::urem,
            Pool::sdiv,
            Pool::srem,
            Pool::bv_and,
            Pool::bv_or,
            Pool::bv_xor,
            Pool::shl,
            Pool::lshr,
            Pool::ashr,
            |pool, a, b| {
                let n = pool.neg(a);
                let m = pool.bv_not(b);
                pool.add(n, m)
            },
        ];
        for operation in operations {
            let result = operation(&mut pool, x, y);
            let equation = pool.eq(result, z);
            let different = pool.distinct(x, y);
            assert_sat(&mut pool, &[equation, different]);
        }
        let comparisons: [fn(&mut Pool, Term, Term) -> Term; 8] = [
            Pool::ult,
            Pool::ule,
            Pool::ugt,
            Pool::uge,
            Pool::slt,
            Pool::sle,
            Pool::sgt,
            Pool::sge,
        ];
        for comparison in comparisons {
            let holds = comparison(&mut pool, x, y);
            let not = pool.not(holds);
            assert_sat(&mut pool, &[holds]);
            assert_sat(&mut pool, &[not]);
            assert_unsat(&mut pool, &[holds, not]);
        }
    }
}

#[test]
fn concatenation_extraction_and_extension() {
    let mut pool = Pool::new();
    let [x, y] = symbols(&mut pool, Sort::Bv(16), &["x", "y"])[..] else {
        unreachable!()
    };
    let both = pool.concat(x, y);
    let middle = pool.extract(both, 23, 8);
    let target = pool.bv(16, 0xBEEF);
    let found = pool.eq(middle, target);
    let model = assert_sat(&mut pool, &[found]);
    assert_eq!(
        model.value_of(&pool, x).as_bv().map(|v| v & 0xFF),
        Some(0xBE)
    );
    assert_eq!(model.value_of(&pool, y).as_bv().map(|v| v >> 8), Some(0xEF));
    let (zero, sign) = (pool.zext(x, 32), pool.sext(x, 32));
    let same = pool.eq(zero, sign);
    let null = pool.bv(16, 0);
    let negative = pool.slt(x, null);
    assert_unsat(&mut pool, &[same, negative]);
    let differ = pool.not(same);
    assert_sat(&mut pool, &[differ]);
}

#[test]
fn floats() {
    for format in [FpSort::F32, FpSort::F64] {
        let mut pool = Pool::new();
        let [x, y, z] = symbols(&mut pool, Sort::Fp(format), &["x", "y", "z"])[..] else {
            unreachable!()
        };
        let operations: [fn(&mut Pool, Term, Term) -> Term; 6] = [
            Pool::fp_add,
            Pool::fp_sub,
            Pool::fp_mul,
            |pool, a, b| {
                let n = pool.fp_neg(a);
                let m = pool.fp_abs(b);
                pool.fp_add(n, m)
            },
            |pool, a, _| pool.fp_round(RoundingMode::Rtz, a),
            |pool, a, _| pool.fp_round(RoundingMode::Rne, a),
        ];
        for operation in operations {
            let result = operation(&mut pool, x, y);
            let equation = pool.eq(result, z);
            let finite = [
                pool.fp_is_normal(x),
                pool.fp_is_normal(y),
                pool.fp_is_normal(z),
            ];
            assert_sat(&mut pool, &[equation, finite[0], finite[1], finite[2]]);
        }
        // x < y < x has no solution; x != x only for NaN.
        let (less, more) = (pool.fp_lt(x, y), pool.fp_lt(y, x));
        assert_unsat(&mut pool, &[less, more]);
        let same = pool.fp_eq(x, x);
        let strange = pool.not(same);
        let nan = pool.fp_is_nan(x);
        let number = pool.not(nan);
        assert_sat(&mut pool, &[strange]);
        assert_unsat(&mut pool, &[strange, number]);
        // The zeros are equal by IEEE and different as data.
        let (zx, zy, differ) = (pool.fp_is_zero(x), pool.fp_is_zero(y), pool.distinct(x, y));
        let equal = pool.fp_eq(x, y);
        let model = assert_sat(&mut pool, &[zx, zy, differ, equal]);
        let bits = [x, y].map(|t| model.value_of(&pool, t).as_fp_bits());
        assert_ne!(bits[0], bits[1]);
        for class in [
            Pool::fp_is_inf,
            Pool::fp_is_subnormal,
            Pool::fp_is_negative,
            Pool::fp_is_nan,
        ] {
            let is = class(&mut pool, x);
            assert_sat(&mut pool, &[is]);
        }
    }
}

#[test]
fn float_division_square_root_and_fma() {
    let mut pool = Pool::new();
    let [x, y] = symbols(&mut pool, Sort::Fp(FpSort::F32), &["x", "y"])[..] else {
        unreachable!()
    };
    let (three, half) = (pool.f32(3.0), pool.f32(0.5));
    let quotient = pool.fp_div(x, three);
    let found = pool.eq(quotient, half);
    let model = assert_sat(&mut pool, &[found]);
    assert!(model.get(x).is_some());
    let root = pool.fp_sqrt(y);
    let found = pool.eq(root, three);
    assert_sat(&mut pool, &[found]);
    let fused = pool.fp_fma(three, y, half);
    let found = pool.eq(fused, three);
    assert_sat(&mut pool, &[found]);
}

/// Conversions round as Java's do: to nearest from integers, towards zero to integers.
#[test]
fn float_conversions() {
    let mut pool = Pool::new();
    let i = pool.symbol("i", Sort::Bv(32));
    let f = pool.symbol("f", Sort::Fp(FpSort::F32));
    let d = pool.symbol("d", Sort::Fp(FpSort::F64));
    let as_float = pool.fp_from_sbv(i, FpSort::F32);
    let rounded = pool.f32(16_777_217_i32 as f32);
    let (found, odd) = (pool.eq(as_float, rounded), pool.bv32(16_777_217));
    let odd = pool.eq(i, odd);
    assert_sat(&mut pool, &[found, odd]);

    for (value, whole) in [(-2.75_f32, -2_i32), (2.75, 2), (0.99, 0)] {
        let given = pool.f32(value);
        let given = pool.eq(f, given);
        let integer = pool.fp_to_sbv(f, 32);
        let expected = pool.bv32(whole);
        let same = pool.eq(integer, expected);
        let differ = pool.not(same);
        assert_sat(&mut pool, &[given, same]);
        assert_unsat(&mut pool, &[given, differ]);
    }
    let widened = pool.fp_to_fp(f, FpSort::F64);
    let same = pool.eq(widened, d);
    let tenth = pool.f32(0.1);
    let given = pool.eq(f, tenth);
    let model = assert_sat(&mut pool, &[same, given]);
    assert_eq!(model.value_of(&pool, d), Value::f64(f64::from(0.1_f32)));
    let narrowed = pool.fp_to_fp(d, FpSort::F32);
    let (same, limit) = (pool.eq(narrowed, f), pool.f64(1e300));
    let large = pool.fp_lt(limit, d);
    let infinite = pool.fp_is_inf(f);
    assert_sat(&mut pool, &[same, large, infinite]);
    let unsigned = pool.fp_from_ubv(i, FpSort::F64);
    let top = pool.f64(f64::from(u32::MAX));
    let found = pool.eq(unsigned, top);
    let model = assert_sat(&mut pool, &[found]);
    assert_eq!(model.value_of(&pool, i), Value::i32(-1));
    let bits = pool.fp_from_ieee(i, FpSort::F32);
    let one = pool.f32(1.0);
    let found = pool.eq(bits, one);
    let model = assert_sat(&mut pool, &[found]);
    assert_eq!(model.value_of(&pool, i), Value::i32(0x3F80_0000));
}

#[test]
fn arrays() {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
    let [a, b] = symbols(&mut pool, sort, &["a", "b"])[..] else {
        unreachable!()
    };
    let [i, j] = symbols(&mut pool, Sort::Bv(32), &["i", "j"])[..] else {
        unreachable!()
    };
    let seven = pool.bv(8, 7);
    let stored = pool.store(a, i, seven);
    let read = pool.select(stored, j);
    let eight = pool.bv(8, 8);
    let other = pool.eq(read, eight);
    let same = pool.eq(i, j);
    assert_sat(&mut pool, &[other]);
    assert_unsat(&mut pool, &[other, same]);
    let equal = pool.eq(stored, b);
    let differs = pool.distinct(a, b);
    assert_sat(&mut pool, &[equal, differs, other]);
    let five = pool.bv(8, 5);
    let constant = pool.const_array(sort, five);
    let is_constant = pool.eq(a, constant);
    assert_unsat(&mut pool, &[is_constant, other]);
    let model = assert_sat(&mut pool, &[is_constant, equal]);
    let value = model.value_of(&pool, a);
    let array = value.as_array().expect("an array");
    assert_eq!(array.get(&Value::i32(12345)), &Value::bv(8, 5));
}

#[test]
fn arrays_of_floats_and_of_arrays() {
    let mut pool = Pool::new();
    let floats = pool.array_sort(Sort::Bv(8), Sort::Fp(FpSort::F64));
    let nested = pool.array_sort(Sort::Bv(8), floats);
    let a = pool.symbol("a", floats);
    let (zero, one) = (pool.bv(8, 0), pool.bv(8, 1));
    let (first, second) = (pool.select(a, zero), pool.select(a, one));
    let less = pool.fp_lt(first, second);
    assert_sat(&mut pool, &[less]);
    let n = pool.symbol("n", nested);
    let row = pool.select(n, one);
    let cell = pool.select(row, zero);
    let nan = pool.fp_is_nan(cell);
    let mut solver = Bitwuzla::new();
    solver.assert(&pool, nan);
    // Nested arrays are an answer or a reason, never the end of the process.
    match solver.check(&pool, &[], &NO_LIMIT) {
        Answer::Sat => {
            check_model(&pool, &mut solver, &[nan]);
        }
        Answer::Unknown(Reason::Unsupported(_) | Reason::Failed(_)) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn functions_come_back_as_tables() {
    let mut pool = Pool::new();
    let f = pool.declare_fun("f", &[Sort::Bv(32), Sort::Bool], Sort::Bv(32));
    let [x, y] = symbols(&mut pool, Sort::Bv(32), &["x", "y"])[..] else {
        unreachable!()
    };
    let (tt, ff) = (pool.tt(), pool.ff());
    let (fx, fy, fz) = (
        pool.apply(f, &[x, tt]),
        pool.apply(f, &[y, tt]),
        pool.apply(f, &[x, ff]),
    );
    let differ = pool.distinct(fx, fy);
    let increasing = pool.slt(fx, fz);
    let same = pool.eq(x, y);
    assert_sat(&mut pool, &[differ, increasing]);
    assert_unsat(&mut pool, &[differ, same]);
}

#[test]
fn uninterpreted_sorts() {
    let mut pool = Pool::new();
    let sort = pool.uninterpreted_sort("Object");
    let [a, b, c] = symbols(&mut pool, sort, &["a", "b", "c"])[..] else {
        unreachable!()
    };
    let (ab, bc, ac) = (pool.eq(a, b), pool.eq(b, c), pool.distinct(a, c));
    assert_unsat(&mut pool, &[ab, bc, ac]);
    let model = assert_sat(&mut pool, &[ab, ac]);
    assert_eq!(model.get(a), model.get(b));
    assert_ne!(model.get(a), model.get(c));
}

#[test]
fn quantifiers_bind_even_symbols_that_are_also_free() {
    let mut pool = Pool::new();
    let [x, y] = symbols(&mut pool, Sort::Bv(8), &["x", "y"])[..] else {
        unreachable!()
    };
    let at_most = pool.ule(x, y);
    let largest = pool.forall(&[x], at_most);
    let full = pool.bv(8, 255);
    let is_full = pool.eq(y, full);
    let not_full = pool.not(is_full);
    let mut solver = Bitwuzla::new();
    solver.assert(&pool, largest);
    assert_eq!(solver.check(&pool, &[not_full], &NO_LIMIT), Answer::Unsat);
    // The free `x` has nothing to do with the bound one.
    let three = pool.bv(8, 3);
    let free = pool.eq(x, three);
    assert_eq!(solver.check(&pool, &[free], &NO_LIMIT), Answer::Sat);
    let model = solver.model(&pool, &[x, y]).unwrap();
    assert_eq!(model.get(x), Some(&Value::bv(8, 3)));
    assert_eq!(model.get(y), Some(&Value::bv(8, 255)));
    // The same symbol bound twice.
    let smaller = pool.ult(y, x);
    let exists = pool.exists(&[x], smaller);
    assert_eq!(solver.check(&pool, &[exists], &NO_LIMIT), Answer::Unsat);
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

/// A hundred thousand levels: neither the translation nor Bitwuzla may run out of stack.
#[test]
fn deep_terms() {
    let mut pool = Pool::new();
    let [x, y] = symbols(&mut pool, Sort::Bv(32), &["x", "y"])[..] else {
        unreachable!()
    };
    let mut term = x;
    for i in 0..100_000 {
        let shifted = pool.bv_xor(term, y);
        let odd = pool.bv32(i | 1);
        term = pool.bv_and(shifted, odd);
    }
    let zero = pool.bv32(0);
    let found = pool.eq(term, zero);
    let mut solver = Bitwuzla::new();
    solver.assert(&pool, found);
    let answer = solver.check(&pool, &[], &Budget::time(Duration::from_secs(60)));
    assert!(
        matches!(answer, Answer::Sat | Answer::Unknown(Reason::Timeout)),
        "{answer:?}"
    );
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
