//! Source text by place: for the snippets of a report, and for the user's own words of an assertion. Files are read
//! and parsed once.

use classpath::{ClassFile, ClassPath};
use outcome::Place;
use source::SourceFile;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub struct SourceTexts {
    classpath: Arc<ClassPath>,
    files: Mutex<HashMap<PathBuf, Option<Arc<SourceFile>>>>,
    /// From jars of sources, by the class.
    attached: Mutex<HashMap<String, Option<Arc<SourceFile>>>>,
}

impl SourceTexts {
    pub fn new(classpath: Arc<ClassPath>) -> SourceTexts {
        SourceTexts {
            classpath,
            files: Mutex::default(),
            attached: Mutex::default(),
        }
    }

    /// The condition of the `assert` statement at a place, on one line.
    pub fn condition(&self, place: &Place) -> Option<String> {
        let file = self.file(place)?;
        let (_, text) = file.assert_condition_at(place.line?, place.column)?;
        Some(text)
    }

    /// The source of a class, from a jar of sources as well.
    pub fn of_class(&self, class: &ClassFile) -> Option<Arc<SourceFile>> {
        if let Some(path) = self.classpath.source_file(class) {
            return self.parsed(path);
        }
        let mut attached = self.attached.lock().unwrap_or_else(PoisonError::into_inner);
        let parse = || {
            let text = self.classpath.attached_source(class)?;
            Some(Arc::new(SourceFile::parse(text)))
        };
        let file = attached.entry(class.name.to_string()).or_insert_with(parse);
        file.clone()
    }

    fn file(&self, place: &Place) -> Option<Arc<SourceFile>> {
        let class = self.classpath.find(&place.class.replace('.', "/")).ok()??;
        self.parsed(self.classpath.source_file(&class)?)
    }

    fn parsed(&self, path: PathBuf) -> Option<Arc<SourceFile>> {
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
