//! Statements of JML get a place in the code: a call of an empty method is written into the source text where each of them
//! stands, and the compiler finds the place. So a statement runs when a statement of Java in its place would, whatever
//! loops, jumps and handlers are around it. What is said of a loop becomes part of its test, `c` becomes `mark && (c)`; where it runs over
//! elements, it goes around these, and the test is found in code.

use crate::contract::{Anchor, BodyStatement, BodyStatementKind};
use source::{SourceFile, Span, StatementKind};

/// The class of the methods that marks call; it has to be compiled with the text.
pub const CLASS: &str = "cortado/marks/Mark";
/// A mark that is a statement; takes its number.
pub const METHOD: &str = "at";
/// One that is part of a condition; returns true.
pub const TEST: &str = "test";
/// One around what a loop runs over, which it returns.
pub const OVER: &str = "over";
/// Where the source of the class belongs, and the source.
pub const SOURCE: (&str, &str) = (
    "cortado/marks/Mark.java",
    "package cortado.marks;\npublic final class Mark {\n    public static void at(int mark) {}\n    \
     public static boolean test(int mark) { return true; }\n    \
     public static <T> T over(T elements, int mark) { return elements; }\n}\n",
);

/// A source text with marks.
#[derive(Debug, Default)]
pub struct Marked {
    pub text: String,
    pub inserted: Vec<Inserted>,
    /// Statements that have no place, and why.
    pub refused: Vec<(u32, &'static str)>,
}

/// Where a mark is in the text that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    pub mark: u32,
    pub line: u32,
    /// The first and the last of its characters, from 0.
    pub columns: (usize, usize),
    /// Where it was put into the original text.
    pub offset: usize,
}

/// Writes marks for statements of one file into its text, on the lines that the statements begin on. Lines keep their
/// numbers.
pub fn insert(file: &SourceFile, statements: &[(u32, &BodyStatement)]) -> Marked {
    let mut marked = Marked::default();
    let mut pieces = Vec::new();
    let mut ordered: Vec<&(u32, &BodyStatement)> = statements.iter().collect();
    ordered.sort_by_key(|(mark, statement)| (statement.place.span.start, *mark));
    for (order, (mark, statement)) in ordered.into_iter().enumerate() {
        match place(file, statement, *mark) {
            Ok(found) => {
                let pieces_of = found.into_iter().map(|piece| (order, piece));
                pieces.extend(pieces_of);
            }
            Err(why) => marked.refused.push((*mark, why)),
        }
    }
    // What ends somewhere does so before anything else begins there, and what is within before what is around.
    pieces.sort_by_key(|(order, piece)| {
        let ends = piece
            .begins
            .map_or(usize::MAX, |begins| usize::MAX - 1 - begins);
        (piece.offset, ends, *order)
    });
    let text = file.text();
    let mut copied = 0;
    for (_, piece) in pieces {
        marked.text.push_str(&text[copied..piece.offset]);
        copied = piece.offset;
        if let Some(mark) = piece.mark {
            let line = marked.text.matches('\n').count() as u32 + 1;
            let begin = marked.text.rfind('\n').map_or(0, |at| at + 1);
            let column = marked.text[begin..].chars().count();
            marked.inserted.push(Inserted {
                mark,
                line,
                columns: (column, column + piece.text.len() - 1),
                offset: piece.offset,
            });
        }
        marked.text.push_str(&piece.text);
    }
    marked.text.push_str(&text[copied..]);
    marked
}

/// A text that is written into another.
struct Piece {
    offset: usize,
    text: String,
    /// The mark that it is, unless it only ends something.
    mark: Option<u32>,
    /// Where that begins which it ends or stands behind.
    begins: Option<usize>,
}

impl Piece {
    fn mark(offset: usize, mark: u32, text: String) -> Piece {
        Piece {
            offset,
            text,
            mark: Some(mark),
            begins: None,
        }
    }

    fn end(of: Span, text: &str) -> Piece {
        Piece {
            offset: of.end,
            text: text.to_owned(),
            mark: None,
            begins: Some(of.start),
        }
    }
}

type Result<T> = std::result::Result<T, &'static str>;

/// What has to be written where.
fn place(file: &SourceFile, statement: &BodyStatement, mark: u32) -> Result<Vec<Piece>> {
    let class = CLASS.replace('/', ".");
    let call = format!("{class}.{METHOD}({mark});");
    if let Anchor::Loop(of) = statement.at {
        return of_loop(file, of, mark, call);
    }
    if let Anchor::Behind(of) = statement.at {
        return Ok(vec![Piece {
            offset: of.end,
            text: call,
            mark: Some(mark),
            begins: Some(of.start),
        }]);
    }
    let comment = comment(file, statement)?;
    if may_begin(file, comment.start) {
        return Ok(vec![Piece::mark(comment.start, mark, call)]);
    }
    Ok(match governed(file, statement, comment).ok_or(NO_PLACE)? {
        Governed::Block(inside) => vec![Piece::mark(inside, mark, call)],
        Governed::Statement(governed) => vec![
            Piece::mark(comment.start, mark, format!("{{{call}")),
            Piece::end(file.span_of(comment.start, governed.end), "}"),
        ],
    })
}

/// Into the test of a loop, around its elements, or at the beginning of its body.
fn of_loop(file: &SourceFile, of: Span, mark: u32, call: String) -> Result<Vec<Piece>> {
    let class = CLASS.replace('/', ".");
    let mut statements = file.statements().iter();
    let found = statements.find(|statement| statement.span == of);
    let found = found.ok_or("a loop that is not found")?;
    let condition = found.condition.filter(|c| match found.kind {
        StatementKind::While | StatementKind::For => file.slice(*c) != "true",
        kind => kind == StatementKind::ForEach,
    });
    match (found.kind, condition, found.body) {
        (StatementKind::ForEach, Some(elements), _) => Ok(vec![
            Piece::mark(elements.start, mark, format!("{class}.{OVER}(")),
            Piece::end(elements, &format!(", {mark})")),
        ]),
        (StatementKind::ForEach, None, _) => Err("a loop over elements that are not found"),
        // A variable of a pattern may be known behind the loop, but would not be so behind `mark && (c)`.
        (_, Some(condition), _) if may_be_known_behind(file.slice(condition)) => {
            Err("what is said of a loop whose test has `instanceof` and `!`")
        }
        (_, Some(condition), _) => Ok(vec![
            Piece::mark(
                condition.start,
                mark,
                format!("{class}.{TEST}({mark}) && ("),
            ),
            Piece::end(condition, ")"),
        ]),
        (_, None, Some(body)) if file.slice(body).starts_with('{') => {
            Ok(vec![Piece::mark(body.start + 1, mark, call)])
        }
        (_, None, Some(body)) => Ok(vec![
            Piece::mark(body.start, mark, format!("{{{call}")),
            Piece::end(body, "}"),
        ]),
        (_, None, None) => Err("a loop without a body"),
    }
}

/// Whether a variable of a pattern may be known where a condition does not hold.
fn may_be_known_behind(condition: &str) -> bool {
    condition.contains("instanceof") && condition.replace("!=", "").contains('!')
}

const NO_PLACE: &str = "a JML statement that does not stand among the statements of a block";

fn comment(file: &SourceFile, statement: &BodyStatement) -> Result<Span> {
    let span = statement.place.span;
    let around = |outer: &&Span| outer.start <= span.start && span.start < outer.end;
    let comment = file.comments().iter().find(around);
    comment.copied().ok_or("a statement without a comment")
}

/// What stands behind a comment that an `if` or a loop governs.
enum Governed {
    /// A block, by the offset at which its statements begin.
    Block(usize),
    Statement(Span),
}

/// A comment cannot take a statement away from what governs it, so the two become a block. A variable would be known in
/// that block only, which is right for those that loops have.
fn governed(file: &SourceFile, statement: &BodyStatement, comment: Span) -> Option<Governed> {
    if let BodyStatementKind::Ghost { variable, .. } = &statement.kind
        && !variable.name.starts_with('\\')
    {
        return None;
    }
    let before = code_before(file, comment.start);
    let of_words = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let word = before.rsplit(|c| !of_words(c)).next();
    if !before.ends_with(')') && !matches!(word, Some("else" | "do")) {
        return None;
    }
    let follows = |start: usize| {
        start >= comment.end && {
            let between = file.span_of(comment.end, start);
            file.one_line(between).trim().is_empty()
        }
    };
    if let Some(block) = file.blocks().iter().find(|block| follows(block.start)) {
        return Some(Governed::Block(block.start + 1));
    }
    match statement.at {
        Anchor::Before(next) if follows(next.start) => Some(Governed::Statement(next)),
        _ => None,
    }
}

/// Whether what comes before ends a statement or begins a block. The compiler refuses the few other places where it does.
fn may_begin(file: &SourceFile, offset: usize) -> bool {
    code_before(file, offset).ends_with(['{', '}', ';', ':'])
}

/// The text up to the last thing before an offset that is no comment.
fn code_before(file: &SourceFile, offset: usize) -> &str {
    let text = file.text();
    let mut end = offset;
    loop {
        end = text[..end].trim_end().len();
        let comment = (file.comments().iter()).find(|c| c.start < end && end <= c.end);
        match comment {
            Some(comment) => end = comment.start,
            None => return &text[..end],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Place;
    use std::path::Path;
    use std::sync::Arc;

    fn marked(text: &str) -> Marked {
        let file = SourceFile::parse(text);
        let path: Arc<Path> = Arc::from(Path::new("A.java"));
        let mut statements = Vec::new();
        for (start, word) in text.match_indices("unreachable;") {
            let span = file.span_of(start, start + word.len());
            let behind = file.statements().iter().map(|s| s.span);
            let behind = behind.filter(|s| s.start >= span.end);
            let next = behind.min_by_key(|s| (s.start, usize::MAX - s.end));
            statements.push(BodyStatement {
                kind: BodyStatementKind::Unreachable,
                place: Place {
                    file: path.clone(),
                    span,
                },
                at: Anchor::Before(next.unwrap_or(span)),
            });
        }
        let numbered: Vec<(u32, &BodyStatement)> = (0..).zip(&statements).collect();
        insert(&file, &numbered)
    }

    #[test]
    fn marks_stand_before_their_comments() {
        let text = "class A { void m() {\n  a(); // {\n  //@ unreachable;\n  b(); /*@ unreachable; unreachable; @*/\n}}";
        let call = |mark: u32| format!("cortado.marks.Mark.at({mark});");
        let expected = text.replace("//@", &format!("{}//@", call(0)));
        let expected = expected.replace("/*@", &format!("{}{}/*@", call(1), call(2)));
        let marked = marked(text);
        assert_eq!(marked.text, expected);
        let places: Vec<_> = (marked.inserted.iter())
            .map(|m| (m.mark, m.line, m.columns.0))
            .collect();
        assert_eq!(places, [(0, 3, 2), (1, 4, 7), (2, 4, 32)]);
        assert!(marked.refused.is_empty());
    }

    #[test]
    fn a_statement_goes_with_what_is_governed() {
        for (before, behind) in [
            ("if (c) ", "a();"),
            ("if (c) a(); else // x\n ", "a();"),
            ("do ", "a(); while (c);"),
            ("for (;;) // x\n ", "if (c) a(); else b();"),
        ] {
            let end = match before {
                "do " => "a();".len(),
                _ => behind.len(),
            };
            let (governed, rest) = behind.split_at(end);
            let comment = "/*@ unreachable; @*/";
            let call = "cortado.marks.Mark.at(0);";
            let text = format!("class A {{ void m() {{ {before}{comment} {governed}{rest} }} }}");
            let expected = format!(
                "class A {{ void m() {{ {before}{{{call}{comment} {governed}}}{rest} }} }}"
            );
            assert_eq!(marked(&text).text, expected);
        }
        let text = "class A { void m() { if (c) //@ unreachable;\n // x\n { a(); } } }";
        let expected = text.replace("{ a();", "{cortado.marks.Mark.at(0); a();");
        assert_eq!(marked(text).text, expected);
    }

    #[test]
    fn a_statement_needs_a_place_among_others() {
        for text in [
            "class A { void m() { a() /*@ unreachable; @*/ ; } }",
            "class A { void m() { b(c) /*@ unreachable; @*/ .a(); } }",
            "class A { void m() { switch (x) { case 1 -> /*@ unreachable; @*/ a(); } } }",
        ] {
            let marked = marked(text);
            assert_eq!(marked.text, text);
            assert_eq!(marked.refused.len(), 1, "{text}");
        }
    }
}
