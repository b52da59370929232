//! Generates programs, compiles them once, and runs `cortado check` on each in every mode.

use super::programs::{self, CLASS, METHOD};
use super::record::{self, Report, Run};
use crate::checked;
use crate::jvm::{Jdk, Scratch};
use solver::Mode;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Settings {
    pub cortado: PathBuf,
    pub sizes: Vec<usize>,
    /// Programs of each size.
    pub count: u64,
    /// For a program and mode.
    pub limit: Duration,
    pub modes: Vec<Mode>,
    pub seed: u64,
    /// More arguments.
    pub options: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            cortado: "cortado".into(),
            sizes: vec![5_000, 10_000, 20_000],
            count: 4,
            limit: Duration::from_secs(15),
            modes: Mode::ALL.to_vec(),
            seed: 1,
            options: Vec::new(),
        }
    }
}

/// Measures; `done` is told of each run, with all that there is until then.
pub fn measure(
    settings: &Settings,
    done: &mut dyn FnMut(&Report) -> Result<(), String>,
) -> Result<Report, String> {
    let (jdk, scratch) = (Jdk::find()?, Scratch::new()?);
    let mut report = Report::default();
    for lines in &settings.sizes {
        for number in 0..settings.count {
            let seed = settings.seed.wrapping_add(number);
            let classes = prepare(&jdk, scratch.path(), seed, *lines)?;
            for mode in &settings.modes {
                let mut run = run(settings, scratch.path(), &classes, *mode)?;
                (run.lines, run.seed) = (*lines, seed);
                report.runs.push(run);
                done(&report)?;
            }
        }
    }
    Ok(report)
}

/// Compiles a program into a directory of its own.
pub(super) fn prepare(jdk: &Jdk, work: &Path, seed: u64, lines: usize) -> Result<PathBuf, String> {
    let directory = work.join(format!("{lines}-{seed}"));
    // Without the source, which `cortado` would compile again.
    let classes = directory.join("classes");
    let complain = |error| format!("{}: {error}", directory.display());
    fs::create_dir_all(&classes).map_err(complain)?;
    let file = directory.join(format!("{CLASS}.java"));
    fs::write(&file, programs::source(seed, lines)).map_err(complain)?;
    jdk.compile(&[file], &classes)?;
    Ok(classes)
}

fn run(settings: &Settings, work: &Path, classes: &Path, mode: Mode) -> Result<Run, String> {
    let (json, csv) = (work.join("result.json"), work.join("timeline.csv"));
    // An earlier run's must not pass for this one's.
    let _ = fs::remove_file(&csv);
    let limit = settings.limit;
    let mut command = checked::command(&settings.cortado, limit, &json, &work.join("tests"));
    command
        .arg("--quiet")
        .arg(classes)
        .args(["--method", &format!("{CLASS}.{METHOD}")])
        .args(["--merge", "none", "--search", "dfs"])
        .args(["--solving", mode.name()])
        .arg("--dump-timeline")
        .arg(&csv)
        .args(&settings.options);
    let checked = checked::run(command, limit, &json)?;
    let mut run = Run::of_json(0, 0, mode, &checked.json);
    if let Some(complaint) = checked.complaint() {
        run.stopped = Some(complaint);
    } else if checked.json.is_null() {
        run.stopped = Some("it did not end in time".to_owned());
    }
    run.timeline = record::timeline(&fs::read_to_string(&csv).unwrap_or_default());
    Ok(run)
}
