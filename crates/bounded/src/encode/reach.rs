//! Reachability in the expanded encoding: the reflexive transitive closure of some fields, by repeated squaring of the
//! matrix of one step, kept for as long as the fields' cells stay the same.

use super::expanded::{Expanded, Matrix, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::graph::{Map, MapInfo};
use crate::universe::ObjectClass;
use logic::Term;
use std::rc::Rc;

impl Expanded<'_> {
    /// Whether `to` is reached from `from` in any number of steps. Null has no fields; it is reached as a value.
    pub(super) fn closure(&mut self, state: &State, from: Term, to: Term, via: &[Map]) -> Term {
        let mut key = Vec::new();
        for map in via {
            let cells = self.cells(state, *map);
            key.push((*map, Rc::from(&cells[..])));
        }
        if self.universe.classes.iter().any(ObjectClass::is_list) {
            let lengths = self.map(MapInfo::Length);
            let cells = self.cells(state, lengths);
            key.push((lengths, Rc::from(&cells[..])));
        }
        let matrix = match self.closures.get(&key) {
            Some(known) => known.clone(),
            None => {
                let made = Rc::new(self.matrix(state, via));
                self.closures.insert(key, made.clone());
                made
            }
        };
        let width = self.universe.width;
        let (sources, goals) = (self.candidates(from), self.candidates(to));
        let mut found = self.pool.ff();
        for source in sources.iter() {
            let here = self.pool.eq_number(from, *source, width);
            let mut row = self.pool.ff();
            for goal in goals.iter() {
                let there = self.pool.eq_number(to, *goal, width);
                let reached = matrix[*source as usize][*goal as usize];
                let both = self.pool.and(there, reached);
                row = self.pool.or(row, both);
            }
            let both = self.pool.and(here, row);
            found = self.pool.or(found, both);
        }
        found
    }

    /// By numbers of objects, null included.
    fn matrix(&mut self, state: &State, via: &[Map]) -> Matrix {
        let size = self.universe.end as usize;
        let width = self.universe.width;
        let mut involved = vec![false; size];
        let mut matrix = vec![vec![self.pool.ff(); size]; size];
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] = self.pool.tt();
        }
        for map in via {
            let cells = self.cells(state, *map);
            let domain = self.domains[map.0 as usize].clone();
            for (place, object) in domain.objects.iter().enumerate() {
                involved[*object as usize] = true;
                for offset in 0..domain.stride as usize {
                    let cell = cells[place * domain.stride as usize + offset];
                    for number in self.candidates(cell).iter() {
                        let mut is = self.pool.eq_number(cell, *number, width);
                        if *number == 0 && self.is_list(*object) {
                            // Behind the end of a list there is nothing, not even null.
                            let list = self.pool.number(*object, width);
                            let length = self.length(state, list);
                            let index = self.widths.int(&mut self.pool, offset as i32);
                            let inside = self.pool.ult(index, length);
                            is = self.pool.and(is, inside);
                        }
                        let slot = &mut matrix[*object as usize][*number as usize];
                        *slot = self.pool.or(*slot, is);
                    }
                }
            }
        }
        let middles: Vec<usize> = (1..size).filter(|at| involved[*at]).collect();
        // A path without repetitions has at most as many steps as there are objects.
        let mut steps = 1;
        while steps < middles.len() {
            let before = matrix.clone();
            for from in &middles {
                if self.tick().is_err() {
                    // Whoever asked is told at its own next step.
                    return matrix;
                }
                for to in 0..size {
                    let mut reached = before[*from][to];
                    for middle in &middles {
                        if middle == from || *middle == to {
                            continue;
                        }
                        let (first, second) = (before[*from][*middle], before[*middle][to]);
                        let both = self.pool.and(first, second);
                        reached = self.pool.or(reached, both);
                    }
                    matrix[*from][to] = reached;
                }
            }
            steps *= 2;
        }
        matrix
    }
}
