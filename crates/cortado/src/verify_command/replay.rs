//! Replays what `cortado verify` found on the user's JVM.

use crate::replay::{replayer, witness_entry};
use bounded::counterexample::Counterexample;
use bounded::graph::{Calls, Place, Statement};
use bounded::problem::{Obligation, Subject};
use classpath::{ClassPath, access};
use outcome::Replay;
use std::path::PathBuf;
use std::sync::Arc;
use witness::{Broken, Classes, Replayer};

/// What the JVM said, and the test that was written.
pub type Replayed = (Replay, Option<PathBuf>);

pub struct Replays<'a> {
    classpath: &'a Arc<ClassPath>,
    tests: PathBuf,
    write_only: bool,
    int_bits: u32,
    /// Made for the first violation.
    replayer: Option<Replayer>,
}

impl<'a> Replays<'a> {
    /// Tests go to `tests`; with `write_only` none is run.
    pub fn new(
        classpath: &'a Arc<ClassPath>,
        tests: PathBuf,
        write_only: bool,
        int_bits: u32,
    ) -> Replays<'a> {
        Replays {
            classpath,
            tests,
            write_only,
            int_bits,
            replayer: None,
        }
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
        let broken = match broken(&example.obligation) {
            Ok(broken) => broken,
            Err(why) => return (Replay::NotReplayed { why: why.into() }, None),
        };
        if matches!(broken, Broken::Assignable(_)) && sets_fields(subject, example) {
            let why = "the JVM does not know ghost fields, one of which may be what is changed";
            return (Replay::NotReplayed { why: why.into() }, None);
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
            broken,
            claim,
            unlike: self.unlike(subject, example),
            by_contract: !called(subject, example).is_empty(),
        };
        let replayer = match self.replayer.take() {
            Some(replayer) => Ok(replayer),
            None => replayer(self.classpath, self.tests.clone(), self.write_only),
        };
        match replayer {
            Ok(replayer) => {
                let replayer = self.replayer.insert(replayer);
                replayer.replay_contract(&example, &entry)
            }
            Err(error) => {
                let why = error.to_string();
                (Replay::NotReplayed { why }, None)
            }
        }
    }

    /// Why the JVM may do something else than the execution of a counterexample.
    fn unlike(&self, subject: &Subject, example: &Counterexample) -> Option<String> {
        let called = called(subject, example);
        match (self.int_bits, &called[..]) {
            (32, []) => None,
            (32, _) if let Some(class) = opaque_receiver(subject, example) => {
                Some(format!("with an object of {class} as its contract says"))
            }
            // A contract stands for a method that could not be followed, and may allow more than that does.
            (32, _) if subject.bounds.calls == Calls::Inline => None,
            (32, _) => Some(format!(
                "with {} as the contract says",
                called.join(" and ")
            )),
            (bits, _) => Some(format!("with integers of {bits} bits (--int-bits)")),
        }
    }
}

/// The methods that a contract stands for on the way of a counterexample.
fn called(subject: &Subject, example: &Counterexample) -> Vec<String> {
    let mut called: Vec<String> = Vec::new();
    for edge in &example.path {
        if let Statement::Call { call, .. } = subject.graph.edge(*edge).statement {
            let name = subject.graph.calls[call as usize].name();
            if !called.contains(&name) {
                called.push(name);
            }
        }
    }
    called
}

/// A class of the library on whose objects a counterexample calls a method by contract: what such an object holds is not known,
/// so that none can be built.
fn opaque_receiver(subject: &Subject, example: &Counterexample) -> Option<String> {
    example.path.iter().find_map(|edge| {
        let Statement::Call { call, .. } = subject.graph.edge(*edge).statement else {
            return None;
        };
        let contract = &subject.graph.calls[call as usize].contract;
        let class = &contract.method.class;
        let is_opaque = !contract.is_static
            && !contract.is_constructor
            && !subject.program.is_own(class)
            && !matches!(&**class, "java/lang/String" | "java/lang/Object");
        is_opaque.then(|| class.replace('/', "."))
    })
}

/// Whether a counterexample sets ghost fields on its way.
fn sets_fields(subject: &Subject, example: &Counterexample) -> bool {
    let graph = &subject.graph;
    example
        .path
        .iter()
        .any(|edge| match &graph.edge(*edge).statement {
            Statement::Set { to, .. } => match to {
                Place::Var(var) => graph.vars[var.0 as usize].field.is_some(),
                Place::Map(_) => true,
            },
            _ => false,
        })
}

/// An error for what cannot be seen on a JVM.
fn broken(obligation: &Obligation) -> Result<Broken, &'static str> {
    Ok(match obligation.clone() {
        Obligation::Check(_) => Broken::Exception,
        Obligation::Read(..) => return Err("the JVM does not tell what is read"),
        Obligation::Overflow(..) => {
            return Err("the JVM does not tell that a result does not fit");
        }
        Obligation::Precondition { .. } => {
            return Err("the JVM does not ask for the preconditions of methods");
        }
        Obligation::Measure(_) => {
            return Err("the JVM does not tell what a method is measured by");
        }
        Obligation::Assert(_)
        | Obligation::Unreachable(_)
        | Obligation::Defined(_)
        | Obligation::LoopFrame(_) => {
            return Err("the JVM does not know the statements of JML within bodies");
        }
        Obligation::Ensures(clause) => Broken::Ensures(clause),
        Obligation::SignalsOnly(place) => Broken::SignalsOnly(place),
        Obligation::Signals(clause) => Broken::Signals(clause),
        Obligation::Assignable(place) => Broken::Assignable(place),
        Obligation::Invariant(clause) => Broken::Invariant(clause),
        Obligation::Constraint(clause) => Broken::Constraint(clause),
        Obligation::Initially(clause) => Broken::Initially(clause),
    })
}
