//! The sources that a source needs, by name: those of its package and of its imports that it mentions, and what they need
//! in turn. `javac` is given exactly the files of a target, so that it is known what a result depends on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The file and all that it may need below these roots, the file first. A name that is not used as a type does no harm
/// beyond compiling one file more.
pub fn sources(file: &Path, roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = vec![file.to_owned()];
    let mut seen: BTreeSet<PathBuf> = [file.to_owned()].into();
    let mut next = 0;
    while let Some(file) = found.get(next).cloned() {
        next += 1;
        // What cannot be read is for the compiler to complain about.
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap_or_default()).into_owned();
        for candidate in candidates(&file, &text, roots) {
            if !seen.contains(&candidate) && candidate.is_file() {
                seen.insert(candidate.clone());
                found.push(candidate);
            }
        }
    }
    found
}

/// Where a type that the text mentions could be.
fn candidates(file: &Path, text: &str, roots: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut packages: Vec<PathBuf> = file.parent().map(Path::to_owned).into_iter().collect();
    let mut candidates = BTreeSet::new();
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    for word in text.split(|c| !name(c)) {
        if let Some(package) = word.strip_suffix('.') {
            // As in `import a.b.*;`.
            let path = package.replace('.', "/");
            packages.extend(roots.iter().map(|root| root.join(&path)));
        }
        // As in `a.b.C.method`.
        let parts: Vec<&str> = word.split('.').collect();
        for length in 2..=parts.len() {
            let path = format!("{}.java", parts[..length].join("/"));
            candidates.extend(roots.iter().map(|root| root.join(&path)));
        }
    }
    for word in text.split(|c| !name(c) || c == '.') {
        if word.starts_with(char::is_uppercase) || word.starts_with(char::is_lowercase) {
            let file = format!("{word}.java");
            candidates.extend(packages.iter().map(|package| package.join(&file)));
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mentioned_is_found() {
        let root = std::env::temp_dir().join(format!("cortado-needed-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let file = root.join(path);
            fs::create_dir_all(file.parent().expect("a directory")).expect("created");
            fs::write(&file, text).expect("written");
            file
        };
        let main = write(
            "a/Main.java",
            "package a; import b.*; import c.One; class Main { Near near; Far far; One one; }",
        );
        let near = write("a/Near.java", "package a; class Near { c.Two two; }");
        write(
            "a/Other.java",
            "package a; class Other { does not compile }",
        );
        let far = write("b/Far.java", "package b; public class Far {}");
        let one = write("c/One.java", "package c; public class One {}");
        let two = write("c/Two.java", "package c; public class Two {}");
        let mut found = sources(&main, std::slice::from_ref(&root));
        fs::remove_dir_all(&root).expect("removed");
        assert_eq!(found[0], main);
        found.sort();
        assert_eq!(found, [main, near, far, one, two]);
    }
}
