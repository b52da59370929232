//! The collections of the JDK about which more is known than that they are closed: what their methods make and give, what
//! they call, when they throw. It is read off their sources from JDK 11 on, and holds for objects of exactly these classes.

use classpath::MemberRef;

/// Collections whose iterators are made anew for each caller, even if the collection is empty.
const COLLECTIONS: &[&str] = &[
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/HashSet",
    "java/util/LinkedHashSet",
    "java/util/TreeSet",
    "java/util/ArrayDeque",
    "java/util/PriorityQueue",
    "java/util/concurrent/CopyOnWriteArrayList",
];

/// Maps whose views have iterators that are made anew for each caller, even if the map is empty.
const MAPS: &[&str] = &[
    "java/util/HashMap",
    "java/util/LinkedHashMap",
    "java/util/TreeMap",
    "java/util/concurrent/ConcurrentHashMap",
];

/// What sort of collection, or part of one, an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plain {
    /// A collection, or a view of a map, whose iterators nobody else gets.
    Collection,
    /// A map whose views are such.
    Map,
    /// A `Hashtable`: like a map, but all empty ones share an iterator.
    Table,
    /// A view of such a table.
    TableView,
    /// An iterator of one of these.
    Iterator,
    /// An entry of such a map.
    Entry,
}

pub fn plain(class: &str) -> Option<Plain> {
    match class {
        "java/util/Hashtable" => Some(Plain::Table),
        _ if COLLECTIONS.contains(&class) => Some(Plain::Collection),
        _ if MAPS.contains(&class) => Some(Plain::Map),
        _ => None,
    }
}

/// What a call makes that is seen outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Making {
    /// Something new of this sort, which is the result; if the flag is set, a shared empty one may be in its place.
    New(Plain, bool),
    /// A view of this sort, which is kept for the next call.
    View(Plain),
    /// Entries, whatever the result.
    Entries,
}

/// What a call on an object of such a sort makes, or a static method.
pub fn making(plain: Option<Plain>, method: &MemberRef) -> Option<Making> {
    let (class, name) = (&*method.class, &*method.name);
    let iterates = matches!(
        name,
        "iterator" | "listIterator" | "descendingIterator" | "elements" | "keys"
    );
    let views = matches!(name, "keySet" | "values" | "entrySet");
    match plain {
        Some(Plain::Collection) if iterates => Some(Making::New(Plain::Iterator, false)),
        Some(Plain::Map) if iterates => Some(Making::New(Plain::Iterator, false)),
        Some(Plain::Table | Plain::TableView) if iterates => {
            Some(Making::New(Plain::Iterator, true))
        }
        Some(Plain::Map) if views => Some(Making::View(Plain::Collection)),
        Some(Plain::Table) if views => Some(Making::View(Plain::TableView)),
        Some(Plain::Map | Plain::Table) => Some(Making::Entries),
        None => match (class, name) {
            ("java/util/Arrays", "asList") => Some(Making::New(Plain::Collection, false)),
            ("java/util/List" | "java/util/Set", "of") => {
                Some(Making::New(Plain::Collection, true))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a call on an object of exactly this class, or of such a nature, calls nothing of the application's: lists
/// neither compare nor print their elements when they store them, and maps do so only with keys.
pub fn is_quiet(plain: Plain, class: &str, name: &str, descriptor: &str) -> bool {
    let sized = matches!(
        name,
        "size"
            | "isEmpty"
            | "clear"
            | "iterator"
            | "keySet"
            | "values"
            | "entrySet"
            | "elements"
            | "keys"
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
        Plain::Collection | Plain::Map | Plain::Table | Plain::TableView if sized || made => true,
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
            Plain::Collection | Plain::Map | Plain::Table | Plain::TableView => {
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
