//! Evaluation of terms under a model. Values are remembered per term for as long as the model stays the same or is
//! only extended, so that evaluating a growing path condition costs its new nodes. An if-then-else evaluates only the
//! branch it takes, and a conjunction with a false side is false, so that guarded partial operations do no harm.

use crate::bits;
use crate::floats::{self, Conversion};
use crate::model::Model;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;
use crate::value::{ArrayValue, Value};
use std::fmt;
use std::rc::Rc;

/// Why a term has no value under a model.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// SMT-LIB leaves the result open: a float out of an integer's range, an integer divided by zero.
    Unspecified(Term),
    /// Too many instances to try.
    Quantifier(Term),
    /// An integer beyond 128 bits.
    IntegerOverflow(Term),
    /// Arithmetic in a floating-point format other than `float` and `double`.
    UnsupportedFormat(Term),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Unspecified(_) => {
                write!(f, "the result of a partial operation is not specified here")
            }
            EvalError::Quantifier(_) => write!(
                f,
                "a quantifier ranges over too many values to try them all"
            ),
            EvalError::IntegerOverflow(_) => write!(f, "an integer does not fit in 128 bits"),
            EvalError::UnsupportedFormat(_) => {
                write!(
                    f,
                    "arithmetic in this floating-point format cannot be evaluated"
                )
            }
        }
    }
}

impl std::error::Error for EvalError {}

type Outcome = Result<Value, EvalError>;

/// How many instances of a quantifier are tried.
const INSTANCES: u128 = 1 << 12;

/// How deep quantifiers may be nested.
const NESTING: u32 = 8;

/// Evaluates terms of one pool; see the module's documentation.
#[derive(Default)]
pub struct Evaluator {
    memo: Vec<(u32, Outcome)>,
    stamp: u32,
    pool: u64,
    generation: u64,
    nesting: u32,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of a term.
    pub fn eval(&mut self, pool: &Pool, model: &Model, t: Term) -> Outcome {
        self.prepare(pool, model);
        self.run(pool, model, t);
        self.memo[t.index() as usize].1.clone()
    }

    /// The value of a boolean term.
    pub fn eval_bool(&mut self, pool: &Pool, model: &Model, t: Term) -> Result<bool, EvalError> {
        Ok(self.eval(pool, model, t)? == Value::Bool(true))
    }

    /// Decides what is still valid.
    fn prepare(&mut self, pool: &Pool, model: &Model) {
        let generation = model.generation();
        let valid = self.stamp != 0
            && self.pool == pool.id()
            && (self.generation == generation || self.still_valid(model));
        if !valid {
            if self.stamp == u32::MAX {
                self.memo.clear();
                self.stamp = 0;
            }
            self.stamp += 1;
        }
        self.pool = pool.id();
        self.generation = generation;
        if self.memo.len() < pool.len() {
            self.memo.resize(pool.len(), (0, Ok(Value::Bool(false))));
        }
    }

    /// Whether the model only gave values to symbols that were not looked at, or looked at with the same value.
    fn still_valid(&self, model: &Model) -> bool {
        let Some(mut added) = model.extension_since(self.generation) else {
            return false;
        };
        added.all(|symbol| match self.memo.get(symbol.index() as usize) {
            Some((stamp, Ok(value))) if *stamp == self.stamp => model.get(symbol) == Some(value),
            Some((stamp, Err(_))) => *stamp != self.stamp,
            _ => true,
        })
    }

    fn known(&self, t: Term) -> Option<&Outcome> {
        let (stamp, outcome) = &self.memo[t.index() as usize];
        (*stamp == self.stamp).then_some(outcome)
    }

    fn run(&mut self, pool: &Pool, model: &Model, root: Term) {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.known(t).is_some() {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            self.push_needed(pool, t, &mut stack);
            if stack.len() > pending {
                continue;
            }
            stack.pop();
            let outcome = self.compute(pool, model, t);
            self.memo[t.index() as usize] = (self.stamp, outcome);
        }
    }

    /// Pushes the children whose values are needed next.
    fn push_needed(&self, pool: &Pool, t: Term, stack: &mut Vec<Term>) {
        let children = pool.children(t);
        match pool.op(t) {
            Op::Ite => match self.known(children[0]) {
                None => stack.push(children[0]),
                Some(Ok(Value::Bool(true))) => stack.extend(self.unknown(children[1])),
                Some(Ok(_)) => stack.extend(self.unknown(children[2])),
                Some(Err(_)) => {}
            },
            Op::And => match self.known(children[0]) {
                None => stack.push(children[0]),
                Some(Ok(Value::Bool(false))) => {}
                Some(_) => stack.extend(self.unknown(children[1])),
            },
            Op::Forall | Op::Exists => {}
            _ => stack.extend(
                children
                    .iter()
                    .filter(|&&child| self.known(child).is_none()),
            ),
        }
    }

    fn unknown(&self, t: Term) -> Option<Term> {
        if self.known(t).is_none() {
            Some(t)
        } else {
            None
        }
    }

    fn value(&self, t: Term) -> Outcome {
        self.memo[t.index() as usize].1.clone()
    }

    fn bits(&self, t: Term) -> Result<u128, EvalError> {
        match &self.memo[t.index() as usize].1 {
            Ok(Value::Bv { bits, .. } | Value::Fp { bits, .. }) => Ok(*bits),
            Ok(_) => Ok(0),
            Err(error) => Err(*error),
        }
    }

    fn compute(&mut self, pool: &Pool, model: &Model, t: Term) -> Outcome {
        let op = pool.op(t);
        let args = pool.children(t);
        match op {
            Op::True => Ok(Value::Bool(true)),
            Op::False => Ok(Value::Bool(false)),
            Op::Symbol(_) => Ok(model.value_of(pool, t)),
            Op::BvConst(id) => Ok(Value::Bv {
                width: pool.width(t),
                bits: pool.constant_bits(id),
            }),
            Op::FpConst(id) => Ok(Value::Fp {
                sort: pool.fp_sort(t),
                bits: pool.constant_bits(id),
            }),
            Op::IntConst(id) => Ok(Value::Int(pool.constant_bits(id) as i128)),
            Op::Not => Ok(Value::Bool(self.value(args[0])? != Value::Bool(true))),
            Op::And => {
                // A false side decides, whichever it is and whatever the other does.
                let first = self.value(args[0]);
                if first == Ok(Value::Bool(false)) {
                    return first;
                }
                let second = self.value(args[1]);
                if second == Ok(Value::Bool(false)) {
                    second
                } else {
                    first.and(second)
                }
            }
            Op::Ite => {
                let taken = if self.value(args[0])? == Value::Bool(true) {
                    args[1]
                } else {
                    args[2]
                };
                self.value(taken)
            }
            Op::Eq => {
                let (a, b) = (self.value(args[0])?, self.value(args[1])?);
                Ok(Value::Bool(same(pool, pool.sort(args[0]), &a, &b)))
            }
            Op::Forall | Op::Exists => self.quantifier(pool, model, t),
            Op::Apply(f) => {
                let arguments = args
                    .iter()
                    .map(|&arg| self.value(arg))
                    .collect::<Result<Vec<Value>, EvalError>>()?;
                let table = model.function(f);
                let listed = table.and_then(|table| table.entries.get(&arguments));
                // A solver's entries stand for its own idea of the function; elsewhere the function is itself.
                let computed = || pool.meaning(f).and_then(|meaning| meaning(&arguments));
                let otherwise = || table.map(|table| table.default.clone());
                Ok(listed
                    .cloned()
                    .or_else(computed)
                    .or_else(otherwise)
                    .unwrap_or_else(|| Value::default_of(pool, pool.sort(t))))
            }
            Op::ConstArray => Ok(Value::Array(Rc::new(ArrayValue::constant(
                self.value(args[0])?,
            )))),
            Op::Select => {
                let (array, index) = (self.value(args[0])?, self.value(args[1])?);
                Ok(match array {
                    Value::Array(array) => array.get(&index).clone(),
                    other => other,
                })
            }
            Op::Store => {
                let (array, index, value) = (
                    self.value(args[0])?,
                    self.value(args[1])?,
                    self.value(args[2])?,
                );
                Ok(match array {
                    Value::Array(mut array) => {
                        Rc::make_mut(&mut array).set(index, value);
                        Value::Array(array)
                    }
                    other => other,
                })
            }
            Op::IntNeg
            | Op::IntAdd
            | Op::IntSub
            | Op::IntMul
            | Op::IntDiv
            | Op::IntMod
            | Op::IntLt
            | Op::IntToBv => self.integer(pool, t, op, args),
            Op::BvToInt => {
                let value = self.bits(args[0])?;
                i128::try_from(value)
                    .map(Value::Int)
                    .map_err(|_| EvalError::IntegerOverflow(t))
            }
            _ => match pool.sort(args[0]) {
                Sort::Fp(_) => self.float(pool, t, op, args),
                _ => self.bit_vector(pool, t, op, args),
            },
        }
    }

    fn bit_vector(&self, pool: &Pool, t: Term, op: Op, args: &[Term]) -> Outcome {
        let width = pool.width(args[0]);
        let a = self.bits(args[0])?;
        let b = match args.get(1) {
            Some(&arg) => self.bits(arg)?,
            None => 0,
        };
        match (op, pool.sort(t)) {
            (Op::BvUlt | Op::BvSlt, _) => {
                Ok(Value::Bool(bits::compare(op, width, a, b) == Some(true)))
            }
            (Op::BvConcat, _) => Ok(Value::bv(pool.width(t), (a << pool.width(args[1])) | b)),
            (Op::FpFromSbv, Sort::Fp(sort)) => {
                fp_value(t, sort, floats::from_signed(width, a, sort))
            }
            (Op::FpFromUbv, Sort::Fp(sort)) => fp_value(t, sort, floats::from_unsigned(a, sort)),
            (Op::FpFromIeee, Sort::Fp(sort)) => Ok(Value::fp(sort, a)),
            (_, Sort::Bv(result)) => {
                let bits =
                    bits::unary(op, width, result, a).or_else(|| bits::binary(op, width, a, b));
                Ok(Value::bv(result, bits.unwrap_or_default()))
            }
            _ => Err(EvalError::UnsupportedFormat(t)),
        }
    }

    fn float(&self, pool: &Pool, t: Term, op: Op, args: &[Term]) -> Outcome {
        let sort = pool.fp_sort(args[0]);
        let mut values = [0; 3];
        for (slot, &arg) in values.iter_mut().zip(args) {
            *slot = self.bits(arg)?;
        }
        match (op, pool.sort(t)) {
            (Op::FpToSbv | Op::FpToUbv, Sort::Bv(width)) => {
                match floats::to_integer(sort, values[0], width, op == Op::FpToSbv) {
                    Conversion::Value(bits) => Ok(Value::Bv { width, bits }),
                    Conversion::Unspecified => Err(EvalError::Unspecified(t)),
                    Conversion::Unsupported => Err(EvalError::UnsupportedFormat(t)),
                }
            }
            (Op::FpToFp, Sort::Fp(to)) => fp_value(t, to, floats::convert(sort, to, values[0])),
            (_, Sort::Bool) => {
                let holds = floats::classify(op, sort, values[0]);
                let holds = holds.or_else(|| floats::relate(op, sort, values[0], values[1]));
                Ok(Value::Bool(holds == Some(true)))
            }
            _ => fp_value(t, sort, floats::arithmetic(op, sort, &values[..args.len()])),
        }
    }

    fn integer(&self, pool: &Pool, t: Term, op: Op, args: &[Term]) -> Outcome {
        let get = |i: usize| match args.get(i) {
            Some(&arg) => Ok(self.value(arg)?.as_int().unwrap_or_default()),
            None => Ok(0),
        };
        let (a, b) = (get(0)?, get(1)?);
        let result = match op {
            Op::IntLt => return Ok(Value::Bool(a < b)),
            Op::IntToBv => return Ok(Value::bv(pool.width(t), a as u128)),
            Op::IntDiv | Op::IntMod if b == 0 => return Err(EvalError::Unspecified(t)),
            Op::IntNeg => a.checked_neg(),
            Op::IntAdd => a.checked_add(b),
            Op::IntSub => a.checked_sub(b),
            Op::IntMul => a.checked_mul(b),
            Op::IntDiv => a.checked_div_euclid(b),
            // The only overflow is the least number by minus one, with remainder zero.
            _ => Some(a.checked_rem_euclid(b).unwrap_or(0)),
        };
        result.map(Value::Int).ok_or(EvalError::IntegerOverflow(t))
    }

    /// Tries all instances, if the domains are small.
    fn quantifier(&self, pool: &Pool, model: &Model, t: Term) -> Outcome {
        let children = pool.children(t);
        let (body, bound) = (
            children[children.len() - 1],
            &children[..children.len() - 1],
        );
        let mut instances: u128 = 1;
        for &symbol in bound {
            let size = match pool.sort(symbol) {
                Sort::Bool => 2,
                Sort::Bv(width) if width < 64 => 1 << width,
                _ => return Err(EvalError::Quantifier(t)),
            };
            instances = instances.saturating_mul(size);
        }
        if instances > INSTANCES || self.nesting >= NESTING {
            return Err(EvalError::Quantifier(t));
        }
        let exists = pool.op(t) == Op::Exists;
        let mut inner = Evaluator {
            nesting: self.nesting + 1,
            ..Evaluator::default()
        };
        let mut failure = None;
        for instance in 0..instances {
            let mut model = model.clone();
            let mut rest = instance;
            for &symbol in bound {
                let value = match pool.sort(symbol) {
                    Sort::Bv(width) => {
                        let value = Value::bv(width, rest);
                        rest >>= width;
                        value
                    }
                    _ => {
                        let value = Value::Bool(rest & 1 == 1);
                        rest >>= 1;
                        value
                    }
                };
                model.set(symbol, value);
            }
            match inner.eval_bool(pool, &model, body) {
                Ok(holds) if holds == exists => return Ok(Value::Bool(exists)),
                Ok(_) => {}
                Err(error) => failure = Some(error),
            }
        }
        failure.map_or(Ok(Value::Bool(!exists)), Err)
    }
}

fn fp_value(t: Term, sort: crate::sort::FpSort, bits: Option<u128>) -> Outcome {
    bits.map(|bits| Value::fp(sort, bits))
        .ok_or(EvalError::UnsupportedFormat(t))
}

/// Equality of values of a sort. Arrays over small index sorts may be written with different defaults and still hold
/// the same everywhere.
fn same(pool: &Pool, sort: Sort, a: &Value, b: &Value) -> bool {
    let (Value::Array(a), Value::Array(b), Some((index, element))) =
        (a, b, pool.as_array_sort(sort))
    else {
        return a == b;
    };
    let mut keys: Vec<&Value> = a.entries().keys().chain(b.entries().keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    if !keys
        .iter()
        .all(|key| same(pool, element, a.get(key), b.get(key)))
    {
        return false;
    }
    let domain = match index {
        Sort::Bool => Some(2),
        Sort::Bv(width) if width < 64 => Some(1u64 << width),
        _ => None,
    };
    domain == Some(keys.len() as u64) || same(pool, element, a.default(), b.default())
}
