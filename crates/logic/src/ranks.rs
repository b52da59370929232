//! Numbers that are only compared with each other need no more values than there are of them. Keys of a search tree are
//! such numbers: of eight keys of 32 bits, three bits each tell everything that a formula asks.
//!
//! Terms are sorted into groups: what is compared, or chosen between, is of one group. A group in which nothing is
//! computed gets ranks instead of numbers. Literals keep their places in the order, with as much room between them as
//! the symbols can need and the numbers had. Any assignment of numbers then has one of ranks under which all comparisons
//! come out the same, and any rank stands for a number.

use crate::model::Model;
use crate::op::{Op, Term};
use crate::pool::Pool;
use crate::sort::Sort;
use crate::value::Value;
use std::collections::{BTreeSet, HashMap};

/// Groups with more ranks than this keep their numbers.
const MANY: u128 = 1 << 14;

/// Which terms have ranks instead of numbers.
#[derive(Debug, Default)]
pub struct Ranks {
    /// The group of a term, where it has ranks.
    group_of: HashMap<Term, usize>,
    groups: Vec<Group>,
    /// What has been rewritten.
    done: HashMap<Term, Term>,
    /// Symbols of numbers, and of their ranks.
    symbols: Vec<(Term, Term, usize)>,
}

/// The ranks of a group.
#[derive(Debug)]
struct Group {
    width: u32,
    /// The number that each rank stands for.
    numbers: Vec<u128>,
    /// The ranks of literals.
    literals: HashMap<u128, u128>,
}

/// How a group is used.
#[derive(Debug, Default, Clone)]
struct Uses {
    computed: bool,
    signed: bool,
    unsigned: bool,
    symbols: u128,
    literals: BTreeSet<u128>,
    width: u32,
}

impl Ranks {
    /// The groups of these formulas, if there are any.
    pub fn of(pool: &Pool, roots: &[Term]) -> Option<Ranks> {
        let mut forest = Forest::default();
        let mut nodes = Vec::new();
        let mut quantified = false;
        pool.visit(roots, |t| {
            quantified |= pool.op(t).is_quantifier();
            nodes.push(t);
        });
        if quantified {
            return None;
        }
        for &t in &nodes {
            let children = pool.children(t);
            match pool.op(t) {
                Op::Ite => {
                    forest.join(pool, t, children[1]);
                    forest.join(pool, t, children[2]);
                }
                Op::Eq | Op::BvUlt | Op::BvSlt => forest.join(pool, children[0], children[1]),
                _ => {}
            }
        }
        let mut uses: HashMap<Term, Uses> = HashMap::new();
        for &t in &nodes {
            let children = pool.children(t);
            let op = pool.op(t);
            if is_number(pool, t) && !op.is_const() {
                let group = uses.entry(forest.find(t)).or_default();
                group.width = pool.width(t);
                match op {
                    Op::Symbol(_) => group.symbols += 1,
                    Op::Ite => {}
                    _ => group.computed = true,
                }
            }
            let compared: &[Term] = match op {
                Op::Ite => &children[1..],
                Op::Eq | Op::BvUlt | Op::BvSlt => children,
                _ => &[],
            };
            for &child in children.iter().filter(|c| is_number(pool, **c)) {
                if compared.is_empty() && !pool.is_const(child) {
                    uses.entry(forest.find(child)).or_default().computed = true;
                }
            }
            let holder = match op {
                Op::Ite => Some(t),
                _ => compared.iter().copied().find(|c| !pool.is_const(*c)),
            };
            let Some(holder) = holder.filter(|holder| is_number(pool, *holder)) else {
                continue;
            };
            let group = uses.entry(forest.find(holder)).or_default();
            group.signed |= op == Op::BvSlt;
            group.unsigned |= op == Op::BvUlt;
            group
                .literals
                .extend(compared.iter().filter_map(|c| pool.as_bv(*c)));
        }
        let mut ranks = Ranks::default();
        let mut chosen: HashMap<Term, usize> = HashMap::new();
        for &t in &nodes {
            if !is_number(pool, t) || pool.is_const(t) {
                continue;
            }
            let root = forest.find(t);
            let at = match chosen.get(&root) {
                Some(at) => *at,
                None => {
                    let Some(group) = uses.get(&root).and_then(Group::new) else {
                        continue;
                    };
                    ranks.groups.push(group);
                    chosen.insert(root, ranks.groups.len() - 1);
                    ranks.groups.len() - 1
                }
            };
            ranks.group_of.insert(t, at);
        }
        (!ranks.groups.is_empty()).then_some(ranks)
    }

    /// A formula with ranks instead of numbers, if it is one of those that the groups were made from, or a part of one.
    /// (Connectives may simplify comparisons to others, so what is built from these need not have ranks.)
    pub fn apply(&mut self, pool: &mut Pool, formula: Term) -> Option<Term> {
        let mut stack = vec![formula];
        while let Some(&t) = stack.last() {
            if self.done.contains_key(&t) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let open = pool.children(t).iter();
            stack.extend(open.filter(|child| !self.done.contains_key(child)));
            if stack.len() > pending {
                continue;
            }
            let result = self.rewritten(pool, t)?;
            self.done.insert(t, result);
            stack.pop();
        }
        self.done.get(&formula).copied()
    }

    fn rewritten(&mut self, pool: &mut Pool, t: Term) -> Option<Term> {
        let op = pool.op(t);
        let children = pool.children(t).to_vec();
        let compares = matches!(op, Op::Eq | Op::BvUlt | Op::BvSlt);
        let group = match op {
            _ if compares => children.iter().find_map(|c| self.group_of.get(c)),
            _ => self.group_of.get(&t),
        };
        let Some(at) = group.copied() else {
            if children.iter().any(|c| self.group_of.contains_key(c)) {
                return None;
            }
            let new: Option<Vec<Term>> =
                children.iter().map(|c| self.done.get(c).copied()).collect();
            return new.map(|new| match new == children {
                true => t,
                false => pool.build(op, pool.sort(t), &new),
            });
        };
        if pool.is_symbol(t) {
            let name = pool.symbol_name(t).to_owned();
            let rank = pool.fresh_symbol(&name, Sort::Bv(self.groups[at].width));
            self.symbols.push((t, rank, at));
            return Some(rank);
        }
        let rank = |pool: &mut Pool, child: Term| match pool.as_bv(child) {
            Some(number) => {
                let group = &self.groups[at];
                let rank = *group.literals.get(&number)?;
                Some(pool.bv(group.width, rank))
            }
            None if self.group_of.get(&child) == Some(&at) => self.done.get(&child).copied(),
            None => None,
        };
        if op == Op::Ite {
            let condition = *self.done.get(&children[0])?;
            let (then, other) = (rank(pool, children[1])?, rank(pool, children[2])?);
            return Some(pool.ite(condition, then, other));
        }
        let (a, b) = (rank(pool, children[0])?, rank(pool, children[1])?);
        Some(match op {
            Op::Eq => pool.eq(a, b),
            _ => pool.ult(a, b),
        })
    }

    /// Whether a symbol is one of ranks, and the rank that zero has, if it has one.
    pub fn rank_of_zero(&self, symbol: Term) -> Option<Option<u128>> {
        let of = self.symbols.iter().find(|(_, rank, _)| *rank == symbol);
        of.map(|(_, _, group)| {
            let mut numbers = self.groups[*group].numbers.iter();
            numbers.position(|number| *number == 0).map(|at| at as u128)
        })
    }

    /// A model of the formulas as they were, from one of those with ranks.
    pub fn model(&self, pool: &Pool, ranked: &Model) -> Model {
        let mut model = Model::new();
        for (symbol, value) in ranked.iter() {
            model.set(symbol, value.clone());
        }
        for (f, table) in ranked.functions() {
            model.set_function(f, table.clone());
        }
        for (symbol, rank, group) in &self.symbols {
            let rank = match ranked.get(*rank) {
                Some(Value::Bv { bits, .. }) => *bits as usize,
                _ => 0,
            };
            let (bits, width) = (self.groups[*group].numbers[rank], pool.width(*symbol));
            model.set(*symbol, Value::Bv { width, bits });
        }
        model
    }
}

impl Group {
    /// The ranks that a group needs, if they are fewer than its numbers.
    fn new(uses: &Uses) -> Option<Group> {
        if uses.computed || uses.signed && uses.unsigned || uses.width > 64 || uses.symbols == 0 {
            return None;
        }
        // Numbers are shifted so that their order is that of unsigned ones.
        let flip = if uses.signed {
            1 << (uses.width - 1)
        } else {
            0
        };
        let all = 1u128 << uses.width;
        let literals: BTreeSet<u128> = uses.literals.iter().map(|n| n ^ flip).collect();
        let is_ordered = uses.signed || uses.unsigned;
        // The numbers between two literals; where order does not count, one room has place for all.
        let mut rooms: Vec<(u128, u128, u128)> = Vec::new();
        let mut from = 0;
        let mut needed = literals.len() as u128;
        for end in literals.iter().copied().chain([all]) {
            let free = end - from;
            let wanted = free.min(uses.symbols);
            needed += wanted;
            rooms.push((from, free, wanted));
            from = end + 1;
        }
        if !is_ordered {
            let mut open = uses.symbols;
            for room in &mut rooms {
                room.2 = room.1.min(open);
                open -= room.2;
            }
            needed = literals.len() as u128 + uses.symbols - open;
        }
        if needed > MANY {
            return None;
        }
        let width = (128 - (needed - 1).leading_zeros()).max(1);
        if width >= uses.width {
            return None;
        }
        // All ranks of this width stand for something.
        let mut over = (1u128 << width) - needed;
        for room in rooms.iter_mut().rev() {
            let more = over.min(room.1 - room.2);
            room.2 += more;
            over -= more;
        }
        let zero = flip;
        let mut numbers = Vec::new();
        let mut ranks = HashMap::new();
        let mut literals = literals.into_iter();
        for (at, (from, free, count)) in rooms.into_iter().enumerate() {
            // Near zero, or else near a literal, numbers are easier to read.
            let end = from + free;
            let start = match at {
                _ if (from..end).contains(&zero) => zero.min(end - count),
                0 => end - count,
                _ => from,
            };
            numbers.extend((start..start + count).map(|number| number ^ flip));
            if let Some(literal) = literals.next() {
                ranks.insert(literal ^ flip, numbers.len() as u128);
                numbers.push(literal ^ flip);
            }
        }
        Some(Group {
            width,
            numbers,
            literals: ranks,
        })
    }
}

fn is_number(pool: &Pool, t: Term) -> bool {
    matches!(pool.sort(t), Sort::Bv(_))
}

/// Terms that belong together. Literals belong to nothing: they occur everywhere.
#[derive(Default)]
struct Forest {
    parents: HashMap<Term, Term>,
}

impl Forest {
    fn find(&mut self, t: Term) -> Term {
        let mut root = t;
        while let Some(&parent) = self.parents.get(&root) {
            root = parent;
        }
        let mut at = t;
        while at != root {
            let next = self.parents.insert(at, root);
            at = next.unwrap_or(root);
        }
        root
    }

    fn join(&mut self, pool: &Pool, a: Term, b: Term) {
        if !is_number(pool, a) || pool.is_const(a) || pool.is_const(b) {
            return;
        }
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parents.insert(a, b);
        }
    }
}
