//! What is missing where sources do not compile: packages of libraries, how often they are referred to, and where a jar is
//! that has them.

use crate::error::Error;
use crate::files;
use crate::jar::{Jar, JarLimits};
use crate::maven::{Coordinates, Repositories};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// How many of the compiler's errors are shown.
const SHOWN: usize = 20;
/// And how many where a library is missing, since the rest most often follows from that.
const SHOWN_BESIDES: usize = 3;

/// Jars that distributions install.
const SYSTEM: &str = "/usr/share/java";

/// Libraries that sources use most and whose names packages do not tell: package, group and artifact.
const WELL_KNOWN: [(&str, &str, &str); 13] = [
    (
        "org.junit.jupiter.params",
        "org.junit.jupiter",
        "junit-jupiter-params",
    ),
    (
        "org.junit.jupiter.api",
        "org.junit.jupiter",
        "junit-jupiter-api",
    ),
    ("org.junit", "junit", "junit"),
    ("junit.framework", "junit", "junit"),
    ("org.hamcrest", "org.hamcrest", "hamcrest"),
    ("org.mockito", "org.mockito", "mockito-core"),
    ("org.slf4j", "org.slf4j", "slf4j-api"),
    ("lombok", "org.projectlombok", "lombok"),
    ("com.google.common", "com.google.guava", "guava"),
    (
        "org.apache.commons.lang3",
        "org.apache.commons",
        "commons-lang3",
    ),
    ("org.apache.commons.io", "commons-io", "commons-io"),
    ("org.apache.commons.cli", "commons-cli", "commons-cli"),
    ("org.jetbrains.annotations", "org.jetbrains", "annotations"),
];

/// An error of the compiler.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub file: PathBuf,
    pub text: String,
    /// What cannot be found, `class Test`.
    symbol: Option<String>,
    /// All its lines.
    whole: String,
}

impl Problem {
    /// The package that is said not to exist, without classes at its end.
    fn package(&self) -> Option<String> {
        let name = self
            .text
            .strip_prefix("package ")?
            .strip_suffix(" does not exist")?;
        let is_class = |part: &&str| part.starts_with(char::is_uppercase);
        let parts: Vec<&str> = name.split('.').take_while(|part| !is_class(part)).collect();
        Some(parts.join(".")).filter(|name| !name.is_empty())
    }

    /// The name of what was not found, if it may be a class; the compiler takes one before a dot for a variable.
    pub fn class(&self) -> Option<&str> {
        let symbol = self.symbol.as_deref()?;
        let name = symbol.strip_prefix("class ");
        name.or_else(|| symbol.strip_prefix("variable "))
    }

    /// In a few words.
    pub fn why(&self, missing: &[Coordinates]) -> String {
        match (self.package(), &self.symbol) {
            (Some(package), _) => match declared(&package, missing) {
                Some(library) => format!("package {package} is missing, which {library} has"),
                None => format!("package {package} is missing"),
            },
            (None, Some(symbol)) => format!("{}: {symbol}", self.text),
            (None, None) => self.text.clone(),
        }
    }
}

/// The errors in what the compiler said: `A.java:3: error: cannot find symbol`, and lines that belong to it.
pub(crate) fn problems(message: &str) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    for line in message.lines() {
        let place = line.split_once(": error: ").and_then(|(place, text)| {
            let (file, number) = place.rsplit_once(':')?;
            number.parse::<u32>().ok().map(|_| (file, text))
        });
        match (place, found.last_mut()) {
            (Some((file, text)), _) => found.push(Problem {
                file: PathBuf::from(file),
                text: text.trim().to_owned(),
                symbol: None,
                whole: line.to_owned(),
            }),
            (None, Some(problem)) => {
                let symbol = line.trim_start().strip_prefix("symbol:").map(str::trim);
                if problem.symbol.is_none() {
                    problem.symbol = symbol.map(str::to_owned);
                }
                // `3 errors`, and advice.
                let indented = line.starts_with(char::is_whitespace) || symbol.is_some();
                let ends = line.ends_with(" errors")
                    || line.ends_with(" error")
                    || line.starts_with("help:");
                if indented || !ends {
                    problem.whole.push('\n');
                    problem.whole.push_str(line);
                }
            }
            (None, None) => {}
        }
    }
    found
}

/// Whether a library is missing, and not only something of the sources themselves.
pub(crate) fn is_library_missing(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.package().is_some())
}

/// Says first which libraries are missing and what to do about it.
pub(crate) fn explain(
    error: Error,
    missing: &[Coordinates],
    repositories: &Repositories,
    jdk_version: u32,
) -> Error {
    let Error::Javac { message } = error else {
        return error;
    };
    let problems = problems(&message);
    let references = references(&problems);
    let mut text = String::new();
    let mut explained = BTreeSet::new();
    for (package, count) in &references {
        let fix = match declared(package, missing) {
            Some(library) => {
                explained.insert(library.to_string());
                format!(
                    "{library}, which no local repository has: let the build fetch it, or add its jar with --classpath"
                )
            }
            None => fix(package, repositories, jdk_version),
        };
        let plural = if *count == 1 { "" } else { "s" };
        let verb = if *count == 1 { "s" } else { "" };
        text += &format!("{count} reference{plural} to {package} need{verb} {fix}\n");
    }
    let rest: Vec<String> = missing
        .iter()
        .map(ToString::to_string)
        .filter(|library| !explained.contains(library))
        .collect();
    let rest = match rest.is_empty() {
        true => String::new(),
        false => format!(
            "\nnot found in the local repositories: {}; let the build fetch them, or add them with --classpath",
            rest.join(", ")
        ),
    };
    let shown = match references.is_empty() {
        true => SHOWN,
        false => SHOWN_BESIDES,
    };
    if problems.len() <= shown && references.is_empty() {
        return Error::Javac {
            message: message + &rest,
        };
    }
    text += "the sources do not compile:\n";
    let lines: Vec<&str> = problems
        .iter()
        .take(shown)
        .map(|problem| problem.whole.as_str())
        .collect();
    text += &lines.join("\n");
    let advice = message.lines().find(|line| line.starts_with("help: "));
    if problems.len() > shown {
        text += &format!("\n… and {} more errors", problems.len() - shown);
    }
    if let Some(advice) = advice.filter(|_| references.is_empty()) {
        text += &format!("\n{advice}");
    }
    Error::Javac {
        message: text + &rest,
    }
}

/// How often packages of libraries are referred to, the most frequent first: by imports and qualified names, and by
/// simple names that an import explains.
fn references(problems: &[Problem]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut by_file: HashMap<&Path, BTreeSet<String>> = HashMap::new();
    for problem in problems {
        if let Some(package) = problem.package() {
            *counts.entry(package.clone()).or_default() += 1;
            by_file.entry(&problem.file).or_default().insert(package);
        }
    }
    let mut texts: HashMap<&Path, String> = HashMap::new();
    for problem in problems {
        let (Some(symbol), Some(packages)) = (&problem.symbol, by_file.get(&*problem.file)) else {
            continue;
        };
        let text = texts.entry(&problem.file).or_insert_with(|| {
            String::from_utf8_lossy(&files::read(&problem.file).unwrap_or_default()).into_owned()
        });
        let name = symbol.rsplit(' ').next().unwrap_or(symbol);
        let name = name.split(['(', '<']).next().unwrap_or(name);
        let imports = |package: &&String| {
            let lines = text
                .lines()
                .map(str::trim)
                .filter(|line| line.starts_with("import "));
            lines.into_iter().any(|line| {
                let line = line.trim_end_matches(';').trim_end();
                line.contains(&format!("{package}."))
                    && (line.ends_with(&format!(".{name}")) || line.ends_with(".*"))
            })
        };
        if let Some(package) = packages.iter().find(imports) {
            *counts.entry(package.clone()).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn is_within(package: &str, outer: &str) -> bool {
    package
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn well_known(package: &str) -> Option<(&'static str, &'static str)> {
    let known = WELL_KNOWN
        .iter()
        .find(|(prefix, ..)| is_within(package, prefix));
    known.map(|(_, group, artifact)| (*group, *artifact))
}

/// Of the dependencies that are declared and not there, the one that has a package, as far as names tell.
fn declared<'a>(package: &str, missing: &'a [Coordinates]) -> Option<&'a Coordinates> {
    let known = well_known(package);
    let score = |library: &Coordinates| {
        if known == Some((&library.group, &library.artifact)) {
            return 100;
        }
        let group = library.group.split('.');
        let shared = group
            .zip(package.split('.'))
            .take_while(|(a, b)| a == b)
            .count();
        let parts = library.artifact.split(['-', '.', '_']);
        let named = parts
            .filter(|part| part.len() > 2 && package.split('.').any(|p| p == *part))
            .count();
        // That both begin with `org` says nothing.
        match shared {
            0 | 1 => named * 2,
            _ => shared * 3 + named,
        }
    };
    let scored = missing.iter().map(|library| (score(library), library));
    let best = scored
        .filter(|(score, _)| *score > 0)
        .max_by_key(|(score, _)| *score);
    best.map(|(_, library)| library)
}

/// The library that has a package, and how to add it.
pub(crate) fn fix(package: &str, repositories: &Repositories, jdk_version: u32) -> String {
    let known = well_known(package);
    let jar = find_jar(package, known, repositories, jdk_version);
    match (jar, known) {
        (Some(jar), _) => format!("{}: add --classpath {}", artifact(&jar), jar.display()),
        (None, Some((_, artifact))) => {
            format!("{artifact}: add --classpath …/{artifact}.jar")
        }
        (None, None) => "a library that has this package: add its jar with --classpath".to_owned(),
    }
}

/// The name of a library without its version: that of a directory above, as repositories have it, or what comes before
/// the first number.
fn artifact(jar: &Path) -> String {
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let stem = jar.file_stem().unwrap_or_default().to_string_lossy();
    let mut above = jar.ancestors().skip(1).take(4).filter_map(name);
    if let Some(artifact) = above.find(|artifact| stem.starts_with(&format!("{artifact}-"))) {
        return artifact;
    }
    let is_version = |at: &usize| stem[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let end = stem.match_indices('-').map(|(at, _)| at).find(is_version);
    stem[..end.unwrap_or(stem.len())].to_owned()
}

/// A jar that has a package, in the local repositories or where distributions put jars.
fn find_jar(
    package: &str,
    known: Option<(&str, &str)>,
    repositories: &Repositories,
    jdk_version: u32,
) -> Option<PathBuf> {
    let mut places = Vec::new();
    let mut groups: Vec<String> = known
        .map(|(group, _)| group.to_owned())
        .into_iter()
        .collect();
    let parts: Vec<&str> = package.split('.').collect();
    // Groups are named like packages, or like the first parts of them.
    groups.extend(
        (2..=parts.len())
            .rev()
            .map(|length| parts[..length].join(".")),
    );
    let (maven, gradle) = repositories.roots();
    for group in &groups {
        places.extend(maven.map(|root| root.join(group.replace('.', "/"))));
        places.extend(gradle.map(|root| root.join(group)));
    }
    places.push(PathBuf::from(SYSTEM));
    let wanted = package.replace('.', "/");
    for place in places.iter().filter(|place| place.is_dir()) {
        let mut jars = files::with_extension(place, "jar").unwrap_or_default();
        let aside = |jar: &PathBuf| {
            let name = jar
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            name.ends_with("-sources.jar") || name.ends_with("-javadoc.jar")
        };
        jars.retain(|jar| !aside(jar));
        // The one that is named like the library, then the latest.
        let stems = |jar: &Path| {
            jar.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        jars.sort_by_key(|jar| {
            let named = known.is_some_and(|(_, artifact)| stems(jar) == artifact);
            (!named, std::cmp::Reverse(jar.clone()))
        });
        let has = |jar: &&PathBuf| {
            Jar::open(jar, jdk_version, JarLimits::default()).is_ok_and(|jar| {
                let names = jar.class_names();
                names
                    .iter()
                    .any(|name| name.rsplit_once('/').is_some_and(|(of, _)| of == wanted))
            })
        };
        if let Some(jar) = jars.iter().find(has) {
            return Some(jar.clone());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "the sources do not compile:
src/A.java:1: error: package org.junit.jupiter.api does not exist
import org.junit.jupiter.api.Test;
                            ^
src/A.java:4: error: cannot find symbol
  @Test void a() {}
   ^
  symbol:   class Test
  location: class A
src/B.java:2: error: package org.foo.Outer does not exist
2 errors";

    #[test]
    fn errors_are_read() {
        let found = problems(SAID);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].package().as_deref(), Some("org.junit.jupiter.api"));
        assert_eq!(found[1].symbol.as_deref(), Some("class Test"));
        assert_eq!(found[1].package(), None);
        assert_eq!(found[2].package().as_deref(), Some("org.foo"));
        assert!(
            found[2].whole.ends_with("does not exist"),
            "{}",
            found[2].whole
        );
        assert!(is_library_missing(&found) && !is_library_missing(&found[1..2]));
        assert_eq!(problems("nothing of the kind"), []);
    }

    #[test]
    fn the_fix_comes_first() {
        let error = Error::Javac {
            message: SAID.to_owned(),
        };
        let library = Coordinates {
            group: "org.foo".to_owned(),
            artifact: "bar".to_owned(),
            version: "1.0".to_owned(),
        };
        let nowhere = Repositories::at(None, None);
        let text = explain(error, &[library], &nowhere, 17).to_string();
        let lines: Vec<&str> = text.lines().collect();
        let foo = "1 reference to org.foo needs org.foo:bar:1.0, which no local repository has: ";
        assert!(lines[0].starts_with(foo), "{text}");
        let junit =
            "1 reference to org.junit.jupiter.api needs junit-jupiter-api: add --classpath ";
        assert!(lines[1].starts_with(junit), "{text}");
        assert_eq!(lines[2], "the sources do not compile:");
    }

    #[test]
    fn artifacts_have_no_versions() {
        let of = |path: &str| artifact(Path::new(path));
        assert_eq!(
            of("/m2/com/google/guava/guava/31.1-jre/guava-31.1-jre.jar"),
            "guava"
        );
        assert_eq!(
            of("/files-2.1/g/some-lib/snapshot/ab/some-lib-snapshot.jar"),
            "some-lib"
        );
        assert_eq!(of("/usr/share/java/commons-cli-1.5.jar"), "commons-cli");
        assert_eq!(of("lib/x.jar"), "x");
        assert_eq!(of(""), "");
    }

    #[test]
    fn declared_libraries_are_told_by_their_names() {
        let library = |text: &str| {
            let parts: Vec<&str> = text.split(':').collect();
            Coordinates {
                group: parts[0].to_owned(),
                artifact: parts[1].to_owned(),
                version: parts[2].to_owned(),
            }
        };
        let all: Vec<Coordinates> = [
            "org.foo:bar:1",
            "org.foo:quux:1",
            "junit:junit:4",
            "net.x:gson:2",
        ]
        .map(library)
        .to_vec();
        let of = |package: &str| declared(package, &all).map(ToString::to_string);
        assert_eq!(of("org.foo.quux.impl").as_deref(), Some("org.foo:quux:1"));
        assert_eq!(of("org.junit").as_deref(), Some("junit:junit:4"));
        assert_eq!(of("com.google.gson").as_deref(), Some("net.x:gson:2"));
        assert_eq!(of("com.acme"), None);
    }
}
