//! Source text by place: for the snippets of a report, and for the user's own words of an assertion. Files are read
//! and parsed once.

use classpath::ClassPath;
use outcome::Place;
use source::SourceFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub struct SourceTexts {
    classpath: Arc<ClassPath>,
    files: Mutex<HashMap<PathBuf, Option<Arc<SourceFile>>>>,
}

impl SourceTexts {
    pub fn new(classpath: Arc<ClassPath>) -> SourceTexts {
        SourceTexts {
            classpath,
            files: Mutex::default(),
        }
    }

    /// The condition of the `assert` statement at a place, on one line.
    pub fn condition(&self, place: &Place) -> Option<String> {
        let file = self.file(place)?;
        let (_, text) = file.assert_condition_at(place.line?, place.column)?;
        Some(text)
    }

    fn file(&self, place: &Place) -> Option<Arc<SourceFile>> {
        let class = self.classpath.find(&place.class.replace('.', "/")).ok()??;
        let path = self.classpath.source_file(&class)?;
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let parse = |path: &PathBuf| {
            let bytes = std::fs::read(path).ok()?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Some(Arc::new(SourceFile::parse(text)))
        };
        let file = files.entry(path).or_insert_with_key(parse);
        file.clone()
    }
}

impl report::Sources for SourceTexts {
    fn text(&self, place: &Place) -> Option<String> {
        self.file(place).map(|file| file.text().to_owned())
    }
}
