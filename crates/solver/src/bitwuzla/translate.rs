//! From `logic`'s terms to Bitwuzla's. Every term is translated once per context, without recursion (terms may be very
//! deep); what Bitwuzla lacks is reported by name.

use super::ffi::{Context, Kind};
use logic::{FunId, Op, Pool, RoundingMode, Sort, Term};
use std::collections::{HashMap, HashSet};

/// The width of the bit-vectors that stand for elements of uninterpreted sorts.
const ELEMENT_BITS: u32 = 32;

/// What was translated so far: handles by the index of the term, zero for none.
#[derive(Default)]
pub struct Translation {
    terms: Vec<u32>,
    sorts: HashMap<Sort, u32>,
    functions: HashMap<FunId, u32>,
    roundings: [u32; 5],
    /// Functions in the order in which they were met, for models.
    pub met_functions: Vec<FunId>,
    /// Only symbols are remembered: what is made for one assertion goes with it.
    pub by_assertion: bool,
    /// How many terms Bitwuzla was told about.
    pub stated: u64,
    /// Terms made for the current assertion.
    made: Vec<Term>,
    /// Handles of symbols, where only these are remembered.
    symbols: HashSet<u32>,
}

/// Why a term has no counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untranslatable {
    Unsupported(String),
    Failed(String),
}

impl Translation {
    /// The handle of `term`, translating what is new below it.
    pub fn term(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        term: Term,
    ) -> Result<u32, Untranslatable> {
        let result = self.translate(context, pool, term);
        for made in std::mem::take(&mut self.made) {
            let handle = std::mem::take(&mut self.terms[made.index() as usize]);
            // What it is made of stays with it.
            if made != term || result.is_err() {
                context.forget(handle);
            }
        }
        result
    }

    /// Forgets a term that nothing refers to any more, unless it is remembered for later.
    pub fn forget(&mut self, context: &mut Context, handle: u32) {
        if !self.symbols.contains(&handle) {
            context.forget(handle);
        }
    }

    fn translate(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        term: Term,
    ) -> Result<u32, Untranslatable> {
        if let Some(handle) = self.known(term) {
            return Ok(handle);
        }
        if self.terms.len() < pool.len() {
            self.terms.resize(pool.len(), 0);
        }
        let mut waiting = vec![term];
        let mut args = Vec::new();
        while let Some(&next) = waiting.last() {
            if self.known(next).is_some() {
                waiting.pop();
                continue;
            }
            let height = waiting.len();
            // The first child ends on top, so that handles are given in the order of reading.
            waiting.extend(
                pool.children(next)
                    .iter()
                    .rev()
                    .filter(|child| self.known(**child).is_none()),
            );
            if waiting.len() > height {
                continue;
            }
            waiting.pop();
            args.clear();
            args.extend(
                pool.children(next)
                    .iter()
                    .map(|child| self.terms[child.index() as usize]),
            );
            let handle = self.node(context, pool, next, &args)?;
            if handle == 0 {
                return Err(Untranslatable::Failed(context.error()));
            }
            self.terms[next.index() as usize] = handle;
            self.stated += 1;
            if self.by_assertion {
                if pool.is_symbol(next) {
                    self.symbols.insert(handle);
                } else {
                    self.made.push(next);
                }
            }
        }
        Ok(self.terms[term.index() as usize])
    }

    /// The handle of a term that was translated before.
    pub fn known(&self, term: Term) -> Option<u32> {
        self.terms
            .get(term.index() as usize)
            .copied()
            .filter(|handle| *handle != 0)
    }

    pub fn function(&self, function: FunId) -> Option<u32> {
        self.functions.get(&function).copied()
    }

    pub fn sort(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        sort: Sort,
    ) -> Result<u32, Untranslatable> {
        if let Some(handle) = self.sorts.get(&sort) {
            return Ok(*handle);
        }
        let handle = match sort {
            Sort::Bool => context.sort_bool(),
            Sort::Bv(width) => context.sort_bv(width),
            Sort::Fp(format) => context.sort_fp(format.exponent, format.significand),
            Sort::Array(id) => {
                // Array sorts nest as deep as somebody wrote them down, which is not deep.
                let (index, element) = pool.array_parts(id);
                let (index, element) = (
                    self.sort(context, pool, index)?,
                    self.sort(context, pool, element)?,
                );
                context.sort_array(index, element)
            }
            // Bitwuzla cannot compare elements of such sorts. Without quantifiers over them, a formula with fewer than
            // 2^32 terms has a model iff it has one over this many elements.
            Sort::Uninterpreted(_) => context.sort_bv(ELEMENT_BITS),
            Sort::Int => return Err(Untranslatable::Unsupported("integers".into())),
        };
        if handle == 0 {
            return Err(Untranslatable::Failed(context.error()));
        }
        self.sorts.insert(sort, handle);
        Ok(handle)
    }

    fn rounding(&mut self, context: &mut Context, mode: RoundingMode) -> u32 {
        let number = match mode {
            RoundingMode::Rne => 0,
            RoundingMode::Rna => 1,
            RoundingMode::Rtn => 2,
            RoundingMode::Rtp => 3,
            RoundingMode::Rtz => 4,
        };
        let slot = &mut self.roundings[number as usize];
        if *slot == 0 {
            *slot = context.rounding(number);
        }
        *slot
    }

    fn rounded(
        &mut self,
        context: &mut Context,
        kind: Kind,
        mode: RoundingMode,
        args: &[u32],
        indices: &[u64],
    ) -> u32 {
        let mut all = vec![self.rounding(context, mode)];
        all.extend_from_slice(args);
        context.term(kind, &all, indices)
    }

    /// One node whose children have the handles `args`.
    fn node(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        term: Term,
        args: &[u32],
    ) -> Result<u32, Untranslatable> {
        use RoundingMode::{Rne, Rtz};
        let sort = pool.sort(term);
        let extension = || -> u64 {
            let from = pool
                .children(term)
                .first()
                .and_then(|child| pool.sort(*child).bv_width())
                .unwrap_or(0);
            sort.bv_width().unwrap_or(0).saturating_sub(from).into()
        };
        let format = || match sort {
            Sort::Fp(format) => [u64::from(format.exponent), u64::from(format.significand)],
            _ => [0, 0],
        };
        let width = || [u64::from(sort.bv_width().unwrap_or(0))];
        Ok(match pool.op(term) {
            Op::True => context.bool(true),
            Op::False => context.bool(false),
            Op::Symbol(_) => {
                let sort = self.sort(context, pool, sort)?;
                context.constant(sort, pool.symbol_name(term))
            }
            Op::BvConst(id) => {
                let handle = self.sort(context, pool, sort)?;
                context.bv(
                    handle,
                    &binary(pool.constant_bits(id), sort.bv_width().unwrap_or(0)),
                )
            }
            Op::FpConst(id) => {
                let handle = self.sort(context, pool, sort)?;
                let bits = match sort {
                    Sort::Fp(format) => format.width(),
                    _ => 0,
                };
                context.fp(handle, &binary(pool.constant_bits(id), bits))
            }
            Op::Not => context.term(Kind::Not, args, &[]),
            Op::And => context.term(Kind::And, args, &[]),
            Op::Ite => context.term(Kind::Ite, args, &[]),
            Op::Eq => context.term(Kind::Equal, args, &[]),
            Op::BvNeg => context.term(Kind::BvNeg, args, &[]),
            Op::BvAdd => context.term(Kind::BvAdd, args, &[]),
            Op::BvSub => context.term(Kind::BvSub, args, &[]),
            Op::BvMul => context.term(Kind::BvMul, args, &[]),
            Op::BvUdiv => context.term(Kind::BvUdiv, args, &[]),
            Op::BvUrem => context.term(Kind::BvUrem, args, &[]),
            Op::BvSdiv => context.term(Kind::BvSdiv, args, &[]),
            Op::BvSrem => context.term(Kind::BvSrem, args, &[]),
            Op::BvNot => context.term(Kind::BvNot, args, &[]),
            Op::BvAnd => context.term(Kind::BvAnd, args, &[]),
            Op::BvOr => context.term(Kind::BvOr, args, &[]),
            Op::BvXor => context.term(Kind::BvXor, args, &[]),
            Op::BvShl => context.term(Kind::BvShl, args, &[]),
            Op::BvLshr => context.term(Kind::BvShr, args, &[]),
            Op::BvAshr => context.term(Kind::BvAshr, args, &[]),
            Op::BvConcat => context.term(Kind::BvConcat, args, &[]),
            Op::BvExtract { hi, lo } => {
                context.term(Kind::BvExtract, args, &[hi.into(), lo.into()])
            }
            Op::BvZext => context.term(Kind::BvZeroExtend, args, &[extension()]),
            Op::BvSext => context.term(Kind::BvSignExtend, args, &[extension()]),
            Op::BvUlt => context.term(Kind::BvUlt, args, &[]),
            Op::BvSlt => context.term(Kind::BvSlt, args, &[]),
            Op::FpAdd => self.rounded(context, Kind::FpAdd, Rne, args, &[]),
            Op::FpSub => self.rounded(context, Kind::FpSub, Rne, args, &[]),
            Op::FpMul => self.rounded(context, Kind::FpMul, Rne, args, &[]),
            Op::FpDiv => self.rounded(context, Kind::FpDiv, Rne, args, &[]),
            Op::FpRem => context.term(Kind::FpRem, args, &[]),
            Op::FpSqrt => self.rounded(context, Kind::FpSqrt, Rne, args, &[]),
            Op::FpFma => self.rounded(context, Kind::FpFma, Rne, args, &[]),
            Op::FpNeg => context.term(Kind::FpNeg, args, &[]),
            Op::FpAbs => context.term(Kind::FpAbs, args, &[]),
            Op::FpRound(mode) => self.rounded(context, Kind::FpRti, mode, args, &[]),
            Op::FpLt => context.term(Kind::FpLt, args, &[]),
            Op::FpLe => context.term(Kind::FpLeq, args, &[]),
            Op::FpEq => context.term(Kind::FpEqual, args, &[]),
            Op::FpIsNan => context.term(Kind::FpIsNan, args, &[]),
            Op::FpIsInf => context.term(Kind::FpIsInf, args, &[]),
            Op::FpIsZero => context.term(Kind::FpIsZero, args, &[]),
            Op::FpIsNormal => context.term(Kind::FpIsNormal, args, &[]),
            Op::FpIsSubnormal => context.term(Kind::FpIsSubnormal, args, &[]),
            Op::FpIsNegative => context.term(Kind::FpIsNeg, args, &[]),
            Op::FpToFp => self.rounded(context, Kind::FpFromFp, Rne, args, &format()),
            Op::FpFromSbv => self.rounded(context, Kind::FpFromSbv, Rne, args, &format()),
            Op::FpFromUbv => self.rounded(context, Kind::FpFromUbv, Rne, args, &format()),
            Op::FpToSbv => self.rounded(context, Kind::FpToSbv, Rtz, args, &width()),
            Op::FpToUbv => self.rounded(context, Kind::FpToUbv, Rtz, args, &width()),
            Op::FpFromIeee => context.term(Kind::FpFromBv, args, &format()),
            Op::ConstArray => {
                let sort = self.sort(context, pool, sort)?;
                context.const_array(sort, args.first().copied().unwrap_or(0))
            }
            Op::Select => context.term(Kind::Select, args, &[]),
            Op::Store => context.term(Kind::Store, args, &[]),
            Op::Apply(function) => {
                let mut all = vec![self.declare(context, pool, function)?];
                all.extend_from_slice(args);
                context.term(Kind::Apply, &all, &[])
            }
            op @ (Op::Forall | Op::Exists) => {
                let kind = if op == Op::Forall {
                    Kind::Forall
                } else {
                    Kind::Exists
                };
                return self.quantifier(context, pool, term, kind, args);
            }
            Op::IntConst(_)
            | Op::IntNeg
            | Op::IntAdd
            | Op::IntSub
            | Op::IntMul
            | Op::IntDiv
            | Op::IntMod
            | Op::IntLt
            | Op::BvToInt
            | Op::IntToBv => return Err(Untranslatable::Unsupported("integers".into())),
        })
    }

    fn declare(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        function: FunId,
    ) -> Result<u32, Untranslatable> {
        if let Some(handle) = self.function(function) {
            return Ok(handle);
        }
        let mut domain = Vec::new();
        for sort in pool.fun_parameters(function) {
            domain.push(self.sort(context, pool, *sort)?);
        }
        let range = self.sort(context, pool, pool.fun_result(function))?;
        let sort = context.sort_fun(&domain, range);
        if sort == 0 {
            return Err(Untranslatable::Failed(context.error()));
        }
        let handle = context.constant(sort, pool.fun_name(function));
        if handle == 0 {
            return Err(Untranslatable::Failed(context.error()));
        }
        self.functions.insert(function, handle);
        self.met_functions.push(function);
        Ok(handle)
    }

    /// The body was translated with the bound symbols as constants. Replacing those by fresh variables makes a symbol that
    /// is bound twice, or bound here and free there, come out right.
    fn quantifier(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        term: Term,
        kind: Kind,
        args: &[u32],
    ) -> Result<u32, Untranslatable> {
        let (Some((body, bound)), Some((_, symbols))) =
            (args.split_last(), pool.children(term).split_last())
        else {
            return Err(Untranslatable::Failed("a quantifier without a body".into()));
        };
        let mut variables = Vec::new();
        for symbol in symbols {
            if matches!(pool.sort(*symbol), Sort::Uninterpreted(_)) {
                let what = "quantifiers over uninterpreted sorts".to_string();
                return Err(Untranslatable::Unsupported(what));
            }
            let sort = self.sort(context, pool, pool.sort(*symbol))?;
            variables.push(context.variable(sort, pool.symbol_name(*symbol)));
        }
        let body = context.substitute(*body, bound, &variables);
        if body == 0 {
            return Ok(0);
        }
        variables.push(body);
        Ok(context.term(kind, &variables, &[]))
    }
}

/// The lowest `width` bits, the most significant first.
fn binary(value: u128, width: u32) -> String {
    (0..width)
        .rev()
        .map(|bit| if value >> bit & 1 == 1 { '1' } else { '0' })
        .collect()
}
