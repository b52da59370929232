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
];

/// Filled by `put`.
const MAPS: &[&str] = &[
    "java/util/HashMap",
    "java/util/LinkedHashMap",
    "java/util/TreeMap",
    "java/util/Hashtable",
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
    let (choices, said): (Vec<Choice>, &str) = match &**name {
        "java/lang/CharSequence" => (vec![value("java/lang/String")], "String"),
        "java/io/Writer" => (vec![value("java/io/StringWriter")], "StringWriter"),
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
