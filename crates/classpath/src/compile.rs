//! Compiling sources with the JDK's `javac` in a child process, and the cache key that makes a second run need none.

use crate::cache::{Cache, Key};
use crate::error::Error;
use crate::files;
use crate::jdk::Jdk;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `-g` and `-Xjcov` for exact positions; no annotation processors, because they would run the user's code.
pub(crate) const FLAGS: [&str; 4] = ["-g", "-Xjcov", "-proc:none", "-nowarn"];

/// How the characters of sources are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// What sources are in that are not UTF-8, for want of anything that says so: every byte is a character.
    Latin1,
}

impl Encoding {
    /// UTF-8, unless that is impossible and nothing would mean something else under the other encoding.
    pub fn of(sources: &[Source]) -> Encoding {
        let other = |source: &Source| std::str::from_utf8(&source.bytes).is_err();
        let plain = |source: &Source| source.bytes.is_ascii() || other(source);
        if sources.iter().any(other) && sources.iter().all(plain) {
            Encoding::Latin1
        } else {
            Encoding::Utf8
        }
    }

    fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 => "ISO-8859-1",
        }
    }
}

/// For the compiler's own JVM: it lives for a second, so that start-up is all that counts. What the JVM has to say about
/// class data archives is of no interest to anybody. What the compiler says is read, and shown among messages in English.
const JVM_FLAGS: [&str; 4] = [
    "-J-Duser.language=en",
    "-J-XX:+UseSerialGC",
    "-J-XX:TieredStopAtLevel=1",
    "-J-Xlog:disable",
];

/// The first JDK that makes an archive of the classes that a program loaded.
const MAKES_ARCHIVES: u32 = 13;

/// A source file with its path relative to the target it came from.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub path: PathBuf,
    pub relative: String,
    pub bytes: Vec<u8>,
}

/// What to do about the archive of the compiler's own classes, which takes a third off its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Archive {
    /// Use it if it is there.
    Use,
    /// Make it on the way if it is not.
    Make,
}

pub(crate) struct Compilation<'a> {
    pub archive: Archive,
    pub jdk: &'a Jdk,
    pub cache: &'a Cache,
    pub sources: &'a [PathBuf],
    pub encoding: Encoding,
    pub class_path: &'a [PathBuf],
    /// Where sources are that are compiled if these need them.
    pub source_path: &'a [PathBuf],
    pub into: &'a Path,
}

/// Everything that decides what the compiler makes of the sources.
pub(crate) fn key(jdk: &Jdk, sources: &[Source], class_path: &[PathBuf]) -> Result<String, Error> {
    let mut key = Key::new("classes");
    key.part(jdk.full_version.as_bytes());
    for flag in FLAGS {
        key.part(flag.as_bytes());
    }
    key.part(&sources.len().to_le_bytes());
    for source in sources {
        key.part(source.relative.as_bytes());
        key.part(&source.bytes);
    }
    for path in class_path {
        if path.is_dir() {
            key.part(path.as_os_str().as_encoded_bytes());
            for file in files::with_extension(path, "class")? {
                key.file(&file)?;
            }
        } else {
            key.file(path)?;
        }
    }
    Ok(key.finish())
}

pub(crate) fn run_javac(job: Compilation) -> Result<(), Error> {
    let Some(javac) = &job.jdk.javac else {
        return Err(Error::NoJavac {
            home: job.jdk.home.clone(),
        });
    };
    let scratch = job.cache.scratch();
    let result = run_in(&scratch, javac, &job, &FLAGS).and_then(|outcome| match outcome {
        // Newer compilers sometimes fail in an assertion of their own when asked for character ranges. Lines must do
        // then.
        Outcome::Crashed(_) => {
            let plain: Vec<&str> = FLAGS.into_iter().filter(|flag| *flag != "-Xjcov").collect();
            run_in(&scratch, javac, &job, &plain)
        }
        other => Ok(other),
    });
    let _ = std::fs::remove_dir_all(&scratch);
    match result? {
        Outcome::Compiled => Ok(()),
        Outcome::Refused(message) | Outcome::Crashed(message) => Err(Error::Javac { message }),
    }
}

enum Outcome {
    Compiled,
    /// The sources are at fault.
    Refused(String),
    /// The compiler is.
    Crashed(String),
}

/// javac's exit status for its own failures.
const ABNORMAL: i32 = 4;

fn run_in(
    scratch: &Path,
    javac: &Path,
    job: &Compilation,
    flags: &[&str],
) -> Result<Outcome, Error> {
    let arguments_file = scratch.join("arguments");
    job.cache
        .write(&arguments_file, arguments(job, flags)?.as_bytes())?;
    let with_path = |text: &str, path: &Path| {
        let mut option = std::ffi::OsString::from(text);
        option.push(path);
        option
    };
    let run = |archive: Option<std::ffi::OsString>| {
        Command::new(javac)
            .args(JVM_FLAGS)
            .args(archive)
            // A crashing compiler leaves a file in the temporary directory.
            .arg(with_path("-J-Djava.io.tmpdir=", scratch))
            .arg(with_path("@", &arguments_file))
            .stdin(Stdio::null())
            .output()
            .map_err(|e| Error::io(javac, "start the compiler", e))
    };
    let archive = archive_file(job.jdk, job.cache);
    let output = match &archive {
        // A JVM that finds it unfit goes on without.
        Some(archive) if archive.is_file() => {
            run(Some(with_path("-J-XX:SharedArchiveFile=", archive)))?
        }
        Some(archive) if job.archive == Archive::Make => {
            let fresh = scratch.join("javac.jsa");
            let output = run(Some(with_path("-J-XX:ArchiveClassesAtExit=", &fresh)))?;
            if output.status.success() {
                // Without one the next run is slower, and that is all.
                let _ = std::fs::rename(&fresh, archive);
                output
            } else {
                run(None)?
            }
        }
        _ => run(None)?,
    };
    if output.status.success() {
        return Ok(Outcome::Compiled);
    }
    let mut message = String::from_utf8_lossy(&output.stderr).into_owned();
    message.push_str(&String::from_utf8_lossy(&output.stdout));
    let message = match message.trim_end() {
        "" => format!(
            "{} failed ({}) without a message",
            javac.display(),
            output.status
        ),
        text => format!("the sources do not compile:\n{text}{}", advice(text)),
    };
    Ok(match output.status.code() {
        Some(ABNORMAL) => Outcome::Crashed(message),
        _ => Outcome::Refused(message),
    })
}

/// Whether sources do not compile because something is missing that other sources may have.
pub(crate) fn is_incomplete(message: &str) -> bool {
    let signs = [
        "error: cannot find symbol",
        "error: package ",
        "error: cannot access ",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// What to do about sources that do not compile, where that can be told.
fn advice(message: &str) -> &'static str {
    let class = |line: &str| {
        let what = line.trim_start().strip_prefix("symbol:");
        what.is_some_and(|what| what.trim_start().starts_with("class "))
    };
    match message.lines().any(class) || message.contains(": error: package ") {
        true => {
            "\nhelp: name the files that have these classes as well, or their directory; --classpath has those of libraries"
        }
        false => "",
    }
}

/// Where the archive of this JDK's compiler is, or would be.
pub(crate) fn archive_file(jdk: &Jdk, cache: &Cache) -> Option<PathBuf> {
    if jdk.version < MAKES_ARCHIVES {
        return None;
    }
    let mut key = Key::new("javac");
    key.part(jdk.full_version.as_bytes());
    key.part(jdk.home.as_os_str().as_encoded_bytes());
    Some(cache.file(&format!("javac-{}.jsa", key.finish())))
}

/// An argument file, because command lines are limited in length.
fn arguments(job: &Compilation, flags: &[&str]) -> Result<String, Error> {
    let mut text = String::new();
    for flag in flags {
        text.push_str(flag);
        text.push('\n');
    }
    // What is shown of them is decided elsewhere; counts need all.
    text.push_str("-Xmaxerrs\n100000\n");
    text.push_str("-encoding\n");
    text.push_str(job.encoding.name());
    text.push('\n');
    let class_path = std::env::join_paths(job.class_path)
        .map_err(|e| Error::target(job.into, format!("the class path cannot be written: {e}")))?;
    text.push_str("-d\n");
    push_quoted(&mut text, job.into)?;
    text.push_str("-classpath\n");
    push_quoted(&mut text, Path::new(&class_path))?;
    if job.source_path.is_empty() {
        // Otherwise javac also compiles sources that it happens to find on the class path, and the key would not know.
        text.push_str("-implicit:none\n-sourcepath\n");
        push_quoted(&mut text, job.into)?;
    } else {
        let source_path = std::env::join_paths(job.source_path).map_err(|e| {
            Error::target(job.into, format!("the source path cannot be written: {e}"))
        })?;
        text.push_str("-implicit:class\n-Xprefer:source\n-sourcepath\n");
        push_quoted(&mut text, Path::new(&source_path))?;
    }
    for source in job.sources {
        push_quoted(&mut text, source)?;
    }
    Ok(text)
}

fn push_quoted(text: &mut String, path: &Path) -> Result<(), Error> {
    let Some(path_text) = path.to_str() else {
        return Err(Error::target(
            path,
            "the compiler cannot be given a path that is not Unicode",
        ));
    };
    text.push('"');
    for c in path_text.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '"' | '\\' => text.extend(['\\', c]),
            _ => text.push(c),
        }
    }
    text.push_str("\"\n");
    Ok(())
}

/// The package that a source file declares, as `java/util`; empty for the unnamed one.
pub(crate) fn declared_package(source: &[u8]) -> String {
    let text = String::from_utf8_lossy(source);
    let mut rest: &str = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.find(['\n', '\r']).map_or("", |end| &comment[end..]);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
        } else {
            break;
        }
    }
    let Some(declaration) = rest.strip_prefix("package") else {
        return String::new();
    };
    let Some((name, _)) = declaration.split_once(';') else {
        return String::new();
    };
    match name.starts_with(char::is_whitespace) {
        true => name
            .split_whitespace()
            .collect::<String>()
            .replace('.', "/"),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_latin1_unless_it_is_both() {
        let of = |texts: &[&[u8]]| {
            let source = |bytes: &&[u8]| Source {
                path: PathBuf::new(),
                relative: String::new(),
                bytes: bytes.to_vec(),
            };
            Encoding::of(&texts.iter().map(source).collect::<Vec<_>>())
        };
        assert_eq!(of(&[b"class A {}", "// \u{e9}".as_bytes()]), Encoding::Utf8);
        assert_eq!(of(&[b"class A {}", b"// \xe9"]), Encoding::Latin1);
        assert_eq!(of(&["// \u{e9}".as_bytes(), b"// \xe9"]), Encoding::Utf8);
    }

    #[test]
    fn packages_are_found_behind_comments() {
        assert_eq!(
            declared_package(b"// x\n/* package no; */ package a . b ;\nclass C {}"),
            "a/b"
        );
        assert_eq!(declared_package(b"class packages {}"), "");
        assert_eq!(declared_package(b"packagex.y;"), "");
        assert_eq!(declared_package(b"/*"), "");
    }
}
