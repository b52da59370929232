//! Which calls change nothing.

use super::{CallBacks, Plain, is_value, summary};
use classpath::MemberRef;

/// Whether a call changes nothing: neither the state of its receiver nor that of its arguments. This holds unless the
/// library's objects involved are of a class in [`changes_when_read`], or of a library other than the JDK. Strings,
/// boxes and the like are immutable; the methods of collections are specified as queries; the others compute a number.
pub fn is_pure(method: &MemberRef) -> bool {
    let (class, name) = (&*method.class, &*method.name);
    if is_value(class) || summary(method).callbacks != CallBacks::All {
        // Those of the builders change them.
        let builder = class.ends_with("Builder") || class.ends_with("Buffer");
        let reads = matches!(
            name,
            "toString"
                | "length"
                | "charAt"
                | "indexOf"
                | "lastIndexOf"
                | "substring"
                | "equals"
                | "hashCode"
                | "isEmpty"
                | "capacity"
        );
        // Locks, the end of the program.
        let other = matches!(name, "notify" | "notifyAll" | "wait" | "exit" | "gc");
        return (!builder || reads) && !other;
    }
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    match package {
        "java/util" | "java/util/concurrent" => {
            matches!(
                name,
                "get"
                    | "size"
                    | "isEmpty"
                    | "contains"
                    | "containsKey"
                    | "containsValue"
                    | "indexOf"
                    | "lastIndexOf"
                    | "hasNext"
                    | "hasPrevious"
                    | "hasMoreElements"
                    | "hasMoreTokens"
                    | "peek"
                    | "peekFirst"
                    | "peekLast"
                    | "getFirst"
                    | "getLast"
                    | "getKey"
                    | "getValue"
                    | "getOrDefault"
                    | "firstKey"
                    | "lastKey"
                    | "isPresent"
                    | "elementAt"
                    | "firstElement"
                    | "lastElement"
            ) && !matches!(class, "java/util/Scanner" | "java/util/ServiceLoader")
        }
        "java/lang" => matches!(
            (class, name),
            ("java/lang/CharSequence", "length" | "charAt")
                | (
                    "java/lang/Enum",
                    "ordinal" | "name" | "compareTo" | "equals" | "hashCode"
                )
                | ("java/lang/Number", _)
                | ("java/lang/Throwable", "getMessage")
                | ("java/lang/Record", _)
        ),
        _ => false,
    }
}

/// Whether asking for more may make an iterator get it, from a stream or a reader beneath. Those of plain collections
/// only compare numbers.
pub fn may_fetch(plain: Option<Plain>, method: &MemberRef) -> bool {
    let asks = matches!(&*method.name, "hasNext" | "hasPrevious" | "hasMoreElements");
    asks && plain != Some(Plain::Iterator)
}

/// Classes of the JDK whose queries change them: access order, entries that the collector has cleared.
pub fn changes_when_read(class: &str) -> bool {
    matches!(
        class,
        "java/util/LinkedHashMap" | "java/util/WeakHashMap" | "java/util/Scanner"
    )
}
