//! What became of a method, in words and source lines.

use super::decide::{self, Answer};
use super::places::{self, file};
use super::replay::Replayed;
use super::{VerifyOptions, parts, picture};
use bounded::counterexample::Counterexample;
use bounded::graph::{Cut, EdgeId, Question, Statement, What};
use bounded::literals::Tag;
use bounded::problem::{Obligation, Subject};
use bounded::reasons::Undecided;
use bounded::universe::source_name;
use bounded::verify::{Decision, Narrow, Verified};
use jml::contract::{Clause, Origin};
use jml::{Diagnostic, Severity};
use outcome::{Outcome, Place, Replay};
use source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

type Files = [(PathBuf, SourceFile)];

pub const HOLDS_UNBOUNDED: &str =
    "holds if integers in specifications do not wrap around (--spec-math bigint)";

pub const NO_CONTRACT: &str = "no contract: only exceptions and invariants were looked at";

/// Tells what is wrong with specifications; the number of errors.
pub fn diagnostics(
    found: &[Diagnostic],
    sources: &Files,
    library: &Files,
    along: &BTreeSet<PathBuf>,
    quiet: bool,
) -> usize {
    let mut errors = 0;
    for diagnostic in found {
        // Nobody asked about sources that were taken along; what depends on them is unknown by itself.
        let is_error =
            diagnostic.severity == Severity::Error && !along.contains(&*diagnostic.place.file);
        errors += usize::from(is_error);
        if quiet && !is_error {
            continue;
        }
        let word = if is_error { "error" } else { "warning" };
        let place = &diagnostic.place;
        let from = place.span.from;
        eprintln!("{word}: {}", diagnostic.message);
        eprintln!(
            "  at {}:{}:{}",
            place.file.display(),
            from.line,
            from.column
        );
        if let Some(file) = file(sources, &place.file).or_else(|| file(library, &place.file))
            && let Some(line) = file.line(from.line)
        {
            eprintln!("  | {}", line.trim_end());
        }
        if let Some(help) = &diagnostic.help {
            eprintln!("  help: {help}");
        }
    }
    errors
}

/// The last lines: what the verdict rests on, and the verdict.
pub fn last(outcome: &Outcome) -> String {
    format!("verdict: {}\n", outcome.verdict())
}

pub struct Telling<'t> {
    pub answer: &'t Answer<'t>,
    pub subject: &'t Subject<'t>,
    pub verified: &'t Verified,
    /// What the JVM said of each counterexample.
    pub replayed: &'t [Replayed],
    pub name: &'t str,
    pub sources: &'t Files,
    pub options: &'t VerifyOptions,
}

impl Telling<'_> {
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: {}",
            self.name,
            super::word(self.verified, self.replayed)
        );
        match &self.verified.decision {
            Decision::Holds => {
                text.push('\n');
                if self.has_no_contract() {
                    let _ = writeln!(text, "  {NO_CONTRACT}");
                }
                for assumed in self.assumed() {
                    let _ = writeln!(text, "  where it holds: {assumed}");
                }
                for bound in self.bounds() {
                    let _ = writeln!(text, "  {bound}");
                }
            }
            Decision::Vacuous if !self.assumed().is_empty() && self.verified.cuts.is_empty() => {
                text.push_str(": no execution satisfies what is assumed within the scope\n");
                for assumed in self.assumed() {
                    let _ = writeln!(text, "  {assumed}");
                }
            }
            Decision::Vacuous => {
                text.push_str(match self.verified.narrow {
                    Some(Narrow::Ends | Narrow::Values) => {
                        ": no execution within the scope comes to an end\n"
                    }
                    _ => ": no state within the scope satisfies the precondition and all invariants\n",
                });
                for cut in &self.verified.cuts {
                    let _ = writeln!(text, "  {}", self.cut(cut));
                }
                for what in &self.verified.beyond {
                    let _ = writeln!(text, "  beyond the scope: {what}");
                }
            }
            Decision::Unknown(reasons) => {
                let reasons: Vec<String> = reasons.iter().map(Undecided::to_string).collect();
                let _ = writeln!(text, ": {}", reasons.join("; "));
            }
            Decision::Violated(found) => {
                text.push('\n');
                for (example, replayed) in found.iter().zip(self.replayed) {
                    self.example(&mut text, example, replayed);
                }
            }
        }
        for widened in self.widened() {
            let _ = writeln!(text, "  {widened}");
        }
        if self.answer.holds_unbounded {
            let _ = writeln!(text, "  {HOLDS_UNBOUNDED}");
        }
        if !self.subject.unchecked.is_empty() {
            let _ = writeln!(
                text,
                "  not looked at: {}",
                self.subject.unchecked.join(", ")
            );
        }
        if self.options.verbose {
            for part in &self.verified.parts {
                let answer = parts::answer(part);
                let _ = writeln!(
                    text,
                    "  part: {} edges, {} terms, encoding {:.3} s, solving {:.3} s, {answer}",
                    part.edges,
                    part.terms,
                    part.encoding.as_secs_f64(),
                    part.solving.as_secs_f64()
                );
            }
            let _ = writeln!(text, "  took {:.3} s", self.answer.took.as_secs_f64());
        }
        text
    }

    /// Whether nothing was said of the method itself.
    pub fn has_no_contract(&self) -> bool {
        !self.subject.contract.is_specified && self.subject.graph.said.is_empty()
    }

    /// Bounds that were widened.
    pub fn widened(&self) -> Vec<String> {
        let wanted = super::wanted_scope(self.options);
        let mut found = Vec::new();
        let length = self.answer.scope.length;
        if length > wanted.length {
            found.push(format!(
                "arrays and strings of up to {length} elements (--array-length), since shorter ones leave no execution"
            ));
        }
        let unroll = self.answer.unroll;
        if self.options.unroll.is_none() && unroll > decide::UNROLL {
            found.push(format!(
                "up to {unroll} iterations (--unroll), since fewer leave no execution, or none through all elements"
            ));
        }
        found
    }

    /// What statements within bodies assume.
    pub fn assumed(&self) -> Vec<String> {
        let graph = &self.subject.graph;
        let mut found = Vec::new();
        for edge in &graph.edges {
            if let Statement::Guard(test) = &edge.statement
                && let Question::Said { said, .. } = &test.what
                && let What::Assume(clause) = &graph.said[*said as usize].what
            {
                let text = file(self.sources, &clause.place.file)
                    .map(|file| one_line(file.slice(clause.place.span)))
                    .unwrap_or_default();
                let told = format!("assume {text}, line {}", clause.place.span.from.line);
                if !found.contains(&told) {
                    found.push(told);
                }
            }
        }
        found
    }

    /// Bounds that executions come up against.
    fn bounds(&self) -> Vec<String> {
        let mut found: Vec<String> = self.verified.cuts.iter().map(|cut| self.cut(cut)).collect();
        for (name, makes) in self.contracts() {
            found.push(format!(
                "rests on the contract of {name}, and that it keeps all invariants"
            ));
            if makes {
                found.push(format!(
                    "beyond the scope: new objects of {name}, but for one of each class that its result or what it assigns is declared with"
                ));
            }
        }
        let unnamed = self.unnamed().into_iter();
        found.extend(unnamed.map(|what| format!("beyond the scope: {what}")));
        found.extend(
            self.elsewhere()
                .iter()
                .map(|what| format!("not checked: {what}")),
        );
        found.extend(
            self.verified
                .beyond
                .iter()
                .map(|what| format!("beyond the scope: {what}")),
        );
        let bits = self.answer.scope.int_bits;
        if bits < 32 {
            found.push(format!(
                "beyond the scope: integers of more than {bits} bits (--int-bits)"
            ));
        }
        found
    }

    /// The methods that their contracts stand for, and whether they can make objects.
    pub fn contracts(&self) -> BTreeMap<String, bool> {
        let mut found = BTreeMap::new();
        for call in &self.subject.graph.calls {
            *found.entry(call.name()).or_default() |= !call.contract.strictly_pure;
        }
        found
    }

    /// What there may be of classes that nobody names: exceptions that contracts of called methods allow, and collections.
    pub fn unnamed(&self) -> BTreeSet<String> {
        let calls = self.subject.graph.calls.iter();
        let told = calls.flat_map(|call| {
            let listed = call.lists.iter();
            listed.map(|class| {
                format!(
                    "other exceptions below {} from {}",
                    class.replace('/', "."),
                    call.name()
                )
            })
        });
        let mut told: BTreeSet<String> = told.collect();
        if self.subject.gives_lists(&self.answer.scope) {
            told.insert("collections other than java.util.ArrayList".to_owned());
        }
        if self.subject.orders(&self.answer.scope) {
            let what = "objects of the library with an order, other than java.lang.Integer";
            told.insert(what.to_owned());
        }
        for made in self.subject.lambdas_left_out(&self.answer.scope) {
            let made = made.replace('/', ".");
            told.insert(format!("lambdas that the method is given as {made}"));
        }
        told
    }

    /// Invariants and constraints that others may find broken.
    pub fn elsewhere(&self) -> Vec<String> {
        let clauses = self.verified.elsewhere.iter();
        let is_constraint = |clause: &Clause| {
            let mut all = self.verified.obligations.iter();
            all.any(|one| *one == Obligation::Constraint(clause.clone()))
        };
        let told = clauses.map(|clause| {
            let what = match is_constraint(clause) {
                true => self.claim(&Obligation::Constraint(clause.clone())),
                false => self.claim(&Obligation::Invariant(clause.clone())),
            };
            format!("{what}, of objects that share something with those that the method is given")
        });
        told.collect()
    }

    pub fn cut(&self, cut: &Cut) -> String {
        match cut {
            Cut::Loop { .. } => {
                let limit = self.answer.unroll;
                format!(
                    "beyond the scope: more than {limit} iterations of {}",
                    self.loop_name(cut)
                )
            }
            Cut::Recursion { class, name } => {
                let class = class.replace('/', ".");
                format!(
                    "beyond the scope: more than {} calls of {class}.{name} within itself",
                    self.answer.unroll
                )
            }
            Cut::Overflow { class, name } => {
                let class = class.replace('/', ".");
                format!(
                    "beyond the scope: results that do not fit in {class}.{name} (code_bigint_math)"
                )
            }
            Cut::Characters { name } => {
                let locales = match &**name {
                    "toUpperCase" | "toLowerCase" => ", and locales with an i of their own,",
                    _ => "",
                };
                format!("beyond the scope: characters beyond ASCII{locales} in String.{name}")
            }
            Cut::Copy { descriptor } => {
                let ty = source_name(descriptor);
                format!("beyond the scope: copies of arrays of a more special type than {ty}")
            }
            Cut::Receiver { class, name } => {
                let class = class.replace('/', ".");
                format!("beyond the scope: calls of {class}.{name} on objects of the library")
            }
            Cut::Generic { class, name } => {
                let class = class.replace('/', ".");
                format!(
                    "beyond the scope: results of {class}.{name} that are not of the type that the call expects"
                )
            }
        }
    }

    pub fn loop_name(&self, cut: &Cut) -> String {
        let Some(place) = self.cut_place(cut) else {
            return String::new();
        };
        match place.line {
            Some(line) => format!("the loop {}.{}:{line}", place.class, place.method),
            None => format!("a loop of {}.{}", place.class, place.method),
        }
    }

    /// Where the loop is that a bound cuts off.
    pub fn cut_place(&self, cut: &Cut) -> Option<Place> {
        let Cut::Loop { frame, header } = cut else {
            return None;
        };
        let program = self.subject.program;
        let frame = &self.subject.graph.frames[*frame as usize];
        let body = program.methods.get(&frame.class, frame.method).ok();
        let pc = body.map(|body| body.body.block(ir::BlockId(*header)).first_pc());
        let mut place = places::line(program, &frame.class, frame.method, pc.unwrap_or_default());
        place.line = place.line.filter(|_| pc.is_some());
        Some(place)
    }

    fn example(&self, text: &mut String, example: &Counterexample, replayed: &Replayed) {
        let _ = writeln!(text, "  {}", self.claim(&example.obligation));
        let place = self.place(&example.obligation, example);
        let _ = writeln!(text, "    at {place}");
        if example.obligation.place().is_none() {
            self.statement(text, &example.obligation, &place);
        }
        let values: Vec<String> = (example.inputs.iter())
            .filter(|(name, value)| name != value)
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if let Some(object) = example.broken_for.as_deref().filter(|name| *name != "this") {
            let _ = writeln!(text, "    of {object}");
        }
        if !values.is_empty() {
            let _ = writeln!(text, "    for {}", values.join(", "));
        }
        if !example.locals.is_empty() {
            let locals = example.locals.iter();
            let locals: Vec<String> = locals
                .map(|(name, value)| format!("{name} = {value}"))
                .collect();
            let _ = writeln!(text, "    where {}", locals.join(", "));
        }
        if !example.before.is_empty() {
            text.push_str("    before:\n");
            text.push_str(&picture::text(&example.before, "      "));
        }
        if !example.after.is_empty() {
            text.push_str("    after (* changed):\n");
            text.push_str(&picture::text(&example.after, "      "));
        }
        let left = match self.path(example).pop() {
            Some((place, _)) => format!(" at {place}"),
            None => String::new(),
        };
        match (&example.result, &example.thrown) {
            (_, Some(thrown)) => {
                let _ = writeln!(text, "    throws {thrown}{left}");
            }
            (Some(result), None) if !matches!(example.obligation, Obligation::Check(_)) => {
                let _ = writeln!(text, "    returns {result}{left}");
            }
            _ => {}
        }
        let lines = self.lines(example);
        if !lines.is_empty() {
            let _ = writeln!(text, "    path: lines {}", lines.join(", "));
        }
        let (replay, test) = replayed;
        let _ = match replay {
            Replay::Confirmed { jdk } => write!(text, "    replayed on JDK {jdk}: confirmed"),
            Replay::Refuted { why } => write!(text, "    replay refuted: {why}"),
            Replay::NotReplayed { why } => write!(text, "    not replayed: {why}"),
        };
        let _ = match test {
            Some(test) => writeln!(text, "        test: {}", test.display()),
            None => writeln!(text),
        };
    }

    /// What the program says where something fails; for code without a source, where that is called.
    fn statement(&self, text: &mut String, obligation: &Obligation, place: &Place) {
        if let Some(said) = places::text(self.sources, place) {
            let _ = writeln!(text, "    | {said}");
            return;
        }
        let frames = &self.subject.graph.frames;
        let mut at = self.code(obligation);
        while let Some((frame, _)) = at {
            at = frames[frame as usize].caller;
            if let Some((frame, pc)) = at {
                let place = self.place_at(frame, pc);
                if let Some(said) = places::text(self.sources, &place) {
                    let _ = writeln!(text, "    called at {place}");
                    let _ = writeln!(text, "    | {said}");
                    return;
                }
            }
        }
    }

    /// The lines on the way, each with its frame.
    pub fn path(&self, example: &Counterexample) -> Vec<(Place, u32)> {
        let graph = &self.subject.graph;
        let mut path: Vec<(Place, u32)> = Vec::new();
        for id in &example.path {
            let edge = graph.edge(*id);
            // The end of a method is no place of its own.
            if edge.statement == Statement::Refute {
                continue;
            }
            let origin = &edge.origin;
            let frame = &graph.frames[origin.frame as usize];
            let place = places::line(self.subject.program, &frame.class, frame.method, origin.pc);
            let step = (place, origin.frame);
            if step.0.line.is_some() && path.last() != Some(&step) {
                path.push(step);
            }
        }
        path
    }

    /// The lines on the way, with the method where it is a called one.
    fn lines(&self, example: &Counterexample) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for (place, frame) in self.path(example) {
            let line = place.line.unwrap_or_default();
            let shown = match self.subject.graph.frames[frame as usize].caller {
                None => line.to_string(),
                Some(_) => format!("{}:{line}", place.method),
            };
            if lines.last() != Some(&shown) {
                lines.push(shown);
            }
        }
        lines
    }

    /// The text of a line.
    pub fn line(&self, place: &Place) -> String {
        let file = (place.file.as_deref()).and_then(|path| file(self.sources, Path::new(path)));
        let line = place.line.and_then(|line| file?.line(line));
        line.unwrap_or_default().trim().to_owned()
    }

    /// What a claim rests on.
    pub fn why(&self, core: &Result<Vec<Tag>, Undecided>) -> String {
        let core = match core {
            Ok(core) => core,
            Err(why) => return format!("  rests on: unknown: {why}\n"),
        };
        let mut lines: BTreeMap<(String, u32), BTreeSet<String>> = BTreeMap::new();
        let mut clauses: BTreeSet<(String, String)> = BTreeSet::new();
        for tag in core {
            match tag {
                Tag::Edge(id) => {
                    let (name, line, rounds) = self.origin(*id);
                    if let Some(line) = line {
                        lines.entry((name, line)).or_default().extend(rounds);
                    }
                }
                Tag::Clause(place) => {
                    let text = file(self.sources, &place.file)
                        .map(|file| one_line(file.slice(place.span)))
                        .unwrap_or_default();
                    let from = place.span.from;
                    clauses.insert((format!("{}:{}", place.file.display(), from.line), text));
                }
            }
        }
        let mut text = String::from("  rests on:\n");
        for ((name, line), rounds) in lines {
            let rounds: Vec<String> = rounds.into_iter().collect();
            let _ = match rounds.is_empty() {
                true => writeln!(text, "    line {line} of {name}"),
                false => writeln!(
                    text,
                    "    line {line} of {name}, in round {}",
                    rounds.join(", ")
                ),
            };
        }
        for (place, clause) in clauses {
            let _ = writeln!(text, "    {place}: {clause}");
        }
        text
    }

    /// The method, the line and the round of the innermost loop that an edge comes from.
    fn origin(&self, id: EdgeId) -> (String, Option<u32>, Option<String>) {
        let origin = &self.subject.graph.edge(id).origin;
        let frame = &self.subject.graph.frames[origin.frame as usize];
        let info = &frame.class.methods[frame.method];
        let line = info.code.as_ref().and_then(|code| code.line_at(origin.pc));
        let round = origin
            .iterations
            .last()
            .map(|(_, count)| (count + 1).to_string());
        let class = frame.class.name.replace('/', ".");
        (format!("{class}.{}", info.name), line, round)
    }

    /// An obligation in the user's words.
    pub fn claim(&self, obligation: &Obligation) -> String {
        claim(self.subject, self.sources, obligation)
    }

    pub fn place(&self, obligation: &Obligation, example: &Counterexample) -> Place {
        let method = &self.subject.class.methods[self.subject.method];
        let mut place = Place::new(self.subject.class.name.replace('/', "."), &*method.name);
        if let Some(written) = obligation.place() {
            // A statement may stand in a method that is called.
            if let (
                Obligation::Assert(_)
                | Obligation::Unreachable(_)
                | Obligation::Defined(_)
                | Obligation::LoopFrame(_),
                Some(last),
            ) = (obligation, example.path.last())
            {
                let graph = &self.subject.graph;
                let frame = &graph.frames[graph.edge(*last).origin.frame as usize];
                place.class = frame.class.name.replace('/', ".");
                place.method = frame.class.methods[frame.method].name.to_string();
            }
            place.file = Some(written.file.display().to_string());
            let (from, to) = (written.span.from, written.span.to);
            return place.span(from.line, from.column, to.line, to.column);
        }
        match self.code(obligation) {
            Some((frame, pc)) => self.place_at(frame, pc),
            None => place,
        }
    }

    /// The code that fails: its frame, and where in its method.
    fn code(&self, obligation: &Obligation) -> Option<(u32, u32)> {
        match obligation {
            Obligation::Check(at) => {
                let check = &self.subject.graph.checks[*at as usize];
                Some((check.frame, check.pc))
            }
            Obligation::Overflow(frame, pc) | Obligation::Read(frame, pc) => Some((*frame, *pc)),
            Obligation::Precondition { frame, pc, .. } => Some((*frame, *pc)),
            _ => None,
        }
    }

    /// A place in the code of a frame.
    fn place_at(&self, frame: u32, pc: u32) -> Place {
        let frame = &self.subject.graph.frames[frame as usize];
        places::place(
            self.subject.program,
            self.sources,
            &frame.class,
            frame.method,
            pc,
        )
    }
}

/// An obligation in the user's words.
pub fn claim(subject: &Subject, sources: &Files, obligation: &Obligation) -> String {
    let as_written = |place: &jml::contract::Place, word: &str| match file(sources, &place.file) {
        Some(file) => format!("{word} {}", one_line(file.slice(place.span))),
        None => word.to_owned(),
    };
    let written = |clause: &jml::contract::Clause, word: &str| match &clause.origin {
        Origin::Written => as_written(&clause.place, word),
        Origin::Loop(word) => as_written(&clause.place, word),
        Origin::NonNull(what) => format!("{word}: {what} is not null"),
        Origin::Default(why) => format!("{word} of {why}"),
    };
    match obligation {
        Obligation::Check(at) => {
            let exception = subject.graph.checks[*at as usize]
                .exception
                .replace('/', ".");
            format!("throws {exception}")
        }
        Obligation::Read(..) => "accessible: another location is read".into(),
        Obligation::Overflow(..) => "an integer overflows (code_safe_math)".into(),
        Obligation::Precondition { method, .. } => {
            format!("the precondition of {method}, which is called")
        }
        Obligation::Ensures(clause) => written(clause, "ensures"),
        Obligation::Signals(clause) => written(clause, "signals"),
        Obligation::Invariant(clause) => written(clause, "invariant"),
        Obligation::Constraint(clause) => written(clause, "constraint"),
        Obligation::Initially(clause) => written(clause, "initially"),
        Obligation::Assert(clause) => written(clause, "assert"),
        Obligation::Unreachable(_) => "unreachable, but control comes here".into(),
        Obligation::Defined(place) => match file(sources, &place.file) {
            Some(file) => {
                let text = one_line(file.slice(place.span));
                format!("{}, which has no value", text.trim_end_matches(';'))
            }
            None => "a ghost location is set to what has no value".into(),
        },
        Obligation::SignalsOnly(_) => "signals_only: another exception is thrown".into(),
        Obligation::Assignable(_) => "assignable: another location is changed".into(),
        Obligation::Measure(place) => {
            let of = file(sources, &place.file).map(|file| one_line(file.slice(place.span)));
            let of = of.unwrap_or_default();
            format!("measured_by {of}: no smaller in a call of the method within itself")
        }
        Obligation::LoopFrame(_) => "assignable: the loop changes another location".into(),
    }
}

/// A clause on one line, without the signs that lines of an annotation begin with.
fn one_line(clause: &str) -> String {
    let lines = clause
        .lines()
        .map(|line| line.trim_start().trim_start_matches('@'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_line() {
        let clause = "(\\forall int i;\n    @   0 <= i;\n  i < 3)";
        assert_eq!(super::one_line(clause), "(\\forall int i; 0 <= i; i < 3)");
    }
}
