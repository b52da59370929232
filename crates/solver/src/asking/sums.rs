//! Contradictions that sums show. Most branches that cannot be taken contradict earlier ones by linear arithmetic over a few
//! inputs, which costs a solver of bit-vectors thousands of steps. Here comparisons become inequalities over the
//! integers, wherever intervals show that a sum does not wrap around, and narrow the intervals of inputs and of sums until
//! nothing changes or some interval is empty. Only contradictions are found this way, and only from what is asked.

mod read;
#[cfg(test)]
mod tests;

use logic::{FastHasher, Pool, Term};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// How deep a term is taken apart; what is below counts as an unknown number.
const DEPTH: u32 = 48;
/// Longer sums are unknown numbers.
const LONG: usize = 24;
/// How often all comparisons are looked at.
const ROUNDS: usize = 24;
/// How many comparisons are looked at in all rounds together.
const STEPS: usize = 20_000;
/// Sums beyond this are not followed, so that nothing computed from others can overflow.
const LARGE: i128 = 1 << 120;
/// In how many ways one sum may wrap around.
const WAYS: i128 = 4;

type Range = (i128, i128);

/// A sum of unknown numbers with factors, and a number: what a term is, modulo two to the power of its width.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum {
    width: u32,
    parts: Box<[(u32, i128)]>,
    constant: i128,
    /// The row with these factors, and what to multiply it by, if there are several.
    row: Option<(u32, i128)>,
}

/// What a comparison says about two sums, as signed numbers.
#[derive(Debug)]
struct Comparison {
    less: Less,
    left: Rc<Sum>,
    right: Rc<Sum>,
    /// The left sum minus the right one, over the integers.
    difference: Rc<Sum>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Less {
    Strictly,
    OrEqual,
    /// As numbers without a sign.
    UnsignedStrictly,
    UnsignedOrEqual,
    Equal,
    Different,
}

/// How an unknown number comes about, where that bounds it.
#[derive(Clone, Debug)]
enum Origin {
    Anything,
    Product(Rc<Sum>, Rc<Sum>),
    Remainder(Rc<Sum>, i128),
    Quotient(Rc<Sum>, i128),
}

struct Unknown {
    range: Range,
    origin: Origin,
}

/// What terms say, worked out once.
#[derive(Default)]
pub struct Sums {
    sums: Map<Term, Rc<Sum>>,
    comparisons: Map<Term, Rc<[Comparison]>>,
    numbers: Map<Term, u32>,
    unknowns: Vec<Unknown>,
    rows: HashMap<Box<[(u32, i128)]>, u32>,
    factors: Vec<Box<[(u32, i128)]>>,
    /// What is known in one question.
    ranges: Vec<Range>,
    row_ranges: Vec<Range>,
    /// The unknown numbers and rows of the question.
    used: Vec<u32>,
    used_rows: Vec<u32>,
    seen: Vec<u64>,
    seen_rows: Vec<u64>,
    question: u64,
}

/// Some interval is empty.
struct Empty;

impl Sums {
    /// Whether conjuncts contradict each other by their sums.
    pub fn refute(&mut self, pool: &Pool, conjuncts: &[Term]) -> bool {
        let all: Vec<Rc<[Comparison]>> = conjuncts.iter().map(|t| self.compare(pool, *t)).collect();
        let all: Vec<&Comparison> = all.iter().flat_map(|of| of.iter()).collect();
        self.begin(&all);
        for _ in 0..ROUNDS.min(STEPS / all.len().max(1)) {
            match self.round(&all) {
                Err(Empty) => return true,
                Ok(false) => return false,
                Ok(true) => {}
            }
        }
        false
    }

    /// Forgets the last question: everything may have any value again.
    fn begin(&mut self, all: &[&Comparison]) {
        self.question += 1;
        self.used.clear();
        self.used_rows.clear();
        self.ranges.resize(self.unknowns.len(), (0, 0));
        self.row_ranges.resize(self.factors.len(), (0, 0));
        self.seen.resize(self.unknowns.len(), 0);
        self.seen_rows.resize(self.factors.len(), 0);
        for comparison in all {
            for sum in [&comparison.left, &comparison.right, &comparison.difference] {
                self.use_sum(sum);
            }
        }
        // What unknown numbers are made of comes with them.
        let mut at = 0;
        while let Some(&number) = self.used.get(at) {
            at += 1;
            match self.unknowns[number as usize].origin.clone() {
                Origin::Anything => {}
                Origin::Product(a, b) => {
                    self.use_sum(&a);
                    self.use_sum(&b);
                }
                Origin::Remainder(a, _) | Origin::Quotient(a, _) => self.use_sum(&a),
            }
        }
    }

    fn use_sum(&mut self, sum: &Sum) {
        for (number, _) in &sum.parts {
            let i = *number as usize;
            if self.seen[i] != self.question {
                self.seen[i] = self.question;
                self.ranges[i] = self.unknowns[i].range;
                self.used.push(*number);
            }
        }
        if let Some((row, _)) = sum.row
            && self.seen_rows[row as usize] != self.question
        {
            self.seen_rows[row as usize] = self.question;
            self.row_ranges[row as usize] = (i128::MIN, i128::MAX);
            self.used_rows.push(row);
        }
    }

    /// Looks at everything once; tells whether something changed.
    fn round(&mut self, all: &[&Comparison]) -> Result<bool, Empty> {
        let mut changed = false;
        for comparison in all {
            changed |= self.learn(comparison)?;
        }
        for i in 0..self.used_rows.len() {
            changed |= self.spread(self.used_rows[i])?;
        }
        for i in 0..self.used.len() {
            let number = self.used[i];
            if let Some(range) = self.by_origin(number) {
                changed |= self.narrow(number, range)?;
            }
        }
        Ok(changed)
    }

    /// What the interval of an unknown number is by how it comes about.
    fn by_origin(&self, number: u32) -> Option<Range> {
        let of = &self.unknowns[number as usize];
        match &of.origin {
            Origin::Anything => None,
            Origin::Product(a, b) => {
                let (a, b) = (self.exact(a)?.0, self.exact(b)?.0);
                let ends = [
                    a.0.checked_mul(b.0)?,
                    a.0.checked_mul(b.1)?,
                    a.1.checked_mul(b.0)?,
                    a.1.checked_mul(b.1)?,
                ];
                let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
                // It may wrap around.
                (of.range.0 <= low && high <= of.range.1).then_some((low, high))
            }
            Origin::Remainder(a, by) => {
                let a = self.exact(a)?.0;
                let most = by - 1;
                let low = if a.0 >= 0 { 0 } else { a.0.max(-most) };
                let high = if a.1 <= 0 { 0 } else { a.1.min(most) };
                // Small enough to stay as it is.
                if a.0 > -by && a.1 < *by {
                    return Some(a);
                }
                Some((low, high))
            }
            Origin::Quotient(a, by) => {
                let a = self.exact(a)?.0;
                Some((a.0 / by, a.1 / by))
            }
        }
    }

    /// Makes the interval of an unknown number smaller.
    fn narrow(&mut self, number: u32, to: Range) -> Result<bool, Empty> {
        let range = &mut self.ranges[number as usize];
        meet(range, to)
    }

    /// The values of a sum over the integers.
    fn range(&self, sum: &Sum) -> Option<Range> {
        let (mut low, mut high) = (sum.constant, sum.constant);
        for (number, factor) in &sum.parts {
            let (from, to) = scaled(self.ranges[*number as usize], *factor)?;
            low = low.checked_add(from)?;
            high = high.checked_add(to)?;
        }
        if let Some((row, factor)) = sum.row
            && let range = self.row_ranges[row as usize]
            && range.0 > -LARGE
            && range.1 < LARGE
        {
            let (from, to) = scaled(range, factor)?;
            low = low.max(sum.constant.checked_add(from)?);
            high = high.min(sum.constant.checked_add(to)?);
        }
        (-LARGE < low && high < LARGE && low < LARGE && -LARGE < high).then_some((low, high))
    }

    /// The values of a sum as a signed number of its width, and what was added to get there; nothing if it may wrap around
    /// in some cases and not in others.
    fn exact(&self, sum: &Sum) -> Option<(Range, i128)> {
        let (low, high) = self.range(sum)?;
        let (half, modulus) = (1i128 << (sum.width - 1), 1i128 << sum.width);
        let turns = low.checked_add(half)?.div_euclid(modulus);
        if high.checked_add(half)?.div_euclid(modulus) != turns {
            return None;
        }
        let shift = -turns * modulus;
        Some(((low + shift, high + shift), shift))
    }

    /// Adds what a comparison says. Where sums may wrap around in several ways, but all others contradict what is known,
    /// the only way that is left says it.
    fn learn(&mut self, comparison: &Comparison) -> Result<bool, Empty> {
        let (less, difference) = (comparison.less, &comparison.difference);
        let Some(apart) = self.range(difference) else {
            return Ok(false);
        };
        let modulus = 1i128 << difference.width;
        if matches!(less, Less::Equal | Less::Different) {
            return self.learn_modulo(less, difference, apart, modulus);
        }
        let unsigned = matches!(less, Less::UnsignedStrictly | Less::UnsignedOrEqual);
        let lowest = if unsigned { 0 } else { -(modulus / 2) };
        let strictly = matches!(less, Less::Strictly | Less::UnsignedStrictly);
        let gap = i128::from(strictly);
        let (left, right) = (&comparison.left, &comparison.right);
        let (Some(lefts), Some(rights)) = (self.turns(left, lowest), self.turns(right, lowest))
        else {
            return Ok(false);
        };
        let mut only = None;
        for l in lefts.0..=lefts.1 {
            for r in rights.0..=rights.1 {
                // left - l * modulus < right - r * modulus
                let most = (l - r) * modulus - gap;
                if apart.0 > most {
                    continue;
                }
                if only.is_some() {
                    return Ok(false);
                }
                only = Some((l, r, most));
            }
        }
        let Some((l, r, most)) = only else {
            return Err(Empty);
        };
        let mut changed = self.bound(difference, None, most)?;
        for (sum, turns, ways) in [(left, l, lefts), (right, r, rights)] {
            if ways.0 != ways.1 {
                let least = lowest + turns * modulus;
                changed |= self.bound(sum, Some(least), least + modulus - 1)?;
            }
        }
        Ok(changed)
    }

    /// How often a sum may wrap around to become a number from `lowest` on, at least and at most, if that is not too often.
    fn turns(&self, sum: &Sum, lowest: i128) -> Option<(i128, i128)> {
        let (low, high) = self.range(sum)?;
        let modulus = 1i128 << sum.width;
        let turns = |at: i128| Some(at.checked_sub(lowest)?.div_euclid(modulus));
        let (least, most) = (turns(low)?, turns(high)?);
        (most - least < WAYS).then_some((least, most))
    }

    /// Adds that a difference is, or is not, a multiple of a power of two.
    fn learn_modulo(
        &mut self,
        less: Less,
        difference: &Sum,
        (low, high): Range,
        modulus: i128,
    ) -> Result<bool, Empty> {
        if low > high {
            return Err(Empty);
        }
        let is_multiple = |value: i128| value.rem_euclid(modulus) == 0;
        if less == Less::Different {
            // An end of an interval goes if it is a value that is left out.
            return match (is_multiple(low), is_multiple(high)) {
                (true, true) if low == high => Err(Empty),
                (true, _) => self.bound(difference, Some(low + 1), i128::MAX),
                (_, true) => self.bound(difference, None, high - 1),
                _ => Ok(false),
            };
        }
        let last = high.div_euclid(modulus);
        match last - (low - 1).div_euclid(modulus) {
            0 => Err(Empty),
            1 => self.bound(difference, Some(last * modulus), last * modulus),
            _ => Ok(false),
        }
    }

    /// A sum over the integers is within these limits.
    fn bound(&mut self, sum: &Sum, least: Option<i128>, most: i128) -> Result<bool, Empty> {
        // No limit stays none.
        let without = |limit: i128| match limit {
            i128::MIN | i128::MAX => Some(limit),
            _ => limit.checked_sub(sum.constant),
        };
        let least = without(least.unwrap_or(i128::MIN));
        let (Some(least), Some(most)) = (least, without(most)) else {
            return Ok(false);
        };
        match (&*sum.parts, sum.row) {
            ([], _) => match least <= 0 && 0 <= most {
                true => Ok(false),
                false => Err(Empty),
            },
            ([(number, factor)], _) => {
                let to = divided((least, most), *factor);
                self.narrow(*number, to)
            }
            (_, Some((row, factor))) => {
                let to = divided((least, most), factor);
                meet(&mut self.row_ranges[row as usize], to)
            }
            _ => Ok(false),
        }
    }

    /// What the interval of a row says about its parts, and they about it.
    fn spread(&mut self, row: u32) -> Result<bool, Empty> {
        let factors = std::mem::take(&mut self.factors[row as usize]);
        let result = self.spread_over(row, &factors);
        self.factors[row as usize] = factors;
        result
    }

    fn spread_over(&mut self, row: u32, factors: &[(u32, i128)]) -> Result<bool, Empty> {
        let (mut low, mut high) = (0i128, 0i128);
        for (number, factor) in factors {
            let Some((from, to)) = scaled(self.ranges[*number as usize], *factor) else {
                return Ok(false);
            };
            let (Some(sum_low), Some(sum_high)) = (low.checked_add(from), high.checked_add(to))
            else {
                return Ok(false);
            };
            (low, high) = (sum_low, sum_high);
        }
        if low <= -LARGE || high >= LARGE {
            return Ok(false);
        }
        let mut changed = meet(&mut self.row_ranges[row as usize], (low, high))?;
        let (least, most) = self.row_ranges[row as usize];
        for (number, factor) in factors {
            let Some((from, to)) = scaled(self.ranges[*number as usize], *factor) else {
                return Ok(changed);
            };
            // Without this part.
            let (others_low, others_high) = (low - from, high - to);
            let to = divided((least - others_high, most - others_low), *factor);
            changed |= self.narrow(*number, to)?;
        }
        Ok(changed)
    }
}

/// Makes an interval smaller.
fn meet(range: &mut Range, to: Range) -> Result<bool, Empty> {
    let new = (range.0.max(to.0), range.1.min(to.1));
    if new.0 > new.1 {
        return Err(Empty);
    }
    let changed = new != *range;
    *range = new;
    Ok(changed)
}

fn scaled(range: Range, factor: i128) -> Option<Range> {
    let (a, b) = (range.0.checked_mul(factor)?, range.1.checked_mul(factor)?);
    Some((a.min(b), a.max(b)))
}

/// The values that lie within the range when multiplied; the ends of the range may stand for no limit.
fn divided(range: Range, factor: i128) -> Range {
    let floor = |a: i128, by: i128| match a {
        i128::MIN | i128::MAX => a,
        _ => a.div_euclid(by),
    };
    let ceiling = |a: i128, by: i128| match a {
        i128::MIN | i128::MAX => a,
        _ => -((-a).div_euclid(by)),
    };
    let opposite = |a: i128| match a {
        i128::MIN => i128::MAX,
        i128::MAX => i128::MIN,
        _ => -a,
    };
    match factor > 0 {
        true => (ceiling(range.0, factor), floor(range.1, factor)),
        false => (
            ceiling(opposite(range.1), -factor),
            floor(opposite(range.0), -factor),
        ),
    }
}
