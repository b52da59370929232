//! Which violations matter most: those that an ordinary caller can cause come before those that take reflection, an odd
//! order of initialisation, or all the memory there is.

use crate::object::{Made, ObjectValue, Visibility};
use crate::value::InputValue;
use crate::violation::{Origin, Thrown, Violation};

/// How unlikely it is that somebody meets a violation. The order is that of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Values and objects that anybody can pass.
    Ordinary,
    /// A JVM that runs out of memory, which a huge input can do to most methods.
    Memory,
    /// Objects that only a class of the same package can make, or that take reflection.
    Hidden,
    /// A class that cannot be initialised, or values of the environment.
    Initialisation,
}

impl Violation {
    pub fn rank(&self) -> Rank {
        let inputs = self.inputs.iter().map(|input| match &input.origin {
            Origin::Environment { .. } => Rank::Initialisation,
            _ => of_value(&input.value),
        });
        let thrown = self.thrown.as_ref().map(of_thrown);
        let places = std::iter::once(&self.place).chain(self.trace.iter().map(|step| &step.place));
        let mut initialisers = places.filter(|place| place.method == "<clinit>");
        let initialiser = initialisers.next().map(|_| Rank::Initialisation);
        (inputs.chain(thrown).chain(initialiser))
            .max()
            .unwrap_or(Rank::Ordinary)
    }
}

fn of_thrown(thrown: &Thrown) -> Rank {
    match &*thrown.class {
        "java.lang.ExceptionInInitializerError" | "java.lang.NoClassDefFoundError" => {
            Rank::Initialisation
        }
        "java.lang.OutOfMemoryError" => Rank::Memory,
        _ => Rank::Ordinary,
    }
}

fn of_value(value: &InputValue) -> Rank {
    match value {
        InputValue::Object(object) => of_object(object),
        InputValue::Array(values) => of_values(values),
        InputValue::Shared { value, .. } | InputValue::Fresh(value) | InputValue::Boxed(value) => {
            of_value(value)
        }
        _ => Rank::Ordinary,
    }
}

fn of_values(values: &[InputValue]) -> Rank {
    values.iter().map(of_value).max().unwrap_or(Rank::Ordinary)
}

fn of_object(object: &ObjectValue) -> Rank {
    let hidden = |hidden: bool| match hidden {
        true => Rank::Hidden,
        false => Rank::Ordinary,
    };
    let made = match &object.made {
        Made::New {
            arguments,
            visibility,
            ..
        } => hidden(*visibility != Visibility::Public).max(of_values(arguments)),
        Made::Factory {
            arguments,
            visibility,
            ..
        } => hidden(*visibility != Visibility::Public).max(of_values(arguments)),
        Made::Method { arguments, .. } => of_values(arguments),
        Made::Constant { visibility, .. } => hidden(*visibility != Visibility::Public),
    };
    let calls = object.calls.iter().map(|call| of_values(&call.arguments));
    let fields = object.fields.iter().map(|field| {
        let set = field.visibility == Visibility::Public || field.setter.is_some();
        hidden(!set).max(of_value(&field.value))
    });
    (calls.chain(fields)).fold(made.max(hidden(object.source.is_none())), Rank::max)
}
