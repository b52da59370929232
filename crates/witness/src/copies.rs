//! Copies of a program's classes that come before the program on the class path of a replay: with monitors that see the
//! violations of properties, and with arguments put in at the calls of chosen methods. They stay beside the tests that
//! need them.

use crate::arguments::{self, ReplacedArguments};
use crate::monitor::{self, Data, around};
use crate::rewrite::{self, Call, Changes, Edit, Pool, Prologue};
use classpath::{ClassFile, ClassPath, Method, Name};
use property::Matcher;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// In a directory that must precede the program on a class path.
#[derive(Debug)]
pub struct Copies {
    directory: tempfile::TempDir,
    /// Whether they watch properties.
    monitored: bool,
    /// Methods that should be changed and are not, with the reason.
    left: Vec<String>,
    /// The properties that have something to say about the end of the program.
    at_end: Vec<String>,
    /// How many classes differ from the original.
    classes: usize,
    /// Methods whose arguments are put in, `Tool.run`.
    replaced: Vec<String>,
}

impl Copies {
    /// Writes the copies. The properties must be all that the search followed, because a call that is an event of one
    /// hides what happens within it from the others. An error is for the user.
    pub fn new(
        classpath: &ClassPath,
        matcher: Option<&Arc<Matcher>>,
        replaced: &[ReplacedArguments],
    ) -> Result<Copies, String> {
        let directory = tempfile::Builder::new()
            .prefix("cortado-copies")
            .tempdir()
            .map_err(|e| format!("cannot make a temporary directory: {e}"))?;
        let mut copies = Copies {
            directory,
            monitored: matcher.is_some(),
            left: Vec::new(),
            at_end: Vec::new(),
            classes: 0,
            replaced: replaced.iter().map(ReplacedArguments::name).collect(),
        };
        let root = copies.directory().to_path_buf();
        let failed = |error: std::io::Error| format!("cannot write copies of classes: {error}");
        let mut names: BTreeSet<Name> = BTreeSet::new();
        for method in replaced {
            arguments::check(classpath, method)?;
            names.insert((*method.class).into());
        }
        let mut data = None;
        if let Some(matcher) = matcher {
            monitor::replayable(matcher)?;
            let tool = classpath.compile_tool(monitor::RUNTIME_SOURCES);
            let runtime = tool
                .map_err(|e| e.to_string())?
                .ok_or("the Java runtime has no compiler")?;
            copy(&runtime, &root).map_err(failed)?;
            // All classes of the program, so that those of a package stay together.
            let classes = classpath.application_classes().map_err(|e| e.to_string())?;
            names.extend(classes.into_iter().filter(|c| classpath.is_application(c)));
            let at_end = matcher.at_end();
            copies.at_end = at_end
                .map(|(id, _)| matcher.property(id).name.clone())
                .collect();
            data = Some((&**matcher, Data::new(matcher.properties())));
        }
        if !replaced.is_empty() {
            let file = format!("{}.class", arguments::VALUES);
            let ours = classpath.api_classes_dir();
            let ours = ours.ok_or("the Java runtime has no compiler")?;
            let values = fs::read(ours.join(&file)).map_err(failed)?;
            write(&root.join(file), &values).map_err(failed)?;
            let text = copies.replaced.join("\n") + "\n";
            write(&root.join(arguments::DATA), text.as_bytes()).map_err(failed)?;
        }
        for name in names {
            // What cannot be read is left to the JVM, which will complain if it is ever needed.
            let Ok(Some(class)) = classpath.find(&name) else {
                continue;
            };
            let file = format!("{name}.class");
            let Ok(Some(bytes)) = classpath.resource(&file) else {
                continue;
            };
            let mut changes = InClass {
                dotted: name.replace('/', "."),
                properties: data.as_mut().map(|(matcher, data)| (*matcher, data)),
                replaced: replaced.iter().filter(|m| *m.class == *name).collect(),
            };
            let bytes = copies.rewritten(bytes, &class, &mut changes)?;
            write(&root.join(file), &bytes).map_err(failed)?;
        }
        if let Some((_, data)) = &data {
            write(&root.join(monitor::DATA), data.text().as_bytes()).map_err(failed)?;
        }
        Ok(copies)
    }

    /// The class with its changes; as it is where there are none.
    fn rewritten(
        &mut self,
        bytes: Vec<u8>,
        class: &ClassFile,
        changes: &mut InClass,
    ) -> Result<Vec<u8>, String> {
        let rewritten = match rewrite::rewrite(&bytes, class, changes) {
            Ok(None) => return Ok(bytes),
            Ok(Some(rewritten)) => rewritten,
            Err(why) => {
                let why = format!("{} is {why}", changes.dotted);
                return match changes.replaced.is_empty() {
                    true => {
                        self.left.push(why);
                        Ok(bytes)
                    }
                    false => Err(why),
                };
            }
        };
        self.classes += 1;
        for left in &rewritten.left {
            let why = format!("{}.{} is {}", changes.dotted, left.method, left.why);
            // Without its values a call would be another than the one that was found.
            if changes.replaced.iter().any(|m| m.method == left.method) {
                return Err(why);
            }
            self.left.push(why);
        }
        Ok(rewritten.bytes)
    }

    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Methods that may raise events which are not seen, as sentences.
    pub fn left_alone(&self) -> &[String] {
        &self.left
    }

    /// How many classes of the program are changed.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Methods whose arguments are put in, as users name them.
    pub(crate) fn replaced(&self) -> &[String] {
        &self.replaced
    }

    /// Whether the end of the program is an event of a property.
    pub(crate) fn speaks_of_end(&self, property: &str) -> bool {
        self.at_end.iter().any(|name| name == property)
    }

    /// Where the copies are, beside the tests.
    pub(crate) fn installed(&self) -> &'static str {
        match self.monitored {
            true => monitor::DIRECTORY,
            false => arguments::DIRECTORY,
        }
    }

    fn mark(&self) -> &'static str {
        match self.monitored {
            true => monitor::DATA,
            false => arguments::DATA,
        }
    }

    /// Puts the copies beside the tests, replacing those of an earlier run.
    pub(crate) fn install(&self, tests: &Path) -> Result<(), String> {
        let into = tests.join(self.installed());
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", into.display());
        if into.join(self.mark()).is_file() {
            fs::remove_dir_all(&into).map_err(cannot)?;
        } else if fs::read_dir(&into).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(format!("{} is not ours to replace", into.display()));
        }
        copy(self.directory(), &into).map_err(cannot)
    }

    /// Removes what [`Copies::install`] has put there.
    pub(crate) fn uninstall(&self, tests: &Path) {
        let directory = tests.join(self.installed());
        if directory.join(self.mark()).is_file() {
            // What cannot be removed does no harm.
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// What changes in one class.
struct InClass<'a> {
    dotted: String,
    properties: Option<(&'a Matcher, &'a mut Data)>,
    replaced: Vec<&'a ReplacedArguments>,
}

impl Changes for InClass<'_> {
    fn at_entry(&mut self, method: &Method, pool: &mut Pool) -> Option<Prologue> {
        let mut replaced = self.replaced.iter();
        let found =
            replaced.find(|m| m.method == *method.name && m.descriptor == *method.descriptor)?;
        arguments::prologue(found, method, pool)
    }

    fn around(&mut self, call: &Call, pool: &mut Pool) -> Option<Edit> {
        let (matcher, data) = self.properties.as_mut()?;
        around::report(&self.dotted, call, matcher, data, pool)
    }
}

pub(crate) fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
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
