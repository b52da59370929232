//! Reduction of large angles (Payne and Hanek 1983), step by step as fdlibm's `k_rem_pio2.c` does it with 53 bits of
//! result, because the last bit of a sine depends on where the sums are rounded.

/// 2/π in digits of 24 bits.
const TWO_OVER_PI: [i32; 66] = [
    0xa2_f983, 0x6e_4e44, 0x15_29fc, 0x27_57d1, 0xf5_34dd, 0xc0_db62, 0x95_993c, 0x43_9041,
    0xfe_5163, 0xab_debb, 0xc5_61b7, 0x24_6e3a, 0x42_4dd2, 0xe0_0649, 0x2e_ea09, 0xd1_921c,
    0xfe_1deb, 0x1c_b129, 0xa7_3ee8, 0x82_35f5, 0x2e_bb44, 0x84_e99c, 0x70_26b4, 0x5f_7e41,
    0x39_91d6, 0x39_8353, 0x39_f49c, 0x84_5f8b, 0xbd_f928, 0x3b_1ff8, 0x97_ffde, 0x05_980f,
    0xef_2f11, 0x8b_5a0a, 0x6d_1f6d, 0x36_7ecf, 0x27_cb09, 0xb7_4f46, 0x3f_669e, 0x5f_ea2d,
    0x75_27ba, 0xc7_ebe5, 0xf1_7b3d, 0x07_39f7, 0x8a_5292, 0xea_6bfb, 0x5f_b11f, 0x8d_5d08,
    0x56_0330, 0x46_fc7b, 0x6b_abf0, 0xcf_bc20, 0x9a_f436, 0x1d_a9e3, 0x91_615e, 0xe6_1b08,
    0x65_9985, 0x5f_14a0, 0x68_408d, 0xff_d880, 0x4d_7327, 0x31_0606, 0x15_56ca, 0x73_a8c9,
    0x60_e27b, 0xc0_8c6b,
];

/// π/2 in pieces of 24 bits.
const HALF_PI: [f64; 8] = [
    f64::from_bits(0x3ff9_21fb_4000_0000),
    f64::from_bits(0x3e74_442d_0000_0000),
    f64::from_bits(0x3cf8_4698_8000_0000),
    f64::from_bits(0x3b78_cc51_6000_0000),
    f64::from_bits(0x39f0_1b83_8000_0000),
    f64::from_bits(0x387a_2520_4000_0000),
    f64::from_bits(0x36e3_8222_8000_0000),
    f64::from_bits(0x3569_f31d_0000_0000),
];

const TWO24: f64 = 16_777_216.0;
/// Digits of the product that are computed first.
const FIRST: usize = 4;

fn power_of_two(exponent: i32) -> f64 {
    libm::scalbn(1.0, exponent)
}

/// The quadrant of a positive finite number beyond 2^19·π/2, modulo 8, and what is left of it, as a sum of two numbers.
pub fn reduce_large(x: f64) -> (i32, f64, f64) {
    // x = (t0 + t1·2^-24 + t2·2^-48)·2^e with integers of 24 bits.
    let exponent = (x.to_bits() >> 52) as i32 - 1046;
    let mut rest = f64::from_bits(x.to_bits().wrapping_sub((exponent as u64) << 52));
    let mut digits = [0.0; 3];
    for digit in &mut digits[..2] {
        *digit = f64::from(rest as i32);
        rest = (rest - *digit) * TWO24;
    }
    digits[2] = rest;
    let used = digits.iter().rposition(|d| *d != 0.0).map_or(1, |i| i + 1);
    product(&digits[..used], exponent)
}

/// Multiplies by 2/π, leaves out whole multiples of 8, and multiplies the fraction by π/2.
fn product(x: &[f64], exponent: i32) -> (i32, f64, f64) {
    let last = x.len() - 1;
    let skipped = ((exponent - 3) / 24).max(0);
    let mut scale = exponent - 24 * (skipped + 1);
    // Digit i of 2/π, counted so that digit `last` is the first that matters.
    let digit = |i: usize| {
        let j = i as i32 + skipped - last as i32;
        if j < 0 {
            0.0
        } else {
            f64::from(TWO_OVER_PI[j as usize])
        }
    };
    let column = |i: usize| {
        let mut sum = 0.0;
        for (j, x) in x.iter().enumerate() {
            sum += x * digit(last + i - j);
        }
        sum
    };
    let mut columns: Vec<f64> = (0..=FIRST).map(column).collect();
    loop {
        let (mut quadrant, mut z, mut parts, above_half) = distil(&columns, scale);
        if z == 0.0 && parts[FIRST..].iter().all(|p| *p == 0) {
            // All that was computed cancelled out: more digits.
            let more = parts[..FIRST].iter().rev().take_while(|p| **p == 0).count() + 1;
            let known = columns.len();
            columns.extend((known..known + more).map(column));
            continue;
        }
        quadrant &= 7;
        if z == 0.0 {
            while parts.last() == Some(&0) {
                parts.pop();
                scale -= 24;
            }
            scale -= 24;
        } else {
            z = libm::scalbn(z, -scale);
            if z >= TWO24 {
                let high = f64::from((z / TWO24) as i32);
                parts.push((z - TWO24 * high) as i32);
                parts.push(high as i32);
                scale += 24;
            } else {
                parts.push(z as i32);
            }
        }
        let (head, tail) = times_half_pi(&parts, scale);
        return match above_half {
            true => (quadrant, -head, -tail),
            false => (quadrant, head, tail),
        };
    }
}

/// The columns as digits of 24 bits, least first, below a quadrant and its fraction, which is made at most one half.
fn distil(columns: &[f64], scale: i32) -> (i32, f64, Vec<i32>, bool) {
    let mut parts = Vec::with_capacity(columns.len());
    let mut z = columns[columns.len() - 1];
    for below in columns[..columns.len() - 1].iter().rev() {
        let carry = f64::from((z / TWO24) as i32);
        parts.push((z - TWO24 * carry) as i32);
        z = below + carry;
    }
    z = libm::scalbn(z, scale);
    z -= 8.0 * (z * 0.125).floor();
    let mut quadrant = z as i32;
    z -= f64::from(quadrant);
    let top = parts.len() - 1;
    // 1: the fraction is above one half by its digits; 2: by z itself.
    let mut half = 0;
    if scale > 0 {
        let whole = parts[top] >> (24 - scale);
        quadrant += whole;
        parts[top] -= whole << (24 - scale);
        half = parts[top] >> (23 - scale);
    } else if scale == 0 {
        half = parts[top] >> 23;
    } else if z >= 0.5 {
        half = 2;
    }
    if half > 0 {
        quadrant += 1;
        let mut borrowed = false;
        for part in &mut parts {
            if borrowed {
                *part = 0xff_ffff - *part;
            } else if *part != 0 {
                borrowed = true;
                *part = 0x100_0000 - *part;
            }
        }
        match scale {
            1 => parts[top] &= 0x7f_ffff,
            2 => parts[top] &= 0x3f_ffff,
            _ => {}
        }
        if half == 2 {
            z = 1.0 - z;
            if borrowed {
                z -= power_of_two(scale);
            }
        }
    }
    (quadrant, z, parts, half > 0)
}

fn times_half_pi(parts: &[i32], scale: i32) -> (f64, f64) {
    let mut weight = power_of_two(scale);
    let mut digits = vec![0.0; parts.len()];
    for (digit, part) in digits.iter_mut().zip(parts).rev() {
        *digit = weight * f64::from(*part);
        weight /= TWO24;
    }
    // Products of equal weight, the largest first.
    let sums: Vec<f64> = (0..parts.len())
        .map(|i| {
            let from = parts.len() - 1 - i;
            let mut sum = 0.0;
            for k in 0..=FIRST.min(i) {
                sum += HALF_PI[k] * digits[from + k];
            }
            sum
        })
        .collect();
    let head = sums.iter().rev().fold(0.0, |sum, s| sum + s);
    let tail = sums[1..].iter().fold(sums[0] - head, |sum, s| sum + s);
    (head, tail)
}
