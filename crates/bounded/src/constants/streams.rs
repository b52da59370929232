//! `System.out` and `System.err`: objects of which nothing is known but that they are there, and that printing to them changes
//! nothing which a program can see.

use super::{Constant, Fixed, Initialised, ObjectId, Path};
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

/// Whether a method prints a number or a text, which calls nothing else.
pub(crate) fn is_print(method: &MemberRef) -> bool {
    let plain = |descriptor: &str| {
        let argument = descriptor
            .strip_prefix('(')
            .and_then(|d| d.strip_suffix(")V"));
        argument.is_some_and(|a| a.len() <= 1 || a == "Ljava/lang/String;")
    };
    &*method.class == STREAM
        && matches!(&*method.name, "print" | "println" | "flush")
        && plain(&method.descriptor)
}
