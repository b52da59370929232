//! Operators with two operands, the conditional operator, and conversions (JLS 5, 15.16 to 15.25).

use super::expressions::literal_boolean;
use super::{Resolver, a};
use crate::contract::Math;
use crate::resolved::{
    BinaryOp, Expr, ExprKind, LocSetTest, Location, LocationKind, Type, UnaryOp,
};
use crate::syntax::{self, BinaryOp as Written};
use crate::types::{common, promoted, string, widens};
use source::Span;

impl Resolver<'_, '_> {
    /// The value in a box, for an expression that is one.
    pub(super) fn unboxed(&self, expr: Expr) -> Expr {
        match expr.ty.unboxed() {
            Some(ty) => {
                let span = expr.span;
                self.node(ExprKind::Unbox(Box::new(expr)), ty, span)
            }
            None => expr,
        }
    }

    /// A conversion between numbers; nothing if the type is right already.
    pub(super) fn converted(&self, expr: Expr, ty: &Type) -> Expr {
        if expr.ty == *ty || expr.ty == Type::Unknown {
            return expr;
        }
        let span = expr.span;
        self.node(ExprKind::Convert(Box::new(expr)), ty.clone(), span)
    }

    pub(super) fn binary(
        &mut self,
        op: Written,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if let Some(op) = logical(op) {
            let left = self.condition(left);
            let right = self.condition(right);
            let (left, right) = (Box::new(left), Box::new(right));
            return self.boolean(ExprKind::Binary(op, left, right), span);
        }
        if op == Written::ImpliedBy {
            // Evaluated from the right to the left, as `==>` is from the left to the right.
            let left = Box::new(self.condition(left));
            let right = Box::new(self.condition(right));
            return self.boolean(ExprKind::Binary(BinaryOp::Implies, right, left), span);
        }
        // A long chain of operators is no deep expression.
        let mut chain = vec![(op, right, span)];
        let mut first = left;
        while let syntax::ExprKind::Binary(op, left, right) = &first.kind
            && logical(*op).is_none()
            && *op != Written::ImpliedBy
        {
            chain.push((*op, right, first.span));
            first = left;
        }
        let mut value = self.expr(first);
        for (op, right, span) in chain.into_iter().rev() {
            let right = self.expr(right);
            value = self.operation(op, value, right, span);
        }
        value
    }

    fn operation(&mut self, op: Written, left: Expr, right: Expr, span: Span) -> Expr {
        for operand in [&left, &right] {
            if operand.ty == Type::Unknown {
                return self.poisoned(operand, span);
            }
        }
        match op {
            Written::Equal | Written::NotEqual => self.equality(op, left, right, span),
            Written::Subtype => self.subtype(left, right, span),
            Written::Add if left.ty.is_string() || right.ty.is_string() => {
                let kind = ExprKind::Binary(BinaryOp::Concat, Box::new(left), Box::new(right));
                self.node(kind, string(), span)
            }
            // KeY: the union.
            Written::Add if left.ty == Type::LocSet && right.ty == Type::LocSet => {
                let kind = LocationKind::Union(vec![as_location(left), as_location(right)]);
                self.location_value(Location { kind, span }, span)
            }
            Written::BitAnd | Written::BitOr | Written::BitXor => self.bits(op, left, right, span),
            Written::ShiftLeft | Written::ShiftRight | Written::ShiftRightUnsigned => {
                self.shift(op, left, right, span)
            }
            _ => self.arithmetic(op, left, right, span),
        }
    }

    fn arithmetic(&mut self, op: Written, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = (self.unboxed(left), self.unboxed(right));
        for operand in [&left, &right] {
            if !operand.ty.is_numeric() {
                let message = format!("expected a number, found {}", a(&operand.ty));
                let span = operand.span;
                return self.error(message, span, None);
            }
        }
        let (op, compares) = match op {
            Written::Multiply => (BinaryOp::Multiply, false),
            Written::Divide => (BinaryOp::Divide, false),
            Written::Remainder => (BinaryOp::Remainder, false),
            Written::Add => (BinaryOp::Add, false),
            Written::Subtract => (BinaryOp::Subtract, false),
            Written::Less => (BinaryOp::Less, true),
            Written::LessEqual => (BinaryOp::LessEqual, true),
            Written::Greater => (BinaryOp::Greater, true),
            _ => (BinaryOp::GreaterEqual, true),
        };
        let ty = common(&left.ty, &right.ty);
        let exact = match compares {
            true => ty.clone(),
            false => self.exact(&ty),
        };
        let left = self.converted(left, &exact);
        let right = self.converted(right, &exact);
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        match compares {
            true => self.boolean(kind, span),
            false => {
                let value = self.node(kind, exact, span);
                self.in_range(value, &ty)
            }
        }
    }

    /// The type in which results of a type are computed here.
    pub(super) fn exact(&self, ty: &Type) -> Type {
        match ty.is_integral() && self.math != Math::Java {
            true => Type::BigInt,
            false => ty.clone(),
        }
    }

    /// A result that was computed exactly, as the arithmetic here has it.
    pub(super) fn in_range(&self, value: Expr, ty: &Type) -> Expr {
        match self.math {
            Math::Safe => self.narrowed(value, ty),
            _ => value,
        }
    }

    /// A `\bigint` as another type of integers, which has a value where it fits.
    pub(super) fn narrowed(&self, value: Expr, ty: &Type) -> Expr {
        if value.ty == *ty || value.ty != Type::BigInt {
            return value;
        }
        let span = value.span;
        self.node(ExprKind::Narrow(Box::new(value)), ty.clone(), span)
    }

    fn bits(&mut self, op: Written, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = (self.unboxed(left), self.unboxed(right));
        let op = match op {
            Written::BitAnd => BinaryOp::BitAnd,
            Written::BitOr => BinaryOp::BitOr,
            _ => BinaryOp::BitXor,
        };
        let ty = match (&left.ty, &right.ty) {
            (l, r) if l.is_boolean() && r.is_boolean() => l.clone(),
            (l, r) if l.is_integral() && r.is_integral() => common(l, r),
            (l, r) => {
                let message = format!(
                    "expected two integers or two conditions, found {} and {}",
                    a(l),
                    a(r)
                );
                return self.error(message, span, None);
            }
        };
        let left = self.converted(left, &ty);
        let right = self.converted(right, &ty);
        self.node(
            ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        )
    }

    fn shift(&mut self, op: Written, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = (self.unboxed(left), self.unboxed(right));
        for operand in [&left, &right] {
            if !operand.ty.is_integral() {
                let message = format!("expected an integer, found {}", a(&operand.ty));
                let span = operand.span;
                return self.error(message, span, None);
            }
        }
        let op = match op {
            Written::ShiftLeft => BinaryOp::ShiftLeft,
            Written::ShiftRight => BinaryOp::ShiftRight,
            _ => BinaryOp::ShiftRightUnsigned,
        };
        let ty = promoted(&left.ty);
        let left = self.converted(left, &ty);
        let count = promoted(&right.ty);
        let right = self.converted(right, &count);
        self.node(
            ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        )
    }

    fn equality(&mut self, op: Written, left: Expr, right: Expr, span: Span) -> Expr {
        let op = match op {
            Written::Equal => BinaryOp::Equal,
            _ => BinaryOp::NotEqual,
        };
        let numeric = |e: &Expr| e.ty.is_numeric();
        let boxed_number = |e: &Expr| e.ty.unboxed().is_some_and(|ty| ty.is_numeric());
        let boxed_boolean = |e: &Expr| e.ty.unboxed().is_some_and(|ty| ty.is_boolean());
        let (left, right) = match () {
            // JLS 15.21.1: one of them must be a number already; two boxes are compared as objects.
            _ if (numeric(&left) && (numeric(&right) || boxed_number(&right)))
                || (boxed_number(&left) && numeric(&right)) =>
            {
                let (left, right) = (self.unboxed(left), self.unboxed(right));
                let ty = common(&left.ty, &right.ty);
                (self.converted(left, &ty), self.converted(right, &ty))
            }
            _ if (left.ty.is_boolean() && (right.ty.is_boolean() || boxed_boolean(&right)))
                || (boxed_boolean(&left) && right.ty.is_boolean()) =>
            {
                (self.unboxed(left), self.unboxed(right))
            }
            _ if left.ty.is_reference() && right.ty.is_reference() => {
                if !self.comparable(&left.ty, &right.ty) {
                    let message = format!(
                        "{} and {} are never the same object",
                        a(&left.ty),
                        a(&right.ty)
                    );
                    return self.error(message, span, None);
                }
                (left, right)
            }
            _ if left.ty == Type::TypeValue && right.ty == Type::TypeValue => (left, right),
            _ if left.ty == Type::LocSet && right.ty == Type::LocSet => {
                let sets = vec![as_location(left), as_location(right)];
                let equal = self.boolean(ExprKind::LocSetTest(LocSetTest::Equal, sets), span);
                return match op {
                    BinaryOp::Equal => equal,
                    _ => self.boolean(ExprKind::Unary(UnaryOp::Not, Box::new(equal)), span),
                };
            }
            _ if left.ty == Type::ObjectSet && right.ty == Type::ObjectSet => {
                return self.unsupported("the comparison of two sets", span);
            }
            _ if (left.ty.is_reference() && numeric(&right))
                || (numeric(&left) && right.ty.is_reference()) =>
            {
                // Erasure may have hidden that there is a number in it.
                let what = "a comparison of a number with an object of unknown type";
                let (object, other) = match numeric(&left) {
                    true => (&right.ty, &left.ty),
                    false => (&left.ty, &right.ty),
                };
                let boxed = other.boxed().map(Type::Java);
                return match boxed.is_some_and(|b| self.comparable(object, &b))
                    && *object != Type::Null
                {
                    true => self.unsupported(what, span),
                    false => {
                        let message =
                            format!("{} cannot be compared with {}", a(&left.ty), a(&right.ty));
                        self.error(message, span, None)
                    }
                };
            }
            _ => {
                let message = format!("{} cannot be compared with {}", a(&left.ty), a(&right.ty));
                return self.error(message, span, None);
            }
        };
        self.boolean(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
    }

    /// Whether an object may be of both types (JLS 5.5.1, roughly: of two classes one must extend the other).
    fn comparable(&self, a: &Type, b: &Type) -> bool {
        let (Type::Java(a), Type::Java(b)) = (a, b) else {
            return true;
        };
        let world = self.scope.world;
        let open = |ty: &classpath::FieldType| match ty {
            classpath::FieldType::Object(name) => world
                .class(name)
                .is_none_or(|c| c.access & classpath::access::INTERFACE != 0),
            _ => false,
        };
        world.is_subtype(a, b) || world.is_subtype(b, a) || open(a) || open(b)
    }

    fn subtype(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty != Type::TypeValue || right.ty != Type::TypeValue {
            let wrong = match left.ty {
                Type::TypeValue => right,
                _ => left,
            };
            let message = format!("expected a type, found {}", a(&wrong.ty));
            let help = Some("write `\\typeof(e)` or `\\type(T)`".to_owned());
            return self.error(message, wrong.span, help);
        }
        self.boolean(ExprKind::Subtype(Box::new(left), Box::new(right)), span)
    }

    pub(super) fn conditional(
        &mut self,
        condition: &syntax::Expr,
        yes: &syntax::Expr,
        no: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let yes = self.expr(yes);
        let no = self.expr(no);
        for operand in [&yes, &no] {
            if operand.ty == Type::Unknown {
                return self.poisoned(operand, span);
            }
        }
        let value = |ty: &Type| ty.unboxed().unwrap_or_else(|| ty.clone());
        let (yes_value, no_value) = (value(&yes.ty), value(&no.ty));
        let both = |test: fn(&Type) -> bool| test(&yes_value) && test(&no_value);
        let (yes, no, ty) = if yes.ty == no.ty {
            let ty = yes.ty.clone();
            (yes, no, ty)
        } else if both(Type::is_numeric) {
            let ty = common(&yes_value, &no_value);
            let (yes, no) = (self.unboxed(yes), self.unboxed(no));
            (self.converted(yes, &ty), self.converted(no, &ty), ty)
        } else if both(Type::is_boolean) {
            (self.unboxed(yes), self.unboxed(no), yes_value)
        } else if yes.ty.is_reference() && no.ty.is_reference() {
            let ty = self.join(&yes.ty, &no.ty);
            (yes, no, ty)
        } else if yes.ty.is_reference() || no.ty.is_reference() {
            return self.unsupported("a conditional of a value and an object", span);
        } else {
            let message = format!("{} and {} do not go together", a(&yes.ty), a(&no.ty));
            return self.error(message, span, None);
        };
        let (condition, yes, no) = (Box::new(condition), Box::new(yes), Box::new(no));
        self.node(ExprKind::Conditional(condition, yes, no), ty, span)
    }

    /// A type that both have; `Object` where neither is the other's super type.
    fn join(&self, a: &Type, b: &Type) -> Type {
        match (a, b) {
            (Type::Null, other) | (other, Type::Null) => other.clone(),
            (Type::Java(x), Type::Java(y)) if self.scope.world.is_subtype(x, y) => b.clone(),
            (Type::Java(x), Type::Java(y)) if self.scope.world.is_subtype(y, x) => a.clone(),
            _ => Type::Java(crate::types::object("java/lang/Object")),
        }
    }

    pub(super) fn cast(
        &mut self,
        ty: &syntax::TypeName,
        operand: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let operand = self.expr(operand);
        let Some(to) = self.written_type(ty) else {
            return self.unknown_type(ty, span);
        };
        if operand.ty == Type::Unknown {
            return self.poisoned(&operand, span);
        }
        if to.is_numeric() {
            let operand = self.unboxed(operand);
            if operand.ty.is_numeric() {
                return Expr {
                    span,
                    ..self.converted(operand, &to)
                };
            }
            if operand.ty.is_reference() && operand.ty != Type::Null {
                return self.unsupported("a cast of an object to a number", span);
            }
        } else if to.is_boolean() {
            let operand = self.unboxed(operand);
            if operand.ty.is_boolean() {
                return Expr { span, ..operand };
            }
        } else if to.is_reference() && operand.ty.is_reference() {
            if self.comparable(&operand.ty, &to) {
                return self.node(ExprKind::Cast(Box::new(operand)), to, span);
            }
        } else if to.is_reference() {
            let boxed = operand.ty.boxed().map(Type::Java);
            if let Some(boxed) = boxed
                && self.comparable(&boxed, &to)
            {
                return self.node(ExprKind::Boxed(Box::new(operand)), boxed, span);
            }
        } else if to == operand.ty {
            return operand;
        }
        let what = ty.name.clone();
        self.error(format!("this is no `{what}`"), span, None)
    }

    /// An argument as a parameter's type, or a value as a variable's; none if it does not fit (JLS 5.2, 5.3).
    pub(super) fn assigned(&self, expr: Expr, to: &Type) -> Option<Expr> {
        if expr.ty == *to || expr.ty == Type::Unknown {
            return Some(expr);
        }
        if widens(&expr.ty, to) {
            return Some(self.converted(expr, to));
        }
        if self.math == Math::BigInt && expr.ty == Type::BigInt && to.is_integral() {
            return Some(self.narrowed(expr, to));
        }
        let world = self.scope.world;
        match (&expr.ty, to) {
            (Type::Null, Type::Java(to)) if to.is_reference() => Some(expr),
            (Type::Java(from), Type::Java(to)) if from.is_reference() && to.is_reference() => {
                world.is_subtype(from, to).then_some(expr)
            }
            _ => {
                if let Some(value) = expr.ty.unboxed()
                    && widens(&value, to)
                {
                    let unboxed = self.unboxed(expr);
                    return Some(self.converted(unboxed, to));
                }
                let boxed = expr.ty.boxed()?;
                let Type::Java(to) = to else { return None };
                if !world.is_subtype(&boxed, to) {
                    return None;
                }
                let span = expr.span;
                Some(self.node(ExprKind::Boxed(Box::new(expr)), Type::Java(boxed), span))
            }
        }
    }

    /// The value of a variable that is declared or set, with a complaint if it does not fit. An `int` literal may become a
    /// smaller type if it is in range (JLS 5.2).
    pub fn assigned_or_error(&mut self, expr: Expr, to: &Type) -> Expr {
        use crate::resolved::Literal;
        use classpath::FieldType::{Byte, Char, Short};
        if let ExprKind::Literal(Literal::Integer(value)) = expr.kind {
            let range = match to {
                Type::Java(Byte) => Some((-128, 127)),
                Type::Java(Short) => Some((-32768, 32767)),
                Type::Java(Char) => Some((0, 65535)),
                _ => None,
            };
            if range.is_some_and(|(low, high)| low <= value && value <= high) {
                return Expr {
                    ty: to.clone(),
                    ..expr
                };
            }
        }
        let (span, found) = (expr.span, expr.ty.clone());
        match self.assigned(expr, to) {
            Some(expr) => expr,
            None => {
                let message = format!("expected {}, found {}", a(to), a(&found));
                self.error(message, span, None)
            }
        }
    }

    pub(super) fn truth(&self, span: Span) -> Expr {
        self.boolean(literal_boolean(true), span)
    }
}

/// The locations that an expression of type `\locset` denotes.
fn as_location(set: Expr) -> Location {
    let span = set.span;
    match set.kind {
        ExprKind::Locations(location) => *location,
        _ => Location {
            kind: LocationKind::Value(set),
            span,
        },
    }
}

fn logical(op: Written) -> Option<BinaryOp> {
    Some(match op {
        Written::And => BinaryOp::And,
        Written::Or => BinaryOp::Or,
        Written::Implies => BinaryOp::Implies,
        Written::Iff => BinaryOp::Iff,
        Written::NotIff => BinaryOp::NotIff,
        _ => return None,
    })
}
