//! What holds of every call: special values, signs, ranges and simple bounds, as the specifications of `Math` and
//! `StrictMath` have them, for any result within the error that they allow. Only comparisons and classifications are
//! used, which cost a solver little.

use super::{HALF_PI, PI};
use logic::{Pool, RoundingMode, Term};

/// Collects the facts of one application.
pub struct Facts<'a> {
    pool: &'a mut Pool,
    arguments: &'a [Term],
    result: Term,
    found: Vec<Term>,
}

impl<'a> Facts<'a> {
    pub fn new(pool: &'a mut Pool, arguments: &'a [Term], result: Term) -> Facts<'a> {
        Facts {
            pool,
            arguments,
            result,
            found: Vec::new(),
        }
    }

    pub fn conjunction(self) -> Term {
        self.pool.and_all(&self.found)
    }

    fn x(&self) -> Term {
        self.arguments[0]
    }

    fn y(&self) -> Term {
        self.arguments[1]
    }

    fn always(&mut self, fact: Term) {
        self.found.push(fact);
    }

    fn when(&mut self, condition: Term, fact: Term) {
        let fact = self.pool.implies(condition, fact);
        self.found.push(fact);
    }

    fn constant(&mut self, value: f64) -> Term {
        self.pool.f64(value)
    }

    fn le(&mut self, a: Term, b: Term) -> Term {
        self.pool.fp_le(a, b)
    }

    fn at_most(&mut self, a: Term, bound: f64) -> Term {
        let bound = self.pool.f64(bound);
        self.pool.fp_le(a, bound)
    }

    fn at_least(&mut self, a: Term, bound: f64) -> Term {
        let bound = self.pool.f64(bound);
        self.pool.fp_le(bound, a)
    }

    fn below(&mut self, a: Term, bound: f64) -> Term {
        let bound = self.pool.f64(bound);
        self.pool.fp_lt(a, bound)
    }

    fn above(&mut self, a: Term, bound: f64) -> Term {
        let bound = self.pool.f64(bound);
        self.pool.fp_lt(bound, a)
    }

    fn nan(&mut self, a: Term) -> Term {
        self.pool.fp_is_nan(a)
    }

    fn not(&mut self, a: Term) -> Term {
        self.pool.not(a)
    }

    fn and(&mut self, a: Term, b: Term) -> Term {
        self.pool.and(a, b)
    }

    fn or(&mut self, a: Term, b: Term) -> Term {
        self.pool.or(a, b)
    }

    /// The result is this term, with the sign of a zero.
    fn is(&mut self, value: Term) -> Term {
        let result = self.result;
        self.pool.eq(result, value)
    }

    fn is_value(&mut self, value: f64) -> Term {
        let value = self.constant(value);
        self.is(value)
    }

    /// The result is NaN exactly where the condition holds.
    fn nan_where(&mut self, condition: Term) {
        let result = self.result;
        let nan = self.nan(result);
        let same = self.pool.eq(nan, condition);
        self.always(same);
    }

    /// NaN only for NaN.
    fn total(&mut self) {
        let x = self.x();
        let nan = self.nan(x);
        self.nan_where(nan);
    }

    /// A number is between these.
    fn between(&mut self, low: f64, high: f64) {
        let result = self.result;
        let (nan, low, high) = (
            self.nan(result),
            self.at_least(result, low),
            self.at_most(result, high),
        );
        let inside = self.and(low, high);
        let fact = self.or(nan, inside);
        self.always(fact);
    }

    /// f(±0) = ±0, and otherwise a number has the sign of the argument.
    fn odd(&mut self) {
        let (x, result) = (self.x(), self.result);
        let zero = self.pool.fp_is_zero(x);
        let same = self.is(x);
        self.when(zero, same);
        let nan = self.nan(result);
        let (sign, sign_of_x) = (
            self.pool.fp_is_negative(result),
            self.pool.fp_is_negative(x),
        );
        let signs = self.pool.eq(sign, sign_of_x);
        let fact = self.or(nan, signs);
        self.always(fact);
    }

    /// A number that is no larger, or no smaller, than the argument without their signs.
    fn size(&mut self, larger: bool) {
        let (x, result) = (self.x(), self.result);
        let (size_x, size) = (self.pool.fp_abs(x), self.pool.fp_abs(result));
        let bounded = if larger {
            self.le(size_x, size)
        } else {
            self.le(size, size_x)
        };
        let nan = self.nan(result);
        let fact = self.or(nan, bounded);
        self.always(fact);
    }

    /// A number that is at most, or at least, the argument.
    fn side(&mut self, above: bool) {
        let (x, result) = (self.x(), self.result);
        let bounded = if above {
            self.le(x, result)
        } else {
            self.le(result, x)
        };
        let nan = self.nan(result);
        let fact = self.or(nan, bounded);
        self.always(fact);
    }

    fn not_negative(&mut self) {
        let result = self.result;
        let (nan, negative) = (self.nan(result), self.pool.fp_is_negative(result));
        let positive = self.not(negative);
        let fact = self.or(nan, positive);
        self.always(fact);
    }

    /// Numbers exactly for finite arguments.
    fn periodic(&mut self) {
        let x = self.x();
        let (nan, infinite) = (self.nan(x), self.pool.fp_is_inf(x));
        let undefined = self.or(nan, infinite);
        self.nan_where(undefined);
    }

    /// Numbers exactly for arguments of at most one.
    fn inverse(&mut self) {
        let x = self.x();
        let size = self.pool.fp_abs(x);
        let (nan, outside) = (self.nan(x), self.above(size, 1.0));
        let undefined = self.or(nan, outside);
        self.nan_where(undefined);
    }

    fn logarithm(&mut self) {
        let x = self.x();
        let (nan, negative) = (self.nan(x), self.below(x, 0.0));
        let undefined = self.or(nan, negative);
        self.nan_where(undefined);
        let zero = self.pool.fp_is_zero(x);
        let pole = self.is_value(f64::NEG_INFINITY);
        self.when(zero, pole);
        let one = self.constant(1.0);
        let is_one = self.pool.fp_eq(x, one);
        let nothing = self.is_value(0.0);
        self.when(is_one, nothing);
        let (result, above) = (self.result, self.above(x, 1.0));
        let (positive, negative) = (self.at_least(result, 0.0), self.at_most(result, 0.0));
        self.when(above, positive);
        let (least, below) = (self.at_least(x, 0.0), self.below(x, 1.0));
        let inside = self.and(least, below);
        self.when(inside, negative);
        self.side(false);
    }
}

pub fn sin(f: &mut Facts<'_>) {
    f.periodic();
    f.between(-1.0, 1.0);
    let (x, result) = (f.x(), f.result);
    let zero = f.pool.fp_is_zero(x);
    let same = f.is(x);
    f.when(zero, same);
    f.size(false);
    // Positive through the first half turn; the double nearest to π is less than π.
    let (from, to) = (f.at_least(x, 0.0), f.at_most(x, PI));
    let first = f.and(from, to);
    let positive = f.at_least(result, 0.0);
    f.when(first, positive);
    let (from, to) = (f.at_least(x, -PI), f.at_most(x, 0.0));
    let last = f.and(from, to);
    let negative = f.at_most(result, 0.0);
    f.when(last, negative);
}

pub fn cos(f: &mut Facts<'_>) {
    f.periodic();
    f.between(-1.0, 1.0);
    let (x, result) = (f.x(), f.result);
    let zero = f.pool.fp_is_zero(x);
    let one = f.is_value(1.0);
    f.when(zero, one);
    let size = f.pool.fp_abs(x);
    let first = f.at_most(size, HALF_PI);
    let positive = f.at_least(result, 0.0);
    f.when(first, positive);
}

pub fn tan(f: &mut Facts<'_>) {
    f.periodic();
    let (x, result) = (f.x(), f.result);
    let zero = f.pool.fp_is_zero(x);
    let same = f.is(x);
    f.when(zero, same);
    let (size, size_x) = (f.pool.fp_abs(result), f.pool.fp_abs(x));
    let first = f.at_most(size_x, HALF_PI);
    let larger = f.le(size_x, size);
    f.when(first, larger);
    let (sign, sign_of_x) = (f.pool.fp_is_negative(result), f.pool.fp_is_negative(x));
    let signs = f.pool.eq(sign, sign_of_x);
    f.when(first, signs);
}

pub fn asin(f: &mut Facts<'_>) {
    f.inverse();
    f.between(-HALF_PI, HALF_PI);
    f.odd();
    f.size(true);
}

pub fn acos(f: &mut Facts<'_>) {
    f.inverse();
    f.between(0.0, PI);
    f.not_negative();
    let x = f.x();
    let one = f.constant(1.0);
    let is_one = f.pool.fp_eq(x, one);
    let nothing = f.is_value(0.0);
    f.when(is_one, nothing);
}

pub fn atan(f: &mut Facts<'_>) {
    f.total();
    f.between(-HALF_PI, HALF_PI);
    f.odd();
    f.size(false);
}

pub fn exp(f: &mut Facts<'_>) {
    f.total();
    f.between(0.0, f64::INFINITY);
    f.not_negative();
    let (x, result) = (f.x(), f.result);
    let (positive, negative) = (f.at_least(x, 0.0), f.at_most(x, 0.0));
    let (above, below) = (f.at_least(result, 1.0), f.at_most(result, 1.0));
    f.when(positive, above);
    f.when(negative, below);
    f.side(true);
}

pub fn log(f: &mut Facts<'_>) {
    f.logarithm();
}

pub fn log10(f: &mut Facts<'_>) {
    f.logarithm();
}

pub fn sinh(f: &mut Facts<'_>) {
    f.total();
    f.odd();
}

pub fn cosh(f: &mut Facts<'_>) {
    f.total();
    f.between(1.0, f64::INFINITY);
}

pub fn tanh(f: &mut Facts<'_>) {
    f.total();
    f.between(-1.0, 1.0);
    f.odd();
}

pub fn expm1(f: &mut Facts<'_>) {
    f.total();
    f.between(-1.0, f64::INFINITY);
    f.odd();
    f.side(true);
}

pub fn log1p(f: &mut Facts<'_>) {
    let x = f.x();
    let (nan, outside) = (f.nan(x), f.below(x, -1.0));
    let undefined = f.or(nan, outside);
    f.nan_where(undefined);
    let minus = f.constant(-1.0);
    let end = f.pool.fp_eq(x, minus);
    let pole = f.is_value(f64::NEG_INFINITY);
    f.when(end, pole);
    f.odd();
    f.side(false);
}

pub fn cbrt(f: &mut Facts<'_>) {
    f.total();
    f.odd();
}

pub fn hypot(f: &mut Facts<'_>) {
    let (x, y, result) = (f.x(), f.y(), f.result);
    let (inf_x, inf_y) = (f.pool.fp_is_inf(x), f.pool.fp_is_inf(y));
    let infinite = f.or(inf_x, inf_y);
    let endless = f.is_value(f64::INFINITY);
    f.when(infinite, endless);
    let (nan_x, nan_y) = (f.nan(x), f.nan(y));
    let nan = f.or(nan_x, nan_y);
    let finite = f.not(infinite);
    let undefined = f.and(nan, finite);
    f.nan_where(undefined);
    f.not_negative();
    for side in [x, y] {
        let size = f.pool.fp_abs(side);
        let longer = f.le(size, result);
        let fact = f.or(nan, longer);
        f.always(fact);
    }
}

pub fn atan2(f: &mut Facts<'_>) {
    let (y, x, result) = (f.x(), f.y(), f.result);
    let (nan_x, nan_y) = (f.nan(x), f.nan(y));
    let undefined = f.or(nan_x, nan_y);
    f.nan_where(undefined);
    f.between(-PI, PI);
    let number = f.not(undefined);
    let (sign, sign_of_y) = (f.pool.fp_is_negative(result), f.pool.fp_is_negative(y));
    let signs = f.pool.eq(sign, sign_of_y);
    f.when(number, signs);
    let size = f.pool.fp_abs(result);
    let left = f.pool.fp_is_negative(x);
    let right = f.not(left);
    let (in_right, in_left) = (f.at_most(size, HALF_PI), f.at_least(size, HALF_PI));
    let (to_right, to_left) = (f.and(number, right), f.and(number, left));
    f.when(to_right, in_right);
    f.when(to_left, in_left);
    let zero = f.pool.fp_is_zero(y);
    let same = f.is(y);
    let ahead = f.and(zero, to_right);
    f.when(ahead, same);
    let half_turn = f.at_least(size, PI);
    let behind = f.and(zero, to_left);
    f.when(behind, half_turn);
}

pub fn pow(f: &mut Facts<'_>) {
    let (x, y, result) = (f.x(), f.y(), f.result);
    let (nan_x, nan_y, nan) = (f.nan(x), f.nan(y), f.nan(result));
    let no_exponent = f.pool.fp_is_zero(y);
    let one = f.is_value(1.0);
    f.when(no_exponent, one);
    f.when(nan_y, nan);
    let some_exponent = f.not(no_exponent);
    let undefined = f.and(nan_x, some_exponent);
    f.when(undefined, nan);
    let unit = f.constant(1.0);
    let first = f.pool.fp_eq(y, unit);
    let same = f.is(x);
    f.when(first, same);
    // A base that is a number, and a finite exponent.
    let (infinite_y, negative) = (f.pool.fp_is_inf(y), f.pool.fp_is_negative(x));
    let odd_exponent = f.or(nan_y, infinite_y);
    let undefined = f.or(nan_x, odd_exponent);
    let defined = f.not(undefined);
    let positive = f.not(negative);
    let proper = f.and(defined, positive);
    let (negative_result, number) = (f.pool.fp_is_negative(result), f.not(nan));
    let positive_result = f.not(negative_result);
    let fact = f.and(number, positive_result);
    f.when(proper, fact);
    let (small, large) = (f.at_most(x, 1.0), f.at_least(x, 1.0));
    let (up, down) = (f.at_least(y, 0.0), f.at_most(y, 0.0));
    let (low, high) = (f.at_most(result, 1.0), f.at_least(result, 1.0));
    for (base, exponent, fact) in [
        (large, up, high),
        (large, down, low),
        (small, up, low),
        (small, down, high),
    ] {
        let both = f.and(base, exponent);
        let condition = f.and(proper, both);
        f.when(condition, fact);
    }
    // Steeper than the base itself.
    let steep = f.at_least(y, 1.0);
    let (grows, shrinks) = (f.le(x, result), f.le(result, x));
    for (base, fact) in [(large, grows), (small, shrinks)] {
        let both = f.and(base, steep);
        let condition = f.and(proper, both);
        f.when(condition, fact);
    }
    integral_power(f, defined, negative);
}

/// Negative bases: a number exactly for integral exponents, whose parity gives the sign.
fn integral_power(f: &mut Facts<'_>, defined: Term, negative: Term) {
    let (x, y, result) = (f.x(), f.y(), f.result);
    let whole = f.pool.fp_round(RoundingMode::Rtz, y);
    let integral = f.pool.fp_eq(whole, y);
    let half = f.constant(0.5);
    let halved = f.pool.fp_mul(y, half);
    let whole_half = f.pool.fp_round(RoundingMode::Rtz, halved);
    let even = f.pool.fp_eq(halved, whole_half);
    let nan = f.nan(result);
    let number = f.not(nan);
    let negative_result = f.pool.fp_is_negative(result);
    let positive_result = f.not(negative_result);
    let base = f.and(defined, negative);
    let (finite, zero) = {
        let (infinite, zero) = (f.pool.fp_is_inf(x), f.pool.fp_is_zero(x));
        (f.not(infinite), zero)
    };
    let nonzero = f.not(zero);
    let ordinary = f.and(finite, nonzero);
    let fraction = f.not(integral);
    let condition = f.and(base, ordinary);
    let undefined = f.and(condition, fraction);
    f.when(undefined, nan);
    let whole_power = f.and(base, integral);
    f.when(whole_power, number);
    let odd = f.not(even);
    let even_power = f.and(whole_power, even);
    f.when(even_power, positive_result);
    // HotSpot's `Math.pow(-0.0, y)` loses the sign for odd y beyond 2^51.
    let odd_power = f.pool.and_all(&[whole_power, odd, nonzero]);
    f.when(odd_power, negative_result);
    // Zero to a power, whatever its sign.
    let at_zero = f.and(defined, zero);
    let (up, down) = (f.above(y, 0.0), f.below(y, 0.0));
    let (nothing, endless) = (f.pool.fp_is_zero(result), f.pool.fp_is_inf(result));
    let vanishes = f.and(at_zero, up);
    f.when(vanishes, nothing);
    let explodes = f.and(at_zero, down);
    f.when(explodes, endless);
}

/// JLS §15.17.3: the quotient is truncated, the result has the sign of the dividend and is exact.
pub fn remainder(f: &mut Facts<'_>) {
    let (x, y, result) = (f.x(), f.y(), f.result);
    let (nan_x, nan_y) = (f.nan(x), f.nan(y));
    let (infinite, zero) = (f.pool.fp_is_inf(x), f.pool.fp_is_zero(y));
    let undefined = f.pool.or_all(&[nan_x, nan_y, infinite, zero]);
    f.nan_where(undefined);
    let defined = f.not(undefined);
    let (sign, sign_of_x) = (f.pool.fp_is_negative(result), f.pool.fp_is_negative(x));
    let signs = f.pool.eq(sign, sign_of_x);
    f.when(defined, signs);
    let (size, size_x, size_y) = (f.pool.fp_abs(result), f.pool.fp_abs(x), f.pool.fp_abs(y));
    let smaller = f.pool.fp_lt(size, size_y);
    f.when(defined, smaller);
    let below = f.pool.fp_lt(size_x, size_y);
    let same = f.is(x);
    let untouched = f.and(defined, below);
    f.when(untouched, same);
    // With a quotient of one the difference is exact.
    let rest = f.pool.fp_sub(size_x, size_y);
    let once = f.pool.fp_lt(rest, size_y);
    let reached = f.le(size_y, size_x);
    let subtracted = f.pool.eq(size, rest);
    let single = f.pool.and_all(&[defined, reached, once]);
    f.when(single, subtracted);
    let shrinks = f.le(size, size_x);
    f.when(defined, shrinks);
}

/// IEEE 754's remainder: at most half of the divisor, and a zero has the sign of the dividend.
pub fn ieee_remainder(f: &mut Facts<'_>) {
    let (x, y, result) = (f.x(), f.y(), f.result);
    let (nan_x, nan_y) = (f.nan(x), f.nan(y));
    let (infinite, zero) = (f.pool.fp_is_inf(x), f.pool.fp_is_zero(y));
    let undefined = f.pool.or_all(&[nan_x, nan_y, infinite, zero]);
    f.nan_where(undefined);
    let defined = f.not(undefined);
    let (size, size_x, size_y) = (f.pool.fp_abs(result), f.pool.fp_abs(x), f.pool.fp_abs(y));
    // Doubling is exact, or infinite where the divisor is not.
    let twice = f.pool.fp_add(size, size);
    let (smaller, shrinks) = (f.le(twice, size_y), f.le(size, size_x));
    f.when(defined, smaller);
    f.when(defined, shrinks);
    let twice_x = f.pool.fp_add(size_x, size_x);
    let below = f.pool.fp_lt(twice_x, size_y);
    let (same, nothing) = (f.is(x), f.pool.fp_is_zero(result));
    let untouched = f.and(defined, below);
    f.when(untouched, same);
    let (sign, sign_of_x) = (f.pool.fp_is_negative(result), f.pool.fp_is_negative(x));
    let signs = f.pool.eq(sign, sign_of_x);
    f.when(nothing, signs);
}
