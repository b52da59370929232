//! What is tested: the constructors and methods that the user named, or all public ones of the targets' classes.

use super::arguments::TestsOptions;
use crate::entries::{ABSTRACT, PRIVATE, PUBLIC, STATIC};
use crate::failure::Failure;
use crate::names::{self, dotted};
use classpath::{ClassFile, ClassPath, Method, access};
use explore::Entry;
use std::sync::Arc;

pub struct Subjects {
    pub entries: Vec<Entry>,
    pub left_out: Vec<String>,
}

pub fn choose(classpath: &ClassPath, options: &TestsOptions) -> Result<Subjects, Failure> {
    let mut subjects = Subjects {
        entries: Vec::new(),
        left_out: Vec::new(),
    };
    for text in &options.method {
        let found = names::overloads(classpath, text)?;
        let class = &found.class;
        for (declaring, at) in &found.methods {
            let method = &declaring.methods[*at];
            let written = names::written_of(&class.name, method);
            let why = match method.access {
                _ if &*method.name == "<clinit>" => "a static initialiser; nobody calls it",
                flags if flags & PRIVATE != 0 => "private; a test cannot call it",
                flags if flags & ABSTRACT != 0 => "abstract; name a method that implements it",
                _ if method.code.is_none() => "native; there is no code to follow",
                _ => {
                    subjects.add(class, method);
                    continue;
                }
            };
            return Err(Failure::usage(format!("{written} is {why}")));
        }
    }
    if !options.method.is_empty() {
        return Ok(subjects);
    }
    let mut classes = Vec::new();
    if options.class.is_empty() {
        for name in classpath.named_classes()? {
            classes.extend(classpath.find(&name)?);
        }
        classes.retain(|class| is_nameable(classpath, class));
    }
    for name in &options.class {
        let class = names::class(classpath, name)?;
        if classpath.source_name(&class).is_none() {
            return Err(Failure::usage(format!(
                "--class {name}: a test cannot name {}",
                dotted(&class.name)
            )));
        }
        classes.push(class);
    }
    for class in &classes {
        subjects.offer(class);
        subjects.offer_inherited(classpath, class)?;
    }
    if subjects.entries.is_empty() {
        let what = match &options.class[..] {
            [] => "the targets have".to_owned(),
            [one] => format!("{one} has"),
            _ => "the classes have".to_owned(),
        };
        return Err(Failure::usage(format!(
            "nothing to test: {what} no public constructor or method with code"
        )));
    }
    Ok(subjects)
}

impl Subjects {
    fn add(&mut self, class: &ClassFile, method: &Method) {
        let entry = Entry::Method {
            class: class.name.to_string(),
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
        };
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// What abstract classes of the program leave to their subclasses: there is no other object to test it on.
    fn offer_inherited(
        &mut self,
        classpath: &ClassPath,
        class: &Arc<ClassFile>,
    ) -> Result<(), Failure> {
        if class.access & (ABSTRACT | access::INTERFACE) != 0 {
            return Ok(());
        }
        let mut seen: Vec<Arc<ClassFile>> = vec![class.clone()];
        for parent in classpath.super_chain(&class.name)?.into_iter().skip(1) {
            if !classpath.is_application(&parent.name) || parent.access & ABSTRACT == 0 {
                break;
            }
            for method in parent.methods.iter().filter(|m| is_offered(&parent, m)) {
                // Where the parent is not public, compilers repeat its methods, which overrides nothing.
                let overrides = |m: &Method| m.access & access::SYNTHETIC == 0;
                let overridden = seen.iter().any(|c| {
                    c.method(&method.name, &method.descriptor)
                        .is_some_and(overrides)
                });
                if method.access & STATIC == 0 && &*method.name != "<init>" && !overridden {
                    self.add(class, method);
                }
            }
            seen.push(parent);
        }
        Ok(())
    }

    fn offer(&mut self, class: &Arc<ClassFile>) {
        // The constants of an abstract enum are its objects.
        let has_objects =
            class.access & access::ENUM != 0 || class.access & (ABSTRACT | access::INTERFACE) == 0;
        for method in class.methods.iter().filter(|m| is_offered(class, m)) {
            let written = names::written(class, method);
            if !has_objects && method.access & STATIC == 0 {
                continue;
            }
            if &*method.name == "main" && &*method.descriptor == "([Ljava/lang/String;)V" {
                self.left_out.push(format!(
                    "not tested: {written}; --method names it if it should be"
                ));
                continue;
            }
            self.add(class, method);
        }
    }
}

/// Public ones that somebody wrote: not those that every enum or record has.
fn is_offered(class: &ClassFile, method: &Method) -> bool {
    let is_enum = class.access & access::ENUM != 0;
    let of_every_enum = is_enum && matches!(&*method.name, "values" | "valueOf" | "<init>");
    method.access & PUBLIC != 0
        && method.access & access::SYNTHETIC == 0
        && method.code.is_some()
        && &*method.name != "<clinit>"
        && !of_every_enum
}

/// Top-level, or nested all the way in classes that a test in the package can name.
fn is_nameable(classpath: &ClassPath, class: &ClassFile) -> bool {
    let inner = class.inner_classes.iter().find(|i| i.inner == class.name);
    let needs_outer = inner.is_some_and(|i| i.access & STATIC == 0)
        && class.access & (access::INTERFACE | access::ENUM) == 0
        && class.record.is_none();
    class.enclosing_method.is_none()
        && class.access & access::SYNTHETIC == 0
        && !needs_outer
        && classpath.source_name(class).is_some()
        && &*class.name != "module-info"
        && !class.name.ends_with("package-info")
}
