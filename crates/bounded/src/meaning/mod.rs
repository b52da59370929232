//! What JML means, written once over [`Heap`]. An expression has a value and a condition under which it has one: a clause
//! whose evaluation would throw does not hold (strong validity, as for a run-time checker).
//!
//! Quantifiers over integers are listed within the scope. Where that is not all of them, polarity helps: what is to be
//! refuted is asked of one more integer, any one outside of the list; what is assumed keeps the rest out of the scope.

mod bounds;
mod calls;
mod classes;
mod location_sets;
mod locations;
mod models;
mod quantifiers;
mod texts;
mod touched;
mod types;

pub use locations::Cell;
pub use touched::Written;
pub use types::{OF_PURE_METHODS, collect_statics, collect_types, visit, visit_location};

use crate::boxes::{self, OF_BOXES};
use crate::constants::Constant;
use crate::encode::Heap;
use crate::graph::MapInfo;
use crate::program::Program;
use crate::reasons::{Beyond, Undecided};
use crate::values::{self, element_kind};
use classpath::{ClassFile, FieldType, Name};
use jml::Specifications;
use jml::contract::Invariant;
use jml::resolved::{
    BinaryOp, BoundId, Expr, ExprKind, FieldOrigin, FieldRef, Literal, Local, OldState, Type,
    UnaryOp,
};
use logic::{Sort, Term};
use models::Models;
use std::collections::HashMap;
use std::sync::Arc;

/// A method that a specification calls.
#[derive(Debug, Clone)]
pub struct Callee {
    pub class: Arc<ClassFile>,
    pub method: usize,
}

impl Callee {
    pub fn name(&self) -> &str {
        &self.class.methods[self.method].name
    }
}

/// The values that a clause speaks of.
#[derive(Clone)]
pub struct Context<S> {
    pub pre: S,
    pub now: S,
    pub this: Option<Term>,
    pub params: Vec<Term>,
    pub result: Option<Term>,
    pub thrown: Option<Term>,
}

/// A value and the condition under which there is one.
#[derive(Debug, Clone, Copy)]
pub struct Meant {
    pub value: Term,
    pub defined: Term,
}

/// What becomes of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Polarity {
    Assumed,
    Refuted,
    Both,
}

impl Polarity {
    fn flipped(self) -> Polarity {
        match self {
            Polarity::Assumed => Polarity::Refuted,
            Polarity::Refuted => Polarity::Assumed,
            Polarity::Both => Polarity::Both,
        }
    }
}

pub struct Meaning<'m, H: Heap> {
    pub heap: &'m mut H,
    pub program: &'m Program,
    pub specifications: &'m Specifications,
    pub context: Context<H::State>,
    bound: HashMap<BoundId, Term>,
    /// Where something lies outside of the scope and matters, like integers that a quantifier ranges over, and what.
    pub left_out: Vec<(Term, Beyond)>,
    /// Whether what is evaluated is assumed as a whole, so that executions are left out where it cannot be told.
    pub assuming: bool,
    /// The condition under which what is evaluated matters: operators before it decide nothing, its object exists.
    reached: Term,
    /// How deep model fields and invariants stand for each other.
    depth: u32,
    models: Models,
    body: Option<Body>,
}

/// What a statement within a body knows beyond a contract.
struct Body {
    locals: Vec<(Local, Term)>,
    /// The parameters as they were passed; they may have other values since.
    passed: Vec<Term>,
    /// Whether what is evaluated is under \old.
    is_old: bool,
}

type Result<T> = std::result::Result<T, Undecided>;

/// Why a string that a specification puts together has no meaning in most places.
const OF_TEXTS: &str = "which object a string of a specification is";

/// How deep model fields and invariants may stand for each other.
const DEPTH: u32 = 16;

impl<'m, H: Heap> Meaning<'m, H> {
    pub fn new(
        heap: &'m mut H,
        program: &'m Program,
        specifications: &'m Specifications,
        context: Context<H::State>,
    ) -> Meaning<'m, H> {
        let reached = heap.pool().tt();
        Meaning {
            heap,
            program,
            specifications,
            context,
            bound: HashMap::new(),
            left_out: Vec::new(),
            assuming: false,
            reached,
            depth: 0,
            models: Models::default(),
            body: None,
        }
    }

    /// What is evaluated stands within a body, where parameters may have other values than those that were passed.
    pub fn within_body(&mut self, locals: Vec<(Local, Term)>, passed: Vec<Term>) {
        self.body = Some(Body {
            locals,
            passed,
            is_old: false,
        });
    }

    fn local(&mut self, local: &Local, ty: &Type) -> Result<Meant> {
        let named = format!("the local variable {}", local.name);
        let body = self.body.as_ref().ok_or_else(|| named.clone())?;
        if body.is_old {
            return Err(format!("{named} under \\old").into());
        }
        let known = body.locals.iter().find(|(known, _)| known == local);
        let (_, value) = *known.ok_or(named)?;
        let value = self.read_register(value, ty);
        Ok(self.sure(value))
    }

    /// Evaluates something in the state before.
    fn old(&mut self, expr: &Expr, polarity: Polarity) -> Result<Meant> {
        self.before(|this| this.eval(expr, polarity))
    }

    fn before<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let now = self.switch(self.context.pre.clone());
        let mut params = None;
        if let Some(body) = self.body.as_mut().filter(|body| !body.is_old) {
            body.is_old = true;
            let passed = body.passed.clone();
            params = Some(std::mem::replace(&mut self.context.params, passed));
        }
        let meant = evaluate(self);
        if let (Some(params), Some(body)) = (params, self.body.as_mut()) {
            body.is_old = false;
            self.context.params = params;
        }
        self.switch(now);
        meant
    }

    /// Goes on in another state; the one before.
    pub fn switch(&mut self, state: H::State) -> H::State {
        self.models.forget();
        std::mem::replace(&mut self.context.now, state)
    }

    /// Evaluates something that matters only under a condition.
    pub fn under<T>(&mut self, condition: Term, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let both = self.heap.pool().and(self.reached, condition);
        let outer = std::mem::replace(&mut self.reached, both);
        let value = evaluate(self);
        self.reached = outer;
        value
    }

    /// Whether a clause holds: it has a value, and that is true.
    pub fn holds(&mut self, expr: &Expr, polarity: Polarity) -> Result<Term> {
        let meant = self.eval(expr, polarity)?;
        Ok(self.heap.pool().and(meant.defined, meant.value))
    }

    fn sure(&mut self, value: Term) -> Meant {
        let defined = self.heap.pool().tt();
        Meant { value, defined }
    }

    /// Whether an object is of a type, if that can be told.
    fn is_instance(&mut self, object: Term, ty: &str) -> Result<Term> {
        let open = self.heap.undecided(object, ty);
        match self.heap.pool().as_bool(open) {
            Some(false) => Ok(self.heap.instance(object, ty)),
            _ => Err(format!(
                "the class of an object of the library ({})",
                ty.replace('/', ".")
            )
            .into()),
        }
    }

    fn is_null(&mut self, object: Term) -> Term {
        let null = self.heap.null();
        self.heap.pool().eq(object, null)
    }

    fn not_null(&mut self, object: Term) -> Term {
        let null = self.is_null(object);
        self.heap.pool().not(null)
    }

    pub fn eval(&mut self, expr: &Expr, polarity: Polarity) -> Result<Meant> {
        self.heap.tick()?;
        Ok(match &expr.kind {
            ExprKind::Literal(literal) => {
                let value = self.literal(literal, &expr.ty)?;
                self.sure(value)
            }
            ExprKind::This => {
                let this = self.context.this.ok_or("`this` where there is none")?;
                self.sure(this)
            }
            ExprKind::Result => {
                let result = self.context.result.ok_or("\\result where there is none")?;
                let value = self.read_register(result, &expr.ty);
                self.sure(value)
            }
            ExprKind::Thrown => {
                let thrown = self
                    .context
                    .thrown
                    .ok_or("an exception where there is none")?;
                self.sure(thrown)
            }
            ExprKind::Parameter(at) => {
                let value = *(self.context.params.get(*at)).ok_or("a parameter that is missing")?;
                let value = self.read_register(value, &expr.ty);
                self.sure(value)
            }
            ExprKind::Local(local) => self.local(local, &expr.ty)?,
            ExprKind::Bound(id) => {
                let value = *self
                    .bound
                    .get(id)
                    .ok_or("a variable without a quantifier")?;
                self.sure(value)
            }
            ExprKind::Field { receiver, field } => self.field(receiver.as_deref(), field)?,
            ExprKind::Element { array, index } => self.element(array, index, &expr.ty)?,
            ExprKind::Length(array) => {
                let array = self.eval(array, Polarity::Both)?;
                let exists = self.not_null(array.value);
                let defined = self.heap.pool().and(array.defined, exists);
                let value = self.heap.length(&self.context.now.clone(), array.value);
                Meant { value, defined }
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, polarity)?,
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, polarity)?,
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.eval(condition, Polarity::Both)?;
                let yes = self.heap.pool().and(condition.defined, condition.value);
                let not = self.heap.pool().not(condition.value);
                let no = self.heap.pool().and(condition.defined, not);
                let a = self.under(yes, |this| this.eval(a, polarity))?;
                let b = self.under(no, |this| this.eval(b, polarity))?;
                let (a, b) = self.same_width(a, b);
                let pool = self.heap.pool();
                let value = pool.ite(condition.value, a.value, b.value);
                let defined = pool.ite(condition.value, a.defined, b.defined);
                let defined = pool.and(condition.defined, defined);
                Meant { value, defined }
            }
            ExprKind::Let {
                variable,
                value,
                body,
            } => {
                let first = self.eval(value, Polarity::Both)?;
                let before = self.bound.insert(*variable, first.value);
                let meant = self.under(first.defined, |this| this.eval(body, polarity));
                match before {
                    Some(value) => self.bound.insert(*variable, value),
                    None => self.bound.remove(variable),
                };
                let meant = meant?;
                let defined = self.heap.pool().and(first.defined, meant.defined);
                Meant { defined, ..meant }
            }
            ExprKind::Provided { condition, value } => {
                let holds = self.holds(condition, Polarity::Both)?;
                let meant = self.under(holds, |this| this.eval(value, polarity))?;
                let defined = self.heap.pool().and(holds, meant.defined);
                Meant { defined, ..meant }
            }
            ExprKind::Convert(operand) => {
                let meant = self.eval(operand, Polarity::Both)?;
                let value = self.convert(meant.value, &operand.ty, &expr.ty)?;
                Meant { value, ..meant }
            }
            ExprKind::Narrow(operand) => {
                let meant = self.eval(operand, Polarity::Both)?;
                let value = self.convert(meant.value, &operand.ty, &expr.ty)?;
                let pool = self.heap.pool();
                let width = pool.width(value).max(pool.width(meant.value));
                let (wide, back) = (pool.sext(meant.value, width), pool.sext(value, width));
                let fits = pool.eq(wide, back);
                let defined = pool.and(meant.defined, fits);
                Meant { value, defined }
            }
            ExprKind::Cast(operand) => {
                let meant = self.eval(operand, Polarity::Both)?;
                let null = self.is_null(meant.value);
                let instance = match class_file_name(&expr.ty) {
                    Some(name) => self.is_instance(meant.value, &name)?,
                    None => return Err("a cast to a type of JML".into()),
                };
                let pool = self.heap.pool();
                let fits = pool.or(null, instance);
                let defined = pool.and(meant.defined, fits);
                Meant { defined, ..meant }
            }
            ExprKind::Unbox(operand) => self.unbox(operand)?,
            ExprKind::Boxed(_) => return Err("a new box in a specification".into()),
            ExprKind::InstanceOf(operand, ty) => {
                let meant = self.eval(operand, Polarity::Both)?;
                let value = self.is_instance(meant.value, &name_of(ty))?;
                Meant { value, ..meant }
            }
            ExprKind::Subtype(a, b) => self.subtype(a, b)?,
            ExprKind::TypeOf(_) | ExprKind::TypeLiteral(_) | ExprKind::ElementType(_) => {
                return Err("a type as a value".into());
            }
            ExprKind::Old(inner, OldState::Pre) => self.old(inner, polarity)?,
            ExprKind::Old(_, OldState::Label(label)) => {
                return Err(format!("\\old at the label {label}").into());
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, &expr.ty, polarity)?,
            ExprKind::Call(call) => self.call(call, &expr.ty)?,
            ExprKind::ModelCall(call) => self.model_call(call, &expr.ty, polarity)?,
            ExprKind::Fresh(objects) => {
                let mut all = self.heap.pool().tt();
                let mut defined = all;
                for object in objects {
                    let meant = self.eval(object, Polarity::Both)?;
                    self.no_box(meant.value)?;
                    let (now, pre) = (self.context.now.clone(), self.context.pre.clone());
                    let is = self.heap.exists(&now, meant.value);
                    let was = self.heap.exists(&pre, meant.value);
                    let pool = self.heap.pool();
                    let was_not = pool.not(was);
                    let fresh = pool.and(is, was_not);
                    all = pool.and(all, fresh);
                    defined = pool.and(defined, meant.defined);
                }
                Meant {
                    value: all,
                    defined,
                }
            }
            ExprKind::Reaches { from, to, via } => {
                let (from, to) = (
                    self.eval(from, Polarity::Both)?,
                    self.eval(to, Polarity::Both)?,
                );
                let maps = self.via(via)?;
                let now = self.context.now.clone();
                let value = self.heap.reaches(&now, from.value, to.value, &maps);
                let defined = self.heap.pool().and(from.defined, to.defined);
                Meant { value, defined }
            }
            ExprKind::Has { set, element } => {
                let element = self.eval(element, Polarity::Both)?;
                let member = self.member(set, element.value)?;
                let defined = self.heap.pool().and(member.defined, element.defined);
                Meant {
                    value: member.value,
                    defined,
                }
            }
            ExprKind::SizeOfSet(set) => self.size_of(set)?,
            ExprKind::NonNullElements(array) => self.non_null_elements(array)?,
            ExprKind::NotModified(locations) => self.not_modified(locations)?,
            ExprKind::InvariantFor(object) => {
                let meant = self.eval(object, Polarity::Both)?;
                let exists = self.not_null(meant.value);
                let class = class_file_name(&object.ty).ok_or("an invariant of no object")?;
                let value = self.invariant(meant.value, &class, polarity)?;
                let defined = self.heap.pool().and(meant.defined, exists);
                Meant { value, defined }
            }
            ExprKind::StaticInvariantFor(class) => {
                let mut all = self.heap.pool().tt();
                for invariant in self.program.invariants(class) {
                    if invariant.is_static {
                        let holds = self.holds(&invariant.clause.expr, polarity)?;
                        all = self.heap.pool().and(all, holds);
                    }
                }
                self.sure(all)
            }
            ExprKind::Reachable { .. } => return Err("a set of objects as a value".into()),
            ExprKind::LocSetTest(test, sets) => self.set_test(*test, sets)?,
            ExprKind::Locations(_) => return Err("a location set as a value".into()),
            ExprKind::Unsupported(what) => return Err(what.clone().into()),
        })
    }

    fn literal(&mut self, literal: &Literal, ty: &Type) -> Result<Term> {
        let widths = self.heap.widths();
        let width = self.heap.reference();
        Ok(match literal {
            Literal::Boolean(value) => self.heap.pool().bool(*value),
            Literal::Integer(value) => {
                let width = match ty {
                    Type::Java(FieldType::Long) => widths.long,
                    Type::BigInt => 128 - value.unsigned_abs().leading_zeros() + 1,
                    _ => widths.int,
                };
                let half = 1i128 << (width - 1);
                if *value < -half || *value >= half {
                    return Err(format!(
                        "the number {value} needs more than {width} bits (--int-bits)"
                    )
                    .into());
                }
                values::signed(self.heap.pool(), width, *value)
            }
            Literal::Float(value) => self.heap.pool().f32(*value),
            Literal::Double(value) => self.heap.pool().f64(*value),
            Literal::String(text) => {
                let known = self.heap.text(text);
                known.ok_or_else(|| {
                    let text = String::from_utf16_lossy(text);
                    format!("the string {text:?} in a specification")
                })?
            }
            Literal::Null => self.heap.pool().bv(width, 0),
        })
    }

    /// Registers hold booleans as integers.
    fn read_register(&mut self, value: Term, ty: &Type) -> Term {
        match ty {
            Type::Java(FieldType::Boolean) if self.heap.pool().sort(value) != Sort::Bool => {
                let width = self.heap.pool().width(value);
                let zero = self.heap.pool().bv(width, 0);
                self.heap.pool().distinct(value, zero)
            }
            _ => value,
        }
    }

    fn read_cell(&mut self, cell: Term, descriptor: &str) -> Term {
        match descriptor {
            "Z" if self.heap.pool().sort(cell) == Sort::Bool => cell,
            "Z" => {
                let width = self.heap.pool().width(cell);
                let zero = self.heap.pool().bv(width, 0);
                self.heap.pool().distinct(cell, zero)
            }
            _ => {
                let widths = self.heap.widths();
                widths.load(self.heap.pool(), descriptor, cell)
            }
        }
    }

    fn field(&mut self, receiver: Option<&Expr>, field: &FieldRef) -> Result<Meant> {
        match field.origin {
            // Ghost fields are fields like any other, but for who writes them.
            FieldOrigin::Java | FieldOrigin::Ghost => {}
            FieldOrigin::Model => return self.model_field(receiver, field),
        }
        let descriptor = field.descriptor().ok_or("a field of a type of JML")?;
        let now = self.context.now.clone();
        let Some(receiver) = receiver else {
            if let Some(value) = self.constant(field)? {
                return Ok(self.sure(value));
            }
            if !self.program.is_own(&field.class) {
                let class = field.class.replace('/', ".");
                return Err(format!("the static field {class}.{}", field.name).into());
            }
            let value = self
                .heap
                .global(&now, &field.class, &field.name, &descriptor);
            let value = self.read_register(value, &field.ty);
            return Ok(self.sure(value));
        };
        let object = self.eval(receiver, Polarity::Both)?;
        let exists = self.not_null(object.value);
        let map = self.heap.map(MapInfo::Field {
            class: field.class.clone(),
            name: field.name.clone(),
            descriptor: descriptor.as_str().into(),
        });
        let unknown = self.heap.is_unknown(map, object.value);
        if self.heap.pool().as_bool(unknown) != Some(false) {
            let class = field.class.replace('/', ".");
            return Err(format!("the final field {class}.{} of a constant", field.name).into());
        }
        let cell = self.heap.field(&now, map, object.value);
        let value = self.read_cell(cell, &descriptor);
        let defined = self.heap.pool().and(object.defined, exists);
        Ok(Meant { value, defined })
    }

    /// The value of a static final field that the class file gives.
    fn constant(&mut self, field: &FieldRef) -> Result<Option<Term>> {
        if !field.is_final {
            return Ok(None);
        }
        let literal = match self.program.static_constant(&field.class, &field.name) {
            Constant::Int(value) => match &field.ty {
                Type::Java(FieldType::Boolean) => Literal::Boolean(value != 0),
                _ => Literal::Integer(value.into()),
            },
            Constant::Long(value) => Literal::Integer(value.into()),
            Constant::Float(bits) => Literal::Float(f32::from_bits(bits)),
            Constant::Double(bits) => Literal::Double(f64::from_bits(bits)),
            Constant::Null => Literal::Null,
            Constant::Text(text) => Literal::String(text),
            Constant::Object(object) => {
                let known = self.heap.fixed(&object);
                let class = field.class.replace('/', ".");
                let what = || format!("the static final field {class}.{}", field.name);
                return known.map(Some).ok_or_else(|| what().into());
            }
            Constant::Unknown => {
                let class = field.class.replace('/', ".");
                return Err(format!("the static final field {class}.{}", field.name).into());
            }
        };
        self.literal(&literal, &field.ty).map(Some)
    }

    fn element(&mut self, array: &Expr, index: &Expr, ty: &Type) -> Result<Meant> {
        let (array, index) = (
            self.eval(array, Polarity::Both)?,
            self.eval(index, Polarity::Both)?,
        );
        let descriptor = match ty {
            Type::Java(ty) => ty.to_string(),
            _ => return Err("an element of a type of JML".into()),
        };
        let now = self.context.now.clone();
        let exists = self.not_null(array.value);
        let length = self.heap.length(&now, array.value);
        let map = self.heap.map(MapInfo::Elements(element_kind(&descriptor)));
        let cell = self.heap.element(&now, map, array.value, index.value);
        let value = self.read_cell(cell, &descriptor);
        let pool = self.heap.pool();
        let inside = pool.ult(index.value, length);
        let defined = pool.and(exists, inside);
        let defined = pool.and(array.defined, defined);
        let defined = pool.and(index.defined, defined);
        Ok(Meant { value, defined })
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, polarity: Polarity) -> Result<Meant> {
        let below = match op {
            UnaryOp::Not => polarity.flipped(),
            _ => Polarity::Both,
        };
        let meant = self.eval(operand, below)?;
        let value = match (op, &operand.ty) {
            (UnaryOp::Not, _) => self.heap.pool().not(meant.value),
            (UnaryOp::Negate, Type::Java(FieldType::Float | FieldType::Double)) => {
                self.heap.pool().fp_neg(meant.value)
            }
            (UnaryOp::Negate, Type::BigInt) => {
                let wide = self.widened(meant.value, 1)?;
                self.heap.pool().neg(wide)
            }
            (UnaryOp::Negate, _) => self.heap.pool().neg(meant.value),
            (UnaryOp::Complement, _) => self.heap.pool().bv_not(meant.value),
        };
        Ok(Meant { value, ..meant })
    }

    fn widened(&mut self, value: Term, by: u32) -> Result<Term> {
        let width = self.heap.pool().width(value) + by;
        if width > 128 {
            return Err("a \\bigint of more than 128 bits".into());
        }
        Ok(self.heap.pool().sext(value, width))
    }

    /// Integers of JML have as many bits as they need; where two meet, the smaller grows.
    fn same_width(&mut self, a: Meant, b: Meant) -> (Meant, Meant) {
        let pool = self.heap.pool();
        let (Sort::Bv(first), Sort::Bv(second)) = (pool.sort(a.value), pool.sort(b.value)) else {
            return (a, b);
        };
        let width = first.max(second);
        let first = pool.sext(a.value, width);
        let second = pool.sext(b.value, width);
        (Meant { value: first, ..a }, Meant { value: second, ..b })
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, polarity: Polarity) -> Result<Meant> {
        if let BinaryOp::Equal | BinaryOp::NotEqual = op
            && let Some(same) = self.same_type(a, b)?
        {
            let value = match op {
                BinaryOp::Equal => same.value,
                _ => self.heap.pool().not(same.value),
            };
            return Ok(Meant { value, ..same });
        }
        let is_boolean = a.ty == Type::Java(FieldType::Boolean);
        let (first, second) = match op {
            BinaryOp::And | BinaryOp::Or => (polarity, polarity),
            BinaryOp::Implies => (polarity.flipped(), polarity),
            _ => (Polarity::Both, Polarity::Both),
        };
        let x = self.eval(a, first)?;
        let pool = self.heap.pool();
        let open = match op {
            BinaryOp::And | BinaryOp::Implies => pool.and(x.defined, x.value),
            BinaryOp::Or => {
                let not = pool.not(x.value);
                pool.and(x.defined, not)
            }
            _ => pool.tt(),
        };
        let y = self.under(open, |this| this.eval(b, second))?;
        let pool = self.heap.pool();
        match op {
            BinaryOp::And => {
                let value = pool.and(x.value, y.value);
                let rest = pool.implies(x.value, y.defined);
                let defined = pool.and(x.defined, rest);
                return Ok(Meant { value, defined });
            }
            BinaryOp::Or => {
                let value = pool.or(x.value, y.value);
                let rest = pool.or(x.value, y.defined);
                let defined = pool.and(x.defined, rest);
                return Ok(Meant { value, defined });
            }
            BinaryOp::Implies => {
                let value = pool.implies(x.value, y.value);
                let rest = pool.implies(x.value, y.defined);
                let defined = pool.and(x.defined, rest);
                return Ok(Meant { value, defined });
            }
            _ => {}
        }
        let mut defined = pool.and(x.defined, y.defined);
        if let BinaryOp::Equal | BinaryOp::NotEqual = op
            && class_file_name(&a.ty).is_some()
            && class_file_name(&b.ty).is_some()
        {
            let now = self.context.now.clone();
            let (same, open) = self.heap.same(&now, x.value, y.value);
            let is_class = |ty: &Type| {
                let name = class_file_name(ty);
                name.is_some_and(|name| self.program.is_subclass("java/lang/Class", &name))
            };
            let is_box = |ty: &Type| {
                let name = class_file_name(ty);
                name.is_some_and(|name| {
                    boxes::KINDS
                        .iter()
                        .any(|kind| self.program.is_subclass(kind.class, &name))
                })
            };
            let program = self.program;
            let lambda = (self.heap).in_classes(x.value, &|class| program.is_lambda(&class.name));
            let may_be_open = is_class(&a.ty) && is_class(&b.ty)
                || is_box(&a.ty) && is_box(&b.ty)
                || self.heap.pool().as_bool(lambda) != Some(false);
            if may_be_open && self.heap.pool().as_bool(open) != Some(false) {
                return Err(OF_BOXES.into());
            }
            let value = match op {
                BinaryOp::Equal => same,
                _ => self.heap.pool().not(same),
            };
            return Ok(Meant { value, defined });
        }
        let pool = self.heap.pool();
        if matches!(op, BinaryOp::Iff | BinaryOp::NotIff) || is_boolean {
            let value = match op {
                BinaryOp::Iff | BinaryOp::Equal => pool.iff(x.value, y.value),
                BinaryOp::NotIff | BinaryOp::NotEqual | BinaryOp::BitXor => {
                    pool.xor(x.value, y.value)
                }
                BinaryOp::BitAnd => pool.and(x.value, y.value),
                BinaryOp::BitOr => pool.or(x.value, y.value),
                _ => return Err(format!("{op:?} of two conditions").into()),
            };
            return Ok(Meant { value, defined });
        }
        if matches!(a.ty, Type::Java(FieldType::Float | FieldType::Double)) {
            let value = match op {
                BinaryOp::Multiply => pool.fp_mul(x.value, y.value),
                BinaryOp::Divide => pool.fp_div(x.value, y.value),
                BinaryOp::Add => pool.fp_add(x.value, y.value),
                BinaryOp::Subtract => pool.fp_sub(x.value, y.value),
                BinaryOp::Less => pool.fp_lt(x.value, y.value),
                BinaryOp::LessEqual => pool.fp_le(x.value, y.value),
                BinaryOp::Greater => pool.fp_gt(x.value, y.value),
                BinaryOp::GreaterEqual => pool.fp_ge(x.value, y.value),
                BinaryOp::Equal => pool.fp_eq(x.value, y.value),
                BinaryOp::NotEqual => {
                    let equal = pool.fp_eq(x.value, y.value);
                    pool.not(equal)
                }
                _ => return Err(format!("{op:?} of floating-point numbers").into()),
            };
            return Ok(Meant { value, defined });
        }
        if !matches!(pool.sort(x.value), Sort::Bv(_)) || !matches!(pool.sort(y.value), Sort::Bv(_))
        {
            return Err(format!("{op:?} of such operands").into());
        }
        if a.ty == Type::BigInt || b.ty == Type::BigInt {
            return self.big(op, x, y, defined);
        }
        if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) {
            let zero = pool.bv(pool.width(y.value), 0);
            let nonzero = pool.distinct(y.value, zero);
            defined = pool.and(defined, nonzero);
        }
        let java = |op| (op, ir::Kind::Int);
        let (operator, kind) = match op {
            BinaryOp::Multiply => java(ir::BinaryOp::Mul),
            BinaryOp::Divide => java(ir::BinaryOp::Div),
            BinaryOp::Remainder => java(ir::BinaryOp::Rem),
            BinaryOp::Add => java(ir::BinaryOp::Add),
            BinaryOp::Subtract => java(ir::BinaryOp::Sub),
            BinaryOp::ShiftLeft => java(ir::BinaryOp::Shl),
            BinaryOp::ShiftRight => java(ir::BinaryOp::Shr),
            BinaryOp::ShiftRightUnsigned => java(ir::BinaryOp::Ushr),
            BinaryOp::BitAnd => java(ir::BinaryOp::And),
            BinaryOp::BitXor => java(ir::BinaryOp::Xor),
            BinaryOp::BitOr => java(ir::BinaryOp::Or),
            BinaryOp::Concat => return Err(OF_TEXTS.into()),
            _ => {
                let value = comparison(pool, op, x.value, y.value).ok_or("a strange operator")?;
                return Ok(Meant { value, defined });
            }
        };
        let value = values::binary(pool, operator, kind, x.value, y.value);
        let value = value.ok_or_else(|| format!("{op:?} in a specification"))?;
        Ok(Meant { value, defined })
    }

    /// Arithmetic without overflow: results have as many bits as they can need.
    fn big(&mut self, op: BinaryOp, x: Meant, y: Meant, defined: Term) -> Result<Meant> {
        let mut defined = defined;
        let value = match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Divide | BinaryOp::Remainder => {
                let (x, y) = self.same_width(x, y);
                let (a, b) = (self.widened(x.value, 1)?, self.widened(y.value, 1)?);
                let pool = self.heap.pool();
                let zero = pool.bv(pool.width(b), 0);
                match op {
                    BinaryOp::Add => pool.add(a, b),
                    BinaryOp::Subtract => pool.sub(a, b),
                    _ => {
                        let nonzero = pool.distinct(b, zero);
                        defined = pool.and(defined, nonzero);
                        match op {
                            BinaryOp::Divide => pool.sdiv(a, b),
                            _ => pool.srem(a, b),
                        }
                    }
                }
            }
            BinaryOp::Multiply => {
                let (first, second) = {
                    let pool = self.heap.pool();
                    (pool.width(x.value), pool.width(y.value))
                };
                let a = self.widened(x.value, second)?;
                let b = self.widened(y.value, first)?;
                self.heap.pool().mul(a, b)
            }
            _ => {
                let (x, y) = self.same_width(x, y);
                let compared = comparison(self.heap.pool(), op, x.value, y.value);
                compared.ok_or_else(|| format!("{op:?} of \\bigint"))?
            }
        };
        Ok(Meant { value, defined })
    }

    fn convert(&mut self, value: Term, from: &Type, to: &Type) -> Result<Term> {
        use ir::Conversion::*;
        let widths = self.heap.widths();
        let (Type::Java(from), Type::Java(to)) = (from, to) else {
            return match (from, to) {
                (Type::Java(from), Type::BigInt) if is_integral(from) => Ok(value),
                (Type::BigInt, Type::BigInt) => Ok(value),
                (Type::BigInt, Type::Java(to)) if is_integral(to) => {
                    let width = match to {
                        FieldType::Long => widths.long,
                        _ => widths.int,
                    };
                    let pool = self.heap.pool();
                    let wide = pool.sext(value, pool.width(value).max(width));
                    let low = pool.extract(wide, width - 1, 0);
                    self.convert(low, &Type::Java(FieldType::Int), &Type::Java(to.clone()))
                }
                _ => Err("a conversion between types of JML".into()),
            };
        };
        let steps: &[ir::Conversion] = match (from, to) {
            (a, b) if a == b => &[],
            (FieldType::Long, FieldType::Float) => &[L2F],
            (FieldType::Long, FieldType::Double) => &[L2D],
            (FieldType::Long, FieldType::Int) => &[L2I],
            (FieldType::Long, FieldType::Byte) => &[L2I, I2B],
            (FieldType::Long, FieldType::Short) => &[L2I, I2S],
            (FieldType::Long, FieldType::Char) => &[L2I, I2C],
            (FieldType::Float, FieldType::Double) => &[F2D],
            (FieldType::Float, FieldType::Long) => &[F2L],
            (FieldType::Float, FieldType::Int) => &[F2I],
            (FieldType::Double, FieldType::Float) => &[D2F],
            (FieldType::Double, FieldType::Long) => &[D2L],
            (FieldType::Double, FieldType::Int) => &[D2I],
            (_, FieldType::Int) if is_integral(from) => &[],
            (_, FieldType::Long) if is_integral(from) => &[I2L],
            (_, FieldType::Float) if is_integral(from) => &[I2F],
            (_, FieldType::Double) if is_integral(from) => &[I2D],
            (_, FieldType::Byte) if is_integral(from) => &[I2B],
            (_, FieldType::Short) if is_integral(from) => &[I2S],
            (_, FieldType::Char) if is_integral(from) => &[I2C],
            _ => return Err(format!("a conversion from {from} to {to}").into()),
        };
        let mut value = value;
        for step in steps {
            value = values::convert(self.heap.pool(), widths, *step, value);
        }
        Ok(value)
    }

    /// That an invariant holds for all objects of a class that exist now, as far as they count.
    pub fn everywhere(
        &mut self,
        class: &str,
        invariant: &Invariant,
        polarity: Polarity,
        counts: &mut dyn FnMut(&mut H, Term) -> Term,
    ) -> Result<Term> {
        if invariant.is_static {
            return self.holds(&invariant.clause.expr, polarity);
        }
        let now = self.context.now.clone();
        let listed = self.heap.objects(&now, class);
        let exact = [Name::from(class)];
        let mut all = self.heap.pool().tt();
        for (object, exists) in listed.values {
            let of = self.heap.of_classes(object, &exact);
            let is = self.heap.pool().and(exists, of);
            if self.heap.pool().as_bool(is) == Some(false) {
                continue;
            }
            let asked = counts(self.heap, object);
            let asked = self.heap.pool().and(is, asked);
            if self.heap.pool().as_bool(asked) == Some(false) {
                continue;
            }
            let this = self.context.this.replace(object);
            let holds = self.under(asked, |meaning| {
                meaning.holds(&invariant.clause.expr, polarity)
            });
            self.context.this = this;
            let holds = self.heap.pool().implies(asked, holds?);
            all = self.heap.pool().and(all, holds);
        }
        if let Some(binder) = listed.binder {
            all = self.heap.pool().forall(&[binder], all);
        }
        Ok(all)
    }

    /// That a constraint holds between two states for all objects of a class that were there in the first, as far as they
    /// count.
    pub fn constrained(
        &mut self,
        class: &str,
        constraint: &Invariant,
        condition: Term,
        polarity: Polarity,
        counts: &mut dyn FnMut(&mut H, Term) -> Term,
    ) -> Result<Term> {
        let pre = self.context.pre.clone();
        let listed = self.heap.objects(&pre, class);
        let mut all = self.heap.pool().tt();
        for (object, existed) in listed.values {
            let counts = counts(self.heap, object);
            let exists = self.heap.pool().and(existed, counts);
            let this = self.context.this.replace(object);
            let asked = self.heap.pool().and(condition, exists);
            let holds = self.under(asked, |meaning| {
                meaning.holds(&constraint.clause.expr, polarity)
            });
            self.context.this = this;
            let holds = self.heap.pool().implies(exists, holds?);
            all = self.heap.pool().and(all, holds);
        }
        if let Some(binder) = listed.binder {
            all = self.heap.pool().forall(&[binder], all);
        }
        Ok(all)
    }

    /// The invariants of an object: those of its class.
    pub fn invariant(&mut self, object: Term, class: &str, polarity: Polarity) -> Result<Term> {
        if self.depth >= DEPTH {
            return Err("invariants that rest on each other".into());
        }
        let mut below = self.program.concrete_below(class);
        if below.is_empty() {
            below.push(Name::from(class));
        }
        let mut all = self.heap.pool().tt();
        for class in below {
            let invariants = self.program.invariants(&class);
            if invariants.is_empty() {
                continue;
            }
            let is = self.heap.of_classes(object, std::slice::from_ref(&class));
            let this = self.context.this.replace(object);
            self.depth += 1;
            let mut holds = self.heap.pool().tt();
            let mut failed = None;
            for invariant in invariants.iter().filter(|i| !i.is_static) {
                match self.holds(&invariant.clause.expr, polarity) {
                    Ok(one) => holds = self.heap.pool().and(holds, one),
                    Err(why) => failed = Some(why),
                }
            }
            self.depth -= 1;
            self.context.this = this;
            if let Some(why) = failed {
                return Err(why);
            }
            let implied = self.heap.pool().implies(is, holds);
            all = self.heap.pool().and(all, implied);
        }
        Ok(all)
    }
}

fn comparison(pool: &mut logic::Pool, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        BinaryOp::Less => pool.slt(a, b),
        BinaryOp::LessEqual => pool.sle(a, b),
        BinaryOp::Greater => pool.sgt(a, b),
        BinaryOp::GreaterEqual => pool.sge(a, b),
        BinaryOp::Equal => pool.eq(a, b),
        BinaryOp::NotEqual => pool.distinct(a, b),
        _ => return None,
    })
}

fn is_integral(ty: &FieldType) -> bool {
    matches!(
        ty,
        FieldType::Byte | FieldType::Char | FieldType::Short | FieldType::Int | FieldType::Long
    )
}

/// A type as class files name it in casts: `java/lang/String`, `[I`.
pub fn name_of(ty: &FieldType) -> String {
    match ty {
        FieldType::Object(name) => name.to_string(),
        other => other.to_string(),
    }
}

/// The same of a type of JML, if it is a reference.
pub fn class_file_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Java(ty @ (FieldType::Object(_) | FieldType::Array(_))) => Some(name_of(ty)),
        _ => None,
    }
}
