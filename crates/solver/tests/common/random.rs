//! Random terms from a seed: booleans over small and Java-sized bit-vectors, floats, arrays and functions.
#![allow(dead_code, reason = "every test program uses its own part of this")]

use logic::{FpSort, FunId, Pool, Sort, Term};

/// A small generator of pseudo-random numbers (xorshift), the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
}

pub struct Terms {
    pub pool: Pool,
    random: Random,
    array: Sort,
    function: FunId,
    floats: bool,
}

const F32: FpSort = FpSort::F32;

impl Terms {
    pub fn new(seed: u64, floats: bool) -> Terms {
        let mut pool = Pool::new();
        let array = pool.array_sort(Sort::Bv(8), Sort::Bv(8));
        let function = pool.declare_fun("f", &[Sort::Bv(8)], Sort::Bv(8));
        Terms {
            pool,
            random: Random::new(seed),
            array,
            function,
            floats,
        }
    }

    fn pick(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    pub fn boolean(&mut self, depth: u32) -> Term {
        if depth == 0 {
            let name = ["p", "q"][self.pick(2) as usize];
            return self.pool.symbol(name, Sort::Bool);
        }
        match self.pick(if self.floats { 12 } else { 9 }) {
            0 => {
                let a = self.boolean(depth - 1);
                self.pool.not(a)
            }
            1 => {
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                self.pool.and(a, b)
            }
            2 => {
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                self.pool.or(a, b)
            }
            3 => {
                let (a, b) = (self.stores(depth - 1), self.stores(depth - 1));
                self.pool.eq(a, b)
            }
            n @ 4..=8 => {
                let width = [8, 32][self.pick(2) as usize];
                let (a, b) = (self.bits(width, depth - 1), self.bits(width, depth - 1));
                match n {
                    4 => self.pool.eq(a, b),
                    5 => self.pool.ult(a, b),
                    6 => self.pool.slt(a, b),
                    7 => self.pool.sle(a, b),
                    _ => self.pool.distinct(a, b),
                }
            }
            n => {
                let (a, b) = (self.float(depth - 1), self.float(depth - 1));
                match n {
                    9 => self.pool.fp_lt(a, b),
                    10 => self.pool.fp_eq(a, b),
                    _ => self.pool.fp_is_nan(a),
                }
            }
        }
    }

    pub fn bits(&mut self, width: u32, depth: u32) -> Term {
        if depth == 0 {
            if self.pick(3) == 0 {
                let value = self.random.next() >> self.random.below(64);
                return self.pool.bv(width, value.into());
            }
            let name = ["x", "y", "z"][self.pick(3) as usize];
            return self.pool.symbol(&format!("{name}{width}"), Sort::Bv(width));
        }
        let n = self.pick(if self.floats && width == 32 { 21 } else { 19 });
        match n {
            0..=12 => {
                let (a, b) = (self.bits(width, depth - 1), self.bits(width, depth - 1));
                let operation: fn(&mut Pool, Term, Term) -> Term = match n {
                    0 => Pool::add,
                    1 => Pool::sub,
                    2 => Pool::bv_and,
                    3 => Pool::bv_or,
                    4 => Pool::bv_xor,
                    5 => Pool::shl,
                    6 => Pool::lshr,
                    7 => Pool::ashr,
                    // Multipliers and dividers of 32 bits would make the tests slow, not better.
                    _ if width > 8 => Pool::add,
                    8 => Pool::mul,
                    9 => Pool::udiv,
                    10 => Pool::urem,
                    11 => Pool::sdiv,
                    _ => Pool::srem,
                };
                operation(&mut self.pool, a, b)
            }
            13 => {
                let a = self.bits(width, depth - 1);
                self.pool.neg(a)
            }
            14 => {
                let a = self.bits(width, depth - 1);
                self.pool.bv_not(a)
            }
            15 => {
                let c = self.boolean(depth - 1);
                let (a, b) = (self.bits(width, depth - 1), self.bits(width, depth - 1));
                self.pool.ite(c, a, b)
            }
            16 if width == 8 => {
                let (a, i) = (self.array(depth - 1), self.bits(8, depth - 1));
                self.pool.select(a, i)
            }
            17 if width == 8 => {
                let a = self.bits(8, depth - 1);
                self.pool.apply(self.function, &[a])
            }
            _ if width == 8 => {
                let a = self.bits(32, depth - 1);
                let low = self.pick(25) as u32;
                self.pool.extract(a, low + 7, low)
            }
            16 => {
                let a = self.bits(8, depth - 1);
                self.pool.zext(a, 32)
            }
            17 => {
                let a = self.bits(8, depth - 1);
                self.pool.sext(a, 32)
            }
            18 => {
                let low = self.bits(8, depth - 1);
                let high = self.bits(32, depth - 1);
                let high = self.pool.extract(high, 23, 0);
                self.pool.concat(high, low)
            }
            _ => {
                // Guarded as Java's conversion is: what is out of range has no meaning in SMT-LIB.
                let a = self.float(depth - 1);
                let limit = self.pool.f32(1e9);
                let size = self.pool.fp_abs(a);
                let fits = self.pool.fp_lt(size, limit);
                let integer = self.pool.fp_to_sbv(a, 32);
                let zero = self.pool.bv32(0);
                self.pool.ite(fits, integer, zero)
            }
        }
    }

    /// An array without constant ones, whose equality Bitwuzla does not decide.
    pub fn stores(&mut self, depth: u32) -> Term {
        let mut array = self
            .pool
            .symbol(["a", "b"][self.random.below(2) as usize], self.array);
        for _ in 0..self.pick(u64::from(depth) + 1) {
            let (index, value) = (self.bits(8, depth - 1), self.bits(8, depth - 1));
            array = self.pool.store(array, index, value);
        }
        array
    }

    pub fn array(&mut self, depth: u32) -> Term {
        match self.pick(if depth == 0 { 2 } else { 4 }) {
            0 => self.pool.symbol("a", self.array),
            1 => self.pool.symbol("b", self.array),
            2 => {
                let value = self.bits(8, depth - 1);
                self.pool.const_array(self.array, value)
            }
            _ => {
                let array = self.array(depth - 1);
                let (index, value) = (self.bits(8, depth - 1), self.bits(8, depth - 1));
                self.pool.store(array, index, value)
            }
        }
    }

    pub fn float(&mut self, depth: u32) -> Term {
        if depth == 0 {
            let values = [0.0, -0.0, 1.5, f32::NAN, f32::INFINITY, 1e-40, 3.4e38];
            return match self.pick(3) {
                0 => {
                    let value = values[self.pick(values.len() as u64) as usize];
                    self.pool.f32(value)
                }
                n => self.pool.symbol(["u", "v"][n as usize - 1], Sort::Fp(F32)),
            };
        }
        let a = self.float(depth - 1);
        match self.pick(8) {
            0 => {
                let b = self.float(depth - 1);
                self.pool.fp_add(a, b)
            }
            1 => {
                let b = self.float(depth - 1);
                self.pool.fp_sub(a, b)
            }
            2 => self.pool.fp_neg(a),
            3 => self.pool.fp_abs(a),
            4 => {
                let bits = self.bits(32, depth - 1);
                self.pool.fp_from_sbv(bits, F32)
            }
            5 => {
                let bits = self.bits(32, depth - 1);
                self.pool.fp_from_ieee(bits, F32)
            }
            6 => {
                let wide = self.pool.fp_to_fp(a, FpSort::F64);
                self.pool.fp_to_fp(wide, F32)
            }
            _ => {
                let c = self.boolean(depth - 1);
                let b = self.float(depth - 1);
                self.pool.ite(c, a, b)
            }
        }
    }
}
