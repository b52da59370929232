//! From the instructions of a method to inclusions between variables.

use super::variables::Var;
use super::{Analysis, Caller, Use};
use crate::object::Origin;
use crate::program::{MethodId, Point};
use crate::types::{Target, TypeId};
use classpath::{Constant, MemberRef, MethodDescriptor, Name, access};
use ir::{BlockId, ElementKind, Inst, InvokeKind, Operand, Terminator};
use std::sync::Arc;

impl Analysis<'_> {
    pub(super) fn add_body(&mut self, method: MethodId) {
        let body = self.methods[method.0 as usize].body.clone();
        let class = self.methods[method.0 as usize].class.clone();
        for (number, block) in body.body.blocks.iter().enumerate() {
            let mut point = Point {
                method,
                block: BlockId(number as u32),
                index: 0,
            };
            for inst in &block.insts {
                self.add_inst(point, &class, inst);
                point.index += 1;
            }
            match &block.terminator {
                Terminator::Return(Some(value)) => {
                    if let Some(from) = self.operand(point, *value) {
                        let result = self.result(method);
                        self.copy(from, result, None);
                    }
                }
                Terminator::Throw(value) => {
                    if let Some(from) = self.operand(point, *value) {
                        let thrown = self.thrown;
                        self.copy(from, thrown, None);
                    }
                }
                _ => {}
            }
            for handler in &block.handlers {
                if let Some(to) = self.caught(method, handler.target) {
                    let filter = handler.catch_type.as_ref();
                    let filter = filter.map(|name| self.types.id(name));
                    let thrown = self.thrown;
                    self.copy(thrown, to, filter);
                }
            }
        }
    }

    /// The variable that an instruction reads; none for numbers and null.
    pub(super) fn operand(&self, point: Point, operand: Operand) -> Option<Var> {
        let method = &self.methods[point.method.0 as usize];
        let web = method.webs.used(method.position(point), operand.reg()?)?;
        Some(self.web(point.method, web))
    }

    /// The variable that the instruction writes.
    fn destination(&self, point: Point) -> Option<Var> {
        let method = &self.methods[point.method.0 as usize];
        let web = method.webs.defined(method.position(point))?;
        Some(self.web(point.method, web))
    }

    /// The variable of a parameter, the receiver being number 0; none for numbers.
    pub(super) fn param(&self, method: MethodId, number: usize) -> Option<Var> {
        let web = self.methods[method.0 as usize].webs.param(number)?;
        Some(self.web(method, web))
    }

    fn caught(&self, method: MethodId, block: BlockId) -> Option<Var> {
        let web = self.methods[method.0 as usize].webs.caught(block)?;
        Some(self.web(method, web))
    }

    fn add_inst(&mut self, point: Point, host: &classpath::ClassFile, inst: &Inst) {
        match inst {
            Inst::Load { constant, .. } => {
                let Some(to) = self.destination(point) else {
                    return;
                };
                let object = match constant {
                    Constant::String(_) => self.value("java/lang/String"),
                    Constant::Class(name) => {
                        let class = self.types.id(name);
                        self.class_constant(class)
                    }
                    Constant::MethodType(_) => self.value("java/lang/invoke/MethodType"),
                    Constant::MethodHandle(_) => {
                        self.unknown("a method handle", Some(point));
                        self.value("java/lang/invoke/MethodHandle")
                    }
                    _ => {
                        self.unknown("a constant that is computed", Some(point));
                        let site = self.site(point);
                        self.made(site)
                    }
                };
                self.vars.insert(to, object.0);
            }
            Inst::Move { src, .. } => {
                if let (Some(from), Some(to)) = (self.operand(point, *src), self.destination(point))
                {
                    self.copy(from, to, None);
                }
            }
            Inst::CheckCast { src, class, .. } => {
                if let (Some(from), Some(to)) = (self.operand(point, *src), self.destination(point))
                {
                    let ty = self.types.id(class);
                    self.copy(from, to, Some(ty));
                }
            }
            Inst::New { class, .. } => {
                let class = self.types.id(class);
                self.trigger(point, class);
                self.allocate(point, 0, class);
            }
            Inst::NewArray { descriptor, .. } => {
                let class = self.types.id(descriptor);
                self.allocate(point, 0, class);
            }
            Inst::NewMultiArray {
                descriptor,
                lengths,
                ..
            } => {
                let mut outer = self.types.id(descriptor);
                let mut holder = self.allocate(point, 0, outer);
                for depth in 1..lengths.len() {
                    let Some(inner) = self.types.element(outer) else {
                        break;
                    };
                    let object = self.add_exact(new_at(point, depth), inner);
                    let site = self.site(point);
                    self.sites[site as usize].objects.insert(object);
                    let elements = self.region(holder);
                    self.vars.insert(elements, object.0);
                    (outer, holder) = (inner, object);
                }
            }
            Inst::ArrayLoad {
                element: ElementKind::Ref,
                array,
                ..
            } => {
                if let (Some(array), Some(to)) =
                    (self.operand(point, *array), self.destination(point))
                {
                    self.add_use(array, Use::LoadElement { to });
                }
            }
            Inst::ArrayStore {
                element: ElementKind::Ref,
                array,
                value,
                ..
            } => {
                if let (Some(array), Some(from)) =
                    (self.operand(point, *array), self.operand(point, *value))
                {
                    self.add_use(array, Use::StoreElement { from });
                }
            }
            Inst::GetField { object, field, .. } => {
                if let (Some(object), Some(to)) =
                    (self.operand(point, *object), self.destination(point))
                    && let Some(field) = self.resolve(point, field)
                {
                    self.add_use(object, Use::Load { field, to });
                }
            }
            Inst::PutField {
                object,
                field,
                value,
            } => {
                if let (Some(object), Some(from)) =
                    (self.operand(point, *object), self.operand(point, *value))
                    && let Some(field) = self.resolve(point, field)
                {
                    self.add_use(object, Use::Store { field, from });
                }
            }
            Inst::GetStatic { field, .. } => {
                let to = self.destination(point);
                self.static_access(point, field, to, None);
            }
            Inst::PutStatic { field, value } => {
                let from = self.operand(point, *value);
                self.static_access(point, field, None, from);
            }
            Inst::Invoke {
                kind,
                method: member,
                args,
                dst,
                ..
            } => {
                let args: Vec<Option<Var>> = args.iter().map(|a| self.operand(point, *a)).collect();
                let to = dst.and_then(|_| self.destination(point));
                self.add_invoke(point, *kind, member, &args, to);
            }
            Inst::InvokeDynamic { site, args, dst } => {
                let args: Vec<Option<Var>> = args.iter().map(|a| self.operand(point, *a)).collect();
                let to = dst.and_then(|_| self.destination(point));
                self.add_dynamic(point, host, site, &args, to);
            }
            _ => {}
        }
    }

    fn allocate(&mut self, point: Point, depth: usize, class: TypeId) -> crate::object::ObjectId {
        if self.types.is_missing(class) {
            self.missing(class, point);
        }
        let object = self.add_exact(new_at(point, depth), class);
        let site = self.site(point);
        self.sites[site as usize].objects.insert(object);
        if let Some(to) = self.destination(point) {
            self.vars.insert(to, object.0);
        }
        object
    }

    pub(super) fn missing(&mut self, class: TypeId, point: Point) {
        let name = self.types.name(class).replace('/', ".");
        self.unknown(
            format!("class {name} or an ancestor is missing"),
            Some(point),
        );
    }

    fn resolve(&mut self, point: Point, field: &MemberRef) -> Option<u32> {
        let class = self.types.id(&field.class);
        let Some(holder) = self.types.resolve_field(class, field) else {
            let name = format!("{}.{}", field.class.replace('/', "."), field.name);
            self.unknown(format!("field {name} is missing"), Some(point));
            return None;
        };
        self.field_number(holder, &field.name, &field.descriptor)
    }

    fn static_access(
        &mut self,
        point: Point,
        field: &MemberRef,
        to: Option<Var>,
        from: Option<Var>,
    ) {
        let class = self.types.id(&field.class);
        let Some(holder) = self.types.resolve_field(class, field) else {
            let name = format!("{}.{}", field.class.replace('/', "."), field.name);
            self.unknown(format!("field {name} is missing"), Some(point));
            return;
        };
        if self.types.is_application(holder) {
            self.trigger(point, holder);
            let number = self.field_number(holder, &field.name, &field.descriptor);
            let Some(number) = number else {
                return;
            };
            let var = self.static_field(number);
            if let Some(from) = from {
                self.copy(from, var, None);
            }
            if let Some(to) = to {
                let file = self.types.file(holder).cloned();
                let constant = file.and_then(|file| {
                    let field = file.field(&field.name, &field.descriptor)?;
                    field.constant_value.clone()
                });
                if let Some(Constant::String(_)) = constant {
                    let text = self.value("java/lang/String");
                    self.vars.insert(to, text.0);
                }
                self.copy(var, to, None);
            }
            return;
        }
        let Some(ty) = self.types.of_descriptor(&field.descriptor) else {
            return;
        };
        let world = self.region(self.world);
        if let Some(from) = from {
            self.copy(from, world, None);
        }
        let Some(to) = to else {
            return;
        };
        let name = self.types.name(ty).clone();
        if crate::library::is_value(&name) {
            let value = self.value(&name);
            self.vars.insert(to, value.0);
        }
        if &*field.class == "java/lang/System" {
            // The streams that the program starts with, or has set.
            let (shared, streams) = (self.shared, self.streams);
            self.vars.insert(to, shared.0);
            self.copy(streams, to, Some(ty));
        } else if self.is_constant_holder(&field.class) {
            let shared = self.shared;
            self.vars.insert(to, shared.0);
        } else {
            let object = self.world;
            self.vars.insert(to, object.0);
            self.copy(world, to, Some(ty));
        }
    }

    /// Classes of the JDK whose static fields hold immutable objects only.
    fn is_constant_holder(&self, class: &Name) -> bool {
        matches!(
            &**class,
            "java/util/Collections"
                | "java/lang/Boolean"
                | "java/lang/String"
                | "java/nio/charset/StandardCharsets"
        ) || crate::library::is_value(class)
    }

    /// The static initialisers that touching a class may run (JVMS §5.5), unless the code itself belongs to the class.
    pub(super) fn trigger(&mut self, point: Point, class: TypeId) {
        let host = self.methods[point.method.0 as usize].class.name.clone();
        let host = self.types.id(&host);
        // A class initialises its super classes, but not the interfaces that it has.
        let above = self.types.ancestors(host).contains(&class) && !self.types.is_interface(class);
        if host == class || above {
            return;
        }
        let initializers = self.initializers(class);
        if initializers.is_empty() {
            return;
        }
        let site = self.site(point);
        let data = &mut self.sites[site as usize];
        data.initializers.extend(initializers.iter());
    }

    pub(super) fn initializers(&mut self, class: TypeId) -> Arc<[MethodId]> {
        if let Some(known) = self.initialized.get(&class) {
            return known.clone();
        }
        let mut found = Vec::new();
        let ancestors: Vec<TypeId> = self.types.ancestors(class).iter().copied().collect();
        for ancestor in ancestors {
            if !self.types.is_application(ancestor) {
                continue;
            }
            let Some(file) = self.types.file(ancestor).cloned() else {
                continue;
            };
            let is_default =
                |m: &classpath::Method| m.access & (access::ABSTRACT | access::STATIC) == 0;
            let interface = file.access & access::INTERFACE != 0;
            if ancestor != class && interface && !file.methods.iter().any(is_default) {
                continue;
            }
            let name: Name = "<clinit>".into();
            let descriptor: Name = "()V".into();
            let index = file
                .methods
                .iter()
                .position(|m| m.name == name && m.descriptor == descriptor);
            if let Some(index) = index {
                let member = crate::types::Member {
                    class: ancestor,
                    index: index as u32,
                };
                found.extend(self.method(member));
            }
        }
        let found: Arc<[MethodId]> = found.into();
        self.initialized.insert(class, found.clone());
        // Those of super classes come first; the first instruction counts them in, as for a root.
        for method in found.iter() {
            let own = self.methods[method.0 as usize].class.name.clone();
            let own = self.types.id(&own);
            let all = self.initializers(own);
            let before: Vec<MethodId> = all.iter().copied().filter(|m| m != method).collect();
            self.run_before(*method, &before);
        }
        found
    }

    fn add_invoke(
        &mut self,
        point: Point,
        kind: InvokeKind,
        member: &MemberRef,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let site = self.site(point);
        self.invoke(Caller::At(site), kind, member, args, to);
    }

    /// A call by an instruction or through a method reference.
    pub(super) fn invoke(
        &mut self,
        caller: Caller,
        kind: InvokeKind,
        member: &MemberRef,
        args: &[Option<Var>],
        to: Option<Var>,
    ) {
        let class = self.types.id(&member.class);
        let resolved = self
            .types
            .resolve_method(class, &member.name, &member.descriptor);
        let Some(resolved) = resolved else {
            let point = self.caller_point(caller);
            let name = format!("{}.{}", member.class.replace('/', "."), member.name);
            self.unknown(format!("method {name} is missing"), point);
            self.library_call(caller, member, None, args, to);
            return;
        };
        if self.harness(caller, member, to) {
            return;
        }
        let flags = self
            .types
            .access_of(&resolved, &member.name, &member.descriptor);
        let private = flags & access::PRIVATE != 0 && matches!(resolved, Target::Application(_));
        match kind {
            InvokeKind::Static => {
                if let Target::Application(found) = resolved
                    && let Caller::At(site) = caller
                {
                    let point = self.site_points[site as usize];
                    self.trigger(point, found.class);
                }
                self.enter_target(caller, &resolved, member, None, args, to);
            }
            InvokeKind::Special => self.enter_target(caller, &resolved, member, None, args, to),
            InvokeKind::Virtual | InvokeKind::Interface if private => {
                self.enter_target(caller, &resolved, member, None, args, to);
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                self.add_virtual(caller, member, class, args, to);
            }
        }
    }

    /// The types of a method's parameters, the receiver's not among them.
    pub(super) fn parameters(&mut self, descriptor: &str) -> Vec<Option<TypeId>> {
        let Ok(parsed) = MethodDescriptor::parse(descriptor) else {
            return Vec::new();
        };
        parsed
            .params
            .iter()
            .map(|ty| self.types.of_field(ty))
            .collect()
    }

    pub(super) fn returned(&mut self, descriptor: &str) -> Option<TypeId> {
        let parsed = MethodDescriptor::parse(descriptor).ok()?;
        self.types.of_field(parsed.ret.as_ref()?)
    }
}

fn new_at(point: Point, depth: usize) -> Origin {
    Origin::New {
        point,
        depth: depth as u8,
    }
}
