//! `Character` of symbolic characters. What the JDK's tables say of all 65536 characters is found by running the JDK's
//! own method for each, once; the answer for a symbolic character is then a tree of choices over runs of characters
//! with the same answer.

use super::super::{Call, Entry, Return, value};
use crate::halt::{Halt, Step};
use crate::interpret::{End, Stop};
use crate::machine::Machine;
use crate::state::{OnReturn, Stack, State};
use crate::value::{MethodId, Slot};
use logic::Term;
use std::rc::Rc;

const CHARACTER: &str = "java/lang/Character";

pub const NATIVES: &[Entry] = &[
    (CHARACTER, "isDigit", "(C)Z", of_character),
    (CHARACTER, "isDigit", "(I)Z", of_character),
    (CHARACTER, "isLetter", "(C)Z", of_character),
    (CHARACTER, "isLetter", "(I)Z", of_character),
    (CHARACTER, "isLetterOrDigit", "(C)Z", of_character),
    (CHARACTER, "isLetterOrDigit", "(I)Z", of_character),
    (CHARACTER, "isAlphabetic", "(I)Z", of_character),
    (CHARACTER, "isUpperCase", "(C)Z", of_character),
    (CHARACTER, "isUpperCase", "(I)Z", of_character),
    (CHARACTER, "isLowerCase", "(C)Z", of_character),
    (CHARACTER, "isLowerCase", "(I)Z", of_character),
    (CHARACTER, "isTitleCase", "(C)Z", of_character),
    (CHARACTER, "isWhitespace", "(C)Z", of_character),
    (CHARACTER, "isWhitespace", "(I)Z", of_character),
    (CHARACTER, "isSpaceChar", "(C)Z", of_character),
    (CHARACTER, "isSpaceChar", "(I)Z", of_character),
    (CHARACTER, "isISOControl", "(C)Z", of_character),
    (CHARACTER, "isISOControl", "(I)Z", of_character),
    (CHARACTER, "isDefined", "(C)Z", of_character),
    (CHARACTER, "isJavaIdentifierStart", "(C)Z", of_character),
    (CHARACTER, "isJavaIdentifierPart", "(C)Z", of_character),
    (CHARACTER, "getType", "(C)I", of_character),
    (CHARACTER, "getType", "(I)I", of_character),
    (CHARACTER, "toUpperCase", "(C)C", of_character),
    (CHARACTER, "toUpperCase", "(I)I", of_character),
    (CHARACTER, "toLowerCase", "(C)C", of_character),
    (CHARACTER, "toLowerCase", "(I)I", of_character),
    (CHARACTER, "getNumericValue", "(C)I", of_character),
    (CHARACTER, "getNumericValue", "(I)I", of_character),
    (CHARACTER, "digit", "(CI)I", of_character),
    (CHARACTER, "digit", "(II)I", of_character),
];

/// Trees with more runs than this are split by the question whether the character is Latin-1.
const MOST_RUNS: usize = 320;

/// What the characters of a run are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Constant(i32),
    /// The character and this much.
    Offset(i32),
}

/// The answers for all characters. Letters of both cases often stand side by side, so a run has an answer for its even
/// and one for its odd characters.
#[derive(Default)]
pub struct Table {
    /// The first character, which is even, and the two answers.
    runs: Vec<(u32, [Answer; 2])>,
}

fn of_character(m: &mut Machine, st: &mut State, call: &Call<'_>) -> Step<Return> {
    let Some(character) = call.args[0].term else {
        return Ok(Return::Bytecode);
    };
    let radix = match call.args.get(1) {
        Some(radix) if radix.is_symbolic() => return Ok(Return::Bytecode),
        Some(radix) => Some(radix.as_int()),
        None => None,
    };
    let mut planes = Planes::Basic;
    if m.pool.unsigned_range(character).1 > 0xFFFF {
        let most = m.pool.bv32(0xFFFF);
        let small = m.pool.ule(character, most);
        if !m.decide(st, small)? {
            let most = m.pool.bv32(0x10FFFF);
            let valid = m.pool.ule(character, most);
            if !m.decide(st, valid)? {
                return Ok(Return::Bytecode);
            }
            planes = Planes::Others;
        }
    }
    let table = table(m, st, call.method, radix, planes)?;
    value(answer(m, st, &table, character)?)
}

/// Which characters a table is about: those of 16 bits, or those beyond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Planes {
    Basic,
    Others,
}

/// The answer for a character, as one term where the table is simple.
fn answer(m: &mut Machine, st: &State, table: &Table, character: Term) -> Step<Slot> {
    let mut runs = &table.runs[..];
    if runs.len() > MOST_RUNS && runs.first().is_some_and(|(first, _)| *first == 0) {
        let split = runs.partition_point(|(first, _)| *first < 256);
        let limit = m.pool.bv32(256);
        let latin = m.pool.ult(character, limit);
        runs = if m.decide(st, latin)? {
            &runs[..split]
        } else {
            // The run that starts before the split may reach beyond it.
            &runs[split.saturating_sub(1)..]
        };
    }
    let term = tree(m, runs, character);
    Ok(m.slot(term))
}

fn tree(m: &mut Machine, runs: &[(u32, [Answer; 2])], character: Term) -> Term {
    match runs {
        [] => m.pool.bv32(0),
        [(_, [even, odd])] => {
            let (for_even, for_odd) = (leaf(m, *even, character), leaf(m, *odd, character));
            if for_even == for_odd {
                return for_even;
            }
            let one = m.pool.bv(1, 1);
            let bit = m.pool.extract(character, 0, 0);
            let is_odd = m.pool.eq(bit, one);
            m.pool.ite(is_odd, for_odd, for_even)
        }
        _ => {
            let (low, high) = runs.split_at(runs.len() / 2);
            let start = m.pool.bv32(high[0].0 as i32);
            let below = m.pool.ult(character, start);
            let (low, high) = (tree(m, low, character), tree(m, high, character));
            m.pool.ite(below, low, high)
        }
    }
}

fn leaf(m: &mut Machine, answer: Answer, character: Term) -> Term {
    match answer {
        Answer::Constant(known) => m.pool.bv32(known),
        Answer::Offset(offset) => {
            let offset = m.pool.bv32(offset);
            m.pool.add(character, offset)
        }
    }
}

/// What a method of `Character` says of every character.
fn table(
    m: &mut Machine,
    st: &State,
    method: MethodId,
    radix: Option<i32>,
    planes: Planes,
) -> Step<Rc<Table>> {
    let key = (method, radix, planes);
    if let Some(known) = m.character_tables.get(&key) {
        return Ok(known.clone());
    }
    let mut scratch = st.clone();
    scratch.stack = Stack::default();
    let mut ask = |character: i32| {
        let mut args = vec![Slot::int(character)];
        args.extend(radix.map(Slot::int));
        run(m, &mut scratch, method, &args)
    };
    let mut table = Table::default();
    if planes == Planes::Basic {
        let answers: Step<Vec<i32>> = (0..=0xFFFF).map(&mut ask).collect();
        table.add(0, &answers?);
    } else {
        for plane in 1..=16 {
            let first = plane << 16;
            // The JDK has no tables for planes without assigned characters and for those of private use, whose last
            // two code points are no characters.
            let mut answers = Vec::new();
            if matches!(plane, 4..=13 | 15 | 16) {
                let of_all = ask(first)?;
                answers.resize(0xFFFE, of_all);
                answers.extend([ask(first + 0xFFFE)?, ask(first + 0xFFFF)?]);
            } else {
                for character in first..=first + 0xFFFF {
                    answers.push(ask(character)?);
                }
            }
            table.add(first as u32, &answers);
        }
    }
    let table = Rc::new(table);
    m.character_tables.insert(key, table.clone());
    Ok(table)
}

/// The result of a static method of known arguments.
fn run(m: &mut Machine, scratch: &mut State, method: MethodId, args: &[Slot]) -> Step<i32> {
    m.push_call(scratch, method, args, OnReturn::Discard)?;
    match m.run(scratch, 1_000_000) {
        Stop::End(End::Returned(Some(answer))) if !answer.is_symbolic() => Ok(answer.as_int()),
        _ => {
            let name = m.method(method).name.clone();
            Err(Halt::unsupported(format!(
                "Character.{name} of a symbolic character"
            )))
        }
    }
}

impl Table {
    /// Adds answers for characters from `begin` on, in runs as long as they can be.
    fn add(&mut self, begin: u32, answers: &[i32]) {
        // For even and odd characters: what the run so far could be given.
        let mut open: [[Option<Answer>; 2]; 2] = [[None; 2]; 2];
        let mut first = begin;
        for (pair, two) in answers.chunks_exact(2).enumerate() {
            let start = begin + 2 * pair as u32;
            let both = [0, 1].map(|odd| {
                let offset = two[odd] - (start as i32 + odd as i32);
                [Answer::Constant(two[odd]), Answer::Offset(offset)]
            });
            let narrowed = [0, 1].map(|odd| {
                [0, 1].map(|kind| open[odd][kind].filter(|answer| *answer == both[odd][kind]))
            });
            if narrowed
                .iter()
                .all(|kinds| kinds.iter().any(Option::is_some))
            {
                open = narrowed;
                continue;
            }
            self.close(first, open);
            open = both.map(|kinds| kinds.map(Some));
            first = start;
        }
        self.close(first, open);
    }

    fn close(&mut self, first: u32, open: [[Option<Answer>; 2]; 2]) {
        if let [Some(even), Some(odd)] = open.map(|kinds| kinds[0].or(kinds[1])) {
            self.runs.push((first, [even, odd]));
        }
    }
}

/// `Character.isWhitespace` as a condition.
pub(super) fn is_white(m: &mut Machine, st: &State, character: Slot) -> Step<Term> {
    let method = m.lookup(CHARACTER, "isWhitespace", "(C)Z")?;
    let table = table(m, st, method, None, Planes::Basic)?;
    let character = m.int_term(character);
    let white = tree(m, &table.runs, character);
    let white = m.slot(white);
    Ok(m.truth(white))
}

/// `Character.digit` as a term: -1 for what is no digit.
pub(super) fn digit(m: &mut Machine, st: &State, character: Slot, radix: i32) -> Step<Term> {
    let method = m.lookup(CHARACTER, "digit", "(CI)I")?;
    let table = table(m, st, method, Some(radix), Planes::Basic)?;
    let character = m.int_term(character);
    Ok(tree(m, &table.runs, character))
}

/// What a method from code points to code points gives for a character.
pub(super) fn mapped(m: &mut Machine, st: &State, name: &str, character: Slot) -> Step<Term> {
    let method = m.lookup(CHARACTER, name, "(I)I")?;
    let table = table(m, st, method, None, Planes::Basic)?;
    let character = m.int_term(character);
    Ok(tree(m, &table.runs, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_constants_or_offsets_for_even_and_odd() {
        let mut table = Table::default();
        table.add(0, &[-1, -1, 0, 1, 2, 3, -1, -1, 9, 9, 11, 11]);
        let expected = [
            (0, [Answer::Constant(-1); 2]),
            (2, [Answer::Offset(-2); 2]),
            (6, [Answer::Constant(-1); 2]),
            (8, [Answer::Offset(1), Answer::Offset(0)]),
        ];
        assert_eq!(table.runs, expected);
    }
}
