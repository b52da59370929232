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
const MOST_RUNS: usize = 160;

/// What a run of characters is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Constant(i32),
    /// The character and this much.
    Offset(i32),
}

/// The answers for all characters: each run's first character and answer.
#[derive(Default)]
pub struct Table {
    runs: Vec<(u32, Answer)>,
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
    if m.pool.unsigned_range(character).1 > 0xFFFF {
        let most = m.pool.bv32(0xFFFF);
        let small = m.pool.ule(character, most);
        if !m.decide(st, small)? {
            return Ok(Return::Bytecode);
        }
    }
    let table = table(m, st, call.method, radix)?;
    value(answer(m, st, &table, character)?)
}

/// The answer for a character, as one term where the table is simple.
fn answer(m: &mut Machine, st: &State, table: &Table, character: Term) -> Step<Slot> {
    let mut runs = &table.runs[..];
    if runs.len() > MOST_RUNS {
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

fn tree(m: &mut Machine, runs: &[(u32, Answer)], character: Term) -> Term {
    match runs {
        [] => m.pool.bv32(0),
        [(_, Answer::Constant(known))] => m.pool.bv32(*known),
        [(_, Answer::Offset(offset))] => {
            let offset = m.pool.bv32(*offset);
            m.pool.add(character, offset)
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

/// What a method of `Character` says of every character.
fn table(m: &mut Machine, st: &State, method: MethodId, radix: Option<i32>) -> Step<Rc<Table>> {
    if let Some(known) = m.character_tables.get(&(method, radix)) {
        return Ok(known.clone());
    }
    let mut scratch = st.clone();
    scratch.stack = Stack::default();
    let mut table = Table::default();
    for character in 0..=0xFFFFu32 {
        let mut args = vec![Slot::int(character as i32)];
        args.extend(radix.map(Slot::int));
        m.push_call(&mut scratch, method, &args, OnReturn::Discard)?;
        let answered = match m.run(&mut scratch, 1_000_000) {
            Stop::End(End::Returned(Some(answer))) if !answer.is_symbolic() => answer.as_int(),
            _ => {
                let name = m.method(method).name.clone();
                return Err(Halt::unsupported(format!(
                    "Character.{name} of a symbolic character"
                )));
            }
        };
        table.add(character, answered);
    }
    let table = Rc::new(table);
    m.character_tables.insert((method, radix), table.clone());
    Ok(table)
}

impl Table {
    fn add(&mut self, character: u32, answered: i32) {
        let offset = Answer::Offset(answered - character as i32);
        let constant = Answer::Constant(answered);
        let Some((first, last)) = self.runs.last_mut() else {
            self.runs.push((character, constant));
            return;
        };
        if *last == constant || *last == offset {
            return;
        }
        // A run of one may turn out to be the start of either kind.
        if *first + 1 == character
            && let Answer::Constant(before) = *last
            && before - *first as i32 == answered - character as i32
        {
            *last = offset;
            return;
        }
        self.runs.push((character, constant));
    }
}

/// `Character.isWhitespace` as a condition.
pub(super) fn is_white(m: &mut Machine, st: &State, character: Slot) -> Step<Term> {
    let method = m.lookup(CHARACTER, "isWhitespace", "(C)Z")?;
    let table = table(m, st, method, None)?;
    let character = m.int_term(character);
    let white = tree(m, &table.runs, character);
    let white = m.slot(white);
    Ok(m.truth(white))
}

/// `Character.digit` as a term: -1 for what is no digit.
pub(super) fn digit(m: &mut Machine, st: &State, character: Slot, radix: i32) -> Step<Term> {
    let method = m.lookup(CHARACTER, "digit", "(CI)I")?;
    let table = table(m, st, method, Some(radix))?;
    let character = m.int_term(character);
    Ok(tree(m, &table.runs, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_constants_or_offsets() {
        let mut table = Table::default();
        for (character, answer) in [-1, -1, 0, 1, 2, -1, 7, 7].into_iter().enumerate() {
            table.add(character as u32, answer);
        }
        let expected = [
            (0, Answer::Constant(-1)),
            (2, Answer::Offset(-2)),
            (5, Answer::Constant(-1)),
            (6, Answer::Constant(7)),
        ];
        assert_eq!(table.runs, expected);
    }
}
