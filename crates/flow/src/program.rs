//! The application's reachable methods and the facts about them, as the analysis left them: this is what clients ask.

use crate::effects::Table;
use crate::object::{Object, ObjectId, RegionId};
use crate::patience::Patience;
use crate::points_to::Analysis;
use crate::webs::Webs;
use classpath::{ClassFile, ClassPath, MemberRef, Name};
use ir::{BlockId, Body, ElementKind, Inst, MethodBody, Operand, Reg, Terminator};
use std::collections::{BTreeSet, HashMap};
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
    pub(crate) webs: Webs,
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
    /// The regions of what library code gets here, and whether it may change them.
    pub regions: Vec<RegionId>,
    pub changes: bool,
    /// Whether library code may throw here.
    pub throws: bool,
    /// The kinds of elements of the arrays among that.
    pub arrays: Vec<ElementKind>,
    pub objects: Vec<ObjectId>,
}

pub struct Program {
    pub(crate) methods: Vec<Method>,
    pub(crate) by_member: HashMap<(Name, usize), MethodId>,
    pub(crate) roots: Vec<MethodId>,
    pub(crate) objects: Vec<Object>,
    pub(crate) regions: Vec<Option<RegionId>>,
    pub(crate) world: Option<RegionId>,
    /// Distinct points-to sets, sorted; webs refer to them.
    pub(crate) sets: Vec<Box<[ObjectId]>>,
    pub(crate) webs: Vec<Vec<u32>>,
    /// By method, sorted by position.
    pub(crate) sites: Vec<Vec<Site>>,
    pub(crate) callers: Vec<Vec<Point>>,
    pub(crate) effects: Table,
    pub unknowns: Vec<Unknown>,
    /// Code of the application may run in several threads.
    pub has_threads: bool,
}

impl Program {
    /// Finds out everything about the methods that the roots can reach. The result depends on nothing but the
    /// arguments. Whatever is wrong with a class or a root is among the unknowns.
    pub fn new(classpath: &ClassPath, methods: &ir::Methods, roots: &[Root]) -> Program {
        match Program::new_within(classpath, methods, roots, &Patience::endless()) {
            Some(program) => program,
            None => unreachable!("endless patience does not end"),
        }
    }

    /// The same, or nothing if patience ends before.
    pub fn new_within(
        classpath: &ClassPath,
        methods: &ir::Methods,
        roots: &[Root],
        patience: &Patience<'_>,
    ) -> Option<Program> {
        Analysis::run(classpath, methods, roots, patience)
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

    /// All points of a method, in the order of its blocks.
    pub fn points(&self, id: MethodId) -> impl Iterator<Item = Point> + '_ {
        let method = self.method(id);
        (0..method.positions()).map(move |position| method.at(id, position))
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

    pub(crate) fn site(&self, point: Point) -> Option<&Site> {
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

    /// What a register that the instruction or terminator reads may refer to, sorted. Empty for registers that hold
    /// numbers, or only ever null, and for those that are not read here.
    pub fn points_to(&self, point: Point, reg: Reg) -> &[ObjectId] {
        let method = self.method(point.method);
        let web = method.webs.used(method.position(point), reg);
        self.web(point.method, web)
    }

    /// The same for an operand.
    pub fn operand(&self, point: Point, operand: Operand) -> &[ObjectId] {
        match operand.reg() {
            Some(reg) => self.points_to(point, reg),
            None => &[],
        }
    }

    /// What the register that the instruction writes may refer to after it.
    pub fn result(&self, point: Point) -> &[ObjectId] {
        let method = self.method(point.method);
        self.web(point.method, method.webs.defined(method.position(point)))
    }

    /// What a parameter may refer to, the receiver being number 0.
    pub fn parameter(&self, method: MethodId, number: usize) -> &[ObjectId] {
        self.web(method, self.method(method).webs.param(number))
    }

    /// What a register may refer to anywhere in the method, sorted. A register serves several variables of the source,
    /// so [`Program::points_to`] says more.
    pub fn ever_points_to(&self, method: MethodId, reg: Reg) -> Vec<ObjectId> {
        let webs = &self.method(method).webs;
        let mut all = BTreeSet::new();
        for web in (0..webs.count).filter(|web| webs.register(*web) == reg) {
            all.extend(self.web(method, Some(web)));
        }
        all.into_iter().collect()
    }

    fn web(&self, method: MethodId, web: Option<u32>) -> &[ObjectId] {
        match web {
            Some(web) => {
                let set = self.webs[method.0 as usize][web as usize];
                &self.sets[set as usize]
            }
            None => &[],
        }
    }

    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub fn object_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = ObjectId> + ExactSizeIterator + use<> {
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

    /// The regions that library code at this point may read, sorted.
    pub fn regions_at(&self, point: Point) -> &[RegionId] {
        self.site(point).map_or(&[], |site| &site.regions)
    }

    /// Whether library code at this point may change what is in its regions.
    pub fn changes_regions(&self, point: Point) -> bool {
        self.site(point).is_some_and(|site| site.changes)
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
