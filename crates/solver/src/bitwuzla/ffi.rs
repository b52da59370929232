//! The declarations of `cpp/layer.cpp` and a safe owner for its context. Handles are indices into tables of the context;
//! zero means that something failed, and [`Context::error`] says what. The kinds are the numbers of Bitwuzla 0.8's public
//! enumeration.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::NonNull;

#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

type Stop = unsafe extern "C" fn(*mut c_void) -> i32;

unsafe extern "C" {
    fn cz_version() -> *const c_char;
    fn cz_new(cores: bool) -> *mut Opaque;
    fn cz_delete(c: *mut Opaque);
    fn cz_error(c: *mut Opaque) -> *const c_char;
    fn cz_restart(c: *mut Opaque) -> bool;
    fn cz_sort_bool(c: *mut Opaque) -> u32;
    fn cz_sort_bv(c: *mut Opaque, width: u64) -> u32;
    fn cz_sort_fp(c: *mut Opaque, exponent: u64, significand: u64) -> u32;
    fn cz_sort_array(c: *mut Opaque, index: u32, element: u32) -> u32;
    fn cz_sort_fun(c: *mut Opaque, domain: *const u32, n: usize, range: u32) -> u32;
    fn cz_bool(c: *mut Opaque, value: bool) -> u32;
    fn cz_bv(c: *mut Opaque, sort: u32, bits: *const c_char) -> u32;
    fn cz_fp(c: *mut Opaque, sort: u32, bits: *const c_char) -> u32;
    fn cz_rm(c: *mut Opaque, mode: u32) -> u32;
    fn cz_const(c: *mut Opaque, sort: u32, name: *const c_char) -> u32;
    fn cz_var(c: *mut Opaque, sort: u32, name: *const c_char) -> u32;
    fn cz_const_array(c: *mut Opaque, sort: u32, value: u32) -> u32;
    fn cz_term(
        c: *mut Opaque,
        kind: u32,
        args: *const u32,
        n: usize,
        indices: *const u64,
        m: usize,
    ) -> u32;
    fn cz_substitute(c: *mut Opaque, term: u32, from: *const u32, to: *const u32, n: usize) -> u32;
    fn cz_assert(c: *mut Opaque, term: u32) -> bool;
    fn cz_push(c: *mut Opaque) -> bool;
    fn cz_pop(c: *mut Opaque, levels: u32) -> bool;
    fn cz_check(
        c: *mut Opaque,
        assumptions: *const u32,
        n: usize,
        stop: Stop,
        state: *mut c_void,
    ) -> i32;
    fn cz_clauses(c: *mut Opaque, variables: *mut u64, clauses: *mut u64) -> bool;
    fn cz_in_core(c: *mut Opaque, assumption: u32) -> i32;
    fn cz_core(c: *mut Opaque, assertions: *const u32, n: usize, within: *mut bool) -> bool;
    fn cz_value(c: *mut Opaque, term: u32) -> u32;
    fn cz_kind(c: *mut Opaque, term: u32) -> u32;
    fn cz_children(c: *mut Opaque, term: u32) -> u32;
    fn cz_same(c: *mut Opaque, a: u32, b: u32) -> bool;
    fn cz_child(c: *mut Opaque, term: u32, i: usize) -> u32;
    fn cz_text(c: *mut Opaque, term: u32) -> *const c_char;
    fn cz_mark(c: *mut Opaque) -> u32;
    fn cz_release(c: *mut Opaque, mark: u32);
    fn cz_forget(c: *mut Opaque, term: u32);
}

/// Bitwuzla's `Kind`, the part used here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[allow(
    dead_code,
    reason = "the model reader compares against kinds the translation never builds"
)]
pub enum Kind {
    Constant = 0,
    ConstArray = 1,
    Value = 2,
    And = 4,
    Distinct = 5,
    Equal = 6,
    Implies = 8,
    Not = 9,
    Or = 10,
    Xor = 11,
    Ite = 12,
    Exists = 13,
    Forall = 14,
    Apply = 15,
    Lambda = 16,
    Select = 17,
    Store = 18,
    BvAdd = 19,
    BvAnd = 20,
    BvAshr = 21,
    BvConcat = 23,
    BvMul = 26,
    BvNeg = 28,
    BvNot = 31,
    BvOr = 32,
    BvSdiv = 40,
    BvSge = 41,
    BvSgt = 42,
    BvShl = 43,
    BvShr = 44,
    BvSle = 45,
    BvSlt = 46,
    BvSmod = 47,
    BvSrem = 49,
    BvSub = 51,
    BvUdiv = 53,
    BvUge = 54,
    BvUgt = 55,
    BvUle = 56,
    BvUlt = 57,
    BvUrem = 59,
    BvXor = 62,
    BvExtract = 63,
    BvSignExtend = 67,
    BvZeroExtend = 68,
    FpAbs = 69,
    FpAdd = 70,
    FpDiv = 71,
    FpEqual = 72,
    FpFma = 73,
    FpGeq = 75,
    FpGt = 76,
    FpIsInf = 77,
    FpIsNan = 78,
    FpIsNeg = 79,
    FpIsNormal = 80,
    FpIsPos = 81,
    FpIsSubnormal = 82,
    FpIsZero = 83,
    FpLeq = 84,
    FpLt = 85,
    FpMax = 86,
    FpMin = 87,
    FpMul = 88,
    FpNeg = 89,
    FpRem = 90,
    FpRti = 91,
    FpSqrt = 92,
    FpSub = 93,
    FpFromBv = 94,
    FpFromFp = 95,
    FpFromSbv = 96,
    FpFromUbv = 97,
    FpToSbv = 98,
    FpToUbv = 99,
}

/// The outcome of a check as the layer reports it.
pub enum Checked {
    Sat,
    Unsat,
    Stopped,
    Failed,
}

/// Owns a term manager, a solver and their tables.
pub struct Context(NonNull<Opaque>);

// SAFETY: nothing of Bitwuzla's C++ side is tied to a thread (what is thread-local there is set and reset within a call);
// the context is used by whoever owns it, one at a time.
unsafe impl Send for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made by `cz_new`, deleted once.
        unsafe { cz_delete(self.0.as_ptr()) }
    }
}

/// A zero byte cannot reach a C string; names with one are escaped.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\\0")).unwrap_or_default()
}

// SAFETY of all calls below: the context is live and exclusively borrowed; slices are passed with their lengths; the layer
// checks every handle against its tables and lets no exception out.
impl Context {
    /// None only if memory is exhausted. Cores can be asked for only if that is said here.
    pub fn new(cores: bool) -> Option<Context> {
        NonNull::new(unsafe { cz_new(cores) }).map(Context)
    }

    pub fn version() -> String {
        unsafe { CStr::from_ptr(cz_version()) }
            .to_string_lossy()
            .into_owned()
    }

    pub fn error(&mut self) -> String {
        unsafe { CStr::from_ptr(cz_error(self.0.as_ptr())) }
            .to_string_lossy()
            .trim()
            .to_string()
    }

    /// Forgets assertions and levels, keeps terms.
    pub fn restart(&mut self) -> bool {
        unsafe { cz_restart(self.0.as_ptr()) }
    }

    pub fn sort_bool(&mut self) -> u32 {
        unsafe { cz_sort_bool(self.0.as_ptr()) }
    }

    pub fn sort_bv(&mut self, width: u32) -> u32 {
        unsafe { cz_sort_bv(self.0.as_ptr(), width.into()) }
    }

    /// `significand` counts the hidden bit, as SMT-LIB does.
    pub fn sort_fp(&mut self, exponent: u32, significand: u32) -> u32 {
        unsafe { cz_sort_fp(self.0.as_ptr(), exponent.into(), significand.into()) }
    }

    pub fn sort_array(&mut self, index: u32, element: u32) -> u32 {
        unsafe { cz_sort_array(self.0.as_ptr(), index, element) }
    }

    pub fn sort_fun(&mut self, domain: &[u32], range: u32) -> u32 {
        unsafe { cz_sort_fun(self.0.as_ptr(), domain.as_ptr(), domain.len(), range) }
    }

    pub fn bool(&mut self, value: bool) -> u32 {
        unsafe { cz_bool(self.0.as_ptr(), value) }
    }

    /// `bits` in binary, the most significant first.
    pub fn bv(&mut self, sort: u32, bits: &str) -> u32 {
        let bits = c_string(bits);
        unsafe { cz_bv(self.0.as_ptr(), sort, bits.as_ptr()) }
    }

    /// IEEE bits in binary, the sign first.
    pub fn fp(&mut self, sort: u32, bits: &str) -> u32 {
        let bits = c_string(bits);
        unsafe { cz_fp(self.0.as_ptr(), sort, bits.as_ptr()) }
    }

    /// 0 nearest-even, 1 nearest-away, 2 down, 3 up, 4 to zero.
    pub fn rounding(&mut self, mode: u32) -> u32 {
        unsafe { cz_rm(self.0.as_ptr(), mode) }
    }

    pub fn constant(&mut self, sort: u32, name: &str) -> u32 {
        let name = c_string(name);
        unsafe { cz_const(self.0.as_ptr(), sort, name.as_ptr()) }
    }

    pub fn variable(&mut self, sort: u32, name: &str) -> u32 {
        let name = c_string(name);
        unsafe { cz_var(self.0.as_ptr(), sort, name.as_ptr()) }
    }

    pub fn const_array(&mut self, sort: u32, value: u32) -> u32 {
        unsafe { cz_const_array(self.0.as_ptr(), sort, value) }
    }

    pub fn term(&mut self, kind: Kind, args: &[u32], indices: &[u64]) -> u32 {
        unsafe {
            cz_term(
                self.0.as_ptr(),
                kind as u32,
                args.as_ptr(),
                args.len(),
                indices.as_ptr(),
                indices.len(),
            )
        }
    }

    /// `term` with the constants `from` replaced, each by its partner in `to`.
    pub fn substitute(&mut self, term: u32, from: &[u32], to: &[u32]) -> u32 {
        let n = from.len().min(to.len());
        unsafe { cz_substitute(self.0.as_ptr(), term, from.as_ptr(), to.as_ptr(), n) }
    }

    pub fn assert(&mut self, term: u32) -> bool {
        unsafe { cz_assert(self.0.as_ptr(), term) }
    }

    pub fn push(&mut self) -> bool {
        unsafe { cz_push(self.0.as_ptr()) }
    }

    pub fn pop(&mut self, levels: u32) -> bool {
        unsafe { cz_pop(self.0.as_ptr(), levels) }
    }

    /// `stop` is asked regularly from inside the search; true ends it.
    pub fn check<F: FnMut() -> bool>(&mut self, assumptions: &[u32], mut stop: F) -> Checked {
        unsafe extern "C" fn ask<F: FnMut() -> bool>(state: *mut c_void) -> i32 {
            // SAFETY: `state` is the closure passed below, alive for the whole check.
            let stop = unsafe { &mut *state.cast::<F>() };
            i32::from(stop())
        }
        let state = (&raw mut stop).cast::<c_void>();
        match unsafe {
            cz_check(
                self.0.as_ptr(),
                assumptions.as_ptr(),
                assumptions.len(),
                ask::<F>,
                state,
            )
        } {
            10 => Checked::Sat,
            20 => Checked::Unsat,
            0 => Checked::Stopped,
            _ => Checked::Failed,
        }
    }

    /// The variables and clauses that the SAT solver has been given so far.
    pub fn clauses(&mut self) -> Option<(u64, u64)> {
        let (mut variables, mut clauses) = (0, 0);
        // SAFETY: the context is ours, and the pointers are to live numbers.
        let counted = unsafe { cz_clauses(self.0.as_ptr(), &mut variables, &mut clauses) };
        counted.then_some((variables, clauses))
    }

    pub fn in_core(&mut self, assumption: u32) -> Option<bool> {
        match unsafe { cz_in_core(self.0.as_ptr(), assumption) } {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Which of these assertions and assumptions are in the core of the last check.
    pub fn core(&mut self, assertions: &[u32]) -> Option<Vec<bool>> {
        let mut within = vec![false; assertions.len()];
        // SAFETY: both slices have that many elements.
        let known = unsafe {
            cz_core(
                self.0.as_ptr(),
                assertions.as_ptr(),
                assertions.len(),
                within.as_mut_ptr(),
            )
        };
        known.then_some(within)
    }

    pub fn value(&mut self, term: u32) -> u32 {
        unsafe { cz_value(self.0.as_ptr(), term) }
    }

    pub fn is(&mut self, term: u32, kind: Kind) -> bool {
        unsafe { cz_kind(self.0.as_ptr(), term) == kind as u32 }
    }

    pub fn arity(&mut self, term: u32) -> usize {
        unsafe { cz_children(self.0.as_ptr(), term) as usize }
    }

    pub fn same(&mut self, a: u32, b: u32) -> bool {
        unsafe { cz_same(self.0.as_ptr(), a, b) }
    }

    pub fn child(&mut self, term: u32, i: usize) -> u32 {
        unsafe { cz_child(self.0.as_ptr(), term, i) }
    }

    /// The bits of a value.
    pub fn text(&mut self, term: u32) -> Option<String> {
        let text = unsafe { cz_text(self.0.as_ptr(), term) };
        (!text.is_null()).then(|| {
            unsafe { CStr::from_ptr(text) }
                .to_string_lossy()
                .into_owned()
        })
    }

    pub fn mark(&mut self) -> u32 {
        unsafe { cz_mark(self.0.as_ptr()) }
    }

    /// Forgets the terms made since `mark`.
    pub fn release(&mut self, mark: u32) {
        unsafe { cz_release(self.0.as_ptr(), mark) }
    }

    /// Forgets one term; its handle may come to stand for another.
    pub fn forget(&mut self, term: u32) {
        unsafe { cz_forget(self.0.as_ptr(), term) }
    }
}
