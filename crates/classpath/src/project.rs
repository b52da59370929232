//! Maven and Gradle projects: their modules, compiled classes or else their sources, and the jars they depend on.

use crate::error::Error;
use crate::files;
use crate::maven::{self, Coordinates, Pom, Repositories};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Debug, Default)]
pub(crate) struct Project {
    /// Compiled classes and resources.
    pub classes: Vec<PathBuf>,
    /// Roots whose sources are to be compiled, because their classes are missing or older.
    pub to_compile: Vec<PathBuf>,
    /// All source roots, compiled or not.
    pub source_roots: Vec<PathBuf>,
    pub dependencies: Vec<PathBuf>,
    /// Dependencies that no local repository has.
    pub missing: Vec<Coordinates>,
}

const GRADLE_FILES: [&str; 4] = [
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
];
/// Modules within modules.
const MAX_DEPTH: usize = 20;

pub(crate) fn is_project(directory: &Path) -> bool {
    directory.join("pom.xml").is_file() || is_gradle(directory)
}

fn is_gradle(directory: &Path) -> bool {
    GRADLE_FILES
        .iter()
        .any(|file| directory.join(file).is_file())
}

pub(crate) fn read(root: &Path, repositories: &Repositories) -> Result<Project, Error> {
    let mut project = Project::default();
    let mut poms = Vec::new();
    let mut direct = Vec::new();
    let mut modules = Vec::new();
    if root.join("pom.xml").is_file() {
        maven_modules(
            root,
            repositories,
            0,
            &mut HashSet::new(),
            &mut poms,
            &mut modules,
        )?;
    } else {
        gradle_modules(root, &mut modules)?;
        for module in &modules {
            for file in ["build.gradle", "build.gradle.kts"] {
                if let Some(bytes) = files::read_optional(&module.join(file))? {
                    direct.extend(gradle_dependencies(&String::from_utf8_lossy(&bytes)));
                }
            }
        }
    }
    for module in &modules {
        add_module(module, &mut project)?;
    }
    let (jars, missing) = maven::dependency_jars(&poms, direct, repositories);
    // What the build itself has copied is exactly right; the repositories only fill in.
    let names: HashSet<_> = project
        .dependencies
        .iter()
        .filter_map(|jar| jar.file_name().map(ToOwned::to_owned))
        .collect();
    let new = |jar: &PathBuf| jar.file_name().is_none_or(|name| !names.contains(name));
    project.dependencies.extend(jars.into_iter().filter(new));
    let copied = |c: &Coordinates| {
        let file = format!("{}-{}.jar", c.artifact, c.version);
        names.contains(std::ffi::OsStr::new(&file))
    };
    project.missing = missing.into_iter().filter(|c| !copied(c)).collect();
    if project.classes.is_empty() && project.to_compile.is_empty() {
        return Err(Error::target(
            root,
            "the project has neither compiled classes nor sources in src/main/java; build it first",
        ));
    }
    Ok(project)
}

fn maven_modules(
    directory: &Path,
    repositories: &Repositories,
    depth: usize,
    known: &mut HashSet<PathBuf>,
    poms: &mut Vec<Pom>,
    modules: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let canonical = directory
        .canonicalize()
        .unwrap_or_else(|_| directory.to_path_buf());
    if depth > MAX_DEPTH || !known.insert(canonical) {
        return Ok(());
    }
    let pom = Pom::read(&directory.join("pom.xml"), repositories)?;
    modules.push(directory.to_path_buf());
    let names = pom.modules.clone();
    poms.push(pom);
    for name in names {
        let module = directory.join(name);
        if module.join("pom.xml").is_file() {
            maven_modules(&module, repositories, depth + 1, known, poms, modules)?;
        }
    }
    Ok(())
}

/// The root and the projects that its settings include: `include ':a:b', 'c'` or `include("a")`.
fn gradle_modules(root: &Path, modules: &mut Vec<PathBuf>) -> Result<(), Error> {
    modules.push(root.to_path_buf());
    for file in ["settings.gradle", "settings.gradle.kts"] {
        let bytes = files::read_optional(&root.join(file))?.unwrap_or_default();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let line = line.trim_start();
            if line.starts_with("include") && !line.starts_with("includeBuild") {
                for name in quoted(line) {
                    let module = root.join(name.trim_start_matches(':').replace(':', "/"));
                    if module.is_dir() && !modules.contains(&module) {
                        modules.push(module);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Dependencies written as `implementation 'group:artifact:version'`; catalogues and variables are beyond reading.
fn gradle_dependencies(text: &str) -> Vec<Coordinates> {
    const CONFIGURATIONS: [&str; 6] = [
        "implementation",
        "api",
        "compileOnly",
        "compileOnlyApi",
        "runtimeOnly",
        "compile",
    ];
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let word = line
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or("");
        if !CONFIGURATIONS.contains(&word) {
            continue;
        }
        for text in quoted(line) {
            let parts: Vec<&str> = text.split(':').collect();
            if let [group, artifact, version] = parts[..] {
                found.push(Coordinates {
                    group: group.into(),
                    artifact: artifact.into(),
                    version: version.into(),
                });
            }
        }
    }
    found
}

fn quoted(line: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['\'', '"']) {
        let quote = &rest[start..=start];
        let after = &rest[start + 1..];
        let Some(end) = after.find(quote) else { break };
        texts.push(after[..end].to_string());
        rest = &after[end + 1..];
    }
    texts
}

fn add_module(module: &Path, project: &mut Project) -> Result<(), Error> {
    let class_directories: Vec<PathBuf> = [
        "target/classes",
        "build/classes/java/main",
        "build/classes/kotlin/main",
        "build/resources/main",
    ]
    .iter()
    .map(|relative| module.join(relative))
    .filter(|path| path.is_dir())
    .collect();
    let mut roots = vec![module.join("src/main/java")];
    for generated in ["target/generated-sources", "build/generated/sources"] {
        let generated = module.join(generated);
        // `annotations` for Maven, `annotationProcessor/java/main` for Gradle.
        for name in files::subdirectories(&generated) {
            let root = generated.join(name);
            let nested = root.join("java/main");
            roots.push(if nested.is_dir() { nested } else { root });
        }
    }
    roots.retain(|root| root.is_dir());
    let mut classes = Vec::new();
    for directory in &class_directories {
        classes.extend(files::with_extension(directory, "class")?);
    }
    let mut sources = Vec::new();
    for root in &roots {
        sources.extend(files::sources(root)?);
    }
    // Checking classes that are older than what the user sees in the editor would give a verdict on another program.
    let stale = newest(&sources) > newest(&classes);
    if !sources.is_empty() && (classes.is_empty() || stale) {
        project.to_compile.extend(roots.iter().cloned());
        let resources = module.join("src/main/resources");
        if resources.is_dir() {
            project.classes.push(resources);
        }
    } else if !classes.is_empty() {
        project.classes.extend(class_directories);
    }
    project.source_roots.extend(roots);
    let copied = module.join("target/dependency");
    if copied.is_dir() {
        project
            .dependencies
            .extend(files::with_extension(&copied, "jar")?);
    }
    Ok(())
}

fn newest(files: &[PathBuf]) -> Option<SystemTime> {
    let times = files
        .iter()
        .filter_map(|file| std::fs::metadata(file).ok()?.modified().ok());
    times.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradle_coordinates_are_read() {
        let text = "dependencies {\n  implementation 'a.b:c:1'\n  api(\"d:e:2\")\n  testImplementation 'f:g:3'\n}\n";
        let found: Vec<String> = gradle_dependencies(text)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, ["a.b:c:1", "d:e:2"]);
    }
}
