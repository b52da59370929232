//! The verification graph of a method (thesis, section 3.1.2): acyclic, with one entry and one exit; edges carry
//! statements and tests. Calls are inlined and loops unrolled while it is built. Every path from entry to exit that can
//! be taken is a violation: it ends in a check that fails, or in the negation of what the contract promises.
//!
//! `build` makes it from register code, `tidy` drops what cannot happen, `sub` cuts it into smaller ones, `print` shows
//! it. Variables are mutable here; the encodings rename them.

mod build;
mod calls;
mod contracts;
mod enums;
mod instructions;
mod lists;
mod print;
mod statements;
mod sub;
mod texts;
mod throws;
mod tidy;

pub use build::{Bounds, Calls, Permits, build, build_with_statements};
pub(crate) use enums::ordinal;
pub use statements::{Named, Said, What};
pub use sub::Part;
pub(crate) use texts::is_concatenation;

use crate::constants::ObjectId;
use crate::encode::{CharacterMethod, TextMethod};
use classpath::{ClassFile, Name};
use ir::{BinaryOp, CompareOp, Condition, Conversion, ElementKind, Kind};
use jml::contract::Contract;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub u32);

/// A register of an inlined frame, a static field, or one of the method's own: result, thrown exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What maps objects to values: a field, the elements of arrays, their lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Map(pub u32);

#[derive(Debug, Clone)]
pub struct Graph {
    /// Nodes are numbered so that edges lead from lower to higher numbers; the entry is 0 and the exit the last.
    pub nodes: u32,
    /// In the order of their sources.
    pub edges: Vec<Edge>,
    pub vars: Vec<VarInfo>,
    pub maps: Vec<MapInfo>,
    /// The receiver, if any, and the parameters.
    pub params: Vec<Var>,
    pub result: Option<Var>,
    /// Holds the exception where an edge tests an exceptional post-condition.
    pub thrown: Var,
    pub checks: Vec<Check>,
    /// What the frames are, the method itself first.
    pub frames: Vec<FrameInfo>,
    /// Classes that some statement makes objects of, with how many there can be on one path.
    pub made: Vec<(Name, u32)>,
    /// How many elements a path puts into lists at most.
    pub grows: u32,
    /// Classes of which it matters whether an object is of them: asked for, cast to, or with methods of their own to call.
    pub asked: BTreeSet<Name>,
    /// The string constants, by number.
    pub texts: Vec<Arc<[u16]>>,
    /// The objects of static final fields, by number, with their names.
    pub fixed: Vec<(ObjectId, String)>,
    /// Calls that are what their contracts say.
    pub calls: Vec<ContractCall>,
    /// Statements of JML, one for each copy.
    pub said: Vec<Said>,
}

/// A call that is not looked into: what its contract promises is all that is known of it.
#[derive(Debug, Clone)]
pub struct ContractCall {
    pub contract: Arc<Contract>,
    pub frame: u32,
    pub pc: u32,
    /// Classes that it may make an object of that somebody sees.
    pub makes: Vec<Name>,
    /// Classes of exceptions that its contract lists, and below which there may be others that nobody names.
    pub lists: Vec<Name>,
}

impl ContractCall {
    /// The method, as a user would write it.
    pub fn name(&self) -> String {
        self.contract.method.spelled()
    }
}

#[derive(Debug, Clone)]
pub struct FrameInfo {
    pub class: Arc<ClassFile>,
    pub method: usize,
    /// The frame that calls, and where.
    pub caller: Option<(u32, u32)>,
}

#[derive(Debug, Clone)]
pub struct VarInfo {
    pub name: String,
    pub kind: Kind,
    /// The declared type, where one is known.
    pub descriptor: Option<Name>,
    /// A static field's class and name.
    pub field: Option<(Name, Name)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MapInfo {
    Field {
        class: Name,
        name: Name,
        descriptor: Name,
    },
    Elements(ElementKind),
    Length,
}

impl MapInfo {
    /// Whether it leads from objects to objects.
    pub fn leads_on(&self) -> bool {
        match self {
            MapInfo::Field { descriptor, .. } => descriptor.starts_with(['L', '[']),
            MapInfo::Elements(kind) => *kind == ElementKind::Ref,
            MapInfo::Length => false,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub statement: Statement,
    pub origin: Origin,
    /// For an edge to the exit: what has gone wrong if it is taken.
    pub end: Option<End>,
}

/// Where a statement comes from. Unrolled copies of one instruction differ in their frame or in their iterations only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    pub frame: u32,
    pub pc: u32,
    /// The iteration of each loop around it, outermost first, by the loop's header block.
    pub iterations: Box<[(u32, u32)]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A check of the program fails: an exception that nothing permits.
    Check(u32),
    /// A method is called where its contract does not allow it; by the number of the call.
    Precondition(u32),
    /// A statement of JML does not hold; by its number.
    Said(u32),
    /// A location is read that `accessible` does not list: the frame, and where in its method.
    Read(u32, u32),
    /// A result does not fit, in code that must not come to that: the frame, and where in its method.
    Overflow(u32, u32),
    /// The method returns; its normal post-condition is to be refuted.
    Returns,
    /// An exception that the contract may permit leaves the method.
    Throws,
    /// The path came to what nothing here gives a meaning.
    Unsupported(String),
    /// The path goes on, but a bound says that it is not followed.
    Cut(Cut),
}

impl End {
    /// Whether taking the edge is a violation.
    pub fn is_violation(&self) -> bool {
        self.is_check() || matches!(self, End::Returns | End::Throws)
    }

    /// Whether something went wrong on the way.
    pub fn is_check(&self) -> bool {
        matches!(
            self,
            End::Check(_) | End::Precondition(_) | End::Said(_) | End::Overflow(..) | End::Read(..)
        )
    }
}

/// Something that must never happen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Check {
    /// The internal name of the exception.
    pub exception: Name,
    pub frame: u32,
    pub pc: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// A loop of a frame, by its header block.
    Loop {
        frame: u32,
        header: u32,
    },
    Recursion {
        class: Name,
        name: Name,
    },
    /// A result that does not fit, in code that is written for mathematical integers.
    Overflow {
        class: Name,
        name: Name,
    },
    /// Characters of which only those of ASCII are known, in a method of `String`.
    Characters {
        name: Name,
    },
    /// A copy of an array of a type below the one that is declared, which is given.
    Copy {
        descriptor: Name,
    },
    /// A call on an object of the library of which nobody knows what it does.
    Receiver {
        class: Name,
        name: Name,
    },
    /// A result of a generic method, by its contract, that is not of the type that the call gives it.
    Generic {
        class: Name,
        name: Name,
    },
}

/// A location that is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Read {
    Field { map: Map, object: Atom },
    Element { map: Map, array: Atom, index: Atom },
    Static { class: Name, name: Name },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atom {
    Var(Var),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Null,
    /// A string constant, by its number in the universe of constants.
    Text(u32),
    /// An object of a static final field, by its number among those of the graph.
    Fixed(u32),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Atom(Atom),
    Binary {
        op: BinaryOp,
        kind: Kind,
        a: Atom,
        b: Atom,
    },
    Negate {
        kind: Kind,
        a: Atom,
    },
    Convert {
        op: Conversion,
        a: Atom,
    },
    Compare {
        op: CompareOp,
        a: Atom,
        b: Atom,
    },
    Field {
        map: Map,
        object: Atom,
    },
    Element {
        map: Map,
        array: Atom,
        index: Atom,
    },
    Length {
        array: Atom,
    },
    InstanceOf {
        object: Atom,
        class: Name,
    },
    /// What a method of a string returns; guards come before.
    OfText {
        method: TextMethod,
        text: Atom,
        argument: Option<Atom>,
    },
    /// The bits of a `double` or a `float`, those of one NaN for all of them.
    Bits {
        a: Atom,
    },
    /// What a static method of `Character` returns.
    OfCharacter {
        method: CharacterMethod,
        a: Atom,
    },
}

/// A piece of a string that is put together.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A string; null reads `null`.
    Text(Atom),
    /// The characters of a string or an array from one index to before another, or to the end; guards come before.
    Range {
        of: Atom,
        from: Atom,
        to: Option<Atom>,
    },
    /// The characters of a string from the last to the first.
    Reversed(Atom),
    /// The characters of a string of ASCII in upper or lower case.
    Cased {
        of: Atom,
        upper: bool,
    },
    /// The characters of a string, one of them in place of another.
    Replaced {
        of: Atom,
        old: Atom,
        new: Atom,
    },
    /// The characters of a string so many times; guards come before.
    Repeated {
        of: Atom,
        count: Atom,
    },
    /// One of two strings.
    Boolean {
        a: Atom,
        yes: Atom,
        no: Atom,
    },
    Char(Atom),
    /// The digits of an `int` or a `long`.
    Number(Atom),
    /// What has no meaning, such as the digits of a `double`.
    Unknown(&'static str),
}

/// What makes a list longer or shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// An element comes before the one at an index, or last.
    Insert {
        index: Atom,
        value: Atom,
    },
    Remove {
        index: Atom,
    },
    Clear,
    /// The elements of a list come last.
    Append(Atom),
}

/// Where a method that returns a string need not make a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reuse {
    /// This very string is returned if it is as long as the result.
    pub whole: Option<Atom>,
    /// This very string is returned if it has the same characters.
    pub same: Option<Atom>,
    /// The constant that some JDKs return for an empty result.
    pub empty: Option<Atom>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    Skip,
    /// A branch of the program.
    Assume(Test),
    /// What the JVM tests for itself: null, the bounds of arrays, the class of a receiver.
    Guard(Test),
    Assign {
        var: Var,
        value: Value,
    },
    Write {
        map: Map,
        object: Atom,
        value: Atom,
    },
    WriteElement {
        map: Map,
        array: Atom,
        index: Atom,
        value: Atom,
    },
    New {
        var: Var,
        class: Name,
    },
    NewArray {
        var: Var,
        descriptor: Name,
        length: Atom,
    },
    /// A new string, array of characters or builder of strings, with these pieces.
    NewText {
        var: Var,
        class: Name,
        pieces: Box<[Piece]>,
        reuse: Reuse,
    },
    /// A string or a builder of strings that is there gets these pieces.
    SetText {
        object: Atom,
        pieces: Box<[Piece]>,
    },
    /// A list becomes longer or shorter; guards come before.
    ChangeList {
        list: Atom,
        change: Change,
    },
    /// A call by its contract, that ends like this.
    Call {
        call: u32,
        /// The receiver, if any, and what is passed.
        arguments: Box<[Atom]>,
        outcome: Outcome,
    },
    /// A method with statements of JML or a measure begins: \old means the state here.
    Enter {
        frame: u32,
        /// The receiver, if any, and what is passed.
        arguments: Box<[Atom]>,
    },
    /// A loop with a frame begins: it is the state here that it may change.
    Begin {
        said: u32,
        atoms: Box<[Atom]>,
    },
    /// A ghost variable or ghost field gets the value that a statement of JML says.
    Set {
        said: u32,
        to: Place,
        atoms: Box<[Atom]>,
    },
    /// The negation of what the contract promises at this end.
    Refute,
}

/// How a call by contract ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Returns(Option<Var>),
    /// With a new exception of this very class.
    Throws {
        var: Var,
        class: Name,
    },
}

/// A condition, or its negation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Test {
    pub what: Question,
    pub holds: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Question {
    /// Of two integers or two references.
    Compare {
        condition: Condition,
        kind: Kind,
        a: Atom,
        b: Atom,
    },
    Null(Atom),
    Instance {
        object: Atom,
        class: Name,
    },
    /// The object is of the library, existed before, and nothing is known of its state.
    Opaque(Atom),
    /// The object is of the library, and whether it has the type is not known.
    Undecided {
        object: Atom,
        class: Name,
    },
    /// The object is of one of these very classes.
    ClassIn {
        object: Atom,
        classes: Box<[Name]>,
    },
    /// The object, which is not null, is of none of these very classes.
    OutOf {
        object: Atom,
        classes: Box<[Name]>,
    },
    /// The index is one of the array's.
    Inside {
        array: Atom,
        index: Atom,
    },
    Negative(Atom),
    /// The location was not there before, or `accessible` lists it.
    Readable(Read),
    /// The result does not fit; of one operand, its negation.
    Overflows {
        op: BinaryOp,
        a: Atom,
        b: Option<Atom>,
    },
    Zero {
        kind: Kind,
        a: Atom,
    },
    /// One of a switch's cases.
    OneOf {
        key: Atom,
        cases: Box<[i32]>,
    },
    /// A call is within the contract of what it calls.
    Precondition {
        call: u32,
        arguments: Box<[Atom]>,
    },
    /// The condition of a statement of JML holds; for one that gives a value, there is one.
    Said {
        said: u32,
        atoms: Box<[Atom]>,
    },
    /// A reference may be stored in this array (JLS 10.5).
    Fits {
        array: Atom,
        value: Atom,
    },
}

impl Graph {
    pub fn entry(&self) -> NodeId {
        NodeId(0)
    }

    pub fn exit(&self) -> NodeId {
        NodeId(self.nodes - 1)
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }

    pub fn edge_ids(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }
}

impl Statement {
    /// The variable or map that it defines.
    pub fn defines(&self) -> Option<Place> {
        match self {
            Statement::Assign { var, .. }
            | Statement::New { var, .. }
            | Statement::NewText { var, .. }
            | Statement::NewArray { var, .. } => Some(Place::Var(*var)),
            Statement::Write { map, .. } | Statement::WriteElement { map, .. } => {
                Some(Place::Map(*map))
            }
            Statement::Call { outcome, .. } => outcome.var().map(Place::Var),
            Statement::Set { to, .. } => Some(*to),
            Statement::Skip
            | Statement::Assume(_)
            | Statement::Guard(_)
            | Statement::SetText { .. }
            | Statement::ChangeList { .. }
            | Statement::Enter { .. }
            | Statement::Begin { .. }
            | Statement::Refute => None,
        }
    }

    pub fn for_each_atom(&self, mut f: impl FnMut(Atom)) {
        match self {
            Statement::Skip | Statement::Refute | Statement::New { .. } => {}
            Statement::Assume(test) | Statement::Guard(test) => test.what.for_each_atom(f),
            Statement::Assign { value, .. } => value.for_each_atom(f),
            Statement::Write { object, value, .. } => {
                f(*object);
                f(*value);
            }
            Statement::WriteElement {
                array,
                index,
                value,
                ..
            } => {
                f(*array);
                f(*index);
                f(*value);
            }
            Statement::NewArray { length, .. } => f(*length),
            Statement::NewText { pieces, reuse, .. } => {
                pieces.iter().for_each(|piece| piece.for_each_atom(&mut f));
                let Reuse { whole, same, empty } = reuse;
                whole.iter().chain(same).chain(empty).copied().for_each(f);
            }
            Statement::ChangeList { list, change } => {
                f(*list);
                match change {
                    Change::Insert { index, value } => {
                        f(*index);
                        f(*value);
                    }
                    Change::Remove { index } => f(*index),
                    Change::Append(other) => f(*other),
                    Change::Clear => {}
                }
            }
            Statement::SetText { object, pieces } => {
                f(*object);
                pieces.iter().for_each(|piece| piece.for_each_atom(&mut f));
            }
            Statement::Call { arguments, .. } | Statement::Enter { arguments, .. } => {
                arguments.iter().copied().for_each(f);
            }
            Statement::Set { atoms, .. } | Statement::Begin { atoms, .. } => {
                atoms.iter().copied().for_each(f)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Var(Var),
    Map(Map),
}

impl Value {
    pub fn for_each_atom(&self, mut f: impl FnMut(Atom)) {
        match self {
            Value::Atom(a)
            | Value::Negate { a, .. }
            | Value::Convert { a, .. }
            | Value::Field { object: a, .. }
            | Value::Length { array: a }
            | Value::Bits { a }
            | Value::OfCharacter { a, .. }
            | Value::InstanceOf { object: a, .. } => f(*a),
            Value::OfText { text, argument, .. } => {
                f(*text);
                argument.iter().copied().for_each(f);
            }
            Value::Binary { a, b, .. }
            | Value::Compare { a, b, .. }
            | Value::Element {
                array: a, index: b, ..
            } => {
                f(*a);
                f(*b);
            }
        }
    }
}

impl Piece {
    fn for_each_atom(&self, f: &mut impl FnMut(Atom)) {
        match self {
            Piece::Text(a)
            | Piece::Reversed(a)
            | Piece::Char(a)
            | Piece::Number(a)
            | Piece::Cased { of: a, .. } => f(*a),
            Piece::Replaced { of, old, new } => {
                f(*of);
                f(*old);
                f(*new);
            }
            Piece::Repeated { of, count } => {
                f(*of);
                f(*count);
            }
            Piece::Range { of, from, to } => {
                f(*of);
                f(*from);
                to.iter().copied().for_each(f);
            }
            Piece::Boolean { a, yes, no } => {
                f(*a);
                f(*yes);
                f(*no);
            }
            Piece::Unknown(_) => {}
        }
    }
}

impl Question {
    pub fn for_each_atom(&self, mut f: impl FnMut(Atom)) {
        match self {
            Question::Compare { a, b, .. }
            | Question::Inside { array: a, index: b }
            | Question::Fits { array: a, value: b } => {
                f(*a);
                f(*b);
            }
            Question::Readable(read) => match read {
                Read::Field { object, .. } => f(*object),
                Read::Element { array, index, .. } => {
                    f(*array);
                    f(*index);
                }
                Read::Static { .. } => {}
            },
            Question::Overflows { a, b, .. } => {
                f(*a);
                b.iter().copied().for_each(f);
            }
            Question::Null(a)
            | Question::Opaque(a)
            | Question::Negative(a)
            | Question::Instance { object: a, .. }
            | Question::Undecided { object: a, .. }
            | Question::ClassIn { object: a, .. }
            | Question::OutOf { object: a, .. }
            | Question::Zero { a, .. }
            | Question::OneOf { key: a, .. } => f(*a),
            Question::Precondition {
                arguments: atoms, ..
            }
            | Question::Said { atoms, .. } => atoms.iter().copied().for_each(f),
        }
    }
}

impl Outcome {
    /// The variable that has the result or the exception.
    pub fn var(&self) -> Option<Var> {
        match self {
            Outcome::Returns(var) => *var,
            Outcome::Throws { var, .. } => Some(*var),
        }
    }
}

impl Test {
    pub fn negated(self) -> Test {
        Test {
            holds: !self.holds,
            ..self
        }
    }
}
