//! What a claim that holds rests on: a set of edges and clauses without any of which it would not be shown, as far as time
//! allows to look for one.

use crate::graph::Part;
use crate::literals::{Literals, Tag};
use crate::problem::Subject;
use crate::reasons::Undecided;
use crate::universe::Scope;
use logic::Term;
use solver::{Answer, Bitwuzla, Budget, Solver};
use std::time::Instant;

/// So many are tried one by one.
const FEW: usize = 200;

/// The edges and clauses that a method's claim rests on; an error if it is not shown to hold.
pub fn core(subject: &Subject, scope: &Scope) -> Result<Vec<Tag>, Undecided> {
    let whole = Part::violations(&subject.graph);
    let mut problem = subject.expanded_with(&whole, scope, Literals::new(true))?;
    let mut solver = Bitwuzla::new();
    solver.set_interrupter(subject.bounds.stop.interrupter.clone());
    for term in &problem.assumed {
        solver.assert(&problem.heap.pool, *term);
    }
    let conditions: Vec<Term> = problem.obligations.iter().map(|(_, term)| *term).collect();
    let some = problem.heap.pool.or_all(&conditions);
    solver.assert(&problem.heap.pool, some);
    let mut ask = |assumed: &[Term]| -> Result<Option<Vec<Term>>, Undecided> {
        let left = (subject.bounds.stop.deadline)
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let budget = Budget {
            time: left,
            steps: None,
        };
        match solver.check(&problem.heap.pool, assumed, &budget) {
            Answer::Unsat => Ok(Some(solver.unsat_core())),
            Answer::Sat => Ok(None),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    };
    let literals = problem.heap.literals.all();
    let all: Vec<Term> = literals.iter().map(|(_, literal)| *literal).collect();
    let mut core = ask(&all)?.ok_or("with literals the contract can be violated: a bug of ours")?;
    core.retain(|term| all.contains(term));
    // One after the other is left out; what remains is needed. Time may end this early.
    let mut at = 0;
    while core.len() <= FEW && at < core.len() {
        let mut fewer = core.clone();
        fewer.remove(at);
        match ask(&fewer) {
            Ok(Some(found)) => {
                fewer.retain(|term| found.contains(term));
                core = fewer;
            }
            Ok(None) => at += 1,
            Err(_) => break,
        }
    }
    let tagged = literals
        .iter()
        .filter(|(_, literal)| core.contains(literal));
    Ok(tagged.map(|(tag, _)| tag.clone()).collect())
}
