//! Models: values for symbols, functions and uninterpreted sorts. A model is persistent, so that every state of an
//! exploration can carry its own; it knows how it was extended, so that an evaluator can keep what it computed.

use crate::op::{FunId, Term};
use crate::pool::Pool;
use crate::value::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

static NEXT_VERSION: AtomicU64 = AtomicU64::new(1);

fn next_version() -> u64 {
    NEXT_VERSION.fetch_add(1, Ordering::Relaxed)
}

/// A function as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTable {
    pub entries: BTreeMap<Vec<Value>, Value>,
    pub default: Value,
}

impl FunctionTable {
    pub fn get(&self, arguments: &[Value]) -> &Value {
        self.entries.get(arguments).unwrap_or(&self.default)
    }
}

/// Values for symbols and functions; what is not set has the default of its sort. Clones share structure.
#[derive(Clone, Debug)]
pub struct Model {
    values: imbl::OrdMap<Term, Value>,
    functions: imbl::OrdMap<FunId, Rc<FunctionTable>>,
    /// The state in which the last change was something else than giving a value to a symbol that had none.
    base: u64,
    /// Every extension since: the version it made and the symbol it set. Versions are unique in the process, so two
    /// clones that are extended differently never pass for each other.
    extensions: imbl::Vector<(u64, Term)>,
}

impl Default for Model {
    fn default() -> Self {
        Model::new()
    }
}

impl Model {
    pub fn new() -> Model {
        Model {
            values: imbl::OrdMap::new(),
            functions: imbl::OrdMap::new(),
            base: next_version(),
            extensions: imbl::Vector::new(),
        }
    }

    /// The value of a symbol, if it was set.
    pub fn get(&self, symbol: Term) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// The value of a symbol, by default zero of its sort.
    pub fn value_of(&self, pool: &Pool, symbol: Term) -> Value {
        self.get(symbol)
            .cloned()
            .unwrap_or_else(|| Value::default_of(pool, pool.sort(symbol)))
    }

    /// Sets a symbol. Setting one that had no value extends the model: values computed from other symbols stay valid.
    pub fn set(&mut self, symbol: Term, value: Value) {
        match self.values.insert(symbol, value.clone()) {
            None => self.extensions.push_back((next_version(), symbol)),
            Some(old) if old == value => {}
            Some(_) => self.restart(),
        }
    }

    /// The table of a function, if it was set.
    pub fn function(&self, f: FunId) -> Option<&FunctionTable> {
        self.functions.get(&f).map(|table| &**table)
    }

    pub fn set_function(&mut self, f: FunId, table: FunctionTable) {
        self.functions.insert(f, Rc::new(table));
        self.restart();
    }

    /// Forgets all tables, so that functions with a meaning are what they mean.
    pub fn clear_functions(&mut self) {
        if !self.functions.is_empty() {
            self.functions = imbl::OrdMap::new();
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.base = next_version();
        self.extensions = imbl::Vector::new();
    }

    /// The symbols that were set, with their values, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Value)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }

    /// The functions that were set.
    pub fn functions(&self) -> impl Iterator<Item = (FunId, &FunctionTable)> {
        self.functions.iter().map(|(&f, table)| (f, &**table))
    }

    /// The number of symbols that were set.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.functions.is_empty()
    }

    /// Identifies the content: equal generations mean equal models.
    pub fn generation(&self) -> u64 {
        self.extensions
            .last()
            .map_or(self.base, |&(version, _)| version)
    }

    /// The symbols set since a generation, if this model is an extension of it.
    pub(crate) fn extension_since(&self, generation: u64) -> Option<impl Iterator<Item = Term>> {
        let start = if generation == self.base {
            0
        } else {
            self.extensions
                .binary_search_by_key(&generation, |&(version, _)| version)
                .ok()?
                + 1
        };
        Some((start..self.extensions.len()).map(|i| self.extensions[i].1))
    }
}
