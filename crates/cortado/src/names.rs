//! Classes and methods as users write them: `acme.Outer.Inner.run(int, String[])`, with simple names where only one
//! class fits. An error lists what there is.

use crate::failure::Failure;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor, Name, access};
use std::sync::Arc;

/// How many candidates an error lists.
const LISTED: usize = 20;

/// A method's name in parts.
#[derive(Debug, PartialEq)]
struct Written<'a> {
    /// Without it, the method is one of the targets' classes.
    class: Option<&'a str>,
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
        let parts = (path.rsplit_once("::")).or_else(|| path.rsplit_once(['.', '#']));
        let (class, method) = match parts {
            Some((class, method)) => (Some(class), method),
            None => (None, path),
        };
        let spaced = |text: &str| text.contains(char::is_whitespace);
        if class.is_some_and(str::is_empty) || method.is_empty() || spaced(method) {
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

/// The methods of that name and, if they are given, those types, which the class itself declares; at least one.
pub fn methods(classpath: &ClassPath, text: &str) -> Result<(Arc<ClassFile>, Vec<usize>), Failure> {
    let (class, written) = parse(classpath, text)?;
    let named = declared(&class, written.method);
    if named.is_empty() {
        return Err(no_such_method(classpath, &class, written.method));
    }
    let fitting = fitting(&class, &named, &written);
    if fitting.is_empty() {
        let there = candidates(&class, &named);
        return Err(Failure::usage(format!("no method fits {text}{there}")));
    }
    Ok((class, fitting))
}

/// What a name stands for where objects of a class run a method.
pub struct Overloads {
    /// The class that the user named: receivers are of this class.
    pub class: Arc<ClassFile>,
    /// The class that declares the methods: the same, or what it inherits from.
    pub declaring: Arc<ClassFile>,
    /// Which of its methods; at least one.
    pub methods: Vec<usize>,
}

/// The methods of that name and, if they are given, those types: those that the class declares, or else those of the
/// nearest superclass or interface. At least one.
pub fn overloads(classpath: &ClassPath, text: &str) -> Result<Overloads, Failure> {
    let (class, written) = parse(classpath, text)?;
    let mut places: Vec<Arc<ClassFile>> = classpath
        .super_chain(&class.name)
        .unwrap_or_else(|_| vec![Arc::clone(&class)]);
    for interface in classpath.all_interfaces(&class.name).unwrap_or_default() {
        places.extend(classpath.find(&interface)?);
    }
    let mut only_bridges = None;
    for declaring in places {
        let own = declaring.name == class.name;
        let mut named = declared(&declaring, written.method);
        let inherits = |at: &usize| {
            let method = &declaring.methods[*at];
            let of_interface = declaring.access & access::INTERFACE != 0;
            method.access & access::PRIVATE == 0
                && !method.name.starts_with('<')
                && !(of_interface && method.access & access::STATIC != 0)
        };
        named.retain(|at| own || inherits(at));
        let fitting = fitting(&declaring, &named, &written);
        // A bridge has the name and the parameters of what it leads to; no user names it.
        let bridge = |at: &usize| declaring.methods[*at].access & access::BRIDGE != 0;
        let (bridges, methods): (Vec<usize>, Vec<usize>) = fitting.into_iter().partition(bridge);
        if !methods.is_empty() {
            return Ok(Overloads {
                class,
                declaring,
                methods,
            });
        }
        if !bridges.is_empty() && only_bridges.is_none() {
            only_bridges = Some((declaring, bridges));
        }
    }
    if let Some((declaring, methods)) = only_bridges {
        return Ok(Overloads {
            class,
            declaring,
            methods,
        });
    }
    // What is wrong is best said of the class's own methods.
    match methods(classpath, text) {
        Err(error) => Err(error),
        Ok(_) => Err(no_such_method(classpath, &class, written.method)),
    }
}

/// The class and the name in parts.
fn parse<'a>(
    classpath: &ClassPath,
    text: &'a str,
) -> Result<(Arc<ClassFile>, Written<'a>), Failure> {
    let Some(written) = Written::parse(text) else {
        return Err(Failure::usage(format!("`{text}` is no method: {EXPECTED}")));
    };
    let class = match written.class {
        Some(name) => class(classpath, name)?,
        None => class_with(classpath, &written)?,
    };
    Ok((class, written))
}

const EXPECTED: &str =
    "expected NAME, CLASS.NAME or CLASS.NAME(TYPES), as in 'acme.Tax.due(int, String)'";

/// The one class of the targets that has a method of that name.
fn class_with(classpath: &ClassPath, written: &Written) -> Result<Arc<ClassFile>, Failure> {
    let mut found: Vec<(Arc<ClassFile>, Vec<usize>)> = Vec::new();
    for name in classpath.named_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        let named = indices(&class, |method| {
            &*method.name == written.method && method.access & access::SYNTHETIC == 0
        });
        let fitting = fitting(&class, &named, written);
        if !fitting.is_empty() {
            found.push((class, fitting));
        }
    }
    match &found[..] {
        [(class, _)] => Ok(Arc::clone(class)),
        [] => Err(Failure::usage(format!(
            "no method of the targets is called {}; {EXPECTED}",
            written.method
        ))),
        several => {
            let names = several.iter().flat_map(|(class, methods)| {
                (methods.iter()).map(|at| self::written(class, &class.methods[*at]))
            });
            Err(Failure::usage(format!(
                "several classes have a method {}{}",
                written.method,
                list("name one of:", names)
            )))
        }
    }
}

/// The methods of that name that a class declares.
fn declared(class: &ClassFile, name: &str) -> Vec<usize> {
    let named = indices(class, |method| &*method.name == name);
    match named.is_empty() && ends_with_name(&class.name, name) {
        // A constructor is named as in Java.
        true => indices(class, |method| &*method.name == "<init>"),
        false => named,
    }
}

fn fitting(class: &ClassFile, named: &[usize], written: &Written) -> Vec<usize> {
    let named = named.iter().copied();
    match &written.types {
        None => named.collect(),
        Some(types) => named
            .filter(|at| parameters_fit(&class.methods[*at], types))
            .collect(),
    }
}

fn indices(class: &ClassFile, keep: impl Fn(&Method) -> bool) -> Vec<usize> {
    (0..class.methods.len())
        .filter(|at| keep(&class.methods[*at]))
        .collect()
}

fn no_such_method(classpath: &ClassPath, class: &ClassFile, name: &str) -> Failure {
    let inherited = classpath.super_chain(&class.name).unwrap_or_default();
    let is_passed_on = |m: &Method| &*m.name == name && m.access & access::PRIVATE == 0;
    let above = (inherited.iter().skip(1)).find(|c| c.methods.iter().any(is_passed_on));
    let class_name = dotted(&class.name);
    if let Some(above) = above {
        let there = candidates(above, &indices(above, is_passed_on));
        return Failure::usage(format!(
            "{class_name} does not declare {name}; it inherits it from {}{there}",
            dotted(&above.name)
        ));
    }
    let visible = indices(class, |method| {
        method.access & access::SYNTHETIC == 0 && !method.name.starts_with('<')
    });
    let there = candidates(class, &visible);
    Failure::usage(format!("{class_name} has no method {name}{there}"))
}

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
    written_of(&class.name, method)
}

/// The same of a method that objects of a class run, wherever it is declared.
pub fn written_of(class: &str, method: &Method) -> String {
    let types = match MethodDescriptor::parse(&method.descriptor) {
        Ok(descriptor) => (descriptor.params.iter())
            .map(|t| t.java_name())
            .collect::<Vec<_>>()
            .join(", "),
        Err(_) => method.descriptor.to_string(),
    };
    format!("{}.{}({types})", dotted(class), method.name)
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
        assert_eq!(parse("a.B.m"), Some((Some("a.B"), "m", None)));
        assert_eq!(
            parse("m(int)"),
            Some((None, "m", Some(vec!["int".to_owned()])))
        );
        assert_eq!(parse("m"), Some((None, "m", None)));
        let types = vec!["int".to_owned(), "String[]".to_owned()];
        assert_eq!(
            parse(" a.B.m ( int , String[] ) "),
            Some((Some("a.B"), "m", Some(types)))
        );
        assert_eq!(parse("B.m()"), Some((Some("B"), "m", Some(Vec::new()))));
        assert_eq!(parse("a.B::m"), Some((Some("a.B"), "m", None)));
        for wrong in ["", "m n", ".m", "B.", "B.m(", "B.m(int", "(int)"] {
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
