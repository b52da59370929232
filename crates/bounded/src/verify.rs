//! Deciding a method: its graph is split, every part becomes a formula, formulas are solved on all cores, smallest first.
//! A counterexample stops those that come after it; the answer is that of the first part that has one, whatever finishes
//! first.

mod auto;
mod rest;

use crate::clock::Clock;
use crate::counterexample::{self, Counterexample};
use crate::encode::Expanded;
use crate::graph::{Cut, Part};
use crate::posed::Posed;
use crate::problem::{Obligation, Problem, Subject};
use crate::reasons::{Beyond, Undecided};
use crate::split::Splitter;
use crate::universe::Scope;
use jml::contract::Clause;
use logic::Term;
use solver::{Answer, Bitwuzla, Budget, Interrupter, Solver};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[derive(Debug, Clone)]
pub struct Options {
    pub scope: Scope,
    pub split: Split,
    pub encoding: Choice,
    pub jobs: usize,
}

/// How a graph is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// The smallest parts and the whole in turns.
    Auto,
    Fixed {
        splitter: Splitter,
        rounds: u32,
    },
}

/// Which encoding is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The expanded one, unless the scope is so large that listing everything costs more than quantifiers do.
    Auto,
    Expanded,
    Quantified,
}

/// What is known of a method.
#[derive(Debug, Clone)]
pub enum Decision {
    /// No execution within the scope breaks an obligation.
    Holds,
    /// One for each obligation that was found broken.
    Violated(Vec<Counterexample>),
    /// No execution satisfies the precondition within the scope.
    Vacuous,
    /// Why.
    Unknown(Vec<Undecided>),
}

#[derive(Debug, Clone)]
pub struct Verified {
    pub decision: Decision,
    /// Everything that was to be shown.
    pub obligations: Vec<Obligation>,
    /// Bounds that some execution comes up against.
    pub cuts: Vec<Cut>,
    pub beyond: Vec<Beyond>,
    /// Invariants that may break for objects that the method was not given, did not make and did not write to, but which
    /// share something with those.
    pub elsewhere: Vec<Clause>,
    /// Set where the scope leaves no execution.
    pub narrow: Option<Narrow>,
    /// The parts, in the order in which they were begun.
    pub parts: Vec<PartStats>,
    /// Of the solver, for all parts.
    pub steps: u64,
}

/// What a scope is too small for, so that nothing is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Narrow {
    /// Any state in which the precondition and all invariants hold.
    States,
    /// Any execution to come to its end.
    Ends,
    /// What every execution makes or asks about.
    Values,
}

/// How one part went.
#[derive(Debug, Clone)]
pub struct PartStats {
    pub edges: usize,
    /// Of the processor, except for solvers that are processes of their own.
    pub encoding: Duration,
    pub solving: Duration,
    /// Terms of the formula.
    pub terms: usize,
    /// Variables and clauses that it was for a SAT solver in the end, where that is known.
    pub clauses: Option<(u64, u64)>,
    pub answer: PartAnswer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartAnswer {
    Holds,
    Violated,
    Unknown,
    /// Another part made it unnecessary.
    Skipped,
}

/// What became of a part.
struct Checked {
    stats: PartStats,
    broken: Vec<Counterexample>,
    unknown: Option<Undecided>,
    /// Of the solver.
    steps: u64,
    /// Whether it is unknown for want of time, which smaller parts may need less of.
    hard: bool,
    obligations: Vec<Obligation>,
}

/// Beyond so many objects the quantified encoding is chosen.
const MANY_OBJECTS: u32 = 256;

/// Decides a method, until its bounds say stop.
pub fn verify(subject: &Subject, options: &Options) -> Verified {
    let stop = &subject.bounds.stop;
    let whole = Part::violations(&subject.graph);
    let run = Run {
        subject,
        options,
        deadline: stop.deadline,
        interrupter: &stop.interrupter,
    };
    let checked = match options.split {
        Split::Fixed { splitter, rounds } => {
            run.all(&splitter.split(&whole, rounds), Limit::default())
        }
        Split::Auto => run.automatically(&whole),
    };
    let mut obligations = Vec::new();
    let mut unknown = BTreeSet::new();
    let mut broken = Vec::new();
    let mut parts = Vec::new();
    let mut steps = 0;
    for checked in checked {
        steps += checked.steps;
        for obligation in checked.obligations {
            if !obligations.contains(&obligation) {
                obligations.push(obligation);
            }
        }
        unknown.extend(checked.unknown);
        if broken.is_empty() {
            broken = checked.broken;
        }
        parts.push(checked.stats);
    }
    let mut verified = Verified {
        decision: Decision::Holds,
        obligations,
        cuts: Vec::new(),
        beyond: Vec::new(),
        elsewhere: Vec::new(),
        narrow: None,
        parts,
        steps,
    };
    if !broken.is_empty() {
        verified.decision = Decision::Violated(broken);
    } else if !unknown.is_empty() {
        verified.decision = Decision::Unknown(unknown.into_iter().collect());
    } else {
        run.rest(&mut verified);
    }
    verified
}

/// The formula of the whole method as an SMT-LIB script that is satisfiable exactly if it can be violated.
pub fn script(subject: &Subject, scope: &Scope, encoding: Choice) -> Result<String, Undecided> {
    let whole = Part::violations(&subject.graph);
    if is_quantified(subject, scope, encoding) {
        let mut problem = subject.quantified(&whole, scope)?;
        let broken: Vec<Term> = problem.obligations.iter().map(|(_, term)| *term).collect();
        let formula = problem.heap.formula(&problem.assumed, &broken);
        return Ok(formula.script(&mut problem.heap.pool));
    }
    let mut problem = subject.expanded(&whole, scope)?;
    let conditions: Vec<Term> = problem.obligations.iter().map(|(_, term)| *term).collect();
    let some = problem.heap.pool.or_all(&conditions);
    let mut assertions = problem.assumed.clone();
    assertions.push(some);
    Ok(logic::print::Printer::new(&problem.heap.pool).script("QF_BVFP", &assertions))
}

/// Z3 and cvc5 are better at quantifiers, where there is one.
fn for_quantifiers() -> Box<dyn Solver> {
    let found = solver::discover();
    let wanted = ["z3", "cvc5"];
    let best = wanted
        .iter()
        .find_map(|name| found.iter().find(|one| one.name == *name));
    match best {
        Some(found) => Box::new(solver::Pipe::for_quantifiers(found)),
        None => Box::new(Bitwuzla::without_cores()),
    }
}

fn is_quantified(subject: &Subject, scope: &Scope, encoding: Choice) -> bool {
    match encoding {
        Choice::Expanded => false,
        Choice::Quantified => true,
        Choice::Auto => subject.objects(scope) > MANY_OBJECTS && !subject.needs_expansion(scope),
    }
}

/// A part whose formula is still at hand.
struct Asked<'s> {
    checked: Checked,
    formula: Option<(Problem<Expanded<'s>>, Posed)>,
}

/// How far a part is followed.
#[derive(Clone, Copy, Default)]
struct Limit {
    /// Of the solver.
    steps: Option<u64>,
    /// A formula with more than these is not even begun.
    terms: Option<usize>,
}

struct Run<'r, 's> {
    subject: &'r Subject<'s>,
    options: &'r Options,
    deadline: Option<Instant>,
    interrupter: &'r Interrupter,
}

impl<'s> Run<'_, 's> {
    /// Until the deadline, and no more than so many steps of the solver.
    fn budget(&self, steps: Option<u64>) -> Budget {
        let left = self.deadline;
        let time = left.map(|end| end.saturating_duration_since(Instant::now()));
        Budget { time, steps }
    }

    /// Checks parts on all cores, each within the limit; a counterexample makes later parts unnecessary.
    fn all(&self, parts: &[Part], limit: Limit) -> Vec<Checked> {
        let next = AtomicUsize::new(0);
        let first_broken = AtomicUsize::new(usize::MAX);
        let results: Vec<Mutex<Option<Checked>>> = parts.iter().map(|_| Mutex::new(None)).collect();
        let interrupters: Vec<Interrupter> = parts.iter().map(|_| Interrupter::default()).collect();
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::SeqCst);
                let Some(part) = parts.get(at) else {
                    return;
                };
                let stopped = at > first_broken.load(Ordering::SeqCst) || self.interrupter.is_set();
                let checked = if stopped {
                    Checked {
                        unknown: Some(Undecided::Interrupted),
                        ..Checked::skipped(part)
                    }
                } else {
                    self.part(part, limit, &interrupters[at])
                };
                if !checked.broken.is_empty() {
                    first_broken.fetch_min(at, Ordering::SeqCst);
                    interrupters[at + 1..]
                        .iter()
                        .for_each(Interrupter::interrupt);
                }
                if let Ok(mut slot) = results[at].lock() {
                    *slot = Some(checked);
                }
            }
        };
        let jobs = self.options.jobs.clamp(1, parts.len().max(1));
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                // A stop from outside stops every part.
                while !over.load(Ordering::SeqCst) {
                    if self.interrupter.is_set() {
                        interrupters.iter().for_each(Interrupter::interrupt);
                        return;
                    }
                    std::thread::park_timeout(Duration::from_millis(20));
                }
            });
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let _ = worker.join();
            }
            over.store(true, Ordering::SeqCst);
            watch.thread().unpark();
            let _ = watch.join();
        });
        let broken = first_broken.load(Ordering::SeqCst);
        let taken = results
            .into_iter()
            .zip(parts)
            .enumerate()
            .map(|(at, (slot, part))| {
                let checked = slot.into_inner().ok().flatten();
                match checked {
                    // What a counterexample cut short is not unknown.
                    Some(checked) if at <= broken => checked,
                    None if at <= broken => Checked {
                        unknown: Some(Undecided::Internal("the solver failed")),
                        ..Checked::skipped(part)
                    },
                    _ => Checked::skipped(part),
                }
            });
        taken.collect()
    }

    /// Decides a part in the quantified encoding; a counterexample is then found in the other one.
    fn quantified(&self, part: &Part, steps: Option<u64>, interrupter: &Interrupter) -> Checked {
        let begun = Clock::start();
        let mut checked = Checked::skipped(part);
        let problem = self.subject.quantified(part, &self.options.scope);
        let mut problem = match problem {
            Ok(problem) => problem,
            Err(why) => {
                checked.stats.answer = PartAnswer::Unknown;
                checked.unknown = Some(why);
                return checked;
            }
        };
        checked.obligations = problem
            .obligations
            .iter()
            .map(|(what, _)| what.clone())
            .collect();
        let broken: Vec<Term> = problem.obligations.iter().map(|(_, term)| *term).collect();
        let formula = problem.heap.formula(&problem.assumed, &broken);
        let formula = formula.assertions(&mut problem.heap.pool);
        checked.stats.encoding = begun.elapsed();
        checked.stats.terms = problem.heap.pool.len();
        let mut solver = for_quantifiers();
        solver.set_interrupter(interrupter.clone());
        for term in &formula {
            solver.assert(&problem.heap.pool, *term);
        }
        let (solving, clock) = (Instant::now(), Clock::start());
        // Other solvers count no steps; theirs are milliseconds.
        let mut budget = self.budget(None);
        let limit = steps.map(Duration::from_millis);
        budget.time = budget.time.into_iter().chain(limit).min();
        let answer = solver.check(&problem.heap.pool, &[], &budget);
        checked.steps = solving.elapsed().as_millis() as u64 + 1;
        checked.stats.solving = match solver.name() {
            "bitwuzla" => clock.elapsed(),
            _ => solving.elapsed(),
        };
        match answer {
            Answer::Unsat => checked.stats.answer = PartAnswer::Holds,
            Answer::Unknown(reason) => {
                checked.stats.answer = PartAnswer::Unknown;
                checked.hard = reason == solver::Reason::Timeout;
                checked.unknown = Some(reason.into());
            }
            Answer::Sat => {
                // There is one, so it is worth looking for.
                let mut asked = self.asked(part, interrupter);
                self.go_on(&mut asked, None);
                let other = asked.checked;
                // What the other encoding leaves out as beyond the scope is not left out here.
                let mut beyond = BTreeSet::new();
                if let Some((problem, _)) = &asked.formula {
                    beyond.extend(problem.beyond.iter().map(|(what, _)| what.clone()));
                }
                checked.stats.answer = other.stats.answer;
                checked.unknown = other.unknown;
                checked.broken = other.broken;
                if checked.stats.answer == PartAnswer::Holds {
                    checked.stats.answer = PartAnswer::Unknown;
                    checked.unknown = Some(match beyond.is_empty() {
                        true => Undecided::Contradiction,
                        false => Undecided::NotShown(beyond.into_iter().collect()),
                    });
                }
            }
        }
        checked
    }

    fn is_quantified(&self) -> bool {
        is_quantified(self.subject, &self.options.scope, self.options.encoding)
    }

    fn part(&self, part: &Part, limit: Limit, interrupter: &Interrupter) -> Checked {
        match self.is_quantified() {
            true => self.quantified(part, limit.steps, interrupter),
            false => self.expanded(part, limit, interrupter),
        }
    }

    fn expanded(&self, part: &Part, limit: Limit, interrupter: &Interrupter) -> Checked {
        let mut asked = self.asked(part, interrupter);
        let is_large = limit
            .terms
            .is_some_and(|most| asked.checked.stats.terms > most);
        match is_large && asked.formula.is_some() {
            true => asked.checked.hard = true,
            false => self.go_on(&mut asked, limit.steps),
        }
        asked.checked
    }

    /// A part as a formula that has been given to a solver.
    fn asked(&self, part: &Part, interrupter: &Interrupter) -> Asked<'s> {
        let begun = Clock::start();
        let mut checked = Checked::skipped(part);
        let mut problem = match self.subject.expanded(part, &self.options.scope) {
            Ok(problem) => problem,
            Err(why) => {
                checked.stats.answer = PartAnswer::Unknown;
                checked.unknown = Some(why);
                return Asked {
                    checked,
                    formula: None,
                };
            }
        };
        checked.obligations = problem
            .obligations
            .iter()
            .map(|(what, _)| what.clone())
            .collect();
        checked.stats.terms = problem.heap.pool.len();
        let mut terms = problem.assumed.clone();
        terms.extend(problem.obligations.iter().map(|(_, term)| *term));
        let mut solver = Posed::new(&problem.heap.pool, &terms, interrupter);
        for term in &problem.assumed {
            solver.assert(&mut problem.heap.pool, *term);
        }
        checked.stats.encoding = begun.elapsed();
        Asked {
            checked,
            formula: Some((problem, solver)),
        }
    }

    /// Solves what was asked, from where it was left.
    fn go_on(&self, asked: &mut Asked, steps: Option<u64>) {
        let Asked { checked, formula } = asked;
        let Some((problem, solver)) = formula else {
            return;
        };
        (checked.hard, checked.unknown) = (false, None);
        let budget = self.budget(steps);
        loop {
            let conditions: Vec<Term> = problem.obligations.iter().map(|(_, term)| *term).collect();
            if conditions.is_empty() {
                break;
            }
            let solving = Clock::start();
            let pool = &mut problem.heap.pool;
            let answer = solver.check_any(pool, &[], &conditions, &budget);
            checked.stats.solving += solving.elapsed();
            checked.steps += solver.steps();
            checked.stats.clauses = solver.clauses();
            match answer {
                Answer::Unsat => break,
                Answer::Unknown(reason) => {
                    if checked.broken.is_empty() {
                        checked.stats.answer = PartAnswer::Unknown;
                        checked.unknown = Some(reason.into());
                        checked.hard = true;
                        return;
                    }
                    break;
                }
                Answer::Sat => match self.counterexample(solver, problem, &conditions) {
                    Ok(found) => {
                        problem
                            .obligations
                            .retain(|(what, _)| *what != found.obligation);
                        checked.broken.push(found);
                    }
                    Err(why) => {
                        checked.stats.answer = PartAnswer::Unknown;
                        checked.unknown = Some(why);
                        return;
                    }
                },
            }
        }
        checked.stats.answer = match checked.broken.is_empty() {
            true => PartAnswer::Holds,
            false => PartAnswer::Violated,
        };
    }

    fn counterexample(
        &self,
        solver: &mut Posed,
        problem: &mut Problem<Expanded>,
        conditions: &[Term],
    ) -> Result<Counterexample, Undecided> {
        let references = problem.heap.references();
        let is_reference = |term| references.contains(&term);
        let pool = &mut problem.heap.pool;
        let model = solver.model(pool, &problem.assumed, conditions, is_reference)?;
        counterexample::read(self.subject, problem, &model).ok_or(Undecided::Internal(
            "the solver's model satisfies no obligation's condition",
        ))
    }
}

impl Checked {
    fn skipped(part: &Part) -> Checked {
        Checked {
            stats: PartStats {
                edges: part.len(),
                encoding: Duration::ZERO,
                solving: Duration::ZERO,
                terms: 0,
                clauses: None,
                answer: PartAnswer::Skipped,
            },
            broken: Vec::new(),
            unknown: None,
            steps: 0,
            hard: false,
            obligations: Vec::new(),
        }
    }
}
