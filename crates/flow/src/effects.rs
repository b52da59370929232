//! What code may read, write and throw, for whoever wants to leave code out of a path (path slicing). What instructions
//! do themselves is kept per point, what methods do in all per strongly connected component of the call graph.

use crate::bits::Bits;
use crate::object::{ObjectId, Origin, RegionId};
use crate::program::{MethodId, Point, Program};
use crate::types::{TypeId, Types};
use classpath::{Constant, MemberRef, Name, access};
use ir::{BlockId, ElementKind, Inst, Operand, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// A part of the memory, by its declaration and not by its object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// An instance field, named by the class that declares it.
    Field {
        class: Name,
        name: Name,
    },
    Static {
        class: Name,
        name: Name,
    },
    /// The elements of all arrays of a kind.
    Array(ElementKind),
    /// The state of the library's objects in a region, see [`Program::region`].
    Library(RegionId),
}

/// How code may end other than by its normal end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Throws {
    /// By null, an index, a cast, a division, a size, an array store: the JVM throws. Lack of memory and linkage errors
    /// do not count.
    pub implicitly: bool,
    /// By `athrow` in the application's code.
    pub explicitly: bool,
    /// Within a library call.
    pub in_library: bool,
}

/// What some code of the application may do, the methods that it calls included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    pub reads: BTreeSet<Location>,
    pub writes: BTreeSet<Location>,
    /// What may leave it. A handler counts only if it catches everything.
    pub throws: Throws,
    /// The calls in the code itself, library calls included.
    pub sites: BTreeSet<Point>,
    /// The methods that may be entered, whose calls count too.
    pub methods: BTreeSet<MethodId>,
}

/// What an instruction does itself; locations by number.
#[derive(Debug, Clone, Default)]
struct Own {
    position: u32,
    reads: Vec<u32>,
    writes: Vec<u32>,
    throws: Throws,
}

/// What a method may do, with all that it calls.
#[derive(Debug, Clone, Default)]
struct All {
    reads: Bits,
    writes: Bits,
    methods: Bits,
}

/// The effects of a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    locations: Vec<Location>,
    /// By method, sorted by position; points that do nothing of note are left out.
    own: Vec<Vec<Own>>,
    /// By method, its number in `all`.
    component: Vec<u32>,
    all: Vec<All>,
    /// By method, what may leave it.
    throws: Vec<Throws>,
}

impl Throws {
    fn join(&mut self, other: Throws) {
        self.implicitly |= other.implicitly;
        self.explicitly |= other.explicitly;
        self.in_library |= other.in_library;
    }

    pub fn any(self) -> bool {
        self.implicitly || self.explicitly || self.in_library
    }
}

impl Program {
    /// What a method may do in all.
    pub fn effects(&self, method: MethodId) -> Effects {
        let mut effects = Effects::default();
        self.add_method(method, &mut effects);
        effects.throws = self.effects.throws[method.0 as usize];
        effects.sites = self.points(method).filter(|p| self.is_call(*p)).collect();
        effects
    }

    /// What the instruction at a point may do by itself, with the methods that it calls and those that may be called
    /// back meanwhile. Path slicing asks this of every instruction that ran.
    pub fn effects_at(&self, point: Point) -> Effects {
        let mut effects = Effects::default();
        self.add_point(point, &mut effects);
        effects.throws = self.throws_at(point);
        effects
    }

    /// What may happen in the blocks that are reachable from the start of `from`, normally or by exceptions, without
    /// passing through `stop`.
    pub fn effects_between(&self, method: MethodId, from: BlockId, stop: BlockId) -> Effects {
        let mut effects = Effects::default();
        let body = self.method(method).body();
        let cfg = &self.method(method).body.graphs().cfg;
        let mut seen = BTreeSet::new();
        let mut work = Vec::new();
        if from != stop {
            seen.insert(from);
            work.push(from);
        }
        while let Some(block) = work.pop() {
            let count = body.block(block).insts.len() as u32;
            for index in 0..=count {
                let point = Point {
                    method,
                    block,
                    index,
                };
                self.add_point(point, &mut effects);
                if !body.block(block).catches_all() {
                    effects.throws.join(self.throws_at(point));
                }
            }
            for next in cfg.successors(block) {
                if next.block != stop && seen.insert(next.block) {
                    work.push(next.block);
                }
            }
        }
        effects
    }

    /// What may be thrown at a point, whether or not it is caught there.
    fn throws_at(&self, point: Point) -> Throws {
        let mut throws = self.own(point).map_or(Throws::default(), |own| own.throws);
        let called = self.callees(point).iter().chain(self.callbacks(point));
        for method in called {
            throws.join(self.effects.throws[method.0 as usize]);
        }
        throws
    }

    fn is_call(&self, point: Point) -> bool {
        let inst = self.method(point.method).inst(point);
        matches!(inst, Some(Inst::Invoke { .. } | Inst::InvokeDynamic { .. }))
    }

    fn own(&self, point: Point) -> Option<&Own> {
        let position = self.method(point.method).position(point);
        let list = &self.effects.own[point.method.0 as usize];
        let at = list.binary_search_by_key(&position, |own| own.position);
        at.ok().map(|at| &list[at])
    }

    fn add_point(&self, point: Point, effects: &mut Effects) {
        if let Some(own) = self.own(point) {
            let location = |number: &u32| self.effects.locations[*number as usize].clone();
            effects.reads.extend(own.reads.iter().map(location));
            effects.writes.extend(own.writes.iter().map(location));
        }
        if self.is_call(point) {
            effects.sites.insert(point);
        }
        for method in self.callees(point).iter().chain(self.callbacks(point)) {
            self.add_method(*method, effects);
        }
    }

    fn add_method(&self, method: MethodId, effects: &mut Effects) {
        let table = &self.effects;
        let all = &table.all[table.component[method.0 as usize] as usize];
        let location = |number: u32| table.locations[number as usize].clone();
        effects
            .reads
            .extend(all.reads.to_vec().into_iter().map(location));
        effects
            .writes
            .extend(all.writes.to_vec().into_iter().map(location));
        effects
            .methods
            .extend(all.methods.to_vec().into_iter().map(MethodId));
    }

    pub(crate) fn compute_effects(&mut self, types: &mut Types<'_>) {
        let mut compute = Compute {
            program: self,
            types,
            numbers: BTreeMap::new(),
            locations: Vec::new(),
        };
        let own: Vec<Vec<Own>> = compute
            .program
            .method_ids()
            .map(|id| compute.method(id))
            .collect();
        let locations = compute.locations;
        let (component, all) = self.close(&own);
        let throws = self.escaping(&own);
        self.effects = Table {
            locations,
            own,
            component,
            all,
            throws,
        };
    }

    /// The methods that a method may enter, in order.
    fn called(&self, method: MethodId) -> Vec<u32> {
        let sites = self.sites[method.0 as usize].iter();
        let called = sites.flat_map(|site| site.callees.iter().chain(&site.callbacks));
        let set: BTreeSet<u32> = called.map(|m| m.0).collect();
        set.into_iter().collect()
    }

    /// Strongly connected components of the call graph (Tarjan), each after those that it calls, with their effects.
    fn close(&self, own: &[Vec<Own>]) -> (Vec<u32>, Vec<All>) {
        const UNSEEN: u32 = u32::MAX;
        let count = self.methods.len();
        let called: Vec<Vec<u32>> = self.method_ids().map(|id| self.called(id)).collect();
        let mut index = vec![UNSEEN; count];
        let mut low = vec![0u32; count];
        let mut component = vec![UNSEEN; count];
        let mut all: Vec<All> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut next = 0;
        for start in 0..count as u32 {
            if index[start as usize] != UNSEEN {
                continue;
            }
            let mut stack: Vec<(u32, usize)> = vec![(start, 0)];
            index[start as usize] = next;
            low[start as usize] = next;
            next += 1;
            open.push(start);
            while let Some((method, at)) = stack.last_mut() {
                let here = *method as usize;
                if let Some(&callee) = called[here].get(*at) {
                    *at += 1;
                    let to = callee as usize;
                    if index[to] == UNSEEN {
                        index[to] = next;
                        low[to] = next;
                        next += 1;
                        open.push(callee);
                        stack.push((callee, 0));
                    } else if component[to] == UNSEEN {
                        low[here] = low[here].min(index[to]);
                    }
                    continue;
                }
                stack.pop();
                if let Some((below, _)) = stack.last() {
                    let below = *below as usize;
                    low[below] = low[below].min(low[here]);
                }
                if low[here] != index[here] {
                    continue;
                }
                let number = all.len() as u32;
                let mut members = Vec::new();
                while let Some(member) = open.pop() {
                    component[member as usize] = number;
                    members.push(member);
                    if member as usize == here {
                        break;
                    }
                }
                all.push(self.join(&members, &called, &component, &all, own));
            }
        }
        (component, all)
    }

    fn join(
        &self,
        members: &[u32],
        called: &[Vec<u32>],
        component: &[u32],
        all: &[All],
        own: &[Vec<Own>],
    ) -> All {
        let mut joined = All::default();
        let mut below = BTreeSet::new();
        for member in members {
            joined.methods.insert(*member);
            for point in &own[*member as usize] {
                point.reads.iter().for_each(|l| {
                    joined.reads.insert(*l);
                });
                point.writes.iter().for_each(|l| {
                    joined.writes.insert(*l);
                });
            }
            let calls = called[*member as usize].iter();
            below.extend(calls.map(|callee| component[*callee as usize]));
        }
        for number in below {
            // Its own number is not there yet.
            let Some(other) = all.get(number as usize) else {
                continue;
            };
            joined.reads.extend(&other.reads);
            joined.writes.extend(&other.writes);
            joined.methods.extend(&other.methods);
        }
        joined
    }

    /// What may leave each method by an exception.
    fn escaping(&self, own: &[Vec<Own>]) -> Vec<Throws> {
        let mut escaping = vec![Throws::default(); self.methods.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for id in self.method_ids() {
                let at = id.0 as usize;
                let method = self.method(id);
                let mut throws = escaping[at];
                for point in &own[at] {
                    let block = method.at(id, point.position).block;
                    if point.throws.any() && !method.body().block(block).catches_all() {
                        throws.join(point.throws);
                    }
                }
                for site in &self.sites[at] {
                    let block = method.at(id, site.position).block;
                    if method.body().block(block).catches_all() {
                        continue;
                    }
                    for callee in site.callees.iter().chain(&site.callbacks) {
                        throws.join(escaping[callee.0 as usize]);
                    }
                }
                changed |= throws != escaping[at];
                escaping[at] = throws;
            }
        }
        escaping
    }
}

struct Compute<'p, 't, 'c> {
    program: &'p Program,
    types: &'t mut Types<'c>,
    numbers: BTreeMap<Location, u32>,
    locations: Vec<Location>,
}

impl Compute<'_, '_, '_> {
    fn number(&mut self, location: Location) -> u32 {
        if let Some(known) = self.numbers.get(&location) {
            return *known;
        }
        let number = self.locations.len() as u32;
        self.locations.push(location.clone());
        self.numbers.insert(location, number);
        number
    }

    fn method(&mut self, id: MethodId) -> Vec<Own> {
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
