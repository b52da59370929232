//! Walks over the graph of a term: size, free symbols, substitution. All of them keep their own stack; only nested
//! quantifiers add a level, because each opens a scope of its own.

use crate::op::{Op, Term};
use crate::pool::Pool;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Pool {
    /// The number of different nodes of a term.
    pub fn size(&self, t: Term) -> usize {
        let mut count = 0;
        self.visit(&[t], |_| count += 1);
        count
    }

    /// Calls a function once for every node of these terms, in no particular but a reproducible order.
    pub fn visit(&self, roots: &[Term], mut f: impl FnMut(Term)) {
        let mut marks = self.marks.take();
        if marks.stamp == u32::MAX {
            marks.seen.clear();
            marks.stamp = 0;
        }
        marks.stamp += 1;
        marks.seen.resize(self.len(), 0);
        let mut stack = roots.to_vec();
        let mut looked = 0;
        while let Some(t) = stack.pop() {
            looked += 1;
            let seen = &mut marks.seen[t.index() as usize];
            if *seen != marks.stamp {
                *seen = marks.stamp;
                f(t);
                stack.extend_from_slice(self.children(t));
            }
        }
        self.look(looked);
        self.marks.replace(marks);
    }

    /// The free symbols of a term, sorted by id. Answers are cached per term asked for.
    pub fn symbols(&self, t: Term) -> Vec<Term> {
        self.support(t).to_vec()
    }

    /// The free symbols of a term, sorted by id, shared with the cache.
    pub fn support(&self, t: Term) -> Rc<[Term]> {
        struct Scope {
            root: Term,
            stack: Vec<Term>,
            seen: BTreeSet<Term>,
            found: BTreeSet<Term>,
        }
        let open = |root: Term| Scope {
            root,
            stack: vec![root],
            seen: BTreeSet::new(),
            found: BTreeSet::new(),
        };
        if let Some(known) = self.supports.borrow().get(&t) {
            return known.clone();
        }
        let mut scopes = vec![open(t)];
        loop {
            let Some(scope) = scopes.last_mut() else {
                return self.supports.borrow()[&t].clone();
            };
            let Some(node) = scope.stack.pop() else {
                let scope = scopes.pop();
                if let Some(scope) = scope {
                    let support: Rc<[Term]> = scope.found.into_iter().collect();
                    self.supports.borrow_mut().insert(scope.root, support);
                }
                continue;
            };
            if self.is_symbol(node) {
                scope.found.insert(node);
                continue;
            }
            if self.op(node).is_leaf() || !scope.seen.insert(node) {
                continue;
            }
            if let Some(known) = self.supports.borrow().get(&node) {
                scope.found.extend(known.iter().copied());
                continue;
            }
            let children = self.children(node);
            match self.op(node) {
                Op::Forall | Op::Exists => {
                    let (body, bound) = (
                        children[children.len() - 1],
                        &children[..children.len() - 1],
                    );
                    let known = self.supports.borrow().get(&body).cloned();
                    match known {
                        Some(known) => scope
                            .found
                            .extend(known.iter().filter(|s| !bound.contains(s))),
                        None => {
                            // Come back once the body is known.
                            scope.seen.remove(&node);
                            scope.stack.push(node);
                            scopes.push(open(body));
                        }
                    }
                }
                _ => scope.stack.extend_from_slice(children),
            }
        }
    }

    /// Replaces terms by terms of the same sort, all at once, everywhere they occur free, and simplifies what changes.
    /// Bound variables are renamed where they would capture a free symbol of what is put in.
    #[track_caller]
    pub fn substitute(&mut self, t: Term, map: &BTreeMap<Term, Term>) -> Term {
        for (&from, &to) in map {
            self.expect_same_sort(from, to);
        }
        self.substitute_in(t, map)
    }

    fn substitute_in(&mut self, t: Term, map: &BTreeMap<Term, Term>) -> Term {
        let mut done: BTreeMap<Term, Term> = map.clone();
        let mut stack = vec![t];
        while let Some(&node) = stack.last() {
            if done.contains_key(&node) {
                stack.pop();
                continue;
            }
            if self.op(node).is_quantifier() {
                let result = self.substitute_quantifier(node, map);
                done.insert(node, result);
                stack.pop();
                continue;
            }
            let pending = stack.len();
            stack.extend(
                self.children(node)
                    .iter()
                    .filter(|child| !done.contains_key(child)),
            );
            if stack.len() > pending {
                continue;
            }
            let children: Vec<Term> = self
                .children(node)
                .iter()
                .map(|child| done[child])
                .collect();
            let result = if children == self.children(node) {
                node
            } else {
                self.build(self.op(node), self.sort(node), &children)
            };
            done.insert(node, result);
            stack.pop();
        }
        done[&t]
    }

    fn substitute_quantifier(&mut self, t: Term, map: &BTreeMap<Term, Term>) -> Term {
        let children = self.children(t).to_vec();
        let (body, bound) = (
            children[children.len() - 1],
            &children[..children.len() - 1],
        );
        // A replaced term that mentions a bound variable means another variable of that name.
        let mut inner: BTreeMap<Term, Term> = BTreeMap::new();
        for (&from, &to) in map {
            let support = self.support(from);
            if !bound
                .iter()
                .any(|symbol| support.binary_search(symbol).is_ok())
            {
                inner.insert(from, to);
            }
        }
        let incoming: BTreeSet<Term> = inner.values().flat_map(|&to| self.symbols(to)).collect();
        let mut renamed = Vec::with_capacity(bound.len());
        for &symbol in bound {
            if incoming.contains(&symbol) {
                let name = self.symbol_name(symbol).to_owned();
                let fresh = self.fresh_symbol(&name, self.sort(symbol));
                inner.insert(symbol, fresh);
                renamed.push(fresh);
            } else {
                renamed.push(symbol);
            }
        }
        let body = self.substitute_in(body, &inner);
        if self.op(t) == Op::Forall {
            self.forall(&renamed, body)
        } else {
            self.exists(&renamed, body)
        }
    }
}
