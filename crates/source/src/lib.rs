//! Java source text: where statements, assertions, conditions and methods begin and end, exactly. The syntax comes from
//! tree-sitter, which gives a tree even for broken text; nothing here fails or panics on any input, it only finds less.
//!
//! Lines count from 1 and end as the Java language says (JLS 3.4). Columns count from 1 in UTF-16 code units, as `javac`
//! does in its tables and as editors do.

mod bodies;
mod collect;
mod declarations;
mod javadoc;
mod text;

pub use collect::{Assertion, Method, Parameter, Statement, StatementKind};
pub use declarations::{
    Declarator, FieldDeclaration, Import, Label, LocalVariable, TypeDeclaration, TypeKind,
    TypeParameter,
};
pub use text::{Position, Span};

use text::Lines;

/// One compilation unit, parsed.
#[derive(Clone, Debug)]
pub struct SourceFile {
    text: String,
    lines: Lines,
    assertions: Vec<Assertion>,
    statements: Vec<Statement>,
    methods: Vec<Method>,
    declarations: declarations::Declarations,
    broken: bool,
    broken_at: Option<Span>,
}

impl SourceFile {
    pub fn parse(text: impl Into<String>) -> SourceFile {
        let text = with_line_feeds(text.into());
        let lines = Lines::new(&text);
        let found = collect::collect(&text, &lines);
        SourceFile::of(text, lines, found)
    }

    /// Parses text in which methods and constructors may lack their bodies, as in files of specifications.
    pub fn parse_declarations(text: impl Into<String>) -> SourceFile {
        let text = with_line_feeds(text.into());
        let lines = Lines::new(&text);
        let found = collect::collect(&bodies::with_bodies(&text), &lines);
        SourceFile::of(text, lines, found)
    }

    fn of(text: String, lines: Lines, found: collect::Found) -> SourceFile {
        SourceFile {
            text,
            lines,
            assertions: found.assertions,
            statements: found.statements,
            methods: found.methods,
            declarations: found.declarations,
            broken: found.broken,
            broken_at: found.broken_at,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text has syntax errors; positions around them may be missing.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Where the first syntax error is.
    pub fn broken_at(&self) -> Option<Span> {
        self.broken_at
    }

    /// The text of a line without its line end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let (start, end) = self.lines.range(&self.text, line)?;
        self.text.get(start..end)
    }

    /// The empty span at the beginning.
    pub fn start(&self) -> Span {
        self.lines.span(&self.text, 0, 0)
    }

    /// The text that a span of this file covers.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The same on one line: comments dropped, white space outside of literals squeezed.
    pub fn one_line(&self, span: Span) -> String {
        collect::squeeze(self.slice(span))
    }

    /// The range between two positions, the second exclusive, as class files record it. Positions beyond a line's end
    /// are taken as its end.
    pub fn span(&self, from: Position, to: Position) -> Option<Span> {
        let start = self.lines.offset(&self.text, from)?;
        let end = self.lines.offset(&self.text, to)?;
        (start <= end).then(|| self.lines.span(&self.text, start, end))
    }

    /// The range between two byte offsets, cut to the text.
    pub fn span_of(&self, start: usize, end: usize) -> Span {
        let end = end.min(self.text.len());
        self.lines.span(&self.text, start.min(end), end)
    }

    pub fn package(&self) -> Option<&str> {
        self.declarations.package.as_deref()
    }

    pub fn imports(&self) -> &[Import] {
        &self.declarations.imports
    }

    /// Classes, interfaces, enums and records, outer ones before those in them.
    pub fn types(&self) -> &[TypeDeclaration] {
        &self.declarations.types
    }

    pub fn fields(&self) -> &[FieldDeclaration] {
        &self.declarations.fields
    }

    pub fn local_variables(&self) -> &[LocalVariable] {
        &self.declarations.locals
    }

    pub fn labels(&self) -> &[Label] {
        &self.declarations.labels
    }

    /// Blocks of statements, outer ones before those in them.
    pub fn blocks(&self) -> &[Span] {
        &self.declarations.blocks
    }

    /// The blocks that initialise classes and objects.
    pub fn initializers(&self) -> &[Span] {
        &self.declarations.initializers
    }

    /// Lambda expressions, whose bodies the compiler makes methods of their own.
    pub fn lambdas(&self) -> &[Span] {
        &self.declarations.lambdas
    }

    /// Comments with what delimits them, in order.
    pub fn comments(&self) -> &[Span] {
        &self.declarations.comments
    }

    /// Every `assert` statement, in order.
    pub fn assertions(&self) -> &[Assertion] {
        &self.assertions
    }

    /// The `assert` statement at a position: the innermost that covers it. Without a column, the first that starts on
    /// the line, else the innermost that covers the line.
    pub fn assertion_at(&self, line: u32, column: Option<u32>) -> Option<&Assertion> {
        pick(
            &self.text,
            &self.lines,
            &self.assertions,
            line,
            column,
            |a| a.span,
        )
    }

    /// The condition of the `assert` statement at a position, with its text on one line.
    pub fn assert_condition_at(&self, line: u32, column: Option<u32>) -> Option<(Span, String)> {
        let assertion = self.assertion_at(line, column)?;
        Some((assertion.condition, self.one_line(assertion.condition)))
    }

    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// The statement at a position, found like [`SourceFile::assertion_at`]. Blocks do not count as statements.
    pub fn statement_at(&self, line: u32, column: Option<u32>) -> Option<&Statement> {
        pick(
            &self.text,
            &self.lines,
            &self.statements,
            line,
            column,
            |s| s.span,
        )
    }

    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// The innermost method or constructor that covers a line.
    pub fn method_at(&self, line: u32) -> Option<&Method> {
        (self.methods.iter())
            .filter(|m| m.span.from.line <= line && line <= m.span.to.line)
            .min_by_key(|m| m.span.end - m.span.start)
    }

    /// The names of the parameters of the method that covers a line, in order; what a class file compiled without
    /// `-g` does not tell.
    pub fn parameter_names(&self, line: u32) -> Option<Vec<&str>> {
        let method = self.method_at(line)?;
        Some(method.parameters.iter().map(|p| p.name.as_str()).collect())
    }
}

/// Chooses among items that are listed in the order of their starts.
fn pick<'a, T>(
    text: &str,
    lines: &Lines,
    items: &'a [T],
    line: u32,
    column: Option<u32>,
    span: impl Fn(&T) -> Span,
) -> Option<&'a T> {
    let size = |item: &&T| span(item).end - span(item).start;
    if let Some(column) = column {
        let at = lines.offset(text, Position { line, column })?;
        return (items.iter())
            .filter(|item| span(item).start <= at && at < span(item).end)
            .min_by_key(size);
    }
    let starts_here = items.iter().find(|item| span(item).from.line == line);
    starts_here.or_else(|| {
        (items.iter())
            .filter(|item| span(item).from.line <= line && line <= span(item).to.line)
            .min_by_key(size)
    })
}

/// The grammar knows no line that ends with CR alone. No literal has one in it, and all positions stay.
fn with_line_feeds(text: String) -> String {
    let bytes = text.as_bytes();
    let alone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let places: Vec<usize> = (0..bytes.len()).filter(|at| alone(*at)).collect();
    if places.is_empty() {
        return text;
    }
    let mut bytes = text.into_bytes();
    for at in places {
        bytes[at] = b'\n';
    }
    // One ASCII character has become another.
    String::from_utf8(bytes).unwrap_or_default()
}
