//! Programs under the watch of their properties: copies of the program's classes that report the calls which may be
//! events, with the Java classes that run the monitors beside them. What counts as an event here is what counts as one
//! on a path of the search (`explore`'s `regular`): a call instruction of the program, outside of any call that is an
//! event itself.

mod around;
mod data;
#[cfg(test)]
mod tests;

use crate::rewrite;
use classpath::{ClassFile, ClassPath};
use data::Data;
use property::{Matcher, When};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

macro_rules! source {
    ($name:literal) => {
        (
            concat!("cortado/property/", $name, ".java"),
            include_str!(concat!("../../java/cortado/property/", $name, ".java")),
        )
    };
}

/// Path and text of the classes that run the monitors.
const RUNTIME_SOURCES: &[(&str, &str)] = &[
    source!("Hooks"),
    source!("Model"),
    source!("Monitors"),
    source!("PropertyViolated"),
    source!("Types"),
    source!("Watch"),
];

/// Thrown where the violation was expected, and otherwise.
pub(crate) const VIOLATED: &str = "cortado.property.PropertyViolated";
pub(crate) const ELSEWHERE: &str = "cortado.property.PropertyViolated$Elsewhere";
/// What a test calls.
pub(crate) const WATCH: &str = "cortado.property.Watch";
/// The directory of the monitored classes beside the tests.
pub(crate) const DIRECTORY: &str = "monitored";
/// Among the monitored classes; tells a directory of ours from somebody else's.
const DATA: &str = "cortado/property/properties.txt";

/// The monitored classes of a program, in a directory that must precede the program on a class path.
#[derive(Debug)]
pub struct Monitored {
    directory: tempfile::TempDir,
    /// Methods with calls that may be events and are not reported, with the reason.
    left: Vec<String>,
    /// The properties that have something to say about the end of the program.
    at_end: Vec<String>,
    /// How many classes report calls.
    classes: usize,
}

impl Monitored {
    /// Writes the copies. The properties must be all that the search followed, because a call that is an event of one
    /// hides what happens within it from the others. An error is for the user.
    pub fn new(classpath: &ClassPath, matcher: &Arc<Matcher>) -> Result<Monitored, String> {
        replayable(matcher)?;
        let tool = classpath.compile_tool(RUNTIME_SOURCES);
        let runtime = tool
            .map_err(|e| e.to_string())?
            .ok_or("the Java runtime has no compiler")?;
        let directory = tempfile::Builder::new()
            .prefix("cortado-monitored")
            .tempdir()
            .map_err(|e| format!("cannot make a temporary directory: {e}"))?;
        let mut monitored = Monitored {
            directory,
            left: Vec::new(),
            at_end: matcher
                .at_end()
                .map(|(id, _)| matcher.property(id).name.clone())
                .collect(),
            classes: 0,
        };
        let root = monitored.directory.path().to_path_buf();
        let failed = |error: std::io::Error| format!("cannot write monitored classes: {error}");
        let mut data = Data::new(matcher.properties());
        for name in classpath.application_classes().map_err(|e| e.to_string())? {
            // What cannot be read is left to the JVM, which will complain if it is ever needed.
            let Ok(Some(class)) = classpath.find(&name) else {
                continue;
            };
            let file = format!("{name}.class");
            if !classpath.is_application(&name) {
                continue;
            }
            let Ok(Some(bytes)) = classpath.resource(&file) else {
                continue;
            };
            let bytes = monitored.rewritten(bytes, &class, matcher, &mut data);
            let file = root.join(file);
            write(&file, &bytes).map_err(failed)?;
        }
        copy(&runtime, &root).map_err(failed)?;
        write(&root.join(DATA), data.text().as_bytes()).map_err(failed)?;
        Ok(monitored)
    }

    /// The class with its calls reported; as it is where none may be an event, so that the classes of a package stay
    /// together.
    fn rewritten(
        &mut self,
        bytes: Vec<u8>,
        class: &ClassFile,
        matcher: &Matcher,
        data: &mut Data,
    ) -> Vec<u8> {
        let dotted = class.name.replace('/', ".");
        let choose = &mut |call: &rewrite::Call, pool: &mut rewrite::Pool| {
            around::report(&dotted, call, matcher, data, pool)
        };
        match rewrite::rewrite(&bytes, class, choose) {
            Ok(None) => bytes,
            Ok(Some(rewritten)) => {
                self.classes += 1;
                for left in &rewritten.left {
                    let method = &left.method;
                    self.left.push(format!("{dotted}.{method} is {}", left.why));
                }
                rewritten.bytes
            }
            Err(why) => {
                self.left.push(format!("{dotted} is {why}"));
                bytes
            }
        }
    }

    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Methods that may raise events which are not seen, as sentences.
    pub fn left_alone(&self) -> &[String] {
        &self.left
    }

    /// How many classes of the program report calls.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Whether the end of the program is an event of a property.
    pub(crate) fn speaks_of_end(&self, property: &str) -> bool {
        self.at_end.iter().any(|name| name == property)
    }

    /// Puts the monitored classes beside the tests, replacing those of an earlier run.
    pub(crate) fn install(&self, tests: &Path) -> Result<(), String> {
        let into = tests.join(DIRECTORY);
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", into.display());
        if into.join(DATA).is_file() {
            fs::remove_dir_all(&into).map_err(cannot)?;
        } else if fs::read_dir(&into).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(format!("{} is not ours to replace", into.display()));
        }
        copy(self.directory(), &into).map_err(cannot)
    }

    /// Removes what [`Monitored::install`] has put there.
    pub(crate) fn uninstall(tests: &Path) {
        let directory = tests.join(DIRECTORY);
        if directory.join(DATA).is_file() {
            // What cannot be removed does no harm.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// Whether a JVM can raise the events of the properties.
fn replayable(matcher: &Matcher) -> Result<(), String> {
    for property in matcher.properties() {
        for event in property
            .events
            .iter()
            .filter(|event| event.when == When::Before)
        {
            let constructs =
                |call: &property::Call| call.signature.target == property::Target::Constructor;
            let mut calls = event.calls.iter();
            if calls.any(|call| constructs(call) && call.receiver.is_some()) {
                return Err(format!(
                    "event {} of {} binds an object before it is constructed",
                    event.name, property.name
                ));
            }
        }
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(file, bytes)
}

/// Copies a directory with all that is in it.
fn copy(from: &Path, into: &Path) -> std::io::Result<()> {
    let mut pending: Vec<(PathBuf, PathBuf)> = vec![(from.to_path_buf(), into.to_path_buf())];
    while let Some((from, into)) = pending.pop() {
        fs::create_dir_all(&into)?;
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            let (from, into) = (entry.path(), into.join(entry.file_name()));
            if entry.file_type()?.is_dir() {
                pending.push((from, into));
            } else {
                fs::copy(&from, &into)?;
            }
        }
    }
    Ok(())
}
