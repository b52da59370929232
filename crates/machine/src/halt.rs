//! Why an instruction did not complete. Nothing here is an error of the machine: a halt either continues (throw,
//! initialise, ask) or ends the path with a reason that the verdict shows.

use crate::state::BoundHit;
use crate::value::{ClassId, MethodId, Ref, Slot};
use logic::Term;
use std::rc::Rc;

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
    /// There is a message that quotes symbolic values. It is worked out when somebody reads it.
    Quoting(Vec<Part>),
    /// There is a message that quotes symbolic values, and nobody can read it.
    Opaque,
}

/// A piece of a text that is put together later: known text, or a value with the first character of its type, where `L`
/// is a string.
#[derive(Debug, Clone)]
pub enum Part {
    Text(Rc<[u16]>),
    Argument(u8, Slot),
}

impl Part {
    pub fn text(text: &str) -> Part {
        Part::Text(text.encode_utf16().collect())
    }
}

impl Halt {
    pub fn throw(class: &'static str, message: impl Into<String>) -> Halt {
        Halt::ThrowNew(class, Message::Text(message.into()))
    }

    pub fn throw_plain(class: &'static str) -> Halt {
        Halt::ThrowNew(class, Message::None)
    }

    /// An exception whose message quotes numbers: the texts, with a number between every two of them.
    pub fn throw_quoting(class: &'static str, texts: &[&str], numbers: &[Slot]) -> Halt {
        let mut parts = Vec::with_capacity(texts.len() + numbers.len());
        for (i, text) in texts.iter().enumerate() {
            if !text.is_empty() {
                parts.push(Part::text(text));
            }
            parts.extend(numbers.get(i).map(|number| Part::Argument(b'I', *number)));
        }
        Halt::ThrowNew(class, Message::Quoting(parts))
    }

    pub fn null_pointer() -> Halt {
        Halt::throw_plain("java/lang/NullPointerException")
    }

    pub fn unsupported(what: impl Into<String>) -> Halt {
        Halt::Unsupported(what.into())
    }
}

pub type Step<T> = Result<T, Halt>;
