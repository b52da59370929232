//! Lists of the JDK. A `java.util.ArrayList` is an object with the length and elements of an array, without the capacity that
//! nobody sees: its array is taken to be the list itself, and as long as that. Methods that only look at a list, and its
//! iterators, are then the JDK's own; those that make it longer or shorter are statements (`graph::Change`).
//!
//! What a method is given through a type that lists have is a list of this class, which verdicts name as a bound. Its
//! elements are of the type that the generic signature says.

use crate::graph::MapInfo;
use crate::meaning::Callee;
use classpath::MemberRef;

pub const LIST: &str = "java/util/ArrayList";

/// The types of the library that say of a value that it is a list, or no more than that it may be one.
const TYPES: [&str; 7] = [
    LIST,
    "java/util/AbstractList",
    "java/util/AbstractCollection",
    "java/util/List",
    "java/util/SequencedCollection",
    "java/util/Collection",
    "java/lang/Iterable",
];

/// Whether a map has how often lists have changed.
pub fn counts_changes(info: &MapInfo) -> bool {
    matches!(info, MapInfo::Field { class, name, .. }
        if &**class == "java/util/AbstractList" && &**name == "modCount")
}

/// Types that lists have and that say nothing of their elements.
pub const VAGUE: [&str; 4] = [
    "java/lang/Object",
    "java/lang/Cloneable",
    "java/io/Serializable",
    "java/util/RandomAccess",
];

pub fn is_list(class: &str) -> bool {
    class == LIST
}

/// Whether values of a type are lists, as far as they are not of the program's own classes.
pub fn is_list_type(class: &str) -> bool {
    TYPES.contains(&class)
}

/// Whether a class of the library looks into the fields of lists.
pub fn knows_lists(class: &str) -> bool {
    class == LIST || class.starts_with("java/util/ArrayList$")
}

/// Whether the code of a method that looks into lists means the same without a capacity: it changes no length, and what it
/// reads of the array lies below the size.
pub fn is_followed(class: &str, name: &str) -> bool {
    match class {
        LIST => matches!(
            name,
            "size"
                | "isEmpty"
                | "get"
                | "set"
                | "elementData"
                | "elementAt"
                | "contains"
                | "indexOf"
                | "indexOfRange"
                | "lastIndexOf"
                | "lastIndexOfRange"
                | "iterator"
                | "listIterator"
                | "remove"
                | "forEach"
                | "rangeCheckForAdd"
                | "outOfBoundsMsg"
        ),
        "java/util/ArrayList$Itr" | "java/util/ArrayList$ListItr" => name != "forEachRemaining",
        _ => false,
    }
}

/// Whether a method that a specification calls only looks at a list.
pub fn is_read(callee: &Callee) -> bool {
    let changes = matches!(
        callee.name(),
        "set" | "remove" | "iterator" | "listIterator"
    );
    callee.class.name.as_ref() == LIST && is_followed(LIST, callee.name()) && !changes
}

/// Whether a method does nothing but look whether an index is below a length.
pub fn checks_index(method: &MemberRef) -> bool {
    let ints = method.descriptor.starts_with("(II");
    &*method.name == "checkIndex"
        && ints
        && matches!(
            &*method.class,
            "java/util/Objects" | "jdk/internal/util/Preconditions"
        )
}

/// The class that a descriptor names; of an array the descriptor.
pub fn class_of(descriptor: &str) -> Option<&str> {
    match descriptor.as_bytes().first()? {
        b'L' => descriptor[1..].strip_suffix(';'),
        b'[' => Some(descriptor),
        _ => None,
    }
}
