//! SMT-LIB text: what is written, what is read, and how errors are reported.

use logic::parse::{self, Command};
use logic::{Evaluator, FpSort, Model, Pool, Printer, Sort, Value};

fn declared() -> Pool {
    let mut p = Pool::new();
    for (name, sort) in [
        ("a", Sort::Bool),
        ("b", Sort::Bool),
        ("x", Sort::Bv(8)),
        ("y", Sort::Bv(8)),
        ("z", Sort::Bv(3)),
        ("f", Sort::Fp(FpSort::F32)),
        ("d", Sort::Fp(FpSort::F64)),
        ("m", Sort::Int),
        ("n", Sort::Int),
    ] {
        p.symbol(name, sort);
    }
    let array = p.array_sort(Sort::Bv(8), Sort::Bool);
    p.symbol("r", array);
    p.declare_fun("h", &[Sort::Bv(8), Sort::Int], Sort::Bool);
    p
}

#[test]
fn written_as_meant() {
    let mut p = declared();
    for text in [
        "true",
        "false",
        "a",
        "(not a)",
        "(and a b)",
        "(or a b)",
        "(or (not a) b)",
        "(or a (= x y))",
        "(distinct x y)",
        "(bvule x y)",
        "(bvsle y x)",
        "(<= m n)",
        "(< m n)",
        "(ite a x y)",
        "#x05",
        "#b101",
        "(bvadd x #x05)",
        "(bvsub x y)",
        "(bvmul x y)",
        "(bvudiv x y)",
        "(bvurem x y)",
        "(bvsdiv x y)",
        "(bvsrem x y)",
        "(bvneg x)",
        "(bvnot x)",
        "(bvand x y)",
        "(bvor x y)",
        "(bvxor x y)",
        "(bvshl x y)",
        "(bvlshr x y)",
        "(bvashr x y)",
        "(bvult x y)",
        "(bvslt x y)",
        "(concat x y)",
        "((_ extract 5 2) x)",
        "((_ zero_extend 8) x)",
        "((_ sign_extend 8) x)",
        "(fp.add RNE f f)",
        "(fp.sub RNE f f)",
        "(fp.mul RNE f f)",
        "(fp.div RNE f f)",
        "(fp.rem f f)",
        "(fp.sqrt RNE f)",
        "(fp.fma RNE f f f)",
        "(fp.neg f)",
        "(fp.abs f)",
        "(fp.roundToIntegral RNA f)",
        "(fp.isNaN f)",
        "(fp.isInfinite f)",
        "(fp.isZero f)",
        "(fp.isNormal f)",
        "(fp.isSubnormal f)",
        "(fp.isNegative f)",
        "(not (fp.isNegative f))",
        "((_ to_fp 11 53) RNE f)",
        "((_ to_fp 8 24) RNE x)",
        "((_ to_fp_unsigned 8 24) RNE x)",
        "((_ fp.to_sbv 32) RTZ f)",
        "((_ fp.to_ubv 32) RTZ f)",
        "(fp #b0 #b01111111 #b10000000000000000000000)",
        "(_ NaN 8 24)",
        "(select r x)",
        "(store r x a)",
        "((as const (Array (_ BitVec 8) Bool)) a)",
        "(+ m n)",
        "(- m n)",
        "(- m)",
        "(* m n)",
        "(div m n)",
        "(mod m n)",
        "(- 5)",
        "5",
        "(bv2nat x)",
        "((_ int2bv 8) m)",
        "(h x m)",
        "(forall ((x (_ BitVec 8))) (bvult x y))",
        "(exists ((x (_ BitVec 8)) (m Int)) (h x m))",
        "(not (forall ((x (_ BitVec 8))) (bvult x y)))",
        "(let ((.0 (bvadd x y))) (bvmul .0 .0))",
        "(let ((.0 (and a b))) (= (ite .0 x y) (ite (not .0) (bvneg x) y)))",
    ] {
        let t = parse::term(text, &mut p).unwrap_or_else(|e| panic!("{e} in {text}"));
        let written = p.print(t);
        assert_eq!(parse::term(&written, &mut p), Ok(t), "{written}");
        if !text.contains("let") || !text.contains("ite") {
            assert_eq!(written, text);
        }
    }
    let least = p.int(i128::MIN);
    let text = p.print(least);
    assert_eq!(parse::term(&text, &mut p), Ok(least));
}

#[test]
fn read_as_defined() {
    let mut p = declared();
    for (text, same) in [
        ("(_ bv5 8)", "#x05"),
        ("(bvadd x y x)", "(bvadd (bvadd x y) x)"),
        ("(and a b (= x y))", "(and (and a b) (= x y))"),
        ("(and a)", "a"),
        ("(or a)", "a"),
        ("(xor a b a)", "b"),
        ("(= x y #x01)", "(and (= x y) (= y #x01))"),
        (
            "(distinct x y #x01)",
            "(and (distinct x y) (distinct x #x01) (distinct y #x01))",
        ),
        ("(=> a b a)", "(=> a (=> b a))"),
        ("(bvugt x y)", "(bvult y x)"),
        ("(bvuge x y)", "(bvule y x)"),
        ("(bvsgt x y)", "(bvslt y x)"),
        ("(bvsge x y)", "(bvsle y x)"),
        ("(bvnand x y)", "(bvnot (bvand x y))"),
        ("(bvnor x y)", "(bvnot (bvor x y))"),
        ("(bvxnor x y)", "(bvnot (bvxor x y))"),
        ("(bvcomp x y)", "(ite (= x y) #b1 #b0)"),
        ("(concat x y z)", "(concat (concat x y) z)"),
        ("((_ repeat 2) x)", "(concat x x)"),
        ("((_ repeat 1) x)", "x"),
        (
            "((_ rotate_left 3) x)",
            "(concat ((_ extract 4 0) x) ((_ extract 7 5) x))",
        ),
        (
            "((_ rotate_right 3) x)",
            "(concat ((_ extract 2 0) x) ((_ extract 7 3) x))",
        ),
        ("((_ rotate_left 8) x)", "x"),
        ("((_ rotate_right 0) x)", "x"),
        ("((_ rotate_left 11) x)", "((_ rotate_left 3) x)"),
        ("(fp.gt f f f)", "false"),
        ("(fp.geq f (_ +zero 8 24))", "(fp.leq (_ +zero 8 24) f)"),
        ("(fp.isPositive f)", "(fp.isNegative (fp.neg f))"),
        ("(_ +oo 8 24)", "(fp #b0 #xff #b00000000000000000000000)"),
        ("(_ -oo 8 24)", "(fp #b1 #xff #b00000000000000000000000)"),
        ("(_ +zero 8 24)", "(fp #b0 #x00 #b00000000000000000000000)"),
        ("(_ -zero 8 24)", "(fp #b1 #x00 #b00000000000000000000000)"),
        ("((_ to_fp 8 24) RNE 0.1)", "((_ to_fp 8 24) #x3dcccccd)"),
        (
            "((_ to_fp 11 53) RNE 0.1)",
            "((_ to_fp 11 53) #x3fb999999999999a)",
        ),
        (
            "((_ to_fp 8 24) RNE (- 2.0))",
            "((_ to_fp 8 24) #xc0000000)",
        ),
        ("((_ to_fp 8 24) RNE 3)", "((_ to_fp 8 24) #x40400000)"),
        ("((_ to_fp 8 24) roundNearestTiesToEven f)", "f"),
        (
            "((_ fp.to_sbv 8) RNE f)",
            "((_ fp.to_sbv 8) RTZ (fp.roundToIntegral RNE f))",
        ),
        (
            "((_ fp.to_ubv 8) RTP f)",
            "((_ fp.to_ubv 8) RTZ (fp.roundToIntegral RTP f))",
        ),
        ("(ubv_to_int x)", "(bv2nat x)"),
        ("((_ int_to_bv 8) m)", "((_ int2bv 8) m)"),
        ("(> m n)", "(< n m)"),
        ("(>= m n)", "(<= n m)"),
        ("(< m n 5)", "(and (< m n) (< n 5))"),
        ("(+ m n 1)", "(+ (+ m n) 1)"),
        ("(- m n 1)", "(- (- m n) 1)"),
        ("(abs m)", "(ite (< m 0) (- m) m)"),
        ("(let ((q x) (x y)) (bvsub q x))", "(bvsub x y)"),
        ("(let ((q x)) (let ((q y)) q))", "y"),
        (
            "(! (and a b) :named both :pattern (a b) :weight 3)",
            "(and a b)",
        ),
        ("(bvsub |x| |y|) ; a comment", "(bvsub x y)"),
        ("(as x (_ BitVec 8))", "x"),
        ("((as h Bool) x m)", "(h x m)"),
    ] {
        let t = parse::term(text, &mut p).unwrap_or_else(|e| panic!("{e} in {text}"));
        let expected = parse::term(same, &mut p).unwrap_or_else(|e| panic!("{e} in {same}"));
        assert_eq!(t, expected, "{text} is {}", p.print(t));
    }
}

#[test]
fn signed_modulo_follows_the_divisor() {
    let mut p = declared();
    for (a, b) in [
        (7i8, 3i8),
        (-7, 3),
        (7, -3),
        (-7, -3),
        (6, 3),
        (-6, 3),
        (5, 0),
        (-5, 0),
        (-128, -1),
        (0, 5),
    ] {
        let text = format!("(bvsmod #x{:02x} #x{:02x})", a as u8, b as u8);
        let t = parse::term(&text, &mut p).unwrap();
        let expected = if b == 0 {
            a
        } else {
            let rest = i32::from(a) % i32::from(b);
            (if rest != 0 && (rest < 0) != (b < 0) {
                rest + i32::from(b)
            } else {
                rest
            }) as i8
        };
        assert_eq!(p.as_bv(t), Some(u128::from(expected as u8)), "{text}");
    }
}

#[test]
fn names_that_smt_lib_does_not_allow() {
    let mut p = Pool::new();
    for name in [
        "a b", "and", "x|y", "\\", "", "%%", "1", ".0", "..1", "true", "é", "bv5", "let", "RNE",
        "a\nb", "(",
    ] {
        let (s, t) = (p.symbol(name, Sort::Bool), p.symbol("other", Sort::Bool));
        let both = p.and(s, t);
        let twice = p.eq(both, s);
        for t in [s, twice] {
            let text = p.print(t);
            assert_eq!(parse::term(&text, &mut p), Ok(t), "{name}: {text}");
        }
        let f = p.declare_fun(name, &[Sort::Bool], Sort::Bool);
        let applied = p.apply(f, &[s]);
        let text = p.print(applied);
        assert_eq!(parse::term(&text, &mut p), Ok(applied), "{name}: {text}");
    }
    // One name, two sorts; one function, two results.
    let (s, t) = (p.symbol("same", Sort::Bv(8)), p.symbol("same", Sort::Int));
    assert_eq!(p.find_symbols("same"), [s, t]);
    assert_eq!(p.print(s), "(as same (_ BitVec 8))");
    for symbol in [s, t] {
        let text = p.print(symbol);
        assert_eq!(parse::term(&text, &mut p), Ok(symbol));
    }
    assert!(
        parse::term("same", &mut p)
            .unwrap_err()
            .msg
            .contains("several sorts")
    );
    let (f, g) = (
        p.declare_fun("k", &[Sort::Int], Sort::Int),
        p.declare_fun("k", &[Sort::Int], Sort::Bool),
    );
    for fun in [f, g] {
        let applied = p.apply(fun, &[t]);
        let text = p.print(applied);
        assert_eq!(parse::term(&text, &mut p), Ok(applied), "{text}");
    }
    assert!(
        parse::term("(k (as same Int))", &mut p)
            .unwrap_err()
            .msg
            .contains("several results")
    );
}

#[test]
fn scripts() {
    let mut p = Pool::new();
    let text = "(set-logic ALL) (set-info :status sat) (set-option :produce-models true)
        (declare-sort Object 0) (define-sort Word () (_ BitVec 8))
        (declare-const x Word) (declare-fun y () (_ BitVec 8)) (declare-fun f (Object) Bool) (declare-const o Object)
        (define-fun twice ((v Word)) Word (bvadd v v)) (define-const five Word #x05) (define-fun six () Word #x06)
        (assert (f o)) (push) (assert (= (twice x) five)) (push 2) (assert false) (pop 2)
        (assert (! (bvult six y) :named bound)) (check-sat) (check-sat-assuming (bound (not bound))) (pop 1)
        (assert (= y #x07)) (get-model) (echo \"a \"\"quoted\"\" string\") (exit)";
    let script = parse::script(text, &mut p).unwrap();
    let [x, y] = ["x", "y"].map(|name| p.symbol(name, Sort::Bv(8)));
    let asserted: Vec<String> = script.assertions().iter().map(|&t| p.print(t)).collect();
    assert_eq!(asserted, ["(f o)", "(= y #x07)"]);
    let commands = &script.commands;
    assert_eq!(commands[0], Command::SetLogic("ALL".to_owned()));
    assert!(
        commands.contains(&Command::DeclareSymbol(x))
            && commands.contains(&Command::DeclareSymbol(y))
    );
    assert!(commands.contains(&Command::Push(2)) && commands.contains(&Command::Pop(1)));
    assert!(
        commands.contains(&Command::CheckSat)
            && commands.contains(&Command::Other("exit".to_owned()))
    );
    assert!(matches!(&commands[3], Command::DeclareSort(sort) if p.print_sort(*sort) == "Object"));
    let all: Vec<String> = commands
        .iter()
        .filter_map(|c| match c {
            Command::Assert(t) => Some(p.print(*t)),
            Command::CheckSatAssuming(terms) => Some(
                terms
                    .iter()
                    .map(|&t| p.print(t))
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            _ => None,
        })
        .collect();
    assert_eq!(
        all,
        [
            "(f o)",
            "(= (bvadd x x) #x05)",
            "false",
            "(bvule #x07 y)",
            "(bvule #x07 y) (bvult y #x07)",
            "(= y #x07)"
        ]
    );
}

#[test]
fn scripts_round_trip() {
    let mut p = declared();
    let object = p.uninterpreted_sort("Object");
    let map = p.array_sort(object, Sort::Bv(8));
    let (o, objects) = (p.symbol("o", object), p.symbol("objects", map));
    let f = p.declare_fun("next object", &[object], object);
    let next = p.apply(f, &[o]);
    let read = p.select(objects, next);
    let x = p.symbol("x", Sort::Bv(8));
    let first = p.eq(read, x);
    let bound = p.symbol("q", Sort::Bv(8));
    let less = p.ult(bound, x);
    let second = p.exists(&[bound], less);
    let text = Printer::new(&p).script("ALL", &[first, second]);
    assert_eq!(
        text,
        "(set-logic ALL)
(declare-sort Object 0)
(declare-const x (_ BitVec 8))
(declare-const o Object)
(declare-const objects (Array Object (_ BitVec 8)))
(declare-fun |next object| (Object) Object)
(assert (= x (select objects (|next object| o))))
(assert (exists ((q (_ BitVec 8))) (bvult q x)))
(check-sat)
"
    );
    let script = parse::script(&text, &mut p).unwrap();
    assert_eq!(script.assertions(), [first, second]);
    let mut other = Pool::new();
    let script = parse::script(&text, &mut other).unwrap();
    assert_eq!(
        Printer::new(&other).script("ALL", &script.assertions()),
        text
    );
}

#[test]
fn binders_do_not_capture() {
    let mut p = declared();
    // The y of the definition is the one outside.
    let t = parse::term(
        "(let ((q (bvadd y #x01))) (forall ((y (_ BitVec 8))) (bvult y q)))",
        &mut p,
    )
    .unwrap();
    let (y, mut model) = (p.symbol("y", Sort::Bv(8)), Model::new());
    assert_eq!(p.symbols(t), [y]);
    for (value, expected) in [(3, false), (254, false)] {
        model.set(y, Value::bv(8, value));
        assert_eq!(
            Evaluator::new().eval(&p, &model, t),
            Ok(Value::Bool(expected))
        );
    }
    let t = parse::term(
        "(let ((q y)) (exists ((y (_ BitVec 8))) (distinct y q)))",
        &mut p,
    )
    .unwrap();
    assert_eq!(Evaluator::new().eval(&p, &model, t), Ok(Value::Bool(true)));
    // Inside a quantifier, shared terms are named there.
    let text = "(and (bvult (bvmul x y) (bvmul x #x05)) (forall ((x (_ BitVec 8))) (= (bvmul x y) (bvneg (bvmul x y)))))";
    let t = parse::term(text, &mut p).unwrap();
    let written = p.print(t);
    assert_eq!(parse::term(&written, &mut p), Ok(t), "{written}");
}

#[test]
fn errors_say_where_and_why() {
    for (text, line, col, reason) in [
        ("", 1, 1, "unexpected end"),
        ("(and a", 1, 7, "unexpected end"),
        (")", 1, 1, "found `)`"),
        ("a b", 1, 3, "end of the text"),
        ("unknown", 1, 1, "unknown symbol `unknown`"),
        ("(unknown a)", 1, 1, "unknown function `unknown`"),
        ("\n  (bvadd x\n z)", 2, 3, "different sorts"),
        ("(bvadd a b)", 1, 1, "must be bit-vectors"),
        ("(bvadd x)", 1, 1, "at least 2 arguments"),
        ("(bvsub x y x)", 1, 1, "takes 2 arguments, not 3"),
        ("(bvnot x y)", 1, 1, "takes 1 argument, not 2"),
        ("(bvfoo x)", 1, 1, "unknown function `bvfoo`"),
        ("(and a x)", 1, 1, "must be boolean"),
        ("(not a b)", 1, 1, "takes 1 argument"),
        ("(ite x a b)", 1, 1, "condition"),
        ("(ite a x b)", 1, 1, "different sorts"),
        ("(= a)", 1, 1, "at least 2"),
        ("(= a x)", 1, 1, "different sorts"),
        ("(+ m x)", 1, 1, "must be integers"),
        ("(< m)", 1, 1, "at least 2"),
        ("(fp.add f f)", 1, 1, "rounding mode"),
        ("(fp.add RTZ f f)", 1, 1, "RNE only"),
        ("(fp.add RNE f d)", 1, 1, "different sorts"),
        ("(fp.add RNE x x)", 1, 1, "must be floats"),
        ("(fp.min f f)", 1, 1, "unsupported function"),
        ("(fp.roundToIntegral f f)", 1, 1, "rounding mode"),
        ("(fp.roundToIntegral RNE)", 1, 1, "takes 1 argument"),
        ("(fp #b00 #xff #b0)", 1, 1, "not supported"),
        ("(fp x x)", 1, 1, "takes 3 arguments"),
        ("((_ to_fp 8 24) x)", 1, 1, "32 bits"),
        ("((_ to_fp 8 24) RNE m)", 1, 1, "not supported"),
        ("((_ to_fp 8 24) RNE a)", 1, 1, "takes a float"),
        ("((_ to_fp 5 11) RNE 1.5)", 1, 1, "single and double"),
        ("((_ to_fp 200 11) RNE f)", 1, 1, "not supported"),
        (
            "((_ to_fp_unsigned 8 24) RNE f)",
            1,
            1,
            "must be bit-vectors",
        ),
        ("((_ fp.to_sbv 0) RTZ f)", 1, 1, "not supported"),
        ("((_ fp.to_sbv 8) f f)", 1, 1, "rounding mode"),
        ("((_ int2bv 129) m)", 1, 1, "not supported"),
        ("((_ int2bv 8) x)", 1, 1, "must be integers"),
        ("((_ extract 8 0) x)", 1, 1, "bits 8 to 0"),
        ("((_ extract 1 2) x)", 1, 1, "bits 1 to 2"),
        ("((_ zero_extend 121) x)", 1, 1, "wider than 128"),
        ("((_ sign_extend 4294967295) x)", 1, 1, "wider than 128"),
        ("((_ repeat 0) x)", 1, 1, "or empty"),
        ("((_ repeat 17) x)", 1, 1, "wider than 128"),
        ("((_ foo 17) x)", 1, 1, "unknown function `foo`"),
        ("((_ extract 5) x)", 1, 1, "with 1 indices"),
        ("((x) x)", 1, 1, "expected `_` or `as`"),
        ("((as const Bool) a)", 1, 1, "array sort"),
        ("((as const (Array Int Bool)) x)", 1, 1, "element"),
        ("(select x y)", 1, 1, "must be an array"),
        ("(select r a)", 1, 1, "do not fit"),
        ("(select r x x)", 1, 1, "do not fit"),
        ("(store r x x)", 1, 1, "do not fit"),
        ("(store r x)", 1, 1, "do not fit"),
        ("(h x x)", 1, 1, "do not fit its declaration"),
        ("(concat x)", 1, 1, "at least 2"),
        ("(concat ((_ repeat 16) x) x)", 1, 1, "wider than 128"),
        ("(_ bv256 8)", 1, 1, "not a bit-vector of 8 bits"),
        ("(_ bv1 0)", 1, 1, "not a bit-vector"),
        ("(_ foo 8 24)", 1, 1, "unknown constant"),
        ("(_ NaN 1 24)", 1, 1, "not supported"),
        ("(as nobody Int)", 1, 1, "no symbol"),
        ("#x", 1, 1, "hexadecimal"),
        ("#b12", 1, 1, "binary digits"),
        ("#xg1", 1, 1, "hexadecimal"),
        ("#x000000000000000000000000000000001", 1, 1, "128 bits"),
        (
            "170141183460469231731687303715884105728",
            1,
            1,
            "does not fit",
        ),
        ("1.5", 1, 1, "expected a term"),
        ("RNE", 1, 1, "expected a term"),
        ("(and RNE a)", 1, 1, "rounding mode"),
        ("(+ 1.5 m)", 1, 1, "real numbers"),
        ("|open", 1, 1, "not closed"),
        ("\"open", 1, 1, "not closed"),
        ("\"text\"", 1, 1, "expected a term"),
        (":key", 1, 1, "expected a term"),
        ("{", 1, 1, "unexpected character"),
        ("(let ((q RNE)) a)", 1, 13, "stand for a term"),
        ("(let (q x) a)", 1, 7, "expected `(`"),
        ("(let ((q x) a)", 1, 13, "expected `(`"),
        ("(forall ((q Bool)) x)", 1, 1, "must be boolean"),
        ("(forall ((q Unknown)) a)", 1, 13, "unknown sort"),
        ("(forall ((q (_ BitVec 0))) a)", 1, 13, "1 to 128"),
        ("(forall ((q (_ BitVec 129))) a)", 1, 13, "1 to 128"),
        ("(forall ((q (_ Foo 1))) a)", 1, 13, "unknown sort `Foo`"),
        (
            "(forall ((q (Foo 1))) a)",
            1,
            13,
            "unknown sort constructor",
        ),
        ("(forall ((q (_ BitVec x))) a)", 1, 23, "expected a number"),
        (
            "(forall ((q (_ BitVec 99999999999))) a)",
            1,
            23,
            "too large",
        ),
        ("(! a b)", 1, 6, "expected an attribute"),
        ("(5 x)", 1, 2, "expected a function"),
    ] {
        let mut p = declared();
        let error = parse::term(text, &mut p).expect_err(text);
        assert!(error.msg.contains(reason), "{text}: {error}");
        assert_eq!((error.line, error.col), (line, col), "{text}: {error}");
        assert_eq!(error.to_string(), format!("{line}:{col}: {}", error.msg));
    }
    for (text, reason) in [
        ("assert", "expected `(`"),
        ("(foo)", "unsupported command `foo`"),
        ("(assert)", "found `)`"),
        ("(assert #x00)", "must be boolean"),
        ("(assert true", "expected `)`"),
        ("(declare-sort Pair 2)", "parameters"),
        ("(define-sort S (T) Bool)", "parameters"),
        ("(define-fun f ((v Bool)) Bool #x00)", "declared sort"),
        (
            "(define-fun f ((v Bool)) Bool v) (assert (f #x00))",
            "do not fit its definition",
        ),
        ("(push 10001)", "too many"),
        ("(set-info", "unexpected end"),
    ] {
        let error = parse::script(text, &mut Pool::new()).expect_err(text);
        assert!(error.msg.contains(reason), "{text}: {error}");
    }
    let deep = "(Array ".repeat(1000);
    assert!(
        parse::sort(&deep, &mut Pool::new())
            .unwrap_err()
            .msg
            .contains("too deep")
    );
    assert!(parse::sort("Bool Bool", &mut Pool::new()).is_err());
    assert!(parse::sort("|Bool|", &mut Pool::new()).is_err());
    assert_eq!(
        parse::sort("Float16", &mut Pool::new()),
        Ok(Sort::Fp(FpSort {
            exponent: 5,
            significand: 11
        }))
    );
    assert_eq!(
        parse::sort("Float32", &mut Pool::new()),
        Ok(Sort::Fp(FpSort::F32))
    );
    assert_eq!(
        parse::sort("Float64", &mut Pool::new()),
        Ok(Sort::Fp(FpSort::F64))
    );
    assert_eq!(
        parse::sort("Float128", &mut Pool::new()),
        Ok(Sort::Fp(FpSort {
            exponent: 15,
            significand: 113
        }))
    );
    assert_eq!(
        parse::sort("(_ FloatingPoint 8 24)", &mut Pool::new()),
        Ok(Sort::Fp(FpSort::F32))
    );
    assert_eq!(
        parse::sort("(_ BitVec 128)", &mut Pool::new()),
        Ok(Sort::Bv(128))
    );
}

/// Texts cut and changed at random never panic.
#[test]
fn broken_text_is_an_error() {
    let text = "(let ((q (bvadd x #x05))) (forall ((w (_ BitVec 8))) (=> (bvult w q) (= (select r w) (fp.lt f ((_ to_fp 8 24) RNE 1.5))))))";
    let mut p = declared();
    assert!(parse::term(text, &mut p).is_ok());
    let pieces = [
        "(", ")", "_", "x", "#b1", "5", "1.5", "RNE", "|", "as", "let", "a", "f", "(_ ",
        " forall ", "!", ":k", "m",
    ];
    let mut state = 1u64;
    let mut random = |n: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..3000 {
        let (from, to) = (random(text.len()), random(text.len()));
        let mut broken = text.to_owned();
        broken.replace_range(
            from.min(to)..from.max(to).min(from.min(to) + 4),
            pieces[random(pieces.len())],
        );
        let _ = parse::term(&broken, &mut p);
        let _ = parse::script(&format!("(assert {broken})"), &mut p);
    }
}
