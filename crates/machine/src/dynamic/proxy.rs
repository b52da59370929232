//! Classes of proxies (`java.lang.reflect.Proxy`), which the JDK would make as bytecode at run time. A method of one passes
//! its arguments to the handler and gives back what that returns; exceptions that the interface does not declare leave it
//! in an `UndeclaredThrowableException`. Annotations are proxies, too.

use super::Args;
use crate::class::{Class, Method, MethodSource, kind_of, kinds_of, split_descriptor};
use crate::halt::{Halt, Step};
use crate::machine::Machine;
use crate::natives::Return;
use crate::state::State;
use crate::value::{ClassId, MethodId, Slot};
use classpath::{MemberRef, Name, access};
use ir::synthetic::Builder;
use ir::{ElementKind, Inst, InvokeKind, Kind, Operand};
use std::cell::OnceCell;
use std::collections::BTreeMap;

const PROXY: &str = "java/lang/reflect/Proxy";
const OBJECT: &str = "Ljava/lang/Object;";
const METHOD: &str = "()Ljava/lang/reflect/Method;";
const UNDECLARED: &str = "java/lang/reflect/UndeclaredThrowableException";

/// The proxy classes of one machine.
#[derive(Default)]
pub struct Proxies {
    by_interfaces: BTreeMap<Vec<ClassId>, ClassId>,
    /// What the `Method` that a method of the machine's gives stands for.
    methods: BTreeMap<MethodId, MethodId>,
}

/// A method of an interface, with the exceptions that every interface with this method declares.
struct Proxied {
    method: MethodId,
    thrown: Vec<ClassId>,
}

impl Machine {
    /// The interfaces of a proxy class.
    pub(crate) fn proxied_interfaces(&self, class: ClassId) -> Option<&[ClassId]> {
        let all = &self.dynamic.proxies.by_interfaces;
        let interfaces = &self.class(class).interfaces;
        (all.get(interfaces) == Some(&class)).then_some(interfaces.as_slice())
    }

    /// The class of proxies for these interfaces, in this order.
    pub(crate) fn proxy_class(&mut self, interfaces: &[ClassId]) -> Step<ClassId> {
        if let Some(&known) = self.dynamic.proxies.by_interfaces.get(interfaces) {
            return Ok(known);
        }
        let proxied = self.proxied_methods(interfaces)?;
        let (name, flags) = self.proxy_name(interfaces);
        let parent = self.load(PROXY)?;
        self.load(UNDECLARED)?;
        let passed: Vec<Name> = ["java/lang/RuntimeException", "java/lang/Error"]
            .map(Name::from)
            .into();

        let id = ClassId::from_index(self.linker.classes.len());
        let mut class = Class::empty(name.clone());
        class.access = flags | access::FINAL | access::SUPER;
        class.super_class = Some(parent);
        let linked = self.class(parent).clone();
        class.ancestors.clone_from(&linked.ancestors);
        class.instance_slots.clone_from(&linked.instance_slots);
        class.vtable.clone_from(&linked.vtable);
        for interface in interfaces {
            class.ancestors.extend(&self.class(*interface).ancestors);
        }
        class.interfaces = interfaces.to_vec();

        let constructor = self.add_proxy_method(
            id,
            "<init>".into(),
            "(Ljava/lang/reflect/InvocationHandler;)V".into(),
            access::PUBLIC,
            constructor(),
        )?;
        class.methods.push(constructor);
        for (at, proxied) in proxied.into_iter().enumerate() {
            let target = self.method(proxied.method).clone();
            let thrown = proxied.thrown.iter().map(|c| self.class(*c).name.clone());
            let passed: Vec<Name> = passed.iter().cloned().chain(thrown).collect();
            let getter: Name = format!("method{at}").into();
            let body = forward(&name, &getter, &target, &passed);
            let body =
                body.ok_or_else(|| Halt::unsupported("an interface with a malformed method"))?;
            let (flags, descriptor) = (access::PUBLIC | access::FINAL, target.descriptor.clone());
            let made = self.add_proxy_method(id, target.name.clone(), descriptor, flags, body)?;
            for entry in &mut class.vtable {
                if self.method(*entry).signature == target.signature {
                    *entry = made;
                }
            }
            class.methods.push(made);
            // It is no member that reflection shows.
            let source = self.add_native_site(&getter, &METHOD.into(), method_of_proxy)?;
            let signature = self.method(source).signature;
            class.methods_by_signature.insert(signature, source);
            self.dynamic.proxies.methods.insert(source, proxied.method);
        }
        for method in &class.methods {
            let signature = self.method(*method).signature;
            class.methods_by_signature.insert(signature, *method);
        }
        debug_assert_eq!(id.index(), self.linker.classes.len(), "no class was loaded");
        let id = self.add_class(class);
        let proxies = &mut self.dynamic.proxies.by_interfaces;
        proxies.insert(interfaces.to_vec(), id);
        Ok(id)
    }

    /// In the package of an interface that is not public, as the JDK does it. The number depends on nothing but the proxy
    /// classes before; on a JVM there may be more of them.
    fn proxy_name(&self, interfaces: &[ClassId]) -> (Name, u16) {
        let hidden = interfaces.iter().find(|interface| {
            let modifiers = crate::natives::class::modifiers(self, **interface);
            modifiers & i32::from(access::PUBLIC) == 0
        });
        let number = self.dynamic.proxies.by_interfaces.len();
        let (package, flags) = match hidden {
            Some(interface) => (self.class(*interface).package(), 0),
            None if self.classpath().jdk().version < 16 => ("com/sun/proxy", access::PUBLIC),
            None => ("jdk/proxy1", access::PUBLIC),
        };
        let separator = if package.is_empty() { "" } else { "/" };
        (format!("{package}{separator}$Proxy{number}").into(), flags)
    }

    /// Those of `Object` that go to the handler, and all public ones of the interfaces; of several with one signature the
    /// first stands for all.
    fn proxied_methods(&mut self, interfaces: &[ClassId]) -> Step<Vec<Proxied>> {
        let mut all: Vec<Proxied> = Vec::new();
        for (name, descriptor) in [
            ("hashCode", "()I"),
            ("equals", "(Ljava/lang/Object;)Z"),
            ("toString", "()Ljava/lang/String;"),
        ] {
            all.push(Proxied {
                method: self.lookup("java/lang/Object", name, descriptor)?,
                thrown: Vec::new(),
            });
        }
        for interface in interfaces {
            for method in self.public_methods(*interface) {
                let thrown = self.thrown_by(method)?;
                let signature = self.method(method).signature;
                let known = all
                    .iter_mut()
                    .find(|p| self.method(p.method).signature == signature);
                match known {
                    Some(known) => {
                        let under = |c: &ClassId, others: &[ClassId]| {
                            others.iter().any(|o| self.class(*c).is_subclass_of(*o))
                        };
                        let old = std::mem::take(&mut known.thrown);
                        let mut both: Vec<ClassId> = old.clone();
                        both.retain(|c| under(c, &thrown));
                        both.extend(thrown.iter().filter(|c| under(c, &old)));
                        known.thrown = both;
                    }
                    None => all.push(Proxied { method, thrown }),
                }
            }
        }
        Ok(all)
    }

    /// `Class.getMethods` of an interface, without static ones: those that no other one overrides.
    fn public_methods(&self, interface: ClassId) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        let mut left = vec![interface];
        let mut seen = Vec::new();
        while let Some(class) = left.pop() {
            if seen.contains(&class) {
                continue;
            }
            seen.push(class);
            let linked = self.class(class);
            for id in &linked.methods {
                let method = self.method(*id);
                let counts = !method.is_static() && method.access & access::PUBLIC != 0;
                if !counts || method.name.starts_with('<') {
                    continue;
                }
                let known = found
                    .iter_mut()
                    .find(|f| self.method(**f).signature == method.signature);
                match known {
                    None => found.push(*id),
                    Some(known) => {
                        if linked.is_subclass_of(self.method(*known).class) {
                            *known = *id;
                        }
                    }
                }
            }
            left.extend(linked.interfaces.iter().rev());
        }
        found
    }

    fn thrown_by(&mut self, method: MethodId) -> Step<Vec<ClassId>> {
        let method = self.method(method).clone();
        let MethodSource::File(index) = method.source else {
            return Ok(Vec::new());
        };
        let Some(file) = self.class(method.class).file.clone() else {
            return Ok(Vec::new());
        };
        let declared = &file.methods[usize::from(index)].exceptions;
        declared.iter().map(|name| self.load(name)).collect()
    }

    fn add_proxy_method(
        &mut self,
        class: ClassId,
        name: Name,
        descriptor: Name,
        flags: u16,
        body: ir::Body,
    ) -> Step<MethodId> {
        let signature = self.signature(&name, &descriptor);
        let (mut params, result) = kinds_of(&descriptor)
            .ok_or_else(|| Halt::unsupported(format!("malformed descriptor {descriptor}")))?;
        params.insert(0, Kind::Ref);
        Ok(self.add_method(Method {
            id: MethodId::from_index(0),
            class,
            name,
            descriptor,
            signature,
            access: flags,
            params: params.into(),
            result,
            vtable_index: None,
            native: None,
            source: MethodSource::Synthetic(Box::new(body)),
            code: OnceCell::new(),
        }))
    }
}

fn member(class: &str, name: &str, descriptor: &str) -> MemberRef {
    MemberRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

/// `super(handler);`
fn constructor() -> ir::Body {
    let mut b = Builder::new(&[Kind::Ref, Kind::Ref]);
    let parent = member(PROXY, "<init>", "(Ljava/lang/reflect/InvocationHandler;)V");
    let args = [b.param(0), b.param(1)];
    b.invoke(InvokeKind::Special, parent, false, &args, None);
    b.finish(None)
}

/// `return (R) h.invoke(this, method, arguments);`
fn forward(class: &Name, getter: &Name, target: &Method, passed: &[Name]) -> Option<ir::Body> {
    let (params, result) = split_descriptor(&target.descriptor)?;
    let mut kinds = vec![Kind::Ref];
    for param in &params {
        kinds.push(kind_of(param)?);
    }
    let mut b = Builder::new(&kinds);
    let handler = member(PROXY, "h", "Ljava/lang/reflect/InvocationHandler;");
    let handler = b.get_field(b.param(0), handler, Kind::Ref);
    let method = b.invoke_static(member(class, getter, METHOD), &[], Some(Kind::Ref));
    let mut arguments = Operand::Null;
    if !params.is_empty() {
        let array = b.register(Kind::Ref);
        b.push(Inst::NewArray {
            dst: array,
            descriptor: "[Ljava/lang/Object;".into(),
            length: Operand::Int(i32::try_from(params.len()).ok()?),
        });
        arguments = Operand::Reg(array);
        for (at, param) in params.iter().enumerate() {
            let value = b.adapt(b.param(at + 1), param, OBJECT);
            b.push(Inst::ArrayStore {
                element: ElementKind::Ref,
                array: arguments,
                index: Operand::Int(i32::try_from(at).ok()?),
                value,
            });
        }
    }
    let invoke = member(
        "java/lang/reflect/InvocationHandler",
        "invoke",
        "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let args = [handler, b.param(0), method, arguments];
    let returned = b.invoke(InvokeKind::Interface, invoke, true, &args, Some(Kind::Ref));
    let returned = match result {
        "V" => None,
        _ => Some(b.adapt(returned, OBJECT, result)),
    };
    Some(b.finish_wrapping(returned, passed, UNDECLARED))
}

/// The `Method` that a proxy passes, the same each time.
fn method_of_proxy(m: &mut Machine, st: &mut State, call: &Args<'_>) -> Step<Return> {
    if let Some(known) = m.site_object(st, call.method) {
        return super::value(Slot::reference(known));
    }
    let Some(&target) = m.dynamic.proxies.methods.get(&call.method) else {
        return Err(Halt::unsupported("a proxy that was not linked"));
    };
    let target = m.method(target).clone();
    let declared = &m.class(target.class).methods;
    let slot = declared.iter().position(|id| *id == target.id).unwrap_or(0);
    let made = crate::natives::members::method_object(m, st, slot, &target)?;
    st.site_objects.insert(call.method, made);
    super::value(Slot::reference(made))
}
