//! Draws methods of a jar: public methods of public classes that somebody could call, by their exact signatures, so that
//! two runs and two builds look at the same ones.

use crate::generator::Random;
use classpath::{ClassFile, ClassPath, ClassPathBuilder, Method, MethodDescriptor};
use std::path::{Path, PathBuf};

/// A method of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub library: String,
    pub jar: PathBuf,
    /// What the library needs.
    pub class_path: Vec<PathBuf>,
    /// `acme.Tax.due(int, java.lang.String)`, as `--method` takes it.
    pub method: String,
}

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;

/// `count` methods of a jar, or all if there are fewer, in the order of their names. `stream` keeps the draws of several
/// jars apart.
pub fn sample(jar: &Path, count: usize, seed: u64, stream: u64) -> Result<Vec<String>, String> {
    let mut random = Random::new(seed, stream);
    let complain = |error: classpath::Error| format!("{}: {error}", jar.display());
    let class_path = ClassPathBuilder::new().target(jar).build();
    let class_path = class_path.map_err(complain)?;
    let mut methods = offered(&class_path).map_err(complain)?;
    methods.sort();
    methods.dedup();
    // The first steps of a shuffle.
    let count = count.min(methods.len());
    for at in 0..count {
        let other = at + random.below(methods.len() - at);
        methods.swap(at, other);
    }
    methods.truncate(count);
    methods.sort();
    Ok(methods)
}

fn offered(class_path: &ClassPath) -> Result<Vec<String>, classpath::Error> {
    let mut methods = Vec::new();
    for name in class_path.named_classes()? {
        // A class that a missing library keeps from being read is none that can be checked.
        let Ok(Some(class)) = class_path.find(&name) else {
            continue;
        };
        if class.access & PUBLIC == 0 || name.contains('$') || name.contains('-') {
            continue;
        }
        let callable = |method: &&Method| is_callable(&class, method);
        let written = class.methods.iter().filter(callable);
        methods.extend(written.filter_map(|method| signature(&class, method)));
    }
    Ok(methods)
}

fn is_callable(class: &ClassFile, method: &Method) -> bool {
    method.access & PUBLIC != 0
        && method.access & SYNTHETIC == 0
        && method.code.is_some()
        && !method.name.starts_with('<')
        && (method.access & STATIC != 0 || class.access & ABSTRACT == 0)
}

fn signature(class: &ClassFile, method: &Method) -> Option<String> {
    let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
    let types: Vec<String> = descriptor.params.iter().map(|t| t.java_name()).collect();
    let class = class.name.replace('/', ".");
    Some(format!("{class}.{}({})", method.name, types.join(", ")))
}
