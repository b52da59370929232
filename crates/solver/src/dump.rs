//! Writes every query of a solver down as a self-contained SMT-LIB file, numbered in the order of asking, with the answer as
//! a comment. Trouble with the files never changes an answer; it is reported once through [`Dump::problem`].

use crate::stack::Stack;
use crate::{Answer, Budget, Interrupter, ModelError, Solver};
use logic::{Model, Pool, Printer, Term};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The query as a script: what is asserted, what is assumed, and what came out.
pub fn script(
    pool: &Pool,
    assertions: &[Term],
    assumptions: &[Term],
    comments: &[String],
) -> String {
    let mut text = String::new();
    for comment in comments {
        for line in comment.lines() {
            let _ = writeln!(text, "; {line}");
        }
    }
    let printer = Printer::new(pool);
    let mut all = assertions.to_vec();
    all.extend_from_slice(assumptions);
    text.push_str("(set-logic ALL)\n");
    text.push_str(&printer.declarations(&all));
    for assertion in assertions {
        let _ = writeln!(text, "(assert {})", printer.term(*assertion));
    }
    if !assumptions.is_empty() {
        text.push_str("; assumed for this query only\n");
    }
    for assumption in assumptions {
        let _ = writeln!(text, "(assert {})", printer.term(*assumption));
    }
    text.push_str("(check-sat)\n");
    text
}

pub struct Dump {
    inner: Box<dyn Solver>,
    directory: PathBuf,
    /// Distinguishes several solvers that write into one directory.
    prefix: String,
    stack: Stack,
    count: u64,
    problem: Option<String>,
}

impl Dump {
    /// The directory is made if it does not exist; `prefix` starts the names of the files.
    pub fn new(inner: Box<dyn Solver>, directory: &Path, prefix: &str) -> std::io::Result<Dump> {
        std::fs::create_dir_all(directory)?;
        Ok(Dump {
            inner,
            directory: directory.to_path_buf(),
            prefix: prefix.to_string(),
            stack: Stack::new(),
            count: 0,
            problem: None,
        })
    }

    /// The first file that could not be written, and why.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

impl Solver for Dump {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, pool: &Pool, term: Term) {
        self.stack.assert(term);
        self.inner.assert(pool, term);
    }

    fn push(&mut self) {
        self.stack.push();
        self.inner.push();
    }

    fn pop(&mut self, levels: u32) {
        self.stack.pop(levels);
        self.inner.pop(levels);
    }

    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer {
        let file = self
            .directory
            .join(format!("{}{:06}.smt2", self.prefix, self.count));
        self.count += 1;
        let mut write = |comments: &[String]| {
            let text = script(pool, self.stack.assertions(), assumptions, comments);
            if let Err(error) = std::fs::write(&file, text) {
                self.problem
                    .get_or_insert_with(|| format!("{}: {error}", file.display()));
            }
        };
        // Before asking as well: a query that never returns is the one to look at.
        let asked = format!("asked {}", self.inner.name());
        write(&[asked, "no answer yet".to_string()]);
        let answer = self.inner.check(pool, assumptions, budget);
        write(&[format!("{} answered: {answer}", self.inner.name())]);
        answer
    }

    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        self.inner.model(pool, symbols)
    }

    fn unsat_core(&mut self) -> Vec<Term> {
        self.inner.unsat_core()
    }

    fn core(&mut self) -> Option<Vec<Term>> {
        self.inner.core()
    }

    fn prepare(&mut self, pool: &Pool, terms: &[Term]) {
        self.inner.prepare(pool, terms);
    }

    fn steps(&self) -> u64 {
        self.inner.steps()
    }

    fn interrupter(&self) -> Interrupter {
        self.inner.interrupter()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.inner.set_interrupter(interrupter);
    }
}
