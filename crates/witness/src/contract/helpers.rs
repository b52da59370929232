//! The methods that generated tests are made of: sections of a file, each with the sections that it needs. A test gets
//! those that it uses, so that it stands by itself.

use std::collections::BTreeSet;

const TEXT: &str = include_str!("../../java/contract/Helpers.java");

/// Types that the sections name, to be imported one by one: a program may have classes of the same names.
const TYPES: &[&str] = &[
    "java.lang.invoke.MethodType",
    "java.lang.reflect.Array",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Executable",
    "java.lang.reflect.Field",
    "java.lang.reflect.InvocationTargetException",
    "java.lang.reflect.Method",
    "java.lang.reflect.Modifier",
    "java.lang.reflect.Proxy",
    "java.math.BigInteger",
    "java.util.ArrayList",
    "java.util.Arrays",
    "java.util.HashSet",
    "java.util.IdentityHashMap",
    "java.util.LinkedHashMap",
    "java.util.List",
    "java.util.Map",
    "java.util.Set",
    "java.util.TreeMap",
];

/// The same of types that need an import only if the program has one of that name.
const PLAIN_TYPES: &[&str] = &[
    "AssertionError",
    "Boolean",
    "Character",
    "Class",
    "ClassLoader",
    "Double",
    "Exception",
    "Float",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "Integer",
    "Iterable",
    "Long",
    "Math",
    "NullPointerException",
    "Number",
    "Object",
    "String",
    "Throwable",
];

/// The sections with these names and what they need, in the order of the file. `class` is that of the test.
pub(super) fn text(wanted: &BTreeSet<&'static str>, class: &str) -> String {
    let sections = sections();
    let mut needed: BTreeSet<&str> = wanted.iter().copied().collect();
    loop {
        let more: BTreeSet<&str> = (sections.iter())
            .filter(|section| needed.contains(section.name))
            .flat_map(|section| section.needs.iter().copied())
            .collect();
        let known = needed.len();
        needed.extend(more);
        if needed.len() == known {
            break;
        }
    }
    let texts = (sections.iter())
        .filter(|section| needed.contains(section.name))
        .map(|section| section.text.trim_end());
    let texts: Vec<String> = texts
        .map(|text| text.replace("CLASS.class", &format!("{class}.class")))
        .collect();
    texts.join("\n\n")
}

/// Whether the sections with these names bring another one with them.
pub(super) fn bring(wanted: &BTreeSet<&'static str>, other: &str) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut work: Vec<&str> = wanted.iter().copied().collect();
    let sections = sections();
    while let Some(name) = work.pop() {
        if seen.insert(name) {
            let section = sections.iter().find(|section| section.name == name);
            work.extend(section.iter().flat_map(|section| section.needs.iter()));
        }
    }
    seen.contains(other)
}

struct Section {
    name: &'static str,
    needs: Vec<&'static str>,
    text: &'static str,
}

fn sections() -> Vec<Section> {
    const MARK: &str = "    // helper ";
    let parts = TEXT.split(MARK).filter(|part| !part.is_empty());
    let sections = parts.filter_map(|part| {
        let (head, text) = part.split_once('\n')?;
        let (name, needs) = head.split_once(':')?;
        Some(Section {
            name,
            needs: needs.split_whitespace().collect(),
            text,
        })
    });
    sections.collect()
}

/// Imports for a text; `is_taken` says whether the package has a class of a simple name.
pub(super) fn imports(text: &str, is_taken: &dyn Fn(&str) -> bool) -> Vec<String> {
    let words: BTreeSet<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .collect();
    let simple = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let mut found: Vec<String> = (TYPES.iter())
        .filter(|name| words.contains(simple(name).as_str()))
        .map(|name| (*name).to_owned())
        .collect();
    let plain = (PLAIN_TYPES.iter()).filter(|name| words.contains(**name) && is_taken(name));
    found.extend(plain.map(|name| format!("java.lang.{name}")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_complete() {
        let sections = sections();
        for section in &sections {
            for need in &section.needs {
                assert!(sections.iter().any(|known| known.name == *need), "{need}");
            }
        }
        assert!(sections.len() > 20);
        let text = text(&BTreeSet::from(["objects"]), "ATest");
        assert!(text.contains("isOwn") && text.contains("known(") && !text.contains("CLASS"));
    }
}
