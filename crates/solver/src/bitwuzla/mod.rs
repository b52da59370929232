//! The embedded solver. Bitwuzla decides bit-vectors, floats, arrays, functions and (simple) quantifiers; it has no
//! integers. A context that throws is rebuilt from our own record of the assertions, so that a failed question costs one
//! answer and not the run.

mod ffi;
mod translate;
mod values;

use crate::stack::Stack;
use crate::{Answer, Budget, Interrupter, ModelError, Reason, Solver};
use ffi::{Checked, Context};
use logic::{Model, Pool, Term};
use std::time::Instant;
use translate::{Translation, Untranslatable};
use values::{Elements, Reader};

pub struct Bitwuzla {
    /// None if it could not be created.
    context: Option<Context>,
    translation: Translation,
    stack: Stack,
    /// Handles of the assertions, beside `stack`; zero for one that has no translation.
    handles: Vec<u32>,
    /// Assertions that have no translation: their position and why.
    missing: Vec<(usize, Reason)>,
    /// The assumptions of the last check with their handles, if it was unsatisfiable.
    refuted: Vec<(Term, u32)>,
    /// The handles of the assumptions of the last check.
    assumed: Vec<u32>,
    satisfied: bool,
    unsatisfiable: bool,
    /// How often the last check asked whether to go on.
    steps: u64,
    elements: Elements,
    /// The pool whose terms are remembered.
    pool: Option<u64>,
    interrupter: Interrupter,
}

impl Default for Bitwuzla {
    fn default() -> Self {
        Bitwuzla::new()
    }
}

impl Bitwuzla {
    pub fn new() -> Bitwuzla {
        Bitwuzla::with(true)
    }

    /// Gives no cores, which makes everything else a little cheaper: any core is all that was assumed.
    pub fn without_cores() -> Bitwuzla {
        Bitwuzla::with(false)
    }

    fn with(cores: bool) -> Bitwuzla {
        Bitwuzla {
            context: Context::new(cores),
            translation: Translation::default(),
            stack: Stack::new(),
            handles: Vec::new(),
            missing: Vec::new(),
            refuted: Vec::new(),
            assumed: Vec::new(),
            satisfied: false,
            unsatisfiable: false,
            steps: 0,
            elements: Elements::default(),
            pool: None,
            interrupter: Interrupter::new(),
        }
    }

    /// Makes the terms of each assertion anew and lets go of them when it is popped, as if nothing were known of other
    /// assertions but the names of symbols. The solver itself recognises those that it still has.
    pub fn by_assertion(mut self) -> Bitwuzla {
        self.translation.by_assertion = true;
        self
    }

    /// How many terms Bitwuzla was told about, each time one was.
    pub fn stated(&self) -> u64 {
        self.translation.stated
    }

    /// The variables and clauses that the SAT solver has been given so far.
    pub fn clauses(&mut self) -> Option<(u64, u64)> {
        self.context.as_mut()?.clauses()
    }

    pub fn version() -> String {
        Context::version()
    }

    fn translate(&mut self, pool: &Pool, term: Term) -> Result<u32, Reason> {
        let Some(context) = &mut self.context else {
            return Err(Reason::Failed("out of memory".into()));
        };
        if *self.pool.get_or_insert(pool.id()) != pool.id() {
            return Err(Reason::Failed(
                "terms of two pools given to one solver".into(),
            ));
        }
        self.translation
            .term(context, pool, term)
            .map_err(|error| match error {
                Untranslatable::Unsupported(what) => Reason::Unsupported(what),
                Untranslatable::Failed(why) => Reason::Failed(why),
            })
    }

    /// The state after an exception is not to be trusted: start again with the same assertions.
    fn rebuild(&mut self) {
        let handles = std::mem::take(&mut self.handles);
        let Some(context) = &mut self.context else {
            return;
        };
        let mut sound = context.restart();
        let mut at = 0;
        for (level, assertions) in self.stack.by_level().enumerate() {
            if level > 0 {
                sound &= context.push();
            }
            for handle in &handles[at..at + assertions.len()] {
                sound &= *handle == 0 || context.assert(*handle);
            }
            at += assertions.len();
        }
        self.handles = handles;
        if !sound {
            self.context = None;
        }
    }

    fn changed(&mut self) {
        self.satisfied = false;
        self.unsatisfiable = false;
        self.refuted.clear();
        let assumed = std::mem::take(&mut self.assumed);
        self.let_go(&assumed);
    }

    /// Forgets terms that nothing refers to any more, where they are not kept for later.
    fn let_go(&mut self, handles: &[u32]) {
        if self.translation.by_assertion
            && let Some(context) = &mut self.context
        {
            for handle in handles {
                self.translation.forget(context, *handle);
            }
        }
    }
}

impl Solver for Bitwuzla {
    fn name(&self) -> &str {
        "bitwuzla"
    }

    fn assert(&mut self, pool: &Pool, term: Term) {
        self.changed();
        let position = self.handles.len();
        let handle = self.translate(pool, term).unwrap_or_else(|reason| {
            self.missing.push((position, reason));
            0
        });
        self.stack.assert(term);
        self.handles.push(handle);
        if let Some(context) = &mut self.context
            && handle != 0
            && !context.assert(handle)
        {
            self.missing
                .push((position, Reason::Failed(context.error())));
        }
    }

    fn prepare(&mut self, pool: &Pool, terms: &[Term]) {
        if !self.translation.by_assertion {
            for term in terms {
                // What cannot be translated is reported when it is asked about.
                let _ = self.translate(pool, *term);
            }
        }
    }

    fn push(&mut self) {
        self.changed();
        self.stack.push();
        if self.context.as_mut().is_some_and(|context| !context.push()) {
            self.rebuild();
        }
    }

    fn pop(&mut self, levels: u32) {
        self.changed();
        let levels = self.stack.pop(levels);
        let height = self.stack.assertions().len();
        let gone = self.handles.split_off(height);
        self.missing.retain(|(position, _)| *position < height);
        if levels > 0
            && self
                .context
                .as_mut()
                .is_some_and(|context| !context.pop(levels))
        {
            self.rebuild();
        }
        self.let_go(&gone);
    }

    fn check(&mut self, pool: &Pool, assumptions: &[Term], budget: &Budget) -> Answer {
        self.changed();
        self.elements = Elements::default();
        let deadline = budget.deadline();
        if let Some((_, reason)) = self.missing.first() {
            return Answer::Unknown(reason.clone());
        }
        let mut handles = Vec::with_capacity(assumptions.len());
        for assumption in assumptions {
            match self.translate(pool, *assumption) {
                Ok(handle) => handles.push(handle),
                Err(reason) => return Answer::Unknown(reason),
            }
        }
        self.assumed = handles.clone();
        let Some(context) = &mut self.context else {
            return Answer::Unknown(Reason::Failed("Bitwuzla could not be started".into()));
        };
        let interrupter = self.interrupter.clone();
        let mut stopped = None;
        let mut asked = 0;
        // Once stopped it stays stopped, whatever the flag does meanwhile.
        let mut stop = || {
            if stopped.is_none() {
                asked += 1;
                stopped = if interrupter.is_set() {
                    Some(Reason::Interrupted)
                } else if budget.steps.is_some_and(|steps| asked > steps)
                    || deadline.is_some_and(|deadline| Instant::now() >= deadline)
                {
                    Some(Reason::Timeout)
                } else {
                    None
                };
            }
            stopped.is_some()
        };
        if stop() {
            return Answer::Unknown(stopped.unwrap_or(Reason::Timeout));
        }
        let checked = context.check(&handles, &mut stop);
        self.steps = asked;
        match checked {
            Checked::Sat => {
                self.satisfied = true;
                Answer::Sat
            }
            Checked::Unsat => {
                self.unsatisfiable = true;
                self.refuted = assumptions.iter().copied().zip(handles).collect();
                Answer::Unsat
            }
            Checked::Stopped => Answer::Unknown(stopped.unwrap_or_else(|| match context.error() {
                why if why.is_empty() => Reason::Incomplete("Bitwuzla says unknown".into()),
                why => Reason::Unsupported(format!("this: {why}")),
            })),
            Checked::Failed => {
                let message = context.error();
                self.rebuild();
                Answer::Unknown(Reason::Unsupported(message))
            }
        }
    }

    fn model(&mut self, pool: &Pool, symbols: &[Term]) -> Result<Model, ModelError> {
        if !self.satisfied {
            return Err(ModelError::NoModel);
        }
        let Some(context) = &mut self.context else {
            return Err(ModelError::NoModel);
        };
        let mark = context.mark();
        let mut model = Model::new();
        let mut read = || {
            for function in &self.translation.met_functions {
                let Some(handle) = self.translation.function(*function) else {
                    continue;
                };
                let value = context.value(handle);
                if value == 0 {
                    return Err(ModelError::Failed(context.error()));
                }
                let mut reader = Reader {
                    context: &mut *context,
                    pool,
                    elements: &mut self.elements,
                };
                model.set_function(*function, reader.function(value, *function)?);
            }
            for symbol in symbols {
                // A symbol that never reached the solver is free: the model's default will do.
                let Some(handle) = self.translation.known(*symbol) else {
                    continue;
                };
                let value = context.value(handle);
                if value == 0 {
                    return Err(ModelError::Failed(context.error()));
                }
                let mut reader = Reader {
                    context: &mut *context,
                    pool,
                    elements: &mut self.elements,
                };
                model.set(*symbol, reader.value(value, pool.sort(*symbol))?);
            }
            Ok(())
        };
        let result = read();
        if let Some(context) = &mut self.context {
            context.release(mark);
        }
        result.map(|()| model)
    }

    fn unsat_core(&mut self) -> Vec<Term> {
        let Some(context) = &mut self.context else {
            return Vec::new();
        };
        let refuted = self.refuted.iter();
        // If the core cannot be asked for, everything is a (poor) core.
        refuted
            .filter(|(_, handle)| context.in_core(*handle) != Some(false))
            .map(|(term, _)| *term)
            .collect()
    }

    fn core(&mut self) -> Option<Vec<Term>> {
        if !self.unsatisfiable {
            return None;
        }
        let assumed = self.refuted.iter().copied();
        let asserted = self.stack.assertions().iter().copied();
        let all: Vec<(Term, u32)> = asserted
            .zip(self.handles.iter().copied())
            .chain(assumed)
            .collect();
        let handles: Vec<u32> = all.iter().map(|(_, handle)| *handle).collect();
        let within = self.context.as_mut()?.core(&handles)?;
        let terms = all.iter().zip(within);
        Some(terms.filter(|(_, w)| *w).map(|((t, _), _)| *t).collect())
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.interrupter = interrupter;
    }
}
