//! JML expressions after resolution: every name says what it denotes, every expression has a type, and every conversion
//! that Java makes silently is a node. Whoever gives JML a meaning reads these types and nothing before them.
//!
//! Spans lie in the file of the clause that an expression belongs to.

use classpath::{FieldType, Name};
use source::Span;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

/// The static type of an expression. Generic types are erased.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Java(FieldType),
    /// The type of `null`.
    Null,
    /// `\bigint`: the mathematical integers.
    BigInt,
    /// `\real`.
    Real,
    /// `\TYPE`: what `\typeof`, `\type` and class literals denote.
    TypeValue,
    /// `\locset`: a set of heap locations.
    LocSet,
    /// What `\reach(x, …)` denotes: a set of objects, never with null.
    ObjectSet,
    /// The type of something that has no meaning here; always under an [`ExprKind::Unsupported`].
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Literal),
    This,
    /// `\result`.
    Result,
    /// The exception that a `signals` clause speaks of.
    Thrown,
    /// A declared parameter, from 0, without the receiver and without parameters that the compiler adds. In a contract
    /// it is the value at the call, in every state; in a body it is the variable's value there.
    Parameter(usize),
    Local(Local),
    /// A variable of a quantifier or of an [`ExprKind::Let`].
    Bound(BoundId),
    /// Without a receiver for static fields.
    Field {
        receiver: Option<Box<Expr>>,
        field: FieldRef,
    },
    Element {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    /// `a.length`.
    Length(Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    /// Operands have the same type, except for shifts (each promoted on its own) and references.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The body's value, in which the variable has a value that was computed once; there is none where that has none.
    Let {
        variable: BoundId,
        value: Box<Expr>,
        body: Box<Expr>,
    },
    /// A value that there is only where a condition holds.
    Provided {
        condition: Box<Expr>,
        value: Box<Expr>,
    },
    /// A conversion between primitive types, `\bigint` and `\real` (JLS 5.1.2, 5.1.3), written or implied, to the type of
    /// this expression. To `\bigint` it never loses anything, from `\bigint` it takes the low bits.
    Convert(Box<Expr>),
    /// A `\bigint` as an integer of the type of this expression; undefined where it does not fit.
    Narrow(Box<Expr>),
    /// A cast of a reference that was written, to the type of this expression; undefined where it would throw.
    Cast(Box<Expr>),
    /// The value of a box (JLS 5.1.8); the operand has the box's type.
    Unbox(Box<Expr>),
    /// A box of a value (JLS 5.1.7).
    Boxed(Box<Expr>),
    InstanceOf(Box<Expr>, FieldType),
    /// `\typeof(e)`: the dynamic type; of a primitive expression a [`ExprKind::TypeLiteral`] is made instead.
    TypeOf(Box<Expr>),
    /// `\type(T)` or `T.class`; none for `void`.
    TypeLiteral(Option<FieldType>),
    /// `a <: b` of two type values.
    Subtype(Box<Expr>, Box<Expr>),
    /// `\elemtype(t)`.
    ElementType(Box<Expr>),
    /// The expression in an earlier state.
    Old(Box<Expr>, OldState),
    Quantifier(Box<Quantifier>),
    Call(Box<Call>),
    /// The same of a model method, found in [`crate::contract::ClassSpec::model_methods`].
    ModelCall(Box<Call>),
    /// `\fresh(a, b)`: each is not null and was not allocated in the pre-state.
    Fresh(Vec<Expr>),
    /// `to` is in the reflexive transitive closure of `from` over the fields. This form speaks of values: null is
    /// reached where one of the fields of a reached object is null, and from null nothing but null is reached.
    Reaches {
        from: Box<Expr>,
        to: Box<Expr>,
        via: Via,
    },
    /// The set of objects in the reflexive transitive closure, of the class if there is one; null is not in it.
    Reachable {
        from: Box<Expr>,
        class: Option<FieldType>,
        via: Via,
    },
    /// Whether an [`Type::ObjectSet`] has an element; false for null.
    Has {
        set: Box<Expr>,
        element: Box<Expr>,
    },
    /// The number of elements of an [`Type::ObjectSet`], as an `int`.
    SizeOfSet(Box<Expr>),
    /// `\nonnullelements(a)`: the array is not null, and no element is.
    NonNullElements(Box<Expr>),
    /// `\not_modified(…)`: each location has the value that it had in the pre-state.
    NotModified(Vec<Location>),
    /// `\invariant_for(o)`, KeY's `\inv` and `o.\inv`: the object's invariant, that of its dynamic type.
    InvariantFor(Box<Expr>),
    /// `\static_invariant_for(C)`.
    StaticInvariantFor(Name),
    /// A set of locations as a value of type `\locset`.
    Locations(Box<Location>),
    /// A predicate about location sets.
    LocSetTest(LocSetTest, Vec<Location>),
    /// Parsed, but without a meaning: whatever needs its value is unknown, for this reason.
    Unsupported(String),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    Boolean(bool),
    /// Of type `int`, `long`, `char` or `\bigint`.
    Integer(i128),
    Float(f32),
    Double(f64),
    String(Arc<[u16]>),
    Null,
}

/// A local variable of the body, or a ghost variable declared there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    pub name: Name,
    /// The declarator; tells variables of the same name apart.
    pub declared: Span,
    pub ghost: bool,
}

/// Unique among all variables of quantifiers and of model methods of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoundId(pub u32);

/// A field, as the class that declares it has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldRef {
    pub class: Name,
    pub name: Name,
    pub ty: Type,
    pub is_static: bool,
    pub is_final: bool,
    pub origin: FieldOrigin,
}

impl FieldRef {
    /// The JVM's descriptor; none for types of JML, which only ghost and model fields have.
    pub fn descriptor(&self) -> Option<String> {
        match &self.ty {
            Type::Java(ty) => Some(ty.to_string()),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldOrigin {
    /// In the class file.
    Java,
    /// `//@ ghost int size;`: part of the state, written by `set`.
    Ghost,
    /// `//@ model int size;`: a function of the state, given by `represents`.
    Model,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    /// String concatenation; operands have any type.
    Concat,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    /// `&&`: the right side counts only where the left holds.
    And,
    /// `||`: the right side counts only where the left does not hold.
    Or,
    /// `a ==> b`; `b <== a` has become this. The right side counts only where the left holds.
    Implies,
    /// `<==>`; `<=!=>` is [`BinaryOp::NotIff`].
    Iff,
    NotIff,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OldState {
    /// The pre-state of the method: `\old(e)` and `\pre(e)`.
    Pre,
    /// `\old(e, label)`: the state at the label, a statement of the body.
    Label(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantifierKind {
    Forall,
    Exists,
    Sum,
    Product,
    Min,
    Max,
    NumOf,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub variables: Vec<BoundVariable>,
    /// `true` where none was written.
    pub range: Expr,
    /// Boolean for `\forall`, `\exists` and `\num_of`, a number for the others. `\num_of` is a `long`; the others have the
    /// type of the body.
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BoundVariable {
    pub id: BoundId,
    pub name: Name,
    pub ty: Type,
    /// Whether null is among the values; only of references declared `nullable`.
    pub nullable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Without one for static methods.
    pub receiver: Option<Expr>,
    pub method: MethodRef,
    pub dispatch: Dispatch,
    /// Converted to the parameter types; variable arguments are not packed but unsupported.
    pub arguments: Vec<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dispatch {
    Static,
    /// By the dynamic type of the receiver.
    Virtual,
    /// This very method: private ones, and calls through `super`.
    Exact,
}

/// A method, as the class that declares it has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodRef {
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
}

impl MethodRef {
    /// As a user would write it.
    pub fn spelled(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.name)
    }
}

/// Which fields reachability follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Via {
    /// All reference fields, and elements of arrays.
    AllFields,
    Fields(Vec<FieldRef>),
}

/// A set of locations, as in `assignable`.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    pub kind: LocationKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LocationKind {
    /// No location that existed before; new objects may be made and written to.
    Nothing,
    /// Not even new objects.
    StrictlyNothing,
    Everything,
    /// Without a receiver for static fields.
    Field {
        receiver: Option<Expr>,
        field: FieldRef,
    },
    Element {
        array: Expr,
        index: Expr,
    },
    /// `a[low .. high]`, both inclusive; `a[*]` has neither bound.
    Range {
        array: Expr,
        low: Option<Expr>,
        high: Option<Expr>,
    },
    /// `o.*`: all instance fields of the object; of an array all its elements.
    AllFields(Expr),
    /// `C.*`: all static fields that the class declares.
    AllStatic(Name),
    /// A field of each object of an [`Type::ObjectSet`]; all its fields where none is named.
    EachOf {
        objects: Expr,
        field: Option<FieldRef>,
    },
    /// A local variable, in the frame of a loop.
    Local(Expr),
    /// The value of an expression of type `\locset`.
    Value(Expr),
    Union(Vec<Location>),
    Intersection(Vec<Location>),
    Difference(Box<Location>, Box<Location>),
    /// The union over the values of the variables for which the guard holds.
    Each {
        variables: Vec<BoundVariable>,
        guard: Expr,
        of: Box<Location>,
    },
    Conditional {
        condition: Expr,
        yes: Box<Location>,
        no: Box<Location>,
    },
    /// Fields of objects that are not allocated in the pre-state.
    FreshLocations,
    Unsupported(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocSetTest {
    /// Pairwise.
    Disjoint,
    /// The first is within the second.
    Subset,
    /// Both have the same locations.
    Equal,
    /// `\fresh(s)`: each belongs to an object that was not allocated in the pre-state.
    Fresh,
    /// `\new_elems_fresh(s)`: what is in the set now and was not in the pre-state belongs to fresh objects.
    NewElementsFresh,
}
