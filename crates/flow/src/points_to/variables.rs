//! Variables with what they hold, where it is copied to and what is done with it; variables can be unified.

use super::Use;
use crate::bits::Bits;
use crate::hash::FastSet;
use crate::types::TypeId;
use std::collections::VecDeque;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What views look for: the methods of these names.
pub type ViewNames = &'static [&'static str];

/// What is looked at without being kept.
#[derive(Clone, Copy)]
pub struct View {
    /// The methods that may be called; all if there are none.
    pub names: ViewNames,
    /// The view for what is reached only through objects whose methods nobody knows.
    pub deep: Var,
}

#[derive(Default)]
struct Data {
    holds: Bits,
    /// In `holds`, but not passed on yet.
    pending: Vec<u32>,
    queued: bool,
    copies: Vec<(Var, Option<TypeId>)>,
    uses: Vec<Use>,
    /// Library code works with what is held.
    escaped: bool,
    view: Option<View>,
    called: Vec<super::Called>,
}

#[derive(Default)]
pub struct Variables {
    parents: Vec<Var>,
    data: Vec<Data>,
    queue: VecDeque<Var>,
    known_copies: FastSet<(Var, Var, Option<TypeId>)>,
}

impl Variables {
    pub fn fresh(&mut self) -> Var {
        self.fresh_many(1)
    }

    /// The first of several that follow each other.
    pub fn fresh_many(&mut self, count: usize) -> Var {
        let first = Var(self.parents.len() as u32);
        for at in 0..count as u32 {
            self.parents.push(Var(first.0 + at));
            self.data.push(Data::default());
        }
        first
    }

    pub fn find(&mut self, var: Var) -> Var {
        let mut root = var;
        while self.parents[root.0 as usize] != root {
            root = self.parents[root.0 as usize];
        }
        let mut at = var;
        while at != root {
            at = std::mem::replace(&mut self.parents[at.0 as usize], root);
        }
        root
    }

    fn data(&mut self, var: Var) -> &mut Data {
        let root = self.find(var);
        &mut self.data[root.0 as usize]
    }

    pub fn insert(&mut self, var: Var, object: u32) -> bool {
        let root = self.find(var);
        let data = &mut self.data[root.0 as usize];
        if !data.holds.insert(object) {
            return false;
        }
        data.pending.push(object);
        if !data.queued {
            data.queued = true;
            self.queue.push_back(root);
        }
        true
    }

    /// A variable with new objects, which are no longer new.
    pub fn next(&mut self) -> Option<(Var, Vec<u32>)> {
        while let Some(var) = self.queue.pop_front() {
            let data = &mut self.data[var.0 as usize];
            data.queued = false;
            let pending = std::mem::take(&mut data.pending);
            if !pending.is_empty() {
                return Some((var, pending));
            }
        }
        None
    }

    /// Sorted.
    pub fn objects(&mut self, var: Var) -> Vec<u32> {
        self.data(var).holds.to_vec()
    }

    /// Whether the copy is new.
    pub fn add_copy(&mut self, from: Var, to: Var, filter: Option<TypeId>) -> bool {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.known_copies.insert((from, to, filter)) {
            return false;
        }
        self.data[from.0 as usize].copies.push((to, filter));
        true
    }

    pub fn copies(&mut self, var: Var) -> &[(Var, Option<TypeId>)] {
        &self.data(var).copies
    }

    pub fn add_use(&mut self, var: Var, used: Use) {
        self.data(var).uses.push(used);
    }

    pub fn uses(&mut self, var: Var) -> &[Use] {
        &self.data(var).uses
    }

    pub fn is_escaped(&mut self, var: Var) -> bool {
        self.data(var).escaped
    }

    /// What is held is to be looked at; whoever sets this looks at what is there already.
    pub fn set_escaped(&mut self, var: Var) {
        self.data(var).escaped = true;
    }

    pub fn view(&mut self, var: Var) -> Option<View> {
        self.data(var).view
    }

    pub fn set_view(&mut self, var: Var, view: View) {
        self.data(var).view = Some(view);
    }

    pub fn add_called(&mut self, var: Var, called: super::Called) {
        let list = &mut self.data(var).called;
        if !list.contains(&called) {
            list.push(called);
        }
    }

    pub fn called(&mut self, var: Var) -> &[super::Called] {
        &self.data(var).called
    }

    /// Makes two variables one. Returns it, what has to be passed on along the copies and uses that came from either
    /// side, and the objects that library code had not seen before.
    pub fn unify(&mut self, a: Var, b: Var) -> Option<Unified> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return None;
        }
        let weight = |v: Var| {
            let data = &self.data[v.0 as usize];
            data.copies.len() + data.uses.len() + data.holds.len()
        };
        let (kept, gone) = match (weight(a), weight(b)) {
            (x, y) if x > y || x == y && a < b => (a, b),
            _ => (b, a),
        };
        let lost = std::mem::take(&mut self.data[gone.0 as usize]);
        self.parents[gone.0 as usize] = kept;
        let was_escaped = self.data[kept.0 as usize].escaped;
        let before = self.data[kept.0 as usize].holds.to_vec();
        // What the kept one does not know becomes new there; what it knows is old news for its own copies only.
        for object in lost.holds.to_vec() {
            self.insert(kept, object);
        }
        let data = &mut self.data[kept.0 as usize];
        data.escaped |= lost.escaped;
        data.uses.extend(lost.uses.iter().cloned());
        for called in lost.called {
            if !data.called.contains(&called) {
                data.called.push(called);
            }
        }
        let mut copies = Vec::new();
        for (to, filter) in lost.copies {
            if self.add_copy(kept, to, filter) {
                copies.push((to, filter));
            }
        }
        Some(Unified {
            kept,
            unseen: match lost.escaped && !was_escaped {
                true => before.clone(),
                false => Vec::new(),
            },
            before,
            copies,
            uses: lost.uses,
        })
    }
}

pub struct Unified {
    pub kept: Var,
    /// What the kept variable held, which the copies and uses of the other have not seen.
    pub before: Vec<u32>,
    pub copies: Vec<(Var, Option<TypeId>)>,
    pub uses: Vec<Use>,
    /// What library code has not seen of the kept variable's objects.
    pub unseen: Vec<u32>,
}
