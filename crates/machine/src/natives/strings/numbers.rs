//! Numbers and text. A symbolic number is spelled out in digits that are symbols of their own, tied to it by their
//! weighted sum, which is far easier for a solver than divisions; only the number of digits is forked on. Parsing is
//! one question, whether the text is a number, and one term for its value.

use super::super::{Call, Entry, Return, value};
use super::{characters, is_concrete};
use crate::halt::{Halt, Message, Part, Step};
use crate::machine::Machine;
use crate::state::State;
use crate::text::Text;
use crate::value::{Ref, Slot};
use logic::{Evaluator, Model, Sort, Term, Value};
use std::rc::Rc;

const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";

pub const NATIVES: &[Entry] = &[
    (INTEGER, "parseInt", "(Ljava/lang/String;)I", parse),
    (INTEGER, "parseInt", "(Ljava/lang/String;I)I", parse),
    (LONG, "parseLong", "(Ljava/lang/String;)J", parse),
    (LONG, "parseLong", "(Ljava/lang/String;I)J", parse),
];

/// Terms wider than this are not made; longer texts are parsed by the JDK's code.
const WIDEST: u32 = 128;

fn parse(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let radix = call.args.get(1).copied().unwrap_or(Slot::int(10));
    if string.is_null() || is_concrete(m, st, string)? || radix.is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let radix = radix.as_int();
    let long = m.method(call.method).descriptor.ends_with('J');
    let text = m.bounded_text(st, string)?;
    let bits = if long { 64 } else { 32 };
    let (text, negative) = without_known_sign(m, text);
    let width = sum_width(text.characters.len(), radix, bits);
    if !(2..=36).contains(&radix) || width > WIDEST {
        return Ok(Return::Bytecode);
    }
    if let Some(number) = spelled_number(m, st, &text).filter(|n| m.pool.width(*n) == bits) {
        // What Java spelled is in range, with the sign that it was given.
        let most = m.pool.bv(bits, (1u128 << (bits - 1)) - 1);
        let valid = match negative {
            Some(true) => m.pool.tt(),
            _ => m.pool.ule(number, most),
        };
        if radix == 10 && m.decide(st, valid)? {
            let opposite = m.pool.neg(number);
            return value(m.slot(if negative == Some(true) {
                opposite
            } else {
                number
            }));
        }
    }
    let parsed = parsed(m, st, &text, negative, radix, width, bits)?;
    if m.decide(st, parsed.valid)? {
        return value(m.slot(parsed.value));
    }
    Err(no_number(m, string, radix)?)
}

/// What `NumberFormatException.forInputString` makes.
fn no_number(m: &mut Machine, string: Ref, radix: i32) -> Step<Halt> {
    const EXCEPTION: &str = "java/lang/NumberFormatException";
    let class = m.load(EXCEPTION)?;
    let descriptor = "(Ljava/lang/String;I)Ljava/lang/NumberFormatException;";
    let with_radix = m.signature(&"forInputString".into(), &descriptor.into());
    let quoted = Part::Argument(b'L', Slot::reference(string));
    let mut parts = vec![Part::text("For input string: \""), quoted];
    // Earlier JDKs do not name the radix.
    let end = match radix {
        10 => "\"".to_owned(),
        _ if m.find_method(class, with_radix).is_none() => "\"".to_owned(),
        _ => format!("\" under radix {radix}"),
    };
    parts.push(Part::text(&end));
    Ok(Halt::ThrowNew(EXCEPTION, Message::Quoting(parts)))
}

/// So many bits hold any sum of so many digits, and the magnitudes of the type.
fn sum_width(count: usize, radix: i32, bits: u32) -> u32 {
    let digits = f64::from(radix).log2() * count as f64;
    (digits.ceil() as u32 + u32::from(digits > f64::from(bits) - 0.5)).max(bits)
}

/// The number that was spelled out as these very characters.
fn spelled_number(m: &mut Machine, st: &State, text: &Text) -> Option<Term> {
    if m.pool.as_bv(text.length)? as usize != text.characters.len() {
        return None;
    }
    let digits: Option<Vec<Term>> = text
        .characters
        .iter()
        .map(|c| st.digit_characters.get(&c.term?).copied())
        .collect();
    let digits = digits?;
    let found = st.digits.iter().find(|(_, known)| known[..] == digits[..]);
    found.map(|(number, _)| *number)
}

/// The text behind a sign that is known, and whether that is a minus.
fn without_known_sign(m: &mut Machine, text: Text) -> (Text, Option<bool>) {
    let known = text.characters.first().filter(|c| !c.is_symbolic());
    let sign = known.and_then(|c| match c.as_int() as u8 {
        b'-' if c.as_int() < 128 => Some(true),
        b'+' if c.as_int() < 128 => Some(false),
        _ => None,
    });
    match (sign, m.pool.as_bv(text.length)) {
        (Some(sign), Some(_)) => (m.closed(text.characters[1..].to_vec()), Some(sign)),
        _ => (text, None),
    }
}

/// There are digits in many scripts, and those of all of them count; but a text of ASCII is far simpler.
fn all_ascii(m: &mut Machine, st: &State, text: &Text) -> Step<bool> {
    let mut all = Vec::with_capacity(text.characters.len());
    let limit = m.pool.bv32(128);
    for (i, character) in text.characters.iter().enumerate() {
        let here = text.has(m, i);
        let character = m.int_term(*character);
        let small = m.pool.ult(character, limit);
        all.push(m.pool.implies(here, small));
    }
    let all = m.pool.and_all(&all);
    m.decide(st, all)
}

/// Whether a character is a digit, and its value, of 6 bits, if it is.
fn digit(
    m: &mut Machine,
    st: &State,
    character: Slot,
    radix: i32,
    ascii: bool,
) -> Step<(Term, Term)> {
    let term = m.int_term(character);
    if radix == 10
        && let Some(known) = st.digit_characters.get(&term)
    {
        return Ok((m.pool.tt(), m.pool.zext(*known, 6)));
    }
    if ascii && radix <= 10 {
        let last = u16::from(b'0') + radix as u16 - 1;
        let inside = super::in_range(m, term, u16::from(b'0'), last);
        let low = m.pool.extract(term, 3, 0);
        return Ok((inside, m.pool.zext(low, 6)));
    }
    let digit = characters::digit(m, st, character, radix)?;
    let none = m.pool.bv32(-1);
    let inside = m.pool.distinct(digit, none);
    Ok((inside, m.pool.extract(digit, 5, 0)))
}

struct Parsed {
    valid: Term,
    value: Term,
}

/// `Integer.parseInt` and `Long.parseLong`: an optional sign and at least one digit, in range.
fn parsed(
    m: &mut Machine,
    st: &State,
    text: &Text,
    known_negative: Option<bool>,
    radix: i32,
    width: u32,
    bits: u32,
) -> Step<Parsed> {
    let ascii = all_ascii(m, st, text)?;
    let mut magnitude = m.pool.bv(width, 0);
    let factor = m.pool.bv(width, radix as u128);
    let mut valid = Vec::new();
    let mut negative = m.pool.bool(known_negative == Some(true));
    let mut signed = m.pool.ff();
    for i in 0..text.characters.len() {
        let here = text.has(m, i);
        let (is_digit, digit) = digit(m, st, text.characters[i], radix, ascii)?;
        let digit = m.pool.zext(digit, width);
        let next = m.pool.mul(magnitude, factor);
        let next = m.pool.add(next, digit);
        let mut counts = here;
        if i == 0 && known_negative.is_none() {
            let character = m.int_term(text.characters[0]);
            let (minus, plus) = (m.pool.bv32('-' as i32), m.pool.bv32('+' as i32));
            negative = m.pool.eq(character, minus);
            let positive = m.pool.eq(character, plus);
            signed = m.pool.or(negative, positive);
            let fine = m.pool.or(signed, is_digit);
            valid.push(m.pool.implies(here, fine));
            let unsigned = m.pool.not(signed);
            counts = m.pool.and(here, unsigned);
        } else {
            valid.push(m.pool.implies(here, is_digit));
        }
        magnitude = m.pool.ite(counts, next, magnitude);
    }
    let (zero, one) = (m.pool.bv32(0), m.pool.bv32(1));
    let least = m.pool.ite(signed, one, zero);
    valid.push(m.pool.ult(least, text.length));
    let (most, most_negative) = (
        m.pool.bv(width, (1u128 << (bits - 1)) - 1),
        m.pool.bv(width, 1u128 << (bits - 1)),
    );
    let most = m.pool.ite(negative, most_negative, most);
    valid.push(m.pool.ule(magnitude, most));
    let low = m.pool.extract(magnitude, bits - 1, 0);
    let opposite = m.pool.neg(low);
    Ok(Parsed {
        valid: m.pool.and_all(&valid),
        value: m.pool.ite(negative, opposite, low),
    })
}

/// The decimal text of a number; asks for its sign and its number of digits.
pub(crate) fn spelled(
    m: &mut Machine,
    st: &mut State,
    number: Slot,
    long: bool,
) -> Step<Vec<Slot>> {
    let term = if long {
        m.long_term(number)
    } else {
        m.int_term(number)
    };
    let bits = if long { 64 } else { 32 };
    let zero = m.pool.bv(bits, 0);
    let negative = m.pool.slt(term, zero);
    let negative = m.decide(st, negative)?;
    // As an unsigned number this is right for the smallest number as well.
    let magnitude = if negative { m.pool.neg(term) } else { term };
    let most = if long { 19 } else { 10 };
    let mut count = 1;
    while count < most {
        let limit = m.pool.bv(bits, 10u128.pow(count));
        let fits = m.pool.ult(magnitude, limit);
        if m.decide(st, fits)? {
            break;
        }
        count += 1;
    }
    let digits = digits(m, st, magnitude, count as usize, bits)?;
    let mut text = Vec::with_capacity(digits.len() + 1);
    if negative {
        text.push(Slot::int('-' as i32));
    }
    // The characters of the digits are 0x30 to 0x39.
    let upper_half = m.pool.bv(4, 3);
    for digit in digits.iter() {
        let byte = m.pool.concat(upper_half, *digit);
        let character = m.pool.zext(byte, 32);
        st.digit_characters.insert(character, *digit);
        text.push(m.slot(character));
    }
    Ok(text)
}

/// The digits of a number that is known to have so many; four bits each.
fn digits(
    m: &mut Machine,
    st: &mut State,
    number: Term,
    count: usize,
    bits: u32,
) -> Step<Rc<[Term]>> {
    if let Some(known) = st.digits.get(&number) {
        return Ok(known.clone());
    }
    let made: Rc<[Term]> = if count == 1 {
        [m.pool.extract(number, 3, 0)].into()
    } else {
        // Named by the number, not by the path: where paths become one, each keeps its digits.
        let next = m.digit_sets.len();
        let set = *m.digit_sets.entry((number, count)).or_insert(next);
        let symbols: Rc<[Term]> = (0..count)
            .map(|i| m.pool.symbol(&format!("digit {set}.{i}"), Sort::Bv(4)))
            .collect();
        let wide = bits;
        let nine = m.pool.bv(4, 9);
        let ten = m.pool.bv(wide, 10);
        let mut all = Vec::with_capacity(count + 1);
        let mut sum = m.pool.bv(wide, 0);
        for symbol in symbols.iter() {
            all.push(m.pool.ule(*symbol, nine));
            let digit = m.pool.zext(*symbol, wide);
            sum = m.pool.mul(sum, ten);
            sum = m.pool.add(sum, digit);
        }
        all.push(m.pool.eq(sum, number));
        if bits == 32 && count == 10 {
            // The largest magnitude is 2147483648, and the sum must not go round.
            let two = m.pool.bv(4, 2);
            all.push(m.pool.ule(symbols[0], two));
        }
        let spelled = m.pool.and_all(&all);
        // Every number has exactly one such spelling, so that assuming it leaves nothing out.
        if st.facts.get(&spelled) != Some(&1) && m.pool.as_bool(spelled) != Some(true) {
            let definition = symbols
                .iter()
                .rev()
                .enumerate()
                .map(|(place, symbol)| DigitOf {
                    symbol: *symbol,
                    number,
                    weight: 10u128.pow(place as u32),
                });
            m.definitions.insert(spelled, definition.collect());
            return Err(Halt::Assume(spelled));
        }
        symbols
    };
    st.digits.insert(number, made.clone());
    Ok(made)
}

/// A symbol that stands for a digit of a number.
pub struct DigitOf {
    symbol: Term,
    number: Term,
    weight: u128,
}

impl Machine {
    /// Gives symbols that an assumption brings into being the values that make it hold: the digits of numbers. A model
    /// without them needs no solver to become one with them.
    pub fn define(&self, evaluator: &mut Evaluator, model: &mut Model, assumed: Term) {
        for digit in self.definitions.get(&assumed).into_iter().flatten() {
            let number = evaluator.eval(&self.pool, model, digit.number);
            if let Some(number) = number.ok().and_then(|n| n.as_bv()) {
                let value = Value::bv(4, number / digit.weight % 10);
                model.set(digit.symbol, value);
            }
        }
    }
}

/// A piece of a concatenation that is still open.
enum Piece {
    Known(Vec<u16>),
    Number(Slot, bool),
}

/// The pieces of an open concatenation of known text and whole numbers; `None` for other arrays.
fn pieces(m: &mut Machine, st: &mut State, array: Ref) -> Step<Option<Vec<Piece>>> {
    let Some(parts) = m.open_concatenation(st, array) else {
        return Ok(None);
    };
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        use crate::halt::Part;
        pieces.push(match part {
            Part::Text(text) => Piece::Known(text.to_vec()),
            Part::Argument(b'L', slot) => {
                let string = slot.as_ref();
                if string.is_null() || !is_concrete(m, st, string)? {
                    return Ok(None);
                }
                match m.string_text(st, string)? {
                    Some(text) => Piece::Known(text),
                    None => return Ok(None),
                }
            }
            Part::Argument(b'J', slot) => Piece::Number(slot, true),
            Part::Argument(b'I' | b'S' | b'B', slot) => Piece::Number(slot, false),
            Part::Argument(..) => return Ok(None),
        });
    }
    Ok(Some(pieces))
}

/// The length of an open concatenation, without spelling its numbers out.
pub(super) fn open_length(m: &mut Machine, st: &mut State, array: Ref) -> Step<Option<Term>> {
    let Some(pieces) = pieces(m, st, array)? else {
        return Ok(None);
    };
    let mut length = m.pool.bv32(0);
    for piece in pieces {
        let more = match piece {
            Piece::Known(text) => m.pool.bv32(text.len() as i32),
            Piece::Number(number, long) => spelled_length(m, number, long),
        };
        length = m.pool.add(length, more);
    }
    Ok(Some(length))
}

fn spelled_length(m: &mut Machine, number: Slot, long: bool) -> Term {
    let term = if long {
        m.long_term(number)
    } else {
        m.int_term(number)
    };
    let (bits, most) = if long { (64, 19) } else { (32, 10) };
    let zero = m.pool.bv(bits, 0);
    let negative = m.pool.slt(term, zero);
    let opposite = m.pool.neg(term);
    let magnitude = m.pool.ite(negative, opposite, term);
    let mut length = m.pool.bv32(most);
    for count in (1..most as u32).rev() {
        let limit = m.pool.bv(bits, 10u128.pow(count));
        let fits = m.pool.ult(magnitude, limit);
        let so_many = m.pool.bv32(count as i32);
        length = m.pool.ite(fits, so_many, length);
    }
    let (one, none) = (m.pool.bv32(1), m.pool.bv32(0));
    let sign = m.pool.ite(negative, one, none);
    m.pool.add(length, sign)
}

/// Whether an open concatenation with one number in it is this text: that is so for one value of the number or none.
pub(super) fn equals_number(
    m: &mut Machine,
    st: &mut State,
    array: Ref,
    known: &[u16],
) -> Step<Option<Term>> {
    let Some(pieces) = pieces(m, st, array)? else {
        return Ok(None);
    };
    let numbers = pieces.iter().filter(|p| matches!(p, Piece::Number(..)));
    if numbers.count() != 1 {
        return Ok(None);
    }
    let never = m.pool.ff();
    let mut rest = known;
    let mut pieces = pieces.into_iter();
    let mut number = None;
    for piece in pieces.by_ref() {
        match piece {
            Piece::Known(text) => match rest.strip_prefix(&text[..]) {
                Some(left) => rest = left,
                None => return Ok(Some(never)),
            },
            Piece::Number(slot, long) => {
                number = Some((slot, long));
                break;
            }
        }
    }
    for piece in pieces.rev() {
        if let Piece::Known(text) = piece {
            match rest.strip_suffix(&text[..]) {
                Some(left) => rest = left,
                None => return Ok(Some(never)),
            }
        }
    }
    let (Some((slot, long)), Ok(text)) = (number, String::from_utf16(rest)) else {
        return Ok(Some(never));
    };
    // Only the spelling that Java itself would choose.
    let wanted = match text.parse::<i64>() {
        Ok(value) if value.to_string() == text => value,
        _ => return Ok(Some(never)),
    };
    let (term, wanted) = match (long, i32::try_from(wanted)) {
        (true, _) => (m.long_term(slot), m.pool.bv64(wanted)),
        (false, Ok(wanted)) => (m.int_term(slot), m.pool.bv32(wanted)),
        (false, Err(_)) => return Ok(Some(never)),
    };
    Ok(Some(m.pool.eq(term, wanted)))
}
