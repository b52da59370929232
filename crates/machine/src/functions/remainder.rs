//! `%` on floats and doubles (JLS §15.17.3). It truncates the quotient, unlike SMT-LIB's remainder, which rounds it and
//! costs a solver a long division of two thousand bits. For divisors that are powers of two, and for dividends that were
//! ints, there is a cheap exact term; otherwise it is a function about which some facts are known.

use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use logic::{FpSort, Op, Pool, RoundingMode, Sort, Term};

impl Machine {
    pub(crate) fn float_remainder(&mut self, st: &State, x: Term, y: Term) -> Step<Term> {
        if self.pool.fp_sort(x) == FpSort::F32 {
            // The remainder of two floats is a float, so doubles compute it exactly.
            let wide_x = self.pool.fp_to_fp(x, FpSort::F64);
            let wide_y = self.pool.fp_to_fp(y, FpSort::F64);
            let wide = self.float_remainder(st, wide_x, wide_y)?;
            let narrow = self.pool.fp_to_fp(wide, FpSort::F32);
            let again = self.pool.fp_to_fp(narrow, FpSort::F64);
            let exact = self.pool.eq(again, wide);
            let known = self.pool.as_bool(exact) == Some(true) || st.facts.get(&exact) == Some(&1);
            if matches!(self.pool.op(wide), Op::Apply(_)) && !known {
                return Err(Halt::Assume(exact));
            }
            return Ok(narrow);
        }
        if let Some(bits) = self.pool.as_fp_bits(y) {
            let y = f64::from_bits(bits as u64).abs();
            let exact = int_remainder(&mut self.pool, x, y)
                .or_else(|| power_of_two_remainder(&mut self.pool, x, y));
            if let Some(exact) = exact {
                return Ok(exact);
            }
        }
        self.apply_function(st, "%", &[x, y])
    }
}

/// Of an int as a double by an integral number.
fn int_remainder(pool: &mut Pool, x: Term, y: f64) -> Option<Term> {
    if pool.op(x) != Op::FpFromSbv || !(1.0..=2_147_483_647.0).contains(&y) || y.fract() != 0.0 {
        return None;
    }
    let dividend = pool.children(x)[0];
    if pool.sort(dividend) != Sort::Bv(32) {
        return None;
    }
    let divisor = pool.bv32(y as i32);
    let rest = pool.srem(dividend, divisor);
    let number = pool.fp_from_sbv(rest, FpSort::F64);
    let (nothing, minus_zero) = (pool.bv32(0), pool.f64(-0.0));
    let (negative, zero) = (pool.slt(dividend, nothing), pool.eq(rest, nothing));
    let minus = pool.and(negative, zero);
    Some(pool.ite(minus, minus_zero, number))
}

/// By 2^k: scaling is exact but for overflow, where the quotient is an integer, and underflow, where it is below one.
fn power_of_two_remainder(pool: &mut Pool, x: Term, y: f64) -> Option<Term> {
    let power = y.is_normal() && y.to_bits() << 12 == 0 && (1.0 / y).is_normal();
    if !power {
        return None;
    }
    let (scale, back) = (pool.f64(1.0 / y), pool.f64(y));
    let scaled = if y == 1.0 { x } else { pool.fp_mul(x, scale) };
    let whole = pool.fp_round(RoundingMode::Rtz, scaled);
    let multiple = if y == 1.0 {
        whole
    } else {
        pool.fp_mul(whole, back)
    };
    let rest = pool.fp_sub(x, multiple);
    let (zero, minus_zero) = (pool.f64(0.0), pool.f64(-0.0));
    let negative = pool.fp_is_negative(x);
    let signed_zero = pool.ite(negative, minus_zero, zero);
    let (infinite, endless) = (pool.fp_is_inf(x), pool.fp_is_inf(scaled));
    let finite = pool.not(infinite);
    let overflow = pool.and(finite, endless);
    let divides = pool.fp_is_zero(rest);
    let nothing = pool.or(overflow, divides);
    Some(pool.ite(nothing, signed_zero, rest))
}
