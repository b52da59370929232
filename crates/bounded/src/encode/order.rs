//! Of all heaps that differ in nothing but the numbers of objects, the expanded encoding keeps one or a few: objects of a
//! class are numbered in the order in which a walk comes across them.
//!
//! The walk looks at the roots, then at one object after the other. An object whose turn comes before anything led to it
//! is come across there, so every heap can be numbered like this, step by step. What a slot can lead to is then limited
//! by how much can have been seen before it, which keeps formulas small: the first slot of a type holds null or the first
//! object.
//!
//! Where no counterexample needs objects of a class that nothing leads to (`crate::needed`), an object whose turn comes
//! before anything led to it does not exist. That takes a walk in which all that can lead to such a class has had its turn:
//! classes that lead to each other are looked at together, and after those that lead to them.

use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::graph::{Map, MapInfo};
use crate::universe::ObjectClass;
use logic::Term;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A place before the method that holds a reference: an object's field, or an element of an array.
pub(super) type Slot = (u32, MapInfo, u32);

/// How many objects of each class have been come across.
pub(super) type Seen = Rc<[u32]>;

/// Everything that the walk looks at.
#[derive(Default)]
pub(super) struct Order {
    roots: Vec<Term>,
    steps: Vec<Step>,
    /// How much can have been seen once a slot has been looked at.
    most: HashMap<Slot, Seen>,
    /// Classes of which no object exists that nothing has led to by its turn.
    led: Vec<usize>,
}

#[derive(Clone)]
enum Step {
    Turn(u32),
    Slot(Slot),
}

impl Order {
    /// The most objects of each class that a slot can choose from, if the walk looks at it.
    pub fn most(&self, slot: &Slot) -> Option<Seen> {
        self.most.get(slot).cloned()
    }
}

impl Expanded<'_> {
    /// Decides on the walk, before anything but the roots has been made.
    pub(super) fn begin_order(&mut self, roots: &[Term]) {
        let mut seen = vec![0; self.universe.classes.len()];
        for root in roots {
            let candidates = self.candidates(*root);
            let choice = |class: &usize| {
                let numbers = self.universe.classes[*class].numbers_before();
                candidates.iter().any(|number| numbers.contains(number))
            };
            let classes: Vec<usize> = (0..seen.len()).filter(choice).collect();
            for class in classes {
                self.see_one_more(&mut seen, class);
            }
            let (left, out): (Vec<u32>, Vec<u32>) = (candidates.iter().copied())
                .partition(|number| *number == 0 || self.is_seen(&seen, *number));
            for number in out {
                let is = self.pool.eq_number(*root, number, self.universe.width);
                let fact = self.pool.not(is);
                self.facts.push(fact);
            }
            self.candidates.insert(*root, left.into());
        }
        let steps = self.steps(roots);
        self.order = Order {
            roots: roots.to_vec(),
            steps,
            most: HashMap::new(),
            led: std::mem::take(&mut self.order.led),
        };
        for step in self.order.steps.clone() {
            match step {
                Step::Turn(object) => {
                    if let Some(class) = self.class_at(object) {
                        let first = self.universe.classes[class].first;
                        seen[class] = seen[class].max(object - first + 1);
                    }
                }
                Step::Slot(slot) => {
                    for class in self.targets(&slot) {
                        self.see_one_more(&mut seen, class);
                    }
                    self.order.most.insert(slot, seen.clone().into());
                }
            }
        }
    }

    fn see_one_more(&self, seen: &mut [u32], class: usize) {
        let info = &self.universe.classes[class];
        seen[class] = match info.constants {
            true => info.before,
            false => info.before.min(seen[class] + 1),
        };
    }

    fn is_seen(&self, seen: &[u32], number: u32) -> bool {
        let class = self.class_at(number);
        class.is_none_or(|class| {
            let info = &self.universe.classes[class];
            !info.numbers_before().contains(&number) || number - info.first < seen[class]
        })
    }

    fn class_at(&self, object: u32) -> Option<usize> {
        let mut classes = self.universe.classes.iter();
        classes.position(|class| class.numbers().contains(&object))
    }

    /// The classes of objects before that a slot may hold.
    fn targets(&self, (object, info, _): &Slot) -> Vec<usize> {
        let holder = self.universe.class_of(*object);
        let descriptor = match (info, holder) {
            (MapInfo::Field { descriptor, .. }, _) => descriptor,
            (_, Some(class)) if class.is_array() => &class.name[1..],
            (_, Some(class)) if class.is_list() => "",
            _ => return Vec::new(),
        };
        let ty = match descriptor.strip_prefix('L') {
            Some(name) => name.trim_end_matches(';'),
            None => descriptor,
        };
        let fits = |class: &ObjectClass| match ty {
            "" => self.fits_list(class),
            ty => self.program.is_subclass(&class.name, ty),
        };
        let classes = self.universe.classes.iter().enumerate();
        classes
            .filter(|(_, class)| class.before > 0 && fits(class))
            .map(|(at, _)| at)
            .collect()
    }

    /// First objects come first, and of these those that are nearer to the roots.
    fn steps(&mut self, roots: &[Term]) -> Vec<Step> {
        let maps = super::all_reference_maps(self.program, &self.universe);
        let slots_of = |object: u32, heap: &Expanded| {
            let class = heap.universe.class_of(object);
            let mut slots: Vec<Slot> = Vec::new();
            for info in &maps {
                if !class.is_some_and(|class| class.has(heap.program, info)) {
                    continue;
                }
                let stride = match info {
                    MapInfo::Elements(_) => heap.scope.length,
                    _ => 1,
                };
                for offset in 0..stride {
                    let slot = (object, info.clone(), offset);
                    if !slots.contains(&slot) {
                        slots.push(slot);
                    }
                }
            }
            slots
        };
        let mut ranks: Vec<usize> = Vec::new();
        let near = |ranks: &mut Vec<usize>, class: usize| {
            if !ranks.contains(&class) {
                ranks.push(class);
            }
        };
        for root in roots {
            for number in self.candidates(*root).iter() {
                if let Some(class) = self.class_at(*number) {
                    near(&mut ranks, class);
                }
            }
        }
        let mut at = 0;
        for rest in 0..=self.universe.classes.len() {
            while let Some(class) = ranks.get(at).copied() {
                at += 1;
                let first = self.universe.classes[class].first;
                for slot in slots_of(first, self) {
                    for target in self.targets(&slot) {
                        near(&mut ranks, target);
                    }
                }
            }
            if rest < self.universe.classes.len() {
                near(&mut ranks, rest);
            }
        }
        let groups = self.groups(&ranks, &slots_of);
        let classes = self.universe.classes.iter();
        let most = classes.map(|class| class.before).max().unwrap_or(0);
        let mut steps = Vec::new();
        for group in &groups {
            for index in 0..most {
                for class in group {
                    let class = &self.universe.classes[*class];
                    if index >= class.before || class.constants {
                        continue;
                    }
                    let object = class.first + index;
                    steps.push(Step::Turn(object));
                    steps.extend(slots_of(object, self).into_iter().map(Step::Slot));
                }
            }
        }
        steps
    }

    /// The classes that are looked at together, group after group. Keeps those among `led` that are a group by themselves.
    fn groups(
        &mut self,
        ranks: &[usize],
        slots_of: &impl Fn(u32, &Expanded) -> Vec<Slot>,
    ) -> Vec<Vec<usize>> {
        // What nobody counts is all there.
        let is_counted = |class: usize, heap: &Expanded| heap.counts[class].is_some();
        let led: Vec<usize> = (ranks.iter().copied())
            .filter(|class| self.led.contains(&self.universe.classes[*class].name))
            .filter(|class| is_counted(*class, self))
            .collect();
        self.order.led.clear();
        if led.is_empty() {
            return vec![ranks.to_vec()];
        }
        let size = self.universe.classes.len();
        let mut leads = vec![vec![false; size]; size];
        for class in ranks {
            let first = self.universe.classes[*class].first;
            for slot in slots_of(first, self) {
                for target in self.targets(&slot) {
                    leads[*class][target] = true;
                }
            }
        }
        for middle in 0..size {
            for from in 0..size {
                if leads[from][middle] {
                    let onward = leads[middle].clone();
                    (leads[from].iter_mut().zip(onward)).for_each(|(to, on)| *to |= on);
                }
            }
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut left = ranks.to_vec();
        while let Some(next) = left.iter().copied().find(|class| {
            let mut others = left.iter();
            !others.any(|other| leads[*other][*class] && !leads[*class][*other])
        }) {
            let together =
                |class: &usize| *class == next || leads[next][*class] && leads[*class][next];
            let (group, rest) = left.into_iter().partition(together);
            groups.push(group);
            left = rest;
        }
        let alone = |class: &usize| groups.iter().any(|group| group[..] == [*class]);
        self.order.led = led.into_iter().filter(alone).collect();
        groups
    }

    /// Says that objects are numbered in the order of the walk. What the formula does not speak of is not looked at.
    pub(super) fn number_in_order(&mut self) {
        // What places can hold was found out along the maps of the whole method.
        for info in self.tight.clone().iter().flat_map(|tight| &tight.maps) {
            let map = self.map(info.clone());
            self.initial(map);
        }
        let order = std::mem::take(&mut self.order);
        let mut found: Vec<Term> = vec![self.pool.ff(); self.universe.end as usize];
        let always = self.pool.tt();
        for root in &order.roots {
            self.come_across(*root, always, &mut found);
        }
        let start = State::default();
        let mut is_led = false;
        for step in &order.steps {
            let slot @ (object, info, offset) = match step {
                Step::Turn(object) => {
                    let class = self.class_at(*object);
                    is_led = class.is_some_and(|class| order.led.contains(&class));
                    if is_led {
                        let number = self.pool.number(*object, self.universe.width);
                        let exists = self.exists(&start, number);
                        let fact = self.pool.implies(exists, found[*object as usize]);
                        self.facts.push(fact);
                    } else {
                        found[*object as usize] = always;
                    }
                    continue;
                }
                Step::Slot(slot) => slot,
            };
            let Some(cell) = self.cell_before(slot) else {
                continue;
            };
            let holder = self.pool.number(*object, self.universe.width);
            let mut counts = self.exists(&start, holder);
            if is_led {
                // What does not exist may hold anything, so that null will do.
                let null = self.pool.eq_number(cell, 0, self.universe.width);
                let fact = self.pool.or(counts, null);
                self.facts.push(fact);
            }
            if matches!(info, MapInfo::Elements(_)) {
                // What lies behind the end of an array is no part of the heap.
                let length = self.length(&start, holder);
                let index = self.widths.int(&mut self.pool, *offset as i32);
                let inside = self.pool.ult(index, length);
                counts = self.pool.and(counts, inside);
            }
            self.come_across(cell, counts, &mut found);
        }
        self.order = order;
    }

    /// The places that the walk looks at, with what they hold.
    pub(super) fn slots_in_order(&self) -> Vec<(Slot, Term)> {
        let slots = self.order.steps.iter().filter_map(|step| match step {
            Step::Slot(slot) => Some((slot.clone(), self.cell_before(slot)?)),
            Step::Turn(_) => None,
        });
        slots.collect()
    }

    /// What a place holds before the method, if the formula speaks of it.
    fn cell_before(&self, (object, info, offset): &Slot) -> Option<Term> {
        let map = Map(self.maps.iter().position(|known| known == info)? as u32);
        let cells = self.initial.get(&map)?;
        let domain = &self.domains[map.0 as usize];
        let place = domain.objects.binary_search(object).ok()?;
        Some(cells[place * domain.stride as usize + *offset as usize])
    }

    /// The arguments that the walk begins with.
    pub(super) fn roots_in_order(&self) -> &[Term] {
        &self.order.roots
    }

    /// The objects that exist only if something has led to them by their turn.
    pub(super) fn led_in_order(&self) -> BTreeSet<u32> {
        let classes = self
            .order
            .led
            .iter()
            .map(|class| &self.universe.classes[*class]);
        classes.flat_map(ObjectClass::numbers_before).collect()
    }

    /// Whether two objects are of the same class.
    pub(super) fn are_alike(&self, one: u32, other: u32) -> bool {
        self.class_at(one) == self.class_at(other)
    }

    /// The numbers that a symbol of the state before can have: a reference, or how many objects there are.
    pub(super) fn values_before(&self, symbol: Term) -> Option<Vec<u32>> {
        if let Some(at) = self.counts.iter().position(|count| *count == Some(symbol)) {
            return Some((0..=self.universe.classes[at].before).collect());
        }
        self.candidates.get(&symbol).map(|known| known.to_vec())
    }

    fn come_across(&mut self, value: Term, counts: Term, found: &mut [Term]) {
        if self.pool.as_bool(counts) == Some(false) {
            return;
        }
        let before = found.to_vec();
        for number in self
            .candidates(value)
            .iter()
            .copied()
            .filter(|number| *number != 0)
        {
            let Some(class) = self.universe.class_of(number) else {
                continue;
            };
            let first = class.first;
            if !class.numbers_before().contains(&number) || class.constants {
                continue;
            }
            let is = self.pool.eq_number(value, number, self.universe.width);
            let here = self.pool.and(counts, is);
            if number > first {
                let in_order = self.pool.implies(here, before[number as usize - 1]);
                self.facts.push(in_order);
            }
            let slot = &mut found[number as usize];
            *slot = self.pool.or(*slot, here);
        }
    }
}
