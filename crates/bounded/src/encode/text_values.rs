//! Strings as values: a length and characters, without an object that has them. What methods of `String` say of strings, and
//! what they put together, is said of these; a heap's strings are read into one.

use super::ascii::{Ascii, CharacterMethod};
use super::heap::Heap;
use super::texts::{TextMethod, Texts};
use crate::reasons::Undecided;
use crate::values;
use ir::ElementKind;
use logic::Term;

type Result<T> = std::result::Result<T, Undecided>;

#[derive(Debug, Clone)]
pub struct Text {
    /// As an `int`, and no more than there are units, except where the text is longer than it may be here.
    pub length: Term,
    /// The characters as registers have them, and anything beyond the length.
    pub units: Vec<Term>,
    /// Where there is no room for it; then nothing else is known of it.
    pub longer: Term,
}

pub trait TextValues: Heap {
    /// The characters of a string or an array, which is not null.
    fn text_at(&mut self, state: &Self::State, object: Term) -> Text {
        let arrays = self.universe().longest_array(ElementKind::Char);
        let most = self.longest().max(arrays);
        let mut units = Vec::new();
        for index in 0..most {
            let index = self.widths().int(self.pool(), index as i32);
            units.push(self.character(state, object, index));
        }
        let length = self.length(state, object);
        let longer = self.pool().ff();
        Text {
            length,
            units,
            longer,
        }
    }

    fn constant_text(&mut self, units: &[u16]) -> Result<Text> {
        let widths = self.widths();
        let fits = |unit: &u16| widths.int >= 16 || *unit < 1 << (widths.int - 1);
        if !units.iter().all(fits) || !widths.holds_int(units.len() as i64) {
            let bits = widths.int;
            let text = String::from_utf16_lossy(units);
            return Err(
                format!("the string {text:?} needs more than {bits} bits (--int-bits)").into(),
            );
        }
        let pool = self.pool();
        Ok(Text {
            length: widths.int(pool, units.len() as i32),
            units: (units.iter())
                .map(|unit| widths.int(pool, i32::from(*unit)))
                .collect(),
            longer: pool.ff(),
        })
    }

    fn either_text(&mut self, condition: Term, yes: &Text, no: &Text) -> Text {
        let pool = self.pool();
        let mut units = Vec::new();
        for at in 0..yes.units.len().max(no.units.len()) {
            units.push(match (yes.units.get(at), no.units.get(at)) {
                (Some(yes), Some(no)) => pool.ite(condition, *yes, *no),
                (Some(only), None) | (None, Some(only)) => *only,
                (None, None) => continue,
            });
        }
        Text {
            length: pool.ite(condition, yes.length, no.length),
            units,
            longer: pool.ite(condition, yes.longer, no.longer),
        }
    }

    /// One text after another, with room for so many characters.
    fn joined(&mut self, first: &Text, second: &Text, most: u32) -> Result<Text> {
        let widths = self.widths();
        let all = first.units.len() + second.units.len();
        let room = all.min(most as usize);
        if !widths.holds_int(all as i64) {
            let bits = widths.int;
            return Err(format!(
                "a string of {all} characters needs more than {bits} bits (--int-bits)"
            )
            .into());
        }
        let length = self.pool().add(first.length, second.length);
        let mut longer = self.pool().or(first.longer, second.longer);
        if all > room {
            let limit = widths.int(self.pool(), room as i32);
            let more = self.pool().sgt(length, limit);
            longer = self.pool().or(longer, more);
        }
        let mut units = Vec::new();
        for at in 0..room {
            let mut unit: Option<Term> = None;
            for start in 0..=at.min(first.units.len()) {
                let Some(here) = second.units.get(at - start).copied() else {
                    continue;
                };
                unit = Some(self.if_is(first.length, start, here, unit));
            }
            if let Some(here) = first.units.get(at).copied() {
                let inside = self.is_before(at, first.length);
                unit = Some(match unit {
                    Some(unit) => self.pool().ite(inside, here, unit),
                    None => here,
                });
            }
            units.extend(unit);
        }
        Ok(Text {
            length,
            units,
            longer,
        })
    }

    /// The characters from one index to before another, which are in order and within the text.
    fn slice(&mut self, text: &Text, from: Term, to: Term) -> Text {
        let mut units = Vec::new();
        for at in 0..text.units.len() {
            let mut unit: Option<Term> = None;
            for start in 0..text.units.len() - at {
                unit = Some(self.if_is(from, start, text.units[start + at], unit));
            }
            units.extend(unit);
        }
        Text {
            length: self.pool().sub(to, from),
            units,
            longer: text.longer,
        }
    }

    /// The characters from the last to the first, pairs of surrogates in their order, as builders of strings do it.
    fn reversed(&mut self, text: &Text) -> Text {
        let mut turned = Vec::new();
        for at in 0..text.units.len() {
            let mut unit: Option<Term> = None;
            for length in at + 1..=text.units.len() {
                let here = text.units[length - 1 - at];
                unit = Some(self.if_is(text.length, length, here, unit));
            }
            turned.extend(unit);
        }
        let pairs: Vec<Term> = (0..turned.len().saturating_sub(1))
            .map(|at| {
                let low = self.is_surrogate(turned[at], 0xDC00);
                let high = self.is_surrogate(turned[at + 1], 0xD800);
                let inside = self.is_before(at + 1, text.length);
                let both = self.pool().and(low, high);
                self.pool().and(both, inside)
            })
            .collect();
        let mut units = turned.clone();
        for (at, pair) in pairs.into_iter().enumerate() {
            units[at] = self.pool().ite(pair, turned[at + 1], units[at]);
            units[at + 1] = self.pool().ite(pair, turned[at], units[at + 1]);
        }
        Text {
            units,
            ..text.clone()
        }
    }

    /// Whether all characters are of ASCII.
    fn is_ascii(&mut self, text: &Text) -> Term {
        let widths = self.widths();
        let mut all = self.pool().tt();
        if !widths.holds_int(128) {
            return all;
        }
        let limit = widths.int(self.pool(), 128);
        for (at, unit) in text.units.iter().enumerate() {
            let inside = self.is_before(at, text.length);
            let below = self.pool().ult(*unit, limit);
            let below = self.pool().implies(inside, below);
            all = self.pool().and(all, below);
        }
        all
    }

    /// The text in upper or lower case; it is one of ASCII.
    fn in_case(&mut self, text: &Text, upper: bool) -> Result<Text> {
        let method = match upper {
            true => CharacterMethod::ToUpperCase,
            false => CharacterMethod::ToLowerCase,
        };
        let mut units = Vec::new();
        for unit in &text.units {
            units.push(self.of_character(method, *unit)?.0);
        }
        Ok(Text {
            units,
            ..text.clone()
        })
    }

    /// The text with one character in place of another.
    fn replaced(&mut self, text: &Text, old: Term, new: Term) -> Text {
        let pool = self.pool();
        let mut units = Vec::new();
        for unit in &text.units {
            let is = pool.eq(*unit, old);
            units.push(pool.ite(is, new, *unit));
        }
        Text {
            units,
            ..text.clone()
        }
    }

    /// The text so many times, which is not negative, with room for so many characters.
    fn repeated(&mut self, text: &Text, count: Term, most: u32) -> Result<Text> {
        let widths = self.widths();
        let mut whole = self.constant_text(&[])?;
        let mut rounds = 0;
        while rounds < most && widths.holds_int(i64::from(rounds) + 1) {
            let more = self.joined(&whole, text, most)?;
            let goes_on = self.is_before(rounds as usize, count);
            whole = self.either_text(goes_on, &more, &whole);
            rounds += 1;
        }
        // With as many rounds as there is room, anything but nothing is too long.
        let over = self.is_before(rounds as usize, count);
        let some = self.is_before(0, text.length);
        let over = self.pool().and(over, some);
        whole.longer = self.pool().or(whole.longer, over);
        Ok(whole)
    }

    /// Where the text starts and ends without what `trim` or `strip` leave out, at both ends or each by itself; `strip` knows
    /// characters of ASCII.
    fn ends(&mut self, text: &Text, strips: bool, both: bool) -> Option<(Term, Term)> {
        let widths = self.widths();
        if !widths.holds_int(i64::from(b' ')) {
            return None;
        }
        let mut left_out = Vec::new();
        for unit in &text.units {
            left_out.push(match strips {
                true => {
                    let (space, _) =
                        (self.of_character(CharacterMethod::IsWhitespace, *unit)).ok()?;
                    let zero = widths.int(self.pool(), 0);
                    self.pool().distinct(space, zero)
                }
                false => {
                    let space = widths.int(self.pool(), i32::from(b' '));
                    self.pool().ule(*unit, space)
                }
            });
        }
        // Without a character that stays, nothing does.
        let mut from = text.length;
        let mut to = match both {
            true => text.length,
            false => widths.int(self.pool(), 0),
        };
        for (at, out) in left_out.iter().enumerate() {
            let inside = self.is_before(at, text.length);
            let stays = self.pool().not(*out);
            let stays = self.pool().and(inside, stays);
            let end = widths.int(self.pool(), at as i32 + 1);
            to = self.pool().ite(stays, end, to);
        }
        for (at, out) in left_out.iter().enumerate().rev() {
            let inside = self.is_before(at, text.length);
            let stays = self.pool().not(*out);
            let stays = self.pool().and(inside, stays);
            let here = widths.int(self.pool(), at as i32);
            from = self.pool().ite(stays, here, from);
        }
        Some((from, to))
    }

    fn is_surrogate(&mut self, unit: Term, first: i32) -> Term {
        let widths = self.widths();
        let pool = self.pool();
        if widths.int < 17 {
            return pool.ff();
        }
        let (low, high) = (widths.int(pool, first), widths.int(pool, first + 0x3FF));
        let above = pool.uge(unit, low);
        let below = pool.ule(unit, high);
        pool.and(above, below)
    }

    fn flag_text(&mut self, condition: Term) -> Result<Text> {
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let yes = self.constant_text(&units("true"))?;
        let no = self.constant_text(&units("false"))?;
        Ok(self.either_text(condition, &yes, &no))
    }

    fn unit_text(&mut self, unit: Term) -> Text {
        let widths = self.widths();
        Text {
            length: widths.int(self.pool(), 1),
            units: vec![unit],
            longer: self.pool().ff(),
        }
    }

    /// The digits of a number, with room for so many characters.
    fn number_text(&mut self, value: Term, most: u32) -> Result<Text> {
        let widths = self.widths();
        if widths.int < 8 {
            let bits = widths.int;
            return Err(
                format!("the digits of a number need more than {bits} bits (--int-bits)").into(),
            );
        }
        let width = self.pool().width(value);
        let digits = decimal_digits(1 << (width - 1)).min(most.max(1));
        let limit = 10u128.pow(digits);
        let pool = self.pool();
        let zero = pool.bv(width, 0);
        let negative = pool.slt(value, zero);
        let opposite = pool.neg(value);
        let magnitude = pool.ite(negative, opposite, value);
        let mut longer = pool.ff();
        if limit < 1 << width {
            let limit = pool.bv(width, limit);
            longer = pool.uge(magnitude, limit);
        }
        // No more bits than those digits need: division is work for a solver.
        let bits = (128 - (limit - 1).leading_zeros()).min(width);
        let magnitude = pool.extract(magnitude, bits - 1, 0);
        let ten = pool.bv(bits, 10);
        let mut rest = magnitude;
        let mut units = Vec::new();
        let mut length = widths.int(pool, 1);
        for digit in 0..digits {
            let last = pool.urem(rest, ten);
            rest = pool.udiv(rest, ten);
            let last = match bits < widths.int {
                true => pool.zext(last, widths.int),
                false => pool.extract(last, widths.int - 1, 0),
            };
            let first = widths.int(pool, i32::from(b'0'));
            units.push(pool.add(last, first));
            if digit > 0 {
                let least = pool.bv(bits, 10u128.pow(digit));
                let has = pool.uge(magnitude, least);
                let count = widths.int(pool, digit as i32 + 1);
                length = pool.ite(has, count, length);
            }
        }
        let mut ordered = Vec::new();
        for at in 0..units.len() {
            let mut unit = None;
            for count in at + 1..=units.len() {
                unit = Some(self.if_is(length, count, units[count - 1 - at], unit));
            }
            ordered.extend(unit);
        }
        let pool = self.pool();
        let (one, none) = (widths.int(pool, 1), widths.int(pool, 0));
        let sign = Text {
            length: pool.ite(negative, one, none),
            units: vec![widths.int(pool, i32::from(b'-'))],
            longer: pool.ff(),
        };
        let digits = Text {
            length,
            units: ordered,
            longer,
        };
        self.joined(&sign, &digits, most)
    }

    /// A value where a number is this one, else another; without one, that cannot be.
    fn if_is(&mut self, number: Term, this: usize, value: Term, other: Option<Term>) -> Term {
        let Some(other) = other else {
            return value;
        };
        let this = self.widths().int(self.pool(), this as i32);
        let is = self.pool().eq(number, this);
        self.pool().ite(is, value, other)
    }

    /// Whether an index is below a number.
    fn is_before(&mut self, index: usize, number: Term) -> Term {
        let index = self.widths().int(self.pool(), index as i32);
        self.pool().slt(index, number)
    }

    /// Whether a text has another one in it, from an index on.
    fn occurs_at(&mut self, text: &Text, other: &Text, at: usize) -> Term {
        let start = self.widths().int(self.pool(), at as i32);
        let left = self.pool().sub(text.length, start);
        let mut occurs = self.pool().sle(other.length, left);
        for (index, unit) in other.units.iter().enumerate() {
            let inside = self.is_before(index, other.length);
            let same = match text.units.get(at + index) {
                Some(here) => self.pool().eq(*here, *unit),
                None => self.pool().ff(),
            };
            let same = self.pool().implies(inside, same);
            occurs = self.pool().and(occurs, same);
        }
        occurs
    }

    fn equal_texts(&mut self, text: &Text, other: &Text) -> Term {
        let same = self.pool().eq(text.length, other.length);
        let occurs = self.occurs_at(text, other, 0);
        self.pool().and(same, occurs)
    }

    /// What a method of `String` returns, and the condition under which it does not throw.
    fn of_text_value(
        &mut self,
        method: TextMethod,
        text: &Text,
        argument: TextArgument,
    ) -> Option<(Term, Term)> {
        let widths = self.widths();
        let always = self.pool().tt();
        let value = match (method, argument) {
            (TextMethod::Length, _) => text.length,
            (TextMethod::IsEmpty, _) => {
                let zero = widths.int(self.pool(), 0);
                let empty = self.pool().eq(text.length, zero);
                values::flag(self.pool(), widths, empty)
            }
            (TextMethod::CharAt, TextArgument::Plain(index)) => {
                let inside = self.pool().ult(index, text.length);
                let mut unit = None;
                for (at, here) in text.units.iter().enumerate() {
                    unit = Some(self.if_is(index, at, *here, unit));
                }
                let unit = unit.unwrap_or_else(|| widths.int(self.pool(), 0));
                return Some((unit, inside));
            }
            (TextMethod::IsAscii, _) => {
                let is = self.is_ascii(text);
                values::flag(self.pool(), widths, is)
            }
            (TextMethod::IsBlank, _) => {
                let (from, _) = self.ends(text, true, true)?;
                let blank = self.pool().eq(from, text.length);
                values::flag(self.pool(), widths, blank)
            }
            (TextMethod::Start { strips }, _) => self.ends(text, strips, true)?.0,
            (TextMethod::End { strips, both }, _) => self.ends(text, strips, both)?.1,
            (TextMethod::HashCode, _) => {
                let mut hash = widths.int(self.pool(), 0);
                for (index, unit) in text.units.iter().enumerate() {
                    let inside = self.is_before(index, text.length);
                    let longer = super::texts::longer_hash(self.pool(), hash, *unit);
                    hash = self.pool().ite(inside, longer, hash);
                }
                hash
            }
            (TextMethod::IndexOf | TextMethod::LastIndexOf, TextArgument::Plain(code)) => {
                let hits: Vec<Term> = (0..text.units.len())
                    .map(|at| self.is_code_at(text, at, code))
                    .collect();
                self.found(&hits, method == TextMethod::IndexOf)
            }
            (method, TextArgument::Text(other)) => {
                let hits = |this: &mut Self| -> Vec<Term> {
                    (0..=text.units.len())
                        .map(|at| this.occurs_at(text, other, at))
                        .collect()
                };
                let holds = match method {
                    TextMethod::Equals => self.equal_texts(text, other),
                    TextMethod::EqualsIgnoreCase => {
                        let text = self.in_case(text, false).ok()?;
                        let other = self.in_case(other, false).ok()?;
                        self.equal_texts(&text, &other)
                    }
                    TextMethod::StartsWith => self.occurs_at(text, other, 0),
                    TextMethod::EndsWith => {
                        let start = self.pool().sub(text.length, other.length);
                        let mut ends = self.pool().ff();
                        for at in 0..=text.units.len() {
                            let here = widths.int(self.pool(), at as i32);
                            let is = self.pool().eq(start, here);
                            let occurs = self.occurs_at(text, other, at);
                            let both = self.pool().and(is, occurs);
                            ends = self.pool().or(ends, both);
                        }
                        ends
                    }
                    TextMethod::Contains => {
                        let hits = hits(self);
                        self.pool().or_all(&hits)
                    }
                    TextMethod::IndexOfText => {
                        let hits = hits(self);
                        return Some((self.found(&hits, true), always));
                    }
                    TextMethod::CompareTo => {
                        let mut order = self.pool().sub(text.length, other.length);
                        let both = text.units.iter().zip(&other.units).enumerate();
                        for (at, (here, there)) in both.rev() {
                            let first = self.is_before(at, text.length);
                            let second = self.is_before(at, other.length);
                            let inside = self.pool().and(first, second);
                            let differ = self.pool().distinct(*here, *there);
                            let decides = self.pool().and(inside, differ);
                            let difference = self.pool().sub(*here, *there);
                            order = self.pool().ite(decides, difference, order);
                        }
                        return Some((order, always));
                    }
                    _ => return None,
                };
                values::flag(self.pool(), widths, holds)
            }
            _ => return None,
        };
        Some((value, always))
    }

    /// Whether a code point stands at an index: one character, or a pair of surrogates.
    fn is_code_at(&mut self, text: &Text, at: usize, code: Term) -> Term {
        let widths = self.widths();
        let inside = self.is_before(at, text.length);
        let same = self.pool().eq(text.units[at], code);
        let mut hit = self.pool().and(inside, same);
        if let Some(next) = text.units.get(at + 1).copied()
            && widths.int > 21
        {
            let high = self.is_surrogate(text.units[at], 0xD800);
            let low = self.is_surrogate(next, 0xDC00);
            let inside = self.is_before(at + 1, text.length);
            let pool = self.pool();
            // The code point of a pair, by sums of what its parts are more than the first surrogates.
            let first = widths.int(pool, 0xD800);
            let over = pool.sub(text.units[at], first);
            let scale = widths.int(pool, 0x400);
            let over = pool.mul(over, scale);
            let start = widths.int(pool, 0x10000 - 0xDC00);
            let under = pool.add(next, start);
            let pair = pool.add(over, under);
            let same = pool.eq(pair, code);
            let is_pair = pool.and_all(&[high, low, inside, same]);
            hit = pool.or(hit, is_pair);
        }
        hit
    }

    /// The first or last of some indices that is hit, or -1.
    fn found(&mut self, hits: &[Term], first: bool) -> Term {
        let widths = self.widths();
        let mut index = widths.int(self.pool(), -1);
        let mut all: Vec<usize> = (0..hits.len()).collect();
        if first {
            all.reverse();
        }
        for at in all {
            let here = widths.int(self.pool(), at as i32);
            index = self.pool().ite(hits[at], here, index);
        }
        index
    }
}

impl<H: Heap + ?Sized> TextValues for H {}

/// What a method of a string is given.
#[derive(Clone, Copy)]
pub enum TextArgument<'t> {
    Nothing,
    Plain(Term),
    Text(&'t Text),
}

/// How many digits a number has.
fn decimal_digits(number: u128) -> u32 {
    number.checked_ilog10().unwrap_or(0) + 1
}
