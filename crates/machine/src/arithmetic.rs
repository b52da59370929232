//! Java's arithmetic on terms (JLS §15.17–§15.21): what the interpreter does not find concrete ends up here.

use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::value::{Ref, Slot};
use ir::{BinaryOp, CompareOp, Condition, Conversion, Kind};
use logic::{FpSort, Sort, Term};

/// What is taken for granted about the identity of strings and boxes.
pub(crate) const LONE: &str =
    "identity: strings and boxes that are inputs are the same as no other object";

impl Machine {
    pub fn int_term(&mut self, slot: Slot) -> Term {
        slot.term.unwrap_or_else(|| self.pool.bv32(slot.as_int()))
    }

    pub fn long_term(&mut self, slot: Slot) -> Term {
        slot.term.unwrap_or_else(|| self.pool.bv64(slot.as_long()))
    }

    pub fn float_term(&mut self, slot: Slot) -> Term {
        slot.term
            .unwrap_or_else(|| self.pool.fp_bits(FpSort::F32, u128::from(slot.bits as u32)))
    }

    pub fn double_term(&mut self, slot: Slot) -> Term {
        slot.term
            .unwrap_or_else(|| self.pool.fp_bits(FpSort::F64, u128::from(slot.bits)))
    }

    /// The term of a value of this kind.
    pub fn term(&mut self, kind: Kind, slot: Slot) -> Term {
        match kind {
            Kind::Int | Kind::Ref => self.int_term(slot),
            Kind::Long => self.long_term(slot),
            Kind::Float => self.float_term(slot),
            Kind::Double => self.double_term(slot),
        }
    }

    /// A value from a term, concrete again if the term turned out constant.
    pub fn slot(&mut self, term: Term) -> Slot {
        match self.pool.sort(term) {
            Sort::Bv(_) => match self.pool.as_bv(term) {
                Some(bits) => Slot {
                    bits: bits as u64,
                    term: None,
                },
                None => Slot::symbolic(term),
            },
            Sort::Fp(_) => match self.pool.as_fp_bits(term) {
                Some(bits) => Slot {
                    bits: bits as u64,
                    term: None,
                },
                None => Slot::symbolic(term),
            },
            _ => Slot::symbolic(term),
        }
    }

    /// A Java boolean from a condition.
    pub fn boolean(&mut self, condition: Term) -> Slot {
        let (one, zero) = (self.pool.bv32(1), self.pool.bv32(0));
        let term = self.pool.ite(condition, one, zero);
        self.slot(term)
    }

    /// Whether a Java boolean is true, as a condition.
    pub fn truth(&mut self, boolean: Slot) -> Term {
        match boolean.term {
            None => self.pool.bool(boolean.as_int() != 0),
            Some(term) => {
                let zero = self.pool.bv32(0);
                self.pool.distinct(term, zero)
            }
        }
    }

    pub(crate) fn binary(
        &mut self,
        st: &State,
        op: BinaryOp,
        kind: Kind,
        a: Slot,
        b: Slot,
    ) -> Step<Slot> {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
        let x = self.term(kind, a);
        let y = if shift {
            self.shift_distance(kind, b)
        } else {
            self.term(kind, b)
        };
        let pool = &mut self.pool;
        let term = match (kind, op) {
            (Kind::Float | Kind::Double, BinaryOp::Add) => pool.fp_add(x, y),
            (Kind::Float | Kind::Double, BinaryOp::Sub) => pool.fp_sub(x, y),
            (Kind::Float | Kind::Double, BinaryOp::Mul) => pool.fp_mul(x, y),
            (Kind::Float | Kind::Double, BinaryOp::Div) => pool.fp_div(x, y),
            (Kind::Float | Kind::Double, _) => {
                let term = self.float_remainder(st, x, y)?;
                return Ok(self.slot(term));
            }
            (_, BinaryOp::Add) => pool.add(x, y),
            (_, BinaryOp::Sub) => pool.sub(x, y),
            (_, BinaryOp::Mul) => pool.mul(x, y),
            (_, BinaryOp::And) => pool.bv_and(x, y),
            (_, BinaryOp::Or) => pool.bv_or(x, y),
            (_, BinaryOp::Xor) => pool.bv_xor(x, y),
            (_, BinaryOp::Shl) => pool.shl(x, y),
            (_, BinaryOp::Shr) => pool.ashr(x, y),
            (_, BinaryOp::Ushr) => pool.lshr(x, y),
            (_, BinaryOp::Div) => pool.sdiv(x, y),
            (_, BinaryOp::Rem) => pool.srem(x, y),
        };
        Ok(self.slot(term))
    }

    fn shift_distance(&mut self, kind: Kind, distance: Slot) -> Term {
        let distance = self.int_term(distance);
        let mask = self.pool.bv32(if kind == Kind::Long { 63 } else { 31 });
        let masked = self.pool.bv_and(distance, mask);
        if kind == Kind::Long {
            self.pool.zext(masked, 64)
        } else {
            masked
        }
    }

    pub(crate) fn divide_int(&mut self, st: &State, a: Slot, b: Slot) -> Step<Slot> {
        self.check_divisor(st, Kind::Int, b)?;
        if a.term.is_none() && b.term.is_none() {
            return Ok(Slot::int(a.as_int().wrapping_div(b.as_int())));
        }
        self.binary(st, BinaryOp::Div, Kind::Int, a, b)
    }

    pub(crate) fn remainder_int(&mut self, st: &State, a: Slot, b: Slot) -> Step<Slot> {
        self.check_divisor(st, Kind::Int, b)?;
        if a.term.is_none() && b.term.is_none() {
            return Ok(Slot::int(a.as_int().wrapping_rem(b.as_int())));
        }
        self.binary(st, BinaryOp::Rem, Kind::Int, a, b)
    }

    pub(crate) fn divide_long(&mut self, st: &State, a: Slot, b: Slot) -> Step<Slot> {
        self.check_divisor(st, Kind::Long, b)?;
        if a.term.is_none() && b.term.is_none() {
            return Ok(Slot::long(a.as_long().wrapping_div(b.as_long())));
        }
        self.binary(st, BinaryOp::Div, Kind::Long, a, b)
    }

    pub(crate) fn remainder_long(&mut self, st: &State, a: Slot, b: Slot) -> Step<Slot> {
        self.check_divisor(st, Kind::Long, b)?;
        if a.term.is_none() && b.term.is_none() {
            return Ok(Slot::long(a.as_long().wrapping_rem(b.as_long())));
        }
        self.binary(st, BinaryOp::Rem, Kind::Long, a, b)
    }

    fn check_divisor(&mut self, st: &State, kind: Kind, divisor: Slot) -> Step<()> {
        let zero = match divisor.term {
            None => divisor.bits == 0,
            Some(term) => {
                let zero = self.pool.bv(if kind == Kind::Long { 64 } else { 32 }, 0);
                let is_zero = self.pool.eq(term, zero);
                self.decide(st, is_zero)?
            }
        };
        if zero {
            Err(Halt::throw("java/lang/ArithmeticException", "/ by zero"))
        } else {
            Ok(())
        }
    }

    pub(crate) fn negate(&mut self, kind: Kind, x: Slot) -> Slot {
        let term = self.term(kind, x);
        let negated = match kind {
            Kind::Float | Kind::Double => self.pool.fp_neg(term),
            _ => self.pool.neg(term),
        };
        self.slot(negated)
    }

    /// Whether a comparison of two ints holds on this path.
    pub(crate) fn condition(
        &mut self,
        st: &State,
        condition: Condition,
        a: Slot,
        b: Slot,
    ) -> Step<bool> {
        let (x, y) = (self.int_term(a), self.int_term(b));
        let pool = &mut self.pool;
        let term = match condition {
            Condition::Eq => pool.eq(x, y),
            Condition::Ne => pool.distinct(x, y),
            Condition::Lt => pool.slt(x, y),
            Condition::Ge => pool.sge(x, y),
            Condition::Gt => pool.sgt(x, y),
            Condition::Le => pool.sle(x, y),
        };
        self.decide(st, term)
    }

    /// −1, 0 or 1 as nested choices, which comparisons with 0 take apart again.
    pub(crate) fn compare_symbolic(&mut self, op: CompareOp, a: Slot, b: Slot) -> Slot {
        let kind = match op {
            CompareOp::Long => Kind::Long,
            CompareOp::FloatLess | CompareOp::FloatGreater => Kind::Float,
            CompareOp::DoubleLess | CompareOp::DoubleGreater => Kind::Double,
        };
        let (x, y) = (self.term(kind, a), self.term(kind, b));
        let pool = &mut self.pool;
        let (minus, zero, one) = (pool.bv32(-1), pool.bv32(0), pool.bv32(1));
        let term = match op {
            CompareOp::Long => {
                let (less, same) = (pool.slt(x, y), pool.eq(x, y));
                let rest = pool.ite(same, zero, one);
                pool.ite(less, minus, rest)
            }
            // With NaN every comparison is false, so the last alternative is what NaN gives.
            CompareOp::FloatGreater | CompareOp::DoubleGreater => {
                let (less, same) = (pool.fp_lt(x, y), pool.fp_eq(x, y));
                let rest = pool.ite(same, zero, one);
                pool.ite(less, minus, rest)
            }
            CompareOp::FloatLess | CompareOp::DoubleLess => {
                let (greater, same) = (pool.fp_lt(y, x), pool.fp_eq(x, y));
                let rest = pool.ite(same, zero, minus);
                pool.ite(greater, one, rest)
            }
        };
        self.slot(term)
    }

    pub(crate) fn convert_symbolic(&mut self, op: Conversion, x: Slot) -> Slot {
        let Some(term) = x.term else {
            return crate::interpret::convert(op, x);
        };
        let pool = &mut self.pool;
        let converted = match op {
            Conversion::I2L => pool.sext(term, 64),
            Conversion::L2I => pool.extract(term, 31, 0),
            Conversion::I2B => {
                let low = pool.extract(term, 7, 0);
                pool.sext(low, 32)
            }
            Conversion::I2S => {
                let low = pool.extract(term, 15, 0);
                pool.sext(low, 32)
            }
            Conversion::I2C => {
                let low = pool.extract(term, 15, 0);
                pool.zext(low, 32)
            }
            Conversion::I2F | Conversion::L2F => pool.fp_from_sbv(term, FpSort::F32),
            Conversion::I2D | Conversion::L2D => pool.fp_from_sbv(term, FpSort::F64),
            Conversion::F2D => pool.fp_to_fp(term, FpSort::F64),
            Conversion::D2F => pool.fp_to_fp(term, FpSort::F32),
            Conversion::F2I => self.saturate(term, FpSort::F32, 32),
            Conversion::F2L => self.saturate(term, FpSort::F32, 64),
            Conversion::D2I => self.saturate(term, FpSort::F64, 32),
            Conversion::D2L => self.saturate(term, FpSort::F64, 64),
        };
        self.slot(converted)
    }

    /// JLS §5.1.3: NaN becomes 0, what is too large or too small becomes the largest or smallest value.
    fn saturate(&mut self, term: Term, sort: FpSort, width: u32) -> Term {
        // 2^31 and 2^63 are exact in both formats.
        let bound = if width == 32 {
            2_147_483_648.0_f64
        } else {
            9_223_372_036_854_775_808.0
        };
        let pool = &mut self.pool;
        let (high, low) = if sort == FpSort::F32 {
            (pool.f32(bound as f32), pool.f32(-bound as f32))
        } else {
            (pool.f64(bound), pool.f64(-bound))
        };
        let (min, max) = if width == 32 {
            (pool.bv32(i32::MIN), pool.bv32(i32::MAX))
        } else {
            (pool.bv64(i64::MIN), pool.bv64(i64::MAX))
        };
        let zero = pool.bv(width, 0);
        let nan = pool.fp_is_nan(term);
        let too_large = pool.fp_le(high, term);
        let too_small = pool.fp_lt(term, low);
        let inside = pool.fp_to_sbv(term, width);
        let inside = pool.ite(too_small, min, inside);
        let inside = pool.ite(too_large, max, inside);
        pool.ite(nan, zero, inside)
    }

    pub(crate) fn switch_symbolic(
        &mut self,
        st: &State,
        key: Slot,
        table: &crate::code::SwitchTable,
    ) -> Step<u32> {
        let key = self.int_term(key);
        // One question per target, not per label.
        let mut targets: Vec<u32> = Vec::new();
        for (_, target) in &table.cases {
            if !targets.contains(target) && *target != table.default {
                targets.push(*target);
            }
        }
        for target in targets {
            let mut any = self.pool.ff();
            for (label, _) in table.cases.iter().filter(|(_, t)| *t == target) {
                let label = self.pool.bv32(*label);
                let same = self.pool.eq(key, label);
                any = self.pool.or(any, same);
            }
            if self.decide(st, any)? {
                return Ok(target);
            }
        }
        Ok(table.default)
    }

    /// Whether two different references are the same box of the JDK's caches: exactly when their values are equal and
    /// in the caches' range.
    pub(crate) fn same_box(&mut self, st: &State, a: Ref, b: Ref) -> Step<bool> {
        let symbolic = st.cached_boxes.contains_key(&a) || st.cached_boxes.contains_key(&b);
        if !symbolic || a.is_null() || b.is_null() || st.heap.class_of(a) != st.heap.class_of(b) {
            return Ok(false);
        }
        let (Some(x), Some(y)) = (self.cached_box_value(st, a)?, self.cached_box_value(st, b)?)
        else {
            return Ok(false);
        };
        let equal = self.pool.eq(x, y);
        let cached = match st.heap.class_of(a) {
            Some(class) => crate::natives::boxes::in_cache(self, class, x),
            None => return Ok(false),
        };
        let same = self.pool.and(equal, cached);
        self.decide(st, same)
    }

    /// Strings and boxes that are inputs are taken to be objects of their own; a program that compares them with `==`
    /// relies on that.
    #[cold]
    pub(crate) fn compared(&mut self, st: &mut State, a: Ref, b: Ref) {
        if a.is_null() || b.is_null() || !(st.lone.contains(&a) || st.lone.contains(&b)) {
            return;
        }
        let running = st.stack.frames.last().map(|f| self.method(f.method).class);
        // Most of the JDK compares references only to save a call of `equals`.
        let matters = running.is_some_and(|class| {
            let class = self.class(class);
            class.application
                || class.name.starts_with("java/util/concurrent/atomic/")
                || class.name.starts_with("java/util/IdentityHashMap")
        });
        if matters && self.relies_on_identity(st, a, b) {
            st.identity = true;
        }
    }

    /// Whether the identity of an input decides if two references are the same; the verdict then says so.
    pub(crate) fn relies_on_identity(&mut self, st: &State, a: Ref, b: Ref) -> bool {
        let lone = st.lone.contains(&a) || st.lone.contains(&b);
        let relies = lone && st.heap.class_of(a) == st.heap.class_of(b);
        if relies {
            self.approximations.insert(LONE);
        }
        relies
    }

    fn cached_box_value(&mut self, st: &State, object: Ref) -> Step<Option<Term>> {
        if let Some(term) = st.cached_boxes.get(&object) {
            return Ok(Some(*term));
        }
        crate::natives::boxes::cached_value(self, st, object)
    }
}
