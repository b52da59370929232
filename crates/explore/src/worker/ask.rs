//! Questions about a path: whether something can hold on it, answered by boxes, a search and the solver; and whether a
//! violation rests on nothing but real values.

use super::{Checked, Worker};
use crate::boxes::{Boxes, Decided, FEW, MANY};
use crate::confirm::{BRIEF, Calls, LONG, ROUNDS, USUAL};
use crate::limits::Why;
use crate::path::Path;
use logic::{Model, Pool, Term};
use machine::MethodId;
use outcome::{Reason, ReasonKind};
use solver::{Budget, Question, Solved};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

impl Worker<'_> {
    /// Whether the path, and what is asked, can hold. Where functions are involved that solvers do not know, the model
    /// has them as they are if such a model was found; otherwise it lists what it takes them for.
    pub(crate) fn check(&mut self, path: &mut Path, also: Option<Term>) -> Checked {
        let also = also.map(|term| path.bounds.narrowed(&mut self.machine.pool, term));
        let pool = &self.machine.pool;
        if !pool.has_floats() && !pool.has_meanings() {
            return self.query(path, also, path.model.functions().next().is_some());
        }
        // The path's own model takes care of conditions that share no symbol with the question, unless all of the path is
        // asked about.
        let cut = !self.asks_both_sides() && path.model.functions().next().is_none();
        let mut asked = match also {
            Some(term) if cut => related(&self.machine.pool, &path.conditions, term),
            _ => path.conditions.clone(),
        };
        asked.extend(also);
        let calls = Calls::of(&self.machine.pool, &asked);
        let open = calls.without_facts(&mut self.machine.pool, &asked);
        // Parts of the conditions know functions in part.
        let whole = !calls.is_empty() || path.model.functions().next().is_some();
        let Some(boxes) = Boxes::new(&self.machine.pool, &open) else {
            return self.query(path, also, whole);
        };
        if boxes.hard {
            match boxes.decide(&mut self.evaluator, &path.model, FEW) {
                Decided::Never => return Checked::Unsat,
                Decided::Holds(model) => return Checked::Sat(model),
                Decided::Open => {}
            }
            if let Some(model) = self.search(&calls, &asked, &path.model, BRIEF) {
                return Checked::Sat(model);
            }
        }
        for round in 0..ROUNDS {
            let model = match self.query(path, also, whole) {
                Checked::Sat(model) => model,
                Checked::Unsat => return Checked::Unsat,
                // Who wants no effort wants none here either.
                Checked::Unknown if self.effort.is_some() => return Checked::Unknown,
                Checked::Unknown => return self.without_solver(&calls, &asked, path),
            };
            if calls.is_empty() {
                return Checked::Sat(model);
            }
            let evaluations = if round == 0 { USUAL } else { BRIEF };
            let mut start = path.model.clone();
            for symbol in self.symbols(&asked) {
                start.set(symbol, model.value_of(&self.machine.pool, symbol));
            }
            if let Some(found) = self.search(&calls, &asked, &start, evaluations) {
                return Checked::Sat(found);
            }
            let mut lemmas = calls.lemmas(&mut self.machine.pool, &mut self.evaluator, &model);
            lemmas.retain(|lemma| !path.conditions.contains(lemma));
            if lemmas.is_empty() || round + 1 == ROUNDS {
                return Checked::Sat(model);
            }
            asked.extend(&lemmas);
            path.conditions.extend(lemmas);
        }
        Checked::Unknown
    }

    /// What is left where a solver has no answer.
    fn without_solver(&mut self, calls: &Calls, asked: &[Term], path: &Path) -> Checked {
        self.limits.look();
        if self.limits.exceeded() {
            return Checked::Unknown;
        }
        let open = calls.without_facts(&mut self.machine.pool, asked);
        if let Some(boxes) = Boxes::new(&self.machine.pool, &open) {
            match boxes.decide(&mut self.evaluator, &path.model, MANY) {
                Decided::Never => return Checked::Unsat,
                Decided::Holds(model) => return Checked::Sat(model),
                Decided::Open => {}
            }
        }
        let found = self.search(calls, asked, &path.model, LONG);
        found.map_or(Checked::Unknown, Checked::Sat)
    }

    fn search(
        &mut self,
        calls: &Calls,
        conditions: &[Term],
        start: &Model,
        evaluations: usize,
    ) -> Option<Model> {
        let (pool, evaluator) = (&mut self.machine.pool, &mut self.evaluator);
        calls.search(pool, evaluator, conditions, start, evaluations, false)
    }

    /// Whether a path exists that a solver's idea of some functions led to. If so, its model has them as they are.
    pub(crate) fn has_functions_as_they_are(
        &mut self,
        path: &mut Path,
        at: Option<(MethodId, u32)>,
    ) -> bool {
        let calls = Calls::of(&self.machine.pool, &path.conditions);
        if calls.is_empty() {
            return true;
        }
        let (pool, evaluator) = (&mut self.machine.pool, &mut self.evaluator);
        match calls.search(pool, evaluator, &path.conditions, &path.model, LONG, true) {
            Some(model) => {
                path.model = model;
                true
            }
            None => {
                let what = format!("{}: no concrete input found", calls.names());
                let mut reason = Reason::new(ReasonKind::SolverUnknown, what);
                if let Some((method, pc)) = at {
                    reason = reason.at(self.describer.place(&self.machine, method, pc));
                }
                self.findings.reason(reason);
                false
            }
        }
    }

    /// Puts a question about the path to the solver.
    fn query(&mut self, path: &Path, also: Option<Term>, whole: bool) -> Checked {
        let mut budget = self.config.query_time;
        if let Some(left) = self.limits.time_left() {
            budget = budget.min(left);
        }
        let budget = Budget::time(budget).steps(self.effort);
        let question = Question {
            path: &path.conditions,
            also,
            model: Some(&path.model),
            whole,
        };
        let solved = self.solver.ask(&self.machine.pool, &question, &budget);
        let stats = self.solver.stats();
        self.limits
            .queries
            .fetch_add(stats.queries - self.queries_reported, Ordering::Relaxed);
        self.queries_reported = stats.queries;
        match solved {
            Solved::Sat(found) => {
                let functions = found.functions().next().is_some();
                let mut model = found;
                if !functions && path.model.functions().next().is_none() {
                    // Symbols that the question does not depend on keep the values they had.
                    let mut whole = path.model.clone();
                    for (symbol, value) in model.iter() {
                        whole.set(symbol, value.clone());
                    }
                    model = whole;
                } else {
                    for (symbol, value) in path.model.iter() {
                        if model.get(symbol).is_none() {
                            model.set(symbol, value.clone());
                        }
                    }
                }
                if self.machine.pool.has_meanings() {
                    let all: Vec<Term> = question.conjuncts().collect();
                    let calls = Calls::of(&self.machine.pool, &all);
                    calls.complete(&self.machine.pool, &mut self.evaluator, &mut model);
                }
                // A model that does not satisfy the question is no answer.
                let asked =
                    also.map(|term| self.evaluator.eval_bool(&self.machine.pool, &model, term));
                if matches!(asked, Some(Ok(false))) {
                    Checked::Unknown
                } else {
                    Checked::Sat(model)
                }
            }
            Solved::Unsat => Checked::Unsat,
            Solved::Unknown(reason) => {
                if reason.is_fatal() {
                    self.limits.stop(Why::Disagreement(reason.to_string()));
                }
                Checked::Unknown
            }
        }
    }
}

/// The conditions that depend on the symbols of a term, directly or through other conditions, in their order.
fn related(pool: &Pool, conditions: &[Term], term: Term) -> Vec<Term> {
    let mut symbols: BTreeSet<Term> = pool.support(term).iter().copied().collect();
    let mut chosen = vec![false; conditions.len()];
    loop {
        let mut found = false;
        for (condition, chosen) in conditions.iter().zip(&mut chosen) {
            if *chosen {
                continue;
            }
            let support = pool.support(*condition);
            if support.iter().any(|s| symbols.contains(s)) {
                symbols.extend(support.iter());
                (*chosen, found) = (true, true);
            }
        }
        if !found {
            let pairs = conditions.iter().zip(chosen);
            return pairs.filter(|(_, c)| *c).map(|(t, _)| *t).collect();
        }
    }
}
