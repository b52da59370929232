//! Reading and writing arrays: what is found through writes, and that long chains stay cheap.

use logic::{Op, Pool, Sort, Term};

fn array() -> (Pool, Term, Term, Term) {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::Bv(32), Sort::Bv(32));
    let a = pool.symbol("a", sort);
    let x = pool.symbol("x", Sort::Bv(32));
    let y = pool.symbol("y", Sort::Bv(32));
    (pool, a, x, y)
}

#[test]
fn reading_looks_through_writes() {
    let (mut p, a, x, y) = array();
    let (one, two) = (p.bv32(1), p.bv32(2));
    let s = p.store(a, one, x);
    assert_eq!(p.select(s, one), x);
    let read = p.select(s, two);
    let direct = p.select(a, two);
    assert_eq!(read, direct);
    // An index that may or may not be the one written.
    let read = p.select(s, y);
    assert_eq!(p.op(read), Op::Select);
    assert_eq!(p.children(read)[0], s);
    // x+1 and x+2 differ, and so do x and x+1.
    let (x1, x2) = (p.add(x, one), p.add(x, two));
    let s = p.store(a, x1, y);
    let (read, direct) = (p.select(s, x2), p.select(a, x2));
    assert_eq!(read, direct);
    let (read, direct) = (p.select(s, x), p.select(a, x));
    assert_eq!(read, direct);
    assert_eq!(p.select(s, x1), y);
    // Indices in different ranges.
    let byte = p.symbol("byte", Sort::Bv(8));
    let small = p.zext(byte, 32);
    let large = p.bv32(300);
    let s = p.store(a, small, y);
    let (read, direct) = (p.select(s, large), p.select(a, large));
    assert_eq!(read, direct);
    let (read, inside) = (p.select(s, two), p.select(a, two));
    assert_ne!(read, inside);
}

#[test]
fn constant_arrays_and_rewrites() {
    let (mut p, a, x, y) = array();
    let sort = p.sort(a);
    let zero = p.bv32(0);
    let zeros = p.const_array(sort, zero);
    assert_eq!(p.select(zeros, x), zero);
    // Writing what is there already changes nothing.
    assert_eq!(p.store(zeros, x, zero), zeros);
    let here = p.select(a, x);
    assert_eq!(p.store(a, x, here), a);
    // The last write wins.
    let first = p.store(a, x, y);
    let second = p.store(first, x, zero);
    let direct = p.store(a, x, zero);
    assert_eq!(second, direct);
    // Writes at literal indices commute.
    let (one, two, three) = (p.bv32(1), p.bv32(2), p.bv32(3));
    let ascending = [one, two, three]
        .iter()
        .fold(a, |array, &i| p.store(array, i, y));
    let descending = [three, two, one]
        .iter()
        .fold(a, |array, &i| p.store(array, i, y));
    assert_eq!(ascending, descending);
    let rewritten = p.store(ascending, two, x);
    let children = p.children(rewritten).to_vec();
    assert_eq!(children[1], three);
    assert_eq!(p.select(rewritten, two), x);
    assert_eq!(p.size(rewritten), p.size(ascending) + 1);
}

#[test]
fn long_chains_are_read_at_once() {
    let (mut p, a, x, _) = array();
    let mut array = a;
    let count = 20_000;
    for i in 0..count {
        let (index, value) = (p.bv32(i), p.bv32(i * 7));
        array = p.store(array, index, value);
    }
    for i in (0..count).step_by(997) {
        let index = p.bv32(i);
        let read = p.select(array, index);
        assert_eq!(p.as_i32(read), Some(i * 7));
    }
    let beyond = p.bv32(count);
    let (read, direct) = (p.select(array, beyond), p.select(a, beyond));
    assert_eq!(read, direct);
    // In descending order writes are not sorted all the way down, but never lost.
    let mut array = a;
    for i in (0..200).rev() {
        let (index, value) = (p.bv32(i), p.bv32(i * 7));
        array = p.store(array, index, value);
    }
    for i in 0..200 {
        let index = p.bv32(i);
        let read = p.select(array, index);
        assert_eq!(p.as_i32(read), Some(i * 7));
        let other = p.bv32(i + 1000);
        array = p.store(array, index, other);
    }
    for i in 0..200 {
        let index = p.bv32(i);
        let read = p.select(array, index);
        assert_eq!(p.as_i32(read), Some(i + 1000));
    }
    let symbolic = p.select(array, x);
    assert_eq!(p.op(symbolic), Op::Select);
}

#[test]
fn reading_a_choice_of_arrays() {
    let (mut p, a, x, y) = array();
    let c = p.symbol("c", Sort::Bool);
    let sort = p.sort(a);
    let b = p.symbol("b", sort);
    let (left, right) = (p.store(a, x, y), p.store(b, x, x));
    let choice = p.ite(c, left, right);
    let read = p.select(choice, x);
    let expected = p.ite(c, y, x);
    assert_eq!(read, expected);
    // Nothing is gained where neither side is known.
    let choice = p.ite(c, a, b);
    let read = p.select(choice, x);
    assert_eq!(p.op(read), Op::Select);
}

#[test]
fn other_indices() {
    let mut p = Pool::new();
    let sort = p.array_sort(Sort::Bool, Sort::Int);
    let a = p.symbol("a", sort);
    let (tt, ff, five) = (p.tt(), p.ff(), p.int(5));
    let s = p.store(a, tt, five);
    assert_eq!(p.select(s, tt), five);
    let (read, direct) = (p.select(s, ff), p.select(a, ff));
    assert_eq!(read, direct);
    let sort = p.array_sort(Sort::Int, Sort::Bool);
    let a = p.symbol("a", sort);
    let six = p.int(6);
    let s = p.store(a, five, tt);
    assert_eq!(p.select(s, five), tt);
    let (read, direct) = (p.select(s, six), p.select(a, six));
    assert_eq!(read, direct);
}
