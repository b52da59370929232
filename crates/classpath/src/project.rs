//! Maven and Gradle projects: their modules, compiled classes or else their sources, and the jars they depend on.

use crate::error::Error;
use crate::files;
use crate::gradle::{self, Declared};
use crate::maven::{self, Coordinates, Pom, Poms, Repositories};
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

/// Whether a file of this name describes a project.
pub(crate) fn is_project_file(name: &str) -> bool {
    name == "pom.xml" || gradle::is_build_file(name)
}

pub(crate) fn is_project(directory: &Path) -> bool {
    directory.join("pom.xml").is_file() || gradle::is_gradle(directory)
}

pub(crate) fn read(root: &Path, repositories: &Repositories) -> Result<Project, Error> {
    let mut project = Project::default();
    let mut reader = Poms::new(repositories);
    let mut found = Modules::default();
    let mut declared = Declared::default();
    if root.join("pom.xml").is_file() {
        let file = root.join("pom.xml");
        found.add(&file, &mut reader, &mut Vec::new())?;
    } else {
        let modules = gradle::modules(root)?;
        declared = gradle::dependencies(root, &modules)?;
        found.places = modules.into_iter().map(|module| (module, None)).collect();
    }
    for (module, sources) in &found.places {
        add_module(module, sources.as_deref(), &mut project)?;
    }
    let (jars, missing) = maven::dependency_jars(&mut reader, &found.poms, declared);
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

/// What Maven calls a reactor.
#[derive(Default)]
struct Modules {
    poms: Vec<Pom>,
    /// The directories of the modules, and where their sources are if that is said.
    places: Vec<(PathBuf, Option<PathBuf>)>,
    known: HashSet<PathBuf>,
}

impl Modules {
    /// Adds a module by its project file, and those within it; `open` has the files that led here.
    fn add(
        &mut self,
        file: &Path,
        reader: &mut Poms,
        open: &mut Vec<PathBuf>,
    ) -> Result<(), Error> {
        let canonical = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
        if open.contains(&canonical) {
            return Err(Error::target(
                file,
                "modules form a cycle: this project file is a module of itself, by way of others",
            ));
        }
        if !self.known.insert(canonical.clone()) {
            return Ok(());
        }
        let pom = reader.read(file)?;
        let directory = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let sources = pom.sources.as_ref().map(|sources| directory.join(sources));
        self.places.push((directory.clone(), sources));
        let names = pom.modules.clone();
        self.poms.push(pom);
        open.push(canonical);
        for name in names {
            // A directory, or a project file by another name.
            let path = directory.join(name);
            let file = match path.is_dir() {
                true => path.join("pom.xml"),
                false => path,
            };
            if file.is_file() {
                self.add(&file, reader, open)?;
            }
        }
        open.pop();
        Ok(())
    }
}

fn add_module(module: &Path, sources: Option<&Path>, project: &mut Project) -> Result<(), Error> {
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
    let usual = || module.join("src/main/java");
    let mut roots = vec![sources.map_or_else(usual, Path::to_path_buf)];
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
