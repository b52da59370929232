//! Sorts: what a term ranges over. Array sorts and uninterpreted sorts are interned in the pool, so that a [`Sort`]
//! is a small `Copy` value that can be compared without looking anything up.

/// The format of a floating-point number as SMT-LIB counts it: the significand includes the hidden bit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FpSort {
    pub exponent: u32,
    pub significand: u32,
}

impl FpSort {
    /// Java's `float`.
    pub const F32: FpSort = FpSort {
        exponent: 8,
        significand: 24,
    };
    /// Java's `double`.
    pub const F64: FpSort = FpSort {
        exponent: 11,
        significand: 53,
    };

    /// The number of bits of the interchange format.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Whether terms of this format can be built: two bits each at least, and 128 in all at most.
    pub fn is_supported(self) -> bool {
        (2..=64).contains(&self.exponent)
            && (2..=126).contains(&self.significand)
            && self.width() <= 128
    }
}

/// An interned array sort; see [`crate::Pool::array_parts`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArraySortId(pub(crate) u32);

/// An interned uninterpreted sort; see [`crate::Pool::sort_name`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SortId(pub(crate) u32);

/// What a term ranges over.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    /// Bit-vectors of 1 to 128 bits.
    Bv(u32),
    Fp(FpSort),
    Array(ArraySortId),
    /// Mathematical integers.
    Int,
    Uninterpreted(SortId),
}

impl Sort {
    /// The width of a bit-vector sort.
    pub fn bv_width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            _ => None,
        }
    }
}
