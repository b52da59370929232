//! What became of a method, as findings for the verdict and for JSON.

use super::inputs::inputs;
use super::places;
use super::replay::Replayed;
use super::tell::{HOLDS_UNBOUNDED, NO_CONTRACT, Telling};
use bounded::counterexample::Counterexample;
use bounded::graph::Cut;
use bounded::reasons::{Beyond, Undecided};
use bounded::verify::Decision;
use classpath::access;
use outcome::{
    BoundHit, BoundKind, Findings, HeapEnd, Kind, Note, ObligationKey, Place, Reason, ReasonKind,
    Status, Thrown, TraceStep, Violation,
};

/// The kind of reason that the JSON gives for a method that is not decided.
pub fn kind(why: &Undecided) -> ReasonKind {
    match why {
        Undecided::Time => ReasonKind::Time,
        Undecided::Interrupted => ReasonKind::Interrupted,
        Undecided::TooManyEdges(_) | Undecided::TooLarge(_) => ReasonKind::Truncated,
        Undecided::NoAnswer(_) => ReasonKind::SolverUnknown,
        Undecided::UnlistedIntegers { .. }
        | Undecided::NothingWithin(_)
        | Undecided::NotReached { .. }
        | Undecided::NotShown(_)
        | Undecided::Captured(_)
        | Undecided::Unsupported(_) => ReasonKind::Unsupported,
        Undecided::Contradiction | Undecided::Internal(_) => ReasonKind::Internal,
    }
}

impl Telling<'_> {
    /// Puts what was found where the verdict comes from.
    pub fn record(&self, findings: &mut Findings) {
        let place = self.own_place();
        let what = format!("contract of {}", self.name);
        let key = ObligationKey::new(Kind::Contract, what.clone(), place.clone());
        match &self.verified.decision {
            Decision::Holds => {
                if !self.subject.unchecked.is_empty() {
                    let what = self.subject.unchecked.join(", ");
                    findings
                        .note(Note::new(format!("{}: not looked at: {what}", self.name)).at(place));
                }
                if self.has_no_contract() {
                    let what = format!("{}: {NO_CONTRACT}", self.name);
                    findings.note(Note::new(what).at(self.own_place()));
                }
                for assumed in self.assumed() {
                    let what = format!("{}: holds where {assumed} does", self.name);
                    findings.note(Note::new(what).at(self.own_place()));
                }
                findings.obligation(key, Status::Holds);
                let limit = u64::from(self.answer.scope.objects);
                for widened in self.widened() {
                    findings.note(Note::new(format!("{}: {widened}", self.name)));
                }
                findings.bound(BoundHit::new(BoundKind::Objects, "--scope", limit));
                for what in &self.verified.beyond {
                    let (kind, limit) = match what {
                        Beyond::UnlistedIntegers { .. } | Beyond::Integers => {
                            (BoundKind::Integers, u64::from(self.answer.scope.int_bits))
                        }
                        Beyond::Objects(_) => (BoundKind::Objects, limit),
                    };
                    findings.bound(BoundHit::new(kind, what.to_string(), limit));
                }
                for (name, makes) in self.contracts() {
                    let what = format!("{} rests on the contract of {name}", self.name);
                    findings.note(Note::new(what));
                    if makes {
                        let what = format!("new objects of {name}");
                        findings.bound(BoundHit::new(BoundKind::Objects, what, 1));
                    }
                }
                for what in self.unnamed() {
                    findings.bound(BoundHit::new(BoundKind::Objects, what, limit));
                }
                for what in self.elsewhere() {
                    findings.bound(BoundHit::new(BoundKind::Objects, what, limit));
                }
                let bits = self.answer.scope.int_bits;
                if bits < 32 {
                    let bits = u64::from(bits);
                    findings.bound(BoundHit::new(BoundKind::Integers, "--int-bits", bits));
                }
                for cut in &self.verified.cuts {
                    let (kind, name) = match cut {
                        Cut::Loop { .. } => (BoundKind::Loop, self.loop_name(cut)),
                        Cut::Recursion { class, name } => (
                            BoundKind::Recursion,
                            format!("{}.{name}", class.replace('/', ".")),
                        ),
                        Cut::Generic { .. }
                        | Cut::Overflow { .. }
                        | Cut::Copy { .. }
                        | Cut::Receiver { .. }
                        | Cut::Characters { .. } => {
                            let what = self.cut(cut);
                            findings.bound(BoundHit::new(BoundKind::Objects, what, limit));
                            continue;
                        }
                    };
                    let mut bound = BoundHit::new(kind, name, u64::from(self.answer.unroll));
                    bound.place = self.cut_place(cut);
                    findings.bound(bound);
                }
            }
            Decision::Vacuous => {
                let reason = Reason::new(ReasonKind::Vacuous, what).at(place);
                findings.local_reason(reason, [key]);
            }
            Decision::Unknown(reasons) => {
                for reason in reasons {
                    let reason = Reason::new(kind(reason), format!("{}: {reason}", self.name));
                    findings.local_reason(reason.at(place.clone()), [key.clone()]);
                }
            }
            Decision::Violated(found) => {
                if self.answer.holds_unbounded {
                    findings.note(Note::new(format!("{}: {HOLDS_UNBOUNDED}", self.name)));
                }
                for (example, replayed) in found.iter().zip(self.replayed) {
                    findings.violation(self.violation(example, replayed));
                }
            }
        }
    }

    fn violation(&self, example: &Counterexample, (replay, test): &Replayed) -> Violation {
        let place = self.place(&example.obligation, example);
        let what = self.claim(&example.obligation);
        let mut violation = Violation::new(Kind::Contract, what, place.clone());
        violation.entry = Some(self.name.to_owned());
        let info = &self.subject.class.methods[self.subject.method];
        violation.inputs = inputs(
            &example.execution,
            info.access & access::STATIC != 0,
            &*info.name == "<init>",
        );
        violation.trace.push(self.before(example));
        for (place, _) in self.path(example) {
            let what = self.line(&place);
            violation.trace.push(TraceStep::new(place, what));
        }
        let mut step = TraceStep::new(place, "after");
        for (name, value) in &example.locals {
            step = step.value(name.clone(), value);
        }
        for object in &example.after {
            for field in object.fields.iter().filter(|field| field.changed) {
                step = step.value(format!("{}.{}", object.name, field.name), &field.value);
            }
        }
        if let Some(result) = &example.result {
            step = step.value("\\result", result);
        }
        violation.trace.push(step);
        violation.thrown = match &example.execution.end {
            HeapEnd::Throws(class) => Some(Thrown::new(class.clone(), None)),
            HeapEnd::Returns => None,
        };
        violation.replayed = replay.clone();
        violation.test = test.clone();
        violation
    }

    fn own_place(&self) -> Place {
        let subject = self.subject;
        places::line(subject.program, &subject.class, subject.method, 0)
    }

    fn before(&self, example: &Counterexample) -> TraceStep {
        let place = self.own_place();
        let mut step = TraceStep::new(place, "before");
        for (name, value) in &example.inputs {
            step = step.value(name.clone(), value);
        }
        for object in &example.before {
            if let Some(said) = object.quoted() {
                step = step.value(object.name.clone(), said);
            }
            for field in &object.fields {
                step = step.value(format!("{}.{}", object.name, field.name), &field.value);
            }
        }
        step
    }
}
