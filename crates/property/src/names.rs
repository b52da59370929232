//! Class names as property files write them, looked up on the class path: qualified, imported, or simple in one of the
//! packages that need no import.

use crate::diagnostics::{Diagnostic, did_you_mean};
use crate::syntax::{Import, TypeName};
use classpath::{ClassFile, ClassPath, FieldType, Name};
use std::sync::Arc;

/// Packages whose classes need no import, in the order in which they are searched.
const PACKAGES: [&str; 9] = [
    "java/lang",
    "java/util",
    "java/io",
    "java/net",
    "java/util/concurrent",
    "java/util/concurrent/locks",
    "java/util/stream",
    "java/util/function",
    "java/nio/file",
];

/// Names that a typo may have been meant for.
const WELL_KNOWN: [&str; 48] = [
    "AutoCloseable",
    "BlockingQueue",
    "BufferedReader",
    "BufferedWriter",
    "Closeable",
    "Collection",
    "Collections",
    "Deque",
    "Enumeration",
    "ExecutorService",
    "File",
    "FileInputStream",
    "FileOutputStream",
    "FileReader",
    "FileWriter",
    "HashMap",
    "HashSet",
    "InputStream",
    "InputStreamReader",
    "Iterable",
    "Iterator",
    "LinkedList",
    "List",
    "ListIterator",
    "Lock",
    "Map",
    "Object",
    "ObjectInputStream",
    "ObjectOutputStream",
    "OutputStream",
    "OutputStreamWriter",
    "PrintStream",
    "PrintWriter",
    "Queue",
    "RandomAccessFile",
    "ReadWriteLock",
    "Reader",
    "ReentrantLock",
    "Scanner",
    "ServerSocket",
    "Set",
    "Socket",
    "String",
    "StringBuilder",
    "Thread",
    "URLConnection",
    "Vector",
    "Writer",
];

pub struct Names<'a> {
    pub classpath: &'a ClassPath,
    imports: &'a [Import],
}

impl<'a> Names<'a> {
    pub fn new(classpath: &'a ClassPath, imports: &'a [Import]) -> Names<'a> {
        Names { classpath, imports }
    }

    pub fn find(&self, internal: &str) -> Option<Arc<ClassFile>> {
        self.classpath.find(internal).ok().flatten()
    }

    /// The internal name of a class, as it is written.
    pub fn class(&self, written: &str) -> Option<Name> {
        if written.contains('.') {
            return self.qualified(written).or_else(|| {
                // `Map.Entry`, by the rules for `Map`.
                let (outer, inner) = written.split_once('.')?;
                let outer = self.simple(outer)?;
                let nested = format!("{outer}${}", inner.replace('.', "$"));
                self.find(&nested).map(|class| class.name.clone())
            });
        }
        self.simple(written)
    }

    fn simple(&self, written: &str) -> Option<Name> {
        let imported = self.imports.iter().filter(|import| !import.all);
        for import in imported {
            if import.path.rsplit('.').next() == Some(written) {
                return self.qualified(&import.path);
            }
        }
        let stars = self.imports.iter().filter(|import| import.all);
        let stars = stars.map(|import| import.path.replace('.', "/"));
        let packages = stars.chain(PACKAGES.iter().map(|package| (*package).to_owned()));
        let found = packages.map(|package| format!("{package}/{written}"));
        let mut found = found.chain([written.to_owned()]);
        let class = found.find_map(|name| self.find(&name))?;
        Some(class.name.clone())
    }

    /// The last dots may be those of nested classes.
    fn qualified(&self, written: &str) -> Option<Name> {
        let mut name = written.replace('.', "/");
        loop {
            if let Some(class) = self.find(&name) {
                return Some(class.name.clone());
            }
            let at = name.rfind('/')?;
            name.replace_range(at..=at, "$");
        }
    }

    /// A type; `None` is `void`. Reports what is unknown.
    pub fn field_type(
        &self,
        ty: &TypeName,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Option<FieldType>> {
        let base = match &*ty.name.text {
            "void" if ty.dimensions == 0 => return Some(None),
            "byte" => FieldType::Byte,
            "char" => FieldType::Char,
            "double" => FieldType::Double,
            "float" => FieldType::Float,
            "int" => FieldType::Int,
            "long" => FieldType::Long,
            "short" => FieldType::Short,
            "boolean" => FieldType::Boolean,
            _ => FieldType::Object(self.known_class(ty, diagnostics)?),
        };
        let arrays = (0..ty.dimensions.min(255)).fold(base, |t, _| FieldType::Array(Box::new(t)));
        Some(Some(arrays))
    }

    /// The class that a type names, or a complaint.
    pub fn known_class(&self, ty: &TypeName, diagnostics: &mut Vec<Diagnostic>) -> Option<Name> {
        let written = &ty.name.text;
        let found = self.class(written);
        if found.is_none() {
            let message = format!("there is no class `{written}`");
            let simple = written.rsplit('.').next().unwrap_or(written);
            let own = self.classpath.application_classes().unwrap_or_default();
            let own: Vec<String> = own
                .iter()
                .map(|name| name.replace(['/', '$'], "."))
                .collect();
            let own = own.iter().map(String::as_str);
            let hint = did_you_mean(simple, WELL_KNOWN).or_else(|| did_you_mean(written, own));
            let usual = match written.contains('.') {
                true => "classes of your own need --classpath",
                false => "write its package, or import it; classes of your own need --classpath",
            };
            let diagnostic = Diagnostic::error(ty.name.span, message);
            diagnostics.push(diagnostic.hint(usual).maybe_hint(hint));
        }
        found
    }
}
