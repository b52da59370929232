//! Calls: from receivers to the methods that they select, and from arguments to parameters.

use super::variables::Var;
use super::{Analysis, Called, Caller, Shape, Use, VirtualCall};
use crate::object::ObjectId;
use crate::program::MethodId;
use crate::types::{OBJECT, Target, TypeId};
use classpath::MemberRef;
use std::sync::Arc;

impl Analysis<'_> {
    pub(super) fn add_virtual(
        &mut self,
        caller: Caller,
        member: &MemberRef,
        class: TypeId,
        args: &[Option<Var>],
        result: Option<Var>,
    ) {
        let Some(Some(receiver)) = args.first().copied() else {
            return;
        };
        let number = self.calls.len() as u32;
        self.calls.push(VirtualCall {
            caller,
            method: Arc::new(member.clone()),
            class,
            args: args.into(),
            result,
        });
        self.add_use(receiver, Use::Call(number));
    }

    /// A receiver has turned up.
    pub(super) fn receive(&mut self, number: u32, object: ObjectId) {
        let call = self.calls[number as usize].clone();
        if !self.passes(object, call.class) || !self.resolved.insert((number, object.0)) {
            return;
        }
        let (name, descriptor) = (&call.method.name, &call.method.descriptor);
        let targets = match self.shapes[object.0 as usize] {
            Shape::Exact(class) if self.types.is_array(class) && &**name == "clone" => {
                self.clone_call(&call, object);
                return;
            }
            Shape::Exact(class) => self.types.select(class, name, descriptor),
            Shape::Below(_) | Shape::Known(_) => {
                let (member, to) = (call.method.clone(), call.result);
                self.library_call(call.caller, &member, Some(object), &call.args, to);
                return;
            }
            Shape::Function(interface, _) => {
                if self.call_function(&call, object) {
                    return;
                }
                self.types.select(interface, name, descriptor)
            }
        };
        if targets.is_empty() && matches!(self.shapes[object.0 as usize], Shape::Function(..)) {
            // A method of `Object`.
            let member = call.method.clone();
            self.library_call(call.caller, &member, Some(object), &call.args, call.result);
        }
        for target in targets {
            self.enter_target(
                call.caller,
                &target,
                &call.method,
                Some(object),
                &call.args,
                call.result,
            );
        }
    }

    /// A call whose method is known, on one receiver if it has been told apart.
    pub(super) fn enter_target(
        &mut self,
        caller: Caller,
        target: &Target,
        member: &MemberRef,
        receiver: Option<ObjectId>,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        match target {
            Target::Application(found) => match self.method(*found) {
                Some(method) => {
                    self.note_call(caller, method);
                    self.connect(method, receiver, args, to);
                }
                None => {
                    // Abstract, which cannot be called, or native.
                    let native = self
                        .types
                        .method(*found)
                        .is_some_and(|m| m.access & classpath::access::ABSTRACT == 0);
                    if native {
                        self.library_call(caller, member, receiver, args, to);
                    }
                }
            },
            Target::Library(class) => {
                let mut known = member.clone();
                let named = self.types.id(&member.class);
                if receiver.is_some() || self.types.is_application(named) {
                    // The class that has the method says more than the one that the call names.
                    known.class = self.types.name(*class).clone();
                }
                if &*member.name == "clone" && &*member.descriptor == "()Ljava/lang/Object;" {
                    self.clone_from(caller, receiver, args, to);
                    // Collections fill their copies by methods that may be overridden.
                    if &**self.types.name(*class) == OBJECT {
                        return;
                    }
                }
                self.library_call(caller, &known, receiver, args, to);
            }
        }
    }

    pub(super) fn note_call(&mut self, caller: Caller, method: MethodId) {
        match caller {
            Caller::At(site) => {
                self.sites[site as usize].callees.insert(method);
            }
            Caller::Library(region) => self.vars.add_called(region, Called::Method(method)),
        }
    }

    /// Arguments to parameters, the result to where it goes.
    pub(super) fn connect(
        &mut self,
        method: MethodId,
        receiver: Option<ObjectId>,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let declared = &self.methods[method.0 as usize];
        let is_static = declared.is_static();
        let descriptor = declared.descriptor().clone();
        let class = declared.class.name.clone();
        let mut types = self.parameters(&descriptor);
        if !is_static {
            let class = self.types.id(&class);
            types.insert(0, Some(class));
        }
        for (at, ty) in types.into_iter().enumerate() {
            let (Some(ty), Some(param)) = (ty, self.param(method, at)) else {
                continue;
            };
            match (at, receiver) {
                (0, Some(object)) if !is_static => {
                    self.vars.insert(param, object.0);
                }
                _ => match args.get(at).copied().flatten() {
                    Some(arg) => self.copy(arg, param, Some(ty)),
                    None => self.boxed(param, ty),
                },
            }
        }
        if let Some(to) = to {
            let returned = self.returned(&descriptor);
            let result = self.result(method);
            if returned.is_some() {
                self.copy(result, to, returned);
            }
        }
    }

    /// A number that a function object's caller passes as an object.
    pub(super) fn boxed(&mut self, param: Var, ty: TypeId) {
        let name = self.types.name(ty).clone();
        let value = match crate::library::is_value(&name) {
            true => self.value(&name),
            false => match &*name {
                "java/lang/Object"
                | "java/lang/Number"
                | "java/lang/Comparable"
                | "java/io/Serializable" => self.value("java/lang/Integer"),
                _ => return,
            },
        };
        self.vars.insert(param, value.0);
    }
}
