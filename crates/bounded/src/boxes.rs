//! The classes that box primitive values: objects with a value that nobody changes. `valueOf` returns the same object for
//! equal small values (JLS 5.1.7); for others it is up to the JVM, and nothing here may depend on it.

use classpath::MemberRef;

pub struct BoxKind {
    pub class: &'static str,
    /// The field that has the value, in every JDK.
    pub field: &'static str,
    /// Of the value.
    pub descriptor: &'static str,
}

pub const KINDS: [BoxKind; 8] = [
    kind("java/lang/Boolean", "Z"),
    kind("java/lang/Byte", "B"),
    kind("java/lang/Character", "C"),
    kind("java/lang/Short", "S"),
    kind("java/lang/Integer", "I"),
    kind("java/lang/Long", "J"),
    kind("java/lang/Float", "F"),
    kind("java/lang/Double", "D"),
];

const fn kind(class: &'static str, descriptor: &'static str) -> BoxKind {
    BoxKind {
        class,
        field: "value",
        descriptor,
    }
}

pub fn of_class(class: &str) -> Option<&'static BoxKind> {
    KINDS.iter().find(|kind| kind.class == class)
}

/// Whether a method makes a box of a value.
pub fn is_value_of(class: &str, method: &MemberRef) -> bool {
    of_class(class).is_some_and(|kind| {
        let (value, class) = (kind.descriptor, kind.class);
        &*method.name == "valueOf" && *method.descriptor == *format!("({value})L{class};")
    })
}

/// What makes a path end that compares boxes of equal values.
pub const OF_BOXES: &str =
    "whether two boxes of the same value, or two classes of the library, are the same object";
