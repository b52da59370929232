//! What the user named on the command line, turned into a class path: any mix of `.java` files, source and class
//! directories, jars, and the roots of Maven and Gradle projects.

use crate::cache::Cache;
use crate::class_path::{ClassPath, Parts, Role};
use crate::error::Error;
use crate::jar::JarLimits;
use crate::jdk::Jdk;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Collects targets and options; [`ClassPathBuilder::build`] finds the JDK, compiles sources and opens nothing else.
#[derive(Debug, Clone, Default)]
pub struct ClassPathBuilder {
    targets: Vec<PathBuf>,
    extras: Vec<PathBuf>,
    stubs: Vec<PathBuf>,
    jdk: Option<PathBuf>,
    cache: Option<PathBuf>,
    limits: JarLimits,
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

    /// Adds a dependency: a class directory or a jar.
    pub fn classpath(mut self, path: impl Into<PathBuf>) -> Self {
        self.extras.push(path.into());
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

    pub fn build(self) -> Result<ClassPath, Error> {
        let jdk = Jdk::locate(self.jdk.as_deref())?;
        let cache = Cache::locate(self.cache.as_deref())?;
        let mut entries = Vec::new();
        for stub in &self.stubs {
            entries.push((existing(stub)?, Role::Stub));
        }
        for target in &self.targets {
            entries.push((existing(target)?, Role::Application));
        }
        for extra in &self.extras {
            entries.push((existing(extra)?, Role::Dependency));
        }
        Ok(ClassPath::new(Parts {
            jdk,
            entries,
            sources: HashMap::new(),
            source_roots: Vec::new(),
            api: None,
            cache,
            limits: self.limits,
        }))
    }
}

fn existing(path: &Path) -> Result<PathBuf, Error> {
    match path.exists() {
        true => Ok(path.to_path_buf()),
        false => Err(Error::target(path, "no such file or directory")),
    }
}
