//! The functions of the floating-point theory, by name.

use super::Parser;
use super::terms::Arg;
use super::theory::{Checked, at_least, exactly, plain, sized};
use crate::op::{RoundingMode, Term};
use crate::pool::Pool;
use crate::sort::{FpSort, Sort};

impl Parser<'_> {
    pub(super) fn triple(&mut self, terms: &[Term]) -> Checked<Term> {
        let [sign, exponent, fraction] = sized::<3>("fp", terms)?;
        self.bv_args("fp", terms)?;
        let widths = [sign, exponent, fraction].map(|t| self.pool.width(t));
        let sort = FpSort {
            exponent: widths[1],
            significand: widths[2] + 1,
        };
        if widths[0] != 1 || !sort.is_supported() {
            return Err(format!(
                "a float of {} exponent and {} fraction bits is not supported",
                widths[1], widths[2]
            ));
        }
        let high = self.pool.concat(sign, exponent);
        let bits = self.pool.concat(high, fraction);
        Ok(self.pool.fp_from_ieee(bits, sort))
    }

    pub(super) fn float(&mut self, word: &str, args: &[Arg]) -> Checked<Term> {
        if word == "fp.roundToIntegral" {
            let (Some(Arg::Mode(mode)), [a]) = (
                args.first(),
                exactly::<1>(word, args.get(1..).unwrap_or(&[]))?,
            ) else {
                return Err(format!(
                    "the first argument of `{word}` must be a rounding mode"
                ));
            };
            self.fp_args(word, &[a])?;
            return Ok(self.pool.fp_round(*mode, a));
        }
        let rounded = matches!(
            word,
            "fp.add" | "fp.sub" | "fp.mul" | "fp.div" | "fp.sqrt" | "fp.fma"
        );
        let args = if rounded {
            nearest_even(word, args)?
        } else {
            args
        };
        let terms = plain(word, args)?;
        self.fp_args(word, &terms)?;
        let pool = &mut *self.pool;
        let unary: Option<fn(&mut Pool, Term) -> Term> = match word {
            "fp.sqrt" => Some(Pool::fp_sqrt),
            "fp.neg" => Some(Pool::fp_neg),
            "fp.abs" => Some(Pool::fp_abs),
            "fp.isNaN" => Some(Pool::fp_is_nan),
            "fp.isInfinite" => Some(Pool::fp_is_inf),
            "fp.isZero" => Some(Pool::fp_is_zero),
            "fp.isNormal" => Some(Pool::fp_is_normal),
            "fp.isSubnormal" => Some(Pool::fp_is_subnormal),
            "fp.isNegative" => Some(Pool::fp_is_negative),
            "fp.isPositive" => Some(Pool::fp_is_positive),
            _ => None,
        };
        if let Some(f) = unary {
            let [a] = sized::<1>(word, &terms)?;
            return Ok(f(pool, a));
        }
        let binary: Option<fn(&mut Pool, Term, Term) -> Term> = match word {
            "fp.add" => Some(Pool::fp_add),
            "fp.sub" => Some(Pool::fp_sub),
            "fp.mul" => Some(Pool::fp_mul),
            "fp.div" => Some(Pool::fp_div),
            "fp.rem" => Some(Pool::fp_rem),
            _ => None,
        };
        if let Some(f) = binary {
            let [a, b] = sized::<2>(word, &terms)?;
            return Ok(f(pool, a, b));
        }
        let relation: fn(&mut Pool, Term, Term) -> Term = match word {
            "fp.fma" => {
                let [a, b, c] = sized::<3>(word, &terms)?;
                return Ok(pool.fp_fma(a, b, c));
            }
            "fp.lt" => Pool::fp_lt,
            "fp.leq" => Pool::fp_le,
            "fp.gt" => Pool::fp_gt,
            "fp.geq" => Pool::fp_ge,
            "fp.eq" => Pool::fp_eq,
            other => return Err(format!("unsupported function `{other}`")),
        };
        at_least(word, &terms, 2)?;
        let facts: Vec<Term> = terms
            .windows(2)
            .map(|pair| relation(pool, pair[0], pair[1]))
            .collect();
        Ok(self.conjunction(&facts))
    }

    /// `to_fp` of bits, of another format, of a signed integer or of a decimal literal.
    pub(super) fn convert_to_float(&mut self, to: FpSort, args: &[Arg]) -> Checked<Term> {
        let to = supported(to)?;
        if let [Arg::Term(bits)] = args {
            if self.pool.sort(*bits) != Sort::Bv(to.width()) {
                return Err(format!(
                    "`to_fp` without a rounding mode needs a bit-vector of {} bits",
                    to.width()
                ));
            }
            return Ok(self.pool.fp_from_ieee(*bits, to));
        }
        let rest = nearest_even("to_fp", args)?;
        match rest {
            [Arg::Decimal(text)] => self.decimal(text, to),
            [Arg::Term(t)] => match self.pool.sort(*t) {
                Sort::Fp(_) => Ok(self.pool.fp_to_fp(*t, to)),
                Sort::Bv(_) => Ok(self.pool.fp_from_sbv(*t, to)),
                Sort::Int => match self.pool.as_int(*t) {
                    Some(value) => self.decimal(&value.to_string(), to),
                    None => Err("conversion of integers to floats is not supported".to_owned()),
                },
                _ => Err("`to_fp` takes a float, a bit-vector or a literal".to_owned()),
            },
            _ => Err("`to_fp` takes a rounding mode and one argument".to_owned()),
        }
    }

    fn decimal(&mut self, text: &str, to: FpSort) -> Checked<Term> {
        let wrong = |_| format!("`{text}` is not a decimal number");
        match to {
            FpSort::F32 => Ok(self.pool.f32(text.parse().map_err(wrong)?)),
            FpSort::F64 => Ok(self.pool.f64(text.parse().map_err(wrong)?)),
            _ => Err(
                "decimal literals are supported for single and double precision only".to_owned(),
            ),
        }
    }
}

pub(super) fn supported(sort: FpSort) -> Checked<FpSort> {
    if sort.exponent <= 128 && sort.significand <= 128 && sort.is_supported() {
        Ok(sort)
    } else {
        Err(format!(
            "the floating-point format {} {} is not supported",
            sort.exponent, sort.significand
        ))
    }
}

/// The arguments after a rounding mode that must be to nearest, ties to even.
pub(super) fn nearest_even<'a>(word: &str, args: &'a [Arg]) -> Checked<&'a [Arg]> {
    match args {
        [Arg::Mode(RoundingMode::Rne), rest @ ..] => Ok(rest),
        [Arg::Mode(_), ..] => Err(format!("`{word}` is supported with rounding mode RNE only")),
        _ => Err(format!(
            "the first argument of `{word}` must be a rounding mode"
        )),
    }
}
