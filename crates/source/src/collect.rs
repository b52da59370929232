//! One walk over the syntax tree that collects what the rest asks for, so that nobody holds on to the tree. The walk
//! uses a cursor instead of recursion: source files may nest deeper than a thread's stack.

use crate::declarations::{Declarations, TypeParameter};
use crate::text::{Lines, Span};
use tree_sitter::{Node, Parser, TreeCursor};

/// An `assert` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    pub span: Span,
    pub condition: Span,
    /// The expression after the colon.
    pub detail: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    Assert,
    If,
    While,
    DoWhile,
    For,
    ForEach,
    Switch,
    Try,
    Synchronized,
    Return,
    Throw,
    /// A local variable or a field with its initialiser.
    Declaration,
    /// `this(…)` or `super(…)`.
    ConstructorCall,
    /// Everything else: expressions, `break`, `continue`, `yield`.
    Simple,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
    /// The statement without its body: `while (i < n)`.
    pub header: Span,
    /// Of `if` and loops, without the parentheses; of a loop over elements, what it runs over.
    pub condition: Option<Span>,
    /// Of loops, and what an `if` does where its condition holds.
    pub body: Option<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// The type as written, white space squeezed; `...` for a variable number.
    pub ty: String,
    pub span: Span,
    /// `final`, and annotations with their `@`.
    pub modifiers: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// As in class files: `<init>` for constructors.
    pub name: String,
    /// `Outer$Inner` without the package; none inside anonymous and local classes, whose names the compiler makes.
    pub class: Option<String>,
    pub span: Span,
    pub name_span: Span,
    pub parameters: Vec<Parameter>,
    /// The type of the result as written; none for constructors.
    pub result: Option<String>,
    /// With its braces; none for methods without one.
    pub body: Option<Span>,
    /// Keywords, and annotations with their `@`.
    pub modifiers: Vec<String>,
    pub type_parameters: Vec<TypeParameter>,
}

#[derive(Default)]
pub(crate) struct Found {
    pub(crate) assertions: Vec<Assertion>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) methods: Vec<Method>,
    pub(crate) declarations: Declarations,
    pub(crate) broken: bool,
    pub(crate) broken_at: Option<Span>,
}

pub(crate) struct Collector<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: &'a Lines,
    pub(crate) found: Found,
    /// Classes around the cursor with the depth at which they were entered; none for one without a name of its own.
    pub(crate) classes: Vec<(u32, Option<String>)>,
}

pub(crate) fn collect(text: &str, lines: &Lines) -> Found {
    let mut parser = Parser::new();
    let broken = Found {
        broken: true,
        ..Found::default()
    };
    if parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .is_err()
    {
        return broken;
    }
    let Some(tree) = parser.parse(text, None) else {
        return broken;
    };
    let mut collector = Collector {
        text,
        lines,
        found: Found::default(),
        classes: Vec::new(),
    };
    collector.found.broken = tree.root_node().has_error();
    let mut cursor = tree.walk();
    loop {
        let depth = cursor.depth();
        while collector.classes.last().is_some_and(|(d, _)| *d >= depth) {
            collector.classes.pop();
        }
        let node = cursor.node();
        if collector.found.broken_at.is_none() && (node.is_error() || node.is_missing()) {
            let range = node.byte_range();
            let span = lines.span(text, range.start, range.end);
            collector.found.broken_at = Some(span);
        }
        collector.visit(node, depth);
        if cursor.goto_first_child() {
            continue;
        }
        if !next(&mut cursor) {
            return collector.found;
        }
    }
}

/// The node after the current subtree in reading order.
fn next(cursor: &mut TreeCursor) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

impl Collector<'_> {
    fn visit(&mut self, node: Node, depth: u32) {
        if !node.is_named() {
            return;
        }
        self.declaration(node);
        match node.kind() {
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => self.enter_class(node, depth),
            "object_creation_expression" | "enum_constant" => {
                let body = named_children(node).any(|child| child.kind() == "class_body");
                if body {
                    self.classes.push((depth, None));
                }
            }
            "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration" => self.method(node),
            "assert_statement" => {
                self.assertion(node);
                self.statement(node, StatementKind::Assert);
            }
            "switch_expression" => {
                // The grammar has one node for the statement and the expression.
                let statement = node.parent().is_some_and(|parent| {
                    matches!(
                        parent.kind(),
                        "block" | "switch_block_statement_group" | "labeled_statement"
                    )
                });
                if statement {
                    self.statement(node, StatementKind::Switch);
                }
            }
            kind => {
                if let Some(kind) = statement_kind(kind) {
                    self.statement(node, kind);
                }
            }
        }
    }

    fn enter_class(&mut self, node: Node, depth: u32) {
        let local = node.parent().is_some_and(|p| p.kind() == "block");
        let simple = self.field_text(node, "name");
        let name = match (self.classes.last(), simple) {
            _ if local => None,
            (None, Some(simple)) => Some(simple.to_owned()),
            (Some((_, Some(outer))), Some(simple)) => Some(format!("{outer}${simple}")),
            _ => None,
        };
        self.type_declaration(node, name.clone());
        self.classes.push((depth, name));
    }

    fn method(&mut self, node: Node) {
        let Some(name_node) = node.child_by_field_name("name") else {
            return;
        };
        let name = match node.kind() {
            "method_declaration" => self.text_of(name_node),
            _ => "<init>",
        };
        // A compact constructor's parameters are the record's components.
        let list = match node.kind() {
            "compact_constructor_declaration" => {
                let record = node.parent().and_then(|body| body.parent());
                record.and_then(|record| record.child_by_field_name("parameters"))
            }
            _ => node.child_by_field_name("parameters"),
        };
        let parameters = list.map_or_else(Vec::new, |list| self.parameter_list(list));
        let method = Method {
            name: name.to_owned(),
            class: self.classes.last().and_then(|(_, name)| name.clone()),
            span: self.span(node),
            name_span: self.span(name_node),
            parameters,
            result: self.field_text(node, "type").map(|ty| {
                let dimensions = self.field_text(node, "dimensions").unwrap_or("");
                squeeze(ty) + &squeeze(dimensions)
            }),
            body: node.child_by_field_name("body").map(|b| self.span(b)),
            modifiers: self.modifiers(node),
            type_parameters: self.type_parameters(node),
        };
        self.found.methods.push(method);
    }

    pub(crate) fn parameter_list(&self, list: Node) -> Vec<Parameter> {
        let children = named_children(list);
        children.filter_map(|child| self.parameter(child)).collect()
    }

    fn parameter(&self, node: Node) -> Option<Parameter> {
        match node.kind() {
            "formal_parameter" => {
                let dimensions = self.field_text(node, "dimensions").unwrap_or("");
                Some(Parameter {
                    name: self.field_text(node, "name")?.to_owned(),
                    ty: squeeze(self.field_text(node, "type")?) + &squeeze(dimensions),
                    span: self.span(node),
                    modifiers: self.modifiers(node),
                })
            }
            "spread_parameter" => {
                let declarator =
                    named_children(node).find(|c| c.kind() == "variable_declarator")?;
                let ty = named_children(node)
                    .find(|c| !matches!(c.kind(), "modifiers" | "variable_declarator"))?;
                Some(Parameter {
                    name: self.field_text(declarator, "name")?.to_owned(),
                    ty: squeeze(self.text_of(ty)) + "...",
                    span: self.span(node),
                    modifiers: self.modifiers(node),
                })
            }
            _ => None,
        }
    }

    fn assertion(&mut self, node: Node) {
        let mut parts = named_children(node).filter(|child| !is_comment(child));
        let Some(condition) = parts.next() else {
            return;
        };
        let detail = parts.next().map(|detail| self.span(detail));
        let assertion = Assertion {
            span: self.span(node),
            condition: self.span(condition),
            detail,
        };
        self.found.assertions.push(assertion);
    }

    fn statement(&mut self, node: Node, kind: StatementKind) {
        let body = ["consequence", "body"]
            .iter()
            .find_map(|field| node.child_by_field_name(field));
        let header_end = match body {
            // `do` keeps its condition behind the body; the keyword alone would not say which loop it is.
            Some(body) if kind != StatementKind::DoWhile => {
                let before = self.text.get(node.start_byte()..body.start_byte());
                node.start_byte() + before.unwrap_or("").trim_end().len()
            }
            _ => node.end_byte(),
        };
        let field = match kind {
            StatementKind::ForEach => "value",
            _ => "condition",
        };
        let condition = node.child_by_field_name(field).map(|condition| {
            let inner = match condition.kind() {
                "parenthesized_expression" if kind != StatementKind::ForEach => {
                    named_children(condition).find(|child| !is_comment(child))
                }
                _ => None,
            };
            self.span(inner.unwrap_or(condition))
        });
        let statement = Statement {
            kind,
            span: self.span(node),
            header: (self.lines).span(self.text, node.start_byte(), header_end),
            condition,
            body: body.map(|body| self.span(body)),
        };
        self.found.statements.push(statement);
    }

    pub(crate) fn text_of(&self, node: Node) -> &str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    pub(crate) fn field_text(&self, node: Node, field: &str) -> Option<&str> {
        let child = node.child_by_field_name(field)?;
        Some(self.text_of(child))
    }

    pub(crate) fn span(&self, node: Node) -> Span {
        (self.lines).span(self.text, node.start_byte(), node.end_byte())
    }
}

pub(crate) fn named_children(node: Node) -> impl Iterator<Item = Node> {
    let mut cursor = node.walk();
    let children: Vec<Node> = node.named_children(&mut cursor).collect();
    children.into_iter()
}

pub(crate) fn is_comment(node: &Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

fn statement_kind(kind: &str) -> Option<StatementKind> {
    Some(match kind {
        "if_statement" => StatementKind::If,
        "while_statement" => StatementKind::While,
        "do_statement" => StatementKind::DoWhile,
        "for_statement" => StatementKind::For,
        "enhanced_for_statement" => StatementKind::ForEach,
        "try_statement" | "try_with_resources_statement" => StatementKind::Try,
        "synchronized_statement" => StatementKind::Synchronized,
        "return_statement" => StatementKind::Return,
        "throw_statement" => StatementKind::Throw,
        "local_variable_declaration" | "field_declaration" => StatementKind::Declaration,
        "explicit_constructor_invocation" => StatementKind::ConstructorCall,
        "expression_statement" | "break_statement" | "continue_statement" | "yield_statement" => {
            StatementKind::Simple
        }
        _ => return None,
    })
}

/// Puts text on one line: comments go, and white space outside of literals becomes one space.
pub(crate) fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut gap = false;
    while let Some(c) = rest.chars().next() {
        let taken = if c.is_whitespace() {
            gap = true;
            c.len_utf8()
        } else if rest.starts_with("//") {
            gap = true;
            rest.find(['\r', '\n']).unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            gap = true;
            comment.find("*/").map_or(rest.len(), |at| at + 4)
        } else {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            let taken = match c {
                '"' | '\'' => literal_length(rest, c),
                _ => c.len_utf8(),
            };
            // A text block keeps its meaning only with its line ends, so they are shown as escapes.
            for c in rest[..taken].chars() {
                match c {
                    '\n' => out.push_str("\\n"),
                    '\r' => {}
                    c => out.push(c),
                }
            }
            taken
        };
        rest = &rest[taken..];
    }
    out
}

/// The length of the literal that `text` starts with, or of all of `text` if it never ends.
fn literal_length(text: &str, quote: char) -> usize {
    let delimiter = match text.starts_with("\"\"\"") {
        true => "\"\"\"",
        false if quote == '"' => "\"",
        false => "'",
    };
    let mut at = delimiter.len();
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with(delimiter) {
            return at + delimiter.len();
        }
        at += c.len_utf8();
        if c == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}
