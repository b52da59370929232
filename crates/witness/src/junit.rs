//! Where JUnit 5 is: named by the user, among the target's own jars, in the local Maven repository, or in Debian's
//! directory of Java packages.

use std::path::{Path, PathBuf};

/// The environment variable with jars or directories of jars, separated as in a class path.
const VARIABLE: &str = "CORTADO_JUNIT";

/// Where Debian packages put jars.
const DEBIAN: &str = "/usr/share/java";

/// What is needed to compile a test, and what else to run it on the JUnit platform.
const COMPILE: &[&str] = &[
    "junit-jupiter-api",
    "junit-platform-commons",
    "opentest4j",
    "apiguardian-api",
];
const RUN: &[&str] = &[
    "junit-jupiter-engine",
    "junit-platform-launcher",
    "junit-platform-engine",
];

/// Needed by JUnit 6, absent before.
const OPTIONAL: &[&str] = &["jspecify"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JUnit {
    /// All that the platform needs.
    Platform(Vec<PathBuf>),
    /// Enough to compile a test; its method is then called directly.
    Api(Vec<PathBuf>),
    Absent,
}

impl JUnit {
    /// Looks for JUnit. `named` are the user's own jars or directories; `class_path` is the target's.
    pub fn find(named: &[PathBuf], class_path: &[PathBuf]) -> JUnit {
        let variable = std::env::var_os(VARIABLE).unwrap_or_default();
        let mut own: Vec<PathBuf> = named.to_vec();
        own.extend(std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()));
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
        let places = [
            jars_in(&own),
            class_path.to_vec(),
            home.map_or_else(Vec::new, |home| {
                maven_jars(&Path::new(&home).join(".m2/repository"))
            }),
            jars_in(&[PathBuf::from(DEBIAN)]),
        ];
        let mut best = JUnit::Absent;
        for place in places {
            match JUnit::among(&place) {
                JUnit::Platform(jars) => return JUnit::Platform(jars),
                JUnit::Api(jars) if best == JUnit::Absent => best = JUnit::Api(jars),
                _ => {}
            }
        }
        best
    }

    fn among(jars: &[PathBuf]) -> JUnit {
        let pick = |names: &[&str]| -> Option<Vec<PathBuf>> {
            (names.iter())
                .map(|name| jars.iter().find(|jar| is_named(jar, name)).cloned())
                .collect()
        };
        if let (Some(mut parts), Some(engine)) = (pick(COMPILE), pick(RUN)) {
            parts.extend(engine);
            parts.extend(pick(OPTIONAL).unwrap_or_default());
            return JUnit::Platform(parts);
        }
        // One jar with everything inside; it takes longer to open than its parts.
        if let Some(all) = pick(&["junit-platform-console-standalone"]) {
            return JUnit::Platform(all);
        }
        let Some(mut found) = pick(&COMPILE[..1]) else {
            return JUnit::Absent;
        };
        for name in COMPILE[1..].iter().chain(OPTIONAL) {
            found.extend(pick(&[name]).unwrap_or_default());
        }
        JUnit::Api(found)
    }

    pub(crate) fn jars(&self) -> &[PathBuf] {
        match self {
            JUnit::Platform(jars) | JUnit::Api(jars) => jars,
            JUnit::Absent => &[],
        }
    }
}

/// Whether a jar is `NAME.jar` or `NAME-1.2.jar`.
fn is_named(jar: &Path, name: &str) -> bool {
    let Some(file) = jar.file_name().and_then(|file| file.to_str()) else {
        return false;
    };
    let Some(rest) = file
        .strip_prefix(name)
        .and_then(|rest| rest.strip_suffix(".jar"))
    else {
        return false;
    };
    let version = rest.strip_prefix('-');
    rest.is_empty()
        || version.is_some_and(|version| {
            version.starts_with(|c: char| c.is_ascii_digit())
                && !version.ends_with("-sources")
                && !version.ends_with("-javadoc")
        })
}

/// The jars among the paths and directly inside those that are directories, sorted.
fn jars_in(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut jars = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            let mut inside: Vec<PathBuf> = entries
                .map(|entry| entry.path())
                .filter(|path| is_jar(path))
                .collect();
            inside.sort();
            jars.extend(inside);
        } else if is_jar(path) {
            jars.push(path.clone());
        }
    }
    jars
}

fn is_jar(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jar")
}

/// The newest JUnit of a Maven repository with the parts of the same release, as far as they are there.
fn maven_jars(repository: &Path) -> Vec<PathBuf> {
    let jupiter = repository.join("org/junit/jupiter");
    let mut versions = versions_in(&jupiter.join("junit-jupiter-api"));
    versions.sort_by_key(|version| numbers(version));
    for version in versions.into_iter().rev() {
        // Jupiter 5.x.y goes with platform 1.x.y; from 6 on they count together.
        let platform = match version.strip_prefix("5.") {
            Some(rest) => format!("1.{rest}"),
            None => version.clone(),
        };
        let part = |group: &str, name: &str, version: &str| {
            let jar = format!("{group}/{name}/{version}/{name}-{version}.jar");
            Some(repository.join(jar)).filter(|jar| jar.is_file())
        };
        let newest = |group: &str, name: &str| {
            let mut versions = versions_in(&repository.join(group).join(name));
            versions.sort_by_key(|version| numbers(version));
            versions
                .iter()
                .rev()
                .find_map(|version| part(group, name, version))
        };
        let Some(api) = part("org/junit/jupiter", "junit-jupiter-api", &version) else {
            continue;
        };
        let others = [
            part("org/junit/jupiter", "junit-jupiter-engine", &version),
            part("org/junit/platform", "junit-platform-commons", &platform),
            part("org/junit/platform", "junit-platform-engine", &platform),
            part("org/junit/platform", "junit-platform-launcher", &platform),
            newest("org/opentest4j", "opentest4j"),
            newest("org/apiguardian", "apiguardian-api"),
            newest("org/jspecify", "jspecify"),
        ];
        return std::iter::once(api)
            .chain(others.into_iter().flatten())
            .collect();
    }
    Vec::new()
}

fn versions_in(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| name.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

fn numbers(version: &str) -> (Vec<u64>, String) {
    let parts = version.split(['.', '-']);
    (
        parts.map_while(|part| part.parse().ok()).collect(),
        version.to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn parts_are_found_by_name() {
        assert_eq!(JUnit::among(&[]), JUnit::Absent);
        assert_eq!(
            JUnit::among(&paths(&["junit4.jar", "junit-jupiter-5.9.2.jar"])),
            JUnit::Absent
        );
        let api = paths(&["lib/junit-jupiter-api-5.9.2.jar"]);
        assert_eq!(JUnit::among(&api), JUnit::Api(api.clone()));
        let mut all: Vec<String> = (COMPILE.iter().chain(RUN))
            .map(|name| format!("{name}.jar"))
            .collect();
        all.push("junit-jupiter-api-5.9.2-sources.jar".to_owned());
        let all: Vec<PathBuf> = all.iter().map(PathBuf::from).collect();
        let JUnit::Platform(found) = JUnit::among(&all) else {
            panic!("all parts are there");
        };
        assert_eq!(found.len(), COMPILE.len() + RUN.len());
    }

    #[test]
    fn the_newest_release_of_a_repository_with_its_platform() {
        let directory = tempfile::tempdir().unwrap();
        let put = |jar: &str| {
            let jar = directory.path().join(jar);
            std::fs::create_dir_all(jar.parent().unwrap()).unwrap();
            std::fs::write(jar, "").unwrap();
        };
        for version in ["5.9.2", "5.10.0"] {
            put(&format!(
                "org/junit/jupiter/junit-jupiter-api/{version}/junit-jupiter-api-{version}.jar"
            ));
        }
        put("org/junit/platform/junit-platform-commons/1.10.0/junit-platform-commons-1.10.0.jar");
        put("org/junit/platform/junit-platform-commons/1.9.2/junit-platform-commons-1.9.2.jar");
        let jars = maven_jars(directory.path());
        let names: Vec<_> = jars
            .iter()
            .filter_map(|jar| jar.file_name()?.to_str())
            .collect();
        assert_eq!(
            names,
            [
                "junit-jupiter-api-5.10.0.jar",
                "junit-platform-commons-1.10.0.jar"
            ]
        );
    }
}
