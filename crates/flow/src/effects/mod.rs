//! What code may read, write and throw, for whoever wants to leave code out of a path (path slicing). What instructions
//! do themselves is kept per point, what methods do in all per strongly connected component of the call graph.

mod closure;
mod instructions;

use crate::bits::Bits;
use crate::object::RegionId;
use crate::program::{MethodId, Point, Program};
use classpath::Name;
use ir::{BlockId, ElementKind, Inst};
use std::collections::BTreeSet;

/// A part of the memory, by its declaration and not by its object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// An instance field, named by the class that declares it.
    Field {
        class: Name,
        name: Name,
    },
    Static {
        class: Name,
        name: Name,
    },
    /// The elements of all arrays of a kind.
    Array(ElementKind),
    /// The state of the library's objects in a region, see [`Program::region`].
    Library(RegionId),
}

/// How code may end other than by its normal end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Throws {
    /// By null, an index, a cast, a division, a size, an array store: the JVM throws. Lack of memory and linkage errors
    /// do not count.
    pub implicitly: bool,
    /// By `athrow` in the application's code.
    pub explicitly: bool,
    /// Within a library call.
    pub in_library: bool,
}

/// What some code of the application may do, the methods that it calls included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    pub reads: BTreeSet<Location>,
    pub writes: BTreeSet<Location>,
    /// What may leave it. A handler counts only if it catches everything.
    pub throws: Throws,
    /// The calls in the code itself, library calls included.
    pub sites: BTreeSet<Point>,
    /// The methods that may be entered, whose calls count too.
    pub methods: BTreeSet<MethodId>,
}

/// What an instruction does itself; locations by number.
#[derive(Debug, Clone, Default)]
struct Own {
    position: u32,
    reads: Vec<u32>,
    writes: Vec<u32>,
    throws: Throws,
}

/// What a method may do, with all that it calls.
#[derive(Debug, Clone, Default)]
struct All {
    reads: Bits,
    writes: Bits,
    methods: Bits,
}

/// The effects of a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    locations: Vec<Location>,
    /// By method, sorted by position; points that do nothing of note are left out.
    own: Vec<Vec<Own>>,
    /// By method, its number in `all`.
    component: Vec<u32>,
    all: Vec<All>,
    /// By method, what may leave it.
    throws: Vec<Throws>,
}

impl Throws {
    fn join(&mut self, other: Throws) {
        self.implicitly |= other.implicitly;
        self.explicitly |= other.explicitly;
        self.in_library |= other.in_library;
    }

    pub fn any(self) -> bool {
        self.implicitly || self.explicitly || self.in_library
    }
}

impl Program {
    /// What a method may do in all.
    pub fn effects(&self, method: MethodId) -> Effects {
        let mut effects = Effects::default();
        self.add_method(method, &mut effects);
        effects.throws = self.effects.throws[method.0 as usize];
        effects.sites = self.points(method).filter(|p| self.is_call(*p)).collect();
        effects
    }

    /// What the instruction at a point may do by itself, with the methods that it calls and those that may be called
    /// back meanwhile. Path slicing asks this of every instruction that ran.
    pub fn effects_at(&self, point: Point) -> Effects {
        let mut effects = Effects::default();
        self.add_point(point, &mut effects);
        effects.throws = self.throws_at(point);
        effects
    }

    /// What may happen in the blocks that are reachable from the start of `from`, normally or by exceptions, without
    /// passing through `stop`.
    pub fn effects_between(&self, method: MethodId, from: BlockId, stop: BlockId) -> Effects {
        let mut effects = Effects::default();
        let body = self.method(method).body();
        let cfg = &self.method(method).body.graphs().cfg;
        let mut seen = BTreeSet::new();
        let mut work = Vec::new();
        if from != stop {
            seen.insert(from);
            work.push(from);
        }
        while let Some(block) = work.pop() {
            let count = body.block(block).insts.len() as u32;
            for index in 0..=count {
                let point = Point {
                    method,
                    block,
                    index,
                };
                self.add_point(point, &mut effects);
                if !body.block(block).catches_all() {
                    effects.throws.join(self.throws_at(point));
                }
            }
            for next in cfg.successors(block) {
                if next.block != stop && seen.insert(next.block) {
                    work.push(next.block);
                }
            }
        }
        effects
    }

    /// What may be thrown at a point, whether or not it is caught there.
    fn throws_at(&self, point: Point) -> Throws {
        let mut throws = self.own(point).map_or(Throws::default(), |own| own.throws);
        let called = self.callees(point).iter().chain(self.callbacks(point));
        for method in called {
            throws.join(self.effects.throws[method.0 as usize]);
        }
        throws
    }

    fn is_call(&self, point: Point) -> bool {
        let inst = self.method(point.method).inst(point);
        matches!(inst, Some(Inst::Invoke { .. } | Inst::InvokeDynamic { .. }))
    }

    fn own(&self, point: Point) -> Option<&Own> {
        let position = self.method(point.method).position(point);
        let list = &self.effects.own[point.method.0 as usize];
        let at = list.binary_search_by_key(&position, |own| own.position);
        at.ok().map(|at| &list[at])
    }

    fn add_point(&self, point: Point, effects: &mut Effects) {
        if let Some(own) = self.own(point) {
            let location = |number: &u32| self.effects.locations[*number as usize].clone();
            effects.reads.extend(own.reads.iter().map(location));
            effects.writes.extend(own.writes.iter().map(location));
        }
        if self.is_call(point) {
            effects.sites.insert(point);
        }
        for method in self.callees(point).iter().chain(self.callbacks(point)) {
            self.add_method(*method, effects);
        }
    }

    fn add_method(&self, method: MethodId, effects: &mut Effects) {
        let table = &self.effects;
        let all = &table.all[table.component[method.0 as usize] as usize];
        let location = |number: u32| table.locations[number as usize].clone();
        effects
            .reads
            .extend(all.reads.to_vec().into_iter().map(location));
        effects
            .writes
            .extend(all.writes.to_vec().into_iter().map(location));
        effects
            .methods
            .extend(all.methods.to_vec().into_iter().map(MethodId));
    }
}
