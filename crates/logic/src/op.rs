//! Operators and nodes: the shape of a term. There is one canonical operator per idea: disjunction is a negated
//! conjunction, `<=` a negated `<` (bit-vectors and integers), `>` a swapped `<`; constructors and the printer hide it.

use crate::sort::Sort;
use std::num::NonZeroU32;

/// A hash-consed term: equal terms of one pool have equal ids.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(NonZeroU32);

impl Term {
    /// Position in the pool, dense from zero; children come before parents.
    pub fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// The term at a position; the caller must know that the pool has it.
    pub fn from_index(index: u32) -> Term {
        Term(NonZeroU32::MIN.saturating_add(index))
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Position in the pool's table, dense from zero.
            pub fn index(self) -> u32 {
                self.0
            }
        }
    };
}

id!(
    /// A declared symbol (a constant in SMT-LIB's words).
    SymbolId
);
id!(
    /// An interned literal value.
    ConstId
);
id!(
    /// A declared function.
    FunId
);

/// IEEE 754 rounding directions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// To nearest, ties to even: what Java arithmetic uses.
    Rne,
    /// To nearest, ties away from zero.
    Rna,
    /// Towards positive infinity.
    Rtp,
    /// Towards negative infinity.
    Rtn,
    /// Towards zero.
    Rtz,
}

/// The operator of a node. Arguments are the node's children, in SMT-LIB's order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    True,
    False,
    Symbol(SymbolId),
    /// Value through [`crate::Pool::as_bv`].
    BvConst(ConstId),
    /// Value through [`crate::Pool::as_fp_bits`].
    FpConst(ConstId),
    /// Value through [`crate::Pool::as_int`].
    IntConst(ConstId),

    Not,
    And,
    /// `(condition, then, else)` of any sort.
    Ite,
    /// SMT-LIB `=` on any sort; on booleans equivalence, on floats identity (all NaNs equal, zeros differ).
    Eq,

    BvNeg,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvNot,
    BvAnd,
    BvOr,
    BvXor,
    BvShl,
    BvLshr,
    BvAshr,
    /// `(high, low)`.
    BvConcat,
    BvExtract {
        hi: u32,
        lo: u32,
    },
    /// To the width of the node's sort.
    BvZext,
    /// To the width of the node's sort.
    BvSext,
    BvUlt,
    BvSlt,

    /// Arithmetic rounds to nearest, ties to even.
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    /// IEEE remainder (not Java's `%`).
    FpRem,
    FpSqrt,
    /// `a * b + c` rounded once.
    FpFma,
    FpNeg,
    FpAbs,
    /// Rounding to an integral value.
    FpRound(RoundingMode),
    FpLt,
    FpLe,
    /// IEEE `==`.
    FpEq,
    FpIsNan,
    FpIsInf,
    FpIsZero,
    FpIsNormal,
    FpIsSubnormal,
    FpIsNegative,
    /// To the format of the node's sort, to nearest even.
    FpToFp,
    FpFromSbv,
    FpFromUbv,
    /// Towards zero; unspecified for NaN and values out of range.
    FpToSbv,
    /// Towards zero; unspecified for NaN and values out of range.
    FpToUbv,
    /// Reinterprets the bits of the interchange format.
    FpFromIeee,

    /// An array of the node's sort holding its child everywhere.
    ConstArray,
    Select,
    Store,

    IntNeg,
    IntAdd,
    IntSub,
    IntMul,
    /// Euclidean division as in SMT-LIB; unspecified for a zero divisor.
    IntDiv,
    /// Euclidean remainder as in SMT-LIB; unspecified for a zero divisor.
    IntMod,
    IntLt,
    /// The unsigned value of a bit-vector.
    BvToInt,
    /// Modulo 2^width, to the width of the node's sort.
    IntToBv,

    Apply(FunId),
    /// Children: the bound symbols, then the body.
    Forall,
    /// Children: the bound symbols, then the body.
    Exists,
}

impl Op {
    /// Literals: nodes that are values.
    pub fn is_const(self) -> bool {
        matches!(
            self,
            Op::True | Op::False | Op::BvConst(_) | Op::FpConst(_) | Op::IntConst(_)
        )
    }

    /// Nodes without children.
    pub fn is_leaf(self) -> bool {
        self.is_const() || matches!(self, Op::Symbol(_))
    }

    pub fn is_quantifier(self) -> bool {
        matches!(self, Op::Forall | Op::Exists)
    }
}

/// Marks a node whose children live in the pool's side table.
pub(crate) const WIDE: u8 = u8::MAX;

/// One entry of the arena. Children are read through [`crate::Pool::children`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) arity: u8,
    /// The children, or position and length in the side table for a wide node; unused places hold the first term.
    pub(crate) args: [Term; 3],
}

impl Node {
    pub fn op(&self) -> Op {
        self.op
    }

    pub fn sort(&self) -> Sort {
        self.sort
    }
}
