//! What a formula about heaps can ask, whichever encoding answers.

use crate::constants::ObjectId;
use crate::generics::Generic;
use crate::graph::{Atom, EdgeId, Graph, Map, MapInfo, Part, Read, Var};
use crate::literals::Literals;
use crate::meaning::{Cell, Context};
use crate::reasons::{Beyond, Undecided};
use crate::universe::{ObjectClass, Universe};
use crate::values::{Widths, element_descriptor};
use classpath::Name;
use jml::resolved::Location;
use logic::{Pool, Term};

/// The values that a quantified variable takes.
pub struct Instances {
    /// Each with the condition under which it counts.
    pub values: Vec<(Term, Term)>,
    /// The symbol that stands for all values, where they are not listed.
    pub binder: Option<Term>,
    /// Holds where some value that should count was left out.
    pub left_out: Term,
}

/// A heap in several states. Objects are bit-vectors, 0 is null; what is asked of null or of an object of a wrong class
/// has an arbitrary value, so whoever asks checks first.
pub trait Heap {
    type State: Clone;

    fn pool(&mut self) -> &mut Pool;

    /// Counts a step of making the formula; an error says that it is time to give up.
    fn tick(&mut self) -> Result<(), Undecided>;

    fn widths(&self) -> Widths;

    fn universe(&self) -> &Universe;

    /// The width of references.
    fn reference(&self) -> u32;

    fn map(&mut self, info: MapInfo) -> Map;

    /// The object that a string constant is.
    fn text(&mut self, text: &[u16]) -> Option<Term>;

    /// An object of a static final field.
    fn fixed(&mut self, object: &ObjectId) -> Option<Term> {
        let number = self.universe().number_of(object)?;
        let width = self.reference();
        Some(self.pool().bv(width, u128::from(number)))
    }

    /// Whether an object is one of those of static final fields of which nobody knows what a field holds.
    fn is_unknown(&mut self, map: Map, object: Term) -> Term;

    /// Whether two references are the same object, and where it is up to the JVM whether they are.
    fn same(&mut self, _: &Self::State, a: Term, b: Term) -> (Term, Term) {
        let same = self.pool().eq(a, b);
        (same, self.pool().ff())
    }

    /// The length of the longest string.
    fn longest(&self) -> u32;

    fn info(&self, map: Map) -> &MapInfo;

    /// Of the values of a map.
    fn descriptor(&self, map: Map) -> Name {
        match self.info(map) {
            MapInfo::Field { descriptor, .. } => descriptor.clone(),
            MapInfo::Elements(kind) => element_descriptor(*kind).into(),
            MapInfo::Length => "I".into(),
        }
    }

    fn null(&mut self) -> Term {
        let width = self.reference();
        self.pool().bv(width, 0)
    }

    /// A field's cell, in the cell's sort.
    fn field(&mut self, state: &Self::State, map: Map, object: Term) -> Term;

    /// An element's cell; the index is as wide as an `int`.
    fn element(&mut self, state: &Self::State, map: Map, array: Term, index: Term) -> Term;

    fn length(&mut self, state: &Self::State, array: Term) -> Term;

    /// A static field's value as a register has it.
    fn global(&mut self, state: &Self::State, class: &str, name: &str, descriptor: &str) -> Term;

    /// Whether a reference is an object that exists in a state; null does not.
    fn exists(&mut self, state: &Self::State, object: Term) -> Term;

    /// Whether an object is of a type; null is not.
    fn instance(&mut self, object: Term, ty: &str) -> Term;

    /// Whether it is open if an object is of a type.
    fn undecided(&mut self, object: Term, ty: &str) -> Term;

    /// Whether an object is of one of the classes that are wanted.
    fn in_classes(&mut self, object: Term, wanted: &dyn Fn(&ObjectClass) -> bool) -> Term;

    /// Whether an object is of one of these very classes.
    fn of_classes(&mut self, object: Term, classes: &[Name]) -> Term;

    /// All maps that lead from objects to objects.
    fn reference_maps(&mut self) -> Vec<Map>;

    /// All objects of a type that exist in a state.
    fn objects(&mut self, state: &Self::State, ty: &str) -> Instances;

    /// Leaves states out of the scope, and says why.
    fn leave_out(&mut self, condition: Term, what: Beyond) -> Result<(), Undecided>;

    /// Integers from `low` to `high`, both included, as wide as the terms are.
    fn integers(&mut self, low: Term, high: Term) -> Instances;

    /// Whether `to` can be reached from `from` through fields, in any number of steps; null is reached as a value is.
    fn reaches(&mut self, state: &Self::State, from: Term, to: Term, via: &[Map]) -> Term;

    /// How often a model method may call itself.
    fn unroll(&self) -> u32;

    /// Whether what is beyond the scope can be told: where values are not listed, conditions speak of all of them at once.
    fn tells_beyond(&self) -> bool;

    /// The value of a pure method's call and the condition under which it has one.
    fn call(
        &mut self,
        state: &Self::State,
        target: &crate::meaning::Callee,
        arguments: &[Term],
    ) -> Result<(Option<Term>, Term), Undecided>;

    /// What may differ between a state and a later one, of all that existed in the first.
    fn changes(&mut self, before: &Self::State, after: &Self::State) -> Vec<Change>;

    /// How often something has turned out to be beyond the scope.
    fn times_beyond(&self) -> usize;

    /// Takes out what has done so since then.
    fn beyond_since(&mut self, since: usize) -> Vec<(Term, Beyond)>;
}

/// An encoding of a method: a heap, values that exist before, and executions.
pub trait Encoding: Heap {
    /// What holds of the state before by construction.
    fn facts(&mut self) -> &mut Vec<Term>;

    /// A symbol for a value that exists before, of a type given by its descriptor, as a register has it.
    fn input(&mut self, name: &str, descriptor: &str) -> Term;

    /// Says that what a value leads to is of the types that its signature gives, which may speak of those of an object.
    fn typed(&mut self, _: Term, _: &Generic, _: Option<Term>) {}

    /// Makes the number of objects of a class that exist before a part of the state.
    fn count(&mut self, class: usize);

    fn before(&mut self) -> Self::State;

    /// Gives a variable of a graph its first value.
    fn bind(&mut self, state: &mut Self::State, graph: &Graph, var: Var, value: Term);

    /// The value of a variable of a graph that is no static field.
    fn variable(&mut self, state: &Self::State, graph: &Graph, var: Var) -> Term;

    /// A new object, with all its fields as they are at first.
    fn make_object(&mut self, state: &mut Self::State, class: &str) -> Option<Term>;

    /// The executions of a part.
    fn run(&mut self, part: &Part, start: Self::State) -> Result<Arrivals<Self::State>, Undecided>;

    /// Whether a call by contract is allowed in a state.
    fn precondition(
        &mut self,
        graph: &Graph,
        state: &Self::State,
        call: u32,
        arguments: &[Atom],
    ) -> Result<Term, Undecided>;

    /// Whether a location may be read in a state.
    fn readable(&mut self, _: &Graph, _: &Self::State, _: &Read) -> Result<Term, Undecided> {
        Err("an `accessible` clause in the quantified encoding".into())
    }

    /// Lets the method read what its cases list, each where it applies, and what is new since a state.
    fn limit_reads(
        &mut self,
        _: Vec<(Vec<Location>, Term)>,
        _: Self::State,
        _: Context<Self::State>,
    ) {
    }

    /// Whether a field of an object has another value in a later state.
    fn is_written(&mut self, before: &Self::State, after: &Self::State, object: Term) -> Term;

    /// Whether nothing has been written and nothing made between two states, on any path.
    fn is_unchanged(&self, before: &Self::State, after: &Self::State) -> bool;

    /// Literals of edges and clauses, and the pool that they are in.
    fn literals(&mut self) -> (&mut Literals, &mut Pool);

    /// What the method is given, before anything is asked of the state before.
    fn begin_from(&mut self, roots: &[Term]);

    /// Leaves few of all heaps that differ in the numbers of objects only.
    fn break_symmetry(&mut self);

    /// Where an execution or a specification would need more than the scope has, and what of.
    fn beyond(&mut self) -> Vec<(Term, Beyond)>;

    /// Where an execution comes to something without a meaning, as only its state tells, and to what.
    fn unsupported(&mut self) -> Vec<(Term, String)> {
        Vec::new()
    }
}

/// An edge to the exit, with the condition of taking it and the state in which it is taken.
pub struct Arrival<S> {
    pub edge: EdgeId,
    pub condition: Term,
    pub state: S,
}

pub struct Arrivals<S> {
    pub ends: Vec<Arrival<S>>,
    /// The condition of each edge of the part, in its order.
    pub taken: Vec<(EdgeId, Term)>,
}

/// A location that existed in one state, and the condition under which another state has another value there.
pub struct Change {
    pub cell: Cell,
    pub changed: Term,
    /// Symbols that stand for any object or index.
    pub binders: Vec<Term>,
}
