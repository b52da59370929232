//! Models of conditions with functions that no solver knows (`Math.sin`, `%`). To a solver they are uninterpreted; a
//! model of its is confirmed by evaluating the conditions with the functions as they are. Where that fails, a search
//! looks for other inputs, and the solver is told about the cells in which it was wrong.

use crate::search::{Search, number};
use logic::{Evaluator, FunctionTable, Model, Op, Pool, Term, Value};
use machine::functions::{self, Function};
use std::collections::{BTreeMap, BTreeSet};

/// Evaluations before a solver is asked, after it was wrong, and for a violation that rests on the answer.
pub const BRIEF: usize = 300;
pub const USUAL: usize = 1_000;
pub const LONG: usize = 20_000;

/// How often a solver is told that it was wrong about functions.
pub const ROUNDS: usize = 24;

/// Applications of functions that have a meaning, in the order of their construction.
pub struct Calls {
    calls: Vec<(Term, &'static Function)>,
}

impl Calls {
    pub fn of(pool: &Pool, conditions: &[Term]) -> Calls {
        let mut calls = Vec::new();
        if pool.has_meanings() {
            pool.visit(conditions, |t| {
                if let Op::Apply(f) = pool.op(t)
                    && let Some(function) = functions::find(pool.fun_name(f))
                {
                    calls.push((t, function));
                }
            });
        }
        calls.sort_unstable_by_key(|(t, _)| *t);
        Calls { calls }
    }

    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The functions' names, each once.
    pub fn names(&self) -> String {
        let names: BTreeSet<&str> = self.calls.iter().map(|(_, f)| f.name).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// Without the facts about functions, which hold of the functions themselves.
    pub fn without_facts(&self, pool: &mut Pool, conditions: &[Term]) -> Vec<Term> {
        let mut facts = BTreeSet::new();
        for (call, function) in &self.calls {
            let arguments = pool.children(*call).to_vec();
            facts.insert(function.facts(pool, &arguments, *call));
        }
        let open = conditions.iter().filter(|c| !facts.contains(c));
        open.copied().collect()
    }

    /// A model under which the conditions hold with the functions as they are, near another model if possible. With
    /// `robust`, one under which they also hold if the last bit of `Math`'s results differs is preferred.
    pub fn search(
        &self,
        pool: &mut Pool,
        evaluator: &mut Evaluator,
        conditions: &[Term],
        start: &Model,
        evaluations: usize,
        robust: bool,
    ) -> Option<Model> {
        let open = self.without_facts(pool, conditions);
        let pool = &*pool;
        let mut fragile: Option<Model> = None;
        let found = Search::new(pool, evaluator, &open, evaluations).run(start, |evaluator, m| {
            if !robust || self.is_robust(pool, evaluator, &open, m) {
                return true;
            }
            fragile.get_or_insert_with(|| m.clone());
            false
        });
        found.or(fragile)
    }

    fn is_robust(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
        conditions: &[Term],
        model: &Model,
    ) -> bool {
        [-1, 1].into_iter().all(|by| {
            let moved = self.nudged(pool, evaluator, model, by);
            conditions
                .iter()
                .all(|c| evaluator.eval_bool(pool, &moved, *c) == Ok(true))
        })
    }

    /// The model in which `Math`'s functions give the next or the previous double.
    fn nudged(&self, pool: &Pool, evaluator: &mut Evaluator, model: &Model, by: i64) -> Model {
        let mut moved = model.clone();
        for (call, function) in self.calls.iter().filter(|(_, f)| !f.is_exact()) {
            let Op::Apply(f) = pool.op(*call) else {
                continue;
            };
            let Some((values, numbers)) = arguments(pool, evaluator, &moved, *call) else {
                continue;
            };
            let mut table = moved.function(f).cloned().unwrap_or(FunctionTable {
                entries: BTreeMap::new(),
                default: Value::f64(0.0),
            });
            let value = function.neighbour(&numbers, by);
            table.entries.insert(values, Value::f64(value));
            moved.set_function(f, table);
        }
        moved
    }

    /// Lists every call in a solver's model, which leaves out those that give the default.
    pub fn complete(&self, pool: &Pool, evaluator: &mut Evaluator, model: &mut Model) {
        for (call, _) in &self.calls {
            if let Op::Apply(f) = pool.op(*call)
                && let Some((values, _)) = arguments(pool, evaluator, model, *call)
                && let Some(table) = model.function(f)
                && !table.entries.contains_key(&values)
            {
                let mut table = table.clone();
                table.entries.insert(values, table.default.clone());
                model.set_function(f, table);
            }
        }
    }

    /// Facts that a solver's model breaks: bounds on cells around its arguments, and monotony between two calls.
    pub fn lemmas(&self, pool: &mut Pool, evaluator: &mut Evaluator, model: &Model) -> Vec<Term> {
        let mut lemmas = Vec::new();
        let mut points: Vec<(&str, Term, Term, f64, f64)> = Vec::new();
        for (call, function) in &self.calls {
            let Some((_, numbers)) = arguments(pool, evaluator, model, *call) else {
                continue;
            };
            let result = evaluator.eval(pool, model, *call).ok();
            let Some(result) = result.as_ref().and_then(number) else {
                continue;
            };
            let terms = pool.children(*call).to_vec();
            if let Some((cell, bounds)) = function.cell(&numbers, result) {
                let mut inside = Vec::new();
                for (term, interval) in terms.iter().zip(cell) {
                    inside.push(within(pool, *term, interval));
                }
                let inside = pool.and_all(&inside);
                let bounded = within(pool, *call, bounds);
                lemmas.push(pool.implies(inside, bounded));
            }
            if function.is_increasing() {
                for (name, x, y, at, value) in &points {
                    if *name != function.name || (*at - numbers[0]) * (*value - result) >= 0.0 {
                        continue;
                    }
                    // Both ways, so that one lemma says all about this pair.
                    for (a, b, fa, fb) in [(*x, terms[0], *y, *call), (terms[0], *x, *call, *y)] {
                        let (before, after) = (pool.fp_le(a, b), pool.fp_le(fa, fb));
                        let nan = pool.fp_is_nan(fa);
                        let after = pool.or(nan, after);
                        let nan = pool.fp_is_nan(fb);
                        let after = pool.or(nan, after);
                        lemmas.push(pool.implies(before, after));
                    }
                }
                points.push((function.name, terms[0], *call, numbers[0], result));
            }
        }
        self.circles(pool, evaluator, model, &mut lemmas);
        lemmas
    }

    /// sin² + cos² of one angle: both results err by an ulp, and so does every operation.
    fn circles(
        &self,
        pool: &mut Pool,
        evaluator: &mut Evaluator,
        model: &Model,
        lemmas: &mut Vec<Term>,
    ) {
        let named = |name: &'static str| {
            self.calls
                .iter()
                .filter(move |(_, f)| f.name.ends_with(name))
                .map(|(call, _)| *call)
        };
        for sine in named("Math.sin") {
            for cosine in named("Math.cos") {
                if pool.children(sine) != pool.children(cosine) {
                    continue;
                }
                let (a, b) = (pool.fp_mul(sine, sine), pool.fp_mul(cosine, cosine));
                let sum = pool.fp_add(a, b);
                let (nan, circle) = (
                    pool.fp_is_nan(sine),
                    within(pool, sum, (1.0 - 1e-14, 1.0 + 1e-14)),
                );
                let lemma = pool.or(nan, circle);
                if evaluator.eval_bool(pool, model, lemma) == Ok(false) {
                    lemmas.push(lemma);
                }
            }
        }
    }
}

fn within(pool: &mut Pool, term: Term, (low, high): (f64, f64)) -> Term {
    let (low, high) = (pool.f64(low), pool.f64(high));
    let (above, below) = (pool.fp_le(low, term), pool.fp_le(term, high));
    pool.and(above, below)
}

/// The arguments of a call under a model.
fn arguments(
    pool: &Pool,
    evaluator: &mut Evaluator,
    model: &Model,
    call: Term,
) -> Option<(Vec<Value>, Vec<f64>)> {
    let mut values = Vec::new();
    for argument in pool.children(call) {
        values.push(evaluator.eval(pool, model, *argument).ok()?);
    }
    let numbers = values.iter().map(number).collect::<Option<Vec<f64>>>()?;
    Some((values, numbers))
}
