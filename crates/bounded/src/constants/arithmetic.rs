//! Arithmetic over constants, with the terms that methods become: what folds is what Java computes.

use super::Constant;
use crate::values::{self, Widths};
use ir::{BinaryOp, CompareOp, Conversion, Kind};
use logic::{FpSort, Pool, Term, Value};

/// Computes with terms that are all constant.
pub(super) struct Arithmetic {
    pool: Pool,
    widths: Widths,
}

impl Arithmetic {
    pub fn new() -> Arithmetic {
        Arithmetic {
            pool: Pool::new(),
            widths: Widths::new(32),
        }
    }

    fn term(&mut self, value: &Constant) -> Option<Term> {
        Some(match value {
            Constant::Int(value) => self.widths.int(&mut self.pool, *value),
            Constant::Long(value) => values::signed(&mut self.pool, 64, i128::from(*value)),
            Constant::Float(bits) => self.pool.f32(f32::from_bits(*bits)),
            Constant::Double(bits) => self.pool.f64(f64::from_bits(*bits)),
            _ => return None,
        })
    }

    fn constant(&self, term: Term) -> Constant {
        let value = logic::Evaluator::new().eval(&self.pool, &logic::Model::default(), term);
        match value {
            Ok(Value::Bv { bits, width: 32 }) => Constant::Int(bits as u32 as i32),
            Ok(Value::Bv { bits, width: 64 }) => Constant::Long(bits as u64 as i64),
            Ok(Value::Fp { sort, bits }) if sort == FpSort::F32 => Constant::Float(bits as u32),
            Ok(Value::Fp { bits, .. }) => Constant::Double(bits as u64),
            _ => Constant::Unknown,
        }
    }

    /// None where Java throws.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        kind: Kind,
        a: &Constant,
        b: &Constant,
    ) -> Option<Constant> {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && matches!(kind, Kind::Int | Kind::Long) {
            match b {
                Constant::Int(0) | Constant::Long(0) => return None,
                // It may throw.
                Constant::Unknown => return None,
                _ => {}
            }
        }
        let (Some(a), Some(b)) = (self.term(a), self.term(b)) else {
            return Some(Constant::Unknown);
        };
        Some(match values::binary(&mut self.pool, op, kind, a, b) {
            Some(term) => self.constant(term),
            None => Constant::Unknown,
        })
    }

    pub fn negate(&mut self, kind: Kind, a: &Constant) -> Constant {
        let Some(a) = self.term(a) else {
            return Constant::Unknown;
        };
        let term = values::negate(&mut self.pool, kind, a);
        self.constant(term)
    }

    pub fn convert(&mut self, op: Conversion, a: &Constant) -> Constant {
        let Some(a) = self.term(a) else {
            return Constant::Unknown;
        };
        let term = values::convert(&mut self.pool, self.widths, op, a);
        self.constant(term)
    }

    pub fn compare(&mut self, op: CompareOp, a: &Constant, b: &Constant) -> Constant {
        let (Some(a), Some(b)) = (self.term(a), self.term(b)) else {
            return Constant::Unknown;
        };
        let term = values::three_way(&mut self.pool, self.widths, op, a, b);
        self.constant(term)
    }
}
