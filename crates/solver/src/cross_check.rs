//! Two solvers, one question. If one says `sat` and the other `unsat`, the answer is a disagreement that must stop the run;
//! the scripts are written down for whoever looks into it. If only one of them knows, its answer is taken.

use crate::dump::script;
use crate::stack::Stack;
use crate::{Answer, Budget, Disagreement, Interrupter, ModelError, Reason, Solver};
use logic::{Model, Pool, Term};
use std::path::{Path, PathBuf};

pub struct CrossCheck {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
    name: String,
    stack: Stack,
    /// Where scripts of disagreements go.
    directory: PathBuf,
    /// Which of the two gave the last answer; models and cores come from it.
    from_second: bool,
    disagreements: u32,
    interrupter: Interrupter,
}

impl CrossCheck {
    /// The scripts of disagreements are written to `directory`.
    pub fn new(
        first: Box<dyn Solver>,
        mut second: Box<dyn Solver>,
        directory: &Path,
    ) -> CrossCheck {
        let interrupter = first.interrupter();
        second.set_interrupter(interrupter.clone());
        CrossCheck {
            name: format!("{}+{}", first.name(), second.name()),
            first,
            second,
            stack: Stack::new(),
            directory: directory.to_path_buf(),
            from_second: false,
            disagreements: 0,
            interrupter,
        }
    }

    fn disagree(
        &mut self,
        pool: &Pool,
        assumptions: &[Term],
        first: Answer,
        second: Answer,
    ) -> Answer {
        let mut disagreement = Disagreement {
            script: script(pool, self.stack.assertions(), assumptions, &[]),
            first: (self.first.name().to_string(), first),
            second: (self.second.name().to_string(), second),
            files: Vec::new(),
        };
        let _ = std::fs::create_dir_all(&self.directory);
        for (name, answer) in [&disagreement.first, &disagreement.second] {
            let file = self
                .directory
                .join(format!("disagreement-{}-{name}.smt2", self.disagreements));
            let text = format!("; {name} answered: {answer}\n{}", disagreement.script);
            // The value carries the script, so that nothing is lost if it cannot be written.
            if std::fs::write(&file, text).is_ok() {
                disagreement.files.push(file);
            }
        }
        self.disagreements += 1;
        Answer::Unknown(Reason::Disagreement(Box::new(disagreement)))
    }

    fn answering(&mut self) -> &mut dyn Solver {
        if self.from_second {
            self.second.as_mut()
        } else {
            self.first.as_mut()
        }
    }
}

impl Solver for CrossCheck {
    fn name(&self) -> &str {
        &self.name
    }

    fn assert(&mut self, pool: &Pool, term: Term) {
        self.stack.assert(term);
        self.first.assert(pool, term);
        self.second.assert(pool, term);
    }

    fn push(&mut self) {
        self.stack.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self, levels: u32) {
        self.stack.pop(levels);
        self.first.pop(levels);
        self.second.pop(levels);
    }

    /// Each solver gets the whole budget.
    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer {
        let first = self.first.check(pool, assumptions, budget);
        let second = self.second.check(pool, assumptions, budget);
        self.from_second =
            matches!(first, Answer::Unknown(_)) && !matches!(second, Answer::Unknown(_));
        match (&first, &second) {
            (Answer::Sat, Answer::Unsat) | (Answer::Unsat, Answer::Sat) => {
                self.disagree(pool, assumptions, first, second)
            }
            (Answer::Unknown(_), _) if self.from_second => second,
            _ => first,
        }
    }

    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        self.answering().model(pool, symbols)
    }

    fn unsat_core(&mut self) -> Vec<Term> {
        self.answering().unsat_core()
    }

    fn core(&mut self) -> Option<Vec<Term>> {
        self.answering().core()
    }

    fn steps(&self) -> u64 {
        self.first.steps()
    }

    fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.first.set_interrupter(interrupter.clone());
        self.second.set_interrupter(interrupter.clone());
        self.interrupter = interrupter;
    }
}
