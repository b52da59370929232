//! What the tests share: the programs of `tests/programs`, and what a JVM makes of them. The answer of the JVM is kept
//! next to the compiled classes, which the cache names by everything they were made from.

// Each test file is a crate of its own, and none uses everything here.
#![allow(dead_code)]

use classpath::{ClassPath, ClassPathBuilder};
use std::path::Path;
use std::process::Command;

/// What a program printed on a JVM, and the class of the exception that escaped.
pub struct Expected {
    pub out: String,
    pub threw: Option<String>,
}

/// The class path of one program, compiled or found in the cache.
pub fn class_path(class: &str) -> ClassPath {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(format!("{class}.java"));
    ClassPathBuilder::new()
        .target(source)
        .build()
        .unwrap_or_else(|e| panic!("{class}: {e}"))
}

/// What `java` does with the program.
pub fn on_jvm(classpath: &ClassPath, class: &str) -> Expected {
    let entries = classpath.entries().expect("the class path has directories");
    let kept = entries
        .iter()
        .find(|e| e.join(format!("{class}.class")).is_file())
        .map(|e| e.join(format!("{class}.expected")));
    if let Some(text) = kept.as_ref().and_then(|k| std::fs::read_to_string(k).ok())
        && let Some((threw, out)) = text.split_once('\n')
    {
        return Expected {
            out: out.to_owned(),
            threw: (!threw.is_empty()).then(|| threw.to_owned()),
        };
    }
    let java = classpath
        .jdk()
        .java
        .clone()
        .expect("the JDK has a java launcher");
    let output = Command::new(java)
        .args(["-ea", "-Dfile.encoding=UTF-8"])
        .args(["-Duser.language=en", "-Duser.country=US", "-cp"])
        .arg(std::env::join_paths(entries).expect("paths without separators"))
        .arg(class)
        .output()
        .expect("java runs");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    let threw = errors
        .lines()
        .find_map(|line| line.strip_prefix("Exception in thread \"main\" "))
        .map(|text| {
            let end = text.find([':', ' ']).unwrap_or(text.len());
            text[..end].to_owned()
        });
    if let Some(kept) = kept {
        // Written elsewhere and renamed, so that tests at the same time never read half of it. Where the cache cannot
        // be written, the JVM is asked again the next time.
        let part = kept.with_extension(format!("part{}", std::process::id()));
        let text = format!("{}\n{out}", threw.as_deref().unwrap_or_default());
        let _ = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &kept));
    }
    Expected { out, threw }
}
