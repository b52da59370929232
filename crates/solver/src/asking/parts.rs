//! Conjuncts that depend on each other: those that share a symbol, directly or through others (Definition 7.1 of the
//! thesis). Conjuncts in different parts can be solved by themselves, and their solutions put together.

use logic::{Pool, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Conjuncts that depend on each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// In the order of the path.
    pub conjuncts: Vec<Term>,
    /// Sorted.
    pub symbols: Vec<Term>,
}

impl Part {
    pub fn key(&self) -> Box<[Term]> {
        let mut key = self.conjuncts.clone();
        key.sort_unstable();
        key.dedup();
        key.into()
    }
}

/// The parts of a conjunction, and how they came about, so that conjuncts can be taken back.
#[derive(Default)]
pub struct Parts {
    path: Vec<Term>,
    /// For each prefix of the path, which part each symbol belongs to. Prefixes share what they have in common.
    before: Vec<imbl::OrdMap<Term, Rc<Part>>>,
    now: imbl::OrdMap<Term, Rc<Part>>,
}

impl Parts {
    pub fn of(pool: &Pool, conjuncts: &[Term]) -> Parts {
        let mut parts = Parts::default();
        parts.align(pool, conjuncts);
        parts
    }

    /// Makes these the parts of another conjunction, from where it differs from the last.
    pub fn align(&mut self, pool: &Pool, path: &[Term]) {
        let pairs = self.path.iter().zip(path);
        let common = pairs.take_while(|(a, b)| a == b).count();
        if common < self.path.len() {
            self.now = self.before[common].clone();
            self.before.truncate(common);
            self.path.truncate(common);
        }
        for term in &path[common..] {
            self.before.push(self.now.clone());
            self.path.push(*term);
            let part = Rc::new(self.with(pool, *term));
            for symbol in &part.symbols {
                self.now.insert(*symbol, Rc::clone(&part));
            }
        }
    }

    /// The part that a further conjunct would belong to.
    pub fn with(&self, pool: &Pool, term: Term) -> Part {
        let mut part = Part::default();
        // By address: parts that were told apart have no symbol in common.
        let mut touched: BTreeMap<*const Part, &Rc<Part>> = BTreeMap::new();
        for symbol in pool.support(term).iter() {
            match self.now.get(symbol) {
                Some(known) => {
                    touched.insert(Rc::as_ptr(known), known);
                }
                None => part.symbols.push(*symbol),
            }
        }
        for known in touched.into_values() {
            part.conjuncts.extend(&known.conjuncts);
            part.symbols.extend(&known.symbols);
        }
        if !part.conjuncts.is_empty() {
            let mut members = part.conjuncts.clone();
            members.sort_unstable();
            let in_order = self.path.iter().copied();
            part.conjuncts = in_order
                .filter(|t| members.binary_search(t).is_ok())
                .collect();
        }
        part.conjuncts.push(term);
        part.symbols.sort_unstable();
        part
    }

    /// All parts, in the order of their first symbols.
    pub fn all(&self) -> Vec<Rc<Part>> {
        let firsts = self.now.iter();
        let own = firsts.filter(|(symbol, part)| part.symbols.first() == Some(symbol));
        own.map(|(_, part)| Rc::clone(part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::Sort;

    fn inputs(pool: &mut Pool) -> [Term; 4] {
        ["a", "b", "c", "d"].map(|name| pool.symbol(name, Sort::Bv(32)))
    }

    #[test]
    fn conjuncts_that_share_a_symbol_are_one_part() {
        let mut pool = Pool::new();
        let [a, b, c, d] = inputs(&mut pool);
        let (ab, cd, bc) = (pool.slt(a, b), pool.slt(c, d), pool.slt(b, c));
        let mut parts = Parts::of(&pool, &[ab, cd]);
        let members = |parts: &Parts| -> Vec<Vec<Term>> {
            let all = parts.all();
            all.iter().map(|part| part.conjuncts.clone()).collect()
        };
        assert_eq!(members(&parts), [vec![ab], vec![cd]]);
        assert_eq!(parts.with(&pool, bc).conjuncts, [ab, cd, bc]);
        assert_eq!(parts.with(&pool, bc).symbols, [a, b, c, d]);
        parts.align(&pool, &[ab, cd, bc]);
        assert_eq!(members(&parts), [vec![ab, cd, bc]]);
        // Taking a conjunct back tells the parts apart again.
        parts.align(&pool, &[ab, cd]);
        assert_eq!(members(&parts), [vec![ab], vec![cd]]);
        parts.align(&pool, &[cd]);
        assert_eq!(members(&parts), [vec![cd]]);
    }

    #[test]
    fn keeping_parts_gives_what_making_them_anew_gives() {
        let mut pool = Pool::new();
        let symbols = inputs(&mut pool);
        let mut kept = Parts::default();
        let mut seed = 7_u64;
        let mut next = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % n
        };
        let mut path: Vec<Term> = Vec::new();
        for step in 0..200 {
            path.truncate(next(path.len() + 1));
            for _ in 0..next(4) {
                let (a, b) = (symbols[next(4)], symbols[next(4)]);
                let bound = pool.bv32(step);
                let sum = pool.add(a, b);
                path.push(pool.slt(sum, bound));
            }
            kept.align(&pool, &path);
            assert_eq!(kept.all(), Parts::of(&pool, &path).all());
        }
    }
}
