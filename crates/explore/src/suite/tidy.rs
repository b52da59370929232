//! Makes the inputs of a path pleasant to read. A solver's model is as good as any other, but nobody expects 1040187392
//! where 1 would do. Every input is tried with simple values; one that leaves the path's condition true is taken. Values
//! that no other input has come first: a test that pushes 1 and 2 tells more than one that pushes 0 twice.

use crate::objects::idle_lengths;
use crate::path::Path;
use logic::{Evaluator, Model, Sort, Term, Value};
use machine::{Input, InputValue, Machine, character_symbol};
use std::collections::BTreeMap;

/// Evaluations of conditions for one path.
const EFFORT: usize = 20_000;

/// The longest string whose characters are made pleasant.
const LONG: usize = 64;

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
        of,
        left: EFFORT,
        model: path.model.clone(),
        numbers: 0,
        letters: 0,
    };
    for input in &inputs {
        match &input.value {
            InputValue::Primitive(symbol) | InputValue::Boxed(symbol) => {
                work.number(machine, evaluator, *symbol, &input.ty);
            }
            InputValue::String { length, symbol, .. } => {
                // One that no branch looks at tells more if it is not empty.
                let one = Value::bv(32, 1);
                if !idle.contains(length) || !work.attempt(machine, evaluator, *length, one) {
                    work.length(machine, evaluator, *length);
                }
                let count = work.model.value_of(&machine.pool, *length);
                let count = count.as_bv().unwrap_or(0) as usize;
                for i in 0..count.min(LONG) {
                    let name = character_symbol(symbol, i);
                    let character = machine.pool.symbol(&name, Sort::Bv(16));
                    work.number(machine, evaluator, character, "text");
                }
            }
            InputValue::Array { length, cells, .. } => {
                work.length(machine, evaluator, *length);
                let nothing = Value::default_of(&machine.pool, machine.pool.sort(*cells));
                work.attempt(machine, evaluator, *cells, nothing);
            }
            _ => {}
        }
    }
    path.model = work.model;
}

struct Tidy {
    /// The conditions that mention a symbol.
    of: BTreeMap<Term, Vec<Term>>,
    left: usize,
    model: Model,
    /// How many inputs have got a value of their own.
    numbers: u32,
    letters: u32,
}

impl Tidy {
    /// Takes the value if the path's condition still holds.
    fn attempt(
        &mut self,
        machine: &Machine,
        evaluator: &mut Evaluator,
        symbol: Term,
        value: Value,
    ) -> bool {
        let before = self.model.value_of(&machine.pool, symbol);
        self.model.set(symbol, value);
        let conditions = self.of.get(&symbol).map_or(&[][..], Vec::as_slice);
        let mut holds = true;
        for condition in conditions {
            self.left = self.left.saturating_sub(1);
            if self.left == 0
                || evaluator.eval_bool(&machine.pool, &self.model, *condition) != Ok(true)
            {
                holds = false;
                break;
            }
        }
        if !holds {
            self.model.set(symbol, before);
        }
        holds
    }

    fn length(&mut self, machine: &Machine, evaluator: &mut Evaluator, symbol: Term) {
        let now = self.model.value_of(&machine.pool, symbol).as_bv();
        for length in 0..now.unwrap_or(0).min(32) {
            if self.attempt(machine, evaluator, symbol, Value::bv(32, length)) {
                return;
            }
        }
    }

    fn number(&mut self, machine: &Machine, evaluator: &mut Evaluator, symbol: Term, ty: &str) {
        let now = self.model.value_of(&machine.pool, symbol);
        let simple: Vec<Value> = match machine.pool.sort(symbol) {
            Sort::Bv(1) => return,
            Sort::Bv(16) if matches!(ty, "char" | "java.lang.Character" | "text") => {
                let own = b'a' + (self.letters % 26) as u8;
                self.letters += 1;
                let plain = [own].into_iter().chain("abcAB01 -_.,:=/'\"".bytes());
                plain.map(|c| Value::bv(16, u128::from(c))).collect()
            }
            Sort::Bv(width) => {
                self.numbers += 1;
                let own = i128::from(self.numbers % 100);
                let near = [
                    own, 0, 1, 2, 3, 4, 5, -1, -2, 6, 7, 8, 9, 10, 12, 16, 20, 42, 64, 99, 100,
                    127, 128, -10, 255, 256, 1000,
                ];
                near.into_iter()
                    .map(|v| Value::bv(width, v as u128))
                    .collect()
            }
            Sort::Fp(sort) => {
                self.numbers += 1;
                let own = f64::from(self.numbers % 100);
                let near = [
                    own, 0.0, 1.0, 2.0, -1.0, 0.5, 3.0, 10.0, 100.0, 1000.0, -0.5, -2.0,
                ];
                let one = |x: f64| match sort == logic::FpSort::F32 {
                    true => Value::f32(x as f32),
                    false => Value::f64(x),
                };
                near.into_iter().map(one).collect()
            }
            _ => return,
        };
        for value in simple {
            // The value that is there is as simple as those that were tried in vain.
            if value == now || self.attempt(machine, evaluator, symbol, value) {
                return;
            }
        }
    }
}
