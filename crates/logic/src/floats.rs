//! The meaning of floating-point operators on bits. Arithmetic is native and therefore exists for `float` and `double`
//! only; classification, comparison and sign work on any format. NaN is always the canonical quiet one.

use crate::bits::{mask, signed};
use crate::op::{Op, RoundingMode};
use crate::sort::FpSort;
use std::cmp::Ordering;

fn fraction_bits(sort: FpSort) -> u32 {
    sort.significand - 1
}

fn exponent_field(sort: FpSort, bits: u128) -> u128 {
    (bits >> fraction_bits(sort)) & mask(sort.exponent)
}

fn fraction_field(sort: FpSort, bits: u128) -> u128 {
    bits & mask(fraction_bits(sort))
}

fn sign(sort: FpSort) -> u128 {
    1 << (sort.width() - 1)
}

/// The canonical quiet NaN.
pub fn nan(sort: FpSort) -> u128 {
    infinity(sort) | (1 << (fraction_bits(sort) - 1))
}

/// Positive infinity.
pub fn infinity(sort: FpSort) -> u128 {
    mask(sort.exponent) << fraction_bits(sort)
}

/// One.
pub fn one(sort: FpSort) -> u128 {
    (mask(sort.exponent) >> 1) << fraction_bits(sort)
}

/// Negative zero: the sign alone.
pub fn minus_zero(sort: FpSort) -> u128 {
    sign(sort)
}

/// The bits within the width, every NaN replaced by the canonical one.
pub fn canonical(sort: FpSort, bits: u128) -> u128 {
    let bits = bits & mask(sort.width());
    if is_nan(sort, bits) { nan(sort) } else { bits }
}

pub fn is_nan(sort: FpSort, bits: u128) -> bool {
    exponent_field(sort, bits) == mask(sort.exponent) && fraction_field(sort, bits) != 0
}

pub fn is_infinite(sort: FpSort, bits: u128) -> bool {
    bits & !sign(sort) == infinity(sort)
}

pub fn is_zero(sort: FpSort, bits: u128) -> bool {
    bits & !sign(sort) == 0
}

pub fn is_sign_set(sort: FpSort, bits: u128) -> bool {
    bits & sign(sort) != 0
}

/// IEEE order; `None` if either is NaN.
pub fn compare(sort: FpSort, a: u128, b: u128) -> Option<Ordering> {
    if is_nan(sort, a) || is_nan(sort, b) {
        return None;
    }
    // Sign and magnitude as a number: zeros coincide and the order of magnitudes is the order of bits.
    let key = |bits: u128| {
        let magnitude = (bits & !sign(sort)) as i128;
        if is_sign_set(sort, bits) {
            -magnitude
        } else {
            magnitude
        }
    };
    Some(key(a).cmp(&key(b)))
}

/// Classification of one value.
pub fn classify(op: Op, sort: FpSort, bits: u128) -> Option<bool> {
    let exponent = exponent_field(sort, bits);
    Some(match op {
        Op::FpIsNan => is_nan(sort, bits),
        Op::FpIsInf => is_infinite(sort, bits),
        Op::FpIsZero => is_zero(sort, bits),
        Op::FpIsNormal => exponent != 0 && exponent != mask(sort.exponent),
        Op::FpIsSubnormal => exponent == 0 && fraction_field(sort, bits) != 0,
        Op::FpIsNegative => !is_nan(sort, bits) && is_sign_set(sort, bits),
        _ => return None,
    })
}

/// Comparison of two values.
pub fn relate(op: Op, sort: FpSort, a: u128, b: u128) -> Option<bool> {
    let order = compare(sort, a, b);
    Some(match op {
        Op::FpLt => order == Some(Ordering::Less),
        Op::FpLe => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Op::FpEq => order == Some(Ordering::Equal),
        _ => return None,
    })
}

/// A value of one of the two native formats.
#[derive(Copy, Clone)]
enum Native {
    Single(f32),
    Double(f64),
}

fn native(sort: FpSort, bits: u128) -> Option<Native> {
    match sort {
        FpSort::F32 => Some(Native::Single(f32::from_bits(bits as u32))),
        FpSort::F64 => Some(Native::Double(f64::from_bits(bits as u64))),
        _ => None,
    }
}

fn single(value: f32) -> u128 {
    canonical(FpSort::F32, u128::from(value.to_bits()))
}

fn double(value: f64) -> u128 {
    canonical(FpSort::F64, u128::from(value.to_bits()))
}

macro_rules! remainder {
    ($name:ident, $float:ty) => {
        /// IEEE remainder: `x - n*y` with `n` the integer nearest to `x/y`, ties to even. Every step is exact.
        fn $name(x: $float, y: $float) -> $float {
            if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
                return <$float>::NAN;
            }
            if y.is_infinite() {
                return x;
            }
            let divisor = y.abs();
            // Reducing modulo twice the divisor keeps the parity of the quotient.
            let doubled = divisor + divisor;
            let reduced = if doubled.is_finite() { x % doubled } else { x };
            let mut rest = reduced.abs();
            if divisor < 2.0 * <$float>::MIN_POSITIVE {
                if rest + rest > divisor {
                    rest -= divisor;
                    if rest + rest >= divisor {
                        rest -= divisor;
                    }
                }
            } else {
                let half = 0.5 * divisor;
                if rest > half {
                    rest -= divisor;
                    if rest >= half {
                        rest -= divisor;
                    }
                }
            }
            if x.is_sign_negative() { -rest } else { rest }
        }
    };
}

remainder!(remainder32, f32);
remainder!(remainder64, f64);

/// Arithmetic with one to three arguments of a native format.
pub fn arithmetic(op: Op, sort: FpSort, args: &[u128]) -> Option<u128> {
    let a = *args.first()?;
    match op {
        // The sign operators leave NaN alone because there is only one.
        Op::FpNeg => return Some(canonical(sort, a ^ sign(sort))),
        Op::FpAbs => return Some(canonical(sort, a & !sign(sort))),
        _ => {}
    }
    let b = args.get(1).copied().unwrap_or(0);
    let c = args.get(2).copied().unwrap_or(0);
    match (native(sort, a)?, native(sort, b)?, native(sort, c)?) {
        (Native::Single(x), Native::Single(y), Native::Single(z)) => Some(single(match op {
            Op::FpAdd => x + y,
            Op::FpSub => x - y,
            Op::FpMul => x * y,
            Op::FpDiv => x / y,
            Op::FpRem => remainder32(x, y),
            Op::FpSqrt => x.sqrt(),
            Op::FpFma => x.mul_add(y, z),
            Op::FpRound(mode) => match mode {
                RoundingMode::Rne => x.round_ties_even(),
                RoundingMode::Rna => x.round(),
                RoundingMode::Rtp => x.ceil(),
                RoundingMode::Rtn => x.floor(),
                RoundingMode::Rtz => x.trunc(),
            },
            _ => return None,
        })),
        (Native::Double(x), Native::Double(y), Native::Double(z)) => Some(double(match op {
            Op::FpAdd => x + y,
            Op::FpSub => x - y,
            Op::FpMul => x * y,
            Op::FpDiv => x / y,
            Op::FpRem => remainder64(x, y),
            Op::FpSqrt => x.sqrt(),
            Op::FpFma => x.mul_add(y, z),
            Op::FpRound(mode) => match mode {
                RoundingMode::Rne => x.round_ties_even(),
                RoundingMode::Rna => x.round(),
                RoundingMode::Rtp => x.ceil(),
                RoundingMode::Rtn => x.floor(),
                RoundingMode::Rtz => x.trunc(),
            },
            _ => return None,
        })),
        _ => None,
    }
}

/// Conversion between formats, to nearest even.
pub fn convert(from: FpSort, to: FpSort, bits: u128) -> Option<u128> {
    if from == to {
        return Some(bits);
    }
    match (native(from, bits)?, to) {
        (Native::Single(x), FpSort::F64) => Some(double(f64::from(x))),
        (Native::Double(x), FpSort::F32) => Some(single(x as f32)),
        _ => None,
    }
}

/// The nearest value of a signed integer of `width` bits.
pub fn from_signed(width: u32, value: u128, to: FpSort) -> Option<u128> {
    let value = signed(width, value);
    match to {
        FpSort::F32 => Some(single(value as f32)),
        FpSort::F64 => Some(double(value as f64)),
        _ => None,
    }
}

/// The nearest value of an unsigned integer.
pub fn from_unsigned(value: u128, to: FpSort) -> Option<u128> {
    match to {
        FpSort::F32 => Some(single(value as f32)),
        FpSort::F64 => Some(double(value as f64)),
        _ => None,
    }
}

/// What an integer conversion of a value gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    Value(u128),
    /// NaN or out of range: SMT-LIB leaves the result open.
    Unspecified,
    /// The format is not native.
    Unsupported,
}

/// As a double, which holds every value of both native formats exactly.
pub fn widen(sort: FpSort, bits: u128) -> Option<f64> {
    Some(match native(sort, bits)? {
        Native::Single(x) => f64::from(x),
        Native::Double(x) => x,
    })
}

/// Towards zero into a signed or unsigned integer of `width` bits.
pub fn to_integer(sort: FpSort, bits: u128, width: u32, is_signed: bool) -> Conversion {
    let Some(value) = widen(sort, bits) else {
        return Conversion::Unsupported;
    };
    let value = value.trunc();
    let limit = 2f64.powi(width as i32 - i32::from(is_signed));
    let least = if is_signed { -limit } else { 0.0 };
    // The comparisons are false for NaN. Minus zero passes as zero.
    if !(value >= least && value < limit) {
        return Conversion::Unspecified;
    }
    let integer = if is_signed {
        value as i128 as u128
    } else {
        value as u128
    };
    Conversion::Value(integer & mask(width))
}
