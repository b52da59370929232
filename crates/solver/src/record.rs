//! The questions of a run in a file, and from the file. A recording is an SMT-LIB script that any solver can run: each
//! conjunct is defined once, the assertion stack follows the paths, one level per conjunct, and the topmost level at
//! `check-sat` is what is asked beyond the path, or empty. `:status` is what was answered. [`read`] gets the questions
//! back in their order, so that they can be asked again in any [`Mode`](crate::Mode) ([`replay`]).

use crate::asking::{Asking, Question, Solved};
use crate::{Budget, Interrupter, Mode, Stats};
use logic::parse::{Command, ParseError};
use logic::{Evaluator, Model, Op, Pool, Printer, Term};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes questions down.
pub struct Writer<W: Write> {
    out: W,
    /// What the stack of the script holds, a level each; the topmost is what was asked last, or nothing.
    levels: Vec<Option<Term>>,
    names: HashMap<Term, usize>,
    declared: HashSet<String>,
}

impl Writer<BufWriter<File>> {
    /// Writes to a file of this name, with `.smt2` behind it. The directory is made if it does not exist.
    pub fn create(directory: &Path, name: &str) -> std::io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let file = File::create(directory.join(format!("{name}.smt2")))?;
        Writer::new(BufWriter::new(file))
    }
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W) -> std::io::Result<Writer<W>> {
        out.write_all(
            b"; Questions along paths, in their order. The topmost level is what is asked.\n",
        )?;
        out.write_all(b"(set-option :global-declarations true)\n(set-logic ALL)\n")?;
        Ok(Writer {
            out,
            levels: Vec::new(),
            names: HashMap::new(),
            declared: HashSet::new(),
        })
    }

    /// Writes one question and its answer.
    pub fn write(
        &mut self,
        pool: &Pool,
        path: &[Term],
        also: Option<Term>,
        answer: &Solved,
    ) -> std::io::Result<()> {
        let mut text = String::new();
        let wanted: Vec<Option<Term>> = path.iter().copied().map(Some).chain([also]).collect();
        for term in wanted.iter().flatten() {
            self.define(pool, *term, &mut text);
        }
        let pairs = self.levels.iter().zip(&wanted);
        let common = pairs.take_while(|(a, b)| a == b).count();
        // Writing to a string does not fail, here and below.
        if common < self.levels.len() {
            let _ = writeln!(text, "(pop {})", self.levels.len() - common);
        }
        for term in &wanted[common..] {
            text.push_str("(push 1)\n");
            if let Some(term) = term {
                let _ = writeln!(text, "(assert {})", name(self.names[term]));
            }
        }
        self.levels = wanted;
        let status = match answer {
            Solved::Sat(_) => "sat",
            Solved::Unsat => "unsat",
            Solved::Unknown(_) => "unknown",
        };
        let _ = writeln!(text, "(set-info :status {status})\n(check-sat)");
        self.out.write_all(text.as_bytes())
    }

    fn define(&mut self, pool: &Pool, term: Term, text: &mut String) {
        if self.names.contains_key(&term) {
            return;
        }
        let printer = Printer::new(pool);
        for line in printer.declarations(&[term]).lines() {
            if self.declared.insert(line.to_owned()) {
                let _ = writeln!(text, "{line}");
            }
        }
        let number = self.names.len();
        let _ = writeln!(
            text,
            "(define-fun {} () Bool {})",
            name(number),
            printer.term(term)
        );
        self.names.insert(term, number);
    }

    pub fn finish(mut self) -> std::io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// No name of a symbol of ours starts like this.
fn name(number: usize) -> String {
    format!("conjunct!{number}")
}

/// A way to ask that writes down what it is asked.
pub struct Recording {
    inner: Box<dyn Asking>,
    writer: Option<Writer<BufWriter<File>>>,
}

impl Recording {
    /// Trouble with the file never changes an answer: what cannot be written any more is not.
    pub fn new(inner: Box<dyn Asking>, writer: Writer<BufWriter<File>>) -> Recording {
        Recording {
            inner,
            writer: Some(writer),
        }
    }
}

impl Asking for Recording {
    fn ask(&mut self, pool: &Pool, question: &Question<'_>, budget: &Budget) -> Solved {
        let solved = self.inner.ask(pool, question, budget);
        if let Some(writer) = &mut self.writer
            && writer
                .write(pool, question.path, question.also, &solved)
                .is_err()
        {
            self.writer = None;
        }
        solved
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }

    fn interrupter(&self) -> Interrupter {
        self.inner.interrupter()
    }
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub path: Vec<Term>,
    pub also: Option<Term>,
    /// Whether there was a solution, if that was found out.
    pub answer: Option<bool>,
    /// Whether it must not be taken apart (see [`Question::whole`]).
    pub whole: bool,
}

/// The questions of a recording.
pub fn read(text: &str, pool: &mut Pool) -> Result<Vec<Recorded>, ParseError> {
    let script = logic::parse::script(text, pool)?;
    let mut statuses = text.lines().filter_map(|line| {
        let status = line.strip_prefix("(set-info :status ")?;
        Some(match status.trim_end_matches(')') {
            "sat" => Some(true),
            "unsat" => Some(false),
            _ => None,
        })
    });
    let mut levels: Vec<Vec<Term>> = Vec::new();
    let mut functions: HashMap<Term, bool> = HashMap::new();
    let mut all = Vec::new();
    for command in script.commands {
        match command {
            Command::Push(n) => levels.extend((0..n).map(|_| Vec::new())),
            Command::Pop(n) => levels.truncate(levels.len().saturating_sub(n as usize)),
            Command::Assert(term) => match levels.last_mut() {
                Some(level) => level.push(term),
                None => levels.push(vec![term]),
            },
            Command::CheckSat => {
                let (top, below) = levels
                    .split_last()
                    .map_or((None, &[][..]), |(t, b)| (Some(t), b));
                let mut path: Vec<Term> = below.iter().flatten().copied().collect();
                let mut also = top.and_then(|level| level.first().copied());
                if let Some(level) = top.filter(|level| level.len() > 1) {
                    // Not ours: all of it is asked.
                    path.extend(level);
                    also = None;
                }
                let mut whole = false;
                for term in path.iter().copied().chain(also) {
                    whole |= *functions
                        .entry(term)
                        .or_insert_with(|| has_functions(pool, term));
                }
                all.push(Recorded {
                    path,
                    also,
                    answer: statuses.next().flatten(),
                    whole,
                });
            }
            _ => {}
        }
    }
    Ok(all)
}

fn has_functions(pool: &Pool, term: Term) -> bool {
    let mut found = false;
    pool.visit(&[term], |t| found |= matches!(pool.op(t), Op::Apply(_)));
    found
}

/// What came of asking again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replayed {
    /// Questions that were answered, and of those the ones that the model of the path answered.
    pub answered: u64,
    pub by_model: u64,
    pub unknown: u64,
    /// Answers that differ from the recorded ones.
    pub different: u64,
}

/// Asks questions again, in a mode, until `more` says no. As in an exploration, [`Mode::Auto`] is not asked what the
/// model of a path shows.
pub fn replay(
    pool: &Pool,
    questions: &[Recorded],
    mode: Mode,
    asking: &mut dyn Asking,
    budget: &Budget,
    mut more: impl FnMut(&Replayed) -> bool,
) -> Replayed {
    let mut replayed = Replayed::default();
    let mut models = Models::default();
    for recorded in questions {
        if !more(&replayed) {
            break;
        }
        let model = match mode.asks_both_sides() {
            true => None,
            false => models.of(pool, &recorded.path),
        };
        let shown = match (&model, recorded.also) {
            (Some(model), Some(also)) => models.shows(pool, model, also),
            _ => false,
        };
        let answer = if shown {
            replayed.by_model += 1;
            Some(true)
        } else {
            let question = Question {
                path: &recorded.path,
                also: recorded.also,
                model: model.as_ref(),
                whole: recorded.whole,
            };
            match asking.ask(pool, &question, budget) {
                Solved::Sat(found) => {
                    if !mode.asks_both_sides() {
                        models.learn(recorded, model, &found);
                    }
                    Some(true)
                }
                Solved::Unsat => Some(false),
                Solved::Unknown(_) => None,
            }
        };
        match answer {
            Some(_) => replayed.answered += 1,
            None => replayed.unknown += 1,
        }
        if answer.is_some() && recorded.answer.is_some() && answer != recorded.answer {
            replayed.different += 1;
        }
    }
    replayed
}

/// Models of the paths of a recording.
#[derive(Default)]
struct Models {
    known: HashMap<Vec<Term>, Model>,
    evaluator: Evaluator,
}

impl Models {
    /// A model of a path, from one of a prefix of it, if that will do.
    fn of(&mut self, pool: &Pool, path: &[Term]) -> Option<Model> {
        let mut at = path.len();
        while at > 0 && !self.known.contains_key(&path[..at]) {
            at -= 1;
        }
        let model = match at {
            0 => Model::new(),
            _ => self.known[&path[..at]].clone(),
        };
        let rest = &path[at..];
        let holds = rest.iter().all(|term| self.shows(pool, &model, *term));
        if holds && at < path.len() {
            self.known.insert(path.to_vec(), model.clone());
        }
        holds.then_some(model)
    }

    fn shows(&mut self, pool: &Pool, model: &Model, term: Term) -> bool {
        self.evaluator.eval_bool(pool, model, term) == Ok(true)
    }

    fn learn(&mut self, recorded: &Recorded, base: Option<Model>, found: &Model) {
        let mut model = base.unwrap_or_default();
        for (symbol, value) in found.iter() {
            model.set(symbol, value.clone());
        }
        for (function, table) in found.functions() {
            model.set_function(function, table.clone());
        }
        let mut path = recorded.path.clone();
        path.extend(recorded.also);
        self.known.insert(path, model);
    }
}
