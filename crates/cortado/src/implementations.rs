//! Methods without a body, and the methods among the targets that implement them.

use crate::entries::NATIVE;
use crate::failure::Failure;
use crate::names;
use classpath::{ClassFile, ClassPath, Method, Name, access};
use std::collections::BTreeSet;

/// How many implementations are named.
const NAMED: usize = 5;

/// The methods with a body, of the application's classes, that implement an abstract one, as `--method` takes them.
pub fn of(
    classpath: &ClassPath,
    class: &ClassFile,
    method: &Method,
) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for name in classpath.application_classes()? {
        if name == class.name || !classpath.is_subclass(&name, &class.name)? {
            continue;
        }
        let Some(below) = classpath.find(&name)? else {
            continue;
        };
        let own = below.method(&method.name, &method.descriptor);
        if let Some(own) = own.filter(|own| own.code.is_some()) {
            found.push(names::written(&below, own));
        }
    }
    found.sort();
    Ok(found)
}

/// The classes and interfaces of which the application has objects: its concrete classes and all that these inherit from.
pub fn with_objects(classpath: &ClassPath) -> Result<BTreeSet<Name>, Failure> {
    let mut found = BTreeSet::new();
    for name in classpath.application_classes()? {
        // What inherits from a class that is missing has no objects.
        let (Ok(Some(class)), Ok(chain)) = (classpath.find(&name), classpath.super_chain(&name))
        else {
            continue;
        };
        let hidden = access::ABSTRACT | access::INTERFACE | access::SYNTHETIC;
        if class.access & hidden != 0 || class.enclosing_method.is_some() {
            continue;
        }
        found.extend(chain.iter().map(|class| class.name.clone()));
        found.extend(classpath.all_interfaces(&name).unwrap_or_default());
    }
    Ok(found)
}

/// `A.m(), B.m() and 3 more`
pub fn list(methods: &[String]) -> String {
    let named = methods.iter().take(NAMED).cloned();
    let named: Vec<String> = named.collect();
    match methods.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Why a method without a body cannot be checked, and what can be.
pub fn instead(
    classpath: &ClassPath,
    class: &ClassFile,
    method: &Method,
) -> Result<Failure, Failure> {
    let written = names::written(class, method);
    if method.access & NATIVE != 0 {
        let text = format!("{written} is native; there is no code to check");
        return Ok(Failure::usage(text));
    }
    let found = of(classpath, class, method)?;
    let advice = match found.is_empty() {
        true => "no class among the targets implements it; name them as targets too".to_owned(),
        false => format!("name a method that implements it: {}", list(&found)),
    };
    Ok(Failure::usage(format!("{written} is abstract; {advice}")))
}
