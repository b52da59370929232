//! What the functions evaluate to: fdlibm's results for `StrictMath`, and for `Math` the double nearest to the true
//! value, which HotSpot's own versions nearly always give. Java's `pow` differs from C's.

use super::fdlibm;

macro_rules! unary {
    ($($name:ident = $value:path;)*) => {
        $(pub fn $name(x: &[f64]) -> f64 { $value(x[0]) })*
    };
}

unary! {
    sin = fdlibm::sin;
    cos = fdlibm::cos;
    tan = libm::tan;
    asin = libm::asin;
    acos = libm::acos;
    atan = libm::atan;
    exp = libm::exp;
    log = fdlibm::log;
    log10 = fdlibm::log10;
    sinh = fdlibm::sinh;
    cosh = fdlibm::cosh;
    tanh = fdlibm::tanh;
    expm1 = libm::expm1;
    log1p = fdlibm::log1p;
    cbrt = libm::cbrt;
}

macro_rules! nearest {
    ($($name:ident = $exact:path, $plain:path;)*) => {
        $(pub fn $name(x: &[f64]) -> f64 { checked($exact(x[0]), $plain(x[0])) })*
    };
}

nearest! {
    nearest_sin = pxfm::f_sin, libm::sin;
    nearest_cos = pxfm::f_cos, libm::cos;
    nearest_tan = pxfm::f_tan, libm::tan;
    nearest_exp = pxfm::f_exp, libm::exp;
    nearest_log = pxfm::f_log, libm::log;
    nearest_log10 = pxfm::f_log10, libm::log10;
}

/// The exact functions are checked against plain ones, whose error is below one unit in the last place, because they
/// have been seen to fail at the ends of the range.
fn checked(exact: f64, plain: f64) -> f64 {
    if adjacent(exact, plain) { exact } else { plain }
}

/// Whether two doubles are at most two steps apart.
fn adjacent(a: f64, b: f64) -> bool {
    a.is_sign_negative() == b.is_sign_negative() && a.to_bits().abs_diff(b.to_bits()) <= 2
}

/// Unlike C's, Java's `pow` of one to NaN, and of plus or minus one to an infinity, is NaN.
fn undefined_power(x: f64, y: f64) -> bool {
    x.abs() == 1.0 && (y.is_nan() || y.is_infinite())
}

pub fn nearest_pow(a: &[f64]) -> f64 {
    if undefined_power(a[0], a[1]) {
        return f64::NAN;
    }
    checked(pxfm::f_pow(a[0], a[1]), libm::pow(a[0], a[1]))
}

pub fn pow(a: &[f64]) -> f64 {
    if undefined_power(a[0], a[1]) {
        return f64::NAN;
    }
    libm::pow(a[0], a[1])
}

pub fn atan2(a: &[f64]) -> f64 {
    fdlibm::atan2(a[0], a[1])
}

pub fn hypot(a: &[f64]) -> f64 {
    libm::hypot(a[0], a[1])
}

/// Java's `%` (JLS §15.17.3), which is Rust's.
pub fn remainder(a: &[f64]) -> f64 {
    a[0] % a[1]
}

/// IEEE 754's remainder, with the quotient rounded to the nearest integer.
pub fn ieee_remainder(a: &[f64]) -> f64 {
    libm::remainder(a[0], a[1])
}
