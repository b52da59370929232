//! Classes and methods as users write them: `acme.Outer.Inner.run(int, String[])`, with simple names where only one
//! class fits. An error lists what there is.

use crate::failure::Failure;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor, Name};
use std::sync::Arc;

/// How many candidates an error lists.
const LISTED: usize = 20;

/// A method's name in parts.
#[derive(Debug, PartialEq)]
struct Written<'a> {
    class: &'a str,
    method: &'a str,
    types: Option<Vec<String>>,
}

impl<'a> Written<'a> {
    fn parse(text: &'a str) -> Option<Written<'a>> {
        let text = text.trim();
        let (path, types) = match text.split_once('(') {
            None => (text, None),
            Some((path, rest)) => (path.trim_end(), Some(rest.trim_end().strip_suffix(')')?)),
        };
        let (class, method) = (path.rsplit_once("::")).or_else(|| path.rsplit_once(['.', '#']))?;
        if class.is_empty() || method.is_empty() {
            return None;
        }
        let types = types.map(|types| {
            let parts = types.split(',').map(|t| t.split_whitespace().collect());
            parts.filter(|t: &String| !t.is_empty()).collect()
        });
        Some(Written {
            class,
            method,
            types,
        })
    }
}

/// The class that the user means.
pub fn class(classpath: &ClassPath, written: &str) -> Result<Arc<ClassFile>, Failure> {
    // The last dots may separate nested classes.
    let mut internal = written.trim().replace('.', "/");
    loop {
        if let Some(class) = classpath.find(&internal)? {
            return Ok(class);
        }
        match internal.rfind('/') {
            Some(at) => internal.replace_range(at..=at, "$"),
            None => break,
        }
    }
    let classes = classpath.application_classes()?;
    let simple: Vec<&Name> = classes
        .iter()
        .filter(|name| ends_with_name(name, written))
        .collect();
    match simple[..] {
        [one] => {
            let found = classpath.find(one)?;
            found.ok_or_else(|| Failure::usage(format!("there is no class {written}")))
        }
        [] => {
            let names = classes.iter().map(|name| dotted(name));
            let there = list("the targets have:", names);
            Err(Failure::usage(format!(
                "there is no class {written}{there}"
            )))
        }
        _ => {
            let names = simple.iter().map(|name| dotted(name));
            let there = list("name one of:", names);
            Err(Failure::usage(format!(
                "several classes are called {written}{there}"
            )))
        }
    }
}

/// Whether the last parts of a class name are the written ones, whatever separates nested classes.
fn ends_with_name(internal: &str, written: &str) -> bool {
    let full = internal.replace(['/', '$'], ".");
    let written = written.replace('$', ".");
    full == written
        || full
            .strip_suffix(&written)
            .is_some_and(|rest| rest.ends_with('.'))
}

/// The methods of that name and, if they are given, those types; at least one.
pub fn methods(classpath: &ClassPath, text: &str) -> Result<(Arc<ClassFile>, Vec<usize>), Failure> {
    let Some(written) = Written::parse(text) else {
        return Err(Failure::usage(format!(
            "`{text}` is no method: expected CLASS.NAME or CLASS.NAME(TYPES), as in 'acme.Tax.due(int, String)'"
        )));
    };
    let class = class(classpath, written.class)?;
    let mut named: Vec<usize> = indices(&class, |method| &*method.name == written.method);
    // A constructor is named as in Java.
    if named.is_empty() && ends_with_name(&class.name, written.method) {
        named = indices(&class, |method| &*method.name == "<init>");
    }
    if named.is_empty() {
        return Err(no_such_method(classpath, &class, written.method));
    }
    let fitting: Vec<usize> = match &written.types {
        None => named.clone(),
        Some(types) => {
            let fits = |at: &usize| parameters_fit(&class.methods[*at], types);
            named.iter().copied().filter(fits).collect()
        }
    };
    if fitting.is_empty() {
        let there = candidates(&class, &named);
        return Err(Failure::usage(format!("no method fits {text}{there}")));
    }
    Ok((class, fitting))
}

/// The one method that the user means.
pub fn method(classpath: &ClassPath, text: &str) -> Result<(Arc<ClassFile>, usize), Failure> {
    let (class, found) = methods(classpath, text)?;
    // A bridge has the name and the parameters of what it leads to; nobody means it.
    let own: Vec<usize> = (found.iter().copied())
        .filter(|at| class.methods[*at].access & ACC_BRIDGE == 0)
        .collect();
    match own[..] {
        [one] => Ok((class, one)),
        _ => {
            let there = candidates(&class, &found);
            Err(Failure::usage(format!(
                "several methods are called {text}{there}"
            )))
        }
    }
}

const ACC_BRIDGE: u16 = 0x0040;

fn indices(class: &ClassFile, keep: impl Fn(&Method) -> bool) -> Vec<usize> {
    (0..class.methods.len())
        .filter(|at| keep(&class.methods[*at]))
        .collect()
}

fn no_such_method(classpath: &ClassPath, class: &ClassFile, name: &str) -> Failure {
    let inherited = classpath.super_chain(&class.name).unwrap_or_default();
    let above = (inherited.iter().skip(1)).find(|c| c.methods.iter().any(|m| &*m.name == name));
    let class_name = dotted(&class.name);
    if let Some(above) = above {
        return Failure::usage(format!(
            "{class_name} does not declare {name}; it inherits it from {}",
            dotted(&above.name)
        ));
    }
    let visible = indices(class, |method| {
        method.access & ACC_SYNTHETIC == 0 && !method.name.starts_with('<')
    });
    let there = candidates(class, &visible);
    Failure::usage(format!("{class_name} has no method {name}{there}"))
}

const ACC_SYNTHETIC: u16 = 0x1000;

fn candidates(class: &ClassFile, found: &[usize]) -> String {
    let names = found.iter().map(|at| written(class, &class.methods[*at]));
    list("name one of:", names)
}

/// A list under an error message; nothing where there is nothing to list.
fn list(heading: &str, names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return String::new();
    }
    let mut text = format!("; {heading}");
    for name in names.iter().take(LISTED) {
        text.push_str("\n  ");
        text.push_str(name);
    }
    if names.len() > LISTED {
        text.push_str(&format!("\n  … and {} more", names.len() - LISTED));
    }
    text
}

/// Whether types as written, `String` or `java.lang.String`, are those of the method.
fn parameters_fit(method: &Method, types: &[String]) -> bool {
    let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
        return false;
    };
    let actual: Vec<String> = descriptor.params.iter().map(|t| t.java_name()).collect();
    actual.len() == types.len()
        && (actual.iter().zip(types)).all(|(actual, written)| {
            let written = written.replace("...", "[]");
            ends_with_name(actual, &written)
        })
}

/// `acme.Tax.due(int, java.lang.String)`, as `--method` takes it.
pub fn written(class: &ClassFile, method: &Method) -> String {
    let types = match MethodDescriptor::parse(&method.descriptor) {
        Ok(descriptor) => (descriptor.params.iter())
            .map(|t| t.java_name())
            .collect::<Vec<_>>()
            .join(", "),
        Err(_) => method.descriptor.to_string(),
    };
    format!("{}.{}({types})", dotted(&class.name), method.name)
}

/// `a.B$C` of `a/B$C`.
pub fn dotted(internal: &str) -> String {
    internal.replace('/', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_in_parts() {
        let parse = |text| Written::parse(text).map(|w| (w.class, w.method, w.types));
        assert_eq!(parse("a.B.m"), Some(("a.B", "m", None)));
        let types = vec!["int".to_owned(), "String[]".to_owned()];
        assert_eq!(
            parse(" a.B.m ( int , String[] ) "),
            Some(("a.B", "m", Some(types)))
        );
        assert_eq!(parse("B.m()"), Some(("B", "m", Some(Vec::new()))));
        assert_eq!(parse("a.B::m"), Some(("a.B", "m", None)));
        for wrong in ["", "m", ".m", "B.", "B.m(", "B.m(int"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn simple_names() {
        assert!(ends_with_name("a/b/Outer$Inner", "Outer.Inner"));
        assert!(ends_with_name("a/b/Outer$Inner", "Inner"));
        assert!(ends_with_name("java.lang.String[]", "String[]"));
        assert!(!ends_with_name("a/b/Counter", "Outer"));
        assert!(!ends_with_name("a/BigInner", "Inner"));
    }
}
