//! The entry point: reads the annotations of source files and of specification files, and answers what is specified, with
//! what is inherited.

use crate::attach;
use crate::classes::{ClassReader, Classes, Input, constants, declare};
use crate::contract::{Arithmetic, BodySpec, ClassSpec, Contract, Math, Unsupported};
use crate::diagnostic::{Diagnostic, Severity};
use crate::groups::Groups;
use crate::inherit;
use crate::library;
use crate::models;
use crate::resolved::MethodRef;
use crate::scope::{FileScope, World};
use classpath::{ClassPath, Name};
use source::SourceFile;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All that is specified about the classes of a class path.
pub struct Specifications {
    classpath: Arc<ClassPath>,
    classes: Classes,
}

impl Specifications {
    /// Reads the annotations in `files`, the program's sources, and in `library`, files of declarations without bodies
    /// (`String.jml`, read with [`SourceFile::parse_declarations`]). Where both speak of a class, both count. The
    /// built-in library counts for classes that `library` does not speak of.
    ///
    /// Diagnostics come in the order of the files and of their places.
    pub fn read(
        files: &[(PathBuf, SourceFile)],
        library: &[(PathBuf, SourceFile)],
        classpath: &Arc<ClassPath>,
    ) -> (Specifications, Vec<Diagnostic>) {
        Specifications::read_with(files, library, classpath, Arithmetic::default())
    }

    /// The same, with an arithmetic for those of `files` that do not name one.
    pub fn read_with(
        files: &[(PathBuf, SourceFile)],
        library: &[(PathBuf, SourceFile)],
        classpath: &Arc<ClassPath>,
        arithmetic: Arithmetic,
    ) -> (Specifications, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let built_in = library::files();
        let mut inputs: Vec<Input> = Vec::new();
        let sources = files.iter().map(|file| (file, false));
        for ((path, source), is_library) in sources.chain(library.iter().map(|f| (f, true))) {
            let mut input = input(path, source, is_library, &mut diagnostics);
            if !is_library {
                input.arithmetic = arithmetic;
            }
            inputs.push(input);
        }
        let mut spoken_of: BTreeSet<Name> = BTreeSet::new();
        for input in inputs.iter().filter(|i| i.library) {
            let types = input.source.types().iter();
            spoken_of.extend(types.filter_map(|ty| input.class_name(ty)));
        }
        for (path, source) in &built_in {
            let mut input = input(path, source, true, &mut diagnostics);
            input.built_in = true;
            let mut types = input.source.types().iter();
            if !types.any(|ty| input.class_name(ty).is_some_and(|n| spoken_of.contains(&n))) {
                inputs.push(input);
            }
        }
        let mut classes = resolve(&inputs, classpath, &mut diagnostics);
        taint(&inputs, &diagnostics, &mut classes);
        let specifications = Specifications {
            classpath: classpath.clone(),
            classes,
        };
        inherit::check_also(&specifications, &mut diagnostics);
        // A clause that several cases share is resolved for each of them, but told about once.
        let order = |d: &Diagnostic| inputs.iter().position(|i| i.path == d.place.file);
        diagnostics.sort_by_key(|d| (order(d), d.place.span.start));
        diagnostics.dedup();
        (specifications, diagnostics)
    }

    /// The contract of a method, given by internal class name, name (`<init>` for constructors) and descriptor; none
    /// where the class path has no such method. Of a method whose text nobody gave, nothing is known: all references may
    /// be null, and `is_specified` is false.
    pub fn contract(&self, class: &str, name: &str, descriptor: &str) -> Option<Contract> {
        inherit::contract(self, class, name, descriptor)
    }

    /// What holds of a class, by its internal name.
    pub fn class(&self, class: &str) -> ClassSpec {
        inherit::class(self, class)
    }

    /// What is said within the body of a method.
    pub fn body(&self, class: &str, name: &str, descriptor: &str) -> BodySpec {
        let own = self.classes.get(class);
        let key = (Name::from(name), Name::from(descriptor));
        let method = own.and_then(|own| own.methods.get(&key));
        method.map(|m| m.body.clone()).unwrap_or_default()
    }

    /// What arithmetic the body of a method is written for.
    pub fn code_math(&self, class: &str, name: &str, descriptor: &str) -> Math {
        let own = self.classes.get(class);
        let key = (Name::from(name), Name::from(descriptor));
        let method = own.and_then(|own| own.methods.get(&key));
        method.map(|m| m.code_math).unwrap_or_default()
    }

    /// Whether something was written about this very method, outside of its body, that has no meaning.
    pub fn is_wrong(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let own = self.classes.get(class);
        let key = (Name::from(name), Name::from(descriptor));
        let method = own.and_then(|own| own.methods.get(&key));
        method.is_some_and(|m| !m.unsupported.is_empty())
    }

    /// The methods that the given texts declare, those of the library included, in the order of their names.
    pub fn methods(&self) -> Vec<MethodRef> {
        let all = self.classes.values().flat_map(|c| c.methods.values());
        let mut all: Vec<MethodRef> = all.map(|m| m.method.clone()).collect();
        all.sort();
        all
    }

    pub(crate) fn classes(&self) -> &Classes {
        &self.classes
    }

    pub(crate) fn world(&self) -> World<'_> {
        World {
            classpath: &self.classpath,
            fields: HashMap::new(),
            constants: HashMap::new(),
            model_methods: HashMap::new(),
            groups: Groups::default(),
        }
    }
}

fn input<'s>(
    path: &Path,
    source: &'s SourceFile,
    library: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Input<'s> {
    let path: Arc<Path> = Arc::from(path);
    let unit = attach::attach(source, &path, diagnostics);
    if library {
        unreadable(source, &path, diagnostics);
    }
    Input {
        scope: FileScope::new(source),
        path,
        source,
        unit,
        library,
        built_in: false,
        arithmetic: Arithmetic::default(),
    }
}

/// A file of specifications that is none. No compiler has seen it.
fn unreadable(source: &SourceFile, path: &Arc<Path>, diagnostics: &mut Vec<Diagnostic>) {
    let (severity, message, span) = match source.broken_at() {
        Some(span) => (
            Severity::Error,
            "this file of specifications cannot be read: declarations of Java are expected",
            span,
        ),
        None if source.types().is_empty() => (
            Severity::Warning,
            "this file of specifications declares no class",
            source.start(),
        ),
        None => return,
    };
    diagnostics.push(Diagnostic {
        severity,
        message: message.to_owned(),
        place: crate::contract::Place {
            file: path.clone(),
            span,
        },
        help: None,
    });
}

fn resolve(inputs: &[Input], classpath: &ClassPath, diagnostics: &mut Vec<Diagnostic>) -> Classes {
    let mut world = World {
        classpath,
        fields: HashMap::new(),
        constants: HashMap::new(),
        model_methods: HashMap::new(),
        groups: Groups::default(),
    };
    // Fields of JML are declared before any expression is read.
    let mut declared: Vec<(Name, BTreeMap<_, _>)> = Vec::new();
    let mut model_methods = Vec::new();
    for input in inputs {
        for (index, ty) in input.source.types().iter().enumerate() {
            let Some(class) = input.class_name(ty).and_then(|name| world.class(&name)) else {
                missing(input, index, &world, diagnostics);
                continue;
            };
            let fields = declare(input, index, &class, &world, diagnostics);
            let known = world.constants.entry(class.name.clone()).or_default();
            known.extend(constants(input, index, &fields));
            let fields = fields.into_iter().map(|f| (f.name.to_string(), f));
            declared.push((class.name.clone(), fields.collect()));
            let signatures = models::signatures(input, index, &class, &world);
            model_methods.push((class.name.clone(), signatures));
        }
    }
    for (class, fields) in declared {
        world.fields.entry(class).or_default().extend(fields);
    }
    for (class, signatures) in model_methods {
        let known = world.model_methods.entry(class).or_default();
        known.extend(signatures);
    }
    let mut groups = Groups::default();
    for input in inputs {
        for (index, ty) in input.source.types().iter().enumerate() {
            if let Some(class) = input.class_name(ty).and_then(|name| world.class(&name)) {
                groups.read(input, index, &class.name, &world);
            }
        }
    }
    world.groups = groups;
    let mut classes = Classes::new();
    let mut next_bound = 0;
    for input in inputs {
        for (index, ty) in input.source.types().iter().enumerate() {
            let Some(class) = input.class_name(ty).and_then(|name| world.class(&name)) else {
                continue;
            };
            let own = classes.entry(class.name.clone()).or_default();
            let mut reader = ClassReader {
                input,
                index,
                class: &class,
                world: &world,
                diagnostics,
                next_bound: &mut next_bound,
            };
            reader.read(own);
        }
    }
    classes
}

/// An error makes whatever it is about unknown. Most errors have left that behind where they were found; where one has not,
/// all of the class around it is unknown, or all that its file speaks of.
fn taint(inputs: &[Input], diagnostics: &[Diagnostic], classes: &mut Classes) {
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    for error in errors {
        let (at, file) = (error.place.span, &error.place.file);
        let covers = |found: &Unsupported| {
            let span = found.place.span;
            found.place.file == *file && span.start <= at.end && at.start <= span.end
        };
        let mut left = classes.values().flat_map(|class| {
            let methods = class.methods.values();
            let methods = methods.flat_map(|m| m.unsupported.iter().chain(&m.body.unsupported));
            let models = class.model_methods.iter().flat_map(|m| &m.unsupported);
            class.unsupported.iter().chain(methods).chain(models)
        });
        if left.any(covers) {
            continue;
        }
        let Some(input) = inputs.iter().find(|input| input.path == *file) else {
            continue;
        };
        let types = input.source.types().iter();
        let around = (types.clone())
            .filter(|ty| ty.span.start <= at.start && at.end <= ty.span.end)
            .filter(|ty| ty.name.is_some())
            .min_by_key(|ty| ty.span.end - ty.span.start);
        let meant = types.filter(|ty| around.is_none_or(|around| around.span == ty.span));
        for name in meant.filter_map(|ty| input.class_name(ty)) {
            classes
                .entry(name)
                .or_default()
                .unsupported
                .push(Unsupported {
                    what: error.message.clone(),
                    place: error.place.clone(),
                });
        }
    }
}

/// Annotations of a class that has no class file are lost, which is worth a word.
fn missing(input: &Input, index: usize, world: &World, diagnostics: &mut Vec<Diagnostic>) {
    let ty = &input.source.types()[index];
    let annotated = input.unit.types.contains_key(&index)
        || (input.unit.methods.keys()).any(|m| {
            let span = input.source.methods()[*m].span;
            ty.body.start <= span.start && span.end <= ty.body.end
        });
    // A file of our own may be about a class of another JDK.
    if input.built_in || !annotated && !input.library {
        return;
    }
    let name = input.class_name(ty);
    let (message, help) = match &name {
        Some(name) if input.library => {
            // Of what a missing class has, the class stands for all.
            let outer = name.rsplit_once('$');
            if outer.is_some_and(|(outer, _)| world.class(outer).is_none()) {
                return;
            }
            let name = name.replace('/', ".");
            (
                format!("there is no class {name}; what is specified of it is not read"),
                Some("check its package and name, or add it with --classpath".to_owned()),
            )
        }
        Some(_) => (
            "there is no class file for this type; its annotations are not read".to_owned(),
            None,
        ),
        None => ("annotations of local classes are not read".to_owned(), None),
    };
    diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        message,
        place: crate::contract::Place {
            file: input.path.clone(),
            span: ty.name_span,
        },
        help,
    });
}
