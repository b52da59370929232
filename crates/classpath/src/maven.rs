//! Maven's project files, as far as they say where classes and dependency jars are: coordinates, properties, parents,
//! managed versions, modules. Jars are looked up in the local repositories of Maven and Gradle; nothing is downloaded.

use crate::error::Error;
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
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
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
}

/// Parents of parents: real projects have three or four.
const MAX_PARENTS: usize = 20;

impl Pom {
    pub fn read(path: &Path, repositories: &Repositories) -> Result<Pom, Error> {
        Pom::read_at(path, repositories, 0)
    }

    fn read_at(path: &Path, repositories: &Repositories, depth: usize) -> Result<Pom, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::io(path, "read the project file", e))?;
        let document = roxmltree::Document::parse(&text)
            .map_err(|e| Error::target(path, format!("not a readable project file: {e}")))?;
        let root = document.root_element();
        let mut pom = Pom::default();
        let mut parent_coordinates = None;
        if let Some(parent) = child(root, "parent") {
            let coordinates = Coordinates {
                group: text_of(parent, "groupId"),
                artifact: text_of(parent, "artifactId"),
                version: text_of(parent, "version"),
            };
            if depth < MAX_PARENTS
                && let Some(file) = parent_file(path, parent, &coordinates, repositories)
            {
                pom = Pom::read_at(&file, repositories, depth + 1)?;
                pom.modules.clear();
            }
            parent_coordinates = Some(coordinates);
        }
        pom.fill(root, parent_coordinates);
        if depth < MAX_PARENTS {
            pom.import_managed(repositories, depth)?;
        }
        Ok(pom)
    }

    fn fill(&mut self, root: roxmltree::Node, parent: Option<Coordinates>) {
        let parent = parent.unwrap_or(Coordinates {
            group: String::new(),
            artifact: String::new(),
            version: String::new(),
        });
        let or = |own: String, inherited: String| if own.is_empty() { inherited } else { own };
        self.group = or(text_of(root, "groupId"), parent.group.clone());
        self.artifact = text_of(root, "artifactId");
        self.version = or(text_of(root, "version"), parent.version.clone());
        for property in child(root, "properties")
            .into_iter()
            .flat_map(|p| p.children())
        {
            if property.is_element() {
                let value = property.text().unwrap_or("").trim().to_string();
                self.properties
                    .insert(property.tag_name().name().to_string(), value);
            }
        }
        for prefix in ["project", "pom"] {
            for (name, value) in [
                ("groupId", &self.group),
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
        let mut own = dependencies_in(child(root, "dependencies"));
        own.append(&mut self.dependencies);
        self.dependencies = own;
        let management = child(root, "dependencyManagement");
        let mut own = dependencies_in(management.and_then(|m| child(m, "dependencies")));
        own.append(&mut self.managed);
        self.managed = own;
        for module in child(root, "modules")
            .into_iter()
            .flat_map(|m| m.children())
        {
            if module.has_tag_name_local("module") {
                self.modules
                    .push(module.text().unwrap_or("").trim().to_string());
            }
        }
    }

    /// Bills of materials: what they manage is managed here too.
    fn import_managed(&mut self, repositories: &Repositories, depth: usize) -> Result<(), Error> {
        let imports: Vec<Coordinates> = self
            .managed
            .iter()
            .filter(|d| d.scope == "import" && d.kind == "pom")
            .filter_map(|d| self.resolve(d))
            .collect();
        self.managed.retain(|d| d.scope != "import");
        for import in imports {
            if let Some(file) = repositories.find(&import, "pom") {
                let other = Pom::read_at(&file, repositories, depth + 1)?;
                let expanded = other.managed.iter().map(|d| Dependency {
                    group: other.expand(&d.group),
                    version: d.version.as_deref().map(|v| other.expand(v)),
                    ..d.clone()
                });
                self.managed.extend(expanded);
            }
        }
        Ok(())
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

    fn resolve(&self, dependency: &Dependency) -> Option<Coordinates> {
        let group = self.expand(&dependency.group);
        let artifact = self.expand(&dependency.artifact);
        let managed = || {
            let same = |d: &&Dependency| {
                self.expand(&d.group) == group && self.expand(&d.artifact) == artifact
            };
            self.managed
                .iter()
                .find(same)
                .and_then(|d| d.version.clone())
        };
        let version = dependency.version.clone().or_else(managed)?;
        Some(Coordinates {
            version: self.expand(&version),
            group,
            artifact,
        })
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
    fn needed(&self, direct: bool) -> Vec<Coordinates> {
        let wanted = |d: &&Dependency| {
            let scope = self.scope_of(d);
            match direct {
                true => scope != "test" && scope != "import",
                false => !d.optional && matches!(scope.as_str(), "compile" | "runtime"),
            }
        };
        let dependencies = self.dependencies.iter().filter(wanted);
        dependencies.filter_map(|d| self.resolve(d)).collect()
    }
}

/// The jars of a project's dependencies, transitively, and those that no local repository has. Of several versions the
/// nearest wins, as in Maven.
pub(crate) fn dependency_jars(
    poms: &[Pom],
    direct: Vec<Coordinates>,
    repositories: &Repositories,
) -> (Vec<PathBuf>, Vec<Coordinates>) {
    let own: HashSet<(String, String)> = poms
        .iter()
        .map(|pom| (pom.group.clone(), pom.artifact.clone()))
        .collect();
    let mut queue: VecDeque<Coordinates> = poms.iter().flat_map(|pom| pom.needed(true)).collect();
    queue.extend(direct);
    let mut known = HashSet::new();
    let (mut jars, mut missing) = (Vec::new(), Vec::new());
    while let Some(coordinates) = queue.pop_front() {
        let name = (coordinates.group.clone(), coordinates.artifact.clone());
        if own.contains(&name) || !known.insert(name) {
            continue;
        }
        match repositories.find(&coordinates, "jar") {
            Some(jar) => jars.push(jar),
            None => missing.push(coordinates.clone()),
        }
        // A dependency's project file that cannot be read only costs what it would have added.
        if let Some(file) = repositories.find(&coordinates, "pom")
            && let Ok(pom) = Pom::read(&file, repositories)
        {
            queue.extend(pom.needed(false));
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
        Repositories::at(
            home.map(|home| home.join(".m2").join("repository")),
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

    pub fn find(&self, coordinates: &Coordinates, kind: &str) -> Option<PathBuf> {
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
        let file = format!("{artifact}-{version}.{kind}");
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
        let Ok(text) = std::fs::read_to_string(file) else {
            return false;
        };
        let Ok(document) = roxmltree::Document::parse(&text) else {
            return false;
        };
        text_of(document.root_element(), "artifactId") == coordinates.artifact
    };
    beside
        .filter(matches)
        .or_else(|| repositories.find(coordinates, "pom"))
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
