//! Of all heaps that differ in nothing but the numbers of objects, the expanded encoding keeps one or a few: objects of a
//! class are numbered in the order in which a walk comes across them.
//!
//! The walk looks at the roots, then at one object after the other. An object whose turn comes before anything led to it
//! is come across there, so every heap can be numbered like this, step by step. What a slot can lead to is then limited
//! by how much can have been seen before it, which keeps formulas small: the first slot of a type holds null or the first
//! object.

use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::graph::{Map, MapInfo};
use crate::universe::ObjectClass;
use logic::Term;
use std::collections::HashMap;
use std::rc::Rc;

/// A place before the method that holds a reference: an object's field, or an element of an array.
type Slot = (u32, MapInfo, u32);

/// How many objects of each class have been come across.
pub(super) type Seen = Rc<[u32]>;

/// Everything that the walk looks at.
#[derive(Default)]
pub(super) struct Order {
    roots: Vec<Term>,
    steps: Vec<Step>,
    /// How much can have been seen once a slot has been looked at.
    most: HashMap<Slot, Seen>,
}

#[derive(Clone)]
enum Step {
    Turn(u32),
    Slot(Slot),
}

impl Order {
    /// The most objects of each class that a slot can choose from, if the walk looks at it.
    pub fn most(&self, object: u32, info: &MapInfo, offset: u32) -> Option<Seen> {
        self.most.get(&(object, info.clone(), offset)).cloned()
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
        self.order = Order {
            roots: roots.to_vec(),
            steps: self.steps(roots),
            most: HashMap::new(),
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
        let classes = self.universe.classes.iter();
        let most = classes.map(|class| class.before).max().unwrap_or(0);
        let mut steps = Vec::new();
        for index in 0..most {
            for class in &ranks {
                let class = &self.universe.classes[*class];
                if index >= class.before || class.constants {
                    continue;
                }
                let object = class.first + index;
                steps.push(Step::Turn(object));
                steps.extend(slots_of(object, self).into_iter().map(Step::Slot));
            }
        }
        steps
    }

    /// Says that objects are numbered in the order of the walk. What the formula does not speak of is not looked at.
    pub(super) fn number_in_order(&mut self) {
        let order = std::mem::take(&mut self.order);
        let mut found: Vec<Term> = vec![self.pool.ff(); self.universe.end as usize];
        let always = self.pool.tt();
        for root in &order.roots {
            self.come_across(*root, always, &mut found);
        }
        let start = State::default();
        for step in &order.steps {
            let (object, info, offset) = match step {
                Step::Turn(object) => {
                    found[*object as usize] = always;
                    continue;
                }
                Step::Slot(slot) => slot,
            };
            let known = self.maps.iter().position(|known| known == info);
            let Some(map) = known.map(|at| Map(at as u32)) else {
                continue;
            };
            let Some(cells) = self.initial.get(&map).cloned() else {
                continue;
            };
            let domain = self.domains[map.0 as usize].clone();
            let Ok(place) = domain.objects.binary_search(object) else {
                continue;
            };
            let cell = cells[place * domain.stride as usize + *offset as usize];
            let holder = self.pool.number(*object, self.universe.width);
            let mut counts = self.exists(&start, holder);
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
