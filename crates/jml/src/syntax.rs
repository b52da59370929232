//! JML as it was written: expressions, clauses, cases and declarations with their spans, before any name means anything.

use source::Span;

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Of the tree; kept low enough for everybody to walk it by recursion.
    pub height: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A digit sequence as written, with its prefix and suffix.
    Number(String),
    Character(u16),
    String(Vec<u16>),
    Boolean(bool),
    Null,
    This,
    Super,
    Name(String),
    /// `a.b`; also `C.this`, `C.super` and `o.\inv`.
    Select(Box<Expr>, Word),
    Call {
        target: Option<Box<Expr>>,
        name: Word,
        arguments: Vec<Expr>,
    },
    Index(Box<Expr>, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Parenthesized(Box<Expr>),
    Cast(TypeName, Box<Expr>),
    InstanceOf(Box<Expr>, TypeName),
    /// `int[].class`.
    ClassLiteral(TypeName),
    /// An object or an array that is made, with what it is made of.
    New(Vec<Expr>),
    /// `(* in English *)`.
    Informal,
    /// `\result`, `\nothing`, … and `\fresh(…)`, … by the name without the backslash.
    Keyword(String),
    Function {
        name: String,
        arguments: Vec<Argument>,
    },
    Quantifier(Box<Quantifier>),
    /// `o.*`.
    AllFields(Box<Expr>),
    /// `a[l .. h]`, and `a[*]` without bounds.
    Range {
        array: Box<Expr>,
        low: Option<Box<Expr>>,
        high: Option<Box<Expr>>,
    },
}

/// An argument of one of JML's own functions.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Expr(Expr),
    /// Where only a type fits: `\type(int)`.
    Type(TypeName),
    /// `{left, right}` in `\reach`.
    Fields(Vec<Word>, Span),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
    Complement,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Subtype,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Implies,
    ImpliedBy,
    Iff,
    NotIff,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    /// `forall`, `sum`, `infinite_union`, …
    pub name: String,
    pub variables: Vec<Variable>,
    pub range: Option<Expr>,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub ty: TypeName,
    pub name: Word,
    pub nullable: bool,
}

/// A type as written: dotted name without type arguments, or a primitive, or `\bigint` with its backslash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    pub name: String,
    pub dimensions: usize,
    pub span: Span,
}

/// One clause of a specification case or of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub kind: ClauseKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    Requires(Expr),
    Ensures(Expr),
    Signals {
        exception: TypeName,
        name: Option<Word>,
        condition: Option<Expr>,
    },
    /// Empty for `\nothing`.
    SignalsOnly(Vec<TypeName>),
    Assignable(Vec<Expr>),
    Accessible(Vec<Expr>),
    Diverges(Expr),
    MeasuredBy(Vec<Expr>),
    /// `old T x = e;` in a case.
    Old {
        variable: Variable,
        value: Expr,
    },
    LoopInvariant(Expr),
    Decreases(Vec<Expr>),
    /// A clause that is read but not given a meaning.
    Unsupported(String),
}

/// A specification case: clauses, then perhaps nested cases that all begin with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub kind: CaseKind,
    pub clauses: Vec<Clause>,
    pub nested: Vec<Case>,
    /// Only of the method that it was written for, not of those that override it.
    pub code: bool,
    /// In `implies_that` or `for_example`.
    pub redundant: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    Lightweight,
    Behavior,
    Normal,
    Exceptional,
    /// KeY's `model_behavior`, only before model methods.
    Model,
}

/// Words before a declaration or a clause, `public`, `pure`, `nullable`, …
pub type Modifiers = Vec<Word>;

/// What may stand in an annotation among the members of a class.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberItem {
    /// Of the next member of Java, or of the model method that follows.
    Cases {
        cases: Vec<Case>,
        /// Whether it begins with `also`.
        also: bool,
        span: Span,
    },
    Modifiers(Modifiers),
    TypeClause(TypeClause),
    Field(FieldDeclaration),
    ModelMethod(ModelMethod),
    /// No clause and no declaration.
    Unreadable {
        what: String,
        /// Whether it may have been meant for the class, whatever it stands before.
        of_class: bool,
        span: Span,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeClause {
    pub modifiers: Modifiers,
    pub kind: TypeClauseKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeClauseKind {
    Invariant(Expr),
    Constraint(Expr),
    Initially(Expr),
    Axiom(Expr),
    Represents {
        /// A field, perhaps after `this.`.
        target: Expr,
        such_that: bool,
        value: Expr,
    },
    /// `in g;` and `maps f.h \into g;`, about the field that it follows.
    Group {
        maps: Option<Expr>,
        into: Vec<Expr>,
    },
    Unsupported(String),
}

/// A ghost or model field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclaration {
    pub modifiers: Modifiers,
    pub ty: TypeName,
    pub name: Word,
    pub initial: Option<Expr>,
    /// The groups that it is `in`, where that stands in its declaration.
    pub groups: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelMethod {
    pub modifiers: Modifiers,
    /// None of a constructor.
    pub ty: Option<TypeName>,
    pub name: Word,
    pub parameters: Vec<Variable>,
    pub cases: Vec<Case>,
    pub body: ModelBody,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModelBody {
    None,
    Statements(Vec<ModelStatement>),
    /// What is in it that cannot be.
    Other(String),
}

/// A statement of a model method's body: those that change nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelStatement {
    Return(Expr),
    If {
        condition: Expr,
        yes: Vec<ModelStatement>,
        no: Vec<ModelStatement>,
    },
    Block(Vec<ModelStatement>),
    /// A variable that keeps its first value.
    Local {
        ty: TypeName,
        name: Word,
        value: Expr,
    },
    /// `assert` or `assume`.
    Check(Expr),
}

/// What may stand in an annotation among the statements of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementItem {
    /// Of the loop that follows.
    Loop(Clause),
    Assert(Expr, Span),
    Assume(Expr, Span),
    Set {
        target: Expr,
        value: Expr,
        span: Span,
    },
    Ghost(FieldDeclaration),
    Unreachable(Span),
    Reachable(Span),
    Unsupported(String, Span),
    /// Before a local declaration: `/*@ nullable @*/`.
    Modifiers(Modifiers),
}

impl StatementItem {
    pub fn span(&self) -> Option<Span> {
        Some(match self {
            StatementItem::Loop(clause) => clause.span,
            StatementItem::Assert(_, span)
            | StatementItem::Assume(_, span)
            | StatementItem::Set { span, .. }
            | StatementItem::Unreachable(span)
            | StatementItem::Reachable(span)
            | StatementItem::Unsupported(_, span) => *span,
            StatementItem::Ghost(field) => field.span,
            StatementItem::Modifiers(words) => words.first()?.span,
        })
    }
}
