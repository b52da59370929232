//! `Findings` is what an analysis writes into while it runs; `Outcome` is what it may claim in the end. The only ways
//! from one to the other are to have exhausted the search or to say why it stopped.

use crate::account::{BoundHit, BoundKind, BranchInfo, LoopInfo, Note, Reason, ReasonKind};
use crate::place::Place;
use crate::stats::Stats;
use crate::verdict::{Obligation, ObligationKey, Status, Verdict};
use crate::violation::{Replay, Violation};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Everything found so far, grouped as it comes in. Workers fill their own and are put together by [`Findings::merge`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    obligations: BTreeMap<ObligationKey, Status>,
    violations: Vec<Violation>,
    /// Counts by reason with its count set to zero; likewise for bounds and notes.
    reasons: BTreeMap<Reason, u64>,
    /// Reasons that taint only the obligations named.
    local_reasons: BTreeMap<Reason, u64>,
    bounds: BTreeMap<BoundHit, u64>,
    notes: BTreeMap<Note, u64>,
    loops: BTreeMap<String, LoopInfo>,
    /// Only if somebody wants to know.
    merging: Option<BTreeMap<(bool, Place), BranchInfo>>,
    pub stats: Stats,
}

impl Findings {
    pub fn new() -> Findings {
        Findings::default()
    }

    /// Records what was learned about an obligation. Register each one as `Unreachable` when it comes into scope, as
    /// `Holds` when a path passes it: the strongest news stays.
    pub fn obligation(&mut self, key: ObligationKey, status: Status) {
        let known = self.obligations.entry(key).or_insert(status);
        *known = (*known).max(status);
    }

    /// Records a violation; its obligation becomes violated.
    pub fn violation(&mut self, violation: Violation) {
        self.obligation(violation.obligation(), Status::Violated);
        self.violations.push(violation);
    }

    /// Records why something is not known. It taints every obligation not violated: a path that was given up might
    /// have gone anywhere.
    pub fn reason(&mut self, mut reason: Reason) {
        let count = std::mem::take(&mut reason.count);
        add_count(&mut self.reasons, reason, count);
    }

    /// Records why something is not known that can only concern the given obligations.
    pub fn local_reason(
        &mut self,
        mut reason: Reason,
        concerned: impl IntoIterator<Item = ObligationKey>,
    ) {
        let count = std::mem::take(&mut reason.count);
        add_count(&mut self.local_reasons, reason, count);
        for key in concerned {
            self.obligation(key, Status::Unknown);
        }
    }

    /// Records that a bound cut something off.
    pub fn bound(&mut self, mut hit: BoundHit) {
        let count = std::mem::take(&mut hit.count);
        add_count(&mut self.bounds, hit, count);
    }

    pub fn note(&mut self, mut note: Note) {
        let count = std::mem::take(&mut note.count);
        add_count(&mut self.notes, note, count);
    }

    /// Records a loop that was entered; of several records the largest iteration count stays.
    pub fn loop_seen(&mut self, info: LoopInfo) {
        match self.loops.get_mut(&info.name) {
            Some(known) => known.iterations = known.iterations.max(info.iterations),
            None => {
                self.loops.insert(info.name.clone(), info);
            }
        }
    }

    /// Records what became of the branches of a run. Counts for the same place add up.
    pub fn merging(&mut self, branches: impl IntoIterator<Item = BranchInfo>) {
        let all = self.merging.get_or_insert_default();
        for one in branches {
            let (library, place) = (one.library, one.place.clone());
            let known = all.entry((library, place.clone()));
            known
                .or_insert_with(|| BranchInfo::new(place, library))
                .add(one);
        }
    }

    /// What became of branches is what another search found.
    pub fn explain_merging_as(&mut self, other: &Findings) {
        self.merging = other.merging.clone();
    }

    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Drops violations that another part of the search has reported already; their obligations stay violated.
    pub fn retain_violations(&mut self, keep: impl FnMut(&Violation) -> bool) {
        self.violations.retain(keep);
    }

    /// Whether anything was found that does not let the verdict be safe.
    pub fn has_reasons(&self) -> bool {
        !self.reasons.is_empty() || !self.local_reasons.is_empty()
    }

    /// How often a reason was recorded.
    pub fn reasons_recorded(&self) -> u64 {
        let all = self.reasons.values().chain(self.local_reasons.values());
        all.fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Adds what another worker found about the same entry.
    pub fn merge(&mut self, other: Findings) {
        for (key, status) in other.obligations {
            self.obligation(key, status);
        }
        self.violations.extend(other.violations);
        for (reason, count) in other.reasons {
            add_count(&mut self.reasons, reason, count);
        }
        for (reason, count) in other.local_reasons {
            add_count(&mut self.local_reasons, reason, count);
        }
        for (hit, count) in other.bounds {
            add_count(&mut self.bounds, hit, count);
        }
        for (note, count) in other.notes {
            add_count(&mut self.notes, note, count);
        }
        for info in other.loops.into_values() {
            self.loop_seen(info);
        }
        if let Some(merging) = other.merging {
            self.merging(merging.into_values());
        }
        self.stats.add(&other.stats);
    }

    /// The search ended because nothing was left to do (what bounds cut off is recorded as such).
    pub fn exhausted(self) -> Outcome {
        Outcome::conclude(self)
    }

    /// The search ended for another reason: a limit, an interruption.
    pub fn stopped(mut self, why: Reason) -> Outcome {
        self.reason(why);
        Outcome::conclude(self)
    }

    /// A limit ended the search, but every execution in which each loop makes at most so many iterations was followed to
    /// its end. The reasons recorded so far are about longer executions, so they become notes.
    /// With `ways`, the number also limits in how many ways input objects were made.
    pub fn stopped_beyond(mut self, iterations: u32, ways: bool, why: Reason) -> Outcome {
        let reasons = std::mem::take(&mut self.reasons);
        let local = std::mem::take(&mut self.local_reasons);
        for status in self.obligations.values_mut() {
            if *status == Status::Unknown {
                *status = Status::Holds;
            }
        }
        let often = match iterations {
            1 => "one iteration".to_owned(),
            n => format!("{n} iterations"),
        };
        let others = match ways {
            true => ", or with inputs made in other ways,",
            false => "",
        };
        self.note(Note::new(format!(
            "{}; executions with more than {often} of some loop{others} were not all followed to their end",
            why.what
        )));
        for (reason, count) in reasons.into_iter().chain(local) {
            let what = format!(
                "beyond {often} of some loop: {}: {}",
                reason.kind, reason.what
            );
            self.note(Note {
                what,
                place: reason.place,
                count,
            });
        }
        let limit = u64::from(iterations);
        self.bound(BoundHit::new(BoundKind::Iterations, "every loop", limit));
        if ways {
            self.bound(BoundHit::new(BoundKind::Ways, "input objects", limit));
        }
        Outcome::conclude(self)
    }

    /// The search ended early because it had found the violation it was asked for. Without one that stands this is not
    /// safe but unknown.
    pub fn stopped_at_violation(mut self) -> Outcome {
        for status in self.obligations.values_mut() {
            if *status < Status::Unknown {
                *status = Status::Unknown;
            }
        }
        let mut outcome = Outcome::conclude(self);
        outcome.cut_short = true;
        outcome
    }
}

fn sort(violations: &mut [Violation]) {
    violations.sort_by(|a, b| a.rank().cmp(&b.rank()).then_with(|| a.cmp(b)));
}

fn add_count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K, count: u64) {
    let total = counts.entry(key).or_default();
    *total = total.saturating_add(count);
}

/// What became of one of several methods that were explored as entries of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodOutcome {
    pub method: String,
    pub verdict: Verdict,
    /// Why an unknown one is not known: the most frequent reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// What may be claimed about a program. Fields are reached by methods, so that every claim stays derived.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    findings: Findings,
    /// Stopped early on purpose; only a standing violation excuses that.
    cut_short: bool,
    /// Where there are several.
    methods: Vec<MethodOutcome>,
}

impl Outcome {
    fn conclude(mut findings: Findings) -> Outcome {
        if !findings.reasons.is_empty() {
            for status in findings.obligations.values_mut() {
                if *status < Status::Unknown {
                    *status = Status::Unknown;
                }
            }
        }
        sort(&mut findings.violations);
        Outcome {
            findings,
            cut_short: false,
            methods: Vec::new(),
        }
    }

    /// Violated beats unknown beats within bounds beats safe.
    pub fn verdict(&self) -> Verdict {
        if self.findings.violations.iter().any(Violation::stands) {
            Verdict::Violated
        } else if self.cut_short
            || self.findings.has_reasons()
            || !self.findings.violations.is_empty()
            || self
                .findings
                .obligations
                .values()
                .any(|status| *status >= Status::Unknown)
        {
            Verdict::Unknown
        } else if !self.findings.bounds.is_empty() {
            Verdict::SafeWithinBounds
        } else {
            Verdict::Safe
        }
    }

    /// Puts the outcome of another entry of the same program beside this one. What one left unknown does not taint
    /// what the other decided.
    pub fn merge(&mut self, other: Outcome) {
        self.cut_short |= other.cut_short;
        self.findings.merge(other.findings);
        sort(&mut self.findings.violations);
    }

    /// Puts the outcomes of several methods of one program together, each under its name.
    pub fn of_methods(outcomes: impl IntoIterator<Item = (String, Outcome)>) -> Outcome {
        let mut all: Option<Outcome> = None;
        let mut methods = Vec::new();
        for (method, outcome) in outcomes {
            methods.push(outcome.as_method(method));
            match &mut all {
                Some(all) => all.merge(outcome),
                None => all = Some(outcome),
            }
        }
        let mut all = all.unwrap_or_else(|| Findings::new().exhausted());
        if methods.len() > 1 {
            all.methods = methods;
        }
        all
    }

    /// This outcome in short, as that of one of several methods.
    pub fn as_method(&self, method: String) -> MethodOutcome {
        let verdict = self.verdict();
        let unknown = verdict == Verdict::Unknown;
        MethodOutcome {
            method,
            verdict,
            reason: unknown.then(|| self.reasons().into_iter().next()).flatten(),
        }
    }

    /// What became of each method, in the order in which they were chosen; empty if there was only one.
    pub fn methods(&self) -> &[MethodOutcome] {
        &self.methods
    }

    /// Every obligation in scope, by place. One whose violations were all refuted is unknown.
    pub fn obligations(&self) -> Vec<Obligation> {
        let standing: BTreeSet<ObligationKey> = self
            .findings
            .violations
            .iter()
            .filter(|v| v.stands())
            .map(Violation::obligation)
            .collect();
        let status_of = |key: &ObligationKey, status: Status| match status {
            // An engine may call a wider obligation violated than the one its violation names (no exception leaves
            // an entry); it takes a standing violation of that kind to be believed.
            Status::Violated
                if !standing.contains(key)
                    && (!standing.iter().any(|s| s.kind == key.kind)
                        || self.violations().iter().any(|v| v.obligation() == *key)) =>
            {
                Status::Unknown
            }
            status => status,
        };
        self.findings
            .obligations
            .iter()
            .map(|(key, status)| Obligation {
                kind: key.kind,
                what: key.what.clone(),
                place: key.place.clone(),
                status: status_of(key, *status),
            })
            .collect()
    }

    /// Those that an ordinary caller can cause first, then by place; refuted ones included.
    pub fn violations(&self) -> &[Violation] {
        &self.findings.violations
    }

    /// Replays every violation. `replay` gets its index and the violation and returns what the JVM said and the test
    /// that was written, if one was.
    pub fn replay(
        &mut self,
        mut replay: impl FnMut(usize, &Violation) -> (Replay, Option<PathBuf>),
    ) {
        for (index, violation) in self.findings.violations.iter_mut().enumerate() {
            let (replayed, test) = replay(index, violation);
            violation.replayed = replayed;
            violation.test = test;
        }
    }

    /// Why something is not known, the most frequent first. Refuted replays are among them.
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = self.findings.reasons.clone();
        for (reason, count) in &self.findings.local_reasons {
            add_count(&mut reasons, reason.clone(), *count);
        }
        for violation in &self.findings.violations {
            if let Replay::Refuted { why } = &violation.replayed {
                let mut reason = Reason::new(
                    ReasonKind::RefutedReplay,
                    format!(
                        "{}; this is a bug in Cortado, please report it",
                        why.trim_end_matches('.')
                    ),
                )
                .at(violation.place.clone());
                reason.count = 0;
                add_count(&mut reasons, reason, 1);
            }
        }
        // Reasons that differ in their details only are one.
        let counted = std::mem::take(&mut reasons);
        let mut reasons: Vec<Reason> = Vec::new();
        for (reason, count) in counted {
            let same = |known: &&mut Reason| {
                (known.kind, &known.what, &known.place)
                    == (reason.kind, &reason.what, &reason.place)
            };
            match reasons.iter_mut().find(same) {
                Some(known) => known.count = known.count.saturating_add(count),
                None => reasons.push(Reason { count, ..reason }),
            }
        }
        if reasons.is_empty() && self.verdict() == Verdict::Unknown {
            reasons.push(Reason::new(
                ReasonKind::Internal,
                "an engine left an obligation open without saying why",
            ));
        }
        // The sort is stable, so equal counts stay in the order of kind, text and place.
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        reasons
    }

    /// What was cut off. Where several limits on the same length were met, the smallest is the one that the claim is
    /// subject to, and the only one told.
    pub fn bounds(&self) -> Vec<BoundHit> {
        let mut bounds: Vec<BoundHit> = Vec::new();
        for (hit, count) in &self.findings.bounds {
            let is_length = matches!(hit.kind, BoundKind::StringLength | BoundKind::ArrayLength);
            // They are in the order of kind, name and limit.
            let smaller = bounds.iter_mut().find(|known| {
                is_length
                    && (known.kind, &known.name, &known.place) == (hit.kind, &hit.name, &hit.place)
            });
            match smaller {
                Some(smaller) => smaller.count = smaller.count.saturating_add(*count),
                None => bounds.push(BoundHit {
                    count: *count,
                    ..hit.clone()
                }),
            }
        }
        bounds
    }

    pub fn notes(&self) -> Vec<Note> {
        let notes = self.findings.notes.iter();
        notes
            .map(|(note, count)| Note {
                count: *count,
                ..note.clone()
            })
            .collect()
    }

    pub fn loops(&self) -> impl Iterator<Item = &LoopInfo> {
        self.findings.loops.values()
    }

    /// What became of each branch at which paths might have become one: those of the program first, by file and line.
    /// `None` if nobody wanted to know.
    pub fn merging(&self) -> Option<Vec<&BranchInfo>> {
        let mut all: Vec<&BranchInfo> = self.findings.merging.as_ref()?.values().collect();
        let order = |p: &Place| (p.file.clone(), p.line, p.column);
        all.sort_by_cached_key(|b| (b.library, order(&b.place), b.place.clone()));
        Some(all)
    }

    pub fn stats(&self) -> &Stats {
        &self.findings.stats
    }

    /// Work that is accounted after the search, such as the time that replays took.
    pub fn stats_mut(&mut self) -> &mut Stats {
        &mut self.findings.stats
    }

    /// Adds a reason found after the search, such as an entry that could not be analysed at all.
    pub fn add_reason(&mut self, reason: Reason) {
        self.findings.local_reason(reason, []);
    }

    pub fn add_note(&mut self, note: Note) {
        self.findings.note(note);
    }
}
