//! What the command line of `cortado check` and the `.jpf` files among its targets ask for.

use crate::arguments::CheckOptions;
use crate::failure::Failure;
use crate::jpf;
use crate::names;
use crate::needed;
use classpath::{ClassPath, holds_program};
use explore::Config;
use std::path::{Path, PathBuf};

/// A method with marks for its arguments, and who says so: an option, or a key of a file.
pub struct Marked {
    text: String,
    by: String,
}

pub struct Wanted {
    pub targets: Vec<PathBuf>,
    pub main: Option<String>,
    pub args: Vec<String>,
    pub symbolic: Vec<Marked>,
    pub notes: Vec<String>,
    lazy: bool,
    all: bool,
    string_length: Option<u32>,
    ends: Vec<machine::InputEnd>,
    unfollowed: Vec<String>,
}

impl Wanted {
    pub fn new(options: &CheckOptions) -> Result<Wanted, Failure> {
        one_value_each("--env", &options.env)?;
        one_value_each("-D", &options.define)?;
        if let (Some((name, _)), false) = (
            options.define.first(),
            options.targets.iter().any(|target| jpf::is_jpf(target)),
        ) {
            return Err(Failure::usage(format!(
                "-D {name}: there is no .jpf file among the targets; -D gives ${{{name}}} in such files a value"
            )));
        }
        let marked = |by: &str, text: &String| Marked {
            text: text.clone(),
            by: by.to_owned(),
        };
        let by_option = options
            .symbolic
            .iter()
            .map(|text| marked("--symbolic", text));
        let mut wanted = Wanted {
            targets: Vec::new(),
            main: options.main.clone(),
            args: options.args.clone(),
            symbolic: by_option.collect(),
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
                let by = format!("{}: symbolic.method", target.display());
                let methods = file.symbolic.iter().map(|text| marked(&by, text));
                wanted.symbolic.extend(methods);
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
        for marked in &self.symbolic {
            let methods = symbolic_methods(classpath, marked)?;
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
    marked: &Marked,
) -> Result<Vec<machine::SymbolicMethod>, Failure> {
    let Marked { text, by } = marked;
    let spec = jpf::Spec::parse(text).map_err(|what| Failure::usage(format!("{by} {what}")))?;
    let found = names::methods(classpath, spec.path);
    let (class, found) = found.map_err(|failure| match failure {
        Failure::Usage(what) => Failure::Usage(format!("{by} {text}: {what}")),
        internal => internal,
    })?;
    let mut methods = Vec::new();
    let mut others = Vec::new();
    for method in found.into_iter().map(|at| &class.methods[at]) {
        let arity = classpath::MethodDescriptor::parse(&method.descriptor).map(|d| d.params.len());
        // A bridge only leads to the method itself (JVMS §4.6).
        let bridge = method.access & classpath::access::BRIDGE != 0;
        if method.code.is_none() || bridge || &*method.name == "<clinit>" {
            continue;
        }
        match arity == Ok(spec.symbolic.len()) {
            true => methods.push(machine::SymbolicMethod {
                class: class.name.to_string(),
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                params: spec.symbolic.clone(),
            }),
            false => others.push(names::written(&class, method)),
        }
    }
    if methods.is_empty() {
        let marks = match spec.symbolic.len() {
            0 => "no marks".to_owned(),
            1 => "one mark".to_owned(),
            many => format!("{many} marks"),
        };
        let there = match others.is_empty() {
            true => "the class has no such method with code".to_owned(),
            false => format!("there is {}", others.join(", ")),
        };
        return Err(Failure::usage(format!(
            "{by} {text}: {marks}, and a method needs one (sym or con) for each parameter; {there}"
        )));
    }
    Ok(methods)
}

/// Refuses an option that gives a name two values.
fn one_value_each(option: &str, given: &[(String, String)]) -> Result<(), Failure> {
    for (at, (name, value)) in given.iter().enumerate() {
        let mut before = given[..at].iter().filter(|(other, _)| other == name);
        if let Some((_, other)) = before.find(|(_, other)| other != value) {
            return Err(Failure::usage(format!(
                "{option} gives {name} two values, `{other}` and `{value}`; leave one out"
            )));
        }
    }
    Ok(())
}
