//! What the expanded encoding knows of one object and of static fields, for whoever reads a model back.

use super::expanded::{Expanded, State};
use crate::graph::{Map, MapInfo};
use classpath::Name;
use logic::Term;
use std::collections::BTreeSet;

impl Expanded<'_> {
    /// The cells of an object in the maps that the formula speaks of, elements with their indices.
    pub fn cells_of(&mut self, state: &State, object: u32) -> Vec<(MapInfo, u32, Term)> {
        let mut found = Vec::new();
        for map in (0..self.maps.len() as u32).map(Map) {
            if !self.initial.contains_key(&map) && !state.maps.contains_key(&map) {
                continue;
            }
            let domain = self.domains[map.0 as usize].clone();
            let Ok(place) = domain.objects.binary_search(&object) else {
                continue;
            };
            let cells = self.cells(state, map);
            for offset in 0..domain.stride {
                let cell = cells[place * domain.stride as usize + offset as usize];
                found.push((self.maps[map.0 as usize].clone(), offset, cell));
            }
        }
        found
    }

    /// The static fields that the formula speaks of, with their values in two states.
    pub fn statics(&mut self, before: &State, after: &State) -> Vec<(Name, Name, Term, Term)> {
        let known = self.globals.keys().chain(before.globals.keys());
        let keys: BTreeSet<(Name, Name)> = known.chain(after.globals.keys()).cloned().collect();
        let mut found = Vec::new();
        for (class, name) in keys {
            let key = (class.clone(), name.clone());
            let first = (before.globals.get(&key)).or_else(|| self.globals.get(&key));
            let first = match first.copied() {
                Some(value) => value,
                None => self.global_before(&class, &name),
            };
            let last = after.globals.get(&key).copied().unwrap_or(first);
            found.push((class, name, first, last));
        }
        found
    }

    /// Of constants: whether something is said about all objects of their class.
    pub fn is_spoken_of(&self, class: usize) -> bool {
        self.spoken_of[class]
    }

    /// The symbols that stand for references.
    pub fn references(&self) -> BTreeSet<Term> {
        let all = self.candidates.keys().copied();
        all.filter(|term| self.pool.is_symbol(*term)).collect()
    }

    /// Whether the number of a class's objects before is a part of the state.
    pub fn is_counted(&self, class: usize) -> bool {
        self.counts[class].is_some()
    }
}
