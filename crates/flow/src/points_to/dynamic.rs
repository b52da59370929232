//! `invokedynamic`: lambdas and method references, concatenation, methods of records, switches.

use super::variables::Var;
use super::{Analysis, Called, Caller, Function, Nature, Shape, Use, VirtualCall};
use crate::object::{ObjectId, Origin};
use crate::program::Point;
use crate::types::Target;
use classpath::{
    ClassFile, Constant, DynamicRef, HandleKind, MemberRef, MethodDescriptor, MethodHandle,
};
use ir::InvokeKind;
use std::sync::Arc;

impl Analysis<'_> {
    pub(super) fn add_dynamic(
        &mut self,
        point: Point,
        host: &ClassFile,
        dynamic: &DynamicRef,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let site = self.site(point);
        let bootstrap = host.bootstrap_methods.get(usize::from(dynamic.bootstrap));
        let factory = bootstrap.map_or("", |b| &*b.handle.member.class);
        match factory {
            "java/lang/invoke/LambdaMetafactory" => {
                let made = self.function(point, dynamic, bootstrap, args);
                match (made, to) {
                    (Some(object), Some(to)) => {
                        self.sites[site as usize].objects.insert(object);
                        self.vars.insert(to, object.0);
                    }
                    _ => self.unknown("a malformed lambda expression", Some(point)),
                }
            }
            "java/lang/invoke/StringConcatFactory" => {
                let data = &mut self.sites[site as usize];
                data.library = true;
                data.handed.extend(args.iter().flatten());
                let view = self.view_of(site, &["toString", "formatTo", "hashCode"]);
                for arg in args.iter().flatten() {
                    self.copy(*arg, view, None);
                }
                if let Some(to) = to {
                    let text = self.value("java/lang/String");
                    self.vars.insert(to, text.0);
                }
            }
            "java/lang/runtime/ObjectMethods" => {
                self.sites[site as usize].library = true;
                let view = self.view_of(site, &[]);
                for arg in args.iter().flatten() {
                    self.add_use(*arg, Use::LoadAll { to: view });
                }
                if let Some(to) = to {
                    let text = self.value("java/lang/String");
                    self.vars.insert(to, text.0);
                }
            }
            // They compare classes, strings and constants, and give a number.
            "java/lang/runtime/SwitchBootstraps" => {
                self.sites[site as usize].library = true;
                self.sites[site as usize].throws = true;
                let computed = |c: &Constant| matches!(c, Constant::Dynamic(_));
                if bootstrap.is_some_and(|b| b.arguments.iter().any(computed)) {
                    self.unknown("a constant that is computed", Some(point));
                }
            }
            _ => {
                self.unknown("a call that is linked while the program runs", Some(point));
                self.sites[site as usize].library = true;
                self.sites[site as usize].loud = true;
                self.sites[site as usize].throws = true;
                self.sites[site as usize].changes = true;
                let made = self.made(site);
                let work = self.work_of(site);
                self.vars.insert(work, made.0);
                for arg in args.iter().flatten() {
                    self.copy(*arg, work, None);
                }
                if let Some(to) = to {
                    self.copy(work, to, None);
                }
            }
        }
    }

    fn function(
        &mut self,
        point: Point,
        dynamic: &DynamicRef,
        bootstrap: Option<&classpath::BootstrapMethod>,
        args: &[Option<Var>],
    ) -> Option<ObjectId> {
        let bootstrap = bootstrap?;
        let [
            Constant::MethodType(erased),
            Constant::MethodHandle(handle),
            ..,
        ] = bootstrap.arguments.as_slice()
        else {
            return None;
        };
        let interface = self.returned(&dynamic.descriptor)?;
        let more = &*bootstrap.handle.member.name == "altMetafactory";
        let arity = MethodDescriptor::parse(erased).ok()?.params.len();
        let shape = Shape::Function(interface, more);
        let object = self.add_object(Origin::Function(point), shape, Nature::Plain);
        self.functions.insert(object.0, self.function_data.len());
        self.function_data.push(Arc::new(Function {
            handle: (**handle).clone(),
            captured: args.to_vec(),
            name: dynamic.name.clone(),
            arity,
            point,
        }));
        Some(object)
    }

    fn function_of(&self, object: ObjectId) -> Option<Arc<Function>> {
        let number = *self.functions.get(&object.0)?;
        self.function_data.get(number).cloned()
    }

    /// A call of the interface's method on a function object; `false` if the call is of another method.
    pub(super) fn call_function(&mut self, call: &VirtualCall, object: ObjectId) -> bool {
        let Some(function) = self.function_of(object) else {
            return false;
        };
        if function.name != call.method.name || call.args.len() != function.arity + 1 {
            return false;
        }
        let mut args = function.captured.clone();
        args.extend_from_slice(&call.args[1..]);
        self.apply_function(call.caller, &function, &args, call.result);
        true
    }

    pub(super) fn call_function_within(&mut self, region: Var, object: ObjectId) {
        let root = self.vars.find(region);
        let Some(function) = self.function_of(object) else {
            return;
        };
        if !self.functions_within.insert((root, object)) {
            return;
        }
        let mut args = function.captured.clone();
        args.extend(vec![Some(region); function.arity]);
        self.apply_function(Caller::Library(region), &function, &args, Some(region));
    }

    fn apply_function(
        &mut self,
        caller: Caller,
        function: &Function,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let MethodHandle { kind, member, .. } = &function.handle;
        let class = self.types.id(&member.class);
        if !self.types.is_application(class)
            && let Caller::At(site) = caller
        {
            self.sites[site as usize].references.insert(member.clone());
        }
        let how = match kind {
            HandleKind::InvokeStatic => InvokeKind::Static,
            HandleKind::InvokeSpecial => InvokeKind::Special,
            HandleKind::InvokeVirtual => InvokeKind::Virtual,
            HandleKind::InvokeInterface => InvokeKind::Interface,
            HandleKind::NewInvokeSpecial => {
                self.construct(caller, function, member, args, to);
                return;
            }
            _ => {
                self.unknown(
                    "a lambda expression of an unusual kind",
                    Some(function.point),
                );
                return;
            }
        };
        let resolved = self
            .types
            .resolve_method(class, &member.name, &member.descriptor);
        let library = matches!(caller, Caller::Library(_));
        if let (true, Some(Target::Application(found))) = (library, &resolved) {
            // What the library passes may be of its own making.
            let found = *found;
            if matches!(how, InvokeKind::Static | InvokeKind::Special)
                && let Some(method) = self.method(found)
            {
                let skip = function.captured.len();
                self.surprise_from(method, skip);
            }
        }
        if let Some(Target::Application(found)) = &resolved
            && how == InvokeKind::Static
        {
            self.initialize(caller, found.class);
        }
        self.invoke(caller, how, member, args, to);
        if let (Some(to), Some(class)) = (to, boxed_result(&member.descriptor)) {
            let value = self.value(class);
            self.vars.insert(to, value.0);
        }
    }

    /// A constructor reference.
    fn construct(
        &mut self,
        caller: Caller,
        function: &Function,
        member: &MemberRef,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let class = self.types.id(&member.class);
        let known = self.constructed_objects.get(&function.point).copied();
        let object = known.unwrap_or_else(|| {
            let object = self.add_exact(Origin::ConstructorReference(function.point), class);
            self.constructed_objects.insert(function.point, object);
            object
        });
        match caller {
            Caller::At(site) => {
                self.sites[site as usize].objects.insert(object);
            }
            Caller::Library(region) => self.vars.add_called(region, Called::Makes(object)),
        }
        self.initialize(caller, class);
        let this = self.vars.fresh();
        self.vars.insert(this, object.0);
        let mut all = vec![Some(this)];
        all.extend_from_slice(args);
        self.invoke(caller, InvokeKind::Special, member, &all, None);
        if let Some(to) = to {
            self.vars.insert(to, object.0);
        }
    }

    fn initialize(&mut self, caller: Caller, class: crate::types::TypeId) {
        match caller {
            Caller::At(site) => {
                let point = self.site_points[site as usize];
                self.trigger(point, class);
            }
            Caller::Library(region) => {
                for method in self.initializers(class).iter() {
                    self.vars.add_called(region, Called::Method(*method));
                }
            }
        }
    }
}

/// What a number that a function returns becomes where an object is wanted.
fn boxed_result(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor.rsplit(')').next()? {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "C" => "java/lang/Character",
        "S" => "java/lang/Short",
        "I" => "java/lang/Integer",
        "J" => "java/lang/Long",
        "F" => "java/lang/Float",
        "D" => "java/lang/Double",
        _ => return None,
    })
}
