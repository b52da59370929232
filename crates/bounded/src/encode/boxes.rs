//! The identity of objects that the JVM chooses. Each call of `valueOf` makes an object of its own here, so that two of them may be one on a JVM:
//! for small values they must be, for others they may be. So may two lambdas of one expression. And one object stands for all classes
//! that are not known.

use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::boxes::{self, BoxKind};
use crate::constants::{CLASS, Path, SOME};
use crate::graph::MapInfo;
use crate::universe::ObjectClass;
use crate::values;
use classpath::Name;
use logic::{Sort, Term};

impl Expanded<'_> {
    /// Whether two references are the same object, and where that is up to the JVM.
    pub(super) fn same_object(&mut self, state: &State, a: Term, b: Term) -> (Term, Term) {
        let mut same = self.pool.eq(a, b);
        let mut open = self.pool.ff();
        for (one, other) in [(a, b), (b, a)] {
            let unclear = self.same_class(one, other);
            open = self.pool.or(open, unclear);
        }
        let classes = self.universe.classes.iter();
        let mut kinds: Vec<&BoxKind> = (classes.filter(|class| class.may_be_cached()))
            .filter_map(|class| boxes::of_class(&class.name))
            .collect();
        kinds.dedup_by_key(|kind| kind.class);
        if self.pool.as_bool(same) == Some(true) {
            return (same, open);
        }
        let unclear = self.same_lambda(a, b);
        let not = self.pool.not(same);
        let unclear = self.pool.and(unclear, not);
        open = self.pool.or(open, unclear);
        for kind in kinds {
            let of = |class: &ObjectClass| &*class.name == kind.class;
            let (first, second) = (self.in_classes(a, &of), self.in_classes(b, &of));
            let both = self.pool.and(first, second);
            if self.pool.as_bool(both) == Some(false) {
                continue;
            }
            let (first, second) = (self.is_returned(kind, a), self.is_returned(kind, b));
            let map = self.map(MapInfo::Field {
                class: kind.class.into(),
                name: kind.field.into(),
                descriptor: kind.descriptor.into(),
            });
            let (x, y) = (self.field(state, map, a), self.field(state, map, b));
            let equal = self.pool.eq(x, y);
            let equal = self.pool.and(both, equal);
            let cached = self.is_cached(kind, x);
            let mut both = self.pool.and(first, second);
            if self.boxes_by_contract {
                // A method that is not looked into may also make new ones.
                both = self.pool.ff();
            }
            let both = self.pool.and(both, cached);
            let one = self.pool.and(equal, both);
            // What two objects of before are is a part of the state before.
            let some = self.pool.or(first, second);
            let not = self.pool.or(same, both);
            let not = self.pool.not(not);
            let unclear = self.pool.and(equal, some);
            let unclear = self.pool.and(unclear, not);
            same = self.pool.or(same, one);
            open = self.pool.or(open, unclear);
        }
        (same, open)
    }

    /// Whether both come from the same lambda expression, which may return the same object each time (JLS 15.27.4).
    fn same_lambda(&mut self, a: Term, b: Term) -> Term {
        let program = self.program;
        let classes = self.universe.classes.iter();
        let lambdas = classes.filter(|class| class.made > 1 && program.is_lambda(&class.name));
        let names: Vec<Name> = lambdas.map(|class| class.name.clone()).collect();
        let mut found = self.pool.ff();
        for name in names {
            let of = |class: &ObjectClass| class.name == name;
            let (first, second) = (self.in_classes(a, &of), self.in_classes(b, &of));
            let both = self.pool.and(first, second);
            found = self.pool.or(found, both);
        }
        found
    }

    /// Whether one is the class that stands for several, and the other may be any of them.
    fn same_class(&mut self, one: Term, other: Term) -> Term {
        let fixed = self.universe.fixed.iter();
        let of_class = |path: &Option<Path>| {
            let path = path.as_ref().filter(|path| &*path.field == CLASS);
            path.map(|path| path.class.clone())
        };
        let classes: Vec<(u32, Name)> = fixed
            .filter_map(|(number, (_, fixed))| Some((*number, of_class(&fixed.path)?)))
            .collect();
        let some = classes.iter().find(|(_, name)| &**name == SOME);
        let Some((some, _)) = some else {
            return self.pool.ff();
        };
        let mut any = self.pool.ff();
        for (number, name) in &classes {
            if !self.program.is_own(name) {
                let is = self.pool.eq_number(other, *number, self.universe.width);
                any = self.pool.or(any, is);
            }
        }
        let is = self.pool.eq_number(one, *some, self.universe.width);
        self.pool.and(is, any)
    }

    /// Whether a box is one that `valueOf` returned here, or that a static final field holds.
    pub(super) fn is_returned(&mut self, kind: &BoxKind, object: Term) -> Term {
        let mut found = self.pool.ff();
        for at in 0..self.universe.classes.len() {
            let class = &self.universe.classes[at];
            if &*class.name != kind.class || !class.may_be_cached() {
                continue;
            }
            let numbers = match class.constants {
                true => class.numbers(),
                false => class.numbers_before().end..class.numbers().end,
            };
            let within = self.within(object, numbers.start, numbers.end - 1);
            found = self.pool.or(found, within);
        }
        found
    }

    /// Whether `valueOf` returns the same box for a value each time (JLS 5.1.7).
    fn is_cached(&mut self, kind: &BoxKind, cell: Term) -> Term {
        let (low, high) = match kind.descriptor {
            "Z" | "B" => return self.pool.tt(),
            "F" | "D" => return self.pool.ff(),
            "C" => (0, 127),
            _ => (-128, 127),
        };
        let Sort::Bv(width) = self.pool.sort(cell) else {
            return self.pool.ff();
        };
        if width <= 8 {
            return self.pool.tt();
        }
        let low = values::signed(&mut self.pool, width, low);
        let high = values::signed(&mut self.pool, width, high);
        let (above, below) = match kind.descriptor {
            "C" => (self.pool.uge(cell, low), self.pool.ule(cell, high)),
            _ => (self.pool.sge(cell, low), self.pool.sle(cell, high)),
        };
        self.pool.and(above, below)
    }
}
