//! Which calls are events: by the class of the receiver at run time, and, before that is known, by what it may be.

use classpath::{ClassPath, ClassPathBuilder, access};
use property::{CallKind, Candidate, LIBRARY, Matcher, ObjectId, PropertyId, parse_prop};
use std::sync::{Arc, LazyLock};

static JDK: LazyLock<Arc<ClassPath>> =
    LazyLock::new(|| Arc::new(ClassPathBuilder::new().build().expect("a JDK")));

fn matcher(text: &str) -> Matcher {
    let loaded = parse_prop(text, &JDK);
    let complaints: String = loaded
        .diagnostics
        .iter()
        .map(|d| d.render("x", text))
        .collect();
    assert!(!loaded.has_errors(), "{complaints}");
    Matcher::new(loaded.properties, Arc::clone(&JDK))
}

const LISTS: &str = "property x object l : ArrayList, r : Reader
    event add = after l.add*(..) except addAll(..) | Collections.addAll(l, ..)
    event make = after r := new InputStreamReader(*, ..)
    event ask = after l.add(*) returns true
    event any = before *.foo(l)
    states s: add -> t t: make | ask | any -> error";

/// The names of the events that a call may be, with `?` where the receiver's class decides.
fn may(
    matcher: &Matcher,
    owner: &str,
    name: &str,
    descriptor: &str,
    kind: CallKind,
) -> Vec<String> {
    let found = matcher.may(owner, name, descriptor, kind);
    let show = |c: &Candidate| {
        let name = &matcher.property(c.property).event(c.event).name;
        format!("{name}{}", if c.certain { "" } else { "?" })
    };
    found.iter().map(show).collect()
}

#[test]
fn the_instruction_tells_what_is_possible() {
    let m = matcher(LISTS);
    let instance = |owner: &str, name: &str, descriptor: &str| {
        may(&m, owner, name, descriptor, CallKind::Instance)
    };
    let add = "(Ljava/lang/Object;)Z";
    assert_eq!(instance("java/util/ArrayList", "add", add), ["add", "ask"]);
    assert_eq!(instance("java/util/List", "add", add), ["add?", "ask?"]);
    // A list may well be one more interface of something else, but no class is both.
    assert_eq!(instance("java/util/Queue", "add", add), ["add?", "ask?"]);
    assert_eq!(
        instance("java/util/LinkedList", "add", add),
        [] as [&str; 0]
    );
    assert_eq!(instance("java/lang/String", "add", add), [] as [&str; 0]);
    assert_eq!(
        instance("java/util/ArrayList", "add", "(ILjava/lang/Object;)V"),
        ["add"]
    );
    assert_eq!(
        instance("java/util/List", "addAll", "(Ljava/util/Collection;)Z"),
        [] as [&str; 0]
    );
    assert_eq!(
        instance("java/util/ArrayList", "size", "()I"),
        [] as [&str; 0]
    );
    assert_eq!(instance("acme/Missing", "add", add), ["add?", "ask?"]);
    assert_eq!(
        instance("acme/Missing", "foo", "(Ljava/lang/Object;)V"),
        ["any"]
    );
    assert_eq!(
        instance("acme/Missing", "foo", "(I)V"),
        [] as [&str; 0],
        "nothing to bind"
    );
    let collections = "(Ljava/util/Collection;[Ljava/lang/Object;)Z";
    assert_eq!(
        may(
            &m,
            "java/util/Collections",
            "addAll",
            collections,
            CallKind::Static
        ),
        ["add"]
    );
    let reader =
        |owner: &str, descriptor: &str| may(&m, owner, "<init>", descriptor, CallKind::Constructor);
    assert_eq!(
        reader("java/io/InputStreamReader", "(Ljava/io/InputStream;)V"),
        ["make"]
    );
    assert_eq!(
        reader("java/io/FileReader", "(Ljava/lang/String;)V"),
        ["make"],
        "subclasses count"
    );
    assert_eq!(
        reader("java/io/StringReader", "(Ljava/lang/String;)V"),
        [] as [&str; 0]
    );
}

#[test]
fn the_receiver_decides() {
    let m = matcher(LISTS);
    let add = "(Ljava/lang/Object;)Z";
    let candidate = m.may("java/util/List", "add", add, CallKind::Instance)[0];
    let does = |class: &str| {
        m.does(
            candidate,
            "java/util/List",
            "add",
            add,
            CallKind::Instance,
            Some(class),
        )
    };
    assert!(does("java/util/ArrayList") && !does("java/util/LinkedList"));
    let (x, l) = (PropertyId(0), ObjectId(0));
    assert!(m.accepts(x, l, "java/util/ArrayList") && !m.accepts(x, l, "java/util/Vector"));
}

#[test]
fn excepted_classes_are_not_followed() {
    let builtin = property::builtin("collection-iterator").expect("it exists");
    let m = matcher(builtin.text);
    let (p, c) = (PropertyId(0), ObjectId(0));
    assert!(m.accepts(p, c, "java/util/HashMap$KeySet"));
    assert!(m.accepts(p, c, "java/util/ArrayList"));
    assert!(!m.accepts(p, c, "java/util/concurrent/LinkedBlockingQueue"));
    assert!(!m.accepts(p, c, "java/util/concurrent/ConcurrentHashMap$KeySetView"));
    assert!(!m.accepts(p, c, "java/util/RegularEnumSet"));
}

/// Over the JDK's own classes: whatever a call turns out to be, the instruction had allowed for it.
#[test]
fn nothing_that_happens_was_ruled_out() {
    let properties = LIBRARY
        .iter()
        .flat_map(|b| parse_prop(b.text, &JDK).properties);
    let mut properties: Vec<_> = properties.collect();
    properties.extend(parse_prop(LISTS, &JDK).properties);
    let m = Matcher::new(properties, Arc::clone(&JDK));
    let classes = [
        "java/lang/Object",
        "java/lang/Iterable",
        "java/util/Collection",
        "java/util/List",
        "java/util/AbstractList",
        "java/util/ArrayList",
        "java/util/LinkedList",
        "java/util/Vector",
        "java/util/Stack",
        "java/util/Queue",
        "java/util/Deque",
        "java/util/ArrayDeque",
        "java/util/Set",
        "java/util/HashSet",
        "java/util/TreeSet",
        "java/util/NavigableSet",
        "java/util/Map",
        "java/util/HashMap",
        "java/util/TreeMap",
        "java/util/NavigableMap",
        "java/util/HashMap$KeySet",
        "java/util/Iterator",
        "java/util/ListIterator",
        "java/util/ArrayList$Itr",
        "java/util/ArrayList$ListItr",
        "java/util/PrimitiveIterator",
        "java/util/PrimitiveIterator$OfInt",
        "java/util/Enumeration",
        "java/util/StringTokenizer",
        "java/util/Hashtable",
        "java/util/Hashtable$Enumerator",
        "java/util/Properties",
        "java/util/Scanner",
        "java/io/Closeable",
        "java/lang/AutoCloseable",
        "java/io/Reader",
        "java/io/BufferedReader",
        "java/io/InputStreamReader",
        "java/io/FileReader",
        "java/io/InputStream",
        "java/io/FileInputStream",
        "java/io/ByteArrayInputStream",
        "java/io/Writer",
        "java/io/PrintWriter",
        "java/io/BufferedWriter",
        "java/io/StringWriter",
        "java/io/OutputStream",
        "java/io/PrintStream",
        "java/lang/Appendable",
        "java/net/Socket",
        "java/util/concurrent/locks/Lock",
        "java/util/concurrent/locks/ReentrantLock",
        "java/util/concurrent/LinkedBlockingQueue",
        "java/util/concurrent/CopyOnWriteArrayList",
        "java/util/concurrent/ConcurrentHashMap",
        "java/util/EnumSet",
    ];
    let mut checked = 0;
    let mut events = 0;
    for owner in classes {
        let file = JDK.find(owner).expect("readable").expect("it exists");
        for method in &file.methods {
            let kind = match () {
                () if &*method.name == "<init>" => CallKind::Constructor,
                () if method.access & access::STATIC != 0 => CallKind::Static,
                () => CallKind::Instance,
            };
            let allowed = m.may(owner, &method.name, &method.descriptor, kind);
            assert!(allowed.is_sorted());
            for class in classes {
                if !JDK.is_subclass(class, owner).expect("known") {
                    continue;
                }
                // Asked as a call on that very class, nothing is left open but what the class itself leaves open.
                let asked = match kind {
                    CallKind::Instance => class,
                    _ => owner,
                };
                for exact in m.may(asked, &method.name, &method.descriptor, kind) {
                    let open = Candidate {
                        certain: false,
                        ..exact
                    };
                    let does = |c| {
                        m.does(
                            c,
                            owner,
                            &method.name,
                            &method.descriptor,
                            kind,
                            Some(class),
                        )
                    };
                    let known = allowed.iter().find(|c| {
                        (c.property, c.event, c.call) == (exact.property, exact.event, exact.call)
                    });
                    if does(open) {
                        let known =
                            known.unwrap_or_else(|| panic!("{owner}.{} on {class}", method.name));
                        assert!(does(*known));
                        events += 1;
                    } else if let Some(known) = known {
                        assert!(!known.certain, "{owner}.{} on {class}", method.name);
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500 && events > 300, "{checked} {events}");
}
