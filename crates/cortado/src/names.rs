//! Classes and methods as users write them: `acme.Outer.Inner.run(int, String[])`, with simple names where only one
//! class fits. An error lists what there is.

use crate::failure::Failure;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor, Name, access};
use std::collections::BTreeSet;
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
            Some((path, rest)) => {
                // What stands before the name in a declaration: modifiers and the type of the result.
                let path = path.split_whitespace().last()?;
                (path, Some(rest.trim_end().strip_suffix(')')?))
            }
        };
        let parts = (path.rsplit_once("::")).or_else(|| path.rsplit_once(['.', '#']));
        let (class, method) = match parts {
            Some((class, method)) => (Some(class), method),
            None => (None, path),
        };
        let spaced = |text: &str| text.contains(char::is_whitespace);
        let closed = path.contains(')');
        if class.is_some_and(str::is_empty) || method.is_empty() || spaced(method) || closed {
            return None;
        }
        let types = match types {
            None => None,
            Some(types) => {
                let types = without_type_arguments(types)?;
                let types = types.split(',').map(type_of_parameter);
                Some(types.filter(|ty| !ty.is_empty()).collect())
            }
        };
        Some(Written {
            class,
            method,
            types,
        })
    }
}

/// `Map, List` of `Map<String, Integer>, List<T>`: methods are told apart by what remains.
fn without_type_arguments(types: &str) -> Option<String> {
    let mut depth = 0u32;
    let mut kept = String::new();
    for c in types.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    (depth == 0).then_some(kept)
}

/// `int[]` of `int[]`, `final int[] a` and `int a[]`.
fn type_of_parameter(written: &str) -> String {
    let words = written.split_whitespace();
    let mut words = words.filter(|word| *word != "final" && !word.starts_with('@'));
    let mut ty = words.next().unwrap_or_default().to_owned();
    // What follows is the name, but for dimensions.
    let dimensions = words.flat_map(str::chars);
    ty.extend(dimensions.filter(|c| matches!(c, '[' | ']' | '.')));
    ty
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
            // As in a program, what is in java.lang needs no more than its name.
            if let Some(class) = classpath.find(&format!("java/lang/{}", written.trim()))? {
                return Ok(class);
            }
            let names: Vec<String> = classes.iter().map(|name| dotted(name)).collect();
            let there = alike_or_all("the targets have:", names, written, |name| name);
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
    /// Which methods, at least one, of what class: the same, or one that it inherits from.
    pub methods: Vec<(Arc<ClassFile>, usize)>,
}

/// The class, its superclasses and its interfaces: where methods that its objects run are declared.
pub fn places(classpath: &ClassPath, class: &Arc<ClassFile>) -> Vec<Arc<ClassFile>> {
    let mut places = (classpath.super_chain(&class.name)).unwrap_or_else(|_| vec![class.clone()]);
    let interfaces = classpath.all_interfaces(&class.name).unwrap_or_default();
    places.extend(
        interfaces
            .iter()
            .filter_map(|name| classpath.find(name).ok()?),
    );
    places
}

/// Whether objects of a class have a method of `declaring`, from which the class inherits.
pub fn is_passed_on(declaring: &ClassFile, method: &Method) -> bool {
    let of_interface = declaring.access & access::INTERFACE != 0;
    method.access & access::PRIVATE == 0
        && !method.name.starts_with('<')
        && !(of_interface && method.access & access::STATIC != 0)
}

/// The methods of that name and, if they are given, those types: those that the class declares and inherits from classes of
/// the program, or else those of the nearest superclass or interface. At least one.
pub fn overloads(classpath: &ClassPath, text: &str) -> Result<Overloads, Failure> {
    let (class, written) = parse(classpath, text)?;
    let mut found: Vec<(Arc<ClassFile>, usize)> = Vec::new();
    let mut bridges: Vec<(Arc<ClassFile>, usize)> = Vec::new();
    // With whatever types.
    let mut others: Vec<String> = Vec::new();
    for declaring in places(classpath, &class) {
        if !found.is_empty() && !classpath.is_application(&declaring.name) {
            continue;
        }
        let own = declaring.name == class.name;
        let mut named = declared(&declaring, written.method);
        named.retain(|at| own || is_passed_on(&declaring, &declaring.methods[*at]));
        let telling = named.iter().map(|at| &declaring.methods[*at]);
        let telling = telling.filter(|m| m.access & access::SYNTHETIC == 0);
        others.extend(telling.map(|method| written_of(&class.name, method)));
        for at in fitting(&declaring, &named, &written) {
            let method = &declaring.methods[at];
            let same = |(other, index): &(Arc<ClassFile>, usize)| {
                other.methods[*index].descriptor == method.descriptor
            };
            if makes_visible(method) {
                continue;
            }
            // A bridge has the name and the parameters of what it leads to; no user names it.
            match method.access & access::BRIDGE != 0 {
                true => bridges.push((declaring.clone(), at)),
                false if found.iter().any(same) => {}
                // What a bridge stands for is overridden, by a method with other types.
                false if !found.is_empty() && bridges.iter().any(same) => {}
                false => found.push((declaring.clone(), at)),
            }
        }
    }
    if let (true, Some((first, _))) = (found.is_empty(), bridges.first().cloned()) {
        bridges.retain(|(declaring, _)| declaring.name == first.name);
        found = bridges;
    }
    if !found.is_empty() {
        return Ok(Overloads {
            class,
            methods: found,
        });
    }
    if !others.is_empty() {
        let there = list("name one of:", others.into_iter());
        return Err(Failure::usage(format!("no method fits {text}{there}")));
    }
    // What is wrong is best said of the class's own methods.
    match methods(classpath, text) {
        Err(error) => Err(error),
        Ok(_) => Err(no_such_method(classpath, &class, written.method)),
    }
}

/// Whether a method only calls that of a superclass of another visibility: javac makes it for a public class.
fn makes_visible(method: &Method) -> bool {
    const INVOKESPECIAL: u8 = 0xb7;
    let Some(code) = (method.code.as_ref()).filter(|_| method.access & access::BRIDGE != 0) else {
        return false;
    };
    // The call and the return are the last instructions.
    let call = code.bytes.len().checked_sub(4);
    call.is_some_and(|call| code.bytes[call] == INVOKESPECIAL)
}

/// The class and the name in parts.
fn parse<'a>(
    classpath: &ClassPath,
    text: &'a str,
) -> Result<(Arc<ClassFile>, Written<'a>), Failure> {
    let Some(written) = Written::parse(text) else {
        return Err(Failure::usage(format!("`{text}` is no method: {EXPECTED}")));
    };
    let found = match written.class {
        Some(name) => class(classpath, name),
        None => class_with(classpath, &written),
    };
    match found {
        Ok(class) => Ok((class, written)),
        Err(failure) => match (&written.types, class(classpath, text)) {
            (None, Ok(class)) => Err(is_a_class(&class)),
            _ => Err(failure),
        },
    }
}

fn is_a_class(class: &ClassFile) -> Failure {
    let name = dotted(&class.name);
    Failure::usage(format!(
        "{name} is a class: CLASS.NAME names one of its methods; `check --class {name}` takes all public ones"
    ))
}

const EXPECTED: &str =
    "expected NAME, CLASS.NAME or CLASS.NAME(TYPES), as in 'acme.Tax.due(int, String)'";

/// The one class of the targets that has a method of that name.
fn class_with(classpath: &ClassPath, written: &Written) -> Result<Arc<ClassFile>, Failure> {
    let mut found: Vec<(Arc<ClassFile>, Vec<usize>)> = Vec::new();
    // Methods of that name with other types, and the names of all others.
    let mut others: Vec<String> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for name in classpath.named_classes()? {
        let Some(class) = classpath.find(&name)? else {
            continue;
        };
        let named = indices(&class, |method| {
            &*method.name == written.method && method.access & access::SYNTHETIC == 0
        });
        let fitting = fitting(&class, &named, written);
        if fitting.is_empty() {
            let there = named
                .iter()
                .map(|at| self::written(&class, &class.methods[*at]));
            others.extend(there);
            let visible = class.methods.iter().filter(|m| is_visible(m));
            names.extend(visible.map(|m| m.name.to_string()));
        } else {
            found.push((class, fitting));
        }
    }
    match &found[..] {
        [(class, _)] => Ok(Arc::clone(class)),
        [] if !others.is_empty() => Err(Failure::usage(format!(
            "no method {} of the targets has these types{}",
            written.method,
            list("name one of:", others.into_iter())
        ))),
        [] => {
            let alike = alike(names.into_iter(), written.method, |name| name);
            let there = match alike.is_empty() {
                true => format!("; {EXPECTED}"),
                false => list("did you mean:", alike.into_iter()),
            };
            Err(Failure::usage(format!(
                "no method of the targets is called {}{there}",
                written.method
            )))
        }
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
    let own = class.methods.iter().filter(|m| is_visible(m));
    let mut names: Vec<String> = own.map(|method| written(class, method)).collect();
    for above in inherited.iter().skip(1) {
        if classpath.is_application(&above.name) {
            let passed_on = |m: &&Method| is_visible(m) && self::is_passed_on(above, m);
            let there = above.methods.iter().filter(passed_on);
            names.extend(there.map(|method| written_of(&class.name, method)));
        }
    }
    let mut known = BTreeSet::new();
    names.retain(|name| known.insert(name.clone()));
    let there = alike_or_all("name one of:", names, name, |written| {
        let path = written.split('(').next().unwrap_or(written);
        path.rsplit('.').next().unwrap_or(path)
    });
    Failure::usage(format!("{class_name} has no method {name}{there}"))
}

/// Whether somebody wrote the method, and may name it.
fn is_visible(method: &Method) -> bool {
    method.access & access::SYNTHETIC == 0 && !method.name.starts_with('<')
}

/// The names that are like one that is misspelt, or else all there are.
fn alike_or_all(
    heading: &str,
    names: Vec<String>,
    misspelt: &str,
    simple: fn(&str) -> &str,
) -> String {
    let alike = alike(names.iter().cloned(), misspelt, simple);
    match alike.is_empty() {
        true => list(heading, names.into_iter()),
        false => list("did you mean:", alike.into_iter()),
    }
}

/// Names that differ in a few letters, the likeliest first. `simple` is the part of a name that counts; of a class that may be
/// any number of its last parts.
fn alike(
    names: impl Iterator<Item = String>,
    misspelt: &str,
    simple: fn(&str) -> &str,
) -> Vec<String> {
    let lower = |text: &str| text.to_lowercase().replace(['/', '$'], ".");
    let misspelt = lower(misspelt.trim());
    let parts = misspelt.split('.').count();
    let few = (misspelt.chars().count() / 3).clamp(1, 3);
    let mut found: Vec<(usize, String)> = names
        .filter_map(|name| {
            let simple = lower(simple(&name));
            let own: Vec<&str> = simple.split('.').collect();
            let last = own[own.len().saturating_sub(parts)..].join(".");
            let distance = distance(&last, &misspelt);
            (distance <= few).then_some((distance, name))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, name)| name).collect()
}

/// How many letters must be added, left out, replaced or swapped with the next to make one text of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // One row for each number of letters of `a`.
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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
        let of = |text| parse(text).and_then(|(_, _, types)| types);
        let strings = |types: &[&str]| Some(types.iter().map(|ty| (*ty).to_owned()).collect());
        assert_eq!(of("m(Map<String, List<T>>, T)"), strings(&["Map", "T"]));
        assert_eq!(
            of("public static <T> int B.m(final int a, @Nullable String[] b, int c[], T... d)"),
            strings(&["int", "String[]", "int[]", "T..."])
        );
        assert_eq!(of("m(int [ ], List<T)"), None);
        for wrong in ["", "m n", ".m", "B.", "B.m(", "B.m(int", "(int)"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn misspelt_names() {
        assert_eq!(distance("over", "ovr"), 1);
        assert_eq!(distance("over", "ovre"), 1);
        assert_eq!(distance("", "abc"), 3);
        let names = ["acme.Shape", "acme.Outer$Shaper", "acme.Other"].map(str::to_owned);
        let found = |text| alike(names.iter().cloned(), text, |name| name);
        assert_eq!(found("shap"), ["acme.Shape"]);
        assert_eq!(found("acme.Shapee"), ["acme.Shape"]);
        assert_eq!(found("Outer.Shapr"), ["acme.Outer$Shaper"]);
        assert!(found("Circle").is_empty());
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
