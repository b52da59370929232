//! Small file-system helpers: sorted walks that do not follow directory cycles, and reads where absence is an answer.

use crate::error::Error;
use std::path::{Path, PathBuf};

/// No source or class tree is deeper; a longer path comes from links that form a cycle.
const MAX_DEPTH: usize = 100;

/// All files below `root` with the given extension, sorted by path.
pub(crate) fn with_extension(root: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    walk(root, 0, &mut |path| {
        if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    })?;
    found.sort();
    Ok(found)
}

fn walk(directory: &Path, depth: usize, visit: &mut impl FnMut(PathBuf)) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::target(
            directory,
            "directories nest too deeply; is there a cycle of links?",
        ));
    }
    let entries =
        std::fs::read_dir(directory).map_err(|e| Error::io(directory, "list the directory", e))?;
    for entry in entries {
        let entry = entry.map_err(|e| Error::io(directory, "list the directory", e))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let path = entry.path();
        if path.is_dir() {
            if !hidden {
                walk(&path, depth + 1, visit)?;
            }
        } else {
            visit(path);
        }
    }
    Ok(())
}

pub(crate) fn subdirectories(root: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|e| Error::io(path, "read the file", e))
}

pub(crate) fn read_optional(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) => match e.kind() {
            std::io::ErrorKind::NotFound
            | std::io::ErrorKind::NotADirectory
            | std::io::ErrorKind::IsADirectory => Ok(None),
            _ => Err(Error::io(path, "read the file", e)),
        },
    }
}

/// `p/C` of `ROOT/p/C.class`.
pub(crate) fn class_name(root: &Path, file: &Path) -> Option<String> {
    let relative = file.strip_prefix(root).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
