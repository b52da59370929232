//! Verifies every subject in growing sizes, with each splitter and in both encodings. One that does not come to an end in
//! a size is not asked in the next.

use super::subjects::{SUBJECTS, Size, Subject};
use super::verified::{self, Verified};
use crate::jvm::Scratch;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub const SPLITTERS: [&str; 5] = ["whole", "branch", "vardef", "path", "auto"];
pub const ENCODINGS: [&str; 2] = ["expanded", "quantified"];

#[derive(Clone, Debug)]
pub struct Settings {
    pub cortado: PathBuf,
    /// The directory with `programs`.
    pub directory: PathBuf,
    /// Only subjects whose name contains this.
    pub filter: String,
    /// For a run.
    pub limit: Duration,
    pub jobs: usize,
}

/// A subject in one size, with one splitter and encoding.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub subject: &'static str,
    pub scope: u32,
    pub bits: u32,
    pub unroll: u32,
    pub splitter: &'static str,
    pub encoding: &'static str,
    #[serde(flatten)]
    pub verified: Verified,
}

impl Run {
    pub fn is_of(&self, subject: &Subject, size: &Size) -> bool {
        self.subject == subject.name
            && (self.scope, self.bits, self.unroll) == (size.scope, size.bits, size.unroll)
    }

    /// What it cost to encode and to solve.
    pub fn cost(&self) -> f64 {
        self.verified.encoding() + self.verified.solving()
    }
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub runs: Vec<Run>,
}

impl Report {
    pub fn get(
        &self,
        subject: &Subject,
        size: &Size,
        splitter: &str,
        encoding: &str,
    ) -> Option<&Run> {
        let mut runs = self.runs.iter();
        runs.find(|run| {
            run.is_of(subject, size) && run.splitter == splitter && run.encoding == encoding
        })
    }

    /// The same in the encoding without quantifiers, if it came to an end.
    pub fn decided(&self, subject: &Subject, size: &Size, splitter: &str) -> Option<&Run> {
        self.get(subject, size, splitter, ENCODINGS[0])
            .filter(|run| run.verified.is_decided())
    }
}

/// Measures; `done` is told of each run.
pub fn measure(settings: &Settings, done: &(dyn Fn(&Run) + Sync)) -> Result<Report, String> {
    let scratch = Scratch::new()?;
    let mut climbs = Vec::new();
    for subject in &SUBJECTS {
        if !subject.name.contains(&settings.filter) {
            continue;
        }
        for encoding in ENCODINGS {
            for splitter in SPLITTERS {
                climbs.push((subject, encoding, splitter));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Climb)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some((subject, encoding, splitter)) = climbs.get(at) else {
                        return;
                    };
                    let json = scratch.path().join(format!("{at}.json"));
                    let runs = climb(settings, subject, (encoding, splitter), &json, done);
                    if let Ok(mut found) = found.lock() {
                        found.push((at, runs));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().map_err(|error| error.to_string())?;
    found.sort_by_key(|(at, _)| *at);
    let mut report = Report::default();
    for (_, runs) in found {
        report.runs.extend(runs?);
    }
    Ok(report)
}

/// One splitter and encoding, as far as it came.
type Climb = Result<Vec<Run>, String>;

fn climb(
    settings: &Settings,
    subject: &Subject,
    (encoding, splitter): (&'static str, &'static str),
    json: &std::path::Path,
    done: &(dyn Fn(&Run) + Sync),
) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    let target = settings.directory.join("programs").join(subject.directory);
    for size in subject.sizes {
        let mut arguments = subject.options(size);
        for word in ["--split", splitter, "--encoding", encoding] {
            arguments.push(word.to_owned());
        }
        let limits = (settings.limit, settings.limit + Duration::from_secs(20));
        let verified = verified::verify(&settings.cortado, &target, &arguments, limits, json)?;
        let run = Run {
            subject: subject.name,
            scope: size.scope,
            bits: size.bits,
            unroll: size.unroll,
            splitter,
            encoding,
            verified,
        };
        done(&run);
        let goes_on = run.verified.is_decided();
        runs.push(run);
        if !goes_on {
            break;
        }
    }
    Ok(runs)
}
