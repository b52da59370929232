//! The machine: one per worker. It owns the terms and everything that does not change along a path; a [`State`] holds
//! what does.

use crate::class::{Class, MethodSource, Shape};
use crate::code::Code;
use crate::compile::compile;
use crate::coverage::Coverage;
use crate::halt::{Halt, Step};
use crate::heap::Data;
use crate::link::Linker;
use crate::ranges::InputEnd;
use crate::state::{OnReturn, State, Status};
use crate::strings::StringTable;
use crate::value::{ClassId, MethodId, Ref, Slot};
use classpath::{ClassPath, Constant};
use logic::{Pool, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// What a user may change about the machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Longest symbolic array.
    pub array_length: u32,
    /// Longest symbolic string.
    pub string_length: u32,
    /// Iterations per loop that depend on symbolic values; `None` is without bound.
    pub unwind: Option<u32>,
    /// The same for single loops, by name.
    pub unwind_loops: BTreeMap<String, u32>,
    /// Whether a path counts its iterations ([`crate::State::deepest`]) and stops before a loop or a recursion exceeds
    /// [`crate::State::round`].
    pub rounds: bool,
    /// Whether a path stops when it begins another iteration of a loop that inputs decide ([`Machine::stop_at_head`]).
    pub heads: bool,
    /// What the program's heap may take before it gets an `OutOfMemoryError`.
    pub heap_limit: u64,
    /// What the program's stack may take before it gets a `StackOverflowError`.
    pub stack_limit: u64,
    /// Whether reference parameters may be null.
    pub nullable: bool,
    /// Most objects of one class, and elements of one collection, that are inputs.
    pub objects: u32,
    /// Whether fields that a class hides are inputs as well.
    pub lazy: bool,
    /// Values of the first symbolic inputs, in the order of their creation, for the first path.
    pub initial: Vec<i64>,
    /// What `System.in` has; any text if there is none.
    pub stdin: Option<Arc<str>>,
    /// Environment variables that have this value; any other may have any value or none.
    pub env: BTreeMap<String, String>,
    /// Methods whose arguments become symbolic at each call.
    pub symbolic: Vec<SymbolicMethod>,
    /// Ends of the ranges of inputs.
    pub ends: Vec<InputEnd>,
    /// Records which opcodes and natives ran, for the differential benchmark.
    pub record_coverage: bool,
    /// Records what each path passes of the program ([`crate::State::passed`]).
    pub passed: bool,
    /// Longest history of an object that is an input: calls that change it after it was made.
    pub history: u32,
    /// Whether an element of an array of references at a symbolic index may be one of several under conditions.
    pub guarded_elements: bool,
    /// Calls to stop at.
    pub watch: Option<crate::watch::Watch>,
}

/// A method some of whose arguments are replaced by symbolic values whenever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicMethod {
    /// Internal name.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// Which parameters, the receiver not counted.
    pub params: Vec<bool>,
}

impl SymbolicMethod {
    pub(crate) fn is(&self, class: &str, name: &str, descriptor: &str) -> bool {
        self.class == class && self.name == name && self.descriptor == descriptor
    }
}

impl Options {
    /// Whether iterations that depend on symbolic values are bounded by the user.
    pub fn unwinds(&self) -> bool {
        self.unwind.is_some() || !self.unwind_loops.is_empty()
    }

    pub(crate) fn counts_iterations(&self) -> bool {
        self.rounds || self.unwinds()
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            array_length: 10,
            string_length: 10,
            unwind: None,
            unwind_loops: BTreeMap::new(),
            rounds: false,
            heads: false,
            heap_limit: 2 << 30,
            stack_limit: 1 << 20,
            nullable: false,
            objects: 3,
            lazy: false,
            initial: Vec::new(),
            stdin: None,
            env: BTreeMap::new(),
            symbolic: Vec::new(),
            ends: Vec::new(),
            record_coverage: false,
            passed: false,
            history: 0,
            guarded_elements: false,
            watch: None,
        }
    }
}

pub struct Machine {
    /// Instructions on all states.
    pub executed: u64,
    pub pool: Pool,
    pub options: Options,
    pub(crate) classpath: Arc<ClassPath>,
    pub(crate) linker: Linker,
    pub(crate) strings: StringTable,
    /// Trampolines that make and throw an exception, by class and whether they take a message or a cause.
    pub(crate) throwers: BTreeMap<(String, &'static str), MethodId>,
    pub(crate) makers: crate::makers::Makers,
    pub(crate) dynamic: crate::dynamic::DynamicSites,
    pub(crate) polymorphic_methods:
        std::collections::HashMap<(ClassId, crate::class::Signature), MethodId>,
    /// `assert` statements that some path came to: the method and the bytecode offset of the check.
    pub asserts_reached: BTreeSet<(MethodId, u32)>,
    /// Where some path made an `AssertionError`: the method and the bytecode offset.
    pub assertion_errors: BTreeSet<(MethodId, u32)>,
    /// What of the JVM's memory ran out on some path; another JVM may have more of it.
    pub exhausted: BTreeSet<&'static str>,
    /// What some path took one of many possible values for; a claim holds for that value only.
    pub approximations: BTreeSet<&'static str>,
    /// The same for objects that are inputs: in words, which ones were looked at.
    pub assumptions: BTreeSet<String>,
    /// Static fields that were read as class initialisers leave them.
    pub first_values: BTreeSet<String>,
    /// Ranges that inputs were kept in, in words.
    pub ranges: BTreeSet<String>,
    /// What the program asked of its environment and is fixed here, in words, and where it first did.
    pub asked: BTreeMap<String, Option<(MethodId, u32)>>,
    /// Arguments with which an object that would be an input cannot be made, in words.
    pub rejections: BTreeSet<String>,
    /// Whether some path had all arguments of a method entry and went on to call it.
    pub entered: bool,
    /// Whether execution begins at a method with arguments made up for it.
    pub(crate) method_entry: bool,
    /// The most iterations that one path made of a bounded loop, by method and bytecode offset of its header.
    pub loop_iterations: BTreeMap<(MethodId, u32), u32>,
    /// Whether some path went beyond the first way to make an input.
    pub ways_counted: bool,
    /// At how many iterations paths stop at the head of a loop, where that is not the usual number.
    pub(crate) heads: BTreeMap<(MethodId, u32), u32>,
    /// How many numbers were replaced by any.
    pub(crate) forgotten: u64,
    pub(crate) character_tables: BTreeMap<
        (
            MethodId,
            Option<i32>,
            crate::natives::strings::characters::Planes,
        ),
        Rc<crate::natives::strings::characters::Table>,
    >,
    /// The digits of a number, if it has so many, by their order.
    pub(crate) digit_sets: BTreeMap<(Term, usize), usize>,
    /// What a condition that was assumed says of symbols that it brings into being.
    pub(crate) definitions: BTreeMap<Term, Vec<crate::natives::strings::numbers::DigitOf>>,
    /// Files of the JDK's that somebody asked for, by their path within it.
    pub(crate) jdk_files: BTreeMap<String, crate::files::JdkFile>,
    /// Floating-point inputs whose bits some path asked for, and the symbols of those. A value says which NaN only here.
    pub float_bits: BTreeMap<Term, Term>,
    pub coverage: Coverage,
    /// Decisions that were used again since somebody last looked, where the watcher wants to know.
    pub reused: Vec<crate::watch::Reused>,
    /// The region that is being walked.
    pub(crate) within: Option<Rc<crate::region::Within>>,
    /// The running frame's instruction was asked for an answer, and has it: where the region's sides meet at this very
    /// instruction, it goes on.
    pub(crate) answered: bool,
    pub(crate) regions: std::collections::HashMap<MethodId, Option<Rc<ir::Regions>>>,
    /// Whether a class may be initialised early.
    pub(crate) early: std::collections::HashMap<ClassId, bool>,
    /// Time spent on finding regions.
    pub region_time: std::time::Duration,
    /// Whether an element of an array was ever left open that way ([`Options::guarded_elements`]).
    pub guarded_an_element: bool,
}

/// What [`Machine::exhausted`] holds.
pub(crate) const HEAP: &str = "heap: more than 2 GB is an OutOfMemoryError";
pub(crate) const STACK: &str = "stack: more than 1 MB is a StackOverflowError";

impl Machine {
    pub fn new(classpath: Arc<ClassPath>, options: Options) -> Machine {
        Machine {
            pool: Pool::new(),
            options,
            classpath,
            linker: Linker::default(),
            strings: StringTable::default(),
            throwers: BTreeMap::new(),
            makers: crate::makers::Makers::default(),
            dynamic: crate::dynamic::DynamicSites::default(),
            polymorphic_methods: std::collections::HashMap::new(),
            asserts_reached: BTreeSet::new(),
            assertion_errors: BTreeSet::new(),
            exhausted: BTreeSet::new(),
            approximations: BTreeSet::new(),
            assumptions: BTreeSet::new(),
            first_values: BTreeSet::new(),
            ranges: BTreeSet::new(),
            asked: BTreeMap::new(),
            executed: 0,
            rejections: BTreeSet::new(),
            entered: false,
            method_entry: false,
            loop_iterations: BTreeMap::new(),
            ways_counted: false,
            heads: BTreeMap::new(),
            forgotten: 0,
            character_tables: BTreeMap::new(),
            digit_sets: BTreeMap::new(),
            definitions: BTreeMap::new(),
            jdk_files: BTreeMap::new(),
            float_bits: BTreeMap::new(),
            coverage: Coverage::default(),
            reused: Vec::new(),
            within: None,
            answered: false,
            regions: std::collections::HashMap::new(),
            early: std::collections::HashMap::new(),
            region_time: std::time::Duration::ZERO,
            guarded_an_element: false,
        }
    }

    pub fn classpath(&self) -> &Arc<ClassPath> {
        &self.classpath
    }

    /// A state about to run `method` with these arguments.
    pub fn start(&mut self, method: MethodId, args: &[Slot]) -> Step<State> {
        let mut state = State::new();
        self.push_call(&mut state, method, args, OnReturn::Discard)?;
        Ok(state)
    }

    /// A state with nothing to run yet, in which arguments can be made.
    pub fn empty_state(&self) -> State {
        State::new()
    }

    /// The code of a method that has a body.
    pub fn code(&mut self, method: MethodId) -> Step<Rc<Code>> {
        let method = self.method(method).clone();
        let made = method.code.get_or_init(|| self.make_code(&method));
        made.clone()
            .map_err(|why| Halt::Unsupported(why.to_string()))
    }

    /// The register code that a method's code was made of.
    pub(crate) fn body(&self, method: MethodId) -> Option<ir::Body> {
        let method = self.method(method);
        match &method.source {
            MethodSource::Synthetic(body) => Some((**body).clone()),
            MethodSource::File(index) => {
                let file = self.class(method.class).file.as_ref()?;
                ir::lower(file, &file.methods[usize::from(*index)]).ok()
            }
        }
    }

    fn make_code(&self, method: &crate::class::Method) -> Result<Rc<Code>, Rc<str>> {
        let name = || format!("{}.{}", self.class(method.class).java_name(), method.name);
        let code = match &method.source {
            MethodSource::Synthetic(body) => compile(body, false, false, None),
            MethodSource::File(index) => {
                let class = self.class(method.class);
                let Some(file) = &class.file else {
                    return Err(name().into());
                };
                let source = &file.methods[usize::from(*index)];
                if source.code.is_none() {
                    return Err(format!("native method {}", name()).into());
                }
                let body =
                    ir::lower(file, source).map_err(|e| Rc::from(format!("{}: {e}", name())))?;
                let bounded = self.options.counts_iterations();
                let passed = class.application && self.options.passed;
                let traced = class.application
                    && self.options.watch.as_ref().is_some_and(|watch| watch.trace);
                let lines = source.code.as_ref().filter(|_| passed);
                compile(&body, bounded, traced || passed, lines)
            }
        };
        code.map(Rc::new)
            .ok_or_else(|| format!("{}: too many registers", name()).into())
    }

    /// Whether a condition holds on this path; asks when that is not yet known.
    pub fn decide(&mut self, st: &State, condition: Term) -> Step<bool> {
        if let Some(known) = self.pool.as_bool(condition) {
            return Ok(known);
        }
        match st.facts.get(&condition) {
            Some(value) => {
                self.reuse(st, condition);
                Ok(*value != 0)
            }
            None => Err(self.ask(st, condition)),
        }
    }

    /// The value of a term on this path; asks when it is not yet known.
    pub fn concretize(&mut self, st: &State, term: Term) -> Step<u128> {
        if let Some(known) = self.pool.as_bv(term) {
            return Ok(known);
        }
        match st.facts.get(&term) {
            Some(known) => {
                self.reuse(st, term);
                Ok(*known)
            }
            None => {
                self.bound_lengths_of(st, term)?;
                Err(Halt::Value(term))
            }
        }
    }

    pub fn concrete_int(&mut self, st: &State, slot: Slot) -> Step<i32> {
        match slot.term {
            None => Ok(slot.as_int()),
            Some(term) => self.concretize(st, term).map(|v| v as u32 as i32),
        }
    }

    pub fn concrete_long(&mut self, st: &State, slot: Slot) -> Step<i64> {
        match slot.term {
            None => Ok(slot.as_long()),
            Some(term) => self.concretize(st, term).map(|v| v as u64 as i64),
        }
    }

    /// Records what was decided: from here on the path satisfies it.
    pub fn learn(&mut self, st: &mut State, condition: Term, holds: bool) {
        let negated = self.pool.not(condition);
        st.facts.insert(condition, u128::from(holds));
        st.facts.insert(negated, u128::from(!holds));
        self.count_length_question(st, condition, holds);
    }

    /// Records the value that a term was fixed to on this path.
    pub fn learn_value(&mut self, st: &mut State, term: Term, value: u128) {
        st.facts.insert(term, value);
    }

    // --- Objects -----------------------------------------------------------------------------------------------

    pub fn allocate(&mut self, st: &mut State, class: ClassId) -> Ref {
        let slots = self.class(class).instance_slots.len();
        let fields: Rc<[Slot]> = std::iter::repeat_n(Slot::ZERO, slots).collect();
        st.heap.allocate(class, Data::Fields(fields))
    }

    pub fn allocate_array(&mut self, st: &mut State, class: ClassId, length: usize) -> Step<Ref> {
        let Shape::Array { kind, .. } = self.class(class).shape else {
            return Err(Halt::unsupported("array of a type that is no array"));
        };
        self.check_room(st, kind, length as u64)?;
        Ok(st.heap.allocate(class, Data::zeroed(kind, length)))
    }

    pub fn check_room(&mut self, st: &State, kind: ir::ElementKind, length: u64) -> Step<()> {
        let width = match kind {
            ir::ElementKind::Byte => 1,
            ir::ElementKind::Char | ir::ElementKind::Short => 2,
            ir::ElementKind::Int | ir::ElementKind::Float | ir::ElementKind::Ref => 4,
            ir::ElementKind::Long | ir::ElementKind::Double => 8,
        };
        // HotSpot's largest array; see `Integer.MAX_VALUE - 2` in `arrayOop.hpp`'s limits.
        if length > i32::MAX as u64 - 2 {
            return Err(Halt::throw(
                "java/lang/OutOfMemoryError",
                "Requested array size exceeds VM limit",
            ));
        }
        if st.heap.bytes() + width * length > self.options.heap_limit {
            self.exhausted.insert(HEAP);
            return Err(Halt::throw("java/lang/OutOfMemoryError", "Java heap space"));
        }
        Ok(())
    }

    /// A field of an object that is known to have it.
    pub fn field(&self, st: &State, object: Ref, name: &str) -> Step<Slot> {
        let Some(found) = st.heap.get(object) else {
            return Err(self.bad_reference(object));
        };
        let slot = found
            .class
            .and_then(|class| self.instance_slot(class, name));
        match (&found.data, slot) {
            // Only classes of the program have open fields; nothing here asks for those.
            (Data::Fields(fields), Some(slot)) if fields[slot].as_ref() == Ref::OPEN => {
                match found.class.map(|c| self.class(c).instance_slots[slot]) {
                    Some(ir::Kind::Ref) => Err(Halt::unsupported(format!(
                        "field {name} of an object that is an input"
                    ))),
                    _ => Ok(fields[slot]),
                }
            }
            (Data::Fields(fields), Some(slot)) => self.settled(st, fields[slot]),
            _ => Err(Halt::unsupported(format!(
                "field {name} is missing in this JDK"
            ))),
        }
    }

    pub fn set_field(&self, st: &mut State, object: Ref, name: &str, value: Slot) -> Step<()> {
        let Some(class) = st.heap.class_of(object) else {
            return Err(self.bad_reference(object));
        };
        let Some(slot) = self.instance_slot(class, name) else {
            return Err(Halt::unsupported(format!(
                "field {name} is missing in this JDK"
            )));
        };
        match &mut st.heap.get_mut(object).data {
            Data::Fields(fields) => crate::heap::unshared(fields)[slot] = value,
            _ => return Err(Halt::unsupported(format!("field {name} of an array"))),
        }
        Ok(())
    }

    pub fn static_field(&self, st: &State, class: ClassId, name: &str) -> Option<Slot> {
        let slot = self.static_slot(class, name)?;
        st.class(class)?.statics.as_ref()?.get(slot).copied()
    }

    pub fn set_static(
        &mut self,
        st: &mut State,
        class: ClassId,
        name: &str,
        value: Slot,
    ) -> Step<()> {
        let Some(slot) = self.static_slot(class, name) else {
            return Err(Halt::unsupported(format!(
                "static field {name} is missing in this JDK"
            )));
        };
        self.prepare(st, class)?;
        if let Some(statics) = &mut st.class_mut(class).statics {
            crate::heap::unshared(statics)[slot] = value;
        }
        Ok(())
    }

    /// What goes wrong when an instruction looks into this reference, which is not an allocated object.
    pub fn bad_reference(&self, reference: Ref) -> Halt {
        if reference.is_null() {
            Halt::null_pointer()
        } else {
            debug_assert_ne!(
                reference,
                Ref::OPEN,
                "an open field was read without being filled"
            );
            Halt::unsupported("the text of a message that quotes symbolic values")
        }
    }

    /// The class of a non-null object.
    pub fn class_of(&self, st: &State, object: Ref) -> Step<ClassId> {
        st.heap
            .class_of(object)
            .ok_or_else(|| self.bad_reference(object))
    }

    pub fn is_instance(&self, st: &State, object: Ref, class: ClassId) -> bool {
        st.heap
            .class_of(object)
            .is_some_and(|c| self.class(c).is_subclass_of(class))
    }

    // --- Class state -------------------------------------------------------------------------------------------

    /// Ready when the class is initialised or being so; otherwise asks for it.
    pub fn ensure_initialized(&mut self, st: &State, class: ClassId) -> Step<()> {
        if st.is_initialized(class) {
            return Ok(());
        }
        if st
            .class(class)
            .is_some_and(|c| c.status == Status::Erroneous)
        {
            let name = self.class(class).java_name();
            return Err(Halt::throw(
                "java/lang/NoClassDefFoundError",
                format!("Could not initialize class {name}"),
            ));
        }
        Err(Halt::Initialize(class))
    }

    /// Gives a class its statics, with the values of constant fields (JVMS §5.5, step 6).
    pub(crate) fn prepare(&mut self, st: &mut State, class: ClassId) -> Step<()> {
        if st.class(class).is_some_and(|c| c.statics.is_some()) {
            return Ok(());
        }
        let linked: Rc<Class> = self.class(class).clone();
        let mut statics = vec![Slot::ZERO; linked.static_slots.len()];
        if let Some(file) = &linked.file {
            for field in &linked.fields {
                let Some(constant) = &file.fields[usize::from(field.index)].constant_value else {
                    continue;
                };
                if field.access & classpath::access::STATIC == 0 {
                    continue;
                }
                statics[usize::from(field.slot)] = match constant {
                    Constant::Int(v) => Slot::int(*v),
                    Constant::Long(v) => Slot::long(*v),
                    Constant::Float(bits) => Slot {
                        bits: u64::from(*bits),
                        term: None,
                    },
                    Constant::Double(bits) => Slot {
                        bits: *bits,
                        term: None,
                    },
                    Constant::String(text) => Slot::reference(self.intern(st, text)?),
                    _ => return Err(Halt::unsupported("a constant field of an unknown kind")),
                };
            }
        }
        st.class_mut(class).statics = Some(statics.into());
        Ok(())
    }

    /// The `java.lang.Class` object of a class.
    pub fn mirror(&mut self, st: &mut State, class: ClassId) -> Step<Ref> {
        if let Some(state) = st.class(class)
            && !state.mirror.is_null()
        {
            return Ok(state.mirror);
        }
        let class_class = self.load("java/lang/Class")?;
        let mirror = self.allocate(st, class_class);
        let component = match self.class(class).shape {
            Shape::Array { element, .. } => Some(element),
            _ => None,
        };
        st.class_mut(class).mirror = mirror;
        st.mirrors.insert(mirror, class);
        if let Some(element) = component {
            let element = self.mirror(st, element)?;
            self.set_field(st, mirror, "componentType", Slot::reference(element))?;
        }
        Ok(mirror)
    }

    /// The class that a `java.lang.Class` object stands for.
    pub fn mirrored(&self, st: &State, mirror: Ref) -> Step<ClassId> {
        match st.mirrors.get(&mirror) {
            Some(class) => Ok(*class),
            None if mirror.is_null() => Err(Halt::null_pointer()),
            None => Err(Halt::unsupported(
                "a Class object that the machine did not make",
            )),
        }
    }

    // --- Collection --------------------------------------------------------------------------------------------

    /// Frees what the state can no longer reach.
    pub fn collect(&self, st: &mut State) {
        let mut marked = vec![false; st.heap.size_hint()];
        let mut work: Vec<Ref> = Vec::new();
        let mark = |r: Ref, work: &mut Vec<Ref>, marked: &mut Vec<bool>| {
            if let Some(m) = marked.get_mut(r.0 as usize)
                && !*m
            {
                *m = true;
                work.push(r);
            }
        };
        let all = |slot: Slot, work: &mut Vec<Ref>, marked: &mut Vec<bool>| match slot.is_guarded()
        {
            true => self
                .candidates(slot)
                .into_iter()
                .for_each(|r| mark(r, work, marked)),
            false => mark(slot.as_ref(), work, marked),
        };
        st.stack.for_each(|frame, slots| {
            for (kind, slot) in frame.code.kinds.iter().zip(slots) {
                if *kind == ir::Kind::Ref {
                    all(*slot, &mut work, &mut marked);
                }
            }
            mark(frame.monitor, &mut work, &mut marked);
            for slot in frame.watched.iter().flat_map(|watched| watched.args.iter()) {
                all(*slot, &mut work, &mut marked);
            }
            true
        });
        st.classes.for_each(&mut |index, class| {
            mark(class.mirror, &mut work, &mut marked);
            let Some(statics) = &class.statics else {
                return;
            };
            let kinds = &self.linker.classes[index as usize].static_slots;
            for (kind, slot) in kinds.iter().zip(statics.iter()) {
                if *kind == ir::Kind::Ref {
                    all(*slot, &mut work, &mut marked);
                }
            }
        });
        let roots = st
            .interned
            .values()
            .chain(st.singletons.values())
            .chain(st.variables.values())
            .chain(st.site_objects.values())
            .chain(st.cached_boxes.keys())
            .copied();
        for root in roots
            .chain(st.monitors.keys().copied())
            .chain(st.kept.iter().copied())
            .chain([st.main_thread])
        {
            mark(root, &mut work, &mut marked);
        }
        for input in &st.inputs {
            for root in input.references() {
                mark(root, &mut work, &mut marked);
            }
        }
        for known in &st.made {
            mark(known.object, &mut work, &mut marked);
        }
        while let Some(at) = work.pop() {
            let Some(object) = st.heap.get(at) else {
                continue;
            };
            match &object.data {
                Data::Fields(fields) => {
                    let Some(class) = object.class else { continue };
                    for (kind, slot) in self.class(class).instance_slots.iter().zip(fields.iter()) {
                        if *kind == ir::Kind::Ref {
                            all(*slot, &mut work, &mut marked);
                        }
                    }
                }
                Data::Refs(refs) => refs.iter().for_each(|r| mark(*r, &mut work, &mut marked)),
                Data::Pending(pending) => {
                    let written = pending.writes.iter().map(|(_, value)| value);
                    for r in pending.cells.iter().chain(written) {
                        mark(*r, &mut work, &mut marked);
                    }
                }
                // Strings among the arguments of an open concatenation; numbers there mark at most too much.
                Data::Symbolic(symbolic) => {
                    if let crate::heap::Cells::Deferred { args, .. } = &symbolic.cells {
                        args.iter()
                            .for_each(|slot| all(*slot, &mut work, &mut marked));
                    }
                }
                _ => {}
            }
        }
        st.heap.sweep(&marked);
    }
}
