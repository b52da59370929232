//! The application's reachable methods and the facts about them, as the analysis left them: this is what clients ask.

use crate::effects::Effects;
use crate::object::{Object, ObjectId, RegionId};
use classpath::{ClassFile, ClassPath, MemberRef, Name};
use ir::{BlockId, Body, Inst, MethodBody, Reg, Terminator};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A reachable method of the application; numbers are dense and the same in every run of the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

/// Before an instruction of a method; the index of a block's terminator is the number of its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub method: MethodId,
    pub block: BlockId,
    pub index: u32,
}

/// A method that is called from outside, with arguments about which nothing but their types is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Root {
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
}

impl Root {
    pub fn new(class: &str, name: &str, descriptor: &str) -> Root {
        Root {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
        }
    }

    pub fn main(class: &str) -> Root {
        Root::new(class, "main", "([Ljava/lang/String;)V")
    }
}

/// Something that makes the facts less than an over-approximation: reflection, native code, a class that is missing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    pub what: String,
    pub point: Option<Point>,
}

#[derive(Debug, Clone)]
pub struct Method {
    pub class: Arc<ClassFile>,
    /// Into the methods of the class.
    pub index: usize,
    pub body: Arc<MethodBody>,
    /// The position of each block's first instruction, and one more for the end.
    pub(crate) starts: Vec<u32>,
}

/// What happens at a point besides the instruction's own work.
#[derive(Debug, Clone, Default)]
pub(crate) struct Site {
    pub position: u32,
    pub callees: Vec<MethodId>,
    pub callbacks: Vec<MethodId>,
    pub library: bool,
    /// Library methods that method references call within this point.
    pub references: Vec<MemberRef>,
    pub region: Option<RegionId>,
    pub objects: Vec<ObjectId>,
}

pub struct Program {
    pub(crate) methods: Vec<Method>,
    pub(crate) by_member: HashMap<(Name, usize), MethodId>,
    pub(crate) roots: Vec<MethodId>,
    pub(crate) objects: Vec<Object>,
    pub(crate) regions: Vec<Option<RegionId>>,
    /// Distinct points-to sets, sorted; registers refer to them.
    pub(crate) sets: Vec<Box<[ObjectId]>>,
    pub(crate) registers: Vec<Vec<u32>>,
    /// By method, sorted by position.
    pub(crate) sites: Vec<Vec<Site>>,
    pub(crate) callers: Vec<Vec<Point>>,
    pub(crate) effects: Vec<Effects>,
    pub unknowns: Vec<Unknown>,
    /// Code of the application may run in several threads.
    pub has_threads: bool,
}

impl Program {
    pub fn new(_classpath: &ClassPath, _methods: &ir::Methods, _roots: &[Root]) -> Program {
        Program {
            methods: Vec::new(),
            by_member: HashMap::new(),
            roots: Vec::new(),
            objects: Vec::new(),
            regions: Vec::new(),
            sets: Vec::new(),
            registers: Vec::new(),
            sites: Vec::new(),
            callers: Vec::new(),
            effects: Vec::new(),
            unknowns: Vec::new(),
            has_threads: false,
        }
    }

    pub fn method_count(&self) -> usize {
        self.methods.len()
    }

    pub fn method_ids(&self) -> impl DoubleEndedIterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// The number of a method, by its class and its place in the class file; `None` if it is not reachable.
    pub fn find(&self, class: &str, index: usize) -> Option<MethodId> {
        self.by_member.get(&(Name::from(class), index)).copied()
    }

    /// The same by name and descriptor, for a method that the class itself declares.
    pub fn find_named(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodId> {
        self.method_ids().find(|id| {
            let method = self.method(*id);
            &*method.class.name == class
                && **method.name() == *name
                && **method.descriptor() == *descriptor
        })
    }

    /// Where the program starts.
    pub fn roots(&self) -> &[MethodId] {
        &self.roots
    }

    fn site(&self, point: Point) -> Option<&Site> {
        let position = self.method(point.method).position(point);
        let sites = &self.sites[point.method.0 as usize];
        let found = sites.binary_search_by_key(&position, |site| site.position);
        found.ok().map(|at| &sites[at])
    }

    /// The application's methods that the call at this point may enter directly.
    pub fn callees(&self, point: Point) -> &[MethodId] {
        self.site(point).map_or(&[], |site| &site.callees)
    }

    /// Whether the instruction at this point may enter library code: by calling a library method, itself or through a
    /// method reference, or an application's method without code.
    pub fn library_call(&self, point: Point) -> bool {
        self.site(point).is_some_and(|site| site.library)
    }

    /// The application's methods that may run, any number of times, while the instruction at this point is executed
    /// and that it does not itself call: those that the library calls back, and static initialisers.
    pub fn callbacks(&self, point: Point) -> &[MethodId] {
        self.site(point).map_or(&[], |site| &site.callbacks)
    }

    /// Library methods that may be called through a method reference while the instruction at this point is executed.
    pub fn referenced(&self, point: Point) -> &[MemberRef] {
        self.site(point).map_or(&[], |site| &site.references)
    }

    /// The points whose `callees` or `callbacks` have the method, sorted.
    pub fn callers(&self, method: MethodId) -> &[Point] {
        &self.callers[method.0 as usize]
    }

    /// What a register may refer to at any time, sorted. Empty for registers that hold numbers, or only ever null.
    pub fn points_to(&self, method: MethodId, reg: Reg) -> &[ObjectId] {
        let sets = &self.registers[method.0 as usize];
        match sets.get(usize::from(reg.0)) {
            Some(set) => &self.sets[*set as usize],
            None => &[],
        }
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn object_ids(&self) -> impl DoubleEndedIterator<Item = ObjectId> + use<> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    /// What an object that is made while the instruction at this point is executed, by itself or within the library,
    /// but not by other code of the application, is called; sorted. An object of a run is among those whose class fits.
    pub fn objects_at(&self, point: Point) -> &[ObjectId] {
        self.site(point).map_or(&[], |site| &site.objects)
    }

    /// What objects that the JVM or the library made before or beside the program are called: those made when no method
    /// of the application runs, or by the static initialiser of a library class.
    pub fn objects_outside(&self) -> impl Iterator<Item = ObjectId> + '_ {
        use crate::object::Origin::*;
        let outside = |id: &ObjectId| {
            matches!(
                self.object(*id).origin,
                Input | Value | World | Shared | Thrown
            )
        };
        self.object_ids().filter(outside)
    }

    /// The region of an object that has state of the library's.
    pub fn region(&self, object: ObjectId) -> Option<RegionId> {
        self.regions[object.0 as usize]
    }

    /// The region that a library call works in, if it may change anything.
    pub fn region_at(&self, point: Point) -> Option<RegionId> {
        self.site(point).and_then(|site| site.region)
    }
}

impl Method {
    pub fn name(&self) -> &Name {
        &self.class.methods[self.index].name
    }

    pub fn descriptor(&self) -> &Name {
        &self.class.methods[self.index].descriptor
    }

    pub fn access(&self) -> u16 {
        self.class.methods[self.index].access
    }

    pub fn is_static(&self) -> bool {
        self.access() & classpath::access::STATIC != 0
    }

    pub fn body(&self) -> &Body {
        &self.body.body
    }

    /// A dense number for each point of the method, in the order of its blocks.
    pub fn position(&self, point: Point) -> u32 {
        self.starts[point.block.0 as usize] + point.index
    }

    /// How many points the method has.
    pub fn positions(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    pub(crate) fn at(&self, id: MethodId, position: u32) -> Point {
        let block = self.starts.partition_point(|start| *start <= position) - 1;
        Point {
            method: id,
            block: BlockId(block as u32),
            index: position - self.starts[block],
        }
    }

    /// `None` for a terminator.
    pub fn inst(&self, point: Point) -> Option<&Inst> {
        self.body()
            .block(point.block)
            .insts
            .get(point.index as usize)
    }

    pub fn terminator(&self, point: Point) -> Option<&Terminator> {
        let block = self.body().block(point.block);
        (point.index as usize == block.insts.len()).then_some(&block.terminator)
    }

    /// The bytecode offset.
    pub fn pc(&self, point: Point) -> u32 {
        let block = self.body().block(point.block);
        let at = block.pcs.get(point.index as usize);
        at.copied().unwrap_or(block.terminator_pc)
    }

    pub fn line(&self, point: Point) -> Option<u32> {
        let code = self.class.methods[self.index].code.as_ref()?;
        code.line_at(self.pc(point))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.class.name.replace('/', ".");
        write!(f, "{class}.{}{}", self.name(), self.descriptor())
    }
}
