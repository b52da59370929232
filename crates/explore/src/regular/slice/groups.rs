//! Which inputs have to do with each other.

use logic::Term;
use std::collections::{HashMap, HashSet};

/// Which inputs are related by conditions: a union-find over symbols.
#[derive(Default)]
pub struct Groups {
    parents: HashMap<Term, Term>,
    wanted: HashSet<Term>,
}

impl Groups {
    fn find(&mut self, symbol: Term) -> Term {
        let mut root = symbol;
        while let Some(parent) = self.parents.get(&root) {
            root = *parent;
        }
        let mut at = symbol;
        while let Some(parent) = self.parents.insert(at, root) {
            at = parent;
        }
        self.parents.remove(&root);
        root
    }

    pub fn join(&mut self, symbols: &[Term]) {
        let Some((first, rest)) = symbols.split_first() else {
            return;
        };
        let mut root = self.find(*first);
        for symbol in rest {
            let other = self.find(*symbol);
            if other != root {
                self.parents.insert(other, root);
                root = self.find(root);
            }
        }
    }

    pub fn want(&mut self, symbols: &[Term]) {
        if let Some(first) = symbols.first() {
            let root = self.find(*first);
            self.wanted.insert(root);
        }
    }

    pub fn is_wanted(&mut self, symbols: &[Term]) -> bool {
        let Some(first) = symbols.first() else {
            return false;
        };
        let root = self.find(*first);
        self.wanted.contains(&root)
    }
}
