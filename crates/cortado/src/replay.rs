//! Replays violations on the user's JVM: what a generated test must know about the entry, and which JVM runs it.

use crate::entries::{ABSTRACT, PRIVATE, STATIC};
use crate::names::dotted;
use classpath::{ClassFile, ClassPath, FieldType, Method, MethodDescriptor};
use explore::Entry;
use outcome::{JavaString, Outcome, Replay};
use std::path::PathBuf;
use std::time::Duration;
use witness::{Access, Config, JUnit, Jvm, Limits, Receiver, Replayer};

/// Generous: a busy machine must not turn a confirmed violation into one that was not replayed.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(60),
    heap_mb: 512,
};

/// Replays the violations of one run.
pub struct Replays<'a> {
    classpath: &'a ClassPath,
    replayer: Replayer,
}

impl<'a> Replays<'a> {
    /// Tests go to `tests`; with `write_only` none is run.
    pub fn new(
        classpath: &'a ClassPath,
        tests: PathBuf,
        write_only: bool,
    ) -> Result<Replays<'a>, classpath::Error> {
        let class_path = classpath.entries()?;
        let jvm = match write_only {
            true => Err("--no-replay".to_owned()),
            false => jvm(classpath),
        };
        let junit = JUnit::find(&[], &class_path);
        let replayer = Replayer::new(Config {
            jvm,
            class_path,
            tests,
            junit,
            limits: LIMITS,
            launcher: match write_only {
                true => None,
                false => classpath.compile_tool(witness::LAUNCHER_SOURCES)?,
            },
        });
        Ok(Replays {
            classpath,
            replayer,
        })
    }

    /// Replays what was found from a `main` by calling it, without writing tests.
    pub fn run_main(classpath: &ClassPath, outcome: &mut Outcome, entry: &Entry) {
        let not_replayed = |why: String| Replay::NotReplayed { why };
        let prepared = || -> Result<(witness::Entry, Replayer), String> {
            let entry = witness_entry(classpath, entry)?;
            let tool = classpath.compile_tool(witness::LAUNCHER_SOURCES);
            let replayer = Replayer::new(Config {
                jvm: jvm(classpath),
                class_path: classpath.entries().map_err(|e| e.to_string())?,
                tests: PathBuf::new(),
                junit: JUnit::Absent,
                limits: LIMITS,
                launcher: tool.map_err(|e| e.to_string())?,
            });
            Ok((entry, replayer))
        };
        let prepared = prepared();
        outcome.replay(|_, violation| {
            let replay = match &prepared {
                Ok((entry, replayer)) => replayer.run_main(violation, entry),
                Err(why) => not_replayed(why.clone()),
            };
            (replay, None)
        });
    }

    /// Replays what was found from an entry.
    pub fn replay(&mut self, outcome: &mut Outcome, entry: &Entry) {
        let entry = match witness_entry(self.classpath, entry) {
            Ok(entry) => entry,
            Err(why) => {
                outcome.replay(|_, _| (Replay::NotReplayed { why: why.clone() }, None));
                return;
            }
        };
        let replayer = &mut self.replayer;
        outcome.replay(|_, violation| replayer.replay(violation, &entry));
    }
}

fn jvm(classpath: &ClassPath) -> Result<Jvm, String> {
    let jdk = classpath.jdk();
    let Some(java) = jdk.java.clone() else {
        return Err(format!("{} has no bin/java", jdk.home.display()));
    };
    Ok(Jvm {
        java,
        version: jdk.version.to_string(),
        compiles: jdk.javac.is_some(),
    })
}

fn witness_entry(classpath: &ClassPath, entry: &Entry) -> Result<witness::Entry, String> {
    match entry {
        Entry::Main { class, args } => Ok(witness::Entry::Main {
            class: dotted(class),
            args: args
                .iter()
                .map(|arg| JavaString::from(arg.as_str()))
                .collect(),
        }),
        Entry::Method {
            class,
            name,
            descriptor,
        } => {
            let missing = || format!("{}.{name} was not found again", dotted(class));
            let class = classpath
                .find(class)
                .map_err(|e| e.to_string())?
                .ok_or_else(missing)?;
            let method = class.method(name, descriptor).ok_or_else(missing)?;
            let types = MethodDescriptor::parse(descriptor).map_err(|e| e.to_string())?;
            Ok(witness::Entry::Method {
                class: dotted(&class.name),
                source_class: source_name(classpath, &class),
                name: name.clone(),
                parameter_types: types
                    .params
                    .iter()
                    .map(|t| source_type(classpath, t))
                    .collect(),
                access: access(method.access),
                receiver: receiver(&class, method),
            })
        }
    }
}

fn access(flags: u16) -> Access {
    match flags & PRIVATE {
        0 => Access::Package,
        _ => Access::Private,
    }
}

fn receiver(class: &ClassFile, method: &Method) -> Receiver {
    if method.access & STATIC != 0 {
        return Receiver::None;
    }
    if class.access & ABSTRACT != 0 {
        return Receiver::Impossible(format!("{} is abstract", dotted(&class.name)));
    }
    match class.method("<init>", "()V") {
        Some(constructor) => Receiver::New(access(constructor.access)),
        None => Receiver::Impossible(format!(
            "{} has no constructor without parameters",
            dotted(&class.name)
        )),
    }
}

/// `acme.Outer.Inner`; none for a class that source text outside of it cannot name.
fn source_name(classpath: &ClassPath, class: &ClassFile) -> Option<String> {
    let nested = class
        .inner_classes
        .iter()
        .find(|inner| inner.inner == class.name);
    let Some(nested) = nested else {
        return Some(dotted(&class.name));
    };
    if nested.access & PRIVATE != 0 {
        return None;
    }
    let simple = nested.inner_name.as_deref()?;
    let outer = classpath.find(nested.outer.as_deref()?).ok()??;
    Some(format!("{}.{simple}", source_name(classpath, &outer)?))
}

fn source_type(classpath: &ClassPath, ty: &FieldType) -> String {
    match ty {
        FieldType::Array(element) => source_type(classpath, element) + "[]",
        FieldType::Object(name) => {
            let class = classpath.find(name).ok().flatten();
            let named = class.and_then(|class| source_name(classpath, &class));
            named.unwrap_or_else(|| ty.java_name())
        }
        primitive => primitive.java_name(),
    }
}
