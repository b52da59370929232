//! Making strings in the expanded encoding: an object gets the characters of its pieces. What has more of them than the
//! scope has room for is beyond it.

use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::{Encoding, Heap};
use super::text_values::{Text, TextValues};
use crate::graph::{Graph, MapInfo, Piece, Reuse, Statement};
use crate::reasons::{Beyond, Undecided};
use ir::ElementKind;
use logic::{Sort, Term};

type Result<T> = std::result::Result<T, Undecided>;

/// What decides whether an empty string that a method returns is a constant; JDKs differ.
const EMPTY: &str = "empty strings are constants";

impl Expanded<'_> {
    /// What a statement puts together that has no meaning.
    pub(super) fn meaningless_piece(statement: &Statement) -> Option<&'static str> {
        let pieces = match statement {
            Statement::NewText { pieces, .. } | Statement::SetText { pieces, .. } => pieces,
            _ => return None,
        };
        pieces.iter().find_map(|piece| match piece {
            Piece::Unknown(what) => Some(*what),
            _ => None,
        })
    }

    /// A new object with some pieces, and where there is room for them.
    pub(super) fn new_text(
        &mut self,
        graph: &Graph,
        state: &mut State,
        class: &str,
        pieces: &[Piece],
        reuse: &Reuse,
    ) -> Result<(Term, Option<(Term, Beyond)>)> {
        let (most, what) = match class.starts_with('[') {
            true => {
                let constants = self.universe.longest_array(ElementKind::Char);
                (self.scope.length.max(constants), "arrays")
            }
            false => (self.longest(), "strings"),
        };
        let text = self.pieces(graph, state, pieces, most)?;
        let mut object = (self.make_object(state, class))
            .ok_or_else(|| format!("a new {}", class.replace('/', ".")))?;
        self.write_text(state, object, &text);
        if let Some(same) = reuse.same {
            let same = self.atom(graph, state, same)?;
            let known = self.text_at(state, same);
            let reused = self.equal_texts(&known, &text);
            object = self.pool.ite(reused, same, object);
        }
        if let Some(constant) = reuse.empty {
            let constant = self.atom(graph, state, constant)?;
            let zero = self.widths.int(&mut self.pool, 0);
            let empty = self.pool.eq(text.length, zero);
            let chosen = self.pool.symbol(EMPTY, Sort::Bool);
            let reused = self.pool.and(empty, chosen);
            object = self.pool.ite(reused, constant, object);
        }
        if let Some(whole) = reuse.whole {
            let whole = self.atom(graph, state, whole)?;
            let length = self.length(state, whole);
            let reused = self.pool.eq(length, text.length);
            object = self.pool.ite(reused, whole, object);
        }
        Ok((object, self.room(&text, what, most)))
    }

    /// An object that is there gets other characters.
    pub(super) fn set_text(
        &mut self,
        graph: &Graph,
        state: &mut State,
        object: Term,
        pieces: &[Piece],
    ) -> Result<Option<(Term, Beyond)>> {
        let most = self.longest();
        let text = self.pieces(graph, state, pieces, most)?;
        self.write_text(state, object, &text);
        Ok(self.room(&text, "strings", most))
    }

    fn room(&mut self, text: &Text, what: &str, most: u32) -> Option<(Term, Beyond)> {
        let fits = self.pool.not(text.longer);
        match self.pool.as_bool(fits) {
            Some(true) => None,
            _ => Some((fits, format!("{what} longer than {most}").into())),
        }
    }

    fn write_text(&mut self, state: &mut State, object: Term, text: &Text) {
        let lengths = self.map(MapInfo::Length);
        self.write(state, lengths, object, None, text.length);
        let characters = self.map(MapInfo::Elements(ElementKind::Char));
        for (at, unit) in text.units.iter().enumerate() {
            let index = self.widths.int(&mut self.pool, at as i32);
            let widths = self.widths;
            let cell = widths.store(&mut self.pool, "C", *unit);
            self.write(state, characters, object, Some(index), cell);
        }
    }

    fn pieces(
        &mut self,
        graph: &Graph,
        state: &State,
        pieces: &[Piece],
        most: u32,
    ) -> Result<Text> {
        let mut whole = self.constant_text(&[])?;
        for piece in pieces {
            let piece = self.piece(graph, state, piece, most)?;
            whole = self.joined(&whole, &piece, most)?;
        }
        Ok(whole)
    }

    fn piece(&mut self, graph: &Graph, state: &State, piece: &Piece, most: u32) -> Result<Text> {
        Ok(match piece {
            Piece::Text(a) => {
                let object = self.atom(graph, state, *a)?;
                let text = self.text_at(state, object);
                let null = self.null();
                let null = self.pool.eq(object, null);
                if self.pool.as_bool(null) == Some(false) {
                    return Ok(text);
                }
                let word: Vec<u16> = "null".encode_utf16().collect();
                let word = self.constant_text(&word)?;
                self.either_text(null, &word, &text)
            }
            Piece::Range { of, from, to } => {
                let of = self.atom(graph, state, *of)?;
                let from = self.atom(graph, state, *from)?;
                let text = self.text_at(state, of);
                let to = match to {
                    Some(to) => self.atom(graph, state, *to)?,
                    None => text.length,
                };
                self.slice(&text, from, to)
            }
            Piece::Reversed(of) => {
                let of = self.atom(graph, state, *of)?;
                let text = self.text_at(state, of);
                self.reversed(&text)
            }
            Piece::Cased { of, upper } => {
                let of = self.atom(graph, state, *of)?;
                let text = self.text_at(state, of);
                self.in_case(&text, *upper)?
            }
            Piece::Replaced { of, old, new } => {
                let of = self.atom(graph, state, *of)?;
                let (old, new) = (
                    self.atom(graph, state, *old)?,
                    self.atom(graph, state, *new)?,
                );
                let text = self.text_at(state, of);
                self.replaced(&text, old, new)
            }
            Piece::Repeated { of, count } => {
                let of = self.atom(graph, state, *of)?;
                let count = self.atom(graph, state, *count)?;
                let text = self.text_at(state, of);
                self.repeated(&text, count, most)?
            }
            Piece::Boolean { a, yes, no } => {
                let value = self.atom(graph, state, *a)?;
                let yes = self.atom(graph, state, *yes)?;
                let no = self.atom(graph, state, *no)?;
                let (yes, no) = (self.text_at(state, yes), self.text_at(state, no));
                let zero = self.widths.int(&mut self.pool, 0);
                let holds = self.pool.distinct(value, zero);
                self.either_text(holds, &yes, &no)
            }
            Piece::Char(a) => {
                let unit = self.atom(graph, state, *a)?;
                self.unit_text(unit)
            }
            Piece::Number(a) => {
                let value = self.atom(graph, state, *a)?;
                self.number_text(value, most)?
            }
            Piece::Unknown(what) => return Err((*what).into()),
        })
    }
}
