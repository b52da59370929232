//! The terminal report: one block per violation, one line per reason and bound, and the verdict as the last line.

use crate::Sources;
use crate::bounds;
use crate::snippet;
use crate::words;
use outcome::{
    Apart, BranchInfo, Input, Kind, MethodOutcome, Note, Outcome, Place, Reason, ReasonKind,
    Replay, Stat, Status, Verdict, Violation,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How to draw. Widths other than the default should come from a terminal only, lest files differ between machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
    pub width: usize,
    /// Every bound, note and reason has a line of its own, however many there are, and reasons have their details.
    pub verbose: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            color: false,
            width: 120,
            verbose: false,
        }
    }
}

/// Longest value of an input; the JSON and the generated test have all of it.
const VALUE_WIDTH: usize = 160;

/// How many inputs are shown.
const INPUTS_SHOWN: usize = 16;

/// What goes to standard output. Ends with the line `verdict: …`.
pub fn render(outcome: &Outcome, sources: &dyn Sources, style: Style) -> String {
    let mut out = findings(outcome, sources, style);
    out.push_str(&summary(outcome));
    out.push_str(&verdict_line(outcome.verdict(), Paint(style.color)));
    out.push('\n');
    out
}

/// All of that but the verdict.
pub fn findings(outcome: &Outcome, sources: &dyn Sources, style: Style) -> String {
    let mut out = String::new();
    let paint = Paint(style.color);
    for violation in outcome.violations().iter().filter(|v| v.stands()) {
        violation_block(&mut out, violation, sources, style);
    }
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let mut reasons = outcome.reasons();
    if !outcome.methods().is_empty() {
        reasons = in_common(reasons);
    }
    let reasons = match style.verbose || reasons.len() <= REASONS_APART {
        true => reasons.into_iter().map(|reason| (reason, 1)).collect(),
        false => of_places(reasons),
    };
    let shown = match style.verbose || outcome.methods().is_empty() {
        true => reasons.len(),
        false if reasons.len() <= REASONS_SHOWN => reasons.len(),
        false => REASONS_SHOWN - 1,
    };
    let unknown = paint.warning("unknown");
    for (reason, places) in &reasons[..shown] {
        let more = match places - 1 {
            0 => String::new(),
            more => format!(
                "; and at {} (-v lists them)",
                words::plural(more, "more place")
            ),
        };
        line(format!("{unknown}: {}{more}", reason_line(reason)));
        if let Some(detail) = reason.detail.as_ref().filter(|_| style.verbose) {
            line(format!("  stopped by: {}", words::line(detail, 400)));
        }
    }
    if shown < reasons.len() {
        let more = words::plural((reasons.len() - shown) as u64, "more reason");
        line(format!("{unknown}: {more} (-v lists them)"));
    }
    for text in bounds::lines(&outcome.bounds(), style.verbose) {
        line(format!("{}: {text}", paint.note("bound")));
    }
    out
}

/// A line of the table of methods: the verdict, the method, and why nothing is known about it.
pub fn method_line(method: &MethodOutcome, style: Style) -> String {
    let word = verdict_word(method.verdict, Paint(style.color));
    let space = VERDICT_WIDTH.saturating_sub(method.verdict.to_string().len());
    let name = words::line(&method.method, 200);
    let why = (method.reason.as_ref()).map_or_else(String::new, |reason| {
        let once = Reason {
            count: 1,
            ..reason.clone()
        };
        format!("  ({})", words::line(&reason_line(&once), 160))
    });
    format!("{word}{:space$}  {name}{why}\n", "")
}

/// As wide as the widest verdict.
const VERDICT_WIDTH: usize = "safe within bounds".len();

/// How many of several methods came to which verdict, and by their first reasons why nothing is known about some.
fn summary(outcome: &Outcome) -> String {
    let methods = outcome.methods();
    if methods.is_empty() {
        return String::new();
    }
    let mut counts: BTreeMap<Verdict, u64> = BTreeMap::new();
    let mut causes: BTreeMap<String, u64> = BTreeMap::new();
    for method in methods {
        *counts.entry(method.verdict).or_default() += 1;
        if let Some(reason) = &method.reason {
            *causes.entry(cause(reason)).or_default() += 1;
        }
    }
    let counts: Vec<String> = (counts.iter())
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let mut out = format!("methods: {}\n", counts.join(", "));
    if causes.values().sum::<u64>() > 1 {
        let mut causes: Vec<(String, u64)> = causes.into_iter().collect();
        // Stable, so that equal counts stay in the order of their texts.
        causes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (cause, count) in causes {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {count} unknown: {cause}");
        }
    }
    out
}

/// The reasons of several methods, with those as one that say how much time or memory each of them had.
fn in_common(reasons: Vec<Reason>) -> Vec<Reason> {
    let mut found: Vec<Reason> = Vec::new();
    for mut reason in reasons {
        if matches!(reason.kind, ReasonKind::Time | ReasonKind::Memory) {
            let kind = reason.kind;
            if let Some(known) = found.iter_mut().find(|known| known.kind == kind) {
                known.count = known.count.saturating_add(reason.count);
                continue;
            }
            reason.what = match kind {
                ReasonKind::Time => "not all methods were followed to their ends (--timeout)",
                _ => "not all methods were followed to their ends (--memory)",
            }
            .to_owned();
        }
        found.push(reason);
    }
    found
}

/// The same reason at several places as one, with the number of places.
fn of_places(reasons: Vec<Reason>) -> Vec<(Reason, u64)> {
    let mut found: Vec<(Reason, u64)> = Vec::new();
    for reason in reasons {
        let same = |(known, _): &&mut (Reason, u64)| {
            known.kind == reason.kind && known.what == reason.what && known.place.is_some()
        };
        match found.iter_mut().find(same) {
            Some((known, places)) => {
                known.count = known.count.saturating_add(reason.count);
                *places += 1;
            }
            None => found.push((reason, 1)),
        }
    }
    found
}

/// What reasons of several methods have in common.
fn cause(reason: &Reason) -> String {
    match reason.kind {
        ReasonKind::Time | ReasonKind::Memory | ReasonKind::Interrupted => reason.kind.to_string(),
        kind => format!("{kind}: {}", words::line(&reason.what, 160)),
    }
}

/// What else is worth telling, for standard error: notes, and assertions that nothing reaches.
pub fn notes(outcome: &Outcome, style: Style) -> String {
    let paint = Paint(style.color);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&format!("{}: {text}\n", paint.note("note")));
    };
    let (refused, others): (Vec<Note>, Vec<Note>) = (outcome.notes().into_iter())
        .partition(|note| !style.verbose && refused_arguments(note).is_some());
    let told_apart = if refused.len() > REFUSED_SHOWN {
        0
    } else {
        refused.len()
    };
    if let (Some(first), 0) = (refused.first().and_then(refused_arguments), told_apart) {
        line(format!(
            "some arguments of {} constructors and factories are refused, such as those of {}; there are no such objects (-v lists them)",
            refused.len(),
            words::line(first, 200)
        ));
    }
    for note in refused.iter().take(told_apart).chain(&others) {
        let what = words::line(&note.what, 400);
        line(format!(
            "{what}{}{}",
            at(note.place.as_ref()),
            words::times(note.count)
        ));
    }
    for obligation in outcome.obligations() {
        if obligation.status == Status::Unreachable && obligation.kind != Kind::Exception {
            let what = words::line(&obligation.what, 200);
            let place = at(Some(&obligation.place));
            line(format!(
                "no execution reaches the {} `{what}`{place}",
                obligation.kind
            ));
        }
    }
    out
}

/// How many constructors that refuse arguments have a line each.
const REFUSED_SHOWN: usize = 3;

/// Of a note about a constructor or factory that refuses arguments, which that is.
fn refused_arguments(note: &Note) -> Option<&str> {
    let rest = note.what.strip_prefix("some arguments of ")?;
    Some(rest.split_once(" are refused")?.0)
}

/// What merging did, beside the paths that are left.
const SAVED: [(&str, &str); 3] = [
    ("merged_regions", "merged region"),
    ("inlined_calls", "inlined call"),
    ("merges_undone", "undone merge"),
];

/// What became of each branch at which paths might have become one, for standard error. Those of the library are summed
/// up in one line.
pub fn merging(outcome: &Outcome) -> String {
    let mut out = String::new();
    let all = outcome.merging().unwrap_or_default();
    let (library, own): (Vec<&BranchInfo>, Vec<&BranchInfo>) =
        all.into_iter().partition(|branch| branch.library);
    if outcome.stats().extra.contains_key("merging_given_up") {
        out.push_str(
            "merging: given up, because every path by itself was expected to take less; until then:\n",
        );
    }
    if own.is_empty() && library.is_empty() {
        out.push_str("merging: no branch at which paths might have become one\n");
    }
    let places: Vec<String> = own.iter().map(|b| b.place.to_string()).collect();
    let width = places.iter().map(|p| p.chars().count()).max().unwrap_or(0);
    for (branch, place) in own.iter().zip(&places) {
        // Writing to a string does not fail.
        let _ = writeln!(out, "merging: {place:width$}  {}", branch_line(branch));
    }
    if !library.is_empty() {
        let merged = library.iter().filter(|branch| branch.merged > 0).count() as u64;
        let times = library.iter().map(|branch| branch.merged).sum();
        let branches = match library.len() {
            1 => "1 branch".to_owned(),
            count => format!("{count} branches"),
        };
        let _ = writeln!(
            out,
            "merging: {branches} of the library: {merged} merged{}, {} not",
            words::times(times),
            library.len() as u64 - merged,
        );
    }
    out
}

/// `merged 7 times, taken back once; not merged: a side has a loop (2 times)`
fn branch_line(branch: &BranchInfo) -> String {
    let often = |count: u64| match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    };
    let reasons = |all: &[Apart]| {
        let all = all.iter();
        let all: Vec<String> = all
            .map(|apart| format!("{}{}", apart.why, words::times(apart.count)))
            .collect();
        all.join("; ")
    };
    let mut parts = Vec::new();
    if branch.merged > 0 {
        let mut part = format!("merged {}", often(branch.merged));
        if branch.taken_back > 0 {
            let _ = write!(part, ", taken back {}", often(branch.taken_back));
        }
        if !branch.except.is_empty() {
            let _ = write!(part, ", but not all: {}", reasons(&branch.except));
        }
        parts.push(part);
    }
    if !branch.apart.is_empty() {
        parts.push(format!("not merged: {}", reasons(&branch.apart)));
    }
    parts.join("; ")
}

/// How much work it was, in one line for standard error: `4 paths, 3 queries, 61 instructions, 0.1 s`.
pub fn stats(outcome: &Outcome) -> String {
    let stats = outcome.stats();
    let mut out = words::plural(stats.paths, "path");
    for (name, one) in SAVED {
        if let Some(Stat::Count(count)) = stats.extra.get(name) {
            let _ = write!(out, ", {}", words::plural(*count, one));
        }
    }
    let _ = write!(
        out,
        ", {}, {}, {:.1} s ({:.1} s solving)",
        words::plural(stats.queries, "query"),
        words::plural(stats.instructions, "instruction"),
        stats.wall_ms as f64 / 1000.0,
        stats.solver_ms as f64 / 1000.0,
    );
    let saved = |name: &str| SAVED.iter().any(|(saved, _)| *saved == name);
    for (name, stat) in stats.extra.iter().filter(|(name, _)| !saved(name)) {
        // Writing to a string does not fail.
        let _ = match stat {
            Stat::Count(n) => write!(out, ", {name} {n}"),
            Stat::Ratio(r) => write!(out, ", {name} {r:.3}"),
            Stat::Text(t) => write!(out, ", {name} {}", words::line(t, 80)),
            Stat::List(all) => write!(out, ", {name} {}", all.len()),
        };
    }
    out.push('\n');
    out
}

fn violation_block(out: &mut String, violation: &Violation, sources: &dyn Sources, style: Style) {
    let what = words::line(&violation.what, 200);
    let (title, label) = match (violation.kind, &violation.thrown) {
        (Kind::Exception, Some(thrown)) => (
            words::line(&thrown.to_string(), 400),
            "thrown here".to_owned(),
        ),
        (Kind::Exception, None) => (what, "thrown here".to_owned()),
        (Kind::Assertion, thrown) => {
            let message = thrown.as_ref().and_then(|thrown| thrown.message.as_deref());
            let label = message.map(|message| words::line(message, 100));
            (format!("`{what}` can fail"), label.unwrap_or_default())
        }
        (Kind::Property, _) => (format!("property {what} is violated"), String::new()),
        (Kind::Contract, _) => (format!("contract `{what}` is violated"), String::new()),
    };
    out.push_str(&snippet::render(&title, &label, violation, sources, style));
    let entry = violation.entry.as_deref();
    if let Some(entry) = entry.filter(|entry| !snippet::is_in_entry(entry, &violation.place)) {
        out.push_str(&format!("  entry: {}\n", words::line(entry, 200)));
    }
    if !violation.inputs.is_empty() {
        out.push_str(&format!(
            "  inputs: {}\n",
            inputs(&violation.inputs, &violation.place)
        ));
    }
    let replay = match &violation.replayed {
        Replay::Confirmed { jdk } => format!("replayed on JDK {jdk}: confirmed"),
        Replay::Refuted { why } => format!("replay refuted: {}", words::line(why, 400)),
        Replay::NotReplayed { why } => format!("not replayed: {}", words::line(why, 400)),
    };
    out.push_str("  ");
    out.push_str(&replay);
    if let Some(test) = &violation.test {
        out.push_str(&format!("        test: {}", test.display()));
    }
    out.push('\n');
}

fn inputs(inputs: &[Input], near: &Place) -> String {
    // That a program asked for all variables is for the replay; a bound says what it got.
    let telling = inputs
        .iter()
        .filter(|input| input.name != "System.getenv()");
    let inputs: Vec<&Input> = telling.collect();
    let mut shown: Vec<String> = (inputs.iter().take(INPUTS_SHOWN))
        .map(|input| {
            let value = words::line(&input.value.to_string(), VALUE_WIDTH);
            let site = match input.place() {
                Some(place) if place.file == near.file && place.line.is_some() => {
                    format!(" at line {}", place.line.unwrap_or_default())
                }
                Some(place) => format!(" at {place}"),
                None => String::new(),
            };
            format!("{}{site} = {value}", input.name)
        })
        .collect();
    if inputs.len() > INPUTS_SHOWN {
        shown.push(format!("… and {} more", inputs.len() - INPUTS_SHOWN));
    }
    shown.join(", ")
}

fn reason_line(reason: &Reason) -> String {
    let what = words::line(&reason.what, 400);
    let text = match (reason.kind, what.is_empty()) {
        (kind, true) => kind.to_string(),
        (ReasonKind::Interrupted, false) => what,
        (kind, false) => format!("{kind}: {what}"),
    };
    format!(
        "{text}{}{}",
        at(reason.place.as_ref()),
        words::times(reason.count)
    )
}

/// The most lines about why several methods are not known.
const REASONS_SHOWN: usize = 20;

/// Up to so many reasons have a line for each of their places.
const REASONS_APART: usize = 6;

pub(crate) fn at(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| {
        format!(" at {}", words::line(&place.to_string(), 200))
    })
}

fn verdict_line(verdict: Verdict, paint: Paint) -> String {
    format!("verdict: {}", verdict_word(verdict, paint))
}

fn verdict_word(verdict: Verdict, paint: Paint) -> String {
    let word = verdict.to_string();
    match verdict {
        Verdict::Safe | Verdict::SafeWithinBounds => paint.good(&word),
        Verdict::Violated => paint.error(&word),
        Verdict::Unknown => paint.warning(&word),
    }
}

/// Colours, if any; the same as in the snippets.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        match self.0 {
            true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }

    fn error(self, text: &str) -> String {
        self.wrap("1;91", text)
    }

    fn warning(self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    fn good(self, text: &str) -> String {
        self.wrap("1;92", text)
    }

    fn note(self, text: &str) -> String {
        self.wrap("1;96", text)
    }
}
