//! Abstract objects: what the objects of a run are called after.

use crate::Point;
use classpath::Name;

/// An abstract object; numbers are dense and the same in every run of the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// Library objects that may hold each other, directly or not, share a region: what the library keeps in one of them it
/// may hand out through any other. A call of a library method joins the regions of all that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegionId(pub u32);

/// Where the objects of a run that an [`Object`] stands for come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// A `new`, of a class or an array, in the application's code. For arrays of arrays there is one per dimension, and
    /// `depth` counts from the outermost.
    New { point: Point, depth: u8 },
    /// Made within the library call at this point, or by the library on behalf of the instruction there (`clone`).
    Library(Point),
    /// The function object of a lambda or method reference that is evaluated here.
    Function(Point),
    /// What a constructor reference that is evaluated here makes when it is called.
    ConstructorReference(Point),
    /// Whoever starts the program made it: an argument of a root, or something reachable from one.
    Input,
    /// Any object of a class whose objects are values: strings, boxes, classes.
    Value,
    /// What the library holds statically and may have handed out or may change: one object for all.
    World,
    /// Immutable or stateless objects that the library shares between calls, such as the empty list and its iterator,
    /// and the standard streams.
    Shared,
    /// Throwables that the JVM or the library makes.
    Thrown,
}

#[derive(Debug, Clone)]
pub struct Object {
    pub origin: Origin,
    /// An internal name or an array descriptor. The class of the objects if `exact`, else a super type of it.
    pub class: Name,
    pub exact: bool,
    /// Whether it may stand for several objects of one run. `false` is a promise.
    pub many: bool,
}
