//! Lambdas and method references (`LambdaMetafactory`). Each call site gets a class whose fields are what the lambda
//! captures and whose methods pass them, with the arguments adapted, to the implementation.

use super::{Args, value};
use crate::class::{
    Class, Field, Method, MethodSource, Shape, kind_of, kinds_of, split_descriptor,
};
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::machine::Machine;
use crate::natives::Return;
use crate::state::State;
use crate::value::{ClassId, MethodId, Slot};
use classpath::{BootstrapMethod, Constant, DynamicRef, Name, access};
use ir::Kind;
use ir::dynamic::{alternatives, lambda};
use std::cell::OnceCell;

impl Machine {
    pub(super) fn link_lambda(
        &mut self,
        host: ClassId,
        site: &DynamicRef,
        bootstrap: &BootstrapMethod,
    ) -> Step<MethodId> {
        let malformed = || Halt::unsupported(format!("malformed lambda call site {}", site.name));
        let [
            Constant::MethodType(erased),
            Constant::MethodHandle(implementation),
            Constant::MethodType(actual),
            rest @ ..,
        ] = bootstrap.arguments.as_slice()
        else {
            return Err(malformed());
        };
        let (captured, interface) = split_descriptor(&site.descriptor).ok_or_else(malformed)?;
        let interface = self.load_descriptor(interface)?;
        let mut interfaces = vec![interface];
        let mut descriptors = vec![erased.clone()];
        if &*bootstrap.handle.member.name == "altMetafactory" {
            let (also, more) = alternatives(rest);
            for name in &also {
                interfaces.push(self.load(name)?);
            }
            descriptors.extend(more);
        }
        self.dynamic.lambda_count += 1;
        let name: Name = format!(
            "{}$$Lambda${}",
            self.class(host).name,
            self.dynamic.lambda_count
        )
        .into();
        let class = self.lambda_class(&name, interfaces, &captured, |machine, class_id| {
            let mut methods = Vec::new();
            for descriptor in &descriptors {
                let body = lambda(&name, &captured, descriptor, actual, implementation);
                let body = body.ok_or_else(malformed)?;
                methods.push(machine.lambda_method(class_id, &site.name, descriptor, body)?);
            }
            Ok(methods)
        })?;
        let factory = self.add_native_site("lambda", &site.descriptor, make_lambda)?;
        self.dynamic.lambdas.insert(factory, class);
        Ok(factory)
    }

    fn lambda_class(
        &mut self,
        name: &Name,
        interfaces: Vec<ClassId>,
        captured: &[&str],
        methods: impl FnOnce(&mut Machine, ClassId) -> Step<Vec<MethodId>>,
    ) -> Step<ClassId> {
        let object = self.load("java/lang/Object")?;
        let id = ClassId::from_index(self.linker.classes.len());
        let methods = methods(self, id)?;
        debug_assert_eq!(
            id.index(),
            self.linker.classes.len(),
            "making the methods loads no class"
        );
        let mut class = Class::empty(name.clone());
        class.access = access::FINAL | access::SYNTHETIC | access::SUPER;
        class.shape = Shape::Class;
        class.super_class = Some(object);
        class.ancestors.clone_from(&self.class(object).ancestors);
        class.vtable.clone_from(&self.class(object).vtable);
        for interface in &interfaces {
            class.ancestors.extend(&self.class(*interface).ancestors);
        }
        class.interfaces = interfaces;
        for (slot, descriptor) in captured.iter().enumerate() {
            class
                .instance_slots
                .push(kind_of(descriptor).unwrap_or(Kind::Ref));
            class.fields.push(Field {
                name: format!("arg{slot}").into(),
                descriptor: (*descriptor).into(),
                access: access::PRIVATE | access::FINAL,
                slot: slot as u16,
                index: slot as u16,
            });
        }
        for method in &methods {
            class
                .methods_by_signature
                .insert(self.method(*method).signature, *method);
        }
        class.methods = methods;
        Ok(self.add_class(class))
    }

    fn lambda_method(
        &mut self,
        class: ClassId,
        name: &Name,
        descriptor: &Name,
        body: ir::Body,
    ) -> Step<MethodId> {
        let signature = self.signature(name, descriptor);
        let (mut params, result) = kinds_of(descriptor)
            .ok_or_else(|| Halt::unsupported(format!("malformed descriptor {descriptor}")))?;
        params.insert(0, Kind::Ref);
        Ok(self.add_method(Method {
            id: MethodId::from_index(0),
            class,
            name: name.clone(),
            descriptor: descriptor.clone(),
            signature,
            access: access::PUBLIC | access::SYNTHETIC,
            params: params.into(),
            result,
            vtable_index: None,
            native: None,
            source: MethodSource::Synthetic(Box::new(body)),
            code: OnceCell::new(),
        }))
    }
}

/// The factory behind a lambda expression. HotSpot evaluates one that captures nothing to the same object each time.
fn make_lambda(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    if call.args.is_empty()
        && let Some(known) = m.site_object(st, call.method)
    {
        return value(Slot::reference(known));
    }
    let Some(&class) = m.dynamic.lambdas.get(&call.method) else {
        return Err(Halt::unsupported("a lambda that was not linked"));
    };
    let made = st.heap.allocate(class, Data::Fields(call.args.into()));
    if call.args.is_empty() {
        st.site_objects.insert(call.method, made);
    }
    value(Slot::reference(made))
}
