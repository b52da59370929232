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

mod plain;
mod queries;
mod unknown;

pub use plain::{Making, Plain, is_quiet, making, never_throws, plain};
pub use queries::{changes_when_read, is_pure, may_fetch};
pub use unknown::{starts_thread, unknown};

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
        // Harness calls make inputs of types without state of the application's, but for the constants of an enum.
        "cortado/Any"
        | "org/sosy_lab/sv_benchmarks/Verifier"
        | "org/cprover/CProver"
        | "gov/nasa/jpf/symbc/Debug" => {
            match takes_objects || descriptor.contains("Ljava/lang/Class;") {
                true => CLOSED,
                false => VALUE,
            }
        }
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
