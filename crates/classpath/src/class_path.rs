//! Where classes come from, in the JVM's order: stubs, the JDK for packages it owns, then the program's own directories
//! and jars, its dependencies, and our small Java API. Shared between workers; every class is parsed once.

use crate::cache::Cache;
use crate::compile::{self, Archive, Compilation, Encoding, Source};
use crate::descriptor::is_class_name;
use crate::error::Error;
use crate::files;
use crate::interner::Interner;
use crate::jar::{Jar, JarLimits};
use crate::jdk::Jdk;
use crate::maven::Repositories;
use crate::missing;
use crate::reader;
use crate::{ClassFile, Method, Name};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Why an entry is on the class path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Replaces anything else, the JDK included.
    Stub,
    /// What the user asked to check.
    Application,
    Dependency,
    /// The built-in API; comes last, so that the user's own copy wins, unless that has nothing which ours lacks.
    Api,
}

/// A source of a project that does not compile, because a library is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    pub source: PathBuf,
    pub why: String,
}

pub struct ClassPath {
    jdk: Jdk,
    entries: Vec<Entry>,
    sources: HashMap<(String, String), PathBuf>,
    along: HashSet<PathBuf>,
    source_roots: Vec<PathBuf>,
    missing: Vec<String>,
    only: HashMap<PathBuf, BTreeSet<String>>,
    left_out: Vec<LeftOut>,
    api: Option<PathBuf>,
    cache: Cache,
    limits: JarLimits,
    interner: Interner,
    classes: RwLock<HashMap<Name, Slot>>,
}

type Slot = Result<Option<Found>, Error>;

#[derive(Clone)]
struct Found {
    class: Arc<ClassFile>,
    role: Option<Role>,
}

struct Entry {
    path: PathBuf,
    role: Role,
    jars: OnceLock<Result<Vec<Part>, Error>>,
}

/// An entry is one directory, or a jar and what comes with it: nested jars and its manifest's `Class-Path`.
enum Part {
    Directory(PathBuf),
    Jar(Box<Jar>, Role),
}

/// Everything the builder found out.
pub(crate) struct Parts {
    pub jdk: Jdk,
    pub entries: Vec<(PathBuf, Role)>,
    pub sources: HashMap<(String, String), PathBuf>,
    /// Those of the sources that nobody named.
    pub along: HashSet<PathBuf>,
    pub source_roots: Vec<PathBuf>,
    pub missing: Vec<String>,
    /// Of some directories, the classes that the user named; of others, all count.
    pub only: HashMap<PathBuf, BTreeSet<String>>,
    pub left_out: Vec<LeftOut>,
    pub api: Option<PathBuf>,
    pub cache: Cache,
    pub limits: JarLimits,
}

impl ClassPath {
    pub(crate) fn new(parts: Parts) -> ClassPath {
        let entry = |(path, role)| Entry {
            path,
            role,
            jars: OnceLock::new(),
        };
        ClassPath {
            jdk: parts.jdk,
            entries: parts.entries.into_iter().map(entry).collect(),
            sources: parts.sources,
            along: parts.along,
            source_roots: parts.source_roots,
            missing: parts.missing,
            only: parts.only,
            left_out: parts.left_out,
            api: parts.api,
            cache: parts.cache,
            limits: parts.limits,
            interner: Interner::default(),
            classes: RwLock::default(),
        }
    }

    /// Programs for the competition bring a `Verifier` of their own, which draws at random. Calls of it make inputs
    /// whatever its code says, so the API's takes its place, for a JVM too, as long as it offers all that theirs does.
    pub(crate) fn prefer_api_over_copies(&mut self) {
        if !self.api_covers_copies() {
            return;
        }
        let rank = |entry: &Entry| match entry.role {
            Role::Stub => 0,
            Role::Api => 1,
            Role::Application | Role::Dependency => 2,
        };
        self.entries.sort_by_key(rank);
        self.classes = RwLock::default();
    }

    /// Whether the program has copies of the API's classes, and none with anything that the API's lacks.
    fn api_covers_copies(&self) -> bool {
        let Some(directory) = self.api_classes_dir() else {
            return false;
        };
        let mut copies = false;
        for (path, _) in crate::api::API_SOURCES {
            let name = path.trim_end_matches(".java");
            if self.role(name) != Some(Role::Application) {
                continue;
            }
            let Ok(Some(theirs)) = self.find(name) else {
                continue;
            };
            let ours = std::fs::read(directory.join(format!("{name}.class")));
            let Some(ours) = ours.ok().and_then(|bytes| ClassFile::parse(&bytes).ok()) else {
                return false;
            };
            let private = |m: &Method| m.access & 0x0002 != 0 || m.name.starts_with('<');
            let known = |m: &Method| private(m) || ours.method(&m.name, &m.descriptor).is_some();
            let hidden = theirs.fields.iter().all(|f| f.access & 0x0002 != 0);
            if !hidden || !theirs.methods.iter().all(known) {
                return false;
            }
            copies = true;
        }
        copies
    }

    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// The class of an internal name such as `java/lang/String`; `None` where nothing has it. Arrays have no class
    /// file.
    pub fn find(&self, internal_name: &str) -> Result<Option<Arc<ClassFile>>, Error> {
        Ok(self.slot(internal_name)?.map(|found| found.class))
    }

    /// Adds a class that no file has, such as that of a lambda; it belongs to nobody's sources. The first one of a name counts
    /// and is returned.
    pub fn define(&self, class: ClassFile) -> Option<Arc<ClassFile>> {
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let found = Found {
            class: Arc::new(class),
            role: None,
        };
        let slot = classes.entry(found.class.name.clone());
        let slot = slot.or_insert_with(|| Ok(Some(found)));
        slot.as_ref()
            .ok()?
            .as_ref()
            .map(|found| found.class.clone())
    }

    /// Like [`ClassPath::find`], for a class that must exist.
    pub fn require(&self, internal_name: &str, needed_by: &Name) -> Result<Arc<ClassFile>, Error> {
        self.find(internal_name)?
            .ok_or_else(|| Error::MissingClass {
                name: Name::from(internal_name),
                needed_by: needed_by.clone(),
            })
    }

    /// Whether a class came from the user's targets rather than from a dependency or the JDK.
    pub fn is_application(&self, internal_name: &str) -> bool {
        matches!(
            self.slot(internal_name),
            Ok(Some(Found {
                role: Some(Role::Application),
                ..
            }))
        )
    }

    /// The role of the entry that a class was found in; `None` for the JDK's and for missing classes.
    pub fn role(&self, internal_name: &str) -> Option<Role> {
        self.slot(internal_name).ok().flatten()?.role
    }

    fn slot(&self, name: &str) -> Slot {
        let known = |classes: &HashMap<Name, Slot>| classes.get(name).cloned();
        let read = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = known(&read) {
            return slot;
        }
        drop(read);
        let slot = self.load(name);
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        // The first worker to finish decides, so that a class is one object for all.
        classes.entry(Name::from(name)).or_insert(slot).clone()
    }

    fn load(&self, name: &str) -> Slot {
        if !is_class_name(name) {
            return Ok(None);
        }
        let file = format!("{name}.class");
        for entry in self.entries.iter().filter(|e| e.role == Role::Stub) {
            if let Some((bytes, place, _)) = self.lookup(entry, &file)? {
                return self.parse(name, &bytes, place, Some(Role::Stub));
            }
        }
        if let Some(bytes) = self.jdk.class_bytes(name)? {
            return self.parse(name, &bytes, self.jdk.place(name), None);
        }
        // The JVM looks for a package that a module owns only in that module; stubs were looked at before.
        if self.jdk.owns_package_of(name)? {
            return Ok(None);
        }
        for entry in self.entries.iter().filter(|e| e.role != Role::Stub) {
            if let Some((bytes, place, role)) = self.lookup(entry, &file)? {
                return self.parse(name, &bytes, place, Some(role));
            }
        }
        Ok(None)
    }

    fn parse(&self, name: &str, bytes: &[u8], place: String, role: Option<Role>) -> Slot {
        match reader::parse(bytes, Some(&self.interner)) {
            Err(source) => Err(Error::ClassFile { place, source }),
            Ok(class) if &*class.name != name => Err(Error::WrongName {
                place,
                expected: name.to_string(),
                found: class.name,
            }),
            Ok(class) => Ok(Some(Found {
                class: Arc::new(class),
                role,
            })),
        }
    }

    fn lookup(&self, entry: &Entry, file: &str) -> Result<Option<(Vec<u8>, String, Role)>, Error> {
        for part in self.parts(entry)? {
            match part {
                Part::Directory(root) => {
                    let path = root.join(file);
                    if let Some(bytes) = files::read_optional(&path)? {
                        return Ok(Some((bytes, path.display().to_string(), entry.role)));
                    }
                }
                Part::Jar(jar, role) => {
                    if let Some((name, bytes)) = jar.find(file)? {
                        return Ok(Some((bytes, jar.place(&name), *role)));
                    }
                }
            }
        }
        Ok(None)
    }

    fn parts<'a>(&'a self, entry: &'a Entry) -> Result<&'a [Part], Error> {
        let open = || {
            if entry.path.is_dir() {
                return Ok(vec![Part::Directory(entry.path.clone())]);
            }
            let mut parts = Vec::new();
            let mut visited = HashSet::new();
            self.open_jar(&entry.path, entry.role, &mut visited, &mut parts)?;
            Ok(parts)
        };
        match entry.jars.get_or_init(open) {
            Ok(parts) => Ok(parts),
            Err(error) => Err(error.clone()),
        }
    }

    fn open_jar(
        &self,
        path: &Path,
        role: Role,
        visited: &mut HashSet<PathBuf>,
        parts: &mut Vec<Part>,
    ) -> Result<(), Error> {
        if !visited.insert(path.canonicalize().unwrap_or_else(|_| path.to_path_buf())) {
            return Ok(());
        }
        let jar = Jar::open(path, self.jdk.version, self.limits)?;
        let nested = jar.nested(&self.cache, self.jdk.version)?;
        let class_path = jar.class_path().to_vec();
        parts.push(Part::Jar(Box::new(jar), role));
        let inner_role = match role {
            Role::Application => Role::Dependency,
            other => other,
        };
        parts.extend(
            nested
                .into_iter()
                .map(|jar| Part::Jar(Box::new(jar), inner_role)),
        );
        for path in class_path {
            if path.is_dir() {
                parts.push(Part::Directory(path));
            } else {
                self.open_jar(&path, inner_role, visited, parts)?;
            }
        }
        Ok(())
    }

    /// Those of the application's classes whose sources the user named, or that have none: what is to be checked.
    pub fn named_classes(&self) -> Result<Vec<Name>, Error> {
        let mut names = self.classes_of(|entry, name| {
            let top = |named: &String| {
                name == named
                    || (name.strip_prefix(&**named)).is_some_and(|rest| rest.starts_with('$'))
            };
            let only = self.only.get(&entry.path);
            only.is_none_or(|only| only.iter().any(top))
        })?;
        if !self.along.is_empty() {
            names.retain(|name| self.taken_along(name).is_none());
        }
        Ok(names)
    }

    /// The sources that the user did not name, but those that were named need them.
    pub fn sources_along(&self) -> Result<BTreeSet<PathBuf>, Error> {
        if self.along.is_empty() {
            return Ok(BTreeSet::new());
        }
        let names = self.application_classes()?;
        Ok(names
            .iter()
            .filter_map(|name| self.taken_along(name))
            .collect())
    }

    /// The source of a class that was taken along.
    fn taken_along(&self, name: &str) -> Option<PathBuf> {
        let class = self.find(name).ok()??;
        self.source_file(&class)
            .filter(|path| self.along.contains(path))
    }

    /// The classes of the user's targets and those that came along with them, sorted.
    pub fn application_classes(&self) -> Result<Vec<Name>, Error> {
        self.classes_of(|_, _| true)
    }

    fn classes_of(&self, wanted: impl Fn(&Entry, &str) -> bool) -> Result<Vec<Name>, Error> {
        let mut names = BTreeSet::new();
        for entry in self.entries.iter().filter(|e| e.role == Role::Application) {
            for part in self.parts(entry)? {
                let found: Vec<String> = match part {
                    Part::Directory(root) if *root == entry.path => {
                        let files = files::with_extension(root, "class")?;
                        let names = files
                            .iter()
                            .filter_map(|file| files::class_name(root, file));
                        names.collect()
                    }
                    Part::Jar(jar, Role::Application) => jar.class_names(),
                    _ => Vec::new(),
                };
                names.extend(found.into_iter().filter(|name| wanted(entry, name)));
            }
        }
        let is_class = |name: &String| {
            let simple = name.rsplit('/').next().unwrap_or(name);
            simple != "module-info" && simple != "package-info" && is_class_name(name)
        };
        Ok(names.into_iter().filter(is_class).map(Name::from).collect())
    }

    /// A file of the class path, `META-INF/services/p.S` or `p/data.txt`; the JDK's resources last.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let safe =
            path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\');
        if !safe {
            return Ok(None);
        }
        for entry in &self.entries {
            if let Some((bytes, ..)) = self.lookup(entry, path)? {
                return Ok(Some(bytes));
            }
        }
        self.jdk.resource(path)
    }

    /// All files of the program's class path that have this path, in search order. Directories and paths that climb are
    /// refused.
    pub fn program_resources(&self, path: &str) -> Result<Vec<Vec<u8>>, Error> {
        let refuse = || Error::target(Path::new(path), "this is no path of a file among resources");
        let safe = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if !safe || path.contains('\\') {
            return Err(refuse());
        }
        let mut found = Vec::new();
        for entry in &self.entries {
            for part in self.parts(entry)? {
                let bytes = match part {
                    Part::Directory(root) if root.join(path).is_dir() => return Err(refuse()),
                    Part::Directory(root) => files::read_optional(&root.join(path))?,
                    Part::Jar(jar, _) => jar.find(path)?.map(|(_, bytes)| bytes),
                };
                found.extend(bytes);
            }
        }
        Ok(found)
    }

    /// The source text of a class, where the targets have it.
    pub fn source_file(&self, class: &ClassFile) -> Option<PathBuf> {
        let file = class.source_file.as_deref()?;
        if file.contains(['/', '\\']) {
            return None;
        }
        let package = class.package();
        if let Some(path) = self.sources.get(&(package.to_string(), file.to_string())) {
            return Some(path.clone());
        }
        self.source_roots
            .iter()
            .map(|root| root.join(package).join(file))
            .find(|path| path.is_file())
    }

    /// The source text of a class from a jar of sources that lies beside the jar of the class, as Maven names it:
    /// `tool-1.0-sources.jar` beside `tool-1.0.jar`.
    pub fn attached_source(&self, class: &ClassFile) -> Option<String> {
        let file = class.source_file.as_deref()?;
        let package = class.package();
        let entry = match package.is_empty() {
            true => file.to_owned(),
            false => format!("{package}/{file}"),
        };
        for of in self.entries.iter().filter(|e| e.role != Role::Stub) {
            for part in self.parts(of).ok()? {
                let Part::Jar(jar, _) = part else { continue };
                let stem = jar.path.file_stem().and_then(|stem| stem.to_str());
                let beside = stem.map(|s| jar.path.with_file_name(format!("{s}-sources.jar")));
                let Some(beside) = beside.filter(|path| path.is_file()) else {
                    continue;
                };
                let sources = Jar::open(&beside, self.jdk.version, self.limits).ok()?;
                if let Ok(Some((_, bytes))) = sources.find(&entry) {
                    return Some(String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
        None
    }

    /// Directories and jars in search order, with nested jars unpacked: what a JVM needs as its class path. Stubs are
    /// left out, because a replay is on the real thing.
    pub fn entries(&self) -> Result<Vec<PathBuf>, Error> {
        let mut paths = Vec::new();
        for entry in self.entries.iter().filter(|e| e.role != Role::Stub) {
            for part in self.parts(entry)? {
                match part {
                    Part::Directory(root) => paths.push(root.clone()),
                    Part::Jar(jar, _) => {
                        paths.push(jar.path.clone());
                        paths.extend(jar.packaged_classes(&self.cache)?);
                    }
                }
            }
        }
        Ok(paths)
    }

    /// A project's dependencies, `group:artifact:version`, that no local repository has.
    pub fn missing_dependencies(&self) -> &[String] {
        &self.missing
    }

    /// The library that has a package which nothing on the class path has, and how to add it: for an error or a note.
    pub fn library_with(&self, package: &str) -> String {
        missing::fix(package, &Repositories::of_user(), self.jdk.version)
    }

    /// The sources of a project that are not part of the program, because they do not compile.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The compiled built-in API; `None` where there was no `javac` to compile it.
    pub fn api_classes_dir(&self) -> Option<&Path> {
        self.api.as_deref()
    }

    /// Compiles sources that are part of this program, given as path and text, into the cache, unless they are there.
    /// `None` where the JDK has no `javac`.
    pub fn compile_tool(&self, sources: &[(&str, &str)]) -> Result<Option<PathBuf>, Error> {
        crate::api::compiled(&self.jdk, &self.cache, "tool", sources)
    }

    /// The archive of the compiler's own classes, if there is one by now: a JVM in which the compiler runs starts in half
    /// the time with it.
    pub fn compiler_archive(&self) -> Option<PathBuf> {
        compile::archive_file(&self.jdk, &self.cache).filter(|file| file.is_file())
    }

    /// Compiles other versions of sources of the program, given as path and text, against the program as it is, unless
    /// they are in the cache. `None` where the JDK has no `javac`.
    pub fn compile_variant(&self, sources: &[(String, String)]) -> Result<Option<PathBuf>, Error> {
        if self.jdk.javac.is_none() {
            return Ok(None);
        }
        let class_path = self.entries()?;
        let scratch = self.cache.scratch();
        let source = |(path, text): &(String, String)| Source {
            path: scratch.join(path),
            relative: path.clone(),
            bytes: text.clone().into_bytes(),
        };
        let sources: Vec<Source> = sources.iter().map(source).collect();
        let key = compile::key(&self.jdk, &sources, &class_path)?;
        let compiled = self.cache.directory("variants", &key, |into| {
            for source in &sources {
                self.cache.write(&source.path, &source.bytes)?;
            }
            compile::run_javac(Compilation {
                archive: Archive::Use,
                jdk: &self.jdk,
                cache: &self.cache,
                sources: &sources
                    .iter()
                    .map(|source| source.path.clone())
                    .collect::<Vec<_>>(),
                encoding: Encoding::Utf8,
                class_path: &class_path,
                source_path: &[],
                into,
            })
        });
        let _ = std::fs::remove_dir_all(&scratch);
        compiled.map(Some)
    }
}
