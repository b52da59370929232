//! The sources that others may need: those of the same source root, which a file's declared package tells, whose names they
//! mention, and so on. More is found here than is needed; of these the compiler takes what it comes to.

use crate::compile::{Source, declared_package};
use crate::error::Error;
use crate::files;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// A source under a root, by the number of the root.
pub(crate) struct Sibling {
    pub root: usize,
    pub source: Source,
}

#[derive(Default)]
pub(crate) struct Siblings {
    pub roots: Vec<PathBuf>,
    /// In the order of their paths.
    pub files: Vec<Sibling>,
}

impl Siblings {
    /// What the given sources may need; `known` has their canonical paths.
    pub fn of(sources: &[Source], known: &HashSet<PathBuf>) -> Result<Siblings, Error> {
        let mut roots: Vec<PathBuf> = Vec::new();
        for source in sources {
            let root = root(&source.path, &declared_package(&source.bytes));
            if let Some(root) = root.filter(|root| !roots.contains(root)) {
                roots.push(root);
            }
        }
        let mut siblings = Siblings {
            roots,
            files: Vec::new(),
        };
        let mut known = known.clone();
        let mut tried = HashSet::new();
        let mut open: Vec<String> = sources.iter().flat_map(candidates).collect();
        while let Some(relative) = open.pop() {
            if !tried.insert(relative.clone()) {
                continue;
            }
            for at in 0..siblings.roots.len() {
                let path = siblings.roots[at].join(&relative);
                if !path.is_file() || files::is_generated(&path) {
                    continue;
                }
                let canonical = path.canonicalize().unwrap_or_else(|_| path.clone());
                if !known.insert(canonical) {
                    break;
                }
                let source = Source {
                    bytes: files::read(&path)?,
                    path,
                    relative: relative.clone(),
                };
                let package = relative.rsplit_once('/').map_or("", |(package, _)| package);
                if declared_package(&source.bytes) != package {
                    continue;
                }
                open.extend(candidates(&source));
                siblings.files.push(Sibling { root: at, source });
                break;
            }
        }
        let order = |a: &Sibling, b: &Sibling| a.source.path.cmp(&b.source.path);
        siblings.files.sort_by(order);
        Ok(siblings)
    }
}

/// The directory that a file's package starts in; none where the file is not where its package says.
pub(crate) fn root(path: &Path, package: &str) -> Option<PathBuf> {
    let above = |path: &Path| {
        let mut directory = path.parent()?;
        for part in package.split('/').rev().filter(|part| !part.is_empty()) {
            if directory.file_name()? != part {
                return None;
            }
            directory = directory.parent()?;
        }
        Some(directory.to_path_buf())
    };
    // A relative path may be too short to tell.
    above(path).or_else(|| above(&std::path::absolute(path).ok()?))
}

/// Where the classes would be that a text mentions, relative to a root.
fn candidates(source: &Source) -> Vec<String> {
    let text = String::from_utf8_lossy(&source.bytes);
    let (names, mut packages) = names(&text);
    packages.insert(declared_package(&source.bytes));
    let mut found = Vec::new();
    for name in names {
        let first = name.split('/').next().unwrap_or(&name);
        for package in &packages {
            found.push(match package.as_str() {
                "" => format!("{first}.java"),
                package => format!("{package}/{first}.java"),
            });
        }
        // `a.b.C.d` is a class and what it has, or a package of a class.
        let ends = name.match_indices('/').skip(1).map(|(at, _)| at);
        let ends = ends.chain([name.len()]);
        let qualified = ends.filter(|end| name[..*end].contains('/'));
        found.extend(qualified.map(|end| format!("{}.java", &name[..end])));
    }
    found
}

/// All names of a text, with `/` for dots, and what stands before `.*`. Comments count, too: they may be annotations.
fn names(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut names, mut packages) = (BTreeSet::new(), BTreeSet::new());
    let mut name = String::new();
    let mut dotted = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match is_part(c) {
            true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            false => c.len_utf8(),
        };
        let token = &rest[..length];
        rest = &rest[length..];
        match c {
            _ if is_part(c) => {
                if dotted && !name.is_empty() {
                    name.push('/');
                } else if !name.is_empty() {
                    names.insert(std::mem::take(&mut name));
                }
                name.push_str(token);
                dotted = false;
            }
            '.' => dotted = true,
            _ if c.is_whitespace() => {}
            _ => {
                if c == '*' && dotted && !name.is_empty() {
                    packages.insert(name.clone());
                }
                if !name.is_empty() {
                    names.insert(std::mem::take(&mut name));
                }
                dotted = false;
            }
        }
    }
    if !name.is_empty() {
        names.insert(name);
    }
    (names, packages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_their_packages() {
        let (names, packages) = names("import a.b.*; class C { x . Y y = new Z().q; }");
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(
            names,
            ["C", "Z", "a/b", "class", "import", "new", "q", "x/Y", "y"]
        );
        assert!(packages.contains("a/b"));
    }

    #[test]
    fn roots_are_told_by_packages() {
        let of = |path: &str, package: &str| root(Path::new(path), package);
        assert_eq!(of("src/p/q/A.java", "p/q"), Some("src".into()));
        assert_eq!(of("p/A.java", "p"), Some("".into()));
        assert_eq!(of("A.java", ""), Some("".into()));
        assert_eq!(of("/src/q/A.java", "p"), None);
    }
}
