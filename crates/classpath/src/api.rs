//! The small Java library that programs may use for symbolic inputs, and JML's annotations of Java. Its sources are part of
//! this program and are compiled once into the cache, so that users need to have nothing.

use crate::cache::{Cache, Key};
use crate::compile::{self, Archive, Compilation, Encoding};
use crate::error::Error;
use crate::jdk::Jdk;
use std::path::{Path, PathBuf};

macro_rules! api_sources {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../api/", $path)))),*]
    };
}

/// Path and text of each file of the API.
pub const API_SOURCES: &[(&str, &str)] = api_sources![
    "cortado/Any.java",
    "cortado/AssumptionViolated.java",
    "cortado/Replay.java",
    "gov/nasa/jpf/symbc/Debug.java",
    "org/cprover/CProver.java",
    "org/cprover/CProverString.java",
    "org/jmlspecs/annotation/CodeBigintMath.java",
    "org/jmlspecs/annotation/CodeJavaMath.java",
    "org/jmlspecs/annotation/CodeSafeMath.java",
    "org/jmlspecs/annotation/Helper.java",
    "org/jmlspecs/annotation/Immutable.java",
    "org/jmlspecs/annotation/Inline.java",
    "org/jmlspecs/annotation/Instance.java",
    "org/jmlspecs/annotation/NonNull.java",
    "org/jmlspecs/annotation/NonNullByDefault.java",
    "org/jmlspecs/annotation/Nullable.java",
    "org/jmlspecs/annotation/NullableByDefault.java",
    "org/jmlspecs/annotation/Pure.java",
    "org/jmlspecs/annotation/Query.java",
    "org/jmlspecs/annotation/Secret.java",
    "org/jmlspecs/annotation/SkipEsc.java",
    "org/jmlspecs/annotation/SkipRac.java",
    "org/jmlspecs/annotation/SpecBigintMath.java",
    "org/jmlspecs/annotation/SpecJavaMath.java",
    "org/jmlspecs/annotation/SpecProtected.java",
    "org/jmlspecs/annotation/SpecPublic.java",
    "org/jmlspecs/annotation/SpecSafeMath.java",
    "org/jmlspecs/annotation/StrictlyPure.java",
    "org/sosy_lab/sv_benchmarks/Verifier.java",
];

/// The directory of the compiled API; `None` where the runtime has no `javac`.
pub(crate) fn classes(jdk: &Jdk, cache: &Cache) -> Result<Option<PathBuf>, Error> {
    compiled(jdk, cache, "api", API_SOURCES)
}

/// The directory with the classes of sources that are part of this program, compiled once; `None` where the runtime has
/// no `javac`.
pub(crate) fn compiled(
    jdk: &Jdk,
    cache: &Cache,
    kind: &str,
    sources: &[(&str, &str)],
) -> Result<Option<PathBuf>, Error> {
    if jdk.javac.is_none() {
        return Ok(None);
    }
    let mut key = Key::new(kind);
    key.part(jdk.full_version.as_bytes());
    for flag in compile::FLAGS {
        key.part(flag.as_bytes());
    }
    for (path, text) in sources {
        key.part(path.as_bytes());
        key.part(text.as_bytes());
    }
    let directory = cache.directory(kind, &key.finish(), |into| {
        let scratch = cache.scratch();
        let result = compile(jdk, cache, sources, &scratch, into);
        let _ = std::fs::remove_dir_all(&scratch);
        result
    })?;
    Ok(Some(directory))
}

fn compile(
    jdk: &Jdk,
    cache: &Cache,
    sources: &[(&str, &str)],
    scratch: &Path,
    into: &Path,
) -> Result<(), Error> {
    let mut files = Vec::new();
    for (path, text) in sources {
        let file = scratch.join(path);
        cache.write(&file, text.as_bytes())?;
        files.push(file);
    }
    compile::run_javac(Compilation {
        // Once for a JDK, like this compilation.
        archive: Archive::Make,
        jdk,
        cache,
        sources: &files,
        encoding: Encoding::Utf8,
        class_path: &[],
        source_path: &[],
        into,
    })
}
