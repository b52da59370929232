//! Evaluation: partial operations behind guards, what is remembered between calls, quantifiers, depth.

use logic::{ArrayValue, EvalError, Evaluator, FpSort, FunctionTable, Model, Pool, Sort, Value};
use std::rc::Rc;

#[test]
fn defaults() {
    let mut p = Pool::new();
    let inner = p.array_sort(Sort::Bv(8), Sort::Bool);
    let outer = p.array_sort(Sort::Int, inner);
    let object = p.uninterpreted_sort("Object");
    let Sort::Uninterpreted(id) = object else {
        panic!()
    };
    let falses = Value::Array(Rc::new(ArrayValue::constant(Value::Bool(false))));
    for (sort, value) in [
        (Sort::Bool, Value::Bool(false)),
        (Sort::Bv(7), Value::bv(7, 0)),
        (Sort::Fp(FpSort::F32), Value::f32(0.0)),
        (Sort::Int, Value::Int(0)),
        (inner, falses.clone()),
        (outer, Value::Array(Rc::new(ArrayValue::constant(falses)))),
        (object, Value::Uninterpreted { sort: id, index: 0 }),
    ] {
        let symbol = p.symbol("s", sort);
        assert_eq!(
            Evaluator::new().eval(&p, &Model::new(), symbol),
            Ok(value.clone())
        );
        assert_eq!(Model::new().value_of(&p, symbol), value);
        assert_eq!(Model::new().get(symbol), None);
    }
}

#[test]
fn partial_operations_are_errors_unless_guarded() {
    let mut p = Pool::new();
    let d = p.symbol("d", Sort::Fp(FpSort::F64));
    let converted = p.fp_to_sbv(d, 32);
    let unsigned = p.fp_to_ubv(d, 32);
    let five = p.bv32(5);
    let is_five = p.eq(converted, five);
    let nan = p.fp_is_nan(d);
    let guarded = p.ite(nan, five, converted);
    let not_nan = p.not(nan);
    let both = p.and(not_nan, is_five);
    let swapped = p.and(is_five, not_nan);
    let eval = |value: f64, t| {
        let mut model = Model::new();
        model.set(d, Value::f64(value));
        Evaluator::new().eval(&p, &model, t)
    };
    assert_eq!(
        eval(f64::NAN, converted),
        Err(EvalError::Unspecified(converted))
    );
    assert_eq!(
        eval(f64::NAN, is_five),
        Err(EvalError::Unspecified(converted))
    );
    assert_eq!(eval(f64::NAN, guarded), Ok(Value::i32(5)));
    assert_eq!(eval(f64::NAN, both), Ok(Value::Bool(false)));
    assert_eq!(eval(f64::NAN, swapped), Ok(Value::Bool(false)));
    assert_eq!(eval(1e20, both), Err(EvalError::Unspecified(converted)));
    assert_eq!(eval(5.9, both), Ok(Value::Bool(true)));
    assert_eq!(eval(-5.9, guarded), Ok(Value::i32(-5)));
    assert_eq!(eval(2147483647.9, guarded), Ok(Value::i32(i32::MAX)));
    assert_eq!(
        eval(2147483648.0, guarded),
        Err(EvalError::Unspecified(converted))
    );
    assert_eq!(eval(-2147483648.9, guarded), Ok(Value::i32(i32::MIN)));
    assert_eq!(
        eval(-2147483649.0, guarded),
        Err(EvalError::Unspecified(converted))
    );
    assert_eq!(eval(4294967295.5, unsigned), Ok(Value::bv(32, 0xffff_ffff)));
    assert_eq!(
        eval(4294967296.0, unsigned),
        Err(EvalError::Unspecified(unsigned))
    );
    assert_eq!(eval(-0.9, unsigned), Ok(Value::bv(32, 0)));
    assert_eq!(eval(-1.0, unsigned), Err(EvalError::Unspecified(unsigned)));
    // The condition itself may have no value.
    let chosen = p.ite(is_five, five, five);
    assert_eq!(chosen, five);
    let zero = p.bv32(0);
    let chosen = p.ite(is_five, five, zero);
    let mut model = Model::new();
    model.set(d, Value::f64(f64::INFINITY));
    assert_eq!(
        Evaluator::new().eval(&p, &model, chosen),
        Err(EvalError::Unspecified(converted))
    );
}

#[test]
fn integers_have_limits() {
    let mut p = Pool::new();
    let (m, n) = (p.symbol("m", Sort::Int), p.symbol("n", Sort::Int));
    let wide = p.symbol("wide", Sort::Bv(128));
    let (quotient, rest, sum, product) = (
        p.int_div(m, n),
        p.int_mod(m, n),
        p.int_add(m, n),
        p.int_mul(m, n),
    );
    let (difference, negated, value) = (p.int_sub(m, n), p.int_neg(m), p.bv_to_int(wide));
    let eval = |a: i128, b: i128, t| {
        let mut model = Model::new();
        model.set(m, Value::Int(a));
        model.set(n, Value::Int(b));
        model.set(wide, Value::bv(128, a as u128));
        Evaluator::new().eval(&p, &model, t)
    };
    assert_eq!(eval(1, 0, quotient), Err(EvalError::Unspecified(quotient)));
    assert_eq!(eval(1, 0, rest), Err(EvalError::Unspecified(rest)));
    assert_eq!(eval(-7, 2, quotient), Ok(Value::Int(-4)));
    assert_eq!(eval(-7, -2, quotient), Ok(Value::Int(4)));
    assert_eq!(eval(-7, 2, rest), Ok(Value::Int(1)));
    assert_eq!(eval(i128::MIN, -1, rest), Ok(Value::Int(0)));
    assert_eq!(
        eval(i128::MIN, -1, quotient),
        Err(EvalError::IntegerOverflow(quotient))
    );
    assert_eq!(
        eval(i128::MAX, 1, sum),
        Err(EvalError::IntegerOverflow(sum))
    );
    assert_eq!(
        eval(i128::MAX, 2, product),
        Err(EvalError::IntegerOverflow(product))
    );
    assert_eq!(
        eval(i128::MIN, 1, difference),
        Err(EvalError::IntegerOverflow(difference))
    );
    assert_eq!(
        eval(i128::MIN, 1, negated),
        Err(EvalError::IntegerOverflow(negated))
    );
    assert_eq!(eval(-1, 0, value), Err(EvalError::IntegerOverflow(value)));
    assert_eq!(eval(77, 0, value), Ok(Value::Int(77)));
}

#[test]
fn other_formats_are_compared_but_not_computed() {
    let mut p = Pool::new();
    let half = FpSort {
        exponent: 5,
        significand: 11,
    };
    let (h, k) = (p.symbol("h", Sort::Fp(half)), p.symbol("k", Sort::Fp(half)));
    let (less, sum, wide) = (p.fp_lt(h, k), p.fp_add(h, k), p.fp_to_fp(h, FpSort::F32));
    let (negated, integer) = (p.fp_neg(h), p.fp_to_sbv(h, 8));
    let mut model = Model::new();
    model.set(h, Value::fp(half, 0x3c00));
    model.set(k, Value::fp(half, 0x4000));
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&p, &model, less), Ok(Value::Bool(true)));
    assert_eq!(
        evaluator.eval(&p, &model, negated),
        Ok(Value::fp(half, 0xbc00))
    );
    assert_eq!(
        evaluator.eval(&p, &model, sum),
        Err(EvalError::UnsupportedFormat(sum))
    );
    assert_eq!(
        evaluator.eval(&p, &model, wide),
        Err(EvalError::UnsupportedFormat(wide))
    );
    assert_eq!(
        evaluator.eval(&p, &model, integer),
        Err(EvalError::UnsupportedFormat(integer))
    );
    for error in [
        EvalError::Unspecified(h),
        EvalError::Quantifier(h),
        EvalError::IntegerOverflow(h),
        EvalError::UnsupportedFormat(h),
    ] {
        assert!(error.to_string().len() > 20);
    }
}

#[test]
fn a_model_that_changes_is_noticed() {
    let mut p = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| p.symbol(name, Sort::Bv(32)));
    let sum = p.add(x, y);
    let mut evaluator = Evaluator::new();
    let mut model = Model::new();
    model.set(x, Value::i32(1));
    assert_eq!(evaluator.eval(&p, &model, sum), Ok(Value::i32(1)));
    let generation = model.generation();
    // A symbol that was read as zero gets a value.
    model.set(y, Value::i32(2));
    assert_ne!(model.generation(), generation);
    assert_eq!(evaluator.eval(&p, &model, sum), Ok(Value::i32(3)));
    // A symbol that nobody read.
    model.set(z, Value::i32(5));
    assert_eq!(evaluator.eval(&p, &model, sum), Ok(Value::i32(3)));
    // The same value again changes nothing.
    let generation = model.generation();
    model.set(x, Value::i32(1));
    assert_eq!(model.generation(), generation);
    // A change.
    let before = model.clone();
    model.set(x, Value::i32(10));
    assert_eq!(evaluator.eval(&p, &model, sum), Ok(Value::i32(12)));
    assert_eq!(evaluator.eval(&p, &before, sum), Ok(Value::i32(3)));
    // Two clones extended differently.
    let w = p.symbol("w", Sort::Bv(32));
    let all = p.add(sum, w);
    let (mut left, mut right) = (before.clone(), before);
    left.set(w, Value::i32(100));
    right.set(w, Value::i32(200));
    assert_eq!(evaluator.eval(&p, &left, all), Ok(Value::i32(103)));
    assert_eq!(evaluator.eval(&p, &right, all), Ok(Value::i32(203)));
    assert_eq!(evaluator.eval(&p, &left, all), Ok(Value::i32(103)));
    // Another pool with the same ids.
    let mut other = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| other.symbol(name, Sort::Bv(32)));
    let difference = other.sub(x, y);
    assert_eq!(difference.index(), sum.index());
    let _ = z;
    assert_eq!(
        evaluator.eval(&other, &left, difference),
        Ok(Value::i32(-1))
    );
    assert_eq!(left.len(), 4);
    assert!(!left.is_empty());
    assert!(Model::new().is_empty());
    assert_eq!(left.iter().count(), 4);
}

#[test]
fn remembering_makes_growing_terms_cheap() {
    let mut p = Pool::new();
    let x = p.symbol("x", Sort::Bv(32));
    let mut model = Model::new();
    model.set(x, Value::i32(3));
    let mut evaluator = Evaluator::new();
    let mut t = x;
    let three = p.bv32(3);
    let mut expected = 3i32;
    // Without memory this would be quadratic: five billion steps.
    for i in 0..100_000 {
        t = p.mul(t, three);
        t = p.bv_xor(t, x);
        expected = expected.wrapping_mul(3) ^ 3;
        if i % 1000 == 0 {
            let fresh = p.symbol(&format!("input{i}"), Sort::Bv(32));
            model.set(fresh, Value::i32(i));
        }
        assert_eq!(evaluator.eval(&p, &model, t), Ok(Value::i32(expected)));
    }
    // The other walks do not recurse either.
    assert_eq!(p.symbols(t), [x]);
    assert!(p.size(t) > 100_000);
    let y = p.symbol("y", Sort::Bv(32));
    let replaced = p.substitute(t, &[(x, y)].into_iter().collect());
    assert_eq!(p.symbols(replaced), [y]);
    let text = p.print(t);
    assert_eq!(logic::parse::term(&text, &mut p), Ok(t));
    let portable = p.export(&[t]);
    let mut other = Pool::new();
    let moved = other.import(&portable);
    assert_eq!(other.size(moved[0]), p.size(t));
    // Nor do equations, conditions and comparisons over deep terms.
    let (mut a, mut b) = (x, y);
    for _ in 0..50_000 {
        a = p.mul(a, y);
        a = p.bv_not(a);
        b = p.mul(b, x);
        b = p.bv_not(b);
    }
    let five = p.bv32(5);
    p.eq(a, b);
    p.eq(a, five);
    p.slt(a, five);
    let c = p.symbol("c", Sort::Bool);
    let mut deep = x;
    for i in 0..50_000 {
        let (k, bit) = (p.bv32(i), p.eq(y, three));
        let c = p.and(c, bit);
        let d = p.fresh_symbol("d", Sort::Bool);
        let c = p.and(c, d);
        deep = p.ite(c, k, deep);
    }
    p.eq(deep, five);
    p.slt(deep, five);
    p.extract(deep, 7, 0);
    assert!(evaluator.eval(&p, &model, deep).is_ok());
}

#[test]
fn functions_are_tables() {
    let mut p = Pool::new();
    let f = p.declare_fun("f", &[Sort::Bv(8), Sort::Bool], Sort::Int);
    let (x, c) = (p.symbol("x", Sort::Bv(8)), p.symbol("c", Sort::Bool));
    let t = p.apply(f, &[x, c]);
    let mut model = Model::new();
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&p, &model, t), Ok(Value::Int(0)));
    let key = vec![Value::bv(8, 3), Value::Bool(true)];
    let table = FunctionTable {
        entries: [(key, Value::Int(7))].into_iter().collect(),
        default: Value::Int(9),
    };
    model.set_function(f, table.clone());
    assert_eq!(evaluator.eval(&p, &model, t), Ok(Value::Int(9)));
    model.set(x, Value::bv(8, 3));
    model.set(c, Value::Bool(true));
    assert_eq!(evaluator.eval(&p, &model, t), Ok(Value::Int(7)));
    assert_eq!(model.function(f), Some(&table));
    assert_eq!(model.functions().count(), 1);
    let only = Model::new();
    assert!(only.is_empty());
    assert!(!model.is_empty());
    // Without parameters it is a symbol.
    let g = p.declare_fun("g", &[], Sort::Int);
    let applied = p.apply(g, &[]);
    assert_eq!(applied, p.symbol("g", Sort::Int));
}

#[test]
fn quantifiers_over_small_domains() {
    let mut p = Pool::new();
    let [x, y] = ["x", "y"].map(|name| p.symbol(name, Sort::Bv(4)));
    let b = p.symbol("b", Sort::Bool);
    let (below, above) = (p.ult(x, y), p.ule(y, x));
    let smaller = p.exists(&[x], below);
    let least = p.forall(&[x], below);
    let wide = p.symbol("wide", Sort::Bv(32));
    let zero = p.bv32(0);
    let is_zero = p.eq(wide, zero);
    let unbounded = p.forall(&[wide], is_zero);
    let eval = |value: u128, t| {
        let mut model = Model::new();
        model.set(y, Value::bv(4, value));
        Evaluator::new().eval(&p, &model, t)
    };
    assert_eq!(eval(0, smaller), Ok(Value::Bool(false)));
    assert_eq!(eval(1, smaller), Ok(Value::Bool(true)));
    assert_eq!(eval(15, least), Ok(Value::Bool(false)));
    assert_eq!(eval(0, unbounded), Err(EvalError::Quantifier(unbounded)));
    // Every x has a y below or equal, whatever b is; nested, and two variables at once.
    let some = p.exists(&[y], above);
    let either = p.or(some, b);
    let all = p.forall(&[x, b], either);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), all),
        Ok(Value::Bool(true))
    );
    let equal = p.eq(x, y);
    let or_b = p.or(equal, b);
    let pairs = p.forall(&[x, y, b], or_b);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), pairs),
        Ok(Value::Bool(false))
    );
    let pairs = p.exists(&[b, x, y], or_b);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), pairs),
        Ok(Value::Bool(true))
    );
    // A variable that does not occur is not bound.
    assert_eq!(p.forall(&[x], b), b);
    let bound = p.forall(&[x, x, b], equal);
    let plain = p.forall(&[x], equal);
    assert_eq!(bound, plain);
    // Too many instances.
    let big = p.symbol("big", Sort::Bv(13));
    let zero = p.bv(13, 0);
    let body = p.ult(zero, big);
    let t = p.forall(&[big], body);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), t),
        Err(EvalError::Quantifier(t))
    );
    let medium = p.symbol("medium", Sort::Bv(12));
    let body = p.eq(medium, medium);
    assert_eq!(body, p.tt());
    let last = p.bv(12, 4095);
    let body = p.eq(medium, last);
    let t = p.exists(&[medium], body);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), t),
        Ok(Value::Bool(true))
    );
    // An integer has no last value.
    let m = p.symbol("m", Sort::Int);
    let five = p.int(5);
    let body = p.int_lt(m, five);
    let t = p.forall(&[m], body);
    assert_eq!(
        Evaluator::new().eval(&p, &Model::new(), t),
        Err(EvalError::Quantifier(t))
    );
}

#[test]
fn arrays_are_compared_by_content() {
    let mut p = Pool::new();
    let sort = p.array_sort(Sort::Bool, Sort::Bv(8));
    let [a, b] = ["a", "b"].map(|name| p.symbol(name, sort));
    let same = p.eq(a, b);
    let array = |default: u128, entries: &[(bool, u128)]| {
        let mut array = ArrayValue::constant(Value::bv(8, default));
        for &(index, value) in entries {
            array.set(Value::Bool(index), Value::bv(8, value));
        }
        Value::Array(Rc::new(array))
    };
    for (left, right, expected) in [
        (array(0, &[]), array(0, &[]), true),
        (array(0, &[]), array(1, &[]), false),
        (array(0, &[(true, 5)]), array(0, &[(true, 5)]), true),
        (array(0, &[(true, 5)]), array(0, &[(true, 6)]), false),
        (array(0, &[(true, 5)]), array(5, &[(false, 0)]), true),
        (array(0, &[(true, 5), (false, 5)]), array(5, &[]), true),
        (array(0, &[(true, 5)]), array(5, &[]), false),
    ] {
        let mut model = Model::new();
        model.set(a, left.clone());
        model.set(b, right.clone());
        assert_eq!(
            Evaluator::new().eval(&p, &model, same),
            Ok(Value::Bool(expected)),
            "{left:?} {right:?}"
        );
    }
    // Over many indices the defaults decide.
    let sort = p.array_sort(Sort::Int, Sort::Bv(8));
    let [a, b] = ["a", "b"].map(|name| p.symbol(name, sort));
    let same = p.eq(a, b);
    let mut model = Model::new();
    model.set(a, array(0, &[]));
    model.set(b, array(1, &[]));
    assert_eq!(
        Evaluator::new().eval(&p, &model, same),
        Ok(Value::Bool(false))
    );
    // Setting the default again removes the entry.
    let mut value = ArrayValue::constant(Value::Int(0));
    value.set(Value::Int(1), Value::Int(5));
    assert_eq!(value.entries().len(), 1);
    value.set(Value::Int(1), Value::Int(0));
    assert_eq!(value.entries().len(), 0);
    assert_eq!(value.default(), &Value::Int(0));
}

#[test]
fn values_and_terms() {
    let mut p = Pool::new();
    let object = p.uninterpreted_sort("Object");
    let Sort::Uninterpreted(id) = object else {
        panic!()
    };
    let sort = p.array_sort(Sort::Bv(8), Sort::Int);
    let mut array = ArrayValue::constant(Value::Int(4));
    array.set(Value::bv(8, 1), Value::Int(-5));
    for (value, sort) in [
        (Value::Bool(true), Sort::Bool),
        (Value::bv(9, 300), Sort::Bv(9)),
        (Value::f64(-1.5), Sort::Fp(FpSort::F64)),
        (Value::Int(-12), Sort::Int),
        (Value::Array(Rc::new(array)), sort),
    ] {
        let t = value.to_term(&mut p, sort).unwrap();
        assert_eq!(
            Evaluator::new().eval(&p, &Model::new(), t),
            Ok(value.clone())
        );
        for wrong in [
            Sort::Bool,
            Sort::Int,
            Sort::Bv(10),
            Sort::Fp(FpSort::F32),
            object,
        ] {
            if wrong != sort {
                assert_eq!(value.to_term(&mut p, wrong), None);
            }
        }
    }
    let first = Value::Uninterpreted { sort: id, index: 1 }
        .to_term(&mut p, object)
        .unwrap();
    let second = Value::Uninterpreted { sort: id, index: 2 }
        .to_term(&mut p, object)
        .unwrap();
    assert_ne!(first, second);
    assert_eq!(p.sort(first), object);
    assert_eq!(Value::i32(-1).as_i32(), Some(-1));
    assert_eq!(Value::i32(-1).as_i64(), None);
    assert_eq!(Value::i64(-1).as_i64(), Some(-1));
    assert_eq!(Value::i64(-1).as_i32(), None);
    assert_eq!(Value::i32(-1).as_bv(), Some(0xffff_ffff));
    assert_eq!(Value::Int(3).as_bv(), None);
    assert_eq!(Value::Int(3).as_int(), Some(3));
    assert_eq!(Value::i32(3).as_int(), None);
    assert_eq!(Value::f32(1.0).as_fp_bits(), Some(0x3f80_0000));
    assert_eq!(Value::i32(3).as_fp_bits(), None);
    assert_eq!(Value::Bool(true).as_bool(), Some(true));
    assert_eq!(Value::Int(1).as_bool(), None);
    assert!(Value::Int(1).as_array().is_none());
    assert_eq!(
        Value::f32(f32::from_bits(0xffc0_0001)),
        Value::f32(f32::NAN)
    );
}
