//! Replays violations on the user's JVM: what a generated test must know about the entry, and which JVM runs it.

use crate::entries::{ABSTRACT, PRIVATE, PUBLIC, STATIC};
use crate::names::dotted;
use classpath::{ClassFile, ClassPath, Method, MethodDescriptor};
use explore::Entry;
use outcome::{JavaString, Kind, Outcome, Replay, Violation};
use property::Matcher;
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use witness::{
    Access, Config, Copies, Injection, JUnit, Jvm, Limits, Original, Receiver, ReplacedArguments,
    Replayer,
};

/// Generous: a busy machine must not turn a confirmed violation into one that was not replayed.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(60),
    by_user: false,
    heap_mb: 512,
};

/// How much longer than the time limit the first replay may take: a violation that no JVM has seen is worth less.
const GRACE: Duration = Duration::from_secs(2);

/// A JVM needs longer than this to start.
const SHORTEST: Duration = Duration::from_millis(300);

/// Replays the violations of one run.
pub struct Replays<'a> {
    classpath: &'a ClassPath,
    replayer: Replayer,
    /// Methods whose arguments were replaced at their calls.
    symbolic: Vec<ReplacedArguments>,
    /// When the time is up.
    deadline: Option<Instant>,
    /// Whether anything was replayed.
    begun: bool,
    /// The properties that were followed.
    properties: Option<Arc<Matcher>>,
    /// Copies of the program's classes that watch those and put in the arguments, or why there are none; made for the
    /// first violation that needs them.
    copies: OnceCell<Result<Copies, String>>,
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
            symbolic: symbolic.into_iter().map(replaced).collect(),
            deadline: None,
            begun: false,
            properties,
            copies: OnceCell::new(),
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

    /// Replays end with the time limit of the run.
    pub fn until(mut self, deadline: Option<Instant>) -> Replays<'a> {
        self.deadline = deadline;
        self
    }

    /// How long the next replay may take.
    fn time(&mut self) -> Duration {
        let Some(deadline) = self.deadline else {
            return LIMITS.time;
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let time = match std::mem::replace(&mut self.begun, true) {
            false => left + GRACE,
            true => left,
        };
        match time < SHORTEST {
            true => Duration::ZERO,
            false => time.min(LIMITS.time),
        }
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
        outcome.replay(|_, violation| self.run(violation, &entry));
    }

    /// Writes the test for a violation and runs it: with the monitors of a property where one is violated, and with the
    /// arguments that were replaced at calls.
    fn run(&mut self, violation: &Violation, entry: &witness::Entry) -> (Replay, Option<PathBuf>) {
        let time = self.time();
        self.replayer.limit_time(time, time < LIMITS.time);
        self.run_now(violation, entry)
    }

    fn run_now(
        &mut self,
        violation: &Violation,
        entry: &witness::Entry,
    ) -> (Replay, Option<PathBuf>) {
        let of_property = violation.kind == Kind::Property && self.properties.is_some();
        if !of_property && self.symbolic.is_empty() {
            return self.replayer.replay(violation, entry);
        }
        let copies = || Copies::new(self.classpath, self.properties.as_ref(), &self.symbolic);
        match self.copies.get_or_init(copies) {
            Ok(copies) => self.replayer.replay_with(violation, entry, copies),
            Err(why) => (Replay::NotReplayed { why: why.clone() }, None),
        }
    }
}

fn replaced(method: machine::SymbolicMethod) -> ReplacedArguments {
    ReplacedArguments {
        class: method.class,
        method: method.name,
        descriptor: method.descriptor,
        params: method.params,
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
        archive: classpath.compiler_archive(),
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
