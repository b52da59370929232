//! The functions of the theories, by name: checks of the arguments' sorts, and the constructor to call. What our terms
//! do not have is expressed by what they have, as the theories define it.

use super::Parser;
use super::floats::{nearest_even, supported};
use super::terms::{Arg, Head};
use crate::op::{RoundingMode, Term};
use crate::pool::Pool;
use crate::sort::{FpSort, Sort};

pub(super) type Checked<T> = Result<T, String>;

fn plural(count: usize) -> &'static str {
    if count == 1 { "argument" } else { "arguments" }
}

impl Parser<'_> {
    pub(super) fn apply(&mut self, head: &Head, args: &[Arg]) -> Checked<Arg> {
        match head {
            Head::Word(word) => self.apply_word(word, args),
            Head::Name(name) => self
                .apply_declared(name, None, &plain(name, args)?)
                .map(Arg::Term),
            Head::Indexed(word, indices) => self.apply_indexed(word, indices, args).map(Arg::Term),
            Head::Qualified(name, sort) => self
                .apply_declared(name, Some(*sort), &plain(name, args)?)
                .map(Arg::Term),
            Head::ConstArray(sort) => {
                let [element] = exactly::<1>("const", args)?;
                let expected = self.pool.as_array_sort(*sort).map(|(_, element)| element);
                if expected != Some(self.pool.sort(element)) {
                    return Err(
                        "the element of a constant array does not have the array's element sort"
                            .to_owned(),
                    );
                }
                Ok(Arg::Term(self.pool.const_array(*sort, element)))
            }
        }
    }

    fn apply_declared(&mut self, name: &str, result: Option<Sort>, args: &[Term]) -> Checked<Term> {
        if let Some(t) = self.expand(name, args)? {
            return Ok(t);
        }
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.pool.sort(arg)).collect();
        let known = self.pool.find_functions(name);
        let mut fitting = known.iter().copied().filter(|&f| {
            self.pool.fun_parameters(f) == sorts
                && result.is_none_or(|result| self.pool.fun_result(f) == result)
        });
        let found = fitting.next();
        let ambiguous = fitting.next().is_some();
        match found {
            Some(_) if ambiguous => Err(format!(
                "`{name}` has several results; write `((as {name} SORT) …)`"
            )),
            Some(f) => Ok(self.pool.apply(f, args)),
            None if known.is_empty() => Err(format!("unknown function `{name}`; declare it first")),
            None => Err(format!(
                "the arguments of `{name}` do not fit its declaration"
            )),
        }
    }

    fn bool_args(&self, name: &str, args: &[Arg]) -> Checked<Vec<Term>> {
        let terms = plain(name, args)?;
        if terms.iter().any(|&t| self.pool.sort(t) != Sort::Bool) {
            return Err(format!("the arguments of `{name}` must be boolean"));
        }
        Ok(terms)
    }

    fn same_sort(&self, name: &str, terms: &[Term]) -> Checked<()> {
        if terms
            .windows(2)
            .any(|pair| self.pool.sort(pair[0]) != self.pool.sort(pair[1]))
        {
            return Err(format!("the arguments of `{name}` have different sorts"));
        }
        Ok(())
    }

    pub(super) fn bv_args(&self, name: &str, terms: &[Term]) -> Checked<()> {
        if terms
            .iter()
            .any(|&t| self.pool.sort(t).bv_width().is_none())
        {
            return Err(format!("the arguments of `{name}` must be bit-vectors"));
        }
        Ok(())
    }

    fn int_args(&self, name: &str, terms: &[Term]) -> Checked<()> {
        if terms.iter().any(|&t| self.pool.sort(t) != Sort::Int) {
            return Err(format!("the arguments of `{name}` must be integers"));
        }
        Ok(())
    }

    pub(super) fn fp_args(&self, name: &str, terms: &[Term]) -> Checked<FpSort> {
        self.same_sort(name, terms)?;
        match terms.first().map(|&t| self.pool.sort(t)) {
            Some(Sort::Fp(sort)) => Ok(sort),
            _ => Err(format!("the arguments of `{name}` must be floats")),
        }
    }

    fn apply_word(&mut self, word: &str, args: &[Arg]) -> Checked<Arg> {
        // A negative decimal literal.
        if let ("-", [Arg::Decimal(text)]) = (word, args) {
            return Ok(Arg::Decimal(format!("-{text}")));
        }
        let known = match word {
            "not" | "and" | "or" | "xor" | "=>" | "=" | "distinct" | "ite" => {
                Some(self.core(word, args)?)
            }
            "select" | "store" => Some(self.array(word, &plain(word, args)?)?),
            "+" | "-" | "*" | "div" | "mod" | "abs" | "<" | "<=" | ">" | ">=" => {
                let terms = plain(word, args)?;
                self.int_args(word, &terms)?;
                Some(self.integer(word, &terms)?)
            }
            "concat" | "bv2nat" | "ubv_to_int" | "sbv_to_int" => {
                Some(self.bit_vector(word, &plain(word, args)?)?)
            }
            "fp" => Some(self.triple(&plain(word, args)?)?),
            _ if word.starts_with("bv") => {
                let terms = plain(word, args)?;
                if self.pool.find_functions(word).is_empty() && !self.macros.contains_key(word) {
                    Some(self.bit_vector(word, &terms)?)
                } else {
                    None
                }
            }
            _ if word.starts_with("fp.") => Some(self.float(word, args)?),
            _ => None,
        };
        match known {
            Some(t) => Ok(Arg::Term(t)),
            None => self
                .apply_declared(word, None, &plain(word, args)?)
                .map(Arg::Term),
        }
    }

    fn core(&mut self, word: &str, args: &[Arg]) -> Checked<Term> {
        let terms = plain(word, args)?;
        match word {
            "ite" => {
                let [c, a, b] = exactly::<3>(word, args)?;
                self.same_sort(word, &[a, b])?;
                if self.pool.sort(c) != Sort::Bool {
                    return Err("the condition of `ite` must be boolean".to_owned());
                }
                return Ok(self.pool.ite(c, a, b));
            }
            "=" | "distinct" => {
                at_least(word, &terms, 2)?;
                self.same_sort(word, &terms)?;
                let mut facts = Vec::new();
                if word == "=" {
                    for pair in terms.windows(2) {
                        facts.push(self.pool.eq(pair[0], pair[1]));
                    }
                } else {
                    for (i, &a) in terms.iter().enumerate() {
                        for &b in &terms[i + 1..] {
                            facts.push(self.pool.distinct(a, b));
                        }
                    }
                }
                return Ok(self.conjunction(&facts));
            }
            _ => {}
        }
        let terms = self.bool_args(word, args)?;
        match word {
            "not" => {
                let [a] = exactly::<1>(word, args)?;
                Ok(self.pool.not(a))
            }
            "and" => Ok(self.conjunction(&terms)),
            "or" => {
                at_least(word, &terms, 1)?;
                Ok(terms[1..]
                    .iter()
                    .fold(terms[0], |all, &t| self.pool.or(all, t)))
            }
            "xor" => {
                at_least(word, &terms, 2)?;
                Ok(terms[1..]
                    .iter()
                    .fold(terms[0], |all, &t| self.pool.xor(all, t)))
            }
            _ => {
                // Implication associates to the right.
                at_least(word, &terms, 2)?;
                let (last, premises) = (terms[terms.len() - 1], &terms[..terms.len() - 1]);
                Ok(premises
                    .iter()
                    .rev()
                    .fold(last, |all, &t| self.pool.implies(t, all)))
            }
        }
    }

    pub(super) fn conjunction(&mut self, terms: &[Term]) -> Term {
        terms
            .iter()
            .fold(self.pool.tt(), |all, &t| self.pool.and(all, t))
    }

    fn array(&mut self, word: &str, terms: &[Term]) -> Checked<Term> {
        let parts = terms
            .first()
            .and_then(|&t| self.pool.as_array_sort(self.pool.sort(t)));
        let Some((index, element)) = parts else {
            return Err(format!("the first argument of `{word}` must be an array"));
        };
        let sort = |i: usize| terms.get(i).map(|&t| self.pool.sort(t));
        let fits = match word {
            "select" => terms.len() == 2 && sort(1) == Some(index),
            _ => terms.len() == 3 && sort(1) == Some(index) && sort(2) == Some(element),
        };
        if !fits {
            return Err(format!(
                "the arguments of `{word}` do not fit the array's sort"
            ));
        }
        Ok(if word == "select" {
            self.pool.select(terms[0], terms[1])
        } else {
            self.pool.store(terms[0], terms[1], terms[2])
        })
    }

    fn integer(&mut self, word: &str, terms: &[Term]) -> Checked<Term> {
        let fold = |pool: &mut Pool, f: fn(&mut Pool, Term, Term) -> Term| {
            at_least(word, terms, 2)?;
            Ok(terms[1..].iter().fold(terms[0], |all, &t| f(pool, all, t)))
        };
        let pool = &mut *self.pool;
        match word {
            "-" if terms.len() == 1 => Ok(pool.int_neg(terms[0])),
            "+" => fold(pool, Pool::int_add),
            "-" => fold(pool, Pool::int_sub),
            "*" => fold(pool, Pool::int_mul),
            "div" => fold(pool, Pool::int_div),
            "mod" => fold(pool, Pool::int_mod),
            "abs" => {
                let [a] = sized::<1>(word, terms)?;
                let zero = pool.int(0);
                let negative = pool.int_lt(a, zero);
                let negated = pool.int_neg(a);
                Ok(pool.ite(negative, negated, a))
            }
            _ => {
                at_least(word, terms, 2)?;
                let mut facts = Vec::new();
                for pair in terms.windows(2) {
                    facts.push(match word {
                        "<" => pool.int_lt(pair[0], pair[1]),
                        "<=" => pool.int_le(pair[0], pair[1]),
                        ">" => pool.int_lt(pair[1], pair[0]),
                        _ => pool.int_le(pair[1], pair[0]),
                    });
                }
                Ok(self.conjunction(&facts))
            }
        }
    }

    fn bit_vector(&mut self, word: &str, terms: &[Term]) -> Checked<Term> {
        self.bv_args(word, terms)?;
        if word == "concat" {
            at_least(word, terms, 2)?;
            let width: u32 = terms.iter().map(|&t| self.pool.width(t)).sum();
            if width > 128 {
                return Err(format!(
                    "a bit-vector of {width} bits is wider than 128 bits"
                ));
            }
            return Ok(terms[1..]
                .iter()
                .fold(terms[0], |all, &t| self.pool.concat(all, t)));
        }
        self.same_sort(word, terms)?;
        let pool = &mut *self.pool;
        let binary: fn(&mut Pool, Term, Term) -> Term = match word {
            "bv2nat" | "ubv_to_int" => return Ok(pool.bv_to_int(sized::<1>(word, terms)?[0])),
            "sbv_to_int" => return Ok(pool.sbv_to_int(sized::<1>(word, terms)?[0])),
            "bvnot" => return Ok(pool.bv_not(sized::<1>(word, terms)?[0])),
            "bvneg" => return Ok(pool.neg(sized::<1>(word, terms)?[0])),
            // Left-associative ones take any number.
            "bvand" | "bvor" | "bvxor" | "bvadd" | "bvmul" => {
                at_least(word, terms, 2)?;
                let f: fn(&mut Pool, Term, Term) -> Term = match word {
                    "bvand" => Pool::bv_and,
                    "bvor" => Pool::bv_or,
                    "bvxor" => Pool::bv_xor,
                    "bvadd" => Pool::add,
                    _ => Pool::mul,
                };
                return Ok(terms[1..].iter().fold(terms[0], |all, &t| f(pool, all, t)));
            }
            "bvsub" => Pool::sub,
            "bvudiv" => Pool::udiv,
            "bvurem" => Pool::urem,
            "bvsdiv" => Pool::sdiv,
            "bvsrem" => Pool::srem,
            "bvshl" => Pool::shl,
            "bvlshr" => Pool::lshr,
            "bvashr" => Pool::ashr,
            "bvult" => Pool::ult,
            "bvule" => Pool::ule,
            "bvugt" => Pool::ugt,
            "bvuge" => Pool::uge,
            "bvslt" => Pool::slt,
            "bvsle" => Pool::sle,
            "bvsgt" => Pool::sgt,
            "bvsge" => Pool::sge,
            "bvnand" | "bvnor" | "bvxnor" => {
                let [a, b] = sized::<2>(word, terms)?;
                let inner = match word {
                    "bvnand" => pool.bv_and(a, b),
                    "bvnor" => pool.bv_or(a, b),
                    _ => pool.bv_xor(a, b),
                };
                return Ok(pool.bv_not(inner));
            }
            "bvcomp" => {
                let [a, b] = sized::<2>(word, terms)?;
                let same = pool.eq(a, b);
                let (one, zero) = (pool.bv(1, 1), pool.bv(1, 0));
                return Ok(pool.ite(same, one, zero));
            }
            "bvsmod" => {
                let [a, b] = sized::<2>(word, terms)?;
                return Ok(self.signed_modulo(a, b));
            }
            other => return Err(format!("unknown function `{other}`")),
        };
        let [a, b] = sized::<2>(word, terms)?;
        Ok(binary(pool, a, b))
    }

    /// The remainder with the sign of the divisor: the other remainder, moved by the divisor where signs differ.
    fn signed_modulo(&mut self, a: Term, b: Term) -> Term {
        let pool = &mut *self.pool;
        let zero = pool.bv(pool.width(a), 0);
        let rest = pool.srem(a, b);
        let exact = pool.eq(rest, zero);
        let by_zero = pool.eq(b, zero);
        let (rest_negative, divisor_negative) = (pool.slt(rest, zero), pool.slt(b, zero));
        let agree = pool.iff(rest_negative, divisor_negative);
        let keep = pool.or_all(&[exact, by_zero, agree]);
        let moved = pool.add(rest, b);
        pool.ite(keep, rest, moved)
    }

    fn apply_indexed(&mut self, word: &str, indices: &[u32], args: &[Arg]) -> Checked<Term> {
        match (word, indices) {
            ("to_fp", &[exponent, significand]) => self.convert_to_float(
                FpSort {
                    exponent,
                    significand,
                },
                args,
            ),
            ("to_fp_unsigned", &[exponent, significand]) => {
                let to = supported(FpSort {
                    exponent,
                    significand,
                })?;
                let [a] = exactly::<1>(word, nearest_even(word, args)?)?;
                self.bv_args(word, &[a])?;
                Ok(self.pool.fp_from_ubv(a, to))
            }
            ("fp.to_sbv" | "fp.to_ubv", &[width]) => {
                let (Some(Arg::Mode(mode)), [a]) = (
                    args.first(),
                    exactly::<1>(word, args.get(1..).unwrap_or(&[]))?,
                ) else {
                    return Err(format!(
                        "the first argument of `{word}` must be a rounding mode"
                    ));
                };
                self.fp_args(word, &[a])?;
                if !(1..=128).contains(&width) {
                    return Err(format!("bit-vectors of {width} bits are not supported"));
                }
                // Rounding first and cutting off then is the same as rounding in the conversion.
                let whole = if *mode == RoundingMode::Rtz {
                    a
                } else {
                    self.pool.fp_round(*mode, a)
                };
                Ok(if word == "fp.to_sbv" {
                    self.pool.fp_to_sbv(whole, width)
                } else {
                    self.pool.fp_to_ubv(whole, width)
                })
            }
            ("int2bv" | "int_to_bv", &[width]) => {
                let [a] = exactly::<1>(word, args)?;
                self.int_args(word, &[a])?;
                if !(1..=128).contains(&width) {
                    return Err(format!("bit-vectors of {width} bits are not supported"));
                }
                Ok(self.pool.int_to_bv(a, width))
            }
            _ => {
                let [a] = exactly::<1>(word, args)?;
                self.bv_args(word, &[a])?;
                self.indexed_bit_vector(word, indices, a)
            }
        }
    }

    fn indexed_bit_vector(&mut self, word: &str, indices: &[u32], a: Term) -> Checked<Term> {
        let pool = &mut *self.pool;
        let width = pool.width(a);
        let fitting = |total: Option<u32>| match total {
            Some(total) if (1..=128).contains(&total) => Ok(total),
            _ => Err(format!(
                "the result of `{word}` would be wider than 128 bits or empty"
            )),
        };
        match (word, indices) {
            ("extract", &[hi, lo]) => {
                if lo > hi || hi >= width {
                    return Err(format!("bits {hi} to {lo} of a bit-vector of {width} bits"));
                }
                Ok(pool.extract(a, hi, lo))
            }
            ("zero_extend", &[by]) => Ok(pool.zext(a, fitting(width.checked_add(by))?)),
            ("sign_extend", &[by]) => Ok(pool.sext(a, fitting(width.checked_add(by))?)),
            ("repeat", &[count]) => {
                fitting(width.checked_mul(count))?;
                Ok((1..count).fold(a, |all, _| pool.concat(all, a)))
            }
            ("rotate_left" | "rotate_right", &[by]) => {
                let by = by % width;
                let left = if word == "rotate_left" {
                    by
                } else {
                    (width - by) % width
                };
                if left == 0 {
                    return Ok(a);
                }
                let low = pool.extract(a, width - 1, width - left);
                let high = pool.extract(a, width - 1 - left, 0);
                Ok(pool.concat(high, low))
            }
            _ => Err(format!(
                "unknown function `{word}` with {} indices",
                indices.len()
            )),
        }
    }
}

pub(super) fn plain(name: &str, args: &[Arg]) -> Checked<Vec<Term>> {
    let terms = args.iter().map(|arg| match arg {
        Arg::Term(t) => Ok(*t),
        Arg::Mode(_) => Err(format!("`{name}` does not take a rounding mode here")),
        Arg::Decimal(text) => Err(format!("real numbers are not supported: `{text}`")),
    });
    terms.collect()
}

pub(super) fn sized<const N: usize>(name: &str, terms: &[Term]) -> Checked<[Term; N]> {
    <[Term; N]>::try_from(terms)
        .map_err(|_| format!("`{name}` takes {N} {}, not {}", plural(N), terms.len()))
}

pub(super) fn exactly<const N: usize>(name: &str, args: &[Arg]) -> Checked<[Term; N]> {
    sized(name, &plain(name, args)?)
}

pub(super) fn at_least(name: &str, terms: &[Term], count: usize) -> Checked<()> {
    if terms.len() < count {
        return Err(format!("`{name}` takes at least {count} {}", plural(count)));
    }
    Ok(())
}
