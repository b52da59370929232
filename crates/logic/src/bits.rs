//! The meaning of bit-vector operators on numbers: SMT-LIB's total semantics on up to 128 bits. Both constant folding
//! and evaluation go through here; arguments and results are always within their width.

use crate::op::Op;

/// All ones of a width.
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The two's complement value.
pub fn signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// The most negative value, as bits.
pub fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

/// Whether the sign bit is set.
pub fn is_negative(width: u32, value: u128) -> bool {
    value & sign_bit(width) != 0
}

/// A binary operator with arguments and result of one width.
pub fn binary(op: Op, width: u32, a: u128, b: u128) -> Option<u128> {
    let value = match op {
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvUdiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv => {
            let (x, y) = (signed(width, a), signed(width, b));
            // A zero divisor gives the unsigned convention on magnitudes, with signs put back: 1 or -1.
            if y == 0 {
                if x < 0 { 1 } else { u128::MAX }
            } else {
                x.wrapping_div(y) as u128
            }
        }
        Op::BvSrem => {
            let (x, y) = (signed(width, a), signed(width, b));
            if y == 0 { a } else { x.wrapping_rem(y) as u128 }
        }
        Op::BvShl => shift_amount(width, b).map_or(0, |n| a << n),
        Op::BvLshr => shift_amount(width, b).map_or(0, |n| a >> n),
        Op::BvAshr => (signed(width, a) >> shift_amount(width, b).unwrap_or(width - 1)) as u128,
        _ => return None,
    };
    Some(value & mask(width))
}

fn shift_amount(width: u32, amount: u128) -> Option<u32> {
    (amount < u128::from(width)).then_some(amount as u32)
}

/// A comparison of two values of one width.
pub fn compare(op: Op, width: u32, a: u128, b: u128) -> Option<bool> {
    match op {
        Op::Eq => Some(a == b),
        Op::BvUlt => Some(a < b),
        Op::BvSlt => Some(signed(width, a) < signed(width, b)),
        _ => None,
    }
}

/// A unary operator from `width` bits to `result` bits.
pub fn unary(op: Op, width: u32, result: u32, a: u128) -> Option<u128> {
    let value = match op {
        Op::BvNeg => a.wrapping_neg(),
        Op::BvNot => !a,
        Op::BvZext => a,
        Op::BvSext => signed(width, a) as u128,
        Op::BvExtract { lo, .. } => a >> lo,
        _ => return None,
    };
    Some(value & mask(result))
}
