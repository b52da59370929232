//! The static methods of `Character` that the JDK looks up in tables, for the characters of ASCII, of which all versions of
//! Unicode say the same. Others are beyond the scope.

use super::heap::Heap;
use crate::reasons::Undecided;
use crate::values;
use logic::Term;

pub trait Ascii: Heap {
    /// What a method returns, and whether the character is one of ASCII.
    fn of_character(
        &mut self,
        method: CharacterMethod,
        code: Term,
    ) -> Result<(Term, Term), Undecided> {
        let widths = self.widths();
        if !widths.holds_int(128) {
            let bits = widths.int;
            return Err(format!(
                "Character.{} needs more than {bits} bits (--int-bits)",
                method.name()
            )
            .into());
        }
        let limit = widths.int(self.pool(), 128);
        let known = self.pool().ult(code, limit);
        let mut within = |low: u8, high: u8| {
            let pool = self.pool();
            let (low, high) = (
                widths.int(pool, i32::from(low)),
                widths.int(pool, i32::from(high)),
            );
            let above = pool.uge(code, low);
            let below = pool.ule(code, high);
            pool.and(above, below)
        };
        let (upper, lower) = (within(b'A', b'Z'), within(b'a', b'z'));
        let digit = within(b'0', b'9');
        let (space, control, separator) = (within(b' ', b' '), within(9, 13), within(28, 31));
        let pool = self.pool();
        let letter = pool.or(upper, lower);
        let holds = match method {
            CharacterMethod::IsDigit => digit,
            CharacterMethod::IsLetter | CharacterMethod::IsAlphabetic => letter,
            CharacterMethod::IsLetterOrDigit => pool.or(letter, digit),
            CharacterMethod::IsUpperCase => upper,
            CharacterMethod::IsLowerCase => lower,
            CharacterMethod::IsWhitespace => pool.or_all(&[space, control, separator]),
            CharacterMethod::IsSpaceChar => space,
            CharacterMethod::ToUpperCase | CharacterMethod::ToLowerCase => {
                let step = widths.int(pool, i32::from(b'a' - b'A'));
                let (changes, other) = match method {
                    CharacterMethod::ToUpperCase => (lower, pool.sub(code, step)),
                    _ => (upper, pool.add(code, step)),
                };
                return Ok((pool.ite(changes, other, code), known));
            }
            CharacterMethod::GetNumericValue => {
                let mut value = widths.int(pool, -1);
                for (is, first, start) in [(digit, b'0', 0), (upper, b'A', 10), (lower, b'a', 10)] {
                    let first = widths.int(pool, i32::from(first) - start);
                    let number = pool.sub(code, first);
                    value = pool.ite(is, number, value);
                }
                return Ok((value, known));
            }
        };
        Ok((values::flag(self.pool(), widths, holds), known))
    }
}

impl<H: Heap + ?Sized> Ascii for H {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharacterMethod {
    IsDigit,
    IsLetter,
    IsLetterOrDigit,
    IsAlphabetic,
    IsUpperCase,
    IsLowerCase,
    IsWhitespace,
    IsSpaceChar,
    ToUpperCase,
    ToLowerCase,
    GetNumericValue,
}

impl CharacterMethod {
    const ALL: [(CharacterMethod, &str); 11] = [
        (CharacterMethod::IsDigit, "isDigit"),
        (CharacterMethod::IsLetter, "isLetter"),
        (CharacterMethod::IsLetterOrDigit, "isLetterOrDigit"),
        (CharacterMethod::IsAlphabetic, "isAlphabetic"),
        (CharacterMethod::IsUpperCase, "isUpperCase"),
        (CharacterMethod::IsLowerCase, "isLowerCase"),
        (CharacterMethod::IsWhitespace, "isWhitespace"),
        (CharacterMethod::IsSpaceChar, "isSpaceChar"),
        (CharacterMethod::ToUpperCase, "toUpperCase"),
        (CharacterMethod::ToLowerCase, "toLowerCase"),
        (CharacterMethod::GetNumericValue, "getNumericValue"),
    ];

    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(method, _)| *method == self)
            .map_or("", |(_, name)| name)
    }

    /// Why there is no value for other characters.
    pub fn beyond(self) -> String {
        format!("characters beyond ASCII in Character.{}", self.name())
    }

    pub fn new(class: &str, name: &str, descriptor: &str) -> Option<CharacterMethod> {
        if class != "java/lang/Character" || !matches!(descriptor.get(..3), Some("(C)" | "(I)")) {
            return None;
        }
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(method, _)| *method)
    }
}
