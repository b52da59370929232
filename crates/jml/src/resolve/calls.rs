//! Calls of methods: which method is meant (JLS 15.12), without generics and without variable arguments.

use super::functions::without_backslash;
use super::names::{Denoted, ERASED};
use super::{Resolver, class_of};
use crate::models::Signature;
use crate::resolved::{Call, Dispatch, Expr, ExprKind, MethodRef, Type};
use crate::similar::nearest;
use crate::syntax::{self, Word};
use crate::types::object;
use classpath::{ClassFile, FieldType, Method, MethodDescriptor, Name, access};
use source::Span;
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Clone)]
struct Candidate {
    class: Arc<ClassFile>,
    index: usize,
    descriptor: MethodDescriptor,
}

impl Candidate {
    fn method(&self) -> &Method {
        &self.class.methods[self.index]
    }

    fn is_static(&self) -> bool {
        self.method().access & access::STATIC != 0
    }
}

/// Whom a call is sent to.
enum Target {
    /// Nobody is named: this object, one around it, or nobody.
    Implicit,
    Object(Expr),
    Super(Expr),
    Class(Name),
}

impl Resolver<'_, '_> {
    pub(super) fn call(
        &mut self,
        target: Option<&syntax::Expr>,
        name: &Word,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Expr {
        let target = match target {
            None => Target::Implicit,
            Some(written) => match &written.kind {
                syntax::ExprKind::Super => Target::Super(self.super_object(written.span)),
                _ => match self.denoted(written) {
                    Denoted::Expr(expr) => Target::Object(expr),
                    Denoted::Type(FieldType::Object(class)) => Target::Class(class),
                    Denoted::Type(_) => Target::Class("java/lang/Object".into()),
                    Denoted::Package(_) => return self.unknown_chain(written),
                },
            },
        };
        let arguments: Vec<Expr> = arguments.iter().map(|a| self.expr(a)).collect();
        if let Target::Object(receiver) = &target {
            if receiver.ty == Type::Unknown {
                return self.poisoned(receiver, span);
            }
            if receiver.ty == Type::ObjectSet {
                let receiver = receiver.clone();
                return self.set_method(receiver, name, arguments, span);
            }
        }
        if let Some(bad) = arguments.iter().find(|a| a.ty == Type::Unknown) {
            return self.poisoned(bad, span);
        }
        match target {
            Target::Implicit => self.implicit_call(name, arguments, span),
            Target::Class(class) => self.call_in(&class, None, true, name, arguments, span),
            Target::Super(receiver) => match class_of(&receiver.ty) {
                Some(class) => {
                    let called = self.call_in(&class, Some(receiver), false, name, arguments, span);
                    exact(called)
                }
                None => receiver,
            },
            Target::Object(receiver) => {
                if let (Type::Java(_), "getClass", []) =
                    (&receiver.ty, name.text.as_str(), &arguments[..])
                {
                    return self.type_of(receiver, span);
                }
                let class = match &receiver.ty {
                    Type::Java(FieldType::Object(class)) => class.clone(),
                    Type::Java(FieldType::Array(_)) if name.text == "length" => {
                        let message = "an array has no method `length`".to_owned();
                        let help = Some("write `length` without parentheses".to_owned());
                        return self.error(message, name.span, help);
                    }
                    Type::Java(FieldType::Array(_)) => "java/lang/Object".into(),
                    other => {
                        let message = format!("`{}` has no methods", other.describe());
                        return self.error(message, name.span, None);
                    }
                };
                // An array's copy is of its type (JLS 10.7).
                let copied = Some(receiver.ty.clone())
                    .filter(|ty| matches!(ty, Type::Java(FieldType::Array(_))))
                    .filter(|_| name.text == "clone" && arguments.is_empty());
                let mut called = self.call_in(&class, Some(receiver), false, name, arguments, span);
                if let Some(ty) = copied.filter(|_| called.ty != Type::Unknown) {
                    called.ty = ty;
                }
                called
            }
        }
    }

    /// A call without a target: the innermost class around that has a method of this name (JLS 15.12.1).
    fn implicit_call(&mut self, name: &Word, arguments: Vec<Expr>, span: Span) -> Expr {
        let world = self.scope.world;
        let mut class = self.scope.class.clone();
        loop {
            let model = !self.model_methods(&class, &name.text).is_empty();
            if model || !self.candidates(&class, &name.text).is_empty() {
                let own = class == *self.scope.class;
                let receiver = match own {
                    true if self.around.is_static => None,
                    true => Some(self.this(name.span)),
                    false if self.around.is_static => None,
                    false => {
                        let ty = FieldType::Object(class.clone());
                        Some(self.qualified_this(&ty, name.span))
                    }
                };
                return self.call_in(&class, receiver, false, name, arguments, span);
            }
            let file = world.class(&class);
            match file.and_then(|file| world.outer(&file)) {
                Some(outer) => class = outer,
                None => break,
            }
        }
        for import in self.scope.file.imports.iter().filter(|i| i.is_static) {
            let path = match import.on_demand {
                true => Some(import.path.as_str()),
                false => (import.path.strip_suffix(name.text.as_str()))
                    .and_then(|path| path.strip_suffix('.')),
            };
            let class = path.and_then(|path| self.scope.resolve(path, 0));
            if let Some(Type::Java(FieldType::Object(class))) = class
                && !self.candidates(&class, &name.text).is_empty()
            {
                return self.call_in(&class, None, true, name, arguments, span);
            }
        }
        let class = self.scope.class.clone();
        match without_backslash(&name.text) {
            None => self.no_method(&class, name),
            help => {
                let class = Type::Java(FieldType::Object(class)).describe();
                let message = format!("`{class}` has no method `{}`", name.text);
                self.error(message, name.span, help)
            }
        }
    }

    /// Whether a class has a method without parameters.
    pub(super) fn has_plain_method(&self, class: &Name, name: &str) -> bool {
        let supertypes = self.scope.world.supertypes(class);
        let mut methods = supertypes.iter().flat_map(|class| &class.methods);
        methods.any(|m| &*m.name == name && m.descriptor.starts_with("()"))
    }

    fn no_method(&mut self, class: &Name, name: &Word) -> Expr {
        let mut names = Vec::new();
        for class in self.scope.world.supertypes(class) {
            let own = class.methods.iter().map(|m| m.name.to_string());
            names.extend(own.filter(|n| !n.starts_with('<')));
        }
        let help = match &**class {
            "java/lang/Object" => Some(ERASED.to_owned()),
            _ => nearest(&name.text, names.iter().map(String::as_str)),
        };
        let class = Type::Java(FieldType::Object(class.clone())).describe();
        let message = format!("`{class}` has no method `{}`", name.text);
        self.error(message, name.span, help)
    }

    /// The model methods of a name, nearest first; of those that override each other the nearest.
    fn model_methods(&self, class: &str, name: &str) -> Vec<Signature> {
        let world = self.scope.world;
        let mut found: Vec<Signature> = Vec::new();
        for class in world.supertypes(class) {
            let own = world.model_methods.get(&class.name).into_iter().flatten();
            for signature in own.filter(|own| &*own.method.name == name) {
                let known =
                    |known: &Signature| known.method.descriptor == signature.method.descriptor;
                if !found.iter().any(known) {
                    found.push(signature.clone());
                }
            }
        }
        found
    }

    fn model_call(
        &mut self,
        models: Vec<Signature>,
        receiver: Option<Expr>,
        only_static: bool,
        name: &Word,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let takes = |model: &&Signature| model.parameters.len() == arguments.len();
        let taking: Vec<&Signature> = models.iter().filter(takes).collect();
        let is_unknown = |model: &&Signature| model.parameters.contains(&Type::Unknown);
        if taking.iter().any(is_unknown) {
            let what = format!("the model method `{}`", name.text);
            return self.unsupported(what, span);
        }
        let parameters: Vec<&[Type]> = taking.iter().map(|m| &m.parameters[..]).collect();
        let signature = match self.chosen(&parameters, &arguments) {
            Ok(at) => taking[at],
            Err(message) => {
                let message = format!("{message} `{}`", name.text);
                return self.error(message, name.span, None);
            }
        };
        if !signature.is_static && (only_static || receiver.is_none()) {
            let message = format!("`{}` is not static", name.text);
            return self.error(message, name.span, None);
        }
        if let Some(receiver) = &receiver
            && receiver.ty == Type::Unknown
            && !signature.is_static
        {
            return self.poisoned(receiver, span);
        }
        if signature.result == Type::Unknown {
            let what = format!("the model method `{}`", name.text);
            return self.unsupported(what, span);
        }
        let converted = (arguments.into_iter().zip(&signature.parameters))
            .map(|(argument, to)| self.assigned(argument.clone(), to).unwrap_or(argument));
        let arguments = converted.collect();
        let dispatch = match () {
            _ if signature.is_static => Dispatch::Static,
            _ if signature.is_private => Dispatch::Exact,
            _ => Dispatch::Virtual,
        };
        let call = Call {
            receiver: receiver.filter(|_| !signature.is_static),
            method: signature.method.clone(),
            dispatch,
            arguments,
        };
        let ty = signature.result.clone();
        self.node(ExprKind::ModelCall(Box::new(call)), ty, span)
    }

    /// Methods of a name that a class has, without those that it overrides.
    fn candidates(&self, class: &str, name: &str) -> Vec<Candidate> {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for class in self.scope.world.supertypes(class) {
            for (index, method) in class.methods.iter().enumerate() {
                if &*method.name != name || method.access & access::SYNTHETIC != 0 {
                    continue;
                }
                let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
                    continue;
                };
                if known.insert(descriptor.params.clone()) {
                    found.push(Candidate {
                        class: class.clone(),
                        index,
                        descriptor,
                    });
                }
            }
        }
        found
    }

    fn call_in(
        &mut self,
        class: &Name,
        receiver: Option<Expr>,
        only_static: bool,
        name: &Word,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let candidates = self.candidates(class, &name.text);
        let takes = |candidate: &Candidate| candidate.descriptor.params.len() == arguments.len();
        let models = self.model_methods(class, &name.text);
        if !candidates.iter().any(takes) {
            if !models.is_empty() {
                return self.model_call(models, receiver, only_static, name, arguments, span);
            }
        } else if models
            .iter()
            .any(|model| model.parameters.len() == arguments.len())
        {
            let what = format!(
                "the methods `{}`, of which one is a model method",
                name.text
            );
            return self.unsupported(what, span);
        }
        if candidates.is_empty() {
            return self.no_method(class, name);
        }
        let parameters: Vec<Vec<Type>> = (candidates.iter())
            .map(|c| {
                c.descriptor
                    .params
                    .iter()
                    .cloned()
                    .map(Type::Java)
                    .collect()
            })
            .collect();
        let parameters: Vec<&[Type]> = parameters.iter().map(Vec::as_slice).collect();
        let chosen = match self.chosen(&parameters, &arguments) {
            Ok(at) => candidates[at].clone(),
            Err(message) => {
                let message = format!("{message} `{}`", name.text);
                let varargs = (candidates.iter()).any(|c| c.method().access & access::VARARGS != 0);
                return match varargs {
                    true => self.unsupported("a call with variable arguments", span),
                    false => self.error(message, name.span, None),
                };
            }
        };
        let method = chosen.method();
        let is_static = chosen.is_static();
        if !is_static && (only_static || receiver.is_none()) {
            let message = format!("`{}` is not static", name.text);
            return self.error(message, name.span, None);
        }
        let Some(ret) = chosen.descriptor.ret.clone() else {
            let message = format!("`{}` has no value", name.text);
            return self.error(message, name.span, None);
        };
        if let Some(receiver) = &receiver
            && receiver.ty == Type::Unknown
            && !is_static
        {
            return self.poisoned(receiver, span);
        }
        let arguments = (arguments.into_iter())
            .zip(&chosen.descriptor.params)
            .map(|(argument, ty)| {
                let to = Type::Java(ty.clone());
                self.assigned(argument.clone(), &to).unwrap_or(argument)
            })
            .collect();
        let dispatch = match () {
            _ if is_static => Dispatch::Static,
            _ if method.access & access::PRIVATE != 0 => Dispatch::Exact,
            _ => Dispatch::Virtual,
        };
        let call = Call {
            receiver: receiver.filter(|_| !is_static),
            method: MethodRef {
                class: chosen.class.name.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
            },
            dispatch,
            arguments,
        };
        let ty = Type::Java(ret);
        let cast = self.type_of_result(&call).map(Type::Java);
        let cast = cast.filter(|cast| *cast != ty);
        let called = self.node(ExprKind::Call(Box::new(call)), ty, span);
        match cast {
            Some(ty) => self.node(ExprKind::Cast(Box::new(called)), ty, span),
            None => called,
        }
    }

    /// The most specific list of parameters that takes the arguments: first by subtyping alone, then with boxing
    /// (JLS 15.12.2).
    fn chosen(&self, candidates: &[&[Type]], arguments: &[Expr]) -> Result<usize, &'static str> {
        let fits = |params: &[Type], strict: bool| {
            params.len() == arguments.len()
                && params.iter().zip(arguments).all(|(to, argument)| {
                    let Some(converted) = self.assigned(argument.clone(), to) else {
                        return false;
                    };
                    let boxing = matches!(converted.kind, ExprKind::Boxed(_))
                        != matches!(argument.kind, ExprKind::Boxed(_))
                        || (argument.ty.is_reference() != to.is_reference());
                    !(strict && boxing)
                })
        };
        for strict in [true, false] {
            let applicable: Vec<usize> = (0..candidates.len())
                .filter(|at| fits(candidates[*at], strict))
                .collect();
            if applicable.is_empty() {
                continue;
            }
            let best = applicable.iter().find(|at| {
                let others = applicable.iter();
                others
                    .into_iter()
                    .all(|other| self.more_specific(candidates[**at], candidates[*other]))
            });
            return best
                .copied()
                .ok_or("these arguments fit more than one method");
        }
        Err("these arguments do not fit the method")
    }

    fn more_specific(&self, a: &[Type], b: &[Type]) -> bool {
        let world = self.scope.world;
        a.iter().zip(b).all(|(a, b)| match (a, b) {
            (a, b) if a == b || crate::types::widens(a, b) => true,
            (Type::Java(a), Type::Java(b)) => {
                world.is_subtype(a, b) || (a.is_reference() && *b == object("java/lang/Object"))
            }
            _ => false,
        })
    }
}

/// A call through `super` means the very method that was found.
fn exact(mut called: Expr) -> Expr {
    if let ExprKind::Cast(inner) = &mut called.kind {
        **inner = exact((**inner).clone());
    }
    if let ExprKind::Call(call) | ExprKind::ModelCall(call) = &mut called.kind
        && call.dispatch == Dispatch::Virtual
    {
        call.dispatch = Dispatch::Exact;
    }
    called
}
