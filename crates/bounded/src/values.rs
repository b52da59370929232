//! Java's operators on terms (JLS 15.15 to 15.24). Integers have the widths that the user chose, 32 and 64 bits unless
//! `--int-bits` says otherwise, and wrap at them.

use ir::{BinaryOp, CompareOp, Condition, Conversion, ElementKind, Kind};
use logic::{FpSort, Pool, Sort, Term};

/// The widths of `int` and `long`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Widths {
    pub int: u32,
    pub long: u32,
}

impl Widths {
    pub fn new(int: u32) -> Widths {
        Widths {
            int,
            long: (2 * int).min(64),
        }
    }

    /// Whether numbers are as wide as Java's.
    pub fn are_real(self) -> bool {
        self.int == 32
    }

    /// Whether a number can be written in an `int`.
    pub fn holds_int(self, value: i64) -> bool {
        fits(value, self.int)
    }

    pub fn int(self, pool: &mut Pool, value: i32) -> Term {
        signed(pool, self.int, i128::from(value))
    }

    pub fn of(self, kind: Kind, reference: u32) -> Sort {
        match kind {
            Kind::Int => Sort::Bv(self.int),
            Kind::Long => Sort::Bv(self.long),
            Kind::Float => Sort::Fp(FpSort::F32),
            Kind::Double => Sort::Fp(FpSort::F64),
            Kind::Ref => Sort::Bv(reference),
        }
    }

    /// The sort of a cell of a field or array, by its descriptor.
    pub fn cell(self, descriptor: &str, reference: u32) -> Sort {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Sort::Bool,
            Some(b'B') => Sort::Bv(8.min(self.int)),
            Some(b'C' | b'S') => Sort::Bv(16.min(self.int)),
            Some(b'I') => Sort::Bv(self.int),
            Some(b'J') => Sort::Bv(self.long),
            Some(b'F') => Sort::Fp(FpSort::F32),
            Some(b'D') => Sort::Fp(FpSort::F64),
            _ => Sort::Bv(reference),
        }
    }

    /// What a register gets from a cell.
    pub fn load(self, pool: &mut Pool, descriptor: &str, cell: Term) -> Term {
        match descriptor.as_bytes().first() {
            Some(b'Z') => {
                let (one, zero) = (self.int(pool, 1), self.int(pool, 0));
                pool.ite(cell, one, zero)
            }
            Some(b'B' | b'S') => pool.sext(cell, self.int),
            Some(b'C') => pool.zext(cell, self.int),
            _ => cell,
        }
    }

    /// What a cell gets from a register.
    pub fn store(self, pool: &mut Pool, descriptor: &str, value: Term) -> Term {
        match descriptor.as_bytes().first() {
            Some(b'Z') => {
                let bit = pool.extract(value, 0, 0);
                let one = pool.bv(1, 1);
                pool.eq(bit, one)
            }
            Some(b'B') => low(pool, value, 8),
            Some(b'C' | b'S') => low(pool, value, 16),
            _ => value,
        }
    }
}

pub fn fits(value: i64, width: u32) -> bool {
    let value = i128::from(value);
    let half = 1i128 << (width - 1);
    -half <= value && value < half
}

/// The descriptor of an array's elements; boolean arrays are held as bytes.
pub fn element_descriptor(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::Byte => "B",
        ElementKind::Char => "C",
        ElementKind::Short => "S",
        ElementKind::Int => "I",
        ElementKind::Long => "J",
        ElementKind::Float => "F",
        ElementKind::Double => "D",
        ElementKind::Ref => "L",
    }
}

pub fn element_kind(descriptor: &str) -> ElementKind {
    match descriptor.as_bytes().first() {
        Some(b'Z' | b'B') => ElementKind::Byte,
        Some(b'C') => ElementKind::Char,
        Some(b'S') => ElementKind::Short,
        Some(b'I') => ElementKind::Int,
        Some(b'J') => ElementKind::Long,
        Some(b'F') => ElementKind::Float,
        Some(b'D') => ElementKind::Double,
        _ => ElementKind::Ref,
    }
}

fn low(pool: &mut Pool, value: Term, width: u32) -> Term {
    let width = width.min(pool.width(value));
    pool.extract(value, width - 1, 0)
}

pub fn signed(pool: &mut Pool, width: u32, value: i128) -> Term {
    let mask = u128::MAX >> (128 - width);
    pool.bv(width, value as u128 & mask)
}

/// Whether the result of an operator does not fit; of one operand, its negation.
pub fn overflows(pool: &mut Pool, op: BinaryOp, a: Term, b: Option<Term>) -> Term {
    let width = pool.width(a);
    let zero = pool.bv(width, 0);
    let (a, b) = match b {
        Some(b) => (a, b),
        None => (zero, a),
    };
    let wide = match op {
        BinaryOp::Mul => 2 * width,
        _ => width + 1,
    };
    let (x, y) = (pool.sext(a, wide), pool.sext(b, wide));
    let exact = match op {
        BinaryOp::Add => pool.add(x, y),
        BinaryOp::Sub => pool.sub(x, y),
        BinaryOp::Mul => pool.mul(x, y),
        // Only the smallest number by -1 does not fit.
        _ => pool.sdiv(x, y),
    };
    let low = pool.extract(exact, width - 1, 0);
    let back = pool.sext(low, wide);
    pool.distinct(exact, back)
}

/// The value that fields and elements have at first.
pub fn default(pool: &mut Pool, sort: Sort) -> Term {
    match sort {
        Sort::Bool => pool.ff(),
        Sort::Fp(sort) => pool.fp_bits(sort, 0),
        Sort::Bv(width) => pool.bv(width, 0),
        _ => pool.ff(),
    }
}

pub fn compare(condition: Condition, a: i32, b: i32) -> bool {
    match condition {
        Condition::Eq => a == b,
        Condition::Ne => a != b,
        Condition::Lt => a < b,
        Condition::Ge => a >= b,
        Condition::Gt => a > b,
        Condition::Le => a <= b,
    }
}

/// A truth value as registers hold it.
pub fn flag(pool: &mut Pool, widths: Widths, holds: Term) -> Term {
    let (one, zero) = (widths.int(pool, 1), widths.int(pool, 0));
    pool.ite(holds, one, zero)
}

pub fn condition(pool: &mut Pool, condition: Condition, a: Term, b: Term) -> Term {
    match condition {
        Condition::Eq => pool.eq(a, b),
        Condition::Ne => pool.distinct(a, b),
        Condition::Lt => pool.slt(a, b),
        Condition::Ge => pool.sge(a, b),
        Condition::Gt => pool.sgt(a, b),
        Condition::Le => pool.sle(a, b),
    }
}

/// The result of an operator; none where no term has its meaning. Division by zero is up to the caller.
pub fn binary(pool: &mut Pool, op: BinaryOp, kind: Kind, a: Term, b: Term) -> Option<Term> {
    if matches!(kind, Kind::Float | Kind::Double) {
        return Some(match op {
            BinaryOp::Add => pool.fp_add(a, b),
            BinaryOp::Sub => pool.fp_sub(a, b),
            BinaryOp::Mul => pool.fp_mul(a, b),
            BinaryOp::Div => pool.fp_div(a, b),
            _ => return None,
        });
    }
    Some(match op {
        BinaryOp::Add => pool.add(a, b),
        BinaryOp::Sub => pool.sub(a, b),
        BinaryOp::Mul => pool.mul(a, b),
        BinaryOp::Div => pool.sdiv(a, b),
        BinaryOp::Rem => pool.srem(a, b),
        BinaryOp::And => pool.bv_and(a, b),
        BinaryOp::Or => pool.bv_or(a, b),
        BinaryOp::Xor => pool.bv_xor(a, b),
        BinaryOp::Shl => {
            let by = distance(pool, a, b);
            pool.shl(a, by)
        }
        BinaryOp::Shr => {
            let by = distance(pool, a, b);
            pool.ashr(a, by)
        }
        BinaryOp::Ushr => {
            let by = distance(pool, a, b);
            pool.lshr(a, by)
        }
    })
}

/// A shift's distance, taken modulo the width (JLS 15.19).
fn distance(pool: &mut Pool, a: Term, b: Term) -> Term {
    let (width, given) = (pool.width(a), pool.width(b));
    let b = match given.cmp(&width) {
        std::cmp::Ordering::Less => pool.sext(b, width),
        std::cmp::Ordering::Equal => b,
        std::cmp::Ordering::Greater => pool.extract(b, width - 1, 0),
    };
    if width.is_power_of_two() {
        let mask = pool.bv(width, u128::from(width - 1));
        return pool.bv_and(b, mask);
    }
    let modulus = pool.bv(width, u128::from(width));
    pool.urem(b, modulus)
}

pub fn negate(pool: &mut Pool, kind: Kind, a: Term) -> Term {
    match kind {
        Kind::Float | Kind::Double => pool.fp_neg(a),
        _ => pool.neg(a),
    }
}

pub fn convert(pool: &mut Pool, widths: Widths, op: Conversion, a: Term) -> Term {
    match op {
        Conversion::I2L => pool.sext(a, widths.long),
        Conversion::L2I => low(pool, a, widths.int),
        Conversion::I2B => {
            let part = low(pool, a, 8);
            pool.sext(part, widths.int)
        }
        Conversion::I2C => {
            let part = low(pool, a, 16);
            pool.zext(part, widths.int)
        }
        Conversion::I2S => {
            let part = low(pool, a, 16);
            pool.sext(part, widths.int)
        }
        Conversion::I2F | Conversion::L2F => pool.fp_from_sbv(a, FpSort::F32),
        Conversion::I2D | Conversion::L2D => pool.fp_from_sbv(a, FpSort::F64),
        Conversion::F2D => pool.fp_to_fp(a, FpSort::F64),
        Conversion::D2F => pool.fp_to_fp(a, FpSort::F32),
        Conversion::F2I | Conversion::D2I => to_integer(pool, a, widths.int),
        Conversion::F2L | Conversion::D2L => to_integer(pool, a, widths.long),
    }
}

/// NaN is 0, and what is out of range becomes the nearest number (JLS 5.1.3).
fn to_integer(pool: &mut Pool, a: Term, width: u32) -> Term {
    let sort = pool.fp_sort(a);
    let smallest = signed(pool, width, -(1i128 << (width - 1)));
    let largest = signed(pool, width, (1i128 << (width - 1)) - 1);
    let low = pool.fp_from_sbv(smallest, sort);
    let high = pool.fp_neg(low);
    let zero = pool.bv(width, 0);
    let nan = pool.fp_is_nan(a);
    let below = pool.fp_le(a, low);
    let above = pool.fp_ge(a, high);
    let within = pool.fp_to_sbv(a, width);
    let upper = pool.ite(above, largest, within);
    let value = pool.ite(below, smallest, upper);
    pool.ite(nan, zero, value)
}

/// `lcmp` and its like: −1, 0 or 1.
pub fn three_way(pool: &mut Pool, widths: Widths, op: CompareOp, a: Term, b: Term) -> Term {
    let minus = widths.int(pool, -1);
    let zero = widths.int(pool, 0);
    let one = widths.int(pool, 1);
    let (less, equal, on_nan) = match op {
        CompareOp::Long => {
            let less = pool.slt(a, b);
            let equal = pool.eq(a, b);
            let rest = pool.ite(equal, zero, one);
            return pool.ite(less, minus, rest);
        }
        CompareOp::FloatLess | CompareOp::DoubleLess => (pool.fp_lt(a, b), pool.fp_eq(a, b), minus),
        CompareOp::FloatGreater | CompareOp::DoubleGreater => {
            (pool.fp_lt(a, b), pool.fp_eq(a, b), one)
        }
    };
    let greater = pool.fp_gt(a, b);
    let rest = pool.ite(greater, one, on_nan);
    let rest = pool.ite(equal, zero, rest);
    pool.ite(less, minus, rest)
}
