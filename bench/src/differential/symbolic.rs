//! Verdicts with symbolic inputs against what must come out: a program of `generator::symbolic` expects of every input
//! what its concrete run computed, so its first entry is safe and its second, which expects one wrong value, is violated.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use explore::{Config, Entry, explore};
use outcome::{Outcome, Verdict};

use super::{Settings, Summary, keep, panic_text};
use crate::generator::Program;
use crate::generator::symbolic::ENTRIES;
use crate::machine_run::Classes;

/// For one entry. What takes longer is undecided.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Explores both entries and notes what is wrong and what stayed open.
pub fn check(
    classes: &Classes,
    program: &Program,
    settings: &Settings,
    summary: &mut Summary,
    report: &(dyn Fn(&str) + Sync),
) -> Result<(), String> {
    for (entry, violated) in ENTRIES.into_iter().zip([false, true]) {
        let attempt = AssertUnwindSafe(|| outcome_of(classes, program, entry));
        let outcome = match panic::catch_unwind(attempt) {
            Ok(outcome) => outcome,
            Err(cause) => {
                let text = format!("{entry}: {}", panic_text(&*cause));
                summary.wrong_verdicts.insert(program.seed, text);
                continue;
            }
        };
        let wrong = match outcome.verdict() {
            Verdict::Violated => !violated,
            Verdict::Safe | Verdict::SafeWithinBounds => violated,
            Verdict::Unknown => {
                let reasons = outcome.reasons();
                let reason = reasons.first().map_or("no reason", |r| r.what.as_str());
                summary
                    .undecided
                    .entry(reason.to_string())
                    .or_default()
                    .push(program.seed);
                false
            }
        };
        if wrong {
            let place = keep(settings, program)?;
            let text = format!("{entry} is {}", describe(&outcome));
            report(&format!(
                "seed {}: wrong verdict: {text}, kept in {}\n",
                program.seed,
                place.display()
            ));
            summary.wrong_verdicts.insert(program.seed, text);
        }
    }
    Ok(())
}

fn outcome_of(classes: &Classes, program: &Program, entry: &str) -> Outcome {
    let main = Entry::Main {
        class: format!("{}{entry}", program.class),
        args: Vec::new(),
    };
    let config = Config {
        timeout: Some(TIMEOUT),
        ..Config::default()
    };
    explore(classes.classpath().clone(), &main, &config)
}

fn describe(outcome: &Outcome) -> String {
    let verdict = outcome.verdict();
    match outcome.violations().first() {
        Some(violation) => {
            let inputs: Vec<String> = violation
                .inputs
                .iter()
                .map(|input| format!("{} = {}", input.name, input.value))
                .collect();
            format!("{verdict}: {} with {}", violation.what, inputs.join(", "))
        }
        None => verdict.to_string(),
    }
}
