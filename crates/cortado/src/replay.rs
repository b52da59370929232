//! Replays violations on the user's JVM: what a generated test must know about the entry, and which JVM runs it.

use crate::entries::{ABSTRACT, PRIVATE, PUBLIC, STATIC};
use crate::names::dotted;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor};
use explore::Entry;
use outcome::{Input, InputValue, JavaString, Kind, Origin, Outcome, Replay, Violation};
use property::Matcher;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use witness::{
    Access, Config, Injection, JUnit, Jvm, Limits, Monitored, Original, Receiver, Replayer,
};

/// Generous: a busy machine must not turn a confirmed violation into one that was not replayed.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(60),
    heap_mb: 512,
};

/// Replays the violations of one run.
pub struct Replays<'a> {
    classpath: &'a ClassPath,
    replayer: Replayer,
    /// Methods whose arguments were replaced at their calls.
    symbolic: Vec<machine::SymbolicMethod>,
    /// The properties that were followed.
    properties: Option<Arc<Matcher>>,
    /// The program under their watch, or why there is none; made for the first violation that needs it.
    monitored: OnceCell<Result<Monitored, String>>,
}

impl<'a> Replays<'a> {
    /// Tests go to `tests`; with `write_only` none is run.
    pub fn new(
        classpath: &'a Arc<ClassPath>,
        tests: PathBuf,
        write_only: bool,
        symbolic: Vec<machine::SymbolicMethod>,
        properties: Option<Arc<Matcher>>,
    ) -> Result<Replays<'a>, classpath::Error> {
        let replayer = replayer(classpath, tests, write_only)?;
        Ok(Replays {
            classpath,
            replayer,
            symbolic,
            properties,
            monitored: OnceCell::new(),
        })
    }

    /// Replays what was found from a `main` by calling it, without writing tests.
    pub fn run_main(classpath: &Arc<ClassPath>, outcome: &mut Outcome, entry: &Entry) {
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
                injection: Some(injection(classpath)),
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
        outcome.replay(|_, violation| match self.symbolic.is_empty() {
            true => self.run(violation, &entry),
            false => self.replay_call(violation),
        });
    }

    /// Writes the test for a violation and runs it, with the monitors of a property where one is violated.
    fn run(&mut self, violation: &Violation, entry: &witness::Entry) -> (Replay, Option<PathBuf>) {
        let (Kind::Property, Some(matcher)) = (violation.kind, &self.properties) else {
            return self.replayer.replay(violation, entry);
        };
        let monitored = || Monitored::new(self.classpath, matcher);
        match self.monitored.get_or_init(monitored) {
            Ok(monitored) => (self.replayer).replay_property(violation, entry, monitored),
            Err(why) => (Replay::NotReplayed { why: why.clone() }, None),
        }
    }

    /// A test cannot replace arguments on the way from a main. It can call the method itself if there was one such call
    /// and all its arguments were replaced; if that fails in the same way, it shows the violation.
    fn replay_call(&mut self, violation: &Violation) -> (Replay, Option<PathBuf>) {
        let names = self.symbolic.iter();
        let names: Vec<String> = names
            .map(|s| format!("{}.{}", dotted(&s.class), s.name))
            .collect();
        let why = format!(
            "its values stand in calls of {} (--symbolic)",
            names.join(", ")
        );
        let failed = (Replay::NotReplayed { why }, None);
        let Some((direct, entry)) = direct_call(self.classpath, violation, &self.symbolic) else {
            return failed;
        };
        match self.run(&direct, &entry) {
            (replay @ Replay::Confirmed { .. }, test) => (replay, test),
            (replay @ Replay::NotReplayed { .. }, test) => (replay, test),
            (Replay::Refuted { .. }, test) => {
                if let Some(test) = test {
                    // The test shows nothing; that it may stay is no harm.
                    let _ = std::fs::remove_file(test);
                }
                failed
            }
        }
    }
}

/// What runs tests on the JDK of the class path. Tests go to `tests`; with `write_only` none is run.
pub fn replayer(
    classpath: &Arc<ClassPath>,
    tests: PathBuf,
    write_only: bool,
) -> Result<Replayer, classpath::Error> {
    let class_path = classpath.entries()?;
    let jvm = match write_only {
        true => Err("--no-replay".to_owned()),
        false => jvm(classpath),
    };
    let junit = JUnit::find(&[], &class_path);
    Ok(Replayer::new(Config {
        jvm,
        class_path,
        tests,
        junit,
        limits: LIMITS,
        launcher: match write_only {
            true => None,
            false => classpath.compile_tool(witness::LAUNCHER_SOURCES)?,
        },
        injection: Some(injection(classpath)),
    }))
}

fn direct_call(
    classpath: &ClassPath,
    violation: &Violation,
    symbolic: &[machine::SymbolicMethod],
) -> Option<(Violation, witness::Entry)> {
    let places = std::iter::once(&violation.place);
    let mut places = places.chain(violation.trace.iter().rev().map(|step| &step.place));
    let called = places.find_map(|place| {
        symbolic
            .iter()
            .find(|s| dotted(&s.class) == place.class && s.name == place.method)
    })?;
    if !called.params.iter().all(|symbolic| *symbolic) {
        return None;
    }
    let entry = Entry::Method {
        class: called.class.clone(),
        name: called.name.clone(),
        descriptor: called.descriptor.clone(),
    };
    let types = MethodDescriptor::parse(&called.descriptor).ok()?.params;
    let calls: Vec<&Input> = violation
        .inputs
        .iter()
        .filter(|input| matches!(input.origin, Origin::Call(_)))
        .collect();
    // With more calls than this one, a test of the last alone would be another execution than the one reported.
    if calls.len() != types.len() {
        return None;
    }
    let mut direct = violation.clone();
    direct.inputs = calls.iter().map(|input| (*input).clone()).collect();
    for input in &mut direct.inputs {
        input.origin = Origin::Parameter;
        if matches!(input.value, InputValue::Same { .. }) {
            return None;
        }
    }
    let entry = witness_entry(classpath, &entry).ok()?;
    Some((direct, entry))
}

/// Lets a replay choose what clocks and the like say.
fn injection(classpath: &Arc<ClassPath>) -> Injection {
    let tools = Arc::clone(classpath);
    let classes = move || {
        let compiled = tools.compile_tool(witness::ENVIRONMENT_SOURCES);
        compiled.ok().flatten()
    };
    let classpath = Arc::clone(classpath);
    let fetch = move |name: &str| {
        let platform = match classpath.role(name) {
            Some(classpath::Role::Stub) => return None,
            Some(_) => false,
            None => true,
        };
        let bytes = match platform {
            true => classpath.jdk().class_bytes_in("java.base", name),
            false => classpath.resource(&format!("{name}.class")),
        };
        let bytes = bytes.ok().flatten()?;
        Some(Original { bytes, platform })
    };
    Injection {
        classes: Arc::new(classes),
        fetch: Arc::new(fetch),
    }
}

pub fn jvm(classpath: &ClassPath) -> Result<Jvm, String> {
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

pub fn witness_entry(classpath: &ClassPath, entry: &Entry) -> Result<witness::Entry, String> {
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
            let declaring = classpath.declaring(&class.name, name, descriptor);
            let declaring = declaring.ok_or_else(missing)?;
            let method = declaring.method(name, descriptor).ok_or_else(missing)?;
            let types = MethodDescriptor::parse(descriptor).map_err(|e| e.to_string())?;
            Ok(witness::Entry::Method {
                class: dotted(&class.name),
                source_class: classpath.source_name(&class),
                declared_in: (declaring.name != class.name).then(|| dotted(&declaring.name)),
                name: name.clone(),
                parameter_types: types
                    .params
                    .iter()
                    .map(|t| classpath.source_type(t))
                    .collect(),
                access: match declaring.package() == class.package() {
                    true => access(method.access),
                    // A protected method of another package.
                    false if method.access & PUBLIC == 0 => Access::Private,
                    false => Access::Package,
                },
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
