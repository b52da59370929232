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
use crate::synthetic::Builder;
use crate::value::{ClassId, MethodId, Slot};
use classpath::{
    BootstrapMethod, Constant, DynamicRef, HandleKind, MemberRef, MethodHandle, Name, access,
};
use ir::{Inst, InvokeKind, Kind};
use std::cell::OnceCell;

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

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
            self.alternatives(rest, &mut interfaces, &mut descriptors)?;
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
                let body = lambda_body(&name, &captured, descriptor, actual, implementation);
                let body = body.ok_or_else(malformed)?;
                methods.push(machine.lambda_method(class_id, &site.name, descriptor, body)?);
            }
            Ok(methods)
        })?;
        let factory = self.add_native_site("lambda", &site.descriptor, make_lambda)?;
        self.dynamic.lambdas.insert(factory, class);
        Ok(factory)
    }

    fn alternatives(
        &mut self,
        rest: &[Constant],
        interfaces: &mut Vec<ClassId>,
        more: &mut Vec<Name>,
    ) -> Step<()> {
        let mut rest = rest.iter();
        let flags = match rest.next() {
            Some(Constant::Int(flags)) => *flags,
            _ => 0,
        };
        if flags & SERIALIZABLE != 0 {
            // The interface is not among the markers.
            interfaces.push(self.load("java/io/Serializable")?);
        }
        let count =
            |rest: &mut std::slice::Iter<'_, Constant>, flag: i32| match rest.as_slice().first() {
                Some(Constant::Int(n)) if flags & flag != 0 => {
                    rest.next();
                    *n
                }
                _ => 0,
            };
        for _ in 0..count(&mut rest, MARKERS) {
            if let Some(Constant::Class(name)) = rest.next() {
                interfaces.push(self.load(name)?);
            }
        }
        for _ in 0..count(&mut rest, BRIDGES) {
            if let Some(Constant::MethodType(descriptor)) = rest.next() {
                more.push(descriptor.clone());
            }
        }
        Ok(())
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

fn lambda_body(
    class: &Name,
    captured: &[&str],
    erased: &str,
    actual: &str,
    implementation: &MethodHandle,
) -> Option<ir::Body> {
    let (erased_params, erased_result) = split_descriptor(erased)?;
    let (actual_params, actual_result) = split_descriptor(actual)?;
    let mut kinds = vec![Kind::Ref];
    kinds.extend(kinds_of(erased)?.0);
    let mut b = Builder::new(&kinds);

    // What the implementation takes, its receiver first.
    let member = &implementation.member;
    let (declared, declared_result) = split_descriptor(&member.descriptor)?;
    let receiver = format!("L{};", member.class);
    let has_receiver = !matches!(
        implementation.kind,
        HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial
    );
    let mut targets: Vec<&str> = Vec::new();
    if has_receiver {
        targets.push(if member.class.starts_with('[') {
            &member.class
        } else {
            &receiver
        });
    }
    targets.extend(declared);

    let mut values = Vec::new();
    for (i, descriptor) in captured.iter().enumerate() {
        let field = MemberRef {
            class: class.clone(),
            name: format!("arg{i}").into(),
            descriptor: (*descriptor).into(),
        };
        let value = b.get_field(b.param(0), field, kind_of(descriptor)?);
        values.push((value, *descriptor));
    }
    for (i, (from, to)) in erased_params.iter().zip(&actual_params).enumerate() {
        let value = b.adapt(b.param(i + 1), from, to);
        values.push((value, *to));
    }
    if values.len() != targets.len() {
        return None;
    }
    let args: Vec<_> = values
        .iter()
        .zip(&targets)
        .map(|((value, from), to)| b.adapt(*value, from, to))
        .collect();

    let (result, result_type) = match implementation.kind {
        HandleKind::NewInvokeSpecial => {
            let made = b.register(Kind::Ref);
            b.push(Inst::New {
                dst: made,
                class: member.class.clone(),
            });
            let mut all = vec![ir::Operand::Reg(made)];
            all.extend(args);
            b.invoke(InvokeKind::Special, member.clone(), false, &all, None);
            (ir::Operand::Reg(made), receiver.as_str())
        }
        kind => {
            let how = match kind {
                HandleKind::InvokeStatic => InvokeKind::Static,
                HandleKind::InvokeInterface => InvokeKind::Interface,
                HandleKind::InvokeSpecial => InvokeKind::Special,
                HandleKind::InvokeVirtual => InvokeKind::Virtual,
                _ => return None,
            };
            let result = b.invoke(
                how,
                member.clone(),
                implementation.interface,
                &args,
                kind_of(declared_result),
            );
            (result, declared_result)
        }
    };
    if erased_result == "V" {
        return Some(b.finish(None));
    }
    let result = b.adapt(result, result_type, actual_result);
    let result = b.adapt(result, actual_result, erased_result);
    Some(b.finish(Some(result)))
}
