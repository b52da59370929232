//! JML as Java: an expression of a contract becomes one that a test evaluates on the JVM, by reflection, so that it can
//! look at private fields. Where evaluating it throws, it has no value, and a clause without a value does not hold.

use super::Classes;
use super::models::Models;
use crate::literal::literal;
use classpath::{FieldType, Name, access};
use jml::Specifications;
use jml::contract::Representation;
use jml::resolved::{
    BinaryOp, BoundId, Call, Dispatch, Expr, ExprKind, FieldOrigin, FieldRef, Literal,
    LocationKind, OldState, Type, UnaryOp, Via,
};
use outcome::{InputValue, JavaString};
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Result<T> = std::result::Result<T, String>;

/// How deep model fields and invariants may stand for each other.
const DEPTH: u32 = 8;

/// Translates the expressions of one test.
pub(super) struct Java<'a> {
    pub specifications: &'a Specifications,
    pub classes: &'a Classes<'a>,
    /// The variables of the declared parameters.
    pub parameters: Vec<String>,
    /// The variable of the receiver.
    pub this: Option<String>,
    pub helpers: BTreeSet<&'static str>,
    /// Statements that evaluate what `\old` is about, before the call.
    pub olds: Vec<String>,
    /// Classes whose static fields are spoken of.
    pub statics: BTreeSet<String>,
    pub(super) bound: BTreeMap<BoundId, String>,
    /// Whether the state before is asked, after the call.
    pub(super) old: bool,
    /// Whether the call is still to come.
    pub before: bool,
    /// Model methods that the test has as methods of its own.
    pub(super) models: Models,
    names: u32,
    depth: u32,
    /// How deep within an expression that is about another object than the receiver.
    pub(super) about: u32,
}

impl<'a> Java<'a> {
    pub fn new(specifications: &'a Specifications, classes: &'a Classes<'a>) -> Java<'a> {
        Java {
            specifications,
            classes,
            parameters: Vec::new(),
            this: None,
            helpers: BTreeSet::new(),
            olds: Vec::new(),
            statics: BTreeSet::new(),
            bound: BTreeMap::new(),
            old: false,
            before: false,
            models: Models::default(),
            names: 0,
            depth: 0,
            about: 0,
        }
    }

    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    pub fn help(&mut self, helper: &'static str) {
        self.helpers.insert(helper);
    }

    /// An expression in Java, of the type that [`java_type`] says.
    pub fn expr(&mut self, expr: &Expr) -> Result<String> {
        Ok(match &expr.kind {
            ExprKind::Literal(value) => number(value, &expr.ty)?,
            ExprKind::This => self.this.clone().ok_or("`this` where there is none")?,
            ExprKind::Result => "result".into(),
            ExprKind::Thrown => "thrown".into(),
            ExprKind::Parameter(at) => {
                let known = self.parameters.get(*at).cloned();
                known.ok_or("a parameter that is missing")?
            }
            ExprKind::Bound(id) => {
                let known = self.bound.get(id).cloned();
                known.ok_or("a variable without a quantifier")?
            }
            ExprKind::Field { receiver, field } => self.field(receiver.as_deref(), field)?,
            ExprKind::Element { array, index } => {
                let (array, index) = (self.expr(array)?, self.expr(index)?);
                let read = match self.old {
                    true => {
                        self.help("old");
                        format!("old({array}, \"[\" + {index} + \"]\")")
                    }
                    false => format!("Array.get({array}, {index})"),
                };
                typed(&expr.ty, read)?
            }
            ExprKind::Length(array) => format!("Array.getLength({})", self.expr(array)?),
            ExprKind::Unary(op, operand) => {
                let text = self.expr(operand)?;
                match (op, &operand.ty) {
                    (UnaryOp::Negate, Type::BigInt) => format!("{text}.negate()"),
                    (UnaryOp::Complement, Type::BigInt) => format!("{text}.not()"),
                    (UnaryOp::Not, _) => format!("!({text})"),
                    (UnaryOp::Negate, _) => format!("(-({text}))"),
                    (UnaryOp::Complement, _) => format!("(~({text}))"),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b)?,
            ExprKind::Conditional(condition, a, b) => {
                let condition = self.expr(condition)?;
                format!("({condition} ? {} : {})", self.expr(a)?, self.expr(b)?)
            }
            ExprKind::Convert(operand) => {
                let text = self.expr(operand)?;
                convert(&operand.ty, &expr.ty, text)?
            }
            // Of null there is no value, here as there.
            ExprKind::Unbox(operand) => typed(&expr.ty, self.expr(operand)?)?,
            ExprKind::Cast(operand) => {
                self.help("cast");
                format!("cast({}, {})", self.expr(operand)?, class_text(&expr.ty)?)
            }
            ExprKind::InstanceOf(operand, ty) => {
                self.help("is");
                let ty = class_text(&Type::Java(ty.clone()))?;
                format!("is({}, {ty})", self.expr(operand)?)
            }
            ExprKind::Subtype(a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                format!("((Class<?>) {b}).isAssignableFrom((Class<?>) {a})")
            }
            ExprKind::TypeOf(object) => {
                self.help("some");
                format!("((Object) some({}).getClass())", self.expr(object)?)
            }
            ExprKind::TypeLiteral(Some(ty)) => match java_type(&Type::Java(ty.clone()))? {
                "Object" => format!(
                    "((Object) Class.forName({}))",
                    class_text(&Type::Java(ty.clone()))?
                ),
                primitive => format!("((Object) {primitive}.class)"),
            },
            ExprKind::Old(inner, OldState::Pre) => self.in_state_before(inner)?,
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, &expr.ty)?,
            ExprKind::Call(call) => self.call(call, &expr.ty)?,
            ExprKind::ModelCall(call) => self.model_call(call)?,
            ExprKind::Fresh(objects) => {
                if self.before {
                    return Err("\\fresh in the state before".into());
                }
                self.help("fresh");
                let mut parts = Vec::new();
                for object in objects {
                    parts.push(format!("fresh({})", self.expr(object)?));
                }
                both(&parts)
            }
            ExprKind::Reaches { from, to, via } => {
                let reach = self.reach(from, via)?;
                format!("has({reach}, {})", self.expr(to)?)
            }
            ExprKind::Has { set, element } => self.member(set, element)?,
            ExprKind::SizeOfSet(set) => {
                self.help("sum");
                let ExprKind::Reachable { from, class, via } = &set.kind else {
                    return Err("a set of objects that is computed".into());
                };
                let reach = self.reach(from, via)?;
                let member = self.fresh("o");
                let counts = self.is_member(&member, class.as_ref())?;
                format!("((int) sum({reach}, (Object {member}) -> {counts} ? 1 : 0))")
            }
            ExprKind::NonNullElements(array) => {
                if self.old {
                    return Err("\\nonnullelements in the state before".into());
                }
                self.help("nonnull");
                format!("nonNull({})", self.expr(array)?)
            }
            ExprKind::NotModified(locations) => {
                let mut parts = Vec::new();
                for location in locations {
                    let LocationKind::Field { receiver, field } = &location.kind else {
                        return Err("\\not_modified of more than fields".into());
                    };
                    let now = self.field(receiver.as_ref(), field)?;
                    let outer = std::mem::replace(&mut self.old, !self.before);
                    let old = self.field(receiver.as_ref(), field);
                    self.old = outer;
                    self.help("same");
                    parts.push(format!("same({now}, {})", old?));
                }
                both(&parts)
            }
            ExprKind::InvariantFor(object) => {
                let text = self.expr(object)?;
                let class = class_name(&object.ty).ok_or("an invariant of no object")?;
                self.invariants(text, &class)?
            }
            ExprKind::StaticInvariantFor(class) => {
                let mut parts = Vec::new();
                for invariant in self.specifications.class(class).invariants {
                    if invariant.is_static {
                        parts.push(self.expr(&invariant.clause.expr)?);
                    }
                }
                both(&parts)
            }
            ExprKind::Unsupported(what) => return Err(what.clone()),
            _ => return Err("a construct of JML that has no counterpart in Java".into()),
        })
    }

    /// What was so before the call: evaluated then, unless it depends on what is chosen later.
    fn in_state_before(&mut self, inner: &Expr) -> Result<String> {
        if self.old || self.before {
            return self.expr(inner);
        }
        if self.bound.is_empty() && self.about == 0 {
            self.before = true;
            let text = self.expr(inner);
            self.before = false;
            let text = text?;
            self.help("value");
            let name = self.fresh("old");
            self.olds
                .push(format!("Value {name} = before(() -> {text});"));
            return typed(&inner.ty, format!("{name}.get()"));
        }
        self.old = true;
        self.help("old");
        let text = self.expr(inner);
        self.old = false;
        text
    }

    fn field(&mut self, receiver: Option<&Expr>, field: &FieldRef) -> Result<String> {
        match field.origin {
            FieldOrigin::Java => {}
            FieldOrigin::Ghost => return Err(format!("the ghost field {}", field.name)),
            FieldOrigin::Model => return self.model_field(receiver, field),
        }
        let class = dotted(&field.class);
        let object = match receiver {
            Some(receiver) => Some(self.expr(receiver)?),
            None => {
                self.statics.insert(class.clone());
                None
            }
        };
        let read = match self.old {
            true => {
                self.help("old");
                let of = object.unwrap_or_else(|| format!("Class.forName({})", quoted(&class)));
                format!("old({of}, {})", quoted(&format!("{class}.{}", field.name)))
            }
            false => {
                self.help("get");
                let of = object.unwrap_or_else(|| "null".into());
                format!("get({of}, {}, {})", quoted(&class), quoted(&field.name))
            }
        };
        typed(&field.ty, read)
    }

    fn model_field(&mut self, receiver: Option<&Expr>, field: &FieldRef) -> Result<String> {
        let spec = self.specifications.class(&field.class);
        let mut models = spec.model_fields.iter();
        let model = models.find(|known| known.field.name == field.name);
        let represents = model.map(|model| &model.represents[..]).unwrap_or_default();
        let [only] = represents else {
            return Err(format!(
                "the model field {} without one `represents`",
                field.name
            ));
        };
        let differs = |class: &Name| {
            let models = self.specifications.class(class).model_fields;
            let own = models.into_iter().find(|known| known.field == *field);
            own.is_none_or(|own| own.represents != represents)
        };
        if (self.classes.below)(&field.class).iter().any(differs) {
            return Err(format!("the model field {} of several classes", field.name));
        }
        let Representation::Value(value) = &only.meaning else {
            return Err(format!("the model field {} with \\such_that", field.name));
        };
        match receiver {
            None => self.deeper(|this| this.expr(value)),
            Some(receiver) => {
                let object = self.expr(receiver)?;
                let text = self.about(object, |this| this.expr(value))?;
                typed(&field.ty, text)
            }
        }
    }

    fn deeper<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEPTH {
            return Err("model fields or invariants that rest on each other".into());
        }
        self.depth += 1;
        let value = evaluate(self);
        self.depth -= 1;
        value
    }

    /// An expression, of type `Object`, about another object than the receiver.
    fn about(
        &mut self,
        object: String,
        text: impl FnOnce(&mut Self) -> Result<String>,
    ) -> Result<String> {
        self.help("with");
        let name = self.fresh("self");
        let this = self.this.replace(name.clone());
        self.about += 1;
        let inner = self.deeper(text);
        self.about -= 1;
        self.this = this;
        Ok(format!("with({object}, ({name}) -> {})", inner?))
    }

    /// A condition about one of many objects, which is called by a name.
    pub fn about_each(&mut self, name: &str, expr: &Expr) -> Result<String> {
        let this = self.this.replace(name.to_owned());
        self.about += 1;
        let text = self.expr(expr);
        self.about -= 1;
        self.this = this;
        text
    }

    /// The invariants of an object, those of its class.
    fn invariants(&mut self, object: String, class: &str) -> Result<String> {
        let mut below = (self.classes.below)(class);
        if below.is_empty() {
            below.push(Name::from(class));
        }
        let text = self.about(object, |this| {
            let name = this.this.clone().unwrap_or_default();
            let mut all = Vec::new();
            for class in below {
                let mut parts = Vec::new();
                for invariant in this.specifications.class(&class).invariants {
                    if !invariant.is_static {
                        parts.push(this.expr(&invariant.clause.expr)?);
                    }
                }
                if !parts.is_empty() {
                    let ty = quoted(&dotted(&class));
                    let other = format!("{name}.getClass() != Class.forName({ty})");
                    all.push(format!("({other} || {})", both(&parts)));
                }
            }
            Ok(both(&all))
        })?;
        Ok(format!("(boolean) {text}"))
    }

    fn call(&mut self, call: &Call, ty: &Type) -> Result<String> {
        if self.old {
            return Err("a call in the state before".into());
        }
        let method = &call.method;
        if call.dispatch == Dispatch::Exact {
            let found = self.classes.classpath.find(&method.class).ok().flatten();
            let found = found
                .as_ref()
                .and_then(|class| class.method(&method.name, &method.descriptor));
            let is_private =
                found.is_some_and(|found| found.access & (access::PRIVATE | access::FINAL) != 0);
            if !is_private {
                return Err("a call through super".into());
            }
        }
        self.help("call");
        let (object, is_static) = match &call.receiver {
            Some(receiver) => (self.expr(receiver)?, false),
            None => ("null".to_owned(), true),
        };
        let mut text = format!(
            "call({object}, {is_static}, {}, {}, {}",
            quoted(&dotted(&method.class)),
            quoted(&method.name),
            quoted(&method.descriptor)
        );
        for argument in &call.arguments {
            let value = self.expr(argument)?;
            let value = match value == "null" {
                true => "(Object) null".to_owned(),
                false => value,
            };
            text.push_str(", ");
            text.push_str(&value);
        }
        text.push(')');
        typed(ty, text)
    }

    /// All that can be reached, as a list.
    pub(super) fn reach(&mut self, from: &Expr, via: &Via) -> Result<String> {
        self.help("reach");
        let from = self.expr(from)?;
        let mut text = format!("reach({}, {from}", self.old);
        if let Via::Fields(fields) = via {
            for field in fields {
                let name = format!("{}.{}", dotted(&field.class), field.name);
                text.push_str(", ");
                text.push_str(&quoted(&name));
            }
            if fields.is_empty() {
                return Err("reachability without a field".into());
            }
        }
        text.push(')');
        Ok(text)
    }

    pub(super) fn is_member(&mut self, name: &str, class: Option<&FieldType>) -> Result<String> {
        match class {
            Some(class) => {
                self.help("is");
                let class = class_text(&Type::Java(class.clone()))?;
                Ok(format!("is({name}, {class})"))
            }
            None => Ok(format!("{name} != null")),
        }
    }

    fn member(&mut self, set: &Expr, element: &Expr) -> Result<String> {
        let ExprKind::Reachable { from, class, via } = &set.kind else {
            return Err("a set of objects that is computed".into());
        };
        let reach = self.reach(from, via)?;
        let element = self.expr(element)?;
        let is = self.is_member(&element, class.as_ref())?;
        Ok(format!("(has({reach}, {element}) && {is})"))
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Result<String> {
        let (x, y) = (self.expr(a)?, self.expr(b)?);
        if a.ty == Type::BigInt || b.ty == Type::BigInt {
            return big(op, &x, &y);
        }
        let sign = match op {
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::ShiftRightUnsigned => ">>>",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal | BinaryOp::Iff => "==",
            BinaryOp::NotEqual | BinaryOp::NotIff => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => return Ok(format!("(!({x}) || {y})")),
            BinaryOp::Concat => return Ok(format!("((Object) (\"\" + {x} + {y}))")),
        };
        Ok(format!("({x} {sign} {y})"))
    }
}

fn big(op: BinaryOp, x: &str, y: &str) -> Result<String> {
    let method = match op {
        BinaryOp::Multiply => "multiply",
        BinaryOp::Divide => "divide",
        BinaryOp::Remainder => "remainder",
        BinaryOp::Add => "add",
        BinaryOp::Subtract => "subtract",
        _ => {
            let sign = match op {
                BinaryOp::Less => "<",
                BinaryOp::LessEqual => "<=",
                BinaryOp::Greater => ">",
                BinaryOp::GreaterEqual => ">=",
                BinaryOp::Equal => "==",
                BinaryOp::NotEqual => "!=",
                _ => return Err("an operator of \\bigint".into()),
            };
            return Ok(format!("({x}.compareTo({y}) {sign} 0)"));
        }
    };
    Ok(format!("{x}.{method}({y})"))
}

fn convert(from: &Type, to: &Type, text: String) -> Result<String> {
    Ok(match (from, to) {
        (Type::BigInt, Type::BigInt) => text,
        (Type::Java(_), Type::BigInt) => format!("BigInteger.valueOf({text})"),
        (Type::BigInt, Type::Java(FieldType::Long)) => format!("{text}.longValue()"),
        (Type::BigInt, Type::Java(ty)) => {
            format!(
                "(({}) {text}.intValue())",
                java_type(&Type::Java(ty.clone()))?
            )
        }
        (Type::Java(_), Type::Java(_)) => format!("(({}) {text})", java_type(to)?),
        _ => return Err("a conversion between types of JML".into()),
    })
}

fn number(value: &Literal, ty: &Type) -> Result<String> {
    Ok(match value {
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".into(),
        Literal::Float(value) => literal(&InputValue::Float(value.to_bits()), "float"),
        Literal::Double(value) => literal(&InputValue::Double(value.to_bits()), "double"),
        Literal::String(units) => {
            let text = InputValue::String(JavaString::from_units(units.to_vec()));
            format!("((Object) {})", literal(&text, ""))
        }
        Literal::Integer(value) => match ty {
            Type::BigInt => format!("new BigInteger(\"{value}\")"),
            Type::Java(FieldType::Long) if *value >= 0 => {
                literal(&InputValue::Long(*value as i64), "long")
            }
            Type::Java(FieldType::Int) if *value >= 0 => {
                literal(&InputValue::Int(*value as i32), "int")
            }
            Type::Java(FieldType::Long) => {
                format!("({})", literal(&InputValue::Long(*value as i64), "long"))
            }
            Type::Java(FieldType::Int) => {
                format!("({})", literal(&InputValue::Int(*value as i32), "int"))
            }
            _ => format!("(({}) {value})", java_type(ty)?),
        },
    })
}

/// All references are `Object`s to a test.
pub(super) fn java_type(ty: &Type) -> Result<&'static str> {
    Ok(match ty {
        Type::Java(FieldType::Boolean) => "boolean",
        Type::Java(FieldType::Byte) => "byte",
        Type::Java(FieldType::Char) => "char",
        Type::Java(FieldType::Short) => "short",
        Type::Java(FieldType::Int) => "int",
        Type::Java(FieldType::Long) => "long",
        Type::Java(FieldType::Float) => "float",
        Type::Java(FieldType::Double) => "double",
        Type::Java(FieldType::Object(_) | FieldType::Array(_)) | Type::Null | Type::TypeValue => {
            "Object"
        }
        Type::BigInt => "BigInteger",
        _ => return Err("a type of JML".into()),
    })
}

/// An `Object` as a value of a type.
pub(super) fn typed(ty: &Type, text: String) -> Result<String> {
    Ok(match java_type(ty)? {
        "Object" => text,
        name => format!("(({name}) {text})"),
    })
}

pub(super) fn both(parts: &[String]) -> String {
    match parts {
        [] => "true".into(),
        [only] => only.clone(),
        _ => format!("({})", parts.join(" && ")),
    }
}

/// A class as `Class.forName` takes it.
pub(super) fn dotted(class: &str) -> String {
    class.replace('/', ".")
}

fn class_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Java(FieldType::Object(name)) => Some(name.to_string()),
        Type::Java(ty @ FieldType::Array(_)) => Some(ty.to_string()),
        _ => None,
    }
}

pub(super) fn class_text(ty: &Type) -> Result<String> {
    let name = class_name(ty).ok_or("a type that is no class")?;
    Ok(quoted(&dotted(&name)))
}

pub(super) fn quoted(text: &str) -> String {
    literal(&InputValue::string(text), "java.lang.String")
}
