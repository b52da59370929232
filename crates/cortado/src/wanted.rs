//! What the command line of `cortado check` and the `.jpf` files among its targets ask for.

use crate::arguments::CheckOptions;
use crate::failure::Failure;
use crate::jpf;
use crate::names;
use crate::needed;
use classpath::{ClassPath, holds_program};
use explore::Config;
use std::path::{Path, PathBuf};

pub struct Wanted {
    pub targets: Vec<PathBuf>,
    pub main: Option<String>,
    pub args: Vec<String>,
    pub symbolic: Vec<String>,
    pub notes: Vec<String>,
    lazy: bool,
    all: bool,
    string_length: Option<u32>,
    ends: Vec<machine::InputEnd>,
    unfollowed: Vec<String>,
}

impl Wanted {
    pub fn new(options: &CheckOptions) -> Result<Wanted, Failure> {
        let mut wanted = Wanted {
            targets: Vec::new(),
            main: options.main.clone(),
            args: options.args.clone(),
            symbolic: options.symbolic.clone(),
            notes: Vec::new(),
            lazy: options.lazy,
            all: options.all,
            string_length: options.string_length,
            ends: Vec::new(),
            unfollowed: Vec::new(),
        };
        for target in &options.targets {
            if !jpf::is_jpf(target) {
                wanted.targets.push(target.clone());
                continue;
            }
            let file = jpf::read(target, &options.define)?;
            if wanted.main.is_none() && options.method.is_empty() && options.class.is_empty() {
                wanted.main = file.target;
            }
            if wanted.args.is_empty() {
                wanted.args = file.args;
            }
            if options.method.is_empty() && options.class.is_empty() {
                wanted.symbolic.extend(file.symbolic);
            }
            wanted.lazy |= file.lazy;
            wanted.all |= file.all && !options.first;
            wanted.string_length = wanted.string_length.or(file.string_length);
            wanted.ends.extend(file.ends);
            wanted.unfollowed.extend(file.unfollowed);
            wanted.targets.extend(jpf_targets(
                target,
                wanted.main.as_deref(),
                &file.classpath,
                &file.sourcepath,
            )?);
            for (what, keys) in [
                ("not followed, and may change what is explored", file.other),
                ("without effect on the verdict", file.nothing),
            ] {
                if !keys.is_empty() {
                    let keys = keys.join(", ");
                    let note = format!("{}: {what}: {keys}", target.display());
                    wanted.notes.push(note);
                }
            }
        }
        Ok(wanted)
    }

    /// Completes what the options alone say.
    pub fn configure(&self, classpath: &ClassPath, config: &mut Config) -> Result<(), Failure> {
        config.all = self.all;
        config.machine.lazy = self.lazy;
        if let Some(length) = self.string_length {
            config.machine.string_length = length;
        }
        config.machine.ends = self.ends.clone();
        config.unfollowed = self.unfollowed.clone();
        for text in &self.symbolic {
            let methods = symbolic_methods(classpath, text)?;
            config.machine.symbolic.extend(methods);
        }
        Ok(())
    }
}

/// Where the program of a `.jpf` file is: its classes if they are there, or else its sources, or else beside it. Classes
/// are there if a jar is, or a directory with the class of the main method. Of sources, the file of the main class and what
/// it needs are enough if it is there: others need not even compile.
fn jpf_targets(
    file: &Path,
    main: Option<&str>,
    classpath: &[PathBuf],
    sourcepath: &[PathBuf],
) -> Result<Vec<PathBuf>, Failure> {
    let there = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let found = paths.iter().filter(|path| holds_program(path));
        found.cloned().collect()
    };
    let (classes, sources) = (there(classpath), there(sourcepath));
    let has_main = |path: &PathBuf| {
        main.is_none_or(|main| {
            path.join(format!("{}.class", main.replace('.', "/")))
                .exists()
        })
    };
    let from_sources =
        !sources.is_empty() && !classes.iter().any(|path| path.is_file() || has_main(path));
    if !classes.is_empty() && !from_sources {
        return Ok(classes);
    }
    let own = main.and_then(|main| {
        let top = main.split('$').next().unwrap_or(main);
        let path = format!("{}.java", top.replace('.', "/"));
        let files = sources.iter().map(|root| root.join(&path));
        files.into_iter().find(|file| file.exists())
    });
    if let Some(own) = own {
        return Ok(needed::sources(&own, &sources));
    }
    if !sources.is_empty() {
        return Ok(sources);
    }
    match classpath.first().or(sourcepath.first()) {
        Some(missing) => Err(Failure::usage(format!(
            "{}: {} is not there",
            file.display(),
            missing.display()
        ))),
        None => Ok(vec![match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        }]),
    }
}

/// The methods that `--symbolic` means: of that name, with as many parameters as there are marks.
fn symbolic_methods(
    classpath: &ClassPath,
    text: &str,
) -> Result<Vec<machine::SymbolicMethod>, Failure> {
    let spec =
        jpf::Spec::parse(text).map_err(|what| Failure::usage(format!("--symbolic {what}")))?;
    let (class, found) = names::methods(classpath, spec.path)?;
    let mut methods = Vec::new();
    for method in found.into_iter().map(|at| &class.methods[at]) {
        let arity = classpath::MethodDescriptor::parse(&method.descriptor).map(|d| d.params.len());
        // A bridge only leads to the method itself (JVMS §4.6).
        let bridge = method.access & classpath::access::BRIDGE != 0;
        if method.code.is_some()
            && !bridge
            && arity == Ok(spec.symbolic.len())
            && &*method.name != "<clinit>"
        {
            methods.push(machine::SymbolicMethod {
                class: class.name.to_string(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                params: spec.symbolic.clone(),
            });
        }
    }
    if methods.is_empty() {
        return Err(Failure::usage(format!(
            "--symbolic {text}: no {} with code has {} parameters",
            spec.path,
            spec.symbolic.len()
        )));
    }
    Ok(methods)
}
