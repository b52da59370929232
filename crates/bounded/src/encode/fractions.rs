//! The bits of fractions. No solver has a function for them, but each number other than NaN is that of one row of bits.

use super::expanded::Expanded;
use crate::reasons::Undecided;
use logic::{FpSort, Sort, Term};

impl Expanded<'_> {
    /// The bits of a `double` or a `float`, and of NaN those that Java has for all of them.
    pub(super) fn bits_of(&mut self, number: Term) -> Result<Term, Undecided> {
        let sort = self.pool.fp_sort(number);
        let (width, nan) = match sort == FpSort::F64 {
            true => (self.widths.long, u128::from(0x7ff8_0000_0000_0000_u64)),
            false => (self.widths.int, 0x7fc0_0000),
        };
        if width != sort.width() {
            return Err("the bits of a fraction (--int-bits)".into());
        }
        let bits = match self.pool.as_fp_bits(number) {
            Some(bits) => self.pool.bv(width, bits),
            None => {
                let bits = self.pool.fresh_symbol("bits", Sort::Bv(width));
                let back = self.pool.fp_from_ieee(bits, sort);
                let fact = self.pool.eq(back, number);
                self.facts.push(fact);
                bits
            }
        };
        let is_nan = self.pool.fp_is_nan(number);
        let nan = self.pool.bv(width, nan);
        Ok(self.pool.ite(is_nan, nan, bits))
    }
}
