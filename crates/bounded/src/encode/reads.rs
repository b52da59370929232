//! What a method may read, as `accessible` says, in the expanded encoding: every read of a location that was there before is
//! asked for where it happens, and compared with the sets of locations that the cases name in the state before.

use super::evaluate::Evaluate;
use super::expanded::{Expanded, State};
use super::heap::Heap;
use super::prestate::Numbers;
use crate::graph::{Graph, Read};
use crate::meaning::{Cell, Context};
use crate::reasons::Undecided;
use jml::resolved::Location;
use logic::Term;

/// What may be read.
pub struct Reading {
    /// The locations of each case that lists some, and whether the case applies.
    pub cases: Vec<(Vec<Location>, Term)>,
    /// The state in which the method begins; of a constructor, before its object is there.
    pub existing: State,
    pub before: State,
    pub this: Option<Term>,
    pub params: Vec<Term>,
}

impl Expanded<'_> {
    /// Whether a location is one of a box or of a constant that nobody can change.
    fn is_for_good(&mut self, cell: &Cell) -> Term {
        let mut found = self.pool.ff();
        if let Cell::Of { map, object, .. } = cell {
            for number in self.candidates(*object).iter() {
                if self.is_fixed(*map, *number) {
                    let is = self.pool.eq_number(*object, *number, self.universe.width);
                    found = self.pool.or(found, is);
                }
            }
        }
        found
    }

    /// Whether a location may be read.
    pub(super) fn may_read(
        &mut self,
        graph: &Graph,
        state: &State,
        read: &Read,
    ) -> Result<Term, Undecided> {
        // Nobody says anything of the reads of a method that a specification calls.
        let Some(reading) = self.reading.clone() else {
            return Ok(self.pool.tt());
        };
        let (cell, object) = match read {
            Read::Field { map, object } => {
                let object = self.atom(graph, state, *object)?;
                let map = self.map(graph.maps[map.0 as usize].clone());
                let index = None;
                (Cell::Of { map, object, index }, Some(object))
            }
            Read::Element { map, array, index } => {
                let object = self.atom(graph, state, *array)?;
                let index = Some(self.atom(graph, state, *index)?);
                let map = self.map(graph.maps[map.0 as usize].clone());
                (Cell::Of { map, object, index }, Some(object))
            }
            Read::Static { class, name } => {
                let (class, name) = (class.clone(), name.clone());
                (Cell::Static { class, name }, None)
            }
        };
        let context = Context {
            pre: reading.before.clone(),
            now: reading.before.clone(),
            this: reading.this,
            params: reading.params.clone(),
            result: None,
            thrown: None,
        };
        let (allowed, outside) = self.mean(context, |meaning| {
            let mut every = meaning.heap.pool().tt();
            for (locations, applies) in &reading.cases {
                let mut some = meaning.heap.pool().ff();
                for location in locations {
                    let one = meaning.under(*applies, |meaning| meaning.allows(location, &cell))?;
                    some = meaning.heap.pool().or(some, one);
                }
                let implied = meaning.heap.pool().implies(*applies, some);
                every = meaning.heap.pool().and(every, implied);
            }
            Ok(every)
        })?;
        self.beyond_scope(outside);
        Ok(match object {
            Some(object) => {
                let existed = self.exists(&reading.existing, object);
                let allowed = self.pool.implies(existed, allowed);
                // What has one value for good is no part of a state.
                let fixed = self.is_for_good(&cell);
                self.pool.or(allowed, fixed)
            }
            None => allowed,
        })
    }
}
