//! The embedded solver, one family of operators after the other: solved, and the models evaluated.

mod common;

use common::{assert_sat, assert_unsat, check_model};
use logic::{FpSort, Pool, RoundingMode, Sort, Term, Value};
use solver::{Answer, Bitwuzla, Budget, Reason, Solver};

const NO_LIMIT: Budget = Budget::UNLIMITED;

fn symbols(pool: &mut Pool, sort: Sort, names: &[&str]) -> Vec<Term> {
    names.iter().map(|name| pool.symbol(name, sort)).collect()
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

/// Every write to a Java array is a store: long chains are ordinary.
#[test]
fn long_chains_of_stores() {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(32));
    let zero = pool.bv32(0);
    let mut array = pool.const_array(sort, zero);
    let x = pool.symbol("x", Sort::Bv(32));
    for i in 0..150 {
        let (offset, value) = (pool.bv32(i * 3), pool.bv32(i));
        let index = pool.add(x, offset);
        array = pool.store(array, index, value);
    }
    let five = pool.bv32(5);
    let read = pool.select(array, five);
    let wanted = pool.bv32(77);
    let found = pool.eq(read, wanted);
    assert_sat(&mut pool, &[found]);
}
