//! Replays what `cortado verify` found on the user's JVM.

use crate::replay::{replayer, witness_entry};
use bounded::counterexample::Counterexample;
use bounded::problem::{Obligation, Subject};
use classpath::{ClassPath, access};
use outcome::Replay;
use std::path::PathBuf;
use std::sync::Arc;
use witness::{Broken, Classes, Replayer};

/// What the JVM said, and the test that was written.
pub type Replayed = (Replay, Option<PathBuf>);

pub struct Replays<'a> {
    classpath: &'a ClassPath,
    replayer: Replayer,
    int_bits: u32,
}

impl<'a> Replays<'a> {
    /// Tests go to `tests`; with `write_only` none is run.
    pub fn new(
        classpath: &'a Arc<ClassPath>,
        tests: PathBuf,
        write_only: bool,
        int_bits: u32,
    ) -> Result<Replays<'a>, classpath::Error> {
        Ok(Replays {
            classpath,
            replayer: replayer(classpath, tests, write_only)?,
            int_bits,
        })
    }

    /// Replays a counterexample; `claim` is what it breaks, in the user's words.
    pub fn replay(
        &mut self,
        subject: &Subject,
        example: &Counterexample,
        claim: String,
    ) -> Replayed {
        let info = &subject.class.methods[subject.method];
        let entry = explore::Entry::Method {
            class: subject.class.name.to_string(),
            name: info.name.to_string(),
            descriptor: info.descriptor.to_string(),
        };
        let entry = match witness_entry(self.classpath, &entry) {
            Ok(entry) => entry,
            Err(why) => return (Replay::NotReplayed { why }, None),
        };
        if &*info.name == "<init>" && subject.class.access & access::ABSTRACT != 0 {
            let why = "it is the constructor of an abstract class".to_owned();
            return (Replay::NotReplayed { why }, None);
        }
        let program = subject.program;
        let below = |class: &str| program.concrete_below(class);
        let own = |class: &str| program.is_own(class);
        let example = witness::Counterexample {
            execution: &example.execution,
            class: &subject.class.name,
            method: &info.name,
            descriptor: &info.descriptor,
            contract: &subject.contract,
            specifications: subject.specifications,
            classes: Classes {
                classpath: self.classpath,
                below: &below,
                own: &own,
            },
            broken: broken(&example.obligation),
            claim,
            int_bits: (self.int_bits < 32).then_some(self.int_bits),
        };
        self.replayer.replay_contract(&example, &entry)
    }
}

fn broken(obligation: &Obligation) -> Broken {
    match obligation.clone() {
        Obligation::Check(_) => Broken::Exception,
        Obligation::Ensures(clause) => Broken::Ensures(clause),
        Obligation::SignalsOnly(place) => Broken::SignalsOnly(place),
        Obligation::Signals(clause) => Broken::Signals(clause),
        Obligation::Assignable(place) => Broken::Assignable(place),
        Obligation::Invariant(clause) => Broken::Invariant(clause),
        Obligation::Constraint(clause) => Broken::Constraint(clause),
        Obligation::Initially(clause) => Broken::Initially(clause),
    }
}
