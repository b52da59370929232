//! What a method, a class and a body are specified to do, resolved, normalised and inherited: the form in which JML leaves
//! this crate. A contract is a list of cases; where a case's `requires` holds in the pre-state, the rest of it must hold.
//!
//! Defaults follow the JML reference manual (9.9, and A of the preliminary design) with the choices that `docs/jml.md` lists.

use crate::resolved::{Expr, FieldRef, Local, Location, MethodRef, Type};
use classpath::{FieldType, Name};
use source::Span;
use std::path::Path;
use std::sync::Arc;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: Arc<Path>,
    pub span: Span,
}

/// What arithmetic of integers does where a result does not fit its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Math {
    /// It wraps around.
    #[default]
    Java,
    /// It has no value, and in code it is an error.
    Safe,
    /// It is right all the same. Code that comes to such a result is not Java.
    BigInt,
}

/// The arithmetic of what says nothing about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arithmetic {
    pub spec: Math,
    pub code: Math,
}

/// One conjunct of a clause. Conjuncts keep their order, and a later one may rest on an earlier one, as in
/// `a != null && a.length > 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub expr: Expr,
    pub origin: Origin,
    /// The conjunct; for one that nobody wrote, what it follows from.
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Written,
    /// Implied, because references are not null unless they are declared `nullable`; says of what: `parameter d`.
    NonNull(String),
    /// Implied by the kind of the case: `normal_behavior`.
    Default(&'static str),
    /// Written of a loop, behind this word.
    Loop(&'static str),
}

/// The contract of a method: its own cases and those of all methods that it overrides, as if joined by `also`.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    pub method: MethodRef,
    pub is_static: bool,
    pub is_constructor: bool,
    pub parameters: Vec<ParameterSpec>,
    /// How many parameters the descriptor has before the declared ones: the outer object of an inner class's constructor,
    /// name and number of an enum constant's.
    pub hidden_parameters: usize,
    /// None for `void` and constructors.
    pub result: Option<FieldType>,
    pub result_nullable: bool,
    /// At least one. Where nothing was written there is the default case.
    pub cases: Vec<Case>,
    /// Whether anybody wrote a case, here or for an overridden method.
    pub is_specified: bool,
    /// May change no location that existed before.
    pub pure: bool,
    /// Nor make objects.
    pub strictly_pure: bool,
    /// Neither assumes nor keeps invariants.
    pub helper: bool,
    /// What has no meaning, here, where it is inherited from, or about the class: with one of these the method is unknown.
    pub unsupported: Vec<Unsupported>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSpec {
    pub name: Name,
    pub ty: FieldType,
    pub nullable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    pub what: String,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    Lightweight,
    Behavior,
    NormalBehavior,
    ExceptionalBehavior,
    /// Nobody wrote it.
    Implicit,
}

/// A specification case without nesting.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub kind: CaseKind,
    /// The class whose method it was written for; its `this` has that type.
    pub class: Name,
    /// Marked `code`: not inherited by methods that override this one.
    pub code: bool,
    /// From its first word to its last; the method's name for an implicit case.
    pub place: Place,
    /// Conjunction; evaluated in the pre-state.
    pub requires: Vec<Clause>,
    /// Conjunction; must hold after normal return. `ensures false` is in the list for `exceptional_behavior`.
    pub ensures: Vec<Clause>,
    /// Each must hold after an exception of its class. `signals (Exception) false` is in the list for `normal_behavior`.
    pub signals: Vec<SignalsClause>,
    /// No other exceptions below `java.lang.Exception` may be thrown; errors are not its business.
    pub signals_only: Vec<Name>,
    /// What `signals_only` rests on, if it was written.
    pub signals_only_place: Option<Place>,
    /// None for a case that does not say, which allows everything.
    pub assignable: Option<Vec<Location>>,
    pub assignable_place: Option<Place>,
    pub accessible: Option<Vec<Location>>,
    /// Where it holds the method need not end; false (an empty list) unless written. Disjunction.
    pub diverges: Vec<Clause>,
    pub measured_by: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SignalsClause {
    pub exception: Name,
    /// In which the exception is [`crate::resolved::ExprKind::Thrown`].
    pub clauses: Vec<Clause>,
    pub place: Place,
}

/// What holds of a class, with what it inherits: super classes first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassSpec {
    pub invariants: Vec<Invariant>,
    pub constraints: Vec<Invariant>,
    /// Hold after constructors.
    pub initially: Vec<Invariant>,
    pub axioms: Vec<Invariant>,
    pub ghost_fields: Vec<GhostField>,
    pub model_fields: Vec<ModelField>,
    /// One that overrides another comes behind it.
    pub model_methods: Vec<ModelMethod>,
    /// With one of these, whatever rests on the invariants of the class is unknown.
    pub unsupported: Vec<Unsupported>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The class that it was written in.
    pub class: Name,
    /// Whether it speaks of static fields only, and holds before any object exists.
    pub is_static: bool,
    pub clause: Clause,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GhostField {
    pub field: FieldRef,
    pub nullable: bool,
    /// What it is initialised with.
    pub initial: Option<Expr>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelField {
    pub field: FieldRef,
    pub nullable: bool,
    pub represents: Vec<Represents>,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Represents {
    /// The class that it was written in; it counts for objects of that class.
    pub class: Name,
    pub meaning: Representation,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Representation {
    /// `represents f = e;`
    Value(Expr),
    /// `represents f \such_that p;`
    SuchThat(Expr),
}

/// A method that only specifications call.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelMethod {
    /// The descriptor is not one of the JVM's, since types of JML may be in it; it tells methods of a name apart.
    pub method: MethodRef,
    pub is_static: bool,
    pub result: Type,
    /// Where one of these does not hold it has no value.
    pub requires: Vec<Clause>,
    /// Its value, with [`crate::resolved::ExprKind::Parameter`] for what it is called with; none where nobody says.
    pub body: Option<Expr>,
    /// With one of these, whatever calls it is unknown.
    pub unsupported: Vec<Unsupported>,
    pub place: Place,
}

/// What is said within the body of a method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodySpec {
    pub loops: Vec<LoopSpec>,
    /// In the order of the text.
    pub statements: Vec<BodyStatement>,
    pub unsupported: Vec<Unsupported>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoopSpec {
    /// The loop statement, from `for`, `while` or `do` on.
    pub statement: Span,
    pub file: Arc<Path>,
    pub invariants: Vec<Clause>,
    pub decreases: Vec<Expr>,
    pub assignable: Option<Vec<Location>>,
    /// Whether `\count` is spoken of: [`crate::loops::counter`] has its value.
    pub counts: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BodyStatement {
    pub kind: BodyStatementKind,
    pub place: Place,
    pub at: Anchor,
}

#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a body has few of them")]
pub enum BodyStatementKind {
    Assert(Vec<Clause>),
    Assume(Vec<Clause>),
    /// A ghost field or variable gets a value.
    Set {
        target: Location,
        value: Expr,
    },
    /// A ghost variable, with what it is initialised with.
    Ghost {
        variable: Local,
        ty: Type,
        initial: Option<Expr>,
    },
    /// Control never comes here.
    Unreachable,
    /// Some execution comes here.
    Reachable,
    /// Before a loop, at its test or behind it: since it began, nothing but this has changed.
    Frame(Vec<Location>),
}

/// Where in the body a statement of JML is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Before this statement of Java begins.
    Before(Span),
    /// When control is about to leave this block at its end.
    AtEndOf(Span),
    /// When control has left this loop, and comes to what stands behind it.
    Behind(Span),
    /// When control comes to the test of this loop; where it has none or that is behind its body, before the body.
    Loop(Span),
}

impl Anchor {
    /// The statement of Java, or the block.
    pub fn span(self) -> Span {
        match self {
            Anchor::Before(span)
            | Anchor::AtEndOf(span)
            | Anchor::Behind(span)
            | Anchor::Loop(span) => span,
        }
    }
}
