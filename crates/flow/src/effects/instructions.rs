//! What single instructions read, write and throw.

use super::{Location, Own};
use crate::object::{ObjectId, Origin, RegionId};
use crate::program::{MethodId, Point, Program};
use crate::types::{TypeId, Types};
use classpath::{Constant, MemberRef, Name, access};
use ir::{ElementKind, Inst, Operand, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// Goes through the instructions of all methods and numbers the locations.
pub(super) struct Instructions<'p, 't, 'c> {
    pub program: &'p Program,
    pub types: &'t mut Types<'c>,
    pub numbers: BTreeMap<Location, u32>,
    pub locations: Vec<Location>,
}

impl Instructions<'_, '_, '_> {
    fn number(&mut self, location: Location) -> u32 {
        if let Some(known) = self.numbers.get(&location) {
            return *known;
        }
        let number = self.locations.len() as u32;
        self.locations.push(location.clone());
        self.numbers.insert(location, number);
        number
    }

    pub fn method(&mut self, id: MethodId) -> Vec<Own> {
        let present = self.present(id);
        let mut list = Vec::new();
        for point in self.program.points(id) {
            let mut own = Own {
                position: self.program.method(id).position(point),
                ..Own::default()
            };
            self.point(point, &present, &mut own);
            let nothing = own.reads.is_empty() && own.writes.is_empty() && !own.throws.any();
            if !nothing {
                list.push(own);
            }
        }
        list
    }

    fn point(&mut self, point: Point, present: &[bool], own: &mut Own) {
        let program = self.program;
        let method = program.method(point.method);
        let Some(inst) = method.inst(point) else {
            if let Some(Terminator::Throw(value)) = method.terminator(point) {
                own.throws.explicitly = true;
                own.throws.implicitly = !self.is_present(point, *value, present);
            }
            return;
        };
        let null = |this: &Self, operand: &Operand| !this.is_present(point, *operand, present);
        match inst {
            Inst::GetField { object, field, .. } => {
                own.reads = self.field(point, *object, field);
                own.throws.implicitly = null(self, object);
            }
            Inst::PutField { object, field, .. } => {
                own.writes = self.field(point, *object, field);
                own.throws.implicitly = null(self, object);
            }
            Inst::GetStatic { field, .. } => own.reads = self.static_field(field),
            Inst::PutStatic { field, .. } => own.writes = self.static_field(field),
            Inst::ArrayLoad { element, .. } => {
                own.reads.push(self.number(Location::Array(*element)));
                own.throws.implicitly = true;
            }
            Inst::ArrayStore { element, .. } => {
                own.writes.push(self.number(Location::Array(*element)));
                own.throws.implicitly = true;
            }
            Inst::ArrayLength { array: object, .. }
            | Inst::MonitorEnter { object }
            | Inst::MonitorExit { object } => own.throws.implicitly = null(self, object),
            Inst::NewArray { length, .. } => own.throws.implicitly = may_be_negative(*length),
            Inst::NewMultiArray { lengths, .. } => {
                own.throws.implicitly = lengths.iter().any(|length| may_be_negative(*length));
            }
            Inst::Binary { .. } => own.throws.implicitly = inst.can_throw(),
            Inst::CheckCast { src, class, .. } => {
                own.throws.implicitly = self.may_fail(point, *src, class);
            }
            Inst::Invoke { kind, args, .. } => {
                let receiver = args.first().filter(|_| *kind != ir::InvokeKind::Static);
                own.throws.implicitly = receiver.is_some_and(|receiver| null(self, receiver));
                self.library(point, own);
            }
            Inst::InvokeDynamic { .. } | Inst::Load { .. } | Inst::New { .. } => {
                self.library(point, own);
            }
            _ => {}
        }
    }

    /// What library code at a point does.
    fn library(&mut self, point: Point, own: &mut Own) {
        let program = self.program;
        let Some(site) = program.site(point) else {
            return;
        };
        if !site.library {
            return;
        }
        let mut all: BTreeSet<u32> = BTreeSet::new();
        for region in &site.regions {
            all.insert(self.number(Location::Library(*region)));
        }
        for kind in &site.arrays {
            all.insert(self.number(Location::Array(*kind)));
        }
        // Whatever else it reaches, a call works on what it gets.
        let mut operands = Vec::new();
        if let Some(inst) = program.method(point.method).inst(point) {
            inst.for_each_operand(|operand| operands.push(operand));
        }
        for operand in operands {
            for object in program.operand(point, operand) {
                if let Some(region) = program.region(*object) {
                    all.insert(self.number(Location::Library(region)));
                }
            }
        }
        own.throws.in_library |= site.throws;
        if site.changes {
            own.writes = all.iter().copied().collect();
        }
        // A clone is made of the fields of the original.
        for object in &site.objects {
            let object = program.object(*object);
            if object.exact && matches!(object.origin, Origin::Library(_)) {
                let class = self.types.id(&object.class);
                all.extend(self.fields_of(class));
            }
        }
        let method = program.method(point.method);
        if let Some(Inst::InvokeDynamic { site, .. }) = method.inst(point) {
            // The methods of a record read its fields.
            let bootstrap = method
                .class
                .bootstrap_methods
                .get(usize::from(site.bootstrap));
            let of_record = bootstrap
                .is_some_and(|b| &*b.handle.member.class == "java/lang/runtime/ObjectMethods");
            if of_record {
                let class = self.types.id(&method.class.name);
                all.extend(self.fields_of(class));
            }
        }
        own.reads = all.into_iter().collect();
    }

    fn fields_of(&mut self, class: TypeId) -> Vec<u32> {
        if self.types.is_array(class) {
            let element = self.types.name(class).as_bytes().get(1).copied();
            return match element.and_then(element_kind) {
                Some(kind) => vec![self.number(Location::Array(kind))],
                None => Vec::new(),
            };
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
            for field in &file.fields {
                if field.access & access::STATIC == 0 {
                    found.push(self.number(Location::Field {
                        class: file.name.clone(),
                        name: field.name.clone(),
                    }));
                }
            }
        }
        found
    }

    fn field(&mut self, point: Point, object: Operand, field: &MemberRef) -> Vec<u32> {
        let class = self.types.id(&field.class);
        let holder = self.types.resolve_field(class, field);
        let application = holder.is_none_or(|holder| self.types.is_application(holder));
        let holder = holder.unwrap_or(class);
        let mut found = vec![self.number(Location::Field {
            class: self.types.name(holder).clone(),
            name: field.name.clone(),
        })];
        if !application {
            // Library code reads and writes it too.
            let objects: Vec<ObjectId> = self.program.operand(point, object).to_vec();
            let regions: BTreeSet<RegionId> = objects
                .iter()
                .filter_map(|o| self.program.region(*o))
                .collect();
            found.extend(
                regions
                    .into_iter()
                    .map(|region| self.number(Location::Library(region))),
            );
        }
        found
    }

    fn static_field(&mut self, field: &MemberRef) -> Vec<u32> {
        let class = self.types.id(&field.class);
        let holder = self.types.resolve_field(class, field);
        let application = holder.is_none_or(|holder| self.types.is_application(holder));
        let mut found = vec![self.number(Location::Static {
            class: self.types.name(holder.unwrap_or(class)).clone(),
            name: field.name.clone(),
        })];
        if let (false, Some(world)) = (application, self.program.world) {
            found.push(self.number(Location::Library(world)));
        }
        found
    }

    /// Whether a cast may throw, by what the register may refer to.
    fn may_fail(&mut self, point: Point, src: Operand, class: &Name) -> bool {
        let wanted = self.types.id(class);
        let objects: Vec<ObjectId> = self.program.operand(point, src).to_vec();
        objects.iter().any(|object| {
            let of = self.program.object(*object).class.clone();
            let of = self.types.id(&of);
            self.types.is_missing(of)
                || self.types.is_missing(wanted)
                || !self.types.is_subtype(of, wanted)
        })
    }

    /// The webs of a method that never hold null: `this`, what is caught, what `new` makes, constants, and copies.
    fn present(&self, id: MethodId) -> Vec<bool> {
        let method = self.program.method(id);
        let webs = &method.webs;
        let mut absent = vec![false; webs.count as usize];
        let first = usize::from(!method.is_static());
        for at in first..method.body().params.len() {
            if let Some(web) = webs.param(at) {
                absent[web as usize] = true;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for point in self.program.points(id) {
                let position = method.position(point);
                let (Some(web), Some(inst)) = (webs.defined(position), method.inst(point)) else {
                    continue;
                };
                let absent_source = |src: &Operand| match src.reg() {
                    Some(reg) => webs
                        .used(position, reg)
                        .is_none_or(|web| absent[web as usize]),
                    None => true,
                };
                let may_be_null = match inst {
                    Inst::New { .. }
                    | Inst::NewArray { .. }
                    | Inst::NewMultiArray { .. }
                    | Inst::InvokeDynamic { .. } => false,
                    Inst::Load { constant, .. } => matches!(constant, Constant::Dynamic(_)),
                    Inst::Move { src, .. } | Inst::CheckCast { src, .. } => absent_source(src),
                    _ => true,
                };
                if may_be_null && !absent[web as usize] {
                    absent[web as usize] = true;
                    changed = true;
                }
            }
        }
        absent.into_iter().map(|absent| !absent).collect()
    }

    fn is_present(&self, point: Point, operand: Operand, present: &[bool]) -> bool {
        let method = self.program.method(point.method);
        let web = operand
            .reg()
            .and_then(|reg| method.webs.used(method.position(point), reg));
        web.is_some_and(|web| present[web as usize])
    }
}

fn may_be_negative(length: Operand) -> bool {
    !matches!(length, Operand::Int(n) if n >= 0)
}

fn element_kind(letter: u8) -> Option<ElementKind> {
    Some(match letter {
        b'Z' | b'B' => ElementKind::Byte,
        b'C' => ElementKind::Char,
        b'S' => ElementKind::Short,
        b'I' => ElementKind::Int,
        b'J' => ElementKind::Long,
        b'F' => ElementKind::Float,
        b'D' => ElementKind::Double,
        b'L' | b'[' => ElementKind::Ref,
        _ => return None,
    })
}
