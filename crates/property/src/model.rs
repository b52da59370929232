//! What a property is once its text has been read: objects, the calls that are events, and an automaton over them.
//! All names are resolved; nothing here refers to text any more.

use crate::automaton::Automaton;
use classpath::{FieldType, Name};

/// A regular property: the automaton describes its violations (the papers' FSM of ¬φ).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// What `--property` takes.
    pub name: String,
    /// One line in the imperative, "call hasNext before next".
    pub title: String,
    /// The manual page, Markdown.
    pub about: String,
    pub objects: Vec<Object>,
    pub events: Vec<Event>,
    pub automaton: Automaton,
}

/// An index into [`Property::objects`], and into a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u8);

/// An index into [`Property::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub u8);

/// One of the objects that a property relates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub name: String,
    /// Internal name, or the descriptor of an array; an object of this class or of a subtype may be bound.
    pub class: Name,
    /// Objects of these classes, and of their subtypes, may not.
    pub except: Vec<Name>,
}

/// A letter of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub name: String,
    pub when: When,
    /// Alternatives: any of these calls is the event. Empty exactly for [`When::End`].
    pub calls: Vec<Call>,
    /// The objects that the event binds, the same in every alternative; sorted.
    pub binds: Vec<ObjectId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// When the call is about to be made, whether it then throws or not.
    Before,
    /// When the call has returned; a call that throws is no event.
    After,
    /// Once, when the program ends.
    End,
}

/// A pattern of calls together with what of the call is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub signature: Signature,
    /// Calls that the signature matches and that are no event all the same.
    pub except: Vec<Signature>,
    /// The receiver is this object.
    pub receiver: Option<ObjectId>,
    /// These arguments are these objects.
    pub arguments: Vec<(Argument, ObjectId)>,
    /// What the call returns, or what the constructor made, is this object. Only for [`When::After`].
    pub result: Option<ObjectId>,
    /// The call is an event only if it returns this. Only for [`When::After`].
    pub returns: Option<Returned>,
}

/// A condition on what a call returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Returned {
    True,
    False,
    Null,
    NonNull,
}

/// Which argument; with `..` before it, counted from the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    FromStart(u8),
    FromEnd(u8),
}

impl Argument {
    /// The index among `count` arguments, the receiver not counted.
    pub fn index(self, count: usize) -> Option<usize> {
        match self {
            Argument::FromStart(i) => (usize::from(i) < count).then_some(usize::from(i)),
            Argument::FromEnd(i) => count.checked_sub(usize::from(i) + 1),
        }
    }
}

/// A pattern of methods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub class: ClassPattern,
    pub target: Target,
    /// `<init>` for constructors.
    pub name: NamePattern,
    /// `None`: any.
    pub parameters: Option<Vec<ParameterPattern>>,
    /// The declared type of the result; `None`: any.
    pub returns: Option<TypePattern>,
}

/// The class that a call is about: that of the receiver at run time, or the one that a static call or `new` names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassPattern {
    Any,
    /// This class or a subtype.
    Subtype(Name),
    /// This class and no other.
    Exact(Name),
}

/// What kind of member a pattern is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    Instance,
    Static,
    /// Either of them.
    Method,
    Constructor,
}

/// A method's name, with `*` for any text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamePattern(pub(crate) Box<str>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ParameterPattern {
    /// `..`: any number of any parameters.
    Rest,
    /// Exactly one parameter.
    One(TypePattern),
}

/// A declared type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TypePattern {
    Any,
    /// `None` is `void`.
    Exact(Option<FieldType>),
    /// A class or a subtype.
    Subtype(Name),
}

/// How a call instruction calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// `invokevirtual`, `invokeinterface`, and `invokespecial` of anything but a constructor: there is a receiver.
    Instance,
    Static,
    /// `invokespecial` of an `<init>`; the new object is both the receiver and the result.
    Constructor,
}

impl Property {
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[usize::from(id.0)]
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[usize::from(id.0)]
    }

    pub fn event_ids(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.events.len()).map(|i| EventId(i as u8))
    }

    pub fn object_ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len()).map(|i| ObjectId(i as u8))
    }

    /// Whether an event depends on what a call returned, which no static analysis of ours knows.
    pub fn has_conditions(&self) -> bool {
        let mut calls = self.events.iter().flat_map(|event| &event.calls);
        calls.any(|call| call.returns.is_some())
    }
}

impl ClassPattern {
    pub fn class(&self) -> Option<&Name> {
        match self {
            ClassPattern::Any => None,
            ClassPattern::Subtype(name) | ClassPattern::Exact(name) => Some(name),
        }
    }
}

impl NamePattern {
    pub fn new(text: impl Into<Box<str>>) -> NamePattern {
        NamePattern(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The one name that matches, unless there are wildcards.
    pub fn exact(&self) -> Option<&str> {
        (!self.0.contains('*')).then_some(&*self.0)
    }

    pub fn matches(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else {
            return false;
        };
        let Some(last) = parts.next_back() else {
            return rest.is_empty();
        };
        // The leftmost match of each part in between leaves the most for those that follow.
        for part in parts {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.len() >= last.len() && rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_any_text() {
        let matches = |pattern: &str, name: &str| NamePattern::new(pattern).matches(name);
        assert!(matches("add*", "add") && matches("add*", "addAll") && !matches("add*", "ad"));
        assert!(matches("*", "") && matches("*", "x") && matches("**", "x"));
        assert!(matches("*All", "addAll") && !matches("*All", "addAllOf"));
        assert!(matches("a*b*c", "abc") && matches("a*b*c", "aXbbYc") && !matches("a*b*c", "acb"));
        assert!(!matches("ab*ba", "aba") && matches("ab*ba", "abba"));
        assert!(matches("next", "next") && !matches("next", "nextInt") && !matches("next", "n"));
    }

    #[test]
    fn arguments_are_counted_from_either_end() {
        assert_eq!(Argument::FromStart(1).index(2), Some(1));
        assert_eq!(Argument::FromStart(2).index(2), None);
        assert_eq!(Argument::FromEnd(0).index(2), Some(1));
        assert_eq!(Argument::FromEnd(2).index(2), None);
    }
}
