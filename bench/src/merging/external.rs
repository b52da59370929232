//! Programs of others: whatever a directory has in `.jpf` files, or else in classes with a `main`.

use super::{Level, Run, Runner};
use std::fs;
use std::path::{Path, PathBuf};

/// A program to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    pub name: String,
    /// Targets and options of `cortado check`.
    pub words: Vec<String>,
}

impl External {
    /// Has the sources compiled, so that no run pays for it.
    pub fn prepare(&self, runner: &Runner) -> Result<(), String> {
        let mut words = self.words.clone();
        words.push("--list-loops".to_owned());
        runner.run_words(&words, &[], Level::None).map(|_| ())
    }

    pub fn run(&self, runner: &Runner, level: Level) -> Result<Run, String> {
        let mut run = runner.run_words(&self.words, &[], level)?;
        run.program.clone_from(&self.name);
        Ok(run)
    }
}

/// All programs below a directory. A directory with `.jpf` files has what these say, and its sources are theirs; of other
/// sources, each that has a `main` is a program, together with what else lies in the root of its package.
pub fn find(directory: &Path) -> Result<Vec<External>, String> {
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    files.sort();
    let name = |file: &Path| {
        let relative = file.strip_prefix(directory).unwrap_or(file);
        relative.with_extension("").to_string_lossy().into_owned()
    };
    let is = |file: &Path, end: &str| file.extension().is_some_and(|extension| extension == end);
    let configured: Vec<&PathBuf> = files.iter().filter(|file| is(file, "jpf")).collect();
    let mut programs = Vec::new();
    for file in &configured {
        programs.push(External {
            name: name(file),
            words: vec![file.to_string_lossy().into_owned()],
        });
    }
    for file in files.iter().filter(|file| is(file, "java")) {
        if configured.iter().any(|jpf| jpf.parent() == file.parent()) {
            continue;
        }
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        if let Some((class, root)) = main_class(file, &text) {
            let words = vec![
                root.to_string_lossy().into_owned(),
                "--main".to_owned(),
                class,
            ];
            programs.push(External {
                name: name(file),
                words,
            });
        }
    }
    match programs.is_empty() {
        true => Err(format!(
            "{}: there is no .jpf file and no source with a main",
            directory.display()
        )),
        false => Ok(programs),
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let complain = |error| format!("{}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(complain)? {
        let entry = entry.map_err(complain)?;
        // A link may lead around in circles.
        if entry.file_type().map_err(complain)?.is_dir() {
            collect(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// The class of a source that has a `main`, and the root of its package.
fn main_class(file: &Path, text: &str) -> Option<(String, PathBuf)> {
    if !text.contains("static void main(") {
        return None;
    }
    let simple = file.file_stem()?.to_string_lossy().into_owned();
    let package = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("package "))
        .and_then(|rest| rest.split(';').next())
        .map(str::trim);
    let mut root = file.parent()?;
    let Some(package) = package else {
        return Some((simple, root.to_owned()));
    };
    for part in package.rsplit('.') {
        // Sources that do not lie where their package says are taken as they are.
        if root.file_name()? != part {
            root = file.parent()?;
            break;
        }
        root = root.parent()?;
    }
    Some((format!("{package}.{simple}"), root.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm::Scratch;

    #[test]
    fn configurations_come_before_sources() {
        let scratch = Scratch::new().expect("a directory");
        let jpf = scratch.directory("a").expect("a directory");
        let plain = scratch.directory("b/p/q").expect("a directory");
        let main = "class X { public static void main(String[] args) {} }";
        fs::write(jpf.join("One.jpf"), "target = X").expect("written");
        fs::write(jpf.join("X.java"), main).expect("written");
        fs::write(plain.join("Y.java"), format!("package p.q;\n{main}")).expect("written");
        fs::write(plain.join("Z.java"), "package p.q; class Z {}").expect("written");
        let found = find(scratch.path()).expect("programs");
        let names: Vec<&str> = found.iter().map(|program| program.name.as_str()).collect();
        assert_eq!(names, ["a/One", "b/p/q/Y"]);
        let root = scratch.path().join("b").to_string_lossy().into_owned();
        assert_eq!(found[1].words, [root.as_str(), "--main", "p.q.Y"]);
    }
}
