//! What library methods may do, without looking into them.
//!
//! The rule: a library call may store anything it gets, and anything reachable from that through library objects, in any
//! of the library objects that it gets; it may return any of them or something it makes; it may call every method of an
//! application's object among them that overrides or implements a library's; and it may do all this with what the
//! library holds statically ([`Origin::World`](crate::Origin::World)) too. The tables here say where the rule is
//! stricter than need be. They are about the JDK only, and hold for every class of it that a call of such a name can
//! reach; a library of somebody else's always gets the full rule.
//!
//! - *Closed* classes neither keep what they get in static state nor hand out what is there, other than objects without
//!   state such as the empty list: collections, streams, functions, readers and writers, text, numbers, locks.
//! - *Values* ([`is_value`]) are immutable and hold nothing of the application's: nobody reaches anything through them.
//! - *Text* methods do no more with an object than to print it: they call `toString`, on it and on what it holds.
//! - *Fresh* results are made for the caller: the iterators of the plain collections.
//! - *Quiet* calls ([`is_quiet`]) on the plain collections call nothing of the application's.
//! - *Readers* ([`is_pure`]) change nothing.

use classpath::MemberRef;

/// Which methods of the application a library call may call back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallBacks {
    /// Any that overrides or implements a library method.
    All,
    /// None at all, and the call keeps nothing.
    None,
    /// Only those of these names, all if there are none, on the arguments and what they hold; the call keeps nothing.
    Only(&'static [&'static str]),
}

/// What a call may return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Returned {
    /// Anything that it can reach, or something it has made.
    Anything,
    /// Anything that it can reach; nothing that it has made is ever seen outside.
    Reached,
    /// A new array or object that nobody else has and that holds values only, or a value.
    Value,
    /// The argument of this number, the receiver being number 0.
    Argument(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Summary {
    /// It may work with what the library holds statically.
    pub world: bool,
    pub callbacks: CallBacks,
    pub returned: Returned,
    /// It does no more with its arguments than to print them; the rest is about the receiver.
    pub prints_arguments: bool,
}

const FULL: Summary = Summary {
    world: true,
    prints_arguments: false,
    callbacks: CallBacks::All,
    returned: Returned::Anything,
};

const CLOSED: Summary = Summary {
    world: false,
    ..FULL
};

const VALUE: Summary = Summary {
    world: false,
    callbacks: CallBacks::None,
    returned: Returned::Value,
    prints_arguments: false,
};

/// Prints an object: `toString`, and `formatTo` and `hashCode` for `%s` and `%h`.
const TEXT: Summary = Summary {
    callbacks: CallBacks::Only(&["toString", "formatTo", "hashCode"]),
    ..VALUE
};

/// Compares objects, which may call anything of theirs: a list is compared by its elements.
const COMPARE: Summary = Summary {
    callbacks: CallBacks::Only(&[]),
    ..VALUE
};

/// What a library method may do. `method` names the class that the call names, or that has the method.
pub fn summary(method: &MemberRef) -> Summary {
    let (class, name, descriptor) = (&*method.class, &*method.name, &*method.descriptor);
    let takes_objects = takes_objects(descriptor);
    match class {
        "java/lang/Object" => match name {
            "<init>" | "getClass" | "hashCode" | "equals" | "notify" | "notifyAll" | "wait"
            | "finalize" => VALUE,
            "toString" => TEXT,
            _ => CLOSED,
        },
        "java/lang/String" | "java/math/BigInteger" | "java/math/BigDecimal" => match name {
            "valueOf" | "copyValueOf" if takes_objects => TEXT,
            "format" | "formatted" => TEXT,
            "equals" | "compareTo" => VALUE,
            _ if takes_objects => CLOSED,
            _ => VALUE,
        },
        "java/lang/StringBuilder"
        | "java/lang/StringBuffer"
        | "java/lang/AbstractStringBuilder" => {
            let returned = match descriptor.ends_with("Builder;") || descriptor.ends_with("Buffer;")
            {
                true => Returned::Argument(0),
                false => Returned::Value,
            };
            match takes_objects {
                // A character sequence of the application's is asked for its characters.
                true if descriptor.contains("CharSequence") => CLOSED,
                true => Summary { returned, ..TEXT },
                false => Summary { returned, ..VALUE },
            }
        }
        "java/lang/System" => match name {
            "arraycopy" => CLOSED,
            "currentTimeMillis" | "nanoTime" | "identityHashCode" | "lineSeparator" | "exit"
            | "gc" => VALUE,
            "getProperty" | "getenv" if descriptor.ends_with("String;") => VALUE,
            _ => FULL,
        },
        "java/lang/Class" => match name {
            "getName"
            | "getSimpleName"
            | "getTypeName"
            | "getCanonicalName"
            | "hashCode"
            | "toString"
            | "isInstance"
            | "isArray"
            | "isInterface"
            | "isEnum"
            | "isRecord"
            | "isPrimitive"
            | "isAssignableFrom"
            | "desiredAssertionStatus"
            | "equals"
            | "getComponentType"
            | "getSuperclass"
            | "getPackageName" => VALUE,
            "cast" => Summary {
                returned: Returned::Argument(1),
                ..VALUE
            },
            _ => FULL,
        },
        // Harness calls make inputs of types without state of the application's.
        "cortado/Any"
        | "org/sosy_lab/sv_benchmarks/Verifier"
        | "org/cprover/CProver"
        | "gov/nasa/jpf/symbc/Debug" => match takes_objects {
            true => CLOSED,
            false => VALUE,
        },
        "java/util/Objects" => match name {
            "requireNonNull" if descriptor.starts_with("(Ljava/lang/Object;)") => Summary {
                returned: Returned::Argument(0),
                ..VALUE
            },
            "requireNonNull"
                if descriptor.starts_with("(Ljava/lang/Object;Ljava/lang/String;)") =>
            {
                Summary {
                    returned: Returned::Argument(0),
                    ..VALUE
                }
            }
            "isNull" | "nonNull" => VALUE,
            "equals" | "hash" | "hashCode" | "deepEquals" => COMPARE,
            "toString" => TEXT,
            _ => CLOSED,
        },
        "java/io/PrintStream" | "java/io/PrintWriter" => Summary {
            // A stream of the application's beneath is in the receiver's region, and may be called.
            prints_arguments: matches!(name, "print" | "println" | "printf" | "format")
                && !descriptor.contains("Locale"),
            ..CLOSED
        },
        _ if is_value(class) => match takes_objects {
            true if matches!(name, "equals" | "compareTo") => VALUE,
            true => CLOSED,
            false => VALUE,
        },
        _ if is_throwable_name(class) => match name {
            "printStackTrace" if descriptor == "()V" => FULL,
            "getMessage" | "getStackTrace" => VALUE,
            _ => CLOSED,
        },
        _ if is_element_access(class, name, descriptor) => Summary {
            returned: Returned::Reached,
            ..CLOSED
        },
        _ if is_closed(class) => CLOSED,
        _ => FULL,
    }
}

/// Whether any parameter is more than a number, a value or an array of numbers.
fn takes_objects(descriptor: &str) -> bool {
    let params = descriptor.split(')').next().unwrap_or("");
    let mut rest = params.trim_start_matches('(');
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        match element.strip_prefix('L').and_then(|r| r.split_once(';')) {
            Some((class, after)) => {
                if !is_value(class) {
                    return true;
                }
                rest = after;
            }
            None => rest = element.get(1..).unwrap_or(""),
        }
    }
    false
}

/// Classes whose objects are immutable, hold nothing but values, and are told apart by value.
pub fn is_value(class: &str) -> bool {
    matches!(
        class,
        "java/lang/String"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Short"
            | "java/lang/Byte"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Float"
            | "java/lang/Double"
            | "java/lang/Math"
            | "java/lang/StrictMath"
            | "java/lang/Class"
            | "java/lang/StackTraceElement"
            | "java/math/BigInteger"
            | "java/math/BigDecimal"
            | "java/math/MathContext"
            | "java/math/RoundingMode"
            | "java/util/UUID"
            | "java/util/Locale"
            | "java/nio/charset/StandardCharsets"
            | "java/util/concurrent/TimeUnit"
    )
}

fn is_throwable_name(class: &str) -> bool {
    let known = class.starts_with("java/lang/")
        || class.starts_with("java/util/")
        || class.starts_with("java/io/");
    known
        && (class.ends_with("Exception")
            || class.ends_with("Error")
            || class == "java/lang/Throwable")
}

/// Calls on collections that return an element, and make nothing that lives on.
fn is_element_access(class: &str, name: &str, descriptor: &str) -> bool {
    let collection = matches!(
        class,
        "java/util/List"
            | "java/util/ArrayList"
            | "java/util/LinkedList"
            | "java/util/Vector"
            | "java/util/Stack"
            | "java/util/Deque"
            | "java/util/Queue"
            | "java/util/ArrayDeque"
            | "java/util/PriorityQueue"
    );
    let element = descriptor.ends_with(")Ljava/lang/Object;");
    let access = matches!(
        name,
        "get"
            | "getFirst"
            | "getLast"
            | "peek"
            | "peekFirst"
            | "peekLast"
            | "pop"
            | "poll"
            | "pollFirst"
            | "pollLast"
            | "element"
            | "elementAt"
            | "firstElement"
            | "lastElement"
            | "removeFirst"
            | "removeLast"
    );
    collection && element && access
}

/// See the module's description.
fn is_closed(class: &str) -> bool {
    let (package, simple) = class.rsplit_once('/').unwrap_or(("", class));
    let open = |names: &[&str]| names.iter().any(|name| simple.starts_with(name));
    match package {
        "java/util" => !open(&[
            "Timer",
            "ServiceLoader",
            "ResourceBundle",
            "TimeZone",
            "SimpleTimeZone",
            "Calendar",
            "GregorianCalendar",
            "Date",
            "Properties",
            "Currency",
        ]),
        "java/util/function" | "java/util/stream" | "java/util/regex" => true,
        "java/util/concurrent" => !open(&[
            "Fork",
            "Executor",
            "Completable",
            "Completion",
            "Abstract",
            "Thread",
            "Scheduled",
            "Flow",
            "Submission",
            "Future",
            "Recursive",
            "Counted",
        ]),
        "java/util/concurrent/locks" | "java/util/concurrent/atomic" | "java/util/zip" => true,
        "java/io" => !open(&["Object", "Console", "Externalizable"]),
        "java/math" | "java/text" | "java/nio" | "java/nio/charset" | "java/time" => true,
        "java/lang/ref" => !open(&["Cleaner"]),
        "java/lang" => matches!(
            simple,
            "CharSequence"
                | "Number"
                | "Comparable"
                | "Iterable"
                | "Enum"
                | "Record"
                | "AutoCloseable"
                | "Appendable"
                | "Readable"
                | "Cloneable"
                | "Runnable"
                | "ThreadLocal"
        ),
        "java/net" => matches!(
            simple,
            "Socket"
                | "ServerSocket"
                | "DatagramSocket"
                | "DatagramPacket"
                | "InetAddress"
                | "InetSocketAddress"
                | "SocketAddress"
                | "URI"
        ),
        _ => false,
    }
}

/// Collections whose iterators are made anew for each caller, even if the collection is empty.
const PLAIN: &[&str] = &[
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/HashSet",
    "java/util/LinkedHashSet",
    "java/util/TreeSet",
    "java/util/ArrayDeque",
    "java/util/PriorityQueue",
];

/// Maps whose views have iterators that are made anew for each caller, even if the map is empty.
const PLAIN_MAPS: &[&str] = &[
    "java/util/HashMap",
    "java/util/LinkedHashMap",
    "java/util/TreeMap",
];

/// How much is known about the iterators of a collection's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plain {
    /// A collection, or a view of a map, whose iterators nobody else gets.
    Collection,
    /// A map whose views are such.
    Map,
    /// An iterator of such a collection.
    Iterator,
    /// An entry of such a map.
    Entry,
}

pub fn plain(class: &str) -> Option<Plain> {
    if PLAIN.contains(&class) {
        Some(Plain::Collection)
    } else {
        PLAIN_MAPS.contains(&class).then_some(Plain::Map)
    }
}

/// Whether a call on such an object makes a new iterator.
pub fn makes_iterator(plain: Plain, name: &str) -> bool {
    plain == Plain::Collection
        && matches!(
            name,
            "iterator" | "listIterator" | "descendingIterator" | "elements"
        )
}

/// Whether a call on such an object gives a view of it, which is kept for the next such call.
pub fn gives_view(plain: Plain, name: &str) -> bool {
    plain == Plain::Map && matches!(name, "keySet" | "values" | "entrySet")
}

/// Whether a call on an object of exactly this class, or of such a nature, calls nothing of the application's: lists
/// neither compare nor print their elements when they store them, and maps do so only with keys.
pub fn is_quiet(plain: Plain, class: &str, name: &str, descriptor: &str) -> bool {
    let sized = matches!(
        name,
        "size" | "isEmpty" | "clear" | "iterator" | "keySet" | "values" | "entrySet"
    );
    let made = name == "<init>" && matches!(descriptor, "()V" | "(I)V" | "(IF)V");
    let sequence = matches!(
        class,
        "java/util/ArrayList"
            | "java/util/LinkedList"
            | "java/util/Vector"
            | "java/util/Stack"
            | "java/util/ArrayDeque"
    );
    match plain {
        Plain::Iterator => matches!(
            name,
            "hasNext"
                | "next"
                | "hasPrevious"
                | "previous"
                | "nextIndex"
                | "previousIndex"
                | "hasMoreElements"
                | "nextElement"
        ),
        Plain::Entry => matches!(name, "getKey" | "getValue" | "setValue"),
        Plain::Collection | Plain::Map if sized || made => true,
        Plain::Collection if sequence => match name {
            "add" | "remove" => !descriptor.starts_with("(Ljava/lang/Object;)") || name == "add",
            "addFirst" | "addLast" | "offer" | "offerFirst" | "offerLast" | "push" | "pop"
            | "poll" | "pollFirst" | "pollLast" | "peek" | "peekFirst" | "peekLast" | "get"
            | "set" | "removeFirst" | "removeLast" | "getFirst" | "getLast" | "element"
            | "listIterator" | "descendingIterator" | "elements" | "addElement" | "elementAt"
            | "firstElement" | "lastElement" | "empty" | "setElementAt" | "insertElementAt"
            | "removeElementAt" | "removeAllElements" | "capacity" | "ensureCapacity"
            | "trimToSize" | "setSize" => true,
            _ => false,
        },
        _ => false,
    }
}

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

/// Whether a call throws nothing of its own, lack of memory aside, when its receiver is not null: it does not look at
/// its arguments, or takes any. What it calls back may throw all the same.
pub fn never_throws(plain: Option<Plain>, method: &MemberRef) -> bool {
    let (class, name, descriptor) = (&*method.class, &*method.name, &*method.descriptor);
    let without_arguments = descriptor.starts_with("()");
    match class {
        "java/lang/Object" => matches!(
            name,
            "<init>" | "getClass" | "hashCode" | "equals" | "toString"
        ),
        "java/lang/String" => matches!(
            name,
            "length"
                | "isEmpty"
                | "equals"
                | "hashCode"
                | "equalsIgnoreCase"
                | "toString"
                | "trim"
                | "toCharArray"
                | "intern"
                | "toLowerCase"
                | "toUpperCase"
        ),
        "java/lang/Integer"
        | "java/lang/Long"
        | "java/lang/Short"
        | "java/lang/Byte"
        | "java/lang/Character"
        | "java/lang/Boolean"
        | "java/lang/Float"
        | "java/lang/Double" => {
            name == "valueOf" && !descriptor.starts_with("(Ljava")
                || without_arguments
                || matches!(name, "equals")
                || class == "java/lang/Character" && name.starts_with("is") && descriptor == "(C)Z"
        }
        "java/lang/Math" => matches!(name, "min" | "max" | "abs" | "sqrt" | "sin" | "cos" | "pow"),
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => match name {
            "<init>" => without_arguments,
            "toString" | "length" => true,
            "append" => {
                let single = descriptor.split(')').next().unwrap_or("");
                single.len() == 2
                    || single == "(Ljava/lang/String;"
                    || single == "(Ljava/lang/Object;"
            }
            _ => false,
        },
        "java/lang/Enum" => matches!(
            name,
            "ordinal" | "name" | "equals" | "hashCode" | "toString"
        ),
        "java/lang/System" => matches!(name, "currentTimeMillis" | "nanoTime" | "identityHashCode"),
        "java/io/PrintStream" => matches!(name, "print" | "println" | "flush"),
        _ => plain.is_some_and(|plain| match plain {
            Plain::Collection | Plain::Map => {
                let list = matches!(
                    class,
                    "java/util/ArrayList" | "java/util/LinkedList" | "java/util/Vector"
                );
                matches!(
                    name,
                    "size" | "isEmpty" | "clear" | "iterator" | "keySet" | "values" | "entrySet"
                ) || name == "<init>" && without_arguments
                    || list && name == "add" && descriptor == "(Ljava/lang/Object;)Z"
            }
            Plain::Iterator => matches!(name, "hasNext" | "hasPrevious" | "hasMoreElements"),
            Plain::Entry => matches!(name, "getKey" | "getValue" | "setValue"),
        }),
    }
}

/// Classes of the JDK whose queries change them: access order, entries that the collector has cleared.
pub fn changes_when_read(class: &str) -> bool {
    matches!(
        class,
        "java/util/LinkedHashMap" | "java/util/WeakHashMap" | "java/util/Scanner"
    )
}

/// Why a call makes the facts incomplete, if it does.
pub fn unknown(method: &MemberRef) -> Option<&'static str> {
    let (class, name) = (&*method.class, &*method.name);
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    match class {
        "java/lang/Class" => match name {
            "forName" => Some("a class that is found by its name"),
            "newInstance" => Some("an object that is made by reflection"),
            "getEnumConstants" => Some("constants that are found by reflection"),
            _ => None,
        },
        "java/lang/ClassLoader" if matches!(name, "loadClass" | "defineClass") => {
            Some("a class that is found by its name")
        }
        "java/util/ServiceLoader" => Some("services that are found by their type"),
        "java/io/ObjectInputStream" | "java/io/ObjectInput" if name.starts_with("read") => {
            Some("objects that are read")
        }
        "java/io/ObjectOutputStream" | "java/io/ObjectOutput" if name.starts_with("write") => {
            Some("objects that are written")
        }
        "java/util/ResourceBundle" if name == "getBundle" => {
            Some("a class that is found by its name")
        }
        "java/lang/reflect/Proxy" => Some("a proxy"),
        "java/lang/System" | "java/lang/Runtime" if name.starts_with("load") => {
            Some("a native library")
        }
        "java/beans/XMLDecoder" | "java/beans/Introspector" => Some("reflection"),
        _ if package == "java/lang/reflect" => match name {
            "invoke" => Some("a method that is called by reflection"),
            "newInstance" if class != "java/lang/reflect/Array" => {
                Some("an object that is made by reflection")
            }
            "get" | "set" if class == "java/lang/reflect/Field" => {
                Some("a field that is reached by reflection")
            }
            _ => None,
        },
        _ if package == "java/lang/invoke" => match name {
            "<init>" => None,
            _ => Some("method handles"),
        },
        "sun/misc/Unsafe" => Some("memory that is reached without types"),
        _ if name.starts_with("set") && name.ends_with("Factory") && package == "java/net" => {
            Some("a factory for sockets or addresses")
        }
        _ if class.ends_with("FieldUpdater") => Some("a field that is reached by reflection"),
        _ if package.starts_with("javax/management") || package.starts_with("java/rmi") => {
            Some("reflection")
        }
        _ if package.starts_with("javax/script") || package.starts_with("javax/tools") => {
            Some("code that is compiled while the program runs")
        }
        _ => None,
    }
}

/// Whether a call may make code run in another thread.
pub fn starts_thread(method: &MemberRef) -> bool {
    let (class, name) = (&*method.class, &*method.name);
    let concurrent = class.starts_with("java/util/concurrent/")
        && (class.contains("Executor")
            || class.contains("ForkJoin")
            || class.contains("Completable")
            || class.contains("StructuredTask")
            || class.contains("Thread"))
        && !class.contains("ThreadLocalRandom");
    class.starts_with("java/lang/Thread") && matches!(name, "start" | "startVirtualThread")
        || class == "java/lang/ref/Cleaner"
        || class.starts_with("java/util/Timer")
        || concurrent && name != "<init>"
        || name.starts_with("parallel")
        || class.starts_with("java/awt/")
        || class.starts_with("javax/swing/")
        || name == "addShutdownHook"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
        MemberRef {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        }
    }

    #[test]
    fn parameters_that_hold_something() {
        assert!(!takes_objects("(I[JLjava/lang/String;)V"));
        assert!(takes_objects("(I[Ljava/lang/Object;)V"));
        assert!(takes_objects("(Ljava/util/List;)Ljava/lang/String;"));
        assert!(!takes_objects("([[BLjava/lang/Integer;)Ljava/util/List;"));
    }

    #[test]
    fn strangers_get_the_full_rule() {
        assert_eq!(summary(&member("org/acme/Tool", "get", "()V")), FULL);
        let valued = summary(&member("java/lang/String", "length", "()I"));
        assert_eq!(valued, VALUE);
        assert!(is_pure(&member(
            "java/util/List",
            "get",
            "(I)Ljava/lang/Object;"
        )));
        assert!(!is_pure(&member(
            "java/util/List",
            "add",
            "(Ljava/lang/Object;)Z"
        )));
        assert!(!is_pure(&member(
            "java/lang/StringBuilder",
            "append",
            "(I)Ljava/lang/StringBuilder;"
        )));
    }
}
