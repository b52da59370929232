//! What the tests share: a small random generator, values and operators computed by arithmetic that has nothing to do
//! with the crate's own folding, and conversion between the two kinds of values.
#![allow(dead_code)]

use logic::{FpSort, Model, Pool, Sort, Term, Value};

/// A splitmix generator: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// A number of that many bits, mostly near a boundary.
    pub fn bits(&mut self, width: u32) -> u128 {
        let ones = ones(width);
        let top = 1u128 << (width - 1);
        match self.below(10) {
            0 => 0,
            1 => 1,
            2 => ones,
            3 => top,
            4 => top - 1,
            5 => self.below(12) as u128 & ones,
            6 => (1u128 << self.below(width as usize)) & ones,
            7 => ((1u128 << self.below(width as usize)) - 1) & ones,
            8 => ones - (self.below(12) as u128 & ones),
            _ => ((u128::from(self.next()) << 64) | u128::from(self.next())) & ones,
        }
    }

    pub fn float(&mut self) -> f64 {
        let special = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -1.5,
            2.5,
            3.0,
            -7.25,
            1e10,
            -1e300,
            1e-310,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            2147483647.0,
            -2147483648.0,
            9.3e18,
            16777217.0,
        ];
        if self.chance(70) {
            self.pick(&special)
        } else {
            f64::from_bits(self.next())
        }
    }
}

pub fn ones(width: u32) -> u128 {
    let mut all = 0;
    for _ in 0..width {
        all = all * 2 + 1;
    }
    all
}

/// The two's complement value, by subtraction.
pub fn signed(width: u32, value: u128) -> i128 {
    let mut weight: u128 = 1;
    for _ in 1..width {
        weight *= 2;
    }
    if value >= weight {
        (value as i128)
            .wrapping_sub(weight as i128)
            .wrapping_sub(weight as i128)
    } else {
        value as i128
    }
}

/// The bits of a number, wrapped around.
pub fn wrap(width: u32, value: i128) -> u128 {
    value as u128 & ones(width)
}

pub fn bit(value: u128, i: u32) -> bool {
    (value >> i) & 1 == 1
}

/// A number from its bits.
pub fn from_bits(width: u32, f: impl Fn(u32) -> bool) -> u128 {
    (0..width).filter(|&i| f(i)).map(|i| 1u128 << i).sum()
}

pub type BinaryBuild = fn(&mut Pool, Term, Term) -> Term;

/// Operators of two bit-vectors of one width: name, constructor, meaning. Widths up to 64.
#[allow(clippy::type_complexity)]
pub const BINARY: &[(&str, BinaryBuild, fn(u32, u128, u128) -> u128)] = &[
    ("add", Pool::add, |w, a, b| wrap(w, a as i128 + b as i128)),
    ("sub", Pool::sub, |w, a, b| wrap(w, a as i128 - b as i128)),
    ("mul", Pool::mul, |w, a, b| (a * b) & ones(w)),
    ("udiv", Pool::udiv, |w, a, b| {
        a.checked_div(b).unwrap_or(ones(w))
    }),
    ("urem", Pool::urem, |_, a, b| {
        a.checked_div(b).map_or(a, |q| a - q * b)
    }),
    ("sdiv", Pool::sdiv, |w, a, b| {
        let (x, y) = (signed(w, a), signed(w, b));
        match (x, y) {
            (_, 0) => wrap(w, if x >= 0 { -1 } else { 1 }),
            _ => wrap(w, x / y),
        }
    }),
    ("srem", Pool::srem, |w, a, b| {
        let (x, y) = (signed(w, a), signed(w, b));
        if y == 0 { a } else { wrap(w, x - (x / y) * y) }
    }),
    ("and", Pool::bv_and, |w, a, b| {
        from_bits(w, |i| bit(a, i) && bit(b, i))
    }),
    ("or", Pool::bv_or, |w, a, b| {
        from_bits(w, |i| bit(a, i) || bit(b, i))
    }),
    ("xor", Pool::bv_xor, |w, a, b| {
        from_bits(w, |i| bit(a, i) != bit(b, i))
    }),
    ("shl", Pool::shl, |w, a, b| {
        from_bits(w, |i| u128::from(i) >= b && bit(a, i - b as u32))
    }),
    ("lshr", Pool::lshr, |w, a, b| {
        from_bits(w, |i| {
            u128::from(i) + b < u128::from(w) && bit(a, i + b as u32)
        })
    }),
    ("ashr", Pool::ashr, |w, a, b| {
        from_bits(w, |i| {
            bit(a, (u128::from(i) + b).min(u128::from(w - 1)) as u32)
        })
    }),
];

/// Comparisons of two bit-vectors of one width.
#[allow(clippy::type_complexity)]
pub const COMPARE: &[(&str, BinaryBuild, fn(u32, u128, u128) -> bool)] = &[
    ("eq", Pool::eq, |_, a, b| a == b),
    ("distinct", Pool::distinct, |_, a, b| a != b),
    ("ult", Pool::ult, |_, a, b| a < b),
    ("ule", Pool::ule, |_, a, b| a <= b),
    ("ugt", Pool::ugt, |_, a, b| a > b),
    ("uge", Pool::uge, |_, a, b| a >= b),
    ("slt", Pool::slt, |w, a, b| signed(w, a) < signed(w, b)),
    ("sle", Pool::sle, |w, a, b| signed(w, a) <= signed(w, b)),
    ("sgt", Pool::sgt, |w, a, b| signed(w, a) > signed(w, b)),
    ("sge", Pool::sge, |w, a, b| signed(w, a) >= signed(w, b)),
];

#[allow(clippy::type_complexity)]
pub const BOOLEAN: &[(&str, BinaryBuild, fn(bool, bool) -> bool)] = &[
    ("and", Pool::and, |a, b| a && b),
    ("or", Pool::or, |a, b| a || b),
    ("implies", Pool::implies, |a, b| !a || b),
    ("iff", Pool::iff, |a, b| a == b),
    ("xor", Pool::xor, |a, b| a != b),
    ("eq", Pool::eq, |a, b| a == b),
    ("distinct", Pool::distinct, |a, b| a != b),
];

pub fn value_bits(value: &Value) -> u128 {
    match value {
        Value::Bv { bits, .. } | Value::Fp { bits, .. } => *bits,
        Value::Bool(b) => u128::from(*b),
        other => panic!("{other:?} has no bits"),
    }
}

/// A random value of a sort.
pub fn random_value(random: &mut Random, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.chance(50)),
        Sort::Bv(width) => Value::bv(width, random.bits(width)),
        Sort::Fp(FpSort::F64) => Value::f64(random.float()),
        Sort::Fp(FpSort::F32) => Value::f32(random.float() as f32),
        Sort::Int => Value::Int(i128::from(random.below(40) as i32 - 20)),
        other => panic!("no random values of {other:?}"),
    }
}

/// A model that gives every symbol a random value.
pub fn random_model(pool: &Pool, random: &mut Random, symbols: &[Term]) -> Model {
    let mut model = Model::new();
    for &symbol in symbols {
        model.set(symbol, random_value(random, pool.sort(symbol)));
    }
    model
}
