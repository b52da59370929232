//! What is kept between runs: compiled sources and unpacked jars, in directories named by the hash of everything they
//! were made from. A directory is filled elsewhere and renamed into place, so that concurrent runs never see half of it.

use crate::error::Error;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Clone)]
pub(crate) struct Cache {
    root: PathBuf,
}

/// A hash over length-prefixed parts, so that two sequences of parts never meet by concatenation.
pub(crate) struct Key(Sha256);

impl Key {
    pub fn new(purpose: &str) -> Key {
        let mut key = Key(Sha256::new());
        key.part(purpose.as_bytes());
        key
    }

    pub fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// A file by what changes when it is rewritten: path, size and modification time.
    pub fn file(&mut self, path: &Path) -> Result<(), Error> {
        let metadata =
            std::fs::metadata(path).map_err(|e| Error::io(path, "look at the file", e))?;
        self.part(path.as_os_str().as_encoded_bytes());
        self.part(&metadata.len().to_le_bytes());
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
            .unwrap_or_default();
        self.part(&modified.as_nanos().to_le_bytes());
        Ok(())
    }

    pub fn finish(self) -> String {
        let mut text = String::new();
        for byte in self.0.finalize().iter().take(16) {
            text.push_str(&format!("{byte:02x}"));
        }
        text
    }
}

static UNIQUE: AtomicU64 = AtomicU64::new(0);

impl Cache {
    /// The given directory, or `CORTADO_CACHE`, or else the user's cache directory; where none can be written, the
    /// temporary directory.
    pub fn locate(named: Option<&Path>) -> Result<Cache, Error> {
        let set = |name: &str| {
            std::env::var_os(name)
                .filter(|v| !v.is_empty())
                .map(PathBuf::from)
        };
        if let Some(root) = named
            .map(Path::to_path_buf)
            .or_else(|| set("CORTADO_CACHE"))
        {
            std::fs::create_dir_all(&root)
                .map_err(|e| Error::io(&root, "create the cache directory", e))?;
            return Ok(Cache { root });
        }
        let candidates = [
            set("XDG_CACHE_HOME").map(|home| home.join("cortado")),
            set("HOME").map(|home| home.join(".cache").join("cortado")),
            set("LOCALAPPDATA").map(|home| home.join("cortado")),
        ];
        for root in candidates.into_iter().flatten() {
            if std::fs::create_dir_all(&root).is_ok() {
                let cache = Cache { root };
                if cache.is_writable() {
                    return Ok(cache);
                }
            }
        }
        let root = std::env::temp_dir().join("cortado-cache");
        std::fs::create_dir_all(&root)
            .map_err(|e| Error::io(&root, "create the cache directory", e))?;
        Ok(Cache { root })
    }

    fn is_writable(&self) -> bool {
        let probe = self.fresh();
        let made = std::fs::create_dir(&probe).is_ok();
        made && std::fs::remove_dir(&probe).is_ok()
    }

    fn fresh(&self) -> PathBuf {
        let id = UNIQUE.fetch_add(1, Ordering::Relaxed);
        self.root
            .join(format!("partial-{}-{id}", std::process::id()))
    }

    /// A path for a temporary file or directory, which the caller removes.
    pub fn scratch(&self) -> PathBuf {
        self.fresh()
    }

    /// A file that lives in the cache itself.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub fn key_of_file(&self, purpose: &str, path: &Path) -> Result<String, Error> {
        let mut key = Key::new(purpose);
        key.file(path)?;
        Ok(key.finish())
    }

    /// The directory for a key, filled by `fill` unless it exists.
    pub fn directory(
        &self,
        kind: &str,
        key: &str,
        fill: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let directory = self.root.join(kind).join(key);
        if directory.is_dir() {
            return Ok(directory);
        }
        let partial = self.fresh();
        let result = self.fill(&partial, &directory, fill);
        if result.is_err() || partial.exists() {
            let _ = std::fs::remove_dir_all(&partial);
        }
        result.map(|()| directory)
    }

    fn fill(
        &self,
        partial: &Path,
        directory: &Path,
        fill: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        std::fs::create_dir_all(partial)
            .map_err(|e| Error::io(partial, "create a cache directory", e))?;
        fill(partial)?;
        if let Some(parent) = directory.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|e| Error::io(parent, "create a cache directory", e))?;
        }
        match std::fs::rename(partial, directory) {
            Ok(()) => Ok(()),
            // Another run was faster; its content is the same.
            Err(_) if directory.is_dir() => Ok(()),
            Err(e) => Err(Error::io(directory, "move a directory into the cache", e)),
        }
    }

    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .map_err(|e| Error::io(parent, "create a cache directory", e))?;
        }
        std::fs::write(path, bytes).map_err(|e| Error::io(path, "write into the cache", e))
    }
}
