//! Every call that a run makes is in the call graph that `flow` finds, and every object that is passed is among what it says
//! the register may refer to. The programs are those in `flow/`, which take the ways through the library on which objects and
//! calls get lost, and those of the verdict tests, run with arbitrary answers to whatever the machine asks;
//! `FLOW_FILTER` picks some of the latter by a part of their path.

use classpath::{ClassPath, ClassPathBuilder, access};
use flow::{MethodId, ObjectId, Point, Program, Root};
use ir::{BlockId, Inst, InvokeKind, Operand};
use machine::class::MethodSource;
use machine::{ClassId, Machine, Options, Ref, State, Stop};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many calls and iterations of a run are looked at.
const STEPS: usize = 400_000;

/// A frame of the application: the method, and the points that the bytecode offset may stand for.
#[derive(Clone, PartialEq, Eq)]
struct Place {
    method: MethodId,
    pc: u32,
    depth: usize,
}

struct Watch<'a> {
    program: &'a Program,
    classpath: &'a ClassPath,
    bodies: &'a ir::Methods,
    next: u32,
    /// How many classes were loaded at the last stop.
    loaded: usize,
    made: HashMap<u32, BTreeSet<ObjectId>>,
    checked: HashSet<(MethodId, u32, machine::MethodId)>,
    known: HashMap<machine::MethodId, Option<MethodId>>,
    /// Objects of unknown origin may be arguments.
    has_inputs: bool,
    /// The method that was about to be called at the last stop; it may have returned since.
    entered: Option<MethodId>,
    wrong: BTreeMap<String, usize>,
    calls: usize,
    receivers: usize,
}

impl Watch<'_> {
    /// The number of a method of the application; the outer `None` if it is none.
    fn method(&mut self, machine: &Machine, id: machine::MethodId) -> Option<Option<MethodId>> {
        let method = machine.method(id);
        let class = machine.class(method.class);
        if !class.application {
            return None;
        }
        let MethodSource::File(index) = method.source else {
            return None;
        };
        // Of harness calls the machine has bodies of its own.
        if method.native.is_some() {
            return None;
        }
        let program = self.program;
        let find = || program.find(&class.name, usize::from(index));
        Some(*self.known.entry(id).or_insert_with(find))
    }

    fn points(&self, method: MethodId, pc: u32) -> Vec<Point> {
        let points = self.program.points(method);
        let body = self.program.method(method);
        points.filter(|point| body.pc(*point) == pc).collect()
    }

    fn name(machine: &Machine, id: machine::MethodId) -> String {
        let method = machine.method(id);
        let class = &machine.class(method.class).name;
        format!("{class}.{}{}", method.name, method.descriptor)
    }

    fn complain(&mut self, what: String) {
        *self.wrong.entry(what).or_default() += 1;
    }

    fn check_edge(&mut self, machine: &Machine, place: &Place, callee: machine::MethodId) {
        if !self.checked.insert((place.method, place.pc, callee)) {
            return;
        }
        let from = self.program.method(place.method).to_string();
        let line = self
            .points(place.method, place.pc)
            .first()
            .and_then(|p| self.program.method(place.method).line(*p));
        let points = self.points(place.method, place.pc);
        match self.method(machine, callee) {
            None => {}
            Some(None) => {
                let name = Self::name(machine, callee);
                self.complain(format!(
                    "{name} runs, called from {from}:{line:?}, and is no method"
                ));
            }
            Some(Some(method)) => {
                self.calls += 1;
                // Inputs are made when somebody looks at them.
                let is_call = |point: &Point| {
                    let inst = self.program.method(point.method).inst(*point);
                    matches!(inst, Some(Inst::Invoke { .. }))
                };
                let late = self.has_inputs && !points.iter().any(is_call);
                let fits = late
                    || points.iter().any(|point| {
                        self.program.callees(*point).contains(&method)
                            || self.program.callbacks(*point).contains(&method)
                    });
                if !fits {
                    let name = Self::name(machine, callee);
                    self.complain(format!("{from}:{line:?} calls {name}"));
                }
            }
        }
    }

    /// Frames of the application, the innermost first, and whether a static initialiser of the library runs above.
    fn frames(
        &mut self,
        machine: &Machine,
        state: &State,
    ) -> (Vec<(Place, machine::MethodId)>, bool) {
        let mut frames = Vec::new();
        let mut initializer = false;
        let mut depth = state.stack.depth();
        let mut list = Vec::new();
        state.stack.for_each(|frame, _| {
            list.push((frame.method, frame.code_pc()));
            true
        });
        for (method, pc) in list {
            match self.method(machine, method) {
                Some(Some(known)) => frames.push((
                    Place {
                        method: known,
                        pc,
                        depth,
                    },
                    method,
                )),
                Some(None) => self.complain(format!("{} runs", Self::name(machine, method))),
                None => {
                    let name = &machine.method(method).name;
                    initializer |= frames.is_empty() && &**name == "<clinit>";
                }
            }
            depth -= 1;
        }
        (frames, initializer)
    }

    fn fits(&self, object: ObjectId, class: &str) -> bool {
        let abstract_object = self.program.object(object);
        if abstract_object.exact {
            return &*abstract_object.class == class;
        }
        let known = self.classpath.is_subclass(class, &abstract_object.class);
        // The classes of functions are the machine's own.
        known.unwrap_or(true)
    }

    /// Gives names to the objects that were made since the last time.
    fn name_objects(
        &mut self,
        machine: &Machine,
        state: &State,
        before: &Option<Place>,
        initializing: bool,
        after: &Option<Place>,
    ) {
        // Initialisers of the library may have run meanwhile.
        let loaded = machine.classes().count();
        let loading = std::mem::replace(&mut self.loaded, loaded) != loaded;
        while let Some(object) = state.heap.get(Ref(self.next)) {
            let number = self.next;
            self.next += 1;
            let Some(class) = object.class else {
                continue;
            };
            let class = machine.class(class).name.clone();
            let mut names: BTreeSet<ObjectId> = BTreeSet::new();
            if before.is_none() || initializing || self.has_inputs {
                names.extend(self.program.objects_outside());
            }
            let thrown = self.classpath.is_subclass(&class, "java/lang/Throwable");
            let value = flow::library::is_value(&class);
            let of_library = loading && !self.classpath.is_application(&class);
            if value || thrown.unwrap_or(false) || of_library {
                names.extend(self.program.objects_outside());
            }
            let leaf = self.entered.map(|method| Place {
                method,
                pc: 0,
                depth: 0,
            });
            let places = [
                (before, false),
                (after, false),
                (after, true),
                (before, true),
                (&leaf, true),
            ];
            for (place, own) in places {
                let Some(place) = place else {
                    continue;
                };
                // What the call that was under way has made, or an instruction since.
                let points = match own {
                    false => self.points(place.method, place.pc),
                    true => self.program.points(place.method).collect(),
                };
                for point in points {
                    let method = self.program.method(place.method);
                    let by_itself = matches!(
                        method.inst(point),
                        Some(
                            Inst::New { .. }
                                | Inst::NewArray { .. }
                                | Inst::NewMultiArray { .. }
                                | Inst::InvokeDynamic { .. }
                                | Inst::Load { .. }
                        )
                    );
                    if by_itself == own {
                        names.extend(self.program.objects_at(point));
                    }
                }
            }
            names.retain(|name| self.fits(*name, &class));
            self.made.insert(number, names);
        }
    }

    /// A call that is about to be made.
    fn check_call(&mut self, machine: &mut Machine, state: &State, place: &Option<Place>) {
        self.entered = None;
        let Some(frame) = state.stack.frames.last() else {
            return;
        };
        let running = machine.method(frame.method).clone();
        let class = machine.class(running.class).clone();
        let own = self.method(machine, frame.method).flatten();
        let body;
        let lowered;
        let body: &ir::Body = match &running.source {
            MethodSource::Synthetic(made) => {
                body = made.clone();
                &body
            }
            MethodSource::File(index) => {
                let Some(file) = &class.file else {
                    return;
                };
                let Ok(found) = self.bodies.get(file, usize::from(*index)) else {
                    return;
                };
                lowered = found;
                &lowered.body
            }
        };
        let pc = frame.code_pc();
        let found = body.blocks.iter().enumerate().find_map(|(number, block)| {
            let index = (0..block.insts.len()).find(|at| {
                block.pcs[*at] == pc && matches!(block.insts[*at], Inst::Invoke { .. })
            })?;
            Some((number, index))
        });
        let Some((block, index)) = found else {
            return;
        };
        let Inst::Invoke {
            kind, method, args, ..
        } = &body.blocks[block].insts[index]
        else {
            return;
        };
        let receiver = match (kind, args.first()) {
            (InvokeKind::Static, _) | (_, None) => None,
            (_, Some(Operand::Reg(reg))) => {
                let slot = state.stack.slots[frame.base as usize + usize::from(reg.0)];
                Some((*reg, slot.as_ref()))
            }
            _ => return,
        };
        let target = match (kind, receiver) {
            (InvokeKind::Virtual | InvokeKind::Interface, Some((_, object))) => {
                let Some(class) = state.heap.class_of(object) else {
                    return;
                };
                let named = machine.load(&method.class).ok();
                let named =
                    named.and_then(|c| find_method(machine, c, &method.name, &method.descriptor));
                match named {
                    Some(found) if machine.method(found).is_private() => Some(found),
                    _ => find_method(machine, class, &method.name, &method.descriptor),
                }
            }
            _ => {
                let class = machine.load(&method.class).ok();
                class
                    .and_then(|class| find_method(machine, class, &method.name, &method.descriptor))
            }
        };
        let synthetic = running.is_synthetic_frame();
        self.entered = target.and_then(|target| self.method(machine, target).flatten());
        if let (Some(target), Some(place)) = (target, place)
            && !(synthetic && body.blocks.len() > 1)
        {
            self.check_edge(machine, place, target);
            let file = machine.class(machine.method(target).class).file.is_some();
            let library = file && self.method(machine, target).is_none();
            if let (Some(method), true) = (own, library) {
                let point = Point {
                    method,
                    block: BlockId(block as u32),
                    index: index as u32,
                };
                if !self.program.library_call(point) {
                    let from = self.program.method(method).to_string();
                    let name = Self::name(machine, target);
                    self.complain(format!("{from} calls {name} of the library"));
                }
            }
        }
        let Some(method) = own else {
            return;
        };
        let point = Point {
            method,
            block: BlockId(block as u32),
            index: index as u32,
        };
        for operand in args.iter() {
            let Some(reg) = operand.reg() else {
                continue;
            };
            if body.kind(reg) == ir::Kind::Ref {
                let slot = state.stack.slots[frame.base as usize + usize::from(reg.0)];
                let name = method_name(body, block, index);
                self.check_object(machine, state, point, reg, slot.as_ref(), &name);
            }
        }
    }

    /// An object that a call gets is among what the register may refer to.
    fn check_object(
        &mut self,
        machine: &Machine,
        state: &State,
        point: Point,
        reg: ir::Reg,
        object: Ref,
        callee: &str,
    ) {
        let Some(class) = state.heap.class_of(object) else {
            return;
        };
        let known = self.program.points_to(point, reg);
        self.receivers += 1;
        let names = self.made.get(&object.0);
        if names.is_some_and(|names| names.iter().any(|name| known.contains(name))) {
            return;
        }
        let from = self.program.method(point.method);
        let line = from.line(point);
        let show = |o: &ObjectId| {
            let object = self.program.object(*o);
            format!("{} {:?}", object.class, object.origin)
        };
        let made: Vec<String> = names.into_iter().flatten().map(show).collect();
        let known: Vec<String> = known.iter().map(show).collect();
        let class = &machine.class(class).name;
        let text = format!(
            "{from}:{line:?} calls {callee} with {class} made {made:?}, not among {known:?}"
        );
        self.complain(text);
    }
}

fn method_name(body: &ir::Body, block: usize, index: usize) -> String {
    match &body.blocks[block].insts[index] {
        Inst::Invoke { method, .. } => format!("{}.{}", method.class, method.name),
        _ => String::new(),
    }
}

fn find_method(
    machine: &Machine,
    class: ClassId,
    name: &str,
    descriptor: &str,
) -> Option<machine::MethodId> {
    let own = |class: ClassId| {
        let methods = machine.class(class).methods.clone();
        methods.into_iter().find(|id| {
            let method = machine.method(*id);
            &*method.name == name && &*method.descriptor == descriptor && !method.is_abstract()
        })
    };
    let mut at = Some(class);
    while let Some(class) = at {
        if let Some(found) = own(class) {
            return Some(found);
        }
        at = machine.class(class).super_class;
    }
    let ancestors = machine.class(class).ancestors.clone();
    // Of competing defaults the most specific one is meant; where there are several, nothing is checked.
    let found: Vec<machine::MethodId> = ancestors.into_iter().filter_map(own).collect();
    match found[..] {
        [only] => Some(only),
        _ => None,
    }
}

struct Entry {
    class: String,
    method: Option<(String, String)>,
}

fn entry(classpath: &ClassPath, args: &str) -> Option<Entry> {
    let words: Vec<&str> = args.split_whitespace().collect();
    if words.contains(&"--symbolic") || words.contains(&"--stub") {
        return None;
    }
    let classes = classpath.application_classes().ok()?;
    if let Some(at) = words.iter().position(|word| *word == "--method") {
        let (class, name) = words.get(at + 1)?.trim_matches('\'').rsplit_once('.')?;
        let file = classpath.find(&class.replace('.', "/")).ok()??;
        let method = file
            .methods
            .iter()
            .find(|m| &*m.name == name && m.code.is_some())?;
        return Some(Entry {
            class: file.name.to_string(),
            method: Some((name.to_owned(), method.descriptor.to_string())),
        });
    }
    for class in classes {
        let file = classpath.find(&class).ok()??;
        let main = file.method("main", "([Ljava/lang/String;)V");
        if main.is_some_and(|m| m.access & access::STATIC != 0) {
            return Some(Entry {
                class: class.to_string(),
                method: None,
            });
        }
    }
    None
}

struct Checked {
    calls: usize,
    receivers: usize,
    wrong: BTreeMap<String, usize>,
    /// How the run ended, if it did.
    end: Option<String>,
    unknowns: usize,
}

fn check(directory: &Path, seed: u64) -> Option<Checked> {
    let mut builder = ClassPathBuilder::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .ok()?
        .flatten()
        .map(|f| f.path())
        .collect();
    files.sort();
    for file in files {
        if file.extension().is_some_and(|e| e == "java") {
            builder = builder.target(file);
        }
    }
    let classpath = Arc::new(builder.build().ok()?);
    let args = std::fs::read_to_string(directory.join("args")).unwrap_or_default();
    let entry = entry(&classpath, &args)?;
    let root = match &entry.method {
        Some((name, descriptor)) => Root::new(&entry.class, name, descriptor),
        None => Root::main(&entry.class),
    };
    let bodies = ir::Methods::new();
    let program = Program::new(&classpath, &bodies, &[root]);
    let mut machine = Machine::new(classpath.clone(), Options::default());
    let mut state = match &entry.method {
        Some((name, descriptor)) => machine.start_method(&entry.class, name, descriptor).ok()?,
        None => {
            let mut state = machine.empty_state();
            machine.prepare_main(&mut state, &entry.class, &[]).ok()?;
            state
        }
    };
    let mut watch = Watch {
        program: &program,
        classpath: &classpath,
        bodies: &bodies,
        next: 1,
        loaded: 0,
        made: HashMap::new(),
        checked: HashSet::new(),
        known: HashMap::new(),
        has_inputs: entry.method.is_some(),
        entered: None,
        wrong: BTreeMap::new(),
        calls: 0,
        receivers: 0,
    };
    let mut random = seed;
    let mut place: Option<Place> = None;
    let mut initializing = true;
    let mut end = None;
    for _ in 0..STEPS {
        let stop = machine.run(&mut state, 1);
        let (frames, initializer) = watch.frames(&machine, &state);
        let now = frames.first().map(|(place, _)| place.clone());
        watch.name_objects(&machine, &state, &place, initializing, &now);
        for pair in frames.windows(2) {
            watch.check_edge(&machine, &pair[1].0, pair[0].1);
        }
        watch.check_call(&mut machine, &state, &now);
        (place, initializing) = (now, initializer);
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let bit = random >> 62 & 1 == 1;
        match stop {
            Stop::Fuel
            | Stop::Calling
            | Stop::Returned
            | Stop::Deeper
            | Stop::Head
            | Stop::Region(_) => {}
            Stop::Branch(term) | Stop::Guard(term) => machine.learn(&mut state, term, bit),
            Stop::Assume(term) => machine.learn(&mut state, term, true),
            Stop::Value(term) => machine.learn_value(&mut state, term, u128::from(bit)),
            Stop::End(how) => {
                end = Some(format!("{how:?}"));
                break;
            }
        }
        if program.has_threads {
            break;
        }
    }
    if !program.unknowns.is_empty() {
        watch.wrong.clear();
    }
    Some(Checked {
        calls: watch.calls,
        receivers: watch.receivers,
        wrong: watch.wrong,
        end,
        unknowns: program.unknowns.len(),
    })
}

#[test]
fn facts_cover_what_runs_do() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict");
    let filter = std::env::var("FLOW_FILTER").ok();
    let mut directories = Vec::new();
    for group in std::fs::read_dir(root)
        .expect("the verdict tests")
        .flatten()
    {
        for program in std::fs::read_dir(group.path())
            .into_iter()
            .flatten()
            .flatten()
        {
            directories.push(program.path());
        }
    }
    directories.sort();
    let (mut programs, mut calls, mut receivers) = (0, 0, 0);
    let mut bad = Vec::new();
    for (number, directory) in directories.iter().enumerate() {
        let name = directory.to_string_lossy().into_owned();
        let wanted = match &filter {
            Some(filter) => name.contains(filter.as_str()),
            // A sample that takes a few seconds.
            None => number % 25 == 0,
        };
        if !wanted {
            continue;
        }
        for seed in [1, 2] {
            if let Some(checked) = check(directory, seed) {
                programs += 1;
                calls += checked.calls;
                receivers += checked.receivers;
                let wrong = checked.wrong.into_keys();
                bad.extend(wrong.map(|text| format!("{name}: {text}")));
            }
        }
    }
    println!("{programs} runs, {calls} calls, {receivers} objects");
    bad.sort();
    bad.dedup();
    assert!(bad.is_empty(), "{}\n{} in all", bad.join("\n"), bad.len());
    assert!(calls > 0 && receivers > 0);
}

#[test]
fn facts_cover_hard_ways() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flow");
    let mut directories: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("the programs")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    directories.sort();
    let mut bad = Vec::new();
    for directory in directories {
        let name = directory
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let checked = check(&directory, 1).expect("the program starts");
        println!(
            "{name}: {} calls, {} objects",
            checked.calls, checked.receivers
        );
        let end = checked.end.unwrap_or_default();
        if !end.starts_with("Returned") || checked.unknowns > 0 {
            bad.push(format!(
                "{name} ends with {end:?}, {} unknowns",
                checked.unknowns
            ));
        }
        bad.extend(
            checked
                .wrong
                .into_keys()
                .map(|text| format!("{name}: {text}")),
        );
    }
    assert!(bad.is_empty(), "{}\n{} in all", bad.join("\n"), bad.len());
}
