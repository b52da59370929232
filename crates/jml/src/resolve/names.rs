//! Names of variables, fields, types and packages (JLS 6.5): a variable before a type, a type before a package.

use super::expressions::uncopied;
use super::functions::without_backslash;
use super::{Resolver, class_of};
use crate::resolved::{Expr, ExprKind, FieldOrigin, FieldRef, Literal, Type};
use crate::similar::nearest;
use crate::syntax::{self, Word};
use crate::types::INT;
use classpath::{Constant, FieldType, Name, access};
use source::Span;

/// Said where a member is missing of what may have been a type variable.
pub(super) const ERASED: &str = "type arguments are not known here; write a cast";

/// What a chain of names denotes.
pub(super) enum Denoted {
    Expr(Expr),
    Type(FieldType),
    Package(String),
}

/// A field, and its value if it is a constant (JLS 4.12.4).
pub(super) struct Found {
    pub field: FieldRef,
    pub constant: Option<Literal>,
}

impl Resolver<'_, '_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Expr {
        match self.simple(name, span) {
            Some(Denoted::Expr(expr)) => expr,
            Some(Denoted::Type(_)) => {
                let message = format!("`{name}` is a type, where a value is expected");
                self.error(message, span, None)
            }
            _ => self.unknown_name(name, span),
        }
    }

    pub(super) fn unknown_name(&mut self, name: &str, span: Span) -> Expr {
        let mut known: Vec<String> = self.bound.iter().map(|(n, ..)| n.clone()).collect();
        known.extend(self.variables.iter().map(|v| v.local.name.to_string()));
        known.extend(self.around.parameters.iter().map(|(n, _)| n.clone()));
        known.extend(self.field_names(&self.scope.class.clone()));
        let help = nearest(name, known.iter().map(String::as_str))
            .or_else(|| without_backslash(name).filter(|_| name == "result"));
        self.error(format!("there is no variable `{name}` here"), span, help)
    }

    fn field_names(&self, class: &Name) -> Vec<String> {
        let world = self.scope.world;
        let mut names = Vec::new();
        for class in world.supertypes(class) {
            let fields = class.fields.iter();
            let visible = fields.filter(|f| f.access & access::SYNTHETIC == 0);
            names.extend(visible.map(|f| f.name.to_string()));
            if let Some(more) = world.fields.get(&class.name) {
                names.extend(more.keys().cloned());
            }
        }
        names
    }

    fn simple(&mut self, name: &str, span: Span) -> Option<Denoted> {
        if let Some(expr) = self.variable(name, span) {
            return Some(Denoted::Expr(expr));
        }
        match self.scope.resolve(name, 0) {
            Some(Type::Java(ty)) => Some(Denoted::Type(ty)),
            _ => None,
        }
    }

    fn variable(&mut self, name: &str, span: Span) -> Option<Expr> {
        if let Some((_, id, ty)) = self.bound.iter().rev().find(|(n, ..)| n == name) {
            return Some(self.node(ExprKind::Bound(*id), ty.clone(), span));
        }
        if let Some((_, value)) = self.lets.iter().rev().find(|(n, _)| n == name) {
            return Some(Expr {
                span,
                ..value.clone()
            });
        }
        if let Some((Some(thrown), ty)) = &self.thrown
            && thrown == name
        {
            let ty = Type::Java(ty.clone());
            return Some(self.node(ExprKind::Thrown, ty, span));
        }
        let local = (self.variables.iter().rev()).find(|v| &*v.local.name == name);
        if let Some(variable) = local.cloned() {
            return Some(match variable.ty {
                Some(ty) => self.node(ExprKind::Local(variable.local), ty, span),
                None => self.unsupported(format!("the type of the variable `{name}`"), span),
            });
        }
        let parameters = self.around.parameters;
        if let Some(index) = parameters.iter().position(|(n, _)| n == name) {
            let ty = Type::Java(parameters[index].1.clone());
            return Some(self.node(ExprKind::Parameter(index), ty, span));
        }
        self.own_field(name, span)
    }

    /// A field of this class, of one around it, or of a static import.
    fn own_field(&mut self, name: &str, span: Span) -> Option<Expr> {
        let world = self.scope.world;
        let mut class = self.scope.class.clone();
        let mut receiver: Option<Expr> = None;
        loop {
            if let Some(found) = self.find_field(&class, name) {
                if found.field.is_static {
                    return Some(self.read(None, found, span));
                }
                let receiver = match receiver {
                    Some(receiver) => receiver,
                    None if class == *self.scope.class => self.this(span),
                    None => self.unsupported("a field of the object around this one", span),
                };
                return Some(self.read(Some(receiver), found, span));
            }
            let file = world.class(&class)?;
            let Some(outer) = world.outer(&file) else {
                break;
            };
            receiver = self.enclosing(&class, receiver, span);
            class = outer;
        }
        let imports = &self.scope.file.imports;
        let imported = imports.iter().filter(|i| i.is_static).find_map(|import| {
            let path = match import.on_demand {
                true => import.path.as_str(),
                false => import.path.strip_suffix(name)?.strip_suffix('.')?,
            };
            let Some(Type::Java(FieldType::Object(class))) = self.scope.resolve(path, 0) else {
                return None;
            };
            self.find_field(&class, name).filter(|f| f.field.is_static)
        })?;
        Some(self.read(None, imported, span))
    }

    /// The object around `this` (or around `inner`), which inner classes keep in a field that the compiler adds.
    fn enclosing(&mut self, class: &Name, inner: Option<Expr>, span: Span) -> Option<Expr> {
        let file = self.scope.world.class(class)?;
        let field = (file.fields.iter())
            .find(|f| f.access & access::SYNTHETIC != 0 && f.name.starts_with("this$"))?;
        let ty = Type::Java(FieldType::parse(&field.descriptor).ok()?);
        let found = Found {
            field: FieldRef {
                class: file.name.clone(),
                name: field.name.clone(),
                ty,
                is_static: false,
                is_final: true,
                origin: FieldOrigin::Java,
            },
            constant: None,
        };
        let receiver = match inner {
            Some(inner) => inner,
            None if self.around.is_static => return None,
            None => self.this(span),
        };
        Some(self.read(Some(receiver), found, span))
    }

    /// `C.this`.
    pub(super) fn qualified_this(&mut self, wanted: &FieldType, span: Span) -> Expr {
        let world = self.scope.world;
        let mut class = self.scope.class.clone();
        let mut object: Option<Expr> = None;
        loop {
            if FieldType::Object(class.clone()) == *wanted {
                return match object {
                    Some(object) => object,
                    None if class == *self.scope.class => self.this(span),
                    None => self.unsupported("the object around this one", span),
                };
            }
            let file = world.class(&class);
            let outer = file.as_ref().and_then(|file| world.outer(file));
            let Some(outer) = outer else {
                let message = "this class is not around the annotation";
                return self.error(message, span, None);
            };
            object = self.enclosing(&class, object, span);
            class = outer;
        }
    }

    pub(super) fn find_field(&self, class: &str, name: &str) -> Option<Found> {
        let (field, constant) = self.scope.world.field(class, name)?;
        let constant = constant.and_then(|value| literal(&value, &field.ty));
        Some(Found { field, constant })
    }

    /// The value of a field.
    fn read(&mut self, receiver: Option<Expr>, found: Found, span: Span) -> Expr {
        if let Some(receiver) = &receiver
            && receiver.ty == Type::Unknown
        {
            return self.poisoned(receiver, span);
        }
        let ty = found.field.ty.clone();
        // A group of fields is nothing but a name in frames.
        if ty == Type::Unknown && !(self.frame && found.field.origin == FieldOrigin::Model) {
            let what = format!("the type of the field `{}`", found.field.name);
            return self.unsupported(what, span);
        }
        if let Some(literal) = found.constant {
            return self.node(ExprKind::Literal(literal), ty, span);
        }
        let cast =
            (receiver.as_ref()).and_then(|receiver| self.type_of_field(receiver, &found.field));
        let cast = cast.map(Type::Java).filter(|cast| *cast != ty);
        let kind = ExprKind::Field {
            receiver: receiver.map(Box::new),
            field: found.field,
        };
        let value = self.node(kind, ty, span);
        match cast {
            Some(cast) => self.node(ExprKind::Cast(Box::new(value)), cast, span),
            None => value,
        }
    }

    /// What an expression denotes that may be a type or a package.
    pub(super) fn denoted(&mut self, expr: &syntax::Expr) -> Denoted {
        match &expr.kind {
            syntax::ExprKind::Name(name) => {
                (self.simple(name, expr.span)).unwrap_or_else(|| Denoted::Package(name.clone()))
            }
            syntax::ExprKind::Select(target, word) => match self.denoted(target) {
                Denoted::Expr(target) => Denoted::Expr(self.select(target, word, expr.span)),
                Denoted::Type(ty) => self.select_static(&ty, word, expr.span),
                Denoted::Package(package) => {
                    let name = format!("{package}.{}", word.text);
                    match self.scope.resolve(&name, 0) {
                        Some(Type::Java(ty)) => Denoted::Type(ty),
                        _ => Denoted::Package(name),
                    }
                }
            },
            _ => Denoted::Expr(self.expr(expr)),
        }
    }

    /// A chain of names that must be a value.
    pub(super) fn selected(&mut self, expr: &syntax::Expr) -> Expr {
        match self.denoted(expr) {
            Denoted::Expr(expr) => expr,
            Denoted::Type(ty) => {
                let name = Type::Java(ty).describe();
                let message = format!("`{name}` is a type, where a value is expected");
                self.error(message, expr.span, None)
            }
            Denoted::Package(_) => self.unknown_chain(expr),
        }
    }

    /// Complains about the first name of a chain that denotes nothing.
    pub(super) fn unknown_chain(&mut self, expr: &syntax::Expr) -> Expr {
        match &expr.kind {
            syntax::ExprKind::Select(target, _) => self.unknown_chain(target),
            syntax::ExprKind::Name(name) => self.unknown_name(name, expr.span),
            _ => self.error("this denotes nothing", expr.span, None),
        }
    }

    fn select_static(&mut self, ty: &FieldType, word: &Word, span: Span) -> Denoted {
        if word.text == "this" {
            return Denoted::Expr(self.qualified_this(ty, span));
        }
        let FieldType::Object(class) = ty else {
            let message = format!("`{}` has no member `{}`", ty.java_name(), word.text);
            return Denoted::Expr(self.error(message, word.span, None));
        };
        if let Some(found) = self.find_field(class, &word.text) {
            if !found.field.is_static {
                let message = format!("`{}` is not static", word.text);
                return Denoted::Expr(self.error(message, word.span, None));
            }
            return Denoted::Expr(self.read(None, found, span));
        }
        if let Some(member) = self.scope.world.member_type(class, &word.text) {
            return Denoted::Type(FieldType::Object(member));
        }
        let expr = self.no_field(class, word);
        Denoted::Expr(expr)
    }

    pub(super) fn no_field(&mut self, class: &Name, word: &Word) -> Expr {
        let names = self.field_names(class);
        let is_method = self.has_plain_method(class, &word.text);
        let help = match &**class {
            _ if is_method => {
                let class = Type::Java(FieldType::Object(class.clone())).describe();
                Some(format!("`{class}` has a method `{}()`", word.text))
            }
            "java/lang/Object" => Some(ERASED.to_owned()),
            _ => nearest(&word.text, names.iter().map(String::as_str)),
        };
        let class = Type::Java(FieldType::Object(class.clone())).describe();
        let message = format!("`{class}` has no field `{}`", word.text);
        self.error(message, word.span, help)
    }

    /// `target.word`.
    pub(super) fn select(&mut self, target: Expr, word: &Word, span: Span) -> Expr {
        if target.ty == Type::Unknown {
            return self.poisoned(&target, span);
        }
        if word.text == "\\inv" {
            return self.invariant_for(target, span);
        }
        if let Type::Java(FieldType::Array(_)) = target.ty
            && word.text == "length"
        {
            let (array, state) = uncopied(target);
            let length = self.node(ExprKind::Length(Box::new(array)), INT, span);
            return match state {
                Some(state) => self.node(ExprKind::Old(Box::new(length), state), INT, span),
                None => length,
            };
        }
        let Some(class) = class_of(&target.ty) else {
            let message = format!("`{}` has no field `{}`", target.ty.describe(), word.text);
            return self.error(message, word.span, None);
        };
        match self.find_field(&class, &word.text) {
            Some(found) if found.field.is_static => self.read(None, found, span),
            Some(found) => self.read(Some(target), found, span),
            None => self.no_field(&class, word),
        }
    }
}

fn literal(value: &Constant, ty: &Type) -> Option<Literal> {
    Some(match value {
        Constant::Int(value) if ty.is_boolean() => Literal::Boolean(*value != 0),
        Constant::Int(value) => Literal::Integer((*value).into()),
        Constant::Long(value) => Literal::Integer((*value).into()),
        Constant::Float(bits) => Literal::Float(f32::from_bits(*bits)),
        Constant::Double(bits) => Literal::Double(f64::from_bits(*bits)),
        Constant::String(units) => Literal::String(units.clone()),
        _ => return None,
    })
}
