//! Makes the inputs of a path pleasant to read. A solver's model is as good as any other, but nobody expects 1040187392
//! where 1 would do. Every input is tried with simple values; one that leaves the path's condition true is taken. Values
//! that no other input has come first: a test that pushes 1 and 2 tells more than one that pushes 0 twice.

use crate::objects::idle_lengths;
use crate::path::Path;
use logic::{ArrayValue, Evaluator, Model, Sort, Term, Value};
use machine::{Input, InputValue, Machine, character_symbol};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Evaluations of conditions for one path.
const EFFORT: usize = 20_000;

/// The longest string whose characters are made pleasant.
const LONG: usize = 64;

/// Rounds: an input may only become simple after another one did.
const ROUNDS: usize = 3;

/// Numbers that readers like, after one of the input's own.
const NUMBERS: [i128; 26] = [
    0, 1, 2, 3, 4, 5, -1, -2, 6, 7, 8, 9, 10, 12, 16, 20, 42, 64, 99, 100, 101, 127, 128, -10, 255,
    1000,
];
const LETTERS: &[u8] = b"abcAB01 -_.,:=/'\"";
const FRACTIONS: [f64; 11] = [
    0.0, 1.0, 2.0, -1.0, 0.5, 3.0, 10.0, 100.0, 1000.0, -0.5, -2.0,
];

pub fn tidy(machine: &mut Machine, evaluator: &mut Evaluator, path: &mut Path) {
    let inputs: Vec<Input> = path.state.inputs.iter().cloned().collect();
    let idle = idle_lengths(machine, path, &inputs);
    let mut of: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
    for condition in path.all_conditions() {
        for symbol in machine.pool.support(condition).iter() {
            of.entry(*symbol).or_default().push(condition);
        }
    }
    let mut work = Tidy {
        machine,
        evaluator,
        of,
        left: EFFORT,
        model: path.model.clone(),
    };
    let mut symbols: Vec<(Term, Vec<Value>)> = Vec::new();
    let mut arrays = Vec::new();
    let (mut numbers, mut letters) = (0, 0);
    for input in &inputs {
        match &input.value {
            InputValue::Primitive(symbol) | InputValue::Boxed(symbol) => {
                let text = matches!(&*input.ty, "char" | "java.lang.Character");
                let own = if text { &mut letters } else { &mut numbers };
                *own += 1;
                let simple = work.simple(*symbol, text, *own);
                symbols.push((*symbol, simple));
            }
            InputValue::String { length, symbol, .. } => {
                // One that no branch looks at tells more if it is not empty.
                let one = Value::bv(32, 1);
                if !idle.contains(length) || !work.attempt(&[*length], &one) {
                    work.shorten(*length);
                }
                let count = work.model.value_of(&work.machine.pool, *length);
                let count = count.as_bv().unwrap_or(0) as usize;
                for i in 0..count.min(LONG) {
                    let name = character_symbol(symbol, i);
                    let character = work.machine.pool.symbol(&name, Sort::Bv(16));
                    letters += 1;
                    let simple = work.simple(character, true, letters);
                    symbols.push((character, simple));
                }
            }
            InputValue::Array { length, cells, .. } => {
                work.shorten(*length);
                arrays.push((*length, *cells, input.ty.clone()));
            }
            _ => {}
        }
    }
    let mut done = vec![false; symbols.len()];
    for _ in 0..ROUNDS {
        for (at, done) in done.iter_mut().enumerate() {
            *done = *done || work.simplify(&symbols, at);
        }
    }
    for (length, cells, ty) in arrays {
        work.fill(length, cells, &ty);
    }
    path.model = work.model;
}

struct Tidy<'a> {
    machine: &'a mut Machine,
    evaluator: &'a mut Evaluator,
    /// The conditions that mention a symbol.
    of: BTreeMap<Term, Vec<Term>>,
    left: usize,
    model: Model,
}

impl Tidy<'_> {
    /// Gives all these symbols the value if the path's condition still holds.
    fn attempt(&mut self, symbols: &[Term], value: &Value) -> bool {
        let before: Vec<Value> = symbols
            .iter()
            .map(|symbol| self.model.value_of(&self.machine.pool, *symbol))
            .collect();
        for symbol in symbols {
            self.model.set(*symbol, value.clone());
        }
        let conditions = symbols.iter().flat_map(|symbol| self.of.get(symbol));
        let mut holds = true;
        for condition in conditions.flatten() {
            self.left = self.left.saturating_sub(1);
            let held = self
                .evaluator
                .eval_bool(&self.machine.pool, &self.model, *condition);
            if self.left == 0 || held != Ok(true) {
                holds = false;
                break;
            }
        }
        if !holds {
            for (symbol, value) in symbols.iter().zip(before) {
                self.model.set(*symbol, value);
            }
        }
        holds
    }

    fn shorten(&mut self, length: Term) {
        let now = self.model.value_of(&self.machine.pool, length).as_bv();
        for shorter in 0..now.unwrap_or(0).min(32) {
            if self.attempt(&[length], &Value::bv(32, shorter)) {
                return;
            }
        }
    }

    /// Gives the elements of an array simple values, all at once if that will do: different ones if they may differ.
    fn fill(&mut self, length: Term, cells: Term, ty: &str) {
        let sort = self.machine.pool.sort(cells);
        let nothing = Value::default_of(&self.machine.pool, sort);
        let Some(nothing) = nothing.as_array().cloned() else {
            return;
        };
        let length = self.model.value_of(&self.machine.pool, length).as_bv();
        let length = length.unwrap_or(0).min(LONG as u128);
        let index = |i: u128| Value::bv(32, i);
        let zero = nothing.get(&index(0)).clone();
        let own = |i: u128| match ty {
            // There are but two, in cells of their own width.
            "boolean[]" => Vec::new(),
            _ => simple_like(&zero, ty == "char[]", i as u32 + 1),
        };
        let simple: Vec<Vec<Value>> = (0..length).map(own).collect();
        let mut counted = nothing.clone();
        for (i, values) in (0..).zip(&simple) {
            if let Some(first) = values.first() {
                counted.set(index(i), first.clone());
            }
        }
        for whole in [counted, nothing.clone()] {
            if self.attempt(&[cells], &Value::Array(Rc::new(whole))) {
                return;
            }
        }
        // What lies behind the end is nobody's business.
        let now = self.model.value_of(&self.machine.pool, cells);
        let Some(now) = now.as_array() else {
            return;
        };
        let mut kept = nothing;
        for i in 0..length {
            kept.set(index(i), now.get(&index(i)).clone());
        }
        if !self.attempt(&[cells], &Value::Array(Rc::new(kept.clone()))) {
            return;
        }
        if !matches!(ty, "boolean[]" | "char[]") && self.attempt_ranks(cells, &kept, length) {
            return;
        }
        for (i, values) in (0..).zip(simple) {
            for value in values {
                let mut other = kept.clone();
                other.set(index(i), value);
                if self.attempt(&[cells], &Value::Array(Rc::new(other.clone()))) {
                    kept = other;
                    break;
                }
            }
        }
    }

    /// Gives the elements of an array of integers the smallest numbers that are in the same order.
    fn attempt_ranks(&mut self, cells: Term, now: &ArrayValue, length: u128) -> bool {
        let index = |i: u128| Value::bv(32, i);
        let mut sorted: Vec<(i128, Value)> = Vec::new();
        for i in 0..length {
            let value = now.get(&index(i));
            let Value::Bv { width, bits } = value else {
                return false;
            };
            let unused = 128 - width;
            sorted.push((((*bits << unused) as i128) >> unused, value.clone()));
        }
        sorted.sort_unstable();
        sorted.dedup();
        let mut ranked = now.clone();
        for i in 0..length {
            let value = now.get(&index(i));
            let rank = sorted.iter().position(|(_, other)| other == value);
            if let (Some(rank), Value::Bv { width, .. }) = (rank, value) {
                ranked.set(index(i), Value::bv(*width, rank as u128 + 1));
            }
        }
        self.attempt(&[cells], &Value::Array(Rc::new(ranked)))
    }

    fn simple(&self, symbol: Term, text: bool, own: u32) -> Vec<Value> {
        simple_values(self.machine.pool.sort(symbol), text, own)
    }

    /// Whether the symbol has a simple value now. Those that have its value may have to keep up with it.
    fn simplify(&mut self, symbols: &[(Term, Vec<Value>)], at: usize) -> bool {
        let (symbol, simple) = &symbols[at];
        let now = self.model.value_of(&self.machine.pool, *symbol);
        let sort = self.machine.pool.sort(*symbol);
        let alike = |other: &Term, tidy: &Self| {
            tidy.machine.pool.sort(*other) == sort
                && tidy.model.value_of(&tidy.machine.pool, *other) == now
        };
        let equal: Vec<Term> = symbols
            .iter()
            .map(|(other, _)| *other)
            .filter(|other| alike(other, self))
            .collect();
        for value in simple {
            if self.attempt(&[*symbol], value) || equal.len() > 1 && self.attempt(&equal, value) {
                return true;
            }
            // The value that is there is as simple as those that are left.
            if *value == now {
                return true;
            }
        }
        simple.is_empty()
    }
}

/// Values to try, the best first; `own` numbers the input among those of its kind.
fn simple_values(sort: Sort, text: bool, own: u32) -> Vec<Value> {
    match sort {
        Sort::Bv(1) => Vec::new(),
        Sort::Bv(16) if text => {
            let own = b'a' + ((own - 1) % 26) as u8;
            let plain = [own].into_iter().chain(LETTERS.iter().copied());
            plain.map(|c| Value::bv(16, u128::from(c))).collect()
        }
        Sort::Bv(width) => {
            let numbers = [i128::from(own % 100)].into_iter().chain(NUMBERS);
            numbers.map(|v| Value::bv(width, v as u128)).collect()
        }
        Sort::Fp(sort) => {
            let one = |x: f64| match sort == logic::FpSort::F32 {
                true => Value::f32(x as f32),
                false => Value::f64(x),
            };
            let numbers = [f64::from(own % 100)].into_iter().chain(FRACTIONS);
            numbers.map(one).collect()
        }
        _ => Vec::new(),
    }
}

/// The same for a value of the sort of another.
fn simple_like(like: &Value, text: bool, own: u32) -> Vec<Value> {
    match like {
        Value::Bv { width, .. } => simple_values(Sort::Bv(*width), text, own),
        Value::Fp { sort, .. } => simple_values(Sort::Fp(*sort), text, own),
        _ => Vec::new(),
    }
}
