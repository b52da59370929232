//! Questions about values that have come a long way: where paths become one again and again, a value is a term of all that
//! happened before, and every question about it would be about all of that. Often the last part decides, together with
//! how far the values behind it range. The *window* of a question is that part: what lies behind it are symbols of their
//! own, within ranges that were proved the same way, each by the window before it. What cannot hold in the window cannot
//! hold at all; for any other answer, and for models, the whole question is asked.

use super::walk::BRIEF;
use super::{Worker, asking};
use crate::limits::Why;
use crate::path::Path;
use logic::{Bounds, Model, Pool, Sort, Term, bits};
use solver::{Asking, Budget, Question, Solved};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::sync::atomic::Ordering;

/// Questions about fewer nodes are asked as they are; of values with fewer, all of them count.
const LARGE: usize = 150;
/// Values of fewer have no window.
const SMALL: usize = 30;
/// A window has at least and at most so many nodes, and half of all; the place with the fewest values behind it is chosen.
const LEAST: usize = 12;
const MOST: usize = 100;
/// Queries that one question may take, and those that one end of a range may.
const QUERIES: u32 = 160;
const PER_END: u32 = 16;
/// One without an answer counts as so many.
const HARD: u32 = 100;
/// How often a solver may ask whether to go on.
const EFFORT: u64 = 2 * BRIEF;
/// Of the questions that a solver was spared, so many count for what it may take to answer one.
const MADE_UP: u32 = 16;
/// How many windows back ranges are looked for.
const BACK: u32 = 100;
/// So many questions may be asked in vain: these, and as many as were not.
const IN_VAIN: u32 = 2;

/// What a value is known to lie in, signed.
pub(crate) type Range = (i128, i128);

/// Who asks about windows.
pub(super) struct Windows {
    solver: Box<dyn Asking>,
    /// The symbols that stand for what lies behind windows.
    symbols: HashMap<(Term, Sort), Term>,
    refuted: u32,
    in_vain: u32,
    spared: u32,
    /// Queries left to the question that is being asked.
    left: u32,
}

/// A term over its window, and what is known about what lies behind it.
struct Window {
    term: Term,
    known: Vec<Term>,
    bounds: Bounds,
    /// The values behind it.
    behind: Vec<Term>,
}

enum Asked {
    Holds(Model),
    Never,
    Unknown,
}

impl Windows {
    pub fn new(config: &crate::Config, number: usize) -> Windows {
        Windows {
            solver: asking(config, format!("n{number}")),
            symbols: HashMap::new(),
            refuted: 0,
            in_vain: 0,
            spared: 0,
            left: 0,
        }
    }

    pub fn stats(&self) -> solver::Stats {
        self.solver.stats()
    }

    /// How many questions a solver was spared since the last one that it was not, which it would have learned from.
    pub fn take_spared(&mut self) -> u64 {
        u64::from(std::mem::take(&mut self.spared).min(MADE_UP))
    }

    pub fn interrupter(&self) -> solver::Interrupter {
        self.solver.interrupter()
    }

    fn symbol(&mut self, pool: &mut Pool, value: Term, sort: Sort) -> Term {
        let known = self.symbols.entry((value, sort));
        *known.or_insert_with(|| pool.fresh_symbol("behind", sort))
    }

    fn pays_off(&self) -> bool {
        self.in_vain < IN_VAIN + self.refuted
    }
}

impl Worker<'_> {
    /// Whether a path and a condition cannot hold together, as far as the last part of what happened tells.
    pub(super) fn is_refuted_by_window(&mut self, path: &mut Path, also: Term) -> bool {
        if self.asks_both_sides() || !self.windows.pays_off() {
            return false;
        }
        let Some(first) = first_behind(&self.machine.pool, also, LARGE) else {
            return false;
        };
        self.windows.left = QUERIES;
        let mut refuted = self.cannot_hold(path, also, first);
        if !refuted {
            let known = path.merged.ranges.len();
            for value in behind(&self.machine.pool, &[also], first) {
                self.find_range(path, value, BACK);
            }
            refuted = path.merged.ranges.len() > known && self.cannot_hold(path, also, first);
        }
        match refuted {
            true => {
                self.windows.refuted += 1;
                self.windows.spared += 1;
            }
            // Where windows are hard, too, they are no help.
            false if self.windows.left == 0 => self.windows.in_vain += IN_VAIN,
            false => self.windows.in_vain += 1,
        }
        refuted
    }

    fn cannot_hold(&mut self, path: &Path, also: Term, first: Term) -> bool {
        let window = self.window(path, also, Some(first));
        matches!(self.ask_window(&window, window.term), Asked::Never)
    }

    /// Finds out in which range a value is on a path, and keeps that with the path.
    fn find_range(&mut self, path: &mut Path, value: Term, back: u32) {
        let pool = &self.machine.pool;
        if self.windows.left == 0 || path.merged.ranges.contains_key(&value) {
            return;
        }
        let Some(interval) = path.bounds.interval(pool, value) else {
            return;
        };
        let mut range = interval.signed;
        let first = first_behind(pool, value, SMALL);
        if let Some(first) = first {
            if back == 0 {
                return;
            }
            for before in behind(pool, &[value], first) {
                self.find_range(path, before, back - 1);
            }
            let window = self.window(path, value, Some(first));
            range = self.narrow(path, &window, value, range);
        }
        // What a window loses of a small value would be lost to all that follow.
        if first.is_none() || self.machine.pool.size(value) < LARGE {
            let whole = self.window(path, value, None);
            range = self.narrow(path, &whole, value, range);
        }
        // The same goes for what is not looked for.
        if self.windows.left > 0 {
            path.merged.ranges.insert(value, range);
        }
    }

    /// A smaller range for a value, by its window.
    fn narrow(&mut self, path: &Path, window: &Window, value: Term, range: Range) -> Range {
        let (term, pool) = (window.term, &self.machine.pool);
        let mut range = range;
        if let Some(all) = window.bounds.interval(pool, term) {
            range = (range.0.max(all.signed.0), range.1.min(all.signed.1));
        }
        let Some(now) = self.value_in(&path.model, value) else {
            return range;
        };
        let mut seen = (now, now);
        // What is in a steady state has the range that it had before.
        let before = window.behind.iter();
        let before = before.filter_map(|value| path.merged.ranges.get(value).copied());
        let mut guesses: Vec<Range> = before.collect();
        guesses.sort_unstable_by_key(|(least, most)| (most - least, *least));
        guesses.dedup();
        for guess in guesses {
            let within = guess.0 <= seen.0 && seen.1 <= guess.1;
            if !within || guess.0 <= range.0 && range.1 <= guess.1 {
                continue;
            }
            let below = self.below(term, guess.0);
            let above = self.above(term, guess.1);
            let outside = self.machine.pool.or(below, above);
            match self.ask_window(window, outside) {
                Asked::Never => return (range.0.max(guess.0), range.1.min(guess.1)),
                Asked::Holds(model) => {
                    if let Some(other) = self.value_in(&model, term) {
                        seen = (seen.0.min(other), seen.1.max(other));
                    }
                }
                Asked::Unknown => break,
            }
        }
        (
            self.find_end(window, (seen.0, range.0), false),
            self.find_end(window, (seen.1, range.1), true),
        )
    }

    /// The largest, or the least, value of a term, at least that far and at most that far.
    fn find_end(&mut self, window: &Window, (mut seen, mut most): Range, up: bool) -> i128 {
        let term = window.term;
        let mut step = 64;
        let mut unknown = 0;
        // Often an end is where it was seen, or where it is known to be.
        let mut beyond = seen;
        for round in 0..PER_END {
            if seen == most {
                break;
            }
            let further = match up {
                true => self.above(term, beyond),
                false => self.below(term, beyond),
            };
            match self.ask_window(window, further) {
                Asked::Never => most = beyond,
                Asked::Holds(model) => match self.value_in(&model, term) {
                    Some(value) if (seen.min(most)..=seen.max(most)).contains(&value) => {
                        seen = value;
                        step *= 16;
                    }
                    _ => break,
                },
                // As if there were such a value.
                Asked::Unknown => {
                    unknown += 1;
                    if unknown == 2 {
                        break;
                    }
                    seen = beyond;
                }
            }
            let by = ((most - seen).abs() / 2).min(step);
            beyond = match (round, up) {
                (0, true) => most - 1,
                (0, false) => most + 1,
                (_, true) => seen + by,
                (_, false) => seen - by,
            };
        }
        most
    }

    fn above(&mut self, term: Term, most: i128) -> Term {
        let pool = &mut self.machine.pool;
        let most = pool.bv(pool.width(term), most as u128);
        pool.slt(most, term)
    }

    fn below(&mut self, term: Term, least: i128) -> Term {
        let pool = &mut self.machine.pool;
        let least = pool.bv(pool.width(term), least as u128);
        pool.slt(term, least)
    }

    fn value_in(&mut self, model: &Model, term: Term) -> Option<i128> {
        let pool = &self.machine.pool;
        let value = self.evaluator.eval(pool, model, term).ok()?;
        Some(bits::signed(pool.width(term), value.as_bv()?))
    }

    /// A term over its window, which ends at the first of the terms behind it, with what the path says about these.
    fn window(&mut self, path: &Path, term: Term, first: Option<Term>) -> Window {
        let mut roots = vec![term];
        let recent = |condition: &&Term| first.is_some_and(|first| **condition > first);
        roots.extend(path.conditions.iter().filter(recent));
        let values = match first {
            Some(first) => behind(&self.machine.pool, &roots, first),
            None => Vec::new(),
        };
        let pool = &mut self.machine.pool;
        let (mut map, mut known, mut bounds) = (BTreeMap::new(), Vec::new(), Bounds::default());
        for &value in &values {
            let sort = pool.sort(value);
            if let Some(constant) = constant(pool, &path.bounds, value) {
                map.insert(value, constant);
                continue;
            }
            let Some(interval) = path.bounds.interval(pool, value) else {
                let symbol = self.windows.symbol(pool, value, sort);
                map.insert(value, symbol);
                continue;
            };
            let width = pool.width(value);
            let mut range = interval.signed;
            if let Some(found) = path.merged.ranges.get(&value) {
                range = (range.0.max(found.0), range.1.min(found.1));
            }
            // A solver that works on bits has less to do where there are fewer.
            let bits = bits_of(range).min(width);
            let symbol = self.windows.symbol(pool, value, Sort::Bv(bits));
            let symbol = match range.0 < 0 {
                true => pool.sext(symbol, width),
                false => pool.zext(symbol, width),
            };
            map.insert(value, symbol);
            let ends = [range.0 as u128, range.1 as u128].map(|end| pool.bv(width, end));
            let least = pool.bv(width, interval.unsigned.0);
            let most = pool.bv(width, interval.unsigned.1);
            known.push(pool.sle(ends[0], symbol));
            known.push(pool.sle(symbol, ends[1]));
            known.push(pool.ule(least, symbol));
            known.push(pool.ule(symbol, most));
        }
        for condition in &roots[1..] {
            known.push(pool.substitute(*condition, &map));
        }
        known.retain(|known| pool.as_bool(*known) != Some(true));
        for known in &known {
            bounds.learn(pool, *known, true);
        }
        let term = pool.substitute(term, &map);
        Window {
            term: bounds.narrowed(pool, term),
            known,
            bounds,
            behind: values,
        }
    }

    /// Whether a condition can hold in a window.
    fn ask_window(&mut self, window: &Window, condition: Term) -> Asked {
        let pool = &self.machine.pool;
        match pool.as_bool(condition) {
            Some(false) => return Asked::Never,
            None if window.bounds.decide(pool, condition) == Some(false) => return Asked::Never,
            _ if self.windows.left == 0 => return Asked::Unknown,
            _ => self.windows.left -= 1,
        }
        let mut budget = self.config.query_time;
        if let Some(left) = self.limits.time_left() {
            budget = budget.min(left);
        }
        let budget = Budget::time(budget).steps(Some(EFFORT));
        let question = Question {
            path: &window.known,
            also: Some(condition),
            model: None,
            whole: false,
        };
        let before = self.windows.stats().queries;
        let solved = self.windows.solver.ask(pool, &question, &budget);
        let queries = self.windows.stats().queries - before;
        self.limits.queries.fetch_add(queries, Ordering::Relaxed);
        match solved {
            Solved::Sat(model) => Asked::Holds(model),
            Solved::Unsat => Asked::Never,
            Solved::Unknown(reason) => {
                if reason.is_fatal() {
                    self.limits.stop(Why::Disagreement(reason.to_string()));
                }
                self.windows.left = self.windows.left.saturating_sub(HARD);
                Asked::Unknown
            }
        }
    }
}

/// How many bits the numbers of a range take.
fn bits_of((least, most): Range) -> u32 {
    let bits = |number: i128| i128::BITS - number.leading_zeros();
    match least < 0 {
        true => 1 + bits(most.max(0)).max(bits(!least)),
        false => bits(most).max(1),
    }
}

/// The only value that a term can have.
fn constant(pool: &mut Pool, bounds: &Bounds, term: Term) -> Option<Term> {
    match pool.sort(term) {
        Sort::Bool => bounds.decide(pool, term).map(|holds| pool.bool(holds)),
        Sort::Bv(width) => bounds.value(pool, term).map(|value| pool.bv(width, value)),
        _ => None,
    }
}

/// Where the window of a term ends: the first, going back in the order in which they were made, of the terms behind it.
/// `None` if the term is smaller than that.
fn first_behind(pool: &Pool, term: Term, small: usize) -> Option<Term> {
    let all = pool.size(term);
    if all < small {
        return None;
    }
    let most = MOST.min(all / 2);
    let mut open = BinaryHeap::from([term]);
    let mut seen = HashSet::from([term]);
    let mut best: Option<(usize, Term)> = None;
    let mut size = 0;
    while let Some(next) = open.pop() {
        let values = open.len() + 1;
        if size >= LEAST && best.is_none_or(|(fewest, _)| values < fewest) {
            best = Some((values, next));
        }
        if size >= most {
            return best.map(|(_, first)| first);
        }
        // Bound variables have no values of their own.
        if pool.op(next).is_quantifier() {
            return None;
        }
        size += 1;
        for &child in pool.children(next) {
            if !pool.op(child).is_leaf() && seen.insert(child) {
                open.push(child);
            }
        }
    }
    None
}

/// What lies behind a window, given the first of it, in the order in which it was made.
fn behind(pool: &Pool, roots: &[Term], first: Term) -> Vec<Term> {
    let mut stack = roots.to_vec();
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some(term) = stack.pop() {
        if pool.op(term).is_leaf() || !seen.insert(term) {
            continue;
        }
        match term <= first {
            true => _ = found.insert(term),
            false => stack.extend(pool.children(term)),
        }
    }
    found.into_iter().collect()
}
