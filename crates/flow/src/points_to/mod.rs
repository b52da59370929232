//! Points-to analysis in Andersen's style: a variable per web of a register, field, static field and library region; inclusions
//! between them; calls resolved as their receivers become known. It is insensitive to contexts and to the order of
//! instructions, and tells the fields of the application's classes apart by object.
//!
//! What library objects hold is one variable per *region*, and regions that may hold each other are unified
//! (Steensgaard's way), which loses nothing: by the rule of [`crate::library`] they hold the same.

mod bodies;
mod calls;
mod dynamic;
mod finish;
mod inputs;
mod library_calls;
mod made;
mod objects;
mod variables;

use crate::hash::{FastMap, FastSet};
use crate::library::Plain;
use crate::object::{Object, ObjectId, Origin};
use crate::patience::Patience;
use crate::program::{Method, MethodId, Point, Program, Root, Unknown};
use crate::types::{Member, OBJECT, TypeId, Types};
use classpath::{ClassPath, MemberRef, MethodHandle, Name};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use variables::{Var, Variables, ViewNames};

/// How an object passes a type test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// It is of exactly this class.
    Exact(TypeId),
    /// It is made by the library and is some subtype of this.
    Below(TypeId),
    /// It is made by a class of the JDK that the tables know, and is a subtype of this and of nothing unrelated.
    Known(TypeId),
    /// A function object: of this interface, and if the flag is set of others too.
    Function(TypeId, bool),
}

/// What the analysis knows of an object besides its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// Holds nothing that the library can reach: instances of plain classes of the application, values, arrays of
    /// numbers, functions.
    Plain,
    /// Its elements or its library state are in a region.
    Holder,
}

/// A function object: the method that it stands for and what it has captured.
struct Function {
    handle: MethodHandle,
    captured: Vec<Option<Var>>,
    /// The name of the interface's method, and how many parameters it has.
    name: Name,
    arity: usize,
    /// Where it is evaluated.
    point: Point,
}

/// Who makes a call: an instruction, or the library when it works in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Caller {
    At(u32),
    Library(Var),
}

/// A call whose receiver is a variable.
#[derive(Clone)]
struct VirtualCall {
    caller: Caller,
    method: Arc<MemberRef>,
    class: TypeId,
    /// The receiver first.
    args: Arc<[Option<Var>]>,
    result: Option<Var>,
}

/// What happens with each object that a variable comes to hold.
#[derive(Clone)]
enum Use {
    Load {
        field: u32,
        to: Var,
    },
    Store {
        field: u32,
        from: Var,
    },
    /// All fields of the objects, for methods of records.
    LoadAll {
        to: Var,
    },
    LoadElement {
        to: Var,
    },
    StoreElement {
        from: Var,
    },
    Call(u32),
    /// Of a clone: the copy at this site gets the fields and elements of the objects.
    CloneAt {
        site: u32,
        to: Var,
    },
}

/// What may run within library code that works in a region.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Called {
    Method(MethodId),
    Reference(MemberRef),
    Makes(ObjectId),
}

/// What is known about a point with calls or allocations.
#[derive(Default)]
struct SiteData {
    callees: BTreeSet<MethodId>,
    initializers: BTreeSet<MethodId>,
    objects: BTreeSet<ObjectId>,
    references: BTreeSet<MemberRef>,
    library: bool,
    /// A library call is of no class of the JDK.
    foreign: bool,
    /// A library call may call back.
    loud: bool,
    /// A library call may throw something of its own.
    throws: bool,
    /// The regions or views in which library code works on behalf of this point.
    regions: Vec<Var>,
    /// What library calls get.
    handed: BTreeSet<Var>,
    handed_objects: BTreeSet<ObjectId>,
    /// The library call may change what it works with.
    changes: bool,
    /// The library call's own variable, once there is one.
    work: Option<Var>,
    views: Vec<(ViewNames, Var)>,
    made: Vec<(TypeId, Option<Plain>, ObjectId)>,
}

struct FieldInfo {
    class: TypeId,
    ty: TypeId,
}

pub(crate) struct Analysis<'a> {
    types: Types<'a>,
    bodies: &'a ir::Methods,
    methods: Vec<Method>,
    members: HashMap<Member, Option<MethodId>>,
    /// By method: the variable of its first web, and that of the result.
    bases: Vec<(Var, Var)>,
    /// Methods whose bodies have not been looked at.
    fresh: VecDeque<MethodId>,
    vars: Variables,
    objects: Vec<Object>,
    shapes: Vec<Shape>,
    natures: Vec<Nature>,
    plains: Vec<Option<Plain>>,
    /// Of an object that is a function.
    functions: FastMap<u32, usize>,
    function_data: Vec<Arc<Function>>,
    regions: Vec<Option<Var>>,
    passes: FastMap<(Shape, TypeId), bool>,
    fields: FastMap<(u32, u32), Var>,
    field_numbers: HashMap<(TypeId, Name, Name), u32>,
    field_infos: Vec<FieldInfo>,
    statics: FastMap<u32, Var>,
    calls: Vec<VirtualCall>,
    /// Receivers that a call has been resolved for.
    resolved: FastSet<(u32, u32)>,
    sites: Vec<SiteData>,
    site_numbers: FastMap<Point, u32>,
    site_points: Vec<Point>,
    /// The application's methods that the library may call on an object, by its class.
    overrides: HashMap<TypeId, Arc<[Member]>>,
    /// Regions that are to become one.
    to_join: VecDeque<(Var, Var)>,
    called_back: FastSet<(Var, MethodId, ObjectId)>,
    functions_within: FastSet<(Var, ObjectId)>,
    /// Objects that exactly one execution of their site makes.
    fresh_objects: BTreeSet<ObjectId>,
    clones: HashMap<(u32, TypeId), ObjectId>,
    constructed_objects: HashMap<Point, ObjectId>,
    constant_classes: HashMap<ObjectId, TypeId>,
    values: HashMap<Name, ObjectId>,
    class_constants: HashMap<TypeId, ObjectId>,
    inputs: HashMap<InputKey, Var>,
    input_classes: HashMap<TypeId, Var>,
    new_inputs: Vec<(TypeId, Var)>,
    all_classes: Option<Arc<[TypeId]>>,
    initialized: HashMap<TypeId, Arc<[MethodId]>>,
    thrown: Var,
    /// What the standard streams are set to.
    streams: Var,
    world: ObjectId,
    shared: ObjectId,
    unknown_throwable: ObjectId,
    object_type: TypeId,
    unknowns: BTreeSet<Unknown>,
    has_threads: bool,
    roots: Vec<MethodId>,
    /// What makes inputs, and may run any number of times before a root.
    extra_roots: BTreeSet<MethodId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct InputKey {
    ty: TypeId,
    /// The generic signature, where there is one; it says what a collection holds.
    signature: Option<Name>,
}

impl<'a> Analysis<'a> {
    /// `None` if patience ends before the facts are complete.
    pub fn run(
        classpath: &'a ClassPath,
        bodies: &'a ir::Methods,
        roots: &[Root],
        patience: &Patience<'_>,
    ) -> Option<Program> {
        let mut types = Types::new(classpath);
        let object_type = types.id(OBJECT);
        let mut vars = Variables::default();
        let (thrown, streams) = (vars.fresh(), vars.fresh());
        let mut analysis = Analysis {
            types,
            bodies,
            methods: Vec::new(),
            members: HashMap::new(),
            bases: Vec::new(),
            fresh: VecDeque::new(),
            vars,
            objects: Vec::new(),
            shapes: Vec::new(),
            natures: Vec::new(),
            plains: Vec::new(),
            functions: FastMap::default(),
            function_data: Vec::new(),
            regions: Vec::new(),
            passes: FastMap::default(),
            fields: FastMap::default(),
            field_numbers: HashMap::new(),
            field_infos: Vec::new(),
            statics: FastMap::default(),
            calls: Vec::new(),
            resolved: FastSet::default(),
            sites: Vec::new(),
            site_numbers: FastMap::default(),
            site_points: Vec::new(),
            overrides: HashMap::new(),
            to_join: VecDeque::new(),
            called_back: FastSet::default(),
            functions_within: FastSet::default(),
            fresh_objects: BTreeSet::new(),
            clones: HashMap::new(),
            constructed_objects: HashMap::new(),
            constant_classes: HashMap::new(),
            values: HashMap::new(),
            class_constants: HashMap::new(),
            inputs: HashMap::new(),
            input_classes: HashMap::new(),
            new_inputs: Vec::new(),
            all_classes: None,
            initialized: HashMap::new(),
            thrown,
            streams,
            world: ObjectId(0),
            shared: ObjectId(1),
            unknown_throwable: ObjectId(2),
            object_type,
            unknowns: BTreeSet::new(),
            has_threads: false,
            roots: Vec::new(),
            extra_roots: BTreeSet::new(),
        };
        analysis.start();
        for root in roots {
            analysis.add_root(root);
        }
        analysis.solve(patience)?;
        let makers: Vec<MethodId> = analysis.extra_roots.iter().copied().collect();
        for root in analysis.roots.clone() {
            analysis.run_before(root, &makers);
        }
        analysis.finish(patience)
    }

    fn start(&mut self) {
        let object = self.object_type;
        let throwable = self.types.id("java/lang/Throwable");
        self.world = self.add_object(Origin::World, Shape::Below(object), Nature::Holder);
        self.shared = self.add_object(Origin::Shared, Shape::Below(object), Nature::Plain);
        let thrown = Shape::Below(throwable);
        self.unknown_throwable = self.add_object(Origin::Thrown, thrown, Nature::Plain);
        // An exception that somebody else made may hold one of ours as its cause, and is in the hands of the world.
        let world = self.region(self.world);
        self.vars.insert(world, self.unknown_throwable.0);
        self.vars.insert(self.thrown, self.unknown_throwable.0);
    }

    fn solve(&mut self, patience: &Patience<'_>) -> Option<()> {
        while let Some(work) = self.step() {
            if patience.is_over_after(work) {
                return None;
            }
        }
        Some(())
    }

    /// Does one thing that there is to do, and says how much work that was.
    fn step(&mut self) -> Option<u64> {
        if let Some(method) = self.fresh.pop_front() {
            self.add_body(method);
            return Some(u64::from(self.methods[method.0 as usize].positions()));
        }
        if let Some((class, any)) = self.new_inputs.pop() {
            self.make_input(class, any);
            return Some(1);
        }
        if let Some((a, b)) = self.to_join.pop_front() {
            self.join_now(a, b);
            return Some(1);
        }
        let (var, new) = self.vars.next()?;
        self.spread(var, &new);
        let goes_to = self.vars.copies(var).len() + self.vars.uses(var).len();
        Some((new.len() * (1 + goes_to)) as u64)
    }

    /// New objects in a variable go where it is copied to, and to what is done with it.
    fn spread(&mut self, var: Var, new: &[u32]) {
        let copies = self.vars.copies(var).to_vec();
        for (to, filter) in copies {
            self.pour(to, new, filter);
        }
        // New uses appear only by adding, which looks at the objects that are there.
        for at in 0..self.vars.uses(var).len() {
            let used = self.vars.uses(var)[at].clone();
            for object in new {
                self.apply(&used, *object);
            }
        }
        if self.vars.is_escaped(var) {
            for object in new {
                self.in_library(var, ObjectId(*object));
            }
        }
        if let Some(view) = self.vars.view(var) {
            for object in new {
                self.viewed(var, ObjectId(*object), view);
            }
        }
    }

    fn pour(&mut self, to: Var, objects: &[u32], filter: Option<TypeId>) {
        for object in objects {
            let fits = match filter {
                Some(ty) => self.passes(ObjectId(*object), ty),
                None => true,
            };
            if fits {
                self.vars.insert(to, *object);
            }
        }
    }

    /// `to` holds what `from` holds, as far as it is of a type.
    fn copy(&mut self, from: Var, to: Var, filter: Option<TypeId>) {
        let filter = filter.filter(|ty| *ty != self.object_type);
        if self.vars.add_copy(from, to, filter) {
            let known = self.vars.objects(from);
            self.pour(to, &known, filter);
        }
    }

    fn add_use(&mut self, var: Var, used: Use) {
        self.vars.add_use(var, used.clone());
        for object in self.vars.objects(var) {
            self.apply(&used, object);
        }
    }

    fn apply(&mut self, used: &Use, object: u32) {
        match *used {
            Use::Load { field, to } => {
                let from = self.field(ObjectId(object), field);
                if let Some(from) = from {
                    let ty = self.field_infos[field as usize].ty;
                    self.copy(from, to, Some(ty));
                }
            }
            Use::Store { field, from } => {
                let to = self.field(ObjectId(object), field);
                if let Some(to) = to {
                    let ty = self.field_infos[field as usize].ty;
                    self.copy(from, to, Some(ty));
                }
            }
            Use::LoadAll { to } => self.load_all(ObjectId(object), to),
            Use::LoadElement { to } => {
                if let Some((elements, ty)) = self.elements(ObjectId(object)) {
                    self.copy(elements, to, ty);
                }
            }
            Use::StoreElement { from } => {
                if let Some((elements, ty)) = self.elements(ObjectId(object)) {
                    self.copy(from, elements, ty);
                }
            }
            Use::Call(call) => self.receive(call, ObjectId(object)),
            Use::CloneAt { site, to } => self.clone_at(site, to, ObjectId(object)),
        }
    }

    fn site(&mut self, point: Point) -> u32 {
        if let Some(known) = self.site_numbers.get(&point) {
            return *known;
        }
        let number = self.sites.len() as u32;
        self.sites.push(SiteData::default());
        self.site_numbers.insert(point, number);
        self.site_points.push(point);
        number
    }

    fn unknown(&mut self, what: impl Into<String>, point: Option<Point>) {
        self.unknowns.insert(Unknown {
            what: what.into(),
            point,
        });
    }

    fn caller_point(&self, caller: Caller) -> Option<Point> {
        match caller {
            Caller::At(site) => Some(self.site_points[site as usize]),
            Caller::Library(_) => None,
        }
    }

    /// The number of a method of the application, which is reachable from now on; `None` if it has no code.
    fn method(&mut self, member: Member) -> Option<MethodId> {
        if let Some(known) = self.members.get(&member) {
            return *known;
        }
        let id = self.add_method(member);
        self.members.insert(member, id);
        id
    }

    fn add_method(&mut self, member: Member) -> Option<MethodId> {
        let class = self.types.file(member.class)?.clone();
        let declared = class.methods.get(member.index as usize)?;
        if declared.code.is_none() {
            if declared.access & classpath::access::NATIVE != 0 {
                let name = class.name.replace('/', ".");
                self.unknown(format!("native method {name}.{}", declared.name), None);
            }
            return None;
        }
        let body = match self.bodies.get(&class, member.index as usize) {
            Ok(body) => body,
            Err(error) => {
                self.unknown(error.to_string(), None);
                return None;
            }
        };
        let id = MethodId(self.methods.len() as u32);
        let mut starts = vec![0];
        for block in &body.body.blocks {
            starts.push(starts[starts.len() - 1] + block.insts.len() as u32 + 1);
        }
        let webs = crate::webs::Webs::new(&body.body, &starts);
        let base = self.vars.fresh_many(webs.count as usize + 1);
        let result = Var(base.0 + webs.count);
        self.bases.push((base, result));
        self.methods.push(Method {
            class,
            index: member.index as usize,
            body,
            starts,
            webs,
        });
        self.fresh.push_back(id);
        Some(id)
    }

    fn web(&self, method: MethodId, web: u32) -> Var {
        Var(self.bases[method.0 as usize].0.0 + web)
    }

    fn result(&self, method: MethodId) -> Var {
        self.bases[method.0 as usize].1
    }
}
