//! What static final fields hold. Class initialisers are evaluated over constants (`evaluate`); the objects that they make
//! and that static fields lead to are there whenever a method runs, the same ones for good. Of such an object only what
//! nobody can change later is fixed: fields that are final, or as good as (`settled`), and elements of arrays that
//! only their own class sees.

mod arithmetic;
mod evaluate;
mod library;
mod memory;
mod settled;

use classpath::Name;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use evaluate::initialise;
pub(crate) use library::{
    CLASS, SOME, SYSTEM, class_object, is_print, of_class, some_class, system,
};

/// Arrays longer than this are no part of formulas.
const LONG: usize = 100;

/// An object that a class initialiser makes: the class, and how many it made before.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    pub by: Name,
    pub at: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constant {
    Int(i32),
    Long(i64),
    /// Floats are kept as bits.
    Float(u32),
    Double(u64),
    Null,
    /// The one object that string constants of this value are.
    Text(Arc<[u16]>),
    Object(ObjectId),
    /// Nothing here can tell.
    Unknown,
}

impl Constant {
    /// What a field holds before anybody assigns it.
    fn default(descriptor: &str) -> Constant {
        match descriptor.as_bytes().first() {
            Some(b'J') => Constant::Long(0),
            Some(b'F') => Constant::Float(0),
            Some(b'D') => Constant::Double(0),
            Some(b'L' | b'[') => Constant::Null,
            _ => Constant::Int(0),
        }
    }
}

/// An object that is there before every method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    pub class: Name,
    /// The fields that nobody changes, by class and name, with their values.
    pub fields: BTreeMap<(Name, Name), Constant>,
    /// Of an array.
    pub length: u32,
    /// Of an array that only its class sees, and never changes.
    pub elements: Option<Vec<Constant>>,
    /// Where it is found, if anywhere.
    pub path: Option<Path>,
}

/// How an object is found from a static field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    pub class: Name,
    pub field: Name,
    pub steps: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Field { class: Name, name: Name },
    Element(u32),
}

impl Path {
    fn then(&self, step: Step) -> Path {
        let mut path = self.clone();
        path.steps.push(step);
        path
    }
}

/// As a user would write it: `Color.RED`, `Table.ROWS[2]`.
impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let simple = self.class.rsplit(['/', '$']).next().unwrap_or(&self.class);
        write!(f, "{simple}.{}", self.field)?;
        for step in &self.steps {
            match step {
                Step::Field { name, .. } => write!(f, ".{name}")?,
                Step::Element(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A class after its initialiser.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Initialised {
    /// The values of the static final fields.
    pub statics: BTreeMap<Name, Constant>,
    /// The objects that it made.
    pub objects: Vec<Fixed>,
}

impl Initialised {
    pub fn get(&self, field: &str) -> Constant {
        self.statics
            .get(field)
            .cloned()
            .unwrap_or(Constant::Unknown)
    }
}
