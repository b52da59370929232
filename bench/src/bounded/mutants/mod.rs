//! Every mutant of the programs that changes what a method does within the scope must be refuted. Those that are not are
//! compared with a list of survivors, each with the reason why nothing can be seen of it; one that is not listed is an
//! escape.

mod generate;

use super::verified::{self, Verified};
use crate::jvm::{Jdk, Scratch};
pub use generate::{Mutant, mutants};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The programs, and the scope in which each is verified.
pub const SCOPES: [(&str, &str); 6] = [
    ("lists", "--scope 3 --unroll 4 --int-bits 4"),
    ("trees", "--scope 3,Tree=1 --unroll 4 --int-bits 4"),
    ("graphs", "--scope 3,Dag=1 --unroll 4 --int-bits 4"),
    (
        "redblack",
        "--scope 4,RedBlackTree=1 --unroll 4 --int-bits 4",
    ),
    ("heap", "--scope 4,BinaryHeap=1 --unroll 4 --int-bits 5"),
    ("votes", "--scope 2 --unroll 2 --int-bits 6"),
];

/// Methods that take too long to be asked about each mutant; what they call has contracts of its own.
const LEFT_OUT: [&str; 1] = ["ShortestPaths.java"];

#[derive(Clone, Debug)]
pub struct Settings {
    pub cortado: PathBuf,
    /// The directory with `programs` and `survivors.txt`.
    pub directory: PathBuf,
    /// Only those whose name contains this.
    pub filter: String,
    /// Of those, every so many-th.
    pub every: usize,
    /// For a method.
    pub limit: Duration,
    pub jobs: usize,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    Refuted,
    DoesNotCompile,
    Holds,
    Unknown(String),
}

#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub refuted: usize,
    pub do_not_compile: usize,
    /// Listed, with the reason.
    pub survivors: Vec<(String, String)>,
    /// Not refuted, and not listed; how.
    pub escapes: Vec<(String, String)>,
    /// Listed, and refuted or gone.
    pub stale: Vec<String>,
    /// By program: mutants that compile, and those refuted.
    pub programs: BTreeMap<String, (usize, usize)>,
}

impl Summary {
    pub fn is_clean(&self) -> bool {
        self.escapes.is_empty() && self.stale.is_empty()
    }

    pub fn compile(&self) -> usize {
        self.refuted + self.survivors.len() + self.escapes.len()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (program, (compile, refuted)) in &self.programs {
            let scope = SCOPES.iter().find(|(name, _)| name == program);
            let scope = scope.map_or("", |(_, scope)| scope);
            writeln!(
                f,
                "{program:10} {compile:4} mutants, {refuted:4} refuted   {scope}"
            )?;
        }
        writeln!(
            f,
            "{} mutants that compile ({} more do not): {} refuted, {} survivors that are accounted for, {} escapes",
            self.compile(),
            self.do_not_compile,
            self.refuted,
            self.survivors.len(),
            self.escapes.len()
        )?;
        for (name, why) in &self.survivors {
            writeln!(f, "survivor: {name}: {why}")?;
        }
        for (name, how) in &self.escapes {
            writeln!(f, "ESCAPE: {name}: {how}")?;
        }
        for name in &self.stale {
            writeln!(
                f,
                "STALE: {name} is listed among the survivors, but is none"
            )?;
        }
        Ok(())
    }
}

/// Makes the mutants, verifies each, and compares. `tell` is told of each.
pub fn run(settings: &Settings, tell: &(dyn Fn(&str) + Sync)) -> Result<Summary, String> {
    let scratch = Scratch::new()?;
    let jdk = Jdk::find()?;
    let listed = survivors(&settings.directory.join("survivors.txt"))?;
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (program, _) in SCOPES {
        for mutant in of_program(&settings.directory.join("programs"), program)? {
            known.insert(mutant.name());
            if mutant.name().contains(&settings.filter) {
                all.push((program, mutant));
            }
        }
    }
    let all: Vec<_> = all.into_iter().step_by(settings.every.max(1)).collect();
    let next = AtomicUsize::new(0);
    let fates: Mutex<BTreeMap<usize, Result<Fate, String>>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for job in 0..settings.jobs.max(1) {
            let (next, fates, all, jdk, scratch) = (&next, &fates, &all, &jdk, &scratch);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some((program, mutant)) = all.get(at) else {
                        return;
                    };
                    let work = scratch.path().join(format!("job{job}"));
                    let fate = fate(settings, jdk, &work, program, mutant);
                    tell(&format!(
                        "{:4} of {}: {}: {fate:?}",
                        at + 1,
                        all.len(),
                        mutant.name()
                    ));
                    if let Ok(mut fates) = fates.lock() {
                        fates.insert(at, fate);
                    }
                }
            });
        }
    });
    let fates = fates.into_inner().map_err(|error| error.to_string())?;
    let mut summary = Summary::default();
    for ((program, mutant), (_, fate)) in all.iter().zip(fates) {
        let (name, fate) = (mutant.name(), fate?);
        if fate == Fate::DoesNotCompile {
            summary.do_not_compile += 1;
            continue;
        }
        let counts = summary.programs.entry((*program).to_owned()).or_default();
        counts.0 += 1;
        match (fate, listed.get(&name)) {
            (Fate::Refuted, listed) => {
                counts.1 += 1;
                summary.refuted += 1;
                if listed.is_some() {
                    summary.stale.push(name);
                }
            }
            (_, Some(why)) => summary.survivors.push((name, why.clone())),
            (Fate::Unknown(why), None) => summary.escapes.push((name, format!("unknown: {why}"))),
            (_, None) => summary.escapes.push((name, "holds".into())),
        }
    }
    let gone = listed.into_keys().filter(|name| !known.contains(name));
    summary.stale.extend(gone);
    Ok(summary)
}

fn of_program(programs: &Path, program: &str) -> Result<Vec<Mutant>, String> {
    let mut found = Vec::new();
    for file in sources(&programs.join(program))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if LEFT_OUT.contains(&&*name) {
            continue;
        }
        found.extend(mutants(&format!("{program}/{name}"), &read(&file)?));
    }
    Ok(found)
}

/// The method itself; if it holds, or says nothing of itself, everything in the program.
fn fate(
    settings: &Settings,
    jdk: &Jdk,
    work: &Path,
    program: &str,
    mutant: &Mutant,
) -> Result<Fate, String> {
    let target = work.join("program");
    let complain = |error: std::io::Error| format!("{}: {error}", target.display());
    let _ = fs::remove_dir_all(&target);
    fs::create_dir_all(&target).map_err(complain)?;
    let mut files = Vec::new();
    for file in sources(&settings.directory.join("programs").join(program))? {
        let name = file.file_name().unwrap_or_default().to_owned();
        if LEFT_OUT.contains(&&*name.to_string_lossy()) {
            continue;
        }
        let is_mutant = mutant
            .file
            .ends_with(&format!("/{}", name.to_string_lossy()));
        let text = match is_mutant {
            true => mutant.text.clone(),
            false => read(&file)?,
        };
        files.push(target.join(&name));
        fs::write(target.join(&name), text).map_err(complain)?;
    }
    let scope = SCOPES.iter().find(|(name, _)| *name == program);
    let options = scope.map_or("", |(_, scope)| scope).split(' ');
    let options: Vec<String> = options.map(str::to_owned).collect();
    let verify = |methods: &[String]| {
        let mut arguments = options.clone();
        for method in methods {
            arguments.extend(["--method".to_owned(), method.clone()]);
        }
        let limits = (settings.limit, Duration::from_secs(600));
        let json = work.join("result.json");
        verified::verify(&settings.cortado, &target, &arguments, limits, &json)
    };
    let first = verify(std::slice::from_ref(&mutant.method));
    if first
        .as_ref()
        .is_ok_and(|first| first.verdict == "violated")
    {
        return Ok(Fate::Refuted);
    }
    match verify(&[]) {
        Ok(verified) => Ok(fate_of(&verified)),
        Err(why) => {
            let classes = work.join("classes");
            let _ = fs::create_dir_all(&classes);
            match jdk.compile(&files, &classes) {
                Err(_) => Ok(Fate::DoesNotCompile),
                Ok(()) => Err(format!("{}: {why}", mutant.name())),
            }
        }
    }
}

fn fate_of(verified: &Verified) -> Fate {
    match &*verified.verdict {
        "violated" => Fate::Refuted,
        "safe" | "safe_within_bounds" => Fate::Holds,
        _ => Fate::Unknown(verified.reasons.join("; ")),
    }
}

fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let complain = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(complain)? {
        let file = entry.map_err(complain)?.path();
        if file
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Lines `MUTANT | why`; `#` begins a comment.
fn survivors(file: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for (at, line) in read(file)?.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let complain = || format!("{}:{}: no `mutant | why`", file.display(), at + 1);
        let (name, why) = line.split_once(" | ").ok_or_else(complain)?;
        found.insert(name.trim().to_owned(), why.trim().to_owned());
    }
    Ok(found)
}
