//! `Math`, `StrictMath` and the bits of floating-point numbers. Whatever has an exact meaning in SMT-LIB's theory of
//! floats becomes a term; transcendental functions are computed for concrete arguments (as fdlibm does, which
//! `StrictMath` prescribes; `Math` rounds to nearest) and become applications with known facts for symbolic ones. On
//! integers, `abs`, `min`, `max` and `compare` choose between terms instead of forking.

use super::{Call, Entry, Return, value};
use crate::functions;
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Slot;
use ir::{Conversion, Kind};
use logic::{FpSort, Op, RoundingMode, Sort, Term};

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";
const FLOAT: &str = "java/lang/Float";
const DOUBLE: &str = "java/lang/Double";

pub const NATIVES: &[Entry] = &[
    (STRICT, "sin", "(D)D", strict),
    (STRICT, "cos", "(D)D", strict),
    (STRICT, "tan", "(D)D", strict),
    (STRICT, "asin", "(D)D", strict),
    (STRICT, "acos", "(D)D", strict),
    (STRICT, "atan", "(D)D", strict),
    (STRICT, "log", "(D)D", strict),
    (STRICT, "log10", "(D)D", strict),
    (STRICT, "sinh", "(D)D", strict),
    (STRICT, "cosh", "(D)D", strict),
    (STRICT, "tanh", "(D)D", strict),
    (STRICT, "expm1", "(D)D", strict),
    (STRICT, "log1p", "(D)D", strict),
    (STRICT, "atan2", "(DD)D", strict),
    (STRICT, "IEEEremainder", "(DD)D", strict),
    (STRICT, "exp", "(D)D", in_java),
    (STRICT, "pow", "(DD)D", in_java),
    (STRICT, "cbrt", "(D)D", in_java),
    (STRICT, "hypot", "(DD)D", in_java),
    (STRICT, "sqrt", "(D)D", sqrt),
    (STRICT, "floor", "(D)D", round_to_integer),
    (STRICT, "ceil", "(D)D", round_to_integer),
    (STRICT, "rint", "(D)D", round_to_integer),
    (MATH, "sin", "(D)D", nearest),
    (MATH, "cos", "(D)D", nearest),
    (MATH, "tan", "(D)D", nearest),
    (MATH, "exp", "(D)D", nearest),
    (MATH, "log", "(D)D", nearest),
    (MATH, "log10", "(D)D", nearest),
    (MATH, "pow", "(DD)D", nearest),
    (MATH, "asin", "(D)D", in_java),
    (MATH, "acos", "(D)D", in_java),
    (MATH, "atan", "(D)D", in_java),
    (MATH, "sinh", "(D)D", in_java),
    (MATH, "cosh", "(D)D", in_java),
    (MATH, "tanh", "(D)D", in_java),
    (MATH, "expm1", "(D)D", in_java),
    (MATH, "log1p", "(D)D", in_java),
    (MATH, "cbrt", "(D)D", in_java),
    (MATH, "atan2", "(DD)D", in_java),
    (MATH, "hypot", "(DD)D", in_java),
    (MATH, "IEEEremainder", "(DD)D", in_java),
    (MATH, "sqrt", "(D)D", sqrt),
    (MATH, "floor", "(D)D", round_to_integer),
    (MATH, "ceil", "(D)D", round_to_integer),
    (MATH, "rint", "(D)D", round_to_integer),
    (MATH, "round", "(D)J", round),
    (MATH, "round", "(F)I", round),
    (MATH, "fma", "(DDD)D", fma),
    (MATH, "fma", "(FFF)F", fma),
    (MATH, "signum", "(D)D", signum),
    (MATH, "signum", "(F)F", signum),
    (MATH, "abs", "(I)I", abs),
    (MATH, "abs", "(J)J", abs),
    (MATH, "abs", "(F)F", abs),
    (MATH, "abs", "(D)D", abs),
    (MATH, "max", "(II)I", min_max),
    (MATH, "max", "(JJ)J", min_max),
    (MATH, "max", "(FF)F", min_max),
    (MATH, "max", "(DD)D", min_max),
    (MATH, "min", "(II)I", min_max),
    (MATH, "min", "(JJ)J", min_max),
    (MATH, "min", "(FF)F", min_max),
    (MATH, "min", "(DD)D", min_max),
    ("java/lang/Integer", "compare", "(II)I", compare),
    ("java/lang/Long", "compare", "(JJ)I", compare),
    (
        "java/lang/Integer",
        "compareUnsigned",
        "(II)I",
        compare_unsigned,
    ),
    (
        "java/lang/Long",
        "compareUnsigned",
        "(JJ)I",
        compare_unsigned,
    ),
    (FLOAT, "compare", "(FF)I", compare_floats),
    (DOUBLE, "compare", "(DD)I", compare_floats),
    (FLOAT, "floatToRawIntBits", "(F)I", to_bits),
    (DOUBLE, "doubleToRawLongBits", "(D)J", to_bits),
    (FLOAT, "intBitsToFloat", "(I)F", from_bits),
    (DOUBLE, "longBitsToDouble", "(J)D", from_bits),
];

fn any_symbolic(call: &Call<'_>) -> bool {
    call.args.iter().any(|a| a.is_symbolic())
}

/// The kind of the first parameter.
fn kind(m: &Machine, call: &Call<'_>) -> Kind {
    m.method(call.method)
        .params
        .first()
        .copied()
        .unwrap_or(Kind::Int)
}

/// A function of symbolic arguments: its application, about which some facts are known.
fn applied(m: &mut Machine, st: &State, call: &Call<'_>) -> Step<Return> {
    let method = m.method(call.method);
    let class = m.class(method.class).name.rsplit('/').next();
    let name = format!("{}.{}", class.unwrap_or_default(), method.name);
    let arguments: Vec<Term> = call.args.iter().map(|x| m.double_term(*x)).collect();
    let term = m.apply_function(st, &name, &arguments)?;
    value(m.slot(term))
}

/// Functions that the JDK has in Java.
fn in_java(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if any_symbolic(call) {
        applied(m, st, call)
    } else {
        Ok(Return::Bytecode)
    }
}

fn doubles(call: &Call<'_>) -> Vec<f64> {
    call.args.iter().map(|x| x.as_double()).collect()
}

fn strict(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if any_symbolic(call) {
        return applied(m, st, call);
    }
    let name = format!("StrictMath.{}", m.method(call.method).name);
    match functions::find(&name) {
        Some(function) => value(Slot::double((function.value)(&doubles(call)))),
        None => Err(Halt::unsupported(name)),
    }
}

/// `Math` allows an error of one unit in the last place. HotSpot's own versions of these functions nearly always give the
/// double that is nearest to the true value, unlike `StrictMath`'s, which differ from it in up to a tenth of all cases.
fn nearest(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    if any_symbolic(call) {
        return applied(m, st, call);
    }
    if asked_by_program(m, st) {
        // The specification leaves the last bit open, and JVMs differ in it.
        m.approximations.insert(
            "functions of Math: one result within the error that their specification allows",
        );
    }
    let name = format!("Math.{}", m.method(call.method).name);
    match functions::find(&name) {
        Some(function) => value(Slot::double((function.value)(&doubles(call)))),
        None => Ok(Return::Bytecode),
    }
}

/// Whether the result goes to the program, directly or through a function that it handed to `java.util`; what the rest of
/// the JDK computes from these functions does not show their last bit.
fn asked_by_program(m: &Machine, st: &State) -> bool {
    super::caller(m, st, 0).is_none_or(|class| {
        let name = &m.class(class).name;
        super::module::from_program(m, class) || name.starts_with("java/util/")
    })
}

fn sqrt(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let x = call.args[0];
    value(match x.term {
        None => Slot::double(x.as_double().sqrt()),
        Some(term) => {
            let root = m.pool.fp_sqrt(term);
            m.slot(root)
        }
    })
}

fn round_to_integer(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let x = call.args[0];
    let name = m.method(call.method).name.clone();
    value(match x.term {
        None => Slot::double(match &*name {
            "floor" => x.as_double().floor(),
            "ceil" => x.as_double().ceil(),
            _ => x.as_double().round_ties_even(),
        }),
        Some(term) => {
            let mode = match &*name {
                "floor" => RoundingMode::Rtn,
                "ceil" => RoundingMode::Rtp,
                _ => RoundingMode::Rne,
            };
            let rounded = m.pool.fp_round(mode, term);
            m.slot(rounded)
        }
    })
}

/// ⌊x + ½⌋ without rounding the sum, then a saturating conversion.
fn round(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(x) = call.args[0].term else {
        return Ok(Return::Bytecode);
    };
    let (half, one, zero, conversion) = if kind(m, call) == Kind::Float {
        (
            m.pool.f32(0.5),
            m.pool.f32(1.0),
            m.pool.f32(0.0),
            Conversion::F2I,
        )
    } else {
        (
            m.pool.f64(0.5),
            m.pool.f64(1.0),
            m.pool.f64(0.0),
            Conversion::D2L,
        )
    };
    let floor = m.pool.fp_round(RoundingMode::Rtn, x);
    let rest = m.pool.fp_sub(x, floor);
    let up = m.pool.fp_le(half, rest);
    let step = m.pool.ite(up, one, zero);
    let rounded = m.pool.fp_add(floor, step);
    let rounded = m.slot(rounded);
    value(m.convert_symbolic(conversion, rounded))
}

fn fma(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let kind = kind(m, call);
    let [a, b, c] = [call.args[0], call.args[1], call.args[2]];
    if any_symbolic(call) {
        let (a, b, c) = (m.term(kind, a), m.term(kind, b), m.term(kind, c));
        let term = m.pool.fp_fma(a, b, c);
        return value(m.slot(term));
    }
    value(match kind {
        Kind::Float => Slot::float(libm::fmaf(a.as_float(), b.as_float(), c.as_float())),
        _ => Slot::double(libm::fma(a.as_double(), b.as_double(), c.as_double())),
    })
}

fn signum(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(x) = call.args[0].term else {
        return Ok(Return::Bytecode);
    };
    let (one, minus) = if kind(m, call) == Kind::Float {
        (m.pool.f32(1.0), m.pool.f32(-1.0))
    } else {
        (m.pool.f64(1.0), m.pool.f64(-1.0))
    };
    let (nan, zero) = (m.pool.fp_is_nan(x), m.pool.fp_is_zero(x));
    let itself = m.pool.or(nan, zero);
    let negative = m.pool.fp_is_negative(x);
    let sign = m.pool.ite(negative, minus, one);
    let term = m.pool.ite(itself, x, sign);
    value(m.slot(term))
}

fn abs(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let x = call.args[0];
    let kind = kind(m, call);
    let Some(term) = x.term else {
        return value(match kind {
            Kind::Long => Slot::long(x.as_long().wrapping_abs()),
            Kind::Float => Slot::float(x.as_float().abs()),
            Kind::Double => Slot::double(x.as_double().abs()),
            _ => Slot::int(x.as_int().wrapping_abs()),
        });
    };
    let result = match kind {
        Kind::Float | Kind::Double => m.pool.fp_abs(term),
        _ => {
            let width = m.pool.width(term);
            let zero = m.pool.bv(width, 0);
            let negative = m.pool.slt(term, zero);
            let negated = m.pool.neg(term);
            m.pool.ite(negative, negated, term)
        }
    };
    value(m.slot(result))
}

fn min_max(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !any_symbolic(call) {
        return Ok(Return::Bytecode);
    }
    let kind = kind(m, call);
    let max = &*m.method(call.method).name == "max";
    let (a, b) = (m.term(kind, call.args[0]), m.term(kind, call.args[1]));
    let result = match kind {
        Kind::Float | Kind::Double => min_max_floats(m, a, b, max),
        _ => {
            let first = if max {
                m.pool.sle(b, a)
            } else {
                m.pool.sle(a, b)
            };
            m.pool.ite(first, a, b)
        }
    };
    value(m.slot(result))
}

/// NaN wins, and −0.0 is smaller than 0.0 (`Math.max`, `Math.min`).
fn min_max_floats(m: &mut Machine, a: Term, b: Term, max: bool) -> Term {
    let pool = &mut m.pool;
    let less = if max {
        pool.fp_lt(a, b)
    } else {
        pool.fp_lt(b, a)
    };
    let plain = pool.ite(less, b, a);
    let (zero_a, zero_b) = (pool.fp_is_zero(a), pool.fp_is_zero(b));
    let zeros = pool.and(zero_a, zero_b);
    let negative = pool.fp_is_negative(a);
    let zero = if max {
        pool.ite(negative, b, a)
    } else {
        pool.ite(negative, a, b)
    };
    let ordered = pool.ite(zeros, zero, plain);
    let (nan_a, nan_b) = (pool.fp_is_nan(a), pool.fp_is_nan(b));
    let rest = pool.ite(nan_b, b, ordered);
    pool.ite(nan_a, a, rest)
}

fn three_way(m: &mut Machine, less: Term, same: Term) -> Step<Return> {
    let (minus, zero, one) = (m.pool.bv32(-1), m.pool.bv32(0), m.pool.bv32(1));
    let rest = m.pool.ite(same, zero, one);
    let term = m.pool.ite(less, minus, rest);
    value(m.slot(term))
}

fn compare(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !any_symbolic(call) {
        return Ok(Return::Bytecode);
    }
    let kind = kind(m, call);
    let (a, b) = (m.term(kind, call.args[0]), m.term(kind, call.args[1]));
    let (less, same) = (m.pool.slt(a, b), m.pool.eq(a, b));
    three_way(m, less, same)
}

fn compare_unsigned(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !any_symbolic(call) {
        return Ok(Return::Bytecode);
    }
    let kind = kind(m, call);
    let (a, b) = (m.term(kind, call.args[0]), m.term(kind, call.args[1]));
    let (less, same) = (m.pool.ult(a, b), m.pool.eq(a, b));
    three_way(m, less, same)
}

/// The total order of `Double.compare`: −0.0 before 0.0, NaN after everything and equal to itself.
fn compare_floats(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    if !any_symbolic(call) {
        return Ok(Return::Bytecode);
    }
    let kind = kind(m, call);
    let (a, b) = (m.term(kind, call.args[0]), m.term(kind, call.args[1]));
    let pool = &mut m.pool;
    let below = pool.fp_lt(a, b);
    let (nan_a, nan_b) = (pool.fp_is_nan(a), pool.fp_is_nan(b));
    let number_a = pool.not(nan_a);
    let before_nan = pool.and(number_a, nan_b);
    let (negative_a, negative_b) = (pool.fp_is_negative(a), pool.fp_is_negative(b));
    let positive_b = pool.not(negative_b);
    let (zero_a, zero_b) = (pool.fp_is_zero(a), pool.fp_is_zero(b));
    let zeros = pool.and_all(&[zero_a, zero_b, negative_a, positive_b]);
    let less = pool.or_all(&[below, before_nan, zeros]);
    // Equality of terms is equality of values, except that all NaNs are one.
    let same = pool.eq(a, b);
    three_way(m, less, same)
}

/// The bits of a symbolic number are a symbol of their own, constrained to mean that number. An input may be any NaN,
/// and moving a number about keeps its bits; which NaN arithmetic makes of what is left open by the specification, and
/// processors differ in it.
fn to_bits(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let x = call.args[0];
    let single = kind(m, call) == Kind::Float;
    let Some(term) = x.term else {
        let nan = match single {
            true => x.as_float().is_nan(),
            false => x.as_double().is_nan(),
        };
        if nan && !takes_any_nan(m, st) {
            m.approximations.insert(NAN_BITS);
        }
        return value(x);
    };
    if m.pool.op(term) == Op::FpFromIeee {
        let bits = m.pool.children(term)[0];
        return value(m.slot(bits));
    }
    if !is_moved(m, term) {
        let nan = m.pool.fp_is_nan(term);
        if m.decide(st, nan)? {
            if !takes_any_nan(m, st) {
                return Err(Halt::unsupported("the bits of a NaN that arithmetic made"));
            }
            return value(match single {
                true => Slot::int(0x7fc0_0000),
                false => Slot::long(0x7ff8_0000_0000_0000),
            });
        }
    }
    let sort = m.pool.fp_sort(term);
    let text = m.pool.print(term);
    let name = if text.len() <= 200 {
        text
    } else {
        format!("{:016x}", hash(&text))
    };
    let bits = m
        .pool
        .symbol(&format!("bits({name})"), Sort::Bv(sort.width()));
    let meaning = m.pool.fp_from_ieee(bits, sort);
    let same = m.pool.eq(meaning, term);
    if m.pool.as_bool(same) != Some(true) && st.facts.get(&same) != Some(&1) {
        return Err(Halt::Assume(same));
    }
    m.float_bits.insert(term, bits);
    value(Slot::symbolic(bits))
}

const NAN_BITS: &str = "the bits of NaN: those that this processor makes";

/// Whether a number comes from an input as it is, bits and all.
fn is_moved(m: &Machine, term: Term) -> bool {
    match m.pool.op(term) {
        Op::Symbol(_) => true,
        Op::Select => matches!(m.pool.op(m.pool.children(term)[0]), Op::Symbol(_)),
        _ => false,
    }
}

/// Whether the JDK's code that asks looks only at what all NaNs have in common: exponents, rounding, and text.
fn takes_any_nan(m: &Machine, st: &State) -> bool {
    let Some(method) = super::calling_method(m, st) else {
        return false;
    };
    let method = m.method(method);
    let class = &*m.class(method.class).name;
    match class {
        "java/lang/Math" | "java/lang/StrictMath" => {
            matches!(&*method.name, "getExponent" | "round")
        }
        _ => class.starts_with("jdk/internal/math/"),
    }
}

/// FNV-1a: the same on every machine and in every run.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn from_bits(m: &mut Machine, _: &mut State, call: &Call<'_>) -> Step<Return> {
    let x = call.args[0];
    let Some(term) = x.term else { return value(x) };
    let sort = if m.pool.width(term) == 32 {
        FpSort::F32
    } else {
        FpSort::F64
    };
    let number = m.pool.fp_from_ieee(term, sort);
    value(m.slot(number))
}
