//! Where rules stop: just inside a rule's condition the term is simplified, just outside it must keep its meaning.

use logic::{Evaluator, FpSort, Model, Op, Pool, Sort, Term, Value};

fn bits(pool: &Pool, model: &Model, t: Term) -> u128 {
    match Evaluator::new().eval(pool, model, t) {
        Ok(Value::Bv { bits, .. }) => bits,
        other => panic!("{other:?} is the value of {}", pool.print(t)),
    }
}

fn holds(pool: &Pool, model: &Model, t: Term) -> bool {
    Evaluator::new()
        .eval_bool(pool, model, t)
        .unwrap_or_else(|e| panic!("{e:?} for {}", pool.print(t)))
}

/// A chain of choices between this many literals, all different from those of a chain with another `from`.
fn chain(pool: &mut Pool, from: u128, leaves: u128) -> Term {
    let mut tree = pool.bv(8, from);
    for i in 1..leaves {
        let condition = pool.symbol(&format!("c{from}_{i}"), Sort::Bool);
        let leaf = pool.bv(8, from + i);
        tree = pool.ite(condition, leaf, tree);
    }
    tree
}

#[test]
fn operators_enter_small_trees_of_literals_only() {
    let mut pool = Pool::new();
    let condition = pool.symbol("c", Sort::Bool);
    for left in 2..=9 {
        for right in 0..=7 {
            let mut tree = chain(&mut pool, 20, left);
            if right > 0 {
                let other = chain(&mut pool, 60, right);
                tree = pool.ite(condition, tree, other);
            }
            let wide = pool.zext(tree, 16);
            let small = left + right <= 8;
            let expected = if small { Op::Ite } else { Op::BvZext };
            assert_eq!(pool.op(wide), expected, "{left} and {right} leaves");
        }
    }
}

#[test]
fn a_quotient_shifted_up_is_a_product_only_over_zeros() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    let eight = pool.bv32(8);
    let (quotient, rest) = (pool.sdiv(x, eight), pool.srem(x, eight));
    for low in 0..8 {
        let (high, low_bits) = (pool.extract(quotient, 28, 0), pool.bv(3, low));
        let product = pool.concat(high, low_bits);
        let sum = pool.add(product, rest);
        let difference = pool.sub(x, product);
        if low == 0 {
            assert_eq!(sum, x);
            assert_eq!(difference, rest);
        }
        for value in [0, 11, 17, -9, i32::MAX, i32::MIN] {
            let mut model = Model::new();
            model.set(x, Value::i32(value));
            let product = (value / 8 * 8).wrapping_add(low as i32);
            let expected = product.wrapping_add(value % 8) as u32;
            assert_eq!(bits(&pool, &model, sum), u128::from(expected));
            let expected = value.wrapping_sub(product) as u32;
            assert_eq!(bits(&pool, &model, difference), u128::from(expected));
        }
    }
}

#[test]
fn conversions_undo_each_other_only_where_every_integer_has_a_float() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(5));
    let y = pool.symbol("y", Sort::Bv(5));
    for exponent in 2..=9 {
        for significand in 3..=7 {
            let sort = FpSort {
                exponent,
                significand,
            };
            let (p, q) = (pool.fp_from_sbv(x, sort), pool.fp_from_sbv(y, sort));
            let (back, less) = (pool.fp_to_sbv(p, 8), pool.fp_lt(p, q));
            let (whole, below) = (pool.sext(x, 8), pool.slt(x, y));
            // The largest number is almost 2^(2^(exponent - 1)).
            let exact = significand >= 5 && 1 << (exponent - 1) > significand;
            assert_eq!(back == whole, exact, "{sort:?}");
            assert_eq!(less == below, exact, "{sort:?}");
        }
    }
}

#[test]
fn equations_between_choices() {
    let mut pool = Pool::new();
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bool));
    let free = pool.symbol("free", Sort::Bv(8));
    let leaf = |pool: &mut Pool, i: u128| if i == 4 { free } else { pool.bv(8, i) };
    for number in 0..625_u128 {
        let numbers = [1, 5, 25, 125].map(|place| number / place % 5);
        let leaves = numbers.map(|i| leaf(&mut pool, i));
        let left = pool.ite(a, leaves[0], leaves[1]);
        let right = pool.ite(b, leaves[2], leaves[3]);
        let same = pool.eq(left, right);
        for values in 0..8 {
            let (p, q) = (values & 1 == 1, values & 2 == 2);
            // The free leaf is once equal to a literal and once to none.
            let free_value = if values & 4 == 4 { 2 } else { 9 };
            let mut model = Model::new();
            model.set(a, Value::Bool(p));
            model.set(b, Value::Bool(q));
            model.set(free, Value::bv(8, free_value));
            let value = |i: usize| {
                if numbers[i] == 4 {
                    free_value
                } else {
                    numbers[i]
                }
            };
            let expected = value(usize::from(!p)) == value(2 + usize::from(!q));
            assert_eq!(holds(&pool, &model, same), expected, "{}", pool.print(same));
        }
    }
}

#[test]
fn neighbouring_slices_join_and_others_do_not() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", Sort::Bv(32));
    let y = pool.symbol("y", Sort::Bv(32));
    let byte = pool.symbol("byte", Sort::Bv(8));
    let mut model = Model::new();
    model.set(x, Value::bv(32, 0x1234_5678));
    model.set(y, Value::bv(32, 0x9abc_def0));
    model.set(byte, Value::bv(8, 0x5a));
    for (term, value) in [(x, 0x1234_5678_u128), (y, 0x9abc_def0)] {
        for lo in [7, 8, 9, 12] {
            let high = pool.extract(x, 15, lo);
            let low = pool.extract(term, 7, 0);
            let upper = pool.concat(byte, high);
            let all = pool.concat(upper, low);
            let width = 16 - lo;
            let part = (0x1234_5678 >> lo) & ((1 << width) - 1);
            let expected = (0x5a << (8 + width)) | (part << 8) | (value & 0xff);
            assert_eq!(bits(&pool, &model, all), expected);
            if term == x && lo == 8 {
                let joined = pool.extract(x, 15, 0);
                let joined = pool.concat(byte, joined);
                assert_eq!(all, joined);
            }
        }
    }
}

#[test]
fn reads_pass_writes_at_other_places() {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(8));
    let array = pool.symbol("array", sort);
    let i = pool.symbol("i", Sort::Bv(32));
    let [v, w] = ["v", "w"].map(|name| pool.symbol(name, Sort::Bv(8)));
    let unknown = pool.store(array, i, v);
    let [one, two] = [1, 2].map(|k| pool.bv32(k));
    let written = pool.store(unknown, one, w);
    let expected = pool.select(unknown, two);
    assert_eq!(pool.select(written, two), expected);
    assert_eq!(pool.select(written, one), w);
    let next = pool.add(i, one);
    let written = pool.store(unknown, next, w);
    assert_eq!(pool.select(written, i), v);
    assert_eq!(pool.select(written, next), w);
    let choice = pool.symbol("choice", Sort::Bool);
    let far = pool.bv32(5);
    let near = pool.ite(choice, one, two);
    let written = pool.store(unknown, near, w);
    let expected = pool.select(unknown, far);
    assert_eq!(pool.select(written, far), expected);
}
