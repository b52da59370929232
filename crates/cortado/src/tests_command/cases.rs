//! From a path to what a test of it states: names that source can use for classes, constants and exceptions.

use super::Searched;
use super::collect::Collected;
use crate::names::dotted;
use crate::replay::witness_entry;
use crate::sources::SourceTexts;
use classpath::{ClassFile, ClassPath, FieldType, access};
use explore::Entry;
use explore::suite::{Ending, Observed, Pass, Told};
use outcome::{InputValue, Made, ObjectValue};
use std::sync::Arc;
use witness::{Case, Expect, Like};

/// A path that may become a test.
pub struct Candidate {
    /// The number of its entry.
    pub entry: usize,
    /// Internal name of the class under test.
    pub class: String,
    pub case: Case,
    /// How it ends, to tell it from other ends of the entry.
    pub end: String,
    pub passed: Vec<Pass>,
    /// What another JVM may do differently.
    pub unsure: Option<String>,
}

pub fn of(
    classpath: &ClassPath,
    sources: &SourceTexts,
    searched: &[Searched],
    collected: &Collected,
    package: Option<&str>,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut paths: Vec<_> = collected.paths.iter().collect();
    // In the order of the source, whatever was explored first.
    paths.sort_by_key(|(number, _)| *number);
    for (number, end) in paths {
        let Some(searched) = searched.get(*number) else {
            continue;
        };
        let Entry::Method {
            class,
            name,
            descriptor,
        } = &searched.entry
        else {
            continue;
        };
        let Ok(entry) = witness_entry(classpath, &searched.entry) else {
            continue;
        };
        let package = package.unwrap_or(entry.package()).to_owned();
        let chain = classpath.super_chain(class).unwrap_or_default();
        let method = chain.iter().find_map(|c| c.method(name, descriptor));
        let declared = method.is_some_and(|method| !method.exceptions.is_empty());
        let (mut note, mut observed) = (None, Vec::new());
        let (mut inside, mut arrays) = (None, Vec::new());
        let (expect, kind) = match &end.ending {
            Ending::Returned(returned) => {
                let ty = descriptor.rsplit(')').next().unwrap_or("V");
                observed = observations(classpath, &returned.observed);
                inside = (returned.inside.as_ref())
                    .and_then(|inside| named_inside(classpath, inside, &package));
                arrays.clone_from(&returned.arrays);
                (
                    expected(classpath, &returned.value, ty),
                    "returned".to_owned(),
                )
            }
            Ending::Threw { class, assertion } => {
                if let Some(place) = assertion {
                    note = Some(match sources.condition(place) {
                        Some(text) => format!("`{}` fails.", one_line(&text)),
                        None => "An assertion fails.".to_owned(),
                    });
                }
                let named = exception(classpath, class, &package);
                (Expect::Throws(named), format!("threw {class}"))
            }
        };
        let called = declared && !matches!(expect, Expect::Throws(_));
        let declares = called
            || end
                .inputs
                .iter()
                .any(|input| making_declares(classpath, &input.value));
        candidates.push(Candidate {
            entry: *number,
            class: class.clone(),
            case: Case {
                entry,
                inputs: end.inputs.clone(),
                expect,
                inside,
                arrays,
                observed,
                declares,
                note,
            },
            end: kind,
            passed: end.passed.clone(),
            unsure: end.unsure.clone(),
        });
    }
    candidates
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    // JLS 3.3: a backslash and a `u` would be an escape even in a comment.
    words.join(" ").replace("\\u", "\\ u")
}

fn expected(classpath: &ClassPath, told: &Told, descriptor: &str) -> Expect {
    match told {
        Told::Void | Told::Unknown => Expect::Nothing,
        Told::Value(value) => {
            let ty = FieldType::parse(descriptor).map(|ty| classpath.source_type(&ty));
            Expect::Value(value.clone(), ty.unwrap_or_default())
        }
        Told::Receiver => Expect::Receiver,
        Told::Argument(name) => Expect::Argument(name.clone()),
        Told::Constant(class, name) => match constant_class(classpath, class) {
            Some(class) => Expect::Constant(format!("{class}.{name}")),
            None => Expect::NotNull,
        },
        Told::List(_) | Told::Set(_) | Told::Map(_) | Told::Optional(_) | Told::Parsed(..) => {
            match copy(classpath, told) {
                Some(copy) => Expect::Equal(copy),
                None => Expect::NotNull,
            }
        }
        Told::Says(text) => Expect::Says(text.clone()),
        Told::Object => Expect::NotNull,
    }
}

/// How source makes a value that is equal to one.
fn copy(classpath: &ClassPath, told: &Told) -> Option<Like> {
    let all = |told: &[Told]| -> Option<Vec<Like>> {
        told.iter().map(|one| copy(classpath, one)).collect()
    };
    Some(match told {
        Told::Value(value) => Like::Value(value.clone()),
        Told::Constant(class, name) => {
            Like::Constant(format!("{}.{name}", constant_class(classpath, class)?))
        }
        Told::List(values) => Like::List(all(values)?),
        Told::Set(values) => Like::Set(all(values)?),
        Told::Map(entries) => {
            let (keys, values): (Vec<Told>, Vec<Told>) = entries.iter().cloned().unzip();
            Like::Map(all(&keys)?.into_iter().zip(all(&values)?).collect())
        }
        Told::Optional(None) => Like::Optional(None),
        Told::Optional(Some(value)) => Like::Optional(Some(Box::new(copy(classpath, value)?))),
        Told::Parsed(class, text) => Like::Parsed(dotted(class), text.clone()),
        _ => return None,
    })
}

fn observations(classpath: &ClassPath, observed: &[Observed]) -> Vec<(String, Expect)> {
    let each = observed.iter();
    each.map(|one| {
        let value = expected(classpath, &one.value, &one.ty);
        (one.method.clone(), value)
    })
    .collect()
}

/// What is known of a returned object, if a test in the package can name its type.
fn named_inside(
    classpath: &ClassPath,
    inside: &explore::suite::Inside,
    package: &str,
) -> Option<(String, Vec<(String, Expect)>)> {
    let class = classpath.find(&inside.class).ok()??;
    let name = classpath.source_name(&class)?;
    let visible = is_public(&class) || class.package().replace('/', ".") == package;
    visible.then(|| (name, observations(classpath, &inside.observed)))
}

/// The enum of a constant, whose own class may be one without a name.
fn constant_class(classpath: &ClassPath, class: &str) -> Option<String> {
    let chain = classpath.super_chain(class).ok()?;
    let own = chain
        .iter()
        .find(|class| class.super_name.as_deref() == Some("java/lang/Enum"))?;
    classpath.source_name(own)
}

/// The nearest class of an exception that a test can name.
fn exception(classpath: &ClassPath, class: &str, package: &str) -> String {
    let chain = classpath.super_chain(class).unwrap_or_default();
    let named = chain.iter().find_map(|class| {
        let visible = is_public(class) || class.package().replace('/', ".") == package;
        let internal = ["sun/", "jdk/internal/", "com/sun/"];
        let inner = internal.iter().any(|prefix| class.name.starts_with(prefix));
        let name = classpath.source_name(class)?;
        (visible && !inner).then_some(name)
    });
    named.unwrap_or_else(|| dotted("java/lang/Throwable"))
}

pub fn is_public(class: &Arc<ClassFile>) -> bool {
    let nested = class.inner_classes.iter().find(|i| i.inner == class.name);
    nested.map_or(class.access, |inner| inner.access) & access::PUBLIC != 0
}

/// Whether something that makes a value declares checked exceptions.
fn making_declares(classpath: &ClassPath, value: &InputValue) -> bool {
    match value {
        InputValue::Object(object) => object_declares(classpath, object),
        InputValue::Shared { value, .. } | InputValue::Fresh(value) => {
            making_declares(classpath, value)
        }
        InputValue::Array(values) => values.iter().any(|v| making_declares(classpath, v)),
        _ => false,
    }
}

fn object_declares(classpath: &ClassPath, object: &ObjectValue) -> bool {
    let declares = |class: &str, name: &str| {
        let chain = classpath.super_chain(&class.replace('.', "/"));
        let of_name = |m: &&classpath::Method| &*m.name == name && !m.exceptions.is_empty();
        chain
            .unwrap_or_default()
            .iter()
            .any(|c| c.methods.iter().any(|m| of_name(&m)))
    };
    let (maker, arguments): (bool, &[InputValue]) = match &object.made {
        Made::New { arguments, .. } => (declares(&object.class, "<init>"), arguments),
        Made::Factory {
            class,
            method,
            arguments,
            ..
        } => (declares(class, method), arguments),
        Made::Method { arguments, .. } => (false, arguments),
        Made::Constant { .. } => (false, &[]),
    };
    maker
        || object
            .calls
            .iter()
            .any(|call| declares(&object.class, &call.method))
        || arguments
            .iter()
            .chain(object.calls.iter().flat_map(|call| &call.arguments))
            .chain(object.fields.iter().map(|field| &field.value))
            .any(|value| making_declares(classpath, value))
}
