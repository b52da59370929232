//! Comparisons of strings as terms: equality, order, prefixes, suffixes and regions, and hash codes.

use super::super::{Call, Entry, Return, boolean, int, value};
use super::{STRING, bytes_of, concrete, is_concrete, numbers, unit};
use crate::halt::Step;
use crate::machine::Machine;
use crate::state::State;
use crate::text::{Text, exact_hash_length, hash_symbol};
use crate::value::{Ref, Slot};
use logic::{Sort, Term};

pub const NATIVES: &[Entry] = &[
    (STRING, "equals", "(Ljava/lang/Object;)Z", equals),
    (
        STRING,
        "contentEquals",
        "(Ljava/lang/CharSequence;)Z",
        content_equals,
    ),
    (
        STRING,
        "equalsIgnoreCase",
        "(Ljava/lang/String;)Z",
        equals_ignore_case,
    ),
    (STRING, "hashCode", "()I", hash_code),
    (STRING, "compareTo", "(Ljava/lang/String;)I", compare_to),
    (STRING, "startsWith", "(Ljava/lang/String;I)Z", starts_with),
    (STRING, "endsWith", "(Ljava/lang/String;)Z", ends_with),
    (
        STRING,
        "regionMatches",
        "(ILjava/lang/String;II)Z",
        region_matches,
    ),
    (
        STRING,
        "regionMatches",
        "(ZILjava/lang/String;II)Z",
        region_matches_case,
    ),
];

/// How two characters are compared.
pub(super) type Same = fn(&mut Machine, Slot, Slot) -> Term;

pub(super) fn same(m: &mut Machine, a: Slot, b: Slot) -> Term {
    let (a, b) = (m.int_term(a), m.int_term(b));
    m.pool.eq(a, b)
}

fn equals(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (a, b) = (call.reference(0), call.reference(1));
    if a == b {
        return boolean(true);
    }
    if b.is_null() {
        return boolean(false);
    }
    if m.class_of(st, b)? != m.class_of(st, a)? {
        return boolean(false);
    }
    equal_strings(m, st, a, b)
}

fn equal_strings(m: &mut Machine, st: &mut State, a: Ref, b: Ref) -> Step<Return> {
    let (x, y) = (bytes_of(m, st, a)?, bytes_of(m, st, b)?);
    if let (Some(x), Some(y)) = (concrete(st, x), concrete(st, y)) {
        return boolean(x == y);
    }
    for (open, known) in [(x, y), (y, x)] {
        if let Some(known) = concrete(st, known) {
            let known: Vec<u16> = (0..known.len() / 2).map(|i| unit(known, i)).collect();
            if let Some(equal) = numbers::equals_number(m, st, open, &known)? {
                return value(m.boolean(equal));
            }
        }
    }
    if told_apart(m, st, a, b)? {
        return boolean(false);
    }
    let (x, y) = (m.text(st, a)?, m.text(st, b)?);
    let equal = equal_texts(m, st, x, y, same)?;
    value(m.boolean(equal))
}

/// Whether the path has already seen the hash codes of two strings to differ, as they are or as a `HashMap` uses them:
/// spread, or the place that they give in its table. For a solver, that equal strings have equal hash codes is hard.
fn told_apart(m: &mut Machine, st: &State, a: Ref, b: Ref) -> Step<bool> {
    let (x, y) = (m.field(st, a, "hash")?, m.field(st, b, "hash")?);
    if !x.is_symbolic() && !y.is_symbolic() || x == Slot::ZERO || y == Slot::ZERO {
        return Ok(false);
    }
    let (x, y) = (m.int_term(x), m.int_term(y));
    let sixteen = m.pool.bv32(16);
    let [p, q] = [x, y].map(|hash| {
        let high = m.pool.lshr(hash, sixteen);
        m.pool.bv_xor(hash, high)
    });
    for (one, other) in [(x, y), (p, q)] {
        let equal = m.pool.eq(one, other);
        if m.pool.as_bool(equal) == Some(false) || st.facts.get(&equal) == Some(&0) {
            return Ok(true);
        }
    }
    for bits in TABLE_BITS {
        let mask = m.pool.bv32((1 << bits) - 1);
        let places = [p, q].map(|hash| {
            let place = m.pool.bv_and(mask, hash);
            m.pool
                .as_bv(place)
                .or_else(|| st.facts.get(&place).copied())
        });
        if matches!(places, [Some(one), Some(other)] if one != other) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The sizes of a `HashMap`'s table that are looked at, as powers of two.
const TABLE_BITS: std::ops::Range<u32> = 1..10;

/// Whether two texts have the same length and at each place characters that are the same.
fn equal_texts(
    m: &mut Machine,
    st: &mut State,
    mut x: Text,
    mut y: Text,
    same: Same,
) -> Step<Term> {
    let same_length = m.pool.eq(x.length, y.length);
    if let (Some(name), Some(_)) = (x.open.clone(), &y.open)
        && x.length != y.length
    {
        // Two strings beyond the bound are equal only if their lengths are.
        if !m.decide(st, same_length)? {
            return Ok(m.pool.ff());
        }
        m.within_bound(st, &name)?;
    }
    if !m.pool.is_const(x.length) && !m.pool.is_const(y.length) && x.length != y.length {
        // With a known length, equality is one of characters, and lets a solver replace one string by the other.
        if !m.decide(st, same_length)? {
            return Ok(m.pool.ff());
        }
        let count = m.concretize(st, x.length)?;
        x.length = m.pool.bv(32, count);
        y.length = x.length;
    }
    m.reach(&mut x, y.characters.len());
    m.reach(&mut y, x.characters.len());
    let same_length = m.pool.eq(x.length, y.length);
    let mut all = vec![same_length];
    for (i, (p, q)) in x.characters.iter().zip(&y.characters).enumerate() {
        let here = x.has(m, i);
        // Where one length is known the other is the same here.
        let here = if m.pool.as_bool(here).is_some() {
            here
        } else {
            y.has(m, i)
        };
        if m.pool.as_bool(here) == Some(false) {
            break;
        }
        let equal = same(m, *p, *q);
        all.push(m.pool.implies(here, equal));
    }
    Ok(m.pool.and_all(&all))
}

/// With a builder or buffer, whose characters are an array and a count.
fn content_equals(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (string, other) = (call.reference(0), call.reference(1));
    if other.is_null() {
        return Ok(Return::Bytecode);
    }
    let class = m.class_of(st, other)?;
    match &*m.class(class).name.clone() {
        STRING => equal_strings(m, st, string, other),
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            let count = m.field(st, other, "count")?;
            let count = m.concrete_int(st, count)? as usize;
            let array = m.field(st, other, "value")?.as_ref();
            let bytes = m.array_slots(st, array)?;
            let mut characters: Vec<Slot> = Vec::with_capacity(count);
            for pair in bytes.chunks_exact(2).take(count) {
                characters.push(m.character_of(pair[0], pair[1]));
            }
            let other = m.closed(characters);
            let text = m.text(st, string)?;
            let equal = equal_texts(m, st, text, other, same)?;
            value(m.boolean(equal))
        }
        _ => Ok(Return::Bytecode),
    }
}

fn equals_ignore_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (a, b) = (call.reference(0), call.reference(1));
    if a == b {
        return boolean(true);
    }
    if b.is_null() {
        return boolean(false);
    }
    if is_concrete(m, st, a)? && is_concrete(m, st, b)? {
        return Ok(Return::Bytecode);
    }
    let (x, y) = (m.text(st, a)?, m.text(st, b)?);
    if !foldable(m, st, &x, &y)? {
        return Ok(Return::Bytecode);
    }
    let equal = equal_texts(m, st, x, y, same_folded)?;
    value(m.boolean(equal))
}

/// Whether comparing without regard to case needs no tables: one side is known to be ASCII, or all characters are.
fn foldable(m: &mut Machine, st: &State, x: &Text, y: &Text) -> Step<bool> {
    let ascii = |c: &Slot| !c.is_symbolic() && c.as_int() < 128;
    let known = |t: &Text| t.open.is_none() && t.characters.iter().all(ascii);
    if known(x) || known(y) {
        return Ok(true);
    }
    if x.open.is_some() || y.open.is_some() {
        // The bytecode fixes the lengths, and this is asked again.
        return Ok(false);
    }
    let mut all = Vec::new();
    for text in [x, y] {
        for (i, character) in text.characters.iter().enumerate() {
            let here = text.has(m, i);
            let (character, limit) = (m.int_term(*character), m.pool.bv32(128));
            let small = m.pool.ult(character, limit);
            all.push(m.pool.implies(here, small));
        }
    }
    let all = m.pool.and_all(&all);
    m.decide(st, all)
}

/// Equal but for case, where at least one character is ASCII. Four others become ASCII letters: the dotted and the
/// dotless i, the long s and the sign for Kelvin.
fn same_folded(m: &mut Machine, a: Slot, b: Slot) -> Term {
    let (known, other) = if a.is_symbolic() { (b, a) } else { (a, b) };
    let equal = same(m, a, b);
    if !known.is_symbolic() {
        let letter = (known.as_int() as u8 as char).to_ascii_lowercase();
        if known.as_int() >= 128 || !letter.is_ascii_lowercase() {
            return equal;
        }
        let mut ways = vec![letter as i32, letter.to_ascii_uppercase() as i32];
        ways.extend(match letter {
            'i' => &[0x130, 0x131][..],
            's' => &[0x17F],
            'k' => &[0x212A],
            _ => &[],
        });
        let other = m.int_term(other);
        let ways: Vec<Term> = ways
            .into_iter()
            .map(|way| {
                let way = m.pool.bv32(way);
                m.pool.eq(other, way)
            })
            .collect();
        return m.pool.or_all(&ways);
    }
    let bit = m.pool.bv32(0x20);
    let (a, b) = (m.int_term(a), m.int_term(b));
    let (x, y) = (m.pool.bv_or(a, bit), m.pool.bv_or(b, bit));
    let folded = m.pool.eq(x, y);
    let letter = super::in_range(m, x, u16::from(b'a'), u16::from(b'z'));
    let folded = m.pool.and(folded, letter);
    m.pool.or(equal, folded)
}

fn hash_code(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let string = call.reference(0);
    let known = m.field(st, string, "hash")?;
    if known.is_symbolic() || known.as_int() != 0 {
        return value(known);
    }
    let bytes = bytes_of(m, st, string)?;
    if let Some(bytes) = concrete(st, bytes) {
        let units = bytes
            .chunks_exact(2)
            .map(|p| u16::from_le_bytes([p[0] as u8, p[1] as u8]));
        let hash = units.fold(0i32, |h, c| h.wrapping_mul(31).wrapping_add(i32::from(c)));
        m.set_field(st, string, "hash", Slot::int(hash))?;
        return int(hash);
    }
    let mut text = m.text(st, string)?;
    let exact = exact_hash_length(text.characters.len());
    m.reach(&mut text, exact);
    let mut hash = m.pool.bv32(0);
    let factor = m.pool.bv32(31);
    for i in 0..text.characters.len() {
        let here = text.has(m, i);
        let character = m.int_term(text.characters[i]);
        let next = m.pool.mul(hash, factor);
        let next = m.pool.add(next, character);
        hash = m.pool.ite(here, next, hash);
    }
    if let Some(name) = &text.open {
        // Longer strings have any hash code: enough of their characters are free.
        let any = m.pool.symbol(&hash_symbol(name), Sort::Bv(32));
        let beyond = text.has(m, text.characters.len());
        hash = m.pool.ite(beyond, any, hash);
    }
    let hash = m.slot(hash);
    m.set_field(st, string, "hash", hash)?;
    value(hash)
}

fn compare_to(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (a, b) = (call.reference(0), call.reference(1));
    if b.is_null() {
        return Ok(Return::Bytecode);
    }
    let (x, y) = (bytes_of(m, st, a)?, bytes_of(m, st, b)?);
    if let (Some(x), Some(y)) = (concrete(st, x), concrete(st, y)) {
        let (n, k) = (x.len() / 2, y.len() / 2);
        for i in 0..n.min(k) {
            let (a, b) = (unit(x, i), unit(y, i));
            if a != b {
                return int(i32::from(a) - i32::from(b));
            }
        }
        return int(n as i32 - k as i32);
    }
    let (mut x, mut y) = (m.text(st, a)?, m.text(st, b)?);
    if let (Some(name), Some(_)) = (x.open.take_if(|_| y.open.is_some()), &y.open) {
        m.within_bound(st, &name)?;
    }
    m.reach(&mut x, y.characters.len());
    m.reach(&mut y, x.characters.len());
    let mut result = m.pool.sub(x.length, y.length);
    let shared = x.characters.len().min(y.characters.len());
    for i in (0..shared).rev() {
        let (here, there) = (x.has(m, i), y.has(m, i));
        let both = m.pool.and(here, there);
        let (p, q) = (m.int_term(x.characters[i]), m.int_term(y.characters[i]));
        let differ = m.pool.distinct(p, q);
        let decides = m.pool.and(both, differ);
        let difference = m.pool.sub(p, q);
        result = m.pool.ite(decides, difference, result);
    }
    value(m.slot(result))
}

/// Whether `part` stands in `text` at `at`. The part's length is known; the text reaches that far.
pub(super) fn stands_at(
    m: &mut Machine,
    text: &Text,
    part: &[Slot],
    at: usize,
    same: Same,
) -> Term {
    let Some(there) = text.characters.get(at..at + part.len()) else {
        return m.pool.ff();
    };
    let end = m.pool.bv32((at + part.len()) as i32);
    let mut all = vec![m.pool.ule(end, text.length)];
    for (p, q) in there.iter().zip(part) {
        all.push(same(m, *p, *q));
    }
    m.pool.and_all(&all)
}

/// The characters of a string that is a part of another; asks for its length.
pub(super) fn part_of(m: &mut Machine, st: &mut State, string: Ref) -> Step<Vec<Slot>> {
    m.string_characters(st, string)
}

fn starts_with(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (string, prefix, from) = (call.reference(0), call.reference(1), call.args[2]);
    if prefix.is_null() {
        return Ok(Return::Bytecode);
    }
    let (x, y) = (bytes_of(m, st, string)?, bytes_of(m, st, prefix)?);
    if let (Some(x), Some(y), None) = (concrete(st, x), concrete(st, y), from.term) {
        let from = usize::try_from(from.as_int()).ok();
        return boolean(
            from.and_then(|f| x.get(2 * f..))
                .is_some_and(|rest| rest.starts_with(y)),
        );
    }
    let part = part_of(m, st, prefix)?;
    let mut text = m.text(st, string)?;
    if from.is_symbolic() {
        let text = m.bounded_text(st, string)?;
        let at = m.int_term(from);
        let found = stands_somewhere(m, &text, &part, at, same);
        return value(m.boolean(found));
    }
    let Ok(from) = usize::try_from(from.as_int()) else {
        return boolean(false);
    };
    // Where the offset is far outside, nothing is looked at.
    if from > crate::text::LONGEST as usize - part.len() {
        return boolean(false);
    }
    if text.open.is_some() && from + part.len() > m.options.string_length as usize + 1024 {
        text = m.bounded_text(st, string)?;
    }
    m.reach(&mut text, from + part.len());
    let found = stands_at(m, &text, &part, from, same);
    value(m.boolean(found))
}

/// Whether the part stands at a symbolic place.
fn stands_somewhere(m: &mut Machine, text: &Text, part: &[Slot], at: Term, same: Same) -> Term {
    let mut ways = Vec::new();
    for i in 0..=text.characters.len().saturating_sub(part.len()) {
        let here = m.pool.bv32(i as i32);
        let here = m.pool.eq(at, here);
        let matches = stands_at(m, text, part, i, same);
        ways.push(m.pool.and(here, matches));
    }
    m.pool.or_all(&ways)
}

fn ends_with(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let (string, suffix) = (call.reference(0), call.reference(1));
    if suffix.is_null() || is_concrete(m, st, string)? && is_concrete(m, st, suffix)? {
        return Ok(Return::Bytecode);
    }
    let part = part_of(m, st, suffix)?;
    if part.is_empty() {
        return boolean(true);
    }
    let text = m.bounded_text(st, string)?;
    let length = m.pool.bv32(part.len() as i32);
    let at = m.pool.sub(text.length, length);
    let found = stands_somewhere(m, &text, &part, at, same);
    value(m.boolean(found))
}

fn region_matches(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    region(m, st, call.args, false)
}

fn region_matches_case(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let [string, ignore, rest @ ..] = call.args else {
        return Ok(Return::Bytecode);
    };
    if ignore.is_symbolic() {
        return Ok(Return::Bytecode);
    }
    let mut args = vec![*string];
    args.extend(rest);
    region(m, st, &args, ignore.as_int() != 0)
}

/// `args` are the string, its offset, the other string, its offset and the length.
fn region(m: &mut Machine, st: &mut State, args: &[Slot], folded: bool) -> Step<Return> {
    let (string, other) = (args[0].as_ref(), args[2].as_ref());
    let plain = other.is_null()
        || is_concrete(m, st, string)? && is_concrete(m, st, other)?
        || args[3].is_symbolic()
        || args[4].is_symbolic();
    if plain {
        return Ok(Return::Bytecode);
    }
    let part = part_of(m, st, other)?;
    let (from, length) = (args[3].as_int(), args[4].as_int());
    if from < 0 || length < 0 {
        return Ok(Return::Bytecode);
    }
    let Some(part) = part.get(from as usize..from as usize + length as usize) else {
        // The region leaves the other string.
        return boolean(false);
    };
    let text = m.bounded_text(st, string)?;
    if folded {
        let other = m.closed(part.to_vec());
        if !foldable(m, st, &text, &other)? {
            return Ok(Return::Bytecode);
        }
    }
    let at = m.int_term(args[1]);
    let found = if part.is_empty() {
        // A negative offset is a large one.
        m.pool.ule(at, text.length)
    } else {
        let how: Same = if folded { same_folded } else { same };
        stands_somewhere(m, &text, part, at, how)
    };
    value(m.boolean(found))
}
