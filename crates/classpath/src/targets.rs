//! What the user named on the command line, turned into a class path: any mix of `.java` files, source and class
//! directories, jars, and the roots of Maven and Gradle projects.

use crate::api;
use crate::cache::{Cache, Key};
use crate::class_file::ClassFile;
use crate::class_path::{ClassPath, LeftOut, Parts, Role};
use crate::compile::{self, Archive, Compilation, Encoding, Source};
use crate::error::Error;
use crate::files;
use crate::jar::JarLimits;
use crate::jdk::Jdk;
use crate::maven::{Coordinates, Repositories};
use crate::missing;
use crate::project;
use crate::siblings::{self, Siblings};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
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
    partial: bool,
}

/// What the targets amount to.
#[derive(Default)]
struct Found {
    application: Vec<PathBuf>,
    dependencies: Vec<PathBuf>,
    sources: Vec<Source>,
    source_paths: HashSet<PathBuf>,
    source_roots: Vec<PathBuf>,
    missing: Vec<Coordinates>,
    /// Class files that were named one by one: where their packages start, and their names.
    class_files: BTreeMap<PathBuf, BTreeSet<String>>,
    /// Whether there is a project among the targets.
    project: bool,
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

    /// Goes on without the sources of a project that do not compile because a library is missing;
    /// [`ClassPath::left_out`] lists them.
    pub fn leave_out_incomplete(mut self) -> Self {
        self.partial = true;
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
        let only = found.add_class_files();

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
        let mut left_out = Vec::new();
        let siblings = Siblings::of(&found.sources, &found.source_paths)?;
        if !found.sources.is_empty() {
            let parts = |jdk: Jdk| Parts {
                jdk,
                entries: entries.clone(),
                sources: HashMap::new(),
                along: HashSet::new(),
                source_roots: Vec::new(),
                missing: Vec::new(),
                only: HashMap::new(),
                left_out: Vec::new(),
                api: api.clone(),
                cache: cache.clone(),
                limits: self.limits,
            };
            let job = Job {
                jdk: &jdk,
                cache: &cache,
                found: &found,
                siblings: &siblings,
                entries: &entries,
                partial: self.partial && found.project,
            };
            let compiled = job.compile(parts).map_err(|error| {
                missing::explain(error, &found.missing, &repositories, jdk.version)
            })?;
            entries.insert(stubs, (compiled.directory, Role::Application));
            left_out = compiled.left_out;
        }
        let mut class_path = ClassPath::new(Parts {
            jdk,
            entries,
            sources: source_map(&found.sources, &siblings),
            along: (siblings.files.iter())
                .map(|sibling| sibling.source.path.clone())
                .collect(),
            source_roots: found.source_roots,
            missing: found.missing.iter().map(ToString::to_string).collect(),
            only,
            left_out,
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
        // The file of a project stands for the project.
        let name = target.file_name().and_then(|name| name.to_str());
        let of_project = name.is_some_and(project::is_project_file);
        if of_project && target.is_file() {
            let directory = target.parent().filter(|parent| *parent != Path::new(""));
            return self.add(directory.unwrap_or(Path::new(".")), jdk, repositories);
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
                "class" => self.add_class_file(target),
                _ => Err(Error::target(
                    target,
                    "not something to check: a .java file, a .class file, a jar, a directory of sources or classes, or a project",
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
        self.project = true;
        self.application.extend(project.classes);
        self.dependencies.extend(project.dependencies);
        self.missing.extend(project.missing);
        for source_root in project.to_compile {
            for source in files::sources(&source_root)? {
                self.add_source(&source, &source_root)?;
            }
        }
        self.source_roots.extend(project.source_roots);
        Ok(())
    }

    /// A single class: its neighbours are there to be found, but only it is to be checked.
    fn add_class_file(&mut self, path: &Path) -> Result<(), Error> {
        let class = ClassFile::parse(&files::read(path)?).map_err(|source| Error::ClassFile {
            place: path.display().to_string(),
            source,
        })?;
        let simple = class.name.rsplit('/').next().unwrap_or_default();
        let is_named = path.file_stem().is_some_and(|stem| stem == simple);
        let root = siblings::root(path, class.package()).filter(|_| is_named);
        let Some(root) = root else {
            return Err(Error::target(
                path,
                format!(
                    "holds class {0}, so its place is {0}.class below a directory",
                    class.name
                ),
            ));
        };
        let root = match root.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => root,
        };
        let root = std::path::absolute(&root).unwrap_or(root);
        let named = self.class_files.entry(root).or_default();
        named.insert(class.name.to_string());
        Ok(())
    }

    /// Makes entries of the directories of class files; returns what was named of those that are no targets themselves.
    fn add_class_files(&mut self) -> HashMap<PathBuf, BTreeSet<String>> {
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let whole: HashSet<PathBuf> = self
            .application
            .iter()
            .map(|path| canonical(path))
            .collect();
        let mut only = HashMap::new();
        for (root, names) in std::mem::take(&mut self.class_files) {
            if !whole.contains(&canonical(&root)) {
                self.application.push(root.clone());
                only.insert(root, names);
            }
        }
        only
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

/// What is to be compiled, and against what.
struct Job<'a> {
    jdk: &'a Jdk,
    cache: &'a Cache,
    found: &'a Found,
    siblings: &'a Siblings,
    entries: &'a [(PathBuf, Role)],
    /// Whether to go on without sources that lack a library.
    partial: bool,
}

struct Compiled {
    directory: PathBuf,
    left_out: Vec<LeftOut>,
}

/// In the directory of compiled classes: the numbers of sources that were left out, each with the reason.
const LEFT_OUT: &str = "cortado-left-out";

/// As many rounds of leaving out what needs what was left out; real projects have a few.
const MAX_ROUNDS: usize = 100;

impl Job<'_> {
    /// Compiles what was named. Where that lacks classes, its siblings are there to be taken along; only then, since files in
    /// one directory may have nothing to do with each other.
    fn compile(&self, parts: impl FnOnce(Jdk) -> Parts) -> Result<Compiled, Error> {
        let Job {
            jdk,
            cache,
            siblings,
            ..
        } = *self;
        let mut sources: Vec<&Source> = self.found.sources.iter().collect();
        sources.sort_by(|a, b| (&a.relative, &a.bytes).cmp(&(&b.relative, &b.bytes)));
        let ordered: Vec<Source> = sources.into_iter().cloned().collect();
        let paths: Vec<PathBuf> = ordered.iter().map(|source| source.path.clone()).collect();
        let key = self.key(&ordered)?;
        let directory = cache.directory("classes", &key, |into| {
            if jdk.javac.is_none() {
                return Err(Error::NoJavac {
                    home: jdk.home.clone(),
                });
            }
            // The compiler cannot look into nested jars either, so it gets what a JVM would.
            let class_path = ClassPath::new(parts(Jdk::at(&jdk.home)?)).entries()?;
            let run = |encoding, sources: &[PathBuf], source_path: &[PathBuf]| {
                compile::run_javac(Compilation {
                    archive: Archive::Use,
                    jdk,
                    cache,
                    sources,
                    encoding,
                    class_path: &class_path,
                    source_path,
                    into,
                })
            };
            let encoding = Encoding::of(&ordered);
            match run(encoding, &paths, &[]) {
                Err(Error::Javac { message })
                    if !siblings.files.is_empty() && compile::is_incomplete(&message) =>
                {
                    let all = self.with_siblings(&ordered);
                    along(cache, siblings, |copies| {
                        run(Encoding::of(&all), &paths, copies)
                    })
                }
                Err(Error::Javac { message })
                    if self.partial
                        && missing::is_library_missing(&missing::problems(&message)) =>
                {
                    let again = |sources: &[PathBuf]| run(encoding, sources, &[]);
                    let left_out = self.leave_out(&paths, message, into, again)?;
                    cache.write(&into.join(LEFT_OUT), left_out.as_bytes())
                }
                other => other,
            }
        })?;
        let listed = files::read_optional(&directory.join(LEFT_OUT))?.unwrap_or_default();
        let listed = String::from_utf8_lossy(&listed).into_owned();
        let left_out = listed.lines().filter_map(|line| {
            let (number, why) = line.split_once(' ')?;
            Some(LeftOut {
                source: paths.get(number.parse::<usize>().ok()?)?.clone(),
                why: why.to_owned(),
            })
        });
        Ok(Compiled {
            left_out: left_out.collect(),
            directory,
        })
    }

    fn with_siblings(&self, ordered: &[Source]) -> Vec<Source> {
        let along = self.siblings.files.iter().map(|sibling| &sibling.source);
        ordered.iter().chain(along).cloned().collect()
    }

    /// Everything that decides what is made of the sources.
    fn key(&self, ordered: &[Source]) -> Result<String, Error> {
        let class_path: Vec<PathBuf> = self
            .entries
            .iter()
            .filter(|(_, role)| *role != Role::Stub)
            .map(|(path, _)| path.clone())
            .collect();
        if self.siblings.files.is_empty() && !self.partial {
            return compile::key(self.jdk, ordered, &class_path);
        }
        // Which of the files were named decides as well, and what is said of those that are left out.
        let mut key = Key::new("with siblings");
        key.part(&ordered.len().to_le_bytes());
        let all = self.with_siblings(ordered);
        key.part(compile::key(self.jdk, &all, &class_path)?.as_bytes());
        if self.partial {
            key.part(b"partial");
            for library in &self.found.missing {
                key.part(library.to_string().as_bytes());
            }
        }
        Ok(key.finish())
    }

    /// Compiles without the sources that have errors, and without those that need these, and so on. Returns which they
    /// were.
    fn leave_out(
        &self,
        paths: &[PathBuf],
        mut message: String,
        into: &Path,
        compile: impl Fn(&[PathBuf]) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let first = message.clone();
        let numbers: HashMap<&PathBuf, usize> = paths.iter().zip(0..).collect();
        let mut left_out: BTreeMap<usize, String> = BTreeMap::new();
        for _ in 0..MAX_ROUNDS {
            let before = left_out.len();
            let gone: BTreeSet<String> = left_out
                .keys()
                .filter_map(|number| Some(paths[*number].file_stem()?.to_string_lossy().into()))
                .collect();
            for problem in missing::problems(&message) {
                if let Some(number) = numbers.get(&problem.file) {
                    let why = match problem.class().filter(|class| gone.contains(*class)) {
                        Some(class) => format!("it needs {class}, which is left out, too"),
                        None => problem.why(&self.found.missing),
                    };
                    let why = why.replace(['\n', '\r'], " ");
                    left_out.entry(*number).or_insert(why);
                }
            }
            let rest: Vec<PathBuf> = (paths.iter().enumerate())
                .filter(|(number, _)| !left_out.contains_key(number))
                .map(|(_, path)| path.clone())
                .collect();
            if left_out.len() == before || rest.is_empty() {
                break;
            }
            // The compiler may have written classes before it came to an error.
            std::fs::remove_dir_all(into)
                .and_then(|()| std::fs::create_dir_all(into))
                .map_err(|e| Error::io(into, "empty the directory", e))?;
            match compile(&rest) {
                Ok(()) => {
                    let lines = left_out
                        .iter()
                        .map(|(number, why)| format!("{number} {why}\n"));
                    return Ok(lines.collect());
                }
                Err(Error::Javac { message: next }) => message = next,
                Err(error) => return Err(error),
            }
        }
        Err(Error::Javac { message: first })
    }
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
