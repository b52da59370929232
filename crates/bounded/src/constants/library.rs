//! Objects of the library that are there whatever the program does, and of which no more is known: `System.out` and
//! `System.err`, where printing changes nothing that a program can see, and for each class the object that stands for it.

use super::{Constant, Fixed, Initialised, ObjectId, Path};
use crate::program::Program;
use classpath::MemberRef;
use std::collections::BTreeMap;

pub(crate) const SYSTEM: &str = "java/lang/System";

const STREAM: &str = "java/io/PrintStream";

/// What is known of the class `System`.
pub(crate) fn system() -> Initialised {
    let mut known = Initialised::default();
    for (field, at) in ["out", "err"].into_iter().zip(0..) {
        let by = SYSTEM.into();
        (known.statics).insert(field.into(), Constant::Object(ObjectId { by, at }));
        known.objects.push(Fixed {
            class: STREAM.into(),
            fields: BTreeMap::new(),
            length: 0,
            elements: None,
            path: Some(Path {
                class: SYSTEM.into(),
                field: field.into(),
                steps: Vec::new(),
            }),
        });
    }
    known
}

/// Whether a method prints a number or a text, which calls nothing else; the program has no streams of its own.
pub(crate) fn is_print(program: &Program, method: &MemberRef) -> bool {
    let plain = |descriptor: &str| {
        let argument = descriptor
            .strip_prefix('(')
            .and_then(|d| d.strip_suffix(")V"));
        argument.is_some_and(|a| a.len() <= 1 || a == "Ljava/lang/String;")
    };
    &*method.class == STREAM
        && program.concrete_below(STREAM).is_empty()
        && matches!(&*method.name, "print" | "println" | "flush")
        && plain(&method.descriptor)
}

/// The field of a class in which its object is thought to be; Java has no field of that name.
pub(crate) const CLASS: &str = "class";

/// The object that stands for a class.
pub(crate) fn class_object(class: &str) -> ObjectId {
    ObjectId {
        by: format!("{class}.{CLASS}").into(),
        at: 0,
    }
}

pub(crate) const SOME: &str = "?";

/// Stands for all classes of the library that objects of before may be of: it is none of the others, and whether two of them
/// are the same is not known.
pub(crate) fn some_class() -> ObjectId {
    class_object(SOME)
}

/// The same, as far as it is known; none for any other object.
pub(crate) fn of_class(object: &ObjectId) -> Option<Fixed> {
    let class = object.by.strip_suffix(CLASS)?.strip_suffix('.')?;
    Some(Fixed {
        class: "java/lang/Class".into(),
        fields: BTreeMap::new(),
        length: 0,
        // No input is the one that stands for several.
        elements: (class == SOME).then(Vec::new),
        path: Some(Path {
            class: class.into(),
            field: CLASS.into(),
            steps: Vec::new(),
        }),
    })
}
