//! Maven's project files, as far as they say where classes and dependency jars are: coordinates, properties, parents,
//! managed versions, modules. Jars are looked up in the local repositories of Maven and Gradle; nothing is downloaded.

use crate::error::Error;
use crate::gradle::Declared;
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Coordinates {
    pub group: String,
    pub artifact: String,
    pub version: String,
}

impl std::fmt::Display for Coordinates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.group, self.artifact)?;
        match self.version.is_empty() {
            true => Ok(()),
            false => write!(f, ":{}", self.version),
        }
    }
}

#[derive(Debug, Clone)]
struct Dependency {
    group: String,
    artifact: String,
    version: Option<String>,
    scope: String,
    optional: bool,
    /// `jar` unless it says otherwise; `pom` with scope `import` manages versions.
    kind: String,
    classifier: String,
    /// With scope `system`: where the jar is.
    system_path: String,
    /// Group and artifact of what it does not bring along; either may be `*`.
    exclusions: Vec<(String, String)>,
}

/// A jar that something needs.
#[derive(Debug, Clone)]
struct Needed {
    coordinates: Coordinates,
    kind: String,
    classifier: String,
    system_path: Option<PathBuf>,
    exclusions: Vec<(String, String)>,
}

/// One project file with everything it inherits.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pom {
    pub group: String,
    pub artifact: String,
    version: String,
    properties: HashMap<String, String>,
    dependencies: Vec<Dependency>,
    managed: Vec<Dependency>,
    pub modules: Vec<String>,
    /// Where the sources are, if not in `src/main/java`.
    pub sources: Option<String>,
}

/// Reads project files, each once, and follows them to their parents and imports.
pub(crate) struct Poms<'a> {
    repositories: &'a Repositories,
    known: HashMap<PathBuf, Pom>,
    /// Those that are being read.
    open: Vec<PathBuf>,
}

impl<'a> Poms<'a> {
    pub fn new(repositories: &'a Repositories) -> Poms<'a> {
        Poms {
            repositories,
            known: HashMap::new(),
            open: Vec::new(),
        }
    }

    pub fn read(&mut self, path: &Path) -> Result<Pom, Error> {
        let key = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if let Some(pom) = self.known.get(&key) {
            return Ok(pom.clone());
        }
        if self.open.contains(&key) {
            return Err(Error::target(
                path,
                "this project file is its own parent, or imports itself, by way of others",
            ));
        }
        self.open.push(key.clone());
        let pom = self.read_new(path);
        self.open.pop();
        let pom = pom?;
        self.known.insert(key, pom.clone());
        Ok(pom)
    }

    fn read_new(&mut self, path: &Path) -> Result<Pom, Error> {
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, "read the project file", e))?;
        // What is not UTF-8 is most often Latin-1, and what matters here is in ASCII.
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|e| e.as_bytes().iter().map(|byte| char::from(*byte)).collect());
        let document = roxmltree::Document::parse(text.trim_start_matches('\u{feff}'))
            .map_err(|e| Error::target(path, format!("not a readable project file: {e}")))?;
        let root = document.root_element();
        if !root.has_tag_name_local("project") {
            return Err(Error::target(
                path,
                "not a project file: its outermost element is not <project>",
            ));
        }
        let mut pom = Pom::default();
        let mut parent_coordinates = None;
        if let Some(parent) = child(root, "parent") {
            let coordinates = Coordinates {
                group: text_of(parent, "groupId"),
                artifact: text_of(parent, "artifactId"),
                version: text_of(parent, "version"),
            };
            if let Some(file) = parent_file(path, parent, &coordinates, self.repositories) {
                pom = self.read(&file)?;
                pom.modules.clear();
                pom.sources = None;
            }
            parent_coordinates = Some(coordinates);
        }
        let directory = path.parent().unwrap_or(Path::new(""));
        pom.fill(root, parent_coordinates, directory);
        self.import_managed(&mut pom)?;
        Ok(pom)
    }

    /// Bills of materials: what they manage is managed here too.
    fn import_managed(&mut self, pom: &mut Pom) -> Result<(), Error> {
        let is_import = |d: &&Dependency| d.scope == "import" && d.kind == "pom";
        let imports: Vec<Coordinates> = pom
            .managed
            .iter()
            .filter(is_import)
            .filter_map(|d| pom.resolve(d))
            .collect();
        pom.managed.retain(|d| d.scope != "import");
        for import in imports {
            let managed = self.managed_by(&import)?;
            pom.managed.extend(managed);
        }
        Ok(())
    }

    /// What a bill of materials manages; nothing where no local repository has it.
    fn managed_by(&mut self, bill: &Coordinates) -> Result<Vec<Dependency>, Error> {
        let Some(file) = self.repositories.find(bill, "", "pom") else {
            return Ok(Vec::new());
        };
        let other = self.read(&file)?;
        let expanded = other.managed.iter().map(|d| Dependency {
            group: other.expand(&d.group),
            version: d.version.as_deref().map(|v| other.expand(v)),
            ..d.clone()
        });
        Ok(expanded.collect())
    }
}

impl Pom {
    fn fill(&mut self, root: roxmltree::Node, parent: Option<Coordinates>, directory: &Path) {
        let parent = parent.unwrap_or(Coordinates {
            group: String::new(),
            artifact: String::new(),
            version: String::new(),
        });
        let or = |own: String, inherited: String| if own.is_empty() { inherited } else { own };
        self.group = or(text_of(root, "groupId"), parent.group.clone());
        self.artifact = text_of(root, "artifactId");
        self.version = or(text_of(root, "version"), parent.version.clone());
        // Profiles that count unless others are asked for.
        let active = |profile: &roxmltree::Node| {
            let activation = child(*profile, "activation");
            activation.is_some_and(|a| text_of(a, "activeByDefault") == "true")
        };
        let profiles = child(root, "profiles").into_iter();
        let profiles = profiles.flat_map(|profiles| profiles.children());
        let mut places = vec![root];
        places.extend(profiles.filter(active));
        for property in places
            .iter()
            .filter_map(|place| child(*place, "properties"))
            .flat_map(|p| p.children())
        {
            if property.is_element() {
                let value = property.text().unwrap_or("").trim().to_string();
                self.properties
                    .insert(property.tag_name().name().to_string(), value);
            }
        }
        for name in ["basedir", "project.basedir"] {
            self.properties
                .insert(name.to_owned(), directory.display().to_string());
        }
        for prefix in ["project", "pom"] {
            for (name, value) in [
                ("groupId", &self.group),
                ("artifactId", &self.artifact),
                ("artifactId", &self.artifact),
                ("version", &self.version),
                ("parent.version", &parent.version),
                ("parent.groupId", &parent.group),
            ] {
                self.properties
                    .insert(format!("{prefix}.{name}"), value.clone());
            }
        }
        self.group = self.expand(&self.group);
        self.version = self.expand(&self.version);
        // A module's own declarations come before those it inherits.
        let mut own = Vec::new();
        let mut managed = Vec::new();
        for place in places {
            own.extend(dependencies_in(child(place, "dependencies")));
            let management = child(place, "dependencyManagement");
            managed.extend(dependencies_in(
                management.and_then(|m| child(m, "dependencies")),
            ));
            let modules = child(place, "modules")
                .into_iter()
                .flat_map(|m| m.children());
            let modules = modules.filter(|module| module.has_tag_name_local("module"));
            let names = modules.map(|module| module.text().unwrap_or("").trim().to_string());
            self.modules.extend(names);
        }
        own.append(&mut self.dependencies);
        self.dependencies = own;
        managed.append(&mut self.managed);
        self.managed = managed;
        let sources = child(root, "build").map(|build| text_of(build, "sourceDirectory"));
        if let Some(sources) = sources.filter(|sources| !sources.is_empty()) {
            self.sources = Some(self.expand(&sources));
        }
    }

    /// Replaces `${name}`, a few levels deep; an unknown name stays as it is.
    fn expand(&self, text: &str) -> String {
        let mut text = text.to_string();
        for _ in 0..8 {
            let mut expanded = String::new();
            let mut rest = text.as_str();
            while let Some((before, after)) = rest.split_once("${") {
                expanded.push_str(before);
                match after.split_once('}') {
                    Some((name, tail)) => {
                        match self.properties.get(name) {
                            Some(value) => expanded.push_str(value),
                            None => expanded.push_str(&format!("${{{name}}}")),
                        }
                        rest = tail;
                    }
                    None => {
                        expanded.push_str("${");
                        rest = after;
                    }
                }
                // Properties that name each other would grow without end.
                if expanded.len() > 10_000 {
                    return expanded;
                }
            }
            expanded.push_str(rest);
            if expanded == text {
                break;
            }
            text = expanded;
        }
        text
    }

    /// Without a version where nothing says which.
    fn resolve(&self, dependency: &Dependency) -> Option<Coordinates> {
        let group = self.expand(&dependency.group);
        let artifact = self.expand(&dependency.artifact);
        let version = dependency.version.clone();
        let version = version.or_else(|| self.managed_version(&group, &artifact));
        (!group.is_empty() && !artifact.is_empty()).then(|| Coordinates {
            version: self.expand(&version.unwrap_or_default()),
            group,
            artifact,
        })
    }

    fn managed_version(&self, group: &str, artifact: &str) -> Option<String> {
        let same = |d: &&Dependency| {
            self.expand(&d.group) == group && self.expand(&d.artifact) == artifact
        };
        let managed = self.managed.iter().find(same)?;
        managed
            .version
            .as_deref()
            .map(|version| self.expand(version))
    }

    fn scope_of(&self, dependency: &Dependency) -> String {
        if !dependency.scope.is_empty() {
            return dependency.scope.clone();
        }
        let managed = self
            .managed
            .iter()
            .find(|d| d.group == dependency.group && d.artifact == dependency.artifact);
        match managed {
            Some(managed) if !managed.scope.is_empty() => managed.scope.clone(),
            _ => "compile".to_string(),
        }
    }

    /// What the project's main classes need: everything but test dependencies; for a dependency's own file only what
    /// it passes on.
    fn needed(&self, direct: bool) -> Vec<Needed> {
        let wanted = |d: &&Dependency| {
            let scope = self.scope_of(d);
            match direct {
                true => scope != "test" && scope != "import",
                false => !d.optional && matches!(scope.as_str(), "compile" | "runtime"),
            }
        };
        let needed = |d: &Dependency| {
            let system = self.scope_of(d) == "system" && !d.system_path.is_empty();
            Some(Needed {
                coordinates: self.resolve(d)?,
                kind: d.kind.clone(),
                classifier: self.expand(&d.classifier),
                system_path: system.then(|| PathBuf::from(self.expand(&d.system_path))),
                exclusions: d.exclusions.clone(),
            })
        };
        let dependencies = self.dependencies.iter().filter(wanted);
        dependencies.filter_map(needed).collect()
    }
}

/// The jars of a project's dependencies, transitively, and those that no local repository has. Of several versions the
/// nearest wins, as in Maven, unless the project manages the version.
pub(crate) fn dependency_jars(
    reader: &mut Poms,
    poms: &[Pom],
    declared: Declared,
) -> (Vec<PathBuf>, Vec<Coordinates>) {
    let own: HashSet<(&str, &str)> = poms
        .iter()
        .map(|pom| (pom.group.as_str(), pom.artifact.as_str()))
        .collect();
    // What a platform manages; one that cannot be read only costs what it would have said.
    let mut platform = Pom::default();
    for bill in &declared.platforms {
        platform
            .managed
            .extend(reader.managed_by(bill).unwrap_or_default());
    }
    let managing: Vec<&Pom> = poms.iter().chain([&platform]).collect();
    let mut queue: VecDeque<Needed> = poms.iter().flat_map(|pom| pom.needed(true)).collect();
    queue.extend(declared.dependencies.into_iter().map(|coordinates| Needed {
        coordinates,
        kind: String::new(),
        classifier: String::new(),
        system_path: None,
        exclusions: Vec::new(),
    }));
    let direct = queue.len();
    let mut known = HashSet::new();
    let (mut jars, mut missing) = (declared.jars, Vec::new());
    let mut position = 0;
    while let Some(mut needed) = queue.pop_front() {
        position += 1;
        let coordinates = &mut needed.coordinates;
        if position > direct || coordinates.version.is_empty() {
            let Coordinates {
                group, artifact, ..
            } = &*coordinates;
            let mut managed = managing
                .iter()
                .filter_map(|pom| pom.managed_version(group, artifact));
            if let Some(version) = managed.next() {
                coordinates.version = version;
            }
        }
        let Coordinates {
            group, artifact, ..
        } = &*coordinates;
        if own.contains(&(group.as_str(), artifact.as_str())) {
            continue;
        }
        if !known.insert((group.clone(), artifact.clone(), needed.classifier.clone())) {
            continue;
        }
        let repositories = reader.repositories;
        let jar = match &needed.system_path {
            Some(path) => path.is_file().then(|| path.clone()),
            None => repositories.find(&needed.coordinates, &needed.classifier, "jar"),
        };
        match jar {
            Some(jar) => jars.push(jar),
            // It only names others.
            None if needed.kind == "pom" => {}
            None => missing.push(needed.coordinates.clone()),
        }
        // A dependency's project file that cannot be read only costs what it would have added.
        if let Some(file) = repositories.find(&needed.coordinates, "", "pom")
            && let Ok(pom) = reader.read(&file)
        {
            let excluded = |next: &Needed| {
                needed.exclusions.iter().any(|(group, artifact)| {
                    let is = |pattern: &str, name: &str| pattern == "*" || pattern == name;
                    is(group, &next.coordinates.group) && is(artifact, &next.coordinates.artifact)
                })
            };
            for mut next in pom.needed(false) {
                if !excluded(&next) {
                    next.exclusions.extend(needed.exclusions.iter().cloned());
                    queue.push_back(next);
                }
            }
        }
    }
    (jars, missing)
}

/// The local repositories of Maven and Gradle.
#[derive(Debug, Clone, Default)]
pub(crate) struct Repositories {
    maven: Option<PathBuf>,
    gradle: Option<PathBuf>,
}

impl Repositories {
    pub fn of_user() -> Repositories {
        let home = std::env::var_os("HOME")
            .or_else(|| std::env::var_os("USERPROFILE"))
            .map(PathBuf::from);
        let gradle = std::env::var_os("GRADLE_USER_HOME")
            .map(PathBuf::from)
            .or_else(|| home.as_ref().map(|home| home.join(".gradle")));
        let maven = home.map(|home| {
            let own = home.join(".m2");
            moved(&own.join("settings.xml")).unwrap_or_else(|| own.join("repository"))
        });
        Repositories::at(
            maven,
            gradle.map(|gradle| gradle.join("caches/modules-2/files-2.1")),
        )
    }

    pub fn at(maven: Option<PathBuf>, gradle: Option<PathBuf>) -> Repositories {
        let existing = |path: Option<PathBuf>| path.filter(|path| path.is_dir());
        Repositories {
            maven: existing(maven),
            gradle: existing(gradle),
        }
    }

    /// The roots in which groups are directories, for Maven as `a/b` and for Gradle as `a.b`.
    pub fn roots(&self) -> (Option<&Path>, Option<&Path>) {
        (self.maven.as_deref(), self.gradle.as_deref())
    }

    pub fn find(&self, coordinates: &Coordinates, classifier: &str, kind: &str) -> Option<PathBuf> {
        let Coordinates {
            group,
            artifact,
            version,
        } = coordinates;
        // Names from a project file must not lead out of the repository.
        let plain =
            |part: &String| !part.is_empty() && !part.contains(['/', '\\', ':']) && part != "..";
        if ![group, artifact, version].into_iter().all(plain) || group.contains("..") {
            return None;
        }
        let classifier = match classifier {
            "" => String::new(),
            text if plain(&text.to_owned()) => format!("-{text}"),
            _ => return None,
        };
        let file = format!("{artifact}-{version}{classifier}.{kind}");
        if let Some(maven) = &self.maven {
            let path = maven
                .join(group.replace('.', "/"))
                .join(artifact)
                .join(version)
                .join(&file);
            if path.is_file() {
                return Some(path);
            }
        }
        // Gradle puts each file in a directory named by its hash.
        let directory = self
            .gradle
            .as_ref()?
            .join(group)
            .join(artifact)
            .join(version);
        crate::files::subdirectories(&directory)
            .into_iter()
            .map(|hash| directory.join(hash).join(&file))
            .find(|path| path.is_file())
    }
}

/// Where the user's settings put the local repository.
fn moved(settings: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(settings).ok()?;
    let document = roxmltree::Document::parse(&text).ok()?;
    let path = text_of(document.root_element(), "localRepository");
    let plain = !path.is_empty() && !path.contains("${");
    plain.then(|| PathBuf::from(path))
}

fn parent_file(
    path: &Path,
    parent: roxmltree::Node,
    coordinates: &Coordinates,
    repositories: &Repositories,
) -> Option<PathBuf> {
    let relative =
        child(parent, "relativePath").map(|node| node.text().unwrap_or("").trim().to_string());
    // An empty element asks for the repository.
    let beside = match relative.as_deref() {
        Some("") => None,
        Some(relative) => Some(path.parent()?.join(relative)),
        None => Some(path.parent()?.join("../pom.xml")),
    };
    let beside = beside.map(|p| if p.is_dir() { p.join("pom.xml") } else { p });
    let matches = |file: &PathBuf| {
        let Ok(bytes) = std::fs::read(file) else {
            return false;
        };
        let text = String::from_utf8_lossy(&bytes);
        let Ok(document) = roxmltree::Document::parse(&text) else {
            // Reading it tells what is wrong.
            return true;
        };
        text_of(document.root_element(), "artifactId") == coordinates.artifact
    };
    beside
        .filter(matches)
        .or_else(|| repositories.find(coordinates, "", "pom"))
}

fn dependencies_in(list: Option<roxmltree::Node>) -> Vec<Dependency> {
    let elements = list.into_iter().flat_map(|list| list.children());
    elements
        .filter(|node| node.has_tag_name_local("dependency"))
        .map(|node| Dependency {
            group: text_of(node, "groupId"),
            artifact: text_of(node, "artifactId"),
            version: child(node, "version").map(|_| text_of(node, "version")),
            scope: text_of(node, "scope"),
            optional: text_of(node, "optional") == "true",
            kind: text_of(node, "type"),
            classifier: text_of(node, "classifier"),
            system_path: text_of(node, "systemPath"),
            exclusions: child(node, "exclusions")
                .into_iter()
                .flat_map(|list| list.children())
                .filter(|node| node.has_tag_name_local("exclusion"))
                .map(|node| (text_of(node, "groupId"), text_of(node, "artifactId")))
                .collect(),
        })
        .collect()
}

trait LocalName {
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl LocalName for roxmltree::Node<'_, '_> {
    /// Project files come with and without their namespace.
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

fn child<'a, 'i>(node: roxmltree::Node<'a, 'i>, name: &str) -> Option<roxmltree::Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name_local(name))
}

fn text_of(node: roxmltree::Node, name: &str) -> String {
    child(node, name)
        .and_then(|child| child.text())
        .unwrap_or("")
        .trim()
        .to_string()
}
