//! Jars: multi-release look-up, web and Spring layouts, nested jars and `Class-Path`, with limits that stop an archive
//! which expands without end. Nested jars are unpacked into the cache once, because a JVM that replays a violation
//! cannot open them in place.

use crate::cache::Cache;
use crate::error::Error;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zip::ZipArchive;

/// What a jar may cost. The defaults are far above any real program.
#[derive(Debug, Clone, Copy)]
pub struct JarLimits {
    pub entries: usize,
    /// Expanded bytes of one class or resource.
    pub entry_bytes: u64,
    /// Expanded bytes of everything unpacked from one outermost jar.
    pub total_bytes: u64,
    /// How deep jars may nest.
    pub depth: usize,
}

impl Default for JarLimits {
    fn default() -> Self {
        JarLimits {
            entries: 500_000,
            entry_bytes: 512 << 20,
            total_bytes: 4 << 30,
            depth: 4,
        }
    }
}

pub(crate) struct Jar {
    pub path: PathBuf,
    /// What the user knows it by: for a nested jar, the outer one and the entry.
    label: String,
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// Prefixes under which classes are looked up, most specific release first.
    roots: Vec<String>,
    nested: Vec<String>,
    /// Jars and directories that the manifest's `Class-Path` names.
    class_path: Vec<PathBuf>,
    limits: JarLimits,
}

/// Where packaged applications keep their own classes.
const PACKAGED: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

impl Jar {
    pub fn open(path: &Path, jdk_version: u32, limits: JarLimits) -> Result<Jar, Error> {
        Jar::open_as(path.display().to_string(), path, jdk_version, limits)
    }

    fn open_as(
        label: String,
        path: &Path,
        jdk_version: u32,
        limits: JarLimits,
    ) -> Result<Jar, Error> {
        let fail = |reason: String| Error::Jar {
            jar: label.clone(),
            entry: None,
            reason,
        };
        let file = File::open(path).map_err(|e| Error::io(path, "open the jar", e))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|e| {
            fail(format!(
                "not a readable jar: it is truncated, or no archive ({e})"
            ))
        })?;
        if archive.len() > limits.entries {
            return Err(fail(format!(
                "it has {} entries, more than the limit of {}",
                archive.len(),
                limits.entries
            )));
        }
        let mut jar = Jar {
            path: path.to_path_buf(),
            label,
            archive: Mutex::new(archive),
            roots: Vec::new(),
            nested: Vec::new(),
            class_path: Vec::new(),
            limits,
        };
        let manifest = jar.entry("META-INF/MANIFEST.MF")?.unwrap_or_default();
        let manifest = String::from_utf8_lossy(&manifest).into_owned();
        let multi_release = manifest_value(&manifest, "Multi-Release")
            .is_some_and(|value| value.eq_ignore_ascii_case("true"));
        jar.class_path = class_path_of(path, &manifest);
        jar.survey(multi_release, jdk_version);
        Ok(jar)
    }

    fn survey(&mut self, multi_release: bool, jdk_version: u32) {
        let mut releases = HashSet::new();
        let mut packaged = HashSet::new();
        let mut nested = Vec::new();
        for name in self.names() {
            if let Some(rest) = name.strip_prefix("META-INF/versions/") {
                let release = rest.split('/').next().and_then(|r| r.parse::<u32>().ok());
                releases.extend(release.filter(|r| multi_release && (9..=jdk_version).contains(r)));
            }
            if name.ends_with(".jar") {
                nested.push(name.clone());
            }
            packaged.extend(
                PACKAGED
                    .into_iter()
                    .filter(|prefix| name.starts_with(prefix)),
            );
        }
        self.nested = nested;
        let mut releases: Vec<u32> = releases.into_iter().collect();
        releases.sort_unstable_by(|a, b| b.cmp(a));
        self.roots = releases
            .iter()
            .map(|release| format!("META-INF/versions/{release}/"))
            .collect();
        self.roots.push(String::new());
        self.roots.extend(
            PACKAGED
                .into_iter()
                .filter(|prefix| packaged.contains(prefix))
                .map(String::from),
        );
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ZipArchive<BufReader<File>>> {
        // Reading an entry seeks first, so that an interrupted read leaves nothing behind.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Entry names, sorted. One that is not text can be looked up by nobody and is left out.
    fn names(&self) -> Vec<String> {
        let archive = self.lock();
        let names = archive.file_names().flatten();
        let mut names: Vec<String> = names.map(|name| name.into_owned()).collect();
        names.sort_unstable();
        names
    }

    /// The file at a path of the class path: `p/C.class`, or a resource. With it, the entry's full name.
    pub fn find(&self, path: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
        for root in &self.roots {
            // Nothing under META-INF is versioned.
            if root.starts_with("META-INF/") && path.starts_with("META-INF/") {
                continue;
            }
            let name = format!("{root}{path}");
            if let Some(bytes) = self.entry(&name)? {
                return Ok(Some((name, bytes)));
            }
        }
        Ok(None)
    }

    pub fn class_names(&self) -> Vec<String> {
        let mut names = HashSet::new();
        for entry in self.names() {
            let Some(path) = entry.strip_suffix(".class") else {
                continue;
            };
            // The longest root first: the unnamed one fits everything.
            let roots = self
                .roots
                .iter()
                .filter(|root| path.starts_with(root.as_str()));
            let root = roots
                .max_by_key(|root| root.len())
                .map_or("", String::as_str);
            let name = &path[root.len()..];
            if !name.starts_with("META-INF/") {
                names.insert(name.to_string());
            }
        }
        names.into_iter().collect()
    }

    /// Reads one entry, however large it claims to be, up to the limit.
    fn entry(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut archive = self.lock();
        let Some(index) = archive.index_for_name(name) else {
            return Ok(None);
        };
        let entry = archive
            .by_index(index)
            .map_err(|e| self.fail(name, e.to_string()))?;
        if entry.is_dir() {
            return Ok(None);
        }
        let limit = self.limits.entry_bytes;
        let room = entry.size().min(limit).min(1 << 20);
        let mut bytes = Vec::with_capacity(usize::try_from(room).unwrap_or(0));
        let mut limited = entry.take(limit + 1);
        limited
            .read_to_end(&mut bytes)
            .map_err(|e| self.fail(name, format!("cannot be read: {e}")))?;
        if bytes.len() as u64 > limit {
            return Err(self.fail(name, format!("it expands to more than {limit} bytes")));
        }
        Ok(Some(bytes))
    }

    fn fail(&self, entry: &str, reason: String) -> Error {
        Error::Jar {
            jar: self.label.clone(),
            entry: Some(entry.to_string()),
            reason,
        }
    }

    pub fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }

    pub fn place(&self, entry: &str) -> String {
        format!("{}!/{entry}", self.label)
    }

    /// Where `BOOT-INF/classes` and `WEB-INF/classes` can be loaded from, unpacked on demand.
    pub fn packaged_classes(&self, cache: &Cache) -> Result<Vec<PathBuf>, Error> {
        let prefixes: Vec<&String> = self
            .roots
            .iter()
            .filter(|root| PACKAGED.contains(&root.as_str()))
            .collect();
        if prefixes.is_empty() {
            return Ok(Vec::new());
        }
        let key = cache.key_of_file("packaged-classes", &self.path)?;
        let directory = cache.directory("jars", &key, |into| {
            let mut total = 0;
            for name in self.names() {
                if !prefixes
                    .iter()
                    .any(|prefix| name.starts_with(prefix.as_str()))
                {
                    continue;
                }
                if let Some(bytes) = self.entry(&name)? {
                    total += bytes.len() as u64;
                    if total > self.limits.total_bytes {
                        return Err(
                            self.fail(&name, "it takes the unpacked classes over the limit".into())
                        );
                    }
                    let Some(target) = safe_join(into, &name) else {
                        return Err(self.fail(&name, "its path leaves the archive".into()));
                    };
                    cache.write(&target, &bytes)?;
                }
            }
            Ok(())
        })?;
        Ok(prefixes
            .iter()
            .map(|prefix| directory.join(prefix))
            .collect())
    }

    /// The jars inside this one, unpacked into the cache, and those inside them.
    pub fn nested(&self, cache: &Cache, jdk_version: u32) -> Result<Vec<Jar>, Error> {
        let mut all = Vec::new();
        let mut total = 0;
        self.nested_into(cache, jdk_version, 1, &mut total, &mut all)?;
        Ok(all)
    }

    fn nested_into(
        &self,
        cache: &Cache,
        jdk_version: u32,
        depth: usize,
        total: &mut u64,
        all: &mut Vec<Jar>,
    ) -> Result<(), Error> {
        let Some(first) = self.nested.first() else {
            return Ok(());
        };
        if depth > self.limits.depth {
            return Err(self.fail(
                first,
                format!("jars nest deeper than {} levels", self.limits.depth),
            ));
        }
        let key = cache.key_of_file("nested", &self.path)?;
        let file_name = |index: usize, name: &str| {
            let simple = name.rsplit('/').next().unwrap_or("nested.jar");
            let simple: String = simple
                .chars()
                .map(|c| {
                    if c.is_alphanumeric() || "._-+".contains(c) {
                        c
                    } else {
                        '_'
                    }
                })
                .collect();
            format!("{index:04}-{simple}")
        };
        let directory = cache.directory("jars", &key, |into| {
            for (index, name) in self.nested.iter().enumerate() {
                if let Some(bytes) = self.entry(name)? {
                    *total += bytes.len() as u64;
                    if *total > self.limits.total_bytes {
                        return Err(
                            self.fail(name, "it takes the unpacked jars over the limit".into())
                        );
                    }
                    cache.write(&into.join(file_name(index, name)), &bytes)?;
                }
            }
            Ok(())
        })?;
        for (index, name) in self.nested.iter().enumerate() {
            let path = directory.join(file_name(index, name));
            if !path.is_file() {
                continue;
            }
            let jar = Jar::open_as(self.place(name), &path, jdk_version, self.limits)?;
            let inner = jar.nested_into(cache, jdk_version, depth + 1, total, all);
            all.push(jar);
            inner?;
        }
        Ok(())
    }
}

/// Archive names are the archive's business until they become paths.
fn safe_join(root: &Path, name: &str) -> Option<PathBuf> {
    let safe = name.split('/').all(|part| {
        !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
    });
    safe.then(|| root.join(name))
}

/// A main attribute of a manifest, its continuation lines joined (JAR specification).
fn manifest_value(manifest: &str, name: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for line in manifest.lines() {
        if line.is_empty() {
            break;
        }
        match (line.strip_prefix(' '), &mut found) {
            (Some(more), Some(value)) => value.push_str(more),
            (Some(_), None) => {}
            (None, Some(_)) => break,
            (None, None) => {
                found = line
                    .split_once(':')
                    .filter(|(key, _)| key.trim().eq_ignore_ascii_case(name))
                    .map(|(_, value)| value.trim_start().to_string());
            }
        }
    }
    found.map(|value| value.trim_end().to_string())
}

fn class_path_of(jar: &Path, manifest: &str) -> Vec<PathBuf> {
    let base = jar.parent().unwrap_or(Path::new("."));
    let value = manifest_value(manifest, "Class-Path").unwrap_or_default();
    value
        .split_whitespace()
        .map(|url| url.strip_prefix("file:").unwrap_or(url))
        .map(|relative| base.join(relative))
        .filter(|path| path.exists())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_continue_lines() {
        let manifest = "Manifest-Version: 1.0\r\nClass-Path: a.jar b\r\n .jar\r\nmulti-release: TRUE\r\n\r\nX: y\r\n";
        assert_eq!(
            manifest_value(manifest, "Class-Path").unwrap(),
            "a.jar b.jar"
        );
        assert_eq!(manifest_value(manifest, "Multi-Release").unwrap(), "TRUE");
        assert_eq!(manifest_value(manifest, "X"), None);
    }

    #[test]
    fn unsafe_paths_are_refused() {
        for bad in ["../x", "/x", "a/../../x", "a//b", "a\\b", "C:x"] {
            assert!(safe_join(Path::new("r"), bad).is_none(), "{bad}");
        }
    }
}
