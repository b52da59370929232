//! What a claim that a method holds rests on, asked once it has been shown: whether anything unsupported can be reached,
//! which bounds are, and whether any execution is within the scope at all.

use super::{Decision, Narrow, Run, Verified};
use crate::arrays;
use crate::encode::Expanded;
use crate::graph::{EdgeId, Part, Question, Statement, What};
use crate::posed::Posed;
use crate::problem::Problem;
use crate::reasons::{Beyond, Undecided};
use logic::Term;
use solver::Answer;
use std::collections::BTreeSet;

/// Steps that any question may take.
const SOME_STEPS: u64 = 2000;

/// Compared with the claim itself, what may be spent on invariants of others.
const TIMES_AS_MANY: u64 = 4;

impl Run<'_, '_> {
    /// For each statement `reachable` of the method, its line and the condition under which an execution comes to it.
    fn reachable(&self, problem: &mut Problem<Expanded>) -> Vec<(u32, Term)> {
        let graph = &self.subject.graph;
        let mut found = Vec::new();
        for place in self.subject.reachable() {
            let is_it = |edge: EdgeId| match &graph.edge(edge).statement {
                Statement::Guard(test) => match test.what {
                    Question::Said { said, .. } => {
                        matches!(&graph.said[said as usize].what, What::Reachable(known) if *known == place)
                    }
                    _ => false,
                },
                _ => false,
            };
            let taken = problem.taken.iter().filter(|(edge, _)| is_it(*edge));
            let taken: Vec<Term> = taken.map(|(_, term)| *term).collect();
            let some = problem.heap.pool.or_all(&taken);
            found.push((place.span.from.line, some));
        }
        found
    }

    /// What else the claim rests on: whether anything unsupported can be reached, which bounds are, and whether any
    /// execution is within the scope at all.
    pub(super) fn rest(&self, verified: &mut Verified) {
        let graph = &self.subject.graph;
        let part = Part::new(graph, |_| true);
        let mut problem = match self.subject.expanded(&part, &self.options.scope) {
            Ok(problem) => problem,
            Err(why) => {
                verified.decision = Decision::Unknown(vec![why]);
                return;
            }
        };
        let beyond = std::mem::take(&mut problem.beyond);
        let limits: Vec<Term> = beyond
            .iter()
            .map(|(_, term)| problem.heap.pool.not(*term))
            .collect();
        let reachable = self.reachable(&mut problem);
        let mut terms = problem.assumed.clone();
        terms.push(problem.ends);
        terms.extend(reachable.iter().map(|(_, term)| *term));
        terms.extend(beyond.iter().map(|(_, term)| *term));
        terms.extend(problem.unsupported.iter().map(|(_, term)| *term));
        terms.extend(problem.cuts.iter().map(|(_, term)| *term));
        terms.extend(problem.elsewhere.iter().map(|(_, term)| *term));
        let mut solver = Posed::new(&problem.heap.pool, &terms, self.interrupter);
        for term in &problem.assumed {
            if !limits.contains(term) {
                solver.assert(&mut problem.heap.pool, *term);
            }
        }
        let budget = self.budget(None);
        let mut reasons = BTreeSet::new();
        for (what, terms) in grouped(&problem.unsupported) {
            let pool = &mut problem.heap.pool;
            if !solver.check_any(pool, &limits, &terms, &budget).is_unsat() {
                reasons.insert(Undecided::Unsupported(what));
            }
        }
        if !reasons.is_empty() {
            verified.decision = Decision::Unknown(reasons.into_iter().collect());
            return;
        }
        // The other encoding has looked at all of them.
        let lists = !self.is_quantified();
        let is_unbounded = |what: &Beyond| lists && matches!(what, Beyond::UnlistedIntegers { .. });
        let bounded: Vec<Term> = (beyond.iter().zip(&limits))
            .filter(|((what, _), _)| !is_unbounded(what))
            .map(|(_, limit)| *limit)
            .collect();
        for (what, terms) in grouped(&beyond) {
            let pool = &mut problem.heap.pool;
            if let Beyond::UnlistedIntegers { line } = what
                && lists
                && !solver.check_any(pool, &bounded, &terms, &budget).is_unsat()
            {
                reasons.insert(Undecided::UnlistedIntegers { line });
            }
        }
        if !reasons.is_empty() {
            verified.decision = Decision::Unknown(reasons.into_iter().collect());
            return;
        }
        let ends = problem.ends;
        let mut assumptions = limits.clone();
        assumptions.push(ends);
        match solver.check(&mut problem.heap.pool, &assumptions, &budget) {
            Answer::Sat => {}
            Answer::Unsat => {
                // What the scope keeps out is not what the precondition does.
                let answer = solver.check(&mut problem.heap.pool, &[ends], &budget);
                if answer != Answer::Unsat {
                    let all: BTreeSet<&Beyond> = beyond.iter().map(|(what, _)| what).collect();
                    let all = all.into_iter().cloned().collect();
                    verified.decision = Decision::Unknown(vec![Undecided::NothingWithin(all)]);
                    verified.narrow = Some(Narrow::Values);
                    return;
                }
                verified.decision = Decision::Vacuous;
                self.cuts(&mut solver, &mut problem, &limits, verified);
                // Some state may be there, and lead beyond the scope only.
                let pool = &mut problem.heap.pool;
                verified.narrow = Some(match solver.check(pool, &limits, &budget) {
                    Answer::Unsat if solver.check(pool, &[], &budget) != Answer::Unsat => {
                        verified.beyond =
                            grouped(&beyond).into_iter().map(|(what, _)| what).collect();
                        Narrow::Values
                    }
                    Answer::Unsat => Narrow::States,
                    _ => Narrow::Ends,
                });
                return;
            }
            Answer::Unknown(reason) => {
                verified.decision = Decision::Unknown(vec![reason.into()]);
                return;
            }
        }
        for (line, term) in reachable {
            let mut assumptions = limits.clone();
            assumptions.push(term);
            let answer = solver.check(&mut problem.heap.pool, &assumptions, &budget);
            if answer != Answer::Sat {
                // That none does beyond the scope either is not known.
                reasons.insert(Undecided::NotReached { line });
            }
        }
        if !reasons.is_empty() {
            verified.decision = Decision::Unknown(reasons.into_iter().collect());
            return;
        }
        if part.len() != graph.edges.len() {
            verified
                .beyond
                .push("invariants of objects that the method was not given".into());
        }
        let unasked = problem.heap.unasked.iter().cloned();
        verified.beyond.extend(unasked.map(Beyond::Objects));
        if self.subject.runs_otherwise_below() {
            let what = "objects of sub-classes, which override what the constructor calls";
            verified.beyond.push(what.into());
        }
        // A contract may ask for the types of arrays, as that of `System.arraycopy` does.
        let asked = |ty: &str| ty.starts_with('[') && ty.ends_with(';');
        let classes = &problem.heap.universe.classes;
        let by_contract = !graph.calls.is_empty() && classes.iter().any(|c| asked(&c.name));
        let own = self
            .subject
            .own_classes(&problem.heap)
            .into_iter()
            .collect();
        let by_contract = by_contract || self.subject.asks_for_elements(&own);
        let known = problem.heap.universe.special();
        let finds_others = || arrays::finds_others(self.subject.program, graph, &known);
        if (by_contract || arrays::stores(graph)) && finds_others() {
            let what = "arrays of a more special type than declared, which not everything may be stored in";
            verified.beyond.push(what.into());
        }
        self.cuts(&mut solver, &mut problem, &limits, verified);
        // That what others rely on is kept is worth some trouble, too.
        let mut steps = (verified.steps * TIMES_AS_MANY).max(SOME_STEPS);
        for (clause, terms) in grouped(&problem.elsewhere) {
            let budget = self.budget(Some(steps));
            let answer = solver.check_any(&mut problem.heap.pool, &limits, &terms, &budget);
            steps = steps.saturating_sub(solver.steps());
            if !answer.is_unsat() {
                verified.elsewhere.push(clause);
            }
        }
        for (what, terms) in grouped(&beyond) {
            let pool = &mut problem.heap.pool;
            if !verified.beyond.contains(&what)
                && !solver.check_any(pool, &[], &terms, &budget).is_unsat()
            {
                verified.beyond.push(what);
            }
        }
    }

    /// Which bounds some execution comes up against.
    fn cuts(
        &self,
        solver: &mut Posed,
        problem: &mut Problem<Expanded>,
        limits: &[Term],
        verified: &mut Verified,
    ) {
        let budget = self.budget(None);
        for (cut, terms) in grouped(&problem.cuts) {
            let pool = &mut problem.heap.pool;
            if !solver.check_any(pool, limits, &terms, &budget).is_unsat() {
                verified.cuts.push(cut);
            }
        }
    }
}

/// What is the same, with all its conditions.
fn grouped<T: Clone + PartialEq>(all: &[(T, Term)]) -> Vec<(T, Vec<Term>)> {
    let mut found: Vec<(T, Vec<Term>)> = Vec::new();
    for (what, term) in all {
        match found.iter_mut().find(|(known, _)| known == what) {
            Some((_, terms)) => terms.push(*term),
            None => found.push((what.clone(), vec![*term])),
        }
    }
    found
}
