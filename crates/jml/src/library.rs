//! The specifications of library classes that are part of this program, one file of declarations for each class.

use source::SourceFile;
use std::path::PathBuf;

const FILES: &[(&str, &str)] = &[];

pub fn files() -> Vec<(PathBuf, SourceFile)> {
    (FILES.iter())
        .map(|(name, text)| (PathBuf::from(name), SourceFile::parse_declarations(*text)))
        .collect()
}
