//! Any SMT-LIB 2 program as a solver: Z3, cvc5 and others, asked through a pipe. The child may be killed at any time (that is
//! how it is stopped); it is started again at the next question and told the assertions anew.

mod discover;
mod process;
mod values;

pub use discover::{Found, discover};

use crate::stack::Stack;
use crate::{Answer, Budget, Interrupter, ModelError, Reason, Solver};
use logic::{FunctionTable, Model, Op, Pool, Printer, Term, Value};
use process::{Process, Trouble};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use values::{Elements, Expressions};

/// How long a program may take to tell a model, a core or a reason once it has an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// A program with a limit of its own gets this much longer before it is killed.
const GRACE: Duration = Duration::from_millis(250);

pub struct Pipe {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// Whether the program understands Z3's `:timeout`, which spares us killing it.
    has_timeout: bool,
    process: Option<Process>,
    stack: Stack,
    declared: Declared,
    /// The level made for the assumptions of the last check is still there.
    assuming: bool,
    assumptions: Vec<Term>,
    last: Option<Answer>,
    elements: Elements,
    interrupter: Interrupter,
}

/// The declarations that the child knows, by level: SMT-LIB forgets them when the level is popped.
#[derive(Default)]
struct Declared {
    known: HashSet<String>,
    order: Vec<String>,
    levels: Vec<usize>,
}

impl Declared {
    fn pop(&mut self, levels: u32) {
        for _ in 0..levels {
            let Some(height) = self.levels.pop() else {
                return;
            };
            for line in self.order.drain(height..) {
                self.known.remove(&line);
            }
        }
    }
}

impl Pipe {
    /// A program that was found on the PATH.
    pub fn new(found: &Found) -> Pipe {
        let arguments: &[&str] = match found.name.as_str() {
            "z3" => &["-in", "-smt2"],
            "cvc5" => &["--lang=smt2", "--incremental"],
            "yices-smt2" => &["--incremental"],
            _ => &[],
        };
        let arguments = arguments.iter().map(|a| a.to_string()).collect();
        let mut pipe = Pipe::command(&found.name, found.path.clone(), arguments);
        pipe.has_timeout = found.name == "z3";
        pipe
    }

    /// The same for formulas with quantifiers over bit-vectors. Z3 decides those by looking for instances that a model gets
    /// wrong; instances by matching terms, which it makes first of all by itself, only get in the way there.
    pub fn for_quantifiers(found: &Found) -> Pipe {
        let mut pipe = Pipe::new(found);
        if found.name == "z3" {
            let options = ["smt.ematching=false", "smt.pull_nested_quantifiers=true"];
            pipe.arguments.extend(options.map(str::to_owned));
        }
        pipe
    }

    /// Any other command that reads SMT-LIB from its standard input.
    pub fn command(name: &str, program: PathBuf, arguments: Vec<String>) -> Pipe {
        Pipe {
            name: name.to_string(),
            program,
            arguments,
            has_timeout: false,
            process: None,
            stack: Stack::new(),
            declared: Declared::default(),
            assuming: false,
            assumptions: Vec::new(),
            last: None,
            elements: Elements::default(),
            interrupter: Interrupter::new(),
        }
    }

    fn send(&mut self, command: String) {
        if let Some(process) = &self.process {
            process.send(command);
        }
    }

    fn stop(&mut self) {
        self.process = None;
        self.declared = Declared::default();
        self.assuming = false;
    }

    /// Starts the child if there is none and tells it the assertions.
    fn start(&mut self, pool: &Pool) -> Result<(), Reason> {
        if self.process.is_some() {
            return Ok(());
        }
        let process = Process::start(&self.program, &self.arguments);
        let process =
            process.map_err(|e| Reason::Failed(format!("{}: {e}", self.program.display())))?;
        self.process = Some(process);
        self.declared = Declared::default();
        self.send(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic ALL)\n"
                .to_string(),
        );
        let stack = self.stack.clone();
        for (level, assertions) in stack.by_level().enumerate() {
            if level > 0 {
                self.open_level();
            }
            for assertion in assertions {
                self.tell(pool, *assertion);
            }
        }
        Ok(())
    }

    fn open_level(&mut self) {
        self.declared.levels.push(self.declared.order.len());
        self.send("(push 1)\n".to_string());
    }

    fn close_levels(&mut self, levels: u32) {
        self.declared.pop(levels);
        self.send(format!("(pop {levels})\n"));
    }

    /// Declares what is new in a term.
    fn declare(&mut self, pool: &Pool, term: Term) {
        let mut text = String::new();
        // The printer writes one declaration a line.
        for line in Printer::new(pool).declarations(&[term]).lines() {
            if self.declared.known.insert(line.to_string()) {
                self.declared.order.push(line.to_string());
                text.push_str(line);
                text.push('\n');
            }
        }
        self.send(text);
    }

    fn tell(&mut self, pool: &Pool, assertion: Term) {
        self.declare(pool, assertion);
        let text = Printer::new(pool).term(assertion);
        self.send(format!("(assert {text})\n"));
    }

    fn changed(&mut self) {
        self.last = None;
        self.assumptions.clear();
        if self.assuming {
            self.assuming = false;
            self.close_levels(1);
        }
    }

    /// The next answer; what goes wrong ends the child.
    fn read(&mut self, deadline: Option<Instant>) -> Result<String, Reason> {
        let interrupter = self.interrupter.clone();
        let Some(process) = &mut self.process else {
            return Err(Reason::Failed("the process is gone".into()));
        };
        let result = loop {
            match process.answer(deadline, &|| interrupter.is_set()) {
                Ok(text) if matches!(text.as_str(), "success" | "unsupported") => {}
                Ok(text) if text.starts_with("(error") => break Err(error_message(&text)),
                Ok(text) => break Ok(text),
                Err(Trouble::Timeout) => break Err(Reason::Timeout),
                Err(Trouble::Interrupted) => break Err(Reason::Interrupted),
                Err(Trouble::Gone(words)) => break Err(Reason::Failed(words)),
            }
        };
        if result.is_err() {
            // After an error it is unclear what the child believes; a new one is told everything again.
            self.stop();
        }
        result
    }

    fn ask(
        &mut self,
        pool: &Pool,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        let deadline = budget.deadline();
        if self.interrupter.is_set() {
            return Err(Reason::Interrupted);
        }
        if budget.time == Some(Duration::ZERO) {
            return Err(Reason::Timeout);
        }
        self.start(pool)?;
        let mut command = String::new();
        if !assumptions.is_empty() {
            self.open_level();
            self.assuming = true;
            for (i, assumption) in assumptions.iter().enumerate() {
                self.declare(pool, *assumption);
                // Not every program takes terms as assumptions, so each gets a name. One direction is enough.
                let text = Printer::new(pool).term(*assumption);
                let _ = writeln!(
                    command,
                    "(declare-const {LITERAL}{i} Bool)\n(assert (=> {LITERAL}{i} {text}))"
                );
            }
        }
        if self.has_timeout {
            // The value that means "none" to Z3.
            let millis = budget
                .time
                .map_or(u128::from(u32::MAX), |time| time.as_millis().max(1));
            let _ = writeln!(command, "(set-option :timeout {millis})");
        }
        if assumptions.is_empty() {
            command.push_str("(check-sat)\n");
        } else {
            let names: Vec<String> = (0..assumptions.len())
                .map(|i| format!("{LITERAL}{i}"))
                .collect();
            let _ = writeln!(command, "(check-sat-assuming ({}))", names.join(" "));
        }
        self.send(command);
        let patience = if self.has_timeout {
            GRACE
        } else {
            Duration::ZERO
        };
        match self
            .read(deadline.and_then(|deadline| deadline.checked_add(patience)))?
            .as_str()
        {
            "sat" => Ok(Answer::Sat),
            "unsat" => Ok(Answer::Unsat),
            "timeout" => Err(Reason::Timeout),
            "unknown" => {
                self.send("(get-info :reason-unknown)\n".to_string());
                let why = self.read(Some(Instant::now() + PATIENCE))?;
                let why = why
                    .trim_matches(['(', ')'])
                    .trim_start_matches(":reason-unknown")
                    .trim();
                let why = why.trim_matches('"');
                if ["timeout", "canceled", "resource"]
                    .iter()
                    .any(|word| why.contains(word))
                {
                    Err(Reason::Timeout)
                } else {
                    Err(Reason::Incomplete(why.to_string()))
                }
            }
            other => {
                let text: String = other.chars().take(200).collect();
                self.stop();
                Err(Reason::Failed(format!(
                    "{} printed `{text}` instead of an answer",
                    self.name
                )))
            }
        }
    }

    /// The values of terms that the child knows.
    fn values(&mut self, pool: &Pool, terms: &[Term]) -> Result<Vec<Value>, ModelError> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let printer = Printer::new(pool);
        let texts: Vec<String> = terms.iter().map(|term| printer.term(*term)).collect();
        self.send(format!("(get-value ({}))\n", texts.join(" ")));
        let answer = self.read(Some(Instant::now() + PATIENCE));
        let answer = answer.map_err(|reason| ModelError::Failed(reason.to_string()))?;
        let unreadable = |text: &str| {
            let start: String = text.chars().take(200).collect();
            ModelError::Unreadable(start)
        };
        let (all, root) = Expressions::read(&answer).ok_or_else(|| unreadable(&answer))?;
        let pairs = all
            .list(root)
            .filter(|pairs| pairs.len() == terms.len())
            .ok_or_else(|| unreadable(&answer))?;
        let mut values = Vec::with_capacity(terms.len());
        for (term, pair) in terms.iter().zip(pairs) {
            let value = match all.list(*pair) {
                Some(&[_, value]) => all.value(value, pool, pool.sort(*term), &mut self.elements),
                _ => None,
            };
            values.push(value.ok_or_else(|| unreadable(&answer))?);
        }
        Ok(values)
    }

    /// Whether the child has been told about everything in a term.
    fn knows(&self, pool: &Pool, term: Term) -> bool {
        Printer::new(pool)
            .declarations(&[term])
            .lines()
            .all(|line| self.declared.known.contains(line))
    }

    /// Tables of the functions from the places where they are applied. SMT-LIB has no portable way to ask for more.
    fn functions(&mut self, pool: &Pool, model: &mut Model) -> Result<(), ModelError> {
        let mut roots = self.stack.assertions().to_vec();
        roots.extend_from_slice(&self.assumptions);
        let mut applications = Vec::new();
        pool.visit(&roots, |term| {
            if let Op::Apply(function) = pool.op(term) {
                applications.push((function, term));
            }
        });
        applications.sort_unstable();
        // What mentions a bound variable cannot be asked about.
        applications.retain(|(_, term)| self.knows(pool, *term));
        let mut tables: BTreeMap<_, FunctionTable> = BTreeMap::new();
        for (function, term) in applications {
            let mut terms = pool.children(term).to_vec();
            terms.push(term);
            let mut arguments = self.values(pool, &terms)?;
            let Some(value) = arguments.pop() else {
                continue;
            };
            let default = || Value::default_of(pool, pool.fun_result(function));
            let table = tables.entry(function).or_insert_with(|| FunctionTable {
                entries: BTreeMap::new(),
                default: default(),
            });
            table.entries.insert(arguments, value);
        }
        for (function, table) in tables {
            model.set_function(function, table);
        }
        Ok(())
    }
}

/// Names the assumptions of one check.
const LITERAL: &str = "cortado!assume!";

fn error_message(text: &str) -> Reason {
    let message = text
        .trim_start_matches("(error")
        .trim_end_matches(')')
        .trim()
        .trim_matches('"');
    let message: String = message.chars().take(300).collect();
    Reason::Failed(message)
}

impl Solver for Pipe {
    fn name(&self) -> &str {
        &self.name
    }

    fn assert(&mut self, pool: &Pool, term: Term) {
        self.changed();
        self.stack.assert(term);
        if self.process.is_some() {
            self.tell(pool, term);
        }
    }

    fn push(&mut self) {
        self.changed();
        self.stack.push();
        if self.process.is_some() {
            self.open_level();
        }
    }

    fn pop(&mut self, levels: u32) {
        self.changed();
        let levels = self.stack.pop(levels);
        if levels > 0 && self.process.is_some() {
            self.close_levels(levels);
        }
    }

    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer {
        self.changed();
        self.elements = Elements::default();
        self.assumptions = assumptions.to_vec();
        let answer = self
            .ask(pool, assumptions, budget)
            .unwrap_or_else(Answer::Unknown);
        self.last = Some(answer.clone());
        answer
    }

    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        if self.last != Some(Answer::Sat) {
            return Err(ModelError::NoModel);
        }
        let mut model = Model::new();
        self.functions(pool, &mut model)?;
        let known: Vec<Term> = symbols
            .iter()
            .copied()
            .filter(|symbol| self.knows(pool, *symbol))
            .collect();
        let values = self.values(pool, &known)?;
        for (symbol, value) in known.into_iter().zip(values) {
            model.set(symbol, value);
        }
        Ok(model)
    }

    fn unsat_core(&mut self) -> Vec<Term> {
        if self.last != Some(Answer::Unsat) || self.assumptions.is_empty() {
            return Vec::new();
        }
        self.send("(get-unsat-assumptions)\n".to_string());
        let Ok(answer) = self.read(Some(Instant::now() + PATIENCE)) else {
            return self.assumptions.clone();
        };
        let names = answer.trim_matches(['(', ')']).split_whitespace();
        let mut chosen = vec![false; self.assumptions.len()];
        for name in names {
            let number = name
                .trim_matches('|')
                .strip_prefix(LITERAL)
                .and_then(|n| n.parse::<usize>().ok());
            match number.and_then(|n| chosen.get_mut(n)) {
                Some(slot) => *slot = true,
                // Something else was printed: all of them are a core, too.
                None => return self.assumptions.clone(),
            }
        }
        self.assumptions
            .iter()
            .zip(chosen)
            .filter(|(_, chosen)| *chosen)
            .map(|(term, _)| *term)
            .collect()
    }

    fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.interrupter = interrupter;
    }
}
