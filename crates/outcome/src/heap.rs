//! One execution of a method, down to the last cell of the heap before and after it: all that it takes to build the
//! state before on a JVM, and to compare what the JVM arrives at.

use crate::value::{InputValue, JavaString};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    /// By number.
    pub objects: Vec<HeapObject>,
    pub statics: Vec<HeapStatic>,
    /// The receiver first, if there is one; of a constructor the object that it makes. Then all that the descriptor has.
    pub arguments: Vec<HeapArgument>,
    /// None for `void`, for constructors and where an exception leaves the method.
    pub result: Option<HeapValue>,
    pub end: HeapEnd,
}

/// How an execution ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HeapEnd {
    #[default]
    Returns,
    /// With the class of the exception, as the JVM names it: `java.lang.NullPointerException`.
    Throws(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapArgument {
    pub name: String,
    pub descriptor: String,
    pub value: HeapValue,
}

/// A value in a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapValue {
    Null,
    /// By its number.
    Object(u32),
    /// Of a primitive type.
    Plain(InputValue),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapObject {
    pub number: u32,
    /// By type and role: `this`, `node2`.
    pub name: String,
    /// The internal name of its class, or the descriptor of an array.
    pub class: String,
    /// Of the library; nobody has looked into it, and it may be of a class below.
    pub opaque: bool,
    /// Of a string.
    pub text: Option<HeapText>,
    /// Of a box.
    pub boxed: Option<InputValue>,
    /// Of an object that a class initialiser made: where it is. What is fixed of it is no part of the state before.
    pub constant: Option<HeapConstant>,
    /// None for what the execution makes.
    pub before: Option<HeapContent>,
    pub after: HeapContent,
}

impl HeapObject {
    pub fn is_array(&self) -> bool {
        self.class.starts_with('[')
    }
}

/// Where an object of a static final field is: the field, and the way from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapConstant {
    /// The internal name of the class that has the field.
    pub class: String,
    pub field: String,
    pub steps: Vec<HeapStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapStep {
    Field { class: String, name: String },
    Element(u32),
}

/// A string, which nobody can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapText {
    pub value: JavaString,
    /// Whether it is the one that the program's constants of this value are.
    pub constant: bool,
}

/// What is known of an object in one state. What is not in it does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapContent {
    pub fields: Vec<HeapField>,
    /// Of an array, and not of anything else.
    pub length: u32,
    /// Of an array: all of them, or none if none matters.
    pub elements: Vec<HeapValue>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapField {
    /// The internal name of the class that declares it.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub value: HeapValue,
}

/// A static field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapStatic {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub before: HeapValue,
    pub after: HeapValue,
}
