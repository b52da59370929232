//! From Bitwuzla's values to `logic`'s: literals, arrays (chains of stores over a constant array) and functions (lambdas
//! whose body is a chain of case distinctions on the arguments).

use super::ffi::{Context, Kind};
use crate::ModelError;
use logic::{ArrayValue, FunId, FunctionTable, Pool, Sort, Value};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Numbers the elements of uninterpreted sorts in the order in which they are met, for one model.
#[derive(Default)]
pub struct Elements(HashMap<(Sort, u128), u32>);

pub struct Reader<'a> {
    pub context: &'a mut Context,
    pub pool: &'a Pool,
    pub elements: &'a mut Elements,
}

impl Reader<'_> {
    /// The value that a value term stands for.
    pub fn value(&mut self, term: u32, sort: Sort) -> Result<Value, ModelError> {
        let Sort::Array(id) = sort else {
            return self.literal(term, sort);
        };
        let (index_sort, element_sort) = self.pool.array_parts(id);
        let mut stores = Vec::new();
        let mut array = term;
        while self.context.is(array, Kind::Store) {
            let index = self.context.child(array, 1);
            let value = self.context.child(array, 2);
            stores.push((index, value));
            array = self.context.child(array, 0);
        }
        if !self.context.is(array, Kind::ConstArray) {
            return Err(self.unreadable(
                array,
                "an array that is not built from stores over a constant",
            ));
        }
        let default = self.context.child(array, 0);
        let mut value = ArrayValue::constant(self.value(default, element_sort)?);
        // The innermost store first, so that outer ones overwrite it.
        for (index, element) in stores.into_iter().rev() {
            let index = self.value(index, index_sort)?;
            value.set(index, self.value(element, element_sort)?);
        }
        Ok(Value::Array(Rc::new(value)))
    }

    fn literal(&mut self, term: u32, sort: Sort) -> Result<Value, ModelError> {
        let text = self.context.text(term);
        let Some(bits) = text.and_then(|text| u128::from_str_radix(&text, 2).ok()) else {
            return Err(self.unreadable(term, "a value that is no literal"));
        };
        Ok(match sort {
            Sort::Bool => Value::Bool(bits == 1),
            Sort::Bv(width) => Value::bv(width, bits),
            Sort::Fp(format) => Value::fp(format, bits),
            Sort::Uninterpreted(id) => {
                let known = self
                    .elements
                    .0
                    .keys()
                    .filter(|(known, _)| *known == sort)
                    .count();
                let index = *self.elements.0.entry((sort, bits)).or_insert(known as u32);
                Value::Uninterpreted { sort: id, index }
            }
            Sort::Array(_) | Sort::Int => {
                return Err(self.unreadable(term, "a value of another sort"));
            }
        })
    }

    pub fn function(&mut self, term: u32, function: FunId) -> Result<FunctionTable, ModelError> {
        let (parameters, result) = (
            self.pool.fun_parameters(function),
            self.pool.fun_result(function),
        );
        let mut variables = Vec::new();
        let mut body = term;
        while self.context.is(body, Kind::Lambda) {
            let last = self.context.arity(body).saturating_sub(1);
            for i in 0..last {
                variables.push(self.context.child(body, i));
            }
            body = self.context.child(body, last);
        }
        if variables.len() != parameters.len() {
            return Err(self.unreadable(term, "a function that is no lambda"));
        }
        let mut cases = Vec::new();
        while self.context.is(body, Kind::Ite) {
            let condition = self.context.child(body, 0);
            let value = self.context.child(body, 1);
            cases.push((
                self.arguments(condition, &variables, parameters)?,
                self.value(value, result)?,
            ));
            body = self.context.child(body, 2);
        }
        let default = self.value(body, result)?;
        // The first case that applies wins, so later ones must not overwrite it.
        let mut entries = BTreeMap::new();
        for (arguments, value) in cases {
            entries.entry(arguments).or_insert(value);
        }
        Ok(FunctionTable { entries, default })
    }

    /// The arguments that a condition, a conjunction of equalities, singles out.
    fn arguments(
        &mut self,
        condition: u32,
        variables: &[u32],
        sorts: &[Sort],
    ) -> Result<Vec<Value>, ModelError> {
        let mut arguments: Vec<Option<Value>> = vec![None; variables.len()];
        let mut waiting = vec![condition];
        while let Some(part) = waiting.pop() {
            let children: Vec<u32> = (0..self.context.arity(part))
                .map(|i| self.context.child(part, i))
                .collect();
            if self.context.is(part, Kind::And) {
                waiting.extend(children);
                continue;
            }
            // A Boolean argument may stand by itself instead of being compared with true or false.
            let (left, right) = match children[..] {
                [left, right] if self.context.is(part, Kind::Equal) => (left, Some(right)),
                [negated] if self.context.is(part, Kind::Not) => (negated, None),
                _ => (part, None),
            };
            let negated = self.context.is(part, Kind::Not);
            let mut found = false;
            for (variable, value) in [(left, right), (right.unwrap_or(left), Some(left))] {
                let Some(i) = variables
                    .iter()
                    .position(|known| self.context.same(*known, variable))
                else {
                    continue;
                };
                arguments[i] = Some(match value {
                    Some(value) => self.value(value, sorts[i])?,
                    None => Value::Bool(!negated),
                });
                found = true;
                break;
            }
            if !found {
                return Err(self.unreadable(part, "a condition on no argument"));
            }
        }
        let complete: Option<Vec<Value>> = arguments.into_iter().collect();
        complete
            .ok_or_else(|| self.unreadable(condition, "a condition that leaves an argument open"))
    }

    fn unreadable(&mut self, term: u32, what: &str) -> ModelError {
        let text = self
            .context
            .text(term)
            .unwrap_or_else(|| self.context.error());
        ModelError::Unreadable(format!("{what}: {text}"))
    }
}
