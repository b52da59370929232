//! The pool itself: identity of terms, names, walks, substitution, transport, literals and the numbers behind them.

use logic::{FpSort, Op, Pool, Portable, RoundingMode, Sort, Term, bits, floats};
use std::collections::BTreeMap;

#[test]
fn terms_are_shared() {
    let mut p = Pool::new();
    assert_eq!(std::mem::size_of::<Option<Term>>(), 4);
    let (x, y) = (p.symbol("x", Sort::Bv(32)), p.symbol("y", Sort::Bv(32)));
    assert_eq!(p.symbol("x", Sort::Bv(32)), x);
    assert_ne!(p.symbol("x", Sort::Bv(31)), x);
    let count = p.len();
    let sum = p.add(x, y);
    assert_eq!(p.len(), count + 1);
    assert_eq!(p.add(y, x), sum);
    assert_eq!(p.len(), count + 1);
    assert_eq!(sum.index() as usize, count);
    assert_eq!(Term::from_index(sum.index()), sum);
    assert_eq!(p.children(sum), [x, y]);
    assert_eq!((p.op(sum), p.sort(sum)), (Op::BvAdd, Sort::Bv(32)));
    assert_eq!(
        (p.node(sum).op(), p.node(sum).sort()),
        (Op::BvAdd, Sort::Bv(32))
    );
    assert!(!p.is_empty() && p.is_symbol(x) && !p.is_symbol(sum));
    assert_eq!(p.symbol_name(x), "x");
    // Many nodes, so that the table grows and every node is found again.
    let terms: Vec<Term> = (0..5000).map(|i| p.bv(64, i * i)).collect();
    let again: Vec<Term> = (0..5000).map(|i| p.bv(64, i * i)).collect();
    assert_eq!(terms, again);
    let f = p.declare_fun("f", &[Sort::Bv(64); 5], Sort::Bool);
    let wide: Vec<Term> = terms.windows(5).map(|args| p.apply(f, args)).collect();
    let again: Vec<Term> = terms.windows(5).map(|args| p.apply(f, args)).collect();
    assert_eq!(wide, again);
    assert_eq!(p.children(wide[7]), &terms[7..12]);
    assert_ne!(Pool::new().id(), p.id());
}

#[test]
fn names_and_sorts() {
    let mut p = Pool::new();
    let a = p.fresh_symbol("v", Sort::Bool);
    let taken = p.symbol("v!1", Sort::Int);
    let b = p.fresh_symbol("v", Sort::Bool);
    assert!(
        a != b && p.symbol_name(b) != p.symbol_name(taken) && p.symbol_name(b).starts_with("v!")
    );
    let f = p.declare_fun("f", &[Sort::Int], Sort::Bool);
    assert_eq!(p.declare_fun("f", &[Sort::Int], Sort::Bool), f);
    let g = p.declare_fun("f", &[Sort::Bool], Sort::Bool);
    assert_ne!(g, f);
    assert_eq!(p.find_functions("f"), [f, g]);
    assert!(p.find_functions("g").is_empty());
    assert_eq!(
        (p.fun_name(f), p.fun_parameters(f), p.fun_result(f)),
        ("f", &[Sort::Int][..], Sort::Bool)
    );
    assert_eq!((f.index(), g.index()), (0, 1));
    let object = p.uninterpreted_sort("Object");
    assert_eq!(p.uninterpreted_sort("Object"), object);
    let other = p.uninterpreted_sort("Other");
    assert_ne!(other, object);
    assert_eq!(p.find_sort("Other"), Some(other));
    assert_eq!(p.find_sort("None"), None);
    let array = p.array_sort(Sort::Int, object);
    assert_eq!(p.array_sort(Sort::Int, object), array);
    assert_ne!(p.array_sort(object, Sort::Int), array);
    assert_eq!(p.as_array_sort(array), Some((Sort::Int, object)));
    assert_eq!(p.as_array_sort(Sort::Int), None);
    assert_eq!(p.print_sort(array), "(Array Int Object)");
    assert_eq!(
        (Sort::Bv(5).bv_width(), Sort::Int.bv_width()),
        (Some(5), None)
    );
}

#[test]
fn literals() {
    let mut p = Pool::new();
    let (i, l) = (p.bv32(-2), p.bv64(-3));
    assert_eq!(
        (p.as_i32(i), p.as_i64(i), p.as_bv(i)),
        (Some(-2), None, Some(0xffff_fffe))
    );
    assert_eq!((p.as_i32(l), p.as_i64(l)), (None, Some(-3)));
    let wrapped = p.bv(4, 0x1f);
    assert_eq!(p.as_bv(wrapped), Some(15));
    let f = p.f32(1.5);
    assert_eq!(
        (p.as_fp_bits(f), p.as_bv(f)),
        (Some(u128::from(1.5f32.to_bits())), None)
    );
    let d = p.f64(-0.0);
    assert_eq!(p.as_fp_bits(d), Some(1 << 63));
    let (first, second) = (
        p.f64(f64::NAN),
        p.fp_bits(FpSort::F64, 0xfff0_0000_0000_0001),
    );
    assert_eq!(first, second);
    let n = p.int(-7);
    assert_eq!(
        (p.as_int(n), p.as_int(i), p.as_fp_bits(n)),
        (Some(-7), None, None)
    );
    let x = p.symbol("x", Sort::Bool);
    assert_eq!(
        (p.as_bool(p.tt()), p.as_bool(p.ff()), p.as_bool(x)),
        (Some(true), Some(false), None)
    );
    assert!(
        p.is_const(i) && p.is_const(p.tt()) && p.is_const(n) && p.is_const(d) && !p.is_const(x)
    );
    assert_eq!((p.bool(true), p.bool(false)), (p.tt(), p.ff()));
    assert!(
        Op::True.is_leaf()
            && !Op::Not.is_leaf()
            && Op::Forall.is_quantifier()
            && !Op::And.is_quantifier()
    );
    assert_eq!(p.fp_sort(f), FpSort::F32);
    assert_eq!(FpSort::F64.width(), 64);
    for (exponent, significand, supported) in [
        (8, 24, true),
        (1, 24, false),
        (8, 1, false),
        (2, 2, true),
        (15, 113, true),
        (16, 113, false),
        (64, 64, true),
        (65, 2, false),
    ] {
        assert_eq!(
            FpSort {
                exponent,
                significand
            }
            .is_supported(),
            supported,
            "{exponent} {significand}"
        );
    }
}

#[test]
fn wrong_sorts_are_refused() {
    let refused = |f: fn(&mut Pool, Term, Term, Term) -> Term| {
        let mut p = Pool::new();
        let (b, x, y) = (
            p.symbol("b", Sort::Bool),
            p.symbol("x", Sort::Bv(8)),
            p.symbol("y", Sort::Bv(9)),
        );
        assert!(
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| f(&mut p, b, x, y))).is_err()
        );
    };
    refused(|p, b, x, _| p.and(b, x));
    refused(|p, b, x, _| p.and(x, b));
    refused(|p, _, x, _| p.not(x));
    refused(|p, _, x, y| p.add(x, y));
    refused(|p, _, x, y| p.eq(x, y));
    refused(|p, _, x, y| p.slt(x, y));
    refused(|p, b, x, y| p.ite(b, x, y));
    refused(|p, _, x, _| p.ite(x, x, x));
    refused(|p, b, _, _| p.neg(b));
    refused(|p, _, x, _| p.extract(x, 8, 0));
    refused(|p, _, x, _| p.extract(x, 1, 2));
    refused(|p, _, x, _| p.zext(x, 7));
    refused(|p, _, x, _| p.zext(x, 129));
    refused(|p, _, x, _| p.sext(x, 7));
    refused(|p, _, x, _| p.fp_neg(x));
    refused(|p, _, x, _| p.int_neg(x));
    refused(|p, _, x, _| p.select(x, x));
    refused(|p, _, _, _| p.bv(0, 0));
    refused(|p, _, _, _| p.bv(129, 0));
    refused(|p, _, x, _| p.forall(&[x], x));
    refused(|p, b, _, _| {
        let t = p.not(b);
        p.forall(&[t], b)
    });
    refused(|p, b, x, _| {
        let f = p.declare_fun("f", &[Sort::Int], Sort::Int);
        let _ = b;
        p.apply(f, &[x])
    });
    refused(|p, b, x, _| p.substitute(b, &[(b, x)].into_iter().collect()));
    refused(|p, b, _, _| {
        let sort = p.array_sort(Sort::Int, Sort::Int);
        p.const_array(sort, b)
    });
}

#[test]
fn walks() {
    let mut p = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| p.symbol(name, Sort::Bv(8)));
    let sum = p.add(x, y);
    let square = p.mul(sum, sum);
    assert_eq!(p.size(square), 4);
    assert_eq!(p.size(x), 1);
    assert_eq!(p.symbols(square), [x, y]);
    assert_eq!(p.symbols(x), [x]);
    assert!(p.symbols(p.tt()).is_empty());
    let less = p.ult(square, z);
    assert_eq!(p.symbols(less), [x, y, z]);
    let some = p.exists(&[x], less);
    assert_eq!(p.symbols(some), [y, z]);
    let bound = p.ult(x, y);
    let outer = p.and(some, bound);
    assert_eq!(p.symbols(outer), [x, y, z]);
    let all = p.forall(&[y, z], some);
    assert!(p.symbols(all).is_empty());
    let mut seen = Vec::new();
    p.visit(&[square, sum], |t| seen.push(t));
    seen.sort_unstable();
    assert_eq!(seen, [x, y, sum, square]);
}

#[test]
fn substitution() {
    let mut p = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| p.symbol(name, Sort::Bv(8)));
    let map = |pairs: &[(Term, Term)]| pairs.iter().copied().collect::<BTreeMap<_, _>>();
    let difference = p.sub(x, y);
    let swapped = p.substitute(difference, &map(&[(x, y), (y, x)]));
    let expected = p.sub(y, x);
    assert_eq!(swapped, expected);
    let zero = p.bv(8, 0);
    assert_eq!(p.substitute(difference, &map(&[(x, y)])), zero);
    assert_eq!(p.substitute(difference, &map(&[(z, y)])), difference);
    // Any term can be replaced.
    let twice = p.mul(difference, z);
    let replaced = p.substitute(twice, &map(&[(difference, x)]));
    let expected = p.mul(x, z);
    assert_eq!(replaced, expected);
    // Bound variables stay, and do not capture.
    let less = p.ult(x, y);
    let some = p.exists(&[x], less);
    assert_eq!(p.substitute(some, &map(&[(x, z)])), some);
    let replaced = p.substitute(some, &map(&[(y, z)]));
    let less = p.ult(x, z);
    let expected = p.exists(&[x], less);
    assert_eq!(replaced, expected);
    let renamed = p.substitute(some, &map(&[(y, x)]));
    assert_eq!(p.symbols(renamed), [x]);
    let children = p.children(renamed).to_vec();
    assert_ne!(children[0], x);
    let body = p.ult(children[0], x);
    assert_eq!(children[1], body);
    let less = p.ult(x, y);
    let all = p.forall(&[x], less);
    let replaced = p.substitute(all, &map(&[(y, z)]));
    assert_eq!(p.op(replaced), Op::Forall);
}

#[test]
fn transport() {
    fn assert_send<T: Send>(_: &T) {}
    let mut p = Pool::new();
    let object = p.uninterpreted_sort("Object");
    let array = p.array_sort(object, Sort::Bv(8));
    let (o, a, x) = (
        p.symbol("o", object),
        p.symbol("a", array),
        p.symbol("x", Sort::Bv(8)),
    );
    let f = p.declare_fun("f", &[object, Sort::Bv(8)], object);
    let applied = p.apply(f, &[o, x]);
    let stored = p.store(a, applied, x);
    let read = p.select(stored, o);
    let (d, m) = (
        p.symbol("d", Sort::Fp(FpSort::F64)),
        p.symbol("m", Sort::Int),
    );
    let half = p.f64(0.5);
    let float = p.fp_add(d, half);
    let float = p.fp_lt(float, d);
    let five = p.int(-5);
    let whole = p.int_lt(m, five);
    let seven = p.bv(8, 7);
    let byte = p.eq(read, seven);
    let bound = p.forall(&[x], byte);
    let terms = [byte, float, whole, bound, p.tt(), p.ff()];
    let portable = p.export(&terms);
    assert_send(&portable);
    assert_eq!(portable.len(), 6);
    assert!(!portable.is_empty() && Portable::default().is_empty());
    let mut other = Pool::new();
    other.uninterpreted_sort("Something");
    let moved = other.import(&portable);
    for (&t, &moved) in terms.iter().zip(&moved) {
        assert_eq!(p.print(t), other.print(moved));
    }
    assert_eq!(p.import(&portable), terms);
    assert_eq!(other.export(&moved).len(), 6);
}

#[test]
fn numbers() {
    assert_eq!((bits::mask(1), bits::mask(128)), (1, u128::MAX));
    assert_eq!(
        (
            bits::signed(8, 0xff),
            bits::signed(8, 0x7f),
            bits::signed(128, u128::MAX)
        ),
        (-1, 127, -1)
    );
    assert!(bits::is_negative(8, 0x80) && !bits::is_negative(8, 0x7f));
    assert_eq!(bits::binary(Op::And, 8, 1, 1), None);
    assert_eq!(bits::unary(Op::And, 8, 8, 1), None);
    assert_eq!(bits::compare(Op::And, 8, 1, 1), None);
    assert_eq!(bits::compare(Op::Eq, 8, 1, 1), Some(true));
    for (x, y, expected) in [
        (5.0, 3.0, -1.0),
        (7.0, 2.0, -1.0),
        (6.0, 4.0, -2.0),
        (2.0, 4.0, 2.0),
        (10.0, 4.0, 2.0),
        (-5.0, 3.0, 1.0),
        (5.0, -3.0, -1.0),
        (4.0, 2.0, 0.0),
        (-4.0, 2.0, -0.0),
        (1.0, f64::INFINITY, 1.0),
        (1.0, 0.0, f64::NAN),
        (f64::INFINITY, 1.0, f64::NAN),
        (f64::NAN, 1.0, f64::NAN),
        (1.0, f64::NAN, f64::NAN),
        (f64::MAX, f64::MAX, 0.0),
        (f64::MAX, 3.0, -1.0),
        (f64::from_bits(3), f64::from_bits(2), -f64::from_bits(1)),
        (f64::from_bits(1), f64::from_bits(2), f64::from_bits(1)),
        (f64::from_bits(5), f64::from_bits(3), -f64::from_bits(1)),
        (f64::from_bits(4), f64::from_bits(3), f64::from_bits(1)),
        (f64::MAX / 2.0, f64::MAX, f64::MAX / 2.0),
        (f64::MAX / 1.5, f64::MAX, f64::MAX / 1.5 - f64::MAX),
    ] {
        let mut p = Pool::new();
        let (a, b) = (p.f64(x), p.f64(y));
        let rest = p.fp_rem(a, b);
        let expected = p.f64(expected);
        assert_eq!(rest, expected, "{x} rem {y}");
        // Small integers are the same in single precision.
        if x.abs() < 100.0 && y.abs() < 100.0 && x.abs() >= 1.0 && y.abs() >= 1.0 {
            let (a, b) = (p.f32(x as f32), p.f32(y as f32));
            let rest = p.fp_rem(a, b);
            let back = p.fp_to_fp(rest, FpSort::F64);
            assert_eq!(back, expected);
        }
    }
    let mut p = Pool::new();
    for (value, [nan, infinite, zero, normal, subnormal, negative]) in [
        (0.0, [false, false, true, false, false, false]),
        (-0.0, [false, false, true, false, false, true]),
        (1.0, [false, false, false, true, false, false]),
        (-1.0, [false, false, false, true, false, true]),
        (1e-310, [false, false, false, false, true, false]),
        (-1e-310, [false, false, false, false, true, true]),
        (f64::INFINITY, [false, true, false, false, false, false]),
        (f64::NEG_INFINITY, [false, true, false, false, false, true]),
        (f64::NAN, [true, false, false, false, false, false]),
    ] {
        let t = p.f64(value);
        let found = [
            p.fp_is_nan(t),
            p.fp_is_inf(t),
            p.fp_is_zero(t),
            p.fp_is_normal(t),
            p.fp_is_subnormal(t),
            p.fp_is_negative(t),
        ];
        assert_eq!(
            found.map(|t| p.as_bool(t)),
            [nan, infinite, zero, normal, subnormal, negative].map(Some),
            "{value}"
        );
    }
    assert_eq!(floats::one(FpSort::F64), u128::from(1f64.to_bits()));
    assert_eq!(
        floats::infinity(FpSort::F32),
        u128::from(f32::INFINITY.to_bits())
    );
    assert_eq!(floats::nan(FpSort::F32), u128::from(f32::NAN.to_bits()));
    assert_eq!(floats::arithmetic(Op::And, FpSort::F64, &[0]), None);
    assert_eq!(floats::arithmetic(Op::And, FpSort::F32, &[0]), None);
    assert_eq!(floats::arithmetic(Op::FpAdd, FpSort::F32, &[]), None);
    for mode in [
        RoundingMode::Rne,
        RoundingMode::Rna,
        RoundingMode::Rtp,
        RoundingMode::Rtn,
        RoundingMode::Rtz,
    ] {
        let expected = match mode {
            RoundingMode::Rne => [2.0, -2.0, 3.0],
            RoundingMode::Rna => [3.0, -3.0, 3.0],
            RoundingMode::Rtp => [3.0, -2.0, 3.0],
            RoundingMode::Rtn => [2.0, -3.0, 2.0],
            RoundingMode::Rtz => [2.0, -2.0, 2.0],
        };
        for (value, expected) in [2.5, -2.5, 2.75].into_iter().zip(expected) {
            let (t, single) = (p.f64(value), p.f32(value as f32));
            let (rounded, whole) = (p.fp_round(mode, t), p.f64(expected));
            assert_eq!(rounded, whole);
            let (rounded, whole) = (p.fp_round(mode, single), p.f32(expected as f32));
            assert_eq!(rounded, whole);
        }
    }
}

#[test]
fn ranges() {
    let mut p = Pool::new();
    let (x, byte) = (p.symbol("x", Sort::Bv(32)), p.symbol("byte", Sort::Bv(8)));
    let (z, s) = (p.zext(byte, 32), p.sext(byte, 32));
    let c = p.symbol("c", Sort::Bool);
    let hundred = p.bv32(100);
    let minus = p.bv32(-7);
    let full = (i128::from(i32::MIN), i128::from(i32::MAX));
    let check = |t: Term, signed: (i128, i128), unsigned: (u128, u128)| {
        assert_eq!(
            (p.signed_range(t), p.unsigned_range(t)),
            (signed, unsigned),
            "{}",
            p.print(t)
        );
    };
    let all = (0, 0xffff_ffff);
    check(x, full, all);
    check(hundred, (100, 100), (100, 100));
    check(z, (0, 255), (0, 255));
    check(s, (-128, 127), all);
    let mut build =
        |f: &dyn Fn(&mut Pool) -> Term, signed: (i128, i128), unsigned: (u128, u128)| {
            let t = f(&mut p);
            assert_eq!(
                (p.signed_range(t), p.unsigned_range(t)),
                (signed, unsigned),
                "{}",
                p.print(t)
            );
        };
    build(&|p| p.add(z, hundred), (100, 355), (100, 355));
    build(&|p| p.add(s, hundred), (-28, 227), all);
    build(&|p| p.sub(z, s), (-127, 383), all);
    build(&|p| p.neg(s), (-127, 128), all);
    build(&|p| p.neg(x), full, all);
    build(&|p| p.bv_not(s), (-128, 127), all);
    build(&|p| p.bv_not(z), (-256, -1), (0xffff_ff00, 0xffff_ffff));
    build(&|p| p.mul(s, hundred), (-12800, 12700), all);
    build(&|p| p.mul(s, minus), (-889, 896), all);
    build(&|p| p.mul(z, z), (0, 65025), (0, 65025));
    build(&|p| p.mul(x, hundred), full, all);
    build(&|p| p.srem(x, hundred), (-99, 99), all);
    build(&|p| p.sdiv(x, hundred), (-21474836, 21474836), all);
    build(&|p| p.urem(x, hundred), (0, 99), (0, 99));
    build(&|p| p.udiv(x, hundred), (0, 42949672), (0, 42949672));
    build(&|p| p.urem(z, x), (0, 255), (0, 255));
    build(&|p| p.lshr(z, x), (0, 255), (0, 255));
    build(&|p| p.bv_and(z, x), (0, 255), (0, 255));
    build(&|p| p.bv_or(z, hundred), (100, 255), (100, 255));
    build(&|p| p.bv_xor(z, hundred), (0, 255), (0, 255));
    build(&|p| p.ite(c, z, hundred), (0, 255), (0, 255));
    build(&|p| p.ite(c, s, hundred), (-128, 127), all);
    build(&|p| p.ite(c, minus, hundred), (-7, 100), (100, 0xffff_fff9));
    build(&|p| p.udiv(hundred, x), full, all);
    build(&|p| p.sdiv(x, minus), full, all);
    build(&|p| p.srem(hundred, x), full, all);
}
