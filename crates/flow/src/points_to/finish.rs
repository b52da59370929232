//! From the solved inclusions to what a [`Program`] tells.

use super::{Analysis, Called, Shape};
use crate::hash::FastMap;
use crate::object::{ObjectId, Origin, RegionId};
use crate::patience::Patience;
use crate::points_to::variables::Var;
use crate::program::{MethodId, Point, Program, Site};
use crate::types::TypeId;
use ir::{ElementKind, Inst};
use std::collections::{BTreeSet, HashMap};

/// How much work a site is, in steps of the solver.
const SITE: u64 = 16;

impl Analysis<'_> {
    /// `None` if patience ends before.
    pub(super) fn finish(mut self, patience: &Patience<'_>) -> Option<Program> {
        let (sets, webs) = self.web_sets();
        let regions = self.number_regions();
        let mut object_regions: Vec<Option<RegionId>> = (0..self.objects.len())
            .map(|at| self.region_of(ObjectId(at as u32), &regions))
            .collect();
        // Shared objects join nothing, but the standard streams are among them and do have a state.
        object_regions[self.shared.0 as usize] = Some(RegionId(regions.len() as u32));
        // What the library never links with anything has state of its own all the same: a `StringBuilder`, an array of
        // numbers. Values have none, and what a class of the application adds is in its fields.
        let mut alone = regions.len() as u32;
        for (at, region) in object_regions.iter_mut().enumerate() {
            let object = &self.objects[at];
            let array = object.exact && object.class.starts_with('[');
            if region.is_none() && (array || self.is_holder(ObjectId(at as u32))) {
                alone += 1;
                *region = Some(RegionId(alone));
            }
        }
        let arrays = self.array_kinds();
        let world = self.region(self.world);
        let world = regions.get(&world).copied();

        let mut sites: Vec<Vec<Site>> = self.methods.iter().map(|_| Vec::new()).collect();
        let mut contents = Contents::default();
        for number in 0..self.sites.len() {
            let point = self.site_points[number];
            let site = self.site_facts(number, &object_regions, &regions, &arrays, &mut contents);
            sites[point.method.0 as usize].push(site);
            if patience.is_over_after(SITE) {
                return None;
            }
        }
        for list in &mut sites {
            list.sort_by_key(|site| site.position);
        }
        let roots = self.roots.clone();
        let callers = self.callers(&sites);
        let once = self.run_once(&sites, &callers);
        for number in 0..self.objects.len() {
            let id = ObjectId(number as u32);
            self.objects[number].many = match self.objects[number].origin {
                Origin::New { point, depth: 0 } | Origin::Function(point) => {
                    !self.executed_once(point, &once)
                }
                Origin::Library(point) => {
                    !self.fresh_objects.contains(&id) || !self.executed_once(point, &once)
                }
                _ => true,
            };
        }
        let by_member = self
            .methods
            .iter()
            .enumerate()
            .map(|(at, m)| ((m.class.name.clone(), m.index), MethodId(at as u32)))
            .collect();
        let mut program = Program {
            methods: self.methods,
            by_member,
            roots,
            objects: self.objects,
            regions: object_regions,
            world,
            sets,
            webs,
            sites,
            callers,
            effects: Default::default(),
            unknowns: self.unknowns.into_iter().collect(),
            has_threads: self.has_threads,
        };
        program.compute_effects(&mut self.types, patience)?;
        Some(program)
    }

    fn web_sets(&mut self) -> (Vec<Box<[ObjectId]>>, Vec<Vec<u32>>) {
        let mut numbers: HashMap<Box<[ObjectId]>, u32> = HashMap::new();
        let mut sets: Vec<Box<[ObjectId]>> = Vec::new();
        let mut webs = Vec::with_capacity(self.methods.len());
        for at in 0..self.methods.len() {
            let mut list = Vec::new();
            for web in 0..self.methods[at].webs.count {
                let var = self.web(MethodId(at as u32), web);
                let held = self.vars.objects(var);
                let set: Box<[ObjectId]> = held.into_iter().map(ObjectId).collect();
                let number = *numbers.entry(set).or_insert_with_key(|set| {
                    sets.push(set.clone());
                    sets.len() as u32 - 1
                });
                list.push(number);
            }
            webs.push(list);
        }
        (sets, webs)
    }

    /// Numbers for the regions that library code knows, in the order of their objects.
    fn number_regions(&mut self) -> FastMap<Var, RegionId> {
        let mut numbers = FastMap::default();
        for at in 0..self.objects.len() {
            if let Some(var) = self.regions[at]
                && self.vars.is_escaped(var)
            {
                let root = self.vars.find(var);
                let next = RegionId(numbers.len() as u32);
                numbers.entry(root).or_insert(next);
            }
        }
        numbers
    }

    fn region_of(
        &mut self,
        object: ObjectId,
        numbers: &FastMap<Var, RegionId>,
    ) -> Option<RegionId> {
        let var = self.regions[object.0 as usize]?;
        let root = self.vars.find(var);
        numbers.get(&root).copied()
    }

    /// The kinds of elements with which the application's code uses objects as arrays.
    fn array_kinds(&mut self) -> FastMap<ObjectId, BTreeSet<ElementKind>> {
        let mut kinds: FastMap<ObjectId, BTreeSet<ElementKind>> = FastMap::default();
        for at in 0..self.methods.len() {
            let id = MethodId(at as u32);
            for position in 0..self.methods[at].positions() {
                let point = self.methods[at].at(id, position);
                let Some(
                    Inst::ArrayLoad { array, element, .. }
                    | Inst::ArrayStore { array, element, .. },
                ) = self.methods[at].inst(point)
                else {
                    continue;
                };
                let element = *element;
                if let Some(var) = self.operand(point, *array) {
                    for object in self.vars.objects(var) {
                        kinds.entry(ObjectId(object)).or_default().insert(element);
                    }
                }
            }
        }
        kinds
    }

    fn site_facts(
        &mut self,
        number: usize,
        object_regions: &[Option<RegionId>],
        regions: &FastMap<Var, RegionId>,
        arrays: &FastMap<ObjectId, BTreeSet<ElementKind>>,
        contents: &mut Contents,
    ) -> Site {
        let point = self.site_points[number];
        let data = std::mem::take(&mut self.sites[number]);
        let mut callbacks = data.initializers;
        let mut references = data.references;
        let mut objects = data.objects;
        let mut touched: BTreeSet<RegionId> = BTreeSet::new();
        let mut kinds: BTreeSet<ElementKind> = BTreeSet::new();
        let (mut impure, mut reflected) = (false, false);
        for var in &data.regions {
            let quiet = !data.loud && data.work == Some(*var);
            for called in self.vars.called(*var) {
                if quiet {
                    break;
                }
                match called {
                    Called::Method(method) => {
                        callbacks.insert(*method);
                    }
                    Called::Reference(member) => {
                        references.insert(member.clone());
                    }
                    Called::Makes(object) => {
                        objects.insert(*object);
                    }
                }
            }
            let root = self.vars.find(*var);
            touched.extend(regions.get(&root));
            let known = contents.of(self, root, arrays);
            kinds.extend(known.kinds.iter());
            impure |= known.impure;
            reflected |= known.reflected;
            for object in &known.holders {
                touched.extend(object_regions[object.0 as usize]);
            }
        }
        for var in data.handed {
            let root = self.vars.find(var);
            let known = contents.of(self, root, arrays);
            kinds.extend(known.kinds.iter());
            impure |= known.impure;
            reflected |= known.reflected;
            for object in &known.holders {
                touched.extend(object_regions[object.0 as usize]);
            }
        }
        for object in data.handed_objects {
            touched.extend(object_regions[object.0 as usize]);
            kinds.extend(arrays.get(&object).into_iter().flatten());
            impure |= self.is_impure(object);
            reflected |= self.is_reflected(object);
        }
        if data.foreign && reflected {
            self.unknown(
                "objects that a library other than the JDK may look into by reflection",
                Some(point),
            );
        }
        let reference_changes = references.iter().any(|m| !crate::library::is_pure(m));
        let reference_throws = !references.is_empty();
        Site {
            position: self.methods[point.method.0 as usize].position(point),
            callees: data.callees.into_iter().collect(),
            callbacks: callbacks.into_iter().collect(),
            library: data.library,
            references: references.into_iter().collect(),
            regions: touched.into_iter().collect(),
            throws: data.throws || reference_throws,
            changes: data.changes || impure || reference_changes,
            arrays: kinds.into_iter().collect(),
            objects: objects.into_iter().collect(),
        }
    }

    /// Whether an object may change when it is asked something.
    fn is_impure(&mut self, object: ObjectId) -> bool {
        if object == self.world {
            return true;
        }
        let Shape::Exact(class) = self.shapes[object.0 as usize] else {
            return false;
        };
        let ancestors: Vec<TypeId> = self.types.ancestors(class).iter().copied().collect();
        ancestors.into_iter().any(|ancestor| {
            let name = self.types.name(ancestor);
            let jdk = name.starts_with("java/") || name.starts_with("javax/");
            crate::library::changes_when_read(name)
                || !jdk && !self.types.is_application(ancestor) && !self.types.is_array(ancestor)
        })
    }

    /// Whether a library that looks into what it gets may come to the application's code through an object.
    fn is_reflected(&mut self, object: ObjectId) -> bool {
        let any = self.values.get("java/lang/Class") == Some(&object);
        match (
            self.constant_classes.get(&object),
            self.shapes[object.0 as usize],
        ) {
            (Some(class), _) => self.types.is_application(*class),
            (None, Shape::Exact(class)) => any || self.types.is_application(class),
            _ => false,
        }
    }

    fn callers(&self, sites: &[Vec<Site>]) -> Vec<Vec<Point>> {
        let mut callers: Vec<Vec<Point>> = self.methods.iter().map(|_| Vec::new()).collect();
        for (method, list) in sites.iter().enumerate() {
            // Sites come in the order of their points.
            for site in list {
                let id = MethodId(method as u32);
                let point = self.methods[method].at(id, site.position);
                for callee in site.callees.iter().chain(&site.callbacks) {
                    let known = &mut callers[callee.0 as usize];
                    if known.last() != Some(&point) {
                        known.push(point);
                    }
                }
            }
        }
        callers
    }

    /// Methods that a run enters at most once: static initialisers, roots that nothing calls, and what one point that
    /// is executed once calls.
    fn run_once(&self, sites: &[Vec<Site>], callers: &[Vec<Point>]) -> Vec<bool> {
        let mut once = vec![false; self.methods.len()];
        loop {
            let mut changed = false;
            for at in 0..self.methods.len() {
                if once[at] {
                    continue;
                }
                let id = MethodId(at as u32);
                let root = self.roots.contains(&id);
                let initializer = &**self.methods[at].name() == "<clinit>";
                let single = match callers[at].as_slice() {
                    [] => root && self.roots.len() == 1,
                    [point] if !root => {
                        let position = self.methods[point.method.0 as usize].position(*point);
                        let list = &sites[point.method.0 as usize];
                        let site = list.iter().find(|site| site.position == position);
                        let directly = site.is_some_and(|site| !site.callbacks.contains(&id));
                        directly && self.executed_once(*point, &once)
                    }
                    _ => false,
                };
                if initializer || single {
                    once[at] = true;
                    changed = true;
                }
            }
            if !changed {
                return once;
            }
        }
    }

    fn executed_once(&self, point: Point, once: &[bool]) -> bool {
        if !once[point.method.0 as usize] {
            return false;
        }
        let cfg = &self.methods[point.method.0 as usize].body.graphs().cfg;
        let mut seen = vec![false; cfg.len()];
        let mut work = vec![point.block];
        while let Some(block) = work.pop() {
            for next in cfg.successors(block) {
                if next.block == point.block {
                    return false;
                }
                if !std::mem::replace(&mut seen[next.block.0 as usize], true) {
                    work.push(next.block);
                }
            }
        }
        true
    }
}

/// What is in variables, as far as effects depend on it.
#[derive(Default)]
struct Contents {
    known: FastMap<Var, Content>,
}

#[derive(Default)]
struct Content {
    kinds: BTreeSet<ElementKind>,
    holders: Vec<ObjectId>,
    impure: bool,
    reflected: bool,
}

impl Contents {
    fn of(
        &mut self,
        analysis: &mut Analysis<'_>,
        root: Var,
        arrays: &FastMap<ObjectId, BTreeSet<ElementKind>>,
    ) -> &Content {
        self.known.entry(root).or_insert_with(|| {
            let mut content = Content::default();
            for object in analysis.vars.objects(root) {
                let object = ObjectId(object);
                content
                    .kinds
                    .extend(arrays.get(&object).into_iter().flatten());
                if analysis.is_holder(object) || object == analysis.shared {
                    content.holders.push(object);
                }
                content.impure |= analysis.is_impure(object);
                content.reflected |= analysis.is_reflected(object);
            }
            content
        })
    }
}
