//! Functions that `StrictMath` defines by fdlibm 5.3 and whose modern relatives round differently: the algorithms of
//! `e_log.c`, `e_log10.c`, `s_log1p.c`, `s_sin.c`, `s_cos.c`, `e_atan2.c`, `e_sinh.c`, `e_cosh.c` and `s_tanh.c`, on top
//! of functions that agree bit by bit.

use libm::{exp, expm1};

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

const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
/// Coefficients of the series for ln((1+s)/(1−s)).
const LG: [f64; 7] = [
    f64::from_bits(0x3fe5_5555_5555_5593),
    f64::from_bits(0x3fd9_9999_9997_fa04),
    f64::from_bits(0x3fd2_4924_9422_9359),
    f64::from_bits(0x3fcc_71c5_1d8e_78af),
    f64::from_bits(0x3fc7_4664_96cb_03de),
    f64::from_bits(0x3fc3_9a09_d078_c69f),
    f64::from_bits(0x3fc2_f112_df3e_5244),
];

fn with_high(x: f64, high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32 | x.to_bits() & 0xffff_ffff)
}

/// The natural logarithm: x = 2^k · (1+f) with 1+f near 1, and a series in s = f/(2+f).
pub fn log(x: f64) -> f64 {
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
    let mut k = 0i32;
    if high(x) < 0x0010_0000 {
        k -= 54;
        x *= TWO54;
    }
    k += (high(x) >> 20) as i32 - 1023;
    let hx = (high(x) & 0x000f_ffff) as i32;
    let i = (hx + 0x95f64) & 0x10_0000;
    let f = with_high(x, (hx | (i ^ 0x3ff0_0000)) as u32) - 1.0;
    k += i >> 20;
    let dk = f64::from(k);
    if 0x000f_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 {
                0.0
            } else {
                dk * LN2_HIGH + dk * LN2_LOW
            };
        }
        let r = f * f * (0.5 - (1.0 / 3.0) * f);
        return if k == 0 {
            f - r
        } else {
            dk * LN2_HIGH - ((r - dk * LN2_LOW) - f)
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let odd = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = odd + even;
    if (hx - 0x6147a) | (0x6b851 - hx) > 0 {
        let half_square = 0.5 * f * f;
        let tail = s * (half_square + r);
        return if k == 0 {
            f - (half_square - tail)
        } else {
            dk * LN2_HIGH - ((half_square - (tail + dk * LN2_LOW)) - f)
        };
    }
    if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f)
    }
}

const INVERSE_PIO2: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
/// π/2 in three parts of 33 bits, each with what remains behind it.
const PIO2: [(f64, f64); 3] = [
    (
        f64::from_bits(0x3ff9_21fb_5440_0000),
        f64::from_bits(0x3dd0_b461_1a62_6331),
    ),
    (
        f64::from_bits(0x3dd0_b461_1a60_0000),
        f64::from_bits(0x3ba3_198a_2e03_7073),
    ),
    (
        f64::from_bits(0x3ba3_198a_2e00_0000),
        f64::from_bits(0x397b_839a_2520_49c1),
    ),
];
/// The high word of 2^19·π/2.
const MEDIUM: u32 = 0x4139_21fb;

/// The quadrant of x and what is left of it, as a sum of two numbers.
fn reduce(x: f64) -> (i32, f64, f64) {
    let ix = high(x) & 0x7fff_ffff;
    if ix <= 0x3fe9_21fb {
        return (0, x, 0.0);
    }
    if ix < 0x4002_d97c {
        let sign = if x > 0.0 { 1.0 } else { -1.0 };
        let mut z = x.abs() - PIO2[0].0;
        let mut tail = PIO2[0].1;
        if ix == 0x3ff9_21fb {
            z -= PIO2[1].0;
            tail = PIO2[1].1;
        }
        let y = z - tail;
        return (sign as i32, sign * y, sign * ((z - y) - tail));
    }
    if ix > MEDIUM {
        let (n, y, tail) = super::reduction::reduce_large(x.abs());
        return if x < 0.0 {
            (-n, -y, -tail)
        } else {
            (n, y, tail)
        };
    }
    let t = x.abs();
    let n = (t * INVERSE_PIO2 + 0.5) as i32;
    let fn_ = f64::from(n);
    let mut r = t - fn_ * PIO2[0].0;
    let mut w = fn_ * PIO2[0].1;
    let mut y = r - w;
    let far = n < 32 && ix != high(fn_ * std::f64::consts::FRAC_PI_2);
    if !far {
        let lost = |y: f64| (ix >> 20) as i32 - (high(y) >> 20 & 0x7ff) as i32;
        for (part, limit) in [(PIO2[1], 16), (PIO2[2], 49)] {
            if lost(y) <= limit {
                break;
            }
            let before = r;
            w = fn_ * part.0;
            r = before - w;
            w = fn_ * part.1 - ((before - r) - w);
            y = r - w;
        }
    }
    let tail = (r - y) - w;
    if x < 0.0 {
        (-n, -y, -tail)
    } else {
        (n, y, tail)
    }
}

fn sine_kernel(x: f64, y: f64, has_tail: bool) -> f64 {
    const S: [f64; 6] = [
        f64::from_bits(0xbfc5_5555_5555_5549),
        f64::from_bits(0x3f81_1111_1110_f8a6),
        f64::from_bits(0xbf2a_01a0_19c1_61d5),
        f64::from_bits(0x3ec7_1de3_57b1_fe7d),
        f64::from_bits(0xbe5a_e5e6_8a2b_9ceb),
        f64::from_bits(0x3de5_d93a_5acf_d57c),
    ];
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if has_tail {
        x - ((z * (0.5 * y - v * r) - y) - v * S[0])
    } else {
        x + v * (S[0] + z * r)
    }
}

fn cosine_kernel(x: f64, y: f64) -> f64 {
    const C: [f64; 6] = [
        f64::from_bits(0x3fa5_5555_5555_554c),
        f64::from_bits(0xbf56_c16c_16c1_5177),
        f64::from_bits(0x3efa_01a0_19cb_1590),
        f64::from_bits(0xbe92_7e4f_809c_52ad),
        f64::from_bits(0x3e21_ee9e_bdb4_b1c4),
        f64::from_bits(0xbda8_fae9_be88_38d4),
    ];
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let qx = if ix > 0x3fe9_0000 {
        0.28125
    } else {
        f64::from_bits(u64::from(ix - 0x0020_0000) << 32)
    };
    let hz = 0.5 * z - qx;
    (1.0 - qx) - (hz - (z * r - x * y))
}

pub fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (n, y, tail) = reduce(x);
    let has_tail = high(x) & 0x7fff_ffff > 0x3fe9_21fb;
    match n & 3 {
        0 => sine_kernel(y, tail, has_tail),
        1 => cosine_kernel(y, tail),
        2 => -sine_kernel(y, tail, has_tail),
        _ => -cosine_kernel(y, tail),
    }
}

pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (n, y, tail) = reduce(x);
    match n & 3 {
        0 => cosine_kernel(y, tail),
        1 => -sine_kernel(y, tail, true),
        2 => -cosine_kernel(y, tail),
        _ => sine_kernel(y, tail, true),
    }
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
    let z = y * LOG10_2_LOW + IVLN10 * log(x);
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
        return if x > 0.0 {
            1.0 / x + 1.0
        } else {
            1.0 / x - 1.0
        };
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

/// The logarithm of 1+x: 1+x = 2^k · (1+f), with a correction for what the sum lost.
pub fn log1p(x: f64) -> f64 {
    let hx = high(x) as i32;
    let ax = high(x) & 0x7fff_ffff;
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    if ax < 0x3e20_0000 {
        return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    let (mut k, mut f, mut hu, mut lost) = (0, x, 1, 0.0);
    // Outside of −0.2929 < x < 0.4142.
    if hx >= 0x3fda_827a || hx < 0 && ax > 0x3fd2_bec3 {
        let mut u = x;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            k = (high(u) >> 20) as i32 - 1023;
            let rest = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            lost = rest / u;
        } else {
            k = (high(u) >> 20) as i32 - 1023;
        }
        hu = high(u) & 0x000f_ffff;
        if hu < 0x6a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let dk = f64::from(k);
    let half_square = 0.5 * f * f;
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 {
                0.0
            } else {
                dk * LN2_HIGH + (lost + dk * LN2_LOW)
            };
        }
        let r = half_square * (1.0 - (2.0 / 3.0) * f);
        return if k == 0 {
            f - r
        } else {
            dk * LN2_HIGH - ((r - (dk * LN2_LOW + lost)) - f)
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * LG.iter().rev().fold(0.0, |sum, c| c + z * sum);
    if k == 0 {
        f - (half_square - s * (half_square + r))
    } else {
        dk * LN2_HIGH - ((half_square - (s * (half_square + r) + (dk * LN2_LOW + lost))) - f)
    }
}

/// The angle of the point (x, y).
pub fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    const PI_LOW: f64 = f64::from_bits(0x3ca1_a626_3314_5c07);
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let signed = |angle: f64| if y.is_sign_negative() { -angle } else { angle };
    let left = x.is_sign_negative();
    if y == 0.0 {
        return if left { signed(PI) } else { y };
    }
    if x == 0.0 {
        return signed(FRAC_PI_2);
    }
    if x.is_infinite() {
        return signed(match (y.is_infinite(), left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        });
    }
    if y.is_infinite() {
        return signed(FRAC_PI_2);
    }
    let (ix, iy) = (high(x) & 0x7fff_ffff, high(y) & 0x7fff_ffff);
    let k = (iy as i32 - ix as i32) >> 20;
    let z = if k > 60 {
        FRAC_PI_2 + 0.5 * PI_LOW
    } else if left && k < -60 {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    match (left, y.is_sign_negative()) {
        (false, false) => z,
        (false, true) => -z,
        (true, false) => PI - (z - PI_LOW),
        (true, true) => (z - PI_LOW) - PI,
    }
}
