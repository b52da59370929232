//! Which exceptions the documentation of a method announces: `@throws` and `@exception` in its own Javadoc and in that of
//! the methods that it overrides or implements, as far as their sources are at hand.

use crate::entries::{PRIVATE, STATIC};
use crate::sources::SourceTexts;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor};
use explore::Entry;
use source::SourceFile;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether the documentation of an entry names one of these classes (Java names): an exception and its superclasses.
pub fn says(
    classpath: &ClassPath,
    sources: &SourceTexts,
    entry: &Entry,
    thrown: &[String],
) -> bool {
    let Entry::Method {
        class,
        name,
        descriptor,
    } = entry
    else {
        return false;
    };
    let thrown: Vec<String> = thrown.iter().map(|name| name.replace('$', ".")).collect();
    let Some(first) = declaring(classpath, class, name, descriptor) else {
        return false;
    };
    let alone = (first.method(name, descriptor)).is_none_or(|m| m.access & (STATIC | PRIVATE) != 0);
    let mut open = vec![Arc::clone(&first)];
    let mut seen: BTreeSet<String> = BTreeSet::new();
    while let Some(class) = open.pop() {
        if !seen.insert(class.name.to_string()) {
            continue;
        }
        let own = class.name == first.name;
        let fits = |method: &&Method| match own {
            true => *method.name == *name && *method.descriptor == *descriptor,
            false => overridden(method, name, descriptor),
        };
        let methods: Vec<&Method> = class.methods.iter().filter(fits).collect();
        if !methods.is_empty()
            && let Some(file) = sources.of_class(&class)
            && methods.iter().any(|m| names_one(&file, &class, m, &thrown))
        {
            return true;
        }
        if !alone {
            let above = class.super_name.iter().chain(&class.interfaces);
            open.extend(above.filter_map(|name| classpath.find(name).ok().flatten()));
        }
    }
    false
}

/// The class that declares a method which a class has.
fn declaring(
    classpath: &ClassPath,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Option<Arc<ClassFile>> {
    let chain = classpath.super_chain(class).ok()?;
    (chain.into_iter()).find(|class| class.method(name, descriptor).is_some())
}

/// Whether a method of a superclass or interface is one that a method of this name and descriptor overrides; type
/// arguments may have made parameters narrower.
fn overridden(above: &Method, name: &str, descriptor: &str) -> bool {
    if *above.name != *name || above.access & (STATIC | PRIVATE) != 0 {
        return false;
    }
    let types = |descriptor: &str| {
        let types = MethodDescriptor::parse(descriptor).ok()?;
        Some(
            types
                .params
                .iter()
                .map(|t| t.java_name())
                .collect::<Vec<_>>(),
        )
    };
    let (Some(own), Some(above)) = (types(descriptor), types(&above.descriptor)) else {
        return false;
    };
    let fits = |(own, above): (&String, &String)| own == above || above == "java.lang.Object";
    own.len() == above.len() && own.iter().zip(&above).all(fits)
}

/// Whether the documentation of a method in this file names one of the classes.
fn names_one(file: &SourceFile, class: &ClassFile, method: &Method, thrown: &[String]) -> bool {
    let Some(declared) = in_source(file, class, method) else {
        return false;
    };
    let named = file.documented_exceptions(declared);
    (named.iter()).any(|name| thrown.iter().any(|full| file.names_class(name, full)))
}

/// The declaration of a method in the source of its class: the one with that name and types like those.
fn in_source<'f>(
    file: &'f SourceFile,
    class: &ClassFile,
    method: &Method,
) -> Option<&'f source::Method> {
    let own_name = class.name.rsplit('/').next();
    let types = MethodDescriptor::parse(&method.descriptor).ok()?;
    let types: Vec<String> = types.params.iter().map(|t| t.java_name()).collect();
    let named = (file.methods().iter()).filter(|m| {
        m.name == *method.name
            && m.class.as_deref() == own_name
            && m.parameters.len() == types.len()
    });
    let named: Vec<&source::Method> = named.collect();
    if let [only] = named[..] {
        return Some(only);
    }
    let type_parameters = |m: &source::Method| {
        let around = file
            .types()
            .iter()
            .filter(|ty| ty.name.as_deref() == own_name);
        let around = around.flat_map(|ty| &ty.type_parameters);
        let all = around.chain(&m.type_parameters);
        all.map(|parameter| parameter.name.clone())
            .collect::<Vec<_>>()
    };
    named.into_iter().find(|m| {
        let variables = type_parameters(m);
        (m.parameters.iter().zip(&types)).all(|(written, ty)| {
            let erased = written.ty.split('<').next().unwrap_or_default();
            let dimensions = match written.ty.rfind('>') {
                Some(end) => &written.ty[end + 1..],
                None => "",
            };
            let written = format!("{erased}{dimensions}").replace("...", "[]");
            let element = written.trim_end_matches("[]");
            let simple = |name: &str| {
                let last = name.rsplit(['.', '$']).next().unwrap_or(name);
                last.to_owned()
            };
            let depth = |name: &str| name.matches("[]").count();
            depth(&written) == depth(ty)
                && (simple(&written) == simple(ty) || variables.iter().any(|v| v == element))
        })
    })
}
