//! The entry point: reads the annotations of source files and of specification files, and answers what is specified.

use crate::contract::{BodySpec, ClassSpec, Contract};
use crate::diagnostic::Diagnostic;
use classpath::ClassPath;
use source::SourceFile;
use std::path::PathBuf;
use std::sync::Arc;

/// All that is specified about the classes of a class path.
pub struct Specifications {
    classpath: Arc<ClassPath>,
}

impl Specifications {
    /// Reads the annotations in `files`, the program's sources, and in `library`, files of declarations without bodies
    /// (`String.jml`). Where both speak of a class, both count. The built-in library is always read.
    pub fn read(
        _files: &[(PathBuf, SourceFile)],
        _library: &[(PathBuf, SourceFile)],
        classpath: &Arc<ClassPath>,
    ) -> (Specifications, Vec<Diagnostic>) {
        let specifications = Specifications {
            classpath: classpath.clone(),
        };
        (specifications, Vec::new())
    }

    /// The contract of a method, given by internal class name, name (`<init>` for constructors) and descriptor; none
    /// where the class path has no such method.
    pub fn contract(&self, class: &str, _name: &str, _descriptor: &str) -> Option<Contract> {
        self.classpath.find(class).ok()??;
        None
    }

    /// What holds of a class, by its internal name.
    pub fn class(&self, _class: &str) -> ClassSpec {
        ClassSpec::default()
    }

    /// What is said within the body of a method.
    pub fn body(&self, _class: &str, _name: &str, _descriptor: &str) -> BodySpec {
        BodySpec::default()
    }
}
