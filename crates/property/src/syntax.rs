//! What both property languages say, before names have been looked up: the tree that their parsers build and that
//! `resolve` turns into a [`crate::Property`].

use crate::diagnostics::Span;
use crate::model::{Argument, Returned, Target, When};
use crate::regular::Expression;

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned {
    pub text: String,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Prop,
    Mop,
}

#[derive(Debug, Clone)]
pub struct Draft {
    pub language: Language,
    pub name: Spanned,
    pub title: String,
    pub about: String,
    pub imports: Vec<Import>,
    pub objects: Vec<DraftObject>,
    pub events: Vec<DraftEvent>,
    pub machine: Machine,
    /// JavaMOP's modifiers, where they restrict what counts.
    pub modifiers: Vec<Spanned>,
    /// Events that could not be read, which has been said.
    pub unreadable: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Import {
    /// With dots.
    pub path: String,
    /// `path.*`
    pub all: bool,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct DraftObject {
    pub name: Spanned,
    pub class: TypeName,
    pub except: Vec<TypeName>,
}

/// A type as written: dots, no type arguments, `[]` counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeName {
    pub name: Spanned,
    pub dimensions: usize,
    /// `T+`
    pub subtypes: bool,
}

#[derive(Debug, Clone)]
pub struct DraftEvent {
    pub name: Spanned,
    pub when: When,
    pub calls: Vec<DraftCall>,
    /// Whether it is marked as one that starts a monitor.
    pub creation: bool,
}

#[derive(Debug, Clone)]
pub struct DraftCall {
    pub signature: DraftSignature,
    pub except: Vec<DraftSignature>,
    pub receiver: Option<Spanned>,
    pub arguments: Vec<(Argument, Spanned)>,
    pub result: Option<Spanned>,
    pub returns: Option<Returned>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct DraftSignature {
    pub class: DraftClass,
    pub target: Target,
    /// With `*`; the word `<init>` for constructors.
    pub name: Spanned,
    pub parameters: Option<Vec<DraftParameter>>,
    pub returns: Option<DraftType>,
    /// A second class that the receiver must be of.
    pub also: Option<TypeName>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum DraftClass {
    Any,
    /// The class of an object.
    Object(Spanned),
    Type {
        name: TypeName,
        exact: bool,
    },
}

#[derive(Debug, Clone)]
pub enum DraftParameter {
    Rest,
    One(DraftType),
}

#[derive(Debug, Clone)]
pub enum DraftType {
    Any,
    Type(TypeName),
}

/// How violations are described.
#[derive(Debug, Clone)]
pub enum Machine {
    States(States),
    Expression {
        expression: Expression,
        span: Span,
        on_match: bool,
        on_fail: bool,
        message: Option<String>,
    },
    /// Nothing usable was written; that has been said.
    Missing,
}

#[derive(Debug, Clone, Default)]
pub struct States {
    /// The first is the initial one.
    pub states: Vec<DraftState>,
    /// Whether an event that a state does not mention fails, instead of leaving the state.
    pub closed: bool,
    /// Whether that failure is a violation.
    pub on_fail: bool,
}

#[derive(Debug, Clone)]
pub struct DraftState {
    pub name: Spanned,
    pub error: bool,
    /// Whether the author says that nothing can go wrong from here.
    pub safe: bool,
    pub message: Option<String>,
    pub transitions: Vec<DraftTransition>,
    /// For all events that have no transition of their own.
    pub otherwise: Option<Spanned>,
}

#[derive(Debug, Clone)]
pub struct DraftTransition {
    pub event: Spanned,
    pub to: Spanned,
}
