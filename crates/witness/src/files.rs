//! The files that a replay needs: those with relative names are made in the directory that the JVM runs in. Others are
//! the host's. It may happen to have them as they must be; a program that would change them is not run.

use outcome::{Input, InputValue};
use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// How the machine names what it asks about a file: the method that tells, and the name.
const PREFIX: &str = "Files.";

/// What a violation says of one file.
#[derive(Default)]
struct Wanted<'a> {
    answers: BTreeMap<&'a str, &'a InputValue>,
}

impl Wanted<'_> {
    fn says(&self, question: &str) -> Option<bool> {
        match self.answers.get(question) {
            Some(InputValue::Boolean(answer)) => Some(*answer),
            _ => None,
        }
    }
}

/// All files that a violation speaks of.
#[derive(Default)]
pub(crate) struct Files<'a> {
    wanted: BTreeMap<&'a str, Wanted<'a>>,
}

/// What could not be arranged for.
#[derive(Default)]
pub(crate) struct Missing {
    /// The first input that the replay does not have as it should be.
    pub left_out: Option<String>,
    /// Why the program must not run.
    pub forbidden: Option<String>,
}

impl<'a> Files<'a> {
    /// Takes in an input that is about a file.
    pub(crate) fn add(&mut self, input: &'a Input) -> bool {
        let parts = input.name.strip_prefix(PREFIX);
        let parts = parts.and_then(|rest| rest.split_once("(\""));
        let parts = parts.and_then(|(question, rest)| Some((question, rest.rsplit_once("\")")?.0)));
        let Some((question, name)) = parts else {
            return false;
        };
        let wanted = self.wanted.entry(name).or_default();
        wanted.answers.insert(question, &input.value);
        true
    }

    /// Makes them in a directory that is empty.
    pub(crate) fn make(&self, directory: &Path) -> io::Result<Missing> {
        let mut missing = Missing::default();
        for (name, wanted) in &self.wanted {
            let outside = Path::new(name).is_absolute();
            if outside && wanted.says("isWritable") == Some(true) {
                let why = format!("the program changes {name}, which a replay must not do");
                missing.forbidden = Some(why);
            }
            let arranged = match outside {
                true => agrees(Path::new(name), wanted),
                false => make_one(&directory.join(name), wanted)?,
            };
            if !arranged {
                missing.left_out = Some(format!("the file {name}"));
            }
        }
        // Permissions come last: what is inside must be there by then.
        for (name, wanted) in self.wanted.iter().rev() {
            if !Path::new(name).is_absolute() && !restrict(&directory.join(name), wanted)? {
                missing.left_out = Some(format!("the permissions of {name}"));
            }
        }
        Ok(missing)
    }
}

/// Whether a file of the host's is as wanted, as far as that is known without opening it.
fn agrees(file: &Path, wanted: &Wanted<'_>) -> bool {
    if wanted
        .answers
        .keys()
        .any(|question| !matches!(*question, "exists" | "isDirectory"))
    {
        return false;
    }
    let exists = wanted
        .says("exists")
        .is_none_or(|exists| exists == file.exists());
    exists
        && wanted
            .says("isDirectory")
            .is_none_or(|is| is == file.is_dir())
}

/// Makes a file or a directory; whether everything is as wanted.
fn make_one(file: &Path, wanted: &Wanted<'_>) -> io::Result<bool> {
    let emptiness = wanted.says("isEmpty");
    if wanted.says("exists") == Some(false) {
        return Ok(true);
    }
    if wanted.says("isDirectory") == Some(true) || emptiness.is_some() {
        fs::create_dir_all(file)?;
        if emptiness == Some(false) {
            File::create(file.join(".other"))?;
        }
    } else if wanted.says("exists") == Some(true) {
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        let text = match wanted.answers.get("readString") {
            Some(InputValue::String(text)) => text.to_unicode().unwrap_or_default(),
            _ => String::new(),
        };
        fs::write(file, text)?;
    }
    Ok(true)
}

/// Takes away what the program must not be allowed to do, and sets the time; whether that had an effect.
fn restrict(file: &Path, wanted: &Wanted<'_>) -> io::Result<bool> {
    if !file.exists() {
        return Ok(true);
    }
    let is_file = file.is_file();
    let allowed = |question: &str, usual: bool| wanted.says(question).unwrap_or(usual);
    if let Some(InputValue::Long(seconds)) = wanted.answers.get("getLastModifiedTime") {
        let since = Duration::from_secs(u64::try_from(*seconds).unwrap_or(0));
        File::open(file)?.set_modified(SystemTime::UNIX_EPOCH + since)?;
    }
    let (reads, writes) = (allowed("isReadable", true), allowed("isWritable", true));
    let runs = allowed("isExecutable", !is_file);
    if reads && writes && runs != is_file {
        return Ok(true);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let bits = |allowed: bool, bit: u32| if allowed { bit } else { 0 };
        let mode = bits(reads, 0o400) | bits(writes, 0o200) | bits(runs, 0o100);
        fs::set_permissions(file, Permissions::from_mode(mode))?;
    }
    // Root may do everything.
    let refused = |result: io::Result<File>| result.is_err();
    let reading = reads || refused(File::open(file));
    let writing = writes || is_file && refused(File::options().append(true).open(file));
    Ok(reading && writing && (runs || is_file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outcome::Origin;

    fn input(name: &str, value: InputValue) -> Input {
        Input {
            name: name.to_owned(),
            ty: "boolean".to_owned(),
            value,
            origin: Origin::Environment {
                place: None,
                caller: None,
            },
        }
    }

    #[test]
    fn files_are_made_as_they_are_named() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let inputs = [
            input("Files.exists(\"a/b.txt\")", InputValue::Boolean(true)),
            input("Files.isDirectory(\"a/b.txt\")", InputValue::Boolean(false)),
            input(
                "Files.readString(\"a/b.txt\")",
                InputValue::String("x\n".into()),
            ),
            input("Files.exists(\"gone\")", InputValue::Boolean(false)),
            input("Files.isDirectory(\"d\")", InputValue::Boolean(true)),
            input("Files.isEmpty(\"d\")", InputValue::Boolean(false)),
            input(
                "Files.getLastModifiedTime(\"d\") in seconds",
                InputValue::Long(7),
            ),
        ];
        let mut files = Files::default();
        assert!(inputs.iter().all(|input| files.add(input)));
        let clock = input("System.nanoTime()", InputValue::Long(1));
        assert!(!files.add(&clock));
        let missing = files.make(directory.path())?;
        assert_eq!((missing.left_out, missing.forbidden), (None, None));
        let at = |name: &str| directory.path().join(name);
        assert_eq!(fs::read_to_string(at("a/b.txt"))?, "x\n");
        assert!(!at("gone").exists());
        assert_eq!(fs::read_dir(at("d"))?.count(), 1);
        let modified = fs::metadata(at("d"))?.modified()?;
        assert_eq!(modified, SystemTime::UNIX_EPOCH + Duration::from_secs(7));
        Ok(())
    }

    #[test]
    fn what_is_outside_is_neither_made_nor_changed() -> io::Result<()> {
        let directory = tempfile::tempdir()?;
        let name = "/no/such/directory/of/anybody";
        let exists = input(
            &format!("Files.exists(\"{name}\")"),
            InputValue::Boolean(true),
        );
        let mut files = Files::default();
        files.add(&exists);
        assert!(files.make(directory.path())?.left_out.is_some());
        let gone = input(
            &format!("Files.exists(\"{name}\")"),
            InputValue::Boolean(false),
        );
        let mut files = Files::default();
        files.add(&gone);
        let missing = files.make(directory.path())?;
        assert_eq!((missing.left_out, missing.forbidden), (None, None));
        let writes = input(
            &format!("Files.isWritable(\"{name}\")"),
            InputValue::Boolean(true),
        );
        files.add(&writes);
        assert!(files.make(directory.path())?.forbidden.is_some());
        assert!(!Path::new(name).exists());
        Ok(())
    }
}
