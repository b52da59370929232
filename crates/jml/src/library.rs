//! The specifications of library classes that are part of this program, one file of declarations for each class.

use source::SourceFile;
use std::path::PathBuf;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("library/java/", $name), include_str!(concat!("../library/java/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = files![
    "io/PrintStream.jml",
    "lang/Integer.jml",
    "lang/Math.jml",
    "lang/Object.jml",
    "lang/String.jml",
    "lang/System.jml",
];

pub fn files() -> Vec<(PathBuf, SourceFile)> {
    (FILES.iter())
        .map(|(name, text)| (PathBuf::from(name), SourceFile::parse_declarations(*text)))
        .collect()
}
