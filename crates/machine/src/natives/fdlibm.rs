//! Functions that `StrictMath` defines by fdlibm 5.3 and whose modern relatives round differently: the algorithms of
//! `e_log10.c`, `e_sinh.c`, `e_cosh.c` and `s_tanh.c`, on top of functions that agree bit by bit.

use libm::{exp, expm1, log as ln};

const TWO54: f64 = 18_014_398_509_481_984.0;
/// 1 / ln 10
const IVLN10: f64 = f64::from_bits(0x3fdb_cb7b_1526_e50e);
/// log10 2, split in two so that a multiple of the first part by an exponent is exact.
const LOG10_2_HIGH: f64 = f64::from_bits(0x3fd3_4413_509f_6000);
const LOG10_2_LOW: f64 = f64::from_bits(0x3d59_fef3_11f1_2b36);
/// ln of the largest double, down to which `exp` alone does not overflow.
const LN_MAX_HIGH: u32 = 0x4086_2e42;
/// The largest argument whose hyperbolic sine and cosine are finite.
const OVERFLOW: u64 = 0x4086_33ce_8fb9_f87d;

fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

pub fn log(x: f64) -> f64 {
    ln(x)
}

pub fn log10(x: f64) -> f64 {
    let mut x = x;
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 || x.is_nan() {
        return f64::NAN;
    }
    if x.is_infinite() {
        return x;
    }
    let mut exponent = 0i32;
    if high(x) < 0x0010_0000 {
        exponent -= 54;
        x *= TWO54;
    }
    exponent += (high(x) >> 20) as i32 - 1023;
    let negative = i32::from(exponent < 0);
    let fraction = u64::from((high(x) & 0x000f_ffff) | ((0x3ff - negative as u32) << 20));
    let y = f64::from(exponent + negative);
    let x = f64::from_bits(fraction << 32 | x.to_bits() & 0xffff_ffff);
    let z = y * LOG10_2_LOW + IVLN10 * ln(x);
    z + y * LOG10_2_HIGH
}

pub fn sinh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x + x;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let size = x.abs();
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = expm1(size);
        if ix < 0x3ff0_0000 {
            return half * (2.0 * t - t * t / (t + 1.0));
        }
        return half * (t + t / (t + 1.0));
    }
    if ix < LN_MAX_HIGH {
        return half * exp(size);
    }
    if size.to_bits() <= OVERFLOW {
        let w = exp(0.5 * size);
        return half * w * w;
    }
    x * 1.0e307
}

pub fn cosh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x * x;
    }
    let size = x.abs();
    if ix < 0x3fd6_2e43 {
        let t = expm1(size);
        let w = 1.0 + t;
        if ix < 0x3c80_0000 {
            return w;
        }
        return 1.0 + (t * t) / (w + w);
    }
    if ix < 0x4036_0000 {
        let t = exp(size);
        return 0.5 * t + 0.5 / t;
    }
    if ix < LN_MAX_HIGH {
        return 0.5 * exp(size);
    }
    if size.to_bits() <= OVERFLOW {
        let w = exp(0.5 * size);
        return 0.5 * w * w;
    }
    f64::INFINITY
}

pub fn tanh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return if x > 0.0 { 1.0 / x + 1.0 } else { 1.0 / x - 1.0 };
    }
    let size = x.abs();
    let z = if ix < 0x4036_0000 {
        if ix < 0x3c80_0000 {
            return x * (1.0 + x);
        }
        if ix >= 0x3ff0_0000 {
            let t = expm1(2.0 * size);
            1.0 - 2.0 / (t + 2.0)
        } else {
            let t = expm1(-2.0 * size);
            -t / (t + 2.0)
        }
    } else {
        1.0
    };
    if x < 0.0 { -z } else { z }
}
