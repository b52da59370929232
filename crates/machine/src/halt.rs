//! Why an instruction did not complete. Nothing here is an error of the machine: a halt either continues (throw,
//! initialise, ask) or ends the path with a reason that the verdict shows.

use crate::state::BoundHit;
use crate::value::{ClassId, MethodId, Ref, Slot};
use logic::Term;

#[derive(Debug, Clone)]
pub enum Halt {
    /// Throw this object.
    Throw(Ref),
    /// Make an exception of this class with this message and throw it.
    ThrowNew(&'static str, Message),
    /// Initialise the class, then run the instruction again.
    Initialize(ClassId),
    /// Call the method, discard its result, then run the instruction again.
    CallFirst(MethodId, Vec<Slot>),
    /// The instruction needs to know whether this condition holds.
    Branch(Term),
    /// The instruction needs to know which object a reference is, which this condition decides.
    Guard(Term),
    /// The instruction needs one value for this term; all values get their turn.
    Value(Term),
    /// This path exists only where the term holds.
    Assume(Term),
    /// The path ends here, with a reason that stops a `safe`.
    Unsupported(String),
    Bound(BoundHit),
    /// One more iteration or call than [`crate::State::round`] allows; the instruction runs again.
    Deeper,
    /// Another iteration of a loop that inputs decide begins; the path goes on at the loop's head.
    Head,
    /// `System.exit` and its kin.
    Exit,
    /// An assumption does not hold: there is no such path.
    Infeasible,
}

#[derive(Debug, Clone)]
pub enum Message {
    None,
    Text(String),
    /// A message that quotes values, which may be symbolic; it is put together when the program reads it.
    Quoting(Box<Quote>),
    /// There is a message, but what it quotes is not known.
    Opaque,
}

/// A text with values in the places of `{}`.
#[derive(Debug, Clone)]
pub struct Quote {
    pub template: String,
    /// The first character of the type of each value, and the value.
    pub values: Vec<(u8, Slot)>,
}

impl Quote {
    pub fn message(template: impl Into<String>, values: Vec<(u8, Slot)>) -> Message {
        Message::Quoting(Box::new(Quote {
            template: template.into(),
            values,
        }))
    }

    /// A message that quotes one `int` after the other.
    pub fn ints(template: &str, values: &[Slot]) -> Message {
        let values = values.iter().map(|value| (b'I', *value));
        Quote::message(template, values.collect())
    }
}

impl Halt {
    pub fn throw(class: &'static str, message: impl Into<String>) -> Halt {
        Halt::ThrowNew(class, Message::Text(message.into()))
    }

    pub fn throw_plain(class: &'static str) -> Halt {
        Halt::ThrowNew(class, Message::None)
    }

    pub fn null_pointer() -> Halt {
        Halt::throw_plain("java/lang/NullPointerException")
    }

    pub fn unsupported(what: impl Into<String>) -> Halt {
        Halt::Unsupported(what.into())
    }
}

pub type Step<T> = Result<T, Halt>;
