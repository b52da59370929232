//! Values: what a term evaluates to.

use crate::floats;
use crate::op::Term;
use crate::pool::Pool;
use crate::sort::{FpSort, Sort, SortId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value of any sort. Values are ordered so that they can be keys; the order has no meaning of its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Bool(bool),
    Bv {
        width: u32,
        bits: u128,
    },
    /// Bits of the interchange format; NaN is canonical.
    Fp {
        sort: FpSort,
        bits: u128,
    },
    Array(Rc<ArrayValue>),
    Int(i128),
    /// An element of an uninterpreted sort, told apart by its number.
    Uninterpreted {
        sort: SortId,
        index: u32,
    },
}

/// An array: a default and the indices that differ from it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The same value everywhere.
    pub fn constant(default: Value) -> ArrayValue {
        ArrayValue {
            default,
            entries: BTreeMap::new(),
        }
    }

    pub fn default(&self) -> &Value {
        &self.default
    }

    /// The indices whose value is not the default.
    pub fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Entries equal to the default are not kept, so that equal arrays over unbounded indices are equal as data.
    pub fn set(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }
}

impl Value {
    pub fn bv(width: u32, bits: u128) -> Value {
        Value::Bv {
            width,
            bits: bits & crate::bits::mask(width),
        }
    }

    pub fn fp(sort: FpSort, bits: u128) -> Value {
        Value::Fp {
            sort,
            bits: floats::canonical(sort, bits),
        }
    }

    pub fn f32(value: f32) -> Value {
        Value::fp(FpSort::F32, u128::from(value.to_bits()))
    }

    pub fn f64(value: f64) -> Value {
        Value::fp(FpSort::F64, u128::from(value.to_bits()))
    }

    pub fn i32(value: i32) -> Value {
        Value::bv(32, u128::from(value as u32))
    }

    pub fn i64(value: i64) -> Value {
        Value::bv(64, u128::from(value as u64))
    }

    /// The value of a symbol that nobody constrained: false, zero, or an array of it.
    pub fn default_of(pool: &Pool, sort: Sort) -> Value {
        // Array sorts nest only as deep as they were declared; the loop finds the innermost element sort.
        let mut depth = 0;
        let mut innermost = sort;
        while let Some((_, element)) = pool.as_array_sort(innermost) {
            depth += 1;
            innermost = element;
        }
        let mut value = match innermost {
            Sort::Bool | Sort::Array(_) => Value::Bool(false),
            Sort::Bv(width) => Value::Bv { width, bits: 0 },
            Sort::Fp(sort) => Value::Fp { sort, bits: 0 },
            Sort::Int => Value::Int(0),
            Sort::Uninterpreted(sort) => Value::Uninterpreted { sort, index: 0 },
        };
        for _ in 0..depth {
            value = Value::Array(Rc::new(ArrayValue::constant(value)));
        }
        value
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_bv(&self) -> Option<u128> {
        match self {
            Value::Bv { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// The value of a 32-bit vector.
    pub fn as_i32(&self) -> Option<i32> {
        match self {
            Value::Bv { width: 32, bits } => Some(*bits as u32 as i32),
            _ => None,
        }
    }

    /// The value of a 64-bit vector.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Bv { width: 64, bits } => Some(*bits as u64 as i64),
            _ => None,
        }
    }

    pub fn as_fp_bits(&self) -> Option<u128> {
        match self {
            Value::Fp { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value as a term of the given sort: a literal, stores over a constant array, or, for an uninterpreted sort,
    /// a symbol made up for the element. `None` if the value is not of that sort.
    pub fn to_term(&self, pool: &mut Pool, sort: Sort) -> Option<Term> {
        match (self, sort) {
            (Value::Bool(value), Sort::Bool) => Some(pool.bool(*value)),
            (Value::Bv { width, bits }, Sort::Bv(expected)) if *width == expected => {
                Some(pool.bv(*width, *bits))
            }
            (Value::Fp { sort, bits }, Sort::Fp(expected)) if *sort == expected => {
                Some(pool.fp_bits(*sort, *bits))
            }
            (Value::Int(value), Sort::Int) => Some(pool.int(*value)),
            (Value::Uninterpreted { sort: id, index }, Sort::Uninterpreted(expected))
                if *id == expected =>
            {
                let name = format!("{}!value!{index}", pool.sort_name(*id));
                Some(pool.symbol(&name, sort))
            }
            (Value::Array(array), Sort::Array(id)) => {
                let (index_sort, element_sort) = pool.array_parts(id);
                let default = array.default.to_term(pool, element_sort)?;
                let mut term = pool.const_array(sort, default);
                for (index, value) in &array.entries {
                    let index = index.to_term(pool, index_sort)?;
                    let value = value.to_term(pool, element_sort)?;
                    term = pool.store(term, index, value);
                }
                Some(term)
            }
            _ => None,
        }
    }
}
