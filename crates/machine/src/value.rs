//! Values: a machine word until a symbolic value touches it.

use logic::Term;
use std::num::NonZeroU32;

/// What a register or a field holds: the bits of an `int` (sign-extended to nothing: the low 32 bits), `long`, `float`,
/// `double` or reference, or, when `term` is set, a term of the sort that belongs to the kind (`Bv(32)`, `Bv(64)`,
/// `Fp`). The kind is known from the code or the field that holds it. A reference with a term is a guarded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Slot {
    pub bits: u64,
    pub term: Option<Term>,
}

const _: () = assert!(std::mem::size_of::<Slot>() == 16);

impl Slot {
    pub const ZERO: Slot = Slot {
        bits: 0,
        term: None,
    };
    pub const NULL: Slot = Slot::ZERO;

    #[inline(always)]
    pub const fn int(value: i32) -> Slot {
        Slot {
            bits: value as u32 as u64,
            term: None,
        }
    }

    #[inline(always)]
    pub const fn boolean(value: bool) -> Slot {
        Slot {
            bits: value as u64,
            term: None,
        }
    }

    #[inline(always)]
    pub const fn long(value: i64) -> Slot {
        Slot {
            bits: value as u64,
            term: None,
        }
    }

    #[inline(always)]
    pub fn float(value: f32) -> Slot {
        Slot {
            bits: u64::from(value.to_bits()),
            term: None,
        }
    }

    #[inline(always)]
    pub fn double(value: f64) -> Slot {
        Slot {
            bits: value.to_bits(),
            term: None,
        }
    }

    #[inline(always)]
    pub const fn reference(value: Ref) -> Slot {
        Slot {
            bits: value.0 as u64,
            term: None,
        }
    }

    #[inline(always)]
    pub const fn symbolic(term: Term) -> Slot {
        Slot {
            bits: 0,
            term: Some(term),
        }
    }

    #[inline(always)]
    pub const fn is_symbolic(self) -> bool {
        self.term.is_some()
    }

    #[inline(always)]
    pub const fn as_int(self) -> i32 {
        self.bits as i32
    }

    #[inline(always)]
    pub const fn as_long(self) -> i64 {
        self.bits as i64
    }

    #[inline(always)]
    pub fn as_float(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    #[inline(always)]
    pub fn as_double(self) -> f64 {
        f64::from_bits(self.bits)
    }

    #[inline(always)]
    pub const fn as_ref(self) -> Ref {
        Ref(self.bits as u32)
    }
}

/// An object of the heap; 0 is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Ref(pub u32);

impl Ref {
    pub const NULL: Ref = Ref(0);
    /// A non-null object whose content is not modelled, such as the message of an exception that quotes a symbolic
    /// index. Whoever looks inside ends the path as unsupported.
    pub const OPAQUE: Ref = Ref(u32::MAX);

    /// What a field of an object that is an input holds until somebody reads it. It never leaves its field.
    pub const OPEN: Ref = Ref(u32::MAX - 1);

    /// What a slot holds whose term chooses among objects ([`Slot::is_guarded`]).
    pub const GUARDED: Ref = Ref(u32::MAX - 2);

    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(NonZeroU32);

        impl $name {
            pub(crate) fn from_index(index: usize) -> $name {
                let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
                $name(number.expect("fewer than 2^32 are ever made"))
            }

            #[inline(always)]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    };
}

id!(
    /// A class, interface, array type or primitive type that the machine has linked.
    ClassId
);
id!(
    /// A method of a linked class.
    MethodId
);
