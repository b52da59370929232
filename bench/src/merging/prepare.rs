//! Compiles the programs once, so that no run pays for `javac`.

use crate::jvm::Jdk;
use std::fs;
use std::path::{Path, PathBuf};

/// A program ready to be checked.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub name: String,
    /// What `cortado check` gets besides the level: targets and options, before the program's own arguments.
    pub words: Vec<String>,
    /// Where the classes are, for other tools.
    pub classes: PathBuf,
}

/// Compiles `sources/programs/NAME` into a directory of `work`.
pub fn prepare(jdk: &Jdk, sources: &Path, work: &Path, name: &str) -> Result<Prepared, String> {
    let (harness, api) = (work.join("api-sources"), work.join("api"));
    let classes = work.join("classes").join(name);
    for directory in [&harness, &api, &classes] {
        fs::create_dir_all(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
    }
    if !api.join("cortado/Any.class").exists() {
        jdk.compile_harness(&harness, &api)?;
    }
    let directory = sources.join("programs").join(name);
    let files = java_files(&directory)?;
    if files.is_empty() {
        return Err(format!("there are no programs in {}", directory.display()));
    }
    jdk.compile_against(&files, api.as_os_str(), &classes)?;
    let words = [&classes.to_string_lossy(), "--main", "Main"];
    Ok(Prepared {
        name: name.to_owned(),
        words: words.map(str::to_owned).to_vec(),
        classes,
    })
}

/// The sources in a directory, not below it.
pub(super) fn java_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let complain = |error| format!("{}: {error}", directory.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(complain)? {
        let path = entry.map_err(complain)?.path();
        if path.extension().is_some_and(|end| end == "java") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
