//! Pure methods and model fields in specifications (model methods are in `models`): both stand for what their bodies say of the state.

use super::types::{callees, representations};
use super::{Callee, DEPTH, Meaning, Meant, Polarity, Result, class_file_name};
use crate::boxes;
use crate::encode::{Heap, TextMethod, Texts};
use crate::graph::{MapInfo, ordinal};
use crate::lists;
use crate::universe::{COMPARABLE, ObjectClass};
use classpath::Name;
use jml::contract::Representation;
use jml::resolved::{Call, Dispatch, Expr, FieldRef, Type};
use logic::{Sort, Term};

impl<H: Heap> Meaning<'_, H> {
    pub(super) fn call(&mut self, call: &Call, ty: &Type) -> Result<Meant> {
        let method = &call.method;
        let named = || format!("{}.{}", method.class.replace('/', "."), method.name);
        if let Some(meant) = self.text_call(call, ty)? {
            return Ok(meant);
        }
        if let Some(meant) = self.character_call(call, ty)? {
            return Ok(meant);
        }
        let mut arguments = Vec::new();
        let mut defined = self.heap.pool().tt();
        if let Some(receiver) = &call.receiver {
            let meant = self.eval(receiver, Polarity::Both)?;
            let exists = self.not_null(meant.value);
            let has = self.heap.pool().and(meant.defined, exists);
            defined = self.heap.pool().and(defined, has);
            arguments.push(meant.value);
        }
        for argument in &call.arguments {
            let meant = self.eval(argument, Polarity::Both)?;
            defined = self.heap.pool().and(defined, meant.defined);
            arguments.push(self.as_register(meant.value));
        }
        if let Some(called) = TextMethod::new(&method.class, &method.name, &method.descriptor)
            && let [text, rest @ ..] = &arguments[..]
        {
            let now = self.context.now.clone();
            let (value, returns) = (self.heap)
                .of_text(&now, called, *text, rest.first().copied())
                .ok_or("a method of a string without its argument")?;
            let value = self.read_register(value, ty);
            let defined = self.heap.pool().and(defined, returns);
            return Ok(Meant { value, defined });
        }
        let of = (call.receiver.as_ref()).and_then(|r| class_file_name(&r.ty));
        if let Some(of) = of.and_then(|class| self.program.enum_of(&class))
            && let ("compareTo", [constant, other]) = (&*method.name, &arguments[..])
        {
            return self.compared(&of, *constant, *other, defined);
        }
        let targets = callees(self.program, method, call.dispatch);
        // Of the library's methods those that do not look at a receiver can be followed.
        let receiver = call.receiver.as_ref().and_then(|r| class_file_name(&r.ty));
        let is_box = |class: &str| boxes::of_class(class).is_some();
        let of_enum = (receiver.as_ref()).is_some_and(|c| self.program.enum_of(c).is_some());
        let of_box = receiver.is_some_and(|class| is_box(&class) || class == COMPARABLE);
        let is_known = |callee: &Callee| {
            call.dispatch == Dispatch::Static
                || self.program.is_own(&callee.class.name)
                || of_enum && &*callee.class.name == "java/lang/Enum"
                || &*callee.class.name == "java/lang/Object" && callee.name() == "equals"
                || of_box && is_box(&callee.class.name)
                || lists::is_read(callee)
        };
        if targets.is_empty() || !targets.iter().all(|(callee, _)| is_known(callee)) {
            return Err(format!("a call of {} in a specification", named()).into());
        }
        if let (Dispatch::Virtual, Some(object)) = (call.dispatch, arguments.first()) {
            self.others_left_out(call, *object, &targets, defined)?;
        }
        let now = self.context.now.clone();
        let mut value: Option<Term> = None;
        let mut returns = self.heap.pool().ff();
        for (callee, receivers) in targets {
            let runs = match (call.dispatch, arguments.first()) {
                (Dispatch::Virtual, Some(receiver)) => self.heap.of_classes(*receiver, &receivers),
                _ => self.heap.pool().tt(),
            };
            let since = self.heap.times_beyond();
            let (result, has) = self.heap.call(&now, &callee, &arguments)?;
            let reached = self.heap.pool().and(self.reached, runs);
            for (beyond, what) in self.heap.beyond_since(since) {
                let matters = self.heap.pool().and(reached, beyond);
                self.left_out.push((matters, what));
            }
            let result =
                result.ok_or_else(|| format!("{} in a specification, which is void", named()))?;
            let pool = self.heap.pool();
            let has = pool.and(runs, has);
            returns = pool.or(returns, has);
            value = Some(match value {
                None => result,
                Some(other) => pool.ite(runs, result, other),
            });
        }
        let value = value.ok_or_else(|| format!("a call of {} in a specification", named()))?;
        let value = self.read_register(value, ty);
        let defined = self.heap.pool().and(defined, returns);
        Ok(Meant { value, defined })
    }

    /// Leaves out receivers of which it is not known what they run, as collections that are no lists; none may be left.
    fn others_left_out(
        &mut self,
        call: &Call,
        object: Term,
        targets: &[(Callee, Vec<Name>)],
        defined: Term,
    ) -> Result<()> {
        let program = self.program;
        let named = format!(
            "{}.{}",
            call.method.class.replace('/', "."),
            call.method.name
        );
        let ty = call.receiver.as_ref().and_then(|r| class_file_name(&r.ty));
        let ty = ty.unwrap_or_else(|| call.method.class.to_string());
        let runs = |class: &ObjectClass| {
            (!class.opaque || class.is_text())
                && (targets.iter()).any(|(_, receivers)| class.is_among(receivers))
        };
        let other = |class: &ObjectClass| program.is_subclass(&class.name, &ty) && !runs(class);
        let known = self.heap.in_classes(object, &runs);
        let other = self.heap.in_classes(object, &other);
        let pool = self.heap.pool();
        if pool.as_bool(other) == Some(false) {
            return Ok(());
        }
        if pool.as_bool(known) == Some(false) || !self.heap.tells_beyond() {
            return Err(format!("a call of {named} in a specification").into());
        }
        let pool = self.heap.pool();
        let matters = pool.and(self.reached, defined);
        let matters = pool.and(matters, other);
        let what = format!("calls of {named} on objects of other classes");
        self.left_out.push((matters, what.into()));
        Ok(())
    }

    /// What `compareTo` of an enum returns: the difference of the ordinals.
    fn compared(&mut self, of: &str, constant: Term, other: Term, defined: Term) -> Result<Meant> {
        let exists = self.not_null(other);
        let fits = self.is_instance(other, of)?;
        let map = self.heap.map(ordinal());
        let now = self.context.now.clone();
        let (a, b) = (
            self.heap.field(&now, map, constant),
            self.heap.field(&now, map, other),
        );
        let (a, b) = (self.read_cell(a, "I"), self.read_cell(b, "I"));
        let pool = self.heap.pool();
        let value = pool.sub(a, b);
        // It throws for null, and for a constant of another enum.
        let returns = pool.and(exists, fits);
        let defined = pool.and(defined, returns);
        Ok(Meant { value, defined })
    }

    /// The value of a box.
    pub(super) fn unbox(&mut self, operand: &Expr) -> Result<Meant> {
        let meant = self.eval(operand, Polarity::Both)?;
        let class = class_file_name(&operand.ty).unwrap_or_default();
        let kind = boxes::of_class(&class).ok_or("a box of no class")?;
        let exists = self.not_null(meant.value);
        let defined = self.heap.pool().and(meant.defined, exists);
        let map = self.heap.map(MapInfo::Field {
            class: kind.class.into(),
            name: kind.field.into(),
            descriptor: kind.descriptor.into(),
        });
        let now = self.context.now.clone();
        let cell = self.heap.field(&now, map, meant.value);
        let value = self.read_cell(cell, kind.descriptor);
        Ok(Meant { value, defined })
    }

    /// Whether a box or a lambda is new is up to the JVM.
    pub(super) fn no_box(&mut self, object: Term) -> Result<()> {
        let program = self.program;
        let made = |class: &ObjectClass| boxes::of_class(&class.name).is_some() && class.made > 0;
        let made = self.heap.in_classes(object, &made);
        let lambda = |class: &ObjectClass| program.is_lambda(&class.name);
        let lambda = self.heap.in_classes(object, &lambda);
        let pool = self.heap.pool();
        match (pool.as_bool(made), pool.as_bool(lambda)) {
            (Some(false), Some(false)) => Ok(()),
            (Some(false), _) => Err("whether a lambda is new".into()),
            _ => Err("whether a box is new".into()),
        }
    }

    pub fn as_register(&mut self, value: Term) -> Term {
        let widths = self.heap.widths();
        let pool = self.heap.pool();
        if pool.sort(value) != Sort::Bool {
            return value;
        }
        let (one, zero) = (widths.int(pool, 1), widths.int(pool, 0));
        pool.ite(value, one, zero)
    }

    pub(super) fn either(&mut self, condition: Term, yes: Meant, no: Meant) -> Meant {
        let (yes, no) = self.same_width(yes, no);
        let pool = self.heap.pool();
        let value = pool.ite(condition, yes.value, no.value);
        let defined = pool.ite(condition, yes.defined, no.defined);
        Meant { value, defined }
    }

    /// Evaluates something within a model method or field: nothing is known there but the receiver and the arguments.
    pub(super) fn inside<T>(
        &mut self,
        object: Option<Term>,
        arguments: Vec<Term>,
        evaluate: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let this = std::mem::replace(&mut self.context.this, object);
        let params = std::mem::replace(&mut self.context.params, arguments);
        let (body, bound) = (self.body.take(), self.bound.clone());
        let value = evaluate(self);
        (self.body, self.bound) = (body, bound);
        (self.context.this, self.context.params) = (this, params);
        value
    }

    /// What `represents` says of the receiver's class.
    pub(super) fn model_field(
        &mut self,
        receiver: Option<&Expr>,
        field: &FieldRef,
    ) -> Result<Meant> {
        let mut found: Option<Meant> = None;
        let exists = self.represented(receiver, field, &mut |this, runs, value| {
            let meant = this.eval(value, Polarity::Both)?;
            found = Some(match found {
                None => meant,
                Some(other) => this.either(runs, meant, other),
            });
            Ok(())
        })?;
        let meant = found.ok_or_else(|| format!("the model field {} of no class", field.name))?;
        let defined = self.heap.pool().and(exists, meant.defined);
        Ok(Meant { defined, ..meant })
    }

    /// Hands over what each `represents` says that may count for the receiver, with the condition under which it does; returns
    /// whether there is a receiver.
    pub(super) fn represented(
        &mut self,
        receiver: Option<&Expr>,
        field: &FieldRef,
        each: &mut dyn FnMut(&mut Self, Term, &Expr) -> Result<()>,
    ) -> Result<Term> {
        if self.depth >= DEPTH {
            return Err(format!("the model field {}, which rests on itself", field.name).into());
        }
        let object = match receiver {
            Some(receiver) => Some(self.eval(receiver, Polarity::Both)?),
            None => None,
        };
        let ty = receiver.and_then(|receiver| class_file_name(&receiver.ty));
        let ty = ty.filter(|ty| self.program.is_subclass(ty, &field.class));
        let ty = ty.unwrap_or_else(|| field.class.to_string());
        let targets = representations(self.program, self.specifications, field, &ty);
        let several = targets.len() > 1;
        let mut exists = self.heap.pool().tt();
        if let Some(object) = &object {
            let some = self.not_null(object.value);
            exists = self.heap.pool().and(object.defined, some);
        }
        for (represents, classes) in targets {
            let [only] = &represents[..] else {
                return Err(
                    format!("the model field {} without one `represents`", field.name).into(),
                );
            };
            let Representation::Value(value) = &only.meaning else {
                return Err(format!("the model field {} with \\such_that", field.name).into());
            };
            let runs = match &object {
                Some(object) if several => self.heap.of_classes(object.value, &classes),
                _ => self.heap.pool().tt(),
            };
            let object = object.map(|object| object.value);
            let params = self.context.params.clone();
            self.depth += 1;
            let done = self.inside(object, params, |this| {
                this.under(runs, |this| each(this, runs, value))
            });
            self.depth -= 1;
            done?;
        }
        Ok(exists)
    }
}
