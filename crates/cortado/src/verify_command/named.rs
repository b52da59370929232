//! The classes that `--scope` names: one that does not exist is wrong usage. And the methods that cannot be named with
//! success: those that have a contract, but no body.

use crate::entries::NATIVE;
use crate::failure::Failure;
use crate::{implementations, names};
use bounded::universe::source_name;
use classpath::{ClassFile, ClassPath, PoolEntry};
use jml::Specifications;

/// Refuses classes that neither the program nor its class path has.
pub fn require(classpath: &ClassPath, names: &[(String, u32)]) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let own = classpath.application_classes()?;
    let full: Vec<String> = own.iter().map(|name| source_name(name)).collect();
    for (name, _) in names {
        let element = name.trim_end_matches("[]");
        let exists = match element {
            "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double" => {
                element != name
            }
            _ => {
                full.iter()
                    .any(|full| full == element || simple(full) == element)
                    || is_in_library(classpath, element)?
            }
        };
        if exists {
            continue;
        }
        let known = full.iter().flat_map(|full| [simple(full), full]);
        let help = jml::nearest(element, known).map(|help| format!("; {help}"));
        let help = help.unwrap_or_else(|| {
            "; classes of the program may have simple names, those of libraries have full ones"
                .to_owned()
        });
        return Err(Failure::usage(format!(
            "--scope {name}: there is no class {element}{help}"
        )));
    }
    Ok(())
}

/// `Node` of `acme.List$Node`.
fn simple(full: &str) -> &str {
    full.rsplit(['.', '$']).next().unwrap_or(full)
}

/// By its full name, or by the simple name of a class that the program mentions or always knows.
fn is_in_library(classpath: &ClassPath, name: &str) -> Result<bool, Failure> {
    if name.is_empty() {
        return Ok(false);
    }
    let internal = name.replace('.', "/");
    for candidate in [
        internal.clone(),
        format!("java/lang/{internal}"),
        format!("java/util/{internal}"),
    ] {
        if classpath.find(&candidate)?.is_some() {
            return Ok(true);
        }
    }
    for class in classpath.application_classes()? {
        let Some(class) = classpath.find(&class)? else {
            continue;
        };
        for mentioned in mentioned(&class) {
            let is_meant = mentioned.rsplit(['/', '$']).next() == Some(name);
            if is_meant && classpath.find(mentioned)?.is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// What may be the internal name of a class in the constants of another one: by itself, or in a descriptor.
fn mentioned(class: &ClassFile) -> impl Iterator<Item = &str> {
    let entries = (0..u16::MAX).map_while(|index| class.pool.get(index));
    let texts = entries.filter_map(|entry| match entry {
        PoolEntry::Utf8(text) => Some(&**text),
        _ => None,
    });
    let parts =
        texts.flat_map(|text| text.split([';', '<', '>', '(', ')', '[', ':', '*', '+', '-']));
    parts.flat_map(|part| {
        let rest = part.trim_start_matches(['B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z']);
        [part, rest.strip_prefix('L').unwrap_or(rest)]
    })
}

/// The methods with contracts that are verified only where something implements them, in words.
pub fn without_body(
    classpath: &ClassPath,
    specifications: &Specifications,
) -> Result<Vec<String>, Failure> {
    let mut notes = Vec::new();
    for name in classpath.named_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        for method in class.methods.iter().filter(|m| m.code.is_none()) {
            let contract = specifications.contract(&class.name, &method.name, &method.descriptor);
            if !contract.is_some_and(|contract| contract.is_specified) {
                continue;
            }
            let found = implementations::of(classpath, &class, method)?;
            let where_else = match &found[..] {
                [] if method.access & NATIVE != 0 => "it is native".to_owned(),
                [] => "no class among the targets implements it".to_owned(),
                [one] => format!("it is checked where {one} implements it"),
                several => format!(
                    "it is checked where {} implement it",
                    implementations::list(several)
                ),
            };
            notes.push(format!(
                "not checked by itself: {} has no body; {where_else}",
                names::written(&class, method)
            ));
        }
    }
    Ok(notes)
}
