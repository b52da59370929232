//! The comparison of the machine with the JVM on generated programs: batches are compiled and run on both sides, and a
//! program on which they differ is reported with a diff, kept, and optionally shrunk.

mod compare;
mod shrink;
mod symbolic;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

pub use compare::{Difference, difference};

use crate::generator::{self, Options, Program};
use crate::jvm::{JavaRun, Jdk, Scratch};
use crate::machine_run::Classes;

/// Most programs per `javac` process.
const BATCH: usize = 50;

/// Stack of a worker. The machine runs inside it, and a deep Java recursion must not overflow it.
const STACK: usize = 256 << 20;

/// Most instructions that a program may execute on the machine. What takes the JVM a second takes far fewer.
const LIMIT: u64 = 2_000_000_000;

/// What to compare.
#[derive(Debug, Clone)]
pub struct Settings {
    pub first_seed: u64,
    pub count: usize,
    pub jobs: usize,
    pub options: Options,
    /// Where programs that differ are kept.
    pub keep: PathBuf,
    pub shrink: bool,
    /// Instead of the machine, run the JVM a second time: this checks the generator itself.
    pub java_only: bool,
    /// Programs with symbolic inputs: besides the runs, compare verdicts with what must come out.
    pub symbolic: bool,
}

impl Settings {
    fn generate(&self, seed: u64, options: &Options) -> Program {
        if self.symbolic {
            generator::symbolic::generate(seed, options)
        } else {
            generator::generate(seed, options)
        }
    }
}

/// What a whole run found.
#[derive(Debug, Default)]
pub struct Summary {
    pub programs: usize,
    pub same: usize,
    pub escaping: usize,
    pub different: BTreeSet<u64>,
    /// Why the other side gave no result, and for which seeds.
    pub without_result: BTreeMap<String, Vec<u64>>,
    /// Programs that did not compile or did not end on the JVM: bugs of the generator.
    pub broken: BTreeMap<u64, String>,
    /// Verdicts with inputs that are not what must come out.
    pub wrong_verdicts: BTreeMap<u64, String>,
    /// Verdicts that stayed open, by reason.
    pub undecided: BTreeMap<String, Vec<u64>>,
    pub slowest: Option<(Duration, u64)>,
    pub opcodes: BTreeSet<&'static str>,
    pub natives: BTreeSet<String>,
}

impl Summary {
    /// Whether every program ran on both sides and agreed.
    pub fn is_clean(&self) -> bool {
        self.different.is_empty()
            && self.broken.is_empty()
            && self.without_result.is_empty()
            && self.wrong_verdicts.is_empty()
    }

    fn absorb(&mut self, other: Summary) {
        self.programs += other.programs;
        self.same += other.same;
        self.escaping += other.escaping;
        self.different.extend(other.different);
        for (reason, seeds) in other.without_result {
            self.without_result.entry(reason).or_default().extend(seeds);
        }
        self.broken.extend(other.broken);
        self.wrong_verdicts.extend(other.wrong_verdicts);
        for (reason, seeds) in other.undecided {
            self.undecided.entry(reason).or_default().extend(seeds);
        }
        self.slowest = self.slowest.max(other.slowest);
        self.opcodes.extend(other.opcodes);
        self.natives.extend(other.natives);
    }
}

/// What the JVM is compared with.
enum Other<'a> {
    Machine(Classes),
    Jvm(&'a BTreeMap<String, JavaRun>),
}

/// The other side's result for a program: the machine's, or the JVM's second run.
struct Observed {
    stdout: String,
    exception: Option<crate::jvm::Escaped>,
    opcodes: BTreeSet<&'static str>,
    natives: BTreeSet<String>,
}

/// Runs the comparison. `report` is called with text to print as soon as something is found.
pub fn run(settings: &Settings, report: &(dyn Fn(&str) + Sync)) -> Result<Summary, String> {
    let jdk = Jdk::find()?;
    let runner = Scratch::new()?;
    jdk.compile_batch_runner(runner.path())?;
    let seeds: Vec<u64> = (0..settings.count as u64)
        .map(|n| settings.first_seed.wrapping_add(n))
        .collect();
    let jobs = settings.jobs.max(1);
    let batch_size = settings.count.div_ceil(jobs).clamp(1, BATCH);
    let batches: Vec<&[u64]> = seeds.chunks(batch_size).collect();
    let next = AtomicUsize::new(0);
    let total = Mutex::new((Summary::default(), None));
    let work = || {
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = run_batch(settings, &jdk, runner.path(), batch, report);
            // A poisoned lock means that another worker panicked; its panic is reported when the scope ends.
            let Ok(mut total) = total.lock() else { return };
            match result {
                Ok(summary) => {
                    total.0.absorb(summary);
                    let (done, same) = (total.0.programs, total.0.same);
                    if done < settings.count {
                        report(&format!(
                            "{done} of {} programs, {same} same\n",
                            settings.count
                        ));
                    }
                }
                Err(error) => total.1 = Some(error),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work)
                .map_err(|error| format!("cannot start a worker: {error}"))?;
        }
        Ok::<(), String>(())
    })?;
    let (mut summary, error) = total
        .into_inner()
        .map_err(|_| "a worker panicked".to_string())?;
    // Workers finish in any order; the summary must not show it.
    summary
        .without_result
        .values_mut()
        .chain(summary.undecided.values_mut())
        .for_each(|seeds| seeds.sort_unstable());
    match error {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

fn run_batch(
    settings: &Settings,
    jdk: &Jdk,
    runner: &Path,
    seeds: &[u64],
    report: &(dyn Fn(&str) + Sync),
) -> Result<Summary, String> {
    let scratch = Scratch::new()?;
    let mut summary = Summary::default();
    let mut programs: Vec<Program> = seeds
        .iter()
        .map(|seed| settings.generate(*seed, &settings.options))
        .collect();
    summary.programs = programs.len();
    let mut classes = scratch.directory("classes")?;
    if settings.symbolic {
        jdk.compile_harness(scratch.path(), &classes)?;
    }
    if let Err(error) = compile(jdk, &programs, scratch.path(), &classes) {
        // One bad program must not hide the other 49: compile them one by one.
        report(&format!("{error}\n"));
        classes = scratch.directory("single")?;
        if settings.symbolic {
            jdk.compile_harness(scratch.path(), &classes)?;
        }
        programs.retain(|program| {
            match compile(jdk, std::slice::from_ref(program), scratch.path(), &classes) {
                Ok(()) => true,
                Err(error) => {
                    summary.broken.insert(program.seed, error);
                    false
                }
            }
        });
    }
    let names: Vec<String> = programs
        .iter()
        .map(|program| program.class.clone())
        .collect();
    let limit = Duration::from_secs(2);
    let expected = jdk.run_batch(runner, &classes, &names, limit)?;
    let again = if settings.java_only {
        // In another order, so that state leaking from one program into the next is noticed.
        let reversed: Vec<String> = names.iter().rev().cloned().collect();
        Some(jdk.run_batch(runner, &classes, &reversed, limit)?)
    } else {
        None
    };
    let other = match &again {
        Some(again) => Other::Jvm(again),
        None => Other::Machine(Classes::open(&classes)?),
    };
    for program in &programs {
        let Some(expected) = expected.get(&program.class) else {
            summary
                .broken
                .insert(program.seed, "did not end on the JVM".to_string());
            continue;
        };
        summary.slowest = summary.slowest.max(Some((expected.time, program.seed)));
        summary.escaping += usize::from(expected.exception.is_some());
        match observe(program, &other) {
            Err(reason) => summary
                .without_result
                .entry(reason)
                .or_default()
                .push(program.seed),
            Ok(observed) => {
                match compare_one(expected, &observed) {
                    None => summary.same += 1,
                    Some(difference) => {
                        summary.different.insert(program.seed);
                        let place = keep(settings, program)?;
                        report(&format!(
                            "seed {}: differs, kept in {}\n{difference}\n",
                            program.seed,
                            place.display()
                        ));
                        if settings.shrink {
                            shrink_and_keep(settings, jdk, runner, program, report)?;
                        }
                    }
                }
                if let (true, Other::Machine(classes)) = (settings.symbolic, &other) {
                    symbolic::check(classes, program, settings, &mut summary, report)?;
                }
                summary.opcodes.extend(observed.opcodes);
                summary.natives.extend(observed.natives);
            }
        }
    }
    Ok(summary)
}

fn compile(
    jdk: &Jdk,
    programs: &[Program],
    directory: &Path,
    classes: &Path,
) -> Result<(), String> {
    let mut sources = Vec::new();
    for program in programs {
        let source = directory.join(format!("{}.java", program.class));
        write(&source, &program.source)?;
        sources.push(source);
    }
    jdk.compile(&sources, classes)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn observe(program: &Program, other: &Other<'_>) -> Result<Observed, String> {
    match other {
        Other::Jvm(again) => {
            let run = again
                .get(&program.class)
                .ok_or("no second result from the JVM")?;
            Ok(Observed {
                stdout: run.stdout.clone(),
                exception: run.exception.clone(),
                opcodes: BTreeSet::new(),
                natives: BTreeSet::new(),
            })
        }
        Other::Machine(classes) => {
            // A panic of the machine is a finding about one program, not the end of the run.
            let attempt = AssertUnwindSafe(|| classes.run(&program.class, &[], LIMIT, true));
            let run =
                panic::catch_unwind(attempt).unwrap_or_else(|cause| Err(panic_text(&*cause)))?;
            Ok(Observed {
                stdout: run.stdout,
                exception: run.exception,
                opcodes: run.opcodes,
                natives: run.natives,
            })
        }
    }
}

fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied());
    format!("the machine panicked: {}", text.unwrap_or("no text"))
}

fn compare_one(expected: &JavaRun, observed: &Observed) -> Option<Difference> {
    difference(
        (&expected.stdout, expected.exception.as_ref()),
        (&observed.stdout, observed.exception.as_ref()),
    )
}

fn keep(settings: &Settings, program: &Program) -> Result<PathBuf, String> {
    fs::create_dir_all(&settings.keep)
        .map_err(|error| format!("cannot create {}: {error}", settings.keep.display()))?;
    let place = settings.keep.join(format!("{}.java", program.class));
    write(&place, &program.source)?;
    Ok(place)
}

fn shrink_and_keep(
    settings: &Settings,
    jdk: &Jdk,
    runner: &Path,
    program: &Program,
    report: &(dyn Fn(&str) + Sync),
) -> Result<(), String> {
    let mut still_differs = |candidate: &Program| -> bool {
        let attempt = || -> Result<bool, String> {
            let scratch = Scratch::new()?;
            let classes = scratch.directory("classes")?;
            compile(
                jdk,
                std::slice::from_ref(candidate),
                scratch.path(),
                &classes,
            )?;
            let names = [candidate.class.clone()];
            let expected = jdk.run_batch(runner, &classes, &names, Duration::from_secs(2))?;
            let expected = expected.get(&candidate.class).ok_or("did not end")?;
            let observed = observe(candidate, &Other::Machine(Classes::open(&classes)?))?;
            Ok(compare_one(expected, &observed).is_some())
        };
        // A candidate that fails in another way is simply not the smaller program that is looked for.
        attempt().unwrap_or(false)
    };
    let small = shrink::shrink(program, settings, &mut still_differs);
    let place = settings.keep.join("small");
    fs::create_dir_all(&place)
        .map_err(|error| format!("cannot create {}: {error}", place.display()))?;
    let file = place.join(format!("{}.java", small.class));
    write(&file, &small.source)?;
    report(&format!(
        "seed {}: shrunk from {} to {} lines, kept in {}\n",
        program.seed,
        program.source.lines().count(),
        small.source.lines().count(),
        file.display()
    ));
    Ok(())
}
