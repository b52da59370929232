//! Complete paths as material for tests: the inputs that lead along a path, what comes of it, and what of the program it
//! passes. Whoever wants to have them listens with a [`PathSink`].

mod collect;
mod cover;
mod observe;
mod program;
mod read;
mod tidy;
mod ways;

pub use cover::choose;
pub use program::{Branch, Lines, MethodShape, Program};

use outcome::{Input, InputValue, JavaString, Place};
use std::sync::Arc;

/// One thing of the program that a path passed. Methods are named as `acme/Tool.run(I)V`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pass {
    pub method: Arc<str>,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// From one block to another; from [`machine::OUTSIDE`] at a call.
    Edge(u32, u32),
    Line(u32),
}

/// How a path ended, in a word, so that endings can be told apart without a description.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Returned,
    /// The exception's class.
    Threw(String),
    /// Not to the end.
    Cut,
}

/// A path that was followed to its end.
#[derive(Clone, Debug)]
pub struct PathEnd {
    pub inputs: Vec<Input>,
    pub ending: Ending,
    pub passed: Vec<Pass>,
    /// What on this path another JVM may do differently, in words.
    pub unsure: Option<String>,
}

#[derive(Clone, Debug)]
pub enum Ending {
    Returned(Returned),
    Threw {
        /// Internal name.
        class: String,
        /// Where an `assert` of the program failed.
        assertion: Option<Place>,
    },
}

/// What came of a path that returned.
#[derive(Clone, Debug, Default)]
pub struct Returned {
    pub value: Told,
    /// What the object that was returned says of itself.
    pub inside: Option<Inside>,
    /// Parameters that are arrays and have other elements afterwards.
    pub arrays: Vec<(String, InputValue)>,
    /// What methods of the object under test say afterwards.
    pub observed: Vec<Observed>,
}

/// What methods of a class, by its internal name, say of an object of that type.
#[derive(Clone, Debug)]
pub struct Inside {
    pub class: String,
    pub observed: Vec<Observed>,
}

/// What a method without parameters returned.
#[derive(Clone, Debug)]
pub struct Observed {
    pub method: String,
    /// The descriptor of its result.
    pub ty: String,
    pub value: Told,
}

/// A value at the end of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Told {
    #[default]
    Void,
    /// Null, a number, a string, a box, or an array of these.
    Value(InputValue),
    /// What the entry was called on.
    Receiver,
    /// One of the arguments, by its name.
    Argument(String),
    /// A constant of an enum: the class's internal name, and its own.
    Constant(String, String),
    /// A list, set or map of the JDK with such values, which are equal to no others.
    List(Vec<Told>),
    Set(Vec<Told>),
    Map(Vec<(Told, Told)>),
    Optional(Option<Box<Told>>),
    /// A number of a class (by its internal name) with a constructor that takes this text.
    Parsed(String, JavaString),
    /// Something that has this text.
    Says(JavaString),
    /// Some object.
    Object,
    /// What it is cannot be said, or not for every JVM.
    Unknown,
}

impl Told {
    /// Whether source can make a value that is equal to it.
    pub fn is_a_copy(&self) -> bool {
        match self {
            Told::Value(_)
            | Told::Constant(..)
            | Told::List(_)
            | Told::Set(_)
            | Told::Map(_)
            | Told::Optional(_)
            | Told::Parsed(..) => true,
            Told::Void
            | Told::Receiver
            | Told::Argument(_)
            | Told::Says(_)
            | Told::Object
            | Told::Unknown => false,
        }
    }
}

/// A bound and the option that changes it, in words.
pub fn bound_words(hit: &outcome::BoundHit) -> String {
    use outcome::BoundKind;
    let (name, limit) = (&hit.name, hit.limit);
    match hit.kind {
        BoundKind::Loop => format!("at most {limit} iterations of {name} (--unwind)"),
        BoundKind::Recursion => format!("at most {limit} calls of {name} in itself (--unwind)"),
        BoundKind::StringLength => format!("length of {name} at most {limit} (--string-length)"),
        BoundKind::ArrayLength => format!("length of {name} at most {limit} (--array-length)"),
        BoundKind::NewArray => new_array_words(limit),
        BoundKind::Configuration => name.clone(),
        BoundKind::StaticField => format!("static field {name}: as it is at first"),
        // Those that say what they are, and a number of objects.
        BoundKind::Objects if limit <= 1 || name.contains(':') => name.clone(),
        BoundKind::Objects => format!("at most {limit} objects of {name} (--objects)"),
        BoundKind::Integers => format!("integers of {limit} bits: {name}"),
        BoundKind::Ways => format!("{name} made in the first {limit} of their ways"),
        BoundKind::Iterations => format!("{name} at most {limit} iterations"),
    }
}

fn new_array_words(limit: u64) -> String {
    format!("arrays made with a length that depends on inputs: at most {limit} elements")
}

/// Gets the paths that end.
pub trait PathSink: Send + Sync {
    /// Whether a path that passed this, with so many decisions, is to be described.
    fn wants(&self, passed: &[Pass], kind: &Kind, decisions: usize) -> bool;
    fn take(&self, end: PathEnd);
    /// A path that would have been described cannot be, for this reason.
    fn refuse(&self, passed: &[Pass], why: String);
    /// A path that passed this was not followed to its end.
    fn reach(&self, passed: &[Pass]);
    /// A path that passed this goes on later. Tells whether the search has to go on.
    fn pause(&self, passed: &[Pass]) -> bool;
    /// Whether the search has to go on.
    fn goes_on(&self) -> bool;
}
