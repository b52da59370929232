//! Expressions, one kind after the other. What needs more than a few lines has a file of its own.

use super::{Resolver, a};
use crate::resolved::{
    BoundVariable, Expr, ExprKind, Literal, OldState, Quantifier, QuantifierKind, Type, UnaryOp,
};
use crate::syntax::{self, ExprKind as Written};
use crate::types::{BOOLEAN, INT, LONG, promoted, string};
use classpath::FieldType;
use source::Span;

impl Resolver<'_, '_> {
    pub fn expr(&mut self, expr: &syntax::Expr) -> Expr {
        let span = expr.span;
        match &expr.kind {
            Written::Number(digits) => self.number(digits, span),
            Written::Character(unit) => {
                let literal = Literal::Integer((*unit).into());
                self.node(
                    ExprKind::Literal(literal),
                    Type::Java(FieldType::Char),
                    span,
                )
            }
            Written::String(units) => {
                let literal = Literal::String(units.as_slice().into());
                self.node(ExprKind::Literal(literal), string(), span)
            }
            Written::Boolean(value) => self.boolean(literal_boolean(*value), span),
            Written::Null => self.node(ExprKind::Literal(Literal::Null), Type::Null, span),
            Written::This => self.this(span),
            Written::Super => self.error("`super` is no value", span, None),
            Written::Name(name) => self.name(name, span),
            Written::Select(target, word) => match target.kind {
                // `super.f` is a field of this object.
                Written::Super => {
                    let this = self.super_object(target.span);
                    self.select(this, word, span)
                }
                Written::Name(_) | Written::Select(..) => self.selected(expr),
                _ => {
                    let target = self.expr(target);
                    self.select(target, word, span)
                }
            },
            Written::Call {
                target,
                name,
                arguments,
            } => self.call(target.as_deref(), name, arguments, span),
            Written::Index(array, index) => self.index(array, index, span),
            Written::Unary(op, operand) => self.unary(*op, operand, span),
            Written::Binary(op, left, right) => self.binary(*op, left, right, span),
            Written::Conditional(condition, yes, no) => self.conditional(condition, yes, no, span),
            Written::Parenthesized(inner) => self.expr(inner),
            Written::Cast(ty, operand) => self.cast(ty, operand, span),
            Written::InstanceOf(operand, ty) => self.instance_of(operand, ty, span),
            Written::ClassLiteral(ty) => self.type_literal(ty, span),
            Written::New(_) => self.unsupported("an object that a specification makes", span),
            Written::Informal => self.unsupported("an informal condition", span),
            Written::Keyword(word) => self.keyword(word, span),
            Written::Function { name, arguments } => self.function(name, arguments, span),
            Written::Quantifier(quantifier) => self.quantifier(quantifier, span),
            Written::AllFields(_) | Written::Range { .. } => {
                let message = "this denotes locations, where a value is expected";
                self.error(message, span, None)
            }
        }
    }

    /// This object, seen as one of its super class.
    pub(super) fn super_object(&mut self, span: Span) -> Expr {
        let mut this = self.this(span);
        let class = self.scope.world.class(self.scope.class);
        if let (Some(class), Type::Java(ty)) = (class, &mut this.ty)
            && let Some(super_name) = &class.super_name
        {
            *ty = FieldType::Object(super_name.clone());
        }
        this
    }

    fn index(&mut self, array: &syntax::Expr, index: &syntax::Expr, span: Span) -> Expr {
        let array = self.expr(array);
        let index = self.expr(index);
        let index = self.index_value(index);
        if array.ty == Type::Unknown {
            return self.poisoned(&array, span);
        }
        let Type::Java(FieldType::Array(element)) = &array.ty else {
            let message = format!("expected an array, found {}", a(&array.ty));
            return self.error(message, array.span, None);
        };
        let ty = Type::Java((**element).clone());
        let (array, state) = uncopied(array);
        let Some(state) = state else {
            let kind = ExprKind::Element {
                array: Box::new(array),
                index: Box::new(index),
            };
            let element = self.node(kind, ty.clone(), span);
            let cast = self.type_of_element(&element).map(Type::Java);
            return match cast.filter(|cast| *cast != ty) {
                Some(cast) => self.node(ExprKind::Cast(Box::new(element)), cast, span),
                None => element,
            };
        };
        // The element is an earlier one, the index is not.
        let variable = self.fresh_bound();
        let known = self.node(ExprKind::Bound(variable), index.ty.clone(), span);
        let kind = ExprKind::Element {
            array: Box::new(array),
            index: Box::new(known),
        };
        let element = self.node(kind, ty.clone(), span);
        let body = self.node(ExprKind::Old(Box::new(element), state), ty.clone(), span);
        let kind = ExprKind::Let {
            variable,
            value: Box::new(index),
            body: Box::new(body),
        };
        self.node(kind, ty, span)
    }

    /// A number that may be an index: promoted, it is an `int` (JLS 15.10.3). JML allows `\bigint` as well.
    pub(super) fn index_value(&mut self, index: Expr) -> Expr {
        let index = self.unboxed(index);
        let ty = promoted(&index.ty);
        if ty == Type::BigInt {
            return self.narrowed(index, &INT);
        }
        if ty == Type::Unknown {
            return index;
        }
        match ty == INT {
            true => self.converted(index, &INT),
            false => {
                let message = format!("expected an index, found {}", a(&ty));
                self.error(message, index.span, None)
            }
        }
    }

    fn unary(&mut self, op: syntax::UnaryOp, operand: &syntax::Expr, span: Span) -> Expr {
        if op == syntax::UnaryOp::Not {
            let operand = self.condition(operand);
            let kind = ExprKind::Unary(UnaryOp::Not, Box::new(operand));
            return self.boolean(kind, span);
        }
        let operand = self.expr(operand);
        let operand = self.unboxed(operand);
        if operand.ty == Type::Unknown {
            return self.poisoned(&operand, span);
        }
        let fits = match op {
            syntax::UnaryOp::Complement => operand.ty.is_integral(),
            _ => operand.ty.is_numeric(),
        };
        if !fits {
            let message = format!("expected a number, found {}", a(&operand.ty));
            return self.error(message, operand.span, None);
        }
        let ty = promoted(&operand.ty);
        let op = match op {
            syntax::UnaryOp::Complement => UnaryOp::Complement,
            syntax::UnaryOp::Minus => {
                let exact = self.exact(&ty);
                let operand = self.converted(operand, &exact);
                let kind = ExprKind::Unary(UnaryOp::Negate, Box::new(operand));
                let value = self.node(kind, exact, span);
                return self.in_range(value, &ty);
            }
            _ => {
                let operand = self.converted(operand, &ty);
                return Expr { span, ..operand };
            }
        };
        let operand = self.converted(operand, &ty);
        self.node(ExprKind::Unary(op, Box::new(operand)), ty, span)
    }

    pub(super) fn java_type(&mut self, written: &syntax::TypeName) -> Option<FieldType> {
        match self.written_type(written) {
            Some(Type::Java(ty)) => Some(ty),
            Some(other) => {
                let message = format!("`{}` is no type of Java", other.describe());
                self.error(message, written.span, None);
                None
            }
            None => None,
        }
    }

    pub(super) fn written_type(&mut self, written: &syntax::TypeName) -> Option<Type> {
        let ty = self.scope.resolve(&written.name, written.dimensions);
        if ty.is_some() {
            return ty;
        }
        let known = ["\\seq", "\\map", "\\free", "\\datagroup"];
        if known.contains(&written.name.as_str()) {
            self.unsupported(format!("the type `{}`", written.name), written.span);
            return None;
        }
        let message = format!("there is no type `{}` here", written.name);
        self.error(message, written.span, None);
        None
    }

    fn type_literal(&mut self, written: &syntax::TypeName, span: Span) -> Expr {
        if written.name == "void" {
            return self.node(ExprKind::TypeLiteral(None), Type::TypeValue, span);
        }
        match self.java_type(written) {
            Some(ty) => self.node(ExprKind::TypeLiteral(Some(ty)), Type::TypeValue, span),
            None => self.unknown_type(written, span),
        }
    }

    /// For a type that was already complained about.
    pub(super) fn unknown_type(&mut self, written: &syntax::TypeName, span: Span) -> Expr {
        let what = format!("the type `{}`", written.name);
        self.node(ExprKind::Unsupported(what), Type::Unknown, span)
    }

    fn instance_of(&mut self, operand: &syntax::Expr, ty: &syntax::TypeName, span: Span) -> Expr {
        let operand = self.expr(operand);
        let Some(tested) = self.java_type(ty) else {
            return self.unknown_type(ty, span);
        };
        if operand.ty == Type::Unknown {
            return self.poisoned(&operand, span);
        }
        if !operand.ty.is_reference() || !tested.is_reference() {
            let message = "`instanceof` needs an object and a class";
            return self.error(message, span, None);
        }
        self.boolean(ExprKind::InstanceOf(Box::new(operand), tested), span)
    }

    fn quantifier(&mut self, written: &syntax::Quantifier, span: Span) -> Expr {
        use QuantifierKind::*;
        let kind = match written.name.as_str() {
            "forall" => Forall,
            "exists" => Exists,
            "sum" => Sum,
            "product" => Product,
            "min" => Min,
            "max" => Max,
            "num_of" => NumOf,
            "infinite_union" => {
                let location = self.each(written, span);
                return self.location_value(location, span);
            }
            name => return self.unsupported(format!("`\\{name}`"), span),
        };
        let depth = self.bound.len();
        let Some(variables) = self.bind(&written.variables) else {
            self.bound.truncate(depth);
            let what = "a quantifier over an unknown type".to_owned();
            return self.node(ExprKind::Unsupported(what), Type::Unknown, span);
        };
        let range = match &written.range {
            Some(range) => self.condition(range),
            None => self.boolean(literal_boolean(true), written.body.span),
        };
        let mut body = self.expr(&written.body);
        let mut narrow = None;
        let ty = match kind {
            Forall | Exists | NumOf => {
                body = self.as_boolean(body);
                if kind == NumOf { LONG } else { BOOLEAN }
            }
            _ => {
                body = self.unboxed(body);
                let ty = promoted(&body.ty);
                if !ty.is_numeric() && ty != Type::Unknown {
                    let message = format!("expected a number, found {}", a(&ty));
                    body = self.error(message, body.span, None);
                }
                match body.ty {
                    Type::Unknown => Type::Unknown,
                    _ => {
                        let computed = match kind {
                            Sum | Product => self.exact(&ty),
                            _ => ty.clone(),
                        };
                        narrow = Some(ty);
                        body = self.converted(body, &computed);
                        computed
                    }
                }
            }
        };
        self.bound.truncate(depth);
        if ty == Type::Unknown {
            return self.poisoned(&body, span);
        }
        let quantifier = Quantifier {
            kind,
            variables,
            range,
            body,
        };
        let value = self.node(ExprKind::Quantifier(Box::new(quantifier)), ty, span);
        match narrow {
            Some(ty) => self.in_range(value, &ty),
            None => value,
        }
    }

    /// Makes variables known to what follows; none if a type is unknown.
    pub(super) fn bind(&mut self, written: &[syntax::Variable]) -> Option<Vec<BoundVariable>> {
        let mut variables = Vec::new();
        for variable in written {
            let ty = self.written_type(&variable.ty)?;
            let id = self.fresh_bound();
            let name = variable.name.text.clone();
            self.bound.push((name.clone(), id, ty.clone()));
            variables.push(BoundVariable {
                id,
                name: name.into(),
                nullable: variable.nullable && ty.is_reference(),
                ty,
            });
        }
        Some(variables)
    }
}

pub(super) fn literal_boolean(value: bool) -> ExprKind {
    ExprKind::Literal(Literal::Boolean(value))
}

/// Of the copy of an array that array, which has the same length and elements in the state in which it is copied, and that
/// state, if it is an earlier one.
pub(super) fn uncopied(array: Expr) -> (Expr, Option<OldState>) {
    let copied = |expr: &Expr| match &expr.kind {
        ExprKind::Call(call) if &*call.method.name == "clone" => {
            let receiver = call.receiver.as_ref()?;
            let is_array = matches!(receiver.ty, Type::Java(FieldType::Array(_)));
            is_array.then(|| receiver.clone())
        }
        _ => None,
    };
    if let Some(array) = copied(&array) {
        return (array, None);
    }
    if let ExprKind::Old(inner, state) = &array.kind
        && let Some(array) = copied(inner)
    {
        return (array, Some(state.clone()));
    }
    (array, None)
}
