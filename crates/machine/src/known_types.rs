//! Types of the JDK as inputs: a list is a real one, made by `new ArrayList` and calls of `add`, a date by
//! `LocalDate.of`. Their fields are never guessed.

use crate::class::Class;
use crate::generics::Type;
use crate::machine::Machine;
use crate::recipes::{CallStep, Choice, Choices, Make, Param, Recipe};
use std::rc::Rc;

/// Interfaces and base classes, and the class that stands for them.
const STAND_INS: &[(&str, &str)] = &[
    ("java/lang/Iterable", "java/util/ArrayList"),
    ("java/util/Collection", "java/util/ArrayList"),
    ("java/util/SequencedCollection", "java/util/ArrayList"),
    ("java/util/List", "java/util/ArrayList"),
    ("java/util/AbstractList", "java/util/ArrayList"),
    ("java/util/AbstractCollection", "java/util/ArrayList"),
    ("java/util/Set", "java/util/HashSet"),
    ("java/util/AbstractSet", "java/util/HashSet"),
    ("java/util/SequencedSet", "java/util/LinkedHashSet"),
    ("java/util/SortedSet", "java/util/TreeSet"),
    ("java/util/NavigableSet", "java/util/TreeSet"),
    ("java/util/Queue", "java/util/ArrayDeque"),
    ("java/util/Deque", "java/util/ArrayDeque"),
    ("java/util/Map", "java/util/HashMap"),
    ("java/util/AbstractMap", "java/util/HashMap"),
    ("java/util/SequencedMap", "java/util/LinkedHashMap"),
    ("java/util/SortedMap", "java/util/TreeMap"),
    ("java/util/NavigableMap", "java/util/TreeMap"),
    (
        "java/util/concurrent/ConcurrentMap",
        "java/util/concurrent/ConcurrentHashMap",
    ),
];

/// Filled by `add`.
const COLLECTIONS: &[&str] = &[
    "java/util/ArrayList",
    "java/util/LinkedList",
    "java/util/Vector",
    "java/util/Stack",
    "java/util/ArrayDeque",
    "java/util/PriorityQueue",
    "java/util/HashSet",
    "java/util/LinkedHashSet",
    "java/util/TreeSet",
    "java/util/concurrent/CopyOnWriteArrayList",
];

/// Filled by `put`.
const MAPS: &[&str] = &[
    "java/util/HashMap",
    "java/util/LinkedHashMap",
    "java/util/TreeMap",
    "java/util/Hashtable",
    "java/util/concurrent/ConcurrentHashMap",
];

/// Class, method (`<init>` for a constructor), descriptor, and whether every object of the class comes that way.
const MADE_BY: &[(&str, &str, &str, bool)] = &[
    (
        "java/math/BigInteger",
        "valueOf",
        "(J)Ljava/math/BigInteger;",
        false,
    ),
    (
        "java/math/BigDecimal",
        "valueOf",
        "(J)Ljava/math/BigDecimal;",
        false,
    ),
    (
        "java/time/LocalDate",
        "of",
        "(III)Ljava/time/LocalDate;",
        true,
    ),
    (
        "java/time/LocalTime",
        "of",
        "(IIII)Ljava/time/LocalTime;",
        true,
    ),
    (
        "java/time/LocalDateTime",
        "of",
        "(IIIIII)Ljava/time/LocalDateTime;",
        false,
    ),
    (
        "java/time/Duration",
        "ofSeconds",
        "(JJ)Ljava/time/Duration;",
        true,
    ),
    (
        "java/time/Instant",
        "ofEpochSecond",
        "(JJ)Ljava/time/Instant;",
        true,
    ),
    ("java/time/Period", "of", "(III)Ljava/time/Period;", true),
    ("java/time/Year", "of", "(I)Ljava/time/Year;", true),
    (
        "java/time/YearMonth",
        "of",
        "(II)Ljava/time/YearMonth;",
        true,
    ),
    ("java/util/UUID", "<init>", "(JJ)V", true),
    ("java/util/Date", "<init>", "(J)V", true),
    ("java/util/Random", "<init>", "(J)V", false),
    ("java/util/BitSet", "<init>", "()V", false),
    ("java/io/StringWriter", "<init>", "()V", false),
    (
        "java/io/PrintWriter",
        "<init>",
        "(Ljava/io/Writer;)V",
        false,
    ),
    (
        "java/io/StringReader",
        "<init>",
        "(Ljava/lang/String;)V",
        false,
    ),
    (
        "java/io/BufferedReader",
        "<init>",
        "(Ljava/io/Reader;)V",
        false,
    ),
    ("java/io/ByteArrayInputStream", "<init>", "([B)V", false),
    ("java/io/ByteArrayOutputStream", "<init>", "()V", false),
    (
        "java/io/BufferedInputStream",
        "<init>",
        "(Ljava/io/InputStream;)V",
        false,
    ),
    (
        "java/io/DataInputStream",
        "<init>",
        "(Ljava/io/InputStream;)V",
        false,
    ),
    (
        "java/io/DataOutputStream",
        "<init>",
        "(Ljava/io/OutputStream;)V",
        false,
    ),
    (
        "java/io/PrintStream",
        "<init>",
        "(Ljava/io/OutputStream;)V",
        false,
    ),
    (
        "java/nio/ByteBuffer",
        "wrap",
        "([B)Ljava/nio/ByteBuffer;",
        false,
    ),
    (
        "java/nio/CharBuffer",
        "wrap",
        "([C)Ljava/nio/CharBuffer;",
        false,
    ),
    (
        "java/time/ZoneOffset",
        "ofTotalSeconds",
        "(I)Ljava/time/ZoneOffset;",
        true,
    ),
    (
        "java/util/StringJoiner",
        "<init>",
        "(Ljava/lang/CharSequence;)V",
        false,
    ),
    (
        "java/util/concurrent/atomic/AtomicInteger",
        "<init>",
        "(I)V",
        true,
    ),
    (
        "java/util/concurrent/atomic/AtomicLong",
        "<init>",
        "(J)V",
        true,
    ),
    (
        "java/util/concurrent/atomic/AtomicBoolean",
        "<init>",
        "(Z)V",
        true,
    ),
    (
        "java/lang/StringBuilder",
        "<init>",
        "(Ljava/lang/String;)V",
        true,
    ),
    (
        "java/lang/StringBuffer",
        "<init>",
        "(Ljava/lang/String;)V",
        true,
    ),
    (
        "java/util/OptionalInt",
        "empty",
        "()Ljava/util/OptionalInt;",
        true,
    ),
    (
        "java/util/OptionalInt",
        "of",
        "(I)Ljava/util/OptionalInt;",
        true,
    ),
    (
        "java/util/OptionalLong",
        "empty",
        "()Ljava/util/OptionalLong;",
        true,
    ),
    (
        "java/util/OptionalLong",
        "of",
        "(J)Ljava/util/OptionalLong;",
        true,
    ),
    (
        "java/util/OptionalDouble",
        "empty",
        "()Ljava/util/OptionalDouble;",
        true,
    ),
    (
        "java/util/OptionalDouble",
        "of",
        "(D)Ljava/util/OptionalDouble;",
        true,
    ),
];

/// Interfaces and base classes of which one class is looked at, whatever the targets have.
const STOOD_FOR_BY: &[(&str, &str)] = &[
    ("java/lang/CharSequence", "java/lang/String"),
    ("java/lang/Appendable", "java/lang/StringBuilder"),
    ("java/io/Reader", "java/io/StringReader"),
    ("java/io/Writer", "java/io/StringWriter"),
    ("java/io/InputStream", "java/io/ByteArrayInputStream"),
    ("java/io/OutputStream", "java/io/ByteArrayOutputStream"),
    ("java/io/DataInput", "java/io/DataInputStream"),
    ("java/io/DataOutput", "java/io/DataOutputStream"),
    ("java/time/ZoneId", "java/time/ZoneOffset"),
    ("java/lang/reflect/Type", "java/lang/Class"),
];

/// Types of which a few constants are looked at: the type, the class that has them, and their names.
const CONSTANTS: &[(&str, &str, &[&str])] = &[
    (
        "java/nio/charset/Charset",
        "java/nio/charset/StandardCharsets",
        &["UTF_8", "ISO_8859_1"],
    ),
    ("java/util/Locale", "java/util/Locale", &["US", "GERMANY"]),
    (
        "java/math/MathContext",
        "java/math/MathContext",
        &["DECIMAL64", "UNLIMITED"],
    ),
];

/// Types that a list gives: the type, the class of the list and its method.
const FROM_LISTS: &[(&str, &str, &str)] = &[
    ("java/util/Iterator", "java/util/ArrayList", "iterator"),
    (
        "java/util/ListIterator",
        "java/util/ArrayList",
        "listIterator",
    ),
    ("java/util/Enumeration", "java/util/Vector", "elements"),
    ("java/util/stream/Stream", "java/util/ArrayList", "stream"),
];

/// The names of files that are inputs. What is there is up to further inputs.
const FILES: &[&str] = &["input", "other.txt"];

const YEAR: (i32, i32) = (-999_999_999, 999_999_999);

/// What the parameters of those take: values outside would only be refused.
const RANGES: &[(&str, &[(i32, i32)])] = &[
    ("java/time/LocalDate", &[YEAR, (1, 12), (1, 31)]),
    (
        "java/time/LocalTime",
        &[(0, 23), (0, 59), (0, 59), (0, 999_999_999)],
    ),
    (
        "java/time/LocalDateTime",
        &[YEAR, (1, 12), (1, 31), (0, 23), (0, 59), (0, 59)],
    ),
    ("java/time/ZoneOffset", &[(-64_800, 64_800)]),
    ("java/time/Year", &[YEAR]),
    ("java/time/YearMonth", &[YEAR, (1, 12)]),
];

/// The ways to make a value of a type of the JDK that this table knows. Collections get up to `limit` elements.
pub fn choices(ty: &Type, limit: u32) -> Option<Choices> {
    let Type::Class { name, .. } = ty else {
        return None;
    };
    let java = name.replace('/', ".");
    let stand_in = STAND_INS
        .iter()
        .find(|(t, _)| *t == &**name)
        .map(|(_, c)| *c);
    let class = stand_in.unwrap_or(name);
    if COLLECTIONS.contains(&class) || MAPS.contains(&class) {
        let mut found = filled(ty, class, limit);
        if ty.argument(0).is_none() {
            found
                .left_out
                .push(format!("elements of {java}: only java.lang.Integer"));
        }
        if let Some(class) = stand_in {
            let class = class.replace('/', ".");
            found
                .left_out
                .push(format!("objects of {java}: only {class}"));
        }
        found
            .left_out
            .push(format!("elements of {java}: at most {limit} (--objects)"));
        return Some(found);
    }
    let value = |name: &str| Choice::Value(Type::class(name));
    if let Some((_, class)) = STOOD_FOR_BY.iter().find(|(t, _)| *t == &**name) {
        let said = class.rsplit('/').next().unwrap_or(class);
        return Some(Choices {
            choices: vec![value(class)],
            left_out: vec![format!("objects of {java}: only {said}")],
        });
    }
    if let Some((_, class, names)) = CONSTANTS.iter().find(|(t, ..)| *t == &**name) {
        let owner = class.rsplit('/').next().unwrap_or(class);
        let said: Vec<String> = names.iter().map(|n| format!("{owner}.{n}")).collect();
        return Some(Choices {
            choices: names.iter().map(|n| constant(ty, class, n)).collect(),
            left_out: vec![format!("objects of {java}: only {}", said.join(", "))],
        });
    }
    if let Some((_, list, method)) = FROM_LISTS.iter().find(|(t, ..)| *t == &**name) {
        let of = Type::Class {
            name: (*list).into(),
            args: vec![element(ty, 0)],
        };
        let recipe = Recipe {
            make: Make::Method {
                class: (*list).into(),
                name: (*method).into(),
                descriptor: format!("()L{name};"),
            },
            class: name.clone(),
            ty: ty.clone(),
            params: vec![Param::new("of", of)],
            calls: Vec::new(),
            open_fields: false,
        };
        let left_out = vec![format!("objects of {java}: only {}", recipe.written())];
        return Some(Choices {
            choices: vec![Choice::Object(Rc::new(recipe))],
            left_out,
        });
    }
    let (choices, said): (Vec<Choice>, &str) = match &**name {
        "java/lang/Class" => return Some(classes(ty)),
        "java/io/File" | "java/nio/file/Path" => return Some(files(ty, name)),
        "java/util/Properties" => return Some(properties(ty, limit)),
        "java/lang/Number" => (
            ["Integer", "Long", "Double"]
                .map(|n| value(&format!("java/lang/{n}")))
                .into(),
            "Integer, Long, Double",
        ),
        "java/lang/Comparable" => match ty.argument(0) {
            Some(arg) if *arg.internal() != **name => {
                return Some(Choices {
                    choices: vec![Choice::Value(arg.clone())],
                    left_out: vec![format!("objects of {java}: only {}", arg.java_name())],
                });
            }
            _ => (
                vec![value("java/lang/Integer"), value("java/lang/String")],
                "Integer, String",
            ),
        },
        "java/lang/Object" | "java/io/Serializable" => {
            let mut all = vec![value("java/lang/Integer"), value("java/lang/String")];
            if &**name == "java/lang/Object" {
                all.push(made(ty, name, "<init>", "()V", Vec::new()));
            }
            let mut said = match all.len() {
                3 => "Integer, String, Object",
                _ => "Integer, String",
            }
            .to_owned();
            // As an argument of `equals`.
            if let Some(own) = ty.argument(0) {
                all.push(Choice::Value(own.clone()));
                said = format!("{said}, {}", own.java_name());
            }
            return Some(Choices {
                choices: all,
                left_out: vec![format!("objects of {java}: only {said}")],
            });
        }
        "java/util/Optional" => {
            let element = element(ty, 0);
            let empty = made(ty, name, "empty", "()Ljava/util/Optional;", Vec::new());
            let of = made(
                ty,
                name,
                "of",
                "(Ljava/lang/Object;)Ljava/util/Optional;",
                vec![Param::new("value", element)],
            );
            (vec![empty, of], "")
        }
        "java/util/concurrent/atomic/AtomicReference" => {
            let params = vec![Param::new("value", element(ty, 0))];
            (
                vec![made(ty, name, "<init>", "(Ljava/lang/Object;)V", params)],
                "",
            )
        }
        _ => return made_by(ty, name),
    };
    let left_out = match said.is_empty() {
        true => Vec::new(),
        false => vec![format!("objects of {java}: only {said}")],
    };
    Some(Choices { choices, left_out })
}

/// An exception of the JDK is made with a message.
pub fn is_throwable(m: &mut Machine, class: &Class) -> bool {
    m.load("java/lang/Throwable")
        .is_ok_and(|throwable| class.is_subclass_of(throwable))
}

fn made_by(ty: &Type, name: &str) -> Option<Choices> {
    let mut found = Choices::default();
    for (_, method, descriptor, complete) in MADE_BY.iter().filter(|(c, ..)| *c == name) {
        let (params, _) = crate::class::split_descriptor(descriptor)?;
        let params: Option<Vec<Param>> = params
            .iter()
            .enumerate()
            .map(|(i, d)| {
                let ranges = RANGES.iter().find(|(c, _)| *c == name);
                Some(Param {
                    range: ranges.and_then(|(_, ranges)| ranges.get(i).copied()),
                    ..Param::new(format!("arg{i}"), Type::of_descriptor(d)?)
                })
            })
            .collect();
        let choice = made(ty, name, method, descriptor, params?);
        if let (Choice::Object(recipe), false) = (&choice, complete) {
            let java = name.replace('/', ".");
            let text = format!("objects of {java}: as {} makes them", recipe.written());
            found.left_out.push(text);
        }
        found.choices.push(choice);
    }
    (!found.choices.is_empty()).then_some(found)
}

fn made(ty: &Type, class: &str, method: &str, descriptor: &str, params: Vec<Param>) -> Choice {
    let make = match method {
        "<init>" => Make::Constructor {
            descriptor: descriptor.to_owned(),
        },
        _ => Make::Factory {
            class: class.into(),
            name: method.into(),
            descriptor: descriptor.to_owned(),
            interface: false,
        },
    };
    Choice::Object(Rc::new(Recipe {
        make,
        class: class.into(),
        ty: ty.clone(),
        params,
        calls: Vec::new(),
        open_fields: false,
    }))
}

/// The value of a static field, or, called `class`, a class literal.
fn constant(ty: &Type, class: &str, name: &str) -> Choice {
    Choice::Object(Rc::new(Recipe {
        make: Make::Constant {
            class: class.into(),
            name: name.into(),
            descriptor: ty.descriptor(),
        },
        class: ty.internal().as_str().into(),
        ty: ty.clone(),
        params: Vec::new(),
        calls: Vec::new(),
        open_fields: false,
    }))
}

/// What a `Class<T>` is, if `T` is known, and else a few.
fn classes(ty: &Type) -> Choices {
    let names: Vec<String> = match ty.argument(0) {
        Some(Type::Class { name, .. }) if &**name != "java/lang/Object" => vec![name.to_string()],
        _ => ["java/lang/Integer", "java/lang/String"]
            .map(str::to_owned)
            .into(),
    };
    let said: Vec<String> = (names.iter())
        .map(|name| format!("{}.class", crate::class::java_type_name(name)))
        .collect();
    Choices {
        choices: names.iter().map(|n| constant(ty, n, "class")).collect(),
        left_out: vec![format!(
            "objects of java.lang.Class: only {}",
            said.join(", ")
        )],
    }
}

fn files(ty: &Type, name: &str) -> Choices {
    let fixed = |name: &str, descriptor: &str, text: &str| Param {
        fixed: Some(text.into()),
        ..Param::new(
            name,
            Type::of_descriptor(descriptor).unwrap_or_else(|| Type::class("java/lang/String")),
        )
    };
    let file = name == "java/io/File";
    let choices = FILES.iter().map(|text| {
        let path = fixed("path", "Ljava/lang/String;", text);
        Choice::Object(Rc::new(Recipe {
            make: match file {
                true => Make::Constructor {
                    descriptor: "(Ljava/lang/String;)V".to_owned(),
                },
                false => Make::Factory {
                    class: name.into(),
                    name: "of".into(),
                    descriptor: "(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;"
                        .to_owned(),
                    interface: true,
                },
            },
            class: name.into(),
            ty: ty.clone(),
            params: match file {
                true => vec![path],
                false => vec![path, fixed("more", "[Ljava/lang/String;", "")],
            },
            calls: Vec::new(),
            open_fields: false,
        }))
    });
    Choices {
        choices: choices.collect(),
        left_out: vec![format!(
            "objects of {}: only those named {}",
            name.replace('/', "."),
            FILES.join(", ")
        )],
    }
}

fn element(ty: &Type, index: usize) -> Type {
    ty.argument(index)
        .cloned()
        .unwrap_or_else(|| Type::class("java/lang/Integer"))
}

fn properties(ty: &Type, limit: u32) -> Choices {
    let string = || Type::class("java/lang/String");
    let call = |i: u32| CallStep {
        name: "setProperty".into(),
        descriptor: "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;".to_owned(),
        params: vec![
            Param::new(format!("key {i}"), string()),
            Param::new(format!("value {i}"), string()),
        ],
    };
    let choices = (0..=limit).map(|size| {
        Choice::Object(Rc::new(Recipe {
            make: Make::Constructor {
                descriptor: "()V".to_owned(),
            },
            class: "java/util/Properties".into(),
            ty: ty.clone(),
            params: Vec::new(),
            calls: (0..size).map(call).collect(),
            open_fields: false,
        }))
    });
    Choices {
        choices: choices.collect(),
        left_out: vec![format!(
            "elements of java.util.Properties: strings, at most {limit} (--objects)"
        )],
    }
}

fn filled(ty: &Type, class: &str, limit: u32) -> Choices {
    let map = MAPS.contains(&class);
    let object = "Ljava/lang/Object;";
    let choices = (0..=limit).map(|size| {
        let call = |i: u32| match map {
            true => CallStep {
                name: "put".into(),
                descriptor: format!("({object}{object}){object}"),
                params: vec![
                    Param::new(format!("key {i}"), element(ty, 0)),
                    Param::new(format!("value {i}"), element(ty, 1)),
                ],
            },
            false => CallStep {
                name: "add".into(),
                descriptor: format!("({object})Z"),
                params: vec![Param::new(format!("[{i}]"), element(ty, 0))],
            },
        };
        Choice::Object(Rc::new(Recipe {
            make: Make::Constructor {
                descriptor: "()V".to_owned(),
            },
            class: class.into(),
            ty: ty.clone(),
            params: Vec::new(),
            calls: (0..size).map(call).collect(),
            open_fields: false,
        }))
    });
    Choices {
        choices: choices.collect(),
        left_out: Vec::new(),
    }
}
