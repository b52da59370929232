//! What the user named on the command line, turned into a class path: any mix of `.java` files, source and class
//! directories, jars, and the roots of Maven and Gradle projects.

use crate::api;
use crate::cache::{Cache, Key};
use crate::class_path::{ClassPath, Parts, Role};
use crate::compile::{self, Archive, Compilation, Encoding, Source};
use crate::error::Error;
use crate::files;
use crate::jar::JarLimits;
use crate::jdk::Jdk;
use crate::maven::Repositories;
use crate::project;
use crate::siblings::Siblings;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Collects targets and options; [`ClassPathBuilder::build`] finds the JDK and compiles sources that the cache lacks.
#[derive(Debug, Clone, Default)]
pub struct ClassPathBuilder {
    targets: Vec<PathBuf>,
    extras: Vec<PathBuf>,
    stubs: Vec<PathBuf>,
    jdk: Option<PathBuf>,
    cache: Option<PathBuf>,
    limits: JarLimits,
    repositories: Option<Repositories>,
}

/// What the targets amount to.
#[derive(Default)]
struct Found {
    application: Vec<PathBuf>,
    dependencies: Vec<PathBuf>,
    sources: Vec<Source>,
    source_paths: HashSet<PathBuf>,
    source_roots: Vec<PathBuf>,
    missing: Vec<String>,
}

impl ClassPathBuilder {
    pub fn new() -> ClassPathBuilder {
        ClassPathBuilder::default()
    }

    /// Adds something to check.
    pub fn target(mut self, path: impl Into<PathBuf>) -> Self {
        self.targets.push(path.into());
        self
    }

    /// Adds a dependency: a class directory, a jar, or `lib/*` for all jars of a directory.
    pub fn classpath(mut self, path: impl Into<PathBuf>) -> Self {
        self.extras.push(path.into());
        self
    }

    /// Adds dependencies as the JVM's option spells them, `a.jar:b:lib/*` (`;` on Windows).
    pub fn classpath_list(mut self, list: &str) -> Self {
        let paths = std::env::split_paths(list).filter(|path| !path.as_os_str().is_empty());
        self.extras.extend(paths);
        self
    }

    /// Adds a directory or jar whose classes replace all others, the JDK's included.
    pub fn stub(mut self, path: impl Into<PathBuf>) -> Self {
        self.stubs.push(path.into());
        self
    }

    /// Names the JDK instead of looking at `JAVA_HOME` and the `PATH`.
    pub fn jdk(mut self, path: impl Into<PathBuf>) -> Self {
        self.jdk = Some(path.into());
        self
    }

    /// Names the cache directory instead of looking at `CORTADO_CACHE` and the user's cache directory.
    pub fn cache_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.cache = Some(path.into());
        self
    }

    pub fn jar_limits(mut self, limits: JarLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Names the local repositories of Maven and Gradle (`~/.m2/repository`,
    /// `~/.gradle/caches/modules-2/files-2.1`) instead of the user's own.
    pub fn repositories(mut self, maven: Option<PathBuf>, gradle: Option<PathBuf>) -> Self {
        self.repositories = Some(Repositories::at(maven, gradle));
        self
    }

    pub fn build(self) -> Result<ClassPath, Error> {
        let jdk = Jdk::locate(self.jdk.as_deref())?;
        let cache = Cache::locate(self.cache.as_deref())?;
        let repositories = self
            .repositories
            .clone()
            .unwrap_or_else(Repositories::of_user);
        let mut found = Found::default();
        for target in &self.targets {
            found.add(target, &jdk, &repositories)?;
        }
        let api = api::classes(&jdk, &cache)?;

        let mut entries: Vec<(PathBuf, Role)> = Vec::new();
        for stub in &self.stubs {
            entries.push((class_path_entry(stub)?, Role::Stub));
        }
        let stubs = entries.len();
        entries.extend(
            found
                .application
                .iter()
                .map(|path| (path.clone(), Role::Application)),
        );
        for extra in &self.extras {
            for path in expand_star(extra)? {
                entries.push((class_path_entry(&path)?, Role::Dependency));
            }
        }
        entries.extend(
            found
                .dependencies
                .iter()
                .map(|path| (path.clone(), Role::Dependency)),
        );
        entries.extend(api.iter().map(|path| (path.clone(), Role::Api)));
        absolute(&mut entries);

        let mut known = HashSet::new();
        entries.retain(|(path, role)| *role == Role::Stub || known.insert(path.clone()));
        let siblings = Siblings::of(&found.sources, &found.source_paths)?;
        if !found.sources.is_empty() {
            let parts = |jdk: Jdk| Parts {
                jdk,
                entries: entries.clone(),
                sources: HashMap::new(),
                along: HashSet::new(),
                source_roots: Vec::new(),
                missing: Vec::new(),
                api: api.clone(),
                cache: cache.clone(),
                limits: self.limits,
            };
            let compiled = compile_sources(&jdk, &cache, &found, &siblings, &entries, parts)?;
            entries.insert(stubs, (compiled, Role::Application));
        }
        let mut class_path = ClassPath::new(Parts {
            jdk,
            entries,
            sources: source_map(&found.sources, &siblings),
            along: (siblings.files.iter())
                .map(|sibling| sibling.source.path.clone())
                .collect(),
            source_roots: found.source_roots,
            missing: found.missing,
            api,
            cache,
            limits: self.limits,
        });
        class_path.prefer_api_over_copies();
        Ok(class_path)
    }
}

impl Found {
    fn add(&mut self, target: &Path, jdk: &Jdk, repositories: &Repositories) -> Result<(), Error> {
        if !target.exists() {
            return Err(Error::target(target, "no such file or directory"));
        }
        let extension = target.extension().and_then(|e| e.to_str()).unwrap_or("");
        // Devices and pipes included.
        if !target.is_dir() {
            return match extension.to_ascii_lowercase().as_str() {
                "java" => self.add_source(target, target.parent().unwrap_or(Path::new(""))),
                "jar" | "war" | "ear" | "zip" => {
                    self.application.push(target.to_path_buf());
                    Ok(())
                }
                "class" => Err(Error::target(
                    target,
                    "name the directory that its package starts in instead of a single class file",
                )),
                _ => Err(Error::target(
                    target,
                    "not something to check: a .java file, a jar, a directory of sources or classes, or a project",
                )),
            };
        }
        if project::is_project(target) {
            return self.add_project(target, repositories);
        }
        let sources = files::sources(target)?;
        let classes = files::with_extension(target, "class")?;
        if !sources.is_empty() && (jdk.javac.is_some() || classes.is_empty()) {
            self.source_roots.push(target.to_path_buf());
            for source in sources {
                self.add_source(&source, target)?;
            }
        } else if !classes.is_empty() {
            self.application.push(target.to_path_buf());
        } else {
            let jars = files::with_extension(target, "jar")?;
            if jars.is_empty() {
                return Err(Error::target(
                    target,
                    "no .java, .class or .jar file in this directory",
                ));
            }
            self.application.extend(jars);
        }
        Ok(())
    }

    fn add_project(&mut self, root: &Path, repositories: &Repositories) -> Result<(), Error> {
        let project = project::read(root, repositories)?;
        self.application.extend(project.classes);
        self.dependencies.extend(project.dependencies);
        self.missing
            .extend(project.missing.iter().map(ToString::to_string));
        for source_root in project.to_compile {
            for source in files::sources(&source_root)? {
                self.add_source(&source, &source_root)?;
            }
        }
        self.source_roots.extend(project.source_roots);
        Ok(())
    }

    fn add_source(&mut self, path: &Path, root: &Path) -> Result<(), Error> {
        // As a module, the program could not use our API, which is in none.
        if path
            .file_name()
            .is_some_and(|name| name == "module-info.java")
        {
            return Ok(());
        }
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if !self.source_paths.insert(canonical) {
            return Ok(());
        }
        let relative = path.strip_prefix(root).unwrap_or(path);
        self.sources.push(Source {
            path: path.to_path_buf(),
            relative: relative.to_string_lossy().replace('\\', "/"),
            bytes: files::read(path)?,
        });
        Ok(())
    }
}

/// Compiles what was named. Where that lacks classes, its siblings are there to be taken along; only then, since files in
/// one directory may have nothing to do with each other.
fn compile_sources(
    jdk: &Jdk,
    cache: &Cache,
    found: &Found,
    siblings: &Siblings,
    entries: &[(PathBuf, Role)],
    parts: impl FnOnce(Jdk) -> Parts,
) -> Result<PathBuf, Error> {
    let mut sources: Vec<&Source> = found.sources.iter().collect();
    sources.sort_by(|a, b| (&a.relative, &a.bytes).cmp(&(&b.relative, &b.bytes)));
    let ordered: Vec<Source> = sources.into_iter().cloned().collect();
    let class_path: Vec<PathBuf> = entries
        .iter()
        .filter(|(_, role)| *role != Role::Stub)
        .map(|(path, _)| path.clone())
        .collect();
    let mut all = ordered.clone();
    all.extend(siblings.files.iter().map(|sibling| sibling.source.clone()));
    let key = match siblings.files.is_empty() {
        true => compile::key(jdk, &ordered, &class_path)?,
        false => {
            // Which of the files were named decides what is made of them.
            let mut key = Key::new("with siblings");
            key.part(&ordered.len().to_le_bytes());
            key.part(compile::key(jdk, &all, &class_path)?.as_bytes());
            key.finish()
        }
    };
    cache.directory("classes", &key, |into| {
        if jdk.javac.is_none() {
            return Err(Error::NoJavac {
                home: jdk.home.clone(),
            });
        }
        // The compiler cannot look into nested jars either, so it gets what a JVM would.
        let class_path = ClassPath::new(parts(Jdk::at(&jdk.home)?)).entries()?;
        let sources: Vec<PathBuf> = ordered.iter().map(|source| source.path.clone()).collect();
        let run = |encoding, source_path: &[PathBuf]| {
            compile::run_javac(Compilation {
                archive: Archive::Use,
                jdk,
                cache,
                sources: &sources,
                encoding,
                class_path: &class_path,
                source_path,
                into,
            })
        };
        let result = match run(Encoding::of(&ordered), &[]) {
            Err(Error::Javac { message })
                if !siblings.files.is_empty() && compile::is_incomplete(&message) =>
            {
                along(cache, siblings, |copies| run(Encoding::of(&all), copies))
            }
            other => other,
        };
        result.map_err(|error| with_hint(error, &found.missing))
    })
}

/// Compiles with copies of the siblings on the source path, so that nothing else can be found there.
fn along(
    cache: &Cache,
    siblings: &Siblings,
    compile: impl FnOnce(&[PathBuf]) -> Result<(), Error>,
) -> Result<(), Error> {
    let scratch = cache.scratch();
    let copies: Vec<PathBuf> = (0..siblings.roots.len())
        .map(|at| scratch.join(at.to_string()))
        .collect();
    let write = |sibling: &crate::siblings::Sibling| {
        let copy = copies[sibling.root].join(&sibling.source.relative);
        cache.write(&copy, &sibling.source.bytes)
    };
    let written = siblings.files.iter().try_for_each(write);
    let result = written.and_then(|()| compile(&copies));
    let _ = std::fs::remove_dir_all(&scratch);
    result.map_err(|error| match error {
        Error::Javac { mut message } => {
            for sibling in &siblings.files {
                let copy = copies[sibling.root].join(&sibling.source.relative);
                let path = sibling.source.path.display().to_string();
                message = message.replace(&copy.display().to_string(), &path);
            }
            Error::Javac { message }
        }
        other => other,
    })
}

/// javac's message alone would not say that we did not find some of the project's dependencies.
fn with_hint(error: Error, missing: &[String]) -> Error {
    match error {
        Error::Javac { message } if !missing.is_empty() => Error::Javac {
            message: format!(
                "{message}\nnot found in the local repositories: {}; let the build fetch them, or add them with --classpath",
                missing.join(", ")
            ),
        },
        other => other,
    }
}

/// By declared package and file name, as a class file names its source.
fn source_map(sources: &[Source], siblings: &Siblings) -> HashMap<(String, String), PathBuf> {
    let mut map = HashMap::new();
    let along = siblings.files.iter().map(|sibling| &sibling.source);
    for source in sources.iter().chain(along) {
        if let Some(file) = source.path.file_name().and_then(|name| name.to_str()) {
            let package = compile::declared_package(&source.bytes);
            map.entry((package, file.to_string()))
                .or_insert_with(|| source.path.clone());
        }
    }
    map
}

fn class_path_entry(path: &Path) -> Result<PathBuf, Error> {
    match path.exists() {
        true => Ok(path.to_path_buf()),
        false => Err(Error::target(
            path,
            "no such jar or directory on the class path",
        )),
    }
}

/// `lib/*` stands for the jars of a directory, as for the JVM.
fn expand_star(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(vec![path.to_path_buf()]);
    };
    if name != "*" {
        return Ok(vec![path.to_path_buf()]);
    }
    let directory = match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    };
    let listing =
        std::fs::read_dir(directory).map_err(|e| Error::io(directory, "list the directory", e))?;
    let mut jars: Vec<PathBuf> = listing
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("jar"))
        })
        .collect();
    jars.sort();
    Ok(jars)
}

/// A replay may run in another directory.
fn absolute(entries: &mut [(PathBuf, Role)]) {
    for (path, _) in entries {
        if let Ok(absolute) = std::path::absolute(&*path) {
            *path = absolute;
        }
    }
}
