//! What a broken property comes to: the violation with its trail, and what is said about a property in the end.

use crate::limits::Why;
use crate::path::Path;
use crate::regular::diary::distance;
use crate::regular::{Branches, Broken, Moment, PathRecord, Statics, Strategy};
use crate::worker::Worker;
use outcome::{
    BoundHit, BoundKind, Kind, Note, ObligationKey, Place, Status, TraceStep, Violation,
};
use property::{Change, Property, PropertyId};
use std::sync::atomic::Ordering;

/// A sequence of events, with their places, that breaks a property.
pub type Sequence = (PropertyId, Vec<(u8, u32)>);

impl Worker<'_> {
    /// Reports violations; says whether the path goes on, for what else there is to check.
    pub(crate) fn broken(&mut self, path: &mut Path, broken: Vec<Broken>) -> bool {
        if broken.is_empty() {
            return true;
        }
        if let Err(end) = self.shorten_strings(path) {
            self.end(path, end);
            return false;
        }
        path.ended_at = Moment::of(&self.machine, &path.state);
        if !self.has_functions_as_they_are(path, path.state.current()) {
            self.steer_behind(path, false, false);
            self.limits.path_done(path.state.deepest);
            return false;
        }
        let known = self.findings.violations().len();
        for one in &broken {
            self.report(path, one);
        }
        if self.findings.violations().len() > known {
            self.found_violation(self.findings.stats.paths + 1);
        }
        if !self.config.all
            && self.broken_properties.len() == self.properties()
            && !self.config.checks.any()
        {
            self.limits.stop(Why::EnoughFound);
        }
        let others = self.config.checks.any() || self.properties() > 1;
        if !others {
            self.findings.stats.paths += 1;
            self.count_kind(path, true);
            self.steer_behind(path, false, true);
            self.describer
                .path_ended(&mut self.machine, path, &mut self.findings);
            self.limits.path_done(path.state.deepest);
        }
        others
    }

    fn properties(&self) -> usize {
        self.regular
            .as_ref()
            .map_or(0, |regular| regular.matcher.properties().len())
    }

    fn report(&mut self, path: &mut Path, broken: &Broken) {
        let (Some(regular), Some(followed)) = (&self.regular, &path.followed) else {
            return;
        };
        let monitors = &followed.monitors[usize::from(broken.property.0)];
        let Some(monitor) = monitors.get(broken.monitor) else {
            return;
        };
        let matcher = regular.matcher.clone();
        let property = matcher.property(broken.property);
        let changes = monitor.history.changes();
        let sequence: Sequence = (
            broken.property,
            changes.iter().map(|c| (c.event.0, c.site)).collect(),
        );
        if let Some(steering) = &mut self.steering {
            let property = usize::from(broken.property.0);
            steering.remember(&self.machine, regular, property, &changes);
        }
        let is_new = self.accepted.insert(sequence);
        let again = !self.broken_properties.insert(broken.property);
        if !is_new || again && !self.config.all {
            return;
        }
        let steps: Vec<TraceStep> = changes.iter().map(|c| self.step(property, c)).collect();
        let place = match steps.last() {
            Some(step) => step.place.clone(),
            None => self.describer.entry_place(&mut self.machine),
        };
        let mut violation = Violation::new(Kind::Property, property.name.clone(), place);
        violation.entry = self.describer.entry_name();
        let (machine, evaluator) = (&mut self.machine, &mut self.evaluator);
        violation.inputs = self.describer.inputs(machine, evaluator, path);
        violation.trace = steps;
        self.findings.violation(violation);
    }

    fn step(&mut self, property: &Property, change: &Change) -> TraceStep {
        let automaton = &property.automaton;
        let name = |state| automaton.state(state).name.as_str();
        let event = &property.event(change.event).name;
        let mut what = format!("{} –{event}→ {}", name(change.from), name(change.to));
        if let Some(message) = &automaton.state(change.to).message {
            what = format!("{what}: {message}");
        }
        TraceStep::new(self.place_of(change.site), what)
    }

    fn place_of(&mut self, site: u32) -> Place {
        match &self.regular {
            Some(regular) => {
                let (method, pc) = regular.site(site).at;
                self.describer.place(&self.machine, method, pc)
            }
            None => self.describer.entry_place(&mut self.machine),
        }
    }

    /// Nothing has to be followed to know that the properties hold.
    pub(crate) fn answer_without_paths(&mut self, statics: &Statics<'_>) {
        self.limits.entered.store(true, Ordering::Relaxed);
        let what = format!(
            "no path was followed: from the entry, no calls of the {} methods that can be reached lead to an error of {}",
            statics.program.method_count(),
            match &statics.ahead[..] {
                [ahead] => ahead.property.name.clone(),
                _ => "any property".to_owned(),
            }
        );
        self.findings.note(Note::new(what));
    }

    /// What became of each property.
    pub(crate) fn property_obligations(&mut self) {
        let Some(regular) = &self.regular else { return };
        let matcher = regular.matcher.clone();
        let place = self.describer.entry_place(&mut self.machine);
        for property in matcher.properties() {
            let broken = |v: &Violation| v.kind == Kind::Property && v.what == property.name;
            if !self.findings.violations().iter().any(broken) {
                let key = ObligationKey::new(Kind::Property, property.name.clone(), place.clone());
                self.findings.obligation(key, Status::Holds);
            }
        }
        self.note_gaps();
        self.bound_references();
        self.write_diary();
        let counts = &self.kinds;
        let stats = &mut self.findings.stats;
        if let Some(steering) = &self.steering {
            let pruned = &steering.pruned;
            stats.count("pruned_hopeless", pruned.hopeless);
            stats.count("pruned_seen", pruned.seen);
            stats.count("pruned_sliced", pruned.sliced);
            stats.count("ranked_last", pruned.ranked_last);
        }
        stats.count("relevant_paths", counts.relevant);
        stats.count("irrelevant_paths", counts.irrelevant);
        stats.count("accepted_paths", counts.accepted);
    }

    /// Calls through method references happen in code that nobody wrote, and raise no events.
    fn bound_references(&mut self) {
        let Some(regular) = &self.regular else { return };
        let found = regular.matcher.references(self.machine.classpath());
        // A class that cannot be read is named by whoever runs it.
        for member in found.unwrap_or_default() {
            let class = member.class.replace(['/', '$'], ".");
            let name = match &*member.name {
                "<init>" => "new",
                name => name,
            };
            let what = format!("method references: calls through `{class}::{name}` are no events");
            self.findings
                .bound(BoundHit::new(BoundKind::Objects, what, 1));
        }
    }

    /// Tells of an analysis that does not cover every run, so that nothing was pruned for lack of hope.
    fn note_gaps(&mut self) {
        let Some(steering) = &self.steering else {
            return;
        };
        let statics = steering.statics();
        if statics.sound || self.config.strategy != Strategy::Srv {
            return;
        }
        let unknowns = statics.program.unknowns.iter();
        let mut why: Vec<String> = unknowns.map(|unknown| unknown.what.clone()).collect();
        why.dedup();
        why.truncate(3);
        if statics.program.has_threads {
            why.push("threads".to_owned());
        }
        let what = format!(
            "branches without hope went last instead of being left out, because the analysis of the program does not cover {}",
            why.join(", ")
        );
        self.findings.note(Note::new(what));
    }

    /// Whether the path raised events, and whether it broke a property.
    pub(crate) fn count_kind(&mut self, path: &Path, accepted: bool) {
        let Some(followed) = &path.followed else {
            return;
        };
        if followed.events > 0 {
            self.kinds.relevant += 1;
        } else {
            self.kinds.irrelevant += 1;
        }
        self.kinds.accepted += u64::from(accepted);
        let Some(regular) = self
            .regular
            .as_ref()
            .filter(|_| self.config.diary.is_some())
        else {
            return;
        };
        self.kinds.paths.push(PathRecord {
            milliseconds: self.limits.elapsed_ms(),
            events: followed.events,
            transitions: followed.transitions,
            distance: distance(regular, followed),
            violation: accepted,
            branches: Branches::default(),
        });
        let steering = self.steering.as_mut();
        if let Some(account) = steering.and_then(|s| s.account.as_mut()) {
            account.path();
        }
    }

    /// Hands the records of the paths over.
    fn write_diary(&mut self) {
        let Some(diary) = &self.config.diary else {
            return;
        };
        let mut paths = std::mem::take(&mut self.kinds.paths);
        let account = self.steering.as_ref().and_then(|s| s.account.as_ref());
        if let Some(account) = account {
            for (number, path) in paths.iter_mut().enumerate() {
                path.branches = account.of_path(number);
            }
        }
        diary(paths);
    }
}

/// Paths by what they had to do with the properties.
#[derive(Default)]
pub struct Kinds {
    pub relevant: u64,
    pub irrelevant: u64,
    pub accepted: u64,
    /// One by one, where somebody wants to know.
    pub paths: Vec<PathRecord>,
}
